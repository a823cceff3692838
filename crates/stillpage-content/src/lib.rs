//! The content of a rendered page: Markdown, its main text, and data as a JSON Schema asks for it (feature `extract`).
//!
//! This crate is a part of `stillpage`, which is the door for users: its own API may change with every version.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    unnameable_types,
    reason = "names between the crates of one program; what users see has its docs, and is named by the crate stillpage"
)]

#[cfg(feature = "extract")]
pub mod extract;
pub mod markdown;
#[cfg(feature = "extract")]
pub mod metadata;

#[cfg(feature = "extract")]
use stillpage_css::selector;
use stillpage_css::style;
#[cfg(test)]
use stillpage_dom::device;
#[cfg(feature = "extract")]
use stillpage_dom::error;
use stillpage_dom::{dom, fnv, limits, segmented, text, tokens};
#[cfg(feature = "extract")]
use stillpage_engine::aria;
use stillpage_engine::{page, rendered};
