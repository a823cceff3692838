//! Why a ref names nothing any more, told so that the reader knows what to do next.

use super::Ref;

/// Why a ref does not resolve.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Death {
    /// Another document was loaded.
    Navigated,
    /// Nothing on the page has its role, name and attributes.
    Removed {
        /// Role and name.
        what: String,
    },
    /// Its row is gone.
    RowRemoved {
        /// Role and name.
        what: String,
    },
    /// Its row is there, but says or does something else in its place.
    Changed {
        /// Role and name.
        what: String,
    },
    /// The same role and name are on the page, but under other labels or among other words.
    Replaced {
        /// Role and name.
        what: String,
        /// The label it was under; empty if it was under none.
        label: String,
    },
    /// Several elements could be it.
    Ambiguous {
        /// Role and name.
        what: String,
        /// How many.
        candidates: usize,
    },
}

impl Death {
    /// The code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Ambiguous { .. } => "ambiguous_ref",
            _ => "stale_ref",
        }
    }

    /// The reason within the code: `navigated`, `removed`, `changed`, `replaced`, `ambiguous`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Navigated => "navigated",
            Self::Removed { .. } | Self::RowRemoved { .. } => "removed",
            Self::Changed { .. } => "changed",
            Self::Replaced { .. } => "replaced",
            Self::Ambiguous { .. } => "ambiguous",
        }
    }

    /// How many elements could be meant.
    #[must_use]
    pub fn candidates(&self) -> usize {
        if let Self::Ambiguous { candidates, .. } = self { *candidates } else { 0 }
    }

    /// One sentence about `reference`.
    #[must_use]
    pub fn message(&self, reference: Ref) -> String {
        match self {
            Self::Navigated => format!("@{reference} belongs to a document that was left"),
            Self::Removed { what } => format!("@{reference} was {what}, which is no longer on the page"),
            Self::RowRemoved { what } => format!("@{reference} was {what} in a row that is no longer on the page"),
            Self::Changed { what } => format!("@{reference} was {what}; its row is still there, but without it"),
            Self::Replaced { what, label } if label.is_empty() => {
                format!("@{reference} was {what}; what has that role and name now stands among other content")
            }
            Self::Replaced { what, label } => {
                format!("@{reference} was {what} under \"{label}\"; what has that role and name now is not")
            }
            Self::Ambiguous { what, candidates } => {
                format!("@{reference} was {what}; {candidates} elements could be it and nothing tells them apart")
            }
        }
    }

    /// What to do next.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Ambiguous { .. } => "take a new snapshot and choose by the text around the element",
            _ => "take a new snapshot and use a ref from it",
        }
    }
}
