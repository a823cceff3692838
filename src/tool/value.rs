//! The types of a command's arguments.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Deref;

use serde_json::Value;

use super::argument::ArgumentKind;
use super::coordinates::{parse_point, parse_size};
use crate::geometry::{Point, Size};

/// A type of arguments: its kind in the table, and how it is read from a value that was checked against that.
pub(crate) trait ArgumentValue: Sized {
    /// The kind of one value.
    const KIND: ArgumentKind;
    /// True if it may be given more than once.
    const IS_LIST: bool = false;
    /// True if it must be given where it has no default.
    const IS_REQUIRED: bool = true;

    /// Reads it; what was not given is empty.
    fn read(value: Option<&Value>) -> Self;
}

impl ArgumentValue for bool {
    const KIND: ArgumentKind = ArgumentKind::Flag;
    const IS_REQUIRED: Self = false;

    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_bool).unwrap_or_default()
    }
}

impl ArgumentValue for String {
    const KIND: ArgumentKind = ArgumentKind::Text;

    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

impl ArgumentValue for usize {
    const KIND: ArgumentKind = ArgumentKind::Integer { min: 0, max: i64::MAX };

    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_u64).map_or(0, |number| Self::try_from(number).unwrap_or(Self::MAX))
    }
}

impl ArgumentValue for NonZero<usize> {
    const KIND: ArgumentKind = ArgumentKind::Index;

    fn read(value: Option<&Value>) -> Self {
        Self::new(usize::read(value)).unwrap_or(Self::MIN)
    }
}

impl ArgumentValue for f32 {
    const KIND: ArgumentKind = ArgumentKind::Number { max: u16::MAX };

    #[expect(clippy::cast_possible_truncation, reason = "the ranges of such arguments fit an f32")]
    fn read(value: Option<&Value>) -> Self {
        f64::read(value) as Self
    }
}

impl ArgumentValue for f64 {
    const KIND: ArgumentKind = ArgumentKind::AnyNumber;

    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_f64).unwrap_or_default()
    }
}

impl ArgumentValue for Size {
    const KIND: ArgumentKind = ArgumentKind::Size;

    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_str).and_then(parse_size).unwrap_or_default()
    }
}

impl ArgumentValue for Point {
    const KIND: ArgumentKind = ArgumentKind::Point;

    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_str).and_then(parse_point).unwrap_or_default()
    }
}

impl ArgumentValue for BTreeMap<String, String> {
    const KIND: ArgumentKind = ArgumentKind::TextMap;

    fn read(value: Option<&Value>) -> Self {
        let entries = value.and_then(Value::as_object).into_iter().flatten();
        entries.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
    }
}

impl<T: ArgumentValue> ArgumentValue for Option<T> {
    const KIND: ArgumentKind = T::KIND;
    const IS_LIST: bool = T::IS_LIST;
    const IS_REQUIRED: bool = false;

    fn read(value: Option<&Value>) -> Self {
        value.filter(|value| !value.is_null()).map(|value| T::read(Some(value)))
    }
}

impl<T: ArgumentValue> ArgumentValue for Vec<T> {
    const KIND: ArgumentKind = T::KIND;
    const IS_LIST: bool = true;
    const IS_REQUIRED: bool = false;

    fn read(value: Option<&Value>) -> Self {
        match value {
            Some(Value::Array(values)) => values.iter().map(|value| T::read(Some(value))).collect(),
            Some(value) => vec![T::read(Some(value))],
            None => Self::new(),
        }
    }
}

/// Texts of other kinds than [`ArgumentKind::Text`].
macro_rules! texts {
    ($($(#[$meta:meta])* $name:ident = $kind:ident,)*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Eq)]
            pub(crate) struct $name(String);

            impl Deref for $name {
                type Target = str;

                fn deref(&self) -> &str {
                    &self.0
                }
            }

            impl AsRef<str> for $name {
                fn as_ref(&self) -> &str {
                    &self.0
                }
            }

            impl ArgumentValue for $name {
                const KIND: ArgumentKind = ArgumentKind::$kind;

                fn read(value: Option<&Value>) -> Self {
                    Self(String::read(value))
                }
            }
        )*
    };
}

texts! {
    /// The file of a page. The shell loads it: a tool finds it in [`Call::pages`](super::Call::pages).
    PageFile = Page,
    /// A text, which on a command line may come from standard input.
    InputText = TextOrInput,
    /// The file that an answer goes to.
    OutputFile = Output,
}

/// A file that the shell has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileText {
    /// The text of the file.
    pub(crate) text: String,
    /// The path, unless the text itself was given.
    pub(crate) path: Option<String>,
}

impl FileText {
    /// As a value of an argument.
    pub(crate) fn into_value(self) -> Value {
        serde_json::json!({ "text": self.text, "path": self.path })
    }
}

impl ArgumentValue for FileText {
    const KIND: ArgumentKind = ArgumentKind::FileText;

    fn read(value: Option<&Value>) -> Self {
        match value {
            Some(Value::Object(file)) => {
                Self { text: String::read(file.get("text")), path: Option::read(file.get("path")) }
            }
            text => Self { text: String::read(text), path: None },
        }
    }
}

/// A type whose values are words of a choice.
pub(crate) trait ChoiceValue: Copy + 'static {
    /// The words.
    const WORDS: &'static [&'static str];
    /// The values of the words, in the same order. The first is meant where nothing is given.
    const VALUES: &'static [Self];
}

impl<T: ChoiceValue> ArgumentValue for T {
    const KIND: ArgumentKind = ArgumentKind::Choice(T::WORDS);

    fn read(value: Option<&Value>) -> Self {
        let word = value.and_then(Value::as_str).unwrap_or_default();
        let at = T::WORDS.iter().position(|&known| known == word).unwrap_or_default();
        T::VALUES[at]
    }
}

/// Declares an enum of the words of a choice, or makes one of an enum that is there.
macro_rules! choice {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$doc])* $variant,)*
        }

        $crate::tool::choice!(for $name { $($variant = $word,)* });
    };
    (for $name:ty { $($variant:ident = $word:literal,)* }) => {
        impl $crate::tool::ChoiceValue for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];
            const VALUES: &'static [Self] = &[$(Self::$variant),*];
        }
    };
}
pub(crate) use choice;

choice!(for crate::activation::Button { Left = "left", Middle = "middle", Right = "right", });
choice!(for crate::device::ColorScheme { Light = "light", Dark = "dark", });
choice!(for crate::hit::Policy { Lineage = "lineage", Playwright = "playwright", });
choice!(for crate::markdown::Favor { Balance = "balance", Precision = "precision", Recall = "recall", });
choice!(for crate::search::matches::Scope { All = "all", Document = "document", });
choice!(for crate::snapshot::SnapshotMode { Ai = "ai", Default = "default", });
choice!(for crate::snapshot::ModalMode { Mark = "mark", Drop = "drop", Off = "off", });
