//! Ratings with the best one beside them: `4.5 out of 5`.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::rows;

/// The best ratings that scales have.
const SCALE: &str = r"(?:5|6|10|20|100)(?:[.,]0)?";

/// A rating before and a rating behind the best one, in the words of `data/ratings.tsv`.
///
/// # Panics
/// If a pattern does not parse. Each is used in a test.
static PATTERNS: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    for (first, second) in rows(include_str!("data/ratings.tsv")).filter_map(|(_, words)| words.split_once('|')) {
        before.extend(first.split(',').filter(|word| !word.is_empty()).map(regex::escape));
        behind.extend(second.split(',').filter(|word| !word.is_empty()).map(regex::escape));
    }
    let (before, behind) = (before.join("|"), behind.join("|"));
    [
        format!(r"(?i)(\d{{1,3}}(?:[.,]\d{{1,2}})?)\s*★?\s*(?:{before})\s*{SCALE}(?:\D|$)"),
        format!(r"(?i)\b{SCALE}\s*(?:{behind})\s*(\d{{1,3}}(?:[.,]\d{{1,2}})?)"),
    ]
    .map(|pattern| Regex::new(&pattern).expect("a constant pattern parses"))
});

/// Returns the rating in a text, without the best rating: `4.7` of `$10.00 Rated 4.7 out of 5`.
pub(super) fn rating_in(text: &str) -> Option<&str> {
    PATTERNS.iter().find_map(|pattern| pattern.captures(text)?.get(1)).map(|found| found.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_stand_beside_the_best_one() {
        for (text, expected) in [
            ("$10.00 Rated 4.7 out of 5", Some("4.7")),
            ("4,2 von 5 Sternen", Some("4,2")),
            ("4,8 sur 5", Some("4,8")),
            ("3,9 de 5", Some("3,9")),
            ("4/5", Some("4")),
            ("5段階中4.7", Some("4.7")),
            ("5つ星のうち4.5", Some("4.5")),
            ("4.4 من 5", Some("4.4")),
            ("4.5 (12 reviews)", None),
            ("12 of 500", None),
            ("4.5", None),
        ] {
            assert_eq!(rating_in(text), expected, "{text}");
        }
    }
}
