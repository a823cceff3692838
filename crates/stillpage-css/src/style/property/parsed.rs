//! The result of parsing a value.

use cssparser::{BasicParseError, ParseError, Parser};

/// A value that does not parse; the token at fault is not needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Invalid;

/// The result of parsing a value.
pub(super) type Parsed<T> = Result<T, Invalid>;

impl From<BasicParseError> for Invalid {
    fn from(_: BasicParseError) -> Self {
        Self
    }
}

impl From<ParseError<Self>> for Invalid {
    fn from(_: ParseError<Self>) -> Self {
        Self
    }
}

/// Parses the inside of the block or function whose token was just read; all of it must be used up.
pub(super) fn nested<'i, T>(input: &mut Parser<'i>, parse: impl FnOnce(&mut Parser<'i>) -> Parsed<T>) -> Parsed<T> {
    Ok(input.parse_nested_block(|input| parse(input).map_err(ParseError::<Invalid>::custom))?)
}
