//! Pictures of rendered pages: what is seen of a page, in pixels.
//!
//! This crate is a part of `stillpage`, which is the door for users: its own API may change with every version.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    unnameable_types,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "names between the crates of one program; px are clamped to the picture, and `as` saturates"
)]

pub mod screenshot;

use stillpage_css::style;
use stillpage_dom::{device, disk, dom, error, font, geometry, limits, safe_text};
use stillpage_engine::page;
use stillpage_layout::layout;
