//! Step 2E of the computation of names: what HTML and SVG name an element by.
//!
//! <https://www.w3.org/TR/html-aam-1.0/#accname-computation> and <https://www.w3.org/TR/svg-aam-1.0/#mapping_additional_nd>.

use super::id_reference::{Nodes, labelled_by};
use crate::dom::form::InputType;
use crate::dom::{Dom, ElementData, LocalName, NodeId, local_name, ns};
use crate::text::trim;

/// The source of the name that the language of an element gives it.
pub(super) enum HostLanguageName<'a> {
    /// It gives none: content and tooltip may.
    Absent,
    /// The labels of a control. Playwright: if they are without text, it has no name.
    Labels(Nodes),
    /// A child: a legend, a caption.
    Part(NodeId),
    /// The `title` of an SVG element, which counts as if it were referred to.
    SvgTitle(NodeId),
    /// An attribute, or a text of the browser. Playwright: if it is empty, the element has no name, whatever is in it.
    Text(&'a str),
}

/// True for elements that their language may name by more than an attribute that names any element.
pub(super) fn host_language_may_name(element: &ElementData) -> bool {
    element.name.ns != ns!(html)
        || matches!(
            &*element.name.local,
            "input"
                | "select"
                | "textarea"
                | "button"
                | "output"
                | "meter"
                | "progress"
                | "fieldset"
                | "figure"
                | "table"
                | "img"
                | "area"
        )
}

/// Returns what the language of an element names it by. `labelledby`: it was reached through `aria-labelledby`.
pub(super) fn host_language_name<'a>(
    dom: &'a Dom,
    (node, element): (NodeId, &'a ElementData),
    labelledby: bool,
) -> HostLanguageName<'a> {
    if element.name.ns == ns!(svg) {
        return svg(dom, node, element);
    }
    if element.name.ns != ns!(html) {
        return HostLanguageName::Absent;
    }
    // Playwright: an attribute that refers to elements without text still takes the place of labels and captions.
    let is_referring = || !labelled_by(dom, node).is_empty();
    match &*element.name.local {
        "input" | "button" | "output" | "select" | "textarea" | "meter" | "progress" => {
            let by_labels = match InputType::of(element) {
                Some(InputType::Submit | InputType::Reset | InputType::Button) => return unlabelled(element),
                Some(InputType::File | InputType::Image) => !labelledby,
                _ if is_referring() => return HostLanguageName::Absent,
                _ => true,
            };
            let labels = Nodes::from_slice(if by_labels { dom.form().labels(node) } else { &[] });
            if labels.is_empty() { unlabelled(element) } else { HostLanguageName::Labels(labels) }
        }
        "fieldset" | "figure" if is_referring() => HostLanguageName::Absent,
        "fieldset" => part_or_title(dom, node, element, "legend"),
        "figure" => part_or_title(dom, node, element, "figcaption"),
        "table" => {
            let summary = || element.attr(&local_name!("summary")).filter(|summary| !summary.is_empty());
            match child(dom, node, "caption") {
                Some(caption) => HostLanguageName::Part(caption),
                None => summary().map_or(HostLanguageName::Absent, HostLanguageName::Text),
            }
        }
        "img" | "area" => {
            let alt = element.attr(&local_name!("alt")).filter(|alt| !trim(alt).is_empty());
            HostLanguageName::Text(alt.or_else(|| element.attr(&local_name!("title"))).unwrap_or_default())
        }
        _ => HostLanguageName::Absent,
    }
}

/// A control that no label names.
fn unlabelled(element: &ElementData) -> HostLanguageName<'_> {
    let not_blank = |name: &LocalName| element.attr(name).filter(|value| !trim(value).is_empty());
    let value = || not_blank(&local_name!("value"));
    let title = element.attr(&local_name!("title")).filter(|title| !title.is_empty());
    let placeholder = || title.or_else(|| element.attr(&local_name!("placeholder")));
    let text = match InputType::of(element) {
        Some(InputType::Submit) => value().or(Some("Submit")),
        Some(InputType::Reset) => value().or(Some("Reset")),
        Some(InputType::Button) => value().or(title),
        Some(InputType::Image) => {
            not_blank(&local_name!("alt")).or_else(|| not_blank(&local_name!("title"))).or(Some("Submit"))
        }
        Some(InputType::File) => Some("Choose File"),
        Some(kind) if kind.is_text() || kind == InputType::Number => placeholder(),
        None if element.name.local == local_name!("textarea") => placeholder(),
        // What has content may still be named by it.
        None if element.name.local == local_name!("button") => return HostLanguageName::Absent,
        _ => title,
    };
    HostLanguageName::Text(text.unwrap_or_default())
}

fn svg<'a>(dom: &Dom, node: NodeId, element: &'a ElementData) -> HostLanguageName<'a> {
    let title = dom
        .child_elements(node)
        .find(|&n| dom.element(n).is_some_and(|e| e.name.ns == ns!(svg) && e.name.local == local_name!("title")));
    if let Some(title) = title {
        return HostLanguageName::SvgTitle(title);
    }
    if element.name.local != local_name!("a") {
        return HostLanguageName::Absent;
    }
    let title = element.attributes.iter().find(|a| a.name.ns == ns!(xlink) && &*a.name.local == "title");
    let title = title.map(|a| &*a.value).filter(|title| !trim(title).is_empty());
    title.map_or(HostLanguageName::Absent, HostLanguageName::Text)
}

/// The child that names an element, or its title.
fn part_or_title<'a>(dom: &Dom, node: NodeId, element: &'a ElementData, tag: &str) -> HostLanguageName<'a> {
    match child(dom, node, tag) {
        Some(part) => HostLanguageName::Part(part),
        None => HostLanguageName::Text(element.attr(&local_name!("title")).unwrap_or_default()),
    }
}

/// The first HTML child of a name.
fn child(dom: &Dom, node: NodeId, tag: &str) -> Option<NodeId> {
    dom.child_elements(node).find(|&n| dom.element(n).is_some_and(|e| e.name.ns == ns!(html) && &*e.name.local == tag))
}
