//! The texts of rows: part of building a fingerprint.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::{FingerprintBuilder, MAX_VISITED};
use super::fingerprint::{AtomKind, Digest, digest};
use super::generated::{IdKind, id_kind, is_temporary};
use super::texts::{Atoms, Columns, MAX_ATOMS, Text, is_hidden_field, is_typed, subject_of};
use crate::aria::Role;
use crate::dom::{Dom, NodeData};

impl<'a> FingerprintBuilder<'a> {
    /// Drops rows without a text of their own: a wrapper around each button of a row, a bar of buttons in each
    /// row. What is in them is in the row around them.
    pub(super) fn drop_wrappers(&self, found: &mut [Option<(u32, u32)>], row_texts: &BTreeMap<usize, Atoms>) {
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
    pub(super) fn drop_ordinals(found: &[Option<(u32, u32)>], row_texts: &mut BTreeMap<usize, Atoms>) {
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
    pub(super) fn atoms(&self, root: usize) -> Atoms {
        self.collect_texts(root, Atoms::default())
    }

    /// Hash of the texts at a place and below it.
    pub(super) fn texts_digest(&self, root: usize) -> Digest {
        let brief = self.collect_texts(root, Atoms::brief());
        let all = if brief.may_be_cut() { self.atoms(root).all } else { brief.all };
        digest(&[&all])
    }

    fn collect_texts(&self, root: usize, mut found: Atoms) -> Atoms {
        // Words inside a control are the control's until its subtree ends.
        let mut control_end = 0;
        let mut title_end = 0;
        let (mut at, end) = (root, self.walk.end[root] as usize);
        let mut left = MAX_VISITED;
        let list = self.walk.parent(root).and_then(|parent| self.classes(parent)).unwrap_or_default();
        let mut columns = Columns::new(root, list, &self.nth);
        while at < end && left > 0 && found.atoms.len() < MAX_ATOMS {
            left -= 1;
            let here = at;
            at += 1;
            let in_control = here < control_end;
            let parent = self.walk.parent(here).unwrap_or(root);
            match &self.dom.node(self.walk.order[here]).data {
                NodeData::Text(_) => {
                    let (text, next) = self.text_run(here, end);
                    at = next;
                    let (is_title, column) = (here < title_end, columns.get(parent));
                    // A heading may open what it names.
                    let in_control = in_control && !is_title;
                    let kind = if in_control { AtomKind::Control } else { AtomKind::Content };
                    found.push(Text { kind, prefix: "t:", text: &text, in_control, is_title, column });
                }
                NodeData::Element(element) => {
                    if matches!(&*element.name.local, "style" | "script" | "template" | "head" | "noscript") {
                        at = self.walk.end[here] as usize;
                        continue;
                    }
                    let column = if found.is_brief() { 0 } else { columns.enter(here, parent, &element.name.local) };
                    let role = self.role(here);
                    let interactive = self.is_interactive(here);
                    if &*element.name.local == "legend" || matches!(role, Some(Role::Heading | Role::Rowheader)) {
                        title_end = self.walk.end[here] as usize;
                    }
                    // A link's words are its row's: they name what the row is about.
                    if here >= control_end && interactive && role != Some(Role::Link) && here != root {
                        control_end = self.walk.end[here] as usize;
                        found.controls += 1;
                    }
                    if &*element.name.local == "textarea" {
                        // A row that is open for editing has its texts in fields.
                        let text = self.dom.text_content(self.walk.order[here]);
                        let in_control = here < control_end;
                        found.push(Text {
                            kind: AtomKind::Value,
                            prefix: "t:",
                            text: &text,
                            in_control,
                            is_title: false,
                            column,
                        });
                        at = self.walk.end[here] as usize;
                    }
                    self.attribute_atoms(&mut found, here, (here < control_end, column));
                }
                _ => {}
            }
        }
        found
    }

    /// The text at a place with the siblings that continue it, and the place behind it: frameworks write `Guest {n}` as two
    /// texts, some with a comment between them.
    pub(super) fn text_run(&self, place: usize, end: usize) -> (Cow<'a, str>, usize) {
        let dom: &'a Dom = self.dom;
        let mut run: Cow<'a, str> = Cow::Borrowed("");
        let mut at = place;
        while at < end && self.walk.parent[at] == self.walk.parent[place] {
            match &dom.node(self.walk.order[at]).data {
                NodeData::Text(text) if run.is_empty() => run = Cow::Borrowed(dom.text_in(text)),
                NodeData::Text(text) => run.to_mut().push_str(dom.text_in(text)),
                NodeData::Comment(_) => {}
                _ => break,
            }
            at += 1;
        }
        (run, at)
    }

    /// The texts in the attributes of an element of a row.
    pub(super) fn attribute_atoms(&self, found: &mut Atoms, here: usize, (in_control, column): (bool, u32)) {
        let Some(element) = self.element(here) else { return };
        let role = self.role(here);
        let field = matches!(role, Some(Role::Textbox | Role::Combobox | Role::Searchbox | Role::Spinbutton));
        let label_kind = if field { AtomKind::Control } else { AtomKind::Content };
        for attribute in &element.attributes {
            let (kind, prefix) = match &*attribute.name.local {
                "alt" => (AtomKind::Content, "t:"),
                "aria-label" => (label_kind, "t:"),
                "title" | "placeholder" => (AtomKind::Control, "t:"),
                "href" if role == Some(Role::Link) => (AtomKind::Content, "href:"),
                "href" => (AtomKind::Control, "href:"),
                // A row that is open for editing has its texts in fields.
                "value" if is_typed(element) => (AtomKind::Value, "t:"),
                "value" if is_hidden_field(element) => (AtomKind::Hidden, "value:"),
                "value" => (AtomKind::Control, "value:"),
                "name" | "id" => {
                    let kind = match id_kind(&attribute.value) {
                        _ if is_temporary(&attribute.value) => AtomKind::Temporary,
                        IdKind::Generated => continue,
                        // It may be the row's place in its list, or its key.
                        IdKind::Counted => AtomKind::Hidden,
                        IdKind::Authored => AtomKind::Control,
                    };
                    (kind, if &*attribute.name.local == "id" { "id:" } else { "name:" })
                }
                "src" if !attribute.value.starts_with("data:") => (AtomKind::Image, "src:"),
                _ => continue,
            };
            let text = if prefix == "href:" { subject_of(&attribute.value) } else { &attribute.value };
            found.push(Text { kind, prefix, text, in_control, is_title: false, column });
            if prefix == "href:" {
                found.push_link(&attribute.value, column);
            }
        }
    }
}
