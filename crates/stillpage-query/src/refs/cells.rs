//! The labels of the cells of tables and grids: the header of their column, or the day that a cell of a calendar stands for.
//! Part of building a fingerprint.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::builder::FingerprintBuilder;
use super::fingerprint::{AtomKind, Digest, digest, is_cell_role, normalize};
use super::labels::without_signs;
use super::texts::Atoms;
use crate::aria::Role;
use crate::dom::{LocalName, local_name, ns};

impl FingerprintBuilder<'_> {
    /// Finds the headers of all columns. Of several rows of headers the last counts.
    pub(super) fn find_headers(&mut self) {
        for at in 0..self.walk.len() {
            if self.role(at) != Some(Role::Columnheader) {
                continue;
            }
            let text = normalize(&self.dom.text_content(self.walk.order[at]));
            let text = without_signs(&text);
            if let Some(column) = self.column_of(at).filter(|_| !text.is_empty()) {
                self.headers.insert(column, text.into_owned());
            }
        }
    }

    /// The table and the number of the column of a cell.
    fn column_of(&self, cell: usize) -> Option<(usize, u32)> {
        let is_table = |&at: &usize| matches!(self.role(at), Some(Role::Table | Role::Grid | Role::Treegrid));
        let table = self.walk.ancestors(cell).find(is_table)?;
        let number = |at: usize, name: &LocalName| {
            self.element(at)?.attr(name).and_then(|value| value.trim().parse::<u32>().ok())
        };
        if let Some(given) = number(cell, &local_name!("aria-colindex")) {
            return Some((table, given));
        }
        let row = self.walk.parent(cell)?;
        let before = self.walk.children(row).take_while(|&at| at < cell);
        let before = before.filter(|&at| self.role(at).is_some_and(is_cell_role));
        Some((table, before.map(|at| number(at, &local_name!("colspan")).unwrap_or(1)).fold(1, u32::saturating_add)))
    }

    /// The rows of tables that have details, by the place of the details: a row of a single cell as wide as several, below a row
    /// of several, that has rows or two texts in it. Where the first row is such a one, they are headings.
    pub(super) fn rows_with_details(
        &self,
        found: &[Option<(u32, u32)>],
        texts: &BTreeMap<usize, Atoms<'_>>,
    ) -> FxHashMap<usize, usize> {
        let mut details = FxHashMap::default();
        // By group of rows: the last one of several cells, if the first was one.
        let mut above: FxHashMap<usize, Option<usize>> = FxHashMap::default();
        for (at, _) in found.iter().enumerate().filter(|(_, found)| found.is_some()) {
            let Some(group) = self.walk.parent(at).filter(|_| self.role(at) == Some(Role::Row)) else { continue };
            let is_spanning = self.is_spanning(at);
            let row = above.entry(group).or_insert((!is_spanning).then_some(at));
            if let Some(row) = row.as_mut() {
                if !is_spanning {
                    *row = at;
                } else if self.has_details(at, found, texts) {
                    details.insert(at, *row);
                }
            }
        }
        details
    }

    /// True for a row whose only cell is as wide as several.
    fn is_spanning(&self, row: usize) -> bool {
        let mut cells = self.walk.children(row).filter(|&at| self.element(at).is_some());
        let (Some(cell), None) = (cells.next(), cells.next()) else { return false };
        self.element(cell).is_some_and(|cell| {
            let columns = cell.attr(&local_name!("colspan")).and_then(|columns| columns.trim().parse::<u32>().ok());
            cell.name.local == local_name!("td") && columns.is_some_and(|columns| columns > 1)
        })
    }

    fn has_details(&self, row: usize, found: &[Option<(u32, u32)>], texts: &BTreeMap<usize, Atoms<'_>>) -> bool {
        let inner = row + 1..self.walk.end[row] as usize;
        let said =
            texts.get(&row).map_or(0, |texts| texts.atoms.iter().filter(|atom| atom.kind == AtomKind::Content).count());
        said > 1 || inner.into_iter().any(|at| found[at].is_some())
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
        let date = element.attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == "data-date");
        let date = date.map(|date| date.value.trim()).filter(|date| !date.is_empty()).map(str::to_owned);
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
