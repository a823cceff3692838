//! [`PageFingerprint`]: a page with the fingerprint of all its elements.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::builder::indexed_elements;
use super::fingerprint::Fingerprint;
use crate::aria::Exposure;
use crate::dom::NodeId;
use crate::page::Page;

/// Limit: elements listed by an error.
pub(super) const MAX_LISTED: usize = 5;

/// A page with the fingerprint of all its elements, as resolvers and sessions need it.
#[derive(Debug)]
pub struct PageFingerprint<'p> {
    pub(super) page: &'p Page,
    pub(super) fingerprint: Fingerprint,
    /// See [`Fingerprint::digest`].
    digest: OnceLock<u64>,
    pub(super) positions: FxHashMap<NodeId, usize>,
    /// Positions among [`indexed_elements`]; only errors ask for them.
    index: OnceLock<FxHashMap<NodeId, u32>>,
    /// The first controls of each row, by row; only errors ask for them.
    controls: OnceLock<FxHashMap<u32, SmallVec<[usize; MAX_LISTED]>>>,
}

impl<'p> PageFingerprint<'p> {
    /// Computes the fingerprint of a page, in time linear in its size.
    #[must_use]
    pub fn of(page: &'p Page) -> Self {
        let fingerprint = Fingerprint::of_all(page);
        let positions = fingerprint.identities.iter().enumerate().map(|(at, identity)| (identity.node, at)).collect();
        Self {
            page,
            digest: OnceLock::new(),
            fingerprint,
            positions,
            index: OnceLock::new(),
            controls: OnceLock::new(),
        }
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// The identities of all its elements.
    #[must_use]
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    pub(super) fn digest(&self) -> u64 {
        *self.digest.get_or_init(|| self.fingerprint.digest())
    }

    /// The position of an element's identity.
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.positions.get(&node).copied()
    }

    pub(super) fn index(&self, node: NodeId) -> Option<u32> {
        let all = || {
            let elements = indexed_elements(self.page.dom()).into_iter().enumerate();
            elements.filter_map(|(at, node)| Some((node, u32::try_from(at).ok()?))).collect()
        };
        self.index.get_or_init(all).get(&node).copied()
    }

    /// The first controls of a row.
    pub(super) fn controls(&self, row: u32) -> &[usize] {
        let all = || {
            let mut controls: FxHashMap<u32, SmallVec<[usize; MAX_LISTED]>> = FxHashMap::default();
            for (at, identity) in self.fingerprint.identities.iter().enumerate() {
                let Some(row) = identity.record.filter(|_| identity.is_interactive()) else { continue };
                let listed = controls.entry(row).or_default();
                if listed.len() < MAX_LISTED {
                    listed.push(at);
                }
            }
            controls
        };
        self.controls.get_or_init(all).get(&row).map_or(&[], SmallVec::as_slice)
    }

    pub(super) fn is_rendered(&self, node: NodeId) -> bool {
        self.page.aria().get(node).is_some_and(|aria| aria.exposure.contains(Exposure::BOX))
    }
}
