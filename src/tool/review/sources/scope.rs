//! The names that a source gives to pages, locators and texts.

use rustc_hash::FxHashMap;

/// The value of a name.
#[derive(Debug, Clone)]
pub(super) enum Bound {
    Page,
    /// The calls of a locator as JavaScript has them, or the reason why they are not known.
    Locator(Result<String, String>),
    Text(String),
}

/// The names set so far; a name that is set again means the last.
#[derive(Debug, Default)]
pub(super) struct Scope(FxHashMap<String, Bound>);

impl Scope {
    pub(super) fn set(&mut self, name: &str, value: Bound) {
        self.0.insert(name.to_owned(), value);
    }

    pub(super) fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Returns the value of a name; one that ends in `page` is a page unless it is set to something else.
    pub(super) fn get(&self, name: &str) -> Option<Bound> {
        let is_page = || name.to_ascii_lowercase().ends_with("page").then_some(Bound::Page);
        self.0.get(name).cloned().or_else(is_page)
    }
}
