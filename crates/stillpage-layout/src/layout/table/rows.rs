//! Heights of rows and row groups.
//!
//! <https://www.w3.org/TR/css-tables-3/#row-layout>, <https://www.w3.org/TR/css-tables-3/#height-distribution>

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

/// A row group while its height is found out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupHeight {
    /// So far.
    pub(super) height: LayoutUnit,
    /// `height` is a percentage: a fraction.
    pub(super) percent: Option<f32>,
    /// `height` is a length.
    pub(super) constrained: bool,
    /// Neither header nor footer.
    pub(super) is_body: bool,
}

/// Makes the rows under a spanning cell high enough for it: first rows without a height of their own, in proportion to
/// what they have; if all are empty, the last.
pub(super) fn encompass_span(rows: &mut [RowHeight], height: LayoutUnit, spacing: LayoutUnit) {
    let room = height - total(rows, spacing);
    if room <= LayoutUnit::ZERO {
        return;
    }
    // Chrome: rows below the first in which spanning cells start come first.
    let starting: Vec<bool> = rows.iter().enumerate().map(|(i, row)| i > 0 && row.starts_span).collect();
    if starting.contains(&true) {
        return share(rows, room, |i, _| f32::from(u8::from(starting[i])));
    }
    if rows.iter().all(|row| row.height == LayoutUnit::ZERO) {
        if let Some(last) = rows.last_mut() {
            last.height += room;
        }
        return;
    }
    grow_by_size(rows, room);
}

/// Makes the rows of a group fill its height. Chrome: percentages refer to that height, and together they are no more than it.
pub(super) fn fill(rows: &mut [RowHeight], height: LayoutUnit, spacing: LayoutUnit) {
    let mut room = height - total(rows, spacing);
    if room <= LayoutUnit::ZERO {
        return;
    }
    let mut left = 1.0_f32;
    let wanted = rows.iter().map(|row| {
        let percent = row.percent.unwrap_or_default().min(left);
        left -= percent;
        (height.mul_f32(percent) - row.height).clamp_negative()
    });
    let wanted: Vec<LayoutUnit> = wanted.collect();
    let sum: LayoutUnit = wanted.iter().copied().sum();
    share(rows, room.min(sum), |i, _| wanted[i].to_f32());
    room -= room.min(sum);
    if room <= LayoutUnit::ZERO {
        return;
    }
    let is_auto = |row: &RowHeight| !row.constrained && row.percent.is_none();
    let is_empty = |row: &RowHeight| row.height == LayoutUnit::ZERO;
    if rows.iter().any(|row| is_auto(row) && !is_empty(row)) {
        grow_by_size(rows, room);
    } else if rows.iter().any(|row| is_auto(row) && is_empty(row)) {
        share(rows, room, |_, row| f32::from(u8::from(is_auto(row) && is_empty(row))));
    } else if rows.iter().all(is_empty) {
        share(rows, room, |_, _| 1.0);
    } else {
        grow_by_size(rows, room);
    }
}

/// Makes the groups of a table fill its height: percentages first, then bodies, then all.
pub(super) fn fill_table(groups: &mut [GroupHeight], height: LayoutUnit) {
    let sum: LayoutUnit = groups.iter().map(|group| group.height).sum();
    let mut room = height - sum;
    if room <= LayoutUnit::ZERO {
        return;
    }
    let mut sizes: Vec<LayoutUnit> = groups.iter().map(|group| group.height).collect();
    let lack = |group: &GroupHeight| {
        group.percent.map_or(LayoutUnit::ZERO, |p| (height.mul_f32(p) - group.height).clamp_negative())
    };
    let wanted: LayoutUnit = groups.iter().map(lack).sum();
    let weights: Vec<f32> = groups.iter().map(|group| lack(group).to_f32()).collect();
    share_out(&mut sizes, room.min(wanted), &weights, wanted.to_f32());
    room -= room.min(wanted);
    if room > LayoutUnit::ZERO {
        let weigh = |f: &dyn Fn(&GroupHeight, f32) -> f32| -> (Vec<f32>, f32) {
            let weights: Vec<f32> = groups.iter().zip(&sizes).map(|(group, size)| f(group, size.to_f32())).collect();
            let total = weights.iter().sum();
            (weights, total)
        };
        let has_body = groups.iter().any(|group| group.is_body);
        let takes = |group: &GroupHeight| group.is_body || !has_body;
        let is_auto = |group: &GroupHeight| takes(group) && !group.constrained && group.percent.is_none();
        let only = |is: bool, size: f32| if is { size } else { 0.0 };
        let order = [
            weigh(&|group, size| only(is_auto(group), size)),
            weigh(&|group, size| only(takes(group), size)),
            weigh(&|group, _| only(takes(group), 1.0)),
        ];
        if let Some((weights, total)) = order.into_iter().find(|(_, total)| *total > 0.0) {
            share_out(&mut sizes, room, &weights, total);
        }
    }
    for (group, size) in groups.iter_mut().zip(sizes) {
        group.height = size;
    }
}

/// The rows with the spacing between them.
pub(super) fn total(rows: &[RowHeight], spacing: LayoutUnit) -> LayoutUnit {
    let gaps = spacing.times(i32::try_from(rows.len()).unwrap_or(i32::MAX).saturating_sub(1).max(0));
    rows.iter().map(|row| row.height).sum::<LayoutUnit>() + gaps
}

/// Shares spare height in proportion to the heights of rows without a height of their own; if there are none, of all.
fn grow_by_size(rows: &mut [RowHeight], room: LayoutUnit) {
    let is_auto = |row: &RowHeight| !row.constrained && row.percent.is_none() && row.height > LayoutUnit::ZERO;
    let all = !rows.iter().any(is_auto);
    share(rows, room, |_, row| if all || is_auto(row) { row.height.to_f32() } else { 0.0 });
}

/// Shares spare height by weight.
fn share(rows: &mut [RowHeight], room: LayoutUnit, weight: impl Fn(usize, &RowHeight) -> f32) {
    let weights: Vec<f32> = rows.iter().enumerate().map(|(i, row)| weight(i, row)).collect();
    let mut sizes: Vec<LayoutUnit> = rows.iter().map(|row| row.height).collect();
    share_out(&mut sizes, room, &weights, weights.iter().sum());
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

    #[test]
    fn rows_that_are_empty_fill_a_group_where_the_others_have_heights() {
        let mut rows = [row(20, true), row(0, false), row(30, true)];
        fill(&mut rows, LayoutUnit::px(100), LayoutUnit::ZERO);
        assert_eq!(rows.map(|r| r.height), [20, 50, 30].map(LayoutUnit::px), "lengths are kept");
    }

    #[test]
    fn percentages_of_rows_are_of_their_group() {
        let percent = |percent| RowHeight { percent: Some(percent), ..row(10, false) };
        let mut rows = [percent(0.25), percent(0.5), row(10, false)];
        fill(&mut rows, LayoutUnit::px(100), LayoutUnit::ZERO);
        assert_eq!(rows.map(|r| r.height), [25, 50, 25].map(LayoutUnit::px), "the rest goes to the row without one");
    }

    #[test]
    fn bodies_fill_a_table_before_headers() {
        let group = |height, is_body| GroupHeight { height: LayoutUnit::px(height), is_body, ..GroupHeight::default() };
        let mut groups = [group(20, false), group(20, true), group(60, true)];
        fill_table(&mut groups, LayoutUnit::px(380));
        assert_eq!(groups.map(|g| g.height), [20, 90, 270].map(LayoutUnit::px), "in proportion to their heights");
    }
}
