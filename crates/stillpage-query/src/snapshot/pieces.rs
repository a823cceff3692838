//! The children of drafts, in one table: drafts, and the texts between them.

use std::borrow::Cow;

use crate::dom::{Dom, NodeId};
use crate::segmented::SegmentedVec;

/// The children of a draft: the first and the last of those in [`Pieces`].
///
/// One above their positions; 0 for none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Children {
    first: u32,
    last: u32,
}

/// A child in the making.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// The draft at this position.
    Draft(usize),
    /// Text as written, or made up.
    Text(Cow<'a, str>),
}

/// The children of all drafts; most drafts have a few.
#[derive(Debug, Default)]
pub(super) struct Pieces<'a> {
    /// Has the texts of text nodes.
    dom: Option<&'a Dom>,
    links: SegmentedVec<Link>,
    /// The other texts.
    texts: Vec<Cow<'a, str>>,
}

#[derive(Debug)]
struct Link {
    what: Linked,
    /// One above the position of the draft's next child; 0 for none.
    next: u32,
}

#[derive(Debug, Clone, Copy)]
enum Linked {
    /// The draft at this position.
    Draft(u32),
    Space,
    /// The text of a text node.
    Node(NodeId),
    /// The text at this position.
    Text(u32),
}

impl<'a> Pieces<'a> {
    /// No children yet.
    pub(super) fn new(dom: &'a Dom) -> Self {
        Self { dom: Some(dom), links: SegmentedVec::new(), texts: Vec::new() }
    }

    /// The children of a draft.
    pub(super) fn of(&self, children: Children) -> impl Iterator<Item = Piece<'_>> {
        let mut next = children.first;
        std::iter::from_fn(move || {
            let link = self.links.get((next as usize).checked_sub(1)?)?;
            next = link.next;
            Some(match link.what {
                Linked::Draft(draft) => Piece::Draft(draft as usize),
                Linked::Space => Piece::Text(Cow::Borrowed(" ")),
                Linked::Node(node) => Piece::Text(Cow::Borrowed(self.dom?.text(node)?)),
                Linked::Text(at) => Piece::Text(Cow::Borrowed(self.texts.get(at as usize)?)),
            })
        })
    }

    /// Adds a draft.
    pub(super) fn push_draft(&mut self, children: &mut Children, draft: usize) {
        self.link(children, Linked::Draft(position(draft)));
    }

    /// Adds a text; `node`: the text node that it is of.
    pub(super) fn push_text(&mut self, children: &mut Children, text: Cow<'a, str>, node: Option<NodeId>) {
        if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            // White space around a text is dropped, and one space is as good as several.
            let last = self.links.get((children.last as usize).wrapping_sub(1));
            if !text.is_empty() && last.is_some_and(|last| !matches!(last.what, Linked::Space)) {
                self.link(children, Linked::Space);
            }
            return;
        }
        let what = node.map_or_else(|| Linked::Text(position(self.texts.len())), Linked::Node);
        if node.is_none() {
            self.texts.push(text);
        }
        self.link(children, what);
    }

    fn link(&mut self, children: &mut Children, what: Linked) {
        self.links.push(Link { what, next: 0 });
        let at = position(self.links.len());
        match self.links.get_mut((children.last as usize).wrapping_sub(1)) {
            Some(last) => last.next = at,
            None => children.first = at,
        }
        children.last = at;
    }
}

fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX - 1)
}
