//! The arguments of a tool: one table, which the command line parses and describes, and which has a JSON Schema.

use serde_json::Value;
#[cfg(feature = "mcp-tools")]
use serde_json::{Map, json};

use super::coordinates::{parse_point, parse_size};
use super::surface::Surface;
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};

/// An argument of a [`Tool`](super::Tool).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Argument {
    /// Lower case, words joined by hyphens; unique within a tool.
    pub name: &'static str,
    /// Its name in the version before, which is still read and in no help.
    pub former: Option<&'static str>,
    /// Its place on a command line.
    pub place: ArgumentPlace,
    /// The kind of its value.
    pub kind: ArgumentKind,
    /// True if it must be given.
    pub required: bool,
    /// True if it may be given more than once.
    pub many: bool,
    /// True for a page in place of which the command line takes several, and answers for one after the other.
    pub several: bool,
    /// The flag in place of which it is given.
    pub unless: Option<&'static str>,
    /// The flag with which a file may be missing: it is made then.
    pub made_by: Option<&'static str>,
    /// True for what only a command line has: other programs, two moments of a file.
    pub is_for_shells: bool,
    /// True for what few ask for: the short help leaves it out.
    pub rare: bool,
    /// True if `null` may be given, and means that it is not given.
    pub or_null: bool,
    /// The words of a choice in the order of its description, if that is another one than the order of its values.
    pub order: &'static [&'static str],
    /// The default, as written on a command line.
    pub default: Option<&'static str>,
    /// The purpose: one line, no full stop.
    pub summary: &'static str,
    /// Further explanation in full sentences; may be empty.
    pub detail: &'static str,
}

/// The place of an argument on a command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentPlace {
    /// By position.
    Positional,
    /// As `--name VALUE`, or `--name` for a flag.
    Option,
}

/// The kind of an argument's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentKind {
    /// A saved page. The shell loads it: a tool finds it in [`Call::pages`](super::Call::pages).
    Page,
    /// Given or not.
    Flag,
    /// Any text.
    Text,
    /// Text, or `-` for the shell's standard input.
    TextOrInput,
    /// A file: the shell reads it, a tool gets its text.
    FileText,
    /// A file that the answer goes to: the tool names it in [`Answer::files`](super::Answer::files), the shell writes it.
    Output,
    /// A whole number in this range.
    Integer {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A number above 0, perhaps with a fraction.
    Number {
        /// Greatest value.
        max: u16,
    },
    /// `WIDTHxHEIGHT` in CSS px.
    Size,
    /// `X,Y` in CSS px.
    Point,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any number.
    AnyNumber,
    /// A whole number from 1.
    Index,
    /// Texts by name.
    TextMap,
    /// Objects, each with these arguments.
    #[cfg(feature = "mcp-tools")]
    Objects(&'static [Argument]),
}

impl Argument {
    pub(super) const fn new(name: &'static str, place: ArgumentPlace, summary: &'static str) -> Self {
        Self {
            name,
            former: None,
            place,
            kind: ArgumentKind::Flag,
            required: false,
            many: false,
            several: false,
            unless: None,
            made_by: None,
            is_for_shells: false,
            rare: false,
            or_null: false,
            order: &[],
            default: None,
            summary,
            detail: "",
        }
    }

    /// `NAME`, by position.
    #[must_use]
    pub(crate) const fn positional(name: &'static str, summary: &'static str) -> Self {
        Self::new(name, ArgumentPlace::Positional, summary)
    }

    /// `--name VALUE`, or `--name` if it holds a `bool`.
    #[must_use]
    pub(crate) const fn option(name: &'static str, summary: &'static str) -> Self {
        Self::new(name, ArgumentPlace::Option, summary)
    }

    /// Sets what the type of its field says: its kind, whether it may be repeated, and whether it must be given.
    #[must_use]
    pub(crate) const fn of(self, kind: ArgumentKind, many: bool, required: bool) -> Self {
        let kind = match (kind, self.kind, self.order) {
            (ArgumentKind::Integer { .. }, kind @ ArgumentKind::Integer { .. }, _)
            | (ArgumentKind::Number { .. }, kind @ ArgumentKind::Number { .. }, _) => kind,
            (ArgumentKind::Choice(words), _, []) => ArgumentKind::Choice(words),
            (ArgumentKind::Choice(_), _, order) => ArgumentKind::Choice(order),
            (kind, ..) => kind,
        };
        Self { kind, many, required: self.required || (required && self.default.is_none()), ..self }
    }

    /// Makes it a whole number in this range.
    #[must_use]
    pub(crate) const fn within(self, min: i64, max: i64) -> Self {
        Self { kind: ArgumentKind::Integer { min, max }, ..self }
    }

    /// Makes it a number up to this one.
    #[must_use]
    pub(crate) const fn up_to(self, max: u16) -> Self {
        Self { kind: ArgumentKind::Number { max }, ..self }
    }

    /// Lets `null` take it back.
    #[cfg(feature = "mcp-tools")]
    #[must_use]
    pub(crate) const fn or_null(self) -> Self {
        Self { or_null: true, ..self }
    }

    /// Describes the words of a choice in this order.
    #[cfg(feature = "mcp-tools")]
    #[must_use]
    pub(crate) const fn in_order(self, order: &'static [&'static str]) -> Self {
        Self { order, ..self }
    }

    /// Sets the name that it had in the version before.
    #[must_use]
    pub(crate) const fn formerly(self, former: &'static str) -> Self {
        Self { former: Some(former), ..self }
    }

    /// Makes it required.
    #[must_use]
    pub(crate) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// Lets the command line take several pages in its place.
    #[must_use]
    pub(crate) const fn several(self) -> Self {
        Self { several: true, ..self }
    }

    /// Makes it optional if a flag is given.
    #[must_use]
    pub(crate) const fn unless(self, flag: &'static str) -> Self {
        Self { unless: Some(flag), ..self }
    }

    /// Lets the file be missing if a flag is given, which makes it.
    #[must_use]
    pub(crate) const fn made_by(self, flag: &'static str) -> Self {
        Self { made_by: Some(flag), ..self }
    }

    /// Keeps it from the clients of a server.
    #[must_use]
    pub(crate) const fn for_shells(self) -> Self {
        Self { is_for_shells: true, ..self }
    }

    /// Leaves it out of the short help.
    #[must_use]
    pub(crate) const fn rare(self) -> Self {
        Self { rare: true, ..self }
    }

    /// Sets the default.
    #[must_use]
    pub(crate) const fn default(self, value: &'static str) -> Self {
        Self { default: Some(value), ..self }
    }

    /// Sets a longer description.
    #[must_use]
    pub(crate) const fn detail(self, detail: &'static str) -> Self {
        Self { detail, ..self }
    }

    /// Returns the placeholder for its value in help texts.
    #[must_use]
    pub(crate) fn value_name(&self) -> String {
        match self.kind {
            ArgumentKind::Integer { .. } | ArgumentKind::Number { .. } => "N".to_owned(),
            ArgumentKind::Size => "WxH".to_owned(),
            ArgumentKind::Point => "X,Y".to_owned(),
            ArgumentKind::Choice(words) => words.join("|"),
            ArgumentKind::TextOrInput => "-".to_owned(),
            ArgumentKind::Page
            | ArgumentKind::Flag
            | ArgumentKind::Text
            | ArgumentKind::FileText
            | ArgumentKind::Output
            | ArgumentKind::AnyNumber
            | ArgumentKind::Index
            | ArgumentKind::TextMap => self.name.to_uppercase().replace('-', "_"),
            #[cfg(feature = "mcp-tools")]
            ArgumentKind::Objects(_) => self.name.to_uppercase().replace('-', "_"),
        }
    }

    /// Its JSON Schema.
    #[cfg(feature = "mcp-tools")]
    pub(crate) fn schema(&self) -> Value {
        let mut schema = match self.kind {
            ArgumentKind::Flag => json!({ "type": "boolean" }),
            ArgumentKind::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
            ArgumentKind::Number { max } => json!({ "type": "number", "exclusiveMinimum": 0, "maximum": max }),
            ArgumentKind::Choice(words) => json!({ "type": "string", "enum": words }),
            ArgumentKind::Size => json!({ "type": "string", "pattern": "^[0-9]+x[0-9]+$" }),
            ArgumentKind::Point => json!({ "type": "string", "pattern": "^-?[0-9.]+,-?[0-9.]+$" }),
            // What a file has on the command line, a client gives as it is: the JSON of a schema.
            ArgumentKind::FileText => json!({ "type": "object" }),
            ArgumentKind::AnyNumber => json!({ "type": "number" }),
            ArgumentKind::Index => json!({ "type": "integer", "minimum": 1 }),
            ArgumentKind::TextMap => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            ArgumentKind::Objects(arguments) => object_schema(arguments).into(),
            _ => json!({ "type": "string" }),
        };
        if self.many {
            schema = json!({ "type": "array", "items": schema });
        }
        if self.or_null {
            schema = json!({ "anyOf": [schema, { "type": "null" }] });
        }
        let gap = if self.detail.is_empty() { "" } else { ". " };
        schema["description"] = Surface::Server.description(&format!("{}{gap}{}", self.summary, self.detail)).into();
        if let Some(default) = self.default {
            schema["default"] = self.read(default).unwrap_or(Value::Null);
        }
        schema
    }

    /// The value that a word of a command line means.
    ///
    /// # Errors
    /// [`Error::Arguments`] if it means none.
    pub(crate) fn read(&self, word: &str) -> Result<Value, Error> {
        let value = match self.kind {
            ArgumentKind::Integer { .. } => word.trim().parse::<i64>().map(Value::from).unwrap_or_else(|_| word.into()),
            ArgumentKind::Number { .. } => word.trim().parse::<f64>().map(Value::from).unwrap_or_else(|_| word.into()),
            _ => Value::from(word),
        };
        self.check(Surface::CommandLine, &value)?;
        Ok(value)
    }

    /// Checks one value (of a repeatable argument: one of its values) against the kind.
    pub(super) fn check(&self, surface: Surface, value: &Value) -> Result<(), Error> {
        let written = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let wrong = |expected: &'static str, hint: SafeText| {
            Err(Error::arguments(
                safe!("{} is `{}`, not {}", self.label(surface), PageText::of(&written), expected),
                hint,
            ))
        };
        match (self.kind, value) {
            (ArgumentKind::Flag, Value::Bool(_))
            | (
                ArgumentKind::Page
                | ArgumentKind::Text
                | ArgumentKind::TextOrInput
                | ArgumentKind::FileText
                | ArgumentKind::Output,
                Value::String(_),
            ) => Ok(()),
            (ArgumentKind::Integer { min, max }, Value::Number(n))
                if n.as_i64().is_some_and(|n| n >= min && n <= max) =>
            {
                Ok(())
            }
            (ArgumentKind::Number { max }, Value::Number(n))
                if n.as_f64().is_some_and(|n| n > 0.0 && n <= f64::from(max)) =>
            {
                Ok(())
            }
            (ArgumentKind::Size, Value::String(text)) if parse_size(text).is_some() => Ok(()),
            (ArgumentKind::Point, Value::String(text)) if parse_point(text).is_some() => Ok(()),
            (ArgumentKind::Choice(words), Value::String(text)) if words.contains(&text.as_str()) => Ok(()),
            (ArgumentKind::Flag, _) => wrong("true or false", "omit it for false".into()),
            (
                ArgumentKind::Page
                | ArgumentKind::Text
                | ArgumentKind::TextOrInput
                | ArgumentKind::FileText
                | ArgumentKind::Output,
                _,
            ) => wrong("text", "write it as a string".into()),
            (ArgumentKind::Integer { min, max }, _) => {
                let range = if max == i64::MAX { safe!("{} or more", min) } else { safe!("{} to {}", min, max) };
                wrong("a number in its range", safe!("write a whole number, {}", range))
            }
            (ArgumentKind::Number { max }, _) => {
                wrong("a number in its range", safe!("write a number above 0 and up to {}", max))
            }
            (ArgumentKind::Size, _) => wrong("a size", "write WIDTHxHEIGHT in CSS pixels, as in 1280x720".into()),
            (ArgumentKind::Point, _) => {
                wrong("a point", "write X,Y in CSS pixels of the viewport, as in 640,360".into())
            }
            (ArgumentKind::Choice(words), _) => {
                let words = SafeText::join(words.iter().map(|&word| word.into()), ", ");
                wrong("one of its words", safe!("write one of {}", words))
            }
            // Of Playwright's tools alone, which are checked in Playwright's words.
            (ArgumentKind::AnyNumber | ArgumentKind::Index | ArgumentKind::TextMap, _) => Ok(()),
            #[cfg(feature = "mcp-tools")]
            (ArgumentKind::Objects(_), _) => Ok(()),
        }
    }

    /// Returns its name for messages.
    pub(super) fn label(&self, surface: Surface) -> SafeText {
        match self.place {
            ArgumentPlace::Positional if surface == Surface::CommandLine => PageText::of(&self.value_name()).into(),
            ArgumentPlace::Positional | ArgumentPlace::Option => surface.option(self.name),
        }
    }
}

/// The JSON Schema of an object with these arguments.
#[cfg(feature = "mcp-tools")]
pub(crate) fn object_schema(arguments: &[Argument]) -> Map<String, Value> {
    let properties: Map<String, Value> =
        arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
    let required: Vec<&str> = arguments.iter().filter(|argument| argument.required).map(|a| a.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}
