//! [`Page`]: the waist of the hourglass. Offline code computes one, a browser measures one, a recording replays one, and
//! nothing downstream can see which.
//!
//! *In*: a [`Dom`] and a [`Device`], then mutations. *Out*: a [`Page`] with styles and layout.
//!
//! *Invariants*: a page that was updated equals a first render of its tree.

#[cfg(any(test, feature = "internals"))]
mod even;
mod gaps;
mod laid;
mod update;

#[cfg(any(test, feature = "internals"))]
pub use even::even_page;
pub use update::{Edited, Rerendered};

use std::sync::OnceLock;

use self::laid::{Laid, zoomed_out};
use crate::aria::AriaTree;
use crate::device::{Device, ViewportMeta};
use crate::dom::{Dom, Mutation, MutationError, NodeId, NodeMap, ParseOptions, local_name};
use crate::error::Error;
use crate::geometry::{Point, Rect, Size};
use crate::layout::{Drawing, Layout, LayoutCache, LayoutReuse, NearItems, PaintItem};
use crate::limits::{Warning, Warnings};
use crate::style::{SIZE_ROUNDS, Styles};

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
    aria: OnceLock<AriaTree>,
    /// As long as nothing is laid out; `None` in it if layout has to be asked.
    boxless: OnceLock<Option<AriaTree>>,
}

/// A part of the work of [`Page::render_watched`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenderStage {
    /// The cascade.
    Style,
    /// Layout.
    Layout,
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
        Self::render(Dom::parse(html.as_bytes(), &ParseOptions::of_text()), Device::default())
    }

    /// Renders a tree: cascade, then layout. Where styles depend on sizes (container queries, frames), both run again with
    /// the sizes found.
    #[must_use]
    pub fn render(dom: Dom, device: Device) -> Self {
        Self::render_scrolled(dom, device, Vec::new())
    }

    /// Renders a page that is looked at once: nothing is kept for [`update`](Self::update), which saves memory.
    #[must_use]
    pub fn render_once(dom: Dom, device: Device) -> Self {
        Self::render_watched(dom, device, &mut |_| {})
    }

    /// Renders as [`render_once`](Self::render_once) does; `done` is called after each stage, for timing.
    #[must_use]
    pub fn render_watched(dom: Dom, device: Device, done: &mut dyn FnMut(RenderStage)) -> Self {
        let device = in_layout_viewport(&dom, device);
        let rendered = Rendered::new(&dom, &device, &[], false, done);
        Self::from_rendered(dom, device, Vec::new(), rendered)
    }

    /// Renders as [`render`](Self::render) does, with some scroll containers scrolled to an offset (CSS px, clamped to what they
    /// allow); a document stands for its viewport.
    pub(crate) fn render_scrolled(dom: Dom, device: Device, scrolls: Vec<(NodeId, Point)>) -> Self {
        let device = in_layout_viewport(&dom, device);
        let rendered = Rendered::new(&dom, &device, &scrolls, true, &mut |_| {});
        Self::from_rendered(dom, device, scrolls, rendered)
    }

    fn from_rendered(dom: Dom, device: Device, scrolls: Vec<(NodeId, Point)>, rendered: Rendered) -> Self {
        let Rendered { styles, layout, kept, .. } = rendered;
        let mut laid = Laid { layout, kept: kept.map(Box::new) };
        let device = zoomed_out(&dom, &styles, &mut laid, device, &scrolls);
        Self { scrolls, laid: laid.into(), ..Self::without_layout(dom, styles, device) }
    }

    /// A page from parts that belong together: computed, measured in a browser or replayed from a recording.
    #[must_use]
    pub(crate) fn from_parts(dom: Dom, styles: Styles, layout: Layout, device: Device) -> Self {
        Self { laid: Laid { layout, kept: None }.into(), ..Self::without_layout(dom, styles, device) }
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
        let viewport = self.device.viewport;
        let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
        self.layout().painted_near(&self.dom, &self.styles, window, || self.repainted())
    }

    /// Returns the items that are seen, back to front, with those that no pointer hits and rows of tables. Of a recording: the paint list.
    #[must_use]
    pub fn seen_list(&self) -> Vec<PaintItem> {
        let known = self.layout().seen_list(&self.dom, &self.styles);
        known.unwrap_or_else(|| match self.styles.is_measured {
            true => self.paint_list().to_vec(),
            false => {
                let again = self.scrolled_to_go_on(&[]);
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
                let again = self.scrolled_to_go_on(&[]);
                again.layout().layers(&again.dom)
            }
        };
        let known = self.layout().layers(&self.dom).or_else(again);
        known.unwrap_or_else(|| NodeMap::new(self.dom.len(), 0))
    }

    /// Returns the paint list after another layout.
    fn repainted(&self) -> Vec<PaintItem> {
        self.scrolled(&[]).paint_list().to_vec()
    }

    /// Gives `each` what is seen of the page, back to front, which is laid out again for that.
    pub fn draw(&self, each: &mut dyn FnMut(Drawing<'_>)) {
        let page = self.scrolled(&[]);
        page.layout().draw(&page.dom, &page.styles, each);
    }

    /// Drops what [`paint_list`](Self::paint_list) is computed from, a third of the page's memory: it lays the page out again
    /// should anyone ask. Nothing is dropped of a page that may be [updated](Self::update).
    pub fn forget_boxes(&self) {
        if let Some(laid) = self.laid.get() {
            laid.layout.forget_boxes();
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

    /// Returns the page with some scroll containers scrolled to an offset (CSS px, clamped to what they allow), all else as it
    /// was; a document stands for its viewport. Boxes are laid out again, styles are kept.
    #[must_use]
    pub fn scrolled(&self, offsets: &[(NodeId, Point)]) -> Self {
        self.laid_out_scrolled(offsets, LayoutReuse::Last)
    }

    /// Returns the page scrolled as [`scrolled`](Self::scrolled) does, to be scrolled again.
    #[must_use]
    pub fn scrolled_to_go_on(&self, offsets: &[(NodeId, Point)]) -> Self {
        self.laid_out_scrolled(offsets, LayoutReuse::First)
    }

    fn laid_out_scrolled(&self, offsets: &[(NodeId, Point)], sequel: LayoutReuse<'_>) -> Self {
        let (dom, styles) = (self.dom.clone(), self.styles.clone());
        let scrolls = self.scrolls_with(offsets);
        let device = in_layout_viewport(&dom, self.device.clone());
        let mut laid = Laid::compute(&dom, &styles, &device, &scrolls, sequel);
        let device = zoomed_out(&dom, &styles, &mut laid, device, &scrolls);
        Self { scrolls, laid: laid.into(), ..Self::without_layout(dom, styles, device) }
    }

    /// The scroll offsets, some of them replaced.
    fn scrolls_with(&self, offsets: &[(NodeId, Point)]) -> Vec<(NodeId, Point)> {
        let before = self.scrolls.iter().filter(|(node, _)| offsets.iter().all(|(other, _)| other != node));
        before.chain(offsets).copied().collect()
    }

    /// Returns the warnings of all stages: limits that were reached, files that could not be read, files that were not saved with
    /// the page, what scripts would have rendered; and whether its encoding was guessed.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        let mut all = self.dom.warnings().clone();
        all.extend(self.styles.warnings());
        all.extend(self.layout().warnings());
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

/// Styles and layout of a tree.
struct Rendered {
    styles: Styles,
    layout: Layout,
    kept: Option<LayoutCache>,
    /// Another layout may follow.
    is_kept: bool,
}

impl Rendered {
    fn new(
        dom: &Dom,
        device: &Device,
        scrolls: &[(NodeId, Point)],
        is_kept: bool,
        done: &mut dyn FnMut(RenderStage),
    ) -> Self {
        Self::of_styles(dom, Styles::cascade(dom, device), device, scrolls, is_kept, done)
    }

    fn of_styles(
        dom: &Dom,
        mut styles: Styles,
        device: &Device,
        scrolls: &[(NodeId, Point)],
        is_kept: bool,
        done: &mut dyn FnMut(RenderStage),
    ) -> Self {
        if !is_kept {
            styles.forget_sheets();
        }
        done(RenderStage::Style);
        Self::laid_out(dom, styles, device, scrolls, is_kept, done).settled(dom, device, scrolls, done)
    }

    fn laid_out(
        dom: &Dom,
        styles: Styles,
        device: &Device,
        scrolls: &[(NodeId, Point)],
        is_kept: bool,
        done: &mut dyn FnMut(RenderStage),
    ) -> Self {
        let sequel = if is_kept { LayoutReuse::First } else { LayoutReuse::Last };
        let (layout, kept) = Layout::compute_from(dom, &styles, device, scrolls, sequel);
        done(RenderStage::Layout);
        Self { styles, layout, kept, is_kept }
    }

    /// Computed again as long as styles ask for sizes that they were not computed with.
    fn settled(
        mut self,
        dom: &Dom,
        device: &Device,
        scrolls: &[(NodeId, Point)],
        done: &mut dyn FnMut(RenderStage),
    ) -> Self {
        for _ in 0..SIZE_ROUNDS {
            let size = |node: NodeId| self.layout.get(node).map(|b| b.content.size());
            // A page that exhausts a budget would exhaust it again.
            if self.styles.hold_for_sizes(&size) || self.styles.warnings().any_limit() {
                break;
            }
            let styles = self.styles.with_sizes(dom, device, &size);
            done(RenderStage::Style);
            self = Self::laid_out(dom, styles, device, scrolls, self.is_kept, done);
        }
        self
    }
}

/// Returns the page's `<meta name=viewport>`: the last of them counts.
fn viewport_meta(dom: &Dom, window: Size) -> ViewportMeta {
    let is_viewport = |node: &NodeId| {
        dom.is_html(*node, &local_name!("meta"))
            && dom.attr(*node, &local_name!("name")).is_some_and(|name| name.trim().eq_ignore_ascii_case("viewport"))
    };
    let last = dom.descendants(dom.document()).filter(is_viewport).last();
    let content = last.and_then(|node| dom.attr(node, &local_name!("content")));
    content.map_or_else(ViewportMeta::default, |content| ViewportMeta::parse(content, window))
}

/// The device with the viewport that the page is laid out in.
fn in_layout_viewport(dom: &Dom, mut device: Device) -> Device {
    if device.mobile {
        let window = device.window();
        device.window = Some(window);
        device.viewport = viewport_meta(dom, window).layout_viewport(window);
    }
    device
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::ParseOptions;

    /// Asserts how often a page is styled, and the width of its element with the id `x`.
    fn check(css: &str, body: &str, expected: (usize, f32)) {
        let html = format!("<!doctype html><style>body {{ margin: 0 }} {css}</style><body>{body}");
        let mut rounds = 0;
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let page = Page::render_watched(dom, Device::default(), &mut |stage| {
            rounds += usize::from(stage == RenderStage::Style);
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
    fn what_is_painted_is_found_out_without_the_boxes_too() {
        let html =
            "<!doctype html><meta name=viewport content='width=780'><p style='transform: scale(2)'>x <b>y</b></p>
            <div style='overflow: scroll; height: 20px'><p style='margin: 30px'>z</p></div>";
        for mobile in [false, true] {
            let device = Device::desktop().viewport(390, 844).mobile(mobile);
            let page = || Page::render_once(Dom::parse(html.as_bytes(), &ParseOptions::default()), device.clone());
            let (page, forgetful) = (page(), page());
            forgetful.forget_boxes();
            assert!(!page.paint_list().is_empty());
            assert_eq!(page.paint_list(), forgetful.paint_list(), "mobile: {mobile}");
            forgetful.forget_boxes();
            assert_eq!(page.paint_list(), forgetful.paint_list(), "known already, mobile: {mobile}");
        }
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
            let page = Page::render(dom, Device::desktop().viewport(390, 844).mobile(true));
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
    fn sizes_of_frames_restyle_their_documents() {
        let frame = |style: &str| format!("<iframe style='{style}' srcdoc='<p>x</p>'></iframe><p id=x>x</p>");
        check("", &frame(""), (1, 1280.0));
        check("", &frame("width: 200px; height: 3em"), (1, 1280.0));
        check("", &frame("width: 50%"), (2, 1280.0));
    }
}
