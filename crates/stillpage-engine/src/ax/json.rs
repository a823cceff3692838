//! The tree as `Accessibility.getFullAXTree` of the debugging protocol writes it.

use serde_json::{Map, Value as Json, json};

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

/// `{"nodes": [...]}`: the tree in the words of the protocol.
///
/// The `nodeId` of a node is its place in the list, negative where no node of the DOM stands behind it; the `backendDOMNodeId` of
/// an element is 1 plus its index among the elements of the page's document, and other nodes have none.
pub fn to_json(page: &Page, tree: &AxTree) -> Json {
    let mut index = NodeMap::new(page.dom().len(), None);
    for (i, node) in page.dom().elements_in_order().enumerate() {
        index[node] = Some(i + 1);
    }
    let order = tree.by_level();
    let mut place = vec![0; tree.nodes.len()];
    for (i, &at) in order.iter().enumerate() {
        place[at] = i + 1;
    }
    let has_node = tree.nodes_of_the_dom();
    let id = |at: usize| Json::from(format!("{}{}", if has_node[at] { "" } else { "-" }, place[at]));
    let nodes: Vec<Json> = order
        .iter()
        .map(|&at| {
            let node = tree.node(at);
            let mut out = Map::new();
            out.insert("nodeId".into(), id(at));
            out.insert("ignored".into(), node.ignored.is_some().into());
            match node.ignored {
                Some(reason) => {
                    let reasons: Vec<Json> = reason
                        .name()
                        .map(|name| json!({"name": name, "value": {"type": "boolean", "value": true}}))
                        .into_iter()
                        .collect();
                    out.insert("ignoredReasons".into(), reasons.into());
                    out.insert("role".into(), json!({"type": "role", "value": "none"}));
                }
                None => shown(node, &index, &mut out),
            }
            if let Some(parent) = node.parent {
                out.insert("parentId".into(), id(parent));
            }
            out.insert("childIds".into(), node.children.iter().map(|&child| id(child)).collect());
            if let Origin::Element(element) = node.origin
                && let Some(backend) = index[element]
            {
                out.insert("backendDOMNodeId".into(), backend.into());
            }
            Json::Object(out)
        })
        .collect();
    json!({ "nodes": nodes })
}

fn shown(node: &AxNode, index: &NodeMap<Option<usize>>, out: &mut Map<String, Json>) {
    let internal = node.role.starts_with(char::is_uppercase);
    out.insert("role".into(), json!({"type": if internal { "internalRole" } else { "role" }, "value": node.role}));
    if let Some((name, from)) = &node.name {
        let mut value = json!({"type": "computedString", "value": name});
        if let Some(from) = from {
            value["sources"] = json!([{"type": from.name(), "value": {"type": "computedString", "value": name}}]);
        }
        out.insert("name".into(), value);
    }
    if !node.description.is_empty() {
        out.insert("description".into(), json!({"type": "computedString", "value": node.description}));
    }
    if let Some(value) = &node.value {
        out.insert("value".into(), written(value, index));
    }
    let properties: Vec<Json> =
        node.properties.iter().map(|(name, value)| json!({"name": name, "value": written(value, index)})).collect();
    out.insert("properties".into(), properties.into());
}

fn written(value: &Value, index: &NodeMap<Option<usize>>) -> Json {
    match value {
        Value::Bool(value) => json!({"type": "booleanOrUndefined", "value": value}),
        Value::Integer(value) => json!({"type": "integer", "value": value}),
        Value::Number(value) => json!({"type": "number", "value": number(*value)}),
        Value::Text(kind, text) => json!({"type": kind, "value": text}),
        Value::Elements(kind, text, elements) => {
            let related: Vec<Json> =
                elements.iter().map(|&node: &NodeId| json!({"backendDOMNodeId": index[node]})).collect();
            let mut out = json!({"type": kind, "relatedNodes": related});
            if let Some(text) = text {
                out["value"] = text.clone().into();
            }
            out
        }
    }
}

/// Whole numbers without a fraction.
#[expect(clippy::cast_possible_truncation, reason = "checked to be a whole number in range")]
fn number(value: f64) -> Json {
    let whole = value.fract().abs() < f64::EPSILON && value.abs() < 1e15;
    if whole { Json::from(value as i64) } else { Json::from(value) }
}
