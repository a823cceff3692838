//! The MCP server, driven over its standard streams.

mod actions;
mod client;
mod protocol;
mod tools;
mod transcripts;
