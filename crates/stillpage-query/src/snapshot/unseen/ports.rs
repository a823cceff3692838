//! The areas that clips and scroll containers leave of what is painted in them.

use crate::dom::{NodeData, NodeId};
use crate::geometry::Rect;
use crate::page::Page;
use crate::style::computed::Overflow;

/// Limit: a box of less than this width or height, CSS px, that clips shows nothing that can be read.
pub(super) const MIN_PORT: f32 = 4.0;
/// A clip with those around it.
#[derive(Debug, Clone, Copy, Default)]
struct Port {
    /// The area that they leave of the page; `None` for all of it.
    left: Option<Rect>,
    /// The element that leaves nothing.
    emptied: Option<NodeId>,
    /// The innermost scroll container, and its area.
    home: Option<(NodeId, Rect)>,
}

/// The clips of a page.
pub(super) struct Ports<'p> {
    page: &'p Page,
    /// By clip.
    known: Vec<Port>,
}

impl<'p> Ports<'p> {
    pub(super) fn of(page: &'p Page) -> Self {
        let mut ports = Self { page, known: Vec::new() };
        let (dom, window) = (page.dom(), page.device().viewport);
        let canvas = [Some(dom.document()), dom.document_element(dom.document()), dom.body(dom.document())];
        for clip in page.layout().clips().iter() {
            let outer = clip.parent.and_then(|parent| ports.known.get(parent as usize)).copied();
            let Port { left: outer, emptied, home } = outer.unwrap_or_default();
            let area = clip.to_viewport.apply_rect(&clip.area);
            if canvas.contains(&Some(clip.node)) && area.width >= window.width - 20.0 {
                ports.known.push(Port { left: outer, emptied, home });
                continue;
            }
            let is_small = area.width < MIN_PORT || area.height < MIN_PORT;
            let own = outer.map_or(area, |outer| outer.intersect(&area));
            let is_empty = is_small || own.width < 1.0 || own.height < 1.0;
            let emptied = emptied.or_else(|| is_empty.then_some(clip.node));
            let scrolls = ports.scrolls(clip.node);
            let left = if emptied.is_some() {
                Some(Rect::ZERO)
            } else if scrolls {
                None
            } else {
                Some(own)
            };
            let home = if scrolls { Some((clip.node, area)) } else { home };
            ports.known.push(Port { left, emptied, home });
        }
        ports
    }

    fn scrolls(&self, node: NodeId) -> bool {
        let scrolls = |overflow| matches!(overflow, Overflow::Auto | Overflow::Scroll);
        matches!(self.page.dom().node(node).data, NodeData::Document(_))
            || self.page.styles().get(node).is_some_and(|style| scrolls(style.overflow_x) || scrolls(style.overflow_y))
    }

    /// Returns the rest that a clip leaves of an area, the element whose clip leaves nothing, and the innermost scroll container.
    pub(super) fn shown(&self, area: &Rect, clip: Option<u32>) -> (Rect, Option<NodeId>, Option<(NodeId, Rect)>) {
        let Some(Port { left, emptied, home }) = clip.and_then(|clip| self.known.get(clip as usize)).copied() else {
            return (*area, None, None);
        };
        let shown = left.map_or(*area, |left| area.intersect(&left));
        let by = emptied.or_else(|| {
            let node = clip.and_then(|clip| self.page.layout().clip(clip)).map(|clip| clip.node);
            node.filter(|_| shown.is_empty() && !area.is_empty())
        });
        (shown, by, home)
    }
}
