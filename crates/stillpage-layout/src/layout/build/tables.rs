//! Table parts and the anonymous boxes around them: <https://www.w3.org/TR/CSS22/tables.html#anonymous-boxes>.

use super::builder::{Builder, Item, ItemKind, Items, TableRole};
use super::kinds::is_out_of_line;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::style::computed::Display;

impl Builder<'_> {
    /// Children of a table part, in the anonymous row groups, rows and cells they need.
    pub(super) fn fill_table(&mut self, id: BoxId, role: TableRole, items: &[Item]) {
        let mut children = Vec::new();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            if self.is_proper(role, item) {
                at += 1;
                if let Some(child) = self.element(item) {
                    self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                    children.push(child);
                }
                continue;
            }
            let end = items[at..].iter().position(|i| self.is_proper(role, i)).map_or(items.len(), |n| at + n);
            // Chrome: white space makes no box in a table, even between inline boxes.
            let run: Items = items[at..end].iter().filter(|i| !self.is_collapsible_space(i)).cloned().collect();
            at = end;
            if run.is_empty() {
                continue;
            }
            let (kind, display) = match role {
                TableRole::Table => (BoxKind::TableRowGroup, Display::TableRowGroup),
                TableRole::RowGroup => (BoxKind::TableRow, Display::TableRow),
                TableRole::Row => (BoxKind::TableCell, Display::TableCell),
            };
            let part = self.make_anonymous(kind, id, display);
            match role {
                TableRole::Table => self.fill_table(part, TableRole::RowGroup, &run),
                TableRole::RowGroup => self.fill_table(part, TableRole::Row, &run),
                TableRole::Row => self.fill_flow(part, &run),
            }
            children.push(part);
        }
        self.link(id, &children);
    }

    pub(super) fn is_proper(&self, role: TableRole, item: &Item) -> bool {
        if item.kind != ItemKind::Element || is_out_of_line(&item.style) {
            return false;
        }
        match (role, item.style.display) {
            (
                TableRole::Table,
                Display::TableCaption
                | Display::TableColumnGroup
                | Display::TableColumn
                | Display::TableRowGroup
                | Display::TableHeaderGroup
                | Display::TableFooterGroup,
            )
            | (TableRole::RowGroup, Display::TableRow)
            | (TableRole::Row, Display::TableCell) => true,
            // Columns in a row group make no box at all, but are not wrapped either.
            (TableRole::RowGroup | TableRole::Row, Display::TableColumn | Display::TableColumnGroup) => false,
            _ => false,
        }
    }

    pub(super) fn fill_columns(&mut self, id: BoxId, items: &[Item]) {
        let columns: Vec<BoxId> = items
            .iter()
            .filter(|i| i.kind == ItemKind::Element && i.style.display == Display::TableColumn)
            .filter_map(|i| self.element(i))
            .collect();
        self.link(id, &columns);
    }
}
