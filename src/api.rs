//! What a user of the library asks of a [`Page`]: each method is a thin door to one room.
//!
//! A page comes from [`Page::open`], [`Page::from_html`] or a [`PageBuilder`]; an element of it is an [`Element`].

use std::fmt;
use std::path::{Path, PathBuf};

use url::Url;

use crate::aria::{Role, check_visibility};
use crate::device::Device;
use crate::dom::{DocumentBuilder, Dom, LocalName, NodeId, ParseOptions};
use crate::error::Error;
#[cfg(feature = "extract")]
use crate::extract::{Extraction, Schema, extract};
use crate::geometry::Rect;
use crate::hit::{Action, HitMap, Landing, Policy, land, land_in_place};
use crate::markdown::{Markdown, MarkdownOptions, main_text};
use crate::offline::{FilesByAddress, Offline};
use crate::page::Page;
use crate::recording::SessionRecording;
use crate::rendered::text::{inner_text, page_text};
use crate::safe_text::{PageText, safe};
use crate::search::css;
use crate::search::matches::{SearchOptions, TextMatches, pattern, search};
use crate::snapshot::{Snapshot, SnapshotOptions};
use crate::tool::located;

/// How to load a page: the device to show it on, and its address.
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
}

impl PageBuilder {
    /// The device to lay the page out on; by default the one that it was recorded on, else a desktop window of 1280 by 720
    /// CSS px.
    pub fn device(mut self, device: Device) -> Self {
        self.device = Some(device);
        self
    }

    /// The moment of a recording: the name of one of its [states](crate::SessionRecording::states). Without it
    /// [`open`](Self::open) takes the last one.
    pub fn at(mut self, state: impl Into<String>) -> Self {
        self.at = Some(state.into());
        self
    }

    /// The address that markup or bytes came from, which relative URLs in them are resolved against. A saved file has its own.
    ///
    /// # Errors
    /// [`Error::InvalidArguments`] if it is not an absolute URL.
    pub fn url(mut self, url: &str) -> Result<Self, Error> {
        let parsed = Url::parse(url).map_err(|error| {
            Error::arguments(
                safe!("invalid URL: {}", PageText::of(&error.to_string())),
                "pass an absolute URL such as https://example.org/page",
            )
        })?;
        self.url = Some(parsed);
        Ok(self)
    }

    /// Opens a saved page: an `.html` or `.mhtml` file, or a folder with an `index.html`. Style sheets, images and frames
    /// saved beside it are loaded; nothing outside its folder is read, and nothing over the network. A
    /// [`SessionRecording`] is opened at one of its moments.
    ///
    /// # Errors
    /// [`Error::Io`] if the file does not exist, is not a page or is larger than 128 MB; [`Error::InvalidArguments`] if
    /// [`url`](Self::url) was set, or [`at`](Self::at) for a file that is not a recording; [`Error::NotFound`] if a
    /// recording has no such state.
    pub fn open(self, path: impl AsRef<Path>) -> Result<Page, Error> {
        if self.url.is_some() {
            return Err(Error::arguments(
                "a saved file has its own address",
                "leave out the URL, or load the text of the file with html() or bytes()",
            ));
        }
        let path = path.as_ref();
        if let Some(recording) = SessionRecording::open(path)? {
            let moment = recording.find(self.at.as_deref())?;
            let device = self.device.unwrap_or_else(|| recording.device(moment));
            return Ok(Page::render(recording.dom(moment), device));
        }
        if self.at.is_some() {
            return Err(Error::arguments(
                safe!("{} is a page, not a recording", PageText::of(&path.to_string_lossy())),
                "leave out the moment: a saved page has only one",
            ));
        }
        let dom = Offline::new(PathBuf::from(path)).dom()?;
        Ok(Page::render(dom, self.device.unwrap_or_default()))
    }

    /// A page from markup. Only what the markup itself holds is loaded.
    #[must_use]
    pub fn html(self, html: &str) -> Page {
        let options = ParseOptions { url: self.url, ..ParseOptions::of_text() };
        Page::render(Dom::parse(html.as_bytes(), &options), self.device.unwrap_or_default())
    }

    /// A page from the bytes of an HTML or MHTML file, decoded as a browser would.
    ///
    /// # Errors
    /// [`Error::Io`] if the bytes are of another format, such as a PDF.
    pub fn bytes(self, bytes: &[u8]) -> Result<Page, Error> {
        Ok(Page::render(Offline::read_at(bytes, self.url)?, self.device.unwrap_or_default()))
    }

    /// The same with the style sheets, images and frames that the page refers to: `file` returns the bytes of what it has by
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
    /// [`Error::Io`] if the bytes are of another format, such as a PDF.
    #[doc(hidden)]
    pub fn bytes_with_files(self, bytes: &[u8], file: &mut FilesByAddress<'_>) -> Result<Page, Error> {
        Ok(Page::render(Offline::read_with(bytes, self.url, file)?, self.device.unwrap_or_default()))
    }

    /// A page from a tree that was put together node by node, with the files that it refers to.
    #[doc(hidden)]
    #[must_use]
    pub fn tree(self, tree: DocumentBuilder, file: &mut FilesByAddress<'_>) -> Page {
        let mut dom = tree.into_dom(self.url);
        Offline::load_files(&mut dom, file);
        Page::render(dom, self.device.unwrap_or_default())
    }
}

impl Page {
    /// Sets the device or the address of a page before it is loaded.
    pub fn builder() -> PageBuilder {
        PageBuilder::default()
    }

    /// Opens a saved page on the default [`Device`]; see [`PageBuilder::open`].
    ///
    /// # Errors
    /// [`Error::Io`] if the file does not exist, is not a page or is larger than 128 MB.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::builder().open(path)
    }

    /// `document.title`.
    #[must_use]
    pub fn title(&self) -> String {
        self.dom().title(self.dom().document())
    }

    /// The address of the document, if it is known.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        self.dom().document_url(self.dom().document()).map(ToString::to_string)
    }

    /// The accessibility snapshot with refs, as Playwright's `page.ariaSnapshot({ mode: 'ai' })` prints it; see
    /// [`Snapshot::render`] for other kinds.
    #[must_use]
    pub fn aria_snapshot(&self) -> Snapshot {
        Snapshot::render(self, &SnapshotOptions::default())
    }

    /// The element with this id, if it is an element of this page.
    #[must_use]
    pub fn element(&self, id: NodeId) -> Option<Element<'_>> {
        (id.index() < self.dom().len() && self.dom().element(id).is_some()).then_some(Element { page: self, id })
    }

    /// The first element that a selector matches, in document order: CSS, or one of Playwright's dialect (`role=button`,
    /// `text=Save`, `>>`).
    ///
    /// # Errors
    /// [`Error::InvalidSelector`] with the offset of the mistake.
    pub fn query_selector(&self, selector: &str) -> Result<Option<Element<'_>>, Error> {
        Ok(self.query_selector_all(selector)?.into_iter().next())
    }

    /// All elements that a selector matches, in document order; see [`query_selector`](Self::query_selector).
    ///
    /// # Errors
    /// [`Error::InvalidSelector`] with the offset of the mistake.
    pub fn query_selector_all(&self, selector: &str) -> Result<Vec<Element<'_>>, Error> {
        Ok(css::find(self, selector)?.into_iter().map(|id| Element { page: self, id }).collect())
    }

    /// The elements that a selector matches, as `stillpage find` lists them: [`query_selector_all`](Self::query_selector_all) by
    /// the name that the command line and Python have for it.
    ///
    /// # Errors
    /// [`Error::InvalidSelector`] with the offset of the mistake.
    pub fn find(&self, selector: &str) -> Result<Vec<Element<'_>>, Error> {
        self.query_selector_all(selector)
    }

    /// Every element of the page's document in document order, as `document.querySelectorAll('*')` lists them: those of
    /// shadow trees and frames are not among them.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.dom().elements_in_order().map(|id| Element { page: self, id })
    }

    /// Matches of a text in what the page shows.
    ///
    /// # Errors
    /// [`Error::InvalidPattern`] if a regular expression does not parse, [`Error::PatternTooExpensive`] if it takes too many
    /// steps on this page.
    pub fn search(&self, query: &Search) -> Result<TextMatches, Error> {
        search(self, &pattern(&query.pattern, query.regex, query.case_sensitive)?, &query.options)
    }

    /// The element that a description in English means, such as `the "Save" button in the Billing section`.
    ///
    /// # Errors
    /// [`Error::NotLocated`] if no visible element fits, [`Error::AmbiguousDescription`] if several do; both list what came
    /// near. [`Error::InvalidArguments`] if the description is empty.
    pub fn locate(&self, description: &str) -> Result<Element<'_>, Error> {
        Ok(Element { page: self, id: located(self, description)? })
    }

    /// `document.body.innerText`.
    #[must_use]
    pub fn inner_text(&self) -> String {
        page_text(self)
    }

    /// The main content as plain text, without headline, navigation, teasers and footers: an empty line between paragraphs, a
    /// line for each item or row, tabs between cells. `comments` keeps the comments of readers.
    #[must_use]
    pub fn main_text(&self, comments: bool) -> String {
        main_text(self, comments)
    }

    /// The visible page as Markdown.
    #[must_use]
    pub fn markdown(&self, options: &MarkdownOptions) -> Markdown {
        Markdown::of(self, options)
    }

    /// The data that a JSON Schema asks for (feature `extract`).
    #[cfg(feature = "extract")]
    #[must_use]
    pub fn extract(&self, schema: &Schema) -> Extraction {
        extract(self, schema)
    }
}

/// A text search: a literal or a JavaScript regular expression.
#[derive(Debug, Clone)]
#[must_use]
pub struct Search {
    pattern: String,
    regex: bool,
    case_sensitive: bool,
    options: SearchOptions,
}

impl Search {
    /// Matches a text literally, ignoring case.
    pub fn text(text: impl Into<String>) -> Self {
        Self { pattern: text.into(), regex: false, case_sensitive: false, options: SearchOptions::default() }
    }

    /// Matches a JavaScript regular expression: `\d+ items`, or with flags `/\d+ items/i`.
    pub fn regex(pattern: impl Into<String>) -> Self {
        Self { regex: true, ..Self::text(pattern) }
    }

    /// Distinguishes upper and lower case.
    pub fn case_sensitive(mut self) -> Self {
        self.case_sensitive = true;
        self
    }

    /// Returns at most this many matches (10 by default); all are counted.
    pub fn max_results(mut self, count: usize) -> Self {
        self.options.max_results = count;
        self
    }

    /// Returns this many characters before and after each match (80 by default).
    pub fn surrounding_chars(mut self, count: usize) -> Self {
        self.options.around = count;
        self
    }

    /// Searches hidden text as well.
    pub fn include_hidden(mut self) -> Self {
        self.options.include_hidden = true;
        self
    }
}

/// An element of a rendered page.
#[derive(Clone, Copy)]
pub struct Element<'p> {
    page: &'p Page,
    id: NodeId,
}

impl<'p> Element<'p> {
    /// Its id, which survives mutations of the page.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Its local name, such as `button`.
    #[must_use]
    pub fn tag_name(self) -> &'p str {
        self.page.dom().element(self.id).map_or("", |element| &*element.name.local)
    }

    /// The value of a content attribute.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'p str> {
        self.page.dom().attr(self.id, &LocalName::from(name))
    }

    /// All its content attributes, names and values, in the order of the markup.
    pub fn attributes(self) -> impl Iterator<Item = (&'p str, &'p str)> {
        let element = self.page.dom().element(self.id);
        let attributes = element.map(|element| element.attributes.iter()).into_iter().flatten();
        attributes.map(|attribute| (&*attribute.name.local, &*attribute.value))
    }

    /// The element that it is a child of.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.page.element(self.page.dom().node(self.id).parent?)
    }

    /// Its computed ARIA role; `None` for generic elements and for those hidden from assistive technology.
    #[must_use]
    pub fn role(self) -> Option<Role> {
        self.page.aria().get(self.id).and_then(|node| node.role)
    }

    /// Its accessible name (AccName 1.2); empty if it has none.
    #[must_use]
    pub fn name(self) -> &'p str {
        self.accessible_name()
    }

    /// The same by the name that browsers give it.
    #[must_use]
    pub fn accessible_name(self) -> &'p str {
        self.page.aria().get(self.id).map_or("", |node| &*node.name)
    }

    /// Its accessible description (AccName 1.2); empty if it has none.
    #[must_use]
    pub fn accessible_description(self) -> &'p str {
        self.page.aria().get(self.id).map_or("", |node| &*node.description)
    }

    /// Its `checkVisibility()`, with the options for opacity and visibility off: false if it has no box or is skipped content.
    #[must_use]
    pub fn is_visible(self) -> bool {
        check_visibility(self.page.dom(), self.page.styles(), self.page.layout(), self.id)
    }

    /// Its `getBoundingClientRect()`, CSS px in the viewport of its document; `None` if it has no box.
    #[must_use]
    pub fn bounding_box(self) -> Option<Rect> {
        self.page.layout().get(self.id).map(|layout| layout.rect)
    }

    /// Its `innerText`.
    #[must_use]
    pub fn inner_text(self) -> String {
        inner_text(self.page, self.id)
    }

    /// Where a click on it would land, once it is scrolled into view and out from behind bars that stay there; if it would
    /// not, what is in the way.
    #[must_use]
    pub fn check_click(self, policy: Policy) -> Landing {
        self.check_action(Action::Click, policy)
    }

    /// Where a click on it would land as the page stands, without scrolling; if it would not, what is in the way, and whether
    /// scrolling helps.
    #[must_use]
    pub fn check_click_in_place(self, policy: Policy) -> Landing {
        land_in_place(&HitMap::new(self.page), self.id, Action::Click, policy)
    }

    /// Whether an action would reach it, and where; see [`check_click`](Self::check_click).
    #[must_use]
    pub fn check_action(self, action: Action, policy: Policy) -> Landing {
        land(&HitMap::new(self.page), self.id, action, policy)
    }
}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Element").field("id", &self.id).field("tag_name", &self.tag_name()).finish_non_exhaustive()
    }
}
