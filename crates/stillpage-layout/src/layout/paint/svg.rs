//! The elements of an `svg`, in paint order with the boxes of its `foreignObject`s.

use super::Painter;
use crate::layout::drawing::SvgGroups;
use crate::layout::outline::Outline;
use crate::layout::paint_item::{PaintItem, PaintPart};
use crate::layout::state::box_tree::BoxId;

impl Painter<'_, '_> {
    /// The elements of an `svg`.
    pub(super) fn svg(&mut self, id: BoxId) {
        let placement = self.placement;
        let Some(svg) = placement.svg.get(&id) else { return };
        let mut foreign_object = self.boxes.tree[id].first_child;
        let mut groups = SvgGroups::default();
        for (element, clip) in svg.elements() {
            if let Some(inner) = foreign_object.filter(|&inner| self.boxes.tree[inner].node == element.node) {
                foreign_object = self.boxes.tree[inner].next_sibling;
                if let Some(artist) = &mut self.artist {
                    artist.leave_groups(element.node, &mut groups);
                }
                self.stacking_context(inner);
                continue;
            }
            if let Some(artist) = &mut self.artist {
                artist.svg_element(svg, (element, clip), &mut groups);
            }
            if element.areas.is_empty()
                || !self.styles.get(element.node).is_some_and(|style| self.audience.has_svg(style))
            {
                continue;
            }
            for area in element.areas.iter().filter(|area| !area.rect.is_empty()) {
                if !area.outline.as_deref().is_none_or(Outline::is_hit) {
                    continue;
                }
                (self.paint)(PaintItem {
                    node: element.node,
                    area: area.rect,
                    radii: None,
                    outline: area.outline.clone(),
                    to_viewport: svg.to_viewport.then_inner(&area.to_root).into(),
                    clip: clip.into(),
                    part: PaintPart::Box,
                });
            }
        }
        if let Some(artist) = &mut self.artist {
            artist.end_groups(&groups);
        }
    }
}
