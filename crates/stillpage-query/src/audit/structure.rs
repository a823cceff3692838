//! Ids, labels, headings, landmarks, the order of focus.

use std::collections::BTreeMap;

use super::name::is_popup;
use super::rule as rules;
use super::{Finding, Subject};
use crate::aria::role::Role;
use crate::dom::form::is_labelable;
use crate::dom::{Atom, NodeId};
use crate::geometry::Rect;
use crate::style::computed::{Overflow, PointerEvents};

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    duplicate_ids(subject, out);
    labels(subject, out);
    headings(subject, out);
    landmarks(subject, out);
    dialogs(subject, out);
    tabindexes(subject, out);
    hidden_focus(subject, out);
    scrollers(subject, out);
}

/// Attributes that refer to ids.
const REFERENCES: &[&str] = &[
    "aria-activedescendant",
    "aria-controls",
    "aria-describedby",
    "aria-details",
    "aria-errormessage",
    "aria-flowto",
    "aria-labelledby",
    "aria-owns",
    "for",
];

fn duplicate_ids(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    // By tree: an id means an element of its own tree.
    let mut referred: BTreeMap<(NodeId, &str), NodeId> = BTreeMap::new();
    let mut by_id: BTreeMap<(NodeId, &str), Vec<NodeId>> = BTreeMap::new();
    for &node in &subject.elements {
        let tree = subject.dom.tree_root(node);
        for attribute in REFERENCES {
            let is_label = *attribute != "for" || matches!(subject.tag(node), "label");
            for id in
                subject.attr(node, attribute).into_iter().filter(|_| is_label).flat_map(str::split_ascii_whitespace)
            {
                referred.entry((tree, id)).or_insert(node);
            }
        }
        if let Some(id) = subject.filled(node, "id") {
            by_id.entry((tree, id.trim())).or_default().push(node);
        }
    }
    for (key, nodes) in by_id {
        if let ([first, others @ ..], Some(&by)) = (nodes.as_slice(), referred.get(&key))
            && !others.is_empty()
        {
            let message = format!("{} elements have the id {:?}, which another element refers to", nodes.len(), key.1);
            let related = others.iter().copied().chain([by]).collect();
            // The first of them is what is meant; whether that is right, a person knows.
            out.push(Finding::unknown(&rules::DUPLICATE_ID_ARIA, *first, message).with(related));
        }
    }
}

fn labels(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in subject.elements.iter().filter(|&&node| subject.tag(node) == "label") {
        let Some(id) = subject.filled(node, "for") else { continue };
        if subject.dom.form().labeled_control(node).is_some() {
            continue;
        }
        let tree = subject.dom.tree_root(node);
        let target = subject.dom.get_element_by_id(tree, &Atom::from(id));
        let message = match target {
            Some(target) if !is_labelable(subject.dom, target) => {
                format!("The label points to {id:?}, which is not a form field")
            }
            Some(_) => continue,
            None => format!("The label points to {id:?}, an id that no element has"),
        };
        out.push(Finding::fails(&rules::LABEL_FOR, node, message).with(target.into_iter().collect()));
    }
}

fn headings(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let mut before: Option<(u32, NodeId)> = None;
    for node in in_tree_order(subject) {
        if subject.role(node) != Some(Role::Heading) || !subject.is_exposed(node) {
            continue;
        }
        let level = subject.aria(node).map_or(0, |known| known.states.level);
        if let Some((last, heading)) = before
            && level > last + 1
        {
            let message = format!("The heading of level {level} follows one of level {last}");
            out.push(Finding::fails(&rules::HEADING_ORDER, node, message).with(vec![heading]));
        }
        before = Some((level, node));
    }
}

/// The elements in the order in which the flat tree has them.
fn in_tree_order(subject: &Subject<'_>) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(subject.elements.len());
    let mut open: Vec<NodeId> = subject.dom.document_element(subject.dom.document()).into_iter().collect();
    while let Some(node) = open.pop() {
        order.push(node);
        let children: Vec<NodeId> =
            subject.dom.flat_children(node).filter(|&child| subject.dom.element(child).is_some()).collect();
        open.extend(children.into_iter().rev().filter(|&child| subject.order[child] != usize::MAX));
    }
    order
}

fn landmarks(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let mut known: BTreeMap<(&str, String), (NodeId, Vec<NodeId>)> = BTreeMap::new();
    for node in in_tree_order(subject) {
        let Some(role) = subject.role(node).filter(|_| subject.is_exposed(node)) else { continue };
        let is_landmark = matches!(
            role,
            Role::Banner
                | Role::Complementary
                | Role::Contentinfo
                | Role::Form
                | Role::Main
                | Role::Navigation
                | Role::Region
                | Role::Search
        );
        if is_landmark {
            let name = subject.name(node).to_lowercase();
            known.entry((role.name(), name)).or_insert((node, Vec::new())).1.push(node);
        }
    }
    for ((role, name), (first, nodes)) in known {
        if nodes.len() < 2 {
            continue;
        }
        let name = if name.is_empty() { "no name".to_owned() } else { format!("the name {name:?}") };
        let message = format!("{} landmarks with the role {role} have {name}", nodes.len());
        let related = nodes.into_iter().skip(1).collect();
        out.push(Finding::fails(&rules::LANDMARK_UNIQUE, first, message).with(related));
    }
}

/// Native dialogs; axe-core's rule is about the role attribute.
fn dialogs(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in subject.elements.iter().filter(|&&node| subject.tag(node) == "dialog") {
        let by_role = subject.role_attribute(node).is_some();
        if !by_role && subject.is_exposed(node) && subject.name(node).is_empty() {
            out.push(Finding::fails(&rules::DIALOG_NAME, node, "The dialog has no label"));
        }
    }
}

fn tabindexes(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in &subject.elements {
        if let Some(index) = subject.tabindex(node).filter(|&index| index > 0 && subject.is_exposed(node)) {
            let message = format!("tabindex={index} puts it out of the page's tab order");
            out.push(Finding::fails(&rules::TABINDEX, node, message));
        }
    }
}

fn hidden_focus(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let is_hidden = |node: NodeId| subject.attr(node, "aria-hidden").is_some_and(|v| v.eq_ignore_ascii_case("true"));
    let mut inside: BTreeMap<usize, Vec<NodeId>> = BTreeMap::new();
    for &node in &subject.elements {
        if !subject.is_tabbable(node) || !subject.hidden.any(subject.dom, node, is_hidden) {
            continue;
        }
        let outermost = std::iter::once(node).chain(subject.dom.flat_ancestors(node)).filter(|&n| is_hidden(n)).last();
        if let Some(hidden) = outermost {
            inside.entry(subject.order[hidden]).or_default().push(node);
        }
    }
    let modal = subject.has_dialog();
    for (at, focusable) in inside {
        let Some(&node) = subject.elements.get(at) else { continue };
        // Traps for the focus have no size and take no clicks.
        let harmless = |&node: &NodeId| {
            let rect = subject.rect(node);
            let no_clicks = subject.style(node).is_some_and(|style| style.pointer_events == PointerEvents::None);
            no_clicks && (rect.width < 1.0 || rect.height < 1.0)
        };
        let message =
            format!("{} of its elements take the focus, but none is exposed to assistive technology", focusable.len());
        let finding = if modal || focusable.iter().all(harmless) {
            Finding::unknown(&rules::ARIA_HIDDEN_FOCUS, node, message)
        } else {
            Finding::fails(&rules::ARIA_HIDDEN_FOCUS, node, message)
        };
        out.push(finding.with(focusable));
    }
}

/// The distance by which contents have to reach beyond a box before it counts as scrolling, CSS px: axe-core's tolerance.
const OVERFLOW_TOLERANCE: f32 = 13.0;

fn scrollers(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in &subject.elements {
        if matches!(subject.tag(node), "select" | "textarea" | "html") || !subject.is_exposed(node) {
            continue;
        }
        let (Some(own), Some(style)) = (subject.page.layout().get(node), subject.style(node)) else { continue };
        let Some(scroll) = own.scroll() else { continue };
        let scrolls = |overflow: Overflow| matches!(overflow, Overflow::Auto | Overflow::Scroll);
        let over = |content: f32, client: f32| content.round() > client.round() + OVERFLOW_TOLERANCE;
        let across = over(scroll.content.width, scroll.client.width) && scrolls(style.overflow_x);
        let down = over(scroll.content.height, scroll.client.height) && scrolls(style.overflow_y);
        if !(across || down) || is_popup_of_combobox(subject, node) || !has_content_outside(subject, node, &own.rect) {
            continue;
        }
        let editable = subject.attr(node, "contenteditable").is_some_and(|value| value.is_empty() || value == "true");
        if editable || subject.is_tabbable(node) {
            continue;
        }
        let below = |node| subject.dom.flat_children(node);
        let mut open: Vec<NodeId> = below(node).collect();
        let (mut tabbable, mut focusable) = (false, false);
        while let Some(inner) = open.pop() {
            tabbable |= subject.is_tabbable(inner);
            focusable |= subject.tabindex(inner).is_some() && subject.is_focusable(inner);
            open.extend(below(inner));
        }
        if tabbable {
            continue;
        }
        let message = "It scrolls, and neither it nor anything in it takes the focus";
        out.push(if focusable {
            Finding::unknown(&rules::SCROLLABLE_REGION_FOCUSABLE, node, message)
        } else {
            Finding::fails(&rules::SCROLLABLE_REGION_FOCUSABLE, node, message)
        });
    }
}

/// The popups that a combobox opens are scrolled from it.
fn is_popup_of_combobox(subject: &Subject<'_>, node: NodeId) -> bool {
    let popup = matches!(subject.role(node), Some(Role::Menu | Role::Listbox | Role::Tree | Role::Grid | Role::Dialog));
    popup && is_popup(subject, node)
}

/// True if a text or an image in it is beyond its box.
fn has_content_outside(subject: &Subject<'_>, node: NodeId, bounds: &Rect) -> bool {
    let layout = subject.page.layout();
    let outside = |rect: &Rect| {
        rect.x < bounds.x || rect.y < bounds.y || rect.right() > bounds.right() || rect.bottom() > bounds.bottom()
    };
    let mut open: Vec<NodeId> = subject.dom.flat_children(node).collect();
    while let Some(inner) = open.pop() {
        if let Some(text) = layout.text(inner)
            && text.lines.iter().any(|line| outside(&line.rect))
        {
            return true;
        }
        let is_graphic = matches!(subject.tag(inner), "img" | "canvas" | "video" | "iframe" | "input" | "button");
        if is_graphic && layout.get(inner).is_some_and(|own| outside(&own.rect)) {
            return true;
        }
        open.extend(subject.dom.flat_children(inner));
    }
    false
}
