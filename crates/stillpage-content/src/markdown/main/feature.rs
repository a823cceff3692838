//! Features of each block: its text, the element that holds it, the areas around it, its place on the page.

use rustc_hash::FxHashMap;

use super::block::{Block, ends_sentence};
use super::kind::KINDS;
use super::text::{Signs, is_title, normalized};
use super::weight::WEIGHTS;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::style::computed::Position;

/// Ancestors of a block whose names, links and siblings are looked at one by one.
const NEAR: usize = 3;
/// An element with more than this share of the page's text is the page rather than a part of it.
const PAGE: f64 = 0.7;

/// The number of features of a block.
pub(super) const COUNT: usize = WEIGHTS.len();

/// The position of a feature in a row.
#[expect(clippy::panic, reason = "a name that is not in the table ends the compilation")]
const fn feature(name: &str) -> usize {
    let mut at = 0;
    while at < COUNT {
        let own = WEIGHTS[at].0.as_bytes();
        let mut same = 0;
        while same < own.len() && own.len() == name.len() && own[same] == name.as_bytes()[same] {
            same += 1;
        }
        if same == own.len() && own.len() == name.len() {
            return at;
        }
        at += 1;
    }
    panic!("no feature has this name")
}

/// The positions of features in a row.
const fn all<const N: usize>(names: [&str; N]) -> [usize; N] {
    let mut places = [0; N];
    let mut at = 0;
    while at < N {
        places[at] = feature(names[at]);
        at += 1;
    }
    places
}

/// The features of one block.
pub(super) type Features = [f64; COUNT];

/// Features of an element that hold for all in it. Counts are kept in 32 bits: there is one for every node.
#[derive(Debug, Clone, Copy, Default)]
struct Area {
    /// Bits of [`Within`], handed down.
    within: u32,
    /// Characters of prose in it.
    prose: u32,
    /// Siblings with the same tag and class, itself included.
    alike: u32,
    /// One of them holds a link, and a heading or a picture.
    is_card: bool,
}

impl Area {
    fn prose(&self) -> usize {
        self.prose as usize
    }
}

/// Bits for the elements around an element.
mod within {
    pub(super) const NAMES: [&str; 14] = [
        "nav", "footer", "aside", "header", "form", "article", "main", "figure", "table", "list", "quote", "details",
        "code", "body",
    ];
    pub(super) const FEATURES: [usize; 14] = super::all([
        "in nav",
        "in footer",
        "in aside",
        "in header",
        "in form",
        "in article",
        "in main",
        "in figure",
        "in table",
        "in list",
        "in quote",
        "in details",
        "in code",
        "in body",
    ]);
    pub(super) const ARTICLE: usize = 5;
    pub(super) const FIXED: u32 = 1 << 20;
}

/// True for a block outside of the column of the prose, or in something beside it.
pub(super) fn is_beside(row: &Features) -> bool {
    const BESIDE: [usize; 6] = all(["out of core", "in nav", "in footer", "in aside", "in header", "in form"]);
    BESIDE.iter().any(|&at| row[at] > 0.0) || is_named_around(row)
}

/// True for a block of a page without a headline.
pub(super) fn has_no_h1(row: &Features) -> bool {
    row[const { feature("no h1") }] > 0.0
}

/// True if one of the nearest elements around a block is named like something around the content.
fn is_named_around(row: &Features) -> bool {
    /// Rows of `words.tsv`: share, related, signup, navigation, popup.
    const AROUND: [usize; 5] = [0, 1, 3, 5, 8];
    AROUND.iter().any(|kind| row[COUNT - 2 * KINDS + kind] > 0.0)
}

/// The results of `read` for the features of every block, which are too large to be kept. `kinds`: those of the names of elements, by
/// place.
pub(super) fn read_features<T>(
    tree: &VisibleTree<'_>,
    blocks: &[&Block],
    kinds: Vec<u32>,
    read: impl FnMut(&Features) -> T,
) -> Vec<T> {
    Page::new(tree, blocks, kinds).read_features(read)
}

struct Page<'t, 'p> {
    tree: &'t VisibleTree<'p>,
    blocks: &'t [&'t Block],
    /// By place, a bit for each kind of name that an element has itself.
    kinds: Vec<u32>,
    areas: Vec<Area>,
    /// The smallest element that holds most of the prose.
    core: At,
    prose: usize,
}

impl<'t, 'p> Page<'t, 'p> {
    fn new(tree: &'t VisibleTree<'p>, blocks: &'t [&'t Block], kinds: Vec<u32>) -> Self {
        let mut areas = vec![Area::default(); tree.nodes.len()];
        for block in blocks.iter().filter(|block| block.is_prose()) {
            let prose = &mut areas[block.container].prose;
            *prose = prose.saturating_add(u32::try_from(block.plain_chars()).unwrap_or(u32::MAX));
        }
        for at in (1..areas.len()).rev() {
            let (own, around) = (areas[at].prose, &mut areas[tree.nodes[at].parent()].prose);
            *around = around.saturating_add(own);
        }
        let prose = areas.first().map_or(0, Area::prose);
        let mut page = Self { tree, blocks, kinds, areas, core: 0, prose };
        page.core = page.core();
        page.describe();
        page
    }

    /// Steps into the child that holds most of the prose while there is one.
    fn core(&self) -> At {
        /// The share of the prose of an element that one of its children must hold.
        const MAX_SHARE: f64 = 0.6;
        let mut at = 0;
        while let Some(child) =
            self.tree.children(at).max_by_key(|&child| (self.areas[child].prose, std::cmp::Reverse(child)))
        {
            if self.areas[child].prose == 0
                || ratio(self.areas[child].prose(), self.areas[at].prose()) < MAX_SHARE
                || !self.tree.shape(child).contains(Shape::BLOCK_INSIDE)
            {
                break;
            }
            at = child;
        }
        at
    }

    /// Names, landmarks and repetition of every element.
    fn describe(&mut self) {
        let tree = self.tree;
        for at in 0..tree.nodes.len() {
            if tree.shape(at).contains(Shape::TEXT) {
                continue;
            }
            let outer = if at == 0 { 0 } else { self.areas[tree.nodes[at].parent()].within };
            self.areas[at].within = outer | within_of(tree, at, outer);
        }
        for parent in 0..tree.nodes.len() {
            if tree.shape(parent).contains(Shape::TEXT) || tree.nodes[parent].end() <= parent + 2 {
                continue;
            }
            let key = |at: At| {
                let class = tree.attr(at, "class").unwrap_or_default();
                (tree.tag(at), class.split_ascii_whitespace().next().unwrap_or_default())
            };
            let mut counts: FxHashMap<(&str, &str), u32> = FxHashMap::default();
            let elements = || tree.children(parent).filter(|&at| !tree.shape(at).contains(Shape::TEXT));
            for child in elements() {
                *counts.entry(key(child)).or_default() += 1;
            }
            for child in elements() {
                let shape = tree.shape(child);
                self.areas[child].alike = counts[&key(child)];
                self.areas[child].is_card = self.areas[child].alike > 2
                    && tree.nodes[child].link_chars() > 0
                    && shape.intersects(Shape::HEADING_INSIDE | Shape::OBJECT_INSIDE);
            }
        }
    }

    fn read_features<T>(&self, mut read: impl FnMut(&Features) -> T) -> Vec<T> {
        let tree = self.tree;
        let h1 = (0..tree.nodes.len())
            .filter(|&at| heading_level(tree.page, tree.nodes[at].node) == Some(1) && tree.nodes[at].chars() > 0)
            .max_by_key(|&at| (tree.nodes[at].link_chars() * 2 <= tree.nodes[at].chars(), std::cmp::Reverse(at)));
        let dom = tree.page.dom();
        let title = normalized(&dom.title(dom.document()));
        let heading = h1.map(|at| normalized(&tree.line(at, 1000))).unwrap_or_default();
        let mut repeats: FxHashMap<&str, usize> = FxHashMap::default();
        for block in self.blocks {
            *repeats.entry(&block.text).or_default() += 1;
        }
        let column = self.column();
        let bottom = |block: &&Block| tree.rect(block.container).map_or(0.0, |rect| rect.bottom());
        let page_height = f64::from(self.blocks.iter().map(bottom).fold(1.0, f32::max));
        let mut prose_before = 0;
        let mut out = Vec::with_capacity(self.blocks.len());
        for (i, block) in self.blocks.iter().enumerate() {
            let mut row = Row::default();
            self.text_features(&mut row, block);
            self.element_features(&mut row, block);
            row.put(&mut prose_before, self, block);
            row.set(const { feature("above h1") }, f64::from(h1.is_some_and(|h1| block.nodes.end <= h1)));
            row.set(const { feature("no h1") }, f64::from(h1.is_none()));
            row.set(const { feature("is title") }, f64::from(is_title(&block.text, &heading, &title)));
            row.set(const { feature("repeated") }, f64::from(repeats.get(block.text.as_str()).is_some_and(|&n| n > 1)));
            const BEFORE: [usize; 4] = all(["before length", "before links", "before prose", "same as before"]);
            const AFTER: [usize; 4] = all(["after length", "after links", "after prose", "same as after"]);
            for (other, [long, links, prose, same]) in [(i.checked_sub(1), BEFORE), (Some(i + 1), AFTER)] {
                let Some(other) = other.and_then(|other| self.blocks.get(other)) else { continue };
                row.set(long, length(other.chars));
                row.set(links, ratio(other.link_chars, other.chars));
                row.set(prose, f64::from(other.is_prose()));
                row.set(same, f64::from(tree.nodes[other.container].parent() == tree.nodes[block.container].parent()));
            }
            if let Some(next) = self.blocks.get(i + 1) {
                let is_heading = heading_level(tree.page, tree.nodes[next.container].node).is_some();
                row.set(const { feature("after heading") }, f64::from(is_heading));
            }
            self.visual_features(&mut row, block, column, page_height);
            out.push(read(&row.0));
        }
        out
    }

    fn text_features(&self, row: &mut Row, block: &Block) {
        let text = &block.text;
        let links = ratio(block.link_chars, block.chars);
        let signs = Signs::of(text);
        row.set(const { feature("bias") }, 1.0);
        row.set(const { feature("length") }, length(block.chars));
        row.set(const { feature("tiny") }, f64::from(block.chars <= 12));
        row.set(const { feature("short") }, f64::from(block.chars <= 40));
        row.set(const { feature("long") }, f64::from(block.chars > 120));
        row.set(const { feature("very long") }, f64::from(block.chars > 300));
        row.set(const { feature("links") }, links);
        row.set(const { feature("all links") }, f64::from(links > 0.95));
        row.set(const { feature("sentence") }, f64::from(ends_sentence(text)));
        row.set(const { feature("commas") }, length(signs.commas));
        row.set(const { feature("digits") }, ratio(signs.digits, block.chars));
        row.set(const { feature("capitals") }, f64::from(signs.letters > 3 && signs.capitals == signs.letters));
        row.set(const { feature("separators") }, f64::from(signs.has_separator));
        row.set(const { feature("copyright") }, f64::from(signs.has_mark));
        row.set(const { feature("colon") }, f64::from(text.ends_with([':', '：'])));
        let styled = |at: At| {
            let up = std::iter::once(at).chain(self.tree.ancestors(at)).take_while(|&up| up > block.container);
            up.take(8).any(|up| matches!(self.tree.tag(up), "em" | "i" | "strong" | "b" | "small" | "cite"))
        };
        let nodes = block.nodes.clone().filter(|&at| self.tree.shape(at).contains(Shape::TEXT));
        let emphasis: usize = nodes.filter(|&at| styled(at)).map(|at| self.tree.nodes[at].chars()).sum();
        row.set(const { feature("emphasis") }, f64::from(ratio(emphasis, block.chars) > 0.9));
    }

    fn element_features(&self, row: &mut Row, block: &Block) {
        let tree = self.tree;
        let container = block.container;
        let own = match (tree.tag(container), heading_level(tree.page, tree.nodes[container].node)) {
            ("p", _) => Some(const { feature("p") }),
            (_, Some(1)) => Some(const { feature("h1") }),
            (_, Some(2)) => Some(const { feature("h2") }),
            (_, Some(_)) => Some(const { feature("h3") }),
            ("li", _) => Some(const { feature("li") }),
            ("td" | "th", _) => Some(const { feature("td") }),
            ("figcaption" | "caption", _) => Some(const { feature("caption") }),
            ("pre" | "code", _) => Some(const { feature("code") }),
            ("dt" | "dd", _) => Some(const { feature("dt") }),
            ("button" | "label" | "legend" | "fieldset", _) => Some(const { feature("control") }),
            ("span" | "a" | "time" | "address", _) => Some(const { feature("span") }),
            ("summary", _) => Some(const { feature("summary") }),
            _ => None,
        };
        if let Some(own) = own {
            row.set(own, 1.0);
        }
        let area = self.areas[container];
        for (bit, feature) in within::FEATURES.into_iter().enumerate() {
            row.set(feature, f64::from(area.within & (1 << bit) != 0));
        }
        row.set(const { feature("fixed") }, f64::from(area.within & within::FIXED != 0));
        // Words of names, nearest first; what holds the whole page names the page.
        let all = tree.nodes[0].chars();
        let mut near = 0;
        let mut far = 0;
        let mut cards: u32 = 0;
        let mut alike: u32 = 0;
        for (step, up) in std::iter::once(container).chain(tree.ancestors(container)).take(12).enumerate() {
            if ratio(tree.nodes[up].chars(), all) > PAGE {
                break;
            }
            if step < NEAR {
                near |= self.kinds[up];
            } else {
                far |= self.kinds[up];
            }
            if step < 5 {
                if self.areas[up].is_card {
                    cards = cards.max(self.areas[up].alike);
                }
                if step > 0 || tree.tag(up) != "p" {
                    alike = alike.max(self.areas[up].alike);
                }
            }
        }
        row.set(const { feature("siblings") }, length(alike.saturating_sub(1) as usize));
        row.set(const { feature("cards") }, length(cards as usize));
        let first = COUNT - 2 * KINDS;
        for kind in 0..KINDS {
            row.0[first + kind] = f64::from(near & (1 << kind) != 0);
            row.0[first + KINDS + kind] = f64::from(far & (1 << kind) != 0 && near & (1 << kind) == 0);
        }
    }

    /// Left and right edge of most of the prose, in CSS px, and its usual font size.
    fn column(&self) -> (f32, f32, f32) {
        let mut edges: Vec<(f32, f32, f32)> = Vec::new();
        for block in self.blocks.iter().filter(|block| block.is_prose() && self.is_in_core(block.container)) {
            if let Some(rect) = self.tree.rect(block.container) {
                edges.push((
                    rect.x,
                    rect.right(),
                    self.tree.style(block.container).map_or(16.0, |style| style.font_size),
                ));
            }
        }
        let middle = |mut values: Vec<f32>| {
            values.sort_by(f32::total_cmp);
            values.get(values.len() / 2).copied()
        };
        let column = |pick: &dyn Fn(&(f32, f32, f32)) -> f32| middle(edges.iter().map(pick).collect());
        (column(&|e| e.0).unwrap_or(0.0), column(&|e| e.1).unwrap_or(1280.0), column(&|e| e.2).unwrap_or(16.0))
    }

    fn visual_features(&self, row: &mut Row, block: &Block, (left, right, font): (f32, f32, f32), height: f64) {
        let tree = self.tree;
        let size = tree.style(block.container).map_or(font, |style| style.font_size);
        row.set(const { feature("font") }, f64::from((size / font.max(1.0)).clamp(0.25, 4.0) - 1.0));
        if let Some(rect) = tree.rect(block.container) {
            let shared = (rect.right().min(right) - rect.x.max(left)).max(0.0);
            row.set(const { feature("column") }, f64::from(shared / rect.width.max(1.0)));
            row.set(const { feature("width") }, f64::from((rect.width / (right - left).max(1.0)).min(1.5)));
            row.set(
                const { feature("bottom") },
                (f64::from(rect.y + tree.page.layout().viewport.offset.y) / height).clamp(0.0, 1.0),
            );
        }
    }

    fn is_in_core(&self, at: At) -> bool {
        (self.core..self.tree.nodes[self.core].end()).contains(&at)
    }
}

struct Row(Features);

impl Default for Row {
    fn default() -> Self {
        Self([0.0; COUNT])
    }
}

impl Row {
    fn set(&mut self, feature: usize, value: f64) {
        self.0[feature] = value;
    }

    /// The position of a block in the page's prose.
    fn put(&mut self, before: &mut usize, page: &Page<'_, '_>, block: &Block) {
        let tree = page.tree;
        let core = page.core..tree.nodes[page.core].end();
        let inside = core.contains(&block.container);
        // Levels of the core that are out of reach, for elements outside of it.
        let common =
            tree.ancestors(block.container).find(|&up| (up..tree.nodes[up].end()).contains(&page.core)).unwrap_or(0);
        let up = std::iter::once(page.core).chain(tree.ancestors(page.core)).take_while(|&up| up > common).count();
        self.set(const { feature("out of core") }, f64::from(!inside));
        self.set(const { feature("distance") }, if inside { 0.0 } else { length(up) });
        let mut area = block.container;
        const AREAS: [[usize; 2]; 3] =
            [all(["prose 1", "links 1"]), all(["prose 2", "links 2"]), all(["prose 3", "links 3"])];
        for [prose, links] in AREAS {
            area = tree.nodes[area].parent();
            self.set(prose, ratio(page.areas[area].prose(), page.prose));
            self.set(links, ratio(tree.nodes[area].link_chars(), tree.nodes[area].chars()));
        }
        self.set(const { feature("position") }, ratio(*before, page.prose));
        self.set(const { feature("before") }, f64::from(*before == 0));
        if block.is_prose() && inside {
            *before += block.plain_chars();
        }
        let inside_all = page.areas[page.core].prose();
        self.set(const { feature("after") }, f64::from(*before >= inside_all && !block.is_prose()));
    }
}

fn within_of(tree: &VisibleTree<'_>, at: At, outer: u32) -> u32 {
    let role = tree.attr(at, "role").unwrap_or_default().trim().to_ascii_lowercase();
    let name = match (tree.tag(at), role.as_str()) {
        (_, "navigation" | "menubar" | "menu" | "tablist") | ("nav", _) => "nav",
        (_, "contentinfo") | ("footer", _) => "footer",
        (_, "complementary" | "search" | "dialog" | "alertdialog") | ("aside" | "dialog", _) => "aside",
        (_, "banner") => "header",
        ("header", _) if outer & (1 << within::ARTICLE) == 0 => "header",
        (_, "article") | ("article", _) => "article",
        (_, "main") | ("main", _) => "main",
        ("form", _) => "form",
        ("figure", _) => "figure",
        ("table", _) => "table",
        ("ul" | "ol" | "menu" | "dl", _) => "list",
        ("blockquote", _) => "quote",
        ("details", _) => "details",
        ("pre" | "code", _) => "code",
        _ => "",
    };
    let mut bits = within::NAMES.iter().position(|known| *known == name).map_or(0, |bit| 1 << bit);
    if tree.attr(at, "itemprop").is_some_and(|names| names.contains("articleBody")) {
        bits |= 1 << 13;
    }
    if tree.style(at).is_some_and(|style| matches!(style.position, Position::Fixed | Position::Sticky)) {
        bits |= within::FIXED;
    }
    bits
}

/// A count on a scale on which doubling is a step: 0 is 0, 150 is about 1.
fn length(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of characters")]
    let count = count as f64;
    libm::log1p(count) / 5.0
}

fn ratio(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of characters")]
    let ratio = part as f64 / whole.max(1) as f64;
    ratio.min(1.0)
}
