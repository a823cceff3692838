//! Elements that attributes name by their ids.

use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::dom::{Atom, Dom, LocalName, NodeId, local_name};

/// A few elements, in the order in which they are named.
pub(super) type Nodes = SmallVec<[NodeId; 2]>;

/// The elements that label another one. Chrome: `aria-labeledby` stands in for an absent `aria-labelledby`.
pub fn labelled_by(dom: &Dom, node: NodeId) -> Nodes {
    if dom.element(node).is_none_or(|element| element.attributes.is_empty()) {
        return Nodes::new();
    }
    let name = local_name!("aria-labelledby");
    if dom.attr(node, &name).is_some() {
        id_references(dom, node, &name)
    } else {
        static MISSPELT: LazyLock<LocalName> = LazyLock::new(|| LocalName::from("aria-labeledby"));
        id_references(dom, node, &MISSPELT)
    }
}

/// The elements that an attribute names by id, in the element's own tree; ids that name nothing are skipped.
pub fn id_references(dom: &Dom, node: NodeId, name: &LocalName) -> Nodes {
    let Some(value) = dom.attr(node, name) else { return Nodes::new() };
    let mut tokens = value.split_ascii_whitespace().peekable();
    if tokens.peek().is_none() {
        return Nodes::new();
    }
    let root = dom.tree_root(node);
    let mut nodes = Nodes::new();
    for token in tokens {
        nodes.extend(dom.get_element_by_id(root, &Atom::from(token)));
    }
    nodes
}
