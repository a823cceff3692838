//! Elements that take clicks, focus or text though nothing in the accessibility tree says so, as agent-browser looks for them.

use std::collections::HashMap;

use crate::dom::{Dom, NodeId, local_name};
use crate::page::Page;
use crate::style::computed::{Cursor, Display, Visibility};

/// Elements that have a role of their own.
const CONTROLS: [&str; 7] = ["a", "button", "input", "select", "textarea", "details", "summary"];

/// Roles that are clickable by themselves, and always have a ref.
pub(super) const ROLES: [&str; 17] = [
    "button",
    "link",
    "textbox",
    "checkbox",
    "radio",
    "combobox",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "treeitem",
];

/// The signs that an element can be used.
pub(super) struct Signs {
    has_cursor: bool,
    has_onclick: bool,
    has_tabindex: bool,
    is_editable: bool,
    /// The radio button or checkbox in it that is not shown.
    pub(super) hidden_input: Option<NodeId>,
}

impl Signs {
    /// The word for the element.
    pub(super) fn kind(&self) -> &'static str {
        match () {
            () if self.has_cursor || self.has_onclick => "clickable",
            () if self.is_editable => "editable",
            () => "focusable",
        }
    }

    /// The names of the signs.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let all = [
            (self.has_cursor, "cursor:pointer"),
            (self.has_onclick, "onclick"),
            (self.has_tabindex, "tabindex"),
            (self.is_editable, "contenteditable"),
        ];
        all.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect()
    }
}

/// The elements of the body that have signs. Cost: linear, but for what is in them.
pub(super) fn signs(page: &Page) -> HashMap<NodeId, Signs> {
    let dom = page.dom();
    let Some(body) = dom.body(dom.document()) else { return HashMap::new() };
    let mut found = HashMap::new();
    let mut stack: Vec<NodeId> = dom.child_elements(body).rev().collect();
    if is_hidden(dom, body) {
        return found;
    }
    while let Some(node) = stack.pop() {
        if is_hidden(dom, node) {
            continue;
        }
        stack.extend(dom.child_elements(node).rev());
        if let Some(signs) = signs_of(page, node) {
            found.insert(node, signs);
        }
    }
    found
}

fn is_hidden(dom: &Dom, node: NodeId) -> bool {
    dom.attr(node, &local_name!("hidden")).is_some() || dom.attr(node, &"aria-hidden".into()) == Some("true")
}

fn signs_of(page: &Page, node: NodeId) -> Option<Signs> {
    let dom = page.dom();
    let element = dom.element(node)?;
    if CONTROLS.contains(&&*str::to_ascii_lowercase(&element.name.local)) {
        return None;
    }
    if element.attr(&local_name!("role")).is_some_and(|role| ROLES.contains(&&*role.to_ascii_lowercase())) {
        return None;
    }
    let is_pointer = |node| page.styles().get(node).is_some_and(|style| style.cursor == Cursor::Pointer);
    let mut signs = Signs {
        has_cursor: is_pointer(node),
        has_onclick: element.attr(&"onclick".into()).is_some(),
        has_tabindex: element.attr(&local_name!("tabindex")).is_some_and(|index| index != "-1"),
        is_editable: matches!(element.attr(&local_name!("contenteditable")), Some("" | "true")),
        hidden_input: None,
    };
    if signs.names().is_empty() {
        return None;
    }
    let has_more = signs.has_onclick || signs.has_tabindex || signs.is_editable;
    let parent = dom.node(node).parent.filter(|&parent| dom.element(parent).is_some());
    if !has_more && parent.is_some_and(is_pointer) {
        return None;
    }
    let rect = page.layout().get(node)?.rect;
    if rect.width == 0.0 || rect.height == 0.0 {
        return None;
    }
    signs.hidden_input = dom
        .descendants(node)
        .find(|&input| {
            dom.is_html(input, &local_name!("input"))
                && dom
                    .attr(input, &local_name!("type"))
                    .is_some_and(|kind| kind.eq_ignore_ascii_case("radio") || kind.eq_ignore_ascii_case("checkbox"))
        })
        .filter(|&input| {
            dom.attr(input, &local_name!("hidden")).is_some()
                || page
                    .styles()
                    .get(input)
                    .is_none_or(|style| style.display == Display::None || style.visibility == Visibility::Hidden)
        });
    Some(signs)
}

/// The text of an element as far as it counts as a name: trimmed, at most 100 UTF-16 units.
pub(super) fn short_text(dom: &Dom, node: NodeId) -> String {
    let text = dom.text_content(node);
    let mut room = 100;
    text.trim()
        .chars()
        .take_while(|c| {
            let fits = c.len_utf16() <= room;
            room = room.saturating_sub(c.len_utf16());
            fits
        })
        .collect()
}
