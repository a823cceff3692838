//! `::first-line`: the styles of what is on the first formatted line of a block container.
//!
//! <https://drafts.csswg.org/css-pseudo-4/#first-line-pseudo>. The contents are prepared twice, with these styles and without,
//! and lines go on in the other version after the first.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::style::{ComputedStyle, Pseudo};

/// The styles on a first line, made of those that the same text has on other lines.
#[derive(Debug)]
pub(super) struct FirstLineStyles {
    /// The style of the block container, and that of its `::first-line`.
    block: Arc<ComputedStyle>,
    line: Arc<ComputedStyle>,
    known: FxHashMap<*const ComputedStyle, Arc<ComputedStyle>>,
}

impl FirstLineStyles {
    /// The `::first-line` that the first line in `root` belongs to: of the nearest block container whose first formatted line
    /// it is.
    pub(super) fn of(pass: &LayoutState<'_>, root: BoxId) -> Option<Self> {
        if !pass.has_first_line_styles {
            return None;
        }
        let tree = &pass.tree;
        let mut at = root;
        loop {
            let node = &tree[at];
            let is_own = !node.flags.contains(BoxFlags::ANONYMOUS) && node.pseudo.is_none();
            if let Some(line) = pass.styles.pseudo(node.node, Pseudo::FirstLine).filter(|_| is_own) {
                let (block, line) = (Arc::clone(&tree[root].style), Arc::clone(line));
                return Some(Self { block, line, known: FxHashMap::default() });
            }
            let parent = node.parent?;
            let is_in_flow = |id: &BoxId| !tree[*id].is_out_of_flow() && !tree[*id].is_floating();
            let continues = matches!(node.kind, BoxKind::Block)
                && matches!(tree[parent].kind, BoxKind::Block | BoxKind::TableCell | BoxKind::TableCaption)
                && is_in_flow(&at)
                && !node.flags.contains(BoxFlags::INLINE_LEVEL)
                && tree.children(parent).find(is_in_flow) == Some(at);
            if !continues {
                return None;
            }
            at = parent;
        }
    }

    /// The style on the first line of what has `style` on others.
    ///
    /// Approx: an inline box inherits each property that has the value of the block container, whether or not the box
    /// declares that value itself.
    pub(super) fn style(&mut self, style: &Arc<ComputedStyle>) -> Arc<ComputedStyle> {
        if Arc::ptr_eq(style, &self.block) {
            return Arc::clone(&self.line);
        }
        let (block, line) = (&self.block, &self.line);
        let changed = self.known.entry(Arc::as_ptr(style)).or_insert_with(|| {
            let mut own = ComputedStyle::clone(style);
            own.inherit_again(block, line);
            Arc::new(own)
        });
        Arc::clone(changed)
    }
}
