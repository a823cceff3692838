//! Boxes of SVG elements: what `getBoundingClientRect` measures, the fill bounding box without stroke.
//!
//! <https://svgwg.org/svg2-draft/coords.html#BoundingBoxes>. The result is relative to the content box of the outermost
//! `svg`; where that is, is the business of CSS layout.
//!
//! Chrome: strokes, markers, clipping and filters do not count; elements that are never rendered (`defs`, gradients,
//! `symbol`) have no box.

mod rendered;
mod shape;
mod text;

use std::sync::Arc;

use svgtypes::{AspectRatio, ViewBox};

pub(super) use self::rendered::foreign_objects;
pub use self::rendered::is_chosen;
use self::rendered::{is_container, is_hidden, is_shown};
use self::shape::scale_of;
use super::matrix;
use super::outline::px;
use super::svg_box::{SvgArea, SvgBox, SvgPaths};
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::geometry::{Affine, Rect, Size};
use crate::style::computed::{Dimension, LengthPercentage, TransformBox};
use crate::style::{ComputedStyle, Styles};

/// Limit: `use` inside of `use`.
const MAX_USE_DEPTH: usize = 8;
/// Limit: elements measured for one `use`; bounds the cost of fans of references.
const MAX_USED_ELEMENTS: usize = 2000;
/// px
const MIN_EXTENT: f32 = 0.001;

/// Measures everything below the outermost `svg` element `root`, whose content box has `size`, in tree order. Linear, but
/// for `use`, which measures what it refers to.
pub(super) fn layout(dom: &Dom, styles: &Styles, root: NodeId, size: Size, paths: &SvgPaths) -> Arc<[SvgBox]> {
    // Chrome: everything in it is zoomed as it is transformed.
    let zoom = styles.get(root).map_or(1.0, |style| style.zoom);
    let mut viewport = viewport_of(dom, root, Size::new(size.width / zoom, size.height / zoom));
    viewport.to_root = Affine { a: zoom, d: zoom, ..Affine::IDENTITY }.then_inner(&viewport.to_root);
    let mut work = Work { dom, styles, paths, out: Vec::new(), budget: MAX_USED_ELEMENTS, scale: 1.0, is_clip: false };
    work.walk(root, &viewport);
    work.out.into()
}

/// Measures everything below an element that is not rendered where it stands, in its user space.
pub(super) fn definition(dom: &Dom, styles: &Styles, node: NodeId, size: Size) -> Arc<[SvgBox]> {
    let is_clip = dom.element(node).is_some_and(|element| &*element.name.local == "clipPath");
    let paths = &SvgPaths::default();
    let mut work = Work { dom, styles, paths, out: Vec::new(), budget: MAX_USED_ELEMENTS, scale: 1.0, is_clip };
    work.walk(node, &Viewport { size, to_root: Affine::IDENTITY, clip: None });
    work.out.into()
}

/// The natural size and ratio of an outermost `svg`: `width`, `height` as lengths, the ratio of the `viewBox`.
pub(crate) fn natural_ratio(dom: &Dom, root: NodeId) -> Option<f32> {
    let view = dom.attr(root, &local_name!("viewBox")).and_then(view_box)?;
    (view.width > 0.0 && view.height > 0.0).then(|| view.width / view.height)
}

/// A length attribute of an outermost `svg`, px; `None` without one, and for percentages.
pub(crate) fn fixed_length(dom: &Dom, root: NodeId, name: &str, font_size: f32) -> Option<f32> {
    let element = dom.element(root)?;
    let text = element.attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name)?.value.trim();
    let length: svgtypes::Length = text.parse().ok()?;
    let number = px(length.number);
    (number >= 0.0 && length.unit != svgtypes::LengthUnit::Percent)
        .then(|| absolute(number, length.unit, font_size, 0.0))
}

/// A length as an attribute has it, px; percentages are of `basis`.
#[must_use]
pub fn svg_length(text: &str, font_size: f32, basis: f32) -> Option<f32> {
    let length: svgtypes::Length = text.trim().parse().ok()?;
    Some(absolute(px(length.number), length.unit, font_size, basis))
}

/// A length in px; percentages are of `basis`.
fn absolute(number: f32, unit: svgtypes::LengthUnit, font_size: f32, basis: f32) -> f32 {
    use svgtypes::LengthUnit as Unit;
    match unit {
        Unit::None | Unit::Px => number,
        Unit::Percent => number / 100.0 * basis,
        Unit::Em => number * font_size,
        Unit::Ex => number * font_size / 2.0,
        Unit::In => number * 96.0,
        Unit::Cm => number * 96.0 / 2.54,
        Unit::Mm => number * 96.0 / 25.4,
        Unit::Pt => number * 4.0 / 3.0,
        Unit::Pc => number * 16.0,
    }
}

/// A viewport: what percentages refer to, and the transform from user space to the content box of the outermost `svg`.
#[derive(Debug, Clone, Copy)]
struct Viewport {
    size: Size,
    to_root: Affine,
    clip: Option<Rect>,
}

struct Work<'a> {
    dom: &'a Dom,
    styles: &'a Styles,
    paths: &'a SvgPaths,
    out: Vec<SvgBox>,
    budget: usize,
    /// From the user space of the element at hand to px.
    scale: f32,
    /// It measures what `clip-rule` fills, not what is painted.
    is_clip: bool,
}

/// An element on the way down: the children are measured before the element's own box is known.
struct Open {
    /// The index of its box in `out`.
    slot: usize,
    next: Option<NodeId>,
    viewport: Viewport,
    /// From the element's own user space to the root.
    to_root: Affine,
    bounds: Option<Rect>,
    container: bool,
}

/// A `viewBox` attribute.
#[must_use]
pub fn view_box(text: &str) -> Option<Rect> {
    let view: ViewBox = text.parse().ok()?;
    Some(Rect::new(px(view.x), px(view.y), px(view.w), px(view.h)))
}

/// From a view box to a viewport of a size; `ratio` is a `preserveAspectRatio`.
///
/// <https://svgwg.org/svg2-draft/coords.html#ComputingAViewportsTransform>
#[must_use]
pub fn view_box_transform(view: &Rect, size: Size, ratio: Option<&str>) -> Affine {
    let ratio: AspectRatio = ratio.and_then(|text| text.trim().parse().ok()).unwrap_or_default();
    let view = &Rect { width: view.width.max(MIN_EXTENT), height: view.height.max(MIN_EXTENT), ..*view };
    let (mut sx, mut sy) = (size.width / view.width, size.height / view.height);
    use svgtypes::Align;
    if ratio.align != Align::None {
        let scale = if ratio.slice { sx.max(sy) } else { sx.min(sy) };
        (sx, sy) = (scale, scale);
    }
    let (spare_x, spare_y) = (size.width - view.width * sx, size.height - view.height * sy);
    let (fx, fy) = match ratio.align {
        Align::None | Align::XMinYMin => (0.0, 0.0),
        Align::XMidYMin => (0.5, 0.0),
        Align::XMaxYMin => (1.0, 0.0),
        Align::XMinYMid => (0.0, 0.5),
        Align::XMidYMid => (0.5, 0.5),
        Align::XMaxYMid => (1.0, 0.5),
        Align::XMinYMax => (0.0, 1.0),
        Align::XMidYMax => (0.5, 1.0),
        Align::XMaxYMax => (1.0, 1.0),
    };
    Affine { a: sx, b: 0.0, c: 0.0, d: sy, e: spare_x * fx - view.x * sx, f: spare_y * fy - view.y * sy }
}

/// The user space of an `svg` (or `symbol`) element with a viewport of `size`.
fn viewport_of(dom: &Dom, node: NodeId, size: Size) -> Viewport {
    let view = dom.attr(node, &local_name!("viewBox")).and_then(view_box).filter(|v| v.width > 0.0 && v.height > 0.0);
    // Chrome: a viewport without extent does not scale.
    let Some(view) = view.filter(|_| size.width > 0.0 && size.height > 0.0) else {
        return Viewport { size, to_root: Affine::IDENTITY, clip: None };
    };
    let to_root = view_box_transform(&view, size, dom.attr(node, &local_name!("preserveAspectRatio")));
    Viewport { size: view.size(), to_root, clip: None }
}

impl Work<'_> {
    fn tag(&self, node: NodeId) -> &str {
        self.dom.element(node).filter(|e| e.name.ns == ns!(svg)).map_or("", |e| &e.name.local)
    }

    fn attr(&self, node: NodeId, name: &str) -> Option<&str> {
        let element = self.dom.element(node)?;
        element.attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name).map(|a| &*a.value)
    }

    fn shown(&self, node: NodeId) -> bool {
        is_shown(self.dom, self.styles, node)
    }

    /// Depth first with a stack of its own.
    fn walk(&mut self, root: NodeId, viewport: &Viewport) {
        let mut stack = vec![Open {
            slot: usize::MAX,
            next: self.dom.node(root).first_child,
            viewport: *viewport,
            to_root: viewport.to_root,
            bounds: None,
            container: true,
        }];
        while let Some(top) = stack.last_mut() {
            let Some(child) = top.next else {
                let done = stack.pop();
                if let (Some(done), Some(parent)) = (done, stack.last_mut()) {
                    self.close(&done, parent);
                }
                continue;
            };
            top.next = self.dom.node(child).next_sibling;
            if !top.container {
                continue;
            }
            let (viewport, to_root) = (top.viewport, top.to_root);
            if self.shown(child) {
                let open = self.open(child, &viewport, &to_root);
                stack.push(open);
            }
        }
    }

    fn open(&mut self, node: NodeId, viewport: &Viewport, parent: &Affine) -> Open {
        let tag = self.tag(node).to_owned();
        let style = self.styles.get(node).cloned();
        let mut to_root = *parent;
        let mut inner = *viewport;
        let mut bounds = None;
        let mut areas = Vec::new();
        // Approx: containers and text, whose boxes are not known yet, have the viewport as reference box in any case.
        let shape = (!is_container(&tag) && tag != "text").then(|| {
            self.scale = scale_of(parent);
            self.shape(node, &tag, viewport, style.as_deref())
        });
        let shape = shape.flatten();
        let around = shape.as_ref().map(|shape| shape.bounds);
        to_root = to_root.then_inner(&transform(style.as_deref(), viewport, around));
        self.scale = scale_of(&to_root);
        match &*tag {
            "svg" => {
                let rect = self.region(node, viewport, viewport.size);
                to_root = to_root.then_inner(&Affine::translation(rect.x, rect.y));
                let nested = viewport_of(self.dom, node, rect.size());
                inner = Viewport {
                    size: nested.size,
                    to_root: Affine::IDENTITY,
                    clip: Some(to_root.apply_rect(&Rect::new(0.0, 0.0, rect.width, rect.height))),
                };
                to_root = to_root.then_inner(&nested.to_root);
            }
            "use" => bounds = self.used(node, viewport, &to_root, &mut areas, 0),
            "g" | "a" | "switch" => {}
            "text" => return self.open_text(node, viewport, to_root),
            _ => {
                if let (Some(shape), Some(style)) = (&shape, &style) {
                    areas.reserve_exact(1);
                    areas.extend(self.area(shape, style, style.svg.as_deref(), viewport, &to_root));
                }
                bounds = shape.map(|shape| shape.bounds);
            }
        }
        let slot = self.out.len();
        let rect = bounds.unwrap_or_default();
        self.out.push(SvgBox { node, rect, to_root, clip: viewport.clip, areas });
        // The contents of foreign objects are not SVG shapes.
        let container = is_container(&tag) && tag != "use";
        let next = self.dom.node(node).first_child;
        Open { slot, next: next.filter(|_| container), viewport: inner, to_root, bounds, container }
    }

    /// A container's box is what its children cover; an empty one has none.
    fn close(&mut self, done: &Open, parent: &mut Open) {
        let Some(bounds) = done.bounds else { return };
        if let Some(slot) = self.out.get_mut(done.slot) {
            slot.rect = bounds;
        }
        // Into the parent's user space.
        let Some(inverse) = parent.to_root.invert() else { return };
        let there = inverse.then_inner(&done.to_root).apply_rect(&bounds);
        parent.bounds = Some(parent.bounds.map_or(there, |b| b.union(&there)));
    }

    /// A length of an attribute, or of the CSS property of the same name.
    fn length(&self, node: NodeId, name: &str, css: Option<&LengthPercentage>, basis: f32) -> Option<f32> {
        if let Some(length) = css {
            return Some(length.resolve(basis));
        }
        let font_size = self.styles.get(node).map_or(16.0, |s| s.font_size);
        svg_length(self.attr(node, name)?, font_size, basis)
    }

    /// `x`, `y`, `width`, `height` of a nested `svg`, `image`, `foreignObject`: those that are automatic are these.
    fn region(&self, node: NodeId, viewport: &Viewport, auto: Size) -> Rect {
        let style = self.styles.get(node);
        let svg = style.and_then(|s| s.svg.as_deref());
        // Where they are properties, the attributes are among what the cascade looked at. Chrome: no keyword is a size.
        let is_property = matches!(self.tag(node), "rect" | "image" | "foreignObject" | "svg");
        let size = |dimension: Option<&Dimension>, name: &str, basis: f32, auto: f32| match dimension {
            Some(Dimension::Length(length)) => length.resolve(basis),
            Some(_) if is_property => auto,
            _ => self.length(node, name, None, basis).unwrap_or(auto),
        };
        Rect::new(
            self.length(node, "x", svg.and_then(|s| s.x.as_ref()), viewport.size.width).unwrap_or_default(),
            self.length(node, "y", svg.and_then(|s| s.y.as_ref()), viewport.size.height).unwrap_or_default(),
            size(style.map(|s| &s.width), "width", viewport.size.width, auto.width).max(0.0),
            size(style.map(|s| &s.height), "height", viewport.size.height, auto.height).max(0.0),
        )
    }

    /// Returns the bounds of what `use` shows, in the user space of the `use` element; `to_root` is from there.
    fn used(
        &mut self,
        node: NodeId,
        viewport: &Viewport,
        to_root: &Affine,
        areas: &mut Vec<SvgArea>,
        depth: usize,
    ) -> Option<Rect> {
        if depth >= MAX_USE_DEPTH || self.budget == 0 {
            return None;
        }
        self.budget -= 1;
        let element = self.dom.element(node)?;
        let href = element.attributes.iter().find(|a| &*a.name.local == "href")?.value.trim();
        let id = crate::dom::Atom::from(href.strip_prefix('#')?);
        let target = self.dom.get_element_by_id(self.dom.tree_root(node), &id)?;
        if target == node || self.dom.contains(target, node) {
            return None;
        }
        let svg = self.styles.get(node).and_then(|s| s.svg.as_deref()).cloned();
        let x =
            self.length(node, "x", svg.as_ref().and_then(|s| s.x.as_ref()), viewport.size.width).unwrap_or_default();
        let y =
            self.length(node, "y", svg.as_ref().and_then(|s| s.y.as_ref()), viewport.size.height).unwrap_or_default();
        let to_root = to_root.then_inner(&Affine::translation(x, y));
        let bounds = match self.tag(target) {
            "symbol" | "svg" => {
                let mut region = self.region(node, viewport, viewport.size);
                (region.x, region.y) = (0.0, 0.0);
                let nested = viewport_of(self.dom, target, region.size());
                let inner = Viewport { size: nested.size, to_root: Affine::IDENTITY, clip: None };
                let to_root = to_root.then_inner(&nested.to_root);
                let inside = self.used_children(target, node, &inner, &to_root, areas, depth)?;
                Some(nested.to_root.apply_rect(&inside))
            }
            "" => None,
            _ => self.used_element(target, node, viewport, &to_root, areas, depth),
        }?;
        Some(Rect::new(bounds.x + x, bounds.y + y, bounds.width, bounds.height))
    }

    fn used_children(
        &mut self,
        node: NodeId,
        user: NodeId,
        viewport: &Viewport,
        to_root: &Affine,
        areas: &mut Vec<SvgArea>,
        depth: usize,
    ) -> Option<Rect> {
        let mut all: Option<Rect> = None;
        let children: Vec<NodeId> = self.dom.children(node).collect();
        for child in children {
            let tag = self.tag(child);
            if tag.is_empty() || is_hidden(tag) || !is_chosen(self.dom, child) {
                continue;
            }
            if let Some(rect) = self.used_element(child, user, viewport, to_root, areas, depth + 1) {
                all = Some(all.map_or(rect, |a| a.union(&rect)));
            }
        }
        all
    }

    /// The box of a referenced element in the user space around it. Recursion is bounded by [`MAX_USE_DEPTH`].
    ///
    /// Approx: an element without any style for SVG is painted as `user`, the `use` element, is; one that has some inherits
    /// the rest from where it stands.
    fn used_element(
        &mut self,
        node: NodeId,
        user: NodeId,
        viewport: &Viewport,
        parent: &Affine,
        areas: &mut Vec<SvgArea>,
        depth: usize,
    ) -> Option<Rect> {
        if depth >= MAX_USE_DEPTH || self.budget == 0 {
            return None;
        }
        self.budget -= 1;
        let style = self.styles.get(node).cloned();
        let tag = self.tag(node).to_owned();
        let shape = if is_container(&tag) {
            None
        } else {
            self.scale = scale_of(parent);
            Some(self.shape(node, &tag, viewport, style.as_deref())?)
        };
        let around = shape.as_ref().filter(|_| tag != "text").map(|shape| shape.bounds);
        let transform = transform(style.as_deref(), viewport, around);
        let to_root = parent.then_inner(&transform);
        let bounds = match (&*tag, shape) {
            ("use", _) => self.used(node, viewport, &to_root, areas, depth + 1)?,
            ("svg", _) => {
                let rect = self.region(node, viewport, viewport.size);
                let nested = viewport_of(self.dom, node, rect.size());
                let inner = Viewport { size: nested.size, to_root: Affine::IDENTITY, clip: None };
                let placed = Affine::translation(rect.x, rect.y).then_inner(&nested.to_root);
                let inside = self.used_children(node, user, &inner, &to_root.then_inner(&placed), areas, depth)?;
                placed.apply_rect(&inside)
            }
            (_, None) => self.used_children(node, user, viewport, &to_root, areas, depth)?,
            (_, Some(shape)) => {
                let around = self.styles.get(user);
                if let Some(style) = style.as_ref().or(around) {
                    let svg = style.svg.as_deref().or_else(|| around.and_then(|style| style.svg.as_deref()));
                    let area = self.area(&shape, style, svg, viewport, &to_root);
                    areas.extend(area.map(|area| SvgArea { used: Some(Arc::clone(style)), ..area }));
                }
                shape.bounds
            }
        };
        Some(transform.apply_rect(&bounds))
    }
}

/// The box around the stroke of an element. Approx: its sharp corners point no further than round ones.
pub(super) fn stroke_box(bounds: &Rect, style: &ComputedStyle, Size { width, height }: Size) -> Rect {
    let svg = style.svg.as_deref().filter(|svg| svg.stroke.is_some());
    let diagonal = ((width * width + height * height) / 2.0).sqrt();
    let by = svg.map_or(0.0, |svg| svg.stroke_width.resolve(diagonal) / 2.0);
    Rect::new(bounds.x - by, bounds.y - by, bounds.width + 2.0 * by, bounds.height + 2.0 * by)
}

/// `transform` of an element that is not rendered where it stands.
pub(super) fn own_transform(style: Option<&ComputedStyle>, size: Size) -> Affine {
    transform(style, &Viewport { size, to_root: Affine::IDENTITY, clip: None }, None)
}

/// `transform` of an element, from its own user space to the one around it; `around` is its fill bounding box if known.
///
/// <https://drafts.csswg.org/css-transforms-1/#transform-box>
fn transform(style: Option<&ComputedStyle>, viewport: &Viewport, around: Option<Rect>) -> Affine {
    let Some(transform) = style.and_then(|s| s.transform.as_deref()).filter(|t| !t.functions.is_empty()) else {
        return Affine::IDENTITY;
    };
    let Size { width, height } = viewport.size;
    let reference = match (transform.transform_box, around) {
        (TransformBox::ViewBox, _) | (_, None) => Rect::new(0.0, 0.0, width, height),
        (TransformBox::StrokeBox | TransformBox::BorderBox, Some(bounds)) => {
            style.map_or(bounds, |style| stroke_box(&bounds, style, viewport.size))
        }
        (_, Some(bounds)) => bounds,
    };
    let (x, y) = (
        reference.x + transform.origin.0.resolve(reference.width),
        reference.y + transform.origin.1.resolve(reference.height),
    );
    let functions = transform.functions.iter();
    functions
        .fold(Affine::translation(x, y), |all, function| all.then_inner(&matrix::plane(function, reference.size())))
        .then_inner(&Affine::translation(-x, -y))
}
