//! Blurs of coverage.

/// The least deviation that blurs, in pixels.
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

/// Blurs a grid by a standard deviation in pixels.
pub(super) fn soften(grid: &mut [f32], width: usize, deviation: f32) {
    soften_along(grid, width, (deviation, deviation));
}

/// Blurs a grid by standard deviations in pixels, across and down: three means of boxes each, as browsers do it.
pub(super) fn soften_along(grid: &mut [f32], width: usize, (across, down): (f32, f32)) {
    let boxes = |deviation: f32| (deviation >= LEAST_DEVIATION).then(|| boxes(box_size(deviation)));
    let (across, down) = (boxes(across), boxes(down));
    if across.is_none() && down.is_none() || width == 0 {
        return;
    }
    let mut other = vec![0.0; grid.len() / width * width];
    for pass in 0..3_usize {
        match across.map(|boxes| boxes[pass]) {
            Some((before, size)) => {
                let mut padded = vec![0.0; width + size];
                for (row, out) in grid.chunks_exact(width).zip(other.chunks_exact_mut(width)) {
                    mean_along(row, out, &mut padded, before);
                }
            }
            None => other.copy_from_slice(grid),
        }
        match down.map(|boxes| boxes[pass]) {
            Some(own) => mean_across(&other, grid, width, own),
            None => grid.copy_from_slice(&other),
        }
    }
}

/// The three boxes of a blur: the values before the one in the middle, and all.
fn boxes(size: usize) -> [(usize, usize); 3] {
    // An even box is off by half a pixel, once to each side.
    match size.is_multiple_of(2) {
        true => [(size / 2, size), (size / 2 - 1, size), (size / 2, size + 1)],
        false => [(size / 2, size); 3],
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
