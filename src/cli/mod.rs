//! The command line: a thin shell over [`tool`](crate::tool). Parsing and help texts derive from the tools' own tables.
//!
//! *In*: argument vectors, files, standard input. *Out*: answers, files, exit codes.
//!
//! *Invariants*: answers go to stdout, everything else to stderr; a closed pipe is success; pages are rendered on a thread
//! whose stack is deep enough for any tree the parser lets through.

mod audit;
#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "live")]
mod capture;
mod color;
mod command;
mod commands;
mod doctor;
mod file;
mod folder;
#[cfg(feature = "live")]
mod live;
#[cfg(feature = "live")]
mod live_arguments;
#[cfg(feature = "live")]
mod live_command;
#[cfg(feature = "live")]
mod live_input;
#[cfg(feature = "live")]
mod live_tab;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "live")]
mod memory;
mod moments;
mod output;
mod pages;
mod parser;
mod recorded;
mod review;
mod saved;
mod session;
mod shell;
mod skill;
mod stack;
mod suite;
#[cfg(feature = "live")]
mod verify;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;

use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Arguments, Surface, TOOLS, Tool, to_json};
use commands::CliCommand;
use output::{
    DONE, ERROR, Failure, be_quiet, exit_code, print, print_error, print_note, print_text, report, report_with,
};
use parser::{EXIT_CODES, given, subcommand};
use saved::{CallResult, Output, read_input, run_tool};
use stack::on_deep_stack;

/// Runs one command line and returns its exit code: see [`EXIT_CODES`].
#[must_use]
pub fn run(argv: impl IntoIterator<Item = OsString>) -> u8 {
    let argv: Vec<OsString> = argv.into_iter().collect();
    // Known before the line is parsed, for the sake of the errors of parsing.
    let json = argv.iter().any(|word| word == "--json");
    match on_deep_stack(move || answer(argv)) {
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
    }
}

/// Parses the line, runs its tool, prints the answer.
fn answer(argv: Vec<OsString>) -> Result<u8, Failure> {
    let matches = deferred_command().try_get_matches_from(argv).map_err(Failure::Usage)?;
    let Some((name, matches)) = matches.subcommand() else { return Ok(ERROR) };
    if asks_for_quiet(matches) {
        be_quiet();
    }
    #[cfg(feature = "live")]
    if name == live::NAME {
        return live::answer(matches);
    }
    if let Some(command) = COMMANDS.iter().copied().flatten().find(|command| command.name == name) {
        return command.answer(matches);
    }
    let Some(tool) = Tool::named(name) else {
        return Err(Error::Internal { reason: safe!("no tool is named {}", PageText::token(name)) }.into());
    };
    let mut given = given(tool.all_arguments(), matches)?;
    let several = pages::several(tool, &mut given)?;
    let arguments = Arguments::check(Surface::CommandLine, tool.all_arguments(), given)?;
    let (json, timings) = (matches.get_flag("json"), matches.get_flag("timings"));
    inject_fault()?;
    if let Some(several) = several {
        return pages::answer(tool, &arguments, &several, json, timings);
    }
    let arguments = read_input(tool, arguments)?;
    if audit::is_of_several(tool, &arguments) {
        return audit::answer(&arguments, json);
    }
    let CallResult { answer, json: printed, notes, mut clock } =
        run_tool(tool, &arguments, Output { json, timings, page: None })?;
    match printed {
        Some(printed) => print(&printed)?,
        None => print_text(tool.name, &*answer)?,
    }
    match answer.refusal() {
        Some(refusal) => {
            report_with(&refusal, json, &notes);
        }
        // One line, as an error is.
        None if !notes.is_empty() => {
            print_note(&safe!("{}\n", SafeText::verbatim(to_json(&json!({ "notes": notes })))));
        }
        None => {}
    }
    if let Some(line) = clock.line_if_watched() {
        print_error(&safe!("{}\n", line));
    }
    let code = exit_code(answer.verdict());
    // As with the pages that it is about: the process ends now.
    std::mem::forget(answer);
    Ok(code)
}

/// The commands besides the tools and `live`.
const COMMANDS: &[&[CliCommand]] = &[
    &[suite::COMMAND, review::COMMAND],
    recorded::COMMANDS,
    &[skill::COMMAND, doctor::COMMAND],
    shell::COMMANDS,
    #[cfg(feature = "batch")]
    &[batch::COMMAND],
    #[cfg(feature = "mcp")]
    mcp::COMMANDS,
    #[cfg(feature = "live")]
    &[capture::COMMAND, verify::COMMAND],
];

/// Injects the fault that a test asks for, see [`fault`](crate::fault): a stage, or `STAGE@TEXT` for the pages of a batch
/// whose name contains the text.
#[cfg(debug_assertions)]
fn inject_fault() -> Result<(), Error> {
    let Ok(fault) = std::env::var("STILLPAGE_FAULT") else { return Ok(()) };
    let (name, pages) = fault.split_once('@').map_or((&*fault, None), |(name, text)| (name, Some(text)));
    let stage = crate::fault::STAGES.iter().find(|(stage, _)| *stage == name);
    let (_, stage) = stage.ok_or_else(|| Error::arguments("STILLPAGE_FAULT names no stage", "unset it"))?;
    match pages {
        Some(text) => crate::fault::inject_into_pages(*stage, text),
        None => crate::fault::inject(Some(*stage)),
    }
    Ok(())
}

#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as in debug builds")]
fn inject_fault() -> Result<(), Error> {
    Ok(())
}

/// True if a command, or the one below it, was given `--quiet`.
fn asks_for_quiet(matches: &ArgMatches) -> bool {
    matches.subcommand().is_some_and(|(_, below)| asks_for_quiet(below))
        || matches.try_get_one::<bool>("quiet").ok().flatten().is_some_and(|given| *given)
}

/// The options that all tools have; all commands have those but the last.
fn common_options() -> [Arg; 3] {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON, errors too").long_help(
        "Print the answer as JSON on one line, and errors as {\"error\":{\"code\",\"message\",\"hint\",\"retryable\",\"details\"}} on stderr.",
    );
    let quiet = Arg::new("quiet")
        .long("quiet")
        .short('q')
        .action(ArgAction::SetTrue)
        .hide_short_help(true)
        .help("No notes, warnings or progress on stderr")
        .long_help(
            "Print no notes, warnings or progress on stderr, only errors. The answer and the exit code stay the same.",
        );
    let timings = Arg::new("timings").long("timings").action(ArgAction::SetTrue).hide_short_help(true).help("Print milliseconds per stage").long_help(
        "Print as the last line of stderr how long each stage took: {\"parse\",\"style\",\"layout\",\"aria\",\"snapshot\",\"total\"} in milliseconds; \"snapshot\" is the command itself. On Linux \"peak\" is the most memory used, in bytes.",
    );
    [json, quiet, timings]
}

/// The whole command line, made from the tools' tables; `finish` gives a listed subcommand its options, or sees to it that it has
/// them once somebody asks.
fn command(finish: fn(Command) -> Command) -> Command {
    let mut command = Command::new("stillpage")
        .version(env!("CARGO_PKG_VERSION"))
        .about("What a browser agent would see on a saved page, without a browser")
        .long_about(LONG_ABOUT)
        .after_help(format!("{EXIT_CODES}\n\n`stillpage help COMMAND` shows the options and examples of a command."))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(false);
    for tool in TOOLS {
        command = command.subcommand(finish(parser::listed(tool.name, tool.summary)));
    }
    for other in COMMANDS.iter().copied().flatten() {
        command = command.subcommand(finish(parser::listed(other.name, other.summary)));
    }
    #[cfg(feature = "live")]
    {
        command = command.subcommand(finish(parser::listed(live::NAME, live::SUMMARY)));
    }
    command
}

/// Gives a listed subcommand its options.
fn complete(listed: Command) -> Command {
    let common = common_options();
    if let Some(tool) = Tool::named(listed.get_name()) {
        let (own, shared) = (tool.arguments.iter(), tool.common_arguments().iter());
        return subcommand(listed, tool.about, tool.examples, own, shared, &common);
    }
    #[cfg(feature = "live")]
    if listed.get_name() == live::NAME {
        return live::complete(listed, &common[..2]);
    }
    match COMMANDS.iter().copied().flatten().find(|other| other.name == listed.get_name()) {
        Some(other) => other.complete(listed, &common[..2]),
        None => listed,
    }
}

/// The command line whose subcommands get their options when the line, or its help, is about them: they are most of what a
/// process starts with.
fn deferred_command() -> Command {
    command(|listed| listed.defer(complete))
}

const LONG_ABOUT: &str = "\
What a browser agent would see on a saved page, without a browser.

Reads a page that was saved as one .html or .mhtml file (or as a folder), computes styles, boxes and the accessibility tree \
as Chromium does in a window of 1280x720, and answers questions about it. No script runs and nothing is fetched; the same \
file gives the same answer on every machine.";

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

#[cfg(all(test, feature = "live"))]
mod tests {
    use super::*;
    use crate::error::Setting;
    use crate::tool::Surface;

    fn options(command: &Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned));
        own.chain(command.get_subcommands().flat_map(options)).collect()
    }

    /// A hint with a flag that no command has leads nowhere.
    #[test]
    fn flags_of_hints_exist() {
        let known = options(&command(complete));
        for &setting in Setting::ALL {
            for word in Surface::CommandLine.clause(setting).unwrap_or_default().split(['`', ' ']) {
                let unknown = word.strip_prefix("--").filter(|name| !known.iter().any(|known| known == name));
                assert_eq!(unknown, None, "{setting:?}");
            }
            assert!(!Surface::Server.clause(setting).unwrap_or_default().contains("--"), "{setting:?}");
        }
    }
}
