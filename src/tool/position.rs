//! Which page it is, and which part of it the window shows.

use serde::Serialize;

use super::element::hundredths;
use crate::dom::Quirks;
use crate::page::Page;

/// The page's document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    /// `document.title`.
    pub(super) title: String,
    /// Its address, if the file says it.
    pub(super) url: Option<String>,
    /// Scrollable size, CSS px.
    pub(super) width: f64,
    /// Scrollable size, CSS px.
    pub(super) height: f64,
    /// `document.compatMode`.
    pub(super) compat_mode: &'static str,
}

impl Document {
    pub(super) fn of(page: &Page) -> Self {
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
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Viewport {
    /// CSS px.
    pub(super) width: f64,
    /// CSS px.
    pub(super) height: f64,
    /// Offset in the document, CSS px.
    pub(super) scroll_x: f64,
    /// Offset in the document, CSS px.
    pub(super) scroll_y: f64,
    /// Scrollable size, CSS px.
    pub(super) doc_width: f64,
    /// Scrollable size, CSS px.
    pub(super) doc_height: f64,
    /// CSS px.
    pub(super) viewport_width: f64,
    /// CSS px.
    pub(super) viewport_height: f64,
    /// Whole viewports above.
    pub(super) pages_above: u32,
    /// Whole viewports below.
    pub(super) pages_below: u32,
    /// Nothing is above.
    pub(super) at_top: bool,
    /// Nothing is below, to a pixel.
    pub(super) at_bottom: bool,
}

impl Viewport {
    pub(super) fn of(page: &Page) -> Self {
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

/// Whole windows of `height` above and below an `offset` in contents of height `content`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and saturates")]
pub(super) fn pages(offset: f32, height: f32, content: f32) -> (u32, u32) {
    if height <= 0.0 {
        return (0, 0);
    }
    let below = ((content - offset - height) / height).floor().max(0.0);
    ((offset.max(0.0) / height).floor() as u32, below as u32)
}

/// `2 viewport(s) above, 3 viewport(s) below`
pub(super) fn above_and_below(above: u32, below: u32) -> String {
    format!("{above} viewport(s) above, {below} viewport(s) below")
}

/// One line on both: `window 1280x720 at 0,300 of a page of 1280x2400`.
pub(super) fn line(document: &Document, viewport: &Viewport) -> String {
    let Viewport { width, height, scroll_x, scroll_y, .. } = viewport;
    format!("window {width}x{height} at {scroll_x},{scroll_y} of a page of {}x{}", document.width, document.height)
}
