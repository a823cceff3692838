//! Links, buttons, formulas, code and tables.

use super::super::inline::{BlockKind, Style};
use super::super::{code, control, table};
use super::{BlockLink, Undo, Writer};
use crate::dom::address::absolute;
use crate::rendered::line::is_printed;
use crate::rendered::visible::{At, Shape, heading_level};
use crate::style::computed::WhiteSpaceCollapse;

/// Limit: characters of a link with blocks in it that is written on one line.
const SHORT_LINK: usize = 120;

impl Writer<'_, '_> {
    pub(super) fn link(&mut self, at: At, open: &mut Vec<(At, Undo)>) -> At {
        let node = self.tree.nodes[at];
        let target = self.tree.attr(at, "href").and_then(|href| absolute(self.tree.page.dom(), node.node, href));
        let Some(target) = target.filter(|_| self.style.link.is_none() && self.block_link.is_none()) else {
            return at + 1;
        };
        let in_heading = self.place == BlockKind::Heading
            || self
                .tree
                .ancestors(at)
                .take(3)
                .any(|up| heading_level(self.tree.page, self.tree.nodes[up].node).is_some());
        let text = self.tree.line(at, 16);
        if in_heading
            && matches!(&*text, "#" | "¶" | "§" | "🔗" | "¶¶" | "")
            && node.shape & Shape::OBJECT_INSIDE == Shape::empty()
        {
            // A heading's link to itself.
            return node.end();
        }
        self.links.push(target);
        let link = self.links.len() - 1;
        if node.chars() == 0 {
            return self.silent_link(at, link, open);
        }
        if node.shape.contains(Shape::BLOCK_INSIDE) && self.place == BlockKind::Paragraph {
            if node.chars() <= SHORT_LINK
                && node.shape & (Shape::HEADING_INSIDE | Shape::TABLE_INSIDE) == Shape::empty()
            {
                self.break_if_required();
                open.push((node.end(), Undo::FlatLink { outer: self.style, place: self.place }));
                self.place = BlockKind::Heading;
                self.style.link = Some(link);
                return at + 1;
            }
            self.require_break();
            let wants_heading = node.shape.contains(Shape::HEADING_INSIDE);
            open.push((node.end(), Undo::BlockLink { outer: self.block_link }));
            self.break_if_required();
            self.block_link = Some(BlockLink { target: link, wants_heading });
            return at + 1;
        }
        open.push((node.end(), Undo::Link { outer: self.style }));
        self.style.link = Some(link);
        at + 1
    }

    /// A link without text: a picture in it, or its accessible name.
    fn silent_link(&mut self, at: At, link: usize, open: &mut Vec<(At, Undo)>) -> At {
        let node = self.tree.nodes[at];
        let has_picture = (at + 1..node.end())
            .any(|inner| self.tree.tag(inner) == "img" && control::image(self.tree, inner).is_some());
        if has_picture {
            open.push((node.end(), Undo::FlatLink { outer: self.style, place: self.place }));
            self.break_if_required();
            if self.place == BlockKind::Paragraph {
                self.place = BlockKind::Heading;
            }
            self.style.link = Some(link);
            return at + 1;
        }
        let name = self.tree.page.aria().get(node.node).map_or("", |aria| &*aria.name);
        if !name.is_empty() && self.tree.rect(at).is_some() {
            self.break_if_required();
            self.inline.push(name, Style { link: Some(link), ..self.style });
        }
        node.end()
    }

    /// A button is a word in brackets; one with much in it is a box.
    pub(super) fn button(&mut self, at: At) -> At {
        let node = self.tree.nodes[at];
        if node.shape.contains(Shape::HEADING_INSIDE) || node.chars() > 100 {
            return at + 1;
        }
        if !node.shape.contains(Shape::SEEN) || self.tree.rect(at).is_none() {
            return node.end();
        }
        let label = control::quoted(&self.tree.line(at, 400));
        let name = || control::quoted(self.tree.page.aria().get(node.node).map_or("", |aria| &*aria.name));
        let text = if label.is_empty() { name() } else { label };
        if text.is_empty() {
            return node.end();
        }
        if self.place == BlockKind::Heading {
            // The button of an accordion, or of a column that sorts: the heading itself.
            self.text(&text);
            return node.end();
        }
        self.inline.push_space(self.style);
        self.push_raw(&format!("[{text}]"));
        self.inline.push_space(self.style);
        node.end()
    }

    /// A formula: its TeX if it is given.
    pub(super) fn math(&mut self, at: At) -> At {
        let dom = self.tree.page.dom();
        let node = self.tree.nodes[at];
        let tex = dom.descendants(node.node).find(|&n| {
            dom.attr(n, &"encoding".into()).is_some_and(|encoding| encoding.eq_ignore_ascii_case("application/x-tex"))
        });
        let tex = tex.map(|n| dom.text_content(n)).or_else(|| self.tree.attr(at, "alttext").map(str::to_owned));
        let Some(tex) =
            tex.map(|tex| tex.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|tex| !tex.is_empty())
        else {
            self.inline.push_space(self.style);
            return at + 1;
        };
        let tex: String = tex.chars().filter(|&c| is_printed(c)).collect();
        self.push_raw(&format!("${tex}$"));
        node.end()
    }

    pub(super) fn code(&mut self, at: At) -> At {
        let end = self.tree.nodes[at].end();
        if code::is_line_numbers(self.tree, at) {
            return end;
        }
        self.flush();
        let text = code::fenced(self.tree, at);
        if !text.is_empty() {
            self.emit(text, None);
        }
        end
    }

    /// True for code that is set as a block with its own line breaks.
    pub(super) fn is_code_block(&self, at: At) -> bool {
        let preserved = self.tree.style(at).is_some_and(|s| s.white_space_collapse != WhiteSpaceCollapse::Collapse);
        preserved && self.tree.shape(at).contains(Shape::BLOCK) && self.tree.nodes[at].chars() > 0
    }

    pub(super) fn table(&mut self, plan: &table::Plan) {
        self.flush();
        if let Some(caption) = plan.caption {
            self.style.strong = true;
            self.walk(caption + 1, self.tree.nodes[caption].end());
            self.style.strong = false;
            self.flush();
        }
        let texts: Vec<Vec<String>> =
            plan.rows.iter().map(|row| row.iter().map(|cell| self.cell(cell.at)).collect()).collect();
        let mut blocks = table::blocks(self.tree, plan, &texts, 0).into_iter();
        let Some(head) = blocks.next().filter(|_| texts.iter().flatten().any(|text| !text.is_empty())) else { return };
        self.emit(head.text, None);
        let header = self.blocks.len() - 1;
        for block in blocks {
            self.emit(block.text, Some(header));
            if let Some(last) = self.blocks.last_mut() {
                last.joint.clear();
                last.joint.push('\n');
            }
        }
    }

    /// The text of a cell: one line, without pipes.
    fn cell(&mut self, at: At) -> String {
        let outer = (std::mem::take(&mut self.inline), self.place, self.style, std::mem::take(&mut self.block_link));
        let (containers, lists) = (std::mem::take(&mut self.containers), std::mem::take(&mut self.lists));
        self.place = BlockKind::Cell;
        self.style = Style::default();
        self.broken = false;
        self.walk(at + 1, self.tree.nodes[at].end());
        let text = std::mem::take(&mut self.inline).render(&self.links, BlockKind::Cell);
        (self.inline, self.place, self.style, self.block_link) = outer;
        (self.containers, self.lists) = (containers, lists);
        self.broken = false;
        text
    }
}
