//! Grids with subgrids, and subgrids: <https://www.w3.org/TR/css-grid-2/#subgrids>.
//!
//! taffy has none. A grid around subgrids is laid out by it in stages: all items find their cells; then columns, then rows are
//! sized, the items of subgrids standing beside the grid's own ones ([`subgrid_contribution`](super::subgrid_contribution)); then the items are placed in
//! tracks of these sizes, and each subgrid is given its part of them ([`subgrid_lines`](super::subgrid_lines)).

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use taffy::{
    AlignSelf, AvailableSpace, Baselines, LayoutInput, LayoutOutput, RequestedAxis, RunMode, Size, SizingMode,
};

use super::container::Container;
use super::items::is_subgrid;
use super::stage::{Role, Stage};
use super::subgrid_contribution::{Nested, SubgridContribution, around, gap, hide, stretch};
use super::subgrid_lines::{Numbering, Placement, clamp, clamp_lines, definite, fix, name, subset};
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::state::flexible_styles::ItemStyle;
use crate::layout::state::results::{Constraints, LayoutResult, Purpose};
use crate::layout::state::subgrids::{Measured, Tracks};
use crate::layout::unit::LayoutUnit;
use crate::style::computed::Direction;

/// A grid between its stages.
struct Staged {
    placement: Placement,
    contributions: Vec<SubgridContribution>,
    nested: Vec<Nested>,
    /// Rows and columns, once they are sized.
    tracks: [Option<Tracks>; 2],
    /// The grid's own items, as they were.
    items: Vec<(BoxId, Rc<ItemStyle>)>,
}

impl Container<'_, '_> {
    /// Lays out a grid that has subgrids or is one.
    pub(super) fn lay_out_in_stages(&mut self, input: LayoutInput) -> LayoutOutput {
        let items = self.translated.items.clone();
        let style = self.style.clone();
        let calcs = self.translated.calcs.len();
        let purpose = std::mem::replace(&mut self.purpose, Purpose::Measure);
        let output = match self.place(&input) {
            Some(placement) => self.lay_out_placed(input, purpose, placement),
            None => {
                self.purpose = purpose;
                self.stage = Stage::Whole;
                self.lay_out_grid(input)
            }
        };
        self.purpose = purpose;
        self.stage = Stage::Whole;
        self.translated.items = items;
        self.translated.calcs.truncate(calcs);
        self.style = style;
        output
    }

    /// Finds the cells of the items; `None` if that takes too long.
    pub(super) fn place(&mut self, input: &LayoutInput) -> Option<Placement> {
        let taken = self.pass.taken_lines(self.id).cloned().unwrap_or_default();
        for x in [false, true] {
            let Some(lines) = &taken[usize::from(x)] else { continue };
            name(&mut self.style, x, &lines.names);
            for (_, style) in &mut self.translated.items {
                if let Some(placement) = &mut Rc::make_mut(style).placement {
                    let own = if x { &mut placement.column } else { &mut placement.row };
                    clamp_lines(own, lines.names.len().saturating_sub(1));
                }
            }
        }
        if !self.spend_effort(input) {
            return None;
        }
        self.stage = Stage::Placing;
        self.lay_out_grid(LayoutInput { run_mode: RunMode::PerformLayout, axis: RequestedAxis::Both, ..*input });
        let mut info = self.info.take()?;
        let range = |start: u16, end: u16| usize::from(start) - 1..usize::from(end) - 1;
        let mut cells: Vec<_> = info
            .items
            .iter()
            .map(|item| [range(item.row_start, item.row_end), range(item.column_start, item.column_end)])
            .collect();
        let mut counts = [info.rows.positions.len(), info.columns.positions.len()];
        for x in [false, true] {
            let Some(lines) = &taken[usize::from(x)] else { continue };
            let tracks = if x { &mut info.columns } else { &mut info.rows };
            let before = usize::from(std::mem::take(&mut tracks.negative_implicit_tracks));
            let count = lines.names.len().saturating_sub(1);
            for cells in &mut cells {
                clamp(&mut cells[usize::from(x)], before, count);
            }
            counts[usize::from(x)] = count;
            tracks.positive_implicit_tracks = 0;
            tracks.explicit_tracks = u16::try_from(count).unwrap_or(u16::MAX);
            tracks.collapsed_tracks.clear();
        }
        Some(Placement { cells, counts, info })
    }

    fn lay_out_placed(&mut self, input: LayoutInput, purpose: Purpose, placement: Placement) -> LayoutOutput {
        let taken = self.pass.taken_lines(self.id).cloned().unwrap_or_default();
        let tracks = taken.map(|lines| lines.and_then(|lines| lines.tracks));
        let is_sized = [tracks[0].is_some(), tracks[1].is_some()];
        let (contributions, nested) = self.contributions(&placement, is_sized);
        let items = self.translated.items.clone();
        let mut staged = Staged { placement, contributions, nested, tracks, items };
        let mut size = Size::ZERO;
        for x in [true, false] {
            let at = usize::from(x);
            let inset = if x { self.inset.width() } else { self.inset.height() }.to_f32();
            let given = if x { input.known_dimensions.width } else { input.known_dimensions.height };
            let is_last = input.run_mode == RunMode::ComputeSize && (!x || input.axis == RequestedAxis::Horizontal);
            let length = if let Some(tracks) = &staged.tracks[at] {
                given.unwrap_or_else(|| tracks.last().map_or(0.0, |track| track.1) + inset)
            } else {
                let known_dimensions = if x {
                    input.known_dimensions
                } else {
                    Size { width: Some(size.width), height: input.known_dimensions.height }
                };
                let run_mode = if is_last { RunMode::ComputeSize } else { RunMode::PerformLayout };
                let output = self.size_tracks(x, LayoutInput { known_dimensions, run_mode, ..input }, &mut staged);
                if x { output.size.width } else { output.size.height }
            };
            *(if x { &mut size.width } else { &mut size.height }) = length;
            if is_last {
                return LayoutOutput::from_outer_size(size);
            }
            if let Some(tracks) = &staged.tracks[at] {
                fix(&mut self.style, x, tracks);
                self.hand_down(x, &staged);
            }
        }
        self.purpose = purpose;
        self.fill(LayoutInput { known_dimensions: size.map(Some), ..input }, staged)
    }

    /// Sizes the tracks along an axis.
    fn size_tracks(&mut self, x: bool, input: LayoutInput, staged: &mut Staged) -> LayoutOutput {
        let numbering = self.numbering(staged);
        let mut roles = Vec::with_capacity(staged.items.len());
        self.translated.items.clear();
        for ((child, style), cells) in staged.items.iter().zip(&staged.placement.cells) {
            let mut style = ItemStyle { placement: definite(cells, numbering), ..ItemStyle::clone(style) };
            let takes = [false, true].map(|x| is_subgrid(self.pass, *child, x));
            if takes[usize::from(x)] {
                hide(&mut style, x, taffy::LengthPercentageAuto::length(0.0));
            }
            if takes[1] && !x {
                stretch(&mut style, true);
            }
            self.translated.items.push((*child, Rc::new(style)));
            roles.push(Role { sizes: takes.map(|takes| !takes), owner: None, is_empty: false });
        }
        for item in staged.contributions.iter().filter(|item| item.role.sizes[usize::from(x)]) {
            let style = self.contribution_style(item, x);
            let style = ItemStyle { placement: definite(&item.cells, numbering), ..style };
            self.translated.items.push((item.id, Rc::new(style)));
            roles.push(item.role);
        }
        self.stage = Stage::Sizing { x, roles };
        let output = self.lay_out_grid(input);
        if let Some(info) = self.info.take() {
            if !x {
                self.note_shims(staged, &info.rows.positions);
            }
            let found = if x { info.columns } else { info.rows };
            let positions = found.positions.iter().map(|p| (p.start, p.end));
            staged.tracks[usize::from(x)] = Some(self.logical(x, output.size.width, positions));
        }
        output
    }

    /// Notes how far items of subgrids were moved down for their baselines to be aligned.
    ///
    /// Limit: first baselines along rows only, as taffy aligns them.
    fn note_shims(&mut self, staged: &Staged, rows: &[taffy::Line<f32>]) {
        let own = staged.items.len();
        let contributions = staged.contributions.iter().filter(|item| item.role.sizes[0]);
        for (at, item) in contributions.enumerate().map(|(at, item)| (at + own, item)) {
            let (Some(parent), Some(known), Some((_, style))) =
                (item.parent, self.known.get(at), self.translated.items.get(at))
            else {
                continue;
            };
            let Some(row) = rows.get(item.cells[0].start).filter(|_| style.align_self == Some(AlignSelf::BASELINE))
            else {
                continue;
            };
            let margin = self.pass.own_edges(item.id, self.width).margin.top;
            let top = LayoutUnit::from_f32_round(row.start + item.around[0].0) + margin;
            self.pass.set_shim(parent, item.id, (known.corner.y - top).clamp_negative());
        }
    }

    fn numbering(&self, staged: &Staged) -> [Numbering; 2] {
        [false, true].map(|x| {
            let info = if x { &staged.placement.info.columns } else { &staged.placement.info.rows };
            match staged.tracks[usize::from(x)] {
                Some(_) => Numbering::Fixed,
                None => Numbering::Template {
                    before: info.negative_implicit_tracks.into(),
                    explicit: info.explicit_tracks.into(),
                },
            }
        })
    }

    /// Positions from the border box's left or top as positions from where the content box starts, and the other way round.
    fn logical(&self, x: bool, width: f32, positions: impl Iterator<Item = (f32, f32)>) -> Tracks {
        let inset = &self.inset;
        let is_reversed = x && self.pass.tree[self.id].style.direction == Direction::Rtl;
        let (left, right) = (inset.left.to_f32(), width - inset.right.to_f32());
        let start = if x { left } else { inset.top.to_f32() };
        positions
            .map(|(from, to)| if is_reversed { (right - to, right - from) } else { (from - start, to - start) })
            .collect()
    }

    /// Gives the subgrids their part of the tracks along an axis.
    fn hand_down(&mut self, x: bool, staged: &Staged) {
        let mut handed: Vec<Option<Tracks>> = Vec::with_capacity(staged.nested.len());
        for subgrid in &staged.nested {
            let outer = match subgrid.parent {
                Some(parent) => handed.get(parent).and_then(Option::as_ref),
                None => staged.tracks[usize::from(x)].as_ref(),
            };
            let range = &subgrid.own_cells[usize::from(x)];
            let tracks = outer.filter(|_| subgrid.takes[usize::from(x)]).and_then(|outer| {
                let style = Arc::clone(&self.pass.tree[subgrid.id].style);
                let basis = outer.get(range.clone()).and_then(|area| Some(area.last()?.1 - area.first()?.0));
                let basis = basis.map(LayoutUnit::from_f32_round).filter(|_| x).or(self.width);
                let edges = around(&self.pass.own_edges(subgrid.id, basis), x, style.direction);
                subset(outer, range, x && subgrid.is_mirrored, edges, gap(&style, x, basis))
            });
            if tracks.is_some() {
                self.pass.hand_tracks(subgrid.id, x, tracks.clone());
            }
            handed.push(tracks);
        }
    }

    /// Places the items in tracks of known sizes.
    fn fill(&mut self, input: LayoutInput, staged: Staged) -> LayoutOutput {
        let numbering = [Numbering::Fixed; 2];
        self.translated.items.clear();
        for ((child, style), cells) in staged.items.iter().zip(&staged.placement.cells) {
            let mut style = ItemStyle { placement: definite(cells, numbering), ..ItemStyle::clone(style) };
            for x in [false, true] {
                if is_subgrid(self.pass, *child, x) {
                    stretch(&mut style, x);
                }
            }
            if let Some(shim) = self.pass.shim(*child) {
                let own = Arc::clone(&self.pass.tree[*child].style);
                style.align_self = Some(AlignSelf::START);
                style.margin.top = self.widened(Some(&own.margin.top), shim.to_f32());
            }
            self.translated.items.push((*child, Rc::new(style)));
        }
        self.stage = Stage::Filling { is_trial: self.is_trial };
        let output = self.lay_out_grid(input);
        let number = |at: usize| u16::try_from(at + 1).unwrap_or(u16::MAX);
        for (known, [rows, columns]) in self.known.iter_mut().zip(&staged.placement.cells) {
            known.cells = [rows.start, rows.end - 1, columns.start, columns.end - 1].map(number);
        }
        if self.purpose == Purpose::Place && self.pass.tree[self.id].flags.contains(BoxFlags::HAS_OUT_OF_FLOW) {
            let mut info = staged.placement.info;
            for (x, tracks) in [(false, &mut info.rows), (true, &mut info.columns)] {
                let sized = staged.tracks[usize::from(x)].iter().flatten().copied();
                let back = if x && self.pass.tree[self.id].style.direction == Direction::Rtl {
                    self.logical(x, output.size.width, sized)
                } else {
                    let start = if x { self.inset.left } else { self.inset.top }.to_f32();
                    sized.map(|(from, to)| (from + start, to + start)).collect()
                };
                tracks.positions = back.into_iter().map(|(start, end)| taffy::Line { start, end }).collect();
            }
            self.pass.grids.insert(self.id, *info);
        }
        output
    }

    /// Returns the output of an item where it does not follow from its contents alone, at the present stage of the grid.
    pub(super) fn output_at_stage(&mut self, at: usize, input: &LayoutInput) -> Option<LayoutOutput> {
        let known = LayoutOutput::from_outer_size(input.known_dimensions.map(|length| length.unwrap_or(0.0)));
        let (x, role) = match &self.stage {
            Stage::Whole | Stage::Filling { is_trial: false } => return None,
            Stage::Filling { is_trial: true } => {
                let child = self.translated.items.get(at).map(|(child, _)| *child)?;
                let is_known = input.known_dimensions.width.is_some();
                return (is_known && is_subgrid(self.pass, child, false)).then_some(known);
            }
            Stage::Placing => return Some(known),
            Stage::Sizing { x, roles } => (*x, *roles.get(at)?),
        };
        let is_horizontal = input.run_mode == RunMode::ComputeSize && input.axis != RequestedAxis::Vertical;
        if role.is_empty || !role.sizes[usize::from(x)] || x && !is_horizontal {
            return Some(known);
        }
        if x {
            return None;
        }
        let owner = role.owner?;
        let width = input.known_dimensions.width.or(input.available_space.width.into_option()).unwrap_or(0.0);
        let items = self.items_in(owner, LayoutUnit::from_f32_round(width));
        let item = self.translated.items.get(at).and_then(|(child, _)| items.get(child)).copied().unwrap_or_default();
        let height = input.known_dimensions.height.unwrap_or(item.size.height.to_f32());
        if let Some(known) = self.known.get_mut(at) {
            known.outcome = item;
        }
        let baselines = Baselines { first: item.first_baseline.map(LayoutUnit::to_f32), last: None };
        let size = Size { width: known.size.width, height };
        Some(LayoutOutput::from_sizes_and_baselines(size, taffy::Rect::ZERO, baselines))
    }

    /// The items that are in the columns of a subgrid, whose rows are those of a grid around it.
    ///
    /// `width` is that of its margin box. Approx: it fills that.
    fn items_in(&mut self, owner: BoxId, width: LayoutUnit) -> Measured {
        if let Some(known) = self.pass.known_items(owner, width) {
            return known;
        }
        let mut items: FxHashMap<BoxId, LayoutResult> = FxHashMap::default();
        let found = self.pass.descend(|pass| {
            pass.hand_tracks(owner, false, None);
            let edges = pass.edges(owner, Some(width));
            let used = pass.used_width(owner, &Constraints::fill(width, None, Purpose::Measure), &edges);
            let inner = (used - edges.inset().width()).clamp_negative();
            let mut inside = Container::new(pass, owner, Purpose::Measure, Some(inner), &edges);
            inside.is_trial = true;
            inside.style.align_items = AlignSelf::START;
            for (_, style) in &mut inside.translated.items {
                Rc::make_mut(style).align_self = Some(AlignSelf::START);
            }
            inside.lay_out(LayoutInput {
                run_mode: RunMode::PerformLayout,
                sizing_mode: SizingMode::InherentSize,
                axis: RequestedAxis::Both,
                known_dimensions: Size { width: Some(used.to_f32()), height: None },
                known_dimensions_are_definite: Size { width: true, height: false },
                parent_size: Size { width: Some(width.to_f32()), height: None },
                available_space: Size {
                    width: AvailableSpace::Definite(used.to_f32()),
                    height: AvailableSpace::MaxContent,
                },
                vertical_margins_are_collapsible: taffy::Line::FALSE,
            });
            let found = inside.translated.items.iter().zip(&inside.known);
            found.map(|((child, _), known)| (*child, known.outcome)).collect::<Vec<_>>()
        });
        for (child, outcome) in found.unwrap_or_default() {
            if is_subgrid(self.pass, child, false) {
                let margin = self.pass.own_edges(child, Some(width)).margin.width();
                let inside = self.items_in(child, outcome.size.width + margin);
                items.extend(inside.iter().map(|(id, item)| (*id, *item)));
            } else {
                items.insert(child, outcome);
            }
        }
        let items = Rc::new(items);
        self.pass.keep_items(owner, width, Rc::clone(&items));
        items
    }
}
