//! Inline formatting contexts: text and inline-level boxes into lines.
//!
//! The boundary with the rest of layout. The engine here walks the inline-level descendants of an inline root
//! ([`BoxNode::is_inline_root`](super::box_tree::BoxNode::is_inline_root)): `Inline`, `Text`, `Br`, `Wbr`, inside `Marker`
//! (all with their children), atomic inlines, floats and absolutely positioned boxes (none of which it looks into). It
//! asks back through [`Pass`]:
//! - [`Pass::layout_atomic`] for the size, margins and baselines of an atomic inline (and of an outside marker),
//! - [`Pass::place_float`] for a float, as soon as it is met on a line (if it does not fit beside the line's content so
//!   far, after the line), which adds it to the `Bfc`,
//! - [`Pass::inline_edges`] for the margins, borders and padding of an inline box,
//! - [`Pass::contribution`] for the min-content and max-content widths (margins included) of an atomic inline or float.
//!
//! What it returns is written down by the caller: offsets of atomic inlines, static positions, rects of inline boxes and
//! texts. Relative positioning, transforms and scrolling are applied later: not here.
//!
//! The outside marker of a list item is the first child of its inline root: it takes no room but makes the first line
//! count as not empty, with its own strut; it is reported as an `Atomic` fragment.

use super::bfc::Bfc;
use super::box_tree::BoxId;
use super::pass::Pass;
use super::tree::{InlineOutcome, InlineSpace, MinMax};

/// Breaks the contents of `root` into lines.
pub(crate) fn layout(pass: &mut Pass<'_>, root: BoxId, space: &InlineSpace, bfc: &mut Bfc) -> InlineOutcome {
    let _ = (pass, root, space, bfc);
    InlineOutcome { empty: true, ..InlineOutcome::default() }
}

/// The min-content and max-content width of the contents of `root`, floats included.
pub(crate) fn intrinsic(pass: &mut Pass<'_>, root: BoxId) -> MinMax {
    let _ = (pass, root);
    MinMax::default()
}
