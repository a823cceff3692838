//! What a browser agent would see on a saved page, offline and deterministic.
//!
//! `bytes -> Dom -> Styles -> Layout -> AriaTree -> Snapshot`: each arrow is one pure constructor, and `Page` (Dom + Styles
//! + Layout) is the waist.

pub mod aria;
pub mod device;
pub mod dom;
// Below style, not in layout: `ex`, `ch` and `lh` need the metrics of faces at cascade time.
pub mod font;
pub mod geometry;
pub mod layout;
pub mod refs;
pub mod style;
