//! Nodes that are behind what is painted later.

use super::facts::Facts;
use super::nodes::Nodes;
use crate::geometry::Rect;

/// Limit: areas beyond this number hide nothing more.
const MAX_AREAS: usize = 5000;

/// For each node, whether layers in front of its own hide all of it.
///
/// Cost: the number of nodes by that of areas, at worst.
pub(super) fn covered(facts: &Facts<'_>, nodes: &Nodes) -> Vec<bool> {
    let mut covered = vec![false; nodes.iter().len()];
    let mut painted: Vec<(u32, usize, Area)> = Vec::new();
    for (at, node) in nodes.iter() {
        if let Some(bounds) = node.bounds.filter(|_| node.is_seen) {
            painted.push((facts.layer(node.id), at, Area::of(&bounds)));
        }
    }
    painted.sort_by_key(|(layer, ..)| std::cmp::Reverse(*layer));
    let mut in_front = Areas::default();
    for layer in painted.chunk_by(|a, b| a.0 == b.0) {
        for (_, at, area) in layer {
            covered[*at] = in_front.hide(area);
        }
        for (_, at, area) in layer {
            if facts.hides(nodes[*at].id) {
                in_front.add(*area);
            }
        }
    }
    covered
}

#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn of(rect: &Rect) -> Self {
        let (left, top) = (f64::from(rect.x), f64::from(rect.y));
        Self { left, top, right: left + f64::from(rect.width), bottom: top + f64::from(rect.height) }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.right > other.left && other.right > self.left && self.bottom > other.top && other.bottom > self.top
    }

    fn contains(&self, other: &Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// The parts of it outside of an area that it overlaps.
    fn outside(&self, other: &Self) -> impl Iterator<Item = Self> {
        let (top, bottom) = (self.top.max(other.top), self.bottom.min(other.bottom));
        let parts = [
            (self.top < other.top).then_some(Self { bottom: other.top, ..*self }),
            (other.bottom < self.bottom).then_some(Self { top: other.bottom, ..*self }),
            (self.left < other.left).then_some(Self { right: other.left, top, bottom, ..*self }),
            (other.right < self.right).then_some(Self { left: other.right, top, bottom, ..*self }),
        ];
        parts.into_iter().flatten()
    }
}

/// Areas that do not overlap.
#[derive(Default)]
struct Areas(Vec<Area>);

impl Areas {
    /// The parts of an area outside of all of them.
    fn rest(&self, area: &Area) -> Vec<Area> {
        let mut rest = vec![*area];
        for own in &self.0 {
            if rest.is_empty() {
                break;
            }
            if !rest.iter().any(|part| own.overlaps(part) || own.contains(part)) {
                continue;
            }
            let parts = rest.iter().filter(|part| !own.contains(part));
            rest = parts
                .flat_map(|part| match own.overlaps(part) {
                    true => part.outside(own).collect(),
                    false => vec![*part],
                })
                .collect();
        }
        rest
    }

    fn hide(&self, area: &Area) -> bool {
        !self.0.is_empty() && self.rest(area).is_empty()
    }

    fn add(&mut self, area: Area) {
        if self.0.len() < MAX_AREAS {
            let rest = self.rest(&area);
            self.0.extend(rest);
        }
    }
}
