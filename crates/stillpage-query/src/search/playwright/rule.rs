//! Options of Playwright's `getBy...()` methods.

use std::fmt;

use super::Mistake;
use crate::safe_text::PageText;
use crate::search::pattern::{Flags, Pattern};

/// A condition on a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextRule {
    /// A part of the text, in any case; white space normalized.
    Part(String),
    /// All of the text; white space normalized.
    Exact(String),
    /// A regular expression of JavaScript's, and its flags.
    Regex(String, String),
}

impl fmt::Display for TextRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(text) => write!(f, "{}", PageText::quoted(text)),
            Self::Exact(text) => write!(f, "exact({})", PageText::quoted(text)),
            Self::Regex(source, flags) => write!(f, "regex({}, {})", PageText::quoted(source), PageText::quoted(flags)),
        }
    }
}

/// The states that `getByRole()` takes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleOptions {
    pub name: Option<TextRule>,
    pub description: Option<TextRule>,
    pub checked: Option<bool>,
    pub disabled: Option<bool>,
    pub expanded: Option<bool>,
    pub pressed: Option<bool>,
    pub selected: Option<bool>,
    pub level: Option<u32>,
    pub include_hidden: bool,
}

impl RoleOptions {
    /// The states that are asked for, by their names in Playwright.
    pub fn states(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let states = [
            ("checked", self.checked),
            ("disabled", self.disabled),
            ("expanded", self.expanded),
            ("pressed", self.pressed),
            ("selected", self.selected),
        ];
        states.into_iter().filter_map(|(state, value)| Some((state, value?)))
    }
}

pub(super) fn regex(source: &str, flags: &str) -> Result<Pattern, Mistake> {
    let flags = Flags::parse(flags).map_err(|error| Mistake::new(source.len() + 1 + error.offset, error.message))?;
    Pattern::with_flags(source, flags).map_err(|error| Mistake::new(error.offset, error.message))
}
