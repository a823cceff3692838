//! Properties of recordings and archives in any state: the fuzz targets of files that have to be on a disk.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use stillpage::parts;
use stillpage::recordings::SessionRecording;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::checks::{LONGEST, check_error, in_time};
use crate::snapshot::{Snapshot, SnapshotOptions};

/// Limit: states and pages that are looked at.
const LOOKED_AT: usize = 6;

/// A file that is removed again.
struct Scratch(PathBuf);

impl Scratch {
    /// Named for the target, and for the thread that tests it.
    fn new(target: &str, bytes: &[u8]) -> Self {
        let thread = std::thread::current().id();
        let name = format!("stillpage-{}-{thread:?}-{target}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).expect("the folder for temporary files is writable");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The next one has the same name.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A zip archive of these files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a new entry");
        zip.write_all(bytes).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

/// A recording is refused, or its moments are pages, one after the other and each by itself.
fn moments_are_pages(target: &str, bytes: &[u8]) {
    let file = Scratch::new(target, bytes);
    let recording = match in_time("reading", || SessionRecording::open(&file.0)) {
        Ok(Some(recording)) => recording,
        Ok(None) => return,
        Err(error) => return check_error(&error),
    };
    for state in in_time("walking", || parts::walk(&recording, LOOKED_AT)).expect("a state is a moment") {
        let alone = Snapshot::render(&state.alone, &SnapshotOptions::default()).to_string();
        assert_eq!(state.walked.as_deref(), Some(&*alone), "{}", state.id);
    }
}

/// Any bytes are a Playwright trace: the archive, or the lines of its `.trace` file.
pub fn trace(data: &[u8]) {
    let data = data.get(..LONGEST).unwrap_or(data);
    match data.starts_with(b"PK") {
        true => moments_are_pages("trace", data),
        false => moments_are_pages("trace", &zipped(&[("0-trace.trace", data)])),
    }
}

/// Any bytes are a recording of rrweb.
pub fn rrweb(data: &[u8]) {
    moments_are_pages("rrweb", data.get(..LONGEST).unwrap_or(data));
}

/// An archive is refused, or its addresses are answered.
fn addresses_are_answered(target: &str, bytes: &[u8]) {
    let file = Scratch::new(target, bytes);
    let pages = match in_time("answering", || parts::archived(&file.0, "http://a.example/", LOOKED_AT)) {
        Ok(pages) => pages.unwrap_or_default(),
        Err(error) => return check_error(&error),
    };
    for page in pages {
        match page {
            Ok(page) => _ = in_time("a snapshot", || Snapshot::render(&page, &SnapshotOptions::default()).to_string()),
            Err(error) => check_error(&error),
        }
    }
}

/// Any bytes are a HAR file: alone, or in a zip archive.
pub fn har(data: &[u8]) {
    addresses_are_answered("har", data.get(..LONGEST).unwrap_or(data));
}

/// Any bytes are a WACZ file: the archive, or what is in it as its index, its pages and its WARC file at once.
pub fn wacz(data: &[u8]) {
    let data = data.get(..LONGEST).unwrap_or(data);
    if data.starts_with(b"PK") {
        return addresses_are_answered("wacz", data);
    }
    let names = ["datapackage.json", "pages/pages.jsonl", "indexes/index.cdxj", "archive/a.warc"];
    addresses_are_answered("wacz", &zipped(&names.map(|name| (name, data))));
}

/// Returns all pages of the corpus, sorted.
#[cfg(test)]
#[expect(clippy::expect_used, reason = "for tests")]
pub(super) fn corpus_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
