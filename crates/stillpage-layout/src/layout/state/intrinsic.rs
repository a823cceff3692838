//! Intrinsic widths of boxes, found out once.
//!
//! <https://www.w3.org/TR/css-sizing-3/#intrinsic-sizes>

use std::sync::Arc;

use super::box_tree::{BoxFlags, BoxId, BoxKind};
use super::results::{IntrinsicWidths, MinMax};
use super::{LayoutState, display};
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{Dimension, GridStyle, RepeatCount, TrackListItem};

impl LayoutState<'_> {
    /// The min-content and max-content width of a box's content box.
    pub(crate) fn content_sizes(&mut self, id: BoxId) -> MinMax {
        self.intrinsic_widths(id, IntrinsicWidths::Both)
    }

    /// The min-content width of a box's content box.
    pub(crate) fn min_content_size(&mut self, id: BoxId) -> LayoutUnit {
        self.intrinsic_widths(id, IntrinsicWidths::Min).min
    }

    /// The widths of a box's content box that are asked for.
    pub(super) fn intrinsic_widths(&mut self, id: BoxId, widths: IntrinsicWidths) -> MinMax {
        if let Some(sizes) = self.measured.content(id, widths) {
            return sizes;
        }
        let node = &self.tree[id];
        let style = Arc::clone(&node.style);
        // All others are as quick to tell both.
        let tells_min_alone = matches!(node.kind, BoxKind::Flex | BoxKind::Grid)
            || node.kind == BoxKind::Block && !node.is_inline_root() && !node.flags.contains(BoxFlags::ORTHOGONAL);
        let widths = if tells_min_alone { widths } else { IntrinsicWidths::Both };
        // Tracks and columns have a size without contents, too.
        let has_columns = match node.kind {
            BoxKind::Grid => true,
            BoxKind::Block => display::is_multicol(&style),
            _ => false,
        };
        let has_own_size = has_columns && style.contain_intrinsic_width.length.is_none();
        let is_contained = style.contain_size || style.contain_inline_size || self.skips_size(id);
        let sizes = if is_contained && !has_own_size {
            MinMax::both(LayoutUnit::from_f32(style.contain_intrinsic_width.length.unwrap_or(0.0)))
        } else {
            let contexts = self.contexts;
            self.descend(|pass| contexts.content_sizes(pass, id, None, widths)).unwrap_or_default()
        };
        self.measured.set_content(id, sizes, widths);
        sizes
    }

    /// [`Self::content_sizes`] in a containing block whose width is known: percentages of that decide how often the tracks of a
    /// grid are repeated.
    pub(crate) fn content_sizes_within(&mut self, id: BoxId, basis: Option<LayoutUnit>) -> MinMax {
        let style = &self.tree[id].style;
        let repeats = |grid: &GridStyle| {
            let is_automatic = |count: &RepeatCount| matches!(count, RepeatCount::AutoFill | RepeatCount::AutoFit);
            grid.template_columns
                .items
                .iter()
                .any(|item| matches!(item, TrackListItem::Repeat { count, .. } if is_automatic(count)))
        };
        let is_percent = |size: &Dimension| matches!(size, Dimension::Length(length) if length.has_percent());
        let depends = self.tree[id].kind == BoxKind::Grid
            && style.grid.as_deref().is_some_and(repeats)
            && (is_percent(&style.min_width) || is_percent(&style.max_width) || self.fixed_edges(id).is_none())
            && !style.contain_size
            && !style.contain_inline_size
            && !self.skips_size(id);
        if basis.is_none() || !depends {
            return self.content_sizes(id);
        }
        let contexts = self.contexts;
        self.descend(|pass| contexts.content_sizes(pass, id, basis, IntrinsicWidths::Both)).unwrap_or_default()
    }
}
