//! `stillpage view`

use std::path::Path;

#[cfg(feature = "screenshot")]
use base64::Engine as _;
use serde::Serialize;

use super::element::Elements;
#[cfg(feature = "screenshot")]
use super::screenshot::{missing, with_fonts};
use super::{Answer, Argument, Call, FILE, OutputFile, PageFile, Tool, TypedArguments, arguments, to_json};
use crate::error::Error;
use crate::picture::Picture;
use crate::safe_text::{PageText, SafeText, safe};
#[cfg(feature = "screenshot")]
use crate::screenshot::{PixelSize, Screenshot};
use crate::snapshot::{Marks, ModalMode, Snapshot, SnapshotOptions};

arguments! {
    /// The arguments of `stillpage view`.
    struct ViewArguments {
        file: PageFile = FILE,
        output: Option<OutputFile> = Argument::option(
            "output",
            "The file to write, .svg or .html; as a short option -o",
        )
        .detail("An existing file is replaced."),
        #[cfg(feature = "screenshot")]
        screenshot: bool = Argument::option("screenshot", "Draw the boxes over a picture of the page in pixels"),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "view",
    summary: "A picture of a page: boxes with their refs, what is obscured, what is below the fold",
    about: "Draws the page as the engine computes it: a box for each element of the snapshot, labelled with its ref; the \
            page's text in light grey; hatching over what a modal or something else covers; a red line at the bottom of the \
            window. Boxes and text are where Chromium puts them; colours and images are drawn with --screenshot, in a build that \
            has the feature.\n\n\
            OUT.svg is the picture alone. OUT.html shows it beside the list of refs, with roles, names and marks: \
            hovering over one highlights the other. Both are single files that load nothing and run no script of the page. \
            Without -o the SVG goes to standard output.\n\n\
            JSON: {\"file\",\"format\",\"refs\",\"labels\"}; without -o also \"svg\".",
    arguments: ViewArguments::ARGUMENTS,
    examples: &[
        ("view page.html -o page.svg", "a picture for a report"),
        ("view page.html -o refs.html", "the picture with the list of refs"),
        #[cfg(feature = "screenshot")]
        ("view page.html -o refs.html --screenshot", "the same over the page as Chromium shows it"),
    ],
    run,
};

/// The format that a file's name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Html,
}

impl Format {
    fn of(path: &str) -> Result<Self, Error> {
        let ending = Path::new(path).extension().and_then(|e| e.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "html" | "htm" => Ok(Self::Html),
            _ => Err(Error::arguments(
                safe!("`{}` ends neither in .svg nor in .html", PageText::of(path)),
                "the ending selects the format: name a file such as page.svg or page.html",
            )),
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Html => "html",
        }
    }
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let page = call.page();
    let output = match call.given::<ViewArguments>().output {
        Some(path) => Some((path.to_string(), Format::of(&path)?)),
        None => None,
    };
    let snapshot = Snapshot::render(page, &SnapshotOptions::default()).with_refs(Elements::new(call).refs().clone());
    // The picture asks for all that is painted; the marks take what is near the window from there.
    let _ = page.paint_list();
    let marks = Marks::of(page, &snapshot, ModalMode::Mark);
    #[cfg_attr(not(feature = "screenshot"), expect(unused_mut, reason = "nothing is drawn behind it"))]
    let mut view = View { picture: Picture::of(page, &snapshot, &marks), output, notes: SafeText::new() };
    #[cfg(feature = "screenshot")]
    if call.given::<ViewArguments>().screenshot {
        let options = with_fonts(call).scale(1.0).long_page(page);
        let screenshot = Screenshot::of(page, &options)?;
        view.notes = missing(&screenshot);
        let png = base64::engine::general_purpose::STANDARD.encode(screenshot.bytes());
        let PixelSize { width, height } = screenshot.size();
        let address = format!("data:{};base64,{png}", screenshot.format().media_type());
        view.picture.lay_over(address, (width, height));
    }
    Ok(Box::new(view))
}

struct View {
    picture: Picture,
    output: Option<(String, Format)>,
    /// Lines on what the picture in pixels lacks.
    notes: SafeText,
}

#[derive(Serialize)]
struct ViewAnswer<'a> {
    file: Option<&'a str>,
    format: &'static str,
    refs: usize,
    labels: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

impl Answer for View {
    fn text(&self) -> SafeText {
        let (refs, labels) = self.picture.counts();
        match &self.output {
            None => SafeText::verbatim(self.picture.to_svg()),
            Some((path, _)) => {
                safe!("# {}: {} refs, {} of them labelled\n{}", PageText::of(path), refs, labels, self.notes)
            }
        }
    }

    fn json(&self) -> String {
        let (refs, labels) = self.picture.counts();
        let (file, format) = match &self.output {
            Some((path, format)) => (Some(path.as_str()), *format),
            None => (None, Format::Svg),
        };
        let svg = self.output.is_none().then(|| self.picture.to_svg());
        to_json(&ViewAnswer { file, format: format.as_str(), refs, labels, svg })
    }

    fn files(&self) -> Vec<(String, String)> {
        let drawn = self.output.iter().map(|(path, format)| {
            let text = match format {
                Format::Svg => self.picture.to_svg(),
                Format::Html => self.picture.to_html(),
            };
            (path.clone(), text)
        });
        drawn.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_by_ending() {
        assert_eq!(Format::of("a/b.SVG"), Ok(Format::Svg));
        assert_eq!(Format::of("b.html"), Ok(Format::Html));
        for path in ["b.png", "svg", ".svg", "b.html.gz", ""] {
            assert!(Format::of(path).is_err(), "{path}");
        }
    }
}
