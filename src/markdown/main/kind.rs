//! The kinds of elements that the words of their names stand for.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::rendered::visible::{At, VisibleTree};
use crate::text::rows;

/// The rows of `words.tsv`: a word of a name, and the kind of element that it names.
static WORDS: LazyLock<FxHashMap<&'static str, usize>> = LazyLock::new(|| {
    rows(include_str!("words.tsv"))
        .enumerate()
        .flat_map(|(kind, (_, words))| words.split(' ').map(move |word| (word, kind)))
        .collect()
});

/// The kinds of names in `words.tsv`.
pub(super) const KINDS: usize = 15;

/// The kinds that the words of a class or id name; `mainNav-list_2` is `main`, `nav`, `list`, `2`.
fn kinds(names: &str) -> u32 {
    let mut bits = 0;
    for name in names.split_ascii_whitespace().take(12) {
        // Utility classes are about looks: `md:sidebar-open`.
        if name.contains(':') {
            continue;
        }
        let mut word = String::new();
        let mut after_lower = false;
        for c in name.chars().take(60).chain(std::iter::once('-')) {
            if !c.is_alphanumeric() || c.is_uppercase() && after_lower {
                bits |= WORDS.get(word.as_str()).map_or(0, |kind| 1 << kind);
                word.clear();
            }
            after_lower = c.is_lowercase();
            if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
            }
        }
    }
    bits
}

/// The kinds that the class and the id of an element name.
pub(super) fn own_kinds(tree: &VisibleTree<'_>, at: At) -> u32 {
    ["class", "id"].iter().filter_map(|name| tree.attr(at, name)).fold(0, |bits, text| bits | kinds(text))
}
