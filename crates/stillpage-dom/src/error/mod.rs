//! Errors of the library: a code, a sentence, a hint that says what to do. The reader is often an agent.
//!
//! *In*: what was asked for, and why it failed. *Out*: [`Error`], as a sentence or as JSON.
//!
//! *Invariants*: stages of the pipeline never fail; what does is a question (a selector, a ref, an argument) and the outside
//! (IO). No text of a page appears unescaped or unbounded in a message, a hint or the details.

mod message;
mod panic;
mod setting;
mod stale;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::safe_text::{QUOTED_CHARS, SafeText};
pub use message::OTHER_TARGET;
pub use panic::{catch, describe};
pub use setting::Setting;
pub use stale::{ElementSummary, StaleReason};

/// An error of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A selector that does not parse.
    InvalidSelector {
        /// The selector as given.
        selector: String,
        /// Byte offset in it where parsing stopped.
        offset: usize,
        /// The problem at this offset.
        reason: String,
        /// Advice on what to write instead.
        hint: String,
    },
    /// A text pattern that does not parse.
    InvalidPattern {
        /// The pattern as given.
        pattern: String,
        /// Byte offset in it: at what is wrong.
        offset: usize,
        /// The problem at this offset.
        reason: String,
        /// Advice on what to write instead.
        hint: String,
        /// The option that the hint is about, if it is about one.
        setting: Option<Setting>,
    },
    /// A text pattern whose matching takes too many steps.
    PatternTooExpensive {
        /// The pattern as given.
        pattern: String,
        /// The limit on steps that was reached.
        steps: u64,
    },
    /// A description that no visible element matches.
    NotLocated {
        /// The description as given.
        description: String,
        /// Counts of partial matches, and the nearest candidates.
        diagnostics: Map<String, Value>,
    },
    /// A description that several elements match.
    AmbiguousDescription {
        /// The description as given.
        description: String,
        /// The elements that match.
        candidates: Vec<Value>,
    },
    /// A locator that has to find one element and finds several.
    StrictModeViolation {
        /// The locator.
        locator: String,
        /// The number of elements that it matches.
        count: usize,
        /// The first of them.
        matches: Vec<SafeText>,
    },
    /// An argument that is missing, unknown, malformed or at odds with another one.
    InvalidArguments {
        /// The problem.
        reason: SafeText,
        /// Advice on what to write instead.
        hint: SafeText,
        /// The option that the hint is about, if it is about one.
        setting: Option<Setting>,
    },
    /// A ref that no snapshot assigned.
    UnknownRef {
        /// The ref as given.
        target: String,
        /// The number of refs that the session has.
        known: usize,
        /// Existing refs that may have been meant, the likeliest first.
        nearest: Vec<ElementSummary>,
    },
    /// A ref whose element is gone or not what it was.
    StaleRef {
        /// The element that the ref named.
        was: Box<ElementSummary>,
        /// The reason why the ref is stale.
        reason: StaleReason,
        /// The evidence, as a clause: "its row is no longer on the page".
        evidence: String,
        /// The element that is there instead, or the element itself if it is hidden.
        now: Vec<ElementSummary>,
    },
    /// A ref that could be any of several elements.
    AmbiguousRef {
        /// The element that the ref named.
        was: Box<ElementSummary>,
        /// The elements that it could be.
        candidates: Vec<ElementSummary>,
    },
    /// A ref of another tab than the one that was asked for.
    TargetConflict {
        /// The ref.
        reference: String,
        /// Its tab.
        ref_tab: String,
        /// The tab that was asked for.
        requested_tab: String,
    },
    /// An action that would not reach its element.
    Refused {
        /// The kind of the refusal.
        why: ActionErrorKind,
        /// The element and the obstacle, as a sentence.
        message: SafeText,
        /// Advice on what to do instead.
        hint: SafeText,
        /// The parts as data.
        details: Map<String, Value>,
    },
    /// Nothing on the page answers the question.
    NotFound {
        /// The thing that was looked for.
        what: SafeText,
        /// Advice on where to look instead.
        hint: SafeText,
    },
    /// Something that only a running browser can do.
    UnsupportedOffline {
        /// The action that was asked for.
        what: SafeText,
        /// Advice on what to do instead.
        hint: SafeText,
    },
    /// A file that cannot be read or written.
    Io {
        /// The file; empty for the standard streams.
        path: PathBuf,
        /// The system's error message.
        reason: String,
        /// True if the same call may succeed later.
        retryable: bool,
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
    /// A record of a WARC file that is damaged.
    InvalidRecord {
        /// The file; empty if it is not known.
        path: PathBuf,
        /// The byte in the file at which the record starts.
        offset: u64,
        /// The problem with it.
        reason: String,
    },
    /// A page with more bytes than the caller allows.
    TooLarge {
        /// The page: its file or address.
        path: PathBuf,
        /// The limit, in bytes.
        limit: u64,
    },
    /// A file that cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's error message.
        reason: String,
    },
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
    /// A browser or a command did not finish in time.
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
    /// A command of the user's that does not start or fails.
    Command {
        /// The command line.
        command: String,
        /// The reason.
        reason: SafeText,
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
    /// A defect of stillpage itself.
    Internal {
        /// The panic's message and place.
        reason: SafeText,
    },
}

/// The reason why an action would not reach its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionErrorKind {
    /// Something else gets the click.
    ClickIntercepted,
    /// There is nothing to point at.
    NotVisible,
    /// It is disabled or inert.
    NotEnabled,
}

impl Error {
    /// An [`Error::InvalidArguments`].
    #[must_use]
    #[doc(hidden)]
    pub fn arguments(reason: impl Into<SafeText>, hint: impl Into<SafeText>) -> Self {
        Self::InvalidArguments { reason: reason.into(), hint: hint.into(), setting: None }
    }

    /// Names the option that the hint of the error is about.
    #[must_use]
    #[doc(hidden)]
    pub fn about(mut self, option: Setting) -> Self {
        if let Self::InvalidArguments { setting, .. }
        | Self::InvalidPattern { setting, .. }
        | Self::Cdp { setting, .. }
        | Self::Timeout { setting, .. } = &mut self
        {
            *setting = Some(option);
        }
        self
    }

    /// The option that the hint is about, if it is about one.
    #[must_use]
    pub fn setting(&self) -> Option<Setting> {
        match self {
            Self::InvalidArguments { setting, .. }
            | Self::InvalidPattern { setting, .. }
            | Self::Cdp { setting, .. }
            | Self::Timeout { setting, .. } => *setting,
            Self::AmbiguousDescription { .. } => Some(Setting::Ambiguity),
            Self::TargetConflict { .. } => Some(Setting::Tab),
            Self::Io { path, .. } if !path.as_os_str().is_empty() && may_be_page(path) => Some(Setting::Page),
            _ => None,
        }
    }

    /// An [`Error::Io`] about a file.
    #[must_use]
    #[doc(hidden)]
    pub fn io(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let retryable = matches!(error.kind(), Kind::Interrupted | Kind::WouldBlock | Kind::TimedOut);
        Self::Io { path: path.into(), reason: what_the_system_says(error), retryable }
    }

    /// An [`Error::Unwritable`] about a file.
    #[must_use]
    #[doc(hidden)]
    pub fn unwritable(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        Self::Unwritable { path: path.into(), reason: what_the_system_says(error) }
    }

    /// The stable name of the kind of error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidSelector { .. } => "invalid_selector",
            Self::InvalidPattern { .. } => "invalid_pattern",
            Self::PatternTooExpensive { .. } => "pattern_too_expensive",
            Self::AmbiguousDescription { .. } => "ambiguous_description",
            Self::StrictModeViolation { .. } => "strict_mode_violation",
            Self::InvalidArguments { .. } => "invalid_arguments",
            Self::StaleRef { .. } => "stale_ref",
            Self::InvalidSession { .. } => "invalid_session",
            Self::AmbiguousRef { .. } => "ambiguous_ref",
            Self::TargetConflict { .. } => "target_conflict",
            Self::Refused { why: ActionErrorKind::ClickIntercepted, .. } => "click_intercepted",
            Self::Refused { why: ActionErrorKind::NotVisible, .. } => "not_visible",
            Self::Refused { why: ActionErrorKind::NotEnabled, .. } => "not_enabled",
            Self::NotFound { .. } | Self::NotLocated { .. } | Self::UnknownRef { .. } => "not_found",
            Self::UnsupportedOffline { .. } => "unsupported_offline",
            Self::Io { .. }
            | Self::NotAPage { .. }
            | Self::Unwritable { .. }
            | Self::Command { .. }
            | Self::SessionInUse { .. } => "io_error",
            Self::InvalidRecord { .. } => "invalid_record",
            Self::TooLarge { .. } => "too_large",
            Self::Cdp { .. } => "cdp_error",
            Self::Timeout { .. } => "timeout",
            Self::Internal { .. } => "internal",
        }
    }

    /// True if the same call may succeed later.
    #[must_use]
    pub fn retryable(&self) -> bool {
        matches!(
            self,
            Self::Io { retryable: true, .. }
                | Self::Cdp { retryable: true, .. }
                | Self::Timeout { .. }
                | Self::SessionInUse { .. }
                | Self::Refused { .. }
        )
    }

    /// The parts of the message as data.
    #[must_use]
    pub fn details(&self) -> Map<String, Value> {
        let value = match self {
            Self::InvalidSelector { selector, offset, .. } => json!({ "selector": selector, "offset": offset }),
            Self::InvalidPattern { pattern, offset, .. } => {
                json!({ "pattern": pattern, "offset": offset, "isRecoverable": true })
            }
            Self::PatternTooExpensive { pattern, steps } => {
                json!({ "pattern": pattern, "steps": steps, "isRecoverable": true })
            }
            Self::NotLocated { diagnostics, .. } => Value::Object(diagnostics.clone()),
            Self::Refused { details, .. } => Value::Object(details.clone()),
            Self::StrictModeViolation { locator, count, matches } => {
                let matches: Vec<&str> = matches.iter().map(SafeText::as_str).collect();
                json!({ "locator": locator, "count": count, "matches": matches })
            }
            Self::AmbiguousDescription { description, candidates } => {
                json!({ "description": description, "candidates": candidates })
            }
            Self::UnknownRef { target, known, nearest } => {
                json!({ "ref": target, "known": known, "nearest": nearest })
            }
            Self::StaleRef { was, reason, evidence, now } => json!({
                "ref": was.reference, "reason": reason.as_str(), "was": was, "evidence": evidence, "now": now,
            }),
            Self::AmbiguousRef { was, candidates } => {
                json!({ "ref": was.reference, "was": was, "candidates": candidates })
            }
            Self::TargetConflict { reference, ref_tab, requested_tab } => {
                json!({ "ref": reference, "refTab": ref_tab, "requestedTab": requested_tab })
            }
            Self::NotFound { what, .. } | Self::UnsupportedOffline { what, .. } => json!({ "what": what }),
            Self::InvalidSession { path, .. }
            | Self::SessionInUse { path, .. }
            | Self::Io { path, .. }
            | Self::Unwritable { path, .. } => {
                json!({ "path": path.to_string_lossy() })
            }
            Self::InvalidRecord { path, offset, .. } => {
                json!({ "path": path.to_string_lossy(), "offset": offset })
            }
            Self::NotAPage { path, kind, .. } => json!({ "path": path.to_string_lossy(), "kind": kind }),
            Self::TooLarge { path, limit } => json!({ "path": path.to_string_lossy(), "limit": limit }),
            Self::Timeout { limit, .. } => json!({ "seconds": message::seconds(*limit) }),
            Self::Command { command, .. } => json!({ "command": command }),
            Self::InvalidArguments { .. } | Self::Cdp { .. } | Self::Internal { .. } => json!({}),
        };
        match value {
            Value::Object(map) => bounded_map(map),
            _ => Map::new(),
        }
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

/// True unless the name of a file says that it is something else than a page.
fn may_be_page(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_none_or(|ending| matches!(&*ending, "html" | "htm" | "xhtml" | "mhtml" | "mht"))
}

/// Data with every string cut to what messages quote.
fn bounded(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().nth(QUOTED_CHARS).is_some() => {
            let kept: String = text.chars().take(QUOTED_CHARS).collect();
            format!("{}…", kept.trim_end()).into()
        }
        Value::Array(values) => values.into_iter().map(bounded).collect(),
        Value::Object(map) => Value::Object(bounded_map(map)),
        other => other,
    }
}

fn bounded_map(map: Map<String, Value>) -> Map<String, Value> {
    map.into_iter().map(|(name, value)| (name, bounded(value))).collect()
}

/// "No such file or directory (os error 2)": the number is of no use.
fn what_the_system_says(error: &std::io::Error) -> String {
    let reason = error.to_string();
    reason.split(" (os error").next().unwrap_or(&reason).to_owned()
}

impl std::error::Error for Error {}
