//! Large files, and entries of zip archives, that are read from any place.

use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder};

use super::unpacked::{BUFFER, Places};
use crate::disk::File;

/// A reader of a part.
pub(crate) type PartReader = Box<dyn BufRead + Send>;

/// A file, or an entry of a zip archive.
#[derive(Debug, Clone)]
pub(crate) struct FilePart {
    path: PathBuf,
    /// The name of an entry.
    name: Option<Box<str>>,
    /// The range in the file.
    range: Range<u64>,
    packing: Packing,
    /// If it is compressed, the places at which unpacking goes on; copies of the part share them.
    places: Arc<Mutex<Places>>,
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
        Self { path: path.to_owned(), name: None, range: 0..u64::MAX, packing: Packing::Stored, places: Arc::default() }
    }

    /// The contents of a gzip file.
    pub(crate) fn gzip(path: &Path) -> Self {
        Self { packing: Packing::Gzip, ..Self::file(path) }
    }

    pub(super) fn entry(path: &Path, name: &str, range: Range<u64>, packing: Packing) -> Self {
        Self { path: path.to_owned(), name: Some(name.into()), range, packing, places: Arc::default() }
    }

    /// Returns the path for messages and rows: an entry as if the archive were a folder.
    pub(crate) fn path(&self) -> PathBuf {
        self.name.as_ref().map_or_else(|| self.path.clone(), |name| self.path.join(&**name))
    }

    /// Reads it from a byte on. One that is compressed is unpacked up to there, once: later readers go on near the byte.
    ///
    /// # Errors
    /// The file's.
    pub(crate) fn open_at(&self, offset: u64) -> io::Result<PartReader> {
        let is_gzip = self.packing == Packing::Gzip;
        Ok(match self.packing {
            Packing::Stored => Box::new(BufReader::with_capacity(BUFFER, self.bytes(offset)?)),
            _ if offset > 0 => Box::new(Places::reader(&self.places, is_gzip, offset, &|at| self.bytes(at))?),
            // What is read once from its start leaves no places.
            _ => {
                let packed = BufReader::with_capacity(BUFFER, self.bytes(0)?);
                match is_gzip {
                    true => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(packed))),
                    false => Box::new(BufReader::with_capacity(BUFFER, DeflateDecoder::new(packed))),
                }
            }
        })
    }

    /// Returns its bytes as they are in the file, from one of them on.
    fn bytes(&self, offset: u64) -> io::Result<io::Take<File>> {
        let mut file = File::open(&self.path)?;
        let length = self.range.end.saturating_sub(self.range.start);
        let skipped = offset.min(length);
        file.seek(SeekFrom::Start(self.range.start.saturating_add(skipped)))?;
        Ok(file.take(length - skipped))
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
        assert!(archive.part("gone").unwrap().is_none());
        std::fs::write(folder.path().join("b"), "abc").unwrap();
        assert_eq!(text(&FilePart::file(&folder.path().join("b")), 1), "bc");
    }

    /// Text that packs to a fourth or so, and is not the same twice.
    fn long_text() -> Vec<u8> {
        (0..400_000_u32).flat_map(|number| format!("{:x} ", number.wrapping_mul(2_654_435_761)).into_bytes()).collect()
    }

    /// The part as a gzip file: in one member, and in many short ones.
    fn gzipped(path: &Path, text: &[u8], member: usize) -> FilePart {
        let mut bytes = Vec::new();
        for chunk in text.chunks(member) {
            let mut encoder = flate2::write::GzEncoder::new(&mut bytes, flate2::Compression::fast());
            encoder.write_all(chunk).unwrap();
            encoder.finish().unwrap();
        }
        std::fs::write(path, bytes).unwrap();
        FilePart::gzip(path)
    }

    #[test]
    fn what_was_unpacked_is_not_unpacked_for_every_record() {
        let folder = tempfile::tempdir().unwrap();
        let text = long_text();
        let length = text.len() as u64;
        let zip_path = folder.path().join("a.zip");
        let mut zip = ZipWriter::new(File::create(&zip_path).unwrap());
        zip.start_file("a", SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)).unwrap();
        zip.write_all(&text).unwrap();
        zip.finish().unwrap();
        let parts: [(&str, &dyn Fn() -> FilePart); 3] = [
            ("deflated", &|| Archive::open(&zip_path).unwrap().part("a").unwrap().unwrap()),
            ("gzip", &|| gzipped(&folder.path().join("one.gz"), &text, text.len())),
            ("members", &|| gzipped(&folder.path().join("many.gz"), &text, 30_000)),
        ];
        for (name, part) in parts {
            // 1,000 records: the one after the other, and one from each end in turns.
            let in_order: Vec<u64> = (1..1000).map(|at| at * length / 1000).collect();
            let in_turns: Vec<u64> = (1..500).flat_map(|at| [at, 1000 - at]).map(|at| at * length / 1000).collect();
            for (places, most) in [(in_order, 2 * length), (in_turns, 100 * length)] {
                let part = part();
                for at in places {
                    let mut record = [0; 1000];
                    part.open_at(at).unwrap().read_exact(&mut record).unwrap();
                    let at = usize::try_from(at).unwrap();
                    assert_eq!(record[..], text[at..at + 1000], "{name} at {at}");
                }
                let unpacked = part.places.lock().unwrap().unpacked;
                assert!(unpacked <= most, "{name}: {unpacked} of {length} bytes");
                let mut end = Vec::new();
                part.open_at(length - 5).unwrap().read_to_end(&mut end).unwrap();
                assert_eq!(end, text[text.len() - 5..], "{name}");
                part.open_at(length + 5).unwrap().read_to_end(&mut end).unwrap();
                assert_eq!(end.len(), 5, "{name}");
            }
        }
    }

    #[test]
    fn compressed_parts_that_are_cut_off_fail_at_the_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cut.gz");
        let part = gzipped(&path, &long_text(), usize::MAX);
        let packed = std::fs::read(&path).unwrap();
        std::fs::write(&path, &packed[..packed.len() / 2]).unwrap();
        part.open_at(1000).unwrap().read_exact(&mut [0; 1000]).unwrap();
        let error = part.open_at(1000).unwrap().read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        // Nothing of that stays.
        part.open_at(1000).unwrap().read_exact(&mut [0; 1000]).unwrap();
    }
}
