//! Form controls that are as large as what is in them: <https://drafts.csswg.org/css-forms-1/#field-sizing>.
//!
//! Chrome: sizes are those of Chromium with the reference fonts.

use super::single_line::{line_height, text_advance};
use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind, Control};
use super::unit::{Extent, LayoutUnit};
use crate::dom::form;
use crate::dom::local_name;
use crate::style::ComputedStyle;
use crate::style::computed::FieldSizing;

/// Is the control sized by its contents?
pub(crate) fn is_by_content(style: &ComputedStyle) -> bool {
    style.field_sizing == FieldSizing::Content
}

/// Returns the text that a text field shows: its value, or else its placeholder.
fn shown(pass: &LayoutState<'_>, id: BoxId) -> String {
    let node = pass.tree[id].node;
    let value = form::value(pass.dom, node);
    if value.is_empty() {
        return pass.dom.attr(node, &local_name!("placeholder")).unwrap_or_default().to_owned();
    }
    let is_password = pass.dom.attr(node, &local_name!("type")).is_some_and(|t| t.eq_ignore_ascii_case("password"));
    if is_password { value.chars().map(|_| '\u{2022}').collect() } else { value.into_owned() }
}

/// The width of a text field's content box: of the text, and of the buttons beside it; a caret's without any text.
pub(crate) fn field_width(pass: &LayoutState<'_>, id: BoxId) -> LayoutUnit {
    let node = &pass.tree[id];
    let is = |kind: &str| pass.dom.attr(node.node, &local_name!("type")).is_some_and(|t| t.eq_ignore_ascii_case(kind));
    let buttons = if is("number") {
        15
    } else if is("search") {
        13
    } else {
        0
    };
    LayoutUnit::from_f32(text_advance(&node.style, &shown(pass, id)).ceil().max(1.0)) + LayoutUnit::px(buttons)
}

/// The content box of a text area without a width of its own: all lines unbroken.
pub(crate) fn area_size(pass: &LayoutState<'_>, id: BoxId) -> Extent {
    let style = &pass.tree[id].style;
    let text = shown(pass, id);
    let widest = text.split('\n').map(|line| text_advance(style, line)).fold(1.0_f32, f32::max);
    let count = i32::try_from(text.split('\n').count()).unwrap_or(i32::MAX);
    Extent::new(LayoutUnit::from_f32(widest.ceil()), line_height(style).times(count))
}

/// The height of a text area's content box of this width; `None` for other controls, and where the contents do not decide.
pub(crate) fn area_height(pass: &LayoutState<'_>, id: BoxId, width: LayoutUnit) -> Option<LayoutUnit> {
    let node = &pass.tree[id];
    if node.kind != BoxKind::Control(Control::TextArea) || !is_by_content(&node.style) {
        return None;
    }
    let count: usize = shown(pass, id).split('\n').map(|line| lines(&node.style, line, width.to_f32())).sum();
    Some(line_height(&node.style).times(i32::try_from(count).unwrap_or(i32::MAX)))
}

/// The number of lines of a paragraph with `white-space: pre-wrap` and `overflow-wrap: break-word`; spaces hang.
fn lines(style: &ComputedStyle, paragraph: &str, width: f32) -> usize {
    let (mut count, mut used) = (1, 0.0_f32);
    for word in paragraph.split_inclusive(' ') {
        let bare = word.trim_end_matches(' ');
        let advance = text_advance(style, bare);
        if used > 0.0 && used + advance > width {
            (count, used) = (count + 1, 0.0);
        }
        if advance > width {
            for c in bare.chars() {
                let advance = text_advance(style, c.encode_utf8(&mut [0; 4]));
                if used > 0.0 && used + advance > width {
                    (count, used) = (count + 1, 0.0);
                }
                used += advance;
            }
        } else {
            used += advance;
        }
        used += text_advance(style, " ") * f32::from(u8::from(bare.len() < word.len()));
    }
    count
}
