//! [`Written`]: a re-rendered page as HTML, with the ground truth in element indexes after a reparse.

use rustc_hash::FxHashMap;

use super::rerender::Rerender;
use crate::dom::{Dom, LocalName, Mutation, NodeId, ParseOptions, SerializeOptions};

/// Never in a page; there only between a serialisation and the parse that follows.
const PROBE: &str = "data-stillpage-probe";

/// A page as text, and what its elements were. Indexes count as `document.querySelectorAll('*')` does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The page.
    pub html: String,
    /// For each element of the page before, the element that is the same widget, if any.
    pub truth: Vec<Option<usize>>,
    /// Nodes that are still connected: index before, index after.
    pub handles: Vec<(usize, usize)>,
}

fn html(dom: &Dom) -> String {
    dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() })
}

fn parse(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions { encoding: Some(encoding_rs::UTF_8), ..ParseOptions::default() })
}

impl Rerender {
    /// The page as text.
    ///
    /// Some trees do not survive being written and read (a link in a link, a form in a form); the indexes are those of the
    /// tree that a reader gets.
    #[must_use]
    pub fn written(&self) -> Written {
        let text = html(&self.dom);
        let order: Vec<NodeId> = self.dom.elements_in_order().collect();
        let reread = parse(&text);
        let names = |dom: &Dom| -> Vec<_> {
            dom.elements_in_order().filter_map(|node| dom.element(node).map(|e| e.name.clone())).collect()
        };
        let index: FxHashMap<NodeId, usize> = if names(&self.dom) == names(&reread) {
            order.iter().enumerate().map(|(i, &node)| (node, i)).collect()
        } else {
            probed(&self.dom, &order)
        };
        let truth: Vec<Option<usize>> =
            self.truth().map(|(_, after)| after.and_then(|node| index.get(&node).copied())).collect();
        let connected = self.before.iter().enumerate().filter(|&(_, &node)| self.is_connected(node));
        let handles = connected.filter_map(|(i, node)| Some((i, index.get(node).copied()?))).collect();
        Written { html: text, truth, handles }
    }
}

/// Returns the index of each element after a reparse; the first one of those that the parser doubled.
fn probed(dom: &Dom, order: &[NodeId]) -> FxHashMap<NodeId, usize> {
    let mut probing = dom.clone();
    let probes: Vec<_> = order
        .iter()
        .enumerate()
        .map(|(i, &node)| Mutation::SetAttribute { node, name: PROBE.to_owned(), value: i.to_string() })
        .collect();
    // Elements of the tree take any attribute; without the probes every widget would seem to be gone.
    probing.apply_all(&probes).expect("an attribute was not set on an element");
    let reread = parse(&html(&probing));
    let mut index = FxHashMap::default();
    for (i, node) in reread.elements_in_order().enumerate() {
        let probe = reread.attr(node, &LocalName::from(PROBE)).and_then(|value| value.parse::<usize>().ok());
        if let Some(&original) = probe.and_then(|at| order.get(at)) {
            index.entry(original).or_insert(i);
        }
    }
    index
}
