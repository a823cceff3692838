//! The second cascade: styles are computed again where a change of the tree can alter them.

use std::sync::Arc;

use super::Styles;
use super::budgets::Budgets;
use super::cascade::{self, Cascade};
use super::restyle::{self, Plan};
use crate::device::Device;
use crate::dom::{Dom, MutationRecord, NodeId};
use crate::limits::{Limit, Warnings};
use crate::selector::Tree;

/// Computes again what changes of the tree can alter; false if that is nothing.
pub(super) fn update(styles: &mut Styles, dom: &Dom, device: &Device, records: &[MutationRecord]) -> bool {
    let done = match styles.plan(dom, records) {
        Plan::Nothing => {
            restyle::grow(styles, dom);
            return false;
        }
        Plan::Elements { roots, removed } => restyle_elements(styles, dom, device, &roots, &removed),
        Plan::Everything => None,
    };
    if done.is_none() {
        *styles = cascade::cascade(dom, device, &|_| None);
    }
    true
}

/// Computes the styles of some elements and of all in them again; `None` if that is not enough.
fn restyle_elements(
    styles: &mut Styles,
    dom: &Dom,
    device: &Device,
    roots: &[NodeId],
    removed: &[NodeId],
) -> Option<()> {
    let document = dom.document();
    let roots = restyle::outermost(dom, roots);
    restyle::grow(styles, dom);
    restyle::forget(styles, dom, removed);
    restyle::forget(styles, dom, &roots);
    let (tree, budgets) = (Tree::new(dom), Budgets::default());
    budgets.substituted_text.spend(styles.basis.spent.0);
    let mut cascade = Cascade::new(dom, device, &tree, document, device.viewport, &|_| None, &budgets);
    let first = styles.pseudos.len();
    for root in roots {
        cascade.restyle(document, root, styles)?;
    }
    let steps = tree.steps().saturating_add(styles.basis.spent.1);
    // With more steps, selectors are given up depending on those before them.
    let is_whole = cascade.frames.is_empty()
        && cascade.questions.is_empty()
        && !cascade.asked_container.get()
        && !tree.has_shadow()
        && steps < Limit::SelectorSteps.value() / 8
        && !restyle::counts(&styles.pseudos[first..]);
    if !is_whole {
        return None;
    }
    styles.markers.clear();
    styles.index_pseudos();
    let counter_styles = cascade.author(document).map(|set| set.counter_styles.clone()).unwrap_or_default();
    super::counter::evaluate(dom, document, 0, &counter_styles, &budgets, styles);
    let mut warnings = Warnings::default();
    budgets.report(&mut warnings);
    let basis = Arc::make_mut(&mut styles.basis);
    basis.spent = (budgets.substituted_text.spent(), steps);
    basis.reads_attributes |= cascade.blocks.iter().any(|block| block.element);
    warnings.is_empty().then_some(())
}

impl Cascade<'_> {
    /// Styles an element again, with everything in it; `None` if what is around it has no style.
    fn restyle(&mut self, document: NodeId, root: NodeId, styles: &mut Styles) -> Option<()> {
        self.start(document, self.dom.no_children());
        let mut around: Vec<NodeId> = self.dom.ancestors(root).filter(|&node| node != document).collect();
        around.reverse();
        for node in around {
            let style = styles.elements[node].clone()?;
            self.enter(document, node, Some(style), styles);
        }
        self.enter(document, root, None, styles);
        self.walk_stack(document, styles);
        Some(())
    }
}
