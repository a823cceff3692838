//! Marks of emphasis over letters.
//!
//! <https://www.w3.org/TR/css-text-decor-4/#emphasis-marks>

use std::sync::Arc;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use super::{Artist, Drawing, DrawnText};
use crate::geometry::Rect;
use crate::layout::text;
use crate::style::ComputedStyle;
use crate::style::computed::EmphasisPosition;

impl Artist<'_> {
    /// Draws the marks of a run whose advances are known. Approx: in the colour of the text.
    pub(super) fn emphasis(&mut self, mark: char, run: &DrawnText<'_>) {
        // Marks are half as large as the text.
        let mut half: ComputedStyle = (**run.style).clone();
        half.font_size /= 2.0;
        let style = Arc::new(half);
        let font = self.fonts.font(&style);
        let mut buffer = [0; 4];
        let mark = &*mark.encode_utf8(&mut buffer);
        let mut advances = [0.0; 4];
        let advances = &mut advances[..mark.len()];
        text::shape(&mut self.fonts, &font, mark, &mut false, advances);
        let width: f32 = advances.iter().sum();
        let height = font.metrics.ascent + font.metrics.descent;
        let y = match run.style.text_emphasis_position {
            EmphasisPosition::Over | EmphasisPosition::OverLeft => run.area.y - height,
            EmphasisPosition::Under | EmphasisPosition::UnderLeft => run.area.bottom(),
        };
        let mut start = run.area.x;
        for (at, c) in run.text.char_indices() {
            let advance = run.advances.get(at).copied().unwrap_or_default();
            if advance > 0.0 && is_marked(c) {
                (self.each)(Drawing::Text(DrawnText {
                    node: run.node,
                    style: &style,
                    text: mark,
                    decorations: &[],
                    is_marker: false,
                    advances,
                    area: Rect::new(start + (advance - width) / 2.0, y, width, height),
                    ascent: font.metrics.ascent,
                    to_viewport: run.to_viewport,
                    clip: run.clip,
                }));
            }
            start += advance;
        }
    }
}

/// True for characters other than spaces, control characters and punctuation.
fn is_marked(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let unmarked = [GeneralCategoryGroup::Separator, GeneralCategoryGroup::Other, GeneralCategoryGroup::Punctuation];
    !unmarked.iter().any(|group| group.contains(category))
}
