//! Absolutely positioned boxes: <https://www.w3.org/TR/css-position-3/#abspos-layout>.
//!
//! They are laid out after everything in flow, outer ones first, each once: nothing in flow depends on them. By then the
//! containing block has its size and the static position is known.

use std::sync::Arc;

use rustc_hash::FxHashMap;

mod anchored;
mod axis;
mod static_position;

use self::anchored::Anchors;
use self::axis::Axis;
use self::static_position::static_position;
use crate::layout::alignment::is_flipped;
use crate::layout::axes::Axes;
use crate::layout::flexible;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, Control};
use crate::layout::state::edges::{BoxEdges, resolve_auto};
use crate::layout::state::results::{Available, Constraints, InlineFragmentKind, InlineLayout, Purpose};
use crate::layout::unit::{Edges, Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{
    Align, AlignKeyword, BoxSizing, ContentVisibility, Dimension, Direction, LengthPercentage, LengthPercentageAuto,
    Position,
};

/// Lays out every absolutely positioned box of the page. Returns false if no box is displaced from its place in flow.
pub(crate) fn layout_all(pass: &mut LayoutState<'_>, order: &[BoxId]) -> bool {
    let (mut anchors, mut displaced) = (None, false);
    for &id in order {
        let position = pass.tree[id].style.position;
        match position {
            Position::Absolute | Position::Fixed if !pass.tree[id].is_text() => {
                pass.keep_static_place(id);
                layout(pass, id, &mut anchors);
            }
            Position::Relative => displaced = displaced || may_be_displaced(&pass.tree[id]),
            _ => {}
        }
    }
    displaced
}

/// True for relatively positioned boxes with an inset.
fn may_be_displaced(node: &BoxNode) -> bool {
    if node.style.position != Position::Relative || node.flags.contains(BoxFlags::ANONYMOUS) || node.is_text() {
        return false;
    }
    let (inset, auto) = (&node.style.inset, LengthPercentageAuto::Auto);
    [&inset.top, &inset.right, &inset.bottom, &inset.left].into_iter().any(|side| *side != auto)
}

/// True for boxes that fixed (and absolutely) positioned descendants are positioned in.
fn contains_fixed(style: &ComputedStyle) -> bool {
    style.transform.is_some()
        || style.contains_fixed
        || style.contain_layout
        || style.contain_paint
        || style.content_visibility != ContentVisibility::Visible
}

/// The box whose padding box is the containing block.
pub(crate) fn containing_block(tree: &BoxTree, id: BoxId) -> BoxId {
    let fixed = tree[id].style.position == Position::Fixed;
    let mut at = id;
    loop {
        let node = &tree[at];
        let Some(parent) = tree.split_inline(at).or(node.parent) else { return at };
        let node = &tree[parent];
        if node.kind == BoxKind::Initial {
            return parent;
        }
        let style = &node.style;
        let anonymous = node.flags.contains(BoxFlags::ANONYMOUS);
        let inline = node.kind == BoxKind::Inline;
        // Contents that are skipped have layout containment.
        if node.flags.intersects(BoxFlags::FOREIGN_OBJECT | BoxFlags::SKIPS_CONTENTS) {
            return parent;
        }
        if !anonymous
            && (!fixed && style.position != Position::Static || !inline && contains_fixed(style))
            && !node.is_text()
        {
            return parent;
        }
        at = parent;
    }
}

impl LayoutState<'_> {
    /// The border box of a box (for an inline box: around its fragments) relative to the root's origin, in flow, without
    /// scrolling and transforms.
    fn document_rect(&self, id: BoxId) -> LayoutRect {
        if self.tree[id].kind == BoxKind::Inline
            && let Some(rect) = self.inline_rect(id)
        {
            return rect;
        }
        LayoutRect { origin: self.document_offset(id), size: self.physical_size(id) }
    }

    /// The size of a border box on the screen.
    fn physical_size(&self, id: BoxId) -> Extent {
        self.tree.axes(id).extent(self.results[id.index()].size)
    }

    /// Returns the corner of the border box of a box that is not an inline box.
    fn document_offset(&self, id: BoxId) -> Offset {
        let mut offset = Offset::ZERO;
        let mut at = Some(id);
        while let Some(id) = at {
            let result = &self.results[id.index()];
            let own = LayoutRect { origin: result.offset + self.relative_offset(id), size: result.size };
            let axes = self.tree.axes(id);
            offset = offset
                + match result.container.filter(|_| axes.is_vertical()) {
                    Some(container) => axes.to_physical(&own, self.physical_size(container)).origin,
                    None => own.origin,
                };
            at = result.container;
        }
        offset
    }

    /// The union of an inline box's fragments, all its split parts included.
    fn inline_rect(&self, id: BoxId) -> Option<LayoutRect> {
        let node = self.tree[id].node;
        let mut rect: Option<LayoutRect> = None;
        let parts = std::iter::once(id)
            .chain(self.tree.more_boxes(node).filter(|&part| part != id && self.tree[part].kind == BoxKind::Inline));
        for part in parts {
            let Some(root) = self.tree.inline_root(part) else { continue };
            let Some(lines) = &self.inlines[root.index()] else { continue };
            let mut rects = self.inline_rects.borrow_mut();
            let rects = rects.entry(root).or_insert_with(|| inline_rects(lines));
            let Some(own) = rects.get(&part) else { continue };
            let own = own.translate(self.results[root.index()].inline_corner + self.relative_in_line(part));
            let own = self.tree.axes(root).to_physical(&own, self.physical_size(root));
            let moved = own.translate(self.document_offset(root));
            rect = Some(rect.map_or(moved, |r| r.union(&moved)));
        }
        rect
    }

    /// Displacement of an inline-level box by the relative positions of itself and the inline boxes around it.
    pub(crate) fn relative_in_line(&self, id: BoxId) -> Offset {
        if let Some(known) = &self.relative_in_line {
            return known.get(id.index()).copied().unwrap_or_default();
        }
        let mut offset = Offset::ZERO;
        let mut at = Some(id);
        while let Some(ancestor) = at {
            let node = &self.tree[ancestor];
            // The box itself may be the root of the lines inside of it.
            if ancestor != id && node.is_inline_root() && node.kind != BoxKind::Inline {
                break;
            }
            if !node.is_text() {
                offset = offset + self.relative_offset(ancestor);
            }
            at = node.parent;
        }
        offset
    }

    /// Remembers the displacement of every box, now that all sizes are known: each of its fragments asks for it, and a
    /// line has one for each inline box around it.
    ///
    /// `displaced`: false if no box is.
    pub(super) fn remember_relative_in_line(&mut self, order: &[BoxId], displaced: bool) {
        let mut offsets: Vec<Offset> = Vec::new();
        for &id in order.iter().filter(|_| displaced) {
            let node = &self.tree[id];
            let mut offset = if node.is_text() { Offset::ZERO } else { self.relative_offset(id) };
            if let Some(parent) = node.parent {
                let around = &self.tree[parent];
                if around.kind == BoxKind::Inline || !around.is_inline_root() {
                    offset = offset + offsets.get(parent.index()).copied().unwrap_or_default();
                }
            }
            if offset != Offset::ZERO && offsets.is_empty() {
                offsets = vec![Offset::ZERO; self.results.len()];
            }
            if let Some(slot) = offsets.get_mut(id.index()) {
                *slot = offset;
            }
        }
        self.relative_in_line = Some(offsets);
    }

    /// `position: relative`. <https://www.w3.org/TR/css-position-3/#relpos-insets>
    pub(crate) fn relative_offset(&self, id: BoxId) -> Offset {
        let node = &self.tree[id];
        if !may_be_displaced(node) {
            return Offset::ZERO;
        }
        let inset = &node.style.inset;
        let (mut width, mut height, direction) = self.containing_size(id);
        if let Some(area) = self.relative_areas.get(&id) {
            (width, height) = (area.width, Some(area.height));
        }
        let x = |v: &LengthPercentageAuto| resolve_auto(v, Some(width));
        let y = |v: &LengthPercentageAuto| resolve_auto(v, height);
        let by_x = match (x(&inset.left), x(&inset.right)) {
            (Some(_), Some(right)) if direction == Direction::Rtl => -right,
            (Some(left), _) => left,
            (None, Some(right)) => -right,
            (None, None) => LayoutUnit::ZERO,
        };
        let by_y = match (y(&inset.top), y(&inset.bottom)) {
            (Some(top), _) => top,
            (None, Some(bottom)) => -bottom,
            (None, None) => LayoutUnit::ZERO,
        };
        Offset::new(by_x, by_y)
    }

    /// Content box width, height if definite, and direction of the containing block of a box in flow.
    pub(crate) fn containing_size(&self, id: BoxId) -> (LayoutUnit, Option<LayoutUnit>, Direction) {
        let mut at = self.tree[id].parent;
        while let Some(parent) = at {
            if self.tree[parent].kind != BoxKind::Inline {
                let result = &self.results[parent.index()];
                let width = result.size.width - result.edges.inset().width();
                return (width.clamp_negative(), result.definite_height.get(), self.tree[parent].style.direction);
            }
            at = self.tree[parent].parent;
        }
        (LayoutUnit::ZERO, None, Direction::Ltr)
    }
}

/// The union of the fragments of each inline box.
fn inline_rects(lines: &InlineLayout) -> FxHashMap<BoxId, LayoutRect> {
    let mut rects: FxHashMap<BoxId, LayoutRect> = FxHashMap::default();
    for fragment in lines.fragments.iter().filter(|f| f.kind == InlineFragmentKind::Inline) {
        rects.entry(fragment.id).and_modify(|rect| *rect = rect.union(&fragment.rect)).or_insert(fragment.rect);
    }
    rects
}

fn layout(pass: &mut LayoutState<'_>, id: BoxId, anchors: &mut Option<Anchors>) {
    let container = containing_block(&pass.tree, id);
    let style = Arc::clone(&pass.tree[id].style);
    let axes = pass.tree.axes(id);
    let border = if pass.tree[container].kind == BoxKind::Inline {
        pass.inline_edges(container, None).border
    } else {
        *pass.results[container.index()].edges.border()
    };
    let border = pass.tree.axes(container).sides_to_physical(&border);
    let area = match pass.device.seen {
        Some(seen) if container == BoxId::ROOT && style.position == Position::Fixed => {
            LayoutRect { origin: Offset::ZERO, size: Extent::from_size(seen) }
        }
        _ => pass.document_rect(container).shrink(&border),
    };
    // css-grid-2 9.1: in a grid container the containing block is a grid area.
    let grid = grid_of(pass, container);
    let grid_area = grid.and_then(|grid| flexible::grid_area(pass, grid, container, id));
    let area = match grid_area {
        Some(grid_area) => axes.to_physical(&grid_area, area.size).translate(area.origin),
        None => area,
    };
    if style.anchoring.as_deref().is_none_or(|own| !anchored::is_anchored(own)) || axes.is_vertical() {
        lay_out(pass, id, container, &area);
        return;
    }
    // Each alternative is tried until the box stays within its area; if it does in none, the first counts.
    let anchors = anchors.get_or_insert_with(|| Anchors::of(pass));
    let alternatives = anchored::alternatives(pass, anchors, id, container, &area);
    let first = alternatives.first().cloned();
    let has_several = alternatives.len() > 1;
    for own in alternatives {
        pass.set_style(id, own);
        pass.forget_results(id);
        if lay_out(pass, id, container, &area) {
            return;
        }
    }
    if let Some(own) = first.filter(|_| has_several) {
        pass.set_style(id, own);
        pass.forget_results(id);
        lay_out(pass, id, container, &area);
    }
}

/// Lays out a box in the containing block `area`, relative to the root's origin. True if its margin box stays between its
/// insets.
fn lay_out(pass: &mut LayoutState<'_>, id: BoxId, container: BoxId, area: &LayoutRect) -> bool {
    let style = Arc::clone(&pass.tree[id].style);
    let axes = pass.tree.axes(id);
    let grid = grid_of(pass, container);
    let room = axes.extent(area.size);
    let (room_x, room_y) = (room.width, room.height);
    let in_grid = grid.is_some() && grid == pass.tree[id].parent;
    let (fixed_x, fixed_y) = static_position(pass, id, area, in_grid);
    let edges = pass.edges(id, Some(room_x));
    let margin = |value: LayoutUnit, auto: bool| (!auto).then_some(value);
    let containing = Arc::clone(&pass.tree[container].style);
    let x = Axis {
        start: resolve_auto(&style.inset.left, Some(room_x)),
        end: resolve_auto(&style.inset.right, Some(room_x)),
        margin_start: margin(edges.margin.left, edges.auto.left),
        margin_end: margin(edges.margin.right, edges.auto.right),
        room: room_x,
        fixed: fixed_x,
        is_inline: true,
        reversed: containing.direction == Direction::Rtl,
        own_reversed: is_flipped(&style, axes, true),
        align: style.justify_self,
    };
    let y = Axis {
        start: resolve_auto(&style.inset.top, Some(room_y)),
        end: resolve_auto(&style.inset.bottom, Some(room_y)),
        margin_start: margin(edges.margin.top, edges.auto.top),
        margin_end: margin(edges.margin.bottom, edges.auto.bottom),
        room: room_y,
        fixed: fixed_y,
        is_inline: false,
        reversed: false,
        own_reversed: is_flipped(&style, axes, false),
        align: style.align_self,
    };
    // `stretch` is what is left between the insets.
    let bounds = [&style.height, &style.min_height, &style.max_height];
    let style = if bounds.contains(&&Dimension::Stretch) {
        let inset = match style.box_sizing {
            BoxSizing::ContentBox => edges.inset().height(),
            BoxSizing::BorderBox => LayoutUnit::ZERO,
        };
        let room = (y.inner().1 - y.margins() - inset).clamp_negative();
        let used = |value: &Dimension| match value {
            Dimension::Stretch => Dimension::Length(LengthPercentage::px(room.to_f32())),
            other => other.clone(),
        };
        let own = Arc::new(ComputedStyle {
            height: used(&style.height),
            min_height: used(&style.min_height),
            max_height: used(&style.max_height),
            ..ComputedStyle::clone(&style)
        });
        pass.set_style(id, Arc::clone(&own));
        own
    } else {
        style
    };
    let kind = pass.tree[id].kind;
    let sized_by_itself =
        matches!(kind, BoxKind::Replaced(_) | BoxKind::Control(Control::Meter | Control::Progress) | BoxKind::Table)
            || is_turned_table(pass, id);
    let is_explicit = |align: Align| align.keyword == AlignKeyword::Stretch;
    let auto_margin = |axis: &Axis| axis.margin_start.is_none() || axis.margin_end.is_none();
    // `stretch` sizes what `normal` leaves at its own size.
    let stretches =
        |axis: &Axis| axis.stretches() && (!sized_by_itself || is_explicit(axis.align) && !auto_margin(axis));
    let fills = style.width == Dimension::Auto && stretches(&x);
    let ratio = style.aspect_ratio.ratio.is_some();
    let y_stretches = style.height == Dimension::Auto && stretches(&y);
    let (_, inner_x) = x.inner();
    let (_, inner_y) = y.inner();
    let mut constraints = Constraints {
        width: Available::Definite(inner_x),
        percent_width: Some(room_x),
        percent_height: Some(room_y),
        shrink_to_fit: !fills,
        ..Constraints::fit(inner_x, Some(room_y), Purpose::Place)
    };
    // Controls fit their contents by themselves, but not between two insets.
    let fits = pass.tree[id].flags.intersects(BoxFlags::FIT_CONTENT | BoxFlags::ORTHOGONAL)
        || matches!(kind, BoxKind::Control(_));
    if fills && (fits || is_explicit(x.align)) {
        let (min, max) = pass.width_bounds(id, &constraints, &edges);
        constraints.fixed_width = Some((inner_x - x.margins()).clamp_negative().min(max).max(min));
    }
    // css-position-3: with a ratio, a box stretches on one axis only: the width if it can, else the height.
    if y_stretches && (is_explicit(y.align) || !(ratio && fills)) {
        let height = (inner_y - y.margins()).clamp_negative();
        let edges = BoxEdges { ..edges };
        constraints.fixed_height = Some(pass.clamp_height(id, height, &constraints, &edges));
    }
    let outcome = pass.layout(id, &constraints);
    let (at_x, left, right) = x.place(outcome.size.width);
    let (at_y, top, bottom) = y.place(outcome.size.height);
    let own = LayoutRect { origin: Offset::new(at_x, at_y), size: outcome.size };
    let fits = x.holds(at_x - left, outcome.size.width + left + right)
        && y.holds(at_y - top, outcome.size.height + top + bottom);
    let own = axes.to_physical(&own, area.size).translate(area.origin);
    // Boxes cannot hang off an inline box, which has no place of its own: they hang off its context's root.
    let holder = if pass.tree[container].kind == BoxKind::Inline {
        pass.tree.inline_root(container).unwrap_or(container)
    } else {
        container
    };
    let own = own.translate(Offset::ZERO - pass.document_offset(holder));
    let offset = axes.to_logical(&own, pass.physical_size(holder)).origin;
    let result = &mut pass.results[id.index()];
    result.offset = offset;
    result.container = Some(holder);
    result.edges.set_margin(Edges { top, right, bottom, left }, &mut pass.used_edges);
    fits
}

/// The axes of what is in a box.
fn contents_axes(pass: &LayoutState<'_>, id: BoxId) -> Axes {
    let node = &pass.tree[id];
    let inner = node.first_child.filter(|_| node.flags.contains(BoxFlags::ORTHOGONAL));
    pass.tree.axes(inner.unwrap_or(id))
}

/// Is what is in a box a table with other axes?
fn is_turned_table(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    let inner = node.first_child.filter(|_| node.flags.contains(BoxFlags::ORTHOGONAL));
    inner.is_some_and(|inner| pass.tree[inner].kind == BoxKind::Table)
}

/// The grid that is laid out in a box, if it is a grid container.
fn grid_of(pass: &LayoutState<'_>, id: BoxId) -> Option<BoxId> {
    let node = &pass.tree[id];
    let inner = node.first_child.filter(|_| node.flags.contains(BoxFlags::ORTHOGONAL));
    Some(inner.unwrap_or(id)).filter(|id| pass.tree[*id].kind == BoxKind::Grid)
}
