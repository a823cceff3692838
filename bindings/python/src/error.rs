//! Errors and panics of the library as exceptions, and work without the GIL.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde_json::Map;

use crate::value::to_python;

/// The time that a signal may wait.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(100);

thread_local! {
    /// The message and the place of the last panic of this thread.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps what panics say for the exception, in place of printing it: standard error belongs to the program.
pub(crate) fn keep_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let said = said(panic.payload()).unwrap_or_else(|| "no message".to_owned());
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        PANIC.with_borrow_mut(|kept| *kept = Some(format!("{said}{place}")));
    }));
}

/// Does something without the GIL. A panic of it becomes a `stillpage.InternalError`.
pub(crate) fn work<T: Send>(py: Python<'_>, f: impl FnOnce() -> T + Send) -> PyResult<T> {
    let done = py.detach(|| {
        catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
            // Another thread's panic was kept there.
            PANIC.take().or_else(|| said(&*payload)).unwrap_or_default()
        })
    });
    done.map_err(|said| internal(py, &said))
}

/// The message of a panic.
fn said(payload: &(dyn Any + Send)) -> Option<String> {
    let literal = payload.downcast_ref::<&str>().map(ToString::to_string);
    literal.or_else(|| payload.downcast_ref::<String>().cloned())
}

/// Does work that can fail.
pub(crate) fn try_work<T: Send, E: Into<stillpage::Error> + Send>(
    py: Python<'_>,
    f: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    work(py, f)?.map_err(|error| raise(py, &error.into()))
}

/// Calls it on a thread of its own, which a signal leaves alone: Ctrl-C ends the call at once. The work is asked to stop and
/// ends behind it.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    f: impl FnOnce(&AtomicBool) -> Result<T, stillpage::Error> + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (reply, answer) = channel();
    let asked = Arc::clone(&stop);
    let spawned = thread::Builder::new().name("stillpage-map".to_owned()).spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| f(&asked)));
        // Nobody waits for the answer once the call was interrupted.
        let _ = reply.send(done.map_err(|payload| PANIC.take().or_else(|| said(&*payload)).unwrap_or_default()));
    });
    spawned.map_err(|error| internal(py, &format!("no thread to work on: {error}")))?;
    // The receiver is of one thread, and is not used by two at once.
    let answer = Mutex::new(answer);
    loop {
        let received = py.detach(|| {
            let answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            answer.recv_timeout(BETWEEN_SIGNALS)
        });
        match received {
            Ok(done) => return done.map_err(|said| internal(py, &said))?.map_err(|error| raise(py, &error)),
            Err(RecvTimeoutError::Disconnected) => return Err(internal(py, "the thread that worked is gone")),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupted) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(interrupted);
                }
            }
        }
    }
}

/// An error of the library as an exception.
pub(crate) fn raise(py: Python<'_>, error: &stillpage::Error) -> PyErr {
    let details = serde_json::Value::Object(error.details());
    make(py, error.code(), error.message().as_str(), error.hint().as_str(), &details, error.retryable())
}

/// An argument that has the right type and a wrong value.
pub(crate) fn argument(py: Python<'_>, message: &str, hint: &str) -> PyErr {
    make(py, "invalid_arguments", message, hint, &Map::new().into(), false)
}

/// An argument of a wrong type.
pub(crate) fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().qualname().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name} must be {expected}, not {found}"))
}

fn internal(py: Python<'_>, said: &str) -> PyErr {
    let error = stillpage::Error::Internal { reason: "".into() };
    make(py, error.code(), said, error.hint().as_str(), &Map::new().into(), false)
}

fn make(py: Python<'_>, code: &str, message: &str, hint: &str, details: &serde_json::Value, retryable: bool) -> PyErr {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let exception = MAKE
        .import(py, "stillpage._errors", "make")
        .and_then(|make| make.call1((code, message, hint, to_python(py, details)?, retryable)));
    match exception {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Makes the next call panic in a stage, for tests; `None`: none does. Debug builds only.
#[cfg(debug_assertions)]
#[pyfunction]
#[pyo3(name = "_inject_fault")]
pub(crate) fn inject_fault(stage: Option<&str>) {
    let stages = stillpage::fault::STAGES.iter();
    stillpage::fault::inject(stages.copied().find(|(name, _)| Some(*name) == stage).map(|(_, stage)| stage));
}
