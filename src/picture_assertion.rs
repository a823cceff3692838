//! `assert_screenshot!`

use std::path::{Path, PathBuf};

use crate::api::Page;
use crate::assertion::{AsPage, workspace_root};
use crate::screenshot::{PictureDifference, Screenshot, ScreenshotOptions, Tolerance};

/// The place of the expected picture of a test.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "the macro makes it")]
pub struct Expected<'a> {
    /// `CARGO_MANIFEST_DIR` of the test.
    pub manifest_dir: &'a str,
    /// `file!()`, below the root of the workspace.
    pub file: &'a str,
    /// `module_path!()`.
    pub module: &'a str,
    /// The name of the picture.
    pub name: &'a str,
}

impl Expected<'_> {
    fn path(&self) -> PathBuf {
        let folder = Path::new(self.file).parent().unwrap_or(Path::new("")).join("screenshots");
        let name = format!("{}__{}", self.module.replace("::", "__"), self.name.replace(['/', '\\'], "__"));
        workspace_root(self.manifest_dir, self.file).join(folder).join(format!("{name}.png"))
    }
}

/// Compares a page with the picture of a test, for [`assert_screenshot!`](crate::assert_screenshot).
///
/// # Panics
/// If the picture is missing or differs by more than is tolerated, unless it is to be updated.
#[doc(hidden)]
#[track_caller]
#[expect(clippy::panic, reason = "an assertion fails by a panic")]
pub fn assert_looks_as(page: &impl AsPage, expected: &Expected<'_>, options: &ScreenshotOptions, tolerance: Tolerance) {
    let is_set = |name: &str, value: &[&str]| {
        std::env::var(name).is_ok_and(|given| value.contains(&given.to_ascii_lowercase().as_str()))
    };
    let updates = is_set("STILLPAGE_UPDATE", &["1", "true"]) || is_set("INSTA_UPDATE", &["always"]);
    let accept = "STILLPAGE_UPDATE=1 cargo test";
    if let Err(reason) =
        page.with_page(|page| compare_picture(page, &expected.path(), options, tolerance, (updates, accept)))
    {
        panic!("{reason}");
    }
}

/// Compares a page with a picture in a file, and writes what differs beside it.
///
/// # Errors
/// The reason why it does not look so, which names `accept`, the way to accept how it looks now.
#[doc(hidden)]
pub fn compare_picture(
    page: &Page,
    path: &Path,
    options: &ScreenshotOptions,
    tolerance: Tolerance,
    accept: (bool, &str),
) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let known = match std::fs::read(path) {
        Ok(known) => Some(known),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(path, error)),
    };
    let verdict = PictureVerdict::of(page, (path, known.as_deref()), options, tolerance, accept)?;
    for path in &verdict.removed {
        // Most tests have left nothing behind.
        let _ = std::fs::remove_file(path);
    }
    for (path, bytes) in &verdict.written {
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
            .and_then(|()| std::fs::write(path, bytes))
            .map_err(|error| failed(path, error))?;
    }
    verdict.failure.map_or(Ok(()), Err)
}

/// The verdict on a page that is to look as in a picture: what is wrong, and what becomes of the files beside the picture.
#[doc(hidden)]
#[derive(Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "shells read it")]
pub struct PictureVerdict {
    /// The reason why the page does not look so.
    pub failure: Option<String>,
    /// Files to write.
    pub written: Vec<(PathBuf, Vec<u8>)>,
    /// Files to remove, if they are there.
    pub removed: Vec<PathBuf>,
}

impl PictureVerdict {
    /// Compares a page with the bytes of a picture that was accepted before, if there is one.
    ///
    /// # Errors
    /// The reason why the page cannot be drawn, or the picture not be read.
    pub fn of(
        page: &Page,
        (path, known): (&Path, Option<&[u8]>),
        options: &ScreenshotOptions,
        tolerance: Tolerance,
        (updates, accept): (bool, &str),
    ) -> Result<Self, String> {
        let taken = Screenshot::of(page, &options.clone().format(crate::screenshot::ImageFormat::Png));
        let taken = taken.map_err(|error| format!("{error}\nhint: {}", error.hint()))?;
        let (new, difference) = (path.with_extension("new.png"), path.with_extension("diff.png"));
        let fonts = match taken.missing_faces() {
            [] => String::new(),
            missing => format!("\nfonts that were not found, whose text is drawn as bars: {}", missing.join(", ")),
        };
        let nothing_left = Self { removed: vec![new.clone(), difference.clone()], ..Self::default() };
        if known == Some(taken.bytes()) {
            return Ok(nothing_left);
        }
        if updates {
            return Ok(Self { written: vec![(path.to_owned(), taken.into_bytes())], ..nothing_left });
        }
        let Some(known) = known else {
            let failure = format!(
                "there is no picture {} yet\nlook at {}, then accept it: {accept}{fonts}",
                path.display(),
                new.display()
            );
            let written = vec![(new, taken.into_bytes())];
            return Ok(Self { failure: Some(failure), written, ..Self::default() });
        };
        let found = PictureDifference::between(known, taken.bytes(), tolerance)
            .map_err(|error| format!("{}: {error}\nhint: {}", path.display(), error.hint()))?;
        if !found.is_failure {
            return Ok(nothing_left);
        }
        let (was, is) = (found.expected, found.actual);
        let sizes = match was == is {
            true => String::new(),
            false => format!("\nit was {}x{} pixels, and is {}x{}", was.width, was.height, is.width, is.height),
        };
        let failure = format!(
            "the page does not look as in {}: {} of {} pixels are others{sizes}\nlook at {} (what differs is red), then accept {}: \
             {accept}{fonts}",
            path.display(),
            found.pixels,
            found.of,
            difference.display(),
            new.display()
        );
        let written = vec![(new, taken.into_bytes()), (difference, found.picture)];
        Ok(Self { failure: Some(failure), written, ..Self::default() })
    }
}

/// Asserts that a page, or HTML, looks as in a picture that was accepted before: `screenshots/MODULE__NAME.png` beside the source
/// file of the test.
///
/// A test whose picture is missing or differs fails and writes two files beside it: `NAME.new.png`, the page as it looks now, and
/// `NAME.diff.png`, in which what differs is red. `STILLPAGE_UPDATE=1 cargo test` accepts the new pictures. By default each
/// pixel has to be the same: the same page gives the same bytes on every machine with the same fonts.
///
/// ```
/// # fn in_a_test() {
/// use stillpage::screenshot::{ScreenshotOptions, Tolerance};
/// use stillpage::assert_screenshot;
///
/// let html = "<h1>Cart</h1><button>Pay</button>";
/// assert_screenshot!(html, "cart");
/// assert_screenshot!(html, "whole cart", ScreenshotOptions::default().full_page(true));
/// // Up to 8 of 255 in a channel count as the same, and one pixel of a thousand may be another.
/// assert_screenshot!(html, "cart", ScreenshotOptions::default(), Tolerance::default().channel(8).share(0.001));
/// # }
/// ```
#[macro_export]
macro_rules! assert_screenshot {
    ($page:expr, $name:expr $(,)?) => {
        $crate::assert_screenshot!($page, $name, $crate::screenshot::ScreenshotOptions::default())
    };
    ($page:expr, $name:expr, $options:expr $(,)?) => {
        $crate::assert_screenshot!($page, $name, $options, $crate::screenshot::Tolerance::default())
    };
    ($page:expr, $name:expr, $options:expr, $tolerance:expr $(,)?) => {
        $crate::assertions::assert_looks_as(
            &$page,
            &$crate::assertions::Expected {
                manifest_dir: env!("CARGO_MANIFEST_DIR"),
                file: file!(),
                module: module_path!(),
                name: $name,
            },
            &$options,
            $tolerance,
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(html: &str, path: &Path, tolerance: Tolerance, updates: bool) -> Result<(), String> {
        let options = ScreenshotOptions::default().clip(crate::geometry::Rect::new(0.0, 0.0, 40.0, 40.0));
        Page::from_html(html).with_page(|page| compare_picture(page, path, &options, tolerance, (updates, "accept it")))
    }

    #[test]
    fn page_looks_as_in_the_accepted_picture_or_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shots/a.png");
        let [red, reddish] = ["red", "#f80000"].map(|color| format!("<body style='background: {color}'>"));
        let strict = Tolerance::default();
        let missing = look(&red, &path, strict, false).unwrap_err();
        assert!(missing.contains("no picture") && path.with_extension("new.png").is_file(), "{missing}");
        look(&red, &path, strict, true).unwrap();
        assert!(!path.with_extension("new.png").exists(), "accepted ones leave nothing behind");
        look(&red, &path, strict, false).unwrap();
        let other = look(&reddish, &path, strict, false).unwrap_err();
        assert!(other.contains("1600 of 1600 pixels"), "{other}");
        assert!(path.with_extension("diff.png").is_file() && path.with_extension("new.png").is_file());
        look(&reddish, &path, strict.channel(8), false).unwrap();
        let corner =
            "<body style='background: red; margin: 0'><p style='width: 4px; height: 4px; margin: 0; background: lime'>";
        assert!(look(corner, &path, strict.share(0.009), false).unwrap_err().contains("16 of 1600"));
        look(corner, &path, strict.share(0.01), false).unwrap();
        std::fs::write(&path, b"GIF").unwrap();
        assert!(look(&red, &path, strict, false).unwrap_err().contains("damaged"));
    }
}
