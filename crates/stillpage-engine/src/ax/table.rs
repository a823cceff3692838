//! Tables: which of them hold data and which only place things, and the cells that header cells head.

use super::role::{attr, explicit};
use crate::dom::{Dom, NodeId, ns};
use crate::layout::Layout;
use crate::style::Styles;

/// The table around a part of it, in the markup.
pub(super) fn table_of(dom: &Dom, node: NodeId) -> Option<NodeId> {
    dom.ancestors(node).find(|&n| is(dom, n, "table"))
}

fn is(dom: &Dom, node: NodeId, tag: &str) -> bool {
    dom.element(node).is_some_and(|e| e.name.ns == ns!(html) && &*e.name.local == tag)
}

/// The rows of a table, in order.
pub(super) fn rows(dom: &Dom, table: NodeId) -> Vec<NodeId> {
    let sections = dom.child_elements(table).flat_map(|child| {
        let tag = dom.element(child).map(|e| &*e.name.local);
        match tag {
            Some("tr") => vec![child],
            Some("thead" | "tbody" | "tfoot") => dom.child_elements(child).filter(|&n| is(dom, n, "tr")).collect(),
            _ => Vec::new(),
        }
    });
    sections.collect()
}

fn cells(dom: &Dom, row: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    dom.child_elements(row).filter(|&n| is(dom, n, "td") || is(dom, n, "th"))
}

/// Chrome: whether a `table` element is a table of data; else it places things, and its parts have roles of their own.
pub(super) fn is_data_table(dom: &Dom, styles: &Styles, layout: &Layout, table: NodeId) -> bool {
    let Some(element) = dom.element(table) else { return false };
    if dom.editing_host(table).is_some() {
        return true;
    }
    let filled = |name: &str| attr(element, name).is_some_and(|value| !value.is_empty());
    if filled("summary") || matches!(attr(element, "rules"), Some("all" | "cols" | "groups" | "none" | "rows")) {
        return true;
    }
    if dom.child_elements(table).any(|n| {
        is(dom, n, "caption")
            || is(dom, n, "thead")
            || is(dom, n, "tfoot")
            || is(dom, n, "col")
            || is(dom, n, "colgroup")
    }) {
        return true;
    }
    let rows = rows(dom, table);
    let columns = rows.iter().take(20).map(|&row| cells(dom, row).count()).max().unwrap_or_default();
    if rows.is_empty() || columns == 0 {
        return false;
    }
    if rows.len() == 1 && columns == 1 {
        return false;
    }
    if rows.len() >= 20 {
        return true;
    }
    let border = |node: NodeId| {
        styles.get(node).map(|s| {
            let width = |side: &crate::style::computed::BorderSide| side.width > 0.0;
            (width(&s.border.top), width(&s.border.bottom), width(&s.border.left), width(&s.border.right))
        })
    };
    let background = |node: NodeId| styles.get(node).map(|s| s.background_color);
    let (mut valid, mut bordered, mut colored) = (0, 0, 0);
    let (mut top, mut bottom, mut left, mut right) = (0, 0, 0, 0);
    let table_color = background(table);
    for &row in &rows {
        for cell in cells(dom, row) {
            let Some(data) = dom.element(cell) else { continue };
            if is(dom, cell, "th") {
                return true;
            }
            if ["headers", "abbr", "axis", "scope"].iter().any(|name| attr(data, name).is_some_and(|v| !v.is_empty())) {
                return true;
            }
            let Some(placed) = layout.get(cell) else { continue };
            if placed.size().width < 1.0 || placed.size().height < 1.0 {
                continue;
            }
            valid += 1;
            if let Some((t, b, l, r)) = border(cell) {
                if (t || b) && (l || r) || t && b || l && r {
                    bordered += 1;
                }
                top += i32::from(t);
                bottom += i32::from(b);
                left += i32::from(l);
                right += i32::from(r);
            }
            let own = background(cell);
            if own != table_color && own.is_some_and(|color| !color.is_transparent()) {
                colored += 1;
            }
        }
    }
    if valid <= 1 {
        return false;
    }
    let most = (valid + 1) / 2;
    if bordered >= most || top >= most || bottom >= most || left >= most || right >= most {
        return true;
    }
    if colored >= most {
        return true;
    }
    // Rows in alternating colors.
    if rows.len() >= 3 {
        let colors: Vec<_> = rows.iter().map(|&row| background(row)).collect();
        if colors[0] != colors[1] && colors.iter().skip(2).zip(&colors).all(|(a, b)| a == b) {
            return true;
        }
    }
    false
}

/// The role of a header cell.
pub(super) fn header_role(dom: &Dom, cell: NodeId) -> &'static str {
    let scope = dom.element(cell).and_then(|e| attr(e, "scope")).map(str::to_ascii_lowercase);
    match scope.as_deref() {
        Some("row" | "rowgroup") => return "rowheader",
        Some("col" | "colgroup") => return "columnheader",
        _ => {}
    }
    let sibling = |forward: bool| {
        let mut at = cell;
        loop {
            let links = dom.node(at);
            at = if forward { links.next_sibling? } else { links.previous_sibling? };
            if dom.element(at).is_some() {
                return Some(at);
            }
        }
    };
    let (before, after) = (sibling(false), sibling(true));
    let is_header = |n: Option<NodeId>| n.is_some_and(|n| is(dom, n, "th"));
    if is_header(before) && is_header(after) {
        return "columnheader";
    }
    let is_data = |n: NodeId| is(dom, n, "td") && dom.node(n).first_child.is_some();
    let heads_data = dom.node(cell).parent.is_some_and(|row| dom.child_elements(row).any(is_data));
    if heads_data { "rowheader" } else { "columnheader" }
}

/// The role of a data cell in a table with this role.
pub(super) fn cell_role(dom: &Dom, table: Option<NodeId>) -> &'static str {
    match table.and_then(|table| explicit(dom, table)) {
        Some("grid" | "treegrid") => "gridcell",
        _ => "cell",
    }
}

/// The role of a table's part as the table's own kind has it.
pub(super) fn part_of_layout_table(kind: &'static str) -> &'static str {
    match kind {
        "table" => "LayoutTable",
        "row" => "LayoutTableRow",
        "cell" | "columnheader" | "rowheader" => "LayoutTableCell",
        "rowgroup" => "generic",
        other => other,
    }
}
