//! Work that has to be done in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::error::{Error, LimitError};
use crate::safe_text::{PageText, safe};

/// Limit: as of the command line's own thread. Layout takes further stack as deep pages need it; only what is touched
/// becomes memory.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// Limit: abandoned pages at once. Each ends by the limits that every page has; beyond this number, the next one
/// that is late is waited for.
const MAX_LEFT_BEHIND: usize = 8;

static LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);

const RUNNING: u8 = 0;
const DONE: u8 = 1;
const LATE: u8 = 2;

/// Does some work on a thread of its own.
///
/// # Errors
/// [`LimitError::Timeout`] if it takes longer than `limit`; it keeps running. [`Error::Internal`] without a thread.
pub(super) fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let state = Arc::new(AtomicU8::new(RUNNING));
    let (send, receive) = channel();
    let theirs = Arc::clone(&state);
    let thread = thread::Builder::new().name("stillpage page".to_owned()).stack_size(STACK_BYTES).spawn(move || {
        let done = work();
        // Nobody receives what is late.
        let _ = send.send(done);
        if theirs.swap(DONE, Ordering::AcqRel) == LATE {
            LEFT_BEHIND.fetch_sub(1, Ordering::AcqRel);
        }
    });
    let no_thread = |reason: &str| Error::Internal { reason: safe!("no thread to work on: {}", PageText::of(reason)) };
    let thread = thread.map_err(|error| no_thread(&error.to_string()))?;
    match receive.recv_timeout(limit) {
        Ok(done) => return Ok(done),
        Err(RecvTimeoutError::Disconnected) => return Err(no_thread("it ended early")),
        Err(RecvTimeoutError::Timeout) => {}
    }
    let behind = LEFT_BEHIND.fetch_add(1, Ordering::AcqRel);
    if state.swap(LATE, Ordering::AcqRel) == DONE {
        LEFT_BEHIND.fetch_sub(1, Ordering::AcqRel);
    } else if behind >= MAX_LEFT_BEHIND {
        // It is already counted when this returns.
        let _ = thread.join();
    }
    Err(Error::Limit(LimitError::Timeout {
        what: "the page was not finished".into(),
        limit,
        hint: "raise the time limit for this page".into(),
        setting: None,
    }))
}
