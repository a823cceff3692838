//! Facts about a box that follow from its computed style alone.

use crate::style::ComputedStyle;
use crate::style::computed::{BoxOrient, Clear, Dimension, Display, Overflow};

/// True for displays of boxes that are part of lines. Approx: `inline flow-root list-item` is laid out as a block.
pub(crate) fn is_inline_display(display: Display) -> bool {
    display.is_inline_level() && display != Display::InlineBlockListItem
}

/// True for boxes that clip and can be scrolled.
pub(crate) fn is_scroll_container(style: &ComputedStyle) -> bool {
    !matches!(style.overflow_x, Overflow::Visible | Overflow::Clip)
        || !matches!(style.overflow_y, Overflow::Visible | Overflow::Clip)
}

/// `-webkit-line-clamp` applies to vertical legacy boxes.
pub(crate) fn clamps_lines(style: &ComputedStyle) -> bool {
    let is_legacy = matches!(style.original_display, Display::WebkitBox | Display::WebkitInlineBox);
    is_legacy && style.box_orient == BoxOrient::Vertical && style.line_clamp.is_some()
}

/// True for multi-column containers.
pub(crate) fn is_multicol(style: &ComputedStyle) -> bool {
    style.column_count.is_some() || style.column_width.is_some()
}

/// Returns the sides whose floats a box is moved below: left, right.
pub(crate) fn clear_sides(style: &ComputedStyle) -> (bool, bool) {
    match style.clear {
        Clear::None => (false, false),
        Clear::Left => (true, false),
        Clear::Right => (false, true),
        Clear::Both => (true, true),
    }
}

/// True if the contents of a box with an aspect ratio make it at least as high as they are.
///
/// <https://www.w3.org/TR/css-sizing-4/#aspect-ratio-minimum>. Chrome: not where its height is a percentage, also of what is not
/// known.
pub(crate) fn has_automatic_minimum(style: &ComputedStyle) -> bool {
    let is_given = matches!(style.height, Dimension::Length(_) | Dimension::Stretch);
    style.min_height == Dimension::Auto && !is_given && !is_scroll_container(style)
}
