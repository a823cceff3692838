//! The rendered text of text nodes, as far as it does not depend on where lines break.

use std::sync::Arc;

use crate::dom::{Dom, NodeId};

/// Returns the text of a node that several boxes render: that of those before, and of the next one, which comes before them if it is
/// a `::first-letter`.
pub(super) fn joined(known: &str, next: &str, is_letter: bool) -> Arc<str> {
    let (first, second) = if is_letter { (next, known) } else { (known, next) };
    format!("{first}{second}").into()
}

/// Gives `each` the rendered text of the text nodes in an SVG `text` element.
///
/// White space is collapsed across them. `around` knows something of their parents; text nodes in parents of which it knows nothing are
/// left out.
pub fn svg_text<T>(
    dom: &Dom,
    element: NodeId,
    around: impl Fn(NodeId) -> Option<T>,
    mut each: impl FnMut(NodeId, String, T),
) {
    if dom.element(element).is_none_or(|e| *e.name.local != *"text") {
        return;
    }
    let mut after_space = true;
    for node in dom.descendants(element) {
        let Some(text) = dom.text(node) else { continue };
        let Some(around) = dom.node(node).parent.and_then(&around) else { continue };
        let mut rendered = String::with_capacity(text.len());
        for c in text.chars() {
            let space = c.is_ascii_whitespace();
            if !(space && after_space) {
                rendered.push(if space { ' ' } else { c });
            }
            after_space = space;
        }
        each(node, rendered, around);
    }
}
