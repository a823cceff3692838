//! Spaces at the ends of lines: those that are removed, and those that hang.
//!
//! <https://www.w3.org/TR/css-text-3/#white-space-phase-2>

use super::super::unit::LayoutUnit;
use crate::layout::state::inline_items::{Item, ItemKind, Piece, Prepared, TrailingSpaces};

/// True if what is left of an item of text from a byte on is collapsible spaces, before a `br`.
pub(super) fn leads_to_break(prepared: &Prepared, index: usize, at: usize) -> bool {
    let Some(item) = prepared.items.get(index) else { return false };
    let rest = prepared.text.as_bytes().get(at..item.end as usize).unwrap_or_default();
    let is_break = |item: &&Item| !matches!(item.kind, ItemKind::Close);
    item.trailing_spaces() == TrailingSpaces::Removed
        && rest.iter().all(|b| *b == b' ')
        && prepared.items[index + 1..].iter().find(is_break).is_some_and(|item| item.kind == ItemKind::Break)
}

/// Takes collapsible spaces off the end of a line.
pub(super) fn trim_end(prepared: &Prepared, pieces: &mut [Piece]) {
    for piece in pieces.iter_mut().rev() {
        let item = &prepared.items[piece.item];
        match item.kind {
            ItemKind::Text if item.trailing_spaces() == TrailingSpaces::Removed => {
                let visible = prepared.trim(piece.start, piece.end);
                if visible == piece.end {
                    break;
                }
                let kerning =
                    if visible > piece.start { prepared.space_kerning(item, visible, piece.end) } else { 0.0 };
                piece.end = visible;
                piece.width =
                    LayoutUnit::from_f32_ceil(prepared.advance(piece.start, visible) + kerning).clamp_negative();
                if visible > piece.start {
                    break;
                }
            }
            ItemKind::Text | ItemKind::Atomic | ItemKind::Tab => break,
            _ => {}
        }
    }
}

/// True if a space is before a byte of the text.
pub(super) fn ends_with_space(prepared: &Prepared, at: usize) -> bool {
    at > 0 && prepared.text.as_bytes().get(at - 1) == Some(&b' ')
}

/// True if white space, or nothing, is at a byte of the text.
pub(super) fn next_is_space(prepared: &Prepared, at: usize) -> bool {
    matches!(prepared.text.as_bytes().get(at), None | Some(b' ' | b'\n' | b'\t'))
}

/// Returns the width of a line's pieces without the trailing spaces that hang, from the left of its content.
pub(super) fn hanging(prepared: &Prepared, pieces: &[Piece]) -> LayoutUnit {
    let mut hanging = LayoutUnit::ZERO;
    for piece in pieces.iter().rev() {
        let item = &prepared.items[piece.item];
        match item.kind {
            ItemKind::Text if item.trailing_spaces() == TrailingSpaces::Hang => {
                let visible = prepared.trim(piece.start, piece.end);
                hanging += prepared.width(piece.start, piece.end) - prepared.width(piece.start, visible);
                if visible > piece.start {
                    break;
                }
            }
            ItemKind::Text | ItemKind::Atomic | ItemKind::Tab => break,
            _ => {}
        }
    }
    hanging
}
