//! The elements that have a box, found out without laying anything out.
//!
//! An element has a box in a [`Layout`](super::Layout) if one is generated for it, save where a limit of layout stops, or
//! where boxes are rendered only near the viewport. Pages of that kind are left to layout.

use super::build;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Replaced};
use super::svg;
use crate::device::Device;
use crate::dom::{Dom, NodeData, NodeMap};
use crate::geometry::Size;
use crate::limits::Limit;
use crate::style::Styles;
use crate::style::computed::ContentVisibility;

/// Limit: inline boxes in each other beyond which layout may leave some out.
const MAX_INLINES: usize = 16;

/// Returns the elements that a layout would give a box; `None` if only a layout can tell.
pub(super) fn elements(dom: &Dom, styles: &Styles, device: &Device) -> Option<NodeMap<bool>> {
    let tree = build::build(dom, styles, device);
    if !tree.warnings.is_empty() || !tree.axes.is_empty() {
        return None;
    }
    let mut boxed = NodeMap::new(dom.len(), false);
    // No more lines than that can be laid out.
    let mut lines = tree.len();
    for index in 0..tree.len() {
        let id = BoxId::from_index(index);
        let node = &tree[id];
        lines += tree.text(dom, id).len();
        match node.kind {
            BoxKind::Replaced(Replaced::Frame) | BoxKind::Math => return None,
            BoxKind::Replaced(Replaced::Svg) if node.pseudo.is_none() => {
                // Sizes decide where the elements in it are, not which there are.
                for element in &*svg::layout(dom, styles, node.node, Size::new(300.0, 150.0)) {
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
    (lines as u64 <= Limit::Lines.value()).then_some(boxed)
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
