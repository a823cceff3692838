//! The options of the server on a command line.

use std::path::PathBuf;
use std::time::Duration;

use super::{Capabilities, Codegen, Options, SnapshotInAnswers};
use crate::error::Error;
use crate::safe_text::{PageText, safe};
use crate::tool::{Argument, Arguments, DeviceArguments, TypedArguments as _, arguments, choice, joined};

/// The purpose of the command.
pub(crate) const SUMMARY: &str = "Serve saved pages to agents over MCP, with the tools of Playwright MCP";
/// The description of the command.
pub(crate) const ABOUT: &str = "A server on standard input and output for MCP clients. Its tools have the names, parameters and answers of \
    Playwright MCP, so an agent written for it runs unchanged, offline and deterministically; \
    beside them are search_page, find_elements, locate, check_click, extract, markdown, diff, explain and resolve. \
    Clicks, keys and forms do what a browser does without scripts, and what a script would have done is reported \
    as such. What comes from a page stands between lines with a random nonce.";
/// Command lines of it, each with what it is for.
pub(crate) const EXAMPLES: &[(&str, &str)] = &[
    ("mcp --root saved-site", "all pages in a folder, for an MCP client to start"),
    ("mcp --root site.wacz", "the pages of a crawl by their addresses"),
    ("mcp --page page.html", "one page"),
    ("mcp --root saved-site --record run.jsonl", "keep what an agent did"),
    ("mcp --cdp http://127.0.0.1:9222", "try steps on a copy of the page in a running Chromium"),
];
/// The arguments of the command.
pub(crate) const ARGUMENTS: &[Argument] = joined!(McpArguments::ARGUMENTS, DeviceArguments::ARGUMENTS.split_at(5).0);

pub(crate) const ROOT: Argument = Argument::option("root", "The only folder that pages are read from, or an archive")
    .detail("By default the folder of --page, or the current one. An archive is a HAR, WACZ or WARC file: it answers addresses with \
         their query, redirects, forms by GET and POST, style sheets, images and fonts, and no file is read beside it.");
pub(crate) const SITE: Argument = Argument::option("url-map", "A JSON file that maps addresses to pages, or an archive")
    .detail("An object such as {\"https://shop.example/cart\": \"cart.html\", \"POST https://shop.example/order\": \"thanks.html\"}, \
     pages relative to the root. Without it a page answers the address it was saved from, if it records one.")
    .formerly("site");
pub(crate) const EFFECTS: Argument = Argument::option(
    "script-mocks",
    "A JSON file of what the scripts of the pages would do on clicks",
)
.detail(
    "An array such as [{\"selector\": \"#open\", \"mutations\": [{\"selector\": \"#menu\", \"removeAttribute\": \
         \"hidden\"}]}, {\"selector\": \"#buy\", \"page\": \"cart.html\"}]. Mutations: setAttribute [NAME, VALUE], \
         removeAttribute, setText, insertHtml, remove.",
)
.formerly("effects");

pub(crate) const CAPS: Argument = Argument::option("caps", "Which tools clients see; fewer cost a model less")
    .default("all")
    .detail("core: those that Playwright MCP has by itself. testing: also browser_verify_... and browser_generate_locator, as its \
         --caps testing. vision: those at points of the window instead. all: all of these, and stillpage's own.");

choice! {
    /// The treatment of text that a person does not see.
    pub(crate) enum HiddenText {
        List = "list",
        Off = "off",
    }
}

arguments! {
    /// The arguments of `stillpage mcp`.
    pub(crate) struct McpArguments {
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
        // The host of the npm package creates no folders.
        #[cfg(feature = "mcp")]
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

/// The options of a server; a replay has those that decide what pages are.
pub(crate) fn options(arguments: &Arguments) -> Result<Options, Error> {
    let given: McpArguments = arguments.read();
    let nonce = given.nonce.as_deref();
    if let Some(nonce) = nonce.filter(|nonce| nonce.is_empty() || !nonce.bytes().all(|b| b.is_ascii_alphanumeric())) {
        return Err(Error::arguments(
            safe!("--nonce {} is not a word of ASCII letters and digits", PageText::quoted(nonce)),
            "write one such as 5f3a9c",
        ));
    }
    #[cfg(not(feature = "mcp"))]
    if !matches!(given.codegen, None | Some(Codegen::TypeScript | Codegen::None)) {
        return Err(Error::arguments(
            "only typescript is in the npm package as --codegen",
            "ask the native program for other languages",
        ));
    }
    Ok(Options {
        root: given.root.map(PathBuf::from),
        page: given.page.map(PathBuf::from),
        device: crate::tool::device(arguments)?,
        site: given.url_map.map(PathBuf::from),
        effects: given.script_mocks.map(PathBuf::from),
        test_id_attribute: given.test_id_attribute,
        record: given.record.map(PathBuf::from),
        captured: None,
        no_hidden_text: given.hidden_text == Some(HiddenText::Off),
        time_limit: given.timeout.map(Duration::from_secs_f32),
        capabilities: given.caps.unwrap_or_default(),
        codegen: given.codegen.unwrap_or_default(),
        snapshot_mode: given.snapshot_mode.unwrap_or_default(),
        snapshot_boxes: given.snapshot_boxes,
        #[cfg(feature = "mcp")]
        output: given.output_dir.map(PathBuf::from),
        #[cfg(not(feature = "mcp"))]
        output: None,
        nonce: given.nonce,
    })
}
