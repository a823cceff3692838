//! Matching, with the caches of one traversal.

use std::sync::atomic::Ordering;

use selectors::context::{MatchingForInvalidation, QuirksMode, SelectorCaches};
use selectors::matching::{MatchingContext, MatchingMode, NeedsSelectorFlags};
use selectors::relative_selector::filter::RelativeSelectorFilterMap;
use selectors::{Element, OpaqueElement};

use super::ancestors::Ancestors;
use super::element::ElementRef;
use super::pseudo::Names;
use super::style::StyleSelector;
use super::tree::{Tree, quirks_mode};
use crate::dom::{NodeId, Quirks};

/// Matches selectors against elements of one tree, with caches that live as long as it.
pub struct Matcher<'a> {
    pub tree: &'a Tree<'a>,
    quirks: QuirksMode,
    caches: SelectorCaches,
    /// The number of times that the filters were emptied since all caches were.
    batches: u32,
}

impl std::fmt::Debug for Matcher<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Matcher").field("quirks", &self.quirks).finish_non_exhaustive()
    }
}

/// The scope that a selector is matched in.
#[derive(Debug, Clone, Copy, Default)]
pub struct MatchScope<'a> {
    /// The element that `:scope` and a bare `&` match; `None`: the root.
    pub scope: Option<NodeId>,
    /// The host of the shadow tree whose style sheet the selector is of.
    pub host: Option<NodeId>,
    /// Names on the way to the element; `None` if the caller did not collect them.
    pub ancestors: Option<&'a Ancestors>,
}

impl<'a> Matcher<'a> {
    pub fn new(tree: &'a Tree<'a>, quirks: Quirks) -> Self {
        Self { tree, quirks: quirks_mode(quirks), caches: SelectorCaches::default(), batches: 0 }
    }

    pub(super) fn opaque(&self, node: Option<NodeId>) -> Option<OpaqueElement> {
        ElementRef::new(self.tree, node?).map(|e| e.opaque())
    }

    /// True if the selector (without its pseudo-element) matches the element.
    pub fn matches(&mut self, selector: &StyleSelector, element: NodeId, place: &MatchScope<'_>) -> bool {
        let mode =
            if selector.pseudo.is_some() { MatchingMode::ForStatelessPseudoElement } else { MatchingMode::Normal };
        let Some(element) = ElementRef::new(self.tree, element) else { return false };
        let allowance = self.tree.work.allowance();
        let before = selector.steps.load(Ordering::Relaxed);
        let Some(left) = allowance.checked_sub(before) else {
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
        selector.steps.store(before + taken, Ordering::Relaxed);
        self.finish(matched)
    }

    /// Returns `true` if the selector matched; a match that was given up did not, and what it left in the caches may be wrong.
    fn finish(&mut self, matched: Option<bool>) -> bool {
        matched.unwrap_or_else(|| {
            self.caches = SelectorCaches::default();
            false
        })
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
    pub fn matches_list(&mut self, list: &super::SelectorList, element: NodeId) -> bool {
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
        let (matched, _) = work.run(work.left(), || {
            list.any(|selector| selectors::matching::matches_selector(selector, 0, None, element, &mut context))
        });
        self.finish(matched)
    }
}
