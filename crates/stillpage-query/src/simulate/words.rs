//! Texts of re-rendered pages: pairs of labels, and words for new content.

use rustc_hash::FxHashSet;

use super::random::Random;

/// Labels of one control in its two states: it stays the same widget.
pub(super) const FLIPS: &[(&str, &str)] = &[
    ("Like", "Liked"),
    ("Save", "Saved"),
    ("Follow", "Following"),
    ("Subscribe", "Subscribed"),
    ("Pin", "Unpin"),
    ("Mute", "Unmute"),
    ("Star", "Unstar"),
    ("Watch", "Unwatch"),
    ("Archive", "Unarchive"),
];

/// Labels of two controls that take turns in one place: another action is another widget.
pub(super) const SWAPS: &[(&str, &str)] = &[
    ("Add to cart", "Remove from cart"),
    ("Add to basket", "Remove from basket"),
    ("Add", "Remove"),
    ("Edit", "Save changes"),
    ("Delete", "Confirm"),
    ("Remove", "Undo"),
    ("Reply", "Send"),
    ("Buy", "Go to checkout"),
    ("Choose", "Change"),
    ("Book", "Cancel booking"),
];

const FIRST: &[&str] = &[
    "Amber", "Birch", "Cobalt", "Dapple", "Ember", "Fallow", "Granite", "Hazel", "Indigo", "Juniper", "Kestrel",
    "Linden", "Marble", "Nettle", "Ochre", "Pewter", "Quartz", "Russet", "Saffron", "Teal", "Umber", "Velvet",
    "Willow", "Yarrow", "Zephyr", "Bracken", "Clover", "Drift", "Elder", "Flint", "Gorse", "Heather",
];

const SECOND: &[&str] = &[
    "anchor",
    "basin",
    "canyon",
    "delta",
    "estuary",
    "fjord",
    "glacier",
    "harbour",
    "inlet",
    "jetty",
    "knoll",
    "lagoon",
    "meadow",
    "narrows",
    "orchard",
    "prairie",
    "quarry",
    "ridge",
    "summit",
    "terrace",
    "upland",
    "valley",
    "wharf",
    "bluff",
    "causeway",
    "dune",
    "escarpment",
    "ford",
    "grove",
    "hollow",
    "isthmus",
    "moor",
];

/// Unused words, about as long as `like`.
pub(super) fn phrase(random: &mut Random, used_texts: &mut FxHashSet<String>, like: &str) -> String {
    let long = like.split_whitespace().nth(1).is_some();
    let lower = like.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    let mut text = String::new();
    // Limit: a thousand phrases without a number, then numbers distinguish them.
    for round in 0..u32::MAX {
        let (a, b) = (FIRST[random.below(FIRST.len())], SECOND[random.below(SECOND.len())]);
        text = match (long, round < 40) {
            (true, true) => format!("{a} {b}"),
            (false, true) => format!("{a}{b}"),
            (true, false) => format!("{a} {b} no. {round}"),
            (false, false) => format!("{a}{b}{round}"),
        };
        if lower {
            text = text.to_lowercase();
        }
        if used_texts.insert(text.clone()) {
            break;
        }
    }
    text
}

/// Returns a text with other digits.
pub(super) fn other_digits(random: &mut Random, text: &str) -> String {
    let mut out: String = text
        .chars()
        .map(|c| match c.is_ascii_digit() {
            true => char::from_digit(u32::try_from(random.below(10)).unwrap_or_default(), 10).unwrap_or('0'),
            false => c,
        })
        .collect();
    if out == text {
        out = counted_up(text, 1);
    }
    out
}

/// The last number of a text, higher by `by`; the text itself if it holds no number.
pub(super) fn counted_up(text: &str, by: usize) -> String {
    let Some(end) = text.rfind(|c: char| c.is_ascii_digit()).map(|at| at + 1) else { return text.to_owned() };
    let (head, tail) = text.split_at_checked(end).unwrap_or((text, ""));
    let start = head
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + head.get(at..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8));
    let (before, digits) = head.split_at_checked(start).unwrap_or(("", head));
    let width = digits.len();
    match digits.parse::<u64>() {
        Ok(number) => format!("{before}{:0width$}{tail}", number.wrapping_add(by as u64)),
        Err(_) => text.to_owned(),
    }
}

/// The first number of a text: where it begins, where it ends.
fn first_digits(text: &str) -> Option<(usize, usize)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let length = text.get(start..)?.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - start);
    Some((start, start + length))
}

/// The first number of a text.
pub(super) fn first_number(text: &str) -> Option<usize> {
    let (start, end) = first_digits(text)?;
    text.get(start..end)?.parse().ok()
}

/// Returns a text with another number in place of the first one; `None` if that is not `from`.
pub(super) fn with_number(text: &str, from: usize, to: usize) -> Option<String> {
    let (start, end) = first_digits(text)?;
    let is_it = text.get(start..end)?.parse::<usize>().is_ok_and(|number| number == from);
    is_it.then(|| format!("{}{to}{}", text.get(..start).unwrap_or(""), text.get(end..).unwrap_or("")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_up() {
        for (text, expected) in
            [("3 min ago", "4 min ago"), ("v1.09", "v1.10"), ("€ 9", "€ 10"), ("é7", "é8"), ("none", "none"), ("", "")]
        {
            assert_eq!(counted_up(text, 1), expected, "{text}");
        }
    }

    #[test]
    fn words_do_not_repeat() {
        let (mut random, mut used_texts) = (Random::new(3), FxHashSet::default());
        let mut seen = std::collections::BTreeSet::new();
        for like in ["One", "two words", "THREE"].iter().cycle().take(3000) {
            let text = phrase(&mut random, &mut used_texts, like);
            assert!(seen.insert(text.clone()), "{text} came twice");
        }
    }
}
