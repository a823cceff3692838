//! The boxes that a layout, which went on from an earlier one of the same boxes, left in another state than that did.

use bitflags::bitflags;

use super::LayoutState;
use super::box_table::BoxTable;
use super::box_tree::{BoxId, BoxKind};
use super::results::BoxResult;
use crate::layout::unit::Offset;

/// The boxes of an earlier layout, which are those of the next one.
#[derive(Debug)]
pub(crate) struct Unchanged {
    /// Their results.
    pub(super) results: BoxTable<BoxResult>,
    /// By box: it is laid out again, lines and all.
    pub(super) is_new: Vec<bool>,
    /// Boxes that are in the tree no more.
    pub(super) gone: Vec<BoxId>,
}

bitflags! {
    /// The difference between two layouts of a box.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Change: u8 {
        /// Its size, its edges or its lines.
        const INSIDE = 1;
        /// Its place in the box that it is relative to, or which box that is.
        const PLACE = 1 << 1;
    }
}

/// By box: what is different since the layout before.
#[derive(Debug)]
pub(crate) struct Changes<'a> {
    of_box: Vec<Change>,
    /// The results before.
    results: &'a BoxTable<BoxResult>,
    gone: &'a [BoxId],
}

impl<'a> Changes<'a> {
    /// Compares a layout with the one that it went on from; `None` if it did not. `displaced`: by box, the
    /// [displacement](LayoutState::relative_in_line) that it had.
    pub(crate) fn of(pass: &'a LayoutState<'_>, displaced: &[Offset]) -> Option<Self> {
        let known = pass.unchanged.as_ref()?;
        if known.results.len() > pass.tree.len() {
            return None;
        }
        let mut of_box = vec![Change::all(); pass.tree.len()];
        let compared = pass.results.iter().zip(known.results.iter()).zip(&known.is_new);
        for (index, ((result, was), is_new)) in compared.enumerate() {
            let mut change = Change::empty();
            let is_inside = *is_new || !result.looks_like(was);
            change.set(Change::INSIDE, is_inside);
            change.set(Change::PLACE, *is_new || (result.offset, result.container) != (was.offset, was.container));
            of_box[index] = change;
        }
        let now = pass.relative_in_line.as_deref().unwrap_or_default();
        let offset = |of: &[Offset], index: usize| of.get(index).copied().unwrap_or_default();
        let most = if displaced.is_empty() && now.is_empty() { 0 } else { known.results.len() };
        for index in 0..most {
            if offset(displaced, index) != offset(now, index) {
                of_box[index] = Change::all();
                let id = BoxId::from_index(index);
                let node = &pass.tree[id];
                if (node.is_text() || node.kind == BoxKind::Inline)
                    && let Some(root) = pass.tree.inline_root(id)
                {
                    of_box[root.index()] |= Change::INSIDE;
                }
            }
        }
        Some(Self { of_box, results: &known.results, gone: &known.gone })
    }

    pub(crate) fn of_box(&self, id: BoxId) -> Change {
        self.of_box[id.index()]
    }

    /// The boxes that are in the tree no more.
    pub(crate) fn gone(&self) -> &[BoxId] {
        self.gone
    }

    /// The box that a box was relative to.
    pub(crate) fn container(&self, id: BoxId) -> Option<BoxId> {
        self.results.get(id.index())?.container
    }
}
