//! The nodes that have grown so far, and what new ones inherit.

use super::interest::Judge;
use super::space::Spaces;
use super::{AxNode, Ignored, Origin};
use crate::page::Page;

/// Properties that hold for everything in an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Inherited {
    /// The reason why it is hidden.
    pub(super) hidden: Option<Ignored>,
    /// It is in a label that says what its control says.
    pub(super) in_label: bool,
    /// It is in a slot, whose content is in the tree though it may be hidden.
    pub(super) in_slot: bool,
    /// It is in something that has its name from its content.
    pub(super) in_name: bool,
    /// Its content is used where something else is named or described.
    pub(super) is_used: bool,
}

/// Grows the nodes of a page, parents first.
pub(super) struct Growth<'a> {
    pub(super) page: &'a Page,
    pub(super) judge: &'a Judge<'a>,
    pub(super) spaces: Spaces<'a>,
    pub(super) nodes: Vec<AxNode>,
    /// By node of the tree.
    pub(super) inherited: Vec<Inherited>,
}

impl Growth<'_> {
    /// Adds a node below another one.
    pub(super) fn push(
        &mut self,
        origin: Origin,
        parent: Option<usize>,
        role: &'static str,
        ignored: Option<Ignored>,
        included: bool,
    ) -> usize {
        let inherited = parent.map(|p| self.inherited[p]).unwrap_or_default();
        self.inherited.push(inherited);
        self.nodes.push(AxNode {
            origin,
            parent,
            children: Vec::new(),
            role,
            ignored: inherited.hidden.or(ignored),
            name: None,
            description: String::new(),
            value: None,
            properties: Vec::new(),
            text: String::new(),
            included: included && (inherited.is_used || !inherited.hidden.is_some_and(Ignored::hides)),
            grown: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Adds a part that the browser makes, which is in the tree though what it is in may be hidden.
    pub(super) fn push_kept(
        &mut self,
        origin: Origin,
        parent: usize,
        role: &'static str,
        ignored: Option<Ignored>,
    ) -> usize {
        let at = self.push(origin, Some(parent), role, ignored, true);
        self.nodes[at].included = true;
        at
    }

    /// A text of its own below a node, on one line.
    pub(super) fn text(&mut self, origin: Origin, parent: usize, text: &str) -> usize {
        let at = self.push(origin, Some(parent), "StaticText", None, true);
        text.clone_into(&mut self.nodes[at].text);
        if self.inherited[at].in_label {
            self.nodes[at].ignored = self.nodes[at].ignored.or(Some(Ignored::Presentational));
        } else if self.nodes[at].included && self.nodes[at].ignored.is_none() {
            for run in apart_at_tabs(text) {
                let line = self.push(Origin::Line, Some(at), "InlineTextBox", None, true);
                run.clone_into(&mut self.nodes[line].text);
            }
        }
        at
    }
}

/// The parts of a text that are tabs and those that are not: each is a run.
fn apart_at_tabs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_tab = rest.chars().next()? == '\t';
        let end = rest.find(|c| (c == '\t') != is_tab).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}
