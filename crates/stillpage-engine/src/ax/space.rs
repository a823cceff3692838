//! White space between elements that is a text of its own.

use rustc_hash::FxHashSet;

use super::boxes::{generated, has_marker, is_content_image};
use super::role::attr;
use crate::dom::form::InputType;
use crate::dom::{NodeData, NodeId, local_name, ns};
use crate::page::Page;
use crate::style::computed::{Content, ContentItem, Display, Float, ListStylePosition, Position, WhiteSpaceCollapse};
use crate::style::{ComputedStyle, Pseudo};

/// Chrome: the number of inline boxes that are looked into for the text beside a white space.
const MAX_INLINES: usize = 3;

/// The texts of collapsible white space that Chromium makes a box for, though lines may show nothing of it.
///
/// <https://drafts.csswg.org/css-text-3/#white-space-rules>
pub(super) struct Spaces<'a> {
    page: &'a Page,
    boxed: FxHashSet<NodeId>,
}

/// A node, or a pseudo-element beside the children of one.
#[derive(Clone, Copy)]
enum Part {
    Node(NodeId),
    Pseudo(NodeId, Pseudo),
}

/// The box of a part.
enum PartBox<'a> {
    None,
    LineBreak(NodeId),
    Text(&'a str),
    Image,
    Inline,
    Other,
}

/// The last box in the flow before a text.
enum Before {
    Nothing,
    Text { ends_with_space: bool },
    Inline,
    Other,
}

impl<'a> Spaces<'a> {
    /// Finds them on a page.
    pub(super) fn of(page: &'a Page) -> Self {
        let dom = page.dom();
        let mut spaces = Self { page, boxed: FxHashSet::default() };
        let holders = dom.descendants(dom.document()).filter(|&node| {
            page.styles().get(node).is_some_and(|style| !matches!(style.display, Display::None | Display::Contents))
        });
        for holder in holders {
            spaces.enter(holder);
        }
        spaces
    }

    /// Notes the white spaces among the contents of an element with a box.
    fn enter(&mut self, holder: NodeId) {
        let (dom, page) = (self.page.dom(), self.page);
        let Some(style) = page.styles().get(holder) else { return };
        let apart = matches!(
            style.display,
            Display::Flex
                | Display::InlineFlex
                | Display::Grid
                | Display::InlineGrid
                | Display::Table
                | Display::InlineTable
                | Display::WebkitBox
                | Display::WebkitInlineBox
        ) || style.display.is_table_row_or_column()
            || dom.element(holder).is_some_and(|e| e.name.ns == ns!(svg));
        let mut before = Before::Nothing;
        for part in self.boxes_in(holder) {
            let Part::Node(text) = part else {
                before = self.flow(part).unwrap_or(before);
                continue;
            };
            let Some(written) = dom.text(text) else {
                before = self.flow(part).unwrap_or(before);
                continue;
            };
            let is_blank = !written.is_empty() && written.bytes().all(|b| b.is_ascii_whitespace());
            let around = dom.flat_parent(text).and_then(|parent| page.styles().get(parent)).unwrap_or(style);
            if is_blank && collapses(written, around) {
                let is_boxed = match before {
                    Before::Text { ends_with_space } => !ends_with_space,
                    _ if apart => false,
                    Before::Nothing => is_inline(page, holder),
                    Before::Inline => true,
                    Before::Other => false,
                };
                if !is_boxed {
                    continue;
                }
                self.boxed.insert(text);
            }
            if !written.is_empty() {
                before = Before::Text { ends_with_space: written.ends_with(|c: char| c.is_ascii_whitespace()) };
            }
        }
    }

    /// The box of a part as what stands before the next one; `None` if it has none in the flow.
    fn flow(&self, part: Part) -> Option<Before> {
        let style = self.style(part)?;
        if style.float != Float::None || matches!(style.position, Position::Absolute | Position::Fixed) {
            return None;
        }
        match self.look(part) {
            PartBox::None => None,
            PartBox::LineBreak(_) => Some(Before::Other),
            _ if style.display.is_inline_level() => Some(Before::Inline),
            _ => Some(Before::Other),
        }
    }

    /// The children of an element that may have boxes, those of elements without one in their place.
    fn boxes_in(&self, holder: NodeId) -> Vec<Part> {
        let (dom, page) = (self.page.dom(), self.page);
        let mut parts = Vec::new();
        let mut stack = vec![Part::Node(holder)];
        while let Some(part) = stack.pop() {
            let Part::Node(node) = part else {
                parts.push(part);
                continue;
            };
            let is_open =
                node == holder || page.styles().get(node).is_some_and(|style| style.display == Display::Contents);
            if !is_open {
                parts.push(part);
                continue;
            }
            stack.push(Part::Pseudo(node, Pseudo::After));
            let from = stack.len();
            stack.extend(dom.flat_children(node).map(Part::Node));
            stack[from..].reverse();
            stack.push(Part::Pseudo(node, Pseudo::Before));
        }
        parts
    }

    /// Chrome: whether a text of nothing but white space is in the tree. It is if it is preserved, or if it sets apart texts
    /// that would run together without it, and not next to what is read on its own anyway: a block, a control, a line break,
    /// other white space.
    pub(super) fn is_relevant(&self, text: NodeId) -> bool {
        let (dom, page) = (self.page.dom(), self.page);
        let Some(around) = dom.flat_parent(text).and_then(|parent| page.styles().get(parent)) else { return false };
        if !collapses(dom.text(text).unwrap_or_default(), around) {
            return page.layout().text(text).is_some_and(|text| !text.rendered.is_empty());
        }
        if !self.boxed.contains(&text) {
            return false;
        }
        let block = self.block_around(text);
        let sets_apart = |after: bool| {
            let Some(beside) = self.beside(Part::Node(text), after) else { return false };
            if self.is_apart(beside, after, 0) {
                return false;
            }
            match beside {
                Part::Node(other) if dom.text(other).is_some() => self.block_around(other) == block,
                _ => true,
            }
        };
        sets_apart(false) && sets_apart(true)
    }

    /// The nearest box around a text that lines are in.
    fn block_around(&self, text: NodeId) -> Option<NodeId> {
        let (dom, page) = (self.page.dom(), self.page);
        dom.flat_ancestors(text).find(|&node| {
            page.styles().get(node).is_some_and(|style| style.display != Display::Contents) && !is_inline(page, node)
        })
    }

    /// The part before or after one in the markup, beyond the elements that it is at the edge of.
    fn beside(&self, part: Part, after: bool) -> Option<Part> {
        let dom = self.page.dom();
        let mut at = part;
        loop {
            let (parent, sibling) = match at {
                Part::Node(node) => {
                    let sibling = if after { dom.node(node).next_sibling } else { dom.node(node).previous_sibling };
                    (dom.node(node).parent, sibling)
                }
                Part::Pseudo(node, Pseudo::Before) if after => (Some(node), dom.node(node).first_child),
                Part::Pseudo(node, Pseudo::After) if !after => (Some(node), dom.node(node).last_child),
                Part::Pseudo(node, _) => (Some(node), None),
            };
            if let Some(sibling) = sibling {
                return Some(Part::Node(sibling));
            }
            let parent = match &dom.node(parent?).data {
                NodeData::ShadowRoot(root) => root.host,
                NodeData::Element(_) => parent?,
                _ => return None,
            };
            let edges: &[Pseudo] = match (at, after) {
                (Part::Pseudo(_, Pseudo::Marker), false) | (Part::Pseudo(_, Pseudo::After), true) => &[],
                (Part::Pseudo(_, Pseudo::Before), false) => &[Pseudo::Marker],
                (Part::Pseudo(_, Pseudo::Marker), true) => &[Pseudo::Before, Pseudo::After],
                (_, false) => &[Pseudo::Before, Pseudo::Marker],
                (_, true) => &[Pseudo::After],
            };
            let edge = edges.iter().map(|&pseudo| Part::Pseudo(parent, pseudo)).find(|&edge| self.exists(edge));
            if edge.is_some() {
                return edge;
            }
            at = Part::Node(parent);
        }
    }

    /// True for a pseudo-element that has something to show.
    fn exists(&self, part: Part) -> bool {
        match part {
            Part::Node(_) => true,
            Part::Pseudo(node, Pseudo::Marker) => has_marker(self.page, node) && self.page.layout().get(node).is_some(),
            Part::Pseudo(..) => self.style(part).is_some(),
        }
    }

    /// The style of a part that is displayed.
    fn style(&self, part: Part) -> Option<&'a ComputedStyle> {
        match part {
            Part::Node(node) => {
                self.page.styles().get(node).filter(|style| style.display != Display::None).map(|s| &**s)
            }
            Part::Pseudo(node, pseudo) => generated(self.page, node, pseudo).map(|style| &**style),
        }
    }

    fn look(&self, part: Part) -> PartBox<'a> {
        let (dom, page) = (self.page.dom(), self.page);
        let node = match part {
            Part::Node(node) => node,
            Part::Pseudo(node, Pseudo::Marker) => {
                let inside =
                    page.styles().get(node).is_some_and(|style| style.list_style_position == ListStylePosition::Inside);
                return match page.styles().marker(node).filter(|_| inside) {
                    Some(text) => PartBox::Text(text),
                    None => PartBox::Other,
                };
            }
            Part::Pseudo(..) => {
                return match self.style(part) {
                    None => PartBox::None,
                    Some(style) if style.display == Display::Contents => PartBox::None,
                    Some(style) if style.display == Display::Inline => PartBox::Inline,
                    Some(_) => PartBox::Other,
                };
            }
        };
        if let Some(written) = dom.text(node) {
            let blank = written.bytes().all(|b| b.is_ascii_whitespace());
            return match page.layout().text(node) {
                _ if blank && self.boxed.contains(&node) => PartBox::Text(" "),
                Some(text) if !text.rendered.is_empty() => PartBox::Text(text.rendered.of(dom, node)),
                _ => PartBox::None,
            };
        }
        let Some(style) = self.style(part).filter(|style| style.display != Display::Contents) else {
            return PartBox::None;
        };
        if dom.is_html(node, &local_name!("br")) {
            return PartBox::LineBreak(node);
        }
        if page.layout().get(node).is_none() && style.display != Display::Inline {
            return PartBox::None;
        }
        let is_image =
            [local_name!("img"), local_name!("audio"), local_name!("video")].iter().any(|tag| dom.is_html(node, tag))
                || dom.element(node).and_then(InputType::of) == Some(InputType::Image)
                || is_content_image(page, node);
        match is_inline(page, node) {
            _ if is_image => PartBox::Image,
            true => PartBox::Inline,
            false => PartBox::Other,
        }
    }

    /// True for a part that needs no space at the side where it is looked at from; `depth`: the inline boxes around it that
    /// were looked into.
    fn is_apart(&self, part: Part, after: bool, depth: usize) -> bool {
        let dom = self.page.dom();
        if depth > MAX_INLINES {
            return false;
        }
        match self.look(part) {
            PartBox::None | PartBox::Other => return true,
            PartBox::Image => return false,
            PartBox::LineBreak(node) => return !after || dom.element(node).is_none_or(|e| attr(e, "role").is_none()),
            PartBox::Text(text) => return has_space_beside(text, after),
            PartBox::Inline => {}
        }
        let inner = match part {
            Part::Node(node) => {
                let role = super::role::explicit(dom, node);
                if matches!(role, Some("cell" | "gridcell" | "columnheader" | "rowheader")) {
                    return true;
                }
                let parts = self.boxes_in(node);
                let has_box = |part: &Part| !matches!(self.look(*part), PartBox::None);
                if after { parts.into_iter().find(has_box) } else { parts.into_iter().rev().find(has_box) }
            }
            Part::Pseudo(..) => {
                let Some(Content::Items(items, _)) = self.style(part).map(|style| &style.content) else { return true };
                let shown = |item: &&ContentItem| item.text() != Some("");
                match if after { items.iter().find(shown) } else { items.iter().rev().find(shown) } {
                    Some(item) => return item.text().is_some_and(|text| has_space_beside(text, after)),
                    None => None,
                }
            }
        };
        match inner {
            Some(inner) => self.is_apart(inner, after, depth + 1),
            None => self.beside(part, after).is_some_and(|beside| self.is_apart(beside, after, depth + 1)),
        }
    }
}

/// True if a text is white space at the side where it is looked at from.
fn has_space_beside(text: &str, after: bool) -> bool {
    let edge = if after { text.chars().next() } else { text.chars().next_back() };
    !text.is_empty() && text.trim_ascii().is_empty() || edge.is_some_and(|c| matches!(c, ' ' | '\n' | '\t'))
}

/// True for white space that its style lets collapse.
fn collapses(text: &str, style: &ComputedStyle) -> bool {
    match style.white_space_collapse {
        WhiteSpaceCollapse::Collapse => true,
        WhiteSpaceCollapse::PreserveBreaks => !text.contains('\n'),
        WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces => false,
    }
}

/// True for an element whose box is parts of lines.
fn is_inline(page: &Page, node: NodeId) -> bool {
    page.styles().get(node).is_some_and(|style| style.display == Display::Inline)
        && page.dom().element(node).is_some_and(|e| {
            !matches!(
                &*e.name.local,
                "img" | "svg" | "iframe" | "canvas" | "video" | "audio" | "object" | "embed" | "math"
            )
        })
}
