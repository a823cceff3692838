//! `text-transform`: <https://www.w3.org/TR/css-text-3/#text-transform>

use std::borrow::Cow;

use crate::dom::{Dom, NodeId};
use crate::style::ComputedStyle;
use crate::style::computed::TextTransform;

/// Languages whose casing differs from the default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// Any other.
    #[default]
    Other,
    /// Turkish, Azerbaijani: i and ı are different letters.
    Turkic,
    /// Greek: capitals have no accents.
    Greek,
    /// Lithuanian: treated as any other. Approx: the dots above accented i are not kept.
    Lithuanian,
    /// Dutch: ij is one letter.
    Dutch,
}

impl Language {
    /// From a BCP 47 tag.
    pub(crate) fn of(tag: &str) -> Self {
        match tag.split(['-', '_']).next().unwrap_or("").to_ascii_lowercase().as_str() {
            "tr" | "az" => Self::Turkic,
            "el" => Self::Greek,
            "lt" => Self::Lithuanian,
            "nl" => Self::Dutch,
            _ => Self::Other,
        }
    }
}

/// A text in an element as its `text-transform` shows it.
pub fn transformed<'a>(dom: &Dom, element: NodeId, style: &ComputedStyle, text: &'a str) -> Cow<'a, str> {
    let language = dom.language(element).map_or(Language::Other, Language::of);
    transform(text, style.text_transform, language, None)
}

/// The text that is shown; `before` is the character before it in the same block, if it continues a word.
pub(crate) fn transform<'a>(
    text: &'a str,
    transform: TextTransform,
    language: Language,
    before: Option<char>,
) -> Cow<'a, str> {
    match transform {
        TextTransform::None | TextTransform::FullSizeKana => Cow::Borrowed(text),
        TextTransform::Uppercase => Cow::Owned(uppercase(text, language)),
        TextTransform::Lowercase => Cow::Owned(lowercase(text, language)),
        TextTransform::Capitalize => Cow::Owned(capitalize(text, language, before)),
        TextTransform::MathAuto => math_auto(text),
        TextTransform::FullWidth => Cow::Owned(text.chars().map(full_width).collect()),
    }
}

/// <https://w3c.github.io/mathml-core/#new-text-transform-values>: a letter alone is italic.
fn math_auto(text: &str) -> Cow<'_, str> {
    let mut letters = text.trim().chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return Cow::Borrowed(text) };
    let (first, italic) = match letter {
        'h' => ('h', 0x210E),
        'A'..='Z' => ('A', 0x1D434),
        'a'..='z' => ('a', 0x1D44E),
        'Α'..='Ω' => ('Α', 0x1D6E2),
        'α'..='ω' => ('α', 0x1D6FC),
        _ => return Cow::Borrowed(text),
    };
    let italic = char::from_u32(italic + (u32::from(letter) - u32::from(first))).unwrap_or(letter);
    Cow::Owned(italic.into())
}

fn uppercase(text: &str, language: Language) -> String {
    match language {
        Language::Turkic => text.replace('i', "İ").to_uppercase(),
        Language::Greek => text.to_uppercase().chars().map(without_greek_accent).collect(),
        _ => text.to_uppercase(),
    }
}

fn lowercase(text: &str, language: Language) -> String {
    match language {
        Language::Turkic => text.replace('I', "ı").replace('İ', "i").to_lowercase(),
        _ => text.to_lowercase(),
    }
}

const fn without_greek_accent(c: char) -> char {
    match c {
        'Ά' => 'Α',
        'Έ' => 'Ε',
        'Ή' => 'Η',
        'Ί' => 'Ι',
        'Ό' => 'Ο',
        'Ύ' => 'Υ',
        'Ώ' => 'Ω',
        _ => c,
    }
}

/// The first letter of each word as a capital; a word continues over apostrophes between letters.
fn capitalize(text: &str, language: Language, before: Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = before;
    let mut in_word = before.is_some_and(is_word);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let word = is_word(c);
        if word && !in_word {
            match (language, c) {
                (Language::Turkic, 'i') => out.push('İ'),
                (Language::Dutch, 'i') if chars.peek() == Some(&'j') => {
                    out.push_str("IJ");
                    chars.next();
                }
                _ => out.push(title_case(c)),
            }
        } else {
            // A letter in a circle is a word of its own.
            out.push(if is_circled(c) { title_case(c) } else { c });
        }
        // UAX 29 WB6, WB7; Chrome: of the marks that join letters, apostrophes do.
        let joins = matches!(c, '\'' | '’') && before.is_some_and(is_word) && chars.peek().is_some_and(|n| is_word(*n));
        in_word = word || joins || (in_word && super::script::is_mark(c));
        before = Some(c);
    }
    out
}

fn is_word(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_circled(c)
}

const fn is_circled(c: char) -> bool {
    matches!(c, 'Ⓐ'..='ⓩ')
}

/// Chrome: one character for one; `ß` stays as it is.
fn title_case(c: char) -> char {
    match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        // Greek letters with a iota below.
        'ᾀ'..='ᾇ' | 'ᾐ'..='ᾗ' | 'ᾠ'..='ᾧ' => char::from_u32(u32::from(c) + 8).unwrap_or(c),
        'ᾳ' | 'ῃ' | 'ῳ' => char::from_u32(u32::from(c) + 9).unwrap_or(c),
        // Chrome: letters that are two units of UTF-16 have no capitals here.
        '\u{10000}'.. => c,
        _ => {
            let mut upper = c.to_uppercase();
            upper.next().filter(|_| upper.next().is_none()).unwrap_or(c)
        }
    }
}

fn full_width(c: char) -> char {
    match c {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms() {
        let check = |text, how, language, expected: &str| {
            assert_eq!(transform(text, how, Language::of(language), None), expected);
        };
        check("straße ŉ ﬁ", TextTransform::Uppercase, "en", "STRASSE ʼN FI");
        check("istanbul", TextTransform::Uppercase, "tr", "İSTANBUL");
        check("Καλημέρα", TextTransform::Uppercase, "el", "ΚΑΛΗΜΕΡΑ");
        check(
            "hello wORLD it's a-b (foo) “bar” ǆ ß 1st a.b",
            TextTransform::Capitalize,
            "en",
            "Hello WORLD It's A-B (Foo) “Bar” ǅ ß 1st A.B",
        );
        check("ijs", TextTransform::Capitalize, "nl", "IJs");
        assert_eq!(transform("bar", TextTransform::Capitalize, Language::Other, Some('o')), "bar");
    }
}
