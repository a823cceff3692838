//! Specified values as the types of computed fields.

use super::complex::Complex;
use super::syntax::SpecifiedLength;
use super::unit::{FontOf, Units};
use super::{ComputeBasis, SpecifiedValue};
use crate::style::computed as c;
use crate::style::computed::{
    ComputedStyle, ContainIntrinsicSize, Dimension, Keyword, LengthPercentage, LengthPercentageAuto,
};

pub(super) fn units<'a>(style: &'a ComputedStyle, basis: &'a ComputeBasis<'a>) -> Units<'a> {
    Units { basis, style, font_of: FontOf::Element }
}

pub(super) fn keyword(value: &SpecifiedValue) -> Option<u8> {
    match value {
        SpecifiedValue::Keyword(keyword) => Some(*keyword),
        _ => None,
    }
}

pub(super) fn set<K: Keyword>(field: &mut K, value: &SpecifiedValue) {
    if let SpecifiedValue::Keyword(keyword) = value {
        *field = K::from_index(*keyword);
    }
}

pub(super) fn align(field: &mut c::Align, value: &SpecifiedValue) {
    if let SpecifiedValue::Align(align) = value {
        *field = *align;
    }
}

pub(super) fn complex(value: &SpecifiedValue) -> Option<&Complex> {
    match value {
        SpecifiedValue::Complex(complex) => Some(complex),
        _ => None,
    }
}

pub(super) fn bits(value: &SpecifiedValue) -> u16 {
    match value {
        SpecifiedValue::Bits(bits) => *bits,
        _ => 0,
    }
}

pub(super) fn integer(value: &SpecifiedValue) -> Option<i32> {
    match value {
        SpecifiedValue::Integer(integer) => Some(*integer),
        _ => None,
    }
}

pub(super) fn number(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Option<f32> {
    match value {
        SpecifiedValue::Number(number) => Some(*number),
        SpecifiedValue::Length(math) => Some(math.compute_number(&units(style, basis))),
        _ => None,
    }
}

pub(super) fn length(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> LengthPercentage {
    match value {
        SpecifiedValue::Length(length) => length.compute(&units(style, basis)),
        _ => LengthPercentage::ZERO,
    }
}

pub(super) fn non_negative(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> LengthPercentage {
    match value {
        SpecifiedValue::Length(length) => length.compute_non_negative(&units(style, basis)),
        _ => LengthPercentage::ZERO,
    }
}

pub(super) fn length_or_auto(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> LengthPercentageAuto {
    match value {
        SpecifiedValue::Length(length) => LengthPercentageAuto::Length(length.compute(&units(style, basis))),
        SpecifiedValue::Complex(_) => match anchor_fallback(value) {
            Some(length) => LengthPercentageAuto::Length(length.compute(&units(style, basis))),
            None => LengthPercentageAuto::Auto,
        },
        _ => LengthPercentageAuto::Auto,
    }
}

/// The length that stands for an anchor that there is not.
fn anchor_fallback(value: &SpecifiedValue) -> Option<&SpecifiedLength> {
    match complex(value) {
        Some(Complex::Anchor(anchor)) => anchor.fallback(),
        _ => None,
    }
}

pub(super) fn dimension(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Dimension {
    match value {
        SpecifiedValue::Length(length) => Dimension::Length(length.compute_non_negative(&units(style, basis))),
        SpecifiedValue::Complex(_) => match anchor_fallback(value) {
            Some(length) => Dimension::Length(length.compute_non_negative(&units(style, basis))),
            None => Dimension::Auto,
        },
        SpecifiedValue::Keyword(1) => Dimension::MinContent,
        SpecifiedValue::Keyword(2) => Dimension::MaxContent,
        SpecifiedValue::Keyword(3) => Dimension::FitContent(None),
        SpecifiedValue::Keyword(4) => Dimension::Stretch,
        _ => Dimension::Auto,
    }
}

pub(super) fn gap(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Option<LengthPercentage> {
    match value {
        SpecifiedValue::Length(length) => Some(length.compute_non_negative(&units(style, basis))),
        _ => None,
    }
}

pub(super) fn intrinsic(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> ContainIntrinsicSize {
    match complex(value) {
        Some(Complex::Intrinsic(auto, size)) => ContainIntrinsicSize {
            auto: *auto,
            length: size.as_ref().map(|size| size.compute_px(&units(style, basis), 0.0).max(0.0)),
        },
        _ => ContainIntrinsicSize::default(),
    }
}

/// Snapped to whole px as <https://drafts.csswg.org/css-values-4/#snap-a-length-as-a-border-width> requires.
///
/// Chrome: to CSS px, for the device scale that Playwright sets is emulated: layout does not know it.
pub(super) fn border_width(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> f32 {
    let px = length(style, value, basis).resolve(0.0).max(0.0);
    if px > 0.0 && px < 1.0 { 1.0 } else { px.floor() }
}

/// 0 if the inline axis starts on the left (or the top), 1 if it does on the right.
pub(super) fn inline_sides(style: &ComputedStyle) -> usize {
    usize::from(style.direction == c::Direction::Rtl)
}
