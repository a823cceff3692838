//! Kinds of elements: rules by names match all elements of a kind or none, and are matched once for all of them.
//!
//! Elements are of a kind if selectors by names cannot tell them apart, and their parents are of a kind. Rules that look at
//! more (siblings, positions, states, containers) are matched for each element.

use rustc_hash::FxHashMap;

use super::resolve::MatchedBlock;
use crate::dom::{Dom, ElementData, NodeId};
use crate::selector::ComparedNames;

/// Limit: matches that are remembered for all kinds together; a page has a few for each.
const MAX_MATCHES: usize = 1 << 20;

/// Position of a kind; 0 is the document's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KindId(u32);

impl KindId {
    /// The parent of a document element.
    pub(super) const DOCUMENT: Self = Self(0);
}

#[derive(Debug)]
struct ElementKind {
    parent: KindId,
    /// An element of the kind.
    example: Option<NodeId>,
    /// The next kind of the same hash.
    next: Option<KindId>,
    /// The range in [`Kinds::matches`] of each target that was asked for.
    found: Vec<(u8, u32, u32)>,
}

/// The kinds of elements met so far in a document.
#[derive(Debug)]
pub(super) struct Kinds {
    kinds: Vec<ElementKind>,
    by_hash: FxHashMap<u64, KindId>,
    matches: Vec<MatchedBlock>,
}

impl Default for Kinds {
    fn default() -> Self {
        let document = ElementKind { parent: KindId::DOCUMENT, example: None, next: None, found: Vec::new() };
        Self { kinds: vec![document], by_hash: FxHashMap::default(), matches: Vec::new() }
    }
}

impl Kinds {
    /// The kind of an element whose parent is of the kind `parent`.
    pub(super) fn of(
        &mut self,
        dom: &Dom,
        compared: &ComparedNames,
        parent: KindId,
        node: NodeId,
        element: &ElementData,
    ) -> KindId {
        let hash = compared.hash(element) ^ u64::from(parent.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut next = self.by_hash.get(&hash).copied();
        let first = next;
        while let Some(id) = next {
            let kind = &self.kinds[id.0 as usize];
            let example = kind.example.and_then(|example| dom.element(example));
            if kind.parent == parent && example.is_some_and(|example| compared.are_alike(example, element)) {
                return id;
            }
            next = kind.next;
        }
        let id = KindId(u32::try_from(self.kinds.len()).unwrap_or(u32::MAX));
        self.kinds.push(ElementKind { parent, example: Some(node), next: first, found: Vec::new() });
        self.by_hash.insert(hash, id);
        id
    }

    /// Returns the blocks that match the elements of a kind, or a pseudo-element of theirs; `None` if they are not known yet.
    pub(super) fn matches(&self, kind: KindId, target: usize) -> Option<&[MatchedBlock]> {
        let found = &self.kinds.get(kind.0 as usize)?.found;
        let &(_, start, end) = found.iter().find(|(of, _, _)| usize::from(*of) == target)?;
        self.matches.get(start as usize..end as usize)
    }

    /// Remembers what matches the elements of a kind.
    pub(super) fn remember(&mut self, kind: KindId, target: usize, matches: &[MatchedBlock]) {
        let start = self.matches.len();
        let end = start + matches.len();
        if end > MAX_MATCHES {
            return;
        }
        let (Ok(of), Ok(from), Ok(to)) = (u8::try_from(target), u32::try_from(start), u32::try_from(end)) else {
            return;
        };
        if let Some(kind) = self.kinds.get_mut(kind.0 as usize) {
            self.matches.extend_from_slice(matches);
            kind.found.push((of, from, to));
        }
    }
}
