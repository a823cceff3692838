//! A snapshot as a flat list: its lines in order, each with its parent and where its subtree ends.

use super::{Child, Snapshot, SnapshotNode};

/// A line of a snapshot: a node, or a text among other children.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) content: Content<'a>,
    /// The outermost entries have depth 0.
    pub(super) depth: usize,
    /// The entry that it is in.
    pub(super) parent: Option<usize>,
    /// The entry after the last one in it.
    pub(super) end: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Content<'a> {
    /// A node, by its index.
    Node(usize, &'a SnapshotNode),
    Text(&'a str),
}

impl<'a> Entry<'a> {
    pub(super) fn node(&self) -> Option<&'a SnapshotNode> {
        match self.content {
            Content::Node(_, node) => Some(node),
            Content::Text(_) => None,
        }
    }

    pub(super) fn role(&self) -> &'static str {
        self.node().map_or("text", |node| node.role.name())
    }
}

/// The text on the line of a node: its only child.
pub(super) fn inline_text(node: &SnapshotNode) -> Option<&str> {
    match &*node.children {
        [Child::Text(text)] => Some(text),
        _ => None,
    }
}

/// Every entry of a snapshot, in order.
pub(super) fn entries(snapshot: &Snapshot) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (depth, child) in snapshot.walk() {
        for closed in open.drain(depth.min(open.len())..) {
            entries[closed].end = entries.len();
        }
        let parent = open.last().copied();
        let content = match child {
            Child::Node(index) => Content::Node(*index, snapshot.node(*index)),
            // On the line of its node.
            Child::Text(_) if parent.and_then(|p| entries[p].node()).is_some_and(|n| inline_text(n).is_some()) => {
                open.push(entries.len() - 1);
                continue;
            }
            Child::Text(text) => Content::Text(text),
        };
        open.push(entries.len());
        entries.push(Entry { content, depth, parent, end: entries.len() + 1 });
    }
    for closed in open {
        entries[closed].end = entries.len();
    }
    entries
}
