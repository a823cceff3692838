//! The parts of a selector that a style sheet's rules are sorted and indexed by.

use std::cell::Cell;

use selectors::parser::{AncestorHashes, Component, ParseRelative, Selector};
use smallvec::SmallVec;

use super::ancestors::RequiredNames;
use super::matcher::quirks_mode;
use super::names::Names;
use super::parse::{SelectorParser, Survey, parse_for_sheet, rewrite_host_context};
use super::pseudo::PseudoElement;
use crate::dom::{Atom, ElementData, Namespace, Quirks};

/// Limit: simple selectors that `&` may multiply up to through nesting.
const MAX_NESTED_COMPONENTS: u64 = 10_000;

/// Namespaces that a style sheet declares.
#[derive(Debug, Clone, Default)]
pub(crate) struct Namespaces {
    /// `@namespace url`
    pub(crate) default: Option<Namespace>,
    /// `@namespace prefix url`, the last one counts.
    pub(crate) prefixes: Vec<(Atom, Namespace)>,
}

/// What `&` and a leading combinator stand for.
#[derive(Debug, Clone, Default)]
pub(crate) enum Nesting {
    /// Nothing: a top-level rule. (`&` is `:scope`.)
    #[default]
    Top,
    /// The selectors of the enclosing style rule.
    Rule(StyleSelectorList),
    /// The roots of the enclosing `@scope`.
    Scope,
}

/// A selector of a rule.
#[derive(Debug, Clone)]
pub(crate) struct StyleSelector {
    pub(super) selector: Selector<Names>,
    pub(super) hashes: AncestorHashes,
    pub(super) is_slotted_or_part: bool,
    /// The pseudo-element that it is about.
    pub(crate) pseudo: Option<PseudoElement>,
    /// Steps taken to match it so far.
    pub(super) steps: Cell<u64>,
}

/// What rules are found by: something that the subject must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bucket {
    Id(Atom),
    Class(Atom),
    /// Local name as written and in lower case.
    Tag(Atom, Atom),
    /// The document's root.
    Root,
    /// `:host`
    Host,
    /// `::slotted()`
    Slotted,
    /// `::part()`
    Part,
    Other,
}

/// Alternatives: the subject meets at least one.
pub(crate) type Buckets = SmallVec<[Bucket; 1]>;

/// The most selective requirement of the subject.
pub(super) fn buckets_of(selector: &Selector<Names>) -> Buckets {
    let mut iter = selector.iter();
    let mut best: Buckets = smallvec::smallvec![Bucket::Other];
    loop {
        for component in &mut iter {
            let candidate = buckets_of_component(component);
            if rank(&candidate) < rank(&best) {
                best = candidate;
            }
        }
        // A pseudo-element comes with its originating element's compound.
        match iter.next_sequence() {
            Some(selectors::parser::Combinator::PseudoElement) => {}
            _ => return best,
        }
    }
}

fn buckets_of_component(component: &Component<Names>) -> Buckets {
    /// Limit: more alternatives than that are not worth an index.
    const MAX_ALTERNATIVES: usize = 16;
    let bucket = match component {
        Component::ID(id) => Bucket::Id(id.0.clone()),
        Component::Class(class) => Bucket::Class(class.0.clone()),
        Component::LocalName(name) => Bucket::Tag(name.name.0.clone(), name.lower_name.0.clone()),
        Component::Root => Bucket::Root,
        Component::Host(_) => Bucket::Host,
        Component::Slotted(_) => Bucket::Slotted,
        Component::Part(_) => Bucket::Part,
        Component::Is(list) | Component::Where(list) if list.len() <= MAX_ALTERNATIVES => {
            let mut all = Buckets::new();
            for selector in list.slice() {
                for bucket in buckets_of(selector) {
                    if !all.contains(&bucket) {
                        all.push(bucket);
                    }
                }
            }
            return if all.len() > MAX_ALTERNATIVES { smallvec::smallvec![Bucket::Other] } else { all };
        }
        _ => Bucket::Other,
    };
    smallvec::smallvec![bucket]
}

fn rank(buckets: &Buckets) -> u8 {
    buckets.iter().map(Bucket::rank).max().unwrap_or(u8::MAX)
}

impl Bucket {
    fn rank(&self) -> u8 {
        match self {
            Self::Host | Self::Slotted | Self::Part => 0,
            Self::Id(_) => 1,
            Self::Root => 2,
            Self::Class(_) => 3,
            Self::Tag(..) => 4,
            Self::Other => 5,
        }
    }

    /// False if the element certainly lacks what the subject must have; `fold`: ids and classes ignore case.
    pub(super) fn may_match(&self, element: &ElementData, fold: bool) -> bool {
        match self {
            Self::Id(id) => element.id.as_ref().is_some_and(|own| own == id || (fold && own.eq_ignore_ascii_case(id))),
            Self::Class(class) => {
                element.classes.iter().any(|own| own == class || (fold && own.eq_ignore_ascii_case(class)))
            }
            Self::Tag(name, lower) => element.name.local == *name || element.name.local == *lower,
            _ => true,
        }
    }
}

impl StyleSelector {
    fn new(selector: Selector<Names>, quirks: Quirks) -> Option<Self> {
        let hashes = AncestorHashes::new(&selector, quirks_mode(quirks));
        let pseudo = selector.pseudo_element().cloned();
        // `::before::marker` and the like make no boxes of interest.
        let usable = selector.pseudo_elements().len() < 2 && !matches!(pseudo, Some(PseudoElement::Other(_)));
        let is_slotted_or_part = selector.is_slotted() || selector.is_part();
        usable.then_some(Self { selector, hashes, is_slotted_or_part, pseudo, steps: Cell::new(0) })
    }

    /// Comparable as a number.
    pub(crate) fn specificity(&self) -> u32 {
        self.selector.specificity()
    }

    /// What it asks of the ancestors of its subject in the same tree.
    pub(crate) fn required_ancestors(&self) -> RequiredNames {
        let nothing = AncestorHashes { packed_hashes: [0; 3] };
        RequiredNames(if self.is_slotted_or_part { nothing } else { self.hashes.clone() })
    }

    /// What the rule is found by: the subject meets at least one of these.
    pub(crate) fn buckets(&self) -> Buckets {
        buckets_of(&self.selector)
    }

    /// True if it may match the host of the shadow tree whose style sheet it is in.
    pub(crate) fn may_match_host(&self) -> bool {
        self.selector.matches_featureless_host(true).may_match()
    }
}

/// The selector list of a rule, with `&` replaced.
#[derive(Debug, Clone)]
pub(crate) struct StyleSelectorList {
    list: selectors::parser::SelectorList<Names>,
    /// Simple selectors, `&` counted as what it stands for.
    weight: u64,
}

impl StyleSelectorList {
    /// Parses a style rule's prelude; `None` if the rule is invalid.
    pub(crate) fn parse(text: &str, nesting: &Nesting, namespaces: &Namespaces) -> Option<Self> {
        let relative = match nesting {
            Nesting::Top => ParseRelative::No,
            Nesting::Rule(_) => ParseRelative::ForNesting,
            Nesting::Scope => ParseRelative::ForScope,
        };
        let mut parsed = Self::parse_relative(text, relative, false, namespaces)?;
        if let Nesting::Rule(parent) = nesting {
            parsed = parsed.nested_in(parent)?;
        }
        Some(parsed)
    }

    /// Parses `@scope`'s root or limit; `None` if it is invalid.
    pub(crate) fn parse_scope(text: &str, nesting: &Nesting, limit: bool, namespaces: &Namespaces) -> Option<Self> {
        let relative =
            if limit || matches!(nesting, Nesting::Scope) { ParseRelative::ForScope } else { ParseRelative::No };
        let mut parsed = Self::parse_relative(text, relative, true, namespaces)?;
        if let Nesting::Rule(parent) = nesting {
            parsed = parsed.nested_in(parent)?;
        }
        Some(parsed)
    }

    fn parse_relative(
        text: &str,
        relative: ParseRelative,
        disallow_pseudo: bool,
        namespaces: &Namespaces,
    ) -> Option<Self> {
        let rewritten = rewrite_host_context(text);
        let parser = SelectorParser { nesting: true, namespaces: Some(namespaces), ..SelectorParser::default() };
        let mut input = cssparser::Parser::new(rewritten.as_deref().unwrap_or(text));
        let list = parse_for_sheet(&parser, &mut input, relative, disallow_pseudo)?;
        input.expect_exhausted().ok()?;
        let mut survey = Survey::default();
        for selector in list.slice() {
            selector.visit(&mut survey);
        }
        Some(Self { list, weight: u64::from(survey.components) })
    }

    /// Simple selectors, `&` counted as what it stands for.
    pub(crate) fn weight(&self) -> u64 {
        self.weight
    }

    /// Replaces `&`; a selector without one gets it in front, as a descendant.
    fn nested_in(self, parent: &Self) -> Option<Self> {
        let mut survey = Survey::default();
        for selector in self.list.slice() {
            selector.visit(&mut survey);
        }
        let weight = self.weight.saturating_add(u64::from(survey.parents.max(1)).saturating_mul(parent.weight));
        (weight <= MAX_NESTED_COMPONENTS)
            .then(|| Self { list: self.list.replace_parent_selector(&parent.list), weight })
    }

    /// The `:scope` that declarations directly inside of `@scope` apply to.
    pub(crate) fn scope() -> Self {
        Self { list: selectors::parser::SelectorList::implicit_scope(), weight: 1 }
    }

    /// Each selector that may have an effect.
    pub(crate) fn selectors(&self, quirks: Quirks) -> impl Iterator<Item = StyleSelector> + '_ {
        self.list.slice().iter().filter_map(move |selector| StyleSelector::new(selector.clone(), quirks))
    }
}

/// `@supports selector()`: true if Chromium supports the selector.
pub(crate) fn supports_selector(text: &str) -> bool {
    let rewritten = rewrite_host_context(text);
    let parser = SelectorParser { strict: true, nesting: true, ..SelectorParser::default() };
    let mut input = cssparser::Parser::new(rewritten.as_deref().unwrap_or(text));
    let Ok(selector) = Selector::parse(&parser, &mut input) else { return false };
    let mut survey = Survey::default();
    selector.visit(&mut survey);
    !survey.case_sensitive_flag && input.is_exhausted()
}
