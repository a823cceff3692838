//! Descendants of a stacking context that are painted in steps of their own.
//!
//! <https://www.w3.org/TR/CSS22/zindex.html> (Appendix E).

use super::paint_order::PaintOrder;
use super::place::Placement;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};

/// The descendants that a stacking context paints behind, with and in front of its contents, with their `z-index`.
#[derive(Default)]
pub(super) struct Layers {
    /// Back to front.
    pub(super) negative: Vec<(i32, BoxId)>,
    /// Positioned ones and contexts without a `z-index`, in the order of the tree, or that of `order`.
    pub(super) zero: Vec<BoxId>,
    /// Back to front.
    pub(super) positive: Vec<(i32, BoxId)>,
}

impl Layers {
    /// The positioned and stacking descendants that a context paints.
    pub(super) fn below(tree: &BoxTree, order: &PaintOrder, placement: &Placement, id: BoxId) -> Self {
        let mut layers = Self::default();
        let mut next = order.first(tree, id, true);
        while let Some(at) = next {
            let node = &tree[at];
            let stacking = order.is_stacking_context(at) && node.kind != BoxKind::Initial;
            let mut descend = !stacking;
            // An `svg` paints those in it.
            if node.flags.intersects(BoxFlags::TOP_LAYER | BoxFlags::FOREIGN_OBJECT)
                || placement.places[at.index()].is_skipped
            {
                descend = false;
            } else if stacking || order.is_apart(at) && tree.is_positioned(at) {
                match tree.z_index(at).filter(|_| stacking).unwrap_or(0) {
                    0 => layers.zero.push(at),
                    z if z < 0 => layers.negative.push((z, at)),
                    z => layers.positive.push((z, at)),
                }
            } else if order.is_apart(at) && tree.is_raised(at) {
                layers.raise(tree, at, id);
            }
            // A frame's document is a context of its own.
            if node.kind == BoxKind::Initial {
                descend = false;
            }
            next = if descend { order.first(tree, at, true) } else { None };
            next = next.or_else(|| order.following(tree, at, id, true));
        }
        layers.negative.sort_by_key(|(z, _)| *z);
        layers.positive.sort_by_key(|(z, _)| *z);
        layers
    }

    /// Adds a box that is in front of the contents in flow of what is around it, in the context `id`.
    fn raise(&mut self, tree: &BoxTree, raised: BoxId, id: BoxId) {
        let around = std::iter::successors(tree[raised].parent, |&at| tree[at].parent)
            .take_while(|&at| at != id)
            .find(|&at| tree.is_positioned(at));
        let is_of = |&at: &BoxId| tree.is_raised(at) || Some(at) == around;
        let at = match around.and_then(|around| self.zero.iter().position(|&at| at == around)) {
            Some(place) => place,
            None if around.is_none() => 0,
            None => self.zero.len(),
        };
        let before = self.zero.iter().skip(at).take_while(|at| is_of(at)).count();
        self.zero.insert(at + before, raised);
    }
}
