//! The boxes of a finished layout: what is painted follows from them once someone asks, and a later layout may go on from
//! them.

use super::overflow::Scrollers;
use super::place::Placement;
use super::state::kept::LaidOut;
use super::unit::Offset;

/// All boxes of a page, laid out and placed in the viewport.
#[derive(Debug)]
pub(crate) struct PlacedBoxes {
    /// The boxes.
    pub(crate) boxes: LaidOut,
    /// By box, its displacement by the relative positions of itself and the inline boxes around it.
    pub(crate) relative_in_line: Vec<Offset>,
    /// Where they are.
    pub(crate) placement: Placement,
    /// Those of them that scroll.
    pub(crate) scrollers: Scrollers,
}
