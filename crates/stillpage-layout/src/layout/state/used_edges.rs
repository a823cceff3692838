//! Used margins, borders and padding. Most boxes have those of another one.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::layout::unit::{Edges, LayoutUnit};

/// Limit: different edges that are known at a time; those of a page are few, unless margins share out room.
const MAX_KNOWN: usize = 4096;

/// The used edges of a box.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct AllEdges {
    margin: Edges,
    border: Edges,
    padding: Edges,
}

const NO_SIDES: Edges =
    Edges { top: LayoutUnit::ZERO, right: LayoutUnit::ZERO, bottom: LayoutUnit::ZERO, left: LayoutUnit::ZERO };

const NO_EDGES: AllEdges = AllEdges { margin: NO_SIDES, border: NO_SIDES, padding: NO_SIDES };

/// The used margins, border widths and padding of a box, in the room of an address.
#[derive(Debug, Clone, Default)]
pub(crate) struct UsedEdges(Option<Arc<AllEdges>>);

impl UsedEdges {
    /// Margins; `auto` ones resolved.
    pub(crate) fn margin(&self) -> &Edges {
        &self.all().margin
    }

    /// Border widths.
    pub(crate) fn border(&self) -> &Edges {
        &self.all().border
    }

    /// Padding.
    pub(crate) fn padding(&self) -> &Edges {
        &self.all().padding
    }

    /// Border plus padding.
    pub(crate) fn inset(&self) -> Edges {
        self.border().plus(self.padding())
    }

    /// Sets the margins.
    pub(crate) fn set_margin(&mut self, margin: Edges, shared: &mut SharedEdges) {
        if *self.margin() != margin {
            *self = shared.share(AllEdges { margin, ..self.all().clone() });
        }
    }

    /// Sets the border widths and the padding.
    pub(crate) fn set_inset(&mut self, border: Edges, padding: Edges, shared: &mut SharedEdges) {
        if (self.border(), self.padding()) != (&border, &padding) {
            *self = shared.share(AllEdges { margin: *self.margin(), border, padding });
        }
    }

    fn all(&self) -> &AllEdges {
        self.0.as_deref().unwrap_or(&NO_EDGES)
    }
}

impl PartialEq for UsedEdges {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

/// The used edges that boxes of a layout share.
#[derive(Debug, Default)]
pub(crate) struct SharedEdges {
    known: FxHashMap<AllEdges, Arc<AllEdges>>,
}

impl SharedEdges {
    fn share(&mut self, edges: AllEdges) -> UsedEdges {
        if edges == NO_EDGES {
            return UsedEdges::default();
        }
        if let Some(known) = self.known.get(&edges) {
            return UsedEdges(Some(Arc::clone(known)));
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let new = Arc::new(edges.clone());
        self.known.insert(edges, Arc::clone(&new));
        UsedEdges(Some(new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_with_equal_edges_share_them() {
        let side = |px: i32| Edges { left: LayoutUnit::px(px), ..NO_SIDES };
        let mut shared = SharedEdges::default();
        let mut edges = |margin: Edges, padding: Edges| {
            let mut edges = UsedEdges::default();
            edges.set_inset(NO_SIDES, padding, &mut shared);
            edges.set_margin(margin, &mut shared);
            edges
        };
        let (one, other, third, none) =
            (edges(side(1), side(2)), edges(side(1), side(2)), edges(side(3), side(2)), edges(NO_SIDES, NO_SIDES));
        assert_eq!((one.margin(), one.padding(), third.margin()), (&side(1), &side(2), &side(3)));
        let is_shared =
            |a: &UsedEdges, b: &UsedEdges| a.0.as_ref().zip(b.0.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b));
        assert!(is_shared(&one, &other), "equal edges");
        assert!(!is_shared(&one, &third), "other margins");
        assert!(none.0.is_none(), "no edges take no room");
    }
}
