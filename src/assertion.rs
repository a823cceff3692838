//! `assert_aria_snapshot!`

use std::path::{Path, PathBuf};

use crate::api::Page;
use crate::offline::read_if_there;
use crate::snapshot::template::{Template, TemplateMatch};

/// A page, or HTML, that can be compared with a template.
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

/// Compares a page with a template that is an expression, for [`assert_aria_snapshot!`](crate::assert_aria_snapshot).
///
/// # Panics
/// If the template does not parse, is empty, or the page does not match it.
#[doc(hidden)]
#[track_caller]
#[expect(clippy::panic, reason = "an assertion fails by a panic")]
pub fn assert_matches(page: &impl AsPage, template: &str) {
    let parsed = parse(template);
    assert!(!parsed.is_empty(), "the aria snapshot template is empty: any page matches it");
    let result = matched(page, &parsed);
    if !result.matches {
        panic!(
            "the page does not match the aria snapshot template\n\n{}\nThe page as a template:\n{}",
            result.diff, result.updated
        );
    }
}

/// The text that insta compares with a template: the template itself if the page matches it, else the template that the page
/// matches. In that case the difference is printed.
///
/// # Panics
/// If the template does not parse.
#[doc(hidden)]
#[must_use]
#[track_caller]
#[expect(clippy::print_stderr, reason = "the harness shows it where the test fails")]
pub fn reference(page: &impl AsPage, template: &str) -> String {
    let parsed = parse(template);
    let result = matched(page, &parsed);
    if parsed.is_empty() {
        return result.updated;
    }
    if result.matches {
        return dedented(template);
    }
    eprintln!("the page does not match the aria snapshot template\n\n{}", result.diff);
    result.updated
}

/// The template that insta has stored under a name; empty if missing.
///
/// # Panics
/// If the file cannot be read.
#[doc(hidden)]
#[must_use]
#[track_caller]
#[expect(clippy::panic, reason = "an assertion fails by a panic")]
pub fn stored(place: &Stored<'_>) -> String {
    let path = place.path();
    match read_if_there(&path) {
        Ok(text) => contents(&text.unwrap_or_default()).to_owned(),
        Err(error) => panic!("{error}"),
    }
}

/// The place where insta stores a snapshot.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "the macro makes it")]
pub struct Stored<'a> {
    /// `CARGO_MANIFEST_DIR` of the test.
    pub manifest_dir: &'a str,
    /// `file!()`, below the root of the workspace.
    pub file: &'a str,
    /// The folder, from that of the file.
    pub folder: &'a Path,
    /// The prefix of the name of the file.
    pub module: Option<&'a str>,
    /// The name of the snapshot.
    pub name: &'a str,
    /// A suffix that the settings give it.
    pub suffix: Option<&'a str>,
}

impl Stored<'_> {
    fn path(&self) -> PathBuf {
        let root = match std::env::var_os("INSTA_WORKSPACE_ROOT") {
            Some(root) => PathBuf::from(root),
            None => workspace_root(self.manifest_dir, self.file).to_owned(),
        };
        let module = self.module.map(|module| module.replace("::", "__") + "__").unwrap_or_default();
        let suffix = self.suffix.map(|suffix| format!("@{suffix}")).unwrap_or_default();
        let name = format!("{}{suffix}", self.name).replace(['/', '\\'], "__");
        let folder = Path::new(self.file).parent().unwrap_or(Path::new(""));
        root.join(folder).join(self.folder).join(format!("{module}{name}.snap"))
    }
}

/// Returns the folder that the path of a source file starts from: the package itself, or the workspace that it is a member of.
pub(crate) fn workspace_root<'a>(manifest_dir: &'a str, file: &str) -> &'a Path {
    let package = Path::new(manifest_dir);
    package.ancestors().find(|root| root.join(file).is_file()).unwrap_or(package)
}

/// A snapshot file without its head.
fn contents(file: &str) -> &str {
    let body = file.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    body.map_or(file, |(_, body)| body)
}

/// A text without blank lines at its ends and without the indentation that all its lines share.
fn dedented(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().skip_while(|line| line.trim().is_empty()).collect();
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or_default();
    let lines: Vec<&str> = lines.into_iter().map(|line| line.get(shared..).unwrap_or_default()).collect();
    lines.join("\n")
}

#[track_caller]
#[expect(clippy::panic, reason = "an assertion fails by a panic")]
fn parse(template: &str) -> Template {
    match Template::parse(template) {
        Ok(parsed) => parsed,
        Err(error) => panic!("the aria snapshot template does not parse: {error}\nhint: {}", error.hint()),
    }
}

#[track_caller]
#[expect(clippy::panic, reason = "an assertion fails by a panic")]
fn matched(page: &impl AsPage, template: &Template) -> TemplateMatch {
    match page.with_page(|page| template.matches(page)) {
        Ok(result) => result,
        Err(error) => panic!("{error}"),
    }
}

/// Asserts that a page, or HTML, matches an aria snapshot template as Playwright's `toMatchAriaSnapshot` does.
///
/// With `@` before the template it is a snapshot of [insta](https://insta.rs), which the test must depend on: `cargo insta
/// review` and `cargo insta test --accept` write the new template into the source. A new template is the whole page; regular expressions of
/// the old one stay where they still match. With `name = "..."` the template is in a file of insta's, by default in
/// `snapshots` beside the source file. A failing test prints which lines of the template are on the page, and the nearest
/// candidate for each of the others.
///
/// ```
/// use stillpage::assert_aria_snapshot;
///
/// let html = "<h1>Cart</h1><ul><li>Mug</li><li>Pot</li></ul><button disabled>Pay 30 €</button>";
/// assert_aria_snapshot!(html, @r#"
/// - heading "Cart" [level=1]
/// - list:
///   - listitem: Pot
/// - button /Pay \d+/ [disabled]
/// "#);
/// ```
///
/// Without insta the template is any expression of type `&str`:
///
/// ```
/// # let html = "<button>Pay</button>";
/// stillpage::assert_aria_snapshot!(html, "- button \"Pay\"");
/// ```
#[macro_export]
macro_rules! assert_aria_snapshot {
    ($page:expr, @$template:literal $(,)?) => {
        ::insta::assert_snapshot!(
            $crate::assertions::reference(&$page, $template),
            stringify!($page),
            @$template
        )
    };
    ($page:expr, name = $name:expr $(,)?) => {{
        let (name, settings): (&str, _) = ($name, ::insta::Settings::clone_current());
        let template = $crate::assertions::stored(&$crate::assertions::Stored {
            manifest_dir: env!("CARGO_MANIFEST_DIR"),
            file: file!(),
            folder: settings.snapshot_path(),
            module: settings.prepend_module_to_snapshot().then_some(module_path!()),
            name,
            suffix: settings.snapshot_suffix(),
        });
        let reference = $crate::assertions::reference(&$page, &template);
        ::insta::assert_snapshot!(name, reference, stringify!($page))
    }};
    ($page:expr, $template:expr $(,)?) => {
        $crate::assertions::assert_matches(&$page, $template)
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_templates_are_where_insta_has_them() {
        let stored = Stored {
            manifest_dir: env!("CARGO_MANIFEST_DIR"),
            file: file!(),
            folder: Path::new("snapshots"),
            module: Some("shop::tests"),
            name: "cart/full",
            suffix: Some("de"),
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/snapshots");
        assert_eq!(stored.path(), folder.join("shop__tests__cart__full@de.snap"));
        assert_eq!(contents("---\nsource: a.rs\n---\n- list\n---\n- x"), "- list\n---\n- x");
        assert_eq!(dedented("\n    - list:\n      - listitem\n\n    - b\n  "), "- list:\n  - listitem\n\n- b");
    }
}
