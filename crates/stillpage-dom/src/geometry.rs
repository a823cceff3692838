//! Points, sizes and rectangles in CSS pixels.
//!
//! The coordinate space is named where a value is stored: *viewport* (what `getBoundingClientRect` returns) or *document*
//! (the viewport's plus the scroll offset). y grows downwards.

use std::ops::Add;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A point in CSS pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Distance to the right of the origin.
    pub x: f32,
    /// Distance below the origin.
    pub y: f32,
}

impl Point {
    /// The origin.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };

    /// A point from its two coordinates.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

/// A size in CSS pixels; never negative in any output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// Horizontal extent.
    pub width: f32,
    /// Vertical extent.
    pub height: f32,
}

impl Size {
    /// The empty size.
    pub const ZERO: Self = Self { width: 0.0, height: 0.0 };

    /// A size from its two extents.
    #[must_use]
    pub const fn new(width: f32, height: f32) -> Self {
        Self { width, height }
    }
}

/// A rectangle in CSS pixels: its top left corner and its size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Horizontal extent.
    pub width: f32,
    /// Vertical extent.
    pub height: f32,
}

impl Rect {
    /// The empty rectangle at the origin.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };

    /// The corners, clockwise from the top left one.
    fn corners(&self) -> [Point; 4] {
        [
            Point::new(self.x, self.y),
            Point::new(self.right(), self.y),
            Point::new(self.right(), self.bottom()),
            Point::new(self.x, self.bottom()),
        ]
    }

    /// A rectangle from its corner and its size.
    #[must_use]
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { x, y, width, height }
    }

    /// A rectangle from its edges.
    #[must_use]
    #[doc(hidden)]
    pub fn from_edges(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self::new(left, top, right - left, bottom - top)
    }

    /// Right edge.
    #[must_use]
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Bottom edge.
    #[must_use]
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// Top left corner.
    #[must_use]
    pub fn origin(&self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The middle.
    #[must_use]
    pub fn center(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// True if it has no area.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// True if the point is inside; the left and top edges belong to the rectangle, the right and bottom ones do not.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }

    /// True if the two share more than an edge.
    #[doc(hidden)]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The common part; zero extents if disjoint.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        let left = self.x.max(other.x);
        let top = self.y.max(other.y);
        let right = self.right().min(other.right());
        let bottom = self.bottom().min(other.bottom());
        Self::from_edges(left, top, right.max(left), bottom.max(top))
    }

    /// The smallest rectangle that holds both, empty ones included (as `DOMRect` unions of client rects do not skip them).
    #[must_use]
    #[doc(hidden)]
    pub fn union(&self, other: &Self) -> Self {
        Self::from_edges(
            self.x.min(other.x),
            self.y.min(other.y),
            self.right().max(other.right()),
            self.bottom().max(other.bottom()),
        )
    }

    /// Moved by `by`.
    #[must_use]
    #[doc(hidden)]
    pub fn translate(&self, by: Point) -> Self {
        Self::new(self.x + by.x, self.y + by.y, self.width, self.height)
    }
}

/// A value for each side of a box.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Sides<T> {
    /// Top side.
    pub top: T,
    /// Right side.
    pub right: T,
    /// Bottom side.
    pub bottom: T,
    /// Left side.
    pub left: T,
}

impl<T: Clone> Sides<T> {
    /// Sides that all have this value.
    pub fn all(value: T) -> Self {
        Self { top: value.clone(), right: value.clone(), bottom: value.clone(), left: value }
    }
}

impl<T: Copy + Add<Output = T>> Sides<T> {
    /// Left plus right.
    pub fn width(&self) -> T {
        self.left + self.right
    }

    /// Top plus bottom.
    pub fn height(&self) -> T {
        self.top + self.bottom
    }

    /// Both, side by side.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            top: self.top + other.top,
            right: self.right + other.right,
            bottom: self.bottom + other.bottom,
            left: self.left + other.left,
        }
    }
}

/// A 2D affine transform `x' = a x + c y + e`, `y' = b x + d y + f` (the letters of CSS `matrix()`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine {
    /// Horizontal scale.
    pub a: f32,
    /// Vertical skew.
    pub b: f32,
    /// Horizontal skew.
    pub c: f32,
    /// Vertical scale.
    pub d: f32,
    /// Horizontal translation, px.
    pub e: f32,
    /// Vertical translation, px.
    pub f: f32,
}

impl Default for Affine {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Affine {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// A move by `x`, `y`.
    #[must_use]
    pub const fn translation(x: f32, y: f32) -> Self {
        Self { e: x, f: y, ..Self::IDENTITY }
    }

    /// `self * inner`: `inner` is applied first.
    #[must_use]
    pub fn then_inner(&self, inner: &Self) -> Self {
        Self {
            a: self.a * inner.a + self.c * inner.b,
            b: self.b * inner.a + self.d * inner.b,
            c: self.a * inner.c + self.c * inner.d,
            d: self.b * inner.c + self.d * inner.d,
            e: self.a * inner.e + self.c * inner.f + self.e,
            f: self.b * inner.e + self.d * inner.f + self.f,
        }
    }

    /// The image of a point.
    #[must_use]
    pub fn apply(&self, p: Point) -> Point {
        Point::new(self.a * p.x + self.c * p.y + self.e, self.b * p.x + self.d * p.y + self.f)
    }

    /// The bounding box of a rectangle's image.
    #[must_use]
    pub fn apply_rect(&self, rect: &Rect) -> Rect {
        bounding_box(rect.corners().map(|corner| self.apply(corner)))
    }

    /// The inverse; `None` if the transform flattens the plane.
    #[must_use]
    pub fn invert(&self) -> Option<Self> {
        let det = self.a * self.d - self.b * self.c;
        if det == 0.0 || !det.is_finite() {
            return None;
        }
        Some(Self {
            a: self.d / det,
            b: -self.b / det,
            c: -self.c / det,
            d: self.a / det,
            e: (self.c * self.f - self.d * self.e) / det,
            f: (self.b * self.e - self.a * self.f) / det,
        })
    }

    /// True if it changes nothing.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        *self == Self::IDENTITY
    }
}

/// A projective map of the plane: what a transform does to a box that perspective may make narrower on one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// The matrix before points are divided by their weight.
    pub affine: Affine,
    /// The weight of a point: `weight[0] x + weight[1] y + weight[2]`.
    pub weight: [f32; 3],
}

impl Default for Projection {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<Affine> for Projection {
    fn from(affine: Affine) -> Self {
        Self { affine, weight: Self::FLAT }
    }
}

impl Projection {
    const FLAT: [f32; 3] = [0.0, 0.0, 1.0];

    /// The map that changes nothing.
    pub const IDENTITY: Self = Self { affine: Affine::IDENTITY, weight: Self::FLAT };

    /// True without perspective: parallel lines stay parallel.
    #[must_use]
    pub fn is_affine(&self) -> bool {
        self.weight == Self::FLAT
    }

    /// True if it changes nothing.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.is_affine() && self.affine.is_identity()
    }

    /// `self * inner`: `inner` is applied first.
    #[must_use]
    pub fn then_inner(&self, inner: &Affine) -> Self {
        let [g, h, i] = self.weight;
        Self {
            affine: self.affine.then_inner(inner),
            weight: [g * inner.a + h * inner.b, g * inner.c + h * inner.d, g * inner.e + h * inner.f + i],
        }
    }

    /// The image of a point.
    #[must_use]
    pub fn apply(&self, p: Point) -> Point {
        let at = self.affine.apply(p);
        if self.is_affine() {
            return at;
        }
        let [g, h, i] = self.weight;
        let weight = g * p.x + h * p.y + i;
        // Chrome: a point in the plane of the eye stays where it is.
        if weight == 0.0 { at } else { Point::new(at.x / weight, at.y / weight) }
    }

    /// The bounding box of a rectangle's image.
    #[must_use]
    pub fn apply_rect(&self, rect: &Rect) -> Rect {
        if self.is_affine() {
            return self.affine.apply_rect(rect);
        }
        bounding_box(rect.corners().map(|corner| self.apply(corner)))
    }

    /// The inverse; `None` if the map flattens the plane.
    #[must_use]
    pub fn invert(&self) -> Option<Self> {
        if self.is_affine() {
            return self.affine.invert().map(Self::from);
        }
        let Affine { a, b, c, d, e, f } = self.affine;
        let [g, h, i] = self.weight;
        let det = a * (d * i - f * h) - c * (b * i - f * g) + e * (b * h - d * g);
        if det == 0.0 || !det.is_finite() {
            return None;
        }
        let affine = Affine {
            a: (d * i - f * h) / det,
            b: (f * g - b * i) / det,
            c: (e * h - c * i) / det,
            d: (a * i - e * g) / det,
            e: (c * f - e * d) / det,
            f: (e * b - a * f) / det,
        };
        Some(Self { affine, weight: [(b * h - d * g) / det, (c * g - a * h) / det, (a * d - b * c) / det] })
    }
}

/// A [`Projection`] in little room: most only move what they map.
#[derive(Debug, Clone, PartialEq)]
pub enum ViewportMap {
    /// A move by the coordinates of the point.
    Move(Point),
    /// Any other.
    Other(Arc<Projection>),
}

impl Default for ViewportMap {
    fn default() -> Self {
        Self::Move(Point::ZERO)
    }
}

impl From<Projection> for ViewportMap {
    fn from(map: Projection) -> Self {
        let by = Point::new(map.affine.e, map.affine.f);
        if map.is_affine() && map.affine == Affine::translation(by.x, by.y) {
            Self::Move(by)
        } else {
            Self::Other(Arc::new(map))
        }
    }
}

impl ViewportMap {
    /// The map itself.
    #[must_use]
    pub fn get(&self) -> Projection {
        match self {
            Self::Move(by) => Affine::translation(by.x, by.y).into(),
            Self::Other(map) => **map,
        }
    }

    /// The bounding box of a rectangle's image.
    #[must_use]
    pub fn apply_rect(&self, rect: &Rect) -> Rect {
        self.get().apply_rect(rect)
    }
}

fn bounding_box(corners: [Point; 4]) -> Rect {
    let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    for p in corners {
        left = left.min(p.x);
        top = top.min(p.y);
        right = right.max(p.x);
        bottom = bottom.max(p.y);
    }
    Rect::from_edges(left, top, right, bottom)
}

/// Rounded to two decimals; never `-0`.
pub fn hundredths(px: f32) -> f64 {
    (f64::from(px) * 100.0).round() / 100.0 + 0.0
}
