//! [`ElementMatch`]: the element of a page that matches an element of an earlier version, with proof, or why none does.

/// The evidence of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// Its link target or id is unique on both pages.
    UniqueKey,
    /// It is the corresponding control in the matching row.
    Row,
    /// It is the corresponding control in a row without a key and with fewer than three texts of its own, while another tab, filter
    /// or page is the chosen one.
    Choice,
    /// The only element with its role and name under the same headings and groups.
    Labels,
    /// One of several duplicates in unchanged order under the same headings and groups.
    Order,
    /// The connected node in the same place, with the other label of a toggle (`Like`, `Liked`).
    Relabelled,
    /// The only element with its role and name, in the same section.
    Section,
    /// A container with most of its former contents.
    Contents,
    /// A container in the same position among matched elements.
    Place,
    /// The fingerprint of the whole page is unchanged.
    Unchanged,
}

impl Proof {
    /// The word for output.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::UniqueKey => "key",
            Self::Row => "row",
            Self::Choice => "choice",
            Self::Labels => "labels",
            Self::Order => "order",
            Self::Relabelled => "relabelled",
            Self::Section => "section",
            Self::Contents => "contents",
            Self::Place => "place",
            Self::Unchanged => "unchanged",
        }
    }

    /// The share of matches with this proof that were right, 0 to 1, by the rule of succession: (right + 1) / (all + 2), over
    /// recorded re-renders of 31 apps.
    #[must_use]
    pub fn confidence(self) -> f32 {
        let (right, wrong): (u16, u16) = match self {
            Self::UniqueKey => (6775, 0),
            Self::Row => (52373, 0),
            Self::Choice => (822, 66),
            Self::Labels => (9460, 0),
            Self::Order => (108, 0),
            Self::Relabelled => (2835, 0),
            Self::Section => (218, 0),
            Self::Contents => (846, 6),
            // Sessions alone use it.
            Self::Place => (0, 0),
            Self::Unchanged => (6261, 0),
        };
        f32::from(right + 1) / f32::from(right + wrong + 2)
    }

    /// True if it still proves a match when an observation in between did not have the element.
    #[must_use]
    pub(crate) fn outlasts_absence(self) -> bool {
        matches!(self, Self::UniqueKey | Self::Row | Self::Choice)
    }
}

/// The reason why an element has no match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchFailure {
    /// No element has its role, name and attributes.
    Gone,
    /// Its row is gone.
    RowGone,
    /// The matching row does not have the control.
    GoneFromRow,
    /// Several rows match its row.
    AmbiguousRow,
    /// Several elements match.
    Ambiguous,
    /// The only candidate has other texts around it, or other headings and groups.
    OtherSurroundings,
}

/// The answer for one identity.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ElementMatch {
    /// A match.
    Found {
        /// Index in `after.identities`.
        to: usize,
        /// The evidence.
        proof: Proof,
    },
    /// No match.
    Refused {
        /// The reason.
        why: MatchFailure,
        /// Indices in `after.identities` of the nearest candidates, best first, at most 5.
        candidates: Vec<usize>,
    },
}
