//! Nodes of the arena: DOM data only. Whatever a later room learns about a node goes into a [`NodeMap`].

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use html5ever::QualName;
use smallvec::SmallVec;

use super::{Atom, LocalName, local_name, ns};
use crate::segmented::SegmentedVec;

/// Names a node of one [`Dom`](super::Dom); never reused within it, also after the node is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The id of the node at arena position `index`.
    ///
    /// # Panics
    /// Never for arenas below the node limit of 2^32 - 2.
    #[must_use]
    #[doc(hidden)]
    pub fn from_index(index: usize) -> Self {
        let raw = u32::try_from(index).unwrap_or(u32::MAX - 1) + 1;
        Self(NonZeroU32::new(raw).unwrap_or(NonZeroU32::MAX))
    }

    /// Its position in the arena and in every [`NodeMap`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A dense side table: one `T` for each node of the arena. The one way to attach data to nodes.
#[derive(Debug, Clone, Default)]
pub struct NodeMap<T> {
    values: Vec<T>,
}

impl<T: Clone> NodeMap<T> {
    /// A table for `len` nodes, `value` everywhere.
    pub fn new(len: usize, value: T) -> Self {
        Self { values: vec![value; len] }
    }

    /// Makes room for nodes that were created since; they get `value`.
    pub fn grow(&mut self, len: usize, value: T) {
        if self.values.len() < len {
            self.values.resize(len, value);
        }
    }
}

impl<T> NodeMap<T> {
    /// The value of a node; `None` for a node that was created after the table.
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.values.get(node.index())
    }

    /// The value of a node, to change it; `None` for a node that was created after the table.
    pub fn get_mut(&mut self, node: NodeId) -> Option<&mut T> {
        self.values.get_mut(node.index())
    }

    /// Every node with its value, in arena order (not document order).
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &T)> {
        self.values.iter().enumerate().map(|(i, v)| (NodeId::from_index(i), v))
    }
}

impl<T> Index<NodeId> for NodeMap<T> {
    type Output = T;
    fn index(&self, node: NodeId) -> &T {
        &self.values[node.index()]
    }
}

impl<T> IndexMut<NodeId> for NodeMap<T> {
    fn index_mut(&mut self, node: NodeId) -> &mut T {
        &mut self.values[node.index()]
    }
}

/// A side table of what some nodes have: the values are in the order in which they came.
#[derive(Debug, Clone)]
pub struct SparseNodeMap<T> {
    /// One above the position in `values`; 0 for none.
    index: NodeMap<u32>,
    values: SegmentedVec<T>,
}

impl<T> SparseNodeMap<T> {
    /// An empty table for `len` nodes.
    pub fn new(len: usize) -> Self {
        Self { index: NodeMap::new(len, 0), values: SegmentedVec::new() }
    }

    /// The value of a node, if it has one.
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.values.get((*self.index.get(node)? as usize).checked_sub(1)?)
    }

    /// The value of a node, to change it.
    pub fn get_mut(&mut self, node: NodeId) -> Option<&mut T> {
        self.values.get_mut((*self.index.get(node)? as usize).checked_sub(1)?)
    }

    /// True if the node has a value.
    pub fn contains(&self, node: NodeId) -> bool {
        self.get(node).is_some()
    }

    /// Gives a node a value, in place of the one that it had.
    pub fn insert(&mut self, node: NodeId, value: T) {
        match self.get_mut(node) {
            Some(slot) => *slot = value,
            None => {
                self.values.push(value);
                self.index[node] = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
            }
        }
    }

    /// Forgets the value of a node; its room stays taken.
    pub fn forget(&mut self, node: NodeId) {
        if let Some(index) = self.index.get_mut(node) {
            *index = 0;
        }
    }

    /// The number of values, with those that were forgotten.
    pub fn room(&self) -> usize {
        self.values.len()
    }

    /// Makes room for nodes that were created since.
    pub fn grow(&mut self, len: usize) {
        self.index.grow(len, 0);
    }
}

/// An attribute as parsed; names of HTML elements are lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Qualified name.
    pub name: QualName,
    /// Value as written.
    pub value: Box<str>,
}

/// A node and its links. Children form a doubly linked list.
#[derive(Debug, Clone)]
pub struct Node {
    /// The parent; `None` for documents, shadow roots, template contents and detached nodes.
    pub parent: Option<NodeId>,
    /// First child.
    pub first_child: Option<NodeId>,
    /// Last child.
    pub last_child: Option<NodeId>,
    /// Sibling before.
    pub previous_sibling: Option<NodeId>,
    /// Sibling after.
    pub next_sibling: Option<NodeId>,
    /// The kind of the node, with its data.
    pub data: NodeData,
}

/// The kind of a node, with its data.
#[derive(Debug, Clone)]
pub enum NodeData {
    /// A document: the page's own, or that of an `iframe srcdoc`.
    Document(Box<DocumentData>),
    /// A shadow root; not a child of its host.
    ShadowRoot(ShadowRootData),
    /// The contents of a `template`; not a child of it.
    Fragment,
    /// A document type.
    Doctype(Box<DoctypeData>),
    /// Character data.
    Text(TextRange),
    /// A comment.
    Comment(TextRange),
    /// A processing instruction.
    ProcessingInstruction(Box<ProcessingInstructionData>),
    /// An element. Those that the parser made of equal tags share their data until one of them changes.
    Element(Arc<ElementData>),
}

/// The place of a node's text among those of its tree: see [`Dom::text_in`](super::Dom::text_in).
#[derive(Debug, Clone, Copy, Default)]
pub struct TextRange {
    pub(super) start: u32,
    pub(super) len: u32,
    /// Bytes from `start` that are this node's, those for what may be appended included.
    pub(super) room: u32,
}

impl TextRange {
    /// True if there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Data of a document type.
#[derive(Debug, Clone)]
pub struct DoctypeData {
    /// Name.
    pub name: Box<str>,
    /// Public identifier.
    pub public_id: Box<str>,
    /// System identifier.
    pub system_id: Box<str>,
}

/// Data of a processing instruction.
#[derive(Debug, Clone)]
pub struct ProcessingInstructionData {
    /// Target.
    pub target: Box<str>,
    /// Data.
    pub data: Box<str>,
}

/// Data of a document node.
#[derive(Debug, Clone)]
pub struct DocumentData {
    /// Quirks mode.
    pub quirks: Quirks,
    /// The `iframe` that holds it; `None` for the page itself.
    pub frame: Option<NodeId>,
    /// Its address, if known.
    pub url: Option<url::Url>,
}

/// <https://dom.spec.whatwg.org/#concept-document-quirks>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quirks {
    /// Standards mode.
    #[default]
    NoQuirks,
    /// Almost standards mode.
    LimitedQuirks,
    /// Quirks mode.
    Quirks,
}

/// Data of a shadow root.
#[derive(Debug, Clone)]
pub struct ShadowRootData {
    /// Its host.
    pub host: NodeId,
    /// True for mode `open`.
    pub open: bool,
}

/// Data of an element.
#[derive(Debug, Clone)]
pub struct ElementData {
    /// Qualified name.
    pub name: QualName,
    /// Attributes in source order.
    pub attributes: Box<[Attribute]>,
    /// The `id` attribute, as an atom.
    pub id: Option<Atom>,
    /// The tokens of the `class` attribute, as atoms.
    pub classes: SmallVec<[Atom; 2]>,
    /// Its shadow root.
    pub shadow_root: Option<NodeId>,
    /// The contents of a `template`.
    pub template_contents: Option<NodeId>,
    /// The document inside an `iframe`.
    pub frame_document: Option<NodeId>,
}

impl ElementData {
    /// An element without attributes.
    pub fn new(name: QualName) -> Self {
        Self {
            name,
            attributes: Box::default(),
            id: None,
            classes: SmallVec::new(),
            shadow_root: None,
            template_contents: None,
            frame_document: None,
        }
    }

    /// True if it has a shadow tree, or the contents of a template or a document in it.
    pub(super) fn has_trees(&self) -> bool {
        [self.shadow_root, self.template_contents, self.frame_document] != [None; 3]
    }

    /// Adds attributes that are not there yet; `intern` makes atoms of ids and class names.
    pub(super) fn add_attributes(&mut self, attributes: Vec<Attribute>, intern: impl Fn(&str) -> Option<Atom>) {
        for attribute in attributes.iter().filter(|attribute| attribute.name.ns == ns!()) {
            self.reflect(&attribute.name.local, &attribute.value, &intern);
        }
        if self.attributes.is_empty() {
            self.attributes = attributes.into();
        } else {
            self.change_attributes(|all| all.extend(attributes));
        }
    }

    /// Changes which attributes there are; ids and classes are [reflected](Self::reflect) by the caller.
    pub(super) fn change_attributes<R>(&mut self, change: impl FnOnce(&mut Vec<Attribute>) -> R) -> R {
        let mut all = std::mem::take(&mut self.attributes).into_vec();
        let result = change(&mut all);
        self.attributes = all.into();
        result
    }

    /// Keeps `id` and `classes` true to an attribute's value.
    pub(super) fn reflect(&mut self, name: &LocalName, value: &str, intern: impl Fn(&str) -> Option<Atom>) {
        if *name == local_name!("id") {
            self.id = if value.is_empty() { None } else { intern(value) };
        } else if *name == local_name!("class") {
            self.classes = value.split_ascii_whitespace().filter_map(intern).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_one_of_for_every_node_stays_small() {
        let check = |name: &str, bytes: usize, most: usize| assert!(bytes <= most, "{name} has {bytes} bytes");
        check("Node", size_of::<Node>(), 40);
        check("ElementData", size_of::<ElementData>(), 88);
        check("Attribute", size_of::<Attribute>(), 40);
    }
}
