//! The name of a person in a byline.

use std::sync::LazyLock;

use super::value::{self, is_month};
use crate::text::rows;

/// Limit: characters of a person's name.
pub(super) const MAX_AUTHOR: usize = 60;

/// The words of `data/by.tsv`, longest first.
static BY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = rows(include_str!("data/by.tsv")).flat_map(|(_, words)| words.split(',')).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    words
});

/// The rows of `data/after_name.tsv`: the kind, and the texts.
static AFTER_NAME: LazyLock<Vec<(&'static str, Vec<&'static str>)>> = LazyLock::new(|| {
    rows(include_str!("data/after_name.tsv")).map(|(kind, texts)| (kind, texts.split('_').collect())).collect()
});

/// The name in a value that repeats the word before it: `Written by Ada Lind`.
pub(super) fn without_by(value: &str) -> Option<String> {
    after_by(value).and_then(person)
}

/// The text after a date that a line starts with.
pub(super) fn after_date(line: &str) -> Option<&str> {
    let last = line.rfind(|c: char| c.is_ascii_digit())?;
    let (date, rest) = line.split_at(last + 1);
    value::date(date, Some(true)).map(|_| rest.trim_start_matches([' ', ',', '|', '•', '·', '-', '–']))
}

/// The words of a text with where each starts.
fn word_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len() + 1;
        Some((start, word))
    })
}

/// The text after a word for `by`.
pub(super) fn after_by(line: &str) -> Option<&str> {
    BY.iter().find_map(|by| {
        let start: String = line.chars().take(by.chars().count()).flat_map(char::to_lowercase).collect();
        let rest = line.get(line.char_indices().nth(by.chars().count()).map(|(at, _)| at)?..)?;
        let ends = rest.starts_with([' ', ':', '：', '・', '\u{a0}']);
        (start == *by && ends).then(|| rest.trim_start_matches([' ', ':', '：', '・', '\u{a0}', '–', '-']))
    })
}

/// A name, cut off where a byline continues with a date or a role; `None` if it cannot be one.
pub(super) fn person(text: &str) -> Option<String> {
    let marks = AFTER_NAME.iter().filter(|(kind, _)| *kind == "mark").flat_map(|(_, words)| words);
    let end = marks.filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let name = text.get(..end)?.trim().trim_end_matches([':', '.']);
    // `Ada Lind May 3`, `Ada Lind 3 May`, but `Ada3`; brackets that name somebody else stay.
    let mut end = name.len();
    for (at, word) in word_starts(name) {
        let behind = name.get(at + word.len()..).unwrap_or_default().trim_start();
        let is_month =
            at > 0 && is_month(word) && (behind.is_empty() || behind.starts_with(|c: char| c.is_ascii_digit()));
        if word.starts_with(|c: char| c.is_ascii_digit()) || is_month || word.starts_with('(') && !name.ends_with(')') {
            end = at;
            break;
        }
    }
    let name = name.get(..end)?.trim();
    // `ADA LIND LAST UPDATED ON`, where the date is cut off.
    let upper = name.to_uppercase();
    let mut states = AFTER_NAME.iter().filter(|(kind, _)| *kind == "state").flat_map(|(_, words)| words);
    let name = states.find_map(|word| name.get(..upper.find(word)?)).unwrap_or(name).trim();
    let words = name.split_whitespace().count();
    let starts_as_name = name.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_lowercase() || words == 1);
    (!name.is_empty()
        && name.chars().count() <= MAX_AUTHOR
        && words <= 5
        && starts_as_name
        && name.chars().any(char::is_alphabetic)
        && !name.contains(['$', '€', '£', '%', '@', '?', '!', ':'])
        && !value::is_price(name))
    .then(|| name.to_owned())
}
