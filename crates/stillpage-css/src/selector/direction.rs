//! The directionality of elements: <https://html.spec.whatwg.org/#the-directionality>.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use unicode_bidi::{BidiClass, bidi_class};

use crate::dom::{Dom, NodeData, NodeId, local_name, ns};

/// A text direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Directionality {
    Ltr,
    Rtl,
}

/// The direction of the first strong character, if any.
fn of_text(text: &str) -> Option<Directionality> {
    text.chars().find_map(|c| match bidi_class(c) {
        BidiClass::L => Some(Directionality::Ltr),
        BidiClass::R | BidiClass::AL => Some(Directionality::Rtl),
        _ => None,
    })
}

/// Directions that were found before: linear in the page for all of its elements together.
#[derive(Debug, Default)]
pub(super) struct Directions(RefCell<FxHashMap<NodeId, Directionality>>);

impl Directions {
    /// The directionality of an element.
    pub(super) fn get(&self, dom: &Dom, node: NodeId) -> Directionality {
        let mut known = self.0.borrow_mut();
        let mut path = Vec::new();
        let mut at = node;
        let direction = loop {
            if let Some(&direction) = known.get(&at) {
                break direction;
            }
            path.push(at);
            if let Some(direction) = own(dom, at) {
                break direction;
            }
            match parent(dom, at) {
                Some(parent) => at = parent,
                None => break Directionality::Ltr,
            }
        };
        known.extend(path.into_iter().map(|node| (node, direction)));
        direction
    }
}

/// The element that passes its directionality on.
fn parent(dom: &Dom, node: NodeId) -> Option<NodeId> {
    let parent = dom.node(node).parent?;
    match &dom.node(parent).data {
        NodeData::ShadowRoot(root) => Some(root.host),
        NodeData::Element(_) => Some(parent),
        _ => None,
    }
}

/// The directionality of an element. Cost: linear in its depth (and in its text, under `dir=auto`).
pub(crate) fn directionality(dom: &Dom, node: NodeId) -> Directionality {
    let mut at = node;
    loop {
        if let Some(direction) = own(dom, at) {
            return direction;
        }
        match parent(dom, at) {
            Some(parent) => at = parent,
            None => return Directionality::Ltr,
        }
    }
}

/// The directionality an element has by itself; `None` if it is its parent's.
fn own(dom: &Dom, node: NodeId) -> Option<Directionality> {
    let element = dom.element(node)?;
    if element.name.ns != ns!(html) {
        return None;
    }
    let dir = element.attr(&local_name!("dir"));
    match dir {
        Some(dir) if dir.eq_ignore_ascii_case("ltr") => return Some(Directionality::Ltr),
        Some(dir) if dir.eq_ignore_ascii_case("rtl") => return Some(Directionality::Rtl),
        Some(dir) if dir.eq_ignore_ascii_case("auto") => {
            return Some(auto_directionality(dom, node).unwrap_or(Directionality::Ltr));
        }
        _ => {}
    }
    if element.name.local == local_name!("bdi") {
        return Some(auto_directionality(dom, node).unwrap_or(Directionality::Ltr));
    }
    let is_tel = element.name.local == local_name!("input")
        && element.attr(&local_name!("type")).is_some_and(|t| t.eq_ignore_ascii_case("tel"));
    is_tel.then_some(Directionality::Ltr)
}

/// <https://html.spec.whatwg.org/#auto-directionality>; `None` if no strong character decides.
pub(crate) fn auto_directionality(dom: &Dom, node: NodeId) -> Option<Directionality> {
    let element = dom.element(node)?;
    // 1. Form controls: their value.
    if element.name.local == local_name!("textarea") {
        let mut texts = dom.children(node).filter_map(|child| dom.text(child));
        return texts.find_map(of_text).or(Some(Directionality::Ltr));
    }
    if element.name.local == local_name!("input") {
        const TEXT: &[&str] =
            &["", "hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button"];
        let kind = element.attr(&local_name!("type")).unwrap_or_default();
        let known = TEXT.iter().any(|t| t.eq_ignore_ascii_case(kind));
        let value = element.attr(&local_name!("value")).filter(|_| known);
        return Some(value.and_then(of_text).unwrap_or(Directionality::Ltr));
    }
    // 2. A slot: what is assigned to it. Approx: only in named or default assignment's first nodes.
    // 3. Contained text, in tree order, without what brings its own direction.
    let mut next = dom.node(node).first_child;
    while let Some(at) = next {
        let data = dom.node(at);
        let mut inside = true;
        if let Some(text) = dom.text(at) {
            if let Some(direction) = of_text(text) {
                return Some(direction);
            }
        } else if let Some(child) = dom.element(at) {
            let skipped = child.name.ns == ns!(html)
                && matches!(
                    child.name.local,
                    local_name!("bdi") | local_name!("script") | local_name!("style") | local_name!("textarea")
                );
            inside = !skipped && child.attr(&local_name!("dir")).is_none();
        }
        next = data.first_child.filter(|_| inside);
        let mut up = at;
        while next.is_none() && up != node {
            next = dom.node(up).next_sibling;
            match dom.node(up).parent {
                Some(parent) if next.is_none() => up = parent,
                _ => break,
            }
        }
    }
    None
}
