//! The position in a page: its title and address, the part of it that the window shows, and the parts that its scrollers show.

use std::collections::BTreeSet;

use serde::Serialize;

use super::describe::path_step;
use super::{Child, Snapshot};
use crate::dom::{NodeId, Quirks, local_name};
use crate::geometry::hundredths;
use crate::page::Page;
use crate::refs::Ref;
use crate::safe_text::{PageText, SafeText, put, safe};
use crate::style::computed::Overflow;

/// Limit: a box that scrolls by less, in CSS px, hides nothing; rounding alone can make one scroll.
const MIN_HIDDEN: f32 = 2.0;

/// The document of a page.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// `document.title`.
    pub title: String,
    /// Its address, if the file has it.
    pub url: Option<String>,
    /// Scrollable size, CSS px.
    pub width: f64,
    /// Scrollable size, CSS px.
    pub height: f64,
    /// `document.compatMode`.
    pub(crate) compat_mode: &'static str,
}

impl Document {
    pub fn of(page: &Page) -> Self {
        let (dom, content) = (page.dom(), page.layout().viewport().content);
        let quirks = dom.quirks(dom.document()) == Quirks::Quirks;
        Self {
            title: dom.title(dom.document()),
            url: dom.document_url(dom.document()).map(ToString::to_string),
            width: hundredths(content.width),
            height: hundredths(content.height),
            compat_mode: if quirks { "BackCompat" } else { "CSS1Compat" },
        }
    }
}

/// The window over the document.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Viewport {
    /// CSS px.
    pub width: f64,
    /// CSS px.
    pub height: f64,
    /// Offset in the document, CSS px.
    pub(crate) scroll_x: f64,
    /// Offset in the document, CSS px.
    pub(crate) scroll_y: f64,
    /// Scrollable size, CSS px.
    pub(crate) doc_width: f64,
    /// Scrollable size, CSS px.
    pub(crate) doc_height: f64,
    /// CSS px.
    pub(crate) viewport_width: f64,
    /// CSS px.
    pub(crate) viewport_height: f64,
    /// Viewports above, to the nearest whole one.
    pub(crate) pages_above: u32,
    /// Viewports below, to the nearest whole one.
    pub(crate) pages_below: u32,
    /// Nothing is above.
    pub(crate) at_top: bool,
    /// Nothing is below, to a pixel.
    pub(crate) at_bottom: bool,
}

impl Viewport {
    pub fn of(page: &Page) -> Self {
        let (size, scroll) = (page.device().viewport, page.layout().viewport());
        let (offset, content) = (scroll.offset, scroll.content);
        let (pages_above, pages_below) = pages(offset.y, size.height, content.height);
        Self {
            doc_width: hundredths(content.width),
            doc_height: hundredths(content.height),
            viewport_width: hundredths(size.width),
            viewport_height: hundredths(size.height),
            pages_above,
            pages_below,
            at_top: offset.y <= 0.0,
            at_bottom: offset.y + size.height >= content.height - 1.0,
            width: hundredths(size.width),
            height: hundredths(size.height),
            scroll_x: hundredths(offset.x),
            scroll_y: hundredths(offset.y),
        }
    }
}

/// A box inside of the page that scrolls, and has something to scroll to.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScrollPosition {
    /// The ref of the element.
    pub(crate) r#ref: String,
    /// The description of the scroll container, if the snapshot leaves it out and so does not print its ref.
    #[serde(skip)]
    left_out: Option<SafeText>,
    /// `scrollLeft`, CSS px.
    pub(crate) scroll_x: f64,
    /// `scrollTop`, CSS px.
    pub(crate) scroll_y: f64,
    /// `scrollWidth`, CSS px.
    pub(crate) content_width: f64,
    /// `scrollHeight`, CSS px.
    pub(crate) content_height: f64,
    /// `clientWidth`, CSS px.
    pub width: f64,
    /// `clientHeight`, CSS px.
    pub height: f64,
    /// Heights of it above, to the nearest whole one.
    pub(crate) pages_above: u32,
    /// Heights of it below, to the nearest whole one.
    pub(crate) pages_below: u32,
    /// Widths of it to the left, to the nearest whole one.
    pub(crate) pages_left: u32,
    /// Widths of it to the right, to the nearest whole one.
    pub(crate) pages_right: u32,
    /// Nothing is above.
    pub(crate) at_top: bool,
    /// Nothing is below, to a pixel.
    pub(crate) at_bottom: bool,
}

impl ScrollPosition {
    /// The scrollers that a snapshot has refs for, in the order of their refs.
    pub(crate) fn all(page: &Page, snapshot: &Snapshot) -> Vec<Self> {
        let (dom, document) = (page.dom(), page.dom().document());
        // These scroll the window.
        let window = [dom.document_element(document), dom.body(document)];
        let refs = snapshot.refs().iter().filter(|(_, node)| !window.contains(&Some(*node)));
        let scrollers: Vec<(NodeId, Self)> =
            refs.filter_map(|(reference, node)| Some((node, Self::of(page, node, reference)?))).collect();
        if scrollers.is_empty() {
            return Vec::new();
        }
        let printed = snapshot.walk().filter_map(|(_, child)| match child {
            Child::Node(at) if snapshot.node(*at).reference.is_some() => Some(snapshot.node(*at).element),
            _ => None,
        });
        let printed: BTreeSet<NodeId> = printed.collect();
        let with_place = |(node, scroller): (NodeId, Self)| {
            let left_out = (!printed.contains(&node)).then(|| path_step(dom, node));
            Self { left_out, ..scroller }
        };
        scrollers.into_iter().map(with_place).collect()
    }

    fn of(page: &Page, node: NodeId, reference: Ref) -> Option<Self> {
        let (scroll, style) = (page.layout().get(node)?.scroll()?, page.styles().get(node)?);
        // What is typed into a field scrolls, too, but is not a part of the page to scroll to.
        if page.dom().is_html(node, &local_name!("textarea")) || page.dom().is_html(node, &local_name!("input")) {
            return None;
        }
        let by_hand = |overflow: Overflow| matches!(overflow, Overflow::Auto | Overflow::Scroll);
        let (offset, content, client) = (scroll.offset, scroll.content, scroll.client);
        let down = by_hand(style.overflow_y) && content.height - client.height >= MIN_HIDDEN;
        let across = by_hand(style.overflow_x) && content.width - client.width >= MIN_HIDDEN;
        if !(down || across) || client.width <= 0.0 || client.height <= 0.0 {
            return None;
        }
        let (pages_above, pages_below) = pages(offset.y, client.height, content.height);
        let (pages_left, pages_right) = pages(offset.x, client.width, content.width);
        Some(Self {
            r#ref: reference.to_string(),
            left_out: None,
            scroll_x: hundredths(offset.x),
            scroll_y: hundredths(offset.y),
            content_width: hundredths(content.width),
            content_height: hundredths(content.height),
            width: hundredths(client.width),
            height: hundredths(client.height),
            pages_above,
            pages_below,
            pages_left,
            pages_right,
            at_top: offset.y <= 0.0,
            at_bottom: offset.y + client.height >= content.height - 1.0,
        })
    }

    /// `Scrollable [ref=e7]: 0 viewport(s) above, 2 viewport(s) below.`
    pub(crate) fn line(&self) -> SafeText {
        let mut line = match &self.left_out {
            Some(step) => safe!("Scrollable {}, which has no line of its own:", step),
            None => safe!("Scrollable [ref={}]:", PageText::token(&self.r#ref)),
        };
        if self.content_height - self.height >= f64::from(MIN_HIDDEN) {
            let bounds = match (self.at_top, self.at_bottom) {
                (true, false) => ", at its top",
                (false, true) => ", at its bottom",
                _ => "",
            };
            let place = above_and_below(self.pages_above, self.pages_below);
            let seen = (self.height.round(), self.content_height.round());
            put!(line, " {}{}; {} of {} px seen.", place, bounds, seen.0, seen.1);
        }
        if self.content_width - self.width >= f64::from(MIN_HIDDEN) {
            let (left, right) = (self.pages_left, self.pages_right);
            let seen = (self.width.round(), self.content_width.round());
            put!(line, " {} viewport(s) to the left, {} to the right; {} of {} px seen.", left, right, seen.0, seen.1);
        }
        line
    }
}

/// Returns the number of windows of `height` above and below an `offset` in contents of height `content`, to the nearest whole
/// one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and saturates")]
pub fn pages(offset: f32, height: f32, content: f32) -> (u32, u32) {
    if height <= 0.0 {
        return (0, 0);
    }
    let below = ((content - offset - height) / height).round().max(0.0);
    ((offset.max(0.0) / height).round() as u32, below as u32)
}

/// `2 viewport(s) above, 3 viewport(s) below`
pub(crate) fn above_and_below(above: u32, below: u32) -> SafeText {
    safe!("{} viewport(s) above, {} viewport(s) below", above, below)
}

/// One line on both: `window 1280x720 at 0,300 of a page of 1280x2400`.
pub fn line(document: &Document, viewport: &Viewport) -> SafeText {
    let Viewport { width, height, scroll_x, scroll_y, .. } = viewport;
    safe!(
        "window {}x{} at {},{} of a page of {}x{}",
        width,
        height,
        scroll_x,
        scroll_y,
        document.width,
        document.height
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::page::RenderOptions;
    use crate::snapshot::SnapshotOptions;

    fn page(html: &str, y: f32) -> Page {
        let device = Device::desktop().scroll(0.0, y);
        Page::render(
            Dom::parse(format!("<!doctype html>{html}").as_bytes(), &ParseOptions::default()),
            device,
            RenderOptions::default(),
        )
    }

    /// A page of some height, scrolled: viewports above and below, at its top, at its bottom.
    fn check(height: u32, y: f32, expected: (u32, u32, bool, bool)) {
        let page = page(&format!("<body style='margin:0'><div style='height:{height}px'></div>"), y);
        let viewport = Viewport::of(&page);
        let got = (viewport.pages_above, viewport.pages_below, viewport.at_top, viewport.at_bottom);
        assert_eq!(got, expected, "{height} px at {y}");
    }

    #[test]
    fn viewport_counts_windows_to_the_nearest() {
        check(100, 0.0, (0, 0, true, true));
        check(720, 0.0, (0, 0, true, true));
        check(1000, 0.0, (0, 0, true, false));
        check(1439, 0.0, (0, 1, true, false));
        check(1440, 0.0, (0, 1, true, false));
        check(7200, 719.0, (1, 8, false, false));
        // 1.96 windows below.
        check(2131, 0.0, (0, 2, true, false));
        check(7200, 720.0, (1, 8, false, false));
        check(7200, 6480.0, (9, 0, false, true));
        check(7200, 99_999.0, (9, 0, false, true));
    }

    #[test]
    fn viewport_keys_are_those_promised() {
        let viewport = serde_json::to_value(Viewport::of(&page("<p>x", 0.0))).unwrap();
        for key in [
            "scrollX",
            "scrollY",
            "docWidth",
            "docHeight",
            "viewportWidth",
            "viewportHeight",
            "pagesAbove",
            "pagesBelow",
            "atTop",
            "atBottom",
        ] {
            assert!(viewport.get(key).is_some(), "{key} in {viewport}");
        }
    }

    /// The lines on the scrollers of a page.
    fn scrollers(html: &str) -> Vec<SafeText> {
        let page = page(html, 0.0);
        let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
        ScrollPosition::all(&page, &snapshot).iter().map(ScrollPosition::line).collect()
    }

    #[test]
    fn scrollers_are_named_by_ref() {
        let lines = scrollers(
            "<body><div style='overflow:auto;height:100px;width:200px' data-frozen-scroll-top=300>\
             <div style='height:650px'>x</div></div>\
             <div style='overflow-x:scroll;width:200px'><div style='width:450px'>x</div></div>",
        );
        assert_eq!(
            lines,
            [
                "Scrollable [ref=e2]: 3 viewport(s) above, 3 viewport(s) below; 100 of 650 px seen.",
                "Scrollable [ref=e4]: 0 viewport(s) to the left, 1 to the right; 200 of 450 px seen."
            ]
        );
    }

    #[test]
    fn scrollers_that_hide_nothing_are_left_out() {
        let none: [&str; 0] = [];
        assert_eq!(scrollers("<div style='overflow:auto;height:100px'><p style='margin:0;height:80px'>x"), none);
        assert_eq!(scrollers("<div style='overflow:hidden;height:100px'><p style='height:800px'>x"), none);
        assert_eq!(scrollers("<textarea style='height:40px'>a\nb\nc\nd\ne\nf</textarea>"), none);
        assert_eq!(scrollers("<body style='overflow:auto'><p style='height:3000px'>x"), none);
    }
}
