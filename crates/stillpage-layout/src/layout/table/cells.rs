//! Cells of a table: their heights, and where their contents are.

use rustc_hash::FxHashMap;

use super::measure::{Table, percentage};
use super::rows::{self, RowHeight};
use super::slots::Cell;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::display::is_multicol;
use crate::layout::state::results::{Constraints, Purpose};
use crate::layout::unit::{Extent, LayoutUnit, Offset};
use crate::style::computed::{BoxSizing, Dimension, VerticalAlign};

/// The requirements of a cell for its row.
pub(super) struct CellHeight {
    pub(super) cell: Cell,
    pub(super) x: LayoutUnit,
    pub(super) width: LayoutUnit,
    /// The height of its content and padding, border box.
    pub(super) natural: LayoutUnit,
    /// The natural height or its `height`, whichever is more.
    pub(super) wanted: LayoutUnit,
    pub(super) baseline: Option<LayoutUnit>,
}

/// Lays out every cell at its width and finds what the rows need.
///
/// `basis`: the width of the table's content box. Chrome: percentages of the padding of cells are of it.
pub(super) fn measure_cells(
    pass: &mut LayoutState<'_>,
    table: &Table,
    basis: LayoutUnit,
    places: &[(LayoutUnit, LayoutUnit)],
    rows: &mut [RowHeight],
) -> Vec<CellHeight> {
    for (row, height) in table.slots.rows.iter().zip(rows.iter_mut()) {
        height.collapsed = row.collapsed;
        if let Dimension::Length(length) = &pass.tree[row.id].style.height {
            match length.maybe_resolve(None) {
                Some(px) => {
                    height.height = LayoutUnit::from_f32(px.max(0.0));
                    height.constrained = true;
                }
                None => height.percent = percentage(length),
            }
        }
    }
    let mut out = Vec::with_capacity(table.slots.cells.len());
    // For each row: the most above and below the shared baseline.
    let mut below: FxHashMap<usize, LayoutUnit> = FxHashMap::default();
    for cell in &table.slots.cells {
        let (x, width) = cell_place(table, places, cell);
        // The height of a cell with vertical text is the length of its lines.
        let ignore_sizes = !pass.tree[cell.id].flags.contains(BoxFlags::ORTHOGONAL);
        let by_content =
            Constraints { ignore_sizes, ..cell_constraints((width, basis), None, LayoutUnit::ZERO, Purpose::Measure) };
        let outcome = pass.layout(cell.id, &by_content);
        let natural = outcome.size.height;
        let style = &pass.tree[cell.id].style;
        let edges = pass.inline_edges(cell.id, Some(basis));
        let outer = edges.border.height() + edges.padding.height();
        let row = &mut rows[cell.row];
        row.has_cell = true;
        row.starts_span |= cell.row_span > 1;
        let mut wanted = natural;
        if let Dimension::Length(length) = &style.height {
            match length.maybe_resolve(None) {
                Some(px) => {
                    // https://quirks.spec.whatwg.org/#the-table-cell-height-box-sizing-quirk
                    let is_quirky = pass.tree[cell.id].flags.contains(BoxFlags::QUIRKS);
                    let is_border_box = is_quirky || style.box_sizing == BoxSizing::BorderBox;
                    let own = if is_border_box { LayoutUnit::ZERO } else { outer };
                    wanted = wanted.max(LayoutUnit::from_f32(px.max(0.0)) + own);
                    row.constrained |= cell.row_span == 1;
                }
                None => {
                    let percent = percentage(length);
                    row.percent = match (row.percent, percent) {
                        (Some(one), Some(other)) => Some(one.max(other)),
                        (one, other) => one.or(other),
                    };
                }
            }
        }
        // Chrome: neither a cell without contents nor one in a collapsed column takes part.
        let under = cell.column..(cell.column + cell.column_span).min(table.columns.len());
        let is_collapsed = !under.is_empty() && table.columns[under].iter().all(|column| column.collapsed);
        if is_collapsed {
            wanted = LayoutUnit::ZERO;
        }
        let aligned = is_baseline(&style.vertical_align) && natural > outer && !is_collapsed;
        let baseline = aligned.then(|| {
            // A cell without a line has its content's bottom as its baseline.
            outcome.first_baseline.unwrap_or(natural - edges.border.bottom - edges.padding.bottom)
        });
        if let Some(baseline) = baseline {
            row.baseline = Some(row.baseline.map_or(baseline, |b| b.max(baseline)));
            if cell.row_span == 1 {
                // Less than nothing where a line is so low that its baseline is below it.
                let under = natural - baseline;
                below.entry(cell.row).and_modify(|most| *most = (*most).max(under)).or_insert(under);
            }
        }
        if cell.row_span == 1 {
            row.height = row.height.max(wanted);
        }
        out.push(CellHeight { cell: *cell, x, width, natural, wanted, baseline });
    }
    for (i, row) in rows.iter_mut().enumerate() {
        if let (Some(above), Some(&under)) = (row.baseline, below.get(&i)) {
            row.height = row.height.max(above + under);
        }
    }
    let mut spanning: Vec<&CellHeight> = out.iter().filter(|c| c.cell.row_span > 1).collect();
    spanning.sort_by_key(|c| (c.cell.row_span, c.cell.row));
    for cell in spanning {
        let end = (cell.cell.row + cell.cell.row_span).min(rows.len());
        let shift = match (cell.baseline, rows[cell.cell.row].baseline) {
            (Some(own), Some(row)) => (row - own).clamp_negative(),
            _ => LayoutUnit::ZERO,
        };
        rows::encompass_span(&mut rows[cell.cell.row..end], cell.wanted.max(cell.natural + shift), table.spacing.1);
    }
    out
}

/// Constraints for a cell of a width in a table of a width, and of a height once the rows have theirs.
fn cell_constraints(
    (width, basis): (LayoutUnit, LayoutUnit),
    height: Option<LayoutUnit>,
    shift: LayoutUnit,
    purpose: Purpose,
) -> Constraints {
    Constraints {
        percent_width: Some(basis),
        fixed_width: Some(width),
        fixed_height: height,
        fixed_height_definite: false,
        shrink_to_fit: false,
        content_shift: shift,
        ..Constraints::fit(width, None, purpose)
    }
}

/// Can heights in a cell be percentages of its own? Chrome: only if the table has a height, be it one of nothing known, or the cell a
/// length, neither a percentage nor a height of its row.
fn gives_height(pass: &LayoutState<'_>, table: &Table, cell: BoxId) -> bool {
    let of_table = !matches!(pass.tree[table.id].style.height, Dimension::Auto | Dimension::FitContent(_));
    let of_cell = matches!(&pass.tree[cell].style.height, Dimension::Length(length) if !length.has_percent());
    of_table || of_cell
}

/// Does the layout of a cell's contents move them to where `vertical-align` has them?
fn is_aligned_by_contents(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    !is_baseline(&node.style.vertical_align) && !node.flags.contains(BoxFlags::ORTHOGONAL) && !is_multicol(&node.style)
}

fn is_baseline(align: &VerticalAlign) -> bool {
    !matches!(align, VerticalAlign::Top | VerticalAlign::Middle | VerticalAlign::Bottom)
}

pub(super) fn place_cell(
    pass: &mut LayoutState<'_>,
    (table, basis): (&Table, LayoutUnit),
    cell: &CellHeight,
    rows: &[RowHeight],
    tops: &[LayoutUnit],
    rows_left: LayoutUnit,
) {
    let first = cell.cell.row;
    let last = (first + cell.cell.row_span).min(rows.len()) - 1;
    let end = if rows[last].collapsed { tops[last] } else { tops[last] + rows[last].height };
    let height = (end - tops[first]).clamp_negative();
    let free = (height - cell.natural).clamp_negative();
    let style = &pass.tree[cell.cell.id].style;
    let shift = match style.vertical_align {
        VerticalAlign::Top => LayoutUnit::ZERO,
        // Blocks align their contents themselves: percentages of the height may have made them higher.
        _ if is_aligned_by_contents(pass, cell.cell.id) => LayoutUnit::ZERO,
        VerticalAlign::Middle => free.half(),
        VerticalAlign::Bottom => free,
        _ => match (cell.baseline, rows[first].baseline) {
            (Some(own), Some(row)) => (row - own).clamp_negative(),
            _ => LayoutUnit::ZERO,
        },
    };
    let constraints = Constraints {
        fixed_height_definite: gives_height(pass, table, cell.cell.id),
        ..cell_constraints((cell.width, basis), Some(height), shift, Purpose::Place)
    };
    let outcome = pass.layout(cell.cell.id, &constraints);
    let offset = Offset::new(cell.x - rows_left, LayoutUnit::ZERO);
    let row = table.slots.rows[first].id;
    put(pass, cell.cell.id, row, offset, Extent::new(cell.width, height));
    let result = &mut pass.results[cell.cell.id.index()];
    result.first_baseline = outcome.first_baseline.into();
}

/// Left edge and width of a cell.
fn cell_place(table: &Table, places: &[(LayoutUnit, LayoutUnit)], cell: &Cell) -> (LayoutUnit, LayoutUnit) {
    let end = (cell.column + cell.column_span).min(places.len());
    let (mut left, mut right) = (LayoutUnit::MAX, LayoutUnit::MIN);
    for (i, &(offset, size)) in places.iter().enumerate().take(end).skip(cell.column) {
        if i == cell.column || table.columns[i].has_cell {
            left = left.min(offset);
            right = right.max(offset + size);
        }
    }
    (left, (right - left).clamp_negative())
}

pub(super) fn put(pass: &mut LayoutState<'_>, id: BoxId, container: BoxId, offset: Offset, size: Extent) {
    let result = &mut pass.results[id.index()];
    result.container = Some(container);
    result.offset = offset;
    result.size = size;
}
