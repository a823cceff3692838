//! `stillpage mcp` and `stillpage replay`: the server for agents, and its transcripts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use serde_json::json;

#[cfg(feature = "live")]
use super::live_tab::note_missing;
use super::output::{DONE, Failure, NOTHING, print};
use super::parser::{given, subcommand};
use crate::error::Error;
#[cfg(feature = "live")]
use crate::live::{Attach, Browser};
use crate::mcp::{Capabilities, Captured, Options, replay, serve};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Argument, ArgumentKind, Arguments, COLOR_SCHEME, DEVICE, MOBILE, SCALE, Surface, VIEWPORT, to_json};

/// A command that speaks MCP: described as a [`Tool`](crate::tool::Tool) is.
#[derive(Debug, Clone, Copy)]
pub(super) struct McpCommand {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    about: &'static str,
    arguments: &'static [Argument],
    examples: &'static [(&'static str, &'static str)],
    run: fn(&Arguments, bool) -> Result<u8, Failure>,
}

const ROOT: Argument = Argument::option("root", ArgumentKind::Text, "The only folder that pages are read from, or an archive")
    .detail(
        "By default the folder of --page, or the current one. An archive is a HAR, WACZ or WARC file: it answers addresses with \
         their query, redirects, forms by GET and POST, style sheets, images and fonts, and no file is read beside it.",
    );
const SITE: Argument = Argument::option("url-map", ArgumentKind::Text, "A JSON file that maps addresses to pages, or an archive").detail(
    "An object such as {\"https://shop.example/cart\": \"cart.html\", \"POST https://shop.example/order\": \"thanks.html\"}, \
     pages relative to the root. Without it a page answers the address it was saved from, if it records one.",
)
.formerly("site");
const EFFECTS: Argument = Argument::option(
    "script-mocks",
    ArgumentKind::Text,
    "A JSON file of what the scripts of the pages would do on clicks",
)
.detail(
    "An array such as [{\"selector\": \"#open\", \"mutations\": [{\"selector\": \"#menu\", \"removeAttribute\": \
         \"hidden\"}]}, {\"selector\": \"#buy\", \"page\": \"cart.html\"}]. Mutations: setAttribute [NAME, VALUE], \
         removeAttribute, setText, insertHtml, remove.",
)
.formerly("effects");

/// The commands.
pub(super) const COMMANDS: &[McpCommand] = &[
    McpCommand {
        name: "mcp",
        summary: "Serve saved pages to agents over MCP, with the tools of Playwright MCP",
        about: "A server on standard input and output for MCP clients. Its tools have the names, parameters and answers of \
                Playwright MCP, so an agent written for it runs unchanged, offline and deterministically; \
                beside them are search_page, find_elements, locate, check_click, extract, markdown, diff, explain and resolve. \
                Clicks, keys and forms do what a browser does without scripts, and what a script would have done is reported \
                as such. What comes from a page stands between lines with a random nonce.",
        arguments: &[
            ROOT,
            Argument::option("page", ArgumentKind::Text, "The page to open at the start, in the state that it was saved in").detail(
                "Pages that are navigated to later are loaded as a browser loads them: without the focus, the open dialogs \
                 and the scroll offsets that a capture keeps.",
            ),
            SITE,
            EFFECTS,
            Argument::option("caps", ArgumentKind::Choice(Capabilities::WORDS), "Which tools clients see; fewer cost a model less")
                .default("all")
                .detail(
                    "core: those that Playwright MCP has by itself. testing: also browser_verify_... and \
                     browser_generate_locator, as its --caps testing. all: also those at points of the window, and \
                     stillpage's own.",
                ),
            Argument::option("record", ArgumentKind::Text, "Write every call and its answer to this file, for `stillpage replay`"),
            Argument::option("hidden-text", ArgumentKind::Choice(&["list", "off"]), "What browser_snapshot does with hidden instructions")
                .default("list")
                .detail(
                    "list: text that a person looking at the page does not see, a label too, is listed below the snapshot if it \
                     reads as an instruction to an assistant. off: it is not looked for, and answers are those of Playwright MCP.",
                ),
            Argument::option("timeout", ArgumentKind::Number { max: 3600 }, "The most seconds that a call may take").rare().default("60"),
            #[cfg(feature = "live")]
            Argument::option("cdp", ArgumentKind::Text, "Begin with the page that a running Chromium shows: ws://... or http://...")
                .detail(
                    "The page is captured once, with its state; from then on it is a saved page like the others, and the \
                     browser is not used again.",
                ),
            #[cfg(feature = "live")]
            Argument::option("tab", ArgumentKind::Text, "With --cdp: the tab, by its id or a part of its title or address"),
            #[cfg(feature = "live")]
            Argument::flag("allow-remote", "With --cdp: accept a browser on another machine").rare(),
            Argument::option("nonce", ArgumentKind::Text, "Fixed nonce of the lines around page content, for reproducible output").rare(),
            VIEWPORT,
            DEVICE,
            SCALE,
            MOBILE,
            COLOR_SCHEME,
        ],
        examples: &[
            ("mcp --root saved-site", "all pages in a folder, for an MCP client to start"),
            ("mcp --root site.wacz", "the pages of a crawl by their addresses"),
            ("mcp --page page.html", "one page"),
            ("mcp --root saved-site --record run.jsonl", "keep what an agent did"),
            ("mcp --cdp http://127.0.0.1:9222", "try steps on a copy of the page in a running Chromium"),
        ],
        run: run_server,
    },
    McpCommand {
        name: "replay",
        summary: "Make the calls of a transcript again and compare the answers",
        about: "Reads a file that `stillpage mcp --record` wrote, makes its calls again, and ends with 1 at the first answer \
                that differs: a regression test for agents and for pages. JSON: {\"same\",\"difference\":{\"line\",\"call\",\
                \"before\",\"now\"}|null}.",
        arguments: &[
            Argument::positional("transcript", ArgumentKind::Text, "The file").required(),
            ROOT,
            SITE,
            EFFECTS,
        ],
        examples: &[("replay run.jsonl --root saved-site", "on the pages as they are now")],
        run: run_replay,
    },
];

impl McpCommand {
    /// Its subcommand.
    pub(super) fn subcommand(&self, common: &[Arg]) -> Command {
        let own = self.arguments.iter();
        subcommand(self.name, self.summary, self.about, self.examples, own, std::iter::empty(), common)
    }

    /// Runs the command line.
    pub(super) fn answer(&self, matches: &ArgMatches) -> Result<u8, Failure> {
        let arguments =
            Arguments::check(Surface::CommandLine, self.arguments.iter(), given(self.arguments.iter(), matches)?)?;
        (self.run)(&arguments, matches.get_flag("json"))
    }
}

fn options(arguments: &Arguments) -> Result<Options, Error> {
    let path = |name: &str| arguments.text(name).map(PathBuf::from);
    let nonce = arguments.text("nonce");
    if let Some(nonce) = nonce.filter(|nonce| nonce.is_empty() || !nonce.bytes().all(|b| b.is_ascii_alphanumeric())) {
        return Err(Error::arguments(
            safe!("--nonce {} is not a word of ASCII letters and digits", PageText::quoted(nonce)),
            "write one such as 5f3a9c",
        ));
    }
    Ok(Options {
        root: path("root"),
        page: path("page"),
        device: crate::tool::device(arguments)?,
        site: path("url-map"),
        effects: path("script-mocks"),
        record: path("record"),
        captured: captured(arguments)?,
        no_hidden_text: arguments.text("hidden-text") == Some("off"),
        time_limit: arguments.number("timeout").map(Duration::from_secs_f32),
        capabilities: Capabilities::of(arguments.text("caps")),
        nonce: nonce.map(str::to_owned),
    })
}

/// The page that a running browser shows.
#[cfg(feature = "live")]
fn captured(arguments: &Arguments) -> Result<Option<Captured>, Error> {
    let Some(address) = arguments.text("cdp") else { return Ok(None) };
    let limit = arguments.number("timeout").map_or(Duration::from_secs(60), Duration::from_secs_f32);
    let attach = Attach::new(address).allow_remote(arguments.flag("allow-remote")).limit(limit);
    let mut browser = Browser::attach(&attach)?;
    browser.finish_within(Some(limit));
    let recording = browser.tab_named(arguments.text("tab"))?.record_whole()?;
    note_missing(&recording);
    let page = recording.measure().page;
    let url =
        page.dom().document_url(page.dom().document()).map_or_else(|| "about:blank".to_owned(), url::Url::to_string);
    Ok(Some(Captured { url, html: recording.to_html() }))
}

#[cfg(not(feature = "live"))]
fn captured(_: &Arguments) -> Result<Option<Captured>, Error> {
    Ok(None)
}

fn run_server(arguments: &Arguments, _: bool) -> Result<u8, Failure> {
    serve(&options(arguments)?)?;
    Ok(DONE)
}

fn run_replay(arguments: &Arguments, json: bool) -> Result<u8, Failure> {
    let transcript = arguments.required("transcript");
    let replayed = replay(Path::new(transcript), &options(arguments)?)?;
    let difference = replayed.difference.as_ref();
    if json {
        let difference = difference
            .map(|found| json!({ "line": found.line, "call": found.call, "before": found.before, "now": found.now }));
        print(&SafeText::verbatim(to_json(&json!({ "same": replayed.same, "difference": difference }))))?;
    } else if let Some(found) = difference {
        let head =
            safe!("{}:{}: another answer to {}", PageText::of(transcript), found.line, PageText::of(&found.call));
        let (before, now) = (SafeText::lines(&found.before), SafeText::lines(&found.now));
        print(&safe!("{}\n- {}\n+ {}\n", head, before, now))?;
    } else {
        print(&safe!("# {} calls were answered as before\n", replayed.same))?;
    }
    Ok(if difference.is_some() { NOTHING } else { DONE })
}
