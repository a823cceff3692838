//! The parts of form controls that style sheets reach by `-webkit-` pseudo-elements, as far as they give a control its size.
//!
//! Chrome: the parts are boxes of a shadow tree of the user agent's; which of them exist and what they have by default was
//! measured in Chromium with the reference fonts.

use super::single_line::{line_height, metrics, text_advance};
use super::state::LayoutState;
use super::state::edges::BoxEdges;
use super::unit::{Extent, LayoutUnit};
use crate::dom::{NodeId, local_name};
use crate::style::computed::{Appearance, BoxSizing, Dimension, Display};
use crate::style::{ComputedStyle, Pseudo};

/// The border-box height (or width) of a part whose content is `content` high (or wide). Percentages count as `auto`.
fn border_box(style: &ComputedStyle, sizes: [&Dimension; 3], inset: LayoutUnit, content: LayoutUnit) -> LayoutUnit {
    let [preferred, min, max] = sizes.map(|dimension| match dimension {
        Dimension::Length(length) => {
            length.maybe_resolve(None).map(LayoutUnit::from_f32_round).map(|length| match style.box_sizing {
                BoxSizing::BorderBox => length.max(inset),
                BoxSizing::ContentBox => length + inset,
            })
        }
        _ => None,
    });
    let preferred = preferred.unwrap_or(content + inset);
    let limited = max.map_or(preferred, |max| preferred.min(max));
    min.map_or(limited, |min| limited.max(min))
}

pub(super) fn border_box_height(style: &ComputedStyle, edges: &BoxEdges, content: LayoutUnit) -> LayoutUnit {
    border_box(style, [&style.height, &style.min_height, &style.max_height], edges.inset().height(), content)
}

pub(super) fn border_box_width(style: &ComputedStyle, edges: &BoxEdges, content: LayoutUnit) -> LayoutUnit {
    border_box(style, [&style.width, &style.min_width, &style.max_width], edges.inset().width(), content)
}

/// The margin-box height of a part whose content is `content` high.
pub(super) fn outer_height(style: &ComputedStyle, content: LayoutUnit) -> LayoutUnit {
    if style.display == Display::None {
        return LayoutUnit::ZERO;
    }
    let edges = BoxEdges::of(style, None);
    border_box_height(style, &edges, content) + edges.margin.height()
}

/// The margin-box width of a part whose content is `content` wide.
pub(super) fn outer_width(style: &ComputedStyle, content: LayoutUnit) -> LayoutUnit {
    if style.display == Display::None {
        return LayoutUnit::ZERO;
    }
    let edges = BoxEdges::of(style, None);
    border_box_width(style, &edges, content) + edges.margin.width()
}

/// The height of the button of a file field, margins included.
///
/// Chrome: with its native look, which a border takes from it, its `line-height` is always normal.
pub(super) fn file_button_height(pass: &LayoutState<'_>, node: NodeId, field: &ComputedStyle) -> LayoutUnit {
    let Some(style) = pass.styles.pseudo(node, Pseudo::FileSelectorButton) else {
        return LayoutUnit::from_f32(metrics(field).line_spacing) + LayoutUnit::px(6);
    };
    if style.display == Display::None {
        return LayoutUnit::ZERO;
    }
    let edges = BoxEdges::of(style, None);
    let has_own_border = edges.border.height() != LayoutUnit::px(4);
    let line = match style.appearance {
        Appearance::Auto if !has_own_border => LayoutUnit::from_f32(metrics(style).line_spacing),
        _ => line_height(style),
    };
    border_box_height(style, &edges, line) + edges.margin.height()
}

/// The space between the swatch of a colour field and the content edge below it.
pub(super) fn swatch_padding(pass: &LayoutState<'_>, node: NodeId) -> LayoutUnit {
    let style = pass.styles.pseudo(node, Pseudo::ColorSwatchWrapper);
    style.map_or(LayoutUnit::ZERO, |style| BoxEdges::of(style, None).padding.bottom)
}

/// The content box of a date or time field: its fields, each as wide as its widest value, and the button beside them.
///
/// Chrome: measured for the locale `en-US`.
pub(super) fn temporal_size(pass: &LayoutState<'_>, node: NodeId, style: &ComputedStyle) -> Extent {
    let part = |pseudo| pass.styles.pseudo(node, pseudo).map(|style| &**style);
    let text_style = part(Pseudo::DateTimeEdit).unwrap_or(style);
    let width = |text: &str| text_advance(text_style, text);
    // Chrome: 1 px of padding on both sides counts, whatever style sheets make of it.
    let field = |texts: &[&str]| texts.iter().map(|t| width(t)).fold(0.0_f32, f32::max) + 2.0;
    let (day, year) = (field(&["dd", "88"]), field(&["yyyy", "888888"]));
    let date = field(&["mm", "88"]) + day + year + 2.0 * width("/");
    // A narrow space comes before AM and PM.
    let time = 2.0 * field(&["--", "88"]) + field(&["--", "AM", "PM"]) + width(":") + width(" ") / 2.0;
    let fields = match pass.dom.attr(node, &local_name!("type")).unwrap_or("").to_ascii_lowercase().as_str() {
        "time" => time,
        "month" => {
            let months = ["---------", "September", "November", "December", "February"];
            field(&months) + width(" ") + field(&["----", "888888"])
        }
        "week" => width("Week ") + field(&["--", "88"]) + width(", ") + field(&["----", "888888"]),
        "datetime-local" => date + width(", ") + time,
        _ => date,
    };
    let line = line_height(text_style);
    let wrapper = part(Pseudo::DateTimeFields).map_or(line, |style| outer_height(style, line));
    let edit = part(Pseudo::DateTimeEdit);
    // Chrome: the fields give the edit its width, whatever `width` is.
    let edit_width = LayoutUnit::from_f32(fields)
        + edit.map_or(LayoutUnit::ZERO, |style| {
            let edges = BoxEdges::of(style, None);
            edges.inset().width() + edges.margin.width()
        });
    let edit_height = edit.map_or(wrapper, |style| outer_height(style, wrapper));
    let button = part(Pseudo::PickerIndicator).map_or_else(Extent::default, |style| {
        Extent::new(outer_width(style, LayoutUnit::ZERO), outer_height(style, LayoutUnit::ZERO))
    });
    Extent::new(edit_width + button.width, edit_height.max(button.height))
}
