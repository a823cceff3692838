//! The vertical axis of a line: struts, `line-height`, `vertical-align`.
//!
//! <https://www.w3.org/TR/CSS22/visudet.html#line-height>. All positions are relative to the baseline of the root's strut,
//! downwards.

use std::rc::Rc;

use smallvec::SmallVec;

use super::super::text::{TextFont, line_height};
use super::super::unit::{Edges, LayoutUnit};
use super::annotation::reach_of_bases;
use super::emphasis::reach;
use super::height::Height;
use crate::layout::axes::{has_central_baseline, has_flipped_lines};
use crate::layout::state::inline_items::{Item, ItemKind, Piece, Prepared};
use crate::layout::state::results::{Atomic, InlineEdges};
use crate::style::ComputedStyle;
use crate::style::computed::{Display, LineHeight, VerticalAlign};

/// A line's part of an inline box.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoxPart {
    /// The item that opens the box.
    pub(super) item: usize,
    /// The piece that opens it on this line; `None` if it continues from the line before.
    pub(super) opened: Option<usize>,
    /// The piece that closes it on this line.
    pub(super) closed: Option<usize>,
    /// Border box.
    pub(super) top: LayoutUnit,
    pub(super) height: LayoutUnit,
}

/// The vertical positions of a line.
#[derive(Debug)]
pub(super) struct Vertical {
    /// Top of each piece (of an atomic inline: of its border box).
    pub(super) tops: SmallVec<[LayoutUnit; 8]>,
    /// In order of opening; those that go on from the line before come first.
    pub(super) boxes: SmallVec<[BoxPart; 2]>,
    /// Line breaks without height.
    pub(super) flat: Vec<usize>,
    /// The height of the line box.
    pub(super) height: Height,
    /// The distance by which an outside marker that reaches above the line pushes it down.
    pub(super) push: LayoutUnit,
    /// Free room below the em boxes of its texts and its atomic inlines, which annotations of the next line may take.
    pub(super) below: LayoutUnit,
    /// Opening items of the boxes that go on on the next line, outermost first.
    pub(super) open: SmallVec<[usize; 2]>,
}

/// A subtree that waits for the size of what it is aligned in.
#[derive(Debug, Clone, Copy)]
struct Pending {
    align: Edge,
    height: Height,
    pieces: (usize, usize),
    boxes: (usize, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    TextTop,
    TextBottom,
    Top,
    Bottom,
}

/// An inline box that is open, or the root.
#[derive(Debug)]
struct State<'a> {
    style: &'a ComputedStyle,
    font: &'a Rc<TextFont>,
    /// Index into [`Vertical::boxes`]; `None` for the root.
    part: Option<usize>,
    height: Height,
    /// The strut: the font's with leading.
    strut: Option<Height>,
    pieces_from: usize,
    boxes_from: usize,
    pending: SmallVec<[Pending; 2]>,
    /// In an annotation, whose lines have no leading.
    solid: bool,
}

impl<'a> State<'a> {
    fn new(style: &'a ComputedStyle, font: &'a Rc<TextFont>, part: Option<usize>, from: (usize, usize)) -> Self {
        Self {
            style,
            font,
            part,
            height: Height::EMPTY,
            strut: None,
            pieces_from: from.0,
            boxes_from: from.1,
            pending: SmallVec::new(),
            solid: false,
        }
    }

    fn ensure_strut(&mut self) {
        if self.strut.is_none() {
            let font = Height::of_font(&self.font.metrics);
            let strut = if self.solid { font } else { font.with_leading(line_height(self.style, &self.font.metrics)) };
            self.strut = Some(strut);
            self.height.unite(strut);
        }
    }
}

/// A source of the boxes and atomic inlines of a line.
pub(super) trait Boxes {
    fn edges(&mut self, item: &Item) -> InlineEdges;
    fn atomic(&mut self, index: usize) -> Atomic;
    /// The borders of an atomic inline that annotations lie on: none of replaced elements.
    fn border(&self, index: usize) -> Edges;
}

/// Aligns the pieces of a line. `open` are the items of the boxes that go on from the line before, outermost first;
/// `above` is free room above the line, for annotations.
pub(super) fn align(
    prepared: &Prepared,
    pieces: &[Piece],
    open: &[usize],
    above: LayoutUnit,
    boxes: &mut impl Boxes,
) -> Vertical {
    let mut aligner = Aligner {
        out: Vertical {
            tops: SmallVec::from_elem(LayoutUnit::ZERO, pieces.len()),
            boxes: SmallVec::new(),
            flat: Vec::new(),
            height: Height::EMPTY,
            push: LayoutUnit::ZERO,
            below: LayoutUnit::ZERO,
            open: SmallVec::new(),
        },
        stack: SmallVec::new(),
        annotated: Height::EMPTY,
        flipped: has_flipped_lines(&prepared.style),
        solid: prepared.style.display == Display::RubyText,
    };
    let mut marker = LayoutUnit::MIN;
    aligner.stack.push(aligner.state(&prepared.style, &prepared.font, None, (0, 0)));
    // Chrome: in quirks mode the lines of a list item have their strut nonetheless.
    if !prepared.quirks || prepared.is_list_item {
        aligner.stack[0].ensure_strut();
    }
    for &item in open {
        aligner.open(prepared, item, 0, None, boxes);
    }
    for (at, piece) in pieces.iter().enumerate() {
        let item = &prepared.items[piece.item];
        match item.kind {
            ItemKind::Open => aligner.open(prepared, piece.item, at, Some(at), boxes),
            ItemKind::Close => aligner.close(at + 1, Some(at)),
            ItemKind::Text | ItemKind::Tab | ItemKind::Newline | ItemKind::Break | ItemKind::Wbr => {
                aligner.text(prepared, item, piece, at);
            }
            ItemKind::Atomic => {
                let atomic = aligner.over(boxes.atomic(piece.item));
                aligner.atomic(item, &atomic, at);
            }
            ItemKind::Annotation => {
                let atomic = aligner.over(boxes.atomic(piece.item));
                aligner.annotation(item, &atomic, at);
                // Chrome: so do lines with annotations.
                aligner.stack[0].ensure_strut();
            }
            ItemKind::Marker => {
                // Beside an anonymous block the marker is not part of the line.
                if let Some(state) = aligner.stack.last_mut().filter(|_| !prepared.quirks || prepared.is_list_item) {
                    state.ensure_strut();
                }
                let atomic = boxes.atomic(piece.item);
                aligner.out.tops[at] = -aligner.over(atomic).baseline;
                marker = atomic.baseline;
            }
            ItemKind::OutOfFlow | ItemKind::Float | ItemKind::Control => {}
        }
    }
    aligner.out.open = aligner.stack.iter().filter_map(|s| s.part).map(|p| aligner.out.boxes[p].item).collect();
    while aligner.stack.len() > 1 {
        aligner.close(pieces.len(), None);
    }
    if let Some(mut root) = aligner.stack.pop() {
        aligner.settle(&mut root);
        aligner.out.height = if root.height.is_empty() {
            Height { ascent: LayoutUnit::ZERO, descent: LayoutUnit::ZERO }
        } else {
            root.height
        };
    }
    aligner.annotate(prepared, pieces, boxes);
    // What is above the line's contents: an annotation takes it before it makes the line taller.
    let above = if aligner.flipped { LayoutUnit::ZERO } else { above };
    let height = &mut aligner.out.height;
    height.ascent = height.ascent.max(aligner.annotated.ascent - above);
    height.descent = height.descent.max(aligner.annotated.descent);
    if aligner.flipped {
        aligner.flip(prepared, pieces, boxes);
    }
    aligner.out.push = (marker - aligner.out.height.ascent).clamp_negative();
    aligner.out
}

struct Aligner<'a> {
    out: Vertical,
    stack: SmallVec<[State<'a>; 2]>,
    /// The reach of annotations and emphasis marks from the baseline.
    annotated: Height,
    /// The line is one of an annotation.
    solid: bool,
    /// Letters have their tops where blocks end: lines are put together upside down and turned in the end.
    flipped: bool,
}

impl<'a> Aligner<'a> {
    fn state(
        &self,
        style: &'a ComputedStyle,
        font: &'a Rc<TextFont>,
        part: Option<usize>,
        from: (usize, usize),
    ) -> State<'a> {
        State { solid: self.solid, ..State::new(style, font, part, from) }
    }

    fn open(&mut self, prepared: &'a Prepared, index: usize, at: usize, opened: Option<usize>, boxes: &mut impl Boxes) {
        let item = &prepared.items[index];
        let edges = boxes.edges(item);
        let font = Height::of_font(&item.font.metrics);
        let over = if self.flipped {
            edges.border.bottom + edges.padding.bottom
        } else {
            edges.border.top + edges.padding.top
        };
        let part = self.out.boxes.len();
        self.out.boxes.push(BoxPart {
            item: index,
            opened,
            closed: None,
            top: -font.ascent - over,
            height: font.sum() + edges.border.height() + edges.padding.height(),
        });
        let mut state = self.state(&item.style, &item.font, Some(part), (at, part));
        // An empty inline box has a strut, save in quirks mode, where it needs a text or an edge for that.
        let zero = LayoutUnit::ZERO;
        if !prepared.quirks || edges.border.width() != zero || edges.padding.width() != zero {
            state.ensure_strut();
        }
        self.stack.push(state);
    }

    fn text(&mut self, prepared: &Prepared, item: &Item, piece: &Piece, at: usize) {
        let Some(state) = self.stack.last_mut() else { return };
        // Collapsed spaces at the end of a line are nothing.
        if prepared.quirks && item.kind == ItemKind::Text && piece.start == piece.end {
            return;
        }
        // In quirks mode a line break has height only where nothing else has.
        if item.kind == ItemKind::Text || !prepared.quirks || state.height.is_empty() {
            state.ensure_strut();
        }
        if state.strut.is_some() {
            self.out.tops[at] = -LayoutUnit::from_f32(state.font.metrics.ascent);
        } else {
            self.out.flat.push(at);
        }
        if state.style.text_emphasis.is_some() && piece.end > piece.start {
            let (ascent, descent) = reach(&item.font.metrics, &item.style);
            self.annotated.ascent = self.annotated.ascent.max(ascent.unwrap_or(LayoutUnit::MIN));
            self.annotated.descent = self.annotated.descent.max(descent.unwrap_or(LayoutUnit::MIN));
        }
        if state.style.line_height == LineHeight::Normal
            && !state.solid
            && item.kind == ItemKind::Text
            && !prepared.fallbacks.is_empty()
        {
            // `normal` makes room for every font used.
            let first = prepared.fallbacks.partition_point(|f| f.end <= piece.start);
            for run in prepared.fallbacks[first..].iter().take_while(|f| f.start < piece.end) {
                let font = Height::of_font(&state.font.fallback_metrics(run.metrics));
                state.height.unite(font.with_leading(LayoutUnit::from_f32(run.metrics.line_spacing)));
            }
        }
    }

    /// Places an annotation beside a central baseline; others wait for [`Self::annotate`].
    fn annotation(&mut self, item: &Item, atomic: &Atomic, at: usize) {
        let Some(base) = self.stack.last().filter(|base| has_central_baseline(base.style)) else { return };
        let baseline = atomic.outcome.first_baseline.unwrap_or(atomic.outcome.size.height);
        // The em boxes meet.
        let (rise, own) =
            (LayoutUnit::from_f32(base.style.font_size / 2.0), LayoutUnit::from_f32(item.style.font_size));
        self.out.tops[at] = -(rise + own.half()) - baseline;
        self.annotated.ascent = self.annotated.ascent.max(rise + own);
    }

    /// Places the annotations of a finished line: above the highest of their bases, which are em boxes of text and border boxes of
    /// others, or above the line if none has one. Chrome: they share a line of their own.
    fn annotate(&mut self, prepared: &Prepared, pieces: &[Piece], boxes: &mut impl Boxes) {
        if prepared.is_plain || has_central_baseline(&prepared.style) {
            return;
        }
        let reach = reach_of_bases(prepared, pieces, &self.out.tops, |item| {
            (boxes.atomic(item).outcome.size.height, boxes.border(item))
        });
        let (mut over, under) = (reach.ascent, reach.descent);
        self.out.below = (self.out.height.descent - under.clamp_negative()).clamp_negative();
        if over == LayoutUnit::MIN {
            over = self.out.height.ascent;
        }
        for (at, piece) in pieces.iter().enumerate() {
            let item = &prepared.items[piece.item];
            if item.kind != ItemKind::Annotation {
                continue;
            }
            let height = boxes.atomic(piece.item).outcome.size.height;
            self.out.tops[at] = -over - height;
            if height > LayoutUnit::ZERO {
                let metrics = &item.font.metrics;
                let em = LayoutUnit::from_f32(metrics.em_ascent).ceil() + LayoutUnit::from_f32(metrics.descent);
                self.annotated.ascent = self.annotated.ascent.max(over + em);
            }
        }
    }

    /// An atomic inline as it is seen from above the letters.
    fn over(&self, atomic: Atomic) -> Atomic {
        if !self.flipped {
            return atomic;
        }
        let mut turned = atomic;
        let height = atomic.outcome.size.height;
        (turned.margin.top, turned.margin.bottom) = (atomic.margin.bottom, atomic.margin.top);
        turned.baseline = height - atomic.baseline;
        let (first, last) = (atomic.outcome.first_baseline, atomic.outcome.last_baseline);
        (turned.outcome.first_baseline, turned.outcome.last_baseline) =
            (last.map(|b| height - b), first.map(|b| height - b));
        turned
    }

    /// Turns a finished line upside down.
    fn flip(&mut self, prepared: &Prepared, pieces: &[Piece], boxes: &mut impl Boxes) {
        self.out.height = self.out.height.flipped();
        for (at, piece) in pieces.iter().enumerate() {
            let item = &prepared.items[piece.item];
            let height = match item.kind {
                ItemKind::Text | ItemKind::Tab | ItemKind::Newline | ItemKind::Break => {
                    if self.out.flat.contains(&at) {
                        LayoutUnit::ZERO
                    } else {
                        Height::of_font(&item.font.metrics).sum()
                    }
                }
                kind if kind.is_laid_out() => boxes.atomic(piece.item).outcome.size.height,
                _ => LayoutUnit::ZERO,
            };
            self.out.tops[at] = -(self.out.tops[at] + height);
        }
        for part in &mut self.out.boxes {
            part.top = -(part.top + part.height);
        }
    }

    fn atomic(&mut self, item: &'a Item, atomic: &Atomic, at: usize) {
        let size = atomic.outcome.size;
        let mut state = self.state(&item.style, &item.font, None, (at, self.out.boxes.len()));
        state.height = Height {
            ascent: atomic.margin.top + atomic.baseline,
            descent: size.height - atomic.baseline + atomic.margin.bottom,
        };
        self.out.tops[at] = -atomic.baseline;
        self.shift(state, at + 1);
    }

    fn close(&mut self, end: usize, closed: Option<usize>) {
        if self.stack.len() < 2 {
            return;
        }
        let Some(mut state) = self.stack.pop() else { return };
        if let Some(part) = state.part {
            self.out.boxes[part].closed = closed;
        }
        self.settle(&mut state);
        self.shift(state, end);
    }

    fn move_range(&mut self, pieces: (usize, usize), boxes: (usize, usize), by: LayoutUnit) {
        if by == LayoutUnit::ZERO {
            return;
        }
        for top in &mut self.out.tops[pieces.0..pieces.1] {
            *top += by;
        }
        for part in &mut self.out.boxes[boxes.0..boxes.1] {
            part.top += by;
        }
    }

    /// Aligns the subtrees that waited for the size of this box.
    fn settle(&mut self, state: &mut State<'_>) {
        let pending = std::mem::take(&mut state.pending);
        let zero = LayoutUnit::ZERO;
        let solid = |h: Height| if h.is_empty() { Height { ascent: zero, descent: zero } } else { h };
        let font = Height::of_font(&state.font.metrics);
        for child in &pending {
            let height = solid(child.height);
            let by = match child.align {
                Edge::TextTop => height.ascent - font.ascent,
                Edge::TextBottom => font.descent - height.descent,
                Edge::Top | Edge::Bottom => continue,
            };
            state.height.unite(height.moved(by));
            self.move_range(child.pieces, child.boxes, by);
        }
        // `top` and `bottom` come last: they need the height of everything else. The tallest of them extends the line
        // at the edge it is not aligned to.
        let edges = || pending.iter().filter(|p| matches!(p.align, Edge::Top | Edge::Bottom));
        let mut bounds = if state.height.is_empty() && !pending.is_empty() {
            // What has no strut in quirks mode is aligned as if it had one.
            font.with_leading(line_height(state.style, &state.font.metrics))
        } else {
            solid(state.height)
        };
        if let Some(tallest) = edges().rev().max_by_key(|p| p.height.sum())
            && tallest.height.sum() > bounds.sum()
        {
            let extra = tallest.height.sum() - bounds.sum();
            match tallest.align {
                Edge::Top => bounds.descent += extra,
                _ => bounds.ascent += extra,
            }
        }
        for child in edges() {
            let height = solid(child.height);
            let by = match child.align {
                Edge::Top => height.ascent - bounds.ascent,
                _ => bounds.descent - height.descent,
            };
            state.height.unite(height.moved(by));
            self.move_range(child.pieces, child.boxes, by);
        }
    }

    /// Applies `vertical-align` of a box that has ended, and hands its height to its parent.
    fn shift(&mut self, state: State<'a>, end: usize) {
        let (pieces, boxes) = ((state.pieces_from, end), (state.boxes_from, self.out.boxes.len()));
        let Some(parent) = self.stack.last_mut() else { return };
        let align = match &state.style.vertical_align {
            VerticalAlign::TextTop => Some(Edge::TextTop),
            VerticalAlign::TextBottom => Some(Edge::TextBottom),
            VerticalAlign::Top => Some(Edge::Top),
            VerticalAlign::Bottom => Some(Edge::Bottom),
            _ => None,
        };
        if let Some(align) = align {
            let pending = Pending { align, height: state.height, pieces, boxes };
            let waits_for = if matches!(align, Edge::TextTop | Edge::TextBottom) {
                self.stack.len() - 1
            } else {
                // The nearest box that is itself aligned to the top or bottom, else the line.
                self.stack
                    .iter()
                    .rposition(|s| {
                        matches!(s.style.vertical_align, VerticalAlign::Top | VerticalAlign::Bottom) && s.part.is_some()
                    })
                    .unwrap_or(0)
            };
            self.stack[waits_for].pending.push(pending);
            return;
        }
        let parent_metrics = &parent.font.metrics;
        let by = match &state.style.vertical_align {
            VerticalAlign::Sub => LayoutUnit::from_f32_round(parent.style.font_size).over(5) + LayoutUnit::px(1),
            VerticalAlign::Super => -(LayoutUnit::from_f32_round(parent.style.font_size).over(3) + LayoutUnit::px(1)),
            VerticalAlign::Middle => state.height.middle() - LayoutUnit::from_f32_round(parent_metrics.x_height / 2.0),
            VerticalAlign::BaselineMiddle => state.height.middle(),
            VerticalAlign::Length(length) => {
                let line = line_height(state.style, &state.font.metrics).to_f32();
                -LayoutUnit::from_f32(length.resolve(line))
            }
            _ => LayoutUnit::ZERO,
        };
        parent.height.unite(state.height.moved(by));
        self.move_range(pieces, boxes, by);
    }
}
