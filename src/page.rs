//! [`Page`]: the waist of the hourglass. Offline code computes one, a browser measures one, a recording replays one, and
//! nothing downstream can tell which.

use std::sync::OnceLock;

use crate::aria::AriaTree;
use crate::device::Device;
use crate::dom::{Dom, NodeId, ParseOptions};
use crate::error::Error;
use crate::geometry::Point;
use crate::layout::Layout;
use crate::limits::Warnings;
use crate::style::Styles;

/// Limit: styles that ask for sizes are computed again at most so often; each round settles one more level of containers
/// that depend on each other.
const SIZE_ROUNDS: usize = 3;

/// A rendered page: its tree, the style and the box of each element, and what it is shown on.
///
/// It does not change. To change a page, take it apart with [`into_dom`](Self::into_dom), mutate the tree and render again:
/// node ids survive.
#[derive(Debug)]
pub struct Page {
    dom: Dom,
    styles: Styles,
    layout: Layout,
    device: Device,
    /// What is scrolled otherwise than the page and the device say.
    scrolls: Vec<(NodeId, Point)>,
    aria: OnceLock<AriaTree>,
}

/// A part of the work of [`Page::render_watched`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The cascade.
    Style,
    /// Layout.
    Layout,
}

/// Where pages come from.
pub trait Source {
    /// The page as it is now.
    ///
    /// # Errors
    /// [`Error::Io`] if what holds the page cannot be read.
    fn page(&mut self) -> Result<Page, Error>;
}

impl Page {
    /// Parses and renders a text on the default [`Device`]: a window of 1280 by 720 CSS pixels, light, en-US. Nothing is
    /// loaded: style sheets count where they stand in the text. [`Offline`](crate::offline::Offline) reads files with what
    /// belongs to them.
    #[must_use]
    pub fn from_html(html: &str) -> Self {
        // Text is Unicode whatever its `meta` says.
        let options = ParseOptions { encoding: Some(encoding_rs::UTF_8), ..Default::default() };
        Self::render(Dom::parse(html.as_bytes(), &options), Device::default())
    }

    /// Renders a tree: cascade, then layout. Where styles depend on sizes (container queries, frames), both run again with
    /// the sizes found.
    #[must_use]
    pub fn render(dom: Dom, device: Device) -> Self {
        Self::render_watched(dom, device, &mut |_| {})
    }

    /// The same; `done` is called whenever a stage is over, for whoever holds a clock.
    #[must_use]
    pub fn render_watched(dom: Dom, device: Device, done: &mut dyn FnMut(Stage)) -> Self {
        let mut styles = Styles::cascade(&dom, &device);
        done(Stage::Style);
        let mut layout = Layout::compute(&dom, &styles, &device);
        done(Stage::Layout);
        for _ in 0..SIZE_ROUNDS {
            let size = |node: NodeId| layout.get(node).map(|b| b.content.size());
            // A page that exhausts a budget would exhaust it again.
            if styles.hold_for_sizes(&size) || styles.warnings().any_limit() {
                break;
            }
            styles = Styles::cascade_with_sizes(&dom, &device, &size);
            done(Stage::Style);
            layout = Layout::compute(&dom, &styles, &device);
            done(Stage::Layout);
        }
        Self::from_parts(dom, styles, layout, device)
    }

    /// A page from parts that belong together: computed, measured in a browser or replayed from a recording.
    #[must_use]
    pub fn from_parts(dom: Dom, styles: Styles, layout: Layout, device: Device) -> Self {
        Self { dom, styles, layout, device, scrolls: Vec::new(), aria: OnceLock::new() }
    }

    /// The tree.
    #[must_use]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// Computed styles.
    #[must_use]
    pub fn styles(&self) -> &Styles {
        &self.styles
    }

    /// Boxes, rendered text and paint order.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What it is shown on.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Roles, names, descriptions and states; built on first use.
    #[must_use]
    pub fn aria(&self) -> &AriaTree {
        self.aria.get_or_init(|| AriaTree::build(&self.dom, &self.styles, &self.layout))
    }

    /// The same page with some scroll containers scrolled to an offset (CSS px, clamped to what they allow), all else as it
    /// was; a document stands for its viewport. Boxes are laid out anew, styles are kept.
    #[must_use]
    pub fn scrolled(&self, offsets: &[(NodeId, Point)]) -> Self {
        let (dom, styles) = (self.dom.clone(), self.styles.clone());
        let before = self.scrolls.iter().filter(|(node, _)| offsets.iter().all(|(other, _)| other != node));
        let scrolls: Vec<(NodeId, Point)> = before.chain(offsets).copied().collect();
        let layout = Layout::compute_scrolled(&dom, &styles, &self.device, &scrolls);
        Self { scrolls, ..Self::from_parts(dom, styles, layout, self.device.clone()) }
    }

    /// What of the page was left out, by all stages: limits that were reached, files that could not be read.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        let mut all = self.dom.warnings().clone();
        all.extend(self.styles.warnings());
        all.extend(self.layout.warnings());
        all
    }

    /// The tree, to change it and render it again.
    #[must_use]
    pub fn into_dom(self) -> Dom {
        self.dom
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;

    /// How often a page is styled, and the width of its element with the id `x`.
    fn check(css: &str, body: &str, expected: (usize, f32)) {
        let html = format!("<!doctype html><style>body {{ margin: 0 }} {css}</style><body>{body}");
        let mut rounds = 0;
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let page = Page::render_watched(dom, Device::default(), &mut |stage| {
            rounds += usize::from(stage == Stage::Style);
        });
        let x = page.dom().get_element_by_id(page.dom().document(), &"x".into());
        let width = x.and_then(|x| page.layout().get(x)).map(|b| b.rect.width);
        assert_eq!((rounds, width), (expected.0, Some(expected.1)), "{css} {body}");
    }

    #[test]
    fn sizes_restyle_only_what_they_change() {
        let body = "<div id=c><p id=x>x</div>";
        let container = "#c { container: box / inline-size; width: 600px }";
        let query = |rule: &str| format!("{container} {rule}");
        check("", body, (1, 1280.0));
        check(container, body, (1, 600.0));
        check(&query("@container (width > 700px) { p { width: 50px } }"), body, (1, 600.0));
        check(&query("@container (width > 500px) { p { width: 50px } }"), body, (2, 50.0));
        check(&query("@container other (width > 500px) { p { width: 50px } }"), body, (1, 600.0));
        check(&query("@container (width > 500px) { b { width: 50px } }"), body, (1, 600.0));
        check(&query("p { width: 50cqw }"), body, (2, 300.0));
        check("p { width: 50cqw }", body, (1, 640.0));
        check("#c { --w: 10cqi } p { width: 50% }", body, (1, 640.0));
    }

    #[test]
    fn sizes_of_frames_restyle_their_documents() {
        let frame = |style: &str| format!("<iframe style='{style}' srcdoc='<p>x</p>'></iframe><p id=x>x</p>");
        check("", &frame(""), (1, 1280.0));
        check("", &frame("width: 200px; height: 3em"), (1, 1280.0));
        check("", &frame("width: 50%"), (2, 1280.0));
    }
}
