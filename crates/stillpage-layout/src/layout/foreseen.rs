//! The elements that have a box and the text that is rendered, found out without laying anything out.
//!
//! An element has a box in a [`Layout`](super::Layout) if one is generated for it, save where a limit of layout stops, or
//! where boxes are rendered only near the viewport. Pages of that kind are left to layout.

use super::rendered_text::Rendered;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Replaced, TextSource};
use super::svg_box::SvgPaths;
use super::{build, inline, rendered_text, svg};
use crate::device::Device;
use crate::dom::{Dom, NodeData, NodeId, NodeMap, SparseNodeMap};
use crate::geometry::Size;
use crate::limits::Limit;
use crate::style::computed::ContentVisibility;
use crate::style::{Pseudo, Styles};

/// Limit: inline boxes in each other beyond which layout may leave some out.
const MAX_INLINES: usize = 16;

/// The part of a [`Layout`](super::Layout) that needs no layout.
#[derive(Debug)]
pub struct ForeseenText {
    boxed: NodeMap<bool>,
    texts: SparseNodeMap<Rendered>,
}

impl ForeseenText {
    /// True for an element that has a box.
    #[must_use]
    pub fn has_box(&self, node: NodeId) -> bool {
        self.boxed.get(node) == Some(&true)
    }

    /// Returns the rendered text of a text node; `None` if it is not rendered (or no text node).
    #[must_use]
    pub fn text<'a>(&'a self, dom: &'a Dom, node: NodeId) -> Option<&'a str> {
        self.texts.get(node).map(|text| text.of(dom, node))
    }
}

/// Returns the elements that a layout would give a box; `None` if only a layout can tell.
pub(super) fn elements(dom: &Dom, styles: &Styles, device: &Device) -> Option<NodeMap<bool>> {
    boxes(dom, styles, device).map(|(_, boxed)| boxed)
}

/// Returns what a layout would say about boxes and texts; `None` if only a layout can tell.
pub(super) fn text(dom: &Dom, styles: &Styles, device: &Device) -> Option<ForeseenText> {
    let (tree, boxed) = boxes(dom, styles, device)?;
    let mut texts: SparseNodeMap<Rendered> = SparseNodeMap::new(dom.len());
    let mut next = Some(BoxId::ROOT);
    while let Some(id) = next {
        let node = &tree[id];
        if node.kind == BoxKind::Replaced(Replaced::Svg) && node.pseudo.is_none() {
            let around = |around: NodeId| boxed[around].then_some(());
            for element in dom.descendants(node.node).filter(|&element| boxed[element]) {
                rendered_text::svg_text(dom, element, around, |node, rendered, ()| {
                    texts.insert(node, Rendered::Other(rendered.into()));
                });
            }
        }
        if node.is_inline_root() && node.kind != BoxKind::Inline {
            let is_letter = node.pseudo == Some(Pseudo::FirstLetter);
            inline::texts(dom, &tree, id, |text, rendered| {
                let BoxKind::Text(TextSource::Dom { .. }) = tree[text].kind else { return };
                let node = tree[text].node;
                let all = match texts.get(node) {
                    None => Rendered::of_box(rendered, dom, &tree, text),
                    Some(known) => Rendered::joined(known.of(dom, node), rendered, is_letter),
                };
                texts.insert(node, all);
            });
        }
        next = node.first_child.or_else(|| tree.following(id, BoxId::ROOT));
    }
    Some(ForeseenText { boxed, texts })
}

/// Returns the boxes of a page, and the elements that a layout would give one; `None` if only a layout can tell.
fn boxes(dom: &Dom, styles: &Styles, device: &Device) -> Option<(BoxTree, NodeMap<bool>)> {
    let tree = build::build(dom, styles, device);
    if !tree.warnings.is_empty() || !tree.axes.is_empty() {
        return None;
    }
    let mut boxed = NodeMap::new(dom.len(), false);
    let paths = SvgPaths::default();
    // By box: no more lines than that can be laid out in it.
    let mut lines = vec![0; tree.len()];
    for index in 0..tree.len() {
        let id = BoxId::from_index(index);
        let node = &tree[id];
        if let Some(root) = tree.inline_root(id) {
            lines[root.index()] += 1 + tree.text(dom, id).len();
        }
        match node.kind {
            BoxKind::Replaced(Replaced::Frame) | BoxKind::Math => return None,
            BoxKind::Replaced(Replaced::Svg) if node.pseudo.is_none() => {
                // Sizes decide where the elements in it are, not which there are.
                for element in &*svg::layout(dom, styles, node.node, Size::new(300.0, 150.0), &paths) {
                    boxed[element.node] = true;
                }
            }
            BoxKind::Inline if is_nested_deep(&tree, id) => return None,
            // A table leaves out a box that is not one of its parts.
            _ if is_misplaced(&tree, id) => return None,
            _ => {}
        }
        if node.style.content_visibility == ContentVisibility::Auto && !node.is_text() {
            return None;
        }
        let is_own = node.pseudo.is_none() && !node.flags.contains(BoxFlags::ANONYMOUS);
        let has_box = is_own && !matches!(node.kind, BoxKind::Text(_)) && is_placed(&tree, id);
        if has_box && matches!(dom.node(node.node).data, NodeData::Element(_)) {
            boxed[node.node] = true;
        }
    }
    let lines: usize = lines.into_iter().filter(|&lines| lines > inline::FREE_LINES as usize).sum();
    (lines as u64 <= Limit::Lines.value()).then_some((tree, boxed))
}

/// True if a box is linked into the tree.
fn is_placed(tree: &BoxTree, id: BoxId) -> bool {
    id == BoxId::ROOT || tree[id].parent.is_some()
}

/// True for a box among the parts of a table that has no place there.
fn is_misplaced(tree: &BoxTree, id: BoxId) -> bool {
    let Some(parent) = tree[id].parent else { return false };
    match tree[parent].kind {
        BoxKind::Table => !matches!(
            tree[id].kind,
            BoxKind::TableCaption | BoxKind::TableColumnGroup | BoxKind::TableColumn | BoxKind::TableRowGroup
        ),
        BoxKind::TableRowGroup => tree[id].kind != BoxKind::TableRow,
        BoxKind::TableRow => tree[id].kind != BoxKind::TableCell,
        _ => false,
    }
}

fn is_nested_deep(tree: &BoxTree, id: BoxId) -> bool {
    let around = std::iter::successors(Some(id), |&at| tree[at].parent);
    around.take_while(|&at| tree[at].kind == BoxKind::Inline).nth(MAX_INLINES).is_some()
}
