//! Heights of items that their contents decide about, beside the height that they are given.

use super::container::Container;
use crate::layout::state::box_tree::BoxId;
use crate::layout::state::display::is_scroll_container;
use crate::layout::state::edges::{self, BoxEdges};
use crate::layout::state::results::{Constraints, Purpose};
use crate::layout::state::sizing;
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{BoxSizing, Dimension, FlexBasis};

/// Does the content of an item raise the height that it is given?
pub(super) fn is_raised(item: &ComputedStyle) -> bool {
    matches!(item.height, Dimension::Length(_))
        && sizing::is_content_size(&item.min_height)
        && item.max_height == Dimension::Auto
}

impl Container<'_, '_> {
    /// The least height of an item that its contents raise. Taffy knows no such minimum: outside of columns the contents decide about
    /// the height instead, and the given one is the least.
    pub(super) fn raised_minimum(
        &mut self,
        child: BoxId,
        style: &ComputedStyle,
        edges: &BoxEdges,
    ) -> taffy::LengthPercentageAuto {
        let contents = if self.is_flex_column() { self.filled_height(child) } else { None };
        let Some(contents) = contents else { return self.bound(child, &style.height, false, edges) };
        let around = match style.box_sizing {
            BoxSizing::ContentBox => edges.inset().height(),
            BoxSizing::BorderBox => LayoutUnit::ZERO,
        };
        taffy::LengthPercentageAuto::length((contents - around).clamp_negative().to_f32())
    }

    /// Does the height of an item of a column count for nothing? It does where `flex-basis` is another one, unless the contents are
    /// higher: then it is the least.
    ///
    /// <https://www.w3.org/TR/css-flexbox-1/#min-size-auto>
    pub(super) fn grows_from_contents(&mut self, child: BoxId, style: &ComputedStyle) -> bool {
        if !self.is_flex_column() || style.flex_basis == FlexBasis::Size(Dimension::Auto) {
            return false;
        }
        let Dimension::Length(height) = &style.height else { return false };
        if is_scroll_container(style) || style.min_height != Dimension::Auto {
            return true;
        }
        let height = edges::resolve(height, None);
        height.is_some_and(|height| self.filled_height(child).is_some_and(|contents| contents <= height))
    }

    /// The height of the contents of an item that is as wide as the container, with borders and padding.
    fn filled_height(&mut self, child: BoxId) -> Option<LayoutUnit> {
        let fill = Constraints::fill(self.uses_width()?, None, Purpose::Measure);
        Some(self.pass.layout(child, &Constraints { ignore_sizes: true, size_only: true, ..fill }).size.height)
    }
}
