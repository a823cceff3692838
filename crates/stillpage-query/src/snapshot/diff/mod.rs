//! Differences between two snapshots, by ref: added, removed, changed, moved.
//!
//! Works on [`SnapshotOutline`]s, which outlive their pages: a session keeps them.
//!
//! *Invariant*: the refs of the old snapshot, without those that a difference names as gone and with those that it names as
//! new, are the refs of the new snapshot ([`Difference::apply_to`]).

mod delta;
mod matching;
mod report;

use std::collections::BTreeSet;

use serde::Serialize;

pub use delta::LineDelta;
use matching::Matching;
use report::Writer;

use super::Snapshot;
use super::outline::{OutlineNode, SnapshotOutline, short};
use super::yaml::push_json;
use crate::refs::Ref;

/// The numbers of changes in a [`Difference`], by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ChangeCounts {
    /// Nodes that were added, each with what is new in it.
    pub added: usize,
    /// Nodes that were removed, each with what went with it.
    pub removed: usize,
    /// Nodes with other text or states.
    pub changed: usize,
    /// Nodes that stand elsewhere.
    pub moved: usize,
}

/// One thing that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Change {
    /// A node, with all that is new in it.
    Added {
        /// Its current version.
        #[serde(flatten)]
        node: ChangedNode,
        /// The number of new nodes, itself included.
        nodes: usize,
        /// The refs of the new nodes, its own first.
        refs: Vec<Ref>,
    },
    /// A node, with all that went with it.
    Removed {
        /// It, as it was.
        #[serde(flatten)]
        node: ChangedNode,
        /// The number of removed nodes, itself included.
        nodes: usize,
        /// The refs of the nodes that are gone, its own first.
        refs: Vec<Ref>,
    },
    /// A node that is still there with other text or states.
    Changed {
        /// Its current version.
        #[serde(flatten)]
        node: ChangedNode,
        /// The details that changed.
        changes: Vec<Detail>,
    },
    /// A node that stands elsewhere.
    Moved {
        /// Its current version.
        #[serde(flatten)]
        node: ChangedNode,
        /// The element that it was in; `None` if it is in the same as before, in another place.
        from: Option<String>,
    },
}

/// A node as a change names it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChangedNode {
    /// Its ref.
    pub r#ref: Option<Ref>,
    /// The ref it had, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<Ref>,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The ref of its parent.
    pub parent: Option<Ref>,
}

/// One property that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Detail {
    /// `ref`, `role`, `name`, `text`, `url`, `placeholder`, or a state such as `checked`.
    pub what: String,
    /// The value before; empty for nothing.
    pub before: String,
    /// The value after; empty for nothing.
    pub after: String,
}

/// The changes from one snapshot to another.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// In the order of the page after, with what is gone where it was.
    pub changes: Vec<Change>,
    text: String,
}

impl Difference {
    /// Compares two snapshots; elements with the same ref are the same element. Cost: linear, but for sorting children.
    #[must_use]
    pub fn of(before: &Snapshot, after: &Snapshot) -> Self {
        Self::between(&SnapshotOutline::of(before), &SnapshotOutline::of(after))
    }

    /// Compares two outlines. Cost: linear, but for sorting children.
    #[must_use]
    #[doc(hidden)]
    pub fn between(before: &SnapshotOutline, after: &SnapshotOutline) -> Self {
        let matching = Matching::find(before, after);
        let mut writer = Writer::new(before, after, &matching);
        writer.run();
        let changes = std::mem::take(&mut writer.changes);
        Self { text: writer.text(&changes), changes }
    }

    /// True if nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Lines with a mark in front: `+` new, `-` gone, `~` changed, `>` moved, and their context; a first line counts.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The refs of the new snapshot, given those of the old one.
    #[must_use]
    pub fn apply_to(&self, refs: &BTreeSet<Ref>) -> BTreeSet<Ref> {
        let mut refs = refs.clone();
        let gone = |change: &Change| match change {
            Change::Removed { refs, .. } => refs.clone(),
            Change::Changed { changes, .. } => changes.iter().filter_map(|d| d.of_ref(&d.before)).collect(),
            _ => Vec::new(),
        };
        let new = |change: &Change| match change {
            Change::Added { refs, .. } => refs.clone(),
            Change::Changed { changes, .. } => changes.iter().filter_map(|d| d.of_ref(&d.after)).collect(),
            _ => Vec::new(),
        };
        for reference in self.changes.iter().flat_map(gone) {
            refs.remove(&reference);
        }
        refs.extend(self.changes.iter().flat_map(new));
        refs
    }

    /// Returns the numbers of nodes that were added, removed, changed and moved.
    #[must_use]
    pub fn counts(&self) -> ChangeCounts {
        ChangeCounts::of(&self.changes)
    }
}

impl ChangeCounts {
    fn of(changes: &[Change]) -> Self {
        changes.iter().fold(Self::default(), |mut counts, change| {
            *match change {
                Change::Added { .. } => &mut counts.added,
                Change::Removed { .. } => &mut counts.removed,
                Change::Changed { .. } => &mut counts.changed,
                Change::Moved { .. } => &mut counts.moved,
            } += 1;
            counts
        })
    }
}

impl Detail {
    /// One side of a changed ref, if this is one and the side is not empty.
    fn of_ref(&self, side: &str) -> Option<Ref> {
        (self.what == "ref").then(|| side.parse().ok())?
    }

    fn words(&self) -> String {
        let quoted = |text: &str| {
            let mut out = String::new();
            push_json(&mut out, &short(text));
            out
        };
        match (self.what.as_str(), self.before.as_str(), self.after.as_str()) {
            ("ref", "", after) => format!("{after} is new"),
            ("ref", before, "") => format!("its ref {before} is gone"),
            ("ref", before, _) => format!("its ref was {before}"),
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

/// Returns the details that differ between a node before and after.
fn details(before: &OutlineNode, after: &OutlineNode) -> Vec<Detail> {
    let mut details = Vec::new();
    let mut compare = |what: &str, before: &str, after: &str| {
        if before != after {
            details.push(Detail { what: what.to_owned(), before: before.to_owned(), after: after.to_owned() });
        }
    };
    let reference = |node: &OutlineNode| node.reference.map(|reference| reference.to_string()).unwrap_or_default();
    compare("ref", &reference(before), &reference(after));
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

#[cfg(test)]
mod tests {
    use super::matching::longest_increasing;
    use super::*;

    /// An outline from lines: two spaces a level, `role "name" ref: text`, states in brackets before the ref.
    fn outline(text: &str) -> SnapshotOutline {
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
                    .and_then(|word| word.parse().ok()),
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
        SnapshotOutline { nodes }
    }

    fn difference(before: &str, after: &str) -> Difference {
        Difference::between(&outline(before), &outline(after))
    }

    fn refs(outline: &SnapshotOutline) -> BTreeSet<Ref> {
        outline.nodes.iter().filter_map(|node| node.reference).collect()
    }

    fn counts(difference: &Difference) -> [usize; 4] {
        let ChangeCounts { added, removed, changed, moved } = difference.counts();
        [added, removed, changed, moved]
    }

    fn check(before: &str, after: &str, expected: [usize; 4]) {
        let difference = difference(before, after);
        assert_eq!(difference.apply_to(&refs(&outline(before))), refs(&outline(after)), "{}", difference.text());
        assert_eq!(counts(&difference), expected, "added, removed, changed, moved: {}", difference.text());
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
    fn difference_names_every_ref_of_a_replaced_row() {
        let list = |first: &str| {
            format!(
                "list e1\n{first}  listitem e7\n    text: Fix bike\n    button \"Edit\" e8\n    button \"Delete\" e9"
            )
        };
        let row = |text: &str, refs: [u32; 3]| {
            let [row, edit, delete] = refs;
            format!(
                "  listitem e{row}\n    text: {text}\n    button \"Edit\" e{edit}\n    button \"Delete\" e{delete}\n"
            )
        };
        let (before, after) = (list(&row("Call Bob", [4, 5, 6])), list(&row("Feed cat", [10, 11, 12])));
        check(&before, &after, [1, 1, 0, 0]);
        insta::assert_snapshot!(difference(&before, &after).text(), @r#"
        # 1 added, 1 removed, 0 changed, 0 moved
          - list [ref=e1]
        -   - listitem [ref=e4]
        -     - text: Call Bob
        -     - button "Edit" [ref=e5]
        -     - button "Delete" [ref=e6]
        +   - listitem [ref=e10]
        +     - text: Feed cat
        +     - button "Edit" [ref=e11]
        +     - button "Delete" [ref=e12]
            - listitem [ref=e7]
          …
        "#);
    }

    #[test]
    fn difference_matches_a_wrapper_by_its_content() {
        check("main e1\n  generic e2\n    button \"A\" e3", "main e1\n  generic e9\n    button \"A\" e3", [0, 0, 1, 0]);
        // Another row of the same shape is another row.
        check("main e1\n  row e2\n    cell e3: x", "main e1\n  row e8\n    cell e9: y", [1, 1, 0, 0]);
        // A node that has a ref only in one of the two.
        check("p e1\n  option \"A\" e2", "p e1\n  option \"A\"", [1, 1, 0, 0]);
        check("p e1\n  img \"A\"", "p e1\n  img \"A\" e2", [0, 0, 1, 0]);
    }

    #[test]
    fn difference_shows_context_below_its_own_row() {
        let row = |n: u32, name: &str| {
            format!("  listitem e{n}1\n    button \"{name}\" e{n}2\n    button \"Delete\" e{n}3\n")
        };
        let page = |last: &str| format!("list e1\n{}{}{}", row(2, "Edit"), row(3, "Edit"), row(4, last));
        let text = difference(&page("Edit"), &page("Undo")).text().to_owned();
        let row_of = |control: &str| {
            let above = text.lines().take_while(|line| !line.contains(control));
            above.filter(|line| line.contains("listitem")).last().map(str::to_owned)
        };
        assert!(!text.contains("e33") || row_of("e33").is_some_and(|row| row.contains("e31")), "{text}");
    }

    #[test]
    fn outlines_from_files_may_be_wrong() {
        let node = |parent: usize| OutlineNode { parent: Some(parent), role: "x".to_owned(), ..OutlineNode::default() };
        let broken = SnapshotOutline { nodes: vec![node(0), node(7), node(1)] };
        assert!(Difference::between(&broken, &broken).is_empty(), "no endless walk, no panic");
        assert_eq!(counts(&Difference::between(&broken, &SnapshotOutline::default())), [0, 2, 0, 0]);
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
