//! From placed boxes to the facts of [`Layout`] about nodes: client rects, bounding boxes, scroll state, rendered text.

use smallvec::{SmallVec, smallvec};

use super::axes::Axes;
use super::boxes::{Layout, LayoutBox, Scroll, TextBox, TextLine};
use super::multicol;
use super::overflow::{Scroller, Scrollers};
use super::paint_source::Painting;
use super::place::Placement;
use super::rendered_text::{self, Rendered};
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, Replaced, TextSource};
use super::state::display::is_multicol;
use super::state::results::{InlineFragmentKind, InlineLayout};
use super::unit::{Edges, Extent, LayoutRect, LayoutUnit, Offset};
use crate::dom::{NodeData, NodeId, NodeMap, SparseNodeMap};
use crate::geometry::{Point, Projection, Rect, Size};
use crate::segmented::SegmentedVec;
use crate::style::Pseudo;
use crate::style::computed::Clear;

/// Limit: a block that splits inline boxes counts as a fragment of at most this many.
const MAX_SPLIT: usize = 48;

/// The layout of a page whose boxes are all placed. `lines`: by box, the lines that go once everything is said of them, in place of those of
/// `pass`.
pub(super) fn layout(
    pass: &LayoutState<'_>,
    lines: Vec<Option<Box<InlineLayout>>>,
    placement: &Placement,
    scrollers: &Scrollers,
) -> Layout {
    let nodes = pass.dom.len();
    let (boxes, texts) = (SparseNodeMap::new(nodes), SparseNodeMap::new(nodes));
    let mut output =
        Output { pass, lines, placement, scrollers, rects: Vec::new(), boxes, texts, again: None, is_mixed: false };
    let mut next = Some(BoxId::ROOT);
    while let Some(id) = next {
        output.visit(id);
        next = pass.tree[id].first_child.or_else(|| pass.tree.following(id, BoxId::ROOT));
    }
    output.finish()
}

pub(super) struct Output<'p, 'a> {
    pub(super) pass: &'p LayoutState<'a>,
    /// Lines of inline roots, by box: each goes once everything is said of it. Empty where those of `pass` stay.
    pub(super) lines: Vec<Option<Box<InlineLayout>>>,
    pub(super) placement: &'p Placement,
    pub(super) scrollers: &'p Scrollers,
    /// Client rects of elements in several pieces, those of an element in their order.
    pub(super) rects: Vec<(NodeId, Rect)>,
    pub(super) boxes: SparseNodeMap<LayoutBox>,
    pub(super) texts: SparseNodeMap<TextBox>,
    /// The nodes of which something was said since, if it goes on from an earlier output.
    pub(super) again: Option<NodeMap<bool>>,
    /// Among the fragments of an element are those of a box that is not its own.
    pub(super) is_mixed: bool,
}

impl Output<'_, '_> {
    pub(super) fn visit(&mut self, id: BoxId) {
        // Before what is on its lines: rectangles are sorted by node in the end.
        self.visit_box(id);
        let node = &self.pass.tree[id];
        if node.is_inline_root() && node.kind != BoxKind::Inline {
            self.visit_lines(id);
        }
    }

    fn visit_box(&mut self, id: BoxId) {
        let node = &self.pass.tree[id];
        let place = self.placement.places[id.index()];
        if node.is_break_without_place() && (node.kind == BoxKind::Wbr || !self.boxes.contains(node.node)) {
            // It is rendered, and has no rectangle; a space that a break is may have one.
            self.boxes.insert(
                node.node,
                LayoutBox::new(Rect::default(), Size::default(), Rect::default(), None)
                    .with_fragments(self.known_fragments(node.node)),
            );
        }
        if node.is_text() || node.kind == BoxKind::Inline || !place.is_placed {
            return;
        }
        let (size, edges) = self.pass.size_and_edges(id);
        let to_viewport = self.placement.spaces[place.space as usize].to_viewport;
        let rect = LayoutRect { origin: place.origin, size };
        let client = map(&to_viewport, &rect);
        self.split_inlines(id, &rect);
        self.visit_svg(id);
        if node.pseudo.is_some()
            || node.flags.contains(BoxFlags::ANONYMOUS)
            || !matches!(self.pass.dom.node(node.node).data, NodeData::Element(_))
        {
            return;
        }
        let fragments = match &mut self.again {
            // No node has more than one box, and no fragment of it is on a line.
            Some(again) => {
                again[node.node] = true;
                LayoutBox::ONE
            }
            None => self.first_rect(node.node, client),
        };
        let scroll = self.scrollers.get(id).map(scroll);
        let own = LayoutBox::new(client, size.to_size(), content_box(size, &edges.inset()), scroll);
        self.boxes.insert(node.node, own.with_fragments(fragments));
    }

    /// A block that splits inline boxes is one of their fragments: as wide as the line it is in.
    fn split_inlines(&mut self, id: BoxId, rect: &LayoutRect) {
        let mut at = self.pass.tree.split_inline(id);
        let Some(container) = self.pass.tree[id].parent.filter(|_| at.is_some()) else { return };
        let place = self.placement.places[container.index()];
        // Transforms of the block are not of the line.
        let is_turned = self.pass.tree[id].style.transform.is_some();
        let to_viewport = &self.placement.spaces[place.space as usize].to_viewport;
        let rect = &if is_turned {
            let corner = place.origin + self.pass.results[id.index()].offset + self.pass.relative_offset(id);
            LayoutRect { origin: corner, ..*rect }
        } else {
            *rect
        };
        let result = &self.pass.results[container.index()];
        let inset = result.edges.inset();
        let corner = place.origin + Offset::new(inset.left, inset.top);
        let room = Extent::new(result.size.width - inset.width(), result.size.height - inset.height());
        let style = &self.pass.tree[container].style;
        // A line in columns is as wide as they are.
        let (start, width) = if is_multicol(style) {
            let left = rect.origin.x - self.pass.results[id.index()].edges.margin().left;
            (left, multicol::columns(style, room.width).1)
        } else {
            (corner.x, room.width)
        };
        // The line stays where it is when the block in it is moved, and goes along with each inline box.
        let along = at.map_or(Offset::default(), |inline| self.pass.relative_in_line(inline));
        let moved = self.pass.relative_offset(id) + along;
        let above = self.clearance(id);
        let line = if Axes::of(style).is_vertical() {
            LayoutRect::new(rect.origin.x - moved.x, corner.y, rect.size.width, room.height)
        } else {
            LayoutRect::new(start, rect.origin.y - moved.y - above, width, rect.size.height + above)
        };
        for _ in 0..MAX_SPLIT {
            let Some(inline) = at else { break };
            let node = &self.pass.tree[inline];
            if node.kind != BoxKind::Inline {
                break;
            }
            if node.pseudo.is_none() {
                let line = line.translate(self.pass.relative_in_line(inline));
                let rect = map(to_viewport, &line);
                self.another_rect(node.node, rect);
            }
            at = node.parent;
        }
    }

    /// Returns how far a block without margins above it is moved down past floats. Chrome: its line begins before that.
    fn clearance(&self, id: BoxId) -> LayoutUnit {
        let own = &self.pass.results[id.index()];
        let is_flush = |id: BoxId| self.pass.results[id.index()].edges.margin().top == LayoutUnit::ZERO;
        let node = &self.pass.tree[id];
        let clears = node.style.clear != Clear::None && is_flush(id) && node.first_child.is_none_or(is_flush);
        let Some(parent) = self.pass.tree[id].parent.filter(|_| clears) else { return LayoutUnit::ZERO };
        let siblings = self.pass.tree.children(parent).take_while(|sibling| *sibling != id);
        let before = siblings.filter(|sibling| !self.pass.tree[*sibling].is_out_of_flow()).last();
        let before = before.filter(|before| self.pass.tree[*before].flags.contains(BoxFlags::HAS_FLOATS));
        let before = before.map(|before| &self.pass.results[before.index()]);
        match before.filter(|before| before.edges.margin().bottom == LayoutUnit::ZERO) {
            Some(before) => (own.offset.y - before.offset.y - before.size.height).clamp_negative(),
            None => LayoutUnit::ZERO,
        }
    }

    /// The elements in an `svg`.
    fn visit_svg(&mut self, id: BoxId) {
        if self.pass.tree[id].kind != BoxKind::Replaced(Replaced::Svg) {
            return;
        }
        let Some(svg) = self.placement.svg.get(&id) else { return };
        // A `foreignObject` has a box.
        let tree = &self.pass.tree;
        let has_box = |node: NodeId| tree.of_node.get(node).copied().flatten().is_some();
        for element in svg.boxes.iter().filter(|element| !has_box(element.node)) {
            let (area, to_viewport) = (element.rect, svg.to_viewport.then_inner(&element.to_root));
            let client = to_viewport.apply_rect(&area);
            let fragments = self.first_rect(element.node, client);
            let content = Rect::new(0.0, 0.0, area.width, area.height);
            let own = LayoutBox::new(client, area.size(), content, None);
            self.boxes.insert(element.node, own.with_fragments(fragments));
        }
        svg.boxes.iter().for_each(|element| self.visit_svg_text(element.node));
    }

    /// The rendered text of an SVG `text` element, white space collapsed across its text nodes.
    ///
    /// Approx: every text node is where the whole element around it is.
    fn visit_svg_text(&mut self, element: NodeId) {
        let (boxes, texts) = (&self.boxes, &mut self.texts);
        let rect = |around: NodeId| boxes.get(around).map(|around| around.rect);
        rendered_text::svg_text(self.pass.dom, element, rect, |node, rendered, rect| {
            let end = u32::try_from(rendered.len()).unwrap_or(u32::MAX);
            let lines = smallvec![TextLine { rect, start: 0, end }];
            texts.insert(node, TextBox { rendered: Rendered::Other(rendered.into()), lines });
        });
    }

    fn visit_lines(&mut self, root: BoxId) {
        let gone = self.lines.get_mut(root.index()).and_then(Option::take);
        let kept = || self.pass.inlines.get(root.index())?.as_deref();
        let Some(lines) = gone.as_deref().or_else(kept) else { return };
        let place = self.placement.places[root.index()];
        if !place.is_placed {
            return;
        }
        let to_viewport = self.placement.spaces[place.space as usize].to_viewport;
        let scrolled = self.scrollers.get(root).map_or(Offset::ZERO, |s| s.offset);
        let corner = place.origin + self.pass.inline_corner(root) - scrolled;
        // A `::first-letter` that floats has lines of its own, which may come before or after those of the rest.
        let is_letter = self.pass.tree[root].pseudo == Some(Pseudo::FirstLetter);
        let mut earlier: SmallVec<[(NodeId, u32); 1]> = SmallVec::new();
        let dom = self.pass.dom;
        for (id, rendered) in &lines.texts {
            let node = &self.pass.tree[*id];
            let of = node.node;
            if let BoxKind::Text(TextSource::Dom { .. }) = node.kind {
                if self.again.is_some()
                    && let Some(text) = self.texts.get_mut(node.node)
                {
                    *text = TextBox { rendered: rendered.clone(), lines: SmallVec::new() };
                    continue;
                }
                match self.texts.get_mut(node.node) {
                    Some(text) if is_letter => {
                        let length = u32::try_from(rendered.len()).unwrap_or(0);
                        for line in &mut text.lines {
                            line.start += length;
                            line.end += length;
                        }
                        text.rendered = Rendered::joined(text.rendered.of(dom, of), rendered.of(dom, of), is_letter);
                    }
                    Some(text) => {
                        if !text.lines.is_empty() {
                            earlier.push((node.node, u32::try_from(text.rendered.len()).unwrap_or(0)));
                        }
                        text.rendered = Rendered::joined(text.rendered.of(dom, of), rendered.of(dom, of), is_letter);
                    }
                    None => {
                        let text = TextBox { rendered: rendered.clone(), lines: SmallVec::new() };
                        self.texts.insert(node.node, text);
                    }
                }
            }
        }
        // Where the rendered text of a box starts in that of its node (`::first-letter` splits nodes).
        let base = |id: BoxId| {
            let node = self.pass.tree[id].node;
            let mut at = 0;
            for (other, rendered) in &lines.texts {
                if *other == id {
                    break;
                }
                if self.pass.tree[*other].node == node {
                    at += rendered.len();
                }
            }
            u32::try_from(at).unwrap_or(0)
        };
        for fragment in &lines.fragments {
            let node = &self.pass.tree[fragment.id];
            match fragment.kind {
                InlineFragmentKind::Text { start, end } => {
                    if !matches!(node.kind, BoxKind::Text(TextSource::Dom { .. })) {
                        continue;
                    }
                    let rect = fragment.rect.translate(corner + self.pass.relative_in_line(fragment.id));
                    let first = self.pass.tree.of_node[node.node] == Some(fragment.id);
                    let from = if first { 0 } else { base(fragment.id) };
                    let from =
                        from + earlier.iter().find(|(text, _)| *text == node.node).map_or(0, |(_, length)| *length);
                    if let Some(text) = self.texts.get_mut(node.node) {
                        text.lines.push(TextLine {
                            rect: map(&to_viewport, &rect),
                            start: start + from,
                            end: end + from,
                        });
                    }
                }
                InlineFragmentKind::Inline | InlineFragmentKind::Break => {
                    // The text of an element without a box is on an anonymous one of the container's.
                    let is_own = node.pseudo.is_none() && !node.flags.contains(BoxFlags::ANONYMOUS);
                    if !is_own || !matches!(self.pass.dom.node(node.node).data, NodeData::Element(_)) {
                        continue;
                    }
                    self.is_mixed |= node.flags.contains(BoxFlags::ANONYMOUS);
                    let rect = fragment.rect.translate(corner + self.pass.relative_in_line(fragment.id));
                    let client = map(&to_viewport, &rect);
                    if !self.is_first(node.node) {
                        self.another_rect(node.node, client);
                    } else {
                        let fragments = self.first_rect(node.node, client);
                        let edges = self.pass.inline_edges(fragment.id, Some(self.pass.size_and_edges(root).0.width));
                        let inset = edges.border.plus(&edges.padding);
                        let content = content_box(rect.size, &inset);
                        let own = LayoutBox::new(client, rect.size.to_size(), content, None);
                        self.boxes.insert(node.node, own.with_fragments(fragments));
                    }
                }
                InlineFragmentKind::Atomic | InlineFragmentKind::StaticPosition => {}
            }
        }
    }

    /// Notes the rect of a box that is about to be said of a node; returns its fragments so far.
    fn first_rect(&mut self, node: NodeId, rect: Rect) -> (u32, u32) {
        if self.again.is_none() && !self.boxes.contains(node) {
            return LayoutBox::ONE;
        }
        self.another_rect(node, rect);
        self.known_fragments(node)
    }

    /// Notes a rect of a node of which something may be said already.
    fn another_rect(&mut self, node: NodeId, rect: Rect) {
        if self.again.is_none()
            && let Some(own) = self.boxes.get_mut(node).filter(|own| own.fragments() == LayoutBox::ONE)
        {
            own.set_fragments((0, 0));
            self.rects.push((node, own.rect));
        }
        self.rects.push((node, rect));
    }

    /// Takes the client rects in the order of their nodes, those of a node in theirs.
    pub(super) fn take_rects(&mut self) -> Vec<(NodeId, Rect)> {
        let mut rects = std::mem::take(&mut self.rects);
        rects.sort_by_key(|(node, _)| *node);
        rects
    }

    /// The fragments of a node before, if something was said of it.
    fn known_fragments(&self, node: NodeId) -> (u32, u32) {
        match &self.again {
            Some(_) => self.boxes.get(node).map_or((0, 0), LayoutBox::fragments),
            None => (0, 0),
        }
    }

    /// True if this is the first that is said of an inline box.
    fn is_first(&mut self, node: NodeId) -> bool {
        match &mut self.again {
            Some(again) => !std::mem::replace(&mut again[node], true),
            None => !self.boxes.contains(node),
        }
    }

    fn finish(mut self) -> Layout {
        let rects = self.take_rects();
        let mut fragments = Vec::with_capacity(rects.len());
        for group in rects.chunk_by(|one, other| one.0 == other.0) {
            let Some(own) = self.boxes.get_mut(group[0].0) else { continue };
            let from = end(&fragments);
            fragments.extend(group.iter().map(|(_, rect)| *rect));
            // What splits an inline box may come before the first line of it.
            fragments.extend((own.fragments() == LayoutBox::ONE).then_some(own.rect));
            own.set_fragments((from, end(&fragments)));
            own.cover(&fragments);
        }
        let frames = self.frames();
        let mut layout = self.whole(fragments, frames);
        layout.settled_size = layout.size();
        layout
    }

    /// The viewports of frames.
    pub(super) fn frames(&self) -> Vec<(NodeId, Scroll)> {
        let frames = self.pass.tree.descendants(BoxId::ROOT).filter(|&id| self.pass.tree[id].kind == BoxKind::Initial);
        frames.filter_map(|id| Some((self.pass.tree[id].node, scroll(self.scrollers.get(id)?)))).collect()
    }

    /// The layout, whose boxes, texts and fragments are known.
    pub(super) fn whole(self, fragments: Vec<Rect>, frames: Vec<(NodeId, Scroll)>) -> Layout {
        let viewport = self.scrollers.get(BoxId::ROOT).map_or(
            Scroll { offset: Point::ZERO, content: self.pass.device.viewport, client: self.pass.device.viewport },
            scroll,
        );
        let top_layer = self
            .pass
            .tree
            .top_layer
            .iter()
            .filter(|&&b| self.pass.tree[b].pseudo.is_none())
            .map(|&b| self.pass.tree[b].node);
        let mut warnings = self.pass.tree.warnings.clone();
        self.pass.continued.report(&mut warnings);
        self.pass.lines.report(&mut warnings);
        self.pass.clip_points.report(&mut warnings);
        Layout {
            warnings,
            top_layer: top_layer.collect(),
            painting: Painting::default(),
            // The placement has them.
            clips: SegmentedVec::new(),
            boxes: self.boxes,
            fragments,
            texts: self.texts,
            viewport,
            frames,
            settled_size: 0,
        }
    }
}

impl LayoutBox {
    /// Makes it the box around its fragments.
    pub(super) fn cover(&mut self, fragments: &[Rect]) {
        let (from, end) = self.fragments();
        // Inline boxes on several lines: `offsetWidth` is that of the bounding box.
        self.set_rect(Layout::bounding(&fragments[from as usize..end as usize]), end > from + 1);
    }
}

/// The end of a list of rects.
pub(super) fn end(rects: &[Rect]) -> u32 {
    u32::try_from(rects.len()).unwrap_or(u32::MAX)
}

fn map(to_viewport: &Projection, rect: &LayoutRect) -> Rect {
    if to_viewport.is_identity() { rect.to_rect() } else { to_viewport.apply_rect(&rect.to_rect()) }
}

/// Returns the size of the content box of an element's box, if that has one of its own.
pub(super) fn content_size(pass: &LayoutState<'_>, node: NodeId) -> Option<Size> {
    let id = pass.tree.of_node.get(node).copied().flatten()?;
    let (size, edges) = pass.size_and_edges(id);
    Some(content_box(size, &edges.inset()).size())
}

/// The content box of a border box, relative to that.
fn content_box(size: Extent, inset: &Edges) -> Rect {
    Rect::new(
        inset.left.to_f32(),
        inset.top.to_f32(),
        (size.width - inset.width()).clamp_negative().to_f32(),
        (size.height - inset.height()).clamp_negative().to_f32(),
    )
}

fn scroll(scroller: &Scroller) -> Scroll {
    let whole = |length: LayoutUnit| length.round().to_f32();
    Scroll {
        offset: scroller.offset.to_point(),
        content: Size::new(whole(scroller.content.width), whole(scroller.content.height)),
        client: Size::new(whole(scroller.client.width), whole(scroller.client.height)),
    }
}
