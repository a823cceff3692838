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
}

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
    let mut cuts = cut(pieces, start, room.max(LayoutUnit::EPSILON));
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
    let solid = pieces.iter().filter(|p| !p.is_blank);
    let tallest = solid.map(|p| p.bottom - p.top).max().unwrap_or(LayoutUnit::ZERO);
    let whole = (end - start).clamp_negative();
    if pieces.is_empty() {
        // Margins are not cut.
        return cut(pieces, start, limit.map_or(whole, |limit| whole.min(limit)));
    }
    let mut height = LayoutUnit::from_raw((whole.raw() + count - 1) / count.max(1)).max(tallest);
    for _ in 0..MAX_ATTEMPTS {
        let bounded = limit.map_or(height, |l| height.min(l.max(LayoutUnit::EPSILON)));
        let cuts = cut(pieces, start, bounded);
        let fits = cuts.starts.len() <= usize::try_from(count).unwrap_or(1);
        let overflows = pieces.first().is_some_and(|p| !p.is_blank && p.bottom - start > bounded);
        match cuts.shortage {
            Some(shortage) if (!fits || overflows) && bounded == height => {
                height += shortage.max(LayoutUnit::EPSILON);
            }
            _ => return cuts,
        }
    }
    cut(pieces, start, height)
}

fn cut(pieces: &[Piece], start: LayoutUnit, height: LayoutUnit) -> Cuts {
    let mut starts = vec![start];
    let mut start = start;
    let mut shortage: Option<LayoutUnit> = None;
    let mut any = false;
    for piece in pieces {
        if piece.is_forced && any && piece.top > start {
            start = piece.top;
            starts.push(start);
        }
        let lack = piece.bottom - start - height;
        // Chrome: a pixel is not cut.
        if piece.is_blank && piece.bottom - piece.top <= LayoutUnit::px(1) && piece.top < start + height {
            continue;
        }
        if piece.is_blank && lack > LayoutUnit::ZERO {
            shortage.get_or_insert(LayoutUnit::px(1));
            start = if piece.top > start + height { piece.top } else { start + height };
            starts.push(start);
            while piece.bottom - start > height && height > LayoutUnit::ZERO && starts.len() < MAX_BLANK {
                start += height;
                starts.push(start);
            }
        } else if lack > LayoutUnit::ZERO {
            // Content at the top of a column has to overflow it.
            shortage = Some(shortage.map_or(lack, |s| s.min(lack)));
            if any && piece.top > start {
                start = piece.top;
                starts.push(start);
            }
        }
        any = true;
    }
    Cuts { starts, shortage, height }
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
                Piece { top, bottom: LayoutUnit::px(y), is_forced: false, is_blank: false }
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
