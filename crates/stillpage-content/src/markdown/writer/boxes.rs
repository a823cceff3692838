//! Effects on the text of an element's place beside others.

use super::super::inline::BlockKind;
use super::Writer;
use crate::dom::ns;
use crate::rendered::visible::{At, Shape, heading_level};
use crate::style::computed::Display;

/// Limit: characters of boxes beside each other that are written on one line.
const BESIDE: usize = 60;

impl Writer<'_, '_> {
    /// True for an item whose whole text is in one list in it.
    pub(super) fn is_wrapper(&self, at: At) -> bool {
        let inner = self.tree.children(at).find(|&child| self.tree.nodes[child].chars() > 0);
        inner.is_some_and(|inner| {
            matches!(self.tree.tag(inner), "ul" | "ol" | "menu")
                && self.tree.nodes[inner].chars() == self.tree.nodes[at].chars()
        })
    }

    /// True for a `dd` after a `dt`; others are a way to indent.
    pub(super) fn defines(&self, at: At) -> bool {
        std::iter::successors(self.tree.nodes[at].previous(), |&at| self.tree.nodes[at].previous())
            .take(16)
            .any(|before| self.tree.tag(before) == "dt")
    }

    /// True for the second part of one of these formula elements.
    pub(super) fn is_second_of(&self, at: At, names: &[&str]) -> bool {
        let node = self.tree.nodes[at];
        names.contains(&self.tree.tag(node.parent()))
            && node.previous().is_some_and(|previous| self.tree.nodes[previous].previous().is_none())
    }

    /// Boxes beside each other that hold a few words each are one line.
    pub(super) fn stands_beside(&self, at: At) -> bool {
        let tree = self.tree;
        let Some(previous) = tree.nodes[at].previous().filter(|_| self.place == BlockKind::Paragraph) else {
            return false;
        };
        let is_leaf = |at: At| {
            let node = tree.nodes[at];
            let plain = !node.shape.contains(Shape::BLOCK_INSIDE)
                && !matches!(
                    tree.tag(at),
                    "h1" | "h2"
                        | "h3"
                        | "h4"
                        | "h5"
                        | "h6"
                        | "li"
                        | "ul"
                        | "ol"
                        | "pre"
                        | "hr"
                        | "table"
                        | "dt"
                        | "dd"
                        | "p"
                        | "blockquote"
                        | "summary"
                        | "legend"
                        | "details"
                        | "fieldset"
                );
            // The words of a checkbox may be many.
            let is_short =
                node.chars() <= BESIDE || node.previous().is_some_and(|previous| tree.tag(previous) == "input");
            plain && is_short && heading_level(tree.page, node.node).is_none()
        };
        if (self.leaves_out)(previous) {
            return false;
        }
        // A control and its words belong together, wherever they are.
        let labels = |label: At, control: At| {
            tree.tag(label) == "label"
                && tree.nodes[label].chars() <= 4 * BESIDE
                && !tree.shape(label).contains(Shape::HEADING_INSIDE)
                && tree.page.dom().form().labels(tree.nodes[control].node).contains(&tree.nodes[label].node)
        };
        if labels(at, previous) || labels(previous, at) {
            return true;
        }
        if !is_leaf(at) || !is_leaf(previous) {
            return false;
        }
        let (Some(a), Some(b)) = (tree.rect(previous), tree.rect(at)) else { return false };
        let shared = a.bottom().min(b.bottom()) - a.y.max(b.y);
        shared > a.height.min(b.height) / 2.0 && (b.x >= a.right() - 1.0 || a.x >= b.right() - 1.0)
    }

    /// Inline boxes with a gap between them that no white space makes.
    pub(super) fn is_apart(&self, at: At) -> bool {
        let is_box = |at: At| {
            let display = self.tree.style(at).map(|style| style.display);
            matches!(
                display,
                Some(Display::InlineBlock | Display::InlineFlex | Display::InlineGrid | Display::InlineTable)
            )
        };
        let Some(previous) = self.tree.nodes[at].previous() else { return false };
        if self.tree.tag(at) == "a" && self.tree.tag(previous) == "a" {
            return true;
        }
        if !is_box(at) && !is_box(previous) {
            return false;
        }
        let (Some(a), Some(b)) = (self.tree.rect(previous), self.tree.rect(at)) else { return false };
        (b.x - a.right()).abs() > 1.5 && (a.x - b.right()).abs() > 1.5
    }

    /// Elements without content of their own: the glyphs of a formula that is also there as MathML, a link in brackets that
    /// edits the section below a heading.
    pub(super) fn is_nothing(&self, at: At, tag: &str) -> bool {
        tag == "span" && (self.repeats_formula(at) || self.edits_section(at))
    }

    fn repeats_formula(&self, at: At) -> bool {
        /// Limit: how far into the element before the `math` may be; wrappers are one or two deep.
        const NEAR: usize = 4;
        let (dom, node) = (self.tree.page.dom(), self.tree.nodes[at]);
        let is_hidden = self.tree.attr(at, "aria-hidden").is_some_and(|hidden| hidden.eq_ignore_ascii_case("true"));
        is_hidden
            && node.previous().is_some_and(|previous| {
                let before = self.tree.nodes[previous].node;
                dom.descendants(before)
                    .take(NEAR)
                    .any(|inner| dom.element(inner).is_some_and(|e| e.name.ns == ns!(mathml)))
            })
    }

    fn edits_section(&self, at: At) -> bool {
        if self.place != BlockKind::Heading {
            return false;
        }
        let text = self.tree.line(at, 60);
        text.starts_with('[')
            && text.ends_with(']')
            && (at + 1..self.tree.nodes[at].end()).any(|inner| self.tree.tag(inner) == "a")
    }
}
