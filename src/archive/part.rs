//! Large files, and entries of zip archives, that are read from any place.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder};

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// A reader of a part.
pub(crate) type PartReader = Box<dyn BufRead + Send>;

/// A file, or an entry of a zip archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePart {
    path: PathBuf,
    /// The name of an entry.
    name: Option<Box<str>>,
    /// The range in the file.
    range: Range<u64>,
    packing: Packing,
}

/// The compression of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Stored,
    Deflate,
    Gzip,
}

impl FilePart {
    /// A whole file.
    pub(crate) fn file(path: &Path) -> Self {
        Self { path: path.to_owned(), name: None, range: 0..u64::MAX, packing: Packing::Stored }
    }

    /// The contents of a gzip file.
    pub(crate) fn gzip(path: &Path) -> Self {
        Self { packing: Packing::Gzip, ..Self::file(path) }
    }

    pub(super) fn entry(path: &Path, name: &str, range: Range<u64>, packing: Packing) -> Self {
        Self { path: path.to_owned(), name: Some(name.into()), range, packing }
    }

    /// Returns the path for messages and rows: an entry as if the archive were a folder.
    pub(crate) fn path(&self) -> PathBuf {
        self.name.as_ref().map_or_else(|| self.path.clone(), |name| self.path.join(&**name))
    }

    /// Reads it from a byte on. One that is compressed is unpacked up to there.
    ///
    /// # Errors
    /// The file's.
    pub(crate) fn open_at(&self, offset: u64) -> io::Result<PartReader> {
        let mut file = File::open(&self.path)?;
        let length = self.range.end.saturating_sub(self.range.start);
        if self.packing == Packing::Stored {
            let skipped = offset.min(length);
            file.seek(SeekFrom::Start(self.range.start.saturating_add(skipped)))?;
            return Ok(Box::new(BufReader::with_capacity(BUFFER, file.take(length - skipped))));
        }
        file.seek(SeekFrom::Start(self.range.start))?;
        let packed = BufReader::with_capacity(BUFFER, file.take(length));
        let mut unpacked: PartReader = match self.packing {
            Packing::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(packed))),
            _ => Box::new(BufReader::with_capacity(BUFFER, DeflateDecoder::new(packed))),
        };
        io::copy(&mut unpacked.by_ref().take(offset), &mut io::sink())?;
        Ok(unpacked)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::super::Archive;
    use super::*;

    #[test]
    fn parts_are_read_from_any_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        let mut zip = ZipWriter::new(File::create(&path).unwrap());
        for (name, method) in [("stored", CompressionMethod::Stored), ("deflated", CompressionMethod::Deflated)] {
            zip.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
            zip.write_all(b"0123456789").unwrap();
        }
        zip.finish().unwrap();
        let mut archive = Archive::open(&path).unwrap();
        let text = |part: &FilePart, at: u64| {
            let mut text = String::new();
            part.open_at(at).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        for name in ["stored", "deflated"] {
            let part = archive.part(name).unwrap().unwrap();
            assert_eq!([text(&part, 0), text(&part, 7), text(&part, 99)], ["0123456789", "789", ""], "{name}");
            assert_eq!(part.path(), path.join(name));
        }
        assert_eq!(archive.part("gone"), Ok(None));
        std::fs::write(folder.path().join("b"), "abc").unwrap();
        assert_eq!(text(&FilePart::file(&folder.path().join("b")), 1), "bc");
    }
}
