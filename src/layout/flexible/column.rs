//! What Chromium does in flex containers whose main axis is vertical and taffy does not.

use std::sync::Arc;

use super::container::Container;
use crate::layout::state::Pass;
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::edges::{self};
use crate::layout::state::results::{Constraints, Purpose};
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{AlignKeyword, BoxSizing, Dimension, FlexBasis, LengthPercentageAuto};

/// The width of the columns that the items of a container with `flex-flow: column wrap` make in its height; `None` if that
/// has no limit of its own. `widest` is the widest item, `between` the gap between columns.
///
/// Chrome: <https://www.w3.org/TR/css-flexbox-1/#intrinsic-cross-sizes>, the items having the room that the widest wants.
pub(super) fn columns_width(
    pass: &mut Pass<'_>,
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
        let width = pass.contribution(item).max;
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

impl Container<'_, '_> {
    /// Chrome: the line-start edges of the border boxes of those items of a column that are aligned by baselines are in
    /// line.
    pub(super) fn align_baselines_of_column(&mut self, align_items: AlignKeyword) {
        let mut aligned = Vec::new();
        for (at, (child, _)) in self.translated.items.iter().enumerate() {
            let node = &self.pass.tree[*child];
            let align = match node.style.align_self.keyword {
                _ if node.flags.contains(BoxFlags::ANONYMOUS) => align_items,
                AlignKeyword::Auto => align_items,
                own => own,
            };
            let margin = &node.style.margin;
            let auto = [&margin.left, &margin.right].into_iter().any(|m| matches!(m, LengthPercentageAuto::Auto));
            if align == AlignKeyword::Baseline && !auto {
                aligned.push((at, *child));
            }
        }
        let margins: Vec<_> =
            aligned.iter().map(|(_, child)| self.pass.edges(*child, self.width).margin.left).collect();
        let farthest = margins.iter().copied().max().unwrap_or(LayoutUnit::ZERO);
        if margins.iter().all(|margin| *margin == farthest) {
            return;
        }
        // Margins may be percentages.
        self.uses_width();
        for ((at, _), margin) in aligned.into_iter().zip(margins) {
            let by = (farthest - margin).to_f32();
            let style = &mut self.translated.items[at].1;
            style.position = taffy::Position::Relative;
            style.inset.left = taffy::LengthPercentageAuto::length(by);
        }
    }
}
