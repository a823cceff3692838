//! Many selectors on one page: what the page's text and elements are is found out once.

use super::content::TextContents;
use super::evaluate::{Evaluation, Failure};
use super::{PlaywrightSelector, too_slow};
use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::page::Page;
use crate::selector::Tree;

/// Finds the elements of one selector after the other.
#[derive(Debug)]
pub struct Finder<'a> {
    evaluation: Evaluation<'a>,
    tree: &'a Tree<'a>,
}

impl<'a> Finder<'a> {
    /// For selectors in the document of `scope`.
    pub fn new(page: &'a Page, tree: &'a Tree<'a>, scope: NodeId) -> Self {
        Self { evaluation: Evaluation::new(page, tree, scope), tree }
    }

    /// The elements below `scope` that a selector matches, in Playwright's order.
    ///
    /// # Errors
    /// As [`PlaywrightSelector::find`].
    pub fn find(&mut self, selector: &PlaywrightSelector, scope: NodeId) -> Result<Vec<NodeId>, SelectorError> {
        let found = self.evaluation.query_selector(selector, scope);
        self.ended(selector, found)
    }

    /// The elements that a chain of steps leads to from others.
    ///
    /// # Errors
    /// As [`PlaywrightSelector::find`].
    pub fn find_from(&mut self, from: &[NodeId], chain: &PlaywrightSelector) -> Result<Vec<NodeId>, SelectorError> {
        let Some(&scope) = from.first() else { return Ok(Vec::new()) };
        let found = self.evaluation.chain_from(&chain.parts, from.to_vec(), scope);
        self.ended(chain, found)
    }

    /// The elements of the document and its open shadow trees, in Playwright's order.
    pub fn elements(&mut self) -> &[NodeId] {
        self.evaluation.all()
    }

    /// The text of every element of the document.
    pub fn content(&mut self) -> &TextContents<'a> {
        self.evaluation.content()
    }

    fn ended(&mut self, selector: &PlaywrightSelector, found: Vec<NodeId>) -> Result<Vec<NodeId>, SelectorError> {
        match self.evaluation.end() {
            None if self.tree.gave_up() => Err(too_slow(&selector.source)),
            None => Ok(found),
            Some(Failure::Pattern(error)) => Err(error),
            Some(Failure::Steps) => Err(too_slow(&selector.source)),
        }
    }
}
