//! Text of vertical lines: which characters stand upright, and where each part of a run is drawn.
//!
//! <https://www.w3.org/TR/css-writing-modes-4/#text-orientation>

use std::ops::Range;
use std::sync::Arc;

use icu_properties::CodePointMapData;
use icu_properties::props::VerticalOrientation;

use super::{Artist, Drawing, DrawnText};
use crate::dom::NodeId;
use crate::geometry::{Affine, Rect};
use crate::layout::axes::{has_central_baseline, has_upright_letters};
use crate::layout::paint_item::MaybeIndex;
use crate::layout::place::Space;
use crate::layout::text;
use crate::style::ComputedStyle;
use crate::style::computed::WritingMode;

impl Artist<'_> {
    /// Draws a run on a vertical line, whose advances are known.
    pub(super) fn vertical_text(
        &mut self,
        (node, style, decorations, is_marker): (NodeId, &Arc<ComputedStyle>, &[Arc<ComputedStyle>], bool),
        (text, area): (&str, &Rect),
        (space, clip): (&Space, MaybeIndex),
    ) {
        // From the alphabetic baseline, wherever that of the line is.
        let metrics = style.faces().primary().metrics(style.font_size);
        let widths = self.upright_widths(style, text);
        let lying = space.to_viewport.then_inner(&turned(style, area));
        let drawn = |text, advances, area, to_viewport, decorations| DrawnText {
            node,
            style,
            text,
            decorations,
            is_marker,
            advances,
            area,
            ascent: metrics.ascent,
            to_viewport,
            clip: clip.get(),
        };
        let height = metrics.ascent + metrics.descent;
        for part in parts(style, text, &self.advances, area.height) {
            let Some(own) = text.get(part.bytes.clone()) else { continue };
            let advances = self.advances.get(part.bytes.clone()).unwrap_or_default();
            if !part.is_upright {
                let area = Rect::new(part.start, 0.0, part.length, area.width);
                (self.each)(Drawing::Text(drawn(own, advances, area, lying, &[])));
                continue;
            }
            let advances = widths.as_deref().map_or(advances, |all| all.get(part.bytes.clone()).unwrap_or_default());
            let width: f32 = advances.iter().sum();
            // In the middle of the line, and of its part of it.
            let x = area.x + (area.width - width) / 2.0;
            let y = area.y + part.start + (part.length - height) / 2.0;
            let area = Rect::new(x, y, width, height);
            (self.each)(Drawing::Text(drawn(own, advances, area, space.to_viewport, &[])));
        }
        if !decorations.is_empty() {
            let area = Rect::new(0.0, 0.0, area.height, area.width);
            (self.each)(Drawing::Text(drawn("", &[], area, lying, decorations)));
        }
    }

    /// The widths of characters whose advances are those of letters that stand below each other.
    fn upright_widths(&mut self, style: &Arc<ComputedStyle>, text: &str) -> Option<Vec<f32>> {
        if !has_upright_letters(style) {
            return None;
        }
        let mut plain = (**style).clone();
        plain.writing_mode = WritingMode::HorizontalTb;
        let font = self.fonts.font(&Arc::new(plain));
        let mut widths = vec![0.0; text.len()];
        text::shape(&mut self.fonts, &font, text, &mut false, &mut widths);
        Some(widths)
    }
}

/// A part of a run on a vertical line.
#[derive(Debug, Clone, PartialEq)]
struct VerticalPart {
    /// Its bytes in the run.
    bytes: Range<usize>,
    /// From the start of the line on, px.
    start: f32,
    /// Along the line, px.
    length: f32,
    /// One character that stands upright; the others lie on their side.
    is_upright: bool,
}

/// Splits a run of a length into parts; what the advances leave of it is at its spaces.
fn parts(style: &ComputedStyle, text: &str, advances: &[f32], length: f32) -> Vec<VerticalPart> {
    let sum: f32 = advances.iter().sum();
    let spaces = text.bytes().filter(|byte| *byte == b' ').count();
    let extra = if spaces > 0 { ((length - sum) / spaces as f32).max(0.0) } else { 0.0 };
    let (mut all, mut start): (Vec<VerticalPart>, f32) = (Vec::new(), 0.0);
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let advance = advances.get(at).copied().unwrap_or_default() + if c == ' ' { extra } else { 0.0 };
        let is_upright = stands_upright(style, c);
        match all.last_mut().filter(|last| !is_upright && !last.is_upright || advance == 0.0) {
            Some(last) => {
                last.bytes.end = end;
                last.length += advance;
            }
            None => all.push(VerticalPart { bytes: at..end, start, length: advance, is_upright }),
        }
        start += advance;
    }
    all
}

fn stands_upright(style: &ComputedStyle, c: char) -> bool {
    if !has_central_baseline(style) {
        return false;
    }
    has_upright_letters(style)
        || matches!(
            CodePointMapData::<VerticalOrientation>::new().get(c),
            VerticalOrientation::Upright | VerticalOrientation::TransformedUpright
        )
}

/// From a line that runs to the right, whose start is the origin, to its place on the page. `area`: of the vertical line.
fn turned(style: &ComputedStyle, area: &Rect) -> Affine {
    match style.writing_mode {
        WritingMode::SidewaysLr => Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: area.x, f: area.bottom() },
        _ => Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: area.right(), f: area.y },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn ideographs_stand_upright_and_latin_letters_lie_on_their_side() {
        let mut style = ComputedStyle::initial();
        style.writing_mode = WritingMode::VerticalRl;
        let advances = [16.0, 0.0, 0.0, 8.0, 8.0, 16.0, 0.0, 0.0];
        let shown: Vec<(Range<usize>, f32, f32, bool)> = parts(&style, "日ab本", &advances, 48.0)
            .into_iter()
            .map(|part| (part.bytes, part.start, part.length, part.is_upright))
            .collect();
        assert_eq!(shown, [(0..3, 0.0, 16.0, true), (3..5, 16.0, 16.0, false), (5..8, 32.0, 16.0, true)]);
        style.writing_mode = WritingMode::SidewaysRl;
        assert!(parts(&style, "日ab本", &advances, 48.0).iter().all(|part| !part.is_upright));
    }

    #[test]
    fn lines_run_down_or_up() {
        let mut style = ComputedStyle::initial();
        let area = Rect::new(10.0, 20.0, 5.0, 100.0);
        style.writing_mode = WritingMode::VerticalRl;
        assert_eq!(turned(&style, &area).apply(Point::new(3.0, 1.0)), Point::new(14.0, 23.0));
        style.writing_mode = WritingMode::SidewaysLr;
        assert_eq!(turned(&style, &area).apply(Point::new(3.0, 1.0)), Point::new(11.0, 117.0));
    }
}
