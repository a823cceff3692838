//! Questions to a rendered page: snapshots, refs that outlive re-renders, selectors and text search, descriptions, audits,
//! drawings.
//!
//! This crate is a part of `stillpage`, which is the door for users: its own API may change with every version.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    unnameable_types,
    reason = "names between the crates of one program; what users see has its docs, and is named by the crate stillpage"
)]

pub mod audit;
pub mod dialect;
pub mod form_tools;
pub mod locate;
pub mod picture;
pub mod refs;
pub mod search;
pub mod simulate;
pub mod snapshot;

use stillpage_css::{selector, style};
#[cfg(test)]
use stillpage_dom::device;
#[cfg(debug_assertions)]
use stillpage_dom::fault;
use stillpage_dom::{dom, error, fnv, geometry, reference, safe_text, segmented, text, tokens};
use stillpage_engine::{aria, hit, page, rendered};
#[cfg(test)]
use stillpage_engine::{capture, offline};
use stillpage_layout::layout;
