//! Specified values of more than a few bytes.

use std::sync::Arc;

use super::SpecifiedValue;
use super::syntax::SpecifiedLength;
use crate::dom::Atom;
use crate::font::{FontFeature, FontTag};
use crate::geometry::Sides;
use crate::style::computed::{
    AnchorInset, AnchorScope, AnchorSize, AspectRatio, ClipPath, ClipShape, CounterChange, CounterUse, FilterFunction,
    FontFamily, GeneratedImage, GridAreas, GridLine, ListStyleType, PositionArea, PositionFallback, QuoteUse, Quotes,
    ShapeBox, SvgPaint, TrackList, TrackSize, TransformFunction,
};

/// Specified values that are too big to be carried along in place.
#[derive(Debug, Clone, PartialEq)]
pub enum Complex {
    /// `font-family`
    Families(Arc<[FontFamily]>),
    /// `font-feature-settings`
    Features(Arc<[FontFeature]>),
    /// `font-variation-settings`
    Variations(Arc<[(FontTag, f32)]>),
    /// Two lengths: radii, origins.
    Pair(SpecifiedLength, SpecifiedLength),
    /// `aspect-ratio`
    Ratio(AspectRatio),
    /// `grid-template-rows`, `grid-template-columns`
    Tracks(TrackList<SpecifiedLength>),
    /// `grid-auto-rows`, `grid-auto-columns`
    TrackSizes(Vec<TrackSize<SpecifiedLength>>),
    /// `grid-template-areas`
    Areas(GridAreas),
    /// `grid-row-start` and friends.
    Line(GridLine),
    /// `transform`, `translate`, `rotate`, `scale`
    Transform(Vec<TransformFunction<SpecifiedLength>>),
    /// `content`
    Content(SpecifiedContent),
    /// `counter-*`
    Counters(Arc<[CounterChange]>),
    /// `quotes`
    Quotes(Quotes),
    /// `clip`
    Clip(Sides<Option<SpecifiedLength>>),
    /// `clip-path`
    ClipPath(ClipPath<SpecifiedLength>),
    /// `list-style-image`
    MarkerImage(Arc<GeneratedImage>),
    /// `shape-outside`
    ShapeOutside(Option<ClipShape<SpecifiedLength>>, ShapeBox),
    /// `list-style-type`
    ListStyle(ListStyleType),
    /// `container-name`
    Names(Arc<[Box<str>]>),
    /// `d`
    Path(Box<str>),
    /// A value that is read when the page is painted, as written.
    Text(Arc<str>),
    /// `fill`, `stroke`
    Paint(SvgPaint),
    /// `filter`
    Filter(Arc<[FilterFunction]>),
    /// Anchor positioning.
    Anchor(SpecifiedAnchor),
    /// `contain-intrinsic-*`: `auto`, length (`None` is `none`).
    Intrinsic(bool, Option<SpecifiedLength>),
}

impl From<Complex> for SpecifiedValue {
    fn from(value: Complex) -> Self {
        Self::Complex(Arc::new(value))
    }
}

/// A specified value of anchor positioning.
#[derive(Debug, Clone, PartialEq)]
pub enum SpecifiedAnchor {
    /// `anchor-name`
    Names(Vec<Box<str>>),
    /// `anchor-scope`
    Scope(AnchorScope),
    /// `position-anchor`
    Target(Box<str>),
    /// `position-area`
    Area(PositionArea),
    /// `position-try-fallbacks`
    Fallbacks(Vec<PositionFallback>),
    /// `anchor()`, and its fallback.
    Inset(AnchorInset<SpecifiedLength>, Option<SpecifiedLength>),
    /// `anchor-size()`, and its fallback.
    Size(AnchorSize, Option<SpecifiedLength>),
}

impl SpecifiedAnchor {
    /// Returns the fallback for when there is no such anchor.
    pub(super) fn fallback(&self) -> Option<&SpecifiedLength> {
        match self {
            Self::Inset(_, fallback) | Self::Size(_, fallback) => fallback.as_ref(),
            _ => None,
        }
    }
}

/// An item of `content` as specified.
#[derive(Debug, Clone, PartialEq)]
pub enum SpecifiedItem {
    /// A string.
    Text(Box<str>),
    /// `attr()`: name and fallback.
    Attribute(Atom, Box<str>),
    /// `counter()`, `counters()`
    Counter(CounterUse),
    /// A quote keyword.
    Quote(QuoteUse),
    /// An image.
    Image(GeneratedImage),
}

/// `content` as specified: items, and the alternative text after the slash.
#[derive(Debug, Clone, PartialEq)]
pub struct SpecifiedContent {
    /// The items that are rendered.
    pub items: Vec<SpecifiedItem>,
    /// The alternative text for the accessibility tree.
    pub alternative: Option<Vec<SpecifiedItem>>,
}

impl SpecifiedContent {
    /// True if any part is `attr()`.
    pub(super) fn has_attribute(&self) -> bool {
        let all = self.items.iter().chain(self.alternative.iter().flatten());
        all.into_iter().any(|item| matches!(item, SpecifiedItem::Attribute(..)))
    }
}
