//! [`KnownRefs`]: which ref an element has over the snapshots of one document.

use std::collections::BTreeMap;

use crate::aria::Role;
use crate::dom::NodeId;
use crate::refs::Ref;

/// The refs that the elements of a document have been given.
///
/// Playwright: an element keeps its ref as long as its role and name are the same, also while it is hidden; else it gets the
/// next number. No number is used twice.
#[derive(Debug, Clone, Default)]
pub struct KnownRefs {
    known: BTreeMap<NodeId, KnownRef>,
    /// The number of the document's own frame.
    first: u32,
    /// The last number assigned in each frame, from the first.
    last: Vec<u32>,
}

/// The role and the name of an element when it got its ref.
#[derive(Debug, Clone)]
pub struct KnownRef {
    pub role: Role,
    pub name: Box<str>,
    pub reference: Ref,
}

impl KnownRefs {
    /// For a document whose own frame has this number; those inside of it have the next ones.
    pub fn from_frame(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    /// The ref of an element of a frame, which is counted from that of the document.
    pub(super) fn of(&mut self, frame: u32, node: NodeId, role: Role, name: &str) -> Ref {
        if let Some(known) = self.known.get(&node).filter(|known| known.role == role && *known.name == *name) {
            return known.reference;
        }
        let index = frame as usize;
        if self.last.len() <= index {
            self.last.resize(index + 1, 0);
        }
        self.last[index] += 1;
        let reference = Ref { frame: self.first.saturating_add(frame), number: self.last[index] };
        self.known.insert(node, KnownRef { role, name: name.into(), reference });
        reference
    }

    /// The element that has a ref now, whether or not it is shown.
    pub fn find(&self, reference: Ref) -> Option<(NodeId, &KnownRef)> {
        self.known.iter().find(|(_, known)| known.reference == reference).map(|(node, known)| (*node, known))
    }

    /// The ref that an element has; `None` if no snapshot showed it.
    pub fn reference(&self, node: NodeId) -> Option<Ref> {
        self.known.get(&node).map(|known| known.reference)
    }

    /// True if the number was assigned, even if its element now has another one.
    pub fn was_assigned(&self, reference: Ref) -> bool {
        let last = reference.frame.checked_sub(self.first).and_then(|frame| self.last.get(frame as usize).copied());
        (1..=last.unwrap_or_default()).contains(&reference.number)
    }
}
