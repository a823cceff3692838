//! Ruby annotations and their bases on a line.

use super::super::unit::{Edges, LayoutUnit};
use super::height::Height;
use super::justify::is_expandable;
use crate::layout::state::inline_items::{Item, ItemKind, Piece, Prepared};
use crate::style::computed::Display;

/// Limit: items or pieces of a base and around it that are looked at.
const MAX_ITEMS: usize = 256;

fn is_ruby(item: &Item) -> bool {
    item.style.display == Display::Ruby
}

/// Returns the highest reach of the bases of a line above its baseline, and the lowest of all that is on it below: em boxes of text,
/// border boxes of replaced elements and padding boxes of others. `tops` are those of the pieces, `extent` is the height of an item and
/// its borders that do not count.
pub(super) fn reach_of_bases(
    prepared: &Prepared,
    pieces: &[Piece],
    tops: &[LayoutUnit],
    mut extent: impl FnMut(usize) -> (LayoutUnit, Edges),
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
            ItemKind::Atomic => match extent(piece.item) {
                (height, border) if height > LayoutUnit::ZERO => (-top - border.top, top + height - border.bottom),
                _ => continue,
            },
            ItemKind::Open if is_ruby(item) => {
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

/// A base on a line, and what its annotation is wider by.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Base {
    /// The room before what is in it, from where the boxes around it begin.
    pub lead: LayoutUnit,
    /// The part of its annotation that is over the text before.
    pub before: LayoutUnit,
    /// Nothing is in it but boxes, which are in the middle then, too.
    pub is_empty: bool,
}

/// Returns the base that begins with a piece and has the annotation of the piece `annotation`, which is `wanted` wide; `size` is the font
/// size of the ruby.
///
/// Approx: letters of a base are not spread out.
pub(super) fn base_at(
    prepared: &Prepared,
    pieces: &[Piece],
    from: usize,
    annotation: usize,
    (wanted, size): (LayoutUnit, f32),
) -> Base {
    let inside = &pieces[from..annotation];
    let width = inside.iter().fold(LayoutUnit::ZERO, |sum, piece| sum + piece.width);
    let extra = (wanted - width).clamp_negative();
    let starts = starts_line(prepared, &pieces[..annotation]);
    let (before, _) = overhang(prepared, pieces[annotation].item, extra, size, starts);
    let is_empty = inside.iter().all(|piece| {
        matches!(prepared.items[piece.item].kind, ItemKind::Open | ItemKind::Close | ItemKind::Annotation)
    });
    Base { lead: extra.half() - before, before, is_empty }
}

/// Returns the piece of the annotation of the base that begins with a piece.
pub(super) fn annotation_piece(prepared: &Prepared, pieces: &[Piece], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, piece) in pieces.iter().enumerate().skip(from).take(MAX_ITEMS) {
        match prepared.items[piece.item].kind {
            ItemKind::Annotation if depth == 0 => return Some(at),
            ItemKind::Open => depth += 1,
            ItemKind::Close if depth == 0 => break,
            ItemKind::Close => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns what an annotation that is wider than its base by `extra` reaches over the text before and after its ruby: as far as nothing of
/// the base is there, half a letter of it at most, and no larger text. `size` is the font size of the ruby, `starts`: nothing is before the
/// base on the line.
///
/// <https://drafts.csswg.org/css-ruby-1/#ruby-overhang>
pub(super) fn overhang(
    prepared: &Prepared,
    annotation: usize,
    extra: LayoutUnit,
    size: f32,
    starts: bool,
) -> (LayoutUnit, LayoutUnit) {
    let items = &prepared.items;
    if extra <= LayoutUnit::ZERO {
        return (LayoutUnit::ZERO, LayoutUnit::ZERO);
    }
    // Gaps in the base that take a part of what the annotation is wider by.
    let (mut gaps, mut open) = (0u32, None);
    let mut is_empty = true;
    let mut depth = 0usize;
    for (at, item) in items.iter().enumerate().take(annotation).rev().take(MAX_ITEMS) {
        match item.kind {
            ItemKind::Text => {
                gaps += gaps_in(prepared.text.get(item.start as usize..item.end as usize).unwrap_or(""));
                is_empty = false;
            }
            ItemKind::Close => depth += 1,
            ItemKind::Open if depth > 0 => depth -= 1,
            ItemKind::Open if is_ruby(item) => {
                open = Some(at);
                break;
            }
            ItemKind::Annotation if depth == 0 => break,
            ItemKind::Atomic => is_empty = false,
            _ => {}
        }
    }
    // Chrome: without anything in the base, nothing is reached over.
    if is_empty {
        return (LayoutUnit::ZERO, LayoutUnit::ZERO);
    }
    #[expect(clippy::cast_precision_loss, reason = "a number of letters")]
    let inset = extra.mul_f32(0.5 / (gaps + 1) as f32);
    let most = inset.min(LayoutUnit::from_f32(items[annotation].style.font_size / 2.0));
    let reach = |item: Option<&Item>| match item {
        Some(item) if item.kind == ItemKind::Text && item.style.font_size <= size => {
            most.min(prepared.width(item.start as usize, item.end as usize))
        }
        _ => LayoutUnit::ZERO,
    };
    let is_edge = |item: &&Item| matches!(item.kind, ItemKind::Open | ItemKind::Close) && !is_ruby(item);
    let before = open.filter(|_| !starts).and_then(|at| items[..at].iter().rev().find(|item| !is_edge(item)));
    let mut after = items[annotation + 1..].iter();
    let ends = after.next().is_some_and(|item| item.kind == ItemKind::Close && is_ruby(item));
    let after = after.find(|item| !is_edge(item)).filter(|_| ends);
    (reach(before), reach(after))
}

/// Returns the number of places of a base at which it is widened.
fn gaps_in(text: &str) -> u32 {
    let mut gaps = 0;
    let mut before = false;
    for (at, c) in text.char_indices() {
        let expands = is_expandable(c);
        gaps += u32::from(at > 0 && (expands || before) || c == ' ');
        before = expands;
    }
    gaps
}

/// True if nothing of a base comes from a piece on, before its annotation.
pub(super) fn ends_base(prepared: &Prepared, pieces: &[Piece], from: usize) -> bool {
    let mut kinds = pieces.iter().skip(from).map(|piece| prepared.items[piece.item].kind);
    kinds.find(|kind| *kind != ItemKind::Close) == Some(ItemKind::Annotation)
}

/// Returns the annotation of the base that a place is in, an item and a byte of the text; `None` outside of bases and where nothing of the
/// base is before.
pub(super) fn annotation_of(items: &[Item], (first, byte): (usize, usize)) -> Option<usize> {
    let mut depth = 0usize;
    let mut annotation = None;
    for (at, item) in items.iter().enumerate().skip(first).take(MAX_ITEMS) {
        match item.kind {
            ItemKind::Annotation if depth == 0 => {
                annotation = Some(at);
                break;
            }
            ItemKind::Open => depth += 1,
            ItemKind::Close if depth == 0 && is_ruby(item) => break,
            ItemKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    annotation?;
    if items.get(first).is_some_and(|item| item.kind == ItemKind::Text && byte > item.start as usize) {
        return annotation;
    }
    depth = 0;
    for item in items.iter().take(first).rev().take(MAX_ITEMS) {
        match item.kind {
            ItemKind::Text | ItemKind::Atomic => return annotation,
            ItemKind::Annotation if depth == 0 => return None,
            ItemKind::Close => depth += 1,
            ItemKind::Open if depth == 0 && is_ruby(item) => return None,
            ItemKind::Open => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns the width of what there is of a base at the end of a line.
pub(super) fn width_of_base(prepared: &Prepared, pieces: &[Piece]) -> LayoutUnit {
    let begins = |piece: &&Piece| {
        let item = &prepared.items[piece.item];
        item.kind == ItemKind::Annotation || item.kind == ItemKind::Open && is_ruby(item)
    };
    let base = pieces.iter().rev().take_while(|piece| !begins(piece));
    base.fold(LayoutUnit::ZERO, |sum, piece| sum + piece.width)
}

/// True if no text is on a line before the ruby whose base is at its end, or if another base is.
pub(super) fn starts_line(prepared: &Prepared, pieces: &[Piece]) -> bool {
    let mut depth = 0usize;
    let mut before = pieces.iter().rev();
    for piece in before.by_ref() {
        let item = &prepared.items[piece.item];
        match item.kind {
            ItemKind::Close => depth += 1,
            ItemKind::Open if depth > 0 => depth -= 1,
            ItemKind::Annotation if depth == 0 => return true,
            ItemKind::Open if is_ruby(item) => break,
            _ => {}
        }
    }
    let is_edge = |piece: &&Piece| matches!(prepared.items[piece.item].kind, ItemKind::Open | ItemKind::Close);
    before
        .find(|piece| !is_edge(piece))
        .is_none_or(|piece| prepared.items[piece.item].kind != ItemKind::Text || piece.end <= piece.start)
}
