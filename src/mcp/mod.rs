//! An MCP server on standard input and output, or over HTTP: Playwright MCP's tools over saved pages, and stillpage's own.
//!
//! *In*: JSON-RPC lines, and the saved pages below one folder. *Out*: JSON-RPC lines, and a transcript if one is asked for.
//!
//! *Invariants*: no socket is opened, unless a port is asked for; no page outside the root is read; the calls of a client are
//! answered one after the other, in the order in which they came, so that the same calls have the same answers.

mod act;
mod browser;
mod capability;
mod check;
mod code;
#[cfg(feature = "mcp")]
mod codegen;
mod description;
mod dispatcher;
mod effects;
mod hosted;
#[cfg(feature = "mcp-http")]
mod http;
#[cfg(feature = "mcp")]
mod lines;
mod options;
mod output;
mod own;
mod page_call;
mod page_tools;
mod parameters;
mod playwright;
mod preview;
mod read;
#[cfg(feature = "mcp")]
mod replay;
mod response;
mod root;
mod schema;
#[cfg(feature = "mcp")]
mod server;
mod shot;
mod site;
mod tab;
mod tabs;
#[cfg_attr(not(feature = "mcp"), allow(dead_code, reason = "only the program replays them"))]
mod transcript;

#[cfg(feature = "mcp-http")]
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::device::Device;
#[cfg(feature = "mcp")]
use crate::error::Error;
use crate::tool::choice;
pub(crate) use capability::Capabilities;
pub(crate) use code::Codegen;
pub(crate) use description::ToolFormat;
pub use hosted::Server;
#[cfg(feature = "mcp")]
pub(crate) use options::{ABOUT, ARGUMENTS, CAPS, EFFECTS, EXAMPLES, McpArguments, ROOT, SITE, SUMMARY, options};
#[cfg(feature = "mcp")]
pub(crate) use replay::replay;

choice! {
    /// The page in answers to actions.
    #[derive(Default)]
    pub(crate) enum SnapshotInAnswers {
        /// The lines that differ from the snapshot that the client has.
        #[default]
        Incremental = "incremental",
        /// The whole snapshot.
        Full = "full",
        /// Address and title alone.
        None = "none",
    }
}

/// The address at which a server is reached over HTTP.
#[derive(Debug, Clone)]
#[cfg(feature = "mcp-http")]
pub(crate) struct Endpoint {
    /// The name or number of the interface.
    pub(crate) host: String,
    /// The port; 0 for one that is free.
    pub(crate) port: u16,
    /// The names by which clients may call the server, beside those of this machine; `*` for any.
    pub(crate) allowed_hosts: Option<Vec<String>>,
}

/// Options of a server: the pages that it shows, and how.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// The folder that pages are read from; by default that of the page, or the current one.
    pub(crate) root: Option<PathBuf>,
    /// The page that is open at the start, in the state that it was saved in.
    pub(crate) page: Option<PathBuf>,
    /// The device that pages are shown on.
    pub(crate) device: Device,
    /// The file that says which file answers which address.
    pub(crate) site: Option<PathBuf>,
    /// The attribute that tests know elements of the pages by, if it is not `data-testid`.
    pub(crate) test_id_attribute: Option<String>,
    /// The file with the effects of the pages' scripts.
    pub(crate) effects: Option<PathBuf>,
    /// The file to write calls and answers to.
    pub(crate) record: Option<PathBuf>,
    /// A page that is in front at the start, as a browser shows it now.
    pub(crate) captured: Option<Captured>,
    /// The most time that a call may take once its turn has come; `None` without a limit.
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "the server alone has a clock"))]
    pub(crate) time_limit: Option<Duration>,
    /// The tools that clients see.
    pub(crate) capabilities: Capabilities,
    /// The code in answers.
    pub(crate) codegen: Codegen,
    /// The page in answers to actions.
    pub(crate) snapshot_mode: SnapshotInAnswers,
    /// The folder that clients may have files written to.
    pub(crate) output: Option<PathBuf>,
    /// Snapshots have the boxes of elements.
    pub(crate) snapshot_boxes: bool,
    /// Snapshots do not list hidden text.
    pub(crate) no_hidden_text: bool,
    /// The word of the lines around page content; random by default.
    pub(crate) nonce: Option<String>,
}

/// A page that was captured from a browser.
#[derive(Debug, Clone)]
pub(crate) struct Captured {
    /// Its address.
    pub(crate) url: String,
    /// The page as one file.
    pub(crate) html: String,
}

/// Serves over HTTP until the process has to end; each client has tabs of its own. `listening` hears
/// of the address.
///
/// # Errors
/// Those of [`serve`], and [`Error::Arguments`] for an address that other machines reach and that does not say so.
#[cfg(feature = "mcp-http")]
pub(crate) fn serve_http(options: &Options, endpoint: &Endpoint, listening: &dyn Fn(SocketAddr)) -> Result<(), Error> {
    http::serve(options, endpoint, listening)
}

/// Serves until standard input ends.
///
/// # Errors
/// [`Error::Open`] if the root, the page or a file of the options cannot be read, [`Error::Arguments`] if it does not hold
/// what it should.
#[cfg(feature = "mcp")]
pub(crate) fn serve(options: &Options) -> Result<(), Error> {
    server::serve(options)
}
