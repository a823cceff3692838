//! Faults that tests inject: a panic in a stage, to see that it reaches the caller. Debug builds only.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

/// A stage of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Bytes to a tree.
    Parse,
    /// The cascade.
    Style,
    /// Boxes.
    Layout,
    /// Roles and names.
    Aria,
    /// The snapshot.
    Snapshot,
}

/// Every stage, in the order in which a page goes through them, with its name.
pub const STAGES: [(&str, Stage); 5] = [
    ("parse", Stage::Parse),
    ("style", Stage::Style),
    ("layout", Stage::Layout),
    ("aria", Stage::Aria),
    ("snapshot", Stage::Snapshot),
];

thread_local! {
    static INJECTED: Cell<Option<Stage>> = const { Cell::new(None) };
}

/// The next time this thread enters the stage, it panics; `None`: no stage does.
pub fn inject(stage: Option<Stage>) {
    INJECTED.set(stage);
}

/// The stage in which pages of a batch panic, and what the names of these pages contain.
static INTO_PAGES: Mutex<Option<(Stage, String)>> = Mutex::new(None);

/// The pages of a batch whose name contains this text panic in the stage.
pub fn inject_into_pages(stage: Stage, name: &str) {
    *INTO_PAGES.lock().unwrap_or_else(PoisonError::into_inner) = Some((stage, name.to_owned()));
}

/// This thread begins with a page of a batch.
pub fn begin_page(name: &str) {
    let fault = INTO_PAGES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((stage, part)) = &*fault {
        inject(name.contains(part.as_str()).then_some(*stage));
    }
}

/// A stage begins. The panic is located at the call.
///
/// # Panics
/// If a fault was injected here.
#[expect(clippy::panic, reason = "that is what it is for")]
#[track_caller]
pub fn enter(stage: Stage) {
    if INJECTED.get() == Some(stage) {
        panic!("a fault was injected");
    }
}
