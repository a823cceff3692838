//! Font properties and the `font` shorthand.
//!
//! <https://drafts.csswg.org/css-fonts-4/>

use std::sync::Arc;

use cssparser::{Parser, Token};

use super::complex::Complex;
use super::syntax::{
    Invalid, NumberValue, Parsed, Range, SpecifiedLength, accept, angle, number, one_of, percentage, plain_number,
    quirky_length_percentage,
};
use super::{ParseMode, SpecifiedValue};
use crate::font::{FontFeature, FontTag};
use crate::style::computed::{FontFamily, FontStyle, FontVariantCaps, FontVariantPosition, Keyword, VariantLigatures};

/// Keywords of `font-size` in the order of the specified keyword index; 0 is not used, so that the index is the one of
/// [`ComputedStyle::font_size_keyword`](crate::style::ComputedStyle).
const SIZES: [&str; 13] = [
    "",
    "xx-small",
    "x-small",
    "small",
    "medium",
    "large",
    "x-large",
    "xx-large",
    "xxx-large",
    "larger",
    "smaller",
    "math",
    "-webkit-xxx-large",
];

/// Specified keyword index of `medium`.
pub(super) const MEDIUM: u8 = 4;
/// Specified keyword index of `larger`.
pub(super) const LARGER: u8 = 9;
/// Specified keyword index of `smaller`.
pub(super) const SMALLER: u8 = 10;
/// Specified keyword index of `math`.
pub(super) const MATH: u8 = 11;

/// The sizes of the size keywords in px, `xx-small` first, for proportional and for monospace fonts.
///
/// Chrome: follows from default sizes of 16 and 13 px.
pub(super) fn keyword_size(keyword: u8, monospace: bool, quirks: bool) -> f32 {
    const PROPORTIONAL: [f32; 8] = [9.0, 10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0];
    const MONOSPACE: [f32; 8] = [9.0, 10.0, 12.0, 13.0, 16.0, 20.0, 26.0, 39.0];
    const MONOSPACE_QUIRKS: [f32; 8] = [9.0, 9.0, 10.0, 13.0, 16.0, 20.0, 26.0, 40.0];
    let sizes = match (monospace, quirks) {
        (false, _) => PROPORTIONAL,
        (true, false) => MONOSPACE,
        (true, true) => MONOSPACE_QUIRKS,
    };
    sizes[usize::from(keyword.clamp(1, 8)) - 1]
}

/// Chrome: the one family list whose sizes are scaled by 13/16.
pub(super) fn is_monospace(families: &[FontFamily]) -> bool {
    matches!(families, [FontFamily::Generic(name)] if &**name == "monospace")
}

/// `font-size`
/// `font-size-adjust`. Limit: of metrics other than `ex-height` and of `from-font` nothing is known, as if it were `none`.
pub(super) fn size_adjust(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") || accept(input, "from-font") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let others = ["cap-height", "ch-width", "ic-width", "ic-height"];
    let is_other = input.try_parse(|input| one_of(input, &others)).is_ok();
    if !is_other {
        accept(input, "ex-height");
    }
    if accept(input, "from-font") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let value = plain_number(input, Range::NonNegative)?;
    Ok(if is_other { SpecifiedValue::Keyword(0) } else { SpecifiedValue::Number(value) })
}

pub(super) fn size(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &SIZES)) {
        return Ok(SpecifiedValue::Keyword(if keyword == 12 { 8 } else { keyword }));
    }
    quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
}

/// Specified keyword index of `bolder`.
pub(super) const BOLDER: u8 = 0;
/// Specified keyword index of `lighter`.
pub(super) const LIGHTER: u8 = 1;

/// `font-weight`
pub(super) fn weight(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &["bolder", "lighter", "normal", "bold"])) {
        return Ok(match keyword {
            2 => SpecifiedValue::Number(400.0),
            3 => SpecifiedValue::Number(700.0),
            relative => SpecifiedValue::Keyword(relative),
        });
    }
    let start = input.state();
    let is_math = matches!(input.next()?, Token::Function(_));
    input.reset(&start);
    match number(input, Range::All)? {
        NumberValue::Number(weight) if (1.0..=1000.0).contains(&weight) => Ok(SpecifiedValue::Number(weight)),
        NumberValue::Number(weight) if is_math => Ok(SpecifiedValue::Number(weight.clamp(1.0, 1000.0))),
        NumberValue::Number(_) => Err(Invalid),
        NumberValue::Math(math) => Ok(SpecifiedValue::Length(math)),
    }
}

/// `font-style`
pub(super) fn style(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    let value = FontStyle::from_css(ident).ok_or(Invalid)?;
    if value == FontStyle::Oblique {
        let slant = input.try_parse(|i| angle(i, false));
        if slant.is_ok_and(|radians| radians.abs() > std::f32::consts::FRAC_PI_2 + 1e-4) {
            return Err(Invalid);
        }
    }
    Ok(SpecifiedValue::Keyword(value.index()))
}

/// `font-variant-caps`; the petite, unicase and titling capitals count as normal (the reference fonts have none).
pub(super) fn variant_caps(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let names = ["normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"];
    caps_keyword(one_of(input, &names)?)
}

fn caps_keyword(index: u8) -> Parsed<SpecifiedValue> {
    let caps = match index {
        1 | 3 => FontVariantCaps::SmallCaps,
        2 | 4 => FontVariantCaps::AllSmallCaps,
        _ => FontVariantCaps::Normal,
    };
    Ok(SpecifiedValue::Keyword(caps.index()))
}

/// Keywords, at most one of each group: the bits of the declared values count through the groups.
pub(super) type Groups = [&'static [&'static str]];

/// `font-variant-ligatures`
const LIGATURES: [&[&str]; 4] = [
    &["common-ligatures", "no-common-ligatures"],
    &["discretionary-ligatures", "no-discretionary-ligatures"],
    &["historical-ligatures", "no-historical-ligatures"],
    &["contextual", "no-contextual"],
];
/// `font-variant-numeric`
pub(super) const NUMERIC: [&[&str]; 5] = [
    &["lining-nums", "oldstyle-nums"],
    &["proportional-nums", "tabular-nums"],
    &["diagonal-fractions", "stacked-fractions"],
    &["ordinal"],
    &["slashed-zero"],
];
/// `font-variant-east-asian`
pub(super) const EAST_ASIAN: [&[&str]; 3] = [
    &["jis78", "jis83", "jis90", "jis04", "simplified", "traditional"],
    &["full-width", "proportional-width"],
    &["ruby"],
];

/// Finds a keyword in groups: the group and the bit.
fn find_in(groups: &Groups, keyword: &str) -> Option<(usize, u16)> {
    let mut bit = 0;
    for (at, group) in groups.iter().enumerate() {
        for name in *group {
            if keyword.eq_ignore_ascii_case(name) {
                return Some((at, 1 << bit));
            }
            bit += 1;
        }
    }
    None
}

/// Adds the bit of a keyword; `None` if it is in no group.
///
/// # Errors
/// If another keyword of its group was there before.
fn add_variant(groups: &Groups, keyword: &str, bits: &mut u16) -> Parsed<Option<()>> {
    let Some((group, bit)) = find_in(groups, keyword) else { return Ok(None) };
    let others = groups[group].iter().filter_map(|name| find_in(groups, name)).fold(0, |all, (_, bit)| all | bit);
    if *bits & others != 0 {
        return Err(Invalid);
    }
    *bits |= bit;
    Ok(Some(()))
}

/// `font-variant-ligatures`
pub(super) fn variant_ligatures(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    variant(input, &LIGATURES, true)
}

/// A property of keywords in groups, or `normal`, or (for ligatures) `none`.
pub(super) fn variant(input: &mut Parser<'_>, groups: &Groups, or_none: bool) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Bits(0));
    }
    if or_none && accept(input, "none") {
        return Ok(SpecifiedValue::Bits(u16::from(VariantLigatures::NONE.bits())));
    }
    let mut bits = 0;
    while let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) {
        add_variant(groups, &ident, &mut bits)?.ok_or(Invalid)?;
    }
    if bits == 0 { Err(Invalid) } else { Ok(SpecifiedValue::Bits(bits)) }
}

const GENERIC: [&str; 8] =
    ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "-webkit-body"];

/// `font-family`
pub(super) fn family(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let mut families = Vec::new();
    loop {
        families.push(family_name(input)?);
        if input.try_parse(Parser::expect_comma).is_err() {
            break;
        }
    }
    Ok(Complex::Families(Arc::from(families)).into())
}

fn family_name(input: &mut Parser<'_>) -> Parsed<FontFamily> {
    if let Ok(name) = input.try_parse(|i| i.expect_string().cloned()) {
        return Ok(FontFamily::Named((&*name).into()));
    }
    let first = input.expect_ident()?.clone();
    let mut name = String::from(&*first);
    let mut words = 1;
    while let Ok(word) = input.try_parse(|i| i.expect_ident().cloned()) {
        name.push(' ');
        name.push_str(&word);
        words += 1;
    }
    if words == 1 {
        if let Some(generic) = GENERIC.iter().find(|g| name.eq_ignore_ascii_case(g)) {
            return Ok(FontFamily::Generic((*generic).into()));
        }
        let wide = ["inherit", "initial", "unset", "revert", "revert-layer", "default"];
        if wide.iter().any(|w| name.eq_ignore_ascii_case(w)) {
            return Err(Invalid);
        }
    }
    Ok(FontFamily::Named(name.as_str().into()))
}

/// The longhands of the `font-variant` shorthand.
pub(super) struct FontVariant {
    pub(super) caps: SpecifiedValue,
    pub(super) ligatures: u16,
    pub(super) numeric: u16,
    pub(super) east_asian: u16,
    pub(super) position: u8,
}

/// `font-variant`
pub(super) fn font_variant(input: &mut Parser<'_>) -> Parsed<FontVariant> {
    let mut variant =
        FontVariant { caps: SpecifiedValue::Keyword(0), ligatures: 0, numeric: 0, east_asian: 0, position: 0 };
    if accept(input, "normal") {
        return Ok(variant);
    }
    if accept(input, "none") {
        variant.ligatures = u16::from(VariantLigatures::NONE.bits());
        return Ok(variant);
    }
    let (mut has_caps, mut count) = (false, 0);
    loop {
        let start = input.state();
        let Ok(token) = input.next() else { break };
        match token {
            Token::Ident(ident) => {
                let names =
                    ["", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"];
                if let Some(at) = names.iter().position(|n| ident.eq_ignore_ascii_case(n)) {
                    variant.caps = caps_keyword(u8::try_from(at).map_err(|_| Invalid)?)?;
                    if std::mem::replace(&mut has_caps, true) {
                        return Err(Invalid);
                    }
                } else if let Some(position) = FontVariantPosition::from_css(ident).filter(|p| p.index() > 0) {
                    if variant.position > 0 {
                        return Err(Invalid);
                    }
                    variant.position = position.index();
                } else if add_variant(&LIGATURES, ident, &mut variant.ligatures)?.is_none()
                    && add_variant(&NUMERIC, ident, &mut variant.numeric)?.is_none()
                    && add_variant(&EAST_ASIAN, ident, &mut variant.east_asian)?.is_none()
                    && !["historical-forms", "text", "emoji", "unicode"].iter().any(|v| ident.eq_ignore_ascii_case(v))
                {
                    return Err(Invalid);
                }
            }
            // Alternates: their names are those of `@font-feature-values`, which is not read.
            Token::Function(_) => super::syntax::nested(input, |i| {
                while i.next().is_ok() {}
                Ok(())
            })?,
            _ => {
                input.reset(&start);
                break;
            }
        }
        count += 1;
    }
    if count == 0 { Err(Invalid) } else { Ok(variant) }
}

/// An OpenType tag: a string of four printable ASCII characters.
fn tag(input: &mut Parser<'_>) -> Parsed<FontTag> {
    let text = input.expect_string()?;
    let tag: FontTag = text.as_bytes().try_into().map_err(|_| Invalid)?;
    if tag.iter().all(|b| (0x20..=0x7E).contains(b)) { Ok(tag) } else { Err(Invalid) }
}

/// `font-feature-settings`
pub(super) fn feature_settings(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut features = Vec::new();
    loop {
        let tag = tag(input)?;
        let value = if let Ok(keyword) = input.try_parse(|i| one_of(i, &["off", "on"])) {
            u32::from(keyword)
        } else if let Ok(value) = input.try_parse(Parser::expect_integer) {
            u32::try_from(value).map_err(|_| Invalid)?
        } else {
            1
        };
        features.push(FontFeature { tag, value });
        if input.try_parse(Parser::expect_comma).is_err() {
            return Ok(Complex::Features(features.into()).into());
        }
    }
}

/// `font-variation-settings`
pub(super) fn variation_settings(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut variations = Vec::new();
    loop {
        let tag = tag(input)?;
        variations.push((tag, input.expect_number()?));
        if input.try_parse(Parser::expect_comma).is_err() {
            return Ok(Complex::Variations(variations.into()).into());
        }
    }
}

/// The longhands of the `font` shorthand.
pub(super) struct Font {
    pub(super) style: SpecifiedValue,
    pub(super) caps: SpecifiedValue,
    pub(super) weight: SpecifiedValue,
    pub(super) stretch: SpecifiedValue,
    pub(super) size: SpecifiedValue,
    pub(super) line_height: SpecifiedValue,
    pub(super) family: SpecifiedValue,
}

/// `font`
pub(super) fn font(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<Font> {
    let mut font = Font {
        style: SpecifiedValue::Keyword(0),
        caps: SpecifiedValue::Keyword(0),
        weight: SpecifiedValue::Number(400.0),
        stretch: SpecifiedValue::Number(100.0),
        size: SpecifiedLength::Px(16.0).into(),
        line_height: SpecifiedValue::Keyword(0),
        family: SpecifiedValue::Keyword(0),
    };
    let system = [
        "caption",
        "icon",
        "menu",
        "message-box",
        "small-caption",
        "status-bar",
        "-webkit-mini-control",
        "-webkit-small-control",
        "-webkit-control",
    ];
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &system)) {
        // Chrome: the system font of the reference environment; that of controls is 10pt.
        font.size = SpecifiedLength::Px(if keyword > 5 { 40.0 / 3.0 } else { 16.0 }).into();
        font.family = Complex::Families(Arc::from([FontFamily::Named("Arial".into())])).into();
        return Ok(font);
    }
    let (mut has_style, mut has_weight, mut has_caps, mut has_stretch) = (false, false, false, false);
    for _ in 0..4 {
        if accept(input, "normal") {
            continue;
        }
        if !has_style && let Ok(value) = input.try_parse(style) {
            (font.style, has_style) = (value, true);
            continue;
        }
        if !has_weight && let Ok(value) = input.try_parse(weight) {
            (font.weight, has_weight) = (value, true);
            continue;
        }
        if !has_caps && input.try_parse(|i| i.expect_ident_matching("small-caps")).is_ok() {
            (font.caps, has_caps) = (SpecifiedValue::Keyword(FontVariantCaps::SmallCaps.index()), true);
            continue;
        }
        if !has_stretch && let Ok(keyword) = input.try_parse(|i| one_of(i, &STRETCH)) {
            (font.stretch, has_stretch) = (stretch_keyword(keyword), true);
            continue;
        }
        break;
    }
    font.size = size(input, mode)?;
    if super::syntax::slash(input) {
        font.line_height = line_height(input, mode)?;
    }
    font.family = family(input)?;
    Ok(font)
}

/// `line-height`
pub(super) fn line_height(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    match input.try_parse(|i| number(i, Range::NonNegative)) {
        Ok(NumberValue::Number(number)) => Ok(SpecifiedValue::Number(number)),
        Ok(NumberValue::Math(_)) => Err(Invalid),
        Err(_) => {
            quirky_length_percentage(input, Range::NonNegative, &ParseMode { quirks: false, ..*mode }).map(Into::into)
        }
    }
}

/// `font-stretch` keywords.
pub(super) const STRETCH: [&str; 9] = [
    "normal",
    "ultra-condensed",
    "extra-condensed",
    "condensed",
    "semi-condensed",
    "semi-expanded",
    "expanded",
    "extra-expanded",
    "ultra-expanded",
];

/// The values of the keywords of `font-stretch`, percent.
const STRETCH_PERCENT: [f32; 9] = [100.0, 50.0, 62.5, 75.0, 87.5, 112.5, 125.0, 150.0, 200.0];

fn stretch_keyword(keyword: u8) -> SpecifiedValue {
    SpecifiedValue::Number(STRETCH_PERCENT.get(usize::from(keyword)).copied().unwrap_or(100.0))
}

/// A keyword of `font-stretch` in percent.
pub(crate) fn font_width_keyword(name: &str) -> Option<f32> {
    let at = STRETCH.iter().position(|keyword| name.eq_ignore_ascii_case(keyword))?;
    STRETCH_PERCENT.get(at).copied()
}

/// `font-stretch`
pub(super) fn stretch(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &STRETCH)) {
        return Ok(stretch_keyword(keyword));
    }
    Ok(SpecifiedValue::Number(percentage(input, Range::NonNegative)? * 100.0))
}
