//! Font measures for units.

use super::computed::ComputedStyle;
use super::property::FontUnits;
use crate::font;

/// The faces of styles.
#[derive(Debug, Default)]
pub(super) struct Fonts;

fn metrics(style: &ComputedStyle) -> font::FontMetrics {
    style.faces().primary().metrics(style.font_size)
}

impl FontUnits for Fonts {
    fn ex(&self, style: &ComputedStyle) -> f32 {
        metrics(style).x_height
    }

    fn cap(&self, style: &ComputedStyle) -> f32 {
        metrics(style).cap_height
    }

    fn ch(&self, style: &ComputedStyle) -> f32 {
        metrics(style).zero_advance
    }

    fn ic(&self, style: &ComputedStyle) -> f32 {
        metrics(style).ideographic_advance
    }

    fn normal_line_height(&self, style: &ComputedStyle) -> f32 {
        metrics(style).line_spacing
    }
}
