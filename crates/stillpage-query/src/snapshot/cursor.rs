//! A run of siblings of a snapshot, named so that another call can show it.

use std::fmt;
use std::str::FromStr;

use super::entries::{Content, Entry, entries, inline_text};
use super::{Child, Snapshot};
use crate::dom::NodeId;
use crate::refs::fingerprint;
use crate::safe_text::without_forged_refs;

/// Siblings that follow each other in a snapshot, with all that is in them: `<digest>-<first>-<last>`. It belongs to one
/// version of one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldCursor {
    digest: u64,
    /// The first entry.
    pub(super) first: usize,
    /// The last entry in the last sibling.
    pub(super) last: usize,
}

/// The reason why a cursor cannot be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoldCursorError {
    /// It does not read as a cursor.
    Malformed,
    /// It was printed for another page, another version of this page, or other options.
    OtherPage,
}

/// The position of a snapshot in that of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// Digest of the snapshot of the whole page.
    digest: u64,
    /// The number of its entries before this part.
    before: usize,
}

impl Snapshot {
    /// The part that a cursor names.
    ///
    /// # Errors
    /// [`FoldCursorError::OtherPage`] if the cursor is not of this snapshot.
    #[doc(hidden)]
    pub fn part(&self, cursor: FoldCursor) -> Result<Self, FoldCursorError> {
        let entries = entries(self);
        if cursor.digest != digest(&entries) {
            return Err(FoldCursorError::OtherPage);
        }
        let first = entries.get(cursor.first).ok_or(FoldCursorError::OtherPage)?;
        let (mut at, mut roots) = (cursor.first, Vec::new());
        while let Some(entry) = entries.get(at).filter(|entry| at <= cursor.last && entry.parent == first.parent) {
            roots.push(match entry.content {
                Content::Node(index, _) => Child::Node(index),
                Content::Text(text) => Child::Text(text.into()),
            });
            at = entry.end;
        }
        if at != cursor.last + 1 {
            return Err(FoldCursorError::OtherPage);
        }
        let origin = Origin { digest: cursor.digest, before: cursor.first };
        Ok(Self { roots, origin: Some(origin), ..self.clone() })
    }

    /// The part that is one element; `None` if the snapshot does not show it.
    #[must_use]
    #[doc(hidden)]
    pub fn part_of(&self, element: NodeId) -> Option<Self> {
        let entries = entries(self);
        let shows = |entry: &Entry<'_>| entry.node().is_some_and(|node| node.element == element);
        let first = entries.iter().position(shows)?;
        let cursor = FoldCursor { digest: digest(&entries), first, last: entries[first].end - 1 };
        self.part(cursor).ok()
    }

    /// Names runs of this snapshot's entries.
    pub(super) fn origin(&self, entries: &[Entry<'_>]) -> Origin {
        self.origin.unwrap_or_else(|| Origin { digest: digest(entries), before: 0 })
    }
}

impl Origin {
    /// The cursor to the entries from `first` up to `end`.
    pub(super) fn cursor(self, first: usize, end: usize) -> FoldCursor {
        FoldCursor { digest: self.digest, first: self.before + first, last: self.before + end - 1 }
    }
}

/// A digest of the entries without their refs: a session may number them otherwise.
fn digest(entries: &[Entry<'_>]) -> u64 {
    let parts: Vec<&str> = entries
        .iter()
        .flat_map(|entry| match entry.content {
            Content::Node(_, node) => [node.role.name(), &node.name, inline_text(node).unwrap_or_default()],
            Content::Text(text) => ["text", "", text],
        })
        .collect();
    // The same with and without what a view escapes.
    let parts: Vec<_> = parts.into_iter().map(without_forged_refs).collect();
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    fingerprint::digest(&parts) & 0xffff
}

impl fmt::Display for FoldCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}-{}-{}", self.digest, self.first, self.last)
    }
}

impl FromStr for FoldCursor {
    type Err = FoldCursorError;

    fn from_str(text: &str) -> Result<Self, FoldCursorError> {
        let mut parts = text.trim().split('-');
        let (Some(digest), Some(first), Some(last), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(FoldCursorError::Malformed);
        };
        let digest = u64::from_str_radix(digest, 16).map_err(|_| FoldCursorError::Malformed)?;
        let number = |part: &str| part.parse::<usize>().map_err(|_| FoldCursorError::Malformed);
        let (first, last) = (number(first)?, number(last)?);
        // The end of a run is one more than its last entry.
        if last < first || last == usize::MAX {
            return Err(FoldCursorError::Malformed);
        }
        Ok(Self { digest, first, last })
    }
}

impl FoldCursorError {
    /// Returns the problem: a sentence without a full stop.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Malformed => "this is not a cursor",
            Self::OtherPage => "this cursor belongs to another version of the page",
        }
    }

    /// Returns advice on what to do about it.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Self::Malformed => "copy the cursor from a comment line of an earlier snapshot, such as `3f2a-120-480`",
            Self::OtherPage => {
                "fold a snapshot of this version of the page, with the same depth and mode, and use its cursors"
            }
        }
    }
}

impl fmt::Display for FoldCursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

impl std::error::Error for FoldCursorError {}
