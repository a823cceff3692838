//! The schema of what is asked for: JSON Schema, with bindings to the place of a value on the page.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use super::pattern::{Pattern, patterns, shape_of};
use super::pointer::decode;
use super::schema_check::{SchemaError, check_bindings, check_size};

/// Limit: `$ref`s that lead to `$ref`s, and schemas in `allOf` and similar keywords.
const MAX_HOPS: usize = 16;
/// Limit: parts that are looked at for one; a part that is referred to twice counts twice.
const MAX_PARTS: usize = 1000;

/// A schema that compiles.
#[derive(Debug)]
pub struct Schema {
    root: Value,
    validator: Validator,
    /// The `pattern`s of the schema and the shapes of its examples, compiled once.
    patterns: BTreeMap<String, Pattern>,
}

/// A place at which data breaks the schema.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Violation {
    /// The place in the data: a JSON Pointer.
    pub pointer: String,
    /// The problem there.
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

    /// Returns the places at which some data breaks the schema, in the order of the schema; empty if nothing does.
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

    /// Returns the facets of a part of the schema.
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

/// The facets of a part of a schema, references followed.
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

/// The place of a value on the page, by the schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Binding<'s> {
    pub(super) selector: Option<&'s str>,
    pub(super) attribute: Option<&'s str>,
    pub(super) regex: Option<&'s str>,
    pub(super) role: Option<&'s str>,
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
