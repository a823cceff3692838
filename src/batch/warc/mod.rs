//! WARC files, record by record: what crawlers keep, Common Crawl among them.
//!
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>
//!
//! [`Reader`] streams a file, compressed or not, and gives the pages in it. A damaged record is an error among the others;
//! reading continues with the next one that can be found.

mod header;
mod http;
mod input;
mod reader;
#[cfg(test)]
mod tests;

pub(super) use header::{essence, is_html};
pub use reader::{Damaged, Reader};

use super::source::Source;

/// A page, or a file that pages refer to, out of a WARC file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The byte in the file at which the record starts; in a compressed file, at which its gzip member starts.
    pub offset: u64,
    /// The address (`WARC-Target-URI`).
    pub url: String,
    /// The time at which it was fetched (`WARC-Date`), as written: `2024-05-17T08:30:00Z`.
    pub date: Option<String>,
    /// The HTTP status; `None` for `resource` records.
    pub status: Option<u16>,
    /// The media type in lower case, without parameters; empty if there is no `Content-Type`.
    pub media_type: String,
    /// The encoding that the `Content-Type` names, by the name that browsers have for it.
    pub charset: Option<String>,
    /// The target of a redirect, as written.
    pub location: Option<String>,
    /// True if the crawler cut the page off (`WARC-Truncated`), or its compressed or chunked body ends early.
    pub truncated: bool,
    /// The body, without transfer and content encodings.
    pub body: Vec<u8>,
    /// The ids by which the records of a request and its response belong together.
    pub(super) exchange: Exchange,
}

/// The ids that connect the records of a request and of its response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Exchange {
    pub(super) id: Option<String>,
    /// The id of the other one, in one of the two.
    pub(super) concurrent: Option<String>,
    /// The request, if the record is of one.
    pub(super) request: Option<Requested>,
    /// The digest of the body, as written.
    pub(super) digest: Option<String>,
    /// The address of the response that this one repeats, if it is named; `None` for one that is new.
    pub(super) repeats: Option<Option<String>>,
}

/// A request that was sent to a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Requested {
    /// In capitals.
    pub(super) method: String,
    pub(super) body: Vec<u8>,
}

impl From<Record> for Source {
    /// The page of a record; [`Source::from_file`] adds the name of the WARC file.
    fn from(record: Record) -> Self {
        let mut source = Self::bytes(record.body).url(record.url).offset(record.offset);
        source.charset = record.charset;
        source.status = record.status;
        source.truncated = record.truncated;
        source
    }
}
