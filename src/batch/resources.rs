//! Subresources of pages that are not files with a folder beside them.

use std::fmt;

use url::Url;

use crate::dom::resource::{Saved, SavedFile};

/// A file that a page refers to.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Resource {
    /// Its bytes, without content or transfer encodings.
    pub bytes: Vec<u8>,
    /// Its media type with parameters, as in its `Content-Type`; empty if unknown.
    pub media_type: String,
}

impl Resource {
    /// With a media type, as a `Content-Type` names it; empty if it is not known.
    #[must_use]
    pub fn new(bytes: Vec<u8>, media_type: impl Into<String>) -> Self {
        Self { bytes, media_type: media_type.into() }
    }
}

/// A source of the style sheets, images and frames of pages, by their addresses.
pub trait Resources: fmt::Debug + Send + Sync {
    /// The file with this absolute address, which has no fragment, if present.
    ///
    /// # Errors
    /// Why a file that is there cannot be read, in one phrase. The page has it as a warning.
    fn resource(&self, url: &str) -> Result<Option<Resource>, String>;
}

/// The door through which a page gets them: from the first that has one.
pub(super) struct Loaded<'a>(pub(super) Vec<&'a dyn Resources>);

impl Saved for Loaded<'_> {
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
        for resources in &self.0 {
            if let Some(found) = resources.resource(url.as_str())? {
                return Ok(Some(SavedFile { bytes: found.bytes, media_type: found.media_type, url: None }));
            }
        }
        Ok(None)
    }
}
