//! [`RefTable`]: the refs of a page and their elements.

use std::collections::BTreeMap;

use crate::dom::{NodeId, NodeMap};
use crate::reference::Ref;
use crate::segmented::SegmentedVec;

/// Refs and elements of a page, both ways.
#[derive(Debug, Clone)]
pub struct RefTable {
    nodes: Elements,
    refs: Refs,
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
    #[doc(hidden)]
    pub fn new(len: usize) -> Self {
        Self { nodes: Elements::default(), refs: Refs::new(len), last: Vec::new() }
    }

    /// Assigns the next number of a frame to an element.
    pub(crate) fn assign(&mut self, frame: u32, node: NodeId) -> Ref {
        let index = frame as usize;
        if self.last.len() <= index {
            self.last.resize(index + 1, 0);
        }
        self.last[index] += 1;
        let reference = Ref { frame, number: self.last[index] };
        // Nearly all are an element's first, and the last of all.
        if self.refs.positions[node] == 0 && self.nodes.rest.is_empty() && self.nodes.is_behind_all(reference) {
            self.nodes.ascending.push((reference, Some(node)));
            self.refs.set(node, reference, Some(self.nodes.ascending.len() - 1));
        } else {
            self.insert(reference, node);
        }
        reference
    }

    /// Sets the ref of an element and drops the one it had.
    ///
    /// # Panics
    /// If the element is of another tree.
    #[doc(hidden)]
    pub fn insert(&mut self, reference: Ref, node: NodeId) {
        if let Some(old) = self.of(node) {
            self.nodes.remove(old);
        }
        let position = self.nodes.insert(reference, node);
        self.refs.set(node, reference, position);
    }

    /// The element of a ref; `Page::element` has it by this id.
    #[must_use]
    pub fn element(&self, reference: Ref) -> Option<NodeId> {
        self.nodes.get(reference)
    }

    /// The ref of an element.
    #[must_use]
    pub fn of(&self, element: NodeId) -> Option<Ref> {
        match *self.refs.positions.get(element)? {
            0 => None,
            Refs::OUT_OF_ORDER => self.refs.out_of_order.get(&element).copied(),
            above => self.nodes.ascending.get(above as usize - 1).map(|entry| entry.0),
        }
    }

    /// The number of refs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if no element has a ref.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// All refs with their elements, by frame and number.
    pub fn iter(&self) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        self.nodes.iter()
    }
}

/// Refs by element.
#[derive(Debug, Clone)]
struct Refs {
    /// One above the position in [`Elements::ascending`]; 0 for elements without a ref.
    positions: NodeMap<u32>,
    /// The refs that have no such position.
    out_of_order: BTreeMap<NodeId, Ref>,
}

impl Refs {
    const OUT_OF_ORDER: u32 = u32::MAX;

    fn new(len: usize) -> Self {
        Self { positions: NodeMap::new(len, 0), out_of_order: BTreeMap::new() }
    }

    fn set(&mut self, node: NodeId, reference: Ref, position: Option<usize>) {
        let above = position.and_then(|at| u32::try_from(at + 1).ok()).filter(|&above| above != Self::OUT_OF_ORDER);
        if above.is_none() {
            self.out_of_order.insert(node, reference);
        }
        self.positions[node] = above.unwrap_or(Self::OUT_OF_ORDER);
    }
}

/// Elements by ref. Most refs come in ascending order, and are kept in a vector.
#[derive(Debug, Clone, Default)]
struct Elements {
    /// `None` for refs that were taken back.
    ascending: SegmentedVec<(Ref, Option<NodeId>)>,
    rest: BTreeMap<Ref, NodeId>,
    /// The number of the former that were taken back.
    gone: usize,
}

impl Elements {
    fn position(&self, reference: Ref) -> Option<usize> {
        self.ascending.position_by_key(&reference, |entry| entry.0)
    }

    fn get(&self, reference: Ref) -> Option<NodeId> {
        match self.position(reference) {
            Some(at) => self.ascending[at].1,
            None => self.rest.get(&reference).copied(),
        }
    }

    /// Returns the position in `ascending`, if it is there.
    fn insert(&mut self, reference: Ref, node: NodeId) -> Option<usize> {
        if self.is_behind_all(reference) && !self.rest.contains_key(&reference) {
            self.ascending.push((reference, Some(node)));
            return Some(self.ascending.len() - 1);
        }
        let position = self.position(reference);
        match position {
            Some(at) => self.gone -= usize::from(self.ascending[at].1.replace(node).is_none()),
            None => {
                self.rest.insert(reference, node);
            }
        }
        position
    }

    /// True for a ref that comes after all that are in order.
    fn is_behind_all(&self, reference: Ref) -> bool {
        self.ascending.last().is_none_or(|last| last.0 < reference)
    }

    fn remove(&mut self, reference: Ref) {
        match self.position(reference) {
            Some(at) => self.gone += usize::from(self.ascending[at].1.take().is_some()),
            None => {
                self.rest.remove(&reference);
            }
        }
    }

    fn len(&self) -> usize {
        self.ascending.len() - self.gone + self.rest.len()
    }

    fn iter(&self) -> impl Iterator<Item = (Ref, NodeId)> + '_ {
        let mut ascending =
            self.ascending.iter().filter_map(|(reference, node)| Some((*reference, (*node)?))).peekable();
        let mut rest = self.rest.iter().map(|(reference, node)| (*reference, *node)).peekable();
        std::iter::from_fn(move || match (ascending.peek(), rest.peek()) {
            (Some(one), Some(other)) if other.0 < one.0 => rest.next(),
            (None, _) => rest.next(),
            _ => ascending.next(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refs_in_any_order_are_found_and_listed() {
        let reference = |number: u32| Ref { frame: 0, number };
        let node = NodeId::from_index;
        let pairs = [(3, 0), (7, 1), (5, 2), (1, 3), (9, 1), (5, 4)];
        let table = RefTable::from_pairs(5, pairs.map(|(number, index)| (reference(number), node(index))));
        let listed: Vec<_> = table.iter().map(|(reference, node)| (reference.number, node.index())).collect();
        assert_eq!(listed, [(1, 3), (3, 0), (5, 4), (9, 1)], "by number, without the ref that an element had before");
        assert_eq!(table.len(), 4);
        assert_eq!(table.element(reference(5)), Some(node(4)));
        assert_eq!(table.element(reference(7)), None, "taken back");
        let refs = [0, 1, 2, 3, 4].map(|index| table.of(node(index)).map(|reference| reference.number));
        assert_eq!(refs, [Some(3), Some(9), Some(5), Some(1), Some(5)], "by element");
    }
}
