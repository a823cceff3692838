//! Selectors: which elements a selector means.
//!
//! *In*: selector text and [`Dom`](crate::dom::Dom). *Out*: [`SelectorList`], [`select`], [`matches()`]; for the cascade: the parts of a
//! selector it sorts and indexes rules by.
//!
//! *Invariants*: the only room that names the `selectors` crate; accepts and rejects what Chromium does; state that a
//! live page keeps outside of the tree (focus, target, modality) is read from the tree's frozen attributes.

mod alike;
mod ancestors;
mod bucket;
mod direction;
mod element;
mod features;
mod focus;
mod kind;
mod language;
mod matcher;
mod names;
mod parse;
mod pseudo;
mod query;
mod state;
mod style;
mod tree;

pub(crate) use alike::Compared;
pub(crate) use ancestors::{Ancestors, NameHash, RequiredNames};
pub(crate) use bucket::Bucket;
pub(crate) use direction::{Directionality, directionality};
pub(crate) use features::{SelectorFeatures, SiblingSides};
pub(crate) use focus::focused;
pub(crate) use matcher::{MatchScope, Matcher};
pub(crate) use names::serialize_identifier;
pub(crate) use parse::{Namespaces, SelectorError, SelectorList, may_have_host_context};
pub(crate) use pseudo::PseudoElement;
pub(crate) use query::{GaveUp, select};
pub(crate) use style::{Nesting, StyleSelector, StyleSelectorList, supports_selector};
pub(crate) use tree::Tree;

#[cfg(test)]
mod tests;
