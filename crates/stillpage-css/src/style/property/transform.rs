//! Transforms.
//!
//! <https://drafts.csswg.org/css-transforms-2/>

use cssparser::{Parser, match_ignore_ascii_case};

use super::complex::Complex;
use super::syntax::{
    Invalid, NumberValue, Parsed, Range, SpecifiedLength, accept, angle, length, length_percentage, nested, number,
    percentage, quirky_length_percentage,
};
use super::{ParseMode, SpecifiedValue};
use crate::geometry::Affine;
use crate::style::computed::TransformFunction;

type Function = TransformFunction<SpecifiedLength>;

/// `none | <transform-list>`; the `transform` attribute of SVG has a syntax of its own.
pub(super) fn transform(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    /// Limit: functions that are multiplied for each box; real lists have up to ten.
    const MAX_FUNCTIONS: usize = 256;
    let mut functions = Vec::new();
    while let Ok(name) = input.try_parse(|i| i.expect_function().cloned()) {
        let function = nested(input, |input| {
            let function = function(&name.to_ascii_lowercase(), input)?;
            input.expect_exhausted()?;
            Ok(function)
        })?;
        functions.extend(function);
    }
    if functions.is_empty() || functions.len() > MAX_FUNCTIONS {
        return Err(Invalid);
    }
    Ok(Complex::Transform(functions).into())
}

fn comma(input: &mut Parser<'_>) -> Parsed<()> {
    Ok(input.expect_comma()?)
}

/// Another argument, if there is one.
fn optional<T>(input: &mut Parser<'_>, parse: impl FnOnce(&mut Parser<'_>) -> Parsed<T>) -> Parsed<Option<T>> {
    if input.is_exhausted() {
        return Ok(None);
    }
    comma(input)?;
    parse(input).map(Some)
}

fn plain(value: NumberValue) -> Parsed<f32> {
    match value {
        NumberValue::Number(value) => Ok(value),
        NumberValue::Math(_) => Err(Invalid),
    }
}

/// A number, or a percentage as a fraction.
fn factor(input: &mut Parser<'_>) -> Parsed<f32> {
    if let Ok(value) = input.try_parse(|i| number(i, Range::All)) {
        return plain(value);
    }
    percentage(input, Range::All)
}

fn plain_number(input: &mut Parser<'_>) -> Parsed<f32> {
    plain(number(input, Range::All)?)
}

fn turn(input: &mut Parser<'_>) -> Parsed<f32> {
    angle(input, true)
}

fn numbers<const COUNT: usize>(input: &mut Parser<'_>) -> Parsed<[f32; COUNT]> {
    let mut values = [0.0; COUNT];
    for (i, value) in values.iter_mut().enumerate() {
        if i > 0 {
            comma(input)?;
        }
        *value = plain_number(input)?;
    }
    Ok(values)
}

fn function(name: &str, input: &mut Parser<'_>) -> Parsed<Vec<Function>> {
    let distance = |input: &mut Parser<'_>| length_percentage(input, Range::All);
    let zero = || SpecifiedLength::ZERO;
    let one = |function: Function| Ok(vec![function]);
    match name {
        "translate" => {
            let x = distance(input)?;
            let y = optional(input, distance)?.unwrap_or_else(zero);
            one(Function::Translate(x, y))
        }
        "translatex" => one(Function::Translate(distance(input)?, zero())),
        "translatey" => one(Function::Translate(zero(), distance(input)?)),
        "translatez" => one(Function::TranslateZ(length(input, Range::All)?)),
        "translate3d" => {
            let x = distance(input)?;
            comma(input)?;
            let y = distance(input)?;
            comma(input)?;
            let z = length(input, Range::All)?;
            Ok(vec![Function::Translate(x, y), Function::TranslateZ(z)])
        }
        "scale" => {
            let x = factor(input)?;
            let y = optional(input, factor)?.unwrap_or(x);
            one(Function::Scale(x, y))
        }
        "scalex" => one(Function::Scale(factor(input)?, 1.0)),
        "scaley" => one(Function::Scale(1.0, factor(input)?)),
        "scalez" => one(Function::ScaleZ(factor(input)?)),
        "scale3d" => {
            let x = factor(input)?;
            comma(input)?;
            let y = factor(input)?;
            comma(input)?;
            let z = factor(input)?;
            Ok(vec![Function::Scale(x, y), Function::ScaleZ(z)])
        }
        "rotate" => one(Function::Rotate(turn(input)?)),
        "rotatez" => one(Function::Rotate(turn(input)?)),
        "rotatex" => one(Function::RotateAbout([1.0, 0.0, 0.0], turn(input)?)),
        "rotatey" => one(Function::RotateAbout([0.0, 1.0, 0.0], turn(input)?)),
        "rotate3d" => {
            let axis = numbers::<3>(input)?;
            comma(input)?;
            let radians = turn(input)?;
            one(Function::RotateAbout(axis, radians))
        }
        "skew" => {
            let x = turn(input)?;
            let y = optional(input, turn)?.unwrap_or(0.0);
            one(Function::Skew(x, y))
        }
        "skewx" => one(Function::Skew(turn(input)?, 0.0)),
        "skewy" => one(Function::Skew(0.0, turn(input)?)),
        "matrix" => {
            let [a, b, c, d, e, f] = numbers::<6>(input)?;
            one(Function::Matrix(Affine { a, b, c, d, e, f }))
        }
        "matrix3d" => {
            let m = numbers::<16>(input)?;
            one(Function::Matrix3d(Box::new(m)))
        }
        "perspective" => {
            if accept(input, "none") {
                return one(Function::Translate(zero(), zero()));
            }
            one(Function::Perspective(length(input, Range::NonNegative)?))
        }
        _ => Err(Invalid),
    }
}

/// `translate`. Approx: its depth is dropped, as that of `scale` is.
pub(super) fn translate(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let x = length_percentage(input, Range::All)?;
    let y = input.try_parse(|i| length_percentage(i, Range::All));
    if y.is_ok() {
        let _ = input.try_parse(|i| length(i, Range::All));
    }
    Ok(Complex::Transform(vec![Function::Translate(x, y.unwrap_or(SpecifiedLength::ZERO))]).into())
}

/// `rotate`
pub(super) fn rotate(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut radians = input.try_parse(|i| angle(i, false)).ok();
    let axis = input
        .try_parse(|input| -> Parsed<[f32; 3]> {
            let ident = input.expect_ident()?;
            match_ignore_ascii_case! { ident,
                "x" => Ok([1.0, 0.0, 0.0]),
                "y" => Ok([0.0, 1.0, 0.0]),
                "z" => Ok([0.0, 0.0, 1.0]),
                _ => Err(Invalid),
            }
        })
        .or_else(|_| {
            input.try_parse(|i| -> Parsed<[f32; 3]> { Ok([plain_number(i)?, plain_number(i)?, plain_number(i)?]) })
        });
    if radians.is_none() {
        radians = Some(angle(input, false)?);
    }
    let radians = radians.unwrap_or(0.0);
    Ok(Complex::Transform(vec![axis.map_or(Function::Rotate(radians), |axis| Function::RotateAbout(axis, radians))])
        .into())
}

/// `scale`
pub(super) fn scale(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let x = factor(input)?;
    let y = input.try_parse(factor);
    if y.is_ok() {
        let _ = input.try_parse(factor);
    }
    Ok(Complex::Transform(vec![Function::Scale(x, y.unwrap_or(x))]).into())
}

/// A part of a position: an offset, or a keyword with its axis.
#[derive(Clone)]
enum Part {
    Offset(SpecifiedLength),
    Center,
    Horizontal(f32),
    Vertical(f32),
}

fn part(input: &mut Parser<'_>) -> Parsed<Part> {
    if let Ok(offset) = input.try_parse(|i| length_percentage(i, Range::All)) {
        return Ok(Part::Offset(offset));
    }
    let ident = input.expect_ident()?;
    match_ignore_ascii_case! { ident,
        "center" => Ok(Part::Center),
        "left" => Ok(Part::Horizontal(0.0)),
        "right" => Ok(Part::Horizontal(1.0)),
        "top" => Ok(Part::Vertical(0.0)),
        "bottom" => Ok(Part::Vertical(1.0)),
        _ => Err(Invalid),
    }
}

/// One or two parts of a position, horizontal first unless keywords decide otherwise.
pub(super) fn two_part_position(input: &mut Parser<'_>) -> Parsed<(SpecifiedLength, SpecifiedLength)> {
    let first = part(input)?;
    let second = input.try_parse(part).unwrap_or(Part::Center);
    let length = |part: &Part| match part {
        Part::Offset(offset) => offset.clone(),
        Part::Center => SpecifiedLength::Percent(0.5),
        Part::Horizontal(fraction) | Part::Vertical(fraction) => SpecifiedLength::Percent(*fraction),
    };
    match (&first, &second) {
        (Part::Vertical(_), Part::Center | Part::Horizontal(_)) | (Part::Center, Part::Horizontal(_)) => {
            Ok((length(&second), length(&first)))
        }
        (Part::Horizontal(_), Part::Horizontal(_))
        | (Part::Vertical(_), Part::Vertical(_) | Part::Offset(_))
        | (Part::Offset(_), Part::Horizontal(_)) => Err(Invalid),
        _ => Ok((length(&first), length(&second))),
    }
}

/// `perspective-origin`
pub(super) fn perspective_origin(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    two_part_position(input).map(|(x, y)| Complex::Pair(x, y).into())
}

/// `transform-origin`; the depth is dropped. As a presentation attribute also two numbers.
pub(super) fn origin(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if mode.presentation_attribute {
        let number = |input: &mut Parser<'_>| quirky_length_percentage(input, Range::All, mode);
        if let Ok((x, y)) = input.try_parse(|input| Ok::<_, Invalid>((number(input)?, number(input)?))) {
            return Ok(Complex::Pair(x, y).into());
        }
    }
    let (x, y) = two_part_position(input)?;
    let _ = input.try_parse(|i| length(i, Range::All));
    Ok(Complex::Pair(x, y).into())
}
