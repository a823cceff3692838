//! Bodies that are asked for again and again.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::batch::resources::Resource;

/// Limit: bytes of bodies that are kept, since the pages of a site share their style sheets.
const CACHE_BYTES: usize = 64 << 20;

/// The bodies that were asked for last.
#[derive(Debug, Default)]
pub(super) struct Cache {
    /// By key: when it was asked for.
    found: FxHashMap<u64, (u64, Resource)>,
    /// Keys by when they were asked for.
    by_time: BTreeMap<u64, u64>,
    time: u64,
    bytes: usize,
}

impl Cache {
    pub(super) fn get(&mut self, key: u64) -> Option<Resource> {
        let (time, found) = self.found.get_mut(&key)?;
        self.by_time.remove(time);
        self.time += 1;
        *time = self.time;
        self.by_time.insert(self.time, key);
        Some(found.clone())
    }

    pub(super) fn put(&mut self, key: u64, resource: &Resource) {
        // Two threads may have looked for the same one.
        if resource.bytes.len() > CACHE_BYTES / 4 || self.found.contains_key(&key) {
            return;
        }
        self.time += 1;
        self.bytes += resource.bytes.len();
        self.found.insert(key, (self.time, resource.clone()));
        self.by_time.insert(self.time, key);
        while self.bytes > CACHE_BYTES
            && let Some((_, oldest)) = self.by_time.pop_first()
        {
            self.bytes -= self.found.remove(&oldest).map_or(0, |(_, old)| old.bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_forgets_what_was_not_asked_for() {
        let mut cache = Cache::default();
        let resource = Resource { bytes: vec![0; CACHE_BYTES / 4], ..Resource::default() };
        for key in 0..4 {
            cache.put(key, &resource);
        }
        assert!(cache.get(0).is_some());
        cache.put(4, &resource);
        assert!(cache.get(1).is_none() && cache.get(0).is_some() && cache.get(4).is_some());
        assert_eq!(cache.bytes, CACHE_BYTES);
    }
}
