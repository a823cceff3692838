//! The languages of elements: <https://html.spec.whatwg.org/#language>.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::dom::{Dom, NodeId};

/// Languages that were found before: linear in the page for all of its elements together.
#[derive(Debug, Default)]
pub(super) struct Languages(RefCell<FxHashMap<NodeId, NodeId>>);

impl Languages {
    /// As [`Dom::language`].
    pub(super) fn get<'d>(&self, dom: &'d Dom, node: NodeId) -> Option<&'d str> {
        let mut known = self.0.borrow_mut();
        let mut path = Vec::new();
        let mut at = node;
        // The node that has a language itself, or the top of the tree.
        let source = loop {
            if let Some(&source) = known.get(&at) {
                break source;
            }
            path.push(at);
            match dom.composed_parent(at) {
                Some(parent) if dom.own_language(at).is_none() => at = parent,
                _ => break at,
            }
        };
        known.extend(path.into_iter().map(|node| (node, source)));
        dom.language(source)
    }
}
