//! Math functions: `calc()`, `min()`, `round()` and the rest, parsed with types and computed down to what layout must do.
//!
//! <https://drafts.csswg.org/css-values-4/#math>

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::parsed::{Invalid, Parsed, nested};
use super::unit::{Dimension, Unit, Units};
use crate::style::value::{Calc, MathFunction, narrow};

/// A math expression; numbers, px, radians, seconds and dppx are plain values, which of them the type knows.
#[derive(Debug, Clone, PartialEq)]
pub enum MathNode {
    /// A number, or an absolute dimension in its canonical unit.
    Value(f64),
    /// A length in px: differs from `Value` in that zoom scales it.
    Px(f64),
    /// A relative length.
    Relative(f64, Unit),
    /// A percentage, as a fraction.
    Percent(f64),
    /// Sum.
    Sum(Vec<Self>),
    /// Product.
    Product(Box<Self>, Box<Self>),
    /// `1 / x`
    Invert(Box<Self>),
    /// `min()`
    Min(Vec<Self>),
    /// `max()`
    Max(Vec<Self>),
    /// `clamp()`
    Clamp(Box<[Self; 3]>),
    /// Any other function.
    Function(MathFunction, Vec<Self>),
}

impl MathNode {
    /// Is there a percentage in it?
    pub(super) fn has_percent(&self) -> bool {
        match self {
            Self::Value(_) | Self::Px(_) | Self::Relative(..) => false,
            Self::Percent(_) => true,
            Self::Sum(nodes) | Self::Min(nodes) | Self::Max(nodes) | Self::Function(_, nodes) => {
                nodes.iter().any(Self::has_percent)
            }
            Self::Product(a, b) => a.has_percent() || b.has_percent(),
            Self::Invert(node) => node.has_percent(),
            Self::Clamp(nodes) => nodes.iter().any(Self::has_percent),
        }
    }
}

/// The type of an expression: exponents of its dimensions.
/// <https://drafts.csswg.org/css-values-4/#determine-the-type-of-a-calculation>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct MathType {
    length: i8,
    angle: i8,
    time: i8,
    resolution: i8,
    percent: i8,
}

impl MathType {
    /// `<number>`
    pub(super) const NUMBER: Self = Self { length: 0, angle: 0, time: 0, resolution: 0, percent: 0 };
    /// `<length>`
    pub(super) const LENGTH: Self = Self { length: 1, ..Self::NUMBER };
    /// `<angle>`
    pub(super) const ANGLE: Self = Self { angle: 1, ..Self::NUMBER };
    /// `<time>`
    pub(super) const TIME: Self = Self { time: 1, ..Self::NUMBER };
    /// `<resolution>`
    pub(super) const RESOLUTION: Self = Self { resolution: 1, ..Self::NUMBER };
    /// `<percentage>`
    pub(super) const PERCENT: Self = Self { percent: 1, ..Self::NUMBER };

    fn combine(self, other: Self, sign: i8) -> Parsed<Self> {
        let add = |a: i8, b: i8| a.checked_add(b.checked_mul(sign).ok_or(Invalid)?).ok_or(Invalid);
        Ok(Self {
            length: add(self.length, other.length)?,
            angle: add(self.angle, other.angle)?,
            time: add(self.time, other.time)?,
            resolution: add(self.resolution, other.resolution)?,
            percent: add(self.percent, other.percent)?,
        })
    }
}

/// A math function with its type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Math {
    /// The expression.
    pub(super) node: MathNode,
    /// Its type.
    pub(super) kind: MathType,
}

/// True for the name of a math function.
#[must_use]
pub(super) fn is_math_function(name: &str) -> bool {
    match_ignore_ascii_case! { name,
        "calc" | "-webkit-calc" | "min" | "max" | "clamp" | "round" | "mod" | "rem" | "abs" | "sign" | "sin" | "cos"
        | "tan" | "asin" | "acos" | "atan" | "atan2" | "pow" | "sqrt" | "hypot" | "log" | "exp" | "progress" => true,
        _ => false,
    }
}

/// The type of percentages: lengths that wait for a basis, or a type of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PercentAs {
    /// `<length-percentage>`
    Length,
    /// `<percentage>`, or not allowed: the caller looks at the type.
    Itself,
}

/// Parses the arguments of the math function `name`, whose token was just read.
///
/// # Errors
/// If they are not a valid calculation.
pub(super) fn parse_math_function(name: &str, input: &mut Parser<'_>, percent: PercentAs) -> Parsed<Math> {
    let name = name.to_ascii_lowercase();
    nested(input, |input| {
        let math = arguments(&name, input, percent)?;
        input.expect_exhausted()?;
        Ok(math)
    })
}

fn arguments(name: &str, input: &mut Parser<'_>, percent: PercentAs) -> Parsed<Math> {
    let one = |input: &mut Parser<'_>, function: MathFunction, takes: MathType, gives: MathType| {
        let argument = sum(input, percent)?;
        if argument.kind != takes {
            return Err(Invalid);
        }
        Ok(Math { node: function_node(function, vec![argument.node]), kind: gives })
    };
    // Radians and numbers are both plain values.
    let trigonometric = |input: &mut Parser<'_>, function: MathFunction| {
        let argument = sum(input, percent)?;
        if argument.kind != MathType::NUMBER && argument.kind != MathType::ANGLE {
            return Err(Invalid);
        }
        Ok(Math { node: function_node(function, vec![argument.node]), kind: MathType::NUMBER })
    };
    match name {
        "calc" | "-webkit-calc" => sum(input, percent),
        "min" | "max" | "hypot" => {
            let mut terms = Vec::new();
            let kind = list(input, percent, &mut terms)?;
            let node = match name {
                "min" => fold_constants(terms, f64::min).unwrap_or_else(MathNode::Min),
                "max" => fold_constants(terms, f64::max).unwrap_or_else(MathNode::Max),
                _ => function_node(MathFunction::Hypot, terms),
            };
            Ok(Math { node, kind })
        }
        "clamp" => clamp(input, percent),
        "round" => {
            let strategy = input.try_parse(|input| {
                let ident = input.expect_ident()?;
                let strategy = match_ignore_ascii_case! { ident,
                    "nearest" => MathFunction::RoundNearest,
                    "up" => MathFunction::RoundUp,
                    "down" => MathFunction::RoundDown,
                    "to-zero" => MathFunction::RoundToZero,
                    _ => return Err(Invalid),
                };
                input.expect_comma()?;
                Ok(strategy)
            });
            let mut terms = Vec::new();
            let kind = list(input, percent, &mut terms)?;
            if terms.len() == 1 && kind == MathType::NUMBER {
                terms.push(MathNode::Value(1.0));
            }
            exactly(2, &terms)?;
            Ok(Math { node: function_node(strategy.unwrap_or(MathFunction::RoundNearest), terms), kind })
        }
        "mod" | "rem" | "atan2" | "progress" => {
            let mut terms = Vec::new();
            let kind = list(input, percent, &mut terms)?;
            let (function, count, kind) = match name {
                "mod" => (MathFunction::Mod, 2, kind),
                "rem" => (MathFunction::Rem, 2, kind),
                "atan2" => (MathFunction::Atan2, 2, MathType::ANGLE),
                _ => (MathFunction::Progress, 3, MathType::NUMBER),
            };
            exactly(count, &terms)?;
            Ok(Math { node: function_node(function, terms), kind })
        }
        "abs" | "sign" => {
            let argument = sum(input, percent)?;
            let (function, kind) =
                if name == "abs" { (MathFunction::Abs, argument.kind) } else { (MathFunction::Sign, MathType::NUMBER) };
            Ok(Math { node: function_node(function, vec![argument.node]), kind })
        }
        "sin" => trigonometric(input, MathFunction::Sin),
        "cos" => trigonometric(input, MathFunction::Cos),
        "tan" => trigonometric(input, MathFunction::Tan),
        "asin" => one(input, MathFunction::Asin, MathType::NUMBER, MathType::ANGLE),
        "acos" => one(input, MathFunction::Acos, MathType::NUMBER, MathType::ANGLE),
        "atan" => one(input, MathFunction::Atan, MathType::NUMBER, MathType::ANGLE),
        "sqrt" => one(input, MathFunction::Sqrt, MathType::NUMBER, MathType::NUMBER),
        "exp" => one(input, MathFunction::Exp, MathType::NUMBER, MathType::NUMBER),
        "pow" | "log" => {
            let mut terms = Vec::new();
            let kind = list(input, percent, &mut terms)?;
            if kind != MathType::NUMBER || terms.len() > 2 || (name == "pow" && terms.len() != 2) {
                return Err(Invalid);
            }
            let function = if name == "pow" { MathFunction::Pow } else { MathFunction::Log };
            Ok(Math { node: function_node(function, terms), kind })
        }
        _ => Err(Invalid),
    }
}

fn exactly(count: usize, terms: &[MathNode]) -> Parsed<()> {
    if terms.len() == count { Ok(()) } else { Err(Invalid) }
}

/// Comma-separated calculations of one type.
fn list(input: &mut Parser<'_>, percent: PercentAs, terms: &mut Vec<MathNode>) -> Parsed<MathType> {
    let first = sum(input, percent)?;
    terms.push(first.node);
    while input.try_parse(Parser::expect_comma).is_ok() {
        let next = sum(input, percent)?;
        if next.kind != first.kind {
            return Err(Invalid);
        }
        terms.push(next.node);
    }
    Ok(first.kind)
}

fn clamp(input: &mut Parser<'_>, percent: PercentAs) -> Parsed<Math> {
    let bound = |input: &mut Parser<'_>| -> Parsed<Option<Math>> {
        if input.try_parse(|i| i.expect_ident_matching("none")).is_ok() {
            return Ok(None);
        }
        sum(input, percent).map(Some)
    };
    let low = bound(input)?;
    input.expect_comma()?;
    let value = sum(input, percent)?;
    input.expect_comma()?;
    let high = bound(input)?;
    if [&low, &high].into_iter().flatten().any(|bound| bound.kind != value.kind) {
        return Err(Invalid);
    }
    let node = match (low, high) {
        (None, None) => value.node,
        (Some(low), None) => MathNode::Max(vec![low.node, value.node]),
        (None, Some(high)) => MathNode::Min(vec![value.node, high.node]),
        (Some(low), Some(high)) => MathNode::Clamp(Box::new([low.node, value.node, high.node])),
    };
    Ok(Math { node, kind: value.kind })
}

/// `<calc-sum>`
fn sum(input: &mut Parser<'_>, percent: PercentAs) -> Parsed<Math> {
    let first = product(input, percent)?;
    let mut terms = vec![first.node];
    loop {
        let start = input.state();
        // White space is required on both sides of the sign.
        let spaced = input.next_including_whitespace().is_ok_and(|t| matches!(t, Token::WhiteSpace(_)));
        if !spaced {
            input.reset(&start);
            break;
        }
        let sign = match input.next() {
            Ok(Token::Delim('+')) => 1.0,
            Ok(Token::Delim('-')) => -1.0,
            _ => {
                input.reset(&start);
                break;
            }
        };
        if !matches!(input.next_including_whitespace(), Ok(Token::WhiteSpace(_))) {
            return Err(Invalid);
        }
        let next = product(input, percent)?;
        if next.kind != first.kind {
            return Err(Invalid);
        }
        terms.push(if sign < 0.0 { scale(next.node, -1.0) } else { next.node });
    }
    let node = if terms.len() == 1 { terms.swap_remove(0) } else { merge_sum(terms) };
    Ok(Math { node, kind: first.kind })
}

/// `<calc-product>`
fn product(input: &mut Parser<'_>, percent: PercentAs) -> Parsed<Math> {
    let mut result = value(input, percent)?;
    // Limit: a chain of factors is a chain of nodes; a hundred are more than anybody writes.
    for _ in 0..100 {
        let start = input.state();
        match input.next() {
            Ok(Token::Delim('*')) => {
                let next = value(input, percent)?;
                result = Math { kind: result.kind.combine(next.kind, 1)?, node: multiply(result.node, next.node) };
            }
            Ok(Token::Delim('/')) => {
                let next = value(input, percent)?;
                let kind = result.kind.combine(next.kind, -1)?;
                let inverse = match next.node {
                    MathNode::Value(v) => MathNode::Value(1.0 / v),
                    other => MathNode::Invert(Box::new(other)),
                };
                result = Math { kind, node: multiply(result.node, inverse) };
            }
            _ => {
                input.reset(&start);
                return Ok(result);
            }
        }
    }
    Err(Invalid)
}

/// `<calc-value>`
fn value(input: &mut Parser<'_>, percent: PercentAs) -> Parsed<Math> {
    let token = input.next()?.clone();
    let number = |v: f64| Ok(Math { node: MathNode::Value(v), kind: MathType::NUMBER });
    match &token {
        Token::Number { value, .. } => number(f64::from(*value)),
        Token::Percentage { unit_value, .. } => Ok(Math {
            node: MathNode::Percent(f64::from(*unit_value)),
            kind: if percent == PercentAs::Length { MathType::LENGTH } else { MathType::PERCENT },
        }),
        Token::Dimension { value, unit, .. } => Ok(match Dimension::new(*value, unit).ok_or(Invalid)? {
            Dimension::Px(v) => Math { node: MathNode::Px(v), kind: MathType::LENGTH },
            Dimension::Relative(v, unit) => Math { node: MathNode::Relative(v, unit), kind: MathType::LENGTH },
            Dimension::Angle(v) => Math { node: MathNode::Value(v), kind: MathType::ANGLE },
            Dimension::Time(v) => Math { node: MathNode::Value(v), kind: MathType::TIME },
            Dimension::Resolution(v) => Math { node: MathNode::Value(v), kind: MathType::RESOLUTION },
        }),
        Token::ParenthesisBlock => nested(input, |input| {
            let math = sum(input, percent)?;
            input.expect_exhausted()?;
            Ok(math)
        }),
        Token::Function(name) if is_math_function(name) => parse_math_function(name, input, percent),
        Token::Ident(name) => match_ignore_ascii_case! { name,
            "pi" => number(std::f64::consts::PI),
            "e" => number(std::f64::consts::E),
            "infinity" => number(f64::INFINITY),
            "-infinity" => number(f64::NEG_INFINITY),
            "nan" => number(f64::NAN),
            _ => Err(Invalid),
        },
        _ => Err(Invalid),
    }
}

/// Folds `min()` and `max()` of constants of the same kind; gives the terms back if there is anything else.
fn fold_constants(terms: Vec<MathNode>, pick: fn(f64, f64) -> f64) -> Result<MathNode, Vec<MathNode>> {
    let mut values = terms.iter().map(|t| if let MathNode::Value(v) = t { Some(*v) } else { None });
    let folded = values.try_fold(None, |acc: Option<f64>, v| v.map(|v| Some(acc.map_or(v, |a| pick(a, v)))));
    match folded {
        Some(Some(value)) => Ok(MathNode::Value(value)),
        _ => Err(terms),
    }
}

fn function_node(function: MathFunction, terms: Vec<MathNode>) -> MathNode {
    let mut values: smallvec::SmallVec<[f64; 4]> = smallvec::SmallVec::new();
    for term in &terms {
        match term {
            MathNode::Value(v) => values.push(*v),
            _ => return MathNode::Function(function, terms),
        }
    }
    MathNode::Value(function.evaluate(&values))
}

fn scale(node: MathNode, factor: f64) -> MathNode {
    match node {
        MathNode::Value(v) => MathNode::Value(v * factor),
        MathNode::Px(v) => MathNode::Px(v * factor),
        MathNode::Relative(v, unit) => MathNode::Relative(v * factor, unit),
        MathNode::Percent(v) => MathNode::Percent(v * factor),
        other => MathNode::Product(Box::new(MathNode::Value(factor)), Box::new(other)),
    }
}

fn multiply(a: MathNode, b: MathNode) -> MathNode {
    match (a, b) {
        (MathNode::Value(factor), other) | (other, MathNode::Value(factor)) => scale(other, factor),
        (a, b) => MathNode::Product(Box::new(a), Box::new(b)),
    }
}

/// Adds up constants of the same unit.
fn merge_sum(terms: Vec<MathNode>) -> MathNode {
    let mut merged: Vec<MathNode> = Vec::with_capacity(terms.len());
    for term in terms {
        let same = merged.iter_mut().find_map(|m| match (m, &term) {
            (MathNode::Value(a), MathNode::Value(b)) | (MathNode::Px(a), MathNode::Px(b)) => Some((a, *b)),
            (MathNode::Percent(a), MathNode::Percent(b)) => Some((a, *b)),
            (MathNode::Relative(a, u), MathNode::Relative(b, v)) if *u == *v => Some((a, *b)),
            _ => None,
        });
        match same {
            Some((total, more)) => *total += more,
            None => merged.push(term),
        }
    }
    if merged.len() == 1 { merged.swap_remove(0) } else { MathNode::Sum(merged) }
}

impl MathNode {
    /// The value without any style: `None` if it has relative lengths or percentages.
    #[must_use]
    pub fn constant(&self) -> Option<f64> {
        let all = |terms: &[Self]| terms.iter().map(Self::constant).collect::<Option<Vec<_>>>();
        Some(match self {
            Self::Value(v) | Self::Px(v) => *v,
            Self::Relative(..) | Self::Percent(_) => return None,
            Self::Sum(terms) => all(terms)?.iter().sum(),
            Self::Product(a, b) => a.constant()? * b.constant()?,
            Self::Invert(a) => 1.0 / a.constant()?,
            Self::Min(terms) => all(terms)?.into_iter().fold(f64::INFINITY, f64::min),
            Self::Max(terms) => all(terms)?.into_iter().fold(f64::NEG_INFINITY, f64::max),
            Self::Clamp(terms) => {
                let [low, value, high] = &**terms;
                value.constant()?.min(high.constant()?).max(low.constant()?)
            }
            Self::Function(function, terms) => function.evaluate(&all(terms)?),
        })
    }

    /// Replaces units by px; what is left depends on nothing but the percentage basis.
    pub(super) fn compute(&self, units: &Units<'_>) -> Calc {
        let all = |terms: &[Self]| terms.iter().map(|t| t.compute(units)).collect::<Vec<_>>();
        match self {
            Self::Value(v) => Calc::px(narrow(*v)),
            Self::Px(v) => Calc::px(narrow(*v) * units.px()),
            Self::Relative(v, unit) => Calc::px(narrow(*v * f64::from(units.unit(*unit)))),
            Self::Percent(v) => Calc::Linear { px: 0.0, percent: narrow(*v) },
            Self::Sum(terms) => add(all(terms)),
            Self::Product(a, b) => times(a.compute(units), b.compute(units)),
            Self::Invert(a) => apply(MathFunction::Divide, vec![Calc::px(1.0), a.compute(units)]),
            Self::Min(terms) => extreme(all(terms), f32::min, Calc::Min),
            Self::Max(terms) => extreme(all(terms), f32::max, Calc::Max),
            Self::Clamp(terms) => {
                let [low, value, high] = &**terms;
                let (low, value, high) = (low.compute(units), value.compute(units), high.compute(units));
                match (constant(&low), constant(&value), constant(&high)) {
                    (Some(low), Some(value), Some(high)) => Calc::px(value.min(high).max(low)),
                    _ => Calc::Clamp(Box::new(low), Box::new(value), Box::new(high)),
                }
            }
            Self::Function(function, terms) => apply(*function, all(terms)),
        }
    }
}

fn constant(calc: &Calc) -> Option<f32> {
    match calc {
        Calc::Linear { px, percent: 0.0 } => Some(*px),
        _ => None,
    }
}

fn add(terms: Vec<Calc>) -> Calc {
    let (mut px, mut percent, mut rest) = (0.0, 0.0, Vec::new());
    for term in terms {
        match term {
            Calc::Linear { px: more, percent: more_percent } => {
                px += more;
                percent += more_percent;
            }
            other => rest.push(other),
        }
    }
    if rest.is_empty() {
        return Calc::Linear { px, percent };
    }
    rest.push(Calc::Linear { px, percent });
    Calc::Sum(rest)
}

fn times(a: Calc, b: Calc) -> Calc {
    match (constant(&a), constant(&b)) {
        (Some(factor), _) => stretch(factor, b),
        (_, Some(factor)) => stretch(factor, a),
        _ => Calc::Function(MathFunction::Multiply, vec![a, b]),
    }
}

fn stretch(factor: f32, calc: Calc) -> Calc {
    match calc {
        Calc::Linear { px, percent: 0.0 } => Calc::px(px * factor),
        Calc::Linear { px, percent } => Calc::Linear { px: px * factor, percent: percent * factor },
        other => Calc::Product(factor, Box::new(other)),
    }
}

fn extreme(terms: Vec<Calc>, pick: fn(f32, f32) -> f32, node: fn(Vec<Calc>) -> Calc) -> Calc {
    let mut values = terms.iter().map(constant);
    match values.try_fold(None, |acc: Option<f32>, v| v.map(|v| Some(acc.map_or(v, |a| pick(a, v))))) {
        Some(Some(value)) => Calc::px(value),
        _ => node(terms),
    }
}

fn apply(function: MathFunction, terms: Vec<Calc>) -> Calc {
    match terms.iter().map(|t| constant(t).map(f64::from)).collect::<Option<Vec<_>>>() {
        Some(values) => Calc::px(narrow(function.evaluate(&values))),
        None => Calc::Function(function, terms),
    }
}

/// A shared expression, as declarations carry it.
pub(super) type SharedMath = Arc<MathNode>;
