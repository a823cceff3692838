//! The names on the way from the root to the current element: rejects descendant selectors without a walk.

use precomputed_hash::PrecomputedHash;
use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::parser::AncestorHashes;

use super::names::hash_ignoring_case;
use crate::dom::{Dom, ElementData, NodeId};

/// A counting Bloom filter over the ancestors of the element that a traversal is at.
#[derive(Debug, Default)]
pub struct Ancestors {
    pub(super) filter: Box<BloomFilter>,
    hashes: Vec<u32>,
    starts: Vec<usize>,
}

/// Names that a selector asks of its subject's ancestors: up to four of them.
#[derive(Debug, Clone)]
pub struct RequiredNames(pub(super) AncestorHashes);

/// The hash of a name that ancestors are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NameHash(u32);

impl RequiredNames {
    /// One of the names; `None` if none is asked for.
    pub fn first(&self) -> Option<NameHash> {
        let hash = self.0.packed_hashes[0];
        (hash != 0).then_some(NameHash(hash & BLOOM_HASH_MASK))
    }
}

impl Ancestors {
    /// False if the ancestors certainly lack this name.
    pub(crate) fn may_have_name(&self, name: NameHash) -> bool {
        self.filter.might_contain_hash(name.0)
    }

    /// False if the ancestors certainly lack one of these names.
    #[inline]
    pub fn may_have(&self, names: &RequiredNames) -> bool {
        selectors::matching::selector_may_match(&names.0, &self.filter)
    }

    /// Enters an element: its children are matched next.
    pub fn push(&mut self, dom: &Dom, element: NodeId) {
        self.starts.push(self.hashes.len());
        if let Some(data) = dom.element(element) {
            each_hash(data, |hash| {
                let hash = hash & BLOOM_HASH_MASK;
                self.filter.insert_hash(hash);
                self.hashes.push(hash);
            });
        }
    }

    /// Leaves the element entered last.
    pub fn pop(&mut self) {
        let start = self.starts.pop().unwrap_or_default();
        for hash in self.hashes.drain(start..) {
            self.filter.remove_hash(hash);
        }
    }
}

/// Calls `add` with the hash of every name that ancestor selectors are looked up by.
pub(super) fn each_hash(element: &ElementData, mut add: impl FnMut(u32)) {
    // What of a selector is looked up by the name of an element is in lower case.
    add(element.name.local.precomputed_hash());
    add(element.name.ns.precomputed_hash());
    element.id.iter().chain(&element.classes).for_each(|name| add(hash_ignoring_case(name)));
}
