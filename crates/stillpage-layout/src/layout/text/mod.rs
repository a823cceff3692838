//! Text measuring: which characters a style shows, how wide they are, and where lines may break.
//!
//! *In*: text after white-space processing, styles. *Out*: advances by byte, break opportunities.
//!
//! *Invariants*: advances are those of Chromium in the reference environment to 1/64 px; cost is linear in the text; fonts
//! and kerning of ASCII are cached in [`TextCache`], which lives as long as one layout.

mod break_class;
mod breaks;
mod dictionary;
mod font;
mod script;
mod shape;
mod transform;

pub(crate) use breaks::{BreakRules, Opportunities};
#[cfg(stillpage_npm)]
pub use dictionary::HOST_BREAKS;
pub(crate) use dictionary::word_breaks;
pub(crate) use font::{TextCache, TextFont, line_height};
pub(crate) use script::{graphemes, has_rtl};
pub(crate) use shape::FallbackRun;
pub(super) use shape::shape;
pub(crate) use transform::Language;
pub(super) use transform::transform;
pub use transform::transformed;
