//! The parts of a chain, and what distinguishes a selector of Playwright's from CSS.

/// Pseudo-classes that CSS does not have.
const PSEUDO_CLASSES: &[&str] = &[
    "visible",
    "light",
    "text",
    "text-is",
    "text-matches",
    "has-text",
    "nth-match",
    "right-of",
    "left-of",
    "above",
    "below",
    "near",
];

/// One part of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelectorPiece<'a> {
    pub engine: &'a str,
    pub body: &'a str,
    /// Byte offset of the part, and of its body, in the selector.
    pub(super) offset: usize,
    pub(super) body_offset: usize,
    /// It is marked with `*`.
    pub(super) capture: bool,
}

/// True if a selector uses syntax that only Playwright knows: a chain, an engine, text in quotes, a pseudo-class.
pub(super) fn is_playwright(selector: &str) -> bool {
    let all = pieces(selector);
    all.len() > 1
        || all.iter().any(|piece| piece.engine != "css" || piece.body_offset != piece.offset)
        || has_pseudo_class(selector)
}

/// One of Playwright's pseudo-classes stands outside of strings and attribute selectors.
fn has_pseudo_class(selector: &str) -> bool {
    let (mut quote, mut in_attribute, mut escaped) = (None, false, false);
    for (at, c) in selector.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match c {
            '\\' => escaped = true,
            c if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(c),
            '[' => in_attribute = true,
            ']' => in_attribute = false,
            ':' if !in_attribute => {
                let rest = selector.get(at + 1..).unwrap_or_default();
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
                let name = rest.get(..end).unwrap_or_default();
                if PSEUDO_CLASSES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Splits at `>>` outside of quotes; never empty.
pub fn pieces(selector: &str) -> Vec<SelectorPiece<'_>> {
    let bytes = selector.as_bytes();
    let mut pieces = Vec::new();
    let (mut start, mut at, mut quote) = (0, 0, None);
    while selector.contains(">>") && at < bytes.len() {
        match bytes[at] {
            b'\\' if at + 1 < bytes.len() => at += 2,
            byte if quote == Some(byte) => {
                quote = None;
                at += 1;
            }
            byte @ (b'"' | b'\'' | b'`')
                if quote.is_none() && !in_plain_text(selector.get(start..at).unwrap_or_default()) =>
            {
                quote = Some(byte);
                at += 1;
            }
            b'>' if quote.is_none() && bytes.get(at + 1) == Some(&b'>') => {
                pieces.push(piece(selector, start, at));
                at += 2;
                start = at;
            }
            _ => at += 1,
        }
    }
    pieces.push(piece(selector, start, selector.len()));
    pieces
}

/// In `text=it's` the quote is a character like any other.
fn in_plain_text(before: &str) -> bool {
    let body = before.trim_start().strip_prefix("text").map(str::trim_start).and_then(|rest| rest.strip_prefix('='));
    body.is_some_and(|body| !body.is_empty())
}

fn piece(selector: &str, start: usize, end: usize) -> SelectorPiece<'_> {
    let raw = selector.get(start..end).unwrap_or_default();
    let part = raw.trim();
    let offset = start + (raw.len() - raw.trim_start().len());
    let named = part.split_once('=').map(|(name, body)| (name.trim(), body)).filter(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-+:*".contains(&b))
    });
    let is_quoted = |quote: char| part.len() > 1 && part.starts_with(quote) && part.ends_with(quote);
    let (name, body) = match named {
        Some(named) => named,
        None if is_quoted('"') || is_quoted('\'') => ("text", part),
        None if part.trim_start_matches('(').starts_with("//") || part.starts_with("..") => ("xpath", part),
        None => ("css", part),
    };
    let body_offset = offset + part.len() - body.len();
    let (engine, capture) = name.strip_prefix('*').map_or((name, false), |name| (name, true));
    SelectorPiece { engine, body, offset, body_offset, capture }
}
