//! [`Index`]: the elements of a page by what they may be found by.

use rustc_hash::FxHashMap;

use super::fingerprint::{Digest, Fingerprint, Identity, UniqueKey, digest, is_interactive_role};

/// The elements of a page, by position among its identities.
#[derive(Default)]
pub(super) struct Index {
    /// By row, role, name and attributes.
    pub(super) in_row: FxHashMap<GroupKey, Vec<usize>>,
    /// By row, role, name, attributes and counted id, for elements that have one.
    pub(super) counted: FxHashMap<(GroupKey, Digest), Vec<usize>>,
    /// By role, name and attributes.
    pub(super) anywhere: FxHashMap<(Digest, Digest), Vec<usize>>,
    /// Links by role and target.
    pub(super) links: FxHashMap<Digest, Vec<usize>>,
    /// By role and name, of those that have a name.
    pub(super) named: FxHashMap<Digest, Vec<usize>>,
    /// Named controls by what their labels cannot change.
    pub(super) controls: FxHashMap<GroupKey, Vec<usize>>,
}

impl Index {
    pub(super) fn of(page: &Fingerprint) -> Self {
        let mut index = Self::default();
        for (at, identity) in page.identities.iter().enumerate() {
            let key = key(identity, identity.record);
            index.in_row.entry(key).or_default().push(at);
            if identity.counted != 0 {
                index.counted.entry((key, identity.counted)).or_default().push(at);
            }
            index.anywhere.entry(appearance(identity)).or_default().push(at);
            if identity.key == UniqueKey::Link {
                index.links.entry(target(identity)).or_default().push(at);
            }
            if !identity.name.is_empty() {
                index.named.entry(named(identity)).or_default().push(at);
                if is_interactive_role(&identity.role) {
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
    digest(&[&identity.role, &identity.name])
}

pub(super) fn target(identity: &Identity) -> Digest {
    digest(&[&identity.role, &identity.own.to_string()])
}

pub(super) fn kind(identity: &Identity, row: Option<u32>) -> GroupKey {
    (row, digest(&[&identity.role]), identity.kind, labels(identity))
}

pub(super) fn appearance(identity: &Identity) -> (Digest, Digest) {
    (digest(&[&identity.role, &identity.name]), identity.own)
}

pub(super) fn indices<'a, K: std::hash::Hash + Eq>(map: &'a FxHashMap<K, Vec<usize>>, key: &K) -> &'a [usize] {
    map.get(key).map_or(&[], Vec::as_slice)
}
