//! What was made for a few boxes, as long as it is likely to be asked for again.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::box_tree::BoxId;

/// Limit: boxes of which it is kept. Where more are measured before they are placed, it is made again for the others: that takes a
/// fiftieth of the time of a page of 100,000 elements, and to keep it a twelfth of the memory.
const MAX_KEPT: usize = 1024;

/// A table by box that forgets the oldest entries.
#[derive(Debug)]
pub(crate) struct RecentlyMade<T> {
    by_box: FxHashMap<BoxId, T>,
    /// Oldest first, with boxes that were taken out since.
    order: VecDeque<BoxId>,
}

impl<T> Default for RecentlyMade<T> {
    fn default() -> Self {
        Self { by_box: FxHashMap::default(), order: VecDeque::new() }
    }
}

impl<T> RecentlyMade<T> {
    pub(crate) fn get(&self, id: BoxId) -> Option<&T> {
        self.by_box.get(&id)
    }

    pub(crate) fn contains(&self, id: BoxId) -> bool {
        self.by_box.contains_key(&id)
    }

    pub(crate) fn insert(&mut self, id: BoxId, made: T) {
        self.by_box.insert(id, made);
        self.order.push_back(id);
        while self.by_box.len() > MAX_KEPT || self.order.len() > 4 * MAX_KEPT {
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
    use super::{BoxId, MAX_KEPT, RecentlyMade};

    #[test]
    fn the_oldest_are_forgotten() {
        let id = BoxId::from_index;
        let mut made = RecentlyMade::default();
        (0..MAX_KEPT).for_each(|at| made.insert(id(at), at));
        assert_eq!(made.remove(id(1)), Some(1));
        made.insert(id(MAX_KEPT), MAX_KEPT);
        assert_eq!(made.get(id(0)), Some(&0), "there is room");
        made.insert(id(MAX_KEPT + 1), 7);
        assert_eq!(made.get(id(0)), None);
        assert!(made.contains(id(2)) && made.contains(id(MAX_KEPT + 1)));
        (0..20 * MAX_KEPT).for_each(|at| {
            made.insert(id(at), at);
            made.remove(id(at));
        });
        assert!(made.order.len() <= 4 * MAX_KEPT, "those that were taken out are forgotten, too");
    }
}
