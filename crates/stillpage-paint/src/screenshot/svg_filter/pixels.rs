//! Effects of primitives on pixels.

use std::ops::Range;

use tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

use crate::geometry::Rect;
use crate::style::computed::Srgb;

/// The new value of each value of red, green, blue and alpha.
pub(super) type Tables = [[u8; 256]; 4];

/// The columns and rows of the whole pixels of an area, as far as there are any.
pub(super) fn pixels_of(area: &Rect, pixels: &Pixmap) -> (Range<usize>, Range<usize>) {
    let range = |from: f32, to: f32, most: u32| {
        let end = (to.max(0.0) as usize).min(most as usize);
        (from.max(0.0) as usize).min(end)..end
    };
    (range(area.x, area.right(), pixels.width()), range(area.y, area.bottom(), pixels.height()))
}

/// The alpha of pixels, in black.
pub(super) fn alpha_of(pixels: &Pixmap) -> Pixmap {
    let mut out = pixels.clone();
    out.data_mut().as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| *pixel = [0, 0, 0, pixel[3]]);
    out
}

/// Changes pixels from sRGB to linear light or back.
pub(super) fn convert(pixels: &mut Pixmap, is_linear: bool, to_linear: bool) {
    if is_linear == to_linear {
        return;
    }
    let convert = if to_linear { to_light } else { from_light };
    let table = table(convert);
    transfer(pixels, &[table, table, table, table_of_itself()]);
}

/// A colour in linear light.
pub(super) fn linear(color: Srgb) -> Srgb {
    Srgb::new(color.channels().map(|channel| to_light(channel / 255.0) * 255.0), color.alpha())
}

/// <https://drafts.csswg.org/css-color-4/#predefined-sRGB-linear>
fn to_light(value: f32) -> f32 {
    if value <= 0.040_45 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}

fn from_light(value: f32) -> f32 {
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * libm::powf(value, 1.0 / 2.4) - 0.055 }
}

/// The table of a function from 0..1 to 0..1.
fn table(function: impl Fn(f32) -> f32) -> [u8; 256] {
    std::array::from_fn(|at| (function(at as f32 / 255.0) * 255.0 + 0.5) as u8)
}

pub(super) fn table_of_itself() -> [u8; 256] {
    table(|value| value)
}

/// Replaces the values of each channel, not premultiplied.
pub(super) fn transfer(pixels: &mut Pixmap, tables: &Tables) {
    for pixel in pixels.pixels_mut() {
        let color = pixel.demultiply();
        let [red, green, blue, alpha] = [color.red(), color.green(), color.blue(), color.alpha()];
        let of = |channel: usize, value: u8| tables[channel][usize::from(value)];
        *pixel = ColorU8::from_rgba(of(0, red), of(1, green), of(2, blue), of(3, alpha)).premultiply();
    }
}

/// The sum of both, each and their product by factors.
pub(super) fn arithmetic(pixels: &mut Pixmap, others: &Pixmap, [both, first, second, plus]: [f32; 4]) {
    for (pixel, other) in pixels.pixels_mut().iter_mut().zip(others.pixels()) {
        let mix = |a: u8, b: u8| {
            let (a, b) = (f32::from(a) / 255.0, f32::from(b) / 255.0);
            ((both * a * b + first * a + second * b + plus).clamp(0.0, 1.0) * 255.0 + 0.5) as u8
        };
        let alpha = mix(pixel.alpha(), other.alpha());
        let channel = |a: u8, b: u8| mix(a, b).min(alpha);
        let made = PremultipliedColorU8::from_rgba(
            channel(pixel.red(), other.red()),
            channel(pixel.green(), other.green()),
            channel(pixel.blue(), other.blue()),
            alpha,
        );
        *pixel = made.unwrap_or(PremultipliedColorU8::TRANSPARENT);
    }
}

/// Makes each value the most or the least of those around.
pub(super) fn morph(pixels: &mut Pixmap, dilates: bool, (x, y): (usize, usize)) {
    if x == 0 && y == 0 {
        return pixels.fill(tiny_skia::Color::TRANSPARENT);
    }
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let pick = |a: [u8; 4], b: [u8; 4]| -> [u8; 4] {
        std::array::from_fn(|at| if dilates { a[at].max(b[at]) } else { a[at].min(b[at]) })
    };
    for (radius, step, length) in [(x, 1, width), (y, width, height)] {
        let before: Vec<[u8; 4]> = pixels.data().as_chunks::<4>().0.to_vec();
        for (at, pixel) in pixels.data_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let place = at / step % length;
            let (from, to) = (place.saturating_sub(radius), (place + radius).min(length - 1));
            let around = (from..=to).filter_map(|other| before.get(at + other * step - place * step));
            // Beyond the pixels there is nothing.
            let is_at_end = place < radius || place + radius >= length;
            let all = around.copied().reduce(pick).unwrap_or_default();
            *pixel = if is_at_end { pick(all, [0; 4]) } else { all };
        }
    }
}
