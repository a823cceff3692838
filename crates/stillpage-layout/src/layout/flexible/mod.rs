//! Flex and grid formatting contexts, by taffy's algorithms, and subgrids beside it.
//!
//! <https://www.w3.org/TR/css-flexbox-1/>, <https://www.w3.org/TR/css-grid-2/>. One container is laid out at a time: its
//! style and those of its items are translated, and taffy asks back for the sizes of items, which the rest of layout
//! answers. Absolutely positioned children are left out; they are placed by [`positioned`](super::positioned).

mod automatic_minimum;
mod baseline;
mod column;
mod container;
mod effort;
mod grid_area;
mod items;
mod own_edges;
mod raised;
mod reversed;
mod stage;
mod stretch;
mod subgrid;
mod subgrid_contribution;
mod subgrid_lines;
mod transferred;
mod translate;
mod value;

use std::sync::Arc;

use taffy::prelude::TaffyAuto;
use taffy::{AvailableSpace, LayoutInput, RequestedAxis, RunMode, SizingMode};

pub(crate) use self::grid_area::grid_area;

use self::container::Container;
use self::items::{has_item_in_flow, is_column, is_legacy, items_of, wraps};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::layout::state::display::has_automatic_minimum;
use crate::layout::state::edges::{self, BoxEdges};
use crate::layout::state::results::{Constraints, IntrinsicWidths, LayoutResult, MinMax, Purpose};
use crate::layout::state::sizing::{has_content_bounds, is_content_size};
use crate::layout::unit::{Extent, LayoutUnit};
use crate::style::ComputedStyle;
use crate::style::computed::{BoxSizing, Dimension, FlexBasis};

/// Lays out a flex or grid container.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let style = Arc::clone(&pass.tree[id].style);
    let edges = pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, &edges);
    let inset = edges.inset();
    let mut height = pass.definite_height(id, constraints, &edges, width);
    let inner = (width - inset.width()).clamp_negative();
    let definite = constraints.fixed_height.is_none() || constraints.fixed_height_definite;
    let is_empty_inside = height.is_none() && is_sized_empty(pass, id, false);
    if is_empty_inside || height.is_some() && constraints.fixed_height.is_none() && has_content_bounds(&style) {
        let mut container = Container::new(pass, id, Purpose::Measure, Some(inner), &edges);
        if is_empty_inside {
            container.leave_items_out();
        }
        let intrinsic = if is_empty_inside {
            let input = layout_input(constraints, width, None, false, RunMode::ComputeSize);
            LayoutUnit::from_f32_round(container.run(input).0.size.height)
        } else {
            let input = layout_input(constraints, width, height, definite, RunMode::PerformLayout);
            container.lay_out(input);
            container.items_bottom() + inset.bottom
        };
        height = Some(if is_empty_inside {
            pass.clamp_height(id, intrinsic, constraints, &edges)
        } else {
            pass.used_height(id, constraints, &edges, width, intrinsic)
        });
    }
    // css-sizing-4 5.1: the automatic minimum height of a box with a ratio is the content's, whose percentages are of the ratio's.
    if content_counts(&style)
        && has_automatic_minimum(&style)
        && pass.tree[id].first_child.is_some()
        && pass.definite_height_property(id, constraints, &edges).is_none()
        && let Some(by_ratio) = height
    {
        let is_of_ratio = fills_rows(pass, id);
        let mut container = Container::new(pass, id, Purpose::Measure, Some(inner), &edges);
        let intrinsic = if is_of_ratio {
            container.lay_out(layout_input(constraints, width, height, definite, RunMode::PerformLayout));
            container.items_bottom() + inset.bottom
        } else {
            container.percent_basis = Some((by_ratio - inset.height()).clamp_negative());
            let input = layout_input(constraints, width, None, false, RunMode::ComputeSize);
            LayoutUnit::from_f32_round(container.run(input).0.size.height)
        };
        height = Some(pass.used_height(id, constraints, &edges, width, intrinsic));
    }
    if constraints.purpose == Purpose::Place {
        pass.results[id.index()].definite_height =
            height.filter(|_| definite).map(|h| (h - inset.height()).clamp_negative()).into();
    }
    if constraints.purpose == Purpose::Measure
        && let Some(height) = height
        && pass.tree[id].first_child.is_none()
    {
        return LayoutResult { size: Extent::new(width, height), ..LayoutResult::default() };
    }
    let min = pass.clamp_height(id, LayoutUnit::ZERO, constraints, &edges);
    let max = pass.clamp_height(id, LayoutUnit::MAX, constraints, &edges);
    let mut container = Container::new(pass, id, constraints.purpose, Some(inner), &edges);
    container.style.min_size.width = taffy::LengthPercentageAuto::AUTO;
    container.style.max_size.width = taffy::LengthPercentageAuto::AUTO;
    // A minimum that equals the maximum would make the height definite: only one that asks for something is handed on.
    container.style.min_size.height = match min {
        min if min <= inset.height() => taffy::LengthPercentageAuto::AUTO,
        min => taffy::LengthPercentageAuto::length(min.to_f32()),
    };
    container.style.max_size.height = match max {
        LayoutUnit::MAX => taffy::LengthPercentageAuto::AUTO,
        max => taffy::LengthPercentageAuto::length(max.to_f32()),
    };
    // Baselines come from placing the items.
    let run_mode = if constraints.purpose == Purpose::Measure && constraints.size_only {
        RunMode::ComputeSize
    } else {
        RunMode::PerformLayout
    };
    let input = layout_input(constraints, width, height, definite, run_mode);
    let (output, last) = container.run(input);
    let intrinsic = LayoutUnit::from_f32_round(output.size.height);
    let height = match height {
        Some(height) if !content_counts(&style) => height,
        _ => pass.used_height(id, constraints, &edges, width, intrinsic),
    };
    let baseline = output.baselines.first.map(LayoutUnit::from_f32_round).filter(|_| has_item_in_flow(pass, id));
    let last = last.map(LayoutUnit::from_f32_round).filter(|_| baseline.is_some()).or(baseline);
    LayoutResult { size: Extent::new(width, height), first_baseline: baseline, last_baseline: last }
}

/// Are items of a flex container as high as its own height makes them: those of rows, and those with percentages?
fn fills_rows(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    let has_percent = |item: &BoxId| {
        let style = &pass.tree[*item].style;
        matches!(&style.height, Dimension::Length(length) if length.has_percent())
    };
    node.kind == BoxKind::Flex && (!is_column(&node.style) || items_of(pass, id).iter().any(has_percent))
}

fn layout_input(
    constraints: &Constraints,
    width: LayoutUnit,
    height: Option<LayoutUnit>,
    is_definite: bool,
    run_mode: RunMode,
) -> LayoutInput {
    LayoutInput {
        run_mode,
        sizing_mode: SizingMode::InherentSize,
        axis: RequestedAxis::Both,
        known_dimensions: taffy::Size { width: Some(width.to_f32()), height: height.map(LayoutUnit::to_f32) },
        known_dimensions_are_definite: taffy::Size { width: true, height: is_definite },
        parent_size: taffy::Size {
            width: constraints.percent_width.map(LayoutUnit::to_f32),
            height: constraints.percent_height.map(LayoutUnit::to_f32),
        },
        available_space: taffy::Size {
            width: AvailableSpace::Definite(width.to_f32()),
            height: AvailableSpace::MaxContent,
        },
        vertical_margins_are_collapsible: taffy::Line::FALSE,
    }
}

/// Is the size of a grid that of its tracks without items in them?
/// <https://www.w3.org/TR/css-contain-2/#containment-size>
fn is_sized_empty(pass: &LayoutState<'_>, id: BoxId, x: bool) -> bool {
    let node = &pass.tree[id];
    let style = &node.style;
    let given = if x { style.contain_intrinsic_width } else { style.contain_intrinsic_height };
    let is_contained = style.contain_size || x && style.contain_inline_size;
    node.kind == BoxKind::Grid && is_contained && given.length.is_none()
}

/// True if the automatic minimum height of a box with an aspect ratio may be more than its definite height.
fn content_counts(style: &ComputedStyle) -> bool {
    style.aspect_ratio.ratio.is_some()
}

/// The min-content and max-content width of a flex or grid container's content box, as far as they are asked for. `basis`: what
/// percentages refer to.
pub(crate) fn content_sizes(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    basis: Option<LayoutUnit>,
    widths: IntrinsicWidths,
) -> MinMax {
    if pass.tree[id].kind == BoxKind::Flex {
        return flex_sizes(pass, id, widths);
    }
    let is_empty_inside = is_sized_empty(pass, id, true);
    // What automatic repetitions fill.
    let bounds = {
        let style = &pass.tree[id].style;
        let inset = pass.edges(id, basis).inset().width();
        let bound = |value: &Dimension| match value {
            Dimension::Length(length) => edges::resolve(length, basis).map(|length| match style.box_sizing {
                BoxSizing::ContentBox => length,
                BoxSizing::BorderBox => (length - inset).clamp_negative(),
            }),
            _ => None,
        };
        let translated = |value: &Dimension| {
            bound(value).map_or(taffy::LengthPercentageAuto::AUTO, |b| taffy::LengthPercentageAuto::length(b.to_f32()))
        };
        // A minimum by the contents is of them all, whatever the maximum.
        let max = if is_content_size(&style.min_width) { &Dimension::Auto } else { &style.max_width };
        (translated(&style.min_width), translated(max))
    };
    let mut measure = |space: AvailableSpace| {
        let edges = BoxEdges::default();
        let mut container = Container::new(pass, id, Purpose::Measure, None, &edges);
        if is_empty_inside {
            container.leave_items_out();
        }
        (container.style.min_size.width, container.style.max_size.width) = bounds;
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
        LayoutUnit::from_f32_ceil(container.run(input).0.size.width)
    };
    let min = measure(AvailableSpace::MinContent);
    if widths == IntrinsicWidths::Min {
        return MinMax::both(min);
    }
    let max = measure(AvailableSpace::MaxContent);
    MinMax { min, max: max.max(min) }
}

/// The intrinsic widths of a flex container, as far as they are asked for.
///
/// Chrome: the contributions of the items are added up, where <https://www.w3.org/TR/css-flexbox-1/#intrinsic-main-sizes>
/// would have them scaled by their flex factors.
fn flex_sizes(pass: &mut LayoutState<'_>, id: BoxId, widths: IntrinsicWidths) -> MinMax {
    let style = Arc::clone(&pass.tree[id].style);
    let legacy = is_legacy(&style);
    let column = is_column(&style);
    let wraps = wraps(&style);
    let gap = style.column_gap.as_ref().map_or(LayoutUnit::ZERO, |g| edges::resolve_or_zero(g, None));
    let mut sizes = MinMax::default();
    let mut count = 0;
    let children = items_of(pass, id);
    for &child in &children {
        let by_row = if column || wraps || legacy { None } else { transferred::width_by_row(pass, id, child) };
        let mut own = by_row.unwrap_or_else(|| pass.contribution(child, widths));
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
            && let Some(basis) = edges::resolve(basis, None)
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
        if wraps
            && widths == IntrinsicWidths::Both
            && let Some(sum) = column::columns_width(pass, id, &children, sizes.max, gap)
        {
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
