//! Properties kept only as a consequence: a stacking context, a containing block, whether something paints.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::syntax::{Invalid, Parsed, accept, custom_ident, one_of, plain_number};
use super::{SpecifiedValue, color};
use crate::style::computed::{Appearance, BLEND_MODES, Contain, Cursor, Effects, Keyword};

/// `filter`, `backdrop-filter`: keyword 1 if there is one.
pub(super) fn filter(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut any = false;
    loop {
        let start = input.state();
        match input.next() {
            Ok(Token::UnquotedUrl(_)) => {}
            Ok(Token::Function(name)) => {
                let name = name.clone();
                match_ignore_ascii_case! { &name,
                    "blur" => super::syntax::nested(input, |input| {
                        if !input.is_exhausted() {
                            super::syntax::length(input, super::syntax::Range::NonNegative)?;
                        }
                        Ok(input.expect_exhausted()?)
                    })?,
                    "url" | "src" | "drop-shadow" | "hue-rotate" | "brightness" | "contrast" | "grayscale" | "invert"
                    | "opacity" | "saturate" | "sepia" => color::skip(input)?,
                    _ => return Err(Invalid),
                }
            }
            _ => {
                input.reset(&start);
                break;
            }
        }
        any = true;
    }
    if any { Ok(SpecifiedValue::Keyword(1)) } else { Err(Invalid) }
}

/// Images, or `none` for a layer without: keyword 1 if any layer has one.
fn images(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let mut any = false;
    loop {
        if !accept(input, "none") {
            color::image(input)?;
            any = true;
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            return Ok(SpecifiedValue::Keyword(u8::from(any)));
        }
    }
}

/// `background-image`, `mask-image`: keyword 0 if no layer has an image, else as written.
pub(super) fn images_as_written(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let mut any = SpecifiedValue::Keyword(0);
    let text = super::painted::kept(input, |input, _| {
        any = images(input)?;
        Ok(())
    })?;
    Ok(if super::specified::is_second(&any) { text } else { any })
}

/// `text-decoration-line`: a bit a line.
pub(super) fn text_decoration_line(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Bits(0));
    }
    for (alone, bit) in [("spelling-error", 1 << 4), ("grammar-error", 1 << 5)] {
        if accept(input, alone) {
            return Ok(SpecifiedValue::Bits(bit));
        }
    }
    let mut bits = 0;
    while let Ok(line) = input.try_parse(|input| one_of(input, &["underline", "overline", "line-through", "blink"])) {
        if bits & (1 << line) != 0 {
            return Err(Invalid);
        }
        bits |= 1 << line;
    }
    if bits == 0 { Err(Invalid) } else { Ok(SpecifiedValue::Bits(bits)) }
}

/// `resize`: keyword 0 is `none`, 1 any direction.
pub(super) fn resize(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let word = one_of(input, &["none", "both", "horizontal", "vertical", "block", "inline"])?;
    Ok(SpecifiedValue::Keyword(word.min(1)))
}

/// `mix-blend-mode`: keyword 0 is `normal`.
pub(super) fn blend_mode(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    one_of(input, &BLEND_MODES).map(SpecifiedValue::Keyword)
}

/// `will-change`: the two bits of [`Effects`].
pub(super) fn will_change(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "auto") {
        return Ok(SpecifiedValue::Bits(0));
    }
    let mut bits = Effects::empty();
    loop {
        let name = custom_ident(input, &["none", "all", "auto"])?;
        match_ignore_ascii_case! { &name,
            "transform" | "-webkit-transform" | "translate" | "rotate" | "scale" | "filter" | "-webkit-filter"
            | "backdrop-filter" | "perspective" | "-webkit-perspective" | "transform-style"
            | "-webkit-transform-style" | "offset-path" | "offset" | "contain" => {
                bits |= Effects::WILL_STACK | Effects::WILL_CONTAIN_FIXED;
            },
            "opacity" | "-webkit-opacity" | "z-index" | "position" | "mix-blend-mode" | "isolation" | "clip-path"
            | "-webkit-clip-path" | "mask" | "mask-image" | "-webkit-mask" | "-webkit-mask-image" | "mask-border"
            | "-webkit-mask-box-image" | "-webkit-box-reflect" | "view-transition-name" => bits |= Effects::WILL_STACK,
            _ => {}
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            return Ok(SpecifiedValue::Bits(bits.bits()));
        }
    }
}

/// `-webkit-box-reflect`: keyword 1 if there is one.
pub(super) fn reflect(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    one_of(input, &["above", "below", "left", "right"])?;
    let _ = input.try_parse(|i| super::syntax::length_percentage(i, super::syntax::Range::All));
    let _ = input.try_parse(color::image);
    Ok(SpecifiedValue::Keyword(1))
}

/// `offset-path`: keyword 1 if there is one.
pub(super) fn offset_path(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    match input.next()?.clone() {
        Token::UnquotedUrl(_) => {}
        Token::Function(name) => match_ignore_ascii_case! { &name,
            "url" | "path" | "ray" | "shape" | "inset" | "rect" | "xywh" | "circle" | "ellipse" | "polygon" => {
                color::skip(input)?;
            },
            _ => return Err(Invalid),
        },
        Token::Ident(name) if name.to_ascii_lowercase().ends_with("-box") => return Ok(SpecifiedValue::Keyword(1)),
        _ => return Err(Invalid),
    }
    let _ = input.try_parse(Parser::expect_ident_cloned);
    Ok(SpecifiedValue::Keyword(1))
}

/// `contain`: bits of [`Contain`].
pub(super) fn contain(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Bits(0));
    }
    let whole = Contain::LAYOUT | Contain::STYLE | Contain::PAINT;
    if accept(input, "strict") {
        return Ok(SpecifiedValue::Bits(u16::from((whole | Contain::SIZE).bits())));
    }
    if accept(input, "content") {
        return Ok(SpecifiedValue::Bits(u16::from(whole.bits())));
    }
    let mut bits = Contain::empty();
    while let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) {
        let bit = match_ignore_ascii_case! { &ident,
            "size" => Contain::SIZE,
            "inline-size" => Contain::INLINE_SIZE,
            "layout" => Contain::LAYOUT,
            "style" => Contain::STYLE,
            "paint" => Contain::PAINT,
            _ => return Err(Invalid),
        };
        if bits.contains(bit) {
            return Err(Invalid);
        }
        bits |= bit;
    }
    if bits.is_empty() || bits.contains(Contain::SIZE | Contain::INLINE_SIZE) {
        return Err(Invalid);
    }
    Ok(SpecifiedValue::Bits(u16::from(bits.bits())))
}

/// `cursor`: images, then a keyword.
pub(super) fn cursor(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    while input.try_parse(color::image).is_ok() {
        if input.try_parse(|i| plain_number(i, super::syntax::Range::All)).is_ok() {
            plain_number(input, super::syntax::Range::All)?;
        }
        input.expect_comma()?;
    }
    let ident = input.expect_ident()?;
    let value = match_ignore_ascii_case! { ident,
        "-webkit-grab" => Cursor::Grab,
        "-webkit-grabbing" => Cursor::Grabbing,
        "-webkit-zoom-in" => Cursor::ZoomIn,
        "-webkit-zoom-out" => Cursor::ZoomOut,
        _ => Cursor::from_css(ident).ok_or(Invalid)?,
    };
    Ok(SpecifiedValue::Keyword(value.index()))
}

/// `appearance`
pub(super) fn appearance(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    let value = match_ignore_ascii_case! { ident,
        "none" => Appearance::None,
        "auto" => Appearance::Auto,
        "textfield" => Appearance::Textfield,
        "menulist-button" => Appearance::MenulistButton,
        "button" | "checkbox" | "listbox" | "menulist" | "meter" | "progress-bar" | "radio" | "searchfield"
        | "textarea" | "slider-vertical" | "slider-horizontal" | "square-button" | "base-select" | "media-slider"
        | "media-sliderthumb" | "media-volume-slider" | "media-volume-sliderthumb" | "sliderthumb-horizontal"
        | "sliderthumb-vertical" | "inner-spin-button" | "media-control" | "push-button-base" => Appearance::Other,
        _ => return Err(Invalid),
    };
    Ok(SpecifiedValue::Keyword(value.index()))
}
