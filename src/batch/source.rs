//! The source of a page of a batch.

use std::path::PathBuf;
use std::sync::Arc;

use super::resources::Resources;
use crate::error::Error;

/// A page to make a [`Row`](super::Row) of.
#[derive(Debug, Clone)]
#[must_use]
pub struct Source {
    pub(super) content: Content,
    pub(crate) file: Option<PathBuf>,
    pub(crate) offset: Option<u64>,
    pub(crate) url: Option<String>,
    pub(super) charset: Option<String>,
    pub(super) status: Option<u16>,
    pub(super) truncated: bool,
    pub(super) resources: Option<Arc<dyn Resources>>,
}

#[derive(Debug, Clone)]
pub(super) enum Content {
    /// The bytes of an HTML or MHTML file.
    Bytes(Arc<[u8]>),
    /// Text that is Unicode already.
    Text(Arc<str>),
    /// A saved page in the file that `file` names.
    File,
    /// Nothing could be read.
    Failed(Error),
}

impl Source {
    fn new(content: Content) -> Self {
        Self {
            content,
            file: None,
            offset: None,
            url: None,
            charset: None,
            status: None,
            truncated: false,
            resources: None,
        }
    }

    /// The bytes of an HTML or MHTML file, decoded as a browser would.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::new(Content::Bytes(bytes.into()))
    }

    /// Markup that is text already, regardless of its declared encoding.
    pub fn text(html: impl Into<Arc<str>>) -> Self {
        Self::new(Content::Text(html.into()))
    }

    /// A saved page: an `.html` or `.mhtml` file. It is read with what was saved beside it when its row is made.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { file: Some(path.into()), ..Self::new(Content::File) }
    }

    /// A page that could not be read: its row has this error.
    pub fn failed(error: impl Into<Error>) -> Self {
        Self::new(Content::Failed(error.into()))
    }

    /// The address that it was fetched from, which relative addresses in it are resolved against.
    pub fn url(self, url: impl Into<String>) -> Self {
        Self { url: Some(url.into()), ..self }
    }

    /// The encoding that its `Content-Type` names, as in `windows-1252`. One that browsers do not know is ignored.
    pub fn charset(self, charset: impl Into<String>) -> Self {
        Self { charset: Some(charset.into()), ..self }
    }

    /// The HTTP status that it was served with.
    pub fn status(self, status: u16) -> Self {
        Self { status: Some(status), ..self }
    }

    /// The file that it comes from, for the column `source` and for messages.
    pub fn from_file(self, path: impl Into<PathBuf>) -> Self {
        Self { file: Some(path.into()), ..self }
    }

    /// The byte in the file at which its record starts.
    pub fn offset(self, offset: u64) -> Self {
        Self { offset: Some(offset), ..self }
    }

    /// Sets the source of its style sheets, images and frames, which is asked before that of [`RowOptions`](super::RowOptions).
    pub fn resources(self, resources: Arc<dyn Resources>) -> Self {
        Self { resources: Some(resources), ..self }
    }

    /// Returns its name for messages: its file, else its address.
    pub(super) fn name(&self) -> PathBuf {
        match (&self.file, &self.url) {
            (Some(file), _) => file.clone(),
            (None, Some(url)) => url.into(),
            (None, None) => PathBuf::from("the page"),
        }
    }
}
