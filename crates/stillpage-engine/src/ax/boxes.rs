//! Facts about the boxes of elements.

use std::sync::Arc;

use crate::dom::NodeId;
use crate::page::Page;
use crate::style::computed::{Content, ContentItem, Display};
use crate::style::{ComputedStyle, Pseudo};

/// True for an element that `content` makes an image.
pub(super) fn is_content_image(page: &Page, node: NodeId) -> bool {
    page.styles().get(node).is_some_and(
        |style| matches!(&style.content, Content::Items(items, _) if matches!(items[..], [ContentItem::Image(_)])),
    )
}

/// The style of a pseudo-element that is displayed and has content; `None` without one.
pub(super) fn generated(page: &Page, node: NodeId, pseudo: Pseudo) -> Option<&Arc<ComputedStyle>> {
    let style = page.styles().pseudo(node, pseudo)?;
    (style.display != Display::None && matches!(style.content, Content::Items(..))).then_some(style)
}

/// True for a list item with the text of a marker.
pub(super) fn has_marker(page: &Page, node: NodeId) -> bool {
    page.styles().marker(node).is_some_and(|text| !text.is_empty())
}
