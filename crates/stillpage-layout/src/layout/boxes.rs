//! The results of layout: the boxes of a page, its rendered texts, what is painted and clipped.

use smallvec::SmallVec;

use super::drawing::{Artist, Drawing};
use super::layers;
use super::overflow::Scrollers;
use super::paint;
use super::paint_item::{Clip, PaintItem};
use super::paint_source::{NearItems, Painting, PlacedBoxes};
use super::place::Placement;
use super::rendered_text::Rendered;
use super::state::layout_cache::LaidOut;
use super::unit::Offset;
use crate::dom::{Dom, NodeId, NodeMap, SparseNodeMap};
use crate::geometry::{Point, Rect, Size};
use crate::limits::Warnings;
use crate::segmented::SegmentedVec;
use crate::style::Styles;

/// The box of an element.
#[derive(Debug, Clone, PartialEq)]
pub struct LayoutBox {
    /// Bounding box of the border boxes of all fragments, viewport coordinates (`getBoundingClientRect`).
    pub rect: Rect,
    /// Content box relative to the border box's top left, before transforms.
    pub content: Rect,
    /// `None` for most boxes.
    details: Option<Box<Details>>,
}

/// The values of a box that are others than most boxes have.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Details {
    /// Border box size before transforms.
    size: Size,
    scroll: Option<Scroll>,
    fragments: (u32, u32),
}

impl LayoutBox {
    /// The range of the fragments of a box that is in one piece, as most are.
    pub(super) const ONE: (u32, u32) = (u32::MAX, u32::MAX);

    /// A box in one piece: its bounding box in viewport coordinates, and before transforms the size of its border box and, from the corner
    /// of that, its content box. `scroll` is its state if it is a scroll container.
    pub fn new(rect: Rect, size: Size, content: Rect, scroll: Option<Scroll>) -> Self {
        Self::in_pieces(rect, size, content, scroll, Self::ONE)
    }

    fn in_pieces(rect: Rect, size: Size, content: Rect, scroll: Option<Scroll>, fragments: (u32, u32)) -> Self {
        let is_plain = size == rect.size() && scroll.is_none() && fragments == Self::ONE;
        let details = (!is_plain).then(|| Box::new(Details { size, scroll, fragments }));
        Self { rect, content, details }
    }

    /// Range in [`Layout::fragments`]: the client rects (`getClientRects`), one for block-level boxes, one a line for
    /// inline boxes; [`ONE`](Self::ONE) if the only one is `rect`.
    pub(super) fn fragments(&self) -> (u32, u32) {
        self.details.as_deref().map_or(Self::ONE, |details| details.fragments)
    }

    /// The box with other fragments.
    #[must_use]
    pub fn with_fragments(mut self, fragments: (u32, u32)) -> Self {
        self.set_fragments(fragments);
        self
    }

    /// Gives it other fragments.
    pub fn set_fragments(&mut self, fragments: (u32, u32)) {
        if fragments == self.fragments() {
            return;
        }
        *self = Self::in_pieces(self.rect, self.size(), self.content, self.scroll().copied(), fragments);
    }

    /// Border box size before transforms (`offsetWidth`, `offsetHeight`).
    #[must_use]
    pub fn size(&self) -> Size {
        self.details.as_deref().map_or_else(|| self.rect.size(), |details| details.size)
    }

    /// Scroll container: what can be scrolled and how far it is; `None` if it is not a scroll container.
    #[must_use]
    pub fn scroll(&self) -> Option<&Scroll> {
        self.details.as_deref()?.scroll.as_ref()
    }

    /// Gives it another bounding box, which is its size, too, if `is_size`.
    pub(super) fn set_rect(&mut self, rect: Rect, is_size: bool) {
        let size = if is_size { rect.size() } else { self.size() };
        *self = Self::in_pieces(rect, size, self.content, self.scroll().copied(), self.fragments());
    }
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
    pub rendered: Rendered,
    /// Its fragments, one on each line, in visual order of lines.
    pub lines: SmallVec<[TextLine; 1]>,
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

/// The boxes of a page.
#[derive(Debug)]
pub struct Layout {
    /// The boxes of elements that have one.
    pub boxes: SparseNodeMap<LayoutBox>,
    /// Client rects of boxes in several pieces, viewport coordinates.
    pub fragments: Vec<Rect>,
    /// Rendered text of text nodes.
    pub texts: SparseNodeMap<TextBox>,
    /// All that says what is painted.
    pub painting: Painting,
    /// Clips that paint items point to.
    pub clips: SegmentedVec<Clip>,
    /// The page's viewport as a scroll container: `scrollX`, `scrollY`, document size, viewport size.
    pub viewport: Scroll,
    /// The viewports of frames as scroll containers, by their documents.
    pub frames: Vec<(NodeId, Scroll)>,
    /// Elements in the top layer, bottom to top.
    pub top_layer: Vec<NodeId>,
    /// See [`Layout::warnings`].
    pub warnings: Warnings,
    /// The [size](Self::size) that it had when everything was said at once.
    pub(super) settled_size: usize,
}

/// The output of an earlier layout.
#[derive(Debug)]
pub struct SaidBefore {
    /// The layout, without the boxes.
    pub(super) layout: Layout,
    pub(super) placement: Placement,
    pub(super) scrollers: Scrollers,
    /// By box: its [displacement](super::state::LayoutState::relative_in_line); no entries if nothing is displaced.
    pub(super) relative_in_line: Vec<Offset>,
}

impl Layout {
    /// Boxes that a browser measured; what is painted follows with [`set_paint`](Self::set_paint).
    pub fn measured(
        boxes: SparseNodeMap<LayoutBox>,
        fragments: Vec<Rect>,
        texts: SparseNodeMap<TextBox>,
        (viewport, frames): (Scroll, Vec<(NodeId, Scroll)>),
        top_layer: Vec<NodeId>,
    ) -> Self {
        Self {
            boxes,
            fragments,
            texts,
            painting: Painting::known(Vec::new()),
            clips: SegmentedVec::new(),
            viewport,
            frames,
            top_layer,
            warnings: Warnings::default(),
            settled_size: 0,
        }
    }

    /// Sets the paint list, back to front, and the clips of its items.
    pub fn set_paint(&mut self, paint: Vec<PaintItem>, clips: SegmentedVec<Clip>) {
        (self.painting, self.clips) = (Painting::known(paint), clips);
    }

    /// The bounding box of client rects, as `getBoundingClientRect` gives it.
    pub fn bounding(rects: &[Rect]) -> Rect {
        bounding(rects)
    }

    /// The box of an element; `None` if it has none.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&LayoutBox> {
        self.boxes.get(node)
    }

    /// The client rects of an element, viewport coordinates; empty if it has no box.
    #[must_use]
    pub fn client_rects(&self, node: NodeId) -> &[Rect] {
        self.get(node).map_or(&[], |own| match own.fragments() {
            LayoutBox::ONE => std::slice::from_ref(&own.rect),
            (from, end) => &self.fragments[from as usize..end as usize],
        })
    }

    /// The rendered text of a text node; `None` if it is not rendered (or no text node).
    #[must_use]
    pub fn text(&self, node: NodeId) -> Option<&TextBox> {
        self.texts.get(node)
    }

    /// The paint list: what can be hit, back to front. `dom` and `styles` are those that were laid out; `repaint` builds it where
    /// the boxes were [dropped](Self::drop_boxes).
    #[must_use]
    pub fn paint_list(&self, dom: &Dom, styles: &Styles, repaint: impl FnOnce() -> Vec<PaintItem>) -> &[PaintItem] {
        self.painting.items(|placed, each| paint::paint(dom, styles, placed, each), repaint)
    }

    /// Returns the items that are seen, back to front, with those that no pointer hits and rows of tables; `None` if the boxes are gone.
    #[must_use]
    pub fn seen_list(&self, dom: &Dom, styles: &Styles) -> Option<Vec<PaintItem>> {
        let mut items = Vec::new();
        paint::paint_seen(dom, styles, self.painting.boxes()?, &mut |item| items.push(item));
        Some(items)
    }

    /// The items of the [paint list](Self::paint_list) near the window, found without building the whole list.
    #[must_use]
    pub fn painted_near(
        &self,
        dom: &Dom,
        styles: &Styles,
        window: Rect,
        repaint: impl FnOnce() -> Vec<PaintItem>,
    ) -> &NearItems {
        let paint = |placed: &PlacedBoxes, each: &mut dyn FnMut(PaintItem)| paint::paint(dom, styles, placed, each);
        self.painting.near((window, dom.len()), paint, repaint)
    }

    /// Returns by element of `dom` the number of the layer that it is painted in, back to front, 0 for elements without a box; `None`
    /// if the boxes are gone.
    #[must_use]
    pub fn layers(&self, dom: &Dom) -> Option<NodeMap<u32>> {
        Some(layers::layers(dom, self.painting.boxes()?))
    }

    /// Gives `each` what is seen of the page, back to front; false if the boxes are gone.
    #[must_use]
    pub fn draw(&self, dom: &Dom, styles: &Styles, each: &mut dyn FnMut(Drawing<'_>)) -> bool {
        let Some(placed) = self.painting.boxes() else { return false };
        let artist = Artist::new(dom, styles, &placed.boxes, each);
        paint::paint_and_draw(dom, styles, placed, &mut |_| {}, Some(artist));
        true
    }

    /// True if the paint list is known by now.
    #[cfg(any(test, feature = "internals"))]
    pub fn is_painted(&self) -> bool {
        self.painting.is_listed()
    }

    /// Drops the boxes from which it is found out what is painted; what is found out already stays.
    pub fn drop_boxes(&mut self) {
        self.painting.drop_boxes();
    }

    /// Returns the boxes for another layout of the page, which replaces this one, and what was said of them; `None` if they were
    /// dropped.
    #[must_use]
    pub fn into_boxes(mut self) -> Option<(Box<LaidOut>, Box<SaidBefore>)> {
        let placed = std::mem::take(&mut self.painting).into_boxes()?;
        let PlacedBoxes { boxes, placement, scrollers, relative_in_line, .. } = *placed;
        Some((Box::new(boxes), Box::new(SaidBefore { layout: self, placement, scrollers, relative_in_line })))
    }

    /// The number of boxes, texts and fragments, with those that are in it no more.
    pub(super) fn size(&self) -> usize {
        self.boxes.room() + self.texts.room() + self.fragments.len()
    }

    /// The clip that a paint item (or an outer clip) refers to.
    #[must_use]
    pub fn clip(&self, index: u32) -> Option<&Clip> {
        self.clips.get(index as usize)
    }

    /// All clips; a clip's parent comes before it.
    #[must_use]
    pub fn clips(&self) -> &SegmentedVec<Clip> {
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

    /// Warnings about what is missing because the page reached a limit of layout.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// Elements in the top layer (modal dialogs, open popovers), bottom to top.
    #[must_use]
    pub fn top_layer(&self) -> &[NodeId] {
        &self.top_layer
    }
}

/// The union of the rectangles that are not empty; if all are, the last one (Chrome: not the first, as in the standard).
///
/// <https://drafts.csswg.org/cssom-view/#dom-element-getboundingclientrect>
fn bounding(rects: &[Rect]) -> Rect {
    let mut all: Option<Rect> = None;
    for rect in rects.iter().filter(|r| !r.is_empty()) {
        all = Some(all.map_or(*rect, |a| a.union(rect)));
    }
    all.or(rects.last().copied()).unwrap_or(Rect::ZERO)
}
