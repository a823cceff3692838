//! The words before the name of who wrote something: `by.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::text::rows;

/// The words of `by.tsv` by their first letter, longest first.
static BY: LazyLock<FxHashMap<char, Vec<&'static str>>> = LazyLock::new(|| {
    let mut words: Vec<&str> = rows(include_str!("by.tsv")).flat_map(|(_, words)| words.split(',')).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    let mut by: FxHashMap<char, Vec<&str>> = FxHashMap::default();
    for word in words {
        if let Some(first) = word.chars().next() {
            by.entry(first).or_default().push(word);
        }
    }
    by
});

/// The words for `by` that start with a letter in lower case.
fn words_with(first: char) -> &'static [&'static str] {
    BY.get(&first).map_or(&[], Vec::as_slice)
}

/// True for a word for `by`, in lower case.
pub fn is_by(word: &str) -> bool {
    word.chars().next().is_some_and(|first| words_with(first).contains(&word))
}

/// False for a character that no word for `by` starts with.
pub fn may_start_by(first: char) -> bool {
    first.to_lowercase().next().is_some_and(|first| !words_with(first).is_empty())
}

/// The text after a word for `by`.
pub fn after_by(line: &str) -> Option<&str> {
    let first = line.chars().next()?.to_lowercase().next()?;
    words_with(first).iter().find_map(|by| {
        let rest = without_start(line, by)?;
        let ends = rest.starts_with([' ', ':', '：', '・', '\u{a0}']);
        ends.then(|| rest.trim_start_matches([' ', ':', '：', '・', '\u{a0}', '–', '-']))
    })
}

/// Returns the rest of a line behind words in lower case that it starts with in any case.
fn without_start<'t>(line: &'t str, words: &str) -> Option<&'t str> {
    let mut rest = line.chars();
    let is_start = words.chars().all(|c| rest.next().is_some_and(|own| own == c || own.to_lowercase().eq([c])));
    is_start.then_some(rest.as_str())
}
