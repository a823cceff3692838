//! The items of a flex or grid container, and the direction they are in.

use smallvec::SmallVec;

use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::style::ComputedStyle;
use crate::style::computed::{BoxOrient, ContainerType, Display, FlexDirection, FlexWrap};

pub(super) fn is_legacy(style: &ComputedStyle) -> bool {
    matches!(style.display, Display::WebkitBox | Display::WebkitInlineBox)
}

pub(super) fn is_column(style: &ComputedStyle) -> bool {
    match style.flex_direction {
        _ if is_legacy(style) => style.box_orient == BoxOrient::Vertical,
        FlexDirection::Row | FlexDirection::RowReverse => false,
        FlexDirection::Column | FlexDirection::ColumnReverse => true,
    }
}

pub(super) fn wraps(style: &ComputedStyle) -> bool {
    !is_legacy(style) && style.flex_wrap != FlexWrap::NoWrap
}

/// The children in flow, in the order that `order` gives them.
pub(super) fn items_of(pass: &LayoutState<'_>, id: BoxId) -> SmallVec<[BoxId; 8]> {
    let tree = &pass.tree;
    let mut children: SmallVec<[BoxId; 8]> = tree.children(id).filter(|&c| !tree[c].is_out_of_flow()).collect();
    let order = |c: &BoxId| if tree[*c].flags.contains(BoxFlags::ANONYMOUS) { 0 } else { tree[*c].style.order };
    if children.iter().any(|c| order(c) != 0) {
        children.sort_by_key(order);
    }
    children
}

/// Does an item of a grid take tracks from it along an axis (true: columns)?
///
/// <https://www.w3.org/TR/css-grid-2/#subgrid-per-axis>: not if it has to establish an independent formatting context. Limit: nor if
/// its writing mode is another one.
pub(super) fn is_subgrid(pass: &LayoutState<'_>, id: BoxId, x: bool) -> bool {
    let node = &pass.tree[id];
    let style = &node.style;
    let Some(grid) = style.grid.as_deref() else { return false };
    (if x { &grid.template_columns } else { &grid.template_rows }).subgrid
        && node.kind == BoxKind::Grid
        && !node.flags.intersects(BoxFlags::ANONYMOUS | BoxFlags::ORTHOGONAL)
        && !style.contain_layout
        && !style.contain_paint
        && style.container_type == ContainerType::Normal
}

/// Is there a child in flow?
pub(super) fn has_item_in_flow(pass: &LayoutState<'_>, id: BoxId) -> bool {
    pass.tree.children(id).any(|c| !pass.tree[c].is_out_of_flow())
}
