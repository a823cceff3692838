//! Items of the paint list, which a pointer can hit, and their clips.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::outline::Outline;
use crate::dom::NodeId;
use crate::geometry::{Affine, Point, Projection, Rect, Size, ViewportMap};

/// An item that a pointer can hit; a list of them goes back to front.
#[derive(Debug, Clone, PartialEq)]
pub struct PaintItem {
    /// The element that is hit (the parent, for text; the originating element, for generated content).
    pub node: NodeId,
    /// Untransformed area in the coordinate space of `to_viewport`.
    pub area: Rect,
    /// Rounded corners of `area`: horizontal and vertical radii, top-left clockwise; `None` for square ones.
    pub radii: Option<Box<[Size; 4]>>,
    /// The part of `area` that is hit, in the same coordinates; `None` for all of it.
    pub outline: Option<Arc<Outline>>,
    /// From the area's coordinates to the viewport.
    pub to_viewport: ViewportMap,
    /// Index into the clips of the layout; none if nothing but the viewport clips it.
    pub clip: MaybeIndex,
    /// The part of the element that it is.
    pub part: PaintPart,
}

/// A part of an element that is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaintPart {
    /// Its box, or that of an inline element on a line.
    Box,
    /// Text right in it.
    Text,
    /// Text that a style sheet generates before or after it, or its marker.
    Generated,
    /// The room of a line, in which nothing is painted.
    Line,
}

/// An index, or none, in the room of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MaybeIndex(Option<NonZeroU32>);

impl MaybeIndex {
    /// The index.
    pub fn get(self) -> Option<u32> {
        self.0.map(|above| above.get() - 1)
    }
}

impl From<Option<u32>> for MaybeIndex {
    fn from(index: Option<u32>) -> Self {
        Self(index.and_then(|index| NonZeroU32::new(index.saturating_add(1))))
    }
}

/// An area outside of which descendants are neither painted nor hit; a linked list towards the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Untransformed area.
    pub area: Rect,
    /// Rounded corners, as in [`PaintItem::radii`].
    pub radii: Option<Box<[Size; 4]>>,
    /// A polygon in the same coordinates instead of the area (`clip-path`).
    pub polygon: Option<Box<[Point]>>,
    /// Shapes that leave what is in one of them, instead of the area (`clip-path` with a path or a `clipPath`).
    pub parts: Option<Arc<[ClipPart]>>,
    /// The `clipPath` of which the parts are only bounds, and the size that its percentages are of: it has text, or clips within.
    pub drawn: Option<(NodeId, Size)>,
    /// From the area's coordinates to the viewport.
    pub to_viewport: Projection,
    /// The element that clips.
    pub node: NodeId,
    /// The next clip outwards.
    pub parent: Option<u32>,
}

impl Clip {
    /// A clip that leaves all of an area.
    #[must_use]
    pub fn of_area(area: Rect, to_viewport: Projection, node: NodeId, parent: Option<u32>) -> Self {
        Self { area, radii: None, polygon: None, parts: None, drawn: None, to_viewport, node, parent }
    }
}

/// A shape of a clip.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipPart {
    /// The part of the area that it leaves, in its own coordinates; `None` for all of it.
    pub outline: Option<Arc<Outline>>,
    /// In its own coordinates.
    pub area: Rect,
    /// From its coordinates to those of the clip.
    pub to_clip: Affine,
}

/// The whole pixels at which an area is painted.
pub fn snapped(area: &Rect) -> Rect {
    if area.is_empty() {
        return *area;
    }
    let whole = |px: f32| (px + 0.5).floor();
    let (x, y) = (whole(area.x), whole(area.y));
    Rect::from_edges(x, y, whole(area.right()).max(x + 1.0), whole(area.bottom()).max(y + 1.0))
}
