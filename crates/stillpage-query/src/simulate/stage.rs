//! [`Stage`]: a page while it is re-rendered, with the widget of each node.

use rustc_hash::{FxHashMap, FxHashSet};

use super::place;
use super::random::Random;
use super::words;
use crate::dom::{Dom, Mutation, MutationError, MutationRecord, NodeData, NodeId};

/// A logical widget: what a user would call the same thing, in any node.
pub(super) type Widget = u32;

/// The kind of a copy: of the same widgets as its original, or of others that look like them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CopyKind {
    Same,
    Other,
}

/// A list whose rows are out of the page while placeholders stand in for them.
pub(super) struct HiddenRows {
    pub(super) placeholder: NodeId,
    pub(super) rows: Vec<NodeId>,
}

/// An open dialog.
pub(super) struct Portal {
    pub(super) dialog: NodeId,
    /// The attribute that takes the rest of the page away from keyboard and reader.
    pub(super) attribute: &'static str,
    pub(super) behind: Vec<NodeId>,
}

pub(super) struct Stage {
    pub(super) dom: Dom,
    pub(super) random: Random,
    /// Texts that are or were on the page; never iterated.
    pub(super) used_texts: FxHashSet<String>,
    /// Ids set by the ids op; never iterated.
    pub(super) generated_ids: FxHashSet<String>,
    /// Labels of buttons whose action was swapped for another; never iterated.
    pub(super) swapped_labels: FxHashSet<String>,
    /// Labels of tabs that were chosen before another one was; never iterated.
    pub(super) left_tabs: FxHashSet<String>,
    /// True once the page changed its language.
    pub(super) translated: bool,
    /// All changes, as they were applied together.
    #[cfg(any(test, feature = "internals"))]
    pub(super) changes: Vec<Vec<Mutation>>,
    /// The first change that was not possible.
    pub(super) failure: Option<MutationError>,
    /// By node; `None` for new nodes and those that are not elements.
    widgets: Vec<Option<Widget>>,
    /// The widget whose mark an element carries, by node.
    marks: Vec<Option<Widget>>,
    next_widget: Widget,
    /// Holds what is not on the page.
    pub(super) detached: NodeId,
    pub(super) hidden_rows: Option<HiddenRows>,
    pub(super) portal: Option<Portal>,
    pub(super) toast: Option<NodeId>,
    pub(super) bulk_bar: Option<NodeId>,
    pub(super) navigated: bool,
}

impl Stage {
    /// Every element is its own widget, numbered in document order, and carries the mark of it.
    pub(super) fn new(mut dom: Dom, seed: u64) -> Self {
        let order: Vec<NodeId> = dom.elements_in_order().collect();
        let detached = dom.create(NodeData::Fragment);
        let mut widgets = vec![None; dom.len()];
        for (i, node) in order.iter().enumerate() {
            widgets[node.index()] = u32::try_from(i).ok();
        }
        let mut used_texts = FxHashSet::default();
        for node in dom.descendants(dom.document()) {
            used_texts.extend(place::strings(&dom, node).map(|(_, text)| place::normal(text)));
        }
        let next_widget = u32::try_from(order.len()).unwrap_or(u32::MAX);
        Self {
            dom,
            random: Random::new(seed),
            used_texts,
            generated_ids: FxHashSet::default(),
            swapped_labels: FxHashSet::default(),
            left_tabs: FxHashSet::default(),
            translated: false,
            #[cfg(any(test, feature = "internals"))]
            changes: Vec::new(),
            failure: None,
            marks: widgets.clone(),
            widgets,
            next_widget,
            detached,
            hidden_rows: None,
            portal: None,
            toast: None,
            bulk_bar: None,
            navigated: false,
        }
    }

    pub(super) fn widget(&self, node: NodeId) -> Option<Widget> {
        self.widgets.get(node.index()).copied().flatten()
    }

    pub(super) fn mark(&self, node: NodeId) -> Option<Widget> {
        self.marks.get(node.index()).copied().flatten()
    }

    fn set_widget(&mut self, node: NodeId, widget: Option<Widget>) {
        if self.widgets.len() < self.dom.len() {
            self.widgets.resize(self.dom.len(), None);
        }
        self.widgets[node.index()] = widget;
    }

    fn set_mark(&mut self, node: NodeId, mark: Option<Widget>) {
        if self.marks.len() < self.dom.len() {
            self.marks.resize(self.dom.len(), None);
        }
        self.marks[node.index()] = mark;
    }

    /// Applies changes. The first that is not possible ends them and is kept as `failure`.
    pub(super) fn change(&mut self, mutations: &[Mutation]) -> Vec<MutationRecord> {
        #[cfg(any(test, feature = "internals"))]
        self.changes.push(mutations.to_vec());
        self.dom.apply_all(mutations).unwrap_or_else(|error| {
            self.failure.get_or_insert(error);
            Vec::new()
        })
    }

    fn subtree(&self, top: NodeId) -> Vec<NodeId> {
        std::iter::once(top).chain(self.dom.descendants(top)).collect()
    }

    /// A copy of a subtree, in the tree or detached.
    pub(super) fn copy(
        &mut self,
        node: NodeId,
        parent: NodeId,
        before: Option<NodeId>,
        kind: CopyKind,
    ) -> Option<NodeId> {
        self.copies(&[(node, parent, before)], kind).pop()
    }

    /// Several copies with one pass over the tree.
    pub(super) fn copies(&mut self, wanted: &[(NodeId, NodeId, Option<NodeId>)], kind: CopyKind) -> Vec<NodeId> {
        let mutations: Vec<_> =
            wanted.iter().map(|&(node, parent, before)| Mutation::Copy { node, parent, before }).collect();
        let records = self.change(&mutations);
        let copies: Vec<NodeId> = records.iter().filter_map(|record| record.added.first().copied()).collect();
        if kind == CopyKind::Same {
            for (&(node, ..), &copy) in wanted.iter().zip(&copies) {
                self.inherit(node, copy);
            }
        }
        copies
    }

    /// Moves the widgets of one subtree to another that looks the same.
    fn inherit(&mut self, from: NodeId, to: NodeId) {
        for (old, new) in self.subtree(from).into_iter().zip(self.subtree(to)) {
            // Markup that repairs itself may differ below here.
            if self.dom.element(old).map(|e| &e.name) != self.dom.element(new).map(|e| &e.name) {
                break;
            }
            let widget = self.widget(old);
            self.set_widget(new, widget);
            self.set_widget(old, None);
        }
    }

    /// The marks of one subtree are on its copy too, as `cloneNode` leaves them.
    pub(super) fn copy_marks(&mut self, from: NodeId, to: NodeId) {
        for (old, new) in self.subtree(from).into_iter().zip(self.subtree(to)) {
            let mark = self.mark(old);
            self.set_mark(new, mark);
        }
    }

    /// A new node in the place of another that looks the same and shows the same widgets.
    pub(super) fn replace_by_copy(&mut self, node: NodeId) -> Option<NodeId> {
        let parent = self.dom.node(node).parent?;
        let copy = self.copy(node, parent, Some(node), CopyKind::Same)?;
        self.change(&[Mutation::Remove { node }]);
        Some(copy)
    }

    /// New nodes in the place of all children of a node.
    pub(super) fn replace_children(&mut self, parent: NodeId) {
        let children: Vec<NodeId> = self.dom.children(parent).collect();
        let wanted: Vec<_> = children.iter().map(|&child| (child, parent, Some(child))).collect();
        self.copies(&wanted, CopyKind::Same);
        let removals: Vec<_> = children.into_iter().map(|node| Mutation::Remove { node }).collect();
        self.change(&removals);
    }

    pub(super) fn insert_html(&mut self, parent: NodeId, before: Option<NodeId>, html: String) -> Option<NodeId> {
        let records = self.change(&[Mutation::InsertHtml { parent, before, html }]);
        records.first()?.added.iter().copied().find(|&node| self.dom.element(node).is_some())
    }

    /// Patches a subtree to look like another, by position and in place as far as the kinds of nodes allow. Consumes the
    /// source.
    pub(super) fn patch(&mut self, target: NodeId, source: NodeId, with_all_attributes: bool) {
        let mut changes = Vec::new();
        self.plan_patch(target, source, with_all_attributes, &mut changes);
        self.change(&changes);
    }

    /// Adds the changes of [`patch`](Self::patch) to `changes`: each application costs a pass over the tree, so
    /// patches are applied in batches.
    pub(super) fn plan_patch(
        &mut self,
        target: NodeId,
        source: NodeId,
        with_all_attributes: bool,
        changes: &mut Vec<Mutation>,
    ) {
        let mut open = vec![(target, source)];
        while let Some((target, source)) = open.pop() {
            if let (Some(old), Some(new)) = (self.dom.element(target), self.dom.element(source)) {
                attribute_changes(target, old, new, changes);
                if let (Some(old), Some(new)) = (old.shadow_root, new.shadow_root) {
                    open.push((old, new));
                }
                if let (Some(old), Some(new)) = (old.template_contents, new.template_contents) {
                    open.push((old, new));
                }
                let widget = self.widget(source);
                self.set_widget(target, widget);
                self.set_widget(source, None);
                if with_all_attributes {
                    self.set_mark(target, None);
                }
            }
            let (olds, news): (Vec<_>, Vec<_>) =
                (self.dom.children(target).collect(), self.dom.children(source).collect());
            for at in 0..olds.len().max(news.len()) {
                match (olds.get(at).copied(), news.get(at).copied()) {
                    (Some(old), Some(new)) => match (&self.dom.node(old).data, &self.dom.node(new).data) {
                        (NodeData::Text(was), NodeData::Text(is)) => {
                            let (was, is) = (self.dom.text_in(was), self.dom.text_in(is));
                            if was != is {
                                changes.push(Mutation::SetText { node: old, text: is.to_owned() });
                            }
                        }
                        (NodeData::Element(was), NodeData::Element(is)) if was.name == is.name => open.push((old, new)),
                        _ => {
                            changes.push(Mutation::Move { node: new, parent: target, before: Some(old) });
                            changes.push(Mutation::Remove { node: old });
                        }
                    },
                    (Some(old), None) => changes.push(Mutation::Remove { node: old }),
                    (None, Some(new)) => changes.push(Mutation::Move { node: new, parent: target, before: None }),
                    (None, None) => {}
                }
            }
        }
    }

    /// Makes all elements of a subtree other widgets.
    pub(super) fn replace_widgets(&mut self, top: NodeId) {
        for node in self.subtree(top) {
            self.set_widget(node, None);
        }
    }

    /// Removes the marks of a subtree; returns how many.
    pub(super) fn unmark(&mut self, top: NodeId) -> usize {
        let mut gone = 0;
        for node in self.subtree(top) {
            gone += usize::from(self.mark(node).is_some());
            self.set_mark(node, None);
        }
        gone
    }

    /// Assigns new widgets to new elements.
    pub(super) fn number_new_widgets(&mut self) {
        for node in self.dom.elements_in_order().collect::<Vec<_>>() {
            if self.widget(node).is_none() {
                self.set_widget(node, Some(self.next_widget));
                self.next_widget = self.next_widget.saturating_add(1);
            }
        }
    }

    /// Replaces the texts of a subtree by texts that were never on the page, except those that `stays` keeps.
    pub(super) fn rewrite(&mut self, top: NodeId, stays: &dyn Fn(&Dom, NodeId, place::TextSource, &str) -> bool) {
        let mut changes = Vec::new();
        let mut renamed: FxHashMap<String, String> = FxHashMap::default();
        let mut replaced: FxHashMap<String, String> = FxHashMap::default();
        for node in self.subtree(top) {
            let strings: Vec<(place::TextSource, String)> =
                place::strings(&self.dom, node).map(|(source, text)| (source, text.to_owned())).collect();
            for (source, old) in strings {
                if old.trim().is_empty() || stays(&self.dom, node, source, &old) {
                    continue;
                }
                let key = place::normal(&old);
                let new = match replaced.get(&key) {
                    Some(new) => new.clone(),
                    None => {
                        let new = self.other_text(source, &old);
                        replaced.insert(key, new.clone());
                        new
                    }
                };
                changes.push(match source {
                    place::TextSource::Text => Mutation::SetText { node, text: new },
                    place::TextSource::Attribute(name) => {
                        Mutation::SetAttribute { node, name: name.to_owned(), value: new }
                    }
                });
            }
            if let Some(id) = self.dom.element(node).and_then(|e| e.id.as_ref()) {
                let new = format!("{id}-{}", words::phrase(&mut self.random, &mut self.used_texts, "x"));
                renamed.insert(id.to_string(), new.clone());
                changes.push(Mutation::SetAttribute { node, name: "id".to_owned(), value: new });
            }
        }
        for node in self.subtree(top) {
            let Some(element) = self.dom.element(node) else { continue };
            for attribute in &element.attributes {
                let name: &str = &attribute.name.local;
                if !matches!(
                    name,
                    "for" | "list" | "form" | "aria-labelledby" | "aria-describedby" | "aria-controls" | "aria-owns"
                ) {
                    continue;
                }
                let ids = attribute.value.split_ascii_whitespace();
                let new: Vec<&str> = ids.map(|id| renamed.get(id).map_or(id, String::as_str)).collect();
                changes.push(Mutation::SetAttribute { node, name: name.to_owned(), value: new.join(" ") });
            }
        }
        self.change(&changes);
    }

    fn other_text(&mut self, source: place::TextSource, old: &str) -> String {
        if let place::TextSource::Attribute("href") = source {
            return match old {
                "" | "#" => old.to_owned(),
                _ => format!("{old}-{}", words::phrase(&mut self.random, &mut self.used_texts, "x")),
            };
        }
        // What no sheet or script depends on: an image keeps its address but for the fragment.
        if let place::TextSource::Attribute("src") = source {
            return old.to_owned();
        }
        if !old.chars().any(char::is_alphabetic) {
            return words::other_digits(&mut self.random, old);
        }
        words::phrase(&mut self.random, &mut self.used_texts, old)
    }

    /// True if the texts of each of these rows are unique on the page.
    pub(super) fn are_distinct(&self, rows: &[NodeId]) -> bool {
        let mut count: FxHashMap<String, usize> = FxHashMap::default();
        for list in place::lists(&self.dom) {
            for row in list.rows {
                *count.entry(place::visible_text(&self.dom, row)).or_default() += 1;
            }
        }
        rows.iter().all(|&row| {
            let visible_text = place::visible_text(&self.dom, row);
            !visible_text.is_empty() && count.get(&visible_text).is_none_or(|&n| n <= 1)
        })
    }

    /// True if a control is distinct from all others with its label: by the label or by its row.
    pub(super) fn is_distinct_control(&self, control: NodeId, label: &str) -> bool {
        if place::labelled(&self.dom).iter().filter(|other| other.label == label).count() <= 1 {
            return true;
        }
        let lists = place::lists(&self.dom);
        let rows: FxHashSet<NodeId> = lists.into_iter().flat_map(|list| list.rows).collect();
        let row = self.dom.ancestors(control).find(|ancestor| rows.contains(ancestor));
        row.is_some_and(|row| {
            let twins = place::labelled(&self.dom);
            let here = twins.iter().filter(|t| t.label == label && self.dom.contains(row, t.control)).count();
            here <= 1 && self.are_distinct(&[row])
        })
    }
}

fn attribute_changes(
    target: NodeId,
    old: &crate::dom::ElementData,
    new: &crate::dom::ElementData,
    changes: &mut Vec<Mutation>,
) {
    // What a parser takes as a name may be none for scripts.
    let usable = |name: &str| {
        !name.is_empty() && !name.contains([' ', '\t', '\n', '\x0C', '\r', '\0', '/', '>', '=', '"', '\''])
    };
    for attribute in &new.attributes {
        let name = &attribute.name.local;
        if attribute.name.ns == crate::dom::ns!() && usable(name) && old.attr(name) != Some(&attribute.value) {
            let (name, value) = (name.to_string(), attribute.value.to_string());
            changes.push(Mutation::SetAttribute { node: target, name, value });
        }
    }
    for attribute in &old.attributes {
        let name = &attribute.name.local;
        if attribute.name.ns == crate::dom::ns!() && usable(name) && new.attr(name).is_none() {
            changes.push(Mutation::RemoveAttribute { node: target, name: name.to_string() });
        }
    }
}
