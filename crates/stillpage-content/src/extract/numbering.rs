//! The marks and numbers that a page draws before the entries of a list.

/// A line without the mark that a page draws before an entry.
pub(super) fn without_bullet(line: &str) -> &str {
    const MARKS: [char; 11] = ['•', '·', '‣', '▪', '■', '▢', '☐', '□', '◦', '-', '–'];
    match line.strip_prefix(MARKS) {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// The style in which the entries of a list are numbered in their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    None,
    /// `1. Mix`, `Step 1 Mix`
    Marked,
    /// `1 Mix`
    Bare,
}

/// Returns the style in which all entries of a list are numbered. Numbers without a mark count the entry where the entries are
/// sentences: `1 egg` counts eggs.
pub(super) fn numbers(lines: &[&str]) -> Numbers {
    /// Characters of an entry that is a sentence.
    const SENTENCE: usize = 30;
    let all = |behind: &dyn Fn(&str, usize) -> bool| lines.iter().enumerate().all(|(i, line)| behind(line, i + 1));
    if lines.len() > 1 && all(&|line, number| behind_number(line, number).is_some()) {
        return Numbers::Marked;
    }
    let is_bare = |line: &str, number: usize| {
        behind_bare_number(line, number).is_some_and(|rest| rest.chars().count() >= SENTENCE)
    };
    if lines.len() > 2 && all(&is_bare) { Numbers::Bare } else { Numbers::None }
}

pub(super) fn behind_bare_number(line: &str, number: usize) -> Option<&str> {
    let rest = line.strip_prefix(number.to_string().as_str())?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// The text after the number of an entry: `1. Mix`, `Step 1 Mix`.
pub(super) fn behind_number(line: &str, number: usize) -> Option<&str> {
    let at = line.find(|c: char| c.is_ascii_digit())?;
    let before = line.get(..at)?;
    // At most one word before it.
    if !before.is_empty() && (!before.ends_with(' ') || before.trim_end().contains(' ') || before.contains(['(', '.']))
    {
        return None;
    }
    let rest = line.get(at..)?.strip_prefix(number.to_string().as_str())?;
    // `1 egg` counts eggs.
    let ends = rest.starts_with(['.', ')', ':']) || !before.is_empty() && rest.starts_with(char::is_whitespace);
    let is_decimal = rest.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let ends = ends && !is_decimal;
    let rest = rest.trim_start_matches(['.', ')', ':']).trim_start();
    (ends && !rest.is_empty()).then_some(rest)
}
