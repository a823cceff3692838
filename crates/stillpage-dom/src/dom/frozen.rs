//! State that a saved page cannot hold otherwise, in `data-frozen-*` attributes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Attribute, Dom, ElementData, LocalName, NodeData, NodeId, QualName, local_name, ns};

/// Limit on the number of automatic popovers that are read.
const MAX_POPOVERS: usize = 500;

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

    /// The popover that an element opened, if it is marked as the one that did.
    #[must_use]
    pub fn invoked_popover(&self, invoker: NodeId) -> Option<NodeId> {
        let element = self.element(invoker).filter(|e| frozen(e, "invoker").is_some())?;
        let id = ["popovertarget", "commandfor"].into_iter().find_map(|name| element.attr(&LocalName::from(name)))?;
        self.get_element_by_id(self.tree_root(invoker), &id.into()).filter(|&popover| self.is_popover_open(popover))
    }

    /// The element of the page's document that was focused, as marked.
    #[must_use]
    pub fn frozen_focus(&self) -> Option<NodeId> {
        self.elements_in_order().find(|&node| self.is_frozen_focus(node))
    }

    /// True for an element that is marked as focused; where several are, the first was.
    #[must_use]
    pub fn is_frozen_focus(&self, node: NodeId) -> bool {
        self.element(node).is_some_and(|element| frozen(element, "focus").is_some())
    }

    /// Returns the recorded scroll position of a document, `(x, y)` in CSS px; `None` if not recorded.
    #[must_use]
    pub fn frozen_document_scroll(&self, document: NodeId) -> Option<(f32, f32)> {
        // In quirks mode the body has the offsets of the window.
        [self.document_element(document), self.body(document)].into_iter().flatten().find_map(|node| {
            let element = self.element(node)?;
            let (x, y) = (frozen(element, "scroll-x"), frozen(element, "scroll-y"));
            (x.is_some() || y.is_some()).then(|| (x.map_or(0.0, number), y.map_or(0.0, number)))
        })
    }

    /// Returns the recorded scroll position of a scroller, `(left, top)` in CSS px; `None` if not recorded.
    #[must_use]
    pub fn frozen_scroll(&self, node: NodeId) -> Option<(f32, f32)> {
        let element = self.element(node)?;
        let (left, top) = (frozen(element, "scroll-left"), frozen(element, "scroll-top"));
        (left.is_some() || top.is_some()).then(|| (left.map_or(0.0, number), top.map_or(0.0, number)))
    }

    /// Takes frozen scroll offsets for what a browser had: the page went as far, even if what is missing of it makes it
    /// shorter now.
    pub fn hold_frozen_scroll(&mut self) {
        self.holds_scroll = true;
    }

    /// True if frozen scroll offsets are what a browser had.
    #[must_use]
    pub fn holds_frozen_scroll(&self) -> bool {
        self.holds_scroll
    }

    /// Drops the marks of frozen state.
    pub(super) fn forget_frozen_state(&mut self) {
        for node in (0..self.len()).map(NodeId::from_index) {
            if let NodeData::Element(element) = &mut self.node_mut(node).data {
                let is_mark = |a: &Attribute| a.name.ns == ns!() && a.name.local.starts_with("data-frozen-");
                if element.attributes.iter().any(is_mark) {
                    Arc::make_mut(element).change_attributes(|all| all.retain(|a| !is_mark(a)));
                }
            }
        }
    }

    /// Brings the state that marks stand for into the tree.
    pub(super) fn thaw(&mut self) {
        let is_mark = |attribute: &Attribute| attribute.name.local.starts_with("data-frozen-");
        let is_marked = |node| self.element(node).is_some_and(|element| element.attributes.iter().any(is_mark));
        let is_frozen = self.elements_in_order().any(is_marked);
        self.is_frozen = is_frozen;
        if !is_frozen {
            return;
        }
        self.open_modal_dialogs();
        self.close_popovers();
    }

    /// Opens the dialogs that were modal: `showModal()` sets `open`, and a page may be saved without it.
    fn open_modal_dialogs(&mut self) {
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
                let open = Attribute { name, value: "".into() };
                Arc::make_mut(element).change_attributes(|all| all.push(open));
            }
        }
    }

    /// An automatic popover closes those that it is not in, and was not opened from, when it is shown: of several marked
    /// ones the last is open.
    ///
    /// <https://html.spec.whatwg.org/#show-popover>
    fn close_popovers(&mut self) {
        let is_auto = |dom: &Self, node: NodeId| {
            let kind = dom.element(node).and_then(|e| e.attr(&LocalName::from("popover"))).unwrap_or("manual");
            kind.is_empty() || kind.eq_ignore_ascii_case("auto")
        };
        let shown: Vec<_> = self.elements_in_order().filter(|&n| self.is_popover_open(n) && is_auto(self, n)).collect();
        // Limit: more than any real page shows at once.
        if !(2..=MAX_POPOVERS).contains(&shown.len()) {
            return;
        }
        let mut invokers: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
        let target = LocalName::from("popovertarget");
        for node in self.elements_in_order() {
            if let Some(id) = self.attr(node, &target) {
                invokers.entry(id).or_default().push(node);
            }
        }
        let mut open: Vec<NodeId> = Vec::new();
        let mut closed = Vec::new();
        for next in shown {
            let id = self.attr(next, &local_name!("id"));
            let from = id.and_then(|id| invokers.get(id)).map_or(&[][..], Vec::as_slice);
            open.retain(|&before| {
                let stays = [next].iter().chain(from).any(|&n| self.contains(before, n));
                if !stays {
                    closed.push(before);
                }
                stays
            });
            open.push(next);
        }
        for popover in closed {
            if let NodeData::Element(element) = &mut self.node_mut(popover).data {
                let is_mark = |a: &Attribute| *a.name.local == *"data-frozen-popover-open";
                Arc::make_mut(element).change_attributes(|all| all.retain(|a| !is_mark(a)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dom::{Dom, ParseOptions};

    fn shown(html: &str) -> String {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let open = dom.elements_in_order().filter(|&n| dom.is_popover_open(n));
        open.filter_map(|n| dom.attr(n, &crate::dom::local_name!("id"))).collect()
    }

    #[test]
    fn popovers_that_are_shown_close_others() {
        let marked = |id: &str, more: &str, inner: &str| {
            format!("<div id={id} popover{more} data-frozen-popover-open>{inner}</div>")
        };
        let two = marked("a", "", "") + &marked("b", "=auto", "");
        assert_eq!(shown(&two), "b");
        let manual = marked("a", "=manual", "") + &marked("b", "", "");
        assert_eq!(shown(&manual), "ab");
        let nested = marked("a", "", &marked("b", "", "")) + &marked("c", "=manual", "");
        assert_eq!(shown(&nested), "abc");
        let invoked = marked("a", "", "<button popovertarget=b>more</button>") + &marked("b", "", "");
        assert_eq!(shown(&invoked), "ab");
    }
}
