//! The MCP server, driven over its standard streams.

mod actions;
mod archives;
mod client;
mod conversation;
#[cfg(feature = "mcp-http")]
mod http;
mod options;
mod page_tools;
mod protocol;
mod steps;
mod tools;
mod transcripts;

#[cfg(feature = "screenshot")]
pub(crate) use client::showing;
