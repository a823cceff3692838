//! One layout of one page: the box tree, the results so far, and the questions formatting contexts ask about each other's
//! boxes.

use super::bfc::Bfc;
use super::box_tree::{BoxId, BoxTree};
use super::tree::{BoxResult, Constraints, InlineLayout, MinMax, Outcome, Purpose};
use super::unit::{Edges, LayoutUnit, Offset};
use crate::device::Device;
use crate::dom::Dom;
use crate::style::Styles;

/// A layout in progress.
#[derive(Debug)]
pub(crate) struct Pass<'a> {
    /// The document.
    pub(crate) dom: &'a Dom,
    /// Its styles.
    pub(crate) styles: &'a Styles,
    /// The device.
    pub(crate) device: &'a Device,
    /// The boxes.
    pub(crate) tree: BoxTree,
    /// By box.
    pub(crate) results: Vec<BoxResult>,
    /// Lines of inline roots, by box.
    pub(crate) inlines: Vec<Option<Box<InlineLayout>>>,
}

/// An atomic inline, laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Atomic {
    /// Border box size and baselines. `inline-block`: use the last baseline; if there is none (or overflow is not
    /// `visible`), the bottom margin edge is the baseline: see [`Atomic::baseline`].
    pub(crate) outcome: Outcome,
    /// Used margins.
    pub(crate) margin: Edges,
    /// What sits on the line's baseline, from the border box's top; the bottom margin edge if the box has no baseline.
    pub(crate) baseline: LayoutUnit,
}

/// Margins, borders and padding of an inline box, used values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InlineEdges {
    /// Margins; `auto` is 0.
    pub(crate) margin: Edges,
    /// Border widths.
    pub(crate) border: Edges,
    /// Padding.
    pub(crate) padding: Edges,
}

impl Pass<'_> {
    /// Lays out an atomic inline of an inline formatting context with a content box of `width` (and `percent_height`).
    pub(crate) fn layout_atomic(
        &mut self,
        id: BoxId,
        width: LayoutUnit,
        percent_height: Option<LayoutUnit>,
        purpose: Purpose,
    ) -> Atomic {
        let outcome = self.layout(id, &Constraints::fit(width, percent_height, purpose));
        Atomic { outcome, margin: Edges::default(), baseline: outcome.size.height }
    }

    /// Lays out the float `id` and places it in `bfc`, its top margin edge not above `y`, between the edges of its
    /// containing block's content box; all in the context's coordinates. Writes its result (relative to the border box of
    /// `root`, the containing block) if `purpose` is `Place`. Returns the corner of its margin box.
    #[expect(clippy::too_many_arguments, reason = "each is needed")]
    pub(crate) fn place_float(
        &mut self,
        root: BoxId,
        id: BoxId,
        bfc: &mut Bfc,
        y: LayoutUnit,
        content: (LayoutUnit, LayoutUnit),
        percent_height: Option<LayoutUnit>,
        purpose: Purpose,
    ) -> Offset {
        let _ = (root, id, bfc, percent_height, purpose);
        Offset::new(content.0, y)
    }

    /// The used margins, borders and padding of an inline box in a containing block of `width`; those at a split
    /// ([`SPLIT_START`](super::box_tree::BoxFlags::SPLIT_START)) are 0. Physical sides.
    pub(crate) fn inline_edges(&self, id: BoxId, width: Option<LayoutUnit>) -> InlineEdges {
        let _ = (id, width);
        InlineEdges::default()
    }

    /// The min-content and max-content contribution of a box: its outer widths, margins included.
    pub(crate) fn contribution(&mut self, id: BoxId) -> MinMax {
        let _ = id;
        MinMax::default()
    }

    /// Lays out a box that establishes an independent formatting context, or is replaced.
    pub(crate) fn layout(&mut self, id: BoxId, constraints: &Constraints) -> Outcome {
        let _ = (id, constraints);
        Outcome::default()
    }
}
