//! The boxes at which stacking contexts and atomic painting start.
//!
//! <https://www.w3.org/TR/CSS22/zindex.html> (Appendix E).

use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Control};
use crate::style::computed::{Isolation, Position};

impl BoxTree {
    /// True for boxes that have styles of their own (text has its parent's).
    pub(super) fn has_own_style(&self, id: BoxId) -> bool {
        let node = &self[id];
        !node.is_text() && !node.flags.contains(BoxFlags::ANONYMOUS)
    }

    pub(super) fn is_stacking_context(&self, id: BoxId) -> bool {
        let node = &self[id];
        if node.kind == BoxKind::Initial {
            return true;
        }
        if !self.has_own_style(id) {
            return false;
        }
        let style = &node.style;
        node.flags.intersects(BoxFlags::TOP_LAYER | BoxFlags::FOREIGN_OBJECT)
            || style.opacity < 1.0
            // Transforms do not apply to what is on a line.
            || style.transform.is_some() && node.kind != BoxKind::Inline
            || style.clip_path.is_some()
            || style.forces_stacking_context
            || style.isolation == Isolation::Isolate
            || matches!(style.position, Position::Fixed | Position::Sticky)
            || self.z_index(id).is_some()
            || style.contain_layout
            || style.contain_paint
    }

    /// `z-index`, which only positioned boxes and the items of flex and grid containers have.
    pub(super) fn z_index(&self, id: BoxId) -> Option<i32> {
        let node = &self[id];
        node.style.z_index.filter(|_| node.style.position != Position::Static || self.is_item(id))
    }

    pub(super) fn is_positioned(&self, id: BoxId) -> bool {
        // Chrome: the bar of a meter is positioned.
        self.has_own_style(id)
            && (self[id].style.position != Position::Static || self[id].kind == BoxKind::Control(Control::Meter))
    }

    /// Is it painted in front of the contents in flow of the nearest positioned box or stacking context around it, behind what is
    /// positioned in there? Chrome: the controls of a video are.
    pub(super) fn is_raised(&self, id: BoxId) -> bool {
        self[id].flags.contains(BoxFlags::MEDIA_CONTROLS) && !self.is_positioned(id) && !self.is_stacking_context(id)
    }

    /// Is it an item of a flex or grid container?
    pub(super) fn is_item(&self, id: BoxId) -> bool {
        self[id].parent.is_some_and(|p| matches!(self[p].kind, BoxKind::Flex | BoxKind::Grid))
    }

    /// Is this the box of a root element that nothing else makes a stacking context?
    pub(super) fn is_plain_root(&self, id: BoxId) -> bool {
        let is_root = self[id].parent.is_some_and(|parent| self[parent].kind == BoxKind::Initial);
        is_root && !self.is_positioned(id) && !self.is_stacking_context(id) && !self.is_atomic(id)
    }

    /// Returns such boxes in a box.
    pub(super) fn plain_roots(&self, id: BoxId) -> Vec<BoxId> {
        let children = self.children(id).take_while(|_| self[id].kind == BoxKind::Initial);
        children.filter(|&child| self.is_plain_root(child)).collect()
    }

    /// Is this a marker that no line of its item holds?
    pub(super) fn is_marker_beside_block(&self, id: BoxId) -> bool {
        let node = &self[id];
        node.flags.contains(BoxFlags::OUTSIDE_MARKER)
            && node.parent.is_some_and(|parent| !self[parent].is_inline_root())
    }

    /// Painted as if it was a stacking context of its own, in place.
    pub(super) fn is_atomic(&self, id: BoxId) -> bool {
        let node = &self[id];
        if node.is_text() || node.kind == BoxKind::Inline {
            return false;
        }
        node.is_floating() || node.is_atomic_inline() || self.is_item(id)
    }
}
