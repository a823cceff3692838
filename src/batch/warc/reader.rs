//! The records of a WARC file, one by one.

use std::io::{self, BufRead};
use std::path::PathBuf;

use super::header::{Header, MAX_HEADER, essence, is_html};
use super::http::{Undecoded, decode};
use super::input::{Input, VERSION};
use super::{Exchange, Record, Requested};
use crate::dom::charset_of;
use crate::error::{Error, LimitError, OpenError};

/// Limit: bytes of a page, if nothing else is asked for. Common Crawl keeps 5 MiB of each.
const MAX_BYTES: u64 = 32 << 20;
/// Limit: bytes of the body of a request; larger ones are files that were uploaded.
const MAX_REQUEST: u64 = 1 << 20;
/// Limit: bytes of a page that are reserved before they are there.
const RESERVED: usize = 1 << 20;

/// A record that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damaged {
    /// The byte in the file at which it starts.
    pub offset: u64,
    /// Its address, if that much could be read.
    pub url: Option<String>,
    /// The error: [`OpenError::InvalidRecord`], [`LimitError::TooLarge`], or [`OpenError::Io`] if the file cannot be read any further.
    pub error: Error,
}

/// The pages of a WARC file in order: `response` records with an HTML body and `resource` records of HTML.
///
/// The file may be compressed, with one gzip member a record. Memory is bounded by the largest page that is allowed.
///
/// A damaged record is an error among the items; reading continues with the next record that can be found. Only after an
/// [`OpenError::Io`] there are no more items.
#[derive(Debug)]
#[must_use]
pub struct Reader<R> {
    input: Input<R>,
    path: PathBuf,
    max_bytes: u64,
    everything: bool,
    bodies: bool,
    requests: bool,
    /// Records that start here or later belong to someone else.
    end: u64,
    /// The byte after the first one of the last record.
    last: u64,
    /// True if the start of the next record is not known.
    lost: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads a file from its start.
    pub fn new(input: R) -> Self {
        Self::at(input, 0)
    }

    /// Reads on from a place where a record starts: `input` gives the bytes of the file from `offset` on.
    pub fn at(input: R, offset: u64) -> Self {
        Self {
            input: Input::new(input, offset),
            path: PathBuf::new(),
            max_bytes: MAX_BYTES,
            everything: false,
            bodies: true,
            requests: false,
            end: u64::MAX,
            last: offset,
            lost: false,
            ended: false,
        }
    }

    /// Reads the records that start in a range of the file, for several readers to share it: `input` gives the bytes from
    /// `start` on, which may be inside a record. Ranges that adjoin give each record once.
    pub fn part(input: R, start: u64, end: u64) -> Self {
        // What is before `start` is not there to be looked at again.
        Self { lost: start > 0, end, ..Self::at(input, start) }
    }

    /// The name of the file, for messages.
    pub fn path(self, path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), ..self }
    }

    /// The most bytes that a page may have, before and after it is decompressed; 32 MiB by default. A larger one is an error.
    pub fn max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Gives all responses and resources, of any media type.
    pub fn every_type(self) -> Self {
        Self { everything: true, ..self }
    }

    /// Gives responses and resources with an empty body: what is in them is passed over. Requests are among the records, and so
    /// is what says that a response was the same as another one.
    pub(in crate::batch) fn for_index(self) -> Self {
        Self { bodies: false, requests: true, everything: true, ..self }
    }

    /// The next record that is wanted; `None` at the end.
    fn record(&mut self) -> Result<Option<Record>, Fault> {
        loop {
            if !self.input.enter()? {
                return Ok(None);
            }
            if !self.skip_blank_lines()? {
                self.input.leave();
                continue;
            }
            let offset = self.input.place();
            if offset >= self.end {
                return Ok(None);
            }
            let mut url = None;
            let before = std::mem::replace(&mut self.last, offset + 1);
            match self.record_at(offset, &mut url) {
                Ok(None) => {}
                Ok(record) => return Ok(record),
                Err(problem) => {
                    // This may be the middle of a record that the one before reaches into.
                    if matches!(problem, Problem::NotARecord) && !self.input.is_compressed() {
                        self.last = before;
                    }
                    return Err(Fault { offset: Some(offset), url, problem });
                }
            }
        }
    }

    /// Reads the record that starts here; `None` if it is not wanted.
    fn record_at(&mut self, offset: u64, url: &mut Option<String>) -> Result<Option<Record>, Problem> {
        // Headers end at an empty line.
        let mut no_end = u64::MAX;
        let version = self.line(&mut no_end, MAX_HEADER)?;
        if !version.starts_with(VERSION) {
            return Err(Problem::NotARecord);
        }
        let header = self.header(&mut no_end)?;
        let address = |uri: &str| uri.trim_start_matches('<').trim_end_matches('>').to_owned();
        *url = header.get("warc-target-uri").map(address);
        let length = header.get("content-length").ok_or_else(|| Problem::invalid("it has no Content-Length"))?;
        let Ok(mut left) = length.parse::<u64>() else {
            return Err(Problem::invalid("its Content-Length is not a number"));
        };
        let kind = header.get("warc-type").unwrap_or_default().to_ascii_lowercase();
        let media_type = header.get("content-type").unwrap_or_default();
        let is_http = essence(media_type) == "application/http";
        let is_request = self.requests && kind == "request" && is_http;
        let is_repeated = self.requests && kind == "revisit";
        let is_wanted = kind == "resource" || kind == "response" && is_http || is_request || is_repeated;
        let (Some(url), true) = (url.clone(), is_wanted) else {
            self.skip(&mut left)?;
            return Ok(None);
        };
        let mut record = Record {
            offset,
            url,
            date: header.get("warc-date").map(str::to_owned),
            status: None,
            media_type: essence(media_type),
            charset: charset_of(media_type.as_bytes()).map(|encoding| encoding.name().to_owned()),
            location: None,
            truncated: header.get("warc-truncated").is_some(),
            body: Vec::new(),
            exchange: Exchange {
                id: header.get("warc-record-id").map(str::to_owned),
                concurrent: header.get("warc-concurrent-to").map(str::to_owned),
                request: None,
                digest: header.get("warc-payload-digest").map(str::to_owned),
                repeats: is_repeated.then(|| header.get("warc-refers-to-target-uri").map(address)),
            },
        };
        if is_repeated {
            self.skip(&mut left)?;
            return Ok(Some(record));
        }
        if is_request {
            record.exchange.request = Some(self.request(&mut left)?);
            return Ok(Some(record));
        }
        let mut response = Header::default();
        if kind == "response" {
            response = self.http_header(&mut left, &mut record)?;
        }
        // What the server did not name, the crawler may have recognized.
        let identified = header.get("warc-identified-payload-type").map(essence).unwrap_or_default();
        let is_page = is_html(&record.media_type) || record.media_type.is_empty() && is_html(&identified);
        if !is_page && !self.everything {
            self.skip(&mut left)?;
            return Ok(None);
        }
        if !self.bodies {
            self.skip(&mut left)?;
            return Ok(Some(record));
        }
        if left > self.max_bytes {
            self.skip(&mut left)?;
            return Err(self.too_large(&record.url));
        }
        let body = self.block(&mut left)?;
        let (body, cut) = decode(&response, body, self.max_bytes).map_err(|undecoded| match undecoded {
            Undecoded::TooLarge => self.too_large(&record.url),
            Undecoded::Because(reason) => Problem::Unusable(reason),
        })?;
        record.truncated |= cut;
        record.body = body;
        Ok(Some(record))
    }

    fn too_large(&self, url: &str) -> Problem {
        Problem::Large(Error::Limit(LimitError::TooLarge { path: url.into(), limit: self.max_bytes }))
    }

    /// The method and the body of a request.
    fn request(&mut self, left: &mut u64) -> Result<Requested, Problem> {
        let line = self.line(left, MAX_HEADER)?;
        let line = String::from_utf8_lossy(&line);
        let method = line.split_ascii_whitespace().next().unwrap_or("GET").to_ascii_uppercase();
        self.header(left)?;
        let body = if *left <= MAX_REQUEST { self.block(left)? } else { Vec::new() };
        self.skip(left)?;
        Ok(Requested { method, body })
    }

    /// The status line and the header of a response.
    fn http_header(&mut self, left: &mut u64, record: &mut Record) -> Result<Header, Problem> {
        let status = self.line(left, MAX_HEADER)?;
        let status = String::from_utf8_lossy(&status);
        let mut words = status.split_ascii_whitespace();
        if !words.next().is_some_and(|version| version.starts_with("HTTP/")) {
            self.skip(left)?;
            return Err(Problem::Unusable("its HTTP response has no status line".to_owned()));
        }
        record.status = words.next().and_then(|code| code.parse().ok());
        let header = self.header(left)?;
        let media_type = header.get("content-type").unwrap_or_default();
        record.media_type = essence(media_type);
        record.charset = charset_of(media_type.as_bytes()).map(|encoding| encoding.name().to_owned());
        record.location = header.get("location").map(str::to_owned);
        Ok(header)
    }

    /// Header lines up to an empty one, or to the end of the block.
    fn header(&mut self, left: &mut u64) -> Result<Header, Problem> {
        let mut header = Header::default();
        let mut room = MAX_HEADER;
        loop {
            let line = self.line(left, room)?;
            room -= line.len();
            if line.trim_ascii().is_empty() {
                return Ok(header);
            }
            // Servers send lines that are not fields; browsers pass over them.
            header.add(&line);
        }
    }

    /// A line with its line break; without one, or empty, only where the block ends.
    fn line(&mut self, left: &mut u64, room: usize) -> Result<Vec<u8>, Problem> {
        let mut line = Vec::new();
        while *left > 0 {
            let bytes = self.input.fill()?;
            if bytes.is_empty() {
                return Err(Problem::cut());
            }
            let bytes = &bytes[..bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX))];
            let end = memchr::memchr(b'\n', bytes);
            let count = end.map_or(bytes.len(), |at| at + 1);
            if line.len() + count > room {
                return Err(Problem::invalid("its header is larger than 256 KiB"));
            }
            line.extend_from_slice(&bytes[..count]);
            self.input.consume(count);
            *left -= count as u64;
            if end.is_some() {
                break;
            }
        }
        Ok(line)
    }

    /// The rest of a block.
    fn block(&mut self, left: &mut u64) -> Result<Vec<u8>, Problem> {
        let mut block = Vec::with_capacity(usize::try_from(*left).unwrap_or(RESERVED).min(RESERVED));
        self.pass(left, &mut |bytes| block.extend_from_slice(bytes))?;
        Ok(block)
    }

    /// Passes over the rest of a block.
    fn skip(&mut self, left: &mut u64) -> Result<(), Problem> {
        self.pass(left, &mut |_| ())
    }

    fn pass(&mut self, left: &mut u64, take: &mut dyn FnMut(&[u8])) -> Result<(), Problem> {
        while *left > 0 {
            let bytes = self.input.fill()?;
            if bytes.is_empty() {
                return Err(Problem::cut());
            }
            let count = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
            take(&bytes[..count]);
            self.input.consume(count);
            *left -= count as u64;
        }
        Ok(())
    }

    /// Passes over the line breaks between records; `false` at the end of the member.
    fn skip_blank_lines(&mut self) -> Result<bool, Problem> {
        loop {
            let bytes = self.input.fill()?;
            if bytes.is_empty() {
                return Ok(false);
            }
            let blank = bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
            let all = blank == bytes.len();
            self.input.consume(blank);
            if !all {
                return Ok(true);
            }
        }
    }

    /// Reads on to the end of a member whose record could not be read; in a file that is not compressed, nothing.
    fn drain_member(&mut self) -> io::Result<()> {
        while self.input.is_compressed() {
            let count = self.input.fill()?.len();
            if count == 0 {
                break;
            }
            self.input.consume(count);
        }
        Ok(())
    }
}

/// The reason why there is no record.
#[derive(Debug)]
enum Problem {
    /// The data here do not start like a record.
    NotARecord,
    /// The record is not whole: where it ends is not known.
    Invalid(String),
    /// The record is complete, but unusable.
    Unusable(String),
    /// It is whole, and too large.
    Large(Error),
    /// The stream failed, or its compressed data are damaged.
    Stream(io::Error),
}

impl Problem {
    fn invalid(reason: &str) -> Self {
        Self::Invalid(reason.to_owned())
    }

    fn cut() -> Self {
        Self::invalid("it ends before its Content-Length does")
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

/// A problem and where it is.
#[derive(Debug)]
struct Fault {
    offset: Option<u64>,
    url: Option<String>,
    problem: Problem,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::from(Problem::Stream(error))
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self { offset: None, url: None, problem }
    }
}

/// True for a decompressor's error about its data; anything else comes from the file.
fn is_of_data(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(error.kind(), Kind::InvalidData | Kind::InvalidInput | Kind::UnexpectedEof)
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, Damaged>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        if self.lost {
            // Not the member again that is damaged.
            let past = if self.input.is_compressed() { self.input.place() + 1 } else { 0 };
            match self.input.find_record(self.last.max(past)) {
                Ok(true) => self.lost = false,
                Ok(false) => {
                    self.ended = true;
                    return None;
                }
                Err(error) => {
                    self.ended = true;
                    let (offset, error) = (self.input.place(), Error::io(&self.path, &error));
                    return Some(Err(Damaged { offset, url: None, error }));
                }
            }
        }
        let fault = match self.record() {
            Ok(Some(record)) => return Some(Ok(record)),
            Ok(None) => {
                self.ended = true;
                return None;
            }
            Err(fault) => fault,
        };
        let offset = fault.offset.unwrap_or_else(|| self.input.place());
        let path = self.path.clone();
        let invalid = |reason: String| Error::Open(OpenError::InvalidRecord { path, offset, reason });
        let error = match fault.problem {
            Problem::Unusable(reason) => invalid(reason),
            Problem::Large(error) => error,
            Problem::NotARecord => {
                self.lost = !self.input.is_compressed() || self.drain_member().is_err();
                invalid("it does not start with WARC/; the length of the record before may be wrong".to_owned())
            }
            Problem::Invalid(reason) => {
                // The next member starts where this one ends.
                let error = invalid(reason);
                self.lost = !self.input.is_compressed() || self.drain_member().is_err();
                error
            }
            Problem::Stream(error) if self.input.is_compressed() && is_of_data(&error) => {
                self.lost = true;
                invalid(format!("its gzip data are damaged: {error}"))
            }
            Problem::Stream(error) => {
                self.ended = true;
                Error::io(&self.path, &error)
            }
        };
        Some(Err(Damaged { offset, url: fault.url, error }))
    }
}

impl From<Damaged> for super::Source {
    /// A source whose row has the error.
    fn from(damaged: Damaged) -> Self {
        let source = Self::failed(damaged.error).offset(damaged.offset);
        match damaged.url {
            Some(url) => source.url(url),
            None => source,
        }
    }
}
