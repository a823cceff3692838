//! `stillpage review`: what changed between two versions of pages for those who rely on them, agents and tests; locators of tests
//! that no longer find their element, and locators that do.

mod anchors;
mod changes;
mod command;
mod json;
mod locators;
mod pair;
mod print;
mod recordings;
mod report;
mod sources;
#[cfg(test)]
mod tests;

pub(crate) use command::{ABOUT, ARGUMENTS, EXAMPLES, ReviewArguments, SUMMARY};
pub(crate) use locators::TestLocators;
pub(crate) use pair::review as review_pages;
pub(crate) use recordings::review as review_recordings;
pub(crate) use sources::SourceLanguage;

use self::changes::Change;
use self::locators::BrokenLocator;
use crate::error::Error;

/// The review of two versions of pages.
#[derive(Debug, Default)]
pub(crate) struct Review {
    /// In order of their names.
    pub(crate) pages: Vec<PageReview>,
    pub(crate) locators: TestLocators,
    /// The path of the summary in Markdown.
    pub(crate) markdown: Option<String>,
    /// True for annotations in the form that GitHub reads.
    pub(crate) github: bool,
}

/// The review of a page.
#[derive(Debug)]
pub(crate) struct PageReview {
    /// Its relative path, or the step of a recording.
    pub(crate) name: String,
    pub(crate) outcome: PageOutcome,
}

/// The result of the comparison of a page with its other version.
#[derive(Debug)]
pub(crate) enum PageOutcome {
    Compared(Comparison),
    /// HEAD does not have it.
    Gone,
    /// BASE does not have it.
    New,
    /// One of the versions cannot be read.
    Broken(Error),
}

/// The changes of a page.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    changes: Vec<Change>,
    locators: Vec<BrokenLocator>,
    /// Locators of tests that find one element in BASE.
    checked: usize,
    /// Notes on the files of both versions.
    notes: Vec<String>,
}
