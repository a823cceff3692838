//! [`Rerender`]: a page after some ops, with the ground truth.

use super::change::Clarity;
use super::op::Op;
use super::stage::{Stage, Widget};
#[cfg(any(test, feature = "internals"))]
use crate::dom::Mutation;
use crate::dom::{Dom, NodeId, NodeMap};

/// Settings of a simulated re-render.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The seed of the random choices.
    pub seed: u64,
    /// The number of ops.
    pub steps: usize,
    /// The possible ops, with weights.
    pub ops: Vec<(Op, u32)>,
}

/// One op that took place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RerenderStep {
    /// Name of the op.
    pub op: &'static str,
    /// A description of what it did, one sentence without a full stop.
    pub what: String,
    /// From what the ground truth of this step can be decided.
    pub clarity: Clarity,
}

/// A page after some steps, with the ground truth.
#[derive(Debug, Clone)]
pub struct Rerender {
    pub(super) dom: Dom,
    pub(super) before: Vec<NodeId>,
    /// The widgets of the page before, in the order of `before`; `None` for those that are gone.
    widgets: Vec<Option<NodeId>>,
    marked: Vec<Vec<NodeId>>,
    present: NodeMap<bool>,
    steps: Vec<RerenderStep>,
    clarity: Clarity,
    navigated: bool,
    #[cfg(any(test, feature = "internals"))]
    changes: Vec<Vec<Mutation>>,
}

impl Rerender {
    /// Re-renders a page. If the page has no place for the op of a step, another op is chosen; if it has a place for none,
    /// there are fewer steps.
    #[must_use]
    pub fn apply(dom: Dom, recipe: &Recipe) -> Self {
        let before: Vec<NodeId> = dom.elements_in_order().collect();
        let mut stage = Stage::new(dom, recipe.seed);
        let (mut steps, mut clarity, mut drops_nodes) = (Vec::new(), Clarity::Plain, false);
        for _ in 0..recipe.steps {
            let mut weights: Vec<u32> = recipe.ops.iter().map(|&(_, weight)| weight).collect();
            while let Some(at) = stage.random.weighted(&weights) {
                let op = recipe.ops[at].0;
                if let Some(mut done) = (op.perform)(&mut stage) {
                    if let Some(error) = stage.failure.take() {
                        // What became of the widgets is known only of changes that took place.
                        done.clarity = Clarity::Unclear;
                        done.what = format!("{}, but not all of it was possible: {error}", done.what);
                    }
                    clarity = clarity.max(done.clarity);
                    drops_nodes |= done.drops_nodes;
                    stage.number_new_widgets();
                    steps.push(RerenderStep { op: op.name, what: done.what, clarity: done.clarity });
                    break;
                }
                weights[at] = 0;
            }
        }
        // What only nodes could decide is undecidable once some of them are gone.
        if clarity == Clarity::WithHandles && drops_nodes {
            clarity = Clarity::Unclear;
        }
        Self::taken_from(stage, before, steps, clarity)
    }

    fn taken_from(stage: Stage, before: Vec<NodeId>, steps: Vec<RerenderStep>, clarity: Clarity) -> Self {
        let (mut widgets, mut marked) = (vec![None; before.len()], vec![Vec::new(); before.len()]);
        let mut present = NodeMap::new(stage.dom.len(), false);
        let at = |widget: Option<Widget>| widget.map(|w| w as usize).filter(|&w| w < before.len());
        for node in stage.dom.elements_in_order() {
            present[node] = true;
            if let Some(widget) = at(stage.widget(node)) {
                widgets[widget] = Some(node);
            }
            if let Some(widget) = at(stage.mark(node)) {
                marked[widget].push(node);
            }
        }
        let navigated = stage.navigated;
        Self {
            dom: stage.dom,
            before,
            widgets,
            marked,
            present,
            steps,
            clarity,
            navigated,
            #[cfg(any(test, feature = "internals"))]
            changes: stage.changes,
        }
    }

    /// The changes of the tree, as they were applied together, after one node without a place was created.
    #[cfg(any(test, feature = "internals"))]
    pub fn changes(&self) -> &[Vec<Mutation>] {
        &self.changes
    }

    /// The tree afterwards. Ids are those of the tree before; the ids of new nodes are new.
    #[must_use]
    #[cfg(any(test, feature = "internals"))]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// The page after, of which nothing is left here.
    #[must_use]
    pub fn take_dom(&mut self) -> Dom {
        std::mem::take(&mut self.dom)
    }

    /// The ops that took place.
    #[must_use]
    pub fn steps(&self) -> &[RerenderStep] {
        &self.steps
    }

    /// From what the ground truth can be decided, over all steps.
    #[must_use]
    pub fn clarity(&self) -> Clarity {
        self.clarity
    }

    /// True if another document was loaded: nothing of the page before is left.
    #[must_use]
    pub fn navigated(&self) -> bool {
        self.navigated
    }

    /// Each element of the page before, in document order, and the element that is the same widget now.
    pub fn truth(&self) -> impl Iterator<Item = (NodeId, Option<NodeId>)> + '_ {
        self.before.iter().copied().zip(self.widgets.iter().copied())
    }

    /// True if a node of the page before is still connected; it may be another widget by now.
    #[must_use]
    pub fn is_connected(&self, node: NodeId) -> bool {
        !self.navigated && self.present.get(node) == Some(&true)
    }

    /// The elements that carry the mark of each element of the page before, in document order: none where it was stripped,
    /// several where it was copied.
    pub fn marked(&self) -> impl Iterator<Item = (NodeId, &[NodeId])> + '_ {
        self.before.iter().copied().zip(self.marked.iter().map(Vec::as_slice))
    }
}
