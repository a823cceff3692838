//! Block containers and inline boxes: anonymous blocks, inline boxes split by blocks.

use std::sync::Arc;

use super::builder::{BoxIds, Builder, Flow, Item, ItemKind, Items, OpenInline, TableRole};
use super::element::replacing_image;
use super::kinds::{collapses_away, first_letter_range, has_inline_edges, is_out_of_line, is_space};
use crate::layout::stack;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents, TextSource};
use crate::layout::state::display::is_inline_display;
use crate::style::computed::Display;
use crate::style::{ComputedStyle, Pseudo};

/// Limit on the inline boxes that continue after a block that splits them: the innermost ones. The text has the style of the
/// innermost anyway.
const CONTINUED: usize = 48;

/// The number of them that continue even if [`Limit::SplitInlineBoxes`](crate::limits::Limit::SplitInlineBoxes) is reached.
const CONTINUED_ALWAYS: usize = 8;

impl Builder<'_> {
    pub(super) fn fill_flow(&mut self, id: BoxId, items: &[Item]) {
        let mut flow = Flow::default();
        let node = &self.tree[id];
        // Blocks in flow hand their `::first-letter` down to their first line's block; others start afresh.
        let apart = node.flags.contains(BoxFlags::INLINE_LEVEL)
            || node.is_floating()
            || node.is_out_of_flow()
            || node.kind != BoxKind::Block;
        let outer = if apart { self.letter.take() } else { None };
        if node.pseudo.is_none()
            && !node.flags.contains(BoxFlags::ANONYMOUS)
            && let Some(style) = self.styles.pseudo(node.node, Pseudo::FirstLetter)
        {
            self.letter = Some((node.node, Arc::clone(style)));
        }
        self.add_marker(id, &mut flow);
        self.flow_items(id, items, &mut flow);
        self.finish_flow(id, flow);
        let own = self.tree[id].node;
        if apart || self.letter.as_ref().is_some_and(|(node, _)| *node == own) {
            self.letter = outer;
        }
    }

    pub(super) fn flow_items(&mut self, container: BoxId, items: &[Item], flow: &mut Flow) {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            if item.kind == ItemKind::Text {
                // Chrome: text of an element without a box is in an anonymous inline box with that element's font.
                if item.style.display == Display::Contents && !self.is_collapsible_space(item) {
                    let id = self.make_contents_wrapper(container, item);
                    self.open_inline(flow, id);
                    self.flow_text(item, flow);
                    self.close_inline(flow);
                } else {
                    self.flow_text(item, flow);
                }
                continue;
            }
            let part =
                item.kind == ItemKind::Element && item.style.display.is_table_part() && !is_out_of_line(&item.style);
            if part {
                // 17.2.1 3: misparented table parts, and the white space between them.
                let mut end = at;
                let mut last = at;
                while let Some(next) = items.get(end) {
                    end += 1;
                    if next.kind == ItemKind::Element && next.style.display.is_table_part() {
                        last = end;
                    } else if !self.is_collapsible_space(next) {
                        break;
                    }
                }
                let inline = !flow.open.is_empty() || self.tree[container].kind == BoxKind::Inline;
                let parent = flow.open.last().map_or(container, |o| o.last);
                let display = if inline { Display::InlineTable } else { Display::Table };
                let table = self.make_anonymous(BoxKind::Table, parent, display);
                self.fill_table(table, TableRole::Table, &items[at - 1..last]);
                at = last;
                if inline {
                    self.add_inline(flow, table);
                } else {
                    self.add_block(container, flow, table);
                }
                continue;
            }
            self.flow_element(container, item, flow);
        }
    }

    pub(super) fn flow_element(&mut self, container: BoxId, item: &Item, flow: &mut Flow) {
        let is_inline_box = item.kind == ItemKind::Element
            && !is_out_of_line(&item.style)
            && matches!(item.style.display, Display::Inline | Display::Ruby | Display::Math)
            && replacing_image(item).is_none()
            && (item.pseudo.is_some() || self.kind_of_element(item) == BoxKind::Inline);
        if !is_inline_box {
            let Some(id) = self.element(item) else { return };
            let node = &self.tree[id];
            if node.is_floating() || node.is_out_of_flow() || node.flags.contains(BoxFlags::INLINE_LEVEL) {
                self.add_inline(flow, id);
            } else {
                self.add_block(container, flow, id);
            }
            return;
        }
        self.depth += 1;
        let id = self.make(BoxKind::Inline, item.node, item.pseudo, Arc::clone(&item.style));
        self.open_inline(flow, id);
        if self.may_descend() {
            let items = match item.pseudo {
                Some(pseudo) => {
                    let mut items = Items::new();
                    self.generated_items(item.node, pseudo, &item.style, &mut items);
                    items
                }
                None => self.items(item.node),
            };
            stack::with_room(|| self.flow_items(container, &items, flow));
        }
        if flow.open.last().is_some_and(|o| !o.is_open) {
            // Its end comes after the last block in it, on a line that counts if the end takes room.
            self.reopen(flow);
        }
        self.close_inline(flow);
        self.depth -= 1;
    }

    pub(super) fn flow_text(&mut self, item: &Item, flow: &mut Flow) {
        if self.letter.is_some() && self.first_letter(item, flow) {
            return;
        }
        let id = self.text_box(item);
        self.add_inline(flow, id);
    }

    /// Opens an inline box, which takes what follows.
    pub(super) fn open_inline(&mut self, flow: &mut Flow, id: BoxId) {
        self.add_inline(flow, id);
        flow.open.push(OpenInline { last: id, is_open: true, children: BoxIds::new() });
    }

    pub(super) fn close_inline(&mut self, flow: &mut Flow) {
        if let Some(open) = flow.open.pop()
            && open.is_open
        {
            self.link(open.last, &open.children);
        }
    }

    /// Gives the first letter of a text the box of its block's `::first-letter`. False if the text has no letter.
    ///
    /// <https://www.w3.org/TR/css-pseudo-4/#first-letter-pattern>
    pub(super) fn first_letter(&mut self, item: &Item, flow: &mut Flow) -> bool {
        if item.generated.is_some() {
            return false;
        }
        let text = self.dom.text(item.node).unwrap_or("");
        let Some(range) = first_letter_range(text) else { return false };
        let Some((node, style)) = self.letter.take() else { return false };
        let length = text.len();
        let slice = |builder: &mut Self, from: usize, to: usize, style: &Arc<ComputedStyle>| {
            let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let source = TextSource::Dom { start: index(from), end: index(to) };
            builder.make(BoxKind::Text(source), item.node, item.pseudo, Arc::clone(style))
        };
        if range.start > 0 {
            let before = slice(self, 0, range.start, &item.style);
            self.add_inline(flow, before);
        }
        let letter = slice(self, range.start, range.end, &style);
        let kind = if is_out_of_line(&style) { BoxKind::Block } else { BoxKind::Inline };
        let holder = self.make(kind, node, Some(Pseudo::FirstLetter), style);
        self.link(holder, &[letter]);
        if kind == BoxKind::Block {
            self.tree.boxes[holder.index()].contents = Contents::Inlines;
        }
        self.add_inline(flow, holder);
        if range.end < length {
            let rest = slice(self, range.end, length, &item.style);
            self.add_inline(flow, rest);
        }
        true
    }

    pub(super) fn text_box(&mut self, item: &Item) -> BoxId {
        let source = match item.generated {
            Some(index) => TextSource::Generated(index),
            None => {
                let length = self.dom.text(item.node).map_or(0, str::len);
                TextSource::Dom { start: 0, end: u32::try_from(length).unwrap_or(u32::MAX) }
            }
        };
        self.make(BoxKind::Text(source), item.node, item.pseudo, Arc::clone(&item.style))
    }

    /// Adds an inline-level (or floating, or out-of-flow) box where the innermost open inline box continues.
    pub(super) fn add_inline(&mut self, flow: &mut Flow, id: BoxId) {
        if flow.open.iter().any(|o| !o.is_open) && !self.is_droppable(id) {
            self.reopen(flow);
        }
        match flow.open.last_mut().filter(|o| o.is_open) {
            Some(open) => open.children.push(id),
            None => flow.run.push(id),
        }
    }

    /// Makes parts in which the open inline boxes go on after a block.
    pub(super) fn reopen(&mut self, flow: &mut Flow) {
        let closed = flow.open.iter().filter(|o| !o.is_open).count().saturating_sub(CONTINUED_ALWAYS);
        let continued = if self.splits.spend(closed as u64) { CONTINUED } else { CONTINUED_ALWAYS };
        for depth in flow.open.len().saturating_sub(continued)..flow.open.len() {
            if flow.open[depth].is_open {
                continue;
            }
            let before = &self.tree[flow.open[depth].last];
            let (node, pseudo, style) = (before.node, before.pseudo, Arc::clone(&before.style));
            let part = self.make(BoxKind::Inline, node, pseudo, style);
            self.tree.boxes[part.index()].flags |= BoxFlags::SPLIT_START;
            match depth.checked_sub(1).and_then(|d| flow.open.get_mut(d)).filter(|o| o.is_open) {
                Some(outer) => outer.children.push(part),
                None => flow.run.push(part),
            }
            let open = &mut flow.open[depth];
            (open.last, open.is_open, open.children) = (part, true, BoxIds::new());
        }
    }

    /// Adds a block-level box: it ends the line and splits the open inline boxes.
    pub(super) fn add_block(&mut self, container: BoxId, flow: &mut Flow, id: BoxId) {
        for depth in (0..flow.open.len()).rev() {
            let open = &mut flow.open[depth];
            if open.is_open {
                open.is_open = false;
                let (last, children) = (open.last, std::mem::take(&mut open.children));
                self.tree.boxes[last.index()].flags |= BoxFlags::SPLIT_END;
                self.link(last, &children);
            }
        }
        self.flush_run(container, flow);
        flow.has_block = true;
        if let Some(open) = flow.open.last() {
            self.tree.split_inlines.insert(id, open.last);
        }
        flow.out.push(id);
    }

    /// Wraps the inline-level boxes since the last block in an anonymous block box, if any of them counts.
    pub(super) fn flush_run(&mut self, container: BoxId, flow: &mut Flow) {
        let mut run = std::mem::take(&mut flow.run);
        // A marker waits for a line that has something on it.
        if let Some(at) = run.iter().position(|&id| self.tree[id].flags.contains(BoxFlags::OUTSIDE_MARKER))
            && run.iter().enumerate().all(|(i, &id)| i == at || self.is_hollow(id))
        {
            flow.out.push(run.remove(at));
        }
        let outside = |b: &Self, id: BoxId| b.tree[id].flags.contains(BoxFlags::OUTSIDE_MARKER);
        if run.iter().all(|&id| self.is_droppable(id) || outside(self, id)) {
            for id in run {
                let node = &self.tree[id];
                if node.is_text() {
                    self.unregister(id);
                } else {
                    flow.out.push(id);
                }
            }
            return;
        }
        let block = self.make_anonymous(BoxKind::Block, container, Display::Block);
        self.tree.boxes[block.index()].contents = Contents::Inlines;
        self.link(block, &run);
        flow.out.push(block);
    }

    pub(super) fn finish_flow(&mut self, id: BoxId, mut flow: Flow) {
        if !flow.has_block {
            let only_aside = flow.run.iter().all(|&b| {
                self.is_droppable(b) && (self.tree[b].is_text() || self.tree[b].is_floating() || !self.was_inline(b))
            });
            if !only_aside {
                self.tree.boxes[id.index()].contents = Contents::Inlines;
                let run = std::mem::take(&mut flow.run);
                self.link(id, &run);
                return;
            }
        }
        self.flush_run(id, &mut flow);
        self.link(id, &flow.out);
    }

    pub(super) fn was_inline(&self, id: BoxId) -> bool {
        is_inline_display(self.tree[id].style.original_display)
    }

    pub(super) fn unregister(&mut self, id: BoxId) {
        let node = self.tree[id].node;
        if self.tree[id].pseudo.is_none() && self.tree.of_node[node] == Some(id) {
            self.tree.of_node[node] = None;
        }
    }

    /// True for boxes that need no line between blocks: collapsible white space, floats, absolutely positioned boxes.
    pub(super) fn is_droppable(&self, id: BoxId) -> bool {
        let node = &self.tree[id];
        match node.kind {
            BoxKind::Text(_) => {
                let text = self.tree.text(self.dom, id);
                collapses_away(text, &node.style)
            }
            _ => node.is_floating() || node.is_out_of_flow(),
        }
    }

    /// True for items that make no line of their own: droppable boxes, inline boxes with nothing else in them and no edges.
    pub(super) fn is_hollow(&self, id: BoxId) -> bool {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let node = &self.tree[id];
            if self.is_droppable(id) {
                continue;
            }
            if node.kind != BoxKind::Inline || has_inline_edges(&node.style) {
                return false;
            }
            let mut child = node.first_child;
            while let Some(id) = child {
                stack.push(id);
                child = self.tree[id].next_sibling;
            }
        }
        true
    }

    pub(super) fn is_collapsible_space(&self, item: &Item) -> bool {
        if item.kind != ItemKind::Text {
            return false;
        }
        self.item_text(item).bytes().all(is_space)
    }

    /// The text of an item that is one.
    pub(super) fn item_text(&self, item: &Item) -> &str {
        match item.generated {
            Some(index) => self.tree.generated.get(index as usize).map_or("", |s| s),
            None => self.dom.text(item.node).unwrap_or(""),
        }
    }
}
