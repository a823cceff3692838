//! Properties whose computed value is one keyword: an enum each, in the order of the keyword index that declarations carry.

/// Declares a keyword enum and how CSS writes each keyword.
macro_rules! keywords {
    ($($(#[$meta:meta])* $name:ident { $first:ident = $first_css:literal $(, $variant:ident = $css:literal)* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is the CSS keyword that css() prints")]
        #[allow(clippy::enum_variant_names, reason = "CSS keywords")]
        pub enum $name { #[default] $first $(, $variant)* }

        impl $name {
            /// The keyword as CSS writes it.
            #[must_use]
            pub const fn css(self) -> &'static str {
                match self { Self::$first => $first_css $(, Self::$variant => $css)* }
            }

            /// Every keyword, in the order of the enum.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];

            /// The value that a keyword names, ASCII case-insensitively.
            #[must_use]
            pub(crate) fn from_css(keyword: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.css().eq_ignore_ascii_case(keyword))
            }
        }

        impl Keyword for $name {
            fn index(self) -> u8 {
                self as u8
            }

            fn from_index(index: u8) -> Self {
                Self::ALL.get(usize::from(index)).copied().unwrap_or_default()
            }

            fn parse(keyword: &str) -> Option<Self> {
                Self::from_css(keyword)
            }
        }
    )*};
}

/// A keyword enum, for code that is the same for all of them.
pub(crate) trait Keyword: Copy {
    /// Its position in the enum.
    fn index(self) -> u8;
    /// The keyword at a position; the first one for a position outside.
    fn from_index(index: u8) -> Self;
    /// The value that a keyword names, ASCII case-insensitively.
    fn parse(keyword: &str) -> Option<Self>;
}

keywords! {
    /// The whole `display` value in the short form that `getComputedStyle` prints.
    Display {
        Inline = "inline", Block = "block", None = "none", Contents = "contents", InlineBlock = "inline-block",
        FlowRoot = "flow-root", ListItem = "list-item", InlineListItem = "inline list-item",
        Flex = "flex", InlineFlex = "inline-flex", Grid = "grid", InlineGrid = "inline-grid",
        Table = "table", InlineTable = "inline-table", TableRowGroup = "table-row-group",
        TableHeaderGroup = "table-header-group", TableFooterGroup = "table-footer-group", TableRow = "table-row",
        TableCell = "table-cell", TableColumnGroup = "table-column-group", TableColumn = "table-column",
        TableCaption = "table-caption", WebkitBox = "-webkit-box", WebkitInlineBox = "-webkit-inline-box",
        Ruby = "ruby", RubyText = "ruby-text", BlockRuby = "block ruby", Math = "math", BlockMath = "block math",
        FlowRootListItem = "flow-root list-item", InlineBlockListItem = "inline flow-root list-item",
    }
    /// `visibility`
    Visibility { Visible = "visible", Hidden = "hidden", Collapse = "collapse" }
    /// `position`
    Position { Static = "static", Relative = "relative", Absolute = "absolute", Fixed = "fixed", Sticky = "sticky" }
    /// `float`
    Float { None = "none", Left = "left", Right = "right" }
    /// `clear`
    Clear { None = "none", Left = "left", Right = "right", Both = "both" }
    /// `box-sizing`
    BoxSizing { ContentBox = "content-box", BorderBox = "border-box" }
    /// `overflow-x`, `overflow-y`
    Overflow { Visible = "visible", Hidden = "hidden", Clip = "clip", Scroll = "scroll", Auto = "auto" }
    /// `direction`
    Direction { Ltr = "ltr", Rtl = "rtl" }
    /// `unicode-bidi`
    UnicodeBidi { Normal = "normal", Embed = "embed", Isolate = "isolate", Override = "bidi-override", IsolateOverride = "isolate-override", Plaintext = "plaintext" }
    /// `writing-mode`
    WritingMode { HorizontalTb = "horizontal-tb", VerticalRl = "vertical-rl", VerticalLr = "vertical-lr", SidewaysRl = "sideways-rl", SidewaysLr = "sideways-lr" }
    /// `text-align`
    TextAlign { Start = "start", End = "end", Left = "left", Right = "right", Center = "center", Justify = "justify", MatchParent = "match-parent", WebkitLeft = "-webkit-left", WebkitRight = "-webkit-right", WebkitCenter = "-webkit-center", Auto = "auto" }
    /// `white-space-collapse`
    WhiteSpaceCollapse { Collapse = "collapse", Preserve = "preserve", PreserveBreaks = "preserve-breaks", BreakSpaces = "break-spaces" }
    /// `text-wrap-mode`
    TextWrapMode { Wrap = "wrap", NoWrap = "nowrap" }
    /// `text-wrap-style`
    TextWrapStyle { Auto = "auto", Balance = "balance", Pretty = "pretty", Stable = "stable" }
    /// `overflow-wrap`
    OverflowWrap { Normal = "normal", BreakWord = "break-word", Anywhere = "anywhere" }
    /// `word-break`
    WordBreak { Normal = "normal", BreakAll = "break-all", KeepAll = "keep-all", BreakWord = "break-word", AutoPhrase = "auto-phrase" }
    /// `line-break`
    LineBreak { Auto = "auto", Loose = "loose", Normal = "normal", Strict = "strict", Anywhere = "anywhere" }
    /// `hyphens`
    Hyphens { Manual = "manual", None = "none", Auto = "auto" }
    /// `text-decoration-style`
    TextDecorationStyle { Solid = "solid", Double = "double", Dotted = "dotted", Dashed = "dashed", Wavy = "wavy" }
    /// `text-transform`
    TextTransform { None = "none", Capitalize = "capitalize", Uppercase = "uppercase", Lowercase = "lowercase", FullWidth = "full-width", FullSizeKana = "full-size-kana", MathAuto = "math-auto" }
    /// `font-style`
    FontStyle { Normal = "normal", Italic = "italic", Oblique = "oblique" }
    /// `font-variant-caps`
    FontVariantCaps { Normal = "normal", SmallCaps = "small-caps", AllSmallCaps = "all-small-caps" }
    /// `font-variant-position`
    FontVariantPosition { Normal = "normal", Sub = "sub", Super = "super" }
    /// `text-rendering`
    TextRendering {
        Auto = "auto", OptimizeSpeed = "optimizeSpeed", OptimizeLegibility = "optimizeLegibility",
        GeometricPrecision = "geometricPrecision",
    }
    /// `text-overflow`
    TextOverflow { Clip = "clip", Ellipsis = "ellipsis" }
    /// `list-style-position`
    ListStylePosition { Outside = "outside", Inside = "inside" }
    /// `border-collapse`
    BorderCollapse { Separate = "separate", Collapse = "collapse" }
    /// `caption-side`
    CaptionSide { Top = "top", Bottom = "bottom" }
    /// `table-layout`
    TableLayout { Auto = "auto", Fixed = "fixed" }
    /// `empty-cells`
    EmptyCells { Show = "show", Hide = "hide" }
    /// `flex-direction`
    FlexDirection { Row = "row", RowReverse = "row-reverse", Column = "column", ColumnReverse = "column-reverse" }
    /// `flex-wrap`
    FlexWrap { NoWrap = "nowrap", Wrap = "wrap", WrapReverse = "wrap-reverse" }
    /// `pointer-events`; SVG's values are kept.
    PointerEvents { Auto = "auto", None = "none", VisiblePainted = "visiblepainted", VisibleFill = "visiblefill", VisibleStroke = "visiblestroke", Visible = "visible", Painted = "painted", Fill = "fill", Stroke = "stroke", All = "all", BoundingBox = "bounding-box" }
    /// `cursor`, the last keyword of the list.
    Cursor { Auto = "auto", Default = "default", None = "none", ContextMenu = "context-menu", Help = "help", Pointer = "pointer", Progress = "progress", Wait = "wait", Cell = "cell", Crosshair = "crosshair", Text = "text", VerticalText = "vertical-text", Alias = "alias", Copy = "copy", Move = "move", NoDrop = "no-drop", NotAllowed = "not-allowed", Grab = "grab", Grabbing = "grabbing", AllScroll = "all-scroll", ColResize = "col-resize", RowResize = "row-resize", NResize = "n-resize", EResize = "e-resize", SResize = "s-resize", WResize = "w-resize", NeResize = "ne-resize", NwResize = "nw-resize", SeResize = "se-resize", SwResize = "sw-resize", EwResize = "ew-resize", NsResize = "ns-resize", NeswResize = "nesw-resize", NwseResize = "nwse-resize", ZoomIn = "zoom-in", ZoomOut = "zoom-out" }
    /// `content-visibility`
    ContentVisibility { Visible = "visible", Hidden = "hidden", Auto = "auto" }
    /// `isolation`
    Isolation { Auto = "auto", Isolate = "isolate" }
    /// `object-fit`
    ObjectFit { Fill = "fill", Contain = "contain", Cover = "cover", None = "none", ScaleDown = "scale-down" }
    /// `border-style` of a side; `none` and `hidden` make the computed width 0.
    BorderStyle { None = "none", Hidden = "hidden", Dotted = "dotted", Dashed = "dashed", Solid = "solid", Double = "double", Groove = "groove", Ridge = "ridge", Inset = "inset", Outset = "outset" }
    /// `outline-style`; `unset` where no rule declares one.
    ///
    /// What has the focus gets a ring then, without rules of the user agent for it, which would style pages again at each change of
    /// the focus. Approx: so does what a rule says `initial` for.
    OutlineStyle { None = "none", Auto = "auto", Dotted = "dotted", Dashed = "dashed", Solid = "solid", Double = "double", Groove = "groove", Ridge = "ridge", Inset = "inset", Outset = "outset", Unset = "unset" }
    /// `appearance`
    Appearance { Auto = "auto", None = "none", Textfield = "textfield", MenulistButton = "menulist-button", Other = "button" }
    /// `field-sizing`
    FieldSizing { Fixed = "fixed", Content = "content" }
    /// `container-type`
    ContainerType { Normal = "normal", InlineSize = "inline-size", Size = "size" }
    /// `scrollbar-gutter`
    ScrollbarGutter { Auto = "auto", Stable = "stable", BothEdges = "stable both-edges" }
    /// `scrollbar-width`
    ScrollbarWidth { Auto = "auto", Thin = "thin", None = "none" }
    /// `transform-box`
    TransformBox { ViewBox = "view-box", FillBox = "fill-box", StrokeBox = "stroke-box", ContentBox = "content-box", BorderBox = "border-box" }
    /// `interactivity`
    Interactivity { Auto = "auto", Inert = "inert" }
    /// `-webkit-box-orient`
    BoxOrient { Horizontal = "horizontal", Vertical = "vertical" }
    /// A bare alignment keyword of CSS Box Alignment 3.
    AlignKeyword { Normal = "normal", Auto = "auto", Stretch = "stretch", Start = "start", End = "end", Center = "center", AnchorCenter = "anchor-center", FlexStart = "flex-start", FlexEnd = "flex-end", SelfStart = "self-start", SelfEnd = "self-end", Left = "left", Right = "right", Baseline = "baseline", LastBaseline = "last baseline", SpaceBetween = "space-between", SpaceAround = "space-around", SpaceEvenly = "space-evenly" }
    /// `baseline-source`
    BaselineSource { Auto = "auto", First = "first", Last = "last" }
    /// `text-orientation`
    TextOrientation { Mixed = "mixed", Upright = "upright", Sideways = "sideways" }
    /// `text-emphasis-position`: in horizontal text, then in vertical text.
    EmphasisPosition { Over = "over right", Under = "under right", OverLeft = "over left", UnderLeft = "under left" }
    /// `break-before`, `break-after`
    BreakBetween { Auto = "auto", Avoid = "avoid", AvoidColumn = "avoid-column", AvoidPage = "avoid-page", Column = "column", Page = "page", Left = "left", Right = "right", Recto = "recto", Verso = "verso" }
    /// `break-inside`
    BreakInside { Auto = "auto", Avoid = "avoid", AvoidColumn = "avoid-column", AvoidPage = "avoid-page" }
    /// `margin-trim`. Chrome: of the values of the standard, those about the block axis.
    MarginTrim { None = "none", Block = "block", BlockStart = "block-start", BlockEnd = "block-end" }
    /// `column-fill`
    ColumnFill { Balance = "balance", Auto = "auto" }
    /// `-webkit-text-security`
    TextSecurity { None = "none", Disc = "disc", Circle = "circle", Square = "square" }
    /// `-webkit-box-align`
    BoxAlign { Stretch = "stretch", Start = "start", End = "end", Center = "center", Baseline = "baseline" }
    /// `-webkit-box-pack`
    BoxPack { Start = "start", End = "end", Center = "center", Justify = "justify" }
    /// `-webkit-box-direction`
    BoxDirection { Normal = "normal", Reverse = "reverse" }
    /// `backface-visibility`
    BackfaceVisibility { Visible = "visible", Hidden = "hidden" }
    /// `fill-rule`
    FillRule { Nonzero = "nonzero", Evenodd = "evenodd" }
    /// `mask-type`
    MaskType { Luminance = "luminance", Alpha = "alpha" }
    /// `stroke-linecap`
    StrokeLinecap { Butt = "butt", Round = "round", Square = "square" }
    /// `stroke-linejoin`
    StrokeLinejoin { Miter = "miter", Round = "round", Bevel = "bevel" }
    /// `text-anchor`
    TextAnchor { Start = "start", Middle = "middle", End = "end" }
    /// `dominant-baseline`
    DominantBaseline {
        Auto = "auto", Alphabetic = "alphabetic", Central = "central", Hanging = "hanging", Ideographic = "ideographic",
        Mathematical = "mathematical", Middle = "middle", TextAfterEdge = "text-after-edge",
        TextBeforeEdge = "text-before-edge", TextBottom = "text-bottom", TextTop = "text-top",
        UseScript = "use-script", NoChange = "no-change", ResetSize = "reset-size",
    }
}

impl Display {
    /// True for displays with an outer type of `inline`.
    pub fn is_inline_level(self) -> bool {
        matches!(
            self,
            Self::Inline
                | Self::InlineBlock
                | Self::InlineListItem
                | Self::InlineBlockListItem
                | Self::InlineFlex
                | Self::InlineGrid
                | Self::InlineTable
                | Self::WebkitInlineBox
                | Self::Ruby
                | Self::RubyText
                | Self::Math
        )
    }

    /// True for displays that occur only inside of a table.
    pub fn is_table_part(self) -> bool {
        self.is_table_row_or_column() || matches!(self, Self::TableCell | Self::TableCaption)
    }

    /// True for rows, columns and groups of them.
    pub fn is_table_row_or_column(self) -> bool {
        matches!(
            self,
            Self::TableRowGroup
                | Self::TableHeaderGroup
                | Self::TableFooterGroup
                | Self::TableRow
                | Self::TableColumnGroup
                | Self::TableColumn
        )
    }
}
