//! The texts of rows: part of building a fingerprint.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::FingerprintBuilder;
use super::fingerprint::{AtomKind, Digest, digest};
use super::page_texts::{MAX_ATOMS, PageTexts, StepKind};
use super::texts::{Atoms, Columns, InRow};
use crate::aria::Role;
use crate::dom::local_name;

impl<'a> FingerprintBuilder<'a> {
    /// Drops rows without a text of their own: a wrapper around each button of a row, a bar of buttons in each
    /// row. What is in them is in the row around them.
    pub(super) fn drop_wrappers(&self, found: &mut [Option<(u32, u32)>], row_texts: &BTreeMap<usize, Atoms<'_>>) {
        let mut alike: FxHashMap<(u32, &str), u32> = FxHashMap::default();
        for (&at, texts) in row_texts {
            if let Some((list, _)) = found[at] {
                *alike.entry((list, &*texts.all)).or_default() += 1;
            }
        }
        for (&at, texts) in row_texts {
            let is_twin = |list: u32| alike.get(&(list, &*texts.all)).is_some_and(|&count| count > 1);
            let is_field = texts.controls == 1 && self.element(at).is_some_and(|e| &*e.name.local == "label");
            if is_field || !texts.has_own && found[at].is_some_and(|(list, _)| texts.controls < 2 || is_twin(list)) {
                found[at] = None;
            }
        }
    }

    /// Drops the numbers of numbered rows: they are positions, not identities.
    pub(super) fn drop_ordinals(found: &[Option<(u32, u32)>], row_texts: &mut BTreeMap<usize, Atoms<'_>>) {
        let mut lists: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &at in row_texts.keys() {
            if let Some((list, _)) = found[at] {
                lists.entry(list).or_default().push(at);
            }
        }
        for rows in lists.values().filter(|rows| rows.len() > 1) {
            let counted = |at: &usize| row_texts.get(at).map_or(&[][..], Atoms::counted);
            let is_ordinal = |&&(column, start): &&(u32, u32)| {
                let in_place = |(at, place): (&usize, u32)| counted(at).contains(&(column, start + place));
                // The same rows in another order keep what their numbers are.
                let in_any_order = || {
                    let only = |at: &usize| {
                        let mut own = counted(at).iter().filter(|(other, _)| *other == column);
                        own.next().filter(|_| own.next().is_none()).map(|&(_, number)| number)
                    };
                    let mut numbers: Vec<u32> = rows.iter().filter_map(only).collect();
                    numbers.sort_unstable();
                    let first = numbers.first().copied().unwrap_or(u32::MAX);
                    numbers.len() == rows.len() && first < 2 && numbers.into_iter().eq((first..).take(rows.len()))
                };
                start < 2 && rows.iter().zip(0..).all(in_place) || in_any_order()
            };
            let first = rows.first().map_or(&[][..], counted);
            let ordinals: FxHashSet<u32> = first.iter().filter(is_ordinal).map(|(column, _)| *column).collect();
            // Where nothing else names the rows, their numbers do: `Task 1`, `Task 2`. Copies of a few rows have names all the same.
            let mut names: FxHashMap<u32, FxHashSet<Digest>> = FxHashMap::default();
            for (column, name) in rows.iter().filter_map(|at| row_texts.get(at)).flat_map(Atoms::worded) {
                names.entry(column).or_default().insert(name);
            }
            let are_filled_in = rows.iter().all(|at| row_texts.get(at).is_some_and(Atoms::has_value));
            let named = are_filled_in || names.values().any(|names| names.len() > 1 && names.len() * 4 >= rows.len());
            for at in rows {
                row_texts.entry(*at).or_default().drop_counted(&ordinals, named);
            }
        }
        for rows in lists.values().filter(|rows| rows.len() > 2) {
            let numbers: Option<Vec<u32>> =
                rows.iter().map(|at| row_texts.get(at)?.number.as_ref().map(|(number, _)| *number)).collect();
            let counted = |numbers: Vec<u32>| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
            if numbers.is_some_and(counted) {
                rows.iter().for_each(|at| row_texts.entry(*at).or_default().drop_number());
            }
        }
    }

    /// The texts at a place and below it, in order.
    pub(super) fn atoms(&self, root: usize) -> Atoms<'a> {
        // Words inside a control are the control's until its subtree ends.
        let mut control_end = 0;
        let mut title_end = 0;
        let said: &'a PageTexts<'a> = self.said;
        let steps = said.visited(root);
        let list = self.walk.parent(root).and_then(|parent| self.classes(parent)).unwrap_or_default();
        let mut columns = Columns::new(root, list, &self.nth);
        let mut found = Atoms::default();
        let mut end = steps.start;
        while end < steps.end && found.atoms.len() < MAX_ATOMS {
            let Some((step, texts)) = said.step(end) else { break };
            end += 1;
            let here = step.place as usize;
            let parent = self.walk.parent(here).unwrap_or(root);
            match step.kind {
                StepKind::Text => {
                    let (is_title, column) = (here < title_end, columns.get(parent));
                    // A heading may open what it names.
                    let in_control = here < control_end && !is_title;
                    let kind = if in_control { AtomKind::Control } else { AtomKind::Content };
                    texts.iter().for_each(|text| found.push(text, kind, InRow { in_control, is_title, column }));
                }
                StepKind::Element => {
                    let column = columns.enter(here, parent);
                    let role = self.role(here);
                    if matches!(role, Some(Role::Heading | Role::Rowheader)) || self.is_legend(here) {
                        title_end = self.walk.end[here] as usize;
                    }
                    // A link's words are its row's: they name what the row is about.
                    if here >= control_end && self.is_interactive(here) && role != Some(Role::Link) && here != root {
                        control_end = self.walk.end[here] as usize;
                        found.controls += 1;
                    }
                    let place = InRow { in_control: here < control_end, is_title: false, column };
                    texts.iter().for_each(|text| found.push(text, text.kind, place));
                }
                StepKind::Silent => {}
            }
        }
        found.all = Cow::Borrowed(said.all(steps.start..end));
        found
    }

    fn is_legend(&self, place: usize) -> bool {
        self.element(place).is_some_and(|element| element.name.local == local_name!("legend"))
    }

    /// Hash of the texts at a place and below it.
    pub(super) fn texts_digest(&self, root: usize) -> Digest {
        let steps = self.said.visited(root);
        match self.said.may_be_cut(steps.clone()) {
            true => digest(&[&self.atoms(root).all]),
            false => digest(&[self.said.all(steps)]),
        }
    }
}
