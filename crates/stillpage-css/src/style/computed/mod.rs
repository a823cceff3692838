//! Computed values: what the cascade hands to layout, aria and hit testing.
//!
//! Lengths are absolute CSS px. Percentages and `calc()` that mix them stay symbolic until layout knows their basis.

mod anchor;
mod color;
mod content;
mod equal;
mod font;
mod grid;
mod keyword;
mod paint;
mod paint_effects;
mod scroll;
mod shape;
mod svg;
mod transform;

pub use anchor::{
    AnchorInset, AnchorScope, AnchorSide, AnchorSize, Anchoring, AreaSpan, Flips, PositionArea, PositionFallback,
};
pub use color::{Color, SchemeColors, Srgb};
pub use content::{Alternative, Content, ContentItem, CounterChange, CounterUse, GeneratedImage, QuoteUse, Quotes};
pub use equal::EqualStyles;
pub(crate) use font::{VariantEastAsian, VariantLigatures, VariantNumeric};
pub use grid::{GridAreas, GridLine, GridStyle, RepeatCount, TrackBreadth, TrackList, TrackListItem, TrackSize};
pub use keyword::*;
pub use paint::{
    BackgroundBox, BackgroundLayer, BackgroundRepeat, BackgroundSize, BorderImage, BorderImageWidth, BorderSlice,
    Gradient, GradientShape, MaskComposite, MaskLayer, PaintImage, PaintStyle, Shadow,
};
pub use paint_effects::{BLEND_MODES, FilterFunction, PaintEffects};
pub use shape::{ClipBox, ClipPath, ClipRect, ClipShape, ShapeBox, ShapeOutside};
pub use svg::{SvgPaint, SvgStyle};
pub use transform::{Perspective, Transform, TransformFunction};

pub use crate::font::FontFamily;

use std::sync::Arc;

use super::value::{Calc, CustomProperties};
use crate::dom::Atom;
use crate::font::{FontFeature, FontTag};
use crate::geometry::Sides;

/// A length, a percentage, or a `calc()` of both. Percentages are fractions (50% is 0.5).
#[derive(Debug, Clone, PartialEq)]
pub enum LengthPercentage {
    /// `px + percent * basis`: covers plain lengths, plain percentages and linear `calc()`.
    Linear {
        /// Absolute part, CSS px.
        px: f32,
        /// Fraction of the basis.
        percent: f32,
    },
    /// `min()`, `max()`, `clamp()`, `round()`, ... with percentages inside.
    Calc(Arc<Calc>),
}

impl LengthPercentage {
    /// Zero.
    pub const ZERO: Self = Self::px(0.0);

    /// A plain length.
    #[must_use]
    pub const fn px(px: f32) -> Self {
        Self::Linear { px, percent: 0.0 }
    }

    /// A plain percentage, as a fraction.
    #[must_use]
    pub const fn percent(percent: f32) -> Self {
        Self::Linear { px: 0.0, percent }
    }

    /// The used length against a definite basis in px.
    #[must_use]
    pub fn resolve(&self, basis: f32) -> f32 {
        match self {
            Self::Linear { px, percent } => px + percent * basis,
            Self::Calc(calc) => calc.resolve(basis),
        }
    }

    /// The used length; `None` if it depends on a basis that is indefinite.
    #[must_use]
    pub fn maybe_resolve(&self, basis: Option<f32>) -> Option<f32> {
        match (self, basis) {
            (Self::Linear { px, percent }, None) if *percent == 0.0 => Some(*px),
            (_, None) => None,
            (_, Some(basis)) => Some(self.resolve(basis)),
        }
    }

    /// True if it depends on the basis.
    #[must_use]
    pub fn has_percent(&self) -> bool {
        match self {
            Self::Linear { percent, .. } => *percent != 0.0,
            Self::Calc(_) => true,
        }
    }
}

/// `auto` or a length; margins and insets.
#[derive(Debug, Clone, PartialEq)]
pub enum LengthPercentageAuto {
    /// `auto`.
    Auto,
    /// A length.
    Length(LengthPercentage),
}

/// Preferred, minimum and maximum sizes.
#[derive(Debug, Clone, PartialEq)]
pub enum Dimension {
    /// `auto` (for `max-*`: `none`).
    Auto,
    /// A length.
    Length(LengthPercentage),
    /// `min-content`.
    MinContent,
    /// `max-content`.
    MaxContent,
    /// `fit-content`, or `fit-content(<length-percentage>)`.
    FitContent(Option<LengthPercentage>),
    /// `stretch`, `-webkit-fill-available`.
    Stretch,
}

impl Dimension {
    /// True if it depends on the size of the containing block.
    #[must_use]
    pub fn depends_on_room(&self) -> bool {
        match self {
            Self::Length(length) => length.has_percent(),
            Self::Stretch => true,
            Self::FitContent(limit) => limit.as_ref().is_some_and(LengthPercentage::has_percent),
            Self::Auto | Self::MinContent | Self::MaxContent => false,
        }
    }
}

/// An alignment value: keyword and `safe` flag.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Align {
    /// The keyword.
    pub keyword: AlignKeyword,
    /// `safe`.
    pub safe: bool,
    /// `unsafe`.
    pub is_unsafe: bool,
}

impl Align {
    /// The alignment of an item whose own this is, in a container that aligns its items so: `auto` takes it from there.
    #[must_use]
    pub fn or(self, items: Self) -> Self {
        if self.keyword == AlignKeyword::Auto { items } else { self }
    }
}

/// `vertical-align`
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum VerticalAlign {
    Baseline,
    Sub,
    Super,
    TextTop,
    TextBottom,
    Middle,
    /// `-webkit-baseline-middle`: the middle at the baseline of the parent.
    BaselineMiddle,
    Top,
    Bottom,
    /// Percentages refer to the line height.
    Length(LengthPercentage),
}

/// `line-height`
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LineHeight {
    /// `normal`: from the font's metrics.
    Normal,
    /// A multiple of the font size.
    Number(f32),
    /// CSS px.
    Px(f32),
}

/// A side of the border.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BorderSide {
    /// Computed width in px; 0 if the style is `none` or `hidden`.
    pub width: f32,
    /// Style.
    pub style: BorderStyle,
}

/// `aspect-ratio`
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AspectRatio {
    /// `auto` is part of the value (or all of it).
    pub auto: bool,
    /// Width over height.
    pub ratio: Option<f32>,
}

/// `contain-intrinsic-width`, `contain-intrinsic-height`
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ContainIntrinsicSize {
    /// `auto` is part of the value: the last remembered size comes first.
    pub auto: bool,
    /// px; `None` is `none`.
    pub length: Option<f32>,
}

bitflags::bitflags! {
    /// Paint effects that make a stacking context or a containing block: one bit each property, so that they cascade
    /// on their own.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct Effects: u16 {
        /// `filter` is not `none`.
        const FILTER = 1;
        /// `backdrop-filter` is not `none`.
        const BACKDROP_FILTER = 1 << 1;
        /// `mask-image` (or `-webkit-mask-box-image`) is not `none`.
        const MASK = 1 << 2;
        /// `mix-blend-mode` is not `normal`.
        const BLEND = 1 << 3;
        /// `perspective` is not `none`.
        const PERSPECTIVE = 1 << 4;
        /// `transform-style: preserve-3d`
        const PRESERVE_3D = 1 << 5;
        /// `will-change` names a property that makes a stacking context.
        const WILL_STACK = 1 << 6;
        /// `will-change` names a property that makes a containing block of fixed descendants.
        const WILL_CONTAIN_FIXED = 1 << 7;
        /// `-webkit-box-reflect` is not `none`.
        const REFLECT = 1 << 8;
        /// `offset-path` is not `none`.
        const OFFSET_PATH = 1 << 9;
        /// `view-transition-name` is not `none`.
        const VIEW_TRANSITION = 1 << 10;
    }

    /// `contain`, expanded: `strict` is all but `INLINE_SIZE`.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct Contain: u8 {
        /// `size`
        const SIZE = 1;
        /// `inline-size`
        const INLINE_SIZE = 1 << 1;
        /// `layout`
        const LAYOUT = 1 << 2;
        /// `style`
        const STYLE = 1 << 3;
        /// `paint`
        const PAINT = 1 << 4;
    }
}

/// `list-style-type`
#[derive(Debug, Clone, PartialEq)]
pub enum ListStyleType {
    /// `none`
    None,
    /// A counter style name, predefined ones in lower case: `disc`, `decimal`, `lower-alpha`, ...
    Named(Atom),
    /// A string.
    Text(Arc<str>),
}

macro_rules! computed_style {
    (($input:ident $mode:ident $style:ident $value:ident $basis:ident)
     $($id:ident $css:literal $inherit:ident $phase:ident
        $(: $word:ident, $words:ident::$first:ident)?
        $(= $syntax:expr
            $(, $logical:ident)?
            $(=>
                $([$(#[$doc:meta])* $field:ident: $type:ty = $initial:expr => $computed:expr])?
                $(in [$($part:tt).+ => $part_computed:expr])?
                $(boxed [$group:ident.$member:ident => $member_computed:expr])?
                $(effect $effect:ident)?
                $(with [$copy:path, $apply:expr])?
            )?
        )?;
     )+) => {
        /// Fields are named after their property. Physical sides only: logical properties are mapped by the cascade.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs, reason = "each field is the CSS property of its name")]
        pub struct ComputedStyle {
            /// Before blockification: what absolutely positioned boxes' static position depends on.
            pub original_display: Display,
            pub margin: Sides<LengthPercentageAuto>,
            /// The top margin is in `__qem`: quirks mode drops it at the edge of `body` or of a table cell.
            pub quirky_margin_top: bool,
            pub quirky_margin_bottom: bool,
            pub padding: Sides<LengthPercentage>,
            pub border: Sides<BorderSide>,
            /// It is part of a ruby container, a base or an annotation: boxes directly in it are inline, and lines in it are not broken.
            pub inlinifies: bool,
            /// Used for hit testing rounded corners: horizontal and vertical radius, top-left clockwise.
            pub border_radius: Option<Box<[(LengthPercentage, LengthPercentage); 4]>>,
            pub inset: Sides<LengthPercentageAuto>,
            /// `scroll-margin`, then `scroll-padding` (`auto` is 0), each from the top clockwise; `None` if all are 0.
            pub scroll_edges: Option<Box<[LengthPercentage; 8]>>,
            /// The effects from which `forces_stacking_context` and `contains_fixed` follow.
            pub effects: Effects,
            /// `will-change`, `filter`, `backdrop-filter`, `mask`, `mix-blend-mode`, `perspective` or `contain` values that make a stacking context.
            pub forces_stacking_context: bool,
            /// Same, for those that make a containing block of fixed and absolute descendants.
            pub contains_fixed: bool,
            /// `contain: paint` or `strict`, `content`.
            pub contain_paint: bool,
            /// `contain: size` or `strict` (or a size container).
            pub contain_size: bool,
            /// `contain: inline-size`.
            pub contain_inline_size: bool,
            /// `contain: layout`.
            pub contain_layout: bool,
            pub transform: Option<Box<Transform>>,
            pub perspective: Option<Box<Perspective>>,
            /// `None` without `shape-outside` and `shape-margin`.
            pub shape_outside: Option<Box<ShapeOutside>>,
            /// `None` without any property of anchor positioning.
            pub anchoring: Option<Box<Anchoring>>,
            /// `background-color`.
            pub background_color: Color,
            /// Painted background (colour with alpha above 0, or image): only a hint, hit testing does not depend on it.
            pub has_background: bool,
            /// The bits from which `has_background` follows: bit 0 the colour, bit 1 the image; bit 2: either was declared.
            pub background_paint: u8,
            /// `filter`, `mix-blend-mode` and the colours of gradients; `None` where all are initial.
            pub paint_effects: Option<Box<PaintEffects>>,
            /// Used zoom: the product of `zoom` over the ancestors.
            pub zoom: f32,
            /// Used font size, px: the computed one times `zoom`.
            pub font_size: f32,
            /// The keyword the font size came from, 1 (`xx-small`) to 8 (`xxx-large`); 0 if none. Chrome: such sizes change with
            /// the font family being `monospace`.
            pub font_size_keyword: u8,
            /// The font size came from a length. Chrome: such sizes do not change with the font family being `monospace`.
            pub font_size_absolute: bool,
            pub font_family: Arc<[FontFamily]>,
            /// The device has another scale than 1. Chrome: the text of installed fonts has subpixel positioning then.
            pub scaled: bool,
            /// The user asks for the dark scheme; known in the initial style alone.
            pub prefers_dark: bool,
            pub line_height: LineHeight,
            /// Horizontal and vertical, px.
            pub border_spacing: (f32, f32),
            pub grid: Option<Box<GridStyle>>,
            /// SVG geometry and paint properties; `None` where all are initial.
            pub svg: Option<Box<SvgStyle>>,
            /// The properties that are only painted; `None` where all of them are initial.
            pub paint: Option<Box<PaintStyle>>,
            /// Custom properties, shared with the parent where equal.
            pub custom: CustomProperties,
            $(
                $(pub $word: $words,)?
                $($($($(#[$doc])* pub $field: $type,)?)?)?
            )+
        }

        impl ComputedStyle {
            /// Returns the colour that a property of this style paints with; `None` if it is not known.
            #[must_use]
            pub fn used_color(&self, color: Color) -> Option<Srgb> {
                match (color, self.color) {
                    (Color::Srgb(color), _) | (Color::Current, Color::Srgb(color)) => Some(color),
                    (Color::ByScheme(colors), _) => Some(colors.of(self.is_dark)),
                    _ => None,
                }
            }

            /// Does `content-visibility` hide the contents? It does not apply to inline boxes, nor to rows and columns of tables.
            ///
            /// <https://drafts.csswg.org/css-contain-2/#content-visibility>
            #[must_use]
            pub fn skips_contents(&self) -> bool {
                self.content_visibility == ContentVisibility::Hidden
                    && !matches!(self.display, Display::Inline | Display::Contents | Display::Ruby | Display::RubyText)
                    && !self.display.is_table_row_or_column()
            }

            /// The initial value of every property (font: 16px of the default serif family).
            #[must_use]
            pub fn initial() -> Self {
                const ZERO: LengthPercentage = LengthPercentage::ZERO;
                Self {
                    original_display: Display::Inline,
                    margin: Sides::all(LengthPercentageAuto::Length(ZERO)),
                    quirky_margin_top: false,
                    quirky_margin_bottom: false,
                    padding: Sides::all(ZERO),
                    border: Sides::default(),
                    inlinifies: false,
                    border_radius: None,
                    inset: Sides::all(LengthPercentageAuto::Auto),
                    scroll_edges: None,
                    effects: Effects::empty(),
                    forces_stacking_context: false,
                    contains_fixed: false,
                    contain_paint: false,
                    contain_size: false,
                    contain_inline_size: false,
                    contain_layout: false,
                    transform: None,
                    perspective: None,
                    shape_outside: None,
                    anchoring: None,
                    background_color: Color::TRANSPARENT,
                    has_background: false,
                    background_paint: 0,
                    paint_effects: None,
                    zoom: 1.0,
                    font_size: 16.0,
                    font_size_keyword: 4,
                    font_size_absolute: false,
                    font_family: Arc::from([FontFamily::Generic("serif".into())]),
                    scaled: false,
                    prefers_dark: false,
                    line_height: LineHeight::Normal,
                    border_spacing: (0.0, 0.0),
                    grid: None,
                    svg: None,
                    paint: None,
                    custom: CustomProperties::default(),
                    $(
                        $($word: $words::$first,)?
                        $($($($field: $initial,)?)?)?
                    )+
                }
            }
        }
    };
}

longhands!(computed_style);

/// `flex-basis`
#[derive(Debug, Clone, PartialEq)]
pub enum FlexBasis {
    /// `content`
    Content,
    /// A size; `auto` looks at the main size.
    Size(Dimension),
}

/// `tab-size`
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TabSize {
    /// A number of spaces.
    Spaces(f32),
    /// px.
    Px(f32),
}
