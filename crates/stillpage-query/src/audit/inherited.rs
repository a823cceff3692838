//! Properties that hold for an element if they hold for one around it.

use std::cell::RefCell;

use crate::dom::{Dom, NodeId, NodeMap};

/// The answers to one question, each found once: a page may nest 500 levels deep around every element.
pub(super) struct Inherited(RefCell<NodeMap<Option<bool>>>);

impl Inherited {
    pub(super) fn new(dom: &Dom) -> Self {
        Self(RefCell::new(NodeMap::new(dom.len(), None)))
    }

    /// True if `own` holds for a node or one around it in the flat tree. It has to be the same question each time.
    pub(super) fn any(&self, dom: &Dom, node: NodeId, own: impl Fn(NodeId) -> bool) -> bool {
        let mut known = self.0.borrow_mut();
        let (mut path, mut answer) = (Vec::new(), false);
        for at in std::iter::once(node).chain(dom.flat_ancestors(node)) {
            if let Some(known) = known[at] {
                answer = known;
                break;
            }
            path.push(at);
        }
        for at in path.into_iter().rev() {
            answer = answer || own(at);
            known[at] = Some(answer);
        }
        answer
    }
}
