//! The backdrop of text: the boxes under its lines, with their colours composited.

use std::collections::BTreeMap;

use super::super::Subject;
use super::foreground;
use crate::aria::text::content_text;
use crate::dom::{NodeId, local_name};
use crate::geometry::{Point, Rect};
use crate::style::ComputedStyle;
use crate::style::Pseudo;
use crate::style::computed::{Appearance, Color, Dimension, Display, LengthPercentageAuto, Overflow, Position, Srgb};

/// Side of a cell, CSS px.
const CELL: f32 = 128.0;
/// Limit: cells that an item is put in; larger ones are tried for every point.
const MAX_CELLS: usize = 64;
/// Limit: elements at a point that are looked at, from the front.
const MAX_LAYERS: usize = 200;
/// Share of an element's area that a generated box with a background may have before it counts.
const GENERATED: f32 = 0.25;

/// The backdrop of a text.
pub(super) enum Backdrop {
    /// The visible colour of the text, and the colour behind it.
    Known { text: Srgb, behind: Srgb },
    /// An image or a gradient.
    Image,
    /// Something is in front of it.
    Covered,
    /// A background ends within the text, or lines have different ones.
    Partial,
    /// A generated box with a background is near.
    Generated,
    /// A colour that is not computed.
    UnknownColor,
    /// It is not seen.
    Hidden,
}

/// An element under a point of a text.
#[derive(Debug, Clone, Copy)]
struct Layer {
    node: NodeId,
    /// The scroll container that the text is in and this is behind, if the text is scrolled out of its sight.
    port: Option<NodeId>,
}

/// The painted items of a page, for looking up those under texts.
pub(super) struct Backdrops<'s, 'p> {
    subject: &'s Subject<'p>,
    /// Back to front: the element, and where it is seen.
    items: Vec<(NodeId, Rect)>,
    cells: BTreeMap<(i32, i32), Vec<usize>>,
    /// Items of more cells.
    large: Vec<usize>,
}

impl<'s, 'p> Backdrops<'s, 'p> {
    pub(super) fn new(subject: &'s Subject<'p>) -> Self {
        let layout = subject.page.layout();
        let mut found = Self { subject, items: Vec::new(), cells: BTreeMap::new(), large: Vec::new() };
        for item in subject.page.paint_list() {
            let mut seen = item.to_viewport.apply_rect(&item.area);
            let mut next = item.clip.get();
            while let Some(index) = next {
                let Some(clip) = layout.clip(index) else { break };
                // What a scroll container can show counts as seen.
                let scrolls = subject.style(clip.node).is_some_and(|style| {
                    [style.overflow_x, style.overflow_y].iter().any(|o| matches!(o, Overflow::Auto | Overflow::Scroll))
                });
                if !scrolls {
                    seen = seen.intersect(&clip.to_viewport.apply_rect(&clip.area));
                }
                next = clip.parent.filter(|&parent| parent < index);
            }
            if seen.is_empty() {
                continue;
            }
            let at = found.items.len();
            found.items.push((subject.outside_slots(item.node), seen));
            let cells: Vec<(i32, i32)> = cells_of(&seen).take(MAX_CELLS + 1).collect();
            if cells.len() > MAX_CELLS {
                found.large.push(at);
            } else {
                for cell in cells {
                    found.cells.entry(cell).or_default().push(at);
                }
            }
        }
        found
    }

    /// The elements at a point, front to back.
    fn stack(&self, point: Point) -> Vec<NodeId> {
        let mut small = self.cells.get(&(cell(point.x), cell(point.y))).into_iter().flatten().rev().copied().peekable();
        let mut large = self.large.iter().rev().copied().peekable();
        let mut stack: Vec<NodeId> = Vec::new();
        while stack.len() < MAX_LAYERS {
            let next = if small.peek() > large.peek() { small.next() } else { large.next() };
            let Some((node, seen)) = next.and_then(|item| self.items.get(item)) else { break };
            if seen.contains(point) && !stack.contains(node) {
                stack.push(*node);
            }
        }
        stack
    }

    /// Returns the backdrop of an element's text.
    pub(super) fn of(&self, node: NodeId, rects: &[Rect]) -> Backdrop {
        let subject = self.subject;

        if !subject.is_seen(node) {
            return Backdrop::Hidden;
        }
        if self.has_generated_box(node) {
            return Backdrop::Generated;
        }
        let Some(text) = foreground(subject, node) else { return Backdrop::UnknownColor };
        let mut layers: Option<Vec<Layer>> = None;
        // All lines are looked at in the same way.
        let port = rects.iter().find_map(|rect| self.port_around(node, rect.center()));
        for rect in rects {
            let behind = match self.behind(node, rect.center(), port) {
                Ok(behind) => behind,
                Err(covered) => return covered,
            };
            let nodes = |layers: &[Layer]| layers.iter().map(|layer| layer.node).collect::<Vec<_>>();
            if layers.as_ref().is_some_and(|known| nodes(known) != nodes(&behind)) {
                return Backdrop::Partial;
            }
            layers = Some(behind);
        }
        self.composite(node, text, &layers.unwrap_or_default(), rects)
    }

    /// The elements under a point of an element's text, front to back, the element first.
    ///
    /// Behind what is scrolled out of the sight of a scroll container, `outer`, is, as in axe-core, what is behind the container.
    fn behind(&self, node: NodeId, point: Point, mut outer: Option<NodeId>) -> Result<Vec<Layer>, Backdrop> {
        let mut layers: Vec<Layer> = Vec::new();
        let (mut at, mut point, mut port) = (node, point, None);
        loop {
            let inside = self.behind_in(at, point, outer, port.is_some())?;
            // A container is seen through itself: its contents are in front of it, not in its box.
            layers.extend(inside.into_iter().map(|node| Layer { node, port: port.filter(|&port| port != node) }));
            let Some(around) = outer.filter(|_| layers.len() < 2 * MAX_LAYERS) else { return Ok(layers) };
            (at, point, port) = (around, self.subject.rect(around).center(), outer);
            outer = self.port_around(at, point);
        }
    }

    /// Returns the scroll container around an element that does not show a point of it.
    fn port_around(&self, node: NodeId, point: Point) -> Option<NodeId> {
        let subject = self.subject;
        // Scrolling moves nothing that is fixed.
        let is_fixed = |node: NodeId| subject.style(node).is_some_and(|style| style.position == Position::Fixed);
        let mut inner = node;
        subject
            .dom
            .flat_ancestors(node)
            .take_while(|&outer| !is_fixed(std::mem::replace(&mut inner, outer)))
            .find(|&outer| subject.scrolls(outer) && !subject.rect(outer).contains(point))
    }

    /// The elements under a point of an element's text that are in a scroll container, front to back, the element first.
    fn behind_in(
        &self,
        node: NodeId,
        point: Point,
        port: Option<NodeId>,
        is_container: bool,
    ) -> Result<Vec<NodeId>, Backdrop> {
        let dom = self.subject.dom;
        let is_in = |other: NodeId, outer: NodeId| dom.flat_ancestors(other).any(|at| at == outer);
        let mut stack = self.stack(point);
        let is_full = stack.len() >= MAX_LAYERS;
        // In front of a container are its contents, of which one is looked at.
        stack.retain(|&other| port.is_none_or(|port| is_in(other, port)) && !(is_container && is_in(other, node)));
        let mut behind = vec![node];
        if let Some(at) = stack.iter().position(|&other| other == node) {
            // What is in front of a container says nothing of its contents once they are scrolled into sight.
            if !is_container && stack.iter().take(at).any(|&other| self.stays_in_front(node, other)) {
                return Err(Backdrop::Covered);
            }
            behind.extend(stack.get(at + 1..).unwrap_or_default());
        } else if is_full && !is_container {
            return Err(Backdrop::Covered);
        }
        // What takes no clicks is not in the list, nor are the rows of tables; they are in front of what they are in.
        let mut place = 1;
        let around = dom.flat_ancestors(node).take_while(|&outer| Some(outer) != port);
        for outer in around.filter(|&outer| dom.element(outer).is_some()) {
            match behind.iter().position(|&other| other == outer) {
                Some(at) => place = place.max(at + 1),
                // As many as the stack may have.
                None if behind.len() >= 2 * MAX_LAYERS => return Err(Backdrop::Covered),
                None if self.subject.rect(outer).contains(point) || self.is_canvas(outer) => {
                    behind.insert(place.min(behind.len()), outer);
                    place += 1;
                }
                None => {}
            }
        }
        Ok(behind)
    }

    /// True if what is in front of an element is there wherever the part of the page is scrolled that the element is in.
    fn stays_in_front(&self, node: NodeId, other: NodeId) -> bool {
        let dom = self.subject.dom;
        let scroller = dom.flat_ancestors(node).find(|&outer| self.subject.scrolls(outer));
        scroller.is_none_or(|scroller| dom.flat_ancestors(other).any(|outer| outer == scroller))
    }

    /// The colours of a text and of its background.
    fn composite(&self, node: NodeId, text: Srgb, layers: &[Layer], rects: &[Rect]) -> Backdrop {
        let subject = self.subject;
        let mut painted: Vec<(NodeId, Srgb)> = Vec::new();
        for &Layer { node: layer, port } in layers {
            let Some(style) = subject.style(layer) else { continue };
            if self.has_image(layer, style) {
                return Backdrop::Image;
            }
            let color = match self.background(layer, style) {
                Color::Srgb(srgb) => srgb,
                Color::Current => match style.color {
                    Color::Srgb(srgb) => srgb,
                    _ => return Backdrop::UnknownColor,
                },
                Color::ByScheme(colors) => colors.of(style.is_dark),
                Color::Unknown => return Backdrop::UnknownColor,
            };
            if color.alpha() <= 0.0 {
                continue;
            }
            let port = port.map(|port| [self.subject.rect(port)]);
            let rects = port.as_ref().map_or(rects, |port| port.as_slice());
            if style.display != Display::Inline && !self.encloses(layer, style, rects) {
                return Backdrop::Partial;
            }
            painted.push((layer, color));
            if color.alpha() >= 1.0 && style.opacity >= 1.0 {
                break;
            }
        }
        painted.reverse();
        let behind = self.flatten(&painted);
        painted.push((node, text));
        Backdrop::Known { text: self.flatten(&painted), behind }
    }

    /// The colour of the canvas that an element is painted on, if the page gives it none.
    fn canvas(&self, node: NodeId) -> Srgb {
        let dom = self.subject.dom;
        let root = dom.document_element(dom.owner_document(node));
        root.and_then(|root| self.subject.style(root)).map_or(Srgb::WHITE, ComputedStyle::canvas_color)
    }

    /// Layers over the canvas, back to front; what is in an element that is not opaque is one layer.
    fn flatten(&self, layers: &[(NodeId, Srgb)]) -> Srgb {
        let dom = self.subject.dom;
        let opacity = |node: NodeId| self.subject.style(node).map_or(1.0, |style| style.opacity);
        let canvas = layers.first().map_or(Srgb::WHITE, |(node, _)| self.canvas(*node));
        let mut open: Vec<(Option<NodeId>, Srgb)> = vec![(None, canvas)];
        let close = |open: &mut Vec<(Option<NodeId>, Srgb)>, keep: usize| {
            while open.len() > keep.max(1) {
                let Some((group, color)) = open.pop() else { break };
                let faded = color.faded(group.map_or(1.0, opacity));
                if let Some((_, below)) = open.last_mut() {
                    *below = faded.over(*below);
                }
            }
        };
        for &(node, color) in layers {
            let is_group = |outer: NodeId| opacity(outer) < 1.0;
            let mut groups: Vec<NodeId> = Vec::new();
            if self.subject.faded.any(dom, node, is_group) {
                groups.extend(std::iter::once(node).chain(dom.flat_ancestors(node)).filter(|&outer| is_group(outer)));
            }
            groups.reverse();
            let shared =
                open.iter().skip(1).zip(&groups).take_while(|((group, _), other)| *group == Some(**other)).count();
            close(&mut open, shared + 1);
            for &group in groups.get(shared..).unwrap_or_default() {
                open.push((Some(group), Srgb::WHITE.faded(0.0)));
            }
            if let Some((_, top)) = open.last_mut() {
                *top = color.over(*top);
            }
        }
        close(&mut open, 1);
        open.first().map_or(Srgb::WHITE, |(_, color)| *color)
    }

    /// The background that is painted: the native one of controls that have no other.
    fn background(&self, node: NodeId, style: &ComputedStyle) -> Color {
        if style.declares_background() || style.appearance == Appearance::None {
            return style.background_color;
        }
        match self.subject.tag(node) {
            "button" => Color::Srgb(style.button_color()),
            "select" | "textarea" => Color::Srgb(style.field_color()),
            "input" => match self.subject.attr(node, "type").map(str::to_ascii_lowercase).as_deref() {
                Some("submit" | "button" | "reset") => Color::Srgb(style.button_color()),
                Some("checkbox" | "radio" | "range" | "file" | "image" | "color") => style.background_color,
                _ => Color::Srgb(style.field_color()),
            },
            _ => style.background_color,
        }
    }

    fn has_image(&self, node: NodeId, style: &ComputedStyle) -> bool {
        let dom = self.subject.dom;
        let is_graphic = matches!(self.subject.tag(node), "img" | "canvas" | "object" | "iframe" | "video")
            || self.subject.is_svg(node) && dom.element(node).is_some_and(|e| e.name.local == local_name!("svg"));
        is_graphic || style.has_background_image()
    }

    /// True if the box of an element, with what it scrolls, is behind all of some rectangles.
    fn encloses(&self, node: NodeId, style: &ComputedStyle, rects: &[Rect]) -> bool {
        let mut own = self.subject.rect(node);
        let scroll = self.subject.page.layout().get(node).and_then(|own| own.scroll());
        if let Some(scroll) = scroll.filter(|_| matches!(style.overflow_y, Overflow::Auto | Overflow::Scroll)) {
            own.width = own.width.max(scroll.content.width);
            own.height = own.height.max(scroll.content.height);
        }
        if self.is_canvas(node) {
            return true;
        }
        rects.iter().all(|rect| {
            rect.x >= own.x && rect.y >= own.y && rect.right() <= own.right() && rect.bottom() <= own.bottom()
        })
    }

    /// True if the background of an element is that of the canvas.
    fn is_canvas(&self, node: NodeId) -> bool {
        match self.subject.tag(node) {
            "html" => return true,
            "body" => {}
            _ => return false,
        }
        let dom = self.subject.dom;
        let root = dom.document_element(dom.document());
        root.and_then(|root| self.subject.style(root)).is_none_or(|style| !style.has_background)
    }

    /// True if a generated box with a background of an element around may be behind the text. axe-core: absolutely
    /// positioned ones, from a quarter of the element's area on.
    fn has_generated_box(&self, node: NodeId) -> bool {
        let subject = self.subject;
        let own = subject.rect(node);
        let least = own.width * own.height * GENERATED;
        let boxes = |outer: NodeId| {
            [Pseudo::Before, Pseudo::After].into_iter().filter_map(move |pseudo| {
                let style = subject.page.styles().pseudo(outer, pseudo)?;
                let shown = style.display != Display::None && style.position == Position::Absolute;
                (shown && style.has_background).then_some(style)
            })
        };
        subject.generated.any(subject.dom, node, |outer| boxes(outer).next().is_some())
            && std::iter::once(node)
                .chain(subject.dom.flat_ancestors(node))
                .any(|outer| boxes(outer).map(|style| generated_area(style, &subject.rect(outer))).sum::<f32>() > least)
    }
}

/// The area of an absolutely positioned generated box, CSS px².
///
/// Approx: its own sizes or insets, else one line of its text with characters half as wide as high; layout
/// keeps no boxes of generated content. Counts only against a quarter of an element's area.
fn generated_area(style: &ComputedStyle, around: &Rect) -> f32 {
    let text = content_text(style).map_or(0, |text| text.chars().count());
    let (width, height) = match u16::try_from(text) {
        Ok(0) => (0.0, 0.0),
        count => (f32::from(count.unwrap_or(u16::MAX)) * style.font_size / 2.0, style.font_size),
    };
    let side = |size: &Dimension, from: &LengthPercentageAuto, to: &LengthPercentageAuto, whole: f32, text: f32| match (
        size, from, to,
    ) {
        (Dimension::Length(length), ..) => length.resolve(whole),
        (_, LengthPercentageAuto::Length(from), LengthPercentageAuto::Length(to)) => {
            whole - from.resolve(whole) - to.resolve(whole)
        }
        _ => text,
    };
    let width = side(&style.width, &style.inset.left, &style.inset.right, around.width, width);
    let height = side(&style.height, &style.inset.top, &style.inset.bottom, around.height, height);
    width.max(0.0) * height.max(0.0)
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and far cells may be one")]
fn cell(px: f32) -> i32 {
    (px / CELL).floor() as i32
}

fn cells_of(rect: &Rect) -> impl Iterator<Item = (i32, i32)> {
    let rows = cell(rect.y)..=cell(rect.bottom());
    (cell(rect.x)..=cell(rect.right())).flat_map(move |column| rows.clone().map(move |row| (column, row)))
}
