//! State that a browser restores when one returns to a page: what was entered, and how far it was scrolled.
//!
//! Playwright: its browser keeps no pages that were left, so that they are loaded again, and nothing has the focus.

use super::{ActiveDocument, attribute};
use crate::dom::{Dom, LocalName, Mutation, NodeId, local_name};
use crate::geometry::Point;

/// The state of a page when it was left.
#[derive(Debug, Clone, Default)]
pub struct LeftPage {
    controls: Vec<Control>,
    scrolls: Vec<(NodeId, Point)>,
}

/// A control that was edited. Nodes have the same ids whenever the same file is parsed.
#[derive(Debug, Clone)]
struct Control {
    node: NodeId,
    tag: LocalName,
    name: Option<String>,
    value: Option<String>,
    is_checked: bool,
    is_selected: bool,
    /// The text of a `textarea`.
    text: Option<String>,
}

impl Control {
    fn of(dom: &Dom, node: NodeId) -> Option<Self> {
        let element = dom.element(node)?;
        let attr = |name: LocalName| element.attr(&name).map(str::to_owned);
        let tag = element.name.local.clone();
        Some(Self {
            text: (tag == local_name!("textarea")).then(|| dom.child_text(node)),
            name: attr(local_name!("name")),
            value: attr(local_name!("value")),
            is_checked: element.attr(&local_name!("checked")).is_some(),
            is_selected: element.attr(&local_name!("selected")).is_some(),
            node,
            tag,
        })
    }
}

impl ActiveDocument {
    /// Returns the state to [restore](Self::restore) when the user comes back to the page.
    pub fn left(&self) -> LeftPage {
        let dom = self.page.dom();
        LeftPage {
            controls: self.state.originals.keys().filter_map(|&node| Control::of(dom, node)).collect(),
            scrolls: self.state.scrolls.clone(),
        }
    }

    /// Gives back to a page that was loaded again what it was when it was left, as far as it is the same page still.
    pub fn restore(&mut self, left: &LeftPage) {
        let known = self.page.dom().len();
        let mut changes = Vec::new();
        for was in left.controls.iter().filter(|was| was.node.index() < known) {
            let is_same =
                Control::of(self.page.dom(), was.node).is_some_and(|now| now.tag == was.tag && now.name == was.name);
            if !is_same {
                continue;
            }
            self.remember(was.node);
            changes.push(attribute(was.node, "value", was.value.as_deref()));
            changes.push(attribute(was.node, "checked", was.is_checked.then_some("")));
            changes.push(attribute(was.node, "selected", was.is_selected.then_some("")));
            changes.extend(was.text.iter().map(|text| Mutation::SetText { node: was.node, text: text.clone() }));
        }
        self.mutate(&changes);
        let scrolls: Vec<(NodeId, Point)> =
            left.scrolls.iter().filter(|(node, _)| node.index() < known).copied().collect();
        self.scroll(&scrolls);
        self.take_effects();
    }
}
