//! Computed values of the properties of SVG elements.

use std::sync::Arc;

use super::{
    Color, DominantBaseline, FillRule, LengthPercentage, MaskType, Srgb, StrokeLinecap, StrokeLinejoin, TextAnchor,
};

/// A computed `fill` or `stroke` that is not `none`.
///
/// <https://svgwg.org/svg2-draft/painting.html#SpecifyingPaint>
#[derive(Debug, Clone, PartialEq)]
pub enum SvgPaint {
    /// A colour.
    Color(Color),
    /// A gradient or a pattern: its address, and the colour that takes its place if it is missing.
    Server(Arc<str>, Option<Color>),
    /// The paint of what refers to the element.
    Context,
}

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
    /// `None` is `none`.
    pub fill: Option<SvgPaint>,
    pub fill_opacity: f32,
    /// `None` is `none`.
    pub stroke: Option<SvgPaint>,
    pub stroke_opacity: f32,
    pub stroke_width: LengthPercentage,
    /// As written; `None` is `none`.
    pub stroke_dasharray: Option<Arc<str>>,
    pub stroke_dashoffset: LengthPercentage,
    pub stroke_miterlimit: f32,
    pub stop_color: Color,
    pub stop_opacity: f32,
    pub clip_rule: FillRule,
    pub mask_type: MaskType,
    pub fill_rule: FillRule,
    pub stroke_linecap: StrokeLinecap,
    pub stroke_linejoin: StrokeLinejoin,
    pub text_anchor: TextAnchor,
    pub dominant_baseline: DominantBaseline,
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
            fill: Some(SvgPaint::Color(Color::Srgb(Srgb::BLACK))),
            fill_opacity: 1.0,
            stroke: None,
            stroke_opacity: 1.0,
            stroke_width: LengthPercentage::px(1.0),
            stroke_dasharray: None,
            stroke_dashoffset: LengthPercentage::ZERO,
            stroke_miterlimit: 4.0,
            stop_color: Color::Srgb(Srgb::BLACK),
            stop_opacity: 1.0,
            clip_rule: FillRule::Nonzero,
            mask_type: MaskType::Luminance,
            fill_rule: FillRule::Nonzero,
            stroke_linecap: StrokeLinecap::Butt,
            stroke_linejoin: StrokeLinejoin::Miter,
            text_anchor: TextAnchor::Start,
            dominant_baseline: DominantBaseline::Auto,
        }
    }
}
