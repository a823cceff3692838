//! Margins that collapse.
//!
//! <https://www.w3.org/TR/CSS22/box.html#collapsing-margins>

use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents};
use crate::layout::state::establish::establishes_bfc;
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::ComputedStyle;
use crate::style::computed::{Dimension, MarginTrim};

/// Adjoining margins: the largest positive and the most negative one.
///
/// In quirks mode `body` and table cells ignore margins of their first and last child that come from the user agent's style
/// sheet and are in `__qem` there. <https://html.spec.whatwg.org/#margin-collapsing-quirks>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MarginStrut {
    pub(super) positive: LayoutUnit,
    pub(super) negative: LayoutUnit,
    pub(super) quirky: LayoutUnit,
    /// At the start of a box that ignores quirky margins.
    pub(super) ignores_quirky: bool,
    /// At the start of a box that trims the margins there: no margin is added.
    pub(super) is_trimmed: bool,
}

impl MarginStrut {
    pub(super) const EMPTY: Self = Self {
        positive: LayoutUnit::ZERO,
        negative: LayoutUnit::ZERO,
        quirky: LayoutUnit::ZERO,
        ignores_quirky: false,
        is_trimmed: false,
    };

    /// With one margin more.
    pub(super) fn with(mut self, margin: LayoutUnit, is_quirky: bool) -> Self {
        if self.is_trimmed {
            return self;
        }
        match is_quirky {
            true if self.ignores_quirky => {}
            true => self.quirky = self.quirky.max(margin),
            false => self.positive = self.positive.max(margin),
        }
        self.negative = self.negative.min(margin);
        self
    }

    /// The collapsed margin.
    pub(super) fn sum(self) -> LayoutUnit {
        self.positive.max(self.quirky) + self.negative
    }

    /// The collapsed margin at the end of a box that ignores quirky margins.
    pub(super) fn sum_without_quirky(self) -> LayoutUnit {
        self.positive + self.negative
    }

    pub(super) fn is_empty(self) -> bool {
        self.positive == LayoutUnit::ZERO && self.negative == LayoutUnit::ZERO && self.quirky == LayoutUnit::ZERO
    }
}

/// `body` and table cells, in quirks mode.
pub(super) fn ignores_quirky_margins(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.flags.contains(BoxFlags::QUIRKS) && (node.flags.contains(BoxFlags::BODY) || node.kind == BoxKind::TableCell)
}

/// Are the top and bottom margins dropped at the edges of a box that ignores quirky ones? Always false outside of quirks mode.
pub(super) fn quirky_margins(pass: &LayoutState<'_>, id: BoxId) -> (bool, bool) {
    let node = &pass.tree[id];
    let quirks = node.flags.contains(BoxFlags::QUIRKS);
    (quirks && node.style.quirky_margin_top, quirks && node.style.quirky_margin_bottom)
}

/// Does a block container trim the margins at its start, and those at its end?
pub(super) fn trims(style: &ComputedStyle) -> (bool, bool) {
    let trim = style.margin_trim;
    (
        matches!(trim, MarginTrim::Block | MarginTrim::BlockStart),
        matches!(trim, MarginTrim::Block | MarginTrim::BlockEnd),
    )
}

/// Moves the boxes at the end of a block that margins collapse through up to the end of what is before them, which is at
/// `end` in the block.
pub(super) fn trim_trailing(pass: &mut LayoutState<'_>, id: BoxId, end: LayoutUnit) {
    let (mut id, mut end) = (id, end);
    loop {
        let mut solid = None;
        let mut trailing = Vec::new();
        for child in pass.tree.children(id) {
            let node = &pass.tree[child];
            if node.is_out_of_flow() || node.is_floating() || node.flags.contains(BoxFlags::OUTSIDE_MARKER) {
                continue;
            }
            let result = &pass.results[child.index()];
            let inset = result.edges.inset();
            if result.size.height == LayoutUnit::ZERO && inset == Edges::default() && !establishes_bfc(pass, child) {
                trailing.push(child);
            } else {
                trailing.clear();
                end = result.offset.y + result.size.height;
                solid = Some((child, inset));
            }
        }
        for child in trailing {
            pass.results[child.index()].offset.y = end;
        }
        match solid {
            // Margins at the end of the last child adjoin those of the block.
            Some((child, inset))
                if inset.bottom == LayoutUnit::ZERO
                    && pass.tree[child].kind == BoxKind::Block
                    && pass.tree[child].contents == Contents::Blocks
                    && pass.tree[child].style.height == Dimension::Auto
                    && !establishes_bfc(pass, child) =>
            {
                (id, end) = (child, inset.top);
            }
            _ => return,
        }
    }
}
