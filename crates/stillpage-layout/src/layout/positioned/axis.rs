//! One axis of an absolutely positioned box: where alignment and margins put it between its insets.
//!
//! <https://www.w3.org/TR/css-position-3/#abspos-layout>, <https://drafts.csswg.org/css-align-3/#align-abspos>

use crate::layout::alignment::{Edge, aligned_edge};
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{Align, AlignKeyword};

/// A static position on one axis: an area to align the margin box in.
#[derive(Debug, Clone, Copy)]
pub(super) struct StaticAxis {
    pub(super) start: LayoutUnit,
    pub(super) end: LayoutUnit,
    pub(super) align: Edge,
}

/// One axis of an absolutely positioned box while it is resolved.
pub(super) struct Axis {
    pub(super) start: Option<LayoutUnit>,
    pub(super) end: Option<LayoutUnit>,
    pub(super) margin_start: Option<LayoutUnit>,
    pub(super) margin_end: Option<LayoutUnit>,
    /// Size of the containing block.
    pub(super) room: LayoutUnit,
    pub(super) fixed: StaticAxis,
    /// The containing block's inline axis.
    pub(super) is_inline: bool,
    /// The containing block starts at the far end: the inline axis of a right-to-left one.
    pub(super) reversed: bool,
    /// The box itself starts at the far end.
    pub(super) own_reversed: bool,
    pub(super) align: Align,
}

impl Axis {
    /// The inset-modified containing block: its start and size.
    pub(super) fn inner(&self) -> (LayoutUnit, LayoutUnit) {
        match (self.start, self.end) {
            (None, None) => match self.fixed.align {
                Edge::Start => (self.fixed.start, (self.room - self.fixed.start).clamp_negative()),
                Edge::End => (LayoutUnit::ZERO, self.fixed.end.clamp_negative()),
                Edge::Center => {
                    let middle = self.fixed.start + (self.fixed.end - self.fixed.start).half();
                    let half = middle.min(self.room - middle).clamp_negative();
                    (middle - half, half + half)
                }
            },
            (start, end) => {
                let (start, end) = (start.unwrap_or(LayoutUnit::ZERO), end.unwrap_or(LayoutUnit::ZERO));
                let room = self.room - start - end;
                // Of insets that leave less than nothing, the one at the end gives way.
                if room < LayoutUnit::ZERO && self.reversed {
                    (self.room - end, LayoutUnit::ZERO)
                } else {
                    (start, room.clamp_negative())
                }
            }
        }
    }

    /// Is a margin box within the inset-modified containing block?
    pub(super) fn holds(&self, at: LayoutUnit, outer: LayoutUnit) -> bool {
        let (start, room) = self.inner();
        at >= start && at + outer <= start + room
    }

    pub(super) fn margins(&self) -> LayoutUnit {
        self.margin_start.unwrap_or(LayoutUnit::ZERO) + self.margin_end.unwrap_or(LayoutUnit::ZERO)
    }

    /// True if `auto` stretches the box between the insets.
    pub(super) fn stretches(&self) -> bool {
        self.start.is_some()
            && self.end.is_some()
            && matches!(self.align.keyword, AlignKeyword::Auto | AlignKeyword::Normal | AlignKeyword::Stretch)
    }

    /// Start of the border box, and the used margins.
    pub(super) fn place(&self, size: LayoutUnit) -> (LayoutUnit, LayoutUnit, LayoutUnit) {
        let (inner_start, inner) = self.inner();
        let zero = LayoutUnit::ZERO;
        let (mut before, mut after) = (self.margin_start.unwrap_or(zero), self.margin_end.unwrap_or(zero));
        match (self.start, self.end) {
            (Some(_), Some(_)) => {
                let free = inner - size - before - after;
                match (self.margin_start, self.margin_end) {
                    (None, None) if free < zero && self.is_inline => {
                        if self.reversed {
                            before = free;
                        } else {
                            after = free;
                        }
                    }
                    (None, None) => {
                        before = free.half();
                        after = free - before;
                    }
                    (None, Some(_)) => before = free,
                    (Some(_), None) => after = free,
                    (Some(_), Some(_)) => {
                        let at = self.aligned(inner_start, inner, size + before + after);
                        return (at + before, before, after);
                    }
                }
                (inner_start + before, before, after)
            }
            (Some(start), None) => (start + before, before, after),
            (None, Some(end)) => (self.room - end - after - size, before, after),
            (None, None) => {
                let outer = size + before + after;
                let at = match self.fixed.align {
                    Edge::Start => inner_start,
                    Edge::End => inner_start + inner - outer,
                    Edge::Center => self.fixed.start + (self.fixed.end - self.fixed.start - outer).half(),
                };
                (at + before, before, after)
            }
        }
    }

    /// Start of the margin box of a box between two insets.
    fn aligned(&self, inner_start: LayoutUnit, inner: LayoutUnit, outer: LayoutUnit) -> LayoutUnit {
        let zero = LayoutUnit::ZERO;
        let free = inner - outer;
        let start = Edge::Start.flip(self.reversed);
        let is_safe = self.align.safe && free < zero;
        let edge =
            if is_safe { start } else { aligned_edge(self.align, self.is_inline, self.reversed, self.own_reversed) };
        let at = inner_start
            + match edge {
                Edge::Start => zero,
                Edge::Center => free.half(),
                Edge::End => free,
            };
        if self.align.safe
            || self.align.is_unsafe
            || free >= zero
            || matches!(self.align.keyword, AlignKeyword::Auto | AlignKeyword::Normal)
        {
            return at;
        }
        // css-align-3 4.4.1: what overflows is moved back into the containing block as far as it fits in there.
        let (from, to) = (inner_start.min(zero), (inner_start + inner).max(self.room));
        if outer > to - from {
            return if start == Edge::Start { from } else { to - outer };
        }
        at.max(from).min(to - outer)
    }
}
