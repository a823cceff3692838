//! The review for pull requests: annotations and a summary in Markdown.

use std::fmt::Write as _;

use super::locators::BrokenLocator;
use super::{PageOutcome, Review};
use crate::safe_text::SafeText;
use crate::tool::github::{Annotation, Level};

/// Limit: rows of a table of the summary.
const MAX_ROWS: usize = 200;

/// Lines that GitHub shows beside the lines of files.
pub(super) fn annotations(review: &Review) -> SafeText {
    let mut out = SafeText::new();
    let mut line = |level, file: &str, at: usize, message: &str| {
        Annotation { level, file, line: at as u64, command: "review", message }.put(&mut out);
    };
    for locator in review.locators() {
        let level = if locator.verdict.breaks() { Level::Error } else { Level::Warning };
        line(
            level,
            &locator.file,
            locator.line,
            &format!("{} {}; {}", locator.written, locator.sentence(), locator.advice()),
        );
    }
    for (locator, reason) in review.locators.not_understood() {
        line(
            Level::Notice,
            &locator.file,
            locator.source.line,
            &format!("not understood: {}: {reason}", locator.source.text),
        );
    }
    out
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>#|~&@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let fence = "`".repeat(1 + text.split(|c| c != '`').map(str::len).max().unwrap_or_default());
    let gap = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{gap}{}{gap}{fence}", text.replace('|', "\\|"))
}

/// The summary, for a comment on a pull request.
pub(super) fn markdown(review: &Review) -> String {
    let mut out = format!("### stillpage review\n\n{}\n", cell(&review.tally().to_string()));
    let locators: Vec<&BrokenLocator> = review.locators().collect();
    if !locators.is_empty() {
        out.push_str("\n| locator | finding | instead |\n| --- | --- | --- |\n");
        for locator in locators.iter().take(MAX_ROWS) {
            let instead = match (&locator.replacement, &locator.reason) {
                (Some(replacement), _) => code(replacement),
                (None, reason) => cell(reason.as_deref().unwrap_or_default()),
            };
            let (place, written) = (cell(&format!("{}:{}", locator.file, locator.line)), code(&locator.written));
            let _ = writeln!(out, "| {place} {written} | {} | {instead} |", cell(&locator.sentence().to_string()));
        }
    }
    let mut rows = Vec::new();
    for page in &review.pages {
        let name = cell(&page.name);
        match &page.outcome {
            PageOutcome::Compared(comparison) => rows.extend(comparison.changes.iter().map(|change| {
                format!("| {name} | {} | {} |", change.kind.as_str(), cell(&change.words().to_string()))
            })),
            PageOutcome::Gone => rows.push(format!("| {name} | gone | the page |")),
            PageOutcome::New => rows.push(format!("| {name} | new | the page |")),
            PageOutcome::Broken(error) => rows.push(format!("| {name} | error | {} |", cell(&error.to_string()))),
        }
    }
    if !rows.is_empty() {
        out.push_str("\n| page | change | element |\n| --- | --- | --- |\n");
        rows.iter().take(MAX_ROWS).for_each(|row| out.extend([row, "\n"]));
    }
    let left_out = rows.len().saturating_sub(MAX_ROWS) + locators.len().saturating_sub(MAX_ROWS);
    if left_out > 0 {
        let _ = writeln!(out, "\n{left_out} more are in the output of the command.");
    }
    let not_understood: Vec<_> = review.locators.not_understood().collect();
    if !not_understood.is_empty() {
        out.push_str("\nNot understood:\n\n");
        for (locator, reason) in not_understood.iter().take(MAX_ROWS) {
            let place = cell(&format!("{}:{}", locator.file, locator.source.line));
            let _ = writeln!(out, "- {place} {}: {}", code(&locator.source.text), cell(reason));
        }
    }
    out
}
