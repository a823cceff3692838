//! Lists that are shown in another form, a table that became cards or cards that became a table, and the controls of their rows.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::alignment::Alignment;
use super::element_match::ElementMatch;
use super::fingerprint::{AtomKind, Digest, Fingerprint, Identity, RowIdentity};
use super::index::{indices, named};
use super::row_groups::lists;
use super::rows::{RowAligner, RowMatch};

/// Rows from which on a list is known in another form.
const MIN_ROWS: usize = 3;

impl RowAligner<'_> {
    /// Matches the rows of a list that is gone with those of a new one of other elements, if there are as many, and each row has at
    /// least half of what distinguishes the one in its place, where the less is said.
    pub(super) fn match_recast(&mut self) {
        let taken =
            self.rows.iter().filter_map(|row| row.to()).map(|to| self.after.records[to as usize].list).collect();
        let theirs = lists(&self.after.records);
        let new: Vec<(&[u32], OwnTexts)> = self.unmatched(&self.after.records, &theirs, &taken);
        if new.is_empty() {
            return;
        }
        let ours = lists(&self.before.records);
        let known = self.before.records.iter().zip(&self.rows).filter(|(_, row)| row.to().is_some());
        let known = known.map(|(record, _)| record.list).collect();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (rows, texts) in self.unmatched(&self.before.records, &ours, &known) {
            let is_same = |(others, other_texts): &&(&[u32], OwnTexts)| {
                let tag = |records: &[RowIdentity], rows: &[u32]| records[rows[0] as usize].tag;
                rows.len() == others.len()
                    && tag(&self.before.records, rows) != tag(&self.after.records, others)
                    && say_the_same(&texts, other_texts, rows.len())
            };
            let mut same = new.iter().filter(is_same);
            if let (Some((others, _)), None) = (same.next(), same.next()) {
                pairs.extend(rows.iter().copied().zip(others.iter().copied()));
            }
        }
        for (row, to) in pairs {
            self.rows[row as usize] = RowMatch::To(to);
        }
    }

    /// The lists outside of rows without a matched row, with the texts that one row of each has alone.
    fn unmatched<'l>(
        &self,
        records: &[RowIdentity],
        lists: &'l BTreeMap<u32, Vec<u32>>,
        matched: &FxHashSet<u32>,
    ) -> Vec<(&'l [u32], OwnTexts)> {
        let is_open = |(list, rows): &(&u32, &Vec<u32>)| {
            rows.len() >= MIN_ROWS && !matched.contains(list) && records[rows[0] as usize].outer.is_none()
        };
        lists.iter().filter(is_open).map(|(_, rows)| (&rows[..], own_texts(records, rows))).collect()
    }
}

impl Alignment<'_> {
    /// The element with the role and the name of another in a row whose temporary key became another, or that is made of other
    /// elements, if each row has one such.
    pub(super) fn settled(&self, identity: &Identity, row: u32) -> Option<ElementMatch> {
        let (old, new) = (self.before.records.get(identity.record? as usize)?, self.after.records.get(row as usize)?);
        let has_settled = old.atoms.iter().any(|atom| atom.kind == AtomKind::Temporary && !new.has(atom));
        (has_settled || old.tag != new.tag).then_some(())?;
        let only = |page: &Fingerprint, named: &[usize], row: Option<u32>| {
            let mut same = named.iter().copied().filter(|&at| page.identities[at].record == row);
            same.next().filter(|_| same.next().is_none())
        };
        only(&self.before, indices(&self.was.named, &named(identity)), identity.record)?;
        let to = only(self.after, indices(&self.now.named, &named(identity)), Some(row))?;
        Some(ElementMatch::Found { to, proof: self.row_proof(identity.record?) })
    }
}

/// The place of the only row of a list that has a text.
type OwnTexts = BTreeMap<Digest, usize>;

fn own_texts(records: &[RowIdentity], rows: &[u32]) -> OwnTexts {
    let mut places: BTreeMap<Digest, Option<usize>> = BTreeMap::new();
    for (place, &row) in rows.iter().enumerate() {
        let counts =
            |kind| !matches!(kind, AtomKind::Number | AtomKind::Numbered | AtomKind::Hidden | AtomKind::Heading);
        for atom in records[row as usize].atoms.iter().filter(|atom| counts(atom.kind)) {
            places.entry(atom.digest).and_modify(|at| *at = at.filter(|&at| at == place)).or_insert(Some(place));
        }
    }
    places.into_iter().filter_map(|(text, place)| Some((text, place?))).collect()
}

/// True if each row of one of two lists has at least half of what the row in its place in the other one has alone, and no row what
/// another place has.
fn say_the_same(before: &OwnTexts, after: &OwnTexts, count: usize) -> bool {
    let mut shared = vec![0_usize; count];
    for (text, &place) in before {
        match after.get(text) {
            Some(&other) if other == place => shared[place] += 1,
            Some(_) => return false,
            None => {}
        }
    }
    let totals = |texts: &OwnTexts| {
        let mut totals = vec![0_usize; count];
        texts.values().for_each(|&place| totals[place] += 1);
        totals
    };
    let (ours, theirs) = (totals(before), totals(after));
    (0..count).all(|at| shared[at] > 0 && shared[at] * 2 >= ours[at].min(theirs[at]))
}
