//! Markers of SVG: the places of what is painted at the ends and corners of lines.
//!
//! <https://svgwg.org/svg2-draft/painting.html#Markers>

use tiny_skia::{Path, PathSegment, Point, Transform};

use super::paint_server::{fitted, length};
use crate::dom::{Atom, ElementData, NodeId};
use crate::geometry::{Rect, Size};
use crate::layout::{DrawnShape, view_box};
use crate::limits::Budget;
use crate::page::Page;

/// Limit: markers of a shape.
const MAX_MARKERS: usize = 2000;
/// Steps that it takes to place a marker.
const MARKER_STEPS: u64 = 1000;

/// A corner of a line: the directions in which the line comes and goes.
struct Corner {
    at: Point,
    from: Option<Point>,
    to: Option<Point>,
}

/// A marker of a shape.
pub(super) struct PlacedMarker {
    /// The `marker` element.
    pub(super) node: NodeId,
    /// From the user space of its contents to that of the shape.
    pub(super) to_shape: Transform,
    /// The size that percentages of its contents are of.
    pub(super) size: Size,
}

/// The markers of a shape with this path. Approx: those that attributes of the shape itself name; they are not clipped.
pub(super) fn markers(page: &Page, drawn: &DrawnShape<'_>, path: &Path, budget: &Budget) -> Vec<PlacedMarker> {
    let dom = page.dom();
    let Some(element) = dom.element(drawn.node) else { return Vec::new() };
    if !matches!(&*element.name.local, "path" | "line" | "polyline" | "polygon") {
        return Vec::new();
    }
    let marker = |name: &str| {
        let id = attribute(element, name)?.trim().strip_prefix("url(")?.trim_end_matches(')');
        let id = id.trim().trim_matches(['"', '\'']).strip_prefix('#')?;
        let node = dom.get_element_by_id(dom.tree_root(drawn.node), &Atom::from(id))?;
        dom.element(node).filter(|element| &*element.name.local == "marker").map(|_| node)
    };
    let (start, middle, end) = (marker("marker-start"), marker("marker-mid"), marker("marker-end"));
    if start.is_none() && middle.is_none() && end.is_none() {
        return Vec::new();
    }
    let width = drawn.outline.stroke().map_or(1.0, |(width, ..)| width);
    let corners = corners(path);
    let last = corners.len().saturating_sub(1);
    let mut placed = Vec::new();
    for (index, corner) in corners.iter().enumerate() {
        let own = [(index == 0, start), (index > 0 && index < last, middle), (index == last && last > 0, end)];
        for node in own.into_iter().filter_map(|(is_here, node)| node.filter(|_| is_here)) {
            if !budget.spend(MARKER_STEPS) {
                return placed;
            }
            placed.extend(place(page, node, (corner, index == 0, width)));
        }
    }
    placed
}

fn attribute<'e>(element: &'e ElementData, name: &str) -> Option<&'e str> {
    element.attributes.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}

/// A marker at a corner; `None` if it has no extent.
fn place(page: &Page, node: NodeId, (corner, is_start, stroke): (&Corner, bool, f32)) -> Option<PlacedMarker> {
    let element = page.dom().element(node)?;
    let of = |name: &str| attribute(element, name);
    let part = |name: &str, preset: f32| of(name).and_then(|text| length(text, 0.0)).unwrap_or(preset);
    let area = Rect::new(0.0, 0.0, part("markerWidth", 3.0), part("markerHeight", 3.0));
    if area.width <= 0.0 || area.height <= 0.0 {
        return None;
    }
    let view = of("viewBox").and_then(view_box);
    let content = view.map_or(Transform::identity(), |view| fitted(&view, &area, of("preserveAspectRatio")));
    let size = view.map_or(Size::new(area.width, area.height), |view| view.size());
    let edge = |name: &str, start: f32, length_of: f32| match of(name).map(str::trim) {
        Some("left" | "top") => start,
        Some("center") => start + length_of / 2.0,
        Some("right" | "bottom") => start + length_of,
        _ => part(name, 0.0),
    };
    let (left, top) = view.map_or((0.0, 0.0), |view| (view.x, view.y));
    let mut anchor = Point::from_xy(edge("refX", left, size.width), edge("refY", top, size.height));
    content.map_point(&mut anchor);
    let degrees = match of("orient").map(str::trim).unwrap_or_default() {
        "auto" => direction(corner),
        "auto-start-reverse" => direction(corner) + if is_start { 180.0 } else { 0.0 },
        angle => angle.trim_end_matches("deg").parse().ok().filter(|angle: &f32| angle.is_finite()).unwrap_or(0.0),
    };
    let scale = if of("markerUnits") == Some("userSpaceOnUse") { 1.0 } else { stroke };
    let to_shape = Transform::from_translate(corner.at.x, corner.at.y)
        .pre_concat(Transform::from_rotate(degrees))
        .pre_scale(scale, scale)
        .pre_translate(-anchor.x, -anchor.y)
        .pre_concat(content);
    Some(PlacedMarker { node, to_shape, size })
}

/// The direction of a line at a corner, degrees: between those in which it comes and goes.
fn direction(corner: &Corner) -> f32 {
    let unit = |vector: Option<Point>| {
        let vector = vector?;
        let length = vector.length();
        (length > 0.0).then(|| Point::from_xy(vector.x / length, vector.y / length))
    };
    let sum = match (unit(corner.from), unit(corner.to)) {
        (Some(from), Some(to)) => from + to,
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => return 0.0,
    };
    libm::atan2f(sum.y, sum.x).to_degrees()
}

fn corners(path: &Path) -> Vec<Corner> {
    let mut corners: Vec<Corner> = Vec::new();
    let mut first = 0;
    for segment in path.segments() {
        if corners.len() >= MAX_MARKERS {
            break;
        }
        let Some(last) = corners.last().map(|corner| corner.at) else {
            if let PathSegment::MoveTo(at) = segment {
                corners.push(Corner { at, from: None, to: None });
            }
            continue;
        };
        let (out, into, at) = match segment {
            PathSegment::MoveTo(at) => {
                first = corners.len();
                corners.push(Corner { at, from: None, to: None });
                continue;
            }
            PathSegment::LineTo(at) => (at - last, at - last, at),
            PathSegment::QuadTo(a, at) => (a - last, at - a, at),
            PathSegment::CubicTo(a, b, at) => {
                let out = if a == last { b - last } else { a - last };
                (out, if b == at { at - a } else { at - b }, at)
            }
            PathSegment::Close => {
                let Some(at) = corners.get(first).map(|corner| corner.at) else { continue };
                (at - last, at - last, at)
            }
        };
        if let Some(before) = corners.last_mut() {
            before.to = Some(out);
        }
        corners.push(Corner { at, from: Some(into), to: None });
    }
    corners
}
