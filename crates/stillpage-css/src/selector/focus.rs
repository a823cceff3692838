//! The focused element of a saved page, for `:focus` and its kin.

use super::kind::{is_link, is_one_of};
use crate::dom::{Dom, ElementData, NodeId, local_name};

/// Returns the focused element: the user's choice; on a page at rest what `data-frozen-focus` marks, else what the topmost modal
/// dialog focuses, else the first that `autofocus` does.
///
/// Approx: styles are not known yet, so that an element counts as focusable though CSS may hide it.
pub fn focused(dom: &Dom) -> Option<NodeId> {
    Focus::of(dom).node
}

/// The focus of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Focus {
    /// The focused element.
    pub(crate) node: Option<NodeId>,
    /// The user moved it, or some element asks for it.
    pub(crate) is_asked_for: bool,
}

impl Focus {
    /// Finds the focused element.
    pub(super) fn of(dom: &Dom) -> Self {
        if let Some(state) = dom.interaction() {
            return Self { node: state.focus, is_asked_for: true };
        }
        let mut is_asked_for = false;
        let node = by_markup(dom, &mut is_asked_for);
        Self { node, is_asked_for }
    }
}

/// True for an element whose markup may be about the focus. Few are: one look at their attributes passes over the others.
pub(crate) fn may_ask_for_focus(element: &ElementData) -> bool {
    element.attributes.iter().any(|attribute| is_about_focus(&attribute.name.local))
}

/// True for an attribute that may be about the focus.
pub(crate) fn is_about_focus(attribute: &str) -> bool {
    attribute == "autofocus" || attribute.starts_with("data-frozen-")
}

fn by_markup(dom: &Dom, is_asked_for: &mut bool) -> Option<NodeId> {
    let (mut dialog, mut automatic) = (None, None);
    for node in dom.elements_in_order() {
        if !dom.element(node).is_some_and(may_ask_for_focus) {
            continue;
        }
        *is_asked_for = true;
        if dom.is_frozen_focus(node) {
            return Some(node);
        }
        if dom.is_modal_dialog(node) {
            dialog = Some(node);
        }
        let first = automatic.is_none() && dom.attr(node, &local_name!("autofocus")).is_some();
        if first && takes_focus(dom, node) {
            automatic = Some(node);
        }
    }
    dialog.map(|dialog| dialog_focus(dom, dialog)).or(automatic)
}

/// <https://html.spec.whatwg.org/#dialog-focusing-steps>
fn dialog_focus(dom: &Dom, dialog: NodeId) -> NodeId {
    let mut first = None;
    let mut stack = vec![dom.flat_children(dialog)];
    while let Some(children) = stack.last_mut() {
        let Some(node) = children.next() else {
            stack.pop();
            continue;
        };
        let Some(element) = dom.element(node) else { continue };
        if element.attr(&local_name!("hidden")).is_some() {
            continue;
        }
        if takes_focus(dom, node) {
            if element.attr(&local_name!("autofocus")).is_some() {
                return node;
            }
            first = first.or(Some(node));
        }
        stack.push(dom.flat_children(node));
    }
    first.unwrap_or(dialog)
}

/// <https://html.spec.whatwg.org/#focusable-area>, by its markup.
fn takes_focus(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    let controls = [local_name!("input"), local_name!("button"), local_name!("select"), local_name!("textarea")];
    let by_kind = if is_one_of(element, &controls) {
        let hidden = element.attr(&local_name!("type")).is_some_and(|t| t.eq_ignore_ascii_case("hidden"));
        if dom.form().is_disabled(node) || (hidden && element.name.local == local_name!("input")) {
            return false;
        }
        true
    } else {
        is_link(element) || is_one_of(element, &[local_name!("summary"), local_name!("iframe")])
    };
    let by_attribute = || {
        element.attr(&local_name!("tabindex")).is_some_and(|index| index.trim().parse::<i32>().is_ok())
            || element.attr(&local_name!("contenteditable")).is_some_and(|value| !value.eq_ignore_ascii_case("false"))
    };
    let out_of_reach = |n: NodeId| {
        dom.attr(n, &local_name!("hidden")).is_some() || dom.attr(n, &crate::dom::LocalName::from("inert")).is_some()
    };
    (by_kind || by_attribute()) && !out_of_reach(node) && !dom.flat_ancestors(node).any(out_of_reach)
}
