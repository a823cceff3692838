//! Checks of schemas: of a bounded size, with bindings that mean something.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use super::pattern::{pattern_size, regex};
use super::pointer::{decode, inside};
use crate::aria::Role;
use crate::selector::SelectorList;

/// Limit: parts of a schema once every `$ref` stands for what it refers to: the validator compiles each of them. The largest
/// published schemas have some ten thousand.
const MAX_EXPANDED: u64 = 50_000;
/// Limit: properties of one object; each is looked for on the whole page.
const MAX_PROPERTIES: usize = 2_000;
/// Limit: the work of compiling all patterns, in small ones; about a millisecond each.
const MAX_PATTERNS: u32 = 1000;

/// An error in a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaError {
    /// The place in the schema: a JSON Pointer.
    pub pointer: String,
    /// The problem there.
    pub reason: String,
    /// Advice on what to write instead.
    pub hint: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the schema" } else { &self.pointer };
        write!(f, "{place}: {}", self.reason)
    }
}

impl std::error::Error for SchemaError {}

/// Refuses a schema that is small as a text and huge once its references are followed.
pub(super) fn check_size(root: &Value) -> Result<(), SchemaError> {
    let mut known = BTreeMap::new();
    let expanded = expanded_size(root, root, &mut known, 0);
    if expanded > MAX_EXPANDED {
        return Err(SchemaError {
            pointer: String::new(),
            reason: format!("with every $ref followed the schema has more than {MAX_EXPANDED} parts"),
            hint: "refer to a definition from fewer places, or ask for less at a time".to_owned(),
        });
    }
    let mut open = vec![(String::new(), root)];
    let mut patterns = 0_u32;
    while let Some((pointer, part)) = open.pop() {
        match part {
            Value::Object(object) => {
                let keys = object.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
                let own = object.get("pattern").and_then(Value::as_str);
                for pattern in keys.map(String::as_str).chain(own) {
                    patterns = patterns.saturating_add(pattern_size(pattern));
                    if patterns > MAX_PATTERNS {
                        return Err(SchemaError {
                            pointer,
                            reason: "the patterns up to here are too large together".to_owned(),
                            hint: "use fewer or simpler ones; a repetition such as {1,300} makes them large".to_owned(),
                        });
                    }
                }
                let properties = object.get("properties").and_then(Value::as_object).map_or(0, Map::len);
                if properties > MAX_PROPERTIES {
                    return Err(SchemaError {
                        pointer: format!("{pointer}/properties"),
                        reason: format!("there are {properties} properties; at most {MAX_PROPERTIES} are looked for"),
                        hint: "split the schema and extract several times".to_owned(),
                    });
                }
                open.extend(object.iter().map(|(name, value)| (inside(&pointer, name), value)));
            }
            Value::Array(parts) => {
                open.extend(parts.iter().enumerate().map(|(i, part)| (format!("{pointer}/{i}"), part)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The parts of a schema with references followed; a reference to what it stands in counts as one.
fn expanded_size(root: &Value, part: &Value, known: &mut BTreeMap<String, u64>, depth: usize) -> u64 {
    /// Limit: references in references; `serde_json` bounds the depth of what is between them at 128.
    const MAX_HOPS: usize = 200;
    match part {
        Value::Object(object) => {
            let inner = object.values().map(|value| expanded_size(root, value, known, depth));
            let inner = inner.fold(1, u64::saturating_add);
            let target = object.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
            let Some(target) = target.map(decode) else { return inner };
            if let Some(size) = known.get(&target) {
                return inner.saturating_add(*size);
            }
            if depth >= MAX_HOPS {
                return u64::MAX;
            }
            known.insert(target.clone(), 1);
            let size = root.pointer(&target).map_or(1, |part| expanded_size(root, part, known, depth + 1));
            known.insert(target, size);
            inner.saturating_add(size)
        }
        Value::Array(parts) => {
            parts.iter().map(|part| expanded_size(root, part, known, depth)).fold(1, u64::saturating_add)
        }
        _ => 1,
    }
}

/// Every binding has to mean something before the first is used.
pub(super) fn check_bindings(root: &Value) -> Result<(), SchemaError> {
    let mut open = vec![(String::new(), root)];
    while let Some((pointer, part)) = open.pop() {
        match part {
            Value::Object(object) => {
                for (name, value) in object {
                    let at = inside(&pointer, name);
                    if let Some(binding) = name.strip_prefix("x-") {
                        check_binding(binding, value, &at)?;
                    } else if !matches!(name.as_str(), "enum" | "const" | "default" | "examples") {
                        open.push((at, value));
                    }
                }
            }
            Value::Array(parts) => {
                open.extend(parts.iter().enumerate().map(|(i, part)| (format!("{pointer}/{i}"), part)));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_binding(name: &str, value: &Value, pointer: &str) -> Result<(), SchemaError> {
    let error = |reason: String, hint: String| Err(SchemaError { pointer: pointer.to_owned(), reason, hint });
    if !matches!(name, "selector" | "attribute" | "regex" | "role") {
        return Ok(());
    }
    let Some(text) = value.as_str().filter(|text| !text.trim().is_empty()) else {
        return error(
            format!("x-{name} is {value}, not a string"),
            "write it as a string that is not empty".to_owned(),
        );
    };
    match name {
        "selector" => match SelectorList::parse(text) {
            Ok(_) => Ok(()),
            Err(wrong) => {
                let hint = wrong.hint().unwrap_or("write a CSS selector, such as `.price`");
                error(format!("x-selector `{text}` is not a selector: {}", wrong.message), hint.to_owned())
            }
        },
        "regex" => match regex(text) {
            Ok(_) => Ok(()),
            Err(wrong) => {
                let last = wrong.to_string();
                let last = last.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
                let hint = "write a regular expression without lookaround; its first group is the value".to_owned();
                error(format!("x-regex `{text}` is not a pattern: {last}"), hint)
            }
        },
        "role" if Role::from_token(text).is_none() => error(
            format!("x-role `{text}` is not an ARIA role"),
            "write a role such as heading, link, cell or button".to_owned(),
        ),
        _ => Ok(()),
    }
}
