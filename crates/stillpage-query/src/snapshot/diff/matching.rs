//! Matching of the nodes of two snapshots.
//!
//! The same ref means the same element. Different refs mean different elements as far as the ref table knows, so two nodes
//! with different refs are matched only where that cannot mislead: a wrapper whose content survived, or a block of text
//! without controls. Controls are matched by ref alone.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::aria::Role;
use crate::refs::Ref;
use crate::snapshot::outline::{OutlineNode, SnapshotOutline};

/// A one-to-one matching between the nodes of two outlines.
pub(super) struct Matching {
    /// The new node, by old node.
    pub(super) new_of: Vec<Option<usize>>,
    /// The old node, by new node.
    pub(super) old_of: Vec<Option<usize>>,
}

impl Matching {
    /// Matches two outlines. Cost: linear, apart from sorting siblings.
    pub(super) fn find(old: &SnapshotOutline, new: &SnapshotOutline) -> Self {
        let mut matching = Self { new_of: vec![None; old.nodes.len()], old_of: vec![None; new.nodes.len()] };
        matching.match_refs(old, new);
        matching.match_wrappers(old, new);
        matching.match_rest(old, new);
        matching
    }

    fn join(&mut self, old: usize, new: usize) {
        if self.new_of[old].is_none() && self.old_of[new].is_none() {
            self.new_of[old] = Some(new);
            self.old_of[new] = Some(old);
        }
    }

    fn match_refs(&mut self, old: &SnapshotOutline, new: &SnapshotOutline) {
        let by_ref: FxHashMap<Ref, usize> =
            new.nodes.iter().enumerate().filter_map(|(at, node)| Some((node.reference?, at))).collect();
        for (at, node) in old.nodes.iter().enumerate() {
            if let Some(&to) = node.reference.and_then(|reference| by_ref.get(&reference)) {
                self.join(at, to);
            }
        }
    }

    /// Matches wrappers whose content is matched, innermost first.
    fn match_wrappers(&mut self, old: &SnapshotOutline, new: &SnapshotOutline) {
        for at in (0..old.nodes.len()).rev() {
            let Some(to) = self.new_of[at] else { continue };
            let (Some(p), Some(q)) = (old.parent(at), new.parent(to)) else { continue };
            let (was, is) = (&old.nodes[p], &new.nodes[q]);
            if was.role == is.role && !is_control(was) && !is_control(is) {
                self.join(p, q);
            }
        }
    }

    /// Matches what is left among the children of matched nodes, from the outermost inwards.
    fn match_rest(&mut self, old: &SnapshotOutline, new: &SnapshotOutline) {
        let (olds, news) = (old.children(), new.children());
        let mut siblings = Siblings {
            old,
            new,
            old_holds: holds_refs(old),
            new_holds: holds_refs(new),
            old_gap: vec![0; old.nodes.len()],
            new_gap: vec![0; new.nodes.len()],
        };
        siblings.match_children(self, &olds[old.nodes.len()], &news[new.nodes.len()]);
        for (at, children) in olds.iter().enumerate().take(old.nodes.len()) {
            if let Some(to) = self.new_of[at] {
                siblings.match_children(self, children, &news[to]);
            }
        }
    }
}

/// True for interactive elements.
fn is_control(node: &OutlineNode) -> bool {
    node.reference.is_some() && Role::from_token(&node.role).is_some_and(Role::is_interactive)
}

/// Returns `true` for nodes that have a descendant with a ref.
fn holds_refs(outline: &SnapshotOutline) -> Vec<bool> {
    let mut holds = vec![false; outline.nodes.len()];
    for at in (0..outline.nodes.len()).rev() {
        if let Some(parent) = outline.parent(at) {
            holds[parent] |= holds[at] || outline.nodes[at].reference.is_some();
        }
    }
    holds
}

/// The key of siblings that match: role, name, text, and the gap between matched siblings.
type Key<'k> = (&'k str, &'k str, &'k str, usize);

struct Siblings<'a> {
    old: &'a SnapshotOutline,
    new: &'a SnapshotOutline,
    old_holds: Vec<bool>,
    new_holds: Vec<bool>,
    /// The number of matched siblings before a node that kept their order.
    old_gap: Vec<usize>,
    new_gap: Vec<usize>,
}

/// The ways to match siblings, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Round {
    Text,
    Name,
    Place,
}

impl Siblings<'_> {
    fn match_children(&mut self, matching: &mut Matching, olds: &[usize], news: &[usize]) {
        self.find_gaps(matching, olds, news);
        for round in [Round::Text, Round::Name, Round::Place] {
            let mut free: FxHashMap<Key<'_>, VecDeque<usize>> = FxHashMap::default();
            for &to in news.iter().filter(|&&to| matching.old_of[to].is_none()) {
                if let Some(key) = key(&self.new.nodes[to], self.new_holds[to], self.new_gap[to], round) {
                    free.entry(key).or_default().push_back(to);
                }
            }
            let unmatched = |&at: &usize| {
                let key = key(&self.old.nodes[at], self.old_holds[at], self.old_gap[at], round)?;
                matching.new_of[at].is_none().then_some((at, key))
            };
            let left: Vec<(usize, Key<'_>)> = olds.iter().filter_map(unmatched).collect();
            let mut counts: FxHashMap<Key<'_>, usize> = FxHashMap::default();
            for (_, key) in &left {
                *counts.entry(*key).or_default() += 1;
            }
            // By place alone only where there are as many as before.
            if round == Round::Place {
                free.retain(|key, free| counts.get(key) == Some(&free.len()));
            }
            for (at, key) in left {
                if let Some(to) = free.get_mut(&key).and_then(VecDeque::pop_front) {
                    matching.join(at, to);
                }
            }
        }
    }

    /// Numbers the gaps between those matched siblings that kept their order.
    fn find_gaps(&mut self, matching: &Matching, olds: &[usize], news: &[usize]) {
        let place: FxHashMap<usize, usize> = news.iter().enumerate().map(|(place, &to)| (to, place)).collect();
        let matched: Vec<(usize, usize)> =
            olds.iter().filter_map(|&at| Some((at, *place.get(&matching.new_of[at]?)?))).collect();
        let kept = longest_increasing(&matched.iter().map(|&(_, place)| place).collect::<Vec<_>>());
        let anchors: Vec<(usize, usize)> =
            matched.into_iter().zip(kept).filter_map(|(pair, kept)| kept.then_some(pair)).collect();
        let mut before = 0;
        for &at in olds {
            self.old_gap[at] = before;
            before += usize::from(anchors.get(before).is_some_and(|&(anchor, _)| anchor == at));
        }
        let mut before = 0;
        for (position, &to) in news.iter().enumerate() {
            self.new_gap[to] = before;
            before += usize::from(anchors.get(before).is_some_and(|&(_, anchor)| anchor == position));
        }
    }
}

/// Returns the key by which a node matches another one; `None` if it must not match in this round. `holds`: a descendant has a
/// ref.
fn key(node: &OutlineNode, holds: bool, gap: usize, round: Round) -> Option<Key<'_>> {
    // Were they the same, their refs or those in them would be.
    if node.reference.is_some() && (holds || is_control(node)) {
        return None;
    }
    match round {
        Round::Text if node.name.is_empty() && node.text.is_empty() => None,
        Round::Text => Some((&node.role, &node.name, &node.text, 0)),
        Round::Name if node.name.is_empty() => None,
        Round::Name => Some((&node.role, &node.name, "", 0)),
        Round::Place => Some((&node.role, "", "", gap)),
    }
}
/// Returns `true` for the numbers that are in the longest increasing subsequence.
pub(super) fn longest_increasing(numbers: &[usize]) -> Vec<bool> {
    // By length: the place of the least number that ends such a subsequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|&end| numbers[end] < *number);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut kept = vec![false; numbers.len()];
    let mut at = ends.last().copied();
    while let Some(place) = at {
        kept[place] = true;
        at = before[place];
    }
    kept
}
