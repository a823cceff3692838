//! Errors of actions: does one reach its element?

use serde_json::{Map, Value, json};

use super::kind::{Kind, takes_arguments};
use super::{ArgumentError, Setting};
use crate::safe_text::{SafeText, safe};

/// The reason why an action was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionError {
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
    /// There is nothing to act on: no such option of a `select`, no button that submits a form.
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
    /// An element of the wrong kind, a value that it refuses, a key that no keyboard has.
    Arguments(ArgumentError),
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

takes_arguments!(ActionError);

impl Kind for ActionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Refused { why: ActionErrorKind::ClickIntercepted, .. } => "click_intercepted",
            Self::Refused { why: ActionErrorKind::NotVisible, .. } => "not_visible",
            Self::Refused { why: ActionErrorKind::NotEnabled, .. } => "not_enabled",
            Self::NotFound { .. } => "not_found",
            Self::UnsupportedOffline { .. } => "unsupported_offline",
            Self::Arguments(error) => error.code(),
        }
    }

    fn message(&self) -> SafeText {
        match self {
            Self::Refused { message, .. } => message.clone(),
            Self::NotFound { what, .. } => safe!("not found: {}", what),
            Self::UnsupportedOffline { what, .. } => safe!("not possible offline: {}", what),
            Self::Arguments(error) => error.message(),
        }
    }

    fn hint(&self) -> SafeText {
        match self {
            Self::Refused { hint, .. } | Self::NotFound { hint, .. } | Self::UnsupportedOffline { hint, .. } => {
                hint.clone()
            }
            Self::Arguments(error) => error.hint(),
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::Refused { details, .. } => Value::Object(details.clone()),
            Self::NotFound { what, .. } | Self::UnsupportedOffline { what, .. } => json!({ "what": what }),
            Self::Arguments(error) => Kind::details(error),
        }
    }

    fn retryable(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    fn setting(&self) -> Option<Setting> {
        match self {
            Self::Arguments(error) => error.setting,
            _ => None,
        }
    }

    fn set_setting(&mut self, option: Setting) {
        if let Self::Arguments(error) = self {
            error.set_setting(option);
        }
    }
}
