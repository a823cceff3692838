//! Noise of `feTurbulence`.
//!
//! <https://drafts.fxtf.org/filter-effects/#feTurbulenceElement>

use tiny_skia::{ColorU8, Pixmap, Transform};

use super::pixels::pixels_of;
use crate::geometry::Rect;

/// Points of the lattice along an axis.
const BLOCK: usize = 256;

/// The noise of a primitive.
pub(super) struct Noise {
    lattice: [u8; BLOCK],
    /// A direction at each point, for each channel.
    gradients: [[[f32; 2]; BLOCK]; 4],
    pub(super) is_fractal: bool,
    pub(super) frequency: [f32; 2],
    pub(super) octaves: u8,
    /// The size of the tile whose edges match, in the numbers of the lattice.
    pub(super) stitch: Option<[f32; 2]>,
    /// From the picture to user space.
    pub(super) from_picture: Transform,
}

impl Noise {
    pub(super) fn new(seed: f32, from_picture: Transform) -> Self {
        const MOST: i64 = 2_147_483_647;
        let mut seed = seed as i64;
        if seed <= 0 {
            seed = -(seed % (MOST - 1)) + 1;
        }
        seed = seed.min(MOST - 1);
        let mut random = || {
            seed = 16_807 * (seed % 127_773) - 2836 * (seed / 127_773);
            if seed <= 0 {
                seed += MOST;
            }
            seed
        };
        let mut gradients = [[[0.0; 2]; BLOCK]; 4];
        for gradient in gradients.iter_mut().flatten() {
            let mut next = || (random() % 512 - 256) as f32 / 256.0;
            let (x, y) = (next(), next());
            let length = libm::hypotf(x, y).max(f32::MIN_POSITIVE);
            *gradient = [x / length, y / length];
        }
        let mut lattice = std::array::from_fn(|at| at as u8);
        for at in (1..BLOCK).rev() {
            lattice.swap(at, (random() % 256) as usize);
        }
        Self { lattice, gradients, is_fractal: false, frequency: [0.0; 2], octaves: 1, stitch: None, from_picture }
    }

    /// Changes the frequency so that a tile of this size ends where a step of the lattice does; the number of steps.
    pub(super) fn stitch_to(&mut self, axis: usize, size: f32) -> f32 {
        let steps = size * self.frequency[axis];
        if steps <= 0.0 || size <= 0.0 {
            return 0.0;
        }
        let (low, high) = (steps.floor() / size, steps.ceil() / size);
        self.frequency[axis] =
            if low > 0.0 && self.frequency[axis] / low < high / self.frequency[axis] { low } else { high };
        (size * self.frequency[axis]).round()
    }

    /// Paints an area of pixels whose corner is at a place of the picture.
    pub(super) fn paint(&self, pixels: &mut Pixmap, area: &Rect, (x, y): (i32, i32)) {
        let width = pixels.width() as usize;
        let (columns, rows) = pixels_of(area, pixels);
        for row in rows {
            let line = pixels.pixels_mut().get_mut(row * width + columns.start..row * width + columns.end);
            for (column, pixel) in columns.clone().zip(line.into_iter().flatten()) {
                let mut point = tiny_skia::Point::from_xy(column as f32 + x as f32 + 0.5, row as f32 + y as f32 + 0.5);
                self.from_picture.map_point(&mut point);
                let [red, green, blue, alpha] =
                    self.at([point.x + 0.5, point.y + 0.5]).map(|value| (value * 255.0 + 0.5) as u8);
                *pixel = ColorU8::from_rgba(red, green, blue, alpha).premultiply();
            }
        }
    }

    fn at(&self, point: [f32; 2]) -> [f32; 4] {
        let mut sums = [0.0_f32; 4];
        let mut vector = [point[0] * self.frequency[0], point[1] * self.frequency[1]];
        let (mut ratio, mut stitch) = (1.0, self.stitch);
        for _ in 0..self.octaves {
            let noise = self.octave(vector, stitch);
            for (sum, noise) in sums.iter_mut().zip(noise) {
                *sum += if self.is_fractal { noise } else { noise.abs() } * ratio;
            }
            vector = vector.map(|part| part * 2.0);
            stitch = stitch.map(|size| size.map(|part| part * 2.0));
            ratio *= 0.5;
        }
        sums.map(|sum| if self.is_fractal { (sum + 1.0) / 2.0 } else { sum }.clamp(0.0, 1.0))
    }

    fn octave(&self, [x, y]: [f32; 2], stitch: Option<[f32; 2]>) -> [f32; 4] {
        let (low_x, low_y) = (x.floor(), y.floor());
        let (part_x, part_y) = (x - low_x, y - low_y);
        let wrapped = |at: f32, size: Option<f32>| {
            (match size {
                Some(size) if at >= size => at - size,
                _ => at,
            }) as i64 as u8
        };
        let [width, height] = stitch.map_or([None; 2], |size| size.map(Some));
        let (x0, x1) = (wrapped(low_x, width), wrapped(low_x + 1.0, width));
        let (y0, y1) = (wrapped(low_y, height), wrapped(low_y + 1.0, height));
        let of = |x: u8, y: u8| usize::from(self.lattice[usize::from(self.lattice[usize::from(x)].wrapping_add(y))]);
        let corners = [of(x0, y0), of(x1, y0), of(x0, y1), of(x1, y1)];
        let smooth = |part: f32| part * part * (3.0 - 2.0 * part);
        let (along, down) = (smooth(part_x), smooth(part_y));
        let mix = |share: f32, a: f32, b: f32| a + share * (b - a);
        std::array::from_fn(|channel| {
            let dot = |corner: usize, x: f32, y: f32| {
                let [to_x, to_y] = self.gradients[channel][corners[corner]];
                x * to_x + y * to_y
            };
            let above = mix(along, dot(0, part_x, part_y), dot(1, part_x - 1.0, part_y));
            let below = mix(along, dot(2, part_x, part_y - 1.0), dot(3, part_x - 1.0, part_y - 1.0));
            mix(down, above, below)
        })
    }
}
