//! Blurs of coverage.

/// Deviations below are none, in pixels.
const LEAST_DEVIATION: f32 = 0.1;

/// Returns the width of each of the three boxes that make a blur.
fn box_size(deviation: f32) -> usize {
    // 3 * sqrt(2 * pi) / 4
    ((deviation * 1.879_971_2 + 0.5).floor() as usize).max(1)
}

/// Returns the number of pixels beyond which a value is not blurred into another.
pub(super) fn reach(deviation: f32) -> usize {
    if deviation < LEAST_DEVIATION { 0 } else { (box_size(deviation) * 3).div_ceil(2) + 1 }
}

/// Blurs a grid by a standard deviation in pixels: three means of boxes, as browsers do it.
pub(super) fn soften(grid: &mut [f32], width: usize, deviation: f32) {
    if deviation < LEAST_DEVIATION || width == 0 {
        return;
    }
    let size = box_size(deviation);
    let height = grid.len() / width;
    let mut other = vec![0.0; height * width];
    for pass in 0..3_usize {
        // An even box is off by half a pixel, once to each side.
        let before = if !size.is_multiple_of(2) || pass == 0 { size / 2 } else { size / 2 - usize::from(pass == 1) };
        let (before, size) = if size.is_multiple_of(2) && pass == 2 { (size / 2, size + 1) } else { (before, size) };
        let mut padded = vec![0.0; width + size];
        for (row, out) in grid.chunks_exact(width).zip(other.chunks_exact_mut(width)) {
            mean_along(row, out, &mut padded, before);
        }
        mean_across(&other, grid, width, (before, size));
    }
}

/// The means of the neighbours of each value in a row, `before` of them before it; beyond the ends the last value goes on. `padded` has
/// room for the row and as many more values as make a mean.
fn mean_along(row: &[f32], out: &mut [f32], padded: &mut [f32], before: usize) {
    let (Some(first), Some(last)) = (row.first(), row.last()) else { return };
    let size = padded.len() - row.len();
    padded[..before].fill(*first);
    padded[before..before + row.len()].copy_from_slice(row);
    padded[before + row.len()..].fill(*last);
    let mut sum: f32 = padded[..size].iter().sum();
    for (out, (left, entered)) in out.iter_mut().zip(padded.iter().zip(&padded[size..])) {
        *out = (sum / size as f32).clamp(0.0, 1.0);
        sum += entered - left;
    }
}

/// The means of the neighbours of each value in its column, a whole row at a time.
fn mean_across(grid: &[f32], out: &mut [f32], width: usize, (before, size): (usize, usize)) {
    let last = (grid.len() / width).saturating_sub(1) as isize;
    let row = |at: isize| {
        let start = at.clamp(0, last) as usize * width;
        &grid[start..start + width]
    };
    let (before, size) = (before as isize, size as isize);
    let mut sums = vec![0.0; width];
    for at in -before..size - before {
        for (sum, value) in sums.iter_mut().zip(row(at)) {
            *sum += value;
        }
    }
    for (at, out) in (0..).zip(out.chunks_exact_mut(width)) {
        let (entered, left) = (row(at - before + size), row(at - before));
        for (((out, sum), entered), left) in out.iter_mut().zip(&mut sums).zip(entered).zip(left) {
            *out = (*sum / size as f32).clamp(0.0, 1.0);
            *sum += entered - left;
        }
    }
}
