//! The layout of a page, computed when something first asks for a box, and what can be answered without it.

use super::Page;
use super::rendering::Rendering;
use crate::aria::AriaTree;
use crate::dom::NodeId;
use crate::layout::{ForeseenText, Layout};

impl Page {
    /// Boxes, rendered text and paint order; computed on first use where nothing else needed them.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        let compute = || {
            let rendering = Rendering::new(&self.dom, self.device.clone(), &self.scrolls, self.keep);
            let laid = rendering.lay_out(&self.styles, None);
            // Where the device depended on it, there was a layout from the start.
            rendering.finished(&self.styles, laid).0
        };
        &self.laid.get_or_init(compute).layout
    }

    /// True for an element that has a box. Nothing is laid out where that is known without.
    #[must_use]
    pub fn has_box(&self, element: NodeId) -> bool {
        match self.foreseen_text() {
            Some(foreseen) => foreseen.has_box(element),
            None => self.layout().get(element).is_some(),
        }
    }

    /// Returns the rendered text of a text node; `None` if it is not rendered. Nothing is laid out where that is known without.
    #[must_use]
    pub fn rendered_text(&self, node: NodeId) -> Option<&str> {
        match self.foreseen_text() {
            Some(foreseen) => foreseen.text(&self.dom, node),
            None => self.layout().text(node).map(|text| text.rendered.of(&self.dom, node)),
        }
    }

    /// Returns what is known of boxes and texts before a layout; `None` if there is one, or if it has to be asked.
    pub(super) fn foreseen_text(&self) -> Option<&ForeseenText> {
        if self.laid.get().is_some() {
            return None;
        }
        let foresee = || Layout::foresee_text(&self.dom, &self.styles, &self.device);
        self.foreseen_text.get_or_init(foresee).as_ref()
    }

    /// Roles, names, descriptions and states; built on first use.
    #[must_use]
    pub fn aria(&self) -> &AriaTree {
        self.aria.get_or_init(|| match &self.aria_before {
            Some(earlier) => AriaTree::build_after(&self.dom, &self.styles, self.layout(), earlier),
            None if self.keeps_results() => AriaTree::build(&self.dom, &self.styles, self.layout()),
            None => AriaTree::build_last(&self.dom, &self.styles, self.layout()),
        })
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, Mutation, ParseOptions};
    use crate::geometry::Point;
    use crate::page::{RenderOptions, Update};

    fn page(html: &str) -> Page {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        Page::render(dom, Device::default(), RenderOptions::default().on_demand())
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
        assert!(is_laid_out_later("<div style='display: table-row'><video style='display: table-cell'></video>"));
        for html in [
            "<p style='display: contents'> text",
            "<p style='content-visibility: auto'>text",
            "<p style='writing-mode: vertical-rl'>text",
            "<iframe srcdoc='<p>text'></iframe>",
            "<style>@container (width > 3px) { b { color: red } }</style><p style='container-type: inline-size'><b>text",
        ] {
            assert!(!is_laid_out_later(html), "{html}");
        }
    }

    #[test]
    fn text_needs_no_layout_save_where_only_it_can_tell() {
        let is_laid_out = |html: &str| {
            let page = page(html);
            let text = crate::rendered::text::page_text(&page);
            assert!(page.warnings_so_far().is_empty(), "warnings of {html}");
            let was_laid_out = page.laid.get().is_some();
            let _ = page.layout();
            assert_eq!(crate::rendered::text::page_text(&page), text, "with a layout: {html}");
            was_laid_out
        };
        let body = "<p>a  <b>b</b></p><ol><li>c<li style='display: none'>d</ol><table><tr><td>e<td>f</table><svg><text>g  h</text></svg>";
        assert!(!is_laid_out(body), "blocks, lists, tables");
        assert!(!is_laid_out("<style>p::first-letter { float: left }</style><p>long"), "a first letter apart");
        assert!(
            !is_laid_out("<script></script><a href=x>a link</a><img src='data:,' width=3 height=3>"),
            "a page with scripts"
        );
        assert!(is_laid_out("<p style='content-visibility: auto'>x"), "what is near the window");
    }

    #[test]
    fn a_page_that_is_not_laid_out_changes_without_a_layout() {
        let mut page = page("<!doctype html><button id=x></button>");
        let node = page.dom().get_element_by_id(page.dom().document(), &"x".into()).expect("an element");
        assert!(page.semantics().get(node).is_some_and(|known| known.name.is_empty()), "before");
        let name = "aria-label".to_owned();
        page.update(&[Mutation::SetAttribute { node, name, value: "label".to_owned() }]).expect("possible");
        page.update(Update::default().scrolls(vec![(page.dom().document(), Point::new(0.0, 9.0))])).expect("possible");
        assert!(page.laid.get().is_none(), "not laid out");
        assert_eq!(page.semantics().get(node).map(|known| &*known.name), Some("label"));
    }
}
