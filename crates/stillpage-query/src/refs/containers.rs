//! Containers that changed inside: found again by where they stand among what was found.
//!
//! A container is recognised by what it holds, so that the one around a change looks new. Here the two trees are walked
//! together from the outermost pairs inwards: below a pair, a container is the one that its row became, else the one that
//! holds what it held, else the only one of its kind in the same place between neighbours that were found. Whatever can be
//! acted on is left to [`heal`](super::heal), and rows are never identified by their position.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fingerprint::{Digest, Fingerprint, Identity, is_cell_role, without_numbers};
use crate::aria::Role;

/// Limit: elements of a container that are asked where they are now.
const VOTERS: usize = 64;

/// A tree of identities: those that take part, below the nearest that does.
struct Tree<'a> {
    fingerprint: &'a Fingerprint,
    /// By identity, and in the last place those outermost, in document order.
    children: Vec<Vec<usize>>,
    /// The first identity behind those in it.
    end: Vec<usize>,
}

impl<'a> Tree<'a> {
    fn new(fingerprint: &'a Fingerprint, takes_part: &dyn Fn(usize) -> bool) -> Self {
        let len = fingerprint.identities.len();
        let mut children = vec![Vec::new(); len + 1];
        let mut end: Vec<usize> = (1..=len).collect();
        // The nearest around each that takes part.
        let mut around = vec![len; len];
        for (at, identity) in fingerprint.identities.iter().enumerate() {
            // Parents in a file are untrusted.
            let parent = identity.parent.map(|parent| parent as usize).filter(|&parent| parent < at);
            around[at] = match parent {
                Some(parent) if takes_part(parent) => parent,
                Some(parent) => around[parent],
                None => len,
            };
            if takes_part(at) {
                children[around[at]].push(at);
            }
        }
        for at in (0..len).rev() {
            if let Some(parent) = fingerprint.identities[at].parent.map(|parent| parent as usize).filter(|&p| p < at) {
                end[parent] = end[parent].max(end[at]);
            }
        }
        Self { fingerprint, children, end }
    }

    fn get(&self, at: usize) -> &'a Identity {
        &self.fingerprint.identities[at]
    }

    /// The row that an element is, not one that it is in.
    fn own_row(&self, at: usize) -> Option<u32> {
        let identity = self.get(at);
        identity
            .record
            .filter(|&row| self.fingerprint.records.get(row as usize).is_some_and(|r| r.node == identity.node))
    }
}

/// Pairs the containers of the page before with those of the page after, beyond `found` (by identity before).
///
/// `known`: the identities before that are of interest. `free`: those after that may be found. `rows`: which row became
/// which. `handle`: where the node of an identity before is now, if known; then no other is considered. Cost: linear, but for
/// a binary search for each voter.
pub(super) fn match_containers(
    (before, known): (&Fingerprint, &dyn Fn(usize) -> bool),
    (after, free): (&Fingerprint, &dyn Fn(usize) -> bool),
    found: &[Option<usize>],
    rows: &[Option<u32>],
    handle: &dyn Fn(usize) -> Option<usize>,
) -> Vec<(usize, usize)> {
    let taken: FxHashSet<usize> = found.iter().flatten().copied().collect();
    let takes_part = |at: usize| taken.contains(&at) || free(at);
    let mut search = Search {
        ours: Tree::new(before, known),
        theirs: Tree::new(after, &takes_part),
        voters: (0..found.len()).filter(|&at| found[at].is_some()).collect(),
        found: found.to_vec(),
        taken,
        rows,
        handle,
        pairs: Vec::new(),
    };
    // A connected node that is not a row is what it was.
    for at in (0..found.len()).filter(|&at| known(at)) {
        if let Some(to) = handle(at).filter(|&to| free(to) && search.ours.own_row(at).is_none() && search.alike(at, to))
            && named_alike(search.ours.get(at), search.theirs.get(to))
        {
            search.join(at, to);
        }
    }
    search.below(before.identities.len(), after.identities.len());
    // Parents come first: what is found below a pair is a pair when its turn comes.
    for at in 0..found.len() {
        if let Some(to) = search.found[at] {
            search.below(at, to);
        }
    }
    search.pairs
}

struct Search<'a> {
    ours: Tree<'a>,
    theirs: Tree<'a>,
    found: Vec<Option<usize>>,
    taken: FxHashSet<usize>,
    /// Identities before that were found before the search, ascending.
    voters: Vec<usize>,
    rows: &'a [Option<u32>],
    handle: &'a dyn Fn(usize) -> Option<usize>,
    pairs: Vec<(usize, usize)>,
}

/// The kind of a container: two of the same kind between the same neighbours are paired by their place.
type ContainerKind = (usize, Option<Role>, Digest);

impl Search<'_> {
    /// Pairs what is directly in a pair.
    fn below(&mut self, at: usize, to: usize) {
        let Some(ours) = self.ours.children.get(at).filter(|ours| ours.iter().any(|&at| self.is_open(at))) else {
            return;
        };
        let (ours, theirs) = (ours.clone(), self.theirs.children[to].clone());
        if theirs.iter().all(|to| self.taken.contains(to)) {
            return;
        }
        self.by_rows(&ours, &theirs);
        self.by_contents(&ours, &theirs);
        self.by_place(&ours, &theirs);
    }

    fn is_open(&self, at: usize) -> bool {
        self.found[at].is_none() && !self.ours.get(at).is_interactive()
    }

    fn alike(&self, at: usize, to: usize) -> bool {
        let (a, b) = (self.ours.get(at), self.theirs.get(to));
        (a.role, a.kind) == (b.role, b.kind)
    }

    fn join(&mut self, at: usize, to: usize) {
        if self.is_open(at) && (self.handle)(at).is_none_or(|own| own == to) && self.taken.insert(to) {
            self.found[at] = Some(to);
            self.pairs.push((at, to));
        }
    }

    fn by_rows(&mut self, ours: &[usize], theirs: &[usize]) {
        let rows: FxHashMap<u32, usize> =
            theirs.iter().filter_map(|&to| Some((self.theirs.own_row(to)?, to))).collect();
        if rows.is_empty() {
            return;
        }
        for &at in ours {
            if let Some(row) = self.ours.own_row(at)
                && let Some(&to) = self.rows.get(row as usize).copied().flatten().and_then(|row| rows.get(&row))
                && self.alike(at, to)
            {
                self.join(at, to);
            }
        }
    }

    /// Pairs containers that share a majority of the surviving children, both ways.
    fn by_contents(&mut self, ours: &[usize], theirs: &[usize]) {
        let mut claims: Vec<(usize, usize, usize)> = Vec::new();
        let mut received: BTreeMap<usize, usize> = BTreeMap::new();
        for &at in ours {
            let first = self.voters.partition_point(|&voter| voter <= at);
            let last = self.voters.partition_point(|&voter| voter < self.ours.end[at]);
            let step = (last - first).div_ceil(VOTERS).max(1);
            let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
            for &voter in self.voters.get(first..last).into_iter().flatten().step_by(step) {
                let Some(now) = self.found[voter] else { continue };
                let holder = theirs.partition_point(|&to| to <= now).checked_sub(1).map(|place| theirs[place]);
                if let Some(holder) = holder.filter(|&holder| now > holder && now < self.theirs.end[holder]) {
                    *votes.entry(holder).or_default() += step;
                }
            }
            let all: usize = votes.values().sum();
            for (&holder, &count) in &votes {
                *received.entry(holder).or_default() += count;
                if count * 2 > all && self.is_open(at) {
                    claims.push((at, holder, count));
                }
            }
        }
        for (at, to, count) in claims {
            if count * 2 > received[&to] && self.alike(at, to) && named_alike(self.ours.get(at), self.theirs.get(to)) {
                self.join(at, to);
            }
        }
    }

    /// Pairs the containers of one kind between the same neighbours where they are as many as before.
    fn by_place(&mut self, ours: &[usize], theirs: &[usize]) {
        let place: FxHashMap<usize, usize> = theirs.iter().enumerate().map(|(place, &to)| (to, place)).collect();
        // The neighbours that kept their order; one that moved does not count.
        let (mut anchors, mut last): (Vec<(usize, usize)>, Option<usize>) = (Vec::new(), None);
        for (i, &at) in ours.iter().enumerate() {
            if let Some(&j) = self.found[at].and_then(|to| place.get(&to)) {
                if last.is_some_and(|last| j < last) {
                    return;
                }
                last = Some(j);
                anchors.push((i, j));
            }
        }
        let mut open: BTreeMap<ContainerKind, [Vec<usize>; 2]> = BTreeMap::new();
        for (i, &at) in ours.iter().enumerate() {
            let identity = self.ours.get(at);
            if self.is_open(at) && self.ours.own_row(at).is_none() {
                let segment = anchors.partition_point(|anchor| anchor.0 < i);
                open.entry((segment, identity.role, identity.kind)).or_default()[0].push(at);
            }
        }
        for (j, &to) in theirs.iter().enumerate() {
            let identity = self.theirs.get(to);
            if !self.taken.contains(&to) && self.theirs.own_row(to).is_none() {
                let segment = anchors.partition_point(|anchor| anchor.1 < j);
                if let Some(kind) = open.get_mut(&(segment, identity.role, identity.kind)) {
                    kind[1].push(to);
                }
            }
        }
        let pairs = open.into_values().filter(|[ours, theirs]| ours.len() == theirs.len());
        let mut pairs: Vec<(usize, usize)> = pairs.flat_map(|[ours, theirs]| ours.into_iter().zip(theirs)).collect();
        pairs.sort_unstable();
        for (at, to) in pairs {
            if named_alike(self.ours.get(at), self.theirs.get(to)) {
                self.join(at, to);
            }
        }
    }
}

/// False if both have different names of their own; a name from the content may differ.
fn named_alike(a: &Identity, b: &Identity) -> bool {
    a.name == b.name
        || a.role.is_some_and(|role| is_cell_role(role) || matches!(role, Role::Row | Role::Heading | Role::Caption))
        || without_numbers(&a.name) == without_numbers(&b.name)
}
