//! Margins that collapse.
//!
//! <https://www.w3.org/TR/CSS22/box.html#collapsing-margins>

use crate::layout::state::Pass;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::unit::LayoutUnit;

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
}

impl MarginStrut {
    pub(super) const EMPTY: Self = Self {
        positive: LayoutUnit::ZERO,
        negative: LayoutUnit::ZERO,
        quirky: LayoutUnit::ZERO,
        ignores_quirky: false,
    };

    /// With one margin more.
    pub(super) fn with(mut self, margin: LayoutUnit, is_quirky: bool) -> Self {
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
pub(super) fn ignores_quirky_margins(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.flags.contains(BoxFlags::QUIRKS) && (node.flags.contains(BoxFlags::BODY) || node.kind == BoxKind::TableCell)
}

/// Are the top and bottom margins dropped at the edges of a box that ignores quirky ones? Always false outside of quirks mode.
pub(super) fn quirky_margins(pass: &Pass<'_>, id: BoxId) -> (bool, bool) {
    let node = &pass.tree[id];
    let quirks = node.flags.contains(BoxFlags::QUIRKS);
    (quirks && node.style.quirky_margin_top, quirks && node.style.quirky_margin_bottom)
}
