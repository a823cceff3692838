//! The rules of a page's style sheets as they are written: also those that nothing matches now, and the keyframes of animations.
//!
//! The cascade leaves out what cannot match. Who asks what a page could show in another state has to see all of it.

use url::Url;

use super::collect::{load, style_sheets};
use super::media::{DocumentViewport, Medium};
use crate::device::Device;
use crate::dom::Dom;

/// Limit: bytes of style sheets that are read.
const MOST_BYTES: usize = 8 << 20;
/// Limit: rules in rules, and sheets that import sheets.
const DEPTH: usize = 8;
/// Limit: bytes of a selector with those around it.
const LONGEST_SELECTOR: usize = 2000;

/// A property and its value, as they are written.
pub type WrittenDeclaration = (String, String);

/// A style rule as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRule {
    /// Its selectors, those of the rules around it included.
    pub selector: String,
    /// Its declarations.
    pub declarations: Vec<WrittenDeclaration>,
}

/// The author's style sheets as they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenSheets {
    /// Style rules under any conditions but those of printing.
    pub rules: Vec<WrittenRule>,
    /// The declarations in the frames of each animation, by its name.
    pub keyframes: Vec<(String, Vec<WrittenDeclaration>)>,
}

impl WrittenSheets {
    /// Reads the sheets of a page, its frames and its shadow trees.
    #[must_use]
    pub fn of(dom: &Dom, device: &Device) -> Self {
        let medium = Medium { device, viewport: &DocumentViewport::new(device.viewport) };
        let (mut all, mut room) = (Self::default(), MOST_BYTES);
        let mut known: Vec<String> = Vec::new();
        for root in dom.connected_roots() {
            for sheet in style_sheets(dom, root, &medium) {
                // Components repeat their sheets.
                if known.iter().any(|other| **other == *sheet.css) {
                    continue;
                }
                all.read(dom, &sheet.css, sheet.base.as_ref(), &mut room, 0);
                known.push(sheet.css.to_string());
                if known.len() > 64 {
                    known.remove(0);
                }
            }
        }
        all
    }

    /// Collects it from the text of one sheet, without what it imports.
    #[must_use]
    pub fn of_text(css: &str) -> Self {
        let mut all = Self::default();
        all.block(css, None, DEPTH, &mut |_| {});
        all
    }

    fn read(&mut self, dom: &Dom, css: &str, base: Option<&Url>, room: &mut usize, depth: usize) {
        let Some(left) = room.checked_sub(css.len()).filter(|_| depth < DEPTH) else { return };
        *room = left;
        let mut imports = Vec::new();
        self.block(css, None, DEPTH, &mut |url| imports.push(url.to_owned()));
        for import in imports {
            let url = base.and_then(|base| base.join(&import).ok());
            if let Some((text, url)) = url.and_then(|url| Some((load(dom, &url)?, url))) {
                self.read(dom, &text, Some(&url), room, depth + 1);
            }
        }
    }

    fn block(&mut self, css: &str, selector: Option<&str>, depth: usize, import: &mut dyn FnMut(&str)) {
        let mut declarations = Vec::new();
        let mut rest = css;
        while let Some((item, after)) = next_item(rest) {
            rest = after;
            match item {
                Item::Statement(text) => {
                    if let Some(url) = imported(text) {
                        import(url);
                    } else if selector.is_some() {
                        declarations.extend(declaration(text));
                    }
                }
                Item::Block(prelude, body) if depth > 0 => {
                    let name = prelude.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
                    let name = name.to_ascii_lowercase();
                    match name.as_str() {
                        "@media" if prelude.to_ascii_lowercase().contains("print") => {}
                        "@media" | "@supports" | "@layer" | "@container" | "@scope" => {
                            self.block(body, selector, depth - 1, import);
                        }
                        "@keyframes" | "@-webkit-keyframes" => {
                            let animation = prelude.get(name.len()..).unwrap_or_default().trim();
                            self.keyframes.push((animation.to_owned(), frames(body)));
                        }
                        _ if name.starts_with('@') => {}
                        _ => {
                            let own = nested(selector, prelude);
                            if own.len() <= LONGEST_SELECTOR {
                                self.block(body, Some(&own), depth - 1, import);
                            }
                        }
                    }
                }
                Item::Block(..) => {}
            }
        }
        if let Some(selector) = selector.filter(|_| !declarations.is_empty()) {
            self.rules.push(WrittenRule { selector: selector.to_owned(), declarations });
        }
    }
}

/// Collects the declarations of all frames of an animation.
fn frames(body: &str) -> Vec<WrittenDeclaration> {
    let (mut all, mut rest) = (Vec::new(), body);
    while let Some((item, after)) = next_item(rest) {
        rest = after;
        let Item::Block(_, mut frame) = item else { continue };
        while let Some((item, after)) = next_item(frame) {
            frame = after;
            if let Item::Statement(text) = item {
                all.extend(declaration(text));
            }
        }
    }
    all
}

fn declaration(text: &str) -> Option<WrittenDeclaration> {
    let (name, value) = text.split_once(':')?;
    let value = value.trim();
    let value = value.strip_suffix("!important").unwrap_or(value).trim();
    Some((name.trim().to_ascii_lowercase(), value.to_owned()))
}

fn imported(text: &str) -> Option<&str> {
    let at = text.get(..7).filter(|name| name.eq_ignore_ascii_case("@import"))?;
    let rest = text.get(at.len()..)?.trim_start();
    let rest = rest.strip_prefix("url(").unwrap_or(rest).trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    match quote {
        Some(quote) => rest.get(1..)?.split(quote).next(),
        None => rest.split([')', ' ', ';']).next(),
    }
}

/// The selector of a rule in another one.
fn nested(outer: Option<&str>, own: &str) -> String {
    match outer {
        None => own.to_owned(),
        Some(outer) if own.contains('&') => own.replace('&', &format!(":is({outer})")),
        Some(outer) => format!(":is({outer}) {own}"),
    }
}

/// A part of a block.
enum Item<'c> {
    /// Up to a semicolon.
    Statement(&'c str),
    /// A block: the text before it, and the text in it.
    Block(&'c str, &'c str),
}

/// The first part of a block, and the rest.
fn next_item(css: &str) -> Option<(Item<'_>, &str)> {
    let css = skip_space(css);
    if css.is_empty() {
        return None;
    }
    let Some((at, byte)) = find(css, b"{;}") else { return Some((Item::Statement(css.trim()), "")) };
    let (before, rest) = (css.get(..at)?, css.get(at + 1..)?);
    if byte != b'{' {
        return Some((Item::Statement(before.trim()), rest));
    }
    // To the brace that closes it.
    let (mut depth, mut from) = (1_usize, 0);
    while let Some((at, byte)) = rest.get(from..).and_then(|rest| find(rest, b"{}")) {
        depth = if byte == b'{' { depth + 1 } else { depth - 1 };
        if depth == 0 {
            return Some((Item::Block(before.trim(), rest.get(..from + at)?), rest.get(from + at + 1..)?));
        }
        from += at + 1;
    }
    Some((Item::Block(before.trim(), rest), ""))
}

fn skip_space(mut css: &str) -> &str {
    loop {
        css = css.trim_start();
        let Some(comment) = css.strip_prefix("/*") else { break };
        css = comment.find("*/").and_then(|end| comment.get(end + 2..)).unwrap_or_default();
    }
    css
}

/// The first of some bytes that is not in a string, a comment or parentheses.
fn find(css: &str, wanted: &[u8]) -> Option<(usize, u8)> {
    let bytes = css.as_bytes();
    let (mut at, mut parens) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' | b'\'' => {
                at += 1;
                while let Some(&other) = bytes.get(at) {
                    match other {
                        b'\\' => at += 1,
                        b'\n' => break,
                        other if other == byte => break,
                        _ => {}
                    }
                    at += 1;
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = css.get(at + 2..).and_then(|rest| rest.find("*/"))?;
                at += end + 3;
            }
            b'(' => parens += 1,
            b')' => parens = parens.saturating_sub(1),
            _ if wanted.contains(&byte) && (parens == 0 || byte == b'}') => return Some((at, byte)),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_rules_keep_states_and_nesting() {
        let sheets = WrittenSheets::of_text(
            "/* a{b:c} */ @import 'x.css'; a:hover, b { color: red; &:focus { opacity: 1 !important } .c { top: 0 } }\
             @media print { d { e: f } } @media (min-width: 1px) { g { content: '}'; h: url(a;b) } }\
             @keyframes in { from { opacity: 0 } to { opacity: 1 } }",
        );
        let rules: Vec<_> = sheets.rules.iter().map(|rule| (rule.selector.as_str(), rule.declarations.len())).collect();
        assert_eq!(
            rules,
            [(":is(a:hover, b):focus", 1), (":is(a:hover, b) .c", 1), ("a:hover, b", 1), ("g", 2)],
            "{sheets:?}"
        );
        assert_eq!(sheets.keyframes.len(), 1);
        assert_eq!(sheets.keyframes[0].1[1], ("opacity".to_owned(), "1".to_owned()));
    }

    #[test]
    fn broken_sheets_end() {
        for css in ["a{", "a{b:c", "}}}", "a{b{c{d", "\"", "/*", "a{b:'", "@import", "@import url(", "\\", "a{/*"] {
            let _ = WrittenSheets::of_text(css);
        }
        let _ = WrittenSheets::of_text(&"a{".repeat(10_000));
    }
}
