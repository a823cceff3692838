//! Refs: short names of elements, and finding those elements again after the page changed.
//!
//! *In*: a [`Page`](crate::page) and the elements that a snapshot shows. *Out*: a [`Session`](session::Session) that assigns
//! refs, keeps them from snapshot to snapshot, and resolves them: to an element, with proof, or to an error with the reason.
//!
//! *Invariants*: a ref never resolves to an element that contradicts its identity; what is ambiguous is refused; a session
//! never assigns a number twice.
//!
//! # Terms
//!
//! - **Ref**: the short name of an element, such as `e7`; `f1e2` in a frame.
//! - **Session**: the refs of one or several tabs over time. It can be stored in a file.
//! - **Observation**: a tab at the time of a snapshot: the fingerprint of the page and its refs.
//! - **Fingerprint**: everything needed to find the elements of a page again: its rows and identities, as digests.
//! - **Identity**: what makes an element this one: role, name, authored attributes, row, headings and groups around it.
//! - **Row** (`RowIdentity`): one of several similar siblings: a table row, a list item, a card. Its texts are *atoms*.
//! - **Label**: the heading before an element or the name of a group around it.
//! - **Alignment**: which row, and which element, of one version of a page matches which of another.
//! - **Match**: the element of a page that an identity was found to be; its *proof* is the kind of evidence.
//! - **Candidate**: an element that could be a match but is not proven to be one.
//! - **Duplicates**: rows or elements that only their position distinguishes.
//! - **Handle**: a DOM node known to be connected still. It may show another widget by now.
//! - **Mark**: a ref written into an attribute of its element.
//! - **Stale ref**: a ref whose element is no longer on the page.
//! - **Counted id**: an id with a number that may be a counter, such as `input-15`.
//! - **Container**: an element that is not interactive and is recognised by its contents.

mod address;
mod alignment;
mod builder;
mod cells;
mod choices;
mod claim;
mod containers;
mod element_match;
pub mod fingerprint;
mod forms;
mod generated;
mod index;
mod labels;
mod named;
mod observation;
mod observe;
mod other_records;
mod other_views;
mod packed;
mod page_fingerprint;
mod page_texts;
mod rarity;
mod reasons;
mod recast;
mod relabelled;
mod renumbered;
pub mod resolver;
mod row_evidence;
mod row_groups;
mod row_texts;
mod rows;
pub mod session;
mod stable;
mod store;
mod surroundings;
mod table;
mod texts;
mod translated;
mod twins;
mod unknown;
mod walk;

pub use crate::reference::{ParseRefError, Ref};
pub use builder::indexed_elements;
pub use claim::Claim;
pub use element_match::Proof;
pub use page_fingerprint::PageFingerprint;
pub use stable::{is_stable_number, stable_table};
pub use store::StoreError;
pub use table::RefTable;
pub use unknown::nearest;

#[cfg(test)]
mod tests;
