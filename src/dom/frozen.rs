//! State that a saved page cannot hold otherwise, in `data-frozen-*` attributes.

use super::{Attribute, Dom, ElementData, LocalName, NodeData, NodeId, QualName, local_name, ns};

/// The value of `data-frozen-` and `name`.
fn frozen<'a>(element: &'a ElementData, name: &str) -> Option<&'a str> {
    let is_it = |a: &&Attribute| a.name.local.strip_prefix("data-frozen-") == Some(name) && a.name.ns == ns!();
    element.attributes.iter().find(is_it).map(|a| &*a.value)
}

fn number(text: &str) -> f32 {
    text.trim().parse().ok().filter(|n: &f32| n.is_finite()).unwrap_or(0.0)
}

/// True for a checkbox that was indeterminate.
#[must_use]
pub(super) fn is_indeterminate(element: &ElementData) -> bool {
    frozen(element, "indeterminate").is_some()
}

impl Dom {
    /// True for a `dialog` that was shown with `showModal()`.
    #[must_use]
    pub fn is_modal_dialog(&self, node: NodeId) -> bool {
        self.is_html(node, &local_name!("dialog"))
            && self.element(node).is_some_and(|e| frozen(e, "modal").is_some())
            && self.is_connected(node)
    }

    /// True for a popover that was shown.
    #[must_use]
    pub fn is_popover_open(&self, node: NodeId) -> bool {
        self.element(node)
            .is_some_and(|e| frozen(e, "popover-open").is_some() && e.attr(&LocalName::from("popover")).is_some())
    }

    /// The element of the page's document that was focused, as marked.
    #[must_use]
    pub fn frozen_focus(&self) -> Option<NodeId> {
        self.elements_in_order().find(|&n| self.element(n).is_some_and(|e| frozen(e, "focus").is_some()))
    }

    /// Where a document was scrolled to, `(x, y)` in CSS px; `None` if it does not say.
    #[must_use]
    pub fn frozen_document_scroll(&self, document: NodeId) -> Option<(f32, f32)> {
        let root = self.element(self.document_element(document)?)?;
        let (x, y) = (frozen(root, "scroll-x"), frozen(root, "scroll-y"));
        (x.is_some() || y.is_some()).then(|| (x.map_or(0.0, number), y.map_or(0.0, number)))
    }

    /// Where a scroller was scrolled to, `(left, top)` in CSS px; `None` if it does not say.
    #[must_use]
    pub fn frozen_scroll(&self, node: NodeId) -> Option<(f32, f32)> {
        let element = self.element(node)?;
        let (left, top) = (frozen(element, "scroll-left"), frozen(element, "scroll-top"));
        (left.is_some() || top.is_some()).then(|| (left.map_or(0.0, number), top.map_or(0.0, number)))
    }

    /// Opens the dialogs that were modal: `showModal()` sets `open`, and a page may be saved without it.
    pub(super) fn thaw(&mut self) {
        let closed: Vec<_> = self
            .elements_in_order()
            .filter(|&n| {
                self.is_html(n, &local_name!("dialog"))
                    && self.attr(n, &local_name!("open")).is_none()
                    && self.element(n).is_some_and(|e| frozen(e, "modal").is_some())
            })
            .collect();
        for dialog in closed {
            if let NodeData::Element(element) = &mut self.node_mut(dialog).data {
                let name = QualName::new(None, ns!(), local_name!("open"));
                element.attributes.push(Attribute { name, value: "".into() });
            }
        }
    }
}
