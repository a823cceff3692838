//! Text fields: forms that show another record, and rows and headings that repeat what is typed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::FingerprintBuilder;
use super::fingerprint::{AtomKind, Digest, Fingerprint, Identity, RowIdentity, has_letter, normalize};
use super::row_groups::index_of;
use super::rows::{RowAligner, RowMatch};
use super::walk::NOWHERE;
use crate::aria::Role;
use crate::dom::local_name;

/// Words that changed from which on a form shows another record; one field alone may have been typed into.
const MIN_CHANGED: usize = 2;

/// Limit: characters of the shortest words that a label is searched for.
const MIN_REPEATED: usize = 3;

impl FingerprintBuilder<'_> {
    /// The words in a text field, if it has any.
    pub(super) fn typed_words(&self, place: usize) -> Option<String> {
        let element = self.element(place).filter(|_| self.role(place) == Some(Role::Textbox))?;
        let value = match &*element.name.local {
            "textarea" => normalize(&self.dom.text_content(self.walk.order[place])),
            _ => normalize(element.attr(&local_name!("value")).unwrap_or_default()),
        };
        has_letter(&value).then_some(value)
    }

    /// Notes the words in the text fields outside of rows.
    pub(super) fn find_typed(&mut self) {
        let fields = (0..self.walk.len()).filter(|&at| self.record[at] == NOWHERE);
        let words = fields.filter_map(|at| self.typed_words(at)).filter(|words| words.chars().count() >= MIN_REPEATED);
        self.typed = words.map(String::into_boxed_str).collect();
    }
}

impl RowAligner<'_> {
    /// Matches the rows that repeat what is typed into a field, if no row had the new words and none has the old ones.
    pub(super) fn match_repeated(&mut self) {
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for (old, new) in retyped(self.before, self.after) {
            let holders = |records: &[RowIdentity], words: Digest| -> Vec<u32> {
                let says = |record: &RowIdentity| {
                    let atom = record.atom(words);
                    atom.is_some_and(|atom| matches!(atom.kind, AtomKind::Content | AtomKind::Numbered))
                };
                records.iter().enumerate().filter(|(_, record)| says(record)).map(|(at, _)| index_of(at)).collect()
            };
            let is_stale = |records: &[RowIdentity], words: Digest| records.iter().any(|record| record.holds(words));
            if is_stale(&self.before.records, new) || is_stale(&self.after.records, old) {
                continue;
            }
            let (ours, theirs) = (holders(&self.before.records, old), holders(&self.after.records, new));
            let is_same = |(&row, &to): (&u32, &u32)| {
                let (was, is) = (&self.before.records[row as usize], &self.after.records[to as usize]);
                let is_open = self.rows[row as usize].to().map_or(!taken.contains(&to), |known| known == to);
                (was.tag, was.place) == (is.tag, is.place) && is_open
            };
            if ours.is_empty() || ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(is_same) {
                continue;
            }
            self.repeats_typed = true;
            for (row, to) in ours.into_iter().zip(theirs) {
                taken.insert(to);
                self.rows[row as usize] = RowMatch::To(to);
            }
        }
    }
}

/// The words of each text field outside of rows that has others now, and those.
fn retyped(before: &Fingerprint, after: &Fingerprint) -> Vec<(Digest, Digest)> {
    let (ours, theirs) = (values_by_name(before), values_by_name(after));
    let changed = |(name, old): (&str, Option<Digest>)| {
        let (old, new) = (old?, (*theirs.get(name)?)?);
        (old != 0 && new != 0 && old != new).then_some((old, new))
    };
    let mut changed: Vec<(Digest, Digest)> = ours.into_iter().filter_map(changed).collect();
    changed.sort_unstable();
    changed
}

/// The words of the text fields outside of rows by name; `None` if several have the name.
fn values_by_name(page: &Fingerprint) -> FxHashMap<&str, Option<Digest>> {
    let mut fields: FxHashMap<&str, Option<Digest>> = FxHashMap::default();
    for Identity { name, value, .. } in page.identities.iter().filter(|it| it.record.is_none() && it.is_field()) {
        fields.entry(name).and_modify(|known| *known = None).or_insert(Some(*value));
    }
    fields
}

/// The labels that repeat what is typed, and what they are now.
pub(super) fn retyped_labels(before: &Fingerprint, after: &Fingerprint) -> FxHashMap<Digest, Digest> {
    let repeating = |page: &Fingerprint| -> FxHashMap<Digest, Option<Digest>> {
        let mut labels: FxHashMap<Digest, Option<Digest>> = FxHashMap::default();
        for label in page.labels.iter().filter(|label| label.repeats != 0) {
            labels.entry(label.repeats).and_modify(|known| *known = None).or_insert(Some(label.label));
        }
        labels
    };
    let (ours, theirs) = (repeating(before), repeating(after));
    let renamed = |(repeats, &old): (&Digest, &Option<Digest>)| {
        let (old, new) = (old?, (*theirs.get(repeats)?)?);
        (old != new).then_some((old, new))
    };
    ours.iter().filter_map(renamed).collect()
}

/// The words in the fields below a label, before and now.
#[derive(Default)]
struct Words {
    /// True if a field outside of rows has other words now.
    changed: bool,
    /// True if a field outside of rows has the words that it had, or none.
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
        for label in identity.labels.iter() {
            panes.entry(*label).and_modify(|pane| _ = pane.before.insert(identity.value));
        }
    }
    for identity in after.identities.iter().filter(|identity| identity.value != 0) {
        for label in identity.labels.iter() {
            panes.entry(*label).and_modify(|pane| _ = pane.after.insert(identity.value));
        }
    }
    let is_other = |words: &Words| {
        words.before.len().min(words.after.len()) >= MIN_CHANGED && words.before.is_disjoint(&words.after)
    };
    panes.into_iter().filter(|(_, words)| is_other(words)).map(|(label, _)| label).collect()
}
