//! Widths of columns.
//!
//! <https://www.w3.org/TR/css-tables-3/#computing-the-table-width>,
//! <https://www.w3.org/TR/css-tables-3/#width-distribution-algorithm>.

use crate::layout::state::results::MinMax;
use crate::layout::unit::LayoutUnit;

/// The constraint of a cell or a `col` on its columns; border-box widths.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct ColumnConstraint {
    /// Not narrower.
    pub(super) min: LayoutUnit,
    /// As wide as this, if there is room.
    pub(super) max: LayoutUnit,
    /// `width` is a percentage: a fraction of the table's.
    pub(super) percent: Option<f32>,
    /// Border and padding beside a percentage of the content box; counts in fixed tables.
    pub(super) percent_inset: LayoutUnit,
    /// `width` is a length.
    pub(super) constrained: bool,
}

/// A column while its width is found out.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Column {
    /// The constraint of its cells; `None` until one has any.
    pub(super) constraint: Option<ColumnConstraint>,
    /// A cell starts in it: the spacing beside it counts, and it takes part in distributions.
    pub(super) has_cell: bool,
    /// `visibility: collapse`.
    pub(super) collapsed: bool,
    /// Its `col` gave it a length in a fixed table: cells do not change that.
    pub(super) settled: bool,
}

impl Column {
    fn get(&self) -> ColumnConstraint {
        self.constraint.unwrap_or_default()
    }

    /// Takes a cell's (or `col`'s) constraint into account.
    pub(super) fn encompass(&mut self, other: ColumnConstraint) {
        if self.settled {
            return;
        }
        let Some(constraint) = &mut self.constraint else {
            self.constraint = Some(ColumnConstraint { max: other.max.max(other.min), ..other });
            return;
        };
        constraint.min = constraint.min.max(other.min);
        // A length decides, regardless of the contents of other cells.
        constraint.max = match (constraint.constrained, other.constrained) {
            (true, false) => constraint.max.max(other.min),
            (false, true) => other.max,
            _ => constraint.max.max(other.max),
        }
        .max(constraint.min);
        constraint.percent_inset = constraint.percent_inset.max(other.percent_inset);
        constraint.percent = match (constraint.percent, other.percent) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        constraint.constrained |= other.constrained;
    }
}

/// Makes the columns under a spanning cell wide enough for it.
pub(super) fn encompass_span(columns: &mut [Column], cell: ColumnConstraint, spacing: LayoutUnit, fixed: bool) {
    let gaps = spacing.times(i32::try_from(columns.len()).unwrap_or(i32::MAX) - 1);
    let (min, max) = ((cell.min - gaps).clamp_negative(), (cell.max - gaps).clamp_negative());
    if fixed {
        // In a fixed table the columns share a spanning cell's width equally.
        let count = i32::try_from(columns.len()).unwrap_or(1).max(1);
        for column in columns.iter_mut() {
            let share = ColumnConstraint {
                min: LayoutUnit::ZERO,
                max: max.over(count),
                #[expect(clippy::cast_precision_loss, reason = "at most 1000 columns")]
                percent: cell.percent.map(|p| p / count as f32),
                percent_inset: cell.percent_inset.over(count),
                constrained: cell.constrained,
            };
            if column.constraint.is_none() {
                column.constraint = Some(share);
            }
        }
        return;
    }
    if let Some(percent) = cell.percent {
        let known: f32 = columns.iter().filter_map(|c| c.get().percent).sum();
        let surplus = percent - known;
        let open: Vec<usize> = (0..columns.len()).filter(|&i| columns[i].get().percent.is_none()).collect();
        if surplus > 0.0 && !open.is_empty() {
            let total: f32 = open.iter().map(|&i| columns[i].get().max.to_f32()).sum();
            for &i in &open {
                #[expect(clippy::cast_precision_loss, reason = "at most 1000 columns")]
                let share = if total > 0.0 { columns[i].get().max.to_f32() / total } else { 1.0 / open.len() as f32 };
                let mut constraint = columns[i].get();
                constraint.percent = Some(surplus * share);
                columns[i].constraint = Some(constraint);
            }
        }
    }
    let mins = spread(columns, min, true);
    let maxes = spread(columns, max.max(min), cell.constrained);
    for ((column, min), max) in columns.iter_mut().zip(mins).zip(maxes) {
        let mut constraint = column.get();
        constraint.min = constraint.min.max(min);
        constraint.max = constraint.max.max(max).max(constraint.min);
        column.constraint = Some(constraint);
    }
}

/// The least and the most that the columns want together, without spacing.
///
/// `unbounded`: percentages make the table wider than its contents ask (not in fixed tables).
pub(super) fn intrinsic(columns: &[Column], percents_count: bool) -> MinMax {
    let mut sum = MinMax::default();
    let (mut widest_percent, mut rest, mut percent_sum) = (0.0_f32, LayoutUnit::ZERO, 0.0_f32);
    for column in columns.iter().filter(|c| !c.collapsed) {
        let constraint = column.get();
        sum.min += constraint.min;
        sum.max += constraint.max;
        match constraint.percent {
            Some(percent) => {
                let percent = percent.min((1.0 - percent_sum).max(0.0));
                percent_sum += percent;
                if percent > 0.0 {
                    widest_percent = widest_percent.max(constraint.max.to_f32() / percent);
                }
            }
            None => rest += constraint.max,
        }
    }
    if percents_count && percent_sum > 0.0 {
        if percent_sum < 1.0 {
            widest_percent = widest_percent.max(rest.to_f32() / (1.0 - percent_sum));
        } else if rest > LayoutUnit::ZERO {
            widest_percent = MAX_TABLE_WIDTH;
        }
        sum.max = sum.max.max(LayoutUnit::from_f32(widest_percent.min(MAX_TABLE_WIDTH)));
    }
    MinMax { min: sum.min, max: sum.max.max(sum.min) }
}

/// Chrome: percentages that leave no room for the other columns ask for a table this wide.
pub(super) const MAX_TABLE_WIDTH: f32 = 1_000_000.0;

/// Widths that add up to `target` (or to the minimum, if that is more): between the four guesses of the algorithm, or, with
/// room to spare, beyond the largest.
pub(super) fn spread(columns: &[Column], target: LayoutUnit, target_constrained: bool) -> Vec<LayoutUnit> {
    let constraint = |i: usize| columns[i].get();
    let percent_of = |p: f32| target.mul_f32(p);
    let mut guesses = [LayoutUnit::ZERO; 4];
    let (mut percent_left, mut percents) = (1.0_f32, vec![None; columns.len()]);
    for (i, column) in columns.iter().enumerate() {
        let w = column.get();
        guesses[0] += w.min;
        if let Some(p) = w.percent {
            let p = p.min(percent_left);
            percent_left -= p;
            let used = percent_of(p).max(w.min);
            percents[i] = Some(used);
            for g in &mut guesses[1..] {
                *g += used;
            }
        } else {
            guesses[1] += w.min;
            guesses[2] += if w.constrained { w.max } else { w.min };
            guesses[3] += w.max;
        }
    }
    let n = columns.len();
    let guess = |level: usize, i: usize| match (level, percents[i]) {
        (0, _) => constraint(i).min,
        (_, Some(used)) => used,
        (1, None) => constraint(i).min,
        (2, None) => {
            if constraint(i).constrained {
                constraint(i).max
            } else {
                constraint(i).min
            }
        }
        _ => constraint(i).max,
    };
    if target <= guesses[0] {
        return (0..n).map(|i| guess(0, i)).collect();
    }
    for level in 1..4 {
        if target < guesses[level] {
            let room = target - guesses[level - 1];
            let whole = guesses[level] - guesses[level - 1];
            let mut out: Vec<LayoutUnit> = (0..n).map(|i| guess(level - 1, i)).collect();
            let weights: Vec<f32> = (0..n).map(|i| (guess(level, i) - guess(level - 1, i)).to_f32()).collect();
            share_out(&mut out, room, &weights, whole.to_f32());
            return out;
        }
    }
    let mut out: Vec<LayoutUnit> = (0..n).map(|i| guess(3, i)).collect();
    let room = target - guesses[3];
    if room <= LayoutUnit::ZERO {
        return out;
    }
    let weigh = |f: &dyn Fn(&Column) -> f32| -> (Vec<f32>, f32) {
        let weights: Vec<f32> = columns.iter().map(f).collect();
        let total = weights.iter().sum();
        (weights, total)
    };
    let auto = weigh(&|c| if c.get().percent.is_none() && !c.get().constrained { c.get().max.to_f32() } else { 0.0 });
    let empty = weigh(&|c| f32::from(u8::from(c.get().percent.is_none() && !c.get().constrained)));
    let length = weigh(&|c| if c.get().percent.is_none() && c.get().constrained { c.get().max.to_f32() } else { 0.0 });
    let percent = weigh(&|c| c.get().percent.unwrap_or_default());
    // Chrome: what a cell merely would like does not widen columns beyond their lengths.
    let has_length = length.1 > 0.0;
    let order = if target_constrained { vec![auto, length, percent, empty] } else { vec![auto, percent, empty] };
    let chosen = order.into_iter().find(|(_, total)| *total > 0.0);
    match chosen {
        Some((weights, total)) => share_out(&mut out, room, &weights, total),
        None if has_length && !target_constrained => {}
        None => share_out(&mut out, room, &vec![1.0; n], f32::from(u16::try_from(n).unwrap_or(u16::MAX))),
    }
    out
}

/// The lengths that columns ask for.
pub(super) fn lengths(columns: &[Column]) -> LayoutUnit {
    let shown = columns.iter().filter(|column| !column.collapsed).map(Column::get);
    shown.filter(|column| column.constrained && column.percent.is_none()).map(|column| column.max).sum()
}

/// Widths of a fixed table's columns: lengths and percentages first, the rest equally.
pub(super) fn spread_fixed(columns: &[Column], target: LayoutUnit) -> Vec<LayoutUnit> {
    let n = columns.len();
    let mut out = vec![LayoutUnit::ZERO; n];
    let (mut lengths, mut percents, mut open) = (LayoutUnit::ZERO, LayoutUnit::ZERO, Vec::new());
    for (i, column) in columns.iter().enumerate() {
        let constraint = column.get();
        if let Some(p) = constraint.percent {
            out[i] = target.mul_f32(p) + constraint.percent_inset;
            percents += out[i];
        } else if constraint.constrained {
            out[i] = constraint.max;
            lengths += out[i];
        } else {
            open.push(i);
        }
    }
    let room = target - lengths - percents;
    if room < LayoutUnit::ZERO && percents > LayoutUnit::ZERO {
        // Percentages give way to lengths.
        let weights: Vec<f32> =
            (0..n).map(|i| if columns[i].get().percent.is_some() { out[i].to_f32() } else { 0.0 }).collect();
        let total: f32 = weights.iter().sum();
        share_out(&mut out, room.max(-percents), &weights, total);
    } else if !open.is_empty() {
        let mut weights = vec![0.0; n];
        for &i in &open {
            weights[i] = 1.0;
        }
        let count = f32::from(u16::try_from(open.len()).unwrap_or(u16::MAX));
        share_out(&mut out, room.clamp_negative(), &weights, count);
    } else if room > LayoutUnit::ZERO {
        let by_length = lengths > LayoutUnit::ZERO;
        let weights: Vec<f32> = (0..n)
            .map(|i| if by_length == (columns[i].get().percent.is_none()) { out[i].to_f32() } else { 0.0 })
            .collect();
        let total: f32 = weights.iter().sum();
        if total > 0.0 {
            share_out(&mut out, room, &weights, total);
        }
    }
    out
}

/// Adds `room` to `sizes` in proportion to `weights`; what rounding leaves goes to the last that has a weight.
pub(super) fn share_out(sizes: &mut [LayoutUnit], room: LayoutUnit, weights: &[f32], total: f32) {
    if total <= 0.0 {
        return;
    }
    let mut left = room;
    let mut last = None;
    for (i, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            let part = room.mul_f32(weight / total);
            sizes[i] += part;
            left -= part;
            last = Some(i);
        }
    }
    if let Some(last) = last {
        sizes[last] += left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(min: i32, max: i32, percent: Option<f32>, constrained: bool) -> Column {
        let constraint = ColumnConstraint {
            min: LayoutUnit::px(min),
            max: LayoutUnit::px(max),
            percent,
            constrained,
            ..ColumnConstraint::default()
        };
        Column { constraint: Some(constraint), has_cell: true, ..Column::default() }
    }

    fn check(columns: &[Column], target: i32, expected: &[f32]) {
        let got: Vec<f32> = spread(columns, LayoutUnit::px(target), false).iter().map(|w| w.to_f32()).collect();
        assert_eq!(got, expected, "widths for {target}");
    }

    #[test]
    fn widths_are_never_below_the_minimum() {
        check(&[column(50, 100, None, false), column(30, 60, None, false)], 10, &[50.0, 30.0]);
    }

    #[test]
    fn widths_lie_between_minimum_and_maximum() {
        check(&[column(50, 100, None, false), column(50, 150, None, false)], 175, &[75.0, 100.0]);
    }

    #[test]
    fn spare_room_goes_to_auto_columns_by_their_maximum() {
        check(&[column(10, 100, None, false), column(10, 50, None, true)], 300, &[250.0, 50.0]);
    }

    #[test]
    fn a_length_decides_over_contents() {
        let constraint = |min: i32, max: i32, constrained| ColumnConstraint {
            min: LayoutUnit::px(min),
            max: LayoutUnit::px(max),
            constrained,
            ..ColumnConstraint::default()
        };
        for cells in [
            [constraint(30, 200, false), constraint(10, 50, true)],
            [constraint(10, 50, true), constraint(30, 200, false)],
        ] {
            let mut column = Column::default();
            cells.into_iter().for_each(|cell| column.encompass(cell));
            assert_eq!(column.get().max, LayoutUnit::px(50), "in any order");
        }
    }

    #[test]
    fn percentages_are_of_the_target() {
        check(&[column(10, 20, Some(0.5), false), column(10, 20, None, false)], 200, &[100.0, 100.0]);
    }

    #[test]
    fn a_spanning_cell_widens_its_columns() {
        let mut columns = [column(10, 10, None, false), column(30, 30, None, false)];
        let cell = ColumnConstraint { min: LayoutUnit::px(80), max: LayoutUnit::px(80), ..ColumnConstraint::default() };
        encompass_span(&mut columns, cell, LayoutUnit::ZERO, false);
        assert_eq!(intrinsic(&columns, true).min, LayoutUnit::px(80), "together as wide as the cell");
    }

    #[test]
    fn a_spanning_cell_widens_columns_with_lengths_by_its_minimum_only() {
        let mut columns = [column(10, 40, None, true), column(10, 40, None, true)];
        let cell =
            ColumnConstraint { min: LayoutUnit::px(90), max: LayoutUnit::px(200), ..ColumnConstraint::default() };
        encompass_span(&mut columns, cell, LayoutUnit::ZERO, false);
        assert_eq!(intrinsic(&columns, true).max, LayoutUnit::px(90), "not by what it would like");
    }
}
