//! Inline boxes in front of an ellipsis. It takes no part in layout otherwise.

use std::rc::Rc;

use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::BoxId;
use crate::layout::state::inline_items::Prepared;
use crate::layout::state::results::{InlineFragment, InlineFragmentKind};
use crate::layout::text::shape;
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{Direction, Overflow, TextOverflow};

const ELLIPSIS: &str = "\u{2026}";

/// Widens the inline boxes of a line that is too long for its room up to `edge`.
///
/// Chrome: an ellipsis belongs to the text that it cuts off, or that is before the atomic inline that gives way to it, and a box
/// without one of its own is around both.
pub(super) fn widen_before_ellipsis(
    pass: &mut LayoutState<'_>,
    root: BoxId,
    prepared: &Prepared,
    line: &mut [InlineFragment],
    edge: LayoutUnit,
) {
    let style = &pass.tree[root].style;
    if style.text_overflow == TextOverflow::Clip
        || style.overflow_x == Overflow::Visible
        || prepared.direction != Direction::Ltr
    {
        return;
    }
    let end = |fragment: &InlineFragment| fragment.rect.right();
    let is_leaf = |fragment: &InlineFragment| {
        matches!(fragment.kind, InlineFragmentKind::Text { .. } | InlineFragmentKind::Atomic)
    };
    if line.iter().filter(|fragment| is_leaf(fragment)).all(|fragment| end(fragment) <= edge) {
        return;
    }
    let font = Rc::clone(&prepared.font);
    let mut advances = [0.0; ELLIPSIS.len()];
    shape(&mut pass.inline.text, &font, ELLIPSIS, &mut false, &mut advances);
    let width = LayoutUnit::from_f32_ceil(advances.iter().sum());
    let room = edge - width;
    let Some(cut) = line.iter().position(|fragment| is_leaf(fragment) && end(fragment) > room) else { return };
    let (id, reached) = if let InlineFragmentKind::Text { start, .. } = line[cut].kind {
        (line[cut].id, line[cut].rect.origin.x + shown(prepared, &line[cut], start, room))
    } else {
        let Some(text) = line[..cut].iter().rfind(|fragment| is_leaf(fragment)) else { return };
        (text.id, end(text))
    };
    let (reached, mut at) = (reached + width, pass.tree[id].parent);
    while let Some(around) = at.filter(|&around| around != root) {
        for fragment in line.iter_mut().filter(|fragment| fragment.id == around && fragment.culled) {
            fragment.rect.size.width = fragment.rect.size.width.max(reached - fragment.rect.origin.x);
        }
        at = pass.tree[around].parent;
    }
}

/// Returns the width of the part of a text from a byte on that ends before `room` does.
fn shown(prepared: &Prepared, fragment: &InlineFragment, start: u32, room: LayoutUnit) -> LayoutUnit {
    let Some((_, first, last)) = prepared.texts.iter().find(|(id, ..)| *id == fragment.id) else {
        return LayoutUnit::ZERO;
    };
    let start = (first + start) as usize;
    let text = prepared.text.get(start..*last as usize).unwrap_or("");
    let widths = text.char_indices().map(|(at, _)| prepared.width(start, start + at));
    widths.take_while(|width| fragment.rect.origin.x + *width <= room).last().unwrap_or(LayoutUnit::ZERO)
}
