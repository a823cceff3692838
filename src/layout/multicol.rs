//! Multi-column layout: <https://www.w3.org/TR/css-multicol-1/>.

use super::tree::MinMax;
use super::unit::LayoutUnit;
use crate::style::ComputedStyle;

/// How many columns fit in a content box, and how wide they are. <https://www.w3.org/TR/css-multicol-1/#pseudo-algorithm>
pub(crate) fn columns(style: &ComputedStyle, available: LayoutUnit) -> (i32, LayoutUnit) {
    let gap = gap(style, available);
    let wish = style.column_count.map(|n| i32::try_from(n.clamp(1, 1000)).unwrap_or(1));
    let count = match (style.column_width, wish) {
        (Some(width), limit) => {
            let width = LayoutUnit::from_f32(width).max(LayoutUnit::EPSILON);
            let fit = ((available + gap).raw() / (width + gap).raw().max(1)).max(1);
            limit.map_or(fit, |n| n.min(fit))
        }
        (None, Some(n)) => n,
        (None, None) => 1,
    };
    let width = (available - gap.times(count - 1)).over(count);
    (count, width.clamp_negative())
}

/// `normal` is one em.
pub(crate) fn gap(style: &ComputedStyle, available: LayoutUnit) -> LayoutUnit {
    match &style.column_gap {
        Some(gap) => super::sizing::resolve_or_zero(gap, Some(available)),
        None => LayoutUnit::from_f32(style.font_size),
    }
}

/// The intrinsic widths of a multi-column container from those of its contents.
pub(crate) fn content_sizes(style: &ComputedStyle, contents: MinMax) -> MinMax {
    let gap = gap(style, LayoutUnit::ZERO);
    let count = style.column_count.map_or(1, |n| i32::try_from(n.clamp(1, 1000)).unwrap_or(1));
    match style.column_width {
        Some(width) => {
            let width = LayoutUnit::from_f32(width);
            MinMax { min: contents.min.min(width), max: width.max(contents.min).times(count) + gap.times(count - 1) }
        }
        None => MinMax {
            min: contents.min.times(count) + gap.times(count - 1),
            max: contents.max.times(count) + gap.times(count - 1),
        },
    }
}
