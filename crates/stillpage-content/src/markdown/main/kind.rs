//! The kinds of elements that the words of their names stand for.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::rendered::visible::{At, VisibleTree};
use crate::text::{name_words, rows};

/// The rows of `words.tsv`: a word of a name, and the kind of element that it names.
static WORDS: LazyLock<FxHashMap<&'static str, usize>> = LazyLock::new(|| {
    rows(include_str!("words.tsv"))
        .enumerate()
        .flat_map(|(kind, (_, words))| words.split(' ').map(move |word| (word, kind)))
        .collect()
});

/// The kinds of names in `words.tsv`.
pub(super) const KINDS: usize = 15;

/// The kinds that the words of a class or id name.
fn kinds(names: &str) -> u32 {
    // Utility classes are about looks: `md:sidebar-open`.
    let names = names.split_ascii_whitespace().take(12).filter(|name| !name.contains(':'));
    names.flat_map(name_words).fold(0, |bits, word| bits | kind(word))
}

/// The kind that a word of a name stands for, as a bit.
fn kind(word: &str) -> u32 {
    let kind = match word.bytes().any(|b| b.is_ascii_uppercase()) {
        true => WORDS.get(word.to_ascii_lowercase().as_str()),
        false => WORDS.get(word),
    };
    kind.map_or(0, |kind| 1 << kind)
}

/// By place: the kinds that the class and the id of an element name.
pub(super) fn kinds_by_place(tree: &VisibleTree<'_>) -> Vec<u32> {
    // Classes come again and again.
    let mut known: FxHashMap<&str, u32> = FxHashMap::default();
    let kinds_of = |at: At| {
        let by_class = tree.attr(at, "class").map_or(0, |class| *known.entry(class).or_insert_with(|| kinds(class)));
        by_class | tree.attr(at, "id").map_or(0, kinds)
    };
    (0..tree.nodes.len()).map(kinds_of).collect()
}
