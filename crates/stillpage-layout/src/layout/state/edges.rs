//! Margins, borders and padding, and the lengths they are made of.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::box_tree::{BoxId, BoxNode};
use super::display::is_scroll_container;
use crate::geometry::Sides;
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::ComputedStyle;
use crate::style::computed::{LengthPercentage, LengthPercentageAuto, ScrollbarGutter};

/// The used length; `None` if it depends on a basis that is not known.
pub(crate) fn resolve(value: &LengthPercentage, basis: Option<LayoutUnit>) -> Option<LayoutUnit> {
    match value {
        LengthPercentage::Linear { px, percent } if *percent == 0.0 => Some(LayoutUnit::from_f32(*px)),
        LengthPercentage::Linear { px, percent } if *px == 0.0 => {
            // In this order, as Chromium does: a whole number of percent is exact.
            basis.map(|b| LayoutUnit::from_f32(b.to_f32() * (percent * 100.0) / 100.0))
        }
        _ => basis.map(|b| LayoutUnit::from_f32(value.resolve(b.to_f32()))),
    }
}

/// The used length; percentages of an unknown basis count as 0.
pub(crate) fn resolve_or_zero(value: &LengthPercentage, basis: Option<LayoutUnit>) -> LayoutUnit {
    resolve(value, Some(basis.unwrap_or(LayoutUnit::ZERO))).unwrap_or(LayoutUnit::ZERO)
}

/// The used length; `None` if it is `auto` or depends on a basis that is not known.
pub(crate) fn resolve_auto(value: &LengthPercentageAuto, basis: Option<LayoutUnit>) -> Option<LayoutUnit> {
    match value {
        LengthPercentageAuto::Auto => None,
        LengthPercentageAuto::Length(length) => resolve(length, basis),
    }
}

/// Margins, borders and padding.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BoxEdges {
    /// Margins; 0 where they are `auto`.
    pub margin: Edges,
    /// The margins that are `auto`.
    pub auto: Sides<bool>,
    /// Border widths.
    pub border: Edges,
    /// Padding.
    pub padding: Edges,
    /// The room that `scrollbar-gutter` leaves for scroll bars, between border and padding.
    pub gutter: Edges,
}

impl BoxEdges {
    /// The edges of a style, in a containing block of width `basis`; without a gutter.
    pub(crate) fn of(style: &ComputedStyle, basis: Option<LayoutUnit>) -> Self {
        let margin = |value: &LengthPercentageAuto| match value {
            LengthPercentageAuto::Auto => LayoutUnit::ZERO,
            LengthPercentageAuto::Length(length) => resolve_or_zero(length, basis),
        };
        let auto = |value: &LengthPercentageAuto| *value == LengthPercentageAuto::Auto;
        let padding = |value: &LengthPercentage| resolve_or_zero(value, basis).clamp_negative();
        let (m, p) = (&style.margin, &style.padding);
        Self {
            margin: Edges {
                top: margin(&m.top),
                right: margin(&m.right),
                bottom: margin(&m.bottom),
                left: margin(&m.left),
            },
            auto: Sides { top: auto(&m.top), right: auto(&m.right), bottom: auto(&m.bottom), left: auto(&m.left) },
            border: border(style),
            padding: Edges {
                top: padding(&p.top),
                right: padding(&p.right),
                bottom: padding(&p.bottom),
                left: padding(&p.left),
            },
            gutter: Edges::default(),
        }
    }

    /// The edges of a style, if they depend neither on the containing block nor on scroll bars.
    pub(crate) fn fixed(style: &ComputedStyle) -> Option<Self> {
        let fixed =
            |length: &LengthPercentage| matches!(length, LengthPercentage::Linear { percent, .. } if *percent == 0.0);
        let fixed_or_auto = |margin: &LengthPercentageAuto| match margin {
            LengthPercentageAuto::Auto => true,
            LengthPercentageAuto::Length(length) => fixed(length),
        };
        let (m, p) = (&style.margin, &style.padding);
        let all = [&m.top, &m.right, &m.bottom, &m.left].into_iter().all(fixed_or_auto)
            && [&p.top, &p.right, &p.bottom, &p.left].into_iter().all(fixed);
        (all && !has_gutter(style)).then(|| Self::of(style, None))
    }

    /// Border plus padding, and the gutter between them.
    pub(crate) fn inset(&self) -> Edges {
        self.border.plus(&self.padding).plus(&self.gutter)
    }
}

/// By box, the edges that depend on nothing but the style. Most boxes share their style, and so their edges.
#[derive(Debug, Default)]
pub(crate) struct FixedEdges {
    /// One above the position in `edges`; 0 for boxes without.
    of_box: Vec<u32>,
    edges: Vec<BoxEdges>,
}

impl FixedEdges {
    /// The edges of all boxes but texts.
    pub(crate) fn of(boxes: &[BoxNode]) -> Self {
        let mut fixed = Self { of_box: Vec::with_capacity(boxes.len()), edges: Vec::new() };
        fixed.extend(boxes);
        fixed
    }

    /// Adds the edges of more boxes.
    pub(crate) fn extend(&mut self, boxes: &[BoxNode]) {
        let mut known: FxHashMap<*const ComputedStyle, u32> = FxHashMap::default();
        for node in boxes {
            let at = match known.entry(Arc::as_ptr(&node.style)) {
                _ if node.is_text() => 0,
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => *new.insert(self.add(&node.style)),
            };
            self.of_box.push(at);
        }
    }

    /// The edges of a box, if they are fixed.
    pub(crate) fn get(&self, id: BoxId) -> Option<&BoxEdges> {
        self.edges.get((*self.of_box.get(id.index())? as usize).checked_sub(1)?)
    }

    /// Gives a box another style.
    pub(crate) fn set_style(&mut self, id: BoxId, style: &ComputedStyle) {
        self.of_box[id.index()] = self.add(style);
    }

    fn add(&mut self, style: &ComputedStyle) -> u32 {
        let Some(edges) = BoxEdges::fixed(style) else { return 0 };
        self.edges.push(edges);
        u32::try_from(self.edges.len()).unwrap_or(0)
    }
}

/// Returns `true` for a box that may leave room for scroll bars.
pub(super) fn has_gutter(style: &ComputedStyle) -> bool {
    style.scrollbar_gutter != ScrollbarGutter::Auto && is_scroll_container(style)
}

/// Border widths.
pub(crate) fn border(style: &ComputedStyle) -> Edges {
    let b = &style.border;
    Edges {
        top: LayoutUnit::from_f32(b.top.width),
        right: LayoutUnit::from_f32(b.right.width),
        bottom: LayoutUnit::from_f32(b.bottom.width),
        left: LayoutUnit::from_f32(b.left.width),
    }
}
