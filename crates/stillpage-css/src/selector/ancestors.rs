//! The names on the way from the root to the current element: rejects descendant selectors without a walk.

use std::hash::Hasher;

use precomputed_hash::PrecomputedHash;
use rustc_hash::FxHasher;
use selectors::attr::{AttrSelectorOperator, ParsedCaseSensitivity};
use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::parser::{AncestorHashes, Combinator, Component, Selector};

use super::names::hash_ignoring_case;
use super::pseudo::Names;
use crate::dom::{Atom, Dom, ElementData, NodeId, local_name};

/// A counting Bloom filter over the ancestors of the element that a traversal is at.
#[derive(Debug, Default)]
pub struct Ancestors {
    pub(super) filter: Box<BloomFilter>,
    hashes: Vec<u32>,
    starts: Vec<usize>,
}

/// Names that a selector asks of its subject's ancestors: up to four of them, and an attribute with a value.
#[derive(Debug, Clone)]
pub struct RequiredNames {
    names: AncestorHashes,
    attribute: Option<NameHash>,
}

/// The hash of a name that ancestors are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NameHash(u32);

impl RequiredNames {
    /// No names.
    pub(super) const NONE: Self = Self { names: AncestorHashes { packed_hashes: [0; 3] }, attribute: None };

    /// The names that a selector with these hashes asks for.
    pub(super) fn of(selector: &Selector<Names>, hashes: &AncestorHashes) -> Self {
        Self { names: hashes.clone(), attribute: required_attribute(selector) }
    }

    /// One of the names; `None` if none is asked for.
    pub fn first(&self) -> Option<NameHash> {
        let hash = self.names.packed_hashes[0];
        (hash != 0).then_some(NameHash(hash & BLOOM_HASH_MASK))
    }
}

impl Ancestors {
    /// False if the ancestors certainly lack this name.
    pub(crate) fn may_have_name(&self, name: NameHash) -> bool {
        self.filter.might_contain_hash(name.0)
    }

    /// False if the ancestors certainly lack one of these names.
    #[inline]
    pub fn may_have(&self, names: &RequiredNames) -> bool {
        selectors::matching::selector_may_match(&names.names, &self.filter)
            && names.attribute.is_none_or(|attribute| self.may_have_name(attribute))
    }

    /// Enters an element: its children are matched next.
    pub fn push(&mut self, dom: &Dom, element: NodeId) {
        self.starts.push(self.hashes.len());
        if let Some(data) = dom.element(element) {
            let mut add = |hash: u32| {
                let hash = hash & BLOOM_HASH_MASK;
                self.filter.insert_hash(hash);
                self.hashes.push(hash);
            };
            each_hash(data, &mut add);
            let of_attribute = data.attributes.iter().filter_map(|a| attribute_hash(&a.name.local, &a.value));
            of_attribute.for_each(|hash| add(hash.0));
        }
    }

    /// Leaves the element entered last.
    pub fn pop(&mut self) {
        let start = self.starts.pop().unwrap_or_default();
        for hash in self.hashes.drain(start..) {
            self.filter.remove_hash(hash);
        }
    }
}

/// Calls `add` with the hash of every name that ancestor selectors are looked up by.
pub(super) fn each_hash(element: &ElementData, mut add: impl FnMut(u32)) {
    // What of a selector is looked up by the name of an element is in lower case.
    add(element.name.local.precomputed_hash());
    add(element.name.ns.precomputed_hash());
    element.id.iter().chain(&element.classes).for_each(|name| add(hash_ignoring_case(name)));
}

/// The hash that an attribute with a value is looked up by; `None` for those that no element is looked up by.
fn attribute_hash(name: &Atom, value: &str) -> Option<NameHash> {
    /// Bytes of the longest value: longer ones are addresses and texts.
    const LONGEST: usize = 32;
    // Ids and classes have hashes of their own; few selectors ask for the others with a whole value.
    let is_other = matches!(
        *name,
        local_name!("id") | local_name!("class") | local_name!("style") | local_name!("href") | local_name!("src")
    );
    if is_other || value.len() > LONGEST {
        return None;
    }
    let mut hasher = FxHasher::default();
    hasher.write_u32(name.precomputed_hash());
    hasher.write(value.as_bytes());
    let hash = u32::try_from(hasher.finish() >> 32).unwrap_or_default();
    Some(NameHash(hash & BLOOM_HASH_MASK))
}

/// An attribute that a selector asks of an ancestor of its subject, with the value that it has to have.
fn required_attribute(selector: &Selector<Names>) -> Option<NameHash> {
    let mut is_above = false;
    for component in selector.iter_raw_match_order() {
        match component {
            Component::Combinator(Combinator::Child | Combinator::Descendant) => is_above = true,
            Component::Combinator(Combinator::PseudoElement) => {}
            // Siblings before it are not its ancestors.
            Component::Combinator(_) => return None,
            Component::AttributeInNoNamespace {
                local_name,
                operator: AttrSelectorOperator::Equal,
                value,
                case_sensitivity: ParsedCaseSensitivity::CaseSensitive | ParsedCaseSensitivity::ExplicitCaseSensitive,
            } if is_above => {
                if let Some(hash) = attribute_hash(&local_name.0, value.as_ref()) {
                    return Some(hash);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;
    use crate::selector::SelectorList;

    #[test]
    fn attribute_of_an_ancestor_is_asked_for_by_its_value() {
        let html = "<div data-kind=a><section data-kind=b title=T><p data-kind=c></p></section></div>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let mut ancestors = Ancestors::default();
        let subject = dom.elements_in_order().find(|&node| dom.is_html(node, &local_name!("p"))).expect("a paragraph");
        for node in dom.ancestors(subject) {
            ancestors.push(&dom, node);
        }
        let check = |asked: &str, expected: bool| {
            let list = SelectorList::parse(asked).expect("a selector");
            let (selector, _) = &list.selectors[0];
            let required = RequiredNames { attribute: required_attribute(selector), ..RequiredNames::NONE };
            assert_eq!(ancestors.may_have(&required), expected, "{asked}");
        };
        check("[data-kind=a] p", true);
        check("[data-kind=a] > [data-kind=b] > p", true);
        check("[data-kind=d] p", false);
        check("[data-kind=d] .a > p", false);
        check("[data-kind=a] > [data-kind=d] > p", false);
        // Its own are not its ancestors', nor are those of siblings; others are compared in other ways.
        check("p[data-kind=c]", true);
        check("[data-kind=d] + p", true);
        check("[data-kind=d] + div p", true);
        check("[title=t i] p", true);
        check("[data-kind^=d] p", true);
        check(":not([data-kind=d]) p", true);
    }
}
