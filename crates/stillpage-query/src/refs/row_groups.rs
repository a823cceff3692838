//! Rows of a page by list, by text, and by content.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{AtomKind, Digest, RowIdentity};

pub(super) fn index_of(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// The texts that rows share with a directly nested row, once for each outer row.
pub(super) fn shared_with_inner(records: &[RowIdentity]) -> Vec<Digest> {
    let mut inner: FxHashSet<(u32, Digest)> = FxHashSet::default();
    for record in records {
        if let Some(outer) = record.outer {
            inner.extend(record.atoms.iter().map(|atom| (outer, atom.digest)));
        }
    }
    let of = |(i, record): (usize, &RowIdentity)| {
        let shared =
            record.atoms.iter().map(|atom| atom.digest).filter(|&digest| inner.contains(&(index_of(i), digest)));
        shared.collect::<Vec<_>>()
    };
    records.iter().enumerate().flat_map(of).collect()
}

/// The rows of each list in order.
pub(super) fn lists(records: &[RowIdentity]) -> BTreeMap<u32, Vec<u32>> {
    let mut map: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (i, record) in records.iter().enumerate() {
        map.entry(record.list).or_default().push(index_of(i));
    }
    for rows in map.values_mut() {
        rows.sort_by_key(|&r| records[r as usize].place);
    }
    map
}

/// The lists of several rows that read as they did, row by row.
/// `matched`: the row of the page after that a row is.
pub(super) fn kept_lists(
    before: &[RowIdentity],
    after: &[RowIdentity],
    matched: impl Fn(u32) -> Option<u32>,
) -> FxHashSet<u32> {
    let sizes = lists(after);
    let is_kept = |ours: &[u32]| {
        let pair = |&row: &u32| {
            let (old, new) = (&before[row as usize], &after[matched(row)? as usize]);
            (old.digest == new.digest && old.place == new.place).then_some(new.list)
        };
        let Some(list) = ours.first().and_then(pair) else { return false };
        ours.len() > 1
            && sizes.get(&list).map(Vec::len) == Some(ours.len())
            && ours.iter().all(|row| pair(row) == Some(list))
    };
    lists(before).into_iter().filter(|(_, ours)| is_kept(ours)).map(|(list, _)| list).collect()
}

/// The lists outside of rows that consist of several bars: rows that say nothing outside of their controls.
pub(super) fn bars(records: &[RowIdentity]) -> FxHashSet<u32> {
    let mut sizes: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    for record in records {
        let speaks = record.outer.is_some() || record.atoms.iter().any(|atom| atom.kind != AtomKind::Control);
        let size = sizes.entry(record.list).or_insert(Some(0));
        *size = size.filter(|_| !speaks).map(|size| size + 1);
    }
    sizes.into_iter().filter(|(_, size)| size.is_some_and(|size| size > 1)).map(|(list, _)| list).collect()
}

/// Rows by tag and texts.
pub(super) fn by_appearance(records: &[RowIdentity]) -> FxHashMap<(Digest, Digest), Vec<u32>> {
    let mut map: FxHashMap<(Digest, Digest), Vec<u32>> = FxHashMap::default();
    for (i, record) in records.iter().enumerate() {
        map.entry((record.tag, record.digest)).or_default().push(index_of(i));
    }
    map
}

/// Hash of what a row says outside of its controls; `None` if that is nothing.
pub(super) fn contents(record: &RowIdentity) -> Option<Digest> {
    use std::hash::{Hash as _, Hasher as _};
    let mut said = record.atoms.iter().filter(|atom| atom.kind != AtomKind::Control);
    said.clone().any(|atom| matches!(atom.kind, AtomKind::Content | AtomKind::Number)).then_some(())?;
    let mut hash = rustc_hash::FxHasher::default();
    said.by_ref().for_each(|atom| (atom.digest, atom.column).hash(&mut hash));
    Some(hash.finish())
}

/// Returns the digests of the links of a row.
pub(super) fn links(record: &RowIdentity) -> SmallVec<[Digest; 2]> {
    let is_link = |kind| matches!(kind, AtomKind::Link | AtomKind::Temporary);
    record.atoms.iter().filter(|atom| is_link(atom.kind)).map(|atom| atom.digest).collect()
}

pub(super) fn heading(record: &RowIdentity) -> Option<Digest> {
    record.atoms.iter().find(|atom| atom.kind == AtomKind::Heading).map(|atom| atom.digest)
}

/// The texts of each row outside of its nested rows, without numbers.
pub(super) fn own_atoms(records: &[RowIdentity]) -> Vec<Vec<Digest>> {
    let mut inner: FxHashSet<(u32, Digest)> = FxHashSet::default();
    for record in records {
        if let Some(outer) = record.outer {
            inner.extend(record.atoms.iter().map(|atom| (outer, atom.digest)));
        }
    }
    let own = |(i, record): (usize, &RowIdentity)| {
        let kept = record.atoms.iter().filter(|atom| {
            matches!(atom.kind, AtomKind::Control | AtomKind::Content | AtomKind::Numbered | AtomKind::Heading)
        });
        kept.map(|atom| atom.digest).filter(|&digest| !inner.contains(&(index_of(i), digest))).collect()
    };
    records.iter().enumerate().map(own).collect()
}

/// For each row whether rows are in it. The details below a row are beside it.
pub(super) fn nesting(records: &[RowIdentity]) -> Vec<bool> {
    let mut nests = vec![false; records.len()];
    for record in records {
        if let Some(outer) = record.outer
            && records.get(outer as usize).is_some_and(|outer| outer.list != record.list)
        {
            nests[outer as usize] = true;
        }
    }
    nests
}

/// True if one row is inside the other, so that they share texts anyway.
pub(super) fn nested(records: &[RowIdentity], a: u32, b: u32) -> bool {
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
