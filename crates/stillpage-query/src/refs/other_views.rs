//! Rows that may be those of another view: once another tab, filter or page is chosen, rows without a key may only read as others did.

use rustc_hash::FxHashSet;

use super::fingerprint::{AtomKind, Choice, RowIdentity};
use super::row_groups::lists;
use super::rows::RowAligner;

/// Words and characters of a row from which on another row with them is unlikely.
const LONG: (usize, usize) = (3, 16);

impl RowAligner<'_> {
    /// Rows that another tab, filter or page may show now: rows without a key of lists that are neither a part of what was
    /// there nor all of it and more, or that have other words.
    pub(super) fn of_other_views(&self) -> Vec<u32> {
        let mut refused: Vec<u32> = Vec::new();
        let other = |old: &Choice| {
            self.after
                .choices
                .iter()
                .any(|new| new.group == old.group && new.chosen != old.chosen && new.place != old.place)
        };
        if !self.before.choices.iter().any(other) {
            return refused;
        }
        let (ours, theirs) = (lists(&self.before.records), lists(&self.after.records));
        let taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for rows in ours.values() {
            let pairs: Vec<(u32, u32)> =
                rows.iter().filter_map(|&row| Some((row, self.rows[row as usize].to()?))).collect();
            let open = |&(row, to): &(u32, u32)| !self.share_key(row as usize, to as usize);
            if !pairs.iter().any(open) {
                continue;
            }
            let list = |to: u32| theirs.get(&self.after.records[to as usize].list).map_or(&[][..], Vec::as_slice);
            let same = |(row, to): (&u32, &u32)| {
                self.before.records[*row as usize].digest == self.after.records[*to as usize].digest
            };
            let their_rows = list(pairs[0].1);
            if their_rows.len() == rows.len() && rows.iter().zip(their_rows).all(same) {
                continue;
            }
            let is_part = pairs.len() == rows.len()
                || pairs.iter().all(|&(_, to)| list(to).iter().all(|row| taken.contains(row)));
            let reads_alike = |&(row, to): &(u32, u32)| {
                let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
                has_words_of(old, new) && has_words_of(new, old)
            };
            if is_part && pairs.iter().all(reads_alike) {
                continue;
            }
            let is_long = |&(row, _): &(u32, u32)| {
                let label = &self.before.records[row as usize].label;
                label.split(' ').count() >= LONG.0 && label.chars().count() >= LONG.1
            };
            refused.extend(
                pairs.iter().filter(|pair| open(pair) && !(is_long(pair) && reads_alike(pair))).map(|pair| pair.0),
            );
        }
        refused
    }

    /// True if two rows have a link or a hidden value in common that no other row has.
    pub(super) fn share_key(&self, before: usize, after: usize) -> bool {
        let (old, new) = (&self.before.records[before], &self.after.records[after]);
        let is_key = |kind: AtomKind| matches!(kind, AtomKind::Link | AtomKind::Hidden);
        old.atoms.iter().any(|atom| is_key(atom.kind) && new.has(atom) && self.rarity.is_of_two_rows(atom.digest))
    }
}

/// True if a row has all words of another.
fn has_words_of(row: &RowIdentity, other: &RowIdentity) -> bool {
    other.atoms.iter().filter(|atom| atom.kind == AtomKind::Content).all(|atom| row.has(atom))
}
