//! Computed values of the transform properties.

use super::{LengthPercentage, TransformBox};

/// A function of `transform`, lengths computed.
#[derive(Debug, Clone, PartialEq)]
pub enum TransformFunction<L = LengthPercentage> {
    /// `translate*()`, the percentages of the reference box's width and height.
    Translate(L, L),
    /// `scale*()`
    Scale(f32, f32),
    /// `rotate()`, radians.
    Rotate(f32),
    /// `translateZ()`, and the depth of `translate3d()`.
    TranslateZ(L),
    /// `scaleZ()`, and the depth of `scale3d()`.
    ScaleZ(f32),
    /// `rotateX()`, `rotateY()`, `rotate3d()`: the axis, of any length, and radians.
    RotateAbout([f32; 3], f32),
    /// `perspective()`; px.
    Perspective(L),
    /// `skew*()`, radians.
    Skew(f32, f32),
    /// `matrix()`
    Matrix(crate::geometry::Affine),
    /// `matrix3d()`, column by column.
    Matrix3d(Box<[f32; 16]>),
}

impl<L> TransformFunction<L> {
    /// Returns the function with its lengths converted.
    pub fn map<M>(&self, f: &impl Fn(&L) -> M) -> TransformFunction<M> {
        match self {
            Self::Translate(x, y) => TransformFunction::Translate(f(x), f(y)),
            Self::Scale(x, y) => TransformFunction::Scale(*x, *y),
            Self::Rotate(angle) => TransformFunction::Rotate(*angle),
            Self::TranslateZ(z) => TransformFunction::TranslateZ(f(z)),
            Self::ScaleZ(z) => TransformFunction::ScaleZ(*z),
            Self::RotateAbout(axis, angle) => TransformFunction::RotateAbout(*axis, *angle),
            Self::Perspective(distance) => TransformFunction::Perspective(f(distance)),
            Self::Skew(x, y) => TransformFunction::Skew(*x, *y),
            Self::Matrix(matrix) => TransformFunction::Matrix(*matrix),
            Self::Matrix3d(matrix) => TransformFunction::Matrix3d(matrix.clone()),
        }
    }
}

/// `transform` and the individual transform properties, in the order in which they are applied
/// (`translate`, `rotate`, `scale`, `transform`).
#[derive(Debug, Clone, PartialEq)]
pub struct Transform {
    /// All functions, outermost first; never empty in finished styles.
    pub functions: Vec<TransformFunction>,
    /// `translate`
    pub translate: Option<TransformFunction>,
    /// `rotate`
    pub rotate: Option<TransformFunction>,
    /// `scale`
    pub scale: Option<TransformFunction>,
    /// `transform`
    pub list: Vec<TransformFunction>,
    /// `transform-origin`
    pub origin: (LengthPercentage, LengthPercentage),
    /// `transform-box`
    pub transform_box: TransformBox,
}

impl Default for Transform {
    fn default() -> Self {
        Self {
            functions: Vec::new(),
            translate: None,
            rotate: None,
            scale: None,
            list: Vec::new(),
            origin: (LengthPercentage::percent(0.5), LengthPercentage::percent(0.5)),
            transform_box: TransformBox::ViewBox,
        }
    }
}

/// The perspective in which the children of an element are seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Perspective {
    /// `perspective`, px; `None` for `none`.
    pub distance: Option<f32>,
    /// `perspective-origin`
    pub origin: (LengthPercentage, LengthPercentage),
}

impl Default for Perspective {
    fn default() -> Self {
        Self { distance: None, origin: (LengthPercentage::percent(0.5), LengthPercentage::percent(0.5)) }
    }
}
