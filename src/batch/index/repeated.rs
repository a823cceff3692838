//! Repeated responses: a crawler keeps no second copy of one, but says which response was the same.
//!
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#revisit>

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Place, key};

/// The responses of an archive by what is in them, and the addresses that had the same, while an index is made.
#[derive(Debug, Default)]
pub(super) struct Repeated {
    /// Addresses by the digests of bodies.
    of_digest: FxHashMap<u64, u64>,
    /// Addresses without a response of their own, with the one that is named and the digest of the body.
    waiting: Vec<(u64, Option<u64>, Option<u64>)>,
}

impl Repeated {
    /// Adds a response that is there.
    pub(super) fn add_response(&mut self, url: &str, digest: Option<&str>) {
        if let (Some(digest), Some(key)) = (digest, key(url)) {
            self.of_digest.entry(hash(digest)).or_insert(key);
        }
    }

    /// Adds an address whose response was the same as that of another one, which is named or has the same digest.
    pub(super) fn add(&mut self, url: &str, named: Option<&str>, digest: Option<&str>) {
        if let Some(own) = key(url) {
            self.waiting.push((own, named.and_then(key), digest.map(hash)));
        }
    }

    /// The addresses with the same response by those that have none.
    pub(super) fn found(self, places: &FxHashMap<u64, Place>) -> FxHashMap<u64, u64> {
        let without = self.waiting.into_iter().filter(|(own, ..)| !places.contains_key(own));
        let found = without.filter_map(|(own, named, digest)| {
            let of_digest = digest.and_then(|digest| self.of_digest.get(&digest)).copied();
            let same = [named, of_digest].into_iter().flatten().find(|same| places.contains_key(same));
            same.map(|same| (own, same))
        });
        found.collect()
    }
}

/// Hashes a digest, with or without the name of its algorithm in front: indexes leave it out.
fn hash(digest: &str) -> u64 {
    let digest = digest.rsplit(':').next().unwrap_or_default();
    FxBuildHasher.hash_one(digest)
}
