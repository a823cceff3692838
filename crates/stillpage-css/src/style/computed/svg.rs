//! Computed values of the properties of SVG elements.

use super::{Color, FillRule, LengthPercentage, Srgb, StrokeLinecap, StrokeLinejoin, TextAnchor};

/// SVG geometry properties that CSS can set (`x`, `y`, `width` and `height` are those of the box), and the paint that
/// hit testing depends on.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each field is the CSS property of its name; `None` is not set by CSS")]
pub struct SvgStyle {
    pub x: Option<LengthPercentage>,
    pub y: Option<LengthPercentage>,
    pub cx: Option<LengthPercentage>,
    pub cy: Option<LengthPercentage>,
    pub r: Option<LengthPercentage>,
    pub rx: Option<LengthPercentage>,
    pub ry: Option<LengthPercentage>,
    /// Path data of `d: path(...)`.
    pub d: Option<Box<str>>,
    /// The colour of `fill`; `None` is `none`.
    pub fill: Option<Color>,
    /// The colour of `stroke`; `None` is `none`.
    pub stroke: Option<Color>,
    pub stroke_width: LengthPercentage,
    pub fill_rule: FillRule,
    pub stroke_linecap: StrokeLinecap,
    pub stroke_linejoin: StrokeLinejoin,
    pub text_anchor: TextAnchor,
}

impl Default for SvgStyle {
    fn default() -> Self {
        Self {
            x: None,
            y: None,
            cx: None,
            cy: None,
            r: None,
            rx: None,
            ry: None,
            d: None,
            fill: Some(Color::Srgb(Srgb::BLACK)),
            stroke: None,
            stroke_width: LengthPercentage::px(1.0),
            fill_rule: FillRule::Nonzero,
            stroke_linecap: StrokeLinecap::Butt,
            stroke_linejoin: StrokeLinejoin::Miter,
            text_anchor: TextAnchor::Start,
        }
    }
}
