//! Anchor positioning: <https://drafts.csswg.org/css-anchor-position-1/>

use std::sync::Arc;

use super::{ComputedStyle, LengthPercentage};

/// The properties of anchor positioning, which few elements have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Anchoring {
    /// `anchor-name`
    pub names: Vec<Box<str>>,
    /// `anchor-scope`
    pub scope: AnchorScope,
    /// `position-anchor`: a name, `auto` or `none`; `None` is `normal`.
    pub target: Option<Box<str>>,
    /// `position-area`
    pub area: Option<PositionArea>,
    /// `position-try-fallbacks`
    pub fallbacks: Vec<PositionFallback>,
    /// `anchor()` in `top`, `right`, `bottom`, `left`.
    pub insets: [Option<AnchorInset>; 4],
    /// `anchor-size()` in `width`, `height`, `min-width`, `min-height`, `max-width`, `max-height`.
    pub sizes: [Option<AnchorSize>; 6],
}

/// `anchor-scope`: which names of anchors are known only within the element.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum AnchorScope {
    /// None of them.
    #[default]
    None,
    /// All of them.
    All,
    /// These.
    Names(Vec<Box<str>>),
}

impl AnchorScope {
    /// Is a name known only within the element?
    pub fn holds(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Names(names) => names.iter().any(|own| **own == *name),
        }
    }
}

/// `position-area`: from which to which of the four lines on each axis, the edges of the containing block and of the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionArea {
    /// Columns.
    pub x: AreaSpan,
    /// Rows.
    pub y: AreaSpan,
}

/// Lines 0 to 3 on one axis; `from < to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AreaSpan {
    /// The first line.
    pub from: u8,
    /// The last line.
    pub to: u8,
}

impl AreaSpan {
    /// The whole of the axis.
    pub const ALL: Self = Self { from: 0, to: 3 };

    /// The span mirrored: counted from the other end.
    pub fn flipped(self) -> Self {
        Self { from: 3 - self.to, to: 3 - self.from }
    }
}

/// `flip-block`, `flip-inline`, `flip-start`, or several of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flips {
    /// Top and bottom change places.
    pub block: bool,
    /// Left and right change places.
    pub inline: bool,
    /// The horizontal and the vertical axis change places, after the others.
    pub start: bool,
}

/// An alternative of `position-try-fallbacks`.
#[derive(Debug, Clone, PartialEq)]
pub enum PositionFallback {
    /// The base position, flipped.
    Flip(Flips),
    /// Another area.
    Area(PositionArea),
    /// A `@position-try` rule.
    Rule {
        /// Its name.
        name: Box<str>,
        /// The sides and axes that change places then.
        flips: Flips,
        /// The style with the rule; `None` if there is no such rule.
        style: Option<Arc<ComputedStyle>>,
    },
}

/// A side of an anchor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AnchorSide {
    /// `top`
    Top,
    /// `right`
    Right,
    /// `bottom`
    Bottom,
    /// `left`
    Left,
    /// The side of the inset itself.
    Inside,
    /// The opposite one.
    Outside,
    /// From the start of the axis: `start` is 0, `center` 0.5, `end` 1.
    Fraction(f32),
}

/// `anchor()`, with a length added to it.
#[derive(Debug, Clone, PartialEq)]
pub struct AnchorInset<L = LengthPercentage> {
    /// The name of the anchor; `None` is that of `position-anchor`.
    pub name: Option<Box<str>>,
    /// The side of the anchor.
    pub side: AnchorSide,
    /// The sum of the other terms of `calc()`: a length, times 1 or -1.
    pub plus: Option<(f32, L)>,
}

/// `anchor-size()`
#[derive(Debug, Clone, PartialEq)]
pub struct AnchorSize {
    /// The name of the anchor; `None` is that of `position-anchor`.
    pub name: Option<Box<str>>,
    /// The width of the anchor (true), its height; `None` is that of the axis of the property.
    pub is_width: Option<bool>,
}
