//! The names on the way from the root to the current element: rejects descendant selectors without a walk.

use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::parser::AncestorHashes;

use super::element::each_hash;
use crate::dom::{Dom, NodeId};

/// A counting Bloom filter over the ancestors of the element that a traversal is at.
#[derive(Debug, Default)]
pub(crate) struct Ancestors {
    pub(super) filter: Box<BloomFilter>,
    hashes: Vec<u32>,
    starts: Vec<usize>,
}

/// Names that a selector asks of its subject's ancestors: up to four of them.
#[derive(Debug, Clone)]
pub(crate) struct RequiredNames(pub(super) AncestorHashes);

impl Ancestors {
    /// False if the ancestors certainly lack one of these names.
    pub(crate) fn may_have(&self, names: &RequiredNames) -> bool {
        selectors::matching::selector_may_match(&names.0, &self.filter)
    }

    /// Enters an element: its children are matched next.
    pub(crate) fn push(&mut self, dom: &Dom, element: NodeId) {
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
    pub(crate) fn pop(&mut self) {
        let start = self.starts.pop().unwrap_or_default();
        for hash in self.hashes.drain(start..) {
            self.filter.remove_hash(hash);
        }
    }
}
