//! Errors of selectors, patterns, locators and descriptions: which element is meant?

use serde_json::{Map, Value, json};

use super::kind::{Kind, takes_arguments};
use super::message::{column, sentence};
use super::{ArgumentError, Setting};
use crate::safe_text::{PageText, SafeText, put, safe};

/// The reason why a selector, a text pattern, a locator or a description leads to no element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectorError {
    /// A selector that does not parse.
    Invalid {
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
    /// No element that a selector or a locator matches.
    NotFound {
        /// The thing that was looked for.
        what: SafeText,
        /// Advice on where to look instead.
        hint: SafeText,
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
    /// A description that says nothing, or options of the search that are at odds.
    Arguments(ArgumentError),
}

takes_arguments!(SelectorError);

impl Kind for SelectorError {
    fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "invalid_selector",
            Self::InvalidPattern { .. } => "invalid_pattern",
            Self::PatternTooExpensive { .. } => "pattern_too_expensive",
            Self::NotFound { .. } | Self::NotLocated { .. } => "not_found",
            Self::StrictModeViolation { .. } => "strict_mode_violation",
            Self::AmbiguousDescription { .. } => "ambiguous_description",
            Self::Arguments(error) => error.code(),
        }
    }

    fn message(&self) -> SafeText {
        match self {
            Self::Invalid { selector, offset, reason, .. } => {
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
            Self::NotFound { what, .. } => safe!("not found: {}", what),
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
            Self::NotLocated { description, .. } => {
                safe!("Could not find a visible element for description: {}", PageText::of(description))
            }
            Self::AmbiguousDescription { description, candidates } => {
                safe!("the description matches {} elements: {}", candidates.len(), PageText::of(description))
            }
            Self::Arguments(error) => error.message(),
        }
    }

    fn hint(&self) -> SafeText {
        match self {
            Self::Invalid { hint, .. } | Self::InvalidPattern { hint, .. } => sentence(hint).into(),
            Self::PatternTooExpensive { .. } => "let no repetition stand directly in another one, as in (a+)+, and name a character that must follow \
                                                 it"
                .into(),
            Self::NotFound { hint, .. } => hint.clone(),
            Self::StrictModeViolation { .. } => {
                "narrow the locator down with a name, a filter or a container, or choose one with first(), last() or nth()"
                    .into()
            }
            Self::NotLocated { .. } => {
                "details.nearest lists what came close and why it was refused; click one of them by its ref, or describe the \
                 element by its visible text in quotes"
                    .into()
            }
            Self::AmbiguousDescription { .. } => {
                "take the ref of the one you mean from details.candidates, or describe it more closely".into()
            }
            Self::Arguments(error) => error.hint(),
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::Invalid { selector, offset, .. } => json!({ "selector": selector, "offset": offset }),
            Self::InvalidPattern { pattern, offset, .. } => {
                json!({ "pattern": pattern, "offset": offset, "isRecoverable": true })
            }
            Self::PatternTooExpensive { pattern, steps } => {
                json!({ "pattern": pattern, "steps": steps, "isRecoverable": true })
            }
            Self::NotFound { what, .. } => json!({ "what": what }),
            Self::StrictModeViolation { locator, count, matches } => {
                let matches: Vec<&str> = matches.iter().map(SafeText::as_str).collect();
                json!({ "locator": locator, "count": count, "matches": matches })
            }
            Self::NotLocated { diagnostics, .. } => Value::Object(diagnostics.clone()),
            Self::AmbiguousDescription { description, candidates } => {
                json!({ "description": description, "candidates": candidates })
            }
            Self::Arguments(error) => Kind::details(error),
        }
    }

    fn setting(&self) -> Option<Setting> {
        match self {
            Self::InvalidPattern { setting, .. } => *setting,
            Self::AmbiguousDescription { .. } => Some(Setting::Ambiguity),
            Self::Arguments(error) => error.setting,
            _ => None,
        }
    }

    fn set_setting(&mut self, option: Setting) {
        match self {
            Self::InvalidPattern { setting, .. } => *setting = Some(option),
            Self::Arguments(error) => error.set_setting(option),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_points_at_the_column() {
        let error = SelectorError::Invalid {
            selector: "é > [".to_owned(),
            offset: 5,
            reason: "an attribute name is expected".to_owned(),
            hint: "write [name] or [name=value]".to_owned(),
        };
        assert_eq!(error.to_string(), "invalid selector `é > [` at column 5: an attribute name is expected");
        assert_eq!(error.hint(), "write [name] or [name=value]");
    }
}
