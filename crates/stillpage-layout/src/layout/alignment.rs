//! Self-alignment: which edge of an area a box is aligned at.
//!
//! <https://drafts.csswg.org/css-align-3/#positional-values>

use super::axes::Axes;
use crate::style::ComputedStyle;
use crate::style::computed::{Align, AlignKeyword};

/// A position along an axis of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    Start,
    Center,
    End,
}

impl Edge {
    /// The other end, if `flipped`.
    pub(super) fn flip(self, flipped: bool) -> Self {
        match self {
            Self::Start if flipped => Self::End,
            Self::End if flipped => Self::Start,
            edge => edge,
        }
    }
}

/// Is the start of a box (or of what is in it) at the far end of the axis that `x` (or `y`) of `axes` runs along?
pub(crate) fn is_flipped(style: &ComputedStyle, axes: Axes, x: bool) -> bool {
    let (from_right, from_bottom) = Axes::starts(style);
    let is_horizontal = x != axes.is_vertical();
    (if is_horizontal { from_right } else { from_bottom }) != axes.is_reversed(x)
}

/// The edge that `align-self` or `justify-self` (on the axis `x`) names. `container`, `own`: is the start of the containing
/// block and of the box itself at the far end?
pub(crate) fn aligned_edge(align: Align, x: bool, container: bool, own: bool) -> Edge {
    match align.keyword {
        AlignKeyword::Center | AlignKeyword::AnchorCenter => Edge::Center,
        AlignKeyword::End | AlignKeyword::FlexEnd | AlignKeyword::LastBaseline => Edge::End.flip(container),
        AlignKeyword::SelfStart => Edge::Start.flip(own),
        AlignKeyword::SelfEnd => Edge::End.flip(own),
        AlignKeyword::Left if x => Edge::Start,
        AlignKeyword::Right if x => Edge::End,
        _ => Edge::Start.flip(container),
    }
}
