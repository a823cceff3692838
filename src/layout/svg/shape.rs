//! Graphics elements: what each draws, and what of it a pointer can hit.
//!
//! <https://svgwg.org/svg2-draft/shapes.html>, <https://svgwg.org/svg2-draft/text.html>

use std::sync::Arc;

use super::super::outline::{self, Outline, px};
use super::super::single_line;
use super::{Viewport, Work};
use crate::dom::NodeId;
use crate::geometry::{Affine, Point, Rect, Size};
use crate::layout::svg_box::SvgArea;
use crate::style::ComputedStyle;
use crate::style::computed::{LengthPercentage, PointerEvents, SvgStyle, TextAnchor};

/// A graphics element in its own user space.
pub(super) struct Shape {
    /// The fill bounding box.
    pub(super) bounds: Rect,
    /// `None` for text and images, which are hit in all of their box.
    path: Option<kurbo::BezPath>,
}

impl Shape {
    /// A rectangle with rounded corners; one without extent is not drawn at all.
    fn of_corners(bounds: Rect, rx: f32, ry: f32) -> Self {
        Self { bounds, path: (!bounds.is_empty()).then(|| outline::rectangle(&bounds, rx, ry)) }
    }

    fn of_path(path: kurbo::BezPath) -> Option<Self> {
        Some(Self { bounds: outline::bounds(&path)?, path: Some(path) })
    }
}

/// How much larger an area is seen.
pub(super) fn scale_of(m: &Affine) -> f32 {
    ((m.a * m.a + m.b * m.b + m.c * m.c + m.d * m.d) / 2.0).sqrt()
}

/// What a pointer can hit of a shape; `None` if nothing.
pub(super) fn area(
    shape: &Shape,
    style: &ComputedStyle,
    svg: Option<&SvgStyle>,
    viewport: &Viewport,
    to_root: &Affine,
) -> Option<SvgArea> {
    let whole = SvgArea { rect: shape.bounds, to_root: *to_root, outline: None };
    let Some(path) = &shape.path else { return Some(whole) };
    if style.pointer_events == PointerEvents::BoundingBox {
        return Some(whole);
    }
    let initial = SvgStyle::default();
    let svg = svg.unwrap_or(&initial);
    let Size { width, height } = viewport.size;
    let stroke_width = svg.stroke_width.resolve(((width * width + height * height) / 2.0).sqrt());
    let outline = Outline::new(path.clone(), svg, style.pointer_events, stroke_width, scale_of(to_root))?;
    Some(SvgArea { rect: outline.reach(&shape.bounds), outline: Some(Arc::new(outline)), ..whole })
}

impl Work<'_> {
    /// A graphics element in its own user space; `None` if it does not draw anything anywhere.
    pub(super) fn shape(
        &self,
        node: NodeId,
        tag: &str,
        viewport: &Viewport,
        style: Option<&ComputedStyle>,
    ) -> Option<Shape> {
        let svg = style.and_then(|s| s.svg.as_deref());
        let (w, h) = (viewport.size.width, viewport.size.height);
        // Percentages of radii refer to the normalized diagonal.
        let diagonal = ((w * w + h * h) / 2.0).sqrt();
        let get = |name: &str, css: fn(&SvgStyle) -> Option<&LengthPercentage>, basis: f32| {
            self.length(node, name, svg.and_then(css), basis)
        };
        match tag {
            "image" | "foreignObject" => Some(Shape { bounds: self.region(node, viewport, (0.0, 0.0)), path: None }),
            "rect" => {
                let bounds = self.region(node, viewport, (0.0, 0.0));
                let (rx, ry) = (get("rx", |s| s.rx.as_ref(), w), get("ry", |s| s.ry.as_ref(), h));
                let (rx, ry) = (rx.or(ry).unwrap_or_default(), ry.or(rx).unwrap_or_default());
                Some(Shape::of_corners(bounds, rx, ry))
            }
            "circle" => {
                let r = get("r", |s| s.r.as_ref(), diagonal).unwrap_or_default().max(0.0);
                let (x, y) = (
                    get("cx", |s| s.cx.as_ref(), w).unwrap_or_default(),
                    get("cy", |s| s.cy.as_ref(), h).unwrap_or_default(),
                );
                let bounds = Rect::new(x - r, y - r, r * 2.0, r * 2.0);
                Some(Shape::of_corners(bounds, r, r))
            }
            "ellipse" => {
                let (rx, ry) = (get("rx", |s| s.rx.as_ref(), w), get("ry", |s| s.ry.as_ref(), h));
                let (rx, ry) = (rx.or(ry).unwrap_or_default().max(0.0), ry.or(rx).unwrap_or_default().max(0.0));
                let (x, y) = (
                    get("cx", |s| s.cx.as_ref(), w).unwrap_or_default(),
                    get("cy", |s| s.cy.as_ref(), h).unwrap_or_default(),
                );
                let bounds = Rect::new(x - rx, y - ry, rx * 2.0, ry * 2.0);
                Some(Shape::of_corners(bounds, rx, ry))
            }
            "line" => {
                let end = |name: &str, basis: f32| self.length(node, name, None, basis).unwrap_or_default();
                let (x1, y1, x2, y2) = (end("x1", w), end("y1", h), end("x2", w), end("y2", h));
                let bounds = Rect::from_edges(x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2));
                Some(Shape { bounds, path: Some(outline::line(Point::new(x1, y1), Point::new(x2, y2))) })
            }
            "polygon" | "polyline" => Shape::of_path(outline::polygon(self.attr(node, "points")?, tag == "polygon")?),
            "path" => {
                let css = svg.and_then(|s| s.d.as_deref());
                Shape::of_path(outline::path(css.or_else(|| self.attr(node, "d"))?)?)
            }
            "text" => self.text(node, viewport, style?).map(|bounds| Shape { bounds, path: None }),
            _ => None,
        }
    }

    /// Approx: one line of text; positions of `tspan`s and per-glyph positions are not followed.
    fn text(&self, node: NodeId, viewport: &Viewport, style: &ComputedStyle) -> Option<Rect> {
        let text = self.dom.text_content(node);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return None;
        }
        // Chrome: set at the size at which it is seen, in whole px, and scaled back.
        let scale = if self.scale.is_finite() && self.scale > 0.0 { self.scale } else { 1.0 };
        let scaled = ComputedStyle {
            font_size: style.font_size * scale,
            letter_spacing: style.letter_spacing * scale,
            word_spacing: style.word_spacing * scale,
            ..ComputedStyle::clone(style)
        };
        let width = single_line::text_advance(&scaled, &text) / scale;
        let metrics = scaled.faces().primary().metrics(scaled.font_size);
        let (ascent, descent) = (metrics.ascent / scale, metrics.descent / scale);
        let first = |name: &str| {
            self.attr(node, name).and_then(|t| t.split([' ', ',']).find(|s| !s.is_empty())).and_then(|t| {
                let length: svgtypes::Length = t.parse().ok()?;
                Some(match length.unit {
                    svgtypes::LengthUnit::Percent => {
                        let basis = if name.ends_with('x') { viewport.size.width } else { viewport.size.height };
                        px(length.number) / 100.0 * basis
                    }
                    svgtypes::LengthUnit::Em => px(length.number) * style.font_size,
                    _ => px(length.number),
                })
            })
        };
        let x = first("x").unwrap_or_default() + first("dx").unwrap_or_default();
        let y = first("y").unwrap_or_default() + first("dy").unwrap_or_default();
        let anchor = style.svg.as_deref().map_or(TextAnchor::Start, |s| s.text_anchor);
        let x = match anchor {
            TextAnchor::Start => x,
            TextAnchor::Middle => x - width / 2.0,
            TextAnchor::End => x - width,
        };
        Some(Rect::new(x, y - ascent, width, ascent + descent))
    }
}
