//! Where in WARC files the resources of pages are, by address.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::BuildHasher as _;
use std::io::{BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};
use url::Url;

use super::Record;
use super::reader::Reader;
use crate::batch::resources::{Resource, Resources};
use crate::error::Error;

/// Limit: bytes of bodies that are kept, since the pages of a site share their style sheets.
const CACHE_BYTES: usize = 64 << 20;
/// Limit: bytes of a resource.
const MAX_BYTES: u64 = 32 << 20;
/// Limit: redirects that lead to a resource; browsers follow 20.
const MAX_REDIRECTS: usize = 5;
/// Limit: bytes of a line of an index; addresses may have some kilobytes.
const MAX_LINE: u64 = 1 << 16;

/// The responses and resources of WARC files by address. It has 24 bytes a record, and a bounded cache of bodies.
#[derive(Debug)]
pub struct Index {
    files: Vec<PathBuf>,
    /// File and offset by the digest of the address; the record itself says whether it is the one.
    places: FxHashMap<u64, (usize, u64)>,
    cache: Mutex<Cache>,
}

impl Index {
    fn new() -> Self {
        Self { files: Vec::new(), places: FxHashMap::default(), cache: Mutex::default() }
    }

    /// Reads a WARC file once to find its records. Damaged records are passed over.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let mut index = Self::new();
        index.files.push(path.to_owned());
        let file = File::open(path).map_err(|error| Error::io(path, &error))?;
        for item in Reader::new(BufReader::new(file)).path(path).every_type().without_bodies() {
            match item {
                Ok(record) => index.add(&record.url, 0, record.offset),
                // Reading the pages of the file reports what is damaged.
                Err(damaged) if !matches!(damaged.error, Error::Io { .. }) => {}
                Err(damaged) => return Err(damaged.error),
            }
        }
        Ok(index)
    }

    /// Reads an index in the format CDX or CDXJ, of WARC files that are in the folder of the index or below it.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, or none of its lines names a record.
    pub fn of_cdx(path: &Path) -> Result<Self, Error> {
        let failure = |error: std::io::Error| Error::io(path, &error);
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut index = Self::new();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut reader = BufReader::new(File::open(path).map_err(failure)?);
        let mut legend = Legend::default();
        let mut line = Vec::new();
        loop {
            line.clear();
            if reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(failure)? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let Some((url, offset, name)) = legend.read(text.trim_end()) else { continue };
            let next = numbers.len();
            let number = *numbers.entry(name.clone()).or_insert(next);
            if number == index.files.len() {
                // An index may name files by where they are elsewhere.
                let beside = Path::new(&name).file_name().map_or_else(|| folder.to_owned(), |name| folder.join(name));
                let named = folder.join(&name);
                index.files.push(if named.is_file() { named } else { beside });
            }
            index.add(&url, number, offset);
        }
        if index.places.is_empty() {
            let reason = "no line of it names a record of a WARC file".to_owned();
            return Err(Error::Io { path: path.to_owned(), reason, retryable: false });
        }
        Ok(index)
    }

    /// The first record of an address is the one that counts.
    fn add(&mut self, url: &str, file: usize, offset: u64) {
        if let Some(key) = key(url) {
            self.places.entry(key).or_insert((file, offset));
        }
    }

    /// The record of an address.
    fn record(&self, url: &str) -> Result<Option<Record>, String> {
        let Some(&(file, offset)) = key(url).and_then(|key| self.places.get(&key)) else { return Ok(None) };
        let Some(path) = self.files.get(file) else { return Ok(None) };
        let mut file = File::open(path).map_err(|error| error.to_string())?;
        file.seek(SeekFrom::Start(offset)).map_err(|error| error.to_string())?;
        for item in Reader::at(BufReader::new(file), offset).max_bytes(MAX_BYTES).every_type() {
            let record = item.map_err(|damaged| damaged.error.to_string())?;
            // A gzip member may hold several records.
            if record.offset != offset {
                break;
            }
            if key(&record.url) == key(url) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}

/// The digest of an address without its fragment, written as browsers write it.
fn key(url: &str) -> Option<u64> {
    let mut url = Url::parse(url.trim()).ok()?;
    url.set_fragment(None);
    Some(FxBuildHasher.hash_one(url.as_str()))
}

impl Resources for Index {
    fn resource(&self, url: &str) -> Result<Option<Resource>, String> {
        let Some(asked) = key(url) else { return Ok(None) };
        if let Some(found) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(asked) {
            return Ok(Some(found));
        }
        let mut address = url.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            let Some(record) = self.record(&address)? else { return Ok(None) };
            match (record.status, &record.location) {
                (Some(300..=399), Some(location)) => {
                    let target = Url::parse(&address).and_then(|base| base.join(location));
                    let Ok(target) = target else { return Ok(None) };
                    address = target.into();
                }
                (None | Some(200..=299), _) => {
                    let media_type = match record.charset {
                        Some(charset) => format!("{}; charset={charset}", record.media_type),
                        None => record.media_type,
                    };
                    let found = Resource { bytes: record.body, media_type };
                    self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(asked, &found);
                    return Ok(Some(found));
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// The bodies that were asked for last.
#[derive(Debug, Default)]
struct Cache {
    /// By key: when it was asked for.
    found: FxHashMap<u64, (u64, Resource)>,
    /// Keys by when they were asked for.
    by_time: BTreeMap<u64, u64>,
    time: u64,
    bytes: usize,
}

impl Cache {
    fn get(&mut self, key: u64) -> Option<Resource> {
        let (time, found) = self.found.get_mut(&key)?;
        self.by_time.remove(time);
        self.time += 1;
        *time = self.time;
        self.by_time.insert(self.time, key);
        Some(found.clone())
    }

    fn put(&mut self, key: u64, resource: &Resource) {
        // Two threads may have looked for the same one.
        if resource.bytes.len() > CACHE_BYTES / 4 || self.found.contains_key(&key) {
            return;
        }
        self.time += 1;
        self.bytes += resource.bytes.len();
        self.found.insert(key, (self.time, resource.clone()));
        self.by_time.insert(self.time, key);
        while self.bytes > CACHE_BYTES
            && let Some((_, oldest)) = self.by_time.pop_first()
        {
            self.bytes -= self.found.remove(&oldest).map_or(0, |(_, old)| old.bytes.len());
        }
    }
}

/// Which field of a line is what, by the letters of CDX: `a` the address, `V` the offset, `g` the file.
///
/// <https://iipc.github.io/warc-specifications/specifications/cdx-format/cdx-2015/>
#[derive(Debug, Default)]
struct Legend(Option<Vec<String>>);

/// The fields of indexes without a legend, by how many there are.
const LEGENDS: &[&str] = &["N b a m s k r M S V g", "N b a m s k r V g"];

impl Legend {
    /// Address, offset and file of a line.
    fn read(&mut self, line: &str) -> Option<(String, u64, String)> {
        if let Some(letters) = line.trim_start().strip_prefix("CDX ") {
            self.0 = Some(letters.split_whitespace().map(str::to_owned).collect());
            return None;
        }
        // CDXJ: the key, the time, an object.
        if let Some((_, object)) = line.split_once(" {") {
            let object: serde_json::Value = serde_json::from_str(&format!("{{{object}")).ok()?;
            let offset = &object["offset"];
            let offset = offset.as_u64().or_else(|| offset.as_str()?.parse().ok())?;
            return Some((object["url"].as_str()?.to_owned(), offset, object["filename"].as_str()?.to_owned()));
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let usual = || LEGENDS.iter().find(|letters| letters.split(' ').count() == fields.len());
        let place = |letter: &str| match &self.0 {
            Some(letters) => letters.iter().position(|known| known == letter),
            None => usual()?.split(' ').position(|known| known == letter),
        };
        let field = |letter: &str| fields.get(place(letter)?).copied();
        Some((field("a")?.to_owned(), field("V")?.parse().ok()?, field("g")?.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cdx_lines_are_read_in_both_formats() {
        let check = |legend: &mut Legend, line: &str, expected: Option<(&str, u64, &str)>| {
            let read = legend.read(line);
            let read = read.as_ref().map(|(url, offset, file)| (&**url, *offset, &**file));
            assert_eq!(read, expected, "{line}");
        };
        let found = Some(("http://a/", 42, "x.warc.gz"));
        let object =
            r#"a)/ 20240517083000 {"url": "http://a/", "length": "9", "offset": "42", "filename": "x.warc.gz"}"#;
        check(&mut Legend::default(), object, found);
        check(&mut Legend::default(), &object.replace("\"42\"", "42"), found);
        let eleven = "a)/ 20240517083000 http://a/ text/css 200 DIGEST - - 9 42 x.warc.gz";
        check(&mut Legend::default(), eleven, found);
        check(&mut Legend::default(), &eleven.replace(" - 9", ""), found);
        check(&mut Legend::default(), "a b c", None);
        let mut legend = Legend::default();
        check(&mut legend, " CDX g V a", None);
        check(&mut legend, "x.warc.gz 42 http://a/", found);
    }

    #[test]
    fn cache_forgets_what_was_not_asked_for() {
        let mut cache = Cache::default();
        let resource = Resource { bytes: vec![0; CACHE_BYTES / 4], ..Resource::default() };
        for key in 0..4 {
            cache.put(key, &resource);
        }
        assert!(cache.get(0).is_some());
        cache.put(4, &resource);
        assert!(cache.get(1).is_none() && cache.get(0).is_some() && cache.get(4).is_some());
        assert_eq!(cache.bytes, CACHE_BYTES);
    }
}
