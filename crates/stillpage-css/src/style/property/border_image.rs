//! `border-image`: its longhands and the shorthand.
//!
//! <https://drafts.csswg.org/css-backgrounds-3/#border-images>

use cssparser::Parser;

use super::SpecifiedValue;
use super::complex::Complex;
use super::paint_image::{Compute, paint_image};
use super::syntax::{Invalid, Parsed, Range, accept, length_percentage, one_of, percentage, plain_number, slash};
use crate::geometry::Sides;
use crate::style::computed::{BackgroundRepeat, BorderImageWidth, BorderSlice};

/// One to four values, the sides that are left out as opposite ones.
fn sides<T: Clone>(input: &mut Parser<'_>, one: impl Fn(&mut Parser<'_>) -> Parsed<T>) -> Parsed<Sides<T>> {
    let top = one(input)?;
    let right = input.try_parse(&one).unwrap_or_else(|_| top.clone());
    let bottom = input.try_parse(&one).unwrap_or_else(|_| top.clone());
    let left = input.try_parse(&one).unwrap_or_else(|_| right.clone());
    Ok(Sides { top, right, bottom, left })
}

/// `border-image-slice`, and whether it has `fill`.
pub(super) fn slice(input: &mut Parser<'_>) -> Parsed<(Sides<BorderSlice>, bool)> {
    let before = accept(input, "fill");
    let cut = sides(input, |input| match input.try_parse(|i| percentage(i, Range::NonNegative)) {
        Ok(share) => Ok(BorderSlice::Share(share)),
        Err(_) => plain_number(input, Range::NonNegative).map(BorderSlice::Pixels),
    })?;
    Ok((cut, before || accept(input, "fill")))
}

fn width_of(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<BorderImageWidth> {
    if let Ok(times) = input.try_parse(|i| plain_number(i, Range::NonNegative)) {
        return Ok(BorderImageWidth::Times(times));
    }
    Ok(BorderImageWidth::Length(compute(&length_percentage(input, Range::NonNegative)?)))
}

/// `border-image-width`
pub(super) fn width(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Sides<BorderImageWidth>> {
    sides(input, |input| match accept(input, "auto") {
        true => Ok(BorderImageWidth::Auto),
        false => width_of(input, compute),
    })
}

/// `border-image-outset`
pub(super) fn outset(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Sides<BorderImageWidth>> {
    sides(input, |input| width_of(input, compute))
}

/// `border-image-repeat`
pub(super) fn repeat(input: &mut Parser<'_>) -> Parsed<(Option<BackgroundRepeat>, Option<BackgroundRepeat>)> {
    let one = |input: &mut Parser<'_>| -> Parsed<Option<BackgroundRepeat>> {
        let word = one_of(input, &["stretch", "repeat", "round", "space"])?;
        let kinds =
            [None, Some(BackgroundRepeat::Repeat), Some(BackgroundRepeat::Round), Some(BackgroundRepeat::Space)];
        Ok(kinds[usize::from(word)])
    };
    let x = one(input)?;
    Ok((x, input.try_parse(one).unwrap_or(x)))
}

/// `border-image`: source, slice, width, outset and repeat, as written.
pub(super) fn border_image(input: &mut Parser<'_>) -> Parsed<[SpecifiedValue; 5]> {
    let none = |_: &super::SpecifiedLength| crate::style::computed::LengthPercentage::ZERO;
    let mut texts: [Option<String>; 5] = Default::default();
    while !input.is_exhausted() {
        input.skip_whitespace();
        let from = input.position();
        // Sizes come behind the slices only, each after a slash.
        let part = if texts[0].is_none() && input.try_parse(|i| paint_image(i, &none)).is_ok() {
            0
        } else if texts[4].is_none() && input.try_parse(repeat).is_ok() {
            4
        } else if texts[1].is_none() {
            slice(input)?;
            1
        } else {
            return Err(Invalid);
        };
        texts[part] = Some(input.slice_from(from).trim().to_owned());
        if part != 1 || !slash(input) {
            continue;
        }
        input.skip_whitespace();
        let from = input.position();
        if input.try_parse(|i| width(i, &none)).is_ok() {
            texts[2] = Some(input.slice_from(from).trim().to_owned());
        }
        if slash(input) {
            input.skip_whitespace();
            let from = input.position();
            outset(input, &none)?;
            texts[3] = Some(input.slice_from(from).trim().to_owned());
        } else if texts[2].is_none() {
            return Err(Invalid);
        }
    }
    if texts.iter().all(Option::is_none) {
        return Err(Invalid);
    }
    Ok(texts.map(|text| text.map_or(SpecifiedValue::Keyword(0), |text| Complex::Text(text.into()).into())))
}
