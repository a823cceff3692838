//! The accessibility tree in the words of agent frameworks: what their own serializers print of Chromium's tree.
//!
//! *In*: a page, as nodes of `Accessibility.getFullAXTree` from [`ax`]. *Out*: text.
//!
//! *Invariants*: the text is that of the framework's serializer for the same nodes, but for the ids: elements that have a
//! ref carry it, so that what an agent answers is a target of `check`, `click` and the rest.

mod agent_browser;
mod browsergym;
mod devtools;
mod pointer;
mod stagehand;

use std::collections::HashMap;

use serde_json::Value as Json;
use stillpage_engine::ax::{self, AxTree};

use crate::dom::NodeId;
use crate::page::Page;

/// A framework whose text can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `BrowserGym`'s `flatten_axtree_to_str()` with its defaults; refs are its bids.
    BrowserGym,
    /// The `take_snapshot` tool of chrome-devtools-mcp; refs are its uids.
    ChromeDevTools,
    /// `agent-browser snapshot`; refs are its refs.
    AgentBrowser,
    /// The outline that Stagehand gives to a model; refs are its encoded ids.
    Stagehand,
}

impl Dialect {
    /// The name that options take.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BrowserGym => "browsergym",
            Self::ChromeDevTools => "chrome-devtools",
            Self::AgentBrowser => "agent-browser",
            Self::Stagehand => "stagehand",
        }
    }

    /// Prints a page; `ref_of` gives the ref of an element.
    #[must_use]
    pub fn print(self, page: &Page, ref_of: impl Fn(NodeId) -> Option<String>) -> String {
        let json = ax::to_json(page, &AxTree::build(page));
        self.print_nodes(page, json["nodes"].as_array().map(Vec::as_slice).unwrap_or_default(), ref_of)
    }

    fn print_nodes(self, page: &Page, nodes: &[Json], ref_of: impl Fn(NodeId) -> Option<String>) -> String {
        let tree = Tree::new(page, nodes);
        match self {
            Self::BrowserGym => browsergym::print(&tree, &ref_of),
            Self::ChromeDevTools => devtools::print(&tree, &ref_of),
            Self::AgentBrowser => agent_browser::print(&tree, &ref_of),
            Self::Stagehand => stagehand::print(&tree, &ref_of),
        }
    }
}

/// The nodes with their children as positions in the list.
struct Tree<'a> {
    page: &'a Page,
    nodes: &'a [Json],
    children: Vec<Vec<usize>>,
    /// The elements of the page's document: their place and 1 are their `backendDOMNodeId`.
    elements: Vec<NodeId>,
}

impl<'a> Tree<'a> {
    fn new(page: &'a Page, nodes: &'a [Json]) -> Self {
        let id = |node: &'a Json| node["nodeId"].as_str();
        let place: HashMap<&str, usize> =
            nodes.iter().enumerate().filter_map(|(at, node)| Some((id(node)?, at))).collect();
        let mut taken = vec![false; nodes.len()];
        let mut children = vec![Vec::new(); nodes.len()];
        for (node, children) in nodes.iter().zip(&mut children) {
            let ids = node["childIds"].as_array().into_iter().flatten();
            let found = ids.filter_map(|id| place.get(id.as_str()?).copied());
            // A node that two parents name, or that is its own ancestor, is printed once.
            children.extend(found.filter(|&at| at > 0 && !std::mem::replace(&mut taken[at], true)));
        }
        Self { page, nodes, children, elements: page.dom().elements_in_order().collect() }
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

    fn property(&self, at: usize, name: &str) -> Option<&'a Json> {
        self.properties(at).find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    fn is_ignored(&self, at: usize) -> bool {
        self.nodes[at]["ignored"] == true
    }

    /// The element that a node stands for.
    fn element(&self, at: usize) -> Option<NodeId> {
        let backend = usize::try_from(self.nodes[at]["backendDOMNodeId"].as_u64()?).ok()?;
        self.elements.get(backend.checked_sub(1)?).copied()
    }

    fn ref_of(&self, at: usize, ref_of: &impl Fn(NodeId) -> Option<String>) -> Option<String> {
        ref_of(self.element(at)?)
    }

    /// All positions, parents before what is in them.
    fn parents_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len().min(1)).collect();
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            order.extend(&self.children[at]);
        }
        order
    }
}

#[cfg(test)]
mod tests;
