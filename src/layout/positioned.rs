//! Absolutely positioned boxes: <https://www.w3.org/TR/css-position-3/#abspos-layout>.
//!
//! They are laid out after everything in flow, outer ones first, each once: nothing in flow depends on them. By then the
//! containing block has its size and the static position is known.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::axes::Axes;
use super::state::Pass;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Control};
use super::state::edges::{BoxEdges, resolve_auto};
use super::state::results::{Available, Constraints, InlineFragmentKind, InlineLayout, Purpose};
use super::unit::{Edges, Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{
    Align, AlignKeyword, ContentVisibility, Dimension, Direction, FlexDirection, FlexWrap, LengthPercentageAuto,
    Position,
};

/// A static position on one axis: an area to align the margin box in.
#[derive(Debug, Clone, Copy)]
struct StaticAxis {
    start: LayoutUnit,
    end: LayoutUnit,
    align: Edge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Start,
    Center,
    End,
}

/// Lays out every absolutely positioned box of the page.
pub(crate) fn layout_all(pass: &mut Pass<'_>) {
    let mut next = Some(BoxId::ROOT);
    while let Some(id) = next {
        if pass.tree[id].is_out_of_flow() {
            layout(pass, id);
        }
        next = pass.tree[id].first_child.or_else(|| pass.tree.following(id, BoxId::ROOT));
    }
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
        let Some(parent) = node.split_inline.or(node.parent) else { return at };
        let node = &tree[parent];
        if node.kind == BoxKind::Initial {
            return parent;
        }
        let style = &node.style;
        let anonymous = node.flags.contains(BoxFlags::ANONYMOUS);
        let inline = node.kind == BoxKind::Inline;
        if !anonymous
            && (!fixed && style.position != Position::Static || !inline && contains_fixed(style))
            && !node.is_text()
        {
            return parent;
        }
        at = parent;
    }
}

impl Pass<'_> {
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

    /// Where the border box of a box that is no inline box starts.
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

    /// The root of the inline formatting context an inline-level box is in.
    pub(crate) fn inline_root(&self, id: BoxId) -> Option<BoxId> {
        let mut at = self.tree[id].parent;
        while let Some(id) = at {
            let node = &self.tree[id];
            if node.is_inline_root() && node.kind != BoxKind::Inline {
                return Some(id);
            }
            if node.kind != BoxKind::Inline {
                return None;
            }
            at = node.parent;
        }
        None
    }

    /// The union of an inline box's fragments, all its split parts included.
    fn inline_rect(&self, id: BoxId) -> Option<LayoutRect> {
        let node = self.tree[id].node;
        let mut rect: Option<LayoutRect> = None;
        let parts = std::iter::once(id)
            .chain(self.tree.more_boxes(node).filter(|&part| part != id && self.tree[part].kind == BoxKind::Inline));
        for part in parts {
            let Some(root) = self.inline_root(part) else { continue };
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

    /// `position: relative`. <https://www.w3.org/TR/css-position-3/#relpos-insets>
    pub(crate) fn relative_offset(&self, id: BoxId) -> Offset {
        let node = &self.tree[id];
        let style = &node.style;
        if style.position != Position::Relative || node.flags.contains(BoxFlags::ANONYMOUS) || node.is_text() {
            return Offset::ZERO;
        }
        let inset = &style.inset;
        let auto = LengthPercentageAuto::Auto;
        if inset.top == auto && inset.right == auto && inset.bottom == auto && inset.left == auto {
            return Offset::ZERO;
        }
        let (width, height, direction) = self.containing_size(id);
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
                let width = result.size.width - result.border.width() - result.padding.width();
                return (width.clamp_negative(), result.definite_height, self.tree[parent].style.direction);
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

/// One axis of an absolutely positioned box while it is resolved.
struct Axis {
    start: Option<LayoutUnit>,
    end: Option<LayoutUnit>,
    margin_start: Option<LayoutUnit>,
    margin_end: Option<LayoutUnit>,
    /// Size of the containing block.
    room: LayoutUnit,
    fixed: StaticAxis,
    /// The inline axis of a right-to-left containing block.
    reversed: bool,
    align: Align,
}

impl Axis {
    /// The inset-modified containing block: its start and size.
    fn inner(&self) -> (LayoutUnit, LayoutUnit) {
        match (self.start, self.end) {
            (None, None) => match self.fixed.align {
                Edge::Start => (self.fixed.start, (self.room - self.fixed.start).clamp_negative()),
                Edge::End => (LayoutUnit::ZERO, self.fixed.end.clamp_negative()),
                Edge::Center => {
                    let middle = self.fixed.start + (self.fixed.end - self.fixed.start).half();
                    let half = middle.min(self.room - middle).clamp_negative();
                    (middle - half, half + half)
                }
            },
            (start, end) => {
                let start = start.unwrap_or(LayoutUnit::ZERO);
                (start, (self.room - start - end.unwrap_or(LayoutUnit::ZERO)).clamp_negative())
            }
        }
    }

    fn margins(&self) -> LayoutUnit {
        self.margin_start.unwrap_or(LayoutUnit::ZERO) + self.margin_end.unwrap_or(LayoutUnit::ZERO)
    }

    /// True if `auto` stretches the box between the insets.
    fn stretches(&self) -> bool {
        self.start.is_some()
            && self.end.is_some()
            && matches!(self.align.keyword, AlignKeyword::Auto | AlignKeyword::Normal | AlignKeyword::Stretch)
    }

    /// Start of the border box, and the used margins.
    fn place(&self, size: LayoutUnit) -> (LayoutUnit, LayoutUnit, LayoutUnit) {
        let (inner_start, inner) = self.inner();
        let zero = LayoutUnit::ZERO;
        let (mut before, mut after) = (self.margin_start.unwrap_or(zero), self.margin_end.unwrap_or(zero));
        match (self.start, self.end) {
            (Some(start), Some(end)) => {
                let free = self.room - start - end - size - before - after;
                match (self.margin_start, self.margin_end) {
                    (None, None) if free < zero => {
                        if self.reversed {
                            before = free;
                        } else {
                            after = free;
                        }
                    }
                    (None, None) => {
                        before = free.half();
                        after = free - before;
                    }
                    (None, Some(_)) => before = free,
                    (Some(_), None) => after = free,
                    (Some(_), Some(_)) => {
                        let shift = match self.align.keyword {
                            AlignKeyword::Center => free.half(),
                            AlignKeyword::End | AlignKeyword::FlexEnd | AlignKeyword::SelfEnd => {
                                if self.reversed {
                                    zero
                                } else {
                                    free
                                }
                            }
                            AlignKeyword::Right => free,
                            AlignKeyword::Start | AlignKeyword::FlexStart | AlignKeyword::SelfStart => {
                                if self.reversed { free } else { zero }
                            }
                            AlignKeyword::Left => zero,
                            _ if self.reversed => free,
                            _ => zero,
                        };
                        let shift = if self.align.safe && free < zero { zero } else { shift };
                        return (start + before + shift, before, after);
                    }
                }
                (start + before, before, after)
            }
            (Some(start), None) => (start + before, before, after),
            (None, Some(end)) => (self.room - end - after - size, before, after),
            (None, None) => {
                let outer = size + before + after;
                let at = match self.fixed.align {
                    Edge::Start => inner_start,
                    Edge::End => inner_start + inner - outer,
                    Edge::Center => self.fixed.start + (self.fixed.end - self.fixed.start - outer).half(),
                };
                (at + before, before, after)
            }
        }
    }
}

fn layout(pass: &mut Pass<'_>, id: BoxId) {
    let container = containing_block(&pass.tree, id);
    let style = Arc::clone(&pass.tree[id].style);
    let axes = pass.tree.axes(id);
    let border = if pass.tree[container].kind == BoxKind::Inline {
        pass.inline_edges(container, None).border
    } else {
        pass.results[container.index()].border
    };
    let border = pass.tree.axes(container).sides_to_physical(&border);
    let area = pass.document_rect(container).shrink(&border);
    let room = axes.extent(area.size);
    let (room_x, room_y) = (room.width, room.height);
    let (fixed_x, fixed_y) = static_position(pass, id, &area);
    let edges = pass.edges(id, Some(room_x));
    let margin = |value: LayoutUnit, auto: bool| (!auto).then_some(value);
    let direction = pass.tree[container].style.direction;
    let x = Axis {
        start: resolve_auto(&style.inset.left, Some(room_x)),
        end: resolve_auto(&style.inset.right, Some(room_x)),
        margin_start: margin(edges.margin.left, edges.auto.left),
        margin_end: margin(edges.margin.right, edges.auto.right),
        room: room_x,
        fixed: fixed_x,
        reversed: direction == Direction::Rtl,
        align: style.justify_self,
    };
    let y = Axis {
        start: resolve_auto(&style.inset.top, Some(room_y)),
        end: resolve_auto(&style.inset.bottom, Some(room_y)),
        margin_start: margin(edges.margin.top, edges.auto.top),
        margin_end: margin(edges.margin.bottom, edges.auto.bottom),
        room: room_y,
        fixed: fixed_y,
        reversed: false,
        align: style.align_self,
    };
    let kind = pass.tree[id].kind;
    let sized_by_itself =
        matches!(kind, BoxKind::Replaced(_) | BoxKind::Control(Control::Meter | Control::Progress) | BoxKind::Table);
    let fills = style.width == Dimension::Auto && x.stretches() && !sized_by_itself;
    let ratio = style.aspect_ratio.ratio.is_some();
    let y_stretches = style.height == Dimension::Auto && y.stretches() && !sized_by_itself;
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
    if fills && (pass.tree[id].flags.contains(BoxFlags::FIT_CONTENT) || matches!(kind, BoxKind::Control(_))) {
        let (min, max) = pass.width_bounds(id, &constraints, &edges);
        constraints.fixed_width = Some((inner_x - x.margins()).clamp_negative().min(max).max(min));
    }
    // css-position-3: with a ratio, a box stretches on one axis only: the width if it can, else the height.
    if y_stretches && !(ratio && fills) {
        let height = (inner_y - y.margins()).clamp_negative();
        let edges = BoxEdges { ..edges };
        constraints.fixed_height = Some(pass.clamp_height(id, height, &constraints, &edges));
    }
    if style.height == Dimension::Stretch {
        constraints.fixed_height = Some((inner_y - y.margins()).clamp_negative());
    }
    let outcome = pass.layout(id, &constraints);
    let (at_x, left, right) = x.place(outcome.size.width);
    let (at_y, top, bottom) = y.place(outcome.size.height);
    let own = LayoutRect { origin: Offset::new(at_x, at_y), size: outcome.size };
    let own = axes.to_physical(&own, area.size).translate(area.origin);
    // Boxes cannot hang off an inline box, which has no place of its own: they hang off its context's root.
    let holder = if pass.tree[container].kind == BoxKind::Inline {
        pass.inline_root(container).unwrap_or(container)
    } else {
        container
    };
    let own = own.translate(Offset::ZERO - pass.document_offset(holder));
    let offset = axes.to_logical(&own, pass.physical_size(holder)).origin;
    let result = &mut pass.results[id.index()];
    result.offset = offset;
    result.container = Some(holder);
    result.margin = Edges { top, right, bottom, left };
}

/// Where the box would be in flow, relative to its containing block's padding box, which is at `block` in the document.
fn static_position(pass: &Pass<'_>, id: BoxId, block: &LayoutRect) -> (StaticAxis, StaticAxis) {
    let parent = pass.tree[id].parent.unwrap_or(BoxId::ROOT);
    let axes = contents_axes(pass, parent);
    let (area, align) = if matches!(pass.tree[parent].kind, BoxKind::Flex | BoxKind::Grid) {
        let result = &pass.results[parent.index()];
        let inset = result.border.plus(&result.padding);
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
        let area = match result.container {
            Some(container) => axes
                .to_physical(
                    &LayoutRect { origin: result.offset, size: Extent::default() },
                    pass.physical_size(container),
                )
                .translate(pass.document_offset(container)),
            None => LayoutRect { origin: block.origin, size: Extent::default() },
        };
        (area, (if result.container.is_some() { align } else { Edge::Start }, Edge::Start))
    };
    let own = pass.tree.axes(id);
    let area = own.to_logical(&area.translate(Offset::ZERO - block.origin), block.size);
    // Which edge an axis of the parent is aligned at, seen along the axis of the containing block that it runs along.
    let along = |x: bool| {
        let theirs = x == (own.is_vertical() == axes.is_vertical());
        let edge = if theirs { align.0 } else { align.1 };
        match edge {
            Edge::Start if own.is_reversed(x) != axes.is_reversed(theirs) => Edge::End,
            Edge::End if own.is_reversed(x) != axes.is_reversed(theirs) => Edge::Start,
            edge => edge,
        }
    };
    (
        StaticAxis { start: area.origin.x, end: area.right(), align: along(true) },
        StaticAxis { start: area.origin.y, end: area.bottom(), align: along(false) },
    )
}

/// The axes of what is in a box.
fn contents_axes(pass: &Pass<'_>, id: BoxId) -> Axes {
    let node = &pass.tree[id];
    let inner = node.first_child.filter(|_| node.flags.contains(BoxFlags::ORTHOGONAL));
    pass.tree.axes(inner.unwrap_or(id))
}

/// How the only item of a flex or grid container is aligned. <https://www.w3.org/TR/css-flexbox-1/#abspos-items>
fn static_alignment(pass: &Pass<'_>, id: BoxId, parent: BoxId) -> (Edge, Edge) {
    let container = &pass.tree[parent].style;
    let own = &pass.tree[id].style;
    let rtl = container.direction == Direction::Rtl;
    let is_grid = pass.tree[parent].kind == BoxKind::Grid;
    let row = is_grid || matches!(container.flex_direction, FlexDirection::Row | FlexDirection::RowReverse);
    let reverse =
        !is_grid && matches!(container.flex_direction, FlexDirection::RowReverse | FlexDirection::ColumnReverse);
    let wrap_reverse = !is_grid && container.flex_wrap == FlexWrap::WrapReverse;
    let self_or = |own: Align, items: Align| if own.keyword == AlignKeyword::Auto { items } else { own };
    let (main, cross) = if is_grid {
        (self_or(own.justify_self, container.justify_items), self_or(own.align_self, container.align_items))
    } else {
        (container.justify_content, self_or(own.align_self, container.align_items))
    };
    let inline_rtl = rtl && row;
    let edge = |align: Align, flipped: bool, rtl: bool| {
        let start = if rtl { Edge::End } else { Edge::Start };
        let end = if rtl { Edge::Start } else { Edge::End };
        let (flex_start, flex_end) = if flipped { (end, start) } else { (start, end) };
        match align.keyword {
            AlignKeyword::Center | AlignKeyword::SpaceAround | AlignKeyword::SpaceEvenly => Edge::Center,
            AlignKeyword::End | AlignKeyword::SelfEnd | AlignKeyword::LastBaseline => end,
            AlignKeyword::FlexEnd => flex_end,
            AlignKeyword::Start | AlignKeyword::SelfStart => start,
            AlignKeyword::Left => Edge::Start,
            AlignKeyword::Right => Edge::End,
            AlignKeyword::Stretch | AlignKeyword::Normal | AlignKeyword::Auto if is_grid => start,
            _ => flex_start,
        }
    };
    let main = edge(main, reverse, inline_rtl);
    let cross = edge(cross, wrap_reverse, rtl && !row);
    if row { (main, cross) } else { (cross, main) }
}
