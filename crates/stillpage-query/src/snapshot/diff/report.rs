//! The changes between two matched snapshots: as a list, and as lines of text with a mark in front.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::matching::{Matching, longest_increasing};
use super::{Change, ChangeCounts, ChangedNode, Detail, details};
use crate::refs::Ref;
use crate::snapshot::outline::SnapshotOutline;

/// Lines of context before and after one that changed.
const AROUND: usize = 1;

/// A line of the text form.
struct Line {
    depth: usize,
    mark: char,
    text: String,
    /// The line of its parent.
    parent: Option<usize>,
    shown: bool,
}

/// A step that is left to write; the last is written first.
enum Work {
    After { at: usize, depth: usize, line: Option<usize>, fresh: bool },
    Gone { at: usize, depth: usize, line: Option<usize>, top: bool },
}

pub(super) struct Writer<'a> {
    before: &'a SnapshotOutline,
    after: &'a SnapshotOutline,
    matching: &'a Matching,
    ours: Vec<Vec<usize>>,
    theirs: Vec<Vec<usize>>,
    /// Moved within their parent, by the node after.
    displaced: Vec<bool>,
    /// The removed nodes behind a node after (by its place), or first in one (by its place and the number of nodes).
    gone: FxHashMap<usize, Vec<usize>>,
    lines: Vec<Line>,
    pub(super) changes: Vec<Change>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(before: &'a SnapshotOutline, after: &'a SnapshotOutline, matching: &'a Matching) -> Self {
        let mut writer = Self {
            before,
            after,
            matching,
            ours: before.children(),
            theirs: after.children(),
            displaced: vec![false; after.nodes.len()],
            gone: FxHashMap::default(),
            lines: Vec::new(),
            changes: Vec::new(),
        };
        writer.find_displaced();
        writer.place_gone();
        writer
    }

    /// The nearest paired node around one before, as the node after; the number of nodes for none.
    fn holder_before(&self, at: usize) -> usize {
        let mut parent = self.before.parent(at);
        while let Some(at) = parent {
            if let Some(to) = self.matching.new_of[at] {
                return to;
            }
            parent = self.before.parent(at);
        }
        self.after.nodes.len()
    }

    fn holder_after(&self, at: usize) -> usize {
        let mut parent = self.after.parent(at);
        while let Some(at) = parent {
            if self.matching.old_of[at].is_some() {
                return at;
            }
            parent = self.after.parent(at);
        }
        self.after.nodes.len()
    }

    /// Finds the displaced nodes: of those with the same parent as before, the fewest whose move explains the new order.
    fn find_displaced(&mut self) {
        let mut stayed: Vec<Vec<usize>> = vec![Vec::new(); self.after.nodes.len() + 1];
        for (to, at) in self.matching.old_of.iter().enumerate() {
            let Some(at) = *at else { continue };
            let holder = self.holder_after(to);
            if self.holder_before(at) == holder {
                stayed[holder].push(to);
            }
        }
        for nodes in stayed {
            let places: Vec<usize> = nodes.iter().filter_map(|&to| self.matching.old_of[to]).collect();
            let kept = longest_increasing(&places);
            for (&to, kept) in nodes.iter().zip(kept) {
                self.displaced[to] = !kept;
            }
        }
    }

    /// Places removed nodes: behind the nearest preceding sibling that is still there, else first in the parent.
    fn place_gone(&mut self) {
        for siblings in &self.ours {
            let mut behind: Option<usize> = None;
            for &at in siblings {
                match self.matching.new_of[at] {
                    Some(to) if self.holder_after(to) == self.holder_before(at) => behind = Some(to),
                    Some(_) => {}
                    None => {
                        let parent = self.before.parent(at);
                        // In something that is gone it is shown with that.
                        if parent.is_some_and(|parent| self.matching.new_of[parent].is_none()) {
                            continue;
                        }
                        let first = self.after.nodes.len() + 1 + self.holder_before(at);
                        self.gone.entry(behind.unwrap_or(first)).or_default().push(at);
                    }
                }
            }
        }
    }

    pub(super) fn run(&mut self) {
        let root = self.after.nodes.len();
        let mut work = Vec::new();
        self.schedule(root, 0, None, false, &mut work);
        while let Some(next) = work.pop() {
            match next {
                Work::After { at, depth, line, fresh } => self.after(at, depth, line, fresh, &mut work),
                Work::Gone { at, depth, line, top } => self.gone(at, depth, line, top, &mut work),
            }
        }
    }

    /// Schedules what is in a node after, with what is gone from it.
    fn schedule(&mut self, at: usize, depth: usize, line: Option<usize>, fresh: bool, work: &mut Vec<Work>) {
        let start = work.len();
        let first = self.after.nodes.len() + 1 + at;
        let gone = |at: usize| Work::Gone { at, depth, line, top: true };
        work.extend(self.gone.remove(&first).into_iter().flatten().map(gone));
        for &child in &self.theirs[at] {
            work.push(Work::After { at: child, depth, line, fresh });
            work.extend(self.gone.remove(&child).into_iter().flatten().map(gone));
        }
        if let Some(scheduled) = work.get_mut(start..) {
            scheduled.reverse();
        }
    }

    fn describe(&self, outline: &SnapshotOutline, at: usize) -> ChangedNode {
        let node = &outline.nodes[at];
        let mut around = std::iter::successors(outline.parent(at), |&at| outline.parent(at));
        ChangedNode {
            r#ref: node.reference,
            was: None,
            role: node.role.clone(),
            name: node.name.clone(),
            text: node.text.clone(),
            parent: around.find_map(|at| outline.nodes[at].reference),
        }
    }

    fn after(&mut self, at: usize, depth: usize, parent: Option<usize>, fresh: bool, work: &mut Vec<Work>) {
        let node = &self.after.nodes[at];
        let mut text = node.line();
        let mut described = self.describe(self.after, at);
        let (mut mark, mut inside) = (' ', false);
        match self.matching.old_of[at] {
            None => {
                mark = '+';
                inside = true;
                if !fresh {
                    let (nodes, refs) = subtree(self.after, &self.theirs, &self.matching.old_of, at);
                    self.changes.push(Change::Added { node: described, nodes, refs });
                }
            }
            Some(old) => {
                let was = &self.before.nodes[old];
                described.was = was.reference.filter(|_| was.reference != node.reference);
                let details = details(was, node);
                let elsewhere = self.holder_before(old) != self.holder_after(at);
                let mut notes: Vec<String> = details.iter().map(Detail::words).collect();
                if elsewhere || self.displaced[at] {
                    mark = '>';
                    let from = elsewhere.then(|| {
                        self.before
                            .parent(old)
                            .map_or_else(|| "the top".to_owned(), |p| self.before.nodes[p].described())
                    });
                    notes.push(from.as_ref().map_or_else(|| "moved".to_owned(), |from| format!("moved from {from}")));
                    self.changes.push(Change::Moved { node: described.clone(), from });
                }
                if !details.is_empty() {
                    mark = '~';
                    self.changes.push(Change::Changed { node: described, changes: details });
                }
                if !notes.is_empty() {
                    let _ = write!(text, "  # {}", notes.join("; "));
                }
            }
        }
        let line = self.push(depth, mark, text, parent);
        self.schedule(at, depth + 1, Some(line), inside, work);
    }

    fn gone(&mut self, at: usize, depth: usize, parent: Option<usize>, top: bool, work: &mut Vec<Work>) {
        if top {
            let (nodes, refs) = subtree(self.before, &self.ours, &self.matching.new_of, at);
            self.changes.push(Change::Removed { node: self.describe(self.before, at), nodes, refs });
        }
        let line = self.push(depth, '-', self.before.nodes[at].line(), parent);
        let inside = self.ours[at].iter().rev().filter(|&&child| self.matching.new_of[child].is_none());
        work.extend(inside.map(|&child| Work::Gone { at: child, depth: depth + 1, line: Some(line), top: false }));
    }

    fn push(&mut self, depth: usize, mark: char, text: String, parent: Option<usize>) -> usize {
        self.lines.push(Line { depth, mark, text, parent, shown: mark != ' ' });
        self.lines.len() - 1
    }

    /// Shows a line and those of everything it is in: below any other line it would seem to be in that.
    fn show(&mut self, at: usize) {
        let mut line = Some(at);
        while let Some(at) = line {
            self.lines[at].shown = true;
            line = self.lines[at].parent.filter(|&parent| !self.lines[parent].shown);
        }
    }

    pub(super) fn text(&mut self, changes: &[Change]) -> String {
        if changes.is_empty() {
            return "# No differences.\n".to_owned();
        }
        let ChangeCounts { added, removed, changed, moved } = ChangeCounts::of(changes);
        let mut out = format!("# {added} added, {removed} removed, {changed} changed, {moved} moved\n");
        let marked: Vec<usize> = (0..self.lines.len()).filter(|&at| self.lines[at].mark != ' ').collect();
        for at in marked {
            for near in at.saturating_sub(AROUND)..(at + AROUND + 1).min(self.lines.len()) {
                self.show(near);
            }
        }
        let mut skipped = false;
        for line in &self.lines {
            if !line.shown {
                skipped = true;
                continue;
            }
            if std::mem::take(&mut skipped) {
                let _ = writeln!(out, "  {:indent$}…", "", indent = line.depth * 2);
            }
            let _ = writeln!(out, "{} {:indent$}{}", line.mark, "", line.text, indent = line.depth * 2);
        }
        if skipped {
            out.push_str("  …\n");
        }
        out
    }
}

/// Returns the number of nodes of a subtree without a match, and their refs, the outermost being `at`.
fn subtree(
    outline: &SnapshotOutline,
    children: &[Vec<usize>],
    matches: &[Option<usize>],
    at: usize,
) -> (usize, Vec<Ref>) {
    let (mut count, mut refs, mut stack) = (0, Vec::new(), vec![at]);
    while let Some(at) = stack.pop() {
        count += 1;
        refs.extend(outline.nodes[at].reference);
        stack.extend(children[at].iter().rev().copied().filter(|&child| matches[child].is_none()));
    }
    (count, refs)
}
