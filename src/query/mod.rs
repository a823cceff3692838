//! Questions that find nodes or text on a page.
//!
//! *In*: [`Page`](crate::page::Page) and a question. *Out*: nodes in document order, or text.
//!
//! *Invariants*: a question that does not parse is an error with an offset and a hint; one that finds nothing is no error.

pub mod address;
pub mod css;
pub mod extract;
pub mod hint;
pub mod link;
pub mod locate;
pub mod markdown;
pub mod pattern;
pub mod playwright;
pub mod search;
pub mod text;
pub mod tokens;
pub(crate) mod visible;
