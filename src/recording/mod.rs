//! Recordings of sessions as pages: what a test or a user saw, at any of its moments.
//!
//! *In*: a file that a recorder left. *Out*: its [`RecordedState`]s, and for each the tree of its page with what the page had loaded.
//!
//! *Invariants*: a tree is put together from nodes ([`Dom::add_element`](crate::dom::Dom::add_element) and its like), never
//! from markup that is written and parsed again; state that markup has no place for is written with
//! [`ElementState`](crate::dom::ElementState). What is damaged is left out; no walk recurses; archives are unpacked within
//! limits.

mod json;
#[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
mod nodes;
mod rrweb;
mod state;
mod step;
mod trace;
mod walk;
#[cfg(test)]
mod walk_tests;

use std::io::{BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::GzDecoder;

#[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
pub(crate) use nodes::RecordedNodes;
pub use state::{RecordedAction, RecordedState};
pub(crate) use step::{Expectation, RecordedStep};
pub(crate) use walk::Walk;

use self::rrweb::Rrweb;
use self::trace::Trace;
use self::walk::Source;
use crate::archive::{Archive, ArchiveSource};
use crate::device::Device;
use crate::disk::{self, File};
use crate::dom::Dom;
use crate::error::OpenError;
use crate::file_kind::FileKind;

/// Limit: bytes of a recording of events, unpacked.
const MAX_EVENT_BYTES: u64 = 512 << 20;

/// The number of bytes of a file that are read to find out its kind.
const HEAD: usize = 4096;

/// A moment of a recording: the position of a state in a trace, the number of events that have happened in a recording of
/// rrweb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(usize);

/// Reads until a buffer is full or nothing comes; how much came.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> usize {
    let mut length = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(read) if read > 0 => length += read,
            _ => break,
        }
    }
    length
}

/// True for the start of a line that is a packed event: the text of zlib's bytes, a character for each.
fn is_packed_line(start: &[u8]) -> bool {
    let text = start.strip_prefix(b"\"x").unwrap_or_default();
    // <https://www.rfc-editor.org/rfc/rfc1950>: the level of compression.
    let levels = ["\\u0001", "^", "\u{9c}", "\u{da}", "\\u009c", "\\u00da"];
    levels.iter().any(|level| text.starts_with(level.as_bytes()))
}

/// A recording of a session: a Playwright trace, or the events of rrweb.
#[derive(Debug)]
pub struct SessionRecording {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Trace(Box<Trace>),
    Rrweb(Box<Rrweb>),
}

impl SessionRecording {
    /// Opens the recording in a file; `None` if the file is of another kind.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read; [`OpenError::Arguments`] if it holds no page.
    pub fn open(path: impl AsRef<Path>) -> Result<Option<Self>, OpenError> {
        let path = path.as_ref();
        // What comes through a pipe can be read only once, and is for who reads pages.
        if !disk::is_file(path) {
            return Ok(None);
        }
        let Ok(file) = File::open(path) else { return Ok(None) };
        Self::read(path, BufReader::new(file))
    }

    /// The recording in the bytes of a file; `None` if they are of another kind.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it is damaged; [`OpenError::Arguments`] if it holds no page.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Option<Self>, OpenError> {
        Self::read(Path::new("the recording"), Cursor::new(bytes))
    }

    /// `path` is what messages call it.
    fn read(path: &Path, mut source: impl ArchiveSource + 'static) -> Result<Option<Self>, OpenError> {
        let failure = |error: std::io::Error| OpenError::io(path, &error);
        let mut start = [0; HEAD];
        let length = fill(&mut source, &mut start);
        let head = start.get(..length).unwrap_or_default();
        source.rewind().map_err(failure)?;
        if head.starts_with(b"PK\x03\x04") {
            let kind = FileKind::of_stream(&mut source);
            // An archive that is damaged says so.
            let archive = Archive::named(path, Box::new(source))?;
            if kind.map_err(failure)? != FileKind::PlaywrightTrace {
                return Ok(None);
            }
            return Ok(Some(Self { kind: Kind::Trace(Box::new(Trace::read(path, archive)?)) }));
        }
        let unpacked;
        let is_gzip = head.starts_with(b"\x1f\x8b");
        let text = if is_gzip {
            let mut start = [0; HEAD];
            let mut reader = GzDecoder::new(head);
            let length = fill(&mut reader, &mut start);
            unpacked = start.get(..length).unwrap_or_default().to_vec();
            &unpacked
        } else {
            head
        };
        if !FileKind::may_be_events(text) && !is_packed_line(text) {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        // A file that is cut off gives what can be unpacked of it.
        let read = if is_gzip {
            GzDecoder::new(BufReader::new(source)).take(MAX_EVENT_BYTES + 1).read_to_end(&mut bytes).or(Ok(bytes.len()))
        } else {
            source.take(MAX_EVENT_BYTES + 1).read_to_end(&mut bytes)
        };
        read.map_err(failure)?;
        if bytes.len() as u64 > MAX_EVENT_BYTES {
            let reason = format!("more than {} MB of events", MAX_EVENT_BYTES >> 20);
            return Err(OpenError::unusable(path.to_owned(), reason));
        }
        Ok(Rrweb::read(path, bytes)?.map(|events| Self { kind: Kind::Rrweb(Box::new(events)) }))
    }

    /// Its states in the order of time.
    #[must_use]
    pub fn states(&self) -> &[RecordedState] {
        match &self.kind {
            Kind::Trace(trace) => trace.states(),
            Kind::Rrweb(events) => events.states(),
        }
    }

    /// Returns its size in bytes, without the files that its pages had loaded; of a trace about.
    pub(crate) fn size(&self) -> u64 {
        match &self.kind {
            Kind::Trace(trace) => trace.size(),
            Kind::Rrweb(events) => events.size(),
        }
    }

    /// Returns the title in the recorder's words: the file and the name of a test.
    pub(crate) fn title(&self) -> Option<&str> {
        match &self.kind {
            Kind::Trace(trace) => trace.title(),
            Kind::Rrweb(_) => None,
        }
    }

    /// Its actions in the order of time.
    pub(crate) fn steps(&self) -> Vec<RecordedStep> {
        match &self.kind {
            Kind::Trace(trace) => trace.steps(),
            Kind::Rrweb(events) => events.steps(),
        }
    }

    /// The name of a moment, for [`find`](Self::find).
    pub(crate) fn name(&self, moment: Moment) -> String {
        match &self.kind {
            Kind::Trace(trace) => trace.states().get(moment.0).map(|state| state.id.clone()).unwrap_or_default(),
            Kind::Rrweb(_) => format!("event:{}", moment.0),
        }
    }

    /// The moment of this name; the last one without a name.
    ///
    /// # Errors
    /// [`OpenError::NotFound`] if the recording has no page there.
    pub(crate) fn find(&self, at: Option<&str>) -> Result<Moment, OpenError> {
        let found = match (&self.kind, at) {
            (Kind::Trace(trace), None) => Ok(trace.states().len().saturating_sub(1)),
            (Kind::Trace(trace), Some(at)) => trace.find(at),
            (Kind::Rrweb(events), None) => Ok(events.end()),
            (Kind::Rrweb(events), Some(at)) => events.find(at),
        };
        found.map(Moment)
    }

    /// Returns the device that the page was shown on at a moment.
    pub(crate) fn device(&self, moment: Moment) -> Device {
        match &self.kind {
            Kind::Trace(trace) => trace.device(moment.0),
            Kind::Rrweb(events) => events.device(moment.0),
        }
    }

    /// The tree at a moment, with what the page had loaded.
    pub(crate) fn dom(&self, moment: Moment) -> Dom {
        self.build(moment).0
    }

    /// Returns the tree at a moment with the recorder's identities of its nodes.
    #[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
    pub(crate) fn dom_with_nodes(&self, moment: Moment) -> (Dom, RecordedNodes) {
        let (dom, source) = self.build(moment);
        let nodes = RecordedNodes::of(&source, self.digest(), self.numbering(moment));
        (dom, nodes)
    }

    /// Returns the tree at a moment with the source that it was made of.
    fn build(&self, moment: Moment) -> (Dom, Source) {
        match &self.kind {
            Kind::Trace(trace) => {
                let (dom, built) = trace.build(moment.0);
                (dom, Source::Trace(built))
            }
            Kind::Rrweb(events) => {
                let (dom, player) = events.build(moment.0);
                (dom, Source::Rrweb(Box::new(player)))
            }
        }
    }

    /// Returns the numbering of nodes that holds at a moment: a recorder of events numbers them again with each whole page.
    #[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
    fn numbering(&self, moment: Moment) -> u64 {
        match &self.kind {
            Kind::Trace(_) => 0,
            Kind::Rrweb(events) => events.whole_pages(moment.0),
        }
    }

    /// A name of the moment that other recordings do not have.
    #[cfg(any(feature = "cli", feature = "mcp-tools"))]
    pub(crate) fn full_name(&self, moment: Moment) -> String {
        format!("{:016x} {}", self.digest(), self.name(moment))
    }

    /// The moment that [`full_name`](Self::full_name) named; `None` if it was one of another recording.
    #[cfg(feature = "cli")]
    pub(crate) fn find_full_name(&self, name: &str) -> Option<Moment> {
        let (digest, at) = name.split_once(' ')?;
        (digest == format!("{:016x}", self.digest())).then(|| self.find(Some(at)).ok())?
    }

    #[cfg(any(test, feature = "cli", feature = "mcp-tools"))]
    fn digest(&self) -> u64 {
        use std::hash::BuildHasher as _;

        let states = self.states().iter().map(|state| (&*state.id, state.time.to_bits(), &*state.url));
        rustc_hash::FxBuildHasher.hash_one(states.collect::<Vec<_>>())
    }
}
