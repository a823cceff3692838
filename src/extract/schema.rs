//! The schema of what is asked for: JSON Schema, with bindings to the place of a value on the page.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use regex::{Regex, RegexBuilder};
use serde_json::{Map, Value, json};

use crate::aria::Role;
use crate::selector::SelectorList;

/// Limit: `$ref`s that lead to `$ref`s, and schemas in `allOf` and similar keywords.
const MAX_HOPS: usize = 16;
/// Limit: parts that are looked at for one; a part that is referred to twice counts twice.
const MAX_PARTS: usize = 1000;
/// Limit: parts of a schema once every `$ref` stands for what it refers to: the validator compiles each of them. The largest
/// published schemas have some ten thousand.
const MAX_EXPANDED: u64 = 50_000;
/// Limit: properties of one object; each is looked for on the whole page.
const MAX_PROPERTIES: usize = 2_000;
/// Limit: bytes of a compiled regular expression.
const MAX_REGEX: usize = 1 << 20;

/// Limit: the work of compiling all patterns, in small ones; about a millisecond each.
const MAX_PATTERNS: u32 = 1000;

/// A schema that compiles.
#[derive(Debug)]
pub struct Schema {
    root: Value,
    validator: Validator,
    /// The `pattern`s of the schema and the shapes of its examples, compiled once.
    patterns: BTreeMap<String, Pattern>,
}

/// What a text value has to look like.
#[derive(Debug)]
pub(super) struct Pattern {
    whole: Regex,
    /// The same without its anchors, to be found in a longer text.
    inside: Regex,
    /// It separates a value from the words and numbers around it.
    pub(super) is_distinctive: bool,
}

impl Pattern {
    fn new(pattern: &str) -> Option<Self> {
        let whole = regex(pattern).ok()?;
        let bare = pattern.strip_prefix('^').unwrap_or(pattern);
        let bare = bare.strip_suffix('$').filter(|bare| !bare.ends_with('\\')).unwrap_or(bare);
        let inside = regex(&format!(r"\b(?:{bare})\b")).ok()?;
        let is_distinctive =
            !["word", "Word", "Two words", "7", "1234", "12.50"].iter().any(|text| whole.is_match(text));
        Some(Self { whole, inside, is_distinctive })
    }

    /// The text if it is as the pattern asks, else the part of it that is.
    pub(super) fn part_of<'t>(&self, text: &'t str) -> Option<&'t str> {
        if self.whole.is_match(text) {
            return Some(text);
        }
        let part = self.inside.find(text).map(|found| found.as_str())?;
        self.whole.is_match(part).then_some(part)
    }
}

/// Why a schema is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaError {
    /// Where in the schema: a JSON Pointer.
    pub pointer: String,
    /// What is wrong there.
    pub reason: String,
    /// What to write instead.
    pub hint: String,
}

/// Where data breaks the schema.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Violation {
    /// Where in the data: a JSON Pointer.
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

impl Schema {
    /// Reads a schema.
    ///
    /// # Errors
    /// If the text is not JSON, the JSON not a schema, or a binding is invalid.
    pub fn parse(text: &str) -> Result<Self, SchemaError> {
        let error =
            |pointer: String, reason: String, hint: &str| SchemaError { pointer, reason, hint: hint.to_owned() };
        let mut root: Value = serde_json::from_str(text).map_err(|e| {
            error(String::new(), format!("the schema is not JSON: {e}"), "write the schema as one JSON object")
        })?;
        if !root.is_object() {
            let hint = "write an object such as {\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\"}}}";
            return Err(error(String::new(), "the schema is not a JSON object".to_owned(), hint));
        }
        check_size(&root)?;
        allow_null(&mut root);
        check_bindings(&root)?;
        if let Err(wrong) = jsonschema::meta::validate(&root) {
            let hint = "see json-schema.org for what is allowed there";
            return Err(error(wrong.instance_path().to_string(), wrong.to_string(), hint));
        }
        let validator = jsonschema::options().should_validate_formats(true).build(&root).map_err(|wrong| {
            let hint = "a $ref leads to a place in the same schema, as in #/$defs/name; nothing is fetched";
            error(wrong.instance_path().to_string(), wrong.to_string(), hint)
        })?;
        let patterns = patterns(&root);
        Ok(Self { root, validator, patterns })
    }

    /// What of some data breaks the schema, in the order of the schema; empty if nothing does.
    #[must_use]
    pub fn violations(&self, data: &Value) -> Vec<Violation> {
        /// Limit: more than anybody reads.
        const MANY: usize = 100;
        let errors = self.validator.iter_errors(data).take(MANY);
        errors.map(|e| Violation { pointer: e.instance_path().to_string(), message: shorten(&e.to_string()) }).collect()
    }

    /// The schema as JSON.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.root
    }

    /// What a part of the schema asks for.
    pub(super) fn facets<'s>(&'s self, part: &'s Value) -> Facets<'s> {
        let mut facets = Facets::default();
        let mut left = MAX_PARTS;
        self.collect(part, &mut facets, 0, &mut left);
        facets
    }

    /// Adds the keywords of a part, through references and combinations. Of alternatives the first that is not null counts.
    fn collect<'s>(&'s self, part: &'s Value, facets: &mut Facets<'s>, hops: usize, left: &mut usize) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let Some(object) = part.as_object().filter(|_| hops <= MAX_HOPS) else { return };
        let target = object.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        if let Some(target) = target.and_then(|pointer| self.root.pointer(&decode(pointer))) {
            self.collect(target, facets, hops + 1, left);
        }
        for branch in object.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.collect(branch, facets, hops + 1, left);
        }
        for key in ["anyOf", "oneOf"] {
            let branches = object.get(key).and_then(Value::as_array);
            let is_null = |branch: &&Value| branch.get("type").and_then(Value::as_str) == Some("null");
            facets.nullable |= branches.into_iter().flatten().any(|branch| is_null(&branch));
            if let Some(branch) = branches.into_iter().flatten().find(|branch| !is_null(branch)) {
                self.collect(branch, facets, hops + 1, left);
            }
        }
        match object.get("type") {
            Some(Value::String(kind)) => facets.add_type(kind),
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).for_each(|kind| facets.add_type(kind)),
            _ => {}
        }
        if let Some(properties) = object.get("properties").and_then(Value::as_object) {
            facets.properties.extend(properties.iter().map(|(name, part)| (name.as_str(), part)));
        }
        facets
            .required
            .extend(object.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str));
        let text = |name: &str| object.get(name).and_then(Value::as_str);
        facets.items = object.get("items").or(facets.items);
        facets.format = text("format").or(facets.format);
        facets.title = text("title").or(facets.title);
        facets.description = text("description").or(facets.description);
        facets.choices = object.get("enum").and_then(Value::as_array).map(Vec::as_slice).or(facets.choices);
        facets.constant = object.get("const").or(facets.constant);
        facets.pattern = text("pattern").and_then(|pattern| self.patterns.get(pattern)).or(facets.pattern);
        let example = object.get("examples").and_then(Value::as_array).and_then(|examples| examples.first());
        let shape = example.or_else(|| object.get("example")).and_then(Value::as_str).and_then(shape_of);
        facets.shape = shape.and_then(|shape| self.patterns.get(&shape)).or(facets.shape);
        let number = |name: &str| object.get(name).and_then(Value::as_f64);
        facets.minimum = number("minimum").or(facets.minimum);
        facets.maximum = number("maximum").or(facets.maximum);
        facets.max_items = object.get("maxItems").and_then(Value::as_u64).or(facets.max_items);
        let binding = Binding {
            selector: text("x-selector"),
            attribute: text("x-attribute"),
            regex: text("x-regex"),
            role: text("x-role"),
        };
        if binding != Binding::default() {
            facets.binding = Some(binding);
        }
    }
}

/// What a part of a schema asks for, references followed.
#[derive(Debug, Clone, Default)]
pub(super) struct Facets<'s> {
    types: BTreeSet<&'s str>,
    pub(super) nullable: bool,
    pub(super) format: Option<&'s str>,
    pub(super) title: Option<&'s str>,
    pub(super) description: Option<&'s str>,
    pub(super) choices: Option<&'s [Value]>,
    pub(super) constant: Option<&'s Value>,
    pub(super) properties: Vec<(&'s str, &'s Value)>,
    pub(super) required: BTreeSet<&'s str>,
    pub(super) items: Option<&'s Value>,
    pub(super) max_items: Option<u64>,
    pub(super) pattern: Option<&'s Pattern>,
    /// The shape of the first example, where it is one word with digits in it: a code.
    pub(super) shape: Option<&'s Pattern>,
    pub(super) minimum: Option<f64>,
    pub(super) maximum: Option<f64>,
    pub(super) binding: Option<Binding<'s>>,
}

impl<'s> Facets<'s> {
    fn add_type(&mut self, kind: &'s str) {
        if kind == "null" {
            self.nullable = true;
        } else {
            self.types.insert(kind);
        }
    }

    pub(super) fn is(&self, kind: &str) -> bool {
        self.types.contains(kind)
    }

    pub(super) fn is_object(&self) -> bool {
        self.is("object") || self.types.is_empty() && !self.properties.is_empty()
    }

    pub(super) fn is_array(&self) -> bool {
        self.is("array") || self.types.is_empty() && self.items.is_some()
    }

    /// True if any text will do.
    pub(super) fn is_text(&self) -> bool {
        self.is("string") || self.types.is_empty()
    }

    pub(super) fn is_number(&self) -> bool {
        self.is("number") || self.is("integer")
    }
}

/// Where on the page a value is, by the schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Binding<'s> {
    pub(super) selector: Option<&'s str>,
    pub(super) attribute: Option<&'s str>,
    pub(super) regex: Option<&'s str>,
    pub(super) role: Option<&'s str>,
}

/// Compiles the patterns of a schema and the shapes of its examples; a pattern that this engine cannot read guides nothing,
/// and the validator reports what breaks it.
fn patterns(root: &Value) -> BTreeMap<String, Pattern> {
    let mut patterns = BTreeMap::new();
    let mut open = vec![root];
    while let Some(part) = open.pop() {
        match part {
            Value::Object(object) => {
                let example = object.get("examples").and_then(Value::as_array).and_then(|examples| examples.first());
                let shape = example.or_else(|| object.get("example")).and_then(Value::as_str).and_then(shape_of);
                let pattern = object.get("pattern").and_then(Value::as_str).map(str::to_owned);
                for text in pattern.into_iter().chain(shape) {
                    if let Some(pattern) = Pattern::new(&text) {
                        patterns.insert(text, pattern);
                    }
                }
                open.extend(object.values());
            }
            Value::Array(parts) => open.extend(parts),
            _ => {}
        }
    }
    patterns
}

/// The regular expression for codes like an example: `^[A-Z]+-\d+-\d+$` of `INV-2024-17`. `None` for words and plain numbers.
fn shape_of(example: &str) -> Option<String> {
    /// Limit: characters of a code.
    const MAX_CODE: usize = 40;
    let is_code = example.len() <= MAX_CODE
        && example.bytes().any(|b| b.is_ascii_digit())
        && example.bytes().any(|b| !b.is_ascii_digit() && !matches!(b, b'.' | b','))
        && example.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/' | b'_' | b'.'));
    if !is_code {
        return None;
    }
    let mut shape = "^".to_owned();
    let mut last = "";
    for b in example.bytes() {
        let class = match b {
            b'0'..=b'9' => r"\d+",
            b'A'..=b'Z' => "[A-Z]+",
            b'a'..=b'z' => "[a-z]+",
            b'-' => "-",
            b'/' => "/",
            b'_' => "_",
            _ => r"\.",
        };
        if class != last {
            shape.push_str(class);
        }
        last = class;
    }
    shape.push('$');
    Some(shape)
}

/// The pattern of a binding; the same limits as when the schema was read.
pub(super) fn regex(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).size_limit(MAX_REGEX).build()
}

/// `nullable: true` as newer drafts write it: the type, and the choice, of null.
fn allow_null(part: &mut Value) {
    match part {
        Value::Object(object) => {
            if object.get("nullable") == Some(&Value::Bool(true)) {
                add_null(object);
            }
            object.values_mut().for_each(allow_null);
        }
        Value::Array(parts) => parts.iter_mut().for_each(allow_null),
        _ => {}
    }
}

fn add_null(object: &mut Map<String, Value>) {
    match object.get_mut("type") {
        Some(Value::String(kind)) if kind != "null" => {
            let both = json!([kind, "null"]);
            object.insert("type".to_owned(), both);
        }
        Some(Value::Array(kinds)) if !kinds.contains(&json!("null")) => kinds.push(json!("null")),
        _ => {}
    }
    if let Some(Value::Array(choices)) = object.get_mut("enum")
        && !choices.contains(&Value::Null)
    {
        choices.push(Value::Null);
    }
}

/// What it takes to compile a pattern: 1 for a small one.
fn pattern_size(pattern: &str) -> u32 {
    const SMALL: usize = 64 << 10;
    const LARGE: u32 = 16;
    // Too large ones fail early. What this engine cannot read at all may be of any size in the validator's.
    if RegexBuilder::new(pattern).size_limit(SMALL).build().is_ok() { 1 } else { LARGE }
}

/// Refuses a schema that is small as a text and huge once its references are followed.
fn check_size(root: &Value) -> Result<(), SchemaError> {
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
                open.extend(object.iter().map(|(name, value)| (format!("{pointer}/{}", escape(name)), value)));
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
fn check_bindings(root: &Value) -> Result<(), SchemaError> {
    let mut open = vec![(String::new(), root)];
    while let Some((pointer, part)) = open.pop() {
        match part {
            Value::Object(object) => {
                for (name, value) in object {
                    let at = format!("{pointer}/{}", escape(name));
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

/// A name as a step of a JSON Pointer.
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A URL fragment as a JSON Pointer.
fn decode(fragment: &str) -> String {
    let mut out = Vec::with_capacity(fragment.len());
    let mut bytes = fragment.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digits: Vec<u8> = bytes.by_ref().take(2).collect();
        let byte = std::str::from_utf8(&digits).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.extend(byte);
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn shorten(text: &str) -> String {
    /// Limit: characters of a message; it may quote the data.
    const MAX_MESSAGE: usize = 300;
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(schema: &Value) -> (String, String) {
        let error = Schema::parse(&schema.to_string()).unwrap_err();
        (error.pointer, error.reason)
    }

    #[test]
    fn schema_errors_say_where() {
        assert_eq!(refused(&json!([])).1, "the schema is not a JSON object");
        assert_eq!(refused(&json!({ "properties": { "a": { "type": "txt" } } })).0, "/properties/a/type");
        assert_eq!(
            refused(&json!({ "properties": { "a/b": { "x-selector": "p >" } } })).0,
            "/properties/a~1b/x-selector"
        );
        assert_eq!(
            refused(&json!({ "x-regex": "(" })),
            ("/x-regex".into(), "x-regex `(` is not a pattern: unclosed group".into())
        );
        assert_eq!(refused(&json!({ "x-role": "widget" })).1, "x-role `widget` is not an ARIA role");
        assert_eq!(refused(&json!({ "x-attribute": 5 })).1, "x-attribute is 5, not a string");
        assert!(refused(&json!({ "$ref": "https://a.example/schema" })).1.contains("a.example"), "nothing is fetched");
    }

    #[test]
    fn schemas_that_grow_beyond_bounds_are_refused() {
        let level = |n: usize| {
            let targets: Vec<Value> = (0..10).map(|_| json!({ "$ref": format!("#/$defs/a{}", n + 1) })).collect();
            (format!("a{n}"), json!({ "allOf": targets }))
        };
        let mut levels: Map<String, Value> = (0..12).map(level).collect();
        levels.insert("a12".to_owned(), json!({ "type": "string" }));
        let (_, reason) = refused(&json!({ "$ref": "#/$defs/a0", "$defs": levels }));
        assert_eq!(reason, "with every $ref followed the schema has more than 50000 parts");
        let many: Map<String, Value> = (0..2001).map(|n| (format!("p{n}"), json!({ "type": "string" }))).collect();
        let (pointer, reason) = refused(&json!({ "properties": many }));
        assert_eq!(
            (pointer.as_str(), reason.as_str()),
            ("/properties", "there are 2001 properties; at most 2000 are looked for")
        );
        let part = |n: usize| (format!("p{n}"), json!({ "pattern": format!("^(x{n}|.{{1,3000}})*$") }));
        let large: Map<String, Value> = (0..100).map(part).collect();
        assert_eq!(refused(&json!({ "properties": large })).1, "the patterns up to here are too large together");
        let part = |n: usize| (format!("p{n}"), json!({ "pattern": format!("^x{n}[a-z]{{1,30}}$") }));
        let small: Map<String, Value> = (0..500).map(part).collect();
        assert!(Schema::parse(&json!({ "properties": small }).to_string()).is_ok(), "small patterns");
        let list =
            json!({ "$ref": "#/$defs/n", "$defs": { "n": { "properties": { "next": { "$ref": "#/$defs/n" } } } } });
        assert!(Schema::parse(&list.to_string()).is_ok(), "a list of any length is small");
    }

    #[test]
    fn facets_follow_references() {
        let schema = Schema::parse(
            &json!({
                "$defs": { "a b": { "type": "number", "nullable": true }, "loop": { "$ref": "#/$defs/loop" } },
                "properties": {
                    "one": { "$ref": "#/$defs/a%20b" },
                    "two": { "anyOf": [{ "type": "null" }, { "type": "string", "format": "date" }] },
                    "three": { "$ref": "#/$defs/loop" },
                    "four": { "allOf": [{ "type": "object", "required": ["x"] }, { "properties": { "x": true } }] },
                }
            })
            .to_string(),
        )
        .unwrap();
        let all = schema.facets(schema.json());
        let facets = |i: usize| schema.facets(all.properties[i].1);
        assert!(all.is_object(), "by its properties");
        assert!(facets(0).is_number() && facets(0).nullable, "one");
        assert!(facets(1).is_text() && facets(1).nullable && facets(1).format == Some("date"), "two");
        assert!(!facets(2).is_object(), "three ends");
        assert!(facets(3).is_object() && facets(3).required.contains("x"), "four");
    }

    #[test]
    fn violations_name_the_place() {
        let schema =
            Schema::parse(&json!({ "properties": { "a": { "type": "number", "nullable": true } } }).to_string())
                .unwrap();
        assert_eq!(schema.violations(&json!({ "a": null })), []);
        assert_eq!(schema.violations(&json!({ "a": "x" }))[0].pointer, "/a");
    }
}
