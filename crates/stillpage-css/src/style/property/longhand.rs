//! The syntax of each longhand.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::complex::Complex;
use super::syntax::{
    Invalid, NumberValue, Parsed, Range, SpecifiedLength, accept, custom_ident, integer_at_least, length,
    length_percentage, number, number_or_percentage, one_of, plain_number, quirky_length, quirky_length_percentage,
    slash,
};
use super::{ParseMode, SpecifiedValue, anchor};
use crate::style::computed as c;
use crate::style::computed::Keyword;

impl From<SpecifiedLength> for SpecifiedValue {
    fn from(value: SpecifiedLength) -> Self {
        Self::Length(value)
    }
}

impl From<NumberValue> for SpecifiedValue {
    fn from(value: NumberValue) -> Self {
        match value {
            NumberValue::Number(number) => Self::Number(number),
            NumberValue::Math(math) => Self::Length(math),
        }
    }
}

/// A keyword of an enum.
pub(super) fn keyword<K: Keyword>(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    K::parse(ident).map(|value| SpecifiedValue::Keyword(value.index())).ok_or(Invalid)
}

/// A keyword of an enum, or an older name of one.
pub(super) fn keyword_or<K: Keyword>(input: &mut Parser<'_>, older: &[(&str, K)]) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    let named = older.iter().find(|(name, _)| ident.eq_ignore_ascii_case(name)).map(|(_, value)| *value);
    named.or_else(|| K::parse(ident)).map(|value| SpecifiedValue::Keyword(value.index())).ok_or(Invalid)
}

/// Parses the only keyword beside a longer syntax: `auto`, `none` or `normal`.
fn keyword_0(input: &mut Parser<'_>, name: &str) -> Option<SpecifiedValue> {
    accept(input, name).then_some(SpecifiedValue::Keyword(0))
}

/// One of some keywords, as its place among them.
pub(super) fn words(input: &mut Parser<'_>, all: &[&str]) -> Parsed<SpecifiedValue> {
    one_of(input, all).map(SpecifiedValue::Keyword)
}

/// Parses the only keyword beside a longer syntax, or that syntax.
pub(super) fn or_word(
    input: &mut Parser<'_>,
    word: &str,
    syntax: impl FnOnce(&mut Parser<'_>) -> Parsed<SpecifiedValue>,
) -> Parsed<SpecifiedValue> {
    match keyword_0(input, word) {
        Some(word) => Ok(word),
        None => syntax(input),
    }
}

/// A whole number from 1.
pub(super) fn positive(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    integer_at_least(input, 1).map(SpecifiedValue::Integer)
}

/// A length or percentage from 0.
pub(super) fn positive_length(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    length_percentage(input, Range::NonNegative).map(Into::into)
}

/// A length of SVG, which may be a number.
pub(super) fn svg_length(input: &mut Parser<'_>, range: Range, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    quirky_length_percentage(input, range, &unitless(mode)).map(Into::into)
}

/// `text-emphasis-style`: `none`, or the code of the mark. Approx: the first character of a string, and a circle where no shape is
/// given, in vertical text as well.
pub(super) fn emphasis_style(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    const SHAPES: [&str; 5] = ["dot", "circle", "double-circle", "triangle", "sesame"];
    /// Filled and open ones.
    const MARKS: [[char; 5]; 2] = [
        ['\u{2022}', '\u{25CF}', '\u{25C9}', '\u{25B2}', '\u{FE45}'],
        ['\u{25E6}', '\u{25CB}', '\u{25CE}', '\u{25B3}', '\u{FE46}'],
    ];
    if let Some(none) = keyword_0(input, "none") {
        return Ok(none);
    }
    let mark = match input.try_parse(|input| input.expect_string().cloned()) {
        Ok(text) => text.chars().next().unwrap_or(' '),
        Err(_) => {
            let fill = |input: &mut Parser<'_>| input.try_parse(|input| one_of(input, &["filled", "open"])).ok();
            let before = fill(input);
            let shape = input.try_parse(|input| one_of(input, &SHAPES)).ok();
            let after = if before.is_none() { fill(input) } else { None };
            if before.is_none() && shape.is_none() && after.is_none() {
                return Err(Invalid);
            }
            MARKS[usize::from(before.or(after).unwrap_or(0))][usize::from(shape.unwrap_or(1))]
        }
    };
    Ok(SpecifiedValue::Integer(mark as i32))
}

/// `text-emphasis-position`
pub(super) fn emphasis_position(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if let Some(auto) = keyword_0(input, "auto") {
        return Ok(auto);
    }
    let side = |input: &mut Parser<'_>| input.try_parse(|input| one_of(input, &["right", "left"])).ok();
    let before = side(input);
    let under = one_of(input, &["over", "under"])?;
    let left = before.or_else(|| side(input)).unwrap_or(0);
    Ok(SpecifiedValue::Keyword(under + 2 * left))
}

pub(super) fn writing_mode(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    keyword_or(
        input,
        &[
            ("lr", c::WritingMode::HorizontalTb),
            ("lr-tb", c::WritingMode::HorizontalTb),
            ("rl", c::WritingMode::HorizontalTb),
            ("rl-tb", c::WritingMode::HorizontalTb),
            ("tb", c::WritingMode::VerticalRl),
            ("tb-rl", c::WritingMode::VerticalRl),
        ],
    )
}

pub(super) fn unicode_bidi(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    keyword_or(
        input,
        &[
            ("-webkit-isolate", c::UnicodeBidi::Isolate),
            ("-webkit-isolate-override", c::UnicodeBidi::IsolateOverride),
            ("-webkit-plaintext", c::UnicodeBidi::Plaintext),
        ],
    )
}

/// A side of the position, which may be that of an anchor.
pub(super) fn inset(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    input.try_parse(anchor::inset).or_else(|_| length_or_auto(input, mode))
}

/// The radii of a corner.
pub(super) fn corner(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let x = length_percentage(input, Range::NonNegative)?;
    let y = input.try_parse(|i| length_percentage(i, Range::NonNegative)).unwrap_or_else(|_| x.clone());
    Ok(Complex::Pair(x, y).into())
}

pub(super) fn view_transition_name(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    or_word(input, "none", |i| custom_ident(i, &["none", "auto"]).map(|_| SpecifiedValue::Keyword(1)))
}

pub(super) fn tab_size(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    match input.try_parse(|i| number(i, Range::NonNegative)) {
        Ok(NumberValue::Number(number)) => Ok(SpecifiedValue::Number(number)),
        Ok(NumberValue::Math(_)) => Err(Invalid),
        Err(_) => length(input, Range::NonNegative).map(Into::into),
    }
}

pub(super) fn text_align_last(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    words(input, &["auto", "start", "end", "left", "right", "center", "justify"])
}

pub(super) fn border_spacing(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    quirky_length(input, Range::NonNegative, mode).map(Into::into)
}

pub(super) fn box_orient(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    Ok(SpecifiedValue::Keyword(match_ignore_ascii_case! { ident,
        "horizontal" | "inline-axis" => 0,
        "vertical" | "block-axis" => 1,
        _ => return Err(Invalid),
    }))
}

/// Without the quirks that logical properties do not have.
pub(super) fn strict(mode: &ParseMode) -> ParseMode {
    ParseMode { quirks: false, ..*mode }
}

/// With numbers of px, which SVG's properties take anywhere.
fn unitless(mode: &ParseMode) -> ParseMode {
    ParseMode { presentation_attribute: true, ..*mode }
}

pub(super) fn zoom(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Number(1.0));
    }
    number_or_percentage(input, Range::NonNegative).map(Into::into)
}

/// Keywords of sizes, in the order of the specified keyword index: `auto` (or `none`), `min-content`, ...
const SIZES: [&str; 9] = [
    "min-content",
    "max-content",
    "fit-content",
    "stretch",
    "-webkit-fill-available",
    "-webkit-min-content",
    "-webkit-max-content",
    "-webkit-fit-content",
    "intrinsic",
];

/// `width` and the rest.
pub(super) fn size(input: &mut Parser<'_>, auto: &str, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if let Some(auto) = keyword_0(input, auto) {
        return Ok(auto);
    }
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &SIZES)) {
        return Ok(SpecifiedValue::Keyword(match keyword {
            0 | 5 => 1,
            1 | 6 => 2,
            2 | 7 => 3,
            3 | 4 => 4,
            _ => return Err(Invalid),
        }));
    }
    if let Ok(value) = input.try_parse(|i| -> Parsed<SpecifiedValue> {
        let function = i.expect_function()?.clone();
        match_ignore_ascii_case! { &function,
            "calc-size" => super::syntax::nested(i, |i| calc_size(i, auto)),
            _ => Err(Invalid),
        }
    }) {
        return Ok(value);
    }
    if let Ok(value) = input.try_parse(anchor::size) {
        return Ok(value);
    }
    quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
}

/// `calc-size(<basis>, <calculation>)`.
///
/// Approx: a calculation of `size` is treated as `size` itself; off by what the calculation adds.
fn calc_size(input: &mut Parser<'_>, auto: &str) -> Parsed<SpecifiedValue> {
    let basis = if accept(input, "any") { None } else { Some(size(input, auto, &ParseMode::default())?) };
    input.expect_comma()?;
    let start = input.state();
    let plain = length_percentage(input, Range::All).ok().filter(|_| input.is_exhausted());
    if plain.is_none() {
        input.reset(&start);
        while input.next().is_ok() {}
    }
    match (basis, plain) {
        (_, Some(length)) => Ok(length.into()),
        (Some(basis), None) => Ok(basis),
        (None, None) => Err(Invalid),
    }
}

pub(super) fn margin(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if mode.user_agent
        && let Ok(em) = input.try_parse(super::syntax::quirky_em)
    {
        return Ok(em.into());
    }
    length_or_auto(input, mode)
}

fn length_or_auto(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    match keyword_0(input, "auto") {
        Some(auto) => Ok(auto),
        None => quirky_length_percentage(input, Range::All, mode).map(Into::into),
    }
}

/// `thin`, `medium`, `thick` or a length.
pub(super) fn border_width(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &["thin", "medium", "thick"])) {
        return Ok(SpecifiedLength::Px([1.0, 3.0, 5.0][usize::from(keyword)]).into());
    }
    quirky_length(input, Range::NonNegative, mode).map(Into::into)
}

pub(super) fn aspect_ratio(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let mut auto = accept(input, "auto");
    let ratio = input.try_parse(|input| -> Parsed<(f32, f32)> {
        let width = plain_number(input, Range::NonNegative)?;
        let height = if slash(input) { plain_number(input, Range::NonNegative)? } else { 1.0 };
        Ok((width, height))
    });
    if ratio.is_ok() && !auto {
        auto = accept(input, "auto");
    }
    if ratio.is_err() && !auto {
        return Err(Invalid);
    }
    // A degenerate ratio behaves as auto.
    let used = ratio.ok().filter(|(width, height)| *width > 0.0 && *height > 0.0).map(|(width, height)| width / height);
    Ok(Complex::Ratio(c::AspectRatio { auto: auto || used.is_none(), ratio: used }).into())
}

pub(super) fn intrinsic_size(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let auto = accept(input, "auto");
    let size = if accept(input, "none") { None } else { Some(length(input, Range::NonNegative)?) };
    Ok(Complex::Intrinsic(auto, size).into())
}

/// `normal` is 0.
pub(super) fn spacing(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedLength::ZERO.into());
    }
    quirky_length_percentage(input, Range::All, mode).map(Into::into)
}

/// Specified keyword index of the user agent's own `-internal-center`: centred unless the parent is aligned.
pub(super) const INTERNAL_CENTER: u8 = 255;

/// Limit: `hanging` and `each-line` are dropped.
pub(super) fn text_indent(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    let keywords = |input: &mut Parser<'_>| while input.try_parse(|i| one_of(i, &["hanging", "each-line"])).is_ok() {};
    keywords(input);
    let indent = quirky_length_percentage(input, Range::All, mode)?;
    keywords(input);
    Ok(indent.into())
}

pub(super) fn text_align(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    let value = match_ignore_ascii_case! { ident,
        "-webkit-match-parent" => c::TextAlign::MatchParent,
        "-webkit-auto" => c::TextAlign::Start,
        "-internal-center" => return Ok(SpecifiedValue::Keyword(INTERNAL_CENTER)),
        "match-parent" | "auto" => return Err(Invalid),
        _ => c::TextAlign::from_css(ident).ok_or(Invalid)?,
    };
    Ok(SpecifiedValue::Keyword(value.index()))
}

/// Keywords of `vertical-align`, in the order of the specified keyword index.
pub(super) const VERTICAL_ALIGN: [&str; 9] =
    ["baseline", "sub", "super", "text-top", "text-bottom", "middle", "top", "bottom", "-webkit-baseline-middle"];

pub(super) fn vertical_align(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &VERTICAL_ALIGN)) {
        return Ok(SpecifiedValue::Keyword(keyword));
    }
    quirky_length_percentage(input, Range::All, mode).map(Into::into)
}

/// The keyword index that `flex-basis: content` has, after those of sizes.
pub(super) const BASIS_CONTENT: u8 = 5;

pub(super) fn flex_basis(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if accept(input, "content") {
        return Ok(SpecifiedValue::Keyword(BASIS_CONTENT));
    }
    size(input, "auto", &strict(mode))
}

pub(super) fn scrollbar_gutter(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "auto") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let is_first = accept(input, "both-edges");
    if !accept(input, "stable") {
        return Err(Invalid);
    }
    let gutter = match is_first || accept(input, "both-edges") {
        true => c::ScrollbarGutter::BothEdges,
        false => c::ScrollbarGutter::Stable,
    };
    Ok(SpecifiedValue::Keyword(gutter as u8))
}

pub(super) fn container_type(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut value = None;
    let (mut scroll_state, mut count) = (false, 0);
    while let Ok(ident) = input.expect_ident() {
        count += 1;
        match_ignore_ascii_case! { ident,
            "inline-size" if value.is_none() => value = Some(c::ContainerType::InlineSize),
            "size" if value.is_none() => value = Some(c::ContainerType::Size),
            "scroll-state" if !scroll_state => scroll_state = true,
            _ => return Err(Invalid),
        }
        if input.is_exhausted() || count == 2 {
            break;
        }
        let start = input.state();
        let ends = !matches!(input.next(), Ok(Token::Ident(_)));
        input.reset(&start);
        if ends {
            break;
        }
    }
    if count == 0 {
        return Err(Invalid);
    }
    Ok(SpecifiedValue::Keyword(value.unwrap_or_default().index()))
}

/// `container-name`
pub(super) fn container_name(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    let mut names = vec![custom_ident(input, &["none", "and", "not", "or"])?];
    while let Ok(name) = input.try_parse(|i| custom_ident(i, &["none", "and", "not", "or"])) {
        names.push(name);
    }
    Ok(Complex::Names(names.into()).into())
}
