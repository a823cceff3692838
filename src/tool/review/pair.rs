//! Two versions of a page.

use rustc_hash::{FxHashMap, FxHashSet};

use super::anchors::Anchors;
use super::changes::{self, Known, Side, is_relied_on, next_reference};
use super::{Comparison, TestLocators, locators};
use crate::dom::NodeId;
use crate::error::{RefError, StaleReason};
use crate::hit::{HitMap, Trials};
use crate::page::Page;
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Ref};
use crate::tool::element::Elements;

/// Compares two versions of a page.
pub(crate) fn review([before, after]: [&Page; 2], tests: &TestLocators) -> Comparison {
    let (old, new) = (Elements::alone(before), Elements::alone(after));
    let mut notes = Vec::new();
    let unique = tests.unique(before, &mut notes);
    let mut shown = old.refs().clone();
    // What a locator finds may be text that no snapshot gives a ref.
    for &node in unique.iter().flatten() {
        if shown.of(node).is_none() {
            shown.insert(next_reference(&shown), node);
        }
    }
    let mut session = Session::new();
    session.adopt(Session::FIRST_TAB, &PageFingerprint::of(before), &shown);
    // A test server and a live one are two versions of a page, too.
    session.keep_document(Session::FIRST_TAB);
    let current = PageFingerprint::of(after);
    let resolver = Resolver::new(&session, &current, Session::FIRST_TAB, None).with_names(new.refs()).after_rerender();
    let resolve = |reference: Ref| resolver.resolve(&reference.into()).map(|found| found.node);
    let mut resolved: FxHashMap<NodeId, Result<NodeId, RefError>> =
        shown.iter().map(|(reference, node)| (node, resolve(reference))).collect();
    let mut taken: FxHashSet<NodeId> = resolved.values().filter_map(|found| found.as_ref().ok().copied()).collect();
    let anchors = [Anchors::of(before, &old), Anchors::of(after, &new)];
    for (_, node) in shown.iter() {
        let is_gone =
            matches!(resolved.get(&node), Some(Err(RefError::Stale { reason, .. })) if *reason != StaleReason::Hidden);
        if is_gone
            && let Some(found) = anchors[0].same(before, node, &anchors[1], after)
            && taken.insert(found)
        {
            resolved.insert(node, Ok(found));
        }
    }

    let mut sides = [(before, &old), (after, &new)].map(|(page, elements)| Side {
        page,
        elements,
        map: HitMap::new(page),
        trials: Trials::default(),
    });
    let mut comparison = Comparison::default();
    for node in old.iter().filter(|&node| is_relied_on(before, node)) {
        let Some(found) = resolved.get(&node) else { continue };
        comparison.changes.extend(changes::of_element(sides.each_mut(), node, found));
    }
    let is_new = |&node: &NodeId| is_relied_on(after, node) && new.refs().of(node).is_some() && !taken.contains(&node);
    comparison.changes.extend(new.iter().filter(is_new).map(|node| changes::new(&sides[1], node)));

    let now = |node: NodeId| match resolved.get(&node) {
        Some(Ok(found)) => Ok(*found),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("the element has no ref".to_owned()),
    };
    comparison.checked = unique.iter().flatten().count();
    comparison.locators =
        locators::broken(tests, &unique, after, &|node| Known::of(&old, before, node), &now, &mut notes);
    comparison.notes.extend(notes);
    for page in [before, after] {
        comparison.notes.extend(page.warnings().iter().map(ToString::to_string));
    }
    comparison.notes.dedup();
    comparison
}
