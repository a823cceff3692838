//! The room that `scrollbar-gutter` leaves for scroll bars.
//!
//! Chrome: as much as a bar takes, though bars are hidden in screenshots and tests; nothing where they lie over the page.

use std::sync::Arc;

use super::LayoutState;
use super::box_tree::BoxId;
use super::edges::{has_gutter, resolve_or_zero};
use crate::layout::axes::Axes;
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::computed::{Dimension, Direction, Display, ScrollbarGutter, ScrollbarWidth};
use crate::style::{ComputedStyle, Pseudo};

/// The thickness of a bar that nothing styles.
const USUAL: LayoutUnit = LayoutUnit::px(15);

/// The thickness with `scrollbar-width: thin`.
const THIN: LayoutUnit = LayoutUnit::px(10);

impl LayoutState<'_> {
    /// Returns the room between border and padding of a box.
    pub(super) fn gutter(&self, id: BoxId) -> Edges {
        let node = &self.tree[id];
        if !has_gutter(&node.style) || self.device.mobile {
            return Edges::default();
        }
        let bars = self.styles.pseudo(node.node, Pseudo::ScrollBar).filter(|_| node.pseudo.is_none());
        let gutter = gutter(&node.style, bars.map(|bars| &**bars), Axes::of(&node.style).is_vertical());
        self.tree.axes(id).sides_to_logical(&gutter)
    }

    /// Returns the room that the root element takes off the viewport; its bars are those that `body` styles, or else the root.
    ///
    /// Limit: `both-edges` counts as `auto` here, for boxes would begin beside the origin.
    pub(in crate::layout) fn viewport_gutter(&self) -> Edges {
        let Self { dom, styles, tree, device, .. } = self;
        let root = dom.document_element(dom.document());
        let is_stable = |style: &&Arc<ComputedStyle>| style.scrollbar_gutter == ScrollbarGutter::Stable;
        let Some(style) = root.and_then(|root| styles.get(root)).filter(is_stable).filter(|_| !device.mobile) else {
            return Edges::default();
        };
        let bars = [dom.body(dom.document()), root].into_iter().flatten();
        let bars = bars.filter_map(|node| styles.pseudo(node, Pseudo::ScrollBar)).next();
        gutter(style, bars.map(|bars| &**bars), tree.axes(BoxId::ROOT).is_vertical())
    }
}

/// Returns the room that a style leaves; `bars`: how bars are styled, `is_vertical`: lines are vertical.
fn gutter(style: &ComputedStyle, bars: Option<&ComputedStyle>, is_vertical: bool) -> Edges {
    let thickness = match style.scrollbar_width {
        ScrollbarWidth::None => LayoutUnit::ZERO,
        ScrollbarWidth::Thin => THIN,
        ScrollbarWidth::Auto => match bars.filter(|_| !style.has_scrollbar_color) {
            Some(bars) => styled(bars, is_vertical),
            None => USUAL,
        },
    };
    let is_both = style.scrollbar_gutter == ScrollbarGutter::BothEdges;
    let other = if is_both { thickness } else { LayoutUnit::ZERO };
    let none = Edges::default();
    match style.direction {
        _ if is_vertical => Edges { top: other, bottom: thickness, ..none },
        Direction::Ltr => Edges { left: other, right: thickness, ..none },
        Direction::Rtl => Edges { left: thickness, right: other, ..none },
    }
}

/// Returns how thick bars of a style are: those along vertical blocks are as wide as they say, others as high.
fn styled(bars: &ComputedStyle, is_vertical: bool) -> LayoutUnit {
    if bars.display == Display::None {
        return LayoutUnit::ZERO;
    }
    let (size, least, most) = match is_vertical {
        true => (&bars.height, &bars.min_height, &bars.max_height),
        false => (&bars.width, &bars.min_width, &bars.max_width),
    };
    let length = |size: &Dimension| match size {
        Dimension::Length(length) => Some(resolve_or_zero(length, None).floor()),
        _ => None,
    };
    let size = length(size).unwrap_or(USUAL);
    size.min(length(most).unwrap_or(size)).max(length(least).unwrap_or(LayoutUnit::ZERO))
}
