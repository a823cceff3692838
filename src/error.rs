//! What can fail, told so that the reader can act: a code, a sentence, a hint. The reader is often an agent.
//!
//! Stages of the pipeline never fail; what does is a question (a selector, a ref, an argument) and the outside (IO).

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A selector that does not parse.
    InvalidSelector {
        /// The selector as given.
        selector: String,
        /// Byte offset in it where parsing stopped.
        offset: usize,
        /// What is wrong there.
        reason: String,
        /// What to write instead.
        hint: String,
    },
    /// A text pattern that does not parse.
    InvalidPattern {
        /// The pattern as given.
        pattern: String,
        /// Byte offset in it: at what is wrong.
        offset: usize,
        /// What is wrong there.
        reason: String,
        /// What to write instead.
        hint: String,
    },
    /// A text pattern that was tried in more ways than a search is willing to.
    PatternTooExpensive {
        /// The pattern as given.
        pattern: String,
        /// The steps that were not enough.
        steps: u64,
    },
    /// A description that means no visible element.
    NotLocated {
        /// The description as given.
        description: String,
        /// What was counted, and what came near.
        diagnostics: Map<String, Value>,
    },
    /// A description that means more than one element.
    AmbiguousDescription {
        /// The description as given.
        description: String,
        /// The elements that it may mean.
        candidates: Vec<Value>,
    },
    /// An argument that is missing, unknown, malformed or at odds with another one.
    InvalidArguments {
        /// What is wrong.
        reason: String,
        /// What to write instead.
        hint: String,
    },
    /// A ref that no snapshot ever gave out.
    UnknownRef {
        /// The ref as given.
        target: String,
        /// How many refs there are.
        known: usize,
        /// Refs that there are and that may have been meant, the likeliest first.
        nearest: Vec<Sighted>,
    },
    /// A ref that names nothing any more.
    StaleRef {
        /// What it named.
        was: Box<Sighted>,
        /// What happened to it.
        reason: StaleReason,
        /// What shows it: a clause, as in "its row is no longer on the page".
        evidence: String,
        /// What is there instead, or where it is if it is hidden.
        now: Vec<Sighted>,
    },
    /// A ref that could be any of several elements.
    AmbiguousRef {
        /// What it named.
        was: Box<Sighted>,
        /// What it could be.
        candidates: Vec<Sighted>,
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
        /// Why, in a word.
        why: RefusedWhy,
        /// The element, and what keeps the action from it: a sentence.
        message: String,
        /// What to do instead.
        hint: String,
        /// The parts as data.
        details: Map<String, Value>,
    },
    /// Nothing on the page answers the question.
    NotFound {
        /// What was looked for.
        what: String,
        /// Where to look instead.
        hint: String,
    },
    /// Something that only a running browser can do.
    UnsupportedOffline {
        /// What was asked for.
        what: String,
        /// What to do instead.
        hint: String,
    },
    /// A file that cannot be read or written.
    Io {
        /// The file; empty for the standard streams.
        path: PathBuf,
        /// What the system says.
        reason: String,
        /// True if the same call may succeed later.
        retryable: bool,
    },
    /// A file that cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A browser that is not there, went away or refused.
    Cdp {
        /// What happened.
        reason: String,
        /// What to do about it.
        hint: String,
        /// True if the same call may succeed later.
        retryable: bool,
    },
    /// Something that a browser did not do in time.
    Timeout {
        /// What: a clause.
        what: String,
        /// How long was waited.
        limit: Duration,
        /// What to do about it.
        hint: String,
    },
    /// A command of the user's that does not start or fails.
    Command {
        /// The command line.
        command: String,
        /// What happened.
        reason: String,
    },
    /// A session file that is none, is damaged, or was written by a newer version. It is left as it is.
    InvalidSession {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
        /// What to do instead.
        hint: String,
    },
    /// A defect of stillpage itself.
    Internal {
        /// What happened, and where.
        reason: String,
    },
}

/// What happened to a ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StaleReason {
    /// Another document was loaded.
    Navigated,
    /// Nothing on the page is it.
    Removed,
    /// Its place, or its node, is another widget's now.
    Replaced,
    /// Its place is there, but it says or does something else.
    Changed,
    /// It is there, but not rendered.
    Hidden,
    /// Too many refs were given out since: it is not kept any more.
    Resnapshotted,
}

impl StaleReason {
    /// In one word, for answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Navigated => "navigated",
            Self::Removed => "removed",
            Self::Replaced => "replaced",
            Self::Changed => "changed",
            Self::Hidden => "hidden",
            Self::Resnapshotted => "resnapshotted",
        }
    }
}

/// Why an action would not reach its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedWhy {
    /// Something else gets the click.
    ClickIntercepted,
    /// There is nothing to point at.
    NotVisible,
    /// It is disabled or inert.
    NotEnabled,
}

/// An element as errors speak of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Sighted {
    /// Its ref, if it has one.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Role; `generic` if it has none, empty if it is not known any more.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// What its row, or the section it is in, is called; empty if nothing names it.
    pub row: String,
    /// Its position in `document.querySelectorAll('*')`, if it is on the page and in the light tree.
    pub index: Option<u32>,
}

impl fmt::Display for Sighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = if self.role.is_empty() { "element" } else { &self.role };
        f.write_str(role)?;
        if !self.name.is_empty() {
            write!(f, " {:?}", self.name)?;
        }
        if !self.row.is_empty() {
            write!(f, " in {:?}", self.row)?;
        }
        Ok(())
    }
}

/// `@e3 (button "Save"), @e4 (link "Home")`
fn listed(elements: &[Sighted]) -> String {
    let one = |element: &Sighted| match &element.reference {
        Some(reference) => format!("@{reference} ({element})"),
        None => element.to_string(),
    };
    elements.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl Error {
    /// An [`Error::InvalidArguments`].
    #[must_use]
    pub fn arguments(reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::InvalidArguments { reason: reason.into(), hint: hint.into() }
    }

    /// An [`Error::Io`] about a file.
    #[must_use]
    pub fn io(path: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        let retryable = matches!(error.kind(), Kind::Interrupted | Kind::WouldBlock | Kind::TimedOut);
        Self::Io { path: path.into(), reason: what_the_system_says(error), retryable }
    }

    /// An [`Error::Unwritable`] about a file.
    #[must_use]
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
            Self::InvalidArguments { .. } => "invalid_arguments",
            Self::UnknownRef { .. } => "unknown_ref",
            Self::StaleRef { .. } => "stale_ref",
            Self::InvalidSession { .. } => "invalid_session",
            Self::AmbiguousRef { .. } => "ambiguous_ref",
            Self::TargetConflict { .. } => "target_conflict",
            Self::Refused { why: RefusedWhy::ClickIntercepted, .. } => "click_intercepted",
            Self::Refused { why: RefusedWhy::NotVisible, .. } => "not_visible",
            Self::Refused { why: RefusedWhy::NotEnabled, .. } => "not_enabled",
            Self::NotFound { .. } | Self::NotLocated { .. } => "not_found",
            Self::UnsupportedOffline { .. } => "unsupported_offline",
            Self::Io { .. } | Self::Unwritable { .. } | Self::Command { .. } => "io_error",
            Self::Cdp { .. } => "cdp_error",
            Self::Timeout { .. } => "timeout",
            Self::Internal { .. } => "internal_error",
        }
    }

    /// What to do about it, as one sentence.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::InvalidSelector { hint, .. }
            | Self::InvalidPattern { hint, .. }
            | Self::InvalidArguments { hint, .. }
            | Self::InvalidSession { hint, .. }
            | Self::NotFound { hint, .. }
            | Self::Cdp { hint, .. }
            | Self::Timeout { hint, .. }
            | Self::Refused { hint, .. }
            | Self::UnsupportedOffline { hint, .. } => hint.clone(),
            Self::PatternTooExpensive { .. } => "let no repetition stand directly in another one, as in (a+)+, and name a character that must follow \
                                                 it"
                .to_owned(),
            Self::NotLocated { .. } => {
                "details.nearest lists what came close and why it was refused; click one of them by its ref, or describe the \
                 element by its visible text in quotes"
                    .to_owned()
            }
            Self::AmbiguousDescription { .. } => {
                "take the ref of the one you mean from details.candidates, or allow the first of them with --ambiguity first"
                    .to_owned()
            }
            Self::UnknownRef { known: 0, .. } => {
                "no element of this page has a ref; use a CSS selector instead".to_owned()
            }
            Self::UnknownRef { nearest, .. } if !nearest.is_empty() => {
                format!("no snapshot gave out this ref; the nearest that exist are {}", listed(nearest))
            }
            Self::UnknownRef { .. } => {
                "take refs from `stillpage snapshot` of this same page, or use a CSS selector".to_owned()
            }
            Self::StaleRef { reason: StaleReason::Hidden, .. } => {
                "make it visible first (open what it is in), then use the same ref again".to_owned()
            }
            Self::StaleRef { reason: StaleReason::Navigated, .. } => {
                "refs do not outlive their document; take a snapshot of the new one".to_owned()
            }
            Self::StaleRef { now, .. } if !now.is_empty() => {
                format!("take a new snapshot and use a ref from it; near it now: {}", listed(now))
            }
            Self::StaleRef { .. } => "take a new snapshot and use a ref from it".to_owned(),
            Self::AmbiguousRef { candidates, .. } if !candidates.is_empty() => {
                format!("take a new snapshot and choose by the text around it; it could be {}", listed(candidates))
            }
            Self::AmbiguousRef { .. } => "take a new snapshot and choose by the text around it".to_owned(),
            Self::TargetConflict { reference, ref_tab, .. } => {
                format!(
                    "use @{reference} with the page of tab {ref_tab} (--tab {ref_tab}), or take a ref of the tab you mean"
                )
            }
            Self::Io { path, .. } if path.as_os_str().is_empty() => {
                "check what the standard streams are connected to".to_owned()
            }
            Self::Io { .. } => {
                "name what is there and can be read; a page is an .html or .mhtml file, a folder with index.html, or - for standard input".to_owned()
            }
            Self::Unwritable { .. } => "name a file in a folder that is there and can be written to".to_owned(),
            Self::Command { .. } => {
                "run the command by hand: it reads a prompt from its standard input and prints its answer".to_owned()
            }
            Self::Internal { .. } => "this is a defect of stillpage; please report it with the page".to_owned(),
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
            Self::NotLocated { diagnostics, .. } => return diagnostics.clone(),
            Self::Refused { details, .. } => return details.clone(),
            Self::AmbiguousDescription { description, candidates } => {
                json!({ "description": description, "candidates": candidates })
            }
            Self::UnknownRef { target, known, nearest } => {
                json!({ "ref": target, "known": known, "nearest": nearest })
            }
            Self::StaleRef { was, reason, evidence, now } => json!({
                "ref": was.reference, "reason": reason.word(), "was": was, "evidence": evidence, "now": now,
            }),
            Self::AmbiguousRef { was, candidates } => {
                json!({ "ref": was.reference, "was": was, "candidates": candidates })
            }
            Self::TargetConflict { reference, ref_tab, requested_tab } => {
                json!({ "ref": reference, "refTab": ref_tab, "requestedTab": requested_tab })
            }
            Self::NotFound { what, .. } | Self::UnsupportedOffline { what, .. } => json!({ "what": what }),
            Self::InvalidSession { path, .. } | Self::Io { path, .. } | Self::Unwritable { path, .. } => {
                json!({ "path": path.to_string_lossy() })
            }
            Self::Timeout { limit, .. } => json!({ "seconds": limit.as_secs_f64() }),
            Self::Command { command, .. } => json!({ "command": command }),
            Self::InvalidArguments { .. } | Self::Cdp { .. } | Self::Internal { .. } => json!({}),
        };
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// The envelope that `--json` and MCP print: `{"error":{"code","message","hint","retryable","details"}}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "error": {
            "code": self.code(),
            "message": self.to_string(),
            "hint": self.hint(),
            "retryable": self.retryable(),
            "details": self.details(),
        }})
    }
}

/// "No such file or directory (os error 2)": the number helps nobody.
fn what_the_system_says(error: &std::io::Error) -> String {
    let reason = error.to_string();
    reason.split(" (os error").next().unwrap_or(&reason).to_owned()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidSelector { selector, offset, reason, .. } => {
                let column = selector.get(..*offset).map_or(0, |before| before.chars().count()) + 1;
                write!(f, "invalid selector `{selector}` at column {column}: {reason}")
            }
            Self::InvalidPattern { pattern, offset, reason, .. } => {
                let column = pattern.get(..*offset).map_or(0, |before| before.chars().count()) + 1;
                write!(f, "invalid pattern `{pattern}` at column {column}: {reason}")
            }
            Self::PatternTooExpensive { pattern, steps } => {
                write!(f, "the pattern `{pattern}` was given up after {steps} steps")
            }
            Self::NotLocated { description, .. } => {
                write!(f, "Could not find a visible element for description: {description}")
            }
            Self::AmbiguousDescription { description, candidates } => {
                write!(f, "{} elements are meant by the description: {description}", candidates.len())
            }
            Self::InvalidArguments { reason, .. } => f.write_str(reason),
            Self::Refused { message, .. } => f.write_str(message),
            Self::UnknownRef { target, known, .. } => write!(f, "the page has no ref `{target}`; it has {known} refs"),
            Self::StaleRef { was, evidence, .. } if was.role.is_empty() => {
                write!(f, "@{} names nothing any more: {evidence}", was.reference.as_deref().unwrap_or_default())
            }
            Self::StaleRef { was, evidence, .. } => {
                write!(f, "@{} was {was}: {evidence}", was.reference.as_deref().unwrap_or_default())
            }
            Self::AmbiguousRef { was, candidates } if candidates.len() == 1 => write!(
                f,
                "@{} was {was}: one like it is on the page, but so was another, and nothing tells which one this is",
                was.reference.as_deref().unwrap_or_default()
            ),
            Self::AmbiguousRef { was, candidates } => write!(
                f,
                "@{} was {was}: {} elements could be it now and nothing tells them apart",
                was.reference.as_deref().unwrap_or_default(),
                candidates.len()
            ),
            Self::TargetConflict { reference, ref_tab, requested_tab } => {
                write!(f, "@{reference} belongs to tab {ref_tab}, not to tab {requested_tab}")
            }
            Self::NotFound { what, .. } => write!(f, "nothing on the page is {what}"),
            Self::UnsupportedOffline { what, .. } => write!(f, "{what} needs a running browser"),
            Self::Io { path, reason, .. } if path.as_os_str().is_empty() => f.write_str(reason),
            Self::Io { path, reason, .. } => write!(f, "{}: {reason}", path.display()),
            Self::Unwritable { path, reason } => write!(f, "cannot write {}: {reason}", path.display()),
            Self::Cdp { reason, .. } => f.write_str(reason),
            Self::Timeout { what, limit, .. } => write!(f, "{what} within {} s", limit.as_secs_f32()),
            Self::Command { command, reason } => write!(f, "the command `{command}` failed: {reason}"),
            Self::InvalidSession { path, reason, .. } => write!(f, "{}: {reason}", path.display()),
            Self::Internal { reason } => write!(f, "internal error: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_points_at_the_column() {
        let error = Error::InvalidSelector {
            selector: "é > [".to_owned(),
            offset: 5,
            reason: "an attribute name is expected".to_owned(),
            hint: "write [name] or [name=value]".to_owned(),
        };
        assert_eq!(error.to_string(), "invalid selector `é > [` at column 5: an attribute name is expected");
        assert_eq!(error.hint(), "write [name] or [name=value]");
    }

    #[test]
    fn envelope_has_every_field() {
        let error = Error::io("gone.html", &std::io::Error::from_raw_os_error(2));
        assert_eq!(
            error.to_json(),
            json!({ "error": {
                "code": "io_error",
                "message": "gone.html: No such file or directory",
                "hint": "name what is there and can be read; a page is an .html or .mhtml file, a folder with index.html, or - for standard input",
                "retryable": false,
                "details": { "path": "gone.html" },
            }})
        );
    }
}
