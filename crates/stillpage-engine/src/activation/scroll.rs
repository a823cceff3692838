//! Scrolling: into view and by keys.

use super::{ActiveDocument, Effect};
use crate::dom::{NodeData, NodeId};
use crate::geometry::Point;
use crate::hit::{Alignment, HitMap, Scrolled, outwards, scroll_into_view};
use crate::layout::Scroll;
use crate::page::{Page, Update};
use crate::style::computed::Overflow;

/// Chrome: how far an arrow key scrolls, CSS px.
const LINE: f32 = 40.0;
/// Chrome: the part of a scrollport that a page key moves by.
const PAGE: f32 = 0.875;

/// The distance and direction in which a key scrolls a scroll container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    LineUp,
    LineDown,
    LineLeft,
    LineRight,
    PageUp,
    PageDown,
    Start,
    End,
}

impl ActiveDocument {
    /// Brings an element into view. True if something had to move.
    pub(super) fn scroll_into_view(&mut self, node: NodeId, alignment: Alignment) -> bool {
        let moved = scroll_into_view(&HitMap::new(&self.page), node, alignment);
        self.scroll(&moved.iter().map(|Scrolled { scroller, to, .. }| (*scroller, *to)).collect::<Vec<_>>())
    }

    /// Scrolls containers to offsets, clamped to what they allow. True if something moved.
    pub(super) fn scroll(&mut self, offsets: &[(NodeId, Point)]) -> bool {
        if offsets.is_empty() {
            return false;
        }
        let before: Vec<Option<Point>> = offsets.iter().map(|(node, _)| offset(&self.page, *node)).collect();
        let scrolled = self.page.update(Update::default().scrolls(self.page.scrolls_with(offsets)));
        debug_assert!(scrolled.is_ok(), "{scrolled:?}");
        let mut moved = false;
        for ((node, _), before) in offsets.iter().zip(before) {
            let now = offset(&self.page, *node);
            moved |= now != before;
            self.state.scrolls.retain(|(other, _)| other != node);
            self.state.scrolls.extend(now.map(|now| (*node, now)));
        }
        if moved {
            self.effects.push(Effect::Scrolled);
            self.follow_pointer();
        }
        moved
    }

    /// Turns the wheel by these CSS px: scrolls the nearest scroll container under the pointer.
    pub fn wheel(&mut self, by: Point) {
        let from = HitMap::new(&self.page).innermost_at(self.state.pointer.unwrap_or_default());
        self.scroll_chain(from, |scroll| scroll.offset + by);
    }

    /// Scrolls what has the focus, or what was clicked last, by a key.
    pub(super) fn scroll_by_key(&mut self, step: Step) {
        let from = self.focused().or(self.state.starting_point);
        self.scroll_chain(from, |scroll| {
            let at = scroll.offset;
            let page = (scroll.client.height * PAGE).floor();
            match step {
                Step::LineUp => Point::new(at.x, at.y - LINE),
                Step::LineDown => Point::new(at.x, at.y + LINE),
                Step::LineLeft => Point::new(at.x - LINE, at.y),
                Step::LineRight => Point::new(at.x + LINE, at.y),
                Step::PageUp => Point::new(at.x, at.y - page),
                Step::PageDown => Point::new(at.x, at.y + page),
                Step::Start => Point::new(at.x, 0.0),
                Step::End => Point::new(at.x, scroll.content.height),
            }
        });
    }

    /// Scrolls the innermost container around a node that can go where it is asked to.
    fn scroll_chain(&mut self, from: Option<NodeId>, to: impl Fn(&Scroll) -> Point) {
        let dom = self.page.dom();
        let document = dom.document();
        let start = from.filter(|&node| dom.is_connected(node)).unwrap_or(document);
        let chain: Vec<NodeId> = outwards(dom, start).filter(|&node| is_user_scrollable(&self.page, node)).collect();
        let chain = if chain.contains(&document) { chain } else { [chain, vec![document]].concat() };
        for node in chain {
            let Some(scroll) = scroll_of(&self.page, node) else { continue };
            let wanted = to(scroll);
            let same = (wanted - scroll.offset).x.abs() < 0.5 && (wanted - scroll.offset).y.abs() < 0.5;
            if !same && self.scroll(&[(node, wanted)]) {
                return;
            }
        }
    }
}

/// The state of a scroll container, or of a document's viewport.
pub(super) fn scroll_of(page: &Page, node: NodeId) -> Option<&Scroll> {
    match page.dom().node(node).data {
        NodeData::Document(_) => page.layout().document_scroll(page.dom(), node),
        _ => page.layout().get(node)?.scroll(),
    }
}

fn offset(page: &Page, node: NodeId) -> Option<Point> {
    scroll_of(page, node).map(|scroll| scroll.offset)
}

/// True if a user can scroll it, if there is something to scroll.
pub(super) fn is_user_scrollable(page: &Page, node: NodeId) -> bool {
    if matches!(page.dom().node(node).data, NodeData::Document(_)) {
        return true;
    }
    page.layout().get(node).is_some_and(|own| own.scroll().is_some())
        && page.styles().get(node).is_some_and(|style| {
            [style.overflow_x, style.overflow_y].iter().any(|o| matches!(o, Overflow::Auto | Overflow::Scroll))
        })
}
