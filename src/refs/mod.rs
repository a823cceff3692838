//! Refs: what names an element for an agent, and how it is found again after the page changed.
//!
//! *In*: a [`Page`](crate::page) and its elements. *Out*: fingerprints, alignments, resolutions.
//!
//! *Invariants*: a ref never resolves to an element that contradicts its identity; what cannot be told apart is refused.

mod death;
pub mod fingerprint;
pub mod heal;
mod named;
mod reference;
pub mod session;
mod table;

pub use death::Death;
pub use reference::{NotARef, Ref};
pub use table::RefTable;

#[cfg(test)]
mod tests;
