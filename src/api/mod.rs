//! What a user of the library asks of a [`Page`]: each method is a thin door to one room.
//!
//! *In*: files, markup, questions. *Out*: a [`Page`] from [`Page::open`], [`Page::from_html`] or a [`PageBuilder`]; an [`Element`]
//! of it; what other rooms answer.
//!
//! *Invariants*: nothing is computed here, and only what users call goes through here.

mod builder;
mod element;
mod page;
mod recording;
mod text_search;

pub use builder::PageBuilder;
pub use element::Element;
pub use page::Page;
pub use recording::Recording;
pub use text_search::Search;
