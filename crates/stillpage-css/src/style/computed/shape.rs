//! Shapes that clip.

use std::sync::Arc;

use super::{FillRule, LengthPercentage};
use crate::geometry::Sides;

/// `clip-path`
#[derive(Debug, Clone, PartialEq)]
pub struct ClipPath<L = LengthPercentage> {
    /// `None` is the box itself, with its rounded corners.
    pub shape: Option<ClipShape<L>>,
    /// The box that the shape is in.
    pub reference: ClipBox,
}

/// The box that a shape of `clip-path` is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum ClipBox {
    Border,
    Padding,
    Content,
    Margin,
    Fill,
    Stroke,
    View,
}

/// The shapes of `clip-path` and `shape-outside`.
#[derive(Debug, Clone, PartialEq)]
pub enum ClipShape<L = LengthPercentage> {
    /// `inset()`, `rect()`, `xywh()`: distances from the reference box's edges, and horizontal and vertical radii of the
    /// corners, top-left clockwise.
    Inset(Sides<L>, Option<Box<[(L, L); 4]>>),
    /// `circle()`: radius (`None`: closest-side) and centre.
    Circle(Option<L>, (L, L)),
    /// `ellipse()`
    Ellipse(Option<(L, L)>, (L, L)),
    /// `polygon()`
    Polygon(Vec<(L, L)>, FillRule),
    /// `path()`: its data.
    Path(Arc<str>, FillRule),
    /// `url()`: the address of a `clipPath`.
    Url(Arc<str>),
    /// `shape()`: not evaluated.
    Unknown,
}

impl<L> ClipShape<L> {
    /// Returns the shape with its lengths converted.
    pub fn map<M>(&self, f: &impl Fn(&L) -> M) -> ClipShape<M> {
        let pair = |(x, y): &(L, L)| (f(x), f(y));
        match self {
            Self::Inset(sides, radii) => ClipShape::Inset(
                Sides { top: f(&sides.top), right: f(&sides.right), bottom: f(&sides.bottom), left: f(&sides.left) },
                radii.as_ref().map(|radii| Box::new(radii.each_ref().map(pair))),
            ),
            Self::Circle(radius, center) => ClipShape::Circle(radius.as_ref().map(f), pair(center)),
            Self::Ellipse(radii, center) => ClipShape::Ellipse(radii.as_ref().map(pair), pair(center)),
            Self::Polygon(points, rule) => ClipShape::Polygon(points.iter().map(pair).collect(), *rule),
            Self::Path(data, rule) => ClipShape::Path(Arc::clone(data), *rule),
            Self::Url(url) => ClipShape::Url(Arc::clone(url)),
            Self::Unknown => ClipShape::Unknown,
        }
    }
}

/// `clip` (absolutely positioned boxes only): edges as offsets from the border box's top left; `None` is `auto`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClipRect {
    /// Offsets in px.
    pub edges: Sides<Option<f32>>,
}

/// `shape-outside` and `shape-margin`, which few floats have.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeOutside {
    /// The box that the shape is in; `None` for both is `none`.
    pub reference: Option<ShapeBox>,
    /// The shape in it; `None` is the box itself.
    pub shape: Option<ClipShape>,
    /// `shape-margin`
    pub margin: LengthPercentage,
}

impl Default for ShapeOutside {
    fn default() -> Self {
        Self { reference: None, shape: None, margin: LengthPercentage::ZERO }
    }
}

/// A box of a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapeBox {
    /// `margin-box`
    Margin,
    /// `border-box`
    Border,
    /// `padding-box`
    Padding,
    /// `content-box`
    Content,
}
