//! Block formatting contexts.
//!
//! Inside: [`flow`] stacks blocks, in the order of CSS 2; [`independent`] places boxes with a formatting context of their
//! own beside floats; [`lines`] and [`finish`] are the contents and the end of a block; [`intrinsic`] measures without a
//! width.

mod finish;
mod flow;
mod independent;
mod intrinsic;
mod lines;
mod margin;

pub(crate) use self::intrinsic::content_sizes;

use self::flow::{FlowSpace, flow};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::BoxId;
use crate::layout::state::display::clamps_lines;
use crate::layout::state::edges::BoxEdges;
use crate::layout::state::floats::Bfc;
use crate::layout::state::results::{Constraints, LayoutResult, Purpose};
use crate::layout::unit::LayoutUnit;

/// Lays out a block container that establishes a block formatting context.
pub(crate) fn layout_root(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let edges = &pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, edges);
    let mut bfc = Bfc::new();
    if let Some(n) = pass.tree[id].style.line_clamp
        && clamps_lines(&pass.tree[id].style)
    {
        bfc.lines_left = Some(n);
    }
    flow(pass, &mut bfc, id, constraints, edges, width, FlowSpace::ROOT, true).outcome
}

/// Lays out the contents of a multi-column container in one column, those of a vertical flow as if it were horizontal.
/// Returns the content height.
pub(crate) fn layout_strip(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    edges: &BoxEdges,
    width: LayoutUnit,
    purpose: Purpose,
) -> (LayoutUnit, LayoutResult) {
    let mut bfc = Bfc::new();
    let constraints = Constraints { ignore_sizes: true, ..Constraints::fill(width, None, purpose) };
    let out = flow(pass, &mut bfc, id, &constraints, edges, width, FlowSpace::ROOT, true);
    ((out.intrinsic - edges.inset().height()).clamp_negative(), out.outcome)
}
