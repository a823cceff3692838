//! Flex containers whose lines or items overflow them against the direction of their axis, and gaps in percent.

use std::rc::Rc;

use taffy::{LayoutInput, LayoutOutput};

use super::container::{Container, Known};
use super::items::{is_column, wraps};
use crate::layout::state::box_tree::{BoxId, BoxKind};
use crate::layout::state::edges;
use crate::layout::state::flexible_styles::ItemStyle;
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{AlignKeyword, FlexDirection, FlexWrap};

impl Container<'_, '_> {
    /// Takes percentages out of the row gap of a flex container without a definite height.
    ///
    /// Chrome: they are of nothing then. taffy resolves them once more, when items have shrunk for them.
    pub(super) fn settle_gaps(&mut self, input: &LayoutInput) {
        let Some(gap) = &self.pass.tree[self.id].style.row_gap else { return };
        if gap.has_percent() && !(input.known_dimensions.height.is_some() && input.known_dimensions_are_definite.height)
        {
            self.style.gap.height = taffy::LengthPercentage::length(edges::resolve_or_zero(gap, None).to_f32());
        }
    }

    /// Lays a container out again in which reversed lines or items overflow at the end; `None` if none do.
    ///
    /// Chrome: where nothing is left to stretch or to put between them they overflow at the start.
    pub(super) fn overflow_at_start(&mut self, input: &LayoutInput, output: &LayoutOutput) -> Option<LayoutOutput> {
        let node = &self.pass.tree[self.id];
        if node.kind != BoxKind::Flex {
            return None;
        }
        let style = &node.style;
        let is_spread = |align: AlignKeyword| {
            matches!(align, AlignKeyword::Normal | AlignKeyword::Stretch | AlignKeyword::SpaceBetween)
        };
        let across = wraps(style) && style.flex_wrap == FlexWrap::WrapReverse && is_spread(style.align_content.keyword);
        let along = !wraps(style)
            && matches!(style.flex_direction, FlexDirection::RowReverse | FlexDirection::ColumnReverse)
            && style.justify_content.keyword == AlignKeyword::SpaceBetween;
        let column = is_column(style);
        // One of them has lines that are reversed, the other one items.
        if !(across || along) || !self.overflows(along != column, &output.size) {
            return None;
        }
        if across {
            self.style.align_content = taffy::AlignContent::FLEX_START;
        } else {
            self.style.justify_content = taffy::AlignContent::FLEX_START;
        }
        Some(self.lay_out(*input))
    }

    /// True if an item with its margins is not inside the content box along an axis (`x`: the horizontal one).
    fn overflows(&self, x: bool, outer: &taffy::Size<f32>) -> bool {
        let size = LayoutUnit::from_f32_round(if x { outer.width } else { outer.height });
        let inset = &self.inset;
        let (low, high) = if x { (inset.left, size - inset.right) } else { (inset.top, size - inset.bottom) };
        let is_out = |(known, (child, _)): (&Known, &(BoxId, Rc<ItemStyle>))| {
            let margin = self.pass.own_edges(*child, self.width).margin;
            let (corner, size) = (known.corner, known.outcome.size);
            let (start, end) = if x {
                (corner.x - margin.left, corner.x + size.width + margin.right)
            } else {
                (corner.y - margin.top, corner.y + size.height + margin.bottom)
            };
            start < low || end > high
        };
        self.known.iter().zip(&self.translated.items).any(is_out)
    }
}
