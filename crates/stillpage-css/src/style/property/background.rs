//! The shorthands `background` and `mask`: their layers, each part as written.
//!
//! <https://drafts.csswg.org/css-backgrounds-3/>

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::complex::Complex;
use super::syntax::{Invalid, Parsed, Range, accept, length_percentage, slash};
use super::{PropertyId as P, SpecifiedValue, color};
use crate::style::computed::Color;

/// `background`: the colour; what else it sets goes to `out`.
pub(super) fn background(input: &mut Parser<'_>, out: &mut impl Extend<(P, SpecifiedValue)>) -> Parsed<Color> {
    let longhands = [
        (P::BackgroundImage, "none"),
        (P::BackgroundPosition, "0% 0%"),
        (P::BackgroundSize, "auto"),
        (P::BackgroundRepeat, "repeat"),
        (P::BackgroundOrigin, "padding-box"),
        (P::BackgroundClip, "border-box"),
    ];
    layers(input, Layer::default, longhands, out)
}

/// `mask`: what it sets goes to `out`.
///
/// <https://drafts.fxtf.org/css-masking-1/#the-mask>
pub(super) fn mask(input: &mut Parser<'_>, out: &mut impl Extend<(P, SpecifiedValue)>) -> Parsed<()> {
    let longhands = [
        (P::MaskImage, "none"),
        (P::MaskPosition, "0% 0%"),
        (P::MaskSize, "auto"),
        (P::MaskRepeat, "repeat"),
        (P::MaskOrigin, "border-box"),
        (P::MaskClip, "border-box"),
        (P::MaskMode, "match-source"),
        (P::MaskComposite, "add"),
    ];
    layers(input, || Layer { is_mask: true, ..Layer::default() }, longhands, out).map(|_| ())
}

/// Layers, each part of which goes to the longhand of its number, as written or as it is initially; the colour of the last one.
fn layers<const N: usize>(
    input: &mut Parser<'_>,
    new: impl Fn() -> Layer,
    longhands: [(P, &str); N],
    out: &mut impl Extend<(P, SpecifiedValue)>,
) -> Parsed<Color> {
    let mut texts = [(); N].map(|()| String::new());
    let (mut image_paints, mut is_plain) = (false, [true; N]);
    let color = loop {
        let (mut layer, mut own) = (new(), [(); N].map(|()| String::new()));
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
            let mut add = |part: usize| {
                if let Some(text) = own.get_mut(part) {
                    text.push(' ');
                    text.push_str(written);
                }
            };
            match kind {
                Part::Other => {}
                Part::Box if layer.boxes < 2 && !layer.text => {
                    add(Part::Box as usize);
                    add(Part::Clip as usize);
                }
                Part::Box | Part::Clip => written.clone_into(&mut own[Part::Clip as usize]),
                part => add(part as usize),
            }
        }
        layer.check()?;
        image_paints |= layer.image == Some(true);
        for (at, text) in texts.iter_mut().enumerate() {
            is_plain[at] &= own[at].is_empty();
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(if own[at].is_empty() { longhands[at].1 } else { own[at].trim() });
        }
        if input.try_parse(Parser::expect_comma).is_err() {
            break layer.color.unwrap_or(Color::TRANSPARENT);
        }
        // Only the last layer has a colour.
        if layer.color.is_some() {
            return Err(Invalid);
        }
    };
    is_plain[Part::Image as usize] = !image_paints;
    out.extend(longhands.into_iter().zip(texts).zip(is_plain).map(|(((longhand, _), text), plain)| {
        (longhand, if plain { SpecifiedValue::Keyword(0) } else { Complex::Text(text.into()).into() })
    }));
    Ok(color)
}

/// The component that a part of a layer sets; the number is that of its longhand.
#[derive(Clone, Copy)]
enum Part {
    Image,
    Position,
    Size,
    Repeat,
    /// The origin, and the clip where no other box is given.
    Box,
    Clip,
    Mode,
    Composite,
    Other,
}

/// The components of one layer of `background` or `mask` that were read so far.
#[derive(Default)]
struct Layer {
    is_mask: bool,
    mode: bool,
    composite: bool,
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
                "scroll" | "fixed" | "local" if !self.attachment && !self.is_mask => self.attachment = true,
                "alpha" | "luminance" | "match-source" if self.is_mask && !self.mode => {
                    self.mode = true;
                    return Ok(Part::Mode);
                },
                "add" | "subtract" | "intersect" | "exclude" if self.is_mask && !self.composite => {
                    self.composite = true;
                    return Ok(Part::Composite);
                },
                "fill-box" | "stroke-box" | "view-box" if self.is_mask && self.boxes < 2 => {
                    self.boxes += 1;
                    return Ok(Part::Box);
                },
                "no-clip" if self.is_mask && !self.text => {
                    self.text = true;
                    return Ok(Part::Box);
                },
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
            && !self.is_mask
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
        let others = self.attachment || self.text || self.mode || self.composite;
        if (any || others) && !(self.text && self.boxes == 2) { Ok(()) } else { Err(Invalid) }
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
