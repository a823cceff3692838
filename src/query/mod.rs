//! Questions that find nodes or text on a page.
//!
//! *In*: [`Page`](crate::page::Page) and a question. *Out*: nodes in document order, or text.
//!
//! *Invariants*: a question that does not parse is an error with an offset and a hint; one that finds nothing is no error.

pub mod css;
pub mod extract;
pub mod link;
pub mod markdown;
pub mod text;
pub mod tokens;
pub(crate) mod visible;
