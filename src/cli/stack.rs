//! A deep stack for the work of a command.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};

use super::output::Failure;
use crate::error::{Error, describe};
use crate::safe_text::SafeText;

/// Limit: layout takes further stack as deep pages need it; this is plenty for all else. Only what is touched
/// becomes memory.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// Runs `work` on a deep stack, and turns a panic of it into an error with its place.
///
/// It stays on the main thread, whose heap grows as one piece: glibc gives other threads theirs in pieces of 64 MiB, page by page.
pub(super) fn on_deep_stack<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let place = Arc::new(Mutex::new(SafeText::new()));
    let seen = Arc::clone(&place);
    std::panic::set_hook(Box::new(move |panic| {
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = describe(panic);
    }));
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| stacker::grow(STACK_BYTES, work)));
    result.unwrap_or_else(|_| {
        let reason = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Err(Error::Internal { reason }.into())
    })
}
