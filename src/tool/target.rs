//! What a user names: a ref of a snapshot, or a CSS selector.

use std::sync::PoisonError;

use super::element::Elements;
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::query::css;
use crate::refs::Ref;

/// The elements that a ref (one at most) or a CSS selector names, in document order.
///
/// # Errors
/// [`Error::UnknownRef`] for a ref that the page does not have; with a session, the error that says what became of it;
/// [`Error::InvalidSelector`] for a selector that does not parse.
pub(super) fn find(page: &Page, elements: &Elements<'_>, target: &str) -> Result<Vec<NodeId>, Error> {
    let target = target.trim();
    // `e12`, or `f1e12` in a frame: no element has such a name, so no selector is meant.
    let Ok(reference) = target.parse::<Ref>() else { return css::find(page, target) };
    if let Some(node) = elements.refs().element(reference) {
        return Ok(vec![node]);
    }
    if let Some((session, tab)) = elements.session() {
        let session = session.lock().unwrap_or_else(PoisonError::into_inner);
        return Ok(vec![session.resolve(page, reference, Some(tab))?.node]);
    }
    Err(Error::UnknownRef { target: reference.to_string(), known: elements.refs().len(), nearest: Vec::new() })
}

/// The one element that a ref or a CSS selector names: the first in document order.
///
/// # Errors
/// As [`find`]; [`Error::NotFound`] if the selector matches nothing.
pub(super) fn find_one(page: &Page, elements: &Elements<'_>, target: &str) -> Result<NodeId, Error> {
    find(page, elements, target)?.first().copied().ok_or_else(|| Error::NotFound {
        what: format!("matched by `{target}`"),
        hint: "`stillpage inspect` lists every element with its tag, id and classes".to_owned(),
    })
}
