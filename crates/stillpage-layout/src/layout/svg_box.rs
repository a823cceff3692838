//! Measured geometry of the elements in an `svg`, relative to the content box of the outermost one.

use std::sync::Arc;

use super::outline::Outline;
use crate::dom::NodeId;
use crate::geometry::{Affine, Rect};

/// The box of an SVG element.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgBox {
    /// The element.
    pub node: NodeId,
    /// Bounding box in its own user space.
    pub rect: Rect,
    /// From its user space to the content box of the outermost `svg`.
    pub(crate) to_root: Affine,
    /// The viewport of a nested `svg` that clips it, in the content box of the outermost `svg`.
    pub clip: Option<Rect>,
    /// The areas of it that a pointer can hit: nothing of containers, one area of a shape, many of a `use`.
    pub areas: Vec<SvgArea>,
}

/// A part of an SVG element that a pointer can hit.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgArea {
    /// The bounds of the area, in its own user space.
    pub rect: Rect,
    /// From its user space to the content box of the outermost `svg`.
    pub(crate) to_root: Affine,
    /// The shape; `None` if it fills its rectangle.
    pub outline: Option<Arc<Outline>>,
}
