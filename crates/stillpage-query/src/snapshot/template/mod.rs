//! Playwright's aria snapshot templates: what `toMatchAriaSnapshot` takes, and whether a page matches.
//!
//! *In*: the YAML of a template, a [`Page`](crate::page::Page) or the text of a snapshot. *Out*: [`TemplateMatch`].
//!
//! *Invariants*: a template that parses can be matched with any page; walks recurse no deeper than the template.

mod compare;
mod key;
mod matcher;
mod report;
mod siblings;
#[cfg(test)]
mod tests;
mod written;
mod yaml;

use std::fmt;

use crate::error::{Error, SelectorError, Setting};
use crate::safe_text::{PageText, safe};
use crate::search::pattern::{Flags, Pattern, PatternError, TooExpensive};
use crate::text::normalize;
pub use compare::TemplateMatch;

/// A parsed template.
#[derive(Debug, Clone)]
pub struct Template {
    root: TemplateNode,
}

/// An error in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The problem at this place: a sentence without a full stop.
    pub message: String,
}

/// A node of a template.
#[derive(Debug, Clone, Default)]
struct TemplateNode {
    /// `fragment` for the root of several nodes; it matches any node.
    role: String,
    name: Option<TextMatcher>,
    states: TemplateStates,
    url: Option<TextMatcher>,
    mode: Option<ChildrenMode>,
    children: Vec<TemplateChild>,
}

#[derive(Debug, Clone)]
enum TemplateChild {
    Node(TemplateNode),
    Text(TextMatcher),
}

/// States that a template asks for; `None` for those it does not mention.
#[derive(Debug, Clone, Default, PartialEq)]
struct TemplateStates {
    checked: Option<Ternary>,
    disabled: Option<bool>,
    expanded: Option<bool>,
    invalid: Option<InvalidState>,
    level: Option<f64>,
    pressed: Option<Ternary>,
    selected: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ternary {
    False,
    True,
    Mixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InvalidState {
    False,
    True,
    Grammar,
    Spelling,
}

/// The way in which the children of a node are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChildrenMode {
    Contain,
    Equal,
    DeepEqual,
}

/// A condition on a name or a text.
#[derive(Debug, Clone)]
struct TextMatcher {
    /// As written in the template.
    raw: String,
    /// White space collapsed.
    normalized: String,
    /// `/.../` is a regular expression.
    regex: Option<Box<Pattern>>,
    /// A regular expression only: the text is not compared with what is between the slashes.
    regex_only: bool,
    /// A regular expression that does not parse.
    broken: Option<Box<TemplateError>>,
}

/// The reason why a page was not compared with a template.
#[derive(Debug, Clone)]
pub enum NotCompared {
    /// A regular expression takes too many steps.
    TooExpensive(TooExpensive),
    /// A regular expression that a name has to match does not parse.
    Broken(TemplateError),
}

impl From<TooExpensive> for NotCompared {
    fn from(error: TooExpensive) -> Self {
        Self::TooExpensive(error)
    }
}

impl NotCompared {
    /// As an error about the template of this name.
    pub fn into_error(self, name: &str) -> Error {
        match self {
            Self::TooExpensive(error) => {
                Error::Selector(SelectorError::PatternTooExpensive { pattern: name.to_owned(), steps: error.steps })
            }
            Self::Broken(error) => error.into_error(name),
        }
    }
}

impl Template {
    /// Parses a template. Blank lines and the indentation that all lines share do not count.
    ///
    /// # Errors
    /// [`TemplateError`] with line and column.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        Ok(Self { root: yaml::parse(text)? })
    }

    /// True if it asks for nothing, so that any page matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.role == "fragment" && self.root.children.is_empty() && self.root.url.is_none()
    }
}

impl TextMatcher {
    /// The value of `text` or of a property: the text itself, or `/regex/`.
    fn value(raw: String) -> Self {
        let body = raw.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        // Playwright: what does not compile is plain text.
        let regex = body.and_then(|body| compile(body).ok()).map(Box::new);
        Self { normalized: normalize(&raw), regex, raw, regex_only: false, broken: None }
    }

    /// A name in quotes.
    fn name(raw: &str) -> Self {
        let normalized = normalize(raw);
        Self { raw: normalized.clone(), normalized, regex: None, regex_only: false, broken: None }
    }

    /// A name between slashes; `position` is where it begins, for the error if it does not parse.
    ///
    /// Playwright: only a node whose name it would be compared with brings the error up.
    fn regex(body: &str, position: usize) -> Self {
        let (regex, broken) = match compile(body) {
            Ok(pattern) => (Some(Box::new(pattern)), None),
            Err(error) => {
                let message = format!("not a regular expression: {}", error.message);
                (None, Some(Box::new(TemplateError::new(0, position, message))))
            }
        };
        Self { raw: format!("/{body}/"), normalized: String::new(), regex, regex_only: true, broken }
    }
}

/// A regular expression as JavaScript reads it without flags: there, unlike in other patterns, `\p` and `\u{` are letters.
fn compile(body: &str) -> Result<Pattern, PatternError> {
    let mut source = String::with_capacity(body.len());
    let mut rest = body.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            source.push(c);
            continue;
        }
        let Some(escaped) = rest.next() else {
            source.push(c);
            break;
        };
        let is_letter = matches!(escaped, 'p' | 'P') || (escaped == 'u' && rest.peek() == Some(&'{'));
        source.extend((!is_letter).then_some(c));
        source.push(escaped);
    }
    Pattern::with_flags(&source, Flags::default())
}

impl TemplateError {
    fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into() }
    }

    /// As an error about the template of this name.
    #[doc(hidden)]
    pub fn into_error(self, name: &str) -> Error {
        let (line, column, message) = (self.line, self.column, PageText::of(&self.message));
        let reason = safe!("{}: {} at line {}, column {}", PageText::of(name), message, line, column);
        Error::arguments(reason, self.hint()).about(Setting::Template)
    }

    /// Returns advice on what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        "a template is a YAML list such as `- button \"Save\" [disabled]`; a snapshot of the page in the default mode is one that \
         matches"
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {}, column {}", self.message, self.line, self.column)
    }
}

impl std::error::Error for TemplateError {}
