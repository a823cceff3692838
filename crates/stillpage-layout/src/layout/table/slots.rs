//! The slots of a table's cells.
//!
//! <https://html.spec.whatwg.org/multipage/tables.html#forming-a-table>, on boxes instead of elements.

use crate::layout::state::box_tree::{BoxId, BoxKind, BoxTree};
use crate::style::computed::{Display, Visibility};

/// Limit: `colspan` as in HTML.
const MAX_COLSPAN: usize = 1000;
/// Limit: columns of a table; a slot costs memory per row.
const MAX_COLUMNS: usize = 10_000;

/// A cell with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// The cell's box.
    pub(super) id: BoxId,
    /// First row.
    pub(super) row: usize,
    /// First column.
    pub(super) column: usize,
    /// Rows covered, at least 1, within the row group.
    pub(super) row_span: usize,
    /// Columns covered, at least 1.
    pub(super) column_span: usize,
}

/// A row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The row's box.
    pub(super) id: BoxId,
    /// `visibility: collapse` on the row or its group.
    pub(super) collapsed: bool,
}

/// A row group: header first, footer last, regardless of document order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    /// The group's box.
    pub(super) id: BoxId,
    /// First row, and the one after the last.
    pub(super) rows: (usize, usize),
}

/// A column given by a `col` or `colgroup` box.
#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnBox {
    /// The box that styles the column.
    pub(super) id: BoxId,
    /// The group around it, if it is not the group itself.
    pub(super) group: Option<BoxId>,
    /// First column.
    pub(super) start: usize,
    /// The number of columns.
    pub(super) span: usize,
}

/// The grid of a table.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// Captions in document order.
    pub(super) captions: Vec<BoxId>,
    /// `col` and childless `colgroup` boxes.
    pub(super) column_boxes: Vec<ColumnBox>,
    /// `colgroup` boxes with children, and what they cover.
    pub(super) column_groups: Vec<ColumnBox>,
    /// Row groups in visual order.
    pub(super) groups: Vec<Group>,
    /// Rows in visual order.
    pub(super) rows: Vec<Row>,
    /// Cells row by row.
    pub(super) cells: Vec<Cell>,
    /// The number of columns of the table.
    pub(super) columns: usize,
}

impl Slots {
    /// Places every cell of `table`.
    pub(super) fn of(tree: &BoxTree, table: BoxId) -> Self {
        let mut slots = Self::default();
        let (mut header, mut footer, mut bodies) = (None, None, Vec::new());
        for child in tree.children(table) {
            match tree[child].kind {
                BoxKind::TableCaption => slots.captions.push(child),
                BoxKind::TableColumnGroup | BoxKind::TableColumn => slots.add_columns(tree, child),
                BoxKind::TableRowGroup => match tree[child].style.display {
                    Display::TableHeaderGroup if header.is_none() => header = Some(child),
                    Display::TableFooterGroup if footer.is_none() => footer = Some(child),
                    _ => bodies.push(child),
                },
                _ => {}
            }
        }
        for group in header.into_iter().chain(bodies).chain(footer) {
            slots.add_group(tree, group);
        }
        slots
    }

    /// The number of slots that resolving collapsed borders looks at.
    pub(super) fn count(&self) -> u64 {
        (self.columns as u64 + 1) * (self.rows.len() as u64 + 1)
    }

    fn add_columns(&mut self, tree: &BoxTree, id: BoxId) {
        let mut start = self.columns;
        let span = |b: BoxId| usize::from(tree.span(b).0).clamp(1, MAX_COLSPAN);
        if tree[id].kind == BoxKind::TableColumn || tree[id].first_child.is_none() {
            let span = span(id);
            self.column_boxes.push(ColumnBox { id, group: None, start, span });
            start += span;
        } else {
            let first = start;
            for column in tree.children(id) {
                if tree[column].kind == BoxKind::TableColumn {
                    let span = span(column);
                    self.column_boxes.push(ColumnBox { id: column, group: Some(id), start, span });
                    start += span;
                }
            }
            self.column_groups.push(ColumnBox { id, group: None, start: first, span: start - first });
        }
        self.columns = start.min(MAX_COLUMNS);
    }

    fn add_group(&mut self, tree: &BoxTree, id: BoxId) {
        let first_row = self.rows.len();
        let rows: Vec<BoxId> = tree.children(id).filter(|&r| tree[r].kind == BoxKind::TableRow).collect();
        // For each column the first row (in this group) that is free again below a spanning cell.
        let mut taken: Vec<usize> = Vec::new();
        for (i, &row) in rows.iter().enumerate() {
            let mut column = 0;
            for cell in tree.children(row).filter(|&c| tree[c].kind == BoxKind::TableCell) {
                while taken.get(column).is_some_and(|&free| free > i) {
                    column += 1;
                }
                let (colspan, rowspan) = tree.span(cell);
                let column_span =
                    usize::from(colspan).clamp(1, MAX_COLSPAN).min(MAX_COLUMNS.saturating_sub(column).max(1));
                let left = rows.len() - i;
                let row_span = if rowspan == 0 { left } else { usize::from(rowspan).min(left) };
                if taken.len() < column + column_span {
                    taken.resize(column + column_span, 0);
                }
                for free in &mut taken[column..column + column_span] {
                    *free = (*free).max(i + row_span);
                }
                self.cells.push(Cell { id: cell, row: first_row + i, column, row_span, column_span });
                column += column_span;
            }
            let collapsed = [row, id].iter().any(|&b| tree[b].style.visibility == Visibility::Collapse);
            self.rows.push(Row { id: row, collapsed });
        }
        self.columns = self.columns.max(taken.len());
        self.groups.push(Group { id, rows: (first_row, self.rows.len()) });
    }
}
