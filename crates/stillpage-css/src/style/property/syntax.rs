//! Parsing of the value types that many properties share.

use std::sync::Arc;

use cssparser::{Parser, Token};

use super::ParseMode;
pub(super) use super::parsed::{Invalid, Parsed, nested};

use super::math::{Math, MathNode, MathType, PercentAs, is_math_function, parse_math_function};
use super::unit::{Dimension, Unit, Units};
use crate::style::computed::LengthPercentage;
use crate::style::value::{Calc, narrow};

/// A specified length or percentage, or math that computes to one (or, for other types, to a number).
#[derive(Debug, Clone, PartialEq)]
pub enum SpecifiedLength {
    /// CSS px.
    Px(f32),
    /// A relative length.
    Relative(f32, Unit),
    /// A percentage, as a fraction.
    Percent(f32),
    /// A math function.
    Math(Arc<MathNode>),
}

/// The range of valid values; what math gives outside of it is clamped when computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    All,
    NonNegative,
}

impl Range {
    fn allows(self, value: f32) -> bool {
        self == Self::All || value >= 0.0
    }
}

impl SpecifiedLength {
    /// Zero.
    pub const ZERO: Self = Self::Px(0.0);

    /// The computed value.
    pub(super) fn compute(&self, units: &Units<'_>) -> LengthPercentage {
        match self {
            Self::Px(px) => LengthPercentage::px(clamp_length(px * units.px())),
            Self::Relative(value, unit) => LengthPercentage::px(clamp_length(value * units.unit(*unit))),
            Self::Percent(percent) => LengthPercentage::percent(keep_percent(*percent)),
            Self::Math(math) => match math.compute(units) {
                Calc::Linear { px, percent } => LengthPercentage::Linear {
                    px: clamp_length(px),
                    percent: match percent {
                        percent if !percent.is_finite() => 0.0,
                        0.0 if math.has_percent() => keep_percent(0.0),
                        percent => percent,
                    },
                },
                other => LengthPercentage::Calc(Arc::new(other)),
            },
        }
    }

    /// The computed value, not below 0 (as far as it does not wait for layout).
    pub(super) fn compute_non_negative(&self, units: &Units<'_>) -> LengthPercentage {
        match self.compute(units) {
            LengthPercentage::Linear { px, percent: 0.0 } if px < 0.0 => LengthPercentage::ZERO,
            LengthPercentage::Linear { px, percent } if px <= 0.0 && percent < 0.0 => LengthPercentage::ZERO,
            LengthPercentage::Linear { px, percent } if px < 0.0 || percent < 0.0 => {
                LengthPercentage::Calc(Arc::new(Calc::Max(vec![Calc::px(0.0), Calc::Linear { px, percent }])))
            }
            LengthPercentage::Calc(calc) => {
                LengthPercentage::Calc(Arc::new(Calc::Max(vec![Calc::px(0.0), (*calc).clone()])))
            }
            other => other,
        }
    }

    /// Px, percentages of `basis`.
    pub(super) fn compute_px(&self, units: &Units<'_>, basis: f32) -> f32 {
        clamp_length(self.compute(units).resolve(basis))
    }

    /// The value as a number: of math of that type.
    pub(super) fn compute_number(&self, units: &Units<'_>) -> f32 {
        match self {
            Self::Px(number) | Self::Percent(number) | Self::Relative(number, _) => *number,
            Self::Math(math) => {
                let number = match math.compute(units) {
                    Calc::Linear { px, percent } => px + percent,
                    other => other.resolve(1.0),
                };
                if number.is_nan() { 0.0 } else { number }
            }
        }
    }
}

/// 0% still is a percentage, of a basis that may be indefinite: it is kept as the least one, which resolves to 0.
fn keep_percent(percent: f32) -> f32 {
    if percent == 0.0 { f32::MIN_POSITIVE } else { percent }
}

/// Limit: what Chromium's fixed-point lengths hold.
fn clamp_length(px: f32) -> f32 {
    if px.is_nan() { 0.0 } else { px.clamp(-33_554_428.0, 33_554_428.0) }
}

/// `<length>` and, if `percent`, `<percentage>`.
fn length_or_percent(input: &mut Parser<'_>, range: Range, percent: bool, unitless: bool) -> Parsed<SpecifiedLength> {
    let token = input.next()?;
    let length = match token {
        Token::Dimension { value, unit, .. } => {
            let value = *value;
            if !range.allows(value) {
                return Err(Invalid);
            }
            match Dimension::new(value, unit).ok_or(Invalid)? {
                Dimension::Px(px) => SpecifiedLength::Px(narrow(px)),
                Dimension::Relative(value, unit) => SpecifiedLength::Relative(narrow(value), unit),
                _ => return Err(Invalid),
            }
        }
        Token::Percentage { unit_value, .. } if percent => {
            let value = *unit_value;
            if !range.allows(value) {
                return Err(Invalid);
            }
            SpecifiedLength::Percent(value)
        }
        Token::Number { value, .. } if *value == 0.0 || (unitless && range.allows(*value)) => {
            SpecifiedLength::Px(*value)
        }
        Token::Function(name) if is_math_function(name) => {
            let name = name.clone();
            let percent_as = if percent { PercentAs::Length } else { PercentAs::Itself };
            let math = parse_math_function(&name, input, percent_as)?;
            if math.kind != MathType::LENGTH {
                return Err(Invalid);
            }
            from_math(math)
        }
        _ => return Err(Invalid),
    };
    Ok(length)
}

fn from_math(math: Math) -> SpecifiedLength {
    SpecifiedLength::Math(Arc::new(math.node))
}

/// `<length-percentage>`
pub(super) fn length_percentage(input: &mut Parser<'_>, range: Range) -> Parsed<SpecifiedLength> {
    length_or_percent(input, range, true, false)
}

/// `<length-percentage>`, and where the mode has it, a number of px.
pub(super) fn quirky_length_percentage(
    input: &mut Parser<'_>,
    range: Range,
    mode: &ParseMode,
) -> Parsed<SpecifiedLength> {
    length_or_percent(input, range, true, mode.quirks || mode.presentation_attribute)
}

/// A number of `__qem`.
pub(super) fn quirky_em(input: &mut Parser<'_>) -> Parsed<SpecifiedLength> {
    match input.next()? {
        Token::Dimension { value, unit, .. } if &**unit == "__qem" => {
            Ok(SpecifiedLength::Relative(*value, Unit::QuirkyEm))
        }
        _ => Err(Invalid),
    }
}

/// `<length>`
pub(super) fn length(input: &mut Parser<'_>, range: Range) -> Parsed<SpecifiedLength> {
    length_or_percent(input, range, false, false)
}

/// `<length>`, and where the mode has it, a number of px.
pub(super) fn quirky_length(input: &mut Parser<'_>, range: Range, mode: &ParseMode) -> Parsed<SpecifiedLength> {
    length_or_percent(input, range, false, mode.quirks || mode.presentation_attribute)
}

/// A number, or math that waits for a style to become one.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberValue {
    Number(f32),
    Math(SpecifiedLength),
}

/// `<number>`
pub(super) fn number(input: &mut Parser<'_>, range: Range) -> Parsed<NumberValue> {
    match input.next()? {
        Token::Number { value, .. } if range.allows(*value) => Ok(NumberValue::Number(*value)),
        Token::Function(name) if is_math_function(name) => {
            let name = name.clone();
            let math = parse_math_function(&name, input, PercentAs::Itself)?;
            if math.kind != MathType::NUMBER {
                return Err(Invalid);
            }
            Ok(match math.node.constant() {
                Some(value) => {
                    let value = if value.is_nan() { 0.0 } else { narrow(value) };
                    NumberValue::Number(if range == Range::NonNegative { value.max(0.0) } else { value })
                }
                None => NumberValue::Math(from_math(math)),
            })
        }
        _ => Err(Invalid),
    }
}

/// `<number>` that must be known at once: math with relative lengths inside is invalid.
pub(super) fn plain_number(input: &mut Parser<'_>, range: Range) -> Parsed<f32> {
    match number(input, range)? {
        NumberValue::Number(value) => Ok(value),
        NumberValue::Math(_) => Err(Invalid),
    }
}

/// `<number>` or `<percentage>`, as a fraction.
pub(super) fn number_or_percentage(input: &mut Parser<'_>, range: Range) -> Parsed<NumberValue> {
    if let Ok(value) = input.try_parse(|i| number(i, range)) {
        return Ok(value);
    }
    percentage(input, range).map(NumberValue::Number)
}

/// `<percentage>`, as a fraction; math with relative lengths inside is invalid.
pub(super) fn percentage(input: &mut Parser<'_>, range: Range) -> Parsed<f32> {
    match input.next()? {
        Token::Percentage { unit_value, .. } if range.allows(*unit_value) => Ok(*unit_value),
        Token::Function(name) if is_math_function(name) => {
            let name = name.clone();
            let math = parse_math_function(&name, input, PercentAs::Itself)?;
            if math.kind != MathType::PERCENT {
                return Err(Invalid);
            }
            match math.node {
                MathNode::Percent(value) => {
                    let value = narrow(value);
                    Ok(if range == Range::NonNegative { value.max(0.0) } else { value })
                }
                _ => Err(Invalid),
            }
        }
        _ => Err(Invalid),
    }
}

/// `<integer>`; math rounds to the nearest.
pub(super) fn integer(input: &mut Parser<'_>) -> Parsed<i32> {
    match input.next()? {
        Token::Number { int_value: Some(value), .. } => Ok(*value),
        Token::Function(name) if is_math_function(name) => {
            let name = name.clone();
            let math = parse_math_function(&name, input, PercentAs::Itself)?;
            if math.kind != MathType::NUMBER {
                return Err(Invalid);
            }
            math.node.constant().map(round_integer).ok_or(Invalid)
        }
        _ => Err(Invalid),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, as integers of CSS do")]
pub(super) fn round_integer(value: f64) -> i32 {
    (value + 0.5).floor() as i32
}

/// `<integer>` of at least `minimum`; math is clamped.
pub(super) fn integer_at_least(input: &mut Parser<'_>, minimum: i32) -> Parsed<i32> {
    let start = input.state();
    let value = integer(input)?;
    if value >= minimum {
        return Ok(value);
    }
    input.reset(&start);
    let is_math = matches!(input.next()?, Token::Function(_));
    if !is_math {
        return Err(Invalid);
    }
    input.reset(&start);
    integer(input)?;
    Ok(minimum)
}

/// `<angle>`, radians; `zero`: a unitless 0 counts.
pub(super) fn angle(input: &mut Parser<'_>, zero: bool) -> Parsed<f32> {
    match input.next()? {
        Token::Dimension { value, unit, .. } => match Dimension::new(*value, unit) {
            Some(Dimension::Angle(value)) => Ok(narrow(value)),
            _ => Err(Invalid),
        },
        Token::Number { value, .. } if zero && *value == 0.0 => Ok(0.0),
        Token::Function(name) if is_math_function(name) => {
            let name = name.clone();
            let math = parse_math_function(&name, input, PercentAs::Itself)?;
            if math.kind != MathType::ANGLE {
                return Err(Invalid);
            }
            math.node.constant().map(narrow).ok_or(Invalid)
        }
        _ => Err(Invalid),
    }
}

/// An identifier out of a fixed list; the position in the list.
pub(super) fn one_of(input: &mut Parser<'_>, keywords: &[&str]) -> Parsed<u8> {
    let ident = input.expect_ident()?;
    let found = keywords.iter().position(|k| k.eq_ignore_ascii_case(ident)).ok_or(Invalid)?;
    u8::try_from(found).map_err(|_| Invalid)
}

/// Tries one identifier.
pub(super) fn accept(input: &mut Parser<'_>, keyword: &str) -> bool {
    input.try_parse(|input| input.expect_ident_matching(keyword)).is_ok()
}

/// `<custom-ident>` other than the CSS-wide keywords, `default` and those in `except`.
pub(super) fn custom_ident(input: &mut Parser<'_>, except: &[&str]) -> Parsed<Box<str>> {
    let ident = input.expect_ident()?;
    let reserved = ["inherit", "initial", "unset", "revert", "revert-layer", "default"];
    if reserved.iter().chain(except).any(|k| ident.eq_ignore_ascii_case(k)) {
        return Err(Invalid);
    }
    Ok(Box::from(&**ident))
}

/// `/`
pub(super) fn slash(input: &mut Parser<'_>) -> bool {
    input.try_parse(|input| input.expect_delim('/')).is_ok()
}
