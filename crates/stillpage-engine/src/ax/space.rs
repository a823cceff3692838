//! White space between elements that is a text of its own.

use crate::dom::{Dom, NodeData, NodeId, local_name};
use crate::page::Page;
use crate::style::computed::Display;

/// Chrome: whether a text of nothing but white space is in the tree. It is if it sets apart texts that would run together
/// without it, and not next to what is read on its own anyway: a block, a control, a line break, other white space.
pub(super) fn is_relevant(page: &Page, text: NodeId) -> bool {
    !separates_itself(page, neighbour(page, text, false), false)
        && !separates_itself(page, neighbour(page, text, true), true)
}

/// The rendered node before or after a text, beyond the inline elements that the text is at the edge of.
fn neighbour(page: &Page, text: NodeId, after: bool) -> Option<NodeId> {
    let dom = page.dom();
    let mut at = text;
    loop {
        match sibling(dom, at, after) {
            Some(next) => {
                at = next;
                if is_rendered(page, at) {
                    return Some(at);
                }
            }
            None => {
                at = dom.flat_parent(at)?;
                if !is_inline(page, at) {
                    return None;
                }
            }
        }
    }
}

fn sibling(dom: &Dom, node: NodeId, after: bool) -> Option<NodeId> {
    if after { dom.node(node).next_sibling } else { dom.node(node).previous_sibling }
}

fn is_rendered(page: &Page, node: NodeId) -> bool {
    match &page.dom().node(node).data {
        NodeData::Text(_) => page.layout().text(node).is_some_and(|text| !text.rendered.is_empty()),
        NodeData::Element(_) => page.layout().get(node).is_some() || page.dom().is_html(node, &local_name!("br")),
        _ => false,
    }
}

fn is_inline(page: &Page, node: NodeId) -> bool {
    page.styles().get(node).is_some_and(|style| style.display == Display::Inline)
        && page.dom().element(node).is_some_and(|e| {
            !matches!(&*e.name.local, "img" | "svg" | "iframe" | "canvas" | "video" | "audio" | "object" | "embed")
        })
}

/// True for what needs no space at the side where it is looked at from.
fn separates_itself(page: &Page, node: Option<NodeId>, after: bool) -> bool {
    let dom = page.dom();
    let mut at = node;
    loop {
        let Some(node) = at else { return true };
        if let Some(text) = page.layout().text(node) {
            let edge = if after { text.rendered.chars().next() } else { text.rendered.chars().next_back() };
            return text.rendered.trim_ascii().is_empty() || edge.is_some_and(|c| matches!(c, ' ' | '\n' | '\t'));
        }
        if dom.is_html(node, &local_name!("br")) {
            return true;
        }
        if dom.is_html(node, &local_name!("img")) {
            return false;
        }
        if !is_inline(page, node) {
            return true;
        }
        let role = super::role::explicit(dom, node);
        if matches!(role, Some("cell" | "gridcell" | "columnheader" | "rowheader")) {
            return true;
        }
        let mut inner = if after { dom.node(node).first_child } else { dom.node(node).last_child };
        while let Some(child) = inner.filter(|&child| !is_rendered(page, child)) {
            inner = sibling(dom, child, after);
        }
        at = inner;
    }
}
