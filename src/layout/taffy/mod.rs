//! Flex and grid formatting contexts, by taffy's algorithms.
//!
//! <https://www.w3.org/TR/css-flexbox-1/>, <https://www.w3.org/TR/css-grid-2/>. One container is laid out at a time: its
//! style and those of its items are translated, and taffy asks back for the sizes of items, which the rest of layout
//! answers. Absolutely positioned children are left out; they are placed by [`positioned`](super::positioned).

mod column;
mod value;

use std::sync::Arc;

use taffy::prelude::{FromLength, TaffyAuto, TaffyZero};
use taffy::{
    AvailableSpace, Baselines, GridTemplateComponent, GridTemplateRepetition, LayoutInput, LayoutOutput,
    MaxTrackSizingFunction, MinTrackSizingFunction, NodeId, RepetitionCount, RequestedAxis, RunMode, SizingMode,
    TrackSizingFunction,
};

use self::value::{align_content, align_items, align_self, areas, direction, line, overflow, snap};
use super::box_tree::{BoxFlags, BoxId, BoxKind, Control};
use super::pass::Pass;
use super::replaced;
use super::sizing::{self, BoxEdges};
use super::tree::{Available, Constraints, MinMax, Outcome, Purpose};
use super::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{
    BoxOrient, BoxSizing, Dimension, Display, FlexBasis, FlexDirection, FlexWrap, GridLine, GridStyle,
    LengthPercentage, LengthPercentageAuto, RepeatCount, TrackBreadth, TrackList, TrackListItem, TrackSize,
};

type Ident = Arc<str>;
type Style = taffy::Style<Ident>;

/// A container while taffy lays it out. Node 0 is the container, node n the nth item.
struct Container<'p, 'a> {
    pass: &'p mut Pass<'a>,
    id: BoxId,
    translated: Box<Translated>,
    purpose: Purpose,
    /// Width of the content box, once known: what percentages of margins and padding refer to.
    width: Option<LayoutUnit>,
}

/// Styles of a container and its items as taffy wants them. A container that is measured several times keeps them until it
/// is placed.
#[derive(Debug, Default)]
pub(crate) struct Translated {
    style: Style,
    items: Vec<(BoxId, Style)>,
    /// What `calc()` handles stand for: handle n is entry n - 1.
    calcs: Vec<LengthPercentage>,
    /// The width of the container's content box that they are for, if they depend on it.
    width: Option<Option<LayoutUnit>>,
}

/// Lays out a flex or grid container.
pub(crate) fn layout(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> Outcome {
    let style = Arc::clone(&pass.tree[id].style);
    let edges = pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, &edges);
    let inset = edges.inset();
    let height = pass.definite_height(id, constraints, &edges, width);
    let inner = (width - inset.width()).clamp_negative();
    let definite = constraints.fixed_height.is_none() || constraints.fixed_height_definite;
    if constraints.purpose == Purpose::Place {
        pass.results[id.index()].definite_height =
            height.filter(|_| definite).map(|h| (h - inset.height()).clamp_negative());
    }
    if constraints.purpose == Purpose::Measure
        && let Some(height) = height
        && pass.tree[id].first_child.is_none()
    {
        return Outcome { size: Extent::new(width, height), ..Outcome::default() };
    }
    let min = pass.clamp_height(id, LayoutUnit::ZERO, constraints, &edges);
    let max = pass.clamp_height(id, LayoutUnit::MAX, constraints, &edges);
    let mut container = Container::new(pass, id, constraints.purpose, Some(inner), &edges);
    // A minimum that equals the maximum would make the height definite: only one that asks for something is handed on.
    container.translated.style.min_size.height = match min {
        min if min <= inset.height() => taffy::LengthPercentageAuto::AUTO,
        min => taffy::LengthPercentageAuto::length(min.to_f32()),
    };
    container.translated.style.max_size.height = match max {
        LayoutUnit::MAX => taffy::LengthPercentageAuto::AUTO,
        max => taffy::LengthPercentageAuto::length(max.to_f32()),
    };
    let input = LayoutInput {
        // Baselines come from placing the items.
        run_mode: if constraints.purpose == Purpose::Measure && constraints.size_only {
            RunMode::ComputeSize
        } else {
            RunMode::PerformLayout
        },
        sizing_mode: SizingMode::InherentSize,
        axis: RequestedAxis::Both,
        known_dimensions: taffy::Size { width: Some(width.to_f32()), height: height.map(LayoutUnit::to_f32) },
        known_dimensions_are_definite: taffy::Size { width: true, height: definite },
        parent_size: taffy::Size {
            width: constraints.percent_width.map(LayoutUnit::to_f32),
            height: constraints.percent_height.map(LayoutUnit::to_f32),
        },
        available_space: taffy::Size {
            width: AvailableSpace::Definite(width.to_f32()),
            height: AvailableSpace::MaxContent,
        },
        vertical_margins_are_collapsible: taffy::Line::FALSE,
    };
    let output = container.run(input);
    let intrinsic = LayoutUnit::from_f32_round(output.size.height);
    let height = match height {
        Some(height) if !content_counts(&style) => height,
        _ => pass.used_height(id, constraints, &edges, width, intrinsic),
    };
    let baseline = output.baselines.first.map(LayoutUnit::from_f32_round).filter(|_| pass.has_item_in_flow(id));
    let last = output.baselines.last.map(LayoutUnit::from_f32_round).or(baseline);
    Outcome { size: Extent::new(width, height), first_baseline: baseline, last_baseline: last }
}

/// True if the automatic minimum height of a box with an aspect ratio may be more than its definite height.
fn content_counts(style: &ComputedStyle) -> bool {
    style.aspect_ratio.ratio.is_some()
}

/// The min-content and max-content width of a flex or grid container's content box.
pub(crate) fn content_sizes(pass: &mut Pass<'_>, id: BoxId) -> MinMax {
    if pass.tree[id].kind == BoxKind::Flex {
        return flex_sizes(pass, id);
    }
    let mut measure = |space: AvailableSpace| {
        let edges = BoxEdges::default();
        let container = Container::new(pass, id, Purpose::Measure, None, &edges);
        let input = LayoutInput {
            run_mode: RunMode::ComputeSize,
            sizing_mode: SizingMode::InherentSize,
            axis: RequestedAxis::Horizontal,
            known_dimensions: taffy::Size::NONE,
            known_dimensions_are_definite: taffy::Size { width: true, height: true },
            parent_size: taffy::Size::NONE,
            available_space: taffy::Size { width: space, height: AvailableSpace::MaxContent },
            vertical_margins_are_collapsible: taffy::Line::FALSE,
        };
        LayoutUnit::from_f32_ceil(container.run(input).size.width)
    };
    let min = measure(AvailableSpace::MinContent);
    let max = measure(AvailableSpace::MaxContent);
    MinMax { min, max: max.max(min) }
}

/// The intrinsic widths of a flex container.
///
/// Chrome: the contributions of the items are added up, where <https://www.w3.org/TR/css-flexbox-1/#intrinsic-main-sizes>
/// would have them scaled by their flex factors.
fn flex_sizes(pass: &mut Pass<'_>, id: BoxId) -> MinMax {
    let style = Arc::clone(&pass.tree[id].style);
    let legacy = is_legacy(&style);
    let column = is_column(&style);
    let wraps = wraps(&style);
    let gap = style.column_gap.as_ref().map_or(LayoutUnit::ZERO, |g| sizing::resolve_or_zero(g, None));
    let mut sizes = MinMax::default();
    let mut count = 0;
    let children = items_of(pass, id);
    for &child in &children {
        let mut own = pass.contribution(child);
        if column {
            sizes = sizes.encompass(own);
            continue;
        }
        count += 1;
        let node = &pass.tree[child];
        let anonymous = node.flags.contains(BoxFlags::ANONYMOUS);
        let style = Arc::clone(&node.style);
        if !anonymous
            && !legacy
            && let FlexBasis::Size(Dimension::Length(basis)) = &style.flex_basis
            && let Some(basis) = sizing::resolve(basis, None)
        {
            let edges = pass.edges(child, None);
            let outer = match style.box_sizing {
                BoxSizing::ContentBox => basis + edges.inset().width(),
                BoxSizing::BorderBox => basis.max(edges.inset().width()),
            } + edges.margin.width();
            if style.flex_grow == 0.0 {
                own = MinMax { min: own.min.min(outer), max: own.max.min(outer) };
            }
            if style.flex_shrink == 0.0 {
                own = MinMax { min: own.min.max(outer), max: own.max.max(outer) };
            }
        }
        sizes.max += own.max;
        sizes.min = if wraps { sizes.min.max(own.min) } else { sizes.min + own.min };
    }
    if column {
        if wraps && let Some(sum) = column::columns_width(pass, id, &children, sizes.max, gap) {
            sizes.max = sizes.max.max(sum);
        }
        return sizes;
    }
    let gaps = gap.times((count - 1).max(0));
    sizes.max += gaps;
    if !wraps {
        sizes.min += gaps;
    }
    sizes.min = sizes.min.clamp_negative();
    MinMax { min: sizes.min, max: sizes.max.max(sizes.min) }
}

fn is_legacy(style: &ComputedStyle) -> bool {
    matches!(style.display, Display::WebkitBox | Display::WebkitInlineBox)
}

fn is_column(style: &ComputedStyle) -> bool {
    match style.flex_direction {
        _ if is_legacy(style) => style.box_orient == BoxOrient::Vertical,
        FlexDirection::Row | FlexDirection::RowReverse => false,
        FlexDirection::Column | FlexDirection::ColumnReverse => true,
    }
}

fn wraps(style: &ComputedStyle) -> bool {
    !is_legacy(style) && style.flex_wrap != FlexWrap::NoWrap
}

/// The children in flow, in the order that `order` gives them.
fn items_of(pass: &Pass<'_>, id: BoxId) -> Vec<BoxId> {
    let tree = &pass.tree;
    let mut children: Vec<BoxId> = tree.children(id).filter(|&c| !tree[c].is_out_of_flow()).collect();
    let order = |c: &BoxId| if tree[*c].flags.contains(BoxFlags::ANONYMOUS) { 0 } else { tree[*c].style.order };
    if children.iter().any(|c| order(c) != 0) {
        children.sort_by_key(order);
    }
    children
}

impl Pass<'_> {
    fn has_item_in_flow(&self, id: BoxId) -> bool {
        self.tree.children(id).any(|c| !self.tree[c].is_out_of_flow())
    }
}

impl<'p, 'a> Container<'p, 'a> {
    fn new(pass: &'p mut Pass<'a>, id: BoxId, purpose: Purpose, width: Option<LayoutUnit>, edges: &BoxEdges) -> Self {
        let known = pass.translated.remove(&id).filter(|t| t.width.is_none_or(|w| w == width));
        let is_known = known.is_some();
        let mut container = Self { pass, id, translated: known.unwrap_or_default(), purpose, width };
        if !is_known {
            container.translate();
        }
        let length = |unit: LayoutUnit| taffy::LengthPercentage::length(unit.to_f32());
        let sides = |e: &Edges| taffy::Rect {
            left: length(e.left),
            right: length(e.right),
            top: length(e.top),
            bottom: length(e.bottom),
        };
        container.translated.style.border = sides(&edges.border);
        container.translated.style.padding = sides(&edges.padding);
        container
    }

    fn translate(&mut self) {
        let style = Arc::clone(&self.pass.tree[self.id].style);
        let children = items_of(self.pass, self.id);
        self.translated.style = self.container_style(&style);
        self.translated.items.reserve(children.len());
        for child in children {
            let style = self.item_style(child);
            self.translated.items.push((child, style));
        }
        if self.pass.tree[self.id].kind == BoxKind::Flex && is_column(&style) && !wraps(&style) {
            self.align_baselines_of_column(style.align_items.keyword);
        }
    }

    /// Notes that a translated style depends on the container's width.
    fn uses_width(&mut self) -> Option<LayoutUnit> {
        self.translated.width = Some(self.width);
        self.width
    }

    fn run(mut self, input: LayoutInput) -> LayoutOutput {
        let output = if self.pass.tree[self.id].kind == BoxKind::Grid {
            taffy::compute_grid_layout(&mut self, NodeId::from(0_usize), input)
        } else {
            taffy::compute_flexbox_layout(&mut self, NodeId::from(0_usize), input)
        };
        if self.purpose == Purpose::Measure {
            self.pass.translated.insert(self.id, self.translated);
        }
        output
    }

    // Styles

    fn container_style(&mut self, style: &ComputedStyle) -> Style {
        let legacy = is_legacy(style);
        let mut out = Style {
            box_sizing: taffy::BoxSizing::BorderBox,
            direction: direction(style),
            gap: taffy::Size { width: self.gap(style.column_gap.as_ref()), height: self.gap(style.row_gap.as_ref()) },
            align_items: align_items(style.align_items),
            justify_items: align_items(style.justify_items),
            align_content: align_content(style.align_content),
            justify_content: align_content(style.justify_content),
            flex_direction: match style.flex_direction {
                _ if legacy && style.box_orient == BoxOrient::Vertical => taffy::FlexDirection::Column,
                _ if legacy => taffy::FlexDirection::Row,
                FlexDirection::Row => taffy::FlexDirection::Row,
                FlexDirection::RowReverse => taffy::FlexDirection::RowReverse,
                FlexDirection::Column => taffy::FlexDirection::Column,
                FlexDirection::ColumnReverse => taffy::FlexDirection::ColumnReverse,
            },
            flex_wrap: match style.flex_wrap {
                _ if legacy => taffy::FlexWrap::NoWrap,
                FlexWrap::NoWrap => taffy::FlexWrap::NoWrap,
                FlexWrap::Wrap => taffy::FlexWrap::Wrap,
                FlexWrap::WrapReverse => taffy::FlexWrap::WrapReverse,
            },
            ..Style::default()
        };
        if self.pass.tree[self.id].kind == BoxKind::Grid {
            self.grid_style(style.grid.as_deref().unwrap_or(&GridStyle::default()), &mut out);
        }
        out
    }

    fn gap(&mut self, gap: Option<&LengthPercentage>) -> taffy::LengthPercentage {
        match gap {
            Some(gap) => self.length(gap),
            None => taffy::LengthPercentage::ZERO,
        }
    }

    fn grid_style(&mut self, grid: &GridStyle, out: &mut Style) {
        (out.grid_template_rows, out.grid_template_row_names) = self.template(&grid.template_rows);
        (out.grid_template_columns, out.grid_template_column_names) = self.template(&grid.template_columns);
        out.grid_auto_rows = grid.auto_rows.iter().map(|t| self.track(t)).collect();
        out.grid_auto_columns = grid.auto_columns.iter().map(|t| self.track(t)).collect();
        out.grid_auto_flow = match (grid.flow_column, grid.dense) {
            (false, false) => taffy::GridAutoFlow::Row,
            (false, true) => taffy::GridAutoFlow::RowDense,
            (true, false) => taffy::GridAutoFlow::Column,
            (true, true) => taffy::GridAutoFlow::ColumnDense,
        };
        if !grid.template_areas.rows.is_empty() {
            out.grid_template_areas = Some(areas(&grid.template_areas.rows));
        }
    }

    fn template(&mut self, list: &TrackList) -> (Vec<GridTemplateComponent<Ident>>, Vec<Vec<Ident>>) {
        if list.subgrid {
            // Approx: a subgrid has tracks of its own, sized by its contents.
            return (Vec::new(), Vec::new());
        }
        let names = |names: &[Box<str>]| names.iter().map(|n| Ident::from(&**n)).collect::<Vec<Ident>>();
        let components: Vec<_> = list
            .items
            .iter()
            .map(|item| match item {
                TrackListItem::Track(size) => GridTemplateComponent::Single(self.track(size)),
                TrackListItem::Repeat { count, tracks, names: sets } => {
                    let line_names = if sets.len() == tracks.len() + 1 && sets.iter().any(|s| !s.is_empty()) {
                        sets.iter().map(|s| names(s)).collect()
                    } else {
                        Vec::new()
                    };
                    GridTemplateComponent::Repeat(GridTemplateRepetition {
                        count: match count {
                            RepeatCount::Number(n) => RepetitionCount::Count(*n),
                            RepeatCount::AutoFill => RepetitionCount::AutoFill,
                            RepeatCount::AutoFit => RepetitionCount::AutoFit,
                        },
                        tracks: tracks.iter().map(|t| self.track(t)).collect(),
                        line_names,
                    })
                }
            })
            .collect();
        let sets = if list.names.len() == components.len() + 1 && list.names.iter().any(|s| !s.is_empty()) {
            list.names.iter().map(|s| names(s)).collect()
        } else {
            Vec::new()
        };
        (components, sets)
    }

    fn track(&mut self, size: &TrackSize) -> TrackSizingFunction {
        let (min, max) = match size {
            TrackSize::Breadth(TrackBreadth::Fr(fr)) => (MinTrackSizingFunction::AUTO, MaxTrackSizingFunction::fr(*fr)),
            TrackSize::Breadth(breadth) => (self.min_track(breadth), self.max_track(breadth)),
            TrackSize::MinMax(min, max) => (self.min_track(min), self.max_track(max)),
            TrackSize::FitContent(limit) => {
                use taffy::prelude::TaffyFitContent;
                (MinTrackSizingFunction::AUTO, MaxTrackSizingFunction::fit_content(self.length(limit)))
            }
        };
        taffy::MinMax { min, max }
    }

    fn min_track(&mut self, breadth: &TrackBreadth) -> MinTrackSizingFunction {
        match breadth {
            TrackBreadth::Auto | TrackBreadth::Fr(_) => MinTrackSizingFunction::AUTO,
            TrackBreadth::MinContent => MinTrackSizingFunction::min_content(),
            TrackBreadth::MaxContent => MinTrackSizingFunction::max_content(),
            TrackBreadth::Length(length) => self.length(length).into(),
        }
    }

    fn max_track(&mut self, breadth: &TrackBreadth) -> MaxTrackSizingFunction {
        match breadth {
            TrackBreadth::Auto => MaxTrackSizingFunction::AUTO,
            TrackBreadth::Fr(fr) => MaxTrackSizingFunction::fr(*fr),
            TrackBreadth::MinContent => MaxTrackSizingFunction::min_content(),
            TrackBreadth::MaxContent => MaxTrackSizingFunction::max_content(),
            TrackBreadth::Length(length) => self.length(length).into(),
        }
    }

    fn item_style(&mut self, child: BoxId) -> Style {
        let node = &self.pass.tree[child];
        let style = Arc::clone(&node.style);
        if node.flags.contains(BoxFlags::ANONYMOUS) {
            return Style { direction: direction(&style), ..Style::default() };
        }
        let is_table = node.kind == BoxKind::Table;
        let is_replaced = matches!(node.kind, BoxKind::Replaced(_));
        let is_control = matches!(node.kind, BoxKind::Control(_));
        let natural = if is_replaced { replaced::natural_ratio(self.pass, child) } else { None };
        let edges = match self.pass.fixed_edges(child) {
            Some(edges) => *edges,
            None => BoxEdges::of(&style, self.uses_width()),
        };
        let px = |l: LayoutUnit| taffy::LengthPercentage::length(l.to_f32());
        let grid = style.grid.as_deref();
        let place = |start: fn(&GridStyle) -> &GridLine, end: fn(&GridStyle) -> &GridLine| {
            grid.map_or_else(Default::default, |g| taffy::Line { start: line(start(g)), end: line(end(g)) })
        };
        let (grid_row, grid_column) =
            (place(|g| &g.row_start, |g| &g.row_end), place(|g| &g.column_start, |g| &g.column_end));
        let legacy = is_legacy(&self.pass.tree[self.id].style);
        Style {
            item_is_table: is_table,
            item_is_replaced: is_replaced,
            item_is_compressible_replaced: is_replaced || is_control && replaced::is_compressible(self.pass, child),
            box_sizing: match style.box_sizing {
                BoxSizing::ContentBox => taffy::BoxSizing::ContentBox,
                BoxSizing::BorderBox => taffy::BoxSizing::BorderBox,
            },
            direction: direction(&style),
            overflow: taffy::Point { x: overflow(style.overflow_x), y: overflow(style.overflow_y) },
            size: taffy::Size {
                width: self.dimension(child, &style.width, true, &edges),
                height: self.dimension(child, &style.height, false, &edges),
            },
            min_size: taffy::Size {
                width: self.bound(child, &style.min_width, true, &edges),
                height: self.bound(child, &style.min_height, false, &edges),
            },
            max_size: taffy::Size {
                width: self.bound(child, &style.max_width, true, &edges),
                height: self.bound(child, &style.max_height, false, &edges),
            },
            aspect_ratio: sizing::aspect_ratio(&style, natural),
            margin: taffy::Rect {
                left: self.length_auto(&style.margin.left),
                right: self.length_auto(&style.margin.right),
                top: self.length_auto(&style.margin.top),
                bottom: self.length_auto(&style.margin.bottom),
            },
            padding: taffy::Rect {
                left: px(edges.padding.left),
                right: px(edges.padding.right),
                top: px(edges.padding.top),
                bottom: px(edges.padding.bottom),
            },
            border: taffy::Rect {
                left: px(edges.border.left),
                right: px(edges.border.right),
                top: px(edges.border.top),
                bottom: px(edges.border.bottom),
            },
            align_self: align_self(style.align_self),
            justify_self: align_self(style.justify_self),
            flex_basis: match &style.flex_basis {
                _ if legacy => taffy::Dimension::auto(),
                FlexBasis::Content => taffy::Dimension::content(),
                FlexBasis::Size(size) => self.dimension(child, size, true, &edges),
            },
            flex_grow: if legacy { 0.0 } else { style.flex_grow },
            flex_shrink: style.flex_shrink,
            grid_row,
            grid_column,
            ..Style::default()
        }
    }

    fn calc(&mut self, length: &LengthPercentage) -> *const () {
        self.translated.calcs.push(length.clone());
        std::ptr::without_provenance(self.translated.calcs.len() << 3)
    }

    fn length(&mut self, length: &LengthPercentage) -> taffy::LengthPercentage {
        match length {
            LengthPercentage::Linear { px, percent } if *percent == 0.0 => taffy::LengthPercentage::length(snap(*px)),
            // Percentages, too: six of 16.6667% have to fit beside each other.
            _ => taffy::LengthPercentage::calc(self.calc(length)),
        }
    }

    fn length_auto(&mut self, length: &LengthPercentageAuto) -> taffy::LengthPercentageAuto {
        match length {
            LengthPercentageAuto::Auto => taffy::LengthPercentageAuto::auto(),
            LengthPercentageAuto::Length(length) => self.length(length).into(),
        }
    }

    fn dimension(&mut self, child: BoxId, value: &Dimension, is_width: bool, edges: &BoxEdges) -> taffy::Dimension {
        let _ = (child, edges);
        match value {
            Dimension::Auto => taffy::Dimension::auto(),
            Dimension::Length(length) => self.length(length).into(),
            Dimension::MinContent if is_width => taffy::Dimension::min_content(),
            Dimension::MaxContent if is_width => taffy::Dimension::max_content(),
            Dimension::FitContent(None) if is_width => taffy::Dimension::fit_content(),
            Dimension::FitContent(Some(limit)) if is_width => {
                let limit = sizing::resolve_or_zero(limit, self.uses_width());
                taffy::Dimension::fit_content_px(limit.to_f32())
            }
            Dimension::Stretch => taffy::Dimension::stretch(),
            // Heights by content.
            _ => taffy::Dimension::auto(),
        }
    }

    /// A minimum or maximum: taffy knows no keywords there, so they are resolved at once.
    fn bound(
        &mut self,
        child: BoxId,
        value: &Dimension,
        is_width: bool,
        edges: &BoxEdges,
    ) -> taffy::LengthPercentageAuto {
        let by_box = |pass: &Pass<'_>, content: LayoutUnit| {
            let add = match pass.tree[child].style.box_sizing {
                BoxSizing::ContentBox => LayoutUnit::ZERO,
                BoxSizing::BorderBox => edges.inset().width(),
            };
            taffy::LengthPercentageAuto::from_length((content + add).to_f32())
        };
        match value {
            Dimension::Length(length) => self.length(length).into(),
            Dimension::MinContent if is_width => {
                let sizes = self.pass.content_sizes(child);
                by_box(self.pass, sizes.min)
            }
            Dimension::MaxContent if is_width => {
                let sizes = self.pass.content_sizes(child);
                by_box(self.pass, sizes.max)
            }
            Dimension::FitContent(_) if is_width => {
                let sizes = self.pass.content_sizes(child);
                let room = self.uses_width().map_or(Available::MaxContent, Available::Definite);
                by_box(self.pass, sizes.fit(room))
            }
            Dimension::Stretch => taffy::LengthPercentageAuto::percent(1.0),
            _ => taffy::LengthPercentageAuto::AUTO,
        }
    }

    // Measuring

    /// Is this a flex container with columns that wrap?
    fn stretches_late(&self) -> bool {
        let node = &self.pass.tree[self.id];
        node.kind == BoxKind::Flex && is_column(&node.style) && wraps(&node.style)
    }

    fn measure(&mut self, index: usize, input: &LayoutInput) -> LayoutOutput {
        let Some(&(child, _)) = index.checked_sub(1).and_then(|i| self.translated.items.get(i)) else {
            return LayoutOutput::from_outer_size(taffy::Size::ZERO);
        };
        let round = LayoutUnit::from_f32_round;
        let known_height = input.known_dimensions.height.map(round);
        let mut known_width = input.known_dimensions.width.map(round);
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
        // Chrome: what has a ratio alone starts as wide as the container.
        if room == AvailableSpace::MaxContent
            && known_width.is_none()
            && known_height.is_none()
            && let Some(width) = self.width
            && self.pass.tree[self.id].kind == BoxKind::Flex
            && replaced::has_ratio_alone(self.pass, child)
        {
            room = AvailableSpace::Definite((width - margin.width()).to_f32());
        }
        let constraints = Constraints {
            width: match (known_width, room) {
                // The room does not matter to a box of known width: questions that differ in nothing else share an answer.
                (Some(width), _) => Available::Definite(width + margin.width()),
                (None, AvailableSpace::Definite(width)) => Available::Definite(round(width) + margin.width()),
                (None, AvailableSpace::MinContent) => Available::MinContent,
                (None, AvailableSpace::MaxContent) => Available::MaxContent,
            },
            percent_width,
            percent_height: input.parent_size.height.map(round),
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
                let width = self.pass.width_only(child, &constraints);
                return LayoutOutput::from_outer_size(taffy::Size { width: width.to_f32(), height: 0.0 });
            }
        }
        let outcome = self.pass.layout(child, &constraints);
        let size = taffy::Size { width: outcome.size.width.to_f32(), height: outcome.size.height.to_f32() };
        let baselines = Baselines {
            first: outcome.first_baseline.map(LayoutUnit::to_f32),
            last: outcome.last_baseline.map(LayoutUnit::to_f32),
        };
        LayoutOutput::from_sizes_and_baselines(size, taffy::Rect::ZERO, baselines)
    }
}

impl Pass<'_> {
    /// The border-box width that [`Pass::layout`] would give.
    fn width_only(&mut self, id: BoxId, constraints: &Constraints) -> LayoutUnit {
        match self.tree[id].kind {
            // A percentage lets controls shrink to nothing, but buttons and images not.
            BoxKind::Control(kind)
                if kind != Control::Button
                    && constraints.width == Available::MinContent
                    && constraints.ignore_sizes
                    && replaced::is_compressible(self, id) =>
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

    fn get_core_container_style(&self, node: NodeId) -> &Style {
        self.style_of(node)
    }

    fn resolve_calc_value(&self, handle: *const (), basis: f32) -> f32 {
        let index = (handle.addr() >> 3).wrapping_sub(1);
        self.translated.calcs.get(index).map_or(0.0, |length| snap(length.resolve(basis)))
    }

    fn set_unrounded_layout(&mut self, node: NodeId, layout: &taffy::Layout) {
        if self.purpose == Purpose::Measure {
            return;
        }
        let Some(&(child, _)) = usize::from(node).checked_sub(1).and_then(|i| self.translated.items.get(i)) else {
            return;
        };
        let round = LayoutUnit::from_f32_round;
        let result = &mut self.pass.results[child.index()];
        result.offset = Offset::new(round(layout.location.x), round(layout.location.y));
        result.container = Some(self.id);
        result.margin = Edges {
            top: round(layout.margin.top),
            right: round(layout.margin.right),
            bottom: round(layout.margin.bottom),
            left: round(layout.margin.left),
        };
    }

    fn compute_child_layout(&mut self, node: NodeId, input: LayoutInput) -> LayoutOutput {
        self.measure(usize::from(node), &input)
    }
}

impl Container<'_, '_> {
    fn style_of(&self, node: NodeId) -> &Style {
        usize::from(node)
            .checked_sub(1)
            .and_then(|i| self.translated.items.get(i))
            .map_or(&self.translated.style, |(_, style)| style)
    }
}

impl taffy::LayoutFlexboxContainer for Container<'_, '_> {
    type FlexboxContainerStyle<'b>
        = &'b Style
    where
        Self: 'b;
    type FlexboxItemStyle<'b>
        = &'b Style
    where
        Self: 'b;

    fn get_flexbox_container_style(&self, node: NodeId) -> &Style {
        self.style_of(node)
    }

    fn get_flexbox_child_style(&self, node: NodeId) -> &Style {
        self.style_of(node)
    }
}

impl taffy::LayoutGridContainer for Container<'_, '_> {
    type GridContainerStyle<'b>
        = &'b Style
    where
        Self: 'b;
    type GridItemStyle<'b>
        = &'b Style
    where
        Self: 'b;

    fn get_grid_container_style(&self, node: NodeId) -> &Style {
        self.style_of(node)
    }

    fn get_grid_child_style(&self, node: NodeId) -> &Style {
        self.style_of(node)
    }
}
