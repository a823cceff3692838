//! The parts that every error has, whatever its question.

use serde_json::{Map, Value};

use super::Setting;
use crate::safe_text::{QUOTED_CHARS, SafeText};

/// An error that can say what is wrong, and what to do about it.
pub(super) trait Kind {
    /// The stable name of the kind of error.
    fn code(&self) -> &'static str;

    /// Returns the error's message, as one sentence.
    fn message(&self) -> SafeText;

    /// Advice, as one sentence.
    fn hint(&self) -> SafeText;

    /// The parts of the message: an object.
    fn details(&self) -> Value;

    /// True if the same call may succeed later.
    fn retryable(&self) -> bool {
        false
    }

    /// The option that the hint is about.
    fn setting(&self) -> Option<Setting> {
        None
    }

    /// Names the option that the hint is about.
    fn set_setting(&mut self, _: Setting) {}

    /// The error below it.
    fn below(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}

/// The parts of an error's message, each of a bounded length.
pub(super) fn details(error: &dyn Kind) -> Map<String, Value> {
    match error.details() {
        Value::Object(map) => bounded_map(map),
        _ => Map::new(),
    }
}

/// Data with every string cut to what messages quote.
fn bounded(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().nth(QUOTED_CHARS).is_some() => {
            let kept: String = text.chars().take(QUOTED_CHARS).collect();
            format!("{}…", kept.trim_end()).into()
        }
        Value::Array(values) => values.into_iter().map(bounded).collect(),
        Value::Object(map) => Value::Object(bounded_map(map)),
        other => other,
    }
}

fn bounded_map(map: Map<String, Value>) -> Map<String, Value> {
    map.into_iter().map(|(name, value)| (name, bounded(value))).collect()
}

/// Gives errors the methods that all of them have, and makes them a kind of [`Error`](super::Error).
macro_rules! kinds {
    ($($variant:ident($name:ident)),* $(,)?) => {
        impl $crate::error::Error {
            fn kind(&self) -> &dyn $crate::error::kind::Kind {
                match self {
                    $(Self::$variant(error) => error,)*
                    other => other,
                }
            }

            fn kind_mut(&mut self) -> &mut dyn $crate::error::kind::Kind {
                match self {
                    $(Self::$variant(error) => error,)*
                    other => other,
                }
            }
        }

        $(
            impl From<$name> for $crate::error::Error {
                fn from(error: $name) -> Self {
                    Self::$variant(error)
                }
            }

            impl $name {
                /// The stable name of the kind of error.
                #[must_use]
                pub fn code(&self) -> &'static str {
                    Kind::code(self)
                }

                /// Returns the error's message, as one sentence.
                #[must_use]
                pub fn message(&self) -> SafeText {
                    Kind::message(self)
                }

                /// Returns advice for the reader, as one sentence.
                #[must_use]
                pub fn hint(&self) -> SafeText {
                    Kind::hint(self)
                }

                /// True if the same call may succeed later.
                #[must_use]
                pub fn retryable(&self) -> bool {
                    Kind::retryable(self)
                }

                /// The parts of the message as data.
                #[must_use]
                pub fn details(&self) -> serde_json::Map<String, Value> {
                    $crate::error::kind::details(self)
                }

                /// Names the option that the hint of the error is about.
                #[must_use]
                #[doc(hidden)]
                pub fn about(mut self, option: $crate::error::Setting) -> Self {
                    self.set_setting(option);
                    self
                }
            }

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(&Kind::message(self))
                }
            }

            impl std::error::Error for $name {
                fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                    self.below()
                }
            }
        )*
    };
}

/// Lets the arguments of a question be wrong: its error has a variant for that.
macro_rules! takes_arguments {
    ($name:ident) => {
        impl $name {
            /// The error of a wrong argument.
            #[must_use]
            #[doc(hidden)]
            pub fn arguments(reason: impl Into<SafeText>, hint: impl Into<SafeText>) -> Self {
                Self::Arguments(ArgumentError::new(reason, hint))
            }
        }

        impl From<ArgumentError> for $name {
            fn from(error: ArgumentError) -> Self {
                Self::Arguments(error)
            }
        }
    };
}

pub(super) use {kinds, takes_arguments};
