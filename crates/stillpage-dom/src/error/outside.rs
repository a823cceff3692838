//! Outside of the page: arguments, limits, browsers and the system.

use std::io;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::Setting;
use super::kind::Kind;
use super::message::seconds;
use crate::safe_text::{SafeText, safe};

/// An argument that is missing, unknown, malformed or at odds with another one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// The problem.
    pub reason: SafeText,
    /// Advice on what to write instead.
    pub hint: SafeText,
    /// The option that the hint is about, if it is about one.
    pub setting: Option<Setting>,
}

impl ArgumentError {
    /// An error with advice that is about no option.
    #[must_use]
    #[doc(hidden)]
    pub fn new(reason: impl Into<SafeText>, hint: impl Into<SafeText>) -> Self {
        Self { reason: reason.into(), hint: hint.into(), setting: None }
    }
}

impl Kind for ArgumentError {
    fn code(&self) -> &'static str {
        "invalid_arguments"
    }

    fn message(&self) -> SafeText {
        self.reason.clone()
    }

    fn hint(&self) -> SafeText {
        self.hint.clone()
    }

    fn details(&self) -> Value {
        json!({})
    }

    fn setting(&self) -> Option<Setting> {
        self.setting
    }

    fn set_setting(&mut self, option: Setting) {
        self.setting = Some(option);
    }
}

/// A limit of the caller's that was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitError {
    /// A page, a browser or a command did not finish in time.
    Timeout {
        /// The operation that ran out of time: a clause.
        what: SafeText,
        /// The time limit.
        limit: Duration,
        /// Advice on what to do about it.
        hint: SafeText,
        /// The option that the hint is about, if it is about one.
        setting: Option<Setting>,
    },
    /// A page with more bytes than the caller allows.
    TooLarge {
        /// The page: its file or address.
        path: PathBuf,
        /// The limit, in bytes.
        limit: u64,
    },
}

impl Kind for LimitError {
    fn code(&self) -> &'static str {
        match self {
            Self::Timeout { .. } => "timeout",
            Self::TooLarge { .. } => "too_large",
        }
    }

    fn message(&self) -> SafeText {
        match self {
            Self::Timeout { what, limit, .. } => safe!("{} within {} s", what, seconds(*limit)),
            Self::TooLarge { path, limit } => {
                safe!("{} is larger than the limit of {} bytes", SafeText::path(path), limit)
            }
        }
    }

    fn hint(&self) -> SafeText {
        match self {
            Self::Timeout { hint, .. } => hint.clone(),
            Self::TooLarge { .. } => "raise the limit on page size for this page".into(),
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::Timeout { limit, .. } => json!({ "seconds": seconds(*limit) }),
            Self::TooLarge { path, limit } => json!({ "path": path.to_string_lossy(), "limit": limit }),
        }
    }

    fn retryable(&self) -> bool {
        matches!(self, Self::Timeout { .. })
    }

    fn setting(&self) -> Option<Setting> {
        match self {
            Self::Timeout { setting, .. } => *setting,
            Self::TooLarge { .. } => None,
        }
    }

    fn set_setting(&mut self, option: Setting) {
        if let Self::Timeout { setting, .. } = self {
            *setting = Some(option);
        }
    }
}

/// The reason why a running browser does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LiveError {
    /// No browser answers, it went away, or it refused.
    Cdp {
        /// The reason.
        reason: SafeText,
        /// Advice on what to do about it.
        hint: SafeText,
        /// The option that the hint is about, if it is about one.
        setting: Option<Setting>,
        /// True if the same call may succeed later.
        retryable: bool,
    },
}

impl Kind for LiveError {
    fn code(&self) -> &'static str {
        "cdp_error"
    }

    fn message(&self) -> SafeText {
        let Self::Cdp { reason, .. } = self;
        reason.clone()
    }

    fn hint(&self) -> SafeText {
        let Self::Cdp { hint, .. } = self;
        hint.clone()
    }

    fn details(&self) -> Value {
        json!({})
    }

    fn retryable(&self) -> bool {
        let Self::Cdp { retryable, .. } = self;
        *retryable
    }

    fn setting(&self) -> Option<Setting> {
        let Self::Cdp { setting, .. } = self;
        *setting
    }

    fn set_setting(&mut self, option: Setting) {
        let Self::Cdp { setting, .. } = self;
        *setting = Some(option);
    }
}

/// The system's account of why a file cannot be read or written: an [`io::Error`] that can be copied and compared.
#[derive(Debug, Clone)]
pub struct SystemError(Arc<io::Error>);

impl SystemError {
    /// "No such file or directory (os error 2)": the number is of no use.
    pub(super) fn reason(&self) -> String {
        let reason = self.0.to_string();
        reason.split(" (os error").next().unwrap_or(&reason).to_owned()
    }

    /// True if the same call may succeed later.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self.0.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
    }
}

impl From<&io::Error> for SystemError {
    fn from(error: &io::Error) -> Self {
        Self(Arc::new(match error.raw_os_error() {
            Some(number) => io::Error::from_raw_os_error(number),
            None => io::Error::new(error.kind(), error.to_string()),
        }))
    }
}

impl Deref for SystemError {
    type Target = io::Error;

    fn deref(&self) -> &io::Error {
        &self.0
    }
}

impl PartialEq for SystemError {
    fn eq(&self, other: &Self) -> bool {
        self.0.kind() == other.0.kind() && self.0.to_string() == other.0.to_string()
    }
}

impl Eq for SystemError {}
