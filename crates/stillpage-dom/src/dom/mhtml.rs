//! MHTML: a page and its parts in one file, as Chromium saves it.
//!
//! <https://www.rfc-editor.org/rfc/rfc2557>

use std::collections::BTreeMap;
use std::sync::Arc;

use url::Url;

use super::resource::{MAX_IMAGE_BYTES, PictureSource, Saved, SavedFile, SheetUrls};
use super::transfer::{base64, quoted_printable};
use super::{Dom, ParseOptions};

/// Limit: parts of a file and levels of multiparts in multiparts.
const MAX_PARTS: usize = 20_000;
/// Limit: see [`MAX_PARTS`].
const MAX_LEVELS: usize = 8;

/// The header fields of a file or part, names in lower case.
type Header = BTreeMap<String, String>;

/// The parts of an MHTML file.
#[derive(Debug, Default)]
struct Archive {
    parts: Vec<SavedFile>,
    /// Parts by `Content-Location` and by `cid:` URL.
    by_url: BTreeMap<String, usize>,
    /// The page itself.
    root: Option<usize>,
    /// Its address.
    url: Option<Url>,
}

/// True if the bytes begin like the header of an MHTML file.
pub fn is_mhtml(bytes: &[u8]) -> bool {
    let (header, _) = split_header(bytes);
    header.get("content-type").is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("multipart/"))
}

impl Dom {
    /// The tree of the page in an MHTML file, with the frames, style sheets and image sizes that were saved with it.
    /// `None` if there is no HTML part in it.
    pub fn parse_mhtml(bytes: &[u8], fresh: bool, urls: SheetUrls) -> Option<Self> {
        let mut archive = Archive::read(bytes);
        let root = archive.parts.get(archive.root?)?.clone();
        let encoding = super::encoding::charset_of(root.media_type.as_bytes());
        let options = ParseOptions { url: archive.url.clone(), encoding, fresh, lines: false };
        let mut dom = Self::parse_saved(&root.bytes, &options, &mut archive);
        dom.load_resources(&mut archive, urls);
        dom.pictures = Some(Arc::new(archive.into_images(&dom)));
        Some(dom)
    }
}

/// The images of an MHTML file that no element of the page shows, by address.
#[derive(Debug)]
struct Images(BTreeMap<String, Arc<[u8]>>);

impl PictureSource for Images {
    fn image(&self, url: &Url) -> Result<Option<Arc<[u8]>>, String> {
        Ok(self.0.get(url.as_str()).cloned())
    }
}

impl Saved for Archive {
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
        Ok(self.by_url.get(url.as_str()).and_then(|&part| self.parts.get(part)).cloned())
    }
}

impl Archive {
    /// The images that the page does not have yet.
    fn into_images(mut self, dom: &Dom) -> Images {
        let mut images = BTreeMap::new();
        let mut left = MAX_IMAGE_BYTES;
        for (url, part) in self.by_url {
            let Some(part) = self.parts.get_mut(part) else { continue };
            let is_image =
                part.media_type.trim_start().get(..6).is_some_and(|kind| kind.eq_ignore_ascii_case("image/"));
            if !is_image || dom.image_files.contains_key(&*url) {
                continue;
            }
            let bytes = std::mem::take(&mut part.bytes);
            if let Some(rest) = left.checked_sub(bytes.len()) {
                left = rest;
                images.insert(url, bytes.into());
            }
        }
        Images(images)
    }

    fn read(bytes: &[u8]) -> Self {
        let mut archive = Self::default();
        let (header, _) = split_header(bytes);
        let location = header.get("snapshot-content-location").or_else(|| header.get("content-location"));
        archive.url = location.and_then(|url| Url::parse(url.trim()).ok());
        // The part that `start` names is the page, else the first HTML one.
        let start = header.get("content-type").and_then(|kind| parameter(kind, "start"));
        archive.read_entity(bytes, 0);
        let is_html = |part: &SavedFile| {
            let kind = part.media_type.split(';').next().unwrap_or_default().trim();
            kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("application/xhtml+xml")
        };
        let named = start.and_then(|id| archive.by_url.get(&cid_url(&id)?).copied());
        archive.root = named
            .filter(|&part| archive.parts.get(part).is_some_and(is_html))
            .or_else(|| archive.parts.iter().position(is_html));
        if archive.url.is_none() {
            let root = archive.root;
            let location = archive.by_url.iter().find(|&(url, &part)| Some(part) == root && !url.starts_with("cid:"));
            archive.url = location.and_then(|(url, _)| Url::parse(url).ok());
        }
        archive
    }

    fn read_entity(&mut self, bytes: &[u8], level: usize) {
        let (header, body) = split_header(bytes);
        let kind = header.get("content-type").map_or("", String::as_str);
        if kind.trim_start().to_ascii_lowercase().starts_with("multipart/") && level < MAX_LEVELS {
            if let Some(boundary) = parameter(kind, "boundary") {
                for part in split_parts(body, boundary.as_bytes()) {
                    if self.parts.len() < MAX_PARTS {
                        self.read_entity(part, level + 1);
                    }
                }
            }
            return;
        }
        let encoding = header.get("content-transfer-encoding").map_or("", |encoding| encoding.trim());
        let bytes = if encoding.eq_ignore_ascii_case("quoted-printable") {
            quoted_printable(body)
        } else if encoding.eq_ignore_ascii_case("base64") {
            base64(body)
        } else {
            body.to_vec()
        };
        let index = self.parts.len();
        let url = header.get("content-location").and_then(|location| match &self.url {
            Some(base) => base.join(location.trim()).ok(),
            None => Url::parse(location.trim()).ok(),
        });
        if let Some(mut url) = url.clone() {
            url.set_fragment(None);
            self.by_url.entry(url.into()).or_insert(index);
        }
        if let Some(url) = header.get("content-id").and_then(|id| cid_url(id)) {
            self.by_url.entry(url).or_insert(index);
        }
        self.parts.push(SavedFile { bytes, media_type: kind.to_owned(), url });
    }
}

/// The `cid:` URL of a content id in angle brackets.
fn cid_url(id: &str) -> Option<String> {
    let id = id.trim();
    let id = id.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or(id);
    Url::parse(&format!("cid:{id}")).ok().map(String::from)
}

/// Limit: bytes of the name of a header field.
const LONGEST_NAME: usize = 256;

/// The header fields, unfolded, and what follows the empty line.
fn split_header(bytes: &[u8]) -> (Header, &[u8]) {
    let mut header = Header::new();
    let mut last: Option<String> = None;
    let mut rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    loop {
        // Before its end is looked for: the first line may be a whole page.
        let is_field = begins_field(rest);
        if header.is_empty() && !is_field && !rest.first().is_none_or(u8::is_ascii_whitespace) {
            return (header, bytes);
        }
        let end = rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        let text = line.trim_ascii_end();
        if text.is_empty() {
            return (header, rest);
        }
        let text = String::from_utf8_lossy(text);
        if text.starts_with([' ', '\t']) {
            if let Some(value) = last.as_ref().and_then(|name| header.get_mut(name)) {
                value.push(' ');
                value.push_str(text.trim_start());
            }
            continue;
        }
        // No header at all: a body from the start.
        let Some((name, value)) = text.split_once(':').filter(|_| is_field) else {
            return if header.is_empty() { (header, bytes) } else { (header, rest) };
        };
        let name = name.to_ascii_lowercase();
        header.entry(name.clone()).or_insert_with(|| value.trim().to_owned());
        last = Some(name);
    }
}

/// True for a line that begins with the name of a header field.
fn begins_field(line: &[u8]) -> bool {
    let ends_name = |byte: &u8| matches!(byte, b':' | b' ' | b'<' | b'\n');
    line.iter().take(LONGEST_NAME).find(|byte| ends_name(byte)) == Some(&b':')
}

/// A parameter of a header value, unquoted.
fn parameter(value: &str, name: &str) -> Option<String> {
    let mut rest = value;
    loop {
        rest = rest.split_once(';')?.1.trim_start();
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let (found, tail) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_at_checked(after.find([';', ' ', '\t']).unwrap_or(after.len()))?,
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(found.to_owned());
        }
        rest = tail;
    }
}

/// Splits a multipart body at the lines `--boundary`.
fn split_parts<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    let (mut at, mut start) = (0, None);
    for line in body.split_inclusive(|&b| b == b'\n') {
        let after = at + line.len();
        let text = line.trim_ascii_end();
        if let Some(tail) = text.strip_prefix(b"--").and_then(|text| text.strip_prefix(boundary)) {
            let is_last = tail == b"--";
            if is_last || tail.is_empty() {
                parts.extend(start.map(|start| without_line_end(&body[start..at])));
                start = (!is_last).then_some(after);
            }
            if is_last {
                return parts;
            }
        }
        at = after;
    }
    // Cut short: what there is of the last part.
    parts.extend(start.and_then(|start| body.get(start..)));
    parts
}

fn without_line_end(part: &[u8]) -> &[u8] {
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    part.strip_suffix(b"\r").unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::super::local_name;
    use super::super::resource::tests::every_string;
    use super::*;

    const URLS: SheetUrls = SheetUrls { imports: every_string, fonts: |_| Vec::new() };

    const PAGE: &str = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example/b/c#d\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--X--\"\r\n\r\n\r\n\
        ----X--\r\nContent-Type: text/html\r\nContent-Location: https://a.example/b/c\r\n\
        Content-Transfer-Encoding: quoted-printable\r\n\r\n\
        <meta charset=3Dutf-8><link rel=3Dstylesheet href=3D\"cid:s@x\"><title>=C3=\r\n=BC</title>\
        <iframe src=3Dcid:f@x></iframe><iframe src=3Dcid:gone@x></iframe><img src=3D/i.gif>\r\n\
        ----X--\r\nContent-Type: text/css\r\nContent-ID: <s@x>\r\n\r\n@import 'https://a.example/t.css';\r\n\
        ----X--\r\nContent-Type: text/css\r\nContent-Location: https://a.example/t.css\r\n\
        Content-Transfer-Encoding: base64\r\n\r\ncHt9\r\n\
        ----X--\r\nContent-Type: image/gif\r\nContent-Location: /i.gif\r\nContent-Transfer-Encoding: base64\r\n\r\n\
        R0lGODlhAQACAIAAAAAAAP\r\n\
        ----X--\r\nContent-Type: text/html\r\nContent-ID: <f@x>\r\nContent-Location: https://f.example/\r\n\r\n\
        <p>in<iframe src=cid:f@x></iframe>\r\n----X----\r\n";

    #[test]
    fn mhtml_parts_become_one_page() {
        assert!(is_mhtml(PAGE.as_bytes()), "recognized");
        let dom = Dom::parse_mhtml(PAGE.as_bytes(), false, URLS).unwrap();
        assert_eq!(dom.title(dom.document()), "\u{fc}", "soft line break inside a character");
        assert_eq!(dom.document_url(dom.document()).map(Url::as_str), Some("https://a.example/b/c#d"), "address");
        let sheets: Vec<_> = dom.stylesheets.iter().map(|(url, css)| (&**url, &**css)).collect();
        let import = "@import 'https://a.example/t.css';";
        assert_eq!(sheets, [("cid:s@x", import), ("https://a.example/t.css", "p{}")], "style sheets");
        assert_eq!(dom.images.get("https://a.example/i.gif").and_then(|s| s.height), Some(2.0), "image");
        let frames: Vec<_> = dom
            .elements_in_order()
            .filter(|&n| dom.is_html(n, &local_name!("iframe")))
            .map(|n| dom.element(n).unwrap().frame_document)
            .collect();
        let [Some(frame), None] = frames[..] else { panic!("one frame was saved: {frames:?}") };
        assert_eq!(dom.text_content(frame).trim(), "in", "frame");
        assert_eq!(dom.document_url(frame).map(Url::as_str), Some("https://f.example/"), "frame's address");
        let inner = dom.descendants(frame).find(|&n| dom.is_html(n, &local_name!("iframe"))).unwrap();
        assert_eq!(dom.element(inner).unwrap().frame_document, None, "a frame does not hold itself");
    }

    #[test]
    fn mhtml_is_recognised_by_its_header() {
        for text in ["", "<html>", "a: b\n\n", "<p style='a: b'>\nContent-Type: multipart/related\n"] {
            assert!(!is_mhtml(text.as_bytes()), "{text}");
        }
        assert!(
            Dom::parse_mhtml(b"Content-Type: multipart/related; boundary=x\n\n--x--\n", false, URLS).is_none(),
            "no part"
        );
    }

    #[test]
    fn mhtml_cut_short_is_read_as_far_as_it_goes() {
        for end in 0..PAGE.len() {
            let _ = Dom::parse_mhtml(&PAGE.as_bytes()[..end], false, URLS);
        }
        let dom = Dom::parse_mhtml(&PAGE.as_bytes()[..PAGE.find("<img").unwrap() / 4 * 4], false, URLS).unwrap();
        assert_eq!(dom.title(dom.document()), "\u{fc}", "the page itself");
    }
}
