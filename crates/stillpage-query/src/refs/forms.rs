//! Forms that show another record: below the same headings, every field has other words.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alignment::Alignment;
use super::fingerprint::{Digest, Fingerprint};

/// Words that changed from which on a form shows another record; one field alone may have been typed into.
const MIN_CHANGED: usize = 2;

/// What the fields below a label had and have.
#[derive(Default)]
struct Words {
    /// Whether a field outside of rows has other words now, and whether one has the same.
    changed: bool,
    kept: bool,
    before: FxHashSet<Digest>,
    after: FxHashSet<Digest>,
}

/// The labels below which every text field outside of rows has other words than before, and no field in a row has words that one
/// had: the form shows another record.
pub(super) fn labels_of_other_records(before: &Fingerprint, after: &Fingerprint) -> FxHashSet<Digest> {
    let mut fields: FxHashMap<(&str, &[Digest]), Option<Digest>> = FxHashMap::default();
    for now in after.identities.iter().filter(|identity| identity.record.is_none() && identity.is_field()) {
        fields.entry((&*now.name, &*now.labels)).and_modify(|known| *known = None).or_insert(Some(now.value));
    }
    let mut panes: FxHashMap<Digest, Words> = FxHashMap::default();
    for was in before.identities.iter().filter(|identity| identity.value != 0 && identity.record.is_none()) {
        let Some(&label) = was.labels.first() else { continue };
        let pane = panes.entry(label).or_default();
        match fields.get(&(&*was.name, &*was.labels)) {
            Some(&Some(now)) if now != 0 && now != was.value => pane.changed = true,
            // An empty field was cleared.
            _ => pane.kept = true,
        }
    }
    panes.retain(|_, pane| pane.changed && !pane.kept);
    if panes.is_empty() {
        return FxHashSet::default();
    }
    for identity in before.identities.iter().filter(|identity| identity.value != 0) {
        for label in &identity.labels {
            panes.entry(*label).and_modify(|pane| _ = pane.before.insert(identity.value));
        }
    }
    for identity in after.identities.iter().filter(|identity| identity.value != 0) {
        for label in &identity.labels {
            panes.entry(*label).and_modify(|pane| _ = pane.after.insert(identity.value));
        }
    }
    let is_other = |words: &Words| {
        words.before.len().min(words.after.len()) >= MIN_CHANGED && words.before.is_disjoint(&words.after)
    };
    panes.into_iter().filter(|(_, words)| is_other(words)).map(|(label, _)| label).collect()
}

impl Alignment<'_> {
    /// True for an element outside of rows in a form that shows another record.
    pub(super) fn is_of_other_record(&self, index: usize) -> bool {
        let in_form = |label: &Digest| self.of_other_records.contains(label);
        !self.of_other_records.is_empty()
            && self.before.identities.get(index).is_some_and(|it| it.record.is_none() && it.labels.iter().any(in_form))
    }
}
