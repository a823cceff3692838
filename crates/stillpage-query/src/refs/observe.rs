//! Observing pages with a [`Session`]: refs of elements that are found again are kept, the others are assigned.

use std::collections::{BTreeMap, BTreeSet};

use super::address;
use super::claim::Claim;
use super::observation::Observation;
use super::page_fingerprint::PageFingerprint;
use super::resolver::{Resolution, Resolver};
use super::session::{MAX_SPANS, Numbering, Session, Span};
use super::stable::stable_numbers;
use super::table::RefTable;
use crate::error::RefError;
use crate::page::Page;
use crate::reference::Ref;

/// The result of observing a page.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The refs of the elements shown.
    pub refs: RefTable,
    /// The resolution of each earlier ref of the tab, including those of elements that are now hidden.
    pub found: BTreeMap<Ref, Resolution>,
}

impl Session {
    /// Observes a page: elements that the tab showed before keep their refs; the others in `shown` get new ones in the order
    /// and the frames they have there.
    pub fn observe(&mut self, tab: &str, page: &Page, shown: &RefTable) -> RefTable {
        self.observe_fingerprinted(tab, &PageFingerprint::of(page), shown).refs
    }

    /// As [`observe`](Self::observe), for a page whose fingerprint is known; also returns how earlier refs were resolved.
    #[doc(hidden)]
    pub fn observe_fingerprinted(&mut self, tab: &str, current: &PageFingerprint<'_>, shown: &RefTable) -> Observed {
        let page = current.page();
        if self.tabs.get(tab).is_some_and(|tab| tab.is_left_for(page)) {
            self.navigate(tab);
        }
        let mut refs: Vec<Option<Ref>> = vec![None; current.fingerprint().identities.len()];
        let mut found = BTreeMap::new();
        let mut marked = false;
        {
            let resolver = Resolver::new(self, current, tab, None);
            for (resolution, at, was_marked) in resolver.matched_refs() {
                if refs[at].is_none() {
                    refs[at] = Some(resolution.reference);
                    found.insert(resolution.reference, resolution);
                    marked |= was_marked;
                }
            }
            for (resolution, at) in resolver.matched_containers(&refs, shown) {
                refs[at] = Some(resolution.reference);
                found.insert(resolution.reference, resolution);
            }
        }
        let known_tab = self.tabs.entry(tab.to_owned()).or_default();
        let refs_found = found.keys().copied().collect();
        known_tab.observations.iter_mut().for_each(|observation| observation.release_refs(&refs_found));
        let document = known_tab.document;
        if let Some(origin) = address::origin(page.dom()) {
            known_tab.origin = Some(origin);
        }
        let table = self.number(tab, document, current, shown, &mut refs);
        let observation = Observation::new(current, shown, refs, document, marked);
        let known_tab = self.tabs.entry(tab.to_owned()).or_default();
        known_tab.observations.push(observation);
        known_tab.evict_observations();
        self.evict_refs();
        Observed { refs: table, found }
    }

    /// Starts a tab with refs that were assigned without a session.
    #[doc(hidden)]
    pub fn adopt(&mut self, tab: &str, current: &PageFingerprint<'_>, refs: &RefTable) {
        let by_identity: Vec<Option<Ref>> =
            current.fingerprint().identities.iter().map(|identity| refs.of(identity.node)).collect();
        let highest = by_identity.iter().flatten().map(|reference| reference.number).max().unwrap_or_default();
        let known_tab = self.tabs.entry(tab.to_owned()).or_default();
        let document = known_tab.document;
        known_tab.origin = address::origin(current.page().dom());
        known_tab.observations = vec![Observation::new(current, refs, by_identity, document, false)];
        if self.last < highest {
            self.spans.push_back(Span { first: self.last + 1, tab: tab.to_owned(), document });
            self.last = highest;
        }
    }

    /// Assigns refs to the shown elements that have none.
    fn number(
        &mut self,
        tab: &str,
        document: u32,
        current: &PageFingerprint<'_>,
        shown: &RefTable,
        refs: &mut [Option<Ref>],
    ) -> RefTable {
        let dom = current.page().dom();
        let mut table = RefTable::new(dom.len());
        let stable = match self.numbering {
            Numbering::Stable => Some(stable_numbers(current.page(), shown)),
            Numbering::Sequential => None,
        };
        let mut used: BTreeSet<u32> = match stable {
            Some(_) => self.refs().map(|reference| reference.number).collect(),
            None => BTreeSet::new(),
        };
        let before = self.last;
        for (given, node) in shown.iter() {
            let Some(at) = current.position(node) else { continue };
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

    /// Resolves a ref on a page. `tab`: the tab of the page; by default the ref's own.
    ///
    /// Takes a pass over the page; to resolve many refs, make one [`Resolver`].
    ///
    /// # Errors
    /// If the element is not certain to be on the page: [`RefError::Unknown`], [`RefError::Stale`],
    /// [`RefError::Ambiguous`], [`RefError::TargetConflict`].
    pub fn resolve(&self, page: &Page, reference: Ref, tab: Option<&str>) -> Result<Resolution, RefError> {
        let tab = tab.or_else(|| self.tab_of(reference)).unwrap_or(Self::FIRST_TAB);
        let current = PageFingerprint::of(page);
        Resolver::new(self, &current, tab, None).resolve(&Claim::from(reference))
    }
}
