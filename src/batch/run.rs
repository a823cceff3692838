//! Rows of many pages by several threads, in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::limited::STACK_BYTES;
use super::row::{Row, RowOptions, row};
use super::source::Source;
use crate::error::Error;
use crate::safe_text::{PageText, safe};

/// Limit: rows that wait for an earlier one to be done, per thread; with their sources, what a batch holds in memory.
const AHEAD: usize = 8;

/// Options for running a batch.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// Options for making rows.
    pub row: RowOptions,
    /// The number of threads; `None`: as many as there are cores.
    pub jobs: Option<NonZero<usize>>,
}

impl RunOptions {
    /// Makes rows like this.
    #[must_use]
    pub fn row(self, row: RowOptions) -> Self {
        Self { row, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn jobs(self, jobs: NonZero<usize>) -> Self {
        Self { jobs: Some(jobs), ..self }
    }
}

/// The queue of inputs, which the threads share.
struct Queue<I> {
    inputs: I,
    /// The number of the next input.
    next: usize,
    /// The number of rows that the sink has.
    given: usize,
    /// Rows that an earlier one is missing for.
    done: BTreeMap<usize, Row>,
    /// No input is left, or the sink wants no more rows.
    ended: bool,
    /// A thread panicked: a row will be missing.
    broken: bool,
}

struct Shared<I> {
    queue: Mutex<Queue<I>>,
    changed: Condvar,
}

impl<I> Shared<I> {
    fn queue(&self) -> MutexGuard<'_, Queue<I>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue<I>>) -> MutexGuard<'a, Queue<I>> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the batch if its thread panics, so nothing waits for it.
struct EndOnPanic<'a, I>(&'a Shared<I>);

impl<I> Drop for EndOnPanic<'_, I> {
    fn drop(&mut self) {
        if thread::panicking() {
            let mut queue = self.0.queue();
            (queue.ended, queue.broken) = (true, true);
            drop(queue);
            self.0.changed.notify_all();
        }
    }
}

/// Makes the rows of all inputs on several threads and returns how many there were.
///
/// `sink` gets them on this thread, in the order of the inputs, each as soon as those before it are done. Inputs are taken one
/// by one when a thread is free for them.
///
/// # Errors
/// The first error of `sink`, which ends the batch; [`Error::Internal`] if there is no thread to work on.
pub fn run<I>(inputs: I, options: &RunOptions, mut sink: impl FnMut(Row) -> Result<(), Error>) -> Result<usize, Error>
where
    I: Iterator<Item = Source> + Send,
{
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = options.jobs.map_or_else(cores, NonZero::get);
    let queue = Queue { inputs, next: 0, given: 0, done: BTreeMap::new(), ended: false, broken: false };
    let shared = Shared { queue: Mutex::new(queue), changed: Condvar::new() };
    thread::scope(|scope| {
        for _ in 0..jobs {
            let worker = thread::Builder::new().stack_size(STACK_BYTES);
            let spawned = worker.spawn_scoped(scope, || {
                let _end = EndOnPanic(&shared);
                work(&shared, &options.row, jobs * AHEAD);
            });
            if let Err(error) = spawned {
                shared.queue().ended = true;
                shared.changed.notify_all();
                return Err(Error::Internal {
                    reason: safe!("no thread to work on: {}", PageText::of(&error.to_string())),
                });
            }
        }
        let _end = EndOnPanic(&shared);
        let given = drain(&shared, &mut sink);
        shared.queue().ended = true;
        shared.changed.notify_all();
        given
    })
}

/// Takes inputs and makes their rows until there are none.
fn work<I: Iterator<Item = Source>>(shared: &Shared<I>, options: &RowOptions, ahead: usize) {
    loop {
        let mut queue = shared.queue();
        while !queue.ended && queue.next >= queue.given + ahead {
            queue = shared.wait(queue);
        }
        if queue.ended {
            return;
        }
        let Some(source) = queue.inputs.next() else {
            queue.ended = true;
            shared.changed.notify_all();
            return;
        };
        let at = queue.next;
        queue.next += 1;
        drop(queue);
        let made = row(&source, options);
        drop(source);
        shared.queue().done.insert(at, made);
        shared.changed.notify_all();
    }
}

/// Hands rows on in order until there are none.
fn drain<I>(shared: &Shared<I>, sink: &mut impl FnMut(Row) -> Result<(), Error>) -> Result<usize, Error> {
    let mut queue = shared.queue();
    loop {
        let given = queue.given;
        if let Some(row) = queue.done.remove(&given) {
            queue.given += 1;
            shared.changed.notify_all();
            drop(queue);
            sink(row)?;
            queue = shared.queue();
        } else if queue.ended && queue.next == given {
            return Ok(given);
        } else if queue.broken {
            return Err(Error::Internal { reason: "a thread of the batch panicked".into() });
        } else {
            queue = shared.wait(queue);
        }
    }
}
