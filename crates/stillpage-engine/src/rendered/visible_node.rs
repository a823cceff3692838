//! The nodes of the visible page.

use std::num::NonZeroU32;

use crate::dom::NodeId;

/// Place of a node in a [`VisibleTree`](super::visible::VisibleTree).
pub type At = usize;

bitflags::bitflags! {
    /// Flags for the part of a node in the flow of text.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct Shape: u8 {
        /// Its box starts on a line of its own.
        const BLOCK = 1;
        /// Something below it does.
        const BLOCK_INSIDE = 1 << 1;
        /// A heading is below it.
        const HEADING_INSIDE = 1 << 2;
        /// A table is below it.
        const TABLE_INSIDE = 1 << 3;
        /// It is seen itself (an element with `visibility: hidden` may have visible children).
        const SEEN = 1 << 4;
        /// A text node.
        const TEXT = 1 << 5;
        /// An image or a control is below it.
        const OBJECT_INSIDE = 1 << 6;
    }
}

/// One node of the visible page. Places and counts are kept in 32 bits: there is one for every node.
#[derive(Debug, Clone, Copy)]
pub struct VisibleNode {
    pub node: NodeId,
    pub(super) parent: u32,
    /// The root, at 0, is nobody's sibling.
    pub(super) previous: Option<NonZeroU32>,
    pub(super) end: u32,
    pub(super) chars: u32,
    pub(super) link_chars: u32,
    pub shape: Shape,
}

impl VisibleNode {
    /// The parent; the root is its own.
    #[must_use]
    pub fn parent(&self) -> At {
        self.parent as At
    }

    /// The sibling before it.
    #[must_use]
    pub fn previous(&self) -> Option<At> {
        self.previous.map(|previous| previous.get() as At)
    }

    /// The end of its subtree.
    #[must_use]
    pub fn end(&self) -> At {
        self.end as At
    }

    /// Characters of text in it, white space not counted.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.chars as usize
    }

    /// The characters in links.
    #[must_use]
    pub fn link_chars(&self) -> usize {
        self.link_chars as usize
    }
}

/// A place or a count in 32 bits.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
