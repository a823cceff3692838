//! Effects on pixels: blurs, shadows, matrices.
//!
//! <https://drafts.fxtf.org/filter-effects/>

use tiny_skia::{ColorU8, Pixmap};

use super::blur::{soften, soften_along};
use super::path::skia_color;
use crate::style::computed::{FilterFunction, Srgb};

/// Limit: deviation of a blur in pixels.
pub(super) const MAX_DEVIATION: f32 = 300.0;

/// Paints the shadow of what is opaque below it.
pub(super) fn drop_shadow(pixels: &mut Pixmap, (x, y): (i32, i32), deviation: f32, color: Srgb) {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let mut grid = vec![0.0; width * height];
    let moved = |at: usize, by: i32, length: usize| {
        let at = i32::try_from(at).ok()?.checked_sub(by)?;
        usize::try_from(at).ok().filter(|at| *at < length)
    };
    for (row, line) in grid.chunks_mut(width.max(1)).enumerate() {
        let Some(source) = moved(row, y, height) else { continue };
        for (column, value) in line.iter_mut().enumerate() {
            let Some(from) = moved(column, x, width) else { continue };
            let alpha = pixels.data().get((source * width + from) * 4 + 3).copied().unwrap_or_default();
            *value = f32::from(alpha) / 255.0;
        }
    }
    soften(&mut grid, width, deviation);
    let color = skia_color(color).premultiply();
    let channels = [color.red(), color.green(), color.blue(), color.alpha()];
    for (pixel, covered) in pixels.data_mut().chunks_exact_mut(4).zip(grid) {
        let below = 1.0 - f32::from(pixel[3]) / 255.0;
        for (byte, channel) in pixel.iter_mut().zip(channels) {
            *byte = (f32::from(*byte) + channel * covered * below * 255.0 + 0.5).min(255.0) as u8;
        }
    }
}

/// Blurs pixels by deviations across and down.
pub(super) fn blur(pixels: &mut Pixmap, deviations: (f32, f32)) {
    let deviations = (deviations.0.min(MAX_DEVIATION), deviations.1.min(MAX_DEVIATION));
    let width = pixels.width() as usize;
    for channel in 0..4 {
        let bytes = || pixels.data().iter().skip(channel).step_by(4);
        // What is the same everywhere stays so; often that is a whole channel of a layer.
        if bytes().all(|byte| Some(byte) == bytes().next()) {
            continue;
        }
        let mut grid: Vec<f32> = bytes().map(|byte| f32::from(*byte) / 255.0).collect();
        soften_along(&mut grid, width, deviations);
        for (byte, value) in pixels.data_mut().iter_mut().skip(channel).step_by(4).zip(grid) {
            *byte = (value * 255.0 + 0.5) as u8;
        }
    }
}

/// A row for red, green and blue each: their factors, and what is added.
type Matrix = [[f32; 4]; 3];

/// The matrix of a function; `None` if it has none.
pub(super) fn matrix(function: &FilterFunction) -> Option<Matrix> {
    /// The shares of the channels in luminance, as the specification rounds them.
    const SHARES: [f32; 3] = [0.2126, 0.7152, 0.0722];
    let diagonal = |factor: f32, plus: f32| {
        let row =
            |at: usize| std::array::from_fn(|i| if i == at { factor } else { f32::from(u8::from(i == 3)) * plus });
        [row(0), row(1), row(2)]
    };
    // Between the colour (1) and what a matrix makes of it (0).
    let mixed = |to: Matrix, keep: f32| {
        let own = |row: usize, column: usize| f32::from(u8::from(row == column));
        std::array::from_fn(|r| std::array::from_fn(|c| to[r][c] + (own(r, c) - to[r][c]) * keep))
    };
    let grey = [[SHARES[0], SHARES[1], SHARES[2], 0.0]; 3];
    Some(match *function {
        FilterFunction::Brightness(amount) => diagonal(amount, 0.0),
        FilterFunction::Contrast(amount) => diagonal(amount, 0.5 - 0.5 * amount),
        FilterFunction::Invert(amount) => diagonal(1.0 - 2.0 * amount, amount),
        FilterFunction::Grayscale(amount) => mixed(grey, 1.0 - amount),
        FilterFunction::Saturate(amount) => mixed(grey, amount),
        FilterFunction::Sepia(amount) => {
            let brown = [[0.393, 0.769, 0.189, 0.0], [0.349, 0.686, 0.168, 0.0], [0.272, 0.534, 0.131, 0.0]];
            mixed(brown, 1.0 - amount)
        }
        FilterFunction::HueRotate(degrees) => {
            let (sin, cos) = libm::sincosf(degrees.to_radians());
            let turn = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]];
            let shares = [0.213, 0.715, 0.072];
            std::array::from_fn(|row| {
                std::array::from_fn(|column| match column {
                    3 => 0.0,
                    column => {
                        let own = f32::from(u8::from(row == column));
                        shares[column] + cos * (own - shares[column]) + sin * turn[row][column]
                    }
                })
            })
        }
        FilterFunction::Blur(_)
        | FilterFunction::DropShadow(..)
        | FilterFunction::Opacity(_)
        | FilterFunction::Url(_)
        | FilterFunction::Other => return None,
    })
}

/// Changes pixels by a matrix: factors of red, green, blue and alpha and what is added, for each of them.
pub(super) fn recolor(pixels: &mut Pixmap, matrix: &[[f32; 5]; 4]) {
    let makes_of_nothing = matrix[3][4] > 0.0;
    for pixel in pixels.pixels_mut() {
        if pixel.alpha() == 0 && !makes_of_nothing {
            continue;
        }
        let color = pixel.demultiply();
        let channels = [color.red(), color.green(), color.blue(), color.alpha()].map(f32::from);
        let made = matrix.map(|row| {
            let sum = row[0] * channels[0] + row[1] * channels[1] + row[2] * channels[2];
            (sum + row[3] * channels[3] + row[4] * 255.0 + 0.5) as u8
        });
        *pixel = ColorU8::from_rgba(made[0], made[1], made[2], made[3]).premultiply();
    }
}
