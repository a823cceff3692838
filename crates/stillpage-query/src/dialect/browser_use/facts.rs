//! The facts about elements that browser-use asks Chromium for.

use std::sync::Arc;

use stillpage_css::style::computed::{Color, Overflow, Visibility};
use stillpage_css::style::matches_media;

use super::super::Tree;
use crate::aria::skips;
use crate::dom::form::InputType;
use crate::dom::{ImageState, NodeId, NodeMap, Quirks, local_name};
use crate::geometry::{Point, Rect, Size};
use crate::layout::{Layout, Scroll};
use crate::page::Page;
use crate::style::ComputedStyle;

pub(super) struct Facts<'a> {
    pub(super) tree: &'a Tree<'a>,
    /// By element, its node of the accessibility tree.
    nodes: NodeMap<Option<usize>>,
    layers: NodeMap<u32>,
    transparent: Color,
    /// By node, whether it is in closed `details` or in other content that has no boxes.
    skipped: NodeMap<bool>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(tree: &'a Tree<'a>) -> Self {
        let mut nodes = NodeMap::new(tree.page.dom().len(), None);
        for at in 0..tree.nodes.len() {
            if let Some(element) = tree.element(at) {
                nodes[element] = Some(at);
            }
        }
        let transparent = ComputedStyle::initial().background_color;
        Self { tree, nodes, layers: tree.page.layers(), transparent, skipped: skipped(tree.page) }
    }

    /// The node of an element in the accessibility tree.
    pub(super) fn accessible(&self, node: NodeId) -> Option<usize> {
        *self.nodes.get(node)?
    }

    /// The name of an element in lower case.
    pub(super) fn tag(&self, node: NodeId) -> String {
        self.tree.page.dom().element(node).map_or_else(String::new, |e| str::to_ascii_lowercase(&e.name.local))
    }

    pub(super) fn attribute(&self, node: NodeId, name: &str) -> Option<&'a str> {
        self.tree.page.dom().attr(node, &name.into())
    }

    pub(super) fn is_file_input(&self, node: NodeId) -> bool {
        self.tag(node) == "input" && self.attribute(node, "type") == Some("file")
    }

    /// The style of an element; that of the element around it for a text.
    pub(super) fn style(&self, node: NodeId) -> Option<&'a Arc<ComputedStyle>> {
        let dom = self.tree.page.dom();
        let element = if dom.element(node).is_some() { node } else { dom.flat_parent(node)? };
        self.tree.page.styles().get(element)
    }

    /// The area of an element or text in the window; `None` if it has no box.
    pub(super) fn bounds(&self, node: NodeId) -> Option<Rect> {
        let layout = self.tree.page.layout();
        if self.skipped[node] {
            return None;
        }
        match layout.text(node) {
            Some(text) => {
                let lines: Vec<Rect> = text.lines.iter().map(|line| line.rect).collect();
                Some(Layout::bounding(&lines))
            }
            None => layout.get(node).map(|own| own.rect),
        }
    }

    /// The layer that an element or text is painted in; 0 for what has no box.
    pub(super) fn layer(&self, node: NodeId) -> u32 {
        let dom = self.tree.page.dom();
        let mut at = if dom.element(node).is_some() { Some(node) } else { dom.flat_parent(node) };
        while let Some(element) = at {
            match self.layers.get(element) {
                Some(0) | None => at = dom.flat_parent(element),
                Some(&layer) => return layer,
            }
        }
        0
    }

    /// True if the style of an element or text shows it.
    pub(super) fn is_shown(&self, node: NodeId) -> bool {
        self.style(node).is_some_and(|style| style.visibility != Visibility::Hidden && style.opacity > 0.0)
    }

    /// True for what hides what is behind it.
    pub(super) fn hides(&self, node: NodeId) -> bool {
        let Some(style) = self.style(node).filter(|style| style.opacity >= 0.8) else { return false };
        style.background_color != self.transparent || !style.declares_background() && self.is_white(node)
    }

    /// True for a control that has a background of its own as long as a style sheet gives it none.
    fn is_white(&self, node: NodeId) -> bool {
        let Some(element) = self.tree.page.dom().element(node) else { return false };
        match InputType::of(element) {
            Some(kind) => !kind.is_checkable() && !matches!(kind, InputType::File | InputType::Image),
            None => matches!(&*self.tag(node), "textarea" | "select" | "button"),
        }
    }

    /// True for an element that has a cursor with a hand.
    pub(super) fn has_hand(&self, node: NodeId) -> bool {
        self.style(node).is_some_and(|style| style.cursor == crate::style::computed::Cursor::Pointer)
    }

    /// True for an element that scrolls, or would if what is in it were not cut off.
    pub(super) fn is_scrollable(&self, node: NodeId) -> bool {
        if super::super::stagehand::scrolls(self.tree, node) {
            return true;
        }
        let (Some(scroll), Some(style)) = (self.scroll(node), self.style(node)) else { return false };
        let scrolls = |overflow| matches!(overflow, Overflow::Auto | Overflow::Scroll);
        let is_larger =
            scroll.content.height > scroll.client.height + 1.0 || scroll.content.width > scroll.client.width + 1.0;
        is_larger && (scrolls(style.overflow_x) || scrolls(style.overflow_y))
    }

    pub(super) fn parent_scrolls(&self, node: NodeId) -> bool {
        let dom = self.tree.page.dom();
        let parent = dom.node(node).parent.filter(|&parent| dom.element(parent).is_some());
        parent.is_some_and(|parent| self.is_scrollable(parent))
    }

    /// The state of an element that scrolls; of `html`, that of the window.
    fn scroll(&self, node: NodeId) -> Option<Scroll> {
        let (dom, layout) = (self.tree.page.dom(), self.tree.page.layout());
        let own = layout.get(node)?;
        let document = dom.owner_document(node);
        let is_html = dom.document_element(document) == Some(node);
        if !is_html && dom.body(document) != Some(node) {
            return own.scroll().copied();
        }
        let window = layout.document_scroll(dom, document);
        // Chrome: in quirks mode `body` stands for the window, else `html`.
        if is_html != (dom.quirks(document) == Quirks::Quirks) {
            return window.copied();
        }
        let client = Size::new(own.size().width.round(), own.size().height.round());
        let content = match (is_html, window, own.scroll()) {
            (true, ..) | (_, None, None) => client,
            (false, _, Some(scroll)) => return Some(*scroll),
            (false, Some(window), None) => Size::new(
                client.width.max((window.content.width - own.rect.x - window.offset.x).round()),
                client.height.max((window.content.height - own.rect.y - window.offset.y).round()),
            ),
        };
        Some(Scroll { offset: Point::ZERO, content, client })
    }

    /// The window of a document whose content begins at a point of the window of the page.
    pub(super) fn window(&self, document: NodeId, at: Point) -> Rect {
        let (dom, layout) = (self.tree.page.dom(), self.tree.page.layout());
        let Some(scroll) = layout.document_scroll(dom, document) else { return Rect::new(at.x, at.y, 0.0, 0.0) };
        // Chrome: in quirks mode `html` is as large as its box, by its own account.
        let html = dom.document_element(document).filter(|_| dom.quirks(document) == Quirks::Quirks);
        match html.and_then(|html| layout.get(html)) {
            Some(html) => html.rect,
            None => Rect::new(at.x, at.y, scroll.client.width, scroll.client.height),
        }
    }

    /// The words for how far an element is scrolled.
    pub(super) fn scroll_text(&self, node: NodeId) -> String {
        let dom = self.tree.page.dom();
        if self.tag(node) == "iframe" {
            let document = dom.element(node).and_then(|element| element.frame_document);
            let html = document.and_then(|document| dom.document_element(document));
            let scroll = html.filter(|&html| self.is_scrollable(html)).and_then(|html| self.scroll(html));
            return match scroll.map(|scroll| pages(&scroll)) {
                Some((above, below, percent)) if above >= 0.05 || below >= 0.05 => {
                    format!("scroll: {above:.1}↑ {below:.1}↓ {percent:.0}%")
                }
                _ => "scroll".to_owned(),
            };
        }
        let Some(scroll) = self.scroll(node) else { return String::new() };
        let mut words = String::new();
        if scroll.content.height > scroll.client.height {
            let (above, below, _) = pages(&scroll);
            words = format!("{above:.1} pages above, {below:.1} pages below");
        }
        let room = f64::from(scroll.content.width - scroll.client.width);
        if room > 0.0 {
            super::add(&mut words, &format!("horizontal {:.0}%", f64::from(scroll.offset.x) / room * 100.0));
        }
        words
    }

    /// True for an element that the browser gives a shadow tree.
    pub(super) fn has_own_tree(&self, node: NodeId) -> bool {
        let page = self.tree.page;
        let Some(element) = page.dom().element(node) else { return false };
        if let Some(kind) = InputType::of(element) {
            return !kind.is_checkable() && kind != InputType::Hidden;
        }
        match &*self.tag(node) {
            "textarea" | "select" | "option" | "optgroup" | "details" | "meter" | "progress" | "audio" | "video"
            | "object" | "marquee" => true,
            "img" => match page.dom().image_state(node, page.device(), &|media| matches_media(page.device(), media)) {
                ImageState::Available(_) => false,
                ImageState::Broken => true,
                ImageState::None => element.attr(&local_name!("alt")).is_some_and(|alt| !alt.is_empty()),
            },
            _ => false,
        }
    }
}

/// The nodes that have no box for what is around them: what is in closed `details` and `content-visibility: hidden`.
fn skipped(page: &Page) -> NodeMap<bool> {
    let dom = page.dom();
    let mut skipped = NodeMap::new(dom.len(), false);
    let mut stack = vec![dom.document()];
    while let Some(node) = stack.pop() {
        let frame = dom.element(node).and_then(|element| element.frame_document);
        for child in dom.flat_children(node).chain(frame) {
            skipped[child] = skipped[node] || skips(dom, page.styles(), node, child);
            stack.push(child);
        }
    }
    skipped
}

/// The heights of the window above and below what is seen, and how far it is scrolled.
fn pages(scroll: &Scroll) -> (f64, f64, f64) {
    let (top, height) = (f64::from(scroll.offset.y), f64::from(scroll.client.height));
    let room = (f64::from(scroll.content.height) - height).max(0.0);
    let of_height = |length: f64| if height > 0.0 { length.max(0.0) / height } else { 0.0 };
    (of_height(top), of_height(room - top), if room > 0.0 { (top / room * 100.0).floor() } else { 0.0 })
}
