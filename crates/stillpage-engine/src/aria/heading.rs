//! Levels of headings, and of what else is in an outline.

use crate::dom::{ElementData, local_name, ns};

/// The level of a heading that has none.
const DEFAULT: u32 = 2;

/// The level of an `h1` to `h6`; `None` for other elements.
pub fn tag_level(element: &ElementData) -> Option<u32> {
    match element.name.local.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] if element.name.ns == ns!(html) => Some(u32::from(digit - b'0')),
        _ => None,
    }
}

/// The level that `aria-level` asks for; `None` if it is empty. Chrome: what is not a number of at least 1 is 1.
pub fn asked_level(element: &ElementData) -> Option<u32> {
    let text = element.attr(&local_name!("aria-level")).filter(|text| !text.is_empty())?;
    let level = leading_integer(text).and_then(|level| i32::try_from(level).ok()).unwrap_or(1);
    Some(level.max(1).unsigned_abs())
}

/// The level of a heading. Chrome: `aria-level` wins over the tag, up to 9.
pub fn heading_level(element: &ElementData) -> u32 {
    asked_level(element).filter(|level| *level <= 9).or_else(|| tag_level(element)).unwrap_or(DEFAULT)
}

/// An integer at the start of an attribute.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-integers>
pub(crate) fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\x0C', '\r']);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse::<i64>().ok().map(|n| sign * n)
}

#[cfg(test)]
mod tests {
    use super::heading_level;
    use crate::dom::{Dom, ParseOptions};

    /// The expectations are those of Chromium's accessibility tree.
    #[test]
    fn level_asked_for_wins_over_the_tag_up_to_nine() {
        let levels = |html: &str| -> Vec<u32> {
            let dom = Dom::parse(html.as_bytes(), &ParseOptions::of_text());
            dom.elements_in_order().skip(3).filter_map(|node| dom.element(node)).map(heading_level).collect()
        };
        let asked = ["-3", "0", "abc", "2.7", "+3", "9", "10", "", " 3 ", "99999999999"];
        let html: String = asked.iter().map(|level| format!("<h5 aria-level='{level}'></h5>")).collect();
        assert_eq!(levels(&html), [1, 1, 1, 2, 3, 9, 5, 5, 3, 1]);
        assert_eq!(levels("<h4></h4><p role=heading></p><p role=heading aria-level=12></p>"), [4, 2, 2]);
    }
}
