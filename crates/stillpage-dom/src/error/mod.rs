//! Errors of the library: a code, a sentence, a hint that says what to do. The reader is often an agent.
//!
//! *In*: what was asked for, and why it failed. *Out*: an error of the question ([`SelectorError`], [`RefError`], ...), and
//! [`Error`] for all of them, as a sentence or as JSON.
//!
//! *Invariants*: stages of the pipeline never fail; what does is a question (a selector, a ref, an argument) and the outside
//! (IO). No text of a page appears unescaped or unbounded in a message, a hint or the details.

mod action;
mod kind;
mod message;
mod open;
mod outside;
mod panic;
mod reference;
mod selector;
mod setting;
mod stale;

use std::fmt;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use self::kind::{Kind, kinds};
use crate::safe_text::{PageText, SafeText, safe};
pub use action::{ActionError, ActionErrorKind};
pub use message::OTHER_TARGET;
pub use open::OpenError;
pub use outside::{ArgumentError, LimitError, LiveError, SystemError};
pub use panic::{catch, describe};
pub use reference::RefError;
pub use selector::SelectorError;
pub use setting::Setting;
pub use stale::{ElementSummary, StaleReason};

/// An error of the library, by the question that has no answer. Functions that ask one question return its error alone.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No answer to which element is meant: a selector, a pattern, a locator or a description.
    Selector(SelectorError),
    /// No answer to which element a ref means now.
    Ref(RefError),
    /// No page: a file, a recording, an archive or a session.
    Open(OpenError),
    /// An action that was not done.
    Action(ActionError),
    /// No answer from a running browser.
    Live(LiveError),
    /// A limit of the caller's that was reached.
    Limit(LimitError),
    /// An argument of the call that is wrong.
    Arguments(ArgumentError),
    /// A file that cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: SystemError,
    },
    /// A command of the user's that does not start or fails.
    Command {
        /// The command line.
        command: String,
        /// The reason.
        reason: SafeText,
    },
    /// A defect of stillpage itself.
    Internal {
        /// The panic's message and place.
        reason: SafeText,
    },
}

kinds! {
    Selector(SelectorError),
    Ref(RefError),
    Open(OpenError),
    Action(ActionError),
    Live(LiveError),
    Limit(LimitError),
    Arguments(ArgumentError),
}

/// The parts of its own variants; [`Error::kind`] leads to the others.
impl Kind for Error {
    fn code(&self) -> &'static str {
        match self {
            Self::Unwritable { .. } | Self::Command { .. } => "io_error",
            _ => "internal",
        }
    }

    fn message(&self) -> SafeText {
        match self {
            Self::Unwritable { path, cause } => {
                safe!("cannot write {}: {}", SafeText::path(path), message::sentence(&cause.reason()))
            }
            Self::Command { command, reason } => {
                safe!("the command `{}` failed: {}", PageText::of(command), reason)
            }
            Self::Internal { reason } => safe!("internal error: {}", reason),
            _ => SafeText::new(),
        }
    }

    fn hint(&self) -> SafeText {
        match self {
            Self::Unwritable { .. } => "choose a path in an existing, writable folder".into(),
            Self::Command { .. } => {
                "run the command by hand: it reads a prompt from its standard input and prints its answer".into()
            }
            _ => "this is a defect of stillpage; please report it with the page".into(),
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::Unwritable { path, .. } => json!({ "path": path.to_string_lossy() }),
            Self::Command { command, .. } => json!({ "command": command }),
            _ => json!({}),
        }
    }

    fn below(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unwritable { cause, .. } => Some(&**cause),
            _ => None,
        }
    }
}

impl Error {
    /// An [`Error::Arguments`].
    #[must_use]
    #[doc(hidden)]
    pub fn arguments(reason: impl Into<SafeText>, hint: impl Into<SafeText>) -> Self {
        Self::Arguments(ArgumentError::new(reason, hint))
    }

    /// Names the option that the hint of the error is about.
    #[must_use]
    #[doc(hidden)]
    pub fn about(mut self, option: Setting) -> Self {
        self.kind_mut().set_setting(option);
        self
    }

    /// The option that the hint is about, if it is about one.
    #[must_use]
    pub fn setting(&self) -> Option<Setting> {
        self.kind().setting()
    }

    /// An [`OpenError::Io`] about a file.
    #[must_use]
    #[doc(hidden)]
    pub fn io(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        OpenError::io(path, error).into()
    }

    /// An [`OpenError::Io`] about a file that can be read and is of no use.
    #[must_use]
    #[doc(hidden)]
    pub fn unusable(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        OpenError::unusable(path, reason).into()
    }

    /// An [`Error::Unwritable`] about a file.
    #[must_use]
    #[doc(hidden)]
    pub fn unwritable(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        Self::Unwritable { path: path.into(), cause: error.into() }
    }

    /// The stable name of the kind of error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind().code()
    }

    /// Returns the error's message, as one sentence.
    #[must_use]
    pub fn message(&self) -> SafeText {
        self.kind().message()
    }

    /// Returns advice for the reader, as one sentence.
    #[must_use]
    pub fn hint(&self) -> SafeText {
        self.kind().hint()
    }

    /// True if the same call may succeed later.
    #[must_use]
    pub fn retryable(&self) -> bool {
        self.kind().retryable()
    }

    /// The parts of the message as data.
    #[must_use]
    pub fn details(&self) -> Map<String, Value> {
        kind::details(self.kind())
    }

    /// The error as JSON: `{"error":{"code","message","hint","retryable","details"}}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "error": {
            "code": self.code(),
            "message": self.message(),
            "hint": self.hint(),
            "retryable": self.retryable(),
            "details": self.details(),
        }})
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

/// The source is what the error of the question has below it, such as the [`std::io::Error`] of a file. That error itself,
/// which says what this one says, is in the variant: reports that print each source would have its sentence twice.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind().below()
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    #[test]
    fn envelope_has_every_field() {
        let error = Error::io("gone.html", &std::io::Error::from_raw_os_error(2));
        assert_eq!(
            error.to_json(),
            json!({ "error": {
                "code": "io_error",
                "message": "gone.html: No such file or directory",
                "hint": "pass a readable path: a page is an .html file, an .mhtml file or a folder with index.html",
                "retryable": false,
                "details": { "path": "gone.html" },
            }})
        );
    }

    #[test]
    fn error_of_a_file_leads_to_that_of_the_system() {
        let missing = std::io::Error::from_raw_os_error(2);
        for error in [Error::io("gone.html", &missing), Error::unwritable("gone.html", &missing)] {
            let source = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
            assert_eq!(source.map(std::io::Error::kind), Some(std::io::ErrorKind::NotFound));
        }
        assert!(Error::arguments("none", "give one").source().is_none(), "there is nothing below it");
    }

    #[test]
    fn option_of_the_hint_reaches_the_error_of_the_question() {
        let error = Error::from(OpenError::arguments("none", "give one")).about(Setting::Recording);
        assert_eq!((error.setting(), error.code()), (Some(Setting::Recording), "invalid_arguments"));
    }
}
