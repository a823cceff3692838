//! Tables: which hold data, their grid, their text.

use super::Block;
use crate::rendered::visible::{At, Shape, VisibleTree};
use crate::style::computed::TextAlign;

/// Limit: columns; spans that reach further are cut.
const MAX_COLUMNS: usize = 200;
/// Limit: rows read to decide whether a table holds data.
const SAMPLE: usize = 40;
/// Limit: characters of a cell of a table that holds data without saying so.
const CELL_CHARS: usize = 400;

/// A cell: where it is, how far it reaches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) at: At,
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) is_header: bool,
}

/// The rows of a table, hidden ones left out.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) caption: Option<At>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// The number of rows at the start that are headers.
    pub(super) headers: usize,
}

/// The plan of a table that holds data; `None` for other elements and for tables that only place things.
pub(super) fn plan(tree: &VisibleTree<'_>, at: At) -> Option<Plan> {
    let role = tree.attr(at, "role").map(|role| role.trim().to_ascii_lowercase());
    let role = role.as_deref().unwrap_or_default();
    let by_role = matches!(role, "table" | "grid" | "treegrid");
    if !(by_role || tree.tag(at) == "table") || matches!(role, "none" | "presentation") {
        return None;
    }
    let plan = if tree.tag(at) == "table" { rows(tree, at) } else { rows_by_role(tree, at) };
    let cells = || plan.rows.iter().take(SAMPLE).flatten();
    let columns = plan.rows.iter().take(SAMPLE).map(Vec::len).max().unwrap_or(0);
    if plan.rows.is_empty() || columns == 0 {
        return None;
    }
    if cells().any(|cell| tree.shape(cell.at).contains(Shape::TABLE_INSIDE)) && !by_role {
        return None;
    }
    let says_so = by_role || plan.caption.is_some() || cells().any(|cell| cell.is_header);
    if says_so && (columns > 1 || plan.rows.len() > 1) {
        // A "header" as wide as a page of text does not count.
        return (!cells().any(|cell| tree.nodes[cell.at].chars() > CELL_CHARS * 20)).then_some(plan);
    }
    let short = cells()
        .all(|cell| tree.nodes[cell.at].chars() <= CELL_CHARS && !tree.shape(cell.at).contains(Shape::HEADING_INSIDE));
    let filled = cells().filter(|cell| tree.nodes[cell.at].chars() > 0).count();
    let controls = cells().filter(|cell| tree.shape(cell.at).contains(Shape::OBJECT_INSIDE)).count();
    (columns > 1 && plan.rows.len() > 1 && short && filled > 2 && controls * 2 <= filled).then_some(plan)
}

/// The rows of a `table`, in the order in which they are seen: head, bodies, foot.
fn rows(tree: &VisibleTree<'_>, table: At) -> Plan {
    let mut plan = Plan::default();
    let (mut head, mut body, mut foot) = (Vec::new(), Vec::new(), Vec::new());
    for child in tree.children(table) {
        match tree.tag(child) {
            "caption" => plan.caption = plan.caption.or(Some(child)),
            "thead" => head.extend(tree.children(child).filter(|&row| tree.tag(row) == "tr")),
            "tfoot" => foot.extend(tree.children(child).filter(|&row| tree.tag(row) == "tr")),
            "tr" => body.push(child),
            _ => body.extend(tree.children(child).filter(|&row| tree.tag(row) == "tr")),
        }
    }
    let in_head = head.len();
    for row in head.into_iter().chain(body).chain(foot) {
        let cells: Vec<Cell> = tree
            .children(row)
            .filter(|&cell| matches!(tree.tag(cell), "td" | "th"))
            .map(|cell| Cell {
                at: cell,
                columns: span(tree, cell, "colspan"),
                rows: span(tree, cell, "rowspan"),
                is_header: tree.tag(cell) == "th",
            })
            .collect();
        if !cells.is_empty() {
            plan.rows.push(cells);
        }
    }
    plan.headers = header_rows(tree, &plan.rows, in_head);
    plan
}

fn span(tree: &VisibleTree<'_>, cell: At, name: &str) -> usize {
    tree.attr(cell, name).and_then(|text| text.trim().parse().ok()).unwrap_or(1).clamp(1, 1000)
}

/// The rows of an element with the role of a table.
fn rows_by_role(tree: &VisibleTree<'_>, table: At) -> Plan {
    let role = |at: At| tree.attr(at, "role").map(|role| role.trim().to_ascii_lowercase()).unwrap_or_default();
    let mut plan = Plan::default();
    let mut at = table + 1;
    let end = tree.nodes[table].end();
    while at < end {
        if role(at) != "row" && tree.tag(at) != "tr" {
            at += 1;
            continue;
        }
        let mut cells = Vec::new();
        let row_end = tree.nodes[at].end();
        let mut inner = at + 1;
        while inner < row_end {
            let role = role(inner);
            let is_header = matches!(&*role, "columnheader" | "rowheader") || tree.tag(inner) == "th";
            if is_header || matches!(&*role, "cell" | "gridcell") || tree.tag(inner) == "td" {
                let reach = |name: &str| {
                    tree.attr(inner, name).and_then(|text| text.trim().parse().ok()).unwrap_or(1).clamp(1, 1000)
                };
                let (columns, rows) = (reach("aria-colspan"), reach("aria-rowspan"));
                cells.push(Cell { at: inner, columns, rows, is_header });
                inner = tree.nodes[inner].end();
            } else {
                inner += 1;
            }
        }
        if !cells.is_empty() {
            plan.rows.push(cells);
        }
        at = row_end;
    }
    plan.headers = header_rows(tree, &plan.rows, 0);
    plan
}

/// Rows of a head, else those at the start whose cells are all headers; never all rows.
fn header_rows(tree: &VisibleTree<'_>, rows: &[Vec<Cell>], in_head: usize) -> usize {
    let all_headers = |row: &&Vec<Cell>| {
        row.iter().all(|c| c.is_header || tree.nodes[c.at].chars() == 0) && row.iter().any(|c| c.is_header)
    };
    let leading = rows.iter().take_while(all_headers).count();
    let count = if in_head > 0 { in_head.min(rows.len()) } else { leading };
    // A table of headers alone: the first row is theirs.
    if count >= rows.len() { count.min(1) } else { count.min(4) }
}

/// The alignment of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alignment {
    Start,
    Center,
    End,
}

/// The table as blocks: a header, then a block a row. `texts` are those of the cells, in the order of the plan.
pub(super) fn blocks(tree: &VisibleTree<'_>, plan: &Plan, texts: &[Vec<String>], first: usize) -> Vec<Block> {
    let grid = Grid::new(plan, texts);
    let columns = grid.columns.max(1);
    let mut header: Vec<String> = vec![String::new(); columns];
    for row in grid.rows.iter().take(plan.headers) {
        for (cell, column) in row.iter().zip(&mut header) {
            let text = match cell {
                Slot::Text(text) | Slot::Spanned(text) => *text,
                Slot::Empty => continue,
            };
            if !text.is_empty() && !column.split("<br>").any(|part| part == text) {
                if !column.is_empty() {
                    column.push(' ');
                }
                column.push_str(text);
            }
        }
    }
    // Columns of pictures without text.
    let has_text = |slot: &Slot<'_>| matches!(slot, Slot::Text(text) | Slot::Spanned(text) if !text.is_empty());
    let mut kept: Vec<bool> = header.iter().map(|text| !text.is_empty()).collect();
    for row in &grid.rows {
        kept.iter_mut().zip(row).for_each(|(kept, slot)| *kept |= has_text(slot));
    }
    if kept.iter().all(|kept| !kept) {
        kept.fill(true);
    }
    let alignments = alignments(tree, plan, columns);
    let alignments: Vec<Alignment> =
        alignments.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(alignment, _)| alignment).collect();
    let rule = |alignment: &Alignment| match alignment {
        Alignment::Start => "---",
        Alignment::Center => ":-:",
        Alignment::End => "--:",
    };
    let rules: Vec<&str> = alignments.iter().map(rule).collect();
    let text = format!(
        "{}\n| {} |",
        line(header.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(text, _)| text.as_str())),
        rules.join(" | ")
    );
    let mut blocks = vec![Block { text, joint: String::new(), header: None }];
    for row in grid.rows.iter().skip(plan.headers) {
        // What a cell spans is empty; trailing empty cells go without saying.
        let filled = row.iter().rposition(|slot| matches!(slot, Slot::Text(text) if !text.is_empty()));
        let Some(filled) = filled else { continue };
        let shown = row.iter().take(filled + 1).zip(&kept).filter(|(_, kept)| **kept);
        let cells = shown.map(|(slot, _)| match slot {
            Slot::Text(text) => *text,
            Slot::Spanned(_) | Slot::Empty => "",
        });
        let missing = kept.iter().skip(filled + 1).filter(|kept| **kept && grid.columns <= 30).count();
        let text = line(cells.chain(std::iter::repeat_n("", missing)));
        blocks.push(Block { text, joint: "\n".to_owned(), header: Some(first) });
    }
    blocks
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::from("|");
    for cell in cells {
        if !cell.is_empty() {
            out.push(' ');
            out.push_str(cell);
        }
        out.push_str(" |");
    }
    out
}

#[derive(Debug, Clone, Copy)]
enum Slot<'a> {
    Text(&'a str),
    /// Another slot's cell reaches here.
    Spanned(&'a str),
    Empty,
}

/// The cells in their columns.
struct Grid<'a> {
    rows: Vec<Vec<Slot<'a>>>,
    columns: usize,
}

impl<'a> Grid<'a> {
    fn new(plan: &Plan, texts: &'a [Vec<String>]) -> Self {
        // Cells that fill their row do not count columns.
        let width = |row: &Vec<Cell>| if row.len() > 1 { row.iter().map(|c| c.columns).sum() } else { 1 };
        let limit = plan.rows.iter().map(width).max().unwrap_or(1).min(MAX_COLUMNS);
        let mut rows: Vec<Vec<Slot<'a>>> = Vec::with_capacity(plan.rows.len());
        // What reaches down from above, by column: how many more rows, and the text.
        let mut hanging: Vec<(usize, &'a str)> = vec![(0, ""); limit];
        let mut columns = 0;
        for (cells, texts) in plan.rows.iter().zip(texts) {
            let mut row = Vec::new();
            for (cell, text) in cells.iter().zip(texts) {
                fill_hanging(&mut row, &mut hanging);
                let start = row.len();
                if start >= limit {
                    break;
                }
                let span = cell.columns.min(limit - start);
                for column in 0..span {
                    row.push(if column == 0 { Slot::Text(text) } else { Slot::Spanned(text) });
                    hanging[start + column] = (cell.rows - 1, text);
                }
            }
            fill_hanging(&mut row, &mut hanging);
            // Spans that hang right of the last cell.
            let last = hanging.iter().rposition(|(rows, _)| *rows > 0).map_or(0, |at| at + 1);
            while row.len() < last.min(limit) {
                let slot = &mut hanging[row.len()];
                row.push(if slot.0 > 0 { Slot::Spanned(slot.1) } else { Slot::Empty });
                slot.0 = slot.0.saturating_sub(1);
            }
            columns = columns.max(row.len());
            rows.push(row);
        }
        Self { rows, columns }
    }
}

/// Moves past the columns that cells of earlier rows reach into.
fn fill_hanging<'a>(row: &mut Vec<Slot<'a>>, hanging: &mut [(usize, &'a str)]) {
    while let Some(slot) = hanging.get_mut(row.len()).filter(|slot| slot.0 > 0) {
        slot.0 -= 1;
        row.push(Slot::Spanned(slot.1));
    }
}

/// A column is centred, or flush right, if all cells of it are that were looked at.
fn alignments(tree: &VisibleTree<'_>, plan: &Plan, columns: usize) -> Vec<Alignment> {
    let mut found: Vec<Option<Alignment>> = vec![None; columns];
    let body = plan.rows.iter().skip(plan.headers).take(SAMPLE);
    for row in body.filter(|row| row.iter().all(|cell| cell.columns == 1)) {
        for (cell, slot) in row.iter().zip(&mut found) {
            let own = match tree.style(cell.at).map(|style| style.text_align) {
                Some(TextAlign::Center | TextAlign::WebkitCenter) => Alignment::Center,
                Some(TextAlign::Right | TextAlign::End | TextAlign::WebkitRight) => Alignment::End,
                _ => Alignment::Start,
            };
            // Chrome: header cells are centred by default, which does not apply to their column.
            if !(cell.is_header && own == Alignment::Center) && tree.nodes[cell.at].chars() > 0 {
                *slot = Some(if slot.is_none_or(|known| known == own) { own } else { Alignment::Start });
            }
        }
    }
    found.into_iter().map(|alignment| alignment.unwrap_or(Alignment::Start)).collect()
}
