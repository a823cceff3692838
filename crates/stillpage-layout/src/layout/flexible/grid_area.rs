//! Grid areas of absolutely positioned boxes: <https://www.w3.org/TR/css-grid-2/#abspos>.

use super::value::{direction, line};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::BoxId;
use crate::layout::unit::{LayoutRect, LayoutUnit};
use crate::style::computed::GridLine;

/// The grid area that the absolutely positioned box `id` is in, relative to the padding box of `container` and in the axes of
/// the grid: `grid` is the same box, or lays out the contents of it. `None` where it is the whole padding box.
pub(crate) fn grid_area(pass: &LayoutState<'_>, grid: BoxId, container: BoxId, id: BoxId) -> Option<LayoutRect> {
    let own = pass.tree[id].style.grid.as_deref()?;
    if [&own.row_start, &own.row_end, &own.column_start, &own.column_end].iter().all(|l| **l == GridLine::Auto) {
        return None;
    }
    let info = pass.grids.get(&grid)?;
    let result = &pass.results[grid.index()];
    let size = result.size;
    // The padding box relative to the grid's border box.
    let (left, top, right, bottom) = if grid == container {
        let border = result.edges.border();
        (border.left, border.top, size.width - border.right, size.height - border.bottom)
    } else {
        let outer = pass.results[container.index()].edges.padding();
        let outer = pass.tree.axes(container).sides_to_physical(outer);
        let outer = pass.tree.axes(grid).sides_to_logical(&outer);
        (-outer.left, -outer.top, size.width + outer.right, size.height + outer.bottom)
    };
    let area = info.resolve_absolute_grid_area(
        taffy::Line { start: line(&own.row_start), end: line(&own.row_end) },
        taffy::Line { start: line(&own.column_start), end: line(&own.column_end) },
        direction(&pass.tree[grid].style),
        taffy::Rect { left: left.to_f32(), right: right.to_f32(), top: top.to_f32(), bottom: bottom.to_f32() },
    );
    let (x, y) = (LayoutUnit::from_f32_round(area.left), LayoutUnit::from_f32_round(area.top));
    let (far_x, far_y) = (LayoutUnit::from_f32_round(area.right), LayoutUnit::from_f32_round(area.bottom));
    Some(LayoutRect::new(x - left, y - top, far_x - x, far_y - y))
}
