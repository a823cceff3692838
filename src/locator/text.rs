//! Texts to compare with, as Playwright's options spell them.

use crate::search::playwright::TextRule;

/// A text to look for. `"save".into()` is a part of the text in any case, white space normalized;
/// [`exact()`](Self::exact) is all of it; [`regex()`](Self::regex) is a regular expression of JavaScript's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPattern(pub(super) TextRule);

impl TextPattern {
    /// All of the text, case included; white space is normalized.
    #[must_use]
    pub fn exact(text: impl Into<String>) -> Self {
        Self(TextRule::Exact(text.into()))
    }

    /// A regular expression of JavaScript's with its flags: `TextPattern::regex(r"\d+ items?", "i")`. Whether it parses shows
    /// when the locator is looked up.
    #[must_use]
    pub fn regex(source: impl Into<String>, flags: impl Into<String>) -> Self {
        Self(TextRule::Regex(source.into(), flags.into()))
    }
}

impl From<&str> for TextPattern {
    fn from(text: &str) -> Self {
        Self(TextRule::Part(text.to_owned()))
    }
}

impl From<String> for TextPattern {
    fn from(text: String) -> Self {
        Self(TextRule::Part(text))
    }
}

impl From<&String> for TextPattern {
    fn from(text: &String) -> Self {
        Self(TextRule::Part(text.clone()))
    }
}
