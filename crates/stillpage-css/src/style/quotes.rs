//! The quotation marks of languages, for `quotes: auto`: `quotes.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Open, close, and the same inside of quotes.
type Marks = [&'static str; 4];

static QUOTES: LazyLock<FxHashMap<&'static str, Marks>> = LazyLock::new(|| {
    let rows = include_str!("quotes.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut cells = line.split('\t');
        let (language, marks) = (cells.next()?, [cells.next()?, cells.next()?, cells.next()?, cells.next()?]);
        Some((language, marks))
    })
    .collect()
});

/// The marks of a language tag: those of the language with its script or region, else of the language, else English ones.
pub(super) fn language_quotes(tag: &str) -> Marks {
    const ENGLISH: Marks = ["\u{201c}", "\u{201d}", "\u{2018}", "\u{2019}"];
    let tag = tag.to_ascii_lowercase();
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    let special = parts.rev().find_map(|part| QUOTES.get(format!("{language}-{part}").as_str()));
    special.or_else(|| QUOTES.get(language)).copied().unwrap_or(ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_of_the_language_and_its_region() {
        assert_eq!(language_quotes("de-Latn-CH")[0], "\u{ab}");
        assert_eq!(language_quotes("de-AT")[0], "\u{201e}");
        assert_eq!(language_quotes("zh-Hant-MO")[0], "\u{300c}");
        assert_eq!(language_quotes("zh")[0], language_quotes("")[0]);
        assert!(QUOTES.len() > 40, "every row is read");
    }
}
