//! Inline formatting contexts: text and inline-level boxes into lines.
//!
//! The boundary with the rest of layout. The engine here walks the inline-level descendants of an inline root
//! ([`BoxNode::is_inline_root`](crate::layout::state::box_tree::BoxNode::is_inline_root)): `Inline`, `Text`, `Br`, `Wbr`, inside `Marker`
//! (all with their children), atomic inlines, floats and absolutely positioned boxes (it looks into none of these). It
//! asks back through [`LayoutState`]:
//! - [`LayoutState::layout_atomic`] for the size, margins and baselines of an atomic inline (and of an outside marker),
//! - [`LayoutState::place_float`] for a float, as soon as it is met on a line (if it does not fit beside the line's content so
//!   far, after the line), which adds it to the `Bfc`,
//! - [`LayoutState::inline_edges`] for the margins, borders and padding of an inline box,
//! - [`LayoutState::contribution`] for the min-content and max-content widths (margins included) of an atomic inline or float.
//!
//! What it returns is written down by the caller: offsets of atomic inlines, static positions, rects of inline boxes and
//! texts. Relative positioning, transforms and scrolling are applied later: not here.
//!
//! The outside marker of a list item is the first child of its inline root: it takes no room but makes the first line
//! count as not empty, with its own strut; it is reported as an `Atomic` fragment.
//!
//! Inside: [`collect`] makes items of boxes, [`prepare`] measures them (once a root), [`line`] breaks lines, [`vertical`]
//! and [`place`] position their contents, [`intrinsic`] measures without a width.

mod annotation;
mod balance;
mod collect;
mod edge;
mod emphasis;
mod first_line;
mod height;
mod intrinsic;
mod justify;
mod line;
mod place;
mod prepare;
#[cfg(test)]
mod tests;
mod trailing;
mod truncated;
mod vertical;

use std::rc::Rc;

use smallvec::SmallVec;

use super::rendered_text::Rendered;
use super::text::line_height;
use super::text_align::alignment;
use super::unit::{Edges, LayoutUnit, Offset};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree};
use crate::layout::state::edges::border;
use crate::layout::state::establish::establishes_bfc;
use crate::layout::state::floats::Bfc;
use crate::layout::state::inline_items::{Item, ItemKind, MeasuredLines, Prepared};
use crate::layout::state::results::{Atomic, InlineEdges};
use crate::layout::state::results::{InlineLayout, InlineOutcome, InlineSpace, MinMax, Purpose};
use crate::style::computed::{
    Dimension, Direction, Display, LengthPercentage, LengthPercentageAuto, TextAlign, TextWrapMode, TextWrapStyle,
};
pub(super) use collect::texts;
use height::Height;
use line::{BrokenLine, Cursor, LineBreaker};
use place::{LineSpace, place};
use truncated::widen_before_ellipsis;
use vertical::{Boxes, Vertical, align};

/// Bytes of text that is broken into lines, unasked, a while after its widths were asked for: it is likely to have room on one line,
/// which takes half of what it was made from.
const SINGLE_LINE: usize = 64;

/// Contexts that wait for the width in which their lines are asked for, as the cells of a table do.
const MAX_WAITING: usize = 256;

/// The number of lines of a block that do not count for [`Limit::Lines`](crate::limits::Limit::Lines).
pub(super) const FREE_LINES: u32 = 1000;

/// The number of inline boxes, the innermost, that continue from a line to the next even if
/// [`Limit::ContinuedInlineBoxes`](crate::limits::Limit::ContinuedInlineBoxes) is reached.
const CONTINUED_ALWAYS: usize = 16;

/// Breaks the contents of `root` into lines.
///
/// Where nothing but the width matters, lines that were measured are the ones that are placed.
pub(super) fn layout(pass: &mut LayoutState<'_>, root: BoxId, space: &InlineSpace, bfc: &mut Bfc) -> InlineOutcome {
    let by_width = bfc.float_count() == 0 && bfc.lines_left.is_none() && space.max_lines.is_none();
    if by_width {
        match space.purpose {
            Purpose::Measure => {
                if let Some(known) = pass.inline.measured(root, space.width) {
                    return known.without_lines();
                }
            }
            Purpose::Place => {
                if let Some(known) = pass.inline.take_measured(root, space.width) {
                    return known;
                }
            }
        }
    }
    let prepared = prepare::prepared(pass, root);
    let is_kept = by_width && prepared.is_text_alone && space.purpose == Purpose::Measure;
    let fits_wider = is_kept && is_same_in_more_room(pass, &prepared);
    let outcome = break_lines(pass, prepared, root, space, bfc);
    if !is_kept {
        return outcome;
    }
    let measured = outcome.without_lines();
    let boxes = pass.tree.len();
    // Few contexts are asked for lines of another width.
    pass.inline.forget(root);
    let fits_wider = fits_wider && outcome.layout.as_ref().is_some_and(|layout| layout.lines.len() == 1);
    pass.inline.keep_measured(root, MeasuredLines { width: space.width, fits_wider, outcome }, boxes);
    measured
}

/// True if a line that holds all of the contents is the same in any more room.
fn is_same_in_more_room(pass: &LayoutState<'_>, prepared: &Prepared) -> bool {
    let style = &prepared.style;
    let is_fixed = |item: &Item| item.kind != ItemKind::Open || pass.fixed_edges.get(item.id).is_some();
    prepared.is_text_alone
        && prepared.first_line.is_none()
        && prepared.direction == Direction::Ltr
        && alignment(style, prepared.direction, true) == TextAlign::Left
        && style.text_indent == LengthPercentage::ZERO
        && prepared.items.iter().all(is_fixed)
}

fn break_lines(
    pass: &mut LayoutState<'_>,
    prepared: Rc<Prepared>,
    root: BoxId,
    space: &InlineSpace,
    bfc: &mut Bfc,
) -> InlineOutcome {
    // Most contexts are placed once.
    if space.purpose == Purpose::Place {
        pass.inline.prepared.remove(root);
    }
    let mut space = InlineSpace { first_formatted: has_first_formatted_line(pass, root), ..*space };
    if prepared.style.text_wrap_style == TextWrapStyle::Balance {
        // Only where lines break changes; they are aligned in the whole width.
        let balanced = balance::width(pass, &prepared, root, &space, bfc);
        return lines(pass, prepared, root, space, balanced, bfc);
    }
    if space.max_lines == Some(0) {
        space.max_lines = None;
    }
    lines(pass, prepared, root, space, None, bfc)
}

/// Is the first line of `root` the first formatted line of a block container? Not in an anonymous block after another.
fn has_first_formatted_line(pass: &LayoutState<'_>, root: BoxId) -> bool {
    let node = &pass.tree[root];
    let Some(parent) = node.parent else { return true };
    let parent = &pass.tree[parent];
    !node.flags.contains(BoxFlags::ANONYMOUS)
        || parent.first_child == Some(root)
        || matches!(parent.kind, BoxKind::Flex | BoxKind::Grid)
}

/// The min-content and max-content width of the contents of `root`, floats included.
pub(crate) fn intrinsic(pass: &mut LayoutState<'_>, root: BoxId) -> MinMax {
    let prepared = prepare::prepared(pass, root);
    let sizes = intrinsic::measure(pass, root, &prepared);
    if prepared.text.len() <= SINGLE_LINE && is_same_in_more_room(pass, &prepared) {
        pass.inline.waiting.push_back((root, sizes.max));
        if pass.inline.waiting.len() > MAX_WAITING {
            break_oldest(pass);
        }
    }
    match &prepared.first_line {
        // Approx: a first line as wide as the contents would be in its styles, off where forced breaks end it.
        Some(first_line) if has_first_formatted_line(pass, root) => {
            let first = intrinsic::measure(pass, root, first_line);
            let is_single = !prepared.items.iter().any(|i| matches!(i.kind, ItemKind::Break | ItemKind::Newline));
            if is_single { MinMax { min: sizes.min.min(first.max), max: first.max } } else { sizes.encompass(first) }
        }
        _ => sizes,
    }
}

/// Breaks the context that has waited longest into lines as wide as its contents, if nothing else did meanwhile.
fn break_oldest(pass: &mut LayoutState<'_>) {
    let Some((root, width)) = pass.inline.waiting.pop_front() else { return };
    if !pass.inline.prepared.contains(root) {
        return;
    }
    let space = InlineSpace {
        width,
        origin: Offset::ZERO,
        percent_height: None,
        first_formatted: false,
        max_lines: None,
        purpose: Purpose::Measure,
    };
    layout(pass, root, &space, &mut Bfc::new());
    pass.inline.forget(root);
}

/// Lays out all lines. With `balanced`, lines break as if the room were that narrow.
fn lines(
    pass: &mut LayoutState<'_>,
    whole: Rc<Prepared>,
    root: BoxId,
    space: InlineSpace,
    balanced: Option<LayoutUnit>,
    bfc: &mut Bfc,
) -> InlineOutcome {
    let mut outcome = InlineOutcome { empty: true, ..InlineOutcome::default() };
    let texts = whole
        .texts
        .iter()
        .map(|&(id, start, end)| {
            let text = whole.text.get(start as usize..end as usize).unwrap_or("");
            (id, Rendered::of_box(text, pass.dom, &pass.tree, id))
        })
        .collect();
    let mut out = std::mem::take(&mut pass.inline.buffers);
    let mut breaker = LineBreaker::new(pass, Rc::clone(&whole), root, space, bfc);
    breaker.limit = balanced;
    breaker.spare = std::mem::take(&mut out.pieces);
    let mut cursor = (!whole.items.is_empty()).then_some(Cursor { item: 0, at: 0 });
    let mut open = SmallVec::new();
    let mut y = LayoutUnit::ZERO;
    let mut count = 0;
    // Free room at the end of the line before.
    let mut above = LayoutUnit::ZERO;
    while let Some(from) = cursor {
        let first = count == 0 && from == Cursor { item: 0, at: 0 };
        let prepared = match &whole.first_line {
            Some(first_line) if count == 0 && space.first_formatted => first_line,
            _ => &whole,
        };
        breaker.prepared = Rc::clone(prepared);
        let indent = if first && space.first_formatted {
            LayoutUnit::from_f32(prepared.style.text_indent.resolve(space.width.to_f32()))
        } else {
            LayoutUnit::ZERO
        };
        let (mut line, vertical, top, room) = fit(&mut breaker, prepared, from, y, (indent, above), &open);
        // Chrome: the line was broken beside the floats where it was before its marker pushed it down.
        let top = top + vertical.push;
        let next = line.next;
        let at = LineSpace { left: room.0, right: room.1, top, indent, ends_paragraph: line.forced || next.is_none() };
        let first_fragment = out.fragments.len();
        place(&mut breaker, &mut line, &vertical, at, &mut out);
        widen_before_ellipsis(breaker.pass, root, prepared, &mut out.fragments[first_fragment..], space.width);
        line.pieces.clear();
        breaker.spare = line.pieces;
        open = vertical.open;
        let deep = open.len().saturating_sub(CONTINUED_ALWAYS);
        if !breaker.pass.continued.spend(deep as u64) {
            open.drain(..deep);
        }
        if line.has_content {
            let baseline = top + vertical.height.ascent;
            outcome.first_baseline.get_or_insert(baseline);
            outcome.last_baseline = Some(baseline);
            outcome.empty = false;
            y = top + vertical.height.sum();
            count += 1;
            above = vertical.below;
        }
        breaker.place_pending(y);
        if line.clear != (false, false) {
            let origin = space.origin.y;
            y = breaker.bfc.clear(origin + y, line.clear.0, line.clear.1) - origin;
        }
        if space.max_lines.is_some_and(|max| count >= max) && next.is_some() {
            break;
        }
        if count > FREE_LINES && !breaker.pass.lines.spend(1) {
            break;
        }
        // Each line takes something; the cursor never stands still.
        cursor = next.filter(|n| *n != from);
    }
    outcome.height = y;
    let layout = InlineLayout {
        lines: SmallVec::from_slice(&out.lines),
        fragments: SmallVec::from_slice(&out.fragments),
        texts,
    };
    outcome.layout = Some(Box::new(layout));
    out.lines.clear();
    out.fragments.clear();
    out.pieces = std::mem::take(&mut breaker.spare);
    drop(breaker);
    pass.inline.buffers = out;
    pass.inline.recycle(whole);
    outcome
}

/// Breaks a line where there is room for it: at `y`, or below floats that leave too little. Returns the line, its vertical
/// alignment, its top, and its room.
fn fit(
    breaker: &mut LineBreaker<'_, '_>,
    prepared: &Rc<Prepared>,
    from: Cursor,
    y: LayoutUnit,
    (indent, above): (LayoutUnit, LayoutUnit),
    open: &[usize],
) -> (BrokenLine, Vertical, LayoutUnit, (LayoutUnit, LayoutUnit)) {
    let first = from == Cursor { item: 0, at: 0 };
    let annotated =
        first && prepared.items.iter().any(|i| i.kind == ItemKind::Annotation || i.style.text_emphasis.is_some());
    let above = if annotated { room_above(breaker.pass, breaker.root, prepared) } else { above };
    let full = (LayoutUnit::ZERO, breaker.space.width);
    let mut top = y;
    let mut height = LayoutUnit::ZERO;
    // Limit: floats that a line moves down past; then it overflows.
    for _ in 0..100 {
        let line = breaker.break_line(from, top, height, indent);
        let vertical = align(prepared, &line.pieces, open, above, breaker);
        let tall = if line.has_content { vertical.height.sum() } else { LayoutUnit::ZERO };
        let room = breaker.room(top, height);
        let origin = breaker.space.origin;
        // Chrome: in a block whose lines do not wrap they stay where they are.
        let may_move = prepared.style.text_wrap_mode == TextWrapMode::Wrap;
        if line.overflows && may_move && room != full && line.has_content {
            // The first place further down with more room.
            let size = (line.width, height);
            let below = breaker.bfc.find_line(origin.y + top, size, origin.x, origin.x + breaker.space.width);
            if below.y > origin.y + top {
                (top, height) = (below.y - origin.y, LayoutUnit::ZERO);
                continue;
            }
        }
        // Does the room last for the height of the line?
        let whole = breaker.room(top, tall);
        if tall > height && whole != room && line.has_content {
            if line.width <= whole.1 - whole.0 + LayoutUnit::EPSILON {
                return (line, vertical, top, whole);
            }
            height = tall;
            continue;
        }
        return (line, vertical, top, room);
    }
    let line = breaker.break_line(from, top, height, indent);
    let vertical = align(prepared, &line.pieces, open, above, breaker);
    let room = breaker.room(top, height);
    (line, vertical, top, room)
}

/// Returns the room above the first line of a block: its padding, and the margins of it and of the blocks that begin with it, as far as
/// they are lengths. Chrome: those are looked at up to a padding, a border or the end of the formatting context.
fn room_above(pass: &LayoutState<'_>, root: BoxId, prepared: &Prepared) -> LayoutUnit {
    /// Limit: blocks around it that are looked at.
    const MAX_DEPTH: usize = 16;
    let tree = &pass.tree;
    let px =
        |length: &LengthPercentage| LayoutUnit::from_f32(length.maybe_resolve(None).unwrap_or(0.0)).clamp_negative();
    let margin = |margin: &LengthPercentageAuto| match margin {
        LengthPercentageAuto::Auto => LayoutUnit::ZERO,
        LengthPercentageAuto::Length(length) => px(length),
    };
    let in_flow = |id: &BoxId| {
        let node = &tree[*id];
        !node.is_floating() && !node.is_out_of_flow() && !node.flags.contains(BoxFlags::OUTSIDE_MARKER)
    };
    // The end of the block before: its margin, and what is below its last line.
    let end = |id: BoxId| {
        let style = &tree[id].style;
        let after = margin(&style.margin.bottom);
        if style.border.bottom.width > 0.0 || establishes_bfc(pass, id) || !at_start(&tree[id]) {
            return after;
        }
        after + px(&style.padding.bottom) + below_text(prepared)
    };
    // The contents of a fieldset have its padding.
    let padded = tree[root].parent.filter(|&parent| tree[parent].kind == BoxKind::Fieldset).unwrap_or(root);
    let mut room = px(&tree[padded].style.padding.top);
    let mut blank = LayoutUnit::ZERO;
    let mut at = root;
    for _ in 0..MAX_DEPTH {
        let style = &tree[at].style;
        let has_padding = at != root && px(&style.padding.top) > LayoutUnit::ZERO;
        let parent = tree[at].parent;
        let in_flow_of = |id: BoxId| {
            matches!(tree[id].kind, BoxKind::Block | BoxKind::Inline | BoxKind::Initial | BoxKind::TableCell)
        };
        let is_item = parent.is_some_and(|parent| !in_flow_of(parent));
        if style.border.top.width > 0.0 || has_padding || is_item || establishes_bfc(pass, at) {
            break;
        }
        let before_it = parent.into_iter().flat_map(|parent| tree.children(parent).take_while(|child| *child != at));
        let mut before = None;
        let mut low = LayoutUnit::ZERO;
        for id in before_it.filter(in_flow) {
            match blank_height(tree, id, MAX_DEPTH) {
                Some(height) => low += height,
                None => (before, low) = (Some(id), LayoutUnit::ZERO),
            }
        }
        blank += low;
        room += margin(&style.margin.top).max(before.map_or(LayoutUnit::ZERO, end));
        let begins = before.is_none() && at_start(&tree[at]);
        let Some(parent) = parent.filter(|_| begins && tree.axes.is_empty()) else { break };
        at = parent;
    }
    // Chrome: blocks without anything in them are room, too, below other room.
    if room > LayoutUnit::ZERO { room + blank } else { room }
}

/// Approx: the room below the text of a line, as if that of the block before were as here.
fn below_text(prepared: &Prepared) -> LayoutUnit {
    let metrics = &prepared.font.metrics;
    let line = Height::of_font(metrics).with_leading(line_height(&prepared.style, metrics));
    let under = LayoutUnit::from_f32(prepared.style.font_size) - LayoutUnit::from_f32(metrics.em_ascent).ceil();
    (line.descent - under).clamp_negative()
}

/// Returns the height of a block that shows nothing, as far as it is a length.
fn blank_height(tree: &BoxTree, id: BoxId, depth: usize) -> Option<LayoutUnit> {
    let node = &tree[id];
    let style = &node.style;
    let has_border = style.border.top.width > 0.0 || style.border.bottom.width > 0.0;
    let px = |length: &LengthPercentage| length.maybe_resolve(None).map(LayoutUnit::from_f32);
    let height = match &style.height {
        Dimension::Auto => LayoutUnit::ZERO,
        Dimension::Length(length) if node.first_child.is_none() => px(length)?,
        _ => return None,
    };
    if !at_start(node) || has_border || depth == 0 {
        return None;
    }
    let inside =
        tree.children(id).try_fold(LayoutUnit::ZERO, |sum, child| Some(sum + blank_height(tree, child, depth - 1)?))?;
    Some(height + inside + px(&style.padding.top)? + px(&style.padding.bottom)?)
}

/// Is it a block that its parent may begin with?
fn at_start(node: &BoxNode) -> bool {
    let is_block = matches!(node.style.display, Display::Block | Display::ListItem | Display::FlowRoot);
    node.kind == BoxKind::Block && is_block && !node.is_floating() && !node.is_out_of_flow()
}

impl Boxes for LineBreaker<'_, '_> {
    fn edges(&mut self, item: &Item) -> InlineEdges {
        LineBreaker::edges(self, item.id)
    }

    fn atomic(&mut self, index: usize) -> Atomic {
        LineBreaker::atomic(self, index)
    }

    fn border(&self, index: usize) -> Edges {
        let node = &self.pass.tree[self.prepared.items[index].id];
        if matches!(node.kind, BoxKind::Replaced(_)) { Edges::default() } else { border(&node.style) }
    }
}
