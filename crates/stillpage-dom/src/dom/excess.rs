//! Tags with more attributes than a parser should compare.

/// Limit: attributes of one tag. The tokenizer compares each with all before it.
pub(super) const MAX_ATTRIBUTES: usize = 1024;

/// Cuts the attributes beyond [`MAX_ATTRIBUTES`] out of every tag; returns the parts of the text to read, each with its
/// offset.
///
/// Approx: knows the text-only elements by name and not where they are allowed; a wrong guess needs a tag of more than a
/// thousand attributes to have an effect.
pub(super) fn without_excess_attributes(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(open) = bytes.get(at..).and_then(|rest| rest.iter().position(|&b| b == b'<')) {
        at += open + 1;
        let rest = &bytes[at..];
        if rest.starts_with(b"!--") {
            at += rest.windows(3).position(|w| w == b"-->").unwrap_or(rest.len());
            continue;
        }
        let is_end = rest.first() == Some(&b'/');
        at += usize::from(is_end);
        let rest = &bytes[at..];
        if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let name_end = rest.iter().position(|&b| ends_name(b)).unwrap_or(rest.len());
        let name = rest[..name_end].to_ascii_lowercase();
        at += name_end;
        let (end, excess) = attributes(bytes, at);
        if let Some(excess) = excess {
            // Both ends are next to ASCII bytes or at the end, so on character boundaries.
            parts.extend(text.get(from..excess).map(|part| (from, part)));
            from = end;
        }
        at = end;
        if !is_end && RAW_TEXT.contains(&&*name) {
            at += end_tag(&bytes[at..], &name);
        }
    }
    parts.extend(text.get(from..).map(|part| (from, part)));
    parts
}

/// Elements whose content is text up to their end tag.
const RAW_TEXT: &[&[u8]] =
    &[b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes", b"noscript"];

/// Returns the offset of `</name`, or the length of `bytes` without one.
fn end_tag(bytes: &[u8], name: &[u8]) -> usize {
    let mut at = 0;
    while let Some(open) = bytes.get(at..).and_then(|rest| rest.iter().position(|&b| b == b'<')) {
        at += open;
        let rest = &bytes[at + 1..];
        if rest.first() == Some(&b'/') && rest.get(1..=name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name)) {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// From behind a tag name: where the tag ends (at its `>`), and where the attributes begin that are too many.
fn attributes(bytes: &[u8], mut at: usize) -> (usize, Option<usize>) {
    let (mut count, mut excess) = (0, None);
    let peek = |at: usize| bytes.get(at).copied();
    loop {
        while peek(at).is_some_and(|b| b.is_ascii_whitespace() || b == b'/') {
            at += 1;
        }
        match peek(at) {
            None | Some(b'>') => return (at, excess),
            Some(_) => {}
        }
        count += 1;
        if count > MAX_ATTRIBUTES && excess.is_none() {
            excess = Some(at);
        }
        // A leading "=" belongs to the name.
        at += 1;
        while peek(at).is_some_and(|b| !ends_name(b) && b != b'=') {
            at += 1;
        }
        let mut value = at;
        while peek(value).is_some_and(|b| b.is_ascii_whitespace()) {
            value += 1;
        }
        if peek(value) != Some(b'=') {
            continue;
        }
        at = value + 1;
        while peek(at).is_some_and(|b| b.is_ascii_whitespace()) {
            at += 1;
        }
        match peek(at) {
            Some(quote @ (b'"' | b'\'')) => {
                at += 1;
                at += bytes[at..].iter().position(|&b| b == quote).map_or(bytes.len() - at, |n| n + 1);
            }
            _ => {
                while peek(at).is_some_and(|b| !b.is_ascii_whitespace() && b != b'>') {
                    at += 1;
                }
            }
        }
    }
}

fn ends_name(b: u8) -> bool {
    b.is_ascii_whitespace() || b == b'/' || b == b'>'
}

#[cfg(test)]
mod tests {
    use super::super::{Dom, ParseOptions, local_name};
    use super::*;

    #[test]
    fn limit_on_attributes_cuts_the_tag_short() {
        let many: String = (0..5000).map(|i| format!(" a{i}='>'")).collect();
        let dom = Dom::parse(
            format!("<script>i<n{many}</script><b{many}></b><p {many}>x<i class=y>").as_bytes(),
            &ParseOptions::default(),
        );
        let p = dom.elements_in_order().find(|&n| dom.is_html(n, &local_name!("p"))).unwrap();
        assert_eq!(dom.element(p).unwrap().attributes.len(), MAX_ATTRIBUTES, "attributes");
        assert_eq!(dom.text_content(p), "x", "content");
        // Those of an end tag are never used.
        let end = format!("<p>x</p {many}>");
        let kept: usize = without_excess_attributes(&end).iter().map(|(_, part)| part.len()).sum();
        assert!(kept < 10 * MAX_ATTRIBUTES, "{kept}");
        let script = dom.elements_in_order().find(|&n| dom.is_html(n, &local_name!("script"))).unwrap();
        assert!(dom.text_content(script).len() > 5000 * 6, "scripts are not tags");
    }
}
