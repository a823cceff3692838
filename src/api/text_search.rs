//! The options of a search in the text of a page.

use super::{Element, Page};
use crate::error::SelectorError;
use crate::search::matches::{self, SearchOptions, pattern};
use crate::search::pattern::Pattern;

/// A match of a [`Search`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextMatch<'p> {
    /// The text that matches.
    pub text: String,
    /// The text before it, across blocks.
    pub before: String,
    /// The text after it.
    pub after: String,
    /// The innermost element that has all of the match.
    pub element: Element<'p>,
    /// Its offset in `document.body.innerText`, in UTF-16 code units; `None` for text that is not in it: hidden, in a shadow
    /// tree, in a frame.
    pub offset: Option<usize>,
    /// The page does not show it.
    pub hidden: bool,
}

/// The matches of a [`Search`] on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextMatches<'p> {
    /// In document order, what is shown before what is hidden.
    pub matches: Vec<TextMatch<'p>>,
    /// The number of all matches.
    pub total: usize,
}

impl<'p> TextMatches<'p> {
    pub(super) fn of(page: &'p Page, found: matches::TextMatches) -> Self {
        let matches = found.matches.into_iter().map(|found| TextMatch {
            text: found.text,
            before: found.before,
            after: found.after,
            element: Element::new(page, found.element),
            offset: found.offset,
            hidden: found.hidden,
        });
        Self { matches: matches.collect(), total: found.total }
    }
}

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
