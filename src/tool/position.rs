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
}

impl Viewport {
    pub(super) fn of(page: &Page) -> Self {
        let (size, offset) = (page.device().viewport, page.layout().viewport().offset);
        Self {
            width: hundredths(size.width),
            height: hundredths(size.height),
            scroll_x: hundredths(offset.x),
            scroll_y: hundredths(offset.y),
        }
    }
}

/// One line on both: `window 1280x720 at 0,300 of a page of 1280x2400`.
pub(super) fn line(document: &Document, viewport: &Viewport) -> String {
    let Viewport { width, height, scroll_x, scroll_y } = viewport;
    format!("window {width}x{height} at {scroll_x},{scroll_y} of a page of {}x{}", document.width, document.height)
}
