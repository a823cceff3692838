//! Finding the widgets of one page again in another: whole-page alignment first, then each widget with proof.
//!
//! Rows are aligned by what they say, not by where they are: the shared texts, weighted by how rare they are on both pages.
//! A widget is then looked for inside the row that its row became, or, outside of rows, under the same labels. Position
//! decides only where everything around it stayed in place. What stays undecided is refused.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{
    AtomKind, Digest, Fingerprint, Identity, Key as OwnKey, Record, is_interactive_role, without_numbers,
};
use crate::dom::NodeId;

/// Rows that share less (weighted Jaccard index of their texts) are not the same row.
const ROW_THRESHOLD: f32 = 0.5;
/// Another row that is this near makes the match ambiguous.
const ROW_MARGIN: f32 = 0.08;
/// Limit: a text in more rows than this says nothing about which row it is.
const COMMON_ROWS: usize = 200;

/// Which node of the page before is which node of the page after, as far as the page itself knows.
///
/// The node is still connected, or carries the attribute that it was marked with. It may be another widget by now. `None` if nothing is known
/// of any node.
pub type Handles<'a> = Option<&'a FxHashMap<NodeId, NodeId>>;

/// How a widget was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Its link target or id is on both pages once.
    OwnKey,
    /// The same control in the row that its row became.
    Row,
    /// The only one of its role and name under the same labels.
    Labels,
    /// One of several alike in an unchanged order under the same labels.
    Order,
    /// The connected node in the same place with a new label of the same control (`Like`, `Liked`).
    Relabelled,
    /// It holds most of what it held.
    Contents,
    /// A container that stands where it stood among what was found.
    Place,
    /// Nothing by which elements are recognised changed on the whole page.
    Unchanged,
}

impl Proof {
    /// In one word, for answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::OwnKey => "key",
            Self::Row => "row",
            Self::Labels => "labels",
            Self::Order => "order",
            Self::Relabelled => "relabelled",
            Self::Contents => "contents",
            Self::Place => "place",
            Self::Unchanged => "unchanged",
        }
    }

    /// True if it would prove as much had the element been away in between.
    #[must_use]
    pub fn outlasts_absence(self) -> bool {
        matches!(self, Self::OwnKey | Self::Row)
    }
}

/// Why a widget was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing on the page has its role, name and attributes.
    Gone,
    /// Its row is gone.
    RowGone,
    /// Its row is there, but the control is not.
    GoneFromRow,
    /// Several rows could be its row.
    AmbiguousRow,
    /// Several elements could be it.
    Ambiguous,
    /// The only candidate stands among other words, or under other labels.
    OtherSurroundings,
}

/// The answer for one identity.
#[derive(Debug, Clone, PartialEq)]
pub enum Match {
    /// Found: the index in the after page's `identities`.
    Found {
        /// Index in `after.identities`.
        to: usize,
        /// What it rests on.
        proof: Proof,
        /// 0 to 1: 1 for proofs that leave no doubt.
        confidence: f32,
    },
    /// Not found.
    Refused {
        /// Why.
        why: Refusal,
        /// Indices in `after.identities` that come nearest, best first, at most 5.
        candidates: Vec<usize>,
    },
}

/// Two pages, aligned.
pub struct Alignment<'a> {
    before: &'a Fingerprint,
    after: &'a Fingerprint,
    handles: Handles<'a>,
    /// Row of the page after, and how sure, for each row before.
    rows: Vec<RowMatch>,
    /// Identities by (row, role, name, own).
    in_row_before: FxHashMap<Key, Vec<usize>>,
    in_row_after: FxHashMap<Key, Vec<usize>>,
    anywhere_before: FxHashMap<(Digest, Digest), Vec<usize>>,
    anywhere_after: FxHashMap<(Digest, Digest), Vec<usize>>,
    after_by_node: FxHashMap<NodeId, usize>,
    /// Twins outside of rows that are all where they were.
    in_order: FxHashSet<Key>,
}

impl std::fmt::Debug for Alignment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alignment").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// Row, look (role and name, own attributes), and, outside of rows, the labels around.
type Key = (Option<u32>, Digest, Digest, Digest);

fn key(identity: &Identity, row: Option<u32>) -> Key {
    let (name, own) = look(identity);
    let labels = if row.is_some() {
        0
    } else {
        identity.labels.iter().fold(0, |hash: Digest, label| hash.rotate_left(5).wrapping_mul(0x9E37_79B1) ^ label)
    };
    (row, name, own, labels)
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum RowMatch {
    Gone,
    Ambiguous,
    To(u32, f32),
}

impl RowMatch {
    fn to(self) -> Option<u32> {
        match self {
            Self::To(row, _) => Some(row),
            _ => None,
        }
    }
}

fn look(identity: &Identity) -> (Digest, Digest) {
    (super::fingerprint::digest(&[&identity.role, &identity.name]), identity.own)
}

fn index_of(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

impl<'a> Alignment<'a> {
    /// Aligns the rows of two pages; cost is linear but for texts shared by many rows, which are bounded.
    #[must_use]
    pub fn new(before: &'a Fingerprint, after: &'a Fingerprint, handles: Handles<'a>) -> Self {
        let rows = RowAligner::new(before, after, handles).align();
        let by_row = |page: &Fingerprint| {
            let mut map: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
            let mut all: FxHashMap<(Digest, Digest), Vec<usize>> = FxHashMap::default();
            for (i, identity) in page.identities.iter().enumerate() {
                let (name, own) = look(identity);
                map.entry(key(identity, identity.record)).or_default().push(i);
                all.entry((name, own)).or_default().push(i);
            }
            (map, all)
        };
        let (in_row_before, anywhere_before) = by_row(before);
        let (in_row_after, anywhere_after) = by_row(after);
        let after_by_node = after.identities.iter().enumerate().map(|(i, identity)| (identity.node, i)).collect();
        let handle = |node: NodeId| handles.and_then(|handles| handles.get(&node).copied());
        let in_place = |(&i, &j): (&usize, &usize)| {
            let (a, b) = (&before.identities[i], &after.identities[j]);
            a.nearby == b.nearby && handle(a.node).is_none_or(|to| to == b.node)
        };
        let orderly = |(key, ours): (&Key, &Vec<usize>)| {
            let theirs = in_row_after.get(key).filter(|theirs| ours.len() > 1 && theirs.len() == ours.len())?;
            (key.0.is_none() && ours.iter().zip(theirs).all(in_place)).then_some(*key)
        };
        let in_order = in_row_before.iter().filter_map(orderly).collect();
        Self {
            in_order,
            before,
            after,
            handles,
            rows,
            in_row_before,
            in_row_after,
            anywhere_before,
            anywhere_after,
            after_by_node,
        }
    }

    fn row(&self, record: u32) -> RowMatch {
        self.rows.get(record as usize).copied().unwrap_or(RowMatch::Gone)
    }

    /// Finds every identity of the page before, in order. Containers that cannot be found by themselves are found by what
    /// they hold.
    #[must_use]
    pub fn resolve_all(&self) -> Vec<Match> {
        let mut matches: Vec<Match> = (0..self.before.identities.len()).map(|index| self.resolve(index)).collect();
        self.find_by_contents(&mut matches);
        matches
    }

    /// The row of the page after that each row became; `None` if it is gone or cannot be told.
    #[must_use]
    pub fn rows_after(&self) -> Vec<Option<u32>> {
        self.rows.iter().map(|row| row.to()).collect()
    }

    /// Finds one identity of the page before by itself.
    #[must_use]
    pub fn resolve(&self, index: usize) -> Match {
        let found = self.find(index);
        if let Match::Found { to, proof, .. } = found
            && proof != Proof::Relabelled
            && let Some(identity) = self.before.identities.get(index)
            && self.handle(identity.node).is_some_and(|node| node != self.after.identities[to].node)
            && let Some(Match::Found { to: connected, .. }) = self.relabelled(identity)
        {
            // Its node is where it was, under another label, and something else has the label that it had.
            return Match::Refused { why: Refusal::Ambiguous, candidates: vec![connected, to] };
        }
        found
    }

    fn find(&self, index: usize) -> Match {
        let Some(identity) = self.before.identities.get(index) else {
            return Match::Refused { why: Refusal::Gone, candidates: Vec::new() };
        };
        let (name, own) = look(identity);
        let everywhere = self.anywhere_after.get(&(name, own)).map_or(&[][..], Vec::as_slice);
        let twins = self.anywhere_before.get(&(name, own)).map_or(0, Vec::len);
        if let ([only], 1) = (everywhere, twins)
            && self.is_key(identity, &self.after.identities[*only])
        {
            return Match::Found { to: *only, proof: Proof::OwnKey, confidence: 1.0 };
        }
        match identity.record {
            Some(record) => self.resolve_in_row(index, identity, record),
            None => self.resolve_by_labels(index, identity),
        }
    }

    /// True if what is unique of an element decides alone.
    fn is_key(&self, identity: &Identity, candidate: &Identity) -> bool {
        match identity.key {
            OwnKey::None => false,
            OwnKey::Link => true,
            // Ids of rows are often counted, and what they stand in decides.
            OwnKey::Id => {
                identity.record.is_none()
                    && candidate.record.is_none()
                    && identity.labels.first() == candidate.labels.first()
                    && !differ(&identity.nearby, &candidate.nearby)
            }
        }
    }

    fn refuse(&self, identity: &Identity, why: Refusal) -> Match {
        let (name, own) = look(identity);
        let everywhere = self.anywhere_after.get(&(name, own)).map_or(&[][..], Vec::as_slice);
        let candidates = everywhere.iter().copied().take(5).collect();
        Match::Refused { why, candidates }
    }

    fn resolve_in_row(&self, index: usize, identity: &Identity, record: u32) -> Match {
        let (name, own) = look(identity);
        let (row, similarity) = match self.row(record) {
            RowMatch::To(row, similarity) => (row, similarity),
            RowMatch::Ambiguous => return self.refuse(identity, Refusal::AmbiguousRow),
            RowMatch::Gone => {
                // A row that became a plain block: a list of one, for instance.
                let everywhere = self.anywhere_after.get(&(name, own)).map_or(&[][..], Vec::as_slice);
                let twins = self.anywhere_before.get(&(name, own)).map_or(0, Vec::len);
                if let ([only], 1, false) = (everywhere, twins, identity.name.is_empty())
                    && let candidate = &self.after.identities[*only]
                    && candidate.record.is_none()
                    && candidate.labels == identity.labels
                {
                    return Match::Found { to: *only, proof: Proof::Labels, confidence: 0.8 };
                }
                return self.refuse(identity, Refusal::RowGone);
            }
        };
        let ours = self.in_row_before.get(&key(identity, Some(record))).map_or(&[][..], Vec::as_slice);
        let theirs = self.in_row_after.get(&key(identity, Some(row))).map_or(&[][..], Vec::as_slice);
        if ours.len() == theirs.len()
            && let Ok(place) = ours.binary_search(&index)
        {
            return Match::Found {
                to: theirs[place],
                proof: Proof::Row,
                confidence: (0.5 + similarity / 2.0).min(1.0),
            };
        }
        if theirs.is_empty() {
            self.relabelled(identity).unwrap_or_else(|| self.refuse(identity, Refusal::GoneFromRow))
        } else {
            self.refuse(identity, Refusal::Ambiguous)
        }
    }

    fn resolve_by_labels(&self, index: usize, identity: &Identity) -> Match {
        let key = key(identity, None);
        let ours = self.in_row_before.get(&key).map_or(&[][..], Vec::as_slice);
        let theirs = self.in_row_after.get(&key).map_or(&[][..], Vec::as_slice);
        match (ours, theirs) {
            ([_], [only]) => {
                if differ(&identity.nearby, &self.after.identities[*only].nearby) && identity.key != OwnKey::Link {
                    return self.refuse(identity, Refusal::OtherSurroundings);
                }
                Match::Found { to: *only, proof: Proof::Labels, confidence: 0.95 }
            }
            (_, []) => self.relabelled(identity).unwrap_or_else(|| {
                let why = if self.anywhere_after.contains_key(&(key.1, key.2)) {
                    Refusal::OtherSurroundings
                } else {
                    Refusal::Gone
                };
                self.refuse(identity, why)
            }),
            (ours, theirs) if self.in_order.contains(&key) => match ours.binary_search(&index) {
                Ok(place) => Match::Found { to: theirs[place], proof: Proof::Order, confidence: 0.7 },
                Err(_) => self.refuse(identity, Refusal::Ambiguous),
            },
            _ => self.refuse(identity, Refusal::Ambiguous),
        }
    }

    fn handle(&self, node: NodeId) -> Option<NodeId> {
        self.handles.and_then(|handles| handles.get(&node).copied())
    }

    /// A container is what now holds most of what it held (or half of it, if nothing of the rest is elsewhere), if it is of the same kind and no other is claimed to be it.
    fn find_by_contents(&self, matches: &mut [Match]) {
        let mut taken: FxHashSet<usize> =
            matches.iter().filter_map(|m| if let Match::Found { to, .. } = m { Some(*to) } else { None }).collect();
        // How many a container held, and who holds how many of them now. Children come after their parents, so that from
        // the last to the first all that is in a container is settled before it.
        let mut held: FxHashMap<usize, (usize, BTreeMap<usize, usize>)> = FxHashMap::default();
        for index in (0..matches.len()).rev() {
            let identity = &self.before.identities[index];
            if matches!(matches[index], Match::Refused { .. })
                && !is_interactive_role(&identity.role)
                && let Some((count, holders)) = held.get(&index)
                && let Some((&to, &most)) = holders.iter().max_by_key(|&(_, n)| n)
                && (most * 2 > *count || most * 2 == *count && holders.len() == 1)
                && taken.insert(to)
            {
                matches[index] = Match::Found { to, proof: Proof::Contents, confidence: 0.8 };
            }
            let Some(parent) = identity.parent else { continue };
            let (count, holders) = held.entry(parent as usize).or_default();
            *count += 1;
            if let Match::Found { to, .. } = matches[index]
                && let Some(holder) = self.holder_like(parent as usize, to)
            {
                *holders.entry(holder).or_default() += 1;
            }
        }
    }

    /// The nearest element around `to`, at most 8 levels up, that is of the same kind as a container of the page before.
    fn holder_like(&self, container: usize, to: usize) -> Option<usize> {
        let container = &self.before.identities[container];
        let parent = |index: usize| self.after.identities[index].parent.map(|parent| parent as usize);
        std::iter::successors(parent(to), |&index| parent(index)).take(8).find(|&index| {
            let candidate = &self.after.identities[index];
            (&candidate.role, &candidate.name, candidate.kind) == (&container.role, &container.name, container.kind)
        })
    }

    /// A control whose node is still connected in the same row or under the same labels, and whose label changed to
    /// another word for the same thing.
    fn relabelled(&self, identity: &Identity) -> Option<Match> {
        let node = self.handle(identity.node)?;
        let &to = self.after_by_node.get(&node)?;
        let candidate = &self.after.identities[to];
        let same_row = match (identity.record, candidate.record) {
            (None, None) => true,
            (Some(before), Some(after)) => self.row(before).to() == Some(after),
            _ => false,
        };
        let (old, new) = (without_numbers(&identity.name), without_numbers(&candidate.name));
        let same_word = old == new
            || (!old.is_empty() && !new.is_empty())
                && (old.starts_with(&new)
                    || new.starts_with(&old)
                    || old == format!("un{new}")
                    || new == format!("un{old}"));
        (same_row
            && same_word
            && candidate.role == identity.role
            && candidate.kind == identity.kind
            && candidate.labels == identity.labels)
            .then_some(Match::Found { to, proof: Proof::Relabelled, confidence: 0.85 })
    }
}

/// True if both say something and share less than half of it.
fn differ(a: &[Digest], b: &[Digest]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let shared = a.iter().filter(|d| b.contains(d)).count();
    shared * 2 < a.len() + b.len() - shared
}

struct RowAligner<'a> {
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
    fn new(before: &'a Fingerprint, after: &'a Fingerprint, handles: Handles<'a>) -> Self {
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

    fn align(mut self) -> Vec<RowMatch> {
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
