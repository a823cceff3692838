//! Hints of images, frames and other embedded content.
//!
//! <https://html.spec.whatwg.org/multipage/rendering.html#attributes-for-embedded-content-and-images>

use super::super::computed as c;
use super::super::computed::AspectRatio;
use super::super::property::{Complex, PropertyId, SpecifiedValue};
use super::value::{Extent, dimension, is, non_negative_integer};
use super::{BASELINE, BASELINE_MIDDLE, BORDER_STYLES, BORDER_WIDTHS, BOTTOM, Hints, MIDDLE, TEXT_TOP, TOP, px};
use crate::dom::{LocalName, local_name};

impl Hints<'_> {
    /// `aspect-ratio: auto width / height`
    pub(super) fn ratio(&mut self) {
        let number = |name: &LocalName| match self.attr(name).and_then(dimension) {
            Some(Extent::Px(value)) => Some(value),
            _ => None,
        };
        if let (Some(width), Some(height)) = (number(&local_name!("width")), number(&local_name!("height"))) {
            let ratio = (width > 0.0 && height > 0.0).then(|| width / height);
            self.push(PropertyId::AspectRatio, Complex::Ratio(AspectRatio { auto: true, ratio }).into());
        }
    }

    pub(super) fn spaces(&mut self) {
        self.dimension(&local_name!("hspace"), &[PropertyId::MarginLeft, PropertyId::MarginRight], false);
        self.dimension(&local_name!("vspace"), &[PropertyId::MarginTop, PropertyId::MarginBottom], false);
    }

    /// <https://html.spec.whatwg.org/#attributes-for-embedded-content-and-images>
    pub(super) fn image(&mut self, has_ratio: bool) {
        self.dimension(&local_name!("width"), &[PropertyId::Width], false);
        self.dimension(&local_name!("height"), &[PropertyId::Height], false);
        if has_ratio {
            self.ratio();
        }
        self.spaces();
        self.embedded_align();
        if self.element.name.local != local_name!("embed")
            && let Some(width) = self.attr(&local_name!("border")).and_then(non_negative_integer)
        {
            for (property, style) in BORDER_WIDTHS.into_iter().zip(BORDER_STYLES) {
                self.push(property, px(width));
                self.keyword(style, c::BorderStyle::Solid);
            }
        }
    }

    pub(super) fn embedded_align(&mut self) {
        let Some(align) = self.attr(&local_name!("align")) else { return };
        let (float, vertical) = match align.to_ascii_lowercase().as_str() {
            "left" => (Some(c::Float::Left), TOP),
            "right" => (Some(c::Float::Right), TOP),
            "top" => (None, TOP),
            "texttop" => (None, TEXT_TOP),
            "middle" | "center" => (None, BASELINE_MIDDLE),
            "absmiddle" => (None, MIDDLE),
            "absbottom" => (None, BOTTOM),
            "bottom" | "baseline" => (None, BASELINE),
            _ => return,
        };
        if let Some(float) = float {
            self.keyword(PropertyId::Float, float);
        }
        self.push(PropertyId::VerticalAlign, SpecifiedValue::Keyword(vertical));
    }

    pub(super) fn frame(&mut self) {
        self.dimension(&local_name!("width"), &[PropertyId::Width], false);
        self.dimension(&local_name!("height"), &[PropertyId::Height], false);
        self.embedded_align();
        let border = self.attr(&local_name!("frameborder"));
        if border.is_some_and(|border| is(border, "no") || non_negative_integer(border) == Some(0.0)) {
            for property in BORDER_WIDTHS {
                self.push(property, px(0.0));
            }
        }
    }
}
