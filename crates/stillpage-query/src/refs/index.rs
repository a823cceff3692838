//! [`Index`]: the elements of a page by what they may be found by.

use std::hash::{Hash, Hasher as _};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use super::fingerprint::{Digest, Fingerprint, Identity, UniqueKey};

/// Elements by position among the identities of a page; most groups have one or two.
pub(super) type Group = SmallVec<[usize; 2]>;

/// Groups of elements by row and what they have in common.
pub(super) type Groups = FxHashMap<GroupKey, Group>;

/// The elements of a page.
#[derive(Default)]
pub(super) struct Index {
    /// By row, role, name and attributes.
    pub(super) in_row: Groups,
    /// By row, role, name, attributes and counted id, for elements that have one.
    pub(super) counted: FxHashMap<(GroupKey, Digest), Group>,
    /// By role, name and attributes.
    pub(super) anywhere: FxHashMap<(Digest, Digest), Group>,
    /// Links by role and target.
    pub(super) links: FxHashMap<Digest, Group>,
    /// By role and name, of those that have a name.
    pub(super) named: FxHashMap<Digest, Group>,
    /// Named controls by what their labels cannot change.
    pub(super) controls: Groups,
}

impl Index {
    pub(super) fn of(page: &Fingerprint) -> Self {
        let mut index = Self::default();
        index.in_row.reserve(page.identities.len());
        index.anywhere.reserve(page.identities.len());
        for (at, identity) in page.identities.iter().enumerate() {
            let key = key(identity, identity.record);
            let look = appearance(identity);
            index.in_row.entry(key).or_default().push(at);
            if identity.counted != 0 {
                index.counted.entry((key, identity.counted)).or_default().push(at);
            }
            index.anywhere.entry(look).or_default().push(at);
            if identity.key == UniqueKey::Link {
                index.links.entry(target(identity)).or_default().push(at);
            }
            if !identity.name.is_empty() {
                index.named.entry(look.0).or_default().push(at);
                if identity.is_interactive() {
                    index.controls.entry(kind(identity, identity.record)).or_default().push(at);
                }
            }
        }
        index
    }
}

/// Row, two digests of what the elements of the group share, and the labels around: of appearance outside of rows only, of
/// controls always.
pub(super) type GroupKey = (Option<u32>, Digest, Digest, Digest);

pub(super) fn key(identity: &Identity, row: Option<u32>) -> GroupKey {
    let (name, own) = appearance(identity);
    let labels = if row.is_some() { identity.cell ^ identity.pane } else { labels(identity) };
    (row, name, own, labels)
}

pub(super) fn labels(identity: &Identity) -> Digest {
    identity
        .labels
        .iter()
        .fold(0, |hash: Digest, label| hash.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ label)
}

/// Limit: controls of a kind beyond which a label is too weak to search among them.
pub(super) const MANY_CONTROLS: usize = 64;

pub(super) fn named(identity: &Identity) -> Digest {
    hash((&identity.role, &identity.name))
}

pub(super) fn target(identity: &Identity) -> Digest {
    hash((&identity.role, identity.own))
}

pub(super) fn kind(identity: &Identity, row: Option<u32>) -> GroupKey {
    (row, hash(identity.role), identity.kind, labels(identity))
}

pub(super) fn appearance(identity: &Identity) -> (Digest, Digest) {
    (named(identity), identity.own)
}

pub(super) fn indices<'a, K: Hash + Eq>(map: &'a FxHashMap<K, Group>, key: &K) -> &'a [usize] {
    map.get(key).map_or(&[], SmallVec::as_slice)
}

/// A hash that lasts as long as the index.
fn hash(of: impl Hash) -> Digest {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Every label around an element of a page.
pub(super) fn all_labels(page: &Fingerprint) -> FxHashSet<Digest> {
    let mut all = FxHashSet::default();
    let mut last: &[Digest] = &[];
    // Neighbours have most labels in common.
    for labels in page.identities.iter().map(|identity| &*identity.labels) {
        if labels != last {
            all.extend(labels);
            last = labels;
        }
    }
    all
}

/// True if both are non-empty and share less than half of their digests.
pub(super) fn differ(a: &[Digest], b: &[Digest]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let shared = a.iter().filter(|d| b.contains(d)).count();
    shared * 2 < a.len() + b.len() - shared
}
