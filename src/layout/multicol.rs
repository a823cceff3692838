//! Multi-column layout: <https://www.w3.org/TR/css-multicol-1/>.
//!
//! The contents are laid out in one column as narrow as the columns will be, then cut into columns between lines and
//! unbreakable boxes, and moved there. Children that span all columns part the strip into rows of columns; they are laid
//! out again in the whole width.
//!
//! Approx: a box on several columns is the bounding box of its parts; `column-span` counts on children of the container
//! only; tables, flex and grid containers are not cut.

use super::stack;
use super::state::Pass;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind};
use super::state::display::{is_multicol, is_scroll_container};
use super::state::edges::resolve_or_zero;
use super::state::results::{Constraints, LayoutResult, MinMax, Purpose};
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{BreakBetween, BreakInside, ColumnFill, Direction};

/// Limit: heights that are tried to balance columns.
const MAX_ATTEMPTS: usize = 200;

/// How many columns fit in a content box, and how wide they are. <https://www.w3.org/TR/css-multicol-1/#pseudo-algorithm>
pub(crate) fn columns(style: &ComputedStyle, available: LayoutUnit) -> (i32, LayoutUnit) {
    let gap = gap(style, available);
    let wish = style.column_count.map(|n| i32::try_from(n.clamp(1, 1000)).unwrap_or(1));
    let count = match (style.column_width, wish) {
        (Some(width), limit) => {
            let width = LayoutUnit::from_f32(width).max(LayoutUnit::EPSILON);
            let fit = ((available + gap).raw() / (width + gap).raw().max(1)).max(1);
            limit.map_or(fit, |n| n.min(fit))
        }
        (None, Some(n)) => n,
        (None, None) => 1,
    };
    let width = (available - gap.times(count - 1)).over(count);
    (count, width.clamp_negative())
}

/// `normal` is one em.
pub(crate) fn gap(style: &ComputedStyle, available: LayoutUnit) -> LayoutUnit {
    match &style.column_gap {
        Some(gap) => resolve_or_zero(gap, Some(available)),
        None => LayoutUnit::from_f32(style.font_size),
    }
}

/// The intrinsic widths of a multi-column container from those of its contents.
pub(crate) fn content_sizes(style: &ComputedStyle, contents: MinMax) -> MinMax {
    let gap = gap(style, LayoutUnit::ZERO);
    let count = style.column_count.map_or(1, |n| i32::try_from(n.clamp(1, 1000)).unwrap_or(1));
    match style.column_width {
        Some(width) => {
            let width = LayoutUnit::from_f32(width);
            MinMax { min: contents.min.min(width), max: width.max(contents.min).times(count) + gap.times(count - 1) }
        }
        None => MinMax {
            min: contents.min.times(count) + gap.times(count - 1),
            max: contents.max.times(count) + gap.times(count - 1),
        },
    }
}

/// Something that is not cut: from its top to its bottom in the strip.
#[derive(Debug, Clone, Copy)]
struct Piece {
    top: LayoutUnit,
    bottom: LayoutUnit,
    /// It starts a column.
    is_forced: bool,
}

/// Where the strip is cut.
#[derive(Debug)]
struct Cuts {
    /// Where each column starts in the strip.
    starts: Vec<LayoutUnit>,
    /// The least by which a column was too low for one piece more; `None` if all fits.
    shortage: Option<LayoutUnit>,
    /// Of all columns.
    height: LayoutUnit,
}

/// A column: where it starts in the strip, how high it is, how its contents move, and which row it is in.
#[derive(Debug, Clone, Copy)]
struct Column {
    start: LayoutUnit,
    height: LayoutUnit,
    shift: Offset,
    row: usize,
}

/// A child that spans all columns.
#[derive(Debug, Clone, Copy)]
struct Spanner {
    id: BoxId,
    /// Top of its margin box in the strip, and where what follows it starts there.
    top: LayoutUnit,
    bottom: LayoutUnit,
}

/// The highest and the lowest baseline in one row of columns and in the spanner after it; `None` without lines.
type RowBaselines = Option<(LayoutUnit, LayoutUnit)>;

fn add_baselines(row: &mut RowBaselines, first: LayoutUnit, last: LayoutUnit) {
    *row = Some(row.map_or((first, last), |known| (known.0.min(first), known.1.max(last))));
}

/// Lays out a multi-column container.
pub(crate) fn layout(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let edges = &pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, edges);
    let style = std::sync::Arc::clone(&pass.tree[id].style);
    let inset = edges.inset();
    let available = (width - inset.width()).clamp_negative();
    let (count, column) = columns(&style, available);
    let (strip, _) = pass.layout_strip(id, edges, column + inset.width(), Purpose::Place);
    let corner = Offset::new(inset.left, inset.top);
    let spanners = spanners(pass, id, corner);
    let mut pieces = Vec::new();
    collect(pass, id, Offset::ZERO - corner, &mut pieces);
    pieces.sort_by_key(|p| p.top);
    let limit = {
        let definite = pass.definite_height(id, constraints, edges, width);
        let most = pass.clamp_height(id, LayoutUnit::MAX, constraints, edges);
        let outer = definite.unwrap_or(most);
        (outer != LayoutUnit::MAX).then(|| (outer - inset.height()).clamp_negative())
    };
    let step = column + gap(&style, available);
    let rtl = style.direction == Direction::Rtl;
    let x_of = |i: usize| {
        let i = i32::try_from(i).unwrap_or(i32::MAX);
        if rtl { available - column - step.times(i) } else { step.times(i) }
    };
    let mut columns: Vec<Column> = Vec::new();
    let mut baselines: Vec<RowBaselines> = vec![None; spanners.len() + 1];
    let mut y = LayoutUnit::ZERO;
    let mut from = LayoutUnit::ZERO;
    let mut margin_before: Option<LayoutUnit> = None;
    let mut placed = Vec::new();
    for (row, row_baselines) in baselines.iter_mut().enumerate() {
        let spanner = spanners.get(row).copied();
        let end = spanner.map_or(strip, |spanner| spanner.top);
        let range = pieces.partition_point(|p| p.top < from)
            ..spanner.map_or(pieces.len(), |_| pieces.partition_point(|p| p.top < end));
        let part = pieces.get(range).unwrap_or_default();
        if !part.is_empty() || spanners.is_empty() {
            y += margin_before.take().unwrap_or_default();
            let room = limit.map(|limit| (limit - y).clamp_negative());
            let fills = style.column_fill == ColumnFill::Auto && spanner.is_none();
            let cuts = match room.filter(|_| fills) {
                Some(room) => fill(part, (from, end), room),
                None => balance(part, (from, end), count, room),
            };
            columns.extend(cuts.starts.iter().enumerate().map(|(i, &start)| Column {
                start,
                height: cuts.height,
                shift: Offset::new(x_of(i), y - start),
                row,
            }));
            y += cuts.height;
        }
        let Some(spanner) = spanner else { break };
        let margin = pass.own_edges(spanner.id, Some(available)).margin;
        // Margins of spanners collapse with each other only.
        y += margin_before.take().map_or(margin.top, |before| before.max(margin.top));
        let outcome = pass.layout(spanner.id, &Constraints::fill(available, None, constraints.purpose));
        let at = |baseline: Option<LayoutUnit>| baseline.map(|b| y + b);
        if let (Some(first), Some(last)) = (at(outcome.first_baseline), at(outcome.last_baseline)) {
            add_baselines(row_baselines, first, last);
        }
        let x = if rtl { available - outcome.size.width - margin.right } else { margin.left };
        placed.push((spanner.id, corner + Offset::new(x, y), outcome.size));
        y += outcome.size.height;
        margin_before = Some(margin.bottom);
        from = spanner.bottom;
    }
    y += margin_before.unwrap_or_default();
    line_baselines(pass, id, Offset::ZERO - corner, &columns, &mut baselines);
    if constraints.purpose == Purpose::Place {
        move_contents(pass, id, Offset::ZERO - corner, Offset::ZERO - corner, &columns);
        for (spanner, offset, size) in placed {
            let result = &mut pass.results[spanner.index()];
            (result.offset, result.size) = (offset, size);
        }
    }
    let height = pass.used_height(id, constraints, edges, width, y + inset.height());
    let first = baselines.iter().flatten().next().map(|(first, _)| *first + inset.top);
    let last = baselines.iter().rev().flatten().next().map(|(_, last)| *last + inset.top);
    LayoutResult { size: Extent::new(width, height), first_baseline: first, last_baseline: last }
}

/// Does a child of a multi-column container span all columns?
fn is_spanner(pass: &Pass<'_>, container: BoxId, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.style.column_span_all
        && !node.flags.contains(BoxFlags::ANONYMOUS)
        && !node.is_floating()
        && !node.is_out_of_flow()
        && !node.is_text()
        && is_multicol(&pass.tree[container].style)
        && !pass.tree[container].is_inline_root()
}

fn spanners(pass: &Pass<'_>, id: BoxId, corner: Offset) -> Vec<Spanner> {
    let children = pass.tree.children(id).filter(|&child| is_spanner(pass, id, child));
    children
        .map(|child| {
            let result = &pass.results[child.index()];
            let y = result.offset.y - corner.y;
            // Its margins do not collapse with those of what follows in columns.
            let mut following = std::iter::successors(pass.tree[child].next_sibling, |&c| pass.tree[c].next_sibling);
            let next = following.find(|&c| {
                let node = &pass.tree[c];
                !node.is_out_of_flow() && !node.is_floating() && pass.results[c.index()].container == Some(id)
            });
            let bottom = next.filter(|&next| !is_spanner(pass, id, next)).map(|next| {
                let next = &pass.results[next.index()];
                next.offset.y - corner.y - next.margin.top
            });
            let end = y + result.size.height;
            let bottom = bottom.map_or(end + result.margin.bottom, |bottom| bottom.max(end));
            Spanner { id: child, top: y - result.margin.top, bottom }
        })
        .collect()
}

/// Notes a baseline of what starts at `y`, both in the strip.
fn note_baseline(columns: &[Column], out: &mut [RowBaselines], y: LayoutUnit, baseline: LayoutUnit) {
    let Some(column) = columns.get(column_of(columns, y)) else { return };
    let baseline = baseline + column.shift.y;
    add_baselines(&mut out[column.row], baseline, baseline);
}

/// Notes the baselines of the lines in a box whose border box starts at `at` in the strip.
fn line_baselines(pass: &Pass<'_>, id: BoxId, at: Offset, columns: &[Column], out: &mut [RowBaselines]) {
    if let Some(lines) = pass.tree[id].is_inline_root().then(|| pass.inlines[id.index()].as_ref()).flatten() {
        let corner = at + pass.results[id.index()].inline_corner;
        for line in lines.lines.iter().filter(|line| line.rect.size.height > LayoutUnit::ZERO) {
            note_baseline(columns, out, corner.y + line.rect.origin.y, corner.y + line.baseline);
        }
        return;
    }
    for child in pass.tree.children(id) {
        let (result, node) = (&pass.results[child.index()], &pass.tree[child]);
        if result.container != Some(id) || node.is_out_of_flow() || node.is_floating() || is_spanner(pass, id, child) {
            continue;
        }
        let own = at + result.offset;
        match node.kind {
            BoxKind::Block if !is_multicol(&node.style) => {
                stack::with_room(|| line_baselines(pass, child, own, columns, out));
            }
            _ => {
                for baseline in [result.first_baseline, result.last_baseline].into_iter().flatten() {
                    note_baseline(columns, out, own.y, own.y + baseline);
                }
            }
        }
    }
}

/// The pieces of the contents of a box whose border box starts at `at` in the strip.
fn collect(pass: &Pass<'_>, id: BoxId, at: Offset, pieces: &mut Vec<Piece>) {
    if let Some(lines) = pass.tree[id].is_inline_root().then(|| pass.inlines[id.index()].as_ref()).flatten() {
        let corner = at + pass.results[id.index()].inline_corner;
        let tops: Vec<Piece> = lines
            .lines
            .iter()
            .map(|l| Piece { top: corner.y + l.rect.origin.y, bottom: corner.y + l.rect.bottom(), is_forced: false })
            .collect();
        // Chrome: `orphans` and `widows` are 2; of three lines the last one may stand alone.
        match tops.as_slice() {
            [first, second, middle @ .., before, last] => {
                pieces.push(Piece { bottom: second.bottom, ..*first });
                pieces.extend(middle);
                pieces.push(Piece { bottom: last.bottom, ..*before });
            }
            [first, second, last] => {
                pieces.push(Piece { bottom: second.bottom, ..*first });
                pieces.push(*last);
            }
            [first, last] => pieces.push(Piece { bottom: last.bottom, ..*first }),
            [only] => pieces.push(*only),
            [] => {}
        }
        return;
    }
    let is_column = |value: BreakBetween| value == BreakBetween::Column;
    let mut after_break = false;
    for child in pass.tree.children(id) {
        let result = &pass.results[child.index()];
        if result.container != Some(id) || pass.tree[child].is_out_of_flow() || pass.tree[child].is_text() {
            continue;
        }
        if is_spanner(pass, id, child) {
            after_break = false;
            continue;
        }
        let style = &pass.tree[child].style;
        let own_breaks = !pass.tree[child].flags.contains(BoxFlags::ANONYMOUS) && !pass.tree[child].is_floating();
        let is_forced = after_break || own_breaks && is_column(style.break_before);
        after_break = own_breaks && is_column(style.break_after);
        let before = pieces.len();
        let own = at + result.offset;
        let bottom = own.y + result.size.height;
        if is_cut(pass, child) {
            let from = pieces.len();
            stack::with_room(|| collect(pass, child, own, pieces));
            if let Some(first) = pieces.get_mut(from) {
                first.top = first.top.min(own.y);
            }
            if let Some(last) = pieces.get_mut(from..).and_then(<[Piece]>::last_mut) {
                last.bottom = last.bottom.max(bottom);
            } else if result.size.height > LayoutUnit::ZERO {
                pieces.push(Piece { top: own.y, bottom, is_forced: false });
            }
        } else if result.size.height > LayoutUnit::ZERO {
            pieces.push(Piece { top: own.y, bottom, is_forced: false });
        }
        match pieces.get_mut(before) {
            Some(first) => first.is_forced |= is_forced,
            // What is empty hands its breaks on.
            None => after_break |= is_forced,
        }
    }
}

/// True for boxes that may have parts in several columns.
fn is_cut(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    matches!(node.kind, BoxKind::Block | BoxKind::Fieldset)
        && !node.is_floating()
        && !is_scroll_container(&node.style)
        && !is_multicol(&node.style)
        && (node.flags.contains(BoxFlags::ANONYMOUS)
            || !matches!(node.style.break_inside, BreakInside::Avoid | BreakInside::AvoidColumn))
}

/// Columns as high as there is room, each filled before the next (`column-fill: auto`).
fn fill(pieces: &[Piece], (start, end): (LayoutUnit, LayoutUnit), room: LayoutUnit) -> Cuts {
    let mut cuts = cut(pieces, start, room.max(LayoutUnit::EPSILON));
    if cuts.starts.len() == 1 {
        cuts.height = cuts.height.min(end - start);
    }
    cuts
}

/// The lowest column height with which the pieces of this part of the strip fit in `count` columns.
fn balance(pieces: &[Piece], (start, end): (LayoutUnit, LayoutUnit), count: i32, limit: Option<LayoutUnit>) -> Cuts {
    let tallest = pieces.iter().map(|p| p.bottom - p.top).max().unwrap_or(LayoutUnit::ZERO);
    let whole = (end - start).clamp_negative();
    let mut height = LayoutUnit::from_raw((whole.raw() + count - 1) / count.max(1)).max(tallest);
    for _ in 0..MAX_ATTEMPTS {
        let bounded = limit.map_or(height, |l| height.min(l.max(LayoutUnit::EPSILON)));
        let cuts = cut(pieces, start, bounded);
        let fits = cuts.starts.len() <= usize::try_from(count).unwrap_or(1);
        let overflows = pieces.first().is_some_and(|p| p.bottom - start > bounded);
        match cuts.shortage {
            Some(shortage) if (!fits || overflows) && bounded == height => {
                height += shortage.max(LayoutUnit::EPSILON);
            }
            _ => return cuts,
        }
    }
    cut(pieces, start, height)
}

fn cut(pieces: &[Piece], start: LayoutUnit, height: LayoutUnit) -> Cuts {
    let mut starts = vec![start];
    let mut start = start;
    let mut shortage: Option<LayoutUnit> = None;
    let mut any = false;
    for piece in pieces {
        if piece.is_forced && any && piece.top > start {
            start = piece.top;
            starts.push(start);
        }
        let lack = piece.bottom - start - height;
        if lack > LayoutUnit::ZERO {
            // Content at the top of a column has to overflow it.
            shortage = Some(shortage.map_or(lack, |s| s.min(lack)));
            if any && piece.top > start {
                start = piece.top;
                starts.push(start);
            }
        }
        any = true;
    }
    Cuts { starts, shortage, height }
}

fn column_of(columns: &[Column], y: LayoutUnit) -> usize {
    columns.partition_point(|column| column.start <= y).saturating_sub(1)
}

/// Moves everything in a box into its column. `old` is where its border box is in the strip, `new` where it is now.
fn move_contents(pass: &mut Pass<'_>, id: BoxId, old: Offset, new: Offset, columns: &[Column]) {
    let shift_at = |y: LayoutUnit| columns.get(column_of(columns, y)).map(|column| column.shift).unwrap_or_default();
    if pass.tree[id].is_inline_root()
        && let Some(mut lines) = pass.inlines[id.index()].take()
    {
        let corner = pass.results[id.index()].inline_corner;
        for line in &mut lines.lines {
            let at = old + corner + line.rect.origin;
            let by = old + shift_at(at.y) - new;
            line.rect = line.rect.translate(by);
            line.baseline += by.y;
            let (from, to) = (line.fragments.0 as usize, line.fragments.1 as usize);
            for fragment in lines.fragments.get_mut(from..to).unwrap_or_default() {
                fragment.rect = fragment.rect.translate(by);
                let result = &mut pass.results[fragment.id.index()];
                if result.container == Some(id) {
                    result.offset = result.offset + by;
                }
            }
        }
        pass.inlines[id.index()] = Some(lines);
    }
    let children: Vec<BoxId> = pass.tree.children(id).collect();
    for child in children {
        if pass.results[child.index()].container != Some(id) || pass.tree[child].is_text() {
            continue;
        }
        if is_spanner(pass, id, child) {
            continue;
        }
        if pass.tree[id].is_inline_root() && !pass.tree[child].is_floating() {
            continue;
        }
        let result = &pass.results[child.index()];
        let (at, size) = (old + result.offset, result.size);
        let first = column_of(columns, at.y);
        let last = column_of(columns, (at.y + size.height - LayoutUnit::EPSILON).max(at.y));
        if first == last || !is_cut(pass, child) {
            let moved = at + shift_at(at.y);
            pass.results[child.index()].offset = moved - new;
            continue;
        }
        // The bounding box of the parts.
        let mut whole: Option<LayoutRect> = None;
        for (i, column) in columns.iter().enumerate().take(last + 1).skip(first) {
            let top = column.start.max(at.y);
            // A part that continues in the next column fills its own.
            let end = if i == last { at.y + size.height } else { column.start + column.height };
            let bottom = end.max(top);
            let part = LayoutRect::new(at.x, top, size.width, (bottom - top).clamp_negative()).translate(column.shift);
            whole = Some(whole.map_or(part, |w| w.union(&part)));
        }
        let whole = whole.unwrap_or_default();
        let result = &mut pass.results[child.index()];
        result.offset = whole.origin - new;
        result.size = whole.size;
        stack::with_room(|| move_contents(pass, child, at, whole.origin, columns));
    }
}

#[cfg(test)]
mod tests {
    use super::{LayoutUnit, Piece, balance};

    fn check(heights: &[i32], count: i32, expected: (&[i32], i32)) {
        let mut y = 0;
        let pieces: Vec<Piece> = heights
            .iter()
            .map(|h| {
                let top = LayoutUnit::px(y);
                y += h;
                Piece { top, bottom: LayoutUnit::px(y), is_forced: false }
            })
            .collect();
        let cuts = balance(&pieces, (LayoutUnit::ZERO, LayoutUnit::px(y)), count, None);
        let starts: Vec<i32> = cuts.starts.iter().map(|s| s.raw() / 64).collect();
        assert_eq!((&*starts, cuts.height.raw() / 64), expected, "{heights:?} in {count}");
    }

    #[test]
    fn columns_are_balanced() {
        check(&[10, 10, 10, 10], 2, (&[0, 20], 20));
        check(&[10, 20, 30], 2, (&[0, 30], 30));
        check(&[10, 10, 10], 2, (&[0, 20], 20));
        check(&[30, 10, 10], 2, (&[0, 30], 30));
        check(&[10, 10], 3, (&[0, 10], 10));
        check(&[], 3, (&[0], 0));
    }
}
