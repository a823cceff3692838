//! Zip archives, entry by entry, within limits.

use std::borrow::Cow;
use std::io::{BufRead as _, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
#[cfg(feature = "batch")]
use zip::CompressionMethod;
use zip::ZipArchive;

#[cfg(feature = "batch")]
use super::part::{FilePart, Packing};
#[cfg(feature = "batch")]
use crate::disk::File;
use crate::error::OpenError;
use crate::safe_text::PageText;

/// Limit: bytes of one entry, unpacked: a trace of an hour has some hundred megabytes.
const MAX_ENTRY: u64 = 512 << 20;
/// Limit: bytes of all entries that are read, unpacked. A bomb of some kilobytes unpacks to terabytes.
const MAX_TOTAL: u64 = 2 << 30;
/// Limit: entries; traces have some thousand.
const MAX_ENTRIES: usize = 200_000;

/// A source that a zip archive is read from.
pub(crate) trait ArchiveSource: Read + Seek + Send {}
impl<T: Read + Seek + Send> ArchiveSource for T {}

/// Limit: bytes of entries that are kept unpacked: what the states of a page share, such as its sheets and images.
const MAX_KEPT: usize = 64 << 20;

/// A zip archive.
pub(crate) struct Archive {
    path: PathBuf,
    zip: ZipArchive<Box<dyn ArchiveSource>>,
    left: u64,
    kept: FxHashMap<Box<str>, Box<[u8]>>,
    kept_bytes: usize,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive").field("entries", &self.zip.len()).finish_non_exhaustive()
    }
}

/// The reason why an entry cannot be read, in one phrase.
type Reason = String;

impl Archive {
    /// The archive in a file.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read, or is not an archive.
    #[cfg(feature = "batch")]
    pub(crate) fn open(path: &Path) -> Result<Self, OpenError> {
        let file = File::open(path).map_err(|error| OpenError::io(path, &error))?;
        Self::named(path, Box::new(BufReader::new(file)))
    }

    /// The archive in what can be read; `path` is the file that its [parts](Self::part) are read from, and what messages call it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it is not an archive.
    pub(crate) fn named(path: &Path, source: Box<dyn ArchiveSource>) -> Result<Self, OpenError> {
        let archive = Self::new(source).map_err(|reason| OpenError::unusable(path.to_owned(), reason))?;
        Ok(Self { path: path.to_owned(), ..archive })
    }

    /// The archive in what can be read; its entries are not [parts](Self::part).
    ///
    /// # Errors
    /// Why it cannot be read, in one phrase.
    pub(crate) fn new(source: Box<dyn ArchiveSource>) -> Result<Self, Reason> {
        let zip = ZipArchive::new(source).map_err(|error| format!("this zip archive is damaged: {error}"))?;
        if zip.len() > MAX_ENTRIES {
            return Err(format!("a zip archive of {} entries, more than {MAX_ENTRIES}", zip.len()));
        }
        Ok(Self { path: PathBuf::new(), zip, left: MAX_TOTAL, kept: FxHashMap::default(), kept_bytes: 0 })
    }

    /// The names of its entries, in the order of the archive.
    pub(crate) fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.zip.file_names().filter_map(Result::ok)
    }

    /// Reads an entry as [`read`](Self::read) does, and keeps it to be read again.
    ///
    /// # Errors
    /// Why it cannot be read, in one phrase.
    pub(crate) fn read_kept(&mut self, name: &str) -> Result<Option<Vec<u8>>, Reason> {
        if let Some(kept) = self.kept.get(name) {
            return Ok(Some(kept.to_vec()));
        }
        let bytes = self.read(name)?;
        if let Some(bytes) = bytes.as_ref().filter(|bytes| self.kept_bytes + bytes.len() <= MAX_KEPT) {
            self.kept_bytes += bytes.len();
            self.kept.insert(name.into(), bytes.clone().into());
        }
        Ok(bytes)
    }

    /// An entry to be read where it is, however large; `None` if there is no entry of this name.
    ///
    /// # Errors
    /// Why it cannot be read, in one phrase.
    #[cfg(feature = "batch")]
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<FilePart>, Reason> {
        let Some(index) = self.zip.index_for_name(name) else { return Ok(None) };
        let entry = self.zip.by_index_raw(index).map_err(|error| error.to_string())?;
        let packing = match entry.compression() {
            CompressionMethod::Stored => Packing::Stored,
            CompressionMethod::Deflated => Packing::Deflate,
            other => return Err(format!("it is compressed as {other}, which is not supported")),
        };
        let start = entry.data_start().ok_or("its place in the archive is not known")?;
        Ok(Some(FilePart::entry(&self.path, name, start..start.saturating_add(entry.compressed_size()), packing)))
    }

    /// The bytes of an entry; `None` if there is no entry of this name.
    ///
    /// # Errors
    /// Why it cannot be read, in one phrase.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Reason> {
        let Some(index) = self.zip.index_for_name(name) else { return Ok(None) };
        let entry = self.zip.by_index(index).map_err(|error| error.to_string())?;
        let limit = MAX_ENTRY.min(self.left);
        // Not what the archive says of its size, which may be a lie.
        let room = usize::try_from(entry.size().min(1 << 24)).unwrap_or_default();
        let mut bytes = Vec::with_capacity(room);
        entry.take(limit + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > limit {
            return Err(format!("it unpacks to more than {} MB", limit >> 20));
        }
        self.left -= bytes.len() as u64;
        Ok(Some(bytes))
    }

    /// Reads an entry line by line; the lines are not kept.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read; what `line` fails with.
    pub(crate) fn lines(
        &mut self,
        name: &str,
        line: &mut dyn FnMut(&[u8]) -> Result<(), OpenError>,
    ) -> Result<(), OpenError> {
        let failure = |reason: String| OpenError::unusable(&self.path, format!("{}: {reason}", PageText::quoted(name)));
        let Some(index) = self.zip.index_for_name(name) else { return Ok(()) };
        let entry = self.zip.by_index(index).map_err(|error| failure(error.to_string()))?;
        let limit = MAX_ENTRY.min(self.left);
        let mut reader = BufReader::new(entry.take(limit + 1));
        let (mut bytes, mut total) = (Vec::new(), 0);
        loop {
            bytes.clear();
            let read = reader.read_until(b'\n', &mut bytes).map_err(|error| failure(error.to_string()))? as u64;
            total += read;
            if total > limit {
                return Err(failure(format!("it unpacks to more than {} MB", limit >> 20)));
            }
            if read == 0 {
                self.left -= total;
                return Ok(());
            }
            line(&bytes)?;
        }
    }
}
