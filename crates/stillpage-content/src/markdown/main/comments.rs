//! The comments of readers, by the names of elements and by their headings.

use std::ops::Range;
use std::sync::LazyLock;

use super::block::Block;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};
use crate::segmented::SegmentedVec;
use crate::text::rows;

/// By place: the element is in the comments of readers. None if the page consists of comments. `kinds`: those of the names of elements,
/// by place.
pub(super) fn comment_areas(tree: &VisibleTree<'_>, blocks: &SegmentedVec<Block>, kinds: &[u32]) -> Vec<bool> {
    /// The row of `words.tsv`.
    const COMMENT: u32 = 1 << 2;
    /// Characters of prose that a page must have beside its comments.
    const ENOUGH: usize = 200;
    let mut marks = vec![false; tree.nodes.len()];
    let titles: Vec<At> =
        (0..tree.nodes.len()).filter(|&at| heading_level(tree.page, tree.nodes[at].node) == Some(1)).collect();
    let has_title_in = |range: &Range<At>| {
        let next = titles.partition_point(|&title| title < range.start);
        titles.get(next).is_some_and(|&title| title < range.end)
    };
    let has_title = |at: At| has_title_in(&(at..tree.nodes[at].end()));
    let mut at = 0;
    while at < tree.nodes.len() {
        let end = tree.nodes[at].end();
        let can_be =
            !tree.shape(at).contains(Shape::TEXT) && !matches!(tree.tag(at), "" | "html" | "body" | "main" | "article");
        let is_comments = || kinds[at] & COMMENT != 0 || is_headed_comments(tree, at);
        if can_be && is_comments() && !has_title(at) {
            marks[at..end].fill(true);
            at = end;
        } else if let Some(range) = comments_behind(tree, at).filter(|range| !has_title_in(range)) {
            marks[range.clone()].fill(true);
            at = range.end;
        } else {
            at += 1;
        }
    }
    let beside = blocks.iter().filter(|block| block.is_prose() && !marks[block.container]);
    if beside.map(Block::width).sum::<usize>() < ENOUGH {
        marks.fill(false);
    }
    marks
}

/// True for a section whose heading is a word for comments and nothing else.
fn is_headed_comments(tree: &VisibleTree<'_>, at: At) -> bool {
    matches!(tree.tag(at), "section" | "div" | "aside" | "footer")
        && tree
            .children(at)
            .find(|&child| tree.nodes[child].chars() > 0)
            .is_some_and(|first| is_comments_heading(tree, first))
}

/// True for a heading that is a word for comments and nothing else, perhaps with their number.
fn is_comments_heading(tree: &VisibleTree<'_>, at: At) -> bool {
    static LABELS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| rows(include_str!("comments.tsv")).flat_map(|(_, words)| words.split(',')).collect());
    /// Limit: characters of such a heading, with the number of comments.
    const MAX_HEADING: usize = 30;
    (1..=MAX_HEADING).contains(&tree.nodes[at].chars()) && heading_level(tree.page, tree.nodes[at].node).is_some() && {
        let text = tree.line(at, 4 * MAX_HEADING).to_lowercase();
        let word = text.trim_matches(|c: char| !c.is_alphabetic());
        LABELS.contains(&word)
    }
}

/// The heading of the comments and what follows it beside it, up to the next heading of its level.
fn comments_behind(tree: &VisibleTree<'_>, heading: At) -> Option<Range<At>> {
    if !is_comments_heading(tree, heading) {
        return None;
    }
    let level = heading_level(tree.page, tree.nodes[heading].node)?;
    // What only wraps the heading stands for it.
    let wraps = |&up: &At| up > 0 && tree.nodes[up].chars() == tree.nodes[heading].chars();
    let top = tree.ancestors(heading).take_while(wraps).last().unwrap_or(heading);
    let ends = |&at: &At| at > top && heading_level(tree.page, tree.nodes[at].node).is_some_and(|own| own <= level);
    let parent = tree.nodes[top].parent();
    let end = tree.children(parent).skip_while(|&at| at <= top).find(ends).unwrap_or(tree.nodes[parent].end());
    Some(top..end)
}
