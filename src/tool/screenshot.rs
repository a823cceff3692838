//! `stillpage screenshot`, and the pictures that are written beside other answers.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::common::FONTS;
use super::drawn::Drawn;
use super::element::Elements;
use super::{
    Answer, Argument, Call, FILE, OutputFile, PageFile, Tool, TypedArguments as _, arguments, target, to_json,
};
use crate::dom::NodeId;
use crate::error::{Error, SelectorError};
use crate::geometry::Rect;
use crate::page::Page;
use crate::picture::Picture;
use crate::safe_text::{PageText, SafeText, put, safe};
use crate::screenshot::{Frame, ImageFormat, Outlines, PixelSize, Screenshot, ScreenshotOptions};
use crate::snapshot::{Marks, ModalMode, Snapshot, SnapshotOptions};

/// The advice on how to get the reference faces.
const PACKAGES: &str =
    "install fonts-liberation, fonts-dejavu-core and fonts-wqy-microhei (apt), or name their folder with --fonts";

arguments! {
    /// The arguments of `stillpage screenshot`.
    struct ScreenshotArguments {
        file: PageFile = FILE,
        output: OutputFile = Argument::option("output", "The file to write, .png or .webp; as a short option -o")
            .detail("An existing file is replaced."),
        full_page: bool = Argument::option("full-page", "All of the page instead of the window"),
        clip: Option<String> = Argument::option("clip", "One element: its ref or a selector"),
        marks: bool = Argument::option("marks", "Frame what can be acted on, labelled with its ref"),
        omit_background: bool = Argument::option("omit-background", "Leave transparent what the page does not paint")
            .rare(),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "screenshot",
    summary: "A picture of a page in pixels, as Chromium shows it",
    about: "Draws the page with its colours, borders, gradients and text and writes it as PNG or WebP without loss: the window, with --full-page all of \
            the page, with --clip one element. Pixels are those of the device: --scale or --device set how many a CSS pixel has. \
            The same page gives the same bytes on every machine that has the reference fonts: Liberation, DejaVu and WenQuanYi \
            Micro Hei, which are looked for where systems install fonts and in the folder of --fonts. Text in a font that is not \
            there is drawn as bars, and the answer names it.\n\n\
            JSON: {\"file\",\"width\",\"height\",\"marks\",\"missingFonts\"}.",
    arguments: ScreenshotArguments::ARGUMENTS,
    examples: &[
        ("screenshot page.html -o page.png", "the window"),
        ("screenshot page.html -o page.png --full-page --device \"iPhone 15\"", "all of the page on a phone"),
        ("screenshot page.html -o marked.png --marks", "for an agent that looks at pictures"),
        ("screenshot page.html -o button.png --clip e7", "one element"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let (page, given) = (call.page(), call.given::<ScreenshotArguments>());
    let file = given.output.to_string();
    let mut options = options_for(call, &file)?.full_page(given.full_page).omit_background(given.omit_background);
    let elements = Elements::new(call);
    if let Some(clip) = &given.clip {
        options = clipped(options, page, target::find_one(page, &elements, clip)?, clip)?;
    }
    let mut marks = None;
    if given.marks {
        let snapshot = Snapshot::render(page, &SnapshotOptions::default()).with_refs(elements.refs().clone());
        let found = marked(page, &snapshot);
        marks = Some(found.len());
        options = options.frames(found);
    }
    let screenshot = Screenshot::of(page, &options)?;
    Ok(Box::new(Taken { file, marks, screenshot }))
}

/// The options with an element as the area.
///
/// # Errors
/// [`SelectorError::NotFound`] if it has no box.
pub(crate) fn clipped(
    options: ScreenshotOptions,
    page: &Page,
    node: NodeId,
    target: &str,
) -> Result<ScreenshotOptions, Error> {
    let area = area_of(page, node).ok_or_else(|| {
        Error::Selector(SelectorError::NotFound {
            what: safe!("the box of `{}`: it is not rendered, or empty", PageText::of(target)),
            hint: "take an element around it, or the whole page".into(),
        })
    })?;
    Ok(options.clip(area))
}

/// Returns the elements that can be acted on, in viewport coordinates, with their refs.
fn marked(page: &Page, snapshot: &Snapshot) -> Vec<Frame> {
    // What is near the window is taken from all that is painted.
    let _ = page.paint_list();
    let marks = Marks::of(page, snapshot, ModalMode::Mark);
    let controls = Picture::of(page, snapshot, &marks).controls();
    controls.into_iter().map(|(area, reference)| Frame::new(area, reference)).collect()
}

struct Taken {
    file: String,
    /// The number of elements that are framed, if that was asked for.
    marks: Option<usize>,
    screenshot: Screenshot,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TakenAnswer<'a> {
    file: &'a str,
    width: u32,
    height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<usize>,
    missing_fonts: &'a [&'static str],
}

impl Answer for Taken {
    fn text(&self) -> SafeText {
        let PixelSize { width, height } = self.screenshot.size();
        let mut out = safe!("# {}: {}x{} pixels", PageText::of(&self.file), width, height);
        if let Some(marks) = self.marks {
            put!(out, ", {} refs", marks);
        }
        put!(out, "\n{}", missing(&self.screenshot));
        out
    }

    fn json(&self) -> String {
        let PixelSize { width, height } = self.screenshot.size();
        let missing_fonts = self.screenshot.missing_faces();
        to_json(&TakenAnswer { file: &self.file, width, height, marks: self.marks, missing_fonts })
    }

    fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        vec![(self.file.clone(), self.screenshot.bytes().to_vec())]
    }
}

/// A picture beside an answer.
pub(super) fn drawn(file: String, screenshot: Screenshot) -> Drawn {
    let PixelSize { width, height } = screenshot.size();
    let text = safe!("# {}: {}x{} pixels\n{}", PageText::of(&file), width, height, missing(&screenshot));
    Drawn { text, file: Some((file, screenshot.into_bytes())) }
}

/// Returns the options for a picture of this call in a file, in the format that its ending asks for.
///
/// # Errors
/// [`Error::Arguments`] for another ending than .png and .webp.
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
pub(super) fn with_fonts(call: &Call<'_>) -> ScreenshotOptions {
    let options = ScreenshotOptions::default();
    match call.arguments.text_of(&FONTS) {
        Some(folder) => options.outlines(Outlines::of_folder(PathBuf::from(folder))),
        None => options,
    }
}

/// Returns the box of an element in viewport coordinates, if it has one.
pub(super) fn area_of(page: &Page, node: NodeId) -> Option<Rect> {
    page.layout().get(node).map(|found| found.rect).filter(|area| !area.is_empty())
}

/// Lines on the limits that were reached and on the fonts that were not found, or nothing.
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
