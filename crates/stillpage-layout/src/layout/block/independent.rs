//! Block-level boxes with a formatting context of their own: placed beside floats.
//!
//! <https://www.w3.org/TR/CSS22/visuren.html#bfc-next-to-float>

use std::sync::Arc;

use super::flow::{Aborted, Flow};
use super::margin::{MarginStrut, quirky_margins};
use crate::layout::alignment::{Edge, aligned_edge, is_flipped};
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::display::clear_sides;
use crate::layout::state::edges::BoxEdges;
use crate::layout::state::floats::Opportunity;
use crate::layout::state::results::{Available, Constraints, LayoutResult, Purpose};
use crate::layout::unit::{Edges, LayoutUnit, Offset};
use crate::style::computed::{Align, AlignKeyword, Dimension, Direction, TextAlign};

impl Flow<'_, '_> {
    /// A block-level box that establishes a formatting context (or is replaced): it is placed beside floats.
    pub(super) fn independent_child(&mut self, child: BoxId) -> Result<(), Aborted> {
        let style = Arc::clone(&self.pass.tree[child].style);
        let edges = self.pass.edges(child, Some(self.content_width()));
        let clear = clear_sides(&style);
        let clearance = self.bfc.clear(self.space.clearance, clear.0, clear.1);
        let quirky = quirky_margins(self.pass, child);
        let with_margin = self.strut.with(edges.margin.top, quirky.0);
        let mut y = self.base() + self.at + with_margin.sum();
        let mut determines = false;
        let before = (self.at, self.strut);
        if self.resolved.is_none() {
            if self.clears_adjoining(clear) {
                y = self.next_edge();
            } else {
                if let Some(expected) = self.bfc.expected {
                    y = expected;
                }
                determines = edges.margin.top != LayoutUnit::ZERO && self.bfc.has_floats_below(y);
            }
            if determines {
                // Will it fit beside the floats with its margin collapsed? If not, the margin is not part of the strut.
                let trial = self.beside_floats(child, &edges, y.max(clearance), Purpose::Measure);
                if trial.1.y > y.max(clearance) {
                    let separate = self.next_edge();
                    if self.bfc.expected.is_none() {
                        y = separate;
                    }
                }
            }
            self.resolve(y)?;
            y = self.base();
            debug_assert!(self.at == LayoutUnit::ZERO || before.0 == self.at, "resolving starts at the border edge");
        }
        let (outcome, offset, margin) = self.beside_floats(child, &edges, y.max(clearance), self.purpose);
        let offset_y = offset.y - self.base();
        if self.purpose == Purpose::Place {
            self.write_child(child, Offset::new(offset.x - self.space.x, offset_y), margin, &outcome);
        }
        self.take_baselines(child, &outcome, offset_y);
        self.at = offset_y + outcome.size.height;
        self.strut = MarginStrut::default().with(edges.margin.bottom, quirky.1);
        self.cleared_through = false;
        Ok(())
    }

    /// Lays out a box in the first room between floats, at or below `y`, that it fits in. Returns its border box corner
    /// and used margins.
    pub(super) fn beside_floats(
        &mut self,
        child: BoxId,
        edges: &BoxEdges,
        y: LayoutUnit,
        purpose: Purpose,
    ) -> (LayoutResult, Offset, Edges) {
        let (left, right) = self.content();
        let available = self.content_width();
        let mut y = y;
        // Limit: after this many tries the box is put below all floats.
        for attempt in 0..64 {
            if attempt == 63 {
                y = self.bfc.bottom().map_or(y, |b| b.max(y));
            }
            let mut height = LayoutUnit::EPSILON;
            for _ in 0..4 {
                let room = self.bfc.room(y, height, left, right);
                let untouched = room.left == left && room.right == right.max(left);
                let (from, to) = if untouched {
                    (left + edges.margin.left, right - edges.margin.right)
                } else {
                    (
                        room.left.max(left + edges.margin.left.clamp_negative()),
                        room.right.min(right - edges.margin.right.clamp_negative()),
                    )
                };
                if !untouched && to < from {
                    break;
                }
                let span = (to - from).clamp_negative();
                let attempt_purpose = if untouched { purpose } else { Purpose::Measure };
                let mut constraints = self.child_constraints(attempt_purpose);
                constraints.width = Available::Definite((span + edges.margin.width()).clamp_negative());
                self.justify(child, edges, &mut constraints);
                let outcome = self.pass.layout(child, &constraints);
                // Chrome: margins of the box do not count.
                let fits = outcome.size.width <= room.width() || untouched;
                if !fits {
                    break;
                }
                let deep = self.bfc.room(y, outcome.size.height.max(LayoutUnit::EPSILON), left, right);
                if (deep.left != room.left || deep.right != room.right)
                    && !untouched_by(&deep, from, outcome.size.width, room)
                {
                    height = outcome.size.height;
                    continue;
                }
                if attempt_purpose != purpose {
                    self.pass.layout(child, &Constraints { purpose, ..constraints });
                }
                let room_width = span + edges.margin.width();
                let (ml, mr) = self.horizontal_margins(child, edges, room_width, outcome.size.width);
                let x = if self.style.direction == Direction::Rtl {
                    to + edges.margin.right - mr - outcome.size.width
                } else {
                    from - edges.margin.left + ml
                };
                return (outcome, Offset::new(x, y), Edges { left: ml, right: mr, ..edges.margin });
            }
            match self.bfc.next_band(y) {
                Some(next) => y = next,
                None => break,
            }
        }
        let mut constraints = self.child_constraints(purpose);
        self.justify(child, edges, &mut constraints);
        let outcome = self.pass.layout(child, &constraints);
        let (ml, mr) = self.horizontal_margins(child, edges, available, outcome.size.width);
        let x = if self.style.direction == Direction::Rtl { right - mr - outcome.size.width } else { left + ml };
        (outcome, Offset::new(x, y), Edges { left: ml, right: mr, ..edges.margin })
    }

    /// The used `justify-self` of a child; `None` where it is `normal`.
    /// <https://drafts.csswg.org/css-align-3/#justify-block>
    fn justification(&self, child: BoxId) -> Option<Align> {
        let node = &self.pass.tree[child];
        if node.flags.contains(BoxFlags::ANONYMOUS) {
            return None;
        }
        let align = node.style.justify_self.or(self.style.justify_items);
        (align.keyword != AlignKeyword::Normal).then_some(align)
    }

    fn justified_edge(&self, child: BoxId, align: Align) -> Edge {
        let own = is_flipped(&self.pass.tree[child].style, self.pass.tree.axes(child), true);
        aligned_edge(align, true, self.style.direction == Direction::Rtl, own)
    }

    /// Applies `justify-self` to the constraints of a child: justified, it shrinks to fit; stretched, it fills the room even
    /// where it would fit its contents.
    pub(super) fn justify(&mut self, child: BoxId, edges: &BoxEdges, constraints: &mut Constraints) {
        let Some(align) = self.justification(child) else { return };
        if align.keyword != AlignKeyword::Stretch {
            constraints.shrink_to_fit = true;
        } else if edges.auto.left || edges.auto.right {
            // Automatic margins take the room.
        } else if let Available::Definite(room) = constraints.width
            && self.pass.tree[child].style.width == Dimension::Auto
            && self.pass.tree[child].flags.contains(BoxFlags::ORTHOGONAL)
        {
            let (min, max) = self.pass.width_bounds(child, constraints, edges);
            constraints.fixed_width = Some((room - edges.margin.width()).clamp_negative().min(max).max(min));
        }
    }

    /// Used horizontal margins of a block-level box. <https://www.w3.org/TR/CSS22/visudet.html#blockwidth>
    pub(super) fn horizontal_margins(
        &self,
        child: BoxId,
        edges: &BoxEdges,
        available: LayoutUnit,
        width: LayoutUnit,
    ) -> (LayoutUnit, LayoutUnit) {
        let free = available - width - edges.margin.width();
        let (mut left, mut right) = (edges.margin.left, edges.margin.right);
        if !edges.auto.left
            && !edges.auto.right
            && let Some(align) = self.justification(child)
        {
            let edge = if align.safe && free < LayoutUnit::ZERO {
                Edge::Start.flip(self.style.direction == Direction::Rtl)
            } else {
                self.justified_edge(child, align)
            };
            match edge {
                Edge::Start => right += free,
                Edge::Center => {
                    left += free.half();
                    right = available - width - left;
                }
                Edge::End => left += free,
            }
            return (left, right);
        }
        if free > LayoutUnit::ZERO {
            match (edges.auto.left, edges.auto.right) {
                (true, true) => {
                    left = free.half();
                    right = free - left;
                }
                (true, false) => left = free,
                (false, true) => right = free,
                (false, false) => {
                    // Chrome: -webkit-center and friends (`<center>`, `align=`) align blocks, too.
                    let align = self.style.text_align;
                    let rtl = self.style.direction == Direction::Rtl;
                    match align {
                        TextAlign::WebkitCenter => {
                            left += free.half();
                            right = available - width - left;
                        }
                        TextAlign::WebkitRight if !rtl => left += free,
                        TextAlign::WebkitLeft if rtl => right += free,
                        _ => {}
                    }
                }
            }
        }
        (left, right)
    }
}

/// True if the room a box was measured for goes on as far as the box itself is concerned.
fn untouched_by(deep: &Opportunity, from: LayoutUnit, width: LayoutUnit, room: Opportunity) -> bool {
    deep.left <= from.max(room.left) && deep.right >= (from + width).min(room.right)
}
