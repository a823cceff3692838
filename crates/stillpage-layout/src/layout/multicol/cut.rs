//! The cuts of a strip into columns.

use crate::layout::unit::LayoutUnit;

/// Limit: heights that are tried to balance columns.
const MAX_ATTEMPTS: usize = 200;

/// Limit: columns that one blank box is cut into.
const MAX_BLANK: usize = 1000;

/// Something that is not cut: from its top to its bottom in the strip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) top: LayoutUnit,
    pub(super) bottom: LayoutUnit,
    /// It starts a column.
    pub(super) is_forced: bool,
    /// There is nothing in it: it is cut wherever a column ends.
    pub(super) is_blank: bool,
    /// It is beside the flow, in a float.
    pub(super) is_floating: bool,
    /// It stays with the piece before it, as few lines do, unless both do not fit in a column.
    pub(super) joins: bool,
    /// Lines: how many of its block are before it, and how many of them have to be in a column before it ends.
    pub(super) line: u32,
    pub(super) orphans: u32,
}

impl Piece {
    /// Does it take no room?
    pub(super) fn is_empty(&self) -> bool {
        self.top == self.bottom
    }

    pub(super) const fn new(top: LayoutUnit, bottom: LayoutUnit) -> Self {
        Self { top, bottom, is_forced: false, is_blank: false, is_floating: false, joins: false, line: 0, orphans: 0 }
    }
}

/// The height of columns that has no less: one px.
const LEAST: LayoutUnit = LayoutUnit::px(1);

/// The cuts of a strip.
#[derive(Debug)]
pub(super) struct Cuts {
    /// The start of each column in the strip.
    pub(super) starts: Vec<LayoutUnit>,
    /// The least by which a column was too low for one piece more; `None` if all fits.
    shortage: Option<LayoutUnit>,
    /// The height of all columns.
    pub(super) height: LayoutUnit,
}

/// Columns as high as there is room, each filled before the next (`column-fill: auto`).
pub(super) fn fill(pieces: &[Piece], (start, end): (LayoutUnit, LayoutUnit), room: LayoutUnit) -> Cuts {
    let mut cuts = cut(pieces, start, room.max(LEAST));
    if cuts.starts.len() == 1 {
        cuts.height = cuts.height.min(end - start);
    }
    cuts
}

/// The lowest column height with which the pieces of this part of the strip fit in `count` columns.
pub(super) fn balance(
    pieces: &[Piece],
    (start, end): (LayoutUnit, LayoutUnit),
    count: i32,
    limit: Option<LayoutUnit>,
) -> Cuts {
    let (flow, floats) = flows(pieces);
    let heights = groups(&flow).chain(groups(&floats)).filter(|group| !group[0].is_blank).map(height_of);
    let tallest = heights.max().unwrap_or(LayoutUnit::ZERO);
    // Chrome: what overflows the end is part of what is shared out.
    let lowest = pieces.iter().map(|piece| piece.bottom).max().map_or(end, |bottom| bottom.max(end));
    let whole = (lowest - start).clamp_negative();
    if pieces.is_empty() {
        // Margins are not cut.
        return cut(pieces, start, limit.map_or(whole, |limit| whole.min(limit)));
    }
    let mut height = LayoutUnit::from_raw((whole.raw() + count - 1) / count.max(1)).max(tallest);
    for _ in 0..MAX_ATTEMPTS {
        let bounded = limit.map_or(height, |l| height.min(l.max(LEAST)));
        let cuts = cut(pieces, start, bounded);
        let fits = cuts.starts.len() <= usize::try_from(count).unwrap_or(1);
        let overflows = groups(&flow)
            .next()
            .is_some_and(|first| !first[0].is_blank && first[0].top + height_of(first) - start > bounded);
        match cuts.shortage {
            Some(shortage) if (!fits || overflows) && bounded == height => {
                height += shortage.max(LayoutUnit::EPSILON);
            }
            _ => return cuts,
        }
    }
    cut(pieces, start, height)
}

/// The pieces of the flow, and those of the floats beside it.
fn flows(pieces: &[Piece]) -> (Vec<Piece>, Vec<Piece>) {
    pieces.iter().partition(|piece| !piece.is_floating)
}

/// The pieces that stay together.
fn groups(pieces: &[Piece]) -> impl Iterator<Item = &[Piece]> {
    pieces.chunk_by(|_, next| next.joins)
}

fn height_of(group: &[Piece]) -> LayoutUnit {
    match group {
        [first, .., last] | [first @ last] => last.bottom - first.top,
        [] => LayoutUnit::ZERO,
    }
}

fn cut(pieces: &[Piece], start: LayoutUnit, height: LayoutUnit) -> Cuts {
    let mut cuts = Cuts { starts: vec![start], shortage: None, height };
    let (flow, mut floats) = flows(pieces);
    cuts.add(&flow);
    // Floats continue beside what is in the columns, and after it in columns of their own.
    let last = cuts.last_start();
    floats.retain(|piece| piece.bottom > last);
    cuts.add(&floats);
    cuts
}

impl Cuts {
    fn last_start(&self) -> LayoutUnit {
        self.starts.last().copied().unwrap_or(LayoutUnit::ZERO)
    }

    /// Cuts what follows the start of the last column.
    fn add(&mut self, pieces: &[Piece]) {
        let height = self.height;
        let mut start = self.last_start();
        let mut any = self.starts.len() > 1;
        // The first line in the column, of those of its block.
        let mut first_line = 0;
        for group in groups(pieces) {
            let piece = Piece { bottom: group[0].top + height_of(group), ..group[0] };
            if piece.is_forced && any && piece.top > start {
                start = piece.top;
                self.starts.push(start);
            }
            if piece.line == 0 {
                first_line = 0;
            }
            let lack = piece.bottom - start - height;
            // Chrome: a pixel is not cut.
            if piece.is_blank && piece.bottom - piece.top <= LayoutUnit::px(1) && piece.top < start + height {
                continue;
            }
            if piece.is_blank && lack > LayoutUnit::ZERO {
                self.shortage.get_or_insert(LayoutUnit::px(1));
                start = if piece.top > start + height { piece.top } else { start + height };
                self.starts.push(start);
                while piece.bottom - start > height && height > LayoutUnit::ZERO && self.starts.len() < MAX_BLANK {
                    start += height;
                    self.starts.push(start);
                }
            } else if lack > LayoutUnit::ZERO {
                // Content at the top of a column has to overflow it.
                self.shortage = Some(self.shortage.map_or(lack, |s| s.min(lack)));
                // Chrome: nor does a margin that fills the column.
                let is_out = piece.top - start >= height;
                // Chrome: lines stay together at the end of a block only if those before them may stand alone in the column.
                let is_lone = group.len() > 1 && first_line > 0 && piece.line - first_line < piece.orphans;
                if (any || is_out || piece.is_empty()) && piece.top > start && !is_lone {
                    start = piece.top;
                    first_line = piece.line;
                    self.starts.push(start);
                }
                for line in group.iter().skip(usize::from(!is_lone)) {
                    if line.bottom - start > height && line.top > start {
                        start = line.top;
                        first_line = line.line;
                        self.starts.push(start);
                    }
                }
            }
            any = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LayoutUnit, Piece, balance};

    fn check(heights: &[i32], count: i32, expected: (&[i32], i32)) {
        let mut y = 0;
        let pieces: Vec<Piece> = heights
            .iter()
            .map(|h| {
                let top = LayoutUnit::px(y);
                y += h;
                Piece::new(top, LayoutUnit::px(y))
            })
            .collect();
        let cuts = balance(&pieces, (LayoutUnit::ZERO, LayoutUnit::px(y)), count, None);
        let starts: Vec<i32> = cuts.starts.iter().map(|s| s.raw() / 64).collect();
        assert_eq!((&*starts, cuts.height.raw() / 64), expected, "{heights:?} in {count}");
    }

    #[test]
    fn columns_are_balanced() {
        check(&[10, 10, 10, 10], 2, (&[0, 20], 20));
        check(&[10, 20, 30], 2, (&[0, 30], 30));
        check(&[10, 10, 10], 2, (&[0, 20], 20));
        check(&[30, 10, 10], 2, (&[0, 30], 30));
        check(&[10, 10], 3, (&[0, 10], 10));
        check(&[], 3, (&[0], 0));
    }
}
