//! Coverage of blurred boxes with rounded corners, whose sides are along those of the picture.
//!
//! Blurs add up, and that of a box with square corners is the product of one across and one down. What is blurred pixel by pixel is only
//! what round corners lack.

use std::ops::Range;
use std::rc::Rc;

use tiny_skia::{FillRule, Mask, PathBuilder, Transform};

use super::blend::coverage;
use super::blur::{reach, soften_along};
use super::nine_patch::{BoxLines, RoundedBox, Stretch, is_upright, stretches};
use super::path::NEAR;
use crate::geometry::Size;

/// The coverage of a grid of pixels by a blurred box.
pub(super) struct SoftBox {
    columns: Stretch,
    rows: Stretch,
    /// The coverage of each column, and of each row, by the box without corners.
    across: Vec<f32>,
    down: Vec<f32>,
    corners: Vec<PlacedCorner>,
    /// The row that is written, from 0 to 1.
    line: Vec<f32>,
}

/// The part of a box that a round corner lacks at its upper left, blurred.
struct Corner {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

/// The look of a corner in pixels: its radii, and the parts of a pixel before the edges of the box.
#[derive(Clone, Copy, PartialEq)]
struct CornerShape {
    radii: (f32, f32),
    inset: (f32, f32),
}

/// A corner of a box.
struct PlacedCorner {
    corner: Rc<Corner>,
    /// The pixel of the grid that has its first value, and whether those of the next ones are to the left and above.
    column: isize,
    row: isize,
    is_right: bool,
    is_lower: bool,
}

impl SoftBox {
    /// The coverage of a grid of a size by a box that a transform takes into it, blurred by a deviation in pixels; `None` if the box is turned,
    /// or if its corners are larger than the grid.
    pub(super) fn new(
        (area, corners): RoundedBox<'_>,
        transform: Transform,
        (width, height): (usize, usize),
        deviation: f32,
    ) -> Option<Self> {
        let out = reach(deviation);
        let side = |radius: f32, scale: f32| (radius * scale) as usize + 2 * out;
        let is_large =
            |radii: &Size| side(radii.width, transform.sx) * side(radii.height, transform.sy) > width * height;
        if !is_upright(transform) || corners.into_iter().flatten().any(is_large) {
            return None;
        }
        let (columns, rows) = stretches((area, corners), transform, (width, height), out);
        let out = out as isize;
        let x = (area.x * transform.sx + transform.tx, area.right() * transform.sx + transform.tx);
        let y = (area.y * transform.sy + transform.ty, area.bottom() * transform.sy + transform.ty);
        let (across, down) = (profile(x, width, deviation), profile(y, height, deviation));
        let mut placed: Vec<PlacedCorner> = Vec::new();
        let mut known: Vec<(CornerShape, Rc<Corner>)> = Vec::new();
        for (at, radii) in corners.into_iter().flatten().enumerate() {
            let (is_right, is_lower) = (at == 1 || at == 2, at >= 2);
            let radii = (radii.width * transform.sx, radii.height * transform.sy);
            if radii.0 <= 0.0 || radii.1 <= 0.0 {
                continue;
            }
            // The whole pixel before the edge, and the part of it that the box leaves.
            let edge = |(first, last): (f32, f32), is_last: bool| match is_last {
                true => (last.ceil() as isize - 1, last.ceil() - last),
                false => (first.floor() as isize, first - first.floor()),
            };
            let ((column, left), (row, top)) = (edge(x, is_right), edge(y, is_lower));
            let shape = CornerShape { radii, inset: (left, top) };
            let corner = match known.iter().find(|(known, _)| *known == shape) {
                Some((_, corner)) => Rc::clone(corner),
                None => {
                    let made = Rc::new(Corner::new(shape, deviation)?);
                    known.push((shape, Rc::clone(&made)));
                    made
                }
            };
            placed.push(PlacedCorner {
                corner,
                column: if is_right { column + out } else { column - out },
                row: if is_lower { row + out } else { row - out },
                is_right,
                is_lower,
            });
        }
        let line = vec![0.0; width];
        Some(Self { columns, rows, across, down, corners: placed, line })
    }

    /// Writes some of the columns of a row.
    fn write_columns(&mut self, row: usize, columns: Range<usize>, out: &mut [u16]) {
        let share = self.down.get(row).copied().unwrap_or_default();
        let (start, line) = (columns.start, &mut self.line[columns.clone()]);
        for (value, across) in line.iter_mut().zip(&self.across[columns.clone()]) {
            *value = across * share;
        }
        for corner in &self.corners {
            corner.take_from(line, (start, row));
        }
        let (line, out) = (&self.line[columns.clone()], &mut out[columns]);
        out.iter_mut().zip(line).for_each(|(out, value)| *out = coverage(value.clamp(0.0, 1.0)));
    }
}

impl BoxLines for SoftBox {
    fn alike(&self) -> Range<usize> {
        self.columns.alike()
    }

    fn kept_row(&self, row: usize) -> usize {
        self.rows.kept(row)
    }

    fn write(&mut self, row: usize, out: &mut [u16]) {
        let (alike, width) = (self.alike(), self.line.len());
        let after = alike.end.min(width);
        self.write_columns(row, 0..(alike.start + 1).min(width), out);
        if let Some(first) = out.get(alike.start).copied() {
            out[alike.start..after].fill(first);
        }
        self.write_columns(row, after..width, out);
    }
}

impl Corner {
    fn new(CornerShape { radii: (rx, ry), inset: (left, top) }: CornerShape, deviation: f32) -> Option<Self> {
        let out = reach(deviation);
        let size = ((rx + left).ceil() as usize, (ry + top).ceil() as usize);
        let mut mask = Mask::new(size.0 as u32, size.1 as u32)?;
        let mut builder = PathBuilder::new();
        builder.move_to(left, top);
        builder.line_to(left + rx, top);
        builder.cubic_to(left + rx * NEAR, top, left, top + ry * NEAR, left, top + ry);
        builder.close();
        mask.fill_path(&builder.finish()?, FillRule::Winding, true, Transform::identity());
        let (width, height) = (size.0 + 2 * out, size.1 + 2 * out);
        // Across there is something in the rows of the corner alone.
        let mut values = vec![0.0; width * height];
        let own = &mut values[out * width..(out + size.1) * width];
        for (row, line) in mask.data().chunks_exact(size.0).zip(own.chunks_exact_mut(width)) {
            row.iter().zip(&mut line[out..]).for_each(|(byte, value)| *value = f32::from(*byte) / 255.0);
        }
        soften_along(own, width, (deviation, 0.0));
        soften_along(&mut values, width, (0.0, deviation));
        Some(Self { width, height, values })
    }
}

impl PlacedCorner {
    /// Takes what is lacking from a row whose values begin at a column.
    fn take_from(&self, line: &mut [f32], (start, row): (usize, usize)) {
        let (start, row) = (start as isize, row as isize);
        let own = if self.is_lower { self.row - row } else { row - self.row };
        let Some(row) = usize::try_from(own).ok().filter(|row| *row < self.corner.height) else { return };
        let values = &self.corner.values[row * self.corner.width..(row + 1) * self.corner.width];
        // The columns of the line that it reaches.
        let length = values.len() as isize;
        let first = if self.is_right { self.column - length + 1 } else { self.column };
        let from = first.clamp(start, start + line.len() as isize);
        let to = (first + length).clamp(from, start + line.len() as isize);
        let (line, skipped) = (&mut line[(from - start) as usize..(to - start) as usize], (from - first) as usize);
        match self.is_right {
            true => line.iter_mut().zip(values.iter().rev().skip(skipped)).for_each(|(value, lack)| *value -= lack),
            false => line.iter_mut().zip(values.iter().skip(skipped)).for_each(|(value, lack)| *value -= lack),
        }
    }
}

/// The coverage of each pixel of a line by what lies between two places, blurred.
fn profile((from, to): (f32, f32), length: usize, deviation: f32) -> Vec<f32> {
    let within = |at: usize| (to.min(at as f32 + 1.0) - from.max(at as f32)).clamp(0.0, 1.0);
    let mut line: Vec<f32> = (0..length).map(within).collect();
    soften_along(&mut line, length, (deviation, 0.0));
    line
}

#[cfg(test)]
mod tests {
    use super::super::blur::soften;
    use super::super::path::rounded;
    use super::*;
    use crate::geometry::Rect;

    #[test]
    fn blurs_are_those_of_single_pixels() {
        let (round, mixed) =
            ([Size::new(12.0, 12.0); 4], [6.0, 0.0, 20.0, 9.0].map(|side| Size::new(side, side * 1.5)));
        for (area, corners, deviation) in [
            (Rect::new(60.0, 60.0, 140.0, 100.0), round, 16.0),
            (Rect::new(70.5, 63.2, 140.0, 100.0), round, 24.0),
            (Rect::new(-40.0, 60.0, 400.0, 100.0), mixed, 4.0),
            (Rect::new(90.3, 70.0, 60.0, 50.9), mixed, 7.5),
            (Rect::new(90.0, 70.0, 24.0, 24.0), round, 2.0),
        ] {
            for transform in [Transform::identity(), Transform::from_row(1.2, 0.0, 0.0, 0.75, -3.25, 4.5)] {
                let size = (263, 221);
                let mut mask = Mask::new(size.0 as u32, size.1 as u32).unwrap();
                mask.fill_path(&rounded(&area, Some(&corners)).unwrap(), FillRule::Winding, true, transform);
                let mut whole: Vec<f32> = mask.data().iter().map(|byte| f32::from(*byte) / 255.0).collect();
                soften(&mut whole, size.0, deviation);
                let mut soft = SoftBox::new((&area, Some(&corners)), transform, size, deviation).unwrap();
                let mut found = vec![0; size.0];
                for row in 0..size.1 {
                    soft.write(row, &mut found);
                    // Paths end at quarters of pixels.
                    for (at, (found, expected)) in found.iter().zip(&whole[row * size.0..]).enumerate() {
                        let found = f32::from(*found) / 65_535.0;
                        assert!((found - expected).abs() < 0.012, "{area:?} {row} {at}: {found} for {expected}");
                    }
                }
            }
        }
    }
}
