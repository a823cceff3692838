//! The boxes of a finished layout: what is painted follows from them once someone asks, and a later layout may go on from
//! them.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::overflow::Scrollers;
use super::paint_item::{MaybeIndex, PaintItem};
use super::place::Placement;
use super::state::box_tree::BoxId;
use super::state::layout_cache::LaidOut;
use super::state::results::{BoxArea, BoxAreas};
use super::unit::{LayoutRect, Offset};
use crate::dom::{NodeId, NodeMap};
use crate::geometry::{Rect, ViewportMap};

/// All boxes of a page, laid out and placed in the viewport.
#[derive(Debug)]
pub struct PlacedBoxes {
    /// The boxes.
    pub boxes: LaidOut,
    /// By box, what of its results is painted, where `boxes` has them no more.
    pub(crate) areas: Option<BoxAreas>,
    /// By box, its displacement by the relative positions of itself and the inline boxes around it; no entries if nothing is displaced.
    pub(crate) relative_in_line: Vec<Offset>,
    /// The places of the boxes.
    pub placement: Placement,
    /// The boxes that scroll.
    pub scrollers: Scrollers,
}

impl PlacedBoxes {
    /// Returns an upper bound on the number of items, but for what is in `svg`s: each box, line and fragment once.
    fn most_items(&self) -> usize {
        let lines = self.boxes.inlines.iter().flatten();
        self.boxes.tree.len() + lines.map(|inline| inline.lines.len() + inline.fragments.len()).sum::<usize>()
    }

    /// By box, what of its results is painted.
    pub(crate) fn areas(&self) -> Cow<'_, BoxAreas> {
        match &self.areas {
            Some(areas) => Cow::Borrowed(areas),
            None => Cow::Owned(self.boxes.results.map(BoxArea::of)),
        }
    }

    /// Returns the parts of the boxes that are in several columns, and the columns that are higher than the container that they are of,
    /// from the corner of each box.
    pub(crate) fn parts(&self) -> FxHashMap<BoxId, Vec<LayoutRect>> {
        let mut all: FxHashMap<BoxId, Vec<LayoutRect>> = FxHashMap::default();
        for &(id, part) in self.boxes.parts.values().flatten() {
            all.entry(id).or_default().push(part);
        }
        all
    }
}

/// The items near a window, since of a long page most are elsewhere; of the other items, their order.
#[derive(Debug)]
pub struct NearItems {
    window: Rect,
    items: Vec<PaintItem>,
    of_node: NodeMap<PaintedNode>,
    /// The number of items so far.
    count: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct PaintedNode {
    own_clip: MaybeIndex,
    /// See [`NearItems::order`].
    last: u32,
}

impl NearItems {
    fn new(window: Rect, nodes: usize) -> Self {
        Self { window, items: Vec::new(), of_node: NodeMap::new(nodes, PaintedNode::default()), count: 0 }
    }

    fn add(&mut self, item: Cow<'_, PaintItem>) {
        let node = &mut self.of_node[item.node];
        if node.last == 0 {
            // The box of an element is behind its own lines, which it may clip.
            node.own_clip = item.clip;
        }
        self.count += 1;
        node.last = self.count;
        // A pixel more, for what rounding may do to the corners.
        let Rect { x, y, width, height } = self.window;
        let reach = Rect::new(x - 1.0, y - 1.0, width + 2.0, height + 2.0);
        let is_near = match &item.to_viewport {
            ViewportMap::Move(by) => item.area.translate(*by).overlaps(&reach),
            // What perspective does to a box may come near from anywhere.
            ViewportMap::Other(map) => !map.is_affine() || map.apply_rect(&item.area).overlaps(&reach),
        };
        if is_near {
            self.items.push(item.into_owned());
        }
    }

    /// Returns the items that may be in the window, back to front.
    pub fn items(&self) -> &[PaintItem] {
        &self.items
    }

    /// Returns the clip of the box of an element; `None` if nothing clips it, or if it is not painted anywhere.
    pub fn own_clip(&self, node: NodeId) -> Option<u32> {
        self.of_node.get(node)?.own_clip.get()
    }

    /// Returns the number of items up to the last one of an element: an element with more is nearer to the viewer. 0 if it never
    /// is.
    pub fn order(&self, node: NodeId) -> u32 {
        self.of_node.get(node).map_or(0, |painted| painted.last)
    }
}

/// All that says what is painted: the boxes, as long as they are kept, and what was found out from them.
#[derive(Debug, Default)]
pub struct Painting {
    /// `None` where a browser painted, and once they were dropped.
    boxes: Option<Box<PlacedBoxes>>,
    items: OnceLock<Vec<PaintItem>>,
    near: OnceLock<NearItems>,
}

impl Painting {
    /// Makes the paint source of these boxes.
    pub fn of(boxes: PlacedBoxes) -> Self {
        Self { boxes: Some(Box::new(boxes)), ..Self::default() }
    }

    /// As a browser has it.
    pub fn known(items: Vec<PaintItem>) -> Self {
        Self { items: items.into(), ..Self::default() }
    }

    /// Returns the items near a window of the page, of `nodes` nodes, which is always the same one; `paint` and `repaint` are as
    /// for the whole list.
    pub fn near(
        &self,
        (window, nodes): (Rect, usize),
        paint: impl FnOnce(&PlacedBoxes, &mut dyn FnMut(PaintItem)),
        repaint: impl FnOnce() -> Vec<PaintItem>,
    ) -> &NearItems {
        self.near.get_or_init(|| {
            let mut near = NearItems::new(window, nodes);
            match (self.items.get(), &self.boxes) {
                (Some(items), _) => items.iter().for_each(|item| near.add(Cow::Borrowed(item))),
                (None, Some(boxes)) => paint(boxes, &mut |item| near.add(Cow::Owned(item))),
                (None, None) => repaint().into_iter().for_each(|item| near.add(Cow::Owned(item))),
            }
            near
        })
    }

    /// Back to front; `paint` finds them out, or `repaint` where the boxes were dropped.
    pub fn items(
        &self,
        paint: impl FnOnce(&PlacedBoxes, &mut dyn FnMut(PaintItem)),
        repaint: impl FnOnce() -> Vec<PaintItem>,
    ) -> &[PaintItem] {
        self.items.get_or_init(|| {
            let Some(boxes) = &self.boxes else { return repaint() };
            let mut items = Vec::with_capacity(boxes.most_items());
            paint(boxes, &mut |item| items.push(item));
            items.shrink_to_fit();
            items
        })
    }

    #[cfg(any(test, feature = "internals"))]
    pub(crate) fn is_listed(&self) -> bool {
        self.items.get().is_some()
    }

    /// The boxes, if they are kept.
    pub fn boxes(&self) -> Option<&PlacedBoxes> {
        self.boxes.as_deref()
    }

    /// Drops the boxes; what was found out from them stays.
    pub(crate) fn drop_boxes(&mut self) {
        self.boxes = None;
    }

    /// The boxes alone, if they are kept.
    pub(crate) fn into_boxes(self) -> Option<Box<PlacedBoxes>> {
        self.boxes
    }
}
