//! Which element each ref names.

use std::collections::BTreeMap;

use crate::dom::{NodeId, NodeMap};
use crate::refs::Ref;

/// The refs of a snapshot, both ways.
#[derive(Debug, Clone)]
pub struct SnapshotRefs {
    nodes: BTreeMap<Ref, NodeId>,
    refs: NodeMap<Option<Ref>>,
    /// The last number given out in each frame.
    last: Vec<u32>,
}

impl SnapshotRefs {
    /// Refs that were given out elsewhere; `len`: that of the tree. Where two name the same element, the last does.
    #[must_use]
    pub fn from_pairs(len: usize, pairs: impl IntoIterator<Item = (Ref, NodeId)>) -> Self {
        let mut refs = Self::new(len);
        for (reference, node) in pairs {
            if let Some(old) = refs.refs[node].replace(reference) {
                refs.nodes.remove(&old);
            }
            refs.nodes.insert(reference, node);
        }
        refs
    }

    pub(super) fn new(len: usize) -> Self {
        Self { nodes: BTreeMap::new(), refs: NodeMap::new(len, None), last: Vec::new() }
    }

    /// Gives an element the next number of its frame.
    pub(super) fn assign(&mut self, frame: u32, node: NodeId) -> Ref {
        let index = frame as usize;
        if self.last.len() <= index {
            self.last.resize(index + 1, 0);
        }
        self.last[index] += 1;
        let reference = Ref { frame, number: self.last[index] };
        self.nodes.insert(reference, node);
        self.refs[node] = Some(reference);
        reference
    }

    /// The element that a ref names; `None` if it names none.
    #[must_use]
    pub fn element(&self, reference: Ref) -> Option<NodeId> {
        self.nodes.get(&reference).copied()
    }

    /// The ref of an element; `None` if it has none.
    #[must_use]
    pub fn of(&self, element: NodeId) -> Option<Ref> {
        self.refs.get(element).copied().flatten()
    }

    /// All refs with their elements, by frame and number.
    pub fn iter(&self) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        self.nodes.iter().map(|(reference, node)| (*reference, *node))
    }
}
