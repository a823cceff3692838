//! Backgrounds: the colour, and the layers on it.

use tiny_skia::{FillRule, Transform};

use super::canvas::{Canvas, Clipped};
use super::gradient;
use super::path::{inner_radii, inset, rounded, used};
use crate::geometry::{Rect, Sides, Size};
use crate::style::ComputedStyle;
use crate::style::computed::{BackgroundBox, PaintImage};
use crate::style::property::PaintBasis;

/// The boxes of an element that its background refers to.
pub(super) struct Boxes<'a> {
    /// The border box.
    pub(super) border: Rect,
    /// The radii of its corners.
    pub(super) corners: Option<&'a [Size; 4]>,
    /// Widths of the borders.
    pub(super) border_widths: Sides<f32>,
    /// Widths of the padding.
    pub(super) padding_widths: Sides<f32>,
}

impl Boxes<'_> {
    /// One of the boxes.
    pub(super) fn area(&self, which: BackgroundBox) -> Rect {
        let padding = inset(&self.border, &self.border_widths);
        match which {
            BackgroundBox::Border => self.border,
            BackgroundBox::Padding => padding,
            BackgroundBox::Content => inset(&padding, &self.padding_widths),
            // Approx: a background behind the glyphs alone is not painted.
            BackgroundBox::Text => Rect::ZERO,
        }
    }

    /// The radii of its corners.
    pub(super) fn corners(&self, which: BackgroundBox) -> Option<[Size; 4]> {
        let corners = self.corners?;
        Some(match which {
            BackgroundBox::Border | BackgroundBox::Text => *corners,
            BackgroundBox::Padding => inner_radii(corners, &self.border_widths),
            BackgroundBox::Content => inner_radii(&inner_radii(corners, &self.border_widths), &self.padding_widths),
        })
    }
}

/// Paints the background of a style.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    basis: &PaintBasis,
    style: &ComputedStyle,
    boxes: &Boxes<'_>,
    at: (Transform, &Clipped),
) {
    let clip = basis.color_clip(style);
    if let Some(color) = used(style.background_color, style) {
        let path = rounded(&boxes.area(clip), boxes.corners(clip).as_ref());
        canvas.fill_color(path.as_ref(), color, FillRule::Winding, at);
    }
    for layer in basis.background(style).into_iter().rev() {
        let PaintImage::Gradient(gradient) = &layer.image else { continue };
        let Some(shader) = gradient::shader(gradient, &boxes.area(layer.origin), style) else { continue };
        let path = rounded(&boxes.area(layer.clip), boxes.corners(layer.clip).as_ref());
        canvas.fill(path.as_ref(), shader, FillRule::Winding, at);
    }
}
