//! The YAML that Playwright writes: a line a node, and when a key or a value is quoted.

use std::fmt::{self, Write as _};
use std::ops::Range;

use super::{Child, Snapshot, SnapshotNode};
use crate::aria::States;
use crate::text::{is_space, parse_number};

/// Limit: names with more UTF-16 units are left out, as Playwright does.
const LONGEST_NAME: usize = 900;

impl fmt::Display for Snapshot {
    /// The YAML, without a line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        self.write_yaml(&|_, _| true, &mut |lines| result = result.and_then(|()| f.write_str(lines)));
        result
    }
}

/// Writes what a node's key gets besides; returns `true` if its ref is shown.
pub(super) type Annotate<'a> = &'a dyn Fn(&SnapshotNode, &mut String) -> bool;

impl Snapshot {
    /// Writes the YAML, a piece of some lines after the other; `annotate` decides for each node whether its ref is shown and what
    /// follows it.
    pub(super) fn write_yaml(&self, annotate: Annotate<'_>, write: &mut dyn FnMut(&str)) {
        /// Bytes that are written at once.
        const PIECE: usize = 4096;
        let mut out = String::new();
        let mut marks = String::new();
        let mut stack: Vec<(usize, &Child)> = self.roots.iter().rev().map(|child| (0, child)).collect();
        while let Some((depth, child)) = stack.pop() {
            if out.len() >= PIECE {
                out.push('\n');
                write(&out);
                out.clear();
            }
            let node = match child {
                Child::Text(text) => {
                    start_line(&mut out, depth);
                    out.push_str("text: ");
                    push_value(&mut out, text);
                    continue;
                }
                Child::Node(index) => self.node(*index),
            };
            start_line(&mut out, depth);
            marks.clear();
            let with_ref = annotate(node, &mut marks);
            let start = out.len();
            let name = self.write_key(&mut out, node, with_ref, &marks);
            // Roles, states and refs never need any.
            let asks = match marks.is_empty() {
                true => out.get(name).is_some_and(has_syntax),
                false => out.get(start..).is_some_and(needs_quotes),
            };
            if asks {
                let key = out.split_off(start);
                push_key(&mut out, &key);
            }
            let mut properties = node.properties().peekable();
            match &*node.children {
                [] if properties.peek().is_none() => {}
                [Child::Text(text)] if properties.peek().is_none() => {
                    out.push_str(": ");
                    push_value(&mut out, text);
                }
                children => {
                    out.push(':');
                    for (name, value) in properties {
                        start_line(&mut out, depth + 1);
                        out.push_str(name);
                        push_value(&mut out, value);
                    }
                    stack.extend(children.iter().rev().map(|child| (depth + 1, child)));
                }
            }
        }
        write(&out);
    }
}

pub(super) fn start_line(out: &mut String, depth: usize) {
    if !out.is_empty() {
        out.push('\n');
    }
    /// Most lines are indented by less.
    const INDENT: &str = "                                                                ";
    let mut spaces = 2 * depth;
    while spaces > 0 {
        let piece = INDENT.get(..spaces).unwrap_or(INDENT);
        out.push_str(piece);
        spaces -= piece.len();
    }
    out.push_str("- ");
}

impl Snapshot {
    /// The key of a node: role, name, states, ref; returns where its name is.
    pub(super) fn write_key(&self, out: &mut String, node: &SnapshotNode, with_ref: bool, marks: &str) -> Range<usize> {
        out.push_str(node.role.name());
        let start = out.len();
        // No more units than bytes.
        let is_short = node.name.len() <= LONGEST_NAME || node.name.encode_utf16().count() <= LONGEST_NAME;
        if !node.name.is_empty() && is_short {
            out.push(' ');
            push_json(out, &node.name);
        }
        let name = start..out.len();
        // Most nodes have none.
        if node.active || node.states != States::default() {
            for state in node.states.words(node.active) {
                out.push_str(" [");
                out.push_str(&state);
                out.push(']');
            }
        }
        if node.aria_hidden {
            out.push_str(" [aria-hidden]");
        }
        if let Some(reference) = node.reference.filter(|_| with_ref) {
            out.push_str(" [ref=");
            reference.push_to(out);
            out.push(']');
        }
        if node.cursor_pointer {
            out.push_str(" [cursor=pointer]");
        }
        out.push_str(marks);
        if let Some([x, y, width, height]) = node.rounded_rect().filter(|_| self.boxes) {
            // Writing to a string cannot fail.
            let _ = write!(out, " [box={x},{y},{width},{height}]");
        }
        name
    }
}

impl SnapshotNode {
    /// Its box in whole pixels: x, y, width, height, each rounded by itself as JavaScript's `Math.round` does.
    pub(super) fn rounded_rect(&self) -> Option<[i64; 4]> {
        let rect = self.extras.as_ref()?.rect?;
        Some([rect.x, rect.y, rect.width, rect.height].map(round))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "saturates; boxes are far smaller")]
fn round(value: f32) -> i64 {
    (f64::from(value) + 0.5).floor() as i64
}

/// Appends a string as JavaScript's `JSON.stringify` writes it.
pub(crate) fn push_json(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|b| b < b' ' || matches!(b, b'"' | b'\\')) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let mut tail = tail.chars();
        if let Some(c) = tail.next() {
            match escape(c) {
                Some(escaped) => out.push_str(escaped),
                None => {
                    let _ = write!(out, "\\u{:04x}", u32::from(c));
                }
            }
        }
        rest = tail.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

/// Appends a key, in single quotes if it needs any.
pub(crate) fn push_key(out: &mut String, key: &str) {
    if !needs_quotes(key) {
        out.push_str(key);
        return;
    }
    out.push('\'');
    for c in key.chars() {
        if c == '\'' {
            out.push('\'');
        }
        out.push(c);
    }
    out.push('\'');
}

/// Appends a value, in double quotes if it needs any.
pub(crate) fn push_value(out: &mut String, value: &str) {
    if !needs_quotes(value) {
        out.push_str(value);
        return;
    }
    out.push('"');
    for c in value.chars() {
        match escape(c) {
            Some(escaped) => out.push_str(escaped),
            None if is_control(c) => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            None => out.push(c),
        }
    }
    out.push('"');
}

/// Returns the escape that JSON and double-quoted YAML both write with a letter.
fn escape(c: char) -> Option<&'static str> {
    Some(match c {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => return None,
    })
}

/// C0 and C1 control characters, and DEL.
fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

/// True for text that a YAML reader would take for something else than this very string.
fn needs_quotes(text: &str) -> bool {
    let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else { return true };
    if is_space(first) || is_space(last) {
        return true;
    }
    if matches!(first, '-' | '&' | '*' | ']' | ',' | '?' | '!' | '>' | '|' | '@' | '"' | '\'' | '#' | '%' | '[') {
        return true;
    }
    has_syntax(text) || last == ':' || reads_as_scalar(text)
}

/// By byte: what [`has_syntax_by_char`] looks at twice, and colons.
const SYNTAX: [u8; 256] = {
    let mut syntax = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        syntax[byte] = if byte < b' ' as usize || byte == 0x7f { 1 } else { 0 };
        byte += 1;
    }
    (syntax[b'{' as usize], syntax[b'}' as usize]) = (1, 1);
    (syntax[b'`' as usize], syntax[b'#' as usize]) = (1, 1);
    syntax[b':' as usize] = 1;
    syntax
};

/// True for text with something in it that ends a plain scalar, or that none may hold.
fn has_syntax(text: &str) -> bool {
    if text.is_ascii() { has_ascii_syntax(text.as_bytes()) } else { has_syntax_by_char(text.chars()) }
}

/// [`has_syntax_by_char`] of ASCII.
fn has_ascii_syntax(text: &[u8]) -> bool {
    // Most texts have none of these at all; a space is harmless without a colon.
    if text.iter().fold(0, |any, byte| any | SYNTAX[usize::from(*byte)]) == 0 {
        return false;
    }
    let asks = |byte: u8| byte == b' ' || SYNTAX[usize::from(byte)] != 0;
    text.iter().enumerate().filter(|(_, byte)| asks(**byte)).any(|(at, byte)| {
        let before = at.checked_sub(1).map_or(b'a', |before| text[before]);
        match byte {
            b' ' | b'\t' => before == b':',
            b'#' => is_space(char::from(before)),
            b':' => false,
            _ => true,
        }
    })
}

/// [`has_syntax`] of any text.
fn has_syntax_by_char(text: impl Iterator<Item = char>) -> bool {
    let mut before = 'a';
    for c in text {
        let suspicious = match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => false,
            ' ' => before == ':',
            '{' | '}' | '`' | '\n' | '\r' => true,
            '#' => is_space(before),
            '\t' => before == ':',
            c => is_control(c) || is_space(c) && before == ':',
        };
        if suspicious {
            return true;
        }
        before = c;
    }
    false
}

/// True for text that YAML 1.1 or 1.2, or JavaScript's `Number()`, reads as a number, a boolean or null.
fn reads_as_scalar(text: &str) -> bool {
    const WORDS: [&str; 14] =
        ["y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", ".inf", "-.inf", "+.inf", ".nan"];
    /// The length of the longest of them.
    const LONGEST: usize = 5;
    text.len() <= LONGEST && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) || is_number(text)
}

/// True for a [JavaScript numeric literal](https://tc39.es/ecma262/#prod-StringNumericLiteral) with nothing around it.
fn is_number(text: &str) -> bool {
    parse_number(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        let mut out = String::new();
        push_value(&mut out, text);
        out
    }

    fn key(text: &str) -> String {
        let mut out = String::new();
        push_key(&mut out, text);
        out
    }

    #[test]
    fn value_plain() {
        for text in [
            "a",
            "a:b",
            ":a",
            "a#b",
            "a[b",
            "a]",
            "a\"b",
            "a'b",
            "a, b",
            "2020-01-01",
            "12:30",
            "1,000",
            "1 2",
            "\\x",
            "=x",
            "<<",
            "...",
            "a - b",
            "1e",
            "nan",
            "NaN",
            "1_000",
            "yes sir",
            "日本",
            "…x",
        ] {
            assert_eq!(value(text), text, "stays plain");
        }
    }

    #[test]
    fn value_quoted() {
        for text in [
            "", " a", "a ", "-x", "-", "a: b", "a:", "a #b", "#a", "@a", "`a", "a`", "[a]", "{a", "a}", "&a", "*a",
            "!a", "|a", ">a", "%a", "'a'", "?", "? a", ",a", "]a", "No", "y", "N", "on", "OFF", "true", "null", "~",
            "1.5", "0x1f", "0o17", ".5", "+1", "1e3", "Infinity", "0", "00", "0b1", "1.", ".inf", ".nan", "-.inf",
            "---",
        ] {
            assert_eq!(value(text), format!("\"{text}\""), "is quoted");
        }
    }

    #[test]
    fn ascii_syntax_is_that_of_any_text() {
        for one in 0..128u8 {
            for other in 0..128u8 {
                let text = [one, b'x', one, other, b'y', other].map(char::from);
                let ascii: Vec<u8> = text.iter().map(|&c| c as u8).collect();
                assert_eq!(has_ascii_syntax(&ascii), has_syntax_by_char(text.into_iter()), "{text:?}");
            }
        }
    }

    #[test]
    fn value_escapes() {
        assert_eq!(value("x: \"q\" \\"), r#""x: \"q\" \\""#);
        assert_eq!(value("a\u{7f}b\u{1}\tc"), r#""a\x7fb\x01\tc""#);
        // What a link's address may hold.
        assert_eq!(value("a\nb"), r#""a\nb""#);
        assert_eq!(value("a\u{b}b\t#"), r#""a\x0bb\t#""#);
        assert_eq!(value("a\tb"), "a\tb");
    }

    #[test]
    fn key_quoting() {
        assert_eq!(key("button \"x\""), "button \"x\"");
        assert_eq!(key("button \"it's: x\""), "'button \"it''s: x\"'");
        assert_eq!(key("button \"[x]\""), "button \"[x]\"");
        assert_eq!(key("button \"`\""), "'button \"`\"'");
    }

    #[test]
    fn json_escapes() {
        let mut out = String::new();
        push_json(&mut out, "a\"b\\\n\u{1}\u{7f}\u{2028}");
        assert_eq!(out, "\"a\\\"b\\\\\\n\\u0001\u{7f}\u{2028}\"");
    }
}
