//! The longhands: a row each, from which parsing, computing, copying and the fields of a style follow.
//!
//! A row has the name in Rust and in CSS, whether elements inherit it, and the phase of the cascade in which it is applied. Then:
//!
//! - `: field, Enum::Initial`: its keywords are those of the enum of its field.
//! - `= syntax => [field: Type = initial => computed]`: any other syntax; what it computes to is set to the field.
//! - `= syntax => in [field.part => computed]`: the field is shared with other properties, so that it is declared with the style.
//! - `= syntax => boxed [field.part => computed]`: the same in a box that is made once a part of it is not initial.
//! - `= syntax => effect FLAG`: only whether it is anything but its first keyword counts.
//! - `= syntax => with [copy, apply]`: computing or copying takes more than that.
//! - `= syntax, logical`: `resolve_logical` maps it to a physical one.
//!
//! The macro hands them to another one that makes code of them, with the names of what the expressions may use.

macro_rules! longhands {
    ($make:ident) => { $make! { (input mode style value basis)
        // Writing modes, zoom
        Direction "direction" inherits Mode: direction, Direction::Ltr;
        WritingMode "writing-mode" inherits Mode = longhand::writing_mode(input)
            => [writing_mode: WritingMode = WritingMode::HorizontalTb => compute::word(value)];
        TextOrientation "text-orientation" inherits Mode = keyword_or(input, &[("sideways-right", c::TextOrientation::Sideways)])
            => [text_orientation: TextOrientation = TextOrientation::Mixed => compute::word(value)];
        TextCombineUpright "text-combine-upright" inherits Mode = words(input, &["none", "all"])
            => [text_combine_all: bool = false => compute::is_second(value)];
        ColorScheme "color-scheme" inherits Mode = color_scheme::parse(input) => [
            /// The used colour scheme is the dark one.
            is_dark: bool = false => color_scheme::is_dark(style, value, basis)
        ];
        Zoom "zoom" resets Mode = longhand::zoom(input) => with [copy_zoom, apply_font::zoom(style, value, basis)];
        // Fonts
        FontFamily "font-family" inherits Font = font::family(input)
            => with [copy_font_family, apply_font::font_family(style, value, basis)];
        FontSize "font-size" inherits Font = font::size(input, mode)
            => with [copy_font_size, apply_font::font_size(style, value, basis)];
        FontWeight "font-weight" inherits Font = font::weight(input)
            => [font_weight: f32 = 400.0 => apply_font::font_weight(style, value, basis)];
        FontStyle "font-style" inherits Font = font::style(input)
            => [font_style: FontStyle = FontStyle::Normal => compute::word(value)];
        FontVariantCaps "font-variant-caps" inherits Font = font::variant_caps(input)
            => [font_variant_caps: FontVariantCaps = FontVariantCaps::Normal => compute::word(value)];
        FontKerning "font-kerning" inherits Font = words(input, &["auto", "none", "normal"]) => [
            /// `font-kerning: none` or `font-feature-settings: "kern" 0`.
            font_kerning_none: bool = false => compute::is_second(value)
        ];
        FontVariantLigatures "font-variant-ligatures" inherits Font = font::variant_ligatures(input)
            => [font_variant_ligatures: VariantLigatures = VariantLigatures::empty() => compute::ligatures(value)];
        FontVariantNumeric "font-variant-numeric" inherits Font = font::variant(input, &font::NUMERIC, false)
            => [font_variant_numeric: VariantNumeric = VariantNumeric::empty() => compute::numeric(value)];
        FontVariantEastAsian "font-variant-east-asian" inherits Font = font::variant(input, &font::EAST_ASIAN, false)
            => [font_variant_east_asian: VariantEastAsian = VariantEastAsian::empty() => compute::east_asian(value)];
        FontVariantPosition "font-variant-position" inherits Font: font_variant_position, FontVariantPosition::Normal;
        FontStretch "font-stretch" inherits Font = font::stretch(input) => [
            /// `font-width`, percent.
            font_width: f32 = 100.0 => compute::number(style, value, basis).unwrap_or(100.0)
        ];
        FontFeatureSettings "font-feature-settings" inherits Font = font::feature_settings(input)
            => [font_feature_settings: Option<Arc<[FontFeature]>> = None => compute::features(value)];
        FontVariationSettings "font-variation-settings" inherits Font = font::variation_settings(input)
            => [font_variation_settings: Option<Arc<[(FontTag, f32)]>> = None => compute::variations(value)];
        FontOpticalSizing "font-optical-sizing" inherits Font = words(input, &["auto", "none"]) => [
            /// `font-optical-sizing: none`
            font_optical_sizing_none: bool = false => compute::is_second(value)
        ];
        FontSizeAdjust "font-size-adjust" inherits Font = font::size_adjust(input)
            => [font_size_adjust: Option<f32> = None => compute::number(style, value, basis)];
        TextRendering "text-rendering" inherits Font: text_rendering, TextRendering::Auto;
        LineHeight "line-height" inherits LineHeight = font::line_height(input, mode)
            => with [copy_line_height, apply_font::line_height(style, value, basis)];
        // Box generation
        Display "display" resets Rest = display::display(input) => [
            /// After blockification (floats, absolute positions, flex and grid items, the root).
            display: Display = Display::Inline => compute::word(value)
        ];
        Visibility "visibility" inherits Rest: visibility, Visibility::Visible;
        Position "position" resets Rest: position, Position::Static;
        Float "float" resets Rest = words(input, &["none", "left", "right", "inline-start", "inline-end"])
            => [float: Float = Float::None => compute::float(value, basis)];
        Clear "clear" resets Rest = words(input, &["none", "left", "right", "both", "inline-start", "inline-end"])
            => [clear: Clear = Clear::None => compute::clear(value, basis)];
        Content "content" resets Rest = generated::content(input)
            => [content: Content = Content::Normal => compute::content(value, basis)];
        ContentVisibility "content-visibility" resets Rest: content_visibility, ContentVisibility::Visible;
        CounterReset "counter-reset" resets Rest = generated::counters(input, 0, true)
            => [counter_reset: Option<Arc<[CounterChange]>> = None => compute::counters(value)];
        CounterIncrement "counter-increment" resets Rest = generated::counters(input, 1, false)
            => [counter_increment: Option<Arc<[CounterChange]>> = None => compute::counters(value)];
        CounterSet "counter-set" resets Rest = generated::counters(input, 0, false)
            => [counter_set: Option<Arc<[CounterChange]>> = None => compute::counters(value)];
        Quotes "quotes" inherits Rest = generated::quotes(input)
            => [quotes: Quotes = Quotes::Auto => compute::quotes(style, value)];
        // Sizes
        BoxSizing "box-sizing" resets Rest: box_sizing, BoxSizing::ContentBox;
        Width "width" resets Rest = longhand::size(input, "auto", mode)
            => [width: Dimension = Dimension::Auto => compute::dimension(style, value, basis)];
        Height "height" resets Rest = longhand::size(input, "auto", mode)
            => [height: Dimension = Dimension::Auto => compute::dimension(style, value, basis)];
        MinWidth "min-width" resets Rest = longhand::size(input, "auto", mode)
            => [min_width: Dimension = Dimension::Auto => compute::dimension(style, value, basis)];
        MinHeight "min-height" resets Rest = longhand::size(input, "auto", mode)
            => [min_height: Dimension = Dimension::Auto => compute::dimension(style, value, basis)];
        MaxWidth "max-width" resets Rest = longhand::size(input, "none", mode)
            => [max_width: Dimension = Dimension::Auto => compute::dimension(style, value, basis)];
        MaxHeight "max-height" resets Rest = longhand::size(input, "none", mode)
            => [max_height: Dimension = Dimension::Auto => compute::dimension(style, value, basis)];
        InlineSize "inline-size" resets Rest = longhand::size(input, "auto", &strict(mode)), logical;
        BlockSize "block-size" resets Rest = longhand::size(input, "auto", &strict(mode)), logical;
        MinInlineSize "min-inline-size" resets Rest = longhand::size(input, "auto", &strict(mode)), logical;
        MinBlockSize "min-block-size" resets Rest = longhand::size(input, "auto", &strict(mode)), logical;
        MaxInlineSize "max-inline-size" resets Rest = longhand::size(input, "none", &strict(mode)), logical;
        MaxBlockSize "max-block-size" resets Rest = longhand::size(input, "none", &strict(mode)), logical;
        AspectRatio "aspect-ratio" resets Rest = longhand::aspect_ratio(input)
            => [aspect_ratio: AspectRatio = AspectRatio { auto: true, ratio: None } => compute::aspect_ratio(style, value)];
        ContainIntrinsicWidth "contain-intrinsic-width" resets Rest = longhand::intrinsic_size(input) => [
            contain_intrinsic_width: ContainIntrinsicSize = ContainIntrinsicSize::default()
                => compute::intrinsic(style, value, basis)
        ];
        ContainIntrinsicHeight "contain-intrinsic-height" resets Rest = longhand::intrinsic_size(input) => [
            contain_intrinsic_height: ContainIntrinsicSize = ContainIntrinsicSize::default()
                => compute::intrinsic(style, value, basis)
        ];
        ContainIntrinsicInlineSize "contain-intrinsic-inline-size" resets Rest = longhand::intrinsic_size(input), logical;
        ContainIntrinsicBlockSize "contain-intrinsic-block-size" resets Rest = longhand::intrinsic_size(input), logical;
        // Margins and padding
        MarginTop "margin-top" resets Rest = longhand::margin(input, mode)
            => with [copy_margin_top, (style.margin.top, style.quirky_margin_top) = compute::margin(style, value, basis)];
        MarginRight "margin-right" resets Rest = longhand::margin(input, mode)
            => in [margin.right => compute::length_or_auto(style, value, basis)];
        MarginBottom "margin-bottom" resets Rest = longhand::margin(input, mode)
            => with [copy_margin_bottom, (style.margin.bottom, style.quirky_margin_bottom) = compute::margin(style, value, basis)];
        MarginLeft "margin-left" resets Rest = longhand::margin(input, mode)
            => in [margin.left => compute::length_or_auto(style, value, basis)];
        MarginBlockStart "margin-block-start" resets Rest = longhand::margin(input, &strict(mode)), logical;
        MarginBlockEnd "margin-block-end" resets Rest = longhand::margin(input, &strict(mode)), logical;
        MarginInlineStart "margin-inline-start" resets Rest = longhand::margin(input, &strict(mode)), logical;
        MarginInlineEnd "margin-inline-end" resets Rest = longhand::margin(input, &strict(mode)), logical;
        PaddingTop "padding-top" resets Rest = quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
            => in [padding.top => compute::non_negative(style, value, basis)];
        PaddingRight "padding-right" resets Rest = quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
            => in [padding.right => compute::non_negative(style, value, basis)];
        PaddingBottom "padding-bottom" resets Rest = quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
            => in [padding.bottom => compute::non_negative(style, value, basis)];
        PaddingLeft "padding-left" resets Rest = quirky_length_percentage(input, Range::NonNegative, mode).map(Into::into)
            => in [padding.left => compute::non_negative(style, value, basis)];
        PaddingBlockStart "padding-block-start" resets Rest = positive_length(input), logical;
        PaddingBlockEnd "padding-block-end" resets Rest = positive_length(input), logical;
        PaddingInlineStart "padding-inline-start" resets Rest = positive_length(input), logical;
        PaddingInlineEnd "padding-inline-end" resets Rest = positive_length(input), logical;
        // Scrolling into view
        ScrollMarginTop "scroll-margin-top" resets Rest = length(input, Range::All).map(Into::into)
            => with [copy_scroll_margin::<0>, style.set_scroll_margin(0, compute::length(style, value, basis))];
        ScrollMarginRight "scroll-margin-right" resets Rest = length(input, Range::All).map(Into::into)
            => with [copy_scroll_margin::<1>, style.set_scroll_margin(1, compute::length(style, value, basis))];
        ScrollMarginBottom "scroll-margin-bottom" resets Rest = length(input, Range::All).map(Into::into)
            => with [copy_scroll_margin::<2>, style.set_scroll_margin(2, compute::length(style, value, basis))];
        ScrollMarginLeft "scroll-margin-left" resets Rest = length(input, Range::All).map(Into::into)
            => with [copy_scroll_margin::<3>, style.set_scroll_margin(3, compute::length(style, value, basis))];
        ScrollMarginBlockStart "scroll-margin-block-start" resets Rest = length(input, Range::All).map(Into::into), logical;
        ScrollMarginBlockEnd "scroll-margin-block-end" resets Rest = length(input, Range::All).map(Into::into), logical;
        ScrollMarginInlineStart "scroll-margin-inline-start" resets Rest = length(input, Range::All).map(Into::into), logical;
        ScrollMarginInlineEnd "scroll-margin-inline-end" resets Rest = length(input, Range::All).map(Into::into), logical;
        ScrollPaddingTop "scroll-padding-top" resets Rest = or_word(input, "auto", positive_length)
            => with [copy_scroll_padding::<0>, style.set_scroll_padding(0, compute::non_negative(style, value, basis))];
        ScrollPaddingRight "scroll-padding-right" resets Rest = or_word(input, "auto", positive_length)
            => with [copy_scroll_padding::<1>, style.set_scroll_padding(1, compute::non_negative(style, value, basis))];
        ScrollPaddingBottom "scroll-padding-bottom" resets Rest = or_word(input, "auto", positive_length)
            => with [copy_scroll_padding::<2>, style.set_scroll_padding(2, compute::non_negative(style, value, basis))];
        ScrollPaddingLeft "scroll-padding-left" resets Rest = or_word(input, "auto", positive_length)
            => with [copy_scroll_padding::<3>, style.set_scroll_padding(3, compute::non_negative(style, value, basis))];
        ScrollPaddingBlockStart "scroll-padding-block-start" resets Rest = or_word(input, "auto", positive_length), logical;
        ScrollPaddingBlockEnd "scroll-padding-block-end" resets Rest = or_word(input, "auto", positive_length), logical;
        ScrollPaddingInlineStart "scroll-padding-inline-start" resets Rest = or_word(input, "auto", positive_length), logical;
        ScrollPaddingInlineEnd "scroll-padding-inline-end" resets Rest = or_word(input, "auto", positive_length), logical;
        // Borders
        BorderTopWidth "border-top-width" resets Rest = longhand::border_width(input, mode)
            => in [border.top.width => compute::border_width(style, value, basis)];
        BorderRightWidth "border-right-width" resets Rest = longhand::border_width(input, mode)
            => in [border.right.width => compute::border_width(style, value, basis)];
        BorderBottomWidth "border-bottom-width" resets Rest = longhand::border_width(input, mode)
            => in [border.bottom.width => compute::border_width(style, value, basis)];
        BorderLeftWidth "border-left-width" resets Rest = longhand::border_width(input, mode)
            => in [border.left.width => compute::border_width(style, value, basis)];
        BorderBlockStartWidth "border-block-start-width" resets Rest = longhand::border_width(input, &strict(mode)), logical;
        BorderBlockEndWidth "border-block-end-width" resets Rest = longhand::border_width(input, &strict(mode)), logical;
        BorderInlineStartWidth "border-inline-start-width" resets Rest = longhand::border_width(input, &strict(mode)), logical;
        BorderInlineEndWidth "border-inline-end-width" resets Rest = longhand::border_width(input, &strict(mode)), logical;
        BorderTopStyle "border-top-style" resets Rest = keyword::<c::BorderStyle>(input)
            => in [border.top.style => compute::word(value)];
        BorderRightStyle "border-right-style" resets Rest = keyword::<c::BorderStyle>(input)
            => in [border.right.style => compute::word(value)];
        BorderBottomStyle "border-bottom-style" resets Rest = keyword::<c::BorderStyle>(input)
            => in [border.bottom.style => compute::word(value)];
        BorderLeftStyle "border-left-style" resets Rest = keyword::<c::BorderStyle>(input)
            => in [border.left.style => compute::word(value)];
        BorderBlockStartStyle "border-block-start-style" resets Rest = keyword::<c::BorderStyle>(input), logical;
        BorderBlockEndStyle "border-block-end-style" resets Rest = keyword::<c::BorderStyle>(input), logical;
        BorderInlineStartStyle "border-inline-start-style" resets Rest = keyword::<c::BorderStyle>(input), logical;
        BorderInlineEndStyle "border-inline-end-style" resets Rest = keyword::<c::BorderStyle>(input), logical;
        BorderTopLeftRadius "border-top-left-radius" resets Rest = longhand::corner(input)
            => with [copy_radius::<0>, apply_boxed::radius(style, 0, value, basis)];
        BorderTopRightRadius "border-top-right-radius" resets Rest = longhand::corner(input)
            => with [copy_radius::<1>, apply_boxed::radius(style, 1, value, basis)];
        BorderBottomRightRadius "border-bottom-right-radius" resets Rest = longhand::corner(input)
            => with [copy_radius::<2>, apply_boxed::radius(style, 2, value, basis)];
        BorderBottomLeftRadius "border-bottom-left-radius" resets Rest = longhand::corner(input)
            => with [copy_radius::<3>, apply_boxed::radius(style, 3, value, basis)];
        BorderStartStartRadius "border-start-start-radius" resets Rest = longhand::corner(input), logical;
        BorderStartEndRadius "border-start-end-radius" resets Rest = longhand::corner(input), logical;
        BorderEndStartRadius "border-end-start-radius" resets Rest = longhand::corner(input), logical;
        BorderEndEndRadius "border-end-end-radius" resets Rest = longhand::corner(input), logical;
        // Insets
        Top "top" resets Rest = longhand::inset(input, mode)
            => with [copy_inset::<0>, style.inset.top = compute::length_or_auto(style, value, basis)];
        Right "right" resets Rest = longhand::inset(input, mode)
            => with [copy_inset::<1>, style.inset.right = compute::length_or_auto(style, value, basis)];
        Bottom "bottom" resets Rest = longhand::inset(input, mode)
            => with [copy_inset::<2>, style.inset.bottom = compute::length_or_auto(style, value, basis)];
        Left "left" resets Rest = longhand::inset(input, mode)
            => with [copy_inset::<3>, style.inset.left = compute::length_or_auto(style, value, basis)];
        InsetBlockStart "inset-block-start" resets Rest = longhand::inset(input, &strict(mode)), logical;
        InsetBlockEnd "inset-block-end" resets Rest = longhand::inset(input, &strict(mode)), logical;
        InsetInlineStart "inset-inline-start" resets Rest = longhand::inset(input, &strict(mode)), logical;
        InsetInlineEnd "inset-inline-end" resets Rest = longhand::inset(input, &strict(mode)), logical;
        // Overflow, stacking, hit testing
        OverflowX "overflow-x" resets Rest = keyword_or(input, &[("overlay", c::Overflow::Auto)])
            => [overflow_x: Overflow = Overflow::Visible => compute::word(value)];
        OverflowY "overflow-y" resets Rest = keyword_or(input, &[("overlay", c::Overflow::Auto)])
            => [overflow_y: Overflow = Overflow::Visible => compute::word(value)];
        OverflowInline "overflow-inline" resets Rest = keyword_or(input, &[("overlay", c::Overflow::Auto)]), logical;
        OverflowBlock "overflow-block" resets Rest = keyword_or(input, &[("overlay", c::Overflow::Auto)]), logical;
        ObjectFit "object-fit" resets Rest: object_fit, ObjectFit::Fill;
        ZIndex "z-index" resets Rest = or_word(input, "auto", |i| integer(i).map(SpecifiedValue::Integer))
            => [z_index: Option<i32> = None => compute::integer(value)];
        Opacity "opacity" resets Rest = number_or_percentage(input, Range::All).map(Into::into)
            => [opacity: f32 = 1.0 => compute::opacity(style, value, basis)];
        Isolation "isolation" resets Rest: isolation, Isolation::Auto;
        Filter "filter" resets Rest = effects::filter(input)
            => with [effects::copy_filter, effects::apply_filter(style, value)];
        BackdropFilter "backdrop-filter" resets Rest = effects::filter(input)
            => with [effects::copy_backdrop, effects::apply_backdrop(style, value)];
        MaskImage "mask-image" resets Rest = paint::images_as_written(input)
            => with [effects::copy_mask, effects::apply_mask(style, value)];
        MixBlendMode "mix-blend-mode" resets Rest = paint::blend_mode(input)
            => with [effects::copy_blend, effects::apply_blend(style, value)];
        Perspective "perspective" resets Rest = or_word(input, "none", |i| length(i, Range::NonNegative).map(Into::into))
            => with [copy_perspective, apply_boxed::perspective(style, value, basis)];
        PerspectiveOrigin "perspective-origin" resets Rest = transform::perspective_origin(input)
            => boxed [perspective.origin => compute::pair(style, value, basis)];
        TransformStyle "transform-style" resets Rest = words(input, &["flat", "preserve-3d"]) => effect PRESERVE_3D;
        WillChange "will-change" resets Rest = paint::will_change(input)
            => with [copy_will_change, apply_boxed::will_change(style, value)];
        BoxReflect "-webkit-box-reflect" resets Rest = paint::reflect(input) => effect REFLECT;
        OffsetPath "offset-path" resets Rest = paint::offset_path(input) => effect OFFSET_PATH;
        ViewTransitionName "view-transition-name" resets Rest = longhand::view_transition_name(input) => effect VIEW_TRANSITION;
        Contain "contain" resets Rest = paint::contain(input) => [
            /// The value from which the `contain_*` flags follow, with `container-type` and `content-visibility`.
            contain: Contain = Contain::empty() => compute::contain(value)
        ];
        PointerEvents "pointer-events" inherits Rest: pointer_events, PointerEvents::Auto;
        Cursor "cursor" inherits Rest = paint::cursor(input) => [cursor: Cursor = Cursor::Auto => compute::word(value)];
        Interactivity "interactivity" inherits Rest: interactivity, Interactivity::Auto;
        Transform "transform" resets Rest = transform::transform(input)
            => boxed [transform.list => compute::functions(style, value, basis)];
        Translate "translate" resets Rest = transform::translate(input)
            => boxed [transform.translate => compute::function(style, value, basis)];
        Rotate "rotate" resets Rest = transform::rotate(input)
            => boxed [transform.rotate => compute::function(style, value, basis)];
        Scale "scale" resets Rest = transform::scale(input) => boxed [transform.scale => compute::function(style, value, basis)];
        TransformOrigin "transform-origin" resets Rest = transform::origin(input, mode)
            => boxed [transform.origin => compute::pair(style, value, basis)];
        TransformBox "transform-box" resets Rest = keyword::<c::TransformBox>(input)
            => boxed [transform.transform_box => compute::word(value)];
        BackfaceVisibility "backface-visibility" resets Rest: backface_visibility, BackfaceVisibility::Visible;
        AnchorName "anchor-name" resets Rest = anchor::names(input) => boxed [anchoring.names => anchor::computed_names(value)];
        AnchorScope "anchor-scope" resets Rest = anchor::scope(input) => boxed [anchoring.scope => anchor::computed_scope(value)];
        PositionAnchor "position-anchor" resets Rest = anchor::target(input)
            => boxed [anchoring.target => anchor::computed_target(value)];
        PositionArea "position-area" resets Rest = anchor::area(input) => boxed [anchoring.area => anchor::computed_area(value)];
        PositionTryFallbacks "position-try-fallbacks" resets Rest = anchor::fallbacks(input)
            => boxed [anchoring.fallbacks => anchor::computed_fallbacks(value)];
        ShapeOutside "shape-outside" resets Rest = shape::shape_outside(input)
            => with [copy_shape_outside, apply_boxed::shape_outside(style, value, basis)];
        ShapeMargin "shape-margin" resets Rest = positive_length(input)
            => boxed [shape_outside.margin => compute::non_negative(style, value, basis)];
        ClipPath "clip-path" resets Rest = shape::clip_path(input)
            => [clip_path: Option<Box<ClipPath>> = None => compute::clip_path(style, value, basis)];
        Clip "clip" resets Rest = shape::clip(input, mode)
            => [clip: Option<ClipRect> = None => compute::clip(style, value, basis)];
        Color "color" inherits Rest = color::color(input).map(SpecifiedValue::Color) => [
            /// `color`, never [`Color::Current`].
            color: Color = Color::BLACK => color::computed(style, value)
        ];
        BackgroundColor "background-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => with [copy_background::<1>, color::apply_background(style, value)];
        BackgroundImage "background-image" resets Rest = paint::images_as_written(input)
            => with [effects::copy_background_image, effects::apply_background_image(style, value)];
        TextFillColor "-webkit-text-fill-color" inherits Rest = color::color(input).map(SpecifiedValue::Color)
            => [text_fill_color: Color = Color::Current => effects::text_color(value)];
        TextEmphasisStyle "text-emphasis-style" inherits Rest = longhand::emphasis_style(input)
            => [
                /// The mark over each letter.
                text_emphasis: Option<char> = None => effects::emphasis_mark(value)
            ];
        TextEmphasisPosition "text-emphasis-position" inherits Rest = longhand::emphasis_position(input)
            => [text_emphasis_position: EmphasisPosition = EmphasisPosition::Over => compute::word(value)];
        TextStrokeColor "-webkit-text-stroke-color" inherits Rest = color::color(input).map(SpecifiedValue::Color)
            => [text_stroke_color: Color = Color::Current => effects::text_color(value)];
        TextStrokeWidth "-webkit-text-stroke-width" inherits Rest = longhand::border_width(input, &strict(mode)) => [
            /// px.
            text_stroke_width: f32 = 0.0 => compute::length(style, value, basis).resolve(0.0).max(0.0)
        ];
        BorderTopColor "border-top-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => boxed [paint.border_top_color => painted::paint_color(value)];
        BorderRightColor "border-right-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => boxed [paint.border_right_color => painted::paint_color(value)];
        BorderBottomColor "border-bottom-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => boxed [paint.border_bottom_color => painted::paint_color(value)];
        BorderLeftColor "border-left-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => boxed [paint.border_left_color => painted::paint_color(value)];
        BorderBlockStartColor "border-block-start-color" resets Rest = color::color(input).map(SpecifiedValue::Color), logical;
        BorderBlockEndColor "border-block-end-color" resets Rest = color::color(input).map(SpecifiedValue::Color), logical;
        BorderInlineStartColor "border-inline-start-color" resets Rest = color::color(input).map(SpecifiedValue::Color), logical;
        BorderInlineEndColor "border-inline-end-color" resets Rest = color::color(input).map(SpecifiedValue::Color), logical;
        BackgroundPosition "background-position" resets Rest = painted::kept_list(input, paint_image::position)
            => boxed [paint.background_position => painted::text(value)];
        BackgroundSize "background-size" resets Rest = painted::kept_list(input, painted::size)
            => boxed [paint.background_size => painted::text(value)];
        BackgroundRepeat "background-repeat" resets Rest = painted::kept_list(input, |i, _| painted::repeat(i))
            => boxed [paint.background_repeat => painted::text(value)];
        BackgroundOrigin "background-origin" resets Rest = painted::kept_list(input, |i, _| painted::background_box(i))
            => boxed [paint.background_origin => painted::text(value)];
        BackgroundClip "background-clip" resets Rest = painted::kept_list(input, |i, _| painted::background_box(i))
            => boxed [paint.background_clip => painted::text(value)];
        MaskPosition "mask-position" resets Rest = painted::kept_list(input, paint_image::position)
            => boxed [paint.mask_position => painted::text(value)];
        MaskSize "mask-size" resets Rest = painted::kept_list(input, painted::size)
            => boxed [paint.mask_size => painted::text(value)];
        MaskRepeat "mask-repeat" resets Rest = painted::kept_list(input, |i, _| painted::repeat(i))
            => boxed [paint.mask_repeat => painted::text(value)];
        MaskOrigin "mask-origin" resets Rest = painted::kept_list(input, |i, _| painted::mask_box(i))
            => boxed [paint.mask_origin => painted::text(value)];
        MaskClip "mask-clip" resets Rest = painted::kept_list(input, |i, _| painted::mask_box(i))
            => boxed [paint.mask_clip => painted::text(value)];
        MaskMode "mask-mode" resets Rest = painted::kept_list(input, |i, _| painted::mask_mode(i))
            => boxed [paint.mask_mode => painted::text(value)];
        MaskComposite "mask-composite" resets Rest = painted::kept_list(input, |i, _| painted::mask_composite(i))
            => boxed [paint.mask_composite => painted::text(value)];
        BorderImageSource "border-image-source" resets Rest = paint::images_as_written(input)
            => boxed [paint.border_image_source => painted::text(value)];
        BorderImageSlice "border-image-slice" resets Rest = painted::kept(input, |i, _| border_image::slice(i))
            => boxed [paint.border_image_slice => painted::text(value)];
        BorderImageWidth "border-image-width" resets Rest = painted::kept(input, border_image::width)
            => boxed [paint.border_image_width => painted::text(value)];
        BorderImageOutset "border-image-outset" resets Rest = painted::kept(input, border_image::outset)
            => boxed [paint.border_image_outset => painted::text(value)];
        BorderImageRepeat "border-image-repeat" resets Rest = painted::kept(input, |i, _| border_image::repeat(i))
            => boxed [paint.border_image_repeat => painted::text(value)];
        ObjectPosition "object-position" resets Rest = painted::kept(input, paint_image::position)
            => boxed [paint.object_position => painted::text(value)];
        Resize "resize" resets Rest = paint::resize(input) => boxed [paint.is_resizable => compute::is_second(value)];
        BoxShadow "box-shadow" resets Rest = painted::kept(input, painted::shadows) => boxed [paint.box_shadow => painted::text(value)];
        OutlineColor "outline-color" resets Rest = painted::outline_color(input)
            => boxed [paint.outline_color => painted::paint_color(value)];
        OutlineStyle "outline-style" resets Rest = keyword::<c::OutlineStyle>(input)
            => boxed [paint.outline_style => compute::word(value)];
        OutlineWidth "outline-width" resets Rest = longhand::border_width(input, mode)
            => boxed [paint.outline_width => compute::border_width(style, value, basis)];
        OutlineOffset "outline-offset" resets Rest = length(input, Range::All).map(Into::into)
            => boxed [paint.outline_offset => compute::px(style, value, basis)];
        // Text
        UnicodeBidi "unicode-bidi" resets Rest = longhand::unicode_bidi(input)
            => [unicode_bidi: UnicodeBidi = UnicodeBidi::Normal => compute::word(value)];
        LetterSpacing "letter-spacing" inherits Rest = longhand::spacing(input, mode) => [
            /// px.
            letter_spacing: f32 = 0.0 => compute::text_length(style, value, basis)
        ];
        WordSpacing "word-spacing" inherits Rest = longhand::spacing(input, mode) => [
            /// px.
            word_spacing: f32 = 0.0 => compute::text_length(style, value, basis)
        ];
        TextAlign "text-align" inherits Rest = longhand::text_align(input)
            => [text_align: TextAlign = TextAlign::Start => compute::text_align(style, value, basis)];
        TextAlignLast "text-align-last" inherits Rest = longhand::text_align_last(input)
            => [text_align_last: TextAlign = TextAlign::Auto => compute::text_align_last(value)];
        TextIndent "text-indent" inherits Rest = longhand::text_indent(input, mode)
            => [text_indent: LengthPercentage = LengthPercentage::ZERO => compute::length(style, value, basis)];
        TextTransform "text-transform" inherits Rest = words(input, &["none", "capitalize", "uppercase", "lowercase", "math-auto"])
            => [text_transform: TextTransform = TextTransform::None => compute::text_transform(value)];
        TextDecorationLine "text-decoration-line" resets Rest = paint::text_decoration_line(input) => [
            /// Underline, overline, line-through, blink, spelling and grammar errors, a bit each.
            text_decoration_line: u8 = 0 => compute::bits(value).to_le_bytes()[0]
        ];
        TextDecorationStyle "text-decoration-style" resets Rest: text_decoration_style, TextDecorationStyle::Solid;
        TextDecorationColor "text-decoration-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => boxed [paint.text_decoration_color => painted::paint_color(value)];
        TextShadow "text-shadow" inherits Rest = painted::kept(input, painted::shadows)
            => boxed [paint.text_shadow => painted::text(value)];
        TextOverflow "text-overflow" resets Rest: text_overflow, TextOverflow::Clip;
        WhiteSpaceCollapse "white-space-collapse" inherits Rest: white_space_collapse, WhiteSpaceCollapse::Collapse;
        TextWrapMode "text-wrap-mode" inherits Rest: text_wrap_mode, TextWrapMode::Wrap;
        TextWrapStyle "text-wrap-style" inherits Rest: text_wrap_style, TextWrapStyle::Auto;
        OverflowWrap "overflow-wrap" inherits Rest: overflow_wrap, OverflowWrap::Normal;
        WordBreak "word-break" inherits Rest: word_break, WordBreak::Normal;
        LineBreak "line-break" inherits Rest: line_break, LineBreak::Auto;
        Hyphens "hyphens" inherits Rest: hyphens, Hyphens::Manual;
        TabSize "tab-size" inherits Rest = longhand::tab_size(input)
            => [tab_size: TabSize = TabSize::Spaces(8.0) => compute::tab_size(style, value, basis)];
        VerticalAlign "vertical-align" resets Rest = longhand::vertical_align(input, mode)
            => [vertical_align: VerticalAlign = VerticalAlign::Baseline => compute::vertical_align(style, value, basis)];
        BaselineSource "baseline-source" resets Rest: baseline_source, BaselineSource::Auto;
        TextSecurity "-webkit-text-security" inherits Rest: text_security, TextSecurity::None;
        // Lists
        ListStyleType "list-style-type" inherits Rest = generated::list_style_type(input) => [
            list_style_type: ListStyleType = ListStyleType::Named(Atom::from("disc")) => compute::list_style_type(style, value)
        ];
        ListStyleImage "list-style-image" inherits Rest = generated::list_style_image(input) => [
            list_style_image: Option<Arc<GeneratedImage>> = None => compute::list_style_image(value)
        ];
        ListStylePosition "list-style-position" inherits Rest: list_style_position, ListStylePosition::Outside;
        // Tables
        BorderCollapse "border-collapse" inherits Rest: border_collapse, BorderCollapse::Separate;
        BorderHorizontalSpacing "-webkit-border-horizontal-spacing" inherits Rest = longhand::border_spacing(input, mode)
            => in [border_spacing.0 => compute::px(style, value, basis)];
        BorderVerticalSpacing "-webkit-border-vertical-spacing" inherits Rest = longhand::border_spacing(input, mode)
            => in [border_spacing.1 => compute::px(style, value, basis)];
        CaptionSide "caption-side" inherits Rest: caption_side, CaptionSide::Top;
        TableLayout "table-layout" resets Rest: table_layout, TableLayout::Auto;
        EmptyCells "empty-cells" inherits Rest: empty_cells, EmptyCells::Show;
        // Flex, grid, alignment
        FlexDirection "flex-direction" resets Rest: flex_direction, FlexDirection::Row;
        FlexWrap "flex-wrap" resets Rest: flex_wrap, FlexWrap::NoWrap;
        FlexGrow "flex-grow" resets Rest = number(input, Range::NonNegative).map(Into::into)
            => [flex_grow: f32 = 0.0 => compute::number(style, value, basis).unwrap_or(0.0).max(0.0)];
        FlexShrink "flex-shrink" resets Rest = number(input, Range::NonNegative).map(Into::into)
            => [flex_shrink: f32 = 1.0 => compute::number(style, value, basis).unwrap_or(1.0).max(0.0)];
        FlexBasis "flex-basis" resets Rest = longhand::flex_basis(input, mode)
            => [flex_basis: FlexBasis = FlexBasis::Size(Dimension::Auto) => compute::flex_basis(style, value, basis)];
        Order "order" resets Rest = integer(input).map(SpecifiedValue::Integer)
            => [order: i32 = 0 => compute::integer(value).unwrap_or(0)];
        AlignItems "align-items" resets Rest = align::items(input)
            => [align_items: Align = Align::default() => compute::align(value)];
        AlignSelf "align-self" resets Rest = align::align_self(input) => [
            align_self: Align = Align { keyword: AlignKeyword::Auto, safe: false, is_unsafe: false } => compute::align(value)
        ];
        AlignContent "align-content" resets Rest = align::align_content(input)
            => [align_content: Align = Align::default() => compute::align(value)];
        JustifyItems "justify-items" resets Rest = align::justify_items(input)
            => [justify_items: Align = Align::default() => compute::align(value)];
        JustifySelf "justify-self" resets Rest = align::justify_self(input) => [
            justify_self: Align = Align { keyword: AlignKeyword::Auto, safe: false, is_unsafe: false } => compute::align(value)
        ];
        JustifyContent "justify-content" resets Rest = align::justify_content(input)
            => [justify_content: Align = Align::default() => compute::align(value)];
        RowGap "row-gap" resets Rest = or_word(input, "normal", positive_length) => [
            /// `None` is `normal`.
            row_gap: Option<LengthPercentage> = None => compute::gap(style, value, basis)
        ];
        ColumnGap "column-gap" resets Rest = or_word(input, "normal", positive_length) => [
            /// `None` is `normal`.
            column_gap: Option<LengthPercentage> = None => compute::gap(style, value, basis)
        ];
        GridTemplateRows "grid-template-rows" resets Rest = grid::template(input)
            => boxed [grid.template_rows => compute::tracks(style, value, basis)];
        GridTemplateColumns "grid-template-columns" resets Rest = grid::template(input)
            => boxed [grid.template_columns => compute::tracks(style, value, basis)];
        GridTemplateAreas "grid-template-areas" resets Rest = grid::areas(input)
            => boxed [grid.template_areas => compute::areas(value)];
        GridAutoRows "grid-auto-rows" resets Rest = grid::auto_tracks(input)
            => boxed [grid.auto_rows => compute::track_sizes(style, value, basis)];
        GridAutoColumns "grid-auto-columns" resets Rest = grid::auto_tracks(input)
            => boxed [grid.auto_columns => compute::track_sizes(style, value, basis)];
        GridAutoFlow "grid-auto-flow" resets Rest = grid::auto_flow(input)
            => with [copy_auto_flow, apply_boxed::grid_auto_flow(style, value)];
        GridRowStart "grid-row-start" resets Rest = grid::line(input) => boxed [grid.row_start => compute::line(value)];
        GridRowEnd "grid-row-end" resets Rest = grid::line(input) => boxed [grid.row_end => compute::line(value)];
        GridColumnStart "grid-column-start" resets Rest = grid::line(input) => boxed [grid.column_start => compute::line(value)];
        GridColumnEnd "grid-column-end" resets Rest = grid::line(input) => boxed [grid.column_end => compute::line(value)];
        // Multi-column
        ColumnCount "column-count" resets Rest = or_word(input, "auto", positive)
            => [column_count: Option<u32> = None => compute::count(value)];
        ColumnWidth "column-width" resets Rest = or_word(input, "auto", |i| length(i, Range::NonNegative).map(Into::into)) => [
            /// px.
            column_width: Option<f32> = None => compute::px_or_none(style, value, basis)
        ];
        ColumnSpan "column-span" resets Rest = words(input, &["none", "all"])
            => [column_span_all: bool = false => compute::is_second(value)];
        MarginTrim "margin-trim" resets Rest: margin_trim, MarginTrim::None;
        ColumnFill "column-fill" resets Rest: column_fill, ColumnFill::Balance;
        BreakBefore "break-before" resets Rest: break_before, BreakBetween::Auto;
        BreakAfter "break-after" resets Rest: break_after, BreakBetween::Auto;
        BreakInside "break-inside" resets Rest: break_inside, BreakInside::Auto;
        Orphans "orphans" inherits Rest = positive(input) => [orphans: u32 = 2 => compute::count(value).unwrap_or(2)];
        Widows "widows" inherits Rest = positive(input) => [widows: u32 = 2 => compute::count(value).unwrap_or(2)];
        // The old flexible box
        BoxOrient "-webkit-box-orient" resets Rest = longhand::box_orient(input)
            => [box_orient: BoxOrient = BoxOrient::Horizontal => compute::word(value)];
        BoxDirection "-webkit-box-direction" inherits Rest: box_direction, BoxDirection::Normal;
        BoxAlign "-webkit-box-align" resets Rest: box_align, BoxAlign::Stretch;
        BoxPack "-webkit-box-pack" resets Rest: box_pack, BoxPack::Start;
        BoxFlex "-webkit-box-flex" resets Rest = plain_number(input, Range::All).map(SpecifiedValue::Number)
            => [box_flex: f32 = 0.0 => compute::number(style, value, basis).unwrap_or(0.0)];
        BoxOrdinalGroup "-webkit-box-ordinal-group" resets Rest = positive(input)
            => [box_ordinal_group: i32 = 1 => compute::integer(value).unwrap_or(1)];
        // Controls and the rest
        Appearance "appearance" resets Rest = paint::appearance(input)
            => [appearance: Appearance = Appearance::None => compute::word(value)];
        FieldSizing "field-sizing" resets Rest: field_sizing, FieldSizing::Fixed;
        ScrollbarGutter "scrollbar-gutter" resets Rest = longhand::scrollbar_gutter(input)
            => [scrollbar_gutter: ScrollbarGutter = ScrollbarGutter::Auto => compute::word(value)];
        ScrollbarWidth "scrollbar-width" resets Rest: scrollbar_width, ScrollbarWidth::Auto;
        ScrollbarColor "scrollbar-color" inherits Rest = or_word(input, "auto", color::pair) => [
            /// `scrollbar-color` is not `auto`
            has_scrollbar_color: bool = false => matches!(value, SpecifiedValue::Color(_))
        ];
        LineClamp "-webkit-line-clamp" resets Rest = or_word(input, "none", positive)
            => [line_clamp: Option<u32> = None => compute::count(value)];
        ContainerType "container-type" resets Rest = longhand::container_type(input)
            => [container_type: ContainerType = ContainerType::Normal => compute::word(value)];
        ContainerName "container-name" resets Rest = longhand::container_name(input)
            => [container_name: Option<Arc<[Box<str>]>> = None => compute::names(value)];
        // SVG
        X "x" resets Rest = svg_length(input, Range::All, mode) => boxed [svg.x => compute::length_or_none(style, value, basis)];
        Y "y" resets Rest = svg_length(input, Range::All, mode) => boxed [svg.y => compute::length_or_none(style, value, basis)];
        Cx "cx" resets Rest = svg_length(input, Range::All, mode) => boxed [svg.cx => compute::length_or_none(style, value, basis)];
        Cy "cy" resets Rest = svg_length(input, Range::All, mode) => boxed [svg.cy => compute::length_or_none(style, value, basis)];
        R "r" resets Rest = svg_length(input, Range::NonNegative, mode)
            => boxed [svg.r => compute::length_or_none(style, value, basis)];
        Rx "rx" resets Rest = or_word(input, "auto", |i| svg_length(i, Range::NonNegative, mode))
            => boxed [svg.rx => compute::length_or_none(style, value, basis)];
        Ry "ry" resets Rest = or_word(input, "auto", |i| svg_length(i, Range::NonNegative, mode))
            => boxed [svg.ry => compute::length_or_none(style, value, basis)];
        D "d" resets Rest = shape::path_data(input) => boxed [svg.d => compute::path(value)];
        Fill "fill" inherits Rest = color::svg_paint(input) => boxed [svg.fill => color::svg_painted(value)];
        FillOpacity "fill-opacity" inherits Rest = number_or_percentage(input, Range::All).map(Into::into)
            => boxed [svg.fill_opacity => compute::opacity(style, value, basis)];
        Stroke "stroke" inherits Rest = color::svg_paint(input) => boxed [svg.stroke => color::svg_painted(value)];
        StrokeWidth "stroke-width" inherits Rest = svg_length(input, Range::NonNegative, mode)
            => boxed [svg.stroke_width => compute::stroke_width(style, value, basis)];
        StrokeOpacity "stroke-opacity" inherits Rest = number_or_percentage(input, Range::All).map(Into::into)
            => boxed [svg.stroke_opacity => compute::opacity(style, value, basis)];
        StrokeDasharray "stroke-dasharray" inherits Rest = or_word(input, "none", |i| painted::kept(i, painted::dashes))
            => boxed [svg.stroke_dasharray => painted::text(value)];
        StrokeDashoffset "stroke-dashoffset" inherits Rest = svg_length(input, Range::All, mode)
            => boxed [svg.stroke_dashoffset => compute::length_or_none(style, value, basis).unwrap_or(c::LengthPercentage::ZERO)];
        StrokeMiterlimit "stroke-miterlimit" inherits Rest = number(input, Range::NonNegative).map(Into::into)
            => boxed [svg.stroke_miterlimit => compute::number(style, value, basis).unwrap_or(4.0)];
        StopColor "stop-color" resets Rest = color::color(input).map(SpecifiedValue::Color)
            => boxed [svg.stop_color => painted::paint_color(value)];
        StopOpacity "stop-opacity" resets Rest = number_or_percentage(input, Range::All).map(Into::into)
            => boxed [svg.stop_opacity => compute::opacity(style, value, basis)];
        MaskType "mask-type" resets Rest = keyword::<c::MaskType>(input) => boxed [svg.mask_type => compute::word(value)];
        ClipRule "clip-rule" inherits Rest = keyword::<c::FillRule>(input) => boxed [svg.clip_rule => compute::word(value)];
        FillRule "fill-rule" inherits Rest = keyword::<c::FillRule>(input) => boxed [svg.fill_rule => compute::word(value)];
        StrokeLinecap "stroke-linecap" inherits Rest = keyword::<c::StrokeLinecap>(input)
            => boxed [svg.stroke_linecap => compute::word(value)];
        StrokeLinejoin "stroke-linejoin" inherits Rest = keyword::<c::StrokeLinejoin>(input)
            => boxed [svg.stroke_linejoin => compute::word(value)];
        DominantBaseline "dominant-baseline" inherits Rest = keyword::<c::DominantBaseline>(input)
            => boxed [svg.dominant_baseline => compute::word(value)];
        TextAnchor "text-anchor" inherits Rest = keyword::<c::TextAnchor>(input) => boxed [svg.text_anchor => compute::word(value)];
    } };
}
