//! Pictures that are written beside an answer.

#[cfg(feature = "screenshot")]
use std::path::{Path, PathBuf};

#[cfg(feature = "screenshot")]
use super::{Call, FONTS};
#[cfg(feature = "screenshot")]
use crate::dom::NodeId;
#[cfg(feature = "screenshot")]
use crate::error::Error;
#[cfg(feature = "screenshot")]
use crate::geometry::Rect;
#[cfg(feature = "screenshot")]
use crate::page::Page;
use crate::safe_text::SafeText;
#[cfg(feature = "screenshot")]
use crate::safe_text::{PageText, put, safe};
#[cfg(feature = "screenshot")]
use crate::screenshot::{ImageFormat, Outlines, Screenshot, ScreenshotOptions};

/// The advice on how to get the reference faces.
#[cfg(feature = "screenshot")]
const PACKAGES: &str =
    "install fonts-liberation, fonts-dejavu-core and fonts-wqy-microhei (apt), or name their folder with --fonts";

/// The picture that an answer has, if one was asked for.
#[derive(Default)]
pub(super) struct Drawn {
    #[cfg(feature = "screenshot")]
    picture: Option<(String, Screenshot)>,
}

impl Drawn {
    /// A line with its file and size, and what is not drawn in it; empty without one.
    pub(super) fn text(&self) -> SafeText {
        #[cfg(feature = "screenshot")]
        if let Some((file, screenshot)) = &self.picture {
            let (width, height) = screenshot.size();
            return safe!("# {}: {}x{} pixels\n{}", PageText::of(file), width, height, missing(screenshot));
        }
        SafeText::new()
    }

    /// The file to write, with its path.
    pub(super) fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        #[cfg(feature = "screenshot")]
        if let Some((file, screenshot)) = &self.picture {
            return vec![(file.clone(), screenshot.bytes().to_vec())];
        }
        Vec::new()
    }
}

#[cfg(feature = "screenshot")]
impl Drawn {
    pub(super) fn new(file: String, screenshot: Screenshot) -> Self {
        Self { picture: Some((file, screenshot)) }
    }
}

/// Returns the options for a picture of this call in a file, in the format that its ending asks for.
///
/// # Errors
/// [`Error::InvalidArguments`] for another ending than .png and .webp.
#[cfg(feature = "screenshot")]
pub(super) fn options_for(call: &Call<'_>, file: &str) -> Result<ScreenshotOptions, Error> {
    let Some(format) = ImageFormat::of_path(Path::new(file)) else {
        return Err(Error::arguments(
            safe!("`{}` ends neither in .png nor in .webp", PageText::of(file)),
            "the ending selects the format: name a file such as page.png",
        ));
    };
    Ok(with_fonts(call).format(format))
}

/// Returns the options with the fonts of this call.
#[cfg(feature = "screenshot")]
pub(super) fn with_fonts(call: &Call<'_>) -> ScreenshotOptions {
    let options = ScreenshotOptions::default();
    match call.arguments.text_of(&FONTS) {
        Some(folder) => options.outlines(Outlines::of_folder(PathBuf::from(folder))),
        None => options,
    }
}

/// Returns the box of an element in viewport coordinates, if it has one.
#[cfg(feature = "screenshot")]
pub(super) fn area_of(page: &Page, node: NodeId) -> Option<Rect> {
    page.layout().get(node).map(|found| found.rect).filter(|area| !area.is_empty())
}

/// Lines on the limits that were reached and on the fonts that were not found, or nothing.
#[cfg(feature = "screenshot")]
pub(crate) fn missing(screenshot: &Screenshot) -> SafeText {
    let mut out = SafeText::default();
    for warning in screenshot.warnings() {
        put!(out, "# {}\n", PageText::of(&warning.to_string()));
    }
    match screenshot.missing_faces() {
        [] => out,
        [first, rest @ ..] => {
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            put!(out, "# not found: {}{}; text in them is drawn as bars: {}\n", *first, PageText::of(&more), PACKAGES);
            out
        }
    }
}
