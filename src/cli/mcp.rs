//! `stillpage mcp` and `stillpage replay`: the server for agents, and its transcripts.

use std::path::Path;
#[cfg(feature = "live")]
use std::time::Duration;

use serde_json::json;

use super::commands::{CliCommand, Line};
#[cfg(feature = "live")]
use super::live_tab::note_missing;
#[cfg(feature = "mcp-http")]
use super::output::print_error;
use super::output::{DONE, Failure, NOTHING, print};
use crate::error::Error;
#[cfg(feature = "live")]
use crate::live::{Attach, Browser};
use crate::mcp::{
    ABOUT, ARGUMENTS, CAPS, Capabilities, Captured, EFFECTS, EXAMPLES, McpArguments, Options, ROOT, SITE, SUMMARY,
    ToolFormat, options, replay, serve,
};
#[cfg(feature = "mcp-http")]
use crate::mcp::{Endpoint, serve_http};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Argument, Arguments, TypedArguments as _, arguments, to_json};

arguments! {
    /// The arguments of `stillpage tools`.
    struct ToolsArguments {
        format: Option<ToolFormat> = Argument::option("format", "The form of the definitions")
            .default("mcp")
            .detail("mcp: name, description, inputSchema and annotations, as a server lists them. anthropic: name, description and \
                     input_schema, for the Messages API. openai: type function, for Chat Completions."),
        caps: Option<Capabilities> = CAPS,
    }
}

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
        name: "tools",
        summary: "The definitions of the server's tools, for a client that talks to a model itself",
        about: "Prints the tools of `stillpage mcp` as a JSON array in the form that a model's API takes them. A call that the model \
                makes is one of the server's: the same name, the same arguments. With --json the array stands on one line.",
        arguments: ToolsArguments::ARGUMENTS,
        shared: &[],
        examples: &[
            ("tools --format anthropic --caps core > tools.json", "the tools of a request to the Messages API"),
            ("tools --format openai", "for Chat Completions"),
        ],
        run: print_tools,
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

/// The address to serve at, if it is to be over HTTP.
#[cfg(feature = "mcp-http")]
fn endpoint(arguments: &Arguments) -> Result<Option<Endpoint>, Error> {
    let McpArguments { port, host, allowed_hosts, record, .. } = arguments.read();
    let Some(port) = port else {
        return match host.or(allowed_hosts) {
            Some(_) => Err(Error::arguments("--host and --allowed-hosts are about HTTP", "add --port")),
            None => Ok(None),
        };
    };
    if record.is_some() {
        return Err(Error::arguments(
            "several clients cannot write one transcript",
            "leave out --record, or serve on standard input and output",
        ));
    }
    let names =
        |names: String| names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    let host = host.unwrap_or_else(|| "localhost".to_owned());
    let port = u16::try_from(port).unwrap_or(u16::MAX);
    Ok(Some(Endpoint { host, port, allowed_hosts: allowed_hosts.map(names) }))
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
    let options = server_options(&line.arguments)?;
    #[cfg(feature = "mcp-http")]
    if let Some(endpoint) = endpoint(&line.arguments)? {
        serve_http(&options, &endpoint, &|address| {
            print_error(&safe!("Listening on http://{}/mcp\n", PageText::of(&address.to_string())));
        })?;
        return Ok(DONE);
    }
    serve(&options)?;
    Ok(DONE)
}

fn print_tools(line: &Line<'_>) -> Result<u8, Failure> {
    let ToolsArguments { format, caps } = line.arguments.read();
    let tools = caps.unwrap_or_default().tools();
    let definitions: Vec<_> = tools.iter().map(|tool| tool.definition(format.unwrap_or_default())).collect();
    let text =
        if line.json { to_json(&definitions) } else { serde_json::to_string_pretty(&definitions).unwrap_or_default() };
    print(&safe!("{}\n", SafeText::verbatim(text)))?;
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
