//! Pages from files: an HTML file with the folder it was saved with, an MHTML file, a folder, or standard input.
//!
//! *In*: a path. *Out*: a [`Dom`] with what was saved beside the page.
//!
//! *Invariants*: no socket is opened; but for the page itself nothing is read outside its own folder, symbolic links
//! included; what cannot be read of a page's resources is as if it had failed to load.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use url::Url;

use crate::disk::{self, File, file_path, file_url};
use crate::dom::resource::{NothingSaved, PictureSource, Saved, SavedFile, SheetUrls};
use crate::dom::{Dom, ParseOptions, is_mhtml};
use crate::error::OpenError;
use crate::file_kind::FileKind;
use crate::font::InstalledFonts;
use crate::style::{font_urls, import_urls};

/// Limit: bytes of a page.
const MAX_PAGE_BYTES: u64 = 128 << 20;
/// Limit: bytes of one file that a page refers to.
const MAX_RESOURCE_BYTES: u64 = 32 << 20;

/// The files that style sheets name.
pub const SHEET_URLS: SheetUrls = SheetUrls { imports: import_urls, fonts: font_urls };

/// Names of a folder's page, the likeliest first.
const INDEX_NAMES: &[&str] = &["index.html", "index.htm", "index.xhtml", "page.html", "index.mhtml", "page.mhtml"];

/// The text of a file; `None` if there is no such file.
///
/// # Errors
/// [`OpenError::Io`] if it cannot be read, or is not UTF-8.
pub fn read_if_there(path: &Path) -> Result<Option<String>, OpenError> {
    match disk::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(OpenError::io(path, &error)),
    }
}

/// A page in the file system.
#[derive(Debug, Clone)]
pub struct Offline {
    path: PathBuf,
    fresh: bool,
    lines: bool,
}

impl Offline {
    /// The page at `path`: an `.html` or `.mhtml` file, its `file:` URL, a folder with an `index.html`, or `-` for standard
    /// input.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let url = path.to_str().filter(|path| path.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:")));
        let named = url.and_then(|url| file_path(&Url::parse(url).ok()?));
        Self { path: named.unwrap_or(path), fresh: false, lines: false }
    }

    /// The page as a browser loads it, instead of in the state that it was saved in (`data-frozen-*`).
    #[must_use]
    pub fn fresh(self) -> Self {
        Self { fresh: true, ..self }
    }

    /// The page with the lines that its elements are on; those of MHTML files are not known.
    #[must_use]
    pub fn with_lines(self) -> Self {
        Self { lines: true, ..self }
    }

    /// A page from the bytes of an HTML or MHTML file, with nothing saved beside it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the bytes are those of another kind of file.
    #[cfg(any(test, feature = "internals"))]
    pub fn read(bytes: &[u8]) -> Result<Dom, OpenError> {
        Self::read_at(bytes, None)
    }

    /// Reads a page from bytes that came from an address.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the bytes are those of another kind of file.
    pub fn read_at(bytes: &[u8], url: Option<Url>) -> Result<Dom, OpenError> {
        Self::new("-").parse(bytes, &ParseOptions { url, ..ParseOptions::default() }, &mut NothingSaved)
    }

    /// A page from the bytes of an HTML or MHTML file that messages call `name`, with what `saved` has of it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the bytes are those of another kind of file.
    pub fn read_saved(
        name: PathBuf,
        bytes: &[u8],
        options: &ParseOptions,
        saved: &mut dyn Saved,
    ) -> Result<Dom, OpenError> {
        Self::new(name).parse(bytes, options, saved)
    }

    /// A page from the bytes of an HTML or MHTML file, with the lines that its elements are on, and from the files that `file`
    /// has by address, as if they were saved beside it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the bytes are those of another kind of file.
    pub fn read_with(bytes: &[u8], url: Option<Url>, file: &mut FilesByAddress<'_>) -> Result<Dom, OpenError> {
        let options = ParseOptions { url, lines: true, ..ParseOptions::default() };
        Self::new("-").parse(bytes, &options, &mut CallerFiles(file))
    }

    /// Loads the files that a tree refers to, as far as `file` has them.
    pub fn load_files(dom: &mut Dom, file: &mut FilesByAddress<'_>) {
        dom.load_resources(&mut CallerFiles(file), SHEET_URLS);
    }

    /// Reads the page and what was saved beside it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if there is no such file, it does not hold a page, or it is too large.
    pub fn dom(&self) -> Result<Dom, OpenError> {
        if self.path.as_os_str() == "-" {
            let bytes =
                read_limited(std::io::stdin().lock(), Vec::new(), MAX_PAGE_BYTES).map_err(|e| self.failure(&e))?;
            return self.parse_file(&bytes, &self.options(None), &mut NothingSaved);
        }
        let path = self.page_path()?;
        let file = File::open(&path).map_err(|e| self.failure(&e))?;
        let bytes = read_file(file, MAX_PAGE_BYTES).map_err(|e| self.failure(&e))?;
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let folder = disk::canonicalize(folder).map_err(|e| self.failure(&e))?;
        let url = path.file_name().and_then(|name| file_url(&folder.join(name)));
        let mut folder = Folder { folder };
        let mut dom = self.parse_file(&bytes, &self.options(url), &mut folder)?;
        // An MHTML file has its own.
        dom.pictures.get_or_insert_with(|| Arc::new(folder));
        Ok(dom)
    }

    /// Parses a file as [`parse`](Self::parse) does, but refuses an empty one: a server may answer with nothing.
    fn parse_file(&self, bytes: &[u8], options: &ParseOptions, saved: &mut dyn Saved) -> Result<Dom, OpenError> {
        match FileKind::of(bytes) {
            FileKind::Empty => Err(self.no_page(FileKind::Empty)),
            _ => self.parse(bytes, options, saved),
        }
    }

    fn options(&self, url: Option<Url>) -> ParseOptions {
        ParseOptions { url, encoding: None, fresh: self.fresh, lines: self.lines }
    }

    fn parse(&self, bytes: &[u8], options: &ParseOptions, saved: &mut dyn Saved) -> Result<Dom, OpenError> {
        match FileKind::of(bytes) {
            FileKind::Page | FileKind::Empty => {}
            // Text of a known encoding may be one of two bytes a character.
            FileKind::Binary if options.encoding.is_some() => {}
            kind => return Err(self.no_page(kind)),
        }
        if is_mhtml(bytes) {
            return Dom::parse_mhtml(bytes, self.fresh, SHEET_URLS)
                .ok_or_else(|| self.refusal("no HTML part in this MHTML file".to_owned()));
        }
        let mut dom = Dom::parse_saved(bytes, options, saved);
        dom.load_resources(saved, SHEET_URLS);
        Ok(dom)
    }

    /// The path, also of what was named by a `file:` URL.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True for a file, and for a folder that is one page.
    pub fn has_page(&self) -> bool {
        self.page_path().is_ok()
    }

    /// The file to read: the path itself, or the page in it.
    fn page_path(&self) -> Result<PathBuf, OpenError> {
        if !disk::metadata(&self.path).map_err(|e| self.failure(&e))?.is_dir() {
            return Ok(self.path.clone());
        }
        if let Some(name) = INDEX_NAMES.iter().find(|name| disk::is_file(&self.path.join(name))) {
            return Ok(self.path.join(name));
        }
        // The only page of the folder, under any name.
        let entries = disk::read_dir(&self.path).map_err(|e| self.failure(&e))?;
        let is_page = |path: &PathBuf| {
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
            matches!(&*extension, "html" | "htm" | "xhtml" | "mhtml" | "mht") && disk::is_file(path)
        };
        let paths = entries.map(|entry| entry.map(|entry| entry.path()).map_err(|e| self.failure(&e)));
        let mut pages: Vec<PathBuf> = paths.collect::<Result<_, _>>()?;
        pages.retain(is_page);
        match (pages.pop(), pages.len()) {
            (Some(page), 0) => Ok(page),
            (Some(_), _) => Err(self.refusal("several pages in this folder and no index.html".to_owned())),
            (None, _) => Err(self.refusal("no page in this folder".to_owned())),
        }
    }

    fn failure(&self, error: &std::io::Error) -> OpenError {
        OpenError::io(self.shown_path(), error)
    }

    fn no_page(&self, kind: FileKind) -> OpenError {
        OpenError::NotAPage { path: self.shown_path(), kind: kind.name(), hint: kind.hint() }
    }

    fn refusal(&self, reason: String) -> OpenError {
        OpenError::unusable(self.shown_path(), reason)
    }

    /// The path for messages; empty for standard input.
    fn shown_path(&self) -> PathBuf {
        if self.path.as_os_str() == "-" { PathBuf::new() } else { self.path.clone() }
    }
}

/// Reads a file into as much room as it needs.
fn read_file(file: File, limit: u64) -> std::io::Result<Vec<u8>> {
    // One more than it has, in which its end is found.
    let room = file.metadata()?.len().min(limit) + 1;
    read_limited(file, Vec::with_capacity(usize::try_from(room).unwrap_or_default()), limit)
}

fn read_limited(reader: impl Read, mut bytes: Vec<u8>, limit: u64) -> std::io::Result<Vec<u8>> {
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(std::io::Error::other(format!("larger than {} MB", limit >> 20)));
    }
    Ok(bytes)
}

/// Limit: files of a folder of fonts, and their bytes together.
const MAX_FONT_FILES: usize = 2000;
/// Limit: see [`MAX_FONT_FILES`].
const MAX_FONTS_BYTES: u64 = 512 << 20;

/// The fonts of a folder, as if installed: its TTF, OTF, WOFF and WOFF2 files, in the order of their names.
///
/// # Errors
/// [`OpenError::Io`] if the folder cannot be read, has no font file, or one of them cannot be used.
pub fn installed_fonts(folder: &Path) -> Result<InstalledFonts, OpenError> {
    let failure = |error: std::io::Error| OpenError::io(folder, &error);
    let refusal = |path: &Path, reason: String| OpenError::unusable(path.to_owned(), reason);
    let is_font = |path: &PathBuf| {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        matches!(&*extension, "ttf" | "otf" | "woff" | "woff2") && disk::is_file(path)
    };
    let mut paths = Vec::new();
    for entry in disk::read_dir(folder).map_err(failure)? {
        paths.push(entry.map_err(failure)?.path());
    }
    paths.retain(is_font);
    paths.sort();
    if paths.is_empty() || paths.len() > MAX_FONT_FILES {
        let reason = format!("{} font files in this folder, not 1 to {MAX_FONT_FILES}", paths.len());
        return Err(refusal(folder, reason));
    }
    let mut fonts = InstalledFonts::default();
    let mut left = MAX_FONTS_BYTES;
    for path in paths {
        let file = File::open(&path).map_err(|error| OpenError::io(&path, &error))?;
        let bytes = read_file(file, left.min(MAX_RESOURCE_BYTES)).map_err(|error| OpenError::io(&path, &error))?;
        left -= bytes.len() as u64;
        fonts.add(bytes).map_err(|error| refusal(&path, error.to_string()))?;
    }
    Ok(fonts)
}

/// The folder of a page.
#[derive(Debug)]
struct Folder {
    /// Canonical.
    folder: PathBuf,
}

impl PictureSource for Folder {
    fn image(&self, url: &Url) -> Result<Option<Arc<[u8]>>, String> {
        Ok(self.read(url)?.map(|file| file.bytes.into()))
    }
}

impl Saved for Folder {
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
        self.read(url)
    }
}

impl Folder {
    fn read(&self, url: &Url) -> Result<Option<SavedFile>, String> {
        if url.scheme() != "file" {
            return Ok(None);
        }
        let Some(path) = file_path(url) else { return Ok(None) };
        let path = match disk::canonicalize(&path) {
            Ok(path) => path,
            // Most saved pages refer to files that were not saved with them.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            // What lies outside the folder is not looked at, so that it makes no difference whether it is there.
            Err(_) if !path.starts_with(&self.folder) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        // Links are resolved before the comparison: one that leads out of the folder is not followed.
        if !path.starts_with(&self.folder) || !disk::is_file(&path) {
            return Ok(None);
        }
        let file = File::open(&path).map_err(|error| error.to_string())?;
        let bytes = read_file(file, MAX_RESOURCE_BYTES).map_err(|error| error.to_string())?;
        Ok(Some(SavedFile { bytes, media_type: media_type(&path).to_owned(), url: None }))
    }
}

/// The media type that a file's name stands for.
fn media_type(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    match &*extension {
        "html" | "htm" | "xhtml" => "text/html",
        "css" => "text/css",
        _ => "application/octet-stream",
    }
}

/// The bytes of the file with an address; `None` without such a file, and a phrase if it cannot be read.
pub type FilesByAddress<'a> = dyn FnMut(&str) -> Result<Option<Vec<u8>>, String> + 'a;

/// Files that a caller has by address.
struct CallerFiles<'f, 'a>(&'f mut FilesByAddress<'a>);

impl Saved for CallerFiles<'_, '_> {
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
        let Some(bytes) = (self.0)(url.as_str())? else { return Ok(None) };
        if bytes.len() as u64 > MAX_RESOURCE_BYTES {
            return Err(format!("larger than {} MB", MAX_RESOURCE_BYTES >> 20));
        }
        Ok(Some(SavedFile { bytes, media_type: media_type(Path::new(url.path())).to_owned(), url: None }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files in it.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    fn sheets(dom: &Dom) -> Vec<String> {
        dom.stylesheets.keys().filter_map(|url| Some(url.rsplit_once('/')?.1.to_owned())).collect()
    }

    #[test]
    fn offline_reads_the_saved_folder() {
        let folder = folder(&[
            (
                "my page.html",
                "<link rel=stylesheet href='page_files/a%20b.css?v=1'><img src=page_files/i.svg><iframe src=page_files/f.html>",
            ),
            ("page_files/a b.css", "@import 'sub/c.css'; @import '../../out.css'; @import '/etc/passwd';"),
            ("page_files/sub/c.css", "@import \"../a%20b.css?v=1\";"),
            ("page_files/i.svg", "<svg width='3' height='4'/>"),
            ("page_files/f.html", "<p>framed"),
        ]);
        let dom = Offline::new(folder.path().join("my page.html")).dom().unwrap();
        assert_eq!(sheets(&dom), ["a%20b.css?v=1", "c.css"], "style sheets");
        assert_eq!(dom.images.values().next().and_then(|s| s.height), Some(4.0), "image");
        let frame = dom.elements_in_order().find_map(|n| dom.element(n)?.frame_document).unwrap();
        assert_eq!(dom.text_content(frame), "framed", "frame");
        let url = Url::from_file_path(folder.path().canonicalize().unwrap().join("my page.html")).unwrap();
        let by_url = Offline::new(format!("{url}?query#part")).dom().unwrap();
        assert_eq!(sheets(&by_url), sheets(&dom), "by its URL");
        let same = Offline::new(folder.path()).dom().unwrap();
        assert_eq!(sheets(&same), sheets(&dom), "the only page of its folder");
    }

    #[test]
    fn offline_stays_in_the_folder() {
        let outer = folder(&[
            ("secret.css", "x{}"),
            (
                "in/index.html",
                "<link rel=stylesheet href=../secret.css><link rel=stylesheet href=link.css>
                <link rel=stylesheet href=%2e%2e/secret.css><link rel=stylesheet href=folder.css>
                <base href=../><link rel=stylesheet href=http://127.0.0.1:9/a.css>",
            ),
        ]);
        std::fs::create_dir(outer.path().join("in/folder.css")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(outer.path().join("secret.css"), outer.path().join("in/link.css")).unwrap();
        let dom = Offline::new(outer.path().join("in")).dom().unwrap();
        assert!(dom.stylesheets.is_empty(), "{:?}", dom.stylesheets);
    }

    #[test]
    fn offline_reads_mhtml_under_any_name() {
        let text = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>x\n--b--\n";
        let folder = folder(&[("x.dat", text)]);
        let dom = Offline::new(folder.path().join("x.dat")).dom().unwrap();
        assert_eq!(dom.text_content(dom.document()).trim(), "x", "text");
    }

    #[test]
    fn offline_errors_say_what_is_wrong() {
        let folder = folder(&[
            ("a.html", "<p>"),
            ("b.html", "\n"),
            ("c/x.txt", ""),
            ("d.pdf", "%PDF-1.4"),
            ("e.mhtml", "Content-Type: multipart/x; boundary=b\n\n"),
        ]);
        let message = |name: &str| {
            let error = Offline::new(folder.path().join(name)).dom().unwrap_err().to_string();
            error.rsplit("/").next().unwrap_or_default().split_once(": ").unwrap_or_default().1.to_owned()
        };
        assert_eq!(message("gone.html"), "No such file or directory");
        assert_eq!(message(""), "several pages in this folder and no index.html");
        assert_eq!(message("c"), "no page in this folder");
        assert_eq!(message("d.pdf"), "this is a PDF file, not a page");
        assert_eq!(message("e.mhtml"), "no HTML part in this MHTML file");
        assert_eq!(message("b.html"), "no elements: this is an empty file, not a page");
        assert!(Offline::read(b"").is_ok(), "a server may answer with nothing");
    }
}
