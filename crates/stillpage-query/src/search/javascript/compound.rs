//! The CSS that generated locators use: a compound selector for an element, and paths of them.

use super::print::quoted;
use crate::dom::{Dom, LocalName, NodeId, Quirks, local_name, ns};
use crate::selector::serialize_identifier;

/// A compound selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Compound {
    Tag(String),
    /// A tag, and the element's place among all children of its parent, from 1.
    NthChild(String, usize),
    Id(String),
    Classes(Vec<String>),
    /// An attribute with a value, of elements with this tag if there is one.
    Attribute(Option<String>, LocalName, String),
}

impl Compound {
    /// The tag of an element. Playwright: in lower case, SVG too.
    pub(super) fn tag(dom: &Dom, node: NodeId) -> Self {
        Self::Tag(tag_name(dom, node))
    }

    /// The attribute of an element with its tag.
    pub(super) fn attribute_of(dom: &Dom, node: NodeId, name: LocalName, value: &str) -> Self {
        Self::Attribute(Some(tag_name(dom, node)), name, value.to_owned())
    }

    /// The tag of an element; with its place if an earlier sibling has the same tag.
    pub(super) fn among_siblings(dom: &Dom, node: NodeId, parent: NodeId) -> Self {
        let name = |node: NodeId| dom.element(node).map(|element| &element.name);
        let first = dom.child_elements(parent).find(|&sibling| name(sibling) == name(node));
        let at = dom.child_elements(parent).position(|sibling| sibling == node);
        match at {
            Some(at) if first != Some(node) => Self::NthChild(tag_name(dom, node), at + 1),
            _ => Self::tag(dom, node),
        }
    }

    pub(super) fn matches(&self, dom: &Dom, node: NodeId) -> bool {
        let Some(element) = dom.element(node) else { return false };
        let quirky = || dom.quirks(dom.owner_document(node)) == Quirks::Quirks;
        let same = |a: &str, b: &str| a == b || a.eq_ignore_ascii_case(b) && quirky();
        match self {
            Self::Tag(tag) => &*element.name.local == tag,
            Self::NthChild(tag, place) => {
                let place_of = |parent| dom.child_elements(parent).position(|child| child == node);
                &*element.name.local == tag && dom.node(node).parent.and_then(place_of) == Some(place - 1)
            }
            Self::Id(id) => element.attr(&local_name!("id")).is_some_and(|own| match is_plain_id(id) {
                true => same(own, id),
                false => own == id,
            }),
            Self::Classes(classes) => classes.iter().all(|class| element.classes.iter().any(|own| same(own, class))),
            Self::Attribute(tag, name, value) => {
                tag.as_ref().is_none_or(|tag| &*element.name.local == tag) && {
                    let own = element.attr(name);
                    // <https://html.spec.whatwg.org/#case-sensitivity-of-selectors>
                    let folds = *name == local_name!("type") && element.name.ns == ns!(html);
                    own.is_some_and(|own| own == value || folds && own.eq_ignore_ascii_case(value))
                }
            }
        }
    }
}

impl std::fmt::Display for Compound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tag(tag) => f.write_str(&escaped(tag)),
            Self::NthChild(tag, place) => write!(f, "{}:nth-child({place})", escaped(tag)),
            Self::Id(id) if is_plain_id(id) => write!(f, "#{id}"),
            Self::Id(id) => write!(f, "[id={}]", quoted(id)),
            Self::Classes(classes) => {
                classes.iter().try_for_each(|class| write!(f, ".{}", serialize_identifier(class)))
            }
            Self::Attribute(tag, name, value) => {
                write!(f, "{}[{name}={}]", escaped(tag.as_deref().unwrap_or_default()), quoted(value))
            }
        }
    }
}

/// Two letters, digits, `-` or `_`, or more; the first a letter.
fn is_plain_id(id: &str) -> bool {
    id.len() > 1
        && id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

fn tag_name(dom: &Dom, node: NodeId) -> String {
    dom.element(node).map(|element| element.name.local.to_lowercase()).unwrap_or_default()
}

fn escaped(tag: &str) -> String {
    tag.replace(':', "\\:").replace('.', "\\.")
}

/// True for an id that looks generated. Playwright: kinds of characters change at least every fourth character.
pub(super) fn is_generated_id(id: &str) -> bool {
    #[derive(PartialEq, Clone, Copy)]
    enum ByteClass {
        Lower,
        Upper,
        Digit,
        Other,
    }
    let (mut last, mut changes) = (None, 0);
    for unit in id.encode_utf16() {
        let kind = match u8::try_from(unit) {
            Ok(b'-' | b'_') => continue,
            Ok(b'a'..=b'z') => ByteClass::Lower,
            Ok(b'A'..=b'Z') => ByteClass::Upper,
            Ok(b'0'..=b'9') => ByteClass::Digit,
            _ => ByteClass::Other,
        };
        // A capital begins a word.
        let word = kind == ByteClass::Lower && last == Some(ByteClass::Upper);
        if last.is_some_and(|last| last != kind) && !word {
            changes += 1;
        }
        last = Some(kind);
    }
    changes * 4 >= id.encode_utf16().count()
}

/// A path of children that means one element first: what is left where nothing better does.
///
/// `elements` are those of the document, in the order in which a selector finds them. The result is the selector, and the
/// place of the element among those that it finds where there are several.
pub(super) fn path(dom: &Dom, elements: &[NodeId], target: NodeId) -> (String, Option<i32>) {
    let mut path: Vec<Compound> = Vec::new();
    // The elements that match the path so far, each with the ancestor that its first compound matched.
    let mut matching: Vec<(NodeId, NodeId)> = Vec::new();
    let next = |path: &[Compound], matching: &[(NodeId, NodeId)], compound: &Compound| -> Vec<(NodeId, NodeId)> {
        let fits = |top: &NodeId| compound.matches(dom, *top);
        match path.is_empty() {
            true => elements.iter().copied().filter(fits).map(|node| (node, node)).collect(),
            false => matching
                .iter()
                .filter_map(|&(node, top)| Some((node, dom.composed_parent(top).filter(fits)?)))
                .collect(),
        }
    };
    let is_unique = |path: &[Compound], matching: &[(NodeId, NodeId)], compound: &Compound| {
        let fits = |top: &NodeId| compound.matches(dom, *top);
        let first = match path.is_empty() {
            true => elements.iter().copied().find(fits),
            false => matching
                .iter()
                .find(|(_, top)| dom.composed_parent(*top).is_some_and(|parent| fits(&parent)))
                .map(|&(node, _)| node),
        };
        first == Some(target)
    };
    let mut at = Some(target);
    while let Some(node) = at
        && let Some(element) = dom.element(node)
    {
        let mut best = None;
        let mut unique = None;
        if let Some(id) = element.attr(&local_name!("id")).filter(|id| !id.is_empty()) {
            let compound = Compound::Id(id.to_owned());
            match is_unique(&path, &matching, &compound) {
                true => unique = Some(compound),
                false => best = Some(compound),
            }
        }
        let parent = dom.node(node).parent;
        let mut classes: Vec<String> = Vec::new();
        for class in &element.classes {
            if unique.is_some() || classes.iter().any(|known| **known == **class) {
                continue;
            }
            classes.push(class.to_string());
            let compound = Compound::Classes(classes.clone());
            if is_unique(&path, &matching, &compound) {
                unique = Some(compound);
            } else if best.is_none()
                && let Some(parent) = parent
                && dom.descendants(parent).filter(|&other| compound.matches(dom, other)).take(2).count() == 1
            {
                best = Some(compound);
            }
        }
        if unique.is_none()
            && let Some(parent) = parent
        {
            let compound = Compound::among_siblings(dom, node, parent);
            match is_unique(&path, &matching, &compound) {
                true => unique = Some(compound),
                false => best = best.or(Some(compound)),
            }
        }
        let done = unique.is_some();
        let compound = unique.or(best).unwrap_or_else(|| Compound::tag(dom, node));
        matching = next(&path, &matching, &compound);
        path.insert(0, compound);
        if done {
            break;
        }
        at = dom.composed_parent(node);
    }
    let selector: Vec<String> = path.iter().map(ToString::to_string).collect();
    let place = match matching.as_slice() {
        [_] => None,
        several => {
            let at = several.iter().position(|&(node, _)| node == target);
            Some(at.and_then(|at| i32::try_from(at).ok()).unwrap_or(-1))
        }
    };
    (selector.join(" > "), place)
}
