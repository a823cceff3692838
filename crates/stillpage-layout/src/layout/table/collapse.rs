//! Collapsed borders: which of the borders that meet at an edge is drawn.
//!
//! <https://www.w3.org/TR/CSS22/tables.html#border-conflict-resolution>

use rustc_hash::FxHashMap;

use super::slots::Slots;
use crate::layout::state::box_tree::{BoxId, BoxTree};
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::computed::{BorderSide, BorderStyle, Direction};

/// An edge of the grid: the strongest border so far.
#[derive(Debug, Clone, Copy, Default)]
struct Edge {
    width: LayoutUnit,
    /// Rank of the style; `HIDDEN` suppresses all others.
    rank: u8,
    /// The box that it is of, and its side of that.
    owner: Option<(BoxId, PhysicalSide)>,
}

/// A side of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PhysicalSide {
    Top,
    Right,
    Bottom,
    Left,
}

/// A border of a collapsed table that is seen beside a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenBorder {
    /// The side of the cell.
    pub(crate) side: PhysicalSide,
    /// The box whose style it has, and its side of that.
    pub(crate) owner: (BoxId, PhysicalSide),
    /// No cell follows on this side.
    pub(crate) is_outer: bool,
}

const HIDDEN: u8 = u8::MAX;

fn rank(style: BorderStyle) -> u8 {
    match style {
        BorderStyle::None => 0,
        // Chrome: between cells `outset` is `groove`, and `inset` is `ridge`.
        BorderStyle::Groove | BorderStyle::Outset => 2,
        BorderStyle::Ridge | BorderStyle::Inset => 4,
        BorderStyle::Dotted => 5,
        BorderStyle::Dashed => 6,
        BorderStyle::Solid => 7,
        BorderStyle::Double => 8,
        BorderStyle::Hidden => HIDDEN,
    }
}

impl Edge {
    /// Rules are asked from the weakest kind of box to the strongest one, so a tie goes to the later one; between two of
    /// the same kind the left or upper one is asked last.
    fn meet(&mut self, side: BorderSide, owner: (BoxId, PhysicalSide)) {
        let other = Self { width: LayoutUnit::from_f32(side.width), rank: rank(side.style), owner: Some(owner) };
        if self.rank == HIDDEN || other.rank == 0 {
            return;
        }
        if other.rank == HIDDEN || (other.width, other.rank) >= (self.width, self.rank) {
            *self = other;
        }
    }

    fn used(self) -> LayoutUnit {
        if self.rank == HIDDEN || self.rank == 0 { LayoutUnit::ZERO } else { self.width }
    }
}

/// The collapsed borders of a table.
#[derive(Debug)]
pub(super) struct Collapsed {
    columns: usize,
    rows: usize,
    /// `(rows + 1) * columns`: above each slot, and below the last row.
    horizontal: Vec<Edge>,
    /// `rows * (columns + 1)`: at the start of each slot, and at the end of the last column.
    vertical: Vec<Edge>,
    /// The columns before the last edge that something gave a border.
    bordered: usize,
    rtl: bool,
}

impl Collapsed {
    /// Resolves every edge; cost is the number of slots.
    pub(super) fn resolve(tree: &BoxTree, table: BoxId, slots: &Slots) -> Self {
        let (columns, rows) = (slots.columns, slots.rows.len());
        let rtl = tree[table].style.direction == Direction::Rtl;
        let mut edges = Self {
            columns,
            rows,
            horizontal: vec![Edge::default(); (rows + 1) * columns],
            vertical: vec![Edge::default(); rows * (columns + 1)],
            bordered: 0,
            rtl,
        };
        // From the weakest to the strongest: table, column groups, columns, row groups, rows, cells.
        edges.frame(tree, table, (0, rows), (0, columns));
        for group in slots.column_groups.iter().rev() {
            edges.frame(tree, group.id, (0, rows), (group.start, (group.start + group.span).min(columns)));
        }
        for column in slots.column_boxes.iter().rev() {
            for at in (column.start..(column.start + column.span).min(columns)).rev() {
                edges.frame(tree, column.id, (0, rows), (at, at + 1));
            }
        }
        for group in slots.groups.iter().rev() {
            edges.frame(tree, group.id, group.rows, (0, columns));
        }
        for (i, row) in slots.rows.iter().enumerate().rev() {
            edges.frame(tree, row.id, (i, i + 1), (0, columns));
        }
        for cell in slots.cells.iter().rev() {
            let rows = (cell.row, cell.row + cell.row_span);
            // Edges inside a spanning cell do not count: nothing else may be drawn there.
            edges.clear_inside(rows, (cell.column, cell.column + cell.column_span));
            edges.frame(tree, cell.id, rows, (cell.column, cell.column + cell.column_span));
            if cell.row_span > 1 || cell.column_span > 1 {
                edges.bordered = edges.bordered.max(cell.column + cell.column_span).min(columns);
            }
        }
        edges
    }

    fn frame(&mut self, tree: &BoxTree, id: BoxId, rows: (usize, usize), columns: (usize, usize)) {
        if rows.0 >= rows.1 || columns.0 >= columns.1 {
            return;
        }
        let border = &tree[id].style.border;
        let (start, end) = if self.rtl { (border.right, border.left) } else { (border.left, border.right) };
        let (start_side, end_side) = self.inline_sides();
        let is_set = |side: BorderSide| side.style != BorderStyle::None;
        let reached = if is_set(end) || is_set(border.top) || is_set(border.bottom) {
            columns.1.min(self.columns)
        } else if is_set(start) {
            columns.0 + 1
        } else {
            0
        };
        self.bordered = self.bordered.max(reached);
        for column in columns.0..columns.1.min(self.columns) {
            self.horizontal[rows.0 * self.columns + column].meet(border.top, (id, PhysicalSide::Top));
            self.horizontal[rows.1 * self.columns + column].meet(border.bottom, (id, PhysicalSide::Bottom));
        }
        for row in rows.0..rows.1 {
            self.vertical[row * (self.columns + 1) + columns.0].meet(start, (id, start_side));
            self.vertical[row * (self.columns + 1) + columns.1.min(self.columns)].meet(end, (id, end_side));
        }
    }

    fn clear_inside(&mut self, rows: (usize, usize), columns: (usize, usize)) {
        for row in rows.0 + 1..rows.1 {
            for column in columns.0..columns.1.min(self.columns) {
                self.horizontal[row * self.columns + column] = Edge::default();
            }
        }
        for row in rows.0..rows.1 {
            for column in columns.0 + 1..columns.1.min(self.columns) {
                self.vertical[row * (self.columns + 1) + column] = Edge::default();
            }
        }
    }

    /// The sides of a box before and after its columns.
    fn inline_sides(&self) -> (PhysicalSide, PhysicalSide) {
        let sides = (PhysicalSide::Left, PhysicalSide::Right);
        if self.rtl { (sides.1, sides.0) } else { sides }
    }

    /// The borders beside each cell that are seen: those above and before it, and those after the last ones. Approx: one beside several
    /// cells is the strongest along the whole side.
    pub(super) fn seen(&self, slots: &Slots) -> FxHashMap<BoxId, Vec<SeenBorder>> {
        let (start_side, end_side) = self.inline_sides();
        let of_cell = |cell: &super::slots::Cell| {
            let (rows, end) = (cell.row + cell.row_span, (cell.column + cell.column_span).min(self.columns));
            let across = |row: usize| (cell.column..end).map(move |c| self.horizontal[row * self.columns + c]);
            let down = |column: usize| (cell.row..rows).map(move |row| self.before(row, column));
            let mut found = Vec::new();
            let mut add = |side: PhysicalSide, edge: Option<Edge>, is_outer: bool| {
                let Some(edge) = edge.filter(|edge| edge.used() > LayoutUnit::ZERO) else { return };
                found.extend(edge.owner.map(|owner| SeenBorder { side, owner, is_outer }));
            };
            let strength = |edge: &Edge| (edge.used(), edge.rank);
            add(PhysicalSide::Top, across(cell.row).max_by_key(strength), cell.row == 0);
            add(start_side, down(cell.column).max_by_key(strength), cell.column == 0);
            if rows == self.rows {
                add(PhysicalSide::Bottom, across(rows).max_by_key(strength), true);
            }
            if end == self.columns {
                add(end_side, down(end).max_by_key(strength), true);
            }
            (cell.id, found)
        };
        slots.cells.iter().map(of_cell).collect()
    }

    /// The edge before a column in a row.
    ///
    /// Chrome: rows of edges are as long as anything has a border, one after the other: one beyond the end is in a later row.
    fn before(&self, row: usize, column: usize) -> Edge {
        let width = self.bordered + 1;
        let (row, column) = (row + column / width, column % width);
        if row < self.rows { self.vertical[row * (self.columns + 1) + column] } else { Edge::default() }
    }

    /// Half of the strongest border on each side of a range of slots.
    fn halves(&self, rows: (usize, usize), columns: (usize, usize)) -> Edges {
        if columns.0 > self.bordered {
            return Edges::default();
        }
        let end = columns.1.min(self.columns);
        let across = |row: usize| {
            (columns.0..end).map(|c| self.horizontal[row * self.columns + c].used()).max().unwrap_or_default()
        };
        let down =
            |column: usize| (rows.0..rows.1).map(|row| self.before(row, column).used()).max().unwrap_or_default();
        let (start, end) = (down(columns.0), down(end));
        let (left, right) = if self.rtl { (end, start) } else { (start, end) };
        Edges { top: across(rows.0).half(), right: right.half(), bottom: across(rows.1).half(), left: left.half() }
    }

    /// The border widths of the table's own box: half of what is drawn at its edges.
    pub(super) fn of_table(&self) -> Edges {
        if self.rows == 0 || self.columns == 0 {
            return Edges::default();
        }
        self.halves((0, self.rows), (0, self.columns))
    }

    /// The border widths of each cell's box.
    pub(super) fn of_cells(&self, slots: &Slots) -> FxHashMap<BoxId, Edges> {
        slots
            .cells
            .iter()
            .map(|cell| {
                let rows = (cell.row, cell.row + cell.row_span);
                (cell.id, self.halves(rows, (cell.column, cell.column + cell.column_span)))
            })
            .collect()
    }
}
