//! Intrinsic widths of block containers with block-level children.

use std::sync::Arc;

use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::display::clear_sides;
use crate::layout::state::edges::BoxEdges;
use crate::layout::state::establish::establishes_bfc;
use crate::layout::state::floats::Side;
use crate::layout::state::results::{IntrinsicWidths, MinMax};
use crate::layout::unit::LayoutUnit;

/// Intrinsic widths of the contents of a block container with block-level children, as far as they are asked for.
///
/// Chrome: floats add up until something other than a float follows; a box with its own formatting context is put beside them.
pub(crate) fn content_sizes(pass: &mut LayoutState<'_>, id: BoxId, widths: IntrinsicWidths) -> MinMax {
    let mut sizes = MinMax::default();
    let (mut left, mut right) = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    let mut next = pass.tree[id].first_child;
    while let Some(child) = next {
        let node = &pass.tree[child];
        next = node.next_sibling;
        if node.is_out_of_flow() || node.flags.contains(BoxFlags::OUTSIDE_MARKER) {
            continue;
        }
        let style = Arc::clone(&node.style);
        let floating = node.is_floating();
        let beside = establishes_bfc(pass, child) || node.flags.contains(BoxFlags::ANONYMOUS) && node.is_inline_root();
        let clear = clear_sides(&style);
        if clear.0 {
            sizes.max = sizes.max.max(left + right);
            left = LayoutUnit::ZERO;
        }
        if clear.1 {
            sizes.max = sizes.max.max(left + right);
            right = LayoutUnit::ZERO;
        }
        let margin = BoxEdges::of(&style, None).margin;
        let own = pass.border_box_contribution(child, widths);
        let outer = own.plus(margin.width());
        sizes.min = sizes.min.max(outer.min);
        if floating {
            match Side::of(&style) {
                Side::Left => left += outer.max.clamp_negative(),
                Side::Right => right += outer.max.clamp_negative(),
            }
            continue;
        }
        if beside {
            let from = if margin.left > LayoutUnit::ZERO { left.max(margin.left) } else { left + margin.left };
            let to = if margin.right > LayoutUnit::ZERO { right.max(margin.right) } else { right + margin.right };
            sizes.max = sizes.max.max(own.max + from + to).max(left + right);
        } else {
            sizes.max = sizes.max.max(left + right).max(outer.max);
        }
        (left, right) = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    }
    sizes.max = sizes.max.max(left + right);
    sizes.min = sizes.min.clamp_negative();
    sizes.max = sizes.max.max(sizes.min);
    sizes
}
