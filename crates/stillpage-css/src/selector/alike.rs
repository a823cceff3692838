//! Elements that selectors cannot tell apart by their names, ids, classes and attributes: what matches one of them matches all
//! whose ancestors are alike as well.

use std::hash::Hasher;

use precomputed_hash::PrecomputedHash;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use selectors::attr::{AttrSelectorOperator, ParsedAttrSelectorOperation};
use selectors::parser::{Combinator, Component, Selector, SelectorList};

use super::kind::is_link;
use super::names::{AskedNames, Text};
use super::pseudo::{Names, PseudoClass};
use super::style::StyleSelector;
use crate::dom::{Atom, Attribute, ElementData, Quirks};

/// The names and values that selectors by names compare. Whatever else an element has makes no difference to them.
#[derive(Debug, Clone, Default)]
pub(crate) struct ComparedNames {
    ids: AskedNames,
    classes: AskedNames,
    /// By local name, the values in lower case.
    attributes: FxHashMap<Atom, FxHashSet<Box<str>>>,
}

impl StyleSelector {
    /// True if it looks at nothing but names, ids, classes, attributes and kinds of links, of its subject and of the
    /// subject's ancestors.
    pub(crate) fn is_by_names(&self) -> bool {
        is_by_names(&self.selector)
    }
}

fn is_by_names(selector: &Selector<Names>) -> bool {
    let list = |list: &SelectorList<Names>| list.slice().iter().all(is_by_names);
    selector.iter_raw_match_order().all(|component| match component {
        Component::LocalName(_)
        | Component::ID(_)
        | Component::Class(_)
        | Component::AttributeInNoNamespaceExists { .. }
        | Component::ExplicitUniversalType
        | Component::ExplicitAnyNamespace
        | Component::ExplicitNoNamespace
        | Component::DefaultNamespace(_)
        | Component::Namespace(..)
        | Component::Root
        | Component::PseudoElement(_)
        | Component::NonTSPseudoClass(PseudoClass::AnyLink | PseudoClass::Link | PseudoClass::Never(_))
        | Component::Combinator(Combinator::Child | Combinator::Descendant | Combinator::PseudoElement) => true,
        Component::AttributeInNoNamespace { operator, .. } => *operator == AttrSelectorOperator::Equal,
        Component::AttributeOther(other) => match &other.operation {
            ParsedAttrSelectorOperation::Exists => true,
            ParsedAttrSelectorOperation::WithValue { operator, .. } => *operator == AttrSelectorOperator::Equal,
        },
        Component::Is(inner) | Component::Where(inner) | Component::Negation(inner) => list(inner),
        _ => false,
    })
}

/// An attribute that a component asks for.
pub(super) struct AttributeTest<'a> {
    /// Its local name as it is written, and in lower case for elements of HTML.
    pub(super) names: [&'a Atom; 2],
    /// The value that the attribute is compared with.
    value: Option<&'a Text>,
}

/// The attribute that a component looks at; `None` for any other component.
pub(super) fn attribute_test(component: &Component<Names>) -> Option<AttributeTest<'_>> {
    let (name, lower, value) = match component {
        Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
            (local_name, local_name_lower, None)
        }
        // What has another name in lower case is an `AttributeOther`.
        Component::AttributeInNoNamespace { local_name, value, .. } => (local_name, local_name, Some(value)),
        Component::AttributeOther(other) => {
            let value = match &other.operation {
                ParsedAttrSelectorOperation::Exists => None,
                ParsedAttrSelectorOperation::WithValue { value, .. } => Some(value),
            };
            (&other.local_name, &other.local_name_lower, value)
        }
        _ => return None,
    };
    Some(AttributeTest { names: [&name.0, &lower.0], value })
}

impl ComparedNames {
    /// Nothing yet, of a document in this mode.
    pub(crate) fn new(quirks: Quirks) -> Self {
        Self { ids: AskedNames::new(quirks), classes: AskedNames::new(quirks), ..Self::default() }
    }

    /// Adds what a selector by names compares.
    pub(crate) fn add(&mut self, selector: &StyleSelector) {
        self.add_selector(&selector.selector);
    }

    fn add_selector(&mut self, selector: &Selector<Names>) {
        for component in selector.iter_raw_match_order() {
            if let Some(test) = attribute_test(component) {
                test.names.into_iter().for_each(|name| self.add_attribute(name, test.value));
            }
            match component {
                Component::ID(id) => self.ids.add(&id.0),
                Component::Class(class) => self.classes.add(&class.0),
                Component::Is(inner) | Component::Where(inner) | Component::Negation(inner) => {
                    inner.slice().iter().for_each(|selector| self.add_selector(selector));
                }
                _ => {}
            }
        }
    }

    fn add_attribute(&mut self, name: &Atom, value: Option<&Text>) {
        let values = self.attributes.entry(name.clone()).or_default();
        values.extend(value.map(|value| value.as_ref().to_ascii_lowercase().into_boxed_str()));
    }

    fn id<'e>(&self, element: &'e ElementData) -> Option<&'e Atom> {
        element.id.as_ref().filter(|id| self.ids.contain(id))
    }

    fn classes<'e>(&self, element: &'e ElementData) -> impl Iterator<Item = &'e Atom> {
        element.classes.iter().filter(|class| self.classes.contain(class))
    }

    /// The attributes that are compared, with their values if some selector asks for such a value.
    fn attributes<'e>(&self, element: &'e ElementData) -> impl Iterator<Item = (&'e Attribute, Option<&'e str>)> {
        element.attributes.iter().filter_map(|attribute| {
            let values = self.attributes.get(&attribute.name.local)?;
            let value = &*attribute.value;
            let is_asked_for = !values.is_empty()
                && (values.contains(value)
                    || value.bytes().any(|b| b.is_ascii_uppercase()) && values.contains(&*value.to_ascii_lowercase()));
            Some((attribute, is_asked_for.then_some(value)))
        })
    }

    /// A hash of what is compared; equal for elements that are [`alike`](Self::are_alike).
    pub(crate) fn hash(&self, element: &ElementData) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u32(element.name.local.precomputed_hash());
        if let Some(id) = self.id(element) {
            hasher.write_u32(id.precomputed_hash());
        }
        for class in self.classes(element) {
            hasher.write_u32(class.precomputed_hash());
        }
        for (attribute, value) in self.attributes(element) {
            hasher.write_u32(attribute.name.local.precomputed_hash());
            hasher.write(value.unwrap_or_default().as_bytes());
        }
        hasher.finish()
    }

    /// True if selectors by names cannot tell one of the elements from the other, their ancestors aside.
    pub(crate) fn are_alike(&self, one: &ElementData, other: &ElementData) -> bool {
        let attributes = |element| self.attributes(element).map(|(attribute, value)| (&attribute.name, value));
        one.name == other.name
            && is_link(one) == is_link(other)
            && self.id(one) == self.id(other)
            && self.classes(one).eq(self.classes(other))
            && attributes(one).eq(attributes(other))
    }
}
