//! The integration tests, as one binary.

mod cli;
mod corpus;
mod readme;
mod session;
mod tidy;
