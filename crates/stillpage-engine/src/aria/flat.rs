//! The tree that Playwright walks: the flat tree as a script sees it, without closed shadow trees.

use crate::dom::{Dom, NodeId, local_name};

/// A position among the children of a node; small and without borrows, so that walks can keep it on their stack.
#[derive(Debug, Clone, Copy)]
pub enum ChildCursor {
    /// The next of a chain of siblings.
    Sibling(Option<NodeId>),
    /// The next of the nodes that are assigned to a slot.
    Assigned(NodeId, usize),
    /// This node alone.
    Only(Option<NodeId>),
}

impl ChildCursor {
    /// In front of the first child.
    ///
    /// A closed `details` shows its summary alone; a host shows its open shadow tree; a slot of one shows what is assigned
    /// to it, if anything is.
    pub fn new(dom: &Dom, node: NodeId) -> Self {
        if let Some(element) = dom.element(node) {
            if let Some(root) = dom.open_shadow_root(node) {
                return Self::Sibling(dom.node(root).first_child);
            }
            if element.name.local == local_name!("slot") && !dom.assigned_nodes(node).is_empty() {
                return Self::Assigned(node, 0);
            }
            if element.name.local == local_name!("details")
                && dom.is_html(node, &local_name!("details"))
                && element.attr(&local_name!("open")).is_none()
            {
                return Self::Only(dom.child_elements(node).find(|&n| dom.is_html(n, &local_name!("summary"))));
            }
        }
        Self::Sibling(dom.node(node).first_child)
    }

    /// The next child.
    pub fn next(&mut self, dom: &Dom) -> Option<NodeId> {
        match self {
            Self::Sibling(at) => {
                let node = (*at)?;
                *at = dom.node(node).next_sibling;
                Some(node)
            }
            Self::Assigned(slot, index) => {
                let node = dom.assigned_nodes(*slot).get(*index).copied()?;
                *index += 1;
                Some(node)
            }
            Self::Only(node) => node.take(),
        }
    }
}

/// The parent element, or the host of the shadow tree that the element is at the top of.
pub(crate) fn parent_element(dom: &Dom, node: NodeId) -> Option<NodeId> {
    dom.composed_parent(node).filter(|&parent| dom.element(parent).is_some())
}
