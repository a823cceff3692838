//! The blocks of text of a page: what the main content is chosen from.

use std::ops::Range;

use crate::rendered::visible::{At, Shape, VisibleTree};
use crate::segmented::SegmentedVec;
use crate::text::is_single_spaced;

/// A run of text that shares one block container: a paragraph, an item, a cell, a heading.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The nearest block around the text.
    pub(super) container: At,
    /// From its first text node to behind its last one.
    pub(super) nodes: Range<At>,
    /// Its text on one line.
    pub(super) text: String,
    /// Characters, white space not counted.
    pub(super) chars: usize,
    /// The characters in links.
    pub(super) link_chars: usize,
}

impl Block {
    /// Characters of text that is not a link.
    pub(super) fn plain_chars(&self) -> usize {
        self.chars - self.link_chars
    }

    /// The width of that text in columns: a character of Chinese, Japanese or Korean is as wide as two others and says as much.
    pub(super) fn width(&self) -> usize {
        self.plain_chars() * self.columns()
    }

    /// The width of its characters in columns.
    fn columns(&self) -> usize {
        let first = self.text.chars().find(|c| c.is_alphabetic());
        let is_wide =
            first.is_some_and(|c| matches!(u32::from(c), 0x1100..=0x11ff | 0x3040..=0xa4cf | 0xac00..=0xd7ff));
        if is_wide { 2 } else { 1 }
    }

    /// True for running text: sentences, and more words than links.
    pub(super) fn is_prose(&self) -> bool {
        /// A paragraph of this many columns is prose however it ends.
        const LONG: usize = 120;
        let columns = self.chars * self.columns();
        self.link_chars * 2 < self.chars && (columns >= LONG || columns >= LONG / 3 && ends_sentence(&self.text))
    }
}

/// True for a text whose last character, closing quotes and brackets aside, ends a sentence in any script.
pub(super) fn ends_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(|c: char| {
        matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '」' | '』') || c.is_whitespace()
    });
    end.ends_with(['.', '!', '?', '…', '。', '！', '？', '؟', '।', '۔', '։'])
}

/// The blocks of a page in document order. Linear in the page.
pub(super) fn blocks(tree: &VisibleTree<'_>) -> SegmentedVec<Block> {
    let mut blocks: SegmentedVec<Block> = SegmentedVec::new();
    // The blocks that the walk is in, outermost first.
    let mut open: Vec<At> = Vec::new();
    let mut starts = true;
    let mut breaks = 0;
    for at in 0..tree.nodes.len() {
        let node = tree.nodes[at];
        while open.last().is_some_and(|&block| tree.nodes[block].end() <= at) {
            open.pop();
            starts = true;
        }
        if !node.shape.contains(Shape::TEXT) {
            if node.shape.contains(Shape::BLOCK) {
                open.push(at);
                starts = true;
            } else if tree.tag(at) == "br" {
                breaks += 1;
                // Two line breaks are a paragraph's end.
                starts |= breaks > 1;
            }
            continue;
        }
        let text = tree.text(at);
        if text.trim().is_empty() {
            if let Some(block) = blocks.last_mut().filter(|_| !starts) {
                push(&mut block.text, text);
            }
            continue;
        }
        let container = open.last().copied().unwrap_or(0);
        if starts || blocks.len() == 0 {
            blocks.push(Block { container, nodes: at..at, text: String::new(), chars: 0, link_chars: 0 });
        }
        if let Some(block) = blocks.last_mut() {
            if breaks > 0 {
                push(&mut block.text, " ");
            }
            push(&mut block.text, text);
            block.nodes.end = at + 1;
            block.chars += node.chars();
            block.link_chars += node.link_chars();
        }
        (starts, breaks) = (false, 0);
    }
    for block in blocks.iter_mut() {
        block.text.truncate(block.text.trim_end().len());
    }
    blocks
}

/// Adds text with runs of white space as one space.
fn push(line: &mut String, text: &str) {
    if text.is_ascii() && is_single_spaced(text.as_bytes()) {
        let has_space = line.is_empty() || line.ends_with(' ');
        line.push_str(if has_space { text.trim_start_matches(' ') } else { text });
        return;
    }
    let mut starts = true;
    for word in text.split(char::is_whitespace) {
        if !starts && !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(word);
        starts = false;
    }
}
