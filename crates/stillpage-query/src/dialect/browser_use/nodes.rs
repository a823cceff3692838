//! The nodes that are looked at: what is visible or scrolls, with what is around it.

use super::facts::Facts;
use crate::dom::{NodeData, NodeId};
use crate::geometry::{Point, Rect};

/// Elements that are left out with all that is in them.
const LEFT_OUT: [&str; 21] = [
    "style", "script", "head", "meta", "link", "title", "path", "rect", "g", "circle", "ellipse", "line", "polyline",
    "polygon", "use", "defs", "mask", "pattern", "image", "text", "tspan",
];

/// Elements this far above and below the window count as visible.
const MARGIN: f32 = 1000.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Element,
    Text,
    Shadow { is_open: bool },
}

pub(super) struct Node {
    pub(super) id: NodeId,
    pub(super) kind: Kind,
    pub(super) parent: Option<usize>,
    pub(super) bounds: Option<Rect>,
    pub(super) is_visible: bool,
    pub(super) is_scrollable: bool,
    pub(super) is_host: bool,
    /// It is looked at: for being visible, or for what is in it.
    pub(super) is_seen: bool,
    /// It is still looked at when only what is visible counts.
    pub(super) is_kept: bool,
}

/// All nodes, parents first.
pub(super) struct Nodes {
    all: Vec<Node>,
    /// The children that are kept.
    children: Vec<Vec<usize>>,
}

impl std::ops::Index<usize> for Nodes {
    type Output = Node;
    fn index(&self, at: usize) -> &Node {
        &self.all[at]
    }
}

/// A window: that of the page, or a frame's in it.
struct Window {
    area: Rect,
    around: Option<usize>,
}

impl Nodes {
    pub(super) fn new(facts: &Facts<'_>) -> Self {
        let page = facts.tree.page;
        let dom = page.dom();
        let mut windows = vec![Window { area: facts.window(dom.document(), Point::ZERO), around: None }];
        let mut all: Vec<Node> = Vec::new();
        let root = dom.document_element(dom.document());
        let mut stack: Vec<(NodeId, Option<usize>, usize)> = root.into_iter().map(|root| (root, None, 0)).collect();
        while let Some((id, parent, window)) = stack.pop() {
            let Some(node) = node(facts, id, parent, &windows, window) else { continue };
            let at = all.len();
            all.push(node);
            let element = dom.element(id);
            let frame = element.and_then(|element| element.frame_document);
            if let Some(document) = frame {
                let corner = page
                    .layout()
                    .get(id)
                    .map_or(Point::ZERO, |own| Point::new(own.rect.x + own.content.x, own.rect.y + own.content.y));
                windows.push(Window { area: facts.window(document, corner), around: Some(window) });
            }
            let inside = if frame.is_some() { windows.len() - 1 } else { window };
            let from = stack.len();
            let next = |child: NodeId| dom.node(child).next_sibling;
            let children = std::iter::successors(dom.node(frame.unwrap_or(id)).first_child, |&child| next(child));
            stack.extend(children.map(|child| (child, Some(at), inside)));
            let shadow = element.and_then(|element| element.shadow_root).filter(|_| frame.is_none());
            stack.extend(shadow.map(|shadow| (shadow, Some(at), window)));
            stack[from..].reverse();
        }
        Self::keep(facts, all)
    }

    /// Decides bottom up which nodes are looked at.
    fn keep(facts: &Facts<'_>, mut all: Vec<Node>) -> Self {
        for at in (0..all.len()).rev() {
            let node = &all[at];
            let is_file = facts.is_file_input(node.id);
            let is_shown = node.is_visible || node.is_scrollable || is_file;
            let (is_seen, is_kept) = match node.kind {
                Kind::Text => (true, true),
                Kind::Shadow { .. } => (true, node.is_kept),
                Kind::Element => (
                    node.is_seen || is_shown || node.is_host || facts.counts_as_visible(node.id),
                    node.is_kept || is_shown,
                ),
            };
            let parent = node.parent;
            (all[at].is_seen, all[at].is_kept) = (is_seen, is_kept);
            if let Some(parent) = parent {
                all[parent].is_seen |= is_seen;
                all[parent].is_kept |= is_kept;
            }
        }
        let mut children = vec![Vec::new(); all.len()];
        for (at, node) in all.iter().enumerate() {
            if let Some(parent) = node.parent.filter(|_| node.is_kept) {
                children[parent].push(at);
            }
        }
        Self { all, children }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &Node)> + ExactSizeIterator {
        self.all.iter().enumerate()
    }

    pub(super) fn root(&self) -> Option<usize> {
        self.all.first().filter(|root| root.is_kept).map(|_| 0)
    }

    pub(super) fn children(&self, at: usize) -> &[usize] {
        &self.children[at]
    }
}

/// A node; `None` if it is left out.
fn node(facts: &Facts<'_>, id: NodeId, parent: Option<usize>, windows: &[Window], window: usize) -> Option<Node> {
    let dom = facts.tree.page.dom();
    let kind = match &dom.node(id).data {
        NodeData::Element(_) => Kind::Element,
        NodeData::Text(_) => Kind::Text,
        NodeData::ShadowRoot(root) => Kind::Shadow { is_open: root.open },
        _ => return None,
    };
    let is_element = kind == Kind::Element;
    if is_element && (LEFT_OUT.contains(&&*facts.tag(id)) || is_excluded(facts, id)) {
        return None;
    }
    // What an option says is in a tree of the browser's.
    let is_copied = kind == Kind::Text && parent_of_text_is_option(facts, id);
    let bounds = facts.bounds(id).filter(|_| !is_copied);
    let is_visible = facts.is_shown(id) && bounds.is_some_and(|bounds| is_near(&bounds, windows, window));
    if kind == Kind::Text && !(is_visible && is_long(dom.text(id).unwrap_or_default())) {
        return None;
    }
    let is_host =
        is_element && (dom.element(id).is_some_and(|own| own.shadow_root.is_some()) || facts.has_own_tree(id));
    let is_scrollable = is_element && facts.is_scrollable(id);
    let has_document = dom.element(id).is_some_and(|own| own.frame_document.is_some());
    Some(Node { id, kind, parent, bounds, is_visible, is_scrollable, is_host, is_seen: has_document, is_kept: false })
}

fn parent_of_text_is_option(facts: &Facts<'_>, id: NodeId) -> bool {
    facts.tree.page.dom().node(id).parent.is_some_and(|parent| facts.tag(parent) == "option")
}

/// True for elements that a page excludes by an attribute.
fn is_excluded(facts: &Facts<'_>, id: NodeId) -> bool {
    facts.attribute(id, "data-browser-use-exclude").is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// True for a text of at least two characters.
fn is_long(text: &str) -> bool {
    text.trim_matches(super::super::is_python_space).chars().nth(1).is_some()
}

/// True for an area in or near all windows around it.
fn is_near(own: &Rect, windows: &[Window], window: usize) -> bool {
    let mut next = Some(window);
    while let Some(at) = next {
        let Window { area, around } = &windows[at];
        let is_beside = own.x >= area.right() || own.right() <= area.x;
        if is_beside || own.y >= area.bottom() + MARGIN || own.bottom() <= area.y - MARGIN {
            return false;
        }
        next = *around;
    }
    true
}

impl Facts<'_> {
    /// True for an element that counts as visible at first for an attribute of its own.
    fn counts_as_visible(&self, id: NodeId) -> bool {
        let element = self.tree.page.dom().element(id);
        let counts = |name: &str| name.starts_with("aria-") || name.starts_with("pseudo");
        element.is_some_and(|element| element.attributes.iter().any(|attribute| counts(&attribute.name.local)))
    }
}
