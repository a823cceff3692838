//! x
mod yaml;
