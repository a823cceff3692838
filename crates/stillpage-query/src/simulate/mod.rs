//! Re-renders as frameworks make them, with the ground truth about each widget.
//!
//! *In*: a [`Dom`](crate::dom::Dom), a seed and ops. *Out*: the [`Rerender`]: the tree afterwards, where each widget is now, which nodes are
//! still connected, which marks are still there.
//!
//! *Invariants*: all choices use integers, so that a seed gives the same page on every machine; the ground truth is about
//! widgets, not nodes: where a list reuses its nodes for other rows, a connected node is another widget; no widget is on a
//! page twice; the ground truth refers to the elements of the reparsed page.

mod change;
mod op;
#[cfg(test)]
mod op_tests;
mod ops;
mod place;
mod random;
mod rerender;
mod stage;
#[cfg(test)]
mod tests;
mod words;
mod written;

pub use change::Clarity;
pub use op::{OPS, Op, PROFILES, Profile};
pub use rerender::{Recipe, Rerender};
pub use written::Written;
