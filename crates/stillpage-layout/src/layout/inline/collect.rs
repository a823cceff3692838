//! From boxes to items: white-space processing across inline boxes, forced breaks, bidi controls.
//!
//! <https://www.w3.org/TR/css-text-3/#white-space-processing>, phase I; phase II is done line by line.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::text::{Language, TextCache, transform};
use super::first_line::FirstLineStyles;
use crate::dom::Dom;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
use crate::layout::state::inline_items::{Item, ItemKind};
use crate::style::computed::{Direction, Display, TextTransform, TextWrapMode, UnicodeBidi, WhiteSpaceCollapse};
use crate::style::{ComputedStyle, ends_with_symbol};
use crate::text::is_single_spaced;

/// The text and the items of an inline formatting context.
#[derive(Debug)]
pub(super) struct Collected {
    pub(super) text: String,
    pub(super) items: Vec<Item>,
    pub(super) texts: SmallVec<[(BoxId, u32, u32); 1]>,
    pub(super) has_controls: bool,
    pub(super) is_plain: bool,
}

struct Collector<'a> {
    dom: &'a Dom,
    tree: &'a BoxTree,
    /// Without it there are no items, only texts.
    cache: Option<&'a mut TextCache>,
    out: Collected,
    /// The position of the last character, if it is a collapsible space with nothing but tags after it.
    trailing: Option<usize>,
    /// Collapsible spaces are dropped: nothing is on the line yet.
    line_start: bool,
    /// `text-wrap-mode` of the innermost box.
    wrap: bool,
    /// The styles of a first line, if these are the items of one.
    first_line: Option<&'a mut FirstLineStyles>,
}

/// Gathers the items of an inline formatting context, with the styles of its first line if they are given, into an empty text and list.
pub(super) fn collect(
    dom: &Dom,
    tree: &BoxTree,
    cache: &mut TextCache,
    root: BoxId,
    first_line: Option<&mut FirstLineStyles>,
    room: (String, Vec<Item>),
) -> Collected {
    gather(dom, tree, Some(cache), root, first_line, room)
}

/// Gives `each` the rendered text of each text box of an inline formatting context.
pub(in crate::layout) fn texts(dom: &Dom, tree: &BoxTree, root: BoxId, mut each: impl FnMut(BoxId, &str)) {
    let collected = gather(dom, tree, None, root, None, (String::new(), Vec::new()));
    for &(id, start, end) in &collected.texts {
        each(id, collected.text.get(start as usize..end as usize).unwrap_or(""));
    }
}

fn gather(
    dom: &Dom,
    tree: &BoxTree,
    cache: Option<&mut TextCache>,
    root: BoxId,
    first_line: Option<&mut FirstLineStyles>,
    (text, mut items): (String, Vec<Item>),
) -> Collected {
    let style = &tree[root].style;
    // Most contexts are a single text, or a few boxes.
    items.reserve_exact(tree.children(root).take(8).count());
    let mut collector = Collector {
        dom,
        tree,
        cache,
        out: Collected { text, items, texts: SmallVec::new(), has_controls: false, is_plain: true },
        trailing: None,
        line_start: true,
        wrap: style.text_wrap_mode == TextWrapMode::Wrap,
        first_line,
    };
    let (style, overriding) = (Arc::clone(style), bidi_controls(style, true));
    if let Some((open, _)) = overriding {
        collector.control(root, &style, open);
    }
    let mut at = tree[root].first_child;
    while let Some(id) = at {
        at = if collector.enter(id) { tree[id].first_child } else { None };
        if at.is_some() {
            continue;
        }
        // Up to the next box in tree order, leaving inline boxes on the way.
        let mut up = id;
        loop {
            if is_box(tree, up) {
                collector.leave(up, root);
            }
            if let Some(sibling) = tree[up].next_sibling {
                at = Some(sibling);
                break;
            }
            match tree[up].parent {
                Some(parent) if parent != root => up = parent,
                _ => break,
            }
        }
    }
    if let Some((_, close)) = overriding {
        collector.control(root, &style, close);
    }
    collector.remove_trailing();
    collector.out
}

/// An inline box whose children are part of the context.
fn is_box(tree: &BoxTree, id: BoxId) -> bool {
    let node = &tree[id];
    (node.kind == BoxKind::Inline || node.kind == BoxKind::Marker && !node.flags.contains(BoxFlags::OUTSIDE_MARKER))
        && !node.is_floating()
        && !node.is_out_of_flow()
}

/// <https://www.w3.org/TR/css-writing-modes-4/#bidi-control-codes>
fn bidi_controls(style: &ComputedStyle, is_root: bool) -> Option<(&'static str, &'static str)> {
    let ltr = style.direction == Direction::Ltr;
    Some(match style.unicode_bidi {
        UnicodeBidi::Override | UnicodeBidi::IsolateOverride if is_root => {
            (if ltr { "\u{202D}" } else { "\u{202E}" }, "\u{202C}")
        }
        _ if is_root => return None,
        UnicodeBidi::Normal => return None,
        UnicodeBidi::Embed => (if ltr { "\u{202A}" } else { "\u{202B}" }, "\u{202C}"),
        UnicodeBidi::Isolate => (if ltr { "\u{2066}" } else { "\u{2067}" }, "\u{2069}"),
        UnicodeBidi::Override => (if ltr { "\u{202D}" } else { "\u{202E}" }, "\u{202C}"),
        UnicodeBidi::IsolateOverride => (if ltr { "\u{2068}\u{202D}" } else { "\u{2068}\u{202E}" }, "\u{202C}\u{2069}"),
        UnicodeBidi::Plaintext => ("\u{2068}", "\u{2069}"),
    })
}

fn len(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

impl Collector<'_> {
    fn push(&mut self, kind: ItemKind, id: BoxId, style: &Arc<ComputedStyle>, start: u32) {
        let Some(cache) = &mut self.cache else { return };
        let style = match &mut self.first_line {
            Some(styles) if !kind.is_laid_out() => styles.style(style),
            _ => Arc::clone(style),
        };
        let font = cache.font(&style);
        self.out.items.push(Item {
            kind,
            id,
            start,
            end: len(&self.out.text),
            style,
            font,
            level: 0,
            wrap: self.wrap,
            culled: false,
        });
    }

    /// Adds a box; true if its children come next.
    fn enter(&mut self, id: BoxId) -> bool {
        let tree = self.tree;
        let node = &tree[id];
        let here = len(&self.out.text);
        if node.is_floating() {
            self.push(ItemKind::Float, id, &node.style, here);
            self.out.is_plain = false;
            return false;
        }
        if node.is_out_of_flow() {
            self.push(ItemKind::OutOfFlow, id, &node.style, here);
            return false;
        }
        match node.kind {
            BoxKind::Text(_) => self.text(id),
            // Chrome: a forced break in ruby is a space.
            BoxKind::Br if self.parent_style(id).inlinifies => {
                let style = self.parent_style(id);
                self.begin_text(id);
                self.collapse(id, &style, " ", false);
                self.end_text();
            }
            BoxKind::Br => {
                self.remove_trailing();
                self.out.is_plain = false;
                let here = len(&self.out.text);
                self.out.text.push('\n');
                let style = self.parent_style(id);
                self.push(ItemKind::Break, id, &style, here);
                (self.trailing, self.line_start) = (None, true);
            }
            BoxKind::Wbr => self.push(ItemKind::Wbr, id, &node.style, here),
            BoxKind::Marker if node.flags.contains(BoxFlags::OUTSIDE_MARKER) => {
                self.push(ItemKind::Marker, id, &node.style, here);
            }
            _ if is_box(tree, id) => {
                self.push(ItemKind::Open, id, &node.style, here);
                if let Some((open, _)) = bidi_controls(&node.style, false) {
                    self.control(id, &node.style, open);
                }
                self.wrap = node.style.text_wrap_mode == TextWrapMode::Wrap;
                return true;
            }
            _ if node.style.display == Display::RubyText => {
                self.push(ItemKind::Annotation, id, &node.style, here);
                self.out.is_plain = false;
            }
            _ => {
                self.out.text.push('\u{FFFC}');
                self.push(ItemKind::Atomic, id, &node.style, here);
                (self.trailing, self.line_start) = (None, false);
            }
        }
        false
    }

    fn leave(&mut self, id: BoxId, root: BoxId) {
        let tree = self.tree;
        let node = &tree[id];
        let parent = node.parent.unwrap_or(root);
        self.wrap = tree[parent].style.text_wrap_mode == TextWrapMode::Wrap;
        // Chrome: white space after a marker that ends with a space is collapsed with it, though that one is preserved.
        if node.kind == BoxKind::Marker && self.out.text.ends_with(' ') {
            self.line_start = true;
            // It goes at the end of a line, as others do; that of a symbol is part of it.
            self.trailing = (!ends_with_symbol(&self.out.text)).then(|| self.out.text.len() - 1);
        }
        if let Some((_, close)) = bidi_controls(&node.style, false) {
            self.control(id, &node.style, close);
        }
        let here = len(&self.out.text);
        self.push(ItemKind::Close, id, &node.style, here);
        // Chrome: a line may break after a marker.
        if node.kind == BoxKind::Marker && self.wrap {
            self.push(ItemKind::Wbr, id, &node.style, here);
        }
    }

    fn parent_style(&self, id: BoxId) -> Arc<ComputedStyle> {
        let parent = self.tree[id].parent.unwrap_or(BoxId::ROOT);
        Arc::clone(&self.tree[parent].style)
    }

    fn control(&mut self, id: BoxId, style: &Arc<ComputedStyle>, controls: &str) {
        let start = len(&self.out.text);
        self.out.text.push_str(controls);
        self.out.has_controls = true;
        self.push(ItemKind::Control, id, style, start);
    }

    /// Removes the collapsible space at the end of the line, wherever tags have left it.
    fn remove_trailing(&mut self) {
        let Some(at) = self.trailing.take() else { return };
        self.out.text.remove(at);
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        for item in self.out.items.iter_mut().rev() {
            if item.end <= at {
                break;
            }
            item.end -= 1;
            if item.start > at {
                item.start -= 1;
            }
        }
        for (_, start, end) in self.out.texts.iter_mut().rev() {
            if *end <= at {
                break;
            }
            *end -= 1;
            if *start > at {
                *start -= 1;
            }
        }
    }

    fn text(&mut self, id: BoxId) {
        let (tree, dom) = (self.tree, self.dom);
        let style = &tree[id].style;
        let raw = tree.text(dom, id);
        let text_transform = match &mut self.first_line {
            Some(styles) => styles.style(style).text_transform,
            None => style.text_transform,
        };
        let shown = if text_transform == TextTransform::None {
            std::borrow::Cow::Borrowed(raw)
        } else {
            let language = dom.language(tree[id].node).map_or(Language::Other, Language::of);
            let before = self.out.text.chars().next_back().filter(|c| *c != '\u{FFFC}');
            transform(raw, text_transform, language, before)
        };
        self.out.text.reserve(shown.len());
        self.begin_text(id);
        // Chrome: so is a line feed that would stay.
        let shown = match style.inlinifies && style.white_space_collapse != WhiteSpaceCollapse::Collapse {
            true if shown.contains('\n') => shown.replace('\n', " ").into(),
            _ => shown,
        };
        match style.white_space_collapse {
            WhiteSpaceCollapse::Collapse => self.collapse(id, style, &shown, false),
            WhiteSpaceCollapse::PreserveBreaks => self.collapse(id, style, &shown, true),
            WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => self.preserve(id, style, &shown),
        }
        self.end_text();
    }

    fn begin_text(&mut self, id: BoxId) {
        let start = len(&self.out.text);
        self.out.texts.push((id, start, start));
    }

    fn end_text(&mut self) {
        let end = len(&self.out.text);
        if let Some(last) = self.out.texts.last_mut() {
            last.2 = end;
        }
    }

    fn flush(&mut self, id: BoxId, style: &Arc<ComputedStyle>, start: &mut u32) {
        let end = len(&self.out.text);
        if end > *start {
            self.push(ItemKind::Text, id, style, *start);
        }
        *start = end;
    }

    fn newline(&mut self, id: BoxId, style: &Arc<ComputedStyle>, start: &mut u32) {
        self.flush(id, style, start);
        // The range of the text box must be up to date for the removal.
        self.end_text();
        self.remove_trailing();
        *start = len(&self.out.text);
        self.out.text.push('\n');
        self.push(ItemKind::Newline, id, style, *start);
        *start = len(&self.out.text);
        self.out.is_plain = false;
        (self.trailing, self.line_start) = (None, true);
    }

    /// Runs of white space become one space, or nothing after another; with `breaks` line feeds stay.
    fn collapse(&mut self, id: BoxId, style: &Arc<ComputedStyle>, text: &str, breaks: bool) {
        let mut start = len(&self.out.text);
        let mut rest = text;
        if is_single_spaced(text.as_bytes()) {
            // Nothing but a space at its start may go.
            let is_after_space = self.line_start || self.trailing.is_some();
            let kept = text.strip_prefix(' ').filter(|_| is_after_space).unwrap_or(text);
            self.out.text.push_str(kept);
            if !kept.is_empty() {
                self.line_start = false;
                self.trailing = kept.ends_with(' ').then(|| self.out.text.len() - 1);
            }
            rest = "";
        }
        while !rest.is_empty() {
            let word = rest.bytes().position(is_space).unwrap_or(rest.len());
            let (head, tail) = rest.split_at(word);
            if !head.is_empty() {
                self.out.text.push_str(head);
                (self.trailing, self.line_start) = (None, false);
            }
            let spaces = tail.bytes().position(|b| !is_space(b)).unwrap_or(tail.len());
            let (run, tail) = tail.split_at(spaces);
            rest = tail;
            if run.is_empty() {
                continue;
            }
            let feeds = run.bytes().filter(|b| *b == b'\n').count();
            if breaks && feeds > 0 {
                for _ in 0..feeds {
                    self.newline(id, style, &mut start);
                }
                continue;
            }
            // A line feed beside a zero-width space is removed.
            let beside = |text: &str| text.ends_with('\u{200B}');
            if self.line_start
                || self.trailing.is_some()
                || feeds > 0 && (beside(&self.out.text) || rest.starts_with('\u{200B}'))
            {
                continue;
            }
            self.trailing = Some(self.out.text.len());
            self.out.text.push(' ');
        }
        self.flush(id, style, &mut start);
    }

    /// All characters stay; line feeds and tabs become items of their own.
    fn preserve(&mut self, id: BoxId, style: &Arc<ComputedStyle>, text: &str) {
        let mut start = len(&self.out.text);
        let mut rest = text;
        loop {
            let plain = rest.bytes().position(|b| matches!(b, b'\n' | b'\t' | b'\r')).unwrap_or(rest.len());
            let (head, tail) = rest.split_at(plain);
            if !head.is_empty() {
                self.out.text.push_str(head);
                (self.trailing, self.line_start) = (None, false);
            }
            match tail.as_bytes().first() {
                Some(b'\n') => self.newline(id, style, &mut start),
                Some(b'\t') => {
                    self.flush(id, style, &mut start);
                    self.out.text.push('\t');
                    self.push(ItemKind::Tab, id, style, start);
                    start = len(&self.out.text);
                    self.out.is_plain = false;
                    (self.trailing, self.line_start) = (None, false);
                }
                Some(_) => {}
                None => break,
            }
            rest = tail.get(1..).unwrap_or("");
        }
        self.flush(id, style, &mut start);
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}
