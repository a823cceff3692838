//! One user-visible operation per file. The subcommands of the command line, their help and their arguments derive from the
//! table [`TOOLS`].
//!
//! *In*: pages and checked [`Arguments`]. *Out*: an [`Answer`], as text or as JSON.
//!
//! *Invariants*: no IO; the shell loads pages and prints answers. The same call gives the same answer. A tool is one file
//! here and one row of [`TOOLS`]; nothing else knows its name.

mod act;
mod action;
mod argument;
pub(crate) mod audit;
mod audit_html;
mod audit_machine;
mod check;
mod diff;
#[cfg(test)]
mod difference_tests;
pub(crate) mod door;
mod element;
mod explain;
#[cfg(feature = "extract")]
mod extract;
mod find;
#[cfg(test)]
mod found_tests;
mod hit;
mod inspect;
mod landing;
mod locate;
mod markdown;
mod matching;
#[cfg(feature = "extract")]
mod metadata;
mod mutate;
#[cfg(test)]
mod mutate_tests;
mod resolve;
mod score;
#[cfg(feature = "screenshot")]
pub(crate) mod screenshot;
mod search;
mod snapshot;
pub(crate) mod suite;
mod surface;
mod target;
mod text;
pub(crate) mod trace;
pub(crate) mod verify;
mod view;

use std::sync::Mutex;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::device::{ColorScheme, Device};
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::refs::RefTable;
use crate::refs::session::{FIRST_TAB, Session};
use crate::safe_text::{PageText, SafeText, safe, terminal_safe_json};
pub(crate) use action::Target;
pub(crate) use argument::{Argument, ArgumentKind, ArgumentPlace, Arguments};
pub(crate) use locate::located;
pub(crate) use matching::compare;
pub(crate) use surface::Surface;
#[cfg(feature = "mcp")]
pub(crate) use surface::camel_case;

/// One operation on saved pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// One word, lower case.
    pub name: &'static str,
    /// The description: one line, no full stop.
    pub summary: &'static str,
    /// Help on reading the answer, and on what to know before relying on it: full sentences.
    pub about: &'static str,
    /// Its own arguments, besides [`COMMON`].
    pub arguments: &'static [Argument],
    /// Command lines without the program's name, each with what it is for.
    pub examples: &'static [(&'static str, &'static str)],
    /// Answers a call.
    pub run: fn(&Call<'_>) -> Result<Box<dyn Answer>, Error>,
}

/// Every tool, in the order in which a newcomer needs them.
pub(crate) const TOOLS: &[Tool] = &[
    snapshot::TOOL,
    inspect::TOOL,
    find::TOOL,
    search::TOOL,
    locate::TOOL,
    hit::TOOL,
    check::TOOL,
    act::CLICK,
    act::FILL,
    act::TYPE,
    act::PRESS,
    act::SELECT,
    act::SET_CHECKED,
    act::HOVER,
    act::DRAG,
    act::SCROLL,
    act::SUBMIT,
    explain::TOOL,
    view::TOOL,
    #[cfg(feature = "screenshot")]
    screenshot::TOOL,
    text::TOOL,
    markdown::TOOL,
    #[cfg(feature = "extract")]
    extract::TOOL,
    #[cfg(feature = "extract")]
    metadata::TOOL,
    matching::TOOL,
    audit::TOOL,
    diff::TOOL,
    resolve::TOOL,
    // A tool of those who measure refs, whose parts are 40 kB of download.
    #[cfg(not(stillpage_npm))]
    mutate::TOOL,
];

/// The size of the window.
pub(crate) const VIEWPORT: Argument = Argument::option(
    "viewport",
    ArgumentKind::Size,
    "The size of the window in CSS pixels, 1280x720 unless --device sets it",
)
.detail("Scrollbars are overlaid and take no room, as in a headless browser.");
/// The device by name.
pub(crate) const DEVICE: Argument =
    Argument::option("device", ArgumentKind::Text, "Playwright device name, as in \"iPhone 15\"")
        .detail("Sets the window, scale, mobile and touch; the options for these override it.");
/// Device pixels per CSS px.
pub(crate) const SCALE: Argument = Argument::option(
    "scale",
    ArgumentKind::Number { max: 10 },
    "Device pixels per CSS pixel, as deviceScaleFactor; 1 unless --device sets it",
)
.detail("Text has fractional advances at other scales than 1; everything else is laid out in CSS pixels.")
.rare();
/// A phone.
pub(crate) const MOBILE: Argument =
    Argument::flag("mobile", "Emulate a phone or tablet: meta viewport and touch, as isMobile and hasTouch").rare();
/// `prefers-color-scheme`.
pub(crate) const COLOR_SCHEME: Argument =
    Argument::option("color-scheme", ArgumentKind::Choice(&["light", "dark"]), "The value of prefers-color-scheme")
        .default("light")
        .rare();
/// `prefers-reduced-motion`.
pub(crate) const REDUCED_MOTION: Argument =
    Argument::flag("reduced-motion", "Set prefers-reduced-motion to reduce").rare();
/// The user's language.
pub(crate) const LOCALE: Argument =
    Argument::option("locale", ArgumentKind::Text, "The user's language, a BCP 47 tag as in de-DE")
        .default("en-US")
        .rare();

/// A table of arguments with those that [`device`] reads in it, scrolling aside.
macro_rules! with_device {
    ([$($before:expr),* $(,)?], [$($after:expr),* $(,)?]) => {
        &[
            $($before,)*
            $crate::tool::VIEWPORT,
            $crate::tool::DEVICE,
            $crate::tool::SCALE,
            $crate::tool::MOBILE,
            $crate::tool::COLOR_SCHEME,
            $crate::tool::REDUCED_MOTION,
            $crate::tool::LOCALE,
            $($after,)*
        ]
    };
}
pub(crate) use with_device;

/// The arguments that [`device`] reads, scrolling aside.
pub(crate) const DEVICE_ARGUMENTS: &[Argument] = with_device!([], []);

/// Arguments of every tool that takes a page.
pub(crate) const COMMON: &[Argument] = with_device!([], [
    Argument::option("fonts", ArgumentKind::Text, "A folder of font files that count as installed beside the reference fonts")
        .detail(
            "TTF, OTF, WOFF and WOFF2 files; families are named by the files. The reference fonts remain the default.",
        ),
    Argument::option("at", ArgumentKind::Text, "The moment of a recording: a state that `stillpage states` lists")
        .detail(
            "CALL:before, CALL:action or CALL:after in a Playwright trace; a call alone means its last state. event:N (after the \
             first N events) or a time as in 12.5s in a recording of rrweb. Without it the end of the recording. A command that \
             compares two pages takes one recording with two moments, or each of two recordings with its own.",
        )
        .many(),
    Argument::option("url", ArgumentKind::Text, "The address of the page in an archive: a HAR, WACZ or WARC file")
        .detail("Redirects are followed. Without it the page that the archive begins with."),
    Argument::option(
        "scroll-y",
        ArgumentKind::Integer { min: 0, max: 100_000_000 },
        "How far the page is scrolled down, in CSS pixels",
    )
    .detail("Clamped to the page. By default where the page was saved (data-frozen-scroll-y), else the top."),
    Argument::option("session", ArgumentKind::Text, "Keep refs in this file, so they mean the same in every command").detail(
        "Created if missing. The page is treated as a re-render of the last page in the same tab: an \
             element that is still the same widget keeps its ref, a new one gets a new number, and a ref whose element \
             cannot be found for certain is an error with the reason. Numbers count up and are never reused.",
    ),
    Argument::option("tab", ArgumentKind::Text, "Which tab of the session the page is in")
        .default("1")
        .detail("Any name. A ref belongs to the tab it was taken in; using it in another one is an error."),
    Argument::flag("navigated", "The page is a new document: earlier refs no longer resolve").detail(
        "Without it another file in the same tab is a re-render of the same document, unless both files record which \
             origin they come from (the address of an MHTML file, a comment `saved from url`, a base element) and the \
             origins differ. Routes of one origin are one document: history.pushState() leads there.",
    ),
    Argument::option("refs", ArgumentKind::Choice(&["sequential", "stable"]), "How new refs are numbered")
        .default("sequential")
        .detail(
            "sequential: counting up. stable: by what the element is (nine digits), so that two loads of a page agree, \
             even if the rest of it changed; other commands take such refs without a session too.",
        ),
]);

/// The first of two moments of a recording.
pub(crate) const FROM: Argument =
    Argument::option("from", ArgumentKind::Text, "The moment of a recording before, as --at names it")
        .detail("With --to in place of a second page: both moments are of one recording.");
/// The second one.
pub(crate) const TO: Argument = Argument::option("to", ArgumentKind::Text, "The moment of the recording after");

/// The page that every tool takes first.
pub(crate) const FILE: Argument = Argument::positional(
    "file",
    ArgumentKind::Page,
    "A saved page: .html, .mhtml, a folder, a recording, an archive, or - for standard input",
)
.required()
.detail("A folder is the page in it, index.html. Recordings are a Playwright trace.zip and the events of rrweb, archives HAR, WACZ and WARC files. A `file:` URL is a path too.");

/// The pages of tools whose answers about several pages can stand one after the other.
pub(crate) const FILES: Argument = FILE.several().detail(
    "A folder is the page in it, index.html, or all pages below it. Recordings are a Playwright trace.zip and the events of rrweb, \
     archives HAR, WACZ and WARC files. A `file:` URL is a path too. Of several pages, and of a glob such as 'pages/*.html', each has its answer under its name, in JSON \
     {\"pages\":[{\"file\",\"answer\",\"error\"}]}.",
);

/// A call of a tool.
#[derive(Debug, Clone)]
pub(crate) struct Call<'a> {
    /// The rendered pages, one for each argument of kind [`ArgumentKind::Page`], in order.
    pub pages: Vec<&'a Page>,
    /// The other arguments, checked against what the tool declares.
    pub arguments: &'a Arguments,
    /// The session that holds the meaning of refs beyond this call. Without one they are the numbers that Playwright gives, and
    /// each call its own.
    pub session: Option<&'a Mutex<Session>>,
    /// The refs that the elements of the first page have, where the caller assigns them.
    pub refs: Option<&'a RefTable>,
    /// The nodes of the second page by those of the first that they are, where a recording of both says so.
    pub kept: Option<&'a FxHashMap<NodeId, NodeId>>,
    /// Called by tools that take long, with their progress.
    pub progress: Progress<'a>,
    /// Runs command lines that the user gives.
    pub command: RunCommand<'a>,
}

/// Runs a command line with a text as its input and a time limit, and returns what it prints.
#[derive(Clone, Copy)]
pub(crate) struct RunCommand<'a>(pub &'a dyn Fn(&str, &str, Duration) -> Result<String, Error>);

impl std::fmt::Debug for RunCommand<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RunCommand")
    }
}

/// Receives progress: how many of how many, and of what.
#[derive(Clone, Copy)]
pub(crate) struct Progress<'a>(pub &'a dyn Fn(usize, usize, &str));

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Progress")
    }
}

impl<'a> Call<'a> {
    /// The page that the call is about.
    ///
    /// # Panics
    /// If the tool declares no page, or the shell has not loaded it.
    #[must_use]
    pub(crate) fn page(&self) -> &'a Page {
        self.pages[0]
    }

    /// The tab of the session that the call is about.
    #[must_use]
    pub(crate) fn tab(&self) -> &'a str {
        self.arguments.text("tab").unwrap_or(FIRST_TAB)
    }

    /// True if refs are to be numbered by what elements are.
    #[must_use]
    pub(crate) fn stable_refs(&self) -> bool {
        self.arguments.text("refs") == Some("stable")
    }
}

/// The answer of a tool.
pub(crate) trait Answer {
    /// As lines for a reader. Page content is in them only as [`PageText`](crate::safe_text::PageText).
    fn text(&self) -> SafeText;

    /// As JSON in the shape that DESIGN.md promises, on one line.
    fn json(&self) -> String;

    /// Files that the shell writes, by path: what arguments of kind [`ArgumentKind::Output`] asked for.
    fn files(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Pictures that the shell writes, by path, beside [`files`](Self::files).
    fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// True if the answer has the notes about its pages in it.
    fn has_notes(&self) -> bool {
        false
    }

    /// Returns the reason why a check failed, for the shell to report beside the answer.
    fn refusal(&self) -> Option<Error> {
        None
    }

    /// Returns the verdict, from which the exit code follows.
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }
}

/// The verdict on a question: whether it got what it asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Found or done.
    Done,
    /// Nothing was found, or several where one was meant.
    Nothing,
    /// A check failed.
    Failed,
    /// Part of the work could not be done.
    Error,
}

impl Tool {
    /// The tool of that name.
    #[must_use]
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// True for an action on a saved page; a live tab has its own.
    pub(crate) fn acts(&self) -> bool {
        act::NAMES.contains(&self.name)
    }

    /// True if its answers name the lines of elements.
    pub(crate) fn keeps_lines(&self) -> bool {
        self.name == audit::TOOL.name
    }

    /// Its own arguments and the common ones, in the order of a usage line.
    pub(crate) fn all_arguments(&self) -> impl Iterator<Item = &'static Argument> + Clone {
        self.arguments.iter().chain(self.common_arguments())
    }

    /// The common arguments that it takes.
    #[must_use]
    pub(crate) fn common_arguments(&self) -> &'static [Argument] {
        if self.takes_page() { COMMON } else { &[] }
    }

    /// True if it is about a page.
    #[must_use]
    pub(crate) fn takes_page(&self) -> bool {
        self.arguments.iter().any(|a| a.kind == ArgumentKind::Page)
    }
}

/// The device that the common arguments describe, fonts aside: the shell reads files.
///
/// # Errors
/// [`Error::InvalidArguments`] if Playwright has no device of that name.
pub(crate) fn device(arguments: &Arguments) -> Result<Device, Error> {
    device_from(arguments, Device::desktop())
}

/// The device for a page that was recorded on another one, whose window, scale and language hold where no argument sets them.
///
/// # Errors
/// [`Error::InvalidArguments`] if Playwright has no device of that name.
pub(crate) fn device_from(arguments: &Arguments, recorded: Device) -> Result<Device, Error> {
    let mut device = match arguments.text("device") {
        Some(name) => Device::named(name).ok_or_else(|| unknown_device(name))?,
        None => recorded,
    };
    if let Some(scale) = arguments.number("scale") {
        device.scale = scale;
    }
    if arguments.flag("mobile") {
        device = device.mobile(true);
    }
    if arguments.text("color-scheme") == Some("dark") {
        device.color_scheme = ColorScheme::Dark;
    }
    device.reduced_motion |= arguments.flag("reduced-motion");
    if let Some(locale) = arguments.text("locale").filter(|&locale| Some(locale) != LOCALE.default) {
        device.locale = locale.into();
    }
    if let Some(viewport) = arguments.size("viewport") {
        device.viewport = viewport;
    }
    if let Some(y) = arguments.count("scroll-y") {
        #[expect(clippy::cast_precision_loss, reason = "at most 100,000,000, a scroll offset of whole pixels")]
        let y = y as f32;
        device.scroll = Some(crate::geometry::Point::new(0.0, y));
    }
    Ok(device)
}

/// The error of a tool that compares two pages and was given one.
fn two_pages(tool: &'static str) -> Error {
    Error::arguments(
        safe!("{} takes two pages", tool),
        "write the page before and the page after, or one recording and two of its moments: --at A --at B",
    )
}

fn unknown_device(name: &str) -> Error {
    let maker = |name: &str| name.split(' ').next().unwrap_or_default().to_lowercase();
    let alike = Device::names().filter(|known| maker(known) == maker(name));
    let alike: Vec<&'static str> = alike.take(8).collect();
    let examples = if alike.is_empty() { vec!["Desktop Chrome", "iPhone 15", "Pixel 7", "iPad Mini"] } else { alike };
    let examples = SafeText::join(examples.into_iter().map(SafeText::from), ", ");
    Error::arguments(
        safe!("Playwright has no device named {}", PageText::of(name)),
        safe!("use one of its names, such as {}", examples),
    )
}

/// The JSON text of a value that always has one, without characters that a terminal would obey.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    terminal_safe_json(&exact_json(value))
}

/// The JSON text of such a value, with the characters as they are.
fn exact_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("an answer is plain data, which has JSON")
}
