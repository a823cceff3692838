//! The nodes of a tree in the order of the protocol.

use super::{AxNode, AxTree, Origin};

/// The nodes of a tree in the order in which `Accessibility.getFullAXTree` lists them: level by level, what is in an ignored
/// node right after it. Nodes are named by their position in it.
#[derive(Debug)]
pub struct Listing<'a> {
    tree: &'a AxTree,
    /// The index in the tree of each node listed.
    order: Vec<usize>,
    /// The position of each node of the tree; 0 as well for those that are not listed.
    position: Vec<usize>,
    /// For each node of the tree, whether a node of the DOM stands behind it.
    has_dom_node: Vec<bool>,
}

impl<'a> Listing<'a> {
    /// Lists a tree.
    #[must_use]
    pub fn new(tree: &'a AxTree) -> Self {
        let order = order(tree);
        let mut position = vec![0; tree.nodes.len()];
        for (i, &at) in order.iter().enumerate() {
            position[at] = i;
        }
        Self { tree, order, position, has_dom_node: dom_nodes(tree) }
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// True if it lists no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The node at a position.
    #[must_use]
    pub fn node(&self, at: usize) -> &'a AxNode {
        self.tree.node(self.order[at])
    }

    /// The positions of a node's children.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        self.node(at).children.iter().map(|&child| self.position[child])
    }

    /// The position of a node's parent; `None` for the root.
    #[must_use]
    pub fn parent(&self, at: usize) -> Option<usize> {
        self.node(at).parent.map(|parent| self.position[parent])
    }

    /// True if a node of the DOM stands behind a node, if only one that the browser adds: not for lines of text, nor for what a
    /// pseudo-element generates.
    #[must_use]
    pub fn has_dom_node(&self, at: usize) -> bool {
        self.has_dom_node[self.order[at]]
    }
}

fn dom_nodes(tree: &AxTree) -> Vec<bool> {
    let mut has_node = vec![true; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        let is_generated = || {
            node.parent.is_some_and(|parent| {
                !has_node[parent] || matches!(tree.nodes[parent].origin, Origin::Pseudo(..) | Origin::Marker(_))
            })
        };
        has_node[at] = match node.origin {
            Origin::Line => false,
            Origin::Generated(_) | Origin::Part(_) => !is_generated(),
            _ => true,
        };
    }
    has_node
}

fn order(tree: &AxTree) -> Vec<usize> {
    let mut order = Vec::with_capacity(tree.nodes.len());
    order.extend((!tree.nodes.is_empty()).then_some(0));
    let (mut next, mut stack) = (0, Vec::new());
    while let Some(&at) = order.get(next) {
        next += 1;
        if at > 0 && tree.nodes[at].ignored.is_some() {
            continue;
        }
        stack.extend(tree.nodes[at].children.iter().rev());
        while let Some(child) = stack.pop() {
            order.push(child);
            if tree.nodes[child].ignored.is_some() {
                stack.extend(tree.nodes[child].children.iter().rev());
            }
        }
    }
    order
}
