//! What a reader sees of a page: its rendered text and its visible content as a flat list.
//!
//! *In*: [`Page`](crate::page::Page). *Out*: `innerText`, and the visible elements and texts in reading order.
//!
//! *Invariants*: linear in the page; no walk recurses.

pub mod byline;
pub mod line;
pub mod text;
pub mod visible;
