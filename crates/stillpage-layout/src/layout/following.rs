//! Walks over a part of a page.

use crate::dom::{Dom, NodeId};

/// Returns the next node that is not in `node`, inside of `root`.
pub(super) fn following(dom: &Dom, node: NodeId, root: NodeId) -> Option<NodeId> {
    let mut at = node;
    while at != root {
        if let Some(next) = dom.node(at).next_sibling {
            return Some(next);
        }
        at = dom.node(at).parent?;
    }
    None
}
