//! Coverage of pixels: row by row, of a glyph, and by an outline from exact areas.

use std::ops::Range;

use skrifa::PathSink;

use super::blend::coverage;

/// The coverage of each pixel of a grid by an outline.
pub(super) struct Coverage {
    width: usize,
    height: usize,
    /// Changes of the area from pixel to pixel; the sum along a row is the coverage.
    changes: Vec<f32>,
    start: (f32, f32),
    at: (f32, f32),
}

impl Coverage {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, height, changes: vec![0.0; width * height + 2], start: (0.0, 0.0), at: (0.0, 0.0) }
    }

    /// The coverage row by row.
    pub(super) fn finish(self) -> Vec<u16> {
        let mut out = Vec::with_capacity(self.width * self.height);
        for row in self.changes.chunks(self.width.max(1)).take(self.height) {
            let mut sum = 0.0_f32;
            for change in row {
                sum += change;
                out.push(coverage(sum.abs().min(1.0)));
            }
        }
        out
    }

    fn line(&mut self, to: (f32, f32)) {
        let from = std::mem::replace(&mut self.at, to);
        let (direction, top, bottom) = if from.1 < to.1 { (1.0, from, to) } else { (-1.0, to, from) };
        if bottom.1 - top.1 <= 0.0 || self.width < 2 {
            return;
        }
        let slope = (bottom.0 - top.0) / (bottom.1 - top.1);
        let most = self.width as f32 - 1.0;
        let first = top.1.max(0.0);
        let mut x = top.0 + (first - top.1) * slope;
        for row in first as usize..self.height.min(bottom.1.max(0.0).ceil() as usize) {
            let y = (row as f32).max(first);
            let height = (row as f32 + 1.0).min(bottom.1) - y;
            let next = x + slope * height;
            let area = direction * height;
            let (left, right) = if x < next { (x, next) } else { (next, x) };
            let (left, right) = (left.clamp(0.0, most), right.clamp(0.0, most));
            let base = row * self.width;
            // None of these is negative.
            let column = left as u32;
            let (cell, index) = (column as f32, base + column as usize);
            if right <= cell + 1.0 {
                let middle = 0.5 * (left + right) - cell;
                self.changes[index] += area * (1.0 - middle);
                self.changes[index + 1] += area * middle;
            } else {
                let last = right.ceil();
                let scale = 1.0 / (right - left);
                let inset = left - cell;
                let share = 0.5 * scale * (1.0 - inset) * (1.0 - inset);
                let end = right - last + 1.0;
                let rest = 0.5 * scale * end * end;
                self.changes[index] += area * share;
                let cells = (last - cell) as usize;
                if cells == 2 {
                    self.changes[index + 1] += area * (1.0 - share - rest);
                } else {
                    let second = scale * (1.5 - inset);
                    self.changes[index + 1] += area * (second - share);
                    for between in 2..cells - 1 {
                        self.changes[index + between] += area * scale;
                    }
                    let before = second + (cells as f32 - 3.0) * scale;
                    self.changes[index + cells - 1] += area * (1.0 - before - rest);
                }
                self.changes[index + cells] += area * rest;
            }
            x = next;
        }
    }
}

impl PathSink for Coverage {
    fn move_to(&mut self, x: f32, y: f32) {
        self.close();
        (self.start, self.at) = ((x, y), (x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.line((x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let from = self.at;
        let steps = (((cx - from.0).abs() + (cy - from.1).abs() + (x - cx).abs() + (y - cy).abs()).sqrt().ceil() + 1.0)
            .min(32.0);
        for step in 1..=steps as u32 {
            let t = step as f32 / steps;
            let u = 1.0 - t;
            let of = |a: f32, b: f32, c: f32| u * u * a + 2.0 * u * t * b + t * t * c;
            self.line((of(from.0, cx, x), of(from.1, cy, y)));
        }
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let from = self.at;
        for step in 1..=16_u8 {
            let t = f32::from(step) / 16.0;
            let u = 1.0 - t;
            let of = |p: f32, a: f32, b: f32, q: f32| {
                u * u * u * p + 3.0 * u * u * t * a + 3.0 * u * t * t * b + t * t * t * q
            };
            self.line((of(from.0, ax, bx, x), of(from.1, ay, by, y)));
        }
    }

    fn close(&mut self) {
        let start = self.start;
        self.line(start);
    }
}

/// Coverage of pixels, of 65,535.
pub(super) trait Lines {
    /// The coverage of a row.
    fn line(&mut self, row: usize) -> &[u16];

    /// The pixels of a row that have one coverage in each row.
    fn alike(&self) -> Range<usize> {
        0..0
    }
}

impl Lines for &GlyphMask {
    fn line(&mut self, row: usize) -> &[u16] {
        self.coverage.chunks(self.width.max(1)).nth(row).unwrap_or_default()
    }
}

/// A glyph in pixels.
pub(super) struct GlyphMask {
    /// From the origin of the glyph.
    pub(super) left: i32,
    /// See `left`.
    pub(super) top: i32,
    /// Pixels of a row.
    pub(super) width: usize,
    /// Shares of 65,535, row by row.
    pub(super) coverage: Vec<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_the_area_of_each_pixel() {
        let mut coverage = Coverage::new(4, 3);
        coverage.move_to(0.5, 0.5);
        coverage.line_to(2.5, 0.5);
        coverage.line_to(2.5, 2.0);
        coverage.line_to(0.5, 2.0);
        coverage.close();
        let expected = [0.25, 0.5, 0.25, 0.0, 0.5, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0];
        for (found, expected) in coverage.finish().iter().zip(expected) {
            let found = f32::from(*found) / 65_535.0;
            assert!((found - expected).abs() < 1e-4, "{found} for {expected}");
        }
    }
}
