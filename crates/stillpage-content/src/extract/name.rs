//! Names of properties, classes and labels, and how well two of them mean the same.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::LazyLock;

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::text::{name_words, rows, words_of};

/// Groups of words that name the same property, a bit for each row of `data/names.tsv` that has a word.
pub(super) type Groups = u64;

/// The words of `data/names.tsv`, without accents and spaces, with their groups.
static GROUPS: LazyLock<FxHashMap<String, Groups>> = LazyLock::new(|| {
    let mut groups: FxHashMap<String, Groups> = FxHashMap::default();
    for (row, (_, words)) in rows(include_str!("data/names.tsv")).enumerate() {
        for word in words.split(' ') {
            *groups.entry(plain(word)).or_default() |= 1 << row;
        }
    }
    groups
});

fn groups_of(word: &str) -> Groups {
    GROUPS.get(word).copied().unwrap_or(0)
}

/// The group that a word names; none if it is in none. Of several groups with the word the first is its own.
pub(super) fn own_group(word: &str) -> Groups {
    let groups = groups_of(word);
    groups & groups.wrapping_neg()
}

/// Words that do not describe a value, and words for the kind of box of a class, of `data/classes.tsv`.
static FILLERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words_of(include_str!("data/classes.tsv"), "filler"));
static BOXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words_of(include_str!("data/classes.tsv"), "box"));

/// A name as words: `datePublished`, `date-published` and `Date published:` are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name(Rc<Words>);

#[derive(Debug, PartialEq, Eq)]
struct Words {
    words: Vec<String>,
    /// The groups of each word.
    groups: Vec<Groups>,
    joined: String,
    /// The groups of all words together.
    joined_groups: Groups,
    /// All of these groups.
    all_groups: Groups,
    /// A bit for each word, and for all together, of 64 that words share.
    bits: u64,
}

/// The names that properties and the words of attributes were read as: most come again and again.
#[derive(Debug, Default)]
pub(super) struct Names(RefCell<FxHashMap<Box<str>, Name>>);

impl Names {
    pub(super) fn of(&self, word: &str) -> Name {
        if let Some(name) = self.0.borrow().get(word) {
            return name.clone();
        }
        let name = Name::new(word);
        self.0.borrow_mut().insert(word.into(), name.clone());
        name
    }
}

impl Name {
    pub(super) fn new(text: &str) -> Self {
        Self::of(words_in(text))
    }

    /// A name of words that are read already.
    pub(super) fn of_words(words: &[String]) -> Self {
        Self::of(words.to_vec())
    }

    fn of(words: Vec<String>) -> Self {
        let joined = words.concat();
        let groups = words.iter().map(|word| groups_of(word)).collect();
        let joined_groups = groups_of(&joined);
        let all_groups = words.iter().fold(joined_groups, |all, word| all | groups_of(word));
        let bits = words.iter().chain([&joined]).fold(0, |all, word| all | bit_of(word));
        Self(Rc::new(Words { words, groups, joined, joined_groups, all_groups, bits }))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.words.is_empty()
    }

    pub(super) fn words(&self) -> &[String] {
        &self.0.words
    }

    /// True if one of the words, or all together, are in the group of a word.
    pub(super) fn means(&self, word: &str) -> bool {
        self.is_in_group(word, own_group(word))
    }

    /// Returns `true` if one of the words, or all together, are in the group of a word whose [group](own_group) is known.
    pub(super) fn is_in_group(&self, word: &str, group: Groups) -> bool {
        if group == 0 {
            return self.0.words.iter().any(|own| own == word);
        }
        self.0.joined_groups & group != 0 || self.0.groups.iter().any(|own| own & group != 0)
    }

    /// The likeness of a class or an id to this: authors write a prefix before the word and a kind of box behind it, as
    /// in `wprm-recipe-ingredients-list`.
    pub(super) fn likeness_of_class(&self, class: &Self) -> f64 {
        let mut words = class.0.words.as_slice();
        while let Some((last, rest)) = words.split_last()
            && !rest.is_empty()
            && BOXES.contains(&last.as_str())
        {
            words = rest;
        }
        let plain = self.likeness(class);
        let tail = words.get(words.len().saturating_sub(self.0.words.len().max(1))..).unwrap_or_default();
        if self.likeness(&Self::of_words(tail)) >= 0.85 { plain.max(0.9) } else { plain }
    }

    /// The words that describe a value; all, if none does.
    fn telling(&self) -> SmallVec<[Word<'_>; 6]> {
        let all = || self.0.words.iter().map(String::as_str).zip(self.0.groups.iter().copied());
        let telling: SmallVec<[Word<'_>; 6]> = all().filter(|(word, _)| !FILLERS.contains(word)).collect();
        if telling.is_empty() { all().collect() } else { telling }
    }

    /// False for a name of these bits and groups that is not like this one at all.
    fn may_share(&self, bits: u64, groups: Groups) -> bool {
        self.0.bits & bits != 0 || self.0.all_groups & groups != 0
    }

    /// The confidence that two names mean the same: 1 the same words, 0 no relation.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        // Most names have nothing in common.
        if !self.may_share(other.0.bits, other.0.all_groups) || self.is_empty() || other.is_empty() {
            return 0.0;
        }
        if self.0.joined == other.0.joined || singular(&self.0.joined) == singular(&other.0.joined) {
            return 1.0;
        }
        if self.0.joined_groups & other.0.joined_groups != 0 {
            return 0.85;
        }
        let (mine, theirs) = (self.telling(), other.telling());
        let agrees = |(a, a_groups): Word<'_>, (b, b_groups): Word<'_>| {
            if singular(a) == singular(b) {
                1.0
            } else if a_groups & b_groups != 0 {
                0.8
            } else {
                0.0
            }
        };
        let best = |word: Word<'_>, of: &[Word<'_>]| of.iter().map(|&other| agrees(word, other)).fold(0.0, f64::max);
        let sum: f64 = mine.iter().map(|&word| best(word, &theirs)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let (covered, share) = (sum / mine.len() as f64, mine.len() as f64 / theirs.len().max(1) as f64);
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let back = theirs.iter().map(|&word| best(word, &mine)).sum::<f64>() / theirs.len().max(1) as f64;
        // All of my words are there; the others make it something more special.
        if covered >= 0.99 {
            return (0.55 + 0.4 * share.min(1.0)).min(0.95);
        }
        if covered >= 0.79 {
            return 0.45 + 0.35 * share.min(1.0);
        }
        // The other is a part of my name: `price` for `unitPrice`.
        if back >= 0.99 && covered >= 0.5 {
            return 0.55;
        }
        0.0
    }
}

/// True if one of the names may be like a text or a part of its words: a cheap filter before the text is parsed.
pub(super) fn may_be_like(names: &[Name], text: &str) -> bool {
    let (mut joined, mut bits, mut groups) = (String::new(), 0, 0);
    let mut add = |word: &str| {
        bits |= bit_of(word);
        groups |= groups_of(word);
    };
    for word in name_words(text) {
        let start = joined.len();
        push_plain(word, &mut joined);
        add(joined.split_at(start).1);
        // All words together are among these; the others do no harm.
        if start > 0 {
            add(&joined);
        }
    }
    names.iter().any(|name| name.may_share(bits, groups))
}

/// A word of a name with its groups.
type Word<'n> = (&'n str, Groups);

/// The words of a text in lower case and without accents: `datePublished` is `date`, `published`.
pub(super) fn words_in(text: &str) -> Vec<String> {
    let plain = |word: &str| {
        let mut plain = String::with_capacity(word.len());
        push_plain(word, &mut plain);
        plain
    };
    name_words(text).map(plain).collect()
}

/// Adds a word in lower case and without accents.
fn push_plain(word: &str, to: &mut String) {
    if word.is_ascii() {
        let start = to.len();
        to.push_str(word);
        to.split_at_mut(start).1.make_ascii_lowercase();
    } else {
        to.extend(word.chars().flat_map(char::to_lowercase).map(without_accent));
    }
}

/// The words of a text joined, as [`Name`] has them.
fn plain(text: &str) -> String {
    words_in(text).concat()
}

/// The letter that an accented one of Latin script is written for without accents.
fn without_accent(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        c => c,
    }
}

/// The bit of a word in singular.
fn bit_of(word: &str) -> u64 {
    1 << (FxBuildHasher.hash_one(singular(word)) >> 58)
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if word.len() > 3 && !word.ends_with("ss") => stem,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_the_same() {
        let like = |a: &str, b: &str| Name::new(a).likeness(&Name::new(b));
        assert!((like("datePublished", "Date published:") - 1.0).abs() < 1e-9);
        assert!((like("prices", "price") - 1.0).abs() < 1e-9);
        assert!(like("title", "name") > 0.8);
        assert!(like("price", "product-price") > 0.8);
        assert!(like("price", "old-price-wrapper") > 0.5);
        assert!(like("price", "product-price") > like("price", "old price wrapper"));
        assert!(like("productName", "title") > 0.5);
        assert!(like("unitPrice", "price") > 0.5);
        assert!(like("price", "weight") < 0.01);
        assert!(like("population", "Country") < 0.01);
        assert!(Name::new("thumbnail_url").means("image"));
    }
}
