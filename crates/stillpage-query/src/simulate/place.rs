//! The places of a page that can change: its lists, its controls with their labels, its main part.

use rustc_hash::FxHashMap;

use crate::aria::interactive::is_native_control;
use crate::dom::{Dom, LocalName, NodeId, local_name, ns};

/// Limit: nodes of a row whose texts are compared.
const MAX_TEXT_NODES: usize = 512;
/// Limit: bytes of the texts of a row that are compared.
const MAX_CHARS: usize = 4096;

/// Like siblings: rows, items, cards.
pub(super) struct List {
    pub(super) parent: NodeId,
    /// In order, at least two.
    pub(super) rows: Vec<NodeId>,
}

/// The source of a visible or spoken text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextSource {
    /// A text node.
    Text,
    /// An attribute of an element.
    Attribute(&'static str),
}

const TEXT_ATTRIBUTES: &[&str] = &["aria-label", "alt", "title", "placeholder", "value", "href"];

/// White space collapsed.
pub(super) fn normal(text: &str) -> String {
    crate::dom::collapse_ascii_whitespace(text)
}

/// The texts of one node.
pub(super) fn strings(dom: &Dom, node: NodeId) -> impl Iterator<Item = (TextSource, &str)> {
    let silent = dom.node(node).parent.is_some_and(|parent| {
        dom.element(parent).is_some_and(|e| matches!(&*e.name.local, "style" | "script" | "noscript" | "title"))
    });
    let text = dom.text(node).filter(|_| !silent).map(|text| (TextSource::Text, text));
    let element = dom.element(node);
    let keeps_value = element.is_some_and(|e| {
        let kind = e.attr(&local_name!("type")).unwrap_or_default();
        matches!(&*e.name.local, "option" | "li" | "progress" | "meter" | "data" | "param")
            || matches!(kind, "checkbox" | "hidden" | "range" | "number" | "date" | "color")
    });
    let attributes = TEXT_ATTRIBUTES.iter().filter_map(move |&name| {
        let element = element?;
        let at = element.attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name)?;
        if name == "value" && keeps_value || name == "href" && element.name.local != local_name!("a") {
            return None;
        }
        Some((TextSource::Attribute(name), &*at.value))
    });
    text.into_iter().chain(attributes)
}

/// All texts of a subtree, white space collapsed.
pub(super) fn visible_text(dom: &Dom, top: NodeId) -> String {
    let mut out = String::new();
    for node in std::iter::once(top).chain(dom.descendants(top)).take(MAX_TEXT_NODES) {
        for (source, text) in strings(dom, node) {
            let text = normal(text);
            if !text.is_empty() {
                out.push_str(if source == TextSource::Text { "" } else { "@" });
                out.push_str(&text);
                out.push('\n');
            }
        }
        if out.len() > MAX_CHARS {
            break;
        }
    }
    out
}

fn attr<'a>(dom: &'a Dom, node: NodeId, name: &str) -> Option<&'a str> {
    dom.attr(node, &LocalName::from(name))
}

/// True for controls, judged by markup alone.
pub(super) fn is_control(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return false };
    is_native_control(dom, node)
        || element.attr(&local_name!("role")).is_some_and(|role| {
            matches!(
                role,
                "button" | "link" | "checkbox" | "switch" | "radio" | "tab" | "menuitem" | "option" | "textbox"
            )
        })
}

/// A button with a label of one text.
pub(super) struct Labelled {
    pub(super) control: NodeId,
    pub(super) place: NodeId,
    pub(super) source: TextSource,
    pub(super) label: String,
}

/// Buttons whose label is one text node, or an `aria-label`, in document order.
pub(super) fn labelled(dom: &Dom) -> Vec<Labelled> {
    let mut found = Vec::new();
    for control in dom.elements_in_order() {
        let is_button = dom.is_html(control, &local_name!("button")) || attr(dom, control, "role") == Some("button");
        if !is_button {
            continue;
        }
        if let Some(label) = attr(dom, control, "aria-label") {
            let (label, source) = (normal(label), TextSource::Attribute("aria-label"));
            found.push(Labelled { control, place: control, source, label });
            continue;
        }
        let mut texts = dom.descendants(control).filter(|&n| dom.text(n).is_some_and(|t| !t.trim().is_empty()));
        if let (Some(place), None) = (texts.next(), texts.next()) {
            let label = normal(dom.text(place).unwrap_or_default());
            if dom.descendants(control).take(20).all(|n| attr(dom, n, "aria-hidden").is_none()) {
                found.push(Labelled { control, place, source: TextSource::Text, label });
            }
        }
    }
    found
}

/// Every list of the page, in document order of their parents.
pub(super) fn lists(dom: &Dom) -> Vec<List> {
    let mut found = Vec::new();
    let Some(body) = dom.body(dom.document()) else { return found };
    for parent in std::iter::once(body).chain(dom.descendants(body)) {
        let Some(element) = dom.element(parent) else { continue };
        if element.name.ns != ns!(html) || matches!(&*element.name.local, "select" | "datalist" | "optgroup" | "dl") {
            continue;
        }
        let mut kinds: FxHashMap<(&str, &str), Vec<NodeId>> = FxHashMap::default();
        let mut order: Vec<(&str, &str)> = Vec::new();
        for child in dom.child_elements(parent) {
            let Some(element) = dom.element(child).filter(|e| e.name.ns == ns!(html)) else { continue };
            let tag: &str = &element.name.local;
            let class = match tag {
                "li" | "tr" | "article" | "fieldset" => "",
                "div" | "section" | "a" | "label" | "details" | "form" | "p" => {
                    element.attr(&local_name!("class")).unwrap_or_default()
                }
                _ => continue,
            };
            let rows = kinds.entry((tag, class)).or_default();
            if rows.is_empty() {
                order.push((tag, class));
            }
            rows.push(child);
        }
        let best = order.into_iter().max_by_key(|kind| {
            let rows = kinds.get(kind).map_or(0, Vec::len);
            // The first of several alike.
            rows
        });
        let Some(kind) = best else { continue };
        let rows = kinds.remove(&kind).unwrap_or_default();
        let least = if matches!(kind.0, "li" | "tr" | "article" | "fieldset") { 2 } else { 3 };
        if rows.len() >= least && rows.iter().all(|&row| dom.node(row).first_child.is_some()) {
            found.push(List { parent, rows });
        }
    }
    found
}

/// True if the subtree has a control.
pub(super) fn has_control(dom: &Dom, top: NodeId) -> bool {
    std::iter::once(top).chain(dom.descendants(top)).any(|node| is_control(dom, node))
}

/// The part of the page that routes change: `main`, else the largest child of the body.
pub(super) fn main_part(dom: &Dom) -> Option<NodeId> {
    let body = dom.body(dom.document())?;
    dom.descendants(body)
        .find(|&node| dom.is_html(node, &local_name!("main")) || attr(dom, node, "role") == Some("main"))
        .or_else(|| app_root(dom))
}

/// The child of the body with the most descendants.
pub(super) fn app_root(dom: &Dom) -> Option<NodeId> {
    let body = dom.body(dom.document())?;
    let mut best: Option<(usize, NodeId)> = None;
    for child in dom.child_elements(body) {
        let size = dom.descendants(child).count();
        if best.is_none_or(|(most, _)| size > most) {
            best = Some((size, child));
        }
    }
    best.map(|(_, child)| child)
}

/// A short description: `ul#todo`.
pub(super) fn describe(dom: &Dom, node: NodeId) -> String {
    let Some(element) = dom.element(node) else { return "the document".to_owned() };
    let mut text = element.name.local.to_string();
    if let Some(id) = &element.id {
        text.push('#');
        text.push_str(id);
    } else if let Some(class) = element.classes.first() {
        text.push('.');
        text.push_str(class);
    }
    text
}
