//! The elements of SVG that are rendered.

use crate::dom::{Dom, Namespace, NodeId, ns};
use crate::layout::following::following;
use crate::style::Styles;
use crate::style::computed::Display;

/// Elements that are never rendered where they stand.
pub(super) fn is_hidden(tag: &str) -> bool {
    matches!(
        tag,
        "defs"
            | "symbol"
            | "clipPath"
            | "mask"
            | "marker"
            | "pattern"
            | "linearGradient"
            | "radialGradient"
            | "filter"
            | "title"
            | "desc"
            | "metadata"
            | "style"
            | "script"
            | "stop"
            | "animate"
            | "animateTransform"
            | "animateMotion"
            | "set"
            | "view"
    )
}

pub(super) fn is_container(tag: &str) -> bool {
    matches!(tag, "g" | "a" | "svg" | "switch" | "use")
}

/// The elements of SVG that are rendered where they stand.
pub(super) fn is_shown(dom: &Dom, styles: &Styles, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|element| element.name.ns == ns!(svg)) else { return false };
    !is_hidden(&element.name.local)
        && styles.get(node).is_some_and(|style| style.display != Display::None)
        && is_chosen(dom, node)
}

/// Limit: children of a `switch` that are looked at.
const MAX_CHOICES: usize = 64;

/// True for an element whose conditions a browser in English meets, and in a `switch` for the first such one.
///
/// <https://svgwg.org/svg2-draft/struct.html#ConditionalProcessing>
#[must_use]
pub fn is_chosen(dom: &Dom, node: NodeId) -> bool {
    let is_svg = |node: NodeId| dom.element(node).is_some_and(|element| element.name.ns == ns!(svg));
    let is_switch = |parent: NodeId| is_svg(parent) && dom.element(parent).is_some_and(|e| &*e.name.local == "switch");
    match dom.node(node).parent.filter(|&parent| is_switch(parent)) {
        Some(parent) => {
            let mut choices = dom.child_elements(parent).take(MAX_CHOICES);
            choices.find(|&child| is_svg(child) && meets_conditions(dom, child)) == Some(node)
        }
        None => meets_conditions(dom, node),
    }
}

/// True for an element whose own conditions a browser in English meets.
fn meets_conditions(dom: &Dom, node: NodeId) -> bool {
    let of = |name: &str| dom.element(node)?.attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name);
    let is_english = |tag: &str| {
        let tag = tag.trim();
        tag.get(..2).is_some_and(|primary| primary.eq_ignore_ascii_case("en"))
            && matches!(tag.get(2..3), None | Some("-"))
    };
    let is_known = |name: &str| {
        let name = Namespace::from(name);
        name == ns!(html) || name == ns!(mathml)
    };
    of("systemLanguage").is_none_or(|list| list.value.split(',').any(is_english))
        && of("requiredExtensions").is_none_or(|list| list.value.split_ascii_whitespace().all(is_known))
}

/// The `foreignObject` elements that are rendered in an outermost `svg`, in tree order.
pub(in crate::layout) fn foreign_objects(dom: &Dom, styles: &Styles, root: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut next = dom.node(root).first_child;
    while let Some(node) = next {
        let tag = dom.element(node).map_or("", |element| &*element.name.local);
        let shows = is_shown(dom, styles, node);
        if shows && tag == "foreignObject" {
            found.push(node);
        }
        let inside = dom.node(node).first_child.filter(|_| shows && is_container(tag) && tag != "use");
        next = inside.or_else(|| following(dom, node, root));
    }
    found
}
