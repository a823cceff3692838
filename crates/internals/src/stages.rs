//! The stages of the pipeline, one at a time, for benches. Each method runs one stage on what the stages before it left.

use std::path::Path;

use crate::aria::AriaTree;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::layout::Layout;
use crate::page;
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Ref};
use crate::rendered::text::page_text;
use crate::search::matches::{SearchOptions, pattern, search};
use crate::selector::{SelectorList, select};
use crate::style::Styles;
use stillpage::Page;
use stillpage::errors::OpenError;

/// An opaque result of a stage; its cost is that of making and dropping it.
#[derive(Debug)]
pub struct Output(#[expect(dead_code, reason = "kept alive until the bench drops it")] Kept);

#[derive(Debug)]
#[expect(dead_code, reason = "kept alive until the bench drops it")]
enum Kept {
    Dom(Box<Dom>),
    Styles(Box<Styles>),
    Layout(Box<Layout>),
    Aria(Box<AriaTree>),
}

/// A page with every stage run, to run single ones again.
#[derive(Debug)]
pub struct Stages {
    page: Page,
    device: Device,
}

/// The tree of a page.
#[must_use]
pub fn parse(html: &[u8]) -> Output {
    Output(Kept::Dom(Box::new(Dom::parse(html, &ParseOptions::default()))))
}

/// The whole pipeline up to the page.
#[must_use]
pub fn render(html: &[u8]) -> Page {
    page::Page::render(Dom::parse(html, &ParseOptions::default()), Device::default(), page::RenderOptions::default())
        .into()
}

/// The page of a file with what is beside it, laid out.
///
/// # Errors
/// If the file cannot be read or is none that has a page.
pub fn open(file: &Path) -> Result<Page, OpenError> {
    let page = Page::open(file)?;
    let _ = page.layout();
    Ok(page)
}

impl Stages {
    /// Runs every stage.
    #[must_use]
    pub fn new(html: &[u8]) -> Self {
        let page = render(html);
        let _ = page.aria();
        Self { page, device: Device::default() }
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The cascade.
    #[must_use]
    pub fn style(&self) -> Output {
        Output(Kept::Styles(Box::new(Styles::cascade(self.page.dom(), &self.device))))
    }

    /// Layout.
    #[must_use]
    pub fn layout(&self) -> Output {
        Output(Kept::Layout(Box::new(Layout::compute(self.page.dom(), self.page.styles(), &self.device))))
    }

    /// Roles, names and states.
    #[must_use]
    pub fn aria(&self) -> Output {
        let page = &self.page;
        Output(Kept::Aria(Box::new(AriaTree::build(page.dom(), page.styles(), page.layout()))))
    }

    /// `innerText`.
    #[must_use]
    pub fn inner_text(&self) -> String {
        page_text(&self.page)
    }

    /// Returns the number of matches of a literal.
    #[must_use]
    pub fn search(&self, literal: &str) -> usize {
        let found = pattern(literal, false, false).and_then(|p| search(&self.page, &p, &SearchOptions::default()));
        found.map_or(0, |found| found.matches.len())
    }

    /// Returns the number of elements that each selector matches; the selectors are parsed outside of the returned closure.
    ///
    /// # Panics
    /// If a selector does not parse.
    #[expect(clippy::panic, reason = "the benches choose the selectors")]
    pub fn selectors(&self, selectors: &[&str]) -> impl Fn() -> Vec<usize> + '_ {
        let parse = |text: &&str| SelectorList::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let lists: Vec<SelectorList> = selectors.iter().map(parse).collect();
        let dom = self.page.dom();
        move || lists.iter().map(|list| select(dom, list, dom.document()).map_or(0, |found| found.len())).collect()
    }

    /// Returns the number of these refs that a session finds again on this page.
    #[must_use]
    pub fn resolve(&self, session: &Session, refs: &[Ref]) -> usize {
        let current = PageFingerprint::of(&self.page);
        let resolver = Resolver::new(session, &current, Session::FIRST_TAB, None);
        refs.iter().filter(|&&reference| resolver.resolve(&reference.into()).is_ok()).count()
    }
}
