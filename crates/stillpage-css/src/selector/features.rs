//! Features that the selectors of a page depend on: from them follows whose style a change of the tree can alter.

use rustc_hash::FxHashSet;
use selectors::parser::{Combinator, Component, RelativeSelector, Selector};
use smallvec::SmallVec;

use super::alike::attribute_test;
use super::bucket::{Bucket, Buckets, buckets_of, buckets_of_component, may_match, rank};
use super::names::AskedNames;
use super::positional::{OfSiblings, Positional, PositionalCompounds, SiblingSides};
use super::pseudo::{Names, PseudoClass};
use super::style::StyleSelector;
use crate::dom::{Atom, ElementData, LocalName, Quirks, local_name};

/// Limit: compounds that are distinguished; with more of them any element may be meant.
const MAX_COMPOUNDS: usize = 64;

/// The names, states and positions that selectors depend on.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SelectorFeatures {
    ids: AskedNames,
    classes: AskedNames,
    /// Local names.
    attributes: FxHashSet<Atom>,
    /// Ids and classes ignore case: quirks mode.
    ignores_case: bool,
    /// Compounds whose matches depend on siblings (`:nth-child()`, `+`, `~`), each once.
    positional: Vec<Positional>,
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
    /// Some pseudo-class asks for the state of an element.
    has_states: bool,
    /// Compounds with `:has()`, each once.
    relational: Vec<Relational>,
    /// `:dir()`, `:target`, and whatever else depends on more than an element and those around it.
    pub(crate) is_far_reaching: bool,
}

/// A compound with `:has()`: what is in an element, or behind it, decides about its matches.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Relational {
    /// Buckets that such an element meets, in part.
    own: Buckets,
    /// Buckets of the elements inside of it, or behind it, that its selector styles; `None` if the selector styles the element itself.
    styled_inside: Option<Buckets>,
    /// The features that the arguments depend on.
    asked: Box<SelectorFeatures>,
    /// Buckets that the elements meet which the arguments look for.
    sought: Buckets,
    /// The arguments look at the siblings behind the element.
    pub(crate) looks_behind: bool,
    ignores_case: bool,
}

impl Relational {
    /// True if children that come or go may decide, whatever they are.
    pub(crate) fn asks_for_positions(&self) -> bool {
        !self.asked.positional.is_empty()
    }

    /// True if it depends on whether an element has contents.
    pub(crate) fn asks_for_empty(&self) -> bool {
        self.asked.has_empty
    }

    /// True if the states of elements may decide.
    pub(crate) fn asks_for_states(&self) -> bool {
        self.asked.has_states
    }

    /// True if this element may decide by being there.
    pub(crate) fn seeks(&self, element: &ElementData) -> bool {
        may_match(&self.sought, element, self.ignores_case)
    }

    /// True if another value of an attribute of an element in it may decide; `old` and `new`: those words, for classes and ids, that are
    /// not in both.
    pub(crate) fn asks_for(&self, name: &LocalName, mut changed: impl Iterator<Item = impl AsRef<str>>) -> bool {
        let asked = &*self.asked;
        self.asks_for_states()
            || asked.has_attribute(&Atom::from(&**name))
            || match *name {
                local_name!("class") => changed.any(|word| asked.has_class(word.as_ref())),
                local_name!("id") => changed.any(|word| asked.has_id(word.as_ref())),
                _ => false,
            }
    }

    /// True if this element may be one that it is about.
    pub(crate) fn is_about(&self, element: &ElementData) -> bool {
        may_match(&self.own, element, self.ignores_case)
    }

    /// True if it decides about the style of the element that it is about.
    pub(crate) fn styles_itself(&self) -> bool {
        self.styled_inside.is_none()
    }

    /// True if it may decide about the style of an element that is in, or behind, the one that it is about.
    pub(crate) fn may_style(&self, other: &ElementData) -> bool {
        self.styled_inside.as_ref().is_some_and(|buckets| may_match(buckets, other, self.ignores_case))
    }
}

impl SelectorFeatures {
    /// Nothing yet, of a document in this mode.
    pub(crate) fn new(quirks: Quirks) -> Self {
        let ignores_case = quirks == Quirks::Quirks;
        Self { ids: AskedNames::new(quirks), classes: AskedNames::new(quirks), ignores_case, ..Self::default() }
    }

    /// Adds what a selector looks at.
    pub(crate) fn add(&mut self, selector: &StyleSelector) {
        let mut positional = PositionalCompounds::new();
        self.add_selector(&selector.selector, None, &mut positional);
        positional.into_iter().for_each(|compound| self.add_positional(compound));
    }

    /// Adds what a selector looks at; returns the siblings that matter to it. `styled`: for a selector in a compound of another
    /// one that is not the subject, what that subject must have; `held`: gets the positional compounds of its subject, about which a
    /// selector around it may say more.
    fn add_selector(
        &mut self,
        selector: &Selector<Names>,
        styled: Option<&Buckets>,
        held: &mut PositionalCompounds,
    ) -> SiblingSides {
        let mut all = SiblingSides::default();
        // What the subject must have, once the walk from right to left has left it.
        let mut subject: Option<Buckets> = styled.cloned();
        let mut iter = selector.iter();
        let mut positional = PositionalCompounds::new();
        let mut of_subject = None;
        let mut is_around = false;
        loop {
            let inner = positional.len();
            let mut best = Buckets::new();
            let mut sides = SiblingSides::default();
            let mut arguments: SmallVec<[&RelativeSelector<Names>; 2]> = SmallVec::new();
            for component in &mut iter {
                if let Component::Has(list) = component {
                    arguments.extend(list.iter());
                }
                let candidate = buckets_of_component(component);
                if best.is_empty() || rank(&candidate) < rank(&best) {
                    best = candidate;
                }
                sides |= self.add_component(component, subject.as_ref(), &mut positional);
            }
            if is_around {
                positional.iter_mut().take(inner).for_each(|compound| compound.require_around(&best));
            }
            let combinator = iter.next_sequence();
            is_around = matches!(combinator, Some(Combinator::Descendant | Combinator::Child));
            if matches!(combinator, Some(Combinator::NextSibling | Combinator::LaterSibling)) {
                self.has_siblings = true;
                // What is asked of the sibling may be about those behind this one, too.
                sides = SiblingSides::BOTH;
            }
            if !arguments.is_empty() {
                self.add_relational(&arguments, best.clone(), subject.clone());
            }
            if sides.is_any() {
                all |= sides;
                positional.push(Positional::new(sides, best, subject.clone()));
            }
            if is_around && of_subject.is_none() {
                of_subject = Some(positional.len());
            }
            match combinator {
                None => {
                    let inner = positional.drain(of_subject.unwrap_or(positional.len())..);
                    inner.for_each(|compound| self.add_positional(compound));
                    held.extend(positional);
                    return all;
                }
                Some(Combinator::PseudoElement) => {}
                Some(_) if subject.is_none() => subject = Some(buckets_of(selector)),
                Some(_) => {}
            }
        }
    }

    /// Adds a compound with `:has()`, which has these arguments.
    fn add_relational(&mut self, arguments: &[&RelativeSelector<Names>], own: Buckets, styled_inside: Option<Buckets>) {
        let quirks = if self.ignores_case { Quirks::Quirks } else { Quirks::NoQuirks };
        let mut asked = Box::new(Self::new(quirks));
        let (mut sought, mut looks_behind) = (Buckets::new(), false);
        for relative in arguments {
            asked.add_inside(&relative.selector);
            sought.extend(buckets_of(&relative.selector));
            looks_behind |= matches!(
                relative.selector.combinator_at_parse_order(1),
                Combinator::NextSibling | Combinator::LaterSibling
            );
        }
        self.is_far_reaching |= asked.is_far_reaching || self.relational.len() >= MAX_COMPOUNDS;
        let own = if own.is_empty() { smallvec::smallvec![Bucket::Other] } else { own };
        let relational =
            Relational { own, styled_inside, asked, sought, looks_behind, ignores_case: self.ignores_case };
        if !self.relational.contains(&relational) && self.relational.len() < MAX_COMPOUNDS {
            self.relational.push(relational);
        }
    }

    /// Adds what an argument of `:has()` looks at, but for the place of the element that it is about.
    fn add_inside(&mut self, argument: &Selector<Names>) {
        let any: Buckets = smallvec::smallvec![Bucket::Other];
        let mut positional = PositionalCompounds::new();
        self.add_selector(argument, Some(&any), &mut positional);
        positional.into_iter().for_each(|compound| self.add_positional(compound));
    }

    fn add_positional(&mut self, positional: Positional) {
        if self.positional.len() >= MAX_COMPOUNDS {
            let any = |inside| Positional::new(SiblingSides::BOTH, Buckets::new(), inside);
            self.positional = vec![any(None), any(Some(smallvec::smallvec![Bucket::Other]))];
        } else if !self.positional.contains(&positional) {
            self.positional.push(positional);
        }
    }

    /// Adds what one component looks at; returns the siblings that matter to it. `styled` and `held`: as in
    /// [`add_selector`](Self::add_selector).
    fn add_component(
        &mut self,
        component: &Component<Names>,
        styled: Option<&Buckets>,
        held: &mut PositionalCompounds,
    ) -> SiblingSides {
        if let Some(test) = attribute_test(component) {
            self.attributes.extend(test.names.into_iter().cloned());
            return SiblingSides::default();
        }
        match component {
            Component::ID(id) => self.ids.add(&id.0),
            Component::Class(class) => self.classes.add(&class.0),
            Component::Nth(nth) => {
                let is_from_end = nth.ty.is_from_end();
                return SiblingSides { before: !is_from_end, behind: is_from_end || nth.ty.is_only() };
            }
            Component::Empty => {
                self.has_empty = true;
                return SiblingSides::BOTH;
            }
            Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                let mut all = SiblingSides::default();
                for selector in list.slice() {
                    all |= self.add_selector(selector, styled, held);
                }
                return all;
            }
            Component::Has(list) => {
                for relative in list {
                    self.add_selector(&relative.selector, styled, held);
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
        SiblingSides::default()
    }

    fn add_pseudo_class(&mut self, class: &PseudoClass) {
        self.has_states = true;
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
        self.classes.contain(&Atom::from(class))
    }

    /// True if some selector asks for the id.
    pub(crate) fn has_id(&self, id: &str) -> bool {
        self.ids.contain(&Atom::from(id))
    }

    /// True if some selector asks for an attribute of this local name.
    pub(crate) fn has_attribute(&self, name: &Atom) -> bool {
        self.attributes.contains(name)
    }

    /// The compounds with `:has()`.
    pub(crate) fn relational(&self) -> &[Relational] {
        &self.relational
    }

    /// Returns what selectors ask of the siblings of elements that are in others: those `around` them.
    pub(crate) fn of_siblings(&self, around: &[&ElementData]) -> OfSiblings<'_> {
        OfSiblings::within(&self.positional, around, self.ignores_case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Dom, NodeId, ParseOptions};
    use crate::selector::{Namespaces, Nesting, StyleSelectorList};

    /// Asserts which elements depend on the siblings of `#a`: itself, and the elements in it by their names.
    #[track_caller]
    fn check(selector: &str, expected: (bool, &str)) {
        check_sides(selector, SiblingSides::BOTH, expected);
    }

    #[track_caller]
    fn check_sides(selector: &str, sides: SiblingSides, expected: (bool, &str)) {
        let html = b"<main class=outer><div id=a class=x><i class=y></i><b></b></div></main>";
        let dom = Dom::parse(html, &ParseOptions::default());
        let mut features = SelectorFeatures::default();
        let list = StyleSelectorList::parse(selector, &Nesting::Top, &Namespaces::default()).expect("a selector");
        list.selectors().for_each(|selector| features.add(&selector));
        let a = dom.get_element_by_id(dom.document(), &"a".into()).expect("an element");
        let around: Vec<&ElementData> = dom.ancestors(a).filter_map(|node| dom.element(node)).collect();
        let reach = features.of_siblings(&around).reach(dom.element(a).expect("an element"), sides);
        let styled = |node: &NodeId| dom.element(*node).is_some_and(|element| reach.may_style(element));
        let inside: String = dom
            .descendants(a)
            .filter(styled)
            .filter_map(|node| Some(dom.element(node)?.name.local.to_string()))
            .collect();
        assert_eq!((reach.itself, &*inside), expected, "{selector}");
    }

    #[test]
    fn siblings_reach_what_selectors_style() {
        check(".x .y", (false, ""));
        check(".x:first-child", (true, ""));
        check(".x:first-child::before", (true, ""));
        check(".x:first-child .y", (false, "i"));
        check(".z:first-child .y", (false, ""));
        check(".outer > .x:nth-child(2n) > *", (false, "ib"));
        check("p + .x, p ~ .x b", (true, "b"));
        check(":is(.x:last-child b)", (false, "b"));
        check(":is(p ~ .x) .y", (false, "i"));
        check("b:not(.x:only-child b)", (false, "b"));
        check(":where(.x:nth-last-child(2)) + p", (false, ""));
    }

    #[test]
    fn siblings_matter_where_selectors_ask() {
        check(".outer .x:first-child", (true, ""));
        check(".other .x:first-child", (false, ""));
        check(".other > p + .x .y", (false, ""));
        check("main p ~ .x > b", (false, "b"));
        // Beside the element, and beside what is around it.
        check(".other + .x", (true, ""));
        check(".other ~ .outer .x:last-child", (true, ""));
        check(":is(.other, body) > * > .x:last-child", (true, ""));
        check(".other > .x:not(:first-child)", (false, ""));
        check(".outer > :is(.x:not(:first-child), .other p)", (true, ""));
        check(".other :not(.outer > .x:first-child .y)", (false, "i"));
        check(".other .z:is(.outer > .x:first-child .y)", (false, "i"));
    }

    #[test]
    fn siblings_on_one_side_reach_what_counts_from_there() {
        let before = SiblingSides { before: true, behind: false };
        let behind = SiblingSides { before: false, behind: true };
        let check = |selector: &str, of_before: bool, of_behind: bool| {
            check_sides(selector, before, (of_before, ""));
            check_sides(selector, behind, (of_behind, ""));
        };
        check(".x:nth-child(2n)", true, false);
        check(".x:first-of-type", true, false);
        check(".x:last-child", false, true);
        check(".x:nth-last-of-type(3)", false, true);
        check(".x:only-child", true, true);
        check(":is(.x:first-child, .x:last-child)", true, true);
        check("b:nth-last-child(2) + .x", true, true);
        check(".x:empty", true, true);
    }
}
