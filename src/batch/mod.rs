//! Many pages at once: a row per page, with the columns that the caller asks for, in the order of the pages.
//!
//! *In*: [`Source`]s, one by one: files, bytes, records of a WARC file. *Out*: [`Row`]s; and what archives of the web answer to
//! requests, as the site that they are of.
//!
//! *Invariants*: what is wrong with a page is the error of its row, a panic and the time limit included; rows come in the
//! order of the sources; memory depends on the number of threads, not on the number of pages.
//!
//! ```
//! use stillpage::batch::{Column, RowOptions, Source, row};
//!
//! let options = RowOptions::default().columns([Column::Title, Column::Main]);
//! let page = Source::text("<title>Ada</title><main><p>The first program.</main>").url("https://example.org/ada");
//! let row = row(&page, &options);
//! assert_eq!(row.title.as_deref(), Some("Ada"));
//! assert!(row.error.is_none());
//! assert_eq!(
//!     serde_json::to_string(&row)?,
//!     r#"{"title":"Ada","main":"The first program.\n","error":null}"#
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

mod column;
mod data;
mod har;
mod index;
mod limited;
mod resources;
mod row;
mod run;
mod site;
mod source;
pub mod warc;

pub use column::{Column, UnknownColumn};
pub use data::{LinkData, RefData};
#[cfg(feature = "cli")]
pub(crate) use har::HarPages;
pub use index::Index;
#[cfg(feature = "mcp-tools")]
pub(crate) use index::Request;
#[cfg(feature = "cli")]
pub(crate) use index::wacz_parts;
pub use resources::{Resource, Resources};
pub use row::{Row, RowOptions, row};
pub use run::{RunOptions, run};
pub(crate) use site::ArchivedSite;
pub use source::Source;
