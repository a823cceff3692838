//! A thread with a deep stack for the work of a command.

use std::sync::{Arc, Mutex, PoisonError};

use super::output::Failure;
use crate::error::{Error, describe};
use crate::safe_text::{PageText, SafeText, safe};

/// Limit: layout takes further stack as deep pages need it; this is plenty for all else. Only what is touched
/// becomes memory.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// Runs `work` on a thread of its own with a deep stack, and turns a panic of it into an error with its place.
pub(super) fn on_deep_stack<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let place = Arc::new(Mutex::new(SafeText::new()));
    let seen = Arc::clone(&place);
    std::panic::set_hook(Box::new(move |panic| {
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = describe(panic);
    }));
    let thread = std::thread::Builder::new().name("stillpage".to_owned()).stack_size(STACK_BYTES).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => {
            let reason = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Err(Error::Internal { reason }.into())
        }
        Err(error) => {
            let reason = safe!("no thread to work on: {}", PageText::of(&error.to_string()));
            Err(Error::Internal { reason }.into())
        }
    }
}
