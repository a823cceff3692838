//! Preparation of an inline formatting context, which does not depend on the room: its items, their levels, advances and break
//! opportunities. Done once for each root.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;
use unicode_bidi::{BidiInfo, Level};

use super::super::text::{BreakRules, FallbackRun, Opportunities, has_rtl, shape, word_breaks};
use super::collect::collect;
use super::first_line::FirstLineStyles;
use crate::dom::Quirks;
use crate::geometry::Sides;
use crate::layout::axes::combines_text;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree};
use crate::layout::state::inline_items::{Item, ItemKind, Prepared, PreparedBuffers};
use crate::style::ComputedStyle;
use crate::style::computed::{
    Direction, Display, LengthPercentage, LengthPercentageAuto, Position, UnicodeBidi, VerticalAlign,
};

/// The items of `root`, from the cache if they were prepared before.
pub(super) fn prepared(pass: &mut LayoutState<'_>, root: BoxId) -> Rc<Prepared> {
    if let Some(prepared) = pass.inline.prepared.get(root) {
        return Rc::clone(prepared);
    }
    let first_line = FirstLineStyles::of(pass, root).map(|mut styles| prepare(pass, root, Some(&mut styles)));
    let mut prepared = prepare(pass, root, None);
    // Limit: a `text-transform` that makes the text of the first line longer or shorter leaves all of the styles away.
    prepared.first_line = first_line.filter(|first| has_same_places(first, &prepared)).map(Rc::new);
    let prepared = Rc::new(prepared);
    pass.inline.prepared.insert(root, Rc::clone(&prepared));
    prepared
}

/// Does a place in one version of the contents mean the same in the other?
fn has_same_places(one: &Prepared, other: &Prepared) -> bool {
    let place = |item: &Item| (item.kind, item.id, item.start, item.end);
    one.items.iter().map(place).eq(other.items.iter().map(place))
}

fn prepare(pass: &mut LayoutState<'_>, root: BoxId, mut first_line: Option<&mut FirstLineStyles>) -> Prepared {
    let mut advances = std::mem::take(&mut pass.inline.buffers.advances);
    let PreparedBuffers { text, items, mut positions } = pass.inline.room();
    let (dom, tree, cache) = (pass.dom, &pass.tree, &mut pass.inline.text);
    let collected = collect(dom, tree, cache, root, first_line.as_deref_mut(), (text, items));
    let own = &tree[root].style;
    let style = first_line.map_or_else(|| Arc::clone(own), |styles| styles.style(own));
    let mut items = collected.items;
    let text = collected.text;
    let mut direction = style.direction;
    let mut is_bidi = false;
    if collected.has_controls || direction == Direction::Rtl || has_rtl(&text) {
        let base = match (style.unicode_bidi, direction) {
            (UnicodeBidi::Plaintext, _) => None,
            (_, Direction::Ltr) => Some(Level::ltr()),
            (_, Direction::Rtl) => Some(Level::rtl()),
        };
        let info = BidiInfo::new(&text, base);
        if base.is_none()
            && let Some(paragraph) = info.paragraphs.first()
        {
            direction = if paragraph.level.is_rtl() { Direction::Rtl } else { Direction::Ltr };
        }
        is_bidi = direction == Direction::Rtl || info.levels.iter().any(|l| l.number() > 0);
        if is_bidi {
            items = split_by_level(items, &info.levels, if direction == Direction::Rtl { 1 } else { 0 });
        }
    }
    cull(&mut items);
    advances.clear();
    advances.resize(text.len(), 0.0);
    let mut fallbacks: Vec<FallbackRun> = Vec::new();
    let mut next = 0;
    let mut cursive = false;
    while next < items.len() {
        let first = next;
        next += 1;
        if items[first].kind != ItemKind::Text {
            continue;
        }
        next = shaping_end(&items, first);
        let end = items[first..next].iter().rfind(|i| i.kind == ItemKind::Text).map_or(0, |i| i.end as usize);
        let start = items[first].start as usize;
        let font = Rc::clone(&items[first].font);
        let run = text.get(start..end).unwrap_or("");
        let shaped = shape(cache, &font, run, &mut cursive, &mut advances[start..start + run.len()]);
        fallbacks.extend(shaped.iter().map(|f| FallbackRun { start: start + f.start, end: start + f.end, ..*f }));
    }
    let combined = |item: &Item| item.kind == ItemKind::Text && combines_text(&item.style);
    for item in items.iter().filter(|item| combined(item)) {
        let range = item.start as usize..item.end as usize;
        advances[range.clone()].fill(0.0);
        if !range.is_empty() {
            advances[range.start] = item.style.font_size;
        }
        fallbacks.retain(|run| !range.contains(&run.start));
    }
    positions.reserve_exact(text.len() + 1);
    let mut position = 0.0f64;
    positions.push(position);
    positions.extend(advances.iter().map(|advance| {
        position += f64::from(*advance);
        position
    }));
    let mut breaks = Opportunities::new(text.len());
    let mut last_end = None;
    let words = if text.is_ascii() { None } else { word_breaks(&text) };
    let needs_language = BreakRules::needs_language(&text);
    for item in items.iter().filter(|i| i.kind == ItemKind::Text) {
        let language = if needs_language { dom.language(tree[item.id].node) } else { None };
        let primary = language.and_then(|l| l.split('-').next()).unwrap_or("");
        // Controls between two texts are seen with the second.
        let start = last_end.filter(|end| text.get(*end..item.start as usize).is_some_and(is_controls));
        let (start, end) = (start.unwrap_or(item.start as usize), item.end as usize);
        let rules = BreakRules::of(&item.style, primary);
        if combined(item) {
            // There are none in it, and one to the next of its kind.
            let mut all = Opportunities::new(text.len());
            rules.find(&text, words.as_ref(), (start, end), &mut all);
            let next = items.iter().find(|next| next.kind == ItemKind::Text && next.start as usize == end);
            if all.get(end) || next.is_some_and(combined) {
                breaks.set(end);
            }
        } else {
            rules.find(&text, words.as_ref(), (start, end), &mut breaks);
        }
        last_end = Some(item.end as usize);
    }
    let is_after_space = |at: usize| at.checked_sub(1).and_then(|before| text.as_bytes().get(before)) == Some(&b' ');
    let is_steady =
        text.is_ascii() && advances.iter().fold(true, |all, a| all & (*a >= 0.0)) && breaks.iter().all(is_after_space);
    let quirks = dom.quirks(dom.owner_document(tree[root].node)) != Quirks::NoQuirks;
    let font = cache.font(&style);
    let is_list_item = is_list_item(tree, root);
    let is_text_alone = items.iter().all(|item| !item.kind.is_laid_out());
    pass.inline.buffers.advances = advances;
    Prepared {
        text,
        items,
        positions,
        breaks,
        fallbacks,
        texts: collected.texts,
        style,
        font,
        direction,
        is_bidi,
        quirks,
        is_list_item,
        is_plain: collected.is_plain,
        is_steady,
        is_text_alone,
        first_line: None,
    }
}

/// Are these lines of a list item itself? Chrome: blocks in inline boxes are on lines of their own there.
fn is_list_item(tree: &BoxTree, root: BoxId) -> bool {
    let is_item = |id: BoxId| matches!(tree[id].style.display, Display::ListItem | Display::FlowRootListItem);
    let is_anonymous = |id: BoxId| tree[id].flags.contains(BoxFlags::ANONYMOUS);
    if !is_anonymous(root) {
        return is_item(root);
    }
    let on_lines = |id: BoxId| is_anonymous(id) || tree.split_inline(id).is_some() || tree[id].kind == BoxKind::Marker;
    tree[root].parent.is_some_and(|item| {
        !is_anonymous(item)
            && is_item(item)
            && tree.children(item).any(|child| tree.split_inline(child).is_some())
            && tree.children(item).all(on_lines)
    })
}

fn is_controls(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'))
}

/// Chrome: an inline box without any edge, background or positioning has no fragment of its own, unless a child of it is
/// atomic, shifted, of another font size, or has margins: only then would its rects differ from its contents'.
fn cull(items: &mut [Item]) {
    let mut open: SmallVec<[usize; 8]> = SmallVec::new();
    for i in 0..items.len() {
        match items[i].kind {
            ItemKind::Open => {
                if let Some(&parent) = open.last()
                    && items[parent].culled
                {
                    let (parent_metrics, item) = (items[parent].font.metrics, &items[i]);
                    let metrics = item.font.metrics;
                    let same = metrics.ascent.total_cmp(&parent_metrics.ascent).is_eq()
                        && metrics.descent.total_cmp(&parent_metrics.descent).is_eq();
                    let plain = same
                        && item.style.vertical_align == VerticalAlign::Baseline
                        && item.style.margin == Sides::all(LengthPercentageAuto::Length(LengthPercentage::ZERO));
                    items[parent].culled = plain;
                }
                items[i].culled = may_be_culled(&items[i].style);
                open.push(i);
            }
            ItemKind::Close => {
                open.pop();
            }
            ItemKind::Atomic => {
                if let Some(&parent) = open.last() {
                    items[parent].culled = false;
                }
            }
            _ => {}
        }
    }
}

fn may_be_culled(style: &ComputedStyle) -> bool {
    let border = &style.border;
    style.margin == Sides::all(LengthPercentageAuto::Length(LengthPercentage::ZERO))
        && style.padding == Sides::all(LengthPercentage::ZERO)
        && [border.top, border.right, border.bottom, border.left].iter().all(|b| b.width == 0.0)
        && !style.has_background
        && style.position == Position::Static
        && !style.contains_fixed
}

/// Splits texts where the level changes; boxes take the level of the text beside them.
fn split_by_level(items: Vec<Item>, levels: &[Level], base: u8) -> Vec<Item> {
    let level_at = |at: u32| levels.get(at as usize).map_or(base, |l| l.number());
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        if item.start == item.end {
            // Like a neutral character: of the direction on both sides, or else of the paragraph's. Chrome: at its start, of
            // what follows.
            let after = if item.start as usize == levels.len() { base } else { level_at(item.start) };
            let before = item.start.checked_sub(1).map_or(after, level_at);
            out.push(Item { level: if before == after { before } else { base.max(before.min(after)) }, ..item });
            continue;
        }
        if item.kind != ItemKind::Text {
            let level = level_at(item.start);
            out.push(Item { level, ..item });
            continue;
        }
        let mut start = item.start;
        while start < item.end {
            let level = level_at(start);
            let mut end = start + 1;
            while end < item.end && level_at(end) == level {
                end += 1;
            }
            out.push(Item { start, end, level, ..item.clone() });
            start = end;
        }
    }
    out
}

/// The end of the items that are shaped together with the text item `first`: those of the same font and level, across
/// inline boxes that have no edge between them.
fn shaping_end(items: &[Item], first: usize) -> usize {
    let mut end = first + 1;
    for (i, item) in items.iter().enumerate().skip(first + 1) {
        match item.kind {
            ItemKind::Text if Rc::ptr_eq(&item.font, &items[first].font) && item.level == items[first].level => {
                end = i + 1;
            }
            ItemKind::Open if !has_edge(&item.style, true) => {}
            ItemKind::Close if !has_edge(&item.style, false) => {}
            ItemKind::Float | ItemKind::OutOfFlow => {}
            _ => break,
        }
    }
    end
}

/// Does an inline box have a margin, border or padding at its start (or its end)?
pub(super) fn has_edge(style: &ComputedStyle, start: bool) -> bool {
    let left = start == (style.direction == Direction::Ltr);
    let (margin, padding, border) = if left {
        (&style.margin.left, &style.padding.left, &style.border.left)
    } else {
        (&style.margin.right, &style.padding.right, &style.border.right)
    };
    let zero = |l: &LengthPercentage| *l == LengthPercentage::ZERO;
    let margin = match margin {
        LengthPercentageAuto::Auto => false,
        LengthPercentageAuto::Length(l) => !zero(l),
    };
    margin || !zero(padding) || border.width != 0.0
}
