//! Lines that end with an ellipsis where they are drawn: it takes no part in layout.

use super::state::display::clamps_lines;
use super::state::results::{BoxArea, InlineFragmentKind, InlineLayout, Line};
use super::unit::{LayoutRect, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{Direction, Overflow, TextOverflow};

/// The end of a line that is cut off.
pub(super) struct ShortenedLine {
    /// The first of its fragments.
    pub(super) first: usize,
    /// The last of its texts.
    pub(super) last: usize,
    /// The right edge of the ellipsis, px from the left of the viewport.
    pub(super) edge: f32,
}

/// The lines of a box that end with an ellipsis: those that are too long for `text-overflow`, and the last one that `line-clamp`
/// leaves of more.
///
/// <https://drafts.csswg.org/css-overflow-4/#text-overflow>. Approx: lines from right to left are cut off.
pub(super) fn shortened_lines(
    style: &ComputedStyle,
    area: &BoxArea,
    lines: &InlineLayout,
    (origin, corner): (Offset, Offset),
) -> Vec<ShortenedLine> {
    let shortens = style.text_overflow != TextOverflow::Clip && style.overflow_x != Overflow::Visible;
    let clamped = style.line_clamp.filter(|_| clamps_lines(style));
    let last = clamped.map(|count| count as usize).filter(|&count| count > 0 && count < lines.lines.len());
    if style.direction != Direction::Ltr || !shortens && last.is_none() {
        return Vec::new();
    }
    let right = LayoutRect { origin, size: area.size }.to_rect().right();
    let edge = right - area.edges.border().right.to_f32() - area.edges.padding().right.to_f32();
    let of_line = |(number, line): (usize, &Line)| {
        let (first, end) = (line.fragments.0 as usize, line.fragments.1 as usize);
        let is_text = |at: &usize| matches!(lines.fragments[*at].kind, InlineFragmentKind::Text { .. });
        let last_text = (first..end).rev().find(is_text)?;
        let reached = lines.fragments[last_text].rect.translate(corner).to_rect().right();
        let is_cut = shortens && reached > edge + 0.5 || last == Some(number + 1);
        is_cut.then_some(ShortenedLine { first, last: last_text, edge })
    };
    lines.lines.iter().enumerate().filter_map(of_line).collect()
}
