//! `text-align`: where a line is in its room.
//!
//! <https://www.w3.org/TR/css-text-3/#text-align-property>

use super::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{Direction, TextAlign};

/// Returns the alignment of a line, with `start`, `end` and `justify` resolved.
pub(super) fn alignment(style: &ComputedStyle, direction: Direction, ends_paragraph: bool) -> TextAlign {
    let align = match (style.text_align, style.text_align_last) {
        (align, _) if !ends_paragraph => align,
        (TextAlign::Justify, TextAlign::Auto) => TextAlign::Start,
        (align, TextAlign::Auto) => align,
        (_, last) => last,
    };
    let ltr = direction == Direction::Ltr;
    match align {
        TextAlign::Start | TextAlign::Auto | TextAlign::MatchParent => {
            if ltr {
                TextAlign::Left
            } else {
                TextAlign::Right
            }
        }
        TextAlign::End => {
            if ltr {
                TextAlign::Right
            } else {
                TextAlign::Left
            }
        }
        TextAlign::WebkitLeft => TextAlign::Left,
        TextAlign::WebkitRight => TextAlign::Right,
        TextAlign::WebkitCenter => TextAlign::Center,
        other => other,
    }
}

/// Distance of the content from the left of the room. The direction decides where wide lines spill.
pub(super) fn offset(align: TextAlign, ltr: bool, left: LayoutUnit) -> LayoutUnit {
    let zero = LayoutUnit::ZERO;
    match align {
        TextAlign::Right => {
            if ltr {
                left.max(zero)
            } else {
                left
            }
        }
        TextAlign::Center if ltr => left.half().max(zero),
        TextAlign::Center => {
            if left > zero {
                left.half()
            } else {
                left
            }
        }
        _ if ltr => zero,
        TextAlign::Justify => left,
        _ => left.min(zero),
    }
}

/// Returns the position of a line without anything on it in its room: the static position of inline-level boxes out of flow.
pub(crate) fn empty_line(style: &ComputedStyle, left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    let align = alignment(style, style.direction, true);
    left + offset(align, style.direction == Direction::Ltr, right - left)
}
