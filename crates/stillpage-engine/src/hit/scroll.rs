//! Scrolling an element into view: which scroll containers move, and how far.

use super::lineage::outwards;
use super::map::HitMap;
use crate::dom::{NodeData, NodeId};
use crate::geometry::{Point, Rect};
use crate::layout::Scroll;
use crate::page::Page;
use crate::style::computed::{Direction, Position};

/// The position to which an element is scrolled in the scroll containers around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// The least scrolling: a visible element stays, a partly visible one comes in at the nearest edge, a hidden one goes to the
    /// middle. (Chromium's `DOM.scrollIntoViewIfNeeded`.)
    IfNeeded,
    /// At the bottom and the right: `scrollIntoView({block: 'end', inline: 'end'})`.
    End,
    /// In the middle.
    Center,
    /// At the top and the left.
    Start,
    /// At the top, and no further to the side than it takes: where a link to a fragment leads.
    Top,
}

/// A scroll container that has been scrolled.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Scrolled {
    /// The element; the document for a viewport.
    pub scroller: NodeId,
    /// The distance by which its contents have gone up and to the left, CSS px.
    pub by: Point,
    /// Its new offset, CSS px.
    pub to: Point,
}

/// Scrolls an element into view, inner scroll containers first, as Chromium does; empty if nothing has to move.
///
/// <https://drafts.csswg.org/css-scroll-snap/#scroll-padding>, <https://drafts.csswg.org/css-scroll-snap/#scroll-margin>:
/// what is brought into view is the box with its `scroll-margin`, and the view is the scrollport without its
/// `scroll-padding`.
pub(crate) fn scroll_into_view(map: &HitMap<'_>, node: NodeId, alignment: Alignment) -> Vec<Scrolled> {
    let page = map.page();
    let Some(own) = page.layout().get(node) else { return Vec::new() };
    let mut rect = own.rect;
    let mut moved: Vec<Scrolled> = Vec::new();
    let mut last = Some(node);
    for clip in map.clips_around(node) {
        let scroller = clip.node;
        if last == Some(scroller) || is_fixed_to(page, node, scroller) {
            continue;
        }
        let Some(scroll) = scroll_of(page, scroller) else { continue };
        last = Some(scroller);
        let Some(from_viewport) = clip.to_viewport.invert() else { break };
        let expose = from_viewport.apply_rect(&rect);
        let port = without_padding(page, scroller, &clip.area);
        let to = offset_to_expose(page, scroller, scroll, &port, &with_margin(page, node, &expose), alignment);
        let by = to - scroll.offset;
        if by.x.abs() >= 0.01 || by.y.abs() >= 0.01 {
            moved.push(Scrolled { scroller, by, to });
        }
        // What is outside of this container is brought to where the element now is in it.
        let expose = expose.translate(Point::new(-by.x, -by.y));
        let seen = expose.intersect(&clip.area);
        rect = clip.to_viewport.apply_rect(if seen.is_empty() { &expose } else { &seen });
    }
    moved
}

/// A scrollport without its `scroll-padding`; of a viewport that of the root element.
fn without_padding(page: &Page, scroller: NodeId, port: &Rect) -> Rect {
    let styled = match page.dom().node(scroller).data {
        NodeData::Document(_) => page.dom().document_element(scroller),
        _ => Some(scroller),
    };
    let Some(style) = styled.and_then(|node| page.styles().get(node)) else { return *port };
    let side = |side: usize, of: f32| style.scroll_padding(side).resolve(of);
    shrink(port, [side(0, port.height), side(1, port.width), side(2, port.height), side(3, port.width)])
}

/// The box of an element with its `scroll-margin`.
fn with_margin(page: &Page, node: NodeId, rect: &Rect) -> Rect {
    let Some(style) = page.styles().get(node) else { return *rect };
    let side = |side: usize| -style.scroll_margin(side).resolve(0.0);
    shrink(rect, [side(0), side(1), side(2), side(3)])
}

/// A rectangle with each side moved inwards, as long as something is left.
fn shrink(rect: &Rect, [top, right, bottom, left]: [f32; 4]) -> Rect {
    let (width, height) = ((rect.width - left - right).max(0.0), (rect.height - top - bottom).max(0.0));
    Rect::new(rect.x + left, rect.y + top, width, height)
}

/// The state of a scroll container, or of a document's viewport.
fn scroll_of(page: &Page, scroller: NodeId) -> Option<&Scroll> {
    match page.dom().node(scroller).data {
        NodeData::Document(_) => page.layout().document_scroll(page.dom(), scroller),
        _ => page.layout().get(scroller)?.scroll(),
    }
}

/// The offset at which a scroll container shows `expose`; both rectangles are in the container's own coordinates.
fn offset_to_expose(
    page: &Page,
    scroller: NodeId,
    scroll: &Scroll,
    port: &Rect,
    expose: &Rect,
    alignment: Alignment,
) -> Point {
    let sideways = if alignment == Alignment::Top { Alignment::IfNeeded } else { alignment };
    let x = shift((port.x, port.width), (expose.x, expose.width), sideways);
    let y = shift((port.y, port.height), (expose.y, expose.height), alignment);
    let room_x = (scroll.content.width - scroll.client.width).max(0.0);
    let room_y = (scroll.content.height - scroll.client.height).max(0.0);
    let (from, to) = if is_rtl(page, scroller) { (-room_x, 0.0) } else { (0.0, room_x) };
    // Chrome: scroll offsets are whole pixels.
    let moved = |offset: f32, by: f32, from: f32, to: f32| {
        if by.abs() < 0.5 { offset } else { (offset + by).round().clamp(from, to) }
    };
    Point::new(moved(scroll.offset.x, x, from, to), moved(scroll.offset.y, y, 0.0, room_y))
}

fn is_rtl(page: &Page, scroller: NodeId) -> bool {
    let styled = match page.dom().node(scroller).data {
        NodeData::Document(_) => page.dom().body(scroller).or_else(|| page.dom().document_element(scroller)),
        _ => Some(scroller),
    };
    styled.and_then(|n| page.styles().get(n)).is_some_and(|style| style.direction == Direction::Rtl)
}

/// Returns the distance by which the contents have to go along one axis. Start and extent each.
///
/// Chrome: a box that is wider than the port, and fills it, stays in place.
fn shift((port, port_extent): (f32, f32), (at, extent): (f32, f32), alignment: Alignment) -> f32 {
    let (port_end, end) = (port + port_extent, at + extent);
    let seen = (port_end.min(end) - port.max(at)).max(0.0);
    let middle = at + (extent - port_extent) / 2.0 - port;
    match alignment {
        Alignment::Start | Alignment::Top => at - port,
        Alignment::End => end - port_end,
        Alignment::Center => middle,
        Alignment::IfNeeded if seen >= extent || seen >= port_extent => 0.0,
        Alignment::IfNeeded if seen > 0.0 => {
            // The nearest edge.
            let far = (end > port_end && extent < port_extent) || (end < port_end && extent > port_extent);
            if far { end - port_end } else { at - port }
        }
        Alignment::IfNeeded => middle,
    }
}

/// True if scrolling the viewport of `document` does not move the element.
fn is_fixed_to(page: &Page, node: NodeId, document: NodeId) -> bool {
    let dom = page.dom();
    let (mut fixed, mut on_top) = (false, false);
    for at in outwards(dom, node) {
        if at == document {
            return fixed;
        }
        if matches!(dom.node(at).data, NodeData::Document(_)) {
            (fixed, on_top) = (false, false);
        }
        if on_top {
            continue;
        }
        // What is in the top layer is in no box but the viewport.
        on_top = page.layout().top_layer().contains(&at);
        let Some(style) = page.styles().get(at) else { continue };
        let holds_fixed =
            style.transform.is_some() || style.contains_fixed || style.contain_layout || style.contain_paint;
        fixed = style.position == Position::Fixed || fixed && !holds_fixed;
    }
    false
}

/// True for what stays in place when the page scrolls: fixed or stuck bars.
pub(super) fn stays_in_view(page: &Page, hit: NodeId) -> bool {
    outwards(page.dom(), hit).any(|n| {
        let position = page.styles().get(n).map(|style| style.position);
        matches!(position, Some(Position::Fixed | Position::Sticky))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions, local_name};
    use crate::page::RenderOptions;

    #[test]
    fn shift_is_least_if_needed() {
        let check = |at: (f32, f32), expected: f32| {
            let got = shift((100.0, 500.0), at, Alignment::IfNeeded);
            assert!((got - expected).abs() < 0.01, "{at:?}: {got}, not {expected}");
        };
        check((100.0, 500.0), 0.0);
        check((90.0, 40.0), -10.0);
        check((580.0, 40.0), 20.0);
        check((50.0, 700.0), 0.0);
        check((300.0, 700.0), 200.0);
        check((-400.0, 700.0), -300.0);
        check((1000.0, 100.0), 700.0);
        check((-900.0, 100.0), -1200.0);
    }

    /// Asserts the offset to which a click on `#t` scrolls its innermost scroll container.
    #[track_caller]
    fn scrolls(html: &str, expected: f32) {
        let html = format!(
            "<!doctype html><style>body{{margin:0}}#t{{display:block;width:100px;height:40px;padding:0;border:0}}</style>{html}\
             <div style=height:3000px></div>"
        );
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let id = |node: &NodeId| page.dom().attr(*node, &local_name!("id")) == Some("t");
        let target = page.dom().elements_in_order().find(id).expect("#t");
        let scrolled = scroll_into_view(&HitMap::new(&page), target, Alignment::IfNeeded);
        let to = scrolled.first().map_or(0.0, |scrolled| scrolled.to.y);
        assert!((to - expected).abs() < 0.5, "{to}, not {expected}: {html}");
    }

    /// The expected offsets are those of Chromium.
    #[test]
    fn scroll_padding_and_margin_count() {
        let below = |style: &str, own: &str, at: u32| {
            format!("<style>{style}</style><div style=height:{at}px></div><button id=t style='{own}'>x</button>")
        };
        scrolls(&below("html{scroll-padding:120px 0 50px}", "", 1500), 1125.0);
        scrolls(&below("html{scroll-padding:120px 0 50px}", "", 655), 25.0);
        scrolls(&below("html{scroll-padding-block:120px 50px}", "", 655), 25.0);
        scrolls(&below("html{scroll-padding-top:25%}", "", 1500), 1070.0);
        scrolls(&below("", "scroll-margin:100px 0 20px", 1500), 1120.0);
        scrolls(&below("", "scroll-margin:100px 0 20px", 690), 30.0);
        scrolls(&below("", "scroll-margin-bottom:20px", 670), 10.0);
        scrolls(&below("", "scroll-margin-bottom:-20px", 690), 0.0);
        let inner = |at: u32| {
            format!(
                "<div style='height:200px;overflow:auto;scroll-padding:10% 0 30px'><div style=height:{at}px></div>\
                 <button id=t>x</button><div style=height:900px></div></div>"
            )
        };
        scrolls(&inner(500), 425.0);
        scrolls(&inner(150), 20.0);
    }
}
