//! The accessibility tree: role, name, description and states of each element.
//!
//! *In*: [`Dom`], [`Styles`], [`Layout`]. *Out*: [`AriaTree`].
//!
//! *Invariants*: computed for every element of every tree, hidden ones too (their name is empty); follows WAI-ARIA 1.2,
//! HTML-AAM, AccName 1.2 and SVG-AAM as Playwright 1.65 reads them; linear in the size of the page, save for names that are
//! nested in names.

mod earlier;
mod explain;
mod flat;
mod focus;
mod heading;
mod hidden;
mod host_language;
mod html_aam;
mod id_reference;
pub mod interactive;
mod name;
mod references;
pub mod role;
mod state;
pub mod text;

use std::sync::Arc;

pub(crate) use self::earlier::EarlierTree;
use self::hidden::Boxes;
use self::references::References;
use crate::device::Device;
use crate::dom::{Dom, NodeId, NodeMap, local_name};
use crate::layout::Layout;
use crate::style::Styles;

pub use explain::{HiddenBy, RoleOrigin};
pub use flat::ChildCursor;
pub(crate) use heading::leading_integer;
pub use heading::{asked_level, heading_level, tag_level};
pub use hidden::{Exposure, check_visibility, skips};
pub use id_reference::{id_references, labelled_by};
pub use name::{NameRule, NameStep};
pub use role::Role;
pub use state::{Invalid, States, Toggle};

/// An element as it is exposed to assistive technology.
#[derive(Debug, Clone, PartialEq)]
pub struct AriaNode {
    /// Its role; `None` for elements that have none.
    pub role: Option<Role>,
    /// Its accessible name, white space normalized; empty if it has none, or is hidden.
    pub name: Box<str>,
    /// Its states.
    pub states: States,
    /// Its visibility.
    pub exposure: Exposure,
    /// The parts that few elements have.
    extras: Option<Box<Extras>>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Extras {
    description: Box<str>,
    sources: Box<[NodeId]>,
}

impl AriaNode {
    /// Its accessible description; empty if it has none.
    #[must_use]
    pub fn description(&self) -> &str {
        self.extras.as_ref().map_or("", |extras| &extras.description)
    }

    /// The other elements whose content, value or attributes the name is made of.
    #[must_use]
    pub fn sources(&self) -> &[NodeId] {
        self.extras.as_ref().map_or(&[], |extras| &extras.sources)
    }
}

/// The accessibility tree of a page.
#[derive(Debug, Clone)]
pub struct AriaTree {
    /// Nodes that an earlier tree may have too.
    shared: Arc<Vec<AriaNode>>,
    /// The other nodes.
    nodes: Vec<AriaNode>,
    /// One above the position in `shared` and `nodes`, one after the other; 0 for none.
    index: NodeMap<u32>,
    /// The number of elements.
    count: usize,
    /// The elements whose names or descriptions may be made of what is elsewhere.
    references: Arc<References>,
    /// There are no shadow trees, frames and owned elements, no budget was near its end, and `references` has all.
    is_simple: bool,
    /// The active elements of the documents that have the focus, the page's own last.
    active: Box<[NodeId]>,
    /// Some element may have a mark that decides about the focus.
    has_focus_marks: bool,
    /// The elements whose role or states others may decide about, if a later tree may go on from this one.
    by_others: Arc<Vec<NodeId>>,
}

impl AriaTree {
    /// Computes roles, names, descriptions and states of every element.
    #[must_use]
    pub fn build(dom: &Dom, styles: &Styles, layout: &Layout) -> Self {
        Self::of_layout(dom, styles, layout, true)
    }

    /// Computes a tree from which no later one goes on.
    #[must_use]
    pub fn build_last(dom: &Dom, styles: &Styles, layout: &Layout) -> Self {
        Self::of_layout(dom, styles, layout, false)
    }

    fn of_layout(dom: &Dom, styles: &Styles, layout: &Layout, is_kept: bool) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Aria);
        let order = composed_elements(dom);
        let exposure = hidden::expose(dom, styles, Boxes::Laid(layout), &order);
        let exposure = exposure.unwrap_or_else(|| NodeMap::new(dom.len(), Exposure::empty()));
        Self::of_exposure(dom, styles, &order, &exposure, is_kept)
    }

    /// Computes all but what sizes of boxes say ([`Exposure::BOX`] and [`Exposure::INLINE`]), without a layout; `None` if that has
    /// to be asked.
    #[must_use]
    pub fn build_boxless(dom: &Dom, styles: &Styles, device: &Device) -> Option<Self> {
        let boxed = Layout::foresee(dom, styles, device)?;
        let order = composed_elements(dom);
        let exposure = hidden::expose(dom, styles, Boxes::Foreseen(&boxed), &order)?;
        Some(Self::of_exposure(dom, styles, &order, &exposure, false))
    }

    /// `is_kept`: a later tree may go on from it.
    fn of_exposure(dom: &Dom, styles: &Styles, order: &[NodeId], exposure: &NodeMap<Exposure>, is_kept: bool) -> Self {
        let mut roles = NodeMap::new(dom.len(), None);
        for &node in order {
            roles[node] = html_aam::role(dom, node);
        }
        let mut names = name::NameComputation::new(dom, styles, &roles, exposure);
        let mut nodes = Vec::with_capacity(order.len());
        let mut index = NodeMap::new(dom.len(), 0);
        for (&node, position) in order.iter().zip(1u32..) {
            index[node] = position;
            nodes.push(node_of(dom, &mut names, node, (roles[node], exposure[node])));
        }
        let is_alone = |&node: &NodeId| {
            dom.element(node).is_some_and(|element| {
                element.shadow_root.is_none()
                    && !element.is_frame()
                    && element.attr(&local_name!("aria-owns")).is_none()
            })
        };
        let (active, has_focus_marks) = focus::active_elements(dom, exposure, order);
        let is_by_others = |&node: &NodeId| is_kept && earlier::may_be_by_others(dom, node);
        Self {
            shared: Arc::new(nodes),
            nodes: Vec::new(),
            index,
            count: order.len(),
            references: Arc::new(References::of(dom, order.iter().copied().filter(|_| is_kept))),
            is_simple: is_kept && names.is_far_from_limit() && order.iter().all(is_alone),
            active,
            has_focus_marks,
            by_others: Arc::new(order.iter().copied().filter(is_by_others).collect()),
        }
    }

    /// An element of any tree of the page; `None` for other nodes, and for elements in template contents.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&AriaNode> {
        let position = *self.index.get(node)? as usize;
        let at = position.checked_sub(1)?;
        self.shared.get(at).or_else(|| self.nodes.get(at - self.shared.len()))
    }

    /// True if a node is in another tree as it is in this one.
    #[must_use]
    pub fn has_same(&self, other: &Self, node: NodeId) -> bool {
        let position = |tree: &Self| tree.index.get(node).map_or(0, |&position| position as usize);
        let (own, others) = (position(self), position(other));
        own == others && own <= self.shared.len() && Arc::ptr_eq(&self.shared, &other.shared)
            || self.get(node) == other.get(node)
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The element that has the focus; the body if no other has. `None` for a page without a body.
    #[must_use]
    pub fn active(&self) -> Option<NodeId> {
        self.active.last().copied()
    }

    /// The active elements of the documents that have the focus, the page's own last.
    #[must_use]
    pub fn active_elements(&self) -> &[NodeId] {
        &self.active
    }

    /// True for what has the focus in its document, which has it too.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        self.active.contains(&node)
    }

    /// Explains the name of an element: each rule that gave text, innermost first, the element's own last.
    #[must_use]
    pub fn explain_name(&self, dom: &Dom, styles: &Styles, node: NodeId) -> Vec<NameStep> {
        let order = composed_elements(dom);
        let mut roles = NodeMap::new(dom.len(), None);
        let mut exposure = NodeMap::new(dom.len(), Exposure::empty());
        for &node in &order {
            if let Some(known) = self.get(node) {
                (roles[node], exposure[node]) = (known.role, known.exposure);
            }
        }
        let mut names = name::NameComputation::new(dom, styles, &roles, &exposure).with_trace();
        names.name(node);
        names.into_trace()
    }
}

/// Computes the node of an element of which the role and the visibility are known.
fn node_of(
    dom: &Dom,
    names: &mut name::NameComputation<'_>,
    node: NodeId,
    (role, exposure): (Option<Role>, Exposure),
) -> AriaNode {
    let named = names.name(node);
    let (description, sources) = (names.description(node), named.sources);
    let has_extras = !description.is_empty() || !sources.is_empty();
    AriaNode {
        role,
        name: named.name,
        states: states_of(dom, node, role),
        exposure,
        extras: has_extras.then(|| Box::new(Extras { description, sources })),
    }
}

fn states_of(dom: &Dom, node: NodeId, role: Option<Role>) -> States {
    role.map(|role| state::states(dom, node, role)).unwrap_or_default()
}

/// The elements of the page and of its frames: parents first, a host's shadow tree before its own children.
fn composed_elements(dom: &Dom) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(dom.len() / 2);
    let mut stack = vec![dom.document()];
    while let Some(node) = stack.pop() {
        stack.extend(dom.children(node).rev());
        if let Some(element) = dom.element(node) {
            order.push(node);
            stack.extend(element.frame_document);
            stack.extend(element.shadow_root);
        }
    }
    order
}

#[cfg(test)]
mod tests;
