//! The tree of a page from the snapshots of its frames.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use url::Url;

use super::nodes::{Child, SnapshotElement, SnapshotNode};
use super::{FrameSnapshot, Trace};
use crate::dom::{DoctypeData, Dom, ElementNamespace, ElementState, NodeId, Quirks};
use crate::limits::Limit;

/// The prefix of the attributes that hold state.
const STATE: &str = "__playwright_";

/// A node of a trace: the same key names the same node, in whichever state it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::recording) struct Key {
    /// The frame, by its position in [`Trace::frames`].
    pub(super) frame: u32,
    /// The snapshot of the frame that wrote the node.
    pub(super) snapshot: u32,
    /// The node in the snapshot.
    pub(super) node: u32,
}

#[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
impl Key {
    /// Returns the key as two numbers.
    pub(in crate::recording) fn identity(self) -> (u64, u64) {
        (u64::from(self.frame) << 32 | u64::from(self.snapshot), u64::from(self.node))
    }
}

/// An element or text as it is to be in a tree.
pub(super) enum TargetNode<'t> {
    Text(&'t str),
    Element(TargetElement<'t>),
    /// A shadow root of the parent.
    ShadowRoot {
        open: bool,
        children: &'t [Child],
    },
    /// A sheet that a script adopted.
    AdoptedSheet(&'t str),
}

/// An element, its state written into its attributes.
pub(super) struct TargetElement<'t> {
    pub(super) namespace: ElementNamespace,
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    /// Replaces the children: the value of a `textarea`.
    pub(super) text: Option<&'t str>,
    pub(super) children: &'t [Child],
    /// The frame that it shows.
    pub(super) frame: Option<&'t str>,
}

impl Trace {
    /// The key of a child of a node in this snapshot.
    pub(super) fn child(&self, of: Key, child: Child) -> Option<Key> {
        match child {
            Child::Own(node) => Some(Key { node, ..of }),
            Child::Earlier { back, node } => Some(Key { snapshot: of.snapshot.checked_sub(back)?, node, ..of }),
        }
    }

    /// Returns the children of an element.
    pub(super) fn children(&self, of: Key) -> impl Iterator<Item = Key> {
        let children: &[Child] = match self.node(of) {
            Some(SnapshotNode::Element(element)) => &element.children,
            _ => &[],
        };
        children.iter().filter_map(move |&child| self.child(of, child))
    }

    /// Returns the node of a key.
    pub(super) fn node(&self, key: Key) -> Option<&SnapshotNode> {
        self.snapshot(key)?.nodes.get(key.node)
    }

    pub(super) fn snapshot(&self, key: Key) -> Option<&FrameSnapshot> {
        self.frames.get(key.frame as usize)?.snapshots.get(key.snapshot as usize)
    }

    /// True if the action of a call is about an element.
    pub(super) fn is_target(&self, key: Key, call: &str) -> bool {
        let Some(SnapshotNode::Element(element)) = self.node(key) else { return false };
        // Until version 9 with the call that it was about, which may be an earlier one.
        element.attribute("__playwright_target__").is_some_and(|of| of.is_empty() || of == call)
    }

    /// Returns the node of a key, as it is to be in a tree below an element of this namespace.
    pub(super) fn wanted(&self, key: Key, outer: ElementNamespace) -> Option<TargetNode<'_>> {
        let element = match self.node(key)? {
            SnapshotNode::Text(text) => return Some(TargetNode::Text(text)),
            SnapshotNode::Element(element) => element,
        };
        if let Some(mode) = element.attribute("__playwright_shadow_root_") {
            return Some(TargetNode::ShadowRoot { open: mode == "open", children: &element.children });
        }
        if let Some(css) = element.attribute("__playwright_style_sheet_") {
            return Some(TargetNode::AdoptedSheet(css));
        }
        let namespace = namespace(&element.name, outer);
        let name = match namespace {
            ElementNamespace::Html => element.name.to_ascii_lowercase(),
            _ => element.name.to_string(),
        };
        // Scripts are not recorded; what would be one does not come from a recorder.
        let is_usable =
            !name.is_empty() && name != "script" && !name.contains(|c: char| c.is_whitespace() || "<>/=".contains(c));
        if !is_usable {
            return None;
        }
        let (attributes, text) = attributes(element, namespace, &name, self.scrolls_window(key, element));
        let frame = matches!(&*name, "iframe" | "frame").then(|| element.attribute("src")).flatten();
        let frame = frame.and_then(|src| src.strip_prefix("/snapshot/"));
        Some(TargetNode::Element(TargetElement {
            namespace,
            name,
            attributes,
            text,
            children: &element.children,
            frame,
        }))
    }

    /// True if the scroll offsets of an element are those of the window.
    ///
    /// <https://drafts.csswg.org/cssom-view/#dom-element-scrolltop>: in quirks mode the body has them.
    pub(super) fn scrolls_window(&self, key: Key, element: &SnapshotElement) -> bool {
        let is_quirks = || self.snapshot(key).is_some_and(|snapshot| snapshot.doctype.is_none());
        &*element.name == if is_quirks() { "BODY" } else { "HTML" }
    }

    /// The snapshot of a frame at the moment of another one's.
    pub(super) fn frame_at(&self, frame: &str, moment: &FrameSnapshot) -> Option<Key> {
        let at = self.frames.iter().position(|known| &*known.id == frame)?;
        let snapshots = &self.frames.get(at)?.snapshots;
        let is_same = |s: &FrameSnapshot| s.call == moment.call && s.phase == moment.phase;
        // A frame that did not answer in time shows what it showed before.
        let snapshot = snapshots
            .iter()
            .rposition(is_same)
            .or_else(|| snapshots.iter().rposition(|s| s.page == moment.page && s.timestamp <= moment.timestamp))?;
        Some(Key { frame: u32::try_from(at).ok()?, snapshot: u32::try_from(snapshot).ok()?, node: 0 })
    }
}

/// <https://dom.spec.whatwg.org/#dom-node-nodename>: in capitals for HTML elements of HTML documents.
fn namespace(name: &str, outer: ElementNamespace) -> ElementNamespace {
    match (name, outer) {
        ("svg", _) => ElementNamespace::Svg,
        ("math", _) => ElementNamespace::MathMl,
        (_, outer) if name.starts_with(|c: char| c.is_ascii_lowercase()) => outer,
        _ => ElementNamespace::Html,
    }
}

/// The attributes of an element with its state in them, and the text that a `textarea` holds.
fn attributes<'t>(
    element: &'t SnapshotElement,
    namespace: ElementNamespace,
    name: &str,
    scrolls_window: bool,
) -> (Vec<(String, String)>, Option<&'t str>) {
    let kind = element.attribute("type");
    let mut attributes: Vec<(String, String)> = Vec::with_capacity(element.attributes.len());
    let mut put = |name: &str, value: Option<&str>| {
        let at = attributes.iter().position(|(known, _)| known == name);
        match (at, value) {
            (Some(at), Some(value)) => attributes[at].1 = value.to_owned(),
            (Some(at), None) => {
                attributes.remove(at);
            }
            (None, Some(value)) => attributes.push((name.to_owned(), value.to_owned())),
            (None, None) => {}
        }
    };
    let is_html = namespace == ElementNamespace::Html;
    let is_frame = is_html && matches!(name, "iframe" | "frame");
    for (attribute, value) in &element.attributes {
        let is_ours = attribute.starts_with(STATE) || attribute.starts_with("data-frozen-");
        // The address of a recorded frame leads nowhere.
        if is_ours || is_frame && &**attribute == "src" {
            continue;
        }
        put(attribute, Some(value));
    }
    let mut text = None;
    for (attribute, value) in element.attributes.iter().filter(|_| is_html) {
        let number = || value.trim().parse().unwrap_or(0.0);
        let state = match attribute.strip_prefix(STATE) {
            Some("value_") if name == "textarea" => {
                text = Some(&**value);
                continue;
            }
            Some("value_") => ElementState::Value(value),
            Some("checked_") => ElementState::Checked(&**value == "true"),
            Some("selected_") => ElementState::Selected(&**value == "true"),
            Some("scroll_top_") => ElementState::ScrollTop(number()),
            Some("scroll_left_") => ElementState::ScrollLeft(number()),
            Some("dialog_open_") => {
                put("open", Some(""));
                ElementState::Modal(&**value == "modal")
            }
            Some("popover_open_") => ElementState::PopoverOpen(&**value == "true"),
            _ => continue,
        };
        // The offsets of the window are those of a root.
        let holder = if scrolls_window { "html" } else { name };
        if let Some((name, value)) = state.attribute(holder, kind) {
            put(name, value.as_deref());
        }
    }
    (attributes, text)
}

/// A tree being built.
pub(super) struct Builder<'t> {
    pub(super) trace: &'t Trace,
    pub(super) dom: Dom,
    /// The keys of the nodes.
    pub(super) keys: FxHashMap<NodeId, Key>,
    /// Frame elements whose documents are to be built, with how deep they are.
    pub(super) frames: Vec<(NodeId, &'t str, u64)>,
    /// The documents of frames that were built.
    pub(super) documents: Vec<FrameDocument<'t>>,
}

/// The document of a frame.
pub(super) struct FrameDocument<'t> {
    /// The `iframe` that shows it.
    pub(super) element: NodeId,
    pub(super) document: NodeId,
    pub(super) frame: &'t str,
    pub(super) shown: Key,
    /// In how many frames it is.
    pub(super) depth: u64,
}

/// A node to create.
struct Task {
    key: Key,
    parent: NodeId,
    outer: ElementNamespace,
    depth: u64,
}

impl<'t> Builder<'t> {
    pub(super) fn new(trace: &'t Trace) -> Self {
        Self { trace, dom: Dom::new(), keys: FxHashMap::default(), frames: Vec::new(), documents: Vec::new() }
    }

    /// Builds the page of a snapshot of a main frame, with the frames in it.
    pub(super) fn page(&mut self, main: Key) {
        let document = self.dom.document();
        let Some(moment) = self.trace.snapshot(main) else { return };
        self.document(document, main, moment, 0);
        self.documents = self.frame_documents(moment);
        self.dom.finish_assembly();
    }

    /// Builds the documents of the frames that were met.
    pub(super) fn frame_documents(&mut self, moment: &FrameSnapshot) -> Vec<FrameDocument<'t>> {
        let mut built = Vec::new();
        let mut left = Limit::Frames.value();
        while let Some((element, frame, depth)) = self.frames.pop() {
            if left == 0 || depth > Limit::FrameDepth.value() {
                self.dom.note_limit(if left == 0 { Limit::Frames } else { Limit::FrameDepth });
                continue;
            }
            left -= 1;
            let Some(key) = self.trace.frame_at(frame, moment) else { continue };
            let Some(snapshot) = self.trace.snapshot(key) else { continue };
            let inner = self.dom.add_frame_document(element);
            self.document(inner, key, snapshot, depth);
            built.push(FrameDocument { element, document: inner, frame, shown: key, depth });
        }
        built
    }

    /// Says which document it is.
    pub(super) fn describe(&mut self, document: NodeId, snapshot: &FrameSnapshot) {
        let quirks = if snapshot.doctype.is_some() { Quirks::NoQuirks } else { Quirks::Quirks };
        self.dom.describe_document(document, Url::parse(&snapshot.url).ok(), quirks);
    }

    /// Builds one document.
    fn document(&mut self, document: NodeId, key: Key, snapshot: &'t FrameSnapshot, depth: u64) {
        self.describe(document, snapshot);
        if let Some(name) = &snapshot.doctype {
            let doctype = DoctypeData { name: name.clone(), public_id: "".into(), system_id: "".into() };
            self.dom.add_doctype(document, doctype);
        }
        let root = snapshot.nodes.root.and_then(|root| self.trace.child(key, root));
        if let Some(root) = root {
            self.create(root, document, ElementNamespace::Html, depth);
        }
    }

    /// Creates a node with everything in it as the last child of `parent`.
    pub(super) fn create(&mut self, key: Key, parent: NodeId, outer: ElementNamespace, depth: u64) {
        let mut tasks = vec![Task { key, parent, outer, depth }];
        let mut left = self.trace.written;
        while let Some(task) = tasks.pop() {
            // Snapshots that refer to each other twice double with each one.
            if left == 0 || self.dom.len() as u64 >= Limit::Nodes.value() {
                self.dom.note_limit(Limit::Nodes);
                return;
            }
            left -= 1;
            let Some(wanted) = self.trace.wanted(task.key, task.outer) else { continue };
            let (parent, inner, children) = match wanted {
                TargetNode::Text(text) => {
                    let node = self.dom.add_text(task.parent, text);
                    self.keys.insert(node, task.key);
                    continue;
                }
                TargetNode::AdoptedSheet(css) => {
                    self.dom.adopt_sheet(task.parent, Arc::from(css));
                    continue;
                }
                TargetNode::ShadowRoot { open, children } => {
                    if self.dom.element(task.parent).is_none_or(|e| e.shadow_root.is_some()) {
                        continue;
                    }
                    let root = self.dom.add_shadow_root(task.parent, open);
                    self.keys.insert(root, task.key);
                    (root, ElementNamespace::Html, children)
                }
                TargetNode::Element(element) => {
                    let attributes = element.attributes.iter().map(|(name, value)| (&**name, &**value));
                    let node = self.dom.add_element(task.parent, element.namespace, &element.name, attributes);
                    self.keys.insert(node, task.key);
                    if let Some(frame) = element.frame {
                        self.frames.push((node, frame, task.depth + 1));
                    }
                    if let Some(text) = element.text {
                        self.dom.put_text(node, text);
                        continue;
                    }
                    let contents = self.dom.element(node).and_then(|e| e.template_contents);
                    (contents.unwrap_or(node), element.namespace, element.children)
                }
            };
            let first = self.first_base(task.key, children);
            for &child in children.iter().rev() {
                if let Some(key) = self.trace.child(task.key, child).filter(|&key| Some(key) != first) {
                    tasks.push(Task { key, parent, outer: inner, depth: task.depth });
                }
            }
        }
    }

    /// The `base` that the recorder put in front of a head: the address of the document, if no page's own base gave it.
    pub(super) fn first_base(&self, head: Key, children: &[Child]) -> Option<Key> {
        match self.trace.node(head)? {
            SnapshotNode::Element(element) if &*element.name == "HEAD" => {}
            _ => return None,
        }
        let key = self.trace.child(head, *children.first()?)?;
        let url = &self.trace.snapshot(head)?.url;
        match self.trace.node(key)? {
            SnapshotNode::Element(element) if &*element.name == "BASE" => element
                .attribute("href")
                .is_none_or(|href| without_fragment(href) == without_fragment(url))
                .then_some(key),
            _ => None,
        }
    }
}

fn without_fragment(url: &str) -> &str {
    url.split_once('#').map_or(url, |(url, _)| url)
}
