//! What a user names: a ref of a snapshot, or a CSS selector.

use super::css;
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;

/// The elements that a ref (one at most) or a CSS selector names, in document order.
///
/// # Errors
/// [`Error::UnknownRef`] for a ref that the page does not have, [`Error::InvalidSelector`] for a selector that does not
/// parse.
pub fn find(page: &Page, target: &str) -> Result<Vec<NodeId>, Error> {
    let target = target.trim();
    if !is_ref(target) {
        return css::find(page, target);
    }
    Err(Error::UnknownRef { target: target.to_owned(), known: 0 })
}

/// `e12`, or `f1e12` inside a frame: no element has such a name, so no selector is meant.
#[must_use]
pub fn is_ref(target: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let element = |text: &str| text.strip_prefix('e').is_some_and(number);
    element(target)
        || target
            .strip_prefix('f')
            .and_then(|rest| rest.split_once('e'))
            .is_some_and(|(frame, rest)| number(frame) && number(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refs_are_told_from_selectors() {
        for target in ["e1", "e120", "f1e2", "f12e34"] {
            assert!(is_ref(target), "{target}");
        }
        for target in ["e", "em", "e1 a", "f1", "fe1", "f1e", "h1", "#e1", ""] {
            assert!(!is_ref(target), "{target}");
        }
    }
}
