//! Mixing of pixels, row by row.
//!
//! <https://drafts.fxtf.org/compositing-1/>

use tiny_skia::{BlendMode, Pixmap, PremultipliedColor, PremultipliedColorU8};

use crate::geometry::Rect;
use crate::style::computed::BLEND_MODES;

/// A blend mode by its place in [`BLEND_MODES`].
pub(super) fn mode(place: u8) -> BlendMode {
    use BlendMode as B;
    const MODES: [BlendMode; 17] = [
        B::SourceOver,
        B::Multiply,
        B::Screen,
        B::Overlay,
        B::Darken,
        B::Lighten,
        B::ColorDodge,
        B::ColorBurn,
        B::HardLight,
        B::SoftLight,
        B::Difference,
        B::Exclusion,
        B::Hue,
        B::Saturation,
        B::Color,
        B::Luminosity,
        B::Plus,
    ];
    MODES.get(usize::from(place)).copied().unwrap_or(B::SourceOver)
}

/// The blend mode of a name; that of `normal` for others.
pub(super) fn blend_mode(name: &str) -> BlendMode {
    let place = BLEND_MODES.iter().zip(0..).find(|(known, _)| **known == name);
    mode(place.map_or(0, |(_, place)| place))
}

/// The bytes of an area row by row.
pub(super) fn rows<'a>(pixels: &'a mut Pixmap, area: &Rect) -> impl Iterator<Item = &'a mut [u8]> {
    let length = pixels.width() as usize * 4;
    let columns = area.x as usize * 4..(area.right() as usize * 4).min(length);
    let (first, count) = (area.y as usize, area.height as usize);
    pixels.data_mut().chunks_mut(length).skip(first).take(count).filter_map(move |row| row.get_mut(columns.clone()))
}

/// Leaves of a row of pixels what a coverage has of it; nothing beyond its end.
pub(super) fn keep_covered(row: &mut [u8], coverage: &[u8]) {
    for (at, pixel) in row.chunks_exact_mut(4).enumerate() {
        match coverage.get(at).copied().unwrap_or_default() {
            255 => {}
            0 => pixel.fill(0),
            part => pixel.iter_mut().for_each(|b| *b = product(u32::from(*b), u32::from(part)) as u8),
        }
    }
}

/// Paints premultiplied pixels on others.
pub(super) fn over(lower: &mut [u8], upper: &[u8], opacity: f32) {
    let share = (opacity * 255.0 + 0.5) as u32;
    let (lower, upper) = (lower.as_chunks_mut::<4>().0, upper.as_chunks::<4>().0);
    for (lower, upper) in lower.iter_mut().zip(upper) {
        match product(u32::from(upper[3]), share) {
            0 => {}
            255 => *lower = *upper,
            alpha => {
                for (lower, upper) in lower.iter_mut().zip(upper) {
                    *lower =
                        (product(u32::from(*upper), share) + product(u32::from(*lower), 255 - alpha)).min(255) as u8;
                }
            }
        }
    }
}

/// Paints a colour on a row of pixels, with the rounding of the rasterizer.
pub(super) fn paint_row(row: &mut [u8], color: PremultipliedColorU8) {
    let color = [color.red(), color.green(), color.blue(), color.alpha()];
    let left = u16::from(255 - color[3]);
    if left == 0 {
        row.as_chunks_mut::<4>().0.fill(color);
        return;
    }
    // As many bytes as are multiplied at once.
    let colors: [u8; 16] = std::array::from_fn(|at| color[at % 4]);
    let paint = |byte: &mut u8, color: u8| *byte = color.saturating_add(((u16::from(*byte) * left + 255) >> 8) as u8);
    let (chunks, rest) = row.as_chunks_mut::<16>();
    for chunk in chunks {
        chunk.iter_mut().zip(colors).for_each(|(byte, color)| paint(byte, color));
    }
    rest.iter_mut().zip(colors).for_each(|(byte, color)| paint(byte, color));
}

/// Paints a colour on a row of pixels through their coverage and that of a clip, from 0 to 255.
pub(super) fn blend_row(row: &mut [u8], covered: &[f32], clip: Option<&[u8]>, color: PremultipliedColor) {
    let source = [color.red(), color.green(), color.blue(), color.alpha()].map(|channel| channel * 255.0);
    let alpha = color.alpha();
    let blend = |pixel: &mut [u8; 4], seen: f32| {
        let below = 1.0 - alpha * seen;
        // The last bits of the sum are the whole number that is nearest.
        let whole = |value: f32| (value + f32::from_bits(0x4b00_0000)).to_bits() as u8;
        for (byte, source) in pixel.iter_mut().zip(source) {
            *byte = whole(source * seen + f32::from(*byte) * below);
        }
    };
    let pixels = row.as_chunks_mut::<4>().0.iter_mut().zip(covered);
    match clip {
        None => pixels.filter(|(_, covered)| **covered > 0.0).for_each(|(pixel, covered)| blend(pixel, *covered)),
        Some(clip) => {
            for ((pixel, covered), clip) in pixels.zip(clip) {
                if *covered > 0.0 && *clip > 0 {
                    blend(pixel, covered * f32::from(*clip) / 255.0);
                }
            }
        }
    }
}

/// The product of two fractions of 255, as one of 255.
pub(super) fn product(a: u32, b: u32) -> u32 {
    let product = a * b + 128;
    (product + (product >> 8)) >> 8
}
