//! Elements that open on top of a page and close again: `details`, dialogs, popovers.
//!
//! <https://html.spec.whatwg.org/#the-dialog-element>, <https://html.spec.whatwg.org/#the-popover-attribute>

use super::focus::FocusTrigger;
use super::{ActiveDocument, Effect, attribute};
use crate::dom::{Dom, LocalName, NodeId, local_name};

/// The mark of a dialog that was shown with `showModal()`.
const MODAL: &str = "data-frozen-modal";
/// The mark of a popover that is shown.
const SHOWN: &str = "data-frozen-popover-open";
/// The mark of what opened a popover that is shown, which is then its anchor.
const INVOKER: &str = "data-frozen-invoker";

impl ActiveDocument {
    /// Opens or closes a `details`, and closes the others of its name.
    ///
    /// <https://html.spec.whatwg.org/#details-name-group>
    pub(super) fn toggle_details(&mut self, details: NodeId) {
        let dom = self.page.dom();
        let open = dom.attr(details, &local_name!("open")).is_none();
        let mut changes = vec![attribute(details, "open", open.then_some(""))];
        self.effects.push(Effect::Toggled { node: details, open });
        let name = dom.attr(details, &local_name!("name")).filter(|name| open && !name.is_empty());
        if let Some(name) = name {
            let root = dom.tree_root(details);
            let others = dom.descendants(root).filter(|&n| {
                n != details
                    && dom.is_html(n, &local_name!("details"))
                    && dom.attr(n, &local_name!("name")) == Some(name)
                    && dom.attr(n, &local_name!("open")).is_some()
            });
            for other in others {
                self.effects.push(Effect::Toggled { node: other, open: false });
                changes.push(attribute(other, "open", None));
            }
        }
        self.mutate(&changes);
    }

    /// `showModal()`
    pub(super) fn show_modal(&mut self, dialog: NodeId) {
        if self.page.dom().attr(dialog, &local_name!("open")).is_some() {
            return;
        }
        self.state.previously_focused.insert(dialog, self.focused());
        self.effects.push(Effect::Toggled { node: dialog, open: true });
        self.mutate(&[attribute(dialog, "open", Some("")), attribute(dialog, MODAL, Some(""))]);
        self.focus_first(dialog, true);
    }

    /// Closes a dialog and gives the focus back to what had it before.
    pub(super) fn close_dialog(&mut self, dialog: NodeId) {
        if self.page.dom().attr(dialog, &local_name!("open")).is_none() {
            return;
        }
        let had_focus = self.focus_is_in(dialog);
        let was_modal = self.page.dom().is_modal_dialog(dialog);
        self.effects.push(Effect::Toggled { node: dialog, open: false });
        self.mutate(&[attribute(dialog, "open", None), attribute(dialog, MODAL, None)]);
        self.give_focus_back(dialog, had_focus || was_modal);
    }

    /// <https://html.spec.whatwg.org/#show-popover>
    pub(super) fn show_popover(&mut self, popover: NodeId, invoker: Option<NodeId>) {
        let dom = self.page.dom();
        if dom.is_popover_open(popover) || !dom.is_connected(popover) {
            return;
        }
        let mut changes = vec![attribute(popover, SHOWN, Some(""))];
        changes.extend(invoker.map(|invoker| attribute(invoker, INVOKER, Some(""))));
        if kind(dom, popover) == Some("auto") {
            // Those stay open that it is in, or that it was opened from.
            let stays = |&open: &NodeId| [Some(popover), invoker].into_iter().flatten().any(|n| holds(dom, open, n));
            let closed: Vec<NodeId> = auto_popovers(dom).into_iter().filter(|open| !stays(open)).collect();
            for other in closed {
                self.effects.push(Effect::Toggled { node: other, open: false });
                changes.push(attribute(other, SHOWN, None));
                changes.extend(invoker_of(dom, other).map(|invoker| attribute(invoker, INVOKER, None)));
            }
        }
        self.state.previously_focused.insert(popover, self.focused());
        self.effects.push(Effect::Toggled { node: popover, open: true });
        self.mutate(&changes);
        self.focus_first(popover, false);
    }

    /// <https://html.spec.whatwg.org/#hide-popover-algorithm>
    pub(super) fn hide_popover(&mut self, popover: NodeId) {
        let dom = self.page.dom();
        if !dom.is_popover_open(popover) {
            return;
        }
        let had_focus = self.focus_is_in(popover);
        // With it go those that were opened from it.
        let inner: Vec<NodeId> = auto_popovers(dom).into_iter().filter(|&open| holds(dom, popover, open)).collect();
        let mut changes = vec![attribute(popover, SHOWN, None)];
        changes.extend(inner.iter().map(|&open| attribute(open, SHOWN, None)));
        let invokers = std::iter::once(&popover).chain(&inner).filter_map(|&open| invoker_of(dom, open));
        changes.extend(invokers.map(|invoker| attribute(invoker, INVOKER, None)));
        self.effects.push(Effect::Toggled { node: popover, open: false });
        self.mutate(&changes);
        self.give_focus_back(popover, had_focus);
    }

    pub(super) fn toggle_popover(&mut self, popover: NodeId, invoker: NodeId) {
        match self.page.dom().is_popover_open(popover) {
            true => self.hide_popover(popover),
            false => self.show_popover(popover, Some(invoker)),
        }
    }

    /// Closes what a press of the pointer outside dismisses: popovers, and dialogs with `closedby=any`.
    ///
    /// <https://html.spec.whatwg.org/#popover-light-dismiss>
    pub(super) fn light_dismiss(&mut self, hit: NodeId) {
        let dom = self.page.dom();
        let around: Vec<NodeId> = std::iter::once(hit).chain(dom.flat_ancestors(hit)).collect();
        let invoked = around.iter().find_map(|&n| popover_target(dom, n));
        let stays = |popover: NodeId| {
            around.contains(&popover)
                || invoked.is_some_and(|invoked| holds(dom, popover, invoked))
                || auto_popovers(dom).into_iter().any(|open| holds(dom, popover, open) && around.contains(&open))
        };
        let closing: Vec<NodeId> = auto_popovers(dom).into_iter().filter(|&popover| !stays(popover)).collect();
        let dialog = dom
            .elements_in_order()
            .filter(|&n| dom.is_modal_dialog(n) && closed_by(dom, n) == Some("any"))
            .last()
            .filter(|&dialog| hit == dialog && self.is_outside_box(dialog) || !holds(dom, dialog, hit));
        for popover in closing.into_iter().rev() {
            self.hide_popover(popover);
        }
        if let Some(dialog) = dialog {
            self.close_dialog(dialog);
        }
    }

    /// True if the pointer is on the backdrop of a dialog rather than on its box.
    fn is_outside_box(&self, dialog: NodeId) -> bool {
        let rect = self.page.layout().get(dialog).map(|own| own.rect);
        !rect.zip(self.state.pointer).is_some_and(|(rect, point)| rect.contains(point))
    }

    /// Escape: closes what was opened last. False if nothing is open.
    ///
    /// <https://html.spec.whatwg.org/#close-requests>
    pub(super) fn request_close(&mut self) -> bool {
        let dom = self.page.dom();
        let top = self.page.layout().top_layer().iter().rev().copied().find(|&node| {
            dom.is_popover_open(node) && kind(dom, node) != Some("manual")
                || dom.is_modal_dialog(node) && closed_by(dom, node) != Some("none")
        });
        match top {
            Some(popover) if dom.is_popover_open(popover) => self.hide_popover(popover),
            Some(dialog) => self.close_dialog(dialog),
            None => return false,
        }
        true
    }

    /// <https://html.spec.whatwg.org/#dialog-focusing-steps>, and those of popovers, which only `autofocus` makes.
    fn focus_first(&mut self, node: NodeId, is_dialog: bool) {
        let dom = self.page.dom();
        let inside = dom.descendants(node).filter(|&n| dom.element(n).is_some());
        let mut focusable =
            inside.filter(|&n| super::focus::is_focusable(&self.page, n)).collect::<Vec<_>>().into_iter();
        let automatic = |n: &NodeId| dom.attr(*n, &local_name!("autofocus")).is_some();
        let itself = std::iter::once(node).find(automatic);
        let wanted = itself
            .or_else(|| focusable.clone().find(automatic))
            .or_else(|| is_dialog.then(|| focusable.next().unwrap_or(node)));
        if wanted.is_some() {
            self.set_focus(wanted, FocusTrigger::Script);
        }
    }

    fn focus_is_in(&self, node: NodeId) -> bool {
        self.focused().is_some_and(|focus| holds(self.page.dom(), node, focus))
    }

    fn give_focus_back(&mut self, from: NodeId, wanted: bool) {
        let before = self.state.previously_focused.remove(&from).flatten();
        if let Some(before) = before.filter(|_| wanted)
            && super::focus::is_focusable(&self.page, before)
        {
            self.set_focus(Some(before), FocusTrigger::Script);
        }
    }
}

/// `popover`: `auto`, `hint` or `manual`; `None` for an element that is not a popover.
fn kind(dom: &Dom, node: NodeId) -> Option<&'static str> {
    let value = dom.attr(node, &LocalName::from("popover"))?;
    Some(match value {
        "" => "auto",
        value if value.eq_ignore_ascii_case("auto") => "auto",
        value if value.eq_ignore_ascii_case("hint") => "hint",
        _ => "manual",
    })
}

/// `closedby`, as far as it is given.
fn closed_by(dom: &Dom, dialog: NodeId) -> Option<&str> {
    dom.attr(dialog, &LocalName::from("closedby"))
}

/// The automatic popovers that are shown, in tree order.
fn auto_popovers(dom: &Dom) -> Vec<NodeId> {
    let open = |&n: &NodeId| dom.is_popover_open(n) && kind(dom, n) != Some("manual");
    dom.elements_in_order().filter(open).collect()
}

fn holds(dom: &Dom, outer: NodeId, inner: NodeId) -> bool {
    inner == outer || dom.flat_ancestors(inner).any(|n| n == outer)
}

/// The popover that a button is for.
/// What opened a popover that is shown.
fn invoker_of(dom: &Dom, popover: NodeId) -> Option<NodeId> {
    dom.elements_in_order().find(|&n| dom.invoked_popover(n) == Some(popover))
}

pub(super) fn popover_target(dom: &Dom, button: NodeId) -> Option<NodeId> {
    let id = dom.attr(button, &LocalName::from("popovertarget"))?;
    dom.get_element_by_id(dom.tree_root(button), &id.into()).filter(|&n| kind(dom, n).is_some())
}
