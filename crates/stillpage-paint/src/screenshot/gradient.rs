//! Gradients as shaders.

use tiny_skia::{
    GradientStop, LinearGradient, Paint, Pixmap, RadialGradient, Shader, SpreadMode, SweepGradient, Transform,
};

use super::blend::nearest;
use super::path::skia_color;
use crate::geometry::{Point, Rect, Size};
use crate::style::ComputedStyle;
use crate::style::computed::{Gradient, GradientShape, LengthPercentage};

/// The colours that are known of a gradient for each pixel of its length, and bounds of all.
const COLORS_OF_A_PIXEL: f64 = 4.0;
const MIN_COLORS: u32 = 1024;
const MAX_COLORS: u32 = 8192;

/// A gradient over an area; `None` if it cannot be painted.
pub(super) fn shader(gradient: &Gradient, area: &Rect, style: &ComputedStyle) -> Option<Shader<'static>> {
    match &gradient.shape {
        GradientShape::Linear(_) | GradientShape::Corner(..) => {
            let Linear { from, to, stops } = linear(gradient, area, style)?;
            LinearGradient::new(from, to, stops, mode(gradient), Transform::identity())
        }
        GradientShape::Radial { .. } => {
            let Radial { center, radii, stops, end } = radial(gradient, area, style)?;
            let flat = radii.height / radii.width;
            let flat = Transform::from_row(1.0, 0.0, 0.0, flat, 0.0, center.y * (1.0 - flat));
            let at = tiny_skia::Point::from_xy(center.x, center.y);
            RadialGradient::new(at, 0.0, at, radii.width * end, stops, mode(gradient), flat)
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

/// The line of a linear gradient, in the coordinates of its area.
struct Linear {
    from: tiny_skia::Point,
    to: tiny_skia::Point,
    stops: Vec<GradientStop>,
}

/// The line of a linear gradient over an area; `None` for one of another shape, and if a colour is not known.
fn linear(gradient: &Gradient, area: &Rect, style: &ComputedStyle) -> Option<Linear> {
    let radians = match gradient.shape {
        GradientShape::Linear(degrees) => degrees.to_radians(),
        GradientShape::Corner(x, y) => libm::atan2f(x * area.height, -y * area.width),
        _ => return None,
    };
    let (sin, cos) = libm::sincosf(radians);
    let length = (area.width * sin).abs() + (area.height * cos).abs();
    let center = area.center();
    let (dx, dy) = (sin * length / 2.0, -cos * length / 2.0);
    let (stops, end) = stops(gradient, length, style)?;
    let from = tiny_skia::Point::from_xy(center.x - dx, center.y - dy);
    let to = tiny_skia::Point::from_xy(from.x + 2.0 * dx * end, from.y + 2.0 * dy * end);
    Some(Linear { from, to, stops })
}

/// A radial gradient, in the coordinates of its area.
struct Radial {
    center: Point,
    radii: Size,
    stops: Vec<GradientStop>,
    /// The last place, in radii.
    end: f32,
}

/// The parts of a radial gradient over an area; `None` for one of another shape, and if a colour is not known.
fn radial(gradient: &Gradient, area: &Rect, style: &ComputedStyle) -> Option<Radial> {
    let GradientShape::Radial { circle, radii, extent, center } = &gradient.shape else { return None };
    let center = placed(center, area);
    let (width, height) = match radii {
        Some((x, y)) => (x.resolve(area.width), y.resolve(area.height)),
        None => extents(area, center, *circle, *extent),
    };
    let radii = Size::new(width.max(0.01), height.max(0.01));
    let (stops, end) = stops(gradient, radii.width, style)?;
    Some(Radial { center, radii, stops, end })
}

/// The colours of a gradient, and which of them each pixel of the picture has.
pub(super) struct ColorRamp {
    /// Premultiplied, at even distances; as many as a power of two.
    colors: Vec<[u8; 4]>,
    repeats: bool,
    ways: Ways,
}

/// From the pixels of the picture to the places of a gradient.
enum Ways {
    /// The place of the middle of the first pixel, and the ways to the next pixels across and down, in parts of 2^32 of a colour.
    Linear { start: i64, across: i64, down: i64 },
    /// To coordinates whose distance from 0 is the place.
    Radial(Transform),
}

impl ColorRamp {
    /// The colours of a gradient over an area that is transformed into the picture; `None` for a conic gradient, and for one
    /// without a length.
    pub(super) fn of(gradient: &Gradient, area: &Rect, style: &ComputedStyle, transform: Transform) -> Option<Self> {
        let back = transform.invert()?;
        if let Some(Radial { center, radii, stops, end }) = radial(gradient, area, style) {
            let (x, y) = (1.0 / (radii.width * end), 1.0 / (radii.height * end));
            let back = back.post_translate(-center.x, -center.y).post_scale(x, y);
            let length = 1.0 / libm::hypotf(back.sx, back.ky).max(libm::hypotf(back.kx, back.sy));
            let colors = colors(stops, f64::from(length))?;
            let scale = colors.len() as f32;
            let ways = Ways::Radial(back.pre_translate(0.5, 0.5).post_scale(scale, scale));
            return Some(Self { colors, repeats: gradient.repeats, ways });
        }
        let Linear { from, to, stops } = linear(gradient, area, style)?;
        let (x, y) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
        let square = x * x + y * y;
        // How far along the line a vector of the picture leads.
        let along = |dx: f32, dy: f32| (f64::from(dx) * x + f64::from(dy) * y) / square;
        let (across, down) = (along(back.sx, back.ky), along(back.kx, back.sy));
        let start = along(back.tx - from.x, back.ty - from.y) + (across + down) / 2.0;
        let colors = colors(stops, 1.0 / libm::hypot(across, down)).filter(|_| start.is_finite())?;
        let parts = |share: f64| (share * colors.len() as f64 * 4_294_967_296.0) as i64;
        let ways = Ways::Linear { start: parts(start), across: parts(across), down: parts(down) };
        Some(Self { colors, repeats: gradient.repeats, ways })
    }

    /// True if nothing is seen through it.
    pub(super) fn is_opaque(&self) -> bool {
        self.colors.iter().all(|color| color[3] == u8::MAX)
    }

    /// Writes the pixels of a row that begins at a pixel of the picture.
    pub(super) fn write(&self, (column, row): (usize, usize), out: &mut [u8]) {
        let last = self.colors.len() - 1;
        let color = |at: i64| match self.repeats {
            true => self.colors[at as usize & last],
            false => self.colors[at.clamp(0, last as i64) as usize],
        };
        let out = out.as_chunks_mut::<4>().0;
        match self.ways {
            Ways::Linear { start, across, down } => {
                let offset = down.wrapping_mul(row as i64).wrapping_add(across.wrapping_mul(column as i64));
                let mut at = start.wrapping_add(offset);
                if across == 0 {
                    out.fill(color(at >> 32));
                    return;
                }
                // Most rows lie in the gradient as a whole, or repeat.
                let end = at.saturating_add(across.saturating_mul(out.len() as i64));
                if self.repeats || (0..=last as i64).contains(&(at >> 32)) && (0..=last as i64).contains(&(end >> 32)) {
                    for pixel in out {
                        *pixel = self.colors[(at >> 32) as usize & last];
                        at = at.wrapping_add(across);
                    }
                    return;
                }
                for pixel in out {
                    *pixel = color(at >> 32);
                    at = at.wrapping_add(across);
                }
            }
            Ways::Radial(back) => {
                let (x, y) = (back.kx * row as f32 + back.tx, back.sy * row as f32 + back.ty);
                // As many roots as are drawn at once, and then their colours.
                let mut places = [0.0_f32; 16];
                for (first, pixels) in (column..).step_by(places.len()).zip(out.chunks_mut(places.len())) {
                    for (offset, place) in (0_u16..).zip(&mut places) {
                        let at = first as f32 + f32::from(offset);
                        let (x, y) = (x + back.sx * at, y + back.ky * at);
                        *place = (x * x + y * y).sqrt();
                    }
                    if self.repeats {
                        pixels.iter_mut().zip(places).for_each(|(pixel, place)| *pixel = color(place as i64));
                        continue;
                    }
                    let nearest = places.map(|place| nearest((place - 0.5).clamp(0.0, last as f32)));
                    pixels.iter_mut().zip(nearest).for_each(|(pixel, at)| *pixel = self.colors[at as usize & last]);
                }
            }
        }
    }
}

/// The colours of the stops of a gradient that is as long as this in the picture, at even distances.
fn colors(stops: Vec<GradientStop>, length: f64) -> Option<Vec<[u8; 4]>> {
    if !(length.is_finite() && length > 0.0) {
        return None;
    }
    let count = ((length * COLORS_OF_A_PIXEL) as u32).clamp(MIN_COLORS, MAX_COLORS).next_power_of_two();
    let end = tiny_skia::Point::from_xy(count as f32, 0.0);
    let shader = LinearGradient::new(tiny_skia::Point::zero(), end, stops, SpreadMode::Pad, Transform::identity())?;
    let mut strip = Pixmap::new(count, 1)?;
    let all = tiny_skia::Rect::from_xywh(0.0, 0.0, count as f32, 1.0)?;
    strip.fill_rect(all, &Paint { shader, ..Paint::default() }, Transform::identity(), None);
    Some(strip.data().as_chunks::<4>().0.to_vec())
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
