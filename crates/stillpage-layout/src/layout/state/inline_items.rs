//! The contents of an inline formatting context as a list of items over one string.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use super::box_cache::BoxCache;
use super::box_tree::BoxId;
use super::results::{InlineFragment, InlineOutcome, Line};
use crate::layout::text::{FallbackRun, Opportunities, TextCache, TextFont};
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{Direction, TextWrapMode, WhiteSpaceCollapse};

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// Text of one font and one bidi level.
    Text,
    /// A preserved line feed.
    Newline,
    /// A preserved tab.
    Tab,
    /// `br`
    Break,
    /// `wbr`
    Wbr,
    /// An inline box starts.
    Open,
    /// An inline box ends.
    Close,
    /// An atomic inline.
    Atomic,
    /// A ruby annotation, which stands above what is between it and the one before it.
    Annotation,
    /// A float.
    Float,
    /// An absolutely positioned box.
    OutOfFlow,
    /// An outside list marker.
    Marker,
    /// Bidi control characters, which `unicode-bidi` stands for.
    Control,
}

impl ItemKind {
    /// Is it a box with a layout of its own?
    pub(crate) fn is_laid_out(self) -> bool {
        matches!(self, Self::Atomic | Self::Annotation | Self::Float | Self::OutOfFlow | Self::Marker)
    }
}

/// A part of an inline formatting context.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub kind: ItemKind,
    pub id: BoxId,
    /// Byte range in [`Prepared::text`]; empty for tags and for boxes out of flow.
    pub start: u32,
    pub end: u32,
    /// The box's style; of text and line breaks: their parent's.
    pub style: Arc<ComputedStyle>,
    /// The font of that style.
    pub font: Rc<TextFont>,
    /// Embedding level.
    pub level: u8,
    /// Lines may break around it: `text-wrap-mode` of its parent (for [`ItemKind::Close`]: of what continues after it).
    pub wrap: bool,
    /// True for an [`ItemKind::Open`] whose box is no more than its contents, so that its rects are theirs.
    pub culled: bool,
}

impl Item {
    /// Returns the treatment of spaces at the end of a line.
    pub(crate) fn trailing_spaces(&self) -> TrailingSpaces {
        match self.style.white_space_collapse {
            WhiteSpaceCollapse::Collapse | WhiteSpaceCollapse::PreserveBreaks => TrailingSpaces::Removed,
            WhiteSpaceCollapse::Preserve if self.style.text_wrap_mode == TextWrapMode::Wrap => TrailingSpaces::Hang,
            WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => TrailingSpaces::Content,
        }
    }
}

/// The treatment of spaces at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrailingSpaces {
    /// They are collapsible.
    Removed,
    /// They stay, but take no room.
    Hang,
    /// They are content like any other.
    Content,
}

/// An inline formatting context ready to be broken into lines; does not depend on the room.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The text of all items; atomic inlines are U+FFFC, line breaks line feeds.
    pub text: String,
    pub items: Vec<Item>,
    /// Sum of the advances of all bytes before a byte, px; one more than bytes.
    pub positions: Vec<f64>,
    pub breaks: Opportunities,
    /// Runs of text in faces other than their font's first, in text order.
    pub(crate) fallbacks: Vec<FallbackRun>,
    /// The range of the text that belongs to each text box, in tree order.
    pub texts: SmallVec<[(BoxId, u32, u32); 1]>,
    /// The root's style and font.
    pub style: Arc<ComputedStyle>,
    pub font: Rc<TextFont>,
    /// The base direction; with `unicode-bidi: plaintext` that of the first paragraph.
    pub direction: Direction,
    /// Some level differs from the base direction's, or the base direction is rtl: lines have to be reordered.
    pub(crate) is_bidi: bool,
    /// Empty inline boxes have no strut (quirks and limited-quirks documents).
    pub quirks: bool,
    /// The root is a list item itself, no anonymous block in one.
    pub(crate) is_list_item: bool,
    /// Forced breaks, tabs, floats and similar: lines are not balanced.
    pub is_plain: bool,
    /// A text is never wider if it ends sooner, wherever a line may break in it: all breaks are behind spaces.
    pub(crate) is_steady: bool,
    /// No boxes but inline boxes: breaking lines writes no results.
    pub(crate) is_text_alone: bool,
    /// The contents as prepared for the first line, if a `::first-line` has other styles.
    pub(crate) first_line: Option<Rc<Self>>,
}

impl Prepared {
    /// Width of a range of text.
    pub(crate) fn width(&self, start: usize, end: usize) -> LayoutUnit {
        LayoutUnit::from_f32_ceil(self.advance(start, end)).clamp_negative()
    }

    #[expect(clippy::cast_possible_truncation, reason = "a line's width fits an f32")]
    pub(crate) fn advance(&self, start: usize, end: usize) -> f32 {
        let at = |i: usize| self.positions.get(i).copied().unwrap_or(0.0);
        (at(end) - at(start)) as f32
    }

    /// Returns the addition to the width of text that ends at `end` because the line ends there: minus the kerning with what
    /// would follow.
    pub(crate) fn end_kerning(&self, item: &Item, end: usize) -> f32 {
        let (Some(before), Some(after)) = (self.text.get(..end), self.text.get(end..)) else { return 0.0 };
        match (before.chars().next_back(), after.chars().next()) {
            (Some(a), Some(b)) if end < item.end as usize => -item.font.kerning_between(a, b),
            _ => 0.0,
        }
    }

    /// Returns the addition to the width of text that ends at `visible`, before spaces that go because the line is broken at
    /// `broken` after them.
    ///
    /// Chrome: the kerning with the space goes too, unless what follows is kerned with the space as well: only then is the
    /// end of the line shaped again, with the space.
    pub(crate) fn space_kerning(&self, item: &Item, visible: usize, broken: usize) -> f32 {
        let (Some(before), Some(after)) = (self.text.get(..visible), self.text.get(broken..)) else { return 0.0 };
        let Some(last) = before.chars().next_back().filter(|_| visible < broken) else { return 0.0 };
        let kerning = item.font.kerning_between(last, ' ');
        if kerning == 0.0 {
            return 0.0;
        }
        match after.chars().next() {
            Some(next) if broken < item.end as usize && item.font.kerning_between(' ', next) != 0.0 => 0.0,
            _ => -kerning,
        }
    }

    /// The end of the text in `start..end` without its trailing spaces.
    pub(crate) fn trim(&self, start: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes().get(start..end).unwrap_or_default();
        start + bytes.iter().rposition(|b| *b != b' ').map_or(0, |i| i + 1)
    }
}

/// The caches of inline formatting contexts within one layout.
#[derive(Debug, Default)]
pub(crate) struct InlineCache {
    /// Fonts and advances.
    pub text: TextCache,
    /// Contexts ready to be broken into lines, by root.
    pub(crate) prepared: BoxCache<Rc<Prepared>>,
    /// Contexts of which nothing but the widths were asked for so far, with their max-content widths, oldest first.
    pub(crate) waiting: VecDeque<(BoxId, LayoutUnit)>,
    /// Buffers for breaking lines, used again for each.
    pub(crate) buffers: LineBuffers,
    /// The room of contexts that were broken into lines: most contexts are, right after they were prepared.
    spare: Vec<PreparedBuffers>,
    /// The lines of contexts that were measured and not placed yet, by root: empty until there is one.
    measured: Vec<Option<Box<MeasuredLines>>>,
}

impl InlineCache {
    /// Forgets a context; what it took up is used again.
    pub(crate) fn forget(&mut self, root: BoxId) {
        if let Some(prepared) = self.prepared.remove(root) {
            self.recycle(prepared);
        }
    }

    /// Returns room for a context, with nothing in it.
    pub(crate) fn room(&mut self) -> PreparedBuffers {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps the room of a context that nobody needs any more.
    pub(crate) fn recycle(&mut self, prepared: Rc<Prepared>) {
        if self.spare.len() < MAX_SPARE
            && let Some(Prepared { mut text, mut items, mut positions, .. }) = Rc::into_inner(prepared)
            && text.capacity() <= MAX_SPARE_TEXT
        {
            text.clear();
            items.clear();
            positions.clear();
            self.spare.push(PreparedBuffers { text, items, positions });
        }
    }

    /// The lines of `root` as they were measured in this width.
    pub(crate) fn measured(&self, root: BoxId, width: LayoutUnit) -> Option<&InlineOutcome> {
        let measured = self.measured.get(root.index())?.as_deref()?;
        measured.are_those_in(width).then_some(&measured.outcome)
    }

    /// Takes the measured lines out of the cache, to keep them; lines of another width are forgotten.
    pub(crate) fn take_measured(&mut self, root: BoxId, width: LayoutUnit) -> Option<InlineOutcome> {
        let measured = self.measured.get_mut(root.index())?.take()?;
        measured.are_those_in(width).then_some(measured.outcome)
    }

    /// Keeps the lines of `root`, one of `boxes` boxes.
    pub(crate) fn keep_measured(&mut self, root: BoxId, measured: MeasuredLines, boxes: usize) {
        if self.measured.is_empty() {
            self.measured.resize_with(boxes, || None);
        }
        if let Some(slot) = self.measured.get_mut(root.index()) {
            *slot = Some(Box::new(measured));
        }
    }
}

/// The part of an item that is on a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    pub item: usize,
    pub start: usize,
    pub end: usize,
    /// Advance on the line; of tags: margin, border and padding of that edge.
    pub width: LayoutUnit,
}

/// The lines of a context while they are broken. Most contexts have a single line: they are copied out in one piece.
#[derive(Debug, Default)]
pub(crate) struct LineBuffers {
    /// The advance of each byte.
    pub advances: Vec<f32>,
    /// The pieces of the line that is being broken.
    pub pieces: Vec<Piece>,
    pub lines: Vec<Line>,
    pub fragments: Vec<InlineFragment>,
}

/// The room for a context.
#[derive(Debug, Default)]
pub(crate) struct PreparedBuffers {
    pub text: String,
    pub items: Vec<Item>,
    pub positions: Vec<f64>,
}

/// Contexts whose room is kept.
const MAX_SPARE: usize = 8;

/// Bytes of text of a context whose room is kept.
const MAX_SPARE_TEXT: usize = 4096;

/// Lines that nothing but the width of their root decided about.
#[derive(Debug)]
pub(crate) struct MeasuredLines {
    pub(crate) width: LayoutUnit,
    /// They are the same where there is more room.
    pub(crate) fits_wider: bool,
    pub(crate) outcome: InlineOutcome,
}

impl MeasuredLines {
    fn are_those_in(&self, width: LayoutUnit) -> bool {
        self.width == width || self.fits_wider && self.width <= width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_lines_are_those_of_their_width_or_of_any_more_room() {
        let check = |fits_wider: bool, width: i32, expected: bool| {
            let mut cache = InlineCache::default();
            let outcome = InlineOutcome::default();
            let measured = MeasuredLines { width: LayoutUnit::px(10), fits_wider, outcome };
            cache.keep_measured(BoxId::ROOT, measured, 1);
            let width = LayoutUnit::px(width);
            assert_eq!(cache.measured(BoxId::ROOT, width).is_some(), expected, "{fits_wider}, {width:?}");
            assert_eq!(cache.take_measured(BoxId::ROOT, width).is_some(), expected, "{fits_wider}, {width:?}");
        };
        check(false, 10, true);
        check(false, 11, false);
        check(true, 11, true);
        check(true, 9, false);
    }
}
