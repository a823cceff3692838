//! [`Session`]: what refs mean from one snapshot to the next.
//!
//! A session holds tabs, and each tab its *observations*: fingerprints of the page at the times of its snapshots, with the
//! refs of their elements. A new observation takes over each ref whose element is certain to be on the page; the other refs
//! stay with the observation that had them last.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::observation::{Observation, Tab};
use super::table::RefTable;
use crate::dom::{Mutation, NodeId};
use crate::page::Page;
use crate::reference::Ref;

/// Limit: refs that a session keeps; the oldest are evicted first and then reported as `resnapshotted`. A file with this
/// many refs takes about 30 MB.
pub(crate) const MAX_REFS: usize = 100_000;
/// Limit: bytes of remembered snapshots per ref; older snapshots beyond it are dropped.
const SNAPSHOT_BYTES_A_REF: usize = 150;
/// Limit: remembered snapshots per tab.
const MAX_SNAPSHOTS: usize = 4;
/// Limit: spans of ref numbers whose tab is remembered after their refs were evicted.
pub(super) const MAX_SPANS: usize = 2_000;

/// All refs that were assigned, by tab and document, with the fingerprints needed to find their elements again.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// The last number assigned.
    pub(super) last: u32,
    pub(super) tabs: BTreeMap<String, Tab>,
    /// The spans of numbers that were assigned in each document, ascending.
    pub(super) spans: VecDeque<Span>,
    /// The attribute that marks elements with their refs; `None` if nothing was marked.
    pub(super) attribute: Option<String>,
    pub(super) numbering: Numbering,
    /// Snapshots by token number, the oldest first.
    pub(super) snapshots: VecDeque<RememberedSnapshot>,
    /// The last token number.
    pub(super) last_snapshot: u32,
    pub(super) max_refs: usize,
}

/// The numbering of new refs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Numbering {
    /// Counted from 1.
    #[default]
    Sequential,
    /// A hash of what the element is: the same on every load of the page.
    Stable,
}

/// The numbers from `first` up to the next span were assigned in this document.
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

impl Session {
    /// The snapshots that are kept in a file: the last one, and those before it that there is room for.
    pub(super) fn kept_snapshots(&self) -> impl Iterator<Item = &RememberedSnapshot> {
        let mut room = self.len() * SNAPSHOT_BYTES_A_REF;
        let mut kept = 0;
        for snapshot in self.snapshots.iter().rev() {
            let size = snapshot.json_length();
            if kept > 0 && size > room {
                break;
            }
            room = room.saturating_sub(size);
            kept += 1;
        }
        self.snapshots.iter().skip(self.snapshots.len() - kept)
    }
}

impl RememberedSnapshot {
    /// Returns the number of bytes of its value as JSON.
    pub(super) fn json_length(&self) -> usize {
        struct Count(usize);
        impl std::io::Write for Count {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0 += bytes.len();
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let mut count = Count(0);
        // Neither the value nor the counter fails.
        let _ = serde_json::to_writer(&mut count, &self.value);
        count.0
    }
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
    /// The name of the tab that pages are in unless another one is given.
    pub const FIRST_TAB: &str = "1";

    /// An empty session.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many refs the session keeps.
    #[must_use]
    pub fn with_max_refs(self, max_refs: usize) -> Self {
        Self { max_refs, ..self }
    }

    /// Sets how new refs are numbered. Existing refs keep their numbers.
    pub fn set_numbering(&mut self, numbering: Numbering) {
        self.numbering = numbering;
    }

    /// The number of refs kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tabs.values().flat_map(|tab| &tab.observations).map(Observation::len).sum()
    }

    /// True if the session keeps no refs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Records that a tab shows another document: all its refs so far are stale.
    pub fn navigate(&mut self, tab: &str) {
        let tab = self.tabs.entry(tab.to_owned()).or_default();
        tab.document = tab.document.saturating_add(1);
        tab.origin = None;
    }

    /// Records which nodes of a live page are the nodes of the latest observation. `find`: the node of a ref. Whether such
    /// a node is still the same widget is checked anyway.
    #[doc(hidden)]
    pub fn connect(&mut self, tab: &str, page: &Page, find: impl Fn(Ref) -> Option<NodeId>) {
        let Some(observation) = self.tabs.get_mut(tab).and_then(|tab| tab.observations.last_mut()) else { return };
        let refs = observation.fingerprint.identities.iter().zip(&observation.refs);
        let nodes = refs.filter_map(|(identity, reference)| Some((identity.node, find((*reference)?)?))).collect();
        observation.connected = Some((page.dom().origin(), nodes));
    }

    /// The moment of a recording that the latest observation of a tab is of, as [`set_moment`](Self::set_moment) named it.
    #[doc(hidden)]
    #[must_use]
    pub fn moment(&self, tab: &str) -> Option<&str> {
        self.tabs.get(tab)?.moment.as_deref()
    }

    /// Names the moment of a recording that a page is of, or says that it is of none, if the latest observation of the tab is of
    /// that page.
    #[doc(hidden)]
    pub fn set_moment(&mut self, tab: &str, page: &Page, moment: Option<&str>) {
        let Some(tab) = self.tabs.get_mut(tab) else { return };
        let origin = page.dom().origin();
        if tab.observations.last().is_some_and(|observation| origin != 0 && observation.source == origin) {
            tab.moment = moment.map(str::to_owned);
        }
    }

    /// The refs of the latest observation of a tab, with their nodes there.
    #[doc(hidden)]
    pub fn seen(&self, tab: &str) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        let observation = self.tabs.get(tab).and_then(|tab| tab.observations.last());
        let pairs = observation
            .into_iter()
            .flat_map(|observation| observation.fingerprint.identities.iter().zip(&observation.refs));
        pairs.filter_map(|(identity, reference)| Some(((*reference)?, identity.node)))
    }

    /// Accepts the next page of a tab as the same document, of any origin.
    #[doc(hidden)]
    pub fn keep_document(&mut self, tab: &str) {
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.origin = None;
        }
    }

    /// All refs kept.
    pub(super) fn refs(&self) -> impl Iterator<Item = Ref> + '_ {
        self.tabs
            .values()
            .flat_map(|tab| &tab.observations)
            .flat_map(|observation| observation.refs.iter().flatten().copied())
    }

    /// Evicts the oldest refs beyond the limit.
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

    /// The tab that a ref belongs to; `None` if it was never assigned.
    #[must_use]
    pub fn tab_of(&self, reference: Ref) -> Option<&str> {
        let holds = |tab: &Tab| tab.observations.iter().any(|observation| observation.refs.contains(&Some(reference)));
        let kept = self.tabs.iter().find(|(_, tab)| holds(tab)).map(|(name, _)| name.as_str());
        kept.or_else(|| self.span(reference.number).map(|span| span.tab.as_str()))
    }

    /// The span that a number belongs to; `None` if it was never assigned.
    pub(super) fn span(&self, number: u32) -> Option<&Span> {
        let at = self.spans.partition_point(|span| span.first <= number);
        self.spans.get(at.checked_sub(1)?).filter(|_| number <= self.last)
    }

    /// The mutations that write each ref of a table into an attribute of its element and remove outdated ones. From then on
    /// refs are resolved by this attribute first.
    pub fn mark(&mut self, tab: &str, page: &Page, refs: &RefTable, attribute: &str) -> Vec<Mutation> {
        self.attribute = Some(attribute.to_owned());
        if let Some(observation) = self.tabs.get_mut(tab).and_then(|tab| tab.observations.last_mut()) {
            observation.marked = true;
        }
        marks(page, refs, attribute)
    }

    /// Stores a snapshot of a tab; returns the token, such as `s3`, for [`recall`](Self::recall).
    #[doc(hidden)]
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

    /// The snapshot stored by [`remember`](Self::remember); `None` if it was evicted.
    #[must_use]
    #[doc(hidden)]
    pub fn recall(&self, token: &str) -> Option<&Value> {
        let number: u32 = token.trim().trim_start_matches('@').strip_prefix('s')?.parse().ok()?;
        self.snapshots.iter().find(|snapshot| snapshot.number == number).map(|snapshot| &snapshot.value)
    }
}

/// The mutations that write each ref of a table into `attribute` of its element, and remove it from all other elements.
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
