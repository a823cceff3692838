//! The size of a text on one line of its own, as in a form control.

use std::sync::Arc;

use super::text::{TextCache, has_rtl, shape};
use super::unit::LayoutUnit;
use crate::font::{Face, FontMetrics, ReferenceFace};
use crate::style::ComputedStyle;
use crate::style::computed::LineHeight;

pub(super) fn metrics(style: &ComputedStyle) -> FontMetrics {
    style.faces().primary().metrics(style.font_size)
}

/// The used line height.
pub(crate) fn line_height(style: &ComputedStyle) -> LayoutUnit {
    match style.line_height {
        LineHeight::Normal => LayoutUnit::from_f32(metrics(style).line_spacing),
        LineHeight::Number(factor) => LayoutUnit::from_f32(factor * style.font_size),
        LineHeight::Px(px) => LayoutUnit::from_f32(px),
    }
}

/// The width of a text set on one line, kerned.
pub(crate) fn text_width(style: &ComputedStyle, text: &str) -> LayoutUnit {
    LayoutUnit::from_f32_ceil(text_advance(style, text))
}

/// [`text_width`] as it is, px.
pub(crate) fn text_advance(style: &ComputedStyle, text: &str) -> f32 {
    if has_rtl(text) {
        // Letters join, and have other widths than alone.
        let mut cache = TextCache::default();
        let font = cache.font(&Arc::new(style.clone()));
        let mut advances = vec![0.0; text.len()];
        shape(&mut cache, &font, text, &mut false, &mut advances);
        return advances.iter().sum();
    }
    let (faces, size) = (style.faces(), style.font_size);
    let features = style.font_features();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let face_of = |c: char| {
        let fallback = || ReferenceFace::fallback(c, faces.italic(), faces.linear_fallback()).map(Face::Reference);
        faces.covering(c).cloned().or_else(fallback).unwrap_or_else(|| faces.primary().clone())
    };
    let spacing = |c: char| style.letter_spacing + if matches!(c, ' ' | '\u{A0}') { style.word_spacing } else { 0.0 };
    let mut width: f32 = chars.iter().map(|(_, c)| spacing(*c)).sum();
    for run in chars.chunk_by(|(_, a), (_, b)| face_of(*a) == face_of(*b)) {
        let (Some((start, first)), Some((last, c))) = (run.first(), run.last()) else { continue };
        let face = face_of(*first);
        let Some((face, size)) = face.reference(size) else {
            if let Face::Web(face) = face
                && let Some(file) = face.sized(size)
            {
                file.shape(text.get(*start..last + c.len_utf8()).unwrap_or(""), &features, |_, advance| {
                    width += advance;
                });
            }
            continue;
        };
        for (i, (_, c)) in run.iter().enumerate() {
            width += face.advance(*c, size).unwrap_or_else(|| face.notdef_advance(size));
            if let Some((_, next)) = run.get(i + 1).filter(|_| !style.font_kerning_none) {
                let (left, right) = (face.kerning_classes(*c).0, face.kerning_classes(*next).1);
                if left != 0 && right != 0 {
                    width += face.kerning(left, right, size);
                }
            }
        }
    }
    width
}
