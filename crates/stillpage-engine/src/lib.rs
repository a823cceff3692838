//! A rendered page and what happens on it: roles and names, what a pointer hits, actions without script, pages from files
//! and from recordings of Chromium.
//!
//! The waist is [`page::Page`]. This crate is a part of `stillpage`, which is the door for users: its own API may change with
//! every version.

#![forbid(unsafe_code)]
#![allow(
    clippy::len_without_is_empty,
    missing_docs,
    unnameable_types,
    reason = "names between the crates of one program; what users see has its docs, and is named by the crate stillpage"
)]

pub mod activation;
pub mod aria;
pub mod ax;
pub mod capture;
pub mod hit;
pub mod offline;
pub mod page;
pub mod rendered;

#[cfg(test)]
use stillpage_css::selector;
use stillpage_css::style;
#[cfg(debug_assertions)]
use stillpage_dom::fault;
use stillpage_dom::{
    device, disk, dom, error, file_kind, font, geometry, keyboard, limits, safe_text, segmented, text,
};
use stillpage_layout::layout;
