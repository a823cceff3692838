//! Tables: <https://www.w3.org/TR/css-tables-3/>.
//!
//! The table's box is its wrapper: captions are in it, above or below the grid. Chromium's boxes are followed where the
//! draft leaves a choice: rows and row groups have boxes without the outer spacing, columns and column groups have boxes as
//! high as all rows.

mod collapse;
mod columns;
mod rows;
mod slots;

use rustc_hash::FxHashMap;

use self::collapse::Collapsed;
pub(crate) use self::collapse::{PhysicalSide, SeenBorder};
use self::columns::{Column, ColumnConstraint};
use self::rows::{GroupHeight, RowHeight};
use self::slots::{Cell, Group, Slots};
use super::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::dom::local_name;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
use crate::layout::state::display::is_multicol;
use crate::layout::state::results::{Available, Constraints, LayoutResult, MinMax, Purpose};
use crate::layout::state::sizing::{aspect_ratio, height_from_width};
use crate::limits::{Budget, Limit};
use crate::style::computed::{
    BorderCollapse, BoxSizing, CaptionSide, Dimension, Direction, Display, LengthPercentage, TableLayout,
    VerticalAlign, Visibility,
};

/// A table before its rows are laid out.
struct Table {
    id: BoxId,
    slots: Slots,
    columns: Vec<Column>,
    /// Horizontal and vertical spacing; 0 when borders collapse.
    spacing: (LayoutUnit, LayoutUnit),
    border: Edges,
    padding: Edges,
    fixed: bool,
    rtl: bool,
    /// Least and most of the grid, border box.
    grid: MinMax,
    /// The least and the most of the grid if no column had a percentage.
    without_percentages: MinMax,
    /// Least that the captions need, margins included.
    captions: LayoutUnit,
}

impl Table {
    /// Border and padding on the left and right.
    fn edges(&self) -> LayoutUnit {
        self.border.width() + self.padding.width()
    }

    /// Does any column count?
    fn has_columns(&self) -> bool {
        self.columns.iter().any(|c| c.has_cell)
    }

    /// The spacing beside and between the columns.
    fn gaps(&self) -> LayoutUnit {
        let count = self.columns.iter().filter(|c| c.has_cell && !c.collapsed).count();
        if count == 0 { LayoutUnit::ZERO } else { self.spacing.0.times(i32::try_from(count).unwrap_or(i32::MAX) + 1) }
    }
}

/// The borders of a table whose borders collapse, by the cells beside which they are drawn; `None` for one with more slots than may be
/// looked at.
pub(crate) fn seen_borders(
    tree: &BoxTree,
    table: BoxId,
    most_slots: &Budget,
) -> Option<FxHashMap<BoxId, Vec<SeenBorder>>> {
    let slots = Slots::of(tree, table);
    most_slots.take(slots.count()).then(|| Collapsed::resolve(tree, table, &slots).seen(&slots))
}

/// The min-content and max-content width of a table's border box.
pub(crate) fn intrinsic(pass: &mut LayoutState<'_>, id: BoxId) -> MinMax {
    let mut table = measure(pass, id, None);
    if !percentages_count(&pass.tree, id) {
        table.grid = table.without_percentages;
    }
    if !table.has_columns() {
        // Chrome: without columns, the spacing before the first and after the last counts here, though it is nowhere.
        let gaps = table.spacing.0.times(2);
        table.grid = table.grid.plus(gaps);
    }
    match width_of(pass, &table, None) {
        Some(width) => MinMax::both(width.max(table.grid.min).max(table.captions)),
        None => MinMax { min: table.grid.min.max(table.captions), max: table.grid.max.max(table.captions) },
    }
}

/// Do percentages of columns count for what a table wants to be? Chrome: not where that decides about a cell or an item around
/// it.
fn percentages_count(tree: &BoxTree, id: BoxId) -> bool {
    let mut at = id;
    while let Some(around) = tree[at].parent {
        let node = &tree[around];
        if matches!(node.kind, BoxKind::TableCell | BoxKind::Flex | BoxKind::Grid) {
            return false;
        }
        if matches!(node.style.width, Dimension::Length(_)) || node.is_out_of_flow() {
            return true;
        }
        at = around;
    }
    true
}

/// Lays out a table.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let table = measure(pass, id, constraints.percent_width);
    let margin = pass.inline_edges(id, constraints.percent_width).margin;
    let width = match constraints.fixed_width {
        Some(width) => width,
        None => match width_of(pass, &table, constraints.percent_width) {
            Some(width) => width,
            None => {
                let available = match constraints.width {
                    Available::Definite(room) => Available::Definite((room - margin.width()).clamp_negative()),
                    other => other,
                };
                let counts = matches!(available, Available::Definite(_)) || percentages_count(&pass.tree, id);
                if counts { table.grid.fit(available) } else { table.without_percentages.fit(available) }
            }
        },
    };
    let width = width.max(table.grid.min).max(table.captions);
    place(pass, &table, width, constraints)
}

/// The used border-box width that `width`, `min-width` and `max-width` ask for; `None` for `auto`.
fn width_of(pass: &LayoutState<'_>, table: &Table, basis: Option<LayoutUnit>) -> Option<LayoutUnit> {
    let style = &pass.tree[table.id].style;
    let outer = if style.box_sizing == BoxSizing::BorderBox { LayoutUnit::ZERO } else { table.edges() };
    let resolve = |d: &Dimension| match d {
        Dimension::Length(length) => {
            length.maybe_resolve(basis.map(LayoutUnit::to_f32)).map(|px| LayoutUnit::from_f32(px.max(0.0)) + outer)
        }
        Dimension::MinContent => Some(table.grid.min),
        Dimension::MaxContent => Some(table.without_percentages.max),
        Dimension::Stretch => basis,
        Dimension::Auto | Dimension::FitContent(_) => None,
    };
    let (low, high) = (resolve(&style.min_width), resolve(&style.max_width));
    let clamp = |w: LayoutUnit| {
        let w = high.map_or(w, |h| w.min(h));
        low.map_or(w, |l| w.max(l))
    };
    match resolve(&style.width) {
        Some(width) => Some(clamp(width)),
        // Limits alone also decide when the grid's own width is beyond them.
        None if low.is_some_and(|l| table.grid.max < l) => low,
        None if high.is_some_and(|h| table.grid.max > h) && basis.is_none_or(|b| high.is_some_and(|h| h < b)) => high,
        None => None,
    }
}

fn measure(pass: &mut LayoutState<'_>, id: BoxId, basis: Option<LayoutUnit>) -> Table {
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
        table.captions = table.captions.max(pass.contribution(caption).min);
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
fn percentage(length: &LengthPercentage) -> Option<f32> {
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
    if let Some(high) = high {
        max = max.min(high);
        min = min.min(high.max(content.min));
    }
    if let Some(low) = low {
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

/// The requirements of a cell for its row.
struct CellHeight {
    cell: Cell,
    x: LayoutUnit,
    width: LayoutUnit,
    /// The height of its content and padding, border box.
    natural: LayoutUnit,
    /// The natural height or its `height`, whichever is more.
    wanted: LayoutUnit,
    baseline: Option<LayoutUnit>,
}

fn place(pass: &mut LayoutState<'_>, table: &Table, width: LayoutUnit, constraints: &Constraints) -> LayoutResult {
    let purpose = constraints.purpose;
    let places = column_places(table, width);
    let mut rows = vec![RowHeight::default(); table.slots.rows.len()];
    let cells = measure_cells(pass, table, &places, &mut rows);
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
            place_cell(pass, table, cell, &rows, &tops, left);
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

fn put(pass: &mut LayoutState<'_>, id: BoxId, container: BoxId, offset: Offset, size: Extent) {
    let result = &mut pass.results[id.index()];
    result.container = Some(container);
    result.offset = offset;
    result.size = size;
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
            let (group_x, _) = pass.results.get(group.index()).map_or((x, top), |r| (r.offset.x, r.offset.y));
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

/// Lays out every cell at its width and finds what the rows need.
fn measure_cells(
    pass: &mut LayoutState<'_>,
    table: &Table,
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
            Constraints { ignore_sizes, ..cell_constraints(width, None, LayoutUnit::ZERO, Purpose::Measure) };
        let outcome = pass.layout(cell.id, &by_content);
        let natural = outcome.size.height;
        let style = &pass.tree[cell.id].style;
        let edges = pass.inline_edges(cell.id, Some(width));
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

/// Constraints for a cell of a width, and of a height once the rows have theirs.
fn cell_constraints(width: LayoutUnit, height: Option<LayoutUnit>, shift: LayoutUnit, purpose: Purpose) -> Constraints {
    Constraints {
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

fn place_cell(
    pass: &mut LayoutState<'_>,
    table: &Table,
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
        ..cell_constraints(cell.width, Some(height), shift, Purpose::Place)
    };
    let outcome = pass.layout(cell.cell.id, &constraints);
    let offset = Offset::new(cell.x - rows_left, LayoutUnit::ZERO);
    let row = table.slots.rows[first].id;
    put(pass, cell.cell.id, row, offset, Extent::new(cell.width, height));
    let result = &mut pass.results[cell.cell.id.index()];
    result.first_baseline = outcome.first_baseline.into();
}
