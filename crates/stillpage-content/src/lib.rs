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

use stillpage_css::{selector, style};
#[cfg(test)]
use stillpage_dom::device;
use stillpage_dom::{dom, error, text, tokens};
use stillpage_engine::{aria, page, rendered};
