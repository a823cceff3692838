//! The tree of a page, and what every other crate of [stillpage](https://docs.rs/stillpage) stands on: geometry, text that is safe to
//! print, errors, limits, fonts, the device.
//!
//! Bytes become a [`dom::Dom`]; nothing here knows style sheets. This crate is a part of `stillpage`, which is the door for
//! users: its own API may change with every version.

#![forbid(unsafe_code)]
#![allow(
    clippy::len_without_is_empty,
    missing_docs,
    unnameable_types,
    reason = "names between the crates of one program; what users see has its docs, and is named by the crate stillpage"
)]

pub mod device;
pub mod disk;
pub mod dom;
pub mod error;
#[cfg(debug_assertions)]
pub mod fault;
pub mod file_kind;
pub mod fnv;
pub mod font;
pub mod geometry;
pub mod keyboard;
pub mod limits;
pub mod reference;
pub mod safe_text;
pub mod segmented;
pub mod text;
pub mod tokens;
