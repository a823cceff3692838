//! The element that is explained, and how the reasons name it and others.

use super::super::element::{Elements, path_step, ref_mark};
use crate::aria::AriaNode;
use crate::dom::{Dom, NodeId};
use crate::page::Page;
use crate::safe_text::{SafeText, safe};

/// The name of the explained element in the reasons.
pub(super) const ITSELF: &str = "itself";

/// The explained element.
pub(super) struct Subject<'a> {
    pub(super) page: &'a Page,
    pub(super) elements: &'a Elements<'a>,
    pub(super) node: NodeId,
}

impl Subject<'_> {
    pub(super) fn dom(&self) -> &Dom {
        self.page.dom()
    }

    pub(super) fn aria(&self) -> Option<&AriaNode> {
        self.page.aria().get(self.node)
    }

    /// `div.veil [ref=e9]`, or `itself`.
    pub(super) fn describe(&self, node: NodeId) -> SafeText {
        if node == self.node {
            return ITSELF.into();
        }
        safe!("{}{}", path_step(self.dom(), node), ref_mark(self.elements.reference(node).as_deref()))
    }
}
