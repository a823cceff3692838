//! Which row of one page became which row of another, by what the rows say.
//!
//! The shared texts count, weighted by how rare they are on both pages; where a row is says something only if everything
//! around it stayed.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{AtomKind, Digest, Fingerprint, Record};
use super::heal::Handles;
use crate::dom::NodeId;

/// Rows that share less (weighted Jaccard index of their texts) are not the same row.
const ROW_THRESHOLD: f32 = 0.5;
/// Another row that is this near makes the match ambiguous.
const ROW_MARGIN: f32 = 0.08;
/// Limit: a text in more rows than this says nothing about which row it is.
const COMMON_ROWS: usize = 200;

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RowMatch {
    Gone,
    Ambiguous,
    To(u32, f32),
}

impl RowMatch {
    pub(super) fn to(self) -> Option<u32> {
        match self {
            Self::To(row, _) => Some(row),
            _ => None,
        }
    }
}

fn index_of(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// Aligns the rows of two pages.
pub(super) struct RowAligner<'a> {
    before: &'a Fingerprint,
    after: &'a Fingerprint,
    handles: Handles<'a>,
    /// In how many rows of both pages each text is.
    frequency: FxHashMap<Digest, u32>,
    rows: Vec<RowMatch>,
    /// Rows matched by nothing but their controls' words.
    weak: FxHashSet<u32>,
    similarity: Vec<BTreeMap<u32, f32>>,
    after_by_node: FxHashMap<NodeId, u32>,
}

impl<'a> RowAligner<'a> {
    pub(super) fn new(before: &'a Fingerprint, after: &'a Fingerprint, handles: Handles<'a>) -> Self {
        let mut frequency: FxHashMap<Digest, u32> = FxHashMap::default();
        for record in before.records.iter().chain(&after.records) {
            for atom in &record.atoms {
                *frequency.entry(atom.digest).or_default() += 1;
            }
        }
        let rows = vec![RowMatch::Gone; before.records.len()];
        let after_by_node = after.records.iter().enumerate().map(|(i, r)| (r.node, index_of(i))).collect();
        let weak = FxHashSet::default();
        Self { before, after, handles, frequency, rows, weak, similarity: Vec::new(), after_by_node }
    }

    pub(super) fn align(mut self) -> Vec<RowMatch> {
        self.measure();
        self.match_by_texts();
        self.match_unchanged_lists();
        self.match_by_handles();
        self.drop_weak();
        self.rows
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of rows; the weight needs no more than 24 bits")]
    fn weight(&self, digest: Digest, kind: AtomKind) -> f32 {
        let rows = (self.before.records.len() + self.after.records.len()) as f32;
        let frequency = self.frequency.get(&digest).copied().unwrap_or(1).max(1) as f32;
        let rarity = (1.0 + rows / frequency).ln();
        match kind {
            AtomKind::Number => rarity * 0.25,
            AtomKind::Image => rarity * 0.5,
            AtomKind::Content | AtomKind::Control => rarity,
        }
    }

    /// Weighted Jaccard index of every two rows of the same tag that share a telling text.
    fn measure(&mut self) {
        let mut holders: FxHashMap<Digest, Vec<u32>> = FxHashMap::default();
        for (i, record) in self.after.records.iter().enumerate() {
            for atom in &record.atoms {
                holders.entry(atom.digest).or_default().push(index_of(i));
            }
        }
        let total = |record: &Record| record.atoms.iter().map(|a| self.weight(a.digest, a.kind)).sum::<f32>();
        let totals: Vec<f32> = self.after.records.iter().map(total).collect();
        let mut similarity = Vec::with_capacity(self.before.records.len());
        for record in &self.before.records {
            let mut shared: BTreeMap<u32, f32> = BTreeMap::new();
            for atom in &record.atoms {
                let Some(rows) = holders.get(&atom.digest).filter(|rows| rows.len() <= COMMON_ROWS) else { continue };
                let weight = self.weight(atom.digest, atom.kind);
                for &row in rows {
                    if self.after.records[row as usize].tag == record.tag {
                        *shared.entry(row).or_default() += weight;
                    }
                }
            }
            let own = total(record);
            for (row, weight) in &mut shared {
                let union = own + totals[*row as usize] - *weight;
                *weight = if union > 0.0 { *weight / union } else { 0.0 };
            }
            similarity.push(shared);
        }
        self.similarity = similarity;
    }

    /// Mutually best matches with no other row near on either side.
    fn match_by_texts(&mut self) {
        let mut back: FxHashMap<u32, Vec<(u32, f32)>> = FxHashMap::default();
        for (i, rows) in self.similarity.iter().enumerate() {
            for (&row, &s) in rows {
                back.entry(row).or_default().push((index_of(i), s));
            }
        }
        for i in 0..self.before.records.len() {
            let row = index_of(i);
            let Some((to, best)) = self.best(i) else { continue };
            if best < ROW_THRESHOLD {
                continue;
            }
            let near_after = self.similarity[i]
                .iter()
                .any(|(&other, &s)| other != to && s > best - ROW_MARGIN && !nested(&self.after.records, other, to));
            let rivals = back.get(&to).map_or(&[][..], Vec::as_slice);
            let near_before = rivals
                .iter()
                .any(|&(other, s)| other != row && s > best - ROW_MARGIN && !nested(&self.before.records, other, row));
            if near_after || near_before {
                self.rows[i] = RowMatch::Ambiguous;
                continue;
            }
            if rivals.iter().any(|&(_, s)| s > best + 1e-6) {
                continue;
            }
            if !self.share_telling_words(i, to as usize) {
                self.weak.insert(row);
            }
            self.rows[i] = RowMatch::To(to, best);
        }
    }

    fn best(&self, before: usize) -> Option<(u32, f32)> {
        let mut best: Option<(u32, f32)> = None;
        for (&row, &s) in &self.similarity[before] {
            if best.is_none_or(|(_, b)| s > b) {
                best = Some((row, s));
            }
        }
        best
    }

    /// True if both rows hold words of their own that few other rows hold.
    fn share_telling_words(&self, before: usize, after: usize) -> bool {
        let few = ((self.before.records.len() + self.after.records.len()) / 8).max(2);
        let theirs = &self.after.records[after].atoms;
        self.before.records[before].atoms.iter().any(|atom| {
            atom.kind == AtomKind::Content
                && theirs.iter().any(|t| t.digest == atom.digest && t.kind == AtomKind::Content)
                && self.frequency.get(&atom.digest).is_none_or(|&n| n as usize <= few)
        })
    }

    /// Lists whose rows say the same in the same order; and lists of the same length whose told-apart rows all kept their
    /// place: there twins keep theirs too.
    fn match_unchanged_lists(&mut self) {
        let lists = |records: &[Record]| {
            let mut map: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for (i, record) in records.iter().enumerate() {
                map.entry(record.list).or_default().push(index_of(i));
            }
            for rows in map.values_mut() {
                rows.sort_by_key(|&r| records[r as usize].place);
            }
            map
        };
        let (ours, theirs) = (lists(&self.before.records), lists(&self.after.records));
        let say = |records: &[Record], rows: &[u32]| -> Vec<(Digest, Digest)> {
            rows.iter().map(|&r| (records[r as usize].tag, records[r as usize].digest)).collect()
        };
        let mut saying: FxHashMap<Vec<(Digest, Digest)>, SmallVec<[u32; 1]>> = FxHashMap::default();
        for (&list, rows) in &theirs {
            saying.entry(say(&self.after.records, rows)).or_default().push(list);
        }
        let mut said: FxHashMap<Vec<(Digest, Digest)>, u32> = FxHashMap::default();
        for rows in ours.values() {
            *said.entry(say(&self.before.records, rows)).or_default() += 1;
        }
        for rows in ours.values() {
            let words = say(&self.before.records, rows);
            if let (Some([list]), Some(1)) = (saying.get(&words).map(SmallVec::as_slice), said.get(&words)) {
                for (&row, &to) in rows.iter().zip(&theirs[list]) {
                    self.settle(row, to, 1.0);
                }
                continue;
            }
            self.match_in_place(rows, &theirs);
        }
    }

    fn match_in_place(&mut self, rows: &[u32], theirs: &BTreeMap<u32, Vec<u32>>) {
        let told: Vec<(usize, u32)> = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| !self.weak.contains(row))
            .filter_map(|(place, &row)| Some((place, self.rows[row as usize].to()?)))
            .collect();
        let Some(&(_, first)) = told.first() else { return };
        let list = self.after.records[first as usize].list;
        let Some(their_rows) = theirs.get(&list) else { return };
        let in_place =
            their_rows.len() == rows.len() && told.iter().all(|&(place, to)| their_rows.get(place) == Some(&to));
        if !in_place || told.len() * 2 <= rows.len() {
            return;
        }
        for (&row, &to) in rows.iter().zip(their_rows) {
            if self.rows[row as usize].to().is_some() && !self.weak.contains(&row) {
                continue;
            }
            let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
            let similarity = self.similarity[row as usize].get(&to).copied().unwrap_or_default();
            let same = old.digest == new.digest && old.tag == new.tag;
            if same || self.rows[row as usize] == RowMatch::Ambiguous && similarity >= ROW_THRESHOLD {
                self.settle(row, to, similarity);
            }
        }
    }

    /// Matches two rows unless a connected node contradicts it.
    fn settle(&mut self, row: u32, to: u32, similarity: f32) {
        if self.contradicted(row, to) {
            return;
        }
        self.rows[row as usize] = RowMatch::To(to, similarity);
        self.weak.remove(&row);
    }

    /// True if the row's node lives on as another row that says the same as this one: then only the node can tell twins
    /// apart.
    fn contradicted(&self, row: u32, to: u32) -> bool {
        let Some(node) = self.handle(row) else { return false };
        let target = &self.after.records[to as usize];
        node != target.node
            && self.after_by_node.get(&node).is_some_and(|&at| {
                let record = &self.after.records[at as usize];
                record.digest == target.digest && record.tag == target.tag
            })
    }

    /// The node that a row's node is now.
    fn handle(&self, row: u32) -> Option<NodeId> {
        self.handles?.get(&self.before.records[row as usize].node).copied()
    }

    /// Twins: rows that say the same, as many before as after, each node of them still one of them.
    fn match_by_handles(&mut self) {
        if self.handles.is_none() {
            return;
        }
        let group = |records: &[Record]| {
            let mut map: BTreeMap<(Digest, Digest), Vec<u32>> = BTreeMap::new();
            for (i, record) in records.iter().enumerate() {
                map.entry((record.tag, record.digest)).or_default().push(index_of(i));
            }
            map
        };
        let (ours, theirs) = (group(&self.before.records), group(&self.after.records));
        for (key, twins) in &ours {
            let Some(targets) = theirs.get(key).filter(|targets| targets.len() == twins.len()) else { continue };
            if !twins.iter().any(|&twin| self.rows[twin as usize] == RowMatch::Ambiguous) {
                continue;
            }
            let landed: Vec<Option<u32>> =
                twins.iter().map(|&twin| self.after_by_node.get(&self.handle(twin)?).copied()).collect();
            let mut sorted: Vec<u32> = landed.iter().copied().flatten().collect();
            sorted.sort_unstable();
            if sorted != *targets {
                continue;
            }
            for (&twin, to) in twins.iter().zip(landed) {
                if let Some(to) = to
                    && self.rows[twin as usize] == RowMatch::Ambiguous
                {
                    self.rows[twin as usize] = RowMatch::To(to, 1.0);
                }
            }
        }
    }

    /// A row without words of its own is only accepted where its node, or both its neighbours, agree.
    fn drop_weak(&mut self) {
        let mut neighbours_before: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (i, record) in self.before.records.iter().enumerate() {
            neighbours_before.insert((record.list, record.place), index_of(i));
        }
        let mut neighbours_after: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (i, record) in self.after.records.iter().enumerate() {
            neighbours_after.insert((record.list, record.place), index_of(i));
        }
        let mut weak: Vec<u32> = self.weak.iter().copied().collect();
        weak.sort_unstable();
        for row in weak {
            let Some(to) = self.rows[row as usize].to() else { continue };
            let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
            let agreed = if self.handles.is_some() {
                self.handle(row) == Some(new.node)
            } else {
                let beside = |step: i64| {
                    let at = |map: &FxHashMap<(u32, u32), u32>, record: &Record| {
                        let place = u32::try_from(i64::from(record.place) + step).ok()?;
                        map.get(&(record.list, place)).copied()
                    };
                    let (before, after) = (at(&neighbours_before, old), at(&neighbours_after, new));
                    match before {
                        Some(before) => {
                            self.rows[before as usize].to().is_some() && self.rows[before as usize].to() == after
                        }
                        None => after.is_none(),
                    }
                };
                beside(-1) && beside(1)
            };
            if !agreed {
                self.rows[row as usize] = RowMatch::Ambiguous;
            }
        }
    }
}

/// True if one record is inside the other: they share texts by nature.
fn nested(records: &[Record], a: u32, b: u32) -> bool {
    let inside = |inner: u32, outer: u32| {
        let mut at = records[inner as usize].outer;
        while let Some(record) = at {
            if record == outer {
                return true;
            }
            at = records[record as usize].outer;
        }
        false
    };
    inside(a, b) || inside(b, a)
}
