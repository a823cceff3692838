//! The second cascade: styles are computed again where a change of the tree can alter them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::budgets::Budgets;
use super::cascade::{self, Cascade};
use super::computed::{ComputedStyle, EqualStyles};
use super::media::{DocumentViewport, Medium};
use super::property::{CssWide, DeclaredValue, PropertyName};
use super::prune::NamesOnPage;
use super::restyle::{self, Plan};
use super::rules::Block;
use super::sheets::Sheets;
use super::sizes::Sizes;
use super::{Pseudo, Styles};
use crate::device::Device;
use crate::dom::{Dom, MutationRecord, NodeId, local_name};
use crate::limits::{Limit, Warnings};
use crate::selector::Tree;

/// The elements whose styles an update computed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Restyled {
    Nothing,
    Elements(RestyledElements),
    Everything,
}

/// Elements whose styles may be others now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RestyledElements {
    /// Elements that were styled again with all in them, in the order of their ids.
    pub whole: Vec<NodeId>,
    /// Elements of which nothing but the background has another colour.
    pub repainted: Vec<NodeId>,
}

/// Computes again what changes of the tree can alter.
pub(super) fn update(
    styles: &mut Styles,
    dom: &Dom,
    device: &Device,
    records: &[MutationRecord],
    sizes: Option<Sizes<'_>>,
) -> Restyled {
    let has_rules = styles.has_rules_for(dom, device, records);
    let plan = if has_rules { styles.plan(dom, records, sizes.is_some()) } else { Plan::Everything };
    let done = match plan {
        Plan::Nothing => {
            restyle::grow(styles, dom);
            return Restyled::Nothing;
        }
        Plan::Elements { roots, single, removed } => {
            restyle::grow(styles, dom);
            restyle::forget(styles, dom, &removed);
            restyle_elements(styles, dom, device, roots, &single, sizes.unwrap_or(&|_| None))
        }
        Plan::Everything => None,
    };
    match done {
        Some(elements) => Restyled::Elements(elements),
        None => {
            *styles = cascade::cascade(dom, device, &|_| None, None);
            Restyled::Everything
        }
    }
}

/// Computes again what the sizes of containers make another; `None` if that is not enough.
pub(super) fn settle(styles: &mut Styles, dom: &Dom, device: &Device, sizes: Sizes<'_>) -> Option<RestyledElements> {
    if styles.has_frames() {
        return None;
    }
    let (containers, askers) = styles.size_dependencies.answer_again(sizes);
    let restyled = restyle_elements(styles, dom, device, containers, &askers, sizes)?;
    styles.size_dependencies.settle_by_nesting(dom, styles).then_some(restyled)
}

/// Reads all the rules of a page's own sheets, also those that can match nothing.
pub(super) fn read_all(dom: &Dom, device: &Device, has_shadow: bool, budgets: &Budgets) -> Sheets {
    read(dom, device, has_shadow, budgets, None)
}

/// Reads the rules of a page's own sheets that need no other names than these.
fn read(dom: &Dom, device: &Device, has_shadow: bool, budgets: &Budgets, names: Option<&NamesOnPage>) -> Sheets {
    Sheets::read(
        dom,
        dom.document(),
        Medium { device, viewport: &DocumentViewport::new(device.viewport) },
        has_shadow,
        budgets,
        names,
    )
}

impl Styles {
    /// Reads the rules that were left out, if changes may have made them match something; false if not all of them can be read.
    fn has_rules_for(&mut self, dom: &Dom, device: &Device, records: &[MutationRecord]) -> bool {
        if !self.basis.is_simple || !self.basis.lacked.came_with(dom, records) {
            return true;
        }
        let budgets = Budgets::default();
        // Once more without those that need yet others, and from then on with all.
        let names = (!self.basis.has_read_again).then(|| NamesOnPage::of(dom));
        let sheets = read(dom, device, false, &budgets, names.as_ref());
        let mut warnings = Warnings::default();
        budgets.report(&mut warnings);
        let basis = Arc::make_mut(&mut self.basis);
        basis.selectors = Arc::clone(&sheets.features);
        basis.lacked = Arc::clone(&sheets.lacked);
        basis.has_read_again = true;
        self.sheets = Some(Arc::new(sheets));
        warnings.is_empty()
    }
}

/// Computes the styles of `roots` and of all in them again, and of `single` elements; returns those whose styles may be others
/// now. `None` if that is not enough.
fn restyle_elements(
    styles: &mut Styles,
    dom: &Dom,
    device: &Device,
    mut roots: Vec<NodeId>,
    single: &[NodeId],
    sizes: Sizes<'_>,
) -> Option<RestyledElements> {
    let document = dom.document();
    let basis = &styles.basis;
    // It is the same as before, or all would be styled again.
    let focus = Some(basis.focus).filter(|_| basis.selectors.has_focus && !basis.has_read_again);
    let (tree, budgets) = (Tree::new(dom).with_focus(focus), Budgets::default());
    budgets.substituted_text.spend(styles.basis.spent.0);
    let sheets = styles.take_sheets().unwrap_or_else(|| read_all(dom, device, false, &budgets));
    let viewport = DocumentViewport::new(device.viewport);
    let mut cascade = Cascade::new(dom, device, &tree, document, &viewport, sizes, &budgets, sheets);
    let OtherStyles { changed, repainted } = cascade.with_other_style(document, single, styles)?;
    styles.size_dependencies.add(std::mem::take(&mut cascade.size_dependencies), cascade.asked_container.get());
    roots.extend(changed);
    let mut roots = restyle::outermost(dom, &roots);
    restyle::forget(styles, dom, &roots);
    let mut painted = Vec::new();
    // What is in a root gets its style with it.
    for (node, style) in repainted {
        if let Some(own) = styles.elements[node].as_mut() {
            *own = style;
            painted.push(node);
        }
    }
    let first = styles.pseudos.len();
    cascade.start(document, dom.no_children());
    for &root in &roots {
        cascade.restyle(document, root, styles)?;
    }
    let steps = tree.steps().saturating_add(styles.basis.spent.1);
    // With more steps, selectors are given up depending on those before them.
    let is_whole = cascade.frames.is_empty()
        && !tree.has_shadow()
        && steps < Limit::SelectorSteps.value() / 8
        && !restyle::counts(&styles.pseudos[first..]);
    if !is_whole {
        return None;
    }
    let found = std::mem::take(&mut cascade.size_dependencies);
    if !found.is_empty() || !styles.size_dependencies.is_empty() {
        let is_root: FxHashSet<NodeId> = roots.iter().copied().collect();
        let is_there = |node: NodeId| {
            dom.is_connected(node)
                && !std::iter::once(node).chain(dom.ancestors(node)).any(|above| is_root.contains(&above))
        };
        styles.size_dependencies.follow(found, cascade.asked_container.get(), &is_there);
    }
    styles.index_pseudos();
    let others = super::marker::mark_again(dom, &roots, styles).unwrap_or_else(|| {
        let markers = std::mem::take(&mut styles.markers);
        let counter_styles = cascade.author(document).map(|set| set.counter_styles.clone()).unwrap_or_default();
        super::counter::evaluate(dom, document, 0, &counter_styles, &budgets, styles);
        let has_other_marker = |node: &NodeId| markers.get(node) != styles.markers.get(node);
        markers.keys().chain(styles.markers.keys()).copied().filter(has_other_marker).collect()
    });
    roots.extend(others);
    roots.sort_unstable();
    roots.dedup();
    let mut warnings = Warnings::default();
    budgets.report(&mut warnings);
    let basis = Arc::make_mut(&mut styles.basis);
    basis.spent = (budgets.substituted_text.spent(), steps);
    basis.reads_attributes |= cascade.sheets.blocks.iter().any(|block| block.element);
    styles.sheets = Some(Arc::new(cascade.sheets.of_rules()));
    warnings.is_empty().then_some(RestyledElements { whole: roots, repainted: painted })
}

/// The elements of some that have another style after a change.
#[derive(Default)]
struct OtherStyles {
    /// The elements whose contents may have another style too.
    changed: Vec<NodeId>,
    /// The elements whose background alone has another colour, with their styles.
    repainted: Vec<(NodeId, Arc<ComputedStyle>)>,
}

/// True if backgrounds may be those of what is around them.
fn may_inherit_backgrounds(blocks: &[Block]) -> bool {
    blocks.iter().flat_map(|block| &block.declarations).any(|declaration| {
        match (&declaration.property, &declaration.value) {
            (PropertyName::Longhand(property), DeclaredValue::Wide(CssWide::Inherit)) => {
                property.css().starts_with("background")
            }
            (_, DeclaredValue::WithVariables(value)) => mentions_inherit(&value.text),
            _ => false,
        }
    })
}

fn mentions_inherit(text: &str) -> bool {
    // Escapes may spell it, too.
    let keyword = b"inherit";
    text.contains('\\') || text.as_bytes().windows(keyword.len()).any(|part| part.eq_ignore_ascii_case(keyword))
}

impl Cascade<'_> {
    /// Returns those of some elements whose style, or that of a pseudo-element of theirs, changes; `None` if what is around one
    /// of them has no style. All styles stay as they are.
    fn with_other_style(&mut self, document: NodeId, nodes: &[NodeId], styles: &mut Styles) -> Option<OtherStyles> {
        self.start(document, self.dom.no_children());
        let mut others = OtherStyles::default();
        let has_own_backgrounds = !may_inherit_backgrounds(&self.sheets.blocks);
        let mut but_backgrounds = EqualStyles::but_backgrounds();
        // Styles that are shared are known by their addresses, so none may be given back in between.
        let mut computed = Vec::new();
        let mut same = EqualStyles::default();
        let first = styles.pseudos.len();
        for &node in nodes {
            // What is new has no style yet, and will get it with all in it.
            let Some(before) = styles.elements[node].clone() else { continue };
            self.stand_around(document, node, styles)?;
            self.enter(document, node, None, styles);
            self.leave();
            let after = styles.elements[node].replace(Arc::clone(&before))?;
            let made = styles.pseudos.split_off(first);
            let has_other_pseudo = |(_, pseudo, style): &(NodeId, Pseudo, Arc<ComputedStyle>)| {
                styles.pseudo(node, *pseudo).is_none_or(|before| !same.are_equal(before, style))
            };
            let has_other_pseudo = styles.pseudos_of(node).len() != made.len() || made.iter().any(has_other_pseudo);
            if has_other_pseudo || !same.are_equal(&before, &after) {
                let inherits =
                    |child: NodeId| self.dom.attr(child, &local_name!("style")).is_some_and(mentions_inherit);
                let is_repainted = !has_other_pseudo
                    && has_own_backgrounds
                    && but_backgrounds.are_equal(&before, &after)
                    && !self.dom.child_elements(node).any(inherits);
                if is_repainted {
                    others.repainted.push((node, Arc::clone(&after)));
                } else {
                    others.changed.push(node);
                }
            }
            computed.extend([before, after]);
            computed.extend(made.into_iter().map(|(_, _, style)| style));
        }
        self.shared.clear();
        // A container may be one of those whose style changes.
        self.container_answers.clear();
        Some(others)
    }

    /// Styles an element again, with everything in it; `None` if what is around it has no style.
    fn restyle(&mut self, document: NodeId, root: NodeId, styles: &mut Styles) -> Option<()> {
        self.stand_around(document, root, styles)?;
        let floor = self.stack.len();
        self.enter(document, root, None, styles);
        self.walk_stack(document, floor, styles);
        Some(())
    }

    /// Stands at the parent of an element; `None` if what is around it has no style.
    fn stand_around(&mut self, document: NodeId, node: NodeId, styles: &mut Styles) -> Option<()> {
        let dom = self.dom;
        while self.stack.last().is_some_and(|frame| frame.node == node || !dom.contains(frame.node, node)) {
            self.leave();
        }
        let innermost = self.stack.last()?.node;
        let mut around: Vec<NodeId> = dom.ancestors(node).take_while(|&node| node != innermost).collect();
        around.reverse();
        for node in around {
            let style = styles.elements[node].clone()?;
            self.enter(document, node, Some(style), styles);
        }
        Some(())
    }
}
