//! The bytes of a WARC file, decompressed, with the places where records start.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// Limit: bytes read to decide whether a record starts here. gzip headers with a file name have less than this.
const PEEK: usize = 1024;
/// Limit: bytes that can be looked at again: how far a decompressor goes on after a damaged byte, or how far a record whose
/// length is wrong may reach into the next one, for that one to be found.
const MEMORY: usize = 1 << 16;
/// The bytes with which a record starts.
pub(super) const VERSION: &[u8] = b"WARC/";

/// A stream that knows its position and can be peeked into.
#[derive(Debug)]
pub(super) struct Counted<R> {
    inner: R,
    /// Bytes that were looked at, from `start` on.
    ahead: Vec<u8>,
    start: usize,
    at: u64,
    /// The last bytes that were read.
    behind: Vec<u8>,
}

impl<R: BufRead> Counted<R> {
    fn new(inner: R, at: u64) -> Self {
        Self { inner, ahead: Vec::new(), start: 0, at, behind: Vec::new() }
    }

    /// The next bytes: `count` of them, or what there is.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        self.ahead.drain(..self.start);
        self.start = 0;
        while self.ahead.len() < count {
            let bytes = match self.inner.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                break;
            }
            let taken = bytes.len().min(count - self.ahead.len());
            self.ahead.extend_from_slice(&bytes[..taken]);
            self.inner.consume(taken);
        }
        Ok(&self.ahead[..count.min(self.ahead.len())])
    }

    /// Goes back to a byte of the file, as far as it is remembered.
    fn rewind(&mut self, to: u64) {
        let back = usize::try_from(self.at.saturating_sub(to)).unwrap_or(usize::MAX).min(self.behind.len());
        let again = self.behind.split_off(self.behind.len() - back);
        self.ahead.splice(..self.start, again);
        self.start = 0;
        self.at -= back as u64;
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start < self.ahead.len() { Ok(&self.ahead[self.start..]) } else { self.inner.fill_buf() }
    }

    fn consume(&mut self, count: usize) {
        if self.behind.len() > 2 * MEMORY {
            self.behind.drain(..self.behind.len() - MEMORY);
        }
        if self.start < self.ahead.len() {
            self.behind.extend_from_slice(&self.ahead[self.start..self.start + count]);
            self.start += count;
        } else {
            // What is consumed was filled before: nothing is read here.
            if let Ok(bytes) = self.inner.fill_buf() {
                self.behind.extend_from_slice(&bytes[..count]);
            }
            self.inner.consume(count);
        }
        self.at += count as u64;
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(into.len());
        into[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

/// A WARC file. A *member* is a gzip member, or the whole of a file that is not compressed.
#[derive(Debug)]
pub(super) struct Input<R> {
    state: State<R>,
    /// The start of the current member.
    member: u64,
    compressed: bool,
}

#[derive(Debug)]
enum State<R> {
    /// Before a member.
    Between(Counted<R>),
    Plain(Counted<R>),
    Gzip(Box<BufReader<GzDecoder<Counted<R>>>>),
    /// Only while another state is being made.
    Moved,
}

impl<R: BufRead> Input<R> {
    /// `at` is the byte in the file that `inner` gives first.
    pub(super) fn new(inner: R, at: u64) -> Self {
        Self { state: State::Between(Counted::new(inner, at)), member: at, compressed: false }
    }

    /// Returns the offset in the file of the next record, if one starts here.
    pub(super) fn place(&self) -> u64 {
        match &self.state {
            State::Plain(raw) | State::Between(raw) => raw.at,
            State::Gzip(_) | State::Moved => self.member,
        }
    }

    /// True if the file is compressed; known after the first member was entered.
    pub(super) fn is_compressed(&self) -> bool {
        self.compressed
    }

    /// Enters the next member, if the last one was left: `false` at the end of the file.
    ///
    /// # Errors
    /// The stream's error; [`io::ErrorKind::InvalidData`] if what follows is not a member.
    pub(super) fn enter(&mut self) -> io::Result<bool> {
        let State::Between(raw) = &mut self.state else { return Ok(true) };
        let start = raw.peek(3)?;
        if start.is_empty() {
            return Ok(false);
        }
        let is_gzip = start.starts_with(b"\x1F\x8B\x08");
        if self.compressed && !is_gzip {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "what follows the last record is not gzip data"));
        }
        self.member = raw.at;
        self.compressed = is_gzip;
        let State::Between(raw) = std::mem::replace(&mut self.state, State::Moved) else { return Ok(true) };
        self.state = match is_gzip {
            true => State::Gzip(Box::new(BufReader::new(GzDecoder::new(raw)))),
            false => State::Plain(raw),
        };
        Ok(true)
    }

    /// The next bytes of the member; none at its end.
    pub(super) fn fill(&mut self) -> io::Result<&[u8]> {
        loop {
            // Asked twice, since the borrow of a result that is returned would last through the loop.
            let filled = match &mut self.state {
                State::Plain(raw) => raw.fill_buf().map(<[u8]>::len),
                State::Gzip(member) => member.fill_buf().map(<[u8]>::len),
                State::Between(_) | State::Moved => Ok(0),
            };
            match filled {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        match &mut self.state {
            State::Plain(raw) => raw.fill_buf(),
            State::Gzip(member) => member.fill_buf(),
            State::Between(_) | State::Moved => Ok(&[]),
        }
    }

    pub(super) fn consume(&mut self, count: usize) {
        match &mut self.state {
            State::Plain(raw) => raw.consume(count),
            State::Gzip(member) => member.consume(count),
            State::Between(_) | State::Moved => {}
        }
    }

    /// Leaves the member where it is: what is left of it is not read.
    pub(super) fn leave(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Moved) {
            State::Gzip(member) => State::Between(member.into_inner().into_inner()),
            State::Plain(raw) => State::Between(raw),
            other => other,
        };
    }

    /// Goes to the next place at which a record starts for certain, `from` included, as far as what was read is still known:
    /// `false` at the end of the file.
    ///
    /// # Errors
    /// The stream's error.
    pub(super) fn find_record(&mut self, from: u64) -> io::Result<bool> {
        self.leave();
        let State::Between(raw) = &mut self.state else { return Ok(false) };
        raw.rewind(from);
        let mut line_starts = true;
        loop {
            let start = raw.peek(PEEK)?;
            let Some(&first) = start.first() else { return Ok(false) };
            let found = match self.compressed || start.starts_with(b"\x1F\x8B\x08") {
                true => is_compressed_record(start),
                false => line_starts && is_plain_record(start),
            };
            if found {
                return Ok(true);
            }
            // On to the next byte that could start one.
            let next = memchr::memchr2(0x1F, b'\n', &start[1..]).map_or(start.len() - 1, |at| at + 1);
            let skipped = next.max(1);
            let ends_line = |byte: u8| byte == b'\n';
            // A line starts after the line feed, so that it is passed alone.
            line_starts = ends_line(first);
            raw.consume(if ends_line(first) { 1 } else { skipped });
        }
    }
}

/// A gzip member whose text starts like a record.
fn is_compressed_record(bytes: &[u8]) -> bool {
    let mut start = [0; VERSION.len()];
    bytes.starts_with(b"\x1F\x8B\x08") && GzDecoder::new(bytes).read_exact(&mut start).is_ok() && start == VERSION
}

/// A version line, and a header field after it.
fn is_plain_record(bytes: &[u8]) -> bool {
    bytes.starts_with(VERSION)
        && bytes
            .split(|&b| b == b'\n')
            .nth(1)
            .is_some_and(|line| line.starts_with(b"WARC-") || line.starts_with(b"Content-"))
}
