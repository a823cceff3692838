//! Compressed parts that are read from many places: what was unpacked once is not unpacked again for each of them.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use flate2::bufread::GzDecoder;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use crate::disk::File;

/// Bytes that are read at once.
pub(super) const BUFFER: usize = 1 << 16;
/// Bytes between two marks at first, unpacked.
const SPACING: u64 = 1 << 18;
/// Limit: marks of a part, which have 43 KB each; when there are as many, every other one goes.
const MAX_MARKS: usize = 256;
/// Bytes of the checksum and the length after a member of a gzip file.
const TRAILER: u64 = 8;

/// Opens the packed bytes of a part from one of them on.
type Opener<'a> = &'a dyn Fn(u64) -> io::Result<io::Take<File>>;

/// The places of a part at which unpacking goes on.
#[derive(Default)]
pub(super) struct Places {
    /// In order.
    marks: Vec<Mark>,
    /// A multiple of [`SPACING`]; none before the first mark.
    spacing: u64,
    /// The stream that was read last, as its reader left it: the next record begins where that one ended.
    left: Option<Stream>,
    /// Bytes that were unpacked.
    #[cfg(test)]
    pub(super) unpacked: u64,
}

impl std::fmt::Debug for Places {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Places").field("marks", &self.marks.len()).finish_non_exhaustive()
    }
}

/// The state of a stream at a byte of what it unpacks to.
struct Mark {
    at: u64,
    /// The byte of the packed ones that is next.
    packed: u64,
    /// The state in a member; `None` between two of them.
    state: Option<Box<InflateState>>,
}

impl Places {
    /// Returns a reader of a part from a byte on.
    ///
    /// # Errors
    /// The file's.
    pub(super) fn reader(this: &Arc<Mutex<Self>>, is_gzip: bool, offset: u64, open: Opener<'_>) -> io::Result<Reader> {
        let mut places = lock(this);
        let Self { marks, left, .. } = &mut *places;
        let from = marks.iter().rfind(|mark| mark.at <= offset);
        let reached = from.map_or(0, |mark| mark.at);
        let left = left.take_if(|left| (reached..=offset).contains(&left.position()));
        let mut stream = match left {
            Some(left) => left,
            None => Stream::open(is_gzip, from, open)?,
        };
        // Others do not wait for it.
        drop(places);
        while stream.position() < offset {
            let missing = offset - stream.position();
            let ready = stream.fill_buf()?.len();
            if ready == 0 {
                break;
            }
            stream.consume(usize::try_from(missing).map_or(ready, |missing| missing.min(ready)));
            if stream.read == stream.filled {
                lock(this).mark(&stream);
            }
        }
        Ok(Reader { stream: Some(stream), places: Arc::clone(this) })
    }

    /// Marks the place of a stream of which nothing is unpacked that was not read, if the last mark is far from it.
    fn mark(&mut self, stream: &Stream) {
        let at = stream.position();
        self.spacing = self.spacing.max(SPACING);
        if at < self.marks.last().map_or(0, |last| last.at).saturating_add(self.spacing) {
            return;
        }
        if self.marks.len() >= MAX_MARKS {
            self.spacing = self.spacing.saturating_mul(2);
            let mut is_kept = false;
            self.marks.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
        }
        self.marks.push(Mark { at, packed: stream.packed(), state: stream.is_in_member.then(|| stream.state.clone()) });
    }
}

fn lock(places: &Mutex<Places>) -> MutexGuard<'_, Places> {
    places.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A part from some byte on.
pub(super) struct Reader {
    /// There until the reader goes.
    stream: Option<Stream>,
    places: Arc<Mutex<Places>>,
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Reader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stream.as_mut().map_or(Ok(&[]), Stream::fill_buf)
    }

    fn consume(&mut self, count: usize) {
        if let Some(stream) = &mut self.stream {
            stream.consume(count);
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut places = lock(&self.places);
        #[cfg(test)]
        if let Some(stream) = &mut self.stream {
            places.unpacked += std::mem::take(&mut stream.unpacked);
        }
        places.left = self.stream.take();
    }
}

/// Unpacks a part.
struct Stream {
    input: BufReader<io::Take<File>>,
    /// The byte after the packed ones.
    end: u64,
    is_gzip: bool,
    /// A member of a gzip file is being unpacked; one without is always in its only one.
    is_in_member: bool,
    state: Box<InflateState>,
    output: Box<[u8]>,
    /// The part of the output that was read, and the part that is filled.
    read: usize,
    filled: usize,
    /// The byte that the output begins with.
    at: u64,
    #[cfg(test)]
    unpacked: u64,
}

impl Stream {
    fn open(is_gzip: bool, from: Option<&Mark>, open: Opener<'_>) -> io::Result<Self> {
        let skipped = from.map_or(0, |mark| mark.packed);
        let packed = open(skipped)?;
        let state = from.and_then(|mark| mark.state.clone());
        Ok(Self {
            end: skipped.saturating_add(packed.limit()),
            input: BufReader::with_capacity(BUFFER, packed),
            is_gzip,
            is_in_member: state.is_some() || from.is_none() && !is_gzip,
            state: state.unwrap_or_else(|| InflateState::new_boxed(DataFormat::Raw)),
            output: vec![0; BUFFER].into(),
            read: 0,
            filled: 0,
            at: from.map_or(0, |mark| mark.at),
            #[cfg(test)]
            unpacked: 0,
        })
    }

    /// The byte that is read next.
    fn position(&self) -> u64 {
        self.at + self.read as u64
    }

    /// The packed byte that is next.
    fn packed(&self) -> u64 {
        self.end - self.input.get_ref().limit() - self.input.buffer().len() as u64
    }

    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.filled {
            self.at += self.filled as u64;
            self.read = 0;
            self.filled = 0;
            self.filled = self.unpack()?;
            #[cfg(test)]
            {
                self.unpacked += self.filled as u64;
            }
        }
        Ok(self.output.get(self.read..self.filled).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.read = self.filled.min(self.read + count);
    }

    /// Fills the output, and returns with how many bytes; none at the end.
    fn unpack(&mut self) -> io::Result<usize> {
        loop {
            if !self.is_in_member {
                if !self.is_gzip || self.input.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                let mut member = GzDecoder::new(&mut self.input);
                if member.header().is_none() {
                    // It says what is wrong with the header.
                    member.read_exact(&mut [0])?;
                }
                self.state = InflateState::new_boxed(DataFormat::Raw);
                self.is_in_member = true;
            }
            let input = self.input.fill_buf()?;
            let (is_end, before) = (input.is_empty(), input.len());
            let done = inflate(&mut self.state, input, &mut self.output, MZFlush::None);
            self.input.consume(done.bytes_consumed.min(before));
            match done.status {
                Ok(MZStatus::StreamEnd) => {
                    self.is_in_member = false;
                    if self.is_gzip {
                        // Who read the part from its start has checked it.
                        io::copy(&mut self.input.by_ref().take(TRAILER), &mut io::sink())?;
                    }
                }
                _ if done.bytes_written > 0 => {}
                Ok(_) if !is_end => {}
                _ if is_end => return Err(io::ErrorKind::UnexpectedEof.into()),
                _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "its compressed data is damaged")),
            }
            if done.bytes_written > 0 {
                return Ok(done.bytes_written);
            }
        }
    }
}
