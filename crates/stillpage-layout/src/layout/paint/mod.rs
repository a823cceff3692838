//! Paint order: what a pointer can hit, back to front.
//!
//! <https://www.w3.org/TR/CSS22/zindex.html> (Appendix E).

mod svg;

use rustc_hash::{FxHashMap, FxHashSet};

use super::drawing::{Artist, decorations, is_group};
use super::ellipsis::shortened_lines;
use super::overflow::Scrollers;
use super::paint_audience::Audience;
use super::paint_item::{MaybeIndex, PaintItem, PaintPart, snapped};
use super::paint_layers::Layers;
use super::paint_order::{PaintOrder, Phase};
use super::paint_rect::{
    Area, boxes_in, culled_rect, is_hidden_cell, is_in_small_frame, line_radii, line_rect, rest_of_line, sticking_out,
};
use super::paint_source::PlacedBoxes;
use super::place::{Placement, radii};
use super::slider;
use super::stack;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, Control};
use super::state::display::is_multicol;
use super::state::layout_cache::LaidOut;
use super::state::results::{BoxAreas, InlineFragment, InlineFragmentKind};
use super::unit::{LayoutRect, Offset};
use crate::dom::{Dom, NodeData};
use crate::style::{ComputedStyle, Styles};

/// Paints a page whose boxes are placed, back to front.
pub(super) fn paint(dom: &Dom, styles: &Styles, placed: &PlacedBoxes, paint: &mut dyn FnMut(PaintItem)) {
    paint_parts(dom, styles, placed, Audience::Pointer, paint, None);
}

/// Paints what is seen, also where no pointer hits it, back to front.
pub(super) fn paint_seen(dom: &Dom, styles: &Styles, placed: &PlacedBoxes, paint: &mut dyn FnMut(PaintItem)) {
    paint_parts(dom, styles, placed, Audience::Eye, paint, None);
}

/// Paints a page, and hands out its drawings with it.
pub(super) fn paint_and_draw(
    dom: &Dom,
    styles: &Styles,
    placed: &PlacedBoxes,
    paint: &mut dyn FnMut(PaintItem),
    artist: Option<Artist<'_>>,
) {
    paint_parts(dom, styles, placed, Audience::Pointer, paint, artist);
}

fn paint_parts(
    dom: &Dom,
    styles: &Styles,
    placed: &PlacedBoxes,
    audience: Audience,
    paint: &mut dyn FnMut(PaintItem),
    artist: Option<Artist<'_>>,
) {
    let PlacedBoxes { boxes, relative_in_line, placement, scrollers, .. } = placed;
    let areas = placed.areas();
    let mut painter = Painter {
        dom,
        styles,
        boxes,
        areas: &areas,
        relative_in_line,
        placement,
        scrollers,
        order: PaintOrder::of(&boxes.tree),
        audience,
        paint,
        owners: vec![None; areas.len()],
        lined: FxHashSet::default(),
        fragments: FxHashMap::default(),
        parts: placed.parts(),
        artist,
    };
    painter.stacking_context(BoxId::ROOT);
    for &top in &boxes.tree.top_layer {
        if boxes.tree[top].parent == Some(BoxId::ROOT) {
            painter.stacking_context(top);
        }
    }
}

struct Painter<'p, 'q> {
    dom: &'p Dom,
    styles: &'p Styles,
    boxes: &'p LaidOut,
    /// By box.
    areas: &'p BoxAreas,
    /// By box.
    relative_in_line: &'p [Offset],
    placement: &'p Placement,
    scrollers: &'p Scrollers,
    order: PaintOrder,
    audience: Audience,
    paint: &'p mut dyn FnMut(PaintItem),
    /// By box on a line, computed on first use: see [`Painter::owner`].
    owners: Vec<Option<BoxId>>,
    /// Inline roots whose lines were painted, but not yet what is on them.
    lined: FxHashSet<BoxId>,
    /// The fragments of inline boxes that are painted on their own, by position in their root's, by root.
    fragments: FxHashMap<BoxId, FxHashMap<BoxId, Vec<u32>>>,
    /// See [`PlacedBoxes::parts`].
    parts: FxHashMap<BoxId, Vec<LayoutRect>>,
    /// Draws what is painted, if someone looks.
    artist: Option<Artist<'q>>,
}

impl Painter<'_, '_> {
    fn style(&self, id: BoxId) -> &ComputedStyle {
        &self.boxes.tree[id].style
    }

    /// Paints a stacking context: Appendix E.2.
    fn stacking_context(&mut self, id: BoxId) {
        let group = self.artist.is_some() && self.boxes.tree.has_own_style(id) && is_group(self.style(id));
        if group && let Some(artist) = &mut self.artist {
            let (tree, place) = (&self.boxes.tree, &self.placement.places[id.index()]);
            artist.begin(&tree[id], place, &self.areas[id.index()], &self.placement.spaces[place.space as usize]);
        }
        stack::with_room(|| self.stacking_context_layers(id));
        if group && let Some(artist) = &mut self.artist {
            artist.end();
        }
    }

    fn stacking_context_layers(&mut self, id: BoxId) {
        let layers = Layers::below(&self.boxes.tree, &self.order, self.placement, id);
        let outlines = self.waiting_outlines();
        self.own_box(id);
        // The root element is a stacking context, too: what is below the others is in front of it.
        self.boxes.tree.plain_roots(id).into_iter().for_each(|root| self.own_box(root));
        for (_, child) in layers.negative {
            self.stacking_context(child);
        }
        self.content(id);
        self.draw_outlines(outlines);
        for child in layers.zero {
            if self.order.is_stacking_context(child) {
                self.stacking_context(child);
            } else {
                self.atomic(child);
            }
        }
        for (_, child) in layers.positive {
            self.stacking_context(child);
        }
    }

    /// A box and its contents, without positioned descendants, which belong to the stacking context around.
    fn atomic(&mut self, id: BoxId) {
        stack::with_room(|| {
            let outlines = self.waiting_outlines();
            self.own_box(id);
            self.content(id);
            self.draw_outlines(outlines);
        });
    }

    fn waiting_outlines(&self) -> usize {
        self.artist.as_ref().map_or(0, Artist::waiting_outlines)
    }

    /// Draws the outlines from one on.
    fn draw_outlines(&mut self, first: usize) {
        if let Some(artist) = &mut self.artist {
            artist.draw_outlines(first);
        }
    }

    fn content(&mut self, id: BoxId) {
        if self.boxes.tree[id].kind == BoxKind::Inline {
            self.phase(id, Phase::Floats);
            self.inline_box(id);
            return;
        }
        self.phase(id, Phase::Blocks);
        self.phase(id, Phase::Floats);
        self.phase(id, Phase::Inlines);
    }

    /// One step over the in-flow descendants.
    fn phase(&mut self, id: BoxId, phase: Phase) {
        if !self.order.has_step(phase) {
            return;
        }
        if self.boxes.tree[id].is_inline_root() && phase == Phase::Inlines {
            self.lines(id);
        }
        let mut next = self.order.first(&self.boxes.tree, id, false);
        while let Some(at) = next {
            let node = &self.boxes.tree[at];
            let mut descend = true;
            if phase == Phase::Blocks && self.boxes.tree.split_inline(at).is_some() {
                self.split_line(at);
            }
            let apart = self.order.is_apart(at);
            if node.kind == BoxKind::Initial {
                if phase == Phase::Inlines && node.parent.is_none_or(|frame| self.audience.has_box(self.style(frame))) {
                    self.stacking_context(at);
                }
                descend = false;
            } else if self.placement.places[at.index()].is_skipped || apart {
                descend = false;
            } else if node.is_floating() {
                if phase == Phase::Floats {
                    self.lines_behind(at);
                    self.atomic(at);
                }
                descend = false;
            } else if self.order.is_atomic(at) {
                // Atomic inlines are painted with their line, if any; flex and grid items in the step of inlines.
                if phase == Phase::Inlines && !node.is_atomic_inline() {
                    self.atomic(at);
                } else if phase == Phase::Inlines && self.boxes.tree.is_marker_beside_block(at) {
                    self.marker(at);
                }
                descend = false;
            } else if node.is_text() {
                descend = false;
            } else if node.kind != BoxKind::Inline {
                match phase {
                    Phase::Blocks | Phase::Floats if node.kind.is_seen_with_lines() => {}
                    Phase::Inlines if node.kind.is_seen_with_lines() => self.own_box(at),
                    Phase::Blocks if !self.boxes.tree.is_plain_root(at) => self.own_box(at),
                    Phase::Inlines if node.is_inline_root() => self.lines(at),
                    _ => {}
                }
            }
            next = if descend { self.order.first(&self.boxes.tree, at, false) } else { None };
            next = next.or_else(|| self.order.following(&self.boxes.tree, at, id, false));
        }
    }

    /// Splits a line at a block in an inline box: the rest of its line, and what is between two such blocks, belongs to the
    /// inline box.
    fn split_line(&mut self, id: BoxId) {
        let Some((inline, line)) = rest_of_line(&self.boxes.tree, self.areas, self.placement, id) else { return };
        let Some(container) = self.boxes.tree[id].parent else { return };
        let clip = self.placement.places[container.index()].content_clip;
        self.item(inline, &line, self.placement.places[id.index()].space, clip, Area::Snapped);
    }

    /// The fragments of an inline box that is painted on its own (positioned).
    fn inline_box(&mut self, id: BoxId) {
        let Some(root) = self.boxes.tree.inline_root(id) else { return };
        let Some(lines) = &self.boxes.inlines[root.index()] else { return };
        if !self.fragments.contains_key(&root) {
            let mut by_owner: FxHashMap<BoxId, Vec<u32>> = FxHashMap::default();
            for (index, fragment) in (0..).zip(&lines.fragments) {
                if let Some(owner) = self.owner(fragment.id, root) {
                    by_owner.entry(owner).or_default().push(index);
                }
            }
            self.fragments.insert(root, by_owner);
        }
        let own = self.fragments.get_mut(&root).and_then(|by_owner| by_owner.remove(&id));
        let corner = self.lines_corner(root);
        for index in own.into_iter().flatten() {
            self.fragment(&lines.fragments[index as usize..], root, corner, None);
        }
    }

    /// Paints the fragments of `root`, without those of inline boxes that are painted on their own.
    fn lines(&mut self, root: BoxId) {
        let skips = self.boxes.tree[root].flags.contains(BoxFlags::SKIPS_CONTENTS);
        let Some(lines) = self.boxes.inlines[root.index()].as_ref().filter(|_| !skips) else { return };
        let (place, corner) = (self.placement.places[root.index()], self.lines_corner(root));
        let (style, area) = (&self.boxes.tree[root].style, &self.areas[root.index()]);
        let shortened = || shortened_lines(style, area, lines, (place.origin, corner));
        let ends = self.artist.is_some().then(shortened).unwrap_or_default();
        let lined = self.lined.remove(&root);
        let mut next_line = lines.lines.iter().skip(if lined { lines.lines.len() } else { 0 }).peekable();
        for (index, fragment) in lines.fragments.iter().enumerate() {
            // Chrome: a line is hit in front of the boxes around it.
            while let Some(line) = next_line.next_if(|line| line.fragments.0 as usize <= index) {
                let rect = line_rect(&line.rect.translate(corner), area.size);
                self.item(root, &rect, place.space, place.content_clip, Area::Line);
            }
            if self.owner(fragment.id, root) == Some(root) {
                let ellipsis = ends.iter().find(|end| (end.first..=end.last).contains(&index));
                self.fragment(
                    &lines.fragments[index..],
                    root,
                    corner,
                    ellipsis.map(|end| (end.edge, end.last == index)),
                );
            }
        }
    }

    /// Paints the lines that a float was met on. Chrome: a float is hit in front of them, not of what is on them.
    fn lines_behind(&mut self, float: BoxId) {
        let Some(root) = self.boxes.tree.inline_root(float) else { return };
        let skips = self.boxes.tree[root].flags.contains(BoxFlags::SKIPS_CONTENTS);
        let Some(lines) = self.boxes.inlines[root.index()].as_ref().filter(|_| !skips) else { return };
        if !self.lined.insert(root) {
            return;
        }
        let (place, corner) = (self.placement.places[root.index()], self.lines_corner(root));
        for line in lines.lines.iter().filter(|line| (line.fragments.0 as usize) < lines.fragments.len()) {
            let rect = line_rect(&line.rect.translate(corner), self.areas[root.index()].size);
            self.item(root, &rect, place.space, place.content_clip, Area::Line);
        }
    }

    /// Returns the corner of the lines of a root.
    fn lines_corner(&self, root: BoxId) -> Offset {
        let scrolled = self.scrollers.get(root).map_or(Offset::ZERO, |s| s.offset);
        self.placement.places[root.index()].origin + self.areas[root.index()].inline_corner - scrolled
    }

    fn displacement(&self, id: BoxId) -> Offset {
        self.relative_in_line.get(id.index()).copied().unwrap_or_default()
    }

    /// Paints the first of these fragments. `ellipsis`: where one has to end in the line, and true with it for its last text.
    fn fragment(&mut self, fragments: &[InlineFragment], root: BoxId, corner: Offset, ellipsis: Option<(f32, bool)>) {
        let [fragment, inside @ ..] = fragments else { return };
        let place = self.placement.places[root.index()];
        match fragment.kind {
            InlineFragmentKind::Text { .. } | InlineFragmentKind::Inline => {
                let rect = fragment.rect.translate(corner + self.displacement(fragment.id));
                if let Some(artist) = &mut self.artist {
                    let node = &self.boxes.tree[fragment.id];
                    let space = &self.placement.spaces[place.space as usize];
                    let decorations = decorations(&self.boxes.tree, fragment.id);
                    artist.fragment(node, fragment, (&rect, ellipsis), (space, place.content_clip), &decorations);
                }
                if !fragment.culled {
                    return self.item(fragment.id, &rect, place.space, place.content_clip, Area::Snapped);
                }
                let text = culled_rect(&rect, fragment, inside);
                self.item(fragment.id, &text, place.space, place.content_clip, Area::Exact);
                // Chrome: what lets the pointer through lets it through to the box around it.
                for through in boxes_in(fragment, inside) {
                    if !self.audience.has_box(self.style(through.id)) {
                        let rect = through.rect.translate(corner);
                        self.item(fragment.id, &rect, place.space, place.content_clip, Area::Exact);
                    }
                }
            }
            InlineFragmentKind::Atomic => {
                if self.boxes.tree[fragment.id].flags.contains(BoxFlags::OUTSIDE_MARKER) {
                    self.marker(fragment.id);
                } else if !self.order.is_apart(fragment.id) {
                    self.atomic(fragment.id);
                }
            }
            InlineFragmentKind::Break | InlineFragmentKind::StaticPosition => {}
        }
    }

    /// Paints an outside marker: what a bullet is written with is not as wide as the bullet, and nothing of it is hit.
    fn marker(&mut self, id: BoxId) {
        self.own_box(id);
        if self.artist.is_some() {
            self.lines(id);
        }
    }

    /// The box that a fragment on a line of `root` is painted with: the nearest inline box that is painted on its own, or
    /// the root.
    fn owner(&mut self, id: BoxId, root: BoxId) -> Option<BoxId> {
        let mut at = id;
        let owner = loop {
            // Before what is remembered: an inline block is on a line of another root, and has lines itself.
            if at == root {
                break at;
            }
            if let Some(owner) = self.owners[at.index()] {
                break owner;
            }
            let node = &self.boxes.tree[at];
            if node.kind == BoxKind::Inline
                && (self.boxes.tree.is_positioned(at) || self.boxes.tree.is_stacking_context(at))
            {
                break at;
            }
            at = node.parent?;
        };
        let mut below = Some(id).filter(|&id| id != owner);
        while let Some(id) = below.filter(|&id| id != owner && self.owners[id.index()].is_none()) {
            self.owners[id.index()] = Some(owner);
            below = self.boxes.tree[id].parent;
        }
        Some(owner)
    }

    fn own_box(&mut self, id: BoxId) {
        let (tree, node) = (&self.boxes.tree, &self.boxes.tree[id]);
        if matches!(node.kind, BoxKind::Initial | BoxKind::Inline)
            || node.is_text()
            || is_hidden_cell(tree, self.dom, id)
        {
            return;
        }
        if node.flags.contains(BoxFlags::ANONYMOUS) && node.kind != BoxKind::Table {
            // Chrome: the parent is hit there, in front of what was painted since.
            if self.audience == Audience::Pointer
                && !self.parts.contains_key(&id)
                && let Some(rect) = sticking_out(&self.boxes.tree, self.areas, self.placement, id)
            {
                let place = self.placement.places[id.index()];
                self.item(id, &rect, place.space, place.clip, Area::Exact);
            }
            return;
        }
        if let Some(artist) = &mut self.artist
            && !is_in_small_frame(tree, self.areas, id)
        {
            let (place, area) = (&self.placement.places[id.index()], &self.areas[id.index()]);
            let beside = artist.beside(tree, self.areas, self.placement, id);
            artist.own_box(node, place, area, &self.placement.spaces[place.space as usize], beside);
        }
        if !self.audience.has_rows() && node.style.display.is_table_row_or_column() {
            return;
        }
        let place = self.placement.places[id.index()];
        if !place.is_placed {
            return;
        }
        let rect = LayoutRect { origin: place.origin, size: self.areas[id.index()].size };
        let parts = self.parts.get(&id).cloned().unwrap_or_default();
        // The parts of a multi-column container are those of its columns that are higher than it.
        if parts.is_empty() || is_multicol(&node.style) {
            self.item(id, &rect, place.space, place.clip, Area::Box);
        }
        for part in parts {
            self.item(id, &part.translate(place.origin), place.space, place.clip, Area::Exact);
        }
        if node.kind == BoxKind::Control(Control::Range) {
            self.slider(id, &rect, place.space, place.clip);
        }
        if self.placement.spaces[place.space as usize].is_turned {
            return;
        }
        self.svg(id);
    }

    /// The track and the thumb of a slider.
    fn slider(&mut self, id: BoxId, rect: &LayoutRect, space: u32, clip: MaybeIndex) {
        let (node, result) = (&self.boxes.tree[id], &self.areas[id.index()]);
        let space = &self.placement.spaces[space as usize];
        if space.is_turned || !self.audience.has_svg(&node.style) {
            return;
        }
        let (node, style, inset) = (node.node, &node.style, result.edges.inset());
        for (area, radii) in slider::targets(self.dom, self.styles, node, style, rect, &inset) {
            let to_viewport = space.to_viewport.into();
            (self.paint)(PaintItem { node, area, radii, outline: None, to_viewport, clip, part: PaintPart::Box });
        }
    }

    fn item(&mut self, id: BoxId, rect: &LayoutRect, space: u32, clip: MaybeIndex, how: Area) {
        let node = &self.boxes.tree[id];
        let style = &node.style;
        if !self.audience.has_box(style) || self.placement.spaces[space as usize].is_turned {
            return;
        }
        let target = match &self.dom.node(node.node).data {
            NodeData::Element(_) => node.node,
            _ => match self.dom.flat_parent(node.node) {
                Some(parent) => parent,
                None => return,
            },
        };
        let area = if how == Area::Snapped { snapped(&rect.to_rect()) } else { rect.to_rect() };
        if area.is_empty() {
            return;
        }
        let radii = match how {
            Area::Box => radii(style, area.size()),
            Area::Line if self.boxes.tree.has_own_style(id) => line_radii(style, rect, self.areas[id.index()].size),
            Area::Line | Area::Exact | Area::Snapped => None,
        };
        let part = match self.dom.node(node.node).data {
            NodeData::Text(_) => PaintPart::Text,
            _ if node.is_text() => PaintPart::Generated,
            NodeData::Element(_) if matches!(how, Area::Box | Area::Snapped) => PaintPart::Box,
            NodeData::Element(_) if node.kind == BoxKind::Inline => PaintPart::Box,
            _ => PaintPart::Line,
        };
        (self.paint)(PaintItem {
            node: target,
            area,
            radii,
            outline: None,
            to_viewport: self.placement.spaces[space as usize].to_viewport.into(),
            clip,
            part,
        });
    }
}
