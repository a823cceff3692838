//! The tree as `Accessibility.getFullAXTree` of the debugging protocol writes it.

use serde::{Serialize, Serializer};

use super::listing::Listing;
use super::{AxNode, AxTree, Ignored, NameFrom, Origin, Value};
use crate::dom::{NodeId, NodeMap};
use crate::page::Page;

impl Ignored {
    /// True for reasons that also hide the node from names.
    pub(super) fn hides(self) -> bool {
        matches!(
            self,
            Self::NotRendered
                | Self::NotVisible
                | Self::AriaHidden
                | Self::InAriaHidden
                | Self::OutsideModal
                | Self::Inert
        )
    }

    /// The name of the protocol.
    fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::Uninteresting => "uninteresting",
            Self::NotRendered => "notRendered",
            Self::NotVisible => "notVisible",
            Self::AriaHidden => "ariaHiddenElement",
            Self::InAriaHidden => "ariaHiddenSubtree",
            Self::Presentational => "presentationalRole",
            Self::EmptyAlt => "emptyAlt",
            Self::LabelFor => "labelFor",
            Self::OutsideModal => "activeModalDialog",
            Self::Inert => "inertSubtree",
            Self::Unstated => return None,
        })
    }
}

impl NameFrom {
    /// The kind of source in the protocol.
    fn name(self) -> &'static str {
        match self {
            Self::Contents => "contents",
            Self::Attribute | Self::Title => "attribute",
            Self::Related => "relatedElement",
            Self::Placeholder => "placeholder",
        }
    }
}

/// Serializes the tree in the words of the protocol: `{"nodes": [...]}`.
///
/// The `nodeId` of a node is its place in the list, negative where no node of the DOM stands behind it; the `backendDOMNodeId` of
/// an element is 1 plus its index among the elements of the page's document, and other nodes have none.
pub fn to_json(page: &Page, tree: &AxTree) -> impl Serialize {
    let mut index = NodeMap::new(page.dom().len(), None);
    for (i, node) in page.dom().elements_in_order().enumerate() {
        index[node] = Some(i + 1);
    }
    FullAxTree { nodes: Nodes { listing: Listing::new(tree), index } }
}

#[derive(Serialize)]
struct FullAxTree<'a> {
    nodes: Nodes<'a>,
}

struct Nodes<'a> {
    listing: Listing<'a>,
    /// The `backendDOMNodeId` of each element.
    index: NodeMap<Option<usize>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Node<'a> {
    node_id: String,
    ignored: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored_reasons: Option<Vec<Property<'a>>>,
    role: AxValue<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<AxValue<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<AxValue<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<AxValue<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Vec<Property<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_id: Option<String>,
    child_ids: Vec<String>,
    #[serde(rename = "backendDOMNodeId", skip_serializing_if = "Option::is_none")]
    backend: Option<usize>,
}

#[derive(Serialize)]
struct Property<'a> {
    name: &'a str,
    value: AxValue<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AxValue<'a> {
    r#type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    related_nodes: Option<Vec<Related>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Bare<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<[Source<'a>; 1]>,
}

#[derive(Serialize)]
struct Related {
    #[serde(rename = "backendDOMNodeId")]
    backend: Option<usize>,
}

#[derive(Serialize)]
struct Source<'a> {
    r#type: &'a str,
    value: Box<AxValue<'a>>,
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.listing.len()).map(|at| self.node(at)))
    }
}

impl Nodes<'_> {
    fn id(&self, at: usize) -> String {
        format!("{}{}", if self.listing.has_dom_node(at) { "" } else { "-" }, at + 1)
    }

    fn node(&self, at: usize) -> Node<'_> {
        let node = self.listing.node(at);
        let mut out = Node {
            node_id: self.id(at),
            ignored: node.ignored.is_some(),
            ignored_reasons: None,
            role: AxValue::text("role", node.shown_role()),
            name: None,
            description: None,
            value: None,
            properties: None,
            parent_id: self.listing.parent(at).map(|parent| self.id(parent)),
            child_ids: self.listing.children(at).map(|child| self.id(child)).collect(),
            backend: match node.origin {
                Origin::Element(element) => self.index[element],
                _ => None,
            },
        };
        match node.ignored {
            Some(reason) => {
                let stated = |name| Property { name, value: AxValue::new("boolean", Bare::Bool(true)) };
                out.ignored_reasons = Some(reason.name().map(stated).into_iter().collect());
            }
            None => self.show(node, &mut out),
        }
        out
    }

    /// Adds what nodes have that are not ignored.
    fn show<'a>(&self, node: &'a AxNode, out: &mut Node<'a>) {
        if node.role.starts_with(char::is_uppercase) {
            out.role.r#type = "internalRole";
        }
        if let Some((name, from)) = &node.name {
            let mut value = AxValue::text("computedString", name);
            value.sources = from
                .map(|from| [Source { r#type: from.name(), value: Box::new(AxValue::text("computedString", name)) }]);
            out.name = Some(value);
        }
        out.description = (!node.description.is_empty()).then(|| AxValue::text("computedString", &node.description));
        out.value = node.value.as_ref().map(|value| self.written(value));
        let written = |(name, value): &'a (&'static str, Value)| Property { name, value: self.written(value) };
        out.properties = Some(node.properties.iter().map(written).collect());
    }

    fn written<'a>(&self, value: &'a Value) -> AxValue<'a> {
        let related = |nodes: &[NodeId]| nodes.iter().map(|&node| Related { backend: self.index[node] }).collect();
        let (kind, related_nodes) = match value {
            Value::Bool(_) => ("booleanOrUndefined", None),
            Value::Integer(_) => ("integer", None),
            Value::Number(_) => ("number", None),
            Value::Text(kind, _) => (*kind, None),
            Value::Elements(kind, _, elements) => (*kind, Some(related(elements))),
        };
        AxValue { r#type: kind, related_nodes, value: value.bare(), sources: None }
    }
}

impl<'a> AxValue<'a> {
    fn new(kind: &'a str, value: Bare<'a>) -> Self {
        Self { r#type: kind, related_nodes: None, value: Some(value), sources: None }
    }

    fn text(kind: &'a str, text: &'a str) -> Self {
        Self::new(kind, Bare::Text(text))
    }
}

/// A value without its type.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Bare<'a> {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction, or beyond the whole numbers.
    Number(f64),
    /// A text.
    Text(&'a str),
}

impl Value {
    /// The value itself; `None` for elements that no text names.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "checked to be a whole number in range")]
    pub fn bare(&self) -> Option<Bare<'_>> {
        Some(match self {
            Self::Bool(value) => Bare::Bool(*value),
            Self::Integer(value) => Bare::Whole(i64::from(*value)),
            Self::Number(value) if value.fract().abs() < f64::EPSILON && value.abs() < 1e15 => {
                Bare::Whole(*value as i64)
            }
            Self::Number(value) => Bare::Number(*value),
            Self::Text(_, text) => Bare::Text(text),
            Self::Elements(_, text, _) => Bare::Text(text.as_ref()?),
        })
    }
}
