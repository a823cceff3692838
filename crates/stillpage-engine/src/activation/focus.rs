//! The focus: what takes it, in which order Tab goes through it, and moving it.
//!
//! <https://html.spec.whatwg.org/#focus>

use rustc_hash::FxHashSet;

use super::edit::Selection;
use super::scroll::{is_user_scrollable, scroll_of};
use super::{ActiveDocument, edit};
use crate::aria::check_visibility;
use crate::dom::form::InputType;
use crate::dom::{Dom, Interaction, LocalName, NodeId, local_name, ns};
use crate::hit::{Alignment, HitMap};
use crate::page::Page;
use crate::style::computed::Visibility;

/// The cause of a move of the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FocusTrigger {
    Pointer,
    Keyboard,
    /// `focus()`, and what of the browser works like it.
    Script,
}

impl ActiveDocument {
    /// Focuses an element, or none.
    pub(super) fn set_focus(&mut self, node: Option<NodeId>, by: FocusTrigger) {
        let state = self.interaction();
        let dom = self.page.dom();
        let takes_text = node.is_some_and(|node| edit::is_text_control(dom, node) || dom.editing_host(node).is_some());
        let focus_visible = match by {
            FocusTrigger::Keyboard => true,
            FocusTrigger::Pointer => takes_text,
            FocusTrigger::Script => takes_text || state.focus_visible,
        };
        if state.focus != node {
            self.state.selection = node.filter(|&node| edit::is_text_control(dom, node)).map(|node| match by {
                FocusTrigger::Keyboard => Selection::all(dom, node),
                _ => Selection::end(dom, node),
            });
        }
        self.state.starting_point = None;
        // Chrome: what has nothing more to focus gives the focus to the browser's own window.
        let left = node.is_none() && by == FocusTrigger::Keyboard;
        self.change(&[], Interaction { focus: node, focus_visible, left, ..state });
        if let Some(node) = node.filter(|_| by != FocusTrigger::Pointer) {
            self.scroll_into_view(node, Alignment::IfNeeded);
        }
    }

    /// Moves the focus as Tab does, or as Shift+Tab.
    pub(super) fn advance_focus(&mut self, backward: bool) {
        let page = &self.page;
        let focus = self.focused();
        let order = sequential_order(page, focus);
        let position = |node: NodeId| order.iter().position(|entry| entry.node == node);
        let next = match focus.and_then(position) {
            Some(at) if backward => at.checked_sub(1),
            Some(at) => Some(at + 1),
            None => {
                let tree = tree_order(page.dom());
                let place = |node: NodeId| tree.iter().position(|&n| n == node);
                match focus.or(self.state.starting_point).and_then(place) {
                    // Nothing to go on from: the whole page is before, or after.
                    None if backward => order.len().checked_sub(1),
                    None => Some(0),
                    Some(start) if backward => {
                        order.iter().rposition(|entry| entry.tabindex == 0 && entry.place < start)
                    }
                    Some(start) => {
                        let after = order.iter().position(|entry| entry.tabindex == 0 && entry.place > start);
                        Some(after.unwrap_or(order.len()))
                    }
                }
            }
        };
        let node = next.and_then(|at| order.get(at)).map(|entry| entry.node);
        self.set_focus(node, FocusTrigger::Keyboard);
    }
}

/// A place that Tab stops at.
#[derive(Debug, Clone, Copy)]
struct Stop {
    node: NodeId,
    tabindex: i32,
    /// Its index in the flat tree.
    place: usize,
}

/// <https://html.spec.whatwg.org/#sequential-navigation-search-algorithm>
///
/// Approx: trees in shadow roots and frames are not scopes of their own, which matters where they use positive tabindexes.
fn sequential_order(page: &Page, focus: Option<NodeId>) -> Vec<Stop> {
    let dom = page.dom();
    let map = HitMap::new(page);
    let tree = tree_order(dom);
    let mut stops: Vec<Stop> = Vec::new();
    let mut containers: Vec<Stop> = Vec::new();
    for (place, &node) in tree.iter().enumerate() {
        let Some(tabindex) = keyboard_tabindex(page, node) else {
            let contains =
                || (is_scroller(page, node) || is_frame(dom, node)) && !map.is_inert(node) && is_shown(page, node);
            let given = || tabindex(dom, node).is_some_and(|index| index < 0);
            if contains() && !given() {
                containers.push(Stop { node, tabindex: 0, place });
            }
            continue;
        };
        if tabindex >= 0 && is_shown(page, node) && !map.is_inert(node) && !is_skipped_radio(dom, node, focus) {
            stops.push(Stop { node, tabindex, place });
        }
    }
    // Chrome: a scroll container or a frame without tab stops is one itself.
    let mut holds_stop = FxHashSet::default();
    for stop in &stops {
        // What holds a known one is known.
        let _ = around_frames(dom, stop.node).find(|&around| !holds_stop.insert(around));
    }
    let lone: Vec<Stop> = containers.into_iter().filter(|container| !holds_stop.contains(&container.node)).collect();
    stops.extend(lone);
    stops.sort_by_key(|stop| (if stop.tabindex == 0 { i32::MAX } else { stop.tabindex }, stop.place));
    stops
}

/// All nodes in the order of the flat tree, frames in the place of their element.
fn tree_order(dom: &Dom) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut stack = vec![dom.document()];
    while let Some(node) = stack.pop() {
        order.push(node);
        let mut inner: Vec<NodeId> = dom.flat_children(node).collect();
        inner.extend(dom.element(node).and_then(|element| element.frame_document));
        stack.extend(inner.into_iter().rev());
    }
    order
}

/// The elements around a node, those around its frame too.
fn around_frames(dom: &Dom, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::successors(Some(node), |&node| dom.flat_parent(node).or_else(|| dom.frame_element(node))).skip(1)
}

fn is_frame(dom: &Dom, node: NodeId) -> bool {
    dom.is_html(node, &local_name!("iframe"))
}

/// True if an element can be focused in any way.
///
/// <https://html.spec.whatwg.org/#focusable-area>
pub(super) fn is_focusable(page: &Page, node: NodeId) -> bool {
    keyboard_tabindex(page, node).is_some() && is_shown(page, node) && !HitMap::new(page).is_inert(node)
}

/// True if what has the focus may go on having it.
pub(super) fn keeps_focus(page: &Page, node: NodeId) -> bool {
    let is_dialog = page.dom().is_html(node, &local_name!("dialog"));
    page.dom().is_connected(node)
        && is_shown(page, node)
        && !HitMap::new(page).is_inert(node)
        && (is_dialog
            || is_scroller(page, node)
            || is_frame(page.dom(), node)
            || keyboard_tabindex(page, node).is_some())
}

fn is_shown(page: &Page, node: NodeId) -> bool {
    let dom = page.dom();
    // The areas of a map have no box of their own.
    let is_rendered =
        dom.is_html(node, &local_name!("area")) || check_visibility(dom, page.styles(), page.layout(), node);
    is_rendered && page.styles().get(node).is_some_and(|style| style.visibility == Visibility::Visible)
}

fn tabindex(dom: &Dom, node: NodeId) -> Option<i32> {
    dom.attr(node, &local_name!("tabindex"))?.trim().parse().ok()
}

/// The tabindex of an element that can be focused; `None` for one that cannot. Whether it is shown is another matter.
fn keyboard_tabindex(page: &Page, node: NodeId) -> Option<i32> {
    let dom = page.dom();
    let element = dom.element(node)?;
    let given = tabindex(dom, node);
    let html = element.name.ns == ns!(html);
    let has = |name: LocalName| element.attr(&name).is_some();
    let by_itself = match &*element.name.local {
        "input" | "button" | "select" | "textarea" if html => {
            if dom.form().is_disabled(node) || InputType::of(element) == Some(InputType::Hidden) {
                return None;
            }
            true
        }
        "a" => element.attributes.iter().any(|a| a.name.local == local_name!("href")),
        "area" if html => has(local_name!("href")),
        "summary" if html => is_summary_for_details(dom, node),
        "audio" | "video" if html => has(local_name!("controls")),
        "embed" | "iframe" | "object" if html => false,
        _ => false,
    };
    if by_itself || given.is_some() {
        return Some(given.unwrap_or_default());
    }
    dom.is_editing_host(node).then_some(0)
}

/// <https://html.spec.whatwg.org/#summary-for-its-parent-details>
pub(super) fn is_summary_for_details(dom: &Dom, node: NodeId) -> bool {
    let Some(parent) = dom.node(node).parent.filter(|&p| dom.is_html(p, &local_name!("details"))) else { return false };
    dom.child_elements(parent).find(|&n| dom.is_html(n, &local_name!("summary"))) == Some(node)
}

/// Chrome: of a group of radio buttons Tab stops at the checked one; at any if none is, but not twice in a row.
fn is_skipped_radio(dom: &Dom, node: NodeId, focus: Option<NodeId>) -> bool {
    if dom.element(node).and_then(InputType::of) != Some(InputType::Radio) {
        return false;
    }
    let form = dom.form();
    let Some(group) = form.radio_group(node) else { return false };
    match focus.filter(|&focus| form.radio_group(focus) == Some(group)) {
        Some(focused) => focused != node,
        None => !form.is_checked(node) && form.has_choice(group),
    }
}

/// True for a scroll container with something to scroll.
fn is_scroller(page: &Page, node: NodeId) -> bool {
    page.dom().element(node).is_some()
        && is_user_scrollable(page, node)
        && scroll_of(page, node).is_some_and(|scroll| {
            scroll.content.width - scroll.client.width >= 1.0 || scroll.content.height - scroll.client.height >= 1.0
        })
        // Text areas and lists are always focusable.
        && !edit::is_text_control(page.dom(), node)
        && !page.dom().is_html(node, &local_name!("select"))
}
