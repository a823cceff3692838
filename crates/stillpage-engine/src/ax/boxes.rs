//! Facts about the boxes of elements.

use crate::dom::NodeId;
use crate::page::Page;
use crate::style::computed::{Content, ContentItem, Display};

/// True for an element that `content` makes an image.
pub(super) fn is_content_image(page: &Page, node: NodeId) -> bool {
    page.styles().get(node).is_some_and(
        |style| matches!(&style.content, Content::Items(items, _) if matches!(items[..], [ContentItem::Image(_)])),
    )
}

/// True for displays with an outer type of `inline`.
pub(super) fn is_inline_level(display: Display) -> bool {
    matches!(
        display,
        Display::Inline
            | Display::InlineBlock
            | Display::InlineListItem
            | Display::InlineBlockListItem
            | Display::InlineFlex
            | Display::InlineGrid
            | Display::InlineTable
            | Display::WebkitInlineBox
            | Display::Ruby
            | Display::RubyText
            | Display::Math
    )
}
