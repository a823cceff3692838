//! Flex containers whose main axis is vertical: the behaviour of Chromium that taffy does not have.

use std::sync::Arc;

use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::edges::{self};
use crate::layout::state::results::{Constraints, IntrinsicWidths, Purpose};
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{BoxSizing, Dimension, FlexBasis};

/// The width of the columns that the items of a container with `flex-flow: column wrap` make in its height; `None` if that
/// has no limit of its own. `widest` is the widest item, `between` the gap between columns.
///
/// Chrome: <https://www.w3.org/TR/css-flexbox-1/#intrinsic-cross-sizes>, the items having the room that the widest wants.
pub(super) fn columns_width(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    items: &[BoxId],
    widest: LayoutUnit,
    between: LayoutUnit,
) -> Option<LayoutUnit> {
    let style = Arc::clone(&pass.tree[id].style);
    let inset = pass.edges(id, None).inset().height();
    let heights = [&style.height, &style.max_height];
    let limit = heights.into_iter().filter_map(|height| content_height(&style, height, inset)).min()?;
    let gap = style.row_gap.as_ref().map_or(LayoutUnit::ZERO, |g| edges::resolve_or_zero(g, Some(limit)));
    let fit = Constraints { shrink_to_fit: true, ..Constraints::fit(widest, None, Purpose::Measure) };
    let (mut sum, mut column, mut filled) = (LayoutUnit::ZERO, LayoutUnit::ZERO, None);
    for &item in items {
        let edges = pass.edges(item, None);
        let own = Arc::clone(&pass.tree[item].style);
        let inset = edges.inset().height();
        let basis = match &own.flex_basis {
            FlexBasis::Size(size) if !pass.tree[item].flags.contains(BoxFlags::ANONYMOUS) => {
                content_height(&own, size, inset)
            }
            _ => None,
        };
        let height = match basis {
            Some(basis) => pass.clamp_height(item, basis + inset, &fit, &edges),
            None => pass.layout(item, &fit).size.height,
        } + edges.margin.height();
        let width = pass.contribution(item, IntrinsicWidths::Both).max;
        filled = match filled.map(|f: LayoutUnit| f + gap + height) {
            Some(filled) if filled > limit => {
                sum += column + between;
                column = width;
                Some(height)
            }
            more => {
                column = column.max(width);
                Some(more.unwrap_or(height))
            }
        };
    }
    Some(sum + column)
}

/// A height without what is around the content box.
fn content_height(style: &ComputedStyle, value: &Dimension, inset: LayoutUnit) -> Option<LayoutUnit> {
    let Dimension::Length(length) = value else { return None };
    let length = edges::resolve(length, None)?;
    Some(match style.box_sizing {
        BoxSizing::ContentBox => length,
        BoxSizing::BorderBox => (length - inset).clamp_negative(),
    })
}
