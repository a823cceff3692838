//! A tool on saved pages: reads them, runs it, keeps the session.

use std::cell::RefCell;
use std::io::{self, Read as _};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use serde_json::json;

use super::file::write_whole;
use super::moments::{RecordedPage, asked, page_arguments, settled};
use super::output::{print_note, show_progress};
use super::session::SessionFile;
use crate::batch::ArchivedSite;
use crate::capture::Replay;
use crate::device::Device;
use crate::dom::ParseOptions;
use crate::error::Error;
use crate::limits::Warnings;
use crate::offline::{Offline, installed_fonts};
use crate::page::{Keep, Page, PageSource as _, RenderOptions, RenderStage};
use crate::recording::SessionRecording;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::door::with_warnings;
use crate::tool::{
    Answer, ArgumentKind, Arguments, Call, FileText, OutputArguments, PageArguments, Progress, RunCommand, Tool,
};

/// The result of a command: what it prints, and how long it took.
pub(super) struct CallResult {
    pub(super) answer: Box<dyn Answer>,
    /// The answer as JSON, with the warnings about its pages, if it was asked for.
    pub(super) json: Option<SafeText>,
    /// Notes on the pages for which the answer, JSON, has no room.
    pub(super) notes: Vec<String>,
    pub(super) clock: Clock,
}

/// The form of an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output<'a> {
    /// `--json` was given.
    pub(super) json: bool,
    /// `--timings` was given.
    pub(super) timings: bool,
    /// The page that warnings name: one of several.
    pub(super) page: Option<&'a str>,
}

/// Loads the pages of a call, runs it and renders its answer.
pub(super) fn run_tool(tool: &Tool, arguments: &Arguments, output: Output<'_>) -> Result<CallResult, Error> {
    let Output { json, timings, page: name } = output;
    let mut clock = Clock::start(timings);
    let arguments = &settled(tool, arguments)?;
    let given: PageArguments = arguments.read();
    let fonts = given.fonts.as_ref().map(|folder| installed_fonts(Path::new(folder))).transpose()?;
    let device_from = |recorded: Device| -> Result<Device, Error> {
        let device = crate::tool::device_from(arguments, recorded)?;
        Ok(fonts.clone().map_or(device.clone(), |fonts| device.fonts(fonts)))
    };
    let asked = asked(tool, arguments)?;
    let mut loader = Loader {
        lines: tool.keeps_lines(),
        url: given.url.as_deref(),
        device_from: &device_from,
        // Tools that compare pages look at their trees: none has to keep its boxes while the next one is laid out.
        keep: if asked.len() > 1 { Keep::Nothing } else { tool.keeps(arguments) },
        needs_boxes: tool.needs_boxes(arguments),
        clock: &mut clock,
        recording: None,
    };
    let (mut pages, mut recorded) = (Vec::with_capacity(asked.len()), Vec::with_capacity(asked.len()));
    for &(file, at) in &asked {
        let (page, of) = loader.load(file, at)?;
        pages.push(page);
        recorded.push(of);
    }
    let tab = &*given.tab;
    let mut file = None;
    let session = match &given.session {
        Some(path) => {
            let (opened, mut session) = SessionFile::open(Path::new(path))?;
            if given.navigated {
                session.navigate(tab);
            }
            if let (Some(page), Some(Some(recorded))) = (pages.first(), recorded.first()) {
                recorded.connect(&mut session, tab, page, &device_from)?;
            }
            file = Some(opened);
            Some(RefCell::new(session))
        }
        None => None,
    };
    let kept = match &recorded[..] {
        [Some(before), Some(after)] => before.nodes_kept(after),
        _ => None,
    };
    let progress = Progress(&show_progress);
    let command = RunCommand(&super::command::run);
    let answer = (tool.run)(&Call {
        pages: pages.iter().collect(),
        arguments,
        session: session.as_ref(),
        refs: None,
        kept: kept.as_ref(),
        progress,
        command,
    });
    // Also after an error: its message may name refs.
    if let (Some(file), Some(session)) = (file, session) {
        let mut session = session.into_inner();
        for (page, recorded) in pages.iter().zip(&recorded) {
            session.set_moment(tab, page, recorded.as_ref().map(RecordedPage::name).as_deref());
        }
        file.save(&session)?;
    }
    let answer = answer?;
    let texts = answer.files().into_iter().map(|(path, text)| (path, text.into_bytes()));
    for (path, bytes) in texts.chain(answer.pictures()) {
        if !arguments.read::<OutputArguments>().overwrite {
            refuse_input(tool, arguments, &path)?;
        }
        write_whole(Path::new(&path), bytes)?;
    }
    let mut warnings = Warnings::default();
    for page in &pages {
        warnings.extend(&page.warnings_so_far());
    }
    let printed = json.then(|| SafeText::verbatim(with_warnings(answer.json(), &warnings, answer.has_notes())));
    // Each note is printed once: in the answer if it has room for them.
    let has_notes = answer.has_notes() || printed.as_ref().is_some_and(|json| json.ends_with('}'));
    let mut notes = Vec::new();
    for warning in warnings.iter().filter(|warning| !(warning.is_note() && has_notes)) {
        if json && warning.is_note() {
            notes.push(warning.to_string());
            continue;
        }
        let kind = if warning.is_note() { "note" } else { "warning" };
        let name = name.map(|name| safe!("{}: ", PageText::of(name))).unwrap_or_default();
        print_note(&safe!("{}: {}{}\n", kind, name, PageText::of(&warning.to_string()).at_most(WARNING_CHARS)));
    }
    if output.page.is_none() {
        // The process ends soon: to give the memory of large pages back piece by piece would only take time.
        std::mem::forget(pages);
    }
    Ok(CallResult { answer, json: printed, notes, clock })
}

/// Limit: characters of a warning; it may quote a file name.
const WARNING_CHARS: usize = 1000;

/// Refuses to overwrite the page that the command read.
fn refuse_input(tool: &Tool, arguments: &Arguments, path: &str) -> Result<(), Error> {
    let place = |path: &str| Path::new(path).canonicalize().ok();
    match place(path) {
        Some(output) if page_arguments(tool, arguments).filter_map(place).any(|input| input == output) => {
            Err(Error::arguments(
                safe!("{} is the page itself", PageText::of(path)),
                "write to another file, or use --overwrite if the command has it",
            ))
        }
        _ => Ok(()),
    }
}

/// Reads pages from files.
struct Loader<'a> {
    /// Elements keep the lines that they are on.
    lines: bool,
    /// The address of the page in an archive.
    url: Option<&'a str>,
    device_from: &'a dyn Fn(Device) -> Result<Device, Error>,
    keep: Keep,
    needs_boxes: bool,
    clock: &'a mut Clock,
    /// The recording that was read last, and its file.
    recording: Option<(String, Rc<SessionRecording>)>,
}

impl Loader<'_> {
    /// Reads a file, parses and renders it.
    fn load(&mut self, file: &str, at: Option<&str>) -> Result<(Page, Option<RecordedPage>), Error> {
        if ["http://", "https://"]
            .iter()
            .any(|scheme| file.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme)))
        {
            return Err(Error::arguments(
                safe!("`{}` is an address; this command reads saved pages", PageText::of(file)),
                safe!("save the page first: `stillpage capture {} -o page.html`", PageText::of(file)),
            ));
        }
        let recording = self.recording(file)?;
        if Replay::is_named(file) && recording.is_none() && at.is_none() {
            let page = Replay::new(file).page()?;
            self.clock.lap(Stage::Parse);
            return Ok((page, None));
        }
        let (dom, device, recorded) = match recording {
            Some(recording) => {
                let moment = recording.find(at)?;
                let device = (self.device_from)(recording.device(moment))?;
                let (dom, recorded) = RecordedPage::of(recording, moment);
                (dom, device, Some(recorded))
            }
            None if at.is_some() => return Err(not_a_recording(file)),
            None => {
                let dom = match ArchivedSite::open(file)? {
                    Some(site) => site.page(self.url, ParseOptions { lines: self.lines, ..ParseOptions::default() })?,
                    None if self.url.is_some() => return Err(not_an_archive(file)),
                    None => {
                        let offline = Offline::new(file);
                        if self.lines { offline.with_lines() } else { offline }.dom()?
                    }
                };
                (dom, (self.device_from)(Device::desktop())?, None)
            }
        };
        self.clock.lap(Stage::Parse);
        let mut lap = |stage| {
            self.clock.lap(match stage {
                RenderStage::Style => Stage::Style,
                RenderStage::Layout => Stage::Layout,
                RenderStage::Paint => Stage::Snapshot,
            });
        };
        let options = RenderOptions::default().keep(self.keep).stages(&mut lap);
        let page = Page::render(dom, device, if self.needs_boxes { options } else { options.on_demand() });
        if self.clock.is_watched && self.needs_boxes {
            // Otherwise built when the command first asks for it, if ever.
            let _ = page.aria();
            self.clock.lap(Stage::Aria);
        }
        Ok((page, recorded))
    }

    /// The recording in a file, if it is one.
    fn recording(&mut self, file: &str) -> Result<Option<Rc<SessionRecording>>, Error> {
        if let Some((known, recording)) = &self.recording
            && known == file
        {
            return Ok(Some(Rc::clone(recording)));
        }
        let opened = SessionRecording::open(file)?.map(Rc::new);
        self.recording = opened.clone().map(|recording| (file.to_owned(), recording));
        Ok(opened)
    }
}

/// A moment of a file that has only one.
fn not_a_recording(file: &str) -> Error {
    Error::arguments(
        safe!("{} is a page, not a recording", PageText::of(file)),
        "leave out --at; it picks a moment of a Playwright trace or of a recording of rrweb",
    )
}

/// An address of a file that has its own.
fn not_an_archive(file: &str) -> Error {
    Error::arguments(
        safe!("{} is a page, not an archive", PageText::of(file)),
        "leave out --url; it picks a page of a HAR, WACZ or WARC file",
    )
}

/// An arrow of the pipeline, as `--timings` names it.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Parse,
    Style,
    Layout,
    Aria,
    /// Calls the tool and prints its answer.
    Snapshot,
}

/// The time that each stage took.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    start: Instant,
    last: Instant,
    /// Milliseconds by [`Stage`].
    laps: [f64; 5],
    /// `--timings` was given.
    is_watched: bool,
}

impl Clock {
    fn start(is_watched: bool) -> Self {
        let now = Instant::now();
        Self { start: now, last: now, laps: [0.0; 5], is_watched }
    }

    /// Books the time since the last lap on a stage.
    fn lap(&mut self, stage: Stage) {
        let now = Instant::now();
        self.laps[stage as usize] += now.duration_since(self.last).as_secs_f64() * 1e3;
        self.last = now;
    }

    /// `--timings` up to now, once the answer is printed, as JSON: milliseconds, and the peak of the process's memory where the system
    /// says what it is. `None` if nobody asked.
    pub(super) fn line_if_watched(&mut self) -> Option<SafeText> {
        self.lap(Stage::Snapshot);
        self.is_watched.then(|| self.line())
    }

    fn line(&self) -> SafeText {
        let ms = |v: f64| (v * 1e3).round() / 1e3;
        let [parse, style, layout, aria, snapshot] = self.laps.map(ms);
        let total = ms(self.last.duration_since(self.start).as_secs_f64() * 1e3);
        let mut value = json!({ "parse": parse, "style": style, "layout": layout, "aria": aria, "snapshot": snapshot, "total": total });
        if let Some(peak) = peak_memory() {
            value["peak"] = peak.into();
        }
        SafeText::json(&value.to_string())
    }
}

/// The most memory that the process has had resident so far, bytes. `None` on systems without `/proc`.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB")?.trim().parse().ok());
    kilobytes.map(|kilobytes: u64| kilobytes * 1024)
}

/// Reads the files, and the standard input, that arguments name.
pub(super) fn read_input(tool: &Tool, mut arguments: Arguments) -> Result<Arguments, Error> {
    let mut used = page_arguments(tool, &arguments).any(|file| file == "-");
    for argument in tool.arguments {
        match (argument.kind, arguments.text_of(argument)) {
            // Such files hold JSON, and no file has this name.
            (ArgumentKind::FileText, Some(text)) if text.trim_start().starts_with('{') => continue,
            (ArgumentKind::FileText, Some(path)) => {
                let is_made = argument.made_by.is_some_and(|flag| arguments.value(flag) == Some(&true.into()));
                let text = match std::fs::read_to_string(path) {
                    // It is about to be written for the first time.
                    Err(error) if error.kind() == io::ErrorKind::NotFound && is_made => String::new(),
                    text => text.map_err(|error| Error::io(path, &error))?,
                };
                let file = FileText { text, path: Some(path.to_owned()) };
                arguments = arguments.with(argument, file.into_value());
                continue;
            }
            (ArgumentKind::TextOrInput, Some("-")) => {}
            _ => continue,
        }
        if std::mem::replace(&mut used, true) {
            return Err(Error::arguments(
                "standard input can be read only once",
                safe!("give the page as a file, and --{} as -", argument.name),
            ));
        }
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).map_err(|error| Error::io("", &error))?;
        arguments = arguments.with(argument, text);
    }
    Ok(arguments)
}
