//! Blurs of coverage.

/// Blurs a grid by a standard deviation in pixels: three means of boxes, as browsers do it.
pub(super) fn soften(grid: &mut [f32], width: usize, deviation: f32) {
    if deviation < 0.1 || width == 0 {
        return;
    }
    // 3 * sqrt(2 * pi) / 4
    let size = ((deviation * 1.879_971_2 + 0.5).floor() as usize).max(1);
    let height = grid.len() / width;
    let mut line = Vec::new();
    for pass in 0..3_usize {
        // An even box is off by half a pixel, once to each side.
        let before = if !size.is_multiple_of(2) || pass == 0 { size / 2 } else { size / 2 - usize::from(pass == 1) };
        let (before, size) = if size.is_multiple_of(2) && pass == 2 { (size / 2, size + 1) } else { (before, size) };
        for row in grid.chunks_mut(width) {
            mean(row.iter().copied(), &mut line, before, size);
            row.copy_from_slice(&line);
        }
        for column in 0..width {
            mean((0..height).map(|row| grid[row * width + column]), &mut line, before, size);
            for (row, value) in line.iter().enumerate() {
                grid[row * width + column] = *value;
            }
        }
    }
}

/// The means of `size` neighbours of each value, `before` of them before it; beyond the ends the last value goes on.
fn mean(values: impl Iterator<Item = f32>, out: &mut Vec<f32>, before: usize, size: usize) {
    let values: Vec<f32> = values.collect();
    out.clear();
    let last = values.len().saturating_sub(1) as isize;
    let at = |index: isize| values.get(index.clamp(0, last) as usize).copied().unwrap_or_default();
    let (before, size) = (before as isize, size as isize);
    let mut sum: f32 = (-before..size - before).map(at).sum();
    for index in 0..values.len() as isize {
        out.push((sum / size as f32).clamp(0.0, 1.0));
        sum += at(index - before + size) - at(index - before);
    }
}
