//! The parts of a selector that a style sheet's rules are sorted and indexed by.

use std::sync::atomic::{AtomicU64, Ordering};

use cssparser::Parser;
use selectors::context::QuirksMode;
use selectors::parser::{AncestorHashes, ParseRelative, Selector};

use super::ancestors::RequiredNames;
use super::bucket::{Buckets, buckets_of};
use super::parse::{Namespaces, SelectorParser, Survey, parse_for_sheet, rewrite_host_context};
use super::pseudo::{Names, PseudoElement};

/// Limit: simple selectors that `&` may multiply up to through nesting.
const MAX_NESTED_COMPONENTS: u64 = 10_000;

/// The meaning of `&` and of a leading combinator.
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
#[derive(Debug)]
pub struct StyleSelector {
    pub(super) selector: Selector<Names>,
    pub(super) hashes: AncestorHashes,
    pub(super) is_slotted_or_part: bool,
    /// The pseudo-element that it is about.
    pub pseudo: Option<PseudoElement>,
    /// Steps taken to match it so far. Atomic since pages are shared between threads, though each is styled by one.
    pub(super) steps: AtomicU64,
}

/// The copy has taken no steps.
impl Clone for StyleSelector {
    fn clone(&self) -> Self {
        Self {
            selector: self.selector.clone(),
            hashes: self.hashes.clone(),
            is_slotted_or_part: self.is_slotted_or_part,
            pseudo: self.pseudo.clone(),
            steps: AtomicU64::new(0),
        }
    }
}

impl StyleSelector {
    fn new(selector: Selector<Names>) -> Option<Self> {
        // Their hashes ignore case, so that those of ids and classes hold in quirks mode, too.
        let hashes = AncestorHashes::new(&selector, QuirksMode::NoQuirks);
        let pseudo = selector.pseudo_element().cloned();
        // `::before::marker` and similar make no boxes of interest.
        let usable = selector.pseudo_elements().len() < 2 && !matches!(pseudo, Some(PseudoElement::Other(_)));
        let is_slotted_or_part = selector.is_slotted() || selector.is_part();
        usable.then_some(Self { selector, hashes, is_slotted_or_part, pseudo, steps: AtomicU64::new(0) })
    }

    /// Begins to count its steps again.
    pub(crate) fn forget_steps(&self) {
        self.steps.store(0, Ordering::Relaxed);
    }

    /// Comparable as a number.
    pub(crate) fn specificity(&self) -> u32 {
        self.selector.specificity()
    }

    /// Returns the names that the selector requires of the ancestors of its subject in the same tree.
    pub(crate) fn required_ancestors(&self) -> RequiredNames {
        if self.is_slotted_or_part { RequiredNames::NONE } else { RequiredNames::of(&self.selector, &self.hashes) }
    }

    /// Returns the index keys of the rule: the subject meets at least one of these.
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
        let rewritten = rewrite_host_context(text);
        Self::parse_prelude(&mut Parser::new(rewritten.as_deref().unwrap_or(text)), nesting, namespaces)
    }

    /// Parses a prelude in its place in a sheet, without [`:host-context()`](super::may_have_host_context) in it.
    pub(crate) fn parse_prelude(input: &mut Parser<'_>, nesting: &Nesting, namespaces: &Namespaces) -> Option<Self> {
        let relative = match nesting {
            Nesting::Top => ParseRelative::No,
            Nesting::Rule(_) => ParseRelative::ForNesting,
            Nesting::Scope => ParseRelative::ForScope,
        };
        let mut parsed = Self::parse_relative(input, relative, false, namespaces)?;
        if let Nesting::Rule(parent) = nesting {
            parsed = parsed.nested_in(parent)?;
        }
        Some(parsed)
    }

    /// Parses `@scope`'s root or limit; `None` if it is invalid.
    pub(crate) fn parse_scope(text: &str, nesting: &Nesting, limit: bool, namespaces: &Namespaces) -> Option<Self> {
        let relative =
            if limit || matches!(nesting, Nesting::Scope) { ParseRelative::ForScope } else { ParseRelative::No };
        let rewritten = rewrite_host_context(text);
        let mut input = Parser::new(rewritten.as_deref().unwrap_or(text));
        let mut parsed = Self::parse_relative(&mut input, relative, true, namespaces)?;
        if let Nesting::Rule(parent) = nesting {
            parsed = parsed.nested_in(parent)?;
        }
        Some(parsed)
    }

    fn parse_relative(
        input: &mut Parser<'_>,
        relative: ParseRelative,
        disallow_pseudo: bool,
        namespaces: &Namespaces,
    ) -> Option<Self> {
        let parser = SelectorParser { nesting: true, namespaces: Some(namespaces), ..SelectorParser::default() };
        let list = parse_for_sheet(&parser, input, relative, disallow_pseudo)?;
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
    pub(crate) fn selectors(&self) -> impl Iterator<Item = StyleSelector> + '_ {
        self.numbered().map(|(_, selector)| selector)
    }

    /// Each selector that may have an effect, with its place in the list.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (u32, StyleSelector)> + '_ {
        let all = (0_u32..).zip(self.list.slice());
        all.filter_map(|(number, selector)| Some((number, StyleSelector::new(selector.clone())?)))
    }
}

/// `@supports selector()`: true if Chromium supports the selector.
pub(crate) fn supports_selector(text: &str) -> bool {
    let rewritten = rewrite_host_context(text);
    let parser = SelectorParser { strict: true, nesting: true, ..SelectorParser::default() };
    let mut input = Parser::new(rewritten.as_deref().unwrap_or(text));
    let Ok(selector) = Selector::parse(&parser, &mut input) else { return false };
    let mut survey = Survey::default();
    selector.visit(&mut survey);
    !survey.case_sensitive_flag && input.is_exhausted()
}
