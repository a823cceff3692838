//! Baselines of the rows of columns.

use super::spanner::Spanners;
use super::{Column, column_of};
use crate::layout::stack;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxId, BoxKind};
use crate::layout::state::display::is_multicol;
use crate::layout::unit::{LayoutUnit, Offset};

/// The highest and the lowest baseline in one row of columns and in the spanner after it; `None` without lines.
pub(super) type RowBaselines = Option<(LayoutUnit, LayoutUnit)>;

pub(super) fn add_baselines(row: &mut RowBaselines, first: LayoutUnit, last: LayoutUnit) {
    *row = Some(row.map_or((first, last), |known| (known.0.min(first), known.1.max(last))));
}

/// Notes a baseline of what starts at `y`, both in the strip.
fn note_baseline(columns: &[Column], out: &mut [RowBaselines], y: LayoutUnit, baseline: LayoutUnit) {
    let Some(column) = columns.get(column_of(columns, y)) else { return };
    let baseline = baseline + column.shift.y;
    add_baselines(&mut out[column.row], baseline, baseline);
}

/// Notes the baselines of the lines in a box whose border box starts at `at` in the strip.
pub(super) fn line_baselines(
    pass: &LayoutState<'_>,
    id: BoxId,
    at: Offset,
    columns: &[Column],
    spanners: &Spanners,
    out: &mut [RowBaselines],
) {
    if let Some(lines) = pass.tree[id].is_inline_root().then(|| pass.inlines[id.index()].as_ref()).flatten() {
        let corner = at + pass.results[id.index()].inline_corner;
        for line in lines.lines.iter().filter(|line| line.rect.size.height > LayoutUnit::ZERO) {
            note_baseline(columns, out, corner.y + line.rect.origin.y, corner.y + line.baseline);
        }
        return;
    }
    for child in pass.tree.children(id) {
        let (result, node) = (&pass.results[child.index()], &pass.tree[child]);
        if result.container != Some(id) || node.is_out_of_flow() || node.is_floating() || spanners.has(child) {
            continue;
        }
        let own = at + result.offset;
        match node.kind {
            BoxKind::Block if !is_multicol(&node.style) => {
                stack::with_room(|| line_baselines(pass, child, own, columns, spanners, out));
            }
            _ => {
                for baseline in [result.first_baseline.get(), result.last_baseline.get()].into_iter().flatten() {
                    note_baseline(columns, out, own.y, own.y + baseline);
                }
            }
        }
    }
}
