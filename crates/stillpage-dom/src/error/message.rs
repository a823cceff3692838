//! The sentences of errors: what is wrong, and what to do about it.

use std::fmt;
use std::time::Duration;

use super::stale::listed;
use super::{Error, StaleReason, may_be_page};
use crate::safe_text::{PageText, SafeText, put, safe};

/// Limit: characters of a sentence that other code put together, page text included.
const SENTENCE_CHARS: usize = 1000;

/// The hint for a target that matches no element of the page.
pub const OTHER_TARGET: &str =
    "take a ref from a snapshot of this same page, or write a selector that an element of it matches";

impl Error {
    /// Returns advice for the reader, as one sentence.
    #[must_use]
    pub fn hint(&self) -> SafeText {
        match self {
            Self::InvalidArguments { hint, .. }
            | Self::NotFound { hint, .. }
            | Self::Cdp { hint, .. }
            | Self::Timeout { hint, .. }
            | Self::Refused { hint, .. }
            | Self::UnsupportedOffline { hint, .. } => hint.clone(),
            Self::InvalidSelector { hint, .. }
            | Self::InvalidPattern { hint, .. }
            | Self::InvalidSession { hint, .. } => sentence(hint).into(),
            Self::PatternTooExpensive { .. } => "let no repetition stand directly in another one, as in (a+)+, and name a character that must follow \
                                                 it"
                .into(),
            Self::NotLocated { .. } => {
                "details.nearest lists what came close and why it was refused; click one of them by its ref, or describe the \
                 element by its visible text in quotes"
                    .into()
            }
            Self::StrictModeViolation { .. } => {
                "narrow the locator down with a name, a filter or a container, or choose one with first(), last() or nth()"
                    .into()
            }
            Self::AmbiguousDescription { .. } => {
                "take the ref of the one you mean from details.candidates, or describe it more closely".into()
            }
            Self::UnknownRef { known: 0, .. } => "no element of this page has a ref; use a CSS selector instead".into(),
            Self::UnknownRef { nearest, .. } if !nearest.is_empty() => {
                safe!("{}; the nearest refs are {}", OTHER_TARGET, listed(nearest))
            }
            Self::UnknownRef { .. } => OTHER_TARGET.into(),
            Self::StaleRef { reason: StaleReason::Hidden, .. } => {
                "make it visible first (open what it is in), then use the same ref again".into()
            }
            Self::StaleRef { reason: StaleReason::Navigated, .. } => {
                "refs do not outlive their document; take a snapshot of the new one".into()
            }
            Self::StaleRef { now, .. } if !now.is_empty() => {
                safe!("take a new snapshot and use a ref from it; near it now: {}", listed(now))
            }
            Self::StaleRef { .. } => "take a new snapshot and use a ref from it".into(),
            Self::AmbiguousRef { candidates, .. } if !candidates.is_empty() => {
                safe!("take a new snapshot and choose by the text around it; it could be {}", listed(candidates))
            }
            Self::AmbiguousRef { .. } => "take a new snapshot and choose by the text around it".into(),
            Self::TargetConflict { reference, ref_tab, .. } => safe!(
                "use @{} with the page of tab {}, or take a ref of the tab you mean",
                PageText::token(reference),
                PageText::of(ref_tab),
            ),
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
            Self::InvalidRecord { .. } => {
                "the records after it are still read; if many are damaged, fetch the file again".into()
            }
            Self::TooLarge { .. } => "raise the limit on page size for this page".into(),
            Self::Unwritable { .. } => "choose a path in an existing, writable folder".into(),
            Self::Command { .. } => {
                "run the command by hand: it reads a prompt from its standard input and prints its answer".into()
            }
            Self::SessionInUse { .. } => "try again when it is done, or use another session file".into(),
            Self::Internal { .. } => "this is a defect of stillpage; please report it with the page".into(),
        }
    }

    /// Returns the error's message, as one sentence.
    #[must_use]
    pub fn message(&self) -> SafeText {
        match self {
            Self::InvalidSelector { selector, offset, reason, .. } => {
                safe!(
                    "invalid selector `{}` at column {}: {}",
                    PageText::of(selector),
                    column(selector, *offset),
                    sentence(reason)
                )
            }
            Self::InvalidPattern { pattern, offset, reason, .. } => {
                safe!(
                    "invalid pattern `{}` at column {}: {}",
                    PageText::of(pattern),
                    column(pattern, *offset),
                    sentence(reason)
                )
            }
            Self::PatternTooExpensive { pattern, steps } => {
                safe!("the pattern `{}` was given up after {} steps", PageText::of(pattern), steps)
            }
            Self::NotLocated { description, .. } => {
                safe!("Could not find a visible element for description: {}", PageText::of(description))
            }
            Self::StrictModeViolation { locator, count, matches } => {
                let mut text =
                    safe!("strict mode violation: {} resolved to {} elements:", PageText::of(locator), count);
                for (number, element) in (1_usize..).zip(matches) {
                    put!(text, "\n  {}) {}", number, element);
                }
                if *count > matches.len() {
                    put!(text, "\n  …");
                }
                text
            }
            Self::AmbiguousDescription { description, candidates } => {
                safe!("the description matches {} elements: {}", candidates.len(), PageText::of(description))
            }
            Self::InvalidArguments { reason, .. } | Self::Cdp { reason, .. } => reason.clone(),
            Self::Refused { message, .. } => message.clone(),
            Self::UnknownRef { target, known, .. } => {
                safe!("not found: the ref `{}` among the {} of the page", PageText::of(target), known)
            }
            Self::StaleRef { was, evidence, .. } if was.role.is_empty() => {
                safe!("@{} no longer refers to an element: {}", was.name_of_ref(), sentence(evidence))
            }
            Self::StaleRef { was, evidence, .. } => {
                safe!("@{} was {}: {}", was.name_of_ref(), was.described(), sentence(evidence))
            }
            Self::AmbiguousRef { was, candidates } if candidates.len() == 1 => safe!(
                "@{} was {}: a similar element is on the page, but there were several that cannot be distinguished",
                was.name_of_ref(),
                was.described(),
            ),
            Self::AmbiguousRef { was, candidates } => safe!(
                "@{} was {}: {} elements could be it now, and they cannot be distinguished",
                was.name_of_ref(),
                was.described(),
                candidates.len(),
            ),
            Self::TargetConflict { reference, ref_tab, requested_tab } => safe!(
                "@{} belongs to tab {}, not to tab {}",
                PageText::token(reference),
                PageText::of(ref_tab),
                PageText::of(requested_tab),
            ),
            Self::NotFound { what, .. } => safe!("not found: {}", what),
            Self::UnsupportedOffline { what, .. } => safe!("not possible offline: {}", what),
            Self::Io { path, reason, .. } if path.as_os_str().is_empty() => sentence(reason).into(),
            Self::Io { path, reason, .. } | Self::InvalidSession { path, reason, .. } => {
                safe!("{}: {}", SafeText::path(path), sentence(reason))
            }
            Self::NotAPage { path, kind, .. } => {
                let file =
                    if path.as_os_str().is_empty() { SafeText::new() } else { safe!("{}: ", SafeText::path(path)) };
                let nothing = if kind == "an empty file" { "no elements: " } else { "" };
                safe!("{}{}this is {}, not a page", file, nothing, sentence(kind))
            }
            Self::InvalidRecord { path, offset, reason } if path.as_os_str().is_empty() => {
                safe!("the record at byte {} is damaged: {}", offset, sentence(reason))
            }
            Self::InvalidRecord { path, offset, reason } => {
                safe!("{}: the record at byte {} is damaged: {}", SafeText::path(path), offset, sentence(reason))
            }
            Self::TooLarge { path, limit } => {
                safe!("{} is larger than the limit of {} bytes", SafeText::path(path), limit)
            }
            Self::Unwritable { path, reason } => safe!("cannot write {}: {}", SafeText::path(path), sentence(reason)),
            Self::Timeout { what, limit, .. } => safe!("{} within {} s", what, seconds(*limit)),
            Self::Command { command, reason } => {
                safe!("the command `{}` failed: {}", PageText::of(command), reason)
            }
            Self::SessionInUse { path, waited } => safe!(
                "{}: another command is using this session, for more than {} s",
                SafeText::path(path),
                seconds(*waited)
            ),
            Self::Internal { reason } => safe!("internal error: {}", reason),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

/// A sentence that may quote a page.
fn sentence(text: &str) -> PageText<'_> {
    PageText::of(text).at_most(SENTENCE_CHARS)
}

/// The column, from 1, of a byte offset.
fn column(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(0, |before| before.chars().count()) + 1
}

/// Seconds with at most two decimals.
pub(super) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
                "hint": "pass a readable path: a page is an .html file, an .mhtml file or a folder with index.html",
                "retryable": false,
                "details": { "path": "gone.html" },
            }})
        );
    }
}
