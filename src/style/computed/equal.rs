//! Comparing styles that many elements share.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ComputedStyle;

/// Whether two styles are equal, compared once for all elements that share them. The styles have to outlive it.
#[derive(Debug, Default)]
pub(crate) struct EqualStyles {
    known: FxHashMap<(*const ComputedStyle, *const ComputedStyle), bool>,
}

impl EqualStyles {
    pub(crate) fn are_equal(&mut self, one: &Arc<ComputedStyle>, other: &Arc<ComputedStyle>) -> bool {
        Arc::ptr_eq(one, other)
            || *self.known.entry((Arc::as_ptr(one), Arc::as_ptr(other))).or_insert_with(|| **one == **other)
    }
}
