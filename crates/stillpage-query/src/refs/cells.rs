//! The labels of the cells of tables and grids: the header of their column, or the day that a cell of a calendar stands for.
//! Part of building a fingerprint.

use super::builder::FingerprintBuilder;
use super::fingerprint::{AtomKind, Digest, digest, is_cell_role, normalize};
use super::labels::without_signs;
use crate::aria::Role;
use crate::dom::{LocalName, local_name};

impl FingerprintBuilder<'_> {
    /// Finds the headers of all columns. Of several rows of headers the last counts.
    pub(super) fn find_headers(&mut self) {
        for at in 0..self.walk.len() {
            if self.role(at) != Some(Role::Columnheader) {
                continue;
            }
            let text = without_signs(&normalize(&self.dom.text_content(self.walk.order[at])));
            if let Some(column) = self.column_of(at).filter(|_| !text.is_empty()) {
                self.headers.insert(column, text);
            }
        }
    }

    /// The table and the number of the column of a cell.
    fn column_of(&self, cell: usize) -> Option<(usize, u32)> {
        let is_table = |&at: &usize| matches!(self.role(at), Some(Role::Table | Role::Grid | Role::Treegrid));
        let table = self.walk.ancestors(cell).find(is_table)?;
        let number = |at: usize, name: &str| {
            self.element(at)?.attr(&LocalName::from(name)).and_then(|value| value.trim().parse::<u32>().ok())
        };
        if let Some(given) = number(cell, "aria-colindex") {
            return Some((table, given));
        }
        let row = self.walk.parent(cell)?;
        let before = self.walk.children(row).take_while(|&at| at < cell);
        let before = before.filter(|&at| self.role(at).is_some_and(is_cell_role));
        Some((table, before.map(|at| number(at, "colspan").unwrap_or(1)).fold(1, u32::saturating_add)))
    }

    /// Returns the label of a cell: its own, else the header of its column.
    pub(super) fn cell_label(&self, cell: usize) -> Option<String> {
        let role = self.role(cell).filter(|role| matches!(*role, Role::Cell | Role::Gridcell))?;
        let element = self.element(cell)?;
        let attr = |name: &LocalName| element.attr(name).map(str::trim).filter(|value| !value.is_empty());
        let by_id = |ids: &str| {
            let id = ids.split_ascii_whitespace().next()?;
            let label = self.dom.get_element_by_id(self.dom.tree_root(self.walk.order[cell]), &id.into())?;
            let name = normalize(&self.name(self.walk.place(label)?));
            Some(if name.is_empty() { normalize(&self.dom.text_content(label)) } else { name })
        };
        let own = || {
            let labelled = attr(&local_name!("aria-labelledby")).and_then(by_id);
            labelled.or_else(|| attr(&local_name!("aria-label")).map(str::to_owned))
        };
        let date = attr(&LocalName::from("data-date")).map(str::to_owned);
        let own = date.or_else(|| if role == Role::Gridcell { own() } else { None });
        own.or_else(|| self.headers.get(&self.column_of(cell)?).cloned())
    }

    /// The texts beside a control in a cell with a label, in order, without those of controls: what a planner shows there.
    pub(super) fn cell_texts(&self, place: usize) -> Vec<Digest> {
        let is_cell = |&at: &usize| matches!(self.role(at), Some(Role::Cell | Role::Gridcell));
        let cell = self.walk.ancestors(place).find(is_cell);
        let Some(cell) = cell.filter(|_| self.cell[place] != 0 && self.is_interactive(place)) else {
            return Vec::new();
        };
        let controls = (cell..self.walk.end[cell] as usize).filter(|&at| self.is_interactive(at));
        let names: Vec<Digest> = controls.map(|at| digest(&["t:", &normalize(&self.name(at))])).collect();
        let is_text = |kind| matches!(kind, AtomKind::Content | AtomKind::Number | AtomKind::Numbered);
        let texts =
            self.atoms(cell).atoms.into_iter().filter(|atom| is_text(atom.kind) && !names.contains(&atom.digest));
        texts.map(|atom| atom.digest).collect()
    }
}
