//! The accessibility tree: role, name, description and states of each element.
//!
//! *In*: [`Dom`], [`Styles`], [`Layout`]. *Out*: [`AriaTree`].
//!
//! *Invariants*: computed for every element of every tree, hidden ones too (their name is empty); follows WAI-ARIA 1.2,
//! HTML-AAM, AccName 1.2 and SVG-AAM as Playwright 1.65 reads them; linear in the size of the page, save for names that are
//! nested in names.

mod explain;
mod flat;
mod focus;
mod heading;
mod hidden;
mod html_aam;
pub mod interactive;
mod name;
pub mod role;
mod state;
pub mod text;

use self::hidden::Boxes;
use crate::device::Device;
use crate::dom::{Dom, NodeId, NodeMap};
use crate::layout::Layout;
use crate::style::Styles;

pub use explain::{HiddenBy, RoleOrigin};
pub use flat::ChildCursor;
pub(crate) use heading::leading_integer;
pub use heading::{asked_level, heading_level, tag_level};
pub use hidden::{Exposure, check_visibility, skips};
pub use name::{NameRule, NameStep};
pub use name::{id_references, labelled_by};
pub use role::Role;
pub use state::{Invalid, States, Toggle};

/// An element as it is exposed to assistive technology.
#[derive(Debug, Clone, PartialEq)]
pub struct AriaNode {
    /// Its role; `None` for elements that have none.
    pub role: Option<Role>,
    /// Its accessible name, white space normalized; empty if it has none, or is hidden.
    pub name: Box<str>,
    /// Its accessible description; empty if it has none.
    pub description: Box<str>,
    /// Its states.
    pub states: States,
    /// Its visibility.
    pub exposure: Exposure,
    /// The other elements whose content, value or attributes the name is made of.
    pub sources: Box<[NodeId]>,
}

/// The accessibility tree of a page.
#[derive(Debug, Clone)]
pub struct AriaTree {
    /// In tree order.
    nodes: Vec<AriaNode>,
    /// One above the position in `nodes`; 0 for none.
    index: NodeMap<u32>,
    /// The active elements of the documents that have the focus, the page's own last.
    active: Box<[NodeId]>,
}

impl AriaTree {
    /// Computes roles, names, descriptions and states of every element.
    #[must_use]
    pub fn build(dom: &Dom, styles: &Styles, layout: &Layout) -> Self {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Aria);
        let order = composed_elements(dom);
        let exposure = hidden::expose(dom, styles, Boxes::Laid(layout), &order);
        let exposure = exposure.unwrap_or_else(|| NodeMap::new(dom.len(), Exposure::empty()));
        Self::of_exposure(dom, styles, &order, &exposure)
    }

    /// Computes all but what sizes of boxes say ([`Exposure::BOX`] and [`Exposure::INLINE`]), without a layout; `None` if that has
    /// to be asked.
    #[must_use]
    pub fn build_boxless(dom: &Dom, styles: &Styles, device: &Device) -> Option<Self> {
        let boxed = Layout::foresee(dom, styles, device)?;
        let order = composed_elements(dom);
        let exposure = hidden::expose(dom, styles, Boxes::Foreseen(&boxed), &order)?;
        Some(Self::of_exposure(dom, styles, &order, &exposure))
    }

    fn of_exposure(dom: &Dom, styles: &Styles, order: &[NodeId], exposure: &NodeMap<Exposure>) -> Self {
        let mut roles = NodeMap::new(dom.len(), None);
        for &node in order {
            roles[node] = html_aam::role(dom, node);
        }
        let mut names = name::NameComputation::new(dom, styles, &roles, exposure);
        let mut nodes = Vec::with_capacity(order.len());
        let mut index = NodeMap::new(dom.len(), 0);
        for (&node, position) in order.iter().zip(1u32..) {
            let role = roles[node];
            let named = names.name(node);
            index[node] = position;
            nodes.push(AriaNode {
                role,
                name: named.name,
                description: names.description(node),
                states: role.map(|role| state::states(dom, node, role)).unwrap_or_default(),
                exposure: exposure[node],
                sources: named.sources,
            });
        }
        Self { nodes, index, active: focus::active_elements(dom, exposure, order) }
    }

    /// An element of any tree of the page; `None` for other nodes, and for elements in template contents.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&AriaNode> {
        let position = *self.index.get(node)? as usize;
        self.nodes.get(position.checked_sub(1)?)
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
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
