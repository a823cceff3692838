//! Coverage of rectangles with rounded corners, of which the rows and columns that are alike are kept once.

use std::ops::Range;

use tiny_skia::{FillRule, Mask, Transform};

use super::blend::coverage;
use super::blur::{reach, soften};
use super::coverage::Lines;
use super::path::rounded;
use crate::geometry::{Rect, Size};

/// Pixels in a line of which each has the value of the first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
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
    pub(super) fn kept(self, at: usize) -> usize {
        if at <= self.first { at } else { self.first.max(at.saturating_sub(self.repeated)) }
    }

    /// The pixels that have one value, beginning with the one that is kept.
    pub(super) fn alike(self) -> Range<usize> {
        self.first..self.first + self.repeated + 1
    }
}

/// A box and its corners, if they are round.
pub(super) type RoundedBox<'a> = (&'a Rect, Option<&'a [Size; 4]>);

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
        (area, corners): RoundedBox<'_>,
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
        let mut mask = Mask::new(size.0 as u32, size.1 as u32)?;
        if let Some(path) = rounded(&smaller, corners) {
            mask.fill_path(&path, FillRule::Winding, true, transform);
        }
        let coverage = if reach(deviation) == 0 {
            mask.data().iter().map(|byte| u16::from(*byte) * 257).collect()
        } else {
            let mut grid: Vec<f32> = mask.data().iter().map(|byte| f32::from(*byte) / 255.0).collect();
            soften(&mut grid, size.0, deviation);
            grid.into_iter().map(coverage).collect()
        };
        Some(Self { columns, rows, width: size.0, coverage })
    }

    /// The pixels that are kept of a grid of a size.
    pub(super) fn kept(shape: RoundedBox<'_>, transform: Transform, size: (usize, usize), deviation: f32) -> usize {
        let (columns, rows) = stretches(shape, transform, size, reach(deviation));
        (size.0 - columns.repeated) * (size.1 - rows.repeated)
    }

    /// The coverage of all that is outside.
    pub(super) fn inverted(mut self) -> Self {
        self.coverage.iter_mut().for_each(|covered| *covered = u16::MAX - *covered);
        self
    }
}

/// The coverage of a box, row by row.
pub(super) trait BoxLines {
    /// The pixels of a row that have one value in each row, beginning with the one that is kept.
    fn alike(&self) -> Range<usize>;

    /// The place of a row among those that differ.
    fn kept_row(&self, row: usize) -> usize;

    /// Writes the coverage of a row, of 65,535.
    fn write(&mut self, row: usize, out: &mut [u16]);
}

impl BoxLines for NinePatch {
    fn alike(&self) -> Range<usize> {
        self.columns.alike()
    }

    fn kept_row(&self, row: usize) -> usize {
        self.rows.kept(row)
    }

    fn write(&mut self, row: usize, out: &mut [u16]) {
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
pub(super) struct PatchLines<B, F> {
    own: B,
    other: Option<NinePatch>,
    mix: F,
    line: Vec<u16>,
    part: Vec<u16>,
    /// The rows of both boxes that `line` has.
    known: Option<(usize, Option<usize>)>,
}

impl<B: BoxLines, F: Fn(u16, u16) -> u16> PatchLines<B, F> {
    /// Rows of a width, in which `mix` has the coverage of both boxes, if there is another one.
    pub(super) fn new(own: B, other: Option<NinePatch>, width: usize, mix: F) -> Self {
        Self { own, other, mix, line: vec![0; width], part: vec![0; width], known: None }
    }
}

impl<B: BoxLines, F: Fn(u16, u16) -> u16> Lines for PatchLines<B, F> {
    fn line(&mut self, row: usize) -> &[u16] {
        let kept = Some((self.own.kept_row(row), self.other.as_ref().map(|other| other.kept_row(row))));
        if self.known == kept {
            return &self.line;
        }
        self.known = kept;
        self.own.write(row, &mut self.line);
        if let Some(other) = &mut self.other {
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

/// True for a transform that only moves and enlarges.
pub(super) fn is_upright(transform: Transform) -> bool {
    !transform.has_skew() && transform.sx > 0.0 && transform.sy > 0.0
}

/// The columns and rows of a grid that are alike, with as many as a blur reaches between them and the corners.
pub(super) fn stretches(
    (area, corners): RoundedBox<'_>,
    transform: Transform,
    (width, height): (usize, usize),
    reach: usize,
) -> (Stretch, Stretch) {
    let none = (Stretch { first: 0, repeated: 0 }, Stretch { first: 0, repeated: 0 });
    if !is_upright(transform) {
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
    fn whole(shape: RoundedBox<'_>, transform: Transform, size: (usize, usize), deviation: f32) -> Vec<f32> {
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
                let mut patch = NinePatch::new(shape, transform, size, deviation).unwrap();
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
    fn what_is_alike_is_kept_once() {
        let area = Rect::new(50.0, 50.0, 1000.0, 600.0);
        assert!(NinePatch::kept((&area, None), Transform::identity(), (1100, 700), 5.0) < 40_000);
    }
}
