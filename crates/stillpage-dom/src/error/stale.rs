//! The fate of a ref, and elements as errors name them.

use std::fmt;

use serde::Serialize;

use crate::reference::Ref;
use crate::safe_text::{PageText, SafeText, put, safe};

/// The reason why a ref does not resolve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StaleReason {
    /// Another document was loaded.
    Navigated,
    /// It is not on the page.
    Removed,
    /// Its place, or its node, now belongs to another widget.
    Replaced,
    /// Its place is there, but with another text or function.
    Changed,
    /// It is there, but not rendered.
    Hidden,
    /// Too many refs have been assigned since, and it was dropped.
    Resnapshotted,
}

impl StaleReason {
    /// In one word, for answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Navigated => "navigated",
            Self::Removed => "removed",
            Self::Replaced => "replaced",
            Self::Changed => "changed",
            Self::Hidden => "hidden",
            Self::Resnapshotted => "resnapshotted",
        }
    }
}

/// An element as errors speak of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ElementSummary {
    /// Its ref, if it has one.
    #[serde(rename = "ref")]
    pub reference: Option<Ref>,
    /// Role; `generic` if it has none, empty if it is no longer known.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// The name of its row or section; empty without one.
    pub row: String,
    /// Its position in `document.querySelectorAll('*')`, if it is on the page and in the light tree.
    pub index: Option<u32>,
}

impl ElementSummary {
    /// `button "Save" in "Billing"`
    #[doc(hidden)]
    pub fn described(&self) -> SafeText {
        let mut out = SafeText::from(match self.role.as_str() {
            "" => PageText::of("element"),
            role => PageText::token(role),
        });
        if !self.name.is_empty() {
            put!(out, " {}", PageText::quoted(&self.name));
        }
        if !self.row.is_empty() {
            put!(out, " in {}", PageText::quoted(&self.row));
        }
        out
    }

    /// Its ref; empty if it has none.
    pub(super) fn name_of_ref(&self) -> SafeText {
        self.reference.map_or_else(SafeText::new, |reference| safe!("{}", reference))
    }
}

impl fmt::Display for ElementSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.described())
    }
}

/// `@e3 (button "Save"), @e4 (link "Home")`
pub(super) fn listed(elements: &[ElementSummary]) -> SafeText {
    let one = |element: &ElementSummary| match &element.reference {
        Some(_) => safe!("@{} ({})", element.name_of_ref(), element.described()),
        None => element.described(),
    };
    SafeText::join(elements.iter().map(one), ", ")
}
