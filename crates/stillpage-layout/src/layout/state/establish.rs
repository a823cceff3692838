//! Blocks that establish a formatting context of their own, and those that let percentage heights through.

use super::LayoutState;
use super::box_tree::{BoxFlags, BoxId, BoxKind};
use super::display::{is_multicol, is_scroll_container};
use crate::style::computed::{AlignKeyword, ContainerType, ContentVisibility, Dimension, Display, Float, Position};

/// Blocks that establish a formatting context with any style.
const ROOTS: BoxFlags = BoxFlags::TOP_LAYER
    .union(BoxFlags::LEGEND)
    .union(BoxFlags::ORTHOGONAL)
    .union(BoxFlags::DOCUMENT_ELEMENT)
    .union(BoxFlags::OUTPUT)
    .union(BoxFlags::FOREIGN_OBJECT);

/// Does a block-level box establish a formatting context of its own, which floats outside do not reach into?
pub(crate) fn establishes_bfc(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    if node.kind != BoxKind::Block {
        return node.kind != BoxKind::Inline;
    }
    let style = &node.style;
    if node.flags.contains(BoxFlags::ANONYMOUS) {
        // Closed details: skipped contents are contained, margins too.
        return node.flags.contains(BoxFlags::SKIPS_CONTENTS);
    }
    is_scroll_container(style)
        || node.flags.intersects(ROOTS)
        || matches!(
            style.display,
            Display::FlowRoot | Display::FlowRootListItem | Display::InlineBlock | Display::WebkitBox
        )
        || style.contain_layout
        || style.contain_paint
        || style.contain_size
        || is_multicol(style)
        || style.float != Float::None
        || matches!(style.position, Position::Absolute | Position::Fixed)
        || style.content_visibility != ContentVisibility::Visible
        || style.container_type != ContainerType::Normal
        // Chrome: last baselines of blocks are not aligned.
        || !matches!(style.align_content.keyword, AlignKeyword::Normal | AlignKeyword::LastBaseline)
}

/// Boxes of automatic height through which percentage heights look at the next containing block.
pub(crate) fn passes_percent_height(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.flags.contains(BoxFlags::ANONYMOUS)
        || node.flags.contains(BoxFlags::QUIRKS)
            && node.kind == BoxKind::Block
            && !matches!(node.style.position, Position::Absolute | Position::Fixed)
            && node.style.height == Dimension::Auto
}
