//! Loading a page with options.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use url::Url;

use super::Page;
#[cfg(feature = "batch")]
use crate::batch::ArchivedSite;
use crate::device::Device;
use crate::dom::resource::PictureSource;
use crate::dom::{DocumentBuilder, Dom, ParseOptions};
use crate::error::{ArgumentError, OpenError};
use crate::offline::{FilesByAddress, Offline};
use crate::page;
use crate::recording::SessionRecording;
use crate::safe_text::{PageText, safe};

/// Options for loading a page: the device to show it on, and its address.
///
/// ```
/// use stillpage::{Device, Page};
///
/// let phone = Device::desktop().viewport(390, 844).mobile(true);
/// let page = Page::builder().device(phone).html("<h1>Cart</h1>");
/// assert_eq!(page.inner_text(), "Cart");
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct PageBuilder {
    device: Option<Device>,
    url: Option<Url>,
    at: Option<String>,
    pictures: Option<Arc<dyn PictureSource>>,
}

impl PageBuilder {
    /// The device to lay the page out on; by default the one that it was recorded on, else a desktop window of 1280 by 720
    /// CSS px.
    pub fn device(mut self, device: Device) -> Self {
        self.device = Some(device);
        self
    }

    /// The source of the images that only pictures of the page show, for pages that are loaded by
    /// [`bytes_with_files`](Self::bytes_with_files) and [`tree`](Self::tree).
    #[doc(hidden)]
    pub fn pictures(mut self, pictures: Arc<dyn PictureSource>) -> Self {
        self.pictures = Some(pictures);
        self
    }

    /// The moment of a recording: the name of one of its [states](crate::recordings::SessionRecording::states). Without it
    /// [`open`](Self::open) takes the last one.
    pub fn at(mut self, state: impl Into<String>) -> Self {
        self.at = Some(state.into());
        self
    }

    /// The address that markup or bytes came from, which relative URLs in them are resolved against, or that of a page in an
    /// archive. A saved file has its own.
    ///
    /// # Errors
    /// [`OpenError::Arguments`] if it is not an absolute URL.
    pub fn url(mut self, url: &str) -> Result<Self, ArgumentError> {
        let parsed = Url::parse(url).map_err(|error| {
            ArgumentError::new(
                safe!("invalid URL: {}", PageText::of(&error.to_string())),
                "pass an absolute URL such as https://example.org/page",
            )
        })?;
        self.url = Some(parsed);
        Ok(self)
    }

    /// Opens a saved page: an `.html` or `.mhtml` file, or a folder with an `index.html`. Style sheets, images and frames
    /// saved beside it are loaded; nothing outside its folder is read, and nothing over the network. A
    /// [`SessionRecording`] is opened at one of its moments. Of an archive (HAR, WACZ, WARC) it is the page at the
    /// [`url`](Self::url), with what the archive has of its files, or the page that the archive begins with.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the file does not exist, is not a page or is larger than 128 MB; [`OpenError::Arguments`] if
    /// [`url`](Self::url) was set for a file that is not an archive, or [`at`](Self::at) for a file that is not a recording;
    /// [`OpenError::NotFound`] if a recording has no such state, or an archive no such address.
    pub fn open(self, path: impl AsRef<Path>) -> Result<Page, OpenError> {
        let path = path.as_ref();
        #[cfg(feature = "batch")]
        if self.at.is_none()
            && let Some(site) = ArchivedSite::open(path)?
        {
            let dom = site.page(self.url.as_ref().map(Url::as_str), ParseOptions::default())?;
            return Ok(page(dom, self.device.unwrap_or_default()));
        }
        if self.url.is_some() {
            return Err(OpenError::arguments(
                "a saved file has its own address",
                "leave out the URL, or load the text of the file with html() or bytes()",
            ));
        }
        if let Some(recording) = SessionRecording::open(path)? {
            let moment = recording.find(self.at.as_deref())?;
            let device = self.device.unwrap_or_else(|| recording.device(moment));
            return Ok(page(recording.dom(moment), device));
        }
        if self.at.is_some() {
            return Err(OpenError::arguments(
                safe!("{} is a page, not a recording", PageText::of(&path.to_string_lossy())),
                "leave out the moment: a saved page has only one",
            ));
        }
        let dom = Offline::new(PathBuf::from(path)).dom()?;
        Ok(page(dom, self.device.unwrap_or_default()))
    }

    /// A page from markup. Only what the markup itself holds is loaded.
    #[must_use]
    pub fn html(self, html: &str) -> Page {
        let options = ParseOptions { url: self.url, ..ParseOptions::of_text() };
        page(Dom::parse(html.as_bytes(), &options), self.device.unwrap_or_default())
    }

    /// A page from the bytes of an HTML or MHTML file, decoded as a browser would.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the bytes are of another format, such as a PDF.
    pub fn bytes(self, bytes: &[u8]) -> Result<Page, OpenError> {
        Ok(page(Offline::read_at(bytes, self.url)?, self.device.unwrap_or_default()))
    }

    /// Loads a page with the style sheets, images and frames that it refers to: `file` returns the bytes of what it has by
    /// absolute address, or why they cannot be read.
    ///
    /// ```
    /// use stillpage::Page;
    ///
    /// let mut file = |url: &str| Ok(url.ends_with("/a.css").then(|| b"p { display: none }".to_vec()));
    /// let page = Page::builder().url("https://example.org/")?.bytes_with_files(b"<link rel=stylesheet href=a.css><p>x", &mut file)?;
    /// assert_eq!(page.inner_text(), "");
    /// # Ok::<(), stillpage::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`OpenError::Io`] if the bytes are of another format, such as a PDF.
    #[doc(hidden)]
    pub fn bytes_with_files(self, bytes: &[u8], file: &mut FilesByAddress<'_>) -> Result<Page, OpenError> {
        let mut dom = Offline::read_with(bytes, self.url, file)?;
        // An MHTML file has its own.
        dom.pictures = dom.pictures.or(self.pictures);
        Ok(page(dom, self.device.unwrap_or_default()))
    }

    /// A page from a tree that was put together node by node, with the files that it refers to.
    #[doc(hidden)]
    #[must_use]
    pub fn tree(self, tree: DocumentBuilder, file: &mut FilesByAddress<'_>) -> Page {
        let mut dom = tree.into_dom(self.url);
        Offline::load_files(&mut dom, file);
        dom.pictures = self.pictures;
        page(dom, self.device.unwrap_or_default())
    }
}

fn page(dom: Dom, device: Device) -> Page {
    page::Page::render(dom, device, page::RenderOptions::default().on_demand()).into()
}
