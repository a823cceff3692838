//! The name of a person in a byline.

use std::sync::LazyLock;

use super::money;
use super::value::{self, is_month};
use crate::rendered::byline::{after_by, is_by};
use crate::text::rows;

/// Limit: characters of a person's name.
pub(super) const MAX_AUTHOR: usize = 60;

/// The texts of `data/after_name.tsv`.
static AFTER_NAME: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| rows(include_str!("data/after_name.tsv")).flat_map(|(_, texts)| texts.split('_')).collect());

/// The name in a value that repeats the word before it: `Written by Ada Lind`.
pub(super) fn without_by(value: &str) -> Option<String> {
    after_by(value).and_then(person)
}

/// The text after a word for `by` behind a date that a line starts with.
pub(super) fn after_date_and_by(line: &str) -> Option<&str> {
    let last = line.rfind(|c: char| c.is_ascii_digit())?;
    let (date, rest) = line.split_at(last + 1);
    // Almost no line goes on so: the date is read last.
    let name = after_by(rest.trim_start_matches([' ', ',', '|', '•', '·', '-', '–']))?;
    value::date(date, Some(true)).map(|_| name)
}

/// The words of a text with where each starts.
fn word_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len() + 1;
        Some((start, word))
    })
}

/// The name behind a label with a colon, with all that belongs to it; `None` if it may be more than a name.
pub(super) fn labelled(line: &str) -> Option<String> {
    /// Limit: words of a name and the site or the company of its bearer.
    const MAX_WORDS: usize = 8;
    let (label, name) = line.split_once([':', '：'])?;
    let name = name.trim();
    let is_name = is_by(&label.trim().to_lowercase())
        && !name.contains(|c: char| c.is_ascii_digit() || matches!(c, ':' | '：' | ','))
        && name.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
        && name.chars().count() <= MAX_AUTHOR
        && name.split_whitespace().count() <= MAX_WORDS;
    is_name.then(|| name.to_owned())
}

/// A name, cut off where a byline continues with a date or a role; `None` if it cannot be one.
pub(super) fn person(text: &str) -> Option<String> {
    let end = AFTER_NAME.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let name = text.get(..end)?.trim().trim_end_matches([':', '.']);
    // `Ada Lind May 3`, `Ada Lind 3 May`, but `Ada3` and `Jana Nováková`; brackets that name somebody else stay.
    let mut end = name.len();
    for (at, word) in word_starts(name) {
        let behind = name.get(at + word.len()..).unwrap_or_default().trim_start();
        let day = behind.split(' ').next().unwrap_or_default();
        let is_month = at > 0
            && is_month(word)
            && day.starts_with(|c: char| c.is_ascii_digit())
            && !day.contains(['/', '-'])
            && !behind.split(' ').any(is_month);
        if word.starts_with(|c: char| c.is_ascii_digit()) || is_month || word.starts_with('(') && !name.ends_with(')') {
            end = at;
            break;
        }
    }
    let name = name.get(..end)?.trim();
    let words = name.split_whitespace().count();
    let starts_as_name = name.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_lowercase() || words == 1);
    (!name.is_empty()
        && name.chars().count() <= MAX_AUTHOR
        && words <= 5
        && starts_as_name
        && name.chars().any(char::is_alphabetic)
        && !name.contains(['$', '€', '£', '%', '@', '?', '!', ':'])
        && !money::is_price(name))
    .then(|| name.to_owned())
}
