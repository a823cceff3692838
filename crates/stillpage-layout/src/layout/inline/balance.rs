//! `text-wrap: balance`: <https://www.w3.org/TR/css-text-4/#valdef-text-wrap-style-balance>

use std::rc::Rc;

use super::super::unit::LayoutUnit;
use super::line::{Cursor, LineBreaker};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::BoxId;
use crate::layout::state::floats::Bfc;
use crate::layout::state::inline_items::Prepared;
use crate::layout::state::results::{InlineSpace, Purpose};

/// Chrome: longer paragraphs are not balanced.
const MAX_LINES: usize = 6;

/// The narrowest width in which the text has no more lines than in the whole; `None` if it is not balanced.
pub(super) fn width(
    pass: &mut LayoutState<'_>,
    prepared: &Rc<Prepared>,
    root: BoxId,
    space: &InlineSpace,
    bfc: &mut Bfc,
) -> Option<LayoutUnit> {
    if !prepared.is_plain || bfc.has_floats_below(space.origin.y) {
        return None;
    }
    let space = InlineSpace { purpose: Purpose::Measure, ..*space };
    let mut breaker = LineBreaker::new(pass, Rc::clone(prepared), root, space, bfc);
    let lines = count(&mut breaker, space.width, MAX_LINES)?;
    if lines < 2 {
        return None;
    }
    // Bisection to a px, as Chromium does.
    let (mut low, mut high) = (LayoutUnit::ZERO, space.width);
    while high - low > LayoutUnit::px(1) {
        let middle = LayoutUnit::from_raw(i32::midpoint(low.raw(), high.raw()));
        if count(&mut breaker, middle, lines).is_some() {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// Returns the number of lines in a width; `None` if it is more than `max` or if a line overflows.
fn count(breaker: &mut LineBreaker<'_, '_>, width: LayoutUnit, max: usize) -> Option<usize> {
    breaker.limit = Some(width);
    let mut cursor = Cursor { item: 0, at: 0 };
    let indent = if breaker.space.first_formatted {
        LayoutUnit::from_f32(breaker.prepared.style.text_indent.resolve(breaker.space.width.to_f32()))
    } else {
        LayoutUnit::ZERO
    };
    for lines in 1..=max {
        let indent = if lines == 1 { indent } else { LayoutUnit::ZERO };
        let line = breaker.break_line(cursor, LayoutUnit::ZERO, LayoutUnit::ZERO, indent);
        if line.overflows {
            return None;
        }
        match line.next.filter(|n| *n != cursor) {
            Some(next) => cursor = next,
            None => return Some(lines),
        }
    }
    None
}
