//! Default sizes and baselines of form controls.
//!
//! Chrome: measured in Chromium with the reference fonts; sizes are of the content box.

use super::box_tree::{BoxId, Control};
use super::pass::Pass;
use super::sizing::BoxEdges;
use super::unit::{Extent, LayoutUnit};
use crate::dom::local_name;
use crate::font::{FaceList, FontMetrics};
use crate::style::ComputedStyle;
use crate::style::computed::{FontStyle, LineHeight};

/// The faces of a style.
pub(crate) fn faces(style: &ComputedStyle) -> FaceList {
    FaceList::choose(&style.font_family, style.font_weight, style.font_style != FontStyle::Normal)
}

fn metrics(style: &ComputedStyle) -> FontMetrics {
    faces(style).primary().metrics(style.font_size)
}

/// The used line height.
pub(crate) fn line_height(style: &ComputedStyle) -> LayoutUnit {
    match style.line_height {
        LineHeight::Normal => LayoutUnit::from_f32(metrics(style).line_spacing),
        LineHeight::Number(factor) => LayoutUnit::from_f32(factor * style.font_size),
        LineHeight::Px(px) => LayoutUnit::from_f32(px),
    }
}

/// The width of a text set on one line without kerning.
pub(crate) fn text_width(style: &ComputedStyle, text: &str) -> LayoutUnit {
    let faces = faces(style);
    let mut width = 0.0;
    for c in text.chars() {
        let face = faces.covering(c).unwrap_or_else(|| faces.primary());
        width += face.advance(c, style.font_size).unwrap_or_else(|| face.notdef_advance(style.font_size));
        width += style.letter_spacing;
    }
    LayoutUnit::from_f32_ceil(width)
}

/// The average and the widest character that text controls measure by, px.
///
/// Chrome: from the font's tables, the average not below its rounding. Approx: measured for the reference faces, which the
/// width of a zero tells apart; within 1 px.
fn character_widths(style: &ComputedStyle) -> (f32, f32) {
    let size = style.font_size;
    let zero = faces(style).primary().advance('0', 64.0).unwrap_or(0.0) / 64.0;
    let (average, widest) = match zero {
        zero if zero < 0.51 => (0.5687, 1.19),
        zero if zero < 0.54 => (0.6953, 1.75),
        zero if zero < 0.58 => (0.588, 1.25),
        zero if zero < 0.615 => (0.6, 0.6),
        _ => (0.5077, 2.85),
    };
    let average = size * average;
    (average.max(average.round()), (size * widest).round())
}

#[expect(clippy::cast_precision_loss, reason = "a count of characters, at most 65535")]
fn from_count(count: i32) -> f32 {
    count as f32
}

/// The content box a control has by default.
pub(crate) fn natural_size(pass: &Pass<'_>, id: BoxId, kind: Control) -> Extent {
    let node = &pass.tree[id];
    let style = &node.style;
    let number = |name| {
        pass.dom.attr(node.node, &name).and_then(|v| v.trim().parse::<u16>().ok()).filter(|n| *n > 0).map(i32::from)
    };
    let px = |w: i32, h: i32| Extent::new(LayoutUnit::px(w), LayoutUnit::px(h));
    let line = line_height(style);
    let (character, widest_character) = character_widths(style);
    let em = |factor: f32| LayoutUnit::from_f32(style.font_size * factor);
    match kind {
        Control::TextField => {
            let size = number(local_name!("size")).unwrap_or(20);
            let room = LayoutUnit::from_f32((character * from_count(size)).ceil());
            let extra = (widest_character - character).max(0.0).ceil();
            Extent::new(room + LayoutUnit::from_f32(extra), line)
        }
        Control::TextArea => {
            let columns = number(local_name!("cols")).unwrap_or(20);
            let rows = number(local_name!("rows")).unwrap_or(2);
            let width = LayoutUnit::from_f32((character * from_count(columns)).ceil()) + LayoutUnit::px(15);
            Extent::new(width, line.times(rows))
        }
        Control::Checkbox | Control::Radio => px(13, 13),
        Control::Range => px(129, 16),
        Control::Color => px(44, 23),
        Control::File => Extent::new(LayoutUnit::px(238), LayoutUnit::px(21)),
        Control::Temporal => Extent::new(em(9.0), em(1.45)),
        Control::Menu => {
            let mut widest = LayoutUnit::ZERO;
            for option in pass.dom.descendants(node.node) {
                if pass.dom.is_html(option, &local_name!("option")) {
                    let text = match pass.dom.attr(option, &local_name!("label")) {
                        Some(label) => label.to_owned(),
                        None => crate::dom::collapse_ascii_whitespace(&pass.dom.text_content(option)),
                    };
                    widest = widest.max(text_width(style, &text));
                }
            }
            Extent::new(widest + LayoutUnit::px(17), line + LayoutUnit::px(2))
        }
        Control::ListBox => {
            let rows = number(local_name!("size")).unwrap_or(4);
            let mut widest = LayoutUnit::ZERO;
            for option in pass.dom.descendants(node.node) {
                if pass.dom.is_html(option, &local_name!("option")) {
                    let text = crate::dom::collapse_ascii_whitespace(&pass.dom.text_content(option));
                    widest = widest.max(text_width(style, &text) + LayoutUnit::px(4));
                }
            }
            Extent::new(widest, (line + LayoutUnit::px(2)).times(rows))
        }
        Control::Meter => Extent::new(em(5.0), em(1.0)),
        Control::Progress => Extent::new(em(10.0), em(1.0)),
        Control::Button => Extent::default(),
    }
}

/// The baseline of a control from its border box's top; `None`: its bottom margin edge.
pub(crate) fn baseline(
    pass: &Pass<'_>,
    id: BoxId,
    kind: Control,
    size: Extent,
    edges: &BoxEdges,
) -> Option<LayoutUnit> {
    let style = &pass.tree[id].style;
    match kind {
        Control::TextField | Control::Menu | Control::Temporal | Control::File => {
            let inset = edges.inset();
            let metrics = metrics(style);
            let text = LayoutUnit::from_f32(metrics.ascent + metrics.descent);
            let content = (size.height - inset.height()).clamp_negative();
            Some(inset.top + (content - text).half() + LayoutUnit::from_f32(metrics.ascent))
        }
        _ => None,
    }
}
