//! The YAML that Playwright writes: when a key or a value is quoted, and how.

use std::fmt::Write as _;

use crate::aria::text::{is_space, parse_number};

/// Appends a string as JavaScript's `JSON.stringify` writes it.
pub(crate) fn push_json(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
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
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_control(c) => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
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
    let mut before = None;
    for c in text.chars() {
        let suspicious = match c {
            '{' | '}' | '`' => true,
            '#' => before == Some(' '),
            c if is_space(c) => before == Some(':'),
            c => is_control(c),
        };
        if suspicious {
            return true;
        }
        before = Some(c);
    }
    last == ':' || reads_as_scalar(text)
}

/// True for what YAML 1.1 or 1.2, or JavaScript's `Number()`, reads as a number, a boolean or null.
fn reads_as_scalar(text: &str) -> bool {
    const WORDS: [&str; 14] =
        ["y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", ".inf", "-.inf", "+.inf", ".nan"];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) || is_number(text)
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
    fn value_escapes() {
        assert_eq!(value("x: \"q\" \\"), r#""x: \"q\" \\""#);
        assert_eq!(value("a\u{7f}b\u{1}\tc"), r#""a\x7fb\x01\tc""#);
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
