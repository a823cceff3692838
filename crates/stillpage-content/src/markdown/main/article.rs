//! The main content of an article: the blocks that score enough.

use std::ops::Range;

use super::block::{Block, blocks, ends_sentence};
use super::comments::comment_areas;
use super::feature::{Features, has_no_h1, is_beside, read_features};
use super::kind::kinds_by_place;
use super::text::normalized;
use super::weight::WEIGHTS;
use crate::rendered::byline::after_by;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::segmented::SegmentedVec;

/// The blocks of a page and what each is to its article.
#[derive(Debug)]
pub(super) struct Article {
    pub(super) blocks: SegmentedVec<Block>,
    /// By block.
    pub(super) parts: Vec<Part>,
    /// The blocks that have a score.
    scored: Vec<usize>,
    /// Theirs.
    scores: Vec<Scored>,
}

/// The score of a block, and what else its features say.
#[derive(Debug, Clone, Copy)]
struct Scored {
    /// More than zero is content, as the logarithm of the odds.
    score: f64,
    is_beside: bool,
    has_no_h1: bool,
}

/// The part of a block in the article of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The headline.
    Title,
    Content,
    /// A comment of a reader below it.
    Comment,
    /// Navigation, teasers, advertising and everything else.
    Around,
}

impl Article {
    /// Cost: linear in the page.
    pub(super) fn of(tree: &VisibleTree<'_>) -> Self {
        let blocks = blocks(tree);
        let kinds = kinds_by_place(tree);
        let in_comments = comment_areas(tree, &blocks, &kinds);
        let (comments, others): (Vec<usize>, Vec<usize>) =
            (0..blocks.len()).partition(|&i| in_comments[blocks[i].container]);
        let own: Vec<usize> = others.into_iter().filter(|&i| !is_button(tree, &blocks[i])).collect();
        let candidates: Vec<&Block> = own.iter().map(|&i| &blocks[i]).collect();
        let scores = read_features(tree, &candidates, kinds, |row| Scored {
            score: score(row),
            is_beside: is_beside(row),
            has_no_h1: has_no_h1(row),
        });
        let mut parts = vec![Part::Around; blocks.len()];
        comments.iter().for_each(|&i| parts[i] = Part::Comment);
        let mut article = Self { blocks, parts, scored: own, scores };
        article.keep(tree);
        article
    }

    /// Decides again on each block: those are kept whose score is more than `least`.
    pub(super) fn favor(&mut self, tree: &VisibleTree<'_>, least: f64) {
        if least != 0.0 {
            self.scores.iter_mut().for_each(|scored| scored.score -= least);
            self.keep(tree);
        }
    }

    /// Keeps the blocks whose score is more than zero, with what belongs to them.
    fn keep(&mut self, tree: &VisibleTree<'_>) {
        let candidates: Vec<&Block> = self.scored.iter().map(|&i| &self.blocks[i]).collect();
        let kept = keep(tree, &candidates, &self.scores);
        for (&i, kept) in self.scored.iter().zip(kept) {
            self.parts[i] = if kept { Part::Content } else { Part::Around };
        }
        self.find_title(tree);
        self.leave_out_byline();
    }

    /// Leaves out what stands between the headline and the first paragraph and is who wrote the article, or when.
    fn leave_out_byline(&mut self) {
        let Some(title) = self.parts.iter().position(|part| *part == Part::Title) else { return };
        for (block, part) in self.blocks.iter().zip(&mut self.parts).skip(title + 1) {
            if *part == Part::Content && block.is_prose() {
                break;
            }
            if *part == Part::Content && is_byline(&block.text) {
                *part = Part::Around;
            }
        }
    }

    /// Marks the headline: the first `h1` that is not a link, or else the heading that equals the document's title.
    fn find_title(&mut self, tree: &VisibleTree<'_>) {
        let dom = tree.page.dom();
        let document = normalized(&dom.title(dom.document()));
        let level = |block: &Block| heading_level(tree.page, tree.nodes[heading_around(tree, block.container)].node);
        let first = self.blocks.iter().zip(&self.parts).position(|(block, part)| {
            *part != Part::Comment && block.link_chars * 2 <= block.chars && level(block) == Some(1)
        });
        let named = || {
            self.blocks.iter().position(|block: &Block| {
                let own = normalized(&block.text);
                own.len() > 12 && document.starts_with(&own) && level(block).is_some() && block.link_chars == 0
            })
        };
        if let Some(title) = first.or_else(named) {
            self.parts[title] = Part::Title;
        }
    }

    /// True if any text was found.
    pub(super) fn has_content(&self) -> bool {
        self.parts.contains(&Part::Content)
    }

    /// True if what was found reads like an article: a headline and some running text, or much of it, and a fair share of that of
    /// the page.
    pub(super) fn is_article(&self) -> bool {
        /// Characters of prose that make an article under a headline.
        const ENOUGH: usize = 200;
        /// Characters of prose that make an article without a headline that is not a link, as on front pages.
        const MUCH: usize = 1500;
        let prose = |wanted: &dyn Fn(Part) -> bool| -> usize {
            let blocks = self.blocks.iter().zip(&self.parts);
            blocks.filter(|(block, part)| block.is_prose() && wanted(**part)).map(|(block, _)| block.width()).sum()
        };
        let content = prose(&|part| part == Part::Content);
        let least = if self.parts.contains(&Part::Title) { ENOUGH } else { MUCH };
        content >= least && content * 4 >= prose(&|part| part != Part::Comment)
    }
}

/// True for a name behind a word for `by`, perhaps with a date, and for a date in figures.
fn is_byline(text: &str) -> bool {
    /// Limit: words of a name, and with what stands behind it.
    const MAX_NAME: usize = 5;
    const MAX_WORDS: usize = 10;
    // `de`, `van`, `la`
    let is_of_name = |word: &str| word.starts_with(|c: char| !c.is_lowercase()) || word.chars().count() <= 3;
    let is_name = |rest: &str| {
        let name =
            rest.split(|c: char| matches!(c, '|' | '·' | '•' | ',' | '–') || c.is_numeric()).next().unwrap_or(rest);
        name.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
            && name.split_whitespace().all(is_of_name)
            && name.split_whitespace().count() <= MAX_NAME
            && rest.split_whitespace().count() <= MAX_WORDS
            && !ends_sentence(rest)
    };
    after_by(text).is_some_and(is_name) || !text.contains(char::is_alphabetic)
}

/// True for the words of a button that opens no part of the text.
fn is_button(tree: &VisibleTree<'_>, block: &Block) -> bool {
    let around = std::iter::once(block.nodes.start).chain(tree.ancestors(block.nodes.start)).take(4);
    around.into_iter().any(|up| {
        (tree.tag(up) == "button" || tree.attr(up, "role") == Some("button"))
            && tree.attr(up, "aria-expanded").is_none()
            && tree.nodes[up].end() >= block.nodes.end
    }) || is_row_of_buttons(tree, block)
}

/// True for a line that holds several buttons and no other words.
fn is_row_of_buttons(tree: &VisibleTree<'_>, block: &Block) -> bool {
    let words = block.nodes.clone().filter(|&at| tree.shape(at).contains(Shape::TEXT) && tree.nodes[at].chars() > 0);
    let mut count = 0;
    words.take(20).all(|at| {
        count += 1;
        tree.ancestors(at).take_while(|&up| up != block.container).any(|up| tree.tag(up) == "button")
    }) && count > 1
}

/// The heading that an element is in, or the element itself.
fn heading_around(tree: &VisibleTree<'_>, at: At) -> At {
    let near = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    near.into_iter().find(|&up| heading_level(tree.page, tree.nodes[up].node).is_some()).unwrap_or(at)
}

/// The sum of the weights of a block's features.
fn score(row: &Features) -> f64 {
    row.iter().zip(WEIGHTS).map(|(value, (_, weight))| value * weight).sum()
}

/// The blocks that score enough, with what belongs to them.
fn keep(tree: &VisibleTree<'_>, blocks: &[&Block], scores: &[Scored]) -> Vec<bool> {
    /// One block between two that are kept is kept at this score.
    const BETWEEN: f64 = -0.3;
    let mut kept: Vec<bool> = scores.iter().map(|scored| scored.score > 0.0).collect();
    keep_units_whole(tree, blocks, scores, &mut kept);
    let plain: Vec<usize> = (0..blocks.len()).filter(|&i| kept[i]).collect();
    for pair in plain.windows(2) {
        if pair[1] == pair[0] + 2 && scores[pair[0] + 1].score > BETWEEN {
            kept[pair[0] + 1] = true;
        }
    }
    if let (Some(&first), Some(&last)) = (plain.first(), plain.last()) {
        // The heading above the first of them may be a link, as those of teasers are.
        keep_between(tree, blocks, scores, first.saturating_sub(1)..last, &mut kept);
    }
    drop_strays(blocks, &mut kept);
    kept
}

/// Keeps what belongs to the paragraphs around it: code, tables and terms of the same column, the headings above what is kept. What
/// stands below a picture is kept for what it says alone: as often as not it is the name of the photographer.
fn keep_between(tree: &VisibleTree<'_>, blocks: &[&Block], scores: &[Scored], range: Range<usize>, kept: &mut [bool]) {
    for i in range.rev() {
        if kept[i] {
            continue;
        }
        let around = || std::iter::once(blocks[i].container).chain(tree.ancestors(blocks[i].container));
        let is_in = |tags: &[&str]| around().take(6).any(|up| tags.contains(&tree.tag(up)));
        let is_heading = heading_level(tree.page, tree.nodes[heading_around(tree, blocks[i].container)].node).is_some();
        kept[i] = if is_in(&["figcaption"]) {
            false
        } else if is_in(&["caption", "pre", "math"]) {
            true
        } else if scores[i].is_beside
            || blocks[i].link_chars * 2 > blocks[i].chars && !(is_heading && scores[i].has_no_h1)
        {
            // Headings that are links belong to a list of articles, and to what stands beside one of them.
            false
        } else if is_heading {
            kept[i + 1] || kept.get(i + 2).copied().unwrap_or(false)
        } else {
            is_in(&["table", "dl"])
        };
    }
}

/// A list, table or quotation is content as a whole or not at all.
fn keep_units_whole(tree: &VisibleTree<'_>, blocks: &[&Block], scores: &[Scored], kept: &mut [bool]) {
    /// The mean probability, weighted by length, at which all of it is kept.
    const MIN_SHARE: f64 = 0.5;
    /// Limit: levels between a block and the list that it is in.
    const LEVELS: usize = 6;
    let unit = |block: &Block| {
        let around = std::iter::once(block.container).chain(tree.ancestors(block.container)).take(LEVELS);
        around.into_iter().find(|&up| matches!(tree.tag(up), "ul" | "ol" | "dl" | "table" | "pre" | "blockquote"))
    };
    let all = tree.nodes.get(0).map_or(0, |root| root.chars());
    let mut units: std::collections::BTreeMap<At, (f64, f64, Vec<usize>)> = std::collections::BTreeMap::new();
    for (i, block) in blocks.iter().enumerate() {
        // A table that holds half of the page arranges it.
        if let Some(unit) = unit(block).filter(|&unit| tree.nodes[unit].chars() * 2 < all) {
            #[expect(clippy::cast_precision_loss, reason = "a count of characters")]
            let chars = block.chars as f64;
            let (sum, weight, members) = units.entry(unit).or_default();
            *sum += chars / (1.0 + libm::exp(-scores[i].score));
            *weight += chars;
            members.push(i);
        }
    }
    for (sum, weight, members) in units.into_values().filter(|(_, _, members)| members.len() > 1) {
        members.iter().for_each(|&i| kept[i] = sum > MIN_SHARE * weight);
    }
}

/// Takes out short blocks that stand far from every other one.
fn drop_strays(blocks: &[&Block], kept: &mut [bool]) {
    /// Blocks between.
    const FAR: usize = 6;
    /// Characters that stand for themselves wherever they are.
    const LONG: usize = 200;
    let places: Vec<usize> = (0..blocks.len()).filter(|&i| kept[i]).collect();
    if places.len() <= 3 {
        return;
    }
    for (n, &i) in places.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|n| places.get(n)).is_none_or(|&p| i - p > FAR);
        let after = places.get(n + 1).is_none_or(|&p| p - i > FAR);
        if before && after && blocks[i].chars < LONG {
            kept[i] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bylines_are_names_and_dates() {
        for line in [
            "By Ada Lind",
            "Por Marta Ibáñez | 21 de febrero de 2025",
            "Von Anna van der Berg",
            "2024-05-03",
            "文 王静",
        ] {
            assert!(is_byline(line), "{line}");
        }
        for line in ["Von Montag an gilt die neue Regel", "By the river", "By Friday, it was over.", "A morning in May"]
        {
            assert!(!is_byline(line), "{line}");
        }
    }
}
