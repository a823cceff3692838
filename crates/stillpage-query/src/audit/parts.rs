//! Lists, headers of tables, progress bars, and names that users see otherwise than they hear them.

use super::document::has_label;
use super::rule as rules;
use super::{Finding, Subject};
use crate::aria::role::Role;
use crate::dom::form::InputType;
use crate::dom::{NodeData, NodeId};
use crate::text::lower;

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for &node in subject.elements.iter().filter(|&&node| subject.is_exposed(node)) {
        let role = subject.attr(node, "role");
        match subject.tag(node) {
            "ul" | "ol" if role.is_none_or(str::is_empty) => out.extend(list(subject, node)),
            "input" | "select" | "textarea" => out.extend(title_only(subject, node)),
            _ => {}
        }
        let is_header =
            matches!(role, Some("rowheader" | "columnheader")) || (subject.tag(node) == "th" && role.is_none());
        if is_header && !says_something(subject, node) {
            out.push(Finding::fails(&rules::EMPTY_TABLE_HEADER, node, "The header has no text"));
        }
        // axe-core: a label around it does not count.
        if role == Some("progressbar") && !has_label(subject, node) && subject.filled(node, "title").is_none() {
            out.push(Finding::fails(&rules::ARIA_PROGRESSBAR_NAME, node, "The progress bar has no label"));
        }
        out.extend(label_in_name(subject, node));
    }
}

/// Lists have list items in them, and nothing else.
fn list(subject: &Subject<'_>, node: NodeId) -> Option<Finding> {
    let mut others = Vec::new();
    for child in subject.rendered_children(node) {
        match &subject.dom.node(child).data {
            NodeData::Text(text) if !subject.dom.text_in(text).trim().is_empty() => {
                return Some(Finding::fails(&rules::LIST, node, "The list has text outside of its items"));
            }
            NodeData::Element(_) if subject.is_exposed(child) => {
                let is_item = match subject.role_attribute(child) {
                    Some(role) => role == Role::Listitem,
                    None => subject.tag(child) == "li",
                };
                if !is_item {
                    others.push(child);
                }
            }
            _ => {}
        }
    }
    let message = "The list has elements that are not list items";
    (!others.is_empty()).then(|| Finding::fails(&rules::LIST, node, message).with(others))
}

/// A field that only a tooltip or a description names.
fn title_only(subject: &Subject<'_>, node: NodeId) -> Option<Finding> {
    let kind = subject.dom.element(node).and_then(InputType::of);
    if matches!(
        kind,
        Some(InputType::Hidden | InputType::Image | InputType::Button | InputType::Submit | InputType::Reset)
    ) {
        return None;
    }
    let hint = ["title", "aria-describedby"].into_iter().find(|name| subject.filled(node, name).is_some())?;
    let labelled = has_label(subject, node)
        || subject
            .dom
            .form()
            .labels(node)
            .iter()
            .any(|&label| subject.is_exposed(label) && has_exposed_text(subject, label));
    let message = format!("The field has no label but its {hint}");
    (!labelled).then(|| Finding::fails(&rules::LABEL_TITLE_ONLY, node, message))
}

/// True if there is text in an element that is exposed to assistive technology.
fn has_exposed_text(subject: &Subject<'_>, node: NodeId) -> bool {
    let mut open = subject.rendered_children(node);
    while let Some(inner) = open.pop() {
        match &subject.dom.node(inner).data {
            NodeData::Text(text) if !subject.dom.text_in(text).trim().is_empty() => return true,
            NodeData::Element(_) if subject.is_exposed(inner) => open.extend(subject.rendered_children(inner)),
            _ => {}
        }
    }
    false
}

/// True if something in an element can be read out.
fn says_something(subject: &Subject<'_>, node: NodeId) -> bool {
    let mut open = subject.rendered_children(node);
    while let Some(inner) = open.pop() {
        match &subject.dom.node(inner).data {
            NodeData::Text(text) if !subject.dom.text_in(text).trim().is_empty() => return true,
            NodeData::Element(_) if subject.is_exposed(inner) => {
                if !subject.name(inner).is_empty() {
                    return true;
                }
                open.extend(subject.rendered_children(inner));
            }
            _ => {}
        }
    }
    false
}

/// Users of speech input say what they see, so the visible label is part of the name:
/// <https://www.w3.org/TR/WCAG22/#label-in-name>
fn label_in_name(subject: &Subject<'_>, node: NodeId) -> Option<Finding> {
    use Role as R;
    let role = subject.role(node)?;
    let by_text = matches!(
        role,
        R::Button
            | R::Checkbox
            | R::Gridcell
            | R::Link
            | R::Menuitem
            | R::Menuitemcheckbox
            | R::Menuitemradio
            | R::Option
            | R::Radio
            | R::Switch
            | R::Tab
            | R::Treeitem
    );
    if !by_text || !has_label(subject, node) {
        return None;
    }
    let (name, seen) = (lower(subject.name(node)), lower(visible_text(subject, node).trim()));
    if seen.is_empty() {
        return None;
    }
    let message = || format!("The name {name:?} does not have the visible text {seen:?}");
    if !is_readable(&name) || !is_readable(&seen) {
        return Some(Finding::unknown(&rules::LABEL_CONTENT_NAME_MISMATCH, node, message()));
    }
    let (of_name, of_text) = (words(&name), words(&seen));
    if of_text.is_empty() || of_name.windows(of_text.len()).any(|some| some == of_text) {
        return None;
    }
    // Its text may be a value.
    let certain = !matches!(role, R::Switch | R::Checkbox | R::Radio | R::Menuitemcheckbox | R::Menuitemradio);
    Some(if certain {
        Finding::fails(&rules::LABEL_CONTENT_NAME_MISMATCH, node, message())
    } else {
        Finding::unknown(&rules::LABEL_CONTENT_NAME_MISMATCH, node, message())
    })
}

/// The text in an element that can be seen, without the characters of icon fonts.
fn visible_text(subject: &Subject<'_>, node: NodeId) -> String {
    let mut text = String::new();
    let mut open = vec![(node, true)];
    while let Some((at, seen)) = open.pop() {
        match &subject.dom.node(at).data {
            NodeData::Text(own) if seen => text.push_str(subject.dom.text_in(own)),
            NodeData::Element(_) if subject.tag(at) == "br" => text.push(' '),
            NodeData::Element(_) => {
                let seen = subject.is_rendered(at) && subject.is_seen(at);
                open.extend(subject.rendered_children(at).into_iter().rev().map(|child| (child, seen)));
            }
            _ => {}
        }
    }
    crate::text::normalize(&text)
}

/// Letters alone and signs are not a name that could be said.
fn is_readable(text: &str) -> bool {
    let single = text.chars().count() == 1 && !text.chars().all(|c| c.is_ascii_digit());
    !single && !matches!(text, "aa" | "abc") && text.chars().any(char::is_alphanumeric)
}

/// The words of a label, without what is in parentheses.
fn words(text: &str) -> Vec<String> {
    let (mut kept, mut depth) = (String::new(), 0_usize);
    let closes = text.matches(')').count();
    let mut left = closes;
    for c in text.chars() {
        match c {
            '(' if left > 0 => depth += 1,
            ')' => {
                left = left.saturating_sub(1);
                depth = depth.saturating_sub(1);
            }
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    crate::text::words(&kept).collect()
}
