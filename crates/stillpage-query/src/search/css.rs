//! Elements by selector: CSS as `document.querySelectorAll()` takes it, and Playwright's dialect.

use super::playwright::{PlaywrightSelector, elements_below, is_playwright, too_slow};
use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::page::Page;
use crate::selector::{SelectorList, SelectorSyntaxError, StepLimitExceeded, select};

/// The elements of the page's document that a selector means: [`find_within`] the document.
///
/// # Errors
/// As [`find_within`].
pub fn find(page: &Page, selector: &str) -> Result<Vec<NodeId>, SelectorError> {
    find_within(page, selector, page.dom().document())
}

/// The elements that a selector means below `scope` (a document or an element) and in its frames, one document after the other.
///
/// # Errors
/// [`SelectorError::Invalid`] if it takes too long, [`SelectorError::PatternTooExpensive`] for a regular expression in it that does.
pub fn find_in_frames(page: &Page, selector: &PlaywrightSelector, scope: NodeId) -> Result<Vec<NodeId>, SelectorError> {
    let dom = page.dom();
    let mut roots = vec![scope];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&root) = roots.get(at) {
        at += 1;
        found.extend(selector.find(page, root)?);
        roots.extend(elements_below(dom, root, true).into_iter().filter_map(|node| dom.element(node)?.frame_document));
    }
    Ok(found)
}

/// The elements below `scope` (a document or an element) that a selector means.
///
/// What is CSS is `scope.querySelectorAll()`: document order, shadow trees not searched. What uses syntax that only
/// Playwright knows (an engine, a chain, `:visible`, `:has-text()`) is `page.locator()`.
///
/// # Errors
/// [`SelectorError::Invalid`] if the selector does not parse or takes too long; [`SelectorError::PatternTooExpensive`] for a regular expression in it
/// that takes too long.
pub fn find_within(page: &Page, selector: &str, scope: NodeId) -> Result<Vec<NodeId>, SelectorError> {
    if is_playwright(selector) {
        return PlaywrightSelector::parse(selector)?.find(page, scope);
    }
    let list = SelectorList::parse(selector).map_err(|error| invalid(selector, &error))?;
    select(page.dom(), &list, scope).map_err(|StepLimitExceeded| too_slow(selector))
}

/// Checks the syntax of a selector.
///
/// # Errors
/// [`SelectorError::Invalid`]
pub fn check(selector: &str) -> Result<(), SelectorError> {
    if is_playwright(selector) {
        return PlaywrightSelector::parse(selector).map(|_| ());
    }
    SelectorList::parse(selector).map(|_| ()).map_err(|error| invalid(selector, &error))
}

fn invalid(selector: &str, error: &SelectorSyntaxError) -> SelectorError {
    let hint =
        error.hint().unwrap_or("write a CSS selector as for document.querySelectorAll(), such as `main > a[href]`");
    SelectorError::Invalid {
        selector: selector.to_owned(),
        offset: error.offset,
        reason: error.message.clone(),
        hint: hint.to_owned(),
    }
}
