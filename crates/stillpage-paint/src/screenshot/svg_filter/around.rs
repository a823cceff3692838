//! Effects that take a pixel from elsewhere or from those around it.

use tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8};

use super::pixels::pixels_of;
use crate::geometry::Rect;

/// The matrix of an `feConvolveMatrix`.
pub(super) struct Convolution {
    pub(super) order: (usize, usize),
    /// Row by row, as the attribute has it.
    pub(super) kernel: Vec<f32>,
    pub(super) divisor: f32,
    pub(super) bias: f32,
    pub(super) target: (usize, usize),
    pub(super) edge: Edge,
    pub(super) preserves_alpha: bool,
}

/// The pixels beyond the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Duplicate,
    Wrap,
    None,
}

/// Replaces each pixel of an area by the sum of those around it.
pub(super) fn convolve(pixels: &mut Pixmap, area: &Rect, by: &Convolution) {
    let (width, before) = (pixels.width() as i64, pixels.clone());
    let (columns, rows) = pixels_of(area, pixels);
    let (left, right) = (columns.start as i64, columns.end as i64);
    let (top, bottom) = (rows.start as i64, rows.end as i64);
    if columns.is_empty() || rows.is_empty() {
        return;
    }
    let within = |at: i64, first: i64, end: i64| match by.edge {
        Edge::Duplicate => Some(at.clamp(first, end - 1)),
        Edge::Wrap => Some(first + (at - first).rem_euclid(end - first)),
        Edge::None => (at >= first && at < end).then_some(at),
    };
    let of = |column: i64, row: i64| -> [f32; 4] {
        let place = within(row, top, bottom).zip(within(column, left, right));
        let pixel = place.and_then(|(row, column)| before.pixels().get((row * width + column) as usize));
        let Some(pixel) = pixel else { return [0.0; 4] };
        if by.preserves_alpha {
            let color = pixel.demultiply();
            return [color.red(), color.green(), color.blue(), color.alpha()].map(f32::from);
        }
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()].map(f32::from)
    };
    for row in top..bottom {
        for column in left..right {
            let mut sums = [0.0_f32; 4];
            for (at, factor) in by.kernel.iter().rev().enumerate() {
                let (x, y) = ((at % by.order.0) as i64, (at / by.order.0) as i64);
                let near = of(column + x - by.target.0 as i64, row + y - by.target.1 as i64);
                sums.iter_mut().zip(near).for_each(|(sum, value)| *sum += value * factor);
            }
            let [red, green, blue, alpha] =
                sums.map(|sum| (sum / by.divisor + by.bias * 255.0 + 0.5).clamp(0.0, 255.0) as u8);
            let Some(pixel) = pixels.pixels_mut().get_mut((row * width + column) as usize) else { continue };
            *pixel = match by.preserves_alpha {
                true => ColorU8::from_rgba(red, green, blue, pixel.alpha()).premultiply(),
                false => PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha)
                    .unwrap_or(PremultipliedColorU8::TRANSPARENT),
            };
        }
    }
}

/// A pixel; a transparent one beyond the edges.
fn pixel_at(pixels: &Pixmap, x: i64, y: i64) -> PremultipliedColorU8 {
    // Beyond the end of a row `pixel` gives the next row's.
    let column = u32::try_from(x).ok().filter(|column| *column < pixels.width());
    let place = column.zip(u32::try_from(y).ok());
    place.and_then(|(x, y)| pixels.pixel(x, y)).unwrap_or(PremultipliedColorU8::TRANSPARENT)
}

/// Takes each pixel from where two channels of another picture say; the scales are in pixels.
pub(super) fn displace(pixels: &mut Pixmap, map: &Pixmap, (x, y): (f32, f32), channels: (usize, usize)) {
    let (width, before) = (i64::from(pixels.width()), pixels.clone());
    for (at, (pixel, by)) in pixels.pixels_mut().iter_mut().zip(map.pixels()).enumerate() {
        let (column, row) = (at as i64 % width, at as i64 / width);
        let color = by.demultiply();
        let values = [color.red(), color.green(), color.blue(), color.alpha()];
        let shift = |channel: usize, scale: f32| scale * (f32::from(values[channel.min(3)]) / 255.0 - 0.5) + 0.5;
        let (from_x, from_y) =
            (column + shift(channels.0, x).floor() as i64, row + shift(channels.1, y).floor() as i64);
        *pixel = pixel_at(&before, from_x, from_y);
    }
}

/// Fills an area with a part of the pixels, again and again.
pub(super) fn tile(pixels: &mut Pixmap, area: &Rect, part: &Rect) {
    let (width, before) = (i64::from(pixels.width()), pixels.clone());
    let (left, top) = (part.x as i64, part.y as i64);
    let (across, down) = (part.width as i64, part.height as i64);
    if across <= 0 || down <= 0 {
        return pixels.fill(tiny_skia::Color::TRANSPARENT);
    }
    let (columns, rows) = pixels_of(area, pixels);
    for row in rows.start as i64..rows.end as i64 {
        for column in columns.start as i64..columns.end as i64 {
            let from_x = left + (column - left).rem_euclid(across);
            let from_y = top + (row - top).rem_euclid(down);
            if let Some(pixel) = pixels.pixels_mut().get_mut((row * width + column) as usize) {
                *pixel = pixel_at(&before, from_x, from_y);
            }
        }
    }
}
