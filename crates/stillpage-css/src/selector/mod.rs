//! Selectors: which elements a selector means.
//!
//! *In*: selector text and [`Dom`](crate::dom::Dom). *Out*: [`SelectorList`], [`select`]; for the cascade: the parts of a
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
mod positional;
mod pseudo;
mod query;
mod state;
mod style;
mod tree;

pub(crate) use alike::ComparedNames;
pub use ancestors::{Ancestors, NameHash, RequiredNames};
pub(crate) use bucket::Bucket;
pub(crate) use direction::{Directionality, directionality};
pub(crate) use features::{Relational, SelectorFeatures};
pub use focus::focused;
pub(crate) use focus::{Focus, is_about_focus, may_ask_for_focus};
pub use matcher::{MatchScope, Matcher};
pub use names::serialize_identifier;
pub(crate) use parse::{Namespaces, may_have_host_context};
pub use parse::{SelectorList, SelectorSyntaxError};
pub(crate) use positional::{OfSiblings, SiblingSides};
pub use pseudo::PseudoElement;
pub use query::{Queries, StepLimitExceeded, select};
pub use style::StyleSelector;
pub(crate) use style::{Nesting, StyleSelectorList, supports_selector};
pub use tree::Tree;

#[cfg(test)]
mod tests;
