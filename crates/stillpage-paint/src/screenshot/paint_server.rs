//! Paint servers of SVG: gradients as shaders.
//!
//! <https://svgwg.org/svg2-draft/pservers.html>

use tiny_skia::{GradientStop, LinearGradient, Point, RadialGradient, Shader, SpreadMode, Transform};

use super::path::{from_shares, skia_color};
use crate::dom::{Atom, Dom, NodeId, local_name, ns};
use crate::geometry::{Rect, Size};
use crate::layout::{svg_length, view_box, view_box_transform};
use crate::page::Page;
use crate::style::computed::SvgStyle;
use crate::style::transform_list;

/// Limit: gradients that take what they do not say from each other.
const MAX_TEMPLATES: usize = 16;
/// The share of the radius within which a focal point is kept.
const FOCAL_LIMIT: f32 = 0.99;
/// px
const INITIAL_FONT_SIZE: f32 = 16.0;

/// A gradient or pattern with those that it takes the rest from, itself first.
pub(super) struct Server<'a> {
    dom: &'a Dom,
    chain: Vec<NodeId>,
}

/// The paint of a server.
pub(super) enum Served<'a> {
    /// The address is of nothing that paints.
    Missing,
    /// Nothing: a gradient without stops or without extent.
    Nothing,
    Shader(Shader<'static>),
    Pattern(Server<'a>),
}

/// A tile of a pattern.
pub(super) struct PatternTile {
    /// The element whose children are in it.
    pub(super) node: NodeId,
    /// Its area, in the user space of the shape without `transform`.
    pub(super) area: Rect,
    /// From the user space of the children to that space.
    pub(super) content: Transform,
    /// The size that percentages of the children are of.
    pub(super) size: Size,
    /// `patternTransform`
    pub(super) transform: Transform,
}

/// The shader of the gradient at `url`, which must be in the tree of `node`, for a shape of these bounds in its user space.
pub(super) fn served<'a>(page: &'a Page, url: &str, node: NodeId, bounds: &Rect, opacity: f32) -> Served<'a> {
    let dom = page.dom();
    let Some(server) = Server::at(dom, url, dom.tree_root(node)) else { return Served::Missing };
    let Some(first) = server.chain.first().and_then(|&first| dom.element(first)) else { return Served::Missing };
    let is_radial = match &*first.name.local {
        "linearGradient" => false,
        "radialGradient" => true,
        "pattern" => return Served::Pattern(server),
        _ => return Served::Missing,
    };
    server.shader(page, node, is_radial, bounds, opacity).map_or(Served::Nothing, Served::Shader)
}

impl<'a> Server<'a> {
    fn at(dom: &'a Dom, url: &str, root: NodeId) -> Option<Self> {
        let of = |url: &str| dom.get_element_by_id(root, &Atom::from(url.trim().strip_prefix('#')?));
        let mut chain = vec![of(url)?];
        while let Some(&last) = chain.last() {
            let href = dom.element(last)?.attributes.iter().find(|attribute| *attribute.name.local == *"href");
            match href.and_then(|href| of(&href.value)) {
                Some(next) if !chain.contains(&next) && chain.len() < MAX_TEMPLATES => chain.push(next),
                _ => break,
            }
        }
        Some(Self { dom, chain })
    }

    /// The attribute of the first that has it.
    fn attribute(&self, name: &str) -> Option<&'a str> {
        self.chain.iter().find_map(|&node| {
            let attributes = &self.dom.element(node)?.attributes;
            let found = attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name);
            found.map(|attribute| attribute.value.trim())
        })
    }

    fn coordinate(&self, name: &str, basis: f32) -> Option<f32> {
        length(self.attribute(name)?, basis)
    }

    /// The tile of a pattern for a shape of these bounds; `None` if it has no extent or nothing in it.
    pub(super) fn tile(&self, page: &Page, node: NodeId, bounds: &Rect) -> Option<PatternTile> {
        let is_of_user_space = |name: &str, preset: bool| match self.attribute(name) {
            Some("userSpaceOnUse") => true,
            Some("objectBoundingBox") => false,
            _ => preset,
        };
        let size = viewport(page, node);
        let area = if is_of_user_space("patternUnits", false) {
            let x = |name: &str| self.coordinate(name, size.width).unwrap_or(0.0);
            let y = |name: &str| self.coordinate(name, size.height).unwrap_or(0.0);
            Rect::new(x("x"), y("y"), x("width"), y("height"))
        } else {
            let share = |name: &str| self.coordinate(name, 1.0).unwrap_or(0.0);
            Rect::new(
                bounds.x + share("x") * bounds.width,
                bounds.y + share("y") * bounds.height,
                share("width") * bounds.width,
                share("height") * bounds.height,
            )
        };
        let is_finite = [area.x, area.y, area.width, area.height].iter().all(|edge| edge.is_finite());
        if !is_finite || area.width <= 0.0 || area.height <= 0.0 {
            return None;
        }
        let content = match self.attribute("viewBox").and_then(view_box) {
            Some(view) => fitted(&view, &area, self.attribute("preserveAspectRatio")),
            // Chrome: the contents begin at the corner of the tile.
            None if is_of_user_space("patternContentUnits", true) => Transform::from_translate(area.x, area.y),
            None => Transform::from_row(bounds.width, 0.0, 0.0, bounds.height, area.x, area.y),
        };
        let transform = self.attribute("patternTransform").and_then(transform_list);
        let transform = transform.map_or(Transform::identity(), |m| Transform::from_row(m.a, m.b, m.c, m.d, m.e, m.f));
        let node = self.chain.iter().copied().find(|&node| self.dom.child_elements(node).next().is_some())?;
        Some(PatternTile { node, area, content, size, transform })
    }

    fn shader(
        &self,
        page: &Page,
        node: NodeId,
        is_radial: bool,
        bounds: &Rect,
        opacity: f32,
    ) -> Option<Shader<'static>> {
        let mut stops = self.stops(page, opacity);
        let last = stops.last()?.1;
        let is_of_user_space = self.attribute("gradientUnits") == Some("userSpaceOnUse");
        let own = self.attribute("gradientTransform").and_then(transform_list);
        let own = own.map_or(Transform::identity(), |m| Transform::from_row(m.a, m.b, m.c, m.d, m.e, m.f));
        let (size, transform) = if is_of_user_space {
            (viewport(page, node), own)
        } else {
            if bounds.is_empty() {
                return None;
            }
            (Size::new(1.0, 1.0), from_shares(bounds).pre_concat(own))
        };
        let mode = match self.attribute("spreadMethod") {
            Some("reflect") => SpreadMode::Reflect,
            Some("repeat") => SpreadMode::Repeat,
            _ => SpreadMode::Pad,
        };
        let solid = || Some(Shader::SolidColor(last));
        if stops.len() == 1 {
            return solid();
        }
        let stops = stops.drain(..).map(|(offset, color)| GradientStop::new(offset, color)).collect();
        let x = |name: &str, preset: f32| self.coordinate(name, size.width).unwrap_or(preset * size.width);
        let y = |name: &str, preset: f32| self.coordinate(name, size.height).unwrap_or(preset * size.height);
        if !is_radial {
            let (from, to) = (Point::from_xy(x("x1", 0.0), y("y1", 0.0)), Point::from_xy(x("x2", 1.0), y("y2", 0.0)));
            return if from == to { solid() } else { LinearGradient::new(from, to, stops, mode, transform) };
        }
        let diagonal = libm::hypotf(size.width, size.height) / std::f32::consts::SQRT_2;
        let radius = |name: &str, preset: f32| self.coordinate(name, diagonal).unwrap_or(preset * diagonal).max(0.0);
        let center = Point::from_xy(x("cx", 0.5), y("cy", 0.5));
        let (outer, inner) = (radius("r", 0.5), radius("fr", 0.0));
        if outer <= inner {
            return solid();
        }
        let mut focus = Point::from_xy(
            self.coordinate("fx", size.width).unwrap_or(center.x),
            self.coordinate("fy", size.height).unwrap_or(center.y),
        );
        let off = libm::hypotf(focus.x - center.x, focus.y - center.y);
        if off > outer * FOCAL_LIMIT {
            let share = outer * FOCAL_LIMIT / off;
            focus = Point::from_xy(center.x + (focus.x - center.x) * share, center.y + (focus.y - center.y) * share);
        }
        RadialGradient::new(focus, inner, center, outer, stops, mode, transform)
    }

    /// The stops of the first that has any: where, from 0 to 1, and the colour.
    fn stops(&self, page: &Page, opacity: f32) -> Vec<(f32, tiny_skia::Color)> {
        let of = |node: &NodeId| {
            let children = self.dom.child_elements(*node);
            children.filter(|&child| self.dom.element(child).is_some_and(|e| *e.name.local == *"stop")).collect()
        };
        let nodes: Vec<NodeId> = self.chain.iter().map(of).find(|stops: &Vec<_>| !stops.is_empty()).unwrap_or_default();
        let initial = SvgStyle::default();
        let mut least = 0.0_f32;
        let mut stops = Vec::with_capacity(nodes.len());
        for node in nodes {
            let text = self.dom.attr(node, &local_name!("offset")).unwrap_or_default().trim();
            let share =
                text.strip_suffix('%').map_or_else(|| text.parse(), |share| share.parse().map(|s: f32| s / 100.0));
            least = least.max(share.ok().filter(|share| share.is_finite()).unwrap_or(0.0).clamp(0.0, 1.0));
            let Some(style) = page.styles().get(node) else { continue };
            let svg = style.svg.as_deref().unwrap_or(&initial);
            if let Some(color) = style.used_color(svg.stop_color) {
                stops.push((least, skia_color(color.faded(svg.stop_opacity * opacity))));
            }
        }
        stops
    }
}

/// From a view box to the area that shows it.
pub(super) fn fitted(view: &Rect, area: &Rect, ratio: Option<&str>) -> Transform {
    let m = view_box_transform(view, area.size(), ratio);
    Transform::from_row(m.a, m.b, m.c, m.d, m.e + area.x, m.f + area.y)
}

/// The size that percentages of user space are of: that of the view box of the nearest `svg`, or of its content box.
pub(super) fn viewport(page: &Page, node: NodeId) -> Size {
    let dom = page.dom();
    let is_svg = |&node: &NodeId| dom.element(node).is_some_and(|e| e.name.local == local_name!("svg"));
    let Some(svg) = std::iter::once(node).chain(dom.ancestors(node)).find(is_svg) else { return Size::new(0.0, 0.0) };
    let view = dom.attr(svg, &local_name!("viewBox")).and_then(view_box).map(|view| view.size());
    let content = || page.layout().get(svg).map(|layout_box| layout_box.content.size());
    view.or_else(content).unwrap_or(Size::new(0.0, 0.0))
}

/// A length in px; percentages are of `basis`. Approx: units of fonts are those of the initial font.
pub(super) fn length(text: &str, basis: f32) -> Option<f32> {
    svg_length(text, INITIAL_FONT_SIZE, basis).filter(|length| length.is_finite())
}

/// The value of an attribute of an element.
pub(super) fn attribute<'d>(dom: &'d Dom, node: NodeId, name: &str) -> Option<&'d str> {
    let attributes = &dom.element(node)?.attributes;
    attributes.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
