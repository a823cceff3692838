//! Images that are painted, URLs and gradients, and their positions.
//!
//! <https://drafts.csswg.org/css-images-4/>

use std::sync::Arc;

use cssparser::{Delimiter, Parser, Token, match_ignore_ascii_case};

use super::color;
use super::syntax::{Invalid, Parsed, Range, SpecifiedLength, accept, angle, length_percentage, nested, one_of};
use crate::style::computed::{Color, Gradient, GradientShape, LengthPercentage, PaintImage};

/// Computes a length.
pub(super) type Compute<'a> = &'a dyn Fn(&SpecifiedLength) -> LengthPercentage;

/// `background-position` of a layer.
pub(super) fn position(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<(LengthPercentage, LengthPercentage)> {
    #[derive(Clone)]
    enum Part {
        /// left, right, top, bottom, center
        Word(u8),
        Length(LengthPercentage),
    }
    let mut parts = Vec::new();
    while parts.len() < 4 {
        if let Ok(word) = input.try_parse(|i| one_of(i, &["left", "right", "top", "bottom", "center"])) {
            parts.push(Part::Word(word));
        } else if let Ok(length) = input.try_parse(|i| length_percentage(i, Range::All)) {
            parts.push(Part::Length(compute(&length)));
        } else {
            break;
        }
    }
    let percent = LengthPercentage::percent;
    let fixed = |part: &Part| match part {
        Part::Word(0 | 2) => percent(0.0),
        Part::Word(1 | 3) => percent(1.0),
        Part::Word(_) => percent(0.5),
        Part::Length(length) => length.clone(),
    };
    let is_vertical = |part: &Part| matches!(part, Part::Word(2 | 3));
    let is_horizontal = |part: &Part| matches!(part, Part::Word(0 | 1));
    match parts.as_slice() {
        [] => Err(Invalid),
        [one] if is_vertical(one) => Ok((percent(0.5), fixed(one))),
        [one] => Ok((fixed(one), percent(0.5))),
        [first, second] if is_vertical(first) || is_horizontal(second) => {
            if is_horizontal(first) || is_vertical(second) && !is_horizontal(second) && is_vertical(first) {
                return Err(Invalid);
            }
            Ok((fixed(second), fixed(first)))
        }
        [first, second] => Ok((fixed(first), fixed(second))),
        more => {
            // Edges, each with an offset or none.
            let (mut x, mut y) = (percent(0.5), percent(0.5));
            let mut at = 0;
            while let Some(Part::Word(word)) = more.get(at) {
                at += 1;
                let mut value = fixed(&Part::Word(*word));
                if let Some(Part::Length(offset)) = more.get(at) {
                    at += 1;
                    value = match (word, offset) {
                        (0 | 2, offset) => offset.clone(),
                        (1 | 3, LengthPercentage::Linear { px, percent }) => {
                            LengthPercentage::Linear { px: -px, percent: 1.0 - percent }
                        }
                        _ => value,
                    };
                }
                match word {
                    0 | 1 => x = value,
                    2 | 3 => y = value,
                    _ => {}
                }
            }
            if at == more.len() { Ok((x, y)) } else { Err(Invalid) }
        }
    }
}

/// An image, or `none`.
pub(super) fn paint_image(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<PaintImage> {
    if accept(input, "none") {
        return Ok(PaintImage::None);
    }
    if let Ok(url) = input.try_parse(|i| i.expect_url()) {
        return Ok(PaintImage::Url((&*url).into()));
    }
    let start = input.state();
    if let Ok(Token::Function(name)) = input.next().cloned() {
        if name.to_ascii_lowercase().ends_with("-gradient") {
            let parsed = nested(input, |input| gradient(&name.to_ascii_lowercase(), input, compute));
            return Ok(parsed.map_or(PaintImage::None, PaintImage::Gradient));
        }
        if name.to_ascii_lowercase().ends_with("image-set") {
            let images = nested(input, |input| image_set(input, compute));
            return Ok(images.map_or(PaintImage::None, PaintImage::Set));
        }
    }
    input.reset(&start);
    color::image(input).map(|()| PaintImage::None)
}

/// The inside of `image-set()`: what can be painted of it, the lowest resolution first.
///
/// <https://drafts.csswg.org/css-images-4/#image-set-notation>
fn image_set(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Arc<[(f32, PaintImage)]>> {
    let mut images = Vec::new();
    loop {
        let image = match input.try_parse(|i| i.expect_string().cloned()) {
            Ok(url) => PaintImage::Url((&*url).into()),
            // Sets in sets are not valid.
            Err(_) => match paint_image(input, compute)? {
                PaintImage::Set(_) => return Err(Invalid),
                image => image,
            },
        };
        let (mut resolution, mut is_known) = (1.0, true);
        while !input.is_exhausted() {
            let start = input.state();
            match input.next()?.clone() {
                Token::Dimension { value, unit, .. } => {
                    resolution = match_ignore_ascii_case! { &unit,
                        "x" | "dppx" => value,
                        "dpi" => value / 96.0,
                        "dpcm" => value * 2.54 / 96.0,
                        _ => return Err(Invalid),
                    };
                }
                Token::Function(name) if name.eq_ignore_ascii_case("type") => {
                    let kind = nested(input, |input| Ok(input.expect_string()?.to_ascii_lowercase()))?;
                    // Approx: AVIF, which Chromium shows, is not painted.
                    let kinds = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"];
                    is_known = kinds.contains(&&*kind);
                }
                Token::Comma => {
                    input.reset(&start);
                    break;
                }
                _ => return Err(Invalid),
            }
        }
        if is_known && resolution > 0.0 {
            images.push((resolution, image));
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            break;
        }
    }
    // Of equal resolutions the first counts.
    images.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(images.into())
}

/// The inside of a gradient function.
fn gradient(name: &str, input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Gradient> {
    let is_legacy = name.starts_with("-webkit-");
    let kind = name.trim_start_matches("-webkit-");
    let repeats = kind.starts_with("repeating-");
    let center = (LengthPercentage::percent(0.5), LengthPercentage::percent(0.5));
    let (shape, has_shape) = match kind.trim_start_matches("repeating-") {
        "linear-gradient" => match input.try_parse(|i| linear(i, is_legacy)) {
            Ok(shape) => (shape, true),
            Err(Invalid) => (GradientShape::Linear(180.0), false),
        },
        "radial-gradient" => radial(input, compute, center),
        "conic-gradient" => {
            let (mut from, mut at, mut any) = (0.0, center, false);
            if accept(input, "from") {
                (from, any) = (angle(input, true)?.to_degrees(), true);
            }
            if accept(input, "at") {
                (at, any) = (position(input, compute)?, true);
            }
            (GradientShape::Conic(from, at), any)
        }
        _ => return Err(Invalid),
    };
    if has_shape {
        // What else is said of the shape: the space that is interpolated in.
        input.parse_until_before(Delimiter::Comma, |input| {
            while input.next().is_ok() {}
            Ok::<_, cssparser::ParseError<Invalid>>(())
        })?;
        input.expect_comma()?;
    } else if accept(input, "in") {
        input.parse_until_before(Delimiter::Comma, |input| {
            while input.next().is_ok() {}
            Ok::<_, cssparser::ParseError<Invalid>>(())
        })?;
        input.expect_comma()?;
    }
    let is_conic = matches!(shape, GradientShape::Conic(..));
    let place = |input: &mut Parser<'_>| -> Parsed<LengthPercentage> {
        if is_conic && let Ok(turn) = input.try_parse(|i| angle(i, false)) {
            return Ok(LengthPercentage::percent(turn / std::f32::consts::TAU));
        }
        Ok(compute(&length_percentage(input, Range::All)?))
    };
    let mut stops: Vec<(Color, Option<LengthPercentage>)> = Vec::new();
    loop {
        let before = input.try_parse(place).ok();
        match input.try_parse(color::color) {
            Ok(color) => {
                let first = before.or_else(|| input.try_parse(place).ok());
                let second = input.try_parse(place).ok();
                stops.push((color, first));
                if second.is_some() {
                    stops.push((color, second));
                }
            }
            // A hint.
            Err(Invalid) if before.is_some() => {}
            Err(Invalid) => return Err(Invalid),
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            break;
        }
    }
    input.expect_exhausted()?;
    if stops.is_empty() { Err(Invalid) } else { Ok(Gradient { shape, stops, repeats }) }
}

fn linear(input: &mut Parser<'_>, is_legacy: bool) -> Parsed<GradientShape> {
    if let Ok(radians) = input.try_parse(|i| angle(i, true)) {
        let degrees = radians.to_degrees();
        // The old syntax counts from the right, against the clock.
        return Ok(GradientShape::Linear(if is_legacy { 90.0 - degrees } else { degrees }));
    }
    if !is_legacy {
        input.expect_ident_matching("to")?;
    }
    let (mut x, mut y) = (0.0, 0.0);
    while let Ok(side) = input.try_parse(|i| one_of(i, &["left", "right", "top", "bottom"])) {
        match side {
            0 => x = -1.0,
            1 => x = 1.0,
            2 => y = -1.0,
            _ => y = 1.0,
        }
    }
    if is_legacy {
        (x, y) = (-x, -y);
    }
    Ok(match (x, y) {
        (0.0, 0.0) => return Err(Invalid),
        (0.0, y) => GradientShape::Linear(if y < 0.0 { 0.0 } else { 180.0 }),
        (x, 0.0) => GradientShape::Linear(if x < 0.0 { 270.0 } else { 90.0 }),
        (x, y) => GradientShape::Corner(x, y),
    })
}

fn radial(
    input: &mut Parser<'_>,
    compute: Compute<'_>,
    mut center: (LengthPercentage, LengthPercentage),
) -> (GradientShape, bool) {
    let (mut circle, mut any, mut extent, mut radii) = (None, false, (true, true), None);
    loop {
        if circle.is_none()
            && let Ok(shape) = input.try_parse(|i| one_of(i, &["ellipse", "circle"]))
        {
            circle = Some(shape == 1);
        } else if let Ok(word) = input.try_parse(|i| {
            one_of(i, &["closest-side", "closest-corner", "farthest-side", "farthest-corner", "contain", "cover"])
        }) {
            extent = [(false, false), (true, false), (false, true), (true, true), (false, false), (true, true)]
                [usize::from(word)];
        } else if let Ok(x) = input.try_parse(|i| length_percentage(i, Range::NonNegative)) {
            let y = input.try_parse(|i| length_percentage(i, Range::NonNegative)).ok();
            circle = circle.or(Some(y.is_none()));
            radii = Some((compute(&x), compute(y.as_ref().unwrap_or(&x))));
        } else if accept(input, "at") {
            let Ok(at) = position(input, compute) else { break };
            center = at;
        } else {
            break;
        }
        any = true;
    }
    (GradientShape::Radial { circle: circle.unwrap_or(false), radii, extent, center }, any)
}
