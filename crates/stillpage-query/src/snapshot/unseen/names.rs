//! Texts that are not on the page itself: names, descriptions, alternatives, options.

use super::{Unseen, UnseenClass, UnseenText};
use crate::aria::Exposure;
use crate::aria::text::content_text;
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::page::Page;
use crate::refs::Ref;
use crate::snapshot::{Child, Snapshot, is_addressed};
use crate::style::Pseudo;
use crate::style::computed::{Alternative, Content};
use crate::text::normalize;

/// Attributes that are read out, or shown only when asked for, each with why nobody sees them.
const ATTRIBUTES: &[(&str, Unseen)] = &[
    ("alt", Unseen::Alternative),
    ("title", Unseen::Title),
    ("placeholder", Unseen::Placeholder),
    ("aria-label", Unseen::Label),
    ("aria-description", Unseen::Label),
    ("aria-roledescription", Unseen::Label),
    ("aria-valuetext", Unseen::Label),
    ("aria-placeholder", Unseen::Placeholder),
    ("label", Unseen::Label),
    ("summary", Unseen::Label),
];

/// Limit: addressed texts that are listed.
const MAX_ROWS: usize = 1000;

/// The names that a snapshot's nodes have from an attribute alone.
pub(super) fn names_only(page: &Page, snapshot: &Snapshot) -> Vec<UnseenText> {
    let dom = page.dom();
    let mut found = Vec::new();
    for (_, child) in snapshot.walk() {
        let Child::Node(index) = child else { continue };
        let node = snapshot.node(*index);
        let named = [("aria-label", Unseen::Label), ("alt", Unseen::Alternative), ("title", Unseen::Title)];
        for (attribute, why) in named {
            let Some(label) = attr(dom, node.element, attribute).map(normalize).filter(|label| !label.is_empty())
            else {
                continue;
            };
            if *node.name == *label && !has_text(dom, node.element, &label) {
                let addressed = is_addressed(&label);
                let class = if addressed { UnseenClass::Addressed } else { UnseenClass::AccessibleNameOnly };
                let (element, reference) = (node.element, node.reference);
                found.push(UnseenText { element, reference, class, why, addressed, text: label });
                break;
            }
        }
    }
    found
}

/// Texts that only a reader of the tree gets to know and that read as an instruction.
pub(super) fn addressed(
    page: &Page,
    shown: &dyn Fn(NodeId) -> Option<(NodeId, Option<Ref>)>,
    known: &[UnseenText],
) -> Vec<UnseenText> {
    let (dom, mut found) = (page.dom(), Vec::new());
    let mut add = |node: NodeId, why: Unseen, text: &str| {
        let text = normalize(text);
        let is_known = |other: &UnseenText| other.text == text && other.class != UnseenClass::AccessibleNameOnly;
        if found.len() < MAX_ROWS
            && !text.is_empty()
            && is_addressed(&text)
            && !known.iter().chain(&found).any(is_known)
        {
            let Some((element, reference)) = shown(node) else { return };
            let class = UnseenClass::Addressed;
            found.push(UnseenText { element, reference, class, why, addressed: true, text });
        }
    };
    for node in super::composed_elements(dom) {
        let Some(element) = dom.element(node) else { continue };
        if page.aria().get(node).is_none_or(|aria| aria.exposure.contains(Exposure::EXCLUDED)) {
            continue;
        }
        for (attribute, why) in ATTRIBUTES {
            if let Some(value) = attr(dom, node, attribute) {
                add(node, *why, value);
            }
        }
        let tag = &*element.name.local;
        if matches!(tag, "option" | "optgroup") {
            add(node, Unseen::Choice, &dom.text_content(node));
        }
        if element.name.ns == ns!(svg) && matches!(tag, "title" | "desc") {
            add(node, Unseen::Title, &dom.text_content(node));
        }
        for pseudo in [Pseudo::Before, Pseudo::After, Pseudo::Marker] {
            let Some(style) = page.styles().pseudo(node, pseudo) else { continue };
            if matches!(&style.content, Content::Items(_, Some(Alternative::Text(_))))
                && let Some(text) = content_text(style)
            {
                add(node, Unseen::Generated, &text);
            }
        }
        if let Some(style) = page.styles().get(node)
            && matches!(&style.content, Content::Items(_, Some(Alternative::Text(_))))
            && let Some(text) = content_text(style)
        {
            add(node, Unseen::Generated, &text);
        }
    }
    found
}

pub(super) fn attr<'p>(dom: &'p Dom, node: NodeId, name: &str) -> Option<&'p str> {
    let attributes = &dom.element(node)?.attributes;
    attributes.iter().find(|own| own.name.ns == ns!() && *own.name.local == *name).map(|own| &*own.value)
}

/// True if the text of an element has these words.
fn has_text(dom: &Dom, element: NodeId, words: &str) -> bool {
    let (mut text, mut stack) = (String::new(), vec![element]);
    while let Some(node) = stack.pop() {
        text.push_str(dom.text(node).unwrap_or_default());
        stack.extend(dom.children(node).rev());
    }
    normalize(&text).to_lowercase().contains(&words.to_lowercase())
}

/// True for a text in the label of a field that is hidden beside it: a trap for who fills in all fields.
pub(super) fn is_of_hidden_field(dom: &Dom, node: NodeId, hidden: NodeId) -> bool {
    let is_field = |node: NodeId| {
        ["input", "textarea", "select"].iter().any(|tag| dom.element(node).is_some_and(|own| *own.name.local == **tag))
    };
    let is_label = std::iter::once(node)
        .chain(dom.flat_ancestors(node))
        .take(4)
        .any(|outer| dom.is_html(outer, &local_name!("label")));
    is_label && dom.descendants(hidden).any(is_field)
}
