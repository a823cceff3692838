//! Indexes of archives of the web: where in WARC, WACZ and HAR files the responses to requests are.

mod cache;
mod cdx;
mod repeated;

use std::collections::{BTreeMap, VecDeque};
use std::hash::BuildHasher as _;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::read::MultiGzDecoder;
use rustc_hash::{FxBuildHasher, FxHashMap};
use url::Url;

use self::cache::Cache;
use self::cdx::Legend;
use self::repeated::Repeated;
use super::har::HarFile;
use super::resources::{Resource, Resources};
use super::warc::{Damaged, Reader, Record, Requested, is_html};
use crate::archive::{Archive, FilePart, kind_of};
use crate::disk::File;
use crate::dom::resource::PictureSource;
use crate::error::{Error, OpenError};
use crate::file_kind::FileKind;

/// Limit: bytes of a resource.
const MAX_BYTES: u64 = 32 << 20;
/// Limit: redirects that lead to a response; browsers follow as many.
const MAX_REDIRECTS: usize = 20;
/// Limit: bytes of a line of an index; addresses may have some kilobytes.
const MAX_LINE: u64 = 1 << 16;
/// Limit: pages that are known by their addresses.
const MAX_PAGES: usize = 1000;
/// Limit: records between a response and its request, of which crawlers write one after the other.
const NEARBY: usize = 64;

/// A request to a site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    /// In capitals.
    pub(crate) method: &'a str,
    pub(crate) url: &'a str,
    /// The data that a form sends, if it is known.
    pub(crate) body: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// A request for what is at an address.
    pub(crate) fn get(url: &'a str) -> Self {
        Self { method: "GET", url, body: None }
    }
}

/// The responses and resources of WARC, WACZ and HAR files by address. It has 24 bytes a record, the addresses of some pages, and
/// a bounded cache of bodies.
#[derive(Debug, Default)]
pub struct Index {
    files: Vec<Indexed>,
    /// By the digest of what was asked for; the record itself says whether it is the one.
    places: FxHashMap<u64, Place>,
    /// With the places of their records.
    pages: Vec<(Place, Box<str>)>,
    /// Addresses whose response was the same as that of another one, by their digests.
    same: FxHashMap<u64, u64>,
    cache: Mutex<Cache>,
}

/// A file with records.
#[derive(Debug)]
enum Indexed {
    Warc(FilePart),
    Har(HarFile),
}

/// The place of a record: the file and the byte in it.
type Place = (usize, u64);

impl Index {
    /// Reads a WARC or HAR file once to find its records, or the index in a WACZ file. Damaged records are passed over.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the file cannot be read, or is of another kind.
    pub fn of_file(path: &Path) -> Result<Self, OpenError> {
        let mut index = Self::default();
        match kind_of(path)? {
            FileKind::Har => index.add_har(path)?,
            FileKind::Wacz => index.add_wacz(path)?,
            _ => {
                let mut repeated = Repeated::default();
                index.add_warc(FilePart::file(path), &mut repeated)?;
                index.same = repeated.found(&index.places);
            }
        }
        // An index lists them by their addresses.
        index.pages.sort_by_key(|(place, _)| *place);
        Ok(index)
    }

    /// Reads an index in the format CDX or CDXJ, of WARC files that are in the folder of the index or below it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read, or none of its lines names a record.
    pub fn of_cdx(path: &Path) -> Result<Self, OpenError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut index = Self::default();
        let mut repeated = Repeated::default();
        let file = File::open(path).map_err(|error| OpenError::io(path, &error))?;
        index.add_cdx(path, &mut BufReader::new(file), &mut repeated, &mut |name| {
            // An index may name files by where they are elsewhere.
            let beside = Path::new(name).file_name().map_or_else(|| folder.to_owned(), |name| folder.join(name));
            let named = folder.join(name);
            Some(FilePart::file(if crate::disk::is_file(&named) { &named } else { &beside }))
        })?;
        index.same = repeated.found(&index.places);
        if index.places.is_empty() {
            let reason = "no line of it names a record of a WARC file".to_owned();
            return Err(OpenError::unusable(path.to_owned(), reason));
        }
        Ok(index)
    }

    /// The addresses of its pages, in the order of the archive; of a large one not all.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().map(|(_, page)| &**page)
    }

    fn add_warc(&mut self, part: FilePart, repeated: &mut Repeated) -> Result<(), OpenError> {
        let path = part.path();
        let input = part.open_at(0).map_err(|error| OpenError::io(&path, &error))?;
        let number = self.files.len();
        self.files.push(Indexed::Warc(part));
        let mut nearby = Nearby::default();
        for item in Reader::new(input).path(&path).for_index() {
            match item {
                Ok(Record { url, exchange, .. }) if exchange.repeats.is_some() => {
                    repeated.add(&url, exchange.repeats.flatten().as_deref(), exchange.digest.as_deref());
                }
                Ok(record) => {
                    if record.exchange.request.is_none() {
                        repeated.add_response(&record.url, record.exchange.digest.as_deref());
                    }
                    self.add_record(record, number, &mut nearby);
                }
                Err(Damaged { error: Error::Open(error @ OpenError::Io { .. }), .. }) => return Err(error),
                // Reading the pages of the file reports what is damaged.
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn add_record(&mut self, record: Record, file: usize, nearby: &mut Nearby) {
        let Record { offset, url, status, media_type, exchange, .. } = record;
        let concurrent = exchange.concurrent.as_deref();
        if let Some(requested) = exchange.request {
            match concurrent.and_then(|id| nearby.response(id)) {
                Some((url, place)) if requested.method != "GET" => {
                    let (url, place) = (url.clone(), *place);
                    // It was taken for the answer to a request for its address.
                    if let Some(known) = key(&url).filter(|key| self.places.get(key) == Some(&place)) {
                        self.places.remove(&known);
                        self.pages.retain(|(of, _)| *of != place);
                    }
                    self.add_sent(&requested, &url, place);
                }
                Some(_) => {}
                None => nearby.add_request(exchange.id, requested),
            }
            return;
        }
        let place = (file, offset);
        match concurrent.and_then(|id| nearby.take_request(id)) {
            Some(requested) if requested.method != "GET" => self.add_sent(&requested, &url, place),
            _ => {
                let is_page = is_html(&media_type) && status.is_none_or(|status| status == 200);
                self.add(&url, is_page, place);
                nearby.add_response(exchange.id, url, place);
            }
        }
    }

    /// The first record of an address is the one that counts.
    fn add(&mut self, url: &str, is_page: bool, place: Place) {
        let Some(key) = key(url) else { return };
        if let std::collections::hash_map::Entry::Vacant(free) = self.places.entry(key) {
            free.insert(place);
            if is_page && self.pages.len() < MAX_PAGES {
                self.pages.push((place, url.into()));
            }
        }
    }

    fn add_sent(&mut self, requested: &Requested, url: &str, place: Place) {
        let body = String::from_utf8_lossy(&requested.body);
        let keys = [Some(&*body), None].map(|body| key_of_sent(&requested.method, url, body));
        for key in keys.into_iter().flatten() {
            self.places.entry(key).or_insert(place);
        }
    }

    fn add_har(&mut self, path: &Path) -> Result<(), OpenError> {
        let number = self.files.len();
        let har = HarFile::open(path)?;
        let entries = har.entries(&mut |entry| match &*entry.method {
            "GET" => self.add(&entry.url, entry.is_page, (number, entry.offset)),
            method => {
                let requested = Requested { method: method.to_owned(), body: entry.body.into_bytes() };
                self.add_sent(&requested, &entry.url, (number, entry.offset));
            }
        });
        entries?;
        self.files.push(Indexed::Har(har));
        Ok(())
    }

    /// The WARC files in a WACZ file, by its own index if it has one.
    fn add_wacz(&mut self, path: &Path) -> Result<(), OpenError> {
        let failure = |reason: String| OpenError::unusable(path.to_owned(), reason);
        let mut archive = Archive::open(path)?;
        let names: Vec<String> = archive.names().map(|name| name.into_owned()).collect();
        let listed = wacz_pages(&mut archive).map_err(failure)?;
        let mut repeated = Repeated::default();
        let is_index = |name: &&String| {
            let name = name.strip_suffix(".gz").unwrap_or(name);
            name.starts_with("indexes/") && [".cdx", ".cdxj"].iter().any(|ending| name.ends_with(ending))
        };
        for name in names.iter().filter(is_index) {
            let Some(part) = archive.part(name).map_err(failure)? else { continue };
            let input = part.open_at(0).map_err(|error| OpenError::io(path, &error))?;
            let mut lines: Box<dyn BufRead> = match name.ends_with(".gz") {
                true => Box::new(BufReader::new(MultiGzDecoder::new(input))),
                false => input,
            };
            self.add_cdx(path, &mut lines, &mut repeated, &mut |file| {
                archive.part(&format!("archive/{file}")).ok()?
            })?;
        }
        if self.places.is_empty() {
            for part in wacz_parts(path)? {
                self.add_warc(part, &mut repeated)?;
            }
        }
        self.same = repeated.found(&self.places);
        if !listed.is_empty() {
            self.pages = listed.into_iter().zip(0..).map(|(url, at)| ((0, at), url)).collect();
        }
        Ok(())
    }

    fn add_cdx(
        &mut self,
        path: &Path,
        lines: &mut dyn BufRead,
        repeated: &mut Repeated,
        part: &mut dyn FnMut(&str) -> Option<FilePart>,
    ) -> Result<(), OpenError> {
        let failure = |error: std::io::Error| OpenError::io(path, &error);
        let mut numbers: BTreeMap<String, Option<usize>> = BTreeMap::new();
        let mut legend = Legend::default();
        let mut line = Vec::new();
        loop {
            line.clear();
            if lines.take(MAX_LINE).read_until(b'\n', &mut line).map_err(failure)? == 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&line);
            let Some(found) = legend.read(text.trim_end()) else { continue };
            if found.is_repeated {
                repeated.add(&found.url, None, found.digest.as_deref());
                continue;
            }
            if found.method == "GET" {
                repeated.add_response(&found.url, found.digest.as_deref());
            }
            let files = &mut self.files;
            let number = *numbers.entry(found.file).or_insert_with_key(|name| {
                let part = part(name)?;
                files.push(Indexed::Warc(part));
                Some(files.len() - 1)
            });
            let Some(number) = number else { continue };
            let place = (number, found.offset);
            if found.method == "GET" {
                self.add(&found.url, found.is_page, place);
            } else {
                let body = found.body.unwrap_or_default().into_bytes();
                self.add_sent(&Requested { method: found.method, body }, &found.url, place);
            }
        }
    }

    /// The record that answers a request, wherever it leads.
    fn record(&self, request: Request<'_>) -> Result<Option<Record>, String> {
        let keys = match request.method {
            "GET" => [key(request.url), None],
            method => [
                request.body.and_then(|body| key_of_sent(method, request.url, Some(body))),
                // A token of a form is another one each time.
                key_of_sent(method, request.url, None),
            ],
        };
        let mut asked = key(request.url);
        let mut place = keys.into_iter().flatten().find_map(|key| self.places.get(&key));
        if let (None, "GET") = (place, request.method) {
            asked = asked.and_then(|asked| self.same.get(&asked)).copied();
            place = asked.and_then(|same| self.places.get(&same));
        }
        let Some(&(file, offset)) = place else { return Ok(None) };
        let is_it = |record: &Record| key(&record.url) == asked;
        match self.files.get(file) {
            None => Ok(None),
            Some(Indexed::Har(har)) => har.record(offset, MAX_BYTES).map(|record| record.filter(is_it)),
            Some(Indexed::Warc(part)) => {
                let input = part.open_at(offset).map_err(|error| error.to_string())?;
                for item in Reader::at(input, offset).max_bytes(MAX_BYTES).every_type() {
                    let record = item.map_err(|damaged| damaged.error.to_string())?;
                    // A gzip member may hold several records.
                    if record.offset != offset {
                        break;
                    }
                    if is_it(&record) {
                        return Ok(Some(record));
                    }
                }
                Ok(None)
            }
        }
    }

    /// The record that a request leads to, redirects followed; its address is the one that was led to.
    pub(crate) fn answer(&self, request: Request<'_>) -> Result<Option<Record>, String> {
        let (mut address, mut method, mut body) = (request.url.to_owned(), request.method, request.body);
        for _ in 0..=MAX_REDIRECTS {
            let Some(record) = self.record(Request { method, url: &address, body })? else { return Ok(None) };
            let (Some(status @ 300..=399), Some(location)) = (record.status, &record.location) else {
                return Ok(Some(Record { url: address, ..record }));
            };
            let target = Url::parse(&address).and_then(|base| base.join(location));
            let Ok(target) = target else { return Ok(None) };
            address = target.into();
            // <https://fetch.spec.whatwg.org/#http-redirect-fetch>: what was sent is sent again by two of them.
            if !matches!(status, 307 | 308) {
                (method, body) = ("GET", None);
            }
        }
        Ok(None)
    }
}

/// The WARC files in a WACZ file, in the order of the archive.
///
/// # Errors
/// [`OpenError::Io`] if it cannot be read, or has none.
pub(crate) fn wacz_parts(path: &Path) -> Result<Vec<FilePart>, OpenError> {
    let failure = |reason: String| OpenError::unusable(path.to_owned(), reason);
    let mut archive = Archive::open(path)?;
    let is_warc = |name: &String| {
        name.starts_with("archive/") && [".warc", ".warc.gz"].iter().any(|ending| name.ends_with(ending))
    };
    let names: Vec<String> = archive.names().map(|name| name.into_owned()).filter(is_warc).collect();
    let mut parts = Vec::new();
    for name in names {
        parts.extend(archive.part(&name).map_err(failure)?);
    }
    if parts.is_empty() {
        return Err(failure("this WACZ file has no WARC file in its folder archive".to_owned()));
    }
    Ok(parts)
}

/// The pages that a WACZ file lists.
fn wacz_pages(archive: &mut Archive) -> Result<Vec<Box<str>>, String> {
    let Some(part) = archive.part("pages/pages.jsonl")? else { return Ok(Vec::new()) };
    let mut lines = part.open_at(0).map_err(|error| error.to_string())?;
    let (mut pages, mut line) = (Vec::new(), Vec::new());
    while pages.len() < MAX_PAGES {
        line.clear();
        if lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(|error| error.to_string())? == 0 {
            break;
        }
        // The first line is a header, and a line may have the text of its page.
        if let Ok(row) = serde_json::from_slice::<serde_json::Value>(&line)
            && let Some(url) = row["url"].as_str()
        {
            pages.push(url.into());
        }
    }
    Ok(pages)
}

/// The digest of an address without its fragment, written as browsers write it.
fn key(url: &str) -> Option<u64> {
    let mut url = Url::parse(url.trim()).ok()?;
    url.set_fragment(None);
    Some(FxBuildHasher.hash_one(url.as_str()))
}

/// The digest of an address with how it was asked, and what was sent if that matters.
fn key_of_sent(method: &str, url: &str, body: Option<&str>) -> Option<u64> {
    Some(FxBuildHasher.hash_one((key(url)?, method, body)))
}

impl Resources for Index {
    fn resource(&self, url: &str) -> Result<Option<Resource>, String> {
        let Some(asked) = key(url) else { return Ok(None) };
        if let Some(found) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(asked) {
            return Ok(Some(found));
        }
        let Some(record) = self.answer(Request::get(url))? else { return Ok(None) };
        if !matches!(record.status, None | Some(200..=299)) {
            return Ok(None);
        }
        let media_type = match record.charset {
            Some(charset) => format!("{}; charset={charset}", record.media_type),
            None => record.media_type,
        };
        let found = Resource { bytes: record.body, media_type };
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(asked, &found);
        Ok(Some(found))
    }
}

impl PictureSource for Index {
    fn image(&self, url: &Url) -> Result<Option<Arc<[u8]>>, String> {
        Ok(self.resource(url.as_str())?.map(|found| found.bytes.into()))
    }
}

/// The last requests and responses of a WARC file, which are written one after the other.
#[derive(Debug, Default)]
struct Nearby {
    requests: VecDeque<(String, Requested)>,
    responses: VecDeque<(String, (String, Place))>,
}

impl Nearby {
    fn add_request(&mut self, id: Option<String>, requested: Requested) {
        self.requests.extend(id.map(|id| (id, requested)));
        if self.requests.len() > NEARBY {
            self.requests.pop_front();
        }
    }

    fn add_response(&mut self, id: Option<String>, url: String, place: Place) {
        self.responses.extend(id.map(|id| (id, (url, place))));
        if self.responses.len() > NEARBY {
            self.responses.pop_front();
        }
    }

    fn take_request(&mut self, id: &str) -> Option<Requested> {
        let at = self.requests.iter().position(|(known, _)| known == id)?;
        self.requests.remove(at).map(|(_, requested)| requested)
    }

    fn response(&self, id: &str) -> Option<&(String, Place)> {
        self.responses.iter().find(|(known, _)| known == id).map(|(_, response)| response)
    }
}
