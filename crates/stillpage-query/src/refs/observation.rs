//! [`Tab`] and its [`Observation`]s.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::address;
use super::fingerprint::{Digest, Fingerprint, Identity, UniqueKey};
use super::page_fingerprint::PageFingerprint;
use super::table::RefTable;
use crate::dom::NodeId;
use crate::error::{ElementSummary, RefError, StaleReason};
use crate::page::Page;
use crate::reference::Ref;

/// Limit: observations per tab. Refs that were not found in three observations in a row are dropped.
const MAX_OBSERVATIONS: usize = 4;
/// Elements and rows that old observations may hold however small the page.
const SMALL: usize = 200;
/// A tab.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tab {
    /// Number of the document it shows, counted from 0.
    pub(super) document: u32,
    /// The origin of the document it shows, if known.
    pub(super) origin: Option<String>,
    /// Its observations, the newest last.
    pub(super) observations: Vec<Observation>,
    /// The moment of a recording that the newest one is of, as who reads recordings names it.
    pub(super) moment: Option<String>,
}

/// A tab at the time of a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Observation {
    /// The elements with refs, hidden elements that resemble one of them, and all rows.
    pub(super) fingerprint: Fingerprint,
    /// The position of each identity among those of all elements of the page.
    pub(super) positions: Vec<u32>,
    /// Digest of the fingerprint of the whole page.
    pub(super) page_digest: u64,
    /// The refs that this observation holds, by identity.
    pub(super) refs: Vec<Option<Ref>>,
    /// Number of the document of the tab.
    pub(super) document: u32,
    /// Origin of the tree of the node ids; 0 if the ids are meaningless, as they are in a restored session.
    pub(super) source: u64,
    /// Origin of a live page, and its node for the node of each identity. Not stored in files.
    pub(super) connected: Option<(u64, FxHashMap<NodeId, NodeId>)>,
    /// True if the elements were marked with their refs.
    pub(super) marked: bool,
}

impl Tab {
    /// The error for a ref of an earlier document. `navigated_away`: the current page has another origin.
    pub(super) fn navigated(&self, was: ElementSummary, navigated_away: bool) -> RefError {
        let evidence = match (&self.origin, navigated_away) {
            (Some(origin), true) => format!("its document, of {origin}, was replaced by another one"),
            _ => "its document was replaced by another one".to_owned(),
        };
        RefError::Stale { was: was.into(), reason: StaleReason::Navigated, evidence, now: Vec::new() }
    }

    /// True if a page cannot be a re-render of the document of the tab: it has another origin, which `history.pushState()`
    /// cannot reach.
    pub(super) fn is_left_for(&self, page: &Page) -> bool {
        let (dom, latest) = (page.dom(), self.observations.last());
        let same_tree = latest.is_some_and(|observation| observation.source != 0 && observation.source == dom.origin());
        match (&self.origin, address::origin(dom)) {
            (Some(before), Some(now)) => !same_tree && *before != now,
            _ => false,
        }
    }

    /// Evicts observations that hold no refs, are too old, or hold too much besides their refs.
    pub(super) fn evict_observations(&mut self) {
        let Some(newest) = self.observations.pop() else { return };
        self.observations.retain(|observation| observation.len() > 0);
        let mut room = newest.size().max(SMALL);
        let mut kept = Vec::new();
        for observation in self.observations.drain(..).rev() {
            let size = observation.size().saturating_sub(2 * observation.len());
            if kept.len() + 1 >= MAX_OBSERVATIONS || size > room {
                break;
            }
            room -= size;
            kept.push(observation);
        }
        kept.reverse();
        kept.push(newest);
        self.observations = kept;
    }
}

impl Observation {
    pub(super) fn new(
        current: &PageFingerprint<'_>,
        shown: &RefTable,
        refs: Vec<Option<Ref>>,
        document: u32,
        marked: bool,
    ) -> Self {
        let fingerprint = current.fingerprint();
        // A hidden element that resembles a shown one makes it ambiguous once it appears.
        let assigned = fingerprint.identities.iter().zip(&refs).filter(|(_, reference)| reference.is_some());
        let looks: FxHashSet<(&str, &str, Digest)> = assigned.map(|(identity, _)| look(identity)).collect();
        let keep = |at: usize| {
            let identity = &fingerprint.identities[at];
            refs[at].is_some() || shown.of(identity.node).is_some() || looks.contains(&look(identity))
        };
        let positions: Vec<usize> = (0..refs.len()).filter(|&at| keep(at)).collect();
        Self {
            fingerprint: fingerprint.restricted(&keep),
            page_digest: current.digest(),
            refs: positions.iter().map(|&at| refs[at]).collect(),
            positions: positions.iter().map(|&at| u32::try_from(at).unwrap_or(u32::MAX)).collect(),
            document,
            source: current.page().dom().origin(),
            connected: None,
            marked,
        }
    }

    /// True if a page has the digest that this one had. For most pages that have not, an element is another, and no digest is made.
    pub(super) fn may_be_of(&self, current: &PageFingerprint<'_>) -> bool {
        let (before, after) = (&self.fingerprint, current.fingerprint());
        let mut pairs = before.identities.iter().zip(&self.positions);
        let alike = |(was, &place): (&Identity, &u32)| {
            let now = after.identities.get(place as usize);
            now.is_some_and(|now| {
                (was.role, was.own, was.counted) == (now.role, now.own, now.counted) && was.name == now.name
            })
        };
        let same_rows = before.records.len() == after.records.len();
        same_rows && before.title == after.title && pairs.all(alike) && self.page_digest == current.digest()
    }

    /// The number of refs it holds.
    pub(super) fn len(&self) -> usize {
        self.refs.iter().flatten().count()
    }

    /// The number of elements and rows it holds.
    pub(super) fn size(&self) -> usize {
        self.fingerprint.identities.len() + self.fingerprint.records.len()
    }

    /// Drops the refs that a newer observation took over.
    pub(super) fn release_refs(&mut self, found: &BTreeSet<Ref>) {
        for slot in &mut self.refs {
            *slot = slot.filter(|reference| !found.contains(reference));
        }
    }

    /// The nodes of its identities and rows.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.fingerprint.identities.iter().map(|i| i.node).chain(self.fingerprint.records.iter().map(|r| r.node))
    }
}

/// The features that elements which resemble each other have in common. Links to one target do whatever they are called.
fn look(identity: &Identity) -> (&'static str, &str, Digest) {
    let name = if identity.key == UniqueKey::Link { "" } else { &*identity.name };
    (identity.role_name(), name, identity.own)
}
