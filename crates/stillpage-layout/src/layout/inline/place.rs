//! The horizontal axis of a line: alignment, justification, bidi reordering; and the fragments that come of it.

use smallvec::SmallVec;

use super::super::unit::{LayoutRect, LayoutUnit, Offset};
use super::annotation::{Base, annotation_piece, base_at, ends_base};
use super::edge::is_left;
use super::justify::justify;
use super::line::{BrokenLine, LineBreaker};
use super::trailing::hanging;
use super::vertical::{BoxPart, Vertical};
use crate::layout::state::box_tree::BoxKind;
use crate::layout::state::display::is_inline_display;
use crate::layout::state::inline_items::{Item, ItemKind, LineBuffers, Piece, Prepared};
use crate::layout::state::results::Atomic;
use crate::layout::state::results::{Constraints, InlineFragment, InlineFragmentKind, Line};
use crate::layout::text_align::{alignment, offset};
use crate::style::computed::{Direction, Display, TextAlign};

/// The place of a line in its block.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineSpace {
    /// Left and right edge of its room, from the content box's left.
    pub(super) left: LayoutUnit,
    pub(super) right: LayoutUnit,
    /// Top, from the content box's top.
    pub(super) top: LayoutUnit,
    pub(super) indent: LayoutUnit,
    /// The last line, or one that a forced break ends: not justified.
    pub(super) ends_paragraph: bool,
}

/// A box that is open while its line is written.
#[derive(Debug, Clone, Copy)]
struct OpenBox {
    fragment: usize,
    part: usize,
    /// The area that its children cover, where they are visible; `None` without any.
    covered: Option<LayoutRect>,
    /// A child is seen elsewhere than it is laid out.
    moved: bool,
}

/// Writes the fragments of a line.
pub(super) fn place(
    breaker: &mut LineBreaker<'_, '_>,
    line: &mut BrokenLine,
    vertical: &Vertical,
    space: LineSpace,
    out: &mut LineBuffers,
) {
    let prepared = std::rc::Rc::clone(&breaker.prepared);
    let ltr = prepared.direction == Direction::Ltr;
    let mut align = alignment(&prepared.style, prepared.direction, space.ends_paragraph);
    let room = space.right - space.left;
    let all = line.pieces.iter().map(|p| p.width).sum::<LayoutUnit>() + space.indent;
    let mut hang = hanging(&prepared, &line.pieces);
    if space.ends_paragraph {
        // css-text-3 4.1.3: before a forced break they hang only where they do not fit.
        hang = hang.min((all - room).clamp_negative());
    }
    let width = all - hang;
    let mut free = room - width;
    if align == TextAlign::Justify {
        if free > LayoutUnit::ZERO && justify(&prepared, &mut line.pieces, free) {
            free = LayoutUnit::ZERO;
        }
        align = if ltr { TextAlign::Left } else { TextAlign::Right };
    }
    let mut x = space.left + offset(align, ltr, free);
    if ltr {
        x += space.indent;
    } else {
        // Spaces that hang do so at the left.
        x -= hang;
    }
    let top = space.top;
    let baseline = top + vertical.height.ascent;
    let first = out.fragments.len();
    let mut writer = Writer {
        breaker,
        prepared: &prepared,
        vertical,
        out,
        open: SmallVec::new(),
        baseline,
        top,
        column: x,
        base: Base::default(),
        edges: (space.left, space.right),
        flat: !line.has_content,
        content: line.pieces.iter().find(|piece| is_content(&prepared, piece)).map_or(usize::MAX, |piece| piece.item),
    };
    if prepared.is_bidi {
        writer.reordered(&line.pieces, x);
    } else {
        writer.in_order(&line.pieces, x);
    }
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let height = if line.has_content { vertical.height.sum() } else { LayoutUnit::ZERO };
    let fragments = (count(first), count(out.fragments.len()));
    out.lines.push(Line { rect: LayoutRect::new(x, top, width - space.indent, height), baseline, fragments });
}

impl OpenBox {
    /// Adds a child that is laid out at `rect` and moved by `offset`. One without an area counts only among its like.
    fn cover(&mut self, rect: &LayoutRect, offset: Offset) {
        let rect = rect.translate(offset);
        self.moved |= offset != Offset::ZERO;
        self.covered = Some(match self.covered {
            Some(covered) if covered.size.is_empty() == rect.size.is_empty() => covered.union(&rect),
            Some(covered) if rect.size.is_empty() => covered,
            _ => rect,
        });
    }
}

struct Writer<'w, 'a, 'p> {
    breaker: &'w mut LineBreaker<'a, 'p>,
    prepared: &'w Prepared,
    vertical: &'w Vertical,
    out: &'w mut LineBuffers,
    /// Boxes around what is written next, outermost first.
    open: SmallVec<[OpenBox; 2]>,
    baseline: LayoutUnit,
    top: LayoutUnit,
    /// The start of the base of the next ruby annotation.
    column: LayoutUnit,
    /// The base that begins there.
    base: Base,
    /// Left and right edge of the room of the line.
    edges: (LayoutUnit, LayoutUnit),
    /// No content: everything is flat.
    flat: bool,
    /// The first item of the line that is something.
    content: usize,
}

/// Is it something that a block would start below?
fn is_content(prepared: &Prepared, piece: &Piece) -> bool {
    match prepared.items[piece.item].kind {
        ItemKind::Text | ItemKind::Tab | ItemKind::Newline => piece.end > piece.start,
        kind => matches!(kind, ItemKind::Atomic | ItemKind::Break),
    }
}

impl Writer<'_, '_, '_> {
    fn push(&mut self, item: &Item, kind: InlineFragmentKind, rect: LayoutRect) {
        if kind != InlineFragmentKind::StaticPosition
            && let Some(parent) = self.open.last_mut()
        {
            let is_atomic = kind == InlineFragmentKind::Atomic;
            parent.cover(&rect, if is_atomic { self.breaker.pass.relative_offset(item.id) } else { Offset::ZERO });
        }
        self.out.fragments.push(InlineFragment { id: item.id, kind, rect, culled: false });
    }

    /// Starts the fragment of a box's part; its width is set when it ends.
    fn begin(&mut self, part: usize, x: LayoutUnit) {
        let BoxPart { item, top, height, .. } = self.vertical.boxes[part];
        let item = &self.prepared.items[item];
        let (y, height) = if self.flat { (self.top, LayoutUnit::ZERO) } else { (self.baseline + top, height) };
        let rect = LayoutRect::new(x, y, LayoutUnit::ZERO, height);
        self.open.push(OpenBox { fragment: self.out.fragments.len(), part, covered: None, moved: false });
        let kind = InlineFragmentKind::Inline;
        self.out.fragments.push(InlineFragment { id: item.id, kind, rect, culled: item.culled });
    }

    /// Ends the innermost box.
    fn end(&mut self, x: LayoutUnit) -> Option<OpenBox> {
        let ended = self.open.pop()?;
        let rect = &mut self.out.fragments[ended.fragment].rect;
        rect.size.width = (x - rect.origin.x).clamp_negative();
        let item = &self.prepared.items[self.vertical.boxes[ended.part].item];
        if let Some(covered) = ended.covered.filter(|_| item.culled) {
            (rect.origin.y, rect.size.height) = (covered.origin.y, covered.size.height);
            if ended.moved {
                (rect.origin.x, rect.size.width) = (covered.origin.x, covered.size.width);
            }
        }
        let rect = *rect;
        if let Some(parent) = self.open.last_mut() {
            // Chrome: a box without one of its own is around what is seen of its children.
            parent.cover(&rect, self.breaker.pass.relative_offset(item.id));
            parent.moved |= ended.moved && item.culled;
        }
        Some(ended)
    }

    /// Writes a text, atomic inline, line break or box out of flow.
    fn leaf(&mut self, at: usize, piece: &Piece, x: LayoutUnit) {
        let item = &self.prepared.items[piece.item];
        let top = self.baseline + self.vertical.tops[at];
        let mut font_height = LayoutUnit::from_f32(item.font.metrics.ascent + item.font.metrics.descent);
        if self.vertical.flat.contains(&at) {
            font_height = LayoutUnit::ZERO;
        }
        match item.kind {
            ItemKind::Text | ItemKind::Tab | ItemKind::Newline => {
                let base = self.text_start(item);
                let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX).saturating_sub(base);
                let kind = match self.breaker.pass.tree[item.id].kind {
                    BoxKind::Br => InlineFragmentKind::Break,
                    _ => InlineFragmentKind::Text { start: byte(piece.start), end: byte(piece.end) },
                };
                if piece.end > piece.start {
                    self.push(item, kind, LayoutRect::new(x, top, piece.width, font_height));
                }
            }
            ItemKind::Break => {
                self.push(item, InlineFragmentKind::Break, LayoutRect::new(x, top, LayoutUnit::ZERO, font_height));
            }
            ItemKind::Atomic => {
                let Atomic { outcome, margin, .. } = self.breaker.atomic(piece.item);
                let origin = Offset::new(x + margin.left, top);
                self.push(item, InlineFragmentKind::Atomic, LayoutRect { origin, size: outcome.size });
            }
            ItemKind::Marker => {
                let Atomic { outcome, margin, .. } = self.breaker.atomic(piece.item);
                // Outside of the line, which may be beside a float, by its own margins.
                let x = if self.prepared.direction == Direction::Ltr {
                    self.edges.0 - (outcome.size.width + margin.right)
                } else {
                    self.edges.1 + margin.left
                };
                let rect = LayoutRect { origin: Offset::new(x, top), size: outcome.size };
                self.push(item, InlineFragmentKind::Atomic, rect);
            }
            ItemKind::Annotation => {
                // As wide as its base, or wider.
                let base = x - self.column;
                let width = base.max(self.breaker.atomic(piece.item).outcome.size.width);
                let space = self.breaker.space;
                let fit = Constraints::fit(space.width, space.percent_height, space.purpose);
                let outcome = self.breaker.pass.layout(item.id, &Constraints { fixed_width: Some(width), ..fit });
                let rect = LayoutRect { origin: Offset::new(self.column - self.base.before, top), size: outcome.size };
                // It is not part of the base's rects.
                let kind = InlineFragmentKind::Atomic;
                self.out.fragments.push(InlineFragment { id: item.id, kind, rect, culled: false });
                self.column = x + piece.width;
            }
            ItemKind::OutOfFlow => {
                let x = self.breaker.static_x(piece.item).filter(|_| self.flat).unwrap_or(x);
                self.static_position(item, x, self.content < piece.item);
            }
            ItemKind::Wbr | ItemKind::Open | ItemKind::Close | ItemKind::Float | ItemKind::Control => {}
        }
    }

    /// Returns the start of the text box of an item in the text.
    fn text_start(&self, item: &Item) -> u32 {
        let texts = &self.prepared.texts;
        let at = texts.partition_point(|(_, start, _)| *start <= item.start);
        // Empty texts may start at the same byte.
        texts[..at].iter().rev().find(|(id, _, _)| *id == item.id).map_or(0, |(_, start, _)| *start)
    }

    /// Notes where a box out of flow would be. `has_content`: something is on the line before it.
    fn static_position(&mut self, item: &Item, x: LayoutUnit, has_content: bool) {
        // Before it was blockified.
        let inline = is_inline_display(item.style.original_display);
        let ltr = self.prepared.direction == Direction::Ltr;
        let origin = if inline {
            Offset::new(x, self.top)
        } else {
            // A block starts on a line of its own, below the content before it.
            let height = if self.flat { LayoutUnit::ZERO } else { self.vertical.height.sum() };
            let edge = if ltr { LayoutUnit::ZERO } else { self.breaker.space.width };
            let y = if has_content { self.top + height } else { self.top };
            Offset::new(edge, y)
        };
        self.push(
            item,
            InlineFragmentKind::StaticPosition,
            LayoutRect::new(origin.x, origin.y, LayoutUnit::ZERO, LayoutUnit::ZERO),
        );
    }

    /// Notes the base that begins with a piece: it is in the middle below an annotation that is wider. True if its boxes are there, too.
    fn begin_base(&mut self, pieces: &[Piece], from: usize) -> bool {
        self.base = Base::default();
        if let Some(annotation) = annotation_piece(self.prepared, pieces, from) {
            let item = pieces[annotation].item;
            let wanted = self.breaker.atomic(item).outcome.size.width;
            self.base = base_at(self.prepared, pieces, from, annotation, (wanted, self.breaker.ruby_size(item)));
        }
        self.base.is_empty
    }

    /// A line without bidi text: its pieces from left to right.
    fn in_order(&mut self, pieces: &[Piece], x: LayoutUnit) {
        let vertical = self.vertical;
        let mut x = x;
        let mut next_part = vertical.boxes.iter().take_while(|p| p.opened.is_none()).count();
        for part in 0..next_part {
            self.begin(part, x);
        }
        // Is something of a base on the line?
        let mut started = self.prepared.style.display == Display::BlockRuby && self.begin_base(pieces, 0);
        for (at, piece) in pieces.iter().enumerate() {
            let item = &self.prepared.items[piece.item];
            match item.kind {
                ItemKind::Open => {
                    let edges = self.breaker.edges(item.id);
                    let margin = if is_left(item, true) { edges.margin.left } else { edges.margin.right };
                    self.begin(next_part, x + margin + if started { self.base.lead } else { -self.base.before });
                    next_part += 1;
                    x += piece.width;
                    if item.style.display == Display::Ruby {
                        self.column = x;
                        started = self.begin_base(pieces, at + 1);
                    }
                }
                ItemKind::Annotation => {
                    self.leaf(at, piece, x);
                    x += piece.width;
                    started = self.begin_base(pieces, at + 1);
                }
                ItemKind::Close => {
                    x += piece.width;
                    let edges = self.breaker.edges(item.id);
                    let margin = if is_left(item, false) { edges.margin.left } else { edges.margin.right };
                    let Base { lead, before, is_empty } = self.base;
                    let is_last = lead > LayoutUnit::ZERO && !is_empty && ends_base(self.prepared, pieces, at + 1);
                    let after = if is_last { lead + lead + before } else { lead };
                    self.end(x - margin + after);
                }
                _ => {
                    self.leaf(at, piece, x + self.base.lead);
                    started = true;
                    x += piece.width;
                }
            }
        }
        // Boxes that go on on the next line; those that begin here with nothing have no fragment on this one.
        while let Some(ended) = self.end(x) {
            let opened = vertical.boxes[ended.part].opened;
            if ended.fragment + 1 == self.out.fragments.len()
                && opened.is_some_and(|p| pieces[p].width == LayoutUnit::ZERO)
            {
                self.out.fragments.pop();
            }
        }
    }

    /// A line with bidi text: its leaves in visual order, each box around each stretch of them.
    fn reordered(&mut self, pieces: &[Piece], x: LayoutUnit) {
        let vertical = self.vertical;
        let leaves = self.leaves(pieces);
        let order = visual_order(&leaves.iter().map(|l| l.level).collect::<Vec<_>>());
        // Where each box is seen first and last decides where its edges are.
        let mut first = vec![usize::MAX; vertical.boxes.len()];
        let mut last = vec![0usize; vertical.boxes.len()];
        for (place, &leaf) in order.iter().enumerate() {
            for &part in &leaves[leaf].boxes {
                first[part] = first[part].min(place);
                last[part] = last[part].max(place);
            }
        }
        let mut x = x;
        for (place, &index) in order.iter().enumerate() {
            let leaf = &leaves[index];
            let common = self.open.iter().zip(&leaf.boxes).take_while(|(o, b)| o.part == **b).count();
            for &part in &leaf.boxes[common..] {
                let mut start = x;
                if first[part] == place {
                    let (margin, width) = self.part_edge(&vertical.boxes[part], true);
                    start = x + margin;
                    x += width;
                }
                self.begin(part, start);
                if self.prepared.items[vertical.boxes[part].item].style.display == Display::Ruby {
                    self.column = x;
                }
            }
            if let Some(at) = leaf.piece {
                self.leaf(at, &pieces[at], x);
                x += pieces[at].width;
            }
            let keep = order.get(place + 1).map_or(0, |&next| {
                self.open.iter().zip(&leaves[next].boxes).take_while(|(o, b)| o.part == **b).count()
            });
            while self.open.len() > keep {
                let part = self.open[self.open.len() - 1].part;
                let mut end = x;
                if last[part] == place {
                    let (margin, width) = self.part_edge(&vertical.boxes[part], false);
                    x += width;
                    end = x - margin;
                }
                self.end(end);
            }
        }
    }

    /// Margin and whole width of the left (or right) edge of a box's part; nothing where the box continues.
    fn part_edge(&mut self, part: &BoxPart, left: bool) -> (LayoutUnit, LayoutUnit) {
        let item = &self.prepared.items[part.item];
        let is_start = left == is_left(item, true);
        if is_start && part.opened.is_none() || !is_start && part.closed.is_none() {
            return (LayoutUnit::ZERO, LayoutUnit::ZERO);
        }
        let edges = self.breaker.edges(item.id);
        if left {
            (edges.margin.left, edges.margin.left + edges.border.left + edges.padding.left)
        } else {
            (edges.margin.right, edges.margin.right + edges.border.right + edges.padding.right)
        }
    }

    /// The leaves of a line with the boxes around them; a box without any gets an empty one.
    fn leaves(&self, pieces: &[Piece]) -> Vec<Leaf> {
        let parts = &self.vertical.boxes;
        let base = u8::from(self.prepared.direction == Direction::Rtl);
        let mut open: Vec<usize> = (0..parts.len()).take_while(|p| parts[*p].opened.is_none()).collect();
        let mut next_part = open.len();
        let mut leaves: Vec<Leaf> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let item = &self.prepared.items[piece.item];
            match item.kind {
                ItemKind::Open => {
                    open.push(next_part);
                    next_part += 1;
                }
                ItemKind::Close => {
                    let Some(part) = open.pop() else { continue };
                    if !leaves
                        .iter()
                        .rev()
                        .take_while(|l| l.at >= parts[part].opened.unwrap_or(0))
                        .any(|l| l.boxes.contains(&part))
                    {
                        let boxes = open.iter().copied().chain([part]).collect();
                        leaves.push(Leaf { piece: None, at, level: item.level, boxes });
                    }
                }
                _ => {
                    let level =
                        if matches!(item.kind, ItemKind::Newline | ItemKind::Break) { base } else { item.level };
                    leaves.push(Leaf { piece: Some(at), at, level, boxes: open.clone() });
                }
            }
        }
        // Spaces at the end of a line have the level of the paragraph: rule L1.
        for leaf in leaves.iter_mut().rev() {
            let Some(piece) = leaf.piece.map(|p| &pieces[p]) else { break };
            let is_space =
                self.prepared.text.get(piece.start..piece.end).is_some_and(|t| t.chars().all(char::is_whitespace));
            if !is_space {
                break;
            }
            leaf.level = base;
        }
        leaves
    }
}

/// A text, atomic inline or other item in its boxes.
#[derive(Debug)]
struct Leaf {
    /// The piece; `None` for an empty box.
    piece: Option<usize>,
    at: usize,
    level: u8,
    /// Parts of boxes around it, outermost first.
    boxes: Vec<usize>,
}

/// <https://www.unicode.org/reports/tr9/#L2>: leaves from left to right.
fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let highest = levels.iter().copied().max().unwrap_or(0);
    let lowest_odd = levels.iter().copied().filter(|l| l % 2 == 1).min().unwrap_or(u8::MAX);
    for level in (lowest_odd..=highest).rev() {
        let mut start = 0;
        while start < order.len() {
            if levels[order[start]] < level {
                start += 1;
                continue;
            }
            let len = order[start..].iter().take_while(|i| levels[**i] >= level).count();
            order[start..start + len].reverse();
            start += len;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::visual_order;

    #[test]
    fn order_is_reversed_by_level() {
        assert_eq!(visual_order(&[0, 0, 1, 1, 0]), [0, 1, 3, 2, 4]);
        assert_eq!(visual_order(&[1, 2, 2, 1]), [3, 1, 2, 0]);
        assert_eq!(visual_order(&[0, 0]), [0, 1]);
    }
}
