//! Measured geometry of the elements in an `svg`, relative to the content box of the outermost one.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::outline::{MeasuredPath, Outline};
use crate::dom::NodeId;
use crate::geometry::{Affine, Rect};
use crate::style::ComputedStyle;

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
    /// The areas of it that are painted or that a pointer can hit: none of containers, one of a shape, many of a `use`.
    pub areas: Vec<SvgArea>,
}

/// A part of an SVG element that is painted or that a pointer can hit.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgArea {
    /// The bounds of what a pointer can hit, in its own user space.
    pub rect: Rect,
    /// From its user space to the content box of the outermost `svg`.
    pub(crate) to_root: Affine,
    /// The shape; `None` if it fills its rectangle.
    pub outline: Option<Arc<Outline>>,
    /// The style of the shape that a `use` shows; `None` for an element's own.
    pub(crate) used: Option<Arc<ComputedStyle>>,
    /// The `image` element that it shows.
    pub(crate) image: Option<NodeId>,
    /// The characters of a run of text.
    pub(crate) text: Option<Box<SvgText>>,
}

/// A run of SVG text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SvgText {
    pub(crate) characters: Box<str>,
    /// From the top of its area to the baseline, in its user space.
    pub(crate) ascent: f32,
}

/// The paths that attributes and styles describe, by element: one that many `use` elements show is read once.
#[derive(Debug, Default)]
pub(crate) struct SvgPaths(RefCell<FxHashMap<NodeId, Option<Arc<MeasuredPath>>>>);

impl SvgPaths {
    /// The path of an element; `read` finds it out.
    pub(super) fn get(&self, node: NodeId, read: impl FnOnce() -> Option<kurbo::BezPath>) -> Option<Arc<MeasuredPath>> {
        self.0.borrow_mut().entry(node).or_insert_with(|| read().map(MeasuredPath::of)).clone()
    }
}
