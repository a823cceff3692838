//! The parts that the browser puts inside of elements: the text that a user edits, the options of a list, labels of buttons, what a
//! `use` shows.

use super::growth::Growth;
use super::{Ignored, Origin, date_field};
use crate::dom::form::{self, InputType};
use crate::dom::{Atom, Dom, NodeId, local_name, ns};
use crate::layout::transformed;
use crate::style::computed::Display;

/// Adds the parts of a control to its node; false if the element has content of its own instead.
pub(super) fn add(growth: &mut Growth<'_>, node: NodeId, at: usize) -> bool {
    let dom = growth.page.dom();
    let Some(element) = dom.element(node) else { return false };
    if element.name.ns == ns!(svg) && &*element.name.local == "use" {
        instance(growth, node, at);
        return true;
    }
    if element.name.ns != ns!(html) {
        return false;
    }
    match &*element.name.local {
        "input" => {
            if let Some(kind) = InputType::of(element) {
                input(growth, node, at, kind);
            }
            true
        }
        "textarea" => {
            text_field(growth, node, at, false);
            true
        }
        "select" => {
            options(growth, node, at);
            true
        }
        "audio" | "video" => {
            super::media::add(growth, node, at);
            true
        }
        "meter" if growth.nodes[at].ignored.is_some_and(Ignored::hides) => {
            hidden_part(growth, node, at);
            true
        }
        "meter" => {
            let outer = growth.push(Origin::Part(node), Some(at), "generic", None, true);
            let bar = growth.push(Origin::Part(node), Some(outer), "generic", None, true);
            growth.push(Origin::Part(node), Some(bar), "generic", Some(Ignored::Uninteresting), true);
            true
        }
        _ => false,
    }
}

/// Chrome: the copy of what a `use` shows is in the tree, whatever it is in.
fn instance(growth: &mut Growth<'_>, node: NodeId, at: usize) {
    let dom = growth.page.dom();
    let shows = dom.element(node).and_then(|element| {
        let link = element.attributes.iter().find(|attribute| attribute.name.local == local_name!("href"))?;
        dom.get_element_by_id(dom.tree_root(node), &Atom::from(link.value.strip_prefix('#')?))
    });
    if shows.is_some() {
        let hidden = growth.nodes[at].ignored.filter(|reason| reason.hides());
        growth.push_kept(Origin::Part(node), at, "generic", hidden.or(Some(Ignored::Uninteresting)));
    }
}

fn input(growth: &mut Growth<'_>, node: NodeId, at: usize, kind: InputType) {
    let dom = growth.page.dom();
    match kind {
        InputType::Submit | InputType::Reset | InputType::Button => {
            let written = dom.attr(node, &local_name!("value"));
            let label = match kind {
                InputType::Submit => written.unwrap_or("Submit"),
                InputType::Reset => written.unwrap_or("Reset"),
                _ => written.unwrap_or(""),
            };
            if !label.is_empty() {
                shown(growth, node, at, label);
            }
        }
        _ if growth.nodes[at].ignored.is_some_and(Ignored::hides)
            && matches!(
                kind,
                InputType::Color
                    | InputType::Date
                    | InputType::Time
                    | InputType::Month
                    | InputType::Week
                    | InputType::DatetimeLocal
            ) =>
        {
            hidden_part(growth, node, at);
        }
        InputType::Color => {
            let outer = growth.push(Origin::Part(node), Some(at), "generic", Some(Ignored::Uninteresting), true);
            growth.push(Origin::Part(node), Some(outer), "generic", Some(Ignored::Uninteresting), true);
        }
        InputType::Date | InputType::Time | InputType::Month | InputType::Week | InputType::DatetimeLocal => {
            date_field::add(growth, node, at, kind);
        }
        kind if kind.is_text() || kind == InputType::Number => {
            text_field(growth, node, at, matches!(kind, InputType::Search | InputType::Number));
        }
        _ => {}
    }
}

/// The placeholder and the editable text of a field; `wrapped`: beside buttons that the browser adds.
fn text_field(growth: &mut Growth<'_>, node: NodeId, at: usize, wrapped: bool) {
    let dom = growth.page.dom();
    let is_hidden = growth.nodes[at].ignored.is_some();
    if dom.attr(node, &local_name!("placeholder")).is_some() {
        growth.push_kept(Origin::Part(node), at, "generic", Some(Ignored::Unstated));
    }
    if is_hidden {
        return hidden_part(growth, node, at);
    }
    let outer =
        if wrapped { growth.push(Origin::Part(node), Some(at), "generic", Some(Ignored::Unstated), true) } else { at };
    let inner = growth.push(Origin::Part(node), Some(outer), "generic", None, true);
    let value = form::value(dom, node);
    let text = match dom.element(node).and_then(InputType::of) {
        Some(InputType::Password) => "\u{2022}".repeat(value.chars().count()),
        _ => value.into_owned(),
    };
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        if !line.is_empty() {
            shown(growth, node, inner, line);
        }
        // Chrome: a last line without text is there by a break of its own.
        if lines.peek().is_some() || line.is_empty() && !text.is_empty() {
            let at = growth.push(Origin::Generated(node), Some(inner), "LineBreak", None, true);
            "\n".clone_into(&mut growth.nodes[at].text);
            let run = growth.push(Origin::Line, Some(at), "InlineTextBox", None, true);
            "\n".clone_into(&mut growth.nodes[run].text);
        }
    }
}

/// Adds the part that is in the tree of a control that is hidden.
fn hidden_part(growth: &mut Growth<'_>, node: NodeId, at: usize) {
    let reason = growth.nodes[at].ignored;
    growth.push_kept(Origin::Part(node), at, "generic", reason);
}

/// Adds the text of a control as its style shows it.
fn shown(growth: &mut Growth<'_>, control: NodeId, at: usize, text: &str) {
    let page = growth.page;
    let style = page.styles().get(control);
    let text = style.map_or(text.into(), |style| transformed(page.dom(), control, style, text));
    growth.text(Origin::Generated(control), at, &text);
}

/// The options of a `select`, in the list that drops down or in its own box.
fn options(growth: &mut Growth<'_>, select: NodeId, at: usize) {
    let dom = growth.page.dom();
    let hidden = growth.nodes[at].ignored.map(|_| Ignored::NotRendered);
    let part = |growth: &mut Growth<'_>, at, role, ignored| growth.push_kept(Origin::Part(select), at, role, ignored);
    let list = match growth.nodes[at].role {
        "combobox" => part(growth, at, "MenuListPopup", hidden),
        "listbox" => part(growth, at, "generic", Some(Ignored::Uninteresting)),
        _ => {
            let popup = part(growth, at, "generic", Some(Ignored::NotRendered));
            part(growth, popup, "generic", Some(Ignored::Uninteresting))
        }
    };
    let shown = |dom: &Dom, node: NodeId| {
        dom.element(node).is_some() && growth.page.styles().get(node).is_none_or(|style| style.display != Display::None)
    };
    let mut rows = Vec::new();
    let mut stack: Vec<NodeId> = dom.child_elements(select).rev().collect();
    while let Some(node) = stack.pop() {
        let group = dom.is_html(node, &local_name!("optgroup"));
        if (group || dom.is_html(node, &local_name!("option"))) && shown(dom, node) {
            rows.push((node, group));
        }
        if !dom.is_html(node, &local_name!("option")) {
            stack.extend(dom.child_elements(node).rev());
        }
    }
    let mut group_at = None;
    for (node, group) in rows {
        if group {
            group_at = Some((node, growth.push_kept(Origin::Element(node), list, "group", hidden)));
            continue;
        }
        let parent = match group_at {
            Some((group, at)) if dom.contains(group, node) => at,
            _ => list,
        };
        let role = super::role::explicit(dom, node).unwrap_or("option");
        growth.push_kept(Origin::Element(node), parent, role, hidden);
    }
}
