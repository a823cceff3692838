//! The result of layout for each box, and the constraints under which formatting contexts lay out each other's boxes.
//!
//! *Coordinates*: a box's [`BoxResult::offset`] is from the top left of its parent box's border box to the top left of its
//! own (for inline-level boxes, floats and text: from that of the inline formatting context's root), before relative
//! positioning, transforms and scrolling. Absolutely positioned boxes: from the border box of their containing block
//! ([`BoxResult::container`]).

use smallvec::SmallVec;

use super::box_table::BoxTable;
use super::box_tree::BoxId;
use super::used_edges::UsedEdges;
use crate::layout::rendered_text::Rendered;
use crate::layout::unit::{Edges, Extent, LayoutRect, LayoutUnit, MaybeUnit, Offset};

/// The geometry of a box.
#[derive(Debug, Clone, Default)]
pub(crate) struct BoxResult {
    /// Border box relative to the border box of `container`.
    pub offset: Offset,
    /// The box whose border box `offset` is relative to; `None` for the root and for boxes never placed.
    pub container: Option<BoxId>,
    /// Border box size.
    pub size: Extent,
    /// Used margins, border widths and padding.
    pub(crate) edges: UsedEdges,
    /// Baseline of the first line or row from the border box's top.
    pub(crate) first_baseline: MaybeUnit,
    /// Baseline of the last one.
    pub(crate) last_baseline: MaybeUnit,
    /// Content height that percentages of children refer to; none if it depends on the content.
    pub(crate) definite_height: MaybeUnit,
    /// Inline roots: where the content box starts in the border box; fragments are relative to it.
    pub(crate) inline_corner: Offset,
}

impl BoxResult {
    /// True if it is as large and has the same edges, and its lines begin in the same place.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        self.size == other.size && self.inline_corner == other.inline_corner && self.edges == other.edges
    }
}

/// By box, what of its result is painted.
pub(crate) type BoxAreas = BoxTable<BoxArea>;

/// The parts of a box's result that decide where it and what is in it are painted.
#[derive(Debug, Clone)]
pub(crate) struct BoxArea {
    /// The size of its border box.
    pub size: Extent,
    /// Its borders and padding.
    pub(crate) edges: UsedEdges,
    /// The corner of its lines in the border box.
    pub(crate) inline_corner: Offset,
}

impl BoxArea {
    pub(crate) fn of(result: &BoxResult) -> Self {
        let BoxResult { size, edges, inline_corner, .. } = result;
        Self { size: *size, edges: edges.clone(), inline_corner: *inline_corner }
    }
}

/// Room on one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Available {
    /// So much.
    Definite(LayoutUnit),
    /// As little as possible.
    MinContent,
    /// As much as is wanted.
    MaxContent,
}

impl Available {
    /// The length; `None` for the two intrinsic ones.
    pub(crate) fn definite(self) -> Option<LayoutUnit> {
        match self {
            Self::Definite(length) => Some(length),
            Self::MinContent | Self::MaxContent => None,
        }
    }
}

/// The purpose of laying out a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// Only the [`LayoutResult`] is wanted: no result of the box or its descendants is written.
    Measure,
    /// For good: results of the descendants are written (the box's own offset is its parent's to write).
    Place,
}

/// The constraints on a box that establishes an independent formatting context (or is replaced).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Constraints {
    /// Room for the margin box: what `width: auto` fills or fits into.
    pub width: Available,
    /// Basis of percentages on widths, margins and padding: the containing block's width. `None` while it is not known
    /// (intrinsic sizes): cyclic percentages, which count as `auto` or 0.
    pub(crate) percent_width: Option<LayoutUnit>,
    /// Basis of percentages on heights: the containing block's height if definite.
    pub(crate) percent_height: Option<LayoutUnit>,
    /// Border-box width set from outside (stretched flex items, table cells, both insets set, ...).
    pub(crate) fixed_width: Option<LayoutUnit>,
    /// Border-box height set from outside.
    pub(crate) fixed_height: Option<LayoutUnit>,
    /// Children may resolve percentages against `fixed_height`.
    pub(crate) fixed_height_definite: bool,
    /// `width: auto` fits the content (floats, inline blocks, absolutely positioned boxes, flex items) instead of filling
    /// the room.
    pub(crate) shrink_to_fit: bool,
    /// The width and height properties do not count: what is asked for is the size by content.
    pub(crate) ignore_sizes: bool,
    /// Only the size is wanted, not the baselines: flex and grid containers then do not place their items.
    pub(crate) size_only: bool,
    /// Contents start this much below the padding (aligned table cells).
    pub(crate) content_shift: LayoutUnit,
    /// The purpose of the layout.
    pub purpose: Purpose,
}

impl Constraints {
    /// Fit content in a containing block of this width and, if definite, height.
    pub(crate) fn fit(width: LayoutUnit, percent_height: Option<LayoutUnit>, purpose: Purpose) -> Self {
        Self {
            width: Available::Definite(width),
            percent_width: Some(width),
            percent_height,
            fixed_width: None,
            fixed_height: None,
            fixed_height_definite: true,
            shrink_to_fit: true,
            ignore_sizes: false,
            size_only: false,
            content_shift: LayoutUnit::ZERO,
            purpose,
        }
    }

    /// Fill a containing block of this width.
    pub(crate) fn fill(width: LayoutUnit, percent_height: Option<LayoutUnit>, purpose: Purpose) -> Self {
        Self { shrink_to_fit: false, ..Self::fit(width, percent_height, purpose) }
    }
}

/// The result of laying out a box.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LayoutResult {
    /// Border box size.
    pub size: Extent,
    /// From the border box's top; `None` if it has no line or row.
    pub(crate) first_baseline: Option<LayoutUnit>,
    /// From the border box's top.
    pub(crate) last_baseline: Option<LayoutUnit>,
}

/// The intrinsic widths that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IntrinsicWidths {
    /// Min-content alone; max-content may be anything from there on. A grid takes much longer to tell that.
    Min,
    /// Min-content and max-content.
    Both,
}

/// Intrinsic widths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MinMax {
    /// Min-content.
    pub min: LayoutUnit,
    /// Max-content; at least `min`.
    pub max: LayoutUnit,
}

impl MinMax {
    /// A pair of equal lengths.
    pub(crate) const fn both(length: LayoutUnit) -> Self {
        Self { min: length, max: length }
    }

    /// <https://www.w3.org/TR/css-sizing-3/#fit-content-size>
    pub(crate) fn fit(self, available: Available) -> LayoutUnit {
        match available {
            Available::Definite(room) => self.max.min(room.max(self.min)),
            Available::MinContent => self.min,
            Available::MaxContent => self.max,
        }
    }

    /// Each increased by `by`.
    pub(crate) fn plus(self, by: LayoutUnit) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    /// The larger of each.
    pub(crate) fn encompass(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.max(other.max) }
    }
}

/// A part of an inline formatting context on one line. Offsets are relative to the *content box* of the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InlineFragment {
    /// The text, inline box, atomic inline, `br`, or out-of-flow box.
    pub id: BoxId,
    /// The kind of the fragment.
    pub kind: InlineFragmentKind,
    /// Text: the glyph run, as high as the font (ascent plus descent). Inline box: its border box. Atomic: its border box.
    /// Static position: where a hypothetical box would start; the size does not count.
    pub rect: LayoutRect,
    /// Chrome: the inline box has no fragment of its own, it is where its contents are.
    pub culled: bool,
}

/// The kind of an [`InlineFragment`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InlineFragmentKind {
    /// A run of a text box: byte range in the rendered text of that box ([`InlineLayout::texts`]).
    Text {
        /// First byte.
        start: u32,
        /// End.
        end: u32,
    },
    /// A line's part of a non-replaced inline box.
    Inline,
    /// An atomic inline or an outside marker; it has been laid out by `LayoutState::layout_atomic`.
    Atomic,
    /// A `br`: zero width, as high as the font.
    Break,
    /// The static position of an absolutely positioned box (already aligned for `text-align`, as Chromium does for
    /// boxes whose [`original_display`](crate::style::ComputedStyle::original_display) is inline-level; block-level ones
    /// start a new line at the left or, rtl, the right edge of the content box).
    StaticPosition,
}

/// A line box. Offsets are relative to the content box of the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// Top, height, and the extent of its contents.
    pub rect: LayoutRect,
    /// Baseline from the content box's top.
    pub baseline: LayoutUnit,
    /// Range of its fragments in [`InlineLayout::fragments`]; parents before their children.
    pub fragments: (u32, u32),
}

/// The lines of an inline formatting context.
#[derive(Debug, Clone, Default)]
pub(crate) struct InlineLayout {
    /// Top to bottom.
    pub lines: SmallVec<[Line; 1]>,
    /// The fragments of all lines, line by line. Within a line: visual order, an inline box before what it contains.
    pub fragments: SmallVec<[InlineFragment; 1]>,
    /// The rendered text of each text box of the context, also of those that collapsed away.
    pub texts: SmallVec<[(BoxId, Rendered); 1]>,
}

/// The space that an inline formatting context fills. It is in a block formatting context ([`Bfc`](super::floats::Bfc)) with
/// floats that shorten its lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InlineSpace {
    /// Width of the root's content box.
    pub width: LayoutUnit,
    /// Top left of the root's content box in the coordinates of the block formatting context. (`y` supposes that no
    /// margin of an earlier sibling still grows: true as soon as a line has content.)
    pub origin: Offset,
    /// Height of the root's content box if definite, for percentages of atomic inlines and floats.
    pub(crate) percent_height: Option<LayoutUnit>,
    /// The first line is the first formatted line of its block container: `text-indent`, `::first-line`.
    pub(crate) first_formatted: bool,
    /// The number of lines to lay out (`line-clamp`); `None`: all.
    pub(crate) max_lines: Option<u32>,
    /// The purpose of the layout.
    pub purpose: Purpose,
}

/// The result of laying out an inline formatting context.
#[derive(Debug, Clone, Default)]
pub(crate) struct InlineOutcome {
    /// Sum of the lines' heights (with clearance between them); floats do not count.
    pub height: LayoutUnit,
    /// Baseline of the first line, from the content box's top; `None` without a line that counts.
    pub(crate) first_baseline: Option<LayoutUnit>,
    /// The baseline of the last line.
    pub(crate) last_baseline: Option<LayoutUnit>,
    /// No line has content: every line box is treated as not existing (CSS 2 9.4.2), the root collapses through.
    pub empty: bool,
    /// The lines; filled also when measuring, where nothing is written to the results, but for lines that are kept to be
    /// placed.
    pub layout: Option<Box<InlineLayout>>,
}

impl InlineOutcome {
    /// Returns the result without the lines.
    pub(crate) fn without_lines(&self) -> Self {
        Self { layout: None, ..*self }
    }
}

/// An atomic inline, laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Atomic {
    /// Border box size and baselines.
    pub outcome: LayoutResult,
    /// Used margins.
    pub margin: Edges,
    /// The edge that sits on the line's baseline, from the border box's top; the bottom margin edge if the box has no baseline.
    pub baseline: LayoutUnit,
}

/// Margins, borders and padding of an inline box, used values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InlineEdges {
    /// Margins; `auto` is 0.
    pub margin: Edges,
    /// Border widths.
    pub border: Edges,
    /// Padding.
    pub padding: Edges,
}
