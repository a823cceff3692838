//! Computing: from a specified value to the fields of a [`ComputedStyle`].

use std::sync::Arc;

use super::apply_boxed::{clip_path, grid, shape_outside, svg, transform};
use super::apply_font::{adjust_monospace, font_size, font_weight, zoom};
use super::complex::{Complex, SpecifiedItem};
use super::longhand::BASIS_CONTENT;
use super::syntax::SpecifiedLength;
use super::to_computed::{
    align, bits, border_width, complex, dimension, gap, inline_sides, integer, intrinsic, keyword, length,
    length_or_auto, non_negative, number, set, units,
};
use super::unit::{FontOf, Units};
use super::{ComputeBasis, PropertyId, SpecifiedValue, anchor, color, generated};
use crate::geometry::Sides;
use crate::style::computed::{
    self as c, Alternative, ClipRect, ComputedStyle, Contain, Content, ContentItem, Effects, FlexBasis,
    LengthPercentage, LineHeight, TabSize,
};

/// Sets a longhand; logical ones and values of another property's type do nothing.
#[expect(clippy::too_many_lines, reason = "a row a property")]
pub(super) fn apply(style: &mut ComputedStyle, property: PropertyId, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    use PropertyId as P;
    anchor::apply(style, property, value, basis);
    match property {
        P::ShapeOutside | P::ShapeMargin => shape_outside(style, property, value, basis),
        P::AnchorName | P::AnchorScope | P::PositionAnchor | P::PositionArea | P::PositionTryFallbacks => {}
        P::Direction => set(&mut style.direction, value),
        P::WritingMode => set(&mut style.writing_mode, value),
        P::TextOrientation => set(&mut style.text_orientation, value),
        P::Zoom => zoom(style, value, basis),
        P::FontFamily => {
            if let Some(Complex::Families(families)) = complex(value) {
                style.font_family = basis.web_fonts.map_or_else(|| families.clone(), |fonts| fonts.resolve(families));
                adjust_monospace(style, basis, false);
            }
        }
        P::FontSize => font_size(style, value, basis),
        P::FontWeight => style.font_weight = font_weight(style, value, basis),
        P::FontStyle => set(&mut style.font_style, value),
        P::FontVariantCaps => set(&mut style.font_variant_caps, value),
        P::FontKerning => style.font_kerning_none = keyword(value) == Some(1),
        P::FontVariantLigatures => {
            style.font_variant_ligatures = c::VariantLigatures::from_bits_retain(bits(value).to_le_bytes()[0]);
        }
        P::FontVariantNumeric => {
            style.font_variant_numeric = c::VariantNumeric::from_bits_retain(bits(value).to_le_bytes()[0]);
        }
        P::FontVariantEastAsian => {
            style.font_variant_east_asian = c::VariantEastAsian::from_bits_retain(bits(value));
        }
        P::FontVariantPosition => set(&mut style.font_variant_position, value),
        P::FontStretch => style.font_width = number(style, value, basis).unwrap_or(100.0),
        P::FontFeatureSettings => {
            style.font_feature_settings = match complex(value) {
                Some(Complex::Features(features)) => Some(Arc::clone(features)),
                _ => None,
            };
        }
        P::FontVariationSettings => {
            style.font_variation_settings = match complex(value) {
                Some(Complex::Variations(variations)) => Some(Arc::clone(variations)),
                _ => None,
            };
        }
        P::FontOpticalSizing => style.font_optical_sizing_none = keyword(value) == Some(1),
        P::TextRendering => set(&mut style.text_rendering, value),
        P::LineHeight => line_height(style, value, basis),
        P::Display => set(&mut style.display, value),
        P::Visibility => set(&mut style.visibility, value),
        P::Position => set(&mut style.position, value),
        P::Float => {
            let inline = inline_sides(basis.parent);
            style.float = match keyword(value) {
                Some(1) => c::Float::Left,
                Some(2) => c::Float::Right,
                Some(3) => [c::Float::Left, c::Float::Right][inline],
                Some(4) => [c::Float::Right, c::Float::Left][inline],
                _ => c::Float::None,
            };
        }
        P::Clear => {
            let inline = inline_sides(basis.parent);
            style.clear = match keyword(value) {
                Some(1) => c::Clear::Left,
                Some(2) => c::Clear::Right,
                Some(3) => c::Clear::Both,
                Some(4) => [c::Clear::Left, c::Clear::Right][inline],
                Some(5) => [c::Clear::Right, c::Clear::Left][inline],
                _ => c::Clear::None,
            };
        }
        P::Content => style.content = content(value, basis),
        P::ContentVisibility => set(&mut style.content_visibility, value),
        P::CounterReset => style.counter_reset = counters(value),
        P::CounterIncrement => style.counter_increment = counters(value),
        P::CounterSet => style.counter_set = counters(value),
        P::Quotes => {
            if let Some(Complex::Quotes(quotes)) = complex(value) {
                style.quotes = quotes.clone();
            }
        }
        P::BoxSizing => set(&mut style.box_sizing, value),
        P::Width => style.width = dimension(style, value, basis),
        P::Height => style.height = dimension(style, value, basis),
        P::MinWidth => style.min_width = dimension(style, value, basis),
        P::MinHeight => style.min_height = dimension(style, value, basis),
        P::MaxWidth => style.max_width = dimension(style, value, basis),
        P::MaxHeight => style.max_height = dimension(style, value, basis),
        P::AspectRatio => {
            if let Some(Complex::Ratio(ratio)) = complex(value) {
                style.aspect_ratio = *ratio;
            }
        }
        P::ContainIntrinsicWidth => style.contain_intrinsic_width = intrinsic(style, value, basis),
        P::ContainIntrinsicHeight => style.contain_intrinsic_height = intrinsic(style, value, basis),
        P::MarginTop => {
            (style.margin.top, style.quirky_margin_top) = (length_or_auto(style, value, basis), value.is_quirky_em());
        }
        P::MarginRight => style.margin.right = length_or_auto(style, value, basis),
        P::MarginBottom => {
            (style.margin.bottom, style.quirky_margin_bottom) =
                (length_or_auto(style, value, basis), value.is_quirky_em());
        }
        P::MarginLeft => style.margin.left = length_or_auto(style, value, basis),
        P::PaddingTop => style.padding.top = non_negative(style, value, basis),
        P::PaddingRight => style.padding.right = non_negative(style, value, basis),
        P::PaddingBottom => style.padding.bottom = non_negative(style, value, basis),
        P::PaddingLeft => style.padding.left = non_negative(style, value, basis),
        P::ScrollMarginTop => style.set_scroll_margin(0, length(style, value, basis)),
        P::ScrollMarginRight => style.set_scroll_margin(1, length(style, value, basis)),
        P::ScrollMarginBottom => style.set_scroll_margin(2, length(style, value, basis)),
        P::ScrollMarginLeft => style.set_scroll_margin(3, length(style, value, basis)),
        P::ScrollPaddingTop => style.set_scroll_padding(0, non_negative(style, value, basis)),
        P::ScrollPaddingRight => style.set_scroll_padding(1, non_negative(style, value, basis)),
        P::ScrollPaddingBottom => style.set_scroll_padding(2, non_negative(style, value, basis)),
        P::ScrollPaddingLeft => style.set_scroll_padding(3, non_negative(style, value, basis)),
        P::BorderTopWidth => style.border.top.width = border_width(style, value, basis),
        P::BorderRightWidth => style.border.right.width = border_width(style, value, basis),
        P::BorderBottomWidth => style.border.bottom.width = border_width(style, value, basis),
        P::BorderLeftWidth => style.border.left.width = border_width(style, value, basis),
        P::BorderTopStyle => set(&mut style.border.top.style, value),
        P::BorderRightStyle => set(&mut style.border.right.style, value),
        P::BorderBottomStyle => set(&mut style.border.bottom.style, value),
        P::BorderLeftStyle => set(&mut style.border.left.style, value),
        P::BorderTopLeftRadius => radius(style, 0, value, basis),
        P::BorderTopRightRadius => radius(style, 1, value, basis),
        P::BorderBottomRightRadius => radius(style, 2, value, basis),
        P::BorderBottomLeftRadius => radius(style, 3, value, basis),
        P::Top => style.inset.top = length_or_auto(style, value, basis),
        P::Right => style.inset.right = length_or_auto(style, value, basis),
        P::Bottom => style.inset.bottom = length_or_auto(style, value, basis),
        P::Left => style.inset.left = length_or_auto(style, value, basis),
        P::OverflowX => set(&mut style.overflow_x, value),
        P::OverflowY => set(&mut style.overflow_y, value),
        P::ObjectFit => set(&mut style.object_fit, value),
        P::ZIndex => style.z_index = integer(value),
        P::Opacity => style.opacity = number(style, value, basis).unwrap_or(1.0).clamp(0.0, 1.0),
        P::Isolation => set(&mut style.isolation, value),
        P::Filter => effect(style, Effects::FILTER, value),
        P::BackdropFilter => effect(style, Effects::BACKDROP_FILTER, value),
        P::MaskImage => effect(style, Effects::MASK, value),
        P::MixBlendMode => effect(style, Effects::BLEND, value),
        P::Perspective => {
            let distance = match value {
                SpecifiedValue::Length(_) => Some(length(style, value, basis).resolve(0.0)),
                _ => None,
            };
            style.effects.set(Effects::PERSPECTIVE, distance.is_some());
            if distance.is_some() || style.perspective.is_some() {
                style.perspective.get_or_insert_with(Box::default).distance = distance;
            }
        }
        P::PerspectiveOrigin => {
            if let Some(Complex::Pair(x, y)) = complex(value) {
                let units = units(style, basis);
                style.perspective.get_or_insert_with(Box::default).origin = (x.compute(&units), y.compute(&units));
            }
        }
        P::TransformStyle => effect(style, Effects::PRESERVE_3D, value),
        P::BoxReflect => effect(style, Effects::REFLECT, value),
        P::OffsetPath => effect(style, Effects::OFFSET_PATH, value),
        P::ViewTransitionName => effect(style, Effects::VIEW_TRANSITION, value),
        P::WillChange => {
            let all = Effects::WILL_STACK | Effects::WILL_CONTAIN_FIXED;
            style.effects = (style.effects - all) | (Effects::from_bits_retain(bits(value)) & all);
        }
        P::Contain => {
            style.contain = Contain::from_bits_truncate(u8::try_from(bits(value)).unwrap_or(0));
        }
        P::PointerEvents => set(&mut style.pointer_events, value),
        P::Cursor => set(&mut style.cursor, value),
        P::Interactivity => set(&mut style.interactivity, value),
        P::Transform | P::Translate | P::Rotate | P::Scale => transform(style, property, value, basis),
        P::TransformOrigin => {
            if let Some(Complex::Pair(x, y)) = complex(value) {
                let units = units(style, basis);
                let origin = (x.compute(&units), y.compute(&units));
                style.transform.get_or_insert_with(Box::default).origin = origin;
            }
        }
        P::TransformBox => set(&mut style.transform.get_or_insert_with(Box::default).transform_box, value),
        P::BackfaceVisibility => set(&mut style.backface_visibility, value),
        P::ClipPath => clip_path(style, value, basis),
        P::Clip => {
            style.clip = match complex(value) {
                Some(Complex::Clip(edges)) => {
                    let units = units(style, basis);
                    let edge = |edge: &Option<SpecifiedLength>| edge.as_ref().map(|e| e.compute_px(&units, 0.0));
                    Some(ClipRect {
                        edges: Sides {
                            top: edge(&edges.top),
                            right: edge(&edges.right),
                            bottom: edge(&edges.bottom),
                            left: edge(&edges.left),
                        },
                    })
                }
                _ => None,
            };
        }
        P::Color => color::apply(style, value),
        P::BackgroundColor => color::apply_background(style, value),
        P::BackgroundImage => {
            style.background_paint = (style.background_paint & !2) | (u8::from(keyword(value) == Some(1)) << 1);
        }
        P::UnicodeBidi => set(&mut style.unicode_bidi, value),
        P::LetterSpacing => style.letter_spacing = text_length(style, value, basis),
        P::WordSpacing => style.word_spacing = text_length(style, value, basis),
        P::TextAlign => text_align(style, value, basis),
        P::TextAlignLast => {
            use c::TextAlign as T;
            let values = [T::Auto, T::Start, T::End, T::Left, T::Right, T::Center, T::Justify];
            style.text_align_last = values[usize::from(keyword(value).unwrap_or(0).min(6))];
        }
        P::TextIndent => style.text_indent = length(style, value, basis),
        P::TextTransform => {
            use c::TextTransform as T;
            let values = [T::None, T::Capitalize, T::Uppercase, T::Lowercase, T::MathAuto];
            style.text_transform = values[usize::from(keyword(value).unwrap_or(0).min(4))];
        }
        P::TextDecorationLine => style.text_decoration_line = bits(value).to_le_bytes()[0],
        P::TextDecorationStyle => set(&mut style.text_decoration_style, value),
        P::TextOverflow => set(&mut style.text_overflow, value),
        P::WhiteSpaceCollapse => set(&mut style.white_space_collapse, value),
        P::TextWrapMode => set(&mut style.text_wrap_mode, value),
        P::TextWrapStyle => set(&mut style.text_wrap_style, value),
        P::OverflowWrap => set(&mut style.overflow_wrap, value),
        P::WordBreak => set(&mut style.word_break, value),
        P::LineBreak => set(&mut style.line_break, value),
        P::Hyphens => set(&mut style.hyphens, value),
        P::TabSize => {
            style.tab_size = match value {
                SpecifiedValue::Number(spaces) => TabSize::Spaces(*spaces),
                other => TabSize::Px(length(style, other, basis).resolve(0.0).max(0.0)),
            };
        }
        P::BaselineSource => set(&mut style.baseline_source, value),
        P::VerticalAlign => style.vertical_align = vertical_align(style, value, basis),
        P::TextSecurity => set(&mut style.text_security, value),
        P::ListStyleType => {
            if let Some(Complex::ListStyle(kind)) = complex(value) {
                style.list_style_type = kind.clone();
            }
        }
        P::ListStyleImage => {
            style.list_style_image = match complex(value) {
                Some(Complex::MarkerImage(size)) => Some(Arc::new(*size)),
                _ => None,
            };
        }
        P::ListStylePosition => set(&mut style.list_style_position, value),
        P::BorderCollapse => set(&mut style.border_collapse, value),
        P::BorderHorizontalSpacing => style.border_spacing.0 = length(style, value, basis).resolve(0.0).max(0.0),
        P::BorderVerticalSpacing => style.border_spacing.1 = length(style, value, basis).resolve(0.0).max(0.0),
        P::CaptionSide => set(&mut style.caption_side, value),
        P::TableLayout => set(&mut style.table_layout, value),
        P::EmptyCells => set(&mut style.empty_cells, value),
        P::FlexDirection => set(&mut style.flex_direction, value),
        P::FlexWrap => set(&mut style.flex_wrap, value),
        P::FlexGrow => style.flex_grow = number(style, value, basis).unwrap_or(0.0).max(0.0),
        P::FlexShrink => style.flex_shrink = number(style, value, basis).unwrap_or(1.0).max(0.0),
        P::FlexBasis => {
            style.flex_basis = if keyword(value) == Some(BASIS_CONTENT) {
                FlexBasis::Content
            } else {
                FlexBasis::Size(dimension(style, value, basis))
            };
        }
        P::Order => style.order = integer(value).unwrap_or(0),
        P::AlignItems => align(&mut style.align_items, value),
        P::AlignSelf => align(&mut style.align_self, value),
        P::AlignContent => align(&mut style.align_content, value),
        P::JustifyItems => align(&mut style.justify_items, value),
        P::JustifySelf => align(&mut style.justify_self, value),
        P::JustifyContent => align(&mut style.justify_content, value),
        P::RowGap => style.row_gap = gap(style, value, basis),
        P::ColumnGap => style.column_gap = gap(style, value, basis),
        P::GridTemplateRows
        | P::GridTemplateColumns
        | P::GridTemplateAreas
        | P::GridAutoRows
        | P::GridAutoColumns
        | P::GridAutoFlow
        | P::GridRowStart
        | P::GridRowEnd
        | P::GridColumnStart
        | P::GridColumnEnd => grid(style, property, value, basis),
        P::ColumnCount => style.column_count = integer(value).and_then(|n| u32::try_from(n).ok()),
        P::ColumnWidth => {
            style.column_width = match value {
                SpecifiedValue::Length(_) => Some(length(style, value, basis).resolve(0.0).max(0.0)),
                _ => None,
            };
        }
        P::MarginTrim => set(&mut style.margin_trim, value),
        P::ColumnSpan => style.column_span_all = keyword(value) == Some(1),
        P::ColumnFill => set(&mut style.column_fill, value),
        P::BreakBefore => set(&mut style.break_before, value),
        P::BreakAfter => set(&mut style.break_after, value),
        P::BreakInside => set(&mut style.break_inside, value),
        P::BoxOrient => set(&mut style.box_orient, value),
        P::BoxDirection => set(&mut style.box_direction, value),
        P::BoxAlign => set(&mut style.box_align, value),
        P::BoxPack => set(&mut style.box_pack, value),
        P::BoxFlex => style.box_flex = number(style, value, basis).unwrap_or(0.0),
        P::BoxOrdinalGroup => style.box_ordinal_group = integer(value).unwrap_or(1),
        P::Appearance => set(&mut style.appearance, value),
        P::FieldSizing => set(&mut style.field_sizing, value),
        P::ScrollbarGutter => style.scrollbar_gutter_stable = keyword(value) == Some(1),
        P::LineClamp => style.line_clamp = integer(value).and_then(|n| u32::try_from(n).ok()),
        P::ContainerType => set(&mut style.container_type, value),
        P::ContainerName => {
            style.container_name = match complex(value) {
                Some(Complex::Names(names)) => Some(names.clone()),
                _ => None,
            };
        }
        P::X
        | P::Y
        | P::Cx
        | P::Cy
        | P::R
        | P::Rx
        | P::Ry
        | P::D
        | P::Fill
        | P::Stroke
        | P::StrokeWidth
        | P::FillRule
        | P::StrokeLinecap
        | P::StrokeLinejoin
        | P::TextAnchor => svg(style, property, value, basis),
        P::InlineSize
        | P::BlockSize
        | P::MinInlineSize
        | P::MinBlockSize
        | P::MaxInlineSize
        | P::MaxBlockSize
        | P::ContainIntrinsicInlineSize
        | P::ContainIntrinsicBlockSize
        | P::ScrollMarginBlockStart
        | P::ScrollMarginBlockEnd
        | P::ScrollMarginInlineStart
        | P::ScrollMarginInlineEnd
        | P::ScrollPaddingBlockStart
        | P::ScrollPaddingBlockEnd
        | P::ScrollPaddingInlineStart
        | P::ScrollPaddingInlineEnd
        | P::MarginBlockStart
        | P::MarginBlockEnd
        | P::MarginInlineStart
        | P::MarginInlineEnd
        | P::PaddingBlockStart
        | P::PaddingBlockEnd
        | P::PaddingInlineStart
        | P::PaddingInlineEnd
        | P::BorderBlockStartWidth
        | P::BorderBlockEndWidth
        | P::BorderInlineStartWidth
        | P::BorderInlineEndWidth
        | P::BorderBlockStartStyle
        | P::BorderBlockEndStyle
        | P::BorderInlineStartStyle
        | P::BorderInlineEndStyle
        | P::BorderStartStartRadius
        | P::BorderStartEndRadius
        | P::BorderEndStartRadius
        | P::BorderEndEndRadius
        | P::InsetBlockStart
        | P::InsetBlockEnd
        | P::InsetInlineStart
        | P::InsetInlineEnd
        | P::OverflowInline
        | P::OverflowBlock => {}
    }
}

fn radius(style: &mut ComputedStyle, corner: usize, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    let Some(Complex::Pair(x, y)) = complex(value) else { return };
    let units = units(style, basis);
    let pair = (x.compute_non_negative(&units), y.compute_non_negative(&units));
    let zero = (LengthPercentage::ZERO, LengthPercentage::ZERO);
    if style.border_radius.is_some() || pair != zero {
        let all = || Box::new([zero.clone(), zero.clone(), zero.clone(), zero.clone()]);
        style.border_radius.get_or_insert_with(all)[corner] = pair;
    }
}

fn line_height(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    style.line_height = match value {
        SpecifiedValue::Number(number) => LineHeight::Number(*number),
        SpecifiedValue::Length(length) => {
            let units = Units { basis, style, font_of: FontOf::ElementInParentLine };
            LineHeight::Px(length.compute_px(&units, style.font_size).max(0.0))
        }
        _ => LineHeight::Normal,
    };
}

/// Letter and word spacing: percentages are of the font size.
fn text_length(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> f32 {
    length(style, value, basis).resolve(style.font_size)
}

/// <https://drafts.csswg.org/css-text-3/#valdef-text-align-match-parent>
fn text_align(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    if keyword(value) == Some(super::longhand::INTERNAL_CENTER) {
        let parent = basis.parent.text_align;
        style.text_align = if parent == c::TextAlign::Start { c::TextAlign::Center } else { parent };
        return;
    }
    set(&mut style.text_align, value);
    if style.text_align == c::TextAlign::MatchParent {
        let parent = basis.parent;
        let sides = [c::TextAlign::Left, c::TextAlign::Right];
        style.text_align = match parent.text_align {
            c::TextAlign::Start => sides[inline_sides(parent)],
            c::TextAlign::End => sides[1 - inline_sides(parent)],
            other => other,
        };
    }
}

fn vertical_align(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> c::VerticalAlign {
    match value {
        SpecifiedValue::Length(_) => c::VerticalAlign::Length(length(style, value, basis)),
        SpecifiedValue::Keyword(1) => c::VerticalAlign::Sub,
        SpecifiedValue::Keyword(2) => c::VerticalAlign::Super,
        SpecifiedValue::Keyword(3) => c::VerticalAlign::TextTop,
        SpecifiedValue::Keyword(4) => c::VerticalAlign::TextBottom,
        SpecifiedValue::Keyword(5) => c::VerticalAlign::Middle,
        SpecifiedValue::Keyword(6) => c::VerticalAlign::Top,
        SpecifiedValue::Keyword(7) => c::VerticalAlign::Bottom,
        SpecifiedValue::Keyword(8) => c::VerticalAlign::BaselineMiddle,
        _ => c::VerticalAlign::Baseline,
    }
}

fn effect(style: &mut ComputedStyle, bit: Effects, value: &SpecifiedValue) {
    style.effects.set(bit, keyword(value).is_some_and(|k| k > 0));
}

fn counters(value: &SpecifiedValue) -> Option<Arc<[c::CounterChange]>> {
    match complex(value) {
        Some(Complex::Counters(changes)) => Some(changes.clone()),
        _ => None,
    }
}

/// `attr()` is looked up here; counters and quotes wait for the walk in tree order.
fn content(value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> Content {
    let Some(Complex::Content(content)) = complex(value) else {
        return if keyword(value) == Some(generated::CONTENT_NONE) { Content::None } else { Content::Normal };
    };
    let attribute = |name: &crate::dom::Atom, fallback: &str| -> Box<str> {
        basis.element.and_then(|(dom, node)| dom.attr(node, name)).unwrap_or(fallback).into()
    };
    let item = |item: &SpecifiedItem| match item {
        SpecifiedItem::Text(text) => ContentItem::Text(text.clone()),
        SpecifiedItem::Attribute(name, fallback) => ContentItem::Text(attribute(name, fallback)),
        SpecifiedItem::Counter(counter) => ContentItem::CounterUse(counter.clone()),
        SpecifiedItem::Quote(quote) => ContentItem::QuoteUse(*quote),
        SpecifiedItem::Image(size) => ContentItem::Image(*size),
    };
    let alternative = content.alternative.as_ref().map(|items| {
        let mut text = String::new();
        for item in items {
            match item {
                SpecifiedItem::Text(more) => text.push_str(more),
                SpecifiedItem::Attribute(name, fallback) => text.push_str(&attribute(name, fallback)),
                _ => return Alternative::Counted,
            }
        }
        Alternative::Text(text.into())
    });
    Content::Items(content.items.iter().map(item).collect(), alternative)
}
