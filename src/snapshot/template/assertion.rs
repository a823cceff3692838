//! `assert_aria_snapshot!`

use super::Template;
use crate::page::Page;

/// What can be compared with a template: a page, or HTML.
pub trait AsPage {
    /// Calls `with` with the page.
    fn with_page<T>(&self, with: impl FnOnce(&Page) -> T) -> T;
}

impl AsPage for Page {
    fn with_page<T>(&self, with: impl FnOnce(&Self) -> T) -> T {
        with(self)
    }
}

impl AsPage for str {
    fn with_page<T>(&self, with: impl FnOnce(&Page) -> T) -> T {
        with(&Page::from_html(self))
    }
}

impl AsPage for String {
    fn with_page<T>(&self, with: impl FnOnce(&Page) -> T) -> T {
        self.as_str().with_page(with)
    }
}

impl<P: AsPage + ?Sized> AsPage for &P {
    fn with_page<T>(&self, with: impl FnOnce(&Page) -> T) -> T {
        (**self).with_page(with)
    }
}

/// What [`assert_aria_snapshot!`](crate::assert_aria_snapshot) calls.
///
/// # Panics
/// If the template does not parse, is empty, or the page does not match it.
#[track_caller]
#[expect(clippy::panic, reason = "an assertion fails by a panic")]
pub fn assert_matches(page: &impl AsPage, template: &str) {
    let parsed = match Template::parse(template) {
        Ok(parsed) if parsed.is_empty() => panic!("the aria snapshot template is empty: any page matches it"),
        Ok(parsed) => parsed,
        Err(error) => panic!("the aria snapshot template does not parse: {error}\nhint: {}", error.hint()),
    };
    match page.with_page(|page| parsed.matches(page)) {
        Ok(result) if result.matches => {}
        Ok(result) => panic!(
            "the page does not match the aria snapshot template\n\n{}\nThe page as a template:\n{}",
            result.diff, result.updated
        ),
        Err(error) => panic!("a regular expression of the aria snapshot template took more than {} steps", error.steps),
    }
}

/// Asserts that a page, or HTML, matches an aria snapshot template as Playwright's `toMatchAriaSnapshot` does.
///
/// ```
/// use stillpage::assert_aria_snapshot;
///
/// let html = "<h1>Cart</h1><ul><li>Mug</li><li>Pot</li></ul><button disabled>Pay 30 €</button>";
/// assert_aria_snapshot!(html, r#"
///   - heading "Cart" [level=1]
///   - list:
///     - listitem: Pot
///   - button /Pay \d+/ [disabled]
/// "#);
/// ```
#[macro_export]
macro_rules! assert_aria_snapshot {
    ($page:expr, $template:expr $(,)?) => {
        $crate::snapshot::template::assert_matches(&$page, $template)
    };
}
