//! Ruby annotations and their bases on a line.

use super::super::unit::LayoutUnit;
use super::height::Height;
use crate::layout::state::inline_items::{ItemKind, Piece, Prepared};
use crate::style::computed::Display;

/// Returns the highest reach of the bases of a line above its baseline, and the lowest of all that is on it below: em boxes of text
/// and border boxes of others. `tops` are those of the pieces, `height` is that of an item.
pub(super) fn reach_of_bases(
    prepared: &Prepared,
    pieces: &[Piece],
    tops: &[LayoutUnit],
    mut height: impl FnMut(usize) -> LayoutUnit,
) -> Height {
    let mut all = Height::EMPTY;
    // The base in front of the next annotation.
    let mut base = LayoutUnit::MIN;
    for (piece, &top) in pieces.iter().zip(tops) {
        let item = &prepared.items[piece.item];
        let (over, under) = match item.kind {
            ItemKind::Text if piece.end > piece.start => {
                let metrics = &item.font.metrics;
                let em = LayoutUnit::from_f32(metrics.em_ascent).ceil();
                let baseline = top + Height::of_font(metrics).ascent;
                (em - baseline, LayoutUnit::from_f32(item.style.font_size) - em + baseline)
            }
            ItemKind::Atomic => match height(piece.item) {
                height if height > LayoutUnit::ZERO => (-top, top + height),
                _ => continue,
            },
            ItemKind::Open if item.style.display == Display::Ruby => {
                base = LayoutUnit::MIN;
                continue;
            }
            ItemKind::Annotation => {
                all.ascent = all.ascent.max(base);
                base = LayoutUnit::MIN;
                continue;
            }
            _ => continue,
        };
        base = base.max(over);
        all.descent = all.descent.max(under);
    }
    all
}

/// Returns the room before the base that begins with a piece: half of what its annotation is wider by.
///
/// Approx: letters of a base are not spread out.
pub(super) fn lead_of_base(prepared: &Prepared, pieces: &[Piece], from: usize) -> LayoutUnit {
    /// Limit: pieces of a base that are looked at.
    const MAX_PIECES: usize = 256;
    let mut depth = 0usize;
    for piece in pieces.iter().skip(from).take(MAX_PIECES) {
        match prepared.items[piece.item].kind {
            ItemKind::Annotation if depth == 0 => return piece.width.half(),
            ItemKind::Open => depth += 1,
            ItemKind::Close if depth == 0 => break,
            ItemKind::Close => depth -= 1,
            _ => {}
        }
    }
    LayoutUnit::ZERO
}

/// True if nothing of a base comes from a piece on, before its annotation.
pub(super) fn ends_base(prepared: &Prepared, pieces: &[Piece], from: usize) -> bool {
    let mut kinds = pieces.iter().skip(from).map(|piece| prepared.items[piece.item].kind);
    kinds.find(|kind| *kind != ItemKind::Close) == Some(ItemKind::Annotation)
}
