//! Baseline alignment that taffy does not have: last baselines, baselines along the inline axis, vertical writing modes.
//!
//! <https://drafts.csswg.org/css-align-3/#baseline-rules>. A container with such items is laid out twice: once to learn their
//! baselines, and again with what is missing to the farthest of each group added to their margins.
//!
//! Chrome: a box that has no baseline along an axis has one at the edge under its lines, or in the middle where lines are
//! aligned there.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use taffy::{AlignSelf, LayoutInput, RunMode};

use super::container::Container;
use super::items::{is_column, is_subgrid};
use crate::layout::alignment::Edge;
use crate::layout::axes::{Axes, has_central_baseline};
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::state::display::is_scroll_container;
use crate::layout::state::results::Purpose;
use crate::layout::unit::LayoutUnit;
use crate::style::computed::{AlignKeyword, Dimension, Direction, TrackBreadth, TrackListItem, TrackSize};

/// Items of one line whose baselines are aligned with each other: the axis (true: `x`), the line and the edge they start at.
type Group = (bool, u16, bool);

impl Container<'_, '_> {
    /// Does baseline alignment of this container take more than taffy has?
    fn needs_shims(&self) -> bool {
        let is_vertical = !self.pass.tree.axes.is_empty();
        let is_row = !self.is_flex_column();
        let is_vertical = is_vertical || self.wraps_in_reverse();
        self.translated.items.iter().any(|(child, _)| {
            let along = |x: bool| self.baseline_alignment(*child, x);
            along(true).is_some() || is_row && matches!(along(false), Some(last) if last || is_vertical)
        })
    }

    /// Do the lines of a flex container follow each other from the end of its cross axis?
    fn wraps_in_reverse(&self) -> bool {
        self.pass.tree[self.id].kind == BoxKind::Flex && self.translated.style.flex_wrap == taffy::FlexWrap::WrapReverse
    }

    pub(super) fn is_flex_column(&self) -> bool {
        let node = &self.pass.tree[self.id];
        node.kind == BoxKind::Flex && is_column(&node.style)
    }

    /// Is the item aligned by a baseline along an axis (and by its last one)?
    fn baseline_alignment(&self, child: BoxId, x: bool) -> Option<bool> {
        let container = &self.pass.tree[self.id];
        let node = &self.pass.tree[child];
        let is_grid = container.kind == BoxKind::Grid;
        if !is_grid && x != self.is_flex_column() {
            return None;
        }
        let (own, items) = if is_grid && x {
            (node.style.justify_self, container.style.justify_items)
        } else {
            (node.style.align_self, container.style.align_items)
        };
        let align = if node.flags.contains(BoxFlags::ANONYMOUS) { items } else { own.or(items) };
        let last = match align.keyword {
            AlignKeyword::Baseline => false,
            AlignKeyword::LastBaseline => true,
            _ => return None,
        };
        if is_grid && (self.is_cyclic(child, x) || is_subgrid(self.pass, child, x)) {
            return None;
        }
        let edges = self.pass.own_edges(child, self.width);
        let auto = if x { edges.auto.left || edges.auto.right } else { edges.auto.top || edges.auto.bottom };
        (!auto).then_some(last)
    }

    /// Is a grid item empty, and does its size along an axis depend on tracks that are sized by their items?
    ///
    /// Chrome: such an item is not aligned by its baseline, which its size would give it; one that has lines is. Approx: all
    /// tracks of the axis count rather than those of the item.
    fn is_cyclic(&self, child: BoxId, x: bool) -> bool {
        if self.pass.tree[child].first_child.is_some() {
            return false;
        }
        let style = &self.pass.tree[child].style;
        let sizes = if x {
            [&style.width, &style.min_width, &style.max_width]
        } else {
            [&style.height, &style.min_height, &style.max_height]
        };
        if !sizes.iter().any(|size| matches!(size, Dimension::Length(length) if length.has_percent())) {
            return false;
        }
        let Some(grid) = &self.pass.tree[self.id].style.grid else { return true };
        let tracks = if x { &grid.template_columns } else { &grid.template_rows };
        let is_fixed = |size: &TrackSize| matches!(size, TrackSize::Breadth(TrackBreadth::Length(length)) if !length.has_percent());
        let all_fixed = tracks.items.iter().all(|item| match item {
            TrackListItem::Track(size) => is_fixed(size),
            TrackListItem::Repeat { tracks, .. } => tracks.iter().all(is_fixed),
        });
        tracks.subgrid || tracks.items.is_empty() || !all_fixed
    }

    /// Takes the items that a percentage keeps from being aligned by their baselines to the start.
    fn drop_cyclic_baselines(&mut self) {
        if self.pass.tree[self.id].kind != BoxKind::Grid {
            return;
        }
        for at in 0..self.translated.items.len() {
            let child = self.translated.items[at].0;
            let (rows, columns) = (self.is_cyclic(child, false), self.is_cyclic(child, true));
            if !rows && !columns {
                continue;
            }
            let style = Rc::make_mut(&mut self.translated.items[at].1);
            if rows && style.align_self == Some(AlignSelf::BASELINE) {
                style.align_self = Some(AlignSelf::START);
            }
            if columns && style.justify_self == Some(AlignSelf::BASELINE) {
                style.justify_self = Some(AlignSelf::START);
            }
        }
    }

    /// Lays the container out for its items' baselines, and adds to their margins what aligns them.
    pub(super) fn add_shims(&mut self, input: &LayoutInput) {
        if self.translated.is_shimmed {
            return;
        }
        self.drop_cyclic_baselines();
        if !self.needs_shims() {
            return;
        }
        let purpose = std::mem::replace(&mut self.purpose, Purpose::Measure);
        self.lay_out(LayoutInput { run_mode: RunMode::PerformLayout, ..*input });
        self.purpose = purpose;
        self.number_lines();
        let mut farthest: FxHashMap<Group, LayoutUnit> = FxHashMap::default();
        let mut aligned = Vec::new();
        for at in 0..self.translated.items.len() {
            let child = self.translated.items[at].0;
            for x in [false, true] {
                let Some(last) = self.baseline_alignment(child, x) else { continue };
                let (mut edge, mut distance) = self.item_baseline(at, x, last);
                // The columns of a flex container start at the right in right-to-left text.
                let container = &self.pass.tree[self.id];
                let from_right = container.kind == BoxKind::Flex && container.style.direction == Direction::Rtl;
                if self.wraps_in_reverse() != (x && from_right) {
                    let size = self.known[at].outcome.size;
                    (edge, distance) = (edge.flip(true), if x { size.width } else { size.height } - distance);
                }
                let is_end = edge == Edge::End;
                let margin = self.pass.own_edges(child, self.width).margin;
                let distance = distance
                    + match (x, is_end) {
                        (true, false) => margin.left,
                        (true, true) => margin.right,
                        (false, false) => margin.top,
                        (false, true) => margin.bottom,
                    };
                let cells = self.known[at].cells;
                let rtl = x && self.pass.tree[self.id].style.direction == Direction::Rtl;
                let line = cells[usize::from(x) * 2 + usize::from(is_end != rtl)];
                let group = (x, line, is_end);
                farthest.entry(group).and_modify(|far| *far = (*far).max(distance)).or_insert(distance);
                aligned.push((at, group, distance));
            }
        }
        let rtl = self.pass.tree[self.id].style.direction == Direction::Rtl;
        for (at, group, distance) in aligned {
            let shim = farthest[&group] - distance;
            let (child, style) = &mut self.translated.items[at];
            let style = Rc::make_mut(style);
            let margin = self.pass.own_edges(*child, self.width).margin;
            let length = |unit: LayoutUnit| taffy::LengthPercentageAuto::length((unit + shim).to_f32());
            let (x, _, is_end) = group;
            let keyword = if is_end != (x && rtl) { AlignSelf::END } else { AlignSelf::START };
            if x && self.pass.tree[self.id].kind == BoxKind::Grid {
                style.justify_self = Some(keyword);
            } else {
                style.align_self = Some(keyword);
            }
            match (x, is_end) {
                (true, false) => style.margin.left = length(margin.left),
                (true, true) => style.margin.right = length(margin.right),
                (false, false) => style.margin.top = length(margin.top),
                (false, true) => style.margin.bottom = length(margin.bottom),
            }
        }
        self.translated.is_shimmed = true;
        // Margins may be percentages.
        self.uses_width();
    }

    /// The lines of a flex container: a line ends where the next item does not come after the last one, margins included.
    pub(super) fn number_lines(&mut self) {
        if self.pass.tree[self.id].kind == BoxKind::Grid {
            return;
        }
        let column = self.is_flex_column();
        let style = &self.pass.tree[self.id].style;
        let backwards = matches!(
            self.translated.style.flex_direction,
            taffy::FlexDirection::RowReverse | taffy::FlexDirection::ColumnReverse
        ) != (!column && style.direction == Direction::Rtl);
        let mut line = 0;
        let mut before: Option<LayoutUnit> = None;
        for at in 0..self.known.len() {
            let margin = self.pass.own_edges(self.translated.items[at].0, self.width).margin;
            let known = &mut self.known[at];
            let (corner, size) = (known.corner, known.outcome.size);
            let (from, to) = match column {
                true => (corner.y - margin.top, corner.y + size.height + margin.bottom),
                false => (corner.x - margin.left, corner.x + size.width + margin.right),
            };
            let (from, to) = if backwards { (-to, -from) } else { (from, to) };
            // Positions are rounded.
            if before.is_some_and(|before| from + LayoutUnit::EPSILON.times(4) < before) {
                line += 1;
            }
            before = Some(to);
            known.cells = [line; 4];
        }
    }

    /// The edge of the border box that an item's first (or last) baseline belongs to, and how far it is from there.
    pub(super) fn item_baseline(&self, at: usize, x: bool, last: bool) -> (Edge, LayoutUnit) {
        let Some(&(child, _)) = self.translated.items.get(at) else { return (Edge::Start, LayoutUnit::ZERO) };
        let tree = &self.pass.tree;
        let node = &tree[child];
        let outcome = &self.known[at].outcome;
        let length = if x { outcome.size.width } else { outcome.size.height };
        let outside = tree.axes(child);
        let inner = node.first_child.filter(|_| node.flags.contains(BoxFlags::ORTHOGONAL));
        let inside = inner.map_or(outside, |inner| tree.axes(inner));
        let is_parallel = inside.is_vertical() == outside.is_vertical();
        // Where the first line is, and the baselines from there.
        let (start, first_baseline, last_baseline) = if x == is_parallel {
            (Edge::Start, None, None)
        } else if inside == outside {
            (Edge::Start, outcome.first_baseline, outcome.last_baseline)
        } else {
            let baselines = self.pass.inner_baselines.get(&child).copied().unwrap_or_default();
            let flipped = inside.is_reversed(false) != outside.is_reversed(x);
            (Edge::Start.flip(flipped), baselines.0, baselines.1)
        };
        let found = if last { last_baseline } else { first_baseline };
        let found = found.filter(|_| !node.style.contain_layout);
        let baseline = match found {
            Some(baseline) if is_scroll_container(&node.style) => baseline.clamp_negative().min(length),
            Some(baseline) => baseline,
            None if has_central_baseline(&tree[self.id].style) => length - length.half(),
            // Lines along the other axis of a horizontal container have their lower side at the left.
            None if x && outside == Axes::Horizontal && start == Edge::Start => LayoutUnit::ZERO,
            None => length,
        };
        if last { (start.flip(true), length - baseline) } else { (start, baseline) }
    }

    /// Are its items in a row, the last one at its start? Chrome: then its baseline is that of the last.
    pub(super) fn is_reversed_row(&self) -> bool {
        let is_flex = self.pass.tree[self.id].kind == BoxKind::Flex;
        is_flex && self.translated.style.flex_direction == taffy::FlexDirection::RowReverse
    }

    /// The first and the last baseline of the container, from its first and its last line.
    pub(super) fn own_baselines(&mut self) -> (Option<LayoutUnit>, Option<LayoutUnit>) {
        self.number_lines();
        let column = self.is_flex_column();
        let backwards = self.wraps_in_reverse();
        let is_reversed = self.is_reversed_row();
        let pick = |last: bool| {
            let lines = self.known.iter().map(|known| known.cells[usize::from(last)]);
            let line = if last != backwards { lines.max()? } else { lines.min()? };
            let line = |at: &usize| column || self.known[*at].cells[usize::from(last)] == line;
            let order = |at: usize| (self.known[at].cells[2], at);
            let all = || (0..self.known.len()).filter(line);
            let is_aligned = |at: &usize| self.baseline_alignment(self.translated.items[*at].0, false).is_some();
            let takes_last = last != is_reversed;
            let is_at_edge = |at: &usize| (self.item_baseline(*at, false, self.is_last(*at)).0 == Edge::End) == last;
            // Chrome: items aligned at this edge of the line come before those aligned at the other one.
            let at = all().filter(is_aligned).min_by_key(|at| (!is_at_edge(at), order(*at))).or_else(|| {
                if takes_last { all().max_by_key(|at| order(*at)) } else { all().min_by_key(|at| order(*at)) }
            })?;
            let aligned_by_last = is_aligned(&at) && self.is_last(at);
            let (edge, distance) = self.item_baseline(at, false, if is_aligned(&at) { aligned_by_last } else { last });
            let height = self.known[at].outcome.size.height;
            let baseline = if edge == Edge::End { height - distance } else { distance };
            Some(self.known[at].corner.y + baseline)
        };
        (pick(false), pick(true))
    }

    fn is_last(&self, at: usize) -> bool {
        self.baseline_alignment(self.translated.items[at].0, false) == Some(true)
    }
}
