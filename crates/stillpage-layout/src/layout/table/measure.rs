//! Columns of a table as its cells and columns ask for them, and the width of its grid.

use super::collapse::Collapsed;
use super::columns::{self, Column, ColumnConstraint};
use super::slots::{Cell, Slots};
use crate::dom::local_name;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::results::{IntrinsicWidths, MinMax};
use crate::layout::unit::{Edges, LayoutUnit};
use crate::limits::Limit;
use crate::style::computed::{
    BorderCollapse, BoxSizing, Dimension, Direction, LengthPercentage, TableLayout, Visibility,
};

/// A table before its rows are laid out.
pub(super) struct Table {
    pub(super) id: BoxId,
    pub(super) slots: Slots,
    pub(super) columns: Vec<Column>,
    /// Horizontal and vertical spacing; 0 when borders collapse.
    pub(super) spacing: (LayoutUnit, LayoutUnit),
    pub(super) border: Edges,
    pub(super) padding: Edges,
    pub(super) fixed: bool,
    pub(super) rtl: bool,
    /// Least and most of the grid, border box.
    pub(super) grid: MinMax,
    /// The least and the most of the grid if no column had a percentage.
    pub(super) without_percentages: MinMax,
    /// Least that the captions need, margins included.
    pub(super) captions: LayoutUnit,
}

impl Table {
    /// Border and padding on the left and right.
    pub(super) fn edges(&self) -> LayoutUnit {
        self.border.width() + self.padding.width()
    }

    /// Does any column count?
    pub(super) fn has_columns(&self) -> bool {
        self.columns.iter().any(|c| c.has_cell)
    }

    /// The spacing before the first and after the last column where there are none. Chrome: it counts for widths by content and for the
    /// least of a width that is given, though it is nowhere.
    pub(super) fn absent_gaps(&self) -> LayoutUnit {
        if self.has_columns() { LayoutUnit::ZERO } else { self.spacing.0.times(2) }
    }

    /// The spacing beside and between the columns.
    pub(super) fn gaps(&self) -> LayoutUnit {
        let count = self.columns.iter().filter(|c| c.has_cell && !c.collapsed).count();
        if count == 0 { LayoutUnit::ZERO } else { self.spacing.0.times(i32::try_from(count).unwrap_or(i32::MAX) + 1) }
    }
}

pub(super) fn measure(pass: &mut LayoutState<'_>, id: BoxId, basis: Option<LayoutUnit>) -> Table {
    let slots = Slots::of(&pass.tree, id);
    let style = pass.tree[id].style.clone();
    let collapse = style.border_collapse == BorderCollapse::Collapse && pass.collapsed_slots.take(slots.count());
    if style.border_collapse == BorderCollapse::Collapse && !collapse {
        pass.tree.warnings.limit(Limit::CollapsedSlots);
    }
    let fixed =
        style.table_layout == TableLayout::Fixed && matches!(style.width, Dimension::Length(_) | Dimension::Stretch);
    let mut edges = pass.inline_edges(id, basis);
    // Chrome: spacing is whole px.
    let whole = |px: f32| LayoutUnit::from_f32(px.trunc());
    let mut spacing = (whole(style.border_spacing.0), whole(style.border_spacing.1));
    if collapse {
        let collapsed = Collapsed::resolve(&pass.tree, id, &slots);
        edges.border = if slots.cells.is_empty() { Edges::default() } else { collapsed.of_table() };
        edges.padding = Edges::default();
        spacing = (LayoutUnit::ZERO, LayoutUnit::ZERO);
        pass.collapsed_borders.extend(collapsed.of_cells(&slots));
        pass.collapsed_borders.insert(id, edges.border);
        // Rows, groups and columns have no borders of their own.
    }
    let mut table = Table {
        id,
        columns: Vec::new(),
        spacing,
        border: edges.border,
        padding: edges.padding,
        fixed,
        rtl: style.direction == Direction::Rtl,
        grid: MinMax::default(),
        without_percentages: MinMax::default(),
        captions: LayoutUnit::ZERO,
        slots,
    };
    table.columns = columns_of(pass, &table);
    let around = table.gaps() + table.edges();
    table.grid = columns::intrinsic(&table.columns, !fixed).plus(around);
    table.without_percentages = columns::intrinsic(&table.columns, false).plus(around);
    if fixed {
        // A fixed table's columns give way; only lengths count.
        table.grid.min = columns::lengths(&table.columns) + around;
        table.without_percentages.min = table.grid.min;
    }
    // Chrome: a percentage of such a table asks for as much as there is.
    if fixed && matches!(&style.width, Dimension::Length(length) if length.has_percent()) {
        table.grid.max = LayoutUnit::from_f32(columns::MAX_TABLE_WIDTH);
        table.without_percentages.max = table.grid.max;
    }
    for &caption in &table.slots.captions {
        table.captions = table.captions.max(pass.contribution(caption, IntrinsicWidths::Min).min);
    }
    table
}

/// Returns the columns with their constraints.
fn columns_of(pass: &mut LayoutState<'_>, table: &Table) -> Vec<Column> {
    let slots = &table.slots;
    let mut columns = vec![Column::default(); slots.columns];
    for column in &slots.column_boxes {
        let styled = [Some(column.id), column.group];
        let style = pass.tree[column.id].style.clone();
        let mut constraint = ColumnConstraint::default();
        // A column without a width takes its group's. Chrome: not in a fixed table.
        let width = match (&style.width, column.group) {
            (Dimension::Auto, Some(group)) if !table.fixed => pass.tree[group].style.width.clone(),
            (width, _) => width.clone(),
        };
        if let Dimension::Length(length) = &width {
            match (length.maybe_resolve(None), length.has_percent()) {
                (Some(px), _) => {
                    constraint.max = LayoutUnit::from_f32(px.max(0.0));
                    constraint.constrained = true;
                }
                (None, _) => constraint.percent = percentage(length),
            }
        }
        if let Dimension::Length(length) = &style.min_width
            && let Some(px) = length.maybe_resolve(None)
        {
            constraint.min = constraint.min.max(LayoutUnit::from_f32(px.max(0.0)));
        }
        let collapsed = styled.into_iter().flatten().any(|b| pass.tree[b].style.visibility == Visibility::Collapse);
        for at in column.start..(column.start + column.span).min(columns.len()) {
            columns[at].collapsed = collapsed;
            if constraint != ColumnConstraint::default() {
                columns[at].encompass(constraint);
                columns[at].settled = table.fixed && (constraint.constrained || constraint.percent.is_some());
            }
            // Chrome: in a table without cells it is the columns that have a width that count.
            if table.fixed || slots.cells.is_empty() && constraint.max > LayoutUnit::ZERO {
                columns[at].has_cell = true;
            }
        }
    }
    for cell in &slots.cells {
        if let Some(column) = columns.get_mut(cell.column) {
            column.has_cell = true;
        }
        if table.fixed {
            for column in columns.iter_mut().skip(cell.column).take(cell.column_span) {
                column.has_cell = true;
            }
        }
    }
    let mut spanning: Vec<(Cell, ColumnConstraint)> = Vec::new();
    for cell in &slots.cells {
        if table.fixed && cell.row > 0 {
            break;
        }
        let constraint = constraint_of(pass, table, cell.id);
        if cell.column_span == 1 {
            if let Some(column) = columns.get_mut(cell.column) {
                column.encompass(constraint);
            }
        } else {
            spanning.push((*cell, constraint));
        }
    }
    spanning.sort_by_key(|(cell, _)| (cell.column_span, cell.column));
    for (cell, constraint) in spanning {
        let end = (cell.column + cell.column_span).min(columns.len());
        // Columns in which no cell starts are empty and take no part, unless the cell has no other.
        let under: Vec<usize> = (cell.column..end).filter(|&i| columns[i].has_cell).collect();
        let mut part: Vec<Column> = under.iter().map(|&i| columns[i]).collect();
        columns::encompass_span(&mut part, constraint, table.spacing.0, table.fixed);
        for (&i, column) in under.iter().zip(part) {
            columns[i] = column;
        }
    }
    columns
}

/// The fraction of the table that a percentage asks for. Chrome: none asks for nothing, as `auto` does.
pub(super) fn percentage(length: &LengthPercentage) -> Option<f32> {
    match length {
        LengthPercentage::Linear { px, percent } if *px == 0.0 => Some(*percent).filter(|percent| *percent > 1e-6),
        // Chrome: a length and a percentage together count as `auto`.
        LengthPercentage::Linear { .. } | LengthPercentage::Calc(_) => None,
    }
}

/// Returns the constraint of a cell on its columns.
fn constraint_of(pass: &mut LayoutState<'_>, table: &Table, cell: BoxId) -> ColumnConstraint {
    let style = pass.tree[cell].style.clone();
    let edges = pass.inline_edges(cell, None);
    let outer = edges.border.width() + edges.padding.width();
    let own = if style.box_sizing == BoxSizing::BorderBox { LayoutUnit::ZERO } else { outer };
    let length = |d: &Dimension| match d {
        Dimension::Length(l) => l.maybe_resolve(None).map(|px| (LayoutUnit::from_f32(px.max(0.0)) + own).max(outer)),
        _ => None,
    };
    let percent = match &style.width {
        Dimension::Length(l) if l.has_percent() => percentage(l),
        _ => None,
    };
    let width = length(&style.width);
    let (low, high) = (length(&style.min_width), length(&style.max_width));
    let content = if table.fixed { MinMax::both(outer) } else { pass.intrinsic(cell) };
    let mut min = content.min;
    // https://quirks.spec.whatwg.org/#the-table-cell-nowrap-minimum-width-calculation-quirk
    let has_nowrap = |node| pass.dom.element(node).is_some_and(|e| e.attr(&local_name!("nowrap")).is_some());
    if pass.tree[cell].flags.contains(BoxFlags::QUIRKS)
        && has_nowrap(pass.tree[cell].node)
        && let Some(width) = width
    {
        min = min.max(width);
    }
    let mut max = width.unwrap_or(content.max).max(min);
    // Chrome: a limit counts below what the contents need, too.
    if let Some(high) = high {
        max = max.min(high);
        min = min.min(high);
    }
    // Chrome: a fixed table knows no least widths of cells.
    if let Some(low) = low.filter(|_| !table.fixed) {
        min = min.max(low);
        max = max.max(low);
    }
    ColumnConstraint {
        min: if table.fixed { LayoutUnit::ZERO } else { min },
        max: max.max(min),
        percent,
        percent_inset: if table.fixed && percent.is_some() { own } else { LayoutUnit::ZERO },
        constrained: width.is_some(),
    }
}
