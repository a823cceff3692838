//! Checks that every property applies: the size of its input, its time, and the form of its errors.

use std::time::{Duration, Instant};

use crate::error::Error;

/// Bytes of an input that are looked at; the limit of time is for as many.
pub(super) const LONGEST: usize = 64 << 10;

/// Runs `work` and holds it to a time: generous, for a busy machine, but far from quadratic in the longest input.
pub(super) fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 100 } else { 20 });
    let took = start.elapsed();
    assert!(took < limit, "{what} took {took:?}");
    result
}

pub(super) fn cut(data: &[u8]) -> &[u8] {
    data.get(..LONGEST).unwrap_or(data)
}

/// An error names the problem and what to do.
pub(super) fn check_error(error: &(impl Into<Error> + Clone)) {
    let error: Error = error.clone().into();
    assert!(!error.to_string().is_empty() && !error.hint().is_empty() && !error.code().is_empty(), "{error:?}");
    assert!(error.to_json()["error"]["message"].is_string(), "{error:?}");
}
