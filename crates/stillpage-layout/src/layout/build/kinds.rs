//! Decisions about boxes that are being generated, from `display` and other properties.

use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use crate::layout::state::box_tree::{BoxFlags, BoxKind, BoxNode, Control, Replaced};
use crate::layout::state::display::{clamps_lines, is_inline_display};
use crate::style::ComputedStyle;
use crate::style::computed::{Display, Float, LengthPercentage, LengthPercentageAuto, Position, WhiteSpaceCollapse};

/// Margins, borders or padding at the start or end of an inline box.
pub(super) fn has_inline_edges(style: &ComputedStyle) -> bool {
    let zero = LengthPercentageAuto::Length(LengthPercentage::ZERO);
    [&style.margin.left, &style.margin.right].iter().any(|m| **m != zero && **m != LengthPercentageAuto::Auto)
        || [&style.padding.left, &style.padding.right].iter().any(|p| **p != LengthPercentage::ZERO)
        || style.border.left.width > 0.0
        || style.border.right.width > 0.0
}

/// Floating or absolutely positioned.
pub(super) fn is_out_of_line(style: &ComputedStyle) -> bool {
    style.float != Float::None || is_absolute(style)
}

pub(super) fn is_absolute(style: &ComputedStyle) -> bool {
    matches!(style.position, Position::Absolute | Position::Fixed)
}

fn is_blank(grapheme: &str) -> bool {
    grapheme.chars().all(char::is_whitespace)
}

/// Punctuation, a letter, punctuation: the byte range; `None` without a letter.
pub(crate) fn first_letter_range(text: &str) -> Option<std::ops::Range<usize>> {
    let mut graphemes = text.grapheme_indices(true).skip_while(|(_, g)| is_blank(g));
    let is_punctuation = |g: &str| {
        g.chars().next().is_some_and(|c| {
            c.is_ascii_punctuation()
                || matches!(c, '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}')
                || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}')
                || matches!(c, '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}')
        })
    };
    let (start, first) = graphemes.next()?;
    let mut end = start + first.len();
    let mut has_letter = !is_punctuation(first);
    for (at, grapheme) in graphemes {
        if is_punctuation(grapheme) || !has_letter && !is_blank(grapheme) {
            has_letter |= !is_punctuation(grapheme);
            end = at + grapheme.len();
        } else {
            break;
        }
    }
    has_letter.then_some(start..end)
}

pub(crate) fn input_kind(kind: &str) -> BoxKind {
    let control = match kind.to_ascii_lowercase().as_str() {
        "image" => return BoxKind::Replaced(Replaced::Image),
        "button" | "submit" | "reset" => Control::Button,
        "checkbox" => Control::Checkbox,
        "radio" => Control::Radio,
        "range" => Control::Range,
        "color" => Control::Color,
        "file" => Control::File,
        "date" | "time" | "datetime-local" | "month" | "week" => Control::Temporal,
        _ => Control::TextField,
    };
    BoxKind::Control(control)
}

pub(super) fn parse_number(text: &str) -> Option<u32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\u{c}', '\r']);
    let text = text.strip_prefix('+').unwrap_or(text);
    let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..end)?;
    if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(u32::MAX)) }
}

pub(crate) fn is_inline_level(style: &ComputedStyle) -> bool {
    is_inline_display(style.display) && !is_out_of_line(style)
}

pub(crate) fn kind_of_display(style: &ComputedStyle) -> BoxKind {
    match style.display {
        // An annotation is a block that stands above its base.
        Display::Inline | Display::Ruby | Display::Math | Display::Contents | Display::None => BoxKind::Inline,
        Display::Table | Display::InlineTable => BoxKind::Table,
        Display::TableRowGroup | Display::TableHeaderGroup | Display::TableFooterGroup => BoxKind::TableRowGroup,
        Display::TableRow => BoxKind::TableRow,
        Display::TableCell => BoxKind::TableCell,
        Display::TableColumnGroup => BoxKind::TableColumnGroup,
        Display::TableColumn => BoxKind::TableColumn,
        Display::TableCaption => BoxKind::TableCaption,
        _ => inner_kind(style),
    }
}

/// The kind of formatting context for the contents of a box with this `display`, tables aside.
pub(crate) fn inner_kind(style: &ComputedStyle) -> BoxKind {
    match style.display {
        // Chrome: the legacy box is a flex container, unless it clamps lines.
        Display::WebkitBox | Display::WebkitInlineBox if !clamps_lines(style) => BoxKind::Flex,
        Display::Flex | Display::InlineFlex => BoxKind::Flex,
        Display::Grid | Display::InlineGrid => BoxKind::Grid,
        _ => BoxKind::Block,
    }
}

pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// White space that makes no line of its own.
pub(crate) fn collapses_away(text: &str, style: &ComputedStyle) -> bool {
    match style.white_space_collapse {
        WhiteSpaceCollapse::Collapse => text.bytes().all(is_space),
        WhiteSpaceCollapse::PreserveBreaks => text.bytes().all(|b| is_space(b) && b != b'\n'),
        WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => text.is_empty(),
    }
}

/// The style of an anonymous box: inherited properties of `parent`, initial values for the rest.
pub(crate) fn anonymous_style(parent: &ComputedStyle, display: Display) -> ComputedStyle {
    ComputedStyle {
        display,
        original_display: display,
        visibility: parent.visibility,
        pointer_events: parent.pointer_events,
        cursor: parent.cursor,
        interactivity: parent.interactivity,
        color: parent.color,
        direction: parent.direction,
        // Chrome: it goes on in anonymous boxes, though it is not inherited.
        unicode_bidi: parent.unicode_bidi,
        writing_mode: parent.writing_mode,
        text_orientation: parent.text_orientation,
        text_combine_all: parent.text_combine_all,
        text_emphasis: parent.text_emphasis,
        text_emphasis_position: parent.text_emphasis_position,
        orphans: parent.orphans,
        widows: parent.widows,
        font_size: parent.font_size,
        font_family: Arc::clone(&parent.font_family),
        font_weight: parent.font_weight,
        font_style: parent.font_style,
        font_variant_caps: parent.font_variant_caps,
        font_kerning_none: parent.font_kerning_none,
        font_variant_ligatures: parent.font_variant_ligatures,
        font_variant_numeric: parent.font_variant_numeric,
        font_variant_east_asian: parent.font_variant_east_asian,
        font_variant_position: parent.font_variant_position,
        font_width: parent.font_width,
        font_feature_settings: parent.font_feature_settings.clone(),
        font_variation_settings: parent.font_variation_settings.clone(),
        font_optical_sizing_none: parent.font_optical_sizing_none,
        font_size_adjust: parent.font_size_adjust,
        text_rendering: parent.text_rendering,
        scaled: parent.scaled,
        line_height: parent.line_height,
        letter_spacing: parent.letter_spacing,
        word_spacing: parent.word_spacing,
        text_align: parent.text_align,
        text_align_last: parent.text_align_last,
        text_indent: parent.text_indent.clone(),
        text_transform: parent.text_transform,
        white_space_collapse: parent.white_space_collapse,
        text_wrap_mode: parent.text_wrap_mode,
        text_wrap_style: parent.text_wrap_style,
        overflow_wrap: parent.overflow_wrap,
        word_break: parent.word_break,
        line_break: parent.line_break,
        hyphens: parent.hyphens,
        tab_size: parent.tab_size,
        list_style_type: parent.list_style_type.clone(),
        list_style_image: parent.list_style_image.clone(),
        list_style_position: parent.list_style_position,
        border_collapse: parent.border_collapse,
        border_spacing: parent.border_spacing,
        caption_side: parent.caption_side,
        empty_cells: parent.empty_cells,
        zoom: parent.zoom,
        custom: parent.custom.clone(),
        ..ComputedStyle::initial()
    }
}

/// An anonymous content box lays out its children by its parent's `display`.
pub(crate) fn copy_container_style(node: &mut BoxNode, parent: &ComputedStyle) {
    let own = &node.style;
    node.style = Arc::new(ComputedStyle {
        flex_direction: parent.flex_direction,
        flex_wrap: parent.flex_wrap,
        align_items: parent.align_items,
        align_content: parent.align_content,
        justify_items: parent.justify_items,
        justify_content: parent.justify_content,
        row_gap: parent.row_gap.clone(),
        column_gap: parent.column_gap.clone(),
        grid: parent.grid.clone(),
        column_count: parent.column_count,
        column_width: parent.column_width,
        text_overflow: parent.text_overflow,
        ..ComputedStyle::clone(own)
    });
    node.flags.remove(BoxFlags::INLINE_LEVEL);
}
