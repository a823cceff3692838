//! The check of a call against the parameters of its tool.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::tool::{Argument, ArgumentKind, Arguments, Surface};

/// Limit: bytes of one text in the arguments of a call.
const MAX_TEXT: usize = 4 << 20;
/// Limit: entries of one list.
const MAX_ENTRIES: usize = 1000;

/// Checks what a call gives. Like Playwright MCP it leaves what it does not know.
///
/// # Errors
/// What is wrong, a line for each parameter, in Playwright MCP's words.
pub(super) fn checked(tool: &str, parameters: &[Argument], given: Map<String, Value>) -> Result<Arguments, String> {
    let mut mistakes = Mistakes::default();
    mistakes.check_object(parameters, &given, "");
    if mistakes.0.is_empty() {
        return Ok(Arguments::checked(Surface::Server, given));
    }
    Err(format!("Invalid arguments for tool \"{tool}\":{}", mistakes.0))
}

/// The mistakes of a call, a line for each parameter.
#[derive(Default)]
struct Mistakes(String);

impl Mistakes {
    fn put(&mut self, what: &str, path: &str) {
        let _ = write!(self.0, "\n✖ {what}\n  → at {path}");
    }

    fn expected(&mut self, expected: &str, received: &str, path: &str) {
        self.put(&format!("Invalid input: expected {expected}, received {received}"), path);
    }

    fn check_object(&mut self, parameters: &[Argument], given: &Map<String, Value>, path: &str) {
        for parameter in parameters {
            let path = format!("{path}{}", parameter.name);
            match given.get(parameter.name) {
                None if parameter.required => self.expected(expected(parameter), "undefined", &path),
                None => {}
                Some(value) => self.check(parameter, value, &path),
            }
        }
    }

    fn check(&mut self, parameter: &Argument, value: &Value, path: &str) {
        match (value, parameter.kind) {
            (Value::Array(entries), _) if parameter.many && entries.len() > MAX_ENTRIES => {
                self.put(&format!("Too big: expected at most {MAX_ENTRIES} entries"), path);
            }
            (Value::Array(entries), ArgumentKind::Choice(words)) if parameter.many => {
                entries.iter().for_each(|entry| self.check_word(words, entry, path));
            }
            (Value::Array(entries), kind) if parameter.many => {
                for (at, entry) in entries.iter().enumerate() {
                    self.check_one(kind, entry, &format!("{path}[{at}]"));
                }
            }
            (_, _) if parameter.many => self.expected(expected(parameter), received(value), path),
            (Value::Null, _) if parameter.or_null => {}
            (_, ArgumentKind::Choice(words)) if parameter.or_null => self.check_word(words, value, path),
            (_, kind) => self.check_one(kind, value, path),
        }
    }

    fn check_one(&mut self, kind: ArgumentKind, value: &Value, path: &str) {
        match (kind, value) {
            (ArgumentKind::Text, Value::String(text)) if text.len() > MAX_TEXT => {
                self.put(&format!("Too big: expected at most {MAX_TEXT} bytes"), path);
            }
            (ArgumentKind::Text, Value::String(_))
            | (ArgumentKind::AnyNumber, Value::Number(_))
            | (ArgumentKind::Flag, Value::Bool(_)) => {}
            (ArgumentKind::Choice(words), Value::String(_)) => self.check_word(words, value, path),
            (ArgumentKind::Index, value) if value.as_u64().is_some_and(|index| index > 0) => {}
            (ArgumentKind::Index, Value::Number(_)) => self.put("Invalid input: expected int from 1", path),
            (ArgumentKind::TextMap, Value::Object(entries)) => {
                for (key, entry) in entries {
                    self.check_one(ArgumentKind::Text, entry, &format!("{path}.{key}"));
                }
            }
            (ArgumentKind::Objects(fields), Value::Object(object)) => {
                self.check_object(fields, &with_target(object.clone()), &format!("{path}."));
            }
            (ArgumentKind::Objects(_), _) => self.expected("object", "another value", path),
            (kind, value) => self.expected(expected_one(kind), received(value), path),
        }
    }

    fn check_word(&mut self, words: &[&str], value: &Value, path: &str) {
        if !value.as_str().is_some_and(|text| words.contains(&text)) {
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            self.put(&format!("Invalid option: expected one of {}", words.join("|")), path);
        }
    }
}

fn expected(parameter: &Argument) -> &'static str {
    if parameter.many { "array" } else { expected_one(parameter.kind) }
}

fn expected_one(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::AnyNumber => "number",
        ArgumentKind::Index => "int",
        ArgumentKind::Flag => "boolean",
        ArgumentKind::TextMap => "record",
        _ => "string",
    }
}

fn received(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
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
