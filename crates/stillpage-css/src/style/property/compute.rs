//! Specified values as the types of computed fields.

use std::sync::Arc;

use super::complex::{Complex, SpecifiedItem};
use super::longhand::{BASIS_CONTENT, INTERNAL_CENTER};
pub(super) use super::specified::{bits, integer, is_second, word};
use super::specified::{complex, keyword};
use super::syntax::SpecifiedLength;
use super::unit::{FontOf, Units};
use super::{ComputeBasis, SpecifiedValue, generated};
use crate::font::{FontFeature, FontTag};
use crate::geometry::Sides;
use crate::style::computed as c;
use crate::style::computed::{
    Alternative, ComputedStyle, ContainIntrinsicSize, Content, ContentItem, Dimension, LengthPercentage,
    LengthPercentageAuto, TabSize, TransformFunction,
};

pub(super) fn units<'a>(style: &'a ComputedStyle, basis: &'a ComputeBasis<'a>) -> Units<'a> {
    Units { basis, style, font_of: FontOf::Element }
}

pub(super) fn align(value: &SpecifiedValue) -> c::Align {
    match value {
        SpecifiedValue::Align(align) => *align,
        _ => c::Align::default(),
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

/// Letter and word spacing: percentages are of the font size.
pub(super) fn text_length(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> f32 {
    length(style, value, basis).resolve(style.font_size)
}

/// <https://drafts.csswg.org/css-text-3/#valdef-text-align-match-parent>
pub(super) fn text_align(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> c::TextAlign {
    let parent = basis.parent;
    let aligned = match value {
        SpecifiedValue::Keyword(INTERNAL_CENTER) if parent.text_align == c::TextAlign::Start => c::TextAlign::Center,
        SpecifiedValue::Keyword(INTERNAL_CENTER) => parent.text_align,
        SpecifiedValue::Keyword(_) => word(value),
        _ => style.text_align,
    };
    if aligned != c::TextAlign::MatchParent || keyword(value) == Some(INTERNAL_CENTER) {
        return aligned;
    }
    let sides = [c::TextAlign::Left, c::TextAlign::Right];
    match parent.text_align {
        c::TextAlign::Start => sides[inline_sides(parent)],
        c::TextAlign::End => sides[1 - inline_sides(parent)],
        other => other,
    }
}

pub(super) fn vertical_align(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> c::VerticalAlign {
    match value {
        SpecifiedValue::Length(_) => c::VerticalAlign::Length(length(style, value, basis)),
        SpecifiedValue::Keyword(1) => c::VerticalAlign::Sub,
        SpecifiedValue::Keyword(2) => c::VerticalAlign::Super,
        SpecifiedValue::Keyword(3) => c::VerticalAlign::TextTop,
        SpecifiedValue::Keyword(4) => c::VerticalAlign::TextBottom,
        SpecifiedValue::Keyword(5) => c::VerticalAlign::Middle,
        SpecifiedValue::Keyword(6) => c::VerticalAlign::Top,
        SpecifiedValue::Keyword(7) => c::VerticalAlign::Bottom,
        SpecifiedValue::Keyword(8) => c::VerticalAlign::BaselineMiddle,
        _ => c::VerticalAlign::Baseline,
    }
}

pub(super) fn counters(value: &SpecifiedValue) -> Option<Arc<[c::CounterChange]>> {
    match complex(value) {
        Some(Complex::Counters(changes)) => Some(changes.clone()),
        _ => None,
    }
}

/// `attr()` is looked up here; counters and quotes wait for the walk in tree order.
pub(super) fn content(value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Content {
    let Some(Complex::Content(content)) = complex(value) else {
        return if keyword(value) == Some(generated::CONTENT_NONE) { Content::None } else { Content::Normal };
    };
    let attribute = |name: &crate::dom::Atom, fallback: &str| -> Box<str> {
        let value = basis.element.and_then(|(dom, node)| match dom.attr(node, name) {
            // Names are those of HTML whatever their case.
            None if name.bytes().any(|b| b.is_ascii_uppercase()) => dom.attr(node, &name.to_ascii_lowercase()),
            value => value,
        });
        value.unwrap_or(fallback).into()
    };
    let item = |item: &SpecifiedItem| match item {
        SpecifiedItem::Text(text) => ContentItem::Text(text.clone()),
        SpecifiedItem::Attribute(name, fallback) => ContentItem::Text(attribute(name, fallback)),
        SpecifiedItem::Counter(counter) => ContentItem::CounterUse(counter.clone()),
        SpecifiedItem::Quote(quote) => ContentItem::QuoteUse(*quote),
        SpecifiedItem::Image(image) => ContentItem::Image(image.clone()),
    };
    let alternative = content.alternative.as_ref().map(|items| {
        let mut text = String::new();
        for item in items {
            match item {
                SpecifiedItem::Text(more) => text.push_str(more),
                SpecifiedItem::Attribute(name, fallback) => text.push_str(&attribute(name, fallback)),
                _ => return Alternative::Counted,
            }
        }
        Alternative::Text(text.into())
    });
    Content::Items(content.items.iter().map(item).collect(), alternative)
}

pub(super) fn ligatures(value: &SpecifiedValue) -> c::VariantLigatures {
    c::VariantLigatures::from_bits_retain(bits(value).to_le_bytes()[0])
}

pub(super) fn numeric(value: &SpecifiedValue) -> c::VariantNumeric {
    c::VariantNumeric::from_bits_retain(bits(value).to_le_bytes()[0])
}

pub(super) fn east_asian(value: &SpecifiedValue) -> c::VariantEastAsian {
    c::VariantEastAsian::from_bits_retain(bits(value))
}

pub(super) fn contain(value: &SpecifiedValue) -> c::Contain {
    c::Contain::from_bits_truncate(u8::try_from(bits(value)).unwrap_or(0))
}

pub(super) fn features(value: &SpecifiedValue) -> Option<Arc<[FontFeature]>> {
    match complex(value) {
        Some(Complex::Features(features)) => Some(Arc::clone(features)),
        _ => None,
    }
}

pub(super) fn variations(value: &SpecifiedValue) -> Option<Arc<[(FontTag, f32)]>> {
    match complex(value) {
        Some(Complex::Variations(variations)) => Some(Arc::clone(variations)),
        _ => None,
    }
}

pub(super) fn float(value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> c::Float {
    let inline = inline_sides(basis.parent);
    match keyword(value) {
        Some(1) => c::Float::Left,
        Some(2) => c::Float::Right,
        Some(3) => [c::Float::Left, c::Float::Right][inline],
        Some(4) => [c::Float::Right, c::Float::Left][inline],
        _ => c::Float::None,
    }
}

pub(super) fn clear(value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> c::Clear {
    let inline = inline_sides(basis.parent);
    match keyword(value) {
        Some(1) => c::Clear::Left,
        Some(2) => c::Clear::Right,
        Some(3) => c::Clear::Both,
        Some(4) => [c::Clear::Left, c::Clear::Right][inline],
        Some(5) => [c::Clear::Right, c::Clear::Left][inline],
        _ => c::Clear::None,
    }
}

pub(super) fn quotes(style: &ComputedStyle, value: &SpecifiedValue) -> c::Quotes {
    match complex(value) {
        Some(Complex::Quotes(quotes)) => quotes.clone(),
        _ => style.quotes.clone(),
    }
}

pub(super) fn aspect_ratio(style: &ComputedStyle, value: &SpecifiedValue) -> c::AspectRatio {
    match complex(value) {
        Some(Complex::Ratio(ratio)) => *ratio,
        _ => style.aspect_ratio,
    }
}

/// A margin, and whether quirks mode may drop it.
pub(super) fn margin(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> (LengthPercentageAuto, bool) {
    (length_or_auto(style, value, basis), value.is_quirky_em())
}

/// A length that is not negative, px.
pub(super) fn px(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> f32 {
    length(style, value, basis).resolve(0.0).max(0.0)
}

/// A length that is not negative, px; `None` for a keyword.
pub(super) fn px_or_none(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Option<f32> {
    matches!(value, SpecifiedValue::Length(_)).then(|| px(style, value, basis))
}

pub(super) fn length_or_none(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> Option<LengthPercentage> {
    matches!(value, SpecifiedValue::Length(_)).then(|| length(style, value, basis))
}

/// `opacity` and its kin, from 0 to 1.
pub(super) fn opacity(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> f32 {
    number(style, value, basis).unwrap_or(1.0).clamp(0.0, 1.0)
}

pub(super) fn stroke_width(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> LengthPercentage {
    length_or_none(style, value, basis).unwrap_or(LengthPercentage::px(1.0))
}

/// Two lengths, such as an origin; the middle for a value of another type.
pub(super) fn pair(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> (LengthPercentage, LengthPercentage) {
    match complex(value) {
        Some(Complex::Pair(x, y)) => {
            let units = units(style, basis);
            (x.compute(&units), y.compute(&units))
        }
        _ => (LengthPercentage::percent(0.5), LengthPercentage::percent(0.5)),
    }
}

/// A whole number from 1; `None` for a keyword.
pub(super) fn count(value: &SpecifiedValue) -> Option<u32> {
    integer(value).and_then(|n| u32::try_from(n).ok())
}

pub(super) fn clip(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Option<c::ClipRect> {
    let Some(Complex::Clip(edges)) = complex(value) else { return None };
    let units = units(style, basis);
    let edge = |edge: &Option<SpecifiedLength>| edge.as_ref().map(|e| e.compute_px(&units, 0.0));
    let (top, right, bottom, left) = (edge(&edges.top), edge(&edges.right), edge(&edges.bottom), edge(&edges.left));
    Some(c::ClipRect { edges: Sides { top, right, bottom, left } })
}

pub(super) fn clip_path(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> Option<Box<c::ClipPath>> {
    let Some(Complex::ClipPath(clip)) = complex(value) else { return None };
    let units = units(style, basis);
    let shape = clip.shape.as_ref().map(|shape| shape.map(&|length| length.compute(&units)));
    Some(Box::new(c::ClipPath { shape, reference: clip.reference }))
}

pub(super) fn text_align_last(value: &SpecifiedValue) -> c::TextAlign {
    use c::TextAlign as T;
    let values = [T::Auto, T::Start, T::End, T::Left, T::Right, T::Center, T::Justify];
    values[usize::from(keyword(value).unwrap_or(0).min(6))]
}

pub(super) fn text_transform(value: &SpecifiedValue) -> c::TextTransform {
    use c::TextTransform as T;
    let values = [T::None, T::Capitalize, T::Uppercase, T::Lowercase, T::MathAuto];
    values[usize::from(keyword(value).unwrap_or(0).min(4))]
}

pub(super) fn tab_size(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> TabSize {
    match value {
        SpecifiedValue::Number(spaces) => TabSize::Spaces(*spaces),
        other => TabSize::Px(px(style, other, basis)),
    }
}

pub(super) fn list_style_type(style: &ComputedStyle, value: &SpecifiedValue) -> c::ListStyleType {
    match complex(value) {
        Some(Complex::ListStyle(kind)) => kind.clone(),
        _ => style.list_style_type.clone(),
    }
}

pub(super) fn list_style_image(value: &SpecifiedValue) -> Option<Arc<c::GeneratedImage>> {
    match complex(value) {
        Some(Complex::MarkerImage(image)) => Some(Arc::clone(image)),
        _ => None,
    }
}

pub(super) fn flex_basis(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> c::FlexBasis {
    if keyword(value) == Some(BASIS_CONTENT) {
        return c::FlexBasis::Content;
    }
    c::FlexBasis::Size(dimension(style, value, basis))
}

pub(super) fn names(value: &SpecifiedValue) -> Option<Arc<[Box<str>]>> {
    match complex(value) {
        Some(Complex::Names(names)) => Some(names.clone()),
        _ => None,
    }
}

pub(super) fn path(value: &SpecifiedValue) -> Option<Box<str>> {
    match complex(value) {
        Some(Complex::Path(data)) => Some(data.clone()),
        _ => None,
    }
}

/// The functions of `transform`.
pub(super) fn functions(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> Vec<TransformFunction> {
    let Some(Complex::Transform(functions)) = complex(value) else { return Vec::new() };
    let units = units(style, basis);
    let zoom = units.px();
    let compute = |function: &TransformFunction<SpecifiedLength>| {
        let mut function = function.map(&|length| length.compute(&units));
        match &mut function {
            TransformFunction::Matrix(matrix) => {
                (matrix.e, matrix.f) = (matrix.e * zoom, matrix.f * zoom);
            }
            TransformFunction::Matrix3d(matrix) => matrix[12..15].iter_mut().for_each(|by| *by *= zoom),
            _ => {}
        }
        function
    };
    functions.iter().map(compute).collect()
}

/// The function that `translate`, `rotate` or `scale` is.
pub(super) fn function(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> Option<TransformFunction> {
    functions(style, value, basis).into_iter().next()
}

pub(super) fn tracks(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> c::TrackList {
    let Some(Complex::Tracks(list)) = complex(value) else { return c::TrackList::default() };
    let units = units(style, basis);
    list.map(&|length| length.compute_non_negative(&units))
}

pub(super) fn track_sizes(
    style: &ComputedStyle,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) -> Vec<c::TrackSize> {
    let Some(Complex::TrackSizes(sizes)) = complex(value) else { return Vec::new() };
    let units = units(style, basis);
    sizes.iter().map(|size| size.map(&|length: &SpecifiedLength| length.compute_non_negative(&units))).collect()
}

pub(super) fn areas(value: &SpecifiedValue) -> c::GridAreas {
    match complex(value) {
        Some(Complex::Areas(areas)) => areas.clone(),
        _ => c::GridAreas::default(),
    }
}

pub(super) fn line(value: &SpecifiedValue) -> c::GridLine {
    match complex(value) {
        Some(Complex::Line(line)) => line.clone(),
        _ => c::GridLine::default(),
    }
}
