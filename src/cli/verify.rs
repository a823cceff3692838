//! `stillpage verify`: a page in Chromium against the same page computed.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use super::commands::CliCommand;
use super::live_command::{BROWSER, Request, address, load, run_live};
use super::output::{is_quiet, progress, show_progress};
use crate::api::Recording;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::error::Error;
use crate::live::{Browser, Confinement, DialogAnswer};
use crate::offline::Offline;
use crate::page::{Page, RenderOptions};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::verify::{Fonts, Verification, Verified, verify};
use crate::tool::{Answer, Argument, DeviceArguments, OutputFile, TypedArguments as _, arguments, joined};

arguments! {
    /// The arguments of `stillpage verify`.
    struct VerifyArguments {
        page: Vec<String> = Argument::positional("page", "Files, folders of pages, addresses").required(),
        fail_under: Option<String> = Argument::option(
            "fail-under",
            "Exit with 1 if the mean of an area is less than this share",
        ),
        area: Vec<String> = Argument::option("area", "An area that --fail-under checks")
            .detail("Without it: all of them."),
        report: Option<OutputFile> = Argument::option(
            "report",
            "Write an HTML page with both pictures of each page side by side",
        ),
    }
}

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "verify",
    summary: "Where the engine and Chromium disagree on a page",
    about: "Loads each page in Chromium and computes it offline, then compares by area. ai, default: lines of the snapshots \
            in Playwright's two modes. role, name: Chromium's own accessibility tree. display, visibility, position, visible \
            (all together: style). geometry.1px, geometry.4px: boxes within that many pixels; geometry.nonempty: boxes empty \
            or not. hit: the element at each point of a grid; click: whether clicks land. measured.hit is the measured page \
            against Chromium itself: how well its order of painting is known. Each figure is agreeing items over all \
            items; the mean is over pages.\n\n\
            A file is loaded with nothing but the files of its own folder, as the engine does; a page of the web is \
            captured first, and the engine gets the captured file.\n\n\
            JSON: {\"summary\":{area:{\"mean\",\"pooled\"}},\"failing\":[areas],\"pages\":[{\"page\",\"areas\":{area:[agreeing,all]},\
            \"worst\":[{\"index\",\"element\",\"chromium\",\"computed\",\"off\",\"cause\"}],\"note\"}]}.",
    arguments: joined!(VerifyArguments::ARGUMENTS, DeviceArguments::ARGUMENTS),
    shared: BROWSER,
    examples: &[
        ("verify page.html", "figures by area, and the elements that are farthest off"),
        ("verify corpus/pages --json --fail-under 0.98 --area ai --area default", "every page of a folder, as a check"),
        ("verify https://example.org --report report.html", "both pictures side by side"),
    ],
    run: |line| run_live(COMMAND.name, line, run),
};

fn run(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let given: VerifyArguments = request.arguments.read();
    let least = match &given.fail_under {
        None => None,
        Some(text) => match text.parse::<f64>() {
            Ok(share) if (0.0..=1.0).contains(&share) => Some(share),
            _ => {
                return Err(Error::arguments(
                    safe!("--fail-under is `{}`, not a share", PageText::of(text)),
                    "write a number from 0 to 1",
                ));
            }
        },
    };
    let mut subjects = Vec::new();
    for text in &given.page {
        subjects.extend(pages_of(text)?);
    }
    let device = crate::tool::device(&request.arguments)?;
    let mut browser = request.browser(Some(FONTS))?;
    browser.finish_within(Some(request.limit()));
    let fonts = measured_fonts(&mut browser)?;
    let mut pages = Vec::new();
    let shows_progress = io::stderr().is_terminal() && !is_quiet();
    for (done, subject) in subjects.iter().enumerate() {
        match (subjects.len(), shows_progress) {
            (1, _) => progress(safe!("loading {}", PageText::of(subject))),
            (all, true) => show_progress(done, all, subject),
            (all, false) => progress(safe!("{}/{} {}", done + 1, all, PageText::of(subject))),
        }
        browser.finish_within(Some(request.limit()));
        pages.push(one(request, &mut browser, subject, &device)?);
    }
    if shows_progress && subjects.len() > 1 {
        show_progress(subjects.len(), subjects.len(), "done");
    }
    Ok(Box::new(Verified { pages, fonts, areas: given.area, least, report: given.report.map(|path| path.to_string()) }))
}

/// Compares one page.
fn one(request: &Request, browser: &mut Browser, subject: &str, device: &Device) -> Result<Verification, Error> {
    let url = address(subject)?;
    let file = url.to_file_path().ok();
    let mut tab = if file.is_some() { browser.open_without_network()? } else { browser.open()? };
    let looked = tab.set_device(device).and_then(|()| {
        tab.answer_dialogs(DialogAnswer::Dismiss);
        // An MHTML file is its own archive: it runs no scripts, and nothing is fetched for it.
        if let Some(folder) = file.as_deref().filter(|f| !is_mhtml(f)).and_then(Path::parent) {
            tab.confine(&Confinement { folder: folder.to_owned(), scripts: false, network: false })?;
        }
        load(&mut tab, &url, request.limit())?;
        let mut recording = if file.is_some() { Recording::default() } else { tab.record_whole()? };
        let sheets = std::mem::take(&mut recording.sheets);
        recording = tab.record_to_verify()?;
        recording.sheets = sheets;
        let picture = match request.arguments.read::<VerifyArguments>().report {
            Some(_) => tab.screenshot()?,
            None => String::new(),
        };
        Ok((recording, picture))
    });
    let closed = tab.close();
    let (recording, picture) = looked?;
    closed?;
    let dom = match &file {
        Some(path) => Offline::new(path).dom()?,
        None => Dom::parse(recording.to_html().as_bytes(), &ParseOptions { url: Some(url), ..ParseOptions::default() }),
    };
    let computed = Page::render(dom, device.clone(), RenderOptions::once());
    let mut verification = verify(subject, &recording, &recording.measure(), &computed);
    verification.pictures.chromium = picture;
    Ok(verification)
}

fn is_mhtml(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("mhtml") || e.eq_ignore_ascii_case("mht"))
}

/// The fonts that the engine knows, for the browser.
const FONTS: &str = include_str!("../../scripts/fonts.conf");

/// The fonts of the reference environment for each kind of text, and the Debian packages that have them.
const REFERENCE_FONTS: &[(&str, &str, &str, &str)] = &[
    ("sans-serif", "Sphinx", "Liberation Sans", "fonts-liberation"),
    ("serif", "Sphinx", "Liberation Serif", "fonts-liberation"),
    ("monospace", "Sphinx", "Liberation Mono", "fonts-liberation"),
    ("sans-serif", "東京", "WenQuanYi Micro Hei", "fonts-wqy-microhei"),
    ("sans-serif", "ⴰⵣⵓⵍ", "DejaVu Sans", "fonts-dejavu-core"),
];

/// The fonts that the browser has for each kind of text.
fn measured_fonts(browser: &mut Browser) -> Result<Fonts, Error> {
    let spans =
        REFERENCE_FONTS.iter().map(|(family, text, ..)| format!("<p style=\"font-family: {family}\">{text}</p>"));
    let html = format!("<!doctype html><meta charset=utf-8>{}", spans.collect::<String>());
    let encoded: String = html.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let mut tab = browser.open_without_network()?;
    let used = tab
        .load(&format!("data:text/html;charset=utf-8,{encoded}"), std::time::Duration::from_secs(30))
        .and_then(|_| tab.fonts_of("p"));
    let closed = tab.close();
    let used = used?;
    closed?;
    let mut missing: Vec<&'static str> = Vec::new();
    for ((.., family, package), used) in REFERENCE_FONTS.iter().zip(&used) {
        if used != family && !missing.contains(package) {
            missing.push(package);
        }
    }
    if !missing.is_empty() {
        let packages = SafeText::join(missing.iter().map(|&package| package.into()), " ");
        progress(safe!("the reference fonts are not all here, so figures are lower: apt-get install {}", packages));
    }
    let mut families: Vec<String> = Vec::new();
    for family in used {
        if !families.contains(&family) {
            families.push(family);
        }
    }
    Ok(Fonts { families, missing })
}

/// Limit: pages of a folder.
const MAX_PAGES: usize = 100_000;

/// The pages that an argument names: itself, or every page below a folder without an index.html, in order of their names.
fn pages_of(text: &str) -> Result<Vec<String>, Error> {
    let path = Path::new(text);
    if text.contains("://") || !path.is_dir() || path.join("index.html").is_file() {
        return Ok(vec![text.to_owned()]);
    }
    let mut found: Vec<PathBuf> = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| Error::io(&folder, &error))?;
        for entry in entries.flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            let name = entry.file_name().to_string_lossy().to_ascii_lowercase();
            match kind {
                // Resources saved beside a page are not pages.
                Ok(kind) if kind.is_dir() && !name.ends_with("_files") => open.push(path),
                Ok(kind) if kind.is_file() && [".html", ".htm", ".mhtml"].iter().any(|e| name.ends_with(e)) => {
                    found.push(path);
                }
                _ => {}
            }
        }
        if found.len() > MAX_PAGES {
            break;
        }
    }
    if found.is_empty() {
        return Err(Error::arguments(
            safe!("no page in {}", PageText::of(text)),
            "name a folder with .html or .mhtml files",
        ));
    }
    found.sort();
    progress(safe!("{} pages", found.len()));
    Ok(found.into_iter().map(|path| path.to_string_lossy().into_owned()).collect())
}
