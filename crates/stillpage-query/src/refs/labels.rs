//! Counts and ages in texts, and the two labels of a toggle, in several languages. The words are in `labels.tsv`.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::fingerprint::without_numbers;

/// Words by kind, lower case, of all languages together: pages rarely declare theirs.
#[derive(Default)]
struct Words {
    toggles: FxHashSet<(&'static str, &'static str)>,
    endings: FxHashSet<&'static str>,
    ago: FxHashSet<&'static str>,
    units: FxHashSet<&'static str>,
    months: FxHashSet<&'static str>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words::default();
    for line in include_str!("labels.tsv").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t').skip(1);
        let (kind, list) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let list = list.split(' ');
        match kind {
            "toggle" => words.toggles.extend(list.clone().zip(list.skip(1))),
            "done" => words.endings.extend(list),
            "ago" => words.ago.extend(list),
            "unit" => words.units.extend(list),
            "month" => words.months.extend(list),
            _ => {}
        }
    }
    words
});

/// True if two labels can belong to one toggle: the same but for numbers and one word, which is turned into its opposite
/// or into what was done (`Like`, `Liked`; `Show 3 replies`, `Hide 3 replies`; `Mark as read`, `Mark as unread`).
pub(super) fn is_toggled(a: &str, b: &str) -> bool {
    let (a, b) = (without_numbers(&without_signs(a)), without_numbers(&without_signs(b)));
    if a.is_empty() || b.is_empty() || a.split(' ').count() != b.split(' ').count() {
        return false;
    }
    let mut other = a.split(' ').zip(b.split(' ')).filter(|(a, b)| a != b);
    match (other.next(), other.next()) {
        (None, _) => true,
        (Some((a, b)), None) => is_next_label(a, b) || is_next_label(b, a),
        _ => false,
    }
}

/// True if `b` is what a toggle labelled `a` is labelled afterwards.
fn is_next_label(a: &str, b: &str) -> bool {
    let ends = |stem: &str, accepts: &dyn Fn(&str) -> bool| b.strip_prefix(stem).is_some_and(accepts);
    let done = |rest: &str| {
        let rest = rest.trim_end_matches(['!', '…']);
        rest.is_empty() || WORDS.endings.contains(rest)
    };
    WORDS.toggles.contains(&(a, b))
        || b.strip_prefix("un") == Some(a)
        || ends(a, &done)
        || a.strip_suffix('e').is_some_and(|stem| ends(stem, &|rest| rest.trim_end_matches('…') == "ing"))
        || a.strip_suffix('y').is_some_and(|stem| ends(stem, &|rest| rest == "ied"))
}

/// A label without arrows and other signs, if it has words: `Name ▲` is `Name`.
pub(super) fn without_signs(label: &str) -> Cow<'_, str> {
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_ascii();
    if label.is_ascii() {
        return Cow::Borrowed(label);
    }
    let kept: Vec<&str> = label.split(' ').map(|word| word.trim_matches(is_sign)).filter(|w| !w.is_empty()).collect();
    if kept.is_empty() { Cow::Borrowed(label) } else { Cow::Owned(kept.join(" ")) }
}

/// A heading without the counts in brackets that come and go: `Basket (2)` is `Basket`.
pub(super) fn without_counts_in_brackets(text: &str) -> String {
    let is_count = |word: &&str| {
        let inner = word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']'));
        inner.len() < word.len() && !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit())
    };
    let kept: Vec<&str> = text.split_whitespace().filter(|word| !is_count(word)).collect();
    kept.join(" ")
}

/// Normalized, lower case, counts replaced, other numbers kept: `Comments (3)`, `3 results` and `Alerts 5` stay the same
/// label, `Step 2`, `11 March` and `Order 1042` do not.
///
/// Approx: a number in brackets, or before a word that is not a month, is a count; so is one of up to three digits after a
/// word that ends in `s`, the plural of most languages of the west. Others are ordinals, dates or keys.
pub(super) fn without_counts(text: &str) -> String {
    let bare = without_numbers(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_month = |word: &&&str| is_month(word.trim_end_matches(','));
    let is_word = |word: &&&str| word.chars().all(char::is_alphabetic);
    let counts = |at: usize| {
        let word = words[at];
        let inner = word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']'));
        if !is_number(inner) {
            return !word.chars().any(|c| c.is_ascii_digit()) || word.contains(['%', '$', '€', '£']);
        }
        let (after, before) = (words.get(at + 1), at.checked_sub(1).and_then(|before| words.get(before)));
        let plural = |word: &&&str| is_word(word) && word.ends_with('s') && !is_month(word);
        inner.len() < word.len()
            || at == 0 && after.as_ref().is_some_and(|word| is_word(word) && !is_month(word))
            || after.as_ref().is_some_and(plural)
            || before.as_ref().is_some_and(plural)
    };
    let kept = (0..words.len()).filter(|&at| !counts(at)).map(|at| words[at]);
    kept.fold(bare, |label, number| label + "\u{1f}" + number)
}

fn is_month(word: &str) -> bool {
    WORDS.months.contains(&*word.to_lowercase())
}

/// True for a text with a number beside the name of a month.
pub(super) fn is_date(text: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.')).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    words.windows(2).any(|pair| is_month(pair[0]) && is_number(pair[1]) || is_number(pair[0]) && is_month(pair[1]))
}

/// True for relative times (`3 min ago`), which change while their row stays.
pub(super) fn is_age(text: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit();
    let (mut number, mut unit, mut count) = (false, false, 0);
    for word in text.split(' ').take(6) {
        count += 1;
        let word = &*word.to_lowercase();
        // `3 min`, `3min`, `3分前`.
        let rest = word.trim_start_matches(digits);
        number |= rest.len() < word.len() || matches!(word, "a" | "an") || WORDS.ago.contains(word);
        if WORDS.units.contains(rest) {
            unit = true;
        } else if !rest.is_empty() && !WORDS.ago.contains(rest) {
            return false;
        }
    }
    count < 6 && number && unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_toggle_in_several_languages() {
        for (a, b) in [
            ("Like", "Liked"),
            ("Mark as read", "Mark as unread"),
            ("Details anzeigen", "Details ausblenden"),
            ("Afficher 3 réponses", "Masquer 3 réponses"),
            ("Seguir", "Siguiendo"),
            ("フォロー", "フォロー中"),
            ("关注", "已关注"),
        ] {
            assert!(is_toggled(a, b) && is_toggled(b, a), "{a}, {b}");
        }
        for (a, b) in [("Add", "Remove"), ("Hinzufügen", "Entfernen"), ("Up", "Upgrade"), ("Suivre", "Ignorer")] {
            assert!(!is_toggled(a, b), "{a}, {b}");
        }
    }

    #[test]
    fn ages_in_several_languages() {
        for text in [
            "3 minutes ago",
            "a day ago",
            "in 2 hours",
            "5 min",
            "vor 3 Stunden",
            "il y a 2 jours",
            "hace 5 minutos",
            "3 giorni fa",
            "há 2 horas",
            "4 dagen geleden",
            "3分前",
            "2 小时前",
        ] {
            assert!(is_age(text), "{text}");
        }
        for text in ["3 products", "Day 3 of the trip", "ago", "minutes", "", "vor", "10 Main Street"] {
            assert!(!is_age(text), "{text}");
        }
    }

    #[test]
    fn counts_in_several_languages() {
        let same = |a: &str, b: &str| without_counts(a) == without_counts(b);
        for (a, b) in
            [("3 Ergebnisse", "4 Ergebnisse"), ("12 produits", "9 produits"), ("Kommentare (3)", "Kommentare (4)")]
        {
            assert!(same(a, b), "{a}");
        }
        for (a, b) in [("11 mars", "30 mars"), ("3 Mai", "4 Mai"), ("Schritt 2", "Schritt 3")] {
            assert!(!same(a, b), "{a}");
        }
    }
}
