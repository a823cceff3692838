//! Shorthands: their longhands, and how their values spread over them.

use cssparser::{Parser, match_ignore_ascii_case};

use super::complex::Complex;
use super::longhand::{self, border_width, container_name};
use super::shape::four_sides;
use super::syntax::{Invalid, NumberValue, Parsed, Range, SpecifiedLength, accept, number, one_of, slash};
use super::{ParseMode, PropertyId, SpecifiedValue, background, color, font, grid, paint, table};
use crate::geometry::Sides;
use crate::style::computed as c;
use crate::style::computed::{BreakBetween, Keyword};

macro_rules! shorthands {
    ($($id:ident $css:literal [$($longhand:ident),*];)+) => {
        /// A shorthand with longhands that stillpage knows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Shorthand { $($id),+ }

        impl Shorthand {
            /// Every shorthand.
            pub(super) const ALL: &'static [Self] = &[$(Self::$id),+];

            /// The name.
            pub(super) const fn css(self) -> &'static str {
                match self { $(Self::$id => $css),+ }
            }

            /// Returns the longhands that it sets; nothing for `all`.
            pub(super) const fn longhands(self) -> &'static [PropertyId] {
                match self { $(Self::$id => &[$(PropertyId::$longhand),*]),+ }
            }
        }
    };
}

shorthands! {
    WebkitColumnBreakAfter "-webkit-column-break-after" [BreakAfter];
    WebkitColumnBreakBefore "-webkit-column-break-before" [BreakBefore];
    WebkitColumnBreakInside "-webkit-column-break-inside" [BreakInside];
    All "all" [];
    Background "background" [BackgroundColor, BackgroundImage, BackgroundPosition, BackgroundSize, BackgroundRepeat, BackgroundOrigin, BackgroundClip];
    Border "border" [BorderTopWidth, BorderRightWidth, BorderBottomWidth, BorderLeftWidth, BorderTopStyle, BorderRightStyle, BorderBottomStyle, BorderLeftStyle, BorderTopColor, BorderRightColor, BorderBottomColor, BorderLeftColor];
    BorderBlock "border-block" [BorderBlockStartWidth, BorderBlockEndWidth, BorderBlockStartStyle, BorderBlockEndStyle, BorderBlockStartColor, BorderBlockEndColor];
    BorderBlockColor "border-block-color" [BorderBlockStartColor, BorderBlockEndColor];
    BorderBlockEnd "border-block-end" [BorderBlockEndWidth, BorderBlockEndStyle, BorderBlockEndColor];
    BorderBlockStart "border-block-start" [BorderBlockStartWidth, BorderBlockStartStyle, BorderBlockStartColor];
    BorderBlockStyle "border-block-style" [BorderBlockStartStyle, BorderBlockEndStyle];
    BorderBlockWidth "border-block-width" [BorderBlockStartWidth, BorderBlockEndWidth];
    BorderBottom "border-bottom" [BorderBottomWidth, BorderBottomStyle, BorderBottomColor];
    BorderColor "border-color" [BorderTopColor, BorderRightColor, BorderBottomColor, BorderLeftColor];
    BorderImage "border-image" [BorderImageSource, BorderImageSlice, BorderImageWidth, BorderImageOutset, BorderImageRepeat];
    BorderInline "border-inline" [BorderInlineStartWidth, BorderInlineEndWidth, BorderInlineStartStyle, BorderInlineEndStyle, BorderInlineStartColor, BorderInlineEndColor];
    BorderInlineColor "border-inline-color" [BorderInlineStartColor, BorderInlineEndColor];
    BorderInlineEnd "border-inline-end" [BorderInlineEndWidth, BorderInlineEndStyle, BorderInlineEndColor];
    BorderInlineStart "border-inline-start" [BorderInlineStartWidth, BorderInlineStartStyle, BorderInlineStartColor];
    BorderInlineStyle "border-inline-style" [BorderInlineStartStyle, BorderInlineEndStyle];
    BorderInlineWidth "border-inline-width" [BorderInlineStartWidth, BorderInlineEndWidth];
    BorderLeft "border-left" [BorderLeftWidth, BorderLeftStyle, BorderLeftColor];
    BorderRadius "border-radius" [BorderTopLeftRadius, BorderTopRightRadius, BorderBottomRightRadius, BorderBottomLeftRadius];
    BorderRight "border-right" [BorderRightWidth, BorderRightStyle, BorderRightColor];
    BorderSpacing "border-spacing" [BorderHorizontalSpacing, BorderVerticalSpacing];
    BorderStyle "border-style" [BorderTopStyle, BorderRightStyle, BorderBottomStyle, BorderLeftStyle];
    BorderTop "border-top" [BorderTopWidth, BorderTopStyle, BorderTopColor];
    BorderWidth "border-width" [BorderTopWidth, BorderRightWidth, BorderBottomWidth, BorderLeftWidth];
    Columns "columns" [ColumnWidth, ColumnCount];
    ContainIntrinsicSize "contain-intrinsic-size" [ContainIntrinsicWidth, ContainIntrinsicHeight];
    Container "container" [ContainerName, ContainerType];
    Flex "flex" [FlexGrow, FlexShrink, FlexBasis];
    FlexFlow "flex-flow" [FlexDirection, FlexWrap];
    Font "font" [
        FontStyle, FontVariantCaps, FontVariantLigatures, FontVariantNumeric, FontVariantEastAsian,
        FontVariantPosition, FontKerning, FontFeatureSettings, FontVariationSettings, FontOpticalSizing, FontWeight,
        FontStretch, FontSize, LineHeight, FontFamily
    ];
    FontVariant "font-variant" [
        FontVariantCaps, FontVariantLigatures, FontVariantNumeric, FontVariantEastAsian, FontVariantPosition
    ];
    Gap "gap" [RowGap, ColumnGap];
    Grid "grid" [GridTemplateRows, GridTemplateColumns, GridTemplateAreas, GridAutoFlow, GridAutoRows, GridAutoColumns];
    GridArea "grid-area" [GridRowStart, GridColumnStart, GridRowEnd, GridColumnEnd];
    GridColumn "grid-column" [GridColumnStart, GridColumnEnd];
    GridRow "grid-row" [GridRowStart, GridRowEnd];
    GridTemplate "grid-template" [GridTemplateRows, GridTemplateColumns, GridTemplateAreas];
    Inset "inset" [Top, Right, Bottom, Left];
    InsetBlock "inset-block" [InsetBlockStart, InsetBlockEnd];
    InsetInline "inset-inline" [InsetInlineStart, InsetInlineEnd];
    ListStyle "list-style" [ListStylePosition, ListStyleImage, ListStyleType];
    Margin "margin" [MarginTop, MarginRight, MarginBottom, MarginLeft];
    MarginBlock "margin-block" [MarginBlockStart, MarginBlockEnd];
    MarginInline "margin-inline" [MarginInlineStart, MarginInlineEnd];
    Mask "mask" [MaskImage, MaskPosition, MaskSize, MaskRepeat, MaskOrigin, MaskClip, MaskMode, MaskComposite];
    Offset "offset" [OffsetPath];
    Outline "outline" [OutlineWidth, OutlineStyle, OutlineColor];
    Overflow "overflow" [OverflowX, OverflowY];
    Padding "padding" [PaddingTop, PaddingRight, PaddingBottom, PaddingLeft];
    PaddingBlock "padding-block" [PaddingBlockStart, PaddingBlockEnd];
    PaddingInline "padding-inline" [PaddingInlineStart, PaddingInlineEnd];
    PageBreakAfter "page-break-after" [BreakAfter];
    PageBreakBefore "page-break-before" [BreakBefore];
    PageBreakInside "page-break-inside" [BreakInside];
    PlaceContent "place-content" [AlignContent, JustifyContent];
    PlaceItems "place-items" [AlignItems, JustifyItems];
    PlaceSelf "place-self" [AlignSelf, JustifySelf];
    PositionTry "position-try" [PositionTryFallbacks];
    ScrollMargin "scroll-margin" [ScrollMarginTop, ScrollMarginRight, ScrollMarginBottom, ScrollMarginLeft];
    ScrollMarginBlock "scroll-margin-block" [ScrollMarginBlockStart, ScrollMarginBlockEnd];
    ScrollMarginInline "scroll-margin-inline" [ScrollMarginInlineStart, ScrollMarginInlineEnd];
    ScrollPadding "scroll-padding" [ScrollPaddingTop, ScrollPaddingRight, ScrollPaddingBottom, ScrollPaddingLeft];
    ScrollPaddingBlock "scroll-padding-block" [ScrollPaddingBlockStart, ScrollPaddingBlockEnd];
    ScrollPaddingInline "scroll-padding-inline" [ScrollPaddingInlineStart, ScrollPaddingInlineEnd];
    TextDecoration "text-decoration" [TextDecorationLine, TextDecorationStyle, TextDecorationColor];
    TextEmphasis "text-emphasis" [TextEmphasisStyle];
    TextStroke "-webkit-text-stroke" [TextStrokeWidth, TextStrokeColor];
    TextWrap "text-wrap" [TextWrapMode, TextWrapStyle];
    WhiteSpace "white-space" [WhiteSpaceCollapse, TextWrapMode];
}

/// The longhands of a shorthand with their values, in no order that matters.
pub(super) type Values = smallvec::SmallVec<[(PropertyId, SpecifiedValue); 8]>;

/// Parses a shorthand's value; CSS-wide keywords, variables and `!important` are the caller's.
///
/// # Errors
/// If it is invalid.
pub(super) fn parse(shorthand: Shorthand, input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    use PropertyId as P;
    use Shorthand as S;
    let longhands = shorthand.longhands();
    match shorthand {
        S::All => return Err(Invalid),
        S::Background => {
            let color = background::background(input, out)?;
            out.push((P::BackgroundColor, SpecifiedValue::Color(color)));
        }
        S::Border
        | S::Outline
        | S::BorderBlock
        | S::BorderInline
        | S::BorderTop
        | S::BorderRight
        | S::BorderBottom
        | S::BorderLeft
        | S::BorderBlockStart
        | S::BorderBlockEnd
        | S::BorderInlineStart
        | S::BorderInlineEnd => border(longhands, input, out)?,
        S::BorderImage => {
            const LONGHANDS: [PropertyId; 5] = [
                PropertyId::BorderImageSource,
                PropertyId::BorderImageSlice,
                PropertyId::BorderImageWidth,
                PropertyId::BorderImageOutset,
                PropertyId::BorderImageRepeat,
            ];
            out.extend(LONGHANDS.into_iter().zip(super::border_image::border_image(input)?));
        }
        S::BorderRadius => border_radius(input, out)?,
        S::BorderSpacing => {
            let x = super::syntax::quirky_length(input, Range::NonNegative, mode)?;
            let y = input.try_parse(|i| super::syntax::quirky_length(i, Range::NonNegative, mode));
            out.push((P::BorderVerticalSpacing, y.unwrap_or_else(|_| x.clone()).into()));
            out.push((P::BorderHorizontalSpacing, x.into()));
        }
        S::PositionTry => {
            let orders = ["normal", "most-width", "most-height", "most-block-size", "most-inline-size"];
            let _order = input.try_parse(|i| one_of(i, &orders));
            out.push((P::PositionTryFallbacks, table::parse(P::PositionTryFallbacks, input, mode)?));
        }
        S::BorderColor
        | S::BorderStyle
        | S::BorderWidth
        | S::Inset
        | S::Margin
        | S::Padding
        | S::ScrollMargin
        | S::ScrollPadding => {
            let sides = four_sides(input, |i| table::parse(longhands[0], i, mode))?;
            let Sides { top, right, bottom, left } = sides;
            out.extend(longhands.iter().copied().zip([top, right, bottom, left]));
        }
        S::BorderBlockColor
        | S::BorderInlineColor
        | S::BorderBlockStyle
        | S::BorderBlockWidth
        | S::BorderInlineStyle
        | S::BorderInlineWidth
        | S::InsetBlock
        | S::InsetInline
        | S::MarginBlock
        | S::MarginInline
        | S::PaddingBlock
        | S::PaddingInline
        | S::ScrollMarginBlock
        | S::ScrollMarginInline
        | S::ScrollPaddingBlock
        | S::ScrollPaddingInline
        | S::Gap
        | S::Overflow
        | S::ContainIntrinsicSize => pair(longhands, input, mode, out)?,
        S::Columns => columns(input, mode, out)?,
        S::TextDecoration => text_decoration(input, mode, out)?,
        S::Container => {
            out.push((P::ContainerName, container_name(input)?));
            let kind =
                if slash(input) { table::parse(P::ContainerType, input, mode)? } else { SpecifiedValue::Keyword(0) };
            out.push((P::ContainerType, kind));
        }
        S::Flex => flex(input, mode, out)?,
        S::FlexFlow => any_order(longhands, input, mode, out)?,
        S::Font => {
            let font = font::font(input, mode)?;
            out.push((P::FontStyle, font.style));
            out.push((P::FontVariantCaps, font.caps));
            for property in [P::FontVariantLigatures, P::FontVariantNumeric, P::FontVariantEastAsian] {
                out.push((property, SpecifiedValue::Bits(0)));
            }
            let others = [P::FontVariantPosition, P::FontKerning, P::FontFeatureSettings, P::FontVariationSettings];
            for property in others.into_iter().chain([P::FontOpticalSizing]) {
                out.push((property, SpecifiedValue::Keyword(0)));
            }
            out.push((P::FontWeight, font.weight));
            out.push((P::FontStretch, font.stretch));
            out.push((P::FontSize, font.size));
            out.push((P::LineHeight, font.line_height));
            out.push((P::FontFamily, font.family));
        }
        S::FontVariant => {
            let variant = font::font_variant(input)?;
            out.push((P::FontVariantCaps, variant.caps));
            out.push((P::FontVariantLigatures, SpecifiedValue::Bits(variant.ligatures)));
            out.push((P::FontVariantNumeric, SpecifiedValue::Bits(variant.numeric)));
            out.push((P::FontVariantEastAsian, SpecifiedValue::Bits(variant.east_asian)));
            out.push((P::FontVariantPosition, SpecifiedValue::Keyword(variant.position)));
        }
        S::Grid => {
            let grid = grid::grid(input)?;
            template(grid.template, out);
            out.push((P::GridAutoFlow, SpecifiedValue::Keyword(grid.flow)));
            out.push((P::GridAutoRows, or_initial(grid.auto_rows)));
            out.push((P::GridAutoColumns, or_initial(grid.auto_columns)));
        }
        S::GridTemplate => template(grid::grid_template(input)?, out),
        S::GridArea => {
            let lines = grid::lines::<4>(input)?;
            out.extend(longhands.iter().copied().zip(lines.into_iter().map(|line| Complex::Line(line).into())));
        }
        S::GridColumn | S::GridRow => {
            let lines = grid::lines::<2>(input)?;
            out.extend(longhands.iter().copied().zip(lines.into_iter().map(|line| Complex::Line(line).into())));
        }
        S::ListStyle => list_style(input, mode, out)?,
        S::Mask => background::mask(input, out)?,
        S::TextEmphasis => out.push((longhands[0], text_emphasis(input)?)),
        S::TextStroke => text_stroke(input, mode, out)?,
        S::Offset => {
            let path = input.try_parse(paint::offset_path).unwrap_or(SpecifiedValue::Keyword(0));
            out.push((P::OffsetPath, path));
            while input.next().is_ok() {}
        }
        S::PageBreakAfter
        | S::PageBreakBefore
        | S::PageBreakInside
        | S::WebkitColumnBreakAfter
        | S::WebkitColumnBreakBefore
        | S::WebkitColumnBreakInside => out.push((longhands[0], old_break(shorthand, input)?)),
        S::PlaceContent | S::PlaceItems | S::PlaceSelf => place(longhands, input, mode, out)?,
        S::TextWrap => any_order(longhands, input, mode, out)?,
        S::WhiteSpace => white_space(input, out)?,
    }
    Ok(())
}

/// One value for both, or one each.
fn pair(longhands: &[PropertyId], input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let first = table::parse(longhands[0], input, mode)?;
    let second = input.try_parse(|i| table::parse(longhands[1], i, mode)).unwrap_or_else(|_| first.clone());
    out.push((longhands[0], first));
    out.push((longhands[1], second));
    Ok(())
}

/// Each longhand at most once, in any order; those left out are initial, which is keyword 0 for all that come here.
fn any_order(longhands: &[PropertyId], input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let mut values = [None, None];
    while let Some(free) = values.iter().position(Option::is_none) {
        let parsed = longhands.iter().zip(&mut values).skip(free).find_map(|(longhand, value)| {
            if value.is_some() {
                return None;
            }
            *value = Some(input.try_parse(|i| table::parse(*longhand, i, mode)).ok()?);
            Some(())
        });
        if parsed.is_none() {
            break;
        }
    }
    if values.iter().all(Option::is_none) {
        return Err(Invalid);
    }
    out.extend(longhands.iter().copied().zip(values.into_iter().map(or_initial)));
    Ok(())
}

fn or_initial(value: Option<SpecifiedValue>) -> SpecifiedValue {
    value.unwrap_or(SpecifiedValue::Keyword(0))
}

/// `<line-width> || <line-style> || <color>` for every side of the shorthand: widths come first in its longhands.
fn border(longhands: &[PropertyId], input: &mut Parser<'_>, out: &mut Values) -> Parsed<()> {
    let (mut width, mut style, mut color) = (None, None, None);
    for _ in 0..3 {
        if width.is_none()
            && let Ok(value) = input.try_parse(|i| border_width(i, &ParseMode::default()))
        {
            width = Some(value);
        } else if style.is_none()
            && let Ok(value) = input.try_parse(|i| border_style(i, longhands))
        {
            style = Some(value);
        } else if color.is_none()
            && let Ok(value) = input.try_parse(color::color)
        {
            color = Some(SpecifiedValue::Color(value));
        } else {
            break;
        }
    }
    if width.is_none() && style.is_none() && color.is_none() {
        return Err(Invalid);
    }
    let width = width.unwrap_or_else(|| SpecifiedLength::Px(3.0).into());
    let style = style.unwrap_or(SpecifiedValue::Keyword(0));
    let color = color.unwrap_or(SpecifiedValue::Color(c::Color::Current));
    let sides = longhands.len() / 3;
    out.extend(longhands.iter().take(sides).map(|longhand| (*longhand, width.clone())));
    out.extend(longhands.iter().skip(sides).take(sides).map(|longhand| (*longhand, style.clone())));
    out.extend(longhands.iter().skip(2 * sides).map(|longhand| (*longhand, color.clone())));
    Ok(())
}

/// The style of a border; outlines have `auto` beside them.
fn border_style(input: &mut Parser<'_>, longhands: &[PropertyId]) -> Parsed<SpecifiedValue> {
    if longhands.contains(&PropertyId::OutlineStyle) {
        return table::parse(PropertyId::OutlineStyle, input, &ParseMode::default());
    }
    longhand::keyword::<c::BorderStyle>(input)
}

fn border_radius(input: &mut Parser<'_>, out: &mut Values) -> Parsed<()> {
    let radii = |input: &mut Parser<'_>| four_sides(input, |i| super::syntax::length_percentage(i, Range::NonNegative));
    let x = radii(input)?;
    let y = if slash(input) { radii(input)? } else { x.clone() };
    let corners = [(x.top, y.top), (x.right, y.right), (x.bottom, y.bottom), (x.left, y.left)];
    let values = corners.into_iter().map(|(x, y)| Complex::Pair(x, y).into());
    out.extend(Shorthand::BorderRadius.longhands().iter().copied().zip(values));
    Ok(())
}

fn columns(input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let (mut width, mut count, mut autos) = (None, None, 0);
    for _ in 0..2 {
        if accept(input, "auto") {
            autos += 1;
        } else if count.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(PropertyId::ColumnCount, i, mode))
        {
            count = Some(value);
        } else if width.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(PropertyId::ColumnWidth, i, mode))
        {
            width = Some(value);
        } else {
            break;
        }
    }
    if width.is_none() && count.is_none() && autos == 0 {
        return Err(Invalid);
    }
    // The height of columns is not used.
    if slash(input) && !accept(input, "auto") {
        super::syntax::length(input, Range::NonNegative)?;
    }
    out.push((PropertyId::ColumnWidth, or_initial(width)));
    out.push((PropertyId::ColumnCount, or_initial(count)));
    Ok(())
}

/// <https://drafts.csswg.org/css-text-decor-4/#text-decoration-property>
fn text_decoration(input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let (mut line, mut style, mut color, mut thickness) = (None, None, None, false);
    while !input.is_exhausted() {
        if line.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(PropertyId::TextDecorationLine, i, mode))
        {
            line = Some(value);
        } else if style.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(PropertyId::TextDecorationStyle, i, mode))
        {
            style = Some(value);
        } else if color.is_none()
            && let Ok(value) = input.try_parse(color::color)
        {
            color = Some(value);
        } else if !thickness && input.try_parse(decoration_thickness).is_ok() {
            thickness = true;
        } else {
            return Err(Invalid);
        }
    }
    if line.is_none() && style.is_none() && color.is_none() && !thickness {
        return Err(Invalid);
    }
    out.push((PropertyId::TextDecorationLine, line.unwrap_or(SpecifiedValue::Bits(0))));
    out.push((PropertyId::TextDecorationStyle, or_initial(style)));
    let color = color.unwrap_or(c::Color::Current);
    out.push((PropertyId::TextDecorationColor, SpecifiedValue::Color(color)));
    Ok(())
}

/// `text-decoration-thickness`, of which nothing depends.
fn decoration_thickness(input: &mut Parser<'_>) -> Parsed<()> {
    if !accept(input, "auto") && !accept(input, "from-font") {
        super::syntax::length_percentage(input, Range::All)?;
    }
    Ok(())
}

/// <https://drafts.csswg.org/css-flexbox-1/#flex-property>
fn flex(input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let mut push = |grow: SpecifiedValue, shrink: SpecifiedValue, basis: SpecifiedValue| {
        out.push((PropertyId::FlexGrow, grow));
        out.push((PropertyId::FlexShrink, shrink));
        out.push((PropertyId::FlexBasis, basis));
    };
    let one = SpecifiedValue::Number(1.0);
    if accept(input, "none") {
        push(SpecifiedValue::Number(0.0), SpecifiedValue::Number(0.0), SpecifiedValue::Keyword(0));
        return Ok(());
    }
    let (mut grow, mut shrink, mut basis) = (None, None, None);
    let factor = |input: &mut Parser<'_>| -> Parsed<SpecifiedValue> {
        match number(input, Range::NonNegative)? {
            NumberValue::Number(number) => Ok(SpecifiedValue::Number(number)),
            NumberValue::Math(math) => Ok(math.into()),
        }
    };
    // A unitless zero is a flex factor unless two of them came before.
    for _ in 0..2 {
        if grow.is_none()
            && let Ok(value) = input.try_parse(factor)
        {
            grow = Some(value);
            shrink = input.try_parse(factor).ok();
        } else if basis.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(PropertyId::FlexBasis, i, mode))
        {
            basis = Some(value);
        } else {
            break;
        }
    }
    if grow.is_none() && basis.is_none() {
        return Err(Invalid);
    }
    let basis = basis.unwrap_or_else(|| SpecifiedLength::Percent(0.0).into());
    push(grow.unwrap_or_else(|| one.clone()), shrink.unwrap_or(one), basis);
    Ok(())
}

fn template(template: grid::Template, out: &mut Values) {
    out.push((PropertyId::GridTemplateRows, or_initial(template.rows)));
    out.push((PropertyId::GridTemplateColumns, or_initial(template.columns)));
    out.push((PropertyId::GridTemplateAreas, or_initial(template.areas)));
}

/// A `none` counts for whichever of image and type is left out.
fn list_style(input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    use PropertyId as P;
    let (mut position, mut image, mut kind, mut nones) = (None, None, None, 0);
    let mut count = 0;
    while count < 4 {
        if accept(input, "none") {
            nones += 1;
        } else if position.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(P::ListStylePosition, i, mode))
        {
            position = Some(value);
        } else if image.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(P::ListStyleImage, i, mode))
        {
            image = Some(value);
        } else if kind.is_none()
            && let Ok(value) = input.try_parse(|i| table::parse(P::ListStyleType, i, mode))
        {
            kind = Some(value);
        } else {
            break;
        }
        count += 1;
    }
    if count == 0 || nones + usize::from(image.is_some()) + usize::from(kind.is_some()) > 2 {
        return Err(Invalid);
    }
    let named = |name: &str| -> SpecifiedValue { Complex::ListStyle(c::ListStyleType::Named(name.into())).into() };
    let kind = kind
        .unwrap_or_else(|| if nones > 0 { Complex::ListStyle(c::ListStyleType::None).into() } else { named("disc") });
    out.push((P::ListStylePosition, or_initial(position)));
    out.push((P::ListStyleImage, or_initial(image)));
    out.push((P::ListStyleType, kind));
    Ok(())
}

fn text_stroke(input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let (mut width, mut color) = (None, None);
    while !input.is_exhausted() {
        if width.is_none()
            && let Ok(own) = input.try_parse(|i| border_width(i, &longhand::strict(mode)))
        {
            width = Some(own);
        } else if color.is_none() {
            color = Some(color::color(input)?);
        } else {
            return Err(Invalid);
        }
    }
    if width.is_none() && color.is_none() {
        return Err(Invalid);
    }
    out.push((PropertyId::TextStrokeWidth, width.unwrap_or_else(|| SpecifiedLength::Px(0.0).into())));
    out.push((PropertyId::TextStrokeColor, SpecifiedValue::Color(color.unwrap_or(c::Color::Current))));
    Ok(())
}

/// The style and the colour of emphasis marks in any order; the colour is only painted.
fn text_emphasis(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let colored = input.try_parse(color::color).is_ok();
    let style = input.try_parse(longhand::emphasis_style);
    if style.is_err() && !colored || !colored && !input.is_exhausted() && color::color(input).is_err() {
        return Err(Invalid);
    }
    Ok(style.unwrap_or(SpecifiedValue::Keyword(0)))
}

fn old_break(shorthand: Shorthand, input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let column = shorthand.css().starts_with("-webkit");
    if matches!(shorthand, Shorthand::PageBreakInside | Shorthand::WebkitColumnBreakInside) {
        return one_of(input, &["auto", "avoid"]).map(SpecifiedValue::Keyword);
    }
    let ident = input.expect_ident()?;
    let value = match_ignore_ascii_case! { ident,
        "auto" => BreakBetween::Auto,
        "avoid" if column => BreakBetween::AvoidColumn,
        "avoid" => BreakBetween::Avoid,
        "always" if column => BreakBetween::Column,
        "always" => BreakBetween::Page,
        "left" if !column => BreakBetween::Left,
        "right" if !column => BreakBetween::Right,
        _ => return Err(Invalid),
    };
    Ok(SpecifiedValue::Keyword(value.index()))
}

fn place(longhands: &[PropertyId], input: &mut Parser<'_>, mode: &ParseMode, out: &mut Values) -> Parsed<()> {
    let align = table::parse(longhands[0], input, mode)?;
    let justify = if input.is_exhausted() {
        match &align {
            // Baselines make no sense along the inline axis of content.
            SpecifiedValue::Align(a)
                if longhands[0] == PropertyId::AlignContent
                    && matches!(a.keyword, c::AlignKeyword::Baseline | c::AlignKeyword::LastBaseline) =>
            {
                SpecifiedValue::Align(c::Align { keyword: c::AlignKeyword::Start, safe: false, is_unsafe: false })
            }
            other => other.clone(),
        }
    } else {
        table::parse(longhands[1], input, mode)?
    };
    out.push((longhands[0], align));
    out.push((longhands[1], justify));
    Ok(())
}

/// <https://drafts.csswg.org/css-text-4/#white-space-property>
fn white_space(input: &mut Parser<'_>, out: &mut Values) -> Parsed<()> {
    use c::{TextWrapMode as Wrap, WhiteSpaceCollapse as Collapse};
    let whole = input.try_parse(|input| -> Parsed<(Collapse, Wrap)> {
        let ident = input.expect_ident()?;
        let value = match_ignore_ascii_case! { ident,
            "normal" => (Collapse::Collapse, Wrap::Wrap),
            "pre" => (Collapse::Preserve, Wrap::NoWrap),
            "pre-wrap" => (Collapse::Preserve, Wrap::Wrap),
            "pre-line" => (Collapse::PreserveBreaks, Wrap::Wrap),
            _ => return Err(Invalid),
        };
        Ok(value)
    });
    let (collapse, wrap) = match whole {
        Ok(value) => value,
        Err(_) => {
            let (mut collapse, mut wrap) = (None, None);
            while collapse.is_none() || wrap.is_none() {
                let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) else { break };
                if let (Some(value), true) = (Collapse::from_css(&ident), collapse.is_none()) {
                    collapse = Some(value);
                } else if let (Some(value), true) = (Wrap::from_css(&ident), wrap.is_none()) {
                    wrap = Some(value);
                } else {
                    return Err(Invalid);
                }
            }
            if collapse.is_none() && wrap.is_none() {
                return Err(Invalid);
            }
            (collapse.unwrap_or_default(), wrap.unwrap_or_default())
        }
    };
    out.push((PropertyId::WhiteSpaceCollapse, SpecifiedValue::Keyword(collapse.index())));
    out.push((PropertyId::TextWrapMode, SpecifiedValue::Keyword(wrap.index())));
    Ok(())
}
