//! Values in media and container queries: comparisons, numbers, lengths with their arithmetic.

use cssparser::{BasicParseErrorKind, ParseError, ParseErrorKind, Parser, Token, match_ignore_ascii_case};

use super::condition::{Answer, Fail};
use crate::geometry::Size;

/// A comparison of a feature, on the left, with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

impl Comparison {
    pub(super) fn holds(self, actual: f32, value: f32) -> Answer {
        /// Ratios and sums of lengths do not come out even.
        const TOLERANCE: f32 = 1e-4;
        let difference = actual - value;
        let equal = difference.abs() <= TOLERANCE * value.abs().min(1.0);
        Answer::from(match self {
            Self::Less => difference < 0.0 && !equal,
            Self::AtMost => difference < 0.0 || equal,
            Self::Equal => equal,
            Self::AtLeast => difference > 0.0 || equal,
            Self::Greater => difference > 0.0 && !equal,
        })
    }

    /// The comparison with the feature on the right.
    pub(super) fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Equal => Self::Equal,
            Self::AtLeast => Self::AtMost,
            Self::Greater => Self::Less,
        }
    }

    pub(super) fn same_direction(self, other: Self) -> bool {
        let sign = |c| match c {
            Self::Less | Self::AtMost => -1,
            Self::Equal => 0,
            Self::AtLeast | Self::Greater => 1,
        };
        sign(self) == sign(other) && sign(self) != 0
    }
}

/// `<`, `<=`, `=`, `>=`, `>`
pub(super) fn comparison(input: &mut Parser<'_>) -> Result<Comparison, Fail> {
    let first = match input.next()? {
        Token::Delim('<') => Comparison::Less,
        Token::Delim('>') => Comparison::Greater,
        Token::Delim('=') => return Ok(Comparison::Equal),
        _ => return Err(ParseError::unexpected_token()),
    };
    let before = input.state();
    if matches!(input.next_including_whitespace(), Ok(Token::Delim('='))) {
        return Ok(if first == Comparison::Less { Comparison::AtMost } else { Comparison::AtLeast });
    }
    input.reset(&before);
    Ok(first)
}

pub(super) fn number(input: &mut Parser<'_>) -> Result<f32, Fail> {
    Ok(input.expect_number()?)
}

/// A length in px; font-relative units refer to the initial font.
pub(super) fn length(input: &mut Parser<'_>, viewport: Size) -> Result<f32, Fail> {
    let start = input.state();
    match input.next()?.clone() {
        Token::Dimension { value, unit, .. } => match unit_px(&unit, viewport) {
            Some(px) => Ok(value * px),
            None => Err(ParseError::unexpected_token()),
        },
        Token::Number { value: 0.0, .. } => Ok(0.0),
        Token::Function(name) if is_math(&name) => {
            input.reset(&start);
            let (px, power) = product(input, viewport)?;
            if power == 1 { Ok(px) } else { Err(ParseError::unexpected_token()) }
        }
        _ => Err(ParseError::unexpected_token()),
    }
}

fn is_math(name: &str) -> bool {
    ["calc", "min", "max", "clamp"].iter().any(|n| n.eq_ignore_ascii_case(name))
}

/// A unit in px. Approx: `ex` and `ch` are half an em (Chromium measures the font: off by up to 10%).
fn unit_px(unit: &str, viewport: Size) -> Option<f32> {
    let (small, large) = (viewport.width.min(viewport.height), viewport.width.max(viewport.height));
    Some(match_ignore_ascii_case! { unit,
        "px" => 1.0,
        "em" | "rem" | "ic" | "ric" => 16.0,
        "ex" | "rex" | "ch" | "rch" | "cap" | "rcap" => 8.0,
        "lh" | "rlh" => 18.0,
        "cm" => 96.0 / 2.54,
        "mm" => 9.6 / 2.54,
        "q" => 2.4 / 2.54,
        "in" => 96.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "vw" | "svw" | "lvw" | "dvw" | "vi" | "svi" | "lvi" | "dvi" | "cqw" | "cqi" => viewport.width / 100.0,
        "vh" | "svh" | "lvh" | "dvh" | "vb" | "svb" | "lvb" | "dvb" | "cqh" | "cqb" => viewport.height / 100.0,
        "vmin" | "svmin" | "lvmin" | "dvmin" | "cqmin" => small / 100.0,
        "vmax" | "svmax" | "lvmax" | "dvmax" | "cqmax" => large / 100.0,
        _ => return None,
    })
}

/// A `calc()` sum: its number and the power of px it has.
fn sum(input: &mut Parser<'_>, viewport: Size) -> Result<(f32, i32), Fail> {
    let (mut total, power) = term(input, viewport)?;
    loop {
        let before = input.state();
        let sign = match input.next() {
            Ok(Token::Delim('+')) => 1.0,
            Ok(Token::Delim('-')) => -1.0,
            _ => {
                input.reset(&before);
                return Ok((total, power));
            }
        };
        let (value, other) = term(input, viewport)?;
        if other != power {
            return Err(ParseError::unexpected_token());
        }
        total += sign * value;
    }
}

fn term(input: &mut Parser<'_>, viewport: Size) -> Result<(f32, i32), Fail> {
    let (mut total, mut power) = product(input, viewport)?;
    loop {
        let before = input.state();
        let invert = match input.next() {
            Ok(Token::Delim('*')) => false,
            Ok(Token::Delim('/')) => true,
            _ => {
                input.reset(&before);
                return Ok((total, power));
            }
        };
        let (value, other) = product(input, viewport)?;
        total = if invert { total / value } else { total * value };
        power += if invert { -other } else { other };
    }
}

/// One operand.
fn product(input: &mut Parser<'_>, viewport: Size) -> Result<(f32, i32), Fail> {
    match input.next()?.clone() {
        Token::Number { value, .. } => Ok((value, 0)),
        Token::Dimension { value, unit, .. } => {
            let px = unit_px(&unit, viewport).ok_or_else(ParseError::unexpected_token)?;
            Ok((value * px, 1))
        }
        Token::ParenthesisBlock => input.parse_nested_block(|input| sum(input, viewport)),
        Token::Function(name) if is_math(&name) => input.parse_nested_block(|input| {
            let values = input.parse_comma_separated(|input| sum(input, viewport))?;
            let power = values.first().map_or(0, |v| v.1);
            let numbers = values.iter().map(|v| v.0);
            let value = match_ignore_ascii_case! { &name,
                "min" => numbers.fold(f32::INFINITY, f32::min),
                "max" => numbers.fold(f32::NEG_INFINITY, f32::max),
                "clamp" => match &*values {
                    [low, value, high] => value.0.min(high.0).max(low.0),
                    _ => return Err(ParseError::from_basic_kind(BasicParseErrorKind::UnexpectedToken)),
                },
                _ => values.first().map_or(0.0, |v| v.0),
            };
            Ok((value, power))
        }),
        _ => Err(ParseError { kind: ParseErrorKind::Basic(BasicParseErrorKind::UnexpectedToken) }),
    }
}
