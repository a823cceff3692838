//! Layout: where each box is, what it clips, and in which order boxes are painted.
//!
//! *In*: [`Dom`], [`Styles`], [`Device`]. *Out*: [`Layout`].
//!
//! *Invariants*: every box is in *viewport* coordinates, CSS px, with transforms and scroll offsets applied (what
//! `getBoundingClientRect` returns); frames' boxes are in the coordinates of the page's viewport too; the paint list is
//! back to front.
//!
//! Inside: [`build`] generates the box tree ([`box_tree`]); a [`pass`] lays it out, asking one module per formatting
//! context (block flow, [`inline`], flex and grid through taffy, tables, replaced elements), each of which answers with the
//! types of [`tree`]; then boxes are placed in the viewport and put in paint order.

use std::sync::Arc;

mod bfc;
mod block;
mod box_tree;
mod build;
mod control;
mod far;
mod inline;
mod matrix;
mod multicol;
mod orthogonal;
mod outline;
mod output;
mod overflow;
mod paint;
mod pass;
mod place;
mod positioned;
mod replaced;
mod sizing;
mod svg;
mod table;
mod taffy;
mod text;
mod tree;
mod unit;

use self::box_tree::BoxId;
pub use self::outline::Outline;
pub(crate) use self::outline::winding;
pub(crate) use self::paint::snapped;
use self::pass::Pass;
pub(crate) use self::place::radii;
use self::unit::{Extent, LayoutUnit};
use crate::device::Device;
use crate::dom::Dom;
use crate::style::Styles;

use crate::dom::{NodeId, NodeMap};
use crate::geometry::{Point, Projection, Rect, Size};

/// The box of an element.
#[derive(Debug, Clone, PartialEq)]
pub struct LayoutBox {
    /// Bounding box of the border boxes of all fragments, viewport coordinates (`getBoundingClientRect`).
    pub rect: Rect,
    /// Range in [`Layout::fragments`]: the client rects (`getClientRects`), one for block-level boxes, one a line for
    /// inline boxes.
    pub(crate) fragments: (u32, u32),
    /// Border box size before transforms (`offsetWidth`, `offsetHeight`).
    pub size: Size,
    /// Content box relative to the border box's top left, before transforms.
    pub content: Rect,
    /// Scroll container: what can be scrolled and how far it is; `None` if it is no scroll container.
    pub scroll: Option<Scroll>,
    /// From the element's own coordinates (border box at the origin) to the viewport.
    pub to_viewport: Projection,
}

/// The state of a scroll container.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scroll {
    /// `scrollLeft`, `scrollTop`.
    pub offset: Point,
    /// `scrollWidth`, `scrollHeight`.
    pub content: Size,
    /// `clientWidth`, `clientHeight`.
    pub client: Size,
}

/// The rendered text of a text node or of generated content.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBox {
    /// Text after white-space processing and `text-transform`; may be empty when all of it collapsed.
    pub rendered: Box<str>,
    /// Where it is: one entry a line fragment, in visual order of lines.
    pub lines: Vec<TextLine>,
}

/// A run of a text node on one line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextLine {
    /// Viewport coordinates; height is that of the font (ascent plus descent).
    pub rect: Rect,
    /// Byte range in [`TextBox::rendered`].
    pub start: u32,
    /// End of the byte range.
    pub end: u32,
}

/// What a pointer can hit, back to front.
#[derive(Debug, Clone, PartialEq)]
pub struct PaintItem {
    /// The element that is hit (the parent, for text; the originating element, for generated content).
    pub node: NodeId,
    /// Untransformed area in the coordinate space of `to_viewport`.
    pub area: Rect,
    /// Rounded corners of `area`: horizontal and vertical radii, top-left clockwise; `None` for square ones.
    pub radii: Option<Box<[Size; 4]>>,
    /// The part of `area` that is hit, in the same coordinates; `None` for all of it.
    pub outline: Option<Arc<Outline>>,
    /// From the area's coordinates to the viewport.
    pub to_viewport: Projection,
    /// Index into [`Layout::clips`]; `None` if nothing but the viewport clips it.
    pub clip: Option<u32>,
}

/// An area outside of which descendants are neither painted nor hit; a linked list towards the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Untransformed area.
    pub area: Rect,
    /// Rounded corners, as in [`PaintItem::radii`].
    pub radii: Option<Box<[Size; 4]>>,
    /// A polygon in the same coordinates instead of the area (`clip-path`).
    pub polygon: Option<Box<[Point]>>,
    /// From the area's coordinates to the viewport.
    pub to_viewport: Projection,
    /// The element that clips.
    pub node: NodeId,
    /// The next clip outwards.
    pub parent: Option<u32>,
}

/// The boxes of a page.
#[derive(Debug, Clone)]
pub struct Layout {
    /// `None` for elements without a box, and for other nodes.
    pub(crate) boxes: NodeMap<Option<Box<LayoutBox>>>,
    /// Client rects of all boxes, viewport coordinates.
    pub(crate) fragments: Vec<Rect>,
    /// Rendered text of text nodes.
    pub(crate) texts: NodeMap<Option<Box<TextBox>>>,
    /// Back to front.
    pub(crate) paint: Vec<PaintItem>,
    /// Clips that paint items point to.
    pub(crate) clips: Vec<Clip>,
    /// The page's viewport as a scroll container: `scrollX`, `scrollY`, document size, viewport size.
    pub(crate) viewport: Scroll,
    /// The viewports of frames as scroll containers, by their documents.
    pub(crate) frames: Vec<(NodeId, Scroll)>,
    /// Elements in the top layer, bottom to top.
    pub(crate) top_layer: Vec<NodeId>,
}

/// Limit: trees nested deeper than this are laid out on a thread of their own, with a stack for the deepest tree that
/// [`build`] makes.
const SHALLOW: usize = 50;

/// Stack for each level of boxes, bytes: several times of what a level was seen to take.
const STACK_PER_LEVEL: usize = 96 * 1024;

impl Layout {
    /// Lays out a page. Cost: linear in the number of boxes and the length of the text, but for nested flex and grid
    /// containers, which measure their items up to a few times.
    #[must_use]
    pub fn compute(dom: &Dom, styles: &Styles, device: &Device) -> Self {
        Self::compute_scrolled(dom, styles, device, &[])
    }

    /// The same with some scroll containers scrolled to an offset (clamped to what they allow), whatever the page says; a
    /// document stands for its viewport.
    #[must_use]
    pub fn compute_scrolled(dom: &Dom, styles: &Styles, device: &Device, scrolls: &[(NodeId, Point)]) -> Self {
        let depth = depth(dom);
        if depth <= SHALLOW {
            return Self::compute_here(dom, styles, device, scrolls);
        }
        let stack = (depth + SHALLOW) * STACK_PER_LEVEL;
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .stack_size(stack)
                .spawn_scoped(scope, || Self::compute_here(dom, styles, device, scrolls));
            thread.ok().and_then(|t| t.join().ok()).unwrap_or_else(|| Self::empty(dom, device))
        })
    }

    fn compute_here(dom: &Dom, styles: &Styles, device: &Device, scrolls: &[(NodeId, Point)]) -> Self {
        let mut tree = build::build(dom, styles, device);
        let lazy = far::mark(&mut tree);
        let mut rounds = if lazy.is_empty() { 0 } else { far::MAX_ROUNDS };
        loop {
            let mut pass = Pass::new(dom, styles, device, tree);
            pass.scrolls = scrolls;
            let unit = |px: f32| LayoutUnit::from_f32(px);
            pass.layout_document(BoxId::ROOT, Extent::new(unit(device.viewport.width), unit(device.viewport.height)));
            positioned::layout_all(&mut pass);
            let scrollers = overflow::scrollers(&mut pass);
            let placement = place::place(&pass, &scrollers);
            let near = if rounds == 0 { Vec::new() } else { far::near(&pass, &placement, &lazy) };
            if near.is_empty() {
                return output::layout(&pass, &placement, &scrollers);
            }
            rounds -= 1;
            tree = pass.tree;
            far::unmark(&mut tree, &near);
        }
    }

    /// Boxes that a browser measured; what is painted follows with [`set_paint`](Self::set_paint).
    pub(crate) fn measured(
        boxes: NodeMap<Option<Box<LayoutBox>>>,
        fragments: Vec<Rect>,
        texts: NodeMap<Option<Box<TextBox>>>,
        (viewport, frames): (Scroll, Vec<(NodeId, Scroll)>),
        top_layer: Vec<NodeId>,
    ) -> Self {
        Self { boxes, fragments, texts, paint: Vec::new(), clips: Vec::new(), viewport, frames, top_layer }
    }

    /// What is painted, back to front, and what clips it.
    pub(crate) fn set_paint(&mut self, paint: Vec<PaintItem>, clips: Vec<Clip>) {
        (self.paint, self.clips) = (paint, clips);
    }

    /// The bounding box of client rects, as `getBoundingClientRect` gives it.
    pub(crate) fn bounding(rects: &[Rect]) -> Rect {
        output::bounding(rects)
    }

    /// A page without boxes.
    fn empty(dom: &Dom, device: &Device) -> Self {
        Self {
            boxes: NodeMap::new(dom.len(), None),
            fragments: Vec::new(),
            texts: NodeMap::new(dom.len(), None),
            paint: Vec::new(),
            clips: Vec::new(),
            viewport: Scroll { offset: Point::ZERO, content: device.viewport, client: device.viewport },
            frames: Vec::new(),
            top_layer: Vec::new(),
        }
    }

    /// The box of an element; `None` if it has none.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&LayoutBox> {
        self.boxes.get(node)?.as_deref()
    }

    /// The client rects of an element, viewport coordinates; empty if it has no box.
    #[must_use]
    pub fn client_rects(&self, node: NodeId) -> &[Rect] {
        self.get(node).map_or(&[], |b| &self.fragments[b.fragments.0 as usize..b.fragments.1 as usize])
    }

    /// The rendered text of a text node; `None` if it is not rendered (or no text node).
    #[must_use]
    pub fn text(&self, node: NodeId) -> Option<&TextBox> {
        self.texts.get(node)?.as_deref()
    }

    /// What can be hit, back to front.
    #[must_use]
    pub fn paint_list(&self) -> &[PaintItem] {
        &self.paint
    }

    /// The clip that a paint item (or an outer clip) refers to.
    #[must_use]
    pub fn clip(&self, index: u32) -> Option<&Clip> {
        self.clips.get(index as usize)
    }

    /// All clips; a clip's parent stands before it.
    #[must_use]
    pub fn clips(&self) -> &[Clip] {
        &self.clips
    }

    /// Scroll state of the page: offset, document size, viewport size.
    #[must_use]
    pub fn viewport(&self) -> &Scroll {
        &self.viewport
    }

    /// Scroll state of a document: the page's, or that of a frame; `None` if it has no box.
    #[must_use]
    pub fn document_scroll(&self, dom: &Dom, document: NodeId) -> Option<&Scroll> {
        if document == dom.document() {
            return Some(&self.viewport);
        }
        self.frames.iter().find(|(frame, _)| *frame == document).map(|(_, scroll)| scroll)
    }

    /// Elements in the top layer (modal dialogs, open popovers), bottom to top.
    #[must_use]
    pub fn top_layer(&self) -> &[NodeId] {
        &self.top_layer
    }
}

/// How deep the boxes of a page can be nested, at most.
fn depth(dom: &Dom) -> usize {
    // Anonymous boxes add levels: at most one for each element, on average.
    let mut deepest = 0;
    let mut stack = vec![(dom.document(), 0_u16)];
    while let Some((node, depth)) = stack.pop() {
        deepest = deepest.max(usize::from(depth));
        let below = depth.saturating_add(1);
        stack.extend(dom.children(node).map(|child| (child, below)));
        if let Some(element) = dom.element(node) {
            stack.extend(element.shadow_root.into_iter().chain(element.frame_document).map(|root| (root, below)));
        }
    }
    (deepest * 2).min(build::MAX_DEPTH)
}
