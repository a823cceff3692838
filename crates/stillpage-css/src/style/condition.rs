//! The `not`, `and`, `or` of media queries, `@supports` and `@container`, in three-valued logic.

use cssparser::{ParseError, Parser, Token};

/// A failed parse; the reason is not needed.
pub(super) type Fail = ParseError<()>;

/// True, false, or unknown: <https://drafts.csswg.org/mediaqueries-5/#evaluating>
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    True,
    False,
    Unknown,
}

impl From<bool> for Answer {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl Answer {
    pub(super) fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::True,
        }
    }

    pub(super) fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
}

/// Reads a condition and answers it; `leaf` gets the inside of a pair of parentheses that is not a condition of its own.
/// Stops before what does not belong to it.
pub(super) fn parse_condition<'i>(
    input: &mut Parser<'i>,
    allow_or: bool,
    leaf: &mut dyn FnMut(&mut Parser<'i>) -> Result<Answer, Fail>,
) -> Result<Answer, Fail> {
    if input.try_parse(|i| i.expect_ident_matching("not")).is_ok() {
        return Ok(in_parentheses(input, leaf)?.not());
    }
    let mut answer = in_parentheses(input, leaf)?;
    if input.try_parse(|i| i.expect_ident_matching("and")).is_ok() {
        answer = answer.and(in_parentheses(input, leaf)?);
        while input.try_parse(|i| i.expect_ident_matching("and")).is_ok() {
            answer = answer.and(in_parentheses(input, leaf)?);
        }
    } else if allow_or {
        while input.try_parse(|i| i.expect_ident_matching("or")).is_ok() {
            answer = answer.or(in_parentheses(input, leaf)?);
        }
    }
    Ok(answer)
}

/// `( <condition> )`, a leaf, or anything else in parentheses, which is unknown. Functions are given to `leaf` with
/// their name still to be read.
fn in_parentheses<'i>(
    input: &mut Parser<'i>,
    leaf: &mut dyn FnMut(&mut Parser<'i>) -> Result<Answer, Fail>,
) -> Result<Answer, Fail> {
    let start = input.state();
    match input.next()? {
        Token::ParenthesisBlock => input.parse_nested_block(|input| {
            let inside = input.state();
            let nested = parse_condition(input, true, leaf);
            if let Ok(answer) = nested
                && input.is_exhausted()
            {
                return Ok(answer);
            }
            input.reset(&inside);
            if let Ok(answer) = leaf(input)
                && input.is_exhausted()
            {
                return Ok(answer);
            }
            // <https://drafts.csswg.org/mediaqueries-5/#typedef-general-enclosed>
            input.reset(&inside);
            if input.is_exhausted() {
                return Err(ParseError::unexpected_token());
            }
            while input.next().is_ok() {}
            Ok(Answer::Unknown)
        }),
        Token::Function(_) => {
            input.reset(&start);
            if let Ok(answer) = leaf(input) {
                return Ok(answer);
            }
            input.reset(&start);
            input.expect_function()?;
            input.parse_nested_block(|input| {
                while input.next().is_ok() {}
                Ok::<_, Fail>(())
            })?;
            Ok(Answer::Unknown)
        }
        _ => {
            input.reset(&start);
            Err(ParseError::unexpected_token())
        }
    }
}
