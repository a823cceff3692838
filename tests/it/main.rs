//! The integration tests, as one binary.

mod agent_view;
mod cli;
mod clicks;
mod content;
mod corpus;
mod properties;
mod readme;
mod regressions;
mod session;
mod simulate;
mod tidy;
