//! Gradients as shaders.

use tiny_skia::{GradientStop, LinearGradient, RadialGradient, Shader, SpreadMode, SweepGradient, Transform};

use super::canvas::Axis;
use super::path::skia_color;
use crate::geometry::{Point, Rect};
use crate::style::ComputedStyle;
use crate::style::computed::{Gradient, GradientShape, LengthPercentage};

/// A gradient over an area; `None` if it cannot be painted.
pub(super) fn shader(gradient: &Gradient, area: &Rect, style: &ComputedStyle) -> Option<Shader<'static>> {
    match &gradient.shape {
        GradientShape::Linear(degrees) => linear(gradient, area, degrees.to_radians(), style),
        GradientShape::Corner(x, y) => linear(gradient, area, libm::atan2f(x * area.height, -y * area.width), style),
        GradientShape::Radial { circle, radii, extent, center } => {
            let center = placed(center, area);
            let (width, height) = match radii {
                Some((x, y)) => (x.resolve(area.width), y.resolve(area.height)),
                None => extents(area, center, *circle, *extent),
            };
            let (width, height) = (width.max(0.01), height.max(0.01));
            let (stops, end) = stops(gradient, width, style)?;
            let flat = Transform::from_row(1.0, 0.0, 0.0, height / width, 0.0, center.y * (1.0 - height / width));
            let at = tiny_skia::Point::from_xy(center.x, center.y);
            RadialGradient::new(at, 0.0, at, width * end, stops, mode(gradient), flat)
        }
        GradientShape::Conic(from, center) => {
            let center = placed(center, area);
            let (stops, end) = stops(gradient, 1.0, style)?;
            let at = tiny_skia::Point::from_xy(center.x, center.y);
            // From the top, where the rasterizer starts at the right.
            let turn = Transform::from_rotate_at(from - 90.0, center.x, center.y);
            SweepGradient::new(at, 0.0, 360.0 * end, stops, mode(gradient), turn)
        }
    }
}

/// The axis that a gradient changes along; `None` if its line is not along one.
pub(super) fn axis(gradient: &Gradient) -> Option<Axis> {
    match gradient.shape {
        GradientShape::Linear(degrees) if degrees % 180.0 == 0.0 => Some(Axis::Vertical),
        GradientShape::Linear(degrees) if degrees % 90.0 == 0.0 => Some(Axis::Horizontal),
        _ => None,
    }
}

fn mode(gradient: &Gradient) -> SpreadMode {
    if gradient.repeats { SpreadMode::Repeat } else { SpreadMode::Pad }
}

fn placed(center: &(LengthPercentage, LengthPercentage), area: &Rect) -> Point {
    Point::new(area.x + center.0.resolve(area.width), area.y + center.1.resolve(area.height))
}

/// The radii of a gradient that reaches sides or corners.
fn extents(area: &Rect, center: Point, circle: bool, (to_corner, farthest): (bool, bool)) -> (f32, f32) {
    let pick = |a: f32, b: f32| if farthest { a.max(b) } else { a.min(b) };
    let x = pick((center.x - area.x).abs(), (area.right() - center.x).abs());
    let y = pick((center.y - area.y).abs(), (area.bottom() - center.y).abs());
    match (circle, to_corner) {
        (true, true) => {
            let radius = libm::hypotf(x, y);
            (radius, radius)
        }
        (true, false) => (pick(x, y), pick(x, y)),
        (false, true) => (x * std::f32::consts::SQRT_2, y * std::f32::consts::SQRT_2),
        (false, false) => (x, y),
    }
}

fn linear(gradient: &Gradient, area: &Rect, radians: f32, style: &ComputedStyle) -> Option<Shader<'static>> {
    let (sin, cos) = libm::sincosf(radians);
    let length = (area.width * sin).abs() + (area.height * cos).abs();
    let center = area.center();
    let (dx, dy) = (sin * length / 2.0, -cos * length / 2.0);
    let (stops, end) = stops(gradient, length, style)?;
    let from = tiny_skia::Point::from_xy(center.x - dx, center.y - dy);
    let to = tiny_skia::Point::from_xy(from.x + 2.0 * dx * end, from.y + 2.0 * dy * end);
    LinearGradient::new(from, to, stops, mode(gradient), Transform::identity())
}

/// The stops of a gradient line of this length, and where its last one is; `None` if a colour is not known.
fn stops(gradient: &Gradient, length: f32, style: &ComputedStyle) -> Option<(Vec<GradientStop>, f32)> {
    let places: Vec<Option<f32>> = gradient
        .stops
        .iter()
        .map(|(_, place)| place.as_ref().map(|place| place.resolve(length) / length.max(0.001)))
        .collect();
    let last = places.len().saturating_sub(1);
    let known = |at: usize| places[at].or((at == 0).then_some(0.0)).or((at == last).then_some(1.0));
    // The next stop whose place is known, the last one first.
    let mut next = last;
    let mut following: Vec<usize> = (0..=last)
        .rev()
        .map(|at| {
            next = if known(at).is_some() { at } else { next };
            next
        })
        .collect();
    let (mut all, mut least) = (Vec::with_capacity(places.len()), f32::MIN);
    let mut before = (0, known(0).unwrap_or_default());
    for (at, (color, _)) in gradient.stops.iter().enumerate() {
        let next = following.pop().unwrap_or(last);
        let place = known(at).unwrap_or_else(|| {
            let after = (next, known(next).unwrap_or(1.0));
            before.1 + (after.1 - before.1) * (at - before.0) as f32 / (after.0 - before.0).max(1) as f32
        });
        least = least.max(place);
        before = (at, least);
        all.push((least, skia_color(style.used_color(*color)?)));
    }
    // The rasterizer takes places from 0 to 1: the line of a gradient that repeats ends at its last stop.
    let end = if gradient.repeats { least.max(0.001) } else { least.max(1.0) };
    Some((all.into_iter().map(|(place, color)| GradientStop::new((place / end).clamp(0.0, 1.0), color)).collect(), end))
}
