//! The list that a class, a heading or a label names, and its entries.

use super::boilerplate::is_in;
use super::field::label_before;
use super::fill::Extractor;
use super::lines::{MAX_LABEL, is_label};
use super::matching::PropertyQuery;
use super::record::heading_before;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: headings over a list that are looked at for its name.
const MAX_HEADINGS: usize = 3;

/// Limit: characters of how long something takes.
pub(super) const MAX_TIME: usize = 20;

/// Names of sections that readers write below an article.
pub(super) const COMMENTS: &[&str] = &["comment", "comments", "reviews", "respond"];

/// The confidence of an item under a matching heading, and of its text to the letter.
const LISTED: f64 = 0.79;

/// The list that answers a name best.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) at: At,
    score: f64,
    /// Identified by its own class rather than by a heading before it.
    pub(super) by_class: bool,
    /// Identified by the nearest heading before it, too.
    by_heading: bool,
    /// The heading that names it, if headings of its parts are in between.
    section: Option<At>,
}

impl Extractor<'_> {
    /// The best likeness of a class of an element to a name.
    fn class_likeness(&self, at: At, wanted: &PropertyQuery<'_>) -> f64 {
        let attributes = ["class", "id", "itemprop", "aria-label"];
        let words = attributes
            .iter()
            .flat_map(|name| self.tree.attr(at, name).unwrap_or_default().split_ascii_whitespace().take(12))
            .map(|class| self.names.of(class));
        words
            .map(|own| wanted.names.iter().map(|name| name.likeness_of_class(&own)).fold(0.0, f64::max))
            .fold(0.0, f64::max)
    }

    /// The list, or the table of lines, that a class, a heading or a label names.
    pub(super) fn best_list(&self, range: std::ops::Range<At>, wanted: &PropertyQuery<'_>) -> Option<Candidate> {
        let tree = &self.tree;
        let mut best: Option<Candidate> = None;
        let start = range.start;
        let is_steps = wanted.is_called("instructions");
        for at in range.filter(|&at| matches!(tree.tag(at), "ul" | "ol" | "table") && tree.nodes[at].chars() > 0) {
            // What is around more than the list names more than the list.
            let room = tree.nodes[at].chars() * 2 + 60;
            let around =
                std::iter::once(at).chain(tree.ancestors(at)).take(3).take_while(|&up| tree.nodes[up].chars() <= room);
            let class = around.map(|at| self.class_likeness(at, wanted)).fold(0.0, f64::max);
            // `prep-time` is not of the preparation.
            let of_item = tree.children(at).next().map_or(0.0, |item| self.class_likeness(item, wanted));
            let class = class.max(if of_item >= 0.7 { of_item } else { 0.0 });
            let label = tree.ancestors(at).take(2).find_map(|up| label_before(tree, up, start));
            let label = label.map_or(0.0, |label| wanted.likeness_of_label(&label));
            let (heading, section) = self.heading_likeness(at, wanted);
            let heading = if is_steps && self.comes_behind_text(at) { 0.0 } else { heading };
            let spoken = label.max(heading);
            // A class is written for this very list, a heading for what follows it.
            let aside = if self.beside.holds(at, 2) { 0.5 } else { 1.0 };
            let score = ((class * 1.2).max(spoken) + 0.2 * class.min(spoken)) * aside;
            // Tables have other uses.
            let least = if tree.tag(at) == "table" { 0.8 } else { 0.6 };
            if class.max(spoken) >= least && best.is_none_or(|known| score > known.score + 1e-9) {
                let by_heading = heading >= 0.6 && section.is_none();
                let section = section.filter(|_| class < spoken);
                best = Some(Candidate { at, score, by_class: class >= 0.85, by_heading, section });
            }
        }
        best
    }

    /// The confidence with which the headings over an element name it: the nearest, or one of a section whose parts have headings
    /// of their own, which is the second value.
    fn heading_likeness(&self, at: At, wanted: &PropertyQuery<'_>) -> (f64, Option<At>) {
        let tree = &self.tree;
        let Some(nearest) = heading_before(tree, at) else { return (0.0, None) };
        let likeness_of = |heading: At| wanted.likeness_of_label(&tree.line(heading, 120));
        let own = likeness_of(nearest);
        if own >= 0.6 {
            return (own, None);
        }
        let mut inner = nearest;
        for _ in 1..MAX_HEADINGS {
            let Some(outer) = self.heading_over(inner) else { break };
            let likeness = likeness_of(outer);
            if likeness >= 0.85 {
                return (likeness * 0.95, Some(outer));
            }
            inner = outer;
        }
        (own, None)
    }

    /// True for a list of short entries behind more text than its own under the same heading: how long the steps before it take.
    fn comes_behind_text(&self, list: At) -> bool {
        let tree = &self.tree;
        let is_short = tree_items(tree, list).all(|item| tree.nodes[item].chars() <= 2 * MAX_TIME);
        let Some(heading) = heading_before(tree, list).filter(|_| is_short) else { return false };
        let between = (tree.nodes[heading].end()..list).filter(|&at| tree.shape(at).contains(Shape::TEXT));
        between.map(|at| tree.nodes[at].chars()).sum::<usize>() > tree.nodes[list].chars()
    }

    /// The heading of the section that a heading is in: the last one before it of a higher level, or right before it.
    fn heading_over(&self, heading: At) -> Option<At> {
        /// Limit: nodes that are looked at.
        const MAX_BACK: usize = 300;
        let tree = &self.tree;
        let level = heading_level(self.page, tree.nodes[heading].node)?;
        let mut text_between = false;
        for at in (0..heading).rev().take(MAX_BACK) {
            if let Some(other) = heading_level(self.page, tree.nodes[at].node) {
                let is_right_before = other == level && !text_between;
                if other < level || is_right_before {
                    return Some(at);
                }
                text_between = true;
            } else if tree.shape(at).contains(Shape::TEXT)
                && !tree.text(at).trim().is_empty()
                && !tree.ancestors(at).take(4).any(|up| heading_level(self.page, tree.nodes[up].node).is_some())
            {
                text_between = true;
            }
        }
        None
    }

    /// The entries of a list and of those that belong to it. What a part of a list of steps is called stands before its
    /// entries.
    pub(super) fn entries_of(&self, candidate: Candidate, wanted: &PropertyQuery<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let with_headings = wanted.is_called("instructions");
        let mut entries: Vec<At> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        let groups = self.list_and_its_groups(candidate);
        // The heading of the whole list is right before its first part.
        let of_part = |&heading: &At| wanted.likeness_of_label(&tree.line(heading, 4 * MAX_LABEL)) < 0.6;
        let heading_of = |group: At| self.heading_right_before(group).filter(of_part);
        let headings: Vec<Option<At>> = groups.iter().map(|&group| heading_of(group)).collect();
        let has_headings = with_headings && groups.len() > 1;
        for (&group, heading) in groups.iter().zip(headings) {
            // The same list again, for another width of the window.
            let text = tree.line(group, 4000);
            if seen.contains(&text) {
                continue;
            }
            seen.push(text);
            entries.extend(heading.filter(|_| has_headings));
            if tree.tag(group) == "table" {
                let is_row = |&at: &At| {
                    tree.tag(at) == "tr" && tree.nodes[at].chars() > 0 && tree.children(at).any(|c| tree.tag(c) == "td")
                };
                let rows: Vec<At> = (group..tree.nodes[group].end()).filter(is_row).collect();
                entries.extend(numbered_rows(tree, &rows).unwrap_or(rows));
            } else {
                tree_items(tree, group).for_each(|item| self.push_item(item, with_headings, &mut entries));
            }
        }
        // One item that holds them all.
        if let [only] = entries.as_slice() {
            let parts: Vec<At> = (*only..tree.nodes[*only].end())
                .filter(|&at| tree.tag(at) == "p" && tree.nodes[at].chars() > 0)
                .collect();
            if parts.len() > 1 {
                entries = parts;
            }
        }
        // Right for 852 of 934 ingredients and 467 of 503 steps of recipes whose data people checked.
        let score = candidate.score.min(1.0) * LISTED;
        entries.into_iter().map(|at| (at, score, "label")).collect()
    }

    /// An item of a list, or the items of the list in it, where it is a group of them. What it says itself stays, if that is
    /// more than the name of the group.
    fn push_item(&self, item: At, with_headings: bool, entries: &mut Vec<At>) {
        let tree = &self.tree;
        let Some(inner) = (item..tree.nodes[item].end()).find(|&at| is_inner_list(tree, at)) else {
            entries.push(item);
            return;
        };
        let own = tree.line_without(item, 4 * MAX_LABEL, &|at| is_inner_list(tree, at));
        let is_name = own.chars().count() <= MAX_LABEL && !own.chars().any(|c| c.is_ascii_digit());
        if !own.is_empty() && (with_headings || !is_name) {
            entries.push(item);
        }
        entries.extend(tree_items(tree, inner));
    }

    /// The heading or the label right before a list, with nothing between them.
    fn heading_right_before(&self, list: At) -> Option<At> {
        let tree = &self.tree;
        let first =
            std::iter::once(list).chain(tree.ancestors(list)).take(3).find_map(|up| tree.nodes[up].previous())?;
        let is_heading = heading_level(self.page, tree.nodes[first].node).is_some() || {
            // `Then:` names nothing.
            is_label(tree, first) && tree.line(first, 4 * MAX_LABEL).split_whitespace().nth(1).is_some()
        };
        (is_heading && (1..=MAX_LABEL).contains(&tree.nodes[first].chars())).then_some(first)
    }

    /// A list, and those that it is written in parts of: of the same class, where that is what the list is known by; of the
    /// same section; else its neighbours with no more than a short line between them.
    fn list_and_its_groups(&self, candidate: Candidate) -> Vec<At> {
        /// Limit: characters of a line between two parts of a list.
        const BETWEEN: usize = 60;
        let tree = &self.tree;
        let list = candidate.at;
        let tag = tree.tag(list);
        let class = tree.attr(list, "class").filter(|class| !class.trim().is_empty());
        if candidate.by_class && class.is_some() {
            let holder = tree.ancestors(list).nth(2).unwrap_or(list);
            let same = |&at: &At| tree.tag(at) == tag && tree.attr(at, "class") == class;
            // Behind the next heading of its level follows another list of the card: the equipment.
            let level = heading_level_before(self.page, tree, list).filter(|_| candidate.by_heading);
            let ends = |&at: &At| {
                level.zip(heading_level(self.page, tree.nodes[at].node)).is_some_and(|(level, own)| own <= level)
            };
            let end = (tree.nodes[list].end()..tree.nodes[holder].end()).find(ends).unwrap_or(tree.nodes[holder].end());
            return (list..end).filter(same).collect();
        }
        if let Some(section) = candidate.section
            && let Some(level) = heading_level(self.page, tree.nodes[section].node)
        {
            let first = heading_level_before(self.page, tree, list).unwrap_or(level);
            // Where the parts have headings of the level of the section's, the next of them may start another section.
            let ends = |at: At| {
                at > list && heading_level(self.page, tree.nodes[at].node).is_some_and(|l| l <= level || l < first)
            };
            let holder = tree.nodes[list].parent();
            let is_box = tree.nodes[section].parent() == holder
                && tree.children(holder).all(|at| {
                    matches!(tree.tag(at), "ul" | "ol" | "button")
                        || tree.nodes[at].chars() == 0
                        || heading_level(self.page, tree.nodes[at].node).is_some()
                });
            let end = if is_box {
                tree.nodes[holder].end()
            } else {
                (list..tree.nodes.len()).find(|&at| ends(at)).unwrap_or(tree.nodes.len())
            };
            let outermost = |&at: &At| tree.tag(at) == tag && !tree.ancestors(at).any(|up| tree.tag(up) == tag);
            let is_other = |at: At| self.beside.holds(at, 2) || is_in(tree, at, COMMENTS);
            return (list..end).filter(outermost).filter(|&at| !is_other(at) || at == list).collect();
        }
        let columns = self.columns_of(list);
        if columns.len() > 1 {
            return columns;
        }
        let mut lists = vec![list];
        let parent = tree.nodes[list].parent();
        let level = heading_level_before(self.page, tree, list).filter(|_| candidate.by_heading);
        for next in tree.children(parent).filter(|&at| at > list) {
            // `For the sauce:` below `Ingredients`.
            let is_part = |own: usize| level.is_some_and(|level| own > level);
            if tree.tag(next) == tag {
                lists.push(next);
            } else if tree.nodes[next].chars() > BETWEEN
                || tree.shape(next).contains(Shape::HEADING_INSIDE)
                || heading_level(self.page, tree.nodes[next].node).is_some_and(|own| !is_part(own))
            {
                break;
            }
        }
        lists
    }

    /// A list that is alone in its box, and those in the boxes right behind it that are alike: the columns of one list.
    fn columns_of(&self, list: At) -> Vec<At> {
        /// Limit: boxes around the list of a column.
        const NEAR: usize = 3;
        let tree = &self.tree;
        let only_list = |at: At| {
            let mut inner = at;
            for _ in 0..NEAR {
                let mut children = tree.children(inner).filter(|&child| tree.nodes[child].chars() > 0);
                let child = children.next().filter(|_| children.next().is_none())?;
                if matches!(tree.tag(child), "ul" | "ol") {
                    return Some(child);
                }
                inner = child;
            }
            None
        };
        // The name of a column may say how wide it is.
        let is_alike = |a: At, b: At| {
            let first = |at: At| tree.attr(at, "class").and_then(|class| class.split_ascii_whitespace().next());
            tree.tag(a) == tree.tag(b) && first(a) == first(b)
        };
        let is_column = |&up: &At| only_list(up) == Some(list) && tree.nodes[up].parent() != up;
        let Some(column) = tree.ancestors(list).take(NEAR).filter(is_column).last() else { return Vec::new() };
        let behind = tree.children(tree.nodes[column].parent()).filter(|&at| at > column && tree.nodes[at].chars() > 0);
        let others = behind.map_while(|at| only_list(at).filter(|_| is_alike(column, at)));
        std::iter::once(list).chain(others).collect()
    }
}

/// True for a list in an item of another.
pub(super) fn is_inner_list(tree: &VisibleTree<'_>, at: At) -> bool {
    matches!(tree.tag(at), "ul" | "ol") && tree_items(tree, at).next().is_some() && {
        let mut around = tree.ancestors(at).take_while(|&up| !matches!(tree.tag(up), "ul" | "ol"));
        around.any(|up| tree.tag(up) == "li")
    }
}

/// The level of the heading over a list.
fn heading_level_before(page: &crate::page::Page, tree: &VisibleTree<'_>, list: At) -> Option<usize> {
    heading_before(tree, list).and_then(|heading| heading_level(page, tree.nodes[heading].node))
}

/// The cells with the text of rows whose first cells count them: `1`, `2 Done`.
fn numbered_rows(tree: &VisibleTree<'_>, rows: &[At]) -> Option<Vec<At>> {
    let cells = |row: At| tree.children(row).filter(|&at| tree.tag(at) == "td");
    let counts = |(i, &row): (usize, &At)| {
        let first = cells(row).next()?;
        let number = tree.line(first, 4 * MAX_TIME);
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        (tree.nodes[first].chars() <= MAX_TIME && digits == (i + 1).to_string()).then_some(())?;
        cells(row).skip(1).max_by_key(|&at| tree.nodes[at].chars()).filter(|&at| tree.nodes[at].chars() > 0)
    };
    (rows.len() > 1).then(|| rows.iter().enumerate().map(counts).collect())?
}

/// The items of a list that are not empty.
pub(super) fn tree_items<'t>(tree: &'t VisibleTree<'_>, list: At) -> impl Iterator<Item = At> + 't {
    tree.children(list).filter(|&at| tree.tag(at) == "li" && tree.nodes[at].chars() > 0)
}
