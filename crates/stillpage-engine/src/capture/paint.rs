//! Paint order of a measured page: the browser reports the paint order of its layers; inside a layer the order
//! follows the standard.
//!
//! <https://www.w3.org/TR/CSS22/zindex.html> (Appendix E).

use std::collections::BTreeMap;

use super::scene::{Generated, Scene};
use crate::dom::{Dom, NodeData, NodeId, NodeMap, local_name, ns};
use crate::geometry::{Affine, Projection, Rect, Size, ViewportMap};
use crate::layout::{Clip, Layout, LayoutBox, PaintItem, PaintPart, radii, snapped};
use crate::segmented::SegmentedVec;
use crate::style::computed::{Display, Float, Overflow, Position};
use crate::style::{ComputedStyle, Styles};

/// The clip of a node, and those of boxes in it.
#[derive(Debug, Clone, Copy, Default)]
struct Clipping {
    own: Option<u32>,
    /// Boxes in flow.
    flow: Option<u32>,
    /// Absolutely positioned boxes.
    absolute: Option<u32>,
    /// Boxes that are fixed.
    fixed: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Blocks,
    Floats,
    Inlines,
}

/// A step of painting.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A box and its contents.
    Unit(NodeId),
    /// The contents of a box, in one step.
    Inside(NodeId, Phase),
    /// The boxes of one element alone.
    Own(NodeId),
    /// Text, or generated content.
    Text(NodeId),
}

/// The start of a layer.
#[derive(Debug, Clone, Copy)]
enum Root {
    Layer(NodeId),
    Generated(Generated),
}

impl Root {
    fn node(&self) -> NodeId {
        match self {
            Self::Layer(node) => *node,
            Self::Generated(generated) => generated.node,
        }
    }
}

pub(super) struct Painter<'a> {
    dom: &'a Dom,
    styles: &'a Styles,
    layout: &'a Layout,
    scene: &'a Scene,
    /// By node; also of text, and of elements without a box.
    layers: NodeMap<i64>,
    clipping: NodeMap<Clipping>,
    clips: SegmentedVec<Clip>,
    items: Vec<PaintItem>,
}

impl<'a> Painter<'a> {
    pub(super) fn new(dom: &'a Dom, styles: &'a Styles, layout: &'a Layout, scene: &'a Scene) -> Self {
        Self {
            dom,
            styles,
            layout,
            scene,
            layers: NodeMap::new(dom.len(), -1),
            clipping: NodeMap::new(dom.len(), Clipping::default()),
            clips: SegmentedVec::new(),
            items: Vec::new(),
        }
    }

    /// Everything that can be hit, back to front, and what clips it.
    pub(super) fn paint(mut self) -> (Vec<PaintItem>, SegmentedVec<Clip>) {
        let roots = self.prepare();
        // Where content waits for layers below it: the layer, and the first layer that is not below.
        let mut waiting: Vec<(NodeId, usize)> = Vec::new();
        for (at, root) in roots.iter().enumerate() {
            while let Some((node, _)) = waiting.pop_if(|(_, end)| *end <= at) {
                self.content(node);
            }
            let &root = match root {
                Root::Generated(generated) => {
                    let clipping = self.clipping[generated.node];
                    let clip = match generated.position {
                        Position::Absolute => clipping.absolute,
                        Position::Fixed => clipping.fixed,
                        _ => clipping.flow,
                    };
                    self.push(generated.node, generated.bounds, None, ViewportMap::default(), clip);
                    continue;
                }
                Root::Layer(root) => root,
            };
            self.run(vec![Step::Own(root)]);
            let mut end = at + 1;
            while let Some(below) = roots.get(end)
                && self.is_below(below)
                && self.is_inside(below.node(), root)
            {
                end += 1;
                // Nothing is in a generated box.
                while let Root::Layer(outer) = below
                    && roots.get(end).is_some_and(|next| self.is_inside(next.node(), *outer))
                {
                    end += 1;
                }
            }
            waiting.push((root, end));
        }
        while let Some((node, _)) = waiting.pop() {
            self.content(node);
        }
        (self.items, self.clips)
    }

    /// True for layers with a negative `z-index`.
    fn is_below(&self, root: &Root) -> bool {
        match root {
            Root::Layer(node) => self.style(*node).is_some_and(|s| s.z_index.is_some_and(|z| z < 0)),
            Root::Generated(generated) => generated.is_below,
        }
    }

    fn style(&self, node: NodeId) -> Option<&'a ComputedStyle> {
        self.styles.get(node).map(|style| &**style)
    }

    /// Finds layers and clips of all nodes; the topmost node of each layer, in the order of painting.
    fn prepare(&mut self) -> Vec<Root> {
        let apart = self.scene.apart.iter();
        let mut roots: BTreeMap<i64, Root> =
            apart.map(|(&order, &generated)| (order, Root::Generated(generated))).collect();
        let mut stack = vec![(self.dom.document(), -1, Clipping::default())];
        let mut next = Vec::new();
        while let Some((node, layer, around)) = stack.pop() {
            let layer = self.scene.layers[node].unwrap_or(layer);
            roots.entry(layer).or_insert(Root::Layer(node));
            self.layers[node] = layer;
            let inside = self.clip(node, &around);
            self.clipping[node] = inside;
            next.clear();
            next.extend(self.dom.flat_children(node));
            next.extend(self.dom.element(node).and_then(|e| e.frame_document));
            stack.extend(next.iter().rev().map(|&child| (child, layer, inside)));
        }
        roots.into_values().collect()
    }

    fn clip(&mut self, node: NodeId, around: &Clipping) -> Clipping {
        if let NodeData::Document(document) = &self.dom.node(node).data {
            let clip = document.frame.and_then(|frame| self.frame_clip(frame));
            return Clipping { own: clip, flow: clip, absolute: clip, fixed: clip };
        }
        let (Some(style), Some(own)) = (self.style(node), self.layout.get(node)) else {
            return Clipping { own: around.flow, ..*around };
        };
        let in_top_layer = self.layout.top_layer().contains(&node);
        let outer = match style.position {
            _ if in_top_layer => around.fixed.filter(|_| self.dom.owner_document(node) != self.dom.document()),
            Position::Absolute => around.absolute,
            Position::Fixed => around.fixed,
            _ => around.flow,
        };
        let clips =
            (style.overflow_x != Overflow::Visible || style.overflow_y != Overflow::Visible || style.contain_paint)
                && (style.display != Display::Inline || is_replaced(self.dom, node))
                && !self.gives_overflow_to_viewport(node);
        let flow = if clips {
            let index = u32::try_from(self.clips.len()).ok();
            let border = &style.border;
            let area = Rect::from_edges(
                border.left.width,
                border.top.width,
                (own.size().width - border.right.width).max(border.left.width),
                (own.size().height - border.bottom.width).max(border.top.width),
            );
            let area = unclipped(style, area);
            let inset = [
                (border.left.width, border.top.width),
                (border.right.width, border.top.width),
                (border.right.width, border.bottom.width),
                (border.left.width, border.bottom.width),
            ];
            let rounded = radii(style, own.size()).map(|mut all| {
                for (radius, (x, y)) in all.iter_mut().zip(inset) {
                    *radius = Size::new((radius.width - x).max(0.0), (radius.height - y).max(0.0));
                }
                all
            });
            let to_viewport = to_viewport(own);
            self.clips.push(Clip { radii: rounded, ..Clip::of_area(area, to_viewport, node, outer) });
            index
        } else {
            outer
        };
        let holds_fixed = style.transform.is_some() || style.contains_fixed;
        Clipping {
            own: outer,
            flow,
            absolute: if holds_fixed || style.position != Position::Static { flow } else { around.absolute },
            fixed: if holds_fixed { flow } else { around.fixed },
        }
    }

    fn frame_clip(&mut self, frame: NodeId) -> Option<u32> {
        let own = self.layout.get(frame)?;
        let parent = self.clipping[frame].own;
        let index = u32::try_from(self.clips.len()).ok()?;
        let (area, to_viewport) = (own.content, to_viewport(own));
        self.clips.push(Clip::of_area(area, to_viewport, frame, parent));
        Some(index)
    }

    /// <https://drafts.csswg.org/css-overflow-3/#overflow-propagation>
    fn gives_overflow_to_viewport(&self, node: NodeId) -> bool {
        let document = self.dom.owner_document(node);
        let root = self.dom.document_element(document);
        let visible =
            |n| self.style(n).is_none_or(|s| s.overflow_x == Overflow::Visible && s.overflow_y == Overflow::Visible);
        root == Some(node) || (self.dom.body(document) == Some(node) && root.is_some_and(visible))
    }

    /// True if `node` is `outer`, or below it in the flat tree of the whole page.
    fn is_inside(&self, node: NodeId, outer: NodeId) -> bool {
        let above = |n: NodeId| self.dom.flat_parent(n).or_else(|| self.dom.frame_element(n));
        std::iter::successors(Some(node), |&n| above(n)).any(|n| n == outer)
    }

    fn content(&mut self, node: NodeId) {
        self.run(vec![
            Step::Inside(node, Phase::Inlines),
            Step::Inside(node, Phase::Floats),
            Step::Inside(node, Phase::Blocks),
        ]);
    }

    fn run(&mut self, mut steps: Vec<Step>) {
        let mut found = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Own(node) => self.own(node),
                Step::Text(node) => self.text(node),
                Step::Unit(node) => {
                    self.own(node);
                    steps.push(Step::Inside(node, Phase::Inlines));
                    steps.push(Step::Inside(node, Phase::Floats));
                    steps.push(Step::Inside(node, Phase::Blocks));
                }
                Step::Inside(node, phase) => {
                    found.clear();
                    self.phase(node, phase, &mut found);
                    steps.extend(found.drain(..).rev());
                }
            }
        }
    }

    /// Paints one step of the contents of a box.
    fn phase(&self, root: NodeId, phase: Phase, found: &mut Vec<Step>) {
        let layer = self.layers[root];
        if phase == Phase::Inlines && !self.scene.inside[root].is_empty() {
            found.push(Step::Text(root));
        }
        let mut stack: Vec<(NodeId, bool)> = Vec::new();
        let lays_out_items = |node: NodeId| self.style(node).is_some_and(|s| is_item_container(s.display));
        let push = |stack: &mut Vec<(NodeId, bool)>, node: NodeId, items: bool| {
            let children: Vec<NodeId> = self.dom.flat_children(node).collect();
            stack.extend(children.into_iter().rev().map(|child| (child, items)));
        };
        push(&mut stack, root, lays_out_items(root));
        while let Some((node, is_item)) = stack.pop() {
            if self.layers[node] != layer {
                continue;
            }
            let Some(style) = self.style(node) else {
                if phase == Phase::Inlines && !self.scene.inside[node].is_empty() {
                    found.push(Step::Text(node));
                }
                continue;
            };
            if style.display == Display::Contents {
                push(&mut stack, node, is_item);
                continue;
            }
            if self.layout.get(node).is_none() {
                continue;
            }
            if style.float != Float::None {
                if phase == Phase::Floats {
                    found.push(Step::Unit(node));
                }
                continue;
            }
            if is_item || is_atomic(style.display) {
                if phase == Phase::Inlines {
                    found.push(Step::Unit(node));
                }
                continue;
            }
            let inline = is_inline(style.display);
            if (inline && phase == Phase::Inlines) || (!inline && phase == Phase::Blocks) {
                found.push(Step::Own(node));
            }
            if phase == Phase::Inlines && !self.scene.inside[node].is_empty() {
                found.push(Step::Text(node));
            }
            push(&mut stack, node, lays_out_items(node));
        }
    }

    /// The boxes of an element itself.
    fn own(&mut self, node: NodeId) {
        let (Some(style), Some(own)) = (self.style(node), self.layout.get(node)) else { return };
        // Chrome: columns, rows and row groups are never hit; between their cells it is the table that is hit.
        if style.display.is_table_row_or_column() || self.is_svg_structure(node) {
            return;
        }
        // Chrome: a hit on the backdrop is one on its element.
        if let Some(backdrop) = self.scene.backdrops[node] {
            self.push(node, backdrop, None, ViewportMap::default(), None);
        }
        let clip = self.clipping[node].own;
        if style.display == Display::Inline && !is_replaced(self.dom, node) {
            let blocks: Vec<Rect> = self.blocks_inside(node);
            for rect in self.layout.client_rects(node) {
                // A block in an inline box is one of its rectangles, but is hit itself.
                if blocks.iter().any(|block| rect.y <= block.y && rect.bottom() >= block.bottom()) {
                    continue;
                }
                self.push(node, snapped(rect), None, ViewportMap::default(), clip);
            }
            return;
        }
        let area = Rect::new(0.0, 0.0, own.size().width, own.size().height);
        self.push(node, area, radii(style, own.size()), to_viewport(own).into(), clip);
    }

    /// Boxes of children that split an inline box.
    fn blocks_inside(&self, node: NodeId) -> Vec<Rect> {
        let splits = |style: &ComputedStyle| {
            !is_inline(style.display)
                && !is_atomic(style.display)
                && style.display != Display::Contents
                && style.float == Float::None
                && !matches!(style.position, Position::Absolute | Position::Fixed)
        };
        let children = self.dom.flat_children(node).filter(|&n| self.style(n).is_some_and(splits));
        children.filter_map(|n| self.layout.get(n)).map(|own| own.rect).collect()
    }

    fn text(&mut self, node: NodeId) {
        let element = match self.dom.element(node) {
            Some(_) => Some(node),
            None => self.dom.flat_parent(node),
        };
        let Some(element) = element else { return };
        let clip = if element == node { self.clipping[node].flow } else { self.clipping[node].own };
        for (rect, is_text) in &self.scene.inside[node] {
            let area = if *is_text { snapped(rect) } else { *rect };
            self.push(element, area, None, ViewportMap::default(), clip);
        }
    }

    fn push(
        &mut self,
        node: NodeId,
        area: Rect,
        radii: Option<Box<[Size; 4]>>,
        to_viewport: ViewportMap,
        clip: Option<u32>,
    ) {
        if !area.is_empty() && self.dom.element(node).is_some() {
            self.items.push(PaintItem {
                node,
                area,
                radii,
                outline: None,
                to_viewport,
                clip: clip.into(),
                part: PaintPart::Box,
            });
        }
    }

    /// Elements of an `svg` that paint nothing themselves. Approx: an unfilled shape is treated as a thin line that nobody
    /// hits.
    fn is_svg_structure(&self, node: NodeId) -> bool {
        let is_filled = self.style(node).and_then(|style| style.svg.as_deref()).is_none_or(|svg| svg.fill.is_some());
        self.dom.element(node).is_some_and(|e| {
            let paints_area = is_filled || matches!(&*e.name.local, "svg" | "image" | "foreignObject");
            e.name.ns == ns!(svg)
                && !(paints_area
                    && matches!(
                        &*e.name.local,
                        "svg"
                            | "path"
                            | "rect"
                            | "circle"
                            | "ellipse"
                            | "line"
                            | "polyline"
                            | "polygon"
                            | "image"
                            | "foreignObject"
                    ))
        })
    }
}

/// `overflow: clip` in one direction leaves the other open.
fn unclipped(style: &ComputedStyle, area: Rect) -> Rect {
    const FAR: f32 = 1.0e6;
    let mut area = area;
    if style.contain_paint {
        return area;
    }
    if style.overflow_x == Overflow::Visible {
        (area.x, area.width) = (area.x - FAR, area.width + 2.0 * FAR);
    }
    if style.overflow_y == Overflow::Visible {
        (area.y, area.height) = (area.y - FAR, area.height + 2.0 * FAR);
    }
    area
}

fn is_item_container(display: Display) -> bool {
    matches!(display.css(), "flex" | "inline-flex" | "grid" | "inline-grid" | "-webkit-box" | "-webkit-inline-box")
}

fn is_inline(display: Display) -> bool {
    matches!(display.css(), "inline" | "ruby" | "ruby-text")
}

fn is_atomic(display: Display) -> bool {
    display.css().starts_with("inline-") || display.css() == "-webkit-inline-box"
}

/// True for elements whose box stands for themselves though their `display` is inline.
pub(super) fn is_replaced(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|e| {
        let name = &e.name.local;
        e.name.ns == crate::dom::ns!(html)
            && matches!(
                *name,
                local_name!("img")
                    | local_name!("iframe")
                    | local_name!("video")
                    | local_name!("canvas")
                    | local_name!("embed")
                    | local_name!("object")
                    | local_name!("audio")
                    | local_name!("input")
            )
            || *name == local_name!("svg")
    })
}

/// From the coordinates of an element that was measured (its border box at the origin) to the viewport.
///
/// Approx: rotations and skews count as the scale of their bounding box.
pub(super) fn to_viewport(own: &LayoutBox) -> Projection {
    let (rect, size) = (own.rect, own.size());
    let scale = |to: f32, from: f32| if from > 0.0 { to / from } else { 1.0 };
    let (a, d) = (scale(rect.width, size.width), scale(rect.height, size.height));
    Projection::from(Affine { a, d, e: rect.x, f: rect.y, ..Affine::IDENTITY })
}
