//! The links between nodes: the only code that changes them.

use super::{Dom, NodeId};

impl Dom {
    /// Makes a node without parent the last child of `parent`.
    pub(super) fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self.node(parent).last_child;
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.previous_sibling = last;
        node.next_sibling = None;
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(child),
            None => self.node_mut(parent).first_child = Some(child),
        }
        self.node_mut(parent).last_child = Some(child);
    }

    /// Puts a node without parent before `sibling`, which has one.
    pub(super) fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let (parent, previous) = (self.node(sibling).parent, self.node(sibling).previous_sibling);
        let node = self.node_mut(child);
        node.parent = parent;
        node.previous_sibling = previous;
        node.next_sibling = Some(sibling);
        self.node_mut(sibling).previous_sibling = Some(child);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next_sibling = Some(child),
            (None, Some(parent)) => self.node_mut(parent).first_child = Some(child),
            (None, None) => {}
        }
    }

    /// Puts a node without parent behind `sibling`, which has one.
    pub(super) fn insert_after(&mut self, sibling: NodeId, child: NodeId) {
        match (self.node(sibling).next_sibling, self.node(sibling).parent) {
            (Some(next), _) => self.insert_before(next, child),
            (None, Some(parent)) => self.append(parent, child),
            (None, None) => {}
        }
    }

    /// Takes a node out of its parent; its own children stay with it.
    pub(super) fn detach(&mut self, child: NodeId) {
        let node = self.node_mut(child);
        let (parent, previous, next) = (node.parent.take(), node.previous_sibling.take(), node.next_sibling.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => self.node_mut(previous).next_sibling = next,
            None => self.node_mut(parent).first_child = next,
        }
        match next {
            Some(next) => self.node_mut(next).previous_sibling = previous,
            None => self.node_mut(parent).last_child = previous,
        }
    }
}
