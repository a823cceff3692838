//! SVG text that is not rendered where it stands: in `defs`, symbols, clips, masks, patterns and markers.

use crate::dom::{Dom, NodeId, local_name, ns};
use crate::page::Page;
use crate::style::computed::Display;

/// True for the outermost element of a subtree of an `svg` that is rendered only where others refer to it.
pub(super) fn is_one(page: &Page, node: NodeId) -> bool {
    let dom = page.dom();
    is_hidden_container(page, node)
        && dom.node(node).parent.is_some_and(|parent| is_svg(dom, parent) && page.has_box(parent))
}

/// Gives `each` the `text` elements in such a subtree that Chrome makes boxes for, in tree order.
pub(super) fn texts(page: &Page, root: NodeId, mut each: impl FnMut(NodeId)) {
    let dom = page.dom();
    let mut ahead = vec![root];
    while let Some(node) = ahead.pop() {
        if dom.element(node).is_some_and(|element| element.name.local == local_name!("text")) {
            each(node);
            continue;
        }
        let is_switch = dom.element(node).is_some_and(|element| &*element.name.local == "switch");
        let shown = dom.children(node).filter(|&child| is_rendered(page, child));
        let below = ahead.len();
        ahead.extend(shown.take(if is_switch { 1 } else { usize::MAX }));
        ahead[below..].reverse();
    }
}

/// True for a child of a container that Chrome makes a box for, be it only for those that refer to it.
fn is_rendered(page: &Page, node: NodeId) -> bool {
    if !is_svg(page.dom(), node) {
        return false;
    }
    let display = page.styles().get(node).map(|style| style.display);
    let name = page.dom().element(node).map_or("", |element| &*element.name.local);
    is_hidden_container(page, node)
        || display.is_some_and(|display| display != Display::None)
            && (matches!(name, "svg" | "g" | "a" | "switch") || name == "text" && display != Some(Display::Contents))
}

fn is_hidden_container(page: &Page, node: NodeId) -> bool {
    let dom = page.dom();
    let Some(style) = page.styles().get(node).filter(|_| is_svg(dom, node)) else { return false };
    let name = dom.element(node).map_or("", |element| &*element.name.local);
    match name {
        // Chrome: a group that is not displayed holds what others refer to.
        "g" => style.display == Display::None,
        "marker" => true,
        "defs" | "symbol" | "clipPath" | "mask" | "pattern" => style.display != Display::None,
        _ => false,
    }
}

fn is_svg(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| element.name.ns == ns!(svg))
}
