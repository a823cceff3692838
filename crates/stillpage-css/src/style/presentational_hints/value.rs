//! Attribute values in the microsyntaxes of HTML: dimensions, integers, legacy colours.

use super::super::computed::{Color, Srgb};

/// A dimension: px, or a fraction.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    Px(f32),
    Percent(f32),
}

/// <https://html.spec.whatwg.org/#rules-for-parsing-dimension-values>
pub(super) fn dimension(text: &str) -> Option<Extent> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
    let text = text.strip_prefix('+').unwrap_or(text);
    let digits = text.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(text.len());
    let (whole, rest) = text.split_at(digits);
    if whole.is_empty() {
        return None;
    }
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(after) => after.split_at(after.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(after.len())),
        None => ("", rest),
    };
    let mut number = String::from(whole);
    if !fraction.is_empty() {
        number.push('.');
        number.push_str(fraction);
    }
    let value: f32 = number.parse().ok()?;
    // Limit: what the fixed-point lengths of Chromium hold.
    let value = value.min(33_554_428.0);
    Some(if rest.starts_with('%') { Extent::Percent(value / 100.0) } else { Extent::Px(value) })
}

/// <https://html.spec.whatwg.org/#rules-for-parsing-non-negative-integers>
pub(super) fn non_negative_integer(text: &str) -> Option<f32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
    let text = text.strip_prefix('+').unwrap_or(text);
    let digits = text.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(text.len());
    text.get(..digits).filter(|d| !d.is_empty())?.parse::<f32>().ok().map(|n| n.min(33_554_428.0))
}

pub(super) fn is(text: &str, keyword: &str) -> bool {
    text.eq_ignore_ascii_case(keyword)
}

/// <https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-colour-value>; `None` if it is not a colour.
pub(super) fn legacy_color(text: &str) -> Option<Color> {
    let rgb = |red: u8, green: u8, blue: u8| Color::Srgb(Srgb::new([red, green, blue].map(f32::from), 1.0));
    let text = text.trim_matches([' ', '\t', '\n', '\r', '\u{c}']);
    if text.is_empty() || is(text, "transparent") {
        return None;
    }
    if let Ok((red, green, blue)) = cssparser::color::parse_named_color(text) {
        return Some(rgb(red, green, blue));
    }
    if let Some(digits) = text.strip_prefix('#').filter(|digits| digits.len() == 3)
        && let Ok((red, green, blue, _)) = cssparser::color::parse_hash_color(digits.as_bytes())
    {
        return Some(rgb(red, green, blue));
    }
    // Steps 7 to 17. Characters beyond the basic plane count as two.
    let wide = |c: char| if u32::from(c) > 0xffff { "00".chars() } else { "".chars() };
    let units = text.chars().flat_map(|c| wide(c).chain((u32::from(c) <= 0xffff).then_some(c)));
    let units: Vec<char> = units.take(128).enumerate().filter(|&(at, c)| at > 0 || c != '#').map(|(_, c)| c).collect();
    let mut digits: Vec<u8> =
        units.iter().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap_or_default()).collect();
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push(0);
    }
    let mut parts: Vec<&[u8]> = digits.chunks(digits.len() / 3).collect();
    let longest = digits.len() / 3;
    if longest > 8 {
        parts = parts.into_iter().map(|part| part.get(longest - 8..).unwrap_or_default()).collect();
    }
    while parts.iter().all(|part| part.len() > 2 && part.first() == Some(&0)) {
        parts = parts.into_iter().map(|part| part.get(1..).unwrap_or_default()).collect();
    }
    let byte = |part: &[u8]| part.iter().take(2).fold(0, |value, digit| value * 16 + digit);
    match parts.as_slice() {
        [red, green, blue] => Some(rgb(byte(red), byte(green), byte(blue))),
        _ => None,
    }
}
