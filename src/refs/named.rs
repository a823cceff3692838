//! Roles and names of a page for [`Fingerprint::compute`].

use std::borrow::Cow;

use super::fingerprint::{Fingerprint, Named};
use crate::aria::{Exposure, Role};
use crate::dom::{NodeId, local_name};
use crate::page::Page;

struct PageNames<'a>(&'a Page);

impl Named for PageNames<'_> {
    fn role(&self, node: NodeId) -> Option<&str> {
        self.0.aria().get(node)?.role.filter(|role| *role != Role::Generic).map(Role::name)
    }

    fn is_interactive(&self, node: NodeId) -> bool {
        self.0.aria().get(node).is_some_and(|aria| aria.role.is_some_and(Role::is_interactive))
    }

    fn name(&self, node: NodeId) -> Cow<'_, str> {
        let Some(aria) = self.0.aria().get(node) else { return Cow::Borrowed("") };
        let controls = aria.role.is_some_and(Role::is_interactive);
        if !aria.name.is_empty() || !controls || !aria.exposure.contains(Exposure::HIDDEN) {
            return Cow::Borrowed(&*aria.name);
        }
        // Hidden elements have no name; use the one they would have if they were shown.
        let dom = self.0.dom();
        match dom.attr(node, &local_name!("aria-label")).map(str::trim).filter(|label| !label.is_empty()) {
            Some(label) => Cow::Borrowed(label),
            None => Cow::Owned(dom.text_content(node)),
        }
    }
}

impl Fingerprint {
    /// Takes the fingerprint of a page with the identities of `elements`, given in document order.
    #[must_use]
    pub(crate) fn of(page: &Page, elements: &[NodeId]) -> Self {
        Self::compute(page.dom(), &PageNames(page), elements)
    }
}
