//! Errors of opening: files, archives, recordings and sessions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::kind::{Kind, takes_arguments};
use super::message::{seconds, sentence};
use super::{ArgumentError, Setting, SystemError};
use crate::safe_text::{SafeText, safe};

/// The reason why a file, or a page in one, cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// A file that cannot be read, or a standard stream.
    Io {
        /// The file; empty for the standard streams.
        path: PathBuf,
        /// The reason.
        cause: SystemError,
    },
    /// A file that holds something else than a page.
    NotAPage {
        /// The file; empty for standard input.
        path: PathBuf,
        /// The kind of file, as in "a PDF file".
        kind: String,
        /// Advice on what to do with such a file.
        hint: &'static str,
    },
    /// A file that has no such page: no such moment of a recording, no such address in an archive.
    NotFound {
        /// The thing that was looked for.
        what: SafeText,
        /// Advice on where to look instead.
        hint: SafeText,
    },
    /// A record of a WARC file that is damaged.
    InvalidRecord {
        /// The file; empty if it is not known.
        path: PathBuf,
        /// The byte in the file at which the record starts.
        offset: u64,
        /// The problem with it.
        reason: String,
    },
    /// A file that is not a session, is damaged, or was written by a newer version. It is not changed.
    InvalidSession {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        reason: String,
        /// Advice on what to do instead.
        hint: String,
    },
    /// A session file that another process is using.
    SessionInUse {
        /// The file.
        path: PathBuf,
        /// The time that was waited for it.
        waited: Duration,
    },
    /// An address or a moment for a file that has none, a recording without a page.
    Arguments(ArgumentError),
}

impl OpenError {
    /// An [`OpenError::Io`] about a file.
    #[must_use]
    #[doc(hidden)]
    pub fn io(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        Self::Io { path: path.into(), cause: error.into() }
    }

    /// An [`OpenError::Io`] about a file that can be read and is of no use.
    #[must_use]
    #[doc(hidden)]
    pub fn unusable(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        Self::io(path, &std::io::Error::other(reason.into()))
    }
}

takes_arguments!(OpenError);

impl Kind for OpenError {
    fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } | Self::NotAPage { .. } | Self::SessionInUse { .. } => "io_error",
            Self::NotFound { .. } => "not_found",
            Self::InvalidRecord { .. } => "invalid_record",
            Self::InvalidSession { .. } => "invalid_session",
            Self::Arguments(error) => error.code(),
        }
    }

    fn message(&self) -> SafeText {
        match self {
            Self::Io { path, cause } if path.as_os_str().is_empty() => sentence(&cause.reason()).into(),
            Self::Io { path, cause } => safe!("{}: {}", SafeText::path(path), sentence(&cause.reason())),
            Self::InvalidSession { path, reason, .. } => safe!("{}: {}", SafeText::path(path), sentence(reason)),
            Self::NotAPage { path, kind, .. } => {
                let file =
                    if path.as_os_str().is_empty() { SafeText::new() } else { safe!("{}: ", SafeText::path(path)) };
                let nothing = if kind == "an empty file" { "no elements: " } else { "" };
                safe!("{}{}this is {}, not a page", file, nothing, sentence(kind))
            }
            Self::NotFound { what, .. } => safe!("not found: {}", what),
            Self::InvalidRecord { path, offset, reason } if path.as_os_str().is_empty() => {
                safe!("the record at byte {} is damaged: {}", offset, sentence(reason))
            }
            Self::InvalidRecord { path, offset, reason } => {
                safe!("{}: the record at byte {} is damaged: {}", SafeText::path(path), offset, sentence(reason))
            }
            Self::SessionInUse { path, waited } => safe!(
                "{}: another command is using this session, for more than {} s",
                SafeText::path(path),
                seconds(*waited)
            ),
            Self::Arguments(error) => error.message(),
        }
    }

    fn hint(&self) -> SafeText {
        match self {
            Self::Io { path, .. } if path.as_os_str().is_empty() => {
                "check what the standard streams are connected to".into()
            }
            Self::Io { path, .. } if !may_be_page(path) => {
                "check the path: the file has to be there, and readable".into()
            }
            Self::Io { .. } => {
                "pass a readable path: a page is an .html file, an .mhtml file or a folder with index.html".into()
            }
            Self::NotAPage { hint, .. } => (*hint).into(),
            Self::NotFound { hint, .. } => hint.clone(),
            Self::InvalidRecord { .. } => {
                "the records after it are still read; if many are damaged, fetch the file again".into()
            }
            Self::InvalidSession { hint, .. } => sentence(hint).into(),
            Self::SessionInUse { .. } => "try again when it is done, or use another session file".into(),
            Self::Arguments(error) => error.hint(),
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::Io { path, .. } | Self::InvalidSession { path, .. } | Self::SessionInUse { path, .. } => {
                json!({ "path": path.to_string_lossy() })
            }
            Self::NotAPage { path, kind, .. } => json!({ "path": path.to_string_lossy(), "kind": kind }),
            Self::NotFound { what, .. } => json!({ "what": what }),
            Self::InvalidRecord { path, offset, .. } => {
                json!({ "path": path.to_string_lossy(), "offset": offset })
            }
            Self::Arguments(error) => Kind::details(error),
        }
    }

    fn retryable(&self) -> bool {
        match self {
            Self::Io { cause, .. } => cause.may_pass(),
            Self::SessionInUse { .. } => true,
            _ => false,
        }
    }

    fn setting(&self) -> Option<Setting> {
        match self {
            Self::Io { path, .. } if !path.as_os_str().is_empty() && may_be_page(path) => Some(Setting::Page),
            Self::Arguments(error) => error.setting,
            _ => None,
        }
    }

    fn set_setting(&mut self, option: Setting) {
        if let Self::Arguments(error) = self {
            error.set_setting(option);
        }
    }

    fn below(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { cause, .. } => Some(&**cause),
            _ => None,
        }
    }
}

/// True unless the name of a file says that it is something else than a page.
fn may_be_page(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_none_or(|ending| matches!(&*ending, "html" | "htm" | "xhtml" | "mhtml" | "mht"))
}
