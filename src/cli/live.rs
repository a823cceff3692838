//! `stillpage live`: the tools on a tab of a running browser, and input to it.

use clap::{Arg, ArgMatches, Command};

use super::commands::Line;
use super::live_command::{BROWSER, Request, run_live};
use super::live_input::INPUT_COMMANDS;
use super::live_tab::{DialogArguments, Rows, attached, call, describes_device, note_missing, tab};
use super::memory::LiveSession;
use super::output::Failure;
use super::parser::{self, subcommand};
use crate::error::Error;
use crate::safe_text::{PageText, safe};
use crate::tool::common::{FONTS, SCROLL_Y, SESSION};
use crate::tool::{Answer, Argument, ArgumentKind, Arguments, COMMON, TAB, TOOLS, Tool, TypedArguments as _};

const ABOUT: &str = "\
The page is measured by Chromium and then looked at by the same code as a saved one, so refs, answers and errors are the \
same. The tab has to be open: start Chromium with --remote-debugging-port=9222 and give its address with --cdp.

--tab is the number of a tab as `live tabs` lists it, the start of its id, or a part of its address or title. With --session \
refs live on between commands: an element that was rendered again is found again, and a ref dies with its document.

--device, --viewport, --scale and similar options show the tab as such a device while the command runs.";

/// Its name.
pub(super) const NAME: &str = "live";
/// The command that lists the tabs, which is not a tool.
const TABS: &str = "tabs";

/// The common arguments of a tool that make sense for a tab.
fn shared_arguments(tool: &'static Tool) -> impl Iterator<Item = &'static Argument> {
    tool.common_arguments().iter().filter(|argument| argument.name != SCROLL_Y.name && argument.name != FONTS.name)
}

/// Tools that look at one page.
fn tools() -> impl Iterator<Item = &'static Tool> {
    TOOLS
        .iter()
        .filter(|tool| !tool.acts() && tool.arguments.iter().filter(|a| a.kind == ArgumentKind::Page).count() == 1)
}

/// The line of the list of all commands that says what it does.
pub(super) const SUMMARY: &str = "Run commands on an open Chromium tab";

/// Gives the listed subcommand its own subcommands.
pub(super) fn complete(listed: Command, common: &[Arg]) -> Command {
    let mut live =
        listed.long_about(format!("{SUMMARY}.\n\n{ABOUT}")).subcommand_required(true).arg_required_else_help(true);
    let about = "JSON: [{\"id\",\"title\",\"url\"}].";
    let examples = [("live tabs --cdp http://127.0.0.1:9222", "what --tab can name")];
    let none = || [].iter();
    let tabs = parser::listed(TABS, "The open tabs");
    live = live.subcommand(subcommand(tabs, about, &examples, none(), BROWSER.iter(), common));
    for tool in tools() {
        let own = tool.arguments.iter().filter(|argument| argument.kind != ArgumentKind::Page);
        let shared = shared_arguments(tool).chain(BROWSER);
        live =
            live.subcommand(subcommand(parser::listed(tool.name, tool.summary), tool.about, &[], own, shared, common));
    }
    for input in INPUT_COMMANDS {
        let (own, shared) = (input.arguments.iter(), input_arguments().chain(BROWSER));
        let listed = parser::listed(input.name, input.summary);
        live = live.subcommand(subcommand(listed, input.about, input.examples, own, shared, common));
    }
    live
}

fn input_arguments() -> impl Iterator<Item = &'static Argument> {
    COMMON
        .iter()
        .filter(|argument| argument.name == SESSION.name || argument.name == TAB.name || describes_device(argument))
        .chain(DialogArguments::ARGUMENTS)
}

/// Runs the command line.
pub(super) fn answer(matches: &ArgMatches) -> Result<u8, Failure> {
    let Some((name, matches)) = matches.subcommand() else {
        return Err(Error::Internal { reason: "live without a subcommand".into() }.into());
    };
    if name == TABS {
        let declared: Vec<&'static Argument> = BROWSER.iter().collect();
        return run_live(TABS, &Line::read(declared, matches)?, |request| {
            let rows = attached(request)?.tabs()?;
            Ok(Box::new(Rows(serde_json::json!(rows))) as Box<dyn Answer>)
        });
    }
    if let Some(input) = INPUT_COMMANDS.iter().find(|input| input.name == name) {
        let declared: Vec<_> = input.arguments.iter().chain(input_arguments()).chain(BROWSER).collect();
        return run_live(input.name, &Line::read(declared, matches)?, input.run);
    }
    let Some(tool) = tools().find(|tool| tool.name == name) else {
        return Err(Error::Internal { reason: safe!("no tool is named {}", PageText::token(name)) }.into());
    };
    let own = tool.arguments.iter().filter(|argument| argument.kind != ArgumentKind::Page);
    let declared: Vec<_> = own.chain(shared_arguments(tool)).chain(BROWSER).collect();
    run_live(tool.name, &Line::read(declared, matches)?, move |request| look(tool, request))
}

fn look(tool: &'static Tool, request: &Request) -> Result<Box<dyn Answer>, Error> {
    let mut browser = attached(request)?;
    let mut tab = tab(&mut browser, request)?;
    let arguments: Arguments = request.arguments.clone().with(&TAB, tab.id());
    let mut memory = LiveSession::open(&arguments, &mut tab)?;
    let recording = tab.record()?;
    note_missing(&recording);
    let measured = recording.measure();
    if let Some(memory) = &mut memory {
        memory.connect(&measured);
    }
    let answer = (tool.run)(&call(&measured, &arguments, memory.as_ref()));
    // Also after an error: its message may name refs.
    if let Some(memory) = memory {
        memory.save(&measured)?;
    }
    answer
}
