//! An archive of the web as a site: a page for each address.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use url::Url;

use super::index::{Index, Request};
use super::resources::Loaded;
use super::warc::Record;
use crate::archive::kind_of;
use crate::dom::resource::PictureSource;
use crate::dom::{Dom, ParseOptions};
use crate::error::OpenError;
use crate::file_kind::FileKind;
use crate::offline::Offline;
use crate::safe_text::{PageText, SafeText, safe};

/// Pages that an error names.
const EXAMPLES: usize = 4;

/// A WARC, WACZ or HAR file.
#[derive(Debug)]
pub(crate) struct ArchivedSite {
    path: PathBuf,
    index: Arc<Index>,
}

impl ArchivedSite {
    /// Indexes an archive; `None` for a file of another kind, or none at all.
    ///
    /// # Errors
    /// [`OpenError::Io`] if it cannot be read.
    pub(crate) fn open(path: impl AsRef<Path>) -> Result<Option<Self>, OpenError> {
        let path = path.as_ref();
        match kind_of(path) {
            Ok(FileKind::Har | FileKind::Wacz | FileKind::Warc) => {}
            // Who reads it as a page says what is wrong.
            _ => return Ok(None),
        }
        Ok(Some(Self { path: path.to_owned(), index: Arc::new(Index::of_file(path)?) }))
    }

    /// The address of the page that it begins with.
    pub(crate) fn first(&self) -> Option<&str> {
        self.pages().next()
    }

    /// The addresses of its pages, as far as they are listed.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &str> {
        self.index.pages()
    }

    /// Returns the answer to a request.
    ///
    /// # Errors
    /// [`OpenError::Io`] if its record is damaged.
    pub(crate) fn request(&self, request: Request<'_>) -> Result<Option<Record>, OpenError> {
        let failure = |reason| OpenError::unusable(self.path.clone(), reason);
        self.index.answer(request).map_err(failure)
    }

    /// The page in an answer, with what the archive has of its files. `options`: how to parse it, its address and encoding aside.
    ///
    /// # Errors
    /// [`OpenError::NotAPage`] if it is of another kind.
    pub(crate) fn dom(&self, record: &Record, options: ParseOptions) -> Result<Dom, OpenError> {
        let charset = record.charset.as_deref().unwrap_or_default();
        let options = ParseOptions {
            url: Url::parse(&record.url).ok(),
            encoding: encoding_rs::Encoding::for_label(charset.as_bytes()),
            ..options
        };
        let mut loaded = Loaded(vec![&*self.index]);
        let mut dom = Offline::read_saved(PathBuf::from(&record.url), &record.body, &options, &mut loaded)?;
        dom.pictures = Some(Arc::clone(&self.index) as Arc<dyn PictureSource>);
        Ok(dom)
    }

    /// The page at an address; without one the page that the archive begins with.
    ///
    /// # Errors
    /// [`OpenError::NotFound`] if it has no such page, and the errors of reading it.
    pub(crate) fn page(&self, url: Option<&str>, options: ParseOptions) -> Result<Dom, OpenError> {
        let Some(url) = url.or_else(|| self.first()) else {
            return Err(OpenError::NotFound {
                what: safe!("a page in {}", PageText::of(&self.path.to_string_lossy())),
                hint:
                    "this archive has no HTML page that was answered with 200; name the address of something else in it"
                        .into(),
            });
        };
        match self.request(Request::get(url))? {
            Some(record) => self.dom(&record, options),
            None => {
                Err(OpenError::NotFound { what: safe!("a response to GET {}", PageText::of(url)), hint: self.hint() })
            }
        }
    }

    /// Some of what it has.
    pub(crate) fn hint(&self) -> SafeText {
        let examples: Vec<SafeText> = self.pages().take(EXAMPLES).map(|page| PageText::of(page).into()).collect();
        match examples.is_empty() {
            true => "the archive has no HTML page that was answered with 200".into(),
            false => safe!("the archive has pages such as {}", SafeText::join(examples, ", ")),
        }
    }
}
