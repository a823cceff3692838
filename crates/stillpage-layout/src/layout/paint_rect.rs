//! Rectangles of what is painted or hit beside the boxes of elements: lines, anonymous boxes, legends, frames of images.

use super::place::{Placement, radii};
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
use super::state::results::{BoxAreas, InlineFragment, InlineFragmentKind};
use super::unit::{Extent, LayoutRect, LayoutUnit};
use crate::dom::Dom;
use crate::geometry::Size;
use crate::style::computed::{BorderCollapse, EmptyCells};
use crate::style::{ComputedStyle, Pseudo};

/// The part of a fragment's rectangle that is hit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Area {
    /// All of it within its rounded corners.
    Box,
    /// All of it. Chrome: an inline box without a fragment of its own.
    Exact,
    /// All of it within the corners of a line.
    Line,
    /// The whole pixels that it is painted at. Chrome: texts and all other inline boxes.
    Snapped,
}

/// Returns the part of a line at which its root is hit. Chrome: as far as the root's own box would reach from the line's corner.
pub(super) fn line_rect(line: &LayoutRect, root: Extent) -> LayoutRect {
    line.intersect(&LayoutRect { origin: line.origin, size: root })
}

/// Returns the corners of a line in a box with rounded ones. Chrome: those of the box, both at the line and at a box that begins with
/// it.
pub(super) fn line_radii(style: &ComputedStyle, line: &LayoutRect, root: Extent) -> Option<Box<[Size; 4]>> {
    let (mut at_line, at_box) = (radii(style, line.size.to_size())?, radii(style, root.to_size())?);
    let (near, far) = (at_line[0], at_box[0]);
    at_line[0] = Size::new(near.width.max(far.width), near.height.max(far.height));
    Some(at_line)
}

/// Returns the fragments in that of an inline box that are of boxes with one of their own, of those `after` it.
pub(super) fn boxes_in<'a>(
    own: &InlineFragment,
    after: &'a [InlineFragment],
) -> impl Iterator<Item = &'a InlineFragment> {
    fragments_in(own, after).filter(|f| f.kind == InlineFragmentKind::Inline && !f.culled)
}

fn fragments_in<'a>(own: &InlineFragment, after: &'a [InlineFragment]) -> impl Iterator<Item = &'a InlineFragment> {
    let (right, bottom) = (own.rect.right(), own.rect.bottom());
    after.iter().take_while(move |f| f.rect.origin.x < right && f.rect.origin.y < bottom)
}

/// Returns the part of `rect` in which an inline box without a fragment of its own is hit: as high as its text, for what sticks out of
/// that is the box of an element in it. `after`: the fragments that follow on its.
pub(super) fn culled_rect(rect: &LayoutRect, own: &InlineFragment, after: &[InlineFragment]) -> LayoutRect {
    match fragments_in(own, after).find(|f| matches!(f.kind, InlineFragmentKind::Text { .. })) {
        Some(text) => {
            let y = rect.origin.y + (text.rect.origin.y - own.rect.origin.y);
            LayoutRect::new(rect.origin.x, y, rect.size.width, text.rect.size.height)
        }
        None => *rect,
    }
}

/// Returns the rest of the line that a block in an inline box is on, and what is between two such blocks, with that inline box.
pub(super) fn rest_of_line(
    tree: &BoxTree,
    areas: &BoxAreas,
    placement: &Placement,
    id: BoxId,
) -> Option<(BoxId, LayoutRect)> {
    let node = &tree[id];
    let (inline, container) = (tree.split_inline(id)?, node.parent?);
    let (place, outer) = (&placement.places[id.index()], &placement.places[container.index()]);
    if !place.is_placed || !outer.is_placed || place.space != outer.space {
        return None;
    }
    let (result, mut height) = (&areas[container.index()], areas[id.index()].size.height);
    let inset = result.edges.inset();
    if let Some(next) = node.next_sibling.filter(|n| tree.split_inline(*n) == Some(inline)) {
        height = height.max(placement.places[next.index()].origin.y - place.origin.y);
    }
    let (left, width) = (outer.origin.x + inset.left, result.size.width - inset.width());
    Some((inline, LayoutRect::new(left, place.origin.y, width, height)))
}

/// Returns the rectangle of an anonymous block in front of what its parent's box is not: it is not within that, or has siblings before
/// it, which may reach over it, or its parent has rounded corners; `None` for others.
pub(super) fn sticking_out(tree: &BoxTree, areas: &BoxAreas, placement: &Placement, id: BoxId) -> Option<LayoutRect> {
    let parent = tree[id].parent.filter(|_| tree[id].kind == BoxKind::Block)?;
    let (place, outer) = (&placement.places[id.index()], &placement.places[parent.index()]);
    let rect = LayoutRect { origin: place.origin, size: areas[id.index()].size };
    let around = LayoutRect { origin: outer.origin, size: areas[parent.index()].size };
    let is_near = place.is_placed && outer.is_placed && place.space == outer.space;
    let is_beside = || {
        tree[parent].first_child != Some(id)
            || rect.intersect(&around) != rect
            || tree[parent].style.border_radius.is_some()
    };
    (is_near && is_beside()).then_some(rect)
}

/// The area of the legend of a fieldset, in the coordinates of its space.
pub(super) fn legend(tree: &BoxTree, areas: &BoxAreas, placement: &Placement, id: BoxId) -> Option<LayoutRect> {
    let legend = tree[id].first_child.filter(|&child| tree[child].flags.contains(BoxFlags::LEGEND))?;
    Some(LayoutRect { origin: placement.places[legend.index()].origin, size: areas[legend.index()].size })
}

/// True for the frame of a broken image and the icon in it where the image has no room for them.
pub(super) fn is_in_small_frame(tree: &BoxTree, areas: &BoxAreas, id: BoxId) -> bool {
    /// Chrome: px of a side for the icon and what is before it.
    const LEAST: f32 = 18.0;
    let is_small = |id: BoxId| {
        let (size, least) = (areas[id.index()].size, LayoutUnit::from_f32(LEAST));
        tree[id].flags.contains(BoxFlags::FRAMED_IMAGE) && (size.width < least || size.height < least)
    };
    let parent = tree[id].parent.filter(|_| tree[id].pseudo == Some(Pseudo::Marker));
    parent.is_some_and(|parent| is_small(parent) || tree[parent].parent.is_some_and(is_small))
}

/// Is this a cell without contents that is neither seen nor hit? <https://www.w3.org/TR/CSS22/tables.html#empty-cells>
pub(super) fn is_hidden_cell(tree: &BoxTree, dom: &Dom, id: BoxId) -> bool {
    let node = &tree[id];
    let is_blank = |child: BoxId| {
        let text = &tree[child];
        text.is_out_of_flow() || matches!(text.kind, BoxKind::Text(_)) && tree.text(dom, child).trim_ascii().is_empty()
    };
    node.kind == BoxKind::TableCell
        && node.style.empty_cells == EmptyCells::Hide
        && node.style.border_collapse == BorderCollapse::Separate
        && tree.children(id).all(is_blank)
}
