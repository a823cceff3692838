//! The folder that pages are read from, and nothing outside of it.

use std::path::{Path, PathBuf};

use url::Url;

use crate::disk::{self, file_path, file_url};
use crate::error::{Error, OpenError};
use crate::safe_text::{PageText, safe};

/// Limit: bytes of an address.
const MAX_ADDRESS: usize = 8192;

/// A folder whose pages may be read.
#[derive(Debug, Clone)]
pub(super) struct Root {
    /// Without links; `None` if no file may be read.
    folder: Option<PathBuf>,
}

impl Root {
    /// # Errors
    /// [`OpenError::Io`] if there is no such folder.
    pub(super) fn new(folder: &Path) -> Result<Self, Error> {
        let folder = disk::canonicalize(folder).map_err(|error| Error::io(folder, &error))?;
        if !disk::is_dir(&folder) {
            return Err(Error::unusable(folder, "it is not a folder"));
        }
        Ok(Self { folder: Some(folder) })
    }

    /// A root without files: all pages are in an archive.
    pub(super) fn without_files() -> Self {
        Self { folder: None }
    }

    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The file below the root that an address means: a path relative to the root, or a `file:` URL, either of the whole file
    /// system or with the root at its top. A query and a fragment are left out, unless a file really has that name.
    ///
    /// # Errors
    /// [`Error::Arguments`] for a path out of the root, [`OpenError::NotFound`] for a missing file.
    pub(super) fn file(&self, address: &str) -> Result<PathBuf, Error> {
        if address.len() > MAX_ADDRESS || address.contains('\0') {
            return Err(self.outside(address));
        }
        let Some(folder) = &self.folder else {
            return Err(if is_file_url(address) { self.outside(address) } else { self.missing(address) });
        };
        let mut places: Vec<PathBuf> = Vec::new();
        if is_file_url(address) {
            let mut url = Url::parse(address).map_err(|_| self.missing(address))?;
            url.set_query(None);
            url.set_fragment(None);
            if url.host_str().is_some_and(|host| !host.is_empty()) {
                return Err(self.outside(address));
            }
            let path = file_path(&url).ok_or_else(|| self.outside(address))?;
            // The root at the top of the file system is how addresses are shown.
            places.extend(path.strip_prefix("/").ok().map(|path| folder.join(path)));
            places.push(path);
        } else {
            let end = address.find(['?', '#']).unwrap_or(address.len());
            let bare = address.get(..end).unwrap_or(address);
            let decoded = percent_encoding::percent_decode_str(bare).decode_utf8_lossy();
            for path in [address, bare, &*decoded] {
                places.push(folder.join(path.trim_start_matches('/')));
                // An absolute path of a file in the root.
                places.extend(Some(PathBuf::from(path)).filter(|path| path.has_root()));
            }
        }
        let mut outside = false;
        for place in places {
            // Links are followed before anything is compared.
            let Ok(real) = disk::canonicalize(&place) else { continue };
            if real.starts_with(folder) {
                // Opening a pipe waits for its writer.
                let is_page = disk::metadata(&real).is_ok_and(|known| known.is_file() || known.is_dir());
                return if is_page { Ok(real) } else { Err(self.not_a_file(address)) };
            }
            outside = true;
        }
        Err(if outside || address.contains("..") { self.outside(address) } else { self.missing(address) })
    }

    /// The displayed address of a file: with the root at the top of the file system.
    pub(super) fn address(&self, file: &Path) -> String {
        let below = self.folder.as_ref().and_then(|folder| file.strip_prefix(folder).ok());
        let path = below.unwrap_or(file);
        file_url(&Path::new("/").join(path)).map_or_else(String::new, String::from)
    }

    /// An address of the page as it is shown: a file below the root with the root at the top, anything else as it is.
    pub(super) fn displayed(&self, address: &str) -> String {
        let below = || {
            let path = file_path(&Url::parse(address).ok().filter(|url| url.scheme() == "file")?)?;
            let below = path.strip_prefix(self.folder.as_ref()?).ok()?;
            let rest = address.find(['?', '#']).and_then(|at| address.get(at..)).unwrap_or_default();
            Some(format!("{}{rest}", file_url(&Path::new("/").join(below))?))
        };
        below().unwrap_or_else(|| address.to_owned())
    }

    fn outside(&self, address: &str) -> Error {
        Error::arguments(
            // Playwright MCP: the words in which it refuses files.
            if is_file_url(address) {
                safe!("Access to \"file:\" protocol is blocked. Attempted URL: {}", PageText::quoted(address))
            } else {
                safe!("{} is outside of the root", PageText::of(address))
            },
            "pages are only read from below --root; use a path relative to it",
        )
    }

    fn not_a_file(&self, address: &str) -> Error {
        Error::arguments(
            safe!("{} is a pipe, socket or device", PageText::of(address)),
            "only files and folders below --root are read",
        )
    }

    fn missing(&self, address: &str) -> Error {
        Error::Open(OpenError::NotFound {
            what: safe!("net::ERR_FILE_NOT_FOUND at {}", PageText::of(address)),
            hint: match self.folder {
                Some(_) => "use a path relative to --root, such as page.html".into(),
                None => "use an address of the archive that --root names".into(),
            },
        })
    }
}

fn is_file_url(address: &str) -> bool {
    address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_of_the_root_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let (inside, secret) = (folder.path().join("site"), folder.path().join("secret.html"));
        std::fs::create_dir_all(inside.join("sub")).expect("a folder");
        std::fs::write(&secret, "secret").expect("a file");
        std::fs::write(inside.join("a b.html"), "page").expect("a file");
        std::fs::write(inside.join("sub/x.html"), "page").expect("a file");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&secret, inside.join("link.html")).expect("a link");
            std::os::unix::fs::symlink(folder.path(), inside.join("up")).expect("a link");
        }
        #[cfg(unix)]
        let made = std::process::Command::new("mkfifo").arg(inside.join("pipe.html")).status().expect("mkfifo runs");
        #[cfg(unix)]
        assert!(made.success());
        let root = Root::new(&inside).expect("a root");
        let real = inside.canonicalize().expect("a path");
        for (address, expected) in [
            ("a b.html", "a b.html"),
            ("a%20b.html", "a b.html"),
            ("a%20b.html?q=1#top", "a b.html"),
            ("file:///a%20b.html", "a b.html"),
            ("sub/../a b.html", "a b.html"),
            ("/sub/x.html", "sub/x.html"),
        ] {
            assert_eq!(root.file(address).ok(), Some(real.join(expected)), "{address}");
        }
        let absolute = Url::from_file_path(real.join("sub/x.html")).expect("a URL");
        assert_eq!(root.file(absolute.as_str()).ok(), Some(real.join("sub/x.html")), "{absolute}");
        let secret_url = Url::from_file_path(&secret).expect("a URL").to_string();
        let secret = secret.to_string_lossy().into_owned();
        for address in [
            "../secret.html",
            "..%2fsecret.html",
            "%2e%2e/secret.html",
            "sub/../../secret.html",
            "file:///../secret.html",
            "file:///%2e%2e/secret.html",
            "file://localhost/../secret.html",
            "FILE:///..%2Fsecret.html",
            "link.html",
            "up/secret.html",
            "file:///up/secret.html",
            "/etc/passwd",
            "file:///etc/passwd",
            "file://host/etc/passwd",
            "..\\secret.html",
            "a b.html\0",
            "pipe.html",
            &secret,
            &secret_url,
        ] {
            assert!(root.file(address).is_err(), "{address}");
        }
        assert_eq!(root.address(&real.join("a b.html")), "file:///a%20b.html");
        for (address, expected) in [
            (format!("file://{}/gone.html?a=b#c", real.display()), "file:///gone.html?a=b#c"),
            ("file:///etc/passwd".to_owned(), "file:///etc/passwd"),
            ("https://a.example/x".to_owned(), "https://a.example/x"),
        ] {
            assert_eq!(root.displayed(&address), expected);
        }
    }
}
