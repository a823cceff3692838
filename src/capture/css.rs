//! Style sheets that stand alone: what they import is written into them, what they would load is not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use url::Url;

/// Limit: how deep imports are followed.
const MAX_DEPTH: usize = 8;

/// Limit: bytes that a sheet may grow to with its imports.
const MAX_BYTES: usize = 64 << 20;

/// A style sheet with everything that it imports inside, and no address that could be loaded. `sheets`: texts of imported
/// sheets by address.
pub(super) fn standalone(css: &str, base: Option<&Url>, sheets: &BTreeMap<String, String>) -> String {
    inline(css, base, sheets, 0)
}

fn inline(css: &str, base: Option<&Url>, sheets: &BTreeMap<String, String>, depth: usize) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    let mut is_import = false;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = comment(rest) {
            take(&mut rest, length, &mut out);
        } else if starts_with(rest, "@import") {
            take(&mut rest, "@import".len(), &mut out);
            is_import = true;
        } else if matches!(c, '"' | '\'') {
            let length = string(rest);
            let text = rest.get(..length).unwrap_or(rest);
            if is_import {
                push_import(&unquoted(text), base, sheets, depth, &mut out);
                is_import = false;
            } else {
                out.push_str(text);
            }
            rest = rest.get(length..).unwrap_or_default();
        } else if starts_with(rest, "url(") && !out.ends_with(is_name) {
            let (address, length) = address(rest);
            if is_import {
                push_import(&address, base, sheets, depth, &mut out);
                is_import = false;
            } else if address.starts_with("data:") || address.starts_with('#') {
                out.push_str(rest.get(..length).unwrap_or(rest));
            } else {
                out.push_str("url(\"data:,\")");
            }
            rest = rest.get(length..).unwrap_or_default();
        } else {
            is_import &= c.is_whitespace();
            take(&mut rest, c.len_utf8(), &mut out);
        }
    }
    out
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

fn take(rest: &mut &str, length: usize, out: &mut String) {
    let (now, later) = rest.split_at_checked(length).unwrap_or((rest, ""));
    out.push_str(now);
    *rest = later;
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Length of a comment that the text starts with.
fn comment(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("/*")?;
    Some(inside.find("*/").map_or(text.len(), |at| at + 4))
}

/// Length of the string that the text starts with.
fn string(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, quote)) = chars.next() else { return 0 };
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn unquoted(text: &str) -> String {
    let inside = text.strip_prefix(['"', '\'']).unwrap_or(text);
    inside.strip_suffix(['"', '\'']).unwrap_or(inside).replace("\\\n", "").replace('\\', "")
}

/// The address of the `url(...)` that the text starts with, and the length of it all.
fn address(text: &str) -> (String, usize) {
    let inside = text.get("url(".len()..).unwrap_or_default();
    let start = inside.len() - inside.trim_start().len();
    let content = inside.get(start..).unwrap_or_default();
    if content.starts_with(['"', '\'']) {
        let length = string(content);
        let after = content.get(length..).unwrap_or_default();
        let end = after.find(')').map_or(after.len(), |at| at + 1);
        return (unquoted(content.get(..length).unwrap_or(content)), "url(".len() + start + length + end);
    }
    let end = content.find(')');
    let address = content.get(..end.unwrap_or(content.len())).unwrap_or_default().trim();
    (address.to_owned(), "url(".len() + start + end.map_or(content.len(), |at| at + 1))
}

/// An import of the text itself; media, layer and conditions stay behind it.
fn push_import(address: &str, base: Option<&Url>, sheets: &BTreeMap<String, String>, depth: usize, out: &mut String) {
    if address.starts_with("data:") {
        let _ = write!(out, "url(\"{address}\")");
        return;
    }
    let url = match base {
        Some(base) => base.join(address).ok(),
        None => Url::parse(address).ok(),
    };
    let text = url.as_ref().and_then(|url| sheets.get(url.as_str()));
    match text {
        Some(text) if depth < MAX_DEPTH && out.len() < MAX_BYTES => {
            let whole = inline(text, url.as_ref(), sheets, depth + 1);
            let _ = write!(out, "url(\"data:text/css;base64,{}\")", base64(whole.as_bytes()));
        }
        _ => out.push_str("url(\"data:text/css,\")"),
    }
}

/// <https://www.rfc-editor.org/rfc/rfc4648#section-4>
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            if digit <= group.len() {
                out.push(char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(css: &str, expected: &str) {
        let sheets = [
            ("http://a/x/b.css".to_owned(), "p{}".to_owned()),
            ("http://a/x/loop.css".to_owned(), "@import 'loop.css';".to_owned()),
        ];
        let base = Url::parse("http://a/x/y.css").ok();
        assert_eq!(standalone(css, base.as_ref(), &BTreeMap::from(sheets)), expected, "{css}");
    }

    #[test]
    fn sheet_loads_nothing() {
        check("a{background:url(i.png)}", "a{background:url(\"data:,\")}");
        check("a{background:url( 'i(1).png' ) no-repeat}", "a{background:url(\"data:,\") no-repeat}");
        check("a{mask:URL(#m);src:url(data:,x)}", "a{mask:URL(#m);src:url(data:,x)}");
        check("a{content:'url(x)'}/* url(y) */", "a{content:'url(x)'}/* url(y) */");
        check("a{background:url(", "a{background:url(\"data:,\")");
        check("a{content:'\\'", "a{content:'\\'");
    }

    #[test]
    fn sheet_holds_what_it_imports() {
        check("@import 'b.css' screen;", "@import url(\"data:text/css;base64,cHt9\") screen;");
        check("@import url(b.css) layer(a);", "@import url(\"data:text/css;base64,cHt9\") layer(a);");
        check("@IMPORT \"gone.css\";", "@IMPORT url(\"data:text/css,\");");
        let mut deep = String::new();
        push_import("loop.css", Url::parse("http://a/x/").ok().as_ref(), &BTreeMap::new(), 0, &mut deep);
        assert_eq!(deep, "url(\"data:text/css,\")");
    }

    #[test]
    fn sheet_that_imports_itself_comes_to_an_end() {
        let sheets = BTreeMap::from([("http://a/l.css".to_owned(), "@import 'l.css';b{}".to_owned())]);
        let base = Url::parse("http://a/").ok();
        assert!(standalone("@import 'l.css';", base.as_ref(), &sheets).len() < 10_000, "bounded");
    }

    #[test]
    fn base64_of_every_length() {
        for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(base64(text.as_bytes()), expected, "{text}");
        }
    }
}
