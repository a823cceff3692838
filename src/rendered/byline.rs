//! The words before the name of who wrote something: `by.tsv`.

use std::sync::LazyLock;

use crate::text::rows;

/// The words of `by.tsv`, longest first.
static BY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = rows(include_str!("by.tsv")).flat_map(|(_, words)| words.split(',')).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    words
});

/// True for a word for `by`, in lower case.
pub(crate) fn is_by(word: &str) -> bool {
    BY.contains(&word)
}

/// The text after a word for `by`.
pub(crate) fn after_by(line: &str) -> Option<&str> {
    let first = line.chars().next()?.to_lowercase().next()?;
    BY.iter().filter(|by| by.starts_with(first)).find_map(|by| {
        let rest = without_start(line, by)?;
        let ends = rest.starts_with([' ', ':', '：', '・', '\u{a0}']);
        ends.then(|| rest.trim_start_matches([' ', ':', '：', '・', '\u{a0}', '–', '-']))
    })
}

/// What follows words in lower case that a line starts with in any case.
fn without_start<'t>(line: &'t str, words: &str) -> Option<&'t str> {
    let mut rest = line.chars();
    let is_start = words.chars().all(|c| rest.next().is_some_and(|own| own == c || own.to_lowercase().eq([c])));
    is_start.then_some(rest.as_str())
}
