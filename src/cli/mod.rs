//! The command line: a thin shell over [`tool`](crate::tool). Parsing and help texts derive from the tools' own tables.
//!
//! *In*: argument vectors, files, standard input. *Out*: answers, files, exit codes.
//!
//! *Invariants*: answers go to stdout, everything else to stderr; a closed pipe is success; pages are rendered on a thread
//! whose stack is deep enough for any tree the parser lets through.

#[cfg(feature = "live")]
mod act;
#[cfg(feature = "live")]
mod browse;
#[cfg(feature = "live")]
mod capture;
mod command;
#[cfg(feature = "live")]
mod live;
#[cfg(feature = "live")]
mod memory;
mod session;
#[cfg(feature = "live")]
mod verify;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value, json};

use crate::capture::Replay;
use crate::device::Device;
use crate::error::Error;
use crate::limits::Warnings;
use crate::offline::Offline;
use crate::page::{self, Page, Source as _};
use crate::refs::session::FIRST_TAB;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Argument, Arguments, Call, Kind, Place, Progress, RunCommand, TOOLS, Tool, Verdict, to_json};
use session::SessionFile;

const DONE: u8 = 0;
const NOTHING: u8 = 1;
const ERROR: u8 = 2;
/// 128 and the number of SIGINT, as shells have it.
const INTERRUPTED: u8 = 130;

/// Limit: layout takes further stack as deep pages need it; this is plenty for all else. Only what is
/// touched becomes memory.
const STACK_BYTES: usize = 64 << 20;

/// Runs one command line and tells how it went: 0 done, 1 nothing found or a check failed, 2 error.
#[must_use]
pub fn run(argv: impl Iterator<Item = OsString>) -> ExitCode {
    let argv: Vec<OsString> = argv.collect();
    // Known before the line is parsed, for the sake of the errors of parsing.
    let json = argv.iter().any(|word| word == "--json");
    let code = match answer(argv) {
        Ok(code) => code,
        Err(Failure::Pipe) => DONE,
        Err(Failure::Usage(error)) if !error.use_stderr() => {
            // Help or version. A closed pipe is fine.
            let _ = error.print();
            DONE
        }
        Err(Failure::Usage(error)) if json => report(&usage_error(&error), true),
        Err(Failure::Usage(error)) => {
            let _ = error.print();
            ERROR
        }
        Err(Failure::Error(error)) => report(&error, json),
    };
    ExitCode::from(code)
}

/// Why a command line ends early.
enum Failure {
    /// Nobody reads the output any more.
    Pipe,
    /// Not a command line of ours, or a request for help.
    Usage(clap::Error),
    /// A question without an answer.
    Error(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Parses the line, runs its tool, prints the answer.
fn answer(argv: Vec<OsString>) -> Result<u8, Failure> {
    let matches = command().try_get_matches_from(argv).map_err(Failure::Usage)?;
    let Some((name, matches)) = matches.subcommand() else { return Ok(ERROR) };
    #[cfg(feature = "live")]
    if let Some(done) = browse::answer(name, matches) {
        return done;
    }
    let Some(tool) = Tool::named(name) else {
        return Err(Error::Internal { reason: safe!("no tool is named {}", PageText::token(name)) }.into());
    };
    let arguments = Arguments::check(tool.all_arguments(), given(tool.all_arguments(), matches)?)?;
    let arguments = read_input(tool, arguments)?;
    let (json, timings) = (matches.get_flag("json"), matches.get_flag("timings"));
    let (text, verdict, refusal, clock) = on_deep_stack(move || perform(tool, &arguments, json, timings))?;
    print(&text)?;
    if let Some(refusal) = refusal {
        report(&refusal, json);
    }
    if timings {
        let _ = writeln!(io::stderr(), "{}", clock.to_json());
    }
    Ok(match verdict {
        Verdict::Done => DONE,
        Verdict::Nothing if json => DONE,
        Verdict::Nothing | Verdict::Failed => NOTHING,
    })
}

/// What is printed, how it went, why a check says no, and how long it took.
type Performed = (SafeText, Verdict, Option<Error>, Clock);

/// Loads the pages of a call, runs it and renders its answer.
fn perform(tool: &Tool, arguments: &Arguments, json: bool, timings: bool) -> Result<Performed, Error> {
    let mut clock = Clock::start(timings);
    let device = crate::tool::device(arguments);
    let mut pages = Vec::new();
    for argument in tool.arguments.iter().filter(|a| a.kind == Kind::Page) {
        if let Some(file) = arguments.text(argument.name) {
            pages.push(load(file, device.clone(), &mut clock)?);
        }
    }
    let mut file = None;
    let session = match arguments.text("session") {
        Some(path) => {
            let (opened, mut session) = SessionFile::open(Path::new(path))?;
            if arguments.flag("navigated") {
                session.navigate(arguments.text("tab").unwrap_or(FIRST_TAB));
            }
            file = Some(opened);
            Some(Mutex::new(session))
        }
        None => None,
    };
    let progress = Progress(&show_progress);
    let command = RunCommand(&command::run);
    let answer = (tool.run)(&Call { pages: &pages, arguments, session: session.as_ref(), progress, command });
    // Also after an error: its message may name refs.
    if let (Some(file), Some(session)) = (file, session) {
        file.save(&session.into_inner().unwrap_or_else(PoisonError::into_inner))?;
    }
    let answer = answer?;
    for (path, text) in answer.files() {
        if !arguments.flag("overwrite") {
            refuse_input(tool, arguments, &path)?;
        }
        write_whole(Path::new(&path), text)?;
    }
    let mut warnings = Warnings::default();
    for page in &pages {
        warnings.extend(&page.warnings());
    }
    let text = match json {
        true => SafeText::verbatim(with_warnings(answer.json(), &warnings)),
        false => answer.text(),
    };
    for warning in &warnings {
        print_error(&safe!("warning: {}\n", PageText::of(&warning.to_string()).at_most(1000)));
    }
    clock.lap(Stage::Snapshot);
    Ok((text, answer.verdict(), answer.refusal(), clock))
}

/// A JSON answer with the warnings about its pages; an answer that is not an object stays as it is.
fn with_warnings(json: String, warnings: &Warnings) -> String {
    let lines: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    match json.strip_suffix('}') {
        Some(head) if !lines.is_empty() => {
            let comma = if head.ends_with('{') { "" } else { "," };
            format!("{head}{comma}\"warnings\":{}}}", Value::from(lines))
        }
        _ => json,
    }
}

/// A page that a command read is no place for what it writes.
fn refuse_input(tool: &Tool, arguments: &Arguments, path: &str) -> Result<(), Error> {
    let place = |path: &str| Path::new(path).canonicalize().ok();
    let pages = tool.arguments.iter().filter(|a| a.kind == Kind::Page).filter_map(|a| arguments.text(a.name));
    match place(path) {
        Some(output) if pages.filter_map(place).any(|input| input == output) => Err(Error::arguments(
            safe!("{} is the page itself", PageText::of(path)),
            "write to another file, or say --overwrite where the command has it",
        )),
        _ => Ok(()),
    }
}

/// Writes a file so that nobody ever sees half of it: under another name first, beside its place.
fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path)).map_err(|error| {
        // What is left of it is of no use; that it may stay behind is no second error.
        let _ = std::fs::remove_file(&part);
        Error::unwritable(path, &error)
    })
}

/// Characters of a progress bar.
const BAR: usize = 20;

/// One line on a terminal's stderr, overwritten until all is done; nothing where stderr is no terminal.
fn show_progress(done: usize, all: usize, what: &str) {
    if io::stderr().is_terminal() {
        let filled = done * BAR / all.max(1);
        let bar = SafeText::join((0..BAR).map(|at| if at < filled { "#".into() } else { ".".into() }), "");
        let end = if done >= all { "\n" } else { "" };
        print_error(&safe!("\r\x1b[2K[{}] {}/{} {}{}", bar, done, all, PageText::of(what), end));
    }
}

/// Reads a file, parses and renders it.
fn load(file: &str, device: Device, clock: &mut Clock) -> Result<Page, Error> {
    if Replay::is_named(file) {
        let page = Replay::new(file).page()?;
        clock.lap(Stage::Parse);
        return Ok(page);
    }
    let dom = Offline::new(file).dom()?;
    clock.lap(Stage::Parse);
    let page = Page::render_watched(dom, device, &mut |stage| {
        clock.lap(match stage {
            page::Stage::Style => Stage::Style,
            page::Stage::Layout => Stage::Layout,
        });
    });
    if clock.is_watched {
        // Otherwise built when the command first asks for it, if ever.
        let _ = page.aria();
        clock.lap(Stage::Aria);
    }
    Ok(page)
}

/// Runs `work` on a thread of its own with a deep stack, and turns a panic of it into an error.
fn on_deep_stack<T: Send + 'static>(work: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, Error> {
    let place = Arc::new(Mutex::new(SafeText::new()));
    let seen = Arc::clone(&place);
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload();
        let text =
            payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let told = PageText::of(text.unwrap_or("no message"));
        let at = panic.location().map(|l| safe!(" ({}:{})", PageText::of(l.file()), l.line())).unwrap_or_default();
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = safe!("{}{}", told, at);
    }));
    let thread = std::thread::Builder::new().name("stillpage".to_owned()).stack_size(STACK_BYTES).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Error::Internal { reason: place.lock().unwrap_or_else(PoisonError::into_inner).clone() }),
        Err(error) => {
            let reason = safe!("no thread to work on: {}", PageText::of(&error.to_string()));
            Err(Error::Internal { reason })
        }
    }
}

/// An arrow of the pipeline, as `--timings` names it.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Parse,
    Style,
    Layout,
    Aria,
    /// The tool itself, whatever it does.
    Snapshot,
}

/// How long each stage took.
#[derive(Debug, Clone)]
struct Clock {
    start: Instant,
    last: Instant,
    /// Milliseconds by [`Stage`].
    laps: [f64; 5],
    /// Somebody wants to know.
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

    fn to_json(&self) -> Value {
        let ms = |v: f64| (v * 1e3).round() / 1e3;
        let [parse, style, layout, aria, snapshot] = self.laps.map(ms);
        let total = ms(self.last.duration_since(self.start).as_secs_f64() * 1e3);
        json!({ "parse": parse, "style": style, "layout": layout, "aria": aria, "snapshot": snapshot, "total": total })
    }
}

/// Reads the files, and the standard input, that arguments name.
fn read_input(tool: &Tool, mut arguments: Arguments) -> Result<Arguments, Error> {
    let mut used = tool.arguments.iter().any(|a| a.kind == Kind::Page && arguments.text(a.name) == Some("-"));
    for argument in tool.arguments {
        match (argument.kind, arguments.text(argument.name)) {
            // What such files hold is JSON, and no file is called like this.
            (Kind::FileText, Some(text)) if text.trim_start().starts_with('{') => continue,
            (Kind::FileText, Some(path)) => {
                let text = std::fs::read_to_string(path).map_err(|error| Error::io(path, &error))?;
                arguments = arguments.with_text(argument.name, text);
                continue;
            }
            (Kind::TextOrInput, Some("-")) => {}
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
        arguments = arguments.with_text(argument.name, text);
    }
    Ok(arguments)
}

/// The arguments of a parsed line, by name.
fn given<'a>(declared: impl Iterator<Item = &'a Argument>, matches: &ArgMatches) -> Result<Map<String, Value>, Error> {
    let mut given = Map::new();
    for argument in declared {
        let value = if argument.kind == Kind::Flag {
            matches.get_flag(argument.name).then_some(Value::Bool(true))
        } else {
            let words = matches.get_many::<String>(argument.name).into_iter().flatten();
            let mut values = words.map(|word| argument.read(word)).collect::<Result<Vec<_>, _>>()?;
            match argument.many {
                true if !values.is_empty() => Some(Value::Array(values)),
                _ => values.pop(),
            }
        };
        if let Some(value) = value {
            given.insert(argument.name.to_owned(), value);
        }
    }
    Ok(given)
}

/// The whole command line, made from the tools' tables.
fn command() -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON, errors too").long_help(
        "Print the answer as JSON on one line, and errors as {\"error\":{\"code\",\"message\",\"hint\",\"retryable\",\"details\"}} on stderr.",
    );
    let timings = Arg::new("timings").long("timings").action(ArgAction::SetTrue).help("Print milliseconds per stage").long_help(
        "Print as the last line of stderr how long each stage took: {\"parse\",\"style\",\"layout\",\"aria\",\"snapshot\",\"total\"} in milliseconds; \"snapshot\" is the command itself.",
    );
    let mut command = Command::new("stillpage")
        .version(env!("CARGO_PKG_VERSION"))
        .about("What a browser agent would see on a saved page, without a browser")
        .long_about(LONG_ABOUT)
        .after_help("Exit codes: 0 done, 1 nothing found or a check failed, 2 error.\nRead `stillpage help COMMAND` for examples.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(false);
    let common = [json, timings];
    for tool in TOOLS {
        let arguments = tool.all_arguments();
        command =
            command.subcommand(subcommand(tool.name, tool.summary, tool.about, tool.examples, arguments, &common));
    }
    #[cfg(feature = "live")]
    {
        command = browse::add_to(command, &common[..1]);
    }
    command
}

/// One subcommand, described by its tool.
fn subcommand(
    name: &'static str,
    summary: &'static str,
    about: &'static str,
    lines: &[(&str, &str)],
    arguments: impl Iterator<Item = &'static Argument>,
    common: &[Arg],
) -> Command {
    let mut sub =
        Command::new(name).about(summary).long_about(format!("{summary}.\n\n{about}")).after_long_help(examples(lines));
    for argument in arguments {
        sub = sub.arg(clap_argument(argument));
    }
    sub.args(common)
}

const LONG_ABOUT: &str = "\
What a browser agent would see on a saved page, without a browser.

Reads a page that was saved as one .html or .mhtml file (or as a folder), computes styles, boxes and the accessibility tree \
as Chromium does in a window of 1280x720, and answers questions about it. No script runs and nothing is fetched; the same \
file gives the same answer on every machine.";

/// The examples of a tool as the end of its long help.
fn examples(lines: &[(&str, &str)]) -> String {
    let mut text = if lines.is_empty() { String::new() } else { String::from("Examples:\n") };
    for (line, what) in lines {
        let _ = writeln!(text, "  stillpage {line}\n      {what}");
    }
    text.push_str(if lines.is_empty() { "" } else { "\n" });
    text.push_str("Exit codes: 0 done, 1 nothing found or a check failed, 2 error.");
    text
}

fn clap_argument(argument: &'static Argument) -> Arg {
    let mut arg = Arg::new(argument.name).help(argument.summary).required(argument.required);
    if !argument.detail.is_empty() {
        arg = arg.long_help(format!("{}.\n\n{}", argument.summary, argument.detail));
    }
    if argument.place == Place::Option {
        arg = arg.long(argument.name);
    }
    if argument.kind == Kind::Output && argument.name == "output" {
        arg = arg.short('o');
    }
    if argument.kind == Kind::Flag {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg.value_name(argument.value_name()).action(ArgAction::Set);
    // A value such as `-5,3`, or `-` itself; by position it would swallow the options after it.
    arg = arg.allow_hyphen_values(argument.place == Place::Option);
    if let Kind::Choice(words) = argument.kind {
        arg = arg.value_parser(PossibleValuesParser::new(words)).value_name(argument.name.to_uppercase());
    }
    if let Some(default) = argument.default {
        arg = arg.default_value(default);
    }
    match (argument.many, argument.place) {
        (true, Place::Option) => arg.action(ArgAction::Append),
        (true, Place::Positional) => arg.action(ArgAction::Append).num_args(0..),
        (false, _) => arg,
    }
}

/// A mistake in the line as an error of ours.
fn usage_error(error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let reason = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let hint: SafeText = match error.kind() {
        ErrorKind::InvalidSubcommand
        | ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            safe!("the commands are {}", SafeText::join(TOOLS.iter().map(|tool| tool.name.into()), ", "))
        }
        _ => text
            .lines()
            .find_map(|line| line.trim().strip_prefix("Usage: "))
            .map_or("see stillpage --help".into(), |usage| safe!("usage: {}", PageText::of(usage).at_most(1000))),
    };
    Error::arguments(PageText::of(&reason), hint)
}

/// Prints an error to stderr.
fn report(error: &Error, json: bool) -> u8 {
    print_error(&match json {
        true => safe!("{}\n", SafeText::verbatim(to_json(&error.to_json()))),
        false => safe!("error: {}\n  hint: {}\n", error.message(), error.hint()),
    });
    ERROR
}

/// Writes to stderr. That nobody hears it is no second error: there is nowhere left to report it.
fn print_error(text: &SafeText) {
    let _ = io::stderr().write_all(text.as_bytes()).and_then(|()| io::stderr().flush());
}

/// Writes to stdout; a reader that has gone away is no error.
fn print(text: &SafeText) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    match out.write_all(text.as_bytes()).and_then(|()| out.write_all(newline.as_bytes())).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Pipe),
        Err(error) => Err(Error::io("", &error).into()),
    }
}
