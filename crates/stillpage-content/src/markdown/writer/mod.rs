//! The walk over the visible page that writes the blocks.

mod boxes;
mod elements;

use super::inline::{BlockKind, Inline, Style};
use super::{Block, control, table};
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::style::computed::TextTransform;

/// Limit: lists and quotes in each other that still indent; deeper ones stay at that depth.
const MAX_DEPTH: usize = 12;

/// A container of a block, which gives its lines their prefix.
#[derive(Debug, Clone)]
enum Container {
    Quote,
    /// An item of a list: the marker until it is written, then as much white space.
    Item {
        marker: String,
        written: bool,
    },
}

/// The action at the end of an element.
#[derive(Debug, Clone, Copy)]
enum Undo {
    Nothing,
    Break,
    Container,
    List,
    Heading(usize),
    Style(Style),
    Link { outer: Style },
    BlockLink { outer: Option<BlockLink> },
    FlatLink { outer: Style, place: BlockKind },
    Text(&'static str),
    Summary,
    Term,
}

/// A list that is being written.
#[derive(Debug, Clone, Copy)]
struct List {
    /// The number of the next item; `None` for bullets.
    next: Option<i64>,
    step: i64,
}

/// A link around blocks: the heading in it, or its first text, is what links.
#[derive(Debug, Clone, Copy)]
struct BlockLink {
    target: usize,
    wants_heading: bool,
}

/// Writes the subtrees of `roots`, one after the other, without those for which `leaves_out` is true.
pub(super) fn write(tree: &VisibleTree<'_>, roots: &[At], leaves_out: &dyn Fn(At) -> bool) -> Vec<Block> {
    let mut writer = Writer {
        tree,
        leaves_out,
        blocks: Vec::new(),
        inline: Inline::default(),
        links: Vec::new(),
        style: Style::default(),
        place: BlockKind::Paragraph,
        broken: false,
        containers: Vec::new(),
        lists: Vec::new(),
        block_link: None,
        last: Last::default(),
    };
    for &root in roots {
        if root < tree.nodes.len() {
            writer.walk(root, tree.nodes[root].end());
            writer.flush();
        }
    }
    writer.blocks
}

/// The facts about the last block that the next one needs.
#[derive(Debug, Default)]
struct Last {
    /// The line prefix of the block.
    prefix: String,
    /// It starts an item, a term or a definition, and is one line of text.
    is_item: bool,
    is_term: bool,
    /// The number of lists that it was in.
    lists: usize,
}

struct Writer<'t, 'p> {
    tree: &'t VisibleTree<'p>,
    leaves_out: &'t dyn Fn(At) -> bool,
    blocks: Vec<Block>,
    inline: Inline,
    links: Vec<String>,
    style: Style,
    place: BlockKind,
    /// True if what comes next starts a block.
    broken: bool,
    containers: Vec<Container>,
    lists: Vec<List>,
    block_link: Option<BlockLink>,
    last: Last,
}

impl Writer<'_, '_> {
    fn walk(&mut self, from: At, to: At) {
        let mut open: Vec<(At, Undo)> = Vec::new();
        let mut at = from;
        while at < to {
            while open.last().is_some_and(|(end, _)| *end <= at) {
                if let Some((_, undo)) = open.pop() {
                    self.leave(undo);
                }
            }
            at = self.enter(at, &mut open);
        }
        while let Some((_, undo)) = open.pop() {
            self.leave(undo);
        }
    }

    /// Writes a node and returns where to go on: behind it, or at its first child.
    fn enter(&mut self, at: At, open: &mut Vec<(At, Undo)>) -> At {
        let node = self.tree.nodes[at];
        let shape = node.shape;
        if (self.leaves_out)(at) {
            return node.end();
        }
        if shape.contains(Shape::TEXT) {
            if self.broken && self.stands_beside(at) {
                self.broken = false;
                self.inline.push_space(Style::default());
            }
            // The letters of a formula rather than the characters of their italic forms.
            let is_math = self.tree.style(node.parent()).is_some_and(|s| s.text_transform == TextTransform::MathAuto);
            let letters = self.tree.page.dom().text(node.node).filter(|_| is_math);
            self.text(letters.unwrap_or_else(|| self.tree.text(at)));
            return node.end();
        }
        let tag = self.tree.tag(at);
        if self.is_nothing(at, tag) {
            return node.end();
        }
        if shape.contains(Shape::BLOCK) {
            if self.stands_beside(at) {
                self.broken = false;
                self.inline.push_space(Style::default());
            } else {
                self.require_break();
            }
        } else if self.is_apart(at) {
            self.inline.push_space(self.style);
        }
        let mut undo = |undo: Undo| open.push((node.end(), undo));
        // Boxes end with a break: it comes after everything else that ends with them.
        undo(if shape.contains(Shape::BLOCK) { Undo::Break } else { Undo::Nothing });
        if let Some(level) = heading_level(self.tree.page, node.node).filter(|_| self.place == BlockKind::Paragraph) {
            self.flush();
            self.place = BlockKind::Heading;
            undo(Undo::Heading(level));
            return at + 1;
        }
        if self.place == BlockKind::Paragraph
            && let Some(plan) = table::plan(self.tree, at)
        {
            self.table(&plan);
            return node.end();
        }
        match tag {
            "br" => self.inline.push_break(self.style),
            "hr" if self.place == BlockKind::Paragraph => {
                self.flush();
                self.emit("---".to_owned(), None);
            }
            "pre" | "xmp" | "listing" if self.place == BlockKind::Paragraph => return self.code(at),
            "pre" | "xmp" | "listing" => {
                undo(Undo::Style(self.style));
                self.style.code = true;
            }
            "code" | "kbd" | "samp" | "tt" => {
                if self.place == BlockKind::Paragraph && self.is_code_block(at) {
                    return self.code(at);
                }
                undo(Undo::Style(self.style));
                self.style.code = !shape.contains(Shape::OBJECT_INSIDE);
            }
            "strong" | "b" if self.place != BlockKind::Heading => {
                undo(Undo::Style(self.style));
                self.style.strong = true;
            }
            "em" | "i" | "cite" | "dfn" => {
                undo(Undo::Style(self.style));
                self.style.emphasis = true;
            }
            "del" | "s" | "strike" => {
                undo(Undo::Style(self.style));
                self.style.deleted = true;
            }
            "sup" if is_power(&self.tree.line(at, 16)) => self.push_raw("^"),
            "q" => {
                self.text("“");
                undo(Undo::Text("”"));
            }
            "rt" => {
                self.text("(");
                undo(Undo::Text(")"));
            }
            "rp" => return node.end(),
            "a" => return self.link(at, open),
            "img" => {
                if shape.contains(Shape::SEEN)
                    && let Some(image) = control::image(self.tree, at)
                {
                    self.push_raw(&image);
                }
                return node.end();
            }
            "svg" => {
                let name = self.tree.attr(at, "aria-label").unwrap_or_default().trim();
                if node.chars() == 0 {
                    if !name.is_empty() && self.tree.attr(at, "role") == Some("img") && self.style.link.is_none() {
                        self.push_raw(&super::inline::image(name, ""));
                    }
                    return node.end();
                }
            }
            // The words of a chart.
            "text" => self.inline.push_space(self.style),
            "math" => return self.math(at),
            _ if self.is_second_of(at, &["msup", "mover"]) => self.push_raw("^"),
            _ if self.is_second_of(at, &["msub", "munder"]) => self.push_raw("_"),
            _ if self.is_second_of(at, &["mfrac"]) => self.push_raw("/"),
            "input" | "select" | "textarea" | "meter" | "progress" => {
                // A visible proxy stands for a control that is not seen.
                if shape.contains(Shape::SEEN)
                    && let Some(text) = control::control(self.tree, at)
                {
                    self.inline.push_space(self.style);
                    self.push_raw(&text);
                    self.inline.push_space(self.style);
                }
                return node.end();
            }
            "button" => return self.button(at),
            "video" | "audio" | "embed" | "object" => {
                if let Some(text) = control::media(self.tree, at) {
                    self.push_raw(&text);
                }
                return node.end();
            }
            "iframe" if node.end() == at + 1 => {
                if let Some(text) = control::media(self.tree, at) {
                    self.push_raw(&text);
                }
            }
            "canvas" => return node.end(),
            "blockquote" if self.place == BlockKind::Paragraph => {
                self.flush();
                self.contain(Container::Quote);
                undo(Undo::Container);
            }
            "ul" | "ol" | "menu" => {
                undo(Undo::List);
                self.lists.push(self.list(at, tag));
            }
            // An item that holds a list alone is that list.
            "li" if self.is_wrapper(at) => {}
            "li" => {
                let marker = self.marker(at);
                if self.place == BlockKind::Paragraph {
                    self.flush();
                    self.contain(Container::Item { marker, written: false });
                    undo(Undo::Container);
                } else {
                    self.text(&marker.replace("- ", "• "));
                }
            }
            "dt" => {
                self.flush();
                undo(Undo::Term);
            }
            "dd" if self.place == BlockKind::Paragraph && self.defines(at) => {
                self.flush();
                self.contain(Container::Item { marker: ": ".to_owned(), written: false });
                undo(Undo::Container);
            }
            "summary" => {
                let is_open = self.tree.attr(node.parent(), "open").is_some();
                self.text(if is_open { "▾ " } else { "▸ " });
                undo(Undo::Summary);
                undo(Undo::Style(self.style));
                self.style.strong = self.place == BlockKind::Paragraph;
            }
            "legend" => {
                undo(Undo::Style(self.style));
                self.style.strong = self.place == BlockKind::Paragraph && !shape.contains(Shape::HEADING_INSIDE);
            }
            _ => {}
        }
        at + 1
    }

    fn leave(&mut self, undo: Undo) {
        match undo {
            Undo::Nothing | Undo::Summary => {}
            Undo::Break => self.require_break(),
            Undo::Container => {
                self.flush();
                self.containers.pop();
            }
            Undo::List => {
                self.lists.pop();
            }
            Undo::Heading(level) => {
                self.place = BlockKind::Paragraph;
                self.heading(level);
            }
            Undo::Style(style) => self.style = style,
            Undo::Link { outer } => self.style = outer,
            Undo::BlockLink { outer } => {
                self.flush();
                self.block_link = outer;
            }
            Undo::FlatLink { outer, place } => {
                self.style = outer;
                self.place = place;
                self.broken = false;
            }
            Undo::Text(text) => self.text(text),
            Undo::Term => {
                let before = self.blocks.len();
                self.flush();
                self.last.is_term = self.blocks.len() > before;
            }
        }
    }

    fn text(&mut self, text: &str) {
        if text.trim().is_empty() {
            // White space between boxes does not count.
            if !self.broken {
                self.inline.push(text, self.linked());
            }
            return;
        }
        self.break_if_required();
        self.inline.push(text, self.linked());
    }

    fn push_raw(&mut self, text: &str) {
        self.break_if_required();
        self.inline.push_raw(text, self.linked());
    }

    /// The style of text here.
    fn linked(&self) -> Style {
        let around = self.block_link.filter(|link| !link.wants_heading || self.place == BlockKind::Heading);
        Style { link: self.style.link.or(around.map(|link| link.target)), ..self.style }
    }

    fn require_break(&mut self) {
        // The words before and after a block in a link stay one link.
        let style = self.linked();
        match self.place {
            BlockKind::Paragraph => self.broken = true,
            BlockKind::Heading => self.inline.push_space(style),
            BlockKind::Cell => {
                if !self.inline.ends_line() {
                    self.inline.push_break(style);
                }
            }
        }
    }

    fn break_if_required(&mut self) {
        if self.broken {
            self.flush();
        }
    }

    /// Writes the text collected so far as a paragraph.
    fn flush(&mut self) {
        self.broken = false;
        let inline = std::mem::take(&mut self.inline);
        if inline.is_empty() || self.place != BlockKind::Paragraph {
            if self.place != BlockKind::Paragraph {
                self.inline = inline;
            }
            return;
        }
        let text = inline.render(&self.links, BlockKind::Paragraph);
        if let Some(link) = &self.block_link
            && !link.wants_heading
        {
            self.block_link = None;
        }
        self.emit(text, None);
    }

    fn heading(&mut self, level: usize) {
        self.broken = false;
        let inline = std::mem::take(&mut self.inline);
        if inline.is_empty() {
            return;
        }
        let text = inline.render(&self.links, BlockKind::Heading);
        self.block_link = None;
        self.emit(format!("{} {text}", "#".repeat(level)), None);
    }

    /// Adds a block with the marks of its ancestors.
    fn emit(&mut self, text: String, header: Option<usize>) {
        let depth = self.containers.len().min(MAX_DEPTH);
        let (mut first, mut rest) = (String::new(), String::new());
        let mut is_item = false;
        for container in self.containers.iter_mut().take(depth) {
            match container {
                Container::Quote => {
                    first.push_str("> ");
                    rest.push_str("> ");
                }
                Container::Item { marker, written } => {
                    let width = marker.chars().count();
                    if std::mem::replace(written, true) {
                        first.push_str(&" ".repeat(width));
                    } else {
                        first.push_str(marker);
                        is_item = true;
                    }
                    rest.push_str(&" ".repeat(width));
                }
            }
        }
        let mut out = String::with_capacity(text.len() + first.len());
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                out.push('\n');
            }
            let prefix = if i == 0 { &first } else { &rest };
            out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
            out.push_str(line);
        }
        let defines = first.trim_start().starts_with(": ");
        let follows = self.last.is_item && (defines || self.last.lists > 0 && !self.lists.is_empty());
        let tight = is_item && (self.last.is_term || follows);
        let common = common_prefix(&self.last.prefix, &rest).trim_end();
        let joint = match (self.blocks.is_empty(), tight) {
            (true, _) => String::new(),
            (_, true) => "\n".to_owned(),
            _ => format!("\n{common}\n"),
        };
        self.last = Last { prefix: rest, is_item, is_term: false, lists: self.lists.len() };
        self.blocks.push(Block { text: out, joint, header });
    }

    fn contain(&mut self, container: Container) {
        self.containers.push(container);
    }

    fn list(&self, at: At, tag: &str) -> List {
        if tag != "ol" {
            return List { next: None, step: 1 };
        }
        let number = |name: &str| self.tree.attr(at, name).and_then(|text| text.trim().parse::<i64>().ok());
        let is_reversed = self.tree.attr(at, "reversed").is_some();
        let items = || i64::try_from(self.tree.children(at).filter(|&child| self.tree.tag(child) == "li").count());
        let start = number("start").unwrap_or_else(|| if is_reversed { items().unwrap_or(1) } else { 1 });
        // Nobody counts from further away.
        List { next: Some(start.clamp(-999_999, 999_999_999)), step: if is_reversed { -1 } else { 1 } }
    }

    /// The marker of the next item.
    fn marker(&mut self, at: At) -> String {
        let value = self.tree.attr(at, "value").and_then(|text| text.trim().parse::<i64>().ok());
        let Some(List { next: Some(next), step }) = self.lists.last_mut() else { return "- ".to_owned() };
        let number = value.unwrap_or(*next).clamp(-999_999, 999_999_999);
        *next = number + *step;
        // Markdown has no negative items.
        if number < 0 { format!("- {number}. ") } else { format!("{number}. ") }
    }
}

/// `2`, `th`: superscript that is not a footnote's number in brackets.
fn is_power(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | 'n'))
}

/// Returns the common start of two line prefixes, in whole containers or not: the prefix of an empty line between.
fn common_prefix<'a>(a: &str, b: &'a str) -> &'a str {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    b.get(..common).unwrap_or_default()
}
