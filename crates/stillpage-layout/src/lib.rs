//! Boxes, lines and paint order: where every element of a styled tree is.
//!
//! A tree and its styles become a [`layout::Layout`]. This crate is a part of `stillpage`, which is the door for users: its own
//! API may change with every version.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    unnameable_types,
    reason = "names between the crates of one program; what users see has its docs, and is named by the crate stillpage"
)]

pub mod layout;

use stillpage_css::{selector, style};
#[cfg(debug_assertions)]
use stillpage_dom::fault;
use stillpage_dom::{device, dom, font, geometry, limits, segmented, text};
