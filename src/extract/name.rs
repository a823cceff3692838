//! Names of properties, classes and labels, and how well two of them mean the same.

use std::sync::LazyLock;

/// The rows of `data/names.tsv`: words that name the same property.
static GROUPS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let rows = include_str!("data/names.tsv").lines().filter(|line| !line.starts_with('#'));
    let rows = rows.filter_map(|line| line.split_once('\t'));
    rows.map(|(_, words)| words.split(' ').map(|word| Name::new(word).joined).collect()).collect()
});

/// Words that do not describe a value.
const FILLERS: &[&str] = &[
    "the", "a", "an", "of", "in", "is", "item", "product", "value", "field", "current", "info", "page", "main", "text",
];

/// Words for the kind of box of a class.
const BOXES: &[&str] = &[
    "list",
    "lists",
    "item",
    "items",
    "container",
    "wrapper",
    "wrap",
    "group",
    "groups",
    "section",
    "block",
    "inner",
    "content",
    "body",
    "box",
    "area",
    "ul",
    "ol",
    "li",
    "row",
    "rows",
];

/// A name as words: `datePublished`, `date-published` and `Date published:` are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    words: Vec<String>,
    joined: String,
}

impl Name {
    pub(super) fn new(text: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        let mut fresh = true;
        let mut after_lower = false;
        for c in text.chars().take(120) {
            if !c.is_alphanumeric() {
                fresh = true;
                after_lower = false;
                continue;
            }
            if fresh || c.is_uppercase() && after_lower {
                words.push(String::new());
            }
            fresh = false;
            after_lower = c.is_lowercase() || c.is_ascii_digit();
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase().map(without_accent));
            }
        }
        let joined = words.concat();
        Self { words, joined }
    }

    /// Of words that are read already.
    pub(super) fn of_words(words: &[String]) -> Self {
        Self { words: words.to_vec(), joined: words.concat() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// True if one of the words, or all together, are in the group of a word.
    pub(super) fn means(&self, word: &str) -> bool {
        let Some(group) = GROUPS.iter().find(|group| group.iter().any(|own| own == word)) else {
            return self.words.iter().any(|w| w == word);
        };
        group.contains(&self.joined) || self.words.iter().any(|w| group.contains(w))
    }

    /// The likeness of a class or an id to this: authors write a prefix before the word and a kind of box behind it, as
    /// in `wprm-recipe-ingredients-list`.
    pub(super) fn likeness_of_class(&self, class: &Self) -> f64 {
        let mut words = class.words.as_slice();
        while let Some((last, rest)) = words.split_last()
            && !rest.is_empty()
            && BOXES.contains(&last.as_str())
        {
            words = rest;
        }
        let plain = self.likeness(class);
        let tail = words.get(words.len().saturating_sub(self.words.len().max(1))..).unwrap_or_default();
        let tail = Self { words: tail.to_vec(), joined: tail.concat() };
        if self.likeness(&tail) >= 0.85 { plain.max(0.9) } else { plain }
    }

    /// How sure it is that two names mean the same: 1 the same words, 0 no relation.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        if self.is_empty() || other.is_empty() {
            return 0.0;
        }
        if self.joined == other.joined || singular(&self.joined) == singular(&other.joined) {
            return 1.0;
        }
        let has = |group: &[String], word: &str| group.iter().any(|own| own == word);
        let same_group = |a: &str, b: &str| GROUPS.iter().any(|group| has(group, a) && has(group, b));
        if same_group(&self.joined, &other.joined) {
            return 0.85;
        }
        let telling = |name: &Self| -> Vec<String> {
            let all: Vec<String> =
                name.words.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
            if all.is_empty() { name.words.clone() } else { all }
        };
        let (mine, theirs) = (telling(self), telling(other));
        let agrees = |a: &String, b: &String| {
            if singular(a) == singular(b) {
                1.0
            } else if same_group(a, b) {
                0.8
            } else {
                0.0
            }
        };
        let best = |word: &String, of: &[String]| of.iter().map(|other| agrees(word, other)).fold(0.0, f64::max);
        let sum: f64 = mine.iter().map(|word| best(word, &theirs)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let (covered, share) = (sum / mine.len() as f64, mine.len() as f64 / theirs.len().max(1) as f64);
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let back = theirs.iter().map(|word| best(word, &mine)).sum::<f64>() / theirs.len().max(1) as f64;
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
