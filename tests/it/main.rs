//! The integration tests, as one binary.

mod cli;
mod content;
mod corpus;
mod properties;
mod readme;
mod regressions;
mod session;
mod simulate;
mod tidy;
