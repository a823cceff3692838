//! `stillpage mcp` and `stillpage replay`: the server for agents, and its transcripts.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::commands::{CliCommand, Line};
#[cfg(feature = "live")]
use super::live_tab::note_missing;
use super::output::{DONE, Failure, NOTHING, print};
use crate::error::Error;
#[cfg(feature = "live")]
use crate::live::{Attach, Browser};
use crate::mcp::{
    ABOUT, ARGUMENTS, Captured, EFFECTS, EXAMPLES, McpArguments, Options, ROOT, SITE, SUMMARY, options, replay, serve,
};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Argument, Arguments, TypedArguments as _, arguments, to_json};

arguments! {
    /// The arguments of `stillpage replay`.
    struct ReplayArguments {
        transcript: String = Argument::positional("transcript", "The file"),
        root: Option<String> = ROOT,
        url_map: Option<String> = SITE,
        script_mocks: Option<String> = EFFECTS,
    }
}

/// The commands.
pub(super) const COMMANDS: &[CliCommand] = &[
    CliCommand {
        name: "mcp",
        summary: SUMMARY,
        about: ABOUT,
        arguments: ARGUMENTS,
        shared: &[],
        examples: EXAMPLES,
        run: run_server,
    },
    CliCommand {
        name: "replay",
        summary: "Make the calls of a transcript again and compare the answers",
        about: "Reads a file that `stillpage mcp --record` wrote, makes its calls again, and ends with 1 at the first answer \
                that differs: a regression test for agents and for pages. JSON: {\"same\",\"difference\":{\"line\",\"call\",\
                \"before\",\"now\"}|null}.",
        arguments: ReplayArguments::ARGUMENTS,
        shared: &[],
        examples: &[("replay run.jsonl --root saved-site", "on the pages as they are now")],
        run: run_replay,
    },
];

/// The options of a server, with the page of a browser that is to be in front.
fn server_options(arguments: &Arguments) -> Result<Options, Error> {
    let captured = captured(&arguments.read())?;
    Ok(Options { captured, ..options(arguments)? })
}

/// The page that a running browser shows.
#[cfg(feature = "live")]
fn captured(given: &McpArguments) -> Result<Option<Captured>, Error> {
    let Some(address) = &given.cdp else { return Ok(None) };
    let limit = given.timeout.map_or(Duration::from_secs(60), Duration::from_secs_f32);
    let attach = Attach::new(address).allow_remote(given.allow_remote).limit(limit);
    let mut browser = Browser::attach(&attach)?;
    browser.finish_within(Some(limit));
    let recording = browser.tab_named(given.tab.as_deref())?.record_whole()?;
    note_missing(&recording);
    let page = recording.measure().page;
    let url =
        page.dom().document_url(page.dom().document()).map_or_else(|| "about:blank".to_owned(), url::Url::to_string);
    Ok(Some(Captured { url, html: recording.to_html() }))
}

#[cfg(not(feature = "live"))]
fn captured(_: &McpArguments) -> Result<Option<Captured>, Error> {
    Ok(None)
}

fn run_server(line: &Line<'_>) -> Result<u8, Failure> {
    serve(&server_options(&line.arguments)?)?;
    Ok(DONE)
}

fn run_replay(line: &Line<'_>) -> Result<u8, Failure> {
    let ReplayArguments { transcript, .. } = line.arguments.read();
    let replayed = replay(Path::new(&transcript), &options(&line.arguments)?)?;
    let difference = replayed.difference.as_ref();
    if line.json {
        let difference = difference
            .map(|found| json!({ "line": found.line, "call": found.call, "before": found.before, "now": found.now }));
        print(&SafeText::verbatim(to_json(&json!({ "same": replayed.same, "difference": difference }))))?;
    } else if let Some(found) = difference {
        let head =
            safe!("{}:{}: another answer to {}", PageText::of(&transcript), found.line, PageText::of(&found.call));
        let (before, now) = (SafeText::lines(&found.before), SafeText::lines(&found.now));
        print(&safe!("{}\n- {}\n+ {}\n", head, before, now))?;
    } else {
        print(&safe!("# {} calls were answered as before\n", replayed.same))?;
    }
    Ok(if difference.is_some() { NOTHING } else { DONE })
}
