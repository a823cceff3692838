//! The rectangles in which a pointer hits what has no box of an element: lines and anonymous boxes.

use super::paint_source::BoxArea;
use super::place::Placement;
use super::state::box_tree::{BoxId, BoxKind, BoxTree};
use super::state::results::{InlineFragment, InlineFragmentKind};
use super::unit::{LayoutRect, Offset};

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
