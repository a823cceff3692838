//! Refs: what names an element for an agent, and how it is found again after the page changed.
//!
//! *In*: a [`Page`](crate::page) and the elements that a snapshot shows. *Out*: a [`Session`](session::Session) that gives
//! out refs, keeps them from page to page, and resolves them: to an element, with proof, or to an error that says what
//! became of it.
//!
//! *Invariants*: a ref never resolves to an element that contradicts its identity; what cannot be told apart is refused; a
//! number is never given out twice in a session.

mod address;
mod alignment;
mod builder;
mod containers;
mod element_match;
pub mod fingerprint;
mod generated;
mod labels;
mod named;
mod observation;
mod observe;
mod page_fingerprint;
mod reasons;
mod reference;
pub mod resolver;
mod row_groups;
mod rows;
pub mod session;
mod stable;
mod store;
mod surroundings;
mod table;
mod texts;
mod unknown;
mod walk;

pub use element_match::{ElementMatch, MatchFailure, Proof};
pub use observe::Observed;
pub use page_fingerprint::PageFingerprint;
pub use reference::{Claim, NotARef, Ref};
pub use stable::{is_stable_number, stable_table};
pub use store::StoreError;
pub use table::RefTable;
pub use unknown::nearest;

#[cfg(test)]
mod tests;
