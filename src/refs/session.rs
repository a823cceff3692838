//! [`Session`]: what refs mean from one snapshot to the next.
//!
//! A session holds tabs. What was seen of a tab is kept as *sightings*: the fingerprint of a page with the refs of its
//! elements. A new look at the tab carries each ref over to the new sighting if its element is there for certain; a ref
//! whose element is not stays with the sighting that had it last.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::address;
use super::fingerprint::Fingerprint;
use super::resolver::{Present, Resolution, Resolver};
use super::stable::stable_numbers;
use super::{Claim, Ref, RefTable};
use crate::dom::{Mutation, NodeId};
use crate::error::Error;
use crate::page::Page;

/// The tab that is meant where none is named.
pub const FIRST_TAB: &str = "1";

/// Limit: refs that are kept; beyond it the oldest are forgotten first, as `resnapshotted`. A file of this many is some
/// 20 MB.
pub const MAX_REFS: usize = 100_000;
/// Limit: sightings of a tab. Refs that were not found in three looks in a row are not kept.
const MAX_SIGHTINGS: usize = 4;
/// Elements and rows that old sightings may always hold.
const SMALL: usize = 200;
/// Limit: snapshots that are remembered for each tab.
const MAX_OUTLINES: usize = 4;
/// Limit: stretches of numbers whose tab is known after their refs are not kept any more.
const MAX_SPANS: usize = 2_000;

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
    pub(super) outlines: VecDeque<Outline>,
    /// The last token number.
    pub(super) last_outline: u32,
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

/// A tab.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tab {
    /// Counts the documents that it showed.
    pub(super) document: u32,
    /// The origin of the document it shows, if any page said it.
    pub(super) origin: Option<String>,
    /// What was seen of it, the newest last.
    pub(super) sightings: Vec<Sighting>,
}

/// What a look at a tab saw.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sighting {
    /// The elements with refs, those that are hidden but look like one of them, and all rows.
    pub(super) print: Fingerprint,
    /// Where each identity stood among those of all elements of the page.
    pub(super) places: Vec<u32>,
    /// Digest of all of them.
    pub(super) whole: u64,
    /// The refs that this sighting has, by identity.
    pub(super) refs: Vec<Option<Ref>>,
    /// Which document of the tab it is of.
    pub(super) document: u32,
    /// Where the node ids come from; 0 if they mean nothing (any more).
    pub(super) source: u64,
    /// Nodes that a live page knows by other means than their ids: the page by its origin, and by the node of each
    /// identity the one it is there. Not kept in files.
    pub(super) connected: Option<(u64, FxHashMap<NodeId, NodeId>)>,
    /// The elements carry the attribute.
    pub(super) marked: bool,
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
pub(super) struct Outline {
    pub(super) number: u32,
    pub(super) tab: String,
    pub(super) value: Value,
}

/// What a look at a page saw.
#[derive(Debug, Clone)]
pub struct Look {
    /// The refs of the elements that were shown.
    pub refs: RefTable,
    /// How each ref was found that the tab had before, also of elements that are hidden now.
    pub found: BTreeMap<Ref, Resolution>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            last: 0,
            tabs: BTreeMap::new(),
            spans: VecDeque::new(),
            attribute: None,
            numbering: Numbering::Sequential,
            outlines: VecDeque::new(),
            last_outline: 0,
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
        self.tabs.values().flat_map(|tab| &tab.sightings).map(Sighting::len).sum()
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
        let Some(sighting) = self.tabs.get_mut(tab).and_then(|tab| tab.sightings.last_mut()) else { return };
        let refs = sighting.print.identities.iter().zip(&sighting.refs);
        let nodes = refs.filter_map(|(identity, reference)| Some((identity.node, find((*reference)?)?))).collect();
        sighting.connected = Some((page.dom().origin(), nodes));
    }

    /// The refs that elements had at the last look at a tab.
    pub fn seen(&self, tab: &str) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        let sighting = self.tabs.get(tab).and_then(|tab| tab.sightings.last());
        let pairs = sighting.into_iter().flat_map(|sighting| sighting.print.identities.iter().zip(&sighting.refs));
        pairs.filter_map(|(identity, reference)| Some(((*reference)?, identity.node)))
    }

    /// Takes a look at a page: elements that the tab showed before keep their refs, the others of `shown` get new ones, in
    /// the order and the frames that they have there.
    pub fn observe(&mut self, tab: &str, page: &Page, shown: &RefTable) -> RefTable {
        self.look(tab, &Present::of(page), shown).refs
    }

    /// The same, with how the refs of before were found.
    pub fn look(&mut self, tab: &str, present: &Present<'_>, shown: &RefTable) -> Look {
        let page = present.page();
        if self.tabs.get(tab).is_some_and(|tab| tab.is_left_for(page)) {
            self.navigate(tab);
        }
        let mut refs: Vec<Option<Ref>> = vec![None; present.print().identities.len()];
        let mut found = BTreeMap::new();
        let mut marked = false;
        {
            let resolver = Resolver::new(self, present, tab, None);
            for (resolution, at, was_marked) in resolver.carried() {
                if refs[at].is_none() {
                    refs[at] = Some(resolution.reference);
                    found.insert(resolution.reference, resolution);
                    marked |= was_marked;
                }
            }
            for (resolution, at) in resolver.carried_wrappers(&refs, shown) {
                refs[at] = Some(resolution.reference);
                found.insert(resolution.reference, resolution);
            }
        }
        let taken = self.tabs.entry(tab.to_owned()).or_default();
        taken.sightings.iter_mut().for_each(|sighting| sighting.give_away(&found));
        let document = taken.document;
        if let Some(origin) = address::origin(page.dom()) {
            taken.origin = Some(origin);
        }
        let table = self.number(tab, document, present, shown, &mut refs);
        let sighting = Sighting::new(present, shown, refs, document, marked);
        let taken = self.tabs.entry(tab.to_owned()).or_default();
        taken.sightings.push(sighting);
        taken.forget_sightings();
        self.forget_refs();
        Look { refs: table, found }
    }

    /// Takes over refs that were given out without a session, as the first that the tab ever had.
    pub fn adopt(&mut self, tab: &str, present: &Present<'_>, refs: &RefTable) {
        let by_identity: Vec<Option<Ref>> =
            present.print().identities.iter().map(|identity| refs.of(identity.node)).collect();
        let highest = by_identity.iter().flatten().map(|reference| reference.number).max().unwrap_or_default();
        let taken = self.tabs.entry(tab.to_owned()).or_default();
        let document = taken.document;
        taken.origin = address::origin(present.page().dom());
        taken.sightings = vec![Sighting::new(present, refs, by_identity, document, false)];
        if self.last < highest {
            self.spans.push_back(Span { first: self.last + 1, tab: tab.to_owned(), document });
            self.last = highest;
        }
    }

    /// Takes whatever a tab shows next for the same document, wherever it is from.
    pub fn stay(&mut self, tab: &str) {
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.origin = None;
        }
    }

    /// Gives refs to what is shown and has none.
    fn number(
        &mut self,
        tab: &str,
        document: u32,
        present: &Present<'_>,
        shown: &RefTable,
        refs: &mut [Option<Ref>],
    ) -> RefTable {
        let dom = present.page().dom();
        let mut table = RefTable::new(dom.len());
        let stable = match self.numbering {
            Numbering::Stable => Some(stable_numbers(present.page(), shown)),
            Numbering::Sequential => None,
        };
        let mut used: BTreeSet<u32> = match stable {
            Some(_) => self.refs().map(|reference| reference.number).collect(),
            None => BTreeSet::new(),
        };
        let before = self.last;
        for (given, node) in shown.iter() {
            let Some(at) = present.position(node) else { continue };
            let reference = *refs[at].get_or_insert_with(|| {
                let number = match stable.as_ref().and_then(|numbers| numbers.get(&node).copied()) {
                    Some(mut number) => {
                        while !used.insert(number) {
                            number = number.wrapping_add(1);
                        }
                        number
                    }
                    None => {
                        self.last = self.last.saturating_add(1);
                        self.last
                    }
                };
                Ref { frame: given.frame, number }
            });
            table.insert(reference, node);
        }
        if self.last > before && self.spans.back().is_none_or(|span| span.tab != tab || span.document != document) {
            self.spans.push_back(Span { first: before + 1, tab: tab.to_owned(), document });
            if self.spans.len() > MAX_SPANS {
                self.spans.pop_front();
            }
        }
        table
    }

    /// Every ref that is kept.
    fn refs(&self) -> impl Iterator<Item = Ref> + '_ {
        self.tabs.values().flat_map(|tab| &tab.sightings).flat_map(|sighting| sighting.refs.iter().flatten().copied())
    }

    /// Forgets the oldest refs if there are too many.
    fn forget_refs(&mut self) {
        let count = self.len();
        if count <= self.max_refs {
            return;
        }
        let mut numbers: Vec<u32> = self.refs().map(|reference| reference.number).collect();
        numbers.sort_unstable();
        let Some(&kept) = numbers.get(count - self.max_refs) else { return };
        for tab in self.tabs.values_mut() {
            for sighting in &mut tab.sightings {
                for slot in &mut sighting.refs {
                    *slot = slot.filter(|reference| reference.number >= kept);
                }
            }
        }
        self.tabs.values_mut().for_each(Tab::forget_sightings);
    }

    /// Finds a ref's element on a page. `tab`: the tab that the page is of, if that is known; else it is the ref's own.
    ///
    /// Costs a pass over the page; for many refs make a [`Resolver`] once.
    ///
    /// # Errors
    /// What became of it, if it is not there for certain: [`Error::UnknownRef`], [`Error::StaleRef`],
    /// [`Error::AmbiguousRef`], [`Error::TargetConflict`].
    pub fn resolve(&self, page: &Page, reference: Ref, tab: Option<&str>) -> Result<Resolution, Error> {
        let tab = tab.or_else(|| self.tab_of(reference)).unwrap_or(FIRST_TAB);
        let present = Present::of(page);
        Resolver::new(self, &present, tab, None).resolve(&Claim::from(reference))
    }

    /// The tab that a ref was taken in; `None` if it was never given out.
    #[must_use]
    pub fn tab_of(&self, reference: Ref) -> Option<&str> {
        let holds = |tab: &Tab| tab.sightings.iter().any(|sighting| sighting.refs.contains(&Some(reference)));
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
        if let Some(sighting) = self.tabs.get_mut(tab).and_then(|tab| tab.sightings.last_mut()) {
            sighting.marked = true;
        }
        marks(page, refs, attribute)
    }

    /// Keeps what a snapshot of a tab showed; the token, such as `s3`, names it for [`recall`](Self::recall).
    pub fn remember(&mut self, tab: &str, outline: Value) -> String {
        self.last_outline = self.last_outline.saturating_add(1);
        self.outlines.push_back(Outline { number: self.last_outline, tab: tab.to_owned(), value: outline });
        if self.outlines.iter().filter(|outline| outline.tab == tab).count() > MAX_OUTLINES
            && let Some(oldest) = self.outlines.iter().position(|outline| outline.tab == tab)
        {
            self.outlines.remove(oldest);
        }
        format!("s{}", self.last_outline)
    }

    /// What [`remember`](Self::remember) was given; `None` if it is not kept any more.
    #[must_use]
    pub fn recall(&self, token: &str) -> Option<&Value> {
        let number: u32 = token.trim().trim_start_matches('@').strip_prefix('s')?.parse().ok()?;
        self.outlines.iter().find(|outline| outline.number == number).map(|outline| &outline.value)
    }
}

/// The changes that mark each element of a table with its ref, and no other element with anything.
#[must_use]
pub fn marks(page: &Page, refs: &RefTable, attribute: &str) -> Vec<Mutation> {
    let name = crate::dom::LocalName::from(attribute);
    let dom = page.dom();
    let mut mutations = Vec::new();
    for node in super::take::all_elements(dom) {
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

impl Tab {
    /// True if a page cannot be a re-render of the document that the tab shows: it is of another origin, where
    /// `history.pushState()` does not lead.
    pub(super) fn is_left_for(&self, page: &Page) -> bool {
        let (dom, latest) = (page.dom(), self.sightings.last());
        let same_tree = latest.is_some_and(|sighting| sighting.source != 0 && sighting.source == dom.origin());
        match (&self.origin, address::origin(dom)) {
            (Some(before), Some(now)) => !same_tree && *before != now,
            _ => false,
        }
    }

    /// Forgets sightings that have no refs any more, are too old, or hold too much besides their refs.
    fn forget_sightings(&mut self) {
        let Some(newest) = self.sightings.pop() else { return };
        self.sightings.retain(|sighting| sighting.len() > 0);
        let mut room = newest.burden().max(SMALL);
        let mut kept = Vec::new();
        for sighting in self.sightings.drain(..).rev() {
            let burden = sighting.burden().saturating_sub(2 * sighting.len());
            if kept.len() + 1 >= MAX_SIGHTINGS || burden > room {
                break;
            }
            room -= burden;
            kept.push(sighting);
        }
        kept.reverse();
        kept.push(newest);
        self.sightings = kept;
    }
}

impl Sighting {
    fn new(present: &Present<'_>, shown: &RefTable, refs: Vec<Option<Ref>>, document: u32, marked: bool) -> Self {
        let print = present.print();
        // What is hidden now but looks like something that is shown counts when that is looked for again.
        let looks: BTreeSet<_> = print
            .identities
            .iter()
            .zip(&refs)
            .filter(|(_, reference)| reference.is_some())
            .map(|(identity, _)| (&*identity.role, &*identity.name, identity.own))
            .collect();
        let keep = |at: usize| {
            let identity = &print.identities[at];
            refs[at].is_some()
                || shown.of(identity.node).is_some()
                || looks.contains(&(&*identity.role, &*identity.name, identity.own))
        };
        let places: Vec<usize> = (0..refs.len()).filter(|&at| keep(at)).collect();
        Self {
            print: print.restricted(&keep),
            whole: present.whole(),
            refs: places.iter().map(|&at| refs[at]).collect(),
            places: places.iter().map(|&at| u32::try_from(at).unwrap_or(u32::MAX)).collect(),
            document,
            source: present.page().dom().origin(),
            connected: None,
            marked,
        }
    }

    /// How many refs it has.
    fn len(&self) -> usize {
        self.refs.iter().flatten().count()
    }

    /// How many elements and rows it holds.
    fn burden(&self) -> usize {
        self.print.identities.len() + self.print.records.len()
    }

    /// Leaves refs to a newer sighting.
    fn give_away(&mut self, found: &BTreeMap<Ref, Resolution>) {
        for slot in &mut self.refs {
            *slot = slot.filter(|reference| !found.contains_key(reference));
        }
    }

    /// The nodes of the page that are also nodes of this sighting, by the id they have there.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.print.identities.iter().map(|i| i.node).chain(self.print.records.iter().map(|r| r.node))
    }
}
