//! Starts and ends of inline boxes on a line.

use crate::layout::state::inline_items::Item;
use crate::layout::state::results::InlineEdges;
use crate::layout::unit::LayoutUnit;
use crate::style::computed::Direction;

/// The sides of an edge of an inline box: is it the left one?
pub(super) fn is_left(item: &Item, start: bool) -> bool {
    start == (item.style.direction == Direction::Ltr)
}

/// Returns the width of the start or end of an inline box on the line.
pub(super) fn edge_width(edges: &InlineEdges, item: &Item, start: bool) -> LayoutUnit {
    if is_left(item, start) {
        edges.margin.left + edges.border.left + edges.padding.left
    } else {
        edges.margin.right + edges.border.right + edges.padding.right
    }
}

/// True if the start or end of a box makes the line count.
///
/// <https://quirks.spec.whatwg.org/#the-line-height-calculation-quirk>: margins do not in quirks mode.
pub(super) fn has_box_edge(edges: &InlineEdges, item: &Item, start: bool, quirks: bool) -> bool {
    let zero = LayoutUnit::ZERO;
    let (margin, border, padding) = if is_left(item, start) {
        (edges.margin.left, edges.border.left, edges.padding.left)
    } else {
        (edges.margin.right, edges.border.right, edges.padding.right)
    };
    margin != zero && !quirks || border != zero || padding != zero
}
