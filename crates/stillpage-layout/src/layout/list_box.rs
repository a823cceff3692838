//! List boxes: a `select` whose options are rows below each other.
//!
//! Chrome: measured in Chromium with the reference fonts.

use super::control_parts::border_box_height;
use super::label::{font_height, label_width, option_label};
use super::single_line::{line_height, metrics};
use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind, Control};
use super::state::edges::BoxEdges;
use super::unit::LayoutUnit;
use crate::dom::{NodeId, local_name};
use crate::style::ComputedStyle;
use crate::style::computed::Display;

/// The options and groups of a list box that show, with their styles.
fn rows<'p>(pass: &'p LayoutState<'_>, select: NodeId) -> impl Iterator<Item = (NodeId, &'p ComputedStyle)> {
    let shows = |&node: &NodeId| pass.styles.get(node).is_some_and(|style| style.display != Display::None);
    let is_row = |node: &NodeId| is_option(pass, *node) || is_group(pass, *node);
    pass.dom
        .descendants(select)
        .filter(is_row)
        .filter(move |node| shows(node) && group_of(pass, *node).is_none_or(|group| shows(&group)))
        .filter_map(|node| Some((node, &**pass.styles.get(node)?)))
}

fn is_option(pass: &LayoutState<'_>, node: NodeId) -> bool {
    pass.dom.is_html(node, &local_name!("option"))
}

fn is_group(pass: &LayoutState<'_>, node: NodeId) -> bool {
    pass.dom.is_html(node, &local_name!("optgroup"))
}

fn group_of(pass: &LayoutState<'_>, option: NodeId) -> Option<NodeId> {
    pass.dom.node(option).parent.filter(|&parent| is_group(pass, parent))
}

/// Returns the number of rows for all options and the names of all groups.
pub(super) fn row_count(pass: &LayoutState<'_>, select: NodeId) -> i32 {
    i32::try_from(rows(pass, select).count()).unwrap_or(i32::MAX)
}

/// Returns the width of the widest row of a list box and the height of the highest one, in the list box's content box.
pub(super) fn size(pass: &LayoutState<'_>, select: NodeId, style: &ComputedStyle) -> (LayoutUnit, LayoutUnit) {
    let mut widest = LayoutUnit::ZERO;
    let mut highest = None;
    let around = |style: &ComputedStyle| {
        let edges = BoxEdges::of(style, None);
        edges.inset().width() + edges.margin.width()
    };
    for (row, own) in rows(pass, select) {
        let (width, height) = if is_option(pass, row) {
            let group = group_of(pass, row).and_then(|group| pass.styles.get(group));
            let width = label_width(pass, select, own, &option_label(pass, row)) + around(own);
            let height = border_box_height(own, &BoxEdges::of(own, None), line_height(own));
            (width + group.map_or(LayoutUnit::ZERO, |group| around(group)), height)
        } else {
            let label = pass.dom.attr(row, &local_name!("label")).unwrap_or("");
            let padding = LayoutUnit::from_f32(4.0 * own.zoom);
            (label_width(pass, select, own, label) + padding + around(own), label_height(own))
        };
        widest = widest.max(width);
        highest = highest.max(Some(height));
    }
    // Chrome: without any rows as high as text without a gap between lines, and 1 px of padding.
    (widest, highest.unwrap_or_else(|| font_height(style) + LayoutUnit::px(1)))
}

/// Returns the height that follows from the style sheet's `min-block-size: 1.2em`.
fn least_height(style: &ComputedStyle) -> LayoutUnit {
    let normal = LayoutUnit::from_f32(metrics(style).line_spacing);
    normal.max(LayoutUnit::from_f32(style.font_size * 1.2))
}

/// The height of the row that names a group. Of the style sheet's `padding-block-end: 1px`.
fn label_height(group: &ComputedStyle) -> LayoutUnit {
    least_height(group) + LayoutUnit::from_f32(group.zoom)
}

/// The height of the row that names a group of options in a list box; `None` for other boxes.
pub(crate) fn group_label_height(pass: &LayoutState<'_>, id: BoxId) -> Option<LayoutUnit> {
    let node = &pass.tree[id];
    let parent = &pass.tree[node.parent?];
    if parent.kind != BoxKind::Control(Control::ListBox) || !pass.dom.is_html(node.node, &local_name!("optgroup")) {
        return None;
    }
    Some(label_height(&node.style))
}
