//! [`HitMap`]: the paint list of a page, sorted into cells so that many points can be tested.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::dom::{Dom, NodeData, NodeId, NodeMap, local_name};
use crate::geometry::{Point, Rect};
use crate::layout::{Clip, NearItems, PaintItem};
use crate::page::Page;
use crate::segmented::SegmentedVec;
use crate::style::ComputedStyle;
use crate::style::computed::{Interactivity, Overflow, PointerEvents, Visibility};

use super::shape::{Shape, pixel_at};

/// Side of a cell, px. Limit: a trade between cells to fill and items to look at; 64 px makes 240 cells of the usual window.
const CELL: f32 = 64.0;
/// Limit: columns and rows, for a viewport of any size.
const MAX_CELLS: usize = 64;

/// Limit: targets of a cell that are looked through for every point; real pages have a few dozen.
const CROWDED: usize = 500;

/// An index of what can be hit on a page, for looking up many points.
///
/// Costs time linear in the paint list to make; a point then looks at what overlaps its cell.
#[derive(Debug)]
pub struct HitMap<'a> {
    page: &'a Page,
    targets: Vec<Target<'a>>,
    /// By clip index; `None` where a clip hides everything.
    clips: Vec<Option<Shape<'a>>>,
    /// By clip index, viewport coordinates, clipped by the clips around.
    clip_bounds: Vec<Rect>,
    near: &'a NearItems,
    inert: Inertness,
    /// Indices of targets, front to back, by cell in row order.
    cells: Vec<Vec<u32>>,
    columns: usize,
    cell: Point,
    /// By the bits of a point in a crowded cell, what is there. Elements that lie on each other ask for the same points.
    found: RefCell<FxHashMap<(u32, u32), Option<NodeId>>>,
}

#[derive(Debug)]
struct Target<'a> {
    node: NodeId,
    shape: Shape<'a>,
    /// Viewport coordinates; nothing outside is hit.
    bounds: Rect,
    clip: Option<u32>,
}

impl<'a> HitMap<'a> {
    /// Sorts what can be hit into cells.
    #[must_use]
    pub fn new(page: &'a Page) -> Self {
        let layout = page.layout();
        let viewport = page.device().viewport;
        let count = |extent: f32| cell_number((extent / CELL).ceil(), MAX_CELLS).max(1);
        let (columns, rows) = (count(viewport.width), count(viewport.height));
        let cell = Point::new(viewport.width / columns as f32, viewport.height / rows as f32);
        let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
        let clips = layout.clips().iter().map(clip_shape).collect::<Vec<_>>();
        let clip_bounds = clip_bounds(layout.clips());
        let mut map = Self {
            page,
            targets: Vec::new(),
            clips,
            clip_bounds,
            near: page.painted_near(),
            inert: Inertness::new(page),
            cells: vec![Vec::new(); columns * rows],
            columns,
            cell,
            found: RefCell::default(),
        };
        // Front to back, so that the first hit is the answer.
        for item in map.near.items().iter().rev() {
            if !page.styles().get(item.node).is_none_or(|style| reacts(style)) || map.inert.contains(item.node) {
                continue;
            }
            let Some(target) = Target::new(item, &map.clip_bounds) else { continue };
            if target.bounds.overlaps(&window) {
                map.insert(target, rows);
            }
        }
        map
    }

    fn insert(&mut self, target: Target<'a>, rows: usize) {
        let index = u32::try_from(self.targets.len()).unwrap_or(u32::MAX);
        let b = &target.bounds;
        let span = |from: f32, to: f32, cell: f32, count: usize| {
            let first = cell_number(from / cell, count - 1);
            let last = cell_number(to / cell, count - 1);
            first..=last
        };
        // The pixel of a point reaches into the area from the cell above or to the left.
        for row in span(b.y - 1.0, b.bottom(), self.cell.y, rows) {
            for column in span(b.x - 1.0, b.right(), self.cell.x, self.columns) {
                self.cells[row * self.columns + column].push(index);
            }
        }
        self.targets.push(target);
    }

    /// The page that is hit.
    #[must_use]
    pub fn page(&self) -> &'a Page {
        self.page
    }

    /// The part of an area of an element (viewport coordinates) that is in the viewport and that no scroll container or clip
    /// around the element hides; empty if none is.
    #[must_use]
    pub fn visible_part(&self, node: NodeId, area: &Rect) -> Rect {
        let viewport = self.page.device().viewport;
        let part = area.intersect(&Rect::new(0.0, 0.0, viewport.width, viewport.height));
        let clip = self.near.own_clip(node);
        clip.and_then(|index| self.clip_bounds.get(index as usize)).map_or(part, |clip| part.intersect(clip))
    }

    /// True if no part of an element shows, and a scroll container around it would have to be scrolled to see it.
    #[must_use]
    pub fn is_scrolled_away(&self, node: NodeId) -> bool {
        let layout = self.page.layout();
        let Some(own) = layout.get(node).filter(|own| !own.rect.is_empty()) else { return false };
        let mut clips = self.clips_around(node);
        self.visible_part(node, &own.rect).is_empty()
            && clips.any(|clip| {
                let scrolls = self.page.styles().get(clip.node).is_some_and(|style| {
                    [style.overflow_x, style.overflow_y].iter().any(|o| matches!(o, Overflow::Auto | Overflow::Scroll))
                });
                let area = clip.to_viewport.apply_rect(&clip.area);
                scrolls && !area.is_empty() && own.rect.intersect(&area).is_empty()
            })
    }

    /// Returns the clips of the box of an element, innermost first.
    pub(super) fn clips_around(&self, node: NodeId) -> impl Iterator<Item = &'a Clip> + '_ {
        let layout = self.page.layout();
        let mut next = self.near.own_clip(node);
        std::iter::from_fn(move || {
            let index = next?;
            let clip = layout.clip(index)?;
            next = clip.parent.filter(|&parent| parent < index);
            Some(clip)
        })
    }

    /// True if neither pointer nor keyboard reaches an element: `inert`, or an open modal dialog, keeps them away.
    pub(crate) fn is_inert(&self, node: NodeId) -> bool {
        self.inert.contains(node)
            || self.page.styles().get(node).is_some_and(|style| style.interactivity == Interactivity::Inert)
    }

    /// The modal dialog that makes an element inert; `None` if none does.
    pub(super) fn modal_over(&self, node: NodeId) -> Option<NodeId> {
        self.inert.modal_over(node)
    }

    /// The element at a point (viewport coordinates, CSS px), as `document.elementFromPoint` gives it.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<NodeId> {
        let document = self.page.dom().document();
        self.innermost_at(point).map(|hit| image_area(self.page, retarget(self.page.dom(), hit, document), point))
    }

    /// The element at a point (viewport coordinates, CSS px) as seen from another node: what is inside a shadow tree or a
    /// frame stands for itself if that node is in the same tree.
    #[must_use]
    pub fn at_seen_from(&self, point: Point, node: NodeId) -> Option<NodeId> {
        self.innermost_at(point).map(|hit| image_area(self.page, retarget(self.page.dom(), hit, node), point))
    }

    /// The element at a point (viewport coordinates, CSS px), in any shadow tree or frame.
    #[must_use]
    pub(crate) fn innermost_at(&self, point: Point) -> Option<NodeId> {
        let viewport = self.page.device().viewport;
        // Chrome: whether a point is in the viewport is decided on its nearest whole pixel.
        let nearest = Point::new(point.x.round(), point.y.round());
        if !Rect::new(0.0, 0.0, viewport.width, viewport.height).contains(nearest) {
            return None;
        }
        let column = cell_number(point.x / self.cell.x, self.columns - 1);
        let row = cell_number(point.y / self.cell.y, MAX_CELLS);
        let cell = self.cells.get(row * self.columns + column)?;
        let search = || {
            let target = cell.iter().map(|&i| &self.targets[i as usize]).find(|target| self.touches(target, point));
            target.map(|target| target.node)
        };
        let hit = if cell.len() > CROWDED {
            let key = (point.x.to_bits(), point.y.to_bits());
            let known = self.found.borrow().get(&key).copied();
            known.unwrap_or_else(|| {
                let node = search();
                self.found.borrow_mut().insert(key, node);
                node
            })
        } else {
            search()
        };
        let dom = self.page.dom();
        hit.or_else(|| {
            // The canvas belongs to the root element, regardless of its own box and style.
            dom.document_element(dom.document()).filter(|&root| self.page.layout().get(root).is_some())
        })
    }

    fn touches(&self, target: &Target<'_>, point: Point) -> bool {
        let pixel = pixel_at(point);
        pixel.overlaps(&target.bounds) && target.shape.touches(&pixel) && self.clips_let_through(target.clip, &pixel)
    }

    fn clips_let_through(&self, first: Option<u32>, pixel: &Rect) -> bool {
        let mut next = first;
        while let Some(index) = next {
            let clip = self.clips.get(index as usize).and_then(Option::as_ref);
            if !clip.is_some_and(|shape| shape.touches(pixel)) {
                return false;
            }
            next = self.page.layout().clip(index).and_then(|c| c.parent).filter(|&parent| parent < index);
        }
        true
    }
}

/// Rounded down to a whole number from 0 to `most`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, NaN is 0, and the bound is far below"
)]
fn cell_number(value: f32, most: usize) -> usize {
    (value.max(0.0) as usize).min(most)
}

impl<'a> Target<'a> {
    /// `None` if nothing of it can be hit.
    fn new(item: &'a PaintItem, clip_bounds: &[Rect]) -> Option<Self> {
        let to_viewport = item.to_viewport.get();
        let shape = Shape::new(item.area, item.radii.as_deref(), None, &to_viewport)?.within(item.outline.as_deref());
        let mut bounds = if to_viewport.is_identity() { item.area } else { to_viewport.apply_rect(&item.area) };
        if let Some(clip) = item.clip.get().and_then(|c| clip_bounds.get(c as usize)) {
            bounds = bounds.intersect(clip);
        }
        (!bounds.is_empty()).then_some(Self { node: item.node, shape, bounds, clip: item.clip.get() })
    }
}

fn clip_shape(clip: &Clip) -> Option<Shape<'_>> {
    let shape = Shape::new(clip.area, clip.radii.as_deref(), clip.polygon.as_deref(), &clip.to_viewport)?;
    Some(shape.within_parts(clip.parts.as_deref()))
}

/// The bounding box of each clip within the clips around it, viewport coordinates. A clip's parent comes before it.
fn clip_bounds(clips: &SegmentedVec<Clip>) -> Vec<Rect> {
    let mut bounds: Vec<Rect> = Vec::with_capacity(clips.len());
    for clip in clips.iter() {
        let mut own = clip.to_viewport.apply_rect(&clip.area);
        if let Some(outer) = clip.parent.and_then(|p| bounds.get(p as usize)) {
            own = own.intersect(outer);
        }
        bounds.push(own);
    }
    bounds
}

/// True if a box of this style can be hit.
fn reacts(style: &ComputedStyle) -> bool {
    style.pointer_events != PointerEvents::None
        && style.interactivity != Interactivity::Inert
        && (style.visibility == Visibility::Visible
            // SVG's values that do not ask for visibility.
            || matches!(style.pointer_events, PointerEvents::All | PointerEvents::Painted | PointerEvents::Fill | PointerEvents::Stroke))
}

/// The inertness that an open modal dialog causes: of everything but itself and what is below it.
///
/// <https://html.spec.whatwg.org/multipage/interaction.html#modal-dialogs-and-inert-subtrees>
#[derive(Debug)]
struct Inertness {
    /// By node, the dialog that makes it inert; `None` if no dialog is open.
    by: Option<NodeMap<Option<NodeId>>>,
}

impl Inertness {
    fn new(page: &Page) -> Self {
        let dom = page.dom();
        // The topmost of each document; a dialog in a frame leaves what is around the frame alone.
        let mut modals: Vec<(NodeId, NodeId)> = Vec::new();
        for &modal in page.layout().top_layer().iter().rev().filter(|&&node| dom.is_modal_dialog(node)) {
            let document = dom.owner_document(modal);
            if modals.iter().all(|(known, _)| *known != document) {
                modals.push((document, modal));
            }
        }
        if modals.is_empty() {
            return Self { by: None };
        }
        // Frames first, inner ones after those around them: what blocks a frame blocks all that is in it.
        modals.sort_by_key(|(document, _)| (*document == dom.document(), dom.frame_element(*document)));
        let mut by: NodeMap<Option<NodeId>> = NodeMap::new(dom.len(), None);
        for (document, modal) in modals {
            let free = walk(dom, modal);
            let before: Vec<Option<NodeId>> = free.iter().map(|&node| by[node]).collect();
            for node in walk(dom, document) {
                by[node] = Some(modal);
            }
            for (node, known) in free.into_iter().zip(before) {
                by[node] = known;
            }
        }
        Self { by: Some(by) }
    }

    fn contains(&self, node: NodeId) -> bool {
        self.modal_over(node).is_some()
    }

    fn modal_over(&self, node: NodeId) -> Option<NodeId> {
        self.by.as_ref()?.get(node).copied().flatten()
    }
}

/// A node and all that is in it, shadow trees and frames included.
fn walk(dom: &Dom, from: NodeId) -> Vec<NodeId> {
    let mut nodes = vec![from];
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        next += 1;
        nodes.extend(dom.flat_children(node));
        nodes.extend(dom.element(node).and_then(|e| e.frame_document));
    }
    nodes
}

/// Retargets a node against another one: returns itself, or the host of the shadow tree, or the `iframe` of the document, that
/// holds it and not the other.
///
/// <https://dom.spec.whatwg.org/#retarget>
#[must_use]
pub fn retarget(dom: &Dom, node: NodeId, from: NodeId) -> NodeId {
    let mut at = node;
    loop {
        let root = dom.tree_root(at);
        let outer = match &dom.node(root).data {
            NodeData::ShadowRoot(shadow) => shadow.host,
            NodeData::Document(document) => match document.frame {
                Some(frame) => frame,
                None => return at,
            },
            _ => return at,
        };
        if is_within(dom, from, root) {
            return at;
        }
        at = outer;
    }
}

/// True if the tree of `root`, or one nested in it, holds the node.
fn is_within(dom: &Dom, node: NodeId, root: NodeId) -> bool {
    let mut at = node;
    loop {
        let own = dom.tree_root(at);
        if own == root {
            return true;
        }
        match &dom.node(own).data {
            NodeData::ShadowRoot(shadow) => at = shadow.host,
            NodeData::Document(document) => match document.frame {
                Some(frame) => at = frame,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Chrome: a point on an image with an image map hits the `area`, if one is there.
fn image_area(page: &Page, node: NodeId, point: Point) -> NodeId {
    let dom = page.dom();
    let Some(name) = dom.attr(node, &local_name!("usemap")).and_then(|m| m.strip_prefix('#')).filter(|m| !m.is_empty())
    else {
        return node;
    };
    let Some(image) = page.layout().get(node).filter(|_| dom.is_html(node, &local_name!("img"))) else { return node };
    let at = point - image.rect.origin();
    let map = dom.descendants(dom.tree_root(node)).find(|&n| {
        dom.is_html(n, &local_name!("map")) && dom.attr(n, &local_name!("name")).is_some_and(|given| given == name)
    });
    let areas = map.into_iter().flat_map(|map| dom.descendants(map)).filter(|&n| dom.is_html(n, &local_name!("area")));
    areas.into_iter().find(|&area| area_holds(dom, area, at)).unwrap_or(node)
}

/// <https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model>
fn area_holds(dom: &Dom, area: NodeId, at: Point) -> bool {
    let numbers: Vec<f32> = dom
        .attr(area, &local_name!("coords"))
        .unwrap_or_default()
        .split([',', ' ', ';'])
        .filter_map(|n| n.trim().parse().ok())
        .collect();
    let shape = dom.attr(area, &local_name!("shape")).unwrap_or("rect").to_ascii_lowercase();
    match (shape.as_str(), numbers.as_slice()) {
        ("default", _) => true,
        ("circ" | "circle", &[x, y, radius, ..]) => {
            let (dx, dy) = (at.x - x, at.y - y);
            dx * dx + dy * dy < radius * radius
        }
        ("poly" | "polygon", numbers) if numbers.len() >= 6 => {
            let polygon: Vec<Point> = numbers.chunks_exact(2).map(|c| Point::new(c[0], c[1])).collect();
            super::shape::is_inside(at, &polygon)
        }
        ("rect" | "rectangle", &[x1, y1, x2, y2, ..]) => {
            Rect::from_edges(x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)).contains(at)
        }
        _ => false,
    }
}
