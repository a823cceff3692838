//! Which element has the focus.

use super::flat::ChildCursor;
use super::hidden::Exposure;
use super::interactive::is_focusable;
use crate::dom::{Atom, Dom, NodeId, NodeMap, local_name};

/// `document.activeElement` of the page: where the user has put the focus; on a page at rest what `data-frozen-focus` marks, else what the topmost modal dialog, else what
/// `autofocus` focuses, else the body.
///
/// `order` are the elements of all trees of the page.
pub(crate) fn active_element(dom: &Dom, exposure: &NodeMap<Exposure>, order: &[NodeId]) -> Option<NodeId> {
    if let Some(state) = dom.interaction() {
        if state.left {
            return None;
        }
        return state.focus.map(|node| retarget(dom, node)).or_else(|| dom.body(dom.document()));
    }
    let frozen = Atom::from("data-frozen-focus");
    let modal = Atom::from("data-frozen-modal");
    let (mut marked, mut dialog, mut automatic) = (None, None, None);
    for &node in order {
        let Some(element) = dom.element(node) else { continue };
        for attribute in &element.attributes {
            let name = &attribute.name.local;
            if *name == frozen {
                marked = marked.or(Some(node));
            } else if *name == modal && element.name.local == local_name!("dialog") {
                dialog = Some(node);
            } else if *name == local_name!("autofocus") {
                automatic = automatic.or(Some(node).filter(|&n| takes_focus(dom, exposure, n)));
            }
        }
    }
    marked
        .filter(|&node| takes_focus(dom, exposure, node))
        .or_else(|| dialog.map(|dialog| dialog_focus(dom, exposure, dialog)))
        .or(automatic)
        .map(|node| retarget(dom, node))
        .or_else(|| dom.body(dom.document()))
}

/// What the page's document sees of an element in another tree: the host of its shadow tree, the frame that it is in.
///
/// <https://dom.spec.whatwg.org/#retarget>
fn retarget(dom: &Dom, node: NodeId) -> NodeId {
    let mut at = node;
    loop {
        let root = dom.tree_root(at);
        match dom.composed_parent(root).or_else(|| dom.frame_element(root)) {
            Some(host) => at = host,
            None => return at,
        }
    }
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
