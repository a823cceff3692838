//! Caches by box.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::box_tree::BoxId;

/// Limit: entries of a cache. Where more boxes are measured before any is placed, as in a grid of thousands of cards, what was made for
/// the others is made again.
const MAX_ENTRIES: usize = 2048;

/// A cache by box, of which the oldest entries go.
#[derive(Debug)]
pub(crate) struct BoxCache<T> {
    by_box: FxHashMap<BoxId, T>,
    /// Oldest first, with boxes that were taken out since.
    order: VecDeque<BoxId>,
}

impl<T> Default for BoxCache<T> {
    fn default() -> Self {
        Self { by_box: FxHashMap::default(), order: VecDeque::new() }
    }
}

impl<T> BoxCache<T> {
    pub(crate) fn get(&self, id: BoxId) -> Option<&T> {
        self.by_box.get(&id)
    }

    pub(crate) fn contains(&self, id: BoxId) -> bool {
        self.by_box.contains_key(&id)
    }

    pub(crate) fn insert(&mut self, id: BoxId, value: T) {
        self.by_box.insert(id, value);
        self.order.push_back(id);
        while self.by_box.len() > MAX_ENTRIES || self.order.len() > 4 * MAX_ENTRIES {
            let Some(oldest) = self.order.pop_front() else { break };
            self.by_box.remove(&oldest);
        }
    }

    pub(crate) fn remove(&mut self, id: BoxId) -> Option<T> {
        self.by_box.remove(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::{BoxCache, BoxId, MAX_ENTRIES};

    #[test]
    fn the_oldest_entries_go() {
        let id = BoxId::from_index;
        let mut cache = BoxCache::default();
        (0..MAX_ENTRIES).for_each(|at| cache.insert(id(at), at));
        assert_eq!(cache.remove(id(1)), Some(1));
        cache.insert(id(MAX_ENTRIES), MAX_ENTRIES);
        assert_eq!(cache.get(id(0)), Some(&0), "there is room");
        cache.insert(id(MAX_ENTRIES + 1), 7);
        assert_eq!(cache.get(id(0)), None);
        assert!(cache.contains(id(2)) && cache.contains(id(MAX_ENTRIES + 1)));
        (0..20 * MAX_ENTRIES).for_each(|at| {
            cache.insert(id(at), at);
            cache.remove(id(at));
        });
        assert!(cache.order.len() <= 4 * MAX_ENTRIES, "those that were taken out are forgotten, too");
    }
}
