//! Headings that show another number than before: `To do 3` is `To do 2` once a card is gone, `Step 2` is not `Step 3`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fingerprint::{Digest, Fingerprint, LabelWords};
use super::rows::RowMatch;

/// The labels of the page before that are other labels now, only because a number in them counts: the only ones with their
/// words, and the number is that of the rows below on both pages, or most rows below stayed below. What has no rows follows the
/// others.
pub(super) fn renumbered_labels(
    before: &Fingerprint,
    after: &Fingerprint,
    rows: &[RowMatch],
) -> FxHashMap<Digest, Digest> {
    let (ours, theirs) = (by_words(before), by_words(after));
    let changed = |(words, old): (&Digest, &Option<&LabelWords>)| {
        let (old, new) = ((*old)?, (*theirs.get(words)?)?);
        (old.label != new.label).then_some((old.label, (new.label, old.counts && new.counts)))
    };
    let changed: FxHashMap<Digest, (Digest, bool)> = ours.iter().filter_map(changed).collect();
    if changed.is_empty() {
        return FxHashMap::default();
    }
    let mut labels_after: FxHashMap<u32, &[Digest]> = FxHashMap::default();
    for identity in &after.identities {
        if let Some(row) = identity.record {
            labels_after.entry(row).or_insert(&identity.labels);
        }
    }
    // By label: its rows, and how many of them are below the new label now.
    let mut below: FxHashMap<Digest, (u32, u32)> = FxHashMap::default();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    for identity in &before.identities {
        let Some(row) = identity.record.filter(|&row| seen.insert(row)) else { continue };
        // Twins say nothing of what is above them.
        let Some(found) = rows.get(row as usize).filter(|row| **row != RowMatch::Ambiguous) else { continue };
        let now = found.to().and_then(|to| labels_after.get(&to));
        for label in identity.labels.iter() {
            if let Some((new, _)) = changed.get(label) {
                let count = below.entry(*label).or_default();
                count.0 += 1;
                count.1 += u32::from(now.is_some_and(|now| now.contains(new)));
            }
        }
    }
    let rows_of = |label: &Digest| below.get(label).copied().unwrap_or_default();
    let is_proven = |label: &Digest, counts: bool| {
        let (all, stayed) = rows_of(label);
        counts || stayed > 1 && stayed * 2 > all
    };
    let any = changed.iter().any(|(label, &(_, counts))| is_proven(label, counts));
    let is_count = |&(label, &(_, counts)): &(&Digest, &(Digest, bool))| {
        let (all, stayed) = rows_of(label);
        is_proven(label, counts) || any && stayed * 2 >= all
    };
    changed.iter().filter(is_count).map(|(&label, &(new, _))| (label, new)).collect()
}

/// The label with each words; `None` if several have them.
fn by_words(page: &Fingerprint) -> FxHashMap<Digest, Option<&LabelWords>> {
    let mut map: FxHashMap<Digest, Option<&LabelWords>> = FxHashMap::default();
    for label in &page.labels {
        map.entry(label.words).and_modify(|known| *known = None).or_insert(Some(label));
    }
    map
}
