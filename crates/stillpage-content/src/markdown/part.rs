//! Parts of a long page: a number of tokens, and a cursor to the rest.

use std::fmt;
use std::str::FromStr;

use super::Markdown;
use crate::tokens::estimate_tokens;

/// The end of a part: `md1-<digest>-<block>`. It belongs to one page, one version of it, and one choice of options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    digest: u32,
    block: usize,
}

/// The reason why a cursor is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CursorError {
    /// It is not a cursor.
    Malformed,
    /// It is of another page, another version of this page, or other options.
    OtherPage,
}

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not a cursor",
            Self::OtherPage => "the cursor is of another page, another version of this page, or other options",
        })
    }
}

impl std::error::Error for CursorError {}

/// Blocks of a page that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The Markdown.
    pub text: String,
    /// Its first block, counted from 0.
    pub from: usize,
    /// The block after its last one.
    pub to: usize,
    /// Estimated tokens of `text`.
    pub tokens: usize,
    /// The start of the rest, if any.
    pub next: Option<Cursor>,
}

impl Markdown {
    /// The blocks from a cursor on (from the start without one) that are at most about `max_tokens` together, at least
    /// one.
    ///
    /// # Errors
    /// [`CursorError::OtherPage`] if the cursor is not of this page.
    pub fn part(&self, cursor: Option<Cursor>, max_tokens: Option<usize>) -> Result<Part, CursorError> {
        let from = match cursor {
            None => 0,
            Some(cursor) if cursor.digest == self.digest && cursor.block < self.blocks.len() => cursor.block,
            Some(_) => return Err(CursorError::OtherPage),
        };
        let to = max_tokens.map_or(self.blocks.len(), |limit| self.end_of_part(from, limit));
        let text = self.join(from, to);
        let next = (to < self.blocks.len()).then_some(Cursor { digest: self.digest, block: to });
        Ok(Part { tokens: estimate_tokens(&text), text, from, to, next })
    }

    /// Returns the end of the blocks from one on that are at most about `limit` tokens together.
    fn end_of_part(&self, from: usize, limit: usize) -> usize {
        let header = self.blocks.get(from).and_then(|b| b.header).and_then(|header| self.blocks.get(header));
        let mut tokens = header.map_or(0, |block| estimate_tokens(&block.text));
        let mut to = from;
        for block in self.blocks.get(from..).unwrap_or_default() {
            let more = estimate_tokens(&block.text) + 1;
            if to > from && tokens + more > limit {
                break;
            }
            tokens += more;
            to += 1;
        }
        // A heading, or the head of a table, belongs to what follows.
        while to > from + 1 && to < self.blocks.len() && self.opens(to - 1) {
            to -= 1;
        }
        to
    }

    /// True for a block that means little without the next one.
    fn opens(&self, block: usize) -> bool {
        let is_header = self.blocks.get(block + 1).is_some_and(|next| next.header == Some(block));
        is_header || self.blocks.get(block).is_some_and(|block| block.text.starts_with('#'))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "md1-{:08x}-{}", self.digest, self.block)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let mut parts = text.trim().split('-');
        let (Some("md1"), Some(digest), Some(block), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(CursorError::Malformed);
        };
        if digest.len() != 8 || !digest.bytes().chain(block.bytes()).all(|b| b.is_ascii_hexdigit()) {
            return Err(CursorError::Malformed);
        }
        match (u32::from_str_radix(digest, 16), block.parse()) {
            (Ok(digest), Ok(block)) => Ok(Self { digest, block }),
            _ => Err(CursorError::Malformed),
        }
    }
}
