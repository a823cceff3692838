//! `innerText`: the rendered text of an element.

use std::ops::Range;

use crate::dom::form::option_text;
use crate::dom::{Dom, NodeData, NodeId, collapse_ascii_whitespace, local_name, ns};
use crate::layout::svg_text;
use crate::page::Page;
use crate::style::ComputedStyle;
use crate::style::computed::{ContentVisibility, Display, Float, Position, Visibility};

/// `document.body.innerText`: empty if the page has no body.
#[must_use]
pub fn page_text(page: &Page) -> String {
    let dom = page.dom();
    dom.body(dom.document()).map(|body| inner_text(page, body)).unwrap_or_default()
}

/// `element.innerText`
#[must_use]
pub fn inner_text(page: &Page, element: NodeId) -> String {
    RenderedText::of(page, element).text
}

/// Rendered text and where each part of it comes from.
#[derive(Debug, Clone, Default)]
pub struct RenderedText {
    /// The text that `innerText` gives.
    pub text: String,
    /// The sources of the text, in order: byte offset where its text starts, and the text node (for the text of an option, its
    /// element). Line breaks and tabs between blocks belong to the block before them.
    pub pieces: Vec<(usize, NodeId)>,
    /// The text of each block without the line breaks and tabs that separate blocks, as ranges of bytes in order.
    pub blocks: Vec<Range<usize>>,
}

impl RenderedText {
    /// <https://html.spec.whatwg.org/multipage/dom.html#get-the-text-steps>
    #[must_use]
    pub fn of(page: &Page, element: NodeId) -> Self {
        let dom = page.dom();
        let mut collection = Collection::new(page, usize::MAX);
        if is_rendered(page, element) {
            // 2-6. Collect the items of each child, then turn runs of required line breaks into newlines.
            collection.collect(element);
        } else {
            // 1. If this is not being rendered, return its descendant text content.
            for node in dom.descendants(element) {
                collection.push(dom.text(node).unwrap_or_default(), node);
            }
        }
        collection.finish()
    }

    /// The text of the page's body; empty if it has none.
    #[must_use]
    pub fn of_page(page: &Page) -> Self {
        let dom = page.dom();
        dom.body(dom.document()).map(|body| Self::of(page, body)).unwrap_or_default()
    }

    /// The text of everything that the page shows: that of the body with open shadow trees in place of their hosts' children
    /// and frames in place of their elements. Without either the same as [`Self::of_page`].
    #[must_use]
    pub fn of_composed_page(page: &Page) -> Self {
        let dom = page.dom();
        let Some(body) = dom.body(dom.document()).filter(|&body| is_rendered(page, body)) else {
            return Self::of_page(page);
        };
        let mut collection = Collection::new(page, usize::MAX);
        collection.composed = true;
        collection.collect(body);
        collection.finish()
    }

    /// The source of the character at a byte offset; `None` without text.
    #[must_use]
    pub fn source(&self, offset: usize) -> Option<NodeId> {
        let at = self.pieces.partition_point(|&(start, _)| start <= offset);
        self.pieces.get(at.checked_sub(1)?).map(|&(_, node)| node)
    }

    /// The text node of the character at a byte offset, and the byte offset in the text that it renders.
    #[must_use]
    pub fn position(&self, offset: usize) -> Option<(NodeId, usize)> {
        let at = self.pieces.partition_point(|&(start, _)| start <= offset);
        self.pieces.get(at.checked_sub(1)?).map(|&(start, node)| (node, offset - start))
    }
}

/// The rendered text of an element on one line, white space collapsed; at least `enough` bytes of it, or all.
#[must_use]
pub fn line_of_text(page: &Page, element: NodeId, enough: usize) -> String {
    if !is_rendered(page, element) {
        return String::new();
    }
    // White space may make up a part of what is collected.
    let mut collection = Collection::new(page, enough.saturating_mul(2));
    collection.collect(element);
    collapse_ascii_whitespace(&collection.text)
}

fn is_rendered(page: &Page, element: NodeId) -> bool {
    page.has_box(element) || page.styles().get(element).is_some_and(|s| s.display == Display::Contents)
}

/// The kind of box that contents of a scope are in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Around {
    /// A table or a row group, which put anything but the parts of a table in an anonymous row.
    Table,
    /// A row, which puts anything but cells in an anonymous cell.
    Row,
    /// Any other box: parts of tables that follow each other are in an anonymous table.
    #[default]
    Flow,
}

/// Flags for a row of the table, or a cell of the row, that has ended and that another may follow.
#[derive(Debug, Clone, Copy, Default)]
struct Scope {
    around: Around,
    row_ended: bool,
    cell_ended: bool,
}

/// A step that is left to do on the way through the tree.
enum Step {
    Enter(NodeId),
    /// After the children: a required line break, then what ends with the element.
    Leave {
        line_breaks: usize,
        ends: Ends,
    },
}

/// The effect of an element's end on the scope around it.
#[derive(Clone, Copy)]
enum Ends {
    /// It has no scope of its own.
    Nothing,
    Scope,
    RowGroup,
    Row,
    Cell,
}

struct Collection<'a> {
    page: &'a Page,
    text: String,
    pieces: Vec<(usize, NodeId)>,
    blocks: Vec<Range<usize>>,
    /// The start of the block that is being written.
    block: usize,
    /// The greatest of a run of required line break counts that no text has followed yet.
    required: usize,
    scopes: Vec<Scope>,
    /// Stop at this many bytes.
    enough: usize,
    /// Through open shadow roots and into frames.
    composed: bool,
}

impl<'a> Collection<'a> {
    fn new(page: &'a Page, enough: usize) -> Self {
        Self {
            page,
            text: String::new(),
            pieces: Vec::new(),
            blocks: Vec::new(),
            block: 0,
            required: 0,
            scopes: vec![Scope::default()],
            enough,
            composed: false,
        }
    }

    /// <https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps> of each child, without recursion.
    fn collect(&mut self, root: NodeId) {
        let dom = self.page.dom();
        let mut steps: Vec<Step> = Vec::new();
        self.enter_children(root, &mut steps);
        while let Some(step) = steps.pop().filter(|_| self.text.len() < self.enough) {
            match step {
                Step::Enter(node) => match &dom.node(node).data {
                    NodeData::Text(_) => self.text_node(node),
                    NodeData::Element(_) => self.enter(node, &mut steps),
                    _ => {}
                },
                Step::Leave { line_breaks, ends } => {
                    self.require(line_breaks);
                    self.end(ends);
                }
            }
        }
    }

    /// The children that give text: of the flat tree where the shadow root is open.
    fn enter_children(&self, node: NodeId, steps: &mut Vec<Step>) {
        let dom = self.page.dom();
        let closed = dom.element(node).is_some_and(|e| e.shadow_root.is_some()) && dom.open_shadow_root(node).is_none();
        if self.composed && !closed {
            steps.extend(dom.flat_children(node).rev().map(Step::Enter));
        } else {
            steps.extend(dom.children(node).rev().map(Step::Enter));
        }
    }

    fn text_node(&mut self, node: NodeId) {
        let visible =
            self.page.dom().node(node).parent.and_then(|p| self.page.styles().get(p)).is_none_or(|s| is_visible(s));
        let Some(text) = self.page.rendered_text(node).filter(|text| !text.is_empty()) else { return };
        self.begin(Display::Inline);
        if visible {
            self.push(text, node);
        }
    }

    fn enter(&mut self, node: NodeId, steps: &mut Vec<Step>) {
        let dom = self.page.dom();
        let Some(style) = self.page.styles().get(node) else { return };
        if svg_definitions::is_one(self.page, node) {
            return self.svg_definitions(node);
        }
        if style.display == Display::None || self.skips_contents(node, style) {
            return;
        }
        self.begin(style.display);
        let visible = is_visible(style);
        let Some(name) = dom.element(node).filter(|e| e.name.ns == ns!(html)).map(|e| &e.name.local) else {
            let breaks = if visible { foreign_line_breaks(dom, node) } else { 0 };
            self.require(breaks);
            steps.push(Step::Leave { line_breaks: breaks, ends: Ends::Nothing });
            self.enter_children(node, steps);
            return;
        };
        match *name {
            local_name!("iframe") if self.composed && visible => {
                self.require(1);
                steps.push(Step::Leave { line_breaks: 1, ends: Ends::Nothing });
                let document = dom.element(node).and_then(|element| element.frame_document);
                steps.extend(document.and_then(|document| dom.document_element(document)).map(Step::Enter));
                return;
            }
            // Their children are never rendered.
            local_name!("iframe")
            | local_name!("video")
            | local_name!("audio")
            | local_name!("canvas")
            | local_name!("textarea")
            | local_name!("meter")
            | local_name!("progress")
            | local_name!("datalist") => {
                let breaks = if visible { line_breaks(style) } else { 0 };
                self.require(breaks);
                return;
            }
            local_name!("br") if visible => return self.push("\n", node),
            local_name!("select") if visible => return self.select(node, style),
            _ => {}
        }
        // A `p` asks for an empty line, other blocks for a line of their own. Chrome: a `p` without a box is not a block.
        let makes_box = visible && style.display != Display::Contents;
        let line_breaks = match (makes_box, *name == local_name!("p")) {
            (false, _) => 0,
            (true, true) => 2,
            (true, false) => line_breaks(style),
        };
        let ends = self.start(style, visible);
        self.require(line_breaks);
        steps.push(Step::Leave { line_breaks, ends });
        // A closed `details` shows nothing but its summary.
        let summary_only = *name == local_name!("details") && dom.attr(node, &local_name!("open")).is_none();
        if summary_only {
            steps.extend(dom.children(node).find(|&n| dom.is_html(n, &local_name!("summary"))).map(Step::Enter));
        } else {
            self.enter_children(node, steps);
        }
    }

    /// Cells of a row are separated by tabs, rows of a table by newlines: anonymous ones too, which end without a separator.
    fn begin(&mut self, display: Display) {
        let Some(scope) = self.scopes.last_mut() else { return };
        let is_cell = match display {
            Display::Contents
            | Display::TableCaption
            | Display::TableColumn
            | Display::TableColumnGroup
            | Display::TableRowGroup
            | Display::TableHeaderGroup
            | Display::TableFooterGroup => return,
            Display::TableRow => false,
            Display::TableCell => true,
            // Other boxes are in a cell in a table, and end an anonymous one elsewhere.
            _ if scope.around == Around::Flow => {
                (scope.row_ended, scope.cell_ended) = (false, false);
                return;
            }
            _ => true,
        };
        let row_ended = std::mem::take(&mut scope.row_ended);
        let cell_ended = std::mem::take(&mut scope.cell_ended);
        if row_ended {
            self.separate("\n");
        } else if is_cell && cell_ended {
            self.separate("\t");
        }
    }

    /// Opens the scope of an element that has begun.
    fn start(&mut self, style: &ComputedStyle, visible: bool) -> Ends {
        let row_ended = self.scopes.last().is_some_and(|around| around.row_ended);
        let (scope, ends) = match style.display {
            Display::Contents => return Ends::Nothing,
            Display::TableCell => (Scope::default(), if visible { Ends::Cell } else { Ends::Scope }),
            Display::TableRow => {
                let scope = Scope { around: Around::Row, ..Scope::default() };
                (scope, if visible { Ends::Row } else { Ends::Scope })
            }
            // Rows of all groups are rows of the table; captions and columns are beside them.
            Display::TableRowGroup | Display::TableHeaderGroup | Display::TableFooterGroup => {
                (Scope { around: Around::Table, row_ended, cell_ended: false }, Ends::RowGroup)
            }
            Display::Table | Display::InlineTable => (Scope { around: Around::Table, ..Scope::default() }, Ends::Scope),
            _ => (Scope::default(), Ends::Scope),
        };
        self.scopes.push(scope);
        ends
    }

    fn end(&mut self, ends: Ends) {
        if matches!(ends, Ends::Nothing) || self.scopes.len() < 2 {
            return;
        }
        let ended = self.scopes.pop().unwrap_or_default();
        if let Some(around) = self.scopes.last_mut() {
            match ends {
                Ends::Nothing | Ends::Scope => {}
                Ends::RowGroup => (around.row_ended, around.cell_ended) = (ended.row_ended, false),
                Ends::Row => around.row_ended = true,
                Ends::Cell => around.cell_ended = true,
            }
        }
    }

    /// Chrome: a `select` gives the text of its options, hidden ones too, each on a line of its own.
    fn select(&mut self, node: NodeId, style: &ComputedStyle) {
        let dom = self.page.dom();
        let around = line_breaks(style);
        self.require(around);
        for option in dom.descendants(node).filter(|&n| dom.is_html(n, &local_name!("option"))) {
            self.require(1);
            self.push(&option_text(dom, option), option);
            self.require(1);
        }
        self.require(around);
    }

    /// Chrome: SVG text gives its text where it is rendered for others only, each element on a line of its own.
    fn svg_definitions(&mut self, root: NodeId) {
        svg_definitions::texts(self.page, root, |element| {
            self.require(1);
            let styles = self.page.styles();
            let around = |parent: NodeId| styles.get(parent).filter(|style| style.display != Display::None);
            svg_text(self.page.dom(), element, around, |node, rendered, style| {
                if is_visible(style) {
                    self.push(&rendered, node);
                }
            });
            self.require(1);
        });
    }

    /// Chrome: what `content-visibility` skips gives neither text nor line breaks.
    fn skips_contents(&self, node: NodeId, style: &ComputedStyle) -> bool {
        /// Chrome: `auto` contents count as near the viewport up to this share of its size away.
        const MARGIN: f32 = 1.5;
        match style.content_visibility {
            ContentVisibility::Visible => false,
            ContentVisibility::Hidden => style.skips_contents(),
            ContentVisibility::Auto => self.page.layout().get(node).is_some_and(|b| {
                let height = self.page.device().viewport.height;
                b.rect.y > height * (1.0 + MARGIN) || b.rect.bottom() < -height * MARGIN
            }),
        }
    }

    fn require(&mut self, count: usize) {
        self.required = self.required.max(count);
    }

    /// Text that a node renders.
    fn push(&mut self, text: &str, node: NodeId) {
        if text.is_empty() {
            return;
        }
        self.break_lines();
        self.pieces.push((self.text.len(), node));
        self.text.push_str(text);
    }

    /// The separator between two cells or rows.
    fn separate(&mut self, separator: &str) {
        self.break_lines();
        self.end_block();
        self.text.push_str(separator);
        self.block = self.text.len();
    }

    /// The line breaks that are required, now that text follows.
    fn break_lines(&mut self) {
        let required = std::mem::take(&mut self.required);
        if required > 0 && !self.text.is_empty() {
            self.end_block();
            self.text.extend(std::iter::repeat_n('\n', required));
            self.block = self.text.len();
        }
    }

    fn end_block(&mut self) {
        if self.block < self.text.len() {
            self.blocks.push(self.block..self.text.len());
        }
    }

    fn finish(mut self) -> RenderedText {
        self.end_block();
        RenderedText { text: self.text, pieces: self.pieces, blocks: self.blocks }
    }
}

fn is_visible(style: &ComputedStyle) -> bool {
    style.visibility == Visibility::Visible
}

/// Steps 8 and 9 for elements that are no `p`: 1 if the used `display` is block-level or `table-caption`.
fn line_breaks(style: &ComputedStyle) -> usize {
    let block_level = match style.display {
        Display::Block
        | Display::FlowRoot
        | Display::ListItem
        | Display::FlowRootListItem
        | Display::Flex
        | Display::Grid
        | Display::Table
        | Display::TableCaption
        | Display::WebkitBox
        | Display::BlockRuby
        | Display::BlockMath => true,
        _ => style.float != Float::None || matches!(style.position, Position::Absolute | Position::Fixed),
    };
    usize::from(block_level)
}

/// Chrome: SVG text and embedded HTML are blocks, and so is each part of a formula.
fn foreign_line_breaks(dom: &Dom, node: NodeId) -> usize {
    let Some(element) = dom.element(node) else { return 0 };
    let block = (element.name.ns == ns!(svg)
        && matches!(element.name.local, local_name!("text") | local_name!("foreignObject")))
        || element.name.ns == ns!(mathml);
    usize::from(block)
}

mod svg_definitions;
#[cfg(test)]
mod tests;
