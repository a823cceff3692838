//! An element in the sentences about a recording.

use crate::dom::NodeId;
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::element::Elements;
use crate::tool::landing::subject;

/// The words of a matched element for a sentence: its ref, role and name, or its text.
pub(super) fn words(page: &Page, elements: &Elements<'_>, node: NodeId) -> SafeText {
    let words = subject(page, elements, node);
    if words.contains('"') {
        return words;
    }
    let text = crate::text::normalize(&page.dom().text_content(node));
    if text.is_empty() {
        return words;
    }
    safe!("{} {}", words, PageText::quoted(&text).at_most(60))
}
