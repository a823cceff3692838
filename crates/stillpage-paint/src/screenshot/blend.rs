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
    let ((lower, lower_rest), (upper, upper_rest)) = (lower.as_chunks_mut::<16>(), upper.as_chunks::<16>());
    for (lower, upper) in lower.iter_mut().zip(upper) {
        let pixels = upper.as_chunks::<4>().0.iter().map(|pixel| u32::from_le_bytes(*pixel));
        let (all, any) = pixels.fold((u32::MAX, 0), |(all, any), pixel| (all & pixel, any | pixel));
        match any {
            0 => {}
            _ if share < 255 => pixels_over(lower, upper, share),
            _ if all >> 24 == 255 => *lower = *upper,
            _ => {
                // In sixteen bits, of which processors multiply eight at once.
                let alpha: [u16; 16] = std::array::from_fn(|at| u16::from(upper[at | 3]));
                for ((lower, upper), alpha) in lower.iter_mut().zip(upper).zip(alpha) {
                    let left = u16::from(*lower) * (256 - alpha - (alpha >> 7)) + 128;
                    *lower = upper.saturating_add((left >> 8) as u8);
                }
            }
        }
    }
    pixels_over(lower_rest, upper_rest, share);
}

/// Paints a share of premultiplied pixels, of 255, on others, one by one.
fn pixels_over(lower: &mut [u8], upper: &[u8], share: u32) {
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

/// Paints a colour on rows of pixels; what is like the row before becomes like it.
pub(super) fn paint_rows<'a>(rows: impl Iterator<Item = &'a mut [u8]>, color: PremultipliedColorU8) {
    if color.is_opaque() {
        rows.for_each(|row| paint_row(row, color));
        return;
    }
    let (mut before, mut painted) = (Vec::new(), Vec::new());
    for row in rows {
        if *row != before[..] {
            before.clear();
            before.extend_from_slice(row);
            paint_row(row, color);
            painted.clear();
            painted.extend_from_slice(row);
        } else {
            row.copy_from_slice(&painted);
        }
    }
}

/// A share of a pixel from 0 to 1 as coverage: of 65,535, as far as sixteen bits reach.
pub(super) fn coverage(share: f32) -> u16 {
    nearest(share * 65_535.0) as u16
}

/// The whole number that is nearest to one from 0 to 2^22, without the questions that a conversion asks.
pub(super) fn nearest(value: f32) -> u32 {
    const ONES: f32 = 8_388_608.0;
    // At this size the last bits of a number are ones.
    (value + ONES).to_bits() - ONES.to_bits()
}

/// The upper half of a product: the share of a share.
pub(super) fn upper(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// True if all of a row is seen through the coverage of a clip.
pub(super) fn is_whole(clip: &[u8], pixels: usize) -> bool {
    clip.get(..pixels).is_some_and(|clip| clip.iter().fold(u8::MAX, |all, covered| all & covered) == u8::MAX)
}

/// Pixels whose coverage is spread to their channels before they are painted: processors do one after the other faster than both at once.
const BLOCK: usize = 16;

/// A colour that is painted through coverage, in parts of 1/128 of a level, so that sixteen bits hold all of it: processors multiply eight such
/// numbers at once.
pub(super) struct Ink {
    /// The channels of four pixels.
    channels: [u16; 16],
    alpha: u16,
}

impl Ink {
    pub(super) fn new(color: PremultipliedColor) -> Self {
        let part = |channel: f32| (channel * 255.0 * 128.0 + 0.5) as u16;
        let channels = [color.red(), color.green(), color.blue(), color.alpha()].map(part);
        Self { channels: std::array::from_fn(|at| channels[at % 4]), alpha: coverage(color.alpha()) }
    }

    /// Paints some of the pixels of a block: as many fours as have these bytes.
    fn paint(&self, pixels: &mut [u8], covered: &[u16; BLOCK]) {
        if covered == &[0; BLOCK] {
            return;
        }
        let fours = pixels.as_chunks_mut::<16>().0;
        if self.alpha == u16::MAX && covered == &[u16::MAX; BLOCK] {
            fours.fill(self.channels.map(|channel| ((channel + 64) >> 7) as u8));
            return;
        }
        let mut wide = [[0; 4]; BLOCK];
        spread(covered, &mut wide);
        for (pixels, covered) in fours.iter_mut().zip(wide.as_flattened().as_chunks::<16>().0) {
            for ((byte, channel), covered) in pixels.iter_mut().zip(self.channels).zip(covered) {
                let left = upper(u16::from(*byte) << 7, u16::MAX - upper(self.alpha, *covered));
                *byte = (left.wrapping_add(upper(channel, *covered)).wrapping_add(64) >> 7) as u8;
            }
        }
    }
}

/// Gives each channel of a pixel its coverage. On its own, since it would be done number by number between other things.
#[inline(never)]
fn spread(covered: &[u16; BLOCK], wide: &mut [[u16; 4]; BLOCK]) {
    wide.iter_mut().zip(covered).for_each(|(wide, own)| *wide = [*own; 4]);
}

/// Paints a colour on a row of pixels through their coverage and that of a clip, from 0 to 255.
pub(super) fn blend_row(row: &mut [u8], covered: &[u16], clip: Option<&[u8]>, ink: &Ink) {
    let Some(clip) = clip else { return blend_covered(row, covered, ink) };
    let both = |(covered, clip): (&u16, &u8)| upper(*covered, u16::from(*clip) * 257);
    let left: Vec<u16> = covered.iter().zip(clip).map(both).collect();
    blend_covered(row, &left, ink);
}

/// Paints a colour on a row of pixels through their coverage.
fn blend_covered(row: &mut [u8], covered: &[u16], ink: &Ink) {
    let ((blocks, rest), (whole, last)) = (row.as_chunks_mut::<{ BLOCK * 4 }>(), covered.as_chunks::<BLOCK>());
    let count = blocks.len().min(whole.len());
    for (pixels, covered) in blocks.iter_mut().zip(whole) {
        ink.paint(pixels, covered);
    }
    // The pixels that are left, where one of them ends.
    let pixels = blocks.get_mut(count).map_or(rest, |block| &mut block[..]);
    let covered = whole.get(count).map_or(last, |block| &block[..]);
    let length = pixels.len().min(covered.len() * 4);
    let (mut padded, mut padded_coverage) = ([0; BLOCK * 4], [0; BLOCK]);
    padded[..length].copy_from_slice(&pixels[..length]);
    padded_coverage[..length / 4].copy_from_slice(&covered[..length / 4]);
    ink.paint(&mut padded[..length.next_multiple_of(16)], &padded_coverage);
    pixels[..length].copy_from_slice(&padded[..length]);
}

/// Paints a colour on a row of pixels that are all covered by a share of it, as [`blend_row`] does.
pub(super) fn blend_evenly(row: &mut [u8], covered: u16, color: PremultipliedColor) {
    if covered == 0 {
        return;
    }
    if covered == u16::MAX && color.alpha() >= 1.0 {
        paint_row(row, color.to_color_u8());
        return;
    }
    let covered = f32::from(covered) / 65_535.0;
    let part = |channel: f32| (channel * covered * 255.0 * 256.0 + 0.5) as u16;
    let added = [color.red(), color.green(), color.blue(), color.alpha()].map(part);
    let added: [u16; 16] = std::array::from_fn(|at| added[at % 4]);
    let left = ((1.0 - color.alpha() * covered) * 256.0 + 0.5) as u16;
    let mix = |byte: &mut u8, added: u16| {
        *byte = ((u16::from(*byte) * left).saturating_add(added).saturating_add(128) >> 8) as u8;
    };
    let (chunks, rest) = row.as_chunks_mut::<16>();
    for chunk in chunks {
        chunk.iter_mut().zip(added).for_each(|(byte, added)| mix(byte, added));
    }
    rest.iter_mut().zip(added).for_each(|(byte, added)| mix(byte, added));
}

/// The product of two fractions of 255, as one of 255.
pub(super) fn product(a: u32, b: u32) -> u32 {
    let product = a * b + 128;
    (product + (product >> 8)) >> 8
}

#[cfg(test)]
mod tests {
    use tiny_skia::Color;

    use super::*;

    #[test]
    fn a_colour_is_mixed_as_fractions_are() {
        for (alpha, share) in [(1.0, 1.0), (1.0, 0.5), (0.3, 1.0), (0.5, 0.25), (0.02, 0.1)] {
            let color = Color::from_rgba(1.0, 0.4, 0.0, alpha).unwrap().premultiply();
            let row: Vec<u8> = (0..=255).flat_map(|value| [value, 255 - value, value, 255]).collect();
            let (mut found, mut evenly) = (row.clone(), row.clone());
            blend_row(&mut found, &[coverage(share); 256], None, &Ink::new(color));
            blend_evenly(&mut evenly, coverage(share), color);
            assert!(found.iter().zip(&evenly).all(|(found, evenly)| found.abs_diff(*evenly) <= 1));
            let source = [color.red(), color.green(), color.blue(), color.alpha()];
            for (at, (found, before)) in found.iter().zip(&row).enumerate() {
                let exact = source[at % 4] * share * 255.0 + f32::from(*before) * (1.0 - alpha * share);
                assert!((f32::from(*found) - exact).abs() < 0.55, "{alpha} {share} {before}: {found} for {exact}");
            }
        }
    }

    #[test]
    fn what_is_not_covered_stays() {
        let (mut row, ink) = (vec![7; 36], Ink::new(Color::BLACK.premultiply()));
        blend_row(&mut row, &[0, 0, 0, 0, 0, u16::MAX, 0], None, &ink);
        assert_eq!(row[20..24], [0, 0, 0, 255]);
        assert!(row[..20].iter().chain(&row[24..]).all(|byte| *byte == 7));
        blend_row(&mut row, &[u16::MAX; 9], Some(&[0, 255, 0, 0, 0, 0, 0, 0, 0]), &ink);
        assert_eq!((row[3], row[7], row[11]), (7, 255, 7));
    }
}
