//! The parts that the browser puts inside of controls: the text that a user edits, the options of a list, labels of buttons.

use super::growth::Growth;
use super::{Ignored, Origin, date_field};
use crate::dom::form::{self, InputType};
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::layout::transformed;
use crate::style::computed::Display;

/// Adds the parts of a control to its node; false if the element has content of its own instead.
pub(super) fn add(growth: &mut Growth<'_>, node: NodeId, at: usize) -> bool {
    let dom = growth.page.dom();
    let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return false };
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
        "meter" => {
            let outer = growth.push(Origin::Part(node), Some(at), "generic", None, true);
            let bar = growth.push(Origin::Part(node), Some(outer), "generic", None, true);
            growth.push(Origin::Part(node), Some(bar), "generic", Some(Ignored::Uninteresting), true);
            true
        }
        _ => false,
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
    if growth.nodes[at].ignored.is_some() {
        return;
    }
    if dom.attr(node, &local_name!("placeholder")).is_some() {
        growth.push(Origin::Part(node), Some(at), "generic", Some(Ignored::Unstated), true);
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
    let hidden = growth.nodes[at].ignored;
    let part =
        |growth: &mut Growth<'_>, at, role, ignored| growth.push(Origin::Part(select), Some(at), role, ignored, true);
    let list = match growth.nodes[at].role {
        "combobox" => part(growth, at, "MenuListPopup", None),
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
            group_at = Some((node, growth.push(Origin::Element(node), Some(list), "group", hidden, hidden.is_none())));
            continue;
        }
        let parent = match group_at {
            Some((group, at)) if dom.contains(group, node) => at,
            _ => list,
        };
        let role = super::role::explicit(dom, node).unwrap_or("option");
        growth.push(Origin::Element(node), Some(parent), role, hidden, hidden.is_none());
    }
}
