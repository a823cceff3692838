//! Single boxes as inline formatting contexts need them: atomic inlines, floats, the edges of inline boxes.

use std::sync::Arc;

use super::LayoutState;
use super::box_tree::{BoxFlags, BoxId, BoxKind, Control};
use super::display::{clear_sides, is_scroll_container};
use super::floats::{Bfc, Side, margin_box};
use super::results::{Atomic, Constraints, InlineEdges, InlineSpace, Purpose};
use crate::layout::axes::has_central_baseline;
use crate::layout::unit::{Extent, LayoutUnit, Offset};
use crate::style::computed::{Appearance, BaselineSource, Direction, Display};

impl LayoutState<'_> {
    /// Lays out an atomic inline of an inline formatting context with a content box of `width` (and `percent_height`).
    pub(crate) fn layout_atomic(
        &mut self,
        id: BoxId,
        width: LayoutUnit,
        percent_height: Option<LayoutUnit>,
        purpose: Purpose,
    ) -> Atomic {
        let outcome = self.layout(id, &Constraints::fit(width, percent_height, purpose));
        let node = &self.tree[id];
        let margin = self.own_edges(id, Some(width)).margin;
        // CSS 2 10.8.1: an inline-block has the baseline of its last line, unless it has none or its overflow is not
        // visible; inline tables, flex and grid containers have their first.
        let flow = matches!(node.kind, BoxKind::Block) || node.kind == BoxKind::Control(Control::Button);
        let clipped = node.kind == BoxKind::Block && is_scroll_container(&node.style);
        let baseline = if node.flags.contains(BoxFlags::FRAMED_IMAGE) {
            // Chrome: whatever lines the image has.
            let edges = self.own_edges(id, Some(width));
            Some(outcome.size.height - edges.border.bottom - edges.padding.bottom)
        } else if node.style.baseline_source != BaselineSource::Auto && !node.style.contain_layout {
            match node.style.baseline_source {
                BaselineSource::Last => outcome.last_baseline,
                _ => outcome.first_baseline,
            }
        } else if node.style.contain_layout || clipped {
            None
        } else if flow && node.style.display != Display::WebkitInlineBox {
            outcome.last_baseline
        } else {
            outcome.first_baseline
        };
        let clamp = |baseline: LayoutUnit| baseline.clamp_negative().min(outcome.size.height);
        let baseline = if is_scroll_container(&node.style) { baseline.map(clamp) } else { baseline };
        // Chrome: check boxes, radio buttons and sliders sit on the line with their border box, other boxes with their margin box.
        let ticked = matches!(node.kind, BoxKind::Control(Control::Checkbox | Control::Radio))
            && node.style.appearance != Appearance::None
            || node.kind == BoxKind::Control(Control::Range);
        let bottom = outcome.size.height + if ticked { LayoutUnit::ZERO } else { margin.bottom };
        // Chrome: where lines are aligned at the middle of the font, so are boxes without a baseline.
        let is_central = node.parent.is_some_and(|parent| has_central_baseline(&self.tree[parent].style));
        let bottom =
            if is_central && self.tree.axes(id).is_vertical() { bottom - (bottom + margin.top).half() } else { bottom };
        Atomic { outcome, margin, baseline: baseline.unwrap_or(bottom) }
    }

    /// The margin box size of the float `id` in an inline formatting context: does it fit on the current line?
    pub(crate) fn measure_float(&mut self, id: BoxId, space: &InlineSpace) -> Extent {
        let edges = self.own_edges(id, Some(space.width));
        let fit = Constraints::fit(space.width, space.percent_height, Purpose::Measure);
        let outcome = self.layout(id, &Constraints { size_only: true, ..fit });
        margin_box(outcome.size, &edges.margin)
    }

    /// Lays out the float `id`, a child or descendant of the block container `root`, and places it in `bfc`, its top
    /// margin edge not above `y` (in the context's coordinates), between the edges of the content box that `space`
    /// describes. Writes its result if `space.purpose` is `Place`. Returns the corner of its margin box, in the context's
    /// coordinates.
    pub(crate) fn place_float(
        &mut self,
        root: BoxId,
        id: BoxId,
        bfc: &mut Bfc,
        y: LayoutUnit,
        space: &InlineSpace,
    ) -> Offset {
        let style = Arc::clone(&self.tree[id].style);
        let edges = self.own_edges(id, Some(space.width));
        let fit = Constraints::fit(space.width, space.percent_height, space.purpose);
        let outcome = self.layout(id, &Constraints { size_only: space.purpose == Purpose::Measure, ..fit });
        let size = margin_box(outcome.size, &edges.margin);
        let clear = clear_sides(&style);
        let side = Side::of(&style);
        let left = space.origin.x;
        let corner = if style.shape_outside.as_ref().is_some_and(|shape| shape.reference.is_some()) {
            let corner = bfc.position(side, size, y, clear, left, left + space.width);
            match self.float_rows(id, corner, size, &edges, space.width) {
                Some(rows) => bfc.add_shaped(side, corner, size, &rows),
                None => bfc.add(side, corner, size),
            }
            corner
        } else {
            bfc.place(side, size, y, clear, left, left + space.width)
        };
        if space.purpose == Purpose::Place {
            let root_edges = self.results[root.index()].edges.inset();
            let inset = Offset::new(root_edges.left, root_edges.top);
            let result = &mut self.results[id.index()];
            result.offset = corner - space.origin + Offset::new(edges.margin.left, edges.margin.top) + inset;
            result.container = Some(root);
            result.edges.set_margin(edges.margin, &mut self.used_edges);
        }
        corner
    }

    /// The used margins, borders and padding of an inline box in a containing block of `width` (`None`: while intrinsic
    /// sizes are measured); those at a split ([`SPLIT_START`](BoxFlags::SPLIT_START)) are 0. Physical sides.
    pub(crate) fn inline_edges(&self, id: BoxId, width: Option<LayoutUnit>) -> InlineEdges {
        let node = &self.tree[id];
        let edges = self.edges(id, width);
        let mut edges = InlineEdges { margin: edges.margin, border: edges.border, padding: edges.padding };
        let rtl = node.style.direction == Direction::Rtl;
        let (start, end) = (node.flags.contains(BoxFlags::SPLIT_START), node.flags.contains(BoxFlags::SPLIT_END));
        let (no_left, no_right) = if rtl { (end, start) } else { (start, end) };
        for sides in [&mut edges.margin, &mut edges.border, &mut edges.padding] {
            if no_left {
                sides.left = LayoutUnit::ZERO;
            }
            if no_right {
                sides.right = LayoutUnit::ZERO;
            }
        }
        edges
    }
}
