//! Places of the rows, columns, captions and cells of a table whose width is known.

use super::cells::{CellHeight, measure_cells, place_cell, put};
use super::columns::{self, Column};
use super::measure::{Table, percentage};
use super::rows::{self, GroupHeight, RowHeight};
use super::slots::Group;
use crate::layout::state::LayoutState;
use crate::layout::state::results::{Constraints, LayoutResult, Purpose};
use crate::layout::state::sizing::{aspect_ratio, height_from_width};
use crate::layout::unit::{Extent, LayoutUnit, Offset};
use crate::style::computed::{BoxSizing, CaptionSide, Dimension, Display};

/// Returns the places of the columns: offset from the left of the border box, and width.
fn column_places(table: &Table, width: LayoutUnit) -> Vec<(LayoutUnit, LayoutUnit)> {
    let target = (width - table.edges() - table.gaps()).clamp_negative();
    // Chrome: collapsed columns take no part, save in fixed tables.
    let takes = |column: &Column| column.has_cell && (table.fixed || !column.collapsed);
    let taking: Vec<usize> = (0..table.columns.len()).filter(|&i| takes(&table.columns[i])).collect();
    let part: Vec<Column> = taking.iter().map(|&i| table.columns[i]).collect();
    let sizes = if table.fixed { columns::spread_fixed(&part, target) } else { columns::spread(&part, target, true) };
    let mut by_column = vec![LayoutUnit::ZERO; table.columns.len()];
    for (&i, size) in taking.iter().zip(sizes) {
        by_column[i] = if table.columns[i].collapsed { LayoutUnit::ZERO } else { size };
    }
    let mut at = table.spacing.0;
    let mut places = Vec::with_capacity(by_column.len());
    for (i, size) in by_column.into_iter().enumerate() {
        if takes(&table.columns[i]) && !table.columns[i].collapsed {
            places.push((at, size));
            at += size + table.spacing.0;
        } else if table.columns[i].collapsed && i > 0 {
            // Chrome: it is at the end of the column before.
            places.push((at - table.spacing.0, size));
        } else {
            places.push((at, size));
        }
    }
    let left = table.border.left + table.padding.left;
    let inner = width - table.edges();
    for (offset, size) in &mut places {
        *offset = if table.rtl { left + inner - *offset - *size } else { left + *offset };
    }
    places
}

pub(super) fn place(
    pass: &mut LayoutState<'_>,
    table: &Table,
    width: LayoutUnit,
    constraints: &Constraints,
) -> LayoutResult {
    let purpose = constraints.purpose;
    let places = column_places(table, width);
    let mut rows = vec![RowHeight::default(); table.slots.rows.len()];
    let basis = (width - table.edges()).clamp_negative();
    let cells = measure_cells(pass, table, basis, &places, &mut rows);
    let above = captions(pass, table, width, CaptionSide::Top, LayoutUnit::ZERO, purpose);
    // A height set from outside is that of the wrapper, captions included.
    let around = if constraints.fixed_height.is_some() && !table.slots.captions.is_empty() {
        above + captions(pass, table, width, CaptionSide::Bottom, LayoutUnit::ZERO, Purpose::Measure)
    } else {
        LayoutUnit::ZERO
    };
    let height = height_of(pass, table, constraints, width).map(|height| height - around);
    let groups = grow_groups(pass, table, height, &mut rows);

    // Down the rows.
    let mut y = above + table.border.top + table.padding.top;
    let mut tops = vec![LayoutUnit::ZERO; rows.len()];
    let mut group_places = Vec::with_capacity(table.slots.groups.len());
    // Chrome: there is no spacing without columns.
    let spacing = if table.has_columns() { table.spacing.1 } else { LayoutUnit::ZERO };
    for (group, least) in table.slots.groups.iter().zip(groups) {
        if group.rows.0 < group.rows.1 {
            y += spacing;
        }
        let top = y;
        let mut first = true;
        for row in group.rows.0..group.rows.1 {
            let shown = !rows[row].collapsed;
            if !first && shown {
                y += spacing;
            }
            tops[row] = y;
            if shown {
                y += rows[row].height;
                first = false;
            }
        }
        y = y.max(top + least);
        group_places.push((top, y - top));
    }
    let rows_end = y;
    if !table.slots.groups.is_empty() {
        y += spacing;
    }
    let mut bottom = y + table.border.bottom + table.padding.bottom;
    // A table without rows can have a height of its own.
    if let Some(height) = height {
        bottom = bottom.max(above + height);
    }

    if purpose == Purpose::Place {
        let beside = if table.has_columns() { table.spacing.0 } else { LayoutUnit::ZERO };
        let (left, inner) = (
            table.border.left + table.padding.left + beside,
            (width - table.edges() - beside.times(2)).clamp_negative(),
        );
        // Chrome: without cells they are not below the spacing.
        let before = if table.slots.cells.is_empty() { LayoutUnit::ZERO } else { spacing };
        let grid_top = above + table.border.top + table.padding.top;
        let (columns_top, rows_top) = (grid_top + before, grid_top + spacing);
        place_columns(pass, table, &places, columns_top, (rows_end - rows_top).clamp_negative());
        for (group, &(top, height)) in table.slots.groups.iter().zip(&group_places) {
            put(pass, group.id, table.id, Offset::new(left, top), Extent::new(inner, height));
            for row in group.rows.0..group.rows.1 {
                let offset = Offset::new(LayoutUnit::ZERO, tops[row] - top);
                let height = if rows[row].collapsed { LayoutUnit::ZERO } else { rows[row].height };
                put(pass, table.slots.rows[row].id, group.id, offset, Extent::new(inner, height));
                let result = &mut pass.results[table.slots.rows[row].id.index()];
                result.first_baseline = rows[row].baseline.into();
            }
        }
        for cell in &cells {
            // Chrome: where they are placed, percentages are of the width of their row.
            place_cell(pass, (table, inner), cell, &rows, &tops, left);
        }
    }
    let below = captions(pass, table, width, CaptionSide::Bottom, bottom, purpose);
    if purpose == Purpose::Place {
        let result = &mut pass.results[table.id.index()];
        result.edges.set_inset(table.border, table.padding, &mut pass.used_edges);
    }
    // Chrome: a row without cells aligned by baselines has one at the lowest content edge of its cells.
    let baseline = |row: usize| {
        let edge = |cell: &CellHeight| {
            let edges = pass.inline_edges(cell.cell.id, Some(cell.width));
            (rows[row].height - edges.border.bottom - edges.padding.bottom).clamp_negative()
        };
        let own = || cells.iter().filter(|cell| cell.cell.row == row).map(edge).max();
        tops[row] + rows[row].baseline.or_else(own).unwrap_or(LayoutUnit::ZERO)
    };
    let last_row = rows.len().checked_sub(1);
    LayoutResult {
        size: Extent::new(width, bottom + below),
        first_baseline: last_row.map(|_| baseline(0)),
        last_baseline: last_row.map(baseline),
    }
}

fn place_columns(
    pass: &mut LayoutState<'_>,
    table: &Table,
    places: &[(LayoutUnit, LayoutUnit)],
    top: LayoutUnit,
    height: LayoutUnit,
) {
    // Chrome: columns beyond the last cell are empty, and where the first one begins.
    let start =
        table.border.left + table.padding.left + if table.has_columns() { table.spacing.0 } else { LayoutUnit::ZERO };
    let beyond = (start, LayoutUnit::ZERO);
    let range = |start: usize, span: usize| {
        let taking = places.iter().zip(&table.columns).skip(start).take(span).filter(|(_, column)| column.has_cell);
        let edges = taking.map(|(&(left, width), _)| (left, left + width));
        edges.reduce(|(left, right), (l, r)| (left.min(l), right.max(r))).map(|(left, right)| (left, right - left))
    };
    for group in &table.slots.column_groups {
        let (x, width) = range(group.start, group.span).unwrap_or(beyond);
        put(pass, group.id, table.id, Offset::new(x, top), Extent::new(width, height));
    }
    for column in &table.slots.column_boxes {
        let (x, width) = range(column.start, column.span).unwrap_or(beyond);
        // Chrome: a column without a width has no box.
        let height = if width == LayoutUnit::ZERO { width } else { height };
        put(pass, column.id, table.id, Offset::new(x, top), Extent::new(width, height));
        if let Some(group) = column.group {
            let group_x = pass.results[group.index()].offset.x;
            let result = &mut pass.results[column.id.index()];
            result.container = Some(group);
            result.offset = Offset::new(x - group_x, LayoutUnit::ZERO);
        }
    }
}

/// Lays out the captions of one side below each other from `y` and returns their height, margins included.
fn captions(
    pass: &mut LayoutState<'_>,
    table: &Table,
    width: LayoutUnit,
    side: CaptionSide,
    y: LayoutUnit,
    purpose: Purpose,
) -> LayoutUnit {
    let mut height = LayoutUnit::ZERO;
    for &caption in &table.slots.captions {
        if pass.tree[caption].style.caption_side != side {
            continue;
        }
        let margin = pass.inline_edges(caption, Some(width)).margin;
        let outcome = pass.layout(caption, &Constraints::fill(width, None, purpose));
        if purpose == Purpose::Place {
            let free = (width - outcome.size.width - margin.width()).clamp_negative();
            let x = margin.left + if table.rtl { free } else { LayoutUnit::ZERO };
            put(pass, caption, table.id, Offset::new(x, y + height + margin.top), outcome.size);
            pass.results[caption.index()].edges.set_margin(margin, &mut pass.used_edges);
        }
        height += outcome.size.height + margin.height();
    }
    height
}

/// The border-box height that `height` and `min-height` ask of the grid; `None` for `auto`.
fn height_of(
    pass: &LayoutState<'_>,
    table: &Table,
    constraints: &Constraints,
    width: LayoutUnit,
) -> Option<LayoutUnit> {
    let style = &pass.tree[table.id].style;
    let outer = table.border.height() + table.padding.height();
    let own = if style.box_sizing == BoxSizing::BorderBox { LayoutUnit::ZERO } else { outer };
    let basis = constraints.percent_height.map(LayoutUnit::to_f32);
    let resolve = |d: &Dimension| match d {
        Dimension::Length(length) => length.maybe_resolve(basis).map(|px| LayoutUnit::from_f32(px.max(0.0)) + own),
        Dimension::Stretch => {
            let margin = pass.margins_in_stretch(table.id, &pass.own_edges(table.id, constraints.percent_width));
            constraints.percent_height.map(|room| (room - margin).clamp_negative())
        }
        _ => None,
    };
    let by_ratio = || {
        let inset = table.border.plus(&table.padding);
        aspect_ratio(style, None).map(|ratio| height_from_width(style, ratio, width, &inset))
    };
    let height = constraints.fixed_height.or_else(|| resolve(&style.height)).or_else(by_ratio);
    let low = resolve(&style.min_height);
    match (height, low) {
        (Some(h), Some(l)) => Some(h.max(l)),
        (h, l) => h.or(l),
    }
}

/// Makes rows as high as their groups and the table ask; returns the heights of the groups, spacing between their rows
/// included.
fn grow_groups(
    pass: &LayoutState<'_>,
    table: &Table,
    height: Option<LayoutUnit>,
    rows: &mut [RowHeight],
) -> Vec<LayoutUnit> {
    let shown = |rows: &[RowHeight], group: &Group| -> Vec<usize> {
        (group.rows.0..group.rows.1).filter(|&row| !rows[row].collapsed).collect()
    };
    let mut groups: Vec<GroupHeight> = Vec::with_capacity(table.slots.groups.len());
    for group in &table.slots.groups {
        let style = &pass.tree[group.id].style;
        let part: Vec<RowHeight> = shown(rows, group).into_iter().map(|row| rows[row]).collect();
        let mut own = GroupHeight {
            height: rows::total(&part, table.spacing.1),
            is_body: style.display == Display::TableRowGroup,
            ..GroupHeight::default()
        };
        if let Dimension::Length(length) = &style.height {
            match length.maybe_resolve(None) {
                Some(px) => {
                    own.height = own.height.max(LayoutUnit::from_f32(px.max(0.0)));
                    own.constrained = true;
                }
                None => own.percent = percentage(length),
            }
        }
        groups.push(own);
    }
    if let Some(height) = height {
        let filled = table.slots.groups.iter().filter(|group| group.rows.0 < group.rows.1).count();
        let gaps = table.spacing.1.times(i32::try_from(filled + 1).unwrap_or(i32::MAX));
        rows::fill_table(&mut groups, height - table.border.height() - table.padding.height() - gaps);
    }
    for (group, own) in table.slots.groups.iter().zip(&groups) {
        let range = shown(rows, group);
        let mut part: Vec<RowHeight> = range.iter().map(|&row| rows[row]).collect();
        rows::fill(&mut part, own.height, table.spacing.1);
        for (row, part) in range.into_iter().zip(part) {
            rows[row] = part;
        }
    }
    // Without columns, the spacing between the rows is nowhere.
    let has_columns = table.has_columns();
    groups
        .into_iter()
        .zip(&table.slots.groups)
        .map(|(own, group)| {
            let is_empty = group.rows.0 == group.rows.1;
            if has_columns || is_empty { own.height } else { LayoutUnit::ZERO }
        })
        .collect()
}
