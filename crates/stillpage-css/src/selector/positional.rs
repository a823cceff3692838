//! Compounds whose matches depend on siblings, and the elements that they are about.

use smallvec::SmallVec;

use super::bucket::{Bucket, Buckets, may_match, rank};
use crate::dom::ElementData;

/// The siblings of an element that matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SiblingSides {
    /// The siblings before it.
    pub before: bool,
    /// The siblings behind it.
    pub behind: bool,
}

impl SiblingSides {
    pub(crate) const BOTH: Self = Self { before: true, behind: true };

    pub(super) fn is_any(self) -> bool {
        self.before || self.behind
    }

    fn meets(self, other: Self) -> bool {
        self.before && other.before || self.behind && other.behind
    }
}

impl std::ops::BitOrAssign for SiblingSides {
    fn bitor_assign(&mut self, other: Self) {
        self.before |= other.before;
        self.behind |= other.behind;
    }
}

/// A compound whose matches depend on the siblings of an element.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Positional {
    /// The siblings that matter.
    sides: SiblingSides,
    /// Buckets that such an element meets, in part.
    own: Buckets,
    /// Buckets that some element around it meets, in part; empty if its selector asks for none.
    around: Buckets,
    /// Buckets of the elements inside of it that its selector styles; `None` if the selector styles the element itself.
    styled_inside: Option<Buckets>,
}

/// A few of them, of one selector.
pub(super) type PositionalCompounds = SmallVec<[Positional; 2]>;

impl Positional {
    pub(super) fn new(sides: SiblingSides, own: Buckets, styled_inside: Option<Buckets>) -> Self {
        let own = if own.is_empty() { smallvec::smallvec![Bucket::Other] } else { own };
        Self { sides, own, around: Buckets::new(), styled_inside }
    }

    /// Notes what an element around it meets, if that says more than what is known.
    pub(super) fn require_around(&mut self, outer: &Buckets) {
        let known = if self.around.is_empty() { rank(&smallvec::smallvec![Bucket::Other]) } else { rank(&self.around) };
        if !outer.is_empty() && rank(outer) < known {
            self.around.clone_from(outer);
        }
    }
}

/// The compounds whose matches depend on the siblings of some elements.
#[derive(Debug)]
pub(crate) struct OfSiblings<'a> {
    ignores_case: bool,
    positional: SmallVec<[&'a Positional; 8]>,
}

impl<'a> OfSiblings<'a> {
    /// Returns those of some compounds that are asked for inside of these elements.
    pub(super) fn within(all: &'a [Positional], around: &[&ElementData], ignores_case: bool) -> Self {
        let is_met =
            |asked: &Buckets| asked.is_empty() || around.iter().any(|element| may_match(asked, element, ignores_case));
        let positional = all.iter().filter(|positional| is_met(&positional.around)).collect();
        Self { ignores_case, positional }
    }

    /// Returns the elements whose style may depend on the siblings of an element on these sides.
    pub(crate) fn reach(&self, element: &ElementData, sides: SiblingSides) -> SiblingReach<'a> {
        let mut reach = SiblingReach { ignores_case: self.ignores_case, ..SiblingReach::default() };
        let asked = self.positional.iter().copied().filter(|positional| positional.sides.meets(sides));
        for positional in asked.filter(|positional| may_match(&positional.own, element, self.ignores_case)) {
            match &positional.styled_inside {
                None => reach.itself = true,
                Some(buckets) => reach.inside.push(buckets),
            }
        }
        reach
    }
}

/// The elements whose style depends on the siblings of an element.
#[derive(Debug, Clone, Default)]
pub(crate) struct SiblingReach<'a> {
    /// The style of the element itself.
    pub itself: bool,
    ignores_case: bool,
    inside: SmallVec<[&'a Buckets; 4]>,
}

impl SiblingReach<'_> {
    /// True if they may decide about something inside of the element.
    pub(crate) fn reaches_inside(&self) -> bool {
        !self.inside.is_empty()
    }

    /// True if they may decide about the style of this element, which is inside of the one that they are siblings of.
    pub(crate) fn may_style(&self, inner: &ElementData) -> bool {
        self.inside.iter().any(|buckets| may_match(buckets, inner, self.ignores_case))
    }
}
