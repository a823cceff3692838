//! What a browser agent would see on a saved page, offline and deterministic.
//!
//! `bytes -> Dom -> Styles -> Layout -> AriaTree -> Snapshot`: each arrow is one pure constructor, and `Page` (Dom + Styles
//! + Layout) is the waist.

pub mod aria;
pub mod capture;
#[cfg(feature = "cli")]
pub mod cli;
pub mod device;
pub mod dom;
pub mod error;
pub mod font;
pub mod geometry;
pub mod hit;
pub mod layout;
#[cfg(feature = "live")]
pub mod live;
pub mod offline;
pub mod page;
// Apart from `snapshot`, since it draws what that tells.
pub mod picture;
pub mod query;
pub mod refs;
pub mod selector;
pub mod simulate;
pub mod snapshot;
pub mod style;
pub mod tool;

/// The examples of the README compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
