//! [`Alignment`]: matches the elements of two versions of a page, rows first, then each element with proof.
//!
//! Rows are aligned by their texts, weighted by rarity, and not by position. A control is then searched for in the row that
//! matches its row or, outside of rows, under the same headings and groups. Position decides only where everything around
//! stayed in place. What remains ambiguous is refused.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::element_match::{ElementMatch, MatchFailure, Proof};
use super::fingerprint::{Atom, AtomKind, Digest, Fingerprint, Handles, Identity, UniqueKey, digest};
use super::forms::{labels_of_other_records, retyped_labels};
use super::index::{
    Group, GroupKey, Index, MANY_CONTROLS, all_labels, appearance, differ, indices, key, named, target,
};
use super::other_views::AlignedRows;
use super::renumbered::renumbered_labels;
use super::row_groups::{bars, kept_lists};
use super::rows::{RowAligner, RowMatch};
use crate::aria::Role;
use crate::dom::NodeId;

/// Two pages, aligned.
pub(super) struct Alignment<'a> {
    pub(super) before: Cow<'a, Fingerprint>,
    pub(super) after: &'a Fingerprint,
    pub(super) handles: Handles<'a>,
    /// The match of each row of the page before.
    pub(super) rows: Vec<RowMatch>,
    /// Rows of the page before that count as ambiguous unless the page changed its language.
    pub(super) of_other_views: Vec<u32>,
    /// Rows with little evidence while another choice is the chosen one.
    thin: FxHashSet<u32>,
    /// Rows with a link that no other row has.
    pub(super) keyed: FxHashSet<u32>,
    /// Rows with several texts that no other row has, or with a long one.
    pub(super) rich: FxHashSet<u32>,
    /// The elements of both pages by what they may be found by.
    pub(super) was: Index,
    pub(super) now: Index,
    /// Empty if no node is known.
    pub(super) after_by_node: FxHashMap<NodeId, usize>,
    /// Groups of duplicates outside of rows that all stayed in place.
    in_order: FxHashSet<GroupKey>,
    /// The element of the page after in the place of each, if the page changed its language; else empty.
    pub(super) translated: Vec<Option<usize>>,
    /// Lists of several rows that read as they did from the first row to the last.
    kept_lists: FxHashSet<u32>,
    /// True if the page after has no label that the page before had not.
    lost_labels_only: bool,
    /// Every label on the page after.
    pub(super) labels_after: FxHashSet<Digest>,
    /// Labels of forms that show another record.
    pub(super) of_other_records: FxHashSet<Digest>,
    /// The lists of bars of both pages.
    bars: [FxHashSet<u32>; 2],
    /// Every connected node of the page after.
    connected: FxHashSet<NodeId>,
}

impl std::fmt::Debug for Alignment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alignment").field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl<'a> Alignment<'a> {
    /// Aligns the rows of two pages, in linear time except for texts shared by many rows, which are bounded.
    #[must_use]
    pub(super) fn new(before: &'a Fingerprint, after: &'a Fingerprint, handles: Handles<'a>) -> Self {
        let AlignedRows { matches: rows, of_other_views, thin, keyed, rich, repeats_typed, shows_other_view } =
            RowAligner::new(before, after, handles).align().into_aligned();
        let mut renamed = renumbered_labels(before, after, &rows);
        if repeats_typed {
            renamed.extend(retyped_labels(before, after));
        }
        let before = match renamed.is_empty() {
            true => Cow::Borrowed(before),
            false => Cow::Owned(before.with_labels(&renamed)),
        };
        let (was, now) = (Index::of(&before), Index::of(after));
        let nodes = after.identities.iter().enumerate().map(|(i, identity)| (identity.node, i));
        let after_by_node = nodes.filter(|_| handles.is_some()).collect();
        let handle = |node: NodeId| handles.and_then(|handles| handles.get(&node).copied());
        let in_place = |(&i, &j): (&usize, &usize)| {
            let (a, b) = (&before.identities[i], &after.identities[j]);
            a.nearby == b.nearby && a.scene == b.scene && handle(a.node).is_none_or(|to| to == b.node)
        };
        let orderly = |(key, ours): (&GroupKey, &Group)| {
            let theirs = now.in_row.get(key).filter(|theirs| ours.len() > 1 && theirs.len() == ours.len())?;
            (key.0.is_none() && !shows_other_view && ours.iter().zip(theirs).all(in_place)).then_some(*key)
        };
        let in_order = was.in_row.iter().filter_map(orderly).collect();
        let (labels_before, labels_after) = (all_labels(&before), all_labels(after));
        Self {
            bars: [bars(&before.records), bars(&after.records)],
            kept_lists: kept_lists(&before.records, &after.records, |row| rows.get(row as usize)?.to()),
            lost_labels_only: labels_after.is_subset(&labels_before),
            labels_after,
            of_other_records: labels_of_other_records(&before, after),
            connected: handles.into_iter().flat_map(|handles| handles.values().copied()).collect(),
            in_order,
            translated: Vec::new(),
            before,
            after,
            handles,
            rows,
            of_other_views,
            thin,
            keyed,
            rich,
            after_by_node,
            was,
            now,
        }
    }

    pub(super) fn row(&self, record: u32) -> RowMatch {
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
        let found = match self.find(index) {
            ElementMatch::Refused { why, candidates } => match self.only_of_section(index) {
                Some(found) if !self.is_of_other_record(index) => found,
                _ => ElementMatch::Refused { why, candidates },
            },
            ElementMatch::Found { to, proof } if proof != Proof::UniqueKey && self.is_of_other_record(index) => {
                ElementMatch::Refused { why: MatchFailure::OtherSurroundings, candidates: vec![to] }
            }
            found => found,
        };
        if let Some(&Some(place)) = self.translated.get(index) {
            return match found {
                ElementMatch::Found { to, .. } if to != place => {
                    ElementMatch::Refused { why: MatchFailure::Ambiguous, candidates: vec![place, to] }
                }
                ElementMatch::Found { .. } => found,
                ElementMatch::Refused { .. } => ElementMatch::Found { to: place, proof: Proof::Relabelled },
            };
        }
        match found {
            ElementMatch::Found { to, proof, .. } => match self.contradiction(index, to, proof) {
                Some(connected) => {
                    ElementMatch::Refused { why: MatchFailure::Ambiguous, candidates: vec![connected, to] }
                }
                None => found,
            },
            ElementMatch::Refused { .. } => found,
        }
    }

    /// The connected element that may be the one at `index` rather than `to`, which is most like it.
    fn contradiction(&self, index: usize, to: usize, proof: Proof) -> Option<usize> {
        let identity = self.before.identities.get(index)?;
        let node = self.handle(identity.node)?;
        if proof != Proof::Relabelled
            && node != self.after.identities[to].node
            && let Some(ElementMatch::Found { to: connected, .. }) = self.relabelled(identity)
        {
            // Its node is in place with another label, and another element has the label that it had.
            return Some(connected);
        }
        let connected = self.after_by_node.get(&node).copied().filter(|&connected| connected != to)?;
        let own = &self.after.identities[connected];
        // Tooltips and other twins come and go: with two of them they are rows, with one they are not.
        let is_other_row = identity.record.is_some() != own.record.is_some()
            && identity.record.is_some() == self.after.identities[to].record.is_some()
            && appearance(identity) == appearance(own);
        // A copy of a part of the page, of which the original changed somewhere else, is more like the page before than it.
        let is_original = is_other_row || self.is_as_it_was(identity, own);
        (is_original || proof != Proof::UniqueKey && self.may_be_copied(identity, connected, to)).then_some(connected)
    }

    /// True if `to`, on a new node, may be a copy of the connected node of an element: that node is in place with another label,
    /// and may have got another action; or it looks as it did outside of rows, and only what is around it changed.
    fn may_be_copied(&self, identity: &Identity, connected: usize, to: usize) -> bool {
        let (own, now) = (&self.after.identities[connected], &self.after.identities[to]);
        let outside = identity.record.is_none() && own.record.is_none();
        if outside && appearance(identity) == appearance(own) && identity.counted == own.counted {
            return self.is_new(now.node);
        }
        let in_place = (own.role, own.kind, own.record, &own.labels) == (now.role, now.kind, now.record, &now.labels)
            && own.parent == now.parent;
        in_place && own.name != identity.name && self.is_new(now.node)
    }

    /// True if an element that was the only one of its appearance has it still, in a row with the texts that its row had or with
    /// the same words around it.
    fn is_as_it_was(&self, identity: &Identity, now: &Identity) -> bool {
        let was_unique = self.was.anywhere.get(&appearance(identity)).is_some_and(|same| same.len() == 1);
        let has_kept_row = |before: u32, after: u32| {
            let (Some(before), Some(after)) =
                (self.before.records.get(before as usize), self.after.records.get(after as usize))
            else {
                return false;
            };
            let counts = |atom: &&Atom| !matches!(atom.kind, AtomKind::Number | AtomKind::Numbered | AtomKind::Hidden);
            let mut texts = before.atoms.iter().filter(counts).peekable();
            texts.peek().is_some() && texts.all(|atom| after.has(atom))
        };
        was_unique
            && appearance(identity) == appearance(now)
            && match (identity.record, now.record) {
                (Some(before), Some(after)) => identity.key == UniqueKey::Link || has_kept_row(before, after),
                (None, None) => !identity.nearby.is_empty() && identity.nearby == now.nearby,
                _ => false,
            }
    }

    /// Matches an element outside of rows that has a role and a name which no other has, before and now, if the groups and
    /// the headings of its section are the same, and so are the words beside it.
    fn only_of_section(&self, index: usize) -> Option<ElementMatch> {
        let identity = self.before.identities.get(index)?;
        let name = named(identity);
        let ([_], &[to]) = (indices(&self.was.named, &name), indices(&self.now.named, &name)) else { return None };
        let now = &self.after.identities[to];
        let alike = (identity.role, identity.kind, &identity.section) == (now.role, now.kind, &now.section)
            && self.is_in_bar(identity, now)
            && !differ(&identity.nearby, &now.nearby);
        let same_view = self.before.title == self.after.title;
        // What is called by a number, such as a day, is that of its heading, unless it is in a group with a name.
        let is_numbered =
            identity.name.contains(|c: char| c.is_ascii_digit()) && identity.labels.first() != identity.section.first();
        let elsewhere = self.handle(identity.node).is_some_and(|node| node != now.node);
        (alike && same_view && !is_numbered && !elsewhere).then_some(ElementMatch::Found { to, proof: Proof::Section })
    }

    /// True if two elements are outside of rows, or in rows of controls alone, such as bars, that are mostly the same beside
    /// them.
    fn is_in_bar(&self, identity: &Identity, now: &Identity) -> bool {
        let own = digest(&["t:", &identity.name]);
        let others = |page: &Fingerprint, bars: &FxHashSet<u32>, row: Option<u32>| -> Option<Vec<Digest>> {
            let Some(row) = row else { return Some(Vec::new()) };
            let record = page.records.get(row as usize).filter(|record| bars.contains(&record.list))?;
            Some(record.atoms.iter().map(|atom| atom.digest).filter(|&digest| digest != own).collect())
        };
        let [was, is] = &self.bars;
        let (before, after) = (others(&self.before, was, identity.record), others(self.after, is, now.record));
        match (before, after) {
            (Some(before), Some(after)) => before.is_empty() == after.is_empty() && !differ(&before, &after),
            _ => false,
        }
    }

    fn find(&self, index: usize) -> ElementMatch {
        let Some(identity) = self.before.identities.get(index) else {
            return ElementMatch::Refused { why: MatchFailure::Gone, candidates: Vec::new() };
        };
        let (name, own) = appearance(identity);
        let everywhere = indices(&self.now.anywhere, &(name, own));
        let duplicates = indices(&self.was.anywhere, &(name, own)).len();
        if let ([only], 1) = (everywhere, duplicates)
            && self.is_key(identity, &self.after.identities[*only])
        {
            return ElementMatch::Found { to: *only, proof: Proof::UniqueKey };
        }
        // A link may be named after what it leads to.
        if identity.key == UniqueKey::Link
            && identity.role == Some(Role::Link)
            && let ([_], &[to]) =
                (indices(&self.was.links, &target(identity)), indices(&self.now.links, &target(identity)))
            && self.tag_of_row(&self.before, identity) == self.tag_of_row(self.after, &self.after.identities[to])
            && (identity.name == self.after.identities[to].name
                || indices(&self.now.named, &named(identity)).is_empty())
        {
            return ElementMatch::Found { to, proof: Proof::UniqueKey };
        }
        match identity.record {
            Some(record) => self.resolve_in_row(index, identity, record),
            None => self.resolve_by_labels(index, identity),
        }
    }

    fn tag_of_row(&self, page: &Fingerprint, identity: &Identity) -> Option<Digest> {
        page.records.get(identity.record? as usize).map(|record| record.tag)
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
        let everywhere = indices(&self.now.anywhere, &(name, own));
        let candidates = everywhere.iter().copied().take(5).collect();
        ElementMatch::Refused { why, candidates }
    }

    fn resolve_in_row(&self, index: usize, identity: &Identity, record: u32) -> ElementMatch {
        let (name, own) = appearance(identity);
        let row = match self.row(record) {
            RowMatch::To(row) => row,
            RowMatch::Ambiguous => return self.refuse(identity, MatchFailure::AmbiguousRow),
            RowMatch::Gone => {
                // A row that became a plain block: a list of one, for instance.
                let everywhere = indices(&self.now.anywhere, &(name, own));
                let duplicates = indices(&self.was.anywhere, &(name, own)).len();
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
        if self.is_left(identity) {
            let reads_alike = self.before.records[record as usize].digest == self.after.records[row as usize].digest;
            let why = if reads_alike { MatchFailure::Ambiguous } else { MatchFailure::OtherSurroundings };
            return self.refuse(identity, why);
        }
        let keys = (key(identity, Some(record)), key(identity, Some(row)));
        let (ours, theirs) = self.with_counted_ids(identity, keys);
        if ours.len() == theirs.len()
            && let Ok(place) = ours.binary_search(&index)
        {
            let to = theirs[place];
            if self.is_of_other_cell(identity, to) {
                return ElementMatch::Refused { why: MatchFailure::Ambiguous, candidates: vec![to] };
            }
            return ElementMatch::Found { to, proof: self.row_proof(record) };
        }
        if theirs.is_empty() {
            let other = self.relabelled(identity).or_else(|| self.toggled(identity, Some(row)));
            let other = other.or_else(|| self.renumbered(identity, row)).or_else(|| self.settled(identity, row));
            other.unwrap_or_else(|| self.refuse(identity, MatchFailure::GoneFromRow))
        } else {
            self.refuse(identity, MatchFailure::Ambiguous)
        }
    }

    /// True if several cells of a row have the same control, so that it is about what its cell shows, as in a planner, and its cell
    /// shows something else now, or another cell what it showed.
    fn is_of_other_cell(&self, identity: &Identity, to: usize) -> bool {
        let now = &self.after.identities[to];
        if identity.cell == 0 || identity.nearby == now.nearby {
            return false;
        }
        let alike = indices(&self.now.anywhere, &appearance(identity)).iter().map(|&at| &self.after.identities[at]);
        let mut others = alike.filter(|other| other.record == now.record && other.cell != now.cell).peekable();
        others.peek().is_some()
            && (identity.nearby.first() != now.nearby.first() || others.any(|other| other.nearby == identity.nearby))
    }

    /// The proof for a control of a matched row.
    pub(super) fn row_proof(&self, row: u32) -> Proof {
        if self.thin.contains(&row) { Proof::Choice } else { Proof::Row }
    }

    /// True if a heading or group around an element is gone: most likely it is of another view, whose rows may read alike. Rows
    /// that move from one heading to another leave the heading in place, and one that is open for editing is gone while nothing else
    /// changed: no other came, and the whole list is as it was.
    fn is_left(&self, identity: &Identity) -> bool {
        let in_kept_list = || {
            let record = identity.record.and_then(|row| self.before.records.get(row as usize));
            record.is_some_and(|record| self.kept_lists.contains(&record.list))
        };
        let is_lost = |label: &Digest| !self.labels_after.contains(label);
        identity.labels.iter().any(is_lost)
            && !self.is_regrouped(identity)
            && !(self.lost_labels_only && in_kept_list())
    }

    /// The elements with the group keys of `identity` before and after that have its counted ids too; the whole groups if
    /// they have one element each, or if the ids were renumbered.
    fn with_counted_ids(&self, identity: &Identity, (before, after): (GroupKey, GroupKey)) -> (&[usize], &[usize]) {
        let (ours, theirs) = (indices(&self.was.in_row, &before), indices(&self.now.in_row, &after));
        if identity.counted == 0 || matches!((ours, theirs), ([_], [_])) {
            return (ours, theirs);
        }
        let same_before = indices(&self.was.counted, &(before, identity.counted));
        let same_after = indices(&self.now.counted, &(after, identity.counted));
        let kept = |&to: &usize| self.was.counted.contains_key(&(before, self.after.identities[to].counted));
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
                let ids_kept = self.now.in_row.contains_key(&key);
                let why = if self.now.anywhere.contains_key(&(key.1, key.2)) && !ids_kept {
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

    fn is_new(&self, node: NodeId) -> bool {
        self.handles.is_some() && !self.connected.contains(&node)
    }

    pub(super) fn handle(&self, node: NodeId) -> Option<NodeId> {
        self.handles.and_then(|handles| handles.get(&node).copied())
    }

    /// Matches a container with the one of its kind that holds most of its former contents, or half of them if no other
    /// container holds the rest.
    fn find_by_contents(&self, matches: &mut [ElementMatch]) {
        let mut taken = vec![false; self.after.identities.len()];
        for found in matches.iter() {
            if let ElementMatch::Found { to, .. } = found {
                taken[*to] = true;
            }
        }
        // The number of elements in a container, and how many of them each container holds now. In reverse order, contents
        // come before their container.
        let mut held: FxHashMap<usize, (usize, BTreeMap<usize, usize>)> = FxHashMap::default();
        for index in (0..matches.len()).rev() {
            let identity = &self.before.identities[index];
            if matches!(matches[index], ElementMatch::Refused { .. })
                && !identity.is_interactive()
                && let Some((count, holders)) = held.get(&index)
                && let Some((&to, &most)) = holders.iter().max_by_key(|&(_, n)| n)
                && (most * 2 > *count || most * 2 == *count && holders.len() == 1)
                && !std::mem::replace(&mut taken[to], true)
            {
                matches[index] = ElementMatch::Found { to, proof: Proof::Contents };
            }
            let is_open = |&parent: &u32| {
                let found = matches.get(parent as usize);
                found.is_some_and(|found| matches!(found, ElementMatch::Refused { .. }))
            };
            let Some(parent) = identity.parent.filter(is_open) else { continue };
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
            (candidate.role, &candidate.name, candidate.kind) == (container.role, &container.name, container.kind)
        })
    }
}
