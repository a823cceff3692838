//! The regular expressions of a schema: its patterns, the shapes of its examples, those of its bindings.

use std::collections::BTreeMap;

use regex::{Regex, RegexBuilder};
use serde_json::Value;

/// Limit: bytes of a compiled regular expression.
const MAX_REGEX: usize = 1 << 20;

/// The pattern of a text value.
#[derive(Debug)]
pub(super) struct Pattern {
    whole: Regex,
    /// The pattern without its anchors, to be found in a longer text.
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

/// Compiles the patterns of a schema and the shapes of its examples; a pattern that this engine cannot read guides nothing,
/// and the validator reports what breaks it.
pub(super) fn patterns(root: &Value) -> BTreeMap<String, Pattern> {
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
pub(super) fn shape_of(example: &str) -> Option<String> {
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

/// Returns the cost of compiling a pattern: 1 for a small one.
pub(super) fn pattern_size(pattern: &str) -> u32 {
    const SMALL: usize = 64 << 10;
    const LARGE: u32 = 16;
    // Too large ones fail early. What this engine cannot read at all may be of any size in the validator's.
    if RegexBuilder::new(pattern).size_limit(SMALL).build().is_ok() { 1 } else { LARGE }
}
