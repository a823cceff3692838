//! Parameters of tools, their JSON Schema, and the check of a call against it.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// Limit: bytes of one text in the arguments of a call.
const MAX_TEXT: usize = 4 << 20;
/// Limit: entries of one list.
const MAX_ENTRIES: usize = 1000;

/// One parameter of a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) kind: ParameterKind,
    pub(super) required: bool,
    pub(super) description: &'static str,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy)]
pub(super) enum ParameterKind {
    Text,
    Number,
    /// From 1.
    Index,
    Flag,
    Texts,
    Choice(&'static [&'static str]),
    Choices(&'static [&'static str]),
    /// `null` takes back what was set.
    ChoiceOrNull(&'static [&'static str]),
    /// By MIME type.
    TextMap,
    /// The fields of a form.
    Fields(&'static [Parameter]),
}

impl Parameter {
    pub(super) const fn new(name: &'static str, kind: ParameterKind, description: &'static str) -> Self {
        Self { name, kind, required: false, description }
    }

    pub(super) const fn required(self) -> Self {
        Self { required: true, ..self }
    }
}

/// The JSON Schema of an object with these properties.
pub(super) fn object_schema(parameters: &[Parameter]) -> Map<String, Value> {
    let mut properties = Map::new();
    for parameter in parameters {
        let mut schema = match parameter.kind {
            ParameterKind::Text => json!({ "type": "string" }),
            ParameterKind::Number => json!({ "type": "number" }),
            ParameterKind::Index => json!({ "type": "integer", "minimum": 1 }),
            ParameterKind::Flag => json!({ "type": "boolean" }),
            ParameterKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            ParameterKind::Choice(words) => json!({ "type": "string", "enum": words }),
            ParameterKind::Choices(words) => json!({ "type": "array", "items": { "type": "string", "enum": words } }),
            ParameterKind::ChoiceOrNull(words) => {
                json!({ "anyOf": [{ "type": "string", "enum": words }, { "type": "null" }] })
            }
            ParameterKind::TextMap => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            ParameterKind::Fields(fields) => json!({ "type": "array", "items": object_schema(fields) }),
        };
        schema["description"] = parameter.description.into();
        properties.insert(parameter.name.to_owned(), schema);
    }
    let required: Vec<&str> = parameters.iter().filter(|p| p.required).map(|p| p.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// Checked arguments.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Checks what a call gives. Like Playwright MCP it leaves what it does not know.
    ///
    /// # Errors
    /// What is wrong, a line for each parameter, in Playwright MCP's words.
    pub(super) fn check(tool: &str, parameters: &[Parameter], given: Map<String, Value>) -> Result<Self, String> {
        let mut wrong = String::new();
        check_object(parameters, &given, "", &mut wrong);
        if wrong.is_empty() {
            return Ok(Self(given));
        }
        Err(format!("Invalid arguments for tool \"{tool}\":{wrong}"))
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// A text that is declared as required.
    pub(super) fn required(&self, name: &str) -> &str {
        debug_assert!(self.0.contains_key(name), "{name} is not required");
        self.text(name).unwrap_or_default()
    }

    pub(super) fn texts(&self, name: &str) -> Vec<String> {
        let entries = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        entries.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// The objects of a list.
    pub(super) fn objects(&self, name: &str) -> Vec<Self> {
        let entries = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        entries.filter_map(Value::as_object).map(|object| Self(object.clone())).collect()
    }
}

fn check_object(parameters: &[Parameter], given: &Map<String, Value>, path: &str, wrong: &mut String) {
    for parameter in parameters {
        let path = format!("{path}{}", parameter.name);
        match given.get(parameter.name) {
            None if parameter.required => complain(wrong, parameter.kind.expected(), "undefined", &path),
            None => {}
            Some(value) => parameter.kind.check(value, &path, wrong),
        }
    }
}

fn complain(wrong: &mut String, expected: &str, received: &str, path: &str) {
    let _ = write!(wrong, "\n✖ Invalid input: expected {expected}, received {received}\n  → at {path}");
}

impl ParameterKind {
    fn expected(self) -> &'static str {
        match self {
            Self::Text | Self::Choice(_) | Self::ChoiceOrNull(_) => "string",
            Self::Number => "number",
            Self::Index => "int",
            Self::Flag => "boolean",
            Self::Texts | Self::Choices(_) | Self::Fields(_) => "array",
            Self::TextMap => "record",
        }
    }

    fn check(self, value: &Value, path: &str, wrong: &mut String) {
        let received = || match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let mut option = |value: &Value, words: &[&str]| {
            if !value.as_str().is_some_and(|text| words.contains(&text)) {
                let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                let _ = write!(wrong, "\n✖ Invalid option: expected one of {}\n  → at {path}", words.join("|"));
            }
        };
        match (self, value) {
            (Self::Text, Value::String(text)) if text.len() > MAX_TEXT => {
                let _ = write!(wrong, "\n✖ Too big: expected at most {MAX_TEXT} bytes\n  → at {path}");
            }
            (Self::Texts | Self::Choices(_) | Self::Fields(_), Value::Array(entries))
                if entries.len() > MAX_ENTRIES =>
            {
                let _ = write!(wrong, "\n✖ Too big: expected at most {MAX_ENTRIES} entries\n  → at {path}");
            }
            (Self::Choice(words), Value::String(_)) => option(value, words),
            (Self::ChoiceOrNull(_), Value::Null) => {}
            (Self::ChoiceOrNull(words), value) => option(value, words),
            (Self::Choices(words), Value::Array(entries)) => entries.iter().for_each(|entry| option(entry, words)),
            (Self::Index, value) if value.as_u64().is_some_and(|index| index > 0) => {}
            (Self::Index, Value::Number(_)) => {
                let _ = write!(wrong, "\n✖ Invalid input: expected int from 1\n  → at {path}");
            }
            (Self::Text, Value::String(_)) | (Self::Number, Value::Number(_)) | (Self::Flag, Value::Bool(_)) => {}
            (Self::Texts, Value::Array(entries)) => {
                for (at, entry) in entries.iter().enumerate() {
                    Self::Text.check(entry, &format!("{path}[{at}]"), wrong);
                }
            }
            (Self::TextMap, Value::Object(entries)) => {
                for (key, entry) in entries {
                    Self::Text.check(entry, &format!("{path}.{key}"), wrong);
                }
            }
            (Self::Fields(fields), Value::Array(entries)) => {
                for (at, entry) in entries.iter().enumerate() {
                    match entry {
                        Value::Object(object) => {
                            check_object(fields, &with_target(object.clone()), &format!("{path}[{at}]."), wrong);
                        }
                        _ => complain(wrong, "object", "another value", &format!("{path}[{at}]")),
                    }
                }
            }
            _ => complain(wrong, self.expected(), received(), path),
        }
    }
}

/// Arguments as clients of older versions of Playwright MCP write them: `ref` for `target`.
pub(super) fn with_target(mut given: Map<String, Value>) -> Map<String, Value> {
    for (old, new) in [("ref", "target"), ("startRef", "startTarget"), ("endRef", "endTarget")] {
        if !given.contains_key(new)
            && let Some(value) = given.remove(old)
        {
            given.insert(new.to_owned(), value);
        }
    }
    if let Some(Value::Array(fields)) = given.get_mut("fields") {
        for field in fields {
            if let Value::Object(object) = field {
                *object = with_target(std::mem::take(object));
            }
        }
    }
    given
}
