//! Matching: a tree with the state that selectors ask for, and the caches of one traversal.

use std::cell::{Cell, OnceCell};

use selectors::context::{MatchingForInvalidation, QuirksMode, SelectorCaches};
use selectors::matching::{MatchingContext, MatchingMode, NeedsSelectorFlags};
use selectors::relative_selector::filter::RelativeSelectorFilterMap;
use selectors::{Element, OpaqueElement};

use super::ancestors::Ancestors;
use super::direction::{Directionality, Directions};
use super::element::ElementRef;
use super::names::Names;
use super::style::StyleSelector;
use crate::dom::{Dom, NodeData, NodeId, Quirks, ns};
use crate::limits::{Budget, Limit};

/// A tree and what selectors may ask about it beyond its structure; found when first asked for.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) dom: &'a Dom,
    pub(super) has_shadow: bool,
    focus: OnceCell<Option<NodeId>>,
    directions: Directions,
    pub(super) work: Work,
}

/// What matching has cost: each look at an attribute or at a parent, sibling or child is a step.
#[derive(Debug)]
pub(super) struct Work {
    steps: Budget,
    /// Where the steps of the current match end.
    end: Cell<u64>,
    /// Some match was given up.
    gave_up: Cell<bool>,
    /// Cache entries that may have been made since the caches were last emptied.
    cached: Cell<u64>,
}

impl Work {
    fn new() -> Self {
        let steps = Budget::new(Limit::SelectorSteps);
        Self { steps, end: Cell::new(0), gave_up: Cell::new(false), cached: Cell::new(0) }
    }

    /// Takes steps; false if the match is to be given up.
    pub(super) fn step(&self, steps: u64) -> bool {
        self.steps.spend(steps);
        self.steps.spent() <= self.end.get()
    }

    /// Counts an element that a cache may remember.
    pub(super) fn may_cache(&self) {
        self.cached.set(self.cached.get() + 1);
    }

    /// The steps that one selector may take over all of a page.
    ///
    /// The more a page has taken, the less its expensive selectors may take, so that the cheap ones go on to the end.
    fn allowance(&self) -> u64 {
        let (spent, all) = (self.steps.spent(), Limit::SelectorSteps.value());
        match spent {
            _ if spent < all / 4 => all / 4,
            _ if spent < all / 2 => all / 64,
            _ if spent < all => all / 1024,
            _ => 0,
        }
    }

    /// Runs a match that may take `allowance` steps; `None` if it took more, with the steps taken.
    fn run(&self, allowance: u64, matches: impl FnOnce() -> bool) -> (Option<bool>, u64) {
        let before = self.steps.spent();
        self.end.set(before.saturating_add(allowance));
        let matched = matches();
        let taken = self.steps.spent() - before;
        if taken > allowance {
            self.gave_up.set(true);
            return (None, taken);
        }
        (Some(matched), taken)
    }
}

impl<'a> Tree<'a> {
    pub(crate) fn new(dom: &'a Dom) -> Self {
        let has_shadow =
            (0..dom.len()).any(|i| matches!(dom.node(NodeId::from_index(i)).data, NodeData::ShadowRoot(_)));
        let directions = Directions::default();
        Self { dom, has_shadow, focus: OnceCell::new(), directions, work: Work::new() }
    }

    /// Steps taken by all matches so far.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> u64 {
        self.work.steps.spent()
    }

    /// True if some match was given up because it took too many steps.
    pub(crate) fn gave_up(&self) -> bool {
        self.work.gave_up.get()
    }

    /// The directionality of an element.
    pub(super) fn directionality(&self, node: NodeId) -> Directionality {
        self.directions.get(self.dom, node)
    }

    /// Some element has a shadow tree.
    pub(crate) fn has_shadow(&self) -> bool {
        self.has_shadow
    }

    /// The focused element of the page.
    pub(super) fn focus(&self) -> Option<NodeId> {
        *self.focus.get_or_init(|| super::focus::focused(self.dom))
    }
}

/// The mode that a document's selectors are matched in.
pub(super) fn quirks_mode(quirks: Quirks) -> QuirksMode {
    match quirks {
        Quirks::NoQuirks => QuirksMode::NoQuirks,
        Quirks::LimitedQuirks => QuirksMode::LimitedQuirks,
        Quirks::Quirks => QuirksMode::Quirks,
    }
}

/// Matches selectors against elements of one tree, with caches that live as long as it.
pub(crate) struct Matcher<'a> {
    pub(crate) tree: &'a Tree<'a>,
    quirks: QuirksMode,
    caches: SelectorCaches,
    /// How often the filters were emptied since all caches were.
    batches: u32,
}

impl std::fmt::Debug for Matcher<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Matcher").field("quirks", &self.quirks).finish_non_exhaustive()
    }
}

/// Where a selector is matched from.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place<'a> {
    /// What `:scope` and a bare `&` mean; `None`: the root.
    pub(crate) scope: Option<NodeId>,
    /// The host of the shadow tree whose style sheet the selector is of.
    pub(crate) host: Option<NodeId>,
    /// Names on the way to the element; `None` if the caller did not collect them.
    pub(crate) ancestors: Option<&'a Ancestors>,
}

impl<'a> Matcher<'a> {
    pub(crate) fn new(tree: &'a Tree<'a>, quirks: Quirks) -> Self {
        Self { tree, quirks: quirks_mode(quirks), caches: SelectorCaches::default(), batches: 0 }
    }

    pub(super) fn opaque(&self, node: Option<NodeId>) -> Option<OpaqueElement> {
        ElementRef::new(self.tree, node?).map(|e| e.opaque())
    }

    /// True if the selector (without its pseudo-element) matches the element.
    pub(crate) fn matches(&mut self, selector: &StyleSelector, element: NodeId, place: &Place<'_>) -> bool {
        let mode =
            if selector.pseudo.is_some() { MatchingMode::ForStatelessPseudoElement } else { MatchingMode::Normal };
        let Some(element) = ElementRef::new(self.tree, element) else { return false };
        let allowance = self.tree.work.allowance();
        let Some(left) = allowance.checked_sub(selector.steps.get()) else {
            self.tree.work.gave_up.set(true);
            return false;
        };
        self.limit_caches();
        let (scope, host) = (self.opaque(place.scope), self.opaque(place.host));
        let featureless = place.host == Some(element.id) && !selector.is_slotted_or_part;
        let hashes = if selector.is_slotted_or_part { None } else { Some(&selector.hashes) };
        let mut context: MatchingContext<'_, Names> = MatchingContext::new(
            mode,
            place.ancestors.map(|a| &*a.filter),
            &mut self.caches,
            self.quirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.scope_element = scope;
        context.current_host = host;
        context.featureless = featureless;
        let (matched, taken) = self
            .tree
            .work
            .run(left, || selectors::matching::matches_selector(&selector.selector, 0, hashes, element, &mut context));
        selector.steps.set(selector.steps.get() + taken);
        matched.unwrap_or(false)
    }

    /// Empties the caches before they fill the memory.
    fn limit_caches(&mut self) {
        /// Limit: entries of a cache; those of `:has()` may hold a filter of 4 KB each.
        const MAX_ENTRIES: u64 = 1 << 15;
        if self.tree.work.cached.get() > MAX_ENTRIES {
            self.tree.work.cached.set(0);
            self.caches.relative_selector_filter_map = RelativeSelectorFilterMap::default();
            self.batches += 1;
            // The others hold some 40 bytes each.
            if self.batches > 64 {
                self.batches = 0;
                self.caches = SelectorCaches::default();
            }
        }
    }

    /// True if a selector list matches the element: `element.matches()` for many elements.
    pub(crate) fn matches_list(&mut self, list: &super::SelectorList, element: NodeId) -> bool {
        self.matches_any(list.selectors.iter().map(|(selector, _)| selector), element, Some(element))
    }

    /// True if any selector of a list matches the element.
    pub(super) fn matches_any<'s>(
        &mut self,
        list: impl Iterator<Item = &'s selectors::parser::Selector<Names>>,
        element: NodeId,
        scope: Option<NodeId>,
    ) -> bool {
        let Some(element) = ElementRef::new(self.tree, element) else { return false };
        self.limit_caches();
        let scope = self.opaque(scope);
        let host = element.containing_shadow_host().map(|h| h.opaque());
        let mut context: MatchingContext<'_, Names> = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            self.quirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.scope_element = scope;
        context.current_host = host;
        let mut list = list;
        let work = &self.tree.work;
        let left = Limit::SelectorSteps.value().saturating_sub(work.steps.spent());
        let (matched, _) = work.run(left, || {
            list.any(|selector| selectors::matching::matches_selector(selector, 0, None, element, &mut context))
        });
        matched.unwrap_or(false)
    }
}

/// True for an HTML element of one of these names.
pub(super) fn is_one_of(element: &crate::dom::ElementData, names: &[crate::dom::LocalName]) -> bool {
    element.name.ns == ns!(html) && names.contains(&element.name.local)
}
