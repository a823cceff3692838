//! The ops: each is one function from a page to what it did, or `None` where the page has no place for it.

pub(super) mod attributes;
pub(super) mod forms;
pub(super) mod identifiers;
pub(super) mod lists;
pub(super) mod nodes;
pub(super) mod overlays;
pub(super) mod panes;
pub(super) mod routes;
pub(super) mod tables;
pub(super) mod texts;
