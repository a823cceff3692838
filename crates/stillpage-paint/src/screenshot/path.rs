//! Paths of boxes and clips, and colours, in the terms of the rasterizer.

use kurbo::PathEl;
use tiny_skia::{Path, PathBuilder, PathSegment, Transform};

use crate::geometry::{Rect, Sides, Size};
use crate::layout::{Clip, Outline};
use crate::style::computed::Srgb;

/// The distance of the control points of a quarter of an ellipse from its corner.
pub(super) const NEAR: f32 = 0.447_715_2;
/// Limit: coordinates beyond are not drawn.
const FARTHEST: f32 = 1.0e6;
/// Steps that a shape takes besides its pixels, and each of its points.
const SHAPE_STEPS: u64 = 1000;
const POINT_STEPS: u64 = 40;
/// Steps that an edge takes in each row: it is looked at in four lines of samples.
const EDGE_STEPS: u64 = 24;

/// An edge that is nearer to that of a pixel covers nothing of the next one.
const WHOLE_PIXEL: f32 = 1e-3;

/// From shares of a box to the space that it is in: the user space of `objectBoundingBox`.
pub(super) fn from_shares(bounds: &Rect) -> Transform {
    Transform::from_row(bounds.width, 0.0, 0.0, bounds.height, bounds.x, bounds.y)
}

/// The steps of painting a path, with the pixels of an area as often as each takes; `transform`: from the path to the area's pixels.
pub(super) fn steps(path: &Path, transform: Transform, area: &Rect, each: u64) -> u64 {
    let pixels = area.width as u64 * area.height as u64;
    let rows = rows_of_edges(path, transform, area.height);
    SHAPE_STEPS + POINT_STEPS * path.len() as u64 + EDGE_STEPS.saturating_mul(rows) + pixels * each
}

/// The rows that each edge of a path crosses in an area of this height, added up.
fn rows_of_edges(path: &Path, transform: Transform, height: f32) -> u64 {
    let rows = |from: tiny_skia::Point, to: tiny_skia::Point| {
        let rows = (transform.ky * (to.x - from.x) + transform.sy * (to.y - from.y)).abs();
        f64::from(rows.min(height))
    };
    let (mut start, mut at, mut sum) = (tiny_skia::Point::zero(), tiny_skia::Point::zero(), 0.0);
    for segment in path.segments() {
        let end = match segment {
            PathSegment::MoveTo(to) => {
                (start, at) = (to, to);
                continue;
            }
            PathSegment::LineTo(to) => to,
            PathSegment::QuadTo(control, to) => {
                sum += rows(at, control);
                at = control;
                to
            }
            PathSegment::CubicTo(one, other, to) => {
                sum += rows(at, one) + rows(one, other);
                at = other;
                to
            }
            PathSegment::Close => start,
        };
        sum += rows(at, end);
        at = end;
    }
    sum as u64
}

pub(super) fn skia_color(color: Srgb) -> tiny_skia::Color {
    let [red, green, blue] = color.channels().map(|channel| (channel / 255.0).clamp(0.0, 1.0));
    tiny_skia::Color::from_rgba(red, green, blue, color.alpha().clamp(0.0, 1.0)).unwrap_or(tiny_skia::Color::BLACK)
}

pub(super) fn inset(area: &Rect, by: &Sides<f32>) -> Rect {
    let (left, top) = (area.x + by.left, area.y + by.top);
    Rect::from_edges(left, top, (area.right() - by.right).max(left), (area.bottom() - by.bottom).max(top))
}

/// The radii of a box that lies inside of another one by these widths.
pub(super) fn inner_radii(corners: &[Size; 4], by: &Sides<f32>) -> [Size; 4] {
    let reduce = |radius: Size, x: f32, y: f32| Size::new((radius.width - x).max(0.0), (radius.height - y).max(0.0));
    [
        reduce(corners[0], by.left, by.top),
        reduce(corners[1], by.right, by.top),
        reduce(corners[2], by.right, by.bottom),
        reduce(corners[3], by.left, by.bottom),
    ]
}

/// The factor by which a transform enlarges what is painted.
pub(super) fn scale_of(transform: Transform) -> f32 {
    libm::hypotf(transform.sx, transform.ky).max(0.01)
}

/// True for a rectangle with sides along the axes.
pub(super) fn is_rectangle(path: &Path) -> bool {
    let mut corners = Vec::with_capacity(4);
    for (number, segment) in path.segments().enumerate() {
        match segment {
            PathSegment::MoveTo(point) if number == 0 => corners.push(point),
            PathSegment::LineTo(point) if number < 4 => corners.push(point),
            PathSegment::Close if number == 4 => {}
            _ => return false,
        }
    }
    let same = |a: f32, b: f32| a.to_bits() == b.to_bits();
    let [a, b, c, d] = corners[..] else { return false };
    same(a.x, d.x) && same(b.x, c.x) && same(a.y, b.y) && same(c.y, d.y)
        || same(a.y, d.y) && same(b.y, c.y) && same(a.x, b.x) && same(c.x, d.x)
}

/// A box with rounded corners.
pub(super) fn rounded(area: &Rect, corners: Option<&[Size; 4]>) -> Option<Path> {
    let mut builder = PathBuilder::new();
    add_rounded(&mut builder, area, corners);
    builder.finish()
}

pub(super) fn add_rounded(builder: &mut PathBuilder, area: &Rect, corners: Option<&[Size; 4]>) {
    if area.is_empty() {
        return;
    }
    let (l, t) = (area.x.max(-FARTHEST), area.y.max(-FARTHEST));
    let (r, b) = (area.right().min(FARTHEST), area.bottom().min(FARTHEST));
    let Some([tl, tr, br, bl]) = corners else {
        if let Some(rect) = tiny_skia::Rect::from_ltrb(l, t, r, b) {
            builder.push_rect(rect);
        }
        return;
    };
    builder.move_to(l + tl.width, t);
    builder.line_to(r - tr.width, t);
    builder.cubic_to(r - tr.width * NEAR, t, r, t + tr.height * NEAR, r, t + tr.height);
    builder.line_to(r, b - br.height);
    builder.cubic_to(r, b - br.height * NEAR, r - br.width * NEAR, b, r - br.width, b);
    builder.line_to(l + bl.width, b);
    builder.cubic_to(l + bl.width * NEAR, b, l, b - bl.height * NEAR, l, b - bl.height);
    builder.line_to(l, t + tl.height);
    builder.cubic_to(l, t + tl.height * NEAR, l + tl.width * NEAR, t, l + tl.width, t);
    builder.close();
}

/// A polygon.
pub(super) fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    builder.move_to(first.0, first.1);
    rest.iter().for_each(|(x, y)| builder.line_to(*x, *y));
    builder.close();
    builder.finish()
}

pub(super) fn clip_path(clip: &Clip) -> Option<Path> {
    match &clip.polygon {
        Some(points) => polygon(&points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>()),
        None => rounded(&clip.area, clip.radii.as_deref()),
    }
}

/// The pixels of a rectangle that covers each of them as a whole or not at all; `None` for another path.
pub(super) fn whole_pixels(path: &Path, transform: Transform) -> Option<Rect> {
    if transform.has_skew() || !is_rectangle(path) {
        return None;
    }
    let (own, Transform { sx, sy, tx, ty, .. }) = (path.bounds(), transform);
    let x = [own.left() * sx + tx, own.right() * sx + tx];
    let y = [own.top() * sy + ty, own.bottom() * sy + ty];
    let is_whole = |px: &f32| (px - px.round()).abs() < WHOLE_PIXEL;
    let edges = [x[0].min(x[1]), y[0].min(y[1]), x[0].max(x[1]), y[0].max(y[1])].map(f32::round);
    let [left, top, right, bottom] = edges;
    (x.iter().all(is_whole) && y.iter().all(is_whole)).then(|| Rect::from_edges(left, top, right, bottom))
}

/// The part of a rectangle that an area of the picture leaves; `None` for another path, and for one that is turned.
pub(super) fn cut_rectangle(path: &Path, transform: Transform, area: &Rect) -> Option<Path> {
    if transform.has_skew() || !is_rectangle(path) {
        return None;
    }
    let back = transform.invert()?;
    let mut corners =
        [tiny_skia::Point::from_xy(area.x, area.y), tiny_skia::Point::from_xy(area.right(), area.bottom())];
    back.map_points(&mut corners);
    let own = path.bounds();
    let (left, right) = (corners[0].x.min(corners[1].x), corners[0].x.max(corners[1].x));
    let (top, bottom) = (corners[0].y.min(corners[1].y), corners[0].y.max(corners[1].y));
    let cut = tiny_skia::Rect::from_ltrb(
        own.left().max(left),
        own.top().max(top),
        own.right().min(right),
        own.bottom().min(bottom),
    )?;
    Some(PathBuilder::from_rect(cut))
}

/// The outline of a shape.
pub(super) fn path_of(outline: &Outline) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let px = |value: f64| value as f32;
    for element in outline.path().elements() {
        match *element {
            PathEl::MoveTo(p) => builder.move_to(px(p.x), px(p.y)),
            PathEl::LineTo(p) => builder.line_to(px(p.x), px(p.y)),
            PathEl::QuadTo(a, p) => builder.quad_to(px(a.x), px(a.y), px(p.x), px(p.y)),
            PathEl::CurveTo(a, b, p) => builder.cubic_to(px(a.x), px(a.y), px(b.x), px(b.y), px(p.x), px(p.y)),
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}
