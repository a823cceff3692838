//! The accessibility tree as Chromium builds it for assistive technology, in the terms of its debugging protocol.
//!
//! *In*: [`Page`]. *Out*: [`AxTree`].
//!
//! *Invariants*: every node that is not ignored has a role of Chromium's and a name, maybe an empty one; children of what
//! Chromium leaves out of its tree take its place; frames are leaves, since each has a tree of its own. It differs from
//! [`aria`](crate::aria), which reads the standards as Playwright does: here roles such as `LabelText` and `sectionheader`
//! exist, containers that carry no meaning are ignored, and each run of text is a node.

mod boxes;
mod date_field;
mod grow;
mod growth;
mod interest;
mod json;
mod kept;
mod listing;
mod media;
mod name;
mod order;
mod own_parts;
mod property;
mod range;
mod role;
mod space;
mod surroundings;
mod table;

use crate::dom::{NodeId, NodeMap};
use crate::page::Page;
use crate::style::Pseudo;

pub use json::{Bare, to_json};
pub use listing::Listing;

/// The part of the page that a node represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The page's document.
    Document(NodeId),
    /// An element.
    Element(NodeId),
    /// A text node.
    Text(NodeId),
    /// A pseudo-element of an element.
    Pseudo(NodeId, Pseudo),
    /// The marker of a list item.
    Marker(NodeId),
    /// A part that the browser makes for a control: its editable text, its list of options.
    Part(NodeId),
    /// Text that no text node holds: of generated content, of a control.
    Generated(NodeId),
    /// A run of text on one line.
    Line,
}

/// The reason why a node is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ignored {
    /// It carries no meaning of its own.
    Uninteresting,
    /// It has no box.
    NotRendered,
    /// `visibility`
    NotVisible,
    /// `aria-hidden` on it.
    AriaHidden,
    /// `aria-hidden` on an ancestor.
    InAriaHidden,
    /// `role=none`, or a part of a list or table with it.
    Presentational,
    /// `alt=""`
    EmptyAlt,
    /// A label whose control says the same.
    LabelFor,
    /// Outside of the open modal dialog.
    OutsideModal,
    /// In something inert.
    Inert,
    /// Chromium names no reason.
    Unstated,
}

/// The source of the name of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFrom {
    /// Its content.
    Contents,
    /// An attribute, a value.
    Attribute,
    /// Other elements: labels, captions.
    Related,
    /// `placeholder`
    Placeholder,
    /// `title`
    Title,
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `boolean`, `booleanOrUndefined`
    Bool(bool),
    /// `integer`
    Integer(u32),
    /// `number`
    Number(f64),
    /// `token`, `string`, `tristate`: which one, and the text.
    Text(&'static str, String),
    /// `idrefList`, `idref`, `nodeList`: which one, the text as written, the elements.
    Elements(&'static str, Option<String>, Vec<NodeId>),
}

/// A node of the tree.
#[derive(Debug, Clone)]
pub struct AxNode {
    /// The part of the page that it represents.
    pub origin: Origin,
    /// Its parent in the tree; `None` for the root.
    pub parent: Option<usize>,
    /// Its children in the tree.
    pub children: Vec<usize>,
    /// Its role, as Chromium calls it.
    pub role: &'static str,
    /// The reason why it is ignored; `None` if it is not.
    pub ignored: Option<Ignored>,
    /// Its name and where it comes from; `None` for ignored nodes.
    pub name: Option<(String, Option<NameFrom>)>,
    /// Its description; empty if it has none.
    pub description: String,
    /// Its value; `None` if it has none.
    pub value: Option<Value>,
    /// Its other properties, in the order of the protocol.
    pub properties: Vec<(&'static str, Value)>,
    /// The text of a text, and the name of a part that the browser makes; empty for other nodes.
    text: String,
    /// It is in the tree, though it may be ignored.
    included: bool,
    /// The nodes that were built below it, in the tree or not.
    grown: Vec<usize>,
}

/// The accessibility tree of a page.
#[derive(Debug, Clone)]
pub struct AxTree {
    /// All nodes, parents first; some are not in the tree.
    nodes: Vec<AxNode>,
}

impl AxTree {
    /// Computes the tree.
    #[must_use]
    pub fn build(page: &Page) -> Self {
        let judge = interest::Judge::new(page);
        let mut nodes = grow::grow(page, &judge);
        include(&mut nodes);
        let mut of_element = NodeMap::new(page.dom().len(), None);
        for (at, node) in nodes.iter().enumerate() {
            if let Origin::Element(element) = node.origin {
                of_element[element] = Some(at);
            }
        }
        name::name_all(page, &mut nodes, &of_element, &judge);
        property::describe_all(page, &mut nodes, &of_element, &judge);
        Self { nodes }
    }

    /// A node.
    pub fn node(&self, at: usize) -> &AxNode {
        &self.nodes[at]
    }
}

impl AxNode {
    /// Its role, as the protocol shows it: ignored nodes have none.
    #[must_use]
    pub fn shown_role(&self) -> &'static str {
        if self.ignored.is_some() { "none" } else { self.role }
    }

    /// True for a node in the tree that is not hidden.
    fn is_readable(&self) -> bool {
        self.included && !self.ignored.is_some_and(Ignored::hides)
    }
}

/// Gives each node in the tree its children in the tree: those of a node that is left out take its place.
fn include(nodes: &mut [AxNode]) {
    let mut parents = vec![None; nodes.len()];
    for at in 0..nodes.len() {
        if let Some(grown_on) = nodes[at].parent {
            nodes[grown_on].grown.push(at);
            let parent = if nodes[grown_on].included { Some(grown_on) } else { parents[grown_on] };
            parents[at] = parent;
            if let Some(parent) = parent.filter(|_| nodes[at].included) {
                nodes[parent].children.push(at);
            }
        }
    }
    for (node, parent) in nodes.iter_mut().zip(parents) {
        node.parent = parent;
    }
}
