//! [`Outline`]: an SVG shape, as it is painted and as a pointer meets it: its fill and its stroke.
//!
//! *In*: the geometry of a shape in its own user space and how it is painted. *Out*: whether a point is on it.
//! *Invariants*: no point of an outline is farther off than [`FLATNESS`], or than a small share of its extent.

mod path;

use std::sync::{Arc, OnceLock};

use path::bounds;
pub(super) use path::{ellipse, line, path, polygon, px, rectangle};

use crate::geometry::{Point, Rect};
use crate::style::computed::{FillRule, PointerEvents, StrokeLinecap, StrokeLinejoin, SvgStyle};

/// The greatest distance of the polygon of a curve from the curve, px on the screen.
const FLATNESS: f32 = 0.05;
/// Limit: about the maximum number of pieces of a curve of any size.
const MAX_PIECES: f64 = 10_000.0;
/// Limit: coordinates beyond are not drawn.
const FARTHEST: f64 = 1e7;

/// A path and the boxes around it, which take as long to find as the path is.
#[derive(Debug, PartialEq)]
pub(crate) struct MeasuredPath {
    path: kurbo::BezPath,
    /// See [`bounds`].
    bounds: Option<Rect>,
    /// The box around its points and the control points of its curves.
    extent: kurbo::Rect,
}

impl MeasuredPath {
    pub(crate) fn of(path: kurbo::BezPath) -> Arc<Self> {
        Arc::new(Self { bounds: bounds(&path), extent: path.control_box(), path })
    }

    /// True if it is this path.
    pub(crate) fn is(&self, path: &kurbo::BezPath) -> bool {
        self.path == *path
    }

    pub(crate) fn bounds(&self) -> Option<Rect> {
        self.bounds
    }
}

/// The geometry of an SVG shape, in the coordinates of its user space. Approx: a pointer hits the gaps of a dashed stroke too.
#[derive(Debug)]
pub struct Outline {
    path: Arc<MeasuredPath>,
    fill_rule: FillRule,
    /// `None` if it has no width.
    stroke: Option<Stroke>,
    /// A pointer can hit the fill.
    is_fill_hit: bool,
    /// A pointer can hit the stroke.
    is_stroke_hit: bool,
    /// The largest distance between the path and its polygon.
    tolerance: f64,
    /// The path as polygons, when first asked for.
    rings: OnceLock<Vec<Ring>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Stroke {
    /// Half its width.
    radius: f32,
    cap: StrokeLinecap,
    join: StrokeLinejoin,
    miter_limit: f32,
}

/// A subpath.
#[derive(Debug, Default)]
struct Ring {
    points: Vec<Point>,
    closed: bool,
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        let parts = |outline: &Self| (outline.fill_rule, outline.stroke, outline.is_fill_hit, outline.is_stroke_hit);
        (Arc::ptr_eq(&self.path, &other.path) || self.path == other.path) && parts(self) == parts(other)
    }
}

impl Outline {
    /// True if it is equal, and its polygons as exact.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self == other && self.tolerance.to_bits() == other.tolerance.to_bits()
    }

    /// The address of its path.
    pub(super) fn path_address(&self) -> usize {
        Arc::as_ptr(&self.path).addr()
    }

    /// The outline of a path that is seen at `scale`, and stroked `stroke_width` wide (both in user space); `None` if nothing of it
    /// is painted and no pointer can hit it.
    pub(crate) fn new(
        path: Arc<MeasuredPath>,
        style: &SvgStyle,
        pointer_events: PointerEvents,
        stroke_width: f32,
        scale: f32,
    ) -> Option<Self> {
        use PointerEvents as P;
        let painted = (style.fill.is_some(), style.stroke.is_some());
        let (is_fill_hit, is_stroke_hit) = match pointer_events {
            P::Auto | P::VisiblePainted | P::Painted | P::BoundingBox => painted,
            P::VisibleFill | P::Fill => (true, false),
            P::VisibleStroke | P::Stroke => (false, true),
            P::Visible | P::All => (true, true),
            P::None => (false, false),
        };
        let stroke = (stroke_width > 0.0).then_some(Stroke {
            radius: stroke_width / 2.0,
            cap: style.stroke_linecap,
            join: style.stroke_linejoin,
            miter_limit: style.stroke_miterlimit,
        });
        let has_stroke = |wanted: bool| wanted && stroke.is_some();
        if !is_fill_hit && !has_stroke(is_stroke_hit) && !painted.0 && !has_stroke(painted.1) {
            return None;
        }
        let extent = path.extent;
        let edges = [extent.x0, extent.y0, extent.x1, extent.y1];
        if edges.iter().any(|edge| !edge.is_finite() || edge.abs() > FARTHEST) {
            return None;
        }
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
        let tolerance = f64::from(FLATNESS / scale).max((extent.width() + extent.height()) / MAX_PIECES);
        let is_stroke_hit = has_stroke(is_stroke_hit);
        let fill_rule = style.fill_rule;
        Some(Self { path, fill_rule, stroke, is_fill_hit, is_stroke_hit, tolerance, rings: OnceLock::new() })
    }

    /// The path, in the coordinates of its user space.
    #[must_use]
    pub fn path(&self) -> &kurbo::BezPath {
        &self.path.path
    }

    /// Its `fill-rule`, or `clip-rule` in a clip.
    #[must_use]
    pub fn fill_rule(&self) -> FillRule {
        self.fill_rule
    }

    /// Returns its stroke: the width, the ends and the corners.
    #[must_use]
    pub fn stroke(&self) -> Option<(f32, StrokeLinecap, StrokeLinejoin)> {
        self.stroke.map(|stroke| (stroke.radius * 2.0, stroke.cap, stroke.join))
    }

    /// True if a pointer can hit something of it.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.is_fill_hit || self.is_stroke_hit
    }

    /// The box around what a pointer can hit of fill and stroke, for a fill of the given bounds.
    #[must_use]
    pub fn reach(&self, bounds: &Rect) -> Rect {
        let Some(stroke) = self.stroke.filter(|_| self.is_stroke_hit) else { return *bounds };
        let by = match stroke.join {
            // A sharp corner points out of the box by up to the miter limit.
            StrokeLinejoin::Miter if self.path().elements().len() > 2 => stroke.radius * stroke.miter_limit.max(1.0),
            _ if stroke.cap == StrokeLinecap::Square => stroke.radius * std::f32::consts::SQRT_2,
            _ => stroke.radius,
        };
        Rect::new(bounds.x - by, bounds.y - by, bounds.width + 2.0 * by, bounds.height + 2.0 * by)
    }

    /// True if the point is on the fill or on the stroke. Linear in the length of the path.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let rings = self.rings.get_or_init(|| rings(self.path(), self.tolerance));
        let is_filled = || {
            let winding: i32 = rings.iter().map(|ring| winding(point, &ring.points)).sum();
            if self.fill_rule == FillRule::Evenodd { winding % 2 != 0 } else { winding != 0 }
        };
        let stroke = self.stroke.filter(|_| self.is_stroke_hit);
        self.is_fill_hit && is_filled()
            || stroke.is_some_and(|stroke| rings.iter().any(|ring| stroke.touches(ring, point)))
    }
}

/// Returns the winding number of a closed polygon around a point.
pub fn winding(point: Point, polygon: &[Point]) -> i32 {
    let mut winding = 0;
    for (i, from) in polygon.iter().enumerate() {
        let to = &polygon[(i + 1) % polygon.len()];
        let side = (to.x - from.x) * (point.y - from.y) - (point.x - from.x) * (to.y - from.y);
        if from.y <= point.y && to.y > point.y && side > 0.0 {
            winding += 1;
        } else if from.y > point.y && to.y <= point.y && side < 0.0 {
            winding -= 1;
        }
    }
    winding
}

fn dot(a: Point, b: Point) -> f32 {
    a.x * b.x + a.y * b.y
}

/// The direction from one point to another; `None` if they are the same.
fn direction(from: Point, to: Point) -> Option<Point> {
    let way = to - from;
    let length = libm::hypotf(way.x, way.y);
    (length > 0.0).then(|| Point::new(way.x / length, way.y / length))
}

impl Stroke {
    fn touches(&self, ring: &Ring, point: Point) -> bool {
        let points = &ring.points;
        let Some((&first, &last)) = points.first().zip(points.last()) else { return false };
        let mut before: Option<Point> = None;
        let mut opening: Option<Point> = None;
        for (i, &from) in points.iter().enumerate() {
            let to = match points.get(i + 1) {
                Some(&to) => to,
                None if ring.closed => first,
                None => break,
            };
            let Some(along) = direction(from, to) else { continue };
            if self.on_segment(from, to, along, point)
                || before.is_some_and(|before| self.on_join(from, before, along, point))
            {
                return true;
            }
            opening = opening.or(Some(along));
            before = Some(along);
        }
        match (opening, before) {
            (Some(opening), Some(closing)) if ring.closed => self.on_join(first, closing, opening, point),
            (Some(opening), Some(closing)) => {
                self.on_cap(first, Point::new(-opening.x, -opening.y), point) || self.on_cap(last, closing, point)
            }
            // A subpath without length is its caps.
            _ => {
                let right = Point::new(1.0, 0.0);
                self.on_cap(first, right, point) || self.on_cap(first, Point::new(-1.0, 0.0), point)
            }
        }
    }

    fn on_segment(&self, from: Point, to: Point, along: Point, point: Point) -> bool {
        let at = point - from;
        let way = dot(at, along);
        way >= 0.0 && way <= dot(to - from, along) && (at.x * along.y - at.y * along.x).abs() <= self.radius
    }

    fn on_cap(&self, end: Point, outwards: Point, point: Point) -> bool {
        let at = point - end;
        let beyond = dot(at, outwards);
        match self.cap {
            StrokeLinecap::Butt => false,
            StrokeLinecap::Round => beyond >= 0.0 && dot(at, at) <= self.radius * self.radius,
            StrokeLinecap::Square => {
                beyond >= 0.0 && beyond <= self.radius && (at.x * outwards.y - at.y * outwards.x).abs() <= self.radius
            }
        }
    }

    /// Returns `true` for a point on a join: in the wedge beyond the one segment and before the other.
    fn on_join(&self, corner: Point, before: Point, after: Point, point: Point) -> bool {
        let at = point - corner;
        if dot(at, before) < 0.0 || dot(at, after) > 0.0 {
            return false;
        }
        // Half the angle by which the path turns there.
        let turn = (f64::from((1.0 + dot(before, after)) / 2.0)).clamp(0.0, 1.0).sqrt();
        let miter = self.join == StrokeLinejoin::Miter && turn * f64::from(self.miter_limit) >= 1.0;
        if self.join == StrokeLinejoin::Round {
            return dot(at, at) <= self.radius * self.radius;
        }
        let off = |along: Point| (at.x * along.y - at.y * along.x).abs();
        if miter {
            return off(before) <= self.radius && off(after) <= self.radius;
        }
        // The middle of the wedge.
        let outwards = Point::new(before.x - after.x, before.y - after.y);
        let length = libm::hypotf(outwards.x, outwards.y);
        length > 0.0 && f64::from(dot(at, outwards) / length) <= f64::from(self.radius) * turn
    }
}

fn rings(path: &kurbo::BezPath, tolerance: f64) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::new();
    let at = |p: kurbo::Point| Point::new(px(p.x), px(p.y));
    kurbo::flatten(path.iter(), tolerance, |element| match element {
        kurbo::PathEl::MoveTo(p) => rings.push(Ring { points: vec![at(p)], closed: false }),
        kurbo::PathEl::LineTo(p) => {
            if let Some(ring) = rings.last_mut() {
                ring.points.push(at(p));
            }
        }
        kurbo::PathEl::ClosePath => {
            if let Some(ring) = rings.last_mut() {
                ring.closed = true;
            }
        }
        // Flat paths have no curves.
        kurbo::PathEl::QuadTo(..) | kurbo::PathEl::CurveTo(..) => {}
    });
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::computed::SvgPaint;

    #[track_caller]
    fn check_bounds(data: &str, expected: (f32, f32, f32, f32)) {
        let r = path(data).as_ref().and_then(bounds).unwrap_or_default();
        let close = [(r.x, expected.0), (r.y, expected.1), (r.width, expected.2), (r.height, expected.3)];
        assert!(close.iter().all(|(a, b)| (a - b).abs() < 0.05), "{data}: {r:?}, not {expected:?}");
    }

    #[test]
    fn path_bounds_are_those_of_the_curve() {
        check_bounds("M0 0 H10 V20", (0.0, 0.0, 10.0, 20.0));
        check_bounds("M0 0 Q10 20 20 0", (0.0, 0.0, 20.0, 10.0));
        check_bounds("M0 10 a10 10 0 1 1 20 0", (0.0, 0.0, 20.0, 10.0));
        check_bounds("M5 5 L10 10 X 99 99", (5.0, 5.0, 5.0, 5.0));
    }

    #[track_caller]
    fn check(data: &str, style: &SvgStyle, width: f32, hits: &[(f32, f32)], misses: &[(f32, f32)]) {
        let path = path(data).expect("a path");
        let outline = Outline::new(MeasuredPath::of(path), style, PointerEvents::Auto, width, 1.0).expect("an outline");
        for &(x, y) in hits {
            assert!(outline.contains(Point::new(x, y)), "{data}: {x},{y} should hit");
        }
        for &(x, y) in misses {
            assert!(!outline.contains(Point::new(x, y)), "{data}: {x},{y} should miss");
        }
    }

    #[test]
    fn fill_follows_its_rule() {
        let nested = "M0 0H30V30H0Z M10 10H20V20H10Z";
        let style = SvgStyle::default();
        check(nested, &style, 1.0, &[(5.0, 5.0), (15.0, 15.0)], &[(31.0, 5.0)]);
        let style = SvgStyle { fill_rule: FillRule::Evenodd, ..style };
        check(nested, &style, 1.0, &[(5.0, 5.0)], &[(15.0, 15.0)]);
        // An open subpath is filled as if it was closed.
        check("M0 0L20 0L0 20", &style, 1.0, &[(5.0, 5.0)], &[(15.0, 15.0)]);
        check("M-10 0A10 10 0 0 1 10 0Z", &style, 1.0, &[(0.0, -9.9), (6.9, -6.9)], &[(7.2, -7.2), (0.0, 0.1)]);
    }

    #[test]
    fn stroke_has_joins_and_caps() {
        let style = |cap, join| SvgStyle {
            fill: None,
            stroke: Some(SvgPaint::Context),
            stroke_linecap: cap,
            stroke_linejoin: join,
            ..SvgStyle::default()
        };
        let corner = "M0 0H20V20";
        let (on, off) = ([(10.0, 1.9), (10.0, -1.9), (18.1, 10.0)], [(10.0, 2.1), (10.0, 5.0)]);
        let miter = style(StrokeLinecap::Butt, StrokeLinejoin::Miter);
        check(corner, &miter, 4.0, &on, &off);
        check(corner, &miter, 4.0, &[(21.9, -1.9)], &[(22.1, -1.9), (-0.1, 0.0), (20.0, 20.1)]);
        let round = style(StrokeLinecap::Round, StrokeLinejoin::Round);
        check(corner, &round, 4.0, &on, &off);
        check(corner, &round, 4.0, &[(21.4, -1.4), (-1.9, 0.0)], &[(21.9, -1.9), (-1.5, 1.5)]);
        let bevel = style(StrokeLinecap::Square, StrokeLinejoin::Bevel);
        check(corner, &bevel, 4.0, &[(20.9, -0.9), (-1.9, 1.9)], &[(21.4, -1.4), (-2.1, 0.0)]);
        // A sharp turn is not mitered.
        check("M0 0L20 0L0 1", &miter, 4.0, &[(20.02, 0.3)], &[(20.1, 0.5), (24.0, 0.5)]);
        check("M0 0h0", &round, 4.0, &[(1.0, 1.0)], &[(1.9, 1.9)]);
    }

    #[test]
    fn hostile_paths_have_no_outline() {
        let far = path("M0 0L1e30 1e30L5 0").expect("a path");
        assert_eq!(Outline::new(MeasuredPath::of(far), &SvgStyle::default(), PointerEvents::Auto, 1.0, 1.0), None);
    }
}
