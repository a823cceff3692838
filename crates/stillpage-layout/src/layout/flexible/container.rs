//! A container as taffy sees it: it asks for the sizes of items, which the rest of layout answers.

use std::cell::OnceCell;
use std::rc::Rc;

use taffy::{AvailableSpace, Baselines, LayoutInput, LayoutOutput, NodeId, RequestedAxis, RunMode, SizingMode};

use super::items::{is_column, is_legacy, wraps};
use super::stage::Stage;
use super::value::snap;
use crate::layout::natural;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Control};
use crate::layout::state::edges::BoxEdges;
use crate::layout::state::flexible_styles::{FlexibleStyles, Ident, ItemStyle, Style};
use crate::layout::state::results::{Available, Constraints, LayoutResult, Purpose};
use crate::layout::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::style::computed::{Dimension, Direction};

/// The result of the first layout of an item.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// Size and baselines.
    pub(super) outcome: LayoutResult,
    /// Border box relative to the container's.
    pub(super) corner: Offset,
    /// First and last row (or flex line), first and last column.
    pub(super) cells: [u16; 4],
}

/// A container while taffy lays it out. Node 0 is the container, node n the nth item.
pub(super) struct Container<'p, 'a> {
    pub(super) pass: &'p mut LayoutState<'a>,
    pub(super) id: BoxId,
    pub(super) translated: Box<FlexibleStyles>,
    /// The container's style, with what this layout asks for.
    pub(super) style: Style,
    pub(super) purpose: Purpose,
    /// Width of the content box, once known: what percentages of margins and padding refer to.
    pub(super) width: Option<LayoutUnit>,
    /// By item, as the last layout had them.
    pub(super) known: Vec<Known>,
    /// Border and padding.
    pub(super) inset: Edges,
    pub(super) stage: Stage,
    /// Tracks and lines that taffy reports of a grid with subgrids.
    pub(super) info: Option<Box<taffy::DetailedGridInfo<Ident>>>,
    /// Laid out only to learn the sizes of its items.
    pub(super) is_trial: bool,
    /// Laid out as if it had no items.
    is_emptied: bool,
    /// The items of a row fit on one line as they start, if that was asked for.
    pub(super) fits_on_line: OnceCell<bool>,
    /// Height that percentages refer to while the container is measured without one.
    pub(super) percent_basis: Option<LayoutUnit>,
}

impl<'p, 'a> Container<'p, 'a> {
    pub(super) fn new(
        pass: &'p mut LayoutState<'a>,
        id: BoxId,
        purpose: Purpose,
        width: Option<LayoutUnit>,
        edges: &BoxEdges,
    ) -> Self {
        let known = pass.flexible_styles.remove(id).filter(|t| t.width.is_none_or(|w| w == width));
        let is_known = known.is_some();
        let translated = known.unwrap_or_else(|| Box::new(pass.shared_styles.untranslated()));
        let mut container = Self {
            pass,
            id,
            translated,
            style: Style::DEFAULT,
            purpose,
            width,
            known: Vec::new(),
            inset: edges.inset(),
            stage: Stage::Whole,
            info: None,
            is_trial: false,
            is_emptied: false,
            fits_on_line: OnceCell::new(),
            percent_basis: None,
        };
        if !is_known {
            container.translate();
        }
        container.style = Style::clone(&container.translated.style);
        let length = |unit: LayoutUnit| taffy::LengthPercentage::length(unit.to_f32());
        let sides = |e: &Edges| taffy::Rect {
            left: length(e.left),
            right: length(e.right),
            top: length(e.top),
            bottom: length(e.bottom),
        };
        container.style.border = sides(&edges.border);
        container.style.padding = sides(&edges.padding.plus(&edges.gutter));
        container
    }

    /// Lays the container out; returns its last baseline beside the rest.
    pub(super) fn run(mut self, input: LayoutInput) -> (LayoutOutput, Option<f32>) {
        self.add_shims(&input);
        let mut output = self.lay_out(input);
        if input.run_mode == RunMode::PerformLayout
            && let Some(bound) = self.bound_by_lines(&input)
        {
            output = bound;
        }
        if input.run_mode == RunMode::PerformLayout
            && let Some(reversed) = self.overflow_at_start(&input, &output)
        {
            output = reversed;
        }
        let mut last = None;
        if input.run_mode == RunMode::PerformLayout {
            let (first_baseline, last_baseline) = self.own_baselines();
            if self.translated.is_shimmed || self.is_reversed_row() {
                output.baselines.first = first_baseline.map(LayoutUnit::to_f32);
            }
            last = last_baseline.map(LayoutUnit::to_f32);
        }
        if self.purpose == Purpose::Measure && !self.is_emptied {
            self.pass.flexible_styles.insert(self.id, self.translated);
        }
        (output, last)
    }

    /// Lays the container out as if it had no items.
    pub(super) fn leave_items_out(&mut self) {
        self.translated.items.clear();
        self.is_emptied = true;
    }

    /// The lowest bottom edge of an item's margin box.
    ///
    /// Chrome: that is the content height also where the height that the items were laid out in is definite. Items that alignment
    /// moves up, since they are higher than that, count from the top.
    pub(super) fn items_bottom(&self) -> LayoutUnit {
        let bottom = |(known, (child, _)): (&Known, &(BoxId, Rc<ItemStyle>))| {
            let margin = self.pass.own_edges(*child, self.width).margin;
            known.corner.y.max(self.inset.top + margin.top) + known.outcome.size.height + margin.bottom
        };
        self.known.iter().zip(&self.translated.items).map(bottom).max().unwrap_or(LayoutUnit::ZERO)
    }

    pub(super) fn lay_out(&mut self, input: LayoutInput) -> LayoutOutput {
        self.known = vec![Known::default(); self.translated.items.len()];
        if self.pass.tree[self.id].kind != BoxKind::Grid {
            self.settle_gaps(&input);
            taffy::compute_flexbox_layout(self, NodeId::from(0_usize), input)
        } else if self.translated.has_subgrids || self.pass.taken_lines(self.id).is_some() {
            self.lay_out_in_stages(input)
        } else {
            self.spend_effort(&input);
            self.lay_out_grid(input)
        }
    }

    /// Lays a grid out by taffy alone.
    pub(super) fn lay_out_grid(&mut self, mut input: LayoutInput) -> LayoutOutput {
        // Chrome: what scroll containers ask for at most makes none of their tracks larger that shares out room, be there room without
        // end or none.
        for space in [&mut input.available_space.width, &mut input.available_space.height] {
            if *space == AvailableSpace::MaxContent {
                *space = AvailableSpace::Definite(f32::INFINITY);
            }
        }
        self.known = vec![Known::default(); self.translated.items.len()];
        taffy::compute_grid_layout(self, NodeId::from(0_usize), input)
    }

    /// Returns the height that percentages in an item refer to where the item's own height is automatic.
    ///
    /// Chrome: in quirks mode they look through the items of a row, but not through those of a column.
    fn percent_height(&self, child: BoxId, input: &LayoutInput) -> Option<LayoutUnit> {
        let quirky_column = self.pass.tree[child].flags.contains(BoxFlags::QUIRKS)
            && self.pass.tree[child].style.height == Dimension::Auto
            && self.pass.tree[self.id].kind == BoxKind::Flex
            && is_column(&self.pass.tree[self.id].style);
        let height = input.parent_size.height.map(LayoutUnit::from_f32_round).or(self.percent_basis);
        height.filter(|_| !quirky_column)
    }

    /// Returns where an item is whose automatic margin has no room.
    ///
    /// <https://www.w3.org/TR/css-flexbox-1/#algo-cross-margins>: the margin is zero at the start, which taffy does not know.
    fn below_start(&self, child: BoxId, corner: Offset) -> Offset {
        let container = &self.pass.tree[self.id];
        if container.kind != BoxKind::Flex || wraps(&container.style) {
            return corner;
        }
        let auto = self.pass.own_edges(child, self.width).auto;
        match is_column(&container.style) {
            false if auto.top => Offset::new(corner.x, corner.y.max(self.inset.top)),
            true if auto.left && container.style.direction == Direction::Ltr => {
                Offset::new(corner.x.max(self.inset.left), corner.y)
            }
            _ => corner,
        }
    }

    /// Is this a flex container with columns that wrap?
    pub(super) fn stretches_late(&self) -> bool {
        let node = &self.pass.tree[self.id];
        node.kind == BoxKind::Flex && is_column(&node.style) && wraps(&node.style)
    }

    /// Is an item of a row stretched once its line is known: of one of several lines, or in a container without a definite height?
    /// taffy would stretch it at once to the limit of its height.
    fn is_high_late(&self, child: BoxId, input: &LayoutInput) -> bool {
        let (node, item) = (&self.pass.tree[self.id], &self.pass.tree[child]);
        node.kind == BoxKind::Flex
            && (wraps(&node.style) || input.parent_size.height.is_none())
            && !is_column(&node.style)
            && item.style.height == Dimension::Auto
            && !item.flags.contains(BoxFlags::ORTHOGONAL)
    }

    pub(super) fn measure(&mut self, index: usize, input: &LayoutInput) -> LayoutOutput {
        let Some(child) = index.checked_sub(1).and_then(|i| self.translated.items.get(i)).map(|(child, _)| *child)
        else {
            return LayoutOutput::from_outer_size(taffy::Size::ZERO);
        };
        if self.is_moot_minimum(index - 1, input) {
            return LayoutOutput::from_outer_size(taffy::Size::ZERO);
        }
        if let Some(output) = self.output_at_stage(index - 1, input) {
            return output;
        }
        let round = LayoutUnit::from_f32_round;
        let mut known_height = input.known_dimensions.height.map(round);
        let mut known_width = input.known_dimensions.width.map(round);
        // css-flexbox-1 9.8: where there may be several lines, none is as high as the container before they are known.
        if known_width.is_none() && input.run_mode == RunMode::ComputeSize && self.is_high_late(child, input) {
            known_height = None;
        }
        let mut room = input.available_space.width;
        // Chrome: in a column of several lines items are stretched once their lines are known, and as wide as they like
        // until then.
        if let Some(width) = known_width
            && known_height.is_none()
            && self.stretches_late()
            && self.pass.tree[child].style.width == Dimension::Auto
        {
            (known_width, room) = (None, AvailableSpace::Definite(width.to_f32()));
        }
        let percent_width = input.parent_size.width.map(round).or(self.width);
        let margin = self.pass.own_edges(child, percent_width).margin;
        // An item of a column whose width is a keyword is not stretched; taffy asks how tall it is as if it were.
        if input.sizing_mode == SizingMode::ContentSize
            && input.axis == RequestedAxis::Vertical
            && is_column(&self.pass.tree[self.id].style)
            && matches!(
                self.pass.tree[child].style.width,
                Dimension::MinContent | Dimension::MaxContent | Dimension::FitContent(_)
            )
        {
            let edges = self.pass.edges(child, percent_width);
            let width = known_width.or(self.width).unwrap_or(LayoutUnit::ZERO) + margin.width();
            let fit = Constraints::fit(width, None, Purpose::Measure);
            known_width = Some(self.pass.used_width(child, &Constraints { percent_width, ..fit }, &edges));
        }
        // Chrome: what has a ratio alone starts as wide as the container, items of a legacy box no wider.
        if room == AvailableSpace::MaxContent
            && known_width.is_none()
            && known_height.is_none()
            && let Some(width) = self.width
            && self.pass.tree[self.id].kind == BoxKind::Flex
            && (natural::has_ratio_alone(self.pass, child) || is_legacy(&self.pass.tree[self.id].style))
        {
            room = AvailableSpace::Definite((width - margin.width()).to_f32());
        }
        // css-sizing-3 5.2.1: while tracks are sized by their contents, percentages of them are cyclic.
        let is_cyclic = self.pass.tree[self.id].kind == BoxKind::Grid
            && known_width.is_none()
            && matches!(room, AvailableSpace::MinContent | AvailableSpace::MaxContent);
        let percent_width = percent_width.filter(|_| !is_cyclic);
        let constraints = Constraints {
            width: match (known_width, room) {
                // The room does not matter to a box of known width: questions that differ in nothing else share an answer.
                (Some(width), _) => Available::Definite(width + margin.width()),
                (None, AvailableSpace::Definite(width)) => Available::Definite(round(width) + margin.width()),
                (None, AvailableSpace::MinContent) => Available::MinContent,
                (None, AvailableSpace::MaxContent) => Available::MaxContent,
            },
            percent_width,
            percent_height: self.percent_height(child, input),
            fixed_width: known_width,
            fixed_height: known_height,
            fixed_height_definite: input.known_dimensions_are_definite.height,
            shrink_to_fit: true,
            content_shift: LayoutUnit::ZERO,
            ignore_sizes: input.sizing_mode == SizingMode::ContentSize,
            size_only: input.run_mode == RunMode::ComputeSize,
            purpose: match input.run_mode {
                RunMode::PerformLayout => self.purpose,
                _ => Purpose::Measure,
            },
        };
        if input.run_mode == RunMode::ComputeSize {
            if let (Some(width), Some(height)) = (known_width, known_height) {
                return LayoutOutput::from_outer_size(taffy::Size { width: width.to_f32(), height: height.to_f32() });
            }
            if input.axis == RequestedAxis::Horizontal {
                let is_flex = self.pass.tree[self.id].kind == BoxKind::Flex;
                let unlimited = is_flex.then(|| self.pass.unlimited_width(child, &constraints)).flatten();
                let width = unlimited.unwrap_or_else(|| self.pass.width_only(child, &constraints));
                return LayoutOutput::from_outer_size(taffy::Size { width: width.to_f32(), height: 0.0 });
            }
        }
        let outcome = self.pass.layout(child, &constraints);
        if let Some(known) = self.known.get_mut(index - 1) {
            known.outcome = outcome;
        }
        let size = taffy::Size { width: outcome.size.width.to_f32(), height: outcome.size.height.to_f32() };
        // https://drafts.csswg.org/css-contain-2/#containment-layout: it has none.
        let is_contained = self.pass.tree[child].style.contain_layout;
        let of = |baseline: Option<LayoutUnit>| baseline.filter(|_| !is_contained).map(LayoutUnit::to_f32);
        let baselines = Baselines { first: of(outcome.first_baseline), last: of(outcome.last_baseline) };
        LayoutOutput::from_sizes_and_baselines(size, taffy::Rect::ZERO, baselines)
    }
}

impl LayoutState<'_> {
    /// The width that the contents of a flex item ask for, beyond its `max-width`; `None` where that does not limit it.
    ///
    /// <https://www.w3.org/TR/css-flexbox-1/#algo-main-item>: limits do not count for flex base sizes.
    fn unlimited_width(&mut self, id: BoxId, constraints: &Constraints) -> Option<LayoutUnit> {
        let node = &self.tree[id];
        let is_limited = matches!(node.style.max_width, Dimension::Length(_))
            && matches!(node.style.width, Dimension::FitContent(_) | Dimension::MaxContent)
            && node.style.aspect_ratio.ratio.is_none()
            && constraints.fixed_width.is_none()
            && constraints.width != Available::MinContent;
        if !is_limited || !matches!(node.kind, BoxKind::Block | BoxKind::Flex | BoxKind::Control(Control::Button)) {
            return None;
        }
        let inset = self.own_edges(id, constraints.percent_width).inset().width();
        let sizes = self.content_sizes(id).plus(inset);
        Some(match self.tree[id].style.width {
            Dimension::FitContent(_) => sizes.fit(constraints.width),
            _ => sizes.max,
        })
    }

    /// The border-box width that [`LayoutState::layout`] would give.
    fn width_only(&mut self, id: BoxId, constraints: &Constraints) -> LayoutUnit {
        match self.tree[id].kind {
            // A percentage lets controls shrink to nothing, but buttons and images not. Chrome: bars are blocks without contents
            // whose width its own style sheet sets.
            BoxKind::Control(kind)
                if kind != Control::Button
                    && constraints.width == Available::MinContent
                    && constraints.ignore_sizes
                    && (natural::is_compressible(self, id) || matches!(kind, Control::Meter | Control::Progress)) =>
            {
                self.own_edges(id, constraints.percent_width).inset().width()
            }
            BoxKind::Table | BoxKind::Replaced(_) | BoxKind::Control(_) => self.layout(id, constraints).size.width,
            _ => {
                let edges = self.own_edges(id, constraints.percent_width);
                self.used_width(id, constraints, &edges)
            }
        }
    }
}

impl taffy::TraversePartialTree for Container<'_, '_> {
    type ChildIter<'b>
        = std::iter::Map<std::ops::Range<usize>, fn(usize) -> NodeId>
    where
        Self: 'b;

    fn child_ids(&self, parent: NodeId) -> Self::ChildIter<'_> {
        (1..self.child_count(parent) + 1).map(NodeId::from)
    }

    fn child_count(&self, parent: NodeId) -> usize {
        if usize::from(parent) == 0 { self.translated.items.len() } else { 0 }
    }

    fn get_child_id(&self, _parent: NodeId, index: usize) -> NodeId {
        NodeId::from(index + 1)
    }
}

impl taffy::LayoutPartialTree for Container<'_, '_> {
    type CoreContainerStyle<'b>
        = &'b Style
    where
        Self: 'b;
    type CustomIdent = Ident;

    fn get_core_container_style(&self, _: NodeId) -> &Style {
        &self.style
    }

    fn resolve_calc_value(&self, handle: *const (), basis: f32) -> f32 {
        self.calc_value(handle, basis)
    }

    fn set_unrounded_layout(&mut self, node: NodeId, layout: &taffy::Layout) {
        let round = LayoutUnit::from_f32_round;
        let corner = Offset::new(round(layout.location.x), round(layout.location.y));
        let index = usize::from(node).checked_sub(1);
        if let Some(known) = index.and_then(|i| self.known.get_mut(i)) {
            known.corner = corner;
            known.outcome.size = Extent::new(round(layout.size.width), round(layout.size.height));
        }
        if self.purpose == Purpose::Measure {
            return;
        }
        let Some(child) = index.and_then(|i| self.translated.items.get(i)).map(|(child, _)| *child) else {
            return;
        };
        let corner = self.below_start(child, corner);
        let result = &mut self.pass.results[child.index()];
        result.offset = corner;
        result.container = Some(self.id);
        let margin = Edges {
            top: round(layout.margin.top),
            right: round(layout.margin.right),
            bottom: round(layout.margin.bottom),
            left: round(layout.margin.left),
        };
        result.edges.set_margin(margin, &mut self.pass.used_edges);
    }

    fn compute_child_layout(&mut self, node: NodeId, input: LayoutInput) -> LayoutOutput {
        self.measure(usize::from(node), &input)
    }
}

impl Container<'_, '_> {
    /// The value that the handle of a `calc()` stands for, px.
    pub(super) fn calc_value(&self, handle: *const (), basis: f32) -> f32 {
        let index = (handle.addr() >> 3).wrapping_sub(1);
        self.translated.calcs.get(index).map_or(0.0, |length| snap(length.resolve(basis)))
    }

    fn item_style_of(&self, node: NodeId) -> &ItemStyle {
        &self.translated.items[usize::from(node) - 1].1
    }
}

impl taffy::LayoutFlexboxContainer for Container<'_, '_> {
    type FlexboxContainerStyle<'b>
        = &'b Style
    where
        Self: 'b;
    type FlexboxItemStyle<'b>
        = &'b ItemStyle
    where
        Self: 'b;

    fn get_flexbox_container_style(&self, _: NodeId) -> &Style {
        &self.style
    }

    fn get_flexbox_child_style(&self, node: NodeId) -> &ItemStyle {
        self.item_style_of(node)
    }
}

impl taffy::LayoutGridContainer for Container<'_, '_> {
    type GridContainerStyle<'b>
        = &'b Style
    where
        Self: 'b;
    type GridItemStyle<'b>
        = &'b ItemStyle
    where
        Self: 'b;

    fn get_grid_container_style(&self, _: NodeId) -> &Style {
        &self.style
    }

    fn get_grid_child_style(&self, node: NodeId) -> &ItemStyle {
        self.item_style_of(node)
    }

    fn set_detailed_grid_info(&mut self, _: NodeId, info: taffy::DetailedGridInfo<Ident>) {
        for (known, item) in self.known.iter_mut().zip(&info.items) {
            known.cells = [item.row_start, item.row_end - 1, item.column_start, item.column_end - 1];
        }
        if self.purpose == Purpose::Place {
            self.note_areas(&info);
        }
        if !matches!(self.stage, Stage::Whole) {
            self.info = Some(Box::new(info));
        } else if self.purpose == Purpose::Place && self.pass.tree[self.id].flags.contains(BoxFlags::HAS_OUT_OF_FLOW) {
            self.pass.grids.insert(self.id, info);
        }
    }
}
