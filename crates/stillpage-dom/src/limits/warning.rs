//! Warnings: parts of a page that were left out, and irregularities of it.

use std::fmt;

use super::Limit;
use crate::safe_text::PageText;

/// A part of a page that was left out, or an irregularity of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// A budget was exhausted.
    Limit(Limit),
    /// A file that belongs to the page could not be read.
    Unreadable {
        /// Its address.
        url: String,
        /// The reason, in one phrase.
        reason: String,
    },
    /// Files that the page needs and that were not saved with it.
    Missing(MissingFiles),
    /// The page is empty, since it renders in scripts.
    NeedsScripts,
    /// The page declares no encoding.
    GuessedEncoding {
        /// The encoding that it was read in.
        encoding: &'static str,
    },
}

impl Warning {
    /// True for what is wrong with the file that was saved, as opposed to what was left out of it.
    #[must_use]
    #[doc(hidden)]
    pub fn is_note(&self) -> bool {
        matches!(self, Self::Missing(_) | Self::NeedsScripts | Self::GuessedEncoding { .. })
    }
}

/// Addresses of files that a page needs and that were not saved with it, each once, as the page has them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct MissingFiles {
    /// Style sheets that would apply.
    pub style_sheets: Vec<String>,
    /// Images whose size the layout depends on.
    pub images: Vec<String>,
    /// Documents of frames that show.
    pub frames: Vec<String>,
}

impl MissingFiles {
    /// Limit: addresses of a kind that are written out; the rest is counted.
    const WRITTEN: usize = 3;
    /// Limit: characters of an address.
    const URL_CHARS: usize = 100;

    /// True if nothing is missing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.style_sheets.is_empty() && self.images.is_empty() && self.frames.is_empty()
    }
}

impl fmt::Display for MissingFiles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (&self.style_sheets, "style sheet", "style sheets", ""),
            (&self.images, "image", "images", " that the layout depends on"),
            (&self.frames, "frame", "frames", ""),
        ];
        let mut separator = "";
        for (urls, one, many, which) in kinds {
            let Some(more) = urls.len().checked_sub(1) else { continue };
            let noun = if more == 0 { one } else { many };
            write!(out, "{separator}{} {noun}{which} (", urls.len())?;
            for (at, url) in urls.iter().take(Self::WRITTEN).enumerate() {
                let comma = if at > 0 { ", " } else { "" };
                write!(out, "{comma}{}", PageText::of(url).at_most(Self::URL_CHARS))?;
            }
            match urls.len().saturating_sub(Self::WRITTEN) {
                0 => write!(out, ")")?,
                left => write!(out, " and {left} more)")?,
            }
            separator = ", ";
        }
        Ok(())
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(limit) => {
                write!(out, "limit of {} {} reached: {}", limit.value(), limit.unit(), limit.consequence())
            }
            Self::Unreadable { url, reason } => write!(out, "cannot read {}: {reason}", PageText::quoted(url)),
            Self::Missing(files) => write!(
                out,
                "not saved with the page: {files}. Boxes, visibility and clicks may differ from the browser's: save the page \
                 whole, as a single file (.mhtml) or with the folder of its files"
            ),
            Self::NeedsScripts => write!(
                out,
                "this page renders in scripts, which are not run: it is empty without them. Save it from a browser that shows \
                 it, as a single file (.mhtml)"
            ),
            Self::GuessedEncoding { encoding } => write!(
                out,
                "the page declares no encoding and was read as {encoding}, a guess. Declare it with <meta charset>, or save the \
                 page from a browser"
            ),
        }
    }
}

/// The warnings of a stage, each once, in the order in which they came up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Warnings(Vec<Warning>);

impl Warnings {
    /// Limit: a page that refers to a thousand unreadable files is described well enough by the first of them.
    const MAX: usize = 100;

    /// Adds a warning unless it is there already.
    #[doc(hidden)]
    pub fn add(&mut self, warning: Warning) {
        if self.0.len() < Self::MAX && !self.0.contains(&warning) {
            self.0.push(warning);
        }
    }

    /// Adds the warning about a limit.
    #[doc(hidden)]
    pub fn limit(&mut self, limit: Limit) {
        self.add(Warning::Limit(limit));
    }

    /// Adds all of another stage's.
    #[doc(hidden)]
    pub fn extend(&mut self, other: &Self) {
        for warning in &other.0 {
            self.add(warning.clone());
        }
    }

    /// True if some limit was reached.
    #[must_use]
    #[doc(hidden)]
    pub fn any_limit(&self) -> bool {
        self.0.iter().any(|warning| matches!(warning, Warning::Limit(_)))
    }

    /// Returns the warnings about the saved file itself.
    #[doc(hidden)]
    pub fn notes(&self) -> impl Iterator<Item = &Warning> {
        self.0.iter().filter(|warning| warning.is_note())
    }

    /// The fields of an answer in JSON for them: `warnings`, and `notes` if it has them nowhere else; without empty ones.
    #[doc(hidden)]
    pub fn fields(&self, with_notes: bool) -> Vec<(&'static str, Vec<String>)> {
        let lines = |is_note: bool| {
            let of_kind = self.0.iter().filter(|warning| warning.is_note() == is_note && (with_notes || !is_note));
            of_kind.map(ToString::to_string).collect::<Vec<_>>()
        };
        let fields = [("warnings", lines(false)), ("notes", lines(true))];
        fields.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
    }

    /// In the order in which they came up.
    pub fn iter(&self) -> std::slice::Iter<'_, Warning> {
        self.0.iter()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Warnings {
    type Item = &'a Warning;
    type IntoIter = std::slice::Iter<'a, Warning>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
