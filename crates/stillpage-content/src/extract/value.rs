//! From the text of a page to a value of a JSON type: numbers of any locale, dates, truth, choices.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Number, Value};

use crate::text::rows;

/// Limit: characters of a text in which a number or a date is looked for.
const MAX_TEXT: usize = 2000;

/// The first number in a text of any locale: `1.299,00 €`, `$1,299.00`, `1 299,-`, `(45)`.
///
/// A single separator is a thousands separator where exactly three digits follow it and at most three stand before it
/// (`1,299`; but `0.125`), except that with `decimal_comma` a point groups digits (`1.299` is 1299).
#[must_use]
pub fn number(text: &str, decimal_comma: bool) -> Option<f64> {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let chars: Vec<char> = text.chars().take(MAX_TEXT).map(ascii_digit).collect();
    let start = chars.iter().position(char::is_ascii_digit)?;
    let mut end = start;
    // Digits and single separators between digits.
    while let Some(&c) = chars.get(end) {
        let digit_follows = chars.get(end + 1).is_some_and(char::is_ascii_digit);
        let groups_three = || {
            (1..=3).all(|i| chars.get(end + i).is_some_and(char::is_ascii_digit))
                && !chars.get(end + 4).is_some_and(char::is_ascii_digit)
        };
        let goes_on = match c {
            '0'..='9' => true,
            '.' | ',' => digit_follows,
            '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => groups_three() && end - start <= 12,
            _ => false,
        };
        if !goes_on {
            break;
        }
        end += 1;
    }
    // `.5` and `,5`
    let from_point = start > 0 && chars[start - 1] == '.' && !(start > 1 && chars[start - 2].is_alphanumeric());
    let body: String = chars[start..end].iter().collect();
    let plain = plain_number(&body, decimal_comma);
    let plain = if from_point && body.bytes().all(|b| b.is_ascii_digit()) { format!("0.{plain}") } else { plain };
    let mut value: f64 = plain.parse().ok().filter(|v: &f64| v.is_finite())?;
    // A sign, before or after a currency sign, that is not a hyphen between words or numbers.
    let before: Vec<char> = chars[..start].iter().rev().copied().filter(|c| !c.is_whitespace()).take(3).collect();
    let sign_at = before.iter().position(|c| matches!(c, '-' | '−' | '–'));
    if let Some(at) = sign_at
        && before[..at].iter().all(|c| matches!(c, '$' | '€' | '£' | '¥'))
        && before.get(at + 1).is_none_or(|c| !c.is_alphanumeric())
    {
        value = -value;
    }
    // `1.2k`, `3M`: as people count.
    let scale = match (chars.get(end), chars.get(end + 1)) {
        (Some('k' | 'K'), next) if next.is_none_or(|c| !c.is_alphanumeric()) => 1e3,
        (Some('M'), next) if next.is_none_or(|c| !c.is_alphanumeric()) => 1e6,
        (Some('B'), next) if next.is_none_or(|c| !c.is_alphanumeric()) => 1e9,
        _ => 1.0,
    };
    Some(value * scale)
}

/// A text in which a range of numbers is cut to its upper end: `4 servings` of `2-4 servings`.
#[must_use]
pub(crate) fn upper_end(text: &str) -> String {
    static RANGE: LazyLock<Regex> = LazyLock::new(|| {
        let words: Vec<String> =
            rows(include_str!("data/ranges.tsv")).flat_map(|(_, words)| words.split(',')).map(regex::escape).collect();
        constant(&format!(r"\b\d{{1,3}}\s*(?:[-–—~～]|{})\s*(\d{{1,3}})\b", words.join("|")))
    });
    let Some(found) = RANGE.captures(text) else { return text.to_owned() };
    let (Some(whole), Some(end)) = (found.get(0), found.get(1)) else { return text.to_owned() };
    let around = (text.get(..whole.start()), text.get(whole.end()..));
    let (before, after) = (around.0.unwrap_or_default(), around.1.unwrap_or_default());
    // Dates and decimals are not ranges.
    let marks = ['-', '/', '.', ','];
    if before.ends_with(marks) || after.starts_with(marks) {
        return text.to_owned();
    }
    format!("{before}{}{after}", end.as_str())
}

/// ASCII digits for those of other scripts that count the same way.
fn ascii_digit(c: char) -> char {
    let zero = match c {
        '\u{660}'..='\u{669}' => 0x660,
        '\u{6f0}'..='\u{6f9}' => 0x6f0,
        '\u{966}'..='\u{96f}' => 0x966,
        '\u{ff10}'..='\u{ff19}' => 0xff10,
        '\u{66b}' => return '.',
        '\u{66c}' => return ',',
        _ => return c,
    };
    char::from_digit(u32::from(c) - zero, 10).unwrap_or(c)
}

/// Digits and separators as Rust writes a number.
fn plain_number(body: &str, decimal_comma: bool) -> String {
    let body: String = body.chars().filter(|c| matches!(c, '0'..='9' | '.' | ',')).collect();
    let (points, commas) = (body.matches('.').count(), body.matches(',').count());
    let last = body.rfind(['.', ',']);
    let decimal = match (points, commas, last) {
        (0, 0, _) | (_, _, None) => None,
        // Both kinds: the last one is the decimal sign, unless it stands more than once.
        (p, c, Some(at)) if p > 0 && c > 0 => {
            let sign = body.get(at..=at).unwrap_or_default();
            (body.matches(sign).count() == 1).then_some(at)
        }
        // One kind, several times: groups.
        (p, c, _) if p > 1 || c > 1 => None,
        (p, _, Some(at)) => {
            let (before, after) = (at, body.len() - at - 1);
            let grouped = after == 3 && (1..=3).contains(&before) && !body.starts_with('0');
            let groups = if p == 1 { decimal_comma } else { !decimal_comma || grouped };
            (!(grouped && groups)).then_some(at)
        }
    };
    body.char_indices()
        .filter_map(|(at, c)| match c {
            '0'..='9' => Some(c),
            _ if Some(at) == decimal => Some('.'),
            _ => None,
        })
        .collect()
}

/// A number as JSON writes it: whole ones without a point.
#[must_use]
pub(crate) fn json_number(value: f64) -> Option<Value> {
    /// Whole numbers up to here are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract().abs() < f64::EPSILON && value.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within the exact range")]
        let whole = value as i64;
        return Some(Value::from(whole));
    }
    Number::from_f64(value).map(Value::Number)
}

/// Yes or no in the words of pages; `None` for other texts.
#[must_use]
pub fn truth(text: &str) -> Option<bool> {
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let last = text.rsplit('/').next().unwrap_or(&text);
    let has = |kind: &str, matches: &dyn Fn(&str) -> bool| {
        let words = TRUTH.iter().filter(|(own, _)| *own == kind).flat_map(|(_, words)| words.split(','));
        words.into_iter().any(matches)
    };
    let is_whole = |word: &str| word == last;
    let is_part = |word: &str| text.contains(word);
    if has("yes", &is_whole) {
        Some(true)
    } else if has("no", &is_whole) || has("has no", &is_part) {
        Some(false)
    } else {
        has("has yes", &is_part).then_some(true)
    }
}

/// The rows of `data/truth.tsv`.
static TRUTH: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| rows(include_str!("data/truth.tsv")).collect());

/// The rows of `data/months.tsv`: how the names of months begin, the longest first.
static MONTHS: LazyLock<Vec<(&'static str, u32)>> = LazyLock::new(|| {
    let names = rows(include_str!("data/months.tsv")).map(|(_, names)| names.split(' ').zip(1..));
    let mut months: Vec<(&str, u32)> =
        names.flatten().flat_map(|(names, number)| names.split('|').map(move |name| (name, number))).collect();
    months.sort_by_key(|(name, number)| (std::cmp::Reverse(name.len()), *name, *number));
    months.dedup();
    months
});

/// A regular expression of this file.
///
/// # Panics
/// If it does not parse. Each pattern is used in a test.
fn constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant pattern parses")
}

/// A date in a text as `YYYY-MM-DD`; `None` if absent or ambiguous. `month_first`: how `3/4/2024` is read.
#[must_use]
pub fn date(text: &str, month_first: Option<bool>) -> Option<String> {
    /// The name of a month. All that is not ASCII, punctuation or a space stands for letters: `\p{L}` takes ten times as long to
    /// compile as a page takes to lay out, and so does counting the letters.
    const LETTERS: &str = r"(?-i:[A-Za-z\u{c0}-\u{1fff}\u{2c00}-\u{2fff}\u{3040}-\u{10ffff}]+)";
    /// The letters of the shortest and the longest names.
    const NAME: std::ops::RangeInclusive<usize> = 3..=14;
    static ISO: LazyLock<Regex> = LazyLock::new(|| constant(r"\b([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:\b|T)"));
    static CJK: LazyLock<Regex> =
        LazyLock::new(|| constant(r"([0-9]{4})\s*[年년]\s*([0-9]{1,2})\s*[月월]\s*([0-9]{1,2})\s*[日일]"));
    static NUMERIC: LazyLock<Regex> = LazyLock::new(|| constant(r"\b([0-9]{1,2})([./-])([0-9]{1,2})[./-]([0-9]{4})\b"));
    static DAY_FIRST: LazyLock<Regex> = LazyLock::new(|| {
        constant(&format!(
            r"(?i)\b([0-9]{{1,2}})(?:st|nd|rd|th|er|\.|º)?[\s.-]+(?:de\s+)?({LETTERS})\.?,?[\s.-]+(?:de\s+)?([0-9]{{4}})\b"
        ))
    });
    static MONTH_FIRST: LazyLock<Regex> = LazyLock::new(|| {
        constant(&format!(r"(?i)\b({LETTERS})\.?\s+([0-9]{{1,2}})(?:st|nd|rd|th)?,?\s+([0-9]{{4}})\b"))
    });
    // Every notation has a year of four digits; most texts of a page have none.
    let has_year = |text: &str| text.as_bytes().windows(4).any(|four| four.iter().all(u8::is_ascii_digit));
    if text.is_ascii() && !has_year(text) {
        return None;
    }
    let text: String = text.chars().take(MAX_TEXT).map(ascii_digit).collect();
    if !has_year(&text) {
        return None;
    }
    let captures = |regex: &'static LazyLock<Regex>| regex.captures(&text);
    let part = |captures: &regex::Captures<'_>, i: usize| captures.get(i).and_then(|m| m.as_str().parse::<u32>().ok());
    // To build a pattern takes as long as to lay out a few paragraphs.
    let may_be_joined = text.contains(['-', '/', '.']);
    let may_be_cjk = text.contains(['年', '년']);
    for (regex, may_match) in [(&ISO, may_be_joined), (&CJK, may_be_cjk)] {
        if let Some(found) = may_match.then(|| captures(regex)).flatten() {
            return calendar_day(part(&found, 1)?, part(&found, 2)?, part(&found, 3)?);
        }
    }
    let named = |regex: &'static LazyLock<Regex>, name: usize| {
        let is_name =
            |found: &regex::Captures<'_>| found.get(name).is_some_and(|m| NAME.contains(&m.as_str().chars().count()));
        regex.captures_iter(&text).find(is_name)
    };
    if let Some(found) = named(&DAY_FIRST, 2) {
        let month = month(found.get(2)?.as_str())?;
        return calendar_day(part(&found, 3)?, month, part(&found, 1)?);
    }
    if let Some(found) = named(&MONTH_FIRST, 1) {
        let month = month(found.get(1)?.as_str())?;
        return calendar_day(part(&found, 3)?, month, part(&found, 2)?);
    }
    let found = may_be_joined.then(|| captures(&NUMERIC)).flatten()?;
    let (first, second, year) = (part(&found, 1)?, part(&found, 3)?, part(&found, 4)?);
    // Points are how those write who put the day first.
    let month_first = match found.get(2).map(|m| m.as_str()) {
        Some(".") => false,
        _ if first > 12 => false,
        _ if second > 12 => true,
        _ if first == second => true,
        _ => month_first?,
    };
    if month_first { calendar_day(year, first, second) } else { calendar_day(year, second, first) }
}

/// A date with two digits of the year: `11/08/23`, `3. Mär. 19`, `8.5.12`; `None` if absent or ambiguous. Of this century, from 90
/// on of the one before.
#[must_use]
pub(crate) fn short_date(text: &str, month_first: Option<bool>) -> Option<String> {
    static SHORT: LazyLock<Regex> = LazyLock::new(|| {
        constant(concat!(
            r"(?:^|[^0-9.,/:€$£-])([0-9]{1,2})(?:([./-])([0-9]{1,2})|[.\s-]{1,2}([A-Za-z\u{e0}-\u{17f}]{3,10}))",
            r"[./\s-]{1,2}'?([0-9]{2})(?:[^0-9./:%-]|$)",
        ))
    });
    let text: String = text.chars().take(MAX_TEXT).collect();
    let found = SHORT.captures(&text)?;
    let part = |i: usize| found.get(i).map_or("", |part| part.as_str());
    let year: u32 = part(5).parse().ok()?;
    let year = if year >= 90 { 1900 + year } else { 2000 + year };
    let Some(name) = found.get(4) else {
        return date(&format!("{}{2}{}{2}{year}", part(1), part(3), part(2)), month_first);
    };
    calendar_day(year, month(name.as_str())?, part(1).parse().ok()?)
}

fn month(name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    MONTHS.iter().find(|(start, _)| name.starts_with(start)).map(|&(_, number)| number)
}

/// True for the name of a month, whole or cut short.
#[must_use]
pub(crate) fn is_month(word: &str) -> bool {
    word.chars().count() >= 3 && month(word.trim_end_matches('.')).is_some()
}

fn calendar_day(year: u32, month: u32, day: u32) -> Option<String> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    ((1..=days).contains(&day) && (1000..=9999).contains(&year)).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A moment with its offset as RFC 3339 writes it; `None` if the text lacks the offset or the time.
#[must_use]
pub(crate) fn date_time(text: &str) -> Option<String> {
    static MOMENT: LazyLock<Regex> =
        LazyLock::new(|| constant(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})"));
    let found = MOMENT.captures(text)?;
    let get = |i: usize| found.get(i).map_or("", |m| m.as_str());
    let offset = match get(5) {
        zone if zone.len() == 5 => format!("{}:{}", zone.get(..3)?, zone.get(3..)?),
        zone => zone.to_owned(),
    };
    let seconds = if get(3).is_empty() { ":00" } else { get(3) };
    Some(format!("{}T{}{seconds}{}{offset}", date(get(1), None)?, get(2), get(4)))
}

/// A mail address in a text.
#[must_use]
pub fn email(text: &str) -> Option<String> {
    static ADDRESS: LazyLock<Regex> =
        LazyLock::new(|| constant(r"(?i)[a-z0-9._%+-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*\.[a-z]{2,}"));
    let text: String = text.chars().take(MAX_TEXT).collect();
    ADDRESS.find(&text).map(|found| found.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_many_locales() {
        let check = |text: &str, comma: bool, expected: Option<f64>| {
            let found = number(text, comma);
            let same = match (found, expected) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                (a, b) => a.is_none() && b.is_none(),
            };
            assert!(same, "{text}: {found:?}");
        };
        for comma in [false, true] {
            check("1.299,00 €", comma, Some(1299.0));
            check("$1,299.00", comma, Some(1299.0));
            check("CHF 1'299.50", comma, Some(1299.5));
            check("1 299,90 kr", comma, Some(1299.9));
            check("1\u{202f}299 €", comma, Some(1299.0));
            check("1.234.567", comma, Some(1_234_567.0));
            check("1,234,567", comma, Some(1_234_567.0));
            check("12,50", comma, Some(12.5));
            check("12.50", comma, Some(12.5));
            check("0.125", comma, Some(0.125));
            check("4.5 out of 5", comma, Some(4.5));
            check("-$5.00", comma, Some(-5.0));
            check("−5", comma, Some(-5.0));
            check("SKU-500", comma, Some(500.0));
            check("1.2k", comma, Some(1200.0));
            check("٣٤", comma, Some(34.0));
            check("free", comma, None);
            check("(1,234)", comma, Some(1234.0));
        }
        check("1.299", true, Some(1299.0));
        check("1.299", false, Some(1.299));
        check("1,299", false, Some(1299.0));
        check("3, 4", false, Some(3.0));
    }

    #[test]
    fn dates_of_many_kinds() {
        let check =
            |text: &str, expected: Option<&str>| assert_eq!(date(text, Some(true)).as_deref(), expected, "{text}");
        check("2024-03-05T10:00:00Z", Some("2024-03-05"));
        check("Published March 5th, 2024 at noon", Some("2024-03-05"));
        check("5. März 2024", Some("2024-03-05"));
        check("5 de marzo de 2024", Some("2024-03-05"));
        check("05.03.2024", Some("2024-03-05"));
        check("3/5/2024", Some("2024-03-05"));
        check("25/3/2024", Some("2024-03-25"));
        check("2024年3月5日", Some("2024-03-05"));
        check("03-Mar-2024", Some("2024-03-03"));
        check("3.Mai 2024", Some("2024-05-03"));
        check("21 de febrero de 2025", Some("2025-02-21"));
        check("3 مايو 2024", Some("2024-05-03"));
        check("٣ مايو ٢٠٢٤", Some("2024-05-03"));
        check("1. července 2024", Some("2024-07-01"));
        check("5 marraskuuta 2024", Some("2024-11-05"));
        check("3 мая 2024", Some("2024-05-03"));
        check("31 Feb 2024", None);
        check("yesterday", None);
        assert_eq!(date("3/5/2024", None), None, "the month is ambiguous");
    }

    #[test]
    fn short_years_are_of_this_century() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(short_date(text, Some(false)).as_deref(), expected, "{text}");
        };
        check("8.5.12", Some("2012-05-08"));
        check("Datum: 03.Mär.19", Some("2019-03-03"));
        check("25/11/23 5:19pm", Some("2023-11-25"));
        check("3 Jul 98", Some("1998-07-03"));
        check("17:15-18:30", None);
        check("1.2.2019", None);
        check("4.5.3.12", None);
    }

    #[test]
    fn ranges_end_at_their_upper_end() {
        for (text, expected) in [
            ("2-4 servings", "4 servings"),
            ("Serves 4 to 6", "Serves 6"),
            ("Für 2 bis 3 Personen", "Für 3 Personen"),
            ("8–10", "10"),
            ("4 servings", "4 servings"),
            ("2024-05-03", "2024-05-03"),
        ] {
            assert_eq!(upper_end(text), expected, "{text}");
        }
    }

    #[test]
    fn moments_need_an_offset() {
        assert_eq!(date_time("2024-03-05T10:00+0100").as_deref(), Some("2024-03-05T10:00:00+01:00"));
        assert_eq!(date_time("2024-03-05T10:00:00.5Z").as_deref(), Some("2024-03-05T10:00:00.5Z"));
        assert_eq!(date_time("2024-03-05"), None);
    }

    #[test]
    fn truth_is_said_in_words() {
        assert_eq!(truth("In stock"), Some(true));
        assert_eq!(truth("https://schema.org/OutOfStock"), Some(false));
        assert_eq!(truth("perhaps"), None);
    }

    #[test]
    fn addresses_are_found_in_texts() {
        assert_eq!(email("write to Ann.B@mail.example.org."), Some("Ann.B@mail.example.org".to_owned()));
    }

    #[test]
    fn json_numbers_are_whole_where_they_can_be() {
        assert_eq!(json_number(5.0), Some(Value::from(5)));
        assert_eq!(json_number(5.25), Some(Value::from(5.25)));
        assert_eq!(json_number(f64::NAN), None);
    }
}
