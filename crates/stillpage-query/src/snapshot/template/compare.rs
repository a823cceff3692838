//! The comparison of a page with a template.

use super::matcher::Matcher;
use super::report::Report;
use super::{NotCompared, Template};
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::snapshot::{Snapshot, SnapshotMode, SnapshotOptions};

/// The result of comparing a page with a template.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateMatch {
    /// True if it does.
    pub matches: bool,
    /// The template with a mark in front of each line: two spaces for a match, `-` for a mismatch, followed by the
    /// nearest candidate and what differs, `?` for what a page and template too large to compare left open. Empty if it matches.
    pub diff: String,
    /// Lines of the diff, from 0, with the element that each is about: the nearest one, or the one that the template does not have. Empty
    /// for a snapshot that was printed.
    pub differing: Vec<(usize, NodeId)>,
    /// The page as a template, with the regular expressions of the old one where they match.
    pub updated: String,
}

impl Template {
    /// Matches the body of a page. Cost: the nodes of the page times those of the template.
    ///
    /// # Errors
    /// [`Error::Selector`] if a regular expression takes too many steps, [`Error::Arguments`] if one does not
    /// parse that the name of a node has to match.
    pub fn matches(&self, page: &Page) -> Result<TemplateMatch, Error> {
        self.compare(page).map_err(|error| error.into_error("the template"))
    }

    /// Compares what an element of a page shows, itself included, with the template, as Playwright's `expect(locator)` does.
    ///
    /// # Errors
    /// As [`matches`](Self::matches).
    #[doc(hidden)]
    pub fn matches_element(&self, page: &Page, element: NodeId) -> Result<TemplateMatch, Error> {
        let options = SnapshotOptions::default().mode(SnapshotMode::Default).root(element);
        let snapshot = Snapshot::render(page, &options);
        compare(self, &snapshot, Some(page)).map_err(|error| error.into_error("the template"))
    }

    /// As [`matches`](Self::matches), for callers that have a name for the template.
    #[doc(hidden)]
    pub fn compare(&self, page: &Page) -> Result<TemplateMatch, NotCompared> {
        let snapshot = Snapshot::render(page, &SnapshotOptions::default().mode(SnapshotMode::Default));
        compare(self, &snapshot, Some(page))
    }
}

/// Matches a snapshot, of this page if there is one.
pub(super) fn compare(
    template: &Template,
    snapshot: &Snapshot,
    page: Option<&Page>,
) -> Result<TemplateMatch, NotCompared> {
    let mut matcher = Matcher::new(page, snapshot);
    let matches = matcher.matches_anywhere(&template.root)?;
    if let Some(broken) = matcher.broken.take() {
        return Err(NotCompared::Broken(broken));
    }
    let (diff, differing) = if matches { Default::default() } else { Report::new(&mut matcher).diff(template)? };
    // What was printed has no elements.
    let differing = if page.is_some() { differing } else { Vec::new() };
    let updated = Report::new(&mut matcher).updated(template)?;
    Ok(TemplateMatch { matches, diff, differing, updated })
}
