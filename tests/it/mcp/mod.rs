//! The MCP server, driven over its standard streams.

mod actions;
mod archives;
mod client;
mod conversation;
mod protocol;
mod tools;
mod transcripts;

#[cfg(feature = "screenshot")]
pub(crate) use client::showing;
