//! The options of a search in the text of a page.

use crate::error::SelectorError;
use crate::search::matches::{SearchOptions, pattern};
use crate::search::pattern::Pattern;

/// A text search: a literal or a JavaScript regular expression.
#[derive(Debug, Clone)]
#[must_use]
pub struct Search {
    pattern: String,
    regex: bool,
    case_sensitive: bool,
    pub(super) options: SearchOptions,
}

impl Search {
    /// Matches a text literally, ignoring case.
    pub fn text(text: impl Into<String>) -> Self {
        Self { pattern: text.into(), regex: false, case_sensitive: false, options: SearchOptions::default() }
    }

    /// Matches a JavaScript regular expression: `\d+ items`, or with flags `/\d+ items/i`.
    pub fn regex(pattern: impl Into<String>) -> Self {
        Self { regex: true, ..Self::text(pattern) }
    }

    /// Distinguishes upper and lower case.
    pub fn case_sensitive(mut self) -> Self {
        self.case_sensitive = true;
        self
    }

    /// Returns at most this many matches (10 by default); all are counted.
    pub fn max_results(mut self, count: usize) -> Self {
        self.options.max_results = count;
        self
    }

    /// Returns this many characters before and after each match (80 by default).
    pub fn surrounding_chars(mut self, count: usize) -> Self {
        self.options.around = count;
        self
    }

    /// Searches hidden text as well.
    pub fn include_hidden(mut self) -> Self {
        self.options.include_hidden = true;
        self
    }

    /// The pattern to search for.
    ///
    /// # Errors
    /// [`SelectorError::InvalidPattern`] if a regular expression does not parse.
    pub(super) fn parsed(&self) -> Result<Pattern, SelectorError> {
        pattern(&self.pattern, self.regex, self.case_sensitive)
    }
}
