//! Elements by CSS selector.

use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::selector::{SelectorError, SelectorList, select};

/// The elements of the page's document that a selector matches, in document order: `document.querySelectorAll()`.
///
/// # Errors
/// [`Error::InvalidSelector`] if the selector does not parse.
pub fn find(page: &Page, selector: &str) -> Result<Vec<NodeId>, Error> {
    let list = SelectorList::parse(selector).map_err(|error| invalid(selector, &error))?;
    Ok(select(page.dom(), &list, page.dom().document()))
}

fn invalid(selector: &str, error: &SelectorError) -> Error {
    let hint =
        error.hint().unwrap_or("write a CSS selector as for document.querySelectorAll(), such as `main > a[href]`");
    Error::InvalidSelector {
        selector: selector.to_owned(),
        offset: error.offset,
        reason: error.message.clone(),
        hint: hint.to_owned(),
    }
}
