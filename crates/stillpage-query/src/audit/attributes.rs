//! ARIA attributes on elements whose role does not have them.

use super::rule as rules;
use super::{Finding, Subject};
use crate::aria::role::Role;
use crate::dom::{NodeId, ns};

/// The roles of items that have a position in a set.
const ITEMS_OF_SETS: &[&str] = &[
    "article",
    "listitem",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "row",
    "tab",
    "treeitem",
];

/// The attributes that only some roles have, and those. Attributes that are not here are for every role, or unknown.
///
/// <https://www.w3.org/TR/wai-aria-1.2/#role_definitions>, "Supported States and Properties" and "Inherited".
/// Approx: what was global in ARIA 1.1 still counts as such, as in axe-core.
const SUPPORTED: &[(&str, &[&str])] = &[
    (
        "aria-activedescendant",
        &[
            "application",
            "combobox",
            "grid",
            "group",
            "listbox",
            "menu",
            "menubar",
            "radiogroup",
            "row",
            "searchbox",
            "spinbutton",
            "tablist",
            "textbox",
            "toolbar",
            "tree",
            "treegrid",
        ],
    ),
    ("aria-autocomplete", &["combobox", "searchbox", "textbox"]),
    ("aria-checked", &["checkbox", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "treeitem"]),
    ("aria-colcount", &["grid", "table", "treegrid"]),
    ("aria-colindex", &["cell", "columnheader", "gridcell", "row", "rowheader"]),
    ("aria-colspan", &["cell", "columnheader", "gridcell", "rowheader"]),
    ("aria-level", &["grid", "heading", "listitem", "row", "tablist", "treegrid", "treeitem"]),
    ("aria-modal", &["alertdialog", "dialog"]),
    ("aria-multiline", &["searchbox", "textbox"]),
    ("aria-multiselectable", &["grid", "listbox", "tablist", "tree", "treegrid"]),
    (
        "aria-orientation",
        &[
            "combobox",
            "listbox",
            "menu",
            "menubar",
            "radiogroup",
            "scrollbar",
            "separator",
            "slider",
            "tablist",
            "toolbar",
            "tree",
            "treegrid",
        ],
    ),
    ("aria-placeholder", &["searchbox", "textbox"]),
    ("aria-posinset", ITEMS_OF_SETS),
    ("aria-pressed", &["button"]),
    (
        "aria-readonly",
        &[
            "checkbox",
            "columnheader",
            "combobox",
            "grid",
            "gridcell",
            "listbox",
            "menuitemcheckbox",
            "menuitemradio",
            "radiogroup",
            "rowheader",
            "searchbox",
            "slider",
            "spinbutton",
            "switch",
            "textbox",
            "treegrid",
        ],
    ),
    (
        "aria-required",
        &[
            "checkbox",
            "columnheader",
            "combobox",
            "gridcell",
            "listbox",
            "radio",
            "radiogroup",
            "rowheader",
            "searchbox",
            "slider",
            "spinbutton",
            "switch",
            "textbox",
            "tree",
            "treegrid",
        ],
    ),
    ("aria-rowcount", &["grid", "table", "treegrid"]),
    ("aria-rowindex", &["cell", "columnheader", "gridcell", "row", "rowheader"]),
    ("aria-rowspan", &["cell", "columnheader", "gridcell", "rowheader"]),
    ("aria-selected", &["columnheader", "gridcell", "option", "row", "rowheader", "tab", "treeitem"]),
    ("aria-setsize", ITEMS_OF_SETS),
    ("aria-sort", &["columnheader", "rowheader"]),
    ("aria-valuemax", RANGES),
    ("aria-valuemin", RANGES),
    ("aria-valuenow", RANGES),
    ("aria-valuetext", RANGES),
];

const RANGES: &[&str] = &["meter", "progressbar", "scrollbar", "separator", "slider", "spinbutton"];

/// The roles that `aria-expanded` is not for.
const NOT_EXPANDED: &[&str] = &[
    "blockquote",
    "caption",
    "code",
    "deletion",
    "emphasis",
    "generic",
    "insertion",
    "mark",
    "meter",
    "none",
    "option",
    "paragraph",
    "presentation",
    "radio",
    "rowgroup",
    "scrollbar",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "strong",
    "subscript",
    "superscript",
    "textbox",
    "time",
];

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in &subject.elements {
        let Some(element) = subject.dom.element(node) else { continue };
        let mut given =
            element.attributes.iter().filter(|a| a.name.ns == ns!() && a.name.local.starts_with("aria-")).peekable();
        if given.peek().is_none() || !subject.is_exposed(node) {
            continue;
        }
        let role = role_of(subject, node);
        let wrong: Vec<String> = given
            .filter(|a| {
                !allows(subject, node, role, &a.name.local) && !says_nothing(subject, node, &a.name.local, &a.value)
            })
            .map(|a| format!("{}=\"{}\"", &*a.name.local, &*a.value))
            .collect();
        if wrong.is_empty() {
            continue;
        }
        let of = role.map_or("an element without a role".to_owned(), |role| format!("the role {role}"));
        let message = format!("{} is not for {of}", wrong.join(", "));
        let certain = role.is_some() || element.name.ns == ns!(html) || subject.is_focusable(node);
        out.push(if certain {
            Finding::fails(&rules::ARIA_ALLOWED_ATTR, node, message)
        } else {
            Finding::unknown(&rules::ARIA_ALLOWED_ATTR, node, message)
        });
    }
}

/// The role that an element has for its attributes.
fn role_of(subject: &Subject<'_>, node: NodeId) -> Option<&'static str> {
    match (subject.role_attribute(node), subject.tag(node)) {
        // Fields of the types that have no role of their own are text fields at heart.
        (None, "input") => Some(subject.role(node).map_or("textbox", Role::name)),
        (None, "summary") => Some("button"),
        (None, "body") => Some("document"),
        // These have no role for axe-core.
        (None, tag) if PLAIN.contains(&tag) => None,
        _ => subject.role(node).map(Role::name).filter(|role| *role != "generic"),
    }
}

/// Elements whose roles came with ARIA 1.2.
const PLAIN: &[&str] = &[
    "address",
    "blockquote",
    "caption",
    "code",
    "del",
    "em",
    "hgroup",
    "ins",
    "mark",
    "p",
    "strong",
    "sub",
    "sup",
    "time",
];

fn allows(subject: &Subject<'_>, node: NodeId, role: Option<&str>, attribute: &str) -> bool {
    // What is not rendered as text has no place for most attributes.
    let bare = matches!(subject.tag(node), "br" | "wbr" | "col" | "colgroup" | "picture")
        && subject.attr(node, "role").is_none();
    if bare {
        return attribute == "aria-hidden" && !subject.tag(node).starts_with("col");
    }
    if attribute == "aria-expanded" {
        return role.is_some_and(|role| !NOT_EXPANDED.contains(&role));
    }
    let of = SUPPORTED.iter().find(|(name, _)| *name == attribute);
    of.is_none_or(|(_, roles)| role.is_some_and(|role| roles.contains(&role)))
}

/// True for values that are as if the attribute was not there.
fn says_nothing(subject: &Subject<'_>, node: NodeId, attribute: &str, value: &str) -> bool {
    value == "false"
        && (attribute == "aria-required"
            || (attribute == "aria-multiline" && subject.attr(node, "contenteditable").is_some()))
}
