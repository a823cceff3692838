//! The aria room's answers for [`Fingerprint::take`].

use std::borrow::Cow;

use super::fingerprint::{Fingerprint, Named};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::page::Page;

struct PageNames<'a>(&'a Page);

impl Named for PageNames<'_> {
    fn role(&self, node: NodeId) -> Option<&str> {
        self.0.aria().get(node)?.role.filter(|role| *role != Role::Generic).map(Role::name)
    }

    fn name(&self, node: NodeId) -> Cow<'_, str> {
        self.0.aria().get(node).map_or(Cow::Borrowed(""), |aria| Cow::Borrowed(&*aria.name))
    }
}

impl Fingerprint {
    /// Takes the fingerprint of a page with the identities of `elements`, given in document order.
    #[must_use]
    pub fn of(page: &Page, elements: &[NodeId]) -> Self {
        Self::take(page.dom(), &PageNames(page), elements)
    }
}
