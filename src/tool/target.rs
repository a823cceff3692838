//! Targets, as a user names them: a ref of a snapshot, a selector, or a locator as JavaScript writes it.

use std::collections::BTreeMap;

use super::element::Elements;
use crate::aria::Role;
use crate::dom::NodeId;
use crate::error::{ElementSummary, Error, OTHER_TARGET, RefError, SelectorError};
use crate::page::Page;
use crate::refs::resolver::Resolver;
use crate::refs::{Claim, PageFingerprint, is_stable_number, nearest, stable_table};
use crate::safe_text::{PageText, safe};
use crate::search::written;

/// The elements that a ref (one at most), a selector or a locator names, in document order.
///
/// # Errors
/// [`RefError::Unknown`] for a ref that the page does not have; with a session, the error with what became of it;
/// [`SelectorError::Invalid`] for a selector that does not parse.
pub(super) fn find(page: &Page, elements: &Elements<'_>, target: &str) -> Result<Vec<NodeId>, Error> {
    let target = target.trim();
    // `e12`, or `f1e12` in a frame: no element has such a name, so no selector is meant.
    let Ok(claim) = target.parse::<Claim>() else { return Ok(written::find(page, target)?) };
    if let Some(node) = elements.refs().element(claim.reference) {
        return Ok(vec![node]);
    }
    if let Some((session, tab)) = elements.session() {
        let session = session.borrow();
        let current = PageFingerprint::of(page);
        let resolver = Resolver::new(&session, &current, tab, None).with_names(elements.refs());
        return Ok(vec![resolver.resolve(&claim)?.node]);
    }
    // These mean the same on every load of the page, independent of the other refs.
    if is_stable_number(claim.reference.number)
        && let Some(node) = stable_table(page, elements.refs()).element(claim.reference)
    {
        return Ok(vec![node]);
    }
    let known: BTreeMap<_, _> =
        elements.refs().iter().map(|(reference, node)| (reference, summary(page, elements, node))).collect();
    Err(Error::Ref(RefError::Unknown {
        target: claim.reference.to_string(),
        known: known.len(),
        nearest: nearest(&claim, known),
    }))
}

fn summary(page: &Page, elements: &Elements<'_>, node: NodeId) -> ElementSummary {
    let aria = page.aria().get(node);
    let mut summary = ElementSummary::default();
    summary.reference = elements.refs().of(node);
    summary.role = aria.and_then(|aria| aria.role).map_or("generic", Role::name).to_owned();
    summary.name = aria.map(|aria| aria.name.to_string()).unwrap_or_default();
    summary.index = elements.index(node);
    summary
}

/// Returns the first element in document order that a ref, a selector or a locator names.
///
/// # Errors
/// As [`find`]; [`SelectorError::NotFound`] if nothing matches.
pub(super) fn find_one(page: &Page, elements: &Elements<'_>, target: &str) -> Result<NodeId, Error> {
    find(page, elements, target)?.first().copied().ok_or_else(|| {
        Error::Selector(SelectorError::NotFound {
            what: safe!("an element that `{}` matches", PageText::of(target)),
            hint: OTHER_TARGET.into(),
        })
    })
}
