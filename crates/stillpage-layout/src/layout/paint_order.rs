//! The steps in which a box paints what is in it, and the order in which it does so.

use bitflags::bitflags;
use rustc_hash::FxHashMap;

use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
use crate::style::computed::FlexDirection;

/// A step over the descendants in flow. <https://www.w3.org/TR/CSS22/zindex.html> (Appendix E)
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Blocks,
    Floats,
    Inlines,
}

bitflags! {
    /// The place of a box in the order of painting, which is asked for several times.
    #[derive(Debug, Clone, Copy)]
    struct Rank: u8 {
        /// See [`BoxTree::is_stacking_context`].
        const STACKING_CONTEXT = 1;
        /// Painted in a step of the stacking context around it.
        const APART = 1 << 1;
        /// See [`BoxTree::is_atomic`].
        const ATOMIC = 1 << 2;
    }
}

/// The children of the containers that paint them in another order than that of the tree.
#[derive(Default)]
struct Order {
    first: FxHashMap<BoxId, BoxId>,
    /// The sibling after each of these children.
    next: FxHashMap<BoxId, Option<BoxId>>,
}

impl Order {
    fn set(&mut self, container: BoxId, children: &[BoxId]) {
        self.first.extend(children.first().map(|&first| (container, first)));
        for (at, &child) in children.iter().enumerate() {
            self.next.insert(child, children.get(at + 1).copied());
        }
    }
}

/// Walks through boxes in the order in which they are painted.
#[derive(Default)]
pub(super) struct PaintOrder {
    /// The order of contents in flow.
    flow: Order,
    /// The order of positioned boxes and stacking contexts.
    stacked: Order,
    /// By box.
    ranks: Vec<Rank>,
    has_floats: bool,
}

impl PaintOrder {
    pub(super) fn of(tree: &BoxTree) -> Self {
        let mut order = Self { ranks: Vec::with_capacity(tree.len()), ..Self::default() };
        for index in 0..tree.len() {
            let id = BoxId::from_index(index);
            let node = &tree[id];
            let is_context = tree.is_stacking_context(id);
            let mut rank = Rank::empty();
            rank.set(Rank::STACKING_CONTEXT, is_context);
            rank.set(Rank::APART, is_context || tree.is_positioned(id) || tree.is_raised(id));
            rank.set(Rank::ATOMIC, tree.is_atomic(id));
            order.ranks.push(rank);
            order.has_floats |= node.is_floating();
            if !matches!(node.kind, BoxKind::Flex | BoxKind::Grid) {
                continue;
            }
            // Chrome: items of reversed rows and columns are painted from the last to the first.
            let is_reversed = node.kind == BoxKind::Flex
                && matches!(node.style.flex_direction, FlexDirection::RowReverse | FlexDirection::ColumnReverse);
            let by_order = |child: &BoxId| {
                if tree[*child].flags.contains(BoxFlags::ANONYMOUS) { 0 } else { tree[*child].style.order }
            };
            let is_moved = tree.children(id).any(|child| by_order(&child) != 0);
            if !is_reversed && !is_moved {
                continue;
            }
            let mut children: Vec<BoxId> = tree.children(id).collect();
            children.sort_by_key(by_order);
            if is_moved {
                order.stacked.set(id, &children);
            }
            if is_reversed {
                children.reverse();
            }
            order.flow.set(id, &children);
        }
        order
    }

    /// True if this step paints anything on the page.
    pub(super) fn has_step(&self, phase: Phase) -> bool {
        phase != Phase::Floats || self.has_floats
    }

    pub(super) fn is_stacking_context(&self, id: BoxId) -> bool {
        self.ranks[id.index()].contains(Rank::STACKING_CONTEXT)
    }

    /// Is a box painted in a step of the stacking context around it?
    pub(super) fn is_apart(&self, id: BoxId) -> bool {
        self.ranks[id.index()].contains(Rank::APART)
    }

    pub(super) fn is_atomic(&self, id: BoxId) -> bool {
        self.ranks[id.index()].contains(Rank::ATOMIC)
    }

    /// Returns the first child of a box.
    pub(super) fn first(&self, tree: &BoxTree, id: BoxId, is_stacked: bool) -> Option<BoxId> {
        self.part(is_stacked).first.get(&id).copied().or(tree[id].first_child)
    }

    /// Returns the next box that is not below `id`, inside `root`.
    pub(super) fn following(&self, tree: &BoxTree, id: BoxId, root: BoxId, is_stacked: bool) -> Option<BoxId> {
        let part = self.part(is_stacked);
        let mut at = id;
        while at != root {
            let next = part.next.get(&at).copied().unwrap_or(tree[at].next_sibling);
            if next.is_some() {
                return next;
            }
            at = tree[at].parent?;
        }
        None
    }

    fn part(&self, is_stacked: bool) -> &Order {
        if is_stacked { &self.stacked } else { &self.flow }
    }
}
