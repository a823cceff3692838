//! Shorter texts that stand for a long one, or for one with a number that may change.

use crate::text::is_space;

/// UTF-16 code units of a long and of a short part of a text.
const LONG: usize = 80;
const SHORT: usize = 30;

/// The parts of a text to go by, each with what it takes off the score.
///
/// Playwright: without the number that it begins or ends with, a whole short text, or the start of a long one.
pub(super) fn alternatives(text: &str) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut without_number = |rest: &str| {
        let part = trimmed(rest, LONG);
        let bonus = if units(part) <= SHORT { 2 } else { 1 };
        found.push((part.to_owned(), bonus));
    };
    let rest = text.trim_start_matches(is_number);
    if rest.len() < text.len() && rest.starts_with(|c| !is_word(c)) {
        without_number(rest.trim_start_matches(is_space));
    }
    let rest = text.trim_end_matches(is_number);
    if rest.len() < text.len() && rest.ends_with(|c| !is_word(c)) {
        without_number(rest.trim_end_matches(is_space));
    }
    if units(text) <= SHORT {
        found.push((text.to_owned(), 0));
    } else {
        found.push((trimmed(text, LONG).to_owned(), 0));
        found.push((trimmed(text, SHORT).to_owned(), 1));
    }
    found.retain(|(part, _)| !part.is_empty());
    if found.is_empty() {
        found.push((start(text, LONG).to_owned(), 0));
    }
    found
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The first characters of a text, at most as many code units.
///
/// Approx: where JavaScript cuts a character in two, it is left out.
fn start(text: &str, max: usize) -> &str {
    let mut count = 0;
    let end = text.char_indices().find(|(_, c)| {
        count += c.len_utf16();
        count > max
    });
    end.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// The start of a text up to the last place where an ASCII word begins or ends, which may be nowhere. A short text
/// stays whole.
fn trimmed(text: &str, max: usize) -> &str {
    if units(text) <= max {
        return text;
    }
    let cut = start(text, max);
    // JavaScript: `.` does not match a line terminator.
    if cut.contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
        return "";
    }
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = cut.as_bytes();
    let is_boundary = |&at: &usize| {
        let before = at.checked_sub(1).is_some_and(|before| is_word(bytes[before]));
        before != bytes.get(at).is_some_and(|&byte| is_word(byte))
    };
    // Half of a character was left out: it follows the last word.
    let end = bytes.len() + usize::from(units(cut) < max);
    let at = (0..end).rev().find(is_boundary).unwrap_or(0);
    cut.get(..at).unwrap_or_default().trim_end_matches(is_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, i64)]) {
        let found = alternatives(text);
        assert_eq!(found.iter().map(|(part, bonus)| (part.as_str(), *bonus)).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn numbers_at_the_ends_are_left_out() {
        check("08:15", &[(":15", 2), ("08:", 2), ("08:15", 0)]);
        check("1,184 °C", &[("°C", 2), ("1,184 °C", 0)]);
        check("Cart 12", &[("Cart", 2), ("Cart 12", 0)]);
        check("3rd", &[("3rd", 0)]);
        check("12", &[("12", 0)]);
        check("v2", &[("v2", 0)]);
    }

    #[test]
    fn long_texts_end_at_a_word() {
        check(
            "The 18:40 boat to Skerry is cancelled today",
            &[("The 18:40 boat to Skerry is cancelled today", 0), ("The 18:40 boat to Skerry is", 1)],
        );
        check(&"a".repeat(90), &[("a".repeat(80).as_str(), 0)]);
        check(&"é".repeat(90), &[("é".repeat(80).as_str(), 0)]);
        check(&format!("One\n{}", "a".repeat(90)), &[(format!("One\n{}", "a".repeat(76)).as_str(), 0)]);
        check("", &[("", 0)]);
    }
}
