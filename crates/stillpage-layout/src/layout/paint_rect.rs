//! Rectangles of what is painted or hit beside the boxes of elements: lines, anonymous boxes, legends, frames of images.

use super::paint_source::BoxArea;
use super::place::Placement;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
use super::state::results::{InlineFragment, InlineFragmentKind};
use super::unit::{LayoutRect, LayoutUnit, Offset};
use crate::style::Pseudo;

/// Returns the area in which the lines of a root are hit: as high as the root and what is on the lines, not wider than the lines'
/// room. `at` is where the root's border box is, `corner` where its lines are.
pub(super) fn lines_rect(area: &BoxArea, at: Offset, fragments: &[InlineFragment], corner: Offset) -> LayoutRect {
    let own = LayoutRect { origin: at, size: area.size };
    let shown = |f: &&InlineFragment| !matches!(f.kind, InlineFragmentKind::Break | InlineFragmentKind::StaticPosition);
    let all = fragments.iter().filter(shown).fold(own, |all, f| all.union(&f.rect.translate(corner)));
    let room = (area.size.width - area.edges.inset().width()).clamp_negative();
    LayoutRect::new(corner.x, all.origin.y, room, all.size.height)
}

/// Returns the rectangle of an anonymous block that is not within its parent's; `None` for others.
pub(super) fn sticking_out(tree: &BoxTree, areas: &[BoxArea], placement: &Placement, id: BoxId) -> Option<LayoutRect> {
    let parent = tree[id].parent.filter(|_| tree[id].kind == BoxKind::Block)?;
    let (place, outer) = (&placement.places[id.index()], &placement.places[parent.index()]);
    let rect = LayoutRect { origin: place.origin, size: areas[id.index()].size };
    let around = LayoutRect { origin: outer.origin, size: areas[parent.index()].size };
    let is_near = place.is_placed && outer.is_placed && place.space == outer.space;
    (is_near && rect.intersect(&around) != rect).then_some(rect)
}

/// The area of the legend of a fieldset, in the coordinates of its space.
pub(super) fn legend(tree: &BoxTree, areas: &[BoxArea], placement: &Placement, id: BoxId) -> Option<LayoutRect> {
    let legend = tree[id].first_child.filter(|&child| tree[child].flags.contains(BoxFlags::LEGEND))?;
    Some(LayoutRect { origin: placement.places[legend.index()].origin, size: areas[legend.index()].size })
}

/// True for the frame of a broken image and the icon in it where the image has no room for them.
pub(super) fn is_in_small_frame(tree: &BoxTree, areas: &[BoxArea], id: BoxId) -> bool {
    /// Chrome: px of a side for the icon and what is before it.
    const LEAST: f32 = 18.0;
    let is_small = |id: BoxId| {
        let (size, least) = (areas[id.index()].size, LayoutUnit::from_f32(LEAST));
        tree[id].flags.contains(BoxFlags::FRAMED_IMAGE) && (size.width < least || size.height < least)
    };
    let parent = tree[id].parent.filter(|_| tree[id].pseudo == Some(Pseudo::Marker));
    parent.is_some_and(|parent| is_small(parent) || tree[parent].parent.is_some_and(is_small))
}
