//! Lists of texts: under a heading, behind a label, or in elements of a class of that name.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::around::{is_beside, is_in};
use super::convert::convert;
use super::field::label_before;
use super::fill::{Filler, Scope};
use super::matching::{LEAST, Wanted};
use super::name::Name;
use super::record::heading_before;
use super::schema::Facets;
use crate::rendered::visible::{At, Shape, VisibleTree, heading_level};

/// Limit: characters of a heading or a label over a list.
const MAX_LABEL: usize = 60;
/// Limit: headings over a list that are looked at for its name.
const MAX_HEADINGS: usize = 3;
/// Limit: lines under one label.
const MAX_LINES: usize = 500;
/// Limit: elements of the name whose neighbours are compared.
const MAX_TRIED: usize = 100;

/// Limit: characters of how long something takes.
const MAX_TIME: usize = 20;

/// What readers write below an article.
const COMMENTS: &[&str] = &["comment", "comments", "reviews", "respond"];

/// How sure an entry of a list under a heading is to be meant, and to the letter.
const LISTED: f64 = 0.79;

/// The list that answers a name best.
#[derive(Clone, Copy)]
struct Candidate {
    at: At,
    score: f64,
    /// Identified by its own class rather than by a heading before it.
    by_class: bool,
    /// Identified by the nearest heading before it, too.
    by_heading: bool,
    /// The heading that names it, if headings of its parts are in between.
    section: Option<At>,
}

impl<'a> Filler<'a> {
    /// A list of texts, looked for as a list, as terms, by class, and as lines under a label, in this order.
    pub(super) fn scalars(
        &mut self,
        inner: &Facets<'a>,
        scope: &Scope<'_>,
        name: &str,
        pointer: &str,
        limit: usize,
    ) -> Option<Value> {
        let wanted = Wanted::new(name, inner.clone());
        let start = self.tree.at(scope.root)?;
        let range = start..self.tree.nodes[start].end;
        let place = (name, pointer, limit);
        if let Some(candidate) = self.best_list(range.clone(), &wanted) {
            let found = self.entries_of(candidate, &wanted);
            // Entries that all have the class of the name are one list, with anything between them.
            let named = self.elements_of_name(range, &wanted);
            let is_more = named.len() > 2 && (!candidate.by_class || named.len() > found.len());
            return self.texts_of(if is_more { named } else { found }, inner, place);
        }
        let terms = self.definitions(range.clone(), &wanted);
        let found = match terms {
            Some(terms) => terms.into_iter().map(|at| (at, 0.8, "label")).collect(),
            None => self.elements_of_class(range.clone(), &wanted),
        };
        if !found.is_empty() {
            return self.texts_of(found, inner, place);
        }
        let Some(lines) = self.lines_under_label(range.clone(), &wanted) else {
            let list = self.only_ordered_list(range).filter(|_| wanted.is_called("instructions"))?;
            let entries = tree_items(&self.tree, list).map(|at| (at, LEAST, "element")).collect();
            return self.texts_of(entries, inner, place);
        };
        self.values_of(lines.into_iter().map(|(at, line)| (at, line, 0.75, "label")).collect(), inner, place)
    }

    /// The best likeness of a class of an element to a name.
    fn class_likeness(&self, at: At, wanted: &Wanted<'_>) -> f64 {
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
    fn best_list(&self, range: std::ops::Range<At>, wanted: &Wanted<'_>) -> Option<Candidate> {
        let tree = &self.tree;
        let mut best: Option<Candidate> = None;
        let start = range.start;
        let is_steps = wanted.is_called("instructions");
        for at in range.filter(|&at| matches!(tree.tag(at), "ul" | "ol" | "table") && tree.nodes[at].chars > 0) {
            // What is around more than the list names more than the list.
            let room = tree.nodes[at].chars * 2 + 60;
            let around =
                std::iter::once(at).chain(tree.ancestors(at)).take(3).take_while(|&up| tree.nodes[up].chars <= room);
            let class = around.map(|at| self.class_likeness(at, wanted)).fold(0.0, f64::max);
            // `prep-time` is not of the preparation.
            let of_item = tree.children(at).next().map_or(0.0, |item| self.class_likeness(item, wanted));
            let class = class.max(if of_item >= 0.7 { of_item } else { 0.0 });
            let label = tree.ancestors(at).take(2).find_map(|up| label_before(tree, up, start));
            let label = label.map_or(0.0, |label| likeness_of_label(wanted, &label));
            let (heading, section) = self.heading_likeness(at, wanted);
            let heading = if is_steps && self.comes_behind_text(at) { 0.0 } else { heading };
            let spoken = label.max(heading);
            // A class is written for this very list, a heading for what follows it.
            let aside = if is_beside(tree, at, 2) { 0.5 } else { 1.0 };
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

    /// How surely the headings over an element name it: the nearest, or one of a section whose parts have headings of their
    /// own, which is the second value.
    fn heading_likeness(&self, at: At, wanted: &Wanted<'_>) -> (f64, Option<At>) {
        let tree = &self.tree;
        let Some(nearest) = heading_before(tree, at) else { return (0.0, None) };
        let likeness_of = |heading: At| likeness_of_label(wanted, &tree.line(heading, 120));
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
        let is_short = tree_items(tree, list).all(|item| tree.nodes[item].chars <= 2 * MAX_TIME);
        let Some(heading) = heading_before(tree, list).filter(|_| is_short) else { return false };
        let between = (tree.nodes[heading].end..list).filter(|&at| tree.shape(at).contains(Shape::TEXT));
        between.map(|at| tree.nodes[at].chars).sum::<usize>() > tree.nodes[list].chars
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
    fn entries_of(&self, candidate: Candidate, wanted: &Wanted<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let with_headings = wanted.is_called("instructions");
        let mut entries: Vec<At> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        let groups = self.list_and_its_groups(candidate);
        // The heading of the whole list is right before its first part.
        let of_part = |&heading: &At| likeness_of_label(wanted, &tree.line(heading, 4 * MAX_LABEL)) < 0.6;
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
                    tree.tag(at) == "tr" && tree.nodes[at].chars > 0 && tree.children(at).any(|c| tree.tag(c) == "td")
                };
                let rows: Vec<At> = (group..tree.nodes[group].end).filter(is_row).collect();
                entries.extend(numbered_rows(tree, &rows).unwrap_or(rows));
            } else {
                tree_items(tree, group).for_each(|item| self.push_item(item, with_headings, &mut entries));
            }
        }
        // One item that holds them all.
        if let [only] = entries.as_slice() {
            let parts: Vec<At> =
                (*only..tree.nodes[*only].end).filter(|&at| tree.tag(at) == "p" && tree.nodes[at].chars > 0).collect();
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
        let Some(inner) = (item..tree.nodes[item].end).find(|&at| is_inner_list(tree, at)) else {
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
        let first = std::iter::once(list).chain(tree.ancestors(list)).take(3).find_map(|up| tree.nodes[up].previous)?;
        let is_heading = heading_level(self.page, tree.nodes[first].node).is_some() || {
            // `Then:` names nothing.
            is_label(tree, first) && tree.line(first, 4 * MAX_LABEL).split_whitespace().nth(1).is_some()
        };
        (is_heading && (1..=MAX_LABEL).contains(&tree.nodes[first].chars)).then_some(first)
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
            let end = (tree.nodes[list].end..tree.nodes[holder].end).find(ends).unwrap_or(tree.nodes[holder].end);
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
            let holder = tree.nodes[list].parent;
            let is_box = tree.nodes[section].parent == holder
                && tree.children(holder).all(|at| {
                    matches!(tree.tag(at), "ul" | "ol" | "button")
                        || tree.nodes[at].chars == 0
                        || heading_level(self.page, tree.nodes[at].node).is_some()
                });
            let end = if is_box {
                tree.nodes[holder].end
            } else {
                (list..tree.nodes.len()).find(|&at| ends(at)).unwrap_or(tree.nodes.len())
            };
            let outermost = |&at: &At| tree.tag(at) == tag && !tree.ancestors(at).any(|up| tree.tag(up) == tag);
            let is_other = |at: At| is_beside(tree, at, 2) || is_in(tree, at, COMMENTS);
            return (list..end).filter(outermost).filter(|&at| !is_other(at) || at == list).collect();
        }
        let columns = self.columns_of(list);
        if columns.len() > 1 {
            return columns;
        }
        let mut lists = vec![list];
        let parent = tree.nodes[list].parent;
        let level = heading_level_before(self.page, tree, list).filter(|_| candidate.by_heading);
        for next in tree.children(parent).filter(|&at| at > list) {
            // `For the sauce:` below `Ingredients`.
            let is_part = |own: usize| level.is_some_and(|level| own > level);
            if tree.tag(next) == tag {
                lists.push(next);
            } else if tree.nodes[next].chars > BETWEEN
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
                let mut children = tree.children(inner).filter(|&child| tree.nodes[child].chars > 0);
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
        let is_column = |&up: &At| only_list(up) == Some(list) && tree.nodes[up].parent != up;
        let Some(column) = tree.ancestors(list).take(NEAR).filter(is_column).last() else { return Vec::new() };
        let behind = tree.children(tree.nodes[column].parent).filter(|&at| at > column && tree.nodes[at].chars > 0);
        let others = behind.map_while(|at| only_list(at).filter(|_| is_alike(column, at)));
        std::iter::once(list).chain(others).collect()
    }

    /// The `dd`s of the first term of that name.
    fn definitions(&self, range: std::ops::Range<At>, wanted: &Wanted<'_>) -> Option<Vec<At>> {
        let tree = &self.tree;
        let like = |own: &Name| wanted.names.iter().map(|name| name.likeness(own)).fold(0.0, f64::max);
        let mut terms = range.filter(|&at| tree.tag(at) == "dt");
        let term = terms.find(|&at| like(&Name::new(&tree.line(at, 120))) >= 0.85)?;
        let after = tree.children(tree.nodes[term].parent).filter(|&at| at > term);
        let dds: Vec<At> = after
            .take_while(|&at| tree.tag(at) == "dd" || tree.shape(at).contains(Shape::TEXT))
            .filter(|&at| tree.tag(at) == "dd")
            .collect();
        // `Preparation: 30 min`.
        let is_time = wanted.is_called("instructions")
            && dds.iter().all(|&at| {
                tree.nodes[at].chars <= MAX_TIME && tree.line(at, 4 * MAX_TIME).contains(|c: char| c.is_ascii_digit())
            });
        (!dds.is_empty() && !is_time).then_some(dds)
    }

    /// The elements whose class has the name, or the parts of the only one that has it.
    fn elements_of_class(&self, range: std::ops::Range<At>, wanted: &Wanted<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let mut found = self.elements_of_name(range, wanted);
        // One element of a class is what its parts are in.
        if let [(holder, _, _)] = found.as_slice() {
            let parts =
                tree.children(*holder).filter(|&at| !tree.shape(at).contains(Shape::TEXT) && tree.nodes[at].chars > 0);
            found = parts.map(|at| (at, 0.65, "class")).collect();
        }
        if found.is_empty() { self.siblings_of_class(wanted) } else { found }
    }

    /// The elements without blocks in them whose class is the name.
    fn elements_of_name(&self, range: std::ops::Range<At>, wanted: &Wanted<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let mut found: Vec<(At, f64, &'static str)> = Vec::new();
        let mut scores: FxHashMap<&str, f64> = FxHashMap::default();
        for at in range {
            let shape = tree.shape(at);
            if shape.contains(Shape::TEXT) || tree.nodes[at].chars == 0 {
                continue;
            }
            if found.last().is_some_and(|(last, _, _)| tree.nodes[*last].end > at) {
                continue;
            }
            let words = ["class", "itemprop"]
                .iter()
                .flat_map(|name| tree.attr(at, name).unwrap_or_default().split_ascii_whitespace().take(12));
            let likeness = |word| {
                let own = self.names.of(word);
                wanted.names.iter().map(|name| name.likeness(&own)).fold(0.0, f64::max)
            };
            let score = words.map(|word| *scores.entry(word).or_insert_with(|| likeness(word))).fold(0.0, f64::max);
            if score >= 0.95 && !shape.contains(Shape::BLOCK_INSIDE) {
                found.push((at, score * 0.75, "class"));
            }
        }
        found
    }

    /// At least three siblings of one class that ends with the name: `rx-calculator-ingredient`.
    fn siblings_of_class(&self, wanted: &Wanted<'_>) -> Vec<(At, f64, &'static str)> {
        let tree = &self.tree;
        let mut tried = 0;
        for first in 0..tree.nodes.len() {
            let Some(class) = tree.attr(first, "class").filter(|_| tree.nodes[first].chars > 0) else { continue };
            let mut names = class.split_ascii_whitespace().take(12).map(|class| self.names.of(class));
            let is_named = names.any(|own| wanted.names.iter().any(|name| name.likeness_of_class(&own) >= 0.9));
            if !is_named || is_beside(tree, first, 2) {
                continue;
            }
            tried += 1;
            if tried > MAX_TRIED {
                break;
            }
            let siblings = tree.children(tree.nodes[first].parent);
            let same: Vec<At> =
                siblings.filter(|&at| tree.attr(at, "class") == Some(class) && tree.nodes[at].chars > 0).collect();
            if same.len() >= 3 {
                return same.into_iter().map(|at| (at, 0.65, "class")).collect();
            }
        }
        Vec::new()
    }

    /// The lines between a label that stands alone and the next label or heading: `<p>Ingredients:</p><p>1 egg</p>`.
    fn lines_under_label(&self, range: std::ops::Range<At>, wanted: &Wanted<'_>) -> Option<Vec<(At, String)>> {
        let tree = &self.tree;
        let start = range.start;
        let mut tried = 0;
        for at in range {
            let chars = tree.nodes[at].chars;
            if tree.shape(at).contains(Shape::TEXT) || chars == 0 || chars > MAX_LABEL || is_beside(tree, at, 2) {
                continue;
            }
            let level = heading_level(self.page, tree.nodes[at].node);
            let is_block = tree.shape(at).contains(Shape::BLOCK) && !tree.shape(at).contains(Shape::BLOCK_INSIDE);
            if level.is_none() && !is_block {
                continue;
            }
            let text = tree.line(at, 4 * MAX_LABEL);
            if likeness_of_label(wanted, &text) < 0.85 {
                continue;
            }
            // What only wraps the label is a part of it.
            let is_control = |n: At| {
                let holds = |tags: &[&str]| (n..tree.nodes[n].end).any(|inner| tags.contains(&tree.tag(inner)));
                holds(&["button", "label", "select"]) && !(n..tree.nodes[n].end).contains(&at)
            };
            let wraps = |up: At| {
                tree.nodes[up].chars == chars
                    || tree.nodes[up].chars <= 2 * MAX_LABEL
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

    /// The ordered list of a page that has no other: steps, where steps are asked for.
    fn only_ordered_list(&self, range: std::ops::Range<At>) -> Option<At> {
        let tree = &self.tree;
        let is_list = |&at: &At| tree.tag(at) == "ol" && tree_items(tree, at).count() > 2 && !is_beside(tree, at, 2);
        let mut lists = range.filter(is_list);
        let list = lists.next()?;
        let is_comments = is_in(tree, list, COMMENTS) || is_in(tree, list, &["breadcrumb", "breadcrumbs"]);
        lists.next().is_none().then_some(list).filter(|_| !is_comments)
    }

    fn lines_after(&self, label: At, level: Option<usize>) -> Vec<(At, String)> {
        let tree = &self.tree;
        let mut lines: Vec<(At, String)> = Vec::new();
        for next in tree.children(tree.nodes[label].parent).filter(|&next| next > label) {
            let ends = |at: At| {
                heading_level(self.page, tree.nodes[at].node).is_some_and(|own| level.is_none_or(|level| own <= level))
            };
            if (next..tree.nodes[next].end).any(ends) || is_label(tree, next) && level.is_none() && !lines.is_empty() {
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

    /// The parts of an element as a list: its list items, else its paragraphs, else its lines.
    pub(super) fn entries_in(&mut self, holder: At, inner: &Facets<'a>, place: (&str, &str, usize)) -> Option<Value> {
        let tree = &self.tree;
        let all = |wanted: &str| -> Vec<At> {
            (holder..tree.nodes[holder].end)
                .filter(|&at| tree.tag(at) == wanted && tree.nodes[at].chars > 0)
                .filter(|&at| !tree.ancestors(at).take_while(|&up| up > holder).any(|up| tree.tag(up) == wanted))
                .collect()
        };
        if let Some(parts) = ["li", "p"].into_iter().map(all).find(|parts| parts.len() > 1) {
            return self.texts_of(parts.into_iter().map(|at| (at, 0.95, "microdata")).collect(), inner, place);
        }
        let mut lines = Vec::new();
        push_lines(tree, holder, &mut lines);
        if lines.len() < 2 {
            return None;
        }
        self.values_of(lines.into_iter().map(|(at, line)| (at, line, 0.9, "microdata")).collect(), inner, place)
    }

    /// The texts of elements as a list, with where each is from.
    fn texts_of(
        &mut self,
        found: Vec<(At, f64, &'static str)>,
        inner: &Facets<'a>,
        place: (&str, &str, usize),
    ) -> Option<Value> {
        // Pictures, and what the schema asks for as another list, are not part of an entry.
        let schema = self.schema;
        let others: Vec<Name> = schema
            .facets(schema.json())
            .properties
            .iter()
            .filter(|(name, part)| *name != place.0 && schema.facets(part).is_array())
            .map(|(name, _)| Name::new(name))
            .collect();
        let tree = &self.tree;
        let is_other = |at: At| {
            matches!(tree.tag(at), "figure" | "figcaption" | "button")
                || is_inner_list(tree, at) && found.iter().any(|&(entry, _, _)| entry > at && entry < tree.nodes[at].end)
                // An ingredient that is named within a step is a part of it.
                || tree.shape(at).contains(Shape::BLOCK)
                    && tree.attr(at, "class").is_some_and(|class| {
                    let names = class.split_ascii_whitespace().take(8).map(|class| self.names.of(class));
                    names.into_iter().any(|own| others.iter().any(|other| other.likeness_of_class(&own) >= 0.9))
                })
        };
        let lines = found
            .iter()
            .map(|&(at, score, from)| (at, tree.line_without(at, 4000, &|n| n != at && is_other(n)), score, from))
            .collect();
        self.values_of(lines, inner, place)
    }

    fn values_of(
        &mut self,
        mut lines: Vec<(At, String, f64, &'static str)>,
        inner: &Facets<'a>,
        (name, pointer, limit): (&str, &str, usize),
    ) -> Option<Value> {
        let wanted = Name::new(name);
        for (_, line, _, _) in &mut lines {
            *line = without_bullet(line).to_owned();
        }
        lines.retain(|(_, line, _, _)| line.chars().any(char::is_alphanumeric));
        // The same again, for another width of the window.
        let (first, second) = lines.split_at(lines.len() / 2);
        if first.len() > 1 && first.iter().map(|line| &line.1).eq(second.iter().map(|line| &line.1)) {
            lines.truncate(lines.len() / 2);
        }
        let is_numbered = |lines: &[(At, String, f64, &'static str)]| {
            numbers(&lines.iter().map(|(_, line, _, _)| line.as_str()).collect::<Vec<_>>()) != Numbers::None
        };
        // Where the entries are numbered, one of a word or two among them is not an entry, but an advertisement.
        if !is_numbered(&lines) {
            let others: Vec<_> =
                lines.iter().filter(|(_, line, _, _)| line.split_whitespace().nth(2).is_some()).cloned().collect();
            if others.len() > 2 && others.len() < lines.len() && is_numbered(&others) {
                lines = others;
            }
        }
        let texts: Vec<&str> = lines.iter().map(|(_, line, _, _)| line.as_str()).collect();
        let numbers = numbers(&texts);
        let mut out = Vec::new();
        for (i, (at, line, score, from)) in lines.into_iter().enumerate() {
            if out.len() >= limit {
                break;
            }
            let text = match numbers {
                Numbers::None => &line,
                Numbers::Marked => behind_number(&line, i + 1).unwrap_or(&line),
                Numbers::Bare => behind_bare_number(&line, i + 1).unwrap_or(&line),
            };
            if let Some(value) = convert(text, None, inner, &wanted, self.locale) {
                let place = format!("{pointer}/{}", out.len());
                self.note(&place, from, Some(self.tree.nodes[at].node), None, score.max(LEAST));
                out.push(value);
            }
        }
        (!out.is_empty()).then_some(Value::Array(out))
    }
}

/// The likeness of a heading or a label to a name: as a whole, or with its first word, as in `Steps to make it`.
fn likeness_of_label(wanted: &Wanted<'_>, text: &str) -> f64 {
    let whole = Name::new(text);
    let first = whole.words().first().map(|word| Name::new(word));
    let likeness = |own: &Name| wanted.names.iter().map(|name| name.likeness(own)).fold(0.0, f64::max);
    let first = first.map_or(0.0, |first| likeness(&first));
    likeness(&whole).max(if first >= 0.8 { 0.7 } else { 0.0 })
}

/// True for a list in an item of another.
fn is_inner_list(tree: &VisibleTree<'_>, at: At) -> bool {
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
        (tree.nodes[first].chars <= MAX_TIME && digits == (i + 1).to_string()).then_some(())?;
        cells(row).skip(1).max_by_key(|&at| tree.nodes[at].chars).filter(|&at| tree.nodes[at].chars > 0)
    };
    (rows.len() > 1).then(|| rows.iter().enumerate().map(counts).collect())?
}

/// The items of a list that are not empty.
fn tree_items<'t>(tree: &'t VisibleTree<'_>, list: At) -> impl Iterator<Item = At> + 't {
    tree.children(list).filter(|&at| tree.tag(at) == "li" && tree.nodes[at].chars > 0)
}

/// True for a short line that ends with a colon.
fn is_label(tree: &VisibleTree<'_>, at: At) -> bool {
    tree.nodes[at].chars <= MAX_LABEL && tree.line(at, 4 * MAX_LABEL).ends_with([':', '：'])
}

/// The lines of an element as they are seen: its blocks without blocks in them, broken where it breaks lines.
fn push_lines(tree: &VisibleTree<'_>, root: At, lines: &mut Vec<(At, String)>) {
    let mut open = vec![root];
    while let Some(at) = open.pop() {
        if lines.len() >= MAX_LINES {
            return;
        }
        let shape = tree.shape(at);
        if shape.contains(Shape::TEXT) || tree.nodes[at].chars == 0 || matches!(tree.tag(at), "figure" | "button") {
            continue;
        }
        let is_entry = matches!(tree.tag(at), "li" | "tr");
        if shape.contains(Shape::BLOCK_INSIDE) && !is_entry {
            let children: Vec<At> = tree.children(at).collect();
            open.extend(children.into_iter().rev());
            continue;
        }
        let breaks: Vec<At> = (at..tree.nodes[at].end).filter(|&n| tree.tag(n) == "br").collect();
        let mut from = at;
        for end in breaks.into_iter().chain([tree.nodes[at].end]).take(MAX_LINES) {
            let line = tree.line_without(at, 4000, &|n| tree.nodes[n].end <= from && n != at || n >= end);
            if !line.is_empty() {
                lines.push((at, line));
            }
            from = end;
        }
    }
}

/// A line without the mark that a page draws before an entry.
fn without_bullet(line: &str) -> &str {
    const MARKS: [char; 11] = ['•', '·', '‣', '▪', '■', '▢', '☐', '□', '◦', '-', '–'];
    match line.strip_prefix(MARKS) {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// How the entries of a list are numbered in their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    None,
    /// `1. Mix`, `Step 1 Mix`
    Marked,
    /// `1 Mix`
    Bare,
}

/// How all entries of a list are numbered. Numbers without a mark count the entry where the entries are sentences: `1 egg` counts
/// eggs.
pub(super) fn numbers(lines: &[&str]) -> Numbers {
    /// Characters of an entry that is a sentence.
    const SENTENCE: usize = 30;
    let all = |behind: &dyn Fn(&str, usize) -> bool| lines.iter().enumerate().all(|(i, line)| behind(line, i + 1));
    if lines.len() > 1 && all(&|line, number| behind_number(line, number).is_some()) {
        return Numbers::Marked;
    }
    let is_bare = |line: &str, number: usize| {
        behind_bare_number(line, number).is_some_and(|rest| rest.chars().count() >= SENTENCE)
    };
    if lines.len() > 2 && all(&is_bare) { Numbers::Bare } else { Numbers::None }
}

fn behind_bare_number(line: &str, number: usize) -> Option<&str> {
    let rest = line.strip_prefix(number.to_string().as_str())?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// The text after the number of an entry: `1. Mix`, `Step 1 Mix`.
pub(super) fn behind_number(line: &str, number: usize) -> Option<&str> {
    let at = line.find(|c: char| c.is_ascii_digit())?;
    let before = line.get(..at)?;
    // At most one word before it.
    if !before.is_empty() && (!before.ends_with(' ') || before.trim_end().contains(' ') || before.contains(['(', '.']))
    {
        return None;
    }
    let rest = line.get(at..)?.strip_prefix(number.to_string().as_str())?;
    // `1 egg` counts eggs.
    let ends = rest.starts_with(['.', ')', ':']) || !before.is_empty() && rest.starts_with(char::is_whitespace);
    let is_decimal = rest.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let ends = ends && !is_decimal;
    let rest = rest.trim_start_matches(['.', ')', ':']).trim_start();
    (ends && !rest.is_empty()).then_some(rest)
}
