//! Graphics elements: what each draws, and what of it a pointer can hit.
//!
//! <https://svgwg.org/svg2-draft/shapes.html>, <https://svgwg.org/svg2-draft/text.html>

use std::sync::Arc;

use super::super::outline::{self, MeasuredPath, Outline};
use super::{Viewport, Work};
use crate::dom::NodeId;
use crate::geometry::{Affine, Point, Rect, Size};
use crate::layout::svg_box::{PathKind, SvgArea, SvgPaths};
use crate::style::ComputedStyle;
use crate::style::computed::{Dimension, LengthPercentage, PointerEvents, SvgStyle};

/// A graphics element in its own user space.
pub(super) struct Shape {
    /// The fill bounding box.
    pub(super) bounds: Rect,
    /// `None` for text and images, which are hit in all of their box.
    path: Option<Arc<MeasuredPath>>,
    /// The `image` element that it is.
    image: Option<NodeId>,
}

impl Shape {
    fn of_bounds(bounds: Rect, path: Option<Arc<MeasuredPath>>) -> Self {
        Self { bounds, path, image: None }
    }

    /// A rectangle with rounded corners; one without extent is not drawn at all.
    fn of_corners(bounds: Rect, rx: f32, ry: f32, paths: &SvgPaths) -> Self {
        Self::of_bounds(bounds, (!bounds.is_empty()).then(|| paths.measured(outline::rectangle(&bounds, rx, ry))))
    }

    /// An ellipse; one without extent is not drawn at all.
    fn of_ellipse(bounds: Rect, paths: &SvgPaths) -> Self {
        Self::of_bounds(bounds, (!bounds.is_empty()).then(|| paths.measured(outline::ellipse(&bounds))))
    }

    fn of_path(path: Arc<MeasuredPath>) -> Option<Self> {
        Some(Self::of_bounds(path.bounds()?, Some(path)))
    }
}

/// Returns the factor by which an area is enlarged.
pub(super) fn scale_of(m: &Affine) -> f32 {
    ((m.a * m.a + m.b * m.b + m.c * m.c + m.d * m.d) / 2.0).sqrt()
}

impl Work<'_> {
    /// Returns the area of a shape that is painted or that a pointer can hit; `None` if nothing. That of a clip is what is filled.
    pub(super) fn area(
        &self,
        shape: &Shape,
        style: &ComputedStyle,
        svg: Option<&SvgStyle>,
        viewport: &Viewport,
        to_root: &Affine,
    ) -> Option<SvgArea> {
        let whole = SvgArea {
            rect: shape.bounds,
            to_root: *to_root,
            outline: None,
            used: None,
            image: shape.image,
            text: None,
        };
        let Some(path) = &shape.path else { return Some(whole) };
        let initial = SvgStyle::default();
        let svg = svg.unwrap_or(&initial);
        if self.is_clip {
            let filled = SvgStyle { fill_rule: svg.clip_rule, ..initial };
            let outline = Outline::new(Arc::clone(path), &filled, PointerEvents::Fill, 0.0, scale_of(to_root))?;
            return Some(SvgArea { outline: Some(self.paths.shared(outline)), ..whole });
        }
        if style.pointer_events == PointerEvents::BoundingBox {
            return Some(whole);
        }
        let Size { width, height } = viewport.size;
        let stroke_width = svg.stroke_width.resolve(((width * width + height * height) / 2.0).sqrt());
        let outline = Outline::new(Arc::clone(path), svg, style.pointer_events, stroke_width, scale_of(to_root))?;
        Some(SvgArea { rect: outline.reach(&shape.bounds), outline: Some(self.paths.shared(outline)), ..whole })
    }

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
            "foreignObject" => Some(Shape::of_bounds(self.region(node, viewport, Size::ZERO), None)),
            "image" => Some(Shape { image: Some(node), ..Shape::of_bounds(self.image_region(node, viewport), None) }),
            "rect" => {
                let bounds = self.region(node, viewport, Size::ZERO);
                let (rx, ry) = (get("rx", |s| s.rx.as_ref(), w), get("ry", |s| s.ry.as_ref(), h));
                let (rx, ry) = (rx.or(ry).unwrap_or_default(), ry.or(rx).unwrap_or_default());
                Some(Shape::of_corners(bounds, rx, ry, self.paths))
            }
            "circle" => {
                let r = get("r", |s| s.r.as_ref(), diagonal).unwrap_or_default().max(0.0);
                let (x, y) = (
                    get("cx", |s| s.cx.as_ref(), w).unwrap_or_default(),
                    get("cy", |s| s.cy.as_ref(), h).unwrap_or_default(),
                );
                Some(Shape::of_ellipse(Rect::new(x - r, y - r, r * 2.0, r * 2.0), self.paths))
            }
            "ellipse" => {
                let (rx, ry) = (get("rx", |s| s.rx.as_ref(), w), get("ry", |s| s.ry.as_ref(), h));
                let (rx, ry) = (rx.or(ry).unwrap_or_default().max(0.0), ry.or(rx).unwrap_or_default().max(0.0));
                let (x, y) = (
                    get("cx", |s| s.cx.as_ref(), w).unwrap_or_default(),
                    get("cy", |s| s.cy.as_ref(), h).unwrap_or_default(),
                );
                Some(Shape::of_ellipse(Rect::new(x - rx, y - ry, rx * 2.0, ry * 2.0), self.paths))
            }
            "line" => {
                let end = |name: &str, basis: f32| self.length(node, name, None, basis).unwrap_or_default();
                let (x1, y1, x2, y2) = (end("x1", w), end("y1", h), end("x2", w), end("y2", h));
                let bounds = Rect::from_edges(x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2));
                Some(Shape::of_bounds(
                    bounds,
                    Some(self.paths.measured(outline::line(Point::new(x1, y1), Point::new(x2, y2)))),
                ))
            }
            "polygon" | "polyline" => {
                let kind = if tag == "polygon" { PathKind::Polygon } else { PathKind::Polyline };
                Shape::of_path(self.paths.read(kind, self.attr(node, "points")?)?)
            }
            "path" => {
                let css = svg.and_then(|s| s.d.as_deref());
                Shape::of_path(self.paths.read(PathKind::Path, css.or_else(|| self.attr(node, "d"))?)?)
            }
            "text" => self.text(node, viewport).map(|text| Shape::of_bounds(text.bounds, None)),
            _ => None,
        }
    }
    /// The room of an image; an automatic size is that of its file, or follows the other one.
    fn image_region(&self, node: NodeId, viewport: &Viewport) -> Rect {
        let mut region = self.region(node, viewport, Size::ZERO);
        let is_auto = |dimension: &Dimension| !matches!(dimension, Dimension::Length(_));
        let (width, height) = self.styles.get(node).map_or((true, true), |s| (is_auto(&s.width), is_auto(&s.height)));
        let natural = || {
            let href = self.dom.element(node)?.attributes.iter().find(|a| &*a.name.local == "href")?;
            self.dom.natural_size(self.dom.owner_document(node), &href.value)
        };
        if !(width || height) {
            return region;
        }
        let natural = natural().unwrap_or_default();
        let ratio = natural.ratio.or_else(|| natural.width.zip(natural.height).map(|(width, height)| width / height));
        let ratio = ratio.filter(|&ratio| ratio > 0.0);
        match (width, height) {
            (true, true) => {
                region.width = natural.width.unwrap_or_default();
                region.height = natural.height.unwrap_or_default();
            }
            (true, false) => region.width = ratio.map_or(0.0, |ratio| region.height * ratio),
            (false, _) => region.height = ratio.map_or(0.0, |ratio| region.width / ratio),
        }
        region
    }
}
