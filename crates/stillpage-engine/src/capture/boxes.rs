//! Styles and boxes of a recording, by node.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::paint::{Painter, to_viewport};
use super::recording::{DocumentSnapshot, FrameFacts, Recording};
use super::scene::{Generated, Scene};
use super::text::{Run, rendered};
use super::tree::NodeTables;
use crate::device::Device;
use crate::dom::{Dom, NodeData, NodeId, NodeMap, SparseNodeMap};
use crate::geometry::{Point, Rect, Size};
use crate::layout::{Layout, LayoutBox, Scroll};
use crate::style::computed::{Display, Overflow, Position};
use crate::style::{MEASURED, MeasuredStyles, Pseudo, Styles};

/// Styles and boxes of a recording.
pub(super) fn measure(recording: &Recording, dom: &Dom, places: &NodeTables, device: &Device) -> (Styles, Layout) {
    let mut measure = Measure {
        recording,
        dom,
        places,
        styles: MeasuredStyles::new(dom, device),
        boxes: SparseNodeMap::new(dom.len()),
        rects: BTreeMap::new(),
        texts: SparseNodeMap::new(dom.len()),
        scene: Scene::new(dom),
        inert: inert(dom),
        origins: FxHashMap::default(),
    };
    for document in &recording.snapshot.documents {
        measure.document(document);
    }
    measure.without_boxes();
    measure.finish(device)
}

struct Measure<'r> {
    recording: &'r Recording,
    dom: &'r Dom,
    places: &'r NodeTables,
    styles: MeasuredStyles<'r>,
    boxes: SparseNodeMap<LayoutBox>,
    /// Client rects of elements.
    rects: BTreeMap<NodeId, Vec<Rect>>,
    texts: SparseNodeMap<crate::layout::TextBox>,
    scene: Scene,
    /// The nodes that `inert` attributes keep from being hit.
    inert: NodeMap<bool>,
    /// The origin of each document's viewport in that of the page.
    origins: FxHashMap<NodeId, Point>,
}

/// The owner of a box of a snapshot.
#[derive(Debug, Clone, Copy)]
enum Owner {
    Document(NodeId),
    Element(NodeId),
    Text(NodeId),
    /// A pseudo-element of the element; `None` for kinds that no room asks for.
    Pseudo(NodeId, Option<Pseudo>),
}

fn rect(numbers: Option<&Vec<f32>>) -> Option<Rect> {
    match numbers?.as_slice() {
        &[x, y, width, height] => Some(Rect::new(x, y, width, height)),
        _ => None,
    }
}

fn pseudo(kind: &str) -> Option<Pseudo> {
    let pseudo = match kind {
        "before" => Pseudo::Before,
        "after" => Pseudo::After,
        "marker" => Pseudo::Marker,
        "placeholder" => Pseudo::Placeholder,
        "backdrop" => Pseudo::Backdrop,
        "first-letter" => Pseudo::FirstLetter,
        "first-line" => Pseudo::FirstLine,
        "file-selector-button" => Pseudo::FileSelectorButton,
        "details-content" => Pseudo::DetailsContent,
        _ => return None,
    };
    Some(pseudo)
}

impl<'r> Measure<'r> {
    /// Returns the owner of each row of a document's nodes.
    fn owners(&self, document: &DocumentSnapshot) -> Vec<Option<Owner>> {
        let rows = &document.nodes;
        let kinds: FxHashMap<usize, &str> = (rows.pseudo_type.index.iter())
            .zip(&rows.pseudo_type.value)
            .map(|(&row, &kind)| (row, self.recording.snapshot.text(kind).unwrap_or_default()))
            .collect();
        let node = |row: usize| rows.backend_node_id.get(row).and_then(|b| self.places.of_backend.get(b)).copied();
        let owner = |row: usize| {
            if let Some(kind) = kinds.get(&row) {
                let parent = usize::try_from(*rows.parent_index.get(row)?).ok()?;
                let element = node(parent).filter(|&n| self.dom.element(n).is_some())?;
                return Some(Owner::Pseudo(element, pseudo(kind)));
            }
            let node = node(row)?;
            match &self.dom.node(node).data {
                NodeData::Document(_) => Some(Owner::Document(node)),
                NodeData::Element(_) => Some(Owner::Element(node)),
                NodeData::Text(_) => Some(Owner::Text(node)),
                _ => None,
            }
        };
        (0..rows.backend_node_id.len()).map(owner).collect()
    }

    /// Returns the origin of the viewport of a document in that of the page: the corner of the content box of its frame.
    fn origin(&mut self, document: NodeId) -> Point {
        if let Some(&known) = self.origins.get(&document) {
            return known;
        }
        let frame = self.dom.frame_element(document);
        let content = frame.and_then(|frame| self.boxes.get(frame));
        let origin = content.map_or(Point::ZERO, |own| to_viewport(own).apply(own.content.origin()));
        self.origins.insert(document, origin);
        origin
    }

    fn document(&mut self, document: &DocumentSnapshot) {
        let strings = &self.recording.snapshot;
        let Some(frame) = strings.text(document.frame_id) else { return };
        let Some(&root) = self.places.documents.get(frame) else { return };
        let facts = self.recording.frames.get(frame);
        let offset = facts.map_or(Point::ZERO, |f| Point::new(f.geometry[0], f.geometry[1]));
        let origin = self.origin(root);
        // A snapshot lists no backdrops.
        for &(number, x, y, width, height) in facts.map_or(&[][..], |facts| &facts.backdrops) {
            if let Some(node) = self.places.element(frame, number) {
                self.scene.backdrop(node, Rect::new(x, y, width, height).translate(origin));
            }
        }
        let owners = self.owners(document);
        let layout = &document.layout;
        let to_viewport = |r: Rect| r.translate(origin - offset);
        let mut runs: FxHashMap<usize, Vec<Run>> = FxHashMap::default();
        let boxes = &document.text_boxes;
        for (at, &row) in boxes.layout_index.iter().enumerate() {
            let (Some(bounds), Some(&start), Some(&length)) =
                (rect(boxes.bounds.get(at)), boxes.start.get(at), boxes.length.get(at))
            else {
                continue;
            };
            runs.entry(row).or_default().push(Run { rect: to_viewport(bounds), start, length });
        }
        for (at, &row) in layout.node_index.iter().enumerate() {
            let Some(Some(owner)) = owners.get(row).copied() else { continue };
            let bounds = rect(layout.bounds.get(at)).map_or(Rect::ZERO, to_viewport);
            let order = layout.paint_orders.get(at).copied().unwrap_or(0);
            let numbers = layout.styles.get(at).map_or(&[][..], Vec::as_slice);
            let values = || numbers.iter().map(|&n| strings.text(n).unwrap_or_default()).collect::<Vec<_>>();
            let text = layout.text.get(at).and_then(|&n| strings.text(n));
            let runs = runs.get(&at).map_or(&[][..], Vec::as_slice);
            match owner {
                Owner::Document(node) => self.scene.layer(node, order),
                Owner::Element(node) => {
                    self.scene.layer(node, order);
                    // `br` has a text of its own.
                    if !self.boxes.contains(node) {
                        self.styles.set(node, &with_inertness(values(), self.inert[node]));
                        self.element(node, bounds, document, at, origin);
                    }
                }
                Owner::Text(node) => {
                    let text = rendered(text.unwrap_or_default(), runs);
                    self.scene.text(node, text.lines.iter().map(|line| line.rect));
                    // `::first-letter` leaves the rest of a text in a box of its own.
                    self.texts.insert(node, text);
                }
                Owner::Pseudo(node, kind) => self.pseudo(node, kind, &values(), bounds, text, runs, order),
            }
        }
    }

    fn element(&mut self, node: NodeId, bounds: Rect, document: &DocumentSnapshot, at: usize, origin: Point) {
        let layout = &document.layout;
        let reported = self.places.facts.get(&node).and_then(|(frame, number)| {
            let numbers = self.recording.frames.get(frame)?.rects.get(*number)?;
            let rects = numbers.chunks_exact(4).map(|r| Rect::new(r[0], r[1], r[2], r[3]).translate(origin));
            Some(rects.collect::<Vec<_>>())
        });
        // Elements of closed shadow trees, which no script sees.
        let rects = reported.unwrap_or_else(|| vec![bounds]);
        let bounding = Layout::bounding(&rects);
        let style = self.styles.get(node).cloned();
        let offset = rect(layout.offset_rects.get(at));
        let client = rect(layout.client_rects.get(at)).filter(|r| !r.is_empty());
        let scrolled = rect(layout.scroll_rects.get(at));
        let has_transform = offset.is_some_and(|o| {
            !o.is_empty() && ((o.width - bounding.width).abs() > 1.0 || (o.height - bounding.height).abs() > 1.0)
        });
        let inline = style.as_ref().is_some_and(|s| s.display == Display::Inline) && client.is_none();
        let size = match offset.filter(|_| has_transform && !inline) {
            Some(o) => o.size(),
            None => bounding.size(),
        };
        let content = style.as_ref().map_or(Rect::new(0.0, 0.0, size.width, size.height), |style| {
            let pad = |length: &crate::style::computed::LengthPercentage| length.resolve(size.width);
            let (left, top) =
                (style.border.left.width + pad(&style.padding.left), style.border.top.width + pad(&style.padding.top));
            let right = size.width - style.border.right.width - pad(&style.padding.right);
            let bottom = size.height - style.border.bottom.width - pad(&style.padding.bottom);
            Rect::from_edges(left, top, right.max(left), bottom.max(top))
        });
        let scrolls = style.as_ref().is_some_and(|s| {
            [s.overflow_x, s.overflow_y]
                .iter()
                .any(|o| matches!(o, Overflow::Auto | Overflow::Scroll | Overflow::Hidden))
        });
        let scroll = match (scrolled, client) {
            (Some(s), Some(c)) if scrolls => Some(Scroll { offset: s.origin(), content: s.size(), client: c.size() }),
            _ => None,
        };
        let own = LayoutBox::new(bounding, size, content, scroll);
        self.boxes.insert(node, own.with_fragments((0, 0)));
        self.rects.insert(node, rects);
    }

    #[allow(clippy::too_many_arguments, reason = "the columns of a row")]
    fn pseudo(
        &mut self,
        node: NodeId,
        kind: Option<Pseudo>,
        values: &[&str],
        bounds: Rect,
        text: Option<&str>,
        runs: &[Run],
        order: i64,
    ) {
        if let Some(kind) = kind {
            self.styles.set_pseudo(node, kind, values);
        }
        if kind == Some(Pseudo::Marker)
            && let Some(text) = text
        {
            self.styles.set_marker(node, text);
        }
        if kind == Some(Pseudo::FirstLetter) {
            self.first_letter(node, text, runs);
        }
        if kind == Some(Pseudo::Backdrop) {
            self.scene.backdrop(node, bounds);
        } else {
            let value = |name: &str| {
                let at = MEASURED.iter().position(|measured| *measured == name)?;
                values.get(at).copied()
            };
            let position = match value("position") {
                Some("absolute") => Position::Absolute,
                Some("fixed") => Position::Fixed,
                _ => Position::Static,
            };
            let is_below = value("z-index").and_then(|z| z.parse::<i32>().ok()).is_some_and(|z| z < 0);
            self.scene.generated(Generated { node, bounds, position, is_below }, text.is_some(), order);
        }
    }

    /// The first letter is a part of the first text.
    fn first_letter(&mut self, node: NodeId, text: Option<&str>, runs: &[Run]) {
        let (Some(letter), Some(run)) = (text, runs.first()) else { return };
        let first = self.dom.descendants(node).find(|&n| self.dom.text(n).is_some_and(|t| !t.trim().is_empty()));
        if let Some(first) = first
            && !self.texts.contains(first)
        {
            let whole = Run { start: 0, length: letter.encode_utf16().count(), rect: run.rect };
            self.texts.insert(first, rendered(letter, &[whole]));
        }
    }

    /// Styles of elements without a box, and of pseudo-elements of them.
    fn without_boxes(&mut self) {
        for (frame, facts) in &self.recording.frames {
            for fact in &facts.styles {
                let Some(node) = self.places.element(frame, fact.element) else { continue };
                let values: Vec<&str> = fact.values.iter().map(String::as_str).collect();
                match fact.pseudo.as_str() {
                    "" if self.styles.get(node).is_none() => self.styles.set(node, &values),
                    "" => {}
                    name => {
                        if let Some(kind) = pseudo(name.trim_start_matches(':'))
                            && !self.boxes.contains(node)
                        {
                            self.styles.set_pseudo(node, kind, &values);
                        }
                    }
                }
            }
        }
    }

    fn finish(mut self, device: &Device) -> (Styles, Layout) {
        let mut fragments = Vec::new();
        for (node, rects) in &self.rects {
            let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let from = index(fragments.len());
            fragments.extend(rects);
            if let Some(own) = self.boxes.get_mut(*node) {
                own.set_fragments((from, index(fragments.len())));
            }
        }
        let window = |facts: &FrameFacts| {
            let [x, y, width, height, client_width, client_height] = facts.geometry;
            let client = Size::new(client_width, client_height);
            Scroll { offset: Point::new(x, y), content: Size::new(width, height), client }
        };
        let none = Scroll { offset: Point::ZERO, content: device.viewport, client: device.viewport };
        let viewport = self.recording.main_facts().map_or(none, window);
        let mut frames: Vec<(NodeId, Scroll)> = (self.recording.frames.iter())
            .filter_map(|(frame, facts)| Some((*self.places.documents.get(frame)?, window(facts))))
            .filter(|(document, _)| *document != self.dom.document())
            .collect();
        frames.sort_by_key(|(document, _)| *document);
        let top_layer: Vec<NodeId> = (self.recording.top_layer.iter())
            .filter_map(|id| self.places.of_id.get(id).copied())
            .filter(|&n| self.dom.element(n).is_some() && self.boxes.contains(n))
            .collect();
        let styles = self.styles.finish();
        let mut layout = Layout::measured(self.boxes, fragments, self.texts, (viewport, frames), top_layer);
        let painter = Painter::new(self.dom, &styles, &layout, &self.scene);
        let (paint, clips) = painter.paint();
        layout.set_paint(paint, clips);
        (styles, layout)
    }
}

/// Returns the nodes below an `inert` attribute in the flat tree, modal dialogs apart.
fn inert(dom: &Dom) -> NodeMap<bool> {
    let mut inert = NodeMap::new(dom.len(), false);
    let mut stack = vec![(dom.document(), false)];
    while let Some((node, around)) = stack.pop() {
        let own = dom.attr(node, &crate::dom::LocalName::from("inert")).is_some();
        inert[node] = own || (around && !dom.is_modal_dialog(node));
        stack.extend(dom.flat_children(node).map(|child| (child, inert[node])));
        stack.extend(dom.element(node).and_then(|e| e.frame_document).map(|document| (document, inert[node])));
    }
    inert
}

/// Chrome: the computed value of `interactivity` does not reflect the attribute.
fn with_inertness(mut values: Vec<&str>, is_inert: bool) -> Vec<&str> {
    let at = MEASURED.iter().position(|name| *name == "interactivity");
    if let Some(value) = at.and_then(|at| values.get_mut(at)).filter(|_| is_inert) {
        *value = "inert";
    }
    values
}
