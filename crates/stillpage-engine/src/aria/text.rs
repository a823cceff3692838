//! Text that CSS adds to names: generated content and replaced content.

use crate::dom::NodeId;
use crate::style::computed::{Alternative, Content, ContentItem, Display, Visibility};
use crate::style::{ComputedStyle, Pseudo, Styles};

/// The text of a pseudo-element, and whether it stands apart from its neighbours; `None` if it shows no text.
pub fn generated_text(styles: &Styles, node: NodeId, pseudo: Pseudo) -> Option<(String, bool)> {
    let style = styles.pseudo(node, pseudo)?;
    if style.display == Display::None || style.visibility != Visibility::Visible {
        return None;
    }
    let text = content_text(style)?;
    Some((text, style.display != Display::Inline))
}

/// The alternative text of an element whose content is replaced; `None` if it is not replaced.
pub(crate) fn replacement_text(style: &ComputedStyle) -> Option<String> {
    match &style.content {
        Content::Items(_, Some(Alternative::Text(alt))) => Some(alt.to_string()),
        _ => None,
    }
}

/// The alternative text of `content`, else its strings. Playwright: content with anything but strings is not text.
pub fn content_text(style: &ComputedStyle) -> Option<String> {
    let Content::Items(items, alt) = &style.content else { return None };
    match alt {
        Some(Alternative::Text(alt)) => return Some(alt.to_string()),
        Some(Alternative::Counted) => return None,
        None => {}
    }
    items
        .iter()
        .map(|item| match item {
            ContentItem::Text(text) => Some(&**text),
            _ => None,
        })
        .collect()
}
