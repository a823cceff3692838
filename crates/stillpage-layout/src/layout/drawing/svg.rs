//! Drawings of SVG: shapes and text.

use std::sync::Arc;

use super::{Artist, Drawing, DrawnShape, DrawnText};
use crate::geometry::{Projection, Rect};
use crate::layout::place::PlacedSvg;
use crate::layout::svg_box::SvgText;
use crate::layout::text;
use crate::style::ComputedStyle;
use crate::style::computed::{Color, SvgPaint, SvgStyle, Visibility};

impl Artist<'_> {
    /// The shapes and texts of an `svg`.
    pub(in crate::layout) fn svg(&mut self, svg: &PlacedSvg) {
        let styles = self.styles;
        for (element, clip) in svg.elements() {
            let Some(style) = styles.get(element.node) else { continue };
            for area in &element.areas {
                let to_viewport = svg.to_viewport.then_inner(&area.to_root);
                if let Some(text) = &area.text {
                    self.svg_text(style, (&area.rect, text), to_viewport, clip);
                } else if let Some(outline) =
                    area.outline.as_deref().filter(|_| style.visibility == Visibility::Visible)
                {
                    let used = area.used.as_deref();
                    (self.each)(Drawing::Shape(DrawnShape {
                        node: element.node,
                        style,
                        svg: used.and_then(|used| used.svg.as_deref()).or(style.svg.as_deref()),
                        opacity: used.map_or(1.0, |used| used.opacity) * style.opacity,
                        outline,
                        to_viewport,
                        clip,
                    }));
                }
            }
        }
    }

    /// A run of SVG text. Approx: gradients are not painted in text, nor is its stroke.
    fn svg_text(
        &mut self,
        style: &Arc<ComputedStyle>,
        (area, text): (&Rect, &SvgText),
        to_viewport: Projection,
        clip: Option<u32>,
    ) {
        let initial = SvgStyle::default();
        let svg = style.svg.as_deref().unwrap_or(&initial);
        let color = match &svg.fill {
            Some(SvgPaint::Color(color) | SvgPaint::Server(_, Some(color))) => style.used_color(*color),
            Some(SvgPaint::Server(..)) => style.used_color(Color::Current),
            Some(SvgPaint::Context) | None => None,
        };
        let Some(color) = color.filter(|_| style.visibility == Visibility::Visible) else { return };
        let color = Color::Srgb(color.faded(svg.fill_opacity * style.opacity));
        let style = Arc::new(ComputedStyle { color, ..ComputedStyle::clone(style) });
        let font = self.fonts.font(&style);
        let characters = &*text.characters;
        let mut advances = vec![0.0; characters.len()];
        text::shape(&mut self.fonts, &font, characters, &mut false, &mut advances);
        // Set at the size at which it is seen, which is wider or narrower by fractions of a px.
        let sum: f32 = advances.iter().sum();
        if sum > 0.0 {
            advances.iter_mut().for_each(|advance| *advance *= area.width / sum);
        }
        (self.each)(Drawing::Text(DrawnText {
            style: &style,
            text: characters,
            decorations: &[],
            is_marker: false,
            advances: &advances,
            area: *area,
            ascent: text.ascent,
            to_viewport,
            clip,
        }));
    }
}
