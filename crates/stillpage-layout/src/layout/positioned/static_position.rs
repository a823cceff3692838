//! Static positions: where an absolutely positioned box would be in flow.
//!
//! <https://www.w3.org/TR/css-position-3/#staticpos-rect>

use super::axis::StaticAxis;
use super::contents_axes;
use crate::layout::alignment::{Edge, aligned_edge, is_flipped};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::computed::{Align, AlignKeyword, Direction, FlexDirection, FlexWrap};

/// Returns the static position of a box: its place in flow, relative to its containing block's padding box, which is at `block`
/// in the document. With `in_grid` the containing block is the grid area that the box is in.
pub(super) fn static_position(
    pass: &LayoutState<'_>,
    id: BoxId,
    block: &LayoutRect,
    in_grid: bool,
) -> (StaticAxis, StaticAxis) {
    let parent = pass.tree[id].parent.unwrap_or(BoxId::ROOT);
    let axes = contents_axes(pass, parent);
    let (area, align) = if in_grid {
        (*block, static_alignment(pass, id, parent))
    } else if matches!(pass.tree[parent].kind, BoxKind::Flex | BoxKind::Grid) {
        let result = &pass.results[parent.index()];
        let inset = result.edges.inset();
        let size = result.size;
        let area = LayoutRect {
            origin: Offset::new(inset.left, inset.top),
            size: Extent::new(size.width - inset.width(), size.height - inset.height()),
        };
        let area = axes.to_physical(&area, pass.physical_size(parent)).translate(pass.document_offset(parent));
        (area, static_alignment(pass, id, parent))
    } else {
        let result = &pass.results[id.index()];
        let align = if pass.tree[parent].style.direction == Direction::Rtl { Edge::End } else { Edge::Start };
        // Chrome: what is in the top layer is not in any flow.
        let is_in_flow = !pass.tree[id].flags.contains(BoxFlags::TOP_LAYER);
        let flow = result.container.filter(|_| is_in_flow);
        let area = match flow {
            Some(container) => axes
                .to_physical(
                    &LayoutRect { origin: result.offset, size: Extent::default() },
                    pass.physical_size(container),
                )
                .translate(pass.document_offset(container)),
            None => LayoutRect { origin: block.origin, size: Extent::default() },
        };
        let align = (if flow.is_some() { align } else { Edge::Start }, Edge::Start);
        match flow.filter(|&container| container == parent) {
            Some(_) => aligned_in_flow(pass, id, parent, &area, align),
            None => (area, align),
        }
    };
    let own = pass.tree.axes(id);
    let area = own.to_logical(&area.translate(Offset::ZERO - block.origin), block.size);
    // Which edge an axis of the parent is aligned at, seen along the axis of the containing block that it runs along.
    let along = |x: bool| {
        let theirs = x == (own.is_vertical() == axes.is_vertical());
        let edge = if theirs { align.0 } else { align.1 };
        edge.flip(own.is_reversed(x) != axes.is_reversed(theirs))
    };
    (
        StaticAxis { start: area.origin.x, end: area.right(), align: along(true) },
        StaticAxis { start: area.origin.y, end: area.bottom(), align: along(false) },
    )
}

/// Returns the area in the flow of `parent` that a box is aligned in, and the edges it is aligned at, where `justify-self` or `align-self`
/// ask for some; `at`, `edges`: its place without them.
///
/// <https://drafts.csswg.org/css-position-3/#staticpos-rect>: among blocks the area is as wide as the contents of the parent, on a line
/// it is a point. Chrome: there `justify-self` of the box itself is all that counts.
fn aligned_in_flow(
    pass: &LayoutState<'_>,
    id: BoxId,
    parent: BoxId,
    at: &LayoutRect,
    edges: (Edge, Edge),
) -> (LayoutRect, (Edge, Edge)) {
    let (around, own) = (&pass.tree[parent].style, &pass.tree[id].style);
    let is_normal =
        |align: Align| matches!(align.keyword, AlignKeyword::Auto | AlignKeyword::Normal | AlignKeyword::Stretch);
    let is_on_line = pass.tree[parent].is_inline_root();
    let (justify, align) = match is_on_line {
        true => (own.justify_self, Align::default()),
        false => (own.justify_self.or(around.justify_items), own.align_self),
    };
    if is_normal(justify) && is_normal(align) {
        return (*at, edges);
    }
    let inside = contents_axes(pass, parent);
    let rtl = around.direction == Direction::Rtl;
    let along = match justify.keyword {
        _ if is_normal(justify) => edges.0,
        // Chrome: the sides are those where the line starts and ends.
        AlignKeyword::Left => Edge::Start.flip(rtl),
        AlignKeyword::Right => Edge::End.flip(rtl),
        _ => aligned_edge(justify, true, rtl, is_flipped(own, inside, true)),
    };
    let across =
        if is_normal(align) { edges.1 } else { aligned_edge(align, false, false, is_flipped(own, inside, false)) };
    if is_on_line || is_normal(justify) {
        return (*at, (along, across));
    }
    let result = &pass.results[parent.index()];
    let inset = result.edges.inset();
    let room = (result.size.width - inset.width()).clamp_negative();
    let contents = LayoutRect::new(inset.left, LayoutUnit::ZERO, room, LayoutUnit::ZERO);
    let contents = inside.to_physical(&contents, pass.physical_size(parent)).translate(pass.document_offset(parent));
    let area = if inside.is_vertical() {
        LayoutRect::new(at.origin.x, contents.origin.y, LayoutUnit::ZERO, contents.size.height)
    } else {
        LayoutRect::new(contents.origin.x, at.origin.y, contents.size.width, LayoutUnit::ZERO)
    };
    (area, (along, across))
}

/// Returns the alignment of the only item of a flex or grid container. <https://www.w3.org/TR/css-flexbox-1/#abspos-items>
fn static_alignment(pass: &LayoutState<'_>, id: BoxId, parent: BoxId) -> (Edge, Edge) {
    let container = &pass.tree[parent].style;
    let own = &pass.tree[id].style;
    let rtl = container.direction == Direction::Rtl;
    let is_grid = pass.tree[parent].kind == BoxKind::Grid;
    let row = is_grid || matches!(container.flex_direction, FlexDirection::Row | FlexDirection::RowReverse);
    let reverse =
        !is_grid && matches!(container.flex_direction, FlexDirection::RowReverse | FlexDirection::ColumnReverse);
    let wrap_reverse = !is_grid && container.flex_wrap == FlexWrap::WrapReverse;
    let (main, cross) = if is_grid {
        (own.justify_self.or(container.justify_items), own.align_self.or(container.align_items))
    } else {
        (container.justify_content, own.align_self.or(container.align_items))
    };
    let inside = contents_axes(pass, parent);
    let edge = |align: Align, x: bool, reversed: bool| {
        let flipped = x && rtl;
        match align.keyword {
            AlignKeyword::SpaceAround | AlignKeyword::SpaceEvenly => Edge::Center,
            AlignKeyword::FlexEnd => Edge::End.flip(flipped != reversed),
            AlignKeyword::FlexStart | AlignKeyword::SpaceBetween => Edge::Start.flip(flipped != reversed),
            AlignKeyword::Stretch | AlignKeyword::Normal | AlignKeyword::Auto => Edge::Start.flip(flipped != reversed),
            _ => aligned_edge(align, x, flipped, is_flipped(own, inside, x)),
        }
    };
    let main = edge(main, row, reverse);
    let cross = edge(cross, !row, wrap_reverse);
    if row { (main, cross) } else { (cross, main) }
}
