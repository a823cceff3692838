//! [`Session`]: refs that outlive a re-render, as library users have them.

use std::ops::{Deref, DerefMut};

use super::{Element, Page};
use crate::dom::Mutation;
use crate::error::RefError;
use crate::refs::resolver::ResolutionKind;
use crate::refs::session::{self, Numbering};
use crate::refs::{Proof, Ref, RefTable, StoreError};
use crate::snapshot::{Snapshot, SnapshotOptions};

/// The refs of one or more tabs over time. It keeps what each ref meant, and finds that again on later versions of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Session(session::Session);

/// The present element of a ref.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Resolution<'p> {
    /// The ref.
    pub reference: Ref,
    /// Its element.
    pub element: Element<'p>,
    /// The way in which it was found.
    pub kind: ResolutionKind,
    /// The evidence.
    pub proof: Proof,
    /// The share of matches with this proof that were right on recorded re-renders, 0 to 1.
    pub confidence: f32,
    /// The evidence in words, a clause.
    pub reason: String,
    /// The mutations that correct the marks of the page: they restore the attribute and remove copies of it.
    pub mutations: Vec<Mutation>,
}

impl Session {
    /// The name of the tab that pages are in unless another one is given.
    pub const FIRST_TAB: &str = session::Session::FIRST_TAB;

    /// An empty session.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a session that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If the bytes are not a session, a damaged one, or one of a newer version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoreError> {
        session::Session::from_bytes(bytes).map(Self)
    }

    /// Returns the session as bytes, to go on with in another process.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// Sets how many refs the session keeps.
    #[must_use]
    pub fn with_max_refs(self, max_refs: usize) -> Self {
        Self(self.0.with_max_refs(max_refs))
    }

    /// Takes a snapshot of a page in the first tab, in which each element has the ref that the session knows it by.
    pub fn snapshot(&mut self, page: &Page) -> Snapshot {
        self.0.snapshot(page)
    }

    /// Takes a snapshot as [`snapshot`](Self::snapshot) does, in a tab and with options.
    pub fn snapshot_in(&mut self, tab: &str, page: &Page, options: &SnapshotOptions) -> Snapshot {
        self.0.snapshot_in(tab, page, options)
    }

    /// Sets how new refs are numbered. Existing refs keep their numbers.
    pub fn set_numbering(&mut self, numbering: Numbering) {
        self.0.set_numbering(numbering);
    }

    /// The number of refs kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if the session keeps no refs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Observes a page: elements that the tab showed before keep their refs; the others in `shown` get new ones in the order
    /// and the frames they have there.
    pub fn observe(&mut self, tab: &str, page: &Page, shown: &RefTable) -> RefTable {
        self.0.observe(tab, page, shown)
    }

    /// Resolves a ref on a page. `tab`: the tab of the page; by default the ref's own.
    ///
    /// # Errors
    /// If the element is not certain to be on the page: [`RefError::Unknown`], [`RefError::Stale`],
    /// [`RefError::Ambiguous`], [`RefError::TargetConflict`].
    pub fn resolve<'p>(&self, page: &'p Page, reference: Ref, tab: Option<&str>) -> Result<Resolution<'p>, RefError> {
        let found = self.0.resolve(page, reference, tab)?;
        Ok(Resolution {
            reference: found.reference,
            element: Element::new(page, found.node),
            kind: found.kind,
            proof: found.proof,
            confidence: found.confidence,
            reason: found.reason,
            mutations: found.mutations,
        })
    }

    /// The mutations that write each ref of a table into an attribute of its element and remove outdated ones. From then on
    /// refs are resolved by this attribute first.
    pub fn mark(&mut self, tab: &str, page: &Page, refs: &RefTable, attribute: &str) -> Vec<Mutation> {
        self.0.mark(tab, page, refs, attribute)
    }

    /// Records that a tab shows another document: all its refs so far are stale.
    pub fn navigate(&mut self, tab: &str) {
        self.0.navigate(tab);
    }

    /// The tab that a ref belongs to; `None` if it was never assigned.
    #[must_use]
    pub fn tab_of(&self, reference: Ref) -> Option<&str> {
        self.0.tab_of(reference)
    }
}

impl Deref for Session {
    type Target = session::Session;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
