//! The viewport that a phone lays a page out in: <https://drafts.csswg.org/css-viewport/#viewport-meta>.

use crate::geometry::Size;

/// Chrome: the width of pages that were not made for phones, CSS px.
const FALLBACK_WIDTH: f32 = 980.0;
/// Chrome: the range of scales and of widths that a page may ask for.
const SCALES: (f32, f32) = (0.25, 5.0);
const WIDTHS: (f32, f32) = (1.0, 10_000.0);

/// The content of a `<meta name=viewport>`, parsed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewportMeta {
    /// CSS px; `None` if it follows from the initial scale.
    width: Option<f32>,
    initial_scale: Option<f32>,
    minimum_scale: f32,
}

impl Default for ViewportMeta {
    fn default() -> Self {
        Self { width: Some(FALLBACK_WIDTH), initial_scale: None, minimum_scale: SCALES.0 }
    }
}

impl ViewportMeta {
    /// Reads the `content` of the element for a window in CSS px.
    pub fn parse(content: &str, window: Size) -> Self {
        let mut meta = Self { width: None, ..Self::default() };
        let is_separator = |c: char| c.is_ascii_whitespace() || matches!(c, ',' | ';');
        // White space around `=` belongs to the pair.
        let content = content.split('=').map(str::trim).collect::<Vec<_>>().join("=");
        for pair in content.split(is_separator).filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let number = || {
                let end =
                    value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(value.len());
                value.get(..end).and_then(|digits| digits.parse::<f32>().ok())
            };
            let scale = || match &*value.to_ascii_lowercase() {
                "yes" => Some(1.0),
                "device-width" | "device-height" => Some(10.0),
                _ => number().filter(|scale| *scale >= 0.0),
            };
            match &*name.to_ascii_lowercase() {
                "width" => {
                    meta.width = match &*value.to_ascii_lowercase() {
                        "device-width" => Some(window.width),
                        "device-height" => Some(window.height),
                        _ => number().filter(|width| *width >= 0.0).map(|width| width.clamp(WIDTHS.0, WIDTHS.1)),
                    };
                }
                "initial-scale" => meta.initial_scale = scale().map(|scale| scale.clamp(SCALES.0, SCALES.1)),
                "minimum-scale" => {
                    meta.minimum_scale = scale().unwrap_or(SCALES.0).clamp(SCALES.0, SCALES.1);
                }
                _ => {}
            }
        }
        if meta.width.is_none() && meta.initial_scale.is_none() {
            meta.width = Some(FALLBACK_WIDTH);
        }
        meta
    }

    /// The layout viewport in a window, CSS px.
    pub fn layout_viewport(&self, window: Size) -> Size {
        let scaled = self.initial_scale.map(|scale| window.width / scale);
        let width = match (self.width, scaled) {
            (Some(width), Some(scaled)) => width.max(scaled),
            (Some(width), None) | (None, Some(width)) => width,
            (None, None) => FALLBACK_WIDTH,
        };
        Size::new(width, (width * window.height / window.width.max(1.0)).floor())
    }

    /// Returns the size of the visual viewport at the smallest zoom that the page allows, CSS px, for content of this width.
    pub fn visible(&self, window: Size, content: f32) -> Size {
        let layout = self.layout_viewport(window);
        let most = window.width / self.minimum_scale;
        let width = content.min(most).max(layout.width);
        Size::new(width, (width * window.height / window.width.max(1.0)).ceil())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewports_of_a_phone() {
        let window = Size::new(390.0, 844.0);
        let check = |content: Option<&str>, width: f32, height: f32| {
            let meta = content.map_or_else(ViewportMeta::default, |content| ViewportMeta::parse(content, window));
            assert_eq!(meta.layout_viewport(window), Size::new(width, height), "{content:?}");
        };
        check(None, 980.0, 2120.0);
        check(Some("width=device-width, initial-scale=1"), 390.0, 844.0);
        check(Some("initial-scale = 1.0; user-scalable=no"), 390.0, 844.0);
        check(Some("width=600"), 600.0, 1298.0);
        check(Some("width=320,initial-scale=0.5"), 780.0, 1688.0);
        check(Some("viewport-fit=cover"), 980.0, 2120.0);
    }

    #[test]
    fn wide_content_is_zoomed_out() {
        let window = Size::new(390.0, 844.0);
        let meta = ViewportMeta::parse("width=device-width", window);
        assert_eq!(meta.visible(window, 445.0), Size::new(445.0, 964.0));
        assert_eq!(meta.visible(window, 100.0), Size::new(390.0, 844.0));
        let fixed = ViewportMeta::parse("width=device-width,minimum-scale=1", window);
        assert_eq!(fixed.visible(window, 445.0), Size::new(390.0, 844.0));
    }
}
