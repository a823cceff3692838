//! [`Walk`]: the nodes of a page in tree order, with those of open shadow trees and frames.

use crate::dom::{Dom, NodeId, NodeMap};

/// No position.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Limit: nodes looked at below a row; bounds the cost of nested rows.
pub(super) const MAX_VISITED: usize = 512;

/// Every node below the document in tree order: a host's open shadow tree before its own children, a frame's document
/// below its `iframe`; without closed shadow trees and template contents. Place 0 is the document.
#[derive(Debug)]
pub(super) struct Walk {
    /// By place.
    pub(super) order: Vec<NodeId>,
    /// The place behind the last node below, by place.
    pub(super) end: Vec<u32>,
    /// The place of the parent, by place; [`NOWHERE`] for the document.
    pub(super) parent: Vec<u32>,
    place: NodeMap<u32>,
}

impl Walk {
    pub(super) fn of(dom: &Dom) -> Self {
        let len = dom.len();
        let mut walk = Self {
            order: Vec::with_capacity(len),
            end: Vec::with_capacity(len),
            parent: Vec::with_capacity(len),
            place: NodeMap::new(len, NOWHERE),
        };
        let mut stack = vec![(dom.document(), NOWHERE)];
        while let Some((node, parent)) = stack.pop() {
            let place = u32::try_from(walk.order.len()).unwrap_or(NOWHERE - 1);
            walk.place[node] = place;
            walk.order.push(node);
            walk.parent.push(parent);
            walk.end.push(place + 1);
            let below = |of: NodeId| dom.children(of).rev().map(|child| (child, place));
            if let Some(element) = dom.element(node) {
                // The last to go on the stack is the first to come off.
                stack.extend(element.frame_document.into_iter().flat_map(below));
                stack.extend(below(node));
                stack.extend(dom.open_shadow_root(node).into_iter().flat_map(below));
            } else {
                stack.extend(below(node));
            }
        }
        for place in (1..walk.order.len()).rev() {
            let (end, parent) = (walk.end[place], walk.parent[place] as usize);
            walk.end[parent] = walk.end[parent].max(end);
        }
        walk
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The place of a node; `None` if it is not connected.
    pub(super) fn place(&self, node: NodeId) -> Option<usize> {
        self.place.get(node).copied().filter(|&place| place != NOWHERE).map(|place| place as usize)
    }

    /// The place of the parent.
    pub(super) fn parent(&self, place: usize) -> Option<usize> {
        Some(self.parent[place]).filter(|&parent| parent != NOWHERE).map(|parent| parent as usize)
    }

    /// The places of the ancestors, the parent first.
    pub(super) fn ancestors(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(place), |&at| self.parent(at))
    }

    /// The places of the children, first to last.
    pub(super) fn children(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.end[place] as usize;
        let mut next = place + 1;
        std::iter::from_fn(move || {
            let current = next;
            (current < end).then(|| {
                next = self.end[current] as usize;
                current
            })
        })
    }
}
