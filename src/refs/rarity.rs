//! How rare the texts of rows are: a text that few rows have says more about a row than one that many have.

use rustc_hash::FxHashMap;

use super::fingerprint::{AtomKind, Digest, RowIdentity};
use super::row_groups::shared_with_inner;

/// The texts of the rows of two pages, counted.
pub(super) struct Rarity {
    /// The number of rows of both pages with each text.
    frequency: FxHashMap<Digest, u32>,
    /// The same without rows that have the text from a nested row.
    own: FxHashMap<Digest, u32>,
    /// Rows of both pages.
    rows: usize,
}

impl Rarity {
    pub(super) fn of(before: &[RowIdentity], after: &[RowIdentity]) -> Self {
        let mut frequency: FxHashMap<Digest, u32> = FxHashMap::default();
        for atom in before.iter().chain(after).flat_map(|record| &record.atoms) {
            *frequency.entry(atom.digest).or_default() += 1;
        }
        let mut own = frequency.clone();
        for records in [before, after] {
            for atom in shared_with_inner(records) {
                own.entry(atom).and_modify(|n| *n = n.saturating_sub(1));
            }
        }
        Self { frequency, own, rows: before.len() + after.len() }
    }

    /// What a text in common adds to the similarity of two rows.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows; the weight needs no more than 24 bits")]
    pub(super) fn weight(&self, digest: Digest, kind: AtomKind) -> f32 {
        let frequency = self.frequency.get(&digest).copied().unwrap_or(1).max(1) as f32;
        let rarity = libm::logf(1.0 + self.rows as f32 / frequency);
        match kind {
            AtomKind::Number => rarity * 0.25,
            AtomKind::Image => rarity * 0.5,
            AtomKind::Content | AtomKind::Control => rarity,
            AtomKind::Link | AtomKind::Heading => 0.0,
        }
    }

    /// True if few rows have a text of their own.
    pub(super) fn is_distinctive(&self, digest: Digest) -> bool {
        let few = (self.rows / 8).max(2);
        self.own.get(&digest).is_none_or(|&rows| rows as usize <= few)
    }

    /// True for a text of two rows in all.
    pub(super) fn is_of_two_rows(&self, digest: Digest) -> bool {
        self.own.get(&digest) == Some(&2)
    }
}
