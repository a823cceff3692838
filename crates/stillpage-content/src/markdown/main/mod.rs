//! The main content of a page: what it is about, without the parts of every page of its site.
//!
//! Each block of text is given features, the features a score, and the blocks that score enough are the content of an article, and
//! of any page without its style sheets. Another page keeps its landmark, or else the part that holds most of its text: there the
//! layout shows what is beside it.

mod article;
mod block;
mod comments;
mod feature;
mod kind;
mod landmark;
mod text;
mod weight;

use crate::limits::Warning;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::style::computed::WhiteSpaceCollapse;
use article::{Article, Part};

/// The main content.
#[derive(Debug)]
pub(super) struct MainContent {
    places: Places,
    article: Article,
    is_article: bool,
}

/// The places of the main content.
#[derive(Debug)]
pub(super) struct Places {
    /// The elements that hold it, in document order.
    pub(super) roots: Vec<At>,
    /// By place: it is not part of the content.
    left_out: Vec<bool>,
}

impl Places {
    pub(super) fn leave_out(&self, at: At) -> bool {
        self.left_out.get(at).copied().unwrap_or(false)
    }
}

/// The mistake that is worse where it is not clear whether a block of text is main content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Favor {
    /// Both alike.
    #[default]
    Balance,
    /// Text that does not belong to it: less is kept.
    Precision,
    /// Text that is left out: more is kept.
    Recall,
}

impl Favor {
    /// The least score of a block that is kept, as the logarithm of the odds.
    fn least_score(self) -> f64 {
        match self {
            Self::Balance => 0.0,
            Self::Precision => 1.0,
            Self::Recall => -1.0,
        }
    }
}

/// Finds the main content. Cost: linear in the page.
pub(super) fn find(tree: &VisibleTree<'_>, with_comments: bool, favor: Favor) -> MainContent {
    let mut article = Article::of(tree);
    let is_article = article.is_article();
    article.favor(tree, favor.least_score());
    let (roots, left_out) = match is_article || article.has_content() && lacks_style_sheets(tree) {
        true => areas(tree, &article, with_comments),
        false => landmark::find(tree, with_comments),
    };
    MainContent { places: Places { roots, left_out }, article, is_article }
}

/// True if style sheets of the page were not saved with it, so that its layout says little.
fn lacks_style_sheets(tree: &VisibleTree<'_>) -> bool {
    let lacks = |warning: &Warning| matches!(warning, Warning::Missing(files) if !files.style_sheets.is_empty());
    tree.page.warnings().iter().any(lacks)
}

impl MainContent {
    /// True if the page is an article rather than an index, a shop or an application.
    #[cfg(feature = "extract")]
    pub(super) fn is_article(&self) -> bool {
        self.is_article
    }

    /// Its places, without the texts that it was found by.
    pub(super) fn into_places(self) -> Places {
        self.places
    }

    /// The text of the content without its headline, an empty line between paragraphs.
    pub(super) fn text(&self, tree: &VisibleTree<'_>) -> String {
        let mut text = String::new();
        let mut last: Option<At> = None;
        for (block, part) in self.article.blocks.iter().zip(&self.article.parts) {
            let is_inside =
                self.places.roots.iter().any(|&root| (root..tree.nodes[root].end()).contains(&block.nodes.start));
            if !is_inside || self.places.leave_out(block.nodes.start) || self.is_article && *part == Part::Title {
                continue;
            }
            if let Some(last) = last {
                text.push_str(separator(tree, last, block.container));
            }
            let is_set = tree
                .style(block.container)
                .is_some_and(|style| style.white_space_collapse != WhiteSpaceCollapse::Collapse);
            if is_set {
                let lines: String = block.nodes.clone().map(|at| tree.text(at)).collect();
                text.push_str(lines.trim_matches('\n').trim_end());
            } else {
                text.push_str(&block.text);
            }
            last = Some(block.container);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// The separator between the texts of two blocks: items and rows are lines, cells are apart by tabs.
fn separator(tree: &VisibleTree<'_>, before: At, after: At) -> &'static str {
    let (a, b) = (tree.nodes[before].parent(), tree.nodes[after].parent());
    let is = |at: At, tags: &[&str]| tags.contains(&tree.tag(at));
    if a == b && is(before, &["td", "th"]) && is(after, &["td", "th"]) {
        return "\t";
    }
    let rows =
        is(before, &["td", "th"]) && is(after, &["td", "th"]) && tree.nodes[a].parent() == tree.nodes[b].parent();
    let items = is(before, &["li", "dt", "dd"]) && is(after, &["li", "dt", "dd"]) && a == b;
    if rows || items { "\n" } else { "\n\n" }
}

/// The elements that hold the parts of an article, and by place what to leave out.
fn areas(tree: &VisibleTree<'_>, article: &Article, with_comments: bool) -> (Vec<At>, Vec<bool>) {
    let is_kept = |part: Part| matches!(part, Part::Content | Part::Title) || part == Part::Comment && with_comments;
    let mut kept = vec![0; tree.nodes.len()];
    let mut left_out = vec![false; tree.nodes.len()];
    for (block, part) in article.blocks.iter().zip(&article.parts) {
        for at in block.nodes.clone().filter(|&at| tree.shape(at).contains(Shape::TEXT)) {
            kept[at] = if is_kept(*part) { tree.nodes[at].chars() } else { 0 };
            left_out[at] = !is_kept(*part);
        }
    }
    for at in (1..kept.len()).rev() {
        kept[tree.nodes[at].parent()] += kept[at];
    }
    // A picture or a rule, without text, follows its neighbours.
    let mut holder = vec![0; tree.nodes.len()];
    for at in 1..kept.len() {
        let parent = tree.nodes[at].parent();
        holder[at] = if tree.nodes[at].chars() > 0 { at } else { holder[parent] };
        if !tree.shape(at).contains(Shape::TEXT) {
            let around = holder[at];
            left_out[at] = if around == at { kept[at] == 0 } else { kept[around] * 2 < tree.nodes[around].chars() };
        }
    }
    let holds = |wanted: &dyn Fn(Part) -> bool| {
        let mut places =
            article.blocks.iter().zip(&article.parts).filter(|(_, part)| wanted(**part)).map(|(block, _)| block);
        let first = places.next()?;
        let last = places.last().unwrap_or(first);
        let around = std::iter::once(first.container).chain(tree.ancestors(first.container));
        around.into_iter().find(|&up| tree.nodes[up].end() >= last.nodes.end)
    };
    let body = holds(&|part| part != Part::Title && is_kept(part)).unwrap_or(0);
    let mut roots = vec![body];
    // A headline above.
    if let Some(title) =
        holds(&|part| part == Part::Title).filter(|title| !(body..tree.nodes[body].end()).contains(title))
    {
        let title = std::iter::once(title).chain(tree.ancestors(title)).take(3);
        let title = title.into_iter().find(|&up| heading_level(tree.page, tree.nodes[up].node).is_some());
        roots.extend(title);
        roots.sort_unstable();
    }
    (roots, left_out)
}
