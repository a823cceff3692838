//! The rendered text of a page and its visible content as a flat list, as a reader sees them.
//!
//! *In*: [`Page`](crate::page::Page). *Out*: `innerText`, and the visible elements and texts in reading order.
//!
//! *Invariants*: linear in the page; no walk recurses.

pub mod byline;
pub mod line;
pub mod text;
pub mod visible;
mod visible_node;
