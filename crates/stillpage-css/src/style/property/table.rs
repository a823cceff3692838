//! The longhands: name, inheritance, phase, and the fields of [`ComputedStyle`] they set. A row a property.

use super::copy::*;
use crate::style::computed::{ComputedStyle, Effects};

/// When a longhand is applied: later phases depend on earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// `direction`, `writing-mode`, `zoom`, ...: what logical properties and font sizes depend on.
    Mode,
    /// `font-*`; families go before sizes, as they are numbered.
    Font,
    /// `line-height`, which `lh` depends on.
    LineHeight,
    /// The rest, in any order; logical properties are mapped and compete with the physical ones by cascade order.
    Rest,
}

/// Copies the fields of a row.
macro_rules! copy_fields {
    ($style:ident, $from:ident, with $function:path) => { $function($style, $from) };
    ($style:ident, $from:ident, logical) => {{}};
    ($style:ident, $from:ident, $($($field:tt).+),+) => {{ $($style.$($field).+ = $from.$($field).+.clone();)+ }};
}

macro_rules! inherits {
    (inherits) => {
        true
    };
    (resets) => {
        false
    };
}

macro_rules! is_logical {
    (logical) => {
        true
    };
    ($($other:tt)*) => {
        false
    };
}

macro_rules! longhands {
    ($($id:ident $css:literal $inherit:ident $phase:ident ($($fields:tt)+);)+) => {
        /// A longhand that stillpage knows; logical ones included.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each variant is the CSS property that css() prints")]
        pub(crate) enum PropertyId { $($id),+ }

        impl PropertyId {
            /// Every longhand, in the order of [`index`](Self::index).
            pub(crate) const ALL: &'static [Self] = &[$(Self::$id),+];
            /// How many there are.
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// The name.
            #[must_use]
            pub(crate) const fn css(self) -> &'static str {
                match self { $(Self::$id => $css),+ }
            }

            /// When to apply it.
            #[must_use]
            pub(crate) const fn phase(self) -> Phase {
                match self { $(Self::$id => Phase::$phase),+ }
            }

            /// Whether [`resolve_logical`](super::resolve_logical) maps it.
            #[must_use]
            pub(crate) const fn is_logical(self) -> bool {
                match self { $(Self::$id => is_logical!($($fields)+)),+ }
            }
        }

        /// Copies the fields of every inherited longhand.
        pub(super) fn copy_inherited(style: &mut ComputedStyle, from: &ComputedStyle) {
            $(if inherits!($inherit) { copy_fields!(style, from, $($fields)+) })+
        }

        /// Copies a longhand's fields from another style; nothing for logical ones.
        pub(super) fn copy(style: &mut ComputedStyle, property: PropertyId, from: &ComputedStyle) {
            match property { $(PropertyId::$id => copy_fields!(style, from, $($fields)+)),+ }
        }
    };
}

impl PropertyId {
    /// A dense number below [`COUNT`](Self::COUNT).
    #[must_use]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

longhands! {
    // Writing modes, zoom
    Direction "direction" inherits Mode (direction);
    WritingMode "writing-mode" inherits Mode (writing_mode);
    TextOrientation "text-orientation" inherits Mode (text_orientation);
    Zoom "zoom" resets Mode (with copy_zoom);
    // Fonts
    FontFamily "font-family" inherits Font (font_family);
    FontSize "font-size" inherits Font (with copy_font_size);
    FontWeight "font-weight" inherits Font (font_weight);
    FontStyle "font-style" inherits Font (font_style);
    FontVariantCaps "font-variant-caps" inherits Font (font_variant_caps);
    FontKerning "font-kerning" inherits Font (font_kerning_none);
    FontVariantLigatures "font-variant-ligatures" inherits Font (font_variant_ligatures);
    FontVariantNumeric "font-variant-numeric" inherits Font (font_variant_numeric);
    FontVariantEastAsian "font-variant-east-asian" inherits Font (font_variant_east_asian);
    FontVariantPosition "font-variant-position" inherits Font (font_variant_position);
    FontStretch "font-stretch" inherits Font (font_width);
    FontFeatureSettings "font-feature-settings" inherits Font (font_feature_settings);
    FontVariationSettings "font-variation-settings" inherits Font (font_variation_settings);
    FontOpticalSizing "font-optical-sizing" inherits Font (font_optical_sizing_none);
    TextRendering "text-rendering" inherits Font (text_rendering);
    LineHeight "line-height" inherits LineHeight (with copy_line_height);
    // Box generation
    Display "display" resets Rest (display);
    Visibility "visibility" inherits Rest (visibility);
    Position "position" resets Rest (position);
    Float "float" resets Rest (float);
    Clear "clear" resets Rest (clear);
    Content "content" resets Rest (content);
    ContentVisibility "content-visibility" resets Rest (content_visibility);
    CounterReset "counter-reset" resets Rest (counter_reset);
    CounterIncrement "counter-increment" resets Rest (counter_increment);
    CounterSet "counter-set" resets Rest (counter_set);
    Quotes "quotes" inherits Rest (quotes);
    // Sizes
    BoxSizing "box-sizing" resets Rest (box_sizing);
    Width "width" resets Rest (width);
    Height "height" resets Rest (height);
    MinWidth "min-width" resets Rest (min_width);
    MinHeight "min-height" resets Rest (min_height);
    MaxWidth "max-width" resets Rest (max_width);
    MaxHeight "max-height" resets Rest (max_height);
    InlineSize "inline-size" resets Rest (logical);
    BlockSize "block-size" resets Rest (logical);
    MinInlineSize "min-inline-size" resets Rest (logical);
    MinBlockSize "min-block-size" resets Rest (logical);
    MaxInlineSize "max-inline-size" resets Rest (logical);
    MaxBlockSize "max-block-size" resets Rest (logical);
    AspectRatio "aspect-ratio" resets Rest (aspect_ratio);
    ContainIntrinsicWidth "contain-intrinsic-width" resets Rest (contain_intrinsic_width);
    ContainIntrinsicHeight "contain-intrinsic-height" resets Rest (contain_intrinsic_height);
    ContainIntrinsicInlineSize "contain-intrinsic-inline-size" resets Rest (logical);
    ContainIntrinsicBlockSize "contain-intrinsic-block-size" resets Rest (logical);
    // Margins and padding
    MarginTop "margin-top" resets Rest (with copy_margin_top);
    MarginRight "margin-right" resets Rest (margin.right);
    MarginBottom "margin-bottom" resets Rest (with copy_margin_bottom);
    MarginLeft "margin-left" resets Rest (margin.left);
    MarginBlockStart "margin-block-start" resets Rest (logical);
    MarginBlockEnd "margin-block-end" resets Rest (logical);
    MarginInlineStart "margin-inline-start" resets Rest (logical);
    MarginInlineEnd "margin-inline-end" resets Rest (logical);
    PaddingTop "padding-top" resets Rest (padding.top);
    PaddingRight "padding-right" resets Rest (padding.right);
    PaddingBottom "padding-bottom" resets Rest (padding.bottom);
    PaddingLeft "padding-left" resets Rest (padding.left);
    PaddingBlockStart "padding-block-start" resets Rest (logical);
    PaddingBlockEnd "padding-block-end" resets Rest (logical);
    PaddingInlineStart "padding-inline-start" resets Rest (logical);
    PaddingInlineEnd "padding-inline-end" resets Rest (logical);
    // Scrolling into view
    ScrollMarginTop "scroll-margin-top" resets Rest (with copy_scroll_margin::<0>);
    ScrollMarginRight "scroll-margin-right" resets Rest (with copy_scroll_margin::<1>);
    ScrollMarginBottom "scroll-margin-bottom" resets Rest (with copy_scroll_margin::<2>);
    ScrollMarginLeft "scroll-margin-left" resets Rest (with copy_scroll_margin::<3>);
    ScrollMarginBlockStart "scroll-margin-block-start" resets Rest (logical);
    ScrollMarginBlockEnd "scroll-margin-block-end" resets Rest (logical);
    ScrollMarginInlineStart "scroll-margin-inline-start" resets Rest (logical);
    ScrollMarginInlineEnd "scroll-margin-inline-end" resets Rest (logical);
    ScrollPaddingTop "scroll-padding-top" resets Rest (with copy_scroll_padding::<0>);
    ScrollPaddingRight "scroll-padding-right" resets Rest (with copy_scroll_padding::<1>);
    ScrollPaddingBottom "scroll-padding-bottom" resets Rest (with copy_scroll_padding::<2>);
    ScrollPaddingLeft "scroll-padding-left" resets Rest (with copy_scroll_padding::<3>);
    ScrollPaddingBlockStart "scroll-padding-block-start" resets Rest (logical);
    ScrollPaddingBlockEnd "scroll-padding-block-end" resets Rest (logical);
    ScrollPaddingInlineStart "scroll-padding-inline-start" resets Rest (logical);
    ScrollPaddingInlineEnd "scroll-padding-inline-end" resets Rest (logical);
    // Borders
    BorderTopWidth "border-top-width" resets Rest (border.top.width);
    BorderRightWidth "border-right-width" resets Rest (border.right.width);
    BorderBottomWidth "border-bottom-width" resets Rest (border.bottom.width);
    BorderLeftWidth "border-left-width" resets Rest (border.left.width);
    BorderBlockStartWidth "border-block-start-width" resets Rest (logical);
    BorderBlockEndWidth "border-block-end-width" resets Rest (logical);
    BorderInlineStartWidth "border-inline-start-width" resets Rest (logical);
    BorderInlineEndWidth "border-inline-end-width" resets Rest (logical);
    BorderTopStyle "border-top-style" resets Rest (border.top.style);
    BorderRightStyle "border-right-style" resets Rest (border.right.style);
    BorderBottomStyle "border-bottom-style" resets Rest (border.bottom.style);
    BorderLeftStyle "border-left-style" resets Rest (border.left.style);
    BorderBlockStartStyle "border-block-start-style" resets Rest (logical);
    BorderBlockEndStyle "border-block-end-style" resets Rest (logical);
    BorderInlineStartStyle "border-inline-start-style" resets Rest (logical);
    BorderInlineEndStyle "border-inline-end-style" resets Rest (logical);
    BorderTopLeftRadius "border-top-left-radius" resets Rest (with copy_radius::<0>);
    BorderTopRightRadius "border-top-right-radius" resets Rest (with copy_radius::<1>);
    BorderBottomRightRadius "border-bottom-right-radius" resets Rest (with copy_radius::<2>);
    BorderBottomLeftRadius "border-bottom-left-radius" resets Rest (with copy_radius::<3>);
    BorderStartStartRadius "border-start-start-radius" resets Rest (logical);
    BorderStartEndRadius "border-start-end-radius" resets Rest (logical);
    BorderEndStartRadius "border-end-start-radius" resets Rest (logical);
    BorderEndEndRadius "border-end-end-radius" resets Rest (logical);
    // Insets
    Top "top" resets Rest (with copy_inset::<0>);
    Right "right" resets Rest (with copy_inset::<1>);
    Bottom "bottom" resets Rest (with copy_inset::<2>);
    Left "left" resets Rest (with copy_inset::<3>);
    InsetBlockStart "inset-block-start" resets Rest (logical);
    InsetBlockEnd "inset-block-end" resets Rest (logical);
    InsetInlineStart "inset-inline-start" resets Rest (logical);
    InsetInlineEnd "inset-inline-end" resets Rest (logical);
    // Overflow, stacking, hit testing
    OverflowX "overflow-x" resets Rest (overflow_x);
    OverflowY "overflow-y" resets Rest (overflow_y);
    OverflowInline "overflow-inline" resets Rest (logical);
    OverflowBlock "overflow-block" resets Rest (logical);
    ObjectFit "object-fit" resets Rest (object_fit);
    ZIndex "z-index" resets Rest (z_index);
    Opacity "opacity" resets Rest (opacity);
    Isolation "isolation" resets Rest (isolation);
    Filter "filter" resets Rest (with copy_effect::<{ Effects::FILTER.bits() }>);
    BackdropFilter "backdrop-filter" resets Rest (with copy_effect::<{ Effects::BACKDROP_FILTER.bits() }>);
    MaskImage "mask-image" resets Rest (with copy_effect::<{ Effects::MASK.bits() }>);
    MixBlendMode "mix-blend-mode" resets Rest (with copy_effect::<{ Effects::BLEND.bits() }>);
    Perspective "perspective" resets Rest (with copy_perspective);
    PerspectiveOrigin "perspective-origin" resets Rest (with copy_perspective_origin);
    TransformStyle "transform-style" resets Rest (with copy_effect::<{ Effects::PRESERVE_3D.bits() }>);
    WillChange "will-change" resets Rest
        (with copy_effect::<{ Effects::WILL_STACK.bits() | Effects::WILL_CONTAIN_FIXED.bits() }>);
    BoxReflect "-webkit-box-reflect" resets Rest (with copy_effect::<{ Effects::REFLECT.bits() }>);
    OffsetPath "offset-path" resets Rest (with copy_effect::<{ Effects::OFFSET_PATH.bits() }>);
    ViewTransitionName "view-transition-name" resets Rest (with copy_effect::<{ Effects::VIEW_TRANSITION.bits() }>);
    Contain "contain" resets Rest (contain);
    PointerEvents "pointer-events" inherits Rest (pointer_events);
    Cursor "cursor" inherits Rest (cursor);
    Interactivity "interactivity" inherits Rest (interactivity);
    Transform "transform" resets Rest (with copy_transform);
    Translate "translate" resets Rest (with copy_translate);
    Rotate "rotate" resets Rest (with copy_rotate);
    Scale "scale" resets Rest (with copy_scale);
    TransformOrigin "transform-origin" resets Rest (with copy_transform_origin);
    TransformBox "transform-box" resets Rest (with copy_transform_box);
    BackfaceVisibility "backface-visibility" resets Rest (backface_visibility);
    AnchorName "anchor-name" resets Rest (with copy_anchor_name);
    AnchorScope "anchor-scope" resets Rest (with copy_anchor_scope);
    PositionAnchor "position-anchor" resets Rest (with copy_position_anchor);
    PositionArea "position-area" resets Rest (with copy_position_area);
    PositionTryFallbacks "position-try-fallbacks" resets Rest (with copy_position_fallbacks);
    ShapeOutside "shape-outside" resets Rest (with copy_shape_outside);
    ShapeMargin "shape-margin" resets Rest (with copy_shape_margin);
    ClipPath "clip-path" resets Rest (clip_path);
    Clip "clip" resets Rest (clip);
    Color "color" inherits Rest (color);
    BackgroundColor "background-color" resets Rest (with copy_background::<1>);
    BackgroundImage "background-image" resets Rest (with copy_background::<2>);
    // Text
    UnicodeBidi "unicode-bidi" resets Rest (unicode_bidi);
    LetterSpacing "letter-spacing" inherits Rest (letter_spacing);
    WordSpacing "word-spacing" inherits Rest (word_spacing);
    TextAlign "text-align" inherits Rest (text_align);
    TextAlignLast "text-align-last" inherits Rest (text_align_last);
    TextIndent "text-indent" inherits Rest (text_indent);
    TextTransform "text-transform" inherits Rest (text_transform);
    TextDecorationLine "text-decoration-line" resets Rest (text_decoration_line);
    TextDecorationStyle "text-decoration-style" resets Rest (text_decoration_style);
    TextOverflow "text-overflow" resets Rest (text_overflow);
    WhiteSpaceCollapse "white-space-collapse" inherits Rest (white_space_collapse);
    TextWrapMode "text-wrap-mode" inherits Rest (text_wrap_mode);
    TextWrapStyle "text-wrap-style" inherits Rest (text_wrap_style);
    OverflowWrap "overflow-wrap" inherits Rest (overflow_wrap);
    WordBreak "word-break" inherits Rest (word_break);
    LineBreak "line-break" inherits Rest (line_break);
    Hyphens "hyphens" inherits Rest (hyphens);
    TabSize "tab-size" inherits Rest (tab_size);
    VerticalAlign "vertical-align" resets Rest (vertical_align);
    BaselineSource "baseline-source" resets Rest (baseline_source);
    TextSecurity "-webkit-text-security" inherits Rest (text_security);
    // Lists
    ListStyleType "list-style-type" inherits Rest (list_style_type);
    ListStyleImage "list-style-image" inherits Rest (list_style_image);
    ListStylePosition "list-style-position" inherits Rest (list_style_position);
    // Tables
    BorderCollapse "border-collapse" inherits Rest (border_collapse);
    BorderHorizontalSpacing "-webkit-border-horizontal-spacing" inherits Rest (border_spacing.0);
    BorderVerticalSpacing "-webkit-border-vertical-spacing" inherits Rest (border_spacing.1);
    CaptionSide "caption-side" inherits Rest (caption_side);
    TableLayout "table-layout" resets Rest (table_layout);
    EmptyCells "empty-cells" inherits Rest (empty_cells);
    // Flex, grid, alignment
    FlexDirection "flex-direction" resets Rest (flex_direction);
    FlexWrap "flex-wrap" resets Rest (flex_wrap);
    FlexGrow "flex-grow" resets Rest (flex_grow);
    FlexShrink "flex-shrink" resets Rest (flex_shrink);
    FlexBasis "flex-basis" resets Rest (flex_basis);
    Order "order" resets Rest (order);
    AlignItems "align-items" resets Rest (align_items);
    AlignSelf "align-self" resets Rest (align_self);
    AlignContent "align-content" resets Rest (align_content);
    JustifyItems "justify-items" resets Rest (justify_items);
    JustifySelf "justify-self" resets Rest (justify_self);
    JustifyContent "justify-content" resets Rest (justify_content);
    RowGap "row-gap" resets Rest (row_gap);
    ColumnGap "column-gap" resets Rest (column_gap);
    GridTemplateRows "grid-template-rows" resets Rest (with copy_template_rows);
    GridTemplateColumns "grid-template-columns" resets Rest (with copy_template_columns);
    GridTemplateAreas "grid-template-areas" resets Rest (with copy_template_areas);
    GridAutoRows "grid-auto-rows" resets Rest (with copy_auto_rows);
    GridAutoColumns "grid-auto-columns" resets Rest (with copy_auto_columns);
    GridAutoFlow "grid-auto-flow" resets Rest (with copy_auto_flow);
    GridRowStart "grid-row-start" resets Rest (with copy_row_start);
    GridRowEnd "grid-row-end" resets Rest (with copy_row_end);
    GridColumnStart "grid-column-start" resets Rest (with copy_column_start);
    GridColumnEnd "grid-column-end" resets Rest (with copy_column_end);
    // Multi-column
    ColumnCount "column-count" resets Rest (column_count);
    ColumnWidth "column-width" resets Rest (column_width);
    ColumnSpan "column-span" resets Rest (column_span_all);
    MarginTrim "margin-trim" resets Rest (margin_trim);
    ColumnFill "column-fill" resets Rest (column_fill);
    BreakBefore "break-before" resets Rest (break_before);
    BreakAfter "break-after" resets Rest (break_after);
    BreakInside "break-inside" resets Rest (break_inside);
    // The old flexible box
    BoxOrient "-webkit-box-orient" resets Rest (box_orient);
    BoxDirection "-webkit-box-direction" inherits Rest (box_direction);
    BoxAlign "-webkit-box-align" resets Rest (box_align);
    BoxPack "-webkit-box-pack" resets Rest (box_pack);
    BoxFlex "-webkit-box-flex" resets Rest (box_flex);
    BoxOrdinalGroup "-webkit-box-ordinal-group" resets Rest (box_ordinal_group);
    // Controls and the rest
    Appearance "appearance" resets Rest (appearance);
    FieldSizing "field-sizing" resets Rest (field_sizing);
    ScrollbarGutter "scrollbar-gutter" resets Rest (scrollbar_gutter_stable);
    LineClamp "-webkit-line-clamp" resets Rest (line_clamp);
    ContainerType "container-type" resets Rest (container_type);
    ContainerName "container-name" resets Rest (container_name);
    // SVG
    X "x" resets Rest (with copy_x);
    Y "y" resets Rest (with copy_y);
    Cx "cx" resets Rest (with copy_cx);
    Cy "cy" resets Rest (with copy_cy);
    R "r" resets Rest (with copy_r);
    Rx "rx" resets Rest (with copy_rx);
    Ry "ry" resets Rest (with copy_ry);
    D "d" resets Rest (with copy_d);
    Fill "fill" inherits Rest (with copy_fill);
    Stroke "stroke" inherits Rest (with copy_stroke);
    StrokeWidth "stroke-width" inherits Rest (with copy_stroke_width);
    FillRule "fill-rule" inherits Rest (with copy_fill_rule);
    StrokeLinecap "stroke-linecap" inherits Rest (with copy_stroke_linecap);
    StrokeLinejoin "stroke-linejoin" inherits Rest (with copy_stroke_linejoin);
    TextAnchor "text-anchor" inherits Rest (with copy_text_anchor);
}
