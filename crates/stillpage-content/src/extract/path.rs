//! Keys of fields, by which they are recognised in other records: their place by tags and classes.

use std::fmt::Write as _;

use crate::rendered::visible::{At, VisibleTree};

/// The elements from a record down to where the walk is, with the tag and the first class of each that a key needed.
pub(super) struct Path<'t, 'a> {
    tree: &'t VisibleTree<'a>,
    root: At,
    open: Vec<(At, Option<String>)>,
}

impl<'t, 'a> Path<'t, 'a> {
    pub(super) fn new(tree: &'t VisibleTree<'a>, root: At) -> Self {
        Self { tree, root, open: Vec::new() }
    }

    /// Goes to the next element of the walk.
    pub(super) fn enter(&mut self, at: At) {
        while self.open.last().is_some_and(|(last, _)| self.tree.nodes[*last].end() <= at) {
            self.open.pop();
        }
        if at != self.root {
            self.open.push((at, None));
        }
    }

    /// Returns the key of a field of the element, which is the same in other records; `kind`: that of the field, `column`: the one of
    /// its cell.
    pub(super) fn key(&mut self, kind: &str, column: usize) -> String {
        /// Limit: levels of a key.
        const LEVELS: usize = 12;
        let mut key = String::with_capacity(64);
        key.push_str(kind);
        match column {
            0 => key.push('0'),
            // Writing to a string cannot fail.
            _ => _ = write!(key, "{column}"),
        }
        let far = self.open.len().saturating_sub(LEVELS);
        for (at, known) in self.open.iter_mut().skip(far) {
            key.push_str(known.get_or_insert_with(|| step(self.tree, *at)));
        }
        key
    }
}

/// Tag and first class of an element; the second of two like siblings is another one.
fn step(tree: &VisibleTree<'_>, at: At) -> String {
    let (tag, class) = (tree.tag(at), tree.attr(at, "class"));
    let mut step = String::with_capacity(tag.len() + 12);
    step.push('>');
    step.push_str(tag);
    if let Some(class) = class.and_then(|class| class.split_ascii_whitespace().next()) {
        step.push('.');
        step.push_str(class);
    }
    let before = std::iter::successors(tree.nodes[at].previous(), |&p| tree.nodes[p].previous()).take(8);
    let nth = before.filter(|&p| tree.tag(p) == tag && tree.attr(p, "class") == class).count();
    if nth > 0 {
        let _ = write!(step, ":{nth}");
    }
    step
}
