//! What the selectors of a page look at: from it follows whose style a change of the tree can alter.

use rustc_hash::FxHashSet;
use selectors::parser::{Combinator, Component, Selector};

use super::alike::attribute_test;
use super::bucket::{Bucket, Buckets, buckets_of_component, rank};
use super::pseudo::{Names, PseudoClass};
use super::style::StyleSelector;
use crate::dom::{Atom, ElementData};

/// Limit: compounds that are distinguished; with more of them any element may be meant.
const MAX_COMPOUNDS: usize = 64;

/// What selectors look at.
#[derive(Debug, Clone, Default)]
pub(crate) struct SelectorFeatures {
    ids: FxHashSet<Atom>,
    classes: FxHashSet<Atom>,
    /// Local names.
    attributes: FxHashSet<Atom>,
    /// What elements have that their siblings distinguish (`:nth-child()`, `+`, `~`); one of each list.
    positional: Vec<Buckets>,
    /// `+`, `~` and `:nth-child(of)`: what a sibling is like matters, not its place alone.
    pub(crate) has_siblings: bool,
    /// `:empty`
    pub(crate) has_empty: bool,
    /// Pseudo-classes about which controls around an element decide: `:valid`, `:default`, ...
    pub(crate) has_form_states: bool,
    /// `:checked` and `:indeterminate`, which depend on the other radio buttons of a group.
    pub(crate) has_checked: bool,
    /// `:hover`
    pub(crate) has_hover: bool,
    /// `:focus` and its kin.
    pub(crate) has_focus: bool,
    /// `:has()`: what is in and behind an element may decide about it.
    pub(crate) looks_inside: bool,
    /// `:dir()`, `:target`, and whatever else depends on more than an element and those around it.
    pub(crate) is_far_reaching: bool,
}

impl SelectorFeatures {
    /// Adds what a selector looks at.
    pub(crate) fn add(&mut self, selector: &StyleSelector) {
        self.add_selector(&selector.selector);
    }

    /// Adds what a selector looks at; true if siblings matter to it.
    fn add_selector(&mut self, selector: &Selector<Names>) -> bool {
        let mut any = false;
        let mut iter = selector.iter();
        loop {
            let mut best = Buckets::new();
            let mut is_positional = false;
            for component in &mut iter {
                let candidate = buckets_of_component(component);
                if best.is_empty() || rank(&candidate) < rank(&best) {
                    best = candidate;
                }
                is_positional |= self.add_component(component);
            }
            let combinator = iter.next_sequence();
            if matches!(combinator, Some(Combinator::NextSibling | Combinator::LaterSibling)) {
                self.has_siblings = true;
                is_positional = true;
            }
            if is_positional {
                any = true;
                if best.is_empty() {
                    best.push(Bucket::Other);
                }
                if self.positional.len() >= MAX_COMPOUNDS {
                    self.positional = vec![smallvec::smallvec![Bucket::Other]];
                } else if !self.positional.contains(&best) {
                    self.positional.push(best);
                }
            }
            if combinator.is_none() {
                return any;
            }
        }
    }

    /// Adds what one component looks at; true if siblings matter to it.
    fn add_component(&mut self, component: &Component<Names>) -> bool {
        if let Some(test) = attribute_test(component) {
            self.attributes.extend(test.names.into_iter().cloned());
            return false;
        }
        match component {
            Component::ID(id) => {
                self.ids.insert(id.0.clone());
            }
            Component::Class(class) => {
                self.classes.insert(class.0.clone());
            }
            Component::Nth(_) => return true,
            Component::Empty => {
                self.has_empty = true;
                return true;
            }
            Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                // Each of them: `any` would stop at the first.
                return list.slice().iter().filter(|selector| self.add_selector(selector)).count() > 0;
            }
            Component::Has(list) => {
                self.looks_inside = true;
                for relative in list {
                    self.add_selector(&relative.selector);
                }
            }
            Component::NonTSPseudoClass(class) => self.add_pseudo_class(class),
            Component::LocalName(_)
            | Component::ExplicitUniversalType
            | Component::ExplicitAnyNamespace
            | Component::ExplicitNoNamespace
            | Component::DefaultNamespace(_)
            | Component::Namespace(..)
            | Component::Root
            | Component::RelativeSelectorAnchor
            | Component::Combinator(_)
            | Component::PseudoElement(_) => {}
            _ => self.is_far_reaching = true,
        }
        false
    }

    fn add_pseudo_class(&mut self, class: &PseudoClass) {
        match class {
            PseudoClass::AnyLink
            | PseudoClass::Link
            | PseudoClass::Enabled
            | PseudoClass::Disabled
            | PseudoClass::Required
            | PseudoClass::Optional
            | PseudoClass::ReadOnly
            | PseudoClass::ReadWrite
            | PseudoClass::PlaceholderShown
            | PseudoClass::InRange
            | PseudoClass::OutOfRange
            | PseudoClass::Defined
            | PseudoClass::Modal
            | PseudoClass::PopoverOpen
            | PseudoClass::Open
            | PseudoClass::UserValid
            | PseudoClass::UserInvalid
            | PseudoClass::Never(_) => {}
            PseudoClass::Hover => self.has_hover = true,
            PseudoClass::Focus | PseudoClass::FocusVisible | PseudoClass::FocusWithin => self.has_focus = true,
            PseudoClass::Checked | PseudoClass::Indeterminate => self.has_checked = true,
            PseudoClass::Default | PseudoClass::Valid | PseudoClass::Invalid => self.has_form_states = true,
            PseudoClass::Target | PseudoClass::Lang(_) | PseudoClass::Dir(_) | PseudoClass::SelfOrAncestor(_) => {
                self.is_far_reaching = true;
            }
        }
    }

    /// True if some selector asks for the class.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.classes.contains(&Atom::from(class))
    }

    /// True if some selector asks for the id.
    pub(crate) fn has_id(&self, id: &str) -> bool {
        self.ids.contains(&Atom::from(id))
    }

    /// True if some selector asks for an attribute of this local name.
    pub(crate) fn has_attribute(&self, name: &Atom) -> bool {
        self.attributes.contains(name)
    }

    /// True if what is beside an element may decide about its style, or about the style of what is in it.
    pub(crate) fn is_positional(&self, element: &ElementData) -> bool {
        self.positional.iter().any(|buckets| buckets.iter().any(|bucket| bucket.may_match(element, false)))
    }
}
