//! The accessibility tree in the words of agent frameworks: what their own serializers print of Chromium's tree.
//!
//! *In*: a page, as the nodes of [`ax`](stillpage_engine::ax). *Out*: text.
//!
//! *Invariants*: the text is that of the framework's serializer for the same nodes, but for the ids: elements that have a
//! ref carry it, so that what an agent answers is a target of `check`, `click` and the rest.

mod agent_browser;
// Its parts are 20 kB of download.
#[cfg(not(stillpage_npm))]
mod browser_use;
mod browsergym;
mod devtools;
mod pointer;
mod stagehand;

use stillpage_engine::ax::{AxNode, AxTree, Bare, Listing, Origin};

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
    /// The text of the page that browser-use gives to a model; refs are its indices.
    #[cfg(not(stillpage_npm))]
    BrowserUse,
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
            #[cfg(not(stillpage_npm))]
            Self::BrowserUse => "browser-use",
        }
    }

    /// Prints a page; `ref_of` gives the ref of an element.
    #[must_use]
    pub fn print(self, page: &Page, ref_of: impl Fn(NodeId) -> Option<String>) -> String {
        let tree = AxTree::build(page);
        let tree = Tree::new(page, &tree);
        match self {
            Self::BrowserGym => browsergym::print(&tree, &ref_of),
            Self::ChromeDevTools => devtools::print(&tree, &ref_of),
            Self::AgentBrowser => agent_browser::print(&tree, &ref_of),
            Self::Stagehand => stagehand::print(&tree, &ref_of),
            #[cfg(not(stillpage_npm))]
            Self::BrowserUse => browser_use::print(&tree, &ref_of),
        }
    }
}

/// The nodes with their children as positions in the list.
struct Tree<'a> {
    page: &'a Page,
    nodes: Listing<'a>,
    children: Vec<Vec<usize>>,
}

impl<'a> Tree<'a> {
    fn new(page: &'a Page, tree: &'a AxTree) -> Self {
        let nodes = Listing::new(tree);
        let children = (0..nodes.len()).map(|at| nodes.children(at).collect()).collect();
        Self { page, nodes, children }
    }

    fn node(&self, at: usize) -> &'a AxNode {
        self.nodes.node(at)
    }

    fn role(&self, at: usize) -> &'a str {
        self.node(at).shown_role()
    }

    /// The node, if it is not ignored: others show nothing of what they have.
    fn shown(&self, at: usize) -> Option<&'a AxNode> {
        Some(self.node(at)).filter(|node| node.ignored.is_none())
    }

    /// The name; `None` for nodes without one, such as ignored nodes.
    fn name(&self, at: usize) -> Option<&'a str> {
        self.shown(at)?.name.as_ref().map(|(name, _)| name.as_str())
    }

    /// The description; empty without one.
    fn description(&self, at: usize) -> &'a str {
        self.shown(at).map_or("", |node| &node.description)
    }

    fn value(&self, at: usize) -> Option<Bare<'a>> {
        self.shown(at)?.value.as_ref()?.bare()
    }

    /// The properties that have a value, in order.
    fn properties(&self, at: usize) -> impl Iterator<Item = (&'static str, Bare<'a>)> {
        let properties = self.shown(at).map_or_else(Default::default, |node| node.properties.as_slice());
        properties.iter().filter_map(|(name, value)| Some((*name, value.bare()?)))
    }

    fn property(&self, at: usize, name: &str) -> Option<Bare<'a>> {
        self.properties(at).find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// The element that a node stands for.
    fn element(&self, at: usize) -> Option<NodeId> {
        match self.node(at).origin {
            Origin::Element(element) => Some(element),
            _ => None,
        }
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

/// The truth of a value in Python and JavaScript.
fn is_truthy(value: Bare<'_>) -> bool {
    match value {
        Bare::Bool(value) => value,
        Bare::Whole(number) => number != 0,
        Bare::Number(number) => number != 0.0,
        Bare::Text(text) => !text.is_empty(),
    }
}

/// White space of Python's `str.strip()`.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests;
