//! Pages without a layout of their own, for tests of what comes after it.

use super::Page;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions, SparseNodeMap, local_name, ns};
use crate::geometry::{Point, Rect, Size};
use crate::layout::{Layout, LayoutBox, Rendered, Scroll, TextBox, TextLine};
use crate::style::Styles;
use crate::style::computed::Display;

/// A page on which every rendered element and text is 10 px wide and high.
pub fn even_page(html: &str) -> Page {
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let styles = Styles::cascade(&dom, &device);
    let rect = Rect::new(0.0, 0.0, 10.0, 10.0);
    let mut boxes = SparseNodeMap::new(dom.len());
    let mut texts = SparseNodeMap::new(dom.len());
    let mut stack = vec![dom.document()];
    while let Some(node) = stack.pop() {
        if let Some(element) = dom.element(node) {
            let boxless = matches!(&*element.name.local, "title" | "desc" | "defs" if element.name.ns == ns!(svg));
            let Some(style) = styles.get(node).filter(|style| style.display != Display::None && !boxless) else {
                continue;
            };
            stack.extend(element.frame_document);
            if style.display != Display::Contents {
                boxes.insert(node, LayoutBox::new(rect, rect.size(), rect, None).with_fragments((0, 0)));
            }
            if dom.is_html(node, &local_name!("select")) {
                continue;
            }
        } else if dom.text(node).is_some_and(|text| !text.trim().is_empty()) {
            let lines = vec![TextLine { rect, start: 0, end: 0 }];
            texts.insert(node, TextBox { rendered: Rendered::default(), lines: lines.into() });
        }
        stack.extend(dom.flat_children(node));
    }
    let viewport = Scroll { offset: Point::new(0.0, 0.0), content: Size::new(0.0, 0.0), client: Size::new(0.0, 0.0) };
    let layout = Layout::measured(boxes, Vec::new(), texts, (viewport, Vec::new()), Vec::new());
    Page::from_parts(dom, styles, layout, device)
}
