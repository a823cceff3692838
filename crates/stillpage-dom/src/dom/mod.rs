//! The document tree: an arena of nodes with stable ids.
//!
//! *In*: bytes of an HTML file, an MHTML file or a saved folder. *Out*: [`Dom`].
//!
//! *Invariants*: a [`NodeId`] is never reused; node 0 is the page's document; shadow roots, template contents and frame
//! documents live in the same arena and hang off their element, not off `first_child`; no walk recurses; no element is
//! nested deeper than 512 levels in its document (as in Chromium), so later rooms may size their stacks by that.

pub mod address;
mod assemble;
mod builder;
mod encoding;
mod equal_tags;
mod excess;
mod font;
pub mod form;
mod frozen;
mod guard;
mod image;
mod index;
mod interaction;
mod limit;
mod link;
mod mhtml;
mod mutation;
mod node;
mod parse;
#[cfg(test)]
mod reference;
pub mod resource;
mod selected_content;
mod serialize;
mod sink;
mod state;
mod texts;
mod transfer;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::limits::Warnings;

pub use assemble::ElementNamespace;
pub use builder::DocumentBuilder;
pub use encoding::{charset_of, file_text};
pub(crate) use html5ever::QualName;
pub use html5ever::{LocalName, LocalName as Atom, Namespace, Prefix, local_name, ns};
pub use image::{ImageState, NaturalSize, natural_size, natural_size_of_data_url, srcset_widths};
pub use interaction::Interaction;
pub use mhtml::is_mhtml;
pub use mutation::MutationRecord;
pub use mutation::{Mutation, MutationError};
pub use node::NodeId;
pub use node::{
    Attribute, DoctypeData, DocumentData, ElementData, Node, NodeData, NodeMap, ProcessingInstructionData, Quirks,
    ShadowRootData, SparseNodeMap, TextRange,
};
pub use parse::ParseOptions;
pub use serialize::SerializeOptions;
pub use state::ElementState;
pub use walk::FlatChildren;
pub use walk::collapse_ascii_whitespace;

/// The tree of a page: its document, the documents of its frames, its shadow trees and template contents.
#[derive(Debug, Clone)]
pub struct Dom {
    nodes: Vec<Node>,
    texts: texts::Texts,
    /// Side tables of the parser and the indexing pass.
    index: index::TreeIndex,
    /// Digest of the text that the tree was parsed from; 0 for a tree that was not.
    origin: u64,
    /// Warnings about parts of the page that were not read.
    pub(super) warnings: Warnings,
    /// True if there is an element `selectedcontent`.
    has_selected_content: bool,
    /// True if marks of a frozen state were in the tree when it was last finished.
    is_frozen: bool,
    /// Style sheets that were saved beside the page, by absolute URL: what `link` and `@import` may refer to.
    pub stylesheets: BTreeMap<Box<str>, Arc<str>>,
    /// Natural sizes of the images that were saved beside the page, by absolute URL.
    pub images: BTreeMap<Box<str>, NaturalSize>,
    /// The files of those images, as far as they are kept for pictures of the page.
    pub image_files: BTreeMap<Box<str>, Arc<[u8]>>,
    /// The source of images that only pictures of the page show.
    pub pictures: Option<Arc<dyn resource::PictureSource>>,
    /// The font files of the page.
    pub fonts: font::FontFiles,
    /// The sheets that scripts adopted, in order, by the document or shadow root that did.
    pub adopted_sheets: BTreeMap<NodeId, Vec<Arc<str>>>,
    /// It was loaded without its frozen state, as a browser that runs no script loads it.
    is_fresh: bool,
    /// True if scroll positions hold, whatever is missing below.
    holds_scroll: bool,
    /// The user's interaction with the page.
    interaction: Option<Interaction>,
    /// The element that was under the pointer when the page was recorded.
    recorded_hover: Option<NodeId>,
    /// The number of documents, those in frames included.
    documents: usize,
    /// A shadow root was made, if only for a host that is gone.
    has_shadow_root: bool,
    has_frame_element: bool,
    /// The line on which the start tag of each element ends, in the text of its document from 1, by id; kept if it was asked for.
    lines: Option<Vec<(NodeId, u64)>>,
    /// The attribute that tests know elements by, if it is not Playwright's.
    test_id: Option<Box<str>>,
}

impl Default for Dom {
    fn default() -> Self {
        Self::new()
    }
}

impl Dom {
    /// A tree of just an empty document.
    #[must_use]
    pub fn new() -> Self {
        let mut dom = Self {
            nodes: Vec::new(),
            texts: texts::Texts::default(),
            index: index::TreeIndex::default(),
            origin: 0,
            warnings: Warnings::default(),
            has_selected_content: false,
            is_frozen: false,
            stylesheets: BTreeMap::new(),
            images: BTreeMap::new(),
            image_files: BTreeMap::new(),
            pictures: None,
            fonts: font::FontFiles::default(),
            adopted_sheets: BTreeMap::new(),
            is_fresh: false,
            holds_scroll: false,
            interaction: None,
            recorded_hover: None,
            documents: 0,
            has_shadow_root: false,
            has_frame_element: false,
            lines: None,
            test_id: None,
        };
        let document = DocumentData { quirks: Quirks::NoQuirks, frame: None, url: None };
        dom.create(NodeData::Document(Box::new(document)));
        dom
    }

    /// The page's document.
    #[must_use]
    pub fn document(&self) -> NodeId {
        NodeId::from_index(0)
    }

    /// The line on which the start tag of an element ends in the text of its document, from 1. `None` if lines were not kept
    /// ([`ParseOptions::lines`]), or the element has no start tag in the text.
    pub fn line(&self, node: NodeId) -> Option<u64> {
        let lines = self.lines.as_deref()?;
        lines.binary_search_by_key(&node, |(known, _)| *known).ok().and_then(|at| lines.get(at)).map(|(_, line)| *line)
    }

    /// Returns the number of ids that were assigned; the length of every [`NodeMap`] made for this tree.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The origin of its ids.
    ///
    /// Trees with the same origin were parsed from the same text and perhaps changed since,
    /// so that an id that both have names the same node. 0 for a tree that was not parsed.
    #[must_use]
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Says which tree it is: see [`origin`](Self::origin).
    pub fn set_origin(&mut self, origin: u64) {
        self.origin = origin;
    }

    /// From here on the ids are this tree's own: knowledge about another tree's nodes does not apply.
    pub fn forget_origin(&mut self) {
        self.origin = 0;
    }

    /// True if the page exceeded a limit (nodes, names, parsing effort) and the rest of its text was not read.
    #[must_use]
    #[cfg(any(test, feature = "internals"))]
    pub fn is_truncated(&self) -> bool {
        self.warnings.any_limit()
    }

    /// Returns the warnings about parts of the page that were not read.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// A node.
    ///
    /// # Panics
    /// If the id is of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to change it.
    ///
    /// # Panics
    /// If the id is of another tree.
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The attribute that tests know elements by, by default Playwright's `data-testid`.
    #[must_use]
    pub fn test_id_attribute(&self) -> &str {
        self.test_id.as_deref().unwrap_or("data-testid")
    }

    /// Sets the attribute that tests know elements by.
    pub fn set_test_id_attribute(&mut self, name: &str) {
        self.test_id = Some(name.into());
    }

    /// True if some element has, or had, a shadow tree.
    #[must_use]
    pub fn has_shadow_root(&self) -> bool {
        self.has_shadow_root
    }

    /// True if the tree has, or had, an `iframe` or a `frame`.
    #[must_use]
    pub fn has_frame_element(&self) -> bool {
        self.has_frame_element
    }

    /// A new node without links.
    pub fn create(&mut self, data: NodeData) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.documents += usize::from(matches!(data, NodeData::Document(_)));
        self.has_shadow_root |= matches!(data, NodeData::ShadowRoot(_));
        self.has_frame_element |= matches!(&data, NodeData::Element(element) if element.is_frame());
        self.nodes.push(Node {
            parent: None,
            first_child: None,
            last_child: None,
            previous_sibling: None,
            next_sibling: None,
            data,
        });
        id
    }

    /// The element data of a node; `None` if it is not an element.
    #[must_use]
    pub fn element(&self, id: NodeId) -> Option<&ElementData> {
        match &self.node(id).data {
            NodeData::Element(element) => Some(element),
            _ => None,
        }
    }

    /// True for an element of the HTML namespace with this local name.
    #[must_use]
    pub fn is_html(&self, id: NodeId, name: &LocalName) -> bool {
        self.element(id).is_some_and(|e| e.name.ns == ns!(html) && e.name.local == *name)
    }

    /// The value of an attribute without a namespace; `None` if it is absent or the node is not an element.
    #[must_use]
    pub fn attr(&self, id: NodeId, name: &LocalName) -> Option<&str> {
        self.element(id)?.attr(name)
    }
}

/// <https://html.spec.whatwg.org/#valid-custom-element-name>
pub fn is_custom_element_name(name: &str) -> bool {
    const RESERVED: &[&str] = &[
        "annotation-xml",
        "color-profile",
        "font-face",
        "font-face-src",
        "font-face-uri",
        "font-face-format",
        "font-face-name",
        "missing-glyph",
    ];
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains('-')
        && !name.contains(|c: char| c.is_ascii_uppercase())
        && !RESERVED.contains(&name)
}

impl ElementData {
    /// The value of an attribute without a namespace.
    #[must_use]
    pub fn attr(&self, name: &LocalName) -> Option<&str> {
        self.attributes.iter().find(|a| a.name.ns == ns!() && a.name.local == *name).map(|a| &*a.value)
    }

    /// True for an `iframe` or a `frame`.
    #[must_use]
    pub fn is_frame(&self) -> bool {
        self.name.ns == ns!(html) && matches!(self.name.local, local_name!("iframe") | local_name!("frame"))
    }
}
