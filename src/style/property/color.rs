//! Colours, images and paint: only whether they are valid and paint anything.
//!
//! <https://drafts.csswg.org/css-color-4/>, <https://drafts.csswg.org/css-images-4/>

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::SpecifiedValue;
use super::math::is_math_function;
use super::syntax::{Invalid, Parsed, accept, nested};

/// The system colours and Chromium's own ones.
const SYSTEM: [&str; 40] = [
    "accentcolor",
    "accentcolortext",
    "activetext",
    "buttonborder",
    "buttonface",
    "buttontext",
    "canvas",
    "canvastext",
    "field",
    "fieldtext",
    "graytext",
    "highlight",
    "highlighttext",
    "linktext",
    "mark",
    "marktext",
    "selecteditem",
    "selecteditemtext",
    "visitedtext",
    "activeborder",
    "activecaption",
    "appworkspace",
    "background",
    "buttonhighlight",
    "buttonshadow",
    "captiontext",
    "inactiveborder",
    "inactivecaption",
    "inactivecaptiontext",
    "infobackground",
    "infotext",
    "menu",
    "menutext",
    "scrollbar",
    "threeddarkshadow",
    "threedface",
    "threedhighlight",
    "threedlightshadow",
    "threedshadow",
    "window",
];

/// `<color>`: whether it has any opacity.
pub(super) fn color(input: &mut Parser<'_>) -> Parsed<bool> {
    match input.next()?.clone() {
        Token::Hash(digits) | Token::IDHash(digits) => {
            let (_, _, _, alpha) = cssparser::color::parse_hash_color(digits.as_bytes()).map_err(|()| Invalid)?;
            Ok(alpha > 0.0)
        }
        Token::Ident(name) => {
            if name.eq_ignore_ascii_case("transparent") {
                return Ok(false);
            }
            let known = name.eq_ignore_ascii_case("currentcolor")
                || cssparser::color::parse_named_color(&name).is_ok()
                || SYSTEM.iter().any(|s| name.eq_ignore_ascii_case(s))
                || [
                    "windowframe",
                    "windowtext",
                    "-webkit-text",
                    "-webkit-link",
                    "-webkit-activelink",
                    "-webkit-focus-ring-color",
                ]
                .iter()
                .any(|s| name.eq_ignore_ascii_case(s));
            if known { Ok(true) } else { Err(Invalid) }
        }
        Token::Function(name) => nested(input, |input| function(&name, input)),
        _ => Err(Invalid),
    }
}

fn function(name: &str, input: &mut Parser<'_>) -> Parsed<bool> {
    match_ignore_ascii_case! { name,
        "rgb" | "rgba" | "hsl" | "hsla" => channels(input, true, 3),
        "hwb" | "lab" | "lch" | "oklab" | "oklch" => channels(input, false, 3),
        "color" => {
            if accept(input, "from") {
                color(input)?;
            }
            input.expect_ident()?;
            channels(input, false, 3)
        },
        "color-mix" => {
            input.expect_ident_matching("in")?;
            input.expect_ident()?;
            while input.try_parse(Parser::expect_ident_cloned).is_ok() {}
            let mut any = false;
            let mut count = 0;
            while input.try_parse(Parser::expect_comma).is_ok() {
                let _ = input.try_parse(percentage);
                any |= color(input)?;
                let _ = input.try_parse(percentage);
                count += 1;
            }
            if count == 0 { Err(Invalid) } else { Ok(any) }
        },
        "light-dark" => {
            let light = color(input)?;
            input.expect_comma()?;
            color(input)?;
            Ok(light)
        },
        "contrast-color" => {
            color(input)?;
            while input.next().is_ok() {}
            Ok(true)
        },
        _ => Err(Invalid),
    }
}

fn percentage(input: &mut Parser<'_>) -> Parsed<()> {
    match input.next()?.clone() {
        Token::Percentage { .. } => Ok(()),
        Token::Function(name) if is_math_function(&name) => skip(input),
        _ => Err(Invalid),
    }
}

/// Takes all of a function's arguments.
pub(super) fn skip(input: &mut Parser<'_>) -> Parsed<()> {
    nested(input, |input| {
        while input.next().is_ok() {}
        Ok(())
    })
}

/// Channels of a colour function; whether its alpha is above 0.
fn channels(input: &mut Parser<'_>, commas_allowed: bool, count: usize) -> Parsed<bool> {
    let relative = accept(input, "from");
    if relative {
        color(input)?;
    }
    let channel = |input: &mut Parser<'_>| -> Parsed<Option<f32>> {
        match input.next()?.clone() {
            Token::Number { value, .. } => Ok(Some(value)),
            Token::Percentage { unit_value, .. } => Ok(Some(unit_value)),
            Token::Dimension { value, unit, .. }
                if matches!(&*unit.to_ascii_lowercase(), "deg" | "rad" | "grad" | "turn") =>
            {
                Ok(Some(value))
            }
            Token::Ident(name) if relative || name.eq_ignore_ascii_case("none") => {
                Ok(name.eq_ignore_ascii_case("none").then_some(0.0))
            }
            Token::Function(name) if is_math_function(&name) => skip(input).map(|()| None),
            _ => Err(Invalid),
        }
    };
    channel(input)?;
    let commas = commas_allowed && !relative && input.try_parse(Parser::expect_comma).is_ok();
    for index in 1..count {
        if commas && index > 1 {
            input.expect_comma()?;
        }
        channel(input)?;
    }
    let has_alpha = if commas { input.try_parse(Parser::expect_comma).is_ok() } else { super::syntax::slash(input) };
    let alpha = if has_alpha { channel(input)? } else { None };
    input.expect_exhausted()?;
    Ok(alpha.is_none_or(|alpha| alpha > 0.0))
}

/// `<image>`
pub(super) fn image(input: &mut Parser<'_>) -> Parsed<()> {
    match input.next()?.clone() {
        Token::UnquotedUrl(_) => Ok(()),
        Token::Function(name) => match_ignore_ascii_case! { &name,
            "url" | "src" => skip(input),
            "linear-gradient" | "repeating-linear-gradient" | "radial-gradient" | "repeating-radial-gradient"
            | "conic-gradient" | "repeating-conic-gradient" | "-webkit-linear-gradient"
            | "-webkit-repeating-linear-gradient" | "-webkit-radial-gradient" | "-webkit-repeating-radial-gradient"
            | "-webkit-gradient" => gradient(input),
            "image-set" | "-webkit-image-set" | "-webkit-cross-fade" | "image" => skip(input),
            _ => Err(Invalid),
        },
        _ => Err(Invalid),
    }
}

/// A gradient: as far as commas go (none at the ends, none doubled).
fn gradient(input: &mut Parser<'_>) -> Parsed<()> {
    nested(input, |input| {
        let mut needs_more = true;
        while let Ok(token) = input.next() {
            match token.clone() {
                Token::Comma => {
                    if std::mem::replace(&mut needs_more, true) {
                        return Err(Invalid);
                    }
                }
                Token::Function(_) => {
                    skip(input)?;
                    needs_more = false;
                }
                Token::Delim('/')
                | Token::Ident(_)
                | Token::Number { .. }
                | Token::Percentage { .. }
                | Token::Dimension { .. }
                | Token::Hash(_)
                | Token::IDHash(_) => needs_more = false,
                _ => return Err(Invalid),
            }
        }
        if needs_more { Err(Invalid) } else { Ok(()) }
    })
}

/// `fill`, `stroke`: keyword 1 if it paints.
pub(super) fn svg_paint(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    if accept(input, "context-fill") || accept(input, "context-stroke") {
        return Ok(SpecifiedValue::Keyword(1));
    }
    if input.try_parse(Parser::expect_url).is_ok() {
        if !input.is_exhausted() && !accept(input, "none") {
            color(input)?;
        }
        return Ok(SpecifiedValue::Keyword(1));
    }
    // Hit testing asks for `none`, not for transparency.
    color(input).map(|_| SpecifiedValue::Keyword(1))
}

/// `background`: whether the colour and whether an image paints.
pub(super) fn background(input: &mut Parser<'_>) -> Parsed<(bool, bool)> {
    let (mut color_paints, mut image_paints) = (false, false);
    loop {
        let mut layer = Layer::default();
        while !input.is_exhausted() {
            let start = input.state();
            if matches!(input.next(), Ok(Token::Comma)) {
                input.reset(&start);
                break;
            }
            input.reset(&start);
            layer.part(input)?;
        }
        layer.check()?;
        image_paints |= layer.image == Some(true);
        if input.try_parse(Parser::expect_comma).is_ok() {
            // Only the last layer has a colour.
            if layer.color.is_some() {
                return Err(Invalid);
            }
            continue;
        }
        color_paints |= layer.color == Some(true);
        return Ok((color_paints, image_paints));
    }
}

/// What one layer of `background` has had so far.
#[derive(Default)]
struct Layer {
    image: Option<bool>,
    color: Option<bool>,
    repeats: u8,
    attachment: bool,
    boxes: u8,
    text: bool,
    positions: u8,
    sized: bool,
}

const POSITIONS: [&str; 5] = ["left", "right", "top", "bottom", "center"];

impl Layer {
    fn part(&mut self, input: &mut Parser<'_>) -> Parsed<()> {
        if self.image.is_none() {
            if accept(input, "none") {
                self.image = Some(false);
                return Ok(());
            }
            if input.try_parse(image).is_ok() {
                self.image = Some(true);
                return Ok(());
            }
        }
        if super::syntax::slash(input) {
            if self.positions == 0 || std::mem::replace(&mut self.sized, true) {
                return Err(Invalid);
            }
            return size(input);
        }
        let word = input.try_parse(|i| -> Parsed<()> {
            let ident = i.expect_ident()?;
            match_ignore_ascii_case! { ident,
                "repeat-x" | "repeat-y" if self.repeats == 0 => self.repeats = 2,
                "repeat" | "no-repeat" | "round" | "space" if self.repeats < 2 => self.repeats += 1,
                "scroll" | "fixed" | "local" if !self.attachment => self.attachment = true,
                "border-box" | "padding-box" | "content-box" if self.boxes < 2 => self.boxes += 1,
                "text" | "border-area" if !self.text => self.text = true,
                _ => {
                    if !POSITIONS.iter().any(|p| ident.eq_ignore_ascii_case(p)) || self.positions == 4 {
                        return Err(Invalid);
                    }
                    self.positions += 1;
                }
            }
            Ok(())
        });
        if word.is_ok() {
            return Ok(());
        }
        if self.color.is_none()
            && let Ok(paints) = input.try_parse(color)
        {
            self.color = Some(paints);
            return Ok(());
        }
        super::syntax::length_percentage(input, super::syntax::Range::All)?;
        self.positions += 1;
        if self.positions > 4 { Err(Invalid) } else { Ok(()) }
    }

    fn check(&self) -> Parsed<()> {
        let any = self.image.is_some() || self.color.is_some() || self.repeats + self.boxes + self.positions > 0;
        if (any || self.attachment || self.text) && !(self.text && self.boxes == 2) { Ok(()) } else { Err(Invalid) }
    }
}

/// `background-size` of one layer.
fn size(input: &mut Parser<'_>) -> Parsed<()> {
    if accept(input, "cover") || accept(input, "contain") {
        return Ok(());
    }
    let one = |input: &mut Parser<'_>| {
        if accept(input, "auto") {
            return Ok(());
        }
        super::syntax::length_percentage(input, super::syntax::Range::NonNegative).map(|_| ())
    };
    one(input)?;
    let _ = input.try_parse(one);
    Ok(())
}
