//! Computed values: what the cascade hands to layout, aria and hit testing.
//!
//! Lengths are absolute CSS px. Percentages and `calc()` that mix them stay symbolic until layout knows their basis.

use std::sync::Arc;

use super::value::{Calc, CustomProperties};
use crate::geometry::Sides;

/// A length, a percentage, or a `calc()` of both. Percentages are fractions (50% is 0.5).
#[derive(Debug, Clone, PartialEq)]
pub enum LengthPercentage {
    /// `px + percent * basis`: covers plain lengths, plain percentages and linear `calc()`.
    Linear {
        /// Absolute part, CSS px.
        px: f32,
        /// Fraction of the basis.
        percent: f32,
    },
    /// `min()`, `max()`, `clamp()`, `round()`, ... with percentages inside.
    Calc(Arc<Calc>),
}

impl LengthPercentage {
    /// Zero.
    pub const ZERO: Self = Self::px(0.0);

    /// A plain length.
    #[must_use]
    pub const fn px(px: f32) -> Self {
        Self::Linear { px, percent: 0.0 }
    }

    /// A plain percentage, as a fraction.
    #[must_use]
    pub const fn percent(percent: f32) -> Self {
        Self::Linear { px: 0.0, percent }
    }

    /// The used length against a definite basis in px.
    #[must_use]
    pub fn resolve(&self, basis: f32) -> f32 {
        match self {
            Self::Linear { px, percent } => px + percent * basis,
            Self::Calc(calc) => calc.resolve(basis),
        }
    }

    /// The used length; `None` if it depends on a basis that is indefinite.
    #[must_use]
    pub fn maybe_resolve(&self, basis: Option<f32>) -> Option<f32> {
        match (self, basis) {
            (Self::Linear { px, percent }, None) if *percent == 0.0 => Some(*px),
            (_, None) => None,
            (_, Some(basis)) => Some(self.resolve(basis)),
        }
    }

    /// True if it depends on the basis.
    #[must_use]
    pub fn has_percent(&self) -> bool {
        match self {
            Self::Linear { percent, .. } => *percent != 0.0,
            Self::Calc(_) => true,
        }
    }
}

/// `auto` or a length; margins and insets.
#[derive(Debug, Clone, PartialEq)]
pub enum LengthPercentageAuto {
    /// `auto`.
    Auto,
    /// A length.
    Length(LengthPercentage),
}

/// Preferred, minimum and maximum sizes.
#[derive(Debug, Clone, PartialEq)]
pub enum Dimension {
    /// `auto` (for `max-*`: `none`).
    Auto,
    /// A length.
    Length(LengthPercentage),
    /// `min-content`.
    MinContent,
    /// `max-content`.
    MaxContent,
    /// `fit-content`, or `fit-content(<length-percentage>)`.
    FitContent(Option<LengthPercentage>),
    /// `stretch`, `-webkit-fill-available`.
    Stretch,
}

/// Declares a keyword enum and how CSS writes each keyword.
macro_rules! keywords {
    ($($(#[$meta:meta])* $name:ident { $first:ident = $first_css:literal $(, $variant:ident = $css:literal)* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is the CSS keyword that css() prints")]
        pub enum $name { #[default] $first $(, $variant)* }

        impl $name {
            /// The keyword as CSS writes it.
            #[must_use]
            pub const fn css(self) -> &'static str {
                match self { Self::$first => $first_css $(, Self::$variant => $css)* }
            }

            /// The value that a keyword names, ASCII case-insensitively.
            #[must_use]
            pub fn from_css(keyword: &str) -> Option<Self> {
                if keyword.eq_ignore_ascii_case($first_css) { return Some(Self::$first); }
                $(if keyword.eq_ignore_ascii_case($css) { return Some(Self::$variant); })*
                None
            }
        }
    )*};
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
        FlowRootListItem = "flow-root list-item",
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
    TextAlign { Start = "start", End = "end", Left = "left", Right = "right", Center = "center", Justify = "justify", MatchParent = "match-parent", WebkitLeft = "-webkit-left", WebkitRight = "-webkit-right", WebkitCenter = "-webkit-center" }
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
    /// `text-transform`
    TextTransform { None = "none", Capitalize = "capitalize", Uppercase = "uppercase", Lowercase = "lowercase", FullWidth = "full-width", FullSizeKana = "full-size-kana" }
    /// `font-style`
    FontStyle { Normal = "normal", Italic = "italic", Oblique = "oblique" }
    /// `font-variant-caps`
    FontVariantCaps { Normal = "normal", SmallCaps = "small-caps", AllSmallCaps = "all-small-caps" }
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
    /// `appearance`
    Appearance { Auto = "auto", None = "none", Textfield = "textfield", MenulistButton = "menulist-button", Other = "button" }
    /// `field-sizing`
    FieldSizing { Fixed = "fixed", Content = "content" }
    /// `container-type`
    ContainerType { Normal = "normal", InlineSize = "inline-size", Size = "size" }
    /// `transform-box`
    TransformBox { ViewBox = "view-box", FillBox = "fill-box", StrokeBox = "stroke-box", ContentBox = "content-box", BorderBox = "border-box" }
    /// `interactivity`
    Interactivity { Auto = "auto", Inert = "inert" }
    /// `-webkit-box-orient`
    BoxOrient { Horizontal = "horizontal", Vertical = "vertical" }
    /// A bare alignment keyword of CSS Box Alignment 3.
    AlignKeyword { Normal = "normal", Auto = "auto", Stretch = "stretch", Start = "start", End = "end", Center = "center", FlexStart = "flex-start", FlexEnd = "flex-end", SelfStart = "self-start", SelfEnd = "self-end", Left = "left", Right = "right", Baseline = "baseline", LastBaseline = "last baseline", SpaceBetween = "space-between", SpaceAround = "space-around", SpaceEvenly = "space-evenly" }
}

/// An alignment value: keyword and `safe` flag.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Align {
    /// The keyword.
    pub keyword: AlignKeyword,
    /// `safe`.
    pub safe: bool,
}

/// `vertical-align`
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum VerticalAlign {
    Baseline,
    Sub,
    Super,
    TextTop,
    TextBottom,
    Middle,
    Top,
    Bottom,
    /// Percentages refer to the line height.
    Length(LengthPercentage),
}

/// `line-height`
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LineHeight {
    /// `normal`: from the font's metrics.
    Normal,
    /// A multiple of the font size.
    Number(f32),
    /// CSS px.
    Px(f32),
}

/// A font family of the list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FontFamily {
    /// A family name, as written, unquoted.
    Named(Box<str>),
    /// A generic family: `serif`, `sans-serif`, `monospace`, `system-ui`, `cursive`, `fantasy`, `ui-*`, `math`, ...
    Generic(Box<str>),
}

/// A side of the border.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BorderSide {
    /// Computed width in px; 0 if the style is `none` or `hidden`.
    pub width: f32,
    /// Style.
    pub style: BorderStyle,
}

/// `aspect-ratio`
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AspectRatio {
    /// `auto` is part of the value (or all of it).
    pub auto: bool,
    /// Width over height.
    pub ratio: Option<f32>,
}

/// A track size function of grid.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum TrackBreadth {
    Auto,
    MinContent,
    MaxContent,
    Length(LengthPercentage),
    Fr(f32),
}

/// A track size.
#[derive(Debug, Clone, PartialEq)]
pub enum TrackSize {
    /// One breadth for both.
    Breadth(TrackBreadth),
    /// `minmax()`
    MinMax(TrackBreadth, TrackBreadth),
    /// `fit-content()`
    FitContent(LengthPercentage),
}

/// How often a `repeat()` repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum RepeatCount {
    Number(u16),
    AutoFill,
    AutoFit,
}

/// A part of a track list.
#[derive(Debug, Clone, PartialEq)]
pub enum TrackListItem {
    /// One track.
    Track(TrackSize),
    /// A `repeat()`: `names` has one entry more than `tracks`: the lines before, between and after them.
    Repeat {
        /// How often.
        count: RepeatCount,
        /// Tracks.
        tracks: Vec<TrackSize>,
        /// Line names.
        names: Vec<Vec<Box<str>>>,
    },
}

/// `grid-template-rows`, `grid-template-columns`
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrackList {
    /// The tracks.
    pub items: Vec<TrackListItem>,
    /// Line names before each item and after the last; empty if no line is named.
    pub names: Vec<Vec<Box<str>>>,
    /// `subgrid`.
    pub subgrid: bool,
}

/// `grid-template-areas`: a rectangle of names, `None` for `.`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GridAreas {
    /// Rows, each with the same number of cells.
    pub rows: Vec<Vec<Option<Box<str>>>>,
}

/// `grid-row-start` and friends.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum GridLine {
    /// `auto`
    #[default]
    Auto,
    /// A line number, or the nth line of a name.
    Line {
        /// Never 0.
        number: i32,
        /// Line or area name.
        name: Option<Box<str>>,
    },
    /// A name alone: the edge of a named area, or the first line of that name.
    Named(Box<str>),
    /// `span`
    Span {
        /// At least 1.
        count: u32,
        /// Name of the lines counted.
        name: Option<Box<str>>,
    },
}

/// The grid container's and the grid item's properties; boxed, since few elements have them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GridStyle {
    /// `grid-template-rows`
    pub template_rows: TrackList,
    /// `grid-template-columns`
    pub template_columns: TrackList,
    /// `grid-template-areas`
    pub template_areas: GridAreas,
    /// `grid-auto-rows`
    pub auto_rows: Vec<TrackSize>,
    /// `grid-auto-columns`
    pub auto_columns: Vec<TrackSize>,
    /// `grid-auto-flow: column`
    pub flow_column: bool,
    /// `grid-auto-flow: dense`
    pub dense: bool,
    /// `grid-row-start`
    pub row_start: GridLine,
    /// `grid-row-end`
    pub row_end: GridLine,
    /// `grid-column-start`
    pub column_start: GridLine,
    /// `grid-column-end`
    pub column_end: GridLine,
}

/// A function of `transform`, lengths computed; 3D functions are projected onto the plane when they are used.
#[derive(Debug, Clone, PartialEq)]
pub enum TransformFunction {
    /// `translate*()`, the percentages of the reference box's width and height.
    Translate(LengthPercentage, LengthPercentage),
    /// `scale*()`
    Scale(f32, f32),
    /// `rotate()`, radians.
    Rotate(f32),
    /// `rotateX()`: scales y by the cosine; radians.
    RotateX(f32),
    /// `rotateY()`: scales x by the cosine; radians.
    RotateY(f32),
    /// `skew*()`, radians.
    Skew(f32, f32),
    /// `matrix()`, or the 2D part of `matrix3d()`.
    Matrix(crate::geometry::Affine),
}

/// `transform` and the individual transform properties, in the order in which they are applied
/// (`translate`, `rotate`, `scale`, `transform`).
#[derive(Debug, Clone, PartialEq)]
pub struct Transform {
    /// All functions, outermost first.
    pub functions: Vec<TransformFunction>,
    /// `transform-origin`
    pub origin: (LengthPercentage, LengthPercentage),
    /// `transform-box`
    pub transform_box: TransformBox,
}

/// A part of generated content.
#[derive(Debug, Clone, PartialEq)]
pub enum ContentItem {
    /// A string, also from `attr()`.
    Text(Box<str>),
    /// `counter()` and `counters()`, already formatted for this element (the cascade walks in tree order).
    Counter(Box<str>),
    /// An open or close quote, already looked up by nesting depth.
    Quote(Box<str>),
    /// An image; `size` where it is known without loading (gradients have none).
    Image,
}

/// `content`
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Content {
    /// `normal`: nothing for pseudo-elements.
    #[default]
    Normal,
    /// `none`
    None,
    /// Generated items and the alternative text after `/`.
    Items(Vec<ContentItem>, Option<Box<str>>),
}

/// `clip-path`, `clip`: shapes as far as hit testing needs them.
#[derive(Debug, Clone, PartialEq)]
pub enum ClipShape {
    /// `inset()`, `rect()`, `xywh()`: distances from the reference box's edges.
    Inset(Sides<LengthPercentage>),
    /// `circle()`: radius (`None`: closest-side) and centre.
    Circle(Option<LengthPercentage>, (LengthPercentage, LengthPercentage)),
    /// `ellipse()`
    Ellipse(Option<(LengthPercentage, LengthPercentage)>, (LengthPercentage, LengthPercentage)),
    /// `polygon()`
    Polygon(Vec<(LengthPercentage, LengthPercentage)>),
    /// `path()`, `url()`, `shape()`: not evaluated.
    Unknown,
}

/// `clip` (absolutely positioned boxes only): edges as offsets from the border box's top left; `None` is `auto`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClipRect {
    /// Offsets in px.
    pub edges: Sides<Option<f32>>,
}

/// `list-style-type`
#[derive(Debug, Clone, PartialEq)]
pub enum ListStyleType {
    /// `none`
    None,
    /// A counter style name, lower case: `disc`, `decimal`, `lower-alpha`, ...
    Named(Box<str>),
    /// A string.
    Text(Box<str>),
}

/// `text-decoration`, colours and other paint-only properties are not here: nothing in stillpage depends on them.
///
/// Fields are named after their property. Physical sides only: logical properties are mapped by the cascade.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each field is the CSS property of its name")]
pub struct ComputedStyle {
    // Box generation
    /// After blockification (floats, absolute positions, flex and grid items, the root).
    pub display: Display,
    /// Before blockification: what absolutely positioned boxes' static position depends on.
    pub original_display: Display,
    pub visibility: Visibility,
    pub position: Position,
    pub float: Float,
    pub clear: Clear,
    pub content: Content,
    pub content_visibility: ContentVisibility,
    // Box model
    pub box_sizing: BoxSizing,
    pub width: Dimension,
    pub height: Dimension,
    pub min_width: Dimension,
    pub min_height: Dimension,
    pub max_width: Dimension,
    pub max_height: Dimension,
    pub aspect_ratio: AspectRatio,
    pub margin: Sides<LengthPercentageAuto>,
    pub padding: Sides<LengthPercentage>,
    pub border: Sides<BorderSide>,
    /// Used for hit testing rounded corners: horizontal and vertical radius, top-left clockwise.
    pub border_radius: Option<Box<[(LengthPercentage, LengthPercentage); 4]>>,
    pub inset: Sides<LengthPercentageAuto>,
    pub overflow_x: Overflow,
    pub overflow_y: Overflow,
    pub object_fit: ObjectFit,
    // Stacking and hit testing
    pub z_index: Option<i32>,
    pub opacity: f32,
    pub isolation: Isolation,
    /// `will-change`, `filter`, `backdrop-filter`, `mask`, `mix-blend-mode`, `perspective` or `contain` values that make a stacking context.
    pub forces_stacking_context: bool,
    /// Same, for those that make a containing block of fixed and absolute descendants.
    pub contains_fixed: bool,
    /// `contain: paint` or `strict`, `content`.
    pub contain_paint: bool,
    /// `contain: size` or `strict` (or a size container).
    pub contain_size: bool,
    /// `contain: inline-size`.
    pub contain_inline_size: bool,
    /// `contain: layout`.
    pub contain_layout: bool,
    pub pointer_events: PointerEvents,
    pub cursor: Cursor,
    pub interactivity: Interactivity,
    pub transform: Option<Box<Transform>>,
    pub clip_path: Option<Box<ClipShape>>,
    pub clip: Option<ClipRect>,
    // Text
    pub color_transparent: bool,
    /// Painted background (colour with alpha above 0, or image): only a hint, hit testing does not depend on it.
    pub has_background: bool,
    pub direction: Direction,
    pub unicode_bidi: UnicodeBidi,
    pub writing_mode: WritingMode,
    /// Computed font size, px.
    pub font_size: f32,
    pub font_family: Arc<[FontFamily]>,
    pub font_weight: f32,
    pub font_style: FontStyle,
    pub font_variant_caps: FontVariantCaps,
    /// `font-kerning: none` or `font-feature-settings: "kern" 0`.
    pub font_kerning_none: bool,
    /// `font-variant-ligatures: none` and friends.
    pub font_ligatures_none: bool,
    pub line_height: LineHeight,
    /// px.
    pub letter_spacing: f32,
    /// px.
    pub word_spacing: f32,
    pub text_align: TextAlign,
    pub text_align_last: TextAlign,
    pub text_indent: LengthPercentage,
    pub text_transform: TextTransform,
    pub text_overflow: TextOverflow,
    pub white_space_collapse: WhiteSpaceCollapse,
    pub text_wrap_mode: TextWrapMode,
    pub text_wrap_style: TextWrapStyle,
    pub overflow_wrap: OverflowWrap,
    pub word_break: WordBreak,
    pub line_break: LineBreak,
    pub hyphens: Hyphens,
    pub tab_size: TabSize,
    pub vertical_align: VerticalAlign,
    // Lists
    pub list_style_type: ListStyleType,
    pub list_style_image: bool,
    pub list_style_position: ListStylePosition,
    // Tables
    pub border_collapse: BorderCollapse,
    /// Horizontal and vertical, px.
    pub border_spacing: (f32, f32),
    pub caption_side: CaptionSide,
    pub table_layout: TableLayout,
    pub empty_cells: EmptyCells,
    // Flex, grid, alignment
    pub flex_direction: FlexDirection,
    pub flex_wrap: FlexWrap,
    pub flex_grow: f32,
    pub flex_shrink: f32,
    pub flex_basis: FlexBasis,
    pub order: i32,
    pub align_items: Align,
    pub align_self: Align,
    pub align_content: Align,
    pub justify_items: Align,
    pub justify_self: Align,
    pub justify_content: Align,
    /// `None` is `normal`.
    pub row_gap: Option<LengthPercentage>,
    /// `None` is `normal`.
    pub column_gap: Option<LengthPercentage>,
    pub grid: Option<Box<GridStyle>>,
    // Multi-column
    pub column_count: Option<u32>,
    /// px.
    pub column_width: Option<f32>,
    pub column_span_all: bool,
    // Controls and the rest
    pub appearance: Appearance,
    pub field_sizing: FieldSizing,
    pub line_clamp: Option<u32>,
    pub box_orient: BoxOrient,
    pub container_type: ContainerType,
    /// Used zoom: the product of `zoom` over the ancestors.
    pub zoom: f32,
    /// Custom properties, shared with the parent where equal.
    pub custom: CustomProperties,
    /// SVG geometry and paint properties; `None` where all are initial.
    pub svg: Option<Box<SvgStyle>>,
}

/// `flex-basis`
#[derive(Debug, Clone, PartialEq)]
pub enum FlexBasis {
    /// `content`
    Content,
    /// A size; `auto` looks at the main size.
    Size(Dimension),
}

/// `tab-size`
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TabSize {
    /// A number of spaces.
    Spaces(f32),
    /// px.
    Px(f32),
}

/// SVG geometry properties that CSS can set (`x`, `y`, `width` and `height` are those of the box), and the paint that
/// hit testing depends on.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each field is the CSS property of its name; `None` is not set by CSS")]
pub struct SvgStyle {
    pub x: Option<LengthPercentage>,
    pub y: Option<LengthPercentage>,
    pub cx: Option<LengthPercentage>,
    pub cy: Option<LengthPercentage>,
    pub r: Option<LengthPercentage>,
    pub rx: Option<LengthPercentage>,
    pub ry: Option<LengthPercentage>,
    /// Path data of `d: path(...)`.
    pub d: Option<Box<str>>,
    /// `fill` is not `none`.
    pub fill: bool,
    /// `stroke` is not `none`.
    pub stroke: bool,
    pub stroke_width: LengthPercentage,
    pub text_anchor: TextAnchor,
}

keywords! {
    /// `text-anchor`
    TextAnchor { Start = "start", Middle = "middle", End = "end" }
}

impl Default for SvgStyle {
    fn default() -> Self {
        Self {
            x: None,
            y: None,
            cx: None,
            cy: None,
            r: None,
            rx: None,
            ry: None,
            d: None,
            fill: true,
            stroke: false,
            stroke_width: LengthPercentage::px(1.0),
            text_anchor: TextAnchor::Start,
        }
    }
}

impl ComputedStyle {
    /// The initial value of every property (font: 16px of the default serif family).
    #[must_use]
    pub fn initial() -> Self {
        const ZERO: LengthPercentage = LengthPercentage::ZERO;
        Self {
            display: Display::Inline,
            original_display: Display::Inline,
            visibility: Visibility::Visible,
            position: Position::Static,
            float: Float::None,
            clear: Clear::None,
            content: Content::Normal,
            content_visibility: ContentVisibility::Visible,
            box_sizing: BoxSizing::ContentBox,
            width: Dimension::Auto,
            height: Dimension::Auto,
            min_width: Dimension::Auto,
            min_height: Dimension::Auto,
            max_width: Dimension::Auto,
            max_height: Dimension::Auto,
            aspect_ratio: AspectRatio { auto: true, ratio: None },
            margin: Sides::all(LengthPercentageAuto::Length(ZERO)),
            padding: Sides::all(ZERO),
            border: Sides::default(),
            border_radius: None,
            inset: Sides::all(LengthPercentageAuto::Auto),
            overflow_x: Overflow::Visible,
            overflow_y: Overflow::Visible,
            object_fit: ObjectFit::Fill,
            z_index: None,
            opacity: 1.0,
            isolation: Isolation::Auto,
            forces_stacking_context: false,
            contains_fixed: false,
            contain_paint: false,
            contain_size: false,
            contain_inline_size: false,
            contain_layout: false,
            pointer_events: PointerEvents::Auto,
            cursor: Cursor::Auto,
            interactivity: Interactivity::Auto,
            transform: None,
            clip_path: None,
            clip: None,
            color_transparent: false,
            has_background: false,
            direction: Direction::Ltr,
            unicode_bidi: UnicodeBidi::Normal,
            writing_mode: WritingMode::HorizontalTb,
            font_size: 16.0,
            font_family: Arc::from([FontFamily::Generic("serif".into())]),
            font_weight: 400.0,
            font_style: FontStyle::Normal,
            font_variant_caps: FontVariantCaps::Normal,
            font_kerning_none: false,
            font_ligatures_none: false,
            line_height: LineHeight::Normal,
            letter_spacing: 0.0,
            word_spacing: 0.0,
            text_align: TextAlign::Start,
            text_align_last: TextAlign::Start,
            text_indent: ZERO,
            text_transform: TextTransform::None,
            text_overflow: TextOverflow::Clip,
            white_space_collapse: WhiteSpaceCollapse::Collapse,
            text_wrap_mode: TextWrapMode::Wrap,
            text_wrap_style: TextWrapStyle::Auto,
            overflow_wrap: OverflowWrap::Normal,
            word_break: WordBreak::Normal,
            line_break: LineBreak::Auto,
            hyphens: Hyphens::Manual,
            tab_size: TabSize::Spaces(8.0),
            vertical_align: VerticalAlign::Baseline,
            list_style_type: ListStyleType::Named("disc".into()),
            list_style_image: false,
            list_style_position: ListStylePosition::Outside,
            border_collapse: BorderCollapse::Separate,
            border_spacing: (0.0, 0.0),
            caption_side: CaptionSide::Top,
            table_layout: TableLayout::Auto,
            empty_cells: EmptyCells::Show,
            flex_direction: FlexDirection::Row,
            flex_wrap: FlexWrap::NoWrap,
            flex_grow: 0.0,
            flex_shrink: 1.0,
            flex_basis: FlexBasis::Size(Dimension::Auto),
            order: 0,
            align_items: Align::default(),
            align_self: Align { keyword: AlignKeyword::Auto, safe: false },
            align_content: Align::default(),
            justify_items: Align::default(),
            justify_self: Align { keyword: AlignKeyword::Auto, safe: false },
            justify_content: Align::default(),
            row_gap: None,
            column_gap: None,
            grid: None,
            column_count: None,
            column_width: None,
            column_span_all: false,
            appearance: Appearance::None,
            field_sizing: FieldSizing::Fixed,
            line_clamp: None,
            box_orient: BoxOrient::Horizontal,
            container_type: ContainerType::Normal,
            zoom: 1.0,
            custom: CustomProperties::default(),
            svg: None,
        }
    }
}
