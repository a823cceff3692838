//! Elements that something else covers wherever a pointer tries: cookie bars, sticky headers, overlays.

use super::lineage::{apart, lands};
use super::map::HitMap;
use super::verdict::{Policy, opaque};
use crate::dom::NodeId;
use crate::geometry::{Point, Rect};
use crate::style::computed::Position;

/// The sample points in the visible part of a client rect, as fractions of its size: the middle, then near the corners, then near
/// the edges.
const SAMPLES: [(f32, f32); 9] =
    [(0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9), (0.5, 0.1), (0.5, 0.9), (0.1, 0.5), (0.9, 0.5)];

/// Limit: an inline link over many lines is judged by its first eight.
const RECTS: usize = 8;

/// Points a side, for who looks for a free one: 11 make a point every few px on what is clicked.
const GRID: u8 = 11;

/// The element that covers another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cover {
    /// The element that a pointer hits there.
    pub hit: NodeId,
    /// The bar, overlay or dialog that it belongs to, or itself.
    pub overlay: NodeId,
}

/// Returns what covers an element; `None` if a click on any sampled point of it would land (under [`Policy::Lineage`]).
///
/// Also `None` if no part of it shows, and if a canvas, a plugin or a frame that was not saved is in front: nobody
/// knows what those let through.
#[must_use]
pub fn cover(map: &HitMap<'_>, node: NodeId) -> Option<Cover> {
    let mut by = None;
    for part in parts(map, node) {
        for point in SAMPLES.map(|at| point_in(&part, at)) {
            let hit = map.innermost_at(point);
            let dom = map.page().dom();
            if lands(dom, node, hit, Policy::Lineage) || hit.is_some_and(|hit| opaque(dom, hit).is_some()) {
                return None;
            }
            by = by.or(hit.map(|hit| (hit, point)));
        }
    }
    by.map(|(hit, point)| Cover { hit, overlay: overlay(map, hit, node, point) })
}

/// The point of an element where a click would land that is nearest to `wanted`; `None` if no sampled one is free.
#[must_use]
pub(super) fn free_point(map: &HitMap<'_>, node: NodeId, policy: Policy, wanted: Point) -> Option<Point> {
    let steps = || (0..GRID).map(|step| (f32::from(step) + 0.5) / f32::from(GRID));
    let mut best: Option<(f32, Point)> = None;
    for part in parts(map, node) {
        for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
            let point = point_in(&part, (x, y));
            let (dx, dy) = (point.x - wanted.x, point.y - wanted.y);
            let distance = dx * dx + dy * dy;
            if best.is_none_or(|(known, _)| distance < known)
                && lands(map.page().dom(), node, map.innermost_at(point), policy)
            {
                best = Some((distance, point));
            }
        }
    }
    best.map(|(_, point)| point)
}

/// The parts of an element's client rects that show.
pub(super) fn parts<'m>(map: &'m HitMap<'m>, node: NodeId) -> impl Iterator<Item = Rect> + 'm {
    let rects = map.page().layout().client_rects(node).iter().take(RECTS);
    rects.map(move |rect| map.visible_part(node, rect)).filter(|part| !part.is_empty())
}

fn point_in(part: &Rect, (x, y): (f32, f32)) -> Point {
    Point::new(part.x + part.width * x, part.y + part.height * y)
}

/// The box over `node`, among the hit element and its ancestors: the outermost one that is fixed, stuck or
/// in the top layer, else the outermost positioned one that is at the point; else what was hit.
fn overlay(map: &HitMap<'_>, hit: NodeId, node: NodeId, point: Point) -> NodeId {
    let page = map.page();
    let position = |n: NodeId| page.styles().get(n).map_or(Position::Static, |style| style.position);
    let chain = apart(page.dom(), hit, node);
    let of_viewport = |&&n: &&NodeId| {
        matches!(position(n), Position::Fixed | Position::Sticky) || page.layout().top_layer().contains(&n)
    };
    let is_there = |&&n: &&NodeId| {
        position(n) != Position::Static && page.layout().get(n).is_some_and(|own| own.rect.contains(point))
    };
    let found = chain.iter().rev().find(of_viewport).or_else(|| chain.iter().rev().find(is_there));
    found.copied().unwrap_or(hit)
}
