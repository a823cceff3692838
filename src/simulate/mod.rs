//! Re-renders as frameworks make them, with the truth about what became what.
//!
//! *In*: a [`Dom`], a seed and ops. *Out*: the [`Rerender`]: the tree afterwards, where each widget is now, which nodes are
//! still connected, which marks are still there.
//!
//! *Invariants*: integers alone decide, so that a seed gives the same page on every machine; the truth is about widgets,
//! not nodes: where a list reuses its nodes for other rows, a connected node is another widget; no widget is twice on a
//! page; what a reparse of the written page yields is what the truth speaks of.

mod change;
mod op;
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
pub use random::Random;
pub use rerender::{Recipe, Rerender, Step};
pub use written::Written;
