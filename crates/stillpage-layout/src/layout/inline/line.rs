//! Breaking lines: which items go on a line, and how wide they are.
//!
//! <https://www.w3.org/TR/css-text-3/#line-breaking>. A line is filled up to the last opportunity whose content fits. An
//! opportunity at the end of a text comes after the inline boxes that end there.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use unicode_segmentation::GraphemeCursor;

use super::super::unit::LayoutUnit;
use super::annotation::{annotation_of, overhang, starts_line, width_of_base};
use super::edge::{edge_width, has_box_edge};
use super::trailing::{ends_with_space, leads_to_break, next_is_space, trim_end};
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::BoxId;
use crate::layout::state::floats::Bfc;
use crate::layout::state::inline_items::{Item, ItemKind, Piece, Prepared, TrailingSpaces};
use crate::layout::state::results::{Atomic, InlineEdges};
use crate::layout::state::results::{InlineSpace, Purpose};
use crate::layout::text_align::empty_line;
use crate::style::computed::{Display, Hyphens, OverflowWrap, TabSize, WordBreak};

/// A position in the items, at which a line starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    /// Item.
    pub(super) item: usize,
    /// Byte in the text; the start of the item if it has none or all of it is left.
    pub(super) at: usize,
}

/// A broken line.
#[derive(Debug, Default)]
pub(super) struct BrokenLine {
    pub(super) pieces: Vec<Piece>,
    /// The width of the pieces without trailing spaces; indent included.
    pub(super) width: LayoutUnit,
    /// The start of the next line.
    pub(super) next: Option<Cursor>,
    /// Ends with a forced break.
    pub(super) forced: bool,
    /// Has something that makes a line box: CSS 2 9.4.2.
    pub(super) has_content: bool,
    /// Wider than the room.
    pub(super) overflows: bool,
    /// `clear` of the `br` that ends it.
    pub(super) clear: (bool, bool),
}

/// A place where the line could end.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// The number of pieces that stay.
    pieces: usize,
    /// The last one, cut.
    cut: Option<Piece>,
    next: Cursor,
    /// Width without trailing spaces.
    width: LayoutUnit,
}

/// The state of a line while it is filled.
#[derive(Debug, Default)]
struct LineState {
    /// The line ends at a forced break.
    is_forced: bool,
    pieces: Vec<Piece>,
    position: LayoutUnit,
    /// Trailing spaces in `position`.
    trailing: LayoutUnit,
    has_content: bool,
    /// The start of the base of the next ruby annotation.
    column: LayoutUnit,
    /// The annotation whose base began on a line before, where it is.
    annotated: Option<usize>,
    /// The last opportunity that fits.
    candidate: Option<Candidate>,
    /// An opportunity at the end of what is there so far; it moves behind boxes that end.
    boundary: Option<Candidate>,
    /// The end of the last text or atomic inline, moved likewise, whether or not it is an opportunity.
    leaf: Option<Candidate>,
    /// True if that leaf is an atomic inline.
    leaf_is_atomic: bool,
    /// Lines may break after that leaf or a box that ended since.
    leaf_wraps: bool,
}

impl LineState {
    /// Moves the end of the last text or atomic inline: what was added last belongs to it.
    fn extend_leaf(&mut self, next: Cursor) {
        let after = Candidate { pieces: self.pieces.len(), cut: None, next, width: self.position - self.trailing };
        self.leaf = Some(after);
        self.boundary = self.boundary.map(|_| after);
    }
}

/// Breaks the lines of one inline formatting context.
pub(super) struct LineBreaker<'a, 'p> {
    pub(super) pass: &'a mut LayoutState<'p>,
    pub(super) prepared: Rc<Prepared>,
    pub(super) root: BoxId,
    pub(super) space: InlineSpace,
    pub(super) bfc: &'a mut Bfc,
    /// Items before this one that are floats have been placed or are pending.
    floats_done: usize,
    /// Floats that did not fit on the line.
    pending: Vec<usize>,
    /// Break lines as if the room were no wider (`text-wrap: balance`).
    pub(super) limit: Option<LayoutUnit>,
    /// The positions of boxes out of flow, if there is nothing but them and floats.
    ///
    /// Chrome: such a block is laid out as if its children were blocks, each beside the floats before it.
    alone: Option<FxHashMap<usize, LayoutUnit>>,
    edges: FxHashMap<BoxId, InlineEdges>,
    atomics: FxHashMap<usize, Atomic>,
    /// The pieces of a line that is done, for the next one.
    pub(super) spare: Vec<Piece>,
}

impl<'a, 'p> LineBreaker<'a, 'p> {
    pub(super) fn new(
        pass: &'a mut LayoutState<'p>,
        prepared: Rc<Prepared>,
        root: BoxId,
        space: InlineSpace,
        bfc: &'a mut Bfc,
    ) -> Self {
        let alone = prepared.items.iter().all(|item| match item.kind {
            ItemKind::Float | ItemKind::OutOfFlow => true,
            ItemKind::Text => prepared
                .text
                .get(item.start as usize..item.end as usize)
                .is_none_or(|text| text.bytes().all(|b| b == b' ')),
            _ => false,
        });
        Self {
            alone: alone.then(FxHashMap::default),
            pass,
            prepared,
            root,
            space,
            bfc,
            floats_done: 0,
            pending: Vec::new(),
            limit: None,
            edges: FxHashMap::default(),
            atomics: FxHashMap::default(),
            spare: Vec::new(),
        }
    }

    pub(super) fn edges(&mut self, id: BoxId) -> InlineEdges {
        let (pass, width) = (&self.pass, self.space.width);
        *self.edges.entry(id).or_insert_with(|| pass.inline_edges(id, Some(width)))
    }

    /// An atomic inline, laid out once.
    pub(super) fn atomic(&mut self, item: usize) -> Atomic {
        if let Some(atomic) = self.atomics.get(&item) {
            return *atomic;
        }
        let Item { id, kind, .. } = self.prepared.items[item];
        // An annotation is placed once the width of its base is known: were it placed here too, annotations in annotations
        // would be placed twice as often on each level.
        let purpose = if kind == ItemKind::Annotation { Purpose::Measure } else { self.space.purpose };
        let atomic = self.pass.layout_atomic(id, self.space.width, self.space.percent_height, purpose);
        self.atomics.insert(item, atomic);
        atomic
    }

    /// Returns the font size of the ruby of an annotation.
    pub(super) fn ruby_size(&self, annotation: usize) -> f32 {
        let tree = &self.pass.tree;
        tree[tree[self.prepared.items[annotation].id].parent.unwrap_or(BoxId::ROOT)].style.font_size
    }

    /// Returns what a base of a width at the end of a line is widened by for its annotation.
    fn extra(&mut self, annotation: usize, base: LayoutUnit, pieces: &[Piece]) -> LayoutUnit {
        let extra = (self.atomic(annotation).outcome.size.width - base).clamp_negative();
        let starts = starts_line(&self.prepared, pieces);
        let (before, after) = overhang(&self.prepared, annotation, extra, self.ruby_size(annotation), starts);
        extra - before - after
    }

    /// Returns the position of a box out of flow that has nothing but floats beside it.
    pub(super) fn static_x(&self, item: usize) -> Option<LayoutUnit> {
        self.alone.as_ref()?.get(&item).copied()
    }

    fn note_static(&mut self, item: usize, y: LayoutUnit) {
        let (left, right) = self.room(y, LayoutUnit::ZERO);
        if let Some(positions) = &mut self.alone {
            positions.entry(item).or_insert_with(|| empty_line(&self.prepared.style, left, right));
        }
    }

    /// Left and right edge of the room for a line at `y` over `height`, from the content box's left edge.
    pub(super) fn room(&self, y: LayoutUnit, height: LayoutUnit) -> (LayoutUnit, LayoutUnit) {
        let origin = self.space.origin;
        let room = self.bfc.line_room(origin.y + y, height, origin.x, origin.x + self.space.width);
        (room.left - origin.x, room.right - origin.x)
    }

    /// Places a float at the line at `y`, or keeps it for later if it does not fit beside what the line has.
    fn float(&mut self, item: usize, y: LayoutUnit, filling: &LineState, available: LayoutUnit) {
        if item < self.floats_done {
            return;
        }
        self.floats_done = item + 1;
        if !self.pending.is_empty() {
            self.pending.push(item);
            return;
        }
        let used = filling.position - filling.trailing;
        if filling.has_content || used > LayoutUnit::ZERO {
            let id = self.prepared.items[item].id;
            let width = self.pass.measure_float(id, &self.space).width;
            if used + width > available {
                self.pending.push(item);
                return;
            }
        }
        self.place_float(item, y);
    }

    fn place_float(&mut self, item: usize, y: LayoutUnit) {
        let id = self.prepared.items[item].id;
        self.pass.place_float(self.root, id, self.bfc, self.space.origin.y + y, &self.space);
    }

    /// Places the floats that did not fit on the line, below it.
    pub(super) fn place_pending(&mut self, y: LayoutUnit) {
        for item in std::mem::take(&mut self.pending) {
            self.place_float(item, y);
        }
    }

    /// Returns the width that a line may fill.
    ///
    /// Chrome: the least unit more than there is, since sums of widths that were cut to units come out short.
    fn available(&self, y: LayoutUnit, height: LayoutUnit) -> LayoutUnit {
        let (left, right) = self.room(y, height);
        self.limit.map_or(right - left, |limit| limit.min(right - left)) + LayoutUnit::EPSILON
    }

    /// Fills a line from `cursor` on. `y` is its top; the room is what floats leave there over `height`.
    pub(super) fn break_line(
        &mut self,
        cursor: Cursor,
        y: LayoutUnit,
        height: LayoutUnit,
        indent: LayoutUnit,
    ) -> BrokenLine {
        let prepared = Rc::clone(&self.prepared);
        let pieces = std::mem::take(&mut self.spare);
        let annotated = if prepared.is_plain { None } else { annotation_of(&prepared.items, (cursor.item, cursor.at)) };
        let mut filling = LineState { position: indent, pieces, annotated, ..LineState::default() };
        let mut available = self.available(y, height);
        let mut cursor = cursor;
        while let Some(item) = prepared.items.get(cursor.item) {
            if let Some(boundary) = filling.boundary
                && !matches!(
                    item.kind,
                    ItemKind::Close | ItemKind::Float | ItemKind::OutOfFlow | ItemKind::Control | ItemKind::Annotation
                )
                && !is_empty_box(&prepared.items, cursor.item)
            {
                filling.boundary = None;
                if boundary.width <= available || filling.candidate.is_none() {
                    filling.candidate = Some(boundary);
                }
                if boundary.width > available {
                    return self.commit(filling, y, available);
                }
            }
            let next = Cursor { item: cursor.item + 1, at: start_of(&prepared.items, cursor.item + 1) };
            match item.kind {
                ItemKind::Text => {
                    if self.text(&mut filling, item, cursor, next, available) {
                        return self.commit(filling, y, available);
                    }
                }
                ItemKind::Tab => {
                    let width = self.tab(item, filling.position);
                    push(&mut filling, item, cursor.item, width);
                    filling.trailing = LayoutUnit::ZERO;
                    filling.has_content = true;
                    note_leaf(&mut filling, next, item.wrap, false);
                    if filling.position > available && item.wrap && filling.candidate.is_some() {
                        return self.commit(filling, y, available);
                    }
                    if item.wrap && !next_is_space(&prepared, item.end as usize) {
                        filling.boundary = filling.leaf;
                    }
                }
                ItemKind::Newline | ItemKind::Break => {
                    push(&mut filling, item, cursor.item, LayoutUnit::ZERO);
                    filling.has_content = true;
                    if filling.position - filling.trailing > available && filling.candidate.is_some() {
                        return self.commit(filling, y, available);
                    }
                    let last = Candidate {
                        pieces: filling.pieces.len(),
                        cut: None,
                        next,
                        width: filling.position - filling.trailing,
                    };
                    filling.candidate = Some(last);
                    filling.is_forced = true;
                    return self.commit(filling, y, available);
                }
                ItemKind::Wbr => {
                    // Chrome: in quirks mode it has height as a line break has.
                    if prepared.quirks {
                        push(&mut filling, item, cursor.item, LayoutUnit::ZERO);
                    }
                    note_leaf(&mut filling, next, true, false);
                    filling.boundary = filling.leaf;
                    filling.has_content = true;
                }
                ItemKind::Atomic => {
                    // Spaces that went at the start of the line are nothing to break after.
                    let wraps = filling.has_content && (filling.leaf_wraps || item.wrap);
                    if let Some(leaf) = filling.leaf.filter(|_| wraps) {
                        if leaf.width > available {
                            filling.candidate.get_or_insert(leaf);
                            return self.commit(filling, y, available);
                        }
                        filling.candidate = Some(leaf);
                    }
                    let atomic = self.atomic(cursor.item);
                    let width = atomic.outcome.size.width + atomic.margin.width();
                    push(&mut filling, item, cursor.item, width);
                    filling.trailing = LayoutUnit::ZERO;
                    filling.has_content = true;
                    if filling.position > available && filling.candidate.is_some() {
                        return self.commit(filling, y, available);
                    }
                    note_leaf(&mut filling, next, item.wrap, true);
                }
                ItemKind::Open => {
                    let edges = self.edges(item.id);
                    let width = edge_width(&edges, item, true);
                    push(&mut filling, item, cursor.item, width);
                    filling.has_content |= has_box_edge(&edges, item, true, prepared.quirks);
                    if item.style.display == Display::Ruby {
                        filling.column = filling.position;
                    }
                }
                ItemKind::Close => {
                    let edges = self.edges(item.id);
                    let width = edge_width(&edges, item, false);
                    push(&mut filling, item, cursor.item, width);
                    filling.has_content |= has_box_edge(&edges, item, false, prepared.quirks);
                    let pieces = filling.pieces.len();
                    let after = Candidate { pieces, cut: None, next, width: filling.position - filling.trailing };
                    let follows_leaf = filling.leaf.is_some_and(|l| l.next == cursor)
                        || cursor.item > 0
                            && is_empty_box(&prepared.items, cursor.item - 1)
                            && filling.leaf.is_some_and(|l| l.next.item + 1 == cursor.item);
                    if follows_leaf {
                        filling.leaf = Some(after);
                        let opened = !filling.leaf_wraps && item.wrap;
                        filling.leaf_wraps |= item.wrap;
                        if filling.boundary.is_some() {
                            filling.boundary = Some(after);
                        } else if opened
                            && !filling.leaf_is_atomic
                            && prepared.breaks.get(item.start as usize)
                            && !ends_with_space(&prepared, item.start as usize)
                        {
                            // After text that does not wrap, the rules of its parent decide.
                            filling.boundary = Some(after);
                        }
                    }
                }
                ItemKind::Annotation if filling.annotated == Some(cursor.item) => filling.column = filling.position,
                ItemKind::Annotation => {
                    // Its base is widened to the annotation.
                    let extra = self.extra(cursor.item, filling.position - filling.column, &filling.pieces);
                    push(&mut filling, item, cursor.item, extra);
                    filling.column = filling.position;
                    filling.has_content = true;
                    if filling.leaf.is_some_and(|l| l.next == cursor) {
                        filling.extend_leaf(next);
                    }
                }
                ItemKind::Float => {
                    self.float(cursor.item, y, &filling, available);
                    available = self.available(y, height);
                    if filling.leaf.is_some_and(|l| l.next == cursor) {
                        // The float is on the line, no matter what follows it.
                        for place in [&mut filling.leaf, &mut filling.boundary].into_iter().flatten() {
                            place.next = next;
                        }
                    }
                }
                ItemKind::OutOfFlow => {
                    self.note_static(cursor.item, y);
                    // Chrome: after what is too wide it starts another line, unless there is text after it.
                    let is_last = item.start as usize == prepared.text.len();
                    if is_last && filling.leaf_wraps && filling.position - filling.trailing > available {
                        filling.candidate = filling.candidate.or(filling.leaf);
                        return self.commit(filling, y, available);
                    }
                    if let Some(boundary) = filling.boundary.filter(|_| filling.position > available) {
                        // The spaces before it end the line already.
                        if boundary.width <= available || filling.candidate.is_none() {
                            filling.candidate = Some(boundary);
                        }
                        return self.commit(filling, y, available);
                    }
                    push(&mut filling, item, cursor.item, LayoutUnit::ZERO);
                    if filling.leaf.is_some_and(|l| l.next == cursor) {
                        filling.extend_leaf(next);
                    }
                }
                ItemKind::Marker | ItemKind::Control => {
                    push(&mut filling, item, cursor.item, LayoutUnit::ZERO);
                    filling.has_content |= item.kind == ItemKind::Marker;
                }
            }
            cursor = next;
        }
        // The end of the context is a forced break.
        let width = filling.position - filling.trailing;
        if width > available && filling.candidate.is_some() {
            return self.commit(filling, y, available);
        }
        let pieces = filling.pieces.len();
        filling.candidate = Some(Candidate { pieces, cut: None, next: cursor, width });
        self.commit(filling, y, available)
    }

    /// Adds a text item, from the cursor on. True if the line is full: its candidate is where it ends.
    fn text(
        &mut self,
        filling: &mut LineState,
        item: &Item,
        cursor: Cursor,
        next: Cursor,
        available: LayoutUnit,
    ) -> bool {
        let prepared = Rc::clone(&self.prepared);
        let (mut start, end) = (cursor.at.max(item.start as usize), item.end as usize);
        let removed = item.trailing_spaces();
        if filling.leaf.is_none() && removed == TrailingSpaces::Removed {
            // Collapsible spaces at the start of a line go.
            let spaces = prepared.text.as_bytes().get(start..end).unwrap_or_default();
            start += spaces.iter().take_while(|b| **b == b' ').count();
        }
        let base = filling.position;
        let before = filling.position - filling.trailing;
        if let Some(leaf) = filling.leaf
            && filling.leaf_wraps | item.wrap
            && (filling.leaf_is_atomic
                || prepared.breaks.get(start)
                    && filling.boundary.is_none()
                    && prepared.text.get(..start).is_some_and(|t| t.ends_with(is_bidi_control)))
        {
            if leaf.width > available {
                filling.candidate.get_or_insert(leaf);
                return true;
            }
            filling.candidate = Some(leaf);
        }
        let mut from = self.first_break_that_counts(item, start, base, available).map_or(start, |at| at - 1);
        loop {
            let opportunity = if item.wrap { self.next_break(item, from, end) } else { None };
            let segment = opportunity.unwrap_or(end);
            let visible = if removed == TrailingSpaces::Content { segment } else { prepared.trim(start, segment) };
            // Chrome: what fits is kerned with the spaces that go, what is placed is not.
            let mut width = if visible == start { before } else { base + prepared.width(start, visible) };
            let mut piece_width = prepared.width(start, segment);
            if opportunity.is_some() && visible == segment {
                let kerning = prepared.end_kerning(item, segment);
                let hyphen = self.hyphen(item, segment);
                if kerning != 0.0 || hyphen != 0.0 {
                    piece_width =
                        LayoutUnit::from_f32_ceil(prepared.advance(start, segment) + kerning + hyphen).clamp_negative();
                    width = base + piece_width;
                }
            }
            let fits = width <= available;
            if !fits {
                if filling.candidate.is_some() {
                    return true;
                }
                if let Some(candidate) =
                    self.break_anywhere(filling, item, cursor.item, start, segment, base, available)
                {
                    filling.has_content |= candidate.cut.is_some();
                    filling.candidate = Some(candidate);
                    return true;
                }
            }
            if opportunity.is_some() && segment < end {
                let cut = Piece { item: cursor.item, start, end: segment, width: piece_width };
                let place = Candidate {
                    pieces: filling.pieces.len(),
                    cut: Some(cut),
                    next: Cursor { item: cursor.item, at: segment },
                    width,
                };
                filling.candidate = Some(place);
                filling.has_content |= visible > start || removed != TrailingSpaces::Removed;
                if !fits {
                    return true;
                }
                from = segment;
                continue;
            }
            // The whole of it.
            let total = prepared.width(start, end);
            filling.pieces.push(Piece { item: cursor.item, start, end, width: total });
            filling.position = base + total;
            if visible > start || removed == TrailingSpaces::Content {
                filling.trailing = total - prepared.width(start, visible);
            } else {
                filling.trailing += total;
            }
            filling.has_content |= end > start && (visible > start || removed != TrailingSpaces::Removed);
            note_leaf(filling, next, item.wrap, false);
            if opportunity.is_some() {
                if let Some(leaf) = &mut filling.leaf {
                    leaf.width = width;
                    // Where the line ends here, the text ends without kerning and with its hyphen.
                    leaf.pieces -= 1;
                    leaf.cut = Some(Piece { item: cursor.item, start, end, width: piece_width });
                }
                filling.boundary = filling.leaf;
            }
            return false;
        }
    }

    /// Returns the last break opportunity of those that fit for certain; those before it need not be tried. `None` where each has
    /// to be, as with kerning or hyphens at the ends of lines.
    fn first_break_that_counts(
        &self,
        item: &Item,
        start: usize,
        base: LayoutUnit,
        available: LayoutUnit,
    ) -> Option<usize> {
        let prepared = &self.prepared;
        let end = item.end as usize;
        // With a space at the start it counts what was on the line before.
        let starts_with_space = prepared.text.as_bytes().get(start) == Some(&b' ');
        if !prepared.is_steady || !item.wrap || starts_with_space || item.trailing_spaces() == TrailingSpaces::Content {
            return None;
        }
        let fits = |at: usize| base + prepared.width(start, at) <= available;
        // A break behind the text is not one within it.
        let (mut first, mut behind) = (start, end);
        if fits(end) {
            first = end;
        }
        while behind > first + 1 {
            let middle = first.midpoint(behind);
            *(if fits(middle) { &mut first } else { &mut behind }) = middle;
        }
        prepared.breaks.last(start, first.min(end.saturating_sub(1)))
    }

    /// The next opportunity of a text that counts: soft hyphens do not where `hyphens` is `none`.
    fn next_break(&self, item: &Item, from: usize, end: usize) -> Option<usize> {
        let mut from = from;
        loop {
            let found = self.prepared.breaks.next(from, end)?;
            if item.style.hyphens != Hyphens::None || !self.after_soft_hyphen(found) {
                return Some(found);
            }
            from = found;
        }
    }

    fn after_soft_hyphen(&self, at: usize) -> bool {
        self.prepared.text.get(..at).is_some_and(|t| t.ends_with('\u{AD}'))
    }

    fn hyphen(&self, item: &Item, at: usize) -> f32 {
        if self.after_soft_hyphen(at) { item.font.hyphen() } else { 0.0 }
    }

    /// Returns the place to break a word that is wider than the line, if its style allows it: after the last grapheme that fits,
    /// or before the text if none does and something else is on the line.
    #[expect(clippy::too_many_arguments, reason = "each is needed")]
    fn break_anywhere(
        &self,
        filling: &LineState,
        item: &Item,
        index: usize,
        start: usize,
        end: usize,
        base: LayoutUnit,
        available: LayoutUnit,
    ) -> Option<Candidate> {
        let style = &item.style;
        if !item.wrap || style.overflow_wrap == OverflowWrap::Normal && style.word_break != WordBreak::BreakWord {
            return None;
        }
        let prepared = &self.prepared;
        let text = prepared.text.get(..item.end as usize)?;
        let mut cursor = GraphemeCursor::new(start, text.len(), true);
        let mut best: Option<(usize, LayoutUnit)> = None;
        while let Ok(Some(at)) = cursor.next_boundary(text, 0) {
            let width = LayoutUnit::from_f32_ceil(prepared.advance(start, at) + prepared.end_kerning(item, at))
                .clamp_negative();
            if at > end || base + width > available {
                let first_of_line = best.is_none() && filling.leaf.is_none();
                if first_of_line && at <= end {
                    best = Some((at, width));
                }
                break;
            }
            best = Some((at, width));
        }
        match best {
            Some((at, width)) if at < item.end as usize => Some(Candidate {
                pieces: filling.pieces.len(),
                cut: Some(Piece { item: index, start, end: at, width }),
                next: Cursor { item: index, at },
                width: base + width,
            }),
            None => filling.leaf,
            Some(_) => None,
        }
    }

    fn tab(&self, item: &Item, position: LayoutUnit) -> LayoutUnit {
        let space = item.font.space();
        let stop = match item.style.tab_size {
            TabSize::Spaces(count) => count * space,
            TabSize::Px(px) => px,
        };
        if stop <= 0.0 {
            return LayoutUnit::ZERO;
        }
        // CSS Text 3: a tab is at least half a `ch` wide. Chrome: half a space.
        let mut width = stop - position.to_f32().rem_euclid(stop);
        if width < space / 2.0 {
            width += stop;
        }
        LayoutUnit::from_f32_ceil(width)
    }

    fn clear_of(&self, id: BoxId) -> (bool, bool) {
        use crate::style::computed::Clear;
        let node = self.pass.tree[id].node;
        let clear = self.pass.styles.get(node).map_or(Clear::None, |s| s.clear);
        (matches!(clear, Clear::Left | Clear::Both), matches!(clear, Clear::Right | Clear::Both))
    }

    /// Ends the line at its candidate: what trails it (ends of boxes, floats) still belongs to it.
    fn commit(&mut self, mut filling: LineState, y: LayoutUnit, available: LayoutUnit) -> BrokenLine {
        let prepared = Rc::clone(&self.prepared);
        let Some(candidate) = filling.candidate else { return BrokenLine::default() };
        filling.pieces.truncate(candidate.pieces);
        filling.pieces.extend(candidate.cut);
        let mut next = candidate.next;
        let mut width = candidate.width;
        let mut clear = match candidate.next.item.checked_sub(1).and_then(|last| prepared.items.get(last)) {
            Some(last) if filling.is_forced && last.kind == ItemKind::Break => self.clear_of(last.id),
            _ => (false, false),
        };
        while let Some(item) = prepared.items.get(next.item) {
            match item.kind {
                ItemKind::Close => {
                    // Chrome: a `br` clears only if it is the last of its line, the end of a box included.
                    clear = (false, false);
                    let edges = self.edges(item.id);
                    let edge = edge_width(&edges, item, false);
                    filling.has_content |= has_box_edge(&edges, item, false, prepared.quirks);
                    push(&mut filling, item, next.item, edge);
                    width += edge;
                }
                // What ends an isolate goes with the end of its box.
                ItemKind::Control if prepared.items.get(next.item + 1).is_some_and(|i| i.kind == ItemKind::Close) => {
                    push(&mut filling, item, next.item, LayoutUnit::ZERO);
                }
                // Chrome: after a forced break they belong to the next line.
                ItemKind::Float if !filling.is_forced => self.float(next.item, y, &filling, available),
                // A forced break after what overflows ends the same line, spaces between them or not. Chrome: after a box and a `wbr` it is
                // a line of its own.
                ItemKind::Break if !filling.is_forced && !follows_box_and_wbr(&prepared, next.item) => {
                    push(&mut filling, item, next.item, LayoutUnit::ZERO);
                    filling.is_forced = true;
                    clear = self.clear_of(item.id);
                }
                ItemKind::Text if !filling.is_forced && leads_to_break(&prepared, next.item, next.at) => {}
                // A line may break after it, never before.
                ItemKind::Wbr if !filling.is_forced => {
                    if prepared.quirks {
                        push(&mut filling, item, next.item, LayoutUnit::ZERO);
                    }
                }
                _ => break,
            }
            next = Cursor { item: next.item + 1, at: start_of(&prepared.items, next.item + 1) };
        }
        trim_end(&prepared, &mut filling.pieces);
        // Chrome: an annotation is on the line where its base begins.
        if !prepared.is_plain
            && let Some(at) = annotation_of(&prepared.items, (next.item, next.at))
            && filling.annotated != Some(at)
        {
            let extra = self.extra(at, width_of_base(&prepared, &filling.pieces), &filling.pieces);
            push(&mut filling, &prepared.items[at], at, extra);
            width += extra;
        }
        BrokenLine {
            width,
            next: (next.item < prepared.items.len()).then_some(next),
            has_content: filling.has_content,
            overflows: width > available,
            pieces: filling.pieces,
            forced: filling.is_forced,
            clear,
        }
    }
}

/// Is there a `wbr` before an item, after an atomic inline?
fn follows_box_and_wbr(prepared: &Prepared, at: usize) -> bool {
    let is_space = |item: &Item| {
        item.kind == ItemKind::Text && prepared.trim(item.start as usize, item.end as usize) == item.start as usize
    };
    let mut before = prepared.items[..at].iter().rev().filter(|item| item.kind != ItemKind::Close && !is_space(item));
    before.next().is_some_and(|item| item.kind == ItemKind::Wbr)
        && before.next().is_some_and(|item| item.kind == ItemKind::Atomic)
}

fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn start_of(items: &[Item], index: usize) -> usize {
    items.get(index).map_or(0, |i| i.start as usize)
}

/// A box that is opened at `index` and closed right after.
fn is_empty_box(items: &[Item], index: usize) -> bool {
    matches!((items.get(index), items.get(index + 1)),
        (Some(open), Some(close)) if open.kind == ItemKind::Open && close.kind == ItemKind::Close)
}

fn push(filling: &mut LineState, item: &Item, index: usize, width: LayoutUnit) {
    filling.pieces.push(Piece { item: index, start: item.start as usize, end: item.end as usize, width });
    filling.position += width;
}

/// Remembers the end of a text or atomic inline.
fn note_leaf(filling: &mut LineState, next: Cursor, wrap: bool, atomic: bool) {
    let width = filling.position - filling.trailing;
    filling.leaf = Some(Candidate { pieces: filling.pieces.len(), cut: None, next, width });
    (filling.leaf_wraps, filling.leaf_is_atomic) = (wrap, atomic);
    filling.boundary = None;
}
