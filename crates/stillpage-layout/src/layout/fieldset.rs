//! Fieldsets: a block container with its legend in the top border.

use std::sync::Arc;

use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId};
use super::state::results::{Constraints, LayoutResult, Purpose};
use super::unit::{Extent, Offset};
use crate::style::computed::{AlignKeyword, Direction, TextAlign};

/// <https://html.spec.whatwg.org/#the-fieldset-and-legend-elements>: the legend is in the top border.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let style = Arc::clone(&pass.tree[id].style);
    let edges = pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, &edges);
    let inset = edges.inset();
    let inner = (width - inset.width()).clamp_negative();
    let legend = pass.tree[id].first_child.filter(|&c| pass.tree[c].flags.contains(BoxFlags::LEGEND));
    let content = pass.tree[id].last_child.filter(|&c| Some(c) != legend);
    let purpose = constraints.purpose;
    let mut top = edges.border.top;
    if let Some(legend) = legend {
        let legend_style = Arc::clone(&pass.tree[legend].style);
        let legend_edges = pass.edges(legend, Some(inner));
        let outcome = pass.layout(legend, &Constraints::fit(inner, None, purpose));
        let margin = legend_edges.margin;
        // Chrome: centred on the border, or at the top if it is higher; its margin above does not count.
        let y = (edges.border.top - outcome.size.height).half().clamp_negative();
        top = top.max(y + outcome.size.height + margin.bottom);
        if purpose == Purpose::Place {
            let rtl = style.direction == Direction::Rtl;
            let swap = |(left, right)| if rtl { (right, left) } else { (left, right) };
            let (start, end) = swap((margin.left, margin.right));
            let automatic = if rtl {
                (legend_edges.auto.right, legend_edges.auto.left)
            } else {
                (legend_edges.auto.left, legend_edges.auto.right)
            };
            let free = (inner - outcome.size.width).clamp_negative();
            let last = (free - end).clamp_negative();
            // Chrome: its `text-align`, inherited as it is, aligns it too, and its margin at the start is added to that.
            let from_start = match (legend_style.justify_self.keyword, legend_style.text_align) {
                _ if automatic == (true, true) => free.half(),
                _ if automatic.0 => last,
                _ if automatic.1 => start,
                (AlignKeyword::Center, _) | (_, TextAlign::Center) => start + free.half(),
                (AlignKeyword::End, _) => start + last,
                (AlignKeyword::Right, _) | (_, TextAlign::Right) if !rtl => start + last,
                (AlignKeyword::Left, _) | (_, TextAlign::Left) if rtl => start + last,
                _ => start,
            };
            let x = if rtl { inner - outcome.size.width - from_start } else { from_start };
            let result = &mut pass.results[legend.index()];
            result.offset = Offset::new(inset.left + x, y);
            result.container = Some(id);
            result.edges.set_margin(margin, &mut pass.used_edges);
        }
    }
    // The space that the legend takes beyond the border is not part of the content's height.
    let above = top + edges.padding.top;
    let below = edges.padding.bottom + edges.border.bottom;
    let height = pass.definite_height(id, constraints, &edges, width);
    let mut bottom = above;
    // Chrome: the legend does not count for the baselines.
    let (mut first_baseline, mut last_baseline) = (None, None);
    if let Some(content) = content {
        let room = height.map(|h| (h - above - below).clamp_negative());
        let inner_constraints = Constraints {
            fixed_width: Some(inner),
            fixed_height: room,
            fixed_height_definite: constraints.fixed_height.is_none() || constraints.fixed_height_definite,
            ..Constraints::fill(inner, room, purpose)
        };
        let mut outcome = pass.layout(content, &inner_constraints);
        if height.is_none() {
            // A minimum height stretches the content, too.
            let whole = pass.used_height(id, constraints, &edges, width, above + outcome.size.height + below);
            let room = (whole - above - below).clamp_negative();
            if room != outcome.size.height {
                outcome = pass.layout(content, &Constraints { fixed_height: Some(room), ..inner_constraints });
            }
        }
        if purpose == Purpose::Place {
            let result = &mut pass.results[content.index()];
            result.offset = Offset::new(inset.left, above);
            result.container = Some(id);
        }
        bottom = above + outcome.size.height;
        first_baseline = outcome.first_baseline.map(|b| b + above);
        last_baseline = outcome.last_baseline.map(|b| b + above);
    }
    // Chrome: its content is never less than nothing high, whatever height is asked for.
    let height = pass.used_height(id, constraints, &edges, width, bottom + below).max(above + below);
    LayoutResult { size: Extent::new(width, height), first_baseline, last_baseline }
}
