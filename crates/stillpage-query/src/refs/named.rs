//! Roles and names of a page for [`Fingerprint::compute`].

use std::borrow::Cow;

use super::fingerprint::{Fingerprint, Named};
use crate::aria::{AriaTree, Exposure, Role};
use crate::dom::{Dom, LocalName, Mutation, NodeId, local_name};
use crate::page::Page;

struct PageNames<'a> {
    dom: &'a Dom,
    aria: Cow<'a, AriaTree>,
}

impl Named for PageNames<'_> {
    fn role(&self, node: NodeId) -> Option<Role> {
        self.aria.get(node)?.role.filter(|role| *role != Role::Generic)
    }

    fn name(&self, node: NodeId) -> Cow<'_, str> {
        let Some(aria) = self.aria.get(node) else { return Cow::Borrowed("") };
        let controls = aria.role.is_some_and(Role::is_interactive);
        if !aria.name.is_empty() || !controls || !aria.exposure.contains(Exposure::HIDDEN) {
            return Cow::Borrowed(&*aria.name);
        }
        // Hidden elements have no name; use the one they would have if they were shown.
        match self.dom.attr(node, &local_name!("aria-label")).map(str::trim).filter(|label| !label.is_empty()) {
            Some(label) => Cow::Borrowed(label),
            None => Cow::Owned(self.dom.text_content(node)),
        }
    }
}

/// The elements that `aria-hidden` hides although there are controls in them: the background of a modal.
fn covered(page: &Page) -> Vec<NodeId> {
    let (dom, name) = (page.dom(), LocalName::from("aria-hidden"));
    let is_cover = |node: NodeId| dom.attr(node, &name).is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let controls = |node: NodeId| page.aria().get(node).is_some_and(|aria| aria.role.is_some_and(Role::is_interactive));
    let all = super::builder::all_elements(dom);
    let mut covers: Vec<NodeId> = Vec::new();
    for node in all.into_iter().filter(|&node| controls(node)) {
        covers.extend(dom.ancestors(node).filter(|&around| is_cover(around)));
    }
    covers.sort_unstable();
    covers.dedup();
    covers
}

/// The accessibility tree that a page has without a modal over it; `None` if it has none.
pub(crate) fn uncovered(page: &Page) -> Option<AriaTree> {
    let covers = covered(page);
    if covers.is_empty() {
        return None;
    }
    let mut dom = page.dom().clone();
    let shown = |node| Mutation::RemoveAttribute { node, name: "aria-hidden".to_owned() };
    // It fails for nodes of other trees only.
    dom.apply_all(&covers.into_iter().map(shown).collect::<Vec<_>>()).ok()?;
    Some(AriaTree::build_last(&dom, page.styles(), page.layout()))
}

impl Fingerprint {
    /// Takes the fingerprint of a page with the identities of `elements`, given in document order.
    #[must_use]
    pub fn of(page: &Page, elements: &[NodeId]) -> Self {
        let aria = uncovered(page).map_or(Cow::Borrowed(page.aria()), Cow::Owned);
        Self::compute(page.dom(), &PageNames { dom: page.dom(), aria }, elements)
    }
}
