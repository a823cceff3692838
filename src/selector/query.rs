//! `querySelectorAll`, `matches`.

use super::matcher::Matcher;
use super::parse::SelectorList;
use super::tree::Tree;
use crate::dom::{Dom, NodeId, Quirks};

/// The elements below `root` that a selector list matches, in tree order: what `root.querySelectorAll()` returns (light
/// tree: shadow trees, template contents and frames are not entered).
#[must_use]
pub(crate) fn select(dom: &Dom, list: &SelectorList, root: NodeId) -> Vec<NodeId> {
    let tree = Tree::new(dom);
    let quirks = dom.quirks(dom.owner_document(root));
    let mut matcher = Matcher::new(&tree, quirks);
    let scope = dom.element(root).map(|_| root);
    let fold = quirks == Quirks::Quirks;
    let mut found = Vec::new();
    for node in dom.descendants(root) {
        let Some(element) = dom.element(node) else { continue };
        let candidates =
            list.selectors.iter().filter(|(_, buckets)| buckets.iter().any(|b| b.may_match(element, fold)));
        if matcher.matches_any(candidates.map(|(selector, _)| selector), node, scope) {
            found.push(node);
        }
    }
    found
}

/// True if the selector list matches the element: `element.matches()`. False for other nodes.
#[must_use]
#[cfg(test)]
pub(crate) fn matches(dom: &Dom, node: NodeId, list: &SelectorList) -> bool {
    let tree = Tree::new(dom);
    let mut matcher = Matcher::new(&tree, dom.quirks(dom.owner_document(node)));
    matcher.matches_any(list.selectors.iter().map(|(selector, _)| selector), node, Some(node))
}
