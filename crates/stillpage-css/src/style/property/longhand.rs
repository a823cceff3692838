//! The syntax of each longhand.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::complex::Complex;
use super::syntax::{
    Invalid, NumberValue, Parsed, Range, SpecifiedLength, accept, custom_ident, integer, integer_at_least, length,
    length_percentage, number, number_or_percentage, one_of, plain_number, quirky_length, quirky_length_percentage,
    slash,
};
use super::{
    ParseMode, PropertyId, SpecifiedValue, align, anchor, color, display, font, generated, grid, paint, shape,
    transform,
};
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
fn keyword_or<K: Keyword>(input: &mut Parser<'_>, older: &[(&str, K)]) -> Parsed<SpecifiedValue> {
    let ident = input.expect_ident()?;
    let named = older.iter().find(|(name, _)| ident.eq_ignore_ascii_case(name)).map(|(_, value)| *value);
    named.or_else(|| K::parse(ident)).map(|value| SpecifiedValue::Keyword(value.index())).ok_or(Invalid)
}

/// The one keyword beside a longer syntax: `auto`, `none` or `normal`.
fn keyword_0(input: &mut Parser<'_>, name: &str) -> Option<SpecifiedValue> {
    accept(input, name).then_some(SpecifiedValue::Keyword(0))
}

/// Parses the value of a longhand; CSS-wide keywords, variables and `!important` are the caller's.
///
/// # Errors
/// If it is invalid; `input` may be anywhere then.
pub(super) fn parse(property: PropertyId, input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    use PropertyId as P;
    match property {
        P::Direction => keyword::<c::Direction>(input),
        P::WritingMode => keyword_or(
            input,
            &[
                ("lr", c::WritingMode::HorizontalTb),
                ("lr-tb", c::WritingMode::HorizontalTb),
                ("rl", c::WritingMode::HorizontalTb),
                ("rl-tb", c::WritingMode::HorizontalTb),
                ("tb", c::WritingMode::VerticalRl),
                ("tb-rl", c::WritingMode::VerticalRl),
            ],
        ),
        P::TextOrientation => keyword_or(input, &[("sideways-right", c::TextOrientation::Sideways)]),
        P::Zoom => zoom(input),
        P::FontFamily => font::family(input),
        P::FontSize => font::size(input, mode),
        P::FontWeight => font::weight(input),
        P::FontStyle => font::style(input),
        P::FontVariantCaps => font::variant_caps(input),
        P::FontKerning => Ok(SpecifiedValue::Keyword(one_of(input, &["auto", "none", "normal"])?)),
        P::FontVariantLigatures => font::variant_ligatures(input),
        P::FontVariantNumeric => font::variant(input, &font::NUMERIC, false),
        P::FontVariantEastAsian => font::variant(input, &font::EAST_ASIAN, false),
        P::FontVariantPosition => keyword::<c::FontVariantPosition>(input),
        P::FontStretch => font::stretch(input),
        P::FontFeatureSettings => font::feature_settings(input),
        P::FontVariationSettings => font::variation_settings(input),
        P::FontOpticalSizing => Ok(SpecifiedValue::Keyword(one_of(input, &["auto", "none"])?)),
        P::TextRendering => keyword::<c::TextRendering>(input),
        P::LineHeight => font::line_height(input, mode),
        P::Display => display::display(input),
        P::Visibility => keyword::<c::Visibility>(input),
        P::Position => keyword::<c::Position>(input),
        P::Float => {
            Ok(SpecifiedValue::Keyword(one_of(input, &["none", "left", "right", "inline-start", "inline-end"])?))
        }
        P::Clear => Ok(SpecifiedValue::Keyword(one_of(
            input,
            &["none", "left", "right", "both", "inline-start", "inline-end"],
        )?)),
        P::Content => generated::content(input),
        P::ContentVisibility => keyword::<c::ContentVisibility>(input),
        P::CounterReset => generated::counters(input, 0, true),
        P::CounterIncrement => generated::counters(input, 1, false),
        P::CounterSet => generated::counters(input, 0, false),
        P::Quotes => generated::quotes(input),
        P::BaselineSource => keyword::<c::BaselineSource>(input),
        P::BoxSizing => keyword::<c::BoxSizing>(input),
        P::Width | P::Height | P::MinWidth | P::MinHeight => size(input, "auto", mode),
        P::InlineSize | P::BlockSize | P::MinInlineSize | P::MinBlockSize => size(input, "auto", &strict(mode)),
        P::MaxWidth | P::MaxHeight => size(input, "none", mode),
        P::MaxInlineSize | P::MaxBlockSize => size(input, "none", &strict(mode)),
        P::AspectRatio => aspect_ratio(input),
        P::ContainIntrinsicWidth
        | P::ContainIntrinsicHeight
        | P::ContainIntrinsicInlineSize
        | P::ContainIntrinsicBlockSize => intrinsic_size(input),
        P::Top | P::Right | P::Bottom | P::Left => {
            input.try_parse(anchor::inset).or_else(|_| length_or_auto(input, mode))
        }
        P::MarginTop | P::MarginRight | P::MarginBottom | P::MarginLeft => margin(input, mode),
        P::MarginBlockStart | P::MarginBlockEnd | P::MarginInlineStart | P::MarginInlineEnd => {
            margin(input, &strict(mode))
        }
        P::InsetBlockStart | P::InsetBlockEnd | P::InsetInlineStart | P::InsetInlineEnd => {
            input.try_parse(anchor::inset).or_else(|_| length_or_auto(input, &strict(mode)))
        }
        P::PaddingTop | P::PaddingRight | P::PaddingBottom | P::PaddingLeft => {
            quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
        }
        P::PaddingBlockStart | P::PaddingBlockEnd | P::PaddingInlineStart | P::PaddingInlineEnd => {
            length_percentage(input, Range::NonNegative).map(Into::into)
        }
        P::ScrollMarginTop
        | P::ScrollMarginRight
        | P::ScrollMarginBottom
        | P::ScrollMarginLeft
        | P::ScrollMarginBlockStart
        | P::ScrollMarginBlockEnd
        | P::ScrollMarginInlineStart
        | P::ScrollMarginInlineEnd => length(input, Range::All).map(Into::into),
        P::ScrollPaddingTop
        | P::ScrollPaddingRight
        | P::ScrollPaddingBottom
        | P::ScrollPaddingLeft
        | P::ScrollPaddingBlockStart
        | P::ScrollPaddingBlockEnd
        | P::ScrollPaddingInlineStart
        | P::ScrollPaddingInlineEnd => match keyword_0(input, "auto") {
            Some(auto) => Ok(auto),
            None => length_percentage(input, Range::NonNegative).map(Into::into),
        },
        P::BorderTopWidth | P::BorderRightWidth | P::BorderBottomWidth | P::BorderLeftWidth => {
            border_width(input, mode)
        }
        P::BorderBlockStartWidth | P::BorderBlockEndWidth | P::BorderInlineStartWidth | P::BorderInlineEndWidth => {
            border_width(input, &strict(mode))
        }
        P::BorderTopStyle
        | P::BorderRightStyle
        | P::BorderBottomStyle
        | P::BorderLeftStyle
        | P::BorderBlockStartStyle
        | P::BorderBlockEndStyle
        | P::BorderInlineStartStyle
        | P::BorderInlineEndStyle => keyword::<c::BorderStyle>(input),
        P::BorderTopLeftRadius
        | P::BorderTopRightRadius
        | P::BorderBottomRightRadius
        | P::BorderBottomLeftRadius
        | P::BorderStartStartRadius
        | P::BorderStartEndRadius
        | P::BorderEndStartRadius
        | P::BorderEndEndRadius => {
            let x = length_percentage(input, Range::NonNegative)?;
            let y = input.try_parse(|i| length_percentage(i, Range::NonNegative)).unwrap_or_else(|_| x.clone());
            Ok(Complex::Pair(x, y).into())
        }
        P::OverflowX | P::OverflowY | P::OverflowInline | P::OverflowBlock => {
            keyword_or(input, &[("overlay", c::Overflow::Auto)])
        }
        P::ObjectFit => keyword::<c::ObjectFit>(input),
        P::ZIndex => match keyword_0(input, "auto") {
            Some(auto) => Ok(auto),
            None => integer(input).map(SpecifiedValue::Integer),
        },
        P::Order => integer(input).map(SpecifiedValue::Integer),
        P::Opacity => number_or_percentage(input, Range::All).map(Into::into),
        P::Isolation => keyword::<c::Isolation>(input),
        P::Filter | P::BackdropFilter => paint::filter(input),
        P::MaskImage => paint::images(input),
        P::MixBlendMode => paint::blend_mode(input),
        P::Perspective => match keyword_0(input, "none") {
            Some(none) => Ok(none),
            None => length(input, Range::NonNegative).map(Into::into),
        },
        P::PerspectiveOrigin => transform::two_part_position(input).map(|(x, y)| Complex::Pair(x, y).into()),
        P::TransformStyle => Ok(SpecifiedValue::Keyword(one_of(input, &["flat", "preserve-3d"])?)),
        P::WillChange => paint::will_change(input),
        P::BoxReflect => paint::reflect(input),
        P::OffsetPath => paint::offset_path(input),
        P::ViewTransitionName => {
            if accept(input, "none") {
                return Ok(SpecifiedValue::Keyword(0));
            }
            custom_ident(input, &["none", "auto"]).map(|_| SpecifiedValue::Keyword(1))
        }
        P::Contain => paint::contain(input),
        P::PointerEvents => keyword::<c::PointerEvents>(input),
        P::Cursor => paint::cursor(input),
        P::Interactivity => keyword::<c::Interactivity>(input),
        P::Transform => transform::transform(input, mode),
        P::Translate => transform::translate(input),
        P::Rotate => transform::rotate(input),
        P::Scale => transform::scale(input),
        P::TransformOrigin => transform::origin(input, mode),
        P::TransformBox => keyword::<c::TransformBox>(input),
        P::BackfaceVisibility => keyword::<c::BackfaceVisibility>(input),
        P::ShapeOutside => shape::shape_outside(input),
        P::ShapeMargin => length_percentage(input, Range::NonNegative).map(Into::into),
        P::AnchorName => anchor::names(input),
        P::AnchorScope => anchor::scope(input),
        P::PositionAnchor => anchor::target(input),
        P::PositionArea => anchor::area(input),
        P::PositionTryFallbacks => anchor::fallbacks(input),
        P::ClipPath => shape::clip_path(input),
        P::Clip => shape::clip(input, mode),
        P::Color | P::BackgroundColor => color::color(input).map(SpecifiedValue::Color),
        P::BackgroundImage => paint::images(input),
        P::UnicodeBidi => keyword_or(
            input,
            &[
                ("-webkit-isolate", c::UnicodeBidi::Isolate),
                ("-webkit-isolate-override", c::UnicodeBidi::IsolateOverride),
                ("-webkit-plaintext", c::UnicodeBidi::Plaintext),
            ],
        ),
        P::LetterSpacing | P::WordSpacing => match keyword_0(input, "normal") {
            Some(_) => Ok(SpecifiedLength::ZERO.into()),
            None => spacing(input, mode),
        },
        P::TextAlign => text_align(input),
        P::TextAlignLast => {
            Ok(SpecifiedValue::Keyword(one_of(input, &["auto", "start", "end", "left", "right", "center", "justify"])?))
        }
        P::TextIndent => text_indent(input, mode),
        P::TextTransform => {
            Ok(SpecifiedValue::Keyword(one_of(input, &["none", "capitalize", "uppercase", "lowercase", "math-auto"])?))
        }
        P::TextDecorationLine => paint::text_decoration_line(input),
        P::TextDecorationStyle => keyword::<c::TextDecorationStyle>(input),
        P::TextOverflow => keyword::<c::TextOverflow>(input),
        P::WhiteSpaceCollapse => keyword::<c::WhiteSpaceCollapse>(input),
        P::TextWrapMode => keyword::<c::TextWrapMode>(input),
        P::TextWrapStyle => keyword::<c::TextWrapStyle>(input),
        P::OverflowWrap => keyword::<c::OverflowWrap>(input),
        P::WordBreak => keyword::<c::WordBreak>(input),
        P::LineBreak => keyword::<c::LineBreak>(input),
        P::Hyphens => keyword::<c::Hyphens>(input),
        P::TabSize => match input.try_parse(|i| number(i, Range::NonNegative)) {
            Ok(NumberValue::Number(number)) => Ok(SpecifiedValue::Number(number)),
            Ok(NumberValue::Math(_)) => Err(Invalid),
            Err(_) => length(input, Range::NonNegative).map(Into::into),
        },
        P::VerticalAlign => vertical_align(input, mode),
        P::TextSecurity => keyword::<c::TextSecurity>(input),
        P::ListStyleType => generated::list_style_type(input),
        P::ListStyleImage => generated::list_style_image(input),
        P::ListStylePosition => keyword::<c::ListStylePosition>(input),
        P::BorderCollapse => keyword::<c::BorderCollapse>(input),
        P::BorderHorizontalSpacing | P::BorderVerticalSpacing => {
            quirky_length(input, Range::NonNegative, mode).map(Into::into)
        }
        P::CaptionSide => keyword::<c::CaptionSide>(input),
        P::TableLayout => keyword::<c::TableLayout>(input),
        P::EmptyCells => keyword::<c::EmptyCells>(input),
        P::FlexDirection => keyword::<c::FlexDirection>(input),
        P::FlexWrap => keyword::<c::FlexWrap>(input),
        P::FlexGrow | P::FlexShrink => number(input, Range::NonNegative).map(Into::into),
        P::FlexBasis => flex_basis(input, mode),
        P::AlignItems => align::items(input),
        P::AlignSelf => align::align_self(input),
        P::AlignContent => align::align_content(input),
        P::JustifyItems => align::justify_items(input),
        P::JustifySelf => align::justify_self(input),
        P::JustifyContent => align::justify_content(input),
        P::RowGap | P::ColumnGap => match keyword_0(input, "normal") {
            Some(normal) => Ok(normal),
            None => length_percentage(input, Range::NonNegative).map(Into::into),
        },
        P::GridTemplateRows | P::GridTemplateColumns => grid::template(input),
        P::GridTemplateAreas => grid::areas(input),
        P::GridAutoRows | P::GridAutoColumns => grid::auto_tracks(input),
        P::GridAutoFlow => grid::auto_flow(input),
        P::GridRowStart | P::GridRowEnd | P::GridColumnStart | P::GridColumnEnd => grid::line(input),
        P::ColumnCount => match keyword_0(input, "auto") {
            Some(auto) => Ok(auto),
            None => integer_at_least(input, 1).map(SpecifiedValue::Integer),
        },
        P::ColumnWidth => match keyword_0(input, "auto") {
            Some(auto) => Ok(auto),
            None => length(input, Range::NonNegative).map(Into::into),
        },
        P::MarginTrim => keyword::<c::MarginTrim>(input),
        P::ColumnSpan => Ok(SpecifiedValue::Keyword(one_of(input, &["none", "all"])?)),
        P::ColumnFill => keyword::<c::ColumnFill>(input),
        P::BreakBefore | P::BreakAfter => keyword::<c::BreakBetween>(input),
        P::BreakInside => keyword::<c::BreakInside>(input),
        P::BoxOrient => {
            let ident = input.expect_ident()?;
            Ok(SpecifiedValue::Keyword(match_ignore_ascii_case! { ident,
                "horizontal" | "inline-axis" => 0,
                "vertical" | "block-axis" => 1,
                _ => return Err(Invalid),
            }))
        }
        P::BoxDirection => keyword::<c::BoxDirection>(input),
        P::BoxAlign => keyword::<c::BoxAlign>(input),
        P::BoxPack => keyword::<c::BoxPack>(input),
        P::BoxFlex => plain_number(input, Range::All).map(SpecifiedValue::Number),
        P::BoxOrdinalGroup => integer_at_least(input, 1).map(SpecifiedValue::Integer),
        P::Appearance => paint::appearance(input),
        P::FieldSizing => keyword::<c::FieldSizing>(input),
        // Limit: `both-edges` counts as `auto`.
        P::ScrollbarGutter => Ok(SpecifiedValue::Keyword(one_of(input, &["auto", "stable"])?)),
        P::LineClamp => match keyword_0(input, "none") {
            Some(none) => Ok(none),
            None => integer_at_least(input, 1).map(SpecifiedValue::Integer),
        },
        P::ContainerType => container_type(input),
        P::ContainerName => container_name(input),
        P::X | P::Y | P::Cx | P::Cy => quirky_length_percentage(input, Range::All, &unitless(mode)).map(Into::into),
        P::R => quirky_length_percentage(input, Range::NonNegative, &unitless(mode)).map(Into::into),
        P::Rx | P::Ry => match keyword_0(input, "auto") {
            Some(auto) => Ok(auto),
            None => quirky_length_percentage(input, Range::NonNegative, &unitless(mode)).map(Into::into),
        },
        P::D => shape::path_data(input),
        P::Fill | P::Stroke => color::svg_paint(input),
        P::StrokeWidth => quirky_length_percentage(input, Range::NonNegative, &unitless(mode)).map(Into::into),
        P::FillRule => keyword::<c::FillRule>(input),
        P::StrokeLinecap => keyword::<c::StrokeLinecap>(input),
        P::StrokeLinejoin => keyword::<c::StrokeLinejoin>(input),
        P::TextAnchor => keyword::<c::TextAnchor>(input),
    }
}

/// Without the quirks that logical properties do not have.
fn strict(mode: &ParseMode) -> ParseMode {
    ParseMode { quirks: false, ..*mode }
}

/// With numbers of px, which SVG's properties take anywhere.
fn unitless(mode: &ParseMode) -> ParseMode {
    ParseMode { presentation_attribute: true, ..*mode }
}

fn zoom(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
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

fn margin(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
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

fn aspect_ratio(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
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

fn intrinsic_size(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let auto = accept(input, "auto");
    let size = if accept(input, "none") { None } else { Some(length(input, Range::NonNegative)?) };
    Ok(Complex::Intrinsic(auto, size).into())
}

fn spacing(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    quirky_length_percentage(input, Range::All, mode).map(Into::into)
}

/// Specified keyword index of the user agent's own `-internal-center`: centred unless the parent is aligned.
pub(super) const INTERNAL_CENTER: u8 = 255;

/// Limit: `hanging` and `each-line` are dropped.
fn text_indent(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    let keywords = |input: &mut Parser<'_>| while input.try_parse(|i| one_of(i, &["hanging", "each-line"])).is_ok() {};
    keywords(input);
    let indent = quirky_length_percentage(input, Range::All, mode)?;
    keywords(input);
    Ok(indent.into())
}

fn text_align(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
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

fn vertical_align(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if let Ok(keyword) = input.try_parse(|i| one_of(i, &VERTICAL_ALIGN)) {
        return Ok(SpecifiedValue::Keyword(keyword));
    }
    quirky_length_percentage(input, Range::All, mode).map(Into::into)
}

/// The keyword index that `flex-basis: content` has, after those of sizes.
pub(super) const BASIS_CONTENT: u8 = 5;

fn flex_basis(input: &mut Parser<'_>, mode: &ParseMode) -> Parsed<SpecifiedValue> {
    if accept(input, "content") {
        return Ok(SpecifiedValue::Keyword(BASIS_CONTENT));
    }
    size(input, "auto", &strict(mode))
}

fn container_type(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
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
