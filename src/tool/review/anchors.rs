//! Elements with a test id of their own on both versions: a button with the same one and another text is the button, renamed.
//! An `id` or a `name` does not say as much: pages reuse them for other elements.

use rustc_hash::FxHashMap;

use crate::dom::{LocalName, NodeId};
use crate::page::Page;
use crate::tool::element::Elements;

/// The elements by the attributes that name them; `None` for a value that several have.
pub(super) struct Anchors<'a> {
    names: [LocalName; 1],
    of: FxHashMap<(usize, &'a str), Option<NodeId>>,
}

impl<'a> Anchors<'a> {
    pub(super) fn of(page: &'a Page, elements: &Elements<'_>) -> Self {
        let dom = page.dom();
        let names = [LocalName::from(dom.test_id_attribute())];
        let mut of = FxHashMap::default();
        for node in elements.iter() {
            for (number, name) in names.iter().enumerate() {
                // A number in it was counted up by a framework.
                let value = dom.attr(node, name).filter(|value| !value.contains(|c: char| c.is_ascii_digit()));
                if let Some(value) = value.filter(|value| !value.is_empty()) {
                    of.entry((number, value)).and_modify(|known| *known = None).or_insert(Some(node));
                }
            }
        }
        Self { names, of }
    }

    /// The element of another version that has an attribute of this one, which no other element of either has, and its role.
    pub(super) fn same(&self, page: &Page, node: NodeId, other: &Anchors<'_>, other_page: &Page) -> Option<NodeId> {
        let role = |page: &Page, node| page.aria().get(node).and_then(|known| known.role);
        self.names.iter().enumerate().find_map(|(number, name)| {
            let value = page.dom().attr(node, name)?;
            let is_alone = self.of.get(&(number, value)).copied().flatten() == Some(node);
            let found = other.of.get(&(number, value)).copied().flatten().filter(|_| is_alone)?;
            (role(page, node) == role(other_page, found)).then_some(found)
        })
    }
}
