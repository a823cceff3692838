//! `innerText`: the rendered text of an element.

use std::ops::Range;

use crate::dom::form::option_text;
use crate::dom::{Dom, NodeData, NodeId, collapse_ascii_whitespace, local_name, ns};
use crate::page::Page;
use crate::style::ComputedStyle;
use crate::style::computed::{ContentVisibility, Display, Float, Position, Visibility};

/// `document.body.innerText`: empty if the page has no body.
#[must_use]
pub(crate) fn page_text(page: &Page) -> String {
    let dom = page.dom();
    dom.body(dom.document()).map(|body| inner_text(page, body)).unwrap_or_default()
}

/// `element.innerText`
#[must_use]
pub(crate) fn inner_text(page: &Page, element: NodeId) -> String {
    RenderedText::of(page, element).text
}

/// Rendered text and where each part of it comes from.
#[derive(Debug, Clone, Default)]
pub(crate) struct RenderedText {
    /// What `innerText` gives.
    pub text: String,
    /// What wrote the text, in order: byte offset where its text starts, and the text node (for the text of an option,
    /// its element). Line breaks and tabs between blocks belong to the block before them.
    pub pieces: Vec<(usize, NodeId)>,
    /// The text of each block without the line breaks and tabs that separate blocks, as ranges of bytes in order.
    pub blocks: Vec<Range<usize>>,
}

impl RenderedText {
    /// <https://html.spec.whatwg.org/multipage/dom.html#get-the-text-steps>
    #[must_use]
    pub(crate) fn of(page: &Page, element: NodeId) -> Self {
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
    pub(crate) fn of_page(page: &Page) -> Self {
        let dom = page.dom();
        dom.body(dom.document()).map(|body| Self::of(page, body)).unwrap_or_default()
    }

    /// The text of everything that the page shows: that of the body with open shadow trees in place of their hosts' children
    /// and frames in place of their elements. Without either the same as [`Self::of_page`].
    #[must_use]
    pub(crate) fn of_composed_page(page: &Page) -> Self {
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
    pub(crate) fn source(&self, offset: usize) -> Option<NodeId> {
        let at = self.pieces.partition_point(|&(start, _)| start <= offset);
        self.pieces.get(at.checked_sub(1)?).map(|&(_, node)| node)
    }

    /// The text node of the character at a byte offset, and the byte offset in the text that it renders.
    #[must_use]
    pub(crate) fn position(&self, offset: usize) -> Option<(NodeId, usize)> {
        let at = self.pieces.partition_point(|&(start, _)| start <= offset);
        self.pieces.get(at.checked_sub(1)?).map(|&(start, node)| (node, offset - start))
    }
}

/// The rendered text of an element on one line, white space collapsed; at least `enough` bytes of it, or all.
#[must_use]
pub(crate) fn line_of_text(page: &Page, element: NodeId, enough: usize) -> String {
    if !is_rendered(page, element) {
        return String::new();
    }
    // White space may make up a part of what is collected.
    let mut collection = Collection::new(page, enough.saturating_mul(2));
    collection.collect(element);
    collapse_ascii_whitespace(&collection.text)
}

fn is_rendered(page: &Page, element: NodeId) -> bool {
    page.layout().get(element).is_some() || page.styles().get(element).is_some_and(|s| s.display == Display::Contents)
}

/// Whether a row of the table, or a cell of the row, has ended that another may follow.
#[derive(Debug, Clone, Copy, Default)]
struct Scope {
    row_ended: bool,
    cell_ended: bool,
}

/// What is left to do on the way through the tree.
enum Step {
    Enter(NodeId),
    /// After the children: a required line break, then what ends with the element.
    Leave {
        line_breaks: usize,
        ends: Ends,
    },
}

/// What an element leaves behind in the scope around it.
#[derive(Clone, Copy)]
enum Ends {
    /// It has no scope of its own.
    Nothing,
    Scope,
    Row,
    Cell,
}

struct Collection<'a> {
    page: &'a Page,
    text: String,
    pieces: Vec<(usize, NodeId)>,
    blocks: Vec<Range<usize>>,
    /// Where the block that is being written starts.
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
        if let Some(text) = self.page.layout().text(node).filter(|_| visible) {
            self.push(&text.rendered, node);
        }
    }

    fn enter(&mut self, node: NodeId, steps: &mut Vec<Step>) {
        let dom = self.page.dom();
        let Some(style) = self.page.styles().get(node) else { return };
        if style.display == Display::None || self.skips_contents(node, style) {
            return;
        }
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

    /// Cells of a row are separated by tabs, rows of a table by newlines.
    fn start(&mut self, style: &ComputedStyle, visible: bool) -> Ends {
        let around = self.scopes.last().copied().unwrap_or_default();
        match style.display {
            Display::TableCell => {
                if around.cell_ended {
                    self.separate("\t");
                }
                self.scopes.push(Scope::default());
                if visible { Ends::Cell } else { Ends::Scope }
            }
            Display::TableRow => {
                if around.row_ended {
                    self.separate("\n");
                }
                self.scopes.push(Scope::default());
                if visible { Ends::Row } else { Ends::Scope }
            }
            // Rows of all groups are rows of the table; captions and columns are beside them.
            Display::Contents | Display::TableRowGroup | Display::TableHeaderGroup | Display::TableFooterGroup => {
                Ends::Nothing
            }
            _ => {
                self.scopes.push(Scope::default());
                Ends::Scope
            }
        }
    }

    fn end(&mut self, ends: Ends) {
        if matches!(ends, Ends::Nothing) || self.scopes.len() < 2 {
            return;
        }
        self.scopes.pop();
        if let Some(around) = self.scopes.last_mut() {
            around.cell_ended |= matches!(ends, Ends::Cell);
            around.row_ended |= matches!(ends, Ends::Row);
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

    /// Chrome: what `content-visibility` skips gives neither text nor line breaks.
    fn skips_contents(&self, node: NodeId, style: &ComputedStyle) -> bool {
        /// Chrome: `auto` contents count as near the viewport up to this share of its size away.
        const MARGIN: f32 = 1.5;
        match style.content_visibility {
            ContentVisibility::Visible => false,
            ContentVisibility::Hidden => true,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};

    /// Measured in Chromium: what, body, `document.body.innerText`.
    const CASES: &[(&str, &str, &str)] = &[
        ("p", "<p>a</p><p>b</p>c<p>d", "a\n\nb\n\nc\n\nd"),
        (
            "p without a box",
            "a<p style='display: contents'>b<i>c</i></p>d<p style='display: inline'>e</p>f",
            "abcd\n\ne\n\nf",
        ),
        ("div", "<div>a</div><div>b</div>c<div><div>d</div></div>e", "a\nb\nc\nd\ne"),
        ("br", "a<br>b<br><br>c<div>x<br></div>y", "a\nb\n\nc\nx\n\ny"),
        ("inline", "a <span> b </span> c <b>d</b>  e", "a b c d e"),
        ("pre", "<pre>a  b\n  c\n</pre>d", "a  b\n  c\n\nd"),
        ("pre keeps one line feed", "<pre>\n\na\n\n</pre>d", "\na\n\n\nd"),
        ("no-break space", "a&nbsp;&nbsp;b &nbsp; c", "a\u{a0}\u{a0}b \u{a0} c"),
        (
            "table",
            "<table><caption>cap</caption><thead><tr><th>a<th>b</thead><tbody><tr><td>c<td>d</tr><tr><td>e<td></tr></tbody><tfoot><tr><td>f</tfoot></table>after",
            "cap\na\tb\nc\td\ne\t\nf\nafter",
        ),
        ("table with blocks", "<table><tr><td><p>a</p><td><div>b</div></tr><tr><td>c</table>", "a\n\n\t\nb\n\nc"),
        ("table in a cell", "<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>", "a\nb\tc\n\td"),
        (
            "table by style",
            "<div style='display:table'><div style='display:table-row'><div style='display:table-cell'>a</div><div style='display:table-cell'>b</div></div><div style='display:table-row'><div style='display:table-cell'>c</div></div></div>",
            "a\tb\nc",
        ),
        (
            "table with hidden parts",
            "<table><tr><td>a<tr style='display:none'><td>b<tr><td>c<td style='display:none'>x</table>",
            "a\nc",
        ),
        ("inline table", "x<table style='display:inline-table'><tr><td>a<td>b<tr><td>c</table>y", "xa\tb\ncy"),
        ("inline block", "x<div style='display:inline-block'><p>b</p><p>c</p></div>y", "x\n\nb\n\nc\n\ny"),
        ("flex", "<div style='display:flex'>  aa <span>b</span> cc </div>d", "aa\nb\ncc\nd"),
        ("float", "a<span style='float:left'>b</span>c", "a\nb\nc"),
        ("select", "a<select><option>x  y<option>z<optgroup label=G><option>w</optgroup></select>b", "a\nx y\nz\nw\nb"),
        (
            "select with hidden options",
            "<select><option label=LL>x<option hidden>h<option style='display:none'>n</select>",
            "x\nh\nn",
        ),
        (
            "controls",
            "a<textarea>x</textarea>b<input value=v>c<button>btn</button>d<input type=submit value=s>e",
            "abcbtnde",
        ),
        (
            "hidden",
            "a<span style='visibility:hidden'>b<i style='visibility:visible'>c</i></span>d<p style='visibility:hidden'>x</p>e",
            "acde",
        ),
        ("not displayed", "a<span style='display:none'>b</span>c<p style='display:none'>x</p>e", "ace"),
        ("contents", "a<div style='display:contents'>b<p>c</p></div>d", "ab\n\nc\n\nd"),
        (
            "text-transform",
            "<span style='text-transform:uppercase'>straße ab</span> <span style='text-transform:capitalize'>foo bar-baz</span>",
            "STRASSE AB Foo Bar-Baz",
        ),
        ("closed details", "<details><summary>s</summary>x<p>y</details>z", "s\nz"),
        ("open details", "<details open><summary>s</summary>x<p>y</details>z", "s\nx\n\ny\n\nz"),
        ("content-visibility", "a<div style='content-visibility:hidden'>x</div>b", "ab"),
        (
            "embedded",
            "a<iframe srcdoc='zz'></iframe>b<video>v</video>d<canvas>cc</canvas>e<noscript>ns</noscript>f",
            "abdef",
        ),
        ("generated content", "<style>p::before{content:'B'}li::marker{content:'M'}</style><p>x</p><li>y", "x\n\ny"),
        ("pre-wrap", "<div style='white-space:pre-wrap'> a  b\n  c \n\n d </div>e", " a  b\n  c \n\n d \ne"),
        ("pre-line", "<div style='white-space:pre-line'> a  b\n  c \n\n d </div>", "a b\nc\n\nd"),
        ("wrapped lines", "<div style='width:40px'>aaaa bbbb cccc</div>", "aaaa bbbb cccc"),
        ("empty blocks", "a<p></p>b<p> </p>c<div></div>d", "a\n\nb\n\nc\nd"),
        (
            "shadow tree",
            "<div id=h><template shadowrootmode=open>S<slot></slot><slot name=n>fb</slot></template>light<b slot=n>nn</b><i slot=zz>zz</i></div>x",
            "lightnn\nx",
        ),
        (
            "svg",
            "a<svg><text>t1</text><text>t2<tspan>t3</tspan></text><title>tt</title><desc>dd</desc></svg>b",
            "a\nt1\nt2t3\nb",
        ),
        ("fieldset", "<fieldset><legend>L</legend>x</fieldset>y", "L\nx\ny"),
        ("page that is not displayed", "<style>body{display:none}</style>a <b>c</b>\n d", "body{display:none}a c\n d"),
    ];

    #[test]
    fn every_character_has_a_source_and_a_block() {
        let html = "<!doctype html><body>a <b>bo</b>ld<p>x<br>y</p><table><tr><td>1<td>2</table>";
        let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
        let rendered = RenderedText::of_page(&page);
        let blocks: Vec<_> = rendered.blocks.iter().filter_map(|block| rendered.text.get(block.clone())).collect();
        assert_eq!(blocks, ["a bold", "x\ny", "1", "2"]);
        for (offset, c) in rendered.text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            let (node, at) = rendered.position(offset).expect("a source");
            let own = page.dom().text(node).unwrap_or_default();
            assert_eq!(own.get(at..).and_then(|rest| rest.chars().next()), Some(c), "{offset} in {own:?}");
        }
    }

    #[test]
    fn composed_text_has_shadow_trees_and_frames() {
        let check = |body: &str, expected: &str| {
            let html = format!("<!doctype html><body>{body}");
            let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
            assert_eq!(RenderedText::of_composed_page(&page).text, expected, "{body}");
        };
        check("a<x-a><template shadowrootmode=open>(<slot></slot>)</template>b<i slot=none>c</i></x-a>d", "a(b)d");
        check("a<x-a><template shadowrootmode=closed>(<slot></slot>)</template>b</x-a>d", "abd");
        check("a<iframe srcdoc='<title>t</title><p>b<p>c'></iframe>d", "a\n\nb\n\nc\n\nd");
        check("a<iframe style='display:none' srcdoc='<p>b'></iframe>d", "ad");
        check("a<p>b</p><select><option>c</select>", "a\n\nb\n\nc");
    }

    #[test]
    fn inner_text_is_that_of_chromium() {
        let mut wrong = Vec::new();
        for (what, body, expected) in CASES {
            let html = format!("<!doctype html><body>{body}");
            let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
            let text = page_text(&page);
            if text != *expected {
                wrong.push(format!("{what}: {text:?}, not {expected:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
