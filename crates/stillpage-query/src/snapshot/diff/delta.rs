//! Differences between two texts of snapshots, line by line, from which the new text is made of the old one.

use std::fmt::Write as _;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::matching::longest_increasing;

/// Limit: how often what is between lines that stayed is searched again for such lines.
const MAX_ROUNDS: usize = 16;

/// The lines that are replaced to make a text of another.
///
/// Its text is a unified diff without context, which `patch` takes as well; [`apply`](Self::apply) reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineDelta<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    /// Lines of the old text, and those that take their place; in order.
    hunks: Vec<(Range<usize>, Range<usize>)>,
}

impl<'a> LineDelta<'a> {
    /// Compares two texts. Cost: about linear.
    #[must_use]
    pub fn between(old: &'a str, new: &'a str) -> Self {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
        let mut hunks = Vec::new();
        let mut stack = vec![(0..old.len(), 0..new.len(), 0)];
        while let Some((mut a, mut b, round)) = stack.pop() {
            while !a.is_empty() && !b.is_empty() && old[a.start] == new[b.start] {
                (a.start, b.start) = (a.start + 1, b.start + 1);
            }
            while !a.is_empty() && !b.is_empty() && old[a.end - 1] == new[b.end - 1] {
                (a.end, b.end) = (a.end - 1, b.end - 1);
            }
            if a.is_empty() && b.is_empty() {
                continue;
            }
            let kept = if round < MAX_ROUNDS { kept_lines(&old, &new, &a, &b) } else { Vec::new() };
            if kept.is_empty() {
                hunks.push((a, b));
                continue;
            }
            // What is between the lines that stayed; the first is looked at next.
            let mut next = (a.end, b.end);
            for &(i, j) in kept.iter().rev() {
                stack.push((i + 1..next.0, j + 1..next.1, round + 1));
                next = (i, j);
            }
            stack.push((a.start..next.0, b.start..next.1, round + 1));
        }
        Self { old, new, hunks }
    }

    /// True if the texts are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }

    /// The one piece of the old text that holds all changes, and the lines that take its place.
    #[must_use]
    pub fn splice(&self) -> (Range<usize>, &[&'a str]) {
        match (self.hunks.first(), self.hunks.last()) {
            (Some((first, new_first)), Some((last, new_last))) => {
                (first.start..last.end, &self.new[new_first.start..new_last.end])
            }
            _ => (0..0, &[]),
        }
    }

    /// The text: for each change a line `@@ -12,2 +12 @@`, the old lines after `-`, the new ones after `+`.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (a, b) in &self.hunks {
            let _ = writeln!(out, "@@ -{} +{} @@", place(a), place(b));
            for line in &self.old[a.clone()] {
                let _ = writeln!(out, "-{line}");
            }
            for line in &self.new[b.clone()] {
                let _ = writeln!(out, "+{line}");
            }
        }
        out
    }

    /// Makes the new text of the old one and the [`text`](Self::text) of a delta; `None` if it is not one of this text.
    #[must_use]
    pub fn apply(old: &str, delta: &str) -> Option<String> {
        let lines: Vec<&str> = old.split('\n').collect();
        let mut out: Vec<&str> = Vec::new();
        let mut next = 0;
        for line in delta.split_terminator('\n') {
            if let Some(places) = line.strip_prefix("@@ -").and_then(|rest| rest.strip_suffix(" @@")) {
                let (start, count) = parsed(places.split_once(" +")?.0)?;
                // A change that takes no line stands behind the line that it names.
                let start = if count == 0 { start } else { start.checked_sub(1)? };
                out.extend(lines.get(next..start)?);
                next = start;
            } else if let Some(gone) = line.strip_prefix('-') {
                if lines.get(next) != Some(&gone) {
                    return None;
                }
                next += 1;
            } else {
                out.push(line.strip_prefix('+')?);
            }
        }
        out.extend(lines.get(next..)?);
        Some(out.join("\n"))
    }
}

/// Some lines that are in both pieces, in the same order: those that are in each only once.
fn kept_lines(old: &[&str], new: &[&str], a: &Range<usize>, b: &Range<usize>) -> Vec<(usize, usize)> {
    let mut places: FxHashMap<&str, (usize, usize, usize)> = FxHashMap::default();
    for i in a.clone() {
        let entry = places.entry(old[i]).or_default();
        *entry = (entry.0 + 1, i, usize::MAX);
    }
    for j in b.clone() {
        if let Some(entry) = places.get_mut(new[j]) {
            entry.2 = if entry.2 == usize::MAX { j } else { usize::MAX - 1 };
        }
    }
    let pairs: Vec<(usize, usize)> = a
        .clone()
        .filter_map(|i| {
            places.get(old[i]).filter(|entry| entry.0 == 1 && b.contains(&entry.2)).map(|entry| (i, entry.2))
        })
        .collect();
    let order: Vec<usize> = pairs.iter().map(|&(_, j)| j).collect();
    pairs.into_iter().zip(longest_increasing(&order)).filter_map(|(pair, kept)| kept.then_some(pair)).collect()
}

/// Lines as a unified diff names them: the first, and how many if not one; before none, the line in front.
fn place(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

fn parsed(place: &str) -> Option<(usize, usize)> {
    match place.split_once(',') {
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
        None => Some((place.parse().ok()?, 1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::page::{Page, RenderOptions};
    use crate::simulate::{OPS, Recipe, Rerender};
    use crate::snapshot::Snapshot;

    #[test]
    fn delta_names_the_lines_that_differ() {
        let (old, new) = ("a\nb\nc\nd", "a\nB\nc\nd\ne");
        let delta = LineDelta::between(old, new);
        assert_eq!(delta.text(), "@@ -2 +2 @@\n-b\n+B\n@@ -4,0 +5 @@\n+e\n");
        assert_eq!(delta.splice(), (1..4, &["B", "c", "d", "e"][..]));
        assert_eq!(LineDelta::apply(old, &delta.text()).as_deref(), Some(new));
        assert!(LineDelta::between(old, old).is_empty());
    }

    #[test]
    fn delta_of_another_text_does_not_apply() {
        let delta = LineDelta::between("a\nb", "a\nc").text();
        assert_eq!(LineDelta::apply("a\nx", &delta), None);
        assert_eq!(LineDelta::apply("a", &delta), None);
        assert_eq!(LineDelta::apply("a", "@@ -9,0 +9 @@\n+x\n"), None);
        assert_eq!(LineDelta::apply("a", "@@ -0 +1 @@\n"), None);
    }

    const PAGE: &str = "<title>Shop</title><main><h1>Shop</h1><ul><li><a href=/rye>Rye</a> <button>Add</button><li><a href=/oat>Oat</a>\
        <button>Add</button><li><a href=/spelt>Spelt</a> <button>Add</button></ul><form><label>Name <input name=n value=Ada></label>\
        <label><input type=checkbox name=g> Gift</label><select aria-label=Size><option>S<option>L</select><button>Pay</button></form>\
        <table><tr><th>Item<th>Price<tr><td>Rye<td>4<tr><td>Oat<td>5</table></main><footer><p>Open <b>daily</b></footer>";

    #[test]
    fn delta_rebuilds_the_snapshot_after_ten_thousand_simulated_mutations() {
        let text = |dom: &Dom| {
            Snapshot::agent(&Page::render(dom.clone(), Device::default(), RenderOptions::default())).to_string()
        };
        let (mut mutations, mut seed) = (0, 0);
        while mutations < 10_000 {
            let mut dom = Dom::parse(PAGE.as_bytes(), &ParseOptions::of_text());
            let mut old = text(&dom);
            for _ in 0..5 {
                seed += 1;
                let ops = OPS.iter().map(|&op| (op, 1)).collect();
                let mut rerender = Rerender::apply(dom, &Recipe { seed, steps: 1 + (seed % 12) as usize, ops });
                mutations += rerender.changes().iter().map(Vec::len).sum::<usize>();
                dom = rerender.take_dom();
                let new = text(&dom);
                let delta = LineDelta::between(&old, &new);
                assert_eq!(
                    LineDelta::apply(&old, &delta.text()).as_ref(),
                    Some(&new),
                    "seed {seed}:\n{}",
                    delta.text()
                );
                old = new;
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn delta_rebuilds_the_new_text(old in "([abc@+-]?\n){0,12}[ab]?", new in "([abc@+-]?\n){0,12}[ab]?") {
            let delta = LineDelta::between(&old, &new);
            prop_assert_eq!(LineDelta::apply(&old, &delta.text()), Some(new.clone()));
            let (range, lines) = delta.splice();
            let mut spliced: Vec<&str> = old.split('\n').collect();
            spliced.splice(range, lines.iter().copied());
            prop_assert_eq!(spliced.join("\n"), new);
        }
    }
}
