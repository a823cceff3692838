//! Elements of forms and lists that show other records, or the same ones grouped by something else.

use rustc_hash::FxHashSet;

use super::alignment::Alignment;
use super::fingerprint::{Digest, Identity};

impl Alignment<'_> {
    /// True for an element outside of rows in a form that shows another record.
    pub(super) fn is_of_other_record(&self, index: usize) -> bool {
        let in_form = |label: &Digest| self.of_other_records.contains(label);
        !self.of_other_records.is_empty()
            && self.before.identities.get(index).is_some_and(|it| it.record.is_none() && it.labels.iter().any(in_form))
    }

    /// True for an element of a row that is known by more than the heading above it, which is gone: the same rows may be grouped by
    /// something else.
    pub(super) fn is_regrouped(&self, identity: &Identity) -> bool {
        let is_one_of = |rows: &FxHashSet<u32>| identity.record.is_some_and(|row| rows.contains(&row));
        let around = identity.labels.get(1..).unwrap_or_default();
        let in_same_section = !around.is_empty() && around.iter().all(|label| self.labels_after.contains(label));
        is_one_of(&self.keyed) || in_same_section && is_one_of(&self.rich)
    }
}
