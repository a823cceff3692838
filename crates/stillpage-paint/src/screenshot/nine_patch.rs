//! Coverage of rectangles with rounded corners, of which the rows and columns that are alike are kept once.

use std::ops::Range;

use tiny_skia::{FillRule, Mask, Transform};

use super::blend::coverage;
use super::blur::{reach, soften};
use super::canvas::Lines;
use super::path::rounded;
use crate::geometry::{Rect, Size};

/// A deviation of which twice as much is blurred in pixels of twice the size. Approx: one and a half levels of an opaque shadow, as boxes of
/// whole pixels are of other sizes then.
const COARSE_DEVIATION: f32 = 8.0;

/// Pixels in a line of which each has the value of the first.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    first: usize,
    /// The number of pixels after the first.
    repeated: usize,
}

impl Stretch {
    /// The pixels between two edges, of a line of a length; what is beyond the line is as its ends.
    fn between(from: f32, to: f32, length: usize) -> Self {
        let within = |px: f32| px.clamp(0.0, length as f32) as usize;
        let (first, end) = (within(from.ceil()), within(to.floor()));
        Self { first, repeated: end.saturating_sub(first + 1) }
    }

    /// The place of a pixel in the line that has each value once.
    fn kept(self, at: usize) -> usize {
        if at <= self.first { at } else { self.first.max(at.saturating_sub(self.repeated)) }
    }
}

/// The coverage of a grid of pixels by a rectangle.
pub(super) struct NinePatch {
    columns: Stretch,
    rows: Stretch,
    /// The pixels of a row that is kept.
    width: usize,
    /// Shares of 65,535.
    coverage: Vec<u16>,
}

impl NinePatch {
    /// The coverage of a grid of a size by a box that is transformed into it, blurred by a deviation in pixels; `None` if there is no
    /// room for it.
    pub(super) fn new(
        (area, corners): (&Rect, Option<&[Size; 4]>),
        transform: Transform,
        (width, height): (usize, usize),
        deviation: f32,
    ) -> Option<Self> {
        let (columns, rows) = stretches((area, corners), transform, (width, height), reach(deviation));
        let size = (width - columns.repeated, height - rows.repeated);
        // Without the pixels that are alike the box is smaller.
        let (x, y) = (transform.sx.max(f32::MIN_POSITIVE), transform.sy.max(f32::MIN_POSITIVE));
        let mut smaller = *area;
        smaller.width -= columns.repeated as f32 / x;
        smaller.height -= rows.repeated as f32 / y;
        // What is blurred widely changes slowly.
        let step = match deviation {
            wide if wide >= 4.0 * COARSE_DEVIATION => 4,
            wide if wide >= 2.0 * COARSE_DEVIATION => 2,
            _ => 1,
        };
        let coarse = (size.0.div_ceil(step), size.1.div_ceil(step));
        let mut mask = Mask::new(coarse.0 as u32, coarse.1 as u32)?;
        if let Some(path) = rounded(&smaller, corners) {
            let by = 1.0 / step as f32;
            mask.fill_path(&path, FillRule::Winding, true, transform.post_scale(by, by));
        }
        let coverage = if reach(deviation) == 0 {
            mask.data().iter().map(|byte| u16::from(*byte) * 257).collect()
        } else {
            let mut grid: Vec<f32> = mask.data().iter().map(|byte| f32::from(*byte) / 255.0).collect();
            soften(&mut grid, coarse.0, deviation / step as f32);
            match step {
                1 => grid.into_iter().map(coverage).collect(),
                2 => enlarged::<2>(&grid, coarse, size),
                _ => enlarged::<4>(&grid, coarse, size),
            }
        };
        Some(Self { columns, rows, width: size.0, coverage })
    }

    /// The pixels of a row that have one value in each row, beginning with the one that is kept.
    fn alike(&self) -> Range<usize> {
        self.columns.first..self.columns.first + self.columns.repeated + 1
    }

    /// The pixels that are kept of a grid of a size.
    pub(super) fn kept(
        shape: (&Rect, Option<&[Size; 4]>),
        transform: Transform,
        size: (usize, usize),
        deviation: f32,
    ) -> usize {
        let (columns, rows) = stretches(shape, transform, size, reach(deviation));
        (size.0 - columns.repeated) * (size.1 - rows.repeated)
    }

    /// The coverage of all that is outside.
    pub(super) fn inverted(mut self) -> Self {
        self.coverage.iter_mut().for_each(|covered| *covered = u16::MAX - *covered);
        self
    }

    /// Writes the coverage of a row, of 65,535.
    fn write(&self, row: usize, out: &mut [u16]) {
        let start = self.rows.kept(row) * self.width;
        let Some(line) = self.coverage.get(start..start + self.width) else { return };
        let Stretch { first, repeated } = self.columns;
        let (before, rest) = out.split_at_mut(first.min(self.width));
        let (same, after) = rest.split_at_mut(repeated);
        let (left, right) = line.split_at(first.min(self.width));
        before.copy_from_slice(left);
        same.fill(right.first().copied().unwrap_or_default());
        after.copy_from_slice(right);
    }
}

/// The coverage of a box row by row, changed by that of another one.
pub(super) struct PatchLines<F> {
    own: NinePatch,
    other: Option<NinePatch>,
    mix: F,
    line: Vec<u16>,
    part: Vec<u16>,
}

impl<F: Fn(u16, u16) -> u16> PatchLines<F> {
    /// Rows of a width, in which `mix` has the coverage of both boxes, if there is another one.
    pub(super) fn new(own: NinePatch, other: Option<NinePatch>, width: usize, mix: F) -> Self {
        Self { own, other, mix, line: vec![0; width], part: vec![0; width] }
    }
}

impl<F: Fn(u16, u16) -> u16> Lines for PatchLines<F> {
    fn line(&mut self, row: usize) -> &[u16] {
        self.own.write(row, &mut self.line);
        if let Some(other) = &self.other {
            other.write(row, &mut self.part);
            self.line.iter_mut().zip(&self.part).for_each(|(own, other)| *own = (self.mix)(*own, *other));
        }
        &self.line
    }

    fn alike(&self) -> Range<usize> {
        let own = self.own.alike();
        let other = self.other.as_ref().map_or(own.clone(), NinePatch::alike);
        own.start.max(other.start)..own.end.min(other.end)
    }
}

/// A grid of a size whose values lie between those of one that is smaller by a factor, as coverage.
fn enlarged<const FACTOR: usize>(coarse: &[f32], (width, height): (usize, usize), size: (usize, usize)) -> Vec<u16> {
    // From the middle of a coarse pixel to the next one.
    let parts: [f32; FACTOR] = std::array::from_fn(|at| (at as f32 + 0.5) / FACTOR as f32);
    let mut out = Vec::with_capacity(size.0 * size.1);
    let mut line = vec![0.0; width];
    let mut wide = vec![0_u16; (width + 1) * FACTOR];
    for at in 0..size.1 {
        let middle = ((at as f32 + 0.5) / FACTOR as f32 - 0.5).clamp(0.0, (height - 1) as f32);
        let (row, part) = (middle as usize, middle - middle.floor());
        let (upper, lower) = (&coarse[row * width..], &coarse[(row + 1).min(height - 1) * width..]);
        for (value, (upper, lower)) in line.iter_mut().zip(upper.iter().zip(lower)) {
            *value = upper + (lower - upper) * part;
        }
        // Half of a coarse pixel before the first middle, and after the last one, have its value.
        let ends = [line.first(), line.last()].map(|end| end.copied().unwrap_or_default());
        let pairs = std::iter::once((&ends[0], &ends[0])).chain(line.iter().zip(line[1..].iter().chain([&ends[1]])));
        for (out, (from, to)) in wide.as_chunks_mut::<FACTOR>().0.iter_mut().zip(pairs) {
            *out = parts.map(|part| coverage(from + (to - from) * part));
        }
        out.extend_from_slice(&wide[FACTOR / 2..FACTOR / 2 + size.0]);
    }
    out
}

/// The columns and rows of a grid that are alike, with as many as a blur reaches between them and the corners.
fn stretches(
    (area, corners): (&Rect, Option<&[Size; 4]>),
    transform: Transform,
    (width, height): (usize, usize),
    reach: usize,
) -> (Stretch, Stretch) {
    let none = (Stretch { first: 0, repeated: 0 }, Stretch { first: 0, repeated: 0 });
    if transform.has_skew() || transform.sx <= 0.0 || transform.sy <= 0.0 {
        return none;
    }
    let radius = |of: fn(&Size) -> f32| corners.map_or(0.0, |corners| corners.iter().map(of).fold(0.0, f32::max));
    let inset = |radius: f32, scale: f32| radius * scale + reach as f32 + 1.0;
    let (x, y) = (inset(radius(|r| r.width), transform.sx), inset(radius(|r| r.height), transform.sy));
    let to_grid = |px: f32, scale: f32, origin: f32| px * scale + origin;
    let column = |px: f32| to_grid(px, transform.sx, transform.tx);
    let row = |px: f32| to_grid(px, transform.sy, transform.ty);
    (
        Stretch::between(column(area.x) + x, column(area.right()) - x, width),
        Stretch::between(row(area.y) + y, row(area.bottom()) - y, height),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coverage of all pixels, each by itself.
    fn whole(
        shape: (&Rect, Option<&[Size; 4]>),
        transform: Transform,
        size: (usize, usize),
        deviation: f32,
    ) -> Vec<f32> {
        let mut mask = Mask::new(size.0 as u32, size.1 as u32).unwrap();
        mask.fill_path(&rounded(shape.0, shape.1).unwrap(), FillRule::Winding, true, transform);
        let mut grid: Vec<f32> = mask.data().iter().map(|byte| f32::from(*byte) / 255.0).collect();
        soften(&mut grid, size.0, deviation);
        grid
    }

    #[test]
    fn rows_are_those_of_the_whole_box() {
        let corners = [Size::new(6.0, 9.0); 4];
        for (area, deviation, size) in [
            (Rect::new(20.0, 15.0, 160.0, 90.0), 4.0, (200, 120)),
            (Rect::new(20.3, 15.6, 160.0, 90.0), 0.0, (200, 120)),
            (Rect::new(-300.0, -20.0, 380.0, 400.0), 3.5, (200, 120)),
            (Rect::new(-300.0, -300.0, 900.0, 900.0), 2.0, (200, 120)),
            (Rect::new(90.0, 50.0, 3.0, 2.0), 7.0, (200, 120)),
        ] {
            for transform in [Transform::identity(), Transform::from_row(1.5, 0.0, 0.0, 0.75, -3.25, 4.5)] {
                let shape = (&area, Some(&corners));
                let patch = NinePatch::new(shape, transform, size, deviation).unwrap();
                let whole = whole(shape, transform, size, deviation);
                for (row, expected) in whole.chunks(size.0).enumerate() {
                    let mut found = vec![0; size.0];
                    patch.write(row, &mut found);
                    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
                        let found = f32::from(*found) / 65_535.0;
                        assert!((found - expected).abs() < 2e-3, "{area:?} {row} {at}: {found} for {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn wide_blurs_are_those_of_single_pixels() {
        let corners = [Size::new(12.0, 12.0); 4];
        for (area, deviation) in [
            (Rect::new(60.0, 60.0, 140.0, 100.0), 16.0),
            (Rect::new(70.5, 63.0, 140.0, 100.0), 24.0),
            (Rect::new(-40.0, 60.0, 400.0, 100.0), 40.0),
        ] {
            let (shape, size) = ((&area, Some(&corners)), (263, 221));
            let patch = NinePatch::new(shape, Transform::identity(), size, deviation).unwrap();
            let whole = whole(shape, Transform::identity(), size, deviation);
            // Beyond the grid the values of its edge go on in the one and the box in the other.
            for row in 1..size.1 - 1 {
                let mut found = vec![0; size.0];
                patch.write(row, &mut found);
                for (at, (found, expected)) in found.iter().zip(&whole[row * size.0..]).enumerate() {
                    let found = f32::from(*found) / 65_535.0;
                    assert!((found - expected).abs() < 0.01, "{area:?} {row} {at}: {found} for {expected}");
                }
            }
        }
    }

    #[test]
    fn what_is_alike_is_kept_once() {
        let area = Rect::new(50.0, 50.0, 1000.0, 600.0);
        assert!(NinePatch::kept((&area, None), Transform::identity(), (1100, 700), 5.0) < 40_000);
    }
}
