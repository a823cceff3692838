//! `@supports (name: value)`: also for properties that only paint.

use cssparser::Parser;

use super::names::{self, Named};
use super::{ParseMode, parse_declaration};

/// Whether `@supports (name: value)` is true: also for properties that only paint.
#[must_use]
pub fn supports_declaration(name: &str, value: &str) -> bool {
    if name.starts_with("--") {
        return true;
    }
    let mut input = Parser::new(value);
    match names::lookup(name) {
        Some(Named::Paint(_)) => !input.is_exhausted(),
        Some(_) => parse_declaration(name, &mut input, &ParseMode::default(), &mut Vec::new()).is_ok(),
        None => false,
    }
}
