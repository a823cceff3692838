//! The visible page as one flat list, in reading order.
//!
//! Shadow trees and slots are flattened and frames stand where their element is. Left out is what is not rendered and what
//! pages hide from the eye alone: boxes clipped to nothing or moved far off the page, icon fonts whose letters are pictures.

use std::num::NonZeroU32;

use super::line::Line;
use super::visible_node::small;
pub use super::visible_node::{At, Shape, VisibleNode};
use crate::aria;
use crate::dom::form::InputType;
use crate::dom::{Attribute, Dom, NodeData, NodeId, NodeMap, local_name, ns};
use crate::font::FontFamily;
use crate::geometry::Rect;
use crate::page::Page;
use crate::segmented::SegmentedVec;
use crate::style::ComputedStyle;
use crate::style::computed::{Display, Float, Overflow, Position, Visibility};

/// Text moved so far off the page, in CSS px, is not meant to be seen; slides of a carousel are nearer.
const FAR_OFF: f32 = 900.0;

/// The visible page in tree order.
#[derive(Debug)]
pub struct VisibleTree<'a> {
    pub page: &'a Page,
    pub nodes: SegmentedVec<VisibleNode>,
    index: NodeMap<u32>,
    /// Characters of rendered text that `visibility` hides, white space not counted.
    hidden_chars: usize,
    /// They are taken for seen.
    shows_hidden: bool,
}

impl<'a> VisibleTree<'a> {
    /// The tree of a whole page; linear in its size.
    pub fn new(page: &'a Page) -> Self {
        Self::with(page, false)
    }

    /// The tree for a reader rather than a viewer: a page that hides next to all of its text by `visibility`, until its scripts
    /// have run, is taken for shown.
    pub fn to_read(page: &'a Page) -> Self {
        /// The factor, relative to the text that shows, above which it is taken for hidden.
        const MAX_HIDDEN: usize = 4;
        let tree = Self::new(page);
        let shown = tree.nodes.get(0).map_or(0, VisibleNode::chars);
        if tree.hidden_chars > MAX_HIDDEN * shown { Self::with(page, true) } else { tree }
    }

    fn with(page: &'a Page, shows_hidden: bool) -> Self {
        let index = NodeMap::new(page.dom().len(), u32::MAX);
        let mut tree = Self { page, nodes: SegmentedVec::new(), index, hidden_chars: 0, shows_hidden };
        tree.collect();
        tree.sum_up();
        tree
    }

    fn collect(&mut self) {
        enum Step {
            Enter { node: NodeId, parent: At, in_link: bool },
            Leave(At),
        }
        let dom = self.page.dom();
        let mut last_child: Vec<Option<At>> = Vec::new();
        let mut steps = vec![Step::Enter { node: dom.document(), parent: 0, in_link: false }];
        while let Some(step) = steps.pop() {
            let (node, parent, in_link) = match step {
                Step::Leave(at) => {
                    self.nodes[at].end = small(self.nodes.len());
                    continue;
                }
                Step::Enter { node, parent, in_link } => (node, parent, in_link),
            };
            let (shape, chars) = match &dom.node(node).data {
                NodeData::Text(_) => {
                    let text = self.text_of(node, parent);
                    if text.is_empty() {
                        let is_unseen = self.nodes.get(parent).is_some_and(|up| !up.shape.contains(Shape::SEEN));
                        let hidden = self.page.layout().text(node).filter(|_| is_unseen);
                        self.hidden_chars += hidden.map_or(0, |text| written_chars(text.rendered.of(dom, node)));
                        continue;
                    }
                    (Shape::TEXT, written_chars(text))
                }
                NodeData::Element(_) => match self.shape_of(node) {
                    Some(shape) => (shape, 0),
                    None => continue,
                },
                NodeData::Document(_) => (Shape::BLOCK, 0),
                _ => continue,
            };
            let at = self.nodes.len();
            let previous = last_child.get_mut(parent).and_then(|last| last.replace(at)).filter(|_| at > 0);
            last_child.push(None);
            let chars = small(chars);
            self.nodes.push(VisibleNode {
                node,
                parent: small(parent),
                previous: previous.and_then(|previous| NonZeroU32::new(small(previous))),
                end: small(at + 1),
                chars,
                link_chars: if in_link { chars } else { 0 },
                shape,
            });
            if let Some(index) = self.index.get_mut(node) {
                *index = small(at);
            }
            let Some(element) = dom.element(node) else {
                if !shape.contains(Shape::TEXT) {
                    steps.push(Step::Leave(at));
                    steps.extend(dom.children(node).rev().map(|node| Step::Enter { node, parent: at, in_link }));
                }
                continue;
            };
            let in_link = in_link || (tag_of(dom, node) == "a" && dom.attr(node, &local_name!("href")).is_some());
            steps.push(Step::Leave(at));
            if let Some(document) = element.frame_document {
                steps.push(Step::Enter { node: document, parent: at, in_link });
            } else if tag_of(dom, node) == "details" && dom.attr(node, &local_name!("open")).is_none() {
                let summary = dom.flat_children(node).find(|&n| tag_of(dom, n) == "summary");
                steps.extend(summary.map(|node| Step::Enter { node, parent: at, in_link }));
            } else {
                steps.extend(dom.flat_children(node).rev().map(|node| Step::Enter { node, parent: at, in_link }));
            }
        }
    }

    /// Hands counts and shapes up.
    fn sum_up(&mut self) {
        for at in (1..self.nodes.len()).rev() {
            let child = self.nodes[at];
            let parent = child.parent();
            let dom = self.page.dom();
            let tag = tag_of(dom, child.node);
            let mut shape = child.shape
                & (Shape::BLOCK_INSIDE | Shape::HEADING_INSIDE | Shape::TABLE_INSIDE | Shape::OBJECT_INSIDE);
            shape.set(Shape::BLOCK_INSIDE, shape.contains(Shape::BLOCK_INSIDE) || child.shape.contains(Shape::BLOCK));
            if heading_level(self.page, child.node).is_some() {
                shape |= Shape::HEADING_INSIDE;
            }
            if tag == "table" {
                shape |= Shape::TABLE_INSIDE;
            }
            if matches!(tag, "img" | "input" | "select" | "textarea" | "video" | "audio" | "iframe" | "svg" | "canvas")
            {
                shape |= Shape::OBJECT_INSIDE;
            }
            let parent = &mut self.nodes[parent];
            parent.shape |= shape;
            parent.chars = parent.chars.saturating_add(child.chars);
            parent.link_chars = parent.link_chars.saturating_add(child.link_chars);
        }
    }

    /// The rendered text of a node; empty if it is not seen.
    fn text_of(&self, node: NodeId, parent: At) -> &'a str {
        let Some(parent) = self.nodes.get(parent) else { return "" };
        let style = self.page.styles().get(parent.node);
        if !parent.shape.contains(Shape::SEEN) || style.is_some_and(|s| s.font_size < 0.5 || is_icon_font(s)) {
            return "";
        }
        self.page.layout().text(node).map_or("", |text| text.rendered.of(self.page.dom(), node))
    }

    /// `None` for an element that is left out with all that is in it.
    fn shape_of(&self, node: NodeId) -> Option<Shape> {
        let (dom, layout) = (self.page.dom(), self.page.layout());
        let style = self.page.styles().get(node)?;
        let tag = tag_of(dom, node);
        if style.display == Display::None
            || style.skips_contents()
            || matches!(tag, "head" | "script" | "style" | "noscript" | "template")
        {
            return None;
        }
        let rect = layout.get(node).map(|b| b.rect);
        // A checkbox under a drawn one keeps its state.
        let checkable = dom.element(node).and_then(InputType::of).is_some_and(InputType::is_checkable);
        if !checkable && rect.is_some_and(|rect| self.is_hidden_from_the_eye(style, rect)) {
            return None;
        }
        let mut shape = Shape::empty();
        shape.set(Shape::SEEN, self.shows_hidden || style.visibility == Visibility::Visible);
        // The parts of a formula are boxes on one line.
        let in_formula = dom.element(node).is_some_and(|e| e.name.ns == ns!(mathml)) && tag != "math";
        // A checkbox comes before its label, however it is placed.
        let in_line = in_formula || checkable;
        shape.set(Shape::BLOCK, !in_line && (is_block(style) || is_block_tag(tag)));
        Some(shape)
    }

    fn is_hidden_from_the_eye(&self, style: &ComputedStyle, rect: Rect) -> bool {
        let cut = |overflow: Overflow| overflow != Overflow::Visible;
        // Less than two pixels of it show: a text for screen readers, or a collapsed panel.
        if cut(style.overflow_x) && rect.width < 2.0 || cut(style.overflow_y) && rect.height < 2.0 {
            return true;
        }
        let out_of_flow = matches!(style.position, Position::Absolute | Position::Fixed);
        let clipped = style.clip.as_ref().is_some_and(|clip| {
            let [top, right, bottom, left] = [clip.edges.top, clip.edges.right, clip.edges.bottom, clip.edges.left];
            matches!((left, right), (Some(l), Some(r)) if r - l < 2.0)
                || matches!((top, bottom), (Some(t), Some(b)) if b - t < 2.0)
        });
        let scroll = self.page.layout().viewport.offset;
        out_of_flow && (clipped || rect.right() + scroll.x < -FAR_OFF || rect.bottom() + scroll.y < -FAR_OFF)
    }

    /// Returns the position of a node; `None` if it is not on the visible page.
    pub fn at(&self, node: NodeId) -> Option<At> {
        self.index.get(node).map(|&at| at as usize).filter(|&at| at < self.nodes.len())
    }

    /// The children of a node, first to last.
    pub fn children(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let end = self.nodes[at].end();
        let first = (at + 1 < end).then_some(at + 1);
        std::iter::successors(first, move |&child| Some(self.nodes[child].end()).filter(|&next| next < end))
    }

    /// The ancestors of a node, the parent first, the root last.
    pub fn ancestors(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let up = |at: At| (at > 0).then(|| self.nodes[at].parent());
        std::iter::successors(up(at), move |&at| up(at))
    }

    pub fn shape(&self, at: At) -> Shape {
        self.nodes[at].shape
    }

    /// The local name of an element; empty for other nodes.
    pub fn tag(&self, at: At) -> &'a str {
        tag_of(self.page.dom(), self.nodes[at].node)
    }

    /// The attributes of an element; none of other nodes.
    pub fn attributes(&self, at: At) -> &'a [Attribute] {
        self.page.dom().element(self.nodes[at].node).map_or(&[], |element| &element.attributes)
    }

    /// An attribute, if present.
    pub fn attr(&self, at: At, name: &str) -> Option<&'a str> {
        self.attributes(at).iter().find(|a| a.name.ns == ns!() && *a.name.local == *name).map(|a| &*a.value)
    }

    /// The rendered text of a text node; empty for others.
    pub fn text(&self, at: At) -> &'a str {
        match self.shape(at).contains(Shape::TEXT) {
            true => {
                let node = self.nodes[at].node;
                self.page.layout().text(node).map_or("", |text| text.rendered.of(self.page.dom(), node))
            }
            false => "",
        }
    }

    pub fn style(&self, at: At) -> Option<&'a ComputedStyle> {
        self.page.styles().get(self.nodes[at].node).map(|style| &**style)
    }

    /// Returns the rectangle of a node, viewport coordinates; `None` for an empty box.
    pub fn rect(&self, at: At) -> Option<Rect> {
        let layout = self.page.layout();
        let node = self.nodes[at].node;
        let rect = match self.shape(at).contains(Shape::TEXT) {
            true => layout.text(node)?.lines.iter().map(|line| line.rect).reduce(|a, b| a.union(&b))?,
            false => layout.get(node)?.rect,
        };
        (rect.width > 0.0 && rect.height > 0.0).then_some(rect)
    }

    /// The visible text of a subtree on one line, at most about `limit` bytes of it.
    pub fn line(&self, at: At, limit: usize) -> String {
        self.line_without(at, limit, &|_| false)
    }

    /// Returns the visible text as [`line`](Self::line) does, without the subtrees for which `leaves_out` is true.
    pub fn line_without(&self, at: At, limit: usize, leaves_out: &dyn Fn(At) -> bool) -> String {
        let mut line = Line::default();
        let mut next = at;
        // Where the blocks end that the walk is in.
        let mut ends: Vec<At> = Vec::new();
        while next < self.nodes[at].end() && line.read < limit {
            let i = next;
            while ends.last().is_some_and(|&end| end <= i) {
                ends.pop();
                line.push_space();
            }
            next = i + 1;
            if leaves_out(i) {
                next = self.nodes[i].end();
                continue;
            }
            if self.shape(i).contains(Shape::TEXT) {
                line.push(self.text(i));
            } else if self.shape(i).contains(Shape::BLOCK) {
                line.push_space();
                ends.push(self.nodes[i].end());
            } else if self.tag(i) == "br" {
                line.push_space();
            }
        }
        line.words
    }
}

/// Characters that are not white space.
fn written_chars(text: &str) -> usize {
    match text.is_ascii() {
        true => text.bytes().filter(|byte| !matches!(byte, b' ' | b'\t'..=b'\r')).count(),
        false => text.chars().filter(|c| !c.is_whitespace()).count(),
    }
}

fn tag_of(dom: &Dom, node: NodeId) -> &str {
    dom.element(node).map_or("", |e| &*e.name.local)
}

/// The level of a heading, 1 to 6; `None` for other nodes.
pub fn heading_level(page: &Page, node: NodeId) -> Option<usize> {
    let element = page.dom().element(node)?;
    // What is read goes by the tag, as it looks.
    let level = aria::tag_level(element).or_else(|| {
        let role = element.attr(&local_name!("role"))?;
        role.trim().eq_ignore_ascii_case("heading").then(|| aria::heading_level(element))
    })?;
    usize::try_from(level.min(6)).ok()
}

fn is_block(style: &ComputedStyle) -> bool {
    match style.display {
        Display::Block
        | Display::FlowRoot
        | Display::ListItem
        | Display::FlowRootListItem
        | Display::Flex
        | Display::Grid
        | Display::Table
        | Display::TableCaption
        | Display::TableRowGroup
        | Display::TableHeaderGroup
        | Display::TableFooterGroup
        | Display::TableRow
        | Display::TableCell
        | Display::WebkitBox
        | Display::BlockRuby
        | Display::BlockMath => true,
        _ => style.float != Float::None || matches!(style.position, Position::Absolute | Position::Fixed),
    }
}

/// Elements of the document's structure, with any box.
fn is_block_tag(tag: &str) -> bool {
    matches!(
        tag,
        "h1" | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "menu"
            | "li"
            | "blockquote"
            | "pre"
            | "table"
            | "dl"
            | "dt"
            | "dd"
            | "hr"
            | "details"
            | "summary"
            | "fieldset"
            | "legend"
    )
}

/// An icon font: its letters are names, or meaningless.
fn is_icon_font(style: &ComputedStyle) -> bool {
    let Some(family) = style.font_family.first().filter(|family| !matches!(family, FontFamily::Generic(_))) else {
        return false;
    };
    let name = family.name().to_ascii_lowercase();
    ["icon", "awesome", "material symbols", "glyph", "fontello"].iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::ParseOptions;
    use crate::page::RenderOptions;

    #[track_caller]
    fn check(body: &str, expected: &str) {
        let html = format!("<!doctype html><body>{body}");
        let options = ParseOptions::of_text();
        let page = Page::render(Dom::parse(html.as_bytes(), &options), Device::default(), RenderOptions::default());
        let tree = VisibleTree::new(&page);
        assert_eq!(tree.line(0, usize::MAX), expected, "{body}");
    }

    #[test]
    fn visible_leaves_out_what_is_not_rendered() {
        check("a<p hidden>b</p><p style='display:none'>c</p>d", "ad");
        check("a<p style='visibility:hidden'>b<b style='visibility:visible'>c</b></p>d", "a c d");
        check("<details><summary>s</summary>x</details><details open><summary>t</summary>y</details>", "s t y");
        check("<script>a</script><style>b</style><template>c</template><noscript>d</noscript>e", "e");
        check("a<div style='content-visibility:hidden'>b</div>", "a");
    }

    #[test]
    fn visible_leaves_out_what_the_eye_does_not_see() {
        check(
            "a<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>b</span>c",
            "ac",
        );
        check("a<span style='position:absolute;left:-9999px'>b</span>c", "ac");
        check("a<div style='height:0;overflow:hidden'>b</div>c", "ac");
        check("a<i style='font-family:Material Icons'>home</i>c", "ac");
        check("a<span style='font-size:0'>b</span>c", "ac");
    }

    #[test]
    fn visible_flattens_shadow_trees_and_frames() {
        check("<x-a><template shadowrootmode=open>(<slot></slot>)</template>b<i slot=none>c</i></x-a>", "(b)");
        check("a<iframe srcdoc='<p>b'></iframe>c", "a b c");
    }

    #[test]
    fn visible_leaves_out_characters_that_are_not_seen() {
        check("a\u{ad}b\u{200b}c\u{e001}d\u{feff}", "abcd");
    }

    #[test]
    fn visible_counts_text() {
        let page = Page::render(
            Dom::parse(b"<body><p>a b<a href=x>cd</a>", &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let tree = VisibleTree::new(&page);
        assert_eq!((tree.nodes[0].chars(), tree.nodes[0].link_chars()), (4, 2));
        let paragraph = page.dom().elements_in_order().find(|&n| tag_of(page.dom(), n) == "p").unwrap();
        let at = tree.at(paragraph).unwrap();
        assert_eq!(tree.children(at).map(|c| tree.tag(c)).collect::<Vec<_>>(), ["", "a"]);
        assert_eq!(tree.ancestors(at).map(|c| tree.tag(c)).collect::<Vec<_>>(), ["body", "html", ""]);
    }
}
