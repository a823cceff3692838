//! `querySelectorAll`, `matches`.

use super::bucket::may_match;
use super::matcher::Matcher;
use super::parse::SelectorList;
use super::tree::Tree;
use crate::dom::{Dom, NodeId, Quirks};

/// Matching took more steps than [`Limit::SelectorSteps`](crate::limits::Limit) allows: which elements match is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepLimitExceeded;

/// Queries of one tree that share the steps which [`Limit::SelectorSteps`](crate::limits::Limit) allows.
#[derive(Debug)]
pub struct Queries<'a>(Tree<'a>);

impl<'a> Queries<'a> {
    /// Queries that have taken no step yet.
    #[must_use]
    pub fn new(dom: &'a Dom) -> Self {
        Self(Tree::new(dom))
    }

    /// The elements below `root` that a selector list matches, as [`select`] gives them.
    ///
    /// # Errors
    /// [`StepLimitExceeded`] if the selectors, with those asked before, take too long on this page.
    pub fn select(&self, list: &SelectorList, root: NodeId) -> Result<Vec<NodeId>, StepLimitExceeded> {
        let dom = self.0.dom;
        let quirks = dom.quirks(dom.owner_document(root));
        let mut matcher = Matcher::new(&self.0, quirks);
        let scope = dom.element(root).map(|_| root);
        let fold = quirks == Quirks::Quirks;
        let mut found = Vec::new();
        for node in dom.descendants(root) {
            // What is looked at for nothing costs too: a list is asked again in each of many elements.
            self.0.work.steps.spend(1);
            if self.0.work.left() == 0 {
                return Err(StepLimitExceeded);
            }
            let Some(element) = dom.element(node) else { continue };
            let candidates = list.selectors.iter().filter(|(_, buckets)| may_match(buckets, element, fold));
            if matcher.matches_any(candidates.map(|(selector, _)| selector), node, scope) {
                found.push(node);
            }
            if self.0.gave_up() {
                return Err(StepLimitExceeded);
            }
        }
        Ok(found)
    }
}

/// The elements below `root` that a selector list matches, in tree order: what `root.querySelectorAll()` returns (light
/// tree: shadow trees, template contents and frames are not entered).
///
/// # Errors
/// [`StepLimitExceeded`] if the selectors take too long on this page.
pub fn select(dom: &Dom, list: &SelectorList, root: NodeId) -> Result<Vec<NodeId>, StepLimitExceeded> {
    Queries::new(dom).select(list, root)
}

/// True if the selector list matches the element: `element.matches()`. False for other nodes.
#[must_use]
#[cfg(test)]
pub(super) fn matches(dom: &Dom, node: NodeId, list: &SelectorList) -> bool {
    let tree = Tree::new(dom);
    let mut matcher = Matcher::new(&tree, dom.quirks(dom.owner_document(node)));
    matcher.matches_any(list.selectors.iter().map(|(selector, _)| selector), node, Some(node))
}
