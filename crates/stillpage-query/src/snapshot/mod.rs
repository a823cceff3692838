//! The agent's view of a page: the accessibility tree distilled to what matters, as YAML or JSON.
//!
//! *In*: [`Page`], [`SnapshotOptions`]. *Out*: [`Snapshot`], whose `Display` is the YAML that Playwright 1.65 prints.
//!
//! *Invariants*: refs are numbered in the order of the tree before anything is pruned; every node has an element; no walk
//! recurses.

mod addressed;
mod agent_view;
mod budget;
mod cursor;
pub mod describe;
mod diff;
mod distill;
mod entries;
mod in_session;
mod json;
mod kept;
mod known_refs;
mod marks;
mod omission;
mod outline;
mod pieces;
pub mod position;
#[cfg(test)]
mod replay_tests;
pub mod template;
#[cfg(test)]
mod tests;
mod tree;
mod unseen;
mod why_omitted;
mod yaml;

pub use addressed::is_addressed;
pub use agent_view::{AgentView, AgentViewOptions};
pub use budget::{Folded, estimate_tokens};
pub use cursor::FoldCursor;
pub use diff::{Change, ChangeCounts, ChangedNode, Detail, Difference, LineDelta};
pub use known_refs::KnownRefs;
pub use marks::ModalMode;
pub use marks::{Marks, is_interactive};
pub use omission::Omission;
pub use outline::SnapshotOutline;
pub use tree::count_frames;
pub use unseen::{Unseen, UnseenClass, UnseenText, UnseenTexts};
pub use why_omitted::omission;

use std::borrow::Cow;
use std::sync::Arc;

use crate::aria::{Role, States};
use crate::dom::NodeId;
use crate::geometry::Rect;
use crate::page::Page;
use crate::refs::{Ref, RefTable};
use crate::safe_text::{forges_refs, without_forged_refs};
use crate::segmented::SegmentedVec;
use distill::{Distilled, distill};
use kept::{Earlier, KeptSnapshot};

/// Playwright's two kinds of snapshot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SnapshotMode {
    /// For agents: with refs, generic elements, frames, and what is painted though hidden for ARIA.
    #[default]
    Ai,
    /// For tests: the accessibility tree alone.
    Default,
}

/// Options of a snapshot.
///
#[doc = include_str!("options.md")]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SnapshotOptions {
    /// Kind.
    pub mode: SnapshotMode,
    /// Nodes deeper than this are left out; the outermost nodes are at depth 0. `None`: all.
    pub depth: Option<usize>,
    /// Print bounding boxes.
    pub boxes: bool,
    /// The element to show; `None` for the body.
    pub root: Option<NodeId>,
}

impl SnapshotOptions {
    /// Sets which of Playwright's two kinds of snapshot it is.
    #[must_use]
    pub fn mode(self, mode: SnapshotMode) -> Self {
        Self { mode, ..self }
    }

    /// Leaves out nodes deeper than this.
    #[must_use]
    pub fn depth(self, depth: usize) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Prints bounding boxes.
    #[must_use]
    pub fn boxes(self, boxes: bool) -> Self {
        Self { boxes, ..self }
    }

    /// Shows this element alone.
    #[must_use]
    pub fn root(self, root: NodeId) -> Self {
        Self { root: Some(root), ..self }
    }
}

/// A snapshot of a page.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Also nodes that were pruned: only what `roots` leads to is shown. Children come after their parents.
    nodes: Arc<SegmentedVec<SnapshotNode>>,
    roots: Vec<Child>,
    refs: Arc<RefTable>,
    boxes: bool,
    /// Its position in the snapshot of its page; `None` if it is that.
    origin: Option<cursor::Origin>,
}

/// A child of a node.
#[derive(Debug, Clone, PartialEq)]
pub enum Child {
    /// A node, for [`Snapshot::node`].
    Node(usize),
    /// Text, white space normalized, never empty.
    Text(Box<str>),
}

/// A node of a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotNode {
    /// The element it shows.
    pub element: NodeId,
    /// Role; [`Role::Generic`] for elements without one.
    pub role: Role,
    /// Name; empty if it has none, or one that its children show.
    pub name: Box<str>,
    /// States.
    pub states: States,
    /// It has the focus.
    pub active: bool,
    /// It has `aria-hidden=true`, but is painted.
    pub aria_hidden: bool,
    /// Its ref; `None` for elements that no pointer reaches.
    pub reference: Option<Ref>,
    /// Its cursor is `pointer`, and that of no node around it.
    pub cursor_pointer: bool,
    /// Its address, placeholder and box.
    pub(in crate::snapshot) extras: Option<Box<Extras>>,
    /// Children, first to last.
    pub children: Box<[Child]>,
}

/// The parts of a node that few have, or that few ask for.
#[derive(Debug, Clone, Default, PartialEq)]
struct Extras {
    /// Its bounding box, in the coordinates of its frame's viewport, if boxes are printed.
    rect: Option<Rect>,
    url: Option<Box<str>>,
    placeholder: Option<Box<str>>,
}

impl Extras {
    /// The extras of a node, boxed; `None` if there is nothing in them.
    fn some(self) -> Option<Box<Self>> {
        (self != Self::default()).then(|| Box::new(self))
    }
}

impl SnapshotNode {
    /// The `href` of a link.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.extras.as_ref()?.url.as_deref()
    }

    /// The placeholder of a text box that is not named by it.
    #[must_use]
    pub fn placeholder(&self) -> Option<&str> {
        self.extras.as_ref()?.placeholder.as_deref()
    }

    /// The properties that are written with a node, with their names.
    pub(in crate::snapshot) fn properties(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [("/url: ", self.url()), ("/placeholder: ", self.placeholder())];
        all.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }
}

impl Snapshot {
    /// Takes a snapshot of a page; linear in its size.
    #[must_use]
    pub fn render(page: &Page, options: &SnapshotOptions) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Snapshot);
        Self::distilled(page, options, None)
    }

    /// Takes a snapshot in which an element keeps the ref that an earlier snapshot of the document gave it as long as its role
    /// and name are the same.
    #[doc(hidden)]
    pub fn render_again(page: &Page, options: &SnapshotOptions, known: &mut KnownRefs) -> Self {
        Self::distilled(page, options, Some(known))
    }

    /// The refs of such a snapshot, of which nothing else is needed.
    #[must_use]
    #[doc(hidden)]
    pub fn refs_of(page: &Page, options: &SnapshotOptions) -> RefTable {
        tree::build(page, options, None, None).1
    }

    fn distilled(page: &Page, options: &SnapshotOptions, known: Option<&mut KnownRefs>) -> Self {
        let is_kept = page.keeps_results() && known.is_none() && options.depth.is_none();
        let parts = match is_kept.then(|| Earlier::take(page, options)) {
            Some(Earlier::Same(kept)) => {
                let same = Self::of(&kept);
                page.keep_result(kept);
                return same;
            }
            Some(Earlier::Parts(parts)) => Some(parts),
            Some(Earlier::Nothing) | None => None,
        };
        let (mut drafts, mut refs) = tree::build(page, options, known, parts);
        if !drafts.is_plain && !drafts.taken.is_empty() {
            // What is owned may have been taken with its part.
            (drafts, refs) = tree::build(page, options, None, None);
        }
        let is_kept = is_kept && drafts.is_plain;
        let distilled = distill(drafts, page.aria(), options, is_kept.then(|| page.dom()), false);
        let Distilled { nodes, roots, decisions, with_ref, .. } = distilled;
        let (nodes, refs, options) = (Arc::new(nodes), Arc::new(refs), options.clone());
        if !is_kept {
            return Self { nodes, roots, refs, boxes: options.boxes, origin: None };
        }
        let kept = KeptSnapshot { options, nodes, roots, refs, decisions, with_ref };
        let snapshot = Self::of(&kept);
        page.keep_result(kept);
        snapshot
    }

    fn of(kept: &KeptSnapshot) -> Self {
        let (nodes, roots, refs) = (Arc::clone(&kept.nodes), kept.roots.clone(), Arc::clone(&kept.refs));
        Self { nodes, roots, refs, boxes: kept.options.boxes, origin: None }
    }

    /// The outermost nodes and texts.
    #[must_use]
    #[doc(hidden)]
    pub fn roots(&self) -> &[Child] {
        &self.roots
    }

    /// A node that a [`Child::Node`] names.
    ///
    /// # Panics
    /// If the index is of another snapshot.
    #[must_use]
    #[doc(hidden)]
    pub fn node(&self, index: usize) -> &SnapshotNode {
        &self.nodes[index]
    }

    /// Every node and text shown, in order, with its depth.
    #[doc(hidden)]
    pub fn walk(&self) -> impl Iterator<Item = (usize, &Child)> {
        let mut stack: Vec<(usize, &Child)> = self.roots.iter().rev().map(|child| (0, child)).collect();
        std::iter::from_fn(move || {
            let (depth, child) = stack.pop()?;
            if let Child::Node(index) = child {
                stack.extend(self.nodes[*index].children.iter().rev().map(|child| (depth + 1, child)));
            }
            Some((depth, child))
        })
    }

    /// Replaces the refs of the snapshot: each element has the one that `refs` gives it, or none.
    #[must_use]
    pub fn with_refs(mut self, refs: RefTable) -> Self {
        for node in Arc::make_mut(&mut self.nodes).iter_mut() {
            node.reference = refs.of(node.element);
        }
        self.refs = Arc::new(refs);
        self
    }

    /// Escapes text of the page that could pass for a ref: for views in which only stillpage writes refs.
    #[must_use]
    pub(crate) fn without_forged_refs(&self) -> Cow<'_, Self> {
        let texts = |node: &SnapshotNode| {
            let children = node.children.iter().any(|child| matches!(child, Child::Text(text) if forges_refs(text)));
            children || forges_refs(&node.name) || node.properties().any(|(_, text)| forges_refs(text))
        };
        let root_texts = self.roots.iter().any(|child| matches!(child, Child::Text(text) if forges_refs(text)));
        if !root_texts && !self.nodes.iter().any(texts) {
            return Cow::Borrowed(self);
        }
        let escape = |text: &mut Box<str>| *text = without_forged_refs(text).into();
        let escape_child = |child: &mut Child| match child {
            Child::Text(text) => escape(text),
            Child::Node(_) => {}
        };
        let mut escaped = self.clone();
        escaped.roots.iter_mut().for_each(escape_child);
        for node in Arc::make_mut(&mut escaped.nodes).iter_mut() {
            escape(&mut node.name);
            if let Some(extras) = &mut node.extras {
                extras.url.iter_mut().chain(&mut extras.placeholder).for_each(escape);
            }
            node.children.iter_mut().for_each(escape_child);
        }
        Cow::Owned(escaped)
    }

    /// The refs it assigned, including those of elements that it does not show.
    #[must_use]
    pub fn refs(&self) -> &RefTable {
        &self.refs
    }
}
