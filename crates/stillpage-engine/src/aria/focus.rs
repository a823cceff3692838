//! The focused element.

use super::flat::ChildCursor;
use super::hidden::Exposure;
use super::interactive::is_focusable;
use crate::dom::{Atom, Dom, NodeId, NodeMap, local_name};

/// `document.activeElement` of each document that has the focus, the innermost frame's first and the page's own last: where the
/// user has put the focus; on a page at rest what `data-frozen-focus` marks, else what the topmost modal dialog, else what
/// `autofocus` focuses, else the body.
///
/// `order` are the elements of all trees of the page; those without a mark may be left out. Also returns false if none has one.
pub(crate) fn active_elements(dom: &Dom, exposure: &NodeMap<Exposure>, order: &[NodeId]) -> (Box<[NodeId]>, bool) {
    if dom.interaction().is_some_and(|state| state.left) {
        return (Box::default(), true);
    }
    let (focused, has_marks) = focused_node(dom, exposure, order);
    let focused = focused.or_else(|| dom.body(dom.document()));
    (focused.map(|focused| with_hosts(dom, focused)).unwrap_or_default(), has_marks)
}

/// The active elements of all documents around one that has the focus, and of those in it.
fn with_hosts(dom: &Dom, focused: NodeId) -> Box<[NodeId]> {
    let mut active = Vec::new();
    // In a frame that has the focus, what is in it has, at least its body.
    let mut frame = focused;
    while let Some(body) = dom.element(frame).and_then(|e| e.frame_document).and_then(|document| dom.body(document)) {
        active.push(body);
        frame = body;
    }
    active.reverse();
    // Documents see the host of a shadow tree: https://dom.spec.whatwg.org/#retarget
    let mut at = focused;
    loop {
        let root = dom.tree_root(at);
        if let Some(host) = dom.composed_parent(root) {
            at = host;
            continue;
        }
        active.push(at);
        match dom.frame_element(root) {
            Some(frame) => at = frame,
            None => return active.into(),
        }
    }
}

/// The node that has the focus; `None` for the body. Also returns true if some element may have a mark that decides about it.
fn focused_node(dom: &Dom, exposure: &NodeMap<Exposure>, order: &[NodeId]) -> (Option<NodeId>, bool) {
    if let Some(state) = dom.interaction() {
        return (state.focus, true);
    }
    let frozen = Atom::from("data-frozen-focus");
    let modal = Atom::from("data-frozen-modal");
    let (mut marked, mut dialog, mut automatic, mut has_marks) = (None, None, None, false);
    for &node in order {
        let Some(element) = dom.element(node) else { continue };
        for attribute in &element.attributes {
            let name = &attribute.name.local;
            if *name == frozen {
                (marked, has_marks) = (marked.or(Some(node)), true);
            } else if *name == modal && element.name.local == local_name!("dialog") {
                (dialog, has_marks) = (Some(node), true);
            } else if *name == local_name!("autofocus") {
                has_marks = true;
                automatic = automatic.or(Some(node).filter(|&n| takes_focus(dom, exposure, n)));
            }
        }
    }
    let focused = marked
        .filter(|&node| takes_focus(dom, exposure, node))
        .or_else(|| dialog.map(|dialog| dialog_focus(dom, exposure, dialog)))
        .or(automatic);
    (focused, has_marks)
}

fn takes_focus(dom: &Dom, exposure: &NodeMap<Exposure>, node: NodeId) -> bool {
    exposure[node].contains(Exposure::RENDERED)
        && (is_focusable(dom, node)
            || dom.attr(node, &local_name!("contenteditable")).is_some()
            || dom.element(node).is_some_and(|e| matches!(&*e.name.local, "summary" | "iframe")))
}

/// <https://html.spec.whatwg.org/#dialog-focusing-steps>: the first descendant that takes the focus, one with `autofocus`
/// first, else the dialog.
fn dialog_focus(dom: &Dom, exposure: &NodeMap<Exposure>, dialog: NodeId) -> NodeId {
    let mut first = None;
    let mut stack = vec![ChildCursor::new(dom, dialog)];
    while let Some(cursor) = stack.last_mut() {
        let Some(node) = cursor.next(dom) else {
            stack.pop();
            continue;
        };
        if dom.element(node).is_none() {
            continue;
        }
        if takes_focus(dom, exposure, node) {
            if dom.attr(node, &local_name!("autofocus")).is_some() {
                return node;
            }
            first = first.or(Some(node));
        }
        stack.push(ChildCursor::new(dom, node));
    }
    first.unwrap_or(dialog)
}
