//! Table parts and the anonymous boxes around them: <https://www.w3.org/TR/CSS22/tables.html#anonymous-boxes>.

use super::builder::{Builder, Item, ItemKind, Items, TableRole};
use super::kinds::{collapses_away, is_out_of_line, is_space};
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
            let run = self.without_space(&items[at..end]);
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

    /// Returns items without the white space that makes no box in a table.
    ///
    /// Chrome: even between inline boxes it has none; directly after a text or a break it is kept where it would be in a block.
    fn without_space(&self, items: &[Item]) -> Items {
        /// The end of what is before an item, as far as white space after it depends on it.
        enum Before {
            Other,
            Break,
            Text { ends_with_space: bool },
        }
        let mut before = Before::Other;
        let mut kept = Items::new();
        for item in items {
            if item.kind == ItemKind::Text {
                let preserves = !collapses_away(self.item_text(item), &item.style);
                let has_box = match before {
                    Before::Other => false,
                    Before::Break => preserves,
                    Before::Text { ends_with_space } => preserves || !ends_with_space,
                };
                if !has_box && self.is_collapsible_space(item) {
                    continue;
                }
                before =
                    Before::Text { ends_with_space: self.item_text(item).bytes().next_back().is_some_and(is_space) };
            } else if !is_out_of_line(&item.style) {
                before = match self.kind_of_element(item) {
                    BoxKind::Br => Before::Break,
                    BoxKind::Wbr => Before::Text { ends_with_space: false },
                    _ => Before::Other,
                };
            }
            kept.push(item.clone());
        }
        kept
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
