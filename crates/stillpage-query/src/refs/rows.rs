//! Aligns the rows of two versions of a page by their texts.
//!
//! The similarity of two rows is the Jaccard index of their texts, weighted by rarity. Position counts only where all rows
//! around stayed in place.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{Atom, AtomKind, Digest, Fingerprint, Handles, RowIdentity};
use super::rarity::{Rarity, Version};
use super::row_groups::{contents, heading, index_of, links, nested, nesting, own_atoms};
use crate::dom::NodeId;

/// The least similarity (weighted Jaccard index) of matching rows.
pub(super) const ROW_THRESHOLD: f32 = 0.5;
/// A second candidate within this distance of the best makes the match ambiguous.
const ROW_MARGIN: f32 = 0.08;
/// Limit: rows with a text; a text in more rows is ignored.
const COMMON_ROWS: usize = 200;

/// The match of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RowMatch {
    Gone,
    Ambiguous,
    To(u32),
}

impl RowMatch {
    pub(super) fn to(self) -> Option<u32> {
        match self {
            Self::To(row) => Some(row),
            _ => None,
        }
    }
}

/// The texts that a row has in common with another: what they are worth on both pages, and on each page alone.
#[derive(Clone, Copy, Default)]
struct Shared {
    common: f32,
    both: f32,
    /// True once the other row is among those that share something.
    is_listed: bool,
}

/// Aligns the rows of two pages.
pub(super) struct RowAligner<'a> {
    pub(super) before: &'a Fingerprint,
    pub(super) after: &'a Fingerprint,
    pub(super) handles: Handles<'a>,
    pub(super) rarity: Rarity,
    /// True for rows with nested rows.
    pub(super) nests_before: Vec<bool>,
    pub(super) nests_after: Vec<bool>,
    /// The contents of the rows of each page, outside of their controls.
    pub(super) contents: [Vec<Option<Digest>>; 2],
    /// The digests of the links of each row, for both pages.
    pub(super) links: [Vec<SmallVec<[Digest; 2]>>; 2],
    pub(super) rows: Vec<RowMatch>,
    /// Rows matched by texts of controls only.
    pub(super) weak: FxHashSet<u32>,
    /// By row of the page before: the rows of the page after with something in common, ascending, and how similar they are.
    similarity: Vec<Vec<(u32, f32)>>,
    /// Empty if no node is known.
    pub(super) after_by_node: FxHashMap<NodeId, u32>,
    /// True if words were typed that rows repeat.
    pub(super) repeats_typed: bool,
}

impl<'a> RowAligner<'a> {
    pub(super) fn new(before: &'a Fingerprint, after: &'a Fingerprint, handles: Handles<'a>) -> Self {
        let rows = vec![RowMatch::Gone; before.records.len()];
        let nodes = after.records.iter().enumerate().map(|(i, r)| (r.node, index_of(i)));
        let after_by_node = nodes.filter(|_| handles.is_some()).collect();
        let weak = FxHashSet::default();
        let (nests_before, nests_after) = (nesting(&before.records), nesting(&after.records));
        Self {
            before,
            after,
            handles,
            rarity: Rarity::of(&before.records, &after.records),
            nests_before,
            nests_after,
            contents: [before, after].map(|page| page.records.iter().map(contents).collect()),
            links: [before, after].map(|page| page.records.iter().map(links).collect()),
            rows,
            weak,
            similarity: Vec::new(),
            after_by_node,
            repeats_typed: false,
        }
    }

    /// Matches all rows.
    pub(super) fn align(mut self) -> Self {
        self.measure();
        self.match_by_texts();
        self.match_unchanged_lists();
        self.match_by_handles();
        self.match_by_labels();
        self.drop_weak();
        self.match_exact_duplicates();
        self.match_between();
        self.match_by_node_and_words();
        self.match_by_headings();
        self.match_connected();
        self.match_settled();
        self.match_recast();
        self.refuse_contradicted();
        self.match_parts();
        self.match_repeated();
        self
    }

    /// Computes the similarity of all pairs of rows with the same tag and a distinctive text in common.
    fn measure(&mut self) {
        let weights = |version: Version, row: usize, record: &RowIdentity| -> Vec<f32> {
            record.atoms.iter().map(|atom| self.rarity.weight(version, row, record, atom)).collect()
        };
        // The rows with a text, and what it is worth in each.
        let mut holders: FxHashMap<Digest, Vec<(u32, f32)>> = FxHashMap::default();
        let mut totals: Vec<f32> = Vec::with_capacity(self.after.records.len());
        for (i, record) in self.after.records.iter().enumerate() {
            let theirs = weights(Version::After, i, record);
            for (atom, &their) in record.atoms.iter().zip(&theirs).filter(|(atom, _)| !atom.kind.describes_row()) {
                holders.entry(atom.digest).or_default().push((index_of(i), their));
            }
            totals.push(theirs.iter().sum());
        }
        let mut similarity = Vec::with_capacity(self.before.records.len());
        let mut shared = vec![Shared::default(); self.after.records.len()];
        let mut sharing: Vec<u32> = Vec::new();
        for (i, record) in self.before.records.iter().enumerate() {
            let ours = weights(Version::Before, i, record);
            for (atom, &weight) in record.atoms.iter().zip(&ours).filter(|(atom, _)| !atom.kind.describes_row()) {
                let Some(rows) = holders.get(&atom.digest).filter(|rows| rows.len() <= COMMON_ROWS) else { continue };
                for &(row, their) in rows {
                    let sums = &mut shared[row as usize];
                    if !std::mem::replace(&mut sums.is_listed, true) {
                        sharing.push(row);
                    }
                    sums.common += weight.min(their);
                    sums.both += weight + their;
                }
            }
            let own = ours.iter().sum::<f32>();
            sharing.sort_unstable();
            let mut alike = Vec::with_capacity(sharing.len());
            for row in sharing.drain(..) {
                let Shared { common, both, .. } = std::mem::take(&mut shared[row as usize]);
                let union = own + totals[row as usize] - both + common;
                if self.after.records[row as usize].tag == record.tag && !self.links_differ(i, row as usize) {
                    alike.push((row, if union > 0.0 { common / union } else { 0.0 }));
                }
            }
            similarity.push(alike);
        }
        self.similarity = similarity;
    }

    /// Matches rows that are each the best candidate of the other, without a near second.
    fn match_by_texts(&mut self) {
        let mut back: Vec<Vec<(u32, f32)>> = vec![Vec::new(); self.after.records.len()];
        for (i, rows) in self.similarity.iter().enumerate() {
            for &(row, s) in rows {
                back[row as usize].push((index_of(i), s));
            }
        }
        for i in 0..self.before.records.len() {
            let row = index_of(i);
            let Some((to, best)) = self.best(i) else { continue };
            if best < ROW_THRESHOLD {
                continue;
            }
            let near = |other: u32, s: f32, of: u32, page: Version| {
                let records = match page {
                    Version::Before => &self.before.records,
                    Version::After => &self.after.records,
                };
                let is_near = || s > best - ROW_MARGIN || self.are_twins(page, of as usize, other as usize);
                other != of && is_near() && !nested(records, other, of)
            };
            let rivals = &back[to as usize];
            if self.similarity[i].iter().any(|&(other, s)| near(other, s, to, Version::After))
                || rivals.iter().any(|&(other, s)| near(other, s, row, Version::Before))
            {
                self.rows[i] = RowMatch::Ambiguous;
                continue;
            }
            if rivals.iter().any(|&(_, s)| s > best + 1e-6) {
                continue;
            }
            if let Some(objection) = self.objection(i, to as usize) {
                self.rows[i] = objection;
                continue;
            }
            if !self.share_distinctive_words(i, to as usize) {
                self.weak.insert(row);
            }
            self.rows[i] = RowMatch::To(to);
        }
    }

    fn best(&self, before: usize) -> Option<(u32, f32)> {
        let mut best: Option<(u32, f32)> = None;
        for &(row, s) in &self.similarity[before] {
            if best.is_none_or(|(_, b)| s > b) {
                best = Some((row, s));
            }
        }
        best
    }

    /// The similarity of two rows; `None` if they have nothing in common.
    pub(super) fn similarity(&self, before: u32, after: u32) -> Option<f32> {
        let rows = &self.similarity[before as usize];
        rows.binary_search_by_key(&after, |&(row, _)| row).ok().map(|at| rows[at].1)
    }

    /// The node of a row on the page after.
    pub(super) fn handle(&self, row: u32) -> Option<NodeId> {
        self.handles?.get(&self.before.records[row as usize].node).copied()
    }

    /// Matches a changed row on its connected node if its distinctive text and at least half of its texts are still there.
    fn match_by_node_and_words(&mut self) {
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for i in 0..self.before.records.len() {
            let row = index_of(i);
            let Some(&to) = self.handle(row).and_then(|node| self.after_by_node.get(&node)) else { continue };
            if self.rows[i] != RowMatch::Gone || taken.contains(&to) || self.links_differ(i, to as usize) {
                continue;
            }
            let (old, new) = (&self.before.records[i], &self.after.records[to as usize]);
            let words = |record: &'a RowIdentity| record.atoms.iter().filter(|atom| atom.kind == AtomKind::Content);
            let is_shared = |atom: &&Atom| words(new).any(|other| other.digest == atom.digest);
            let shared = words(old).filter(is_shared).count();
            let distinctive = words(old).filter(is_shared).any(|atom| self.rarity.is_of_two_rows(atom.digest));
            if old.tag == new.tag && distinctive && shared * 2 >= words(old).count() + words(new).count() - shared {
                taken.insert(to);
                self.rows[i] = RowMatch::To(to);
            }
        }
    }

    /// Matches sections whose nested rows changed by their heading, if it is unique on both pages and their own texts stayed.
    fn match_by_headings(&mut self) {
        let is_open = |(row, record): (&RowMatch, &RowIdentity)| row.to().is_none() && heading(record).is_some();
        if !self.rows.iter().zip(&self.before.records).any(is_open) {
            return;
        }
        let headed = |records: &[RowIdentity]| {
            let mut map: FxHashMap<(Digest, Digest), Vec<u32>> = FxHashMap::default();
            for (i, record) in records.iter().enumerate() {
                if let Some(heading) = heading(record) {
                    map.entry((record.tag, heading)).or_default().push(index_of(i));
                }
            }
            map
        };
        let (ours, theirs) = (headed(&self.before.records), headed(&self.after.records));
        let (own_before, own_after) = (own_atoms(&self.before.records), own_atoms(&self.after.records));
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for (i, record) in self.before.records.iter().enumerate() {
            let Some(heading) = heading(record).filter(|_| self.rows[i].to().is_none()) else { continue };
            let key = (record.tag, heading);
            let (Some([_]), Some(&[to])) = (ours.get(&key).map(Vec::as_slice), theirs.get(&key).map(Vec::as_slice))
            else {
                continue;
            };
            let target = &self.after.records[to as usize];
            let around = match (record.outer, target.outer) {
                (None, None) => true,
                (Some(before), Some(after)) => self.rows[before as usize].to() == Some(after),
                _ => false,
            };
            let (a, b) = (&own_before[i], &own_after[to as usize]);
            let shared = a.iter().filter(|digest| b.contains(digest)).count();
            if around
                && (self.nests_before[i] || self.nests_after[to as usize])
                && shared * 2 >= a.len().min(b.len())
                && taken.insert(to)
            {
                self.rows[i] = RowMatch::To(to);
            }
        }
    }

    /// True if there is a row that several rows match.
    pub(super) fn has_ambiguous(&self) -> bool {
        self.rows.contains(&RowMatch::Ambiguous)
    }

    /// True if every row has a match.
    pub(super) fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.to().is_some())
    }

    /// Keeps rows that were matched by texts of controls only if their node, or both neighbours, agree.
    fn drop_weak(&mut self) {
        if self.weak.is_empty() {
            return;
        }
        let mut neighbours_before: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (i, record) in self.before.records.iter().enumerate() {
            neighbours_before.insert((record.list, record.place), index_of(i));
        }
        let mut neighbours_after: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (i, record) in self.after.records.iter().enumerate() {
            neighbours_after.insert((record.list, record.place), index_of(i));
        }
        let same_view = self.before.title == self.after.title;
        let mut weak: Vec<u32> = self.weak.iter().copied().collect();
        weak.sort_unstable();
        for row in weak {
            let Some(to) = self.rows[row as usize].to() else { continue };
            let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
            // Once the title changed, a connected node proves nothing about rows that every view of an app has.
            let agreed = if let Some(node) = self.handle(row).filter(|&node| same_view || node != new.node) {
                node == new.node
            } else {
                let beside = |step: i64| {
                    let at = |map: &FxHashMap<(u32, u32), u32>, record: &RowIdentity| {
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
