//! The tree of a recording, and where its nodes are in the other tables of it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::recording::{FrameFacts, Recording, TreeRow};
use crate::dom::{
    DoctypeData, Dom, ElementNamespace, ElementState, LocalName, NodeData, NodeId, NodeMap, Quirks, local_name,
};

/// Limit: nodes of a recording that are taken.
const MAX_NODES: usize = 2_000_000;

/// A finished tree.
pub(super) struct Tree {
    pub(super) dom: Dom,
    pub(super) handles: NodeMap<i64>,
    pub(super) places: NodeTables,
}

/// The positions of nodes in the tables of a recording.
#[derive(Debug, Default)]
pub(crate) struct NodeTables {
    /// By `backendNodeId`.
    pub(super) of_backend: FxHashMap<i64, NodeId>,
    /// By `nodeId`.
    pub(super) of_id: FxHashMap<i64, NodeId>,
    /// The document of each frame.
    pub(super) documents: FxHashMap<String, NodeId>,
    /// The frame's facts and the element's number in them.
    pub(super) facts: FxHashMap<NodeId, (String, usize)>,
    /// The elements of each frame's facts by number.
    pub(super) numbered: FxHashMap<String, Vec<NodeId>>,
}

impl NodeTables {
    /// The element with this number in the facts of a frame.
    pub(super) fn element(&self, frame: &str, number: usize) -> Option<NodeId> {
        self.numbered.get(frame)?.get(number).copied()
    }
}

/// The elements of a document as a script numbers them: in tree order, those of an open shadow root right after its host.
pub fn numbered(dom: &Dom, document: NodeId) -> Vec<NodeId> {
    let mut numbered = Vec::new();
    let mut stack = vec![document];
    while let Some(node) = stack.pop() {
        stack.extend(dom.children(node).rev());
        if let Some(element) = dom.element(node) {
            numbered.push(node);
            stack.extend(
                element
                    .shadow_root
                    .filter(|&root| matches!(&dom.node(root).data, NodeData::ShadowRoot(shadow) if shadow.open)),
            );
        }
    }
    numbered
}

/// True if the facts of every frame are about the tree that was recorded with them.
pub fn is_consistent(recording: &Recording) -> bool {
    let tree = build(recording);
    recording.frames.iter().all(|(frame, facts)| {
        let elements = tree.places.numbered.get(frame).map_or(&[][..], Vec::as_slice);
        elements.len() == facts.tags.len()
            && elements
                .iter()
                .zip(&facts.tags)
                .all(|(&node, tag)| tree.dom.element(node).is_some_and(|e| *e.name.local == **tag))
    })
}

/// Puts the tree together.
pub(super) fn build(recording: &Recording) -> Tree {
    let mut builder = Builder { dom: Dom::new(), handles: Vec::new(), places: NodeTables::default() };
    builder.nodes(recording);
    builder.number_elements(recording);
    builder.templates(recording);
    builder.form_state(recording);
    builder.frozen_state(recording);
    builder.dom.finish_assembly();
    let mut handles = NodeMap::new(builder.dom.len(), 0);
    for (node, backend) in builder.handles {
        handles[node] = backend;
    }
    Tree { dom: builder.dom, handles, places: builder.places }
}

struct Builder {
    dom: Dom,
    handles: Vec<(NodeId, i64)>,
    places: NodeTables,
}

/// A row whose children are to be made.
struct Open<'r> {
    id: i64,
    node: NodeId,
    kind: ElementNamespace,
    children: std::slice::Iter<'r, usize>,
}

impl Builder {
    fn name(&mut self, node: NodeId, id: i64, backend: i64) {
        self.handles.push((node, backend));
        self.places.of_backend.insert(backend, node);
        self.places.of_id.insert(id, node);
    }

    fn nodes(&mut self, recording: &Recording) {
        let rows = &recording.nodes;
        let mut children: FxHashMap<i64, Vec<usize>> = FxHashMap::default();
        for (at, row) in rows.iter().enumerate().take(MAX_NODES) {
            children.entry(row.parent_id).or_default().push(at);
        }
        let none = Vec::new();
        let of = |id: i64| children.get(&id).unwrap_or(&none).iter();
        let Some(document) = rows.iter().find(|row| row.node_type == 9 && row.parent_id == 0) else { return };
        let root = self.dom.document();
        self.document(root, document);
        if let Some(first) = recording.snapshot.documents.first()
            && let Some(frame) = recording.snapshot.text(first.frame_id)
        {
            self.places.documents.insert(frame.to_owned(), root);
        }
        // A recording that is not ours may name a node as its own ancestor.
        let mut seen: FxHashSet<i64> = FxHashSet::default();
        let id = document.node_id;
        seen.insert(id);
        let mut stack = vec![Open { id, node: root, kind: ElementNamespace::Html, children: of(id) }];
        while let Some(open) = stack.last_mut() {
            let Some(&at) = open.children.next() else {
                stack.pop();
                continue;
            };
            let (row, parent, outer) = (&rows[at], open.node, open.kind);
            if row.node_id == open.id || !seen.insert(row.node_id) {
                continue;
            }
            let Some((node, inner)) = self.node(parent, outer, row) else { continue };
            stack.push(Open { id: row.node_id, node, kind: inner, children: of(row.node_id) });
            for shadow in row.shadow_roots.iter().filter(|s| s.shadow_root_type != "user-agent") {
                if self.dom.element(node).is_none_or(|e| e.shadow_root.is_some()) || !seen.insert(shadow.node_id) {
                    continue;
                }
                let root = self.dom.add_shadow_root(node, shadow.shadow_root_type == "open");
                self.name(root, shadow.node_id, shadow.backend_node_id);
                stack.push(Open {
                    id: shadow.node_id,
                    node: root,
                    kind: ElementNamespace::Html,
                    children: of(shadow.node_id),
                });
            }
            if let Some(document) = row.content_document.as_deref().filter(|d| seen.insert(d.node_id))
                && self.dom.element(node).is_some()
            {
                let inner = self.dom.add_frame_document(node);
                self.document(inner, document);
                let frame = if document.frame_id.is_empty() { &row.frame_id } else { &document.frame_id };
                self.places.documents.insert(frame.clone(), inner);
                stack.push(Open {
                    id: document.node_id,
                    node: inner,
                    kind: ElementNamespace::Html,
                    children: of(document.node_id),
                });
            }
        }
    }

    fn document(&mut self, node: NodeId, row: &TreeRow) {
        let quirks = match row.compatibility_mode.as_str() {
            "QuirksMode" => Quirks::Quirks,
            "LimitedQuirksMode" => Quirks::LimitedQuirks,
            _ => Quirks::NoQuirks,
        };
        self.dom.describe_document(node, url::Url::parse(&row.document_url).ok(), quirks);
        self.name(node, row.node_id, row.backend_node_id);
    }

    /// Makes the node of a row; the kind is that of elements in it.
    fn node(&mut self, parent: NodeId, outer: ElementNamespace, row: &TreeRow) -> Option<(NodeId, ElementNamespace)> {
        let text = || row.node_value.clone();
        let (node, inner) = match row.node_type {
            1 => {
                let kind = match (row.is_svg, row.local_name.as_str(), outer) {
                    (true, ..) => ElementNamespace::Svg,
                    (_, "math", _) | (_, _, ElementNamespace::MathMl) => ElementNamespace::MathMl,
                    _ => ElementNamespace::Html,
                };
                let pairs = row.attributes.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
                let node = self.dom.add_element(parent, kind, &row.local_name, pairs);
                let is_point =
                    matches!(row.local_name.as_str(), "annotation-xml" | "mi" | "mo" | "mn" | "ms" | "mtext");
                (node, if kind == ElementNamespace::MathMl && !is_point { kind } else { ElementNamespace::Html })
            }
            3 | 4 => (self.dom.add_text(parent, &text()), outer),
            8 => (self.dom.add_comment(parent, &text()), outer),
            10 => {
                let doctype = DoctypeData {
                    name: row.node_name.as_str().into(),
                    public_id: row.public_id.as_str().into(),
                    system_id: row.system_id.as_str().into(),
                };
                (self.dom.add_doctype(parent, doctype), outer)
            }
            _ => return None,
        };
        self.name(node, row.node_id, row.backend_node_id);
        Some((node, inner))
    }

    /// Numbers the elements of each frame as its script did.
    fn number_elements(&mut self, recording: &Recording) {
        let mut frames: Vec<(String, NodeId)> =
            self.places.documents.iter().map(|(frame, &node)| (frame.clone(), node)).collect();
        frames.sort();
        for (frame, document) in frames {
            if !recording.frames.contains_key(&frame) {
                continue;
            }
            let numbered = numbered(&self.dom, document);
            for (number, &node) in numbered.iter().enumerate() {
                self.places.facts.insert(node, (frame.clone(), number));
            }
            self.places.numbered.insert(frame, numbered);
        }
    }

    fn templates(&mut self, recording: &Recording) {
        for (frame, facts) in &recording.frames {
            for (number, html) in &facts.templates {
                let Some(node) = self.places.element(frame, *number) else { continue };
                self.dom.fill_template(node, html);
            }
        }
    }

    /// Writes the state of form controls into their content attributes.
    fn form_state(&mut self, recording: &Recording) {
        let text = |index: i64| recording.snapshot.text(index).unwrap_or_default();
        for document in &recording.snapshot.documents {
            let rows = &document.nodes;
            let node = |row: usize| rows.backend_node_id.get(row).and_then(|b| self.places.of_backend.get(b)).copied();
            let values: Vec<(NodeId, &str)> = (rows.input_value.index.iter().zip(&rows.input_value.value))
                .filter_map(|(&row, &value)| Some((node(row)?, text(value))))
                .collect();
            let texts: Vec<(NodeId, &str)> = (rows.text_value.index.iter().zip(&rows.text_value.value))
                .filter_map(|(&row, &value)| Some((node(row)?, text(value))))
                .collect();
            let checked: FxHashSet<NodeId> = rows.input_checked.index.iter().filter_map(|&row| node(row)).collect();
            let selected: FxHashSet<NodeId> = rows.option_selected.index.iter().filter_map(|&row| node(row)).collect();
            let options: Vec<NodeId> = (0..rows.backend_node_id.len())
                .filter_map(node)
                .filter(|&n| self.dom.is_html(n, &local_name!("option")))
                .collect();
            for (input, value) in values {
                self.input(input, value, checked.contains(&input));
            }
            for (area, value) in texts {
                if self.dom.child_text(area) != value {
                    self.dom.put_text(area, value);
                }
            }
            for option in options {
                let now = selected.contains(&option);
                if self.dom.attr(option, &local_name!("selected")).is_some() != now {
                    self.dom.put_attribute(option, "selected", now.then_some(""));
                }
            }
        }
    }

    fn input(&mut self, input: NodeId, value: &str, checked: bool) {
        let kind = self.dom.attr(input, &local_name!("type")).map(str::to_owned);
        for state in [ElementState::Checked(checked), ElementState::Value(value)] {
            let Some((name, now)) = state.attribute("input", kind.as_deref()) else { continue };
            let before = self.dom.attr(input, &LocalName::from(name));
            let is_said = match (name, now.as_deref()) {
                ("checked", now) => before.is_some() == now.is_some(),
                (_, now) => before.unwrap_or_default() == now.unwrap_or_default(),
            };
            if !is_said {
                self.dom.put_attribute(input, name, now.as_deref());
            }
        }
    }

    /// Writes what markup cannot hold into `data-frozen-*` attributes; those that were there speak of another moment.
    fn frozen_state(&mut self, recording: &Recording) {
        const OURS: &[&str] = &[
            "data-frozen-modal",
            "data-frozen-popover-open",
            "data-frozen-invoker",
            "data-frozen-focus",
            "data-frozen-indeterminate",
            "data-frozen-scroll-x",
            "data-frozen-scroll-y",
            "data-frozen-scroll-top",
            "data-frozen-scroll-left",
        ];
        let elements = (0..self.dom.len()).map(NodeId::from_index).filter(|&n| self.dom.element(n).is_some());
        for node in elements.collect::<Vec<_>>() {
            let stale: Vec<&str> =
                OURS.iter().copied().filter(|&name| self.dom.attr(node, &LocalName::from(name)).is_some()).collect();
            for name in stale {
                self.dom.put_attribute(node, name, None);
            }
        }
        for (frame, facts) in &recording.frames {
            self.frame_state(frame, facts);
        }
        for document in &recording.snapshot.documents {
            let layout = &document.layout;
            for (at, &row) in layout.node_index.iter().enumerate() {
                let Some([x, y, ..]) = layout.scroll_rects.get(at).map(Vec::as_slice) else { continue };
                let node = document.nodes.backend_node_id.get(row).and_then(|b| self.places.of_backend.get(b)).copied();
                let Some(node) = node.filter(|&n| self.dom.element(n).is_some()) else { continue };
                // The document's own offset is that of its window.
                if self.dom.is_html(node, &local_name!("html")) || (*x == 0.0 && *y == 0.0) {
                    continue;
                }
                for (name, offset) in [("data-frozen-scroll-left", x), ("data-frozen-scroll-top", y)] {
                    if *offset != 0.0 {
                        self.dom.put_attribute(node, name, Some(&offset.to_string()));
                    }
                }
            }
        }
    }

    fn frame_state(&mut self, frame: &str, facts: &FrameFacts) {
        let lists = [
            ("data-frozen-modal", &facts.modal),
            ("data-frozen-popover-open", &facts.popover),
            ("data-frozen-indeterminate", &facts.indeterminate),
        ];
        for (name, list) in lists {
            for &number in list {
                if let Some(node) = self.places.element(frame, number) {
                    self.dom.put_attribute(node, name, Some(""));
                }
            }
        }
        if let Some(node) = facts.focus.and_then(|number| self.places.element(frame, number)) {
            // Inside a focused frame the inner element is marked; outside the frame has the focus.
            let is_frame = self.dom.element(node).is_some_and(|e| e.frame_document.is_some());
            if !is_frame {
                self.dom.put_attribute(node, "data-frozen-focus", Some(""));
            }
        }
        let document = self.places.documents.get(frame).copied();
        let root = document.and_then(|document| self.dom.document_element(document));
        let [x, y, ..] = facts.geometry;
        if let Some(root) = root {
            for (name, offset) in [("data-frozen-scroll-x", x), ("data-frozen-scroll-y", y)] {
                if offset != 0.0 {
                    self.dom.put_attribute(root, name, Some(&offset.to_string()));
                }
            }
        }
    }
}
