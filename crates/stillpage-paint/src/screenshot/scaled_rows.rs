//! Images at another size, row by row.

use tiny_skia::{Pixmap, Transform};

/// The place of a pixel of the picture between two pixels of an image: both, and the share of the second, of 256.
#[derive(Debug, Clone, Copy)]
struct Between {
    first: usize,
    second: usize,
    share: u16,
}

impl Between {
    /// The place of a pixel whose middle is at a coordinate of a line of pixels; the ends of the line go on.
    fn of(middle: f32, length: usize, is_exact: bool) -> Self {
        let last = length.saturating_sub(1);
        let at = if is_exact { middle.floor() } else { middle - 0.5 }.clamp(0.0, last as f32);
        let first = at as usize;
        Self { first, second: (first + 1).min(last), share: ((at - at.floor()) * 256.0) as u16 }
    }
}

/// An image that is stretched along the axes.
pub(super) struct ScaledRows<'a> {
    image: &'a Pixmap,
    is_exact: bool,
    /// From the picture to the image.
    back: Transform,
    /// For each pixel of a row of the picture, once the first one is known.
    columns: Vec<Between>,
    /// A row between two rows of the image.
    line: Vec<u16>,
}

impl<'a> ScaledRows<'a> {
    /// The rows of an image that is transformed into the picture, with its nearest pixels if it has its own size; `None` if it is
    /// turned.
    pub(super) fn new(image: &'a Pixmap, transform: Transform, is_exact: bool) -> Option<Self> {
        let back = transform.invert().filter(|back| !back.has_skew())?;
        Some(Self { image, is_exact, back, columns: Vec::new(), line: vec![0; image.width() as usize * 4] })
    }

    /// Writes the pixels of a row that begins at a pixel of the picture, the same column for all of them.
    pub(super) fn write(&mut self, (column, row): (usize, usize), out: &mut [u8]) {
        let (width, height) = (self.image.width() as usize, self.image.height() as usize);
        let out = out.as_chunks_mut::<4>().0;
        if self.columns.is_empty() {
            let middle = |at: usize| self.back.sx * (at as f32 + 0.5) + self.back.tx;
            let columns = (column..column + out.len()).map(|at| Between::of(middle(at), width, self.is_exact));
            self.columns = columns.collect();
        }
        let Between { first, second, share } =
            Between::of(self.back.sy * (row as f32 + 0.5) + self.back.ty, height, self.is_exact);
        let pixels = self.image.data().as_chunks::<4>().0;
        let (above, below) = (&pixels[first * width..], &pixels[second * width..]);
        if self.is_exact {
            out.iter_mut().zip(&self.columns).for_each(|(out, column)| *out = above[column.first]);
            return;
        }
        // What lies between the rows, as far as it is seen.
        let ends = [self.columns.first(), self.columns.last()].map(|end| end.map_or(0, |end| end.first));
        let seen = ends[0].min(ends[1])..(ends[0].max(ends[1]) + 2).min(width);
        let line = self.line.as_chunks_mut::<4>().0;
        for (between, (above, below)) in line[seen.clone()].iter_mut().zip(above[seen.clone()].iter().zip(&below[seen]))
        {
            for (between, (above, below)) in between.iter_mut().zip(above.iter().zip(below)) {
                *between = (u16::from(*above) * (256 - share) + u16::from(*below) * share + 128) >> 8;
            }
        }
        for (out, column) in out.iter_mut().zip(&self.columns) {
            // Four channels at once, sixteen bits each.
            let channels = |[red, green, blue, alpha]: [u16; 4]| {
                u64::from(red) | (u64::from(green) << 16) | (u64::from(blue) << 32) | (u64::from(alpha) << 48)
            };
            let (left, right) = (channels(line[column.first]), channels(line[column.second]));
            let share = u64::from(column.share);
            let mixed = ((left * (256 - share) + right * share + 0x0080_0080_0080_0080) >> 8) & 0x00ff_00ff_00ff_00ff;
            let pairs = mixed | (mixed >> 8);
            *out = ((pairs as u32 & 0xffff) | ((pairs >> 16) as u32 & 0xffff_0000)).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(colors: &[[u8; 4]], width: u32) -> Pixmap {
        let size = tiny_skia::IntSize::from_wh(width, colors.len() as u32 / width).unwrap();
        Pixmap::from_vec(colors.as_flattened().to_vec(), size).unwrap()
    }

    fn row(image: &Pixmap, transform: Transform, is_exact: bool, (column, row): (usize, usize)) -> Vec<u8> {
        let mut out = [0; 16];
        ScaledRows::new(image, transform, is_exact).unwrap().write((column, row), &mut out);
        out.as_chunks::<4>().0.iter().map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn values_lie_between_those_of_the_image() {
        let image = image(&[[0; 4], [200; 4], [0; 4], [200; 4]], 2);
        assert_eq!(row(&image, Transform::from_scale(2.0, 2.0), false, (0, 1)), [0, 50, 150, 200]);
        let down = self::image(&[[0; 4], [0; 4], [200; 4], [200; 4]], 2);
        assert_eq!(row(&down, Transform::from_scale(2.0, 2.0), false, (0, 1)), [50; 4]);
    }

    #[test]
    fn an_image_of_its_own_size_is_copied() {
        let image = image(&[[1; 4], [2; 4], [3; 4], [4; 4]], 4);
        assert_eq!(row(&image, Transform::from_translate(2.0, 5.0), true, (2, 5)), [1, 2, 3, 4]);
        assert_eq!(row(&image, Transform::from_translate(2.3, 5.0), true, (2, 5)), [1, 2, 3, 4]);
    }

    #[test]
    fn what_lies_beyond_has_the_colour_of_the_end() {
        let image = image(&[[10; 4], [20; 4]], 2);
        assert_eq!(row(&image, Transform::identity(), false, (1, 7)), [20; 4]);
    }

    #[test]
    fn a_turned_image_is_left_to_the_rasterizer() {
        assert!(ScaledRows::new(&image(&[[0; 4]], 1), Transform::from_rotate(30.0), false).is_none());
    }
}
