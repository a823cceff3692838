//! Decides between rows that differ in nothing but their place: by their nodes, by the label above them, by the order of the rows around
//! them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{Atom, AtomKind, Digest, RowIdentity};
use super::rarity::Version;
use super::row_groups::{by_appearance, index_of, lists};
use super::rows::{ROW_THRESHOLD, RowAligner, RowMatch};

/// Matched rows in unchanged order that are needed before duplicates between them are matched by position.
const MIN_ANCHORS: usize = 4;

impl RowAligner<'_> {
    /// Matches the rows of unchanged lists, and duplicates in lists of the same length whose distinct rows all stayed in
    /// place.
    pub(super) fn match_unchanged_lists(&mut self) {
        let (ours, theirs) = (lists(&self.before.records), lists(&self.after.records));
        let texts = |records: &[RowIdentity], rows: &[u32]| -> Vec<(Digest, Digest)> {
            rows.iter().map(|&r| (records[r as usize].tag, records[r as usize].digest)).collect()
        };
        let mut lists_by_texts: FxHashMap<Vec<(Digest, Digest)>, SmallVec<[u32; 1]>> = FxHashMap::default();
        for (&list, rows) in &theirs {
            lists_by_texts.entry(texts(&self.after.records, rows)).or_default().push(list);
        }
        let mut count_by_texts: FxHashMap<Vec<(Digest, Digest)>, u32> = FxHashMap::default();
        for rows in ours.values() {
            *count_by_texts.entry(texts(&self.before.records, rows)).or_default() += 1;
        }
        for rows in ours.values() {
            let words = texts(&self.before.records, rows);
            if let (Some([list]), Some(1)) =
                (lists_by_texts.get(&words).map(SmallVec::as_slice), count_by_texts.get(&words))
            {
                for (&row, &to) in rows.iter().zip(&theirs[list]) {
                    self.accept(row, to);
                }
                continue;
            }
            self.match_in_place(rows, &theirs);
        }
    }

    fn match_in_place(&mut self, rows: &[u32], theirs: &BTreeMap<u32, Vec<u32>>) {
        let matched: Vec<(usize, u32)> = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| !self.weak.contains(row))
            .filter_map(|(place, &row)| Some((place, self.rows[row as usize].to()?)))
            .collect();
        let Some(&(_, first)) = matched.first() else { return };
        let list = self.after.records[first as usize].list;
        let Some(their_rows) = theirs.get(&list) else { return };
        let in_place =
            their_rows.len() == rows.len() && matched.iter().all(|&(place, to)| their_rows.get(place) == Some(&to));
        if !in_place || matched.len() * 2 <= rows.len() {
            return;
        }
        for (&row, &to) in rows.iter().zip(their_rows) {
            if self.rows[row as usize].to().is_some() && !self.weak.contains(&row) {
                continue;
            }
            let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
            let similarity = self.similarity(row, to).unwrap_or_default();
            let same = old.digest == new.digest && old.tag == new.tag;
            if same || self.rows[row as usize] == RowMatch::Ambiguous && similarity >= ROW_THRESHOLD {
                self.accept(row, to);
            }
        }
    }

    /// Matches two rows unless a connected node contradicts it.
    fn accept(&mut self, row: u32, to: u32) {
        if self.contradicted(row, to) {
            return;
        }
        self.rows[row as usize] = RowMatch::To(to);
        self.weak.remove(&row);
    }

    /// True if the node of the row is now a duplicate of `to`: only nodes distinguish duplicates.
    fn contradicted(&self, row: u32, to: u32) -> bool {
        let Some(node) = self.handle(row) else { return false };
        let target = &self.after.records[to as usize];
        let Some(&at) = self.after_by_node.get(&node).filter(|_| node != target.node) else { return false };
        let record = &self.after.records[at as usize];
        record.tag == target.tag
            && (record.digest == target.digest || self.are_twins(Version::After, to as usize, at as usize))
    }

    /// Lists that show other rows on the nodes of rows that are known by their texts: their nodes prove nothing.
    fn reusing_lists(&self) -> FxHashSet<u32> {
        let reused = |&(at, _): &(usize, &RowIdentity)| {
            let row = index_of(at);
            let now = self.handle(row).and_then(|node| self.after_by_node.get(&node));
            matches!((self.rows[at].to(), now), (Some(to), Some(&now)) if to != now) && !self.weak.contains(&row)
        };
        self.before.records.iter().enumerate().filter(reused).map(|(_, record)| record.list).collect()
    }

    /// Matches duplicates by their nodes if there are as many as before, on the same nodes.
    pub(super) fn match_by_handles(&mut self) {
        if self.handles.is_none() || !self.has_ambiguous() {
            return;
        }
        let (ours, theirs) = (by_appearance(&self.before.records), by_appearance(&self.after.records));
        let reusing = self.reusing_lists();
        let mut appearances: Vec<_> = ours.keys().collect();
        appearances.sort_unstable();
        for key in appearances {
            let duplicates = &ours[key];
            let Some(targets) = theirs.get(key).filter(|targets| targets.len() == duplicates.len()) else { continue };
            if !duplicates.iter().any(|&duplicate| self.rows[duplicate as usize] == RowMatch::Ambiguous) {
                continue;
            }
            let landed: Vec<Option<u32>> =
                duplicates.iter().map(|&duplicate| self.after_by_node.get(&self.handle(duplicate)?).copied()).collect();
            let mut sorted: Vec<u32> = landed.iter().copied().flatten().collect();
            sorted.sort_unstable();
            if sorted != *targets
                || duplicates.iter().any(|&row| reusing.contains(&self.before.records[row as usize].list))
            {
                continue;
            }
            for (&duplicate, to) in duplicates.iter().zip(landed) {
                if let Some(to) = to
                    && self.rows[duplicate as usize] == RowMatch::Ambiguous
                {
                    self.rows[duplicate as usize] = RowMatch::To(to);
                }
            }
        }
    }

    /// Matches duplicates by the label that each is under, such as a day, if no other of them is under it.
    pub(super) fn match_by_labels(&mut self) {
        if !self.has_ambiguous() {
            return;
        }
        let by_label = |records: &[RowIdentity]| {
            let mut map: FxHashMap<(Digest, Digest, Digest), SmallVec<[u32; 1]>> = FxHashMap::default();
            for (i, record) in records.iter().enumerate().filter(|(_, record)| record.under != 0) {
                map.entry((record.tag, record.digest, record.under)).or_default().push(index_of(i));
            }
            map
        };
        let (ours, theirs) = (by_label(&self.before.records), by_label(&self.after.records));
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for (i, record) in self.before.records.iter().enumerate() {
            let key = (record.tag, record.digest, record.under);
            if self.rows[i] == RowMatch::Ambiguous
                && let (Some([_]), Some(&[to])) =
                    (ours.get(&key).map(SmallVec::as_slice), theirs.get(&key).map(SmallVec::as_slice))
                && taken.insert(to)
            {
                self.accept(index_of(i), to);
            }
        }
    }

    /// Lists with at least two matched rows whose matched rows all have unchanged texts, numbers included.
    fn unchanged_lists(&self) -> FxHashSet<u32> {
        let mut matched: FxHashMap<u32, (u32, bool)> = FxHashMap::default();
        for (old, row) in self.before.records.iter().zip(&self.rows) {
            let Some(to) = row.to() else { continue };
            let (count, same) = matched.entry(old.list).or_insert((0, true));
            *count += 1;
            *same &= old.digest == self.after.records[to as usize].digest;
        }
        matched.into_iter().filter(|(_, (count, same))| *same && *count > 1).map(|(list, _)| list).collect()
    }

    /// Matches rows that differ in numbers only (two messages `ok`, a minute apart) by their numbers where no matched row of
    /// the list changed a number.
    pub(super) fn match_exact_duplicates(&mut self) {
        if !self.has_ambiguous() {
            return;
        }
        let (ours, theirs) = (by_appearance(&self.before.records), by_appearance(&self.after.records));
        let taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        let unchanged = self.unchanged_lists();
        for (i, record) in self.before.records.iter().enumerate() {
            let has = |kind: AtomKind| record.atoms.iter().any(|atom| atom.kind == kind);
            if self.rows[i] != RowMatch::Ambiguous || !has(AtomKind::Content) || !has(AtomKind::Number) {
                continue;
            }
            let appearance = (record.tag, record.digest);
            if let (Some([_]), Some(&[to])) =
                (ours.get(&appearance).map(Vec::as_slice), theirs.get(&appearance).map(Vec::as_slice))
                && !taken.contains(&to)
                && unchanged.contains(&record.list)
                && self.handle(index_of(i)).is_none_or(|node| {
                    node == self.after.records[to as usize].node || !self.after_by_node.contains_key(&node)
                })
            {
                self.rows[i] = RowMatch::To(to);
            }
        }
    }

    /// Matches duplicates by position between matched rows in unchanged order, if there are as many as before.
    pub(super) fn match_between(&mut self) {
        if !self.has_ambiguous() {
            return;
        }
        let (ours, theirs) = (lists(&self.before.records), lists(&self.after.records));
        let mut found: Vec<(u32, u32)> = Vec::new();
        for rows in ours.values() {
            let matched: Vec<(usize, u32)> =
                rows.iter().enumerate().filter_map(|(at, &row)| Some((at, self.rows[row as usize].to()?))).collect();
            if matched.len() < MIN_ANCHORS || matched.len() * 2 <= rows.len() || matched.len() == rows.len() {
                continue;
            }
            let list = self.after.records[matched[0].1 as usize].list;
            let Some(their_rows) = theirs.get(&list) else { continue };
            let place = |to: u32| {
                let record = &self.after.records[to as usize];
                their_rows
                    .binary_search_by_key(&record.place, |&row| self.after.records[row as usize].place)
                    .ok()
                    .filter(|_| record.list == list)
            };
            let places: Option<Vec<(usize, usize)>> = matched.iter().map(|&(at, to)| Some((at, place(to)?))).collect();
            let Some(mut anchors) = places.filter(|places| places.windows(2).all(|pair| pair[0].1 < pair[1].1)) else {
                continue;
            };
            anchors.push((rows.len(), their_rows.len()));
            let (mut at, mut to) = (0, 0);
            for (next_at, next_to) in anchors {
                let (before, after) = (&rows[at..next_at], &their_rows[to..next_to]);
                let alike = |(&row, &to): (&u32, &u32)| {
                    let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
                    (old.tag, old.digest) == (new.tag, new.digest)
                };
                if before.len() == after.len() && before.iter().zip(after).all(alike) {
                    found.extend(before.iter().copied().zip(after.iter().copied()));
                }
                (at, to) = (next_at + 1, next_to + 1);
            }
        }
        for (row, to) in found {
            let elsewhere = self.handle(row).is_some_and(|node| {
                node != self.after.records[to as usize].node && self.after_by_node.contains_key(&node)
            });
            // A node that now shows another row proves nothing about this one.
            if self.rows[row as usize] == RowMatch::Ambiguous && !(elsewhere && self.contradicted(row, to)) {
                self.rows[row as usize] = RowMatch::To(to);
            }
        }
    }

    /// Matches the parts of rows that are known, if each has the words that no other part of its row has: only numbers changed.
    pub(super) fn match_parts(&mut self) {
        if self.is_complete() {
            return;
        }
        let parts = |records: &[RowIdentity]| {
            let mut parts: FxHashMap<(u32, Digest, Vec<Digest>), SmallVec<[u32; 1]>> = FxHashMap::default();
            for (at, record) in records.iter().enumerate() {
                let Some(outer) = record.outer else { continue };
                let is_word = |atom: &&Atom| matches!(atom.kind, AtomKind::Content | AtomKind::Control);
                let words: Vec<Digest> = record.atoms.iter().filter(is_word).map(|atom| atom.digest).collect();
                if !words.is_empty() {
                    parts.entry((outer, record.tag, words)).or_default().push(index_of(at));
                }
            }
            parts
        };
        let theirs = parts(&self.after.records);
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        let ours = parts(&self.before.records);
        let mut ours: Vec<_> = ours.into_iter().filter(|(_, rows)| rows.len() == 1).collect();
        // Parts of parts follow.
        ours.sort_unstable_by_key(|(_, rows)| rows[0]);
        for ((outer, tag, words), ours) in ours {
            let Some(now) = self.rows[outer as usize].to() else { continue };
            let same = theirs.get(&(now, tag, words)).map(SmallVec::as_slice);
            if let (&[row], Some(&[to])) = (ours.as_slice(), same)
                && self.rows[row as usize].to().is_none()
                && !self.contradicted(row, to)
                && taken.insert(to)
            {
                self.rows[row as usize] = RowMatch::To(to);
            }
        }
    }
}
