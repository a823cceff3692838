//! `content-visibility: auto`: boxes that are not rendered until they come near the viewport.
//!
//! <https://www.w3.org/TR/css-contain-2/#cv-notes>. Chrome: near is within one and a half viewports; until then a box is as
//! large as its `contain-intrinsic-size`. Where boxes are depends on how large those before them are, so what is near is
//! found in rounds.

use super::place::Placement;
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxTree};
use super::unit::LayoutRect;
use crate::geometry::Rect;
use crate::style::computed::ContentVisibility;

/// Limit: rounds after which what is still far away stays so.
pub(crate) const MAX_ROUNDS: usize = 3;

/// The distance from the viewport up to which boxes are rendered, in viewports.
const MARGIN: f32 = 1.5;

/// Marks all boxes with `content-visibility: auto` as far away and returns them.
pub(super) fn mark(tree: &mut BoxTree) -> Vec<BoxId> {
    let is_lazy = |id: &BoxId| {
        let node = &tree[*id];
        !node.is_text()
            && !node.flags.contains(BoxFlags::ANONYMOUS)
            && node.style.content_visibility == ContentVisibility::Auto
    };
    let lazy: Vec<BoxId> = tree.descendants(BoxId::ROOT).filter(is_lazy).collect();
    for id in &lazy {
        tree.boxes[id.index()].flags |= BoxFlags::FAR_AWAY;
    }
    lazy
}

/// Returns the boxes that are near the viewport though they are marked as far away.
pub(super) fn near(pass: &LayoutState<'_>, placement: &Placement, lazy: &[BoxId]) -> Vec<BoxId> {
    let view = pass.device.viewport;
    let reach = Rect::from_edges(
        -MARGIN * view.width,
        -MARGIN * view.height,
        (1.0 + MARGIN) * view.width,
        (1.0 + MARGIN) * view.height,
    );
    let is_near = |id: &BoxId| {
        let place = placement.places[id.index()];
        let rect = LayoutRect { origin: place.origin, size: pass.results[id.index()].size };
        let rect = placement.spaces[place.space as usize].to_viewport.apply_rect(&rect.to_rect());
        let apart =
            rect.x > reach.right() || rect.right() < reach.x || rect.y > reach.bottom() || rect.bottom() < reach.y;
        pass.tree[*id].flags.contains(BoxFlags::FAR_AWAY) && !apart
    };
    lazy.iter().copied().filter(is_near).collect()
}

/// Takes the mark off.
pub(super) fn unmark(tree: &mut BoxTree, near: &[BoxId]) {
    for id in near {
        tree.boxes[id.index()].flags.remove(BoxFlags::FAR_AWAY);
    }
}
