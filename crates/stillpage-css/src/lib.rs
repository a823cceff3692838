//! Selectors, style sheets and the cascade: which style each element of a tree has.
//!
//! A [`stillpage_dom::dom::Dom`] and a device become [`style::Styles`]. This crate is a part of `stillpage`, which is the door for
//! users: its own API may change with every version.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    unnameable_types,
    reason = "names between the crates of one program; what users see has its docs, and is named by the crate stillpage"
)]

pub mod selector;
pub mod style;

#[cfg(debug_assertions)]
use stillpage_dom::fault;
use stillpage_dom::{device, dom, font, geometry, limits};
