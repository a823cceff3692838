//! Plays events on a tree.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use url::Url;

use super::attributes::{Change, Recorded, change, recorded, svg_name, with_declarations};
use super::edits::{Edits, SheetPlace};
use super::events::{EventKind, page_of_entry};
use crate::dom::{
    DoctypeData, Dom, ElementNamespace, ElementState, Mutation, MutationRecord, NodeData, NodeId, Quirks, local_name,
};
use crate::limits::Limit;
use crate::recording::json::Item;

/// The reason why a page is not as it was.
const LACKS_NODES: &str = "it changes nodes that were never recorded; these changes are left out";

/// A page while its events happen.
pub(in crate::recording) struct Player {
    pub(super) dom: Dom,
    /// The nodes by the recorder's numbers.
    pub(in crate::recording) nodes: FxHashMap<u64, NodeId>,
    /// The changes since they were last taken.
    records: Vec<MutationRecord>,
    /// Style sheets, shadow roots or documents are others than then.
    pub(super) has_other_sheets: bool,
    focus: Option<NodeId>,
    /// The element whose attributes say that it has the focus.
    shown_focus: Option<NodeId>,
    /// The node that the mouse is over, as far as it is known.
    pointer: Option<NodeId>,
    /// Sheets that scripts made, by the recorder's numbers.
    pub(super) made_sheets: FxHashMap<u64, String>,
    /// The made sheets that a document or shadow root has adopted.
    pub(super) adopted: FxHashMap<NodeId, Vec<u64>>,
    /// The sheets of `link` elements.
    pub(super) linked_sheets: u64,
    /// The sheets whose rules are changed one by one.
    pub(super) edited: FxHashMap<SheetPlace, Edits>,
    /// The tree has been rendered: what changes in it is to be known.
    keeps_changes: bool,
    /// Changes were of nodes that are not there.
    lacks_nodes: bool,
}

/// A node to create.
struct Task<'a> {
    item: Item<'a>,
    parent: NodeId,
    outer: ElementNamespace,
}

pub(super) fn number(item: Item<'_>) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a whole number in range"
    )]
    item.number().filter(|n| (0.0..9e15).contains(n) && n.fract() == 0.0).map(|n| n as u64)
}

pub(super) fn number_of(item: Item<'_>, name: &str) -> Option<u64> {
    item.get(name).and_then(number)
}

impl Player {
    pub(super) fn new(url: Option<Url>) -> Self {
        let mut dom = Dom::new();
        let document = dom.document();
        dom.describe_document(document, url, Quirks::NoQuirks);
        Self {
            dom,
            nodes: FxHashMap::default(),
            records: Vec::new(),
            has_other_sheets: false,
            focus: None,
            shown_focus: None,
            pointer: None,
            made_sheets: FxHashMap::default(),
            adopted: FxHashMap::default(),
            linked_sheets: 0,
            edited: FxHashMap::default(),
            keeps_changes: false,
            lacks_nodes: false,
        }
    }

    /// Writes down what is known besides the tree, once events have been played.
    pub(super) fn settle(&mut self) {
        self.put_sheets();
        if std::mem::take(&mut self.lacks_nodes) {
            self.dom.note_unreadable("a part of the recording", LACKS_NODES);
        }
        self.dom.set_recorded_hover(self.pointer.filter(|&node| self.dom.is_connected(node)));
        if self.focus == self.shown_focus {
            return;
        }
        if let Some(focus) = self.shown_focus {
            self.set_state(focus, ElementState::Focus(false));
        }
        if let Some(focus) = self.focus {
            self.set_state(focus, ElementState::Focus(true));
        }
        self.shown_focus = self.focus;
    }

    /// Forgets the changes up to now, and keeps those that follow.
    pub(super) fn keep_changes(&mut self) {
        let _ = self.take_changes();
        self.keeps_changes = true;
    }

    /// Takes the changes since the last call, and returns `true` beside them if style sheets changed since.
    pub(super) fn take_changes(&mut self) -> (Vec<MutationRecord>, bool) {
        (std::mem::take(&mut self.records), std::mem::take(&mut self.has_other_sheets))
    }

    /// Plays one event.
    pub(super) fn play(&mut self, kind: EventKind, event: Item<'_>) {
        let Some(data) = page_of_entry(event).or(event.get("data")) else { return };
        if matches!(kind, EventKind::FullSnapshot | EventKind::Mutation | EventKind::AdoptedStyleSheet) {
            self.put_sheets();
        }
        let node = || number_of(data, "id").and_then(|id| self.nodes.get(&id)).copied();
        match kind {
            EventKind::FullSnapshot => self.full_snapshot(data),
            EventKind::Mutation => self.mutation(data),
            EventKind::Focus => self.focus = node(),
            EventKind::Blur => self.focus = self.focus.filter(|&focus| node() != Some(focus)),
            EventKind::Pointer => {
                let last = data.get("positions").and_then(|positions| positions.items().next_back()).unwrap_or(data);
                self.pointer = number_of(last, "id").and_then(|id| self.nodes.get(&id)).copied();
            }
            EventKind::Scroll => {
                // The mouse is over something else now, and nothing says over what.
                self.pointer = None;
                if let Some(node) = node() {
                    self.scrolled(node, data.number_of("x").unwrap_or(0.0), data.number_of("y").unwrap_or(0.0));
                }
            }
            EventKind::Input => {
                if let Some(node) = node() {
                    self.input(node, data);
                }
            }
            EventKind::StyleSheetRule => self.rules_changed(data),
            EventKind::StyleDeclaration => self.declaration_changed(data),
            EventKind::AdoptedStyleSheet => self.adopted(data),
            EventKind::Meta | EventKind::Click | EventKind::Touch | EventKind::Resize | EventKind::Other => {}
        }
    }

    pub(super) fn change(&mut self, mutation: &Mutation) -> bool {
        let record = self.dom.change(mutation);
        let is_done = record.is_ok();
        if self.keeps_changes {
            self.records.extend(record);
        }
        is_done
    }

    pub(super) fn set_attribute(&mut self, node: NodeId, name: &str, value: Option<&str>) {
        let name = name.to_owned();
        self.change(&match value {
            Some(value) => Mutation::SetAttribute { node, name, value: value.to_owned() },
            None => Mutation::RemoveAttribute { node, name },
        });
    }

    pub(super) fn set_state(&mut self, node: NodeId, state: ElementState<'_>) {
        let Some(element) = self.dom.element(node) else { return };
        let name = element.name.local.to_string();
        let kind = element.attr(&local_name!("type")).map(str::to_owned);
        if let Some((attribute, value)) = state.attribute(&name, kind.as_deref()) {
            self.set_attribute(node, attribute, value.as_deref());
        }
    }

    fn full_snapshot(&mut self, data: Item<'_>) {
        let Some(node) = data.get("serialized").or(data.get("node")) else { return };
        let document = self.dom.document();
        let offset = data.get("scroll").or(data.get("initialOffset"));
        self.document(document, node);
        if let Some(offset) = offset {
            let side = |name, other| offset.number_of(name).or(offset.number_of(other)).unwrap_or(0.0);
            self.scrolled(document, side("x", "left"), side("y", "top"));
        }
        // The innermost of them comes last.
        let last = |ids: Option<Item<'_>>| {
            ids.and_then(|ids| ids.items().next_back()).and_then(number).and_then(|id| self.nodes.get(&id)).copied()
        };
        let of = |name: &str| data.get("pseudoClassIds").and_then(|ids| ids.get(name));
        (self.focus, self.pointer) = (last(of(":focus")), last(of(":hover")));
        for id in data.get("popoverIds").into_iter().flat_map(Item::items) {
            if let Some(&node) = number(id).and_then(|id| self.nodes.get(&id)) {
                self.set_state(node, ElementState::PopoverOpen(true));
            }
        }
    }

    /// Fills a document.
    fn document(&mut self, document: NodeId, item: Item<'_>) {
        if let Some(id) = number_of(item, "id") {
            self.nodes.insert(id, document);
        }
        let url = self.dom.document_url(document).cloned();
        let children = item.get("childNodes");
        // Recorders say so where it is not the usual mode.
        let quirks = match item.text_of("compatMode") {
            Some("BackCompat") => Quirks::Quirks,
            _ if children.is_some_and(has_limited_quirks) => Quirks::LimitedQuirks,
            _ => Quirks::NoQuirks,
        };
        self.dom.describe_document(document, url, quirks);
        let tasks = children.into_iter().flat_map(Item::items);
        let tasks = tasks.map(|item| Task { item, parent: document, outer: ElementNamespace::Html }).rev().collect();
        self.create(tasks);
    }

    /// Creates nodes with all in them, the last task first.
    fn create(&mut self, mut tasks: Vec<Task<'_>>) {
        while let Some(task) = tasks.pop() {
            if self.dom.len() as u64 >= Limit::Nodes.value() {
                self.dom.note_limit(Limit::Nodes);
                return;
            }
            let parent = if task.item.is("isShadow") && self.dom.element(task.parent).is_some() {
                self.shadow_root(task.parent)
            } else {
                task.parent
            };
            let Some((node, inner)) = self.node(parent, task.item, task.outer) else { continue };
            if let Some(children) = task.item.get("childNodes") {
                let parent = self.dom.element(node).and_then(|e| e.template_contents).unwrap_or(node);
                tasks.extend(children.items().rev().map(|item| Task {
                    item,
                    // The children of a host say themselves whether they are in its shadow tree.
                    parent: if item.is("isShadow") { node } else { parent },
                    outer: inner,
                }));
            }
        }
    }

    fn shadow_root(&mut self, host: NodeId) -> NodeId {
        match self.dom.element(host).and_then(|element| element.shadow_root) {
            Some(root) => root,
            None => {
                self.has_other_sheets = true;
                self.dom.add_shadow_root(host, true)
            }
        }
    }

    /// Creates one node as the last child of `parent`; the namespace is that of elements in it.
    fn node(&mut self, parent: NodeId, item: Item<'_>, outer: ElementNamespace) -> Option<(NodeId, ElementNamespace)> {
        let text = || item.text_of("textContent").unwrap_or_default();
        let (node, inner) = match number_of(item, "type")? {
            0 => {
                // The document of a frame.
                let frame = self.dom.element(parent).map(|_| parent)?;
                self.has_other_sheets = true;
                let document = self.dom.add_frame_document(frame);
                self.document(document, item);
                return None;
            }
            1 => {
                let part = |name| item.text_of(name).unwrap_or_default().into();
                let doctype =
                    DoctypeData { name: part("name"), public_id: part("publicId"), system_id: part("systemId") };
                (self.dom.add_doctype(parent, doctype), outer)
            }
            2 => self.element(parent, item, outer)?,
            3 | 4 => (self.dom.add_text(parent, text()), outer),
            5 => (self.dom.add_comment(parent, text()), outer),
            _ => return None,
        };
        if let Some(id) = number_of(item, "id") {
            self.nodes.insert(id, node);
        }
        Some((node, inner))
    }

    fn element(
        &mut self,
        parent: NodeId,
        item: Item<'_>,
        outer: ElementNamespace,
    ) -> Option<(NodeId, ElementNamespace)> {
        let name = item.text_of("tagName").filter(|name| !name.is_empty())?;
        let namespace = match name {
            _ if item.is("isSVG") => ElementNamespace::Svg,
            "math" => ElementNamespace::MathMl,
            _ if outer == ElementNamespace::MathMl => outer,
            _ => ElementNamespace::Html,
        };
        let name = match namespace {
            ElementNamespace::Svg => svg_name(name),
            _ => name,
        };
        let Recorded { mut attributes, sheet, text } =
            item.get("attributes").map(|attributes| recorded(name, attributes)).unwrap_or_default();
        let is_link = name == "link" && namespace == ElementNamespace::Html;
        if let Some(css) = sheet.as_ref().filter(|_| is_link) {
            // Its own address is not recorded; those in the sheet are absolute.
            self.linked_sheets += 1;
            let url = format!("recorded:sheet-{}", self.linked_sheets);
            attributes.retain(|(name, _)| name != "rel" && name != "href");
            attributes.push(("rel".to_owned(), "stylesheet".to_owned()));
            attributes.push(("href".to_owned(), url.clone()));
            self.dom.stylesheets.insert(url.into(), Arc::from(&**css));
            self.has_other_sheets = true;
        }
        let pairs = attributes.iter().map(|(name, value)| (&**name, &**value));
        let node = self.dom.add_element(parent, namespace, name, pairs);
        if let Some(text) = text {
            self.dom.put_text(node, &text);
            // Its own texts are the value that it began with.
            if let Some(id) = number_of(item, "id") {
                self.nodes.insert(id, node);
            }
            return None;
        }
        if let Some(css) = sheet.filter(|_| !is_link) {
            self.style_texts(node, &css, item);
            if let Some(id) = number_of(item, "id") {
                self.nodes.insert(id, node);
            }
            return None;
        }
        Some((node, namespace))
    }

    fn mutation(&mut self, data: Item<'_>) {
        let list = |name: &str| data.get(name).into_iter().flat_map(Item::items);
        for removed in list("removes") {
            if let Some(&node) = number_of(removed, "id").and_then(|id| self.nodes.get(&id)) {
                // The document of a frame goes with the frame.
                if self.dom.node(node).parent.is_some() {
                    self.change(&Mutation::Remove { node });
                }
            }
        }
        self.adds(list("adds").collect());
        for text in list("texts") {
            if let Some(node) = self.known(number_of(text, "id")) {
                let text = text.text_of("value").unwrap_or_default().to_owned();
                self.change(&Mutation::SetText { node, text });
            }
        }
        for change in list("attributes") {
            if let Some(node) = self.known(number_of(change, "id"))
                && let Some(attributes) = change.get("attributes")
            {
                self.attributes(node, attributes);
            }
        }
    }

    /// The node of a number that a change is about.
    fn known(&mut self, id: Option<u64>) -> Option<NodeId> {
        let node = id.and_then(|id| self.nodes.get(&id)).copied();
        self.lacks_nodes |= node.is_none();
        node
    }

    /// Adds nodes; one whose next sibling comes later waits for it.
    fn adds(&mut self, adds: Vec<Item<'_>>) {
        let mut ready: VecDeque<Item<'_>> = adds.into();
        let mut waiting: FxHashMap<u64, Vec<Item<'_>>> = FxHashMap::default();
        let mut order: Vec<u64> = Vec::new();
        loop {
            while let Some(add) = ready.pop_front() {
                let parent = number_of(add, "parentId");
                let next = number_of(add, "nextId");
                let is_there = |id: Option<u64>| id.is_none_or(|id| self.nodes.contains_key(&id));
                let missing = if !is_there(parent) {
                    parent
                } else {
                    next.filter(|id| self.nodes.get(id).is_none_or(|&node| self.dom.node(node).parent.is_none()))
                };
                if let Some(missing) = missing {
                    waiting.entry(missing).or_default().push(add);
                    order.push(missing);
                    continue;
                }
                self.add(add);
                let id = add.get("node").and_then(|node| number_of(node, "id"));
                ready.extend(id.and_then(|id| waiting.remove(&id)).into_iter().flatten());
            }
            // What is left waits for nodes that never come: it goes to the end of its parent, if that is there.
            let Some(missing) = order.pop() else { return };
            for add in waiting.remove(&missing).into_iter().flatten() {
                self.add(add);
                let id = add.get("node").and_then(|node| number_of(node, "id"));
                ready.extend(id.and_then(|id| waiting.remove(&id)).into_iter().flatten());
            }
        }
    }

    fn add(&mut self, add: Item<'_>) {
        let (Some(parent), Some(item)) = (self.known(number_of(add, "parentId")), add.get("node")) else { return };
        let before = number_of(add, "nextId").and_then(|id| self.nodes.get(&id)).copied();
        if number_of(item, "type") == Some(0) {
            self.create(vec![Task { item, parent, outer: ElementNamespace::Html }]);
            return;
        }
        let is_shadow = item.is("isShadow") && self.dom.element(parent).is_some();
        let place = if is_shadow { self.shadow_root(parent) } else { parent };
        // A node that moves is removed and added again under its number.
        let moved = number_of(item, "id").and_then(|id| self.nodes.get(&id)).copied();
        let node = match moved.filter(|&node| self.is_same_kind(node, item)) {
            Some(node) => {
                self.renew(node, item);
                Some(node)
            }
            None => self.detached(place, item),
        };
        let Some(node) = node else { return };
        let put = |before| Mutation::Move { node, parent: place, before };
        if !self.change(&put(before)) && before.is_some() {
            self.change(&put(None));
        }
    }

    /// Creates a node that is in no tree yet.
    fn detached(&mut self, parent: NodeId, item: Item<'_>) -> Option<NodeId> {
        let outer =
            match self.dom.element(parent).map(|element| (element.name.ns.to_string(), element.name.local.to_string()))
            {
                Some((ns, name)) if ns.ends_with("svg") && name != "foreignObject" => ElementNamespace::Svg,
                Some((ns, _)) if ns.ends_with("MathML") => ElementNamespace::MathMl,
                _ => ElementNamespace::Html,
            };
        let holder = self.dom.create(NodeData::Fragment);
        self.create(vec![Task { item, parent: holder, outer }]);
        let node = self.dom.children(holder).next()?;
        self.dom.take_out(node);
        Some(node)
    }

    fn is_same_kind(&self, node: NodeId, item: Item<'_>) -> bool {
        match &self.dom.node(node).data {
            NodeData::Element(element) => {
                item.text_of("tagName").is_some_and(|name| (*element.name.local).eq_ignore_ascii_case(name))
            }
            NodeData::Text(_) => number_of(item, "type") == Some(3),
            NodeData::Comment(_) => number_of(item, "type") == Some(5),
            _ => false,
        }
    }

    /// Brings a node that was removed to what it is now.
    fn renew(&mut self, node: NodeId, item: Item<'_>) {
        if let Some(text) = item.text_of("textContent") {
            if self.dom.text(node) != Some(text) {
                self.change(&Mutation::SetText { node, text: text.to_owned() });
            }
            return;
        }
        if let Some(attributes) = item.get("attributes") {
            self.attributes(node, attributes);
        }
    }

    fn attributes(&mut self, node: NodeId, attributes: Item<'_>) {
        let Some(element) = self.dom.element(node) else { return };
        let name = element.name.local.to_string();
        let kind = element.attr(&local_name!("type")).map(str::to_owned);
        for (attribute, value) in attributes.entries() {
            match change(&name, kind.as_deref(), attribute, value) {
                Change::Nothing => {}
                Change::Sheet(css) => self.set_sheet(node, &css),
                Change::Text(text) => {
                    self.change(&Mutation::SetText { node, text });
                }
                Change::Style(declarations) => {
                    let style = self.dom.attr(node, &local_name!("style")).unwrap_or_default();
                    let style = with_declarations(style, declarations);
                    self.set_attribute(node, "style", Some(&style));
                }
                Change::Attribute(name, value) => self.set_attribute(node, &name, value.as_deref()),
            }
        }
    }
}

/// True if the document type of these nodes is one of almost standards.
///
/// <https://html.spec.whatwg.org/#the-initial-insertion-mode>
fn has_limited_quirks(children: Item<'_>) -> bool {
    let id = children.items().find_map(|child| child.text_of("publicId")).unwrap_or_default().to_ascii_lowercase();
    ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"]
        .iter()
        .any(|start| id.starts_with(start))
}
