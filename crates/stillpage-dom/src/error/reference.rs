//! Errors of refs: which element does one mean now?

use serde_json::{Value, json};

use super::kind::Kind;
use super::message::{OTHER_TARGET, sentence};
use super::stale::listed;
use super::{ElementSummary, Setting, StaleReason};
use crate::reference::Ref;
use crate::safe_text::{PageText, SafeText, safe};

/// The reason why a ref does not resolve.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefError {
    /// A ref that no snapshot assigned.
    Unknown {
        /// The ref as given.
        target: String,
        /// The number of refs that the session has.
        known: usize,
        /// Existing refs that may have been meant, the likeliest first.
        nearest: Vec<ElementSummary>,
    },
    /// A ref whose element is gone or not what it was.
    Stale {
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
    Ambiguous {
        /// The element that the ref named.
        was: Box<ElementSummary>,
        /// The elements that it could be.
        candidates: Vec<ElementSummary>,
    },
    /// A ref of another tab than the one that was asked for.
    TargetConflict {
        /// The ref.
        reference: Ref,
        /// Its tab.
        ref_tab: String,
        /// The tab that was asked for.
        requested_tab: String,
    },
}

impl Kind for RefError {
    fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "not_found",
            Self::Stale { .. } => "stale_ref",
            Self::Ambiguous { .. } => "ambiguous_ref",
            Self::TargetConflict { .. } => "target_conflict",
        }
    }

    fn message(&self) -> SafeText {
        match self {
            Self::Unknown { target, known, .. } => {
                safe!("not found: the ref `{}` among the {} of the page", PageText::of(target), known)
            }
            Self::Stale { was, evidence, .. } if was.role.is_empty() => {
                safe!("@{} no longer refers to an element: {}", was.name_of_ref(), sentence(evidence))
            }
            Self::Stale { was, evidence, .. } => {
                safe!("@{} was {}: {}", was.name_of_ref(), was.described(), sentence(evidence))
            }
            Self::Ambiguous { was, candidates } if candidates.len() == 1 => safe!(
                "@{} was {}: a similar element is on the page, but there were several that cannot be distinguished",
                was.name_of_ref(),
                was.described(),
            ),
            Self::Ambiguous { was, candidates } => safe!(
                "@{} was {}: {} elements could be it now, and they cannot be distinguished",
                was.name_of_ref(),
                was.described(),
                candidates.len(),
            ),
            Self::TargetConflict { reference, ref_tab, requested_tab } => safe!(
                "@{} belongs to tab {}, not to tab {}",
                reference,
                PageText::of(ref_tab),
                PageText::of(requested_tab),
            ),
        }
    }

    fn hint(&self) -> SafeText {
        match self {
            Self::Unknown { known: 0, .. } => "no element of this page has a ref; use a CSS selector instead".into(),
            Self::Unknown { nearest, .. } if !nearest.is_empty() => {
                safe!("{}; the nearest refs are {}", OTHER_TARGET, listed(nearest))
            }
            Self::Unknown { .. } => OTHER_TARGET.into(),
            Self::Stale { reason: StaleReason::Hidden, .. } => {
                "make it visible first (open what it is in), then use the same ref again".into()
            }
            Self::Stale { reason: StaleReason::Navigated, .. } => {
                "refs do not outlive their document; take a snapshot of the new one".into()
            }
            Self::Stale { now, .. } if !now.is_empty() => {
                safe!("take a new snapshot and use a ref from it; near it now: {}", listed(now))
            }
            Self::Stale { .. } => "take a new snapshot and use a ref from it".into(),
            Self::Ambiguous { candidates, .. } if !candidates.is_empty() => {
                safe!("take a new snapshot and choose by the text around it; it could be {}", listed(candidates))
            }
            Self::Ambiguous { .. } => "take a new snapshot and choose by the text around it".into(),
            Self::TargetConflict { reference, ref_tab, .. } => safe!(
                "use @{} with the page of tab {}, or take a ref of the tab you mean",
                reference,
                PageText::of(ref_tab),
            ),
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::Unknown { target, known, nearest } => json!({ "ref": target, "known": known, "nearest": nearest }),
            Self::Stale { was, reason, evidence, now } => json!({
                "ref": was.reference, "reason": reason.as_str(), "was": was, "evidence": evidence, "now": now,
            }),
            Self::Ambiguous { was, candidates } => {
                json!({ "ref": was.reference, "was": was, "candidates": candidates })
            }
            Self::TargetConflict { reference, ref_tab, requested_tab } => {
                json!({ "ref": reference, "refTab": ref_tab, "requestedTab": requested_tab })
            }
        }
    }

    fn setting(&self) -> Option<Setting> {
        matches!(self, Self::TargetConflict { .. }).then_some(Setting::Tab)
    }
}
