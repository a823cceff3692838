//! The cascade: which value each property has on each element.
//!
//! *In*: [`Dom`](crate::dom::Dom), its style sheets, [`Device`](crate::device::Device). *Out*: [`Styles`].
//!
//! *Invariants*: every element of every tree has a [`ComputedStyle`]; equal styles are shared; text nodes have none (they
//! inherit their parent's); no stage fails on bad CSS.

pub mod computed;
pub mod hints;
pub mod property;
pub mod value;

use std::sync::Arc;

use crate::dom::{NodeId, NodeMap};
pub use computed::ComputedStyle;

/// The user agent's style sheet.
pub const UA_SHEET: &str = include_str!("ua.css");

/// What the user agent adds in quirks mode.
pub const UA_QUIRKS_SHEET: &str = include_str!("ua-quirks.css");

/// The box-generating pseudo-elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// `::before`
    Before,
    /// `::after`
    After,
    /// `::marker`
    Marker,
    /// `::placeholder`
    Placeholder,
    /// `::backdrop`
    Backdrop,
    /// `::first-letter`
    FirstLetter,
    /// `::first-line`
    FirstLine,
    /// `::file-selector-button`
    FileSelectorButton,
    /// `::details-content`
    DetailsContent,
}

/// The computed styles of a document.
#[derive(Debug, Clone)]
pub struct Styles {
    /// `None` for nodes that are no elements.
    pub(crate) elements: NodeMap<Option<Arc<ComputedStyle>>>,
    /// Pseudo-elements that exist, sorted by node then pseudo: only those whose style differs from plain inheritance
    /// (for `::before` and `::after`: those with content).
    pub(crate) pseudos: Vec<(NodeId, Pseudo, Arc<ComputedStyle>)>,
}

impl Styles {
    /// The style of an element; `None` for other nodes.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&Arc<ComputedStyle>> {
        self.elements.get(node)?.as_ref()
    }

    /// The style of a pseudo-element of an element; `None` if no rule makes it.
    #[must_use]
    pub fn pseudo(&self, node: NodeId, pseudo: Pseudo) -> Option<&Arc<ComputedStyle>> {
        let at = self.pseudos.partition_point(|(n, p, _)| (*n, *p as u8) < (node, pseudo as u8));
        self.pseudos.get(at).filter(|(n, p, _)| *n == node && *p == pseudo).map(|(_, _, style)| style)
    }
}
