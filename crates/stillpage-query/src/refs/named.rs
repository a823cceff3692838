//! Roles and names of a page for [`Fingerprint::compute`].

use std::borrow::Cow;

use super::fingerprint::{Fingerprint, Named};
use super::walk::Walk;
use crate::aria::{AriaTree, Exposure, Role};
use crate::dom::{Dom, Mutation, NodeId, local_name};
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
fn covered(page: &Page, walk: &Walk) -> Vec<NodeId> {
    let dom = page.dom();
    let is_cover = |node: NodeId| {
        dom.attr(node, &local_name!("aria-hidden")).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    };
    // Most pages hide nothing.
    if !walk.order.iter().any(|&node| is_cover(node)) {
        return Vec::new();
    }
    let controls = |node: NodeId| page.aria().get(node).is_some_and(|aria| aria.role.is_some_and(Role::is_interactive));
    let mut covers: Vec<NodeId> = Vec::new();
    for &node in walk.order.iter().filter(|&&node| dom.element(node).is_some() && controls(node)) {
        covers.extend(dom.ancestors(node).filter(|&around| is_cover(around)));
    }
    covers.sort_unstable();
    covers.dedup();
    covers
}

/// The accessibility tree that a page has without a modal over it; `None` if it has none.
fn uncovered(page: &Page, walk: &Walk) -> Option<AriaTree> {
    let covers = covered(page, walk);
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
        let walk = Walk::of(page.dom());
        let places = elements.iter().filter_map(|&node| walk.place(node)).collect();
        Self::at(page, &walk, places)
    }

    /// Takes the fingerprint of a page with the identities of all its elements.
    pub(super) fn of_all(page: &Page) -> Self {
        let walk = Walk::of(page.dom());
        let is_element = |&place: &usize| page.dom().element(walk.order[place]).is_some();
        Self::at(page, &walk, (0..walk.len()).filter(is_element).collect())
    }

    fn at(page: &Page, walk: &Walk, places: Vec<usize>) -> Self {
        let aria = uncovered(page, walk).map_or(Cow::Borrowed(page.aria()), Cow::Owned);
        Self::walked(page.dom(), &PageNames { dom: page.dom(), aria }, walk, places)
    }
}
