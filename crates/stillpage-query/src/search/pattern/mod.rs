//! Text patterns: literals and JavaScript's regular expressions, matched with counted steps.
//!
//! The dialect is that of ECMAScript 2025 with these differences, each on the lenient side or out of reach of UTF-8:
//! characters are code points also without `u`; `\u{...}` and `\p{...}` mean what they mean under `u` also without it (as
//! letters, which is what JavaScript then takes them for, nobody wants them); `g`, `d` and `y` change nothing here.
//!
//! Matching backtracks, as JavaScript's does, so a pattern can take time exponential in the text. There is no clock: each
//! search has a number of steps, counted the same on every machine, and ends with [`TooExpensive`] when they are used up.

mod class;
mod matcher;
mod program;
mod syntax;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use class::{CharSet, canonicalize};
use memchr::memmem;
use program::Program;
pub use syntax::Flags;

/// Limit: bytes of a pattern.
pub(crate) const MAX_PATTERN_BYTES: usize = 20_000;

/// Limit: steps that any search may take; well below a second.
const STEPS: u64 = 30_000_000;
/// Limit: further steps per byte of the text, so that what is linear in the text never fails.
const STEPS_PER_BYTE: u64 = 20;

/// A pattern that does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// Byte offset in the pattern: at what is wrong.
    pub offset: usize,
    /// One sentence without a full stop.
    pub message: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.message, self.offset)
    }
}

impl std::error::Error for PatternError {}

/// A search was given up: its steps are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooExpensive {
    /// The number of steps.
    pub steps: u64,
}

/// The steps that are left to a search.
#[derive(Debug, Clone)]
pub struct StepBudget {
    left: u64,
    all: u64,
}

impl StepBudget {
    /// For a search over this many bytes of text.
    #[must_use]
    pub fn for_text(bytes: usize) -> Self {
        let all = STEPS + STEPS_PER_BYTE.saturating_mul(bytes as u64);
        Self { left: all, all }
    }

    /// This number of steps.
    #[cfg(test)]
    pub fn of(steps: u64) -> Self {
        Self { left: steps, all: steps }
    }

    /// Takes steps.
    fn take(&mut self, steps: u64) -> Result<(), TooExpensive> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(TooExpensive { steps: self.all }),
        }
    }
}

/// A pattern to search text for.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    kind: PatternKind,
}

#[derive(Debug, Clone)]
enum PatternKind {
    /// The very bytes.
    Bytes(Box<memmem::Finder<'static>>),
    /// A character each; the bytes that the first may begin with, two at most.
    Characters(Vec<CharSet>, Option<(u8, u8)>),
    Regex(Box<Program>),
}

impl Pattern {
    /// A literal text. A space in it is also a no-break space in the page: both look the same.
    ///
    /// # Errors
    /// [`PatternError`] if it is empty or too long.
    pub fn literal(text: &str, case_sensitive: bool) -> Result<Self, PatternError> {
        check_length(text)?;
        if text.is_empty() {
            return Err(PatternError { offset: 0, message: "the pattern is empty".to_owned() });
        }
        let cased = |c: char| !case_sensitive && (c.to_lowercase().ne([c]) || c.to_uppercase().ne([c]));
        let kind = if text.chars().any(|c| cased(c) || c == ' ') {
            let sets: Vec<CharSet> = text.chars().map(|c| CharSet::literal(c, !case_sensitive)).collect();
            let first = text.chars().next().filter(|c| c.is_ascii() && *c != ' ').map(|c| {
                let mut bytes = [0; 4];
                let byte = c.encode_utf8(&mut bytes).as_bytes()[0];
                match case_sensitive {
                    true => (byte, byte),
                    false => (byte.to_ascii_lowercase(), byte.to_ascii_uppercase()),
                }
            });
            PatternKind::Characters(sets, first)
        } else {
            PatternKind::Bytes(Box::new(memmem::Finder::new(text).into_owned()))
        };
        Ok(Self { source: text.to_owned(), kind })
    }

    /// A regular expression: `PATTERN`, or `/PATTERN/FLAGS` with flags of its own. Without these it ignores case unless
    /// `case_sensitive`.
    ///
    /// # Errors
    /// [`PatternError`] if it does not parse.
    pub fn regex(text: &str, case_sensitive: bool) -> Result<Self, PatternError> {
        let flags = Flags { ignore_case: !case_sensitive, ..Flags::default() };
        match delimited(text) {
            Some((body, flags_at)) => {
                let flags = Flags::parse(text.get(flags_at..).unwrap_or_default())
                    .map_err(|error| PatternError { offset: error.offset + flags_at, ..error })?;
                Self::with_flags(body, flags)
                    .map(|pattern| Self { source: text.to_owned(), ..pattern })
                    .map_err(|error| PatternError { offset: error.offset + 1, ..error })
            }
            None => Self::with_flags(text, flags),
        }
    }

    /// Compiles a regular expression as JavaScript's `new RegExp(body, flags)` does.
    ///
    /// # Errors
    /// [`PatternError`] if it does not parse.
    pub fn with_flags(body: &str, flags: Flags) -> Result<Self, PatternError> {
        check_length(body)?;
        let tree = syntax::parse(body, flags)?;
        Ok(Self { source: body.to_owned(), kind: PatternKind::Regex(Box::new(Program::compile(&tree))) })
    }

    /// The pattern as given.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// True for a literal text.
    #[must_use]
    pub(crate) fn is_literal(&self) -> bool {
        !matches!(self.kind, PatternKind::Regex(_))
    }

    /// The first match in `text` that is not empty and starts at byte `from` or later, as a range of bytes. `^` and `$`
    /// are the ends of `text`. Cost: linear for literals that do not repeat themselves; for all others within the budget.
    ///
    /// # Errors
    /// [`TooExpensive`] if the budget is used up.
    pub(crate) fn find_at(
        &self,
        text: &str,
        from: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<Range<usize>>, TooExpensive> {
        match &self.kind {
            PatternKind::Bytes(finder) => {
                let Some(rest) = text.as_bytes().get(from..) else { return Ok(None) };
                Ok(finder.find(rest).map(|at| from + at..from + at + finder.needle().len()))
            }
            PatternKind::Characters(sets, first) => find_characters(sets, *first, text, from, budget),
            PatternKind::Regex(program) => program.find(text, from, budget),
        }
    }

    /// True if some part of `text` matches, be it an empty one: JavaScript's `test()`.
    ///
    /// # Errors
    /// [`TooExpensive`] if the budget is used up.
    pub fn is_match(&self, text: &str, budget: &mut StepBudget) -> Result<bool, TooExpensive> {
        match &self.kind {
            PatternKind::Regex(program) => program.is_match(text, budget),
            _ => self.find_at(text, 0, budget).map(|found| found.is_some()),
        }
    }
}

fn check_length(text: &str) -> Result<(), PatternError> {
    if text.len() <= MAX_PATTERN_BYTES {
        return Ok(());
    }
    let message = format!("the pattern is longer than {MAX_PATTERN_BYTES} bytes");
    Err(PatternError { offset: MAX_PATTERN_BYTES, message })
}

/// The body of `/body/flags`, and where the flags start.
fn delimited(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('/')?;
    let (body, flags) = inner.rsplit_once('/')?;
    let is_flags = flags.bytes().all(|b| b.is_ascii_alphabetic());
    (is_flags && !body.is_empty()).then_some((body, text.len() - flags.len()))
}

fn find_characters(
    sets: &[CharSet],
    first: Option<(u8, u8)>,
    text: &str,
    from: usize,
    budget: &mut StepBudget,
) -> Result<Option<Range<usize>>, TooExpensive> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        if let Some((a, b)) = first {
            let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr2(a, b, rest)) else { return Ok(None) };
            at += found;
        }
        let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else { return Ok(None) };
        let mut chars = rest.chars();
        let matched = sets.iter().take_while(|set| chars.next().is_some_and(|c| set.contains(c))).count();
        if matched == sets.len() {
            return Ok(Some(at..text.len() - chars.as_str().len()));
        }
        // A character or two are what scanning costs anyway.
        budget.take(matched as u64 / 2)?;
        at += rest.chars().next().map_or(1, char::len_utf8);
    }
}

/// True if two texts are the same but for case, as JavaScript's `i` compares.
fn same_folded(a: &str, b: &str, unicode: bool) -> bool {
    a.chars().map(|c| canonicalize(c, unicode)).eq(b.chars().map(|c| canonicalize(c, unicode)))
}
