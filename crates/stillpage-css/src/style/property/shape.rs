//! Clips and shapes.
//!
//! <https://drafts.csswg.org/css-shapes-1/>, <https://drafts.fxtf.org/css-masking-1/#the-clip-path>

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::complex::Complex;
use super::math::{MathNode, SharedMath};
use super::syntax::{
    Invalid, Parsed, Range, SpecifiedLength, accept, length_percentage, nested, one_of, quirky_length,
};
use super::transform::two_part_position;
use super::{ParseMode, SpecifiedValue};
use crate::geometry::Sides;
use crate::style::computed::{ClipBox, ClipPath, ClipShape, FillRule, ShapeBox};

type Shape = ClipShape<SpecifiedLength>;

/// Horizontal and vertical radii, top-left clockwise.
type Corners = [(SpecifiedLength, SpecifiedLength); 4];

/// The box that a shape of `clip-path` is in.
fn clip_box(input: &mut Parser<'_>) -> Parsed<ClipBox> {
    use ClipBox as B;
    let words = [
        "border-box",
        "padding-box",
        "content-box",
        "margin-box",
        "fill-box",
        "stroke-box",
        "view-box",
        "half-border-box",
    ];
    let boxes = [B::Border, B::Padding, B::Content, B::Margin, B::Fill, B::Stroke, B::View, B::Border];
    one_of(input, &words).map(|at| boxes[usize::from(at)])
}

/// `clip-path`.
pub(super) fn clip_path(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    if let Ok(url) = input.try_parse(|i| i.expect_url().map(|url| Arc::from(&*url))) {
        return Ok(Complex::ClipPath(ClipPath { shape: Some(Shape::Url(url)), reference: ClipBox::Border }).into());
    }
    let before = input.try_parse(clip_box);
    let shape = input.try_parse(basic_shape);
    let reference = before.or_else(|_| input.try_parse(clip_box));
    if shape.is_err() && reference.is_err() {
        return Err(Invalid);
    }
    Ok(Complex::ClipPath(ClipPath { shape: shape.ok(), reference: reference.unwrap_or(ClipBox::Border) }).into())
}

/// `shape-outside`. Limit: images have no shape.
pub(super) fn shape_outside(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let reference = |input: &mut Parser<'_>| {
        let boxes = ["margin-box", "border-box", "padding-box", "content-box"];
        let all = [ShapeBox::Margin, ShapeBox::Border, ShapeBox::Padding, ShapeBox::Content];
        one_of(input, &boxes).map(|at| all[usize::from(at)])
    };
    let before = input.try_parse(reference);
    let shape = input.try_parse(basic_shape);
    let after = if before.is_err() { input.try_parse(reference) } else { Err(Invalid) };
    let reference = before.or(after);
    if shape.is_err() && reference.is_err() {
        // An image.
        input.expect_url().map(drop).or_else(|_| {
            input.expect_function()?;
            nested(input, |input| {
                while input.next().is_ok() {}
                Ok(())
            })
        })?;
        return Ok(SpecifiedValue::Keyword(0));
    }
    let shape = shape.ok().filter(|shape| !matches!(shape, Shape::Unknown | Shape::Path(..)));
    Ok(Complex::ShapeOutside(shape, reference.unwrap_or(ShapeBox::Margin)).into())
}

fn basic_shape(input: &mut Parser<'_>) -> Parsed<Shape> {
    let name = input.expect_function()?.clone();
    nested(input, |input| {
        let shape = match_ignore_ascii_case! { &name,
            "inset" => inset(input)?,
            "rect" => rect(input)?,
            "xywh" => xywh(input)?,
            "circle" => {
                let radius = radius(input)?;
                Shape::Circle(radius, at(input)?)
            },
            "ellipse" => {
                let first = input.try_parse(|i| radius_of(i));
                let radii = match first {
                    Ok(x) => Some((x, radius_of(input)?)),
                    Err(_) => None,
                };
                let center = at(input)?;
                match radii {
                    Some((Some(x), Some(y))) => Shape::Ellipse(Some((x, y)), center),
                    _ => Shape::Ellipse(None, center),
                }
            },
            "polygon" => polygon(input)?,
            "path" => {
                let rule = fill_rule(input);
                if rule.is_some() {
                    input.expect_comma()?;
                }
                let Token::QuotedString(data) = input.next()?.clone() else { return Err(Invalid) };
                Shape::Path(Arc::from(&*data), rule.unwrap_or(FillRule::Nonzero))
            },
            "shape" => {
                while input.next().is_ok() {}
                Shape::Unknown
            },
            _ => return Err(Invalid),
        };
        input.expect_exhausted()?;
        Ok(shape)
    })
}

/// One to four values for the four sides.
pub(super) fn four_sides<T: Clone>(
    input: &mut Parser<'_>,
    mut parse: impl FnMut(&mut Parser<'_>) -> Parsed<T>,
) -> Parsed<Sides<T>> {
    let top = parse(input)?;
    let right = input.try_parse(&mut parse);
    let bottom = if right.is_ok() { input.try_parse(&mut parse) } else { Err(Invalid) };
    let left = if bottom.is_ok() { input.try_parse(&mut parse) } else { Err(Invalid) };
    let right = right.unwrap_or_else(|_| top.clone());
    Ok(Sides {
        bottom: bottom.unwrap_or_else(|_| top.clone()),
        left: left.unwrap_or_else(|_| right.clone()),
        top,
        right,
    })
}

fn inset(input: &mut Parser<'_>) -> Parsed<Shape> {
    let sides = four_sides(input, |i| length_percentage(i, Range::All))?;
    let radii = round(input)?;
    Ok(Shape::Inset(sides, radii))
}

/// `round <border-radius>`: the radii of the corners, top-left clockwise.
fn round(input: &mut Parser<'_>) -> Parsed<Option<Box<Corners>>> {
    if !accept(input, "round") {
        return Ok(None);
    }
    let corners = |input: &mut Parser<'_>| {
        four_sides(input, |i| length_percentage(i, Range::NonNegative)).map(|s| [s.top, s.right, s.bottom, s.left])
    };
    let horizontal = corners(input)?;
    let vertical = if super::syntax::slash(input) { corners(input)? } else { horizontal.clone() };
    let mut vertical = vertical.into_iter();
    Ok(Some(Box::new(horizontal.map(|x| {
        let y = vertical.next().unwrap_or_else(|| x.clone());
        (x, y)
    }))))
}

/// `100% - length`
fn from_far_edge(length: &SpecifiedLength) -> SpecifiedLength {
    let node = node(length);
    let minus = MathNode::Product(Box::new(MathNode::Value(-1.0)), Box::new(node));
    SpecifiedLength::Math(SharedMath::new(MathNode::Sum(vec![MathNode::Percent(1.0), minus])))
}

fn node(length: &SpecifiedLength) -> MathNode {
    match length {
        SpecifiedLength::Px(px) => MathNode::Px(f64::from(*px)),
        SpecifiedLength::Relative(value, unit) => MathNode::Relative(f64::from(*value), *unit),
        SpecifiedLength::Percent(percent) => MathNode::Percent(f64::from(*percent)),
        SpecifiedLength::Math(math) => (**math).clone(),
    }
}

fn rect(input: &mut Parser<'_>) -> Parsed<Shape> {
    let mut edges = Vec::new();
    for _ in 0..4 {
        edges.push(if accept(input, "auto") { None } else { Some(length_percentage(input, Range::All)?) });
    }
    let radii = round(input)?;
    let near = |edge: &Option<SpecifiedLength>| edge.clone().unwrap_or(SpecifiedLength::Percent(0.0));
    let far = |edge: &Option<SpecifiedLength>| edge.as_ref().map_or(SpecifiedLength::Percent(0.0), from_far_edge);
    let sides = Sides { top: near(&edges[0]), right: far(&edges[1]), bottom: far(&edges[2]), left: near(&edges[3]) };
    Ok(Shape::Inset(sides, radii))
}

fn xywh(input: &mut Parser<'_>) -> Parsed<Shape> {
    let (x, y) = (length_percentage(input, Range::All)?, length_percentage(input, Range::All)?);
    let (width, height) =
        (length_percentage(input, Range::NonNegative)?, length_percentage(input, Range::NonNegative)?);
    let radii = round(input)?;
    let far = |a: &SpecifiedLength, b: &SpecifiedLength| {
        from_far_edge(&SpecifiedLength::Math(SharedMath::new(MathNode::Sum(vec![node(a), node(b)]))))
    };
    Ok(Shape::Inset(Sides { right: far(&x, &width), bottom: far(&y, &height), top: y, left: x }, radii))
}

/// A radius of an ellipse: `None` for the keywords.
fn radius_of(input: &mut Parser<'_>) -> Parsed<Option<SpecifiedLength>> {
    let keywords = ["closest-side", "farthest-side"];
    if input.try_parse(|i| one_of(i, &keywords)).is_ok() {
        return Ok(None);
    }
    length_percentage(input, Range::NonNegative).map(Some)
}

fn radius(input: &mut Parser<'_>) -> Parsed<Option<SpecifiedLength>> {
    Ok(input.try_parse(radius_of).unwrap_or_default())
}

fn at(input: &mut Parser<'_>) -> Parsed<(SpecifiedLength, SpecifiedLength)> {
    if accept(input, "at") {
        return position(input);
    }
    Ok((SpecifiedLength::Percent(0.5), SpecifiedLength::Percent(0.5)))
}

/// `<position>`: with the four-part form, `left 10px top 20px`.
fn position(input: &mut Parser<'_>) -> Parsed<(SpecifiedLength, SpecifiedLength)> {
    let four = input.try_parse(|input| -> Parsed<(SpecifiedLength, SpecifiedLength)> {
        let offset = |input: &mut Parser<'_>, names: [&str; 2]| -> Parsed<SpecifiedLength> {
            let far = one_of(input, &names)? == 1;
            let offset = length_percentage(input, Range::All)?;
            Ok(if far { from_far_edge(&offset) } else { offset })
        };
        if let Ok(x) = input.try_parse(|i| offset(i, ["left", "right"])) {
            return Ok((x, offset(input, ["top", "bottom"])?));
        }
        let y = offset(input, ["top", "bottom"])?;
        Ok((offset(input, ["left", "right"])?, y))
    });
    if four.is_ok() {
        return four;
    }
    two_part_position(input)
}

fn polygon(input: &mut Parser<'_>) -> Parsed<Shape> {
    let rule = fill_rule(input);
    let start = input.position();
    round(input)?;
    if rule.is_some() || input.position() != start {
        input.expect_comma()?;
    }
    let mut points = Vec::new();
    loop {
        points.push((length_percentage(input, Range::All)?, length_percentage(input, Range::All)?));
        if input.try_parse(Parser::expect_comma).is_err() {
            break;
        }
    }
    Ok(Shape::Polygon(points, rule.unwrap_or(FillRule::Nonzero)))
}

/// `nonzero` or `evenodd`
fn fill_rule(input: &mut Parser<'_>) -> Option<FillRule> {
    let word = input.try_parse(|i| one_of(i, &["nonzero", "evenodd"])).ok()?;
    Some(if word == 1 { FillRule::Evenodd } else { FillRule::Nonzero })
}

/// `clip`
pub(super) fn clip(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if accept(input, "auto") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    input.expect_function_matching("rect")?;
    nested(input, |input| {
        let edge = |input: &mut Parser<'_>| {
            if accept(input, "auto") {
                return Ok(None);
            }
            quirky_length(input, Range::All, mode).map(Some)
        };
        let top = edge(input)?;
        let commas = input.try_parse(Parser::expect_comma).is_ok();
        let mut next = || -> Parsed<Option<SpecifiedLength>> {
            let value = edge(input)?;
            if commas && !input.is_exhausted() {
                input.expect_comma()?;
            }
            Ok(value)
        };
        let (right, bottom, left) = (next()?, next()?, next()?);
        input.expect_exhausted()?;
        Ok(Complex::Clip(Sides { top, right, bottom, left }).into())
    })
}

/// `d`
pub(super) fn path_data(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    input.expect_function_matching("path")?;
    nested(input, |input| {
        if input.try_parse(|i| one_of(i, &["nonzero", "evenodd"])).is_ok() {
            return Err(Invalid);
        }
        let Token::QuotedString(data) = input.next()?.clone() else { return Err(Invalid) };
        Ok(Complex::Path(Box::from(&*data)).into())
    })
}
