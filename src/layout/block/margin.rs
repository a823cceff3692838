//! Margins that collapse.
//!
//! <https://www.w3.org/TR/CSS22/box.html#collapsing-margins>

use crate::dom::{local_name, ns};
use crate::layout::state::Pass;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{LengthPercentage, LengthPercentageAuto};

/// Adjoining margins: the largest positive and the most negative one.
///
/// Quirks mode tells margins of the user agent's style sheet apart: `body` and table cells ignore those of their first and
/// last child. <https://html.spec.whatwg.org/#margin-collapsing-quirks>
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

/// Are the top and bottom margins those of the user agent's style sheet? Always false outside of quirks mode.
///
/// Approx: a margin that the page sets to the same length counts as the user agent's.
pub(super) fn quirky_margins(pass: &Pass<'_>, id: BoxId) -> (bool, bool) {
    let node = &pass.tree[id];
    if !node.flags.contains(BoxFlags::QUIRKS) || node.flags.contains(BoxFlags::ANONYMOUS) || node.pseudo.is_some() {
        return (false, false);
    }
    let Some(element) = pass.dom.element(node.node).filter(|e| e.name.ns == ns!(html)) else { return (false, false) };
    let em = match element.name.local {
        local_name!("p") | local_name!("dl") | local_name!("ul") | local_name!("ol") | local_name!("pre") => 1.0,
        local_name!("blockquote") | local_name!("figure") | local_name!("dir") | local_name!("menu") => 1.0,
        local_name!("listing") | local_name!("xmp") | local_name!("plaintext") | local_name!("h3") => 1.0,
        local_name!("form") => 1.0,
        local_name!("hr") => 0.5,
        local_name!("h1") => 0.67,
        local_name!("h2") => 0.83,
        local_name!("h4") => 1.33,
        local_name!("h5") => 1.67,
        local_name!("h6") => 2.33,
        _ => return (false, false),
    };
    let default = em * node.style.font_size;
    let is_default = |margin: &LengthPercentageAuto| {
        matches!(margin, LengthPercentageAuto::Length(LengthPercentage::Linear { px, percent })
            if *percent == 0.0 && (px - default).abs() < 0.02)
    };
    (is_default(&node.style.margin.top), is_default(&node.style.margin.bottom))
}
