//! A snapshot that is kept with its page: the next one takes from it what is in elements in which nothing changed.

use std::sync::Arc;

use super::{Child, SnapshotNode, SnapshotOptions};
use crate::aria::AriaTree;
use crate::dom::{Dom, NodeId, NodeMap};
use crate::page::{ChangedNodes, Page, Since};
use crate::refs::RefTable;
use crate::segmented::SegmentedVec;

/// The fate of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    Dropped,
    /// Its only child replaces it.
    Replaced(u32),
}

/// The decisions on one draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision {
    pub(super) fate: Fate,
    /// Place in the post-order, from 1.
    pub(super) rank: u32,
    /// Number of drafts in the draft, itself included.
    pub(super) size: u32,
    /// The first and the last of the drafts that decided on the draft and on those in it.
    pub(super) reach: (u32, u32),
    /// It has a ref, and its cursor is `pointer`.
    pub(super) pointer: bool,
    /// A draft around it has a pointer cursor.
    pub(super) inside_pointer: bool,
    /// The draft around it has taken its text.
    pub(super) is_emptied: bool,
}

/// A snapshot as a page keeps it.
#[derive(Debug)]
pub(super) struct KeptSnapshot {
    pub(super) options: SnapshotOptions,
    /// Positions are those of the drafts, less one for the fragment.
    pub(super) nodes: Arc<SegmentedVec<SnapshotNode>>,
    pub(super) roots: Vec<Child>,
    pub(super) refs: Arc<RefTable>,
    /// By draft.
    pub(super) decisions: Vec<Decision>,
    /// One above the position of an element's draft, for those with a ref; 0 for others.
    pub(super) with_ref: NodeMap<u32>,
}

/// The use of an earlier snapshot.
pub(super) enum Earlier {
    /// It is that of the page as it is now.
    Same(KeptSnapshot),
    /// Parts of it are.
    Parts(Parts),
    /// None.
    Nothing,
}

/// An earlier snapshot, to take parts from.
#[derive(Debug)]
pub(super) struct Parts {
    nodes: SegmentedVec<SnapshotNode>,
    pub(super) decisions: Vec<Decision>,
    with_ref: NodeMap<u32>,
    /// The elements that changed, and all around them.
    changed: NodeMap<bool>,
}

/// The drafts of an element and of all in it that were taken from an earlier snapshot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// The position of the first draft.
    pub(super) start: usize,
    /// Its position in the earlier snapshot.
    pub(super) old_start: usize,
}

impl Earlier {
    /// Takes the snapshot that the page keeps.
    pub(super) fn take(page: &Page, options: &SnapshotOptions) -> Self {
        let Some((kept, since)) = page.take_result::<KeptSnapshot>() else { return Self::Nothing };
        if kept.options != *options {
            return Self::Nothing;
        }
        match since {
            Since::Nothing => Self::Same(kept),
            Since::Nodes(ChangedNodes { aria: Some(aria), changed, restyled }) => {
                let changed = changed_elements(page, &aria, changed.into_iter().collect(), &restyled);
                let nodes = Arc::try_unwrap(kept.nodes).unwrap_or_else(|shared| (*shared).clone());
                Self::Parts(Parts { nodes, decisions: kept.decisions, with_ref: kept.with_ref, changed })
            }
            Since::Nodes(_) | Since::Everything => Self::Nothing,
        }
    }
}

/// The elements that differ from what they were with another accessibility tree, and all around them.
fn changed_elements<'a>(
    page: &Page,
    aria: &AriaTree,
    mut changed: Vec<NodeId>,
    restyled: impl IntoIterator<Item = &'a NodeId>,
) -> NodeMap<bool> {
    let dom = page.dom();
    for &root in restyled {
        changed.push(root);
        changed.extend(dom.descendants(root));
    }
    let now = page.aria();
    let others = (0..dom.len()).map(NodeId::from_index).filter(|&node| !now.has_same(aria, node));
    changed.extend(others);
    if now.active_elements() != aria.active_elements() {
        changed.extend(now.active_elements().iter().chain(aria.active_elements()));
    }
    let mut table = NodeMap::new(dom.len(), false);
    for node in changed {
        let around = std::iter::successors(Some(node), |&node| dom.composed_parent(node));
        for node in around {
            if std::mem::replace(&mut table[node], true) {
                break;
            }
        }
    }
    table
}

impl Parts {
    /// The position of the draft of an element, if its part holds for an element that is in a pointer cursor or not.
    pub(super) fn find(&self, element: NodeId, inside_pointer: bool) -> Option<usize> {
        if *self.changed.get(element)? {
            return None;
        }
        let start = (*self.with_ref.get(element)? as usize).checked_sub(1)?;
        let decision = self.decisions.get(start)?;
        let last = start + decision.size as usize - 1;
        let is_closed = decision.reach.0 as usize >= start && decision.reach.1 as usize <= last;
        (is_closed && !decision.is_emptied && decision.inside_pointer == inside_pointer).then_some(start)
    }

    /// Takes the node of a draft, but for its children.
    pub(super) fn take_node(&mut self, draft: usize) -> Option<SnapshotNode> {
        let node = self.nodes.get_mut(draft.checked_sub(1)?)?;
        let (name, extras) = (std::mem::take(&mut node.name), node.extras.take());
        Some(SnapshotNode { name, extras, children: Box::default(), ..*node })
    }

    /// Takes the children of a node whose part begins elsewhere now.
    pub(super) fn take_children(&mut self, draft: usize, part: Part) -> Box<[Child]> {
        let node = draft.checked_sub(1).and_then(|at| self.nodes.get_mut(at));
        let mut children = node.map(|node| std::mem::take(&mut node.children)).unwrap_or_default();
        for child in &mut children {
            if let Child::Node(at) = child {
                *at = part.moved(*at);
            }
        }
        children
    }
}

impl Part {
    /// The position of what was at a position of the earlier snapshot.
    pub(super) fn moved(self, old: usize) -> usize {
        old + self.start - self.old_start
    }
}

/// True if an element is in another one; `false` for those that are deeper than names usually look.
pub(super) fn is_within(dom: &Dom, node: NodeId, outer: NodeId) -> bool {
    /// Limit: elements between both.
    const DEPTH: usize = 16;
    std::iter::successors(Some(node), |&node| dom.composed_parent(node)).take(DEPTH).any(|node| node == outer)
}
