//! The room that emphasis marks take: <https://www.w3.org/TR/css-text-decor-3/#text-emphasis-property>

use crate::font::FontMetrics;
use crate::layout::axes::has_central_baseline;
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{EmphasisPosition, WritingMode};

/// Returns the reach of text with emphasis marks above and below its baseline, on the side that they are on: half an em beyond
/// its em box.
///
/// Chrome: the em box is inside of the font's height by whole px.
pub(super) fn reach(metrics: &FontMetrics, style: &ComputedStyle) -> (Option<LayoutUnit>, Option<LayoutUnit>) {
    let beyond = |own: f32, em: f32| {
        let own = LayoutUnit::from_f32(own);
        let inside = (own - LayoutUnit::from_f32(em)).floor().clamp_negative();
        own - inside + LayoutUnit::from_f32((style.font_size / 2.0 + 0.5).floor())
    };
    let is_vertical = style.writing_mode != WritingMode::HorizontalTb;
    let em_ascent = if has_central_baseline(style) {
        metrics.ascent - (metrics.ascent + metrics.descent - style.font_size) / 2.0
    } else {
        metrics.em_ascent
    };
    let is_under = match style.text_emphasis_position {
        EmphasisPosition::Over => false,
        EmphasisPosition::Under => !is_vertical,
        EmphasisPosition::OverLeft => is_vertical,
        EmphasisPosition::UnderLeft => true,
    };
    if is_under {
        (None, Some(beyond(metrics.descent, style.font_size - em_ascent)))
    } else {
        (Some(beyond(metrics.ascent, em_ascent)), None)
    }
}
