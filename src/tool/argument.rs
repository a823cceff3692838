//! The arguments of a tool: one table, which the command line parses and describes, and which has a JSON Schema.

#[cfg(feature = "mcp")]
use serde_json::json;
use serde_json::{Map, Value};

use super::surface::Surface;
use crate::error::Error;
use crate::geometry::{Point, Size};
use crate::safe_text::{PageText, SafeText, safe};

/// An argument of a [`Tool`](super::Tool).
#[derive(Debug, Clone, Copy)]
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
    /// True for what few ask for: the short help leaves it out.
    pub rare: bool,
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
}

impl Argument {
    const fn new(name: &'static str, place: ArgumentPlace, kind: ArgumentKind, summary: &'static str) -> Self {
        Self {
            name,
            former: None,
            place,
            kind,
            required: false,
            many: false,
            several: false,
            unless: None,
            rare: false,
            default: None,
            summary,
            detail: "",
        }
    }

    /// `NAME`, by position.
    #[must_use]
    pub(crate) const fn positional(name: &'static str, kind: ArgumentKind, summary: &'static str) -> Self {
        Self::new(name, ArgumentPlace::Positional, kind, summary)
    }

    /// `--name VALUE`.
    #[must_use]
    pub(crate) const fn option(name: &'static str, kind: ArgumentKind, summary: &'static str) -> Self {
        Self::new(name, ArgumentPlace::Option, kind, summary)
    }

    /// `--name`.
    #[must_use]
    pub(crate) const fn flag(name: &'static str, summary: &'static str) -> Self {
        Self::new(name, ArgumentPlace::Option, ArgumentKind::Flag, summary)
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

    /// Makes it repeatable.
    #[must_use]
    pub(crate) const fn many(self) -> Self {
        Self { many: true, ..self }
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
            | ArgumentKind::Output => self.name.to_uppercase().replace('-', "_"),
        }
    }

    /// Its JSON Schema.
    #[cfg(feature = "mcp")]
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
            _ => json!({ "type": "string" }),
        };
        if self.many {
            schema = json!({ "type": "array", "items": schema });
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
    /// [`Error::InvalidArguments`] if it means none.
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
    fn check(&self, surface: Surface, value: &Value) -> Result<(), Error> {
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
        }
    }

    /// Returns its name for messages.
    fn label(&self, surface: Surface) -> SafeText {
        match self.place {
            ArgumentPlace::Positional if surface == Surface::CommandLine => PageText::of(&self.value_name()).into(),
            ArgumentPlace::Positional | ArgumentPlace::Option => surface.option(self.name),
        }
    }
}

/// `WIDTHxHEIGHT`.
fn parse_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(['x', 'X'])?;
    let side = |s: &str| s.trim().parse::<f32>().ok().filter(|v| (1.0..=100_000.0).contains(v));
    Some(Size::new(side(width)?, side(height)?))
}

/// `X,Y`.
fn parse_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let coordinate = |s: &str| s.trim().parse::<f32>().ok().filter(|v| v.is_finite());
    Some(Point::new(coordinate(x)?, coordinate(y)?))
}

/// Checked arguments of one call, defaults filled in.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Arguments {
    values: Map<String, Value>,
    surface: Surface,
}

impl Arguments {
    /// Checks values against what is declared and fills in the defaults.
    ///
    /// # Errors
    /// [`Error::InvalidArguments`] for a name that is not declared, a value of another kind, a required one missing.
    pub(crate) fn check<'a>(
        surface: Surface,
        declared: impl Iterator<Item = &'a Argument> + Clone,
        mut given: Map<String, Value>,
    ) -> Result<Self, Error> {
        for argument in declared.clone() {
            if let Some(value) = argument.former.and_then(|former| given.remove(former)) {
                given.entry(argument.name).or_insert(value);
            }
        }
        for (name, value) in &given {
            let Some(argument) = declared.clone().find(|a| a.name == name) else {
                let names = SafeText::join(declared.map(|a| a.name.into()), ", ");
                return Err(Error::arguments(
                    safe!("there is no argument `{}`", PageText::of(name)),
                    safe!("the arguments are {}", names),
                ));
            };
            match value {
                Value::Array(values) if argument.many => values.iter().try_for_each(|v| argument.check(surface, v))?,
                one => argument.check(surface, one)?,
            }
        }
        let mut values = given;
        for argument in declared {
            if values.contains_key(argument.name) {
                continue;
            }
            if argument.required {
                return Err(Error::arguments(
                    safe!("{} is missing", argument.label(surface)),
                    safe!("{}: {}", argument.label(surface), argument.summary),
                ));
            }
            if let Some(default) = argument.default {
                values.insert(argument.name.to_owned(), argument.read(default)?);
            }
        }
        Ok(Self { values, surface })
    }

    /// Returns the surface of the caller.
    #[must_use]
    pub(crate) fn surface(&self) -> Surface {
        self.surface
    }

    /// True if a flag is given.
    #[must_use]
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.values.get(name) == Some(&Value::Bool(true))
    }

    /// A text, or a word of a choice; `None` if it is not given.
    #[must_use]
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name)?.as_str()
    }

    /// A text that is declared as required, or with a default; empty if it is neither.
    #[must_use]
    pub(crate) fn required(&self, name: &str) -> &str {
        debug_assert!(self.values.contains_key(name), "{name} is neither required nor has a default");
        self.text(name).unwrap_or_default()
    }

    /// Every value of a repeatable text, in order.
    #[must_use]
    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        match self.values.get(name) {
            Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(value)) => vec![value],
            _ => Vec::new(),
        }
    }

    /// A number that is not negative; `None` if it is not given.
    #[must_use]
    pub(crate) fn count(&self, name: &str) -> Option<usize> {
        self.values.get(name)?.as_u64().map(|n| usize::try_from(n).unwrap_or(usize::MAX))
    }

    /// A number that may have a fraction; `None` if it is not given.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the ranges of such arguments fit an f32")]
    pub(crate) fn number(&self, name: &str) -> Option<f32> {
        Some(self.values.get(name)?.as_f64()? as f32)
    }

    /// A size in CSS px; `None` if it is not given.
    #[must_use]
    pub(crate) fn size(&self, name: &str) -> Option<Size> {
        parse_size(self.text(name)?)
    }

    /// Every point of a repeatable argument, in order.
    #[must_use]
    pub(crate) fn points(&self, name: &str) -> Vec<Point> {
        self.texts(name).into_iter().filter_map(parse_point).collect()
    }

    /// Moves the text of one argument in front of those of another.
    #[must_use]
    pub(crate) fn with_moved(mut self, from: &str, to: &str) -> Self {
        if let Some(first) = self.values.remove(from) {
            let rest = self.values.remove(to).unwrap_or_default();
            let rest = if let Value::Array(rest) = rest { rest } else { Vec::new() };
            self.values.insert(to.to_owned(), std::iter::once(first).chain(rest).collect());
        }
        self
    }

    /// Replaces the text of one argument.
    #[must_use]
    pub(crate) fn with_text(mut self, name: &str, value: String) -> Self {
        self.values.insert(name.to_owned(), value.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DECLARED: &[Argument] = &[
        Argument::positional("file", ArgumentKind::Page, "a page").required(),
        Argument::option("max-results", ArgumentKind::Integer { min: 1, max: i64::MAX }, "at most this many")
            .default("20"),
        Argument::option("policy", ArgumentKind::Choice(&["lineage", "playwright"]), "what counts"),
        Argument::option("attr", ArgumentKind::Text, "an attribute").many(),
        Argument::positional("points", ArgumentKind::Point, "where").many(),
    ];

    fn check(given: Value) -> Result<Arguments, String> {
        let Value::Object(given) = given else { return Err("not an object".to_owned()) };
        Arguments::check(Surface::CommandLine, DECLARED.iter(), given).map_err(|e| format!("{e} / {}", e.hint()))
    }

    #[test]
    fn defaults_are_filled_in() {
        let arguments =
            check(json!({ "file": "a.html", "attr": ["href", "id"], "points": ["1,2", "3.5,-4"] })).unwrap();
        assert_eq!(arguments.count("max-results"), Some(20));
        assert_eq!(arguments.texts("attr"), ["href", "id"]);
        assert_eq!(arguments.points("points"), [Point::new(1.0, 2.0), Point::new(3.5, -4.0)]);
        assert_eq!(arguments.text("policy"), None);
    }

    #[test]
    fn invalid_arguments_have_a_hint() {
        let mistake = |given: Value| check(given).unwrap_err();
        assert_eq!(mistake(json!({})), "FILE is missing / FILE: a page");
        assert_eq!(
            mistake(json!({ "file": "a", "max-results": 0 })),
            "--max-results is `0`, not a number in its range / write a whole number, 1 or more"
        );
        assert_eq!(
            mistake(json!({ "file": "a", "policy": "strict" })),
            "--policy is `strict`, not one of its words / write one of lineage, playwright"
        );
        assert_eq!(
            mistake(json!({ "file": "a", "points": ["1;2"] })),
            "X,Y is `1;2`, not a point / write X,Y in CSS pixels of the viewport, as in 640,360"
        );
        assert_eq!(
            mistake(json!({ "file": "a", "colour": true })),
            "there is no argument `colour` / the arguments are file, max-results, policy, attr, points"
        );
    }
}
