//! Saved pages as the answers to addresses of the web.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use url::Url;

use super::read::{Read, moment_of, read_recording};
use super::root::Root;
use crate::batch::{ArchivedSite, Request};
use crate::disk;
use crate::dom::{Dom, ParseOptions};
use crate::error::{ActionError, Error};
use crate::offline::Offline;
use crate::safe_text::{PageText, safe};

/// Limit: files below the root that are looked at for the address that they were saved from.
const MAX_FILES: usize = 5000;
/// Limit: bytes of each; the note is at the top.
const MAX_HEAD: u64 = 4096;
/// Limit: bytes of a map.
const MAX_MAP: u64 = 16 << 20;

/// Addresses and their pages.
#[derive(Debug, Default)]
pub(super) struct Site {
    /// Answers before any file does.
    archive: Option<ArchivedSite>,
    /// As the map of the user has them: an address, or one with its method (`POST https://...`).
    mapped: BTreeMap<String, String>,
    /// By the address that a file was saved from, if recorded; computed on first use.
    saved: Option<BTreeMap<String, PathBuf>>,
}

impl Site {
    /// Reads a map, a JSON object of addresses and pages relative to the root, or indexes an archive.
    ///
    /// # Errors
    /// [`Error::Open`] if it cannot be read, [`Error::Arguments`] if it is something else.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        if let Some(archive) = ArchivedSite::open(path)? {
            return Ok(Self { archive: Some(archive), ..Self::default() });
        }
        let text = read_text(path, MAX_MAP)?;
        let mapped: BTreeMap<String, String> = serde_json::from_str(&text).map_err(|error| {
            let reason = error.to_string();
            Error::arguments(
                safe!("--url-map {}: {}", PageText::of(&path.to_string_lossy()), PageText::of(&reason)),
                "write a JSON object such as {\"https://shop.example/cart\": \"cart.html\"}",
            )
        })?;
        Ok(Self {
            mapped: mapped.into_iter().map(|(address, page)| (normalized(&address), page)).collect(),
            ..Self::default()
        })
    }

    /// The page that answers a request. `fresh`: as a browser loads it, instead of in the state that it was saved in.
    ///
    /// # Errors
    /// [`ActionError::UnsupportedOffline`] for an address of the web that nothing is for; else those of [`Root::file`] and of reading
    /// the page.
    pub(super) fn fetch(&mut self, root: &Root, request: Request<'_>, fresh: bool) -> Result<Fetched, Error> {
        let (method, address) = (request.method, request.url);
        let web = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        if let Some(archive) = &self.archive {
            // As a link on the page that it begins with.
            let first = || Url::parse(archive.first()?).ok()?.join(address).ok();
            let absolute = web.clone().or_else(first).map_or_else(|| address.to_owned(), String::from);
            if let Some(record) = archive.request(Request { url: &absolute, ..request })? {
                let dom = archive.dom(&record, ParseOptions { fresh, ..ParseOptions::default() })?;
                let read = Read { status: record.status, ..Read::of(dom) };
                return Ok(Fetched { read, place: Place::Address(without_fragment(&record.url)) });
            }
        }
        let file = match (self.page(root, method, address)?, &web) {
            (Some(file), _) => file,
            (None, Some(_)) => return Err(self.offline(address)),
            (None, None) if method != "GET" => return Err(self.offline(address)),
            (None, None) => root.file(address)?,
        };
        let read = match read_recording(&file, moment_of(address))? {
            Some(read) => read,
            None if fresh => Read::of(Offline::new(&file).fresh().dom()?),
            None => Read::of(Offline::new(&file).dom()?),
        };
        // The address that was asked for is the page's, whichever file answers it.
        let place = web.map_or(Place::File(file), |url| Place::Address(without_fragment(url.as_str())));
        Ok(Fetched { read, place })
    }

    fn offline(&self, address: &str) -> Error {
        Error::Action(ActionError::UnsupportedOffline {
            what: safe!("net::ERR_INTERNET_DISCONNECTED at {}", PageText::of(address)),
            hint: match &self.archive {
                Some(archive) => archive.hint(),
                None => "navigate to a saved page below --root, or map this address to one in --url-map".into(),
            },
        })
    }

    /// True if a saved page answers a request.
    pub(super) fn answers(&mut self, root: &Root, request: Request<'_>) -> bool {
        self.page(root, request.method, request.url).is_ok_and(|page| page.is_some())
    }

    /// The file that answers a request.
    ///
    /// # Errors
    /// Those of [`Root::file`] for the page that the map names.
    fn page(&mut self, root: &Root, method: &str, address: &str) -> Result<Option<PathBuf>, Error> {
        let address = normalized(address);
        let without_query = address.split('?').next().unwrap_or_default().to_owned();
        for address in [&address, &without_query] {
            let with_method = self.mapped.get(&format!("{method} {address}"));
            if let Some(page) = with_method.or_else(|| self.mapped.get(address).filter(|_| method == "GET")) {
                return root.file(page).map(Some);
            }
        }
        if method != "GET" {
            return Ok(None);
        }
        let saved = self.saved.get_or_insert_with(|| root.folder().map(saved_addresses).unwrap_or_default());
        Ok(saved.get(&address).or_else(|| saved.get(&without_query)).cloned())
    }
}

/// A page that was fetched, and where it is.
pub(super) struct Fetched {
    pub(super) read: Read,
    pub(super) place: Place,
}

/// The place of a page.
pub(super) enum Place {
    /// Below the root.
    File(PathBuf),
    /// On the web, without fragment.
    Address(String),
}

fn without_fragment(address: &str) -> String {
    address.split('#').next().unwrap_or_default().to_owned()
}

/// An address in the form that it is compared in: without its fragment.
fn normalized(address: &str) -> String {
    let (method, address) = match address.split_once(' ') {
        Some((method, rest)) if method.bytes().all(|b| b.is_ascii_uppercase()) => (format!("{method} "), rest),
        _ => (String::new(), address),
    };
    let Ok(mut url) = Url::parse(address.trim()) else { return format!("{method}{}", address.trim()) };
    url.set_fragment(None);
    format!("{method}{url}")
}

/// The text of a file.
pub(super) fn read_text(path: &Path, limit: u64) -> Result<String, Error> {
    let file = disk::File::open(path).map_err(|error| Error::io(path, &error))?;
    let mut text = String::new();
    let read = file.take(limit + 1).read_to_string(&mut text).map_err(|error| Error::io(path, &error))?;
    if read as u64 > limit {
        return Err(Error::unusable(path.to_owned(), "it is too large"));
    }
    Ok(text)
}

/// The addresses that the files of a folder were saved from. The first file of an address in the order of names counts.
fn saved_addresses(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        // What cannot be listed holds no page that could be asked for.
        for entry in disk::read_dir(&folder).into_iter().flatten().flatten() {
            // Links are not followed, so that this ends and stays below the root.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() && files.len() < MAX_FILES => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    for file in files {
        let extension = file.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        if !matches!(&*extension, "html" | "htm" | "xhtml" | "mhtml" | "mht") {
            continue;
        }
        let Ok(opened) = disk::File::open(&file) else { continue };
        let mut head = Vec::new();
        if opened.take(MAX_HEAD).read_to_end(&mut head).is_ok()
            && let Some(address) = saved_from(&String::from_utf8_lossy(&head))
        {
            found.entry(normalized(address)).or_insert(file);
        }
    }
    found
}

/// The note that browsers write into a page that they save, the one of `SingleFile`, and the header of MHTML.
fn saved_from(head: &str) -> Option<&str> {
    let after = |mark: &str| head.split_once(mark).map(|(_, rest)| rest);
    let browser = after("saved from url=(").and_then(|rest| rest.split_once(')')).map(|(_, rest)| rest);
    let rest = browser
        .or_else(|| after("Page saved with SingleFile").and_then(|rest| rest.split_once("url:")).map(|(_, rest)| rest))
        .or_else(|| after("Snapshot-Content-Location:"))?;
    rest.split_whitespace().next().filter(|address| address.starts_with("http"))
}

/// Resolves a URL in a page from a file against the address that the page was asked for by; `None` if that is a file, too.
pub(super) fn relative_to(address: &str, page: &Dom, url: &str) -> Option<String> {
    let file = page.document_url(page.document())?;
    let address = Url::parse(address).ok().filter(|address| address.scheme() != "file" && file.scheme() == "file")?;
    Some(address.join(&file.make_relative(&Url::parse(url).ok()?)?).ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_say_where_they_are_from() {
        for (head, expected) in [
            ("<!-- saved from url=(0019)https://a.example/x -->", Some("https://a.example/x")),
            ("<!--\n Page saved with SingleFile \n url: https://a.example/y \n", Some("https://a.example/y")),
            ("From: <x>\r\nSnapshot-Content-Location: https://a.example/z\r\n", Some("https://a.example/z")),
            ("<!-- saved from url=(0014)about:internet -->", None),
            ("<p>", None),
        ] {
            assert_eq!(saved_from(head), expected, "{head}");
        }
        assert_eq!(normalized("POST https://a.example#x"), "POST https://a.example/");
    }
}
