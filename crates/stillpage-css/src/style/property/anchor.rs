//! Anchor positioning.
//!
//! <https://drafts.csswg.org/css-anchor-position-1/>

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::SpecifiedValue;
use super::complex::{Complex, SpecifiedAnchor};
use super::specified::complex;
use super::syntax::{Invalid, Parsed, Range, SpecifiedLength, accept, length_percentage, nested, percentage};
use crate::style::computed::{
    AnchorInset, AnchorScope, AnchorSide, AnchorSize, AreaSpan, Flips, PositionArea, PositionFallback,
};

fn dashed(input: &mut Parser<'_>) -> Parsed<Box<str>> {
    let ident = input.expect_ident()?;
    if ident.starts_with("--") { Ok(Box::from(&**ident)) } else { Err(Invalid) }
}

fn value(anchor: SpecifiedAnchor) -> SpecifiedValue {
    Complex::Anchor(anchor).into()
}

/// `anchor-name`
pub(super) fn names(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut names = vec![dashed(input)?];
    while input.try_parse(Parser::expect_comma).is_ok() {
        names.push(dashed(input)?);
    }
    Ok(value(SpecifiedAnchor::Names(names)))
}

/// `anchor-scope`
pub(super) fn scope(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    if accept(input, "all") {
        return Ok(value(SpecifiedAnchor::Scope(AnchorScope::All)));
    }
    let mut names = vec![dashed(input)?];
    while input.try_parse(Parser::expect_comma).is_ok() {
        names.push(dashed(input)?);
    }
    Ok(value(SpecifiedAnchor::Scope(AnchorScope::Names(names))))
}

/// `position-anchor`
pub(super) fn target(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    // Names of anchors have dashes.
    if let Some(keyword) = ["auto", "none"].into_iter().find(|keyword| accept(input, keyword)) {
        return Ok(value(SpecifiedAnchor::Target(keyword.into())));
    }
    dashed(input).map(SpecifiedAnchor::Target).map(value)
}

/// `position-area`
pub(super) fn area(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    position_area(input).map(SpecifiedAnchor::Area).map(value)
}

/// The axis of a keyword of `position-area`.
#[derive(Clone, Copy, PartialEq)]
enum AreaAxis {
    X,
    Y,
    Either,
}

fn area_keyword(input: &mut Parser<'_>) -> Parsed<(AreaAxis, AreaSpan)> {
    use AreaAxis::{Either, X, Y};
    let ident = input.expect_ident()?;
    let span = |from, to| AreaSpan { from, to };
    Ok(match_ignore_ascii_case! { ident,
        "left" | "x-start" | "inline-start" | "self-inline-start" | "self-x-start" => (X, span(0, 1)),
        "right" | "x-end" | "inline-end" | "self-inline-end" | "self-x-end" => (X, span(2, 3)),
        "span-left" | "span-x-start" | "span-inline-start" | "span-self-inline-start" => (X, span(0, 2)),
        "span-right" | "span-x-end" | "span-inline-end" | "span-self-inline-end" => (X, span(1, 3)),
        "top" | "y-start" | "block-start" | "self-block-start" | "self-y-start" => (Y, span(0, 1)),
        "bottom" | "y-end" | "block-end" | "self-block-end" | "self-y-end" => (Y, span(2, 3)),
        "span-top" | "span-y-start" | "span-block-start" | "span-self-block-start" => (Y, span(0, 2)),
        "span-bottom" | "span-y-end" | "span-block-end" | "span-self-block-end" => (Y, span(1, 3)),
        "start" | "self-start" => (Either, span(0, 1)),
        "center" => (Either, span(1, 2)),
        "end" | "self-end" => (Either, span(2, 3)),
        "span-start" | "span-self-start" => (Either, span(0, 2)),
        "span-end" | "span-self-end" => (Either, span(1, 3)),
        "span-all" => (Either, AreaSpan::ALL),
        _ => return Err(Invalid),
    })
}

/// Approx: the start of the inline axis is at the left, in right-to-left text too.
fn position_area(input: &mut Parser<'_>) -> Parsed<PositionArea> {
    use AreaAxis::{Either, X, Y};
    let (axis, first) = area_keyword(input)?;
    let Ok((other, second)) = input.try_parse(area_keyword) else {
        return Ok(match axis {
            X => PositionArea { x: first, y: AreaSpan::ALL },
            Y => PositionArea { x: AreaSpan::ALL, y: first },
            Either => PositionArea { x: first, y: first },
        });
    };
    match (axis, other) {
        (X, Y | Either) | (Either, Y) => Ok(PositionArea { x: first, y: second }),
        // Of two keywords for either axis, the first is about the block axis.
        (Y, X | Either) | (Either, X | Either) => Ok(PositionArea { x: second, y: first }),
        (X, X) | (Y, Y) => Err(Invalid),
    }
}

/// `position-try-fallbacks`
pub(super) fn fallbacks(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut fallbacks = Vec::new();
    loop {
        if let Ok(area) = input.try_parse(position_area) {
            fallbacks.push(PositionFallback::Area(area));
        } else {
            let (mut flips, mut rule, mut count) = (Flips::default(), None, 0);
            while let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) {
                count += 1;
                match_ignore_ascii_case! { &ident,
                    "flip-block" | "flip-y" => flips.block = true,
                    "flip-inline" | "flip-x" => flips.inline = true,
                    "flip-start" => flips.start = true,
                    _ => {
                        if !ident.starts_with("--") || rule.is_some() {
                            return Err(Invalid);
                        }
                        rule = Some(Box::from(&*ident));
                    },
                }
            }
            if count == 0 {
                return Err(Invalid);
            }
            fallbacks.push(match rule {
                Some(name) => PositionFallback::Rule { name, flips, style: None },
                None => PositionFallback::Flip(flips),
            });
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            return Ok(value(SpecifiedAnchor::Fallbacks(fallbacks)));
        }
    }
}

/// `anchor()`, or `calc()` of it and a length.
pub(super) fn inset(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if let Ok((inset, fallback)) = input.try_parse(anchor) {
        return Ok(value(SpecifiedAnchor::Inset(inset, fallback)));
    }
    input.expect_function_matching("calc")?;
    nested(input, |input| {
        let (mut inset, fallback) = anchor(input)?;
        let sign = if input.try_parse(|i| i.expect_delim('+')).is_ok() {
            1.0
        } else {
            input.expect_delim('-')?;
            -1.0
        };
        inset.plus = Some((sign, length_percentage(input, Range::All)?));
        Ok(value(SpecifiedAnchor::Inset(inset, fallback)))
    })
}

fn anchor(input: &mut Parser<'_>) -> Parsed<(AnchorInset<SpecifiedLength>, Option<SpecifiedLength>)> {
    input.expect_function_matching("anchor")?;
    nested(input, |input| {
        let before = input.try_parse(dashed).ok();
        let side = anchor_side(input)?;
        let name = before.or_else(|| input.try_parse(dashed).ok());
        Ok((AnchorInset { name, side, plus: None }, fallback_length(input)?))
    })
}

fn anchor_side(input: &mut Parser<'_>) -> Parsed<AnchorSide> {
    if let Ok(fraction) = input.try_parse(|i| percentage(i, Range::All)) {
        return Ok(AnchorSide::Fraction(fraction));
    }
    let ident = input.expect_ident()?;
    Ok(match_ignore_ascii_case! { ident,
        "top" => AnchorSide::Top,
        "right" => AnchorSide::Right,
        "bottom" => AnchorSide::Bottom,
        "left" => AnchorSide::Left,
        "inside" => AnchorSide::Inside,
        "outside" => AnchorSide::Outside,
        "start" | "self-start" => AnchorSide::Fraction(0.0),
        "center" => AnchorSide::Fraction(0.5),
        "end" | "self-end" => AnchorSide::Fraction(1.0),
        _ => return Err(Invalid),
    })
}

fn fallback_length(input: &mut Parser<'_>) -> Parsed<Option<SpecifiedLength>> {
    if input.try_parse(Parser::expect_comma).is_err() {
        return Ok(None);
    }
    length_percentage(input, Range::All).map(Some)
}

/// `anchor-size()`
pub(super) fn size(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    input.expect_function_matching("anchor-size")?;
    nested(input, |input| {
        let (mut name, mut is_width) = (None, None);
        while let Ok(Token::Ident(ident)) = input.try_parse(|i| i.next().cloned()) {
            match_ignore_ascii_case! { &ident,
                "width" | "inline" | "self-inline" => is_width = Some(true),
                "height" | "block" | "self-block" => is_width = Some(false),
                _ => {
                    if !ident.starts_with("--") {
                        return Err(Invalid);
                    }
                    name = Some(Box::from(&*ident));
                },
            }
        }
        Ok(value(SpecifiedAnchor::Size(AnchorSize { name, is_width }, fallback_length(input)?)))
    })
}

pub(super) fn computed_names(value: &SpecifiedValue) -> Vec<Box<str>> {
    match complex(value) {
        Some(Complex::Anchor(SpecifiedAnchor::Names(names))) => names.clone(),
        _ => Vec::new(),
    }
}

pub(super) fn computed_scope(value: &SpecifiedValue) -> AnchorScope {
    match complex(value) {
        Some(Complex::Anchor(SpecifiedAnchor::Scope(scope))) => scope.clone(),
        _ => AnchorScope::None,
    }
}

pub(super) fn computed_target(value: &SpecifiedValue) -> Option<Box<str>> {
    match complex(value) {
        Some(Complex::Anchor(SpecifiedAnchor::Target(target))) => Some(target.clone()),
        _ => None,
    }
}

pub(super) fn computed_area(value: &SpecifiedValue) -> Option<PositionArea> {
    match complex(value) {
        Some(Complex::Anchor(SpecifiedAnchor::Area(area))) => Some(*area),
        _ => None,
    }
}

pub(super) fn computed_fallbacks(value: &SpecifiedValue) -> Vec<PositionFallback> {
    match complex(value) {
        Some(Complex::Anchor(SpecifiedAnchor::Fallbacks(fallbacks))) => fallbacks.clone(),
        _ => Vec::new(),
    }
}
