//! Playwright locators in the sources of tests: TypeScript, JavaScript, Python and Rust. Each is written as JavaScript has it, and
//! read as the locators of traces are; one that only running the test could tell is reported with the reason.

mod calls;
mod chain;
mod lex;
mod scope;
#[cfg(test)]
mod tests;
mod value;

use self::chain::Reader;
pub(crate) use self::lex::SourceLanguage;
use crate::search::javascript::selector_of;
use crate::search::languages::{ClientLanguage, rust};
use crate::search::playwright::steps::{Step, compile};

/// A locator in a source.
#[derive(Debug, Clone)]
pub(crate) struct SourceLocator {
    /// From 1.
    pub(crate) line: usize,
    /// Its text on one line.
    pub(crate) text: String,
    /// Its steps, or the reason why it is not understood: a clause.
    pub(crate) steps: Result<Vec<Step>, String>,
}

/// The locators of a source, in order.
pub(crate) fn locators(text: &str, language: SourceLanguage) -> Vec<SourceLocator> {
    let found = Reader::new(text, language).read();
    let lines = LineStarts::of(text);
    let locator = |found: chain::FoundChain| {
        let steps = found.calls.and_then(|calls| {
            let locator = selector_of(&calls).ok_or_else(|| "it has no step that finds elements".to_owned())?;
            let steps = locator.into_steps().map_err(|error| error.to_string())?;
            compile(&steps).map_err(|error| error.to_string())?;
            Ok(steps)
        });
        let written = text.get(found.start..found.end).unwrap_or_default();
        let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
        SourceLocator { line: lines.line(found.start), text: written, steps }
    };
    found.into_iter().map(locator).collect()
}

/// Writes a locator on a page as sources of a language do.
pub(crate) fn written(steps: &[Step], language: SourceLanguage) -> String {
    let calls = match language {
        SourceLanguage::JavaScript => crate::search::javascript::WrittenLocator::print_steps(steps),
        SourceLanguage::Python => ClientLanguage::Python.locator(steps),
        SourceLanguage::Rust => rust(steps),
    };
    format!("page.{calls}")
}

/// The places at which lines start.
struct LineStarts(Vec<usize>);

impl LineStarts {
    fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    fn line(&self, at: usize) -> usize {
        self.0.partition_point(|&start| start <= at) + 1
    }
}
