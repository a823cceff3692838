//! Counters and quotes: the text of generated content that depends on what came before in the document.

use super::Styles;
use super::counter_style::CounterStyles;
use crate::dom::{Dom, NodeId};

/// Walks a document in flat tree order and puts final text into `content`.
pub(super) fn evaluate(dom: &Dom, document: NodeId, counter_styles: &CounterStyles, styles: &mut Styles) {
    let _ = (dom, document, counter_styles, styles);
}
