//! The YAML of a template: a sequence of strings and mappings.

use std::borrow::Cow;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::{ChildrenMode, TemplateChild, TemplateError, TemplateNode, TextMatcher, key};
use crate::text::{parse_number, trim};

/// Limit: nested levels of a template.
const DEEPEST: usize = 200;

/// A YAML node with the place where it starts.
#[derive(Debug)]
struct Value {
    line: usize,
    column: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    String(String),
    /// A number or a boolean, as JavaScript writes it.
    Primitive(String),
    Null,
    Sequence(Vec<Value>),
    Mapping(Vec<(Value, Value)>),
}

/// Parses a template.
pub(super) fn parse(text: &str) -> Result<TemplateNode, TemplateError> {
    let lines = Lines::of(text);
    let root = if lines.text.is_empty() { None } else { Loader::load(&lines)? };
    let sequence = "a template must be a YAML sequence, each element starting with \"- \"";
    let Some(root) = root else {
        if !lines.text.is_empty() {
            return Err(TemplateError::new(lines.numbers.first().copied().unwrap_or(1), 1, sequence));
        }
        return Ok(TemplateNode { role: "fragment".to_owned(), ..TemplateNode::default() });
    };
    let Content::Sequence(items) = root.content else {
        return Err(TemplateError::new(root.line, root.column, sequence));
    };
    let mut fragment = TemplateNode { role: "fragment".to_owned(), ..TemplateNode::default() };
    add_items(&mut fragment, items)?;
    let contains = matches!(fragment.mode, None | Some(ChildrenMode::Contain));
    match fragment.children.as_mut_slice() {
        [TemplateChild::Node(only)] if contains => Ok(std::mem::take(only)),
        _ => Ok(fragment),
    }
}

/// The lines of a template without blank ones and without the indentation that all share, and where they were.
struct Lines {
    text: String,
    numbers: Vec<usize>,
    indentation: usize,
}

impl Lines {
    fn of(text: &str) -> Self {
        let filled = || text.split('\n').enumerate().filter(|(_, line)| !trim(line).is_empty());
        let indent = |line: &str| line.chars().take_while(|c| c.is_whitespace()).count();
        let indentation = filled().map(|(_, line)| indent(line)).min().unwrap_or_default();
        let lines: Vec<String> = filled().map(|(_, line)| line.chars().skip(indentation).collect()).collect();
        Self { text: lines.join("\n"), numbers: filled().map(|(at, _)| at + 1).collect(), indentation }
    }

    /// Line and column in the text as given.
    fn place(&self, marker: &Marker) -> (usize, usize) {
        let line = self.numbers.get(marker.line().saturating_sub(1)).or(self.numbers.last()).copied().unwrap_or(1);
        (line, marker.col() + 1 + self.indentation)
    }
}

/// Builds values from the events of the YAML parser.
#[derive(Default)]
struct Loader {
    /// The open values, the innermost last.
    open: Vec<Value>,
    /// Keys that wait for their values, by open mapping.
    keys: Vec<Option<Value>>,
    root: Option<Value>,
}

impl Loader {
    fn load(lines: &Lines) -> Result<Option<Value>, TemplateError> {
        let mut loader = Self::default();
        let mut documents = 0;
        for event in Parser::new_from_str(&lines.text) {
            let (event, span) = event.map_err(|error| {
                let (line, column) = lines.place(error.marker());
                TemplateError::new(line, column, error.info().to_owned())
            })?;
            let (line, column) = lines.place(&span.start);
            match event {
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        return Err(TemplateError::new(line, column, "a template is one YAML document"));
                    }
                }
                Event::Alias(_) => {
                    return Err(TemplateError::new(line, column, "aliases have no meaning in a template"));
                }
                Event::Scalar(text, style, _, tag) => {
                    let content = if style == ScalarStyle::Plain && tag.is_none() {
                        plain(text)
                    } else {
                        Content::String(text.into_owned())
                    };
                    loader.close(Value { line, column, content })?;
                }
                Event::SequenceStart(..) => {
                    loader.open(Value { line, column, content: Content::Sequence(Vec::new()) })?;
                }
                Event::MappingStart(..) => {
                    loader.open(Value { line, column, content: Content::Mapping(Vec::new()) })?;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    loader.keys.pop();
                    if let Some(value) = loader.open.pop() {
                        loader.close(value)?;
                    }
                }
                _ => {}
            }
        }
        Ok(loader.root)
    }

    fn open(&mut self, value: Value) -> Result<(), TemplateError> {
        if self.open.len() >= DEEPEST {
            return Err(TemplateError::new(value.line, value.column, format!("nested deeper than {DEEPEST} levels")));
        }
        self.open.push(value);
        self.keys.push(None);
        Ok(())
    }

    /// Puts a complete value where it belongs.
    fn close(&mut self, value: Value) -> Result<(), TemplateError> {
        let (Some(parent), Some(key)) = (self.open.last_mut(), self.keys.last_mut()) else {
            self.root = Some(value);
            return Ok(());
        };
        match &mut parent.content {
            Content::Sequence(items) => items.push(value),
            Content::Mapping(entries) => match key.take() {
                Some(key) => entries.push((key, value)),
                None => {
                    let same = |other: &Value| match (&other.content, &value.content) {
                        (Content::String(a), Content::String(b)) | (Content::Primitive(a), Content::Primitive(b)) => {
                            a == b
                        }
                        _ => false,
                    };
                    if entries.iter().any(|(other, _)| same(other)) {
                        return Err(TemplateError::new(value.line, value.column, "map keys must be unique"));
                    }
                    *key = Some(value);
                }
            },
            _ => {}
        }
        Ok(())
    }
}

/// A plain scalar in [YAML's core schema](https://yaml.org/spec/1.2.2/#103-core-schema).
fn plain(text: Cow<'_, str>) -> Content {
    if matches!(&*text, "" | "~" | "null" | "Null" | "NULL") {
        return Content::Null;
    }
    match &*text {
        "true" | "True" | "TRUE" => return Content::Primitive("true".to_owned()),
        "false" | "False" | "FALSE" => return Content::Primitive("false".to_owned()),
        _ => {}
    }
    match number(&text) {
        Some(number) => Content::Primitive(number),
        None => Content::String(text.into_owned()),
    }
}

/// The number that a plain scalar is, as JavaScript writes it.
///
/// Approx: from 1e21 on without an exponent.
fn number(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Some(if text.starts_with('-') { "-Infinity" } else { "Infinity" }.to_owned());
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some("NaN".to_owned());
    }
    let prefixed = text.starts_with("0x") || text.starts_with("0o");
    let decimal = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.bytes().any(|b| b.is_ascii_digit())
        && unsigned.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    if !prefixed && !decimal {
        return None;
    }
    let value = parse_number(text)?;
    Some(if value == 0.0 { "0".to_owned() } else { value.to_string() })
}

fn add_items(into: &mut TemplateNode, items: Vec<Value>) -> Result<(), TemplateError> {
    for item in items {
        let Value { line, column, content } = item;
        match content {
            Content::String(text) => into.children.push(TemplateChild::Node(node(&text, line, column)?)),
            Content::Mapping(entries) => add_entries(into, entries)?,
            _ => return Err(TemplateError::new(line, column, "sequence items must be strings or maps")),
        }
    }
    Ok(())
}

fn node(text: &str, line: usize, column: usize) -> Result<TemplateNode, TemplateError> {
    match key::parse(text) {
        Ok(mut node) => {
            if let Some(broken) = node.name.as_mut().and_then(|name| name.broken.as_mut()) {
                (broken.line, broken.column) = (line, column + broken.column);
            }
            Ok(node)
        }
        Err(error) => Err(TemplateError::new(line, column + error.position, error.message)),
    }
}

fn add_entries(into: &mut TemplateNode, entries: Vec<(Value, Value)>) -> Result<(), TemplateError> {
    for (key, value) in entries {
        let Content::String(text) = &key.content else {
            return Err(TemplateError::new(key.line, key.column, "only string keys are supported"));
        };
        let wrong = |message: &str| Err(TemplateError::new(value.line, value.column, message));
        match text.as_str() {
            "text" => match value.content {
                Content::String(text) => into.children.push(TemplateChild::Text(TextMatcher::value(text))),
                _ => return wrong("the value of text must be a string: put it in quotes"),
            },
            "/children" => {
                into.mode = Some(match &value.content {
                    Content::String(mode) if mode == "contain" => ChildrenMode::Contain,
                    Content::String(mode) if mode == "equal" => ChildrenMode::Equal,
                    Content::String(mode) if mode == "deep-equal" => ChildrenMode::DeepEqual,
                    _ => return wrong("the value of /children must be contain, equal or deep-equal"),
                });
            }
            property if property.starts_with('/') => match value.content {
                // Playwright: only the URL is compared.
                Content::String(text) if property == "/url" => into.url = Some(TextMatcher::value(text)),
                Content::String(_) => {}
                _ => return wrong("the value of a property must be a string: put it in quotes"),
            },
            _ => {
                let mut child = node(text, key.line, key.column)?;
                match value.content {
                    Content::String(text) | Content::Primitive(text) => {
                        child.children.push(TemplateChild::Text(TextMatcher::value(text)));
                    }
                    Content::Sequence(items) => add_items(&mut child, items)?,
                    Content::Null => return wrong("the value of a node must be a string or a sequence"),
                    Content::Mapping(_) => return wrong("map values must be strings or sequences"),
                }
                into.children.push(TemplateChild::Node(child));
            }
        }
    }
    Ok(())
}
