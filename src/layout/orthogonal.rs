//! Vertical text in a horizontal page: blocks whose lines run down and follow each other sideways.
//!
//! <https://www.w3.org/TR/css-writing-modes-4/#orthogonal-flows>. The contents are laid out as if their lines were
//! horizontal, as wide as the box is high; then the whole is turned.
//!
//! Approx: borders and padding inside keep their physical sides; tables, flex and grid containers are not turned.

use super::state::Pass;
use super::state::box_tree::{BoxId, BoxKind};
use super::state::edges::BoxEdges;
use super::state::results::{Available, Constraints, MinMax, Outcome, Purpose};
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::computed::WritingMode;

/// Lays out the root of a vertical flow.
pub(crate) fn layout(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> Outcome {
    let edges = pass.edges(id, constraints.percent_width);
    let inset = edges.inset();
    let line = line_length(pass, id, constraints, &edges);
    let across = pass.layout_strip(id, &BoxEdges::default(), line, constraints.purpose).0;
    let width = constraints.fixed_width.or_else(|| pass.preferred_width(id, constraints, &edges));
    let (min, max) = pass.width_bounds(id, constraints, &edges);
    let width = width.unwrap_or(across + inset.width()).min(max).max(min);
    let height = pass.used_height(id, constraints, &edges, width, line + inset.height());
    if constraints.purpose == Purpose::Place {
        let result = &mut pass.results[id.index()];
        result.border = edges.border;
        result.padding = edges.padding;
        let from_right = matches!(pass.tree[id].style.writing_mode, WritingMode::VerticalRl | WritingMode::SidewaysRl);
        // Lines that start on the right end where the content box does, whatever they take of it.
        let whole = if from_right { (width - inset.width()).max(across) } else { across };
        turn(pass, id, Extent::new(line, whole), from_right, Offset::new(inset.left, inset.top));
    }
    Outcome { size: Extent::new(width, height), first_baseline: None, last_baseline: None }
}

/// The content widths: what the lines take side by side.
pub(crate) fn content_sizes(pass: &mut Pass<'_>, id: BoxId) -> MinMax {
    let constraints = Constraints {
        width: Available::MaxContent,
        percent_width: None,
        ..Constraints::fit(LayoutUnit::ZERO, None, Purpose::Measure)
    };
    let edges = pass.edges(id, None);
    let line = line_length(pass, id, &constraints, &edges);
    MinMax::both(pass.layout_strip(id, &BoxEdges::default(), line, Purpose::Measure).0)
}

/// How long the lines are: the height of the content box.
fn line_length(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints, edges: &BoxEdges) -> LayoutUnit {
    let inset = edges.inset().height();
    if let Some(height) = pass.definite_height_property(id, constraints, edges) {
        return (height - inset).clamp_negative();
    }
    let viewport = LayoutUnit::from_f32(pass.device.viewport.height);
    let room = constraints.percent_height.unwrap_or(viewport) - edges.margin.height();
    let sizes = pass.flow_sizes(id);
    let height = sizes.fit(Available::Definite((room - inset).clamp_negative())) + inset;
    (pass.clamp_height(id, height, constraints, edges) - inset).clamp_negative()
}

/// Turns everything in a box that was laid out with horizontal lines in `size`; its content box is at `corner`.
fn turn(pass: &mut Pass<'_>, id: BoxId, size: Extent, from_right: bool, corner: Offset) {
    let mut stack = vec![(id, size, corner)];
    while let Some((id, size, corner)) = stack.pop() {
        let turned = |rect: &LayoutRect| {
            let (x, y) = (rect.origin.y, rect.origin.x);
            let x = if from_right { size.height - x - rect.size.height } else { x };
            LayoutRect { origin: Offset::new(x, y) + corner, size: Extent::new(rect.size.height, rect.size.width) }
        };
        if pass.tree[id].is_inline_root()
            && let Some(mut lines) = pass.inlines[id.index()].take()
        {
            let from = std::mem::take(&mut pass.results[id.index()].inline_corner);
            for line in &mut lines.lines {
                line.rect = turned(&line.rect.translate(from));
            }
            for fragment in &mut lines.fragments {
                fragment.rect = turned(&fragment.rect.translate(from));
            }
            pass.inlines[id.index()] = Some(lines);
        }
        let mut next = pass.tree[id].first_child;
        while let Some(child) = next {
            let result = &mut pass.results[child.index()];
            if result.container == Some(id) && !pass.tree[child].is_text() {
                let rect = LayoutRect { origin: result.offset, size: result.size };
                let whole = turned(&rect);
                result.offset = whole.origin;
                if pass.tree[child].kind == BoxKind::Block {
                    result.size = whole.size;
                    stack.push((child, rect.size, Offset::ZERO));
                }
            }
            let inside = pass.tree[child].kind == BoxKind::Inline && pass.tree[id].is_inline_root();
            next = if inside { pass.tree[child].first_child } else { None };
            next = next.or_else(|| pass.tree.following(child, id));
        }
    }
}
