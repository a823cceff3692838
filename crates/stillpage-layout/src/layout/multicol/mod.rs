//! Multi-column layout: <https://www.w3.org/TR/css-multicol-1/>.
//!
//! The contents are laid out in one column as narrow as the columns will be, then cut into columns between lines and
//! unbreakable boxes, and moved there. Boxes that span all columns part the strip into rows of columns; they are laid
//! out again in the whole width.
//!
//! The box of what is in several columns is the bounding box of its parts, which are kept to be hit. Approx: items and cells that are
//! beside others are not cut.

mod baselines;
mod cut;
mod spanner;

use self::baselines::{RowBaselines, add_baselines, line_baselines};
use self::cut::{Piece, balance, fill};
use self::spanner::{Spanners, is_cut, space_below};
use super::stack;
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind};
use super::state::edges::resolve_or_zero;
use super::state::results::{Constraints, InlineFragmentKind, LayoutResult, MinMax, Purpose};
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{BoxSizing, BreakBetween, ColumnFill, Dimension, Direction};

/// Returns the number of columns that fit in a content box, and their width.
/// <https://www.w3.org/TR/css-multicol-1/#pseudo-algorithm>
pub(super) fn columns(style: &ComputedStyle, available: LayoutUnit) -> (i32, LayoutUnit) {
    let gap = gap(style, available);
    let column_count = style.column_count.map(|n| i32::try_from(n.clamp(1, 1000)).unwrap_or(1));
    let count = match (style.column_width, column_count) {
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
pub(super) fn gap(style: &ComputedStyle, available: LayoutUnit) -> LayoutUnit {
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
            MinMax { min: contents.min.min(width), max: width.max(contents.max).times(count) + gap.times(count - 1) }
        }
        None => MinMax {
            min: contents.min.times(count) + gap.times(count - 1),
            max: contents.max.times(count) + gap.times(count - 1),
        },
    }
}

/// A column: where it starts in the strip, how high it is, how its contents move, and which row it is in.
#[derive(Debug, Clone, Copy)]
struct Column {
    start: LayoutUnit,
    height: LayoutUnit,
    /// The end of the row in the strip, if this is its last column and something follows that spans all of them.
    end: Option<LayoutUnit>,
    shift: Offset,
    row: usize,
}

/// The pieces of a strip: those of its flow, and those of the floats beside it.
#[derive(Debug, Default)]
struct Pieces {
    flow: Vec<Piece>,
    floats: Vec<Piece>,
}

/// Lays out a multi-column container.
pub(super) fn layout(pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult {
    let edges = &pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, edges);
    let style = std::sync::Arc::clone(&pass.tree[id].style);
    let inset = edges.inset();
    let available = (width - inset.width()).clamp_negative();
    let (count, column) = columns(&style, available);
    let (strip, _) = pass.layout_strip(id, edges, column + inset.width(), Purpose::Place);
    let corner = Offset::new(inset.left, inset.top);
    let spanners = Spanners::of(pass, id, corner);
    let mut pieces = Pieces::default();
    collect(pass, id, Offset::ZERO - corner, &spanners, &mut pieces);
    let mut pieces = pieces.flow.into_iter().chain(pieces.floats).collect::<Vec<Piece>>();
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
    let mut baselines: Vec<RowBaselines> = vec![None; spanners.all.len() + 1];
    let mut y = LayoutUnit::ZERO;
    let mut from = LayoutUnit::ZERO;
    let mut margin_before: Option<LayoutUnit> = None;
    let mut placed = Vec::new();
    // Chrome: a column of lines is as high as they are.
    let mut overflowing = Vec::new();
    let holds_lines = pass.tree[id].is_inline_root();
    for (row, row_baselines) in baselines.iter_mut().enumerate() {
        let spanner = spanners.all.get(row).copied();
        let end = spanner.map_or(strip, |spanner| spanner.top);
        let range = pieces.partition_point(|p| p.top < from)
            ..spanner.map_or(pieces.len(), |_| pieces.partition_point(|p| p.top < end));
        let part = pieces.get(range).unwrap_or_default();
        if !part.is_empty() || spanners.all.is_empty() {
            y += margin_before.take().unwrap_or_default();
            let room = limit.map(|limit| (limit - y).clamp_negative());
            let fills = style.column_fill == ColumnFill::Auto && spanner.is_none();
            let cuts = match room.filter(|_| fills) {
                Some(room) => fill(part, (from, end), room),
                None => balance(part, (from, end), count, room),
            };
            if holds_lines {
                let ends = cuts.starts.iter().skip(1).copied().chain([LayoutUnit::MAX]);
                for (i, (&start, end)) in cuts.starts.iter().zip(ends).enumerate() {
                    let height = reach(part, start, end);
                    if height > cuts.height {
                        overflowing.push((id, LayoutRect::new(x_of(i), y, column, height).translate(corner)));
                    }
                }
            }
            let last = cuts.starts.len() - 1;
            columns.extend(cuts.starts.iter().enumerate().map(|(i, &start)| Column {
                start,
                height: cuts.height,
                end: spanner.filter(|_| i == last).map(|spanner| spanner.top),
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
        placed.push((spanner, Offset::new(x, y), outcome.size));
        y += outcome.size.height;
        margin_before = Some(margin.bottom);
        from = spanner.bottom;
    }
    y += margin_before.unwrap_or_default();
    line_baselines(pass, id, Offset::ZERO - corner, &columns, &spanners, &mut baselines);
    if constraints.purpose == Purpose::Place {
        let mut parts = overflowing;
        move_contents(pass, id, Offset::ZERO - corner, Offset::ZERO - corner, &columns, &spanners, &mut parts);
        pass.parts.remove(&id);
        if !parts.is_empty() && !pass.tree.axes(id).is_vertical() {
            pass.parts.insert(id, parts);
        }
        for (spanner, at, size) in placed {
            // What it is in has its place by now.
            let mut parent = Offset::ZERO - corner;
            let mut above = Some(spanner.parent);
            while let Some(outer) = above.filter(|&outer| outer != id) {
                parent = parent + pass.results[outer.index()].offset;
                above = pass.results[outer.index()].container;
            }
            let result = &mut pass.results[spanner.id.index()];
            (result.offset, result.size) = (at - parent, size);
        }
    }
    let height = pass.used_height(id, constraints, edges, width, y + inset.height());
    let first = baselines.iter().flatten().next().map(|(first, _)| *first + inset.top);
    let last = baselines.iter().rev().flatten().next().map(|(_, last)| *last + inset.top);
    LayoutResult { size: Extent::new(width, height), first_baseline: first, last_baseline: last }
}

/// The height of what is not cut in the part of a strip between the starts of two columns.
fn reach(pieces: &[Piece], start: LayoutUnit, end: LayoutUnit) -> LayoutUnit {
    let own = pieces.partition_point(|p| p.top < start)..pieces.partition_point(|p| p.top < end);
    let whole = pieces.get(own).unwrap_or_default().iter().filter(|piece| !piece.is_blank);
    whole.map(|piece| piece.bottom - start).max().unwrap_or_default()
}

/// Is it a float whose contents may be in several columns?
fn is_floating_part(pass: &LayoutState<'_>, id: BoxId) -> bool {
    pass.tree[id].is_floating() && is_cut(pass, id) && !pass.tree[id].style.contain_size
}

/// The pieces of a float that is in a box whose border box starts at `at` in the strip.
fn collect_float(pass: &LayoutState<'_>, id: BoxId, at: Offset, spanners: &Spanners, pieces: &mut Pieces) {
    let result = &pass.results[id.index()];
    let (top, bottom) = (at.y + result.offset.y, at.y + result.offset.y + result.size.height);
    let mut own = Pieces::default();
    stack::with_room(|| collect(pass, id, at + result.offset, spanners, &mut own));
    match own.flow.as_mut_slice() {
        [] if bottom > top => own.flow.push(Piece { is_blank: true, ..Piece::new(top, bottom) }),
        [] => {}
        [first, .., last] => (first.top, last.bottom) = (first.top.min(top), last.bottom.max(bottom)),
        [only] => (only.top, only.bottom) = (only.top.min(top), only.bottom.max(bottom)),
    }
    let all = own.flow.into_iter().chain(own.floats);
    pieces.floats.extend(all.map(|piece| Piece { is_floating: true, is_forced: false, ..piece }));
}

/// The pieces of the contents of a box whose border box starts at `at` in the strip.
fn collect(pass: &LayoutState<'_>, id: BoxId, at: Offset, spanners: &Spanners, pieces: &mut Pieces) {
    if let Some(lines) = pass.tree[id].is_inline_root().then(|| pass.inlines[id.index()].as_ref()).flatten() {
        let corner = at + pass.results[id.index()].inline_corner;
        let tops: Vec<Piece> =
            lines.lines.iter().map(|l| Piece::new(corner.y + l.rect.origin.y, corner.y + l.rect.bottom())).collect();
        let style = &pass.tree[id].style;
        let count = |lines: u32| usize::try_from(lines).map_or(tops.len(), |lines| lines.min(tops.len()));
        let orphans = count(style.orphans);
        // Chrome: where there are too few lines for both, fewer than `widows` may stand alone.
        let last_break = (tops.len() - count(style.widows)).max(orphans);
        let stays = |line: usize| (1..orphans).contains(&line) || line > last_break;
        pieces.flow.extend(tops.iter().zip(0..).enumerate().map(|(at, (piece, line))| Piece {
            joins: stays(at),
            line,
            orphans: style.orphans,
            ..*piece
        }));
        for child in pass.tree.children(id).filter(|child| is_floating_part(pass, *child)) {
            collect_float(pass, child, at, spanners, pieces);
        }
        return;
    }
    let is_column = |value: BreakBetween| value == BreakBetween::Column;
    let holds_rows = matches!(pass.tree[id].kind, BoxKind::Flex | BoxKind::Grid | BoxKind::TableRow);
    let start = pieces.flow.len();
    let mut after_break = false;
    for child in pass.tree.children(id) {
        let result = &pass.results[child.index()];
        if result.container != Some(id) || pass.tree[child].is_out_of_flow() || pass.tree[child].is_text() {
            continue;
        }
        if spanners.has(child) {
            after_break = false;
            continue;
        }
        if is_floating_part(pass, child) {
            collect_float(pass, child, at, spanners, pieces);
            continue;
        }
        let style = &pass.tree[child].style;
        let own_breaks = !pass.tree[child].flags.contains(BoxFlags::ANONYMOUS) && !pass.tree[child].is_floating();
        let is_forced = after_break || own_breaks && is_column(style.break_before);
        after_break = own_breaks && is_column(style.break_after);
        let before = pieces.flow.len();
        let own = at + result.offset;
        let bottom = own.y + result.size.height;
        // https://www.w3.org/TR/css-contain-2/#containment-size: such a box is not cut.
        if is_cut(pass, child) && !style.contain_size || spanners.part(child) {
            let from = pieces.flow.len();
            stack::with_room(|| collect(pass, child, own, spanners, pieces));
            let (first_end, last_start) = spanners.between(child, (own.y, bottom));
            let is_parted = spanners.part(child);
            match pieces.flow.get_mut(from).filter(|first| !is_parted || first.top < first_end) {
                Some(first) => first.top = first.top.min(own.y),
                None if is_parted && first_end > own.y => {
                    pieces.flow.insert(from, Piece::new(own.y, first_end));
                }
                None => {}
            }
            let is_cell = pass.tree[child].kind == BoxKind::TableCell;
            // Chrome: borders and padding are not cut.
            let has_room = result.size.height > result.edges.inset().height();
            let is_blank = !is_parted && !is_cell && has_room && pieces.flow.len() == from;
            let last = pieces.flow.get_mut(from..).and_then(<[Piece]>::last_mut);
            match last.filter(|last| !is_parted || last.top >= last_start) {
                // Chrome: the space below the last row of a table is dropped where the column ends.
                Some(_) if pass.tree[child].kind == BoxKind::Table => {}
                // Chrome: what a height leaves below the contents is cut anywhere, with the padding there.
                Some(last) if !is_parted && last.bottom < bottom && has_own_height(pass, child) => {
                    let rest = Piece { is_blank: true, ..Piece::new(last.bottom.max(own.y), bottom) };
                    pieces.flow.push(rest);
                }
                Some(last) => last.bottom = last.bottom.max(bottom),
                None if bottom > last_start => {
                    pieces.flow.push(Piece { is_blank, ..Piece::new(last_start, bottom) });
                }
                None => {}
            }
        } else if result.size.height > LayoutUnit::ZERO {
            // What is beside each other stays so.
            let row = pieces.flow.get_mut(start..).and_then(<[Piece]>::last_mut);
            match row.filter(|row| holds_rows && own.y < row.bottom) {
                Some(row) => row.bottom = row.bottom.max(bottom),
                None => pieces.flow.push(Piece::new(own.y, bottom)),
            }
        }
        match pieces.flow.get_mut(before) {
            Some(first) if !first.is_empty() => first.is_forced |= is_forced,
            // What is empty hands its breaks on.
            first => {
                after_break |= is_forced;
                if first.is_none() && !spanners.part(child) {
                    pieces.flow.push(Piece::new(own.y, own.y));
                }
            }
        }
    }
}

/// Is a block as high as its style says, whatever is in it?
fn has_own_height(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let (node, result) = (&pass.tree[id], &pass.results[id.index()]);
    let least = || match &node.style.min_height {
        Dimension::Length(length) => {
            let inset = match node.style.box_sizing {
                BoxSizing::ContentBox => result.edges.inset().height(),
                BoxSizing::BorderBox => LayoutUnit::ZERO,
            };
            resolve_or_zero(length, None) + inset
        }
        _ => LayoutUnit::ZERO,
    };
    node.kind == BoxKind::Block && (result.definite_height.get().is_some() || result.size.height == least())
}

fn column_of(columns: &[Column], y: LayoutUnit) -> usize {
    columns.partition_point(|column| column.start <= y).saturating_sub(1)
}

/// Is `y` both where a column starts and where the one before it ends?
fn ends_column(columns: &[Column], at: usize, y: LayoutUnit) -> bool {
    match (at.checked_sub(1).and_then(|before| columns.get(before)), columns.get(at)) {
        (Some(before), Some(own)) => own.start == y && own.row == before.row && y <= before.start + before.height,
        _ => false,
    }
}

/// Moves everything in a box into its column. `old` is where its border box is in the strip, `new` where it is now; `parts`: those of
/// boxes in several columns, from the corner of the box.
fn move_contents(
    pass: &mut LayoutState<'_>,
    id: BoxId,
    old: Offset,
    new: Offset,
    columns: &[Column],
    spanners: &Spanners,
    parts: &mut Vec<(BoxId, LayoutRect)>,
) {
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
            // Chrome: a line break is as far from the first part of the block as it is from the part that it is in.
            let (part, own) = (column_of(columns, old.y), column_of(columns, at.y));
            let of_break = match (columns.get(part), columns.get(own)) {
                (Some(first), Some(column)) if part != own => {
                    let top = Offset::new(old.x, old.y.clamp_negative()) + first.shift - new;
                    Offset::new(top.x, top.y + old.y - column.start)
                }
                _ => by,
            };
            for fragment in lines.fragments.get_mut(from..to).unwrap_or_default() {
                let by = if fragment.kind == InlineFragmentKind::Break { of_break } else { by };
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
        if spanners.has(child) {
            continue;
        }
        if pass.tree[id].is_inline_root() && !pass.tree[child].is_floating() {
            continue;
        }
        let result = &pass.results[child.index()];
        let (at, mut size) = (old + result.offset, result.size);
        if let Some(column) = columns.get(column_of(columns, at.y + size.height - LayoutUnit::EPSILON))
            && pass.tree[child].kind == BoxKind::Table
            && is_cut(pass, child)
        {
            let beyond = at.y + size.height - (column.start + column.height);
            size.height -= beyond.clamp_negative().min(space_below(pass, child));
            pass.results[child.index()].size = size;
        }
        let (first, last) = match column_of(columns, at.y) {
            // What takes no room stays at the end of a column.
            first if size.height == LayoutUnit::ZERO && ends_column(columns, first, at.y) => (first - 1, first - 1),
            first => (first, column_of(columns, (at.y + size.height - LayoutUnit::EPSILON).max(at.y))),
        };
        // A float goes on to the end of its column, also where what is beside it ends before that.
        let fits = |column: &Column| at.y + size.height <= column.start + column.height;
        let is_whole = pass.tree[child].is_floating() && columns.get(first).is_some_and(fits);
        if !spanners.part(child) && (first == last || is_whole || !is_cut(pass, child)) {
            let moved = at + columns.get(first).map(|column| column.shift).unwrap_or_default();
            pass.results[child.index()].offset = moved - new;
            continue;
        }
        // The bounding box of the parts.
        let mut whole: Option<LayoutRect> = None;
        let before = parts.len();
        for (i, column) in columns.iter().enumerate().take(last + 1).skip(first) {
            let top = column.start.max(at.y);
            // A part that continues in the next column fills its own.
            let end = match column.end {
                Some(end) => end.min(at.y + size.height),
                None if i == last => at.y + size.height,
                None => column.start + column.height,
            };
            let bottom = end.max(top);
            if bottom == top && size.height > LayoutUnit::ZERO {
                continue;
            }
            let part = LayoutRect::new(at.x, top, size.width, (bottom - top).clamp_negative()).translate(column.shift);
            whole = Some(whole.map_or(part, |w| w.union(&part)));
            parts.push((child, part));
        }
        let nothing = || LayoutRect::new(at.x, at.y, size.width, LayoutUnit::ZERO).translate(shift_at(at.y));
        let whole = whole.unwrap_or_else(nothing);
        if parts.len() == before + 1 {
            parts.truncate(before);
        }
        for (_, part) in parts.iter_mut().skip(before) {
            *part = part.translate(Offset::ZERO - whole.origin);
        }
        let result = &mut pass.results[child.index()];
        result.offset = whole.origin - new;
        result.size = whole.size;
        stack::with_room(|| move_contents(pass, child, at, whole.origin, columns, spanners, parts));
    }
}
