//! Colours as filters and blend modes leave them.
//!
//! <https://drafts.fxtf.org/filter-effects-1/#FilterProperty>, <https://drafts.csswg.org/compositing-1/#blending>

use crate::style::ComputedStyle;
use crate::style::computed::{FilterFunction, Srgb};

/// The effects of an element on its pixels and those in it, before they are painted on the backdrop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'p> {
    opacity: f32,
    filter: &'p [FilterFunction],
    blend: u8,
}

impl<'p> Group<'p> {
    /// `None` for a style that leaves pixels as they are.
    pub(super) fn of(style: &'p ComputedStyle) -> Option<Self> {
        let effects = style.paint_effects.as_deref();
        let filter = effects.and_then(|own| own.filter.as_deref()).unwrap_or_default();
        let blend = effects.map_or(0, |own| own.blend);
        let mask = effects.and_then(|own| own.mask.as_deref()).unwrap_or_default();
        let shown = mask.iter().map(|color| color.alpha()).reduce(f32::max).unwrap_or(1.0);
        let opacity = style.opacity * shown;
        (opacity < 1.0 || !filter.is_empty() || blend != 0).then_some(Self { opacity, filter, blend })
    }

    /// Steps for looking at its functions: none for as many as pages have.
    pub(super) fn effort(&self) -> u64 {
        self.filter.len() as u64 / 8
    }

    /// The opacity that it leaves to its content.
    pub(super) fn opacity(&self) -> f32 {
        let by_filter = self.filter.iter().map(|function| match function {
            FilterFunction::Opacity(amount) => *amount,
            _ => 1.0,
        });
        self.opacity * by_filter.product::<f32>()
    }

    /// The radius of its blur, px.
    pub(super) fn blur(&self) -> f32 {
        let radii = self.filter.iter().map(|function| match function {
            FilterFunction::Blur(radius) => *radius,
            _ => 0.0,
        });
        radii.sum()
    }

    /// True if it does more than make pixels transparent.
    pub(super) fn changes_colors(&self) -> bool {
        self.blend != 0 || self.filter.iter().any(|function| !matches!(function, FilterFunction::Opacity(_)))
    }

    /// Paints its pixel over another one.
    pub(super) fn paint(&self, own: Srgb, below: Srgb) -> Srgb {
        let filtered = self.filter.iter().fold(own, filtered);
        let top = filtered.faded(self.opacity);
        if self.blend == 0 {
            return top.over(below);
        }
        let (upper, lower) = (top.unit(), below.unit());
        let mixed = [0, 1, 2].map(|at| {
            let blended = blended(self.blend, lower[at], upper[at]);
            (below.alpha() * blended + (1.0 - below.alpha()) * upper[at]) * 255.0
        });
        Srgb::new(mixed, top.alpha()).over(below)
    }
}

fn filtered(color: Srgb, function: &FilterFunction) -> Srgb {
    use FilterFunction as F;
    let [red, green, blue] = color.unit();
    let each = |f: &dyn Fn(f32) -> f32| Srgb::new([red, green, blue].map(|channel| f(channel) * 255.0), color.alpha());
    let matrix = |rows: [[f32; 3]; 3]| {
        let channel = |row: [f32; 3]| (row[0] * red + row[1] * green + row[2] * blue) * 255.0;
        Srgb::new(rows.map(channel), color.alpha())
    };
    match *function {
        F::Blur(_) | F::DropShadow(..) | F::Url(_) | F::Other => color,
        F::Opacity(amount) => color.faded(amount),
        F::Brightness(amount) => each(&|channel| channel * amount),
        F::Contrast(amount) => each(&|channel| (channel - 0.5) * amount + 0.5),
        F::Invert(amount) => each(&|channel| channel * (1.0 - 2.0 * amount) + amount),
        F::Grayscale(amount) => matrix(saturated(1.0 - amount)),
        F::Saturate(amount) => matrix(saturated(amount)),
        F::Sepia(amount) => {
            let tone = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]];
            let rows = [0, 1, 2].map(|row: usize| {
                [0, 1, 2].map(|at: usize| tone[row][at] * amount + if row == at { 1.0 - amount } else { 0.0 })
            });
            matrix(rows)
        }
        F::HueRotate(degrees) => {
            let (sin, cos) = libm::sincosf(degrees.to_radians());
            matrix([
                [
                    0.213 + cos * 0.787 - sin * 0.213,
                    0.715 - cos * 0.715 - sin * 0.715,
                    0.072 - cos * 0.072 + sin * 0.928,
                ],
                [
                    0.213 - cos * 0.213 + sin * 0.143,
                    0.715 + cos * 0.285 + sin * 0.140,
                    0.072 - cos * 0.072 - sin * 0.283,
                ],
                [
                    0.213 - cos * 0.213 - sin * 0.787,
                    0.715 - cos * 0.715 + sin * 0.715,
                    0.072 + cos * 0.928 + sin * 0.072,
                ],
            ])
        }
    }
}

fn saturated(by: f32) -> [[f32; 3]; 3] {
    [
        [0.213 + 0.787 * by, 0.715 - 0.715 * by, 0.072 - 0.072 * by],
        [0.213 - 0.213 * by, 0.715 + 0.285 * by, 0.072 - 0.072 * by],
        [0.213 - 0.213 * by, 0.715 - 0.715 * by, 0.072 + 0.928 * by],
    ]
}

/// One channel by the mode's place in the list of CSS Compositing.
///
/// Approx: the modes of hue, saturation, colour and luminosity count as normal.
fn blended(mode: u8, lower: f32, upper: f32) -> f32 {
    let screen = |a: f32, b: f32| a + b - a * b;
    let hard_light = |under: f32, over: f32| {
        if over <= 0.5 { under * 2.0 * over } else { screen(under, 2.0 * over - 1.0) }
    };
    match mode {
        1 => lower * upper,
        2 => screen(lower, upper),
        3 => hard_light(upper, lower),
        4 => lower.min(upper),
        5 => lower.max(upper),
        6 if lower <= 0.0 => 0.0,
        6 if upper >= 1.0 => 1.0,
        6 => (lower / (1.0 - upper)).min(1.0),
        7 if lower >= 1.0 => 1.0,
        7 if upper <= 0.0 => 0.0,
        7 => 1.0 - ((1.0 - lower) / upper).min(1.0),
        8 => hard_light(lower, upper),
        9 if upper <= 0.5 => lower - (1.0 - 2.0 * upper) * lower * (1.0 - lower),
        9 => {
            let root = if lower <= 0.25 { ((16.0 * lower - 12.0) * lower + 4.0) * lower } else { libm::sqrtf(lower) };
            lower + (2.0 * upper - 1.0) * (root - lower)
        }
        10 => (lower - upper).abs(),
        11 => lower + upper - 2.0 * lower * upper,
        16 => (lower + upper).min(1.0),
        _ => upper,
    }
}
