//! [`Alignment`]: matches the elements of two versions of a page, rows first, then each element with proof.
//!
//! Rows are aligned by their texts, weighted by rarity, and not by position. A control is then searched for in the row that
//! matches its row or, outside of rows, under the same headings and groups. Position decides only where everything around
//! stayed in place. What remains ambiguous is refused.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::element_match::{ElementMatch, MatchFailure, Proof};
use super::fingerprint::{
    AtomKind, Digest, Fingerprint, Handles, Identity, UniqueKey, has_letter, is_interactive_role, without_numbers,
};
use super::labels::{is_continued, is_toggled, without_count};
use super::rows::{RowAligner, RowMatch};
use crate::dom::NodeId;

/// Two pages, aligned.
pub(super) struct Alignment<'a> {
    before: &'a Fingerprint,
    after: &'a Fingerprint,
    handles: Handles<'a>,
    /// The match of each row of the page before.
    rows: Vec<RowMatch>,
    /// Identities by (row, role, name, own).
    in_row_before: FxHashMap<GroupKey, Vec<usize>>,
    in_row_after: FxHashMap<GroupKey, Vec<usize>>,
    /// The same with counted ids, of those that have any.
    counted_before: FxHashMap<(GroupKey, Digest), Vec<usize>>,
    counted_after: FxHashMap<(GroupKey, Digest), Vec<usize>>,
    anywhere_before: FxHashMap<(Digest, Digest), Vec<usize>>,
    anywhere_after: FxHashMap<(Digest, Digest), Vec<usize>>,
    after_by_node: FxHashMap<NodeId, usize>,
    /// Named controls by what their labels cannot change.
    controls_before: FxHashMap<GroupKey, Vec<usize>>,
    controls_after: FxHashMap<GroupKey, Vec<usize>>,
    /// Groups of duplicates outside of rows that all stayed in place.
    in_order: FxHashSet<GroupKey>,
    /// Every label on the page after.
    labels_after: FxHashSet<Digest>,
}

impl std::fmt::Debug for Alignment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alignment").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// Row, two digests of what the elements of the group share, and the labels around: of appearance outside of rows only, of
/// controls always.
type GroupKey = (Option<u32>, Digest, Digest, Digest);

fn key(identity: &Identity, row: Option<u32>) -> GroupKey {
    let (name, own) = appearance(identity);
    let labels = if row.is_some() { 0 } else { labels(identity) };
    (row, name, own, labels)
}

fn labels(identity: &Identity) -> Digest {
    identity
        .labels
        .iter()
        .fold(0, |hash: Digest, label| hash.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ label)
}

/// Limit: controls of a kind beyond which a label is too weak to search among them.
const MANY_CONTROLS: usize = 64;

/// The named controls of a page by their kind.
fn controls(page: &Fingerprint) -> FxHashMap<GroupKey, Vec<usize>> {
    let mut map: FxHashMap<GroupKey, Vec<usize>> = FxHashMap::default();
    for (i, identity) in page.identities.iter().enumerate() {
        if !identity.name.is_empty() && is_interactive_role(&identity.role) {
            map.entry(kind(identity, identity.record)).or_default().push(i);
        }
    }
    map
}

fn kind(identity: &Identity, row: Option<u32>) -> GroupKey {
    (row, super::fingerprint::digest(&[&identity.role]), identity.kind, labels(identity))
}

fn appearance(identity: &Identity) -> (Digest, Digest) {
    (super::fingerprint::digest(&[&identity.role, &identity.name]), identity.own)
}

impl<'a> Alignment<'a> {
    /// Aligns the rows of two pages, in linear time except for texts shared by many rows, which are bounded.
    #[must_use]
    pub(super) fn new(before: &'a Fingerprint, after: &'a Fingerprint, handles: Handles<'a>) -> Self {
        let rows = RowAligner::new(before, after, handles).align();
        let by_row = |page: &Fingerprint| {
            let mut map: FxHashMap<GroupKey, Vec<usize>> = FxHashMap::default();
            let mut all: FxHashMap<(Digest, Digest), Vec<usize>> = FxHashMap::default();
            let mut counted: FxHashMap<(GroupKey, Digest), Vec<usize>> = FxHashMap::default();
            for (i, identity) in page.identities.iter().enumerate() {
                let (name, own) = appearance(identity);
                let key = key(identity, identity.record);
                map.entry(key).or_default().push(i);
                if identity.counted != 0 {
                    counted.entry((key, identity.counted)).or_default().push(i);
                }
                all.entry((name, own)).or_default().push(i);
            }
            (map, counted, all)
        };
        let (in_row_before, counted_before, anywhere_before) = by_row(before);
        let (in_row_after, counted_after, anywhere_after) = by_row(after);
        let after_by_node = after.identities.iter().enumerate().map(|(i, identity)| (identity.node, i)).collect();
        let handle = |node: NodeId| handles.and_then(|handles| handles.get(&node).copied());
        let in_place = |(&i, &j): (&usize, &usize)| {
            let (a, b) = (&before.identities[i], &after.identities[j]);
            a.nearby == b.nearby && handle(a.node).is_none_or(|to| to == b.node)
        };
        let orderly = |(key, ours): (&GroupKey, &Vec<usize>)| {
            let theirs = in_row_after.get(key).filter(|theirs| ours.len() > 1 && theirs.len() == ours.len())?;
            (key.0.is_none() && ours.iter().zip(theirs).all(in_place)).then_some(*key)
        };
        let in_order = in_row_before.iter().filter_map(orderly).collect();
        Self {
            controls_before: controls(before),
            controls_after: controls(after),
            labels_after: after.identities.iter().flat_map(|identity| identity.labels.iter().copied()).collect(),
            in_order,
            before,
            after,
            handles,
            rows,
            in_row_before,
            in_row_after,
            counted_before,
            counted_after,
            anywhere_before,
            anywhere_after,
            after_by_node,
        }
    }

    fn row(&self, record: u32) -> RowMatch {
        self.rows.get(record as usize).copied().unwrap_or(RowMatch::Gone)
    }

    /// Matches all identities of the page before, in order; containers without a match of their own by their contents.
    #[must_use]
    pub(super) fn resolve_all(&self) -> Vec<ElementMatch> {
        let mut matches: Vec<ElementMatch> =
            (0..self.before.identities.len()).map(|index| self.resolve(index)).collect();
        self.find_by_contents(&mut matches);
        matches
    }

    /// The matching row of the page after for each row; `None` if it is gone or ambiguous.
    #[must_use]
    pub(super) fn rows_after(&self) -> Vec<Option<u32>> {
        self.rows.iter().map(|row| row.to()).collect()
    }

    /// Matches one identity of the page before.
    #[must_use]
    pub(super) fn resolve(&self, index: usize) -> ElementMatch {
        let found = self.find(index);
        if let ElementMatch::Found { to, proof, .. } = found
            && proof != Proof::Relabelled
            && let Some(identity) = self.before.identities.get(index)
            && self.handle(identity.node).is_some_and(|node| node != self.after.identities[to].node)
            && let Some(ElementMatch::Found { to: connected, .. }) = self.relabelled(identity)
        {
            // Its node is in place with another label, and another element has the label that it had.
            return ElementMatch::Refused { why: MatchFailure::Ambiguous, candidates: vec![connected, to] };
        }
        if let ElementMatch::Found { to, .. } = found
            && let Some(identity) = self.before.identities.get(index)
            && let Some(connected) = self.handle(identity.node).and_then(|node| self.after_by_node.get(&node).copied())
            && connected != to
            && self.is_as_it_was(identity, &self.after.identities[connected])
        {
            // A copy of a part of the page, of which the original changed somewhere else, is more like the page before than it.
            return ElementMatch::Refused { why: MatchFailure::Ambiguous, candidates: vec![connected, to] };
        }
        found
    }

    /// True if an element that was the only one of its appearance has it still, in a row with the texts that its row had or with
    /// the same words around it.
    fn is_as_it_was(&self, identity: &Identity, now: &Identity) -> bool {
        let was_unique = self.anywhere_before.get(&appearance(identity)).is_some_and(|same| same.len() == 1);
        let has_kept_row = |before: u32, after: u32| {
            let before = self.before.records.get(before as usize).map_or(&[][..], |record| &record.atoms);
            let after = self.after.records.get(after as usize).map_or(&[][..], |record| &record.atoms);
            let mut texts = before.iter().filter(|atom| atom.kind != AtomKind::Number).peekable();
            texts.peek().is_some() && texts.all(|atom| after.binary_search(atom).is_ok())
        };
        was_unique
            && appearance(identity) == appearance(now)
            && match (identity.record, now.record) {
                (Some(before), Some(after)) => identity.key == UniqueKey::Link || has_kept_row(before, after),
                (None, None) => !identity.nearby.is_empty() && identity.nearby == now.nearby,
                _ => false,
            }
    }

    fn find(&self, index: usize) -> ElementMatch {
        let Some(identity) = self.before.identities.get(index) else {
            return ElementMatch::Refused { why: MatchFailure::Gone, candidates: Vec::new() };
        };
        let (name, own) = appearance(identity);
        let everywhere = self.anywhere_after.get(&(name, own)).map_or(&[][..], Vec::as_slice);
        let duplicates = self.anywhere_before.get(&(name, own)).map_or(0, Vec::len);
        if let ([only], 1) = (everywhere, duplicates)
            && self.is_key(identity, &self.after.identities[*only])
        {
            return ElementMatch::Found { to: *only, proof: Proof::UniqueKey };
        }
        match identity.record {
            Some(record) => self.resolve_in_row(index, identity, record),
            None => self.resolve_by_labels(index, identity),
        }
    }

    /// True if the unique key of an element proves the match alone.
    fn is_key(&self, identity: &Identity, candidate: &Identity) -> bool {
        match identity.key {
            UniqueKey::None => false,
            UniqueKey::Link => true,
            // Rows decide about the ids in them.
            UniqueKey::Id => {
                identity.record.is_none()
                    && candidate.record.is_none()
                    && identity.labels.first() == candidate.labels.first()
                    && !differ(&identity.nearby, &candidate.nearby)
            }
        }
    }

    fn refuse(&self, identity: &Identity, why: MatchFailure) -> ElementMatch {
        let (name, own) = appearance(identity);
        let everywhere = self.anywhere_after.get(&(name, own)).map_or(&[][..], Vec::as_slice);
        let candidates = everywhere.iter().copied().take(5).collect();
        ElementMatch::Refused { why, candidates }
    }

    fn resolve_in_row(&self, index: usize, identity: &Identity, record: u32) -> ElementMatch {
        let (name, own) = appearance(identity);
        let row = match self.row(record) {
            RowMatch::To(row, _) => row,
            RowMatch::Ambiguous => return self.refuse(identity, MatchFailure::AmbiguousRow),
            RowMatch::Gone => {
                // A row that became a plain block: a list of one, for instance.
                let everywhere = self.anywhere_after.get(&(name, own)).map_or(&[][..], Vec::as_slice);
                let duplicates = self.anywhere_before.get(&(name, own)).map_or(0, Vec::len);
                if let ([only], 1, false) = (everywhere, duplicates, identity.name.is_empty())
                    && let candidate = &self.after.identities[*only]
                    && candidate.record.is_none()
                    && candidate.labels == identity.labels
                {
                    return ElementMatch::Found { to: *only, proof: Proof::Labels };
                }
                return self.refuse(identity, MatchFailure::RowGone);
            }
        };
        if self.is_elsewhere(identity, record, row) {
            return self.refuse(identity, MatchFailure::OtherSurroundings);
        }
        let keys = (key(identity, Some(record)), key(identity, Some(row)));
        let (ours, theirs) = self.with_counted_ids(identity, keys);
        if ours.len() == theirs.len()
            && let Ok(place) = ours.binary_search(&index)
        {
            return ElementMatch::Found { to: theirs[place], proof: Proof::Row };
        }
        if theirs.is_empty() {
            let other = self.relabelled(identity).or_else(|| self.toggled(identity, Some(row)));
            other.unwrap_or_else(|| self.refuse(identity, MatchFailure::GoneFromRow))
        } else {
            self.refuse(identity, MatchFailure::Ambiguous)
        }
    }

    /// True if a heading or group around the row is gone and the texts of the row changed: most likely a similar row of
    /// another view. Rows that move from one heading to another leave the heading in place.
    fn is_elsewhere(&self, identity: &Identity, record: u32, row: u32) -> bool {
        self.is_left(identity) && self.before.records[record as usize].digest != self.after.records[row as usize].digest
    }

    /// True if a heading or group around an element is gone.
    fn is_left(&self, identity: &Identity) -> bool {
        identity.labels.iter().any(|label| !self.labels_after.contains(label))
    }

    /// The elements with the group keys of `identity` before and after that have its counted ids too; the whole groups if
    /// they have one element each, or if the ids were renumbered.
    fn with_counted_ids(&self, identity: &Identity, (before, after): (GroupKey, GroupKey)) -> (&[usize], &[usize]) {
        let (ours, theirs) = (indices(&self.in_row_before, &before), indices(&self.in_row_after, &after));
        if identity.counted == 0 || matches!((ours, theirs), ([_], [_])) {
            return (ours, theirs);
        }
        let same_before = indices(&self.counted_before, &(before, identity.counted));
        let same_after = indices(&self.counted_after, &(after, identity.counted));
        let kept = |&to: &usize| self.counted_before.contains_key(&(before, self.after.identities[to].counted));
        if same_after.is_empty() && !theirs.iter().take(MANY_CONTROLS).all(kept) {
            return (ours, theirs);
        }
        (same_before, same_after)
    }

    fn resolve_by_labels(&self, index: usize, identity: &Identity) -> ElementMatch {
        let key = key(identity, None);
        let (ours, theirs) = self.with_counted_ids(identity, (key, key));
        match (ours, theirs) {
            ([_], [only]) => {
                if differ(&identity.nearby, &self.after.identities[*only].nearby) && identity.key != UniqueKey::Link {
                    return self.refuse(identity, MatchFailure::OtherSurroundings);
                }
                ElementMatch::Found { to: *only, proof: Proof::Labels }
            }
            (_, []) => self.relabelled(identity).or_else(|| self.toggled(identity, None)).unwrap_or_else(|| {
                let ids_kept = self.in_row_after.contains_key(&key);
                let why = if self.anywhere_after.contains_key(&(key.1, key.2)) && !ids_kept {
                    MatchFailure::OtherSurroundings
                } else {
                    MatchFailure::Gone
                };
                self.refuse(identity, why)
            }),
            (ours, theirs) if self.in_order.contains(&key) && ours.len() == theirs.len() => {
                match ours.binary_search(&index) {
                    Ok(place) => ElementMatch::Found { to: theirs[place], proof: Proof::Order },
                    Err(_) => self.refuse(identity, MatchFailure::Ambiguous),
                }
            }
            _ => self.refuse(identity, MatchFailure::Ambiguous),
        }
    }

    fn handle(&self, node: NodeId) -> Option<NodeId> {
        self.handles.and_then(|handles| handles.get(&node).copied())
    }

    /// Matches a container with the one of its kind that holds most of its former contents, or half of them if no other
    /// container holds the rest.
    fn find_by_contents(&self, matches: &mut [ElementMatch]) {
        let mut taken: FxHashSet<usize> = matches
            .iter()
            .filter_map(|m| if let ElementMatch::Found { to, .. } = m { Some(*to) } else { None })
            .collect();
        // The number of elements in a container, and how many of them each container holds now. In reverse order, contents
        // come before their container.
        let mut held: FxHashMap<usize, (usize, BTreeMap<usize, usize>)> = FxHashMap::default();
        for index in (0..matches.len()).rev() {
            let identity = &self.before.identities[index];
            if matches!(matches[index], ElementMatch::Refused { .. })
                && !is_interactive_role(&identity.role)
                && let Some((count, holders)) = held.get(&index)
                && let Some((&to, &most)) = holders.iter().max_by_key(|&(_, n)| n)
                && (most * 2 > *count || most * 2 == *count && holders.len() == 1)
                && taken.insert(to)
            {
                matches[index] = ElementMatch::Found { to, proof: Proof::Contents };
            }
            let Some(parent) = identity.parent else { continue };
            let (count, holders) = held.entry(parent as usize).or_default();
            *count += 1;
            if let ElementMatch::Found { to, .. } = matches[index]
                && let Some(holder) = self.holder_like(parent as usize, to)
            {
                *holders.entry(holder).or_default() += 1;
            }
        }
    }

    /// The nearest ancestor of `to`, at most 8 levels up, of the kind of a container of the page before.
    fn holder_like(&self, container: usize, to: usize) -> Option<usize> {
        let container = &self.before.identities[container];
        let parent = |index: usize| self.after.identities[index].parent.map(|parent| parent as usize);
        std::iter::successors(parent(to), |&index| parent(index)).take(8).find(|&index| {
            let candidate = &self.after.identities[index];
            (&candidate.role, &candidate.name, candidate.kind) == (&container.role, &container.name, container.kind)
        })
    }

    /// Matches a connected control in the same row or under the same headings whose label is the other label of a toggle.
    fn relabelled(&self, identity: &Identity) -> Option<ElementMatch> {
        let node = self.handle(identity.node)?;
        let &to = self.after_by_node.get(&node)?;
        let candidate = &self.after.identities[to];
        let same_row = match (identity.record, candidate.record) {
            (None, None) => true,
            (Some(before), Some(after)) => self.row(before).to() == Some(after),
            _ => false,
        };
        let same_word = || match (&*identity.name, &*candidate.name) {
            (old, new) if old == new => true,
            (old, new) if same_words(old, new) => self.counts_on(identity, candidate),
            (old, new) => is_toggled(old, new) || is_continued(old, new),
        };
        (same_row
            && same_word()
            && candidate.role == identity.role
            && candidate.kind == identity.kind
            && candidate.labels == identity.labels)
            .then_some(ElementMatch::Found { to, proof: Proof::Relabelled })
    }
}

impl Alignment<'_> {
    /// True if two labels that differ in numbers only can belong to one control: `Cart (2)` and `Cart (3)`, any count in the
    /// same row, and `Step 2` and `Step 3` if there is only one such control.
    fn counts_on(&self, identity: &Identity, candidate: &Identity) -> bool {
        let alone = |page: &Fingerprint, controls: &FxHashMap<GroupKey, Vec<usize>>, of: &Identity| {
            let alike = controls.get(&kind(of, of.record)).map_or(&[][..], Vec::as_slice);
            alike.len() <= MANY_CONTROLS
                && alike.iter().filter(|&&i| same_words(&page.identities[i].name, &of.name)).count() < 2
        };
        (has_letter(&identity.name) || has_sign(&identity.name) && identity.record.is_some())
            && (identity.record.is_some()
                || without_count(&identity.name) == without_count(&candidate.name)
                || alone(self.before, &self.controls_before, identity)
                    && alone(self.after, &self.controls_after, candidate))
    }

    /// Matches the only control of a row, or under the same headings, that has the other label of a toggle, if its former
    /// label is gone from there and no other control could have had it.
    fn toggled(&self, identity: &Identity, row: Option<u32>) -> Option<ElementMatch> {
        if self.handle(identity.node).is_some() {
            return None;
        }
        let (ours, theirs) = (
            self.controls_before.get(&kind(identity, identity.record))?,
            self.controls_after.get(&kind(identity, row))?,
        );
        if ours.len() > MANY_CONTROLS || theirs.len() > MANY_CONTROLS {
            return None;
        }
        // Unchanged counted ids choose among duplicates.
        let with_ids = |page: &Fingerprint, all: &[usize]| -> SmallVec<[usize; 4]> {
            all.iter().copied().filter(|&i| page.identities[i].counted == identity.counted).collect()
        };
        let same = (with_ids(self.before, ours), with_ids(self.after, theirs));
        let (ours, theirs) = if same.1.is_empty() { (&ours[..], &theirs[..]) } else { (&same.0[..], &same.1[..]) };
        let count = |page: &Fingerprint, all: &[usize], like: &dyn Fn(&str) -> bool| {
            all.iter().filter(|&&i| like(&page.identities[i].name)).count()
        };
        let mut others = theirs.iter().filter(|&&i| is_toggled(&identity.name, &self.after.identities[i].name));
        let (&to, None) = (others.next()?, others.next()) else { return None };
        let candidate = &self.after.identities[to];
        let (old, new) = (&*identity.name, &*candidate.name);
        let both = usize::from(same_words(old, new));
        // Without a node, a number may be an ordinal: the next step is another control.
        let counts = both == 0 || has_letter(old) && (row.is_some() || without_count(old) == without_count(new));
        let alone = count(self.before, ours, &|name| is_toggled(name, new)) == 1
            && count(self.before, ours, &|name| same_words(name, old)) == 1
            && count(self.before, ours, &|name| same_words(name, new)) == both
            && count(self.after, theirs, &|name| same_words(name, old)) == both;
        let nearby = row.is_some() || !differ(&identity.nearby, &candidate.nearby);
        (counts && alone && nearby).then_some(ElementMatch::Found { to, proof: Proof::Relabelled })
    }
}

fn indices<'a, K: std::hash::Hash + Eq>(map: &'a FxHashMap<K, Vec<usize>>, key: &K) -> &'a [usize] {
    map.get(key).map_or(&[], Vec::as_slice)
}

/// True if two labels are equal apart from numbers.
fn same_words(a: &str, b: &str) -> bool {
    without_numbers(a) == without_numbers(b)
}

/// True if a label without words shows what is counted: `👍 2`, `▲ 7`.
fn has_sign(label: &str) -> bool {
    label.chars().any(|c| !c.is_ascii() && !c.is_alphanumeric())
}

/// True if both are non-empty and share less than half of their digests.
fn differ(a: &[Digest], b: &[Digest]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let shared = a.iter().filter(|d| b.contains(d)).count();
    shared * 2 < a.len() + b.len() - shared
}
