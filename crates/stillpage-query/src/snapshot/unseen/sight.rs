//! Looking at a text as a person does: the colour at points of it with and without it, after all that is painted behind and before.
//!
//! Approx: text fills its box; borders, shadows of boxes and pictures with holes are not looked at. What is not known (a
//! photograph, a gradient) is tried in several colours, and text that differs in one of them is taken for seen.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::pixel::Group;
use super::ports::Ports;
use super::surface::{Fill, Ink, PHOTOS, Surface};
use crate::dom::{Dom, NodeData, NodeId, NodeMap, local_name, ns};
use crate::geometry::{Point, Rect};
use crate::layout::PaintPart;
use crate::page::Page;
use crate::style::ComputedStyle;
use crate::style::computed::{Appearance, Color, Position, Srgb};

/// Limit: colours that differ by no more in each of red, green and blue, out of 255, look alike.
const ALIKE: f32 = 20.0;
/// Side of a cell, CSS px.
const CELL: f32 = 128.0;
/// Limit: cells that an item is put in; larger ones are tried for every point.
const MAX_CELLS: usize = 64;
/// Limit: items at a point that are looked at.
const MAX_LAYERS: usize = 128;
/// Limit: layers of pixels that are painted on all of a page.
const MAX_STEPS: u64 = 30_000_000;
/// Items that are tried for a point in the time that painting a layer takes.
const TRIED_FOR_A_STEP: u64 = 32;
/// A blur of this share of the font's size leaves no letters.
const BLURRED: f32 = 0.6;

/// Something painted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) node: NodeId,
    pub(super) part: PaintPart,
    /// Its place, whatever clips it.
    pub(super) area: Rect,
    /// The area that the clips leave of it; what scrolling shows counts.
    pub(super) shown: Rect,
    /// The element whose clip leaves nothing.
    pub(super) clipped_by: Option<NodeId>,
    /// The innermost scroll container around it, and its port.
    pub(super) home: Option<(NodeId, Rect)>,
}

/// The reason why a text that is painted is not seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreadable {
    Transparent,
    SameColor,
    Covered(NodeId),
    Filtered,
}

/// The items painted on a page, to look at points of it.
pub(super) struct Sight<'p> {
    page: &'p Page,
    pub(super) items: Vec<Seen>,
    cells: FxHashMap<(i32, i32), Vec<u32>>,
    /// Items of more cells.
    large: Vec<u32>,
    /// The nearest element that changes pixels: itself, or one around it.
    groups: NodeMap<Option<NodeId>>,
    steps: Cell<u64>,
    lists: RefCell<Lists>,
}

/// The facts that were read in long values, by the place of the value: styles of one rule hold the same text.
#[derive(Default)]
struct Lists {
    shadows: FxHashMap<*const str, Color>,
    clips: FxHashMap<*const str, bool>,
}

/// The flat tree, out of frames as well.
pub(super) fn around(dom: &Dom, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::successors(Some(node), |&node| match dom.node(node).data {
        NodeData::Document(_) => dom.frame_element(node),
        _ => dom.flat_parent(node),
    })
}

impl<'p> Sight<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let dom = page.dom();
        let mut sight = Self {
            page,
            items: Vec::new(),
            cells: FxHashMap::default(),
            large: Vec::new(),
            groups: NodeMap::new(dom.len(), None),
            steps: Cell::new(0),
            lists: RefCell::default(),
        };
        sight.find_groups();
        let ports = Ports::of(page);
        for item in page.seen_list() {
            let area = item.to_viewport.apply_rect(&item.area);
            let (shown, clipped_by, home) = ports.shown(&area, item.clip.get());
            let seen = Seen { node: item.node, part: item.part, area, shown, clipped_by, home };
            sight.add(seen);
        }
        sight
    }

    fn style(&self, node: NodeId) -> Option<&'p ComputedStyle> {
        self.page.styles().get(node).map(|style| &**style)
    }

    fn find_groups(&mut self) {
        let dom = self.page.dom();
        let mut open = vec![(dom.document(), None)];
        while let Some((node, outer)) = open.pop() {
            let own = self.style(node).and_then(Group::of).map(|_| node).or(outer);
            self.groups[node] = own;
            open.extend(dom.flat_children(node).map(|child| (child, own)));
            open.extend(dom.element(node).and_then(|element| element.frame_document).map(|inner| (inner, own)));
        }
    }

    fn add(&mut self, seen: Seen) {
        let at = u32::try_from(self.items.len()).unwrap_or(u32::MAX);
        self.items.push(seen);
        if seen.shown.is_empty() {
            return;
        }
        let (left, right) = (cell(seen.shown.x), cell(seen.shown.right()));
        let (top, bottom) = (cell(seen.shown.y), cell(seen.shown.bottom()));
        let count = |from: i32, to: i32| usize::try_from(i64::from(to) - i64::from(from) + 1).unwrap_or(usize::MAX);
        if count(left, right).saturating_mul(count(top, bottom)) > MAX_CELLS {
            self.large.push(at);
            return;
        }
        for x in left..=right {
            for y in top..=bottom {
                self.cells.entry((x, y)).or_default().push(at);
            }
        }
    }

    /// Returns the frontmost items at a point that count, back to front.
    fn at(&self, point: Point, counts: impl Fn(&Seen) -> bool) -> Vec<u32> {
        let small = self.cells.get(&(cell(point.x), cell(point.y))).map(Vec::as_slice).unwrap_or_default();
        // Both are in order.
        let mut rest = [small, self.large.as_slice()];
        let (mut found, mut tried) = (Vec::new(), 0);
        while found.len() < MAX_LAYERS
            && let Some(items) = rest.iter_mut().max_by_key(|items| items.last().copied())
            && let Some((&at, others)) = items.split_last()
        {
            *items = others;
            tried += 1;
            if self.items.get(at as usize).is_some_and(|item| item.shown.contains(point) && counts(item)) {
                found.push(at);
            }
        }
        self.steps.set(self.steps.get() + tried / TRIED_FOR_A_STEP);
        found.reverse();
        found
    }

    /// The frontmost items at a point of a text. What is scrolled out of sight is looked at as if it was scrolled to.
    fn stack(&self, own: &Seen, point: Point) -> Vec<u32> {
        let Some((home, port)) = own.home.filter(|(_, port)| !port.contains(point)) else {
            return self.at(point, |_| true);
        };
        let is_inside = |item: &Seen| item.home.is_some_and(|(other, _)| other == home);
        let mut found = self.at(point, is_inside);
        found.extend(self.at(port.center(), |item| !is_inside(item)));
        found.sort_unstable();
        let extra = found.len().saturating_sub(MAX_LAYERS);
        found.drain(..extra);
        found
    }

    /// The reason why the text of an item is not seen at a point; `None` if it is, or that is not known.
    pub(super) fn unreadable(&mut self, own: usize, style: &ComputedStyle, point: Point) -> Option<Unreadable> {
        if self.is_exhausted() {
            return None;
        }
        let seen = *self.items.get(own)?;
        let stack = self.stack(&seen, point);
        let place = stack.partition_point(|&at| (at as usize) < own);
        let behind = stack.get(..place)?.to_vec();
        let before = stack.get(place..)?.iter().copied().filter(|&at| at as usize != own);
        let before: Vec<u32> = before.filter(|&at| self.stays_before(&seen, at)).collect();
        let inks = self.inks(seen.node, style)?;
        let chain = self.chain(seen.node);
        let blur: f32 = chain.iter().map(|(_, group)| group.blur()).sum();
        if blur >= BLURRED * style.font_size.max(1.0) {
            return Some(Unreadable::Filtered);
        }
        let is_read = |before: &[u32], with_groups: bool| {
            (0..PHOTOS.len()).any(|variant| {
                inks.iter().any(|ink| {
                    let shades = [true, false].map(|with| {
                        let ink = with.then(|| ink.color(variant));
                        self.shade(&behind, (seen.node, ink), before, variant, with_groups)
                    });
                    !are_alike(shades[0], shades[1])
                })
            })
        };
        if is_read(&before, true) {
            return None;
        }
        let opacity: f32 = chain.iter().map(|(_, group)| group.opacity()).product();
        let ink = inks.iter().map(|ink| ink.color(0).alpha()).fold(0.0, f32::max);
        Some(if opacity * ink * 255.0 <= ALIKE {
            Unreadable::Transparent
        } else if let Some(cover) = before.last().filter(|_| is_read(&[], true)) {
            Unreadable::Covered(self.items.get(*cover as usize).map_or(seen.node, |item| item.node))
        } else if chain.iter().any(|(_, group)| group.changes_colors()) && is_read(&before, false) {
            Unreadable::Filtered
        } else {
            Unreadable::SameColor
        })
    }

    /// True if so much is painted on itself that the rest of the page is not looked at.
    pub(super) fn is_exhausted(&self) -> bool {
        self.steps.get() > MAX_STEPS
    }

    fn spend(&self, steps: u64) {
        self.steps.set(self.steps.get() + steps);
    }

    /// True if an item in front of a text paints over it wherever the page is scrolled, and can not be closed.
    fn stays_before(&self, own: &Seen, at: u32) -> bool {
        let dom = self.page.dom();
        let Some(item) = self.items.get(at as usize) else { return false };
        if item.part != PaintPart::Box {
            return false;
        }
        self.spend(64);
        let moves = |node: NodeId| {
            let fixed = around(dom, node).find(|&outer| {
                self.style(outer).is_some_and(|style| matches!(style.position, Position::Fixed | Position::Sticky))
            });
            fixed.or_else(|| around(dom, node).find(|outer| self.page.layout().top_layer().contains(outer)))
        };
        let is_inside = || around(dom, item.node).any(|outer| outer == own.node);
        let moving = moves(item.node);
        !(is_inside() || moving.is_some() && moving != moves(own.node) || self.has_svg_around(item.node))
    }

    fn has_svg_around(&self, node: NodeId) -> bool {
        self.page.dom().element(node).is_some_and(|element| element.name.ns == ns!(svg))
    }

    /// Returns the colours that a text is painted with; `None` if one is not known.
    fn inks(&self, node: NodeId, style: &'p ComputedStyle) -> Option<Vec<Ink<'p>>> {
        let known = |color: Color| match color {
            Color::Srgb(srgb) => Some(srgb),
            Color::Current => match style.color {
                Color::Srgb(srgb) => Some(srgb),
                _ => None,
            },
            Color::ByScheme(colors) => Some(colors.of(style.is_dark)),
            Color::Unknown => None,
        };
        let fill = match self.svg_fill(node) {
            Some(fill) => fill?,
            None => known(style.text_fill_color)?,
        };
        let plain = |fill: Srgb| Ink { fill, below: Fill::Color(Srgb::WHITE.faded(0.0)) };
        let mut inks = vec![plain(fill), plain(known(self.shadow_color(style))?)];
        if style.text_stroke_width > 0.0 {
            inks.push(plain(known(style.text_stroke_color)?));
        }
        let clips = |outer: &NodeId| self.style(*outer).is_some_and(|own| self.clips_to_text(own));
        if let Some(outer) = around(self.page.dom(), node).take(8).find(clips)
            && let Some(below) = self.style(outer).map(|own| self.fill(outer, own))
        {
            inks.push(Ink { fill, below });
        }
        Some(inks)
    }

    fn shadow_color(&self, style: &ComputedStyle) -> Color {
        let list = style.paint.as_deref().and_then(|paint| paint.text_shadow.as_ref());
        let Some(list) = list else { return style.text_shadow_color() };
        let read = || {
            self.spend(list.len() as u64 / 32);
            style.text_shadow_color()
        };
        *self.lists.borrow_mut().shadows.entry(Arc::as_ptr(list)).or_insert_with(read)
    }

    fn clips_to_text(&self, style: &ComputedStyle) -> bool {
        let list = style.paint.as_deref().and_then(|paint| paint.background_clip.as_ref());
        let Some(list) = list else { return false };
        let read = || {
            self.spend(list.len() as u64 / 128);
            style.clips_to_text()
        };
        *self.lists.borrow_mut().clips.entry(Arc::as_ptr(list)).or_insert_with(read)
    }

    /// The colour that SVG text is filled with; the inner `None` if it is not known.
    fn svg_fill(&self, node: NodeId) -> Option<Option<Srgb>> {
        let dom = self.page.dom();
        if !self.has_svg_around(node) {
            return None;
        }
        for outer in around(dom, node).take_while(|&outer| self.has_svg_around(outer)) {
            let style = dom.attr(outer, &local_name!("style")).and_then(|style| {
                let fill = style.split(';').find_map(|part| part.trim().strip_prefix("fill:"));
                fill.map(str::trim)
            });
            if let Some(fill) = style.or_else(|| dom.attr(outer, &local_name!("fill"))) {
                let declared = crate::style::attribute_color::declared_colors(&format!("color:{fill}")).0;
                return Some(declared.map(|rgb| Srgb::new(rgb.map(f32::from), 1.0)));
            }
        }
        // A style sheet may set another one.
        Some(None)
    }

    /// The elements that change the pixels of a node, outermost first.
    fn chain(&self, node: NodeId) -> Vec<(NodeId, Group<'p>)> {
        let dom = self.page.dom();
        let mut chain = Vec::new();
        let mut at = self.groups.get(node).copied().flatten();
        while let Some(group) = at.filter(|_| chain.len() < MAX_LAYERS) {
            chain.extend(self.style(group).and_then(Group::of).map(|own| (group, own)));
            at = around(dom, group).nth(1).and_then(|outer| self.groups.get(outer).copied().flatten());
        }
        self.spend(chain.iter().map(|(_, group)| group.effort()).sum());
        chain.reverse();
        chain
    }

    /// The colour of a pixel, with or without the ink of a text between what is behind and before it.
    fn shade(
        &self,
        behind: &[u32],
        (node, ink): (NodeId, Option<Srgb>),
        before: &[u32],
        variant: usize,
        with_groups: bool,
    ) -> Srgb {
        let mut surface = Surface { open: Vec::new(), below: self.canvas(variant), with_groups };
        let boxes = |surface: &mut Surface<'p>, items: &[u32], is_behind: bool| {
            for item in items.iter().filter_map(|&at| self.items.get(at as usize)) {
                self.spend(1);
                if let Some(color) = self.box_color(item, variant, is_behind) {
                    let chain = self.chain(item.node);
                    self.spend(chain.len() as u64);
                    surface.paint(chain, color);
                }
            }
        };
        boxes(&mut surface, behind, true);
        if let Some(ink) = ink {
            surface.paint(self.chain(node), ink);
        }
        boxes(&mut surface, before, false);
        surface.close(0);
        surface.below
    }

    /// Returns the colour that the box of an item is painted with; `None` for nothing.
    fn box_color(&self, item: &Seen, variant: usize, is_behind: bool) -> Option<Srgb> {
        if item.part != PaintPart::Box {
            return None;
        }
        let style = self.style(item.node).filter(|style| !self.clips_to_text(style))?;
        match self.fill(item.node, style) {
            // What a picture leaves open is not known.
            Fill::Picture(color) if !is_behind => Some(color),
            Fill::Shape if !is_behind => None,
            fill => Some(fill.at(variant)),
        }
    }

    fn fill(&self, node: NodeId, style: &'p ComputedStyle) -> Fill<'p> {
        let dom = self.page.dom();
        let tag = dom.element(node).map_or("", |element| &*element.name.local);
        if matches!(tag, "img" | "video" | "canvas" | "embed" | "object") {
            return Fill::Photo;
        }
        if self.has_svg_around(node) && tag != "svg" {
            return Fill::Shape;
        }
        let color = match self.background(node, tag, style) {
            Color::Current => style.color,
            color => color,
        };
        let Color::Srgb(color) = color else { return Fill::Photo };
        let gradient = style.paint_effects.as_deref().and_then(|own| own.background.as_deref());
        match gradient {
            Some(colors) => Fill::Gradient(colors, color),
            None if style.has_background_image() => Fill::Picture(color),
            None => Fill::Color(color),
        }
    }

    /// The background that is painted: the native one of controls that have no other, that of the document of a frame.
    fn background(&self, node: NodeId, tag: &str, style: &ComputedStyle) -> Color {
        let dom = self.page.dom();
        if let Some(document) = dom.element(node).and_then(|element| element.frame_document) {
            let root = dom.document_element(document);
            let of = |node: Option<NodeId>| node.and_then(|node| self.style(node)).filter(|style| style.has_background);
            return of(root)
                .or_else(|| of(dom.body(document)))
                .map_or(style.background_color, |own| own.background_color);
        }
        if style.declares_background() || style.appearance == Appearance::None {
            return style.background_color;
        }
        match tag {
            "button" => Color::Srgb(style.button_color()),
            "select" | "textarea" => Color::Srgb(style.field_color()),
            "input" => match dom.attr(node, &local_name!("type")).map(str::to_ascii_lowercase).as_deref() {
                Some("submit" | "button" | "reset") => Color::Srgb(style.button_color()),
                Some("checkbox" | "radio" | "range" | "file" | "image" | "color") => style.background_color,
                _ => Color::Srgb(style.field_color()),
            },
            _ => style.background_color,
        }
    }

    /// The colour of the canvas: that of the root element, or of the body.
    fn canvas(&self, variant: usize) -> Srgb {
        let dom = self.page.dom();
        let root = dom.document_element(dom.document());
        let of = |node: Option<NodeId>| {
            let node = node?;
            let style = self.style(node).filter(|style| style.has_background)?;
            Some(self.fill(node, style).at(variant))
        };
        let color = of(root).or_else(|| of(dom.body(dom.document())));
        let own = root.and_then(|root| self.style(root)).map_or(Srgb::WHITE, ComputedStyle::canvas_color);
        color.map_or(own, |color| color.over(own))
    }
}

fn are_alike(one: Srgb, other: Srgb) -> bool {
    one.unit().iter().zip(other.unit()).all(|(a, b)| (a - b).abs() * 255.0 <= ALIKE)
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and far cells may be one")]
fn cell(px: f32) -> i32 {
    (px / CELL).floor() as i32
}
