//! Computed styles in the terms of taffy.

use std::rc::Rc;
use std::sync::Arc;

use taffy::prelude::{FromLength, TaffyAuto, TaffyZero};
use taffy::{
    GridTemplateComponent, GridTemplateRepetition, MaxTrackSizingFunction, MinTrackSizingFunction, RepetitionCount,
    TrackSizingFunction,
};

use super::container::Container;
use super::items::{is_column, is_legacy, is_subgrid, items_of};
use super::raised::is_raised;
use super::transferred;
use super::value::{align_content, align_items, align_self, areas, direction, line, overflow, snap};
use crate::layout::natural;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::state::edges::{self, BoxEdges};
use crate::layout::state::flexible_styles::{Ident, ItemPlacement, ItemStyle, Style};
use crate::layout::state::results::Available;
use crate::layout::state::sizing;
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::ComputedStyle;
use crate::style::computed::{
    Align, AlignKeyword, BoxOrient, BoxSizing, Dimension, FlexBasis, FlexDirection, FlexWrap, GridLine, GridStyle,
    LengthPercentage, LengthPercentageAuto, RepeatCount, TrackBreadth, TrackList, TrackListItem, TrackSize,
};

impl Container<'_, '_> {
    pub(super) fn translate(&mut self) {
        let style = Arc::clone(&self.pass.tree[self.id].style);
        let children = items_of(self.pass, self.id);
        let is_grid = self.pass.tree[self.id].kind == BoxKind::Grid;
        self.translated.style = match self.pass.shared_styles.containers.pure(&style).filter(|_| !is_grid) {
            Some(known) => known,
            None => {
                let translated = self.container_style(&style);
                let is_pure = !is_grid && self.translated.calcs.is_empty();
                self.pass.shared_styles.containers.share(&style, translated, is_pure)
            }
        };
        self.translated.items.reserve(children.len());
        let takes = |child: &BoxId| is_subgrid(self.pass, *child, false) || is_subgrid(self.pass, *child, true);
        self.translated.has_subgrids = is_grid && children.iter().any(takes);
        for child in children {
            let style = self.shared_item_style(child, &style);
            let style = self.with_own_edges(child, style);
            self.translated.items.push((child, style));
        }
    }

    /// The translated style of an item in a container of style `around`: of most it has been made before.
    fn shared_item_style(&mut self, child: BoxId, around: &ComputedStyle) -> Rc<ItemStyle> {
        let node = &self.pass.tree[child];
        let computed = Arc::clone(&node.style);
        let is_plain = !node.flags.contains(BoxFlags::ANONYMOUS)
            && !matches!(node.kind, BoxKind::Replaced(_) | BoxKind::Control(_))
            && !is_legacy(around)
            && self.pass.fixed_edges(child).is_some();
        if is_plain && let Some(known) = self.pass.shared_styles.items.pure(&computed) {
            return known;
        }
        let calcs = self.translated.calcs.len();
        let translated = self.item_style(child);
        let by_content =
            |size: &Dimension| matches!(size, Dimension::MinContent | Dimension::MaxContent | Dimension::FitContent(_));
        let is_pure = is_plain
            && self.translated.calcs.len() == calcs
            && ![&computed.width, &computed.height, &computed.min_width, &computed.max_width]
                .into_iter()
                .any(by_content)
            && !matches!(&computed.flex_basis, FlexBasis::Size(size) if by_content(size));
        self.pass.shared_styles.items.share(&computed, translated, is_pure)
    }

    /// Notes that a translated style depends on the container's width.
    pub(super) fn uses_width(&mut self) -> Option<LayoutUnit> {
        self.translated.width = Some(self.width);
        self.width
    }

    pub(super) fn container_style(&mut self, style: &ComputedStyle) -> Style {
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
        let is_side = matches!(style.justify_content.keyword, AlignKeyword::Left | AlignKeyword::Right);
        if self.pass.tree[self.id].kind == BoxKind::Flex && is_column(style) && is_side {
            // There is no left nor right along a column.
            out.justify_content = align_content(Align { keyword: AlignKeyword::Start, ..style.justify_content });
        }
        if self.pass.tree[self.id].kind == BoxKind::Grid {
            self.grid_style(style.grid.as_deref().unwrap_or(&GridStyle::default()), &mut out);
        }
        out
    }

    pub(super) fn gap(&mut self, gap: Option<&LengthPercentage>) -> taffy::LengthPercentage {
        match gap {
            Some(gap) => self.length(gap),
            None => taffy::LengthPercentage::ZERO,
        }
    }

    pub(super) fn grid_style(&mut self, grid: &GridStyle, out: &mut Style) {
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

    pub(super) fn template(&mut self, list: &TrackList) -> (Vec<GridTemplateComponent<Ident>>, Vec<Vec<Ident>>) {
        if list.subgrid {
            // Those that it takes are known when it is laid out.
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
        let is_named = |component: &GridTemplateComponent<Ident>| match component {
            GridTemplateComponent::Repeat(repeat) => !repeat.line_names.is_empty(),
            GridTemplateComponent::Single(_) => false,
        };
        let sets = if list.names.len() == components.len() + 1 && list.names.iter().any(|s| !s.is_empty()) {
            list.names.iter().map(|s| names(s)).collect()
        } else if components.iter().any(is_named) {
            // taffy looks at the names in repetitions only where there are lists for the lines around them.
            vec![Vec::new(); components.len() + 1]
        } else {
            Vec::new()
        };
        (components, sets)
    }

    pub(super) fn track(&mut self, size: &TrackSize) -> TrackSizingFunction {
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

    pub(super) fn min_track(&mut self, breadth: &TrackBreadth) -> MinTrackSizingFunction {
        match breadth {
            TrackBreadth::Auto | TrackBreadth::Fr(_) => MinTrackSizingFunction::AUTO,
            TrackBreadth::MinContent => MinTrackSizingFunction::min_content(),
            TrackBreadth::MaxContent => MinTrackSizingFunction::max_content(),
            TrackBreadth::Length(length) => self.length(length).into(),
        }
    }

    pub(super) fn max_track(&mut self, breadth: &TrackBreadth) -> MaxTrackSizingFunction {
        match breadth {
            TrackBreadth::Auto => MaxTrackSizingFunction::AUTO,
            TrackBreadth::Fr(fr) => MaxTrackSizingFunction::fr(*fr),
            TrackBreadth::MinContent => MaxTrackSizingFunction::min_content(),
            TrackBreadth::MaxContent => MaxTrackSizingFunction::max_content(),
            TrackBreadth::Length(length) => self.length(length).into(),
        }
    }

    pub(super) fn item_style(&mut self, child: BoxId) -> ItemStyle {
        let node = &self.pass.tree[child];
        let style = Arc::clone(&node.style);
        let legacy = is_legacy(&self.pass.tree[self.id].style);
        if node.flags.contains(BoxFlags::ANONYMOUS) {
            let initial = ItemStyle::initial(direction(&style));
            return if legacy { ItemStyle { flex_shrink: 0.0, ..initial } } else { initial };
        }
        let is_replaced = matches!(node.kind, BoxKind::Replaced(_));
        let is_control = matches!(node.kind, BoxKind::Control(_));
        let natural = if is_replaced { natural::natural_ratio(self.pass, child) } else { None };
        let edges = match self.pass.fixed_edges(child) {
            Some(edges) => *edges,
            None => {
                let width = self.uses_width();
                self.pass.own_edges(child, width)
            }
        };
        // taffy's ratio is of border boxes, a natural one of content boxes. Measuring the item applies it.
        let by_contents = natural.is_some()
            && style.aspect_ratio.auto
            && (edges.inset() != Edges::default()
                || sizing::has_content_bounds(&style)
                // Nor would it leave a given size and the limits of the other one apart, or know sizes by contents.
                || self.pass.tree[self.id].kind == BoxKind::Flex
                    && [&style.width, &style.height].iter().any(|size| match size {
                        Dimension::Auto | Dimension::Stretch => false,
                        Dimension::Length(_) => true,
                        _ => !natural::has_ratio_alone(self.pass, child),
                    }));
        // Where both sizes are given, a ratio changes neither; taffy would transfer the limits of one to the other.
        let is_length = |size: &Dimension| matches!(size, Dimension::Length(length) if !length.has_percent());
        let by_contents = by_contents || is_length(&style.width) && is_length(&style.height);
        let is_by_ratio = transferred::is_measured_by_ratio(self.pass, self.id, child);
        // In a grid they are percentages of the area of the item, which measuring it knows.
        let is_open = self.pass.tree[self.id].kind == BoxKind::Grid
            && [&style.padding.left, &style.padding.right, &style.padding.top, &style.padding.bottom]
                .iter()
                .any(|padding| padding.has_percent())
            && [&style.width, &style.height, &style.min_width, &style.min_height, &style.max_width, &style.max_height]
                .iter()
                .all(|size| **size == Dimension::Auto || style.box_sizing == BoxSizing::BorderBox);
        let px = |e: &Edges| taffy::Rect {
            left: e.left.to_f32(),
            right: e.right.to_f32(),
            top: e.top.to_f32(),
            bottom: e.bottom.to_f32(),
        };
        let is_placed = |g: &&GridStyle| {
            [&g.row_start, &g.row_end, &g.column_start, &g.column_end].into_iter().any(|l| *l != GridLine::Auto)
        };
        let placement = style.grid.as_deref().filter(is_placed).map(|g| {
            Box::new(ItemPlacement {
                row: taffy::Line { start: line(&g.row_start), end: line(&g.row_end) },
                column: taffy::Line { start: line(&g.column_start), end: line(&g.column_end) },
            })
        });
        let floors = self.pass.tree[self.id].kind == BoxKind::Grid
            && overflow(style.overflow_y).is_scroll_container()
            && edges.inset().height() > LayoutUnit::ZERO;
        ItemStyle {
            is_replaced,
            is_compressible: is_replaced || is_control && natural::is_compressible(self.pass, child),
            box_sizing: match style.box_sizing {
                BoxSizing::ContentBox => taffy::BoxSizing::ContentBox,
                BoxSizing::BorderBox => taffy::BoxSizing::BorderBox,
            },
            direction: direction(&style),
            // A minimum that cannot be resolved is 0, not the automatic one: that is what boxes that scroll have. Chrome: legacy boxes
            // know no automatic one.
            overflow: taffy::Point {
                x: if legacy || may_be_open(&style.min_width) {
                    taffy::Overflow::Hidden
                } else {
                    overflow(style.overflow_x)
                },
                y: if legacy || may_be_open(&style.min_height) {
                    taffy::Overflow::Hidden
                } else {
                    overflow(style.overflow_y)
                },
            },
            size: taffy::Size {
                // A width that stretches bounds the automatic minimum, as one in percent does.
                width: if style.width == Dimension::Stretch && self.pass.tree[self.id].kind == BoxKind::Flex {
                    self.bound(child, &style.width, true, &edges).into()
                } else {
                    self.dimension(&style.width, true)
                },
                height: if is_raised(&style) && !self.is_flex_column() || self.grows_from_contents(child, &style) {
                    taffy::Dimension::auto()
                } else {
                    self.dimension(&style.height, false)
                },
            },
            min_size: taffy::Size {
                // A table is never narrower than its contents.
                width: if self.pass.tree[child].kind == BoxKind::Table
                    && style.min_width == Dimension::Auto
                    && matches!(style.width, Dimension::Length(_))
                {
                    self.bound(child, &Dimension::MinContent, true, &edges)
                } else {
                    self.bound(child, &style.min_width, true, &edges)
                },
                height: match self.bound(child, &style.min_height, false, &edges) {
                    bound if bound.is_auto() && is_raised(&style) => self.raised_minimum(child, &style, &edges),
                    // taffy takes the automatic minimum of what scrolls for nothing, padding and borders included.
                    bound if bound.is_auto() && floors => taffy::LengthPercentageAuto::length(match style.box_sizing {
                        BoxSizing::ContentBox => 0.0,
                        BoxSizing::BorderBox => edges.inset().height().to_f32(),
                    }),
                    bound => bound,
                },
            },
            max_size: taffy::Size {
                width: self.bound(child, &style.max_width, true, &edges),
                height: self.bound(child, &style.max_height, false, &edges),
            },
            aspect_ratio: if by_contents || is_by_ratio { None } else { sizing::aspect_ratio(&style, natural) },
            margin: taffy::Rect {
                left: self.length_auto(&style.margin.left),
                right: self.length_auto(&style.margin.right),
                top: self.length_auto(&style.margin.top),
                bottom: self.length_auto(&style.margin.bottom),
            },
            padding: if is_open {
                taffy::Rect { left: 0.0, right: 0.0, top: 0.0, bottom: 0.0 }
            } else {
                px(&edges.padding)
            },
            border: px(&edges.border),
            align_self: self.block_alignment(&style, is_by_ratio),
            justify_self: self.inline_alignment(&style, is_by_ratio),
            flex_basis: match &style.flex_basis {
                FlexBasis::Content => taffy::Dimension::content(),
                FlexBasis::Size(size) => self.dimension(size, true),
            },
            flex_grow: if legacy { style.box_flex.max(0.0) } else { style.flex_grow },
            flex_shrink: if legacy { style.box_flex.max(0.0) } else { style.flex_shrink },
            placement,
        }
    }

    /// `align-self` of an item. Only an automatic size is stretched; taffy knows no keywords for heights and takes them for it.
    fn block_alignment(&self, item: &ComputedStyle, is_by_ratio: bool) -> Option<taffy::AlignItems> {
        let align = item.align_self.or(self.pass.tree[self.id].style.align_items);
        let stretches = matches!(align.keyword, AlignKeyword::Normal | AlignKeyword::Stretch)
            && (sizing::is_content_size(&item.height) || sizing::is_content_size(&item.max_height) || is_raised(item))
            && !self.is_flex_column()
            || self.is_normal_by_ratio(align, &item.height, is_by_ratio);
        align_self(if stretches { Align { keyword: AlignKeyword::FlexStart, ..align } } else { item.align_self })
    }

    /// `justify-self` of an item of a grid.
    fn inline_alignment(&self, item: &ComputedStyle, is_by_ratio: bool) -> Option<taffy::AlignItems> {
        let align = item.justify_self.or(self.pass.tree[self.id].style.justify_items);
        let has_height = is_by_ratio && item.height != Dimension::Auto;
        let starts = self.is_normal_by_ratio(align, &item.width, has_height);
        align_self(if starts { Align { keyword: AlignKeyword::Start, ..align } } else { item.justify_self })
    }

    /// True if an item of a grid would stretch but for its ratio.
    fn is_normal_by_ratio(&self, align: Align, size: &Dimension, is_by_ratio: bool) -> bool {
        let is_grid = self.pass.tree[self.id].kind == BoxKind::Grid;
        is_grid && is_by_ratio && *size == Dimension::Auto && align.keyword == AlignKeyword::Normal
    }

    pub(super) fn calc(&mut self, length: &LengthPercentage) -> *const () {
        self.translated.calcs.push(length.clone());
        std::ptr::without_provenance(self.translated.calcs.len() << 3)
    }

    pub(super) fn length(&mut self, length: &LengthPercentage) -> taffy::LengthPercentage {
        match length {
            LengthPercentage::Linear { px, percent } if *percent == 0.0 => taffy::LengthPercentage::length(snap(*px)),
            // Percentages, too: six of 16.6667% have to fit beside each other.
            _ => taffy::LengthPercentage::calc(self.calc(length)),
        }
    }

    pub(super) fn length_auto(&mut self, length: &LengthPercentageAuto) -> taffy::LengthPercentageAuto {
        match length {
            LengthPercentageAuto::Auto => taffy::LengthPercentageAuto::auto(),
            LengthPercentageAuto::Length(length) => self.length(length).into(),
        }
    }

    pub(super) fn dimension(&mut self, value: &Dimension, is_width: bool) -> taffy::Dimension {
        match value {
            Dimension::Auto => taffy::Dimension::auto(),
            Dimension::Length(length) => self.length(length).into(),
            Dimension::MinContent if is_width => taffy::Dimension::min_content(),
            Dimension::MaxContent if is_width => taffy::Dimension::max_content(),
            Dimension::FitContent(None) if is_width => taffy::Dimension::fit_content(),
            Dimension::FitContent(Some(limit)) if is_width => {
                let limit = edges::resolve_or_zero(limit, self.uses_width());
                taffy::Dimension::fit_content_px(limit.to_f32())
            }
            Dimension::Stretch => taffy::Dimension::stretch(),
            // Heights by content.
            _ => taffy::Dimension::auto(),
        }
    }

    /// A minimum or maximum: taffy knows no keywords there, so they are resolved at once.
    pub(super) fn bound(
        &mut self,
        child: BoxId,
        value: &Dimension,
        is_width: bool,
        edges: &BoxEdges,
    ) -> taffy::LengthPercentageAuto {
        let by_box = |pass: &LayoutState<'_>, content: LayoutUnit| {
            let add = match pass.tree[child].style.box_sizing {
                BoxSizing::ContentBox => LayoutUnit::ZERO,
                BoxSizing::BorderBox => edges.inset().width(),
            };
            taffy::LengthPercentageAuto::from_length((content + add).to_f32())
        };
        match value {
            Dimension::Length(length) => self.length(length).into(),
            Dimension::MinContent if is_width => {
                let min = self.pass.min_content_size(child);
                by_box(self.pass, min)
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
            Dimension::Stretch => {
                let inset = match self.pass.tree[child].style.box_sizing {
                    BoxSizing::ContentBox => edges.inset(),
                    BoxSizing::BorderBox => Edges::default(),
                };
                let around = if is_width {
                    edges.margin.width() + inset.width()
                } else {
                    edges.margin.height() + inset.height()
                };
                self.length(&LengthPercentage::Linear { px: -around.to_f32(), percent: 1.0 }).into()
            }
            height if !is_width && sizing::is_content_size(height) => {
                let style = &self.pass.tree[child].style;
                let width = match &style.width {
                    Dimension::Length(width) => edges::resolve(width, None),
                    _ => None,
                };
                let add = match style.box_sizing {
                    BoxSizing::ContentBox => LayoutUnit::ZERO,
                    BoxSizing::BorderBox => edges.inset().height(),
                };
                natural::height_by_contents(self.pass, child, width)
                    .map_or(taffy::LengthPercentageAuto::AUTO, |height| {
                        taffy::LengthPercentageAuto::from_length((height + add).to_f32())
                    })
            }
            _ => taffy::LengthPercentageAuto::AUTO,
        }
    }
}

/// Does a minimum depend on the container's size?
fn may_be_open(minimum: &Dimension) -> bool {
    match minimum {
        Dimension::Length(length) => length.has_percent(),
        Dimension::Stretch => true,
        _ => false,
    }
}
