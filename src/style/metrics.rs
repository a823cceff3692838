//! Font measures for units, from the bundled faces.

use super::computed::ComputedStyle;
use super::property::FontMetrics;
use crate::font::{Face, FaceList};

/// The reference faces.
#[derive(Debug, Default)]
pub(super) struct Fonts;

fn face(style: &ComputedStyle) -> Face {
    let italic = style.font_style != super::computed::FontStyle::Normal;
    FaceList::choose(&style.font_family, style.font_weight, italic).primary()
}

impl FontMetrics for Fonts {
    fn ex(&self, style: &ComputedStyle) -> f32 {
        face(style).metrics(style.font_size).x_height
    }

    fn cap(&self, style: &ComputedStyle) -> f32 {
        face(style).metrics(style.font_size).cap_height
    }

    fn ch(&self, style: &ComputedStyle) -> f32 {
        face(style).metrics(style.font_size).zero_advance
    }

    fn ic(&self, style: &ComputedStyle) -> f32 {
        face(style).metrics(style.font_size).ideographic_advance
    }

    fn normal_line_height(&self, style: &ComputedStyle) -> f32 {
        face(style).metrics(style.font_size).line_spacing
    }
}
