//! Boxes whose contents have other axes than they themselves: vertical text in a horizontal page and the reverse.
//!
//! <https://www.w3.org/TR/css-writing-modes-4/#orthogonal-flows>. The contents are an anonymous box
//! ([`build`](super::build)) that is laid out in its own axes; here the two meet.

use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind};
use super::state::edges::BoxEdges;
use super::state::results::{Available, Constraints, IntrinsicWidths, LayoutResult, MinMax, Purpose};
use super::unit::{Extent, LayoutUnit, Offset};

/// Lays out a box whose only child has axes of its own.
///
/// Chrome: it has no baseline.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let edges = pass.edges(id, constraints.percent_width);
    let inset = edges.inset();
    let Some(inner) = pass.tree[id].first_child else {
        return LayoutResult { size: Extent::new(inset.width(), inset.height()), ..LayoutResult::default() };
    };
    let usable = constraints.fixed_height.is_none() || constraints.fixed_height_definite;
    let size = if is_parallel(pass, id, inner) {
        let width = pass.used_width(id, constraints, &edges);
        let height = pass.definite_height(id, constraints, &edges, width);
        let content = height.map(|h| (h - inset.height()).clamp_negative());
        let along = (width - inset.width()).clamp_negative();
        let across = contents(pass, inner, along, content, usable, constraints.purpose);
        let used = pass.used_height(id, constraints, &edges, width, across + inset.height());
        if content.is_none() && used != across + inset.height() {
            contents(pass, inner, along, Some((used - inset.height()).clamp_negative()), false, constraints.purpose);
        }
        Extent::new(width, used)
    } else {
        let viewport = viewport_length(pass, inner);
        let is_item = pass.tree[id].parent.is_some_and(|p| matches!(pass.tree[p].kind, BoxKind::Flex | BoxKind::Grid));
        // Percentages refer to the room that lines have.
        let within = match constraints.percent_height {
            None if !is_item => Constraints { percent_height: Some(viewport), ..*constraints },
            _ => *constraints,
        };
        let along = line_length(pass, id, inner, &within, &edges);
        let (min, max) = pass.width_bounds(id, constraints, &edges);
        let width = constraints.fixed_width.or_else(|| pass.preferred_width(id, constraints, &edges));
        let content = width.map(|w| (w.min(max).max(min) - inset.width()).clamp_negative());
        let across = contents(pass, inner, along, content, true, constraints.purpose);
        let used = width.unwrap_or(across + inset.width()).min(max).max(min);
        let is_table = pass.tree[inner].kind == BoxKind::Table;
        let used = if is_table { used.max(across + inset.width()) } else { used };
        if content.is_none() && used != across + inset.width() {
            contents(pass, inner, along, Some((used - inset.width()).clamp_negative()), false, constraints.purpose);
        }
        let height = pass.used_height(id, &within, &edges, used, along + inset.height());
        // A table is never narrower than its contents.
        Extent::new(used, if is_table { height.max(along + inset.height()) } else { height })
    };
    if constraints.purpose == Purpose::Place {
        let around = pass.tree.axes(id).sides_to_physical(&inset);
        let own = pass.tree.axes(inner).sides_to_logical(&around);
        let shift = pass.tree.axes(id).displacement(Offset::new(LayoutUnit::ZERO, constraints.content_shift));
        let shift = Offset::new(shift.y, shift.x);
        let result = &mut pass.results[inner.index()];
        result.offset = Offset::new(own.left, own.top) + shift;
        result.container = Some(id);
        let result = &mut pass.results[id.index()];
        result.edges.set_inset(edges.border, edges.padding, &mut pass.used_edges);
    }
    LayoutResult { size, first_baseline: None, last_baseline: None }
}

/// Lays out the contents with lines of the length `along`; returns what they take across. `height`: what is set from
/// outside; percentages refer to it if it is `definite`.
fn contents(
    pass: &mut LayoutState<'_>,
    inner: BoxId,
    along: LayoutUnit,
    height: Option<LayoutUnit>,
    definite: bool,
    purpose: Purpose,
) -> LayoutUnit {
    let constraints = Constraints {
        fixed_width: Some(along),
        fixed_height: height,
        fixed_height_definite: definite,
        ..Constraints::fill(along, None, purpose)
    };
    let outcome = pass.layout(inner, &constraints);
    if let Some(id) = pass.tree[inner].parent {
        let inset = pass.tree.axes(id).sides_to_physical(&pass.edges(id, None).inset());
        let before = pass.tree.axes(inner).sides_to_logical(&inset).top;
        let from_border = |baseline: Option<LayoutUnit>| baseline.map(|b| b + before);
        let baselines = (from_border(outcome.first_baseline), from_border(outcome.last_baseline));
        pass.inner_baselines.insert(id, baselines);
    }
    outcome.size.height
}

/// Do lines run along the same axis inside and outside?
fn is_parallel(pass: &LayoutState<'_>, id: BoxId, inner: BoxId) -> bool {
    pass.tree.axes(id).is_vertical() == pass.tree.axes(inner).is_vertical()
}

/// The content widths: what the lines take side by side.
pub(crate) fn content_sizes(pass: &mut LayoutState<'_>, id: BoxId) -> MinMax {
    let Some(inner) = pass.tree[id].first_child else { return MinMax::default() };
    if is_parallel(pass, id, inner) {
        return pass.contribution(inner, IntrinsicWidths::Both);
    }
    let constraints = Constraints {
        width: Available::MaxContent,
        percent_width: None,
        ..Constraints::fit(LayoutUnit::ZERO, None, Purpose::Measure)
    };
    let edges = pass.edges(id, None);
    let along = line_length(pass, id, inner, &constraints, &edges);
    MinMax::both(contents(pass, inner, along, None, false, Purpose::Measure))
}

/// The size of the viewport along the lines of a box.
fn viewport_length(pass: &LayoutState<'_>, inner: BoxId) -> LayoutUnit {
    let viewport = pass.device.viewport;
    LayoutUnit::from_f32(if pass.tree.axes(inner).is_vertical() { viewport.height } else { viewport.width })
}

/// Returns the length of the lines: the height of the content box.
fn line_length(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    inner: BoxId,
    constraints: &Constraints,
    edges: &BoxEdges,
) -> LayoutUnit {
    let inset = edges.inset().height();
    if let Some(height) = pass.definite_height_property(id, constraints, edges) {
        let least = if pass.tree[inner].kind == BoxKind::Table {
            pass.contribution(inner, IntrinsicWidths::Min).min
        } else {
            LayoutUnit::ZERO
        };
        return (height - inset).max(least);
    }
    let room = constraints.percent_height.unwrap_or_else(|| viewport_length(pass, inner)) - edges.margin.height();
    let sizes = pass.contribution(inner, IntrinsicWidths::Both);
    let height = sizes.fit(Available::Definite((room - inset).clamp_negative())) + inset;
    (pass.clamp_height(id, height, constraints, edges) - inset).clamp_negative()
}
