//! The accessibility tree in the words of agent frameworks: what their own serializers print of Chromium's tree.
//!
//! *In*: the nodes of `Accessibility.getFullAXTree`, from [`ax`](stillpage_engine::ax) or from Chromium. *Out*: text.
//!
//! *Invariants*: the text is that of the framework's serializer for the same nodes, but for the ids: elements that have a
//! ref carry it, so that what an agent answers is a target of `check`, `click` and the rest.

mod browsergym;
mod devtools;

use serde_json::Value as Json;

/// A framework whose text can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `BrowserGym`'s `flatten_axtree_to_str()` with its defaults; refs are its bids.
    BrowserGym,
    /// The `take_snapshot` tool of chrome-devtools-mcp; refs are its uids.
    ChromeDevTools,
}

impl Dialect {
    /// The name that options take.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BrowserGym => "browsergym",
            Self::ChromeDevTools => "chrome-devtools",
        }
    }

    /// Prints the nodes of `Accessibility.getFullAXTree`; `ref_of` gives the ref of the element with a `backendDOMNodeId`.
    #[must_use]
    pub fn print(self, nodes: &[Json], ref_of: impl Fn(u64) -> Option<String>) -> String {
        let tree = Tree::new(nodes);
        match self {
            Self::BrowserGym => browsergym::print(&tree, &ref_of),
            Self::ChromeDevTools => devtools::print(&tree, &ref_of),
        }
    }
}

/// The nodes with their children as positions in the list.
struct Tree<'a> {
    nodes: &'a [Json],
    children: Vec<Vec<usize>>,
}

impl<'a> Tree<'a> {
    fn new(nodes: &'a [Json]) -> Self {
        let id = |node: &'a Json| node["nodeId"].as_str();
        let place: std::collections::HashMap<&str, usize> =
            nodes.iter().enumerate().filter_map(|(at, node)| Some((id(node)?, at))).collect();
        let mut taken = vec![false; nodes.len()];
        let mut children = vec![Vec::new(); nodes.len()];
        for (node, children) in nodes.iter().zip(&mut children) {
            let ids = node["childIds"].as_array().into_iter().flatten();
            let found = ids.filter_map(|id| place.get(id.as_str()?).copied());
            // A node that two parents name, or that is its own ancestor, is printed once.
            children.extend(found.filter(|&at| at > 0 && !std::mem::replace(&mut taken[at], true)));
        }
        Self { nodes, children }
    }

    fn role(&self, at: usize) -> &'a str {
        self.nodes[at]["role"]["value"].as_str().unwrap_or("Unknown")
    }

    /// The name; `None` for nodes without one, such as ignored nodes.
    fn name(&self, at: usize) -> Option<&'a str> {
        self.nodes[at]["name"]["value"].as_str()
    }

    /// The properties that have a value, in order.
    fn properties(&self, at: usize) -> impl Iterator<Item = (&'a str, &'a Json)> {
        let properties = self.nodes[at]["properties"].as_array().into_iter().flatten();
        properties.filter_map(|property| Some((property["name"].as_str()?, property["value"].get("value")?)))
    }

    fn ref_of(&self, at: usize, ref_of: &impl Fn(u64) -> Option<String>) -> Option<String> {
        ref_of(self.nodes[at]["backendDOMNodeId"].as_u64()?)
    }
}

#[cfg(test)]
mod tests;
