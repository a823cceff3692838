//! Heights of rows.
//!
//! <https://www.w3.org/TR/css-tables-3/#row-layout>

use super::columns::share_out;
use crate::layout::unit::LayoutUnit;

/// A row while its height is found out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowHeight {
    /// So far.
    pub(super) height: LayoutUnit,
    /// From the row's top to its baseline; `None` if no cell takes part in baseline alignment.
    pub(super) baseline: Option<LayoutUnit>,
    /// `height` is a percentage (of the row or of a cell in it): a fraction.
    pub(super) percent: Option<f32>,
    /// `height` is a length.
    pub(super) constrained: bool,
    /// A cell starts in it that continues below.
    pub(super) starts_span: bool,
    /// A cell starts in it.
    pub(super) has_cell: bool,
    /// `visibility: collapse`.
    pub(super) collapsed: bool,
}

/// Makes the rows under a spanning cell high enough for it: first rows without a height of their own, in proportion to
/// what they have; if all are empty, the last.
pub(super) fn encompass_span(rows: &mut [RowHeight], height: LayoutUnit, spacing: LayoutUnit) {
    let gaps = spacing.times(i32::try_from(rows.len()).unwrap_or(i32::MAX).saturating_sub(1));
    let sum: LayoutUnit = rows.iter().map(|r| r.height).sum();
    let room = height - gaps - sum;
    if room <= LayoutUnit::ZERO || rows.is_empty() {
        return;
    }
    // Chrome: rows below the first in which spanning cells start come first.
    let starting = i32::try_from(rows.iter().skip(1).filter(|r| r.starts_span).count()).unwrap_or(i32::MAX);
    if starting > 0 {
        let share = room.over(starting);
        for row in rows.iter_mut().skip(1).filter(|r| r.starts_span) {
            row.height += share;
        }
        return;
    }
    grow(rows, room);
}

/// Shares spare height among rows.
pub(super) fn grow(rows: &mut [RowHeight], room: LayoutUnit) {
    let weigh = |f: &dyn Fn(&RowHeight) -> bool| -> (Vec<f32>, f32) {
        let weights: Vec<f32> = rows.iter().map(|r| if f(r) { r.height.to_f32() } else { 0.0 }).collect();
        let total = weights.iter().sum();
        (weights, total)
    };
    let auto = weigh(&|r| !r.constrained && r.percent.is_none());
    let any = weigh(&|_| true);
    let mut sizes: Vec<LayoutUnit> = rows.iter().map(|r| r.height).collect();
    if let Some((weights, total)) = [auto, any].into_iter().find(|(_, total)| *total > 0.0) {
        share_out(&mut sizes, room, &weights, total);
    } else if let Some(last) = sizes.last_mut() {
        *last += room;
    }
    for (row, size) in rows.iter_mut().zip(sizes) {
        row.height = size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(height: i32, constrained: bool) -> RowHeight {
        RowHeight { height: LayoutUnit::px(height), constrained, has_cell: true, ..RowHeight::default() }
    }

    #[test]
    fn a_spanning_cell_grows_rows_without_a_height() {
        let mut rows = [row(10, true), row(30, false)];
        encompass_span(&mut rows, LayoutUnit::px(60), LayoutUnit::ZERO);
        assert_eq!(rows.map(|r| r.height), [10, 50].map(LayoutUnit::px), "the row with a length keeps it");
    }

    #[test]
    fn a_spanning_cell_grows_a_row_of_spanning_cells_first() {
        let mut rows = [row(10, false), RowHeight { starts_span: true, ..row(0, false) }];
        encompass_span(&mut rows, LayoutUnit::px(60), LayoutUnit::ZERO);
        assert_eq!(rows.map(|r| r.height), [10, 50].map(LayoutUnit::px), "the row above keeps its height");
    }

    #[test]
    fn a_spanning_cell_over_empty_rows_grows_the_last() {
        let mut rows = [row(0, false), row(0, false)];
        encompass_span(&mut rows, LayoutUnit::px(20), LayoutUnit::px(2));
        assert_eq!(rows.map(|r| r.height), [0, 18].map(LayoutUnit::px), "spacing between them counts");
    }
}
