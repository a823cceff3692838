//! [`Page`]: what users ask of a rendered page.

use std::path::Path;

use super::{Audit, Element, Page, PageBuilder, Search, TextMatches};
use crate::device::Device;
use crate::dom::{Mutation, MutationError, NodeId};
#[cfg(feature = "screenshot")]
use crate::error::Error;
use crate::error::{OpenError, SelectorError};
#[cfg(feature = "extract")]
use crate::extract::{Extraction, Schema, extract};
use crate::limits::Warnings;
use crate::markdown::{Markdown, MarkdownOptions, main_text};
use crate::page;
use crate::rendered::text::page_text;
#[cfg(feature = "screenshot")]
use crate::screenshot::{Screenshot, ScreenshotOptions};
use crate::search::matches::search;
use crate::search::written;
use crate::snapshot::{Snapshot, SnapshotOptions};
use crate::tool::located;

impl Page {
    /// Sets the device or the address of a page before it is loaded.
    pub fn builder() -> PageBuilder {
        PageBuilder::default()
    }

    /// Opens a saved page on the default [`Device`]; see [`PageBuilder::open`].
    ///
    /// # Errors
    /// [`OpenError::Io`] if the file does not exist, is not a page or is larger than 128 MB.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::builder().open(path)
    }

    /// Parses and renders a text on the default [`Device`]: a window of 1280 by 720 CSS pixels, light, en-US. Nothing is
    /// loaded: only style sheets in the markup itself apply. [`Page::open`] reads files with what was saved beside them.
    #[must_use]
    pub fn from_html(html: &str) -> Self {
        page::Page::from_html(html).into()
    }

    /// Applies changes to the tree, in order, and renders the page again: the result is that of a first render of the changed
    /// tree. Node ids survive, and so do the refs of a session. What the changes do not concern is not computed again, so
    /// that a small change of a large page costs a fraction of its first render.
    ///
    /// # Errors
    /// The first change that is not possible, such as one of a node that is not in the tree; those before it stay applied.
    pub fn update(&mut self, mutations: &[Mutation]) -> Result<(), MutationError> {
        self.rendered.update(mutations)
    }

    /// The page after some changes to its tree, applied in order and rendered again. Node ids survive, and so do the refs of
    /// a session.
    ///
    /// # Errors
    /// The first change that is not possible, such as one of a node that is not in the tree.
    pub fn mutate(self, mutations: &[Mutation]) -> Result<Self, MutationError> {
        let rendered = self.rendered.mutate(mutations)?;
        Ok(Self { rendered, used: self.used })
    }

    /// Returns the device that the page is shown on.
    #[must_use]
    pub fn device(&self) -> &Device {
        self.rendered.device()
    }

    /// Returns the warnings of all stages: limits that were reached, files that could not be read, files that were not saved with
    /// the page, what scripts would have rendered; and whether its encoding was guessed.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        self.rendered.warnings()
    }

    /// `document.title`.
    #[must_use]
    pub fn title(&self) -> String {
        self.rendered.title()
    }

    /// The address of the document, if it is known.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        self.rendered.url()
    }

    /// The accessibility snapshot with refs, as Playwright's `page.ariaSnapshot({ mode: 'ai' })` prints it; see
    /// [`Snapshot::render`] for other kinds.
    #[must_use]
    pub fn aria_snapshot(&self) -> Snapshot {
        Snapshot::render(self, &SnapshotOptions::default())
    }

    /// The page in pixels, as Chromium shows it: by default the window, at the scale of the device.
    ///
    /// ```
    /// use stillpage::screenshot::ScreenshotOptions;
    /// use stillpage::Page;
    ///
    /// let page = Page::from_html("<h1 style='color: teal'>Cart</h1>");
    /// let screenshot = page.screenshot(&ScreenshotOptions::default())?;
    /// assert_eq!((screenshot.size().width, screenshot.size().height), (1280, 720));
    /// assert!(screenshot.bytes().starts_with(b"\x89PNG"));
    /// # Ok::<(), stillpage::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Arguments`] if the picture would have more than 40 million pixels, or 16,384 on a side.
    #[cfg(feature = "screenshot")]
    pub fn screenshot(&self, options: &ScreenshotOptions) -> Result<Screenshot, Error> {
        Screenshot::of(self, options)
    }

    /// The element with this id, if it is an element of this page. Queries return elements; ids are in data that outlives a
    /// page: what actions did, where they land, tables of refs, changes.
    ///
    /// ```
    /// use stillpage::Page;
    /// use stillpage::actions::{Outcome, Policy, Refusal};
    ///
    /// let page = Page::from_html("<button>Buy</button><div style='position: fixed; inset: 0'>Cookies</div>");
    /// let click = page.locator("button").element()?.check_click(Policy::Lineage);
    /// let Outcome::Refused(Refusal::Intercepted(Some(id))) = click.outcome else { panic!("it lands") };
    /// assert_eq!(page.element(id).expect("it is of this page").inner_text(), "Cookies");
    /// # Ok::<(), stillpage::Error>(())
    /// ```
    #[must_use]
    pub fn element(&self, id: NodeId) -> Option<Element<'_>> {
        (id.index() < self.dom().len() && self.dom().element(id).is_some()).then(|| Element::new(self, id))
    }

    /// The first element that a selector matches, in document order: CSS, one of Playwright's dialect (`role=button`,
    /// `text=Save`, `>>`), or a locator as JavaScript writes it (`getByRole('button', { name: 'Save' })`).
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] with the offset of the mistake.
    pub fn query_selector(&self, selector: &str) -> Result<Option<Element<'_>>, SelectorError> {
        Ok(self.query_selector_all(selector)?.into_iter().next())
    }

    /// All elements that a selector matches, in document order; see [`query_selector`](Self::query_selector).
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] with the offset of the mistake.
    pub fn query_selector_all(&self, selector: &str) -> Result<Vec<Element<'_>>, SelectorError> {
        Ok(written::find(self, selector)?.into_iter().map(|id| Element::new(self, id)).collect())
    }

    /// The elements that a selector matches, as `stillpage find` lists them: [`query_selector_all`](Self::query_selector_all) by
    /// the name that the command line and Python have for it.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] with the offset of the mistake.
    pub fn find(&self, selector: &str) -> Result<Vec<Element<'_>>, SelectorError> {
        self.query_selector_all(selector)
    }

    /// Every element of the page's document in document order, as `document.querySelectorAll('*')` lists them: those of
    /// shadow trees and frames are not among them.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.dom().elements_in_order().map(|id| Element::new(self, id))
    }

    /// Matches of a text in what the page shows.
    ///
    /// # Errors
    /// [`SelectorError::InvalidPattern`] if a regular expression does not parse, [`SelectorError::PatternTooExpensive`] if it takes too many
    /// steps on this page.
    pub fn search(&self, query: &Search) -> Result<TextMatches<'_>, SelectorError> {
        Ok(TextMatches::of(self, search(self, &query.parsed()?, &query.options)?))
    }

    /// The element that a description in English means, such as `the "Save" button in the Billing section`.
    ///
    /// # Errors
    /// [`SelectorError::NotLocated`] if no visible element fits, [`SelectorError::AmbiguousDescription`] if several do; both list what came
    /// near. [`Error::Arguments`] if the description is empty.
    pub fn locate(&self, description: &str) -> Result<Element<'_>, SelectorError> {
        Ok(Element::new(self, located(self, description)?))
    }

    /// `document.body.innerText`.
    #[must_use]
    pub fn inner_text(&self) -> String {
        page_text(self)
    }

    /// The main content as plain text, without headline, navigation, teasers and footers: an empty line between paragraphs, a
    /// line for each item or row, tabs between cells. [`MarkdownOptions::main`] is taken for set.
    #[must_use]
    pub fn main_text(&self, options: &MarkdownOptions) -> String {
        main_text(self, options)
    }

    /// The visible page as Markdown.
    #[must_use]
    pub fn markdown(&self, options: &MarkdownOptions) -> Markdown {
        Markdown::of(self, options)
    }

    /// Title, author, dates, site and the rest of what catalogues ask for, each with its source and confidence.
    ///
    /// ```
    /// use stillpage::Page;
    ///
    /// let page = Page::from_html("<title>Tea</title><h1>Tea</h1><p>By Ada Lind, <time datetime=2025-03-09>9 March</time></p>");
    /// let metadata = page.metadata();
    /// assert_eq!(metadata.author.map(|author| author.value).as_deref(), Some("Ada Lind"));
    /// assert_eq!(metadata.published.map(|day| day.value).as_deref(), Some("2025-03-09"));
    /// ```
    #[cfg(feature = "extract")]
    #[must_use]
    pub fn metadata(&self) -> crate::extract::Metadata {
        crate::metadata::metadata(self, self.url().as_deref())
    }

    /// Looks for accessibility problems.
    ///
    /// ```
    /// use stillpage::Page;
    ///
    /// let page = Page::from_html(
    ///     "<html lang=en><title>Shop</title><main><h1>Shop</h1><img src=a.png>
    ///     <button style='width: 100px; height: 30px'></button></main>",
    /// );
    /// let rules: Vec<&str> = page.audit().findings.iter().map(|finding| finding.rule.id).collect();
    /// assert_eq!(rules, ["image-alt", "button-name"]);
    /// ```
    #[must_use]
    pub fn audit(&self) -> Audit<'_> {
        Audit::of(self)
    }

    /// The data that a JSON Schema asks for (feature `extract`).
    #[cfg(feature = "extract")]
    #[must_use]
    pub fn extract(&self, schema: &Schema) -> Extraction {
        extract(self, schema)
    }
}
