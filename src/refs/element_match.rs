//! [`ElementMatch`]: what one element of a page is on another version of it, with proof, or why it was not found.

/// How a widget was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Its link target or id is on both pages once.
    UniqueKey,
    /// The same control in the row that its row became.
    Row,
    /// The only one of its role and name under the same labels.
    Labels,
    /// One of several alike in an unchanged order under the same labels.
    Order,
    /// The connected node in the same place with a new label of the same control (`Like`, `Liked`).
    Relabelled,
    /// It holds most of what it held.
    Contents,
    /// A container that stands where it stood among what was found.
    Place,
    /// Nothing by which elements are recognised changed on the whole page.
    Unchanged,
}

impl Proof {
    /// In one word, for answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::UniqueKey => "key",
            Self::Row => "row",
            Self::Labels => "labels",
            Self::Order => "order",
            Self::Relabelled => "relabelled",
            Self::Contents => "contents",
            Self::Place => "place",
            Self::Unchanged => "unchanged",
        }
    }

    /// True if it would prove as much had the element been away in between.
    #[must_use]
    pub fn outlasts_absence(self) -> bool {
        matches!(self, Self::UniqueKey | Self::Row)
    }
}

/// Why a widget was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchFailure {
    /// Nothing on the page has its role, name and attributes.
    Gone,
    /// Its row is gone.
    RowGone,
    /// Its row is there, but the control is not.
    GoneFromRow,
    /// Several rows could be its row.
    AmbiguousRow,
    /// Several elements could be it.
    Ambiguous,
    /// The only candidate stands among other words, or under other labels.
    OtherSurroundings,
}

/// The answer for one identity.
#[derive(Debug, Clone, PartialEq)]
pub enum ElementMatch {
    /// Found: the index in the after page's `identities`.
    Found {
        /// Index in `after.identities`.
        to: usize,
        /// What it rests on.
        proof: Proof,
        /// 0 to 1: 1 for proofs that leave no doubt.
        confidence: f32,
    },
    /// Not found.
    Refused {
        /// Why.
        why: MatchFailure,
        /// Indices in `after.identities` that come nearest, best first, at most 5.
        candidates: Vec<usize>,
    },
}
