//! Items with a ratio: those of a row that are as wide as the ratio and the height of the row make them, and those that their contents
//! make larger than it would.
//!
//! <https://www.w3.org/TR/css-flexbox-1/#definite-sizes>: a stretched item of a single line has a definite height if the container has.

use std::sync::Arc;

use crate::layout::natural::natural_ratio;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::state::results::{Constraints, MinMax, Purpose};
use crate::layout::state::sizing::{aspect_ratio, width_from_height};
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{AlignKeyword, Dimension, FlexBasis};

/// The width of an item's margin box; `None` if it does not follow from the height of the container, or if layout has to tell that
/// height.
pub(super) fn width_by_row(pass: &mut LayoutState<'_>, container: BoxId, item: BoxId) -> Option<MinMax> {
    let node = &pass.tree[item];
    let style = Arc::clone(&node.style);
    if node.flags.intersects(BoxFlags::ANONYMOUS | BoxFlags::ORTHOGONAL)
        || style.width != Dimension::Auto
        || style.height != Dimension::Auto
        || style.flex_basis != FlexBasis::Size(Dimension::Auto)
    {
        return None;
    }
    let natural = if matches!(node.kind, BoxKind::Replaced(_)) { natural_ratio(pass, item) } else { None };
    let ratio = aspect_ratio(&style, natural)?;
    let around = &pass.tree[container].style;
    let align = style.align_self.or(around.align_items);
    let Dimension::Length(height) = &around.height else { return None };
    let edges = pass.edges(item, None);
    if !matches!(align.keyword, AlignKeyword::Normal | AlignKeyword::Stretch) || edges.auto.top || edges.auto.bottom {
        return None;
    }
    let height = (pass.content_height_of(container, height, None)? - edges.margin.height()).clamp_negative();
    let constraints = Constraints::fit(LayoutUnit::ZERO, None, Purpose::Measure);
    let height = pass.clamp_height(item, height, &constraints, &edges);
    let (min, max) = pass.width_bounds(item, &constraints, &edges);
    let width = width_from_height(&style, ratio, height, &edges.inset()).min(max).max(min);
    Some(MinMax::both(width + edges.margin.width()))
}

/// True for an item with a ratio of which one size is given, or in a grid none, and the other at least that of the contents: taffy does
/// not know those, and measuring the item finds them.
///
/// <https://www.w3.org/TR/css-sizing-4/#aspect-ratio-minimum>
pub(super) fn is_measured_by_ratio(pass: &LayoutState<'_>, container: BoxId, item: BoxId) -> bool {
    let node = &pass.tree[item];
    let (style, around) = (&node.style, &pass.tree[container]);
    let is_given = |size: &Dimension| matches!(size, Dimension::Length(length) if !length.has_percent());
    let is_by_ratio = match (&style.width, &style.height) {
        (Dimension::Auto, Dimension::Auto) => {
            around.kind == BoxKind::Grid
                && style.align_self.or(around.style.align_items).keyword == AlignKeyword::Normal
        }
        (width, Dimension::Auto) => is_given(width),
        (Dimension::Auto, height) => is_given(height),
        _ => false,
    };
    is_by_ratio
        && style.aspect_ratio.ratio.is_some()
        && !matches!(node.kind, BoxKind::Replaced(_) | BoxKind::Control(_))
}
