//! Min-content and max-content widths of an inline formatting context.
//!
//! <https://www.w3.org/TR/css-sizing-3/#intrinsic-contribution>. One walk over the items: max-content is the widest run
//! between forced breaks, min-content the widest between opportunities.

use super::super::text::graphemes;
use super::super::unit::LayoutUnit;
use super::annotation::overhang;
use super::edge::edge_width;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Replaced};
use crate::layout::state::inline_items::{Item, ItemKind, Prepared, TrailingSpaces};
use crate::layout::state::results::{IntrinsicWidths, MinMax};
use crate::style::computed::{
    Clear, Dimension, Display, Float, Hyphens, LengthPercentage, OverflowWrap, TabSize, WordBreak,
};

/// A run that grows until it may be broken.
#[derive(Debug, Default)]
struct Run {
    width: LayoutUnit,
    /// Trailing spaces in it.
    trailing: LayoutUnit,
    widest: LayoutUnit,
}

impl Run {
    fn add(&mut self, width: LayoutUnit) {
        self.width += width;
        self.trailing = LayoutUnit::ZERO;
    }

    /// Ends it in front of what is at its end.
    fn end_before(&mut self, next: LayoutUnit) {
        self.width -= next;
        self.end();
        self.width = next;
    }

    fn end(&mut self) {
        self.widest = self.widest.max(self.width - self.trailing);
        (self.width, self.trailing) = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    }
}

/// Floats between two forced breaks: side by side, below those they clear.
#[derive(Debug, Default)]
struct Floats {
    left: LayoutUnit,
    right: LayoutUnit,
    widest: LayoutUnit,
}

impl Floats {
    fn add(&mut self, float: Float, clear: Clear, width: LayoutUnit) {
        self.widest = self.widest.max(self.left + self.right);
        if matches!(clear, Clear::Left | Clear::Both) {
            self.left = LayoutUnit::ZERO;
        }
        if matches!(clear, Clear::Right | Clear::Both) {
            self.right = LayoutUnit::ZERO;
        }
        let side = if float == Float::Right { &mut self.right } else { &mut self.left };
        *side += width.clamp_negative();
    }

    /// Takes the floats, and returns the width that they add to the text beside them.
    ///
    /// Chrome: the widest row of floats counts, even where the text is only beside another.
    fn end(&mut self) -> LayoutUnit {
        let Self { left, right, widest } = std::mem::take(self);
        widest.max(left + right)
    }
}

/// Is there no break beside images? <https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk>
fn has_sticky_images(pass: &LayoutState<'_>, root: BoxId) -> bool {
    let mut at = root;
    while let Some(parent) = pass.tree[at].parent.filter(|_| pass.tree[at].flags.contains(BoxFlags::ANONYMOUS)) {
        at = parent;
    }
    let node = &pass.tree[at];
    node.kind == BoxKind::TableCell && node.flags.contains(BoxFlags::QUIRKS) && node.style.width == Dimension::Auto
}

/// Are there blocks before the lines of an anonymous box, so that its first line is not that of its container?
fn follows_block(pass: &LayoutState<'_>, root: BoxId) -> bool {
    let node = &pass.tree[root];
    let Some(parent) = node.parent.filter(|_| node.flags.contains(BoxFlags::ANONYMOUS)) else { return false };
    if pass.tree[parent].kind != BoxKind::Block {
        return false;
    }
    let mut before = pass.tree.children(parent).take_while(|&child| child != root);
    before.any(|child| !pass.tree[child].is_out_of_flow() && !pass.tree[child].is_floating())
}

/// Both widths of the contents.
pub(super) fn measure(pass: &mut LayoutState<'_>, root: BoxId, prepared: &Prepared) -> MinMax {
    // Percentages of an unknown width count as 0.
    let indent = match &prepared.style.text_indent {
        _ if follows_block(pass, root) => LayoutUnit::ZERO,
        LengthPercentage::Linear { px, .. } => LayoutUnit::from_f32(*px),
        LengthPercentage::Calc(_) => LayoutUnit::ZERO,
    };
    let mut min = Run { width: indent, ..Run::default() };
    let mut max = Run { width: indent, ..Run::default() };
    let mut floats = Floats::default();
    let mut float_min = LayoutUnit::ZERO;
    // Where the last text or atomic inline was left: may a line break there?
    let mut leaf_wraps: Option<bool> = None;
    let mut leaf_is_atomic = false;
    // What boxes that were opened since then begin with: a line breaks in front of them.
    let mut opened = LayoutUnit::ZERO;
    // Where the base of the next ruby annotation starts.
    let mut columns = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    let sticky = has_sticky_images(pass, root);
    for (at, item) in prepared.items.iter().enumerate() {
        match item.kind {
            ItemKind::Text => {
                if leaf_is_atomic && (leaf_wraps == Some(true) || item.wrap) {
                    min.end_before(opened);
                }
                opened = LayoutUnit::ZERO;
                text(prepared, item, &mut min, &mut max);
                (leaf_wraps, leaf_is_atomic) = (Some(item.wrap), false);
            }
            ItemKind::Tab => {
                let stop = match item.style.tab_size {
                    TabSize::Spaces(count) => count * item.font.space(),
                    TabSize::Px(px) => px,
                };
                for run in [&mut min, &mut max] {
                    let used = if stop > 0.0 { run.width.to_f32().rem_euclid(stop) } else { 0.0 };
                    run.add(LayoutUnit::from_f32_ceil((stop - used).max(0.0)));
                }
                if item.wrap {
                    min.end();
                }
                (leaf_wraps, leaf_is_atomic) = (Some(item.wrap), false);
            }
            ItemKind::Newline | ItemKind::Break => {
                min.end();
                max.width += floats.end();
                max.end();
                (leaf_wraps, leaf_is_atomic) = (None, false);
            }
            ItemKind::Wbr => min.end(),
            ItemKind::Atomic => {
                let sticks = sticky && pass.tree[item.id].kind == BoxKind::Replaced(Replaced::Image);
                if !sticks && (leaf_wraps == Some(true) || leaf_wraps.is_some() && item.wrap) {
                    min.end_before(opened);
                }
                opened = LayoutUnit::ZERO;
                let size = pass.contribution(item.id, IntrinsicWidths::Both);
                min.add(size.min);
                max.add(size.max);
                (leaf_wraps, leaf_is_atomic) = if sticks { (None, true) } else { (Some(item.wrap), true) };
            }
            ItemKind::Open | ItemKind::Close => {
                let edges = pass.inline_edges(item.id, None);
                let width = edge_width(&edges, item, item.kind == ItemKind::Open);
                min.width += width;
                max.width += width;
                let begins = item.kind == ItemKind::Open && leaf_wraps == Some(true);
                opened = if begins { opened + width } else { LayoutUnit::ZERO };
                if item.style.display == Display::Ruby && item.kind == ItemKind::Open {
                    columns = (min.width, max.width);
                }
                if item.kind == ItemKind::Close && item.wrap && leaf_wraps == Some(false) {
                    leaf_wraps = Some(true);
                    let at = item.start as usize;
                    if !leaf_is_atomic && prepared.breaks.get(at) && prepared.trim(at.saturating_sub(1), at) == at {
                        min.end();
                    }
                }
            }
            ItemKind::Annotation => {
                let size = pass.contribution(item.id, IntrinsicWidths::Both);
                let ruby = pass.tree[pass.tree[item.id].parent.unwrap_or(root)].style.font_size;
                // A line that breaks at each space has no text after it.
                let is_open = prepared.text.get(item.end as usize..).is_none_or(|text| text.starts_with(' '));
                for (run, column, is_open) in [(&mut min, &mut columns.0, is_open), (&mut max, &mut columns.1, false)] {
                    let extra = (size.max - (run.width - *column)).clamp_negative();
                    let starts = *column <= LayoutUnit::ZERO;
                    let (before, after) = overhang(prepared, at, extra, ruby, starts);
                    run.width += extra - before - if is_open { LayoutUnit::ZERO } else { after };
                    *column = run.width;
                }
            }
            ItemKind::Float => {
                let size = pass.contribution(item.id, IntrinsicWidths::Both);
                float_min = float_min.max(size.min);
                floats.add(item.style.float, item.style.clear, size.max);
            }
            ItemKind::OutOfFlow | ItemKind::Marker | ItemKind::Control => {}
        }
    }
    min.end();
    max.width += floats.end();
    max.end();
    let least = min.widest.max(float_min).clamp_negative();
    MinMax { min: least, max: max.widest.max(least) }
}

fn text(prepared: &Prepared, item: &Item, min: &mut Run, max: &mut Run) {
    let (start, end) = (item.start as usize, item.end as usize);
    let spaces = item.trailing_spaces();
    let add = |kept: bool, run: &mut Run, from: usize, to: usize, extra: f32| {
        let visible = if kept { to } else { prepared.trim(from, to) };
        let total = prepared.width(from, to);
        if visible > from {
            let seen = if extra == 0.0 {
                prepared.width(from, visible)
            } else {
                LayoutUnit::from_f32_ceil(prepared.advance(from, visible) + extra)
            };
            run.width += seen + (total - prepared.width(from, visible));
            run.trailing = total - prepared.width(from, visible);
        } else {
            run.width += total;
            run.trailing += total;
        }
    };
    // css-text-3 4.1.3: as much as there may be is wide enough for spaces that hang before a forced break.
    add(spaces != TrailingSpaces::Removed, max, start, end, 0.0);
    let add = |run: &mut Run, from: usize, to: usize, extra: f32| {
        add(spaces == TrailingSpaces::Content, run, from, to, extra);
    };
    if !item.wrap {
        add(min, start, end, 0.0);
        return;
    }
    if item.style.overflow_wrap == OverflowWrap::Anywhere || item.style.word_break == WordBreak::BreakWord {
        for (at, grapheme) in graphemes(prepared.text.get(start..end).unwrap_or("")) {
            let (from, to) = (start + at, start + at + grapheme.len());
            add(min, from, to, prepared.end_kerning(item, to));
            min.end();
        }
        return;
    }
    let mut from = start;
    while let Some(at) = prepared.breaks.next(from, end) {
        let before = prepared.text.get(..at).unwrap_or("");
        let hyphen = before.ends_with('\u{AD}');
        if hyphen && item.style.hyphens == Hyphens::None {
            add(min, from, at, 0.0);
        } else {
            let extra = if before.ends_with(' ') {
                0.0
            } else {
                prepared.end_kerning(item, at) + if hyphen { item.font.hyphen() } else { 0.0 }
            };
            add(min, from, at, extra);
            min.end();
        }
        from = at;
    }
    add(min, from, end, 0.0);
}
