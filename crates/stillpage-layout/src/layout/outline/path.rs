//! Paths of SVG shapes.
//!
//! <https://svgwg.org/svg2-draft/shapes.html>

use kurbo::Shape as _;
use svgtypes::{PathParser, PathSegment, PointsParser};

use crate::geometry::{Point, Rect};

/// Distance of the control points of a quarter circle, in radii.
const KAPPA: f64 = 0.552_284_75;

#[expect(clippy::cast_possible_truncation, reason = "coordinates; Chromium's are single precision too")]
pub(in crate::layout) fn px(value: f64) -> f32 {
    value as f32
}

/// A rectangle with rounded corners; radii beyond half a side are cut.
pub(in crate::layout) fn rectangle(area: &Rect, rx: f32, ry: f32) -> kurbo::BezPath {
    let (x0, y0) = (f64::from(area.x), f64::from(area.y));
    let (x1, y1) = (x0 + f64::from(area.width), y0 + f64::from(area.height));
    let (rx, ry) = (f64::from(rx.min(area.width / 2.0)), f64::from(ry.min(area.height / 2.0)));
    let mut path = kurbo::BezPath::new();
    if rx <= 0.0 || ry <= 0.0 {
        path.move_to((x0, y0));
        path.line_to((x1, y0));
        path.line_to((x1, y1));
        path.line_to((x0, y1));
        path.close_path();
        return path;
    }
    let (kx, ky) = (rx * (1.0 - KAPPA), ry * (1.0 - KAPPA));
    path.move_to((x0 + rx, y0));
    path.line_to((x1 - rx, y0));
    path.curve_to((x1 - kx, y0), (x1, y0 + ky), (x1, y0 + ry));
    path.line_to((x1, y1 - ry));
    path.curve_to((x1, y1 - ky), (x1 - kx, y1), (x1 - rx, y1));
    path.line_to((x0 + rx, y1));
    path.curve_to((x0 + kx, y1), (x0, y1 - ky), (x0, y1 - ry));
    path.line_to((x0, y0 + ry));
    path.curve_to((x0, y0 + ky), (x0 + kx, y0), (x0 + rx, y0));
    path.close_path();
    path
}

/// An ellipse from its right side on, clockwise: where dashes begin.
///
/// <https://svgwg.org/svg2-draft/shapes.html#CircleElement>
pub(in crate::layout) fn ellipse(area: &Rect) -> kurbo::BezPath {
    let (rx, ry) = (f64::from(area.width) / 2.0, f64::from(area.height) / 2.0);
    let (x, y) = (f64::from(area.x) + rx, f64::from(area.y) + ry);
    let (kx, ky) = (rx * KAPPA, ry * KAPPA);
    let mut path = kurbo::BezPath::new();
    path.move_to((x + rx, y));
    path.curve_to((x + rx, y + ky), (x + kx, y + ry), (x, y + ry));
    path.curve_to((x - kx, y + ry), (x - rx, y + ky), (x - rx, y));
    path.curve_to((x - rx, y - ky), (x - kx, y - ry), (x, y - ry));
    path.curve_to((x + kx, y - ry), (x + rx, y - ky), (x + rx, y));
    path.close_path();
    path
}

/// A `points` attribute; `None` without a point.
pub(in crate::layout) fn polygon(text: &str, closed: bool) -> Option<kurbo::BezPath> {
    let is_number =
        |b: u8| b.is_ascii_digit() || b.is_ascii_whitespace() || matches!(b, b'+' | b'-' | b'.' | b',' | b'e' | b'E');
    // Chrome: text with anything but numbers in it has no points, not even those before the error.
    if !text.bytes().all(is_number) {
        return None;
    }
    let mut path = kurbo::BezPath::new();
    for point in PointsParser::from(text) {
        if path.elements().is_empty() {
            path.move_to(point);
        } else {
            path.line_to(point);
        }
    }
    if path.elements().is_empty() {
        return None;
    }
    if closed {
        path.close_path();
    }
    Some(path)
}

/// A line from one point to another.
pub(in crate::layout) fn line(from: Point, to: Point) -> kurbo::BezPath {
    let mut path = kurbo::BezPath::new();
    path.move_to((f64::from(from.x), f64::from(from.y)));
    path.line_to((f64::from(to.x), f64::from(to.y)));
    path
}

/// The tight bounding box of a path, curves and arcs included; `None` if it is not finite.
pub(in crate::layout) fn bounds(path: &kurbo::BezPath) -> Option<Rect> {
    let bounds = path.bounding_box();
    bounds.is_finite().then(|| Rect::new(px(bounds.x0), px(bounds.y0), px(bounds.width()), px(bounds.height())))
}

/// Path data; what follows an error is ignored, as in the standard. `None` if nothing is left.
pub(in crate::layout) fn path(data: &str) -> Option<kurbo::BezPath> {
    let mut path = kurbo::BezPath::new();
    let (mut at, mut start) = (kurbo::Point::ZERO, kurbo::Point::ZERO);
    // The control point that a smooth curve reflects.
    let (mut cubic, mut quadratic): (Option<kurbo::Point>, Option<kurbo::Point>) = (None, None);
    let mut any = false;
    for segment in PathParser::from(data) {
        let Ok(segment) = segment else { break };
        let absolute = |abs: bool, x: f64, y: f64| {
            if abs { kurbo::Point::new(x, y) } else { kurbo::Point::new(at.x + x, at.y + y) }
        };
        let reflect = |control: Option<kurbo::Point>| {
            control.map_or(at, |c| kurbo::Point::new(2.0 * at.x - c.x, 2.0 * at.y - c.y))
        };
        let (mut next_cubic, mut next_quadratic) = (None, None);
        // Drawing continues where a closed subpath started.
        if any
            && path.elements().last() == Some(&kurbo::PathEl::ClosePath)
            && !matches!(segment, PathSegment::MoveTo { .. })
        {
            path.move_to(at);
        }
        match segment {
            PathSegment::MoveTo { abs, x, y } => {
                at = absolute(abs, x, y);
                start = at;
                path.move_to(at);
                any = true;
            }
            _ if !any => break,
            PathSegment::LineTo { abs, x, y } => {
                at = absolute(abs, x, y);
                path.line_to(at);
            }
            PathSegment::HorizontalLineTo { abs, x } => {
                at.x = if abs { x } else { at.x + x };
                path.line_to(at);
            }
            PathSegment::VerticalLineTo { abs, y } => {
                at.y = if abs { y } else { at.y + y };
                path.line_to(at);
            }
            PathSegment::CurveTo { abs, x1, y1, x2, y2, x, y } => {
                let (a, b, end) = (absolute(abs, x1, y1), absolute(abs, x2, y2), absolute(abs, x, y));
                path.curve_to(a, b, end);
                (at, next_cubic) = (end, Some(b));
            }
            PathSegment::SmoothCurveTo { abs, x2, y2, x, y } => {
                let (a, b, end) = (reflect(cubic), absolute(abs, x2, y2), absolute(abs, x, y));
                path.curve_to(a, b, end);
                (at, next_cubic) = (end, Some(b));
            }
            PathSegment::Quadratic { abs, x1, y1, x, y } => {
                let (a, end) = (absolute(abs, x1, y1), absolute(abs, x, y));
                path.quad_to(a, end);
                (at, next_quadratic) = (end, Some(a));
            }
            PathSegment::SmoothQuadratic { abs, x, y } => {
                let (a, end) = (reflect(quadratic), absolute(abs, x, y));
                path.quad_to(a, end);
                (at, next_quadratic) = (end, Some(a));
            }
            PathSegment::EllipticalArc { abs, rx, ry, x_axis_rotation, large_arc, sweep, x, y } => {
                let end = absolute(abs, x, y);
                let arc = kurbo::SvgArc {
                    from: at,
                    to: end,
                    radii: kurbo::Vec2::new(rx, ry),
                    x_rotation: x_axis_rotation.to_radians(),
                    large_arc,
                    sweep,
                };
                match kurbo::Arc::from_svg_arc(&arc) {
                    Some(arc) => arc.to_cubic_beziers(0.01, |a, b, c| path.curve_to(a, b, c)),
                    None => path.line_to(end),
                }
                at = end;
            }
            PathSegment::ClosePath { .. } => {
                path.close_path();
                at = start;
            }
        }
        (cubic, quadratic) = (next_cubic, next_quadratic);
    }
    any.then_some(path)
}
