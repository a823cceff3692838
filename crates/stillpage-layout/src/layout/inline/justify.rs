//! Justified text: <https://www.w3.org/TR/css-text-3/#justify-algos>.

use crate::layout::state::inline_items::{ItemKind, Piece, Prepared};
use crate::layout::unit::LayoutUnit;

/// Widens the pieces at their spaces (and between ideographs). False without a place to widen.
pub(super) fn justify(prepared: &Prepared, pieces: &mut [Piece], free: LayoutUnit) -> bool {
    let mut counts = vec![0u32; pieces.len()];
    let mut after = true;
    let mut last = None;
    for (i, piece) in pieces.iter().enumerate() {
        let item = &prepared.items[piece.item];
        match item.kind {
            ItemKind::Text => {
                for c in prepared.text.get(piece.start..piece.end).unwrap_or("").chars() {
                    if matches!(c, ' ' | '\u{A0}') {
                        counts[i] += 1;
                        (after, last) = (true, Some(i));
                    } else if is_expandable(c) {
                        if !after {
                            counts[i] += 1;
                        }
                        counts[i] += 1;
                        (after, last) = (true, Some(i));
                    } else {
                        after = false;
                    }
                }
            }
            ItemKind::Atomic | ItemKind::Tab => after = false,
            _ => {}
        }
    }
    // What is after the last ideograph of the line does not count.
    if after && let Some(last) = last {
        counts[last] = counts[last].saturating_sub(1);
    }
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return false;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of characters on a line")]
    let share = |n: u32| free.to_f32() * n as f32 / total as f32;
    for (piece, count) in pieces.iter_mut().zip(counts).filter(|(_, count)| *count > 0) {
        piece.width = LayoutUnit::from_f32_ceil(prepared.advance(piece.start, piece.end) + share(count));
    }
    true
}

/// Ideographs and kana, between which justified text is widened.
pub(super) fn is_expandable(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x2FDF | 0x2FF0..=0x303F | 0x3040..=0x30FF | 0x3100..=0x312F | 0x31A0..=0x31BF
        | 0x3200..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFF60 | 0x20000..=0x3FFFF)
}
