//! Lines that are a list: those under a label that stands alone.

use super::fill::Extractor;
use super::matching::PropertyQuery;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: characters of a heading or a label over a list.
pub(super) const MAX_LABEL: usize = 60;

/// Limit: lines under one label.
const MAX_LINES: usize = 500;
/// Limit: labels whose lines are looked at.
const MAX_TRIED: usize = 100;

impl Extractor<'_> {
    /// The lines between a label that stands alone and the next label or heading: `<p>Ingredients:</p><p>1 egg</p>`.
    pub(super) fn lines_under_label(
        &self,
        range: std::ops::Range<At>,
        wanted: &PropertyQuery<'_>,
    ) -> Option<Vec<(At, String)>> {
        let tree = &self.tree;
        let start = range.start;
        let mut tried = 0;
        for at in range {
            let chars = tree.nodes[at].chars();
            if tree.shape(at).contains(Shape::TEXT) || chars == 0 || chars > MAX_LABEL || self.beside.holds(at, 2) {
                continue;
            }
            let level = heading_level(self.page, tree.nodes[at].node);
            let is_block = tree.shape(at).contains(Shape::BLOCK) && !tree.shape(at).contains(Shape::BLOCK_INSIDE);
            if level.is_none() && !is_block {
                continue;
            }
            let text = tree.line(at, 4 * MAX_LABEL);
            if wanted.likeness_of_label(&text) < 0.85 {
                continue;
            }
            // What only wraps the label is a part of it.
            let is_control = |n: At| {
                let holds = |tags: &[&str]| (n..tree.nodes[n].end()).any(|inner| tags.contains(&tree.tag(inner)));
                holds(&["button", "label", "select"]) && !(n..tree.nodes[n].end()).contains(&at)
            };
            let wraps = |up: At| {
                tree.nodes[up].chars() == chars
                    || tree.nodes[up].chars() <= 2 * MAX_LABEL
                        && tree.line_without(up, 4 * MAX_LABEL, &is_control) == text
            };
            let label = std::iter::once(at)
                .chain(tree.ancestors(at))
                .take_while(|&up| up > start && wraps(up))
                .last()
                .unwrap_or(at);
            let lines = self.lines_after(label, level);
            if lines.len() >= 2 {
                return Some(lines);
            }
            tried += 1;
            if tried > MAX_TRIED {
                break;
            }
        }
        None
    }

    fn lines_after(&self, label: At, level: Option<usize>) -> Vec<(At, String)> {
        let tree = &self.tree;
        let mut lines: Vec<(At, String)> = Vec::new();
        for next in tree.children(tree.nodes[label].parent()).filter(|&next| next > label) {
            let ends = |at: At| {
                heading_level(self.page, tree.nodes[at].node).is_some_and(|own| level.is_none_or(|level| own <= level))
            };
            if (next..tree.nodes[next].end()).any(ends) || is_label(tree, next) && level.is_none() && !lines.is_empty()
            {
                break;
            }
            if heading_level(self.page, tree.nodes[next].node).is_none() && !tree.shape(next).contains(Shape::TEXT) {
                push_lines(tree, next, &mut lines);
            }
            if lines.len() >= MAX_LINES {
                break;
            }
        }
        lines
    }
}

/// True for a short line that ends with a colon.
pub(super) fn is_label(tree: &VisibleTree<'_>, at: At) -> bool {
    tree.nodes[at].chars() <= MAX_LABEL && tree.line(at, 4 * MAX_LABEL).ends_with([':', '：'])
}

/// The lines of an element as they are seen: its blocks without blocks in them, broken where it breaks lines.
pub(super) fn push_lines(tree: &VisibleTree<'_>, root: At, lines: &mut Vec<(At, String)>) {
    let mut open = vec![root];
    while let Some(at) = open.pop() {
        if lines.len() >= MAX_LINES {
            return;
        }
        let shape = tree.shape(at);
        if shape.contains(Shape::TEXT) || tree.nodes[at].chars() == 0 || matches!(tree.tag(at), "figure" | "button") {
            continue;
        }
        let is_entry = matches!(tree.tag(at), "li" | "tr");
        if shape.contains(Shape::BLOCK_INSIDE) && !is_entry {
            let children: Vec<At> = tree.children(at).collect();
            open.extend(children.into_iter().rev());
            continue;
        }
        let breaks: Vec<At> = (at..tree.nodes[at].end()).filter(|&n| tree.tag(n) == "br").collect();
        let mut from = at;
        for end in breaks.into_iter().chain([tree.nodes[at].end()]).take(MAX_LINES) {
            let line = tree.line_without(at, 4000, &|n| tree.nodes[n].end() <= from && n != at || n >= end);
            if !line.is_empty() {
                lines.push((at, line));
            }
            from = end;
        }
    }
}
