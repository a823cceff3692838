//! The columns that a row can have.

use std::fmt;
use std::str::FromStr;

/// A column of a [`Row`](super::Row). Its name is the key in JSON and the name of the column in Parquet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// The file that the page comes from, as given; null if it does not come from a file.
    Source,
    /// The byte in a WARC file at which the record of the page starts; null elsewhere.
    Offset,
    /// The address of the page.
    Url,
    /// `document.title`.
    Title,
    /// The HTTP status that the page was served with; null if it is not known.
    Status,
    /// The aria snapshot with refs, as Playwright's `page.ariaSnapshot({ mode: 'ai' })` prints it.
    Snapshot,
    /// The agent's view: the snapshot with notes on the window and modals, and with marks on what is obscured or off screen.
    AgentView,
    /// The elements that have a ref in the snapshot, with role, accessible name and box.
    Refs,
    /// `document.body.innerText`.
    Text,
    /// The visible page as Markdown.
    Markdown,
    /// The main content as plain text.
    Main,
    /// The main content as Markdown.
    MainMarkdown,
    /// Title, author, dates and the rest, as [`Page::metadata`](crate::Page::metadata()) finds them: an object in JSON, the same as
    /// text in Parquet.
    Metadata,
    /// The links with their absolute addresses.
    Links,
    /// True if a style sheet that the page links or imports was not found, so that boxes and visibility may be wrong.
    Unstyled,
    /// Warnings about parts of the page that were left out: limits that were reached, files that could not be read.
    Warnings,
    /// The reason why the page has no data; null if it has. Always there.
    Error,
}

impl Column {
    /// Every column.
    pub const ALL: [Self; 17] = [
        Self::Source,
        Self::Offset,
        Self::Url,
        Self::Title,
        Self::Status,
        Self::Snapshot,
        Self::AgentView,
        Self::Refs,
        Self::Text,
        Self::Markdown,
        Self::Main,
        Self::MainMarkdown,
        Self::Metadata,
        Self::Links,
        Self::Unstyled,
        Self::Warnings,
        Self::Error,
    ];

    /// Its name: lower case, words joined by underscores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Offset => "offset",
            Self::Url => "url",
            Self::Title => "title",
            Self::Status => "status",
            Self::Snapshot => "snapshot",
            Self::AgentView => "agent_view",
            Self::Refs => "refs",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Main => "main",
            Self::MainMarkdown => "main_markdown",
            Self::Metadata => "metadata",
            Self::Links => "links",
            Self::Unstyled => "unstyled",
            Self::Warnings => "warnings",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Not the name of a [`Column`]. The message lists the names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownColumn(String);

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
        write!(f, "there is no column {:?}; the columns are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownColumn {}

impl FromStr for Column {
    type Err = UnknownColumn;

    fn from_str(name: &str) -> Result<Self, UnknownColumn> {
        let found = Self::ALL.into_iter().find(|column| column.name() == name);
        found.ok_or_else(|| UnknownColumn(name.chars().take(100).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_names_lead_back_to_their_columns() {
        for column in Column::ALL {
            assert_eq!(column.to_string().parse(), Ok(column));
        }
        let error = "Title".parse::<Column>().unwrap_err().to_string();
        assert!(error.starts_with("there is no column \"Title\"; the columns are source, offset, url"), "{error}");
    }
}
