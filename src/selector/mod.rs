//! Selectors: which elements a selector means.
//!
//! *In*: selector text and [`Dom`](crate::dom::Dom). *Out*: [`SelectorList`], [`select`], [`matches()`]; for the cascade: the parts of a
//! selector it sorts and indexes rules by.
//!
//! *Invariants*: the only room that names the `selectors` crate; accepts and rejects what Chromium does; state that a
//! live page keeps outside of the tree (focus, target, modality) is read from the tree's frozen attributes.

mod ancestors;
mod direction;
mod element;
mod focus;
mod matcher;
mod names;
mod parse;
mod pseudo;
mod query;
mod state;
mod style;

pub(crate) use ancestors::{Ancestors, RequiredNames};
pub(crate) use direction::{Directionality, directionality};
pub(crate) use matcher::{Matcher, Place, Tree};
pub(crate) use names::serialize_identifier;
pub use parse::{SelectorError, SelectorErrorCode, SelectorList};
pub(crate) use pseudo::PseudoElement;
pub use query::{matches, select};
pub(crate) use state::percent_decode;
pub(crate) use style::{Bucket, Namespaces, Nesting, StyleSelector, StyleSelectorList, supports_selector};

#[cfg(test)]
mod tests;
