//! The boxes at which stacking contexts and atomic painting start.
//!
//! <https://www.w3.org/TR/CSS22/zindex.html> (Appendix E).

use super::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
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
        style.opacity < 1.0
            || style.transform.is_some()
            || style.clip_path.is_some()
            || style.forces_stacking_context
            || style.isolation == Isolation::Isolate
            || matches!(style.position, Position::Fixed | Position::Sticky)
            || self.z_index(id).is_some()
            || node.flags.contains(BoxFlags::TOP_LAYER)
            || style.contain_layout
            || style.contain_paint
    }

    /// `z-index`, which only positioned boxes and the items of flex and grid containers have.
    pub(super) fn z_index(&self, id: BoxId) -> Option<i32> {
        let node = &self[id];
        let item = || node.parent.is_some_and(|p| matches!(self[p].kind, BoxKind::Flex | BoxKind::Grid));
        node.style.z_index.filter(|_| node.style.position != Position::Static || item())
    }

    pub(super) fn is_positioned(&self, id: BoxId) -> bool {
        self.has_own_style(id) && self[id].style.position != Position::Static
    }

    /// Painted as if it was a stacking context of its own, in place.
    pub(super) fn is_atomic(&self, id: BoxId) -> bool {
        let node = &self[id];
        if node.is_text() || node.kind == BoxKind::Inline {
            return false;
        }
        node.is_floating()
            || node.is_atomic_inline()
            || node.parent.is_some_and(|p| matches!(self[p].kind, BoxKind::Flex | BoxKind::Grid))
    }
}
