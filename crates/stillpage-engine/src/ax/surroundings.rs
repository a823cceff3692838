//! Properties that the nodes of a page take from those around them.

use super::role::filled;
use super::{AxNode, Origin};
use crate::dom::{Dom, NodeId, NodeMap};

/// The properties of a node that come from those around it, of which there may be hundreds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Surroundings {
    /// Lists around it.
    pub(super) lists: u32,
    /// Groups around it, up to the tree that they are in.
    pub(super) groups: u32,
    /// `aria-disabled`: its own, or that of the nearest element around it that has one.
    pub(super) is_disabled: bool,
    /// An item of the tree that it is in says whether it is selected or checked.
    pub(super) says_selected: bool,
}

impl Surroundings {
    /// Returns those of all nodes.
    pub(super) fn of(dom: &Dom, nodes: &[AxNode]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::with_capacity(nodes.len());
        let mut disabled = NodeMap::new(dom.len(), None);
        // The innermost tree around each node, or that it is.
        let mut trees: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            let tree = node.parent.and_then(|parent| trees.get(parent).copied().flatten());
            trees.push(if node.role == "tree" { Some(at) } else { tree });
            let mut own = Self::default();
            // Parents come first.
            if let Some((parent, around)) = node.parent.and_then(|at| nodes.get(at).zip(all.get(at))) {
                own.lists = around.lists + u32::from(parent.role == "list");
                own.groups = if parent.role == "tree" { 0 } else { around.groups + u32::from(parent.role == "group") };
            }
            if let Origin::Element(element) = node.origin {
                own.is_disabled = is_aria_disabled(dom, element, &mut disabled);
            }
            all.push(own);
            let says = || {
                let Origin::Element(element) = node.origin else { return false };
                dom.element(element)
                    .is_some_and(|e| ["aria-selected", "aria-checked"].iter().any(|n| filled(e, n).is_some()))
            };
            if let Some(tree) = tree.filter(|_| node.role == "treeitem" && says()) {
                all[tree].says_selected = true;
            }
        }
        for (at, tree) in trees.into_iter().enumerate() {
            all[at].says_selected = tree.is_some_and(|tree| all[tree].says_selected);
        }
        all
    }
}

/// `aria-disabled` of the nearest element that says it; `known` has what was found for others.
fn is_aria_disabled(dom: &Dom, node: NodeId, known: &mut NodeMap<Option<bool>>) -> bool {
    let (mut at, mut passed, mut found) = (Some(node), Vec::new(), None);
    while let Some(node) = at.filter(|_| found.is_none()) {
        passed.push(node);
        found = known[node].or_else(|| match filled(dom.element(node)?, "aria-disabled")? {
            value if value.eq_ignore_ascii_case("true") => Some(true),
            value if value.eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        });
        at = dom.composed_parent(node);
    }
    let found = found.unwrap_or(false);
    passed.into_iter().for_each(|node| known[node] = Some(found));
    found
}
