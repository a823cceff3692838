//! Writing modes: layout works in the axes of lines and blocks, everything after it in those of the screen.
//!
//! <https://www.w3.org/TR/css-writing-modes-4/#abstract-axes>. In the coordinates of a box tree, *x* runs along the lines
//! from their left end and *y* from block to block, in any writing mode: a vertical page is laid out as if it were
//! horizontal, with the styles of its boxes turned ([`Axes::turned`]), and turned as a whole in the end.

use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::geometry::Sides;
use crate::style::ComputedStyle;
use crate::style::computed::{AspectRatio, Direction, TextOrientation, WritingMode};

/// The directions in which lines run and blocks follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Axes {
    /// Lines run to the right, blocks follow each other downwards.
    #[default]
    Horizontal,
    /// Lines run down, blocks follow each other to the left.
    VerticalRl,
    /// Lines run down, blocks follow each other to the right.
    VerticalLr,
    /// Lines run up, blocks follow each other to the right.
    SidewaysLr,
}

impl Axes {
    /// The axes of a style's own writing mode.
    pub(crate) const fn of(style: &ComputedStyle) -> Self {
        match style.writing_mode {
            WritingMode::HorizontalTb => Self::Horizontal,
            WritingMode::VerticalRl | WritingMode::SidewaysRl => Self::VerticalRl,
            WritingMode::VerticalLr => Self::VerticalLr,
            WritingMode::SidewaysLr => Self::SidewaysLr,
        }
    }

    /// True if lines run up or down.
    pub(crate) fn is_vertical(self) -> bool {
        self != Self::Horizontal
    }

    /// True if the physical axis that `x` (or `y`) runs along is run along backwards.
    pub(crate) fn is_reversed(self, x: bool) -> bool {
        matches!((self, x), (Self::VerticalRl, false) | (Self::SidewaysLr, true))
    }

    /// Do the contents of a box start at its right edge (instead of its left) and at its bottom edge (instead of its top)?
    pub(crate) fn starts(style: &ComputedStyle) -> (bool, bool) {
        let rtl = style.direction == Direction::Rtl;
        match Self::of(style) {
            Self::Horizontal => (rtl, false),
            Self::VerticalRl => (true, rtl),
            Self::VerticalLr => (false, rtl),
            Self::SidewaysLr => (false, !rtl),
        }
    }

    /// A size in the other coordinates, in either direction.
    pub(crate) fn extent(self, size: Extent) -> Extent {
        if self.is_vertical() { Extent::new(size.height, size.width) } else { size }
    }

    /// A rectangle inside of a box of the *physical* size `container`, as the screen has it.
    pub(crate) fn to_physical(self, rect: &LayoutRect, container: Extent) -> LayoutRect {
        let size = self.extent(rect.size);
        let (x, y) = (rect.origin.x, rect.origin.y);
        let origin = match self {
            Self::Horizontal => rect.origin,
            Self::VerticalRl => Offset::new(container.width - y - size.width, x),
            Self::VerticalLr => Offset::new(y, x),
            Self::SidewaysLr => Offset::new(y, container.height - x - size.height),
        };
        LayoutRect { origin, size }
    }

    /// The way back from [`Self::to_physical`].
    pub(crate) fn to_logical(self, rect: &LayoutRect, container: Extent) -> LayoutRect {
        let (x, y) = (rect.origin.x, rect.origin.y);
        let origin = match self {
            Self::Horizontal => rect.origin,
            Self::VerticalRl => Offset::new(y, container.width - x - rect.size.width),
            Self::VerticalLr => Offset::new(y, x),
            Self::SidewaysLr => Offset::new(container.height - y - rect.size.height, x),
        };
        LayoutRect { origin, size: self.extent(rect.size) }
    }

    /// A displacement as the screen has it.
    pub(crate) fn displacement(self, by: Offset) -> Offset {
        let zero = Extent::new(LayoutUnit::ZERO, LayoutUnit::ZERO);
        self.to_physical(&LayoutRect { origin: by, size: zero }, zero).origin
    }

    /// Physical sides in the order of these axes.
    pub(crate) fn sides_to_logical<T: Clone>(self, sides: &Sides<T>) -> Sides<T> {
        let Sides { top, right, bottom, left } = sides.clone();
        match self {
            Self::Horizontal => Sides { top, right, bottom, left },
            Self::VerticalRl => Sides { top: right, right: bottom, bottom: left, left: top },
            Self::VerticalLr => Sides { top: left, right: bottom, bottom: right, left: top },
            Self::SidewaysLr => Sides { top: left, right: top, bottom: right, left: bottom },
        }
    }

    /// The way back from [`Self::sides_to_logical`].
    pub(crate) fn sides_to_physical<T: Clone>(self, sides: &Sides<T>) -> Sides<T> {
        let Sides { top, right, bottom, left } = sides.clone();
        match self {
            Self::Horizontal => Sides { top, right, bottom, left },
            Self::VerticalRl => Sides { top: left, right: top, bottom: right, left: bottom },
            Self::VerticalLr => Sides { top: left, right: bottom, bottom: right, left: top },
            Self::SidewaysLr => Sides { top: right, right: bottom, bottom: left, left: top },
        }
    }

    /// A style whose physical properties are those along these axes.
    pub(crate) fn turned(self, style: &ComputedStyle) -> ComputedStyle {
        let mut own = style.clone();
        if !self.is_vertical() {
            return own;
        }
        std::mem::swap(&mut own.width, &mut own.height);
        std::mem::swap(&mut own.min_width, &mut own.min_height);
        std::mem::swap(&mut own.max_width, &mut own.max_height);
        std::mem::swap(&mut own.overflow_x, &mut own.overflow_y);
        std::mem::swap(&mut own.contain_intrinsic_width, &mut own.contain_intrinsic_height);
        own.aspect_ratio = AspectRatio { ratio: style.aspect_ratio.ratio.map(f32::recip), ..style.aspect_ratio };
        own.margin = self.sides_to_logical(&style.margin);
        own.padding = self.sides_to_logical(&style.padding);
        own.border = self.sides_to_logical(&style.border);
        own.inset = self.sides_to_logical(&style.inset);
        own
    }
}

/// Are lines aligned at the middle of the font? <https://www.w3.org/TR/css-writing-modes-4/#text-baselines>
pub(crate) fn has_central_baseline(style: &ComputedStyle) -> bool {
    matches!(style.writing_mode, WritingMode::VerticalRl | WritingMode::VerticalLr)
        && style.text_orientation != TextOrientation::Sideways
}

/// Do lines have the side that is above letters where blocks end? It is the right one in vertical text.
pub(crate) fn has_flipped_lines(style: &ComputedStyle) -> bool {
    style.writing_mode == WritingMode::VerticalLr
}

/// Do letters stand upright below each other?
pub(crate) fn has_upright_letters(style: &ComputedStyle) -> bool {
    has_central_baseline(style) && style.text_orientation == TextOrientation::Upright
}

/// Is each text a square on its line? <https://www.w3.org/TR/css-writing-modes-4/#text-combine-layout>
pub(crate) fn combines_text(style: &ComputedStyle) -> bool {
    style.text_combine_all && matches!(style.writing_mode, WritingMode::VerticalRl | WritingMode::VerticalLr)
}

#[cfg(test)]
mod tests {
    use super::Axes;
    use crate::geometry::Sides;
    use crate::layout::unit::{Extent, LayoutRect, LayoutUnit};

    #[test]
    fn turning_there_and_back_changes_nothing() {
        let px = LayoutUnit::px;
        let rect = LayoutRect::new(px(3), px(5), px(20), px(40));
        let container = Extent::new(px(200), px(100));
        let sides = Sides { top: 1, right: 2, bottom: 3, left: 4 };
        for axes in [Axes::Horizontal, Axes::VerticalRl, Axes::VerticalLr, Axes::SidewaysLr] {
            assert_eq!(axes.to_logical(&axes.to_physical(&rect, container), container), rect, "{axes:?}");
            assert_eq!(axes.sides_to_physical(&axes.sides_to_logical(&sides)), sides, "{axes:?}");
        }
    }

    #[test]
    fn blocks_of_vertical_rl_start_at_the_right() {
        let px = LayoutUnit::px;
        let rect = LayoutRect::new(px(3), px(5), px(20), px(40));
        let container = Extent::new(px(200), px(100));
        let physical = LayoutRect::new(px(155), px(3), px(40), px(20));
        assert_eq!(Axes::VerticalRl.to_physical(&rect, container), physical, "corner and size");
        let sides = Sides { top: "top", right: "right", bottom: "bottom", left: "left" };
        let logical = Axes::VerticalRl.sides_to_logical(&sides);
        assert_eq!((logical.top, logical.left), ("right", "top"), "block start, line start");
    }
}
