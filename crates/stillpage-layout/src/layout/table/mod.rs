//! Tables: <https://www.w3.org/TR/css-tables-3/>.
//!
//! The table's box is its wrapper: captions are in it, above or below the grid. Chromium's boxes are followed where the
//! draft leaves a choice: rows and row groups have boxes without the outer spacing, columns and column groups have boxes as
//! high as all rows.

mod cells;
mod collapse;
mod columns;
mod measure;
mod place;
mod rows;
mod slots;

use rustc_hash::FxHashMap;

use self::collapse::Collapsed;
pub(crate) use self::collapse::{PhysicalSide, SeenBorder};
use self::measure::{Table, measure};
use self::place::place;
use self::slots::Slots;
use super::unit::LayoutUnit;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxId, BoxKind, BoxTree};
use crate::layout::state::results::{Available, Constraints, LayoutResult, MinMax};
use crate::limits::Budget;
use crate::style::computed::{BoxSizing, Dimension};

/// The borders of a table whose borders collapse, by the cells beside which they are drawn; `None` for one with more slots than may be
/// looked at.
pub(crate) fn seen_borders(
    tree: &BoxTree,
    table: BoxId,
    most_slots: &Budget,
) -> Option<FxHashMap<BoxId, Vec<SeenBorder>>> {
    let slots = Slots::of(tree, table);
    most_slots.take(slots.count()).then(|| Collapsed::resolve(tree, table, &slots).seen(&slots))
}

/// The min-content and max-content width of a table's border box.
pub(crate) fn intrinsic(pass: &mut LayoutState<'_>, id: BoxId) -> MinMax {
    let mut table = measure(pass, id, None);
    if !percentages_count(&pass.tree, id) {
        table.grid = table.without_percentages;
    }
    let width = width_of(pass, &table, None);
    table.grid = table.grid.plus(table.absent_gaps());
    match width {
        Some(width) => MinMax::both(width.max(table.grid.min).max(table.captions)),
        None => MinMax { min: table.grid.min.max(table.captions), max: table.grid.max.max(table.captions) },
    }
}

/// Do percentages of columns count for what a table wants to be? Chrome: not where that decides about a cell or an item around
/// it.
fn percentages_count(tree: &BoxTree, id: BoxId) -> bool {
    let mut at = id;
    while let Some(around) = tree[at].parent {
        let node = &tree[around];
        if matches!(node.kind, BoxKind::TableCell | BoxKind::Flex | BoxKind::Grid) {
            return false;
        }
        if matches!(node.style.width, Dimension::Length(_)) || node.is_out_of_flow() {
            return true;
        }
        at = around;
    }
    true
}

/// Lays out a table.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let table = measure(pass, id, constraints.percent_width);
    let margin = pass.inline_edges(id, constraints.percent_width).margin;
    let width = match constraints.fixed_width {
        Some(width) => width,
        None => match width_of(pass, &table, constraints.percent_width) {
            Some(width) => width,
            None => {
                let available = match constraints.width {
                    Available::Definite(room) => Available::Definite((room - margin.width()).clamp_negative()),
                    other => other,
                };
                let counts = matches!(available, Available::Definite(_)) || percentages_count(&pass.tree, id);
                let grid = if counts { table.grid } else { table.without_percentages };
                let fits_contents = pass.tree[id].is_out_of_flow() || is_flex_item(&pass.tree, id);
                grid.plus(if fits_contents { table.absent_gaps() } else { LayoutUnit::ZERO }).fit(available)
            }
        },
    };
    let width = width.max(table.grid.min).max(table.captions);
    place(pass, &table, width, constraints)
}

fn is_flex_item(tree: &BoxTree, id: BoxId) -> bool {
    tree[id].parent.is_some_and(|parent| tree[parent].kind == BoxKind::Flex)
}

/// The used border-box width that `width`, `min-width` and `max-width` ask for; `None` for `auto`.
fn width_of(pass: &LayoutState<'_>, table: &Table, basis: Option<LayoutUnit>) -> Option<LayoutUnit> {
    let style = &pass.tree[table.id].style;
    let outer = if style.box_sizing == BoxSizing::BorderBox { LayoutUnit::ZERO } else { table.edges() };
    let least = table.grid.min + table.absent_gaps();
    let resolve = |d: &Dimension| match d {
        Dimension::Length(length) => {
            length.maybe_resolve(basis.map(LayoutUnit::to_f32)).map(|px| LayoutUnit::from_f32(px.max(0.0)) + outer)
        }
        Dimension::MinContent => Some(least),
        Dimension::MaxContent => Some(table.without_percentages.max + table.absent_gaps()),
        Dimension::Stretch => basis,
        // A table without columns cannot be wider than that.
        Dimension::FitContent(_) if !table.has_columns() => Some(least),
        Dimension::Auto | Dimension::FitContent(_) => None,
    };
    let (low, high) = (resolve(&style.min_width), resolve(&style.max_width));
    let clamp = |w: LayoutUnit| {
        let w = high.map_or(w, |h| w.min(h));
        low.map_or(w, |l| w.max(l))
    };
    match resolve(&style.width) {
        Some(width) => Some(clamp(width).max(least)),
        // Limits alone also decide when the grid's own width is beyond them.
        None if low.is_some_and(|l| table.grid.max < l) => low,
        None if high.is_some_and(|h| table.grid.max > h) && basis.is_none_or(|b| high.is_some_and(|h| h < b)) => high,
        None => None,
    }
}
