//! The parts that the sentences of errors share.

use std::time::Duration;

use crate::safe_text::PageText;

/// Limit: characters of a sentence that other code put together, page text included.
const SENTENCE_CHARS: usize = 1000;

/// The hint for a target that matches no element of the page.
pub const OTHER_TARGET: &str =
    "take a ref from a snapshot of this same page, or write a selector that an element of it matches";

/// A sentence that may quote a page.
pub(super) fn sentence(text: &str) -> PageText<'_> {
    PageText::of(text).at_most(SENTENCE_CHARS)
}

/// The column, from 1, of a byte offset.
pub(super) fn column(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(0, |before| before.chars().count()) + 1
}

/// Seconds with at most two decimals.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 100.0).round() / 100.0
}
