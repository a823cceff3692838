//! HAR files: what a browser asked of servers, and their answers, in one JSON text.
//!
//! <http://www.softwareishard.com/blog/har-12-spec/>

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

#[cfg(feature = "cli")]
use super::source::Source;
use super::warc::{Exchange, Record, essence, is_html};
use crate::archive::{Archive, FilePart};
use crate::dom::charset_of;
use crate::error::OpenError;

/// Limit: bytes of a page, if nothing else is asked for.
#[cfg(feature = "cli")]
const MAX_PAGE: u64 = 1 << 30;
/// Limit: bytes of what a form sent; larger ones are files that were uploaded.
const MAX_SENT: u64 = 1 << 20;

/// A HAR file, alone or in a zip archive with the files that it names.
#[derive(Debug)]
pub(super) struct HarFile {
    part: FilePart,
    bodies: Bodies,
}

/// The place of bodies that are not in the text, as Playwright keeps them (`content: 'attach'`).
#[derive(Debug)]
enum Bodies {
    /// In this folder.
    Beside(PathBuf),
    /// In the same archive, by name.
    Packed(FxHashMap<Box<str>, FilePart>),
}

/// The request and the response of an entry.
pub(super) struct HarEntry {
    /// The byte in the text at which it starts.
    pub(super) offset: u64,
    /// In capitals.
    pub(super) method: String,
    pub(super) url: String,
    /// The request body.
    pub(super) body: String,
    /// It is a page that was there.
    pub(super) is_page: bool,
    /// It is HTML.
    #[cfg(feature = "cli")]
    pub(super) is_html: bool,
}

impl HarFile {
    /// The HAR file of a path: itself, or the first one in a zip archive.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read.
    pub(super) fn open(path: &Path) -> Result<Self, OpenError> {
        let mut start = [0; 2];
        let mut file = crate::disk::File::open(path).map_err(|error| OpenError::io(path, &error))?;
        if file.read_exact(&mut start).is_err() || &start != b"PK" {
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            let part = if start == *b"\x1F\x8B" { FilePart::gzip(path) } else { FilePart::file(path) };
            return Ok(Self { part, bodies: Bodies::Beside(folder) });
        }
        let failure = |reason: String| OpenError::unusable(path.to_owned(), reason);
        let mut archive = Archive::open(path)?;
        let names: Vec<String> = archive.names().map(|name| name.into_owned()).collect();
        let mut packed = FxHashMap::default();
        for name in &names {
            packed.extend(archive.part(name).map_err(failure)?.map(|part| (name.as_str().into(), part)));
        }
        let har = names.iter().find(|name| name.ends_with(".har")).and_then(|name| packed.get(name.as_str()));
        let part = har.cloned().ok_or_else(|| failure("no HAR file in this zip archive".to_owned()))?;
        Ok(Self { part, bodies: Bodies::Packed(packed) })
    }

    /// Reads the text once, and reports each entry.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read, or breaks off before the first entry.
    pub(super) fn entries(&self, found: &mut dyn FnMut(HarEntry)) -> Result<(), OpenError> {
        let path = self.path();
        let input = self.part.open_at(0).map_err(|error| OpenError::io(&path, &error))?;
        let count = Cell::new(0);
        let mut any = false;
        let mut found = |entry| {
            any = true;
            found(entry);
        };
        let entries = Entries { har: self, count: &count, found: &mut found };
        let whole = KeySeed { key: "log", inner: KeySeed { key: "entries", inner: entries } };
        let mut input = CountingReader { inner: input, count: &count };
        skip_mark(&mut input).map_err(|error| OpenError::io(&path, &error))?;
        let read = whole.deserialize(&mut serde_json::Deserializer::from_reader(input));
        match read {
            // Of a file that is cut off the rest is there.
            Err(error) if !any => {
                let reason = format!("this HAR file is damaged: {error}");
                Err(OpenError::unusable(path, reason))
            }
            _ => Ok(()),
        }
    }

    /// The entry that starts at a byte of the text; `None` at the end of the text.
    ///
    /// # Errors
    /// Why it cannot be read, in one phrase.
    pub(super) fn record(&self, offset: u64, limit: u64) -> Result<Option<Record>, String> {
        let input = self.part.open_at(offset).map_err(|error| error.to_string())?;
        // A body is written in base64, or with escapes.
        let input = input.take(limit.saturating_mul(2).saturating_add(1 << 20));
        let entry = serde_json::Deserializer::from_reader(input).into_iter::<Entry>().next();
        let Some(entry) = entry.transpose().map_err(|error| error.to_string())? else { return Ok(None) };
        let (request, response) = (entry.request, entry.response);
        let header = |name: &str| {
            let mut headers = response.headers.iter();
            headers.find(|field| field.name.eq_ignore_ascii_case(name)).map(|field| field.value.clone())
        };
        let media_type = Some(&response.content.media_type)
            .filter(|known| !known.is_empty())
            .cloned()
            .or_else(|| header("content-type"));
        let media_type = media_type.unwrap_or_default();
        let mut charset = charset_of(media_type.as_bytes()).map(|encoding| encoding.name().to_owned());
        let content = response.content;
        let body = match (content.text, content.file) {
            (Some(text), _) if content.encoding.as_deref() == Some("base64") => {
                BASE64_STANDARD.decode(text.trim()).map_err(|error| format!("its base64 is damaged: {error}"))?
            }
            (Some(text), _) => {
                // It was decoded when it was written.
                charset = Some("UTF-8".to_owned());
                text.into_bytes()
            }
            (None, Some(file)) => self.body(&file, limit)?,
            (None, None) => Vec::new(),
        };
        if body.len() as u64 > limit {
            return Err(format!("larger than {} MB", limit >> 20));
        }
        let location = Some(response.redirect).filter(|to| !to.is_empty()).or_else(|| {
            let mut headers = response.headers.iter();
            headers.find(|field| field.name.eq_ignore_ascii_case("location")).map(|field| field.value.clone())
        });
        Ok(Some(Record {
            offset,
            url: request.url,
            date: entry.started,
            status: u16::try_from(response.status).ok(),
            media_type: essence(&media_type),
            charset,
            location,
            truncated: false,
            body,
            exchange: Exchange::default(),
        }))
    }

    /// The file with the text, for messages.
    fn path(&self) -> PathBuf {
        self.part.path()
    }

    /// Returns the request body, as a query is written; what cannot be read was not sent.
    fn sent(&self, sent: PostData) -> String {
        if let Some(text) = sent.text.filter(|text| !text.is_empty()) {
            return text;
        }
        if let Some(body) = sent.file.and_then(|file| self.body(&file, MAX_SENT).ok()) {
            return String::from_utf8_lossy(&body).into_owned();
        }
        let fields = sent.params.iter().map(|field| (&field.name, &field.value));
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
    }

    /// The bytes of a file that an entry names.
    fn body(&self, name: &str, limit: u64) -> Result<Vec<u8>, String> {
        let part = match &self.bodies {
            Bodies::Packed(parts) => parts.get(name).cloned(),
            Bodies::Beside(folder) => {
                let path = Path::new(name);
                let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
                // Nothing outside of the folder is read, by links neither.
                let real = crate::disk::canonicalize(folder.join(path)).ok().filter(|_| is_below);
                let root = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let root = crate::disk::canonicalize(root).map_err(|error| error.to_string())?;
                real.filter(|real| real.starts_with(root)).map(|real| FilePart::file(&real))
            }
        };
        let Some(part) = part else { return Err(format!("its body is in {name}, which is not there")) };
        let mut bytes = Vec::new();
        let input = part.open_at(0).map_err(|error| error.to_string())?;
        input.take(limit + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}

/// The pages of a HAR file in order.
#[cfg(feature = "cli")]
#[derive(Debug)]
pub(crate) struct HarPages {
    har: HarFile,
    /// The offsets at which their entries start, with their addresses.
    places: std::vec::IntoIter<(u64, String)>,
    max_bytes: u64,
}

#[cfg(feature = "cli")]
impl HarPages {
    /// Reads the HAR file of a path once to find its pages; bodies are read one by one.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read.
    pub(crate) fn open(path: &Path, max_bytes: u64) -> Result<Self, OpenError> {
        let har = HarFile::open(path)?;
        let mut places = Vec::new();
        har.entries(&mut |entry| {
            if entry.is_html {
                places.push((entry.offset, entry.url));
            }
        })?;
        Ok(Self { har, places: places.into_iter(), max_bytes })
    }

    /// The file with the text.
    pub(crate) fn path(&self) -> PathBuf {
        self.har.path()
    }
}

#[cfg(feature = "cli")]
impl Iterator for HarPages {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        let (offset, url) = self.places.next()?;
        let failed = |reason| {
            let error = OpenError::InvalidRecord { path: self.path(), offset, reason };
            Source::failed(error).offset(offset).url(&url)
        };
        Some(match self.har.record(offset, self.max_bytes.min(MAX_PAGE)) {
            Ok(Some(record)) => Source::from(record),
            Ok(None) => failed("the file is another one than at the start".to_owned()),
            Err(reason) => failed(reason),
        })
    }
}

/// Passes over a byte order mark, which some programs write.
fn skip_mark(input: &mut impl BufRead) -> io::Result<()> {
    if input.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
        input.consume(3);
    }
    Ok(())
}

/// An entry, as far as it is of account for the index.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Outline {
    request: HarRequest,
    response: Outcome,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct HarRequest {
    method: String,
    url: String,
    #[serde(rename = "postData")]
    sent: Option<PostData>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PostData {
    text: Option<String>,
    params: Vec<Field>,
    #[serde(rename = "_file", alias = "_sha1")]
    file: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Field {
    name: String,
    value: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Outcome {
    status: i64,
    content: Kind,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Kind {
    size: i64,
    #[serde(rename = "mimeType")]
    media_type: String,
    text: Option<IgnoredAny>,
    #[serde(rename = "_file", alias = "_sha1")]
    file: Option<IgnoredAny>,
}

/// An entry as a whole.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Entry {
    #[serde(rename = "startedDateTime")]
    started: Option<String>,
    request: HarRequest,
    response: HarResponse,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct HarResponse {
    status: i64,
    #[serde(rename = "redirectURL")]
    redirect: String,
    headers: Vec<Field>,
    content: Content,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Content {
    #[serde(rename = "mimeType")]
    media_type: String,
    text: Option<String>,
    encoding: Option<String>,
    #[serde(rename = "_file", alias = "_sha1")]
    file: Option<String>,
}

/// Counts what was read of a stream.
struct CountingReader<'a, R> {
    inner: R,
    count: &'a Cell<u64>,
}

impl<R: BufRead> Read for CountingReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for CountingReader<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        self.count.set(self.count.get() + count as u64);
    }
}

/// A seed that deserializes the value of an object under a key.
struct KeySeed<S> {
    key: &'static str,
    inner: S,
}

impl<'de, S: DeserializeSeed<'de, Value = ()>> DeserializeSeed<'de> for KeySeed<S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: DeserializeSeed<'de, Value = ()>> Visitor<'de> for KeySeed<S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with {}", self.key)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut inner = Some(self.inner);
        while let Some(key) = map.next_key::<String>()? {
            match inner.take_if(|_| key == self.key) {
                Some(inner) => map.next_value_seed(inner)?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// The array of entries.
struct Entries<'a> {
    har: &'a HarFile,
    count: &'a Cell<u64>,
    found: &'a mut dyn FnMut(HarEntry),
}

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some((offset, outline)) = seq.next_element_seed(Placed(self.count))? {
            let Outline { request, response } = outline;
            // What did not come, was in the cache of the browser, or was not kept answers nothing.
            let has_body = response.content.text.or(response.content.file).is_some() || response.content.size == 0;
            let is_kept = has_body || !(200..=299).contains(&response.status);
            if !(100..=999).contains(&response.status) || response.status == 304 || !is_kept {
                continue;
            }
            let is_html = is_html(&essence(&response.content.media_type));
            let body = request.sent.map(|sent| self.har.sent(sent)).unwrap_or_default();
            (self.found)(HarEntry {
                offset,
                method: request.method.to_ascii_uppercase(),
                url: request.url,
                body,
                is_page: response.status == 200 && is_html,
                #[cfg(feature = "cli")]
                is_html,
            });
        }
        Ok(())
    }
}

/// An entry and where it starts.
struct Placed<'a>(&'a Cell<u64>);

impl<'de> DeserializeSeed<'de> for Placed<'_> {
    type Value = (u64, Outline);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(u64, Outline), D::Error> {
        // The parser has seen the bracket that it starts with, and nothing after it.
        let offset = self.0.get().saturating_sub(1);
        Ok((offset, Outline::deserialize(deserializer)?))
    }
}
