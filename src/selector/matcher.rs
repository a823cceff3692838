//! Matching: a tree with the state that selectors ask for, and the caches of one traversal.

use std::cell::OnceCell;

use selectors::context::{MatchingForInvalidation, QuirksMode, SelectorCaches};
use selectors::matching::{MatchingContext, MatchingMode, NeedsSelectorFlags};
use selectors::{Element, OpaqueElement};

use super::ancestors::Ancestors;
use super::element::ElementRef;
use super::names::Names;
use super::style::StyleSelector;
use crate::dom::{Dom, NodeData, NodeId, Quirks, ns};

/// A tree and what selectors may ask about it beyond its structure; found when first asked for.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) dom: &'a Dom,
    pub(super) has_shadow: bool,
    focus: OnceCell<Option<NodeId>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(dom: &'a Dom) -> Self {
        let has_shadow =
            (0..dom.len()).any(|i| matches!(dom.node(NodeId::from_index(i)).data, NodeData::ShadowRoot(_)));
        Self { dom, has_shadow, focus: OnceCell::new() }
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
        Self { tree, quirks: quirks_mode(quirks), caches: SelectorCaches::default() }
    }

    pub(super) fn opaque(&self, node: Option<NodeId>) -> Option<OpaqueElement> {
        ElementRef::new(self.tree, node?).map(|e| e.opaque())
    }

    /// True if the selector (without its pseudo-element) matches the element.
    pub(crate) fn matches(&mut self, selector: &StyleSelector, element: NodeId, place: &Place<'_>) -> bool {
        let mode =
            if selector.pseudo.is_some() { MatchingMode::ForStatelessPseudoElement } else { MatchingMode::Normal };
        let Some(element) = ElementRef::new(self.tree, element) else { return false };
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
        selectors::matching::matches_selector(&selector.selector, 0, hashes, element, &mut context)
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
        list.any(|selector| selectors::matching::matches_selector(selector, 0, None, element, &mut context))
    }
}

/// True for an HTML element of one of these names.
pub(super) fn is_one_of(element: &crate::dom::ElementData, names: &[crate::dom::LocalName]) -> bool {
    element.name.ns == ns!(html) && names.contains(&element.name.local)
}
