//! The shorthand `background`: its layers, each part as written.
//!
//! <https://drafts.csswg.org/css-backgrounds-3/>

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::complex::Complex;
use super::syntax::{Invalid, Parsed, Range, accept, length_percentage, slash};
use super::{PropertyId as P, SpecifiedValue, color};
use crate::style::computed::Color;

/// `background`: the colour; what else it sets goes to `out`.
pub(super) fn background(input: &mut Parser<'_>, out: &mut impl Extend<(P, SpecifiedValue)>) -> Parsed<Color> {
    // Image, position, size, repeat, origin, clip: as written, by layer.
    let initial = ["none", "0% 0%", "auto", "repeat", "padding-box", "border-box"];
    let mut texts: [String; 6] = Default::default();
    let (mut image_paints, mut is_plain) = (false, [true; 6]);
    let color = loop {
        let (mut layer, mut own): (_, [String; 6]) = (Layer::default(), Default::default());
        loop {
            input.skip_whitespace();
            if input.is_exhausted() {
                break;
            }
            let start = input.state();
            if matches!(input.next(), Ok(Token::Comma)) {
                input.reset(&start);
                break;
            }
            input.reset(&start);
            let from = input.position();
            let kind = layer.part(input)?;
            let written = input.slice_from(from).trim().trim_start_matches('/');
            let add = |text: &mut String| {
                text.push(' ');
                text.push_str(written);
            };
            match kind {
                Part::Image | Part::Position | Part::Size | Part::Repeat => add(&mut own[kind as usize]),
                Part::Box if layer.boxes < 2 && !layer.text => {
                    add(&mut own[4]);
                    add(&mut own[5]);
                }
                Part::Box => written.clone_into(&mut own[5]),
                Part::Other => {}
            }
        }
        layer.check()?;
        image_paints |= layer.image == Some(true);
        for (at, text) in texts.iter_mut().enumerate() {
            is_plain[at] &= own[at].is_empty();
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(if own[at].is_empty() { initial[at] } else { own[at].trim() });
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            break layer.color.unwrap_or(Color::TRANSPARENT);
        }
        // Only the last layer has a colour.
        if layer.color.is_some() {
            return Err(Invalid);
        }
    };
    is_plain[0] = !image_paints;
    let longhands = [
        P::BackgroundImage,
        P::BackgroundPosition,
        P::BackgroundSize,
        P::BackgroundRepeat,
        P::BackgroundOrigin,
        P::BackgroundClip,
    ];
    out.extend(longhands.into_iter().zip(texts).zip(is_plain).map(|((longhand, text), plain)| {
        (longhand, if plain { SpecifiedValue::Keyword(0) } else { Complex::Text(text.into()).into() })
    }));
    Ok(color)
}

/// The component that a part of a layer of `background` sets.
#[derive(Clone, Copy)]
enum Part {
    Image,
    Position,
    Size,
    Repeat,
    Box,
    Other,
}

/// The components of one layer of `background` that were read so far.
#[derive(Default)]
struct Layer {
    image: Option<bool>,
    color: Option<Color>,
    repeats: u8,
    attachment: bool,
    boxes: u8,
    text: bool,
    positions: u8,
    sized: bool,
}

const POSITIONS: [&str; 5] = ["left", "right", "top", "bottom", "center"];

impl Layer {
    fn part(&mut self, input: &mut Parser<'_>) -> Parsed<Part> {
        if self.image.is_none() {
            if accept(input, "none") {
                self.image = Some(false);
                return Ok(Part::Image);
            }
            if input.try_parse(color::image).is_ok() {
                self.image = Some(true);
                return Ok(Part::Image);
            }
        }
        if slash(input) {
            if self.positions == 0 || std::mem::replace(&mut self.sized, true) {
                return Err(Invalid);
            }
            return size(input).map(|()| Part::Size);
        }
        let word = input.try_parse(|i| -> Parsed<Part> {
            let ident = i.expect_ident()?;
            match_ignore_ascii_case! { ident,
                "repeat-x" | "repeat-y" if self.repeats == 0 => {
                    self.repeats = 2;
                    return Ok(Part::Repeat);
                },
                "repeat" | "no-repeat" | "round" | "space" if self.repeats < 2 => {
                    self.repeats += 1;
                    return Ok(Part::Repeat);
                },
                "scroll" | "fixed" | "local" if !self.attachment => self.attachment = true,
                "border-box" | "padding-box" | "content-box" if self.boxes < 2 => {
                    self.boxes += 1;
                    return Ok(Part::Box);
                },
                "text" | "border-area" if !self.text => {
                    self.text = true;
                    return Ok(Part::Box);
                },
                _ => {
                    if !POSITIONS.iter().any(|p| ident.eq_ignore_ascii_case(p)) || self.positions == 4 {
                        return Err(Invalid);
                    }
                    self.positions += 1;
                    return Ok(Part::Position);
                }
            }
            Ok(Part::Other)
        });
        if let Ok(word) = word {
            return Ok(word);
        }
        if self.color.is_none()
            && let Ok(color) = input.try_parse(color::color)
        {
            self.color = Some(color);
            return Ok(Part::Other);
        }
        length_percentage(input, Range::All)?;
        self.positions += 1;
        if self.positions > 4 { Err(Invalid) } else { Ok(Part::Position) }
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
        length_percentage(input, Range::NonNegative).map(|_| ())
    };
    one(input)?;
    let _ = input.try_parse(one);
    Ok(())
}
