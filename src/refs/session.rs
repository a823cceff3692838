//! [`Session`]: what refs mean from one snapshot to the next.
//!
//! A session holds tabs. What was seen of a tab is kept as *observations*: the fingerprint of a page with the refs of its
//! elements. A new look at the tab carries each ref over to the new observation if its element is there for certain; a ref
//! whose element is not stays with the observation that had it last.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::observation::{Observation, Tab};
use super::reference::Ref;
use super::table::RefTable;
use crate::dom::{Mutation, NodeId};
use crate::page::Page;

/// The tab that is meant where none is named.
pub const FIRST_TAB: &str = "1";

/// Limit: refs that are kept; beyond it the oldest are forgotten first, as `resnapshotted`. A file of this many is some
/// 20 MB.
pub const MAX_REFS: usize = 100_000;
/// Limit: snapshots that are remembered for each tab.
const MAX_SNAPSHOTS: usize = 4;
/// Limit: stretches of numbers whose tab is known after their refs are not kept any more.
pub(super) const MAX_SPANS: usize = 2_000;

/// Every ref that was given out, by tab and document, with what it takes to find its element again.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// The last number given out.
    pub(super) last: u32,
    pub(super) tabs: BTreeMap<String, Tab>,
    /// Which numbers were given out in which document, ascending.
    pub(super) spans: VecDeque<Span>,
    /// The attribute that elements are marked with, once they are.
    pub(super) attribute: Option<String>,
    pub(super) numbering: Numbering,
    /// Snapshots by token number, the oldest first.
    pub(super) snapshots: VecDeque<RememberedSnapshot>,
    /// The last token number.
    pub(super) last_snapshot: u32,
    pub(super) max_refs: usize,
}

/// How new refs are numbered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Numbering {
    /// Counting up.
    #[default]
    Sequential,
    /// By what the element is: the same on every load of the page.
    Stable,
}

/// Numbers from `first` up to the next span were given out in this document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: u32,
    pub(super) tab: String,
    pub(super) document: u32,
}

/// A snapshot as it was rendered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RememberedSnapshot {
    pub(super) number: u32,
    pub(super) tab: String,
    pub(super) value: Value,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            last: 0,
            tabs: BTreeMap::new(),
            spans: VecDeque::new(),
            attribute: None,
            numbering: Numbering::Sequential,
            snapshots: VecDeque::new(),
            last_snapshot: 0,
            max_refs: MAX_REFS,
        }
    }
}

impl Session {
    /// A session that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same session that keeps at most so many refs.
    #[must_use]
    pub fn with_max_refs(self, max_refs: usize) -> Self {
        Self { max_refs, ..self }
    }

    /// Numbers new refs so from now on. Refs that were given out keep their numbers.
    pub fn set_numbering(&mut self, numbering: Numbering) {
        self.numbering = numbering;
    }

    /// How many refs are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tabs.values().flat_map(|tab| &tab.observations).map(Observation::len).sum()
    }

    /// True if no ref is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Says that a tab shows another document now: the refs it gave out so far are dead.
    pub fn navigate(&mut self, tab: &str) {
        let tab = self.tabs.entry(tab.to_owned()).or_default();
        tab.document = tab.document.saturating_add(1);
        tab.origin = None;
    }

    /// Tells which nodes of a page are, for certain, the nodes that refs were given to at the last look at the tab: a live
    /// page knows. What a node has become is still looked at.
    pub fn connect(&mut self, tab: &str, page: &Page, find: impl Fn(Ref) -> Option<NodeId>) {
        let Some(observation) = self.tabs.get_mut(tab).and_then(|tab| tab.observations.last_mut()) else { return };
        let refs = observation.fingerprint.identities.iter().zip(&observation.refs);
        let nodes = refs.filter_map(|(identity, reference)| Some((identity.node, find((*reference)?)?))).collect();
        observation.connected = Some((page.dom().origin(), nodes));
    }

    /// The refs that elements had at the last look at a tab.
    pub fn seen(&self, tab: &str) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        let observation = self.tabs.get(tab).and_then(|tab| tab.observations.last());
        let pairs = observation
            .into_iter()
            .flat_map(|observation| observation.fingerprint.identities.iter().zip(&observation.refs));
        pairs.filter_map(|(identity, reference)| Some(((*reference)?, identity.node)))
    }

    /// Takes whatever a tab shows next for the same document, wherever it is from.
    pub fn keep_document(&mut self, tab: &str) {
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.origin = None;
        }
    }

    /// Every ref that is kept.
    pub(super) fn refs(&self) -> impl Iterator<Item = Ref> + '_ {
        self.tabs
            .values()
            .flat_map(|tab| &tab.observations)
            .flat_map(|observation| observation.refs.iter().flatten().copied())
    }

    /// Forgets the oldest refs if there are too many.
    pub(super) fn evict_refs(&mut self) {
        let count = self.len();
        if count <= self.max_refs {
            return;
        }
        let mut numbers: Vec<u32> = self.refs().map(|reference| reference.number).collect();
        numbers.sort_unstable();
        let Some(&kept) = numbers.get(count - self.max_refs) else { return };
        for tab in self.tabs.values_mut() {
            for observation in &mut tab.observations {
                for slot in &mut observation.refs {
                    *slot = slot.filter(|reference| reference.number >= kept);
                }
            }
        }
        self.tabs.values_mut().for_each(Tab::evict_observations);
    }

    /// The tab that a ref was taken in; `None` if it was never given out.
    #[must_use]
    pub fn tab_of(&self, reference: Ref) -> Option<&str> {
        let holds = |tab: &Tab| tab.observations.iter().any(|observation| observation.refs.contains(&Some(reference)));
        let kept = self.tabs.iter().find(|(_, tab)| holds(tab)).map(|(name, _)| name.as_str());
        kept.or_else(|| self.span(reference.number).map(|span| span.tab.as_str()))
    }

    /// The span of a number that was given out.
    pub(super) fn span(&self, number: u32) -> Option<&Span> {
        let at = self.spans.partition_point(|span| span.first <= number);
        self.spans.get(at.checked_sub(1)?).filter(|_| number <= self.last)
    }

    /// The changes that mark each element of a table with its ref, and what was marked before with another; from now on
    /// refs are looked for by this attribute first.
    pub fn mark(&mut self, tab: &str, page: &Page, refs: &RefTable, attribute: &str) -> Vec<Mutation> {
        self.attribute = Some(attribute.to_owned());
        if let Some(observation) = self.tabs.get_mut(tab).and_then(|tab| tab.observations.last_mut()) {
            observation.marked = true;
        }
        marks(page, refs, attribute)
    }

    /// Keeps what a snapshot of a tab showed; the token, such as `s3`, names it for [`recall`](Self::recall).
    pub fn remember(&mut self, tab: &str, snapshot: Value) -> String {
        self.last_snapshot = self.last_snapshot.saturating_add(1);
        self.snapshots.push_back(RememberedSnapshot {
            number: self.last_snapshot,
            tab: tab.to_owned(),
            value: snapshot,
        });
        if self.snapshots.iter().filter(|snapshot| snapshot.tab == tab).count() > MAX_SNAPSHOTS
            && let Some(oldest) = self.snapshots.iter().position(|snapshot| snapshot.tab == tab)
        {
            self.snapshots.remove(oldest);
        }
        format!("s{}", self.last_snapshot)
    }

    /// What [`remember`](Self::remember) was given; `None` if it is not kept any more.
    #[must_use]
    pub fn recall(&self, token: &str) -> Option<&Value> {
        let number: u32 = token.trim().trim_start_matches('@').strip_prefix('s')?.parse().ok()?;
        self.snapshots.iter().find(|snapshot| snapshot.number == number).map(|snapshot| &snapshot.value)
    }
}

/// The changes that mark each element of a table with its ref, and no other element with anything.
#[must_use]
pub fn marks(page: &Page, refs: &RefTable, attribute: &str) -> Vec<Mutation> {
    let name = crate::dom::LocalName::from(attribute);
    let dom = page.dom();
    let mut mutations = Vec::new();
    for node in super::builder::all_elements(dom) {
        let (old, new) = (dom.attr(node, &name), refs.of(node).map(|reference| reference.to_string()));
        match new {
            Some(value) if old != Some(value.as_str()) => {
                mutations.push(Mutation::SetAttribute { node, name: attribute.to_owned(), value });
            }
            None if old.is_some() => mutations.push(Mutation::RemoveAttribute { node, name: attribute.to_owned() }),
            _ => {}
        }
    }
    mutations
}
