//! Markdown of the visible page.
//!
//! Written here and not by a converter of HTML: what is a block, what is inline and what is visible are
//! questions of CSS, and a cursor needs blocks.
//!
//! *In*: [`Page`] and [`MarkdownOptions`]. *Out*: Markdown, whole or in parts.
//!
//! *Invariants*: only rendered content; the parts of a page joined are the whole.

mod code;
mod control;
mod inline;
mod main;
mod part;
mod table;
#[cfg(test)]
mod tests;
mod writer;

#[cfg(feature = "extract")]
pub(crate) use control::image_url;
pub use main::Favor;
pub use part::{Cursor, CursorError, Part};

use crate::page::Page;
use crate::rendered::visible::VisibleTree;

/// Options for the Markdown of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// The main content alone: no navigation, banners, footers, asides, cookie bars.
    pub main: bool,
    /// With `main`: the comments of readers as well.
    pub comments: bool,
    /// With `main`: the mistake that is worse.
    pub favor: Favor,
}

impl MarkdownOptions {
    /// Writes the main content alone.
    #[must_use]
    pub fn main(self, main: bool) -> Self {
        Self { main, ..self }
    }

    /// With [`main`](Self::main()): writes the comments of readers as well.
    #[must_use]
    pub fn comments(self, comments: bool) -> Self {
        Self { comments, ..self }
    }

    /// With [`main`](Self::main()): sets which mistake is worse.
    #[must_use]
    pub fn favor(self, favor: Favor) -> Self {
        Self { favor, ..self }
    }
}

/// A page as Markdown: blocks in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Markdown {
    blocks: Vec<Block>,
    digest: u32,
}

/// A piece of Markdown that can be cut off from the one before: a paragraph, an item of a list, a row of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Its lines, without a line break at the end.
    text: String,
    /// The separator between it and the block before.
    joint: String,
    /// The header of the table that it is a row of: a part that starts with the row repeats it.
    header: Option<usize>,
}

/// The main content as plain text: an empty line between paragraphs, a line for each item or row, tabs between cells.
///
/// The headline of an article is left out: it is the title of the page. Linear in the visible page.
#[must_use]
pub fn main_text(page: &Page, options: &MarkdownOptions) -> String {
    let tree = VisibleTree::to_read(page);
    main::find(&tree, options.comments, options.favor).text(&tree)
}

/// The text of an article page, without its headline and comments; `None` for a page that is not an article.
#[cfg(feature = "extract")]
#[must_use]
pub(crate) fn article_text(page: &Page) -> Option<String> {
    let tree = VisibleTree::to_read(page);
    let main = main::find(&tree, false, Favor::Balance);
    main.is_article().then(|| main.text(&tree).trim_end().to_owned()).filter(|text| !text.is_empty())
}

/// True for a page that reads as an article.
#[cfg(feature = "extract")]
#[must_use]
pub(crate) fn is_article(page: &Page) -> bool {
    main::find(&VisibleTree::to_read(page), false, Favor::Balance).is_article()
}

impl Markdown {
    /// The Markdown of a page. Cost: linear in the visible page.
    #[must_use]
    pub fn of(page: &Page, options: &MarkdownOptions) -> Self {
        let tree = if options.main { VisibleTree::to_read(page) } else { VisibleTree::new(page) };
        let blocks = match options.main {
            false => writer::write(&tree, &[0], &|_| false),
            true => {
                let places = main::find(&tree, options.comments, options.favor).into_places();
                writer::write(&tree, &places.roots, &|at| places.leave_out(at))
            }
        };
        let mut digest = crate::fnv::Fnv::default();
        for block in &blocks {
            digest.add(&block.joint);
            digest.add(&block.text);
        }
        Self { blocks, digest: digest.folded() }
    }

    /// All of it.
    #[must_use]
    pub fn text(&self) -> String {
        self.join(0, self.blocks.len())
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// True if there is nothing to read on the page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The blocks of a range, ready to print; ends with a line break unless it is empty.
    fn join(&self, from: usize, to: usize) -> String {
        let mut out = String::new();
        for (i, block) in self.blocks.get(from..to).unwrap_or_default().iter().enumerate() {
            if i > 0 {
                out.push_str(&block.joint);
            } else if let Some(header) = block.header.and_then(|header| self.blocks.get(header)) {
                out.push_str(&header.text);
                out.push('\n');
            }
            out.push_str(&block.text);
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }
}
