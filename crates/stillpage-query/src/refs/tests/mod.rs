//! Refs from page to page, on small pages.

mod choices;
mod containers;
mod deaths;
mod details;
mod evidence;
mod forms;
mod healing;
mod marking;
mod numbers;
mod rerenders;
mod stacks;
mod stored;
mod temporary;
mod views;

use std::collections::BTreeMap;

use super::resolver::Resolution;
use super::session::Session;
use super::{Ref, RefTable};
use crate::device::Device;
use crate::dom::{Dom, LocalName, NodeId, ParseOptions};
use crate::error::RefError;
use crate::page::{Page, RenderOptions};

fn page(body: &str) -> Page {
    page_of(&format!("<!doctype html><title>t</title><body>{body}"))
}

fn page_of(html: &str) -> Page {
    Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
}

/// Elements that the tests speak of carry `data-t`, which no resolver looks at.
fn tagged(page: &Page) -> BTreeMap<String, NodeId> {
    let name = LocalName::from("data-t");
    page.dom().elements_in_order().filter_map(|n| Some((page.dom().attr(n, &name)?.to_owned(), n))).collect()
}

/// Every element with a box, numbered as a snapshot would.
fn shown(page: &Page) -> RefTable {
    let mut table = RefTable::new(page.dom().len());
    for node in super::builder::all_elements(page.dom()) {
        if page.aria().get(node).is_some_and(|aria| aria.exposure.contains(crate::aria::Exposure::BOX)) {
            let frame = u32::from(page.dom().owner_document(node) != page.dom().document());
            table.assign(frame, node);
        }
    }
    table
}

/// Looks at a page; the refs of the tagged elements that it shows.
fn observe(session: &mut Session, tab: &str, page: &Page) -> BTreeMap<String, Ref> {
    let table = session.observe(tab, page, &shown(page));
    tagged(page).into_iter().filter_map(|(tag, node)| Some((tag, table.of(node)?))).collect()
}

/// Resolves a ref: the tag of its element, or the code of the error with its reason.
fn describe(page: &Page, found: &Result<Resolution, RefError>) -> String {
    match found {
        Ok(found) => {
            let name = LocalName::from("data-t");
            page.dom().attr(found.node, &name).unwrap_or("an untagged element").to_owned()
        }
        Err(error @ RefError::Stale { reason, .. }) => format!("{} {}", error.code(), reason.as_str()),
        Err(error) => error.code().to_owned(),
    }
}

/// A row of a list, with two controls.
fn row(name: &str, tag: &str) -> String {
    format!(
        "<li><span>{name}</span><button data-t={tag}-edit>Edit</button><button data-t={tag}-delete>Delete</button></li>"
    )
}

/// Asserts the match of each tagged element of one page on another, for a session that saw the first and is asked of the second.
#[track_caller]
fn check(before: &str, after: &str, expected: &[(&str, &str)]) {
    let (old, new) = (page(before), page(after));
    let mut session = Session::new();
    let refs = observe(&mut session, Session::FIRST_TAB, &old);
    for (tag, want) in expected {
        assert_eq!(describe(&new, &session.resolve(&new, refs[*tag], None)), *want, "{tag}");
    }
}
