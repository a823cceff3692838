//! Elements by what people write: CSS, Playwright's selectors, or locators as in JavaScript.

use super::css;
use super::javascript::selector_of;
use super::playwright::PlaywrightSelector;
use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::page::Page;

/// The elements of the page's document that a locator or a selector means: [`find_within`] the document.
///
/// # Errors
/// As [`find_within`].
pub fn find(page: &Page, text: &str) -> Result<Vec<NodeId>, SelectorError> {
    find_within(page, text, page.dom().document())
}

/// The elements below `scope` (a document or an element) that a locator or a selector means.
///
/// # Errors
/// [`SelectorError::Invalid`] for a locator or a selector that does not parse or takes too long, [`SelectorError::InvalidPattern`] and
/// [`SelectorError::PatternTooExpensive`] for a regular expression in it.
pub fn find_within(page: &Page, text: &str, scope: NodeId) -> Result<Vec<NodeId>, SelectorError> {
    match selector_of(text) {
        Some(written) => written.selector()?.find(page, scope),
        None => css::find_within(page, text, scope),
    }
}

/// Finds the elements in open shadow trees and in frames as well, document by document: as Playwright finds them in the page and
/// in each of its frames.
///
/// # Errors
/// As [`find_within`].
pub fn find_everywhere(page: &Page, text: &str, scope: NodeId) -> Result<Vec<NodeId>, SelectorError> {
    let selector = match selector_of(text) {
        Some(written) => written.selector()?,
        None => PlaywrightSelector::parse(text)?,
    };
    css::find_in_frames(page, &selector, scope)
}
