//! Files: those of the system, or of the host of the npm package, which has no system.
//!
//! *In*: paths. *Out*: what is there, as [`std::fs`] gives it.
//!
//! *Invariants*: only what may read files of a user names this room; natively it adds nothing to the standard library.

#[cfg(not(stillpage_npm))]
pub use std::fs::{File, canonicalize, metadata, read, read_dir, read_to_string};
use std::path::{Path, PathBuf};

use url::Url;

#[cfg(stillpage_npm)]
pub use self::host::{DirEntry, File, HOST, Host, Metadata, canonicalize, metadata, read, read_dir, read_to_string};

/// True for a file, also one that a link leads to.
pub fn is_file(path: &Path) -> bool {
    metadata(path).is_ok_and(|known| known.is_file())
}

/// True for a folder, also one that a link leads to.
pub fn is_dir(path: &Path) -> bool {
    metadata(path).is_ok_and(|known| known.is_dir())
}

/// The `file:` URL of an absolute path.
#[cfg(any(unix, windows))]
pub fn file_url(path: &Path) -> Option<Url> {
    Url::from_file_path(path).ok()
}

/// The path of a `file:` URL: none for one with a host or a NUL in it.
#[cfg(any(unix, windows))]
pub fn file_path(url: &Url) -> Option<PathBuf> {
    url.to_file_path().ok()
}

/// The `file:` URL of an absolute path, which is one of Unix.
#[cfg(not(any(unix, windows)))]
pub fn file_url(path: &Path) -> Option<Url> {
    let mut url = Url::parse("file:///").ok()?;
    let mut segments = url.path_segments_mut().ok()?;
    segments.clear().extend(path.to_str()?.strip_prefix('/')?.split('/'));
    drop(segments);
    Some(url)
}

/// The path of a `file:` URL: none for one with a host or a NUL in it.
#[cfg(not(any(unix, windows)))]
pub fn file_path(url: &Url) -> Option<PathBuf> {
    let is_here = url.scheme() == "file" && url.host_str().is_none_or(|host| host.is_empty() || host == "localhost");
    let path = percent_encoding::percent_decode_str(url.path()).decode_utf8().ok()?;
    (is_here && !path.contains('\0')).then(|| PathBuf::from(&*path))
}

#[cfg(stillpage_npm)]
mod host {
    use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
    use std::path::{Path, PathBuf};
    use std::sync::OnceLock;

    /// The files of the host; without it there are none.
    pub static HOST: OnceLock<Host> = OnceLock::new();

    /// Reads files.
    #[derive(Debug, Clone, Copy)]
    pub struct Host {
        pub metadata: fn(&str) -> io::Result<Metadata>,
        /// The path without links.
        pub canonicalize: fn(&str) -> io::Result<String>,
        /// The entries of a folder: names, and their kinds, links as such.
        pub read_dir: fn(&str) -> io::Result<Vec<(String, Metadata)>>,
        /// The bytes from one of them on, up to a number.
        pub read: fn(&str, u64, usize) -> io::Result<Vec<u8>>,
        /// Makes a file empty.
        pub create: fn(&str) -> io::Result<()>,
        /// Writes bytes to the end of a file.
        pub append: fn(&str, &[u8]) -> io::Result<()>,
    }

    /// The kind and the length of a file.
    #[derive(Debug, Clone, Copy)]
    pub struct Metadata {
        pub is_file: bool,
        pub is_dir: bool,
        pub length: u64,
    }

    impl Metadata {
        pub fn is_file(&self) -> bool {
            self.is_file
        }

        pub fn is_dir(&self) -> bool {
            self.is_dir
        }

        #[allow(clippy::len_without_is_empty, reason = "as the standard library has it")]
        pub fn len(&self) -> u64 {
            self.length
        }
    }

    fn host() -> io::Result<&'static Host> {
        HOST.get().ok_or_else(|| io::Error::from(ErrorKind::Unsupported))
    }

    fn name(path: &Path) -> io::Result<&str> {
        path.to_str().ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))
    }

    pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
        (host()?.metadata)(name(path.as_ref())?)
    }

    pub fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
        (host()?.canonicalize)(name(path.as_ref())?).map(PathBuf::from)
    }

    pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
        String::from_utf8(read(path)?)
            .map_err(|_| io::Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
    }

    pub fn read_dir(path: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
        let folder = path.as_ref();
        let found = (host()?.read_dir)(name(folder)?)?;
        Ok(found
            .into_iter()
            .map(|(name, kind)| Ok(DirEntry { path: folder.join(name), kind }))
            .collect::<Vec<_>>()
            .into_iter())
    }

    /// An entry of a folder.
    #[derive(Debug)]
    pub struct DirEntry {
        path: PathBuf,
        kind: Metadata,
    }

    impl DirEntry {
        pub fn path(&self) -> PathBuf {
            self.path.clone()
        }

        pub fn file_type(&self) -> io::Result<Metadata> {
            Ok(self.kind)
        }
    }

    /// A file that is read by parts.
    #[derive(Debug)]
    pub struct File {
        path: PathBuf,
        at: u64,
    }

    impl File {
        pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
            let path = path.as_ref();
            match metadata(path)? {
                known if known.is_dir => Err(io::Error::new(ErrorKind::IsADirectory, "Is a directory")),
                _ => Ok(Self { path: path.to_owned(), at: 0 }),
            }
        }

        /// A file to write to, which is empty.
        pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
            let path = path.as_ref();
            (host()?.create)(name(path)?)?;
            Ok(Self { path: path.to_owned(), at: 0 })
        }

        pub fn metadata(&self) -> io::Result<Metadata> {
            metadata(&self.path)
        }
    }

    impl Write for File {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            (host()?.append)(name(&self.path)?, bytes)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Read for File {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = (host()?.read)(name(&self.path)?, self.at, buffer.len())?;
            let count = bytes.len().min(buffer.len());
            buffer[..count].copy_from_slice(&bytes[..count]);
            self.at += count as u64;
            Ok(count)
        }
    }

    impl Seek for File {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            let at = match to {
                SeekFrom::Start(at) => Some(at),
                SeekFrom::Current(by) => self.at.checked_add_signed(by),
                SeekFrom::End(by) => self.metadata()?.length.checked_add_signed(by),
            };
            self.at = at.ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
            Ok(self.at)
        }
    }
}
