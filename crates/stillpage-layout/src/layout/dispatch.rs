//! The dispatch of boxes to formatting contexts: the one place that names them all.

use std::sync::Arc;

use super::block;
use super::fieldset;
use super::flexible;
use super::inline;
use super::math;
use super::multicol;
use super::orthogonal;
use super::replaced;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, Control};
use super::state::display::is_multicol;
use super::state::edges::BoxEdges;
use super::state::floats::Bfc;
use super::state::results::{Constraints, InlineOutcome, InlineSpace, IntrinsicWidths, LayoutResult, MinMax, Purpose};
use super::state::{Contexts, LayoutState};
use super::table;
use super::unit::LayoutUnit;

/// Every formatting context.
#[derive(Debug)]
pub(crate) struct Dispatch;

impl Contexts for Dispatch {
    fn layout(&self, pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
        match pass.tree[id].kind {
            BoxKind::Flex | BoxKind::Grid => flexible::layout(pass, id, constraints),
            BoxKind::Table => table::layout(pass, id, constraints),
            BoxKind::Control(Control::Button) => {
                // Its contents are centred vertically, by the block layout.
                self.layout_flow_root(pass, id, &Constraints { shrink_to_fit: true, ..*constraints })
            }
            BoxKind::Replaced(_) | BoxKind::Control(_) => replaced::layout(pass, id, constraints),
            BoxKind::Fieldset => fieldset::layout(pass, id, constraints),
            BoxKind::Math => math::layout(pass, id, constraints),
            _ => self.layout_flow_root(pass, id, constraints),
        }
    }

    fn layout_flow_root(&self, pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
        if pass.tree[id].flags.contains(BoxFlags::ORTHOGONAL) {
            orthogonal::layout(pass, id, constraints)
        } else if is_multicol(&pass.tree[id].style) {
            multicol::layout(pass, id, constraints)
        } else {
            block::layout_root(pass, id, constraints)
        }
    }

    fn layout_strip(
        &self,
        pass: &mut LayoutState<'_>,
        id: BoxId,
        edges: &BoxEdges,
        width: LayoutUnit,
        purpose: Purpose,
    ) -> (LayoutUnit, LayoutResult) {
        block::layout_strip(pass, id, edges, width, purpose)
    }

    fn layout_lines(&self, pass: &mut LayoutState<'_>, id: BoxId, space: &InlineSpace, bfc: &mut Bfc) -> InlineOutcome {
        inline::layout(pass, id, space, bfc)
    }

    fn content_sizes(
        &self,
        pass: &mut LayoutState<'_>,
        id: BoxId,
        basis: Option<LayoutUnit>,
        widths: IntrinsicWidths,
    ) -> MinMax {
        match pass.tree[id].kind {
            _ if pass.tree[id].flags.contains(BoxFlags::ORTHOGONAL) => orthogonal::content_sizes(pass, id),
            BoxKind::Flex | BoxKind::Grid => flexible::content_sizes(pass, id, basis, widths),
            BoxKind::Table => {
                let inset = pass.edges(id, None).inset().width();
                table::intrinsic(pass, id).plus(-inset)
            }
            BoxKind::Control(Control::Button | Control::ListBox) => flow_sizes(pass, id, widths),
            BoxKind::Replaced(_) | BoxKind::Control(_) => replaced::content_sizes(pass, id),
            BoxKind::Math if !pass.tree[id].is_inline_root() => math::content_sizes(pass, id),
            _ => flow_sizes(pass, id, widths),
        }
    }

    fn special_contribution(
        &self,
        pass: &mut LayoutState<'_>,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<MinMax> {
        match pass.tree[id].kind {
            BoxKind::Table => Some(table::intrinsic(pass, id)),
            BoxKind::Control(Control::Button) => None,
            BoxKind::Replaced(_) | BoxKind::Control(_) => Some(replaced::contribution(pass, id, constraints, edges)),
            _ => None,
        }
    }
}

/// The min-content and max-content widths of a block container, as far as they are asked for.
fn flow_sizes(pass: &mut LayoutState<'_>, id: BoxId, widths: IntrinsicWidths) -> MinMax {
    let style = Arc::clone(&pass.tree[id].style);
    if is_multicol(&style) && (style.contain_size || style.contain_inline_size || pass.skips_size(id)) {
        return multicol::content_sizes(&style, MinMax::default());
    }
    let sizes = if pass.tree[id].is_inline_root() {
        inline::intrinsic(pass, id)
    } else {
        block::content_sizes(pass, id, widths)
    };
    if is_multicol(&style) { multicol::content_sizes(&style, sizes) } else { sizes }
}
