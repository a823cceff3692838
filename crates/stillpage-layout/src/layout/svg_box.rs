//! Measured geometry of the elements in an `svg`, relative to the content box of the outermost one.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::hash::Hasher as _;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::outline::{self, MeasuredPath, Outline};
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

/// The paths of data of one kind; `None` for data that are not valid.
type PathsByData = FxHashMap<Box<str>, Option<Arc<MeasuredPath>>>;

/// The kind of data that describe a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum PathKind {
    /// `d`
    Path,
    /// `points`, closed.
    Polygon,
    /// `points`
    Polyline,
}

/// The paths of shapes: those that many elements have, such as the icons of a list, are kept once.
#[derive(Debug, Default)]
pub(crate) struct SvgPaths {
    /// The paths that attributes and styles describe, by kind and data: those of icons that are shown many times are read once.
    by_data: RefCell<[PathsByData; 3]>,
    by_digest: RefCell<FxHashMap<u64, Arc<MeasuredPath>>>,
    /// The last outline of each path, by its address, which the outline keeps.
    outlines: RefCell<FxHashMap<usize, Arc<Outline>>>,
}

impl SvgPaths {
    /// The path that data of a kind describe; `None` if they are not valid.
    pub(super) fn read(&self, kind: PathKind, data: &str) -> Option<Arc<MeasuredPath>> {
        let known = &mut self.by_data.borrow_mut()[kind as usize];
        if let Some(known) = known.get(data) {
            return known.clone();
        }
        let path = match kind {
            PathKind::Path => outline::path(data),
            PathKind::Polygon => outline::polygon(data, true),
            PathKind::Polyline => outline::polygon(data, false),
        };
        let measured = path.map(|path| self.measured(path));
        known.insert(data.into(), measured.clone());
        measured
    }

    /// An outline, which is the last one of its path if that is the same.
    pub(super) fn shared(&self, outline: Outline) -> Arc<Outline> {
        match self.outlines.borrow_mut().entry(outline.path_address()) {
            Entry::Occupied(last) if last.get().is_same(&outline) => Arc::clone(last.get()),
            entry => Arc::clone(entry.insert_entry(Arc::new(outline)).get()),
        }
    }

    /// A path with its boxes.
    pub(super) fn measured(&self, path: kurbo::BezPath) -> Arc<MeasuredPath> {
        match self.by_digest.borrow_mut().entry(digest(&path)) {
            Entry::Occupied(known) if known.get().is(&path) => Arc::clone(known.get()),
            Entry::Occupied(_) => MeasuredPath::of(path),
            Entry::Vacant(free) => Arc::clone(free.insert(MeasuredPath::of(path))),
        }
    }
}

fn digest(path: &kurbo::BezPath) -> u64 {
    let mut hasher = FxHasher::default();
    let mut write = |points: &[kurbo::Point]| {
        hasher.write_usize(points.len());
        for point in points {
            hasher.write_u64(point.x.to_bits());
            hasher.write_u64(point.y.to_bits());
        }
    };
    for element in path.elements() {
        match *element {
            kurbo::PathEl::MoveTo(to) | kurbo::PathEl::LineTo(to) => write(&[to]),
            kurbo::PathEl::QuadTo(by, to) => write(&[by, to]),
            kurbo::PathEl::CurveTo(by, and, to) => write(&[by, and, to]),
            kurbo::PathEl::ClosePath => write(&[]),
        }
    }
    hasher.finish()
}
