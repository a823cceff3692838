//! Faults that tests inject: a panic in a stage, to see that it reaches the caller. Debug builds only.

use std::cell::Cell;

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

/// A stage begins. The panic is located where it is called.
///
/// # Panics
/// If a fault was injected here.
#[expect(clippy::panic, reason = "that is what it is for")]
#[track_caller]
pub(crate) fn enter(stage: Stage) {
    if INJECTED.get() == Some(stage) {
        panic!("a fault was injected");
    }
}
