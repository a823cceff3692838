//! Colours; of images and paint only whether they are valid and paint anything.
//!
//! <https://drafts.csswg.org/css-color-4/>, <https://drafts.csswg.org/css-images-4/>

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::SpecifiedValue;
use super::complex::Complex;
use super::math::is_math_function;
use super::specified::{complex, is_second};
use super::syntax::{Invalid, Parsed, accept, nested};
use crate::style::computed::{Color, ComputedStyle, SchemeColors, Srgb, SvgPaint};

/// The system colours and Chromium's own ones, in the light scheme and in the dark, `0xRRGGBB`.
const SYSTEM: &[(&str, u32, u32)] = &[
    ("accentcolor", 0x0075ff, 0x0075ff),
    ("accentcolortext", 0xffffff, 0xffffff),
    ("activetext", 0xff0000, 0xff0000),
    ("buttonborder", 0x000000, 0xffffff),
    ("buttonface", 0xefefef, 0x6b6b6b),
    ("buttontext", 0x000000, 0xffffff),
    ("canvas", 0xffffff, 0x121212),
    ("canvastext", 0x000000, 0xffffff),
    ("field", 0xffffff, 0x3b3b3b),
    ("fieldtext", 0x000000, 0xffffff),
    ("graytext", 0x808080, 0x808080),
    ("highlight", 0xb5d5ff, 0xb5d5ff),
    ("highlighttext", 0x000000, 0x000000),
    ("linktext", 0x0000ee, 0x9e9eff),
    ("mark", 0xffff00, 0xffff00),
    ("marktext", 0x000000, 0x000000),
    ("selecteditem", 0x1967d2, 0x99c8ff),
    ("selecteditemtext", 0xffffff, 0x3b3b3b),
    ("visitedtext", 0x551a8b, 0xd0adf0),
    ("activeborder", 0x000000, 0xffffff),
    ("activecaption", 0xffffff, 0x121212),
    ("appworkspace", 0xffffff, 0x121212),
    ("background", 0xffffff, 0x121212),
    ("buttonhighlight", 0xefefef, 0x6b6b6b),
    ("buttonshadow", 0xefefef, 0x6b6b6b),
    ("captiontext", 0x000000, 0xffffff),
    ("inactiveborder", 0x000000, 0xffffff),
    ("inactivecaption", 0xffffff, 0x121212),
    ("inactivecaptiontext", 0x808080, 0x808080),
    ("infobackground", 0xffffff, 0x121212),
    ("infotext", 0x000000, 0xffffff),
    ("menu", 0xffffff, 0x121212),
    ("menutext", 0x000000, 0xffffff),
    ("scrollbar", 0xffffff, 0x121212),
    ("threeddarkshadow", 0x000000, 0xffffff),
    ("threedface", 0xefefef, 0x6b6b6b),
    ("threedhighlight", 0x000000, 0xffffff),
    ("threedlightshadow", 0x000000, 0xffffff),
    ("threedshadow", 0x000000, 0xffffff),
    ("window", 0xffffff, 0x121212),
    ("windowframe", 0x000000, 0xffffff),
    ("windowtext", 0x000000, 0xffffff),
    ("-webkit-text", 0x000000, 0x000000),
    ("-webkit-link", 0x0000ee, 0x9e9eff),
    ("-webkit-activelink", 0xff0000, 0xff9e9e),
    ("-webkit-focus-ring-color", 0x101010, 0xeeeeee),
];

/// The system colour of a name.
fn system(name: &str) -> Option<Color> {
    let (_, light, dark) = SYSTEM.iter().find(|(system, ..)| name.eq_ignore_ascii_case(system))?;
    let of = |number: u32| {
        let [_, red, green, blue] = number.to_be_bytes();
        Srgb::new([red, green, blue].map(f32::from), 1.0)
    };
    Some(by_scheme(of(*light), of(*dark)))
}

/// The colour of the ring around what has the focus.
#[must_use]
pub fn focus_ring() -> Color {
    system("-webkit-focus-ring-color").unwrap_or(Color::Current)
}

fn bytes(red: u8, green: u8, blue: u8, alpha: f32) -> Color {
    Color::Srgb(Srgb::new([red, green, blue].map(f32::from), alpha))
}

fn by_scheme(light: Srgb, dark: Srgb) -> Color {
    if light == dark { Color::Srgb(light) } else { Color::ByScheme(SchemeColors::new(light, dark)) }
}

/// Bit of `background_paint`: a background was declared at all, which takes the native look from controls.
pub(super) const DECLARED: u8 = 4;

/// The computed value of `color`.
pub(super) fn computed(style: &ComputedStyle, value: &SpecifiedValue) -> Color {
    match value {
        // `currentcolor` is the inherited colour, which it has already.
        SpecifiedValue::Color(color) if *color != Color::Current => *color,
        _ => style.color,
    }
}

/// Sets `background-color`.
pub(super) fn apply_background(style: &mut ComputedStyle, value: &SpecifiedValue) {
    if let SpecifiedValue::Color(color) = value {
        style.background_color = *color;
        style.background_paint = (style.background_paint & !1) | u8::from(!color.is_transparent());
    }
}

impl ComputedStyle {
    /// True if a background was declared, which takes the native look from controls.
    pub fn declares_background(&self) -> bool {
        self.background_paint & DECLARED != 0
    }

    /// True if `background-image` is not `none`.
    pub fn has_background_image(&self) -> bool {
        self.background_paint & 2 != 0
    }
}

/// Parses the colours of a scroll bar's thumb and track, of which none is drawn; returns the first one.
pub(super) fn pair(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let thumb = color(input)?;
    color(input)?;
    Ok(SpecifiedValue::Color(thumb))
}

/// `<color>`
pub(super) fn color(input: &mut Parser<'_>) -> Parsed<Color> {
    match input.next()?.clone() {
        Token::Hash(digits) | Token::IDHash(digits) => {
            let (red, green, blue, alpha) =
                cssparser::color::parse_hash_color(digits.as_bytes()).map_err(|()| Invalid)?;
            Ok(bytes(red, green, blue, alpha))
        }
        Token::Ident(name) => {
            if name.eq_ignore_ascii_case("transparent") {
                return Ok(Color::TRANSPARENT);
            }
            if name.eq_ignore_ascii_case("currentcolor") {
                return Ok(Color::Current);
            }
            if let Ok((red, green, blue)) = cssparser::color::parse_named_color(&name) {
                return Ok(bytes(red, green, blue, 1.0));
            }
            system(&name).ok_or(Invalid)
        }
        Token::Function(name) => nested(input, |input| function(&name, input)),
        _ => Err(Invalid),
    }
}

fn function(name: &str, input: &mut Parser<'_>) -> Parsed<Color> {
    match_ignore_ascii_case! { name,
        "rgb" | "rgba" => Ok(channels(input, true)?.color(|c| {
            let byte = |channel: Channel| channel.scaled(255.0, 1.0).map(f32::round);
            Some(Srgb::new([byte(c[0])?, byte(c[1])?, byte(c[2])?], 1.0))
        })),
        "hsl" | "hsla" => Ok(channels(input, true)?.color(|c| {
            Some(Srgb::from_hsl(c[0].degrees()?, c[1].scaled(1.0, 0.01)?, c[2].scaled(1.0, 0.01)?, 1.0))
        })),
        "hwb" => Ok(channels(input, false)?.color(|c| {
            Some(Srgb::from_hwb(c[0].degrees()?, c[1].scaled(1.0, 0.01)?, c[2].scaled(1.0, 0.01)?, 1.0))
        })),
        "lab" => Ok(channels(input, false)?.color(|c| {
            Some(Srgb::from_lab(c[0].scaled(100.0, 1.0)?, c[1].scaled(125.0, 1.0)?, c[2].scaled(125.0, 1.0)?, 1.0))
        })),
        "oklab" => Ok(channels(input, false)?.color(|c| {
            Some(Srgb::from_oklab(c[0].scaled(1.0, 1.0)?, c[1].scaled(0.4, 1.0)?, c[2].scaled(0.4, 1.0)?, 1.0))
        })),
        "lch" => Ok(channels(input, false)?.color(|c| {
            let (a, b) = polar(c[1].scaled(150.0, 1.0)?, c[2].degrees()?);
            Some(Srgb::from_lab(c[0].scaled(100.0, 1.0)?, a, b, 1.0))
        })),
        "oklch" => Ok(channels(input, false)?.color(|c| {
            let (a, b) = polar(c[1].scaled(0.4, 1.0)?, c[2].degrees()?);
            Some(Srgb::from_oklab(c[0].scaled(1.0, 1.0)?, a, b, 1.0))
        })),
        "color" => {
            let relative = accept(input, "from");
            if relative {
                color(input)?;
            }
            let space = input.expect_ident_cloned()?;
            let channels = channels(input, false)?;
            Ok(channels.color(|c| {
                let values = [c[0].scaled(1.0, 1.0)?, c[1].scaled(1.0, 1.0)?, c[2].scaled(1.0, 1.0)?];
                match_ignore_ascii_case! { &space,
                    "srgb" if !relative => Some(Srgb::new(values.map(|v| v * 255.0), 1.0)),
                    "srgb-linear" if !relative => Some(Srgb::from_linear(values, 1.0)),
                    _ => None,
                }
            }))
        },
        "color-mix" => mix(input),
        "light-dark" => {
            let light = color(input)?;
            input.expect_comma()?;
            let dark = color(input)?;
            // Approx: one that is `currentcolor` in a scheme is so in both.
            Ok(match (light, dark) {
                (Color::Srgb(light), Color::Srgb(dark)) => by_scheme(light, dark),
                _ => light,
            })
        },
        "contrast-color" => {
            color(input)?;
            while input.next().is_ok() {}
            Ok(Color::Unknown)
        },
        _ => Err(Invalid),
    }
}

/// `a` and `b` of a chroma and a hue in degrees.
fn polar(chroma: f32, hue: f32) -> (f32, f32) {
    let radians = hue.to_radians();
    (chroma * libm::cosf(radians), chroma * libm::sinf(radians))
}

/// `color-mix()`: <https://drafts.csswg.org/css-color-5/#color-mix>
fn mix(input: &mut Parser<'_>) -> Parsed<Color> {
    input.expect_ident_matching("in")?;
    let space = input.expect_ident_cloned()?;
    while input.try_parse(Parser::expect_ident_cloned).is_ok() {}
    let mut parts: Vec<(Color, Percentage)> = Vec::new();
    while input.try_parse(Parser::expect_comma).is_ok() {
        let before = input.try_parse(percentage).ok();
        let color = color(input)?;
        let after = input.try_parse(percentage).ok();
        parts.push((color, before.or(after).unwrap_or(Percentage::Omitted)));
    }
    if parts.is_empty() {
        return Err(Invalid);
    }
    if parts.iter().all(|(color, _)| color.is_transparent()) {
        return Ok(Color::TRANSPARENT);
    }
    let &[(Color::Srgb(first), share), (Color::Srgb(second), other)] = parts.as_slice() else {
        return Ok(Color::Unknown);
    };
    let (share, sum) = match (share, other) {
        (Percentage::Omitted, Percentage::Omitted) => (0.5, 1.0),
        (Percentage::Share(a), Percentage::Omitted) => (a, 1.0),
        (Percentage::Omitted, Percentage::Share(b)) => (1.0 - b, 1.0),
        (Percentage::Share(a), Percentage::Share(b)) if a + b > 0.0 => (a / (a + b), (a + b).min(1.0)),
        _ => return Ok(Color::Unknown),
    };
    let in_oklab = space.eq_ignore_ascii_case("oklab");
    // What is transparent changes only the alpha of the other one, in every space.
    let one_is_seen = first.alpha() <= 0.0 || second.alpha() <= 0.0;
    Ok(if in_oklab || one_is_seen || space.eq_ignore_ascii_case("srgb") {
        Color::Srgb(first.mixed(share, second, in_oklab && !one_is_seen).faded(sum))
    } else {
        Color::Unknown
    })
}

/// A percentage of `color-mix()`.
#[derive(Clone, Copy)]
enum Percentage {
    Omitted,
    /// A fraction of 1.
    Share(f32),
    /// Math.
    Unknown,
}

fn percentage(input: &mut Parser<'_>) -> Parsed<Percentage> {
    match input.next()?.clone() {
        Token::Percentage { unit_value, .. } => Ok(Percentage::Share(unit_value)),
        Token::Function(name) if is_math_function(&name) => skip(input).map(|()| Percentage::Unknown),
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

/// A channel of a colour function.
#[derive(Clone, Copy)]
enum Channel {
    Number(f32),
    /// A fraction of 1.
    Percentage(f32),
    /// Degrees.
    Angle(f32),
    /// Math, or a channel of the colour that it is relative to.
    Unknown,
}

impl Channel {
    /// Its value where 100% is `whole`, and a number counts `unit`.
    fn scaled(self, whole: f32, unit: f32) -> Option<f32> {
        match self {
            Self::Number(number) => Some(number * unit),
            Self::Percentage(fraction) => Some(fraction * whole),
            Self::Angle(_) | Self::Unknown => None,
        }
    }

    fn degrees(self) -> Option<f32> {
        match self {
            Self::Number(degrees) | Self::Angle(degrees) => Some(degrees),
            Self::Percentage(_) | Self::Unknown => None,
        }
    }
}

/// Channels of a colour function.
struct Channels {
    channels: [Channel; 3],
    alpha: Channel,
    relative: bool,
}

impl Channels {
    /// The colour that `convert` makes of the channels, with the alpha.
    fn color(&self, convert: impl FnOnce([Channel; 3]) -> Option<Srgb>) -> Color {
        let alpha = self.alpha.scaled(1.0, 1.0);
        if alpha.is_some_and(|alpha| alpha <= 0.0) {
            return Color::TRANSPARENT;
        }
        let known = if self.relative { None } else { convert(self.channels) };
        known.zip(alpha).map_or(Color::Unknown, |(srgb, alpha)| Color::Srgb(srgb.faded(alpha)))
    }
}

fn channels(input: &mut Parser<'_>, commas_allowed: bool) -> Parsed<Channels> {
    let relative = accept(input, "from");
    if relative {
        color(input)?;
    }
    let channel = |input: &mut Parser<'_>| -> Parsed<Channel> {
        match input.next()?.clone() {
            Token::Number { value, .. } => Ok(Channel::Number(value)),
            Token::Percentage { unit_value, .. } => Ok(Channel::Percentage(unit_value)),
            Token::Dimension { value, unit, .. } => match_ignore_ascii_case! { &unit,
                "deg" => Ok(Channel::Angle(value)),
                "rad" => Ok(Channel::Angle(value.to_degrees())),
                "grad" => Ok(Channel::Angle(value * 0.9)),
                "turn" => Ok(Channel::Angle(value * 360.0)),
                _ => Err(Invalid),
            },
            Token::Ident(name) if name.eq_ignore_ascii_case("none") => Ok(Channel::Number(0.0)),
            Token::Ident(_) if relative => Ok(Channel::Unknown),
            Token::Function(name) if is_math_function(&name) => skip(input).map(|()| Channel::Unknown),
            _ => Err(Invalid),
        }
    };
    let first = channel(input)?;
    let commas = commas_allowed && !relative && input.try_parse(Parser::expect_comma).is_ok();
    let second = channel(input)?;
    if commas {
        input.expect_comma()?;
    }
    let third = channel(input)?;
    let has_alpha = if commas { input.try_parse(Parser::expect_comma).is_ok() } else { super::syntax::slash(input) };
    let alpha = if has_alpha { channel(input)? } else { Channel::Number(1.0) };
    input.expect_exhausted()?;
    Ok(Channels { channels: [first, second, third], alpha, relative })
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

/// `fill`, `stroke`: keyword 0 for `none`, keyword 1 for the paint of what refers to the element.
pub(super) fn svg_paint(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    if accept(input, "context-fill") || accept(input, "context-stroke") {
        return Ok(SpecifiedValue::Keyword(1));
    }
    if let Ok(url) = input.try_parse(|input| input.expect_url()) {
        let url = url.as_ref().into();
        let has_color = !input.is_exhausted() && !accept(input, "none");
        let fallback = if has_color { Some(color(input)?) } else { None };
        return Ok(Complex::Paint(SvgPaint::Server(url, fallback)).into());
    }
    color(input).map(SpecifiedValue::Color)
}

/// The computed value of `fill` and `stroke`. Hit testing asks for `none`, not for transparency.
pub(super) fn svg_painted(value: &SpecifiedValue) -> Option<SvgPaint> {
    match value {
        SpecifiedValue::Color(color) => Some(SvgPaint::Color(*color)),
        value => match complex(value) {
            Some(Complex::Paint(paint)) => Some(paint.clone()),
            _ => is_second(value).then_some(SvgPaint::Context),
        },
    }
}
