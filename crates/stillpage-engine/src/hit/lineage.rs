//! Lineage: the relation between two elements by which a click on one counts as a click on the other.

use super::verdict::Policy;
use crate::dom::{Dom, NodeId, local_name};

/// One step out of the flat tree: the parent, the slot, the host of the shadow tree, the `iframe` of the document.
pub(super) fn outward(dom: &Dom, node: NodeId) -> Option<NodeId> {
    dom.flat_parent(node).or_else(|| dom.composed_parent(node)).or_else(|| dom.frame_element(node))
}

/// An element and its ancestors, innermost first, out of shadow trees and frames.
pub fn outwards(dom: &Dom, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::successors(Some(node), |&n| outward(dom, n))
}

/// A node and its ancestors, innermost first, below those that hold `other`.
#[must_use]
pub fn apart(dom: &Dom, node: NodeId, other: NodeId) -> Vec<NodeId> {
    let mut own: Vec<NodeId> = outwards(dom, node).collect();
    let around: Vec<NodeId> = outwards(dom, other).collect();
    let shared = own.iter().rev().zip(around.iter().rev()).take_while(|(a, b)| a == b).count();
    own.truncate(own.len() - shared);
    own
}

/// True if `inner` is `outer` or in it, in the flat tree, also in its shadow tree or frame.
pub fn holds(dom: &Dom, outer: NodeId, inner: NodeId) -> bool {
    outer == inner || outwards(dom, inner).any(|n| n == outer)
}

/// True if a click that hits `hit` counts as a click on `node`.
pub fn lands(dom: &Dom, node: NodeId, hit: Option<NodeId>, policy: Policy) -> bool {
    let strict = hit.is_some_and(|hit| holds(dom, node, hit));
    match (policy, hit) {
        (Policy::Playwright, _) => strict,
        (Policy::Lineage, None) => true,
        (Policy::Lineage, Some(hit)) => strict || holds(dom, hit, node) || is_labelled(dom, hit, node),
    }
}

/// True if one is in a label of the other, or of what the other is in: a click on a label is a click on its control, and a
/// control that lies over its own label is what the label is for.
pub(super) fn is_labelled(dom: &Dom, hit: NodeId, node: NodeId) -> bool {
    let control_of = |of: NodeId| {
        outwards(dom, of).find_map(|n| {
            let label = dom.is_html(n, &local_name!("label"));
            label.then(|| dom.form().labeled_control(n)).flatten()
        })
    };
    control_of(hit).is_some_and(|control| holds(dom, control, node))
        || control_of(node).is_some_and(|control| holds(dom, control, hit))
}

/// Playwright: a click on something in a button or a link is a click on that; fields stand for themselves.
pub(super) fn button_or_link(dom: &Dom, node: NodeId) -> NodeId {
    let is_field = |n: NodeId| {
        [local_name!("input"), local_name!("textarea"), local_name!("select")].iter().any(|name| dom.is_html(n, name))
    };
    let own_tree = || std::iter::once(node).chain(dom.ancestors(node));
    let edited = own_tree().find_map(|n| {
        let value = dom.attr(n, &local_name!("contenteditable"))?;
        (!value.eq_ignore_ascii_case("inherit")).then(|| !value.eq_ignore_ascii_case("false"))
    });
    if is_field(node) || edited == Some(true) {
        return node;
    }
    let is_button_or_link = |&n: &NodeId| {
        dom.is_html(n, &local_name!("button"))
            || dom.element(n).is_some_and(|e| e.name.local == local_name!("a"))
            || matches!(dom.attr(n, &local_name!("role")), Some("button" | "link"))
    };
    own_tree().find(is_button_or_link).unwrap_or(node)
}
