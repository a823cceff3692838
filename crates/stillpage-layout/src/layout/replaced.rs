//! Replaced elements and form controls: boxes whose size does not come from children.
//!
//! <https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width>, <https://www.w3.org/TR/css-images-3/#sizing>.
//! Chrome: default sizes of controls are those of Chromium with the reference fonts.

use std::sync::Arc;

use super::control;
use super::field_content::{area_height, is_by_content};
use super::foreign_object;
use super::natural::{Natural, height_by_contents, is_compressible, is_width_by_contents, natural};
use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind, Control, Replaced};
use super::state::edges::{BoxEdges, resolve_or_zero};
use super::state::results::{Available, Constraints, LayoutResult, MinMax, Purpose};
use super::state::sizing;
use super::unit::{Extent, LayoutUnit, Offset};
use crate::style::computed::Dimension;

/// Width and height limits, border-box.
struct Limits {
    min: Extent,
    max: Extent,
}

/// The used border-box size of a replaced element or control.
///
/// <https://www.w3.org/TR/CSS22/visudet.html#min-max-widths> (the table of constraint violations)
fn used_size(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints, edges: &BoxEdges) -> Extent {
    let style = Arc::clone(&pass.tree[id].style);
    let inset = edges.inset();
    let natural = natural(pass, id);
    let ratio = sizing::aspect_ratio(&style, natural.ratio);
    let limits = limits_of(pass, id, constraints, edges, &natural);
    let clamp_width = |w: LayoutUnit| w.min(limits.max.width).max(limits.min.width);
    let clamp_height = |h: LayoutUnit| h.min(limits.max.height).max(limits.min.height);

    // Lines of a text area are broken in its width where its contents decide about its size.
    let breaks_lines = pass.tree[id].kind == BoxKind::Control(Control::TextArea) && is_by_content(&style);
    let content_height = |pass: &LayoutState<'_>, width: LayoutUnit, natural: LayoutUnit| {
        area_height(pass, id, (width - inset.width()).clamp_negative()).unwrap_or(natural)
    };
    let is_automatic = has_ratio(pass, id, &natural) && is_width_by_contents(&style);
    let width = constraints
        .fixed_width
        .or_else(|| if is_automatic { None } else { pass.preferred_width(id, constraints, edges).map(clamp_width) });
    let height = if constraints.ignore_sizes && constraints.fixed_height.is_none() {
        None
    } else {
        let height = pass.definite_height_property(id, constraints, edges);
        if constraints.fixed_height.is_some() { height } else { height.map(clamp_height) }
    };
    match (width, height) {
        (Some(width), Some(height)) => Extent::new(width, height),
        (Some(width), None) => {
            let height = match ratio {
                Some(ratio) => sizing::height_from_width(&style, ratio, width, &inset),
                None => content_height(pass, width, natural.height.unwrap_or(natural.fallback.height)) + inset.height(),
            };
            Extent::new(width, clamp_height(height))
        }
        (None, Some(height)) => {
            let width = match ratio {
                Some(ratio) => sizing::width_from_height(&style, ratio, height, &inset),
                None => natural.width.unwrap_or(natural.fallback.width) + inset.width(),
            };
            Extent::new(clamp_width(width), height)
        }
        (None, None) => {
            let Some(ratio) = ratio else {
                let width = natural.width.unwrap_or(natural.fallback.width) + inset.width();
                let width = match constraints.width {
                    Available::Definite(room) if breaks_lines => {
                        width.min((room - edges.margin.width()).max(inset.width()))
                    }
                    Available::MinContent if breaks_lines => inset.width(),
                    _ => width,
                };
                let width = clamp_width(width);
                let height = content_height(pass, width, natural.height.unwrap_or(natural.fallback.height));
                return Extent::new(width, clamp_height(height + inset.height()));
            };
            let width = match (natural.width, natural.height, constraints.width) {
                (Some(width), _, _) => width + inset.width(),
                (None, Some(height), _) => sizing::width_from_height(&style, ratio, height + inset.height(), &inset),
                // No size at all: it fills the room.
                (None, None, Available::Definite(room)) if constraints.percent_width.is_some() => {
                    (room - edges.margin.width()).max(inset.width())
                }
                // Chrome: nothing at all where the room is what is asked for, the default size for an open percentage.
                (None, None, _) if is_width_by_contents(&style) => inset.width(),
                (None, None, _) => natural.fallback.width + inset.width(),
            };
            // A ratio that is declared is in place of the contents' own.
            let is_own = style.aspect_ratio.auto || style.aspect_ratio.ratio.is_none();
            let height = match natural.height {
                Some(height) if natural.width.is_some() && (is_own || natural.ratio.is_none()) => {
                    height + inset.height()
                }
                _ => sizing::height_from_width(&style, ratio, width, &inset),
            };
            let by_width = |w: LayoutUnit| sizing::height_from_width(&style, ratio, w, &inset);
            let by_height = |h: LayoutUnit| sizing::width_from_height(&style, ratio, h, &inset);
            violations(Extent::new(width, height), &limits, by_width, by_height)
        }
    }
}

/// Is it a replaced element whose width and height follow each other?
fn has_ratio(pass: &LayoutState<'_>, id: BoxId, natural: &Natural) -> bool {
    matches!(pass.tree[id].kind, BoxKind::Replaced(_))
        && sizing::aspect_ratio(&pass.tree[id].style, natural.ratio).is_some()
}

fn limits_of(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    constraints: &Constraints,
    edges: &BoxEdges,
    natural: &Natural,
) -> Limits {
    let style = Arc::clone(&pass.tree[id].style);
    let inset = edges.inset();
    let (mut min_width, mut max_width) = pass.width_bounds(id, constraints, edges);
    let mut min_height = pass.clamp_height(id, LayoutUnit::ZERO, constraints, edges);
    let mut max_height = pass.clamp_height(id, LayoutUnit::MAX, constraints, edges);
    if has_ratio(pass, id, natural) {
        // The contents are as wide as the height makes them, or have no width.
        let by_height = pass
            .definite_height_property(id, constraints, edges)
            .zip(sizing::aspect_ratio(&style, natural.ratio))
            .map(|(height, ratio)| sizing::width_from_height(&style, ratio, height, &inset));
        if by_height.is_some() || natural.width.is_none() && natural.height.is_none() {
            if sizing::is_content_size(&style.min_width) {
                min_width = by_height.unwrap_or(inset.width());
            }
            if sizing::is_content_size(&style.max_width) {
                max_width = by_height.unwrap_or(LayoutUnit::MAX);
            }
        }
        let width = constraints
            .fixed_width
            .or_else(|| if is_width_by_contents(&style) { None } else { pass.preferred_width(id, constraints, edges) });
        let inner = width.map(|width| (width - inset.width()).clamp_negative());
        if let Some(height) = height_by_contents(pass, id, inner) {
            if sizing::is_content_size(&style.max_height) {
                max_height = height + inset.height();
            }
            if sizing::is_content_size(&style.min_height) {
                min_height = height + inset.height();
            }
        }
    }
    Limits { min: Extent::new(min_width, min_height), max: Extent::new(max_width, max_height) }
}

fn violations(
    size: Extent,
    limits: &Limits,
    by_width: impl Fn(LayoutUnit) -> LayoutUnit,
    by_height: impl Fn(LayoutUnit) -> LayoutUnit,
) -> Extent {
    let (Extent { width: w, height: h }, min, max) = (size, limits.min, limits.max);
    let (over_w, under_w, over_h, under_h) = (w > max.width, w < min.width, h > max.height, h < min.height);
    let scale = |a: LayoutUnit, b: LayoutUnit| a.to_f32() / b.to_f32().max(1.0 / 64.0);
    match (over_w, under_w, over_h, under_h) {
        (true, _, true, _) if scale(max.width, w) <= scale(max.height, h) => {
            Extent::new(max.width, by_width(max.width).max(min.height))
        }
        (true, _, true, _) => Extent::new(by_height(max.height).max(min.width), max.height),
        (_, true, _, true) if scale(min.width, w) <= scale(min.height, h) => {
            Extent::new(by_height(min.height).min(max.width), min.height)
        }
        (_, true, _, true) => Extent::new(min.width, by_width(min.width).min(max.height)),
        (_, true, true, _) => Extent::new(min.width, max.height),
        (true, _, _, true) => Extent::new(max.width, min.height),
        (true, ..) => Extent::new(max.width, by_width(max.width).max(min.height)),
        (_, true, ..) => Extent::new(min.width, by_width(min.width).min(max.height)),
        (_, _, true, _) => Extent::new(by_height(max.height).max(min.width), max.height),
        (_, _, _, true) => Extent::new(by_height(min.height).min(max.width), min.height),
        _ => size,
    }
}

/// Lays out a replaced element or a control other than a button.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let edges = pass.edges(id, constraints.percent_width);
    let size = used_size(pass, id, constraints, &edges);
    let kind = pass.tree[id].kind;
    if constraints.purpose == Purpose::Place {
        match kind {
            BoxKind::Replaced(Replaced::Frame) => layout_frame(pass, id, size, &edges),
            BoxKind::Replaced(Replaced::Svg) => foreign_object::layout(pass, id, size.shrink(&edges.inset())),
            BoxKind::Control(Control::ListBox) => layout_list_box(pass, id, size),
            _ => {}
        }
    }
    let baseline = match kind {
        BoxKind::Control(kind) => control::baseline(pass, id, kind, size, &edges),
        _ => None,
    };
    LayoutResult { size, first_baseline: baseline, last_baseline: baseline }
}

/// The document in a frame fills its content box.
fn layout_frame(pass: &mut LayoutState<'_>, id: BoxId, size: Extent, edges: &BoxEdges) {
    let Some(document) = pass.tree[id].first_child else { return };
    let inset = edges.inset();
    pass.layout_document(document, size.shrink(&inset));
    let result = &mut pass.results[document.index()];
    result.offset = Offset::new(inset.left, inset.top);
    result.container = Some(id);
}

/// Options are blocks below each other.
fn layout_list_box(pass: &mut LayoutState<'_>, id: BoxId, size: Extent) {
    let constraints = Constraints {
        fixed_width: Some(size.width),
        fixed_height: Some(size.height),
        ..Constraints::fit(size.width, None, Purpose::Place)
    };
    pass.layout_flow_root(id, &constraints);
}

/// Content box widths.
pub(crate) fn content_sizes(pass: &mut LayoutState<'_>, id: BoxId) -> MinMax {
    let natural = natural(pass, id);
    let width = natural.width.unwrap_or_else(|| match (natural.height, natural.ratio) {
        (Some(height), Some(ratio)) => LayoutUnit::from_f32(height.to_f32() * ratio),
        (None, Some(_)) if is_width_by_contents(&pass.tree[id].style) => LayoutUnit::ZERO,
        _ => natural.fallback.width,
    });
    MinMax::both(width)
}

/// The border-box contribution. <https://www.w3.org/TR/css-sizing-3/#replaced-percentage-min-contribution>: percentages
/// make the minimum 0.
pub(crate) fn contribution(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    constraints: &Constraints,
    edges: &BoxEdges,
) -> MinMax {
    let width = used_size(pass, id, constraints, edges).width;
    let style = &pass.tree[id].style;
    if is_compressible(pass, id) {
        let min = match &style.min_width {
            Dimension::Length(length) if !length.has_percent() => resolve_or_zero(length, None),
            _ => LayoutUnit::ZERO,
        };
        return MinMax { min: min.max(edges.inset().width()).min(width), max: width };
    }
    MinMax::both(width)
}
