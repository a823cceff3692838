//! Amounts of money in texts, and their currencies.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::text::rows;

/// True for a text that is an amount of money: a currency sign or code beside a number, and little else.
#[must_use]
pub(crate) fn is_price(text: &str) -> bool {
    /// Signs and codes in lower case by their first characters, and whether they count as a whole word only: `kr`, but not that of
    /// `kraft`.
    static MARKS: LazyLock<FxHashMap<char, Vec<(String, bool)>>> = LazyLock::new(|| {
        let is_word = |mark: &str| mark.chars().all(char::is_alphabetic) && mark.chars().nth(1).is_some();
        let codes = CURRENCIES.iter().map(|&(code, _)| code).filter(|code| *code != "-");
        let mut marks: FxHashMap<char, Vec<(String, bool)>> = FxHashMap::default();
        for mark in codes.chain(CURRENCIES.iter().flat_map(|(_, signs)| signs.iter().copied())) {
            let lower = mark.to_lowercase();
            marks.entry(lower.chars().next().unwrap_or_default()).or_default().push((lower, is_word(mark)));
        }
        marks
    });
    if text.chars().nth(40).is_some() || !text.chars().any(char::is_numeric) {
        return false;
    }
    let text = text.to_lowercase();
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let in_number = |c: char| matches!(c, '.' | ',' | '\'' | '’') || c.is_whitespace();
    text.char_indices().any(|(at, first)| {
        let marks = MARKS.get(&first).map(Vec::as_slice).unwrap_or_default();
        let (before, rest) = text.split_at(at);
        marks.iter().any(|(mark, is_word)| {
            let Some(after) = rest.strip_prefix(mark.as_str()) else { return false };
            if *is_word && after.starts_with(is_letter) {
                return false;
            }
            let begins = !is_word || !before.ends_with(is_letter);
            let number = if *is_word { after.strip_prefix('.').unwrap_or(after) } else { after };
            begins && number.trim_start().starts_with(char::is_numeric)
                || before.trim_end_matches(in_number).ends_with(char::is_numeric)
        })
    })
}

/// The currency of an amount, where its sign stands for one alone.
#[must_use]
pub(crate) fn currency(text: &str) -> Option<&'static str> {
    let words = || text.split(|c: char| !c.is_ascii_alphabetic());
    let known = || CURRENCIES.iter().filter(|(code, _)| *code != "-");
    let by_code = known().find(|(code, _)| words().any(|word| word == *code));
    let by_sign = || known().find(|(_, signs)| signs.iter().any(|sign| text.contains(sign)));
    by_code.or_else(by_sign).map(|&(code, _)| code)
}

/// The rows of `data/currencies.tsv`: codes with their signs.
static CURRENCIES: LazyLock<Vec<(&'static str, Vec<&'static str>)>> = LazyLock::new(|| {
    let signs = |signs: &'static str| signs.split(',').filter(|sign| !sign.is_empty()).collect();
    rows(include_str!("data/currencies.tsv")).map(|(code, own)| (code, signs(own))).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_known() {
        for text in ["$12", "12,50 €", "EUR 5", "¥1,200", "from £3.20"] {
            assert!(is_price(text), "{text}");
        }
        for text in ["12 Kč", "kr. 20", "1 200 zł", "5USD", "₹ 1,200.-", "US$4"] {
            assert!(is_price(text), "{text}");
        }
        for text in ["12", "Room 5", "euros", "5 stars", "5 kraft", "5 eurostars", "peur 5", "usd5", "$ and 5"] {
            assert!(!is_price(text), "{text}");
        }
        assert_eq!(currency("12,50 €"), Some("EUR"));
        assert_eq!(currency("$5"), None, "a dollar of an unknown country");
    }
}
