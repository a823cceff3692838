//! The scene to draw, in the order in which the page paints it.

use rustc_hash::FxHashMap;

use super::{Item, ItemClass, Shape};
use crate::dom::{NodeId, NodeMap};
use crate::geometry::{Point, Rect};
use crate::layout::PaintItem;
use crate::page::Page;
use crate::snapshot::{Child, Marks, Snapshot, SnapshotNode, is_interactive};
use crate::style::computed::Position;

/// Share of the window from which on a positioned box is a backdrop, which lets the page shine through.
const BACKDROP: f32 = 0.95;
/// Limit: characters kept of a name.
const LONGEST_NAME: usize = 120;
/// Limit: lines of a node that are compared with one piece that is painted; they come in the same order.
const LINES_AHEAD: usize = 16;

/// A page taken apart for drawing.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) window: Rect,
    pub(super) shapes: Vec<Shape>,
    pub(super) clips: Vec<Rect>,
    pub(super) items: Vec<Item>,
    /// The boxes that hide what is painted before them, with their places in `shapes`.
    pub(super) panels: Vec<(usize, Rect)>,
    /// The index of each item's box in `shapes`.
    pub(super) places: Vec<usize>,
}

/// A line of text that is still to be painted.
struct Line {
    rect: Rect,
    text: String,
}

struct Builder<'a> {
    page: &'a Page,
    scroll: Point,
    scene: Scene,
    /// The item of an element.
    item_of: NodeMap<Option<u32>>,
    drawn: Vec<bool>,
    /// Lines of an element's own text, and how many of them are painted.
    lines: FxHashMap<NodeId, (usize, Vec<Line>)>,
    /// The visible area of each clip of the layout, and its place among the scene's.
    clips: Vec<Rect>,
    modal: Option<NodeId>,
}

impl Scene {
    pub(super) fn of(page: &Page, snapshot: &Snapshot, marks: &Marks) -> Self {
        let scroll = *page.layout().viewport();
        let viewport = page.device().viewport;
        let (width, height) = (scroll.content.width.max(viewport.width), scroll.content.height.max(viewport.height));
        let mut builder = Builder {
            page,
            scroll: scroll.offset,
            scene: Self {
                width,
                height,
                window: Rect::new(scroll.offset.x, scroll.offset.y, viewport.width, viewport.height),
                shapes: Vec::new(),
                clips: Vec::new(),
                items: Vec::new(),
                panels: Vec::new(),
                places: Vec::new(),
            },
            item_of: NodeMap::new(page.dom().len(), None),
            drawn: Vec::new(),
            lines: FxHashMap::default(),
            clips: Vec::new(),
            modal: marks.modality().topmost.map(|(node, _)| node),
        };
        builder.measure_clips();
        builder.collect_items(snapshot, marks);
        builder.collect_lines();
        builder.paint();
        builder.scene
    }
}

impl Builder<'_> {
    /// From the window's coordinates to the page's.
    fn on_page(&self, rect: &Rect) -> Rect {
        rect.translate(self.scroll)
    }

    /// Measures the part of the page that each clip leaves, outer ones included: they come before it.
    fn measure_clips(&mut self) {
        let whole = Rect::new(0.0, 0.0, self.scene.width, self.scene.height);
        let dom = self.page.dom();
        let window = [Some(dom.document()), dom.document_element(dom.document()), dom.body(dom.document())];
        for clip in self.page.layout().clips().iter() {
            let outer = clip.parent.and_then(|at| self.clips.get(at as usize)).copied().unwrap_or(whole);
            // The window clips nothing here: the picture shows what is beyond it.
            if window.contains(&Some(clip.node)) && clip.area.width >= self.scene.window.width - 20.0 {
                self.clips.push(outer);
                continue;
            }
            let own = self.on_page(&clip.to_viewport.apply_rect(&clip.area));
            self.clips.push(own.intersect(&outer));
        }
    }

    fn clip(&self, index: Option<u32>) -> Rect {
        let whole = Rect::new(0.0, 0.0, self.scene.width, self.scene.height);
        index.and_then(|at| self.clips.get(at as usize)).copied().unwrap_or(whole)
    }

    fn collect_items(&mut self, snapshot: &Snapshot, marks: &Marks) {
        let layout = self.page.layout();
        let mut clip_of: NodeMap<Option<u32>> = NodeMap::new(self.page.dom().len(), None);
        let mut painted = NodeMap::new(self.page.dom().len(), false);
        for item in self.page.paint_list() {
            if !std::mem::replace(&mut painted[item.node], true) {
                clip_of[item.node] = item.clip.get();
            }
        }
        for (depth, child) in snapshot.walk() {
            let Child::Node(index) = child else { continue };
            let node = snapshot.node(*index);
            let Some(reference) = node.reference else { continue };
            let rect = layout.get(node.element).map(|b| self.on_page(&b.rect));
            // Rows and row groups are not painted themselves: what clips their first painted neighbour is not known.
            let visible = rect.map(|rect| rect.intersect(&self.clip(clip_of[node.element]))).filter(|r| !r.is_empty());
            let mark = marks.get(node.element);
            let mut labels = Vec::new();
            if mark.covered_by.is_some() {
                labels.push(match mark.covered_by_ref {
                    Some(by) => format!("obscured by {by}"),
                    None => "obscured".to_owned(),
                });
            }
            let blocked = marks.modality().blocks(node.element);
            if blocked && mark.covered_by.is_none() {
                labels.push("obscured".to_owned());
            }
            match mark.offscreen {
                Some(0) => labels.push("offscreen".to_owned()),
                Some(pages) => labels.push(format!("offscreen {pages:+}")),
                None => {}
            }
            if visible.is_none() {
                labels.push("clipped away".to_owned());
            }
            let states = &node.states;
            let flags = [(states.disabled, "disabled"), (states.checked.is_some(), "checked"), (node.active, "active")];
            labels.extend(flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
            self.item_of[node.element] = u32::try_from(self.scene.items.len()).ok();
            self.scene.items.push(Item {
                reference: reference.to_string(),
                role: node.role.name(),
                name: name(node),
                kind: kind(node),
                depth,
                marks: labels,
                obscured: blocked || mark.covered_by.is_some(),
                rect: visible,
            });
        }
        self.drawn = vec![false; self.scene.items.len()];
        self.scene.places = vec![0; self.scene.items.len()];
    }

    /// The lines of text of each element, each in the order of the document.
    fn collect_lines(&mut self) {
        let (dom, layout) = (self.page.dom(), self.page.layout());
        for index in 0..dom.len() {
            let node = NodeId::from_index(index);
            let Some(text) = layout.text(node) else { continue };
            let Some(parent) = dom.flat_parent(node) else { continue };
            let (scroll, rendered) = (self.scroll, text.rendered.of(dom, node));
            let lines = text.lines.iter().filter_map(|line| {
                let shown = rendered.get(line.start as usize..line.end as usize)?.trim();
                (!shown.is_empty()).then(|| Line { rect: line.rect.translate(scroll), text: shown.to_owned() })
            });
            self.lines.entry(parent).or_default().1.extend(lines);
        }
    }

    fn paint(&mut self) {
        for item in self.page.paint_list() {
            let rect = self.on_page(&item.to_viewport.apply_rect(&item.area));
            let visible = rect.intersect(&self.clip(item.clip.get()));
            if Some(item.node) == self.modal {
                // Only once: the first piece of it that is painted.
                self.modal = None;
                self.scene.shapes.push(Shape::Veil(Rect::new(0.0, 0.0, self.scene.width, self.scene.height)));
            }
            self.draw_boxes(item.node);
            if self.is_panel(item, &rect) && !visible.is_empty() {
                self.scene.panels.push((self.scene.shapes.len(), visible));
                self.scene.shapes.push(Shape::Panel(visible));
                self.redraw(item.node);
            }
            self.draw_text(item.node, &rect, item.clip.get());
        }
        // What no pointer reaches is not in the list.
        for item in 0..self.scene.items.len() {
            self.draw(item);
        }
        let mut rest: Vec<(NodeId, (usize, Vec<Line>))> = self.lines.drain().collect();
        rest.sort_unstable_by_key(|(node, _)| *node);
        for (node, (_, lines)) in rest {
            let through = self.page.styles().get(node).is_some_and(|style| {
                style.pointer_events == crate::style::computed::PointerEvents::None
                    && style.visibility == crate::style::computed::Visibility::Visible
            });
            for line in lines.into_iter().filter(|_| through) {
                self.scene.shapes.push(Shape::Text { rect: line.rect, text: line.text, bold: false, clip: None });
            }
        }
    }

    /// The box of an element, and before it those around it that were not drawn yet.
    fn draw_boxes(&mut self, node: NodeId) {
        let dom = self.page.dom();
        let mut chain = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            if let Some(item) = self.item_of[node].map(|item| item as usize) {
                if self.drawn[item] {
                    break;
                }
                chain.push(item);
            }
            at = dom.composed_parent(node);
        }
        for item in chain.into_iter().rev() {
            self.draw(item);
        }
    }

    fn draw(&mut self, item: usize) {
        if std::mem::replace(&mut self.drawn[item], true) {
            return;
        }
        self.scene.places[item] = self.scene.shapes.len();
        if let Some(rect) = self.scene.items[item].rect {
            self.scene.shapes.push(Shape::Box { item, rect });
        }
    }

    /// Draws a box again, over the panel that it is.
    fn redraw(&mut self, node: NodeId) {
        if let Some(item) = self.item_of[node].map(|item| item as usize) {
            let place = self.scene.places[item];
            if let Some(Shape::Box { item: known, .. }) = self.scene.shapes.get(place)
                && *known == item
            {
                let shape = self.scene.shapes[place].clone();
                self.scene.places[item] = self.scene.shapes.len();
                // The old one is under the panel.
                self.scene.shapes.push(shape);
                self.scene.shapes[place] = Shape::Panel(Rect::ZERO);
            }
        }
    }

    /// True for elements likely to have a background of their own: it is over the page, is not a backdrop, and has
    /// something.
    ///
    /// Approx: backgrounds are not computed; a positioned box without one is drawn as if it was opaque.
    fn is_panel(&self, item: &PaintItem, rect: &Rect) -> bool {
        let Some(style) = self.page.styles().get(item.node) else { return false };
        let over = matches!(style.position, Position::Fixed | Position::Sticky)
            || style.position == Position::Absolute && style.z_index.is_some_and(|z| z > 0)
            || self.page.layout().top_layer().contains(&item.node);
        let own = self
            .page
            .layout()
            .get(item.node)
            .is_some_and(|b| (b.rect.width - rect.width).abs() < 1.0 && (b.rect.height - rect.height).abs() < 1.0);
        let window = self.scene.window;
        let backdrop = rect.width >= BACKDROP * window.width && rect.height >= BACKDROP * window.height;
        over && own && !backdrop && self.page.dom().descendants(item.node).any(|n| self.page.layout().text(n).is_some())
    }

    fn draw_text(&mut self, node: NodeId, rect: &Rect, clip: Option<u32>) {
        let area = self.clip(clip);
        let Some((done, lines)) = self.lines.get_mut(&node) else { return };
        let near = |line: &Line| {
            let (a, b) = (&line.rect, rect);
            (a.x - b.x).abs() < 2.0
                && (a.y - b.y).abs() < 2.0
                && (a.right() - b.right()).abs() < 3.0
                && (a.bottom() - b.bottom()).abs() < 3.0
        };
        let Some(found) = lines.iter().skip(*done).take(LINES_AHEAD).position(near) else { return };
        let at = *done + found;
        let line = Line { rect: lines[at].rect, text: std::mem::take(&mut lines[at].text) };
        lines.swap(at, *done);
        *done += 1;
        let bold = self.page.styles().get(node).is_some_and(|style| style.font_weight >= 600.0);
        let visible = line.rect.intersect(&area);
        if line.text.is_empty() || visible.is_empty() {
            return;
        }
        let whole = (visible.width - line.rect.width).abs() < 0.5 && (visible.height - line.rect.height).abs() < 0.5;
        let clip = (!whole).then(|| match self.scene.clips.iter().rposition(|known| *known == area) {
            Some(known) => known,
            None => {
                self.scene.clips.push(area);
                self.scene.clips.len() - 1
            }
        });
        self.scene.shapes.push(Shape::Text { rect: line.rect, text: line.text, bold, clip });
    }
}

fn kind(node: &SnapshotNode) -> ItemClass {
    if is_interactive(node) {
        return ItemClass::Control;
    }
    match node.role.name() {
        "banner" | "navigation" | "main" | "complementary" | "contentinfo" | "region" | "form" | "search"
        | "dialog" | "alertdialog" | "heading" | "alert" | "status" | "table" | "grid" | "iframe" => {
            ItemClass::Landmark
        }
        _ => ItemClass::Plain,
    }
}

/// The name of a node, or its own text.
fn name(node: &SnapshotNode) -> String {
    let text = match &*node.children {
        [Child::Text(text), ..] if node.name.is_empty() => text,
        _ => &node.name,
    };
    match text.char_indices().nth(LONGEST_NAME) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_string(),
    }
}
