//! Properties that change pixels: `filter`, `mask`, `mix-blend-mode`, the colours of gradients, what text is painted with.

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::apply_boxed::{effect, set};
use super::complex::Complex;
use super::copy::{copy_boxed, copy_effects};
use super::specified::{complex, keyword};
use super::syntax::{Parsed, Range, SpecifiedLength, length, nested, plain_number};
use super::{SpecifiedValue, color};
use crate::style::computed::{Color, ComputedStyle, Effects, FilterFunction, Srgb};

/// Limit: colours of gradients that are kept.
const MAX_COLORS: usize = 32;

/// `filter`
pub(super) fn filter(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let start = input.position();
    let any = super::paint::filter(input)?;
    if keyword(&any) != Some(1) {
        return Ok(any);
    }
    let text = input.slice_from(start);
    let mut functions = Vec::new();
    let mut parser = Parser::new(text);
    while let Ok(token) = parser.next().cloned() {
        functions.push(match token {
            Token::Function(name) => nested(&mut parser, |input| {
                let function = filter_function(&name, input);
                while input.next().is_ok() {}
                Ok(function)
            })?,
            Token::UnquotedUrl(url) => FilterFunction::Url(Arc::from(&*url)),
            _ => FilterFunction::Other,
        });
    }
    Ok(Complex::Filter(functions.into()).into())
}

fn filter_function(name: &str, input: &mut Parser<'_>) -> FilterFunction {
    use FilterFunction as F;
    if name.eq_ignore_ascii_case("blur") {
        return match length(input, Range::NonNegative) {
            Ok(SpecifiedLength::Px(px)) => F::Blur(px),
            Ok(_) => F::Other,
            Err(_) => F::Blur(0.0),
        };
    }
    if name.eq_ignore_ascii_case("url") {
        return input.expect_string().map_or(F::Other, |url| F::Url(Arc::from(&**url)));
    }
    if name.eq_ignore_ascii_case("drop-shadow") {
        return drop_shadow(input).unwrap_or(F::Other);
    }
    if name.eq_ignore_ascii_case("hue-rotate") {
        return super::syntax::angle(input, true)
            .map_or(F::HueRotate(0.0), |radians| F::HueRotate(radians.to_degrees()));
    }
    let amount = match input.try_parse(|i| plain_number(i, Range::NonNegative)) {
        Ok(number) => number,
        Err(_) => match super::syntax::percentage(input, Range::NonNegative) {
            Ok(fraction) => fraction,
            Err(_) if input.is_exhausted() => 1.0,
            Err(_) => return F::Other,
        },
    };
    match_ignore_ascii_case! { name,
        "brightness" => F::Brightness(amount),
        "contrast" => F::Contrast(amount),
        "grayscale" => F::Grayscale(amount.min(1.0)),
        "invert" => F::Invert(amount.min(1.0)),
        "opacity" => F::Opacity(amount.min(1.0)),
        "saturate" => F::Saturate(amount),
        "sepia" => F::Sepia(amount.min(1.0)),
        _ => F::Other,
    }
}

/// The inside of `drop-shadow()`: the lengths in px, and a colour before or after them.
fn drop_shadow(input: &mut Parser<'_>) -> Parsed<FilterFunction> {
    let before = input.try_parse(color::color).ok();
    let mut lengths = [0.0; 3];
    for (index, px) in lengths.iter_mut().enumerate() {
        match input.try_parse(|i| length(i, if index == 2 { Range::NonNegative } else { Range::All })) {
            Ok(SpecifiedLength::Px(length)) => *px = length,
            Err(_) if index == 2 => {}
            _ => return Ok(FilterFunction::Other),
        }
    }
    let color = before.or_else(|| input.try_parse(color::color).ok()).unwrap_or(Color::Current);
    Ok(FilterFunction::DropShadow(lengths[0], lengths[1], lengths[2], color))
}

/// The colours of the gradients at the top level of a value; `None` if there is another image, or a colour is not known.
fn gradient_colors(value: &str) -> Option<Vec<Srgb>> {
    let mut parser = Parser::new(value);
    let mut colors = Vec::new();
    while let Ok(token) = parser.next().cloned() {
        match token {
            Token::UnquotedUrl(_) => return None,
            Token::Function(name) => {
                let name = name.to_ascii_lowercase();
                let is_gradient = name.ends_with("gradient");
                let is_image = matches!(name.as_str(), "url" | "src" | "image" | "-webkit-cross-fade")
                    || name.ends_with("image-set");
                if is_image {
                    return None;
                }
                let known = nested(&mut parser, |input| {
                    let known = !is_gradient || collect_colors(input, false, &mut colors);
                    while input.next().is_ok() {}
                    Ok(known)
                });
                if known != Ok(true) {
                    return None;
                }
            }
            _ => {}
        }
    }
    (!colors.is_empty()).then_some(colors)
}

/// True if all colours in a gradient are known; the words of its shape are left out. `in_stop`: inside of a stop of the old
/// `-webkit-gradient`.
fn collect_colors(input: &mut Parser<'_>, in_stop: bool, colors: &mut Vec<Srgb>) -> bool {
    while !input.is_exhausted() {
        match input.try_parse(color::color) {
            Ok(Color::Srgb(srgb)) if colors.len() < MAX_COLORS => colors.push(srgb),
            Ok(_) => return false,
            Err(_) => match input.next().cloned() {
                Ok(Token::Function(name)) if !in_stop && is_stop(&name) => {
                    let known = nested(input, |input| {
                        let known = collect_colors(input, true, colors);
                        while input.next().is_ok() {}
                        Ok(known)
                    });
                    if known != Ok(true) {
                        return false;
                    }
                }
                Ok(_) => {}
                Err(_) => return false,
            },
        }
    }
    true
}

fn is_stop(name: &str) -> bool {
    ["from", "to", "color-stop"].iter().any(|stop| name.eq_ignore_ascii_case(stop))
}

/// Computes a colour that text is painted with.
pub(super) fn text_color(value: &SpecifiedValue) -> Color {
    match value {
        SpecifiedValue::Color(color) => *color,
        _ => Color::Current,
    }
}

/// Computes the mark of `text-emphasis-style`.
pub(super) fn emphasis_mark(value: &SpecifiedValue) -> Option<char> {
    match value {
        SpecifiedValue::Integer(code) => u32::try_from(*code).ok().and_then(char::from_u32),
        _ => None,
    }
}

/// Sets `filter`.
pub(super) fn apply_filter(style: &mut ComputedStyle, value: &SpecifiedValue) {
    let functions = match complex(value) {
        Some(Complex::Filter(functions)) => Some(Arc::clone(functions)),
        _ => None,
    };
    style.effects.set(Effects::FILTER, functions.is_some() || keyword(value) == Some(1));
    set(&mut style.paint_effects, |own| &mut own.filter, functions);
}

/// Sets `backdrop-filter`.
pub(super) fn apply_backdrop(style: &mut ComputedStyle, value: &SpecifiedValue) {
    let functions = match complex(value) {
        Some(Complex::Filter(functions)) => Some(Arc::clone(functions)),
        _ => None,
    };
    style.effects.set(Effects::BACKDROP_FILTER, functions.is_some() || keyword(value) == Some(1));
    set(&mut style.paint_effects, |own| &mut own.backdrop, functions);
}

/// Sets `mask-image`, and the colours of its gradients.
pub(super) fn apply_mask(style: &mut ComputedStyle, value: &SpecifiedValue) {
    let text = super::painted::text(value);
    style.effects.set(Effects::MASK, text.is_some());
    let colors = text.as_deref().and_then(gradient_colors).map(Arc::from);
    set(&mut style.paint_effects, |own| &mut own.mask, colors);
    set(&mut style.paint, |paint| &mut paint.mask_image, text);
}

/// Sets `mix-blend-mode`.
pub(super) fn apply_blend(style: &mut ComputedStyle, value: &SpecifiedValue) {
    effect(style, Effects::BLEND, value);
    set(&mut style.paint_effects, |own| &mut own.blend, keyword(value).unwrap_or(0));
}

/// Sets `background-image`, and the colours of its gradients.
pub(super) fn apply_background_image(style: &mut ComputedStyle, value: &SpecifiedValue) {
    super::painted::apply_background_image(style, value);
    let text = super::painted::text(value);
    let colors = text.and_then(|text| gradient_colors(&text)).map(Arc::from);
    set(&mut style.paint_effects, |own| &mut own.background, colors);
}

pub(super) fn copy_filter(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effects(style, from, Effects::FILTER);
    let theirs = from.paint_effects.as_deref();
    copy_boxed(&mut style.paint_effects, theirs, |own| &mut own.filter, |from| from.filter.clone());
}

pub(super) fn copy_backdrop(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effects(style, from, Effects::BACKDROP_FILTER);
    let theirs = from.paint_effects.as_deref();
    copy_boxed(&mut style.paint_effects, theirs, |own| &mut own.backdrop, |from| from.backdrop.clone());
}

pub(super) fn copy_mask(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effects(style, from, Effects::MASK);
    let theirs = from.paint_effects.as_deref();
    copy_boxed(&mut style.paint_effects, theirs, |own| &mut own.mask, |from| from.mask.clone());
    copy_boxed(&mut style.paint, from.paint.as_deref(), |own| &mut own.mask_image, |from| from.mask_image.clone());
}

pub(super) fn copy_blend(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effects(style, from, Effects::BLEND);
    let theirs = from.paint_effects.as_deref();
    copy_boxed(&mut style.paint_effects, theirs, |own| &mut own.blend, |from| from.blend);
}

pub(super) fn copy_background_image(style: &mut ComputedStyle, from: &ComputedStyle) {
    super::copy::copy_background::<2>(style, from);
    let theirs = from.paint_effects.as_deref();
    copy_boxed(&mut style.paint_effects, theirs, |own| &mut own.background, |from| from.background.clone());
}

impl ComputedStyle {
    /// True for `background-clip: text` of any layer.
    #[must_use]
    pub fn clips_to_text(&self) -> bool {
        let clip = self.paint.as_deref().and_then(|paint| paint.background_clip.as_deref());
        clip.is_some_and(|clip| clip.split([',', ' ']).any(|word| word.eq_ignore_ascii_case("text")))
    }

    /// The colour of the least transparent shadow of the text; transparent without any.
    #[must_use]
    pub fn text_shadow_color(&self) -> Color {
        let alpha = |color: Color| match color {
            Color::Srgb(srgb) => srgb.alpha(),
            Color::Current | Color::Unknown | Color::ByScheme(_) => 1.0,
        };
        let text = self.paint.as_deref().and_then(|paint| paint.text_shadow.as_deref());
        let colors = text.map(super::painted::shadow_colors).unwrap_or_default();
        // Of equals the first one, which is painted on top.
        let seen = colors.into_iter().rev().filter(|color| alpha(*color) > 0.0);
        seen.max_by(|a, b| alpha(*a).total_cmp(&alpha(*b))).unwrap_or(Color::TRANSPARENT)
    }
}
