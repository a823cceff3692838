//! Elements that browser-use takes for something to interact with.

use super::super::{Bare, is_truthy};
use super::facts::Facts;
use crate::dom::NodeId;

/// Words that make an element interactive where they are in its class, id or data.
const SEARCH: [&str; 6] = ["search", "magnify", "glass", "lookup", "find", "query"];

const TAGS: [&str; 9] = ["button", "input", "select", "textarea", "a", "details", "summary", "option", "optgroup"];

const HANDLERS: [&str; 6] = ["onclick", "onmousedown", "onmouseup", "onkeydown", "onkeyup", "tabindex"];

const ROLES: [&str; 16] = [
    "button",
    "link",
    "menuitem",
    "option",
    "radio",
    "checkbox",
    "tab",
    "textbox",
    "combobox",
    "slider",
    "spinbutton",
    "search",
    "searchbox",
    "row",
    "cell",
    "gridcell",
];

pub(super) fn is_interactive(facts: &Facts<'_>, node: NodeId) -> bool {
    let tag = facts.tag(node);
    let bounds = facts.bounds(node);
    match &*tag {
        "html" | "body" => return false,
        "iframe" | "frame" if bounds.is_some_and(|area| area.width > 100.0 && area.height > 100.0) => return true,
        // What it is the label of is clicked instead.
        "label" if facts.attribute(node, "for").is_some_and(|id| !id.is_empty()) => return false,
        "label" | "span" if holds_field(facts, node) => return true,
        _ => {}
    }
    if is_search(facts, node) {
        return true;
    }
    if let Some(answer) = by_properties(facts, node) {
        return answer;
    }
    let has = |name: &&str| facts.attribute(node, name).is_some();
    let role = facts.attribute(node, "role");
    if TAGS.contains(&&*tag) || HANDLERS.iter().any(has) || role.is_some_and(|role| ROLES.contains(&role)) {
        return true;
    }
    let role = facts.accessible(node).map(|at| facts.tree.role(at));
    if role.is_some_and(|role| role == "listbox" || ROLES.contains(&role)) {
        return true;
    }
    // Areas of the size of icons.
    let is_icon =
        |area: crate::geometry::Rect| (10.0..=50.0).contains(&area.width) && (10.0..=50.0).contains(&area.height);
    bounds.is_some_and(is_icon) && ["class", "role", "onclick", "data-action", "aria-label"].iter().any(has)
        || bounds.is_some() && facts.has_hand(node)
}

/// True if a form control is a child, or a child's child.
fn holds_field(facts: &Facts<'_>, node: NodeId) -> bool {
    let dom = facts.tree.page.dom();
    let is_field = |node: NodeId| matches!(&*facts.tag(node), "input" | "select" | "textarea");
    dom.child_elements(node).any(|child| is_field(child) || dom.child_elements(child).any(is_field))
}

fn is_search(facts: &Facts<'_>, node: NodeId) -> bool {
    let Some(element) = facts.tree.page.dom().element(node) else { return false };
    element.attributes.iter().any(|attribute| {
        let name = &*attribute.name.local;
        let counts = matches!(name, "class" | "id") || name.starts_with("data-");
        counts && {
            let value = attribute.value.to_lowercase();
            SEARCH.iter().any(|word| value.contains(word))
        }
    })
}

/// The first property of an element's accessible node that decides.
fn by_properties(facts: &Facts<'_>, node: NodeId) -> Option<bool> {
    let at = facts.accessible(node)?;
    facts.tree.properties(at).find_map(|(name, value)| match name {
        "disabled" | "hidden" => is_truthy(value).then_some(false),
        "focusable" | "editable" | "settable" | "required" | "autocomplete" | "keyshortcuts" => {
            is_truthy(value).then_some(true)
        }
        "checked" | "expanded" | "pressed" | "selected" => Some(true),
        _ => None,
    })
}

/// True for a list to choose from, which is of use though it holds what is interactive.
pub(super) fn is_list(facts: &Facts<'_>, node: NodeId) -> bool {
    let role = facts.attribute(node, "role").unwrap_or_default().to_lowercase();
    if matches!(&*role, "listbox" | "menu" | "combobox" | "menubar" | "tree" | "grid") || facts.tag(node) == "select" {
        return true;
    }
    let class = facts.attribute(node, "class").unwrap_or_default().to_lowercase();
    let has = |name: &str| class.split_whitespace().any(|own| own == name);
    has("dropdown") || has("dropdown-menu") || has("select-menu") || has("ui") && class.contains("dropdown")
}

/// True for a control that stands for what is inside of its area.
pub(super) fn spreads(facts: &Facts<'_>, node: NodeId) -> bool {
    let role = facts.attribute(node, "role");
    match &*facts.tag(node) {
        "a" | "button" => true,
        "div" | "span" => matches!(role, Some("button" | "combobox")),
        "input" => role == Some("combobox"),
        _ => false,
    }
}

/// True for an element that counts for itself inside of the area of a control.
pub(super) fn stands_alone(facts: &Facts<'_>, node: NodeId) -> bool {
    let role = facts.attribute(node, "role");
    let label = facts.attribute(node, "aria-label").unwrap_or_default();
    matches!(&*facts.tag(node), "input" | "select" | "textarea" | "label")
        || spreads(facts, node)
        || facts.attribute(node, "onclick").is_some()
        || !label.trim_matches(super::super::is_python_space).is_empty()
        || matches!(role, Some("button" | "link" | "checkbox" | "radio" | "tab" | "menuitem" | "option"))
}

/// A property of an element's accessible node as a text.
pub(super) fn text_of(value: Bare<'_>) -> String {
    match value {
        Bare::Bool(value) => value.to_string(),
        Bare::Whole(number) => number.to_string(),
        Bare::Number(number) => number.to_string(),
        Bare::Text(text) => text.trim_matches(super::super::is_python_space).to_owned(),
    }
}
