//! [`Page`]: the waist of the hourglass. Offline code computes one, a browser measures one, a recording replays one, and
//! nothing downstream can see which.
//!
//! *In*: a [`Dom`] and a [`Device`], then mutations. *Out*: a [`Page`] with styles and layout.
//!
//! *Invariants*: a page that was updated equals a first render of its tree.

#[cfg(any(test, feature = "internals"))]
mod even;
mod gaps;
mod kept;
mod laid;
mod options;
mod rendering;
mod update;

#[cfg(any(test, feature = "internals"))]
pub use even::even_page;
pub use kept::{ChangedNodes, Since};
pub use options::{Keep, RenderOptions, RenderStage};
pub use update::{Edited, Rerendered, Update};

use std::sync::OnceLock;

use self::kept::Kept;
use self::rendering::{Laid, Rendering, window_of};
use crate::aria::{AriaTree, EarlierTree};
use crate::device::Device;
use crate::dom::{Dom, Mutation, MutationError, NodeId, NodeMap, ParseOptions};
use crate::error::Error;
use crate::geometry::Point;
use crate::layout::{Drawing, ForeseenText, Layout, NearItems, PaintItem};
use crate::limits::{Warning, Warnings};
use crate::style::Styles;

/// A rendered page: its tree, the style and the box of each element, and what it is shown on.
///
/// [`update`](Self::update) applies changes to its tree and renders again what they concern.
#[derive(Debug)]
pub struct Page {
    dom: Dom,
    styles: Styles,
    laid: OnceLock<Laid>,
    device: Device,
    /// Scroll offsets that replace those of the page and the device.
    scrolls: Vec<(NodeId, Point)>,
    keep: Keep,
    aria: OnceLock<AriaTree>,
    /// The accessibility tree of the page before it changed.
    aria_before: Option<EarlierTree>,
    /// As long as nothing is laid out; `None` in it if layout has to be asked.
    boxless: OnceLock<Option<AriaTree>>,
    /// Rendered texts, as long as nothing is laid out; `None` in it if layout has to be asked.
    foreseen_text: OnceLock<Option<ForeseenText>>,
    kept: Kept,
}

/// A source of pages.
pub trait PageSource {
    /// The current page.
    ///
    /// # Errors
    /// [`Error::Open`] if what holds the page cannot be read.
    fn page(&mut self) -> Result<Page, Error>;
}

impl Page {
    /// Parses and renders a text on the default [`Device`]: a window of 1280 by 720 CSS pixels, light, en-US. Nothing is
    /// loaded: only style sheets in the markup itself apply. `Page::open` of `stillpage` reads files with what was saved beside them.
    #[must_use]
    pub fn from_html(html: &str) -> Self {
        Self::render(Dom::parse(html.as_bytes(), &ParseOptions::of_text()), Device::default(), RenderOptions::default())
    }

    /// Renders a tree: cascade, then layout. Where styles depend on sizes (container queries, frames), both run again with
    /// the sizes found.
    #[must_use]
    pub fn render(dom: Dom, device: Device, options: RenderOptions<'_>) -> Self {
        let RenderOptions { keep, on_demand, scrolls, stages } = options;
        let nobody = &mut |_| {};
        let done = stages.unwrap_or(nobody);
        let rendering = Rendering::new(&dom, device, &scrolls, keep);
        let styles = rendering.cascade();
        done(RenderStage::Style);
        if on_demand && !rendering.needs_layout(&styles) {
            let device = rendering.device().clone();
            return Self { scrolls, keep, ..Self::of(dom, styles, device, OnceLock::new()) };
        }
        let laid = rendering.lay_out(&styles, None);
        done(RenderStage::Layout);
        let (styles, laid) = rendering.settled(styles, laid, done);
        let (laid, device) = rendering.finished(&styles, laid);
        done(RenderStage::Paint);
        Self { scrolls, keep, ..Self::of(dom, styles, device, laid.into()) }
    }

    /// Returns the page laid out again with some scroll containers scrolled to an offset (CSS px, clamped to what they allow), all
    /// else as it was; a document stands for its viewport.
    #[must_use]
    pub fn scrolled(&self, offsets: &[(NodeId, Point)], keep: Keep) -> Self {
        let (dom, styles, scrolls) = (self.dom.clone(), self.styles.clone(), self.scrolls_with(offsets));
        let rendering = Rendering::new(&dom, self.device.clone(), &scrolls, keep);
        let laid = rendering.lay_out(&styles, None);
        let (laid, device) = rendering.finished(&styles, laid);
        Self { scrolls, keep, ..Self::of(dom, styles, device, laid.into()) }
    }

    /// A page from parts that belong together: computed, measured in a browser or replayed from a recording.
    #[must_use]
    pub(crate) fn from_parts(dom: Dom, styles: Styles, layout: Layout, device: Device) -> Self {
        Self::of(dom, styles, device, Laid { layout, kept: None }.into())
    }

    fn of(dom: Dom, styles: Styles, device: Device, laid: OnceLock<Laid>) -> Self {
        Self {
            dom,
            styles,
            laid,
            device,
            scrolls: Vec::new(),
            keep: Keep::default(),
            aria: OnceLock::new(),
            aria_before: None,
            boxless: OnceLock::new(),
            foreseen_text: OnceLock::new(),
            kept: Kept::default(),
        }
    }

    /// The tree.
    #[must_use]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// Returns the tree alone.
    pub(crate) fn into_dom(self) -> Dom {
        self.dom
    }

    /// Computed styles.
    #[must_use]
    pub fn styles(&self) -> &Styles {
        &self.styles
    }

    /// Returns the paint list, which can be hit, back to front; computed on first use.
    #[must_use]
    pub fn paint_list(&self) -> &[PaintItem] {
        self.layout().paint_list(&self.dom, &self.styles, || self.repainted())
    }

    /// Returns the items of [`paint_list`](Self::paint_list) that may be in the viewport.
    #[must_use]
    pub fn painted_near(&self) -> &NearItems {
        self.layout().painted_near(&self.dom, &self.styles, window_of(&self.device), || self.repainted())
    }

    /// Returns the items that are seen, back to front, with those that no pointer hits and rows of tables. Of a recording: the paint list.
    #[must_use]
    pub fn seen_list(&self) -> Vec<PaintItem> {
        let known = self.layout().seen_list(&self.dom, &self.styles);
        known.unwrap_or_else(|| match self.styles.is_measured {
            true => self.paint_list().to_vec(),
            false => {
                let again = self.with_boxes();
                again.layout().seen_list(&again.dom, &again.styles).unwrap_or_default()
            }
        })
    }

    /// Returns by element the number of the layer that it is painted in, back to front: 0 for elements without a box. Of a
    /// recording, 0 for all.
    #[must_use]
    pub fn layers(&self) -> NodeMap<u32> {
        let again = || match self.styles.is_measured {
            true => None,
            false => {
                let again = self.with_boxes();
                again.layout().layers(&again.dom)
            }
        };
        let known = self.layout().layers(&self.dom).or_else(again);
        known.unwrap_or_else(|| NodeMap::new(self.dom.len(), 0))
    }

    /// Returns the paint list after another layout.
    fn repainted(&self) -> Vec<PaintItem> {
        self.with_boxes().paint_list().to_vec()
    }

    /// The page after another layout, with all that says what is painted.
    fn with_boxes(&self) -> Self {
        self.scrolled(&[], Keep::ForPainting)
    }

    /// Gives `each` what is seen of the page, back to front.
    pub fn draw(&self, each: &mut dyn FnMut(Drawing<'_>)) {
        if !self.layout().draw(&self.dom, &self.styles, each) {
            let again = self.with_boxes();
            let _ = again.layout().draw(&again.dom, &again.styles, each);
        }
    }

    /// `document.title`.
    #[must_use]
    pub fn title(&self) -> String {
        self.dom.title(self.dom.document())
    }

    /// The address of the document, if it is known.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        self.dom.document_url(self.dom.document()).map(ToString::to_string)
    }

    /// Returns the device that the page is shown on.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the warnings of all stages: limits that were reached, files that could not be read, files that were not saved with
    /// the page, what scripts would have rendered; and whether its encoding was guessed.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        let _ = self.layout();
        self.warnings_so_far()
    }

    /// Returns the [warnings](Self::warnings) of the stages that answers were made from: those of a layout only if one was needed.
    #[must_use]
    #[doc(hidden)]
    pub fn warnings_so_far(&self) -> Warnings {
        let mut all = self.dom.warnings().clone();
        all.extend(self.styles.warnings());
        // Where nothing was laid out, nothing was left out.
        if self.foreseen_text().is_none() {
            all.extend(self.layout().warnings());
        }
        for (family, url, error) in self.styles.font_failures() {
            // The content of a `data:` URL is of no use to a reader.
            let url = if url.starts_with("data:") { format!("the data: URL of font {family}") } else { url.to_owned() };
            all.add(Warning::Unreadable { url, reason: error.to_string() });
        }
        gaps::report(self, &mut all);
        all
    }

    /// The page after some changes to its tree, applied in order and rendered again. Node ids survive, and so do the refs of
    /// a session.
    ///
    /// # Errors
    /// The first change that is not possible, such as one of a node that is not in the tree.
    pub fn mutate(mut self, mutations: &[Mutation]) -> Result<Self, MutationError> {
        self.update(mutations)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    /// Asserts how often a page is styled, and the width of its element with the id `x`.
    fn check(css: &str, body: &str, expected: (usize, f32)) {
        let html = format!("<!doctype html><style>body {{ margin: 0 }} {css}</style><body>{body}");
        let mut rounds = 0;
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let mut count = |stage| rounds += usize::from(stage == RenderStage::Style);
        let page = Page::render(dom, Device::default(), RenderOptions::default().stages(&mut count));
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
    fn what_is_painted_is_the_same_whatever_a_page_keeps() {
        let html =
            "<!doctype html><meta name=viewport content='width=780'><p style='transform: scale(2)'>x <b>y</b></p>
            <div style='overflow: scroll; height: 20px'><p style='margin: 30px'>z</p></div>";
        for mobile in [false, true] {
            let device = Device::desktop().viewport(390, 844).mobile(mobile);
            let page = |keep: Keep| {
                let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
                Page::render(dom, device.clone(), RenderOptions::default().keep(keep))
            };
            let (page, others) =
                (page(Keep::ForUpdates), [Keep::ForPainting, Keep::PaintList, Keep::Window, Keep::Nothing].map(page));
            assert!(!page.paint_list().is_empty());
            let near = |page: &Page| page.painted_near().items().to_vec();
            for other in others {
                assert_eq!(near(&page), near(&other), "{:?}, mobile: {mobile}", other.keep);
                assert_eq!(page.paint_list(), other.paint_list(), "{:?}, mobile: {mobile}", other.keep);
                assert_eq!(page.seen_list(), other.seen_list(), "{:?}, mobile: {mobile}", other.keep);
            }
        }
    }

    #[test]
    fn what_is_far_from_the_window_is_not_near_it_in_svgs_either() {
        let svg = "<svg viewBox='0 0 9 9' width=18 height=18><path d='M0 0h9v9z'/></svg>";
        let html = format!("<!doctype html>{svg}<p style='height: 3000px'>x</p>{svg}<p>y");
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let page = Page::render(dom, Device::default(), RenderOptions::default());
        let is_path = |item: &&PaintItem| page.dom().element(item.node).is_some_and(|e| *e.name.local == *"path");
        assert_eq!(page.paint_list().iter().filter(is_path).count(), 2, "painted");
        assert_eq!(page.painted_near().items().iter().filter(is_path).count(), 1, "near");
    }

    #[test]
    fn fixed_boxes_are_in_the_corners_of_a_page_that_a_phone_zooms_out() {
        let check = |meta: &str, expected: Rect| {
            let html = format!(
                "<!doctype html><meta name=viewport content='{meta}'><style>body {{ margin: 0 }}</style>
                <div style='width: 780px; height: 9px'></div>
                <div id=x style='position: fixed; right: 0; bottom: 0; width: 50%; height: 10px'></div>"
            );
            let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
            let page = Page::render(dom, Device::desktop().viewport(390, 844).mobile(true), RenderOptions::default());
            let x = page.dom().get_element_by_id(page.dom().document(), &"x".into());
            let rect = x.and_then(|x| page.layout().get(x)).map(|b| b.rect);
            assert_eq!(rect, Some(expected), "{meta}");
            let corner = Point::new(expected.right() - 1.0, expected.bottom() - 1.0);
            assert_eq!(crate::hit::HitMap::new(&page).at(corner), x, "{meta}");
        };
        check("width=device-width", Rect::new(390.0, 1678.0, 390.0, 10.0));
        check("width=device-width, minimum-scale=1", Rect::new(195.0, 834.0, 195.0, 10.0));
    }

    #[test]
    fn what_is_in_containers_is_styled_as_with_all_else() {
        let css = "div { container-type: inline-size; padding: 1px 10% }
            @container (width > 300px) { div { padding-left: 3em } p { font-size: 20px } .side { float: right } }
            @container (width < 200px) { p { display: none } }
            @container (width > 200px) { li:nth-child(2)::after { content: ' wide' } }
            @container (width > 100px) { ul { background: teal; --gap: 7px } li + li { background: inherit } }
            @container (width > 150px) { ul { color: navy } b { display: block } .plain { container-type: normal } }
            b { display: none; padding: var(--gap, 1px) }
            @container (width > 220px) { @container (width < 700px) { td { width: 33px } b { height: 9px } } }";
        let counters = "li { counter-increment: x } li::before { content: counter(x) }";
        // With them all in a container depends on its size.
        let units = "@container (width > 300px) { .side { width: 40cqw } } p + p { margin-left: 5cqi }";
        let body = "<div><p>one<p class=side>two<div><p>three<p>four<div><p>five<p class=side>six</div></div></div>
            <div style='width: 250px'><ul><li>a<li>b<b>bold</b><li>c</ul><p>seven<div class=plain><b>x</b></div></div><table><tr><td><div><p>eight</div></table>";
        // Frames that ask for their viewport have all styled again.
        let frame = "<iframe hidden srcdoc='<style>p { width: 50vw }</style><p>x'></iframe>";
        let drawn = |rules: &str, more: &str| {
            let html = format!("<!doctype html><style>{css}{rules}</style><body>{body}{more}");
            let page = Page::from_html(&html);
            let is_own = |node: &NodeId| page.dom().element(*node).is_some_and(|own| &*own.name.local != "iframe");
            let nodes = page.dom().descendants(page.dom().document()).filter(is_own);
            let style = |node: NodeId| page.styles().get(node).map(|style| format!("{style:?}"));
            nodes.map(|node| (page.layout().get(node).map(|own| own.rect), style(node))).collect::<Vec<_>>()
        };
        for rules in ["", counters, units] {
            assert_eq!(drawn(rules, ""), drawn(rules, frame), "{rules}");
        }
    }

    #[test]
    fn sizes_of_frames_restyle_documents_that_ask_for_them() {
        let check = |style: &str, css: &str, rounds: usize| {
            let frame = format!("<iframe style='{style}' srcdoc='<style>{css}</style><p>x</p>'></iframe><p id=x>x</p>");
            check("", &frame, (rounds, 1280.0));
        };
        check("", "p { width: 50vw }", 1);
        check("width: 200px; height: 3em", "p { width: 50vw }", 1);
        check("width: 50%", "p { width: 50% }", 1);
        check("width: 50%", "@media screen { p { color: red } }", 1);
        check("width: 50%", "@media (min-width: 400px) { p { color: red } }", 2);
        check("width: 50%", "@media (orientation: landscape) { p { color: red } }", 2);
        check("width: 50%", "p { width: 50vw }", 2);
        check("width: 50%", "p { margin: 1cqmin }", 2);
    }
}
