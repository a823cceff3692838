//! Labels of toggles: two labels that one control has in turn.

use super::fingerprint::without_numbers;

/// Both labels of one control; `un` before a word and the endings of verbs need no row.
const TOGGLES: &[(&str, &str)] = &[
    ("show", "hide"),
    ("more", "less"),
    ("expand", "collapse"),
    ("open", "close"),
    ("maximize", "minimize"),
    ("maximise", "minimise"),
    ("upgrade", "downgrade"),
    ("play", "pause"),
    ("start", "stop"),
    ("start", "pause"),
    ("enable", "disable"),
    ("activate", "deactivate"),
    ("select", "deselect"),
    ("connect", "disconnect"),
    ("on", "off"),
    ("light", "dark"),
    ("newest", "oldest"),
    ("ascending", "descending"),
    ("grid", "list"),
    ("private", "public"),
    ("online", "offline"),
];

/// True if two labels are those of a toggle: the same but for numbers and one word, which is turned into its opposite or
/// into what was done (`Like`, `Liked`; `Show 3 replies`, `Hide 3 replies`; `Mark as read`, `Mark as unread`).
pub(super) fn is_toggled(a: &str, b: &str) -> bool {
    let (a, b) = (without_numbers(a), without_numbers(b));
    if a.is_empty() || b.is_empty() || a.split(' ').count() != b.split(' ').count() {
        return false;
    }
    let mut other = a.split(' ').zip(b.split(' ')).filter(|(a, b)| a != b);
    match (other.next(), other.next()) {
        (None, _) => true,
        (Some((a, b)), None) => is_turned(a, b) || is_turned(b, a),
        _ => false,
    }
}

/// True if `b` is what a toggle that says `a` says afterwards.
fn is_turned(a: &str, b: &str) -> bool {
    let is_done = |stem: &str, endings: &[&str]| b.strip_prefix(stem).is_some_and(|rest| endings.contains(&rest));
    TOGGLES.contains(&(a, b))
        || b.strip_prefix("un") == Some(a)
        || is_done(a, &["d", "ed", "ned", "ped", "ted", "ing", "…", "d!", "!"])
        || a.strip_suffix('e').is_some_and(|stem| is_done(stem, &["ing", "ing…"]))
        || a.strip_suffix('y').is_some_and(|stem| is_done(stem, &["ied"]))
}

/// True if one label begins with all of the other: `Save`, `Save changes`.
pub(super) fn is_continued(a: &str, b: &str) -> bool {
    let (a, b) = (without_numbers(a), without_numbers(b));
    !a.is_empty() && !b.is_empty() && (a.starts_with(&b) || b.starts_with(&a))
}

/// A label without the number in parentheses at its end.
pub(super) fn without_count(label: &str) -> &str {
    let count = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '+'));
    label
        .strip_suffix(')')
        .and_then(|label| label.rsplit_once('('))
        .filter(|(_, rest)| count(rest))
        .map_or(label, |(label, _)| label)
}
