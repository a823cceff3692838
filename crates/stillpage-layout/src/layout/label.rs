//! The labels of controls: how wide and high their text is.

use super::single_line::{metrics, text_advance};
use super::state::LayoutState;
use super::text::transformed;
use super::unit::LayoutUnit;
use crate::dom::{NodeId, local_name};
use crate::style::ComputedStyle;

/// Ascent plus descent: a line without its gap.
pub(super) fn font_height(style: &ComputedStyle) -> LayoutUnit {
    let metrics = metrics(style);
    LayoutUnit::from_f32(metrics.ascent + metrics.descent)
}

/// Returns the width of a text on a control, in whole px.
///
/// Chrome: word by word, so that nothing is kerned with a space.
pub(super) fn label_width(pass: &LayoutState<'_>, select: NodeId, style: &ComputedStyle, label: &str) -> LayoutUnit {
    let label = transformed(pass.dom, select, style, label);
    let words = label.split_inclusive(' ').map(|part| match part.strip_suffix(' ') {
        Some(word) => text_advance(style, word) + text_advance(style, " "),
        None => text_advance(style, part),
    });
    LayoutUnit::from_f32(words.sum::<f32>().ceil())
}

/// The text of an option.
pub(super) fn option_label(pass: &LayoutState<'_>, option: NodeId) -> String {
    match pass.dom.attr(option, &local_name!("label")) {
        Some(label) if !label.is_empty() => label.to_owned(),
        _ => crate::dom::collapse_ascii_whitespace(&pass.dom.text_content(option)),
    }
}
