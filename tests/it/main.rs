//! The integration tests, as one binary.

#![expect(clippy::panic, reason = "a test fails by a panic, in what it calls too")]

mod actions;
mod agent_view;
#[cfg(feature = "batch")]
mod archives;
mod assertions;
mod audit;
mod ax;
#[cfg(feature = "batch")]
mod batch;
mod circles;
mod cli;
mod clicks;
mod content;
mod exit_codes;
mod faults;
mod forgery;
mod hostile;
#[cfg(feature = "live-tests")]
mod live;
#[cfg(feature = "mcp")]
mod mcp;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod readme;
mod recordings;
mod resolve;
mod review;
#[cfg(feature = "extract")]
mod scoreboard;
#[cfg(all(feature = "mcp", feature = "screenshot"))]
mod screenshot;
mod session;
mod skill;
mod steps;
mod tidy;
mod tidy_docs;
mod view;
