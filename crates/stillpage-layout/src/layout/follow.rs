//! Places that follow from those of a layout before.

use std::sync::Arc;

use super::place::{Place, PlacedSvg, Placement};
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId};
use super::state::changes::Changes;
use super::unit::{LayoutUnit, Offset};

/// Limit: the distance up to which boxes follow, half of the largest.
const MAX_NEAR: LayoutUnit = LayoutUnit::px(16_000_000);

/// The places that a layout before found, and what is different since.
pub(super) struct EarlierPlaces<'a> {
    pub(super) placement: &'a Placement,
    pub(super) changes: &'a Changes<'a>,
    /// No scroll container is scrolled to another place.
    pub(super) is_scrolled_alike: bool,
}

impl EarlierPlaces<'_> {
    /// Places a box that is in the same place of its container as before; false if more may be different.
    pub(super) fn follow(&self, placement: &mut Placement, pass: &LayoutState<'_>, id: BoxId) -> bool {
        if !self.is_scrolled_alike {
            return false;
        }
        let Some(&was) = self.placement.places.get(id.index()).filter(|was| was.is_plain) else { return false };
        let container = pass.results[id.index()].container.filter(|_| self.changes.of_box(id).is_empty());
        let Some((container, parent)) = container.zip(pass.tree[id].parent) else { return false };
        let (holder, held) = (placement.places[container.index()], self.placement.places[container.index()]);
        // Coordinates that are as large as they can be say nothing about distances.
        let is_far = |at: Offset| [at.x, at.y].into_iter().any(|unit| !(-MAX_NEAR..=MAX_NEAR).contains(&unit));
        let has_depth = |placement: &Placement| placement.scenes.contains_key(&container);
        if has_depth(placement) || has_depth(self.placement) || is_far(was.origin) || is_far(held.origin) {
            return false;
        }
        let is_skipped =
            placement.places[parent.index()].is_skipped || pass.tree[parent].flags.contains(BoxFlags::SKIPS_CONTENTS);
        placement.places[id.index()] = Place {
            origin: holder.origin + (was.origin - held.origin),
            space: holder.space,
            clip: holder.content_clip,
            content_clip: holder.content_clip,
            is_placed: holder.is_placed,
            is_skipped,
            is_plain: true,
        };
        true
    }
}

impl Placement {
    /// Gives the children of a box the depth that those of another one have.
    pub(super) fn share_depth(&mut self, id: BoxId, other: BoxId) {
        if let Some(&scene) = self.scenes.get(&other) {
            self.scenes.insert(id, scene);
        }
    }

    /// True if a box is in the same place as in another placement.
    pub(super) fn is_in_same_place(&self, other: &Self, id: BoxId) -> bool {
        let (Some(one), Some(was)) = (self.places.get(id.index()), other.places.get(id.index())) else { return false };
        let has_same_space = one.space == 0 && was.space == 0
            || self.spaces.get(one.space as usize) == other.spaces.get(was.space as usize);
        one.origin == was.origin && one.is_placed == was.is_placed && has_same_space
    }

    /// Returns the `svg`s whose elements are not where they are in another placement.
    pub(super) fn other_svgs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = BoxId> + 'a {
        let is_same = |id: &BoxId| match (self.svg.get(id), other.svg.get(id)) {
            (Some(one), Some(other)) => Arc::ptr_eq(&one.boxes, &other.boxes) && one.to_viewport == other.to_viewport,
            _ => false,
        };
        self.svg.keys().chain(other.svg.keys()).copied().filter(move |id| !is_same(id))
    }
}

impl PlacedSvg {
    /// True if the same elements are in it.
    pub(super) fn holds_same_elements(&self, other: &Self) -> bool {
        let nodes = |svg: &Self| svg.boxes.iter().map(|element| element.node).collect::<Vec<_>>();
        Arc::ptr_eq(&self.boxes, &other.boxes) || nodes(self) == nodes(other)
    }
}
