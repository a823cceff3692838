//! The rendered text of text nodes, as far as it does not depend on where lines break.

use std::sync::Arc;

use super::state::box_tree::{BoxId, BoxKind, BoxTree, TextSource};
use crate::dom::{Dom, NodeId};

/// The text that a text node renders. Most render what they hold, but for white space around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rendered {
    /// These bytes of the node's text.
    Part {
        /// First byte.
        start: u32,
        /// End.
        end: u32,
    },
    /// Another text.
    Other(Arc<str>),
}

impl Default for Rendered {
    fn default() -> Self {
        Self::Part { start: 0, end: 0 }
    }
}

impl Rendered {
    /// The text that a text box renders.
    pub(super) fn of_box(text: &str, dom: &Dom, tree: &BoxTree, id: BoxId) -> Self {
        let source = tree.text(dom, id);
        let part = |from: usize| {
            let is_there = source.get(from..).is_some_and(|rest| rest.starts_with(text));
            let BoxKind::Text(TextSource::Dom { start, .. }) = tree[id].kind else { return None };
            let start = start.checked_add(u32::try_from(from).ok()?)?;
            let end = start.checked_add(u32::try_from(text.len()).ok()?)?;
            is_there.then_some(Self::Part { start, end })
        };
        let after_space = source.len() - source.trim_ascii_start().len();
        part(0).or_else(|| part(after_space)).unwrap_or_else(|| Self::Other(text.into()))
    }

    /// The text of a node that several boxes render: that of those before, and of the next one, which comes before them if it is
    /// a `::first-letter`.
    pub(super) fn joined(known: &str, next: &str, is_letter: bool) -> Self {
        let (first, second) = if is_letter { (next, known) } else { (known, next) };
        Self::Other(format!("{first}{second}").into())
    }

    /// The characters; `node` is the text node.
    #[must_use]
    pub fn of<'a>(&'a self, dom: &'a Dom, node: NodeId) -> &'a str {
        match self {
            Self::Part { start, end } => {
                dom.text(node).and_then(|text| text.get(*start as usize..*end as usize)).unwrap_or_default()
            }
            Self::Other(text) => text,
        }
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Part { start, end } => (end - start) as usize,
            Self::Other(text) => text.len(),
        }
    }

    /// True if nothing is rendered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
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
