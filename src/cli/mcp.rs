//! `stillpage mcp` and `stillpage replay`: the server for agents, and its transcripts.

use std::path::{Path, PathBuf};
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
use crate::mcp::{Capabilities, Captured, Codegen, Options, SnapshotInAnswers, ToolFormat, replay, serve};
#[cfg(feature = "mcp-http")]
use crate::mcp::{Endpoint, serve_http};
use crate::safe_text::{PageText, SafeText, safe};
use crate::search::playwright::steps::set_test_id;
use crate::tool::{Argument, Arguments, DeviceArguments, TypedArguments as _, arguments, choice, joined, to_json};

const ROOT: Argument = Argument::option("root", "The only folder that pages are read from, or an archive")
    .detail("By default the folder of --page, or the current one. An archive is a HAR, WACZ or WARC file: it answers addresses with \
         their query, redirects, forms by GET and POST, style sheets, images and fonts, and no file is read beside it.");
const SITE: Argument = Argument::option("url-map", "A JSON file that maps addresses to pages, or an archive")
    .detail("An object such as {\"https://shop.example/cart\": \"cart.html\", \"POST https://shop.example/order\": \"thanks.html\"}, \
     pages relative to the root. Without it a page answers the address it was saved from, if it records one.")
    .formerly("site");
const EFFECTS: Argument = Argument::option(
    "script-mocks",
    "A JSON file of what the scripts of the pages would do on clicks",
)
.detail(
    "An array such as [{\"selector\": \"#open\", \"mutations\": [{\"selector\": \"#menu\", \"removeAttribute\": \
         \"hidden\"}]}, {\"selector\": \"#buy\", \"page\": \"cart.html\"}]. Mutations: setAttribute [NAME, VALUE], \
         removeAttribute, setText, insertHtml, remove.",
)
.formerly("effects");

const CAPS: Argument = Argument::option("caps", "Which tools clients see; fewer cost a model less")
    .default("all")
    .detail("core: those that Playwright MCP has by itself. testing: also browser_verify_... and browser_generate_locator, as its \
         --caps testing. vision: those at points of the window instead. all: all of these, and stillpage's own.");

choice! {
    /// The treatment of text that a person does not see.
    enum HiddenText {
        List = "list",
        Off = "off",
    }
}

arguments! {
    /// The arguments of `stillpage mcp`.
    struct McpArguments {
        root: Option<String> = ROOT,
        page: Option<String> = Argument::option(
            "page",
            "The page to open at the start, in the state that it was saved in",
        )
        .detail("Pages that are navigated to later are loaded as a browser loads them: without the focus, the open dialogs \
                 and the scroll offsets that a capture keeps."),
        url_map: Option<String> = SITE,
        script_mocks: Option<String> = EFFECTS,
        caps: Option<Capabilities> = CAPS,
        codegen: Option<Codegen> = Argument::option("codegen", "The language of the code in answers that does the same in a browser")
            .default("typescript")
            .rare(),
        snapshot_mode: Option<SnapshotInAnswers> = Argument::option("snapshot-mode", "What answers to actions show of the page")
            .default("incremental")
            .detail("incremental: the lines of the snapshot that differ from the one before. full: the whole snapshot. none: \
                     address and title; browser_snapshot shows the page.")
            .rare(),
        snapshot_boxes: bool = Argument::option("snapshot-boxes", "Add the box of each element to snapshots, as [box=x,y,width,height]").rare(),
        test_id_attribute: Option<String> = Argument::option(
            "test-id-attribute",
            "The attribute that getByTestId() reads; data-testid by default",
        )
        .rare(),
        output_dir: Option<String> = Argument::option(
            "output-dir",
            "The only folder that files are written to, where a call names one with filename",
        )
        .detail("Without it nothing is written, and filename is not used.")
        .rare(),
        record: Option<String> = Argument::option(
            "record",
            "Write every call and its answer to this file, for `stillpage replay`",
        ),
        hidden_text: Option<HiddenText> = Argument::option("hidden-text", "What browser_snapshot does with hidden instructions")
            .default("list")
            .detail("list: text that a person looking at the page does not see, a label too, is listed below the snapshot if it \
                     reads as an instruction to an assistant. off: it is not looked for, and answers are those of Playwright MCP."),
        timeout: Option<f32> = Argument::option("timeout", "The most seconds that a call may take")
            .up_to(3600)
            .rare()
            .default("60"),
        #[cfg(feature = "live")]
        cdp: Option<String> = Argument::option(
            "cdp",
            "Begin with the page that a running Chromium shows: ws://... or http://...",
        )
        .detail("The page is captured once, with its state; from then on it is a saved page like the others, and the \
                     browser is not used again."),
        #[cfg(feature = "live")]
        tab: Option<String> = Argument::option(
            "tab",
            "With --cdp: the tab, by its id or a part of its title or address",
        ),
        #[cfg(feature = "live")]
        allow_remote: bool = Argument::option("allow-remote", "With --cdp: accept a browser on another machine")
            .rare(),
        #[cfg(feature = "mcp-http")]
        port: Option<usize> = Argument::option("port", "Serve over HTTP, with tabs of its own for each client")
            .within(0, 65_535)
            .detail("MCP's streamable HTTP; 0 takes a port that is free, and standard error says which. It ends with the process."),
        #[cfg(feature = "mcp-http")]
        host: Option<String> = Argument::option("host", "With --port: the interface to serve at; localhost by default")
            .rare(),
        #[cfg(feature = "mcp-http")]
        allowed_hosts: Option<String> = Argument::option(
            "allowed-hosts",
            "With --port: the names that clients may call the server by, with commas between; * for any",
        )
        .detail("Needed for a --host that other machines reach. The names of this machine for itself are always allowed.")
        .rare(),
        nonce: Option<String> = Argument::option(
            "nonce",
            "Fixed nonce of the lines around page content, for reproducible output",
        )
        .rare(),
    }
}

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
        summary: "Serve saved pages to agents over MCP, with the tools of Playwright MCP",
        about: "A server on standard input and output for MCP clients. Its tools have the names, parameters and answers of \
                Playwright MCP, so an agent written for it runs unchanged, offline and deterministically; \
                beside them are search_page, find_elements, locate, check_click, extract, markdown, diff, explain and resolve. \
                Clicks, keys and forms do what a browser does without scripts, and what a script would have done is reported \
                as such. What comes from a page stands between lines with a random nonce.",
        arguments: joined!(McpArguments::ARGUMENTS, DeviceArguments::ARGUMENTS.split_at(5).0),
        shared: &[],
        examples: &[
            ("mcp --root saved-site", "all pages in a folder, for an MCP client to start"),
            ("mcp --root site.wacz", "the pages of a crawl by their addresses"),
            ("mcp --page page.html", "one page"),
            ("mcp --root saved-site --record run.jsonl", "keep what an agent did"),
            ("mcp --cdp http://127.0.0.1:9222", "try steps on a copy of the page in a running Chromium"),
        ],
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

/// The options of a server; a replay has those that decide what pages are.
fn options(arguments: &Arguments) -> Result<Options, Error> {
    let given: McpArguments = arguments.read();
    let nonce = given.nonce.as_deref();
    if let Some(nonce) = nonce.filter(|nonce| nonce.is_empty() || !nonce.bytes().all(|b| b.is_ascii_alphanumeric())) {
        return Err(Error::arguments(
            safe!("--nonce {} is not a word of ASCII letters and digits", PageText::quoted(nonce)),
            "write one such as 5f3a9c",
        ));
    }
    if let Some(attribute) = &given.test_id_attribute {
        set_test_id(attribute.clone());
    }
    let captured = captured(&given)?;
    Ok(Options {
        root: given.root.map(PathBuf::from),
        page: given.page.map(PathBuf::from),
        device: crate::tool::device(arguments)?,
        site: given.url_map.map(PathBuf::from),
        effects: given.script_mocks.map(PathBuf::from),
        record: given.record.map(PathBuf::from),
        captured,
        no_hidden_text: given.hidden_text == Some(HiddenText::Off),
        time_limit: given.timeout.map(Duration::from_secs_f32),
        capabilities: given.caps.unwrap_or_default(),
        codegen: given.codegen.unwrap_or_default(),
        snapshot_mode: given.snapshot_mode.unwrap_or_default(),
        snapshot_boxes: given.snapshot_boxes,
        output: given.output_dir.map(PathBuf::from),
        nonce: given.nonce,
    })
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
    let options = options(&line.arguments)?;
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
