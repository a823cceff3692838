//! Minimums and maximums that are `stretch` on the cross axis of a flex container with several lines: they refer to the line.
//!
//! <https://drafts.csswg.org/css-sizing-4/#stretch-fit-sizing>. Such a container is laid out twice, the second time with the sizes
//! of its lines known.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use taffy::{LayoutInput, LayoutOutput};

use super::container::Container;
use super::items::{is_column, wraps};
use crate::layout::state::box_tree::{BoxFlags, BoxKind};
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::computed::{BoxSizing, Dimension};

impl Container<'_, '_> {
    /// Lays the container out again if the size of a line decides about an item in it.
    pub(super) fn bound_by_lines(&mut self, input: &LayoutInput) -> Option<LayoutOutput> {
        let node = &self.pass.tree[self.id];
        if node.kind != BoxKind::Flex || !wraps(&node.style) {
            return None;
        }
        let column = is_column(&node.style);
        let bounds = |at: usize| {
            let node = &self.pass.tree[self.translated.items[at].0];
            let style = &node.style;
            let (min, max) =
                if column { (&style.min_width, &style.max_width) } else { (&style.min_height, &style.max_height) };
            let is_stretch = |bound: &Dimension| *bound == Dimension::Stretch;
            let own = !node.flags.contains(BoxFlags::ANONYMOUS);
            (own && is_stretch(min), own && is_stretch(max))
        };
        let all: Vec<(bool, bool)> = (0..self.translated.items.len()).map(bounds).collect();
        if all.iter().all(|(min, max)| !min && !max) {
            return None;
        }
        self.number_lines();
        // Approx: `align-content: stretch` may make a line larger than its largest item.
        let outer = |at: usize| {
            let margin = self.pass.own_edges(self.translated.items[at].0, self.width).margin;
            let size = self.known[at].outcome.size;
            if column { size.width + margin.width() } else { size.height + margin.height() }
        };
        let mut lines: FxHashMap<_, LayoutUnit> = FxHashMap::default();
        for (at, known) in self.known.iter().enumerate() {
            let line = lines.entry(known.cells[0]).or_default();
            *line = outer(at).max(*line);
        }
        let saved: Vec<_> = self.translated.items.iter().map(|(_, style)| (style.min_size, style.max_size)).collect();
        for (at, &(min, max)) in all.iter().enumerate() {
            let (child, style) = &mut self.translated.items[at];
            let style = Rc::make_mut(style);
            let edges = self.pass.own_edges(*child, self.width);
            let inset = match self.pass.tree[*child].style.box_sizing {
                BoxSizing::ContentBox => edges.inset(),
                BoxSizing::BorderBox => Edges::default(),
            };
            let around =
                if column { edges.margin.width() + inset.width() } else { edges.margin.height() + inset.height() };
            let bound = taffy::LengthPercentageAuto::length(
                (lines[&self.known[at].cells[0]] - around).clamp_negative().to_f32(),
            );
            for (is_set, size) in [(min, &mut style.min_size), (max, &mut style.max_size)] {
                if is_set {
                    *(if column { &mut size.width } else { &mut size.height }) = bound;
                }
            }
        }
        let output = self.lay_out(*input);
        for ((_, style), (min, max)) in self.translated.items.iter_mut().zip(saved) {
            let style = Rc::make_mut(style);
            (style.min_size, style.max_size) = (min, max);
        }
        Some(output)
    }
}
