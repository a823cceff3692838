//! Elements that something else covers wherever a pointer tries: cookie bars, sticky headers, overlays.

use super::Policy;
use super::check::lands;
use super::map::HitMap;
use crate::dom::NodeId;
use crate::geometry::{Point, Rect};

/// Where the part of a client rect inside the viewport is sampled, as fractions of its size: the middle, then near the
/// corners, then near the edges.
const SAMPLES: [(f32, f32); 9] =
    [(0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9), (0.5, 0.1), (0.5, 0.9), (0.1, 0.5), (0.9, 0.5)];

/// What covers an element; `None` if a click on any sampled point of it would land (under [`Policy::Lineage`]), or if no
/// part of it is in the viewport.
#[must_use]
pub fn cover(map: &HitMap<'_>, node: NodeId) -> Option<NodeId> {
    let mut by = None;
    for point in samples(map, node) {
        let hit = map.at_seen_from(point, node);
        if lands(map.page().dom(), node, hit, Policy::Lineage) {
            return None;
        }
        by = by.or(hit);
    }
    by
}

/// A point of an element where a click would land; `None` if no sampled one is free.
#[must_use]
pub fn free_point(map: &HitMap<'_>, node: NodeId, policy: Policy) -> Option<Point> {
    samples(map, node).into_iter().find(|&p| lands(map.page().dom(), node, map.at_seen_from(p, node), policy))
}

fn samples(map: &HitMap<'_>, node: NodeId) -> Vec<Point> {
    let page = map.page();
    let viewport = Rect::new(0.0, 0.0, page.device().viewport.width, page.device().viewport.height);
    // Limit: an inline link over many lines is judged by its first eight.
    let mut points = Vec::new();
    for rect in page.layout().client_rects(node).iter().take(8) {
        let part = rect.intersect(&viewport);
        if part.is_empty() {
            continue;
        }
        points.extend(SAMPLES.iter().map(|(x, y)| Point::new(part.x + part.width * x, part.y + part.height * y)));
    }
    points
}
