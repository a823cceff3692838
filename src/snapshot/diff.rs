//! What changed between two snapshots, by ref: added, removed, changed, moved.
//!
//! Works on [`Outline`]s, which outlive their pages: a session keeps them. Nodes with the same ref are the same; those
//! without one (texts, options) are matched under matched parents, by what they say and then by their order.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::outline::{Outline, OutlineNode, short};
use super::yaml::push_json;

/// Lines shown before and after one that changed.
const AROUND: usize = 1;

/// One thing that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Change {
    /// A node, with all that is new in it.
    Added {
        /// It, as it is now.
        #[serde(flatten)]
        node: Told,
        /// How many nodes are new, itself included.
        nodes: usize,
    },
    /// A node, with all that went with it.
    Removed {
        /// It, as it was.
        #[serde(flatten)]
        node: Told,
        /// How many nodes are gone, itself included.
        nodes: usize,
    },
    /// A node that is still there and says something else.
    Changed {
        /// It, as it is now.
        #[serde(flatten)]
        node: Told,
        /// What about it.
        changes: Vec<Detail>,
    },
    /// A node that stands elsewhere.
    Moved {
        /// It, as it is now.
        #[serde(flatten)]
        node: Told,
        /// What it was in; `None` if it is in the same as before, in another place.
        from: Option<String>,
    },
}

/// A node as a change names it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// Its ref.
    pub r#ref: Option<String>,
    /// The ref it had, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The ref of what it is in.
    pub parent: Option<String>,
}

/// One property that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// `role`, `name`, `text`, `url`, `placeholder`, or a state such as `checked`.
    pub what: String,
    /// What it was; empty for nothing.
    pub before: String,
    /// What it is; empty for nothing.
    pub after: String,
}

/// The differences of two outlines.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// In the order of the page after, with what is gone where it was.
    pub changes: Vec<Change>,
    text: String,
}

impl Difference {
    /// Compares two outlines. Cost: linear, but for sorting children.
    #[must_use]
    pub fn between(before: &Outline, after: &Outline) -> Self {
        let pairs = Pairs::find(before, after);
        let mut writer = Writer::new(before, after, &pairs);
        writer.run();
        let changes = std::mem::take(&mut writer.changes);
        Self { text: writer.text(&changes), changes }
    }

    /// True if nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Lines with a mark in front: `+` new, `-` gone, `~` changed, `>` moved, and what is around them; a first line counts.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many were added, removed, changed and moved.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        count(&self.changes)
    }
}

fn count(changes: &[Change]) -> [usize; 4] {
    let of = |wanted: fn(&Change) -> bool| changes.iter().filter(|change| wanted(change)).count();
    [
        of(|c| matches!(c, Change::Added { .. })),
        of(|c| matches!(c, Change::Removed { .. })),
        of(|c| matches!(c, Change::Changed { .. })),
        of(|c| matches!(c, Change::Moved { .. })),
    ]
}

/// Which node is which.
struct Pairs {
    /// The node after, by the node before.
    forth: Vec<Option<usize>>,
    /// The node before, by the node after.
    back: Vec<Option<usize>>,
}

impl Pairs {
    fn find(before: &Outline, after: &Outline) -> Self {
        let mut pairs = Self { forth: vec![None; before.nodes.len()], back: vec![None; after.nodes.len()] };
        let by_ref: FxHashMap<&str, usize> =
            after.nodes.iter().enumerate().filter_map(|(at, node)| Some((node.reference.as_deref()?, at))).collect();
        for (at, node) in before.nodes.iter().enumerate() {
            if let Some(&to) = node.reference.as_deref().and_then(|reference| by_ref.get(reference)) {
                pairs.join(at, to);
            }
        }
        // From the outermost inwards: what is in a pair may pair.
        let (ours, theirs) = (before.children(), after.children());
        pairs.join_children(before, after, &ours[before.nodes.len()], &theirs[after.nodes.len()]);
        for (at, children) in ours.iter().enumerate().take(before.nodes.len()) {
            if let Some(to) = pairs.forth[at] {
                pairs.join_children(before, after, children, &theirs[to]);
            }
        }
        pairs
    }

    fn join(&mut self, before: usize, after: usize) {
        if self.forth[before].is_none() && self.back[after].is_none() {
            self.forth[before] = Some(after);
            self.back[after] = Some(before);
        }
    }

    /// Pairs children that have no partner yet: those that say the same, then those of the same kind in their order.
    fn join_children(&mut self, before: &Outline, after: &Outline, ours: &[usize], theirs: &[usize]) {
        type Key<'k> = (&'k str, &'k str, &'k str);
        let keys: [for<'k> fn(&'k OutlineNode) -> Key<'k>; 3] = [
            |node| (&node.role, &node.name, &node.text),
            |node| (&node.role, &node.name, ""),
            |node| (&node.role, "", ""),
        ];
        for (round, key) in keys.into_iter().enumerate() {
            let mut free: FxHashMap<Key<'_>, std::collections::VecDeque<usize>> = FxHashMap::default();
            for &to in theirs.iter().filter(|&&to| self.back[to].is_none()) {
                free.entry(key(&after.nodes[to])).or_default().push_back(to);
            }
            let mut left: FxHashMap<Key<'_>, usize> = FxHashMap::default();
            for &at in ours.iter().filter(|&&at| self.forth[at].is_none()) {
                *left.entry(key(&before.nodes[at])).or_default() += 1;
            }
            for &at in ours {
                if self.forth[at].is_some() {
                    continue;
                }
                let node = &before.nodes[at];
                let Some(there) = free.get_mut(&key(node)) else { continue };
                // By their kind alone only where they are as many as before, and controls never: another control of the
                // same kind is another one.
                let same_count = left.get(&key(node)).copied() == Some(there.len());
                let control = crate::refs::fingerprint::is_interactive_role(&node.role) && node.reference.is_some();
                if round == 2 && (!same_count || control) {
                    continue;
                }
                if let Some(to) = there.pop_front() {
                    self.join(at, to);
                    if let Some(left) = left.get_mut(&key(node)) {
                        *left -= 1;
                    }
                }
            }
        }
    }
}

/// A line of the text form.
struct Line {
    depth: usize,
    mark: char,
    text: String,
    /// The line of what it is in.
    parent: Option<usize>,
    shown: bool,
}

/// What is left to write; the last is written first.
enum Work {
    After { at: usize, depth: usize, line: Option<usize>, fresh: bool },
    Gone { at: usize, depth: usize, line: Option<usize>, top: bool },
}

struct Writer<'a> {
    before: &'a Outline,
    after: &'a Outline,
    pairs: &'a Pairs,
    ours: Vec<Vec<usize>>,
    theirs: Vec<Vec<usize>>,
    /// Moved within what they are in, by the node after.
    displaced: Vec<bool>,
    /// What is gone behind a node after (by its place), or first in one (by its place and the number of nodes).
    gone: FxHashMap<usize, Vec<usize>>,
    lines: Vec<Line>,
    changes: Vec<Change>,
}

impl<'a> Writer<'a> {
    fn new(before: &'a Outline, after: &'a Outline, pairs: &'a Pairs) -> Self {
        let mut writer = Self {
            before,
            after,
            pairs,
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
        let mut parent = self.before.nodes[at].parent.filter(|&p| p < at);
        while let Some(at) = parent {
            if let Some(to) = self.pairs.forth[at] {
                return to;
            }
            parent = self.before.nodes[at].parent.filter(|&p| p < at);
        }
        self.after.nodes.len()
    }

    fn holder_after(&self, at: usize) -> usize {
        let mut parent = self.after.nodes[at].parent.filter(|&p| p < at);
        while let Some(at) = parent {
            if self.pairs.back[at].is_some() {
                return at;
            }
            parent = self.after.nodes[at].parent.filter(|&p| p < at);
        }
        self.after.nodes.len()
    }

    /// Of the nodes that stayed in what they were in, the fewest whose move explains the new order.
    fn find_displaced(&mut self) {
        let mut stayed: Vec<Vec<usize>> = vec![Vec::new(); self.after.nodes.len() + 1];
        for (to, at) in self.pairs.back.iter().enumerate() {
            let Some(at) = *at else { continue };
            let holder = self.holder_after(to);
            if self.holder_before(at) == holder {
                stayed[holder].push(to);
            }
        }
        for nodes in stayed {
            let places: Vec<usize> = nodes.iter().filter_map(|&to| self.pairs.back[to]).collect();
            let kept = longest_increasing(&places);
            for (&to, kept) in nodes.iter().zip(kept) {
                self.displaced[to] = !kept;
            }
        }
    }

    /// Where to show what is gone: behind the nearest sibling before it that is still there, else first in what it was in.
    fn place_gone(&mut self) {
        for siblings in &self.ours {
            let mut behind: Option<usize> = None;
            for &at in siblings {
                match self.pairs.forth[at] {
                    Some(to) if self.holder_after(to) == self.holder_before(at) => behind = Some(to),
                    Some(_) => {}
                    None => {
                        let parent = self.before.nodes[at].parent.filter(|&p| p < at);
                        // In something that is gone it is shown with that.
                        if parent.is_some_and(|parent| self.pairs.forth[parent].is_none()) {
                            continue;
                        }
                        let first = self.after.nodes.len() + 1 + self.holder_before(at);
                        self.gone.entry(behind.unwrap_or(first)).or_default().push(at);
                    }
                }
            }
        }
    }

    fn run(&mut self) {
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

    fn told(&self, outline: &Outline, at: usize) -> Told {
        let node = &outline.nodes[at];
        let mut parent = node.parent.filter(|&p| p < at);
        while let Some(p) = parent
            && outline.nodes[p].reference.is_none()
        {
            parent = outline.nodes[p].parent.filter(|&q| q < p);
        }
        Told {
            r#ref: node.reference.clone(),
            was: None,
            role: node.role.clone(),
            name: node.name.clone(),
            text: node.text.clone(),
            parent: parent.and_then(|p| outline.nodes[p].reference.clone()),
        }
    }

    fn after(&mut self, at: usize, depth: usize, parent: Option<usize>, fresh: bool, work: &mut Vec<Work>) {
        let node = &self.after.nodes[at];
        let mut text = node.line();
        let mut told = self.told(self.after, at);
        let (mut mark, mut inside) = (' ', false);
        match self.pairs.back[at] {
            None => {
                mark = '+';
                inside = true;
                if !fresh {
                    let nodes = self.count_new(at);
                    self.changes.push(Change::Added { node: told, nodes });
                }
            }
            Some(old) => {
                let was = &self.before.nodes[old];
                told.was = was.reference.clone().filter(|_| was.reference != node.reference);
                let details = details(was, node);
                let elsewhere = self.holder_before(old) != self.holder_after(at);
                let mut notes: Vec<String> = details.iter().map(Detail::words).collect();
                notes.extend(told.was.iter().map(|was| format!("its ref was {was}")));
                if elsewhere || self.displaced[at] {
                    mark = '>';
                    let from = elsewhere.then(|| {
                        let holder = self.before.nodes[old].parent.filter(|&p| p < old);
                        holder.map_or_else(|| "the top".to_owned(), |p| self.before.nodes[p].told())
                    });
                    notes.push(from.as_ref().map_or_else(|| "moved".to_owned(), |from| format!("moved from {from}")));
                    self.changes.push(Change::Moved { node: told.clone(), from });
                }
                if !details.is_empty() {
                    mark = '~';
                    self.changes.push(Change::Changed { node: told, changes: details });
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
            let nodes = self.count_gone(at);
            self.changes.push(Change::Removed { node: self.told(self.before, at), nodes });
        }
        let line = self.push(depth, '-', self.before.nodes[at].line(), parent);
        let inside = self.ours[at].iter().rev().filter(|&&child| self.pairs.forth[child].is_none());
        work.extend(inside.map(|&child| Work::Gone { at: child, depth: depth + 1, line: Some(line), top: false }));
    }

    fn push(&mut self, depth: usize, mark: char, text: String, parent: Option<usize>) -> usize {
        self.lines.push(Line { depth, mark, text, parent, shown: mark != ' ' });
        self.lines.len() - 1
    }

    fn count_new(&self, at: usize) -> usize {
        let (mut count, mut stack) = (0, vec![at]);
        while let Some(at) = stack.pop() {
            count += 1;
            stack.extend(self.theirs[at].iter().copied().filter(|&child| self.pairs.back[child].is_none()));
        }
        count
    }

    fn count_gone(&self, at: usize) -> usize {
        let (mut count, mut stack) = (0, vec![at]);
        while let Some(at) = stack.pop() {
            count += 1;
            stack.extend(self.ours[at].iter().copied().filter(|&child| self.pairs.forth[child].is_none()));
        }
        count
    }

    fn text(&mut self, changes: &[Change]) -> String {
        if changes.is_empty() {
            return "# No differences.\n".to_owned();
        }
        let [added, removed, changed, moved] = count(changes);
        let mut out = format!("# {added} added, {removed} removed, {changed} changed, {moved} moved\n");
        let marked: Vec<usize> = (0..self.lines.len()).filter(|&at| self.lines[at].mark != ' ').collect();
        for at in marked {
            let end = (at + AROUND + 1).min(self.lines.len());
            for line in &mut self.lines[at.saturating_sub(AROUND)..end] {
                line.shown = true;
            }
            let mut parent = self.lines[at].parent;
            while let Some(at) = parent {
                self.lines[at].shown = true;
                parent = self.lines[at].parent;
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

impl Detail {
    fn words(&self) -> String {
        let quoted = |text: &str| {
            let mut out = String::new();
            push_json(&mut out, &short(text));
            out
        };
        match (self.what.as_str(), self.before.as_str(), self.after.as_str()) {
            ("role" | "name" | "text" | "url" | "placeholder", "", _) => format!("{} is new", self.what),
            ("url" | "placeholder", before, after) => {
                format!("{} was {}, is {}", self.what, quoted(before), quoted(after))
            }
            ("role" | "name" | "text", before, _) => format!("{} was {}", self.what, quoted(before)),
            (what, "", "true") => format!("[{what}] is new"),
            (what, "true", "") => format!("[{what}] is gone"),
            (what, "", after) => format!("[{what}={after}] is new"),
            (what, before, "") => format!("[{what}={before}] is gone"),
            (what, before, _) => format!("{what} was {before}"),
        }
    }
}

/// What differs between a node before and after.
fn details(before: &OutlineNode, after: &OutlineNode) -> Vec<Detail> {
    let mut details = Vec::new();
    let mut compare = |what: &str, before: &str, after: &str| {
        if before != after {
            details.push(Detail { what: what.to_owned(), before: before.to_owned(), after: after.to_owned() });
        }
    };
    compare("role", &before.role, &after.role);
    compare("name", &before.name, &after.name);
    let split = |states: &[String]| -> Vec<(String, String)> {
        let pair = |state: &String| match state.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (state.clone(), "true".to_owned()),
        };
        states.iter().map(pair).collect()
    };
    let (old, new) = (split(&before.states), split(&after.states));
    let value = |states: &[(String, String)], name: &str| {
        states.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    for (name, was) in &old {
        compare(name, was, &value(&new, name));
    }
    for (name, is) in new.iter().filter(|(name, _)| !old.iter().any(|(n, _)| n == name)) {
        compare(name, "", is);
    }
    compare("text", &before.text, &after.text);
    compare("url", &before.url, &after.url);
    compare("placeholder", &before.placeholder, &after.placeholder);
    details
}

/// Which of the numbers are in the longest increasing subsequence.
fn longest_increasing(numbers: &[usize]) -> Vec<bool> {
    // By length: the place of the least number that ends such a subsequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|&end| numbers[end] < *number);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut kept = vec![false; numbers.len()];
    let mut at = ends.last().copied();
    while let Some(place) = at {
        kept[place] = true;
        at = before[place];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An outline from lines: two spaces a level, `role "name" ref: text`, states in brackets before the ref.
    fn outline(text: &str) -> Outline {
        let mut nodes: Vec<OutlineNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let depth = (line.len() - line.trim_start().len()) / 2;
            open.truncate(depth);
            let (head, text) = line.trim().split_once(": ").unwrap_or((line.trim(), ""));
            let mut parts = head.split('"');
            let (role, name) = (parts.next().unwrap_or_default(), parts.next());
            let rest = if name.is_some() { parts.next().unwrap_or_default() } else { role };
            let words: Vec<&str> = rest.split_whitespace().collect();
            let node = OutlineNode {
                parent: open.last().copied(),
                role: role.split_whitespace().next().unwrap_or_default().to_owned(),
                name: name.unwrap_or_default().to_owned(),
                reference: words
                    .iter()
                    .find(|w| w.strip_prefix('e').is_some_and(|number| number.parse::<u32>().is_ok()))
                    .map(|w| (*w).to_owned()),
                states: words
                    .iter()
                    .filter_map(|w| w.strip_prefix('[')?.strip_suffix(']'))
                    .map(str::to_owned)
                    .collect(),
                text: text.to_owned(),
                ..OutlineNode::default()
            };
            open.push(nodes.len());
            nodes.push(node);
        }
        Outline { nodes }
    }

    fn difference(before: &str, after: &str) -> Difference {
        Difference::between(&outline(before), &outline(after))
    }

    fn check(before: &str, after: &str, counts: [usize; 4]) {
        let difference = difference(before, after);
        assert_eq!(difference.counts(), counts, "added, removed, changed, moved: {}", difference.text());
    }

    #[test]
    fn difference_of_the_same_is_none() {
        let page = "main e1\n  button \"Save\" e2\n  text: hello\n  option \"A\"\n  option \"A\"";
        let same = difference(page, page);
        assert!(same.is_empty(), "{}", same.text());
        assert_eq!(same.text(), "# No differences.\n");
    }

    #[test]
    fn difference_counts_subtrees_once() {
        check("main e1", "main e1\n  list e2\n    listitem e3: a\n    listitem e4: b", [1, 0, 0, 0]);
        check("main e1\n  list e2\n    listitem e3: a", "main e1", [0, 1, 0, 0]);
        check("main e1\n  button \"Save\" e2", "main e1\n  button \"Saved\" [disabled] e2", [0, 0, 1, 0]);
    }

    #[test]
    fn difference_knows_moves() {
        let list = |items: &[u32]| -> String {
            let items: String = items.iter().map(|i| format!("\n  listitem \"{i}\" e{i}")).collect();
            format!("list e1{items}")
        };
        check(&list(&[2, 3, 4, 5]), &list(&[5, 2, 3, 4]), [0, 0, 0, 1]);
        check("main e1\n  a e2\n    b e3\n  c e4", "main e1\n  a e2\n  c e4\n    b e3", [0, 0, 0, 1]);
        // A wrapper that goes takes nothing with it.
        check("main e1\n  a e2\n    b e3", "main e1\n  b e3", [0, 1, 0, 0]);
    }

    #[test]
    fn difference_pairs_texts_by_order_and_controls_by_name() {
        check(
            "p e1\n  text: one\n  link \"x\" e2\n  text: two",
            "p e1\n  text: one\n  link \"x\" e2\n  text: three",
            [0, 0, 1, 0],
        );
        check("p e1\n  button \"Save\" e2", "p e1\n  button \"Delete\" e9", [1, 1, 0, 0]);
        check("p e1\n  generic e2: old", "p e1\n  generic e9: new", [0, 0, 1, 0]);
    }

    #[test]
    fn difference_as_text() {
        let before = "main e1\n  heading \"Cart\" [level=1] e2\n  list e3\n    listitem e4\n      link \"Mug\" e5\n      \
                      button \"Remove\" e6\n    listitem e7\n      link \"Pot\" e8\n      button \"Remove\" e9\n  paragraph e10: Total 30\n  \
                      text: a\n  text: b\n  link \"Help\" e11";
        let after = "main e1\n  heading \"Cart (1)\" [level=1] e2\n  list e3\n    listitem e7\n      link \"Pot\" e8\n      \
                     button \"Remove\" [disabled] e9\n      button \"Undo\" e12\n  paragraph e10: Total 10\n  text: a\n  text: b\n  link \"Help\" e11";
        insta::assert_snapshot!(difference(before, after).text(), @r#"
        # 1 added, 1 removed, 3 changed, 0 moved
          - main [ref=e1]
        ~   - heading "Cart (1)" [level=1] [ref=e2]  # name was "Cart"
            - list [ref=e3]
        -     - listitem [ref=e4]
        -       - link "Mug" [ref=e5]
        -       - button "Remove" [ref=e6]
              - listitem [ref=e7]
                - link "Pot" [ref=e8]
        ~       - button "Remove" [disabled] [ref=e9]  # [disabled] is new
        +       - button "Undo" [ref=e12]
        ~   - paragraph [ref=e10]: Total 10  # text was "Total 30"
            - text: a
          …
        "#);
    }

    #[test]
    fn outlines_from_files_may_be_wrong() {
        let node = |parent: usize| OutlineNode { parent: Some(parent), role: "x".to_owned(), ..OutlineNode::default() };
        let broken = Outline { nodes: vec![node(0), node(7), node(1)] };
        assert!(Difference::between(&broken, &broken).is_empty(), "no endless walk, no panic");
        assert_eq!(Difference::between(&broken, &Outline::default()).counts(), [0, 2, 0, 0]);
    }

    #[test]
    fn longest_increasing_keeps_the_most() {
        let check = |numbers: &[usize], kept: usize| {
            assert_eq!(longest_increasing(numbers).iter().filter(|k| **k).count(), kept, "{numbers:?}");
        };
        check(&[], 0);
        check(&[1, 2, 3], 3);
        check(&[3, 2, 1], 1);
        check(&[4, 1, 2, 3], 3);
        check(&[1, 5, 2, 3, 4], 4);
    }
}
