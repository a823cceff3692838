//! The way back from the axes of writing modes to those of the screen, when everything is laid out.

use std::sync::Arc;

use super::axes::Axes;
use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind};
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{LengthPercentage, LengthPercentageAuto, Position};

/// Turns sizes, offsets, edges, lines and styles of everything that is vertical.
pub(crate) fn to_physical(pass: &mut LayoutState<'_>) {
    if pass.tree.axes.is_empty() {
        return;
    }
    let ids = || (0..).map(BoxId::from_index);
    let moves: Vec<Offset> =
        ids().take(pass.tree.len()).map(|id| pass.tree.axes(id).displacement(pass.relative_offset(id))).collect();
    let sizes: Vec<Extent> =
        pass.results.iter().zip(ids()).map(|(result, id)| pass.tree.axes(id).extent(result.size)).collect();
    for id in ids().take(pass.tree.len()) {
        let axes = pass.tree.axes(id);
        if !axes.is_vertical() {
            continue;
        }
        if pass.tree[id].is_inline_root() {
            turn_lines(pass, id, axes, sizes[id.index()]);
        }
        let is_document = pass.tree[id].kind == BoxKind::Initial;
        let result = &mut pass.results[id.index()];
        if let Some(container) = result.container
            && !is_document
        {
            let rect = LayoutRect { origin: result.offset, size: result.size };
            result.offset = axes.to_physical(&rect, sizes[container.index()]).origin;
        }
        result.size = sizes[id.index()];
        let [margin, border, padding] = [result.edges.margin(), result.edges.border(), result.edges.padding()]
            .map(|edges| axes.sides_to_physical(edges));
        result.edges.set_margin(margin, &mut pass.used_edges);
        result.edges.set_inset(border, padding, &mut pass.used_edges);
        if let Some(border) = pass.collapsed_borders.get_mut(&id) {
            *border = axes.sides_to_physical(border);
        }
    }
    let px = |by: LayoutUnit| LengthPercentageAuto::Length(LengthPercentage::px(by.to_f32()));
    let turned = std::mem::take(&mut pass.tree.turned);
    for box_ in &turned {
        let by = moves[box_.id.index()];
        let style = if box_.physical.position == Position::Relative {
            // Percentages refer to sizes that were known in the other axes only.
            let mut own = ComputedStyle::clone(&box_.physical);
            own.inset.left = px(by.x);
            own.inset.top = px(by.y);
            own.inset.right = LengthPercentageAuto::Auto;
            own.inset.bottom = LengthPercentageAuto::Auto;
            Arc::new(own)
        } else {
            Arc::clone(&box_.physical)
        };
        pass.set_style(box_.id, style);
    }
    pass.tree.turned = turned;
    // A document in a frame starts where the frame's content box does.
    for id in ids().take(pass.tree.len()) {
        if pass.tree[id].kind == BoxKind::Initial
            && let Some(frame) = pass.results[id.index()].container
        {
            let frame = &pass.results[frame.index()];
            let inset = frame.edges.inset();
            pass.results[id.index()].offset = Offset::new(inset.left, inset.top);
        }
    }
}

/// Lines and their contents, from now on relative to the border box.
fn turn_lines(pass: &mut LayoutState<'_>, id: BoxId, axes: Axes, size: Extent) {
    let Some(mut lines) = pass.inlines[id.index()].take() else { return };
    let from = std::mem::take(&mut pass.results[id.index()].inline_corner);
    for line in &mut lines.lines {
        line.rect = axes.to_physical(&line.rect.translate(from), size);
    }
    for fragment in &mut lines.fragments {
        fragment.rect = axes.to_physical(&fragment.rect.translate(from), size);
    }
    pass.inlines[id.index()] = Some(lines);
}
