//! Finding elements and text: CSS selectors, Playwright's selectors, literals and JavaScript's regular expressions.
//!
//! *In*: [`Page`](crate::page::Page) and a selector or a pattern. *Out*: nodes in document order, or matches in the text.
//!
//! *Invariants*: a selector or pattern that does not parse is an error with an offset and a hint; finding nothing is not an
//! error.

pub mod address;
pub mod css;
pub mod hint;
pub mod javascript;
pub mod languages;
pub mod matches;
pub mod pattern;
pub mod playwright;
pub mod written;
