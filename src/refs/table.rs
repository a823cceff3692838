//! [`RefTable`]: the refs of a page and their elements.

use std::collections::BTreeMap;

use super::reference::Ref;
use crate::dom::{NodeId, NodeMap};

/// Refs and elements of a page, both ways.
#[derive(Debug, Clone)]
pub struct RefTable {
    nodes: BTreeMap<Ref, NodeId>,
    refs: NodeMap<Option<Ref>>,
    /// The last number assigned in each frame.
    last: Vec<u32>,
}

impl RefTable {
    /// A table of given refs. `len`: the number of nodes of the tree. If two refs name one element, the last wins.
    #[must_use]
    pub(crate) fn from_pairs(len: usize, pairs: impl IntoIterator<Item = (Ref, NodeId)>) -> Self {
        let mut refs = Self::new(len);
        for (reference, node) in pairs {
            refs.insert(reference, node);
        }
        refs
    }

    /// A table without refs for a tree of `len` nodes.
    #[must_use]
    pub(crate) fn new(len: usize) -> Self {
        Self { nodes: BTreeMap::new(), refs: NodeMap::new(len, None), last: Vec::new() }
    }

    /// Assigns the next number of a frame to an element.
    pub(crate) fn assign(&mut self, frame: u32, node: NodeId) -> Ref {
        let index = frame as usize;
        if self.last.len() <= index {
            self.last.resize(index + 1, 0);
        }
        self.last[index] += 1;
        let reference = Ref { frame, number: self.last[index] };
        self.insert(reference, node);
        reference
    }

    /// Sets the ref of an element and drops the one it had.
    ///
    /// # Panics
    /// If the element is of another tree.
    pub(crate) fn insert(&mut self, reference: Ref, node: NodeId) {
        if let Some(old) = self.refs[node].replace(reference) {
            self.nodes.remove(&old);
        }
        self.nodes.insert(reference, node);
    }

    /// The element of a ref.
    #[must_use]
    pub fn element(&self, reference: Ref) -> Option<NodeId> {
        self.nodes.get(&reference).copied()
    }

    /// The ref of an element.
    #[must_use]
    pub fn of(&self, element: NodeId) -> Option<Ref> {
        self.refs.get(element).copied().flatten()
    }

    /// The number of refs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if no element has a ref.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All refs with their elements, by frame and number.
    pub fn iter(&self) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        self.nodes.iter().map(|(reference, node)| (*reference, *node))
    }
}
