//! The layout of a page, computed when something first asks for a box, and what can be answered without it.

use std::sync::OnceLock;

use super::{Page, Rendered, in_layout_viewport, viewport_meta};
use crate::aria::AriaTree;
use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::geometry::Point;
use crate::layout::{Layout, LayoutCache, LayoutReuse};
use crate::style::Styles;

/// A layout, and what the next one can go on from.
#[derive(Debug)]
pub(super) struct Laid {
    pub(super) layout: Layout,
    pub(super) kept: Option<Box<LayoutCache>>,
}

impl Laid {
    pub(super) fn compute(
        dom: &Dom,
        styles: &Styles,
        device: &Device,
        scrolls: &[(NodeId, Point)],
        sequel: LayoutReuse<'_>,
    ) -> Self {
        let (layout, kept) = Layout::compute_from(dom, styles, device, scrolls, sequel);
        Self { layout, kept: kept.map(Box::new) }
    }
}

impl Page {
    /// Renders a tree as [`render`](Self::render) does, but leaves the layout to the first question that needs a box. Roles, names
    /// and states do not.
    #[must_use]
    pub fn render_on_demand(dom: Dom, device: Device) -> Self {
        let device = in_layout_viewport(&dom, device);
        let styles = Styles::cascade(&dom, &device);
        if !needs_layout(&styles, &device) {
            return Self::without_layout(dom, styles, device);
        }
        let rendered = Rendered::of_styles(&dom, styles, &device, &[], true, &mut |_| {});
        Self::from_rendered(dom, device, Vec::new(), rendered)
    }

    /// A page that is laid out when something asks for a box.
    pub(super) fn without_layout(dom: Dom, styles: Styles, device: Device) -> Self {
        Self {
            dom,
            styles,
            laid: OnceLock::new(),
            device,
            scrolls: Vec::new(),
            aria: OnceLock::new(),
            boxless: OnceLock::new(),
        }
    }

    /// Boxes, rendered text and paint order; computed on first use where nothing else needed them.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        let compute = || Laid::compute(&self.dom, &self.styles, &self.device, &self.scrolls, LayoutReuse::First);
        &self.laid.get_or_init(compute).layout
    }

    /// Roles, names, descriptions and states; built on first use.
    #[must_use]
    pub fn aria(&self) -> &AriaTree {
        self.aria.get_or_init(|| AriaTree::build(&self.dom, &self.styles, self.layout()))
    }

    /// Returns the accessibility tree, maybe without what boxes say: which elements are visible and which are inline. It does not
    /// lay the page out where it can do without.
    #[must_use]
    pub fn semantics(&self) -> &AriaTree {
        if self.laid.get().is_some() {
            return self.aria();
        }
        let foresee = || AriaTree::build_boxless(&self.dom, &self.styles, &self.device);
        self.boxless.get_or_init(foresee).as_ref().unwrap_or_else(|| self.aria())
    }

    /// Forgets what was computed from a tree that is another one now.
    pub(super) fn forget_semantics(&mut self) {
        self.aria = OnceLock::new();
        self.boxless = OnceLock::new();
    }
}

/// True if styles or the device depend on a layout.
pub(super) fn needs_layout(styles: &Styles, device: &Device) -> bool {
    device.mobile || styles.asks_for_sizes()
}

/// The device with the viewport that is seen, and the layout in it, from which none goes on if it is another one.
///
/// Chrome: a phone zooms out until the whole width of the page is seen, and the viewport grows with that.
pub(super) fn zoomed_out(
    dom: &Dom,
    styles: &Styles,
    laid: &mut Laid,
    mut device: Device,
    scrolls: &[(NodeId, Point)],
) -> Device {
    if device.mobile {
        let window = device.window();
        let seen = viewport_meta(dom, window).visible(window, laid.layout.viewport().content.width);
        if seen != device.viewport {
            let mut zoomed = device.clone();
            zoomed.seen = Some(seen);
            *laid = Laid { layout: Layout::compute_scrolled(dom, styles, &zoomed, scrolls), kept: None };
            device.viewport = seen;
        }
    }
    device
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Mutation, ParseOptions};

    fn page(html: &str) -> Page {
        Page::render_on_demand(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default())
    }

    /// Returns whether roles are known before anything is laid out.
    fn is_laid_out_later(html: &str) -> bool {
        let page = page(html);
        let count = page.semantics().len();
        let is_later = page.laid.get().is_none();
        assert_eq!(page.aria().len(), count, "elements of {html}");
        assert!(page.laid.get().is_some(), "a layout of {html}");
        is_later
    }

    #[test]
    fn roles_need_no_layout_save_where_only_it_can_tell() {
        assert!(is_laid_out_later("<p>text <b>bold</b> <img alt=x> <svg><path d='M0 0h1'/></svg>"));
        assert!(is_laid_out_later("<p style='display: contents'> <button>shown</button>"));
        for html in [
            "<p style='display: contents'> text",
            "<p style='content-visibility: auto'>text",
            "<p style='writing-mode: vertical-rl'>text",
            "<iframe srcdoc='<p>text'></iframe>",
            "<style>@container (width > 3px) { b { color: red } }</style><p style='container-type: inline-size'><b>text",
            "<div style='display: table-row'><video style='display: table-cell'></video>",
        ] {
            assert!(!is_laid_out_later(html), "{html}");
        }
    }

    #[test]
    fn a_page_that_is_not_laid_out_changes_without_a_layout() {
        let mut page = page("<!doctype html><button id=x></button>");
        let node = page.dom().get_element_by_id(page.dom().document(), &"x".into()).expect("an element");
        assert!(page.semantics().get(node).is_some_and(|known| known.name.is_empty()), "before");
        let name = "aria-label".to_owned();
        page.update(&[Mutation::SetAttribute { node, name, value: "label".to_owned() }]).expect("possible");
        page.scroll(&[(page.dom().document(), Point::new(0.0, 9.0))]);
        assert!(page.laid.get().is_none(), "not laid out");
        assert_eq!(page.semantics().get(node).map(|known| &*known.name), Some("label"));
    }
}
