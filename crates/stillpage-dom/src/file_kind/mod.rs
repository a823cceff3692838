//! Kinds of files: the one place where a page is distinguished from the other files that people have.
//!
//! *In*: the bytes of a file, or a file. *Out*: a [`FileKind`], with its name and what to do with such a file.
//!
//! *Invariants*: no input panics; of a packed file only the first bytes are unpacked, of a large one only its start is read and
//! the names in it; bytes of an unknown kind are a page, as markup may begin with anything.

mod zip_directory;

use std::io::{self, Read, Seek, SeekFrom};

use serde::Deserialize;
use serde::de::IgnoredAny;

use self::zip_directory::{zip_directory, zip_names};

/// The kind of a file, by its first bytes, the names in an archive, or the keys of its JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// HTML, MHTML, or text that a browser would show as such.
    Page,
    /// Nothing but white space.
    Empty,
    /// A trace of Playwright: a zip archive with `.trace` files.
    PlaywrightTrace,
    /// Events that rrweb recorded: an array, or a line each.
    RrwebEvents,
    /// An HTTP archive.
    Har,
    /// A web archive collection, zipped.
    Wacz,
    /// Records of a crawl.
    Warc,
    /// The format before WARC.
    Arc,
    /// A page as `capture` recorded it.
    Recording,
    /// A session file of ours.
    Session,
    /// Any other JSON.
    Json,
    /// A PDF document.
    Pdf,
    /// An image in this format.
    Image(&'static str),
    /// A font file.
    Font,
    /// Sound or moving pictures.
    Media,
    /// Any other zip archive.
    Zip,
    /// Any other gzip file.
    Gzip,
    /// A program or library.
    Program,
    /// No text at all.
    Binary,
}

/// First bytes that no page has.
const MAGIC: &[(&[u8], FileKind)] = &[
    (b"%PDF-", FileKind::Pdf),
    (b"\x89PNG", FileKind::Image("PNG")),
    (b"GIF87a", FileKind::Image("GIF")),
    (b"GIF89a", FileKind::Image("GIF")),
    (b"\xFF\xD8\xFF", FileKind::Image("JPEG")),
    (b"\0\0\x01\0", FileKind::Image("ICO")),
    (b"II*\0", FileKind::Image("TIFF")),
    (b"MM\0*", FileKind::Image("TIFF")),
    (b"wOFF", FileKind::Font),
    (b"wOF2", FileKind::Font),
    (b"\0\x01\0\0", FileKind::Font),
    (b"OTTO", FileKind::Font),
    (b"\x1A\x45\xDF\xA3", FileKind::Media),
    (b"OggS", FileKind::Media),
    (b"ID3", FileKind::Media),
    (b"\x7FELF", FileKind::Program),
    (b"\xCF\xFA\xED\xFE", FileKind::Program),
    (b"MZ\x90\0", FileKind::Program),
    (b"WARC/1.", FileKind::Warc),
    (b"filedesc://", FileKind::Arc),
];

/// Limit: bytes of a gzip file that are unpacked to see what is in it.
const PEEKED: u64 = 1 << 16;
/// Limit: bytes in which binary data is looked for.
const LOOKED_AT: usize = 4096;
/// Limit: bytes of the directory of a zip archive.
const ZIP_DIRECTORY: u64 = 16 << 20;
/// Bytes at the end of a zip archive in which its directory is named: before a comment of at most 64 KiB.
const ZIP_END: u64 = 20 + 56 + 22 + 0xFFFF;

impl FileKind {
    /// The kind of file that these bytes are.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\x1F\x8B") {
            return Self::of_gzip(bytes);
        }
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
            return Self::of_zip(bytes);
        }
        match Self::of_magic(bytes) {
            Some(kind) => kind,
            None => Self::of_text(bytes),
        }
    }

    /// The kind of a file that may be larger than memory. Of one whose start alone is read the kind is that of what begins so:
    /// whether it is one, who reads it finds out.
    ///
    /// # Errors
    /// Those of reading.
    pub fn of_stream(file: &mut (impl Read + Seek)) -> io::Result<Self> {
        let mut head = Vec::new();
        file.by_ref().take(PEEKED + 1).read_to_end(&mut head)?;
        if head.starts_with(b"PK\x03\x04") {
            let end = file.seek(SeekFrom::End(0))?;
            let tail_at = end.saturating_sub(ZIP_END);
            file.seek(SeekFrom::Start(tail_at))?;
            let mut tail = Vec::new();
            file.by_ref().take(ZIP_END).read_to_end(&mut tail)?;
            let Some((at, size)) = zip_directory(&tail, tail_at) else { return Ok(Self::Zip) };
            file.seek(SeekFrom::Start(at))?;
            let mut directory = Vec::new();
            file.by_ref().take(size.min(ZIP_DIRECTORY)).read_to_end(&mut directory)?;
            return Ok(Self::of_names(&zip_names(&directory)));
        }
        if head.len() as u64 <= PEEKED {
            let kind = Self::of(&head);
            // Of a file that is cut off the rest can be read.
            let is_cut = kind == Self::Page && head.trim_ascii_start().starts_with(b"{");
            return Ok(if is_cut { of_cut_json(&head).unwrap_or(kind) } else { kind });
        }
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head).trim_ascii_start();
        if head.starts_with(b"\x1F\x8B") {
            return Ok(Self::of_gzip(&head));
        }
        match (Self::of_magic(&head), text.first()) {
            (None, Some(b'{' | b'[')) => Ok(of_cut_json(text).unwrap_or(Self::Page)),
            (Some(kind), _) => Ok(kind),
            (None, _) => Ok(Self::of_text(&head)),
        }
    }

    /// True for the start of a text that may be events of rrweb: an array of objects or packed events, objects with a type and a
    /// time, or an object around an array of them.
    #[must_use]
    pub fn may_be_events(start: &[u8]) -> bool {
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text.strip_prefix('[') {
            Some(rest) => rest.trim_start().starts_with(['{', '"']),
            None => {
                let has = |keys: &[&str]| keys.iter().any(|key| text.contains(key));
                text.starts_with('{')
                    && (has(&["\"timestamp\":", "\"timestamp\" :"]) && has(&["\"type\":", "\"type\" :"])
                        || has(&["\"events\""])
                        // Moments of a test that vitest traced.
                        || has(&["\"entries\""]) && has(&["\"repeats\"", "\"browserTrace\"", "\"serialized\""]))
            }
        }
    }

    fn of_magic(bytes: &[u8]) -> Option<Self> {
        let of_brand = |brand: &[u8]| match brand {
            b"avif" | b"avis" => Self::Image("AVIF"),
            b"heic" | b"heix" | b"mif1" => Self::Image("HEIC"),
            _ => Self::Media,
        };
        match (bytes.get(..4), bytes.get(4..8), bytes.get(8..12)) {
            (Some(b"RIFF"), _, Some(b"WEBP")) => return Some(Self::Image("WebP")),
            (Some(b"RIFF"), _, Some(b"WAVE" | b"AVI ")) => return Some(Self::Media),
            (_, Some(b"ftyp"), Some(brand)) => return Some(of_brand(brand)),
            _ => {}
        }
        MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|&(_, kind)| kind)
    }

    fn of_text(bytes: &[u8]) -> Self {
        let is_utf_16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        match text.first() {
            None => Self::Empty,
            Some(b'{' | b'[') => Self::of_json(text).unwrap_or(Self::Page),
            // What begins with a tag is a page whatever follows.
            Some(b'<') => Self::Page,
            Some(_) if !is_utf_16 && is_binary(text) => Self::Binary,
            Some(_) => Self::Page,
        }
    }

    fn of_gzip(bytes: &[u8]) -> Self {
        let mut head = Vec::new();
        // A damaged or cut archive is known by what could be unpacked.
        let _ = flate2::read::GzDecoder::new(bytes).take(PEEKED).read_to_end(&mut head);
        match Self::of_magic(&head) {
            Some(kind @ (Self::Warc | Self::Arc)) => kind,
            _ => match head.trim_ascii_start().first() {
                Some(b'{' | b'[') => of_cut_json(&head).unwrap_or(Self::Gzip),
                _ => Self::Gzip,
            },
        }
    }

    fn of_zip(bytes: &[u8]) -> Self {
        let tail_at = bytes.len().saturating_sub(usize::try_from(ZIP_END).unwrap_or(usize::MAX));
        let directory = zip_directory(bytes.get(tail_at..).unwrap_or_default(), tail_at as u64)
            .and_then(|(at, _)| bytes.get(usize::try_from(at).ok()?..));
        Self::of_names(&directory.map(zip_names).unwrap_or_default())
    }

    /// The kind of a zip archive with these entries.
    fn of_names(names: &[&[u8]]) -> Self {
        let has = |name: &str| names.contains(&name.as_bytes());
        if names.iter().any(|name| name.ends_with(b".trace")) {
            Self::PlaywrightTrace
        } else if has("datapackage.json") && names.iter().any(|name| name.starts_with(b"archive/")) {
            Self::Wacz
        } else if names.iter().any(|name| name.ends_with(b".har")) {
            Self::Har
        } else {
            Self::Zip
        }
    }

    /// `None` if it is not JSON: a page may begin with a bracket too.
    fn of_json(text: &[u8]) -> Option<Self> {
        // An array would do for the fields of an object, by their order.
        if text.starts_with(b"{")
            && let Ok(keys) = serde_json::from_slice::<Keys>(text)
        {
            return Some(keys.kind());
        }
        if let Ok(events) = serde_json::from_slice::<Vec<Keys>>(text) {
            return Some(if events.iter().any(Keys::is_event) { Self::RrwebEvents } else { Self::Json });
        }
        if serde_json::from_slice::<IgnoredAny>(text).is_ok() {
            return Some(Self::Json);
        }
        // An object a line.
        let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let (first, second) = (lines.next()?, lines.next()?);
        let first = serde_json::from_slice::<Keys>(first).ok()?;
        serde_json::from_slice::<Keys>(second).ok()?;
        Some(first.kind())
    }

    /// Returns the name of the kind, with its article.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self {
            Self::Page => "a page",
            Self::Empty => "an empty file",
            Self::PlaywrightTrace => "a trace of Playwright",
            Self::RrwebEvents => "a recording of rrweb",
            Self::Har => "a HAR file",
            Self::Wacz => "a WACZ file",
            Self::Warc => "a WARC file",
            Self::Arc => "an ARC file",
            Self::Recording => "a recording of `stillpage capture`",
            Self::Session => "a session of stillpage",
            Self::Json => "JSON",
            Self::Pdf => "a PDF file",
            Self::Image(format) => return format!("{} {format} image", article(format)),
            Self::Font => "a font file",
            Self::Media => "a sound or video file",
            Self::Zip => "a zip archive",
            Self::Gzip => "a gzip file",
            Self::Program => "a program",
            Self::Binary => "binary data",
        };
        name.to_owned()
    }

    /// Returns advice on what to do with such a file instead of reading it as a page.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Self::Page | Self::Json | Self::Binary | Self::Program | Self::Font | Self::Media => {
                "pass a page: an .html file, an .mhtml file or a folder with index.html"
            }
            Self::Empty => "check what wrote it; a page has at least one element or some text",
            Self::PlaywrightTrace | Self::RrwebEvents => {
                "pass it as a file of its own, a trace as its trace.zip: standard input has room for one page only"
            }
            Self::Har | Self::Wacz | Self::Warc => {
                "open it by its path, with the address of the page in it: it holds more than one"
            }
            Self::Arc => "convert it to WARC, for example with `warcio recompress OLD.arc.gz NEW.warc.gz`",
            Self::Recording => "give the file the ending .json or .json.gz, by which recordings are known",
            Self::Session => "pass the page first, and this file as the session",
            Self::Pdf | Self::Image(_) => "pass the page that it was made of, as .html or .mhtml",
            Self::Zip => "unpack it and pass the page in it",
            Self::Gzip => "unpack it first, for example with `gunzip`",
        }
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['A', 'E', 'I', 'O', 'U', 'H']) && word != "HEIC" { "an" } else { "a" }
}

/// The keys by which kinds of JSON are distinguished.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Keys {
    log: Option<Log>,
    /// The type: a number in an event of rrweb, a word in a line of a trace.
    #[serde(rename = "type")]
    kind: Option<serde_json::Value>,
    timestamp: Option<IgnoredAny>,
    events: Option<Vec<Self>>,
    nodes: Option<IgnoredAny>,
    snapshot: Option<IgnoredAny>,
    format: Option<serde_json::Value>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Log {
    Har {
        #[serde(rename = "entries")]
        _entries: Vec<IgnoredAny>,
    },
    Other(IgnoredAny),
}

impl Keys {
    fn kind(&self) -> FileKind {
        if matches!(self.log, Some(Log::Har { .. })) {
            FileKind::Har
        } else if self.kind.as_ref().is_some_and(|kind| kind == "context-options") {
            FileKind::PlaywrightTrace
        } else if self.is_event() || self.events.as_ref().is_some_and(|events| events.iter().any(Self::is_event)) {
            FileKind::RrwebEvents
        } else if self.nodes.is_some() && self.snapshot.is_some() {
            FileKind::Recording
        } else if self.format.as_ref().is_some_and(|format| format == "stillpage session") {
            FileKind::Session
        } else {
            FileKind::Json
        }
    }

    fn is_event(&self) -> bool {
        self.timestamp.is_some() && self.kind.as_ref().is_some_and(serde_json::Value::is_u64)
    }
}

/// The kind of JSON of which only the beginning is known.
fn of_cut_json(head: &[u8]) -> Option<FileKind> {
    let has = |key: &str| memchr::memmem::find(head, key.as_bytes()).is_some();
    if has("\"log\"") && (has("\"entries\"") || has("\"creator\"")) {
        Some(FileKind::Har)
    } else if has("\"type\"") && has("\"timestamp\"") && has("\"data\"") {
        Some(FileKind::RrwebEvents)
    } else {
        None
    }
}

/// True for what has too many control characters to be text in any encoding that pages are in, UTF-16 aside.
/// <https://mimesniff.spec.whatwg.org/#binary-data-byte>
fn is_binary(bytes: &[u8]) -> bool {
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let is_control = |byte: &&u8| matches!(**byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    // A page may have some by mistake. Random bytes have a tenth.
    let controls = head.iter().filter(is_control).count();
    controls > 1 && controls * 50 > head.len()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// A zip archive of empty files.
    fn zip(names: &[&str]) -> Vec<u8> {
        let (mut out, mut directory) = (Vec::new(), Vec::new());
        for name in names {
            let length = u16::try_from(name.len()).unwrap().to_le_bytes();
            let at = u32::try_from(out.len()).unwrap().to_le_bytes();
            out.extend([b"PK\x03\x04".as_slice(), &[0; 22], &length, &[0; 2], name.as_bytes()].concat());
            directory.extend([b"PK\x01\x02".as_slice(), &[0; 24], &length, &[0; 12], &at, name.as_bytes()].concat());
        }
        let (at, length) = (u32::try_from(out.len()).unwrap(), u32::try_from(directory.len()).unwrap());
        out.extend(directory);
        out.extend([b"PK\x05\x06".as_slice(), &[0; 8], &length.to_le_bytes(), &at.to_le_bytes(), &[0; 2]].concat());
        out
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn files_that_are_no_pages_are_named() {
        let check = |bytes: &[u8], expected: &str| {
            assert_eq!(FileKind::of(bytes).name(), expected, "{}", String::from_utf8_lossy(bytes));
        };
        check(b" \n\t", "an empty file");
        check(b"%PDF-1.7", "a PDF file");
        check(b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP image");
        check(b"\0\0\0\x1Cftypavif\0\0", "an AVIF image");
        check(b"\0\0\0\x20ftypisom\0\0", "a sound or video file");
        check(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n", "a WARC file");
        check(&gzip("WARC/1.0\r\n"), "a WARC file");
        check(b"filedesc://old.arc 0.0.0.0 19970101000000 text/plain 76\n1 0 A\n", "an ARC file");
        check(&gzip("filedesc://old.arc.gz 0.0.0.0\n"), "an ARC file");
        check(&gzip("<!doctype html><p>x"), "a gzip file");
        check(&zip(&["har.har", "0a1b.html"]), "a HAR file");
        check(&gzip(r#"{"log":{"version":"1.2","creator":{}"#), "a HAR file");
        check(&zip(&["0-trace.network", "0-trace.trace", "resources/a"]), "a trace of Playwright");
        check(&zip(&["datapackage.json", "archive/data.warc.gz"]), "a WACZ file");
        check(&zip(&["index.html"]), "a zip archive");
        check(b"PK\x03\x04 and no more", "a zip archive");
        check(br#"{"log":{"version":"1.2","entries":[]}}"#, "a HAR file");
        check(br#"[{"type":4,"data":{"href":"x"},"timestamp":1},{"type":2}]"#, "a recording of rrweb");
        check(b"{\"type\":4,\"timestamp\":1}\n{\"type\":2,\"timestamp\":2}\n", "a recording of rrweb");
        check(b"{\"version\":8,\"type\":\"context-options\"}\n{\"type\":\"before\"}\n", "a trace of Playwright");
        check(br#"{"nodes":[],"snapshot":{}}"#, "a recording of `stillpage capture`");
        check(br#"{"format":"stillpage session","version":2}"#, "a session of stillpage");
        check(br#"{"html":1}"#, "JSON");
        check(b"[1, 2]", "JSON");
        let noise: Vec<u8> = (0..400_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
        check(&noise, "binary data");
    }

    #[test]
    fn what_a_browser_shows_is_a_page() {
        let check =
            |bytes: &[u8]| assert_eq!(FileKind::of(bytes), FileKind::Page, "{}", String::from_utf8_lossy(bytes));
        check(b"hello");
        check(b"\xEF\xBB\xBF\n<p>x");
        check(b"\xFF\xFE<\0p\0>\0");
        check(b"<\0\x01\x02\x03");
        check(b"gr\xFC\xDFe\0");
        check(b"[a] <b>b</b>");
        check(b"{% block body %}<p>x");
        check(b"{\n<p>x");
        check(b"GIF8 is how such images begin");
    }

    #[test]
    fn streams_are_known_by_their_start_and_their_names() {
        let check = |bytes: &[u8], expected: FileKind| {
            assert_eq!(FileKind::of_stream(&mut io::Cursor::new(bytes)).unwrap(), expected);
        };
        let long = |start: &str| [start.as_bytes(), &vec![b' '; usize::try_from(PEEKED).unwrap()]].concat();
        check(&zip(&["a.trace", "resources/b"]), FileKind::PlaywrightTrace);
        check(&zip(&["archive/a.warc.gz", "datapackage.json"]), FileKind::Wacz);
        check(b"PK\x03\x04 and no more", FileKind::Zip);
        check(br#"{"log":{"version":"1.2","entries":[]}}"#, FileKind::Har);
        check(br#"{"log":{"version":"1.2","entries":[{"request":"#, FileKind::Har);
        check(&long(r#"{"log":{"version":"1.2","entries":["#), FileKind::Har);
        check(&long(r#"[{"type":4,"data":{},"timestamp":1},"#), FileKind::RrwebEvents);
        check(&long("<p>"), FileKind::Page);
        check(&long("WARC/1.0"), FileKind::Warc);
        check(&long("{{ block }}"), FileKind::Page);
        check(b"<p>x", FileKind::Page);
        check(b"", FileKind::Empty);
    }

    #[test]
    fn damaged_archives_have_no_names() {
        let whole = zip(&["a.trace", "resources/b"]);
        for cut in 0..whole.len() {
            let _ = FileKind::of(&whole[..cut]);
        }
        assert_eq!(FileKind::of(&whole[..whole.len() - 30]), FileKind::Zip);
    }
}
