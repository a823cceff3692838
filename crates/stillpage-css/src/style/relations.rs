//! Invalidation by `:has()`: the elements that what is in them, or behind them, decides about.

use rustc_hash::FxHashSet;

use crate::dom::{Dom, MutationRecord, NodeId};
use crate::selector::{Relational, SelectorFeatures};

/// Returns the elements, each once, whose styles depend by `:has()` on what some changes of the tree concern;
/// `restated`: elements that may be in another state.
pub(super) fn elements_around(
    dom: &Dom,
    selectors: &SelectorFeatures,
    records: &[MutationRecord],
    restated: &[NodeId],
) -> Vec<NodeId> {
    // Of all changes together: what one of them moves another one may have altered before or after.
    let decides = |relational: &&Relational| {
        !restated.is_empty() && relational.asks_for_states()
            || records.iter().any(|record| decides(dom, relational, record))
    };
    let concerned: Vec<&Relational> = selectors.relational().iter().filter(decides).collect();
    if concerned.is_empty() {
        return Vec::new();
    }
    let mut around =
        Around { dom, concerned, seen: FxHashSet::default(), found: Vec::new(), known: FxHashSet::default() };
    for record in records {
        for node in record.target.into_iter().chain(record.left) {
            // The children of what has another child, and the siblings of what is another element.
            let from = if record.attribute.is_some() { dom.node(node).parent } else { Some(node) };
            around.walk(from, selectors.has_siblings);
        }
    }
    for &node in restated {
        around.walk(dom.node(node).parent, selectors.has_siblings);
    }
    around.found
}

/// The words that are in one of two values of an attribute.
pub(super) fn changed_words<'a>(old: Option<&'a str>, new: Option<&'a str>) -> impl Iterator<Item = &'a str> {
    let words = |text: Option<&'a str>| text.unwrap_or_default().split_ascii_whitespace();
    let only = move |one: Option<&'a str>, other: Option<&'a str>| {
        words(one).filter(move |word| !words(other).any(|known| known == *word))
    };
    only(old, new).chain(only(new, old))
}

/// True if a change may decide about what has such a compound's `:has()`.
fn decides(dom: &Dom, relational: &Relational, record: &MutationRecord) -> bool {
    let Some(target) = record.target else { return false };
    if let Some(name) = &record.attribute {
        let (old, new) = (record.old_value.as_deref(), dom.element(target).and_then(|element| element.attr(name)));
        return relational.asks_for(name, changed_words(old, new));
    }
    let moved = record.added.iter().chain(&record.removed);
    let is_sought = |node: NodeId| dom.element(node).is_some_and(|element| relational.seeks(element));
    moved.into_iter().any(|&top| {
        (relational.asks_for_positions() && dom.element(top).is_some())
            || std::iter::once(top).chain(dom.descendants(top)).any(is_sought)
    })
}

struct Around<'a> {
    dom: &'a Dom,
    /// The compounds that some change decides about.
    concerned: Vec<&'a Relational>,
    /// Elements from which the walk outwards was made.
    seen: FxHashSet<NodeId>,
    found: Vec<NodeId>,
    known: FxHashSet<NodeId>,
}

impl Around<'_> {
    /// Looks at an element and those around it, and at the children of them where a compound looks at siblings.
    fn walk(&mut self, from: Option<NodeId>, has_siblings: bool) {
        let dom = self.dom;
        let mut at = from.filter(|&node| dom.is_connected(node));
        while let Some(node) = at {
            if !self.seen.insert(node) {
                return;
            }
            self.look(node, has_siblings, |_| true);
            if self.concerned.iter().any(|relational| relational.looks_behind) {
                for child in dom.child_elements(node) {
                    self.look(child, has_siblings, |relational| relational.looks_behind);
                }
            }
            at = dom.node(node).parent;
        }
    }

    /// Adds what the compounds style that an element may match.
    fn look(&mut self, node: NodeId, has_siblings: bool, asks: impl Fn(&Relational) -> bool) {
        let dom = self.dom;
        let Some(element) = dom.element(node) else { return };
        let concerned = std::mem::take(&mut self.concerned);
        for relational in concerned.iter().filter(|relational| asks(relational) && relational.is_about(element)) {
            if relational.styles_itself() {
                self.add(node);
                continue;
            }
            let behind = std::iter::successors(Some(node), |&at| dom.node(at).next_sibling);
            for top in behind.take(if has_siblings { usize::MAX } else { 1 }) {
                let own = (top != node).then_some(top);
                for inner in own.into_iter().chain(dom.descendants(top)) {
                    if dom.element(inner).is_some_and(|element| relational.may_style(element)) {
                        self.add(inner);
                    }
                }
            }
        }
        self.concerned = concerned;
    }

    fn add(&mut self, node: NodeId) {
        if self.known.insert(node) {
            self.found.push(node);
        }
    }
}
